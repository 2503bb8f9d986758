//! `train`: fitting the network of Duel by its own games. In builds with the feature `train`.

use super::Context;
use super::args::TrainArgs;
use super::files::{Target, read_bytes};
use super::follow::{Following, interrupted};
use super::lang::Lang;
use super::screen::{Side, table};
use serde::Serialize;
use std::path::Path;
use yomi::engine::host::Host;
use yomi::engine::stats::Mean;
use yomi::{Fault, Follower, ThisMachine};
use yomi_duel::card_file::standard_rules;
use yomi_duel::weights::{About, MOST_BYTES, write};
use yomi_train::checkpoint;
use yomi_train::games::statistics;
use yomi_train::ppo::{Told, contest};
use yomi_train::run::{Request, learner};

/// After how many blocks the learner plays against `heuristic`, in how many deals, and is written down.
const LOOK_EVERY: u64 = 20;
const LOOK_DEALS: u64 = 200;
/// The deals at the end, which are others.
const LAST_DEALS: u64 = 2_000;
/// The numbers of deals that are looked at, apart from those that are learnt from.
const LOOKS: u64 = 0x0100_0000_0000;

/// One look at a learner.
#[derive(Serialize)]
struct Point {
    games: u64,
    decisions: usize,
    value_loss: f64,
    entropy: f64,
    against_heuristic: f64,
}

#[derive(Serialize)]
struct Report {
    file: String,
    made_by: String,
    role: &'static str,
    games: u64,
    bytes: usize,
    curve: Vec<Point>,
    against_heuristic: f64,
    ci95: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

pub fn train(context: &Context, args: &TrainArgs) -> Result<(), Fault> {
    if args.game != "duel" {
        return Err(Fault::bad_option(
            format!("{:?} has nothing to train; expected duel", args.game),
            format!("{:?} には学習させるものがありません。duel を指定してください", args.game),
        ));
    }
    let out = Target::new(&args.out)?;
    let between = format!("{}.checkpoint", args.out);
    let stands = Target::new(&between)?;
    let rules = standard_rules();
    let stats = statistics(&rules);
    let teacher = args.teacher.as_deref().map(|path| read_bytes(path, MOST_BYTES)).transpose()?;
    let request = Request { role: args.role, teacher, games: args.games, seed: args.seed };
    let refused = |why: yomi_core::Rejected| Fault::bad_option(why.0.en, why.0.ja);
    let mut learner = learner(&rules, &stats, &request).map_err(refused)?;
    let made_by = command(args);
    if Path::new(&between).exists() {
        let bytes = read_bytes(&between, 8 * MOST_BYTES)?;
        checkpoint::read(&mut learner, &made_by, &bytes).map_err(|why| refused(why).at(&between))?;
    }
    let following = Following::new(args.games, context.lang.pick("training", "学習中"));
    following.done(learner.games);
    let clock = ThisMachine::default();
    let ends = args.minutes.map(|minutes| 60.0 * minutes);
    let mut curve = Vec::new();
    let mut stopped = false;
    while learner.games < args.games && !stopped {
        let told = learner.block();
        following.done(learner.manner.block as u64);
        let blocks = learner.games / learner.manner.block as u64;
        stopped = following.is_stopped() || ends.is_some_and(|ends| clock.wall().as_secs_f64() > ends);
        if blocks.is_multiple_of(LOOK_EVERY) || learner.games >= args.games || stopped {
            stands.write(&checkpoint::write(&learner, &made_by))?;
            let wins = contest(&rules, &stats, &learner.player, None, LOOK_DEALS, args.seed ^ LOOKS);
            curve.push(point(&told, wins.iter().sum::<f64>() / wins.len() as f64));
        }
    }
    let interrupted = following.is_stopped();
    following.end();
    // Weights of a run that was ended are not those that the command makes.
    let made_by = match learner.games < args.games {
        true => format!("{made_by} (ended after {} games)", learner.games),
        false => made_by,
    };
    let about = About { command: made_by.clone(), role: args.role.name().into() };
    let bytes = write(&learner.player.net, &about);
    out.write(&bytes)?;
    let wins: Mean = contest(&rules, &stats, &learner.player, None, LAST_DEALS, args.seed ^ (LOOKS + 1))
        .into_iter()
        .collect();
    if learner.games >= args.games {
        stands.remove()?;
    }
    let report = Report {
        file: args.out.clone(),
        made_by,
        role: args.role.name(),
        games: learner.games,
        bytes: bytes.len(),
        curve,
        against_heuristic: wins.mean(),
        ci95: wins.ci95(),
        interrupted,
    };
    if context.json { context.screen.json(&report) } else { context.screen.say(&text(context.lang, &report)) }
}

fn point(told: &Told, against_heuristic: f64) -> Point {
    let Told { games, decisions, value_loss, entropy } = *told;
    Point { games, decisions, value_loss, entropy, against_heuristic }
}

/// The command that makes the same weights.
fn command(args: &TrainArgs) -> String {
    let teacher = args.teacher.as_ref().map_or(String::new(), |file| format!(" --teacher {file}"));
    format!("yomi train duel --role {}{teacher} --games {} --seed {}", args.role, args.games, args.seed)
}

fn text(lang: Lang, report: &Report) -> String {
    let columns = [
        (lang.pick("games", "対局数"), Side::Right),
        (lang.pick("loss of the chance to win", "勝率の損失"), Side::Right),
        (lang.pick("undecided (nats)", "迷い（nat）"), Side::Right),
        (lang.pick("against heuristic", "heuristic 相手の勝率"), Side::Right),
    ];
    let percent = |x: f64| format!("{:.1}%", 100.0 * x);
    let row = |p: &Point| {
        let (loss, entropy) = (format!("{:.3}", p.value_loss), format!("{:.3}", p.entropy));
        vec![p.games.to_string(), loss, entropy, percent(p.against_heuristic)]
    };
    let curve = table(&columns, report.curve.iter().map(row).collect());
    let won = percent(report.against_heuristic);
    let within = report.ci95.map_or(String::new(), |ci| {
        let [lo, hi] = ci.map(percent);
        match lang {
            Lang::En => format!(" ({lo} to {hi})"),
            Lang::Ja => format!("（{lo}〜{hi}）"),
        }
    });
    let Report { file, bytes, games, made_by, .. } = report;
    let end = match lang {
        Lang::En => format!(
            "{file}: {bytes} bytes after {games} games; {won}{within} against heuristic, without search\nmade by: {made_by}\n"
        ),
        Lang::Ja => format!(
            "{file}: {games}局、{bytes}バイト。探索なしの heuristic 相手の勝率 {won}{within}\n作り方: {made_by}\n"
        ),
    };
    format!("{curve}\n{end}{}", interrupted(lang, report.interrupted))
}

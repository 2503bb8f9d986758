//! `tune`: learning the weights that a policy plays by, or how somebody else plays.

mod imitate;

use super::Context;
use super::args::TuneArgs;
use super::screen::{Side, progress, table};
use crate::Fault;
use crate::stats::wilson95;
use serde::Serialize;
use std::sync::Arc;
use yomi_core::Ruleset;
use yomi_core::Settings;
use yomi_games::sevens;
use yomi_minds::sevens::policy::learn::{Against, Recipe, Told, learn, measure};
use yomi_minds::sevens::policy::net::Net;
use yomi_minds::sevens::policy::stored;
use yomi_minds::sevens::{Plain, Tuned};

/// How often on the way the policy is measured.
const POINTS: u32 = 20;
/// Deals that it is measured on then, and at the end: each is played once from every seat.
const DEALS_ON_THE_WAY: u64 = 2_000;
const DEALS_AT_THE_END: u64 = 20_000;
/// Neither seed is one that games are learnt from.
const SEED_ON_THE_WAY: u64 = 0x7E57;
const SEED_AT_THE_END: u64 = 0xF1A1;

/// A point of the learning curve.
#[derive(Serialize)]
struct Point {
    batch: u32,
    games: u64,
    /// Share of the games of the batch that the learner won, playing by chance.
    won: f64,
    entropy: f64,
    /// Share of games won against players at random, always playing the best move.
    against_random: f64,
}

#[derive(Serialize)]
struct Report {
    file: String,
    made_by: String,
    curve: Vec<Point>,
    against_random: f64,
    ci95: [f64; 2],
}

pub fn tune(context: &Context, args: &TuneArgs) -> Result<(), Fault> {
    if args.game.game != sevens::Rules::NAME {
        context.registry.find(&args.game.game)?;
        return Err(Fault::new(format!("{} has nothing to tune; expected sevens", args.game.game)));
    }
    let table = args.game.open(&context.registry)?;
    let rules = sevens::Rules::from_settings(table.settings())?;
    let made_by = command(args, table.settings());
    check_writable(&args.out)?;
    if let Some(agent) = &args.imitate {
        return imitate::imitate(context, args, agent, &rules, made_by);
    }
    let recipe = Recipe {
        seed: args.seed,
        batches: args.batches,
        games: args.games,
        rate: args.rate as f32,
        rules,
        against: args.against,
        explore: args.explore as f32,
        sharpen: args.sharpen as f32,
    };
    let bar = progress(u64::from(args.batches), context.lang.pick("learning", "学習中"));
    let mut curve = Vec::new();
    let every = args.batches.div_ceil(POINTS);
    let net = learn(&recipe, |told, net| {
        bar.inc(1);
        if (told.batch + 1).is_multiple_of(every) {
            curve.push(point(&recipe, told, net));
        }
        true
    });
    bar.finish_and_clear();
    let bytes = stored::write(&net, &made_by);
    write(&args.out, &bytes)?;
    // What is measured is what was written, rounded as it is.
    let net = stored::read(&bytes)?;
    let against_random = share(&recipe, &net, SEED_AT_THE_END, DEALS_AT_THE_END);
    let games = DEALS_AT_THE_END * u64::from(rules.variant.players);
    let ci95 = wilson95(against_random * games as f64, games);
    let report = Report { file: args.out.clone(), made_by, curve, against_random, ci95 };
    if context.json { context.screen.json(&report) } else { context.screen.say(&text(context, &report)) }
}

/// A place that cannot be written to is found now, and not after an hour. What is there already stays until there is something better.
fn check_writable(path: &str) -> Result<(), Fault> {
    let opened = std::fs::OpenOptions::new().create(true).append(true).open(path);
    opened.map(drop).map_err(|why| Fault::new(format!("{path}: {why}")))
}

fn write(path: &str, bytes: &[u8]) -> Result<(), Fault> {
    std::fs::write(path, bytes).map_err(|why| Fault::new(format!("{path}: {why}")))
}

fn share(recipe: &Recipe, net: &Net, seed: u64, deals: u64) -> f64 {
    measure(&recipe.rules, &Tuned::new(Arc::new(net.clone())), &Plain::default(), seed, deals)
}

fn point(recipe: &Recipe, told: Told, net: &Net) -> Point {
    Point {
        batch: told.batch + 1,
        games: u64::from(told.batch + 1) * u64::from(recipe.games),
        won: told.won,
        entropy: told.entropy,
        against_random: share(recipe, net, SEED_ON_THE_WAY, DEALS_ON_THE_WAY),
    }
}

/// The command that makes these weights again.
fn command(args: &TuneArgs, settings: &Settings) -> String {
    let set: String = settings.iter().map(|(key, value)| format!(" --set {key}={value}")).collect();
    if let Some(agent) = &args.imitate {
        let agent = &agent.text;
        return format!(
            "yomi tune sevens{set} --imitate \"{agent}\" --games {} --seed {}",
            args.games, args.seed
        );
    }
    let against = match args.against {
        Against::Random => "random",
        Against::Careful => "careful",
        Against::Mix => "mix",
    };
    format!(
        "yomi tune sevens{set} --against {against} --batches {} --games {} --rate {} --explore {} --sharpen {} --seed {}",
        args.batches, args.games, args.rate, args.explore, args.sharpen, args.seed
    )
}

fn text(context: &Context, report: &Report) -> String {
    let lang = context.lang;
    let columns = [
        (lang.pick("games", "対局数"), Side::Right),
        (lang.pick("learner wins", "学習中の勝率"), Side::Right),
        (lang.pick("undecided (nats)", "迷い（nat）"), Side::Right),
        (lang.pick("against random", "ランダム相手の勝率"), Side::Right),
    ];
    let percent = |x: f64| format!("{:.2}%", 100.0 * x);
    let row = |p: &Point| {
        vec![p.games.to_string(), percent(p.won), format!("{:.3}", p.entropy), percent(p.against_random)]
    };
    let mut text = table(&columns, report.curve.iter().map(row).collect());
    let [low, high] = report.ci95.map(percent);
    let won = percent(report.against_random);
    text += &match lang {
        super::lang::Lang::En => {
            format!(
                "\n{}: {won} ({low} to {high}) against random players\nmade by: {}\n",
                report.file, report.made_by
            )
        }
        super::lang::Lang::Ja => {
            format!(
                "\n{}: ランダム相手の勝率 {won}（{low}〜{high}）\n作り方: {}\n",
                report.file, report.made_by
            )
        }
    };
    text
}

//! `train`: fitting the network of Duel by its own games. In builds with the feature `train`.

mod cards;
pub mod fit;
mod lock;
pub mod study;

use super::Context;
use super::args::TrainArgs;
use super::follow::interrupted;
use super::lang::Lang;
use super::screen::{Side, table};
use fit::{Fit, Point, Report};
use std::time::Duration;
use yomi::{Fault, ThisMachine};

pub fn train(context: &Context, args: &TrainArgs) -> Result<(), Fault> {
    if args.game != "duel" {
        return Err(Fault::bad_option(
            format!("{:?} has nothing to train; expected duel", args.game),
            format!("{:?} には学習させるものがありません。duel を指定してください", args.game),
        ));
    }
    let clock = ThisMachine::default();
    let ends = args.minutes.map(|minutes| Duration::from_secs_f64(60.0 * minutes));
    if let Some(plan) = &args.plan {
        return study::study(context, plan, &args.out, &clock, ends);
    }
    if let Some(weights) = &args.cards {
        return cards::cards(context, weights, args);
    }
    let Some(role) = args.role else {
        return Err(Fault::bad_option(
            "expected --role ROLE, --cards WEIGHTS for a card head, or --plan FILE for a whole study",
            "--role を指定してください。カードの読みなら --cards WEIGHTS、学習計画なら --plan FILE です",
        ));
    };
    let asked = Fit {
        role,
        teacher: args.teacher.as_deref(),
        remedy: args.remedy,
        mix: args.mix,
        games: args.games,
        seed: args.seed,
        out: &args.out,
    };
    let report = fit::fit(context, &asked, &clock, ends)?;
    if context.json { context.screen.json(&report) } else { context.screen.say(&text(context.lang, &report)) }
}

fn text(lang: Lang, report: &Report) -> String {
    let columns = [
        (lang.pick("games", "対局数"), Side::Right),
        (lang.pick("loss of the chance to win", "勝率の損失"), Side::Right),
        (lang.pick("of moves", "手の損失"), Side::Right),
        (lang.pick("KL to the teacher", "教師との KL"), Side::Right),
        (lang.pick("undecided (nats)", "迷い（nat）"), Side::Right),
        (lang.pick("against heuristic", "heuristic 相手の勝率"), Side::Right),
        (lang.pick("against policy", "policy 相手の勝率"), Side::Right),
    ];
    let percent = |x: f64| format!("{:.1}%", 100.0 * x);
    let row = |p: &Point| {
        let or_none = |x: Option<f64>, write: &dyn Fn(f64) -> String| x.map_or("–".into(), write);
        let (loss, signed) = (|x: f64| format!("{x:.3}"), |x: f64| format!("{x:+.3}"));
        vec![
            p.games.to_string(),
            loss(p.value_loss),
            or_none(p.policy_loss, &signed),
            or_none(p.imitation_loss, &loss),
            loss(p.entropy),
            percent(p.against_heuristic),
            or_none(p.against_policy, &percent),
        ]
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
    let Report { file, picture, bytes, games, made_by, .. } = report;
    let end = match lang {
        Lang::En => format!(
            "{file}: {bytes} bytes after {games} games; {won}{within} against heuristic, without search\nmade by: {made_by}\nlearning curve: {picture}\n"
        ),
        Lang::Ja => format!(
            "{file}: {games}局、{bytes}バイト。探索なしの heuristic 相手の勝率 {won}{within}\n作り方: {made_by}\n学習曲線: {picture}\n"
        ),
    };
    format!("{curve}\n{end}{}", interrupted(lang, report.interrupted))
}

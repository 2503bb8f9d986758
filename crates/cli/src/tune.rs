//! `tune`: learning the weights of a policy, or a model of how another agent plays.

use super::Context;
use super::args::TuneArgs;
use super::files::Target;
use super::follow::{Following, interrupted};
use super::lang::Lang;
use super::screen::{Side, table};
use serde::Serialize;
use yomi::Fault;
use yomi::engine::tune::{Outcome, Point};
use yomi::engine::wire::VERSION;

#[derive(Serialize)]
struct Report {
    version: u32,
    file: String,
    made_by: String,
    #[serde(flatten)]
    outcome: Outcome,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

pub fn tune(context: &Context, args: &TuneArgs) -> Result<(), Fault> {
    let game = args.game.find(&context.registry)?;
    if !game.abilities().tune {
        return Err(super::not_able(
            context,
            game,
            ("has nothing to tune", "には学習するものがありません"),
            |able| able.tune,
        ));
    }
    let table = args.game.open(&context.registry)?;
    let out = Target::new(&args.out)?;
    let (total, doing) = match args.imitate {
        None => (args.batches, context.lang.pick("learning", "学習中")),
        Some(_) => (args.games, context.lang.pick("watching", "観察中")),
    };
    let following = Following::new(u64::from(total), doing);
    let weights = table.tune(&args.request(), &following);
    following.end();
    let weights = weights?;
    out.write(&weights.bytes)?;
    let report = Report {
        version: VERSION,
        file: args.out.clone(),
        made_by: weights.made_by,
        outcome: weights.outcome,
        interrupted: weights.interrupted,
    };
    if context.json {
        context.screen.json(&report)
    } else {
        context.screen.say(&(text(context.lang, &report) + interrupted(context.lang, report.interrupted)))
    }
}

fn text(lang: Lang, report: &Report) -> String {
    match &report.outcome {
        Outcome::Policy { curve, against_random, ci95 } => {
            policy_text(lang, report, curve, *against_random, *ci95)
        }
        Outcome::Habits { choices, log_likelihood, at_random, hits } => {
            let hits = format!("{:.1}%", 100.0 * hits);
            let (found, random) = (format!("{log_likelihood:.3}"), format!("{at_random:.3}"));
            match lang {
                Lang::En => format!(
                    "{}: learnt from {choices} choices; of others {hits} foreseen, {found} nats a choice ({random} for any card)\nmade by: {}\n",
                    report.file, report.made_by
                ),
                Lang::Ja => format!(
                    "{}: {choices}回の選択から学習。別の選択の的中率 {hits}、対数尤度 {found}（無作為なら {random}）\n作り方: {}\n",
                    report.file, report.made_by
                ),
            }
        }
    }
}

fn policy_text(lang: Lang, report: &Report, curve: &[Point], against_random: f64, ci95: [f64; 2]) -> String {
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
    let mut text = table(&columns, curve.iter().map(row).collect());
    let [low, high] = ci95.map(percent);
    let won = percent(against_random);
    text += &match lang {
        Lang::En => {
            format!(
                "\n{}: {won} ({low} to {high}) against random players\nmade by: {}\n",
                report.file, report.made_by
            )
        }
        Lang::Ja => {
            format!(
                "\n{}: ランダム相手の勝率 {won}（{low}〜{high}）\n作り方: {}\n",
                report.file, report.made_by
            )
        }
    };
    text
}

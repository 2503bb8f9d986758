//! `bench`: speeds of one core, and what changed beyond noise.

mod against;
mod machine;

use super::Context;
use super::args::whole;
use super::files;
use super::lang::Lang;
use super::screen::{Side, table};
use clap::Args;
use serde::Serialize;
use std::time::Duration;
use yomi::engine::bench::compare::{Change, Comparison, Test, compare};
use yomi::engine::bench::{Meter, Report, Row};
use yomi::engine::json;
use yomi::{Fault, Game};

#[derive(Args)]
pub struct BenchArgs {
    /// One game only
    pub game: Option<String>,
    /// An earlier `yomi bench --json` to compare with: what changed beyond noise
    #[arg(long, value_name = "FILE")]
    pub compare: Option<String>,
    /// Another `yomi` to compare with; the two take turns, which tells more than a file
    #[arg(long, value_name = "BINARY", conflicts_with = "compare")]
    pub against: Option<String>,
    /// CPU seconds to spend on each row, besides the rounds of its work to warm up
    #[arg(long, default_value_t = 1.0, value_name = "SECONDS", allow_negative_numbers = true, value_parser = super::args::patience)]
    pub patience: f64,
    /// Into how many rounds the time is divided: noise is what differs between them
    #[arg(long, default_value_t = 5, allow_negative_numbers = true, value_parser = whole::<usize>(1..=1000))]
    pub rounds: usize,
}

#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    report: &'a Report,
    #[serde(skip_serializing_if = "Option::is_none")]
    compared: Option<&'a Comparison>,
}

pub fn bench(context: &Context, args: &BenchArgs) -> Result<(), Fault> {
    let before = args.compare.as_deref().map(read).transpose()?;
    let chosen: Vec<&dyn Game> = match &args.game {
        Some(name) => vec![context.registry.find(name)?],
        None => context.registry.games().iter().map(|g| g.as_ref()).collect(),
    };
    let (report, compared) = match &args.against {
        Some(other) => {
            let both = against::take_turns(other, args.game.as_deref(), args.patience, args.rounds)?;
            let compared = compare(&both.before, &both.now, Test::Paired);
            (both.now, Some(compared))
        }
        None => {
            let report = measure(context, &chosen, args);
            let compared = before.map(|before| compare(&before, &report, Test::Welch));
            (report, compared)
        }
    };
    if context.json {
        return context.screen.json(&Told { report: &report, compared: compared.as_ref() });
    }
    context.screen.say(&match &compared {
        None => text(context.lang, &report),
        Some(compared) => changes(context.lang, &report, compared),
    })
}

/// All rows once per round, so that a row's rounds lie apart and noise of a while falls on all rows.
fn measure(context: &Context, games: &[&dyn Game], args: &BenchArgs) -> Report {
    let patience = Duration::from_secs_f64(args.patience / args.rounds as f64);
    let round = |_| {
        let mut meter = Meter::new(patience, context.registry.host());
        games.iter().for_each(|game| game.bench(&mut meter));
        meter.report()
    };
    let mut report = Report::of_rounds((0..args.rounds).map(round).collect());
    report.yomi = env!("CARGO_PKG_VERSION").into();
    report.machine = Some(machine::this());
    report
}

/// Reads an earlier report.
fn read(path: &str) -> Result<Report, Fault> {
    const MOST_BYTES: u64 = 1 << 20;
    parse(&files::read_text(path, MOST_BYTES)?, path)
}

fn parse(text: &str, path: &str) -> Result<Report, Fault> {
    json::parse(text).map_err(|why| {
        Fault::bad_view(
            format!("{path} is not a `yomi bench --json`: {why}"),
            format!("{path} は `yomi bench --json` の出力ではありません: {why:#}"),
        )
    })
}

/// What is counted.
fn unit(lang: Lang, unit: &str) -> String {
    match unit {
        "playouts" => lang.pick(unit, "プレイアウト").into(),
        "iterations" => lang.pick(unit, "反復").into(),
        "nodes" => lang.pick(unit, "ノード").into(),
        other => other.into(),
    }
}

fn text(lang: Lang, report: &Report) -> String {
    let columns = [
        (lang.pick("game", "ゲーム"), Side::Left),
        (lang.pick("what", "内容"), Side::Left),
        (lang.pick("per CPU second", "CPU1秒あたり"), Side::Right),
        ("", Side::Left),
    ];
    let row = |r: &Row| vec![r.game.clone(), r.what.clone(), grouped(r.per_second), unit(lang, &r.unit)];
    table(&columns, report.rows.iter().map(row).collect()) + &signature(lang, report)
}

fn signature(lang: Lang, report: &Report) -> String {
    format!("\n{} {}\n", lang.pick("signature", "署名"), report.signature)
}

/// What changed.
fn changes(lang: Lang, report: &Report, compared: &Comparison) -> String {
    let columns = [
        (lang.pick("game", "ゲーム"), Side::Left),
        (lang.pick("what", "内容"), Side::Left),
        (lang.pick("before", "以前"), Side::Right),
        (lang.pick("now", "今回"), Side::Right),
        ("", Side::Left),
        (lang.pick("ratio", "比"), Side::Right),
        (lang.pick("95% interval", "95%区間"), Side::Right),
        (lang.pick("beyond noise", "誤差を超える変化"), Side::Left),
    ];
    let row = |c: &Change| {
        let interval = c.ci95.map_or("-".to_string(), |[lo, hi]| format!("{lo:.3} – {hi:.3}"));
        let said = match (c.changed, c.ratio > 1.0) {
            (None, _) => lang.pick("unknown: one round", "不明（1回だけ）"),
            (Some(false), _) => "-",
            (Some(true), true) => lang.pick("faster", "速い"),
            (Some(true), false) => lang.pick("slower", "遅い"),
        };
        let (before, now) = (grouped(c.before), grouped(c.now));
        let (game, what, unit) = (c.game.clone(), c.what.clone(), unit(lang, &c.unit));
        vec![game, what, before, now, unit, format!("{:.3}", c.ratio), interval, said.into()]
    };
    let mut text = table(&columns, compared.rows.iter().map(row).collect()) + &signature(lang, report);
    text += match compared.same_search {
        true => lang.pick("the same search as before\n", "以前と同じ探索です\n"),
        false => lang.pick(
            "not the same search (or not the same games) as before\n",
            "以前と違う探索（または違うゲーム）です\n",
        ),
    };
    if !compared.same_machine {
        text += lang.pick(
            "measured on another machine then: ratios are those of the machines, too\n",
            "以前は別のマシンで測ったものです。比にはマシンの違いも含まれます\n",
        );
    }
    text + match compared.test {
        Test::Paired => lang.pick(
            "Beyond noise: paired t-test of the logarithms, the two in turns; at most 5% for any false alarm in the table (Holm).\n",
            "誤差を超える変化: 交互に測った対数の対応のあるt検定。表全体で誤報は5%以下（Holm）。\n",
        ),
        _ => lang.pick(
            "Beyond noise: Welch's t-test of the logarithms of the rounds; at most 5% for any false alarm in the table (Holm), if the\nmachine drifts by 2% between two runs; --against BINARY does not depend on that.\n",
            "誤差を超える変化: 各回の対数のWelchのt検定。マシンの状態の変動を2%と見て、表全体で誤報は5%以下（Holm）。\n--against BINARY はマシンの状態によりません。\n",
        ),
    }
}

/// 1234567.8 as 1,234,568.
fn grouped(x: f64) -> String {
    let digits = format!("{x:.0}");
    let mut text = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(c);
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn thousands_are_grouped() {
        assert_eq!(super::grouped(1_234_567.8), "1,234,568");
        assert_eq!(super::grouped(999.0), "999");
        assert_eq!(super::grouped(0.0), "0");
    }
}

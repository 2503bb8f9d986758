//! `bench`.

use super::Context;
use super::args::BenchArgs;
use super::files;
use super::screen::{Side, table};
use std::time::Duration;
use yomi::engine::bench::{Meter, Report, Row};
use yomi::{Fault, Game};

pub fn bench(context: &Context, args: &BenchArgs) -> Result<(), Fault> {
    let before = args.compare.as_deref().map(read).transpose()?;
    let chosen: Vec<&dyn Game> = match &args.game {
        Some(name) => vec![context.registry.find(name)?],
        None => context.registry.games().iter().map(|g| g.as_ref()).collect(),
    };
    let mut meter = Meter::new(Duration::from_secs_f64(args.patience), context.registry.host());
    chosen.iter().for_each(|game| game.bench(&mut meter));
    let report = meter.report();
    if context.json {
        return context.screen.json(&report);
    }
    context.screen.say(&text(context, &report, before.as_ref()))
}

/// Reads an earlier report.
fn read(path: &str) -> Result<Report, Fault> {
    const MOST_BYTES: u64 = 1 << 20;
    serde_json::from_str(&files::read_text(path, MOST_BYTES)?).map_err(|why| {
        Fault::bad_view(
            format!("{path} is not a `yomi bench --json`: {why}"),
            format!("{path} は `yomi bench --json` の出力ではありません: {why}"),
        )
    })
}

fn text(context: &Context, report: &Report, before: Option<&Report>) -> String {
    let lang = context.lang;
    let mut columns = vec![
        (lang.pick("game", "ゲーム"), Side::Left),
        (lang.pick("what", "内容"), Side::Left),
        (lang.pick("per CPU second", "CPU1秒あたり"), Side::Right),
        ("", Side::Left),
    ];
    if before.is_some() {
        columns.push((lang.pick("ratio", "比"), Side::Right));
    }
    let row = |r: &Row| {
        let mut cells = vec![r.game.clone(), r.what.clone(), grouped(r.per_second), r.unit.clone()];
        if let Some(before) = before {
            let old = before.rows.iter().find(|o| o.game == r.game && o.what == r.what);
            cells.push(old.map_or("-".into(), |o| format!("{:.3}", r.per_second / o.per_second)));
        }
        cells
    };
    let mut text = table(&columns, report.rows.iter().map(row).collect());
    text += &format!("\n{} {}\n", lang.pick("signature", "署名"), report.signature);
    if let Some(before) = before {
        let same = if before.signature == report.signature {
            lang.pick("the same search as before", "以前と同じ探索です")
        } else {
            lang.pick(
                "not the same search (or not the same games) as before",
                "以前と違う探索（または違うゲーム）です",
            )
        };
        text += &format!("{same}\n");
    }
    text
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

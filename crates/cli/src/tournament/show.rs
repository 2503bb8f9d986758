//! The result of a tournament on the terminal.

use crate::Context;
use crate::follow::{interrupted, was_interrupted};
use crate::lang::Lang;
use crate::matches::{cpu, elo, forfeits, limits_text, payoff, percent};
use crate::report::unit_ja;
use crate::screen::{Side, table};
use crate::wrap;
use yomi::core::sentence;
use yomi::engine::explain::with_sign;
use yomi::engine::tournament::{AgentRow, Beyond, EventReport, Report};
use yomi::{Fault, Sentence};
use yomi_store::list::settings_brief;

/// Wider tables of who got what are left to the report.
const MOST_COLUMNS: usize = 12;

pub fn show(context: &Context, report: &Report) -> Result<(), Fault> {
    let lang = context.lang;
    let mut text = format!("{}\n", report.name);
    for event in &report.events {
        text += &event_text(lang, event);
    }
    let Report { games, signature, .. } = report;
    text += &match lang {
        Lang::En => format!("\n{games} games; signature {signature}\n"),
        Lang::Ja => format!("\n{games}局、署名 {signature}\n"),
    };
    // A stopping rule of the plan is not an interruption.
    let end = match report.interrupted && !was_interrupted() {
        true => lang.pick(
            "Stopped after its `minutes`: these are the results so far.\n",
            "制限時間（minutes）になったので、ここまでの結果です。\n",
        ),
        false => interrupted(lang, report.interrupted),
    };
    context.screen.say(&(text + end))
}

fn event_text(lang: Lang, event: &EventReport) -> String {
    let EventReport { game, games, deals, seed, limit, .. } = event;
    let title = format!("{game} {}", settings_brief(&event.settings));
    let title = title.trim_end();
    let limit = limits_text(lang, limit);
    let mut text = match lang {
        Lang::En => format!("\n{title}: {games} games from {deals} deals; seed {seed}, {limit}\n"),
        Lang::Ja => format!("\n{title}: {deals}通りの配りで{games}局、シード {seed}、{limit}\n"),
    };
    let columns = [
        (lang.pick("agent", "エージェント"), Side::Left),
        (lang.pick("rating", "レーティング"), Side::Right),
        (lang.pick("95% interval", "95%区間"), Side::Right),
        (lang.pick("games", "局数"), Side::Right),
        (lang.pick("win rate", "勝率"), Side::Right),
        (lang.pick("payoff ± se", "利得 ± 標準誤差"), Side::Right),
        (lang.pick("CPU ms/move", "CPU ms/手"), Side::Right),
    ];
    text += &table(&columns, event.agents.iter().map(|row| cells(lang, row)).collect());
    text += &wrap::to_terminal(&format!(" {}\n", lang.sentence(&what_figures_are(&event.unit))));
    if event.agents.len() <= MOST_COLUMNS {
        text += &matrix_text(lang, event);
    }
    if event.repeated > 0 {
        let (n, matches) = (event.repeated, event.matches.len());
        text += &wrap::to_terminal(&match lang {
            Lang::En => format!(
                "In {n} of {matches} matches every deal led to the same games, so ratings have no interval. openings = N would vary them.\n"
            ),
            Lang::Ja => format!(
                "{matches}件の対戦のうち{n}件では毎回同じ対局になったため、レーティングの区間は出せません。openings = N で変化を付けられます。\n"
            ),
        });
    }
    text + &forfeits(lang, event.agents.iter().map(|row| (row.name.as_str(), row.forfeits)))
}

/// Said once, of the table above it.
fn what_figures_are(unit: &str) -> Sentence {
    let payoff = match unit {
        "win" => {
            sentence!("Payoff: 1 for a win, 0.5 for a draw.", "利得: 勝ちは1、引き分けは0.5、負けは0。")
        }
        _ => {
            let ja = unit_ja(unit);
            sentence!("Payoff: {unit} per game.", "利得: 一局あたりの{ja}。")
        }
    };
    sentence!(
        "(Rating: on the scale of Elo, 0 is the mean of these agents; a draw is half a win. Interval: bootstrap over deals. {payoff})",
        "（レーティング: Elo の目盛りで、平均が0。引き分けは半分の勝ちと数えます。区間: 配りを単位としたブートストラップ。{payoff:#}）"
    )
}

fn cells(lang: Lang, row: &AgentRow) -> Vec<String> {
    let end = |end: Option<f64>, infinite: &str| end.map_or_else(|| infinite.to_string(), elo);
    let rating = match (row.rating, row.beyond) {
        (Some(points), _) => elo(points),
        (None, Some(Beyond::Above)) => lang.pick("above all", "全員より上").into(),
        (None, Some(Beyond::Below)) => lang.pick("below all", "全員より下").into(),
        (None, _) => lang.pick("not comparable", "比較不能").into(),
    };
    vec![
        row.name.clone(),
        rating,
        row.ci95.map_or_else(|| "–".into(), |[lo, hi]| format!("{} – {}", end(lo, "−∞"), end(hi, "∞"))),
        row.games.to_string(),
        percent(row.win_rate),
        payoff(row.mean_payoff, row.se),
        cpu(row.cpu_ms_per_move),
    ]
}

/// Who was ahead of whom, and with what payoff: strength is not transitive.
fn matrix_text(lang: Lang, event: &EventReport) -> String {
    let heads: Vec<String> = (1..=event.agents.len()).map(|i| i.to_string()).collect();
    let mut columns = vec![(lang.pick("row against column", "行の、列に対する成績"), Side::Left)];
    columns.extend(heads.iter().map(|head| (head.as_str(), Side::Right)));
    let row = |(i, row): (usize, &AgentRow)| {
        let mut cells = vec![format!("{} {}", i + 1, row.name)];
        cells.extend(event.matrix[i].iter().map(|cell| match cell {
            Some(cell) => format!("{:.1}% {}", 100.0 * cell.ahead, with_sign(cell.mean_payoff, 2)),
            None => "–".into(),
        }));
        cells
    };
    let told = sentence!(
        "(How often the row got more than the column, as much counting half, and the row's mean payoff in those games.)",
        "（行が列を上回った割合（同じなら半分）と、その対局での行の平均利得。）"
    );
    let figures = table(&columns, event.agents.iter().enumerate().map(row).collect());
    format!("\n{figures}{}", wrap::to_terminal(&format!(" {}\n", lang.sentence(&told))))
}

//! The result of a tournament on the terminal.

use crate::Context;
use crate::follow::{interrupted, was_interrupted};
use crate::lang::Lang;
use crate::matches::{cpu, elo, forfeits};
use crate::screen::{Side, table};
use yomi::Fault;
use yomi::engine::tournament::{AgentRow, Beyond, EventReport, Report};
use yomi_store::list::settings_text;

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
            "Its time (minutes) is over: this is as far as it came.\n",
            "制限時間（minutes）になったため、ここまでの結果です。\n",
        ),
        false => interrupted(lang, report.interrupted),
    };
    context.screen.say(&(text + end))
}

fn event_text(lang: Lang, event: &EventReport) -> String {
    let EventReport { game, games, deals, seed, limit, .. } = event;
    let title = format!("{game} {}", settings_text(&event.settings));
    let title = title.trim_end();
    let mut text = match lang {
        Lang::En => {
            format!("\n{title}: {games} games from {deals} deals; seed {seed}, limit {limit}\n")
        }
        Lang::Ja => format!("\n{title}: {deals}通りの配りで{games}局、seed {seed}、制限 {limit}\n"),
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
    if event.agents.len() <= MOST_COLUMNS {
        text += &matrix_text(lang, event);
    }
    if event.repeated > 0 {
        let n = event.repeated;
        text += &match lang {
            Lang::En => format!(
                "In {n} matches every deal was the same games again: no intervals. openings = N would vary them.\n"
            ),
            Lang::Ja => format!(
                "{n}件の対戦では毎回同じ対局になったため、区間は出せません。openings = N で変化を付けられます。\n"
            ),
        };
    }
    text + &forfeits(lang, event.agents.iter().map(|row| (row.name.as_str(), row.forfeits)))
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
        format!("{:.1}%", 100.0 * row.win_rate),
        row.se.map_or_else(
            || format!("{:+.4}", row.mean_payoff),
            |se| format!("{:+.4} ± {se:.4}", row.mean_payoff),
        ),
        cpu(row.cpu_ms_per_move),
    ]
}

/// Who was ahead of whom, and with what payoff: strength is not transitive.
fn matrix_text(lang: Lang, event: &EventReport) -> String {
    let heads: Vec<String> = (1..=event.agents.len()).map(|i| i.to_string()).collect();
    let mut columns = vec![(lang.pick("ahead of / payoff", "上回った率 / 利得"), Side::Left)];
    columns.extend(heads.iter().map(|head| (head.as_str(), Side::Right)));
    let row = |(i, row): (usize, &AgentRow)| {
        let mut cells = vec![format!("{} {}", i + 1, row.name)];
        cells.extend(event.matrix[i].iter().map(|cell| match cell {
            Some(cell) => format!("{:.1}% {:+.2}", 100.0 * cell.ahead, cell.mean_payoff),
            None => "–".into(),
        }));
        cells
    };
    format!("\n{}", table(&columns, event.agents.iter().enumerate().map(row).collect()))
}

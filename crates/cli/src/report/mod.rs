//! A report as one HTML file: tables and plots, in both languages, light and dark, with nothing loaded from
//! elsewhere. The colours and sizes are those of the page.

#[cfg(feature = "train")]
pub mod eval;
#[cfg(feature = "train")]
mod lines;
mod plots;
pub mod review;
#[cfg(feature = "train")]
pub mod training;

use super::lang::Lang;
use super::matches::{cpu, forfeits, limits_text, percent, sprt_text};
use std::fmt::Write;
use yomi::engine::explain::with_sign;
use yomi::engine::tournament::{AgentRow, Beyond, Cell, EventReport, MatchReport, Pairings, Report};
use yomi_store::list::settings_brief;

const STYLE: &str = include_str!("style.css");
/// The theme follows the system until it is chosen; the language is the command's until it is chosen.
const SCRIPT: &str = "const root = document.documentElement;
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => { if (!root.dataset.chosen) root.dataset.theme = dark.matches ? 'dark' : 'light'; };
follow();
dark.addEventListener('change', follow);
addEventListener('DOMContentLoaded', () => {
  document.getElementById('theme').onclick = () => {
    root.dataset.chosen = '1';
    root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
  };
  document.getElementById('lang').onclick = () => { root.lang = root.lang === 'ja' ? 'en' : 'ja'; };
});";

/// The sign of the page for dark and light.
const MOON: &str = "<svg class=\"i\" viewBox=\"0 0 24 24\" aria-hidden=\"true\">\
                    <path d=\"M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5Z\"/></svg>";

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A text in both languages, of which one is shown.
fn both(en: &str, ja: &str) -> String {
    format!("<span class=\"en\">{}</span><span class=\"ja\" lang=\"ja\">{}</span>", escape(en), escape(ja))
}

/// A whole page: the head and the bar of the page around what is shown.
fn page(title: &str, subtitle: &str, lang: Lang, body: &str) -> String {
    let (title, code) = (escape(title), lang.pick("en", "ja"));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{code}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title} – Yomi</title>\n\
         <style>\n{STYLE}</style>\n<script>\n{SCRIPT}\n</script>\n</head>\n<body>\n"
    );
    page += &format!(
        "<header class=\"top\"><div class=\"mark\"><b lang=\"ja\">読み</b><span>Yomi</span></div>\
         <div class=\"tools\"><button class=\"tool\" id=\"theme\" type=\"button\" aria-label=\"Dark or light / 明るさ\">{MOON}\
         </button><button class=\"tool\" id=\"lang\" type=\"button\">{}</button></div></header>\n",
        both("日本語", "English")
    );
    page += &format!("<main class=\"wrap\">\n<div><h1>{title}</h1>\n<p class=\"sub\">{subtitle}</p></div>\n");
    page + body + "</main>\n</body>\n</html>\n"
}

/// The report of a tournament.
pub fn html(report: &Report, lang: Lang) -> String {
    let mut body = String::new();
    if report.interrupted {
        let note = both(
            "Stopped before everything was played: these are the results so far.",
            "途中で止めたので、ここまでの結果です。",
        );
        let _ = writeln!(body, "<p class=\"note\">{note}</p>");
    }
    report.events.iter().for_each(|event| body += &event_html(event));
    page(&report.name, &summary(report), lang, &body)
}

fn summary(report: &Report) -> String {
    let Report { games, signature, .. } = report;
    let version = env!("CARGO_PKG_VERSION");
    both(
        &format!("{games} games · signature {signature} · Yomi {version}"),
        &format!("{games}局 · 署名 {signature} · Yomi {version}"),
    )
}

fn event_html(event: &EventReport) -> String {
    let EventReport { game, games, deals, seed, limit, seats, .. } = event;
    let settings = match settings_brief(&event.settings) {
        none if none.is_empty() => none,
        some => format!("{some} · "),
    };
    let (pairs, pairs_ja) = match event.pairings {
        None => ("match", "対戦"),
        Some(Pairings::RoundRobin) => ("round robin", "総当たり"),
        Some(Pairings::Gauntlet) => ("gauntlet", "一人対全員"),
        Some(Pairings::Ladder) => ("ladder", "隣どうし"),
    };
    let mut text = format!("<section class=\"event\">\n<div><h2>{}</h2><p class=\"sub\">", escape(game));
    text += &both(
        &format!(
            "{settings}{pairs} · {games} games from {deals} deals, {seats} seats · seed {seed} · {}",
            limits_text(Lang::En, limit)
        ),
        &format!(
            "{settings}{pairs_ja} · {deals}通りの配りで{games}局（{seats}席） · シード {seed} · {}",
            limits_text(Lang::Ja, limit)
        ),
    );
    text += "</p></div>\n";
    text += &table(event);
    notes(event).iter().for_each(|note| {
        let _ = writeln!(text, "<p class=\"note\">{note}</p>");
    });
    text += "<div class=\"plots\">\n";
    text += &figure(("Rating with its 95% interval", "レーティングと95%区間"), &plots::ratings(event));
    text += &figure(("Strength against thinking time", "考慮時間と強さ"), &plots::strength(event));
    text += "</div>\n";
    text += &matrix(event);
    text += &histograms(event);
    text + "</section>\n"
}

/// What must be known beside the figures.
fn notes(event: &EventReport) -> Vec<String> {
    let mut notes = Vec::new();
    if let (n @ 1.., matches) = (event.repeated, event.matches.len()) {
        notes.push(both(
            &format!(
                "In {n} of {matches} matches every deal led to the same games. They count as one observation, so ratings have no interval."
            ),
            &format!(
                "{matches}件中{n}件の対戦では毎回同じ対局になりました。観測は一つ分なので、レーティングの区間は出せません。"
            ),
        ));
    }
    let failed = |lang| forfeits(lang, event.agents.iter().map(|row| (row.name.as_str(), row.forfeits)));
    if event.agents.iter().any(|row| row.forfeits > 0) {
        notes.push(both(failed(Lang::En).trim_end(), failed(Lang::Ja).trim_end()));
    }
    for MatchReport { names, report } in &event.matches {
        if let Some(test) = &report.sprt {
            let who = names.join(" – ");
            let said = |lang| format!("{who}: {}", sprt_text(lang, test));
            notes.push(both(&said(Lang::En), &said(Lang::Ja)));
        }
    }
    notes
}

/// What payoffs count, in Japanese.
pub fn unit_ja(unit: &str) -> &str {
    match unit {
        "win" => "勝ち",
        "chips" => "チップ",
        "points" => "点",
        "cards" => "枚",
        other => other,
    }
}

/// A number with its sign, as it is set in print.
fn signed(x: f64, digits: usize) -> String {
    with_sign(x, digits).replace('-', "−")
}

fn figure((en, ja): (&str, &str), svg: &str) -> String {
    format!("<figure><h3>{}</h3>\n{svg}</figure>\n", both(en, ja))
}

fn heads(columns: &[(&str, &str)]) -> String {
    let head = |(i, (en, ja)): (usize, &(&str, &str))| {
        let class = if i == 0 { "" } else { " class=\"num\"" };
        format!("<th scope=\"col\"{class}>{}</th>", both(en, ja))
    };
    columns.iter().enumerate().map(head).collect()
}

fn table(event: &EventReport) -> String {
    let columns = [
        ("agent", "エージェント"),
        ("rating", "レーティング"),
        ("95% interval", "95%区間"),
        ("games", "局数"),
        ("win rate", "勝率"),
        ("draws", "引分"),
        ("payoff ± se", "利得 ± 標準誤差"),
        ("CPU ms/move", "CPU ms/手"),
    ];
    let mut text = format!(
        "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>{}</tr></thead><tbody>\n",
        heads(&columns)
    );
    for (i, row) in event.agents.iter().enumerate() {
        let agent = if row.agent == row.name {
            String::new()
        } else {
            format!("<small>{}</small>", escape(&row.agent))
        };
        let _ = write!(text, "<tr><th scope=\"row\">{}. {}{agent}</th>", i + 1, escape(&row.name));
        for cell in [
            rating(row),
            interval(row),
            row.games.to_string(),
            percent(row.win_rate),
            row.draws.to_string(),
            row.mean_payoff.map_or_else(
                || "–".into(),
                |mean| signed(mean, 3) + &row.se.map_or_else(String::new, |se| format!(" ± {se:.3}")),
            ),
            cpu(row.cpu_ms_per_move),
        ] {
            let _ = write!(text, "<td class=\"num\">{cell}</td>");
        }
        text += "</tr>\n";
    }
    text + "</tbody></table></div>\n"
}

fn rating(row: &AgentRow) -> String {
    match (row.rating, row.beyond) {
        (Some(points), _) => plots::points(points),
        (None, Some(Beyond::Above)) => both("above all", "全員より上"),
        (None, Some(Beyond::Below)) => both("below all", "全員より下"),
        (None, _) => both("not comparable", "比較不能"),
    }
}

fn interval(row: &AgentRow) -> String {
    let end = |end: Option<f64>, infinite: &str| end.map_or_else(|| infinite.to_string(), plots::points);
    let whole = |[lo, hi]: [Option<f64>; 2]| {
        let (lo, hi) = (end(lo, "−∞"), end(hi, "∞"));
        both(&format!("{lo} to {hi}"), &format!("{lo} 〜 {hi}"))
    };
    row.ci95.map_or_else(|| "–".into(), whole)
}

/// Who was ahead of whom: shown beside ratings, because strength is not transitive.
fn matrix(event: &EventReport) -> String {
    let (unit, unit_ja) = (&event.unit, unit_ja(&event.unit));
    let caption = both(
        &format!(
            "How often the row got more than the column, as much counting half, and its mean payoff ({unit}) in those games"
        ),
        &format!("行が列を上回った割合（同じなら半分）と、その対局での行の平均利得（{unit_ja}）"),
    );
    let mut text = format!(
        "<div class=\"scroll\" tabindex=\"0\"><table class=\"heat\"><caption>{caption}</caption><thead><tr><th scope=\"col\">{}</th>",
        both("agent", "エージェント")
    );
    for i in 1..=event.agents.len() {
        let _ = write!(text, "<th scope=\"col\">{i}</th>");
    }
    text += "</tr></thead><tbody>\n";
    for (i, row) in event.agents.iter().enumerate() {
        let _ = write!(text, "<tr><th scope=\"row\">{}. {}</th>", i + 1, escape(&row.name));
        for (j, cell) in event.matrix[i].iter().enumerate() {
            text += &matrix_cell(cell.as_ref(), i == j);
        }
        text += "</tr>\n";
    }
    text + "</tbody></table></div>\n"
}

fn matrix_cell(cell: Option<&Cell>, own: bool) -> String {
    let Some(cell) = cell else {
        return format!("<td class=\"none\">{}</td>", if own { "·" } else { "–" });
    };
    let step = (cell.ahead * 9.99).floor().clamp(0.0, 9.0) as u32;
    let error = cell.ahead_se.map_or(String::new(), |se| format!(" ± {:.1}", 100.0 * se));
    format!(
        "<td class=\"h{step}\" title=\"n = {}{}\">{:.1}%<small>{}</small></td>",
        cell.games,
        escape(&error),
        100.0 * cell.ahead,
        signed(cell.mean_payoff, 2)
    )
}

fn histograms(event: &EventReport) -> String {
    let (unit, unit_ja) = (&event.unit, unit_ja(&event.unit));
    let mut text = format!(
        "<div><h3>{}</h3>\n<div class=\"small\">\n",
        both(&format!("How often which payoff ({unit})"), &format!("利得の分布（{unit_ja}）"))
    );
    for (i, row) in event.agents.iter().enumerate() {
        let _ = writeln!(
            text,
            "<figure><figcaption>{}. {}</figcaption>\n{}</figure>",
            i + 1,
            escape(&row.name),
            plots::histogram(row)
        );
    }
    text + "</div></div>\n"
}

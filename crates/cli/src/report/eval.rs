//! What a network has learnt as one HTML file: all figures, and pictures of learning, of reading and of the
//! probes.

use super::lines::{Line, lines, percent, plain, thousands, whole};
use super::{both, escape, figure, heads, page};
use crate::eval::text::{asked, interval, name, number, over, reached};
use crate::eval::{Curves, Figure, Probed, Report};
use crate::lang::Lang;
use std::fmt::Write;
use yomi_train::reading;

/// Means over seeds, where all of them were looked at: a run that was ended on the way has looks of its own.
fn learning(curves: &[Curves]) -> String {
    let mean = |curves: &Curves| {
        let at = |games: u64| -> Option<f64> {
            let of = |curve: &Vec<(u64, f64)>| curve.iter().find(|look| look.0 == games).map(|look| look.1);
            let all: Option<Vec<f64>> = curves.by_seed.iter().map(of).collect();
            all.map(|all| all.iter().sum::<f64>() / all.len() as f64)
        };
        let looks = curves.by_seed.first().into_iter().flatten();
        let points = looks.filter_map(|&(games, _)| Some((games as f64, at(games)?))).collect();
        Line { name: curves.learner.clone(), points }
    };
    lines(&curves.iter().map(mean).collect::<Vec<_>>(), thousands, percent, false)
}

/// Stated and actual chances of the card head: the first run, in its own games.
fn calibration(report: &reading::Report, place: &str) -> String {
    let line = |read: &reading::Read| {
        let head = read.head.as_ref().unwrap_or(&read.cards);
        let points = head.bins.iter().filter(|bin| bin[2] >= 20.0).map(|bin| (bin[0], bin[1])).collect();
        Line { name: read.kind.to_string(), points }
    };
    let of_place = report.kinds.iter().filter(|read| read.place == place);
    lines(&of_place.map(line).collect::<Vec<_>>(), percent, percent, true)
}

/// The log-loss of one way to read, in a part of the game.
type Loss = fn(&reading::Part) -> Option<f64>;

/// Log-losses by the part of the game.
fn course(report: &reading::Report) -> String {
    let ways: [(&str, Loss); 3] = [
        ("cards / 見えた札", |part| Some(part.cards)),
        ("head / カードの読み", |part| part.head),
        ("Bayes / ベイズ", |part| part.bayes),
    ];
    let line = |(name, of): (&str, Loss)| {
        let point = |part: &reading::Part| Some((f64::from(part.to_turn.unwrap_or(20)), of(part)?));
        Line { name: name.into(), points: report.parts.iter().filter_map(point).collect() }
    };
    let all: Vec<Line> = ways.into_iter().map(line).filter(|line| !line.points.is_empty()).collect();
    lines(&all, whole, plain, false)
}

/// The share without the sign and with it, a line for each run.
fn probe(probed: &Probed) -> String {
    let line = |(at, run): (usize, &yomi_train::probes::Heeded)| Line {
        name: format!("{}", at + 1),
        points: vec![(0.0, run.without), (1.0, run.with)],
    };
    let all: Vec<Line> = probed.runs.iter().enumerate().map(line).collect();
    lines(
        &all,
        |x| {
            if x == 0.0 {
                "−".into()
            } else if x == 1.0 {
                "+".into()
            } else {
                String::new()
            }
        },
        percent,
        false,
    )
}

fn figures(all: &[Figure]) -> String {
    let columns = [
        ("what", "項目"),
        ("found", "結果"),
        ("95% interval", "95%区間"),
        ("over", "区間の単位"),
        ("asked for", "目標"),
        ("reached", "達成"),
    ];
    let mut text = format!(
        "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>{}</tr></thead><tbody>\n",
        heads(&columns)
    );
    for figure in all {
        let cell = |of: &dyn Fn(Lang) -> String| both(&of(Lang::En), &of(Lang::Ja));
        let _ = write!(text, "<tr><th scope=\"row\">{}</th>", cell(&|lang| name(lang, figure)));
        for cell in [
            escape(&number(figure.unit, figure.mean)),
            cell(&|lang| interval(lang, figure)),
            cell(&|lang| over(lang, figure)),
            cell(&|lang| asked(lang, figure)),
            cell(&|lang| reached(lang, figure).to_string()),
        ] {
            let _ = write!(text, "<td class=\"num\">{cell}</td>");
        }
        text += "</tr>\n";
    }
    text + "</tbody></table></div>\n"
}

/// The page of a measurement.
pub fn html(report: &Report, lang: Lang) -> String {
    let files = report.students.join(", ");
    let subtitle = both(
        &format!("{files} · seed {} · Yomi {}", report.seed, env!("CARGO_PKG_VERSION")),
        &format!("{files} · シード {} · Yomi {}", report.seed, env!("CARGO_PKG_VERSION")),
    );
    let mut body = String::from("<section class=\"event\">\n");
    body += &figures(&report.figures);
    body += "<div class=\"plots\">\n";
    if !report.curves.is_empty() {
        body += &figure(
            (
                "Learning: wins against heuristic over games, mean of the seeds",
                "学習曲線: 対局数と heuristic 相手の勝率（シードの平均）",
            ),
            &learning(&report.curves),
        );
    }
    if let Some(own) = report.readings.first() {
        body += &figure(
            (
                "Cards in the opponent's hand: actual share over stated chance, by the card head",
                "相手の手札の読み: 述べた確率と実際の割合",
            ),
            &calibration(own, "hand"),
        );
        body += &figure(
            (
                "Cards in its shields: actual share over stated chance, by the card head",
                "相手の盾の読み: 述べた確率と実際の割合",
            ),
            &calibration(own, "shields"),
        );
        body += &figure(
            (
                "Reading over a game: log-loss of counter, trigger and removal in hand, up to turn 4, 8, 12, 16 and later",
                "対局の進行と読み: 手札のカウンター・トリガー・除去の対数損失（4、8、12、16ターンまでとその後）",
            ),
            &course(own),
        );
    }
    for probed in &report.probes {
        let (en, ja) = match probed.probe {
            "standing-mana" => (
                "Probe: share of not attacking, without (−) and with (+) mana standing, by run",
                "検査: 攻撃しない割合。立っているマナが少ない（−）・多い（+）とき、学習ごと",
            ),
            _ => (
                "Probe: share of attacks on units, mana of a slower deck (−) and of an aggro deck (+), by run",
                "検査: ユニットへの攻撃の割合。マナが遅いデッキ（−）・アグロ（+）のとき、学習ごと",
            ),
        };
        body += &figure((en, ja), &probe(probed));
        let Probed { pairs, tried, games, .. } = probed;
        let note = both(
            &format!("{pairs} pairs that a search with sight confirms, of {tried} from {games} games"),
            &format!("{games}局から得た{tried}組のうち、隠れた札を見る探索で確かめた{pairs}組"),
        );
        let _ = writeln!(body, "<p class=\"sub\">{note}</p>");
    }
    body += "</div>\n</section>\n";
    page("Duel: eval", &subtitle, lang, &body)
}

//! What a network has learnt as one HTML file: all figures, and pictures of learning, of reading and of the
//! probes.

use super::plots::{self, Axis};
use super::{both, escape, figure, heads, page};
use crate::eval::text::{asked, interval, name, number, over, reached};
use crate::eval::{Curves, Figure, Probed, Report};
use crate::lang::Lang;
use std::fmt::Write;
use yomi_train::reading;

const WIDE: f64 = 420.0;
const HIGH: f64 = 260.0;
/// Lines that can be told apart.
const STYLES: usize = 8;

/// One line of a plot.
struct Line {
    name: String,
    points: Vec<(f64, f64)>,
}

/// How the numbers of an axis are written.
type Write1 = fn(f64) -> String;

fn percent(x: f64) -> String {
    format!("{:.0}%", 100.0 * x)
}

fn thousands(x: f64) -> String {
    if x >= 1_000.0 { format!("{:.0}k", x / 1_000.0) } else { format!("{x:.0}") }
}

fn plain(x: f64) -> String {
    format!("{x:.2}")
}

fn whole(x: f64) -> String {
    format!("{x:.0}")
}

/// Lines over two axes, with a legend.
fn lines(all: &[Line], write_x: Write1, write_y: Write1, ideal: bool) -> String {
    let points = || all.iter().flat_map(|line| line.points.iter().copied());
    let axes = (Axis::of(points().map(|(x, _)| x)), Axis::of(points().map(|(_, y)| y)));
    let (Some(across), Some(up)) = axes else { return plots::empty() };
    let legend = 18.0 * all.len().div_ceil(2) as f64;
    let (left, right, top, bottom) = (46.0, WIDE - 14.0, 10.0, HIGH - 24.0);
    let x = |value: f64| left + (right - left) * across.part(value);
    let y = |value: f64| bottom - (bottom - top) * up.part(value);
    let mut text =
        format!("<svg viewBox=\"0 0 {WIDE} {:.0}\" role=\"img\" aria-label=\"plot\">\n", HIGH + legend);
    for tick in up.ticks() {
        let at = y(tick);
        let _ = writeln!(
            text,
            "<line class=\"grid\" x1=\"{left}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            left - 6.0,
            at + 4.0,
            write_y(tick)
        );
    }
    for tick in across.ticks() {
        let _ = writeln!(
            text,
            "<text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            x(tick),
            bottom + 18.0,
            write_x(tick)
        );
    }
    if ideal {
        let ends = points().map(|(x, _)| x).fold((f64::INFINITY, 0.0_f64), |(a, b), x| (a.min(x), b.max(x)));
        let _ = writeln!(
            text,
            "<line class=\"ideal\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
            x(ends.0),
            y(ends.0),
            x(ends.1),
            y(ends.1)
        );
    }
    for (at, line) in all.iter().enumerate() {
        let style = at % STYLES;
        let places: Vec<String> =
            line.points.iter().map(|&(a, b)| format!("{:.1},{:.1}", x(a), y(b))).collect();
        let _ = writeln!(text, "<polyline class=\"s s{style}\" points=\"{}\"/>", places.join(" "));
        for &(a, b) in line.points.iter().filter(|_| line.points.len() <= 12) {
            let _ = writeln!(
                text,
                "<circle class=\"s s{style}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.5\"><title>{}: {}</title></circle>",
                x(a),
                y(b),
                escape(&line.name),
                write_y(b)
            );
        }
        let (column, row) = ((at % 2) as f64, (at / 2) as f64);
        let (from, base) = (left + column * (WIDE - left) / 2.0, HIGH + 12.0 + 18.0 * row);
        let _ = writeln!(
            text,
            "<line class=\"s{style}\" stroke-width=\"2\" x1=\"{from:.1}\" x2=\"{:.1}\" y1=\"{:.1}\" y2=\"{:.1}\"/>\
             <text x=\"{:.1}\" y=\"{base:.1}\">{}</text>",
            from + 16.0,
            base - 4.0,
            base - 4.0,
            from + 22.0,
            escape(&line.name)
        );
    }
    text + "</svg>\n"
}

/// Means over seeds; a seed that is behind ends the mean.
fn learning(curves: &[Curves]) -> String {
    let mean = |curves: &Curves| {
        let shortest = curves.by_seed.iter().map(Vec::len).min().unwrap_or(0);
        let point = |at: usize| {
            let all = curves.by_seed.iter().map(|curve| curve[at].1);
            (curves.by_seed[0][at].0 as f64, all.sum::<f64>() / curves.by_seed.len() as f64)
        };
        Line { name: curves.learner.clone(), points: (0..shortest).map(point).collect() }
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

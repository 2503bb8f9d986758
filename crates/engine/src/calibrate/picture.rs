//! A reliability picture: what came true over what was stated, with the line on which both are the same, and
//! below how often what was stated.

use super::Report;
use super::measure::Bin;
use crate::Sentence;
use std::fmt::Write;

const SIDE: f64 = 400.0;
const LEFT: f64 = 64.0;
const TOP: f64 = 64.0;
/// Of the histogram, and the room between it and the plot.
const LOW: f64 = 70.0;
const GAP: f64 = 44.0;

/// Readable on light and on dark pages, by itself or inside one.
const STYLE: &str = "<style>\n\
    .page{fill:#ffffff}.ink{fill:#1c1f24}.soft{fill:#5b6470}.grid{stroke:#d9dde3}.ideal{stroke:#8a93a0}\
    .mark{fill:#1f5fbf}.line{stroke:#1f5fbf}.bar{fill:#9dbbe6}\n\
    @media (prefers-color-scheme: dark){.page{fill:#15181d}.ink{fill:#e8eaee}.soft{fill:#a4adb9}\
    .grid{stroke:#343a43}.ideal{stroke:#7d8794}.mark{fill:#7fb0ff}.line{stroke:#7fb0ff}.bar{fill:#35527f}}\n\
    </style>\n";

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The scale of both axes.
struct Scale {
    lo: f64,
    hi: f64,
    is_chance: bool,
}

impl Scale {
    fn of(report: &Report) -> Scale {
        if report.is_chance() {
            return Scale { lo: 0.0, hi: 1.0, is_chance: true };
        }
        let ends =
            |b: &Bin| [b.lo, b.hi, b.ci95.map_or(b.actual, |c| c[0]), b.ci95.map_or(b.actual, |c| c[1])];
        let all = || report.measured.bins.iter().flat_map(ends);
        let (lo, hi) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
        match lo < hi {
            true => Scale { lo, hi, is_chance: false },
            // Nothing, or one value alone.
            false if lo.is_finite() => Scale { lo: lo - 1.0, hi: lo + 1.0, is_chance: false },
            false => Scale { lo: 0.0, hi: 1.0, is_chance: false },
        }
    }

    fn part(&self, value: f64) -> f64 {
        ((value - self.lo) / (self.hi - self.lo)).clamp(0.0, 1.0)
    }

    fn x(&self, value: f64) -> f64 {
        LEFT + SIDE * self.part(value)
    }

    fn y(&self, value: f64) -> f64 {
        TOP + SIDE * (1.0 - self.part(value))
    }

    fn text(&self, value: f64) -> String {
        if self.is_chance { format!("{:.0}%", 100.0 * value) } else { format!("{value:.2}") }
    }
}

pub fn svg(report: &Report, words: &dyn Fn(&Sentence) -> String) -> String {
    let scale = Scale::of(report);
    let (width, height) = (LEFT + SIDE + 24.0, TOP + SIDE + GAP + LOW + 44.0);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n"
    );
    let titles = titles(report, words);
    let _ = writeln!(text, "<title>{}</title>", escape(&titles.join(". ")));
    text += STYLE;
    text += "<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n";
    for (line, title) in titles.iter().enumerate() {
        let (class, size, y) = if line == 0 { ("ink", 15, 24.0) } else { ("soft", 12, 44.0) };
        let _ = writeln!(
            text,
            "<text class=\"{class}\" font-size=\"{size}\" x=\"{LEFT}\" y=\"{y}\">{}</text>",
            escape(title)
        );
    }
    text += &grid(&scale, words);
    for bin in &report.measured.bins {
        text += &point(&scale, bin);
    }
    text += &histogram(&scale, report, words);
    text + "</svg>\n"
}

fn titles(report: &Report, words: &dyn Fn(&Sentence) -> String) -> [String; 2] {
    let Report { game, agent, against, games, decisions, limit, .. } = report;
    let company = match against.as_str() {
        "" => String::new(),
        _ => words(&Sentence::new(format!(" against {against}"), format!(" 対 {against}"))),
    };
    let limit = if limit == "-" { String::new() } else { format!(" ({limit})") };
    let bias = report.measured.bias.map_or_else(String::new, |bias| {
        let said = match report.is_chance() {
            true => format!("{:+.1}", 100.0 * bias),
            false => format!("{bias:+.3}"),
        };
        let unit = if report.is_chance() { [" points", " ポイント"] } else { ["", ""] };
        words(&Sentence::new(
            format!("; stated less actual {said}{}", unit[0]),
            format!("、表示−実際 {said}{}", unit[1]),
        ))
    });
    [
        format!("{game}: {agent}{limit}{company}"),
        words(&Sentence::new(
            format!("{games} games, {decisions} decisions{bias}"),
            format!("{games}局、{decisions}回の判断{bias}"),
        )),
    ]
}

fn grid(scale: &Scale, words: &dyn Fn(&Sentence) -> String) -> String {
    let (right, bottom) = (LEFT + SIDE, TOP + SIDE);
    let mut text = String::new();
    for step in 0..=5 {
        let value = scale.lo + (scale.hi - scale.lo) * f64::from(step) / 5.0;
        let (x, y, said) = (scale.x(value), scale.y(value), scale.text(value));
        let _ = write!(
            text,
            "<path class=\"grid\" d=\"M{x:.1} {TOP}V{bottom}M{LEFT} {y:.1}H{right}\"/>\n\
             <text class=\"soft\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{said}</text>\n\
             <text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{said}</text>\n",
            bottom + 17.0,
            LEFT - 8.0,
            y + 4.0
        );
    }
    let across = words(&Sentence::new("stated", "表示"));
    let up = words(&Sentence::new("came true", "実際"));
    let (middle, low) = (LEFT + SIDE / 2.0, bottom + 34.0);
    let (side, centre) = (16.0, TOP + SIDE / 2.0);
    let _ = write!(
        text,
        "<path class=\"ideal\" stroke-dasharray=\"5 4\" d=\"M{LEFT} {bottom}L{right} {TOP}\"/>\n\
         <text class=\"ink\" x=\"{middle}\" y=\"{low}\" text-anchor=\"middle\">{}</text>\n\
         <text class=\"ink\" x=\"{side}\" y=\"{centre}\" text-anchor=\"middle\" \
         transform=\"rotate(-90 {side} {centre})\">{}</text>\n",
        escape(&across),
        escape(&up)
    );
    text
}

/// A bin as a point, with its interval.
fn point(scale: &Scale, bin: &Bin) -> String {
    let (x, y) = (scale.x(bin.stated), scale.y(bin.actual));
    let bars = bin.ci95.map_or_else(String::new, |[lo, hi]| {
        let (lo, hi, left, right) = (scale.y(lo), scale.y(hi), x - 4.0, x + 4.0);
        format!(
            "<path class=\"line\" stroke-width=\"1.5\" \
             d=\"M{x:.1} {lo:.1}V{hi:.1}M{left:.1} {lo:.1}H{right:.1}M{left:.1} {hi:.1}H{right:.1}\"/>\n"
        )
    });
    format!("{bars}<circle class=\"mark\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>\n")
}

/// How often what was stated.
fn histogram(scale: &Scale, report: &Report, words: &dyn Fn(&Sentence) -> String) -> String {
    let bins = &report.measured.bins;
    let bottom = TOP + SIDE + GAP + LOW;
    let most = bins.iter().map(|b| b.weight).fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    let mut text = String::new();
    for bin in bins {
        let (left, right) = (scale.x(bin.lo), scale.x(bin.hi));
        let high = LOW * bin.weight / most;
        let _ = writeln!(
            text,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{high:.1}\"/>",
            left + 1.0,
            bottom - high,
            (right - left - 2.0).max(1.0)
        );
    }
    let said = words(&Sentence::new(
        format!("how often (highest bar {:.0}% of decisions)", 100.0 * most),
        format!("頻度（最も高い棒は判断の{:.0}%）", 100.0 * most),
    ));
    let _ = writeln!(
        text,
        "<path class=\"grid\" d=\"M{LEFT} {bottom}h{SIDE}\"/>\n<text class=\"soft\" x=\"{LEFT}\" y=\"{:.1}\">{}</text>",
        bottom + 18.0,
        escape(&said)
    );
    text
}

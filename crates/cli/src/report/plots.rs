//! The plots of a report, as SVG without colours of their own: the page's style gives them.

use super::escape;
use std::fmt::Write;
use yomi::engine::tournament::{AgentRow, EventReport};

/// Wide enough for a table of figures, narrow enough that letters stay readable on a phone.
const WIDTH: f64 = 420.0;

/// Round numbers that cover a range, in steps that people count in.
pub struct Axis {
    lo: f64,
    hi: f64,
    step: f64,
}

impl Axis {
    pub fn of(values: impl Iterator<Item = f64> + Clone) -> Option<Axis> {
        let finite = values.filter(|x| x.is_finite());
        let (lo, hi) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), x| (lo.min(x), hi.max(x)));
        if lo > hi {
            return None;
        }
        let (lo, hi) = if hi - lo < 1e-9 { (lo - 1.0, hi + 1.0) } else { (lo, hi) };
        let rough = (hi - lo) / 4.0;
        let power = 10f64.powf(rough.log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|s| *s >= rough).unwrap_or(rough);
        Some(Axis { lo: (lo / step).floor() * step, hi: (hi / step).ceil() * step, step })
    }

    pub fn part(&self, x: f64) -> f64 {
        ((x - self.lo) / (self.hi - self.lo)).clamp(0.0, 1.0)
    }

    pub fn ticks(&self) -> impl Iterator<Item = f64> {
        let count = ((self.hi - self.lo) / self.step).round() as usize;
        let (lo, step) = (self.lo, self.step);
        (0..=count).map(move |i| lo + step * i as f64)
    }
}

fn begin(height: f64, title: &str) -> String {
    format!("<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">\n", escape(title))
}

/// All ends of ratings and intervals that are numbers.
fn ends(rows: &[AgentRow]) -> impl Iterator<Item = f64> + Clone {
    rows.iter().flat_map(|row| {
        let ends = row.ci95.map_or([None, None], |ends| ends);
        [row.rating, ends[0], ends[1]].into_iter().flatten()
    })
}

/// An interval on an axis; an end without bound reaches the edge.
fn whisker(row: &AgentRow, axis: &Axis) -> Option<(f64, f64)> {
    row.ci95
        .map(|[lo, hi]| (axis.part(lo.unwrap_or(f64::NEG_INFINITY)), axis.part(hi.unwrap_or(f64::INFINITY))))
}

/// One line of a graph, a value for every move.
pub struct Curve<'a> {
    pub class: &'static str,
    pub values: &'a [f64],
}

/// A mark on a graph: which move, its height, its class, and what is said of it.
pub type Mark = (usize, f64, String, String);

/// Lines over the moves of a game, with marks on some of them. Chances are written in percent.
pub fn curves(axis: &Axis, curves: &[Curve<'_>], marks: &[Mark], unit: &str) -> String {
    const WIDE: f64 = 860.0;
    const HIGH: f64 = 260.0;
    let (left, right, top, bottom) = (48.0, WIDE - 12.0, 10.0, HIGH - 10.0);
    let most = curves.iter().map(|curve| curve.values.len()).max().unwrap_or(0).max(2) - 1;
    let x = |at: usize| left + (right - left) * at as f64 / most as f64;
    let y = |value: f64| bottom - (bottom - top) * axis.part(value);
    let mut text =
        format!("<svg class=\"wide\" viewBox=\"0 0 {WIDE} {HIGH}\" role=\"img\" aria-label=\"game\">\n");
    for tick in axis.ticks() {
        let at = y(tick);
        let figure = if unit == "win" { format!("{:.0}%", 100.0 * tick) } else { points_of(tick, axis.step) };
        let _ = writeln!(
            text,
            "<line class=\"grid\" x1=\"{left}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{figure}</text>",
            left - 6.0,
            at + 4.0
        );
    }
    for curve in curves {
        let places =
            curve.values.iter().enumerate().map(|(at, &value)| format!("{:.1},{:.1}", x(at), y(value)));
        let places = places.collect::<Vec<_>>().join(" ");
        let _ = writeln!(text, "<polyline class=\"{}\" points=\"{places}\"/>", curve.class);
    }
    for (at, value, class, title) in marks {
        let _ = writeln!(
            text,
            "<circle class=\"{class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\"><title>{}</title></circle>",
            x(*at),
            y(*value),
            escape(title)
        );
    }
    text + "</svg>\n"
}

/// A number of an axis, with as many digits as its steps need.
fn points_of(x: f64, step: f64) -> String {
    let digits = if step >= 1.0 { 0 } else { (-step.log10()).ceil() as usize };
    format!("{x:.digits$}").replace('-', "−")
}

/// A dot with its whisker for every agent, on one scale.
pub fn ratings(event: &EventReport) -> String {
    const ROW: f64 = 34.0;
    let Some(axis) = Axis::of(ends(&event.agents)) else { return empty() };
    let (left, right, top) = (8.0, WIDTH - 16.0, 8.0);
    let x = |part: f64| left + (right - left) * part;
    let bottom = top + ROW * event.agents.len() as f64;
    let mut text = begin(bottom + 24.0, "ratings");
    for tick in axis.ticks() {
        let at = x(axis.part(tick));
        let _ = writeln!(
            text,
            "<line class=\"grid\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{top}\" y2=\"{bottom}\"/>"
        );
        let anchor = if at < 40.0 {
            "start"
        } else if at > right - 30.0 {
            "end"
        } else {
            "middle"
        };
        let _ = writeln!(
            text,
            "<text class=\"soft\" x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>",
            bottom + 16.0,
            points(tick)
        );
    }
    for (i, row) in event.agents.iter().enumerate() {
        let y = top + ROW * i as f64;
        let _ = writeln!(
            text,
            "<text class=\"name\" x=\"{left}\" y=\"{:.1}\">{}. {}</text>",
            y + 12.0,
            i + 1,
            escape(&short(&row.name))
        );
        let line = y + 24.0;
        if let Some((lo, hi)) = whisker(row, &axis) {
            let _ = writeln!(
                text,
                "<line class=\"whisker\" x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{line}\" y2=\"{line}\"/>",
                x(lo),
                x(hi)
            );
        }
        match row.rating {
            Some(points) => {
                let _ = writeln!(
                    text,
                    "<circle class=\"dot\" cx=\"{:.1}\" cy=\"{line}\" r=\"4.5\"/>",
                    x(axis.part(points))
                );
            }
            None => {
                let arrow = match row.beyond {
                    Some(yomi::engine::tournament::Beyond::Above) => (right, "→", "end"),
                    Some(yomi::engine::tournament::Beyond::Below) => (left, "←", "start"),
                    _ => (left, "–", "start"),
                };
                let _ = writeln!(
                    text,
                    "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{}\">{}</text>",
                    arrow.0,
                    line + 4.0,
                    arrow.2,
                    arrow.1
                );
            }
        }
    }
    text + "</svg>\n"
}

/// Rating over CPU time per move, which has steps of ten.
pub fn strength(event: &EventReport) -> String {
    // Those with a rating whose time is known: that of programs is not.
    let timed = |(i, row): (usize, &'_ AgentRow)| {
        let ms = row.cpu_ms_per_move.filter(|ms| *ms > 0.0 && row.rating.is_some())?;
        Some((i, row.clone(), ms.log10()))
    };
    let mut rows: Vec<(usize, AgentRow, f64)> = event.agents.iter().enumerate().filter_map(timed).collect();
    // Labels stand to the right of their dots if they can: the rightmost dot has the first choice.
    rows.sort_by(|(.., a), (.., b)| b.total_cmp(a));
    let shown: Vec<AgentRow> = rows.iter().map(|(_, row, _)| row.clone()).collect();
    let logs = || rows.iter().map(|(.., log)| *log);
    let Some(vertical) = Axis::of(ends(&shown)) else { return empty() };
    let (least, most) = logs().fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), x| (lo.min(x), hi.max(x)));
    let across = Axis { lo: least.floor(), hi: most.ceil().max(least.floor() + 1.0), step: 1.0 };
    let (left, right, top, bottom) = (46.0, WIDTH - 16.0, 12.0, 252.0);
    let x = |log: f64| left + (right - left) * across.part(log);
    let y = |part: f64| bottom - (bottom - top) * part;
    let mut text = begin(bottom + 44.0, "strength against time");
    for tick in vertical.ticks() {
        let at = y(vertical.part(tick));
        let _ = writeln!(
            text,
            "<line class=\"grid\" x1=\"{left}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>"
        );
        let _ = writeln!(
            text,
            "<text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            left - 6.0,
            at + 4.0,
            points(tick)
        );
    }
    for tick in across.ticks() {
        let at = x(tick);
        let _ = writeln!(
            text,
            "<line class=\"grid\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{top}\" y2=\"{bottom}\"/>"
        );
        let _ = writeln!(
            text,
            "<text class=\"soft\" x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            bottom + 20.0,
            milliseconds(tick)
        );
    }
    for (words, class) in
        [("CPU ms per move, in steps of ten", "en"), ("一手あたりの CPU ms（目盛りは10倍ごと）", "ja")]
    {
        let _ = writeln!(
            text,
            "<text class=\"soft {class}\" x=\"{right}\" y=\"{:.1}\" text-anchor=\"end\">{words}</text>",
            bottom + 38.0
        );
    }
    let mut labels = Labels { frame: (left, right), taken: Vec::new() };
    labels.taken.extend(rows.iter().map(|(_, row, log)| {
        let (at, height) = (x(*log), y(vertical.part(row.rating.unwrap_or_default())));
        (at - 5.0, height - 5.0, 10.0)
    }));
    for (i, row, log) in &rows {
        let (at, points) = (x(*log), row.rating.unwrap_or_default());
        let height = y(vertical.part(points));
        if let Some((lo, hi)) = whisker(row, &vertical) {
            let _ = writeln!(
                text,
                "<line class=\"whisker\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{:.1}\" y2=\"{:.1}\"/>",
                y(lo),
                y(hi)
            );
        }
        let _ = writeln!(
            text,
            "<circle class=\"dot\" cx=\"{at:.1}\" cy=\"{height:.1}\" r=\"4.5\"><title>{}</title></circle>",
            escape(&row.name)
        );
        let label = (i + 1).to_string();
        let (from, base) = labels.place((at, height), &label);
        let _ = writeln!(text, "<text class=\"name\" x=\"{from:.1}\" y=\"{base:.1}\">{label}</text>");
    }
    text + "</svg>\n"
}

/// A rating: its sign is told, zero has none.
pub fn points(rating: f64) -> String {
    if rating.abs() < 0.5 { "0".into() } else { super::signed(rating, 0) }
}

/// Where labels of dots can stand without covering dots and each other.
struct Labels {
    /// Left and right of it nothing is seen.
    frame: (f64, f64),
    /// Left, top and width of what is there; all are as high as a letter.
    taken: Vec<(f64, f64, f64)>,
}

impl Labels {
    /// Left end and base line of a label: beside its dot if there is room, otherwise above or below it, and
    /// beside it all the same where nothing is free.
    fn place(&mut self, (x, y): (f64, f64), label: &str) -> (f64, f64) {
        const HIGH: f64 = 10.0;
        let wide = 7.5 * label.chars().count() as f64;
        let (right, left, middle) = (x + 8.0, x - 8.0 - wide, x - wide / 2.0);
        let near = [(right, y - 5.0), (left, y - 5.0), (middle, y - 18.0), (middle, y + 8.0)];
        let far = [(right, y - 15.0), (right, y + 6.0), (left, y - 15.0), (left, y + 6.0)];
        let apart = |(a, b, w): &(f64, f64, f64), (x, y): (f64, f64)| {
            x + wide <= *a || a + w <= x || y + HIGH <= *b || b + HIGH <= y
        };
        let free = |at: &(f64, f64)| {
            at.0 >= self.frame.0
                && at.0 + wide <= self.frame.1 + 14.0
                && self.taken.iter().all(|there| apart(there, *at))
        };
        let (x, y) = near.into_iter().chain(far).find(free).unwrap_or(near[0]);
        self.taken.push((x, y, wide));
        (x, y + 9.0)
    }
}

/// A power of ten as people write it.
fn milliseconds(log: f64) -> String {
    match log as i32 {
        exponent @ 0.. => format!("{:.0}", 10f64.powi(exponent)),
        exponent => format!("{:.*}", exponent.unsigned_abs() as usize, 10f64.powi(exponent)),
    }
}

/// How often which payoff.
pub fn histogram(row: &AgentRow) -> String {
    const HEIGHT: f64 = 96.0;
    const HALF: f64 = 220.0;
    let most = row.payoffs.iter().map(|bar| bar.games).max().unwrap_or(0);
    if most == 0 {
        return empty();
    }
    let (left, right, top, bottom) = (4.0, HALF - 4.0, 18.0, HEIGHT - 20.0);
    let few = row.payoffs.len() <= 5;
    // A few values stand side by side; many stand where they belong on a scale.
    let (first, last) = (row.payoffs[0], row.payoffs[row.payoffs.len() - 1]);
    let step = narrowest(row);
    let span = last.from + step - first.from;
    let width = (right - left) * if few { 1.0 / row.payoffs.len() as f64 } else { step / span };
    let place = |i: usize, from: f64| match few {
        true => left + width * i as f64,
        false => left + (right - left) * (from - first.from) / span,
    };
    let total: u64 = row.payoffs.iter().map(|bar| bar.games).sum();
    let mut text = format!("<svg viewBox=\"0 0 {HALF} {HEIGHT}\" role=\"img\" aria-label=\"payoffs\">\n");
    for (i, bar) in row.payoffs.iter().enumerate() {
        let height = (bottom - top) * bar.games as f64 / most as f64;
        let (x, share) = (place(i, bar.from), 100.0 * bar.games as f64 / total as f64);
        let middle = x + width / 2.0;
        let range = if bar.from == bar.to {
            Short(bar.from).to_string()
        } else {
            format!("{} – {}", Short(bar.from), Short(bar.to))
        };
        let _ = writeln!(
            text,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\"><title>{range}: {} ({share:.1}%)</title></rect>",
            x + width * 0.08,
            bottom - height,
            (width * 0.84).max(1.0),
            bar.games
        );
        if few {
            let _ = writeln!(
                text,
                "<text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{share:.1}%</text>",
                bottom - height - 5.0
            );
            let _ = writeln!(
                text,
                "<text class=\"soft\" x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{range}</text>",
                HEIGHT - 5.0
            );
        }
    }
    let _ =
        writeln!(text, "<line class=\"axis\" x1=\"{left}\" x2=\"{right}\" y1=\"{bottom}\" y2=\"{bottom}\"/>");
    if !few {
        let _ = writeln!(
            text,
            "<text class=\"soft\" x=\"{left}\" y=\"{:.1}\">{}</text>",
            HEIGHT - 5.0,
            Short(first.from)
        );
        let _ = writeln!(
            text,
            "<text class=\"soft\" x=\"{right}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            HEIGHT - 5.0,
            Short(last.to)
        );
    }
    text + "</svg>\n"
}

/// The least distance between two payoffs that came, or the width of the bars where they are ranges.
fn narrowest(row: &AgentRow) -> f64 {
    let ranges = row.payoffs.iter().map(|bar| bar.to - bar.from).fold(0.0, f64::max);
    let gaps = row.payoffs.windows(2).map(|pair| pair[1].from - pair[0].from);
    if ranges > 0.0 { ranges } else { gaps.fold(f64::INFINITY, f64::min) }
}

/// A number without zeros that say nothing.
struct Short(f64);

impl std::fmt::Display for Short {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let round = (self.0 * 100.0).round() / 100.0;
        // There is no negative zero in print.
        f.write_str(&format!("{}", round + 0.0).replace('-', "−"))
    }
}

/// Names that do not fit are cut: the table has them whole.
fn short(name: &str) -> String {
    const MOST: usize = 44;
    match name.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_string(),
    }
}

pub fn empty() -> String {
    "<p class=\"sub\">–</p>\n".to_string()
}

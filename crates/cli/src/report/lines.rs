//! Lines over two axes, as the pages about learning show them.

use super::escape;
use super::plots::{self, Axis};
use std::fmt::Write;

const WIDE: f64 = 420.0;
const HIGH: f64 = 260.0;
/// Lines that can be told apart.
const STYLES: usize = 8;

/// One line of a plot.
pub struct Line {
    pub name: String,
    pub points: Vec<(f64, f64)>,
}

/// How the numbers of an axis are written.
pub type Write1 = fn(f64) -> String;

pub fn percent(x: f64) -> String {
    format!("{:.0}%", 100.0 * x)
}

pub fn thousands(x: f64) -> String {
    if x >= 1_000.0 { format!("{:.0}k", x / 1_000.0) } else { format!("{x:.0}") }
}

pub fn plain(x: f64) -> String {
    format!("{x:.2}")
}

pub fn whole(x: f64) -> String {
    format!("{x:.0}")
}

/// Lines over two axes, with a legend.
pub fn lines(all: &[Line], write_x: Write1, write_y: Write1, ideal: bool) -> String {
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

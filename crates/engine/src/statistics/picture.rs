//! Radar charts with one axis per statistic, from three standard deviations below the mean in the middle to
//! three above at the rim.

use super::{Report, Row};
use std::f64::consts::TAU;
use std::fmt::Write;

const COLUMNS: usize = 6;
const CELL: f64 = 220.0;
const RADIUS: f64 = 70.0;
/// Standard deviations from the mean to the rim.
const REACH: f64 = 3.0;

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A point of a radar chart, where 0 is the middle and 1 the rim.
fn point(centre: (f64, f64), axis: usize, axes: usize, part: f64) -> (f64, f64) {
    let angle = TAU * axis as f64 / axes as f64 - TAU / 4.0;
    (centre.0 + RADIUS * part * angle.cos(), centre.1 + RADIUS * part * angle.sin())
}

fn polygon(points: impl Iterator<Item = (f64, f64)>, style: &str) -> String {
    let list: Vec<String> = points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    format!("<polygon points=\"{}\" {style}/>\n", list.join(" "))
}

pub fn svg(report: &Report, name: impl Fn(&Row) -> String) -> String {
    let axes = report.dimensions.len();
    let rows = report.cards.len().div_ceil(COLUMNS);
    let (width, height) = (COLUMNS as f64 * CELL, rows as f64 * CELL);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (i, row) in report.cards.iter().enumerate() {
        let centre = (CELL * (0.5 + (i % COLUMNS) as f64), CELL * (0.55 + (i / COLUMNS) as f64));
        let rim = |part: f64| (0..axes).map(move |axis| point(centre, axis, axes, part));
        text += &polygon(rim(1.0), "fill=\"none\" stroke=\"#ccc\"");
        text += &polygon(rim(0.5), "fill=\"none\" stroke=\"#ddd\" stroke-dasharray=\"2\"");
        let part = |x: f64| ((x + REACH) / (2.0 * REACH)).clamp(0.0, 1.0);
        let shape = row.standardised.iter().enumerate().map(|(axis, &x)| point(centre, axis, axes, part(x)));
        text += &polygon(shape, "fill=\"#4477aa\" fill-opacity=\"0.5\" stroke=\"#4477aa\"");
        for axis in 0..axes {
            let (x, y) = point(centre, axis, axes, 1.13);
            let _ = writeln!(
                text,
                "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"7\" fill=\"#666\">{axis}</text>",
                y + 2.5
            );
        }
        let (x, y) = (centre.0, centre.1 - RADIUS - 22.0);
        let _ = writeln!(
            text,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{}</text>",
            escape(&name(row))
        );
    }
    text += "</svg>\n";
    text
}

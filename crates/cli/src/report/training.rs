//! The learning curve of a run as one HTML file: wins against opponents that stay the same, and losses by part.

use super::lines::{Line, lines, percent, plain, thousands};
use super::{both, figure, page};
use crate::lang::Lang;
use crate::train::fit::{Point, Report};

/// What is drawn of a point; nothing where it was not measured.
type Of = fn(&Point) -> Option<f64>;

fn curve(points: &[Point], parts: &[(&str, Of)]) -> Vec<Line> {
    let line = |&(name, of): &(&str, Of)| Line {
        name: name.into(),
        points: points.iter().filter_map(|point| Some((point.games as f64, of(point)?))).collect(),
    };
    parts.iter().map(line).filter(|line| !line.points.is_empty()).collect()
}

pub fn html(report: &Report, lang: Lang) -> String {
    let subtitle = both(
        &format!("{} · Yomi {}", report.made_by, env!("CARGO_PKG_VERSION")),
        &format!("{} · Yomi {}", report.made_by, env!("CARGO_PKG_VERSION")),
    );
    let wins = curve(
        &report.curve,
        &[("heuristic", |point| Some(point.against_heuristic)), ("policy", |point| point.against_policy)],
    );
    let losses = curve(
        &report.curve,
        &[
            ("value / 勝率", |point| Some(point.value_loss)),
            ("policy / 手", |point| point.policy_loss),
            ("KL(teacher‖student)", |point| point.imitation_loss),
            ("entropy / 迷い", |point| Some(point.entropy)),
        ],
    );
    let mut body = String::from("<section class=\"event\">\n<div class=\"plots\">\n");
    body += &figure(
        (
            "Wins against heuristic and against the policy that ships, over games",
            "heuristic と、付属の policy を相手にした勝率（横軸は学習した対局数）",
        ),
        &lines(&wins, thousands, percent, false),
    );
    body += &figure(
        (
            "Losses by part, over games (nats; of moves: less their advantage)",
            "損失の内訳（nat、手は優位の符号を変えたもの）",
        ),
        &lines(&losses, thousands, plain, false),
    );
    page("Duel: train", &subtitle, lang, &(body + "</div>\n</section>\n"))
}

//! The mazes: sentences about what a path collects.

use yomi_core::{Choices, Decision, Player, State, ViewOf, sentence};
use yomi_engine::Sentence;
use yomi_games::AutoMaze;
use yomi_games::grid::{Direction, Place};
use yomi_games::{AlternatingMaze, Maze, WalledMaze};

/// A step or a place as shown to people.
pub fn label(text: String) -> Sentence {
    let cell = text.split_once(',').and_then(|(row, column)| Some((row.parse().ok()?, column.parse().ok()?)));
    if let Some((row, column)) = cell {
        return cell_name(row, column);
    }
    let (en, ja) = match text.as_str() {
        "R" => ("right", "右"),
        "L" => ("left", "左"),
        "D" => ("down", "下"),
        "U" => ("up", "上"),
        _ => return Sentence::same(text),
    };
    Sentence::new(en, ja)
}

/// A cell by its numbers in notation, which begin with 0. Ordinals cannot be taken for these.
fn cell_name(row: u32, column: u32) -> Sentence {
    let (row, column) = (row + 1, column + 1);
    Sentence::new(
        format!("{row}{} row, {column}{} column", ending(row), ending(column)),
        format!("{row}行目・{column}列目"),
    )
}

fn ending(n: u32) -> &'static str {
    match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}

/// Number of steps of the path that are listed.
const SHOWN: usize = 8;

/// A maze for one player.
pub trait Collecting: State {
    fn score(&self) -> u32;
    fn turns_left(&self) -> u32;
}

impl Collecting for Maze {
    fn score(&self) -> u32 {
        Maze::score(self)
    }

    fn turns_left(&self) -> u32 {
        self.turns() - self.turn_number()
    }
}

impl Collecting for WalledMaze {
    fn score(&self) -> u32 {
        WalledMaze::score(self)
    }

    fn turns_left(&self) -> u32 {
        WalledMaze::turns_left(self).into()
    }
}

pub fn collecting<S: Collecting>(maze: &S, decision: &Decision<S::Action>) -> Vec<Sentence> {
    let mut walking = maze.clone();
    let mut points = Vec::new();
    for &step in &decision.line {
        let before = walking.score();
        if walking.play(step).is_err() {
            break;
        }
        points.push(walking.score() - before);
    }
    let left = maze.turns_left();
    let (steps, total): (usize, u32) = (points.len(), points.iter().sum());
    if steps <= 1 {
        return vec![Sentence::new(
            format!("It collects {total} points at once; {left} moves are left."),
            format!("この手で {total} 点取ります。残りは {left} 手です。"),
        )];
    }
    let shown: Vec<String> = points.iter().take(SHOWN).map(u32::to_string).collect();
    let more = if steps > SHOWN { " + …" } else { "" };
    let sum = shown.join(" + ");
    vec![Sentence::new(
        format!("The line collects {sum}{more} = {total} points in {steps} of the {left} moves left."),
        format!("この手順は残り {left} 手のうち {steps} 手で {sum}{more} = {total} 点を集めます。"),
    )]
}

pub fn alternating(
    view: &ViewOf<AlternatingMaze>,
    decision: &Decision<<AlternatingMaze as State>::Action>,
) -> Vec<Sentence> {
    let own = view.seat;
    let mut after = view.now;
    after.apply(decision.action);
    let gained = after.score(own) - view.now.score(own);
    lead(gained, after.score(own), after.score(own.other()))
}

fn lead(gained: u16, own: u16, other: u16) -> Vec<Sentence> {
    vec![Sentence::new(
        format!("It collects {gained} points: {own} to {other}."),
        format!("この手で {gained} 点取り、{own} 対 {other} になります。"),
    )]
}

/// The score in the simultaneous maze, where the result of a move may depend on the opponent's.
pub fn standing(own: u16, other: u16) -> Vec<Sentence> {
    vec![Sentence::new(
        format!("The score is {own} to {other}; the opponent chooses at the same time, unseen."),
        format!("得点は {own} 対 {other}。相手も見えないまま同時に選びます。"),
    )]
}

/// The choices of the turn so far, for practice.
pub fn pending(choices: &Choices<Direction>) -> Sentence {
    let chosen = choices.iter().enumerate().find_map(|(seat, choice)| choice.map(|c| (seat, c)));
    match chosen {
        Some((seat, step)) => {
            let step = label(step.letter().to_string());
            sentence!("Seat {seat} has chosen {step}.", "席{seat} は{step:#}を選びました。")
        }
        None => Sentence::new("Nobody has chosen yet.", "まだ誰も選んでいません。"),
    }
}

pub fn placing(view: &ViewOf<AutoMaze>, decision: &Decision<Place>) -> Vec<Sentence> {
    let mut maze = view.now;
    decision.line.iter().for_each(|&place| maze.apply(place));
    if maze.turn() != yomi_core::Turn::Over {
        return Vec::new();
    }
    let (total, turns) = (maze.payoff(Player::FIRST), maze.board().turns());
    vec![Sentence::new(
        format!("From these cells the characters collect {total} points in {turns} steps."),
        format!("この配置なら {turns} 歩で {total} 点を集めます。"),
    )]
}

//! Connect Four: sentences about the immediate effect of a move.

use crate::{Tactic, tactics};
use yomi_core::{Decision, Ruleset, ViewOf, sentence};
use yomi_engine::Sentence;
use yomi_games::connect_four::{Column, ConnectFour, Rules};

/// A column in a sentence: a bare number would look like any other one.
fn named(column: Column) -> Sentence {
    let number = Rules.action_text(column);
    sentence!("column {number}", "{number}列目")
}

pub fn remarks(view: &ViewOf<ConnectFour>, decision: &Decision<Column>) -> Vec<Sentence> {
    let chosen = Rules.action_text(decision.action);
    let mut all: Vec<Sentence> = tactics(&view.now, decision.action)
        .into_iter()
        .map(|tactic| match tactic {
            Tactic::Wins => {
                sentence!("Column {chosen} completes four in a row.", "{chosen}列目で四つ並びます。")
            }
            Tactic::Blocks => sentence!(
                "Column {chosen} stops the opponent's four in a row.",
                "{chosen}列目で相手の四つ並びを止めます。"
            ),
            Tactic::LosesTo(reply) => {
                let reply = named(reply);
                sentence!("The opponent can still win with {reply}.", "それでも相手は{reply:#}で勝てます。")
            }
        })
        .collect();
    let losing = decision.candidates[1..].iter().filter_map(|c| {
        let loses = |t: &Tactic| matches!(t, Tactic::LosesTo(_));
        tactics(&view.now, c.action).into_iter().find(loses).map(|t| (c.action, t))
    });
    let losing: Vec<(Column, Tactic)> = losing.collect();
    if let Some(&(_, Tactic::LosesTo(reply))) = losing.first() {
        let same = losing.iter().filter(|(_, t)| *t == Tactic::LosesTo(reply));
        let list: Vec<String> = same.map(|&(c, _)| Rules.action_text(c)).collect();
        let (columns, reply) = (if list.len() == 1 { "column" } else { "columns" }, named(reply));
        let (list, list_ja) = (list.join(", "), list.join("・"));
        all.push(sentence!(
            "After {columns} {list}, the opponent wins at once with {reply}.",
            "{list_ja}列目には、相手が{reply:#}で即座に勝ちます。"
        ));
    }
    all
}

/// The exact score of a position as a sentence.
pub fn score(state: &ConnectFour, score: i8, outcome_only: bool) -> Sentence {
    let (mover, discs) = (if state.discs().is_multiple_of(2) { "●" } else { "○" }, state.discs() as i32);
    // A score counts the winner's discs that are left, including the last one.
    let plies = |winner_moves_now: bool| {
        let last = 42 - 2 * (i32::from(score.abs()) - 1);
        let parity = (last - discs - i32::from(winner_moves_now)).rem_euclid(2);
        last - parity - discs
    };
    match (score.signum(), outcome_only) {
        (0, _) => Sentence::new("With best play it is a draw.", "最善を尽くせば引き分けです。"),
        (1, true) => Sentence::new(
            format!("{mover}, to move, wins with best play."),
            format!("手番の {mover} の勝ちです。"),
        ),
        (_, true) => Sentence::new(
            format!("{mover}, to move, loses against best play."),
            format!("手番の {mover} の負けです。"),
        ),
        (1, false) => {
            let n = plies(true);
            Sentence::new(
                format!("{mover}, to move, wins with best play, at move {n} from here (score {score})."),
                format!("手番の {mover} が最善を尽くせば {n} 手目で勝ちます（スコア {score}）。"),
            )
        }
        (_, false) => {
            let n = plies(false);
            Sentence::new(
                format!("{mover}, to move, loses against best play, at move {n} from here (score {score})."),
                format!("手番の {mover} は最善を尽くされると {n} 手目で負けます（スコア {score}）。"),
            )
        }
    }
}

/// The exact scores of all moves.
pub fn scores(moves: &[(Column, f64)]) -> Sentence {
    let list: Vec<String> =
        moves.iter().map(|(c, score)| format!("{}: {score}", Rules.action_text(*c))).collect();
    let list = list.join("   ");
    Sentence::new(format!("Scores of the moves: {list}"), format!("各手のスコア: {list}"))
}

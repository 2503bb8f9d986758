//! Connect Four: sentences about the immediate effect of a move.

use crate::player::Standing;
use crate::{Tactic, tactics};
use serde::Serialize;
use serde_json::json;
use yomi_core::{Decision, Ruleset, ViewOf, sentence};
use yomi_engine::Sentence;
use yomi_engine::wire::Facts;
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

/// What is known of the score of a column: `facts.data` of a candidate.
#[derive(Serialize)]
struct ColumnFacts {
    least: i8,
    most: i8,
}

/// The score of a column, or what is known of it: positive where the mover wins, the higher the sooner.
pub fn standing(&Standing { least, most, .. }: &Standing) -> Facts {
    let text = match (least, most) {
        (0, 0) => sentence!("a draw (score 0)", "引き分け（スコア 0）"),
        (1.., _) if least == most => sentence!("a win, score {least:+}", "勝ち（スコア {least:+}）"),
        (_, ..=-1) if least == most => sentence!("a loss, score {least:+}", "負け（スコア {least:+}）"),
        (1.., _) => {
            sentence!("a win, score {least:+} to {most:+}", "勝ち（スコア {least:+} から {most:+} まで）")
        }
        (_, ..=-1) => {
            sentence!("a loss, score {least:+} to {most:+}", "負け（スコア {least:+} から {most:+} まで）")
        }
        (0, _) => sentence!("at least a draw, score up to {most:+}", "引き分け以上（スコア {most:+} まで）"),
        (_, 0) => sentence!("at most a draw, score from {least:+}", "引き分け以下（スコア {least:+} から）"),
        _ => sentence!("score {least:+} to {most:+}", "スコア {least:+} から {most:+} まで"),
    };
    Facts { text, data: json!(ColumnFacts { least, most }) }
}

/// The exact score of a position as a sentence; moves are counted for both sides.
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
            sentence!(
                "{mover}, to move, wins with best play, on move {n} from here. Score {score}: the discs left to the winner, the last one included.",
                "手番の {mover} が最善を尽くせば、ここから {n} 手目で勝ちます。スコア {score}: 決め手を含む勝者の残り駒数。"
            )
        }
        (_, false) => {
            let n = plies(false);
            sentence!(
                "{mover}, to move, loses against best play, on move {n} from here. Score {score}: minus the discs left to the winner, the last one included.",
                "手番の {mover} は最善を尽くされると、ここから {n} 手目で負けます。スコア {score}: 決め手を含む勝者の残り駒数に負号を付けた値。"
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Question, Solver};
    use yomi_core::{Rng, State, Turn};

    /// The score by plain search: the discs that the winner has left, the last one included.
    fn plain_score(state: &ConnectFour) -> i32 {
        let own = state.discs() as i32 / 2;
        let after = |column| {
            let mut next = *state;
            next.apply(column);
            match next.turn() {
                Turn::Over if next.payoff(state.turn().player().unwrap()) == 1.0 => 21 - own,
                Turn::Over => 0,
                _ => -plain_score(&next),
            }
        };
        State::actions(state).into_iter().map(after).max().expect("somewhere there is room")
    }

    /// Moves until the game is over where the winner hurries and the loser delays.
    fn plain_moves(state: &ConnectFour) -> u32 {
        let best = plain_score(state);
        let column = State::actions(state).into_iter().find(|&column| {
            let mut next = *state;
            next.apply(column);
            let over = next.turn() == Turn::Over;
            over && best > 0 && next.payoff(state.turn().player().unwrap()) == 1.0
                || !over && -plain_score(&next) == best
        });
        let mut next = *state;
        next.apply(column.expect("the best score belongs to a move"));
        if next.turn() == Turn::Over { 1 } else { 1 + plain_moves(&next) }
    }

    /// Positions late in random games, that are not over.
    fn late(count: usize) -> Vec<ConnectFour> {
        let position = |seed| {
            let (mut state, mut rng) = (ConnectFour::default(), Rng::new(seed));
            while state.discs() < 33 && state.turn() != Turn::Over {
                state.apply(state.random_action(&mut rng));
            }
            state
        };
        (0..).map(position).filter(|state| state.turn() != Turn::Over).take(count).collect()
    }

    fn numbers(text: &str) -> Vec<i32> {
        text.split(|c: char| !c.is_ascii_digit() && c != '-').filter_map(|word| word.parse().ok()).collect()
    }

    #[test]
    fn what_is_said_of_a_solved_position_is_so() {
        let (mut won, mut lost, mut drawn) = (0, 0, 0);
        for state in late(60) {
            let mut solver = Solver::new(24);
            let found = solver.solve(&state, Question::Score, &mut |_| true).unwrap();
            let told = score(&state, found, false);
            let plain = plain_score(&state);
            let sign = if state.discs().is_multiple_of(2) { "●" } else { "○" };
            match plain.signum() {
                0 => {
                    assert_eq!(told.en, "With best play it is a draw.");
                    drawn += 1;
                    continue;
                }
                1 => {
                    won +=
                        u32::from(told.en.starts_with(&format!("{sign}, to move, wins with best play, on")))
                }
                _ => {
                    let begins = format!("{sign}, to move, loses against best play, on");
                    lost += u32::from(told.en.starts_with(&begins));
                }
            }
            let expected = [plain_moves(&state) as i32, plain];
            assert_eq!(numbers(&told.en), expected, "{}", told.en);
            assert_eq!(numbers(&told.ja), expected, "{}", told.ja);
            let outcome = score(&state, found.signum(), true).en;
            assert_eq!(outcome.contains("wins"), plain > 0, "{outcome}");
        }
        assert!(won > 10 && lost > 5 && drawn > 2, "{won} {lost} {drawn}");
    }

    #[test]
    fn what_is_said_of_all_moves_is_so() {
        for state in late(20) {
            let mut solver = Solver::new(24);
            let columns = State::actions(&state);
            let scored: Vec<(Column, f64)> = columns
                .iter()
                .map(|&c| (c, f64::from(solver.score_of(&state, c, &mut |_| true).unwrap())))
                .collect();
            let expected: Vec<i32> = columns
                .iter()
                .flat_map(|&column| {
                    let (mut next, number) = (state, Rules.action_text(column).parse().unwrap());
                    next.apply(column);
                    let own = state.discs() as i32 / 2;
                    let score = match next.turn() {
                        Turn::Over if next.payoff(state.turn().player().unwrap()) == 1.0 => 21 - own,
                        Turn::Over => 0,
                        _ => -plain_score(&next),
                    };
                    [number, score]
                })
                .collect();
            let told = scores(&scored);
            assert_eq!((numbers(&told.en), numbers(&told.ja)), (expected.clone(), expected), "{}", told.en);
        }
    }
}

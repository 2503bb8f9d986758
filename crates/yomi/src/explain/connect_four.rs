//! Connect Four: what a move does at once.

use super::Sentence;
use yomi_core::{Decision, Ruleset, ViewOf};
use yomi_games::connect_four::{Column, ConnectFour, Rules};
use yomi_minds::connect_four::{Tactic, tactics};

pub fn remarks(view: &ViewOf<ConnectFour>, decision: &Decision<Column>) -> Vec<Sentence> {
    let name = |column| Rules.action_text(column);
    let chosen = name(decision.action);
    let mut all: Vec<Sentence> = tactics(&view.now, decision.action)
        .into_iter()
        .map(|tactic| match tactic {
            Tactic::Wins => Sentence::new(
                format!("{chosen} completes four in a row."),
                format!("{chosen} で四つ並びます。"),
            ),
            Tactic::Blocks => Sentence::new(
                format!("{chosen} takes the cell where the other would complete four."),
                format!("{chosen} は相手が四つ並べるマスを先に取ります。"),
            ),
            Tactic::LosesTo(reply) => Sentence::new(
                format!("The other can still win with {}.", name(reply)),
                format!("それでも相手は {} で勝てます。", name(reply)),
            ),
        })
        .collect();
    let losing = decision.candidates[1..].iter().filter_map(|c| {
        let loses = |t: &Tactic| matches!(t, Tactic::LosesTo(_));
        tactics(&view.now, c.action).into_iter().find(loses).map(|t| (c.action, t))
    });
    let losing: Vec<(Column, Tactic)> = losing.collect();
    if let Some(&(_, Tactic::LosesTo(reply))) = losing.first() {
        let same = losing.iter().filter(|(_, t)| *t == Tactic::LosesTo(reply));
        let list: Vec<String> = same.map(|&(c, _)| name(c)).collect();
        let (list, reply) = (list.join(", "), name(reply));
        all.push(Sentence::new(
            format!("After {list} the other wins at once with {reply}."),
            format!("{list} には相手が {reply} で即座に勝ちます。"),
        ));
    }
    all
}

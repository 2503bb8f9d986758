//! Which algorithm suits a kind of game: the chart of the search book's first chapter, extended by hidden
//! information and chance.

use crate::wire::VERSION;
use crate::{Game, Sentence};
use serde::Serialize;

/// What the chart asks about a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Traits {
    pub players: usize,
    /// The position changes with every move, so there is more than one decision.
    pub context: bool,
    /// Players move at once, without seeing each other's choice.
    pub simultaneous: bool,
    /// Every line of play can be searched to the end of the game within the time limit.
    pub searchable: bool,
    /// There is an evaluation of unfinished positions.
    pub evaluation: bool,
    /// The evaluation, or removing duplicates, keeps a beam diverse. Only for one player.
    pub diverse: bool,
    /// There is hidden information.
    pub hidden: bool,
    /// There is chance after the start: dice, draws, shuffles.
    pub chance: bool,
}

/// A turn-based two-player game about which nothing more is known.
impl Default for Traits {
    fn default() -> Self {
        Traits {
            players: 2,
            context: true,
            simultaneous: false,
            searchable: false,
            evaluation: false,
            diverse: false,
            hidden: false,
            chance: false,
        }
    }
}

/// The recommendation of the chart.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Choice {
    pub agent: &'static str,
    pub why: Sentence,
}

/// The answer of `yomi choose --json`: what the chart says of a game, and what the game recommends.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Recommendation {
    pub version: u32,
    /// `null` for a game that was described.
    pub game: Option<String>,
    pub traits: Traits,
    /// The one agent to take: the chart's, unless measurements contradict it.
    pub recommended: &'static str,
    /// What the chart says.
    #[serde(flatten)]
    pub choice: Choice,
    /// What to type to see the recommended agent play, where the game has it.
    pub command: Option<String>,
    pub best: Option<Best>,
}

impl Recommendation {
    pub fn new(game: Option<&dyn Game>, traits: Traits) -> Recommendation {
        let (choice, best) = (traits.choose(), game.and_then(Game::best));
        let measured = best.as_ref().filter(|best| best.measured.is_some());
        Recommendation {
            version: VERSION,
            game: game.map(|game| game.name().into()),
            traits,
            recommended: measured.map_or(choice.agent, |best| best.agent),
            choice,
            command: None,
            best,
        }
    }
}

/// What a game recommends: its agent `best`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Best {
    /// As typed.
    pub agent: &'static str,
    /// The reason, if it differs from the chart.
    pub measured: Option<Measured>,
}

/// A measurement that contradicts the chart.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measured {
    pub why: Sentence,
    /// The beginning of its row in docs/results.md.
    pub row: &'static str,
}

impl Best {
    /// The agent that the chart recommends.
    pub const fn by_the_chart(agent: &'static str) -> Best {
        Best { agent, measured: None }
    }

    /// An agent other than the chart's.
    pub fn measured(agent: &'static str, en: &str, ja: &str, row: &'static str) -> Best {
        Best { agent, measured: Some(Measured { why: Sentence::new(en, ja), row }) }
    }
}

impl Traits {
    /// Follows the chart from the top; the first matching condition decides.
    pub fn choose(&self) -> Choice {
        let choice = |agent, en, ja| Choice { agent, why: Sentence::new(en, ja) };
        if !self.context {
            return choice(
                "anneal",
                "there is a single decision: search among whole solutions; simulated annealing escapes local optima",
                "決定は一度きりなので、解全体を少しずつ変える局所探索。焼きなまし法なら局所最適から抜け出せます",
            );
        }
        if self.simultaneous {
            return choice(
                "duct",
                "players move at the same time: in decoupled UCT no player answers a choice that it cannot see",
                "同時に着手するので、見えない選択に応じてしまわないDUCT",
            );
        }
        if self.hidden {
            return choice(
                "ismcts",
                "some information is hidden: search information sets, in sampled worlds that agree with what is seen",
                "隠れた情報があるので、見えているものと矛盾しない世界を引き、情報集合を探索するISMCTS",
            );
        }
        match (self.players, self.chance) {
            (1, false) if self.diverse => choice(
                "beam",
                "one player, and a beam stays diverse: one wide beam finds the most",
                "一人用で多様性を保てるので、ビームサーチが最も強い",
            ),
            (1, false) => choice(
                "chokudai",
                "one player, and a beam may lose its diversity: many narrow beams in turn keep it",
                "一人用で多様性に自信がないので、細いビームを繰り返すChokudaiサーチ",
            ),
            (2, false) if self.searchable => choice(
                "alphabeta",
                "two players, and every line can be searched to the end: alpha-beta is exact",
                "二人用で全探索できるので、正確なアルファベータ法",
            ),
            (2, false) if self.evaluation => choice(
                "thunder",
                "two players, too large to search to the end, but positions can be evaluated: thunder search, or alpha-beta if the evaluation is sharp",
                "二人用で全探索はできないが盤面を評価できるので、Thunderサーチ（評価が鋭ければアルファベータ法）",
            ),
            (_, true) => choice(
                "mcts",
                "there is chance: playouts in a tree average over it",
                "運の要素があるので、プレイアウトで平均を取るMCTS",
            ),
            (2, false) => choice(
                "mcts",
                "two players, too large to search to the end, and positions cannot be evaluated: playouts in a tree need no evaluation",
                "二人用で全探索も盤面評価もできないので、プレイアウトによるMCTS",
            ),
            _ => choice(
                "mcts",
                "more than two players: playouts in a tree work for any number",
                "三人以上なので、人数を選ばないプレイアウトによるMCTS",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chart_is_the_books() {
        let agent = |traits: Traits| traits.choose().agent;
        assert_eq!(agent(Traits { players: 1, diverse: true, ..Traits::default() }), "beam");
        assert_eq!(agent(Traits { players: 1, ..Traits::default() }), "chokudai");
        assert_eq!(agent(Traits { players: 1, context: false, ..Traits::default() }), "anneal");
        assert_eq!(agent(Traits { searchable: true, ..Traits::default() }), "alphabeta");
        assert_eq!(agent(Traits { evaluation: true, ..Traits::default() }), "thunder");
        assert_eq!(agent(Traits::default()), "mcts");
        assert_eq!(agent(Traits { simultaneous: true, ..Traits::default() }), "duct");
        assert_eq!(agent(Traits { hidden: true, ..Traits::default() }), "ismcts");
        assert_eq!(agent(Traits { chance: true, evaluation: true, ..Traits::default() }), "mcts");
    }

    /// Every claim of a reason holds for the game it is given for, whatever the game is like.
    #[test]
    fn reasons_are_true_of_the_game() {
        let bits = |n: u32, bit: u32| n >> bit & 1 == 1;
        for (players, n) in (1..=3).flat_map(|players| (0..128).map(move |n| (players, n))) {
            let [context, simultaneous, searchable, evaluation] = [0, 1, 2, 3].map(|bit| bits(n, bit));
            let [diverse, hidden, chance] = [4, 5, 6].map(|bit| bits(n, bit));
            let traits =
                Traits { players, context, simultaneous, searchable, evaluation, diverse, hidden, chance };
            let Choice { why: Sentence { en, ja }, .. } = traits.choose();
            for (claim, claim_ja, holds) in [
                ("a single decision", "一度きり", !context),
                ("at the same time", "同時に", simultaneous),
                ("information is hidden", "隠れた情報があるので", hidden),
                ("one player", "一人用", players == 1),
                ("two players, ", "二人用", players == 2),
                ("more than two players", "三人以上", players > 2),
                ("a beam stays diverse", "多様性を保てる", diverse),
                ("may lose its diversity", "多様性に自信がない", !diverse),
                ("can be searched to the end", "全探索できる", searchable),
                ("too large to search", "全探索は", !searchable),
                ("too large to search", "全探索も", !searchable),
                ("can be evaluated", "盤面を評価できる", evaluation),
                ("cannot be evaluated", "盤面評価もできない", !evaluation),
                ("there is chance", "運の要素がある", chance),
            ] {
                assert!(holds || !en.contains(claim), "{traits:?}: {en}");
                assert!(holds || !ja.contains(claim_ja), "{traits:?}: {ja}");
            }
        }
    }
}

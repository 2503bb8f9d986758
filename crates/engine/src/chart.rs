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
    #[serde(flatten)]
    pub choice: Choice,
    /// What to type to see it play, where the game has that agent.
    pub command: Option<String>,
    pub best: Option<Best>,
}

impl Recommendation {
    pub fn new(game: Option<&dyn Game>, traits: Traits, command: Option<String>) -> Recommendation {
        Recommendation {
            version: VERSION,
            game: game.map(|game| game.name().into()),
            traits,
            choice: traits.choose(),
            command,
            best: game.and_then(Game::best),
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
                "there is one decision without context: local search over whole solutions, and annealing does not get stuck",
                "文脈がない一度きりの決定なので、解全体の局所探索を。焼きなまし法は局所最適に留まりません",
            );
        }
        if self.simultaneous {
            return choice(
                "duct",
                "players move at once: decoupled UCT lets nobody answer a choice that it cannot see",
                "同時着手なので、見えない選択に応じてしまわないDUCTを",
            );
        }
        if self.hidden {
            return choice(
                "ismcts",
                "some of it is hidden: search information sets over worlds that agree with what is seen",
                "隠れた情報があるので、見えるものと矛盾しない世界の上で情報集合を探索",
            );
        }
        match (self.players, self.chance) {
            (1, false) if self.diverse => choice(
                "beam",
                "one player, and the beam stays diverse: a wide beam finds the most",
                "一人用で多様性を保てるので、ビームサーチが最も強い",
            ),
            (1, false) => choice(
                "chokudai",
                "one player, and the beam may lose its diversity: narrow beams again and again keep it",
                "一人用で多様性に自信がないので、細いビームを繰り返すChokudaiサーチ",
            ),
            (2, false) if self.searchable => choice(
                "alphabeta",
                "two players, and the game can be searched out: alpha-beta is exact",
                "二人用で全探索できるので、正確なアルファベータ法",
            ),
            (2, false) if self.evaluation => choice(
                "thunder",
                "two players, too large to search out, but positions can be judged: thunder, or alpha-beta if the judgement is sharp",
                "全探索はできないが盤面評価ができるので、Thunderサーチ（評価が鋭ければアルファベータ法）",
            ),
            _ => choice(
                "mcts",
                "no judgement to go by, or luck, or more players: playouts in a tree need none of it",
                "盤面評価がない（または運や三人以上）ので、プレイアウトによるMCTS",
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
}

//! `partner(level=N)`: an opponent of one's own strength.
//!
//! A game that offers it has a [`Ladder`]: levels from weak to strong, each with a [`Manner`] of playing weaker than
//! the game's `best` and with its measured strength. The highest is `best` at its default limit. A person's strength is
//! [estimated](Standing) on the same scale.

mod deals;
mod manner;
mod standing;

pub use deals::Deals;
pub use manner::Manner;
pub use standing::{Outcome, Standing};

use crate::kind::{AgentKind, Player};
use yomi_core::{
    Contradiction, Decision, Failure, Hidden, Limits, OptionSpec, Rng, Run, Settings, Text, ViewOf,
    ViewSearch,
};

/// The levels of a game.
#[derive(Debug)]
pub struct Ladder {
    /// From weak to strong; the last one is `best`.
    pub rungs: &'static [Rung],
    /// The level if none is given.
    pub usual: &'static str,
    pub scale: Scale,
    pub seats: Seats,
}

/// A level.
#[derive(Clone, Copy, Debug)]
pub struct Rung {
    /// Its measured strength, on the ladder's [`Scale`]; that of the highest level is 0.
    pub rating: f64,
    pub manner: Manner,
}

/// What ratings count.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Scale {
    /// Points as in chess: 400 more win ten times as often.
    Elo,
    /// Chips per game; the result of one game has this standard deviation.
    Chips { deviation: f64 },
}

/// What it matters at which seat one sits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Seats {
    /// Nothing that was measured.
    Alike,
    /// The first of two seats is worth this much, on the ladder's scale, for every player.
    First(f64),
    /// Strength tells more at one of two seats than at the other. The strength of every level at both; only differences
    /// count: level `i` at the first seat is ahead of level `j` at the second by `[i - 1][0] - [j - 1][1]`.
    Each(&'static [[f64; 2]]),
}

const HELP: Text = Text::new(
    "an opponent of your own strength, as weak as its level: thinks less and plays moves that it finds nearly as good; the highest level is best",
    "手ごろな強さの相手。レベルが低いほど浅く考え、ほぼ同じ値の手から選ぶ。最高のレベルは best と同じ",
);

const LEVEL_HELP: Text = Text::new(
    "how strong, from 1; the highest is best at its default limit. A limit can make it weaker, never stronger",
    "強さ（1から）。最高は既定の制限の best。limit は弱くするだけで、強くはしない",
);

impl Ladder {
    pub fn levels(&self) -> usize {
        self.rungs.len()
    }

    /// The strength of a level, counted from 1.
    pub fn rating(&self, level: usize) -> f64 {
        self.rungs[level - 1].rating
    }

    /// Under which topic it is remembered how strong a person is in a game with these settings.
    pub fn topic(settings: &Settings) -> String {
        format!("partner {}", serde_json::json!(settings))
    }

    /// Under which topic it is remembered which [deals](Deals) of such a game a person has begun.
    pub fn deals_topic(settings: &Settings) -> String {
        format!("partner deals {}", serde_json::json!(settings))
    }

    fn option(&self) -> OptionSpec {
        OptionSpec::count("level", self.usual, 1, self.rungs.len() as u64, LEVEL_HELP)
    }

    /// What a game that is won pays: no move is better than one that never lost.
    fn most(&self) -> f64 {
        match self.scale {
            Scale::Elo => 1.0,
            Scale::Chips { .. } => f64::INFINITY,
        }
    }
}

/// The agent `partner` of a game. `search` makes the search behind a level; that of the highest must be `best`.
pub fn agent<S: Hidden>(
    ladder: &'static Ladder,
    search: impl Fn(&Manner) -> Box<dyn Player<S>> + Send + Sync + 'static,
) -> AgentKind<S> {
    let level = ladder.option();
    AgentKind::boxed("partner", HELP, &[level], Limits::default(), move |options| {
        let manner = ladder.rungs[options.count(&level) as usize - 1].manner;
        Ok(Box::new(Partner { search: search(&manner), manner, most: ladder.most() }))
    })
}

/// A search that plays in a manner.
struct Partner<S: Hidden> {
    search: Box<dyn Player<S>>,
    manner: Manner,
    most: f64,
}

impl<S: Hidden> Clone for Partner<S> {
    fn clone(&self) -> Self {
        Partner { search: self.search.fresh(), manner: self.manner, most: self.most }
    }
}

/// The stream of random numbers for what a partner draws, apart from those of its search.
const DRAWS: u64 = 0x9A27_4E12_C3B5_1D67;

impl<S: Hidden> ViewSearch<S> for Partner<S> {
    fn decide(
        &mut self,
        view: &ViewOf<S>,
        run: &mut Run<'_, S::Action>,
        rng: &mut Rng,
    ) -> Result<Decision<S::Action>, Contradiction> {
        run.limits = self.manner.within(run.limits);
        let mut draws = rng.split(DRAWS);
        let mut decision = self.search.decide(view, run, rng)?;
        self.manner.loosen(&mut decision, self.most, &mut draws);
        Ok(decision)
    }

    fn tells(&self) -> bool {
        self.search.tells()
    }

    fn has_tree(&self) -> bool {
        self.search.has_tree()
    }

    fn over(&mut self, payoffs: &[f64]) {
        self.search.over(payoffs);
    }

    fn failure(&self) -> Option<&Failure> {
        self.search.failure()
    }
}

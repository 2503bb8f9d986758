#![doc = include_str!("README.md")]

mod table;
mod text;
pub use table::Table;
pub use text::Rules;

use crate::cards::{Bet, Heard, Rank, check_shown};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow::{self, Continue};
use yomi_core::{Chance, Hidden, InfoSets, Keyed, Player, Rejected, Rng, State, Turn, ZeroSum, sentence};

/// How many cards of each rank there are.
const COPIES: u32 = 2;

/// A betting action, or the public card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Action {
    Say(Bet),
    Public(Rank),
}

/// A game of Leduc hold'em.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Leduc {
    cards: [Rank; 2],
    table: Table,
}

impl Leduc {
    pub fn deal(cards: [Rank; 2]) -> Leduc {
        Leduc { cards, table: Table::default() }
    }

    /// All deals by rank, with their probabilities.
    pub fn deals() -> impl Iterator<Item = (Leduc, f64)> {
        let pairs = Rank::ALL.into_iter().flat_map(|a| Rank::ALL.map(|b| [a, b]));
        pairs.map(|[a, b]| {
            let second = COPIES - u32::from(a == b);
            (Leduc::deal([a, b]), f64::from(COPIES * second) / 30.0)
        })
    }

    /// The world in which the opponent of `seen` holds `other`.
    pub fn world(seen: &SeenLeduc, other: Rank) -> Leduc {
        let cards = if seen.seat == Player::FIRST { [seen.card, other] } else { [other, seen.card] };
        Leduc { cards, table: seen.table }
    }

    pub fn card(&self, seat: Player) -> Rank {
        self.cards[seat.index()]
    }

    /// What both seats see.
    pub fn table(&self) -> &Table {
        &self.table
    }

    fn shown_to(&self, viewer: Player, table: &Table) -> Option<Rank> {
        table.is_showdown().then(|| self.card(viewer.other()))
    }

    /// How many cards of this rank are left for the public card.
    #[inline]
    fn left(&self, rank: Rank) -> u32 {
        COPIES - u32::from(self.cards[0] == rank) - u32::from(self.cards[1] == rank)
    }

    /// The strength of a seat's hand at the showdown: a pair with the public card beats every rank.
    #[inline]
    fn strength(&self, seat: usize) -> usize {
        let paired = self.table.public() == Some(self.cards[seat]);
        self.cards[seat].index() + if paired { Rank::ALL.len() } else { 0 }
    }
}

impl State for Leduc {
    type Action = Action;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.table.turn()
    }

    #[inline]
    fn try_for_each_action<B>(&self, mut f: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        self.table.choices().iter().try_for_each(|&bet| f(Action::Say(bet)))
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        match action {
            Action::Say(bet) => self.table.say(bet),
            Action::Public(rank) => self.table.turn_up(rank),
        }
    }

    #[inline]
    fn payoff(&self, p: Player) -> f64 {
        let first = match self.table.folded() {
            Some(seat) => {
                let lost = i32::from(self.table.chips()[seat.index()]);
                if seat == Player::FIRST { -lost } else { lost }
            }
            None => {
                let stake = i32::from(self.table.chips()[0]);
                match self.strength(0).cmp(&self.strength(1)) {
                    std::cmp::Ordering::Greater => stake,
                    std::cmp::Ordering::Equal => 0,
                    std::cmp::Ordering::Less => -stake,
                }
            }
        };
        f64::from(if p == Player::FIRST { first } else { -first })
    }

    fn payoff_bounds(&self) -> (f64, f64) {
        let most = f64::from(table::MOST_CHIPS);
        (-most, most)
    }

    #[inline]
    fn random_action(&self, rng: &mut Rng) -> Action {
        let choices = self.table.choices();
        Action::Say(choices[rng.below(choices.len() as u32) as usize])
    }
}

impl ZeroSum for Leduc {}

impl Chance for Leduc {
    fn try_for_each_outcome<B>(&self, mut f: impl FnMut(Action, f64) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.turn() == Turn::Chance {
            for rank in Rank::ALL {
                let left = self.left(rank);
                if left > 0 {
                    f(Action::Public(rank), f64::from(left) / 4.0)?;
                }
            }
        }
        Continue(())
    }

    #[inline]
    fn sample_outcome(&self, rng: &mut Rng) -> Action {
        let mut skip = rng.below(4);
        for rank in [Rank::J, Rank::Q] {
            let left = self.left(rank);
            if skip < left {
                return Action::Public(rank);
            }
            skip -= left;
        }
        Action::Public(Rank::K)
    }
}

impl Keyed for Leduc {
    fn key(&self) -> u64 {
        self.table.key() << 4 | (self.cards[0].index() + 3 * self.cards[1].index()) as u64
    }
}

/// What one seat knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SeenLeduc {
    pub seat: Player,
    pub card: Rank,
    #[serde(flatten)]
    pub table: Table,
    #[serde(default)]
    pub shown: Option<Rank>,
}

impl SeenLeduc {
    /// Checks that this view can occur in a game.
    pub fn check(&self) -> Result<(), Rejected> {
        if self.seat.index() > 1 {
            return Err(Rejected(sentence!(
                "seat {} does not exist; expected 0 or 1",
                "席{}はありません。0か1にしてください",
                self.seat
            )));
        }
        check_shown(self.shown, self.table.is_showdown(), |card| self.left(card) > 0)
    }

    /// How many cards of this rank the viewer has not seen.
    pub fn left(&self, rank: Rank) -> u32 {
        COPIES - u32::from(self.card == rank) - u32::from(self.table.public() == Some(rank))
    }
}

impl Hidden for Leduc {
    type Seen = SeenLeduc;
    type Event = Heard<Action>;

    fn seen(&self, viewer: Player) -> SeenLeduc {
        let shown = self.shown_to(viewer, &self.table);
        SeenLeduc { seat: viewer, card: self.card(viewer), table: self.table, shown }
    }

    fn event(&self, action: Action, viewer: Player) -> Heard<Action> {
        let mut after = *self;
        after.apply(action);
        Heard { action, shown: self.shown_to(viewer, &after.table) }
    }

    fn observe(seen: &mut SeenLeduc, heard: &Heard<Action>) -> Result<(), Rejected> {
        let mut next = *seen;
        match heard.action {
            Action::Say(bet) if next.table.choices().contains(&bet) => next.table.say(bet),
            Action::Say(bet) => {
                return Err(Rejected(sentence!(
                    "{} is not possible here",
                    "ここで {} はできません",
                    bet.text()
                )));
            }
            Action::Public(_) if seen.table.turn() != Turn::Chance => {
                return Err(Rejected(sentence!(
                    "a public card comes after the first round of betting only",
                    "公開カードが出るのは最初のベットラウンドの後だけです"
                )));
            }
            Action::Public(rank) => next.table.turn_up(rank),
        }
        next.shown = heard.shown;
        next.check()?;
        *seen = next;
        Ok(())
    }

    fn seen_turn(seen: &SeenLeduc) -> Turn {
        seen.table.turn()
    }

    fn seen_actions(seen: &SeenLeduc) -> Vec<Action> {
        seen.table.choices().iter().map(|&bet| Action::Say(bet)).collect()
    }
}

impl InfoSets for Leduc {
    type Grain = ();

    #[inline]
    fn info_key(&self, viewer: Player, _: ()) -> u64 {
        let shown = self.shown_to(viewer, &self.table).map_or(3, Rank::index);
        self.table.key() << 5 | (viewer.index() | self.card(viewer).index() << 1 | shown << 3) as u64
    }
}

#[cfg(test)]
mod tests;

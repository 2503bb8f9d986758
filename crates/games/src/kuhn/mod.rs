#![doc = include_str!("README.md")]

mod text;
pub use text::Rules;

use crate::cards::{Bet, Heard, Rank, check_shown};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow::{self, Continue};
use yomi_core::{Deterministic, Hidden, InfoSets, Keyed, Player, Rejected, State, Turn, ZeroSum, sentence};

/// The betting so far: bits after a leading 1, in order; 0 for check and fold, 1 for bet and call.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "Vec<Bet>", try_from = "Vec<Bet>")]
pub struct Line(u8);

impl Line {
    const START: Line = Line(0b1);
    const CHECKED: Line = Line(0b10);
    const BET: Line = Line(0b11);
    const CHECKED_BET: Line = Line(0b101);

    /// The default for a view that leaves the betting out: none so far.
    fn start() -> Line {
        Line::START
    }

    const fn turn(self) -> Turn {
        match self {
            Line::START | Line::CHECKED_BET => Turn::Player(Player::FIRST),
            Line::CHECKED | Line::BET => Turn::Player(Player::SECOND),
            _ => Turn::Over,
        }
    }

    /// The two legal actions, the passive one first.
    const fn choices(self) -> [Bet; 2] {
        match self {
            Line::START | Line::CHECKED => [Bet::Check, Bet::Bet],
            _ => [Bet::Fold, Bet::Call],
        }
    }

    const fn then(self, bet: Bet) -> Line {
        Line(self.0 << 1 | matches!(bet, Bet::Bet | Bet::Call) as u8)
    }

    fn is_legal(self, bet: Bet) -> bool {
        self.turn() != Turn::Over && self.choices().contains(&bet)
    }

    /// Over without a fold: check-check, bet-call, check-bet-call.
    pub const fn is_showdown(self) -> bool {
        matches!(self.0, 0b100 | 0b111 | 0b1011)
    }

    pub fn bets(self) -> Vec<Bet> {
        let length = 7 - self.0.leading_zeros();
        let mut line = Line::START;
        (0..length)
            .rev()
            .map(|i| {
                let bet = line.choices()[usize::from(self.0 >> i & 1)];
                line = line.then(bet);
                bet
            })
            .collect()
    }
}

impl From<Line> for Vec<Bet> {
    fn from(line: Line) -> Self {
        line.bets()
    }
}

impl TryFrom<Vec<Bet>> for Line {
    type Error = Rejected;

    fn try_from(bets: Vec<Bet>) -> Result<Line, Rejected> {
        bets.into_iter().try_fold(Line::START, |line, bet| {
            if line.is_legal(bet) {
                Ok(line.then(bet))
            } else {
                Err(Rejected(sentence!(
                    "{} cannot be said after {:?}",
                    "{1:?} の後に {0} はできません",
                    bet.text(),
                    line.bets()
                )))
            }
        })
    }
}

/// A game of Kuhn poker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kuhn {
    cards: [Rank; 2],
    line: Line,
}

impl Kuhn {
    /// The start with these cards. Panics when they are equal: there is one card of each rank.
    pub fn deal(cards: [Rank; 2]) -> Kuhn {
        assert_ne!(cards[0], cards[1], "there is one card of each rank");
        Kuhn { cards, line: Line::START }
    }

    /// All deals, each equally likely.
    pub fn deals() -> impl Iterator<Item = Kuhn> {
        let pairs = Rank::ALL.into_iter().flat_map(|a| Rank::ALL.map(|b| [a, b]));
        pairs.filter(|[a, b]| a != b).map(Kuhn::deal)
    }

    /// The world in which the opponent of `seen` holds `other`.
    pub fn world(seen: &SeenKuhn, other: Rank) -> Kuhn {
        let cards = if seen.seat == Player::FIRST { [seen.card, other] } else { [other, seen.card] };
        Kuhn { cards, line: seen.betting }
    }

    pub fn card(&self, seat: Player) -> Rank {
        self.cards[seat.index()]
    }

    /// The betting so far.
    pub fn betting(&self) -> Vec<Bet> {
        self.line.bets()
    }

    fn shown_to(&self, viewer: Player, line: Line) -> Option<Rank> {
        line.is_showdown().then(|| self.card(viewer.other()))
    }
}

impl State for Kuhn {
    type Action = Bet;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.line.turn()
    }

    #[inline]
    fn try_for_each_action<B>(&self, mut f: impl FnMut(Bet) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.turn() != Turn::Over {
            let [careful, bold] = self.line.choices();
            f(careful)?;
            f(bold)?;
        }
        Continue(())
    }

    #[inline]
    fn apply(&mut self, bet: Bet) {
        self.line = self.line.then(bet);
    }

    #[inline]
    fn payoff(&self, p: Player) -> f64 {
        let higher = |chips: i8| if self.cards[0] > self.cards[1] { chips } else { -chips };
        let first = match self.line.0 {
            0b100 => higher(1),
            0b110 => 1,
            0b1010 => -1,
            0b111 | 0b1011 => higher(2),
            _ => 0,
        };
        f64::from(if p == Player::FIRST { first } else { -first })
    }

    fn payoff_bounds(&self) -> (f64, f64) {
        (-2.0, 2.0)
    }

    #[inline]
    fn random_action(&self, rng: &mut yomi_core::Rng) -> Bet {
        self.line.choices()[rng.below(2) as usize]
    }
}

impl Deterministic for Kuhn {}
impl ZeroSum for Kuhn {}

impl Keyed for Kuhn {
    fn key(&self) -> u64 {
        (self.cards[0].index() + 3 * self.cards[1].index()) as u64 | u64::from(self.line.0) << 8
    }
}

/// What one seat knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeenKuhn {
    pub seat: Player,
    pub card: Rank,
    #[serde(default = "Line::start")]
    pub betting: Line,
    #[serde(default)]
    pub shown: Option<Rank>,
}

impl SeenKuhn {
    /// Checks that this view can occur in a game.
    pub fn check(&self) -> Result<(), Rejected> {
        if self.seat.index() > 1 {
            return Err(Rejected(sentence!(
                "seat {} does not exist; expected 0 or 1",
                "席{}はありません。0か1にしてください",
                self.seat
            )));
        }
        check_shown(self.shown, self.betting.is_showdown(), |card| card != self.card)
    }
}

impl Hidden for Kuhn {
    type Seen = SeenKuhn;
    type Event = Heard<Bet>;

    fn seen(&self, viewer: Player) -> SeenKuhn {
        let shown = self.shown_to(viewer, self.line);
        SeenKuhn { seat: viewer, card: self.card(viewer), betting: self.line, shown }
    }

    fn event(&self, bet: Bet, viewer: Player) -> Heard<Bet> {
        Heard { action: bet, shown: self.shown_to(viewer, self.line.then(bet)) }
    }

    fn observe(seen: &mut SeenKuhn, heard: &Heard<Bet>) -> Result<(), Rejected> {
        if !seen.betting.is_legal(heard.action) {
            return Err(Rejected(sentence!(
                "{} is not possible here",
                "ここで {} はできません",
                heard.action.text()
            )));
        }
        let next = SeenKuhn { betting: seen.betting.then(heard.action), shown: heard.shown, ..*seen };
        next.check()?;
        *seen = next;
        Ok(())
    }

    fn seen_turn(seen: &SeenKuhn) -> Turn {
        seen.betting.turn()
    }

    fn seen_actions(seen: &SeenKuhn) -> Vec<Bet> {
        if seen.betting.turn() == Turn::Player(seen.seat) {
            seen.betting.choices().to_vec()
        } else {
            Vec::new()
        }
    }
}

impl InfoSets for Kuhn {
    type Grain = ();

    #[inline]
    fn info_key(&self, viewer: Player, _: ()) -> u64 {
        let shown = self.shown_to(viewer, self.line).map_or(3, Rank::index);
        let parts = [(viewer.index(), 1), (self.card(viewer).index(), 2), (shown, 2)];
        parts.into_iter().fold(u64::from(self.line.0), |key, (part, bits)| key << bits | part as u64)
    }
}

#[cfg(test)]
mod tests;

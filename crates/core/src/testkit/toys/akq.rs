//! Half-street poker with three cards.

use crate::{
    Belief, Contradiction, Deterministic, Hidden, Inference, InfoSets, Player, Rejected, Rng, State, Turn,
    ViewOf, ZeroSum,
};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// A card; the higher one wins the showdown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Card {
    Queen,
    King,
    Ace,
}

/// What is said: the first seat checks or bets, and after a bet the second seat folds or calls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Bet {
    Check,
    Bet,
    Fold,
    Call,
}

/// The AKQ game: both seats put in one chip and get one of three cards, unseen by the opponent. The first
/// seat may bet one chip more; the second then folds or calls.
///
/// In equilibrium the first seat bets every ace and one queen in three, the second calls with every ace and
/// one king in three, and the first seat wins 1/18 of a chip per game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Akq {
    /// The card of each seat.
    pub cards: [Card; 2],
    pub first: Option<Bet>,
    pub second: Option<Bet>,
}

const CARDS: [Card; 3] = [Card::Queen, Card::King, Card::Ace];

impl Akq {
    /// The start with these cards for the first and the second seat.
    #[must_use]
    pub const fn new(first: Card, second: Card) -> Akq {
        Akq { cards: [first, second], first: None, second: None }
    }

    /// All starts with their probabilities.
    #[must_use]
    pub fn deals() -> Vec<(Akq, f64)> {
        let pairs = CARDS.into_iter().flat_map(|a| CARDS.map(|b| (a, b)));
        pairs.filter(|(a, b)| a != b).map(|(a, b)| (Akq::new(a, b), 1.0 / 6.0)).collect()
    }

    /// One of the starts.
    #[must_use]
    pub fn deal(seed: u64) -> Akq {
        let mut cards = CARDS;
        Rng::new(seed).shuffle(&mut cards);
        Akq::new(cards[0], cards[1])
    }
}

fn turn(first: Option<Bet>, second: Option<Bet>) -> Turn {
    match (first, second) {
        (None, _) => Turn::Player(Player::FIRST),
        (Some(Bet::Bet), None) => Turn::Player(Player::SECOND),
        _ => Turn::Over,
    }
}

fn legal(first: Option<Bet>, second: Option<Bet>) -> &'static [Bet] {
    match turn(first, second) {
        Turn::Player(Player::FIRST) => &[Bet::Check, Bet::Bet],
        Turn::Player(_) => &[Bet::Fold, Bet::Call],
        Turn::Chance | Turn::Over => &[],
    }
}

impl State for Akq {
    type Action = Bet;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        turn(self.first, self.second)
    }

    fn try_for_each_action<B>(&self, f: impl FnMut(Bet) -> ControlFlow<B>) -> ControlFlow<B> {
        legal(self.first, self.second).iter().copied().try_for_each(f)
    }

    fn apply(&mut self, bet: Bet) {
        match self.first {
            None => self.first = Some(bet),
            Some(_) => self.second = Some(bet),
        }
    }

    fn payoff(&self, p: Player) -> f64 {
        let showdown = if self.cards[0] > self.cards[1] { 1.0 } else { -1.0 };
        let first = match self.second {
            None => showdown,
            Some(Bet::Fold) => 1.0,
            Some(_) => 2.0 * showdown,
        };
        if p == Player::FIRST { first } else { -first }
    }

    fn payoff_bounds(&self) -> (f64, f64) {
        (-2.0, 2.0)
    }
}

impl Deterministic for Akq {}
impl ZeroSum for Akq {}

/// What one seat sees of [`Akq`]: its own card and everything that was said.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct AkqSeen {
    pub seat: Player,
    pub card: Card,
    pub first: Option<Bet>,
    pub second: Option<Bet>,
}

impl Hidden for Akq {
    type Seen = AkqSeen;
    /// Everything is said aloud.
    type Event = Bet;

    fn seen(&self, viewer: Player) -> AkqSeen {
        AkqSeen { seat: viewer, card: self.cards[viewer.index()], first: self.first, second: self.second }
    }

    fn event(&self, bet: Bet, _: Player) -> Bet {
        bet
    }

    fn observe(seen: &mut AkqSeen, &bet: &Bet) -> Result<(), Rejected> {
        let allowed = legal(seen.first, seen.second);
        if !allowed.contains(&bet) {
            return Err(Rejected::new(format!("{bet:?} cannot be said now; expected one of {allowed:?}")));
        }
        match seen.first {
            None => seen.first = Some(bet),
            Some(_) => seen.second = Some(bet),
        }
        Ok(())
    }

    fn seen_turn(seen: &AkqSeen) -> Turn {
        turn(seen.first, seen.second)
    }

    fn seen_actions(seen: &AkqSeen) -> Vec<Bet> {
        legal(seen.first, seen.second).to_vec()
    }
}

impl InfoSets for Akq {
    type Grain = ();

    fn info_key(&self, viewer: Player, _: ()) -> u64 {
        let said = |bet: Option<Bet>| bet.map_or(0, |bet| 1 + bet as u64);
        let card = self.cards[viewer.index()] as u64;
        said(self.second) << 6 | said(self.first) << 3 | card << 1 | viewer.index() as u64
    }
}

/// The opponent holds either of the two cards that are not one's own, with equal probability.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyDeal;

/// The two deals that one seat of [`Akq`] takes for possible.
#[derive(Clone, Copy, Debug)]
pub struct TwoDeals([Akq; 2]);

impl Inference<Akq> for AnyDeal {
    type Belief = TwoDeals;

    fn read(&self, view: &ViewOf<Akq>) -> Result<TwoDeals, Contradiction> {
        let AkqSeen { seat, card, first, second } = view.now;
        let mut others = CARDS.into_iter().filter(|&other| other != card);
        let deals = [(); 2].map(|()| {
            let mut cards = [card; 2];
            cards[seat.other().index()] = others.next().expect("two cards are left");
            Akq { cards, first, second }
        });
        Ok(TwoDeals(deals))
    }
}

impl Belief<Akq> for TwoDeals {
    fn sample(&mut self, rng: &mut Rng) -> (Akq, f64) {
        (self.0[rng.below(2) as usize], 1.0)
    }
}

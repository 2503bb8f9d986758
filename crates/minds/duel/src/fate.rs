//! Where the cards lie that nobody has seen.
//!
//! The rules draw a card when it is first seen, which is all that a player can tell. Who learns from what is
//! hidden needs more: a shield is one card from the deal on, and that card cannot be drawn from the library
//! later. A [`Fate`] is such a truth beside a game, and deals what it says.

use yomi_core::{Chance, Player, Rng};
use yomi_games::Duel;
use yomi_games::duel::{Action, CardId, Counts, Known, Stage};

/// The unseen cards of one player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Place {
    /// The shields that nobody has seen, from left to right.
    shields: Vec<CardId>,
    /// The library without its known top; the next card is the last one.
    library: Vec<CardId>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fate {
    sides: [Place; 2],
}

impl Fate {
    /// All orders of the unseen cards are equally likely.
    pub fn of(state: &Duel, rng: &mut Rng) -> Fate {
        let mut fate = Fate { sides: Default::default() };
        fate.keep_up(state, rng);
        fate
    }

    /// The library of a player without its known top; the next card is the last one.
    pub fn library(&self, seat: Player) -> &[CardId] {
        &self.sides[seat.index()].library
    }

    /// The shields that nobody has seen, from left to right.
    pub fn shields(&self, seat: Player) -> &[CardId] {
        &self.sides[seat.index()].shields
    }

    /// What chance brings here. Discards, and shields of which their owner knows that they are among some
    /// cards, are drawn.
    pub fn outcome(&self, state: &Duel, rng: &mut Rng) -> Action {
        // The lowest bit of a source of chance is the player whose cards are dealt.
        let side = Player::new((state.source() & 1) as usize);
        let Place { shields, library } = &self.sides[side.index()];
        let known = state.side_of(side);
        let next = match state.stage() {
            Stage::Sort => shields.first(),
            Stage::Break if known.shields.first().1 == Known::Nobody => shields.first(),
            Stage::Break | Stage::EffectDiscard => None,
            _ if known.top.is_empty() => library.last(),
            _ => None,
        };
        next.map_or_else(|| state.sample_outcome(rng), |&card| Action::Deal(card))
    }

    /// Plays an action or outcome, and keeps up with it.
    pub fn apply(&mut self, state: &mut Duel, action: Action, rng: &mut Rng) {
        if let Action::Deal(card) = action {
            self.dealt(state, card);
        }
        yomi_core::State::apply(state, action);
        self.keep_up(state, rng);
    }

    fn dealt(&mut self, before: &Duel, card: CardId) {
        let place = &mut self.sides[(before.source() & 1) as usize];
        match before.stage() {
            Stage::Sort | Stage::Break if place.shields.first() == Some(&card) => {
                place.shields.remove(0);
            }
            Stage::Sort | Stage::Break | Stage::EffectDiscard => {}
            _ if place.library.last() == Some(&card) => {
                place.library.pop();
            }
            _ => {}
        }
    }

    /// Cards may have gone from the library to the shields unseen, and a library that was searched was
    /// shuffled.
    fn keep_up(&mut self, state: &Duel, rng: &mut Rng) {
        for seat in Player::all(2) {
            let (side, place) = (state.side_of(seat), &mut self.sides[seat.index()]);
            let unseen = side.shields.in_pool();
            while place.shields.len() < unseen
                && let Some(next) = place.library.pop()
            {
                place.shields.push(next);
            }
            let held: Counts = place.shields.iter().chain(&place.library).copied().collect();
            if place.shields.len() == unseen && held == side.pool {
                continue;
            }
            let shields: Counts = place.shields.iter().copied().collect();
            let rest = if place.shields.len() == unseen { side.pool.minus(&shields) } else { None };
            if let Some(rest) = rest {
                place.library = rest.copies().collect();
                rng.shuffle(&mut place.library);
            } else {
                let mut all: Vec<CardId> = side.pool.copies().collect();
                rng.shuffle(&mut all);
                place.shields = all.split_off(all.len() - unseen);
                place.library = all;
            }
        }
    }
}

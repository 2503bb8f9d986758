//! Deals to begin with, before whole deals are weighed: drawn exactly, from what single passes say about
//! single cards.
//!
//! A pass may have been forced, and then a few deals are very likely, or made on purpose, and then many are a
//! little likely. Which of both is so is not known beforehand, so deals are drawn in all these ways, and each
//! counts by how likely all ways together were to draw it.

use super::Dealt;
use super::doubts::Doubts;
use super::story::Story;
use yomi_core::{Contradiction, MAX_PLAYERS, Player, Rng};
use yomi_games::sevens::{Action, Cards, SeenSevens};
use yomi_search::belief::{Deals, Holders, Weights};

/// Ways to draw deals.
#[derive(Clone, Debug)]
pub struct Begin {
    ways: Vec<Way>,
    /// How the first way weighs the cards of each seat that has passed.
    doubts: [Option<Doubts>; MAX_PLAYERS],
}

#[derive(Clone, Debug)]
struct Way {
    deals: Deals,
    /// What each seat cannot hold.
    excluded: Dealt,
    /// The logarithm of how likely it draws a deal of weight 1, this way chosen.
    ln_each: f64,
}

/// Who may hold what by the rules alone.
pub fn holders(seen: &SeenSevens) -> Result<Holders, Contradiction> {
    let hidden: Vec<u32> = Player::all(seen.board.players())
        .map(|p| if p == seen.seat { 0 } else { u32::from(seen.board.place(p).cards) })
        .collect();
    Holders::new(seen.unseen().bits(), &hidden)
}

/// What lay open when each seat passed.
pub fn passed_over(seen: &SeenSevens, story: &Story) -> Dealt {
    let mut all = [Cards::NONE; MAX_PLAYERS];
    for p in seen.others() {
        for m in story.seats[p.index()].moves.iter().filter(|m| m.action == Action::Pass) {
            all[p.index()] = all[p.index()] | (m.open & seen.unseen());
        }
    }
    all
}

/// The deals in which nobody holds these cards.
pub fn without(seen: &SeenSevens, excluded: &Dealt) -> Result<Deals, Contradiction> {
    let mut holders = holders(seen)?;
    for (seat, cards) in excluded.iter().enumerate().filter(|(_, cards)| !cards.is_empty()) {
        holders.cannot_hold(seat, cards.bits())?;
    }
    Ok(Deals::new(&holders))
}

impl Begin {
    pub fn new(
        seen: &SeenSevens,
        story: &Story,
        decay: f64,
        on_purpose: f64,
    ) -> Result<Begin, Contradiction> {
        let over = passed_over(seen, story);
        let (mut weights, mut doubts) = (Weights::default(), [None; MAX_PLAYERS]);
        for p in seen.others().filter(|p| !over[p.index()].is_empty()) {
            let own = Doubts::new(&story.seats[p.index()].moves, decay, on_purpose);
            for (cards, weight) in own.cards.iter().zip(own.weights) {
                weights.scale(p.index(), cards.bits(), weight);
            }
            doubts[p.index()] = Some(own);
        }
        let none = [Cards::NONE; MAX_PLAYERS];
        let mut ways =
            vec![Way { deals: Deals::weighted(&holders(seen)?, &weights)?, excluded: none, ln_each: 0.0 }];
        for excluded in forced(&over) {
            // Where nothing is left, a seat has passed on purpose.
            ways.extend(without(seen, &excluded).ok().map(|deals| Way { deals, excluded, ln_each: 0.0 }));
        }
        let many = ways.len() as f64;
        ways.iter_mut().for_each(|way| way.ln_each = -way.deals.ln_total() - many.ln());
        Ok(Begin { ways, doubts })
    }

    pub fn draw(&self, rng: &mut Rng) -> Dealt {
        let way = match self.ways.len() {
            1 => 0,
            many => rng.below(many as u32) as usize,
        };
        dealt(&self.ways[way].deals, rng)
    }

    /// The logarithm of how likely a deal is to be drawn.
    #[inline]
    pub fn ln_chance(&self, hands: &Dealt) -> f64 {
        let doubts = self.doubts.iter().zip(hands);
        let first =
            doubts.map(|(doubts, &hand)| doubts.map_or(0.0, |doubts| doubts.ln_of(hand))).sum::<f64>();
        let Some((plain, forced)) = self.ways.split_first() else { return first };
        let first = plain.ln_each + first;
        let fits = |way: &&Way| way.excluded.iter().zip(hands).all(|(&out, &hand)| (out & hand).is_empty());
        if forced.is_empty() {
            return first;
        }
        let more: f64 = forced.iter().filter(fits).map(|way| (way.ln_each - first).exp()).sum();
        first + more.ln_1p()
    }

    /// The chance that each seat holds each card by the first way.
    pub fn deals(&self) -> &Deals {
        &self.ways[0].deals
    }
}

/// Which seats may have been forced to pass: each by itself, and all of them.
fn forced(over: &Dealt) -> Vec<Dealt> {
    let passed: Vec<usize> = (0..MAX_PLAYERS).filter(|&seat| !over[seat].is_empty()).collect();
    let alone = |&seat: &usize| {
        let mut only = [Cards::NONE; MAX_PLAYERS];
        only[seat] = over[seat];
        only
    };
    let mut ways: Vec<Dealt> = passed.iter().map(alone).collect();
    if passed.len() > 1 {
        ways.push(*over);
    }
    ways
}

/// A deal.
pub fn dealt(deals: &Deals, rng: &mut Rng) -> Dealt {
    let mut hands = [Cards::NONE; MAX_PLAYERS];
    hands.iter_mut().zip(deals.sample(rng)).for_each(|(hand, bits)| *hand = Cards::from_bits(bits));
    hands
}

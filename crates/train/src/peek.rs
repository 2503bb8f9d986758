//! Does a network look at what is hidden? The same position with its hidden cards dealt anew must give the
//! same bits.

use crate::company::{Desk, Sitter};
use crate::games;
use rayon::prelude::*;
use yomi_core::{Hidden as _, Rng, State as _};
use yomi_duel::DeckReading;
use yomi_duel::learnt::Learnt;
use yomi_duel::vector::Sparse;
use yomi_games::Duel;
use yomi_games::duel::Rules;

/// Positions that were asked about twice, and how many gave something else the second time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Peeked {
    pub positions: u64,
    /// Of which the hidden cards were others: in the rest there was nothing to see.
    pub dealt_anew: u64,
    pub differ: u64,
}

/// Games of a block.
const BLOCK: u64 = 64;

/// Positions of a network's own games, until there are as many as wanted.
pub fn look_for(rules: &Rules, learnt: &Learnt, wanted: u64, seed: u64) -> Peeked {
    let mut all = Peeked::default();
    let mut games = 0;
    while all.positions < wanted {
        let found: Vec<Peeked> =
            (games..games + BLOCK).into_par_iter().map(|game| of_game(rules, learnt, game, seed)).collect();
        games += BLOCK;
        for Peeked { positions, dealt_anew, differ } in found {
            all.positions += positions;
            all.dealt_anew += dealt_anew;
            all.differ += differ;
        }
    }
    all
}

fn of_game(rules: &Rules, learnt: &Learnt, game: u64, seed: u64) -> Peeked {
    let mut rng = Rng::new(seed).split(game);
    let (deal, mut worlds) = (rng.next_u64(), rng.split(0x9EE2));
    let (mut desk, mut peeked) = (Desk::default(), Peeked::default());
    games::play(rules, deal, &mut rng, |decision, rng| {
        let actions = decision.state.actions();
        if actions.len() > 1 {
            let seen = decision.state.seen(decision.seat);
            let reading = DeckReading::of_other(&seen).expect("a deck of the game is played");
            let world = seen.world(reading.draw(&mut worlds), &mut worlds);
            let said = |state: &Duel| {
                let (mut shares, mut input) = (Vec::new(), Sparse::default());
                let seen = state.seen(decision.seat);
                let look = learnt.look(&seen, decision.history, &mut input);
                look.shares(&actions, &mut shares);
                shares.push(look.value());
                let bits: Vec<u32> = shares.into_iter().map(f32::to_bits).collect();
                let cards = learnt.cards(&seen, decision.history, &mut input).map(|cards| {
                    let row = |row: usize| cards.chance(row).to_bits();
                    (0..cards.questions().rows()).map(row).collect::<Vec<u64>>()
                });
                (bits, cards)
            };
            peeked.positions += 1;
            peeked.dealt_anew += u64::from(world != *decision.state);
            peeked.differ += u64::from(said(decision.state) != said(&world));
        }
        Sitter::Drawn.choose(learnt, decision, &mut desk, rng)
    });
    peeked
}

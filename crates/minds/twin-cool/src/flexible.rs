//! The heuristic of the seeds: keep the cards that many others fit.

use yomi_core::{Policy, Rng};
use yomi_games::twin_cool::{Action, Card, Cards, Slot, TwinCool};

/// Plays the card with the fewest unseen cards that share its suit or value (the lowest card on ties), on the
/// first slot where it fits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flexible;

/// How many cards of a set share the card's suit or value.
#[inline]
pub fn flexibility(card: Card, unseen: Cards) -> u32 {
    (unseen & card.fitting()).len()
}

impl Policy<TwinCool> for Flexible {
    #[inline]
    fn choose(&mut self, state: &TwinCool, _: &mut Rng) -> Action {
        let [first, second] = Slot::ALL.map(|slot| state.fitting(slot));
        let playable = state.hand() & (first | second);
        let unseen = state.unseen();
        let card = playable.iter().min_by_key(|&card| flexibility(card, unseen));
        let card = card.expect("a player to move has a card that fits");
        Action::Play(card, if first.contains(card) { Slot::First } else { Slot::Second })
    }
}

//! Determinization: a whole deck that agrees with what is seen, all equally likely.

use yomi_core::Rng;
use yomi_games::twin_cool::{Card, TwinCool};

/// Deals the deck of a world: the cards to come in their order. `deck` is a buffer that keeps its memory from
/// world to world; the unseen cards that are not dealt are those set aside.
pub fn deal_deck(state: &TwinCool, deck: &mut Vec<Card>, rng: &mut Rng) {
    deck.clear();
    deck.extend(state.unseen().iter());
    let (unseen, cards) = (deck.len(), state.deck() as usize);
    // A partial shuffle: only the cards that come need an order.
    for i in 0..cards {
        let other = i + rng.below((unseen - i) as u32) as usize;
        deck.swap(i, other);
    }
    deck.truncate(cards);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use yomi_core::{Luck, Ruleset, State};
    use yomi_games::twin_cool::{Action, Cards, Rules, Variant};

    fn small() -> TwinCool {
        let variant = Variant { suits: 2, values: 3, aside: 1, hand: 2, ..Variant::default() };
        Rules { variant, ..Rules::default() }.start(5)
    }

    /// Four unseen cards, three of which come: 24 worlds, all equally frequent.
    #[test]
    fn every_world_is_equally_likely() {
        let state = small();
        let (mut rng, mut deck) = (Rng::new(1), Vec::new());
        let mut counts: BTreeMap<Vec<Card>, u32> = BTreeMap::new();
        let samples: u32 = 24_000;
        for _ in 0..samples {
            deal_deck(&state, &mut deck, &mut rng);
            *counts.entry(deck.clone()).or_default() += 1;
        }
        assert_eq!(counts.len(), 24, "4 * 3 * 2 orders");
        let expected = f64::from(samples) / 24.0;
        let chi: f64 = counts.values().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        // 23 degrees of freedom: 58.6 is exceeded by chance once in 16,000 times.
        assert!(chi < 58.6, "{chi}");
    }

    /// The same for the draws that searches make themselves.
    #[test]
    fn draws_are_as_uniform_as_deals() {
        let state = small();
        let mut counts: BTreeMap<Vec<Action>, u32> = BTreeMap::new();
        let samples: u32 = 24_000;
        for seed in 0..u64::from(samples) {
            let mut next = state;
            let mut luck = Luck::new(seed);
            let mut drawn = Vec::new();
            while next.deck() > 0 {
                let Some(&action) = State::actions(&next).first() else { break };
                next.apply(action);
                luck.settle(&mut next, |_, outcome| drawn.push(outcome));
            }
            drawn.truncate(2);
            *counts.entry(drawn).or_default() += 1;
        }
        // The first two draws: 4 * 3, and games that end after one.
        let first: BTreeMap<Action, u32> = counts.iter().fold(BTreeMap::new(), |mut all, (drawn, n)| {
            *all.entry(drawn[0]).or_default() += n;
            all
        });
        let expected = f64::from(samples) / 4.0;
        let chi: f64 = first.values().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        // Three degrees of freedom; exceeded by chance once in 16,000 times.
        assert!(first.len() == 4 && chi < 22.5, "{first:?}");
    }

    /// Worlds of one view differ in their decks, which have unseen cards only.
    #[test]
    fn decks_differ_and_hold_what_is_unseen() {
        let state = Rules::default().start(3);
        let (mut rng, mut deck) = (Rng::new(9), Vec::new());
        let decks: std::collections::BTreeSet<Vec<Card>> = (0..10)
            .map(|_| {
                deal_deck(&state, &mut deck, &mut rng);
                deck.clone()
            })
            .collect();
        assert_eq!(decks.len(), 10, "ten different decks");
        for deck in decks {
            let cards: Cards = deck.iter().copied().collect();
            assert_eq!((deck.len() as u32, cards.len()), (state.deck(), state.deck()), "each card once");
            assert!((cards & !state.unseen()).is_empty(), "unseen cards only");
        }
    }

    /// The buffer is refilled without allocating.
    #[test]
    fn the_pool_keeps_its_memory() {
        let state = Rules::default().start(3);
        let (mut rng, mut deck) = (Rng::new(9), Vec::new());
        deal_deck(&state, &mut deck, &mut rng);
        let (place, room) = (deck.as_ptr(), deck.capacity());
        (0..100).for_each(|_| deal_deck(&state, &mut deck, &mut rng));
        assert_eq!((deck.as_ptr(), deck.capacity()), (place, room));
    }
}

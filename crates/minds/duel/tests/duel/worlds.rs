//! The worlds that a search of Duel gets have the decks that the cards seen speak for, as often as Bayes'
//! rule says, which is written down here once more from the rules: decks by archetype, and in each the ways
//! to show what was seen.

use std::collections::BTreeMap;
use yomi_core::testkit::{Effort, walk};
use yomi_core::{Belief, Hidden, Inference, Player, Rng, Ruleset, State, Turn, View};
use yomi_duel::DeckModel;
use yomi_duel::card_file::{standard, standard_rules};
use yomi_games::Duel;
use yomi_games::duel::{CardId, Counts};

/// How likely each deck is, by archetype and number, given the cards of it that were seen.
fn posterior(seen: &Counts) -> BTreeMap<(usize, usize), f64> {
    let archetypes = &standard().archetypes;
    let mut decks = BTreeMap::new();
    for (at, archetype) in archetypes.iter().enumerate() {
        for (number, deck) in archetype.decks.iter().enumerate() {
            // One card after another, as if drawn without looking: in what order does not matter.
            let (mut rest, mut chance) = (*deck, 1.0 / archetype.decks.len() as f64);
            for card in seen.copies() {
                chance *= f64::from(rest.count(card)) / f64::from(rest.len());
                if chance == 0.0 {
                    break;
                }
                rest.remove(card);
            }
            if chance > 0.0 {
                decks.insert((at, number), chance);
            }
        }
    }
    let total: f64 = decks.values().sum();
    decks.values_mut().for_each(|chance| *chance /= total);
    decks
}

/// The number of a deck whose unseen cards these are.
fn number_of(unseen: &Counts, seen: &Counts) -> (usize, usize) {
    let whole = unseen.plus(seen);
    let set = standard();
    let archetypes = set.archetypes.iter().enumerate();
    let mut all =
        archetypes.flat_map(|(at, a)| a.decks.iter().enumerate().map(move |(i, deck)| ((at, i), deck)));
    all.find(|(_, deck)| **deck == whole).expect("a deck of the game").0
}

/// Positions in which something is known and not everything: several decks are left, and the likeliest is far
/// likelier than the others. That is so where the cards seen are in decks of several archetypes, in unlike
/// numbers. One for every set of cards seen.
fn positions() -> Vec<Duel> {
    let mut found: BTreeMap<Vec<CardId>, Duel> = BTreeMap::new();
    let start = |seed| standard_rules().start(seed);
    walk(Effort::games(100), start, |state, _, _| {
        let seen = state.seen(Player::FIRST).seen_of_other();
        if state.turn() != Turn::Player(Player::FIRST) || seen.is_empty() {
            return;
        }
        let decks = posterior(&seen);
        let least = decks.values().copied().fold(f64::INFINITY, f64::min);
        let most = decks.values().copied().fold(0.0, f64::max);
        if most > 1.9 * least {
            found.entry(seen.copies().collect()).or_insert(*state);
        }
    });
    found.into_values().collect()
}

#[test]
fn worlds_have_decks_as_often_as_bayes_says() {
    let positions = positions();
    assert!(positions.len() >= 8, "{} positions", positions.len());
    let draws: u32 = 4_000;
    for (i, state) in positions.iter().take(16).enumerate() {
        let view = View::new(Player::FIRST, state.seen(Player::FIRST));
        let seen = view.now.seen_of_other();
        let decks = posterior(&seen);
        let mut belief = DeckModel.read(&view).unwrap();
        let (mut rng, mut counts) = (Rng::new(i as u64), BTreeMap::new());
        for _ in 0..draws {
            let world = belief.sample(&mut rng).0;
            let hidden = unseen_in(&world, &seen);
            *counts.entry(number_of(&hidden, &seen)).or_insert(0u32) += 1;
        }
        for (number, &chance) in &decks {
            let count = f64::from(counts.remove(number).unwrap_or(0));
            let (due, n) = (chance * f64::from(draws), f64::from(draws));
            // Five sigma, and one world for those that hardly ever come.
            let bound = 5.0 * (n * chance * (1.0 - chance)).sqrt() + 1.0;
            assert!((count - due).abs() <= bound, "position {i}, deck {number:?}: {count} for {due:.1}");
        }
        assert!(counts.is_empty(), "decks that cannot be: {counts:?}");
    }
}

/// What the first seat does not see of the second one's deck, in a world where all of it lies open.
fn unseen_in(world: &Duel, seen: &Counts) -> Counts {
    let side = world.side_of(Player::SECOND);
    let mut cards: Counts =
        side.units.places(side.units.present).map(|place| side.units.cards[place]).collect();
    let open = side.shields.iter().filter(|(_, known)| *known != yomi_games::duel::Known::Nobody);
    open.for_each(|(card, _)| cards.add(card));
    side.top.cards().iter().for_each(|&card| cards.add(card));
    cards = cards.plus(&side.pool).plus(&side.hand).plus(&side.mana).plus(&side.grave);
    if world.effect().side as usize == Player::SECOND.index() {
        world.looking().iter().for_each(|&card| cards.add(card));
    }
    if world.active() != Player::SECOND && !world.attack().broken.is_hidden() {
        cards.add(world.attack().broken);
    }
    cards.minus(seen).expect("what was seen is somewhere")
}

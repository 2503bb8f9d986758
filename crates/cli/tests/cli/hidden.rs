//! A seat's view does not depend on the card it cannot see.

use crate::run::yomi;
use std::collections::{BTreeMap, BTreeSet};

/// Seeds among which every pair of cards occurs.
const SEEDS: u64 = 24;

fn card(game: &str, seed: &str, seat: &str) -> String {
    yomi(&["view", game, "--seed", seed, "--seat", seat]).json()["card"].as_str().unwrap().to_string()
}

#[test]
fn views_tell_nothing_of_the_other_card() {
    for (game, hidden_cards, lines) in
        [("kuhn", 2, ["", "check", "check bet"]), ("leduc", 3, ["", "bet", "bet raise"])]
    {
        let deals: Vec<(String, [String; 2])> = (0..SEEDS)
            .map(|seed| seed.to_string())
            .map(|seed| (seed.clone(), ["0", "1"].map(|seat| card(game, &seed, seat))))
            .collect();
        for moves in lines {
            for (seat, other) in [(0, 1), (1, 0)] {
                // By the card in hand: every view printed, and every card the opponent had.
                let mut seen: BTreeMap<&str, (BTreeSet<String>, BTreeSet<&str>)> = BTreeMap::new();
                for (seed, cards) in &deals {
                    let seat_text = seat.to_string();
                    let view =
                        yomi(&["view", game, "--seed", seed, "--moves", moves, "--seat", &seat_text]).ok();
                    let (views, others) = seen.entry(&cards[seat]).or_default();
                    views.insert(view);
                    others.insert(&cards[other]);
                }
                assert_eq!(seen.len(), 3);
                for (own, (views, others)) in seen {
                    assert_eq!(others.len(), hidden_cards, "{game}: the other had {others:?} against {own}");
                    assert_eq!(views.len(), 1, "{game} {moves:?} seat {seat} with {own}: {views:?}");
                }
            }
        }
    }
}

#[test]
fn nor_does_the_public_card() {
    // By own card and public card, in the second round of Leduc.
    let mut seen: BTreeMap<[String; 2], (BTreeSet<String>, BTreeSet<String>)> = BTreeMap::new();
    for seed in (0..2 * SEEDS).map(|seed| seed.to_string()) {
        let ran = yomi(&["view", "leduc", "--seed", &seed, "--moves", "check check", "--seat", "0"]).ok();
        let view: serde_json::Value = serde_json::from_str(&ran).unwrap();
        let key = ["card", "public"].map(|key| view[key].as_str().unwrap().to_string());
        let (views, others) = seen.entry(key).or_default();
        views.insert(ran);
        others.insert(card("leduc", &seed, "1"));
    }
    assert!(seen.values().filter(|(_, others)| others.len() > 1).count() >= 5, "{seen:?}");
    assert!(seen.values().all(|(views, _)| views.len() == 1), "{seen:?}");
}

#[test]
fn a_showdown_shows_the_card() {
    let seen = yomi(&["view", "kuhn", "--seed", "3", "--moves", "bet call", "--seat", "1"]).json();
    assert_eq!(seen["shown"].as_str().unwrap(), card("kuhn", "3", "0"));
    let folded = yomi(&["view", "kuhn", "--seed", "3", "--moves", "bet fold", "--seat", "1"]).json();
    assert!(folded["shown"].is_null());
}

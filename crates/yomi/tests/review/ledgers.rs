//! The terms of a result add up, and those of luck have mean zero.

use super::{count, open, played, reviewed, tables};
use rayon::prelude::*;
use std::path::Path;
use yomi::core::Limits;
use yomi::engine::review::{MeanStart, Review};
use yomi::engine::stats::Mean;
use yomi::{Registry, Table};

/// Little is asked of the decisions where the ledger is looked at.
const QUICK: Option<Limits> = Some(Limits::iterations(1));

fn check_sum(game: &str, review: &Review) {
    let sum = review.ledger.sum();
    assert!((sum - review.result).abs() < 1e-9, "{game}: {:?} adds up to {sum}", review.ledger);
    assert!(review.ledger.own <= 1e-12, "{game}: {:?}", review.ledger);
    assert!(review.decisions.iter().all(|d| d.own <= 1e-12), "{game}");
    let own: f64 = review.decisions.iter().map(|d| d.own).sum();
    assert!((own - review.ledger.own).abs() < 1e-9, "{game}");
    let changes = review.moments.windows(2).map(|pair| pair[1].before - pair[0].after);
    let last = review.moments.last().map_or(0.0, |moment| review.result - moment.after);
    let judgement = changes.sum::<f64>() + last;
    assert!((judgement - review.ledger.judgement).abs() < 1e-9, "{game}: {judgement}");
}

#[test]
fn the_terms_add_up_in_every_game() {
    add_up(0..1);
}

#[test]
#[ignore = "slow: many games of every game"]
fn the_terms_add_up_in_many_games() {
    add_up(1..12);
}

fn add_up(seeds: std::ops::Range<u64>) {
    let games: Vec<_> = tables();
    assert_eq!(games.len(), 11);
    games.par_iter().for_each(|(game, table)| {
        for seed in seeds.clone() {
            for agents in [&["random"][..], &["best"]] {
                let record = played(&**table, agents, seed, Some(Limits::iterations(200)));
                for seat in 0..table.players() {
                    let review = reviewed(&**table, &record, seat, QUICK);
                    assert!(review.over);
                    let paid = record.payoffs.as_ref().unwrap()[seat];
                    let stakes = Registry::standard().find(game).unwrap().stakes();
                    assert!((review.result - stakes.shown(paid)).abs() < 1e-9, "{game}");
                    check_sum(game, &review);
                }
            }
        }
    });
}

/// Where the value function is exact, its mind does not change.
#[test]
fn a_proven_game_leaves_nothing_to_judgement() {
    let table = open("connect-four", &[]);
    let mut records = (0..).map(|seed| played(&*table, &["random"], seed, None));
    let record = records.find(|record| record.moves.len() > 24).unwrap();
    let review = reviewed(&*table, &record, 0, QUICK);
    let late = review.moments.iter().position(|m| m.turn > 14).unwrap();
    for pair in review.moments[late..].windows(2) {
        assert!((pair[1].before - pair[0].after).abs() < 1e-12);
    }
    let table = open("alternating-maze", &[]);
    let review = reviewed(&*table, &played(&*table, &["random"], 4, None), 1, QUICK);
    assert!(review.ledger.judgement.abs() < 1e-12, "{:?}", review.ledger);
}

#[test]
fn a_game_that_is_not_over_is_reviewed_as_far_as_it_goes() {
    for (game, table) in tables() {
        let mut record = played(&*table, &["random"], 7, None);
        record.payoffs = None;
        record.moves.truncate(record.moves.len() / 2);
        let review = reviewed(&*table, &record, 0, QUICK);
        assert!(!review.over, "{game}");
        check_sum(game, &review);
        record.moves.clear();
        let review = reviewed(&*table, &record, 0, QUICK);
        assert!(review.decisions.is_empty());
        check_sum(game, &review);
    }
}

/// Means of the luck of the deal and of the draws over games, in units of their errors.
fn luck(game: &str, table: &dyn Table, games: u64, agent: &str) -> [f64; 2] {
    let found: Vec<Review> = (0..games)
        .into_par_iter()
        .map(|i| {
            let record = played(table, &[agent], 1_000_000 + i, Some(Limits::iterations(1)));
            let seat = i as usize % table.players();
            reviewed(table, &record, seat, QUICK)
        })
        .collect();
    let deal: Mean = found.iter().map(|review| review.ledger.deal).collect();
    let draws: Mean = found.iter().map(|review| review.ledger.draws).collect();
    let function = &found[0].value_function;
    let off = |mean: &Mean, more: f64| match mean.se() {
        Some(se) => mean.mean() / (se * se + more * more).sqrt(),
        None => {
            assert!(mean.mean().abs() < 1e-9, "{game}: {}", mean.mean());
            0.0
        }
    };
    let off = [off(&deal, function.start_se), off(&draws, 0.0)];
    let (stored, deals) = (function.stored, function.deals);
    println!(
        "| {game} | {games} | {:+.4} ± {:.4} | {:+.4} ± {:.4} | {stored} {deals} |",
        deal.mean(),
        deal.se().unwrap_or(0.0),
        draws.mean(),
        draws.se().unwrap_or(0.0)
    );
    off
}

#[test]
fn luck_has_mean_zero() {
    for (game, games) in [("kuhn", 400), ("leduc", 300), ("twin-cool", 150), ("auto-maze", 20)] {
        let off = luck(game, &*open(game, &[]), games, "random");
        assert!(off.iter().all(|off| off.abs() < 4.0), "{game}: {off:?} errors");
    }
}

/// Over 10,000 games of one game:
/// `YOMI_GAMES=leduc YOMI_COUNT=10000 cargo test --release -p yomi --test review -- --ignored --nocapture luck`.
#[test]
#[ignore = "slow: many games of every game"]
fn luck_has_mean_zero_over_many_games() {
    let chosen = std::env::var("YOMI_GAMES").ok();
    for (game, table) in tables() {
        if chosen.as_ref().is_none_or(|list| list.split(',').any(|name| name == game)) {
            let off = luck(game, &*table, count(60), "random");
            assert!(off.iter().all(|off| off.abs() < 4.0), "{game}: {off:?} errors");
        }
    }
}

/// How many deals the stored means are taken over, and from which seed.
fn deals_of(game: &str) -> u64 {
    match game {
        "sevens" | "duel" | "simultaneous-maze" | "auto-maze" => 4_000,
        "maze" | "walled-maze" => 2_000,
        _ => 20_000,
    }
}
const SEED: u64 = 20;
const COMMAND: &str =
    "YOMI_BLESS=1 cargo test --release -p yomi --test review -- --ignored the_starts_are_stored";

/// The family of a game whose starts differ.
fn family(game: &str) -> Option<&'static str> {
    match game {
        "connect-four" => None,
        "kuhn" | "leduc" => Some("poker"),
        "twin-cool" => Some("twin-cool"),
        "sevens" => Some("sevens"),
        "duel" => Some("duel"),
        _ => Some("mazes"),
    }
}

#[test]
#[ignore = "slow: thousands of deals; writes the stored starts where it is blessed"]
fn the_starts_are_stored() {
    let chosen = std::env::var("YOMI_GAMES").ok();
    tables().par_iter().for_each(|(game, table)| {
        let Some(family) = family(game) else { return };
        if chosen.as_ref().is_some_and(|list| !list.split(',').any(|name| name == *game)) {
            return;
        }
        let file = format!("../minds/{family}/src/starts/{game}.json");
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let found = table.review_start(deals_of(game), SEED, COMMAND);
        if std::env::var_os("YOMI_BLESS").is_some_and(|value| value == "1") {
            let text = serde_json::to_string_pretty(&found).unwrap();
            std::fs::write(&file, text + "\n").unwrap();
        }
        let stored: MeanStart = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        assert_eq!(stored, found, "{game}");
    });
}

/// A stored start of an earlier value function would show: the mean over a few deals is near it.
#[test]
fn stored_starts_belong_to_the_value_functions() {
    tables().par_iter().for_each(|(game, table)| {
        let Some(family) = family(game) else { return };
        let file = format!("../minds/{family}/src/starts/{game}.json");
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let stored: MeanStart = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        let found = table.review_start(60, 77, "");
        for seat in 0..table.players() {
            let se = (found.se[seat].powi(2) + stored.se[seat].powi(2)).sqrt();
            let off = found.mean[seat] - stored.mean[seat];
            assert!(off.abs() <= 4.5 * se, "{game}: {off} with an error of {se}; {COMMAND}");
        }
        let mut record = played(&**table, &["random"], 1, None);
        record.payoffs = None;
        record.moves.clear();
        assert!(reviewed(&**table, &record, 0, QUICK).value_function.stored, "{game}");
    });
}

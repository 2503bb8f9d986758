//! How well the opponent's deck is identified from the cards seen of it, after some turns: whether it is
//! fast, by the mean virtual and the mean printed cost, and which archetype it is, by the posterior.
//! docs/results.md has the table.
//!
//! `cargo run --release -p yomi-duel --example duel_reading -- 20000 11`: games and seed; optionally a card
//! file.

use std::env::args;
use yomi_core::{Luck, Player, Policy, Rng, Ruleset, State, Turn};
use yomi_duel::speed::{Pace, Speed};
use yomi_duel::statistics::Table;
use yomi_duel::{DeckReading, Heuristic, card_file};
use yomi_games::Duel;
use yomi_games::duel::Rules;
use yomi_games::duel::cards::SetRef;

/// The turns, counted over both players, after which decks are classified.
const AFTER: [u32; 4] = [2, 4, 8, 12];

#[derive(Clone, Copy, Default)]
struct Errors {
    readings: f64,
    by_virtual: f64,
    by_printed: f64,
    archetype: f64,
    /// Probability assigned to the true archetype.
    given: f64,
}

fn main() {
    let number = |n, default| args().nth(n).map_or(default, |text| text.parse().expect("a whole number"));
    let (games, seed): (u64, u64) = (number(1, 20_000), number(2, 0));
    let set = match args().nth(3) {
        Some(path) => {
            let text = std::fs::read_to_string(&path).expect("a file that can be read");
            let set = card_file::parse(&text).and_then(SetRef::of);
            set.unwrap_or_else(|why| panic!("{path}: {why}"))
        }
        None => card_file::standard(),
    };
    let (rules, table) = (Rules::with(set), Table::heuristic());
    let pace = Pace::of(set, &table);
    let fast =
        set.archetypes.iter().zip(&pace.is_fast).filter(|(_, fast)| **fast).map(|(a, _)| a.name.as_str());
    println!("fast: {}", fast.collect::<Vec<_>>().join(", "));
    println!("bars: virtual {:.2}, printed {:.2}", pace.bar.virtual_cost, pace.bar.printed_cost);
    let mut errors = [Errors::default(); AFTER.len()];
    for seed in Rules::seeds(seed, games as usize) {
        play(&rules, seed, |duel, owner, truth| {
            let Some(at) = AFTER.iter().position(|&turn| turn == duel.turn_number()) else { return };
            read(&mut errors[at], set, &table, &pace, duel, owner, truth);
        });
    }
    println!(
        "| after turn | wrong by virtual cost | wrong by printed cost | archetype wrong | probability of the right one |"
    );
    println!("|---:|---:|---:|---:|---:|");
    for (turn, e) in AFTER.iter().zip(errors) {
        let part = |n: f64| 100.0 * n / e.readings;
        println!(
            "| {turn} | {:.1}% | {:.1}% | {:.1}% | {:.1}% |",
            part(e.by_virtual),
            part(e.by_printed),
            part(e.archetype),
            part(e.given)
        );
    }
}

/// Plays a game and calls `show` at the start of every turn, once per deck owner with its archetype.
fn play(rules: &Rules, seed: u64, mut show: impl FnMut(&Duel, Player, usize)) {
    let mut duel = rules.start(seed);
    let archetype = |p: Player| {
        let side = duel.side_of(p);
        let deck = side.pool.plus(&side.hand);
        let of = |a: &yomi_games::duel::cards::Archetype| a.decks.contains(&deck);
        rules.set.archetypes.iter().position(of).expect("a deck of the model")
    };
    let truth = [archetype(Player::FIRST), archetype(Player::SECOND)];
    let (mut luck, mut rng, mut player) = (Luck::new(seed), Rng::new(seed), Heuristic::default());
    let mut turn = duel.turn_number();
    loop {
        let action = match duel.turn() {
            Turn::Player(_) => player.choose(&duel, &mut rng),
            Turn::Chance => luck.draw(&duel),
            Turn::Over => return,
        };
        let before = duel;
        duel.apply(action);
        if duel.turn_number() > turn {
            turn = duel.turn_number();
            Player::all(2).for_each(|p| show(&before, p, truth[p.index()]));
        }
    }
}

fn read(e: &mut Errors, set: SetRef, table: &Table, pace: &Pace, duel: &Duel, owner: Player, truth: usize) {
    let seen = duel.side_of(owner).seen_by_opponent();
    let Some(speed) = Speed::of(set, table, &seen) else { return };
    let is_fast = pace.is_fast[truth];
    let odds = DeckReading::new(set, seen).expect("a deck of the model").archetypes();
    let likeliest =
        (0..odds.len()).max_by(|&a, &b| odds[a].total_cmp(&odds[b])).expect("there are archetypes");
    let wrong = |is: bool| f64::from(u8::from(is));
    e.readings += 1.0;
    e.by_virtual += wrong(pace.calls_fast(&speed) != is_fast);
    e.by_printed += wrong(pace.looks_fast(&speed) != is_fast);
    e.archetype += wrong(likeliest != truth);
    e.given += odds[truth];
}

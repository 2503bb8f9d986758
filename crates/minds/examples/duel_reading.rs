//! How well the other's deck is read from the cards seen of it, after some turns: whether it is a fast one, by the mean virtual
//! and the mean printed cost, and which archetype it is, by the posterior. docs/results.md has its table.
//!
//! `cargo run --release -p yomi-minds --example duel_reading -- 20000 11`, games and seed.

use std::env::args;
use yomi_core::{Luck, Player, Policy, Rng, Ruleset, State, Turn};
use yomi_games::Duel;
use yomi_games::duel::cards::SetRef;
use yomi_games::duel::{Rules, load};
use yomi_minds::duel::speed::Speed;
use yomi_minds::duel::statistics::Table;
use yomi_minds::duel::{DeckReading, Heuristic};

/// Decks that mean to win early.
const FAST: [&str; 2] = ["aggro", "combo"];
/// Turns, counted over both, after which decks are read.
const AFTER: [u32; 4] = [2, 4, 8, 12];

#[derive(Clone, Copy, Default)]
struct Errors {
    readings: f64,
    by_virtual: f64,
    by_printed: f64,
    archetype: f64,
    /// Probability given to the archetype that it was.
    given: f64,
}

fn main() {
    let number = |n, default| args().nth(n).map_or(default, |text| text.parse().expect("a whole number"));
    let (games, seed): (u64, u64) = (number(1, 20_000), number(2, 0));
    let (set, table) = (load::standard(), Table::heuristic());
    let bars = bars(set, &table);
    println!("bars: virtual {:.2}, printed {:.2}", bars.virtual_cost, bars.printed_cost);
    let mut errors = [Errors::default(); AFTER.len()];
    for seed in Rules::seeds(seed, games as usize) {
        play(seed, |duel, owner, truth| {
            let Some(at) = AFTER.iter().position(|&turn| turn == duel.turn_number()) else { return };
            read(&mut errors[at], set, &table, &bars, duel, owner, truth);
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

/// Where fast ends and slow begins: halfway between the means of both kinds.
fn bars(set: SetRef, table: &Table) -> Speed {
    let mean = |fast: bool, cost: fn(&Speed) -> f64| {
        let kinds = set.archetypes.iter().filter(|a| FAST.contains(&a.name.as_str()) == fast);
        let costs: Vec<f64> = kinds.map(|a| cost(&Speed::of_archetype(set, table, a))).collect();
        costs.iter().sum::<f64>() / costs.len() as f64
    };
    let bar = |cost: fn(&Speed) -> f64| (mean(true, cost) + mean(false, cost)) / 2.0;
    Speed { virtual_cost: bar(|s| s.virtual_cost), printed_cost: bar(|s| s.printed_cost) }
}

/// Plays a game and shows it at the beginning of every turn, once for every owner of a deck with its archetype.
fn play(seed: u64, mut show: impl FnMut(&Duel, Player, usize)) {
    let rules = Rules::default();
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

fn read(e: &mut Errors, set: SetRef, table: &Table, bars: &Speed, duel: &Duel, owner: Player, truth: usize) {
    let seen = duel.side_of(owner).seen_by_opponent();
    let Some(speed) = Speed::of(set, table, &seen) else { return };
    let is_fast = FAST.contains(&set.archetypes[truth].name.as_str());
    let odds = DeckReading::new(set, seen).expect("a deck of the model").archetypes();
    let likeliest =
        (0..odds.len()).max_by(|&a, &b| odds[a].total_cmp(&odds[b])).expect("there are archetypes");
    let wrong = |is: bool| f64::from(u8::from(is));
    e.readings += 1.0;
    e.by_virtual += wrong((speed.virtual_cost < bars.virtual_cost) != is_fast);
    e.by_printed += wrong((speed.printed_cost < bars.printed_cost) != is_fast);
    e.archetype += wrong(likeliest != truth);
    e.given += odds[truth];
}

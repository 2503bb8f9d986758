//! Balance of Duel: results of every pairing of archetypes between equal players, the first player's share,
//! how games end and how long they are. docs/results.md has the table.
//!
//! `cargo run --release -p yomi-duel --example duel_balance -- 20000 11`: games per pairing and seed;
//! optionally how many of 256 moves are random, and a card file.

use std::env::args;
use yomi_core::{Luck, Player, Policy, Rng, Ruleset, State, Turn};
use yomi_duel::{Heuristic, card_file};
use yomi_games::Duel;
use yomi_games::duel::{Action, Rules, SetRef};

#[derive(Default)]
struct Tally {
    games: f64,
    first_wins: f64,
    deck_outs: f64,
    draws: f64,
    turns: f64,
}

fn main() {
    let number = |n, default| args().nth(n).map_or(default, |text| text.parse().expect("a whole number"));
    let (games, seed): (u64, u64) = (number(1, 20_000), number(2, 0));
    let player = Heuristic { random: number(3, 0) as u32 };
    let set = match args().nth(4) {
        Some(path) => {
            let text = std::fs::read_to_string(&path).expect("a file that can be read");
            let set = card_file::parse(&text).and_then(SetRef::of);
            set.unwrap_or_else(|why| panic!("{path}: {why}"))
        }
        None => card_file::standard(),
    };
    let names: Vec<&str> = set.archetypes.iter().map(|a| a.name.as_str()).collect();
    let mut all = Tally::default();
    println!("Wins of the deck at the left (of the deck that begins):\n");
    println!("| | {} |", names.join(" | "));
    println!("|---|{}", "---:|".repeat(names.len()));
    for (a, name) in names.iter().enumerate() {
        let mut cells = Vec::new();
        for b in 0..names.len() {
            let mut rules = Rules::with(set);
            rules.archetypes = [vec![a], vec![b]];
            let before = all.first_wins;
            let wins: f64 = (0..games)
                .map(|i| {
                    let deal = Rng::new(seed).split(a as u64 * 64 + b as u64).split(i);
                    play(rules.start(deal.seed()), player, deal, &mut all)
                })
                .sum();
            let part = |n: f64| 100.0 * n / games as f64;
            cells.push(format!("{:.1}% ({:.0}%)", part(wins), part(all.first_wins - before)));
        }
        println!("| {name} | {} |", cells.join(" | "));
    }
    let part = |n: f64| 100.0 * n / all.games;
    println!(
        "\nfirst player {:.2}%, decked out {:.2}%, draws {:.2}%, turns {:.1}",
        part(all.first_wins),
        part(all.deck_outs),
        part(all.draws),
        all.turns / all.games
    );
}

/// Plays a game and returns seat 0's payoff.
fn play(mut duel: Duel, mut player: Heuristic, deal: Rng, all: &mut Tally) -> f64 {
    let first = duel.active();
    let (mut luck, mut rng) = (Luck::new(deal.split(1).seed()), deal.split(2));
    let mut last = Action::Keep;
    loop {
        let action = match duel.turn() {
            Turn::Player(_) => player.choose(&duel, &mut rng),
            Turn::Chance => luck.draw(&duel),
            Turn::Over => break,
        };
        duel.apply(action);
        last = action;
    }
    all.games += 1.0;
    all.turns += f64::from(duel.turn_number());
    all.first_wins += duel.payoff(first);
    match duel.winner().map(|winner| duel.side_of(winner.other())) {
        Some(loser) => {
            let by_attack = matches!(last, Action::Attack(..) | Action::Pass | Action::Counter(..));
            all.deck_outs += f64::from(u8::from(loser.library == 0 && !by_attack));
        }
        None => all.draws += 1.0,
    }
    duel.payoff(Player::FIRST)
}

//! How much of a game's outcome sight explains: `cargo run --release -p yomi-train --example sight -- GAMES EPOCHS SEED`.

use yomi_duel::card_file::standard_rules;
use yomi_train::sight::{Request, study};

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [games, epochs, seed] = numbers[..] else {
        eprintln!("expected three numbers: games, epochs, seed");
        std::process::exit(2);
    };
    study(&standard_rules(), &Request { games, epochs: epochs as usize, seed }, |row| {
        let [lo, hi] = row.gain_ci95;
        let turns: Vec<String> = row.by_turn.iter().map(|r| format!("{r:.3}")).collect();
        println!(
            "{:24} {:.3}  {:+.4} ({lo:+.4} to {hi:+.4})  {}",
            row.sees,
            row.all,
            row.gain,
            turns.join(" ")
        );
    });
}

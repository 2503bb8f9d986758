//! How much a narrower search of `cheat` loses, on the deals of `yomi suite twin-cool`, and how often its
//! result is proven optimal.
//!
//! ```text
//! cargo run --release -p yomi-twin-cool --example twin_cool_ceiling -- BOARDS SEED OBJECTIVE WIDTH...
//! ```

use yomi_core::{Luck, Player, Ruleset, Scripted, State};
use yomi_games::TwinCool;
use yomi_games::twin_cool::{Objective, Rules, Variant};
use yomi_twin_cool::ceiling::best_line;

const USAGE: &str = "twin_cool_ceiling BOARDS SEED final|accumulated WIDTH...";

struct Outcome {
    cards: f64,
    payoff: f64,
    proven: bool,
}

fn outcome(rules: &Rules, seed: u64, width: usize) -> Outcome {
    let mut game = Scripted::<TwinCool>::from_luck(rules.start(seed), Luck::new(seed));
    let (line, proven) = best_line(&game, width);
    for action in line {
        game.play(action).expect("the line is legal");
    }
    Outcome { cards: rules.headline(game.state()), payoff: game.payoff(Player::FIRST), proven }
}

fn mean_and_error(numbers: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let n = numbers.clone().count() as f64;
    let mean = numbers.clone().sum::<f64>() / n;
    let squares: f64 = numbers.map(|x| (x - mean).powi(2)).sum();
    (mean, (squares / (n - 1.0).max(1.0) / n).sqrt())
}

fn measure(words: &[String]) -> Option<()> {
    let [boards, seed, objective, widths @ ..] = words else { return None };
    let objective = match objective.as_str() {
        "final" => Objective::Final,
        "accumulated" => Objective::Accumulated,
        _ => return None,
    };
    let seeds = Rules::seeds(seed.parse().ok()?, boards.parse().ok()?);
    let rules = Rules { variant: Variant { objective, ..Variant::default() }, ..Rules::default() };
    let mut first: Option<Vec<Outcome>> = None;
    for word in widths {
        let width = word.parse().ok()?;
        let own: Vec<Outcome> = seeds.iter().map(|&seed| outcome(&rules, seed, width)).collect();
        let base = first.as_deref().unwrap_or(&own);
        let (cards, cards_error) = mean_and_error(own.iter().map(|o| o.cards));
        let (payoff, _) = mean_and_error(own.iter().map(|o| o.payoff));
        let pairs = || base.iter().zip(&own);
        let (fewer, error) = mean_and_error(pairs().map(|(base, own)| base.cards - own.cards));
        let (less, _) = mean_and_error(pairs().map(|(base, own)| base.payoff - own.payoff));
        let proven = own.iter().filter(|o| o.proven).count();
        println!(
            "width {width}: {cards:.3} cards (standard error {cards_error:.3}), payoff {payoff:.2}; \
             proven {proven} of {}; below the first: {fewer:.4} cards (standard error {error:.4}), payoff {less:.3}",
            own.len()
        );
        first.get_or_insert(own);
    }
    first.map(|_| ())
}

fn main() -> std::process::ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match measure(&words) {
        Some(()) => std::process::ExitCode::SUCCESS,
        None => {
            eprintln!("expected: {USAGE}");
            std::process::ExitCode::from(2)
        }
    }
}

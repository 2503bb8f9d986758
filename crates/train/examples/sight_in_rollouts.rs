//! What sight is worth to a player that plays every move on a few times before it chooses:
//! `cargo run --release -p yomi-train --example sight_in_rollouts -- START ROLLOUTS DEALS SEED`, where START is what the games go on from:
//! `cards` (worlds by the cards seen), `hand` (the true hands, everything else dealt anew) or `truth` (everything as it lies).
//!
//! Both sides have the network that ships. One of them plays each move that the network gives three per cent on from the
//! same start with the same luck, both seats by the network's shares, and chooses the best mean; the other plays what the network favours.
//! Every deal is played from both seats.

use rayon::prelude::*;
use yomi_core::{Hidden, Rng, State};
use yomi_duel::card_file::standard_rules;
use yomi_duel::decks::DeckReading;
use yomi_duel::fate::Fate;
use yomi_duel::learnt::Learnt;
use yomi_duel::policy::draw;
use yomi_duel::vector::Sparse;
use yomi_engine::stats::Mean;
use yomi_games::Duel;
use yomi_games::duel::Action;
use yomi_train::games::{Decision, play, play_on};

/// Moves that the network hardly ever plays are not looked at.
const LEAST_SHARE: f32 = 0.03;
/// What the favourite's share counts beside the mean of its rollouts, which are few.
const WEIGHT_OF_SHARES: f64 = 0.1;

#[derive(Clone, Copy)]
enum Start {
    Cards,
    Hand,
    Truth,
}

impl Start {
    fn of(word: &str) -> Option<Start> {
        match word {
            "cards" => Some(Start::Cards),
            "hand" => Some(Start::Hand),
            "truth" => Some(Start::Truth),
            _ => None,
        }
    }

    fn draw(self, decision: &Decision<'_>, luck: &mut Rng) -> (Duel, Fate) {
        let dealt_anew = |state: Duel, luck: &mut Rng| (state, Fate::of(&state, luck));
        match self {
            Start::Truth => (*decision.state, decision.fate.clone()),
            Start::Hand => dealt_anew(*decision.state, luck),
            Start::Cards => {
                let seen = decision.state.seen(decision.seat);
                let reading = DeckReading::of_other(&seen).expect("the game is possible");
                let world = seen.world(reading.draw(luck), luck);
                dealt_anew(world, luck)
            }
        }
    }
}

struct Player<'a> {
    learnt: &'a Learnt,
    start: Start,
    rollouts: u64,
}

impl Player<'_> {
    fn shares(&self, decision: &Decision<'_>, actions: &[Action]) -> Vec<f32> {
        let mut shares = Vec::new();
        let seen = decision.state.seen(decision.seat);
        let look = self.learnt.look(&seen, decision.history, &mut Sparse::default());
        look.shares(actions, &mut shares);
        shares
    }

    /// What the network favours, and its shares.
    fn favourite(&self, decision: &Decision<'_>, actions: &[Action]) -> (Action, Vec<f32>) {
        let shares = self.shares(decision, actions);
        let at = (0..actions.len()).max_by(|&a, &b| shares[a].total_cmp(&shares[b])).expect("there is one");
        (actions[at], shares)
    }

    /// The move with the best mean when all are played on alike.
    fn by_rollouts(&self, decision: &Decision<'_>, actions: &[Action], rng: &mut Rng) -> Action {
        let (favourite, shares) = self.favourite(decision, actions);
        let asked: Vec<usize> = (0..actions.len()).filter(|&at| shares[at] >= LEAST_SHARE).collect();
        if asked.len() < 2 {
            return favourite;
        }
        let mut worth: Vec<f64> = asked.iter().map(|&at| WEIGHT_OF_SHARES * f64::from(shares[at])).collect();
        for _ in 0..self.rollouts {
            let mut luck = Rng::new(rng.next_u64());
            let (state, fate) = self.start.draw(decision, &mut luck);
            let from = Decision { state: &state, fate: &fate, ..*decision };
            for (worth, &at) in worth.iter_mut().zip(&asked) {
                let goes_on = |next: &Decision<'_>, luck: &mut Rng| {
                    let actions = next.state.actions();
                    actions[draw(&self.shares(next, &actions), luck)]
                };
                let won = play_on(&from, actions[at], &mut luck.split(1), goes_on);
                let won = if decision.seat.index() == 0 { won } else { 1.0 - won };
                *worth += won / self.rollouts as f64;
            }
        }
        let best = (0..asked.len()).max_by(|&a, &b| worth[a].total_cmp(&worth[b])).expect("there are two");
        actions[asked[best]]
    }

    /// What the seat that plays moves on gets.
    fn game(&self, seed: u64, deal: u64, seat: usize) -> f64 {
        let mut rng = Rng::new(seed).split(deal);
        let (number, mut own) = (rng.next_u64(), rng.split(seat as u64));
        let won = play(&standard_rules(), number, &mut rng, |decision, _| {
            let actions = decision.state.actions();
            match actions[..] {
                [only] => only,
                _ if decision.seat.index() == seat => self.by_rollouts(decision, &actions, &mut own),
                _ => self.favourite(decision, &actions).0,
            }
        });
        if seat == 0 { won } else { 1.0 - won }
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<u64> = words.iter().skip(1).filter_map(|word| word.parse().ok()).collect();
    let start = words.first().and_then(|word| Start::of(word));
    let (Some(start), &[rollouts, deals, seed]) = (start, numbers.as_slice()) else {
        eprintln!("expected cards, hand or truth, and three numbers: rollouts, deals, seed");
        std::process::exit(2);
    };
    let learnt = Learnt::shipped();
    let player = Player { learnt: &learnt, start, rollouts };
    let of_deal = |deal| (player.game(seed, deal, 0) + player.game(seed, deal, 1)) / 2.0;
    let wins: Vec<f64> = (0..deals).into_par_iter().map(of_deal).collect();
    let mean: Mean = wins.into_iter().collect();
    let within =
        mean.ci95().map_or_else(String::new, |[lo, hi]| format!(" ({:.1} to {:.1})", 100.0 * lo, 100.0 * hi));
    println!("{} wins {:.1}%{within} of {deals} deals, each from both seats", words[0], 100.0 * mean.mean());
}

//! How much sight explains: how well the outcome of a game is foretold from what a seat sees, and from that and
//! parts of what is hidden from it.
//!
//! It bounds what a teacher with sight can pass on. Each way of seeing gets a network of its own, fitted to the
//! same games of `heuristic` and measured on others. The unit is the game.

use crate::games::{self, Decision};
use crate::learn::{self, Adam};
use rayon::prelude::*;
use serde::Serialize;
use yomi_core::{Hidden as _, Rng};
use yomi_duel::heuristic::Heuristic;
use yomi_duel::net::{Net, Shape};
use yomi_duel::policy::{VALUE, chance};
use yomi_duel::self_inference::{SelfInference, Stats};
use yomi_duel::vector::{self, Sight, Sparse};
use yomi_games::duel::Rules;

/// What is seen beside the view, step by step.
pub const SIGHTS: [(&str, &[Sight]); 5] = [
    ("view", &[]),
    ("+ hand", &[Sight::Hand]),
    ("+ hand, deck", &[Sight::Hand, Sight::Deck]),
    ("+ hand, deck, shields", &[Sight::Hand, Sight::Deck, Sight::Shields]),
    ("+ everything", &Sight::ALL),
];

/// The last turns of the parts of a game.
const PARTS: [u32; 3] = [6, 10, 14];
/// One of this many decisions is a sample: neighbours tell nearly the same.
const EVERY: u32 = 6;
const BATCH: usize = 1_024;

#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// To fit to; a third as many more are measured.
    pub games: u64,
    pub epochs: usize,
    pub seed: u64,
}

/// What a way of seeing explains of the outcome.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explained {
    pub sees: &'static str,
    /// The share of the outcome's variance (R squared) in games that were not fitted to.
    pub all: f64,
    /// Beyond the view alone, with its 95% interval over games.
    pub gain: f64,
    pub gain_ci95: [f64; 2],
    /// By the turn: up to 6, 10, 14, and later.
    pub by_turn: Vec<f64>,
}

struct Sample {
    /// The view, and after it all that is hidden.
    input: Sparse,
    won: f32,
    turn: u32,
    game: usize,
}

/// Samples of some games.
fn samples(rules: &Rules, stats: &Stats, deals: std::ops::Range<u64>, seed: u64) -> (Vec<Sample>, Inputs) {
    let of_game = |deal: u64| {
        let mut rng = Rng::new(seed).split(deal);
        let mut picks = rng.split(1);
        let mut found: Vec<(Sample, bool)> = Vec::new();
        let first_won = games::play(rules, rng.next_u64(), &mut rng, |decision, rng| {
            if picks.below(EVERY) == 0 {
                found.push((sample(decision, stats), decision.seat.index() == 0));
            }
            yomi_core::Policy::choose(&mut Heuristic::default(), decision.state, rng)
        });
        let settled = found.into_iter().map(|(sample, is_first)| {
            let won = if is_first { first_won } else { 1.0 - first_won } as f32;
            Sample { won, game: deal as usize, ..sample }
        });
        settled.collect::<Vec<Sample>>()
    };
    let all: Vec<Vec<Sample>> = deals.into_par_iter().map(of_game).collect();
    let all: Vec<Sample> = all.into_iter().flatten().collect();
    let inputs = Inputs::of(rules, stats);
    (all, inputs)
}

fn sample(decision: &Decision<'_>, stats: &Stats) -> Sample {
    let mut input = Sparse::default();
    let inference = SelfInference::new(stats, decision.state, decision.seat);
    vector::write_sparse(&mut input, &decision.state.seen(decision.seat), decision.history, &inference);
    vector::write_hidden(&mut input, decision.state, decision.fate, decision.seat, &Sight::ALL);
    Sample { input, won: 0.0, turn: decision.state.turn_number(), game: 0 }
}

/// Which inputs belong to what.
struct Inputs {
    all: usize,
    /// By kind of sight: the inputs that it sets.
    hidden: Vec<(Sight, std::ops::Range<u32>)>,
}

impl Inputs {
    fn of(rules: &Rules, stats: &Stats) -> Inputs {
        let mut inputs = Inputs { all: 0, hidden: Vec::new() };
        games::play(rules, 0, &mut Rng::new(0), |decision, rng| {
            let input = sample(decision, stats).input;
            let cards = decision.state.set().cards.len() as u32;
            inputs.all = input.len as usize;
            // In the order in which they are written.
            let sizes = [
                (Sight::Hand, cards),
                (Sight::Deck, cards),
                (Sight::Shields, 2 * cards),
                (Sight::Order, 2 * vector::NEXT_CARDS as u32 * cards),
            ];
            let mut from = input.len - sizes.iter().map(|(_, size)| size).sum::<u32>();
            inputs.hidden.clear();
            for (sight, size) in sizes {
                inputs.hidden.push((sight, from..from + size));
                from += size;
            }
            yomi_core::Policy::choose(&mut Heuristic::default(), decision.state, rng)
        });
        inputs
    }

    /// The sample as it is seen this way.
    fn seen(&self, input: &Sparse, sights: &[Sight]) -> Sparse {
        let first_hidden = self.hidden[0].1.start;
        let is_seen = |at: u32| {
            let of = self.hidden.iter().find(|(_, range)| range.contains(&at));
            at < first_hidden || of.is_some_and(|(sight, _)| sights.contains(sight))
        };
        Sparse { set: input.set.iter().copied().filter(|(at, _)| is_seen(*at)).collect(), len: input.len }
    }
}

/// A network that foretells the outcome, and the error it ends with on the samples it was fitted to.
fn fit(shape: Shape, fitted: &[(Sparse, f32)], request: &Request) -> Net {
    let mut rng = Rng::new(request.seed).split(0xF17);
    let mut net = learn::begin(shape, &mut rng);
    let mut adam = Adam::new(shape);
    let mut order: Vec<usize> = (0..fitted.len()).collect();
    let steps = request.epochs * fitted.len().div_ceil(BATCH);
    let mut step = 0;
    for _ in 0..request.epochs {
        rng.shuffle(&mut order);
        for batch in order.chunks(BATCH) {
            let (gradient, _) = learn::gradient(shape, batch.len(), |at, to| {
                let (input, won) = &fitted[batch[at]];
                let hidden = net.hidden(input);
                let slope = chance(net.row(VALUE, &hidden)) - won;
                learn::add_gradient(&net, input, &hidden, &[(VALUE, slope)], to);
                []
            });
            // The rate falls to nothing, straight.
            let rate = 1e-3 * (1.0 - step as f32 / steps as f32);
            adam.step(&mut net.weights, &gradient, rate);
            step += 1;
        }
    }
    net
}

/// The table: what each way of seeing explains.
pub fn study(rules: &Rules, request: &Request, mut tell: impl FnMut(&Explained)) -> Vec<Explained> {
    let stats = games::statistics(rules);
    let (fitted, inputs) = samples(rules, &stats, 0..request.games, request.seed);
    let fresh = request.games..request.games + request.games / 3;
    let (measured, _) = samples(rules, &stats, fresh, request.seed);
    let shape = Shape { inputs: inputs.all, rows: 1 };
    let mut blind: Option<Vec<f64>> = None;
    let mut rows = Vec::new();
    for (sees, sights) in SIGHTS {
        let see = |s: &Sample| (inputs.seen(&s.input, sights), s.won);
        let seen: Vec<(Sparse, f32)> = fitted.par_iter().map(see).collect();
        let net = fit(shape, &seen, request);
        let error = |s: &Sample| {
            let foretold = chance(net.row(VALUE, &net.hidden(&inputs.seen(&s.input, sights))));
            f64::from(foretold - s.won).powi(2)
        };
        let errors: Vec<f64> = measured.par_iter().map(error).collect();
        let blind = blind.get_or_insert_with(|| errors.clone());
        let row = explained(sees, &measured, &errors, blind);
        tell(&row);
        rows.push(row);
    }
    rows
}

fn explained(sees: &'static str, measured: &[Sample], errors: &[f64], blind: &[f64]) -> Explained {
    let part = |turn: u32| PARTS.iter().filter(|last| turn > **last).count();
    let within = |wanted: Option<usize>| {
        let of = |s: &Sample| wanted.is_none_or(|wanted| part(s.turn) == wanted);
        let won: Vec<f64> = measured.iter().filter(|s| of(s)).map(|s| f64::from(s.won)).collect();
        let mean = won.iter().sum::<f64>() / won.len() as f64;
        let variance = won.iter().map(|w| (w - mean).powi(2)).sum::<f64>();
        let error: f64 = measured.iter().zip(errors).filter(|(s, _)| of(s)).map(|(_, e)| e).sum();
        (1.0 - error / variance, variance)
    };
    let (all, variance) = within(None);
    // Errors of one game hang together: its sum is one number.
    let mut by_game: Vec<(usize, f64)> = Vec::new();
    for ((sample, error), blind) in measured.iter().zip(errors).zip(blind) {
        match by_game.last_mut() {
            Some((game, sum)) if *game == sample.game => *sum += blind - error,
            _ => by_game.push((sample.game, blind - error)),
        }
    }
    let count = by_game.len() as f64;
    let total: f64 = by_game.iter().map(|(_, sum)| sum).sum();
    let spread: f64 = by_game.iter().map(|(_, sum)| (sum - total / count).powi(2)).sum();
    let se = (spread / (count - 1.0) * count).sqrt() / variance;
    let gain = total / variance;
    let by_turn = (0..=PARTS.len()).map(|part| within(Some(part)).0).collect();
    Explained { sees, all, gain, gain_ci95: [gain - 1.96 * se, gain + 1.96 * se], by_turn }
}

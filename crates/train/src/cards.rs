//! Fitting the head that says where hidden cards are, to games of a network that is trained already.
//!
//! Blocks of games are played by a mixed company and each is learnt from once, so that a block's loss is on
//! games that the head has not seen. The network itself stays as it is. The number of threads changes
//! nothing.

use crate::company::{Company, Desk};
use crate::games;
use crate::learn::{self, Adam};
use rayon::prelude::*;
use yomi_core::{Hidden as _, Rng};
use yomi_duel::card_head::{CardHead, FEATURES, Given, Questions, ROW, Truth};
use yomi_duel::decks::DeckReading;
use yomi_duel::learnt::Learnt;
use yomi_games::duel::Rules;

/// Games of a block.
pub const BLOCK: u64 = 512;
const BATCH: usize = 1_024;
/// One of this many decisions is a sample: neighbours tell nearly the same.
const EVERY: u32 = 4;
/// The learning rate at the beginning; it falls to nothing, straight.
const RATE: f32 = 2e-3;

struct Sample {
    given: Given,
    truths: Vec<bool>,
}

/// Everything that goes on from block to block.
pub struct Fit<'a> {
    rules: &'a Rules,
    learnt: &'a Learnt,
    questions: Questions,
    pub head: CardHead,
    adam: Adam,
    /// Games played so far, and how many there will be.
    pub games: u64,
    total: u64,
    seed: u64,
}

/// What a block told: mean log-losses of all questions that are open, before it was learnt from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Told {
    pub games: u64,
    pub samples: usize,
    pub by_cards: f64,
    pub by_head: f64,
}

fn loss(logit: f32, is_so: bool) -> f64 {
    let sign = if is_so { -1.0 } else { 1.0 };
    (sign * f64::from(logit)).exp().ln_1p()
}

impl<'a> Fit<'a> {
    pub fn new(rules: &'a Rules, learnt: &'a Learnt, total: u64, seed: u64) -> Fit<'a> {
        let questions = Questions::of(rules.set);
        let head = CardHead::begin(&questions);
        let adam = Adam::sized(head.weights.len());
        Fit { rules, learnt, questions, head, adam, games: 0, total, seed }
    }

    /// Plays a block of games and learns from it.
    pub fn block(&mut self) -> Told {
        let games = self.games..(self.games + BLOCK).min(self.total);
        self.games = games.end;
        let samples: Vec<Vec<Sample>> =
            games.clone().into_par_iter().map(|game| self.samples(game)).collect();
        let mut samples: Vec<Sample> = samples.into_iter().flatten().collect();
        Rng::new(self.seed).split(games.start).split(0x0DE2).shuffle(&mut samples);
        let rate = RATE * (1.0 - games.start as f32 / self.total.max(1) as f32);
        let (mut sums, mut open) = ([0.0; 2], 0);
        for batch in samples.chunks(BATCH) {
            let losses = self.losses(batch);
            sums = [sums[0] + losses.0, sums[1] + losses.1];
            open += losses.2;
            self.learn(batch, rate);
        }
        let [by_cards, by_head] = sums.map(|sum| sum / open.max(1) as f64);
        Told { games: self.games, samples: samples.len(), by_cards, by_head }
    }

    fn samples(&self, number: u64) -> Vec<Sample> {
        let mut rng = Rng::new(self.seed).split(number);
        let (deal, mut picks) = (rng.next_u64(), rng.split(1));
        let seats = Company::Mixed.seats(&mut picks);
        let (mut desk, mut found) = (Desk::default(), Vec::new());
        games::play(self.rules, deal, &mut rng, |decision, rng| {
            if picks.below(EVERY) == 0 {
                let seen = decision.state.seen(decision.seat);
                let look = self.learnt.look(&seen, decision.history, &mut desk.input);
                let reading = DeckReading::of_other(&seen).expect("a deck of the game is played");
                let given = Given::of(&self.questions, &seen, &reading, &look.hidden);
                let unseen = decision.fate.shields(decision.seat.other());
                let truth = Truth::of(decision.state, decision.seat, unseen);
                found.push(Sample { given, truths: self.questions.truths(&truth) });
            }
            seats[decision.seat.index()].choose(self.learnt, decision, &mut desk, rng)
        });
        found
    }

    /// The sums of the losses by the cards seen and by the head, and of how many answers.
    fn losses(&self, batch: &[Sample]) -> (f64, f64, usize) {
        let of_sample = |sample: &Sample| {
            let (mut by_cards, mut by_head, mut open) = (0.0, 0.0, 0);
            for (row, &is_so) in sample.truths.iter().enumerate() {
                if let (Some(odds), Some(logit)) =
                    (sample.given.odds(row), self.head.logit(&sample.given, row))
                {
                    by_cards += loss(odds, is_so);
                    by_head += loss(logit, is_so);
                    open += 1;
                }
            }
            (by_cards, by_head, open)
        };
        let all: Vec<(f64, f64, usize)> = batch.par_iter().map(of_sample).collect();
        all.iter().fold((0.0, 0.0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1, sum.2 + one.2))
    }

    fn learn(&mut self, batch: &[Sample], rate: f32) {
        let head = &self.head;
        let (gradient, _) = learn::gradient_of(head.weights.len(), batch.len(), |at, to| {
            let Sample { given, truths } = &batch[at];
            for (row, &is_so) in truths.iter().enumerate() {
                let (Some(odds), Some(logit)) = (given.odds(row), head.logit(given, row)) else { continue };
                let slope = yomi_duel::policy::chance(logit) - f32::from(u8::from(is_so));
                let to = &mut to[row * ROW..(row + 1) * ROW];
                learn::add_to(&mut to[..FEATURES], &given.features, slope);
                to[FEATURES] += slope * odds;
                to[FEATURES + 1] += slope;
            }
            []
        });
        self.adam.step(&mut self.head.weights, &gradient, rate);
    }
}

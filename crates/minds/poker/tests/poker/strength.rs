//! What reading the betting is worth to `ismcts`: its moves in every information set, drawn with many seeds,
//! are a mixed strategy, whose exploitability and payoffs follow exactly. Slow, so only when asked for:
//! `cargo test -p yomi-poker --test poker strength:: -- --ignored --nocapture`.

use crate::common::{after, decide_seen};
use std::collections::BTreeMap;
use yomi_core::{Inference, InfoSets, Limits, Player, State, Turn};
use yomi_games::{Kuhn, Leduc};
use yomi_poker::belief::UnseenCards;
use yomi_poker::equilibrium::Solved;
use yomi_poker::manner::ByOwnCard;
use yomi_poker::reading::ByBetting;
use yomi_search::IsMcts;
use yomi_search::reference::exact::{Strategy, exploitability, game_value};
use yomi_search::tree::IsMctsOptions;

/// One state of every information set with its mover.
fn sets<S: InfoSets>(state: &S, found: &mut BTreeMap<u64, (S, Player)>) {
    if let Turn::Player(p) = state.turn() {
        found.entry(state.info_key(p, S::Grain::default())).or_insert_with(|| (state.clone(), p));
    }
    let outcomes = state.outcomes().into_iter().map(|(a, _)| a);
    State::actions(state).into_iter().chain(outcomes).for_each(|a| sets(&after(state, a), found));
}

type Mixes = BTreeMap<u64, Vec<f64>>;

struct Lab<S> {
    starts: Vec<(S, f64)>,
    sets: BTreeMap<u64, (S, Player)>,
}

impl<S: Solved + std::fmt::Debug> Lab<S> {
    fn new(starts: Vec<(S, f64)>) -> Lab<S> {
        let mut found = BTreeMap::new();
        starts.iter().for_each(|(start, _)| sets(start, &mut found));
        Lab { starts, sets: found }
    }

    /// How often `decide` takes each action of each set.
    fn play(&self, seeds: u64, mut decide: impl FnMut(&S, u64) -> S::Action) -> Mixes {
        let mix = |state: &S, decide: &mut dyn FnMut(&S, u64) -> S::Action| {
            let actions = State::actions(state);
            let mut mix = vec![0.0; actions.len()];
            for seed in 0..seeds {
                let chosen = decide(state, seed);
                mix[actions.iter().position(|&a| a == chosen).unwrap()] += 1.0 / seeds as f64;
            }
            mix
        };
        self.sets.iter().map(|(&key, (state, _))| (key, mix(state, &mut decide))).collect()
    }

    fn search<I: Inference<S> + Copy + 'static>(&self, inference: I, iterations: u64, seeds: u64) -> Mixes {
        self.play(seeds, |state, seed| {
            let mut search = IsMcts::<S, _>::new(inference, IsMctsOptions::default());
            decide_seen(&mut search, state, Limits::iterations(iterations), seed).action
        })
    }

    /// One strategy at one seat and another at the other.
    fn strategy(&self, mixes: [&Mixes; 2]) -> Strategy {
        let mut strategy = Strategy::uniform();
        for (&key, (_, mover)) in &self.sets {
            strategy.set(key, mixes[mover.index()][&key].clone());
        }
        strategy
    }

    /// The mean payoff of the first of two over both seats.
    fn payoff(&self, [own, other]: [&Mixes; 2]) -> f64 {
        let first = game_value(&self.starts, Player::FIRST, &self.strategy([own, other]));
        let second = game_value(&self.starts, Player::SECOND, &self.strategy([other, own]));
        (first + second) / 2.0
    }

    fn measure(&self, name: &str, iterations: u64, seeds: u64) -> [f64; 2] {
        let exact = |strategy: &Strategy| -> Mixes {
            let mix = |(state, mover): &(S, Player)| {
                strategy.at(state, *mover).into_iter().map(|(_, p)| p).collect()
            };
            self.sets.iter().map(|(&key, set)| (key, mix(set))).collect()
        };
        let (cfr, random) = (exact(&S::solution().strategy), exact(&Strategy::uniform()));
        let greedy = self.play(1, |state, _| decide_seen(&mut ByOwnCard, state, Limits::default(), 0).action);
        let read = self.search(ByBetting, iterations, seeds);
        let unread = self.search(UnseenCards, iterations, seeds);
        let line = |told: &str, own: &Mixes| {
            let exploitable = exploitability(&self.starts, &self.strategy([own, own]));
            let [c, r, g, u] = [&cfr, &random, &greedy, &unread].map(|other| self.payoff([own, other]));
            println!(
                "| {name} | {iterations} | {told} | {exploitable:.3} | {c:+.3} | {r:+.3} | {g:+.3} | {u:+.3} |"
            );
            exploitable
        };
        line("cfr", &cfr);
        line("greedy", &greedy);
        [line("ismcts(inference=betting)", &read), line("ismcts(inference=none)", &unread)]
    }
}

#[test]
#[ignore = "minutes: for docs/results.md"]
fn reading_is_worth() {
    println!("| game | iterations | agent | exploitable | cfr | random | greedy | ismcts(inference=none) |");
    let kuhn = Lab::new(Kuhn::deals().map(|deal| (deal, 1.0 / 6.0)).collect::<Vec<_>>());
    let leduc = Lab::new(Leduc::deals().collect::<Vec<_>>());
    assert_eq!((kuhn.sets.len(), leduc.sets.len()), (12, 288));
    for (iterations, seeds) in [(100, 400), (1_000, 400), (10_000, 100)] {
        kuhn.measure("kuhn", iterations, seeds);
        leduc.measure("leduc", iterations, seeds);
    }
}

//! Laws of [`State`], [`Chance`], [`ZeroSum`] and [`Keyed`].

use super::{Effort, payoffs, walk};
use crate::{Chance, Deterministic, Keyed, MAX_PLAYERS, Player, Problem, Rng, State, Turn, ZeroSum};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// Legal and generated actions are the same, each once, in the same order every time; random actions are
/// among them and, over all games, leave none out; the probabilities of chance add up to 1; payoffs stay
/// inside their bounds; `play` refuses what is not legal.
pub fn check_rules<S: Chance + Debug>(effort: Effort, start: impl Fn(u64) -> S) {
    let (mut universe, mut listed) = (BTreeSet::new(), BTreeSet::new());
    walk(effort, &start, |state, action, _| {
        universe.extend(action);
        listed.extend(state.actions());
        listed.extend(state.outcomes().into_iter().map(|(a, _)| a));
    });
    let many = effort.games >= 100;
    assert!(!many || universe == listed, "never drawn at random: {:?}", listed.difference(&universe));
    walk(effort, &start, |state, action, rng| {
        let players = state.players();
        assert!((1..=MAX_PLAYERS).contains(&players), "{players} players in {state:?}");
        let actions = state.actions();
        let unique: BTreeSet<_> = actions.iter().copied().collect();
        assert_eq!(unique.len(), actions.len(), "an action is generated twice in {state:?}: {actions:?}");
        assert_eq!(actions, state.clone().actions(), "generation is not deterministic in {state:?}");
        for &a in &universe {
            assert_eq!(state.is_legal(a), unique.contains(&a), "legality of {a:?} in {state:?}");
        }
        check_turn(state, &actions, rng);
        check_payoffs(state);
        if let Some(a) = action {
            let (mut once, mut again) = (state.clone(), state.clone());
            once.apply(a);
            again.apply(a);
            assert_eq!(format!("{once:?}"), format!("{again:?}"), "{a:?} is not deterministic in {state:?}");
        }
        if let Some(&illegal) = universe.iter().find(|a| !unique.contains(a)) {
            let mut tried = state.clone();
            assert!(tried.play(illegal).is_err(), "{illegal:?} is played in {state:?}");
            assert_eq!(format!("{tried:?}"), format!("{state:?}"), "a refused move changed the state");
        }
    });
}

fn check_turn<S: Chance + Debug>(state: &S, actions: &[S::Action], rng: &mut Rng) {
    let outcomes = state.outcomes();
    match state.turn() {
        Turn::Player(p) => {
            assert!(p.index() < state.players(), "seat {p} does not exist in {state:?}");
            assert!(!actions.is_empty(), "seat {p} has no action in {state:?}");
            assert!(outcomes.is_empty(), "chance acts in a player's turn in {state:?}");
            let drawn = state.random_action(rng);
            assert!(actions.contains(&drawn), "random action {drawn:?} is not legal in {state:?}");
        }
        Turn::Chance => {
            assert!(actions.is_empty(), "players act in chance's turn in {state:?}");
            let total: f64 = outcomes.iter().map(|&(_, p)| p).sum();
            assert!((total - 1.0).abs() < 1e-9, "probabilities add up to {total} in {state:?}");
            assert!(outcomes.iter().all(|&(_, p)| p > 0.0), "an impossible outcome is listed in {state:?}");
            let unique: BTreeSet<_> = outcomes.iter().map(|&(a, _)| a).collect();
            assert_eq!(unique.len(), outcomes.len(), "an outcome is listed twice in {state:?}");
            assert!(unique.contains(&state.sample_outcome(rng)), "an outcome is drawn that is not listed");
        }
        Turn::Over => {
            assert!(actions.is_empty() && outcomes.is_empty(), "play goes on after the end: {state:?}")
        }
    }
}

fn check_payoffs<S: State + Debug>(state: &S) {
    let (least, most) = state.payoff_bounds();
    assert!(least < most, "empty payoff bounds in {state:?}");
    if state.turn() == Turn::Over {
        for pay in payoffs(state) {
            assert!((least..=most).contains(&pay), "payoff {pay} outside {least}..{most} in {state:?}");
        }
    }
}

/// The promise of [`Deterministic`].
pub fn check_deterministic<S: Deterministic + Debug>(effort: Effort, start: impl Fn(u64) -> S) {
    walk(effort, start, |state, _, _| assert_ne!(state.turn(), Turn::Chance, "chance acts in {state:?}"));
}

/// The promise of [`ZeroSum`].
pub fn check_zero_sum<S: ZeroSum + Chance + Debug>(effort: Effort, start: impl Fn(u64) -> S) {
    let bounds = start(0).payoff_bounds();
    walk(effort, start, |state, action, _| {
        assert_eq!(state.players(), 2);
        assert_eq!(state.payoff_bounds(), bounds, "the bounds change in {state:?}");
        if action.is_none() {
            let sum = state.payoff(Player::FIRST) + state.payoff(Player::SECOND);
            assert!((sum - bounds.0 - bounds.1).abs() < 1e-9, "payoffs add up to {sum} in {state:?}");
        }
    });
}

/// Equal states have equal keys and different ones different keys, over all positions of random games of one
/// start.
pub fn check_keys<S: Keyed + Chance + Debug>(effort: Effort, start: impl Fn(u64) -> S) {
    let mut names: BTreeMap<u64, String> = BTreeMap::new();
    let mut keys: BTreeMap<String, u64> = BTreeMap::new();
    walk(
        effort,
        |_| start(effort.seed),
        |state, _, _| {
            let (key, name) = (state.key(), format!("{state:?}"));
            let known = names.entry(key).or_insert_with(|| name.clone());
            assert_eq!(*known, name, "two positions share the key {key:#x}");
            let known = keys.entry(name).or_insert(key);
            assert_eq!(*known, key, "one position has two keys: {state:?}");
        },
    );
}

/// The law of [`Problem::delta`], along random walks.
pub fn check_problem<P: Problem>(problem: &P, walks: u64, steps: u64) {
    for walk in 0..walks {
        let mut rng = Rng::new(walk);
        let mut solution = problem.random_solution(&mut rng);
        for _ in 0..steps {
            let change = problem.propose(&solution, &mut rng);
            let (before, delta) = (problem.score(&solution), problem.delta(&solution, change));
            problem.apply(&mut solution, change);
            let after = problem.score(&solution);
            assert!((before + delta - after).abs() < 1e-9, "{change:?}: {before} + {delta} is not {after}");
        }
    }
}

//! Information-set search on Twin Cool: compared with exact values of small games, and with every option.

use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use yomi_core::belief::NothingHidden;
use yomi_core::{
    Chance, Decision, Limits, Player, Policy, Rng, Ruleset, Run, State, Traced, Turn, Uniform, View, ViewOf,
    ViewSearch,
};
use yomi_games::TwinCool;
use yomi_games::twin_cool::{Action, Key, Objective, Rules, Variant};
use yomi_search::reference::expectimax;
use yomi_search::tree::Guided;
use yomi_search::tree::rollout::Rollout;
use yomi_search::tree::{IsMctsOptions, MctsOptions, Risk, WhenFull};
use yomi_search::{IsMcts, Pimc};
use yomi_twin_cool::players::Lookahead;
use yomi_twin_cool::{ByTable, CardLuck, Expectimax, Flexible, Relaxed, TableGuide, TableLeaf};

use crate::common::{Still, after, assert_answers};

type Searcher = Box<dyn ViewSearch<TwinCool>>;
type Options = IsMctsOptions<Key>;

const KEYS: [Key; 4] = [Key::HandTops, Key::HandTopsCount, Key::HandTopsPlayed, Key::HandPiles];

/// The exploration constant of the agent `ismcts`.
const C: Option<f64> = Some(0.15);

fn options() -> Options {
    Options { c: C, even: true, ..Options::default() }
}

fn plain(options: Options) -> IsMcts<TwinCool, NothingHidden> {
    IsMcts::new(NothingHidden, options)
}

fn rules(suits: u8, values: u8, aside: u8, hand: u8, objective: Objective) -> Rules {
    let variant = Variant { suits, values, aside, hand, objective };
    variant.check().unwrap();
    Rules { variant, ..Rules::default() }
}

fn view(state: &TwinCool) -> ViewOf<TwinCool> {
    View::new(Player::FIRST, *state)
}

fn ask(search: &mut dyn ViewSearch<TwinCool>, state: &TwinCool, iterations: u64) -> Decision<Action> {
    let stop = AtomicBool::new(false);
    let mut run = Run::new(Limits::iterations(iterations), &Still, &stop);
    let found = search.decide(&view(state), &mut run, &mut Rng::new(7)).unwrap();
    assert_answers(state, &found);
    found
}

/// The decision, and every iteration of its search.
fn listen(
    search: &mut dyn ViewSearch<TwinCool>,
    state: &TwinCool,
    iterations: u64,
) -> (Decision<Action>, Vec<Traced<Action>>) {
    let stop = AtomicBool::new(false);
    let mut heard = Vec::new();
    let mut tell = |stream: usize, told: &Traced<Action>| {
        assert_eq!(stream, 0, "so few iterations are one stream");
        heard.push(told.clone());
    };
    let mut run = Run::new(Limits::iterations(iterations), &Still, &stop);
    run.trace = Some(&mut tell);
    let found = search.decide(&view(state), &mut run, &mut Rng::new(7)).unwrap();
    assert_answers(state, &found);
    (found, heard)
}

fn visits(decision: &Decision<Action>) -> u64 {
    decision.candidates.iter().map(|c| c.visits).sum()
}

/// Positions of random games in which there is more than one choice.
fn positions(rules: &Rules, seeds: std::ops::Range<u64>) -> Vec<TwinCool> {
    let mut all = Vec::new();
    for seed in seeds {
        let (mut state, mut rng) = (rules.start(seed), Rng::new(seed).split(3));
        while state.turn() != Turn::Over {
            if state.turn() == Turn::Chance {
                state.apply(state.sample_outcome(&mut rng));
                continue;
            }
            if choices(&state).len() > 1 {
                all.push(state);
            }
            state.apply(state.random_action(&mut rng));
        }
    }
    all
}

/// The moves without duplicates.
fn choices(state: &TwinCool) -> Vec<Action> {
    State::actions(state).into_iter().filter(|&a| !state.repeats(a)).collect()
}

/// The exact value of every move.
struct Truth(BTreeMap<Action, f64>);

impl Truth {
    fn of(state: &TwinCool) -> Truth {
        let found = expectimax(state, &mut |_| true).expect("small games are solved");
        Truth(found.moves.into_iter().collect())
    }

    fn best(&self) -> f64 {
        self.0.values().copied().fold(f64::NEG_INFINITY, f64::max)
    }

    fn worst(&self) -> f64 {
        self.0.values().copied().fold(f64::INFINITY, f64::min)
    }

    /// The regret of a move.
    fn regret(&self, action: Action) -> f64 {
        self.best() - self.0[&action]
    }
}

/// The expected payoff of a player, over all possible draws.
fn worth(
    state: &TwinCool,
    player: &mut dyn FnMut(&TwinCool) -> Action,
    known: &mut FxHashMap<TwinCool, f64>,
) -> f64 {
    if state.turn() == Turn::Over {
        return state.payoff(Player::FIRST);
    }
    if let Some(&value) = known.get(state) {
        return value;
    }
    let value = if state.turn() == Turn::Chance {
        let draws = state.outcomes().into_iter();
        draws.map(|(draw, p)| p * worth(&after(state, draw), player, known)).sum()
    } else {
        worth(&after(state, player(state)), player, known)
    };
    known.insert(*state, value);
    value
}

/// Playing by the reference without seeing the deck gives the promised value, averaged over all decks.
#[test]
fn the_truth_is_the_mean_over_all_decks() {
    let mut told = 0;
    for seed in 0..6 {
        let start = rules(2, 3, 1, 2, Objective::Final).start(seed);
        let unseen: Vec<_> = start.unseen().iter().collect();
        assert_eq!((unseen.len(), start.deck()), (4, 3));
        let (mut total, mut decks) = (0.0, 0);
        // All orders of four cards, the last of which is set aside.
        for order in 0..256usize {
            let places = [order & 3, order >> 2 & 3, order >> 4 & 3, order >> 6];
            if (0..4).any(|card| !places.contains(&card)) {
                continue;
            }
            let (mut state, mut next) = (start, 0);
            while state.turn() != Turn::Over {
                if state.turn() == Turn::Chance {
                    state.apply(Action::Draw(unseen[places[next]]));
                    next += 1;
                } else {
                    let truth = Truth::of(&state);
                    let action = *truth.0.keys().find(|a| truth.regret(**a) == 0.0).unwrap();
                    told += usize::from(truth.best() > truth.worst());
                    state.apply(action);
                }
            }
            total += state.payoff(Player::FIRST);
            decks += 1;
        }
        assert_eq!(decks, 24);
        assert!((total / f64::from(decks) - Truth::of(&start).best()).abs() < 1e-9, "seed {seed}");
    }
    assert!(told > 20, "{told} moves mattered");
}

#[test]
fn nobody_who_looks_moves_up_beats_the_truth() {
    for rules in [rules(3, 3, 1, 2, Objective::Final), rules(2, 5, 2, 5, Objective::Accumulated)] {
        let mut sums = [0.0; 4];
        for seed in 0..10 {
            let start = rules.start(seed);
            let truth = Truth::of(&start).best();
            sums[0] += truth;
            let mut table = ByTable::default();
            let mut looks = [1, 2].map(|draws| Expectimax::new(Lookahead { draws, margin: f64::INFINITY }));
            let mut rng = Rng::new(0);
            let own = worth(&start, &mut |s| table.choose(s, &mut rng), &mut FxHashMap::default());
            let mut all = vec![own];
            for look in &mut looks {
                all.push(worth(&start, &mut |s| look.best_of(s).action, &mut FxHashMap::default()));
            }
            for (own, sum) in all.into_iter().zip(&mut sums[1..]) {
                assert!(own <= truth + 1e-9, "seed {seed}: {own} of {truth}");
                *sum += own;
            }
        }
        let [truth, table, one, two] = sums;
        assert!(table < one && one < two && two <= truth + 1e-9, "each draw counted helps: {sums:?}");
        assert!(table > 0.9 * truth && two > 0.998 * truth, "{sums:?}");
    }
}

/// With every draw averaged exactly, nothing is left to the table, and the points of patterns are included.
#[test]
fn expectimax_that_counts_to_the_end_is_exact() {
    let (mut compared, mut with_points) = (0, 0);
    for objective in [Objective::Final, Objective::Accumulated] {
        for rules in [rules(3, 3, 3, 2, objective), rules(2, 5, 3, 5, objective)] {
            for state in positions(&rules, 0..12).into_iter().filter(|s| s.deck() <= 3) {
                let truth = Truth::of(&state);
                let look = Lookahead { draws: state.deck() + 1, margin: f64::INFINITY };
                let found = Expectimax::new(look).best_of(&state);
                for candidate in &found.candidates {
                    let exact = truth.0[&candidate.action];
                    assert!((candidate.mean - exact).abs() < 1e-6, "{state:?}: {candidate:?} {exact}");
                    with_points += usize::from((exact / 10.0).fract() > 1e-9);
                    compared += 1;
                }
                assert!(truth.regret(found.action) < 1e-6);
            }
        }
    }
    assert!(compared > 200 && with_points > 50, "{compared} {with_points}");
}

/// Small positions in which the choice matters.
fn that_matter(count: usize) -> Vec<(TwinCool, Truth)> {
    let games = [rules(3, 3, 1, 2, Objective::Final), rules(3, 4, 2, 3, Objective::Final)];
    let mut all = Vec::new();
    for rules in games {
        let mut found = positions(&rules, 0..40).into_iter().filter(|s| s.deck() > 0).filter_map(|state| {
            let truth = Truth::of(&state);
            (truth.best() - truth.worst() > 0.5).then_some((state, truth))
        });
        all.extend(found.by_ref().take(count / 2));
    }
    assert_eq!(all.len(), count);
    all
}

/// With the standard constant of UCB1. The agent's own is tuned for the full game, where chance is most of
/// the range of payoffs; in a narrow range it is too small to return to a move that was unlucky at first.
#[test]
fn the_search_converges_to_the_truth() {
    let all = that_matter(30);
    let mut regrets = Vec::new();
    for iterations in [100, 3_000, 50_000] {
        let (mut total, mut most, mut off) = (0.0, 0.0f64, 0.0f64);
        for (state, truth) in &all {
            let mut search = plain(Options { grain: Key::HandTopsPlayed, c: None, ..options() });
            let found = ask(&mut search, state, iterations);
            let regret = truth.regret(found.action);
            total += regret;
            most = most.max(regret);
            off = off.max((found.value() - truth.best()).abs() / truth.best());
            if iterations == 50_000 {
                for c in &found.candidates {
                    assert!(c.visits == 0 || c.mean <= truth.0[&c.action] + 5.0 * c.se, "{c:?} in {state:?}");
                }
            }
        }
        regrets.push((total / all.len() as f64, most, off));
    }
    // For payoffs around 80: the mean regret, the maximum, and the largest relative error of the root value.
    assert!(regrets.is_sorted_by(|a, b| a.0 > b.0 && a.1 > b.1 && a.2 > b.2), "{regrets:?}");
    let (mean, most, off) = regrets[2];
    assert!(mean < 0.05 && most < 0.7 && off < 0.05, "{regrets:?}");
}

/// One search of every kind.
fn every_kind() -> Vec<(String, Box<dyn Fn() -> Searcher>)> {
    let mut all: Vec<(String, Box<dyn Fn() -> Searcher>)> = Vec::new();
    let mut add = |name: String, options: Options| {
        all.push((name, Box::new(move || Box::new(plain(options)) as Searcher)));
    };
    for grain in KEYS.into_iter().chain([Key::AlikeCount]) {
        add(format!("{grain:?}"), Options { grain, ..options() });
    }
    add("uneven".into(), Options { even: false, ..options() });
    add("worlds".into(), Options { worlds: Some(20), ..options() });
    add("keep".into(), Options { keep: true, ..options() });
    add("fade".into(), Options { fade: 0.9, ..options() });
    for when_full in [WhenFull::Forget, WhenFull::StopGrowing] {
        add(format!("{when_full:?}"), Options { when_full, memory: Some(100_000), ..options() });
    }
    for risk in [Risk::Quantile(0.2), Risk::Worst] {
        add(format!("{risk:?}"), Options { risk, ..options() });
        add(format!("{risk:?} of worlds"), Options { risk, worlds: Some(20), ..options() });
    }
    let mut own = |name: &str, make: fn() -> Searcher| all.push((name.into(), Box::new(make)));
    own("flex", || Box::new(plain(options()).with_leaf(Rollout(Flexible))));
    own("table rollouts", || Box::new(plain(options()).with_leaf(Rollout(ByTable::default()))));
    own("table leaf", || Box::new(plain(options()).with_leaf(TableLeaf::default())));
    own("table prior", || Box::new(plain(options()).with_priors(Guided::new(TableGuide::default()))));
    own("table leaf and prior, alike", || {
        let alike = Options { grain: Key::AlikeCount, c: Some(0.2), ..options() };
        Box::new(plain(alike).with_leaf(TableLeaf::default()).with_priors(Guided::new(TableGuide::default())))
    });
    own("table leaf and prior", || {
        let search = plain(Options { c: Some(0.2), ..options() }).with_leaf(TableLeaf::default());
        Box::new(search.with_priors(Guided::new(TableGuide::default())))
    });
    all
}

/// For all options: every move is a candidate, the counts are consistent, and results are reproducible, with
/// or without a listener.
#[test]
fn every_kind_answers_and_comes_again() {
    let start = Rules::default().start(4);
    let middle = positions(&Rules::default(), 0..9)[20];
    for (name, make) in every_kind() {
        for state in [&start, &middle] {
            let found = ask(&mut *make(), state, 1_500);
            assert_eq!((found.iterations, visits(&found)), (1_500, 1_500), "{name}");
            assert_eq!(found, ask(&mut *make(), state, 1_500), "{name}");
            assert!(found.passes >= found.nodes && found.nodes > 1, "{name}: {found:?}");
            assert!(found.depth > 1 && found.bytes > 0, "{name}: {found:?}");
            let (heard, told) = listen(&mut *make(), state, 1_500);
            assert_eq!(found, heard, "{name}: listening changes nothing");
            check_trace(&name, state, &found, &told);
        }
    }
}

/// Every iteration can be replayed, and together they give the decision.
fn check_trace(name: &str, start: &TwinCool, found: &Decision<Action>, told: &[Traced<Action>]) {
    assert_eq!(told.len() as u64, found.iterations, "{name}");
    let mut tallies: BTreeMap<Action, (u64, f64)> = BTreeMap::new();
    let leaf_is_judged = name.starts_with("table leaf");
    let relaxed = Relaxed::of(start.variant());
    for one in told {
        let mut state = *start;
        for &action in one.tree.iter().chain(&one.rollout) {
            let possible = match state.turn() {
                Turn::Chance => state.outcomes().iter().any(|&(a, _)| a == action),
                _ => state.is_legal(action),
            };
            assert!(possible, "{name}: {action:?} in {state:?}");
            state.apply(action);
        }
        let payoff = if leaf_is_judged {
            assert!(one.rollout.is_empty(), "{name}");
            relaxed.payoff_of(&state)
        } else {
            assert_eq!(state.turn(), Turn::Over, "{name}: {one:?}");
            state.payoff(Player::FIRST)
        };
        assert_eq!(one.payoffs, [payoff], "{name}: {one:?}");
        assert!(one.world.as_ref().is_some_and(|world| world.is::<TwinCool>()), "{name}");
        let (count, sum) = tallies.entry(one.tree[0]).or_default();
        *count += 1;
        *sum += payoff;
    }
    for candidate in &found.candidates {
        let (count, sum) = tallies.get(&candidate.action).copied().unwrap_or_default();
        assert_eq!(candidate.visits, count, "{name}");
        assert!(count == 0 || (candidate.mean - sum / count as f64).abs() < 1e-9, "{name}");
    }
}

/// The coarser the key, the fewer nodes, once a small game has been searched to its end.
#[test]
fn coarse_keys_share_more() {
    let start = rules(3, 3, 1, 2, Objective::Final).start(1);
    let nodes = KEYS
        .map(|grain| ask(&mut plain(Options { grain, c: Some(10.0), ..options() }), &start, 100_000).nodes);
    assert!(nodes.is_sorted_by(|a, b| a < b), "{nodes:?}");
}

/// Equivalent positions share a node, so a search of the full game has far fewer nodes.
#[test]
fn what_is_alike_is_shared() {
    let start = Rules::default().start(1);
    let nodes = [Key::HandTopsCount, Key::AlikeCount]
        .map(|grain| ask(&mut plain(Options { grain, ..options() }), &start, 20_000).nodes);
    assert!(nodes[1] * 3 < nodes[0], "{nodes:?}");
}

/// The same worlds are used repeatedly: in each of them the deck has one order.
#[test]
fn a_pool_of_worlds_is_used_again() {
    let start = Rules::default().start(2);
    for worlds in [1, 7, 50] {
        let mut search = plain(Options { worlds: Some(worlds), ..options() });
        let (found, told) = listen(&mut search, &start, 1_000);
        assert_eq!(found.worlds, u64::from(worlds));
        let mut decks: BTreeMap<u64, Vec<Action>> = BTreeMap::new();
        for one in &told {
            let all = one.tree.iter().chain(&one.rollout).copied();
            let drawn: Vec<Action> = all.filter(|a| matches!(a, Action::Draw(_))).collect();
            let deck = decks.entry(one.number).or_default();
            let both = deck.len().min(drawn.len());
            assert_eq!(deck[..both], drawn[..both], "world {}", one.number);
            if drawn.len() > both {
                *deck = drawn;
            }
        }
        let numbers: Vec<u64> = decks.keys().copied().collect();
        assert_eq!(numbers, (0..u64::from(worlds)).collect::<Vec<_>>());
        let mut different: Vec<_> = decks.into_values().collect();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), worlds as usize, "no deck is there twice");
    }
    let found = ask(&mut plain(options()), &start, 1_000);
    assert_eq!(found.worlds, 1_000, "without a pool every iteration has its own");
}

#[test]
fn a_kept_tree_is_carried_on() {
    let start = Rules::default().start(8);
    for grain in KEYS {
        let second = |keep: bool| {
            let mut search = plain(Options { keep, grain, ..options() });
            let first = ask(&mut search, &start, 4_000);
            assert_eq!(visits(&first), 4_000);
            let mut next = after(&start, first.action);
            next.apply(next.sample_outcome(&mut Rng::new(1)));
            (ask(&mut search, &next, 300), first, next)
        };
        let (kept, first, next) = second(true);
        let (cleared, ..) = second(false);
        assert_eq!((kept.iterations, cleared.iterations, visits(&cleared)), (300, 300, 300));
        let carried = visits(&kept) - 300;
        // One of the unseen cards came: about that fraction of the chosen move's visits.
        let part = first.best().visits as f64 / f64::from(next.unseen().len() + 1);
        assert!(carried > 0 && (carried as f64) < 3.0 * part, "{grain:?}: {carried} of about {part}");
        assert!(kept.nodes > cleared.nodes, "{grain:?}");
    }
}

#[test]
fn memory_has_a_cap() {
    let start = Rules::default().start(3);
    let free = ask(&mut plain(options()), &start, 10_000);
    for cap in [30_000, 60_000, 200_000, free.bytes / 2] {
        let mut nodes = Vec::new();
        for when_full in [WhenFull::Forget, WhenFull::StopGrowing] {
            let make = || plain(Options { when_full, memory: Some(cap), ..options() });
            let found = ask(&mut make(), &start, 10_000);
            assert!(found.bytes <= cap, "{when_full:?}: {} of {cap}", found.bytes);
            assert_eq!((found.iterations, visits(&found)), (10_000, 10_000), "a cap is not a stop");
            assert!(found.nodes < free.nodes && found.depth > 1, "{when_full:?}: {found:?}");
            nodes.push(found.nodes);
            // A memory limit of the run applies too, and the smaller one counts.
            let stop = AtomicBool::new(false);
            let limits = Limits { memory: Some(cap), ..Limits::iterations(10_000) };
            let mut run = Run::new(limits, &Still, &stop);
            let mut wide = plain(Options { when_full, memory: Some(1 << 30), ..options() });
            assert_eq!(wide.decide(&view(&start), &mut run, &mut Rng::new(7)).unwrap(), found);
        }
        // When a tree is full, half of it is dropped and no more, unless the room reserved for the next
        // iteration, about 16 kB of edges, is most of the limit.
        let least = if cap < 60_000 { 2 } else { nodes[1] / 3 };
        assert!(nodes[0] >= least && nodes[1] > 30, "{cap}: {nodes:?}");
    }
}

#[test]
fn budgets_fade_with_the_game() {
    let start = Rules::default().start(6);
    let (mut seen, mut rng) = (view(&start), Rng::new(2));
    let mut counts = Vec::new();
    while seen.now.turn() != Turn::Over {
        if seen.now.turn() == Turn::Chance {
            let draw = seen.now.sample_outcome(&mut rng);
            seen.observe::<TwinCool>(draw).unwrap();
            continue;
        }
        let stop = AtomicBool::new(false);
        let mut run = Run::new(Limits::iterations(1_000), &Still, &stop);
        let mut search = plain(Options { fade: 0.8, ..options() });
        let found = search.decide(&seen, &mut run, &mut Rng::new(7)).unwrap();
        let expected = (1_000.0 * 0.8f64.powi(seen.events.len() as i32)).max(50.0) as u64;
        assert_eq!((found.iterations, visits(&found)), (expected, expected));
        counts.push(expected);
        seen.observe::<TwinCool>(found.action).unwrap();
    }
    assert!(counts.len() > 2 && counts[0] == 1_000 && counts[1] == 640, "{counts:?}");
}

/// All results of a root move, from the trace: the results, or their means per world.
fn results(told: &[Traced<Action>], action: Action, pooled: bool) -> Vec<f64> {
    let own = told.iter().filter(|one| one.tree[0] == action);
    if !pooled {
        return own.map(|one| one.payoffs[0]).collect();
    }
    let mut worlds: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
    for one in own {
        let (sum, count) = worlds.entry(one.number).or_default();
        *sum += one.payoffs[0];
        *count += 1.0;
    }
    worlds.into_values().map(|(sum, count)| sum / count).collect()
}

#[test]
fn the_careful_player_looks_at_what_can_go_wrong() {
    let all: Vec<TwinCool> = positions(&rules(4, 5, 3, 4, Objective::Final), 0..30);
    let all = &all[..50];
    for (risk, part) in [(Risk::Worst, 0.0), (Risk::Quantile(0.1), 0.1), (Risk::Quantile(0.5), 0.5)] {
        for worlds in [None, Some(30)] {
            let mut other = 0;
            for state in all {
                let mut search = plain(Options { risk, worlds, ..options() });
                let (found, told) = listen(&mut search, state, 600);
                let moves = choices(state);
                let counts: Vec<u64> = moves
                    .iter()
                    .map(|a| found.candidates.iter().find(|c| c.action == *a).unwrap().visits)
                    .collect();
                let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
                assert!(most - least <= 1, "{risk:?}: {counts:?}");
                assert_eq!(counts.iter().sum::<u64>(), 600);
                let reached = |action: Action| {
                    let mut all = results(&told, action, worlds.is_some());
                    all.sort_by(f64::total_cmp);
                    all[((all.len() - 1) as f64 * part) as usize]
                };
                let best = moves.iter().map(|&a| reached(a)).fold(f64::NEG_INFINITY, f64::max);
                assert_eq!(reached(found.action), best, "{risk:?} {worlds:?} in {state:?}");
                let mean =
                    |action: Action| found.candidates.iter().find(|c| c.action == action).unwrap().mean;
                let most = moves.iter().map(|&a| mean(a)).fold(f64::NEG_INFINITY, f64::max);
                other += usize::from(mean(found.action) < most);
            }
            assert!(other > 0, "{risk:?} {worlds:?}: care never made a difference");
        }
    }
}

/// The table leads the search to better moves than random rollouts do.
#[test]
fn the_table_helps_where_there_is_little_time() {
    let all = that_matter(60);
    let mean = |make: &dyn Fn() -> Searcher| {
        let lost = all.iter().map(|(state, truth)| truth.regret(ask(&mut *make(), state, 30).action));
        lost.sum::<f64>() / all.len() as f64
    };
    let by_luck = mean(&|| Box::new(plain(options())));
    let by_leaf = mean(&|| Box::new(plain(options()).with_leaf(TableLeaf::default())));
    let by_both = mean(&|| {
        let search = plain(Options { c: Some(0.2), ..options() }).with_leaf(TableLeaf::default());
        Box::new(search.with_priors(Guided::new(TableGuide::default())))
    });
    assert!(by_leaf < by_luck && by_both < by_luck, "{by_luck} {by_leaf} {by_both}");
}

/// Peak memory of this process, in bytes.
fn peak() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// The other tests of this file may run at the same time, so this is a bound on all of them.
#[test]
fn a_hundred_searches_stay_under_a_hundred_megabytes() {
    let rules = Rules::default();
    // All of them are kept alive, including their trees.
    let mut searches = Vec::new();
    let mut bytes = 0;
    for seed in 0..100 {
        let mut search = plain(Options { keep: true, ..options() });
        bytes += ask(&mut search, &rules.start(seed), 1_000).bytes;
        searches.push(search);
    }
    let Some(peak) = peak() else {
        eprintln!("skipped: no /proc/self/status here");
        return;
    };
    assert!(peak < 100_000_000, "{peak} bytes");
    assert!(bytes < 100_000_000, "{bytes} bytes of trees");
}

fn pimc(worlds: u32) -> Pimc<NothingHidden> {
    Pimc { worlds, options: MctsOptions::default(), inference: NothingHidden, rollout: Uniform }
}

#[test]
fn pimc_answers_and_comes_again() {
    for (rules, seed) in [(Rules::default(), 1), (rules(3, 4, 2, 3, Objective::Accumulated), 2)] {
        for state in positions(&rules, seed..seed + 1) {
            for worlds in [1, 9, 40] {
                let found = ask(&mut pimc(worlds), &state, 1_000);
                assert_eq!((found.worlds, found.iterations), (u64::from(worlds), 1_000));
                assert_eq!(visits(&found), 1_000);
                assert_eq!(found, ask(&mut pimc(worlds), &state, 1_000));
            }
        }
    }
}

/// With one card in the deck the player learns it before the next choice: knowing it beforehand changes
/// nothing.
#[test]
fn pimc_finds_the_best_where_knowing_does_not_matter() {
    let rules = rules(3, 4, 4, 4, Objective::Final);
    // By deck size: correct moves, all moves, and how many a random move would get right.
    let mut counts = [(0, 0, 0.0); 2];
    for state in positions(&rules, 0..200).into_iter().filter(|s| s.deck() <= 1) {
        let truth = Truth::of(&state);
        if truth.best() - truth.worst() > 0.5 {
            let found = ask(&mut pimc(40), &state, 4_000);
            let is_best = |action: Action| truth.regret(action) < 1e-9;
            let (right, all, by_luck) = &mut counts[state.deck() as usize];
            *right += usize::from(is_best(found.action));
            *all += 1;
            *by_luck += truth.0.keys().filter(|a| is_best(**a)).count() as f64 / truth.0.len() as f64;
        }
    }
    let [(known, ends, _), (right, all, by_luck)] = counts;
    assert!(ends > 30 && known == ends, "{known} of {ends} where the deck is empty");
    // In nearly every world several moves are equally good, and their visits differ by how easily each is
    // found. So a move that is better in only one world may be outvoted.
    assert!(all > 30 && right * 4 > all * 3, "{right} of {all}");
    assert!(by_luck < 0.6 * all as f64, "{by_luck} of {all} need no search");
}

/// Mean and standard error.
fn mean(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let spread = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, (spread / n).sqrt())
}

/// Luck has mean zero for every agent, and explains most of the variance.
#[test]
fn luck_is_nothing_on_average() {
    fn games(mut player: impl Policy<TwinCool>) -> (Vec<f64>, Vec<f64>) {
        let rules = Rules::default();
        let meter = CardLuck(Relaxed::of(&rules.variant));
        (0..20_000)
            .map(|seed| {
                let (mut state, mut rng) = (rules.start(seed), Rng::new(seed).split(5));
                let mut luck = meter.of_deal(&state);
                while state.turn() != Turn::Over {
                    if state.turn() == Turn::Chance {
                        let draw = state.sample_outcome(&mut rng);
                        luck += meter.of_draw(&state, draw);
                        state.apply(draw);
                    } else {
                        state.apply(player.choose(&state, &mut rng));
                    }
                }
                (f64::from(state.played()), luck)
            })
            .unzip()
    }
    let random = games(Uniform);
    let table = games(ByTable::default());
    for (who, (_, luck)) in [("random", &random), ("table", &table)] {
        let (luck, se) = mean(luck);
        assert!(luck.abs() < 4.0 * se, "{who}: {luck} +- {se}");
    }
    let corrected: Vec<f64> = table.0.iter().zip(&table.1).map(|(cards, luck)| cards - luck).collect();
    let ((plain, se), (clear, small)) = (mean(&table.0), mean(&corrected));
    assert!((plain - clear).abs() < 4.0 * se, "{plain} and {clear} +- {se}");
    assert!(5.0 * small < se, "{small} and {se}");
}

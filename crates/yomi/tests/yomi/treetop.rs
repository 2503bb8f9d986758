//! The top of a search tree: visits add up, the terms follow the formulas, and it is only built when asked
//! for.

#[path = "../../../search/tests/search/toys/dice.rs"]
#[allow(dead_code)] // The exact values of the dice are not used here.
mod dice;

use crate::common::{Still, connect_four, view_of_mover};
use dice::{Act, Dice};
use std::sync::atomic::AtomicBool;
use yomi_connect_four::guide::ThreatGuide;
use yomi_core::{
    Branch, Hidden, Limits, OpenSearch, Player, Rng, Ruleset, Run, Search, State, Step, TreeTop, TreeWanted,
    ViewSearch,
};
use yomi_games::{ConnectFour, Kuhn, Leduc, alternating_maze, leduc, simultaneous_maze};
use yomi_mazes::Share;
use yomi_poker::belief::UnseenCards;
use yomi_search::tree::{DuctOptions, IsMctsOptions, MctsOptions, Observer};
use yomi_search::{Duct, Flat, IsMcts, Mcts, thunder};

/// The tree that a search reports.
fn look<S: Hidden>(
    search: &mut impl ViewSearch<S>,
    state: &S,
    iterations: u64,
    depth: u32,
) -> Option<TreeTop<S::Action>> {
    let (stop, mut found) = (AtomicBool::new(false), None);
    let mut run = Run::new(Limits::iterations(iterations), &Still, &stop);
    run.tree = Some(TreeWanted { depth, found: &mut found });
    search.decide(&view_of_mover(state), &mut run, &mut Rng::new(3)).expect("some world fits the view");
    found
}

fn look_at_state<S: State>(search: &mut impl Search<S>, state: &S, depth: u32) -> TreeTop<S::Action> {
    let (stop, mut found) = (AtomicBool::new(false), None);
    let mut run = Run::new(Limits::iterations(3_000), &Still, &stop);
    run.tree = Some(TreeWanted { depth, found: &mut found });
    search.decide(state, &mut run, &mut Rng::new(3));
    found.expect("a tree was asked for")
}

/// Calls `check` for every branch that has children.
fn each_opened<A>(branch: &Branch<A>, check: &mut impl FnMut(&Branch<A>)) {
    if !branch.children.is_empty() {
        check(branch);
        branch.children.iter().for_each(|child| each_opened(child, check));
    }
}

fn visits_below<A>(branch: &Branch<A>) -> u64 {
    branch.children.iter().map(|child| child.visits).sum()
}

fn assert_close(found: Option<f64>, expected: f64) {
    let found = found.expect("a move that was tried has both terms");
    assert!((found - expected).abs() < 1e-4 * expected.max(1.0), "{found} and not {expected}");
}

/// Visits add up: those of a branch are those of its children plus `own`, from before it was expanded.
fn assert_adds_up<A>(top: &TreeTop<A>, own: u64) -> u32 {
    let mut opened = 0;
    assert_eq!(top.root.visits, visits_below(&top.root));
    top.root.children.iter().for_each(|child| {
        each_opened(child, &mut |branch| {
            assert_eq!(branch.visits, visits_below(branch) + own);
            assert!(branch.children.is_sorted_by(|a, b| a.visits >= b.visits), "the most visited first");
            opened += 1;
        });
    });
    opened
}

/// `w/n + c * sqrt(2 * ln(t) / n)` for every move, with payoffs from 0 to 1.
fn assert_ucb1<A>(top: &TreeTop<A>, c: f64) {
    each_opened(&top.root, &mut |branch| {
        let t = visits_below(branch) as f64;
        for child in branch.children.iter().filter(|child| child.visits > 0) {
            assert_close(child.exploit, child.value.unwrap());
            assert_close(child.explore, c * (2.0 * t.ln() / child.visits as f64).sqrt());
        }
    });
}

#[test]
fn mcts_shows_visits_that_add_up_and_the_terms_of_ucb1() {
    for expand in [1, 2, 7] {
        let options = MctsOptions { c: 0.7, expand };
        let search = Mcts::<ConnectFour>::new(options);
        let top = look(&mut OpenSearch(search), &connect_four("44455"), 3_000, 3).unwrap();
        assert_eq!((top.root.visits, top.trees), (3_000, 1));
        assert!(assert_adds_up(&top, expand.into()) > 20);
        assert_ucb1(&top, 0.7);
        let seats = |branch: &Branch<_>| match branch.step {
            Step::Move { by, .. } => by,
            ref other => panic!("{other:?} where everything is seen and nothing is luck"),
        };
        assert!(top.root.children.iter().all(|child| seats(child) == Player::SECOND));
        assert!(top.root.children[0].children.iter().all(|child| seats(child) == Player::FIRST));
    }
}

#[test]
fn thunder_shows_no_exploration() {
    let maze = alternating_maze::Rules::from_settings(&settings("5x5")).unwrap().start(1);
    let top = look(&mut OpenSearch(thunder(Share)), &maze, 2_000, 2).unwrap();
    assert_adds_up(&top, 1);
    // The range is that of the values seen so far, not 0 to 1; exploit terms are ordered like the values.
    each_opened(&top.root, &mut |branch| {
        let tried = branch.children.iter().filter(|child| child.visits > 0);
        let mut by_value: Vec<_> = tried.map(|c| (c.value.unwrap(), c.exploit.unwrap())).collect();
        by_value.sort_by(|a, b| a.0.total_cmp(&b.0));
        assert!(by_value.is_sorted_by(|a, b| a.1 <= b.1 && (0.0..=1.0).contains(&a.1)));
        assert!(branch.children.iter().all(|c| c.explore.is_none_or(|x| x == 0.0)));
    });
}

/// `w/n + c * p * sqrt(1 + t) / (1 + n)`; an untried move counts with the mean of its position.
#[test]
fn puct_shows_priors_and_its_own_terms() {
    let search = Mcts::<ConnectFour>::new(MctsOptions { c: 1.3, expand: 2 }).with_guide(ThreatGuide);
    let top = look(&mut OpenSearch(search), &connect_four("4455"), 3_000, 3).unwrap();
    assert!(assert_adds_up(&top, 2) > 5);
    let mut untried = 0;
    each_opened(&top.root, &mut |branch| {
        let t = visits_below(branch) as f64;
        let priors: f64 = branch.children.iter().map(|child| child.prior.unwrap()).sum();
        assert!((priors - 1.0).abs() < 1e-5);
        let won: f64 = branch.children.iter().map(|c| c.value.unwrap_or(0.0) * c.visits as f64).sum();
        for child in branch.children.iter().filter(|_| t > 0.0) {
            let (n, p) = (child.visits as f64, child.prior.unwrap());
            assert_close(child.explore, 1.3 * p * (1.0 + t).sqrt() / (1.0 + n));
            assert_close(child.exploit, child.value.unwrap_or(won / t));
            untried += u32::from(child.visits == 0);
        }
    });
    assert!(untried > 10, "priors leave some moves untried: {untried}");
}

#[test]
fn chance_is_shown_as_chance() {
    let top = look_at_state(&mut Mcts::new(MctsOptions::default()), &Dice::start(true), 2);
    let coin = top.root.children.iter().find(|c| matches!(c.step, Step::Move { action: Act::Coin, .. }));
    let faces = &coin.unwrap().children;
    assert_eq!(faces.len(), 2, "the coin shows 1 or 6");
    for face in faces {
        assert!(matches!(face.step, Step::Chance(Act::Shows(1 | 6))), "{:?}", face.step);
        assert_eq!((face.value, face.exploit, face.explore), (None, None, None), "nobody chose it");
    }
    assert_adds_up(&top, 2);
}

#[test]
fn shared_positions_are_shown_once() {
    let search = || Mcts::<ConnectFour>::new(MctsOptions::default()).with_transpositions();
    let top = look(&mut OpenSearch(search()), &connect_four(""), 20_000, 20).unwrap();
    let mut opened = 0;
    each_opened(&top.root, &mut |_| opened += 1);
    assert!((50..20_000).contains(&opened), "{opened}");
}

fn settings(size: &str) -> yomi_core::Settings {
    [("size", size), ("turns", "12")].map(|(k, v)| (k.to_string(), v.to_string())).into()
}

#[test]
fn duct_shows_every_seats_choices_and_what_they_are_together() {
    let state = simultaneous_maze::Rules::from_settings(&settings("5x5")).unwrap().start(0);
    let mut search = Duct { options: DuctOptions { c: 0.6, expand: 5 } };
    let top = look(&mut search, &state, 2_000, 2).unwrap();
    let mut opened = 0;
    each_opened(&top.root, &mut |branch| {
        let sum = |wanted: &dyn Fn(&Step<_>) -> bool| -> u64 {
            branch.children.iter().filter(|c| wanted(&c.step)).map(|c| c.visits).sum()
        };
        let together = sum(&|step| matches!(step, Step::Joint(choices) if choices.len() == 2));
        for seat in [Player::FIRST, Player::SECOND] {
            assert_eq!(sum(&|step| matches!(step, Step::Move { by, .. } if *by == seat)), together);
        }
        let own = if branch.step == Step::Root { 0 } else { 5 };
        assert_eq!(branch.visits, together + own);
        for arm in branch.children.iter().filter(|c| c.value.is_some()) {
            assert_close(arm.exploit, arm.value.unwrap());
            assert_close(arm.explore, 0.6 * (2.0 * (together as f64).ln() / arm.visits as f64).sqrt());
        }
        opened += 1;
    });
    assert!(opened > 5);
    // A joint choice was made at most as often as either of its moves.
    let arm = |by: Player, action| {
        let step = Step::Move { by, action };
        top.root.children.iter().find(|c| c.step == step).unwrap().visits
    };
    for child in &top.root.children {
        if let Step::Joint(choices) = &child.step {
            assert!(choices.iter().all(|&(by, action)| arm(by, action) >= child.visits));
        }
    }
}

/// With availability in place of the position's visits; payoffs are chips, scaled by the range seen so far.
#[test]
fn ismcts_shows_what_each_seat_knows() {
    let state = leduc::Rules.start(5);
    for observer in [Observer::Single, Observer::Multiple] {
        let options = IsMctsOptions { c: Some(0.5), observer, ..Default::default() };
        let mut search = IsMcts::<Leduc, _>::new(UnseenCards, options);
        let top = look(&mut search, &state, 5_000, 3).unwrap();
        assert_eq!(top.root.visits, 5_000);
        assert_eq!(visits_below(&top.root), 5_000);
        let (mut sets, mut cards) = (0, 0);
        each_opened(&top.root, &mut |branch| match &branch.step {
            Step::Move { .. } => {
                assert!(branch.children.iter().all(|c| matches!(c.step, Step::Knows { .. })));
            }
            step => {
                assert_eq!(branch.visits, visits_below(branch));
                for child in branch.children.iter().filter(|c| c.visits > 0) {
                    let (n, t) = (child.visits as f64, child.available.unwrap() as f64);
                    assert!(n <= t, "chosen no more often than it could be");
                    assert_close(child.explore, 0.5 * (2.0 * t.ln() / n).sqrt());
                    assert!((0.0..=1.0).contains(&child.exploit.unwrap()));
                }
                sets += u32::from(matches!(step, Step::Knows { .. }));
                cards += u32::from(matches!(step, Step::Knows { between, .. } if between.len() == 1));
            }
        });
        let check = &top.root.children[0];
        let others = check.children.len();
        // The opponent holds J, Q or K; a single-observer tree does not distinguish them.
        assert_eq!(others, if observer == Observer::Single { 1 } else { 3 });
        assert!(visits_below(check) <= check.visits);
        assert!(sets > 3 && cards > 0, "{sets} sets, {cards} after a public card");
    }
}

#[test]
fn a_long_search_is_one_tree() {
    let mut search = OpenSearch(Mcts::<ConnectFour>::new(MctsOptions::default()));
    let top = look(&mut search, &connect_four(""), 160_000, 1).unwrap();
    assert_eq!((top.trees, top.root.visits), (1, 160_000));
    assert!(top.root.children.iter().all(|child| child.children.is_empty() && child.goes_on));
}

#[test]
fn looking_changes_nothing_and_playouts_have_no_tree() {
    let state = connect_four("44");
    let (stop, mut found) = (AtomicBool::new(false), None);
    let decide = |run: &mut Run<'_, _>| {
        Mcts::<ConnectFour>::new(MctsOptions::default()).decide(&state, run, &mut Rng::new(1))
    };
    let limits = Limits::iterations(2_000);
    let plain = decide(&mut Run::new(limits, &Still, &stop));
    let mut run = Run::new(limits, &Still, &stop);
    run.tree = Some(TreeWanted { depth: 4, found: &mut found });
    assert_eq!(decide(&mut run), plain);
    assert!(found.is_some());
    let mut flat = OpenSearch(Flat { rollout: yomi_core::Uniform });
    assert!(!ViewSearch::<ConnectFour>::has_tree(&flat) && look(&mut flat, &state, 100, 2).is_none());
    assert!(ViewSearch::<Kuhn>::has_tree(&IsMcts::<Kuhn, _>::new(UnseenCards, Default::default())));
}

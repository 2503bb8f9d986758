//! `cheat` of Twin Cool compared with a simple exhaustive search, and as a player.

use crate::common::{decide, decide_seen};
use rustc_hash::FxHashMap;
use std::time::Duration;
use yomi_core::{Bound, Decision, Keyed, Limits, Luck, Player, Rng, Ruleset, Scripted, State, Turn};
use yomi_games::TwinCool;
use yomi_games::twin_cool::{Action, Card, Cards, Objective, Rules, Variant};
use yomi_twin_cool::ceiling::{self, best_line};
use yomi_twin_cool::players::Lookahead;
use yomi_twin_cool::{Ceiling, Expectimax};

type Game = Scripted<TwinCool>;

fn deal(rules: &Rules, seed: u64) -> Game {
    Scripted::from_luck(rules.start(seed), Luck::new(seed))
}

fn game_of(suits: u8, values: u8, aside: u8, hand: u8, objective: Objective) -> Rules {
    let variant = Variant { suits, values, aside, hand, objective };
    variant.check().unwrap();
    Rules { variant, ..Rules::default() }
}

/// The maximum of `worth` over all ends of the game.
fn reference(game: &Game, worth: fn(&Game) -> f64, known: &mut FxHashMap<u64, f64>) -> f64 {
    if game.turn() == Turn::Over {
        return worth(game);
    }
    let key = game.key();
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let mut best = f64::NEG_INFINITY;
    game.for_each_action(|action| {
        best = best.max(reference(&crate::common::after(game, action), worth, known))
    });
    known.insert(key, best);
    best
}

fn exhaustive(game: &Game) -> f64 {
    reference(game, |end| end.payoff(Player::FIRST), &mut FxHashMap::default())
}

fn most_cards(game: &Game) -> f64 {
    reference(game, |end| f64::from(end.state().played()), &mut FxHashMap::default())
}

/// The payoff of a line, which must be legal and reach the end of the game.
fn payoff_of(game: &Game, line: &[Action]) -> f64 {
    let mut game = game.clone();
    for &action in line {
        game.play(action).expect("lines are legal");
    }
    assert_eq!(game.turn(), Turn::Over, "{line:?}");
    game.payoff(Player::FIRST)
}

fn small_games() -> Vec<Rules> {
    let sizes =
        [(3, 4, 2, 3), (4, 5, 4, 4), (3, 6, 3, 5), (2, 7, 2, 5), (5, 5, 4, 2), (1, 6, 0, 5), (6, 6, 2, 1)];
    let objectives = [Objective::Final, Objective::Accumulated];
    let all =
        objectives.map(|o| sizes.map(|(suits, values, aside, hand)| game_of(suits, values, aside, hand, o)));
    all.concat()
}

#[test]
fn nothing_pays_more_on_small_games() {
    for rules in small_games() {
        for seed in 0..20 {
            let game = deal(&rules, seed);
            let (line, proven) = best_line(&game, ceiling::DEFAULT_WIDTH);
            assert!(proven, "{rules:?} {seed}");
            assert_eq!(payoff_of(&game, &line), exhaustive(&game), "{rules:?} {seed}");
        }
    }
}

/// A straight flush that cannot be played on, after two cards, against six cards played.
#[test]
fn it_plays_for_the_payoff_and_not_for_cards() {
    let card = |word: &str| word.parse::<Card>().unwrap();
    let hand: Cards = ["A1", "A2", "A3", "B9", "C10"].map(card).into_iter().collect();
    let rules = game_of(3, 10, 23, 5, Objective::Final);
    let start = TwinCool::deal(rules.variant, hand, Cards::EMPTY);
    let game = Scripted::from_order(start, ["A4", "A5"].map(|word| Action::Draw(card(word))));
    assert_eq!((most_cards(&game), exhaustive(&game)), (6.0, 70.0));
    let (line, proven) = best_line(&game, ceiling::DEFAULT_WIDTH);
    assert_eq!((line.len(), payoff_of(&game, &line), proven), (2, 70.0, true));
}

#[test]
fn a_cut_search_claims_no_more_than_it_knows() {
    let (mut unproven, mut proven_though_cut, mut worse) = (0, 0, 0);
    for rules in small_games() {
        for seed in 0..10 {
            let game = deal(&rules, seed);
            let best = exhaustive(&game);
            for width in [1, 3, 30] {
                let (line, proven) = best_line(&game, width);
                let own = payoff_of(&game, &line);
                assert!(own <= best && (own == best || !proven), "{rules:?} {seed}: {own} of {best}");
                unproven += usize::from(!proven);
                worse += usize::from(own < best);
                proven_though_cut += usize::from(proven && width == 1);
            }
        }
    }
    assert!(unproven > 100 && worse > 50 && proven_though_cut > 10, "{unproven} {worse} {proven_though_cut}");
}

#[test]
fn a_game_in_progress_is_searched_from_where_it_is() {
    let rules = game_of(4, 5, 3, 4, Objective::Accumulated);
    let mut searched = 0;
    for seed in 0..60 {
        let mut game = deal(&rules, seed);
        let mut rng = Rng::new(seed).split(1);
        while game.turn() != Turn::Over {
            let (line, proven) = best_line(&game, ceiling::DEFAULT_WIDTH);
            assert!(proven);
            assert_eq!(payoff_of(&game, &line), exhaustive(&game), "{game:?}");
            game.apply(game.random_action(&mut rng));
            searched += 1;
        }
        assert_eq!(best_line(&game, ceiling::DEFAULT_WIDTH), (vec![], true));
    }
    assert!(searched > 300, "{searched}");
}

/// Every legal move is a candidate exactly once, and the chosen one is the first.
fn check_candidates(decision: &Decision<Action>, game: &Game) {
    let mut listed: Vec<Action> = decision.candidates.iter().map(|c| c.action).collect();
    assert_eq!((listed[0], decision.line[0]), (decision.action, decision.action));
    let mut legal = game.actions();
    listed.sort();
    legal.sort();
    assert_eq!(listed, legal);
}

#[test]
fn the_search_is_made_once_a_game() {
    for (seed, objective) in [(0, Objective::Final), (1, Objective::Accumulated), (2, Objective::Final)] {
        let rules = Rules { variant: Variant { objective, ..Variant::default() }, ..Rules::default() };
        let mut game = deal(&rules, seed);
        let mut agent = Ceiling::default();
        let first = decide(&mut agent, &game, Limits::default(), 0);
        assert!(first.nodes > 100 && first.best().bound == Bound::Proven);
        assert!(first.candidates[1..].iter().all(|c| c.bound == Bound::AtMost && c.mean == first.value()));
        check_candidates(&first, &game);
        game.play(first.action).unwrap();
        let mut left = first.line.len() - 1;
        while game.turn() != Turn::Over {
            let next = decide(&mut agent, &game, Limits::default(), 0);
            assert_eq!((next.nodes, next.line.len(), next.value()), (0, left, first.value()));
            check_candidates(&next, &game);
            game.play(next.action).unwrap();
            left -= 1;
        }
        assert_eq!((left, game.payoff(Player::FIRST)), (0, first.value()));
    }
}

/// The plan holds for the position and the deck for which it was made, and for no other.
#[test]
fn a_plan_is_dropped_where_it_does_not_fit() {
    let rules = Rules::default();
    let mut agent = Ceiling::default();
    let mut games = [deal(&rules, 5), Scripted::from_luck(rules.start(5), Luck::new(6))];
    assert_eq!(games[0].state(), games[1].state(), "the same start with another deck");
    for game in &mut games {
        let decision = decide(&mut agent, game, Limits::default(), 0);
        assert!(decision.nodes > 0);
        assert_eq!(decision.line, best_line(game, ceiling::DEFAULT_WIDTH).0);
        // Another move than the plan's is played.
        let other = decision.candidates.last().unwrap().action;
        assert_ne!(other, decision.action);
        game.play(other).unwrap();
        let decision = decide(&mut agent, game, Limits::default(), 0);
        assert!(decision.nodes > 0);
        payoff_of(game, &decision.line);
    }
}

#[test]
fn whatever_the_limits_it_moves_and_claims_nothing() {
    let rules = Rules::default();
    let limits = [
        Limits::nodes(1),
        Limits::nodes(5000),
        Limits::iterations(300),
        Limits::time(Duration::ZERO),
        Limits { memory: Some(1000), ..Limits::default() },
        Limits { memory: Some(1 << 20), ..Limits::default() },
    ];
    // A deal with wide layers.
    let start = deal(&rules, (0..).find(|&seed| !best_line(&deal(&rules, seed), 1000).1).unwrap());
    let best = decide(&mut Ceiling::default(), &start, Limits::default(), 0);
    for limits in limits {
        let (mut game, mut agent, mut first) = (start.clone(), Ceiling::default(), None);
        while game.turn() != Turn::Over {
            let decision = decide(&mut agent, &game, limits, 0);
            check_candidates(&decision, &game);
            assert!(decision.nodes <= limits.nodes.unwrap_or(u64::MAX).saturating_add(20), "{limits:?}");
            assert!(decision.bytes <= limits.memory.map_or(usize::MAX, |most| most.max(4096)), "{limits:?}");
            first.get_or_insert_with(|| decision.clone());
            game.play(decision.action).unwrap();
        }
        let first = first.unwrap();
        assert_eq!(first.best().bound, Bound::AtLeast, "{limits:?}");
        let own = game.payoff(Player::FIRST);
        assert!(first.value() <= own && own <= best.value(), "{limits:?}: {own}");
    }
}

/// In the standard game: no player without access to the deck does better, and no layer has to be cut.
#[test]
fn it_is_a_ceiling() {
    let (mut ceilings, mut honest) = (0.0, 0.0);
    for objective in [Objective::Final, Objective::Accumulated] {
        let rules = Rules { variant: Variant { objective, ..Variant::default() }, ..Rules::default() };
        let mut player = Expectimax::new(Lookahead::default());
        for seed in 0..60 {
            let game = deal(&rules, seed);
            let (line, proven) = best_line(&game, ceiling::DEFAULT_WIDTH);
            assert!(proven, "{seed}");
            let ceiling = payoff_of(&game, &line);
            let mut played = game;
            while played.turn() != Turn::Over {
                let decision = decide_seen(&mut player, played.state(), Limits::default(), 0);
                played.play(decision.action).unwrap();
            }
            let own = played.payoff(Player::FIRST);
            assert!(own <= ceiling, "{seed}: {own} of {ceiling}");
            ceilings += ceiling;
            honest += own;
        }
    }
    assert!(ceilings > 2.0 * honest, "{ceilings} {honest}");
}

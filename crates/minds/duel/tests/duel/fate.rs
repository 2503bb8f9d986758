//! Games with their whole truth: what lies where is one thing from the deal to the end, deals are as likely as the
//! rules have them, and what a seat does not see can be shown part by part.

use yomi_core::{Chance, Player, Policy, Rng, Ruleset, State, Turn};
use yomi_duel::Heuristic;
use yomi_duel::card_file::standard_rules;
use yomi_duel::fate::Fate;
use yomi_duel::vector::{self, Sight, Sparse};
use yomi_games::Duel;
use yomi_games::duel::{Action, CardId, Counts, Known, Stage};

/// Plays a game; `look` sees every position with its truth, and the action that comes next.
fn play(seed: u64, mut look: impl FnMut(&Duel, &Fate, Action)) -> Duel {
    let mut rng = Rng::new(seed);
    let mut state = standard_rules().start(seed);
    let mut fate = Fate::of(&state, &mut rng);
    let mut player = Heuristic { random: 40 };
    loop {
        let action = match state.turn() {
            Turn::Over => return state,
            Turn::Chance => fate.outcome(&state, &mut rng),
            Turn::Player(_) => player.choose(&state, &mut rng),
        };
        look(&state, &fate, action);
        fate.apply(&mut state, action, &mut rng);
    }
}

#[test]
fn unseen_cards_are_where_they_were() {
    let (mut broken, mut drawn, mut shuffled) = (0, 0, 0);
    for seed in 0..300 {
        let mut before: Option<(Fate, Action, Stage)> = None;
        play(seed, |state, fate, action| {
            for seat in Player::all(2) {
                let side = state.side_of(seat);
                let all = fate.shields(seat).iter().chain(fate.library(seat)).copied();
                assert_eq!(all.collect::<Counts>(), side.pool);
                assert_eq!(fate.shields(seat).len(), side.shields.in_pool());
                // Cards that are looked at are still cards of the library.
                let looks = usize::from(state.effect().side) == seat.index();
                let known = side.top.len() + if looks { state.looking().len() } else { 0 };
                assert_eq!(fate.library(seat).len() + known, usize::from(side.library));
            }
            if let Some((old, done, stage)) = before.take() {
                for seat in Player::all(2) {
                    let (was, is) = (old.library(seat), fate.library(seat));
                    // Cards leave the library at its top, and nothing else happens to it, unless it is searched.
                    let is_search =
                        matches!(done, Action::Fetch(_) | Action::Nothing) || stage == Stage::Sort;
                    match was.starts_with(is) {
                        true => drawn += was.len() - is.len(),
                        false => shuffled += 1,
                    }
                    assert!(was.starts_with(is) || is_search || is.len() >= was.len(), "{done:?} {stage:?}");
                    let (was, is) = (old.shields(seat), fate.shields(seat));
                    let stay = was.len().min(is.len());
                    assert!(is.starts_with(was) || was.ends_with(&is[..stay]), "{was:?} {is:?}");
                }
            }
            if state.stage() == Stage::Break
                && let Action::Deal(card) = action
            {
                let owner = state.active().other();
                if state.side_of(owner).shields.first().1 == Known::Nobody {
                    assert_eq!(fate.shields(owner)[0], card);
                    broken += 1;
                }
            }
            before = Some((fate.clone(), action, state.stage()));
        });
    }
    assert!(broken > 1_000 && drawn > 5_000 && shuffled > 20, "{broken} {drawn} {shuffled}");
}

/// The first shield and the first card drawn are any unseen card alike, as the rules have it.
#[test]
fn every_unseen_card_is_as_likely_in_every_place() {
    let state = standard_rules().start(7);
    let pool = state.side_of(Player::FIRST).pool;
    let (mut shields, mut draws) = (vec![0.0_f64; 64], vec![0.0_f64; 64]);
    const DEALS: u32 = 20_000;
    for seed in 0..DEALS {
        let fate = Fate::of(&state, &mut Rng::new(u64::from(seed)));
        shields[fate.shields(Player::FIRST)[0].index()] += 1.0;
        draws[fate.library(Player::FIRST).last().unwrap().index()] += 1.0;
    }
    for (card, copies) in pool.iter() {
        let share = f64::from(copies) / f64::from(pool.len());
        let (mean, sd) = (f64::from(DEALS) * share, (f64::from(DEALS) * share * (1.0 - share)).sqrt());
        for counted in [&shields, &draws] {
            assert!((counted[card.index()] - mean).abs() < 5.0 * sd, "{card:?}");
        }
    }
}

/// Who wins does not depend on whether the truth was there from the beginning.
#[test]
fn games_go_as_the_rules_have_them() {
    const GAMES: u64 = 1_500;
    let with_fate =
        (0..GAMES).filter(|&seed| play(seed, |_, _, _| {}).winner() == Some(Player::FIRST)).count();
    let without = |seed: u64| {
        let mut rng = Rng::new(seed ^ 0x5EED);
        let mut state = standard_rules().start(seed + GAMES);
        let mut player = Heuristic { random: 40 };
        loop {
            let action = match state.turn() {
                Turn::Over => return state.winner() == Some(Player::FIRST),
                Turn::Chance => state.sample_outcome(&mut rng),
                Turn::Player(_) => player.choose(&state, &mut rng),
            };
            state.apply(action);
        }
    };
    let without = (0..GAMES).filter(|&seed| without(seed)).count();
    // Five standard errors of the difference.
    let apart = (with_fate as f64 - without as f64).abs() / GAMES as f64;
    assert!(apart < 5.0 * (0.5 / GAMES as f64).sqrt(), "{with_fate} {without}");
}

/// Each kind of sight sets its own numbers, which are what lies there.
#[test]
fn sights_are_shown_one_by_one() {
    let mut compared = 0;
    play(5, |state, fate, _| {
        let Turn::Player(seat) = state.turn() else { return };
        let seen = |sights: &[Sight]| {
            let mut sparse = Sparse::default();
            vector::write_hidden(&mut sparse, state, fate, seat, sights);
            sparse
        };
        let (none, all) = (seen(&[]), seen(&Sight::ALL));
        assert!(none.set.is_empty() && none.len == all.len);
        let mut together: Vec<(u32, f32)> = Sight::ALL.iter().flat_map(|sight| seen(&[*sight]).set).collect();
        together.sort_by_key(|(at, _)| *at);
        assert_eq!(together, all.set);
        let cards = |sight| seen(&[sight]).set.iter().map(|(_, n)| *n).sum::<f32>();
        let other = state.side_of(seat.other());
        assert_eq!(cards(Sight::Hand), other.hand.len() as f32);
        assert_eq!(cards(Sight::Deck), f32::from(other.library) - other.top.len() as f32);
        let open = other.shields.iter().filter(|(_, known)| *known == Known::ToBoth).count();
        let own = state.side_of(seat).shields.in_pool();
        assert_eq!(cards(Sight::Shields), (own + other.shields.len() - open) as f32);
        let next: Vec<CardId> = fate.library(seat).iter().rev().take(vector::NEXT_CARDS).copied().collect();
        assert!(cards(Sight::Order) >= next.len() as f32);
        compared += 1;
    });
    assert!(compared > 20);
}

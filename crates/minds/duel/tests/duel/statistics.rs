//! Statistics of cards compared with plain counts, sums that do not drift, and a vector that reveals nothing
//! hidden.

use yomi_core::testkit::{Effort, walk};
use yomi_core::{Hidden, Luck, Player, Policy, Rng, Ruleset, State, Turn, View};
use yomi_duel::card_file::{standard, standard_rules};
use yomi_duel::learnt::{SHIPPED, version};
use yomi_duel::record::Sums;
use yomi_duel::statistics::{NAMES, Table, raw, virtual_cost};
use yomi_duel::vector::{self, History};
use yomi_duel::{Heuristic, SelfInference};
use yomi_games::Duel;
use yomi_games::duel::{Action, SetRef};

fn start(seed: u64) -> Duel {
    standard_rules().start(seed)
}

/// A game between rule-based players with some random moves: the start and all actions.
fn game(seed: u64) -> (Duel, Vec<Action>) {
    let begin = start(seed);
    let (mut state, mut luck, mut rng) = (begin, Luck::new(seed), Rng::new(seed).split(1));
    let (mut player, mut actions) = (Heuristic { random: 40 }, Vec::new());
    loop {
        let action = match state.turn() {
            Turn::Player(_) => player.choose(&state, &mut rng),
            Turn::Chance => luck.draw(&state),
            Turn::Over => return (begin, actions),
        };
        actions.push(action);
        state.apply(action);
    }
}

fn counted(seeds: std::ops::Range<u64>) -> Sums {
    let mut sums = Sums::new(standard());
    for seed in seeds {
        let (begin, actions) = game(seed);
        sums.count(&begin, &actions);
    }
    sums
}

#[test]
fn sums_follow_every_action() {
    let stats = Table::heuristic().by_card(standard()).unwrap();
    let mut followed: Vec<SelfInference<'_>> = Vec::new();
    let mut last: Option<Duel> = None;
    let mut compared = 0u32;
    walk(Effort::games(60), start, |state, action, _| {
        match last {
            Some(before) => followed.iter_mut().for_each(|f| f.follow(&before, state)),
            None => followed = Player::all(2).map(|p| SelfInference::new(&stats, state, p)).collect(),
        }
        for (follow, seat) in followed.iter().zip(Player::all(2)) {
            assert_eq!(*follow, SelfInference::new(&stats, state, seat), "{state:?}");
            compared += 1;
        }
        last = action.map(|_| *state);
    });
    assert!(compared > 10_000);
}

/// The means are those of the cards that can be there, counted directly.
#[test]
fn expectations_are_means_over_worlds() {
    let set = standard();
    let stats = Table::heuristic().by_card(set).unwrap();
    let state = start(7);
    let side = state.side_of(Player::FIRST);
    let inference = SelfInference::new(&stats, &state, Player::FIRST);
    let (library, shields) = (inference.library_potential(), inference.shield_expectation());
    for (d, (library, shield)) in library.into_iter().zip(shields).enumerate() {
        let sum: i32 = side.pool.copies().map(|card| stats[card.index()][d]).sum();
        let mean = f64::from(sum) / f64::from(side.pool.len()) / 1000.0;
        assert!((library - mean).abs() < 1e-9);
        assert!((shield - mean).abs() < 1e-9);
    }
}

fn line(sums: &Sums, set: SetRef, word: &str) -> [f64; 16] {
    raw(&sums.cards[set.find(word).unwrap().index()])
}

#[test]
fn statistics_agree_with_plain_counts() {
    let set = standard();
    let sums = counted(0..600);
    let (mut plays, mut broken, mut lost_units) = (vec![0u64; set.cards.len()], 0, 0);
    for seed in 0..600 {
        let (mut state, actions) = game(seed);
        for action in actions {
            if let Action::Play(card, _) | Action::Counter(card, _) | Action::Trigger(card, _) = action {
                plays[card.index()] += 1;
            }
            let before = state;
            state.apply(action);
            for p in Player::all(2) {
                let (old, new) = (before.side_of(p), state.side_of(p));
                broken += old.shields.len().saturating_sub(new.shields.len()) as u64;
                lost_units += u64::from((old.units.present & !new.units.present).count_ones());
            }
        }
    }
    assert_eq!(sums.cards.iter().map(|c| c.plays).collect::<Vec<_>>(), plays);
    // Some shields break after the attacker has left: the recount tells which.
    let by_units: u64 = sums.cards.iter().map(|c| c.shields_broken).sum();
    assert!(by_units < broken && by_units * 20 > broken * 19, "{by_units} of {broken}");
    let by_effect: u64 = sums.cards.iter().map(|c| c.effect_deaths).sum();
    assert!(by_effect > 0 && by_effect < lost_units, "{by_effect} of {lost_units}");
    // From the text of these cards: one draws three cards and is played from hand; one puts two into mana;
    // one is always free in the opponent's turn.
    let tale = line(&sums, set, "twice-told-tale");
    assert!((tale[4] - 3.0).abs() < 0.05 && tale[8] < 0.2 && (tale[15] - 3.0).abs() < 0.05, "{tale:?}");
    let rain = line(&sums, set, "bounty-rain");
    assert!((rain[6] - 2.0).abs() < 0.05 && rain[5] == 0.0 && rain[3] == 0.0, "{rain:?}");
    let scout = line(&sums, set, "ember-scout");
    assert!(scout[5] == 1.0 && scout[0] > 0.5 && scout[10] > 0.5, "{scout:?}");
}

#[test]
fn blocks_add_up_to_the_whole() {
    assert_eq!(counted(0..20).plus(&counted(20..30)), counted(0..30));
    assert_eq!(counted(20..30).plus(&counted(0..20)), counted(0..30));
}

#[test]
fn tables_are_written_and_read() {
    let table = Table::new(&counted(0..50), "heuristic heuristic", 0);
    assert_eq!(Table::parse("t.toml", &table.text()), Ok(table.clone()));
    let old = table.text().replace("version = 1", "version = 0");
    assert!(Table::parse("t.toml", &old).unwrap_err().0.en.contains("version 0; expected 1"));
    for table in [Table::policy(), Table::heuristic(), Table::random()] {
        let stats = table.by_card(standard()).unwrap();
        for (d, (name, _)) in NAMES.iter().enumerate() {
            let mean = stats.iter().map(|s| f64::from(s[d])).sum::<f64>() / stats.len() as f64;
            assert!(mean.abs() < 1.0, "{name} is not standardised: {mean}");
        }
    }
}

/// Whoever ships another network measures again how cards do in its games.
#[test]
fn the_trained_players_table_is_of_the_network_that_ships() {
    let table = Table::policy();
    assert_eq!(table.weights, Some(version(SHIPPED)));
    assert_eq!((table.agents.as_str(), table.games), ("policy policy", 100_000));
    let mut other = SHIPPED.to_vec();
    *other.last_mut().unwrap() ^= 1;
    assert_ne!(table.weights, Some(version(&other)));
    assert_ne!(version(&[0, 0]), version(&[0]), "how long it is counts, too");
}

/// A card with printed cost 9 that is played for free counts as cheap; before anything is measured its prior
/// is 0.3 of the cost.
#[test]
fn virtual_costs_are_what_is_paid() {
    let set = standard();
    let cost = |word: &str| virtual_cost(set.card(set.find(word).unwrap()), &Default::default());
    assert!((cost("hourglass-titan") - 2.7).abs() < 1e-9);
    // Seven, or three at best: 0.3 of the one and 0.7 of the other.
    assert!((cost("breach-captain") - 4.2).abs() < 1e-9);
    assert_eq!(cost("mirror-colossus"), 8.0);
    let table = Table::heuristic();
    assert!(table.virtual_cost(set, set.find("hourglass-titan").unwrap()) < 2.0);
    assert!(table.virtual_cost(set, set.find("abyss-judge").unwrap()) > 5.5);
}

#[test]
fn the_vector_is_a_function_of_the_view() {
    let set = standard();
    let stats = Table::heuristic().by_card(set).unwrap();
    let names = vector::names(&start(0).seen(Player::FIRST), &stats);
    let mut unique = names.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), names.len(), "every index has a name of its own");
    let (begin, actions) = game(3);
    let mut views = [Player::FIRST, Player::SECOND].map(|p| View::new(p, begin.seen(p)));
    let mut histories = [Player::FIRST, Player::SECOND].map(History::new);
    let (mut state, mut sparse) = (begin, vector::Sparse::default());
    for action in actions {
        for (view, history) in views.iter_mut().zip(&mut histories) {
            let event = state.event(action, view.seat);
            history.follow(&view.now.table, event);
            view.observe::<Duel>(event).unwrap();
            assert_eq!(*history, History::of(view));
        }
        state.apply(action);
        for (view, history) in views.iter().zip(&histories) {
            let numbers = vector::vectorize(&view.now, history, &stats);
            assert_eq!(numbers.len(), names.len());
            assert_eq!(numbers.len(), vector::length(standard()));
            assert!(numbers.iter().all(|x| x.is_finite()));
            let inference = SelfInference::new(&stats, &view.now.table, view.seat);
            vector::write_sparse(&mut sparse, &view.now, history, &inference);
            let set = numbers.iter().enumerate().filter(|(_, x)| **x != 0.0);
            let set: Vec<(u32, f32)> = set.map(|(at, x)| (at as u32, *x)).collect();
            assert_eq!((&sparse.set, sparse.len as usize), (&set, numbers.len()));
        }
    }
}

/// Cards charged and played and attacks made in the last four turns of the opponent, counted from the log.
#[test]
fn the_vector_tells_what_the_opponent_did_in_its_turns() {
    let stats = Table::heuristic().by_card(standard()).unwrap();
    let names = vector::names(&start(0).seen(Player::FIRST), &stats);
    let (mut state, actions) = game(3);
    let mut view = View::new(Player::FIRST, state.seen(Player::FIRST));
    let mut turns: Vec<[f32; 3]> = Vec::new();
    let mut attacks = 0.0;
    for action in actions {
        if state.active() == Player::SECOND {
            match action {
                Action::Charge(_) => turns.push([1.0, 0.0, 0.0]),
                Action::Keep => turns.push([0.0; 3]),
                Action::Play(..) => turns.last_mut().unwrap()[1] += 0.1,
                Action::Attack(..) => turns.last_mut().unwrap()[2] += 0.1,
                _ => {}
            }
        }
        view.observe::<Duel>(state.event(action, Player::FIRST)).unwrap();
        state.apply(action);
        let numbers = vector::vectorize(&view.now, &History::of(&view), &stats);
        let told = |name: String| numbers[names.iter().position(|n| *n == name).unwrap()];
        for (back, counted) in (1..=4).zip(turns.iter().rev()) {
            let what =
                ["charged", "played", "attacks"].map(|what| told(format!("other_turn_back_{back}.{what}")));
            assert!(what.iter().zip(counted).all(|(a, b)| (a - b).abs() < 1e-6), "{what:?} {counted:?}");
            attacks += what[2];
        }
    }
    assert!(attacks > 1.0, "{attacks}");
}

/// docs/duel.md lists the sections of the vector correctly.
#[test]
fn the_vector_is_documented() {
    let stats = Table::heuristic().by_card(standard()).unwrap();
    let names = vector::names(&start(0).seen(Player::FIRST), &stats);
    let mut sections: Vec<(&str, usize, usize)> = Vec::new();
    for (at, name) in names.iter().enumerate() {
        let section = name.split('.').next().unwrap();
        match sections.last_mut() {
            Some((last, _, count)) if *last == section => *count += 1,
            _ => sections.push((section, at, 1)),
        }
    }
    let doc = include_str!("../../../../../docs/duel.md");
    for (section, first, count) in sections {
        let row = format!("| `{section}` | {first} | {count} |");
        assert!(doc.contains(&row), "docs/duel.md has no row {row}");
    }
    let size = format!("Version {}: {} numbers", vector::VERSION, names.len());
    assert!(doc.contains(&size), "docs/duel.md does not say {size:?}");
}

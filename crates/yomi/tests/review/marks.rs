//! Marks where the truth can be computed, and how they hold up otherwise.

use super::{count, open, played, reviewed};
use rayon::prelude::*;
use std::collections::BTreeMap;
use yomi::Table;
use yomi::core::Limits;
use yomi::engine::Stop;
use yomi::engine::record::Record;
use yomi::engine::review::mark::ERRORS_OFF;
use yomi::engine::review::{Edges, Mark, Review};
use yomi::engine::solve::Question;
use yomi::engine::stats::Mean;
use yomi::engine::wire::Bound;

/// The exact value of every move before the `turn`th move of a game, by the solver.
fn solved(table: &dyn Table, record: &Record, turn: usize) -> Vec<(String, f64)> {
    let seats = vec![None; table.players()];
    let mut session = table.session(record.seed, &seats, None).unwrap();
    let mut turns = 0;
    for word in &record.moves {
        if turns + 1 == turn {
            break;
        }
        // Draws come by themselves in a game with the same seed.
        if session.submit(word).is_ok() {
            turns += 1;
        }
    }
    let solution = session.solve(Question::Moves, None, &Stop::default(), &mut ()).unwrap();
    solution.moves.into_iter().map(|found| (found.text, found.value)).collect()
}

/// Whether the marks of a game agree with what the moves are worth by the solver; how many were compared.
fn agree(table: &dyn Table, record: &Record, review: &Review, outcome: fn(f64) -> f64) -> usize {
    let mut compared = 0;
    for decision in review.decisions.iter().filter(|d| d.bound == Bound::Proven && d.mark != Mark::Forced) {
        let values = solved(table, record, decision.turn);
        let of = |text: &str| outcome(values.iter().find(|(name, _)| name == text).unwrap().1);
        let best = values.iter().map(|(_, value)| outcome(*value)).fold(f64::NEG_INFINITY, f64::max);
        let lost = best - of(&decision.played);
        assert!((decision.lost.unwrap() - lost).abs() < 1e-6, "{decision:?} lost {lost}");
        assert_eq!(decision.mark, review.edges.mark(lost, 0.0), "{decision:?}");
        assert!((of(&decision.best) - best).abs() < 1e-6, "{decision:?}");
        compared += 1;
    }
    compared
}

/// What a score of the solver pays.
fn outcome(score: f64) -> f64 {
    f64::from(1 + i8::from(score > 0.0) - i8::from(score < 0.0)) / 2.0
}

#[test]
fn connect_four_is_marked_as_its_solver_says() {
    let table = open("connect-four", &[]);
    let mut compared = 0;
    for seed in 0..6 {
        let record = played(&*table, &["random"], seed, None);
        let review = reviewed(&*table, &record, seed as usize % 2, Some(Limits::nodes(2_000)));
        let mut late = review.decisions.iter().filter(|d| d.turn > 7);
        assert!(late.all(|d| d.bound == Bound::Proven), "proven from 8 discs on");
        // Before that a search is wrong by half a game too often to call its values certain.
        let mut judged = review.decisions.iter().filter(|d| d.bound == Bound::Judged);
        assert!(judged.all(|d| d.se.unwrap() >= 0.35), "{:?}", review.decisions);
        compared += agree(&*table, &record, &review, outcome);
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn small_twin_cool_is_marked_as_computed_to_the_end() {
    let table = open("twin-cool", &[("suits", "3"), ("values", "4"), ("excluded", "2"), ("hand", "3")]);
    let mut compared = 0;
    for seed in 0..40 {
        let record = played(&*table, &["random"], seed, None);
        let review = reviewed(&*table, &record, 0, None);
        compared += agree(&*table, &record, &review, |value| value);
    }
    assert!(compared > 30, "{compared}");
}

/// In Kuhn the first seat with a king, facing a bet after its check, must call: to fold loses a sure win of two
/// chips and pays one, whatever the opponent holds. By its equilibrium a jack must fold there.
#[test]
fn kuhn_is_marked_as_its_equilibrium_says() {
    let table = open("kuhn", &[]);
    let seats = [None, None];
    let mut seen = [0; 2];
    for seed in 0..60 {
        let mut session = table.session(seed, &seats, None).unwrap();
        let own = session.position(yomi::core::Player::FIRST).json()["card"].as_str().unwrap().to_string();
        session.submit("check").unwrap();
        session.submit("bet").unwrap();
        session.submit("fold").unwrap();
        let review = reviewed(&*table, &session.record(), 0, None);
        let folded = &review.decisions[1];
        match own.as_str() {
            "K" => {
                assert!((folded.lost.unwrap() - 3.0).abs() < 1e-9, "{folded:?}");
                assert_eq!((folded.mark, folded.best.as_str()), (Mark::Blunder, "call"));
                seen[0] += 1;
            }
            "J" => {
                assert_eq!((folded.mark, folded.lost), (Mark::Best, Some(0.0)), "{folded:?}");
                seen[1] += 1;
            }
            _ => {}
        }
    }
    assert!(seen.iter().all(|count| *count > 3), "{seen:?}");
}

/// The marks of decisions with a choice.
fn marks(review: &Review) -> impl Iterator<Item = Mark> + '_ {
    review.decisions.iter().map(|d| d.mark).filter(|mark| *mark != Mark::Forced)
}

/// What decisions with a choice lost beyond their errors in games of these agents, in the game's unit.
fn losses(game: &str, agents: &[&str], seeds: std::ops::Range<u64>) -> Vec<f64> {
    let table = open(game, &[]);
    let of_game = |seed: u64| {
        let record = played(&*table, agents, seed, None);
        let review = reviewed(&*table, &record, seed as usize % table.players(), None);
        let weighed = review.decisions.into_iter().filter(|d| d.mark != Mark::Forced);
        weighed.filter_map(|d| Some(d.lost? - ERRORS_OFF * d.se?)).collect::<Vec<f64>>()
    };
    seeds.into_par_iter().flat_map_iter(of_game).collect()
}

/// The share of decisions that lost this much or more.
fn share(losses: &[f64], from: f64) -> f64 {
    losses.iter().filter(|lost| **lost >= from).count() as f64 / losses.len().max(1) as f64
}

/// The games of which figures are stated.
const MEASURED: [&str; 4] = ["sevens", "duel", "twin-cool", "connect-four"];

fn edges_of(game: &str) -> Edges {
    Edges::of(yomi::Registry::standard().find(game).unwrap().stakes())
}

/// Whether a game is among those that are asked for.
fn is_asked(game: &str) -> bool {
    let list = std::env::var("YOMI_GAMES").unwrap_or_default();
    list.is_empty() || list.split(',').any(|name| name == game)
}

fn chosen() -> Vec<&'static str> {
    MEASURED.into_iter().filter(|game| is_asked(game)).collect()
}

/// The first seed of a measurement: what is asked for, or the usual one.
fn first_seed(usual: u64) -> u64 {
    std::env::var("YOMI_FIRST").ok().and_then(|first| first.parse().ok()).unwrap_or(usual)
}

/// `YOMI_GAMES=sevens YOMI_COUNT=300 cargo test --release -p yomi --test review -- --ignored --nocapture good_and_bad`
#[test]
#[ignore = "slow: searches every decision again"]
fn good_and_bad_players_are_told_apart() {
    for game in chosen() {
        let edges = edges_of(game);
        for (agent, first) in [("best", 8_000_000), ("random", 7_000_000)] {
            let first = first_seed(first);
            let lost = losses(game, &[agent], first..first + count(4));
            let shares = [0.5, 1.0, 1.5, 2.0].map(|part| {
                let edge = part * edges.mistake;
                format!("{:.2}% from {edge:.3}", 100.0 * share(&lost, edge))
            });
            println!("| {game} | {agent} | {} decisions | {} |", lost.len(), shares.join(" | "));
        }
    }
}

/// `... --ignored --nocapture four_times`: the share of marks that stay with four times the budget.
#[test]
#[ignore = "slow: searches every decision again"]
fn marks_stay_with_four_times_the_budget() {
    for game in chosen() {
        let table = open(game, &[]);
        let agents: [&[&str]; 3] = [&["best"], &["random"], &["best", "random"]];
        let compare = |seed: u64| {
            let record = played(&*table, agents[seed as usize % 3], seed, None);
            let seat = seed as usize / 3 % table.players();
            let once = reviewed(&*table, &record, seat, None);
            let limits = yomi::engine::limit::parse(&once.limit).unwrap();
            let four = |n: Option<u64>| n.map(|n| 4 * n);
            let more = Limits { iterations: four(limits.iterations), nodes: four(limits.nodes), ..limits };
            let again = reviewed(&*table, &record, seat, Some(more));
            marks(&once).zip(marks(&again)).collect::<Vec<_>>()
        };
        let first = first_seed(9_000_000);
        let seeds = first..first + count(4);
        let pairs: Vec<(Mark, Mark)> = seeds.into_par_iter().flat_map_iter(compare).collect();
        let (same, all) = (pairs.iter().filter(|(a, b)| a == b).count(), pairs.len());
        println!("| {game} | {same}/{all} | {:.1}% |", 100.0 * same as f64 / all as f64);
        let mut changes = BTreeMap::new();
        pairs.iter().filter(|(a, b)| a != b).for_each(|change| *changes.entry(change).or_insert(0) += 1);
        println!("changed: {changes:?}");
    }
}

/// What decisions lost by a better judge, by their turns.
type Better<'a> = &'a dyn Fn(&Record, &Review) -> Vec<(usize, f64)>;
/// A game, its settings, and how many of it are looked at where nothing is said.
type Looked<'a> = (&'a str, &'a [(&'a str, &'a str)], u64);

/// Decisions of these players whose values are judged and not proven: what they are said to have lost, its stated error,
/// and what a better judge says.
fn judged_again(table: &dyn Table, agents: &[&str], seed: u64, better: Better<'_>) -> Vec<(f64, f64, f64)> {
    let record = played(table, agents, seed, None);
    let review = reviewed(table, &record, seed as usize % table.players(), None);
    let truth = better(&record, &review);
    let judged = review.decisions.iter().filter(|d| d.bound != Bound::Proven && d.mark != Mark::Forced);
    let with_truth = judged.filter_map(|d| {
        let (_, truth) = truth.iter().find(|(turn, _)| *turn == d.turn)?;
        Some((d.lost?, d.se?, *truth))
    });
    with_truth.collect()
}

/// `YOMI_FIRST=... ... --ignored --nocapture stated_errors`: how often what was lost lies within its stated interval of what a
/// better judge says: the solver at six discs of Connect Four, eight times the limit in mazes.
#[test]
#[ignore = "slow: solves positions near the start of Connect Four"]
fn stated_errors_hold_for_judged_values() {
    let by_solver = |table: &dyn Table, record: &Record, review: &Review| {
        let last = review.decisions.iter().rfind(|d| d.bound == Bound::Judged).into_iter();
        let truth = last.map(|d| {
            let values = solved(table, record, d.turn);
            let of = |text: &str| outcome(values.iter().find(|(name, _)| name == text).unwrap().1);
            // Beside the move that was called best, as what is stated is.
            (d.turn, of(&d.best) - of(&d.played))
        });
        truth.collect::<Vec<_>>()
    };
    let by_more = |table: &dyn Table, record: &Record, review: &Review| {
        let limits = yomi::engine::limit::parse(&review.limit).unwrap();
        let eight = |n: Option<u64>| n.map(|n| 8 * n);
        let more = Limits { iterations: eight(limits.iterations), nodes: eight(limits.nodes), ..limits };
        let again = reviewed(table, record, review.seat, Some(more));
        again.decisions.iter().filter_map(|d| Some((d.turn, d.lost?))).collect()
    };
    let games: [Looked<'_>; 5] = [
        ("connect-four", &[], 8),
        ("maze", &[], 4),
        ("walled-maze", &[], 4),
        ("alternating-maze", &[("size", "10x10"), ("turns", "50")], 3),
        ("auto-maze", &[("size", "9x9"), ("characters", "6")], 8),
    ];
    for (game, settings, few) in games.into_iter().filter(|(game, ..)| is_asked(game)) {
        let table = open(game, settings);
        let first = first_seed(90_000_000);
        let agents: [&[&str]; 2] = [&["random"], &["best(limit=300it)", "random"]];
        let of_game = |seed: u64| {
            let better = |record: &Record, review: &Review| match game {
                "connect-four" => by_solver(&*table, record, review),
                _ => by_more(&*table, record, review),
            };
            judged_again(&*table, agents[seed as usize / 2 % 2], seed, &better)
        };
        let found: Vec<_> = (first..first + count(few)).into_par_iter().flat_map_iter(of_game).collect();
        let within =
            found.iter().filter(|(lost, se, truth)| (lost - truth).abs() <= 1.96 * se + 1e-9).count();
        let square = found.iter().map(|(lost, _, truth)| (lost - truth).powi(2)).sum::<f64>();
        let n = found.len().max(1);
        println!(
            "| {game} | {} decisions | off by {:.3} (root mean square) | {within} within, {:.1}% |",
            found.len(),
            f64::sqrt(square / n as f64),
            100.0 * within as f64 / n as f64
        );
        // 95% are stated; four standard errors below it at these numbers.
        let error = f64::sqrt(0.95 * 0.05 / n as f64);
        assert!(found.is_empty() || within as f64 / n as f64 > 0.95 - 4.0 * error, "{game}: {within} of {n}");
    }
}

/// What a seat gets if it plays this move in place of the `turn`th one, and everybody goes on by the policy.
fn going_on(table: &dyn Table, record: &Record, (turn, seat): (usize, usize), text: &str) -> f64 {
    let policy = yomi::engine::agent::AgentText::parse("policy").unwrap();
    let mut session = table.session(record.seed, &vec![Some(policy); table.players()], None).unwrap();
    record.moves[..turn - 1].iter().for_each(|word| session.submit(word).unwrap());
    session.submit(text).unwrap();
    while session.next().is_some() {
        session.let_agent_move(&mut ()).unwrap();
    }
    session.record().payoffs.unwrap()[seat]
}

/// `... --ignored --nocapture lost_is`: what decisions of Sevens are said to have lost, beside what both moves come to
/// in the deals as they were. One game says little of a decision; the mean over many decisions must agree.
#[test]
#[ignore = "slow: hundreds of reviews"]
fn what_is_said_to_be_lost_is_lost_when_the_game_goes_on() {
    let table = open("sevens", &[]);
    for agents in [&["policy"][..], &["random", "policy", "policy"]] {
        let of_game = |seed: u64| {
            let record = played(&*table, agents, seed, None);
            let seat = seed as usize % 3;
            let review = reviewed(&*table, &record, seat, Some(Limits::iterations(4_000)));
            let other = review.decisions.into_iter().filter(|d| d.best != d.played && d.lost.is_some());
            let compared = other.map(|d| {
                let got = [&d.best, &d.played].map(|text| going_on(&*table, &record, (d.turn, seat), text));
                (d.lost.unwrap(), got[0] - got[1])
            });
            compared.collect::<Vec<_>>()
        };
        let first = first_seed(70_000_000);
        let seeds = first..first + count(300);
        let found: Vec<(f64, f64)> = seeds.into_par_iter().flat_map_iter(of_game).collect();
        let (mut lost, mut came, mut off) = (Mean::default(), Mean::default(), Mean::default());
        for (said, got) in found {
            lost.add(said);
            came.add(got);
            off.add(said - got);
        }
        let (said, got, se) = (100.0 * lost.mean(), 100.0 * came.mean(), 100.0 * off.se().unwrap());
        println!("| {agents:?} | {} decisions | lost {said:.1} | came to {got:.1} ± {se:.1} |", off.count());
        assert!(off.mean().abs() < 4.0 * off.se().unwrap(), "{agents:?}: {said} where {got} was lost");
    }
}

#[test]
fn random_players_are_told_from_good_ones() {
    let mistake = edges_of("twin-cool").mistake;
    let [bad, good] = ["random", "best"].map(|agent| losses("twin-cool", &[agent], 0..4));
    assert!(share(&bad, mistake) > 0.2 && bad.len() > 10, "{bad:?}");
    assert!(share(&good, mistake) < 0.02 && good.len() > 10, "{good:?}");
}

/// The best of several noisy values looks better than it is: a short look must not blame a player for that.
#[test]
fn a_short_look_does_not_find_more_that_was_lost() {
    let table = open("sevens", &[]);
    let (mut short, mut long, mut variance) = (0.0, 0.0, 0.0);
    for seed in 5_100..5_106 {
        let record = played(&*table, &["policy"], seed, None);
        let [quick, careful] =
            [400, 8_000].map(|n| reviewed(&*table, &record, seed as usize % 3, Some(Limits::iterations(n))));
        (short, long) = (short + quick.lost, long + careful.lost);
        variance += quick.lost_se.powi(2) + careful.lost_se.powi(2);
    }
    let error = f64::sqrt(variance);
    assert!(short < long + 2.0 * error, "{short} where {long} was lost, error {error}");
    assert!(error < 0.5, "{error}: too few games to tell");
}

//! What several trees are worth beside one: under a time limit every thread grows a tree of its own, and what they
//! found is added up.

use yomi_core::testkit::ask::decide;
use yomi_core::{Limits, Player, Rng, Ruleset, State, Turn};
use yomi_engine::stats::sprt::{Running, Test, Verdict};
use yomi_games::connect_four::{Column, ConnectFour, Rules};
use yomi_search::Mcts;
use yomi_search::tree::MctsOptions;

/// The most visited move of `trees` trees of `iterations` iterations each.
fn grown(state: &ConnectFour, trees: u64, iterations: u64, rng: &mut Rng) -> Column {
    let mut visits: Vec<(Column, u64)> =
        State::actions(state).into_iter().map(|column| (column, 0)).collect();
    for _ in 0..trees {
        let mut search = Mcts::new(MctsOptions::default());
        let found = decide(&mut search, state, Limits::iterations(iterations), rng.next_u64());
        for candidate in found.candidates {
            let own = visits.iter_mut().find(|(column, _)| *column == candidate.action);
            own.expect("a move is a candidate").1 += candidate.visits;
        }
    }
    visits.into_iter().max_by_key(|(_, visits)| *visits).expect("there is a move").0
}

/// Two trees, together with the iterations of two threads, are not weaker than one tree with 1.6 times fewer, the least
/// gain that two threads must bring.
#[test]
#[ignore = "takes some minutes: ./test slow"]
fn two_trees_are_not_weaker_than_one_with_fewer_iterations() {
    const EACH: u64 = 2_000;
    const ONE: u64 = EACH * 2 * 10 / 16;
    let mut match_ = Running::new(Test::parse("elo0=-10,elo1=0,alpha=0.005,beta=0.005").unwrap());
    let openings = include_str!("openings.txt").lines();
    let mut rng = Rng::new(41);
    for opening in openings {
        let mut start = Rules.start(0);
        for column in opening.chars() {
            start.apply(Rules.parse_action(&column.to_string()).unwrap());
        }
        let mut score = 0.0;
        for two in [Player::FIRST, Player::SECOND] {
            let mut state = start;
            while let Turn::Player(mover) = state.turn() {
                let (trees, iterations) = if mover == two { (2, EACH) } else { (1, ONE) };
                let column = grown(&state, trees, iterations, &mut rng);
                state.apply(column);
            }
            score += state.payoff(two) / 2.0;
        }
        if match_.add(score) {
            break;
        }
    }
    let outcome = match_.outcome();
    println!("{outcome:?}");
    assert_eq!(outcome.verdict, Verdict::H1);
}

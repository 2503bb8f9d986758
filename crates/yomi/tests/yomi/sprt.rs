//! Tests of matches that stop when they are decided: a verdict needs different games.

use yomi::Registry;
use yomi::engine::agent;
use yomi::engine::arena::{Report, Request};
use yomi::engine::stats::sprt::{Test, Verdict};

fn matched(agents: &str) -> Report {
    let table = Registry::standard().find("connect-four").unwrap().open(&[]).unwrap();
    let agents = agent::parse_list(agents).unwrap();
    let sprt = Some(Test::parse("elo0=0,elo1=50").unwrap());
    let request = Request { agents, games: 400, seed: 1, limits: None, openings: None, sprt };
    table.arena(&request, &()).unwrap()
}

/// Players without luck repeat one pair of games, however often: one deal is no evidence, though it was won
/// twice. The same lead in games that differ is a verdict.
#[test]
fn games_that_repeat_decide_nothing() {
    let repeated = matched("alphabeta(limit=3000nodes) alphabeta(limit=5nodes)");
    assert!(repeated.different_games <= 2, "{}", repeated.different_games);
    assert_eq!(repeated.agents[0].win_rate, Some(1.0), "a lead that would be a verdict");
    let outcome = repeated.sprt.unwrap();
    assert_eq!((outcome.verdict, outcome.llr, outcome.estimate), (Verdict::Undecided, 0.0, None));
    assert_eq!(outcome.ci95, None);
    let differing = matched("alphabeta(limit=3000nodes) random");
    assert!(differing.different_games > 20, "{}", differing.different_games);
    assert_eq!(differing.sprt.unwrap().verdict, Verdict::H1);
}

//! Matches state how sure they are: over many matches their intervals must cover the truth as often as they
//! say, and their standard errors must be the spread of the estimates.

use yomi::engine::agent;
use yomi::engine::arena::{Report, Request};
use yomi::{Registry, Table};

struct Case {
    game: &'static str,
    agents: &'static str,
    /// In one match.
    games: u64,
    openings: Option<usize>,
}

impl Case {
    fn play(&self, table: &dyn Table, games: u64, seed: u64) -> Report {
        let agents = agent::parse_list(self.agents).unwrap();
        let openings = self.openings;
        table.arena(&Request { agents, games, seed, limits: None, openings, sprt: None }, &()).unwrap()
    }

    /// Plays `matches` matches and another one of `truth` games, and compares. `slack` is added to every
    /// limit.
    fn check(&self, matches: u64, truth: u64, slack: f64) {
        let table = Registry::standard().find(self.game).unwrap().open(&[]).unwrap();
        let (truth, truth_payoff) = {
            let long = self.play(&*table, truth, 1_000_000);
            (long.agents[0].win_rate.unwrap(), long.agents[0].mean_payoff.unwrap())
        };
        let (mut covered, mut covered_payoff) = (0.0, 0.0);
        let (mut estimates, mut errors) = (Vec::new(), Vec::new());
        for seed in 0..matches {
            let report = self.play(&*table, self.games, seed);
            let row = &report.agents[0];
            let [lo, hi] = row.ci95;
            covered += f64::from(u8::from(lo <= truth && truth <= hi));
            estimates.push(row.mean_payoff.unwrap());
            // Where all deals paid the same a match says that it cannot tell.
            let (Some(se), Some([lo, hi])) = (row.se, row.payoff_ci95) else { continue };
            covered_payoff += f64::from(u8::from(lo <= truth_payoff && truth_payoff <= hi));
            errors.push(se);
        }
        let (n, told) = (matches as f64, errors.len() as f64);
        assert!(told >= 0.99 * n, "{}: only {told} of {n} matches state an error", self.game);
        let mean = estimates.iter().sum::<f64>() / n;
        let deviation = (estimates.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt();
        let stated = errors.iter().sum::<f64>() / told;
        let (covered, covered_payoff, ratio) = (covered / n, covered_payoff / told, stated / deviation);
        println!(
            "{} {}: {matches} matches of {} games; covered {covered:.4} (payoff {covered_payoff:.4}), \
             stated error {ratio:.3} of the spread; truth {truth:.4}, mean {mean:.4} ± {deviation:.4}",
            self.game, self.agents, self.games
        );
        let fair = 0.935 - slack..=0.965 + slack;
        assert!(fair.contains(&covered), "{}: {covered} covered", self.game);
        assert!(fair.contains(&covered_payoff), "{}: {covered_payoff} of payoffs covered", self.game);
        assert!((0.9 - slack..=1.15 + slack).contains(&ratio), "{}: {ratio}", self.game);
    }
}

const SEVENS: Case = Case { game: "sevens", agents: "policy random random", games: 240, openings: None };
const LEDUC: Case = Case { game: "leduc", agents: "cfr random", games: 200, openings: None };
const MAZE: Case = Case {
    game: "alternating-maze",
    agents: "alphabeta(limit=200nodes) mcts(limit=50it)",
    games: 200,
    openings: None,
};
const CONNECT_FOUR: Case = Case {
    game: "connect-four",
    agents: "mcts(limit=60it) flat(limit=60it)",
    games: 160,
    openings: Some(200),
};

#[test]
fn intervals_cover_as_often_as_they_say() {
    for case in [MAZE, LEDUC] {
        case.check(300, 40_000, 0.03);
    }
}

#[test]
#[ignore = "some minutes: two thousand matches of four games"]
fn intervals_cover_as_often_as_they_say_in_two_thousand_matches() {
    for case in [SEVENS, LEDUC, MAZE, CONNECT_FOUR] {
        case.check(2_000, 100 * case.games, 0.0);
    }
}

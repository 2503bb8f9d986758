//! Chances to win as advice states them: against the company that it names, true on games that nothing was
//! fitted on, and from what a seat sees alone.

use yomi::engine::agent::AgentText;
use yomi::engine::calibrate::{Report, Request};
use yomi::engine::limit;
use yomi::{Advice, Ask, Company, Position, Registry, Session};

const NAMED: [Company; 3] = [Company::Strong, Company::Casual, Company::Random];

/// Games with maps, the limit they were fitted at, and how their deals begin.
const GAMES: [(&str, &str, u32); 3] =
    [("sevens", "1400it", 0), ("duel", "200it", 0), ("connect-four", "20000nodes", 8)];

fn start(game: &str, seed: u64) -> Box<dyn Session> {
    let registry = Registry::standard();
    let table = registry.find(game).unwrap().open(&[]).unwrap();
    table.session(seed, &vec![None; table.players()], None).unwrap()
}

fn advice(position: &dyn Position, limit: &str, opponents: Option<Company>) -> Advice {
    let ask = Ask { opponents, ..Ask::new("best").unwrap().limit(limit).unwrap() };
    position.advise(&ask, &mut ()).unwrap()
}

/// After this many random moves of everybody, or at the end of the game.
fn later(game: &str, seed: u64, moves: usize) -> Box<dyn Session> {
    let registry = Registry::standard();
    let table = registry.find(game).unwrap().open(&[]).unwrap();
    let random = AgentText::parse("random").unwrap();
    let mut session = table.session(seed, &vec![Some(random); table.players()], None).unwrap();
    for _ in 0..moves {
        if session.next().is_none() {
            break;
        }
        session.let_agent_move(&mut ()).unwrap();
    }
    session
}

#[test]
fn the_company_changes_the_chance_and_never_the_order() {
    for (game, limit, _) in GAMES {
        let session = start(game, 5);
        let position = session.position(session.next().unwrap());
        let [strong, casual, random] = NAMED.map(|company| advice(position.as_ref(), limit, Some(company)));
        let values = [&strong, &casual, &random].map(|advice| advice.value.unwrap());
        assert!(values[0] + 0.05 < values[1] && values[1] < values[2], "{game}: {values:?}");
        for (company, advice) in NAMED.into_iter().zip([&strong, &casual, &random]) {
            assert_eq!(advice.opponents, Some(company), "{game}");
            assert_eq!(advice.chosen, strong.chosen, "{game}");
            let both = advice.candidates.iter().filter_map(|c| Some((c.searched?, c.value?)));
            let mut pairs: Vec<(f64, f64)> = both.collect();
            assert!(pairs.len() > 1, "{game}: {advice:?}");
            pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
            assert!(pairs.windows(2).all(|p| p[0].0 == p[1].0 || p[0].1 < p[1].1), "{game}: {pairs:?}");
        }
        // Nobody has acted.
        assert_eq!(advice(position.as_ref(), limit, None).value, strong.value, "{game}");
        assert_eq!(advice(position.as_ref(), limit, None).opponents, Some(Company::Strong), "{game}");
    }
}

/// Opponents who played at random are taken for random players more than before, and the chance is between
/// those against the named companies.
#[test]
fn opponents_are_read_from_what_they_did() {
    /// Tables that are random before anybody has acted.
    const BEFORE: f64 = 0.25;
    for (game, limit, _) in GAMES {
        let (mut towards, mut count) = (0.0, 0.0);
        for seed in 0..12 {
            let session = later(game, seed, 10);
            let Some(seat) = session.next() else { continue };
            let read = advice(session.position(seat).as_ref(), limit, None);
            if read.candidates.iter().all(|c| c.searched.is_none()) {
                continue;
            }
            assert_eq!(read.opponents, Some(Company::Read), "{game} {seed}");
            let odds = NAMED.map(|company| read.opponents_odds[&company]);
            assert!((odds.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{game} {seed}: {odds:?}");
            towards += odds[2];
            count += 1.0;
        }
        assert!(count > 5.0 && towards / count > BEFORE + 0.02, "{game}: {}", towards / count);
    }
}

/// The view that is written to a file has no truth behind it: it gets the same chances and odds.
#[test]
fn chances_come_from_what_is_seen() {
    let registry = Registry::standard();
    for (game, limit, _) in GAMES {
        let session = later(game, 3, 10);
        let position = session.position(session.next().unwrap());
        let known = advice(position.as_ref(), limit, None);
        let table = registry.find(game).unwrap().open(&[]).unwrap();
        let view = table.read_view(position.json().as_object().unwrap()).unwrap();
        let seen = advice(view.as_ref(), limit, None);
        assert_eq!(
            (&seen.candidates, &seen.opponents_odds),
            (&known.candidates, &known.opponents_odds),
            "{game}"
        );
    }
}

fn measured(game: &str, limit: &str, random_moves: u32, opponents: Company, games: u64) -> Report {
    let registry = Registry::standard();
    let table = registry.find(game).unwrap().open(&[]).unwrap();
    let request = Request {
        agent: AgentText::parse("best").unwrap(),
        against: Vec::new(),
        opponents: Some(opponents),
        random_moves,
        games,
        seed: 9_001,
        limits: Some(limit::parse(limit).unwrap()),
    };
    table.calibrate(&request, &()).unwrap().report
}

/// On deals that nothing was fitted on. Three points are allowed beyond the interval, for the error of the fit.
#[test]
fn chances_are_true_on_fresh_games() {
    for (game, limit, random_moves) in GAMES {
        for company in [Company::Strong, Company::Casual, Company::Random] {
            let games = if random_moves > 0 { 300 } else { 42 };
            let report = measured(game, limit, random_moves, company, games);
            let [lo, hi] = report.measured.bias_ci95.unwrap();
            assert!(lo < 0.03 && hi > -0.03, "{game} {company}: {lo} {hi}");
            let before = report.uncalibrated.unwrap();
            assert!(before.log_loss_gain < 0.0, "{game} {company}: {before:?}");
        }
    }
}

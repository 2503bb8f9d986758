//! What is called proven, at most or at least is so, by the game searched to its end.

use yomi::engine::agent::AgentText;
use yomi::engine::ask::Stop;
use yomi::engine::solve::Question;
use yomi::engine::wire::{Bound, Candidate};
use yomi::engine::{Ask, Session, Table};
use yomi::{Registry, core::Player};

fn open(game: &str, settings: &[(&str, &str)]) -> Box<dyn Table> {
    let settings: Vec<_> = settings.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    Registry::standard().find(game).unwrap().open(&settings).unwrap()
}

/// A game after so many random moves.
fn after_random(table: &dyn Table, seed: u64, moves: usize) -> Box<dyn Session> {
    let random = vec![Some(AgentText::parse("random").unwrap()); table.players()];
    let mut session = table.session(seed, &random, None).unwrap();
    for _ in 0..moves {
        if session.next().is_some() {
            session.let_agent_move(&mut ()).unwrap();
        }
    }
    session
}

/// How many claims of each kind were checked.
#[derive(Default)]
struct Checked {
    proven: u32,
    at_most: u32,
    at_least: u32,
    judged: u32,
}

impl Checked {
    /// The candidate is worth `truth` under best play.
    fn check(&mut self, c: &Candidate, truth: f64, place: &str) {
        let Some(value) = c.value else { return };
        let (holds, count) = match c.bound {
            Bound::Proven => (value == truth, &mut self.proven),
            Bound::AtMost => (truth <= value, &mut self.at_most),
            Bound::AtLeast => (truth >= value, &mut self.at_least),
            Bound::Judged => (true, &mut self.judged),
            other => panic!("{place}: {other:?} was not expected here"),
        };
        *count += 1;
        assert!(holds, "{place}: {c:?} is worth {truth}");
        if let (Some(lo), Some(hi)) = (c.lo, c.hi) {
            assert!(lo <= truth && truth <= hi, "{place}: {c:?} is worth {truth}");
        }
    }
}

#[test]
fn connect_four_claims_what_its_solver_finds() {
    let table = open("connect-four", &[]);
    let mut checked = Checked::default();
    for seed in 0..250 {
        let session = after_random(&*table, seed, 20 + seed as usize % 14);
        let Some(seat) = session.next() else { continue };
        let solution = session.solve(Question::Moves, None, &Stop::default(), &mut ()).unwrap();
        let asked =
            ["alphabeta 100nodes", "alphabeta 3000nodes", "alphabeta 100000nodes", "minimax(depth=4) 1s"];
        for (agent, limit) in asked.map(|text| text.split_once(' ').unwrap()) {
            let ask = Ask::new(agent).unwrap().limit(limit).unwrap();
            let advice = session.position(seat).advise(&ask, &mut ()).unwrap();
            for c in &advice.candidates {
                let score = solution.moves.iter().find(|m| m.text == c.text).unwrap().value;
                let truth = if score == 0.0 { 0.5 } else { f64::from(u8::from(score > 0.0)) };
                checked.check(c, truth, &format!("seed {seed}, {agent} {limit}"));
            }
        }
    }
    let Checked { proven, at_most, judged, .. } = checked;
    assert!(proven > 100 && at_most > 20 && judged > 100, "{proven} {at_most} {judged}");
}

/// What the best play pays after these moves, by playing every game.
fn best_after(table: &dyn Table, seed: u64, moves: &str) -> f64 {
    let mut session = table.session(seed, &[None], None).unwrap();
    session.submit_list(moves).unwrap();
    if session.next().is_none() {
        return session.payoffs()[0];
    }
    let legal = session.position(Player::FIRST).legal();
    let go_on = |next: String| best_after(table, seed, format!("{moves} {next}").trim());
    legal.into_iter().map(|next| go_on(next.text)).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn mazes_claim_no_more_than_the_best_way() {
    let small = [("size", "3x3"), ("turns", "5")];
    for (game, settings) in [("maze", &small[..]), ("walled-maze", &small[..])] {
        let (table, mut checked) = (open(game, settings), Checked::default());
        for seed in 0..6 {
            let session = table.session(seed, &[None], None).unwrap();
            let position = session.position(Player::FIRST);
            let truths: Vec<(String, f64)> = position
                .legal()
                .into_iter()
                .map(|m| (m.text.clone(), best_after(&*table, seed, &m.text)))
                .collect();
            for agent in ["beam(width=1)", "beam(width=2,depth=2)", "chokudai(beams=1)", "best", "greedy"] {
                let advice =
                    position.advise(&Ask::new(agent).unwrap().limit("40it").unwrap(), &mut ()).unwrap();
                for c in &advice.candidates {
                    let truth = truths.iter().find(|(text, _)| *text == c.text).unwrap().1;
                    checked.check(c, truth, &format!("{game}, seed {seed}, {agent}"));
                }
            }
        }
        assert!(checked.at_least > 30, "{game}: {}", checked.at_least);
    }
}

/// The rows are in the order in which they are read, and a lead is stated between numbers of one kind only.
#[test]
fn rows_are_in_order_and_leads_compare_like_with_like() {
    let asked = [
        ("connect-four", "mcts 300it"),
        ("connect-four", "flat 50it"),
        ("connect-four", "alphabeta 500nodes"),
        ("maze", "best 2000it"),
        ("leduc", "cfr 1s"),
        ("leduc", "ismcts 200it"),
        ("sevens", "best 300it"),
        ("sevens", "seed-pimc 60it"),
        ("twin-cool", "ismcts 60it"),
        ("duel", "best 60it"),
    ];
    let mut explained = 0;
    for (game, text) in asked {
        let (agent, limit) = text.split_once(' ').unwrap();
        let table = open(game, &[]);
        for seed in 0..12 {
            let session = after_random(&*table, seed, seed as usize % 7);
            let Some(seat) = session.next() else { continue };
            let ask = Ask { seed, ..Ask::new(agent).unwrap().limit(limit).unwrap() };
            let advice = session.position(seat).advise(&ask, &mut ()).unwrap();
            let rows = &advice.candidates;
            assert_eq!(rows[0].text, advice.chosen);
            let most = rows.iter().map(|c| c.visits).max().unwrap_or(0);
            let tried = |c: &Candidate| c.visits >= 8.min(most.div_ceil(2)) && 100 * c.visits >= most;
            let well_tried = |c: &&Candidate| c.bound != Bound::Sampled || tried(c);
            // By what decided: the score of an agent that has one of its own, otherwise the value.
            let decided = |c: &Candidate| c.score.or(c.value);
            let values: Vec<f64> = rows[1..].iter().filter(well_tried).filter_map(decided).collect();
            assert!(values.is_sorted_by(|a, b| a >= b), "{game} {text} seed {seed}: {values:?}");
            let known = rows.iter().map(|c| c.value.is_some());
            assert!(known.skip(1).is_sorted_by(|a, b| a >= b), "{game} {text} seed {seed}");
            let Some(lead) = &advice.lead else { continue };
            let second = &rows[1];
            assert_eq!(lead.over, second.text);
            let certain = |c: &Candidate| matches!(c.bound, Bound::Exact | Bound::Proven);
            assert!(rows[0].bound == second.bound || certain(&rows[0]) && certain(second), "{game} {text}");
            assert_eq!(
                lead.why.is_some(),
                second.value > rows[0].value,
                "{game} {text} seed {seed}: {lead:?}"
            );
            explained += u32::from(lead.why.is_some());
            assert!(rows.iter().all(|c| c.share >= 0.0 && c.share <= 1.0));
        }
    }
    assert!(explained > 3, "{explained}");
}

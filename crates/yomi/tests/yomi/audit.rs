//! The audit catches agents that peek, in every game that hides something, and no others.

use yomi::engine::agent::AgentText;
use yomi::engine::audit::{Report, Request, Verdict};
use yomi::{Fault, Registry};

const HIDDEN: [&str; 6] = ["kuhn", "leduc", "twin-cool", "sevens", "duel", "simultaneous-maze"];

fn audit(game: &str, agent: &str, positions: u64, planted: Option<u32>) -> Result<Report, Fault> {
    let registry = Registry::standard();
    // Whether an agent peeks does not depend on how long it thinks.
    let limits = Some(yomi::engine::limit::parse("4it").unwrap());
    let agent = AgentText::parse(agent).unwrap();
    let request = Request { agent, positions, seed: 1, limits, sight_games: 0, planted };
    registry.find(game).unwrap().open(&[]).unwrap().audit(&request, &())
}

#[test]
fn an_agent_that_always_peeks_is_caught_at_once() {
    for game in HIDDEN {
        let report = audit(game, "best", 200, Some(1)).unwrap();
        assert_eq!(report.verdict, Verdict::Peeks, "{game}: {report:?}");
        // A hash of the truth names another of n moves in all but one of n cases.
        assert!(report.peeks * 4 > report.positions, "{game}: {report:?}");
        assert_eq!((report.unsteady, report.peeks), (0, report.moves_changed), "{game}");
        assert!(!report.examples.is_empty());
    }
}

#[test]
fn an_agent_that_peeks_in_one_of_a_hundred_decisions_is_caught() {
    for game in HIDDEN {
        let report = audit(game, "best", 10_000, Some(100)).unwrap();
        assert_eq!(report.verdict, Verdict::Peeks, "{game}: {report:?}");
        // A hundred peeks, of which at least a quarter change the move: five standard deviations are spared.
        assert!((1..=200).contains(&report.peeks), "{game}: {report:?}");
        let said = report.missed[0];
        assert!(said.one_in == 100 && said.probability < 1e-40, "{said:?}");
    }
}

/// Every honest agent of every game with something hidden.
#[test]
fn honest_agents_are_clean() {
    let registry = Registry::standard();
    for game in HIDDEN {
        let agents = registry.find(game).unwrap().agents();
        for agent in agents.iter().filter(|agent| !agent.is_program()) {
            let report = audit(game, agent.name, 20, None).unwrap();
            let expected = if agent.cheats { Verdict::Peeks } else { Verdict::Clean };
            assert_eq!(report.verdict, expected, "{game} {}: {report:?}", agent.name);
            assert!(report.positions >= 20 && report.games > 0);
        }
    }
}

#[test]
fn what_cannot_be_audited_is_refused() {
    let said = |game: &str, agent: &str| audit(game, agent, 10, None).unwrap_err().to_string();
    assert!(said("connect-four", "best").contains("hides nothing"));
    assert!(said("kuhn", "ismcts(limit=5ms)").contains("time limit"));
    assert!(said("kuhn", "nobody").contains("unknown agent"));
}

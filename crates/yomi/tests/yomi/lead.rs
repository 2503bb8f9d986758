//! What advice says of the lead of its move: how far ahead, with what error, and whether that is more than
//! luck.

use yomi::engine::wire::Advice;
use yomi::{Ask, Registry};

fn advised(game: &str, agent: &str, limit: &str, seed: u64) -> Advice {
    let registry = Registry::standard();
    let table = registry.find(game).unwrap().open(&[]).unwrap();
    let random = Ask::new("random").unwrap().agent;
    let session = table.session(seed, &vec![Some(random); table.players()], None).unwrap();
    let position = session.position(session.next().unwrap());
    position.advise(&Ask::new(agent).unwrap().limit(limit).unwrap(), &mut ()).unwrap()
}

/// A lead counts as decided where it is more than 1.96 of its errors, which are those of both moves. Short
/// searches of moves that are close meet leads on both sides.
#[test]
fn a_lead_is_decided_by_its_error() {
    let (mut decided, mut ahead_and_open) = (0, 0);
    let asked =
        [("connect-four", "flat", "200it"), ("leduc", "ismcts", "200it"), ("kuhn", "ismcts", "100it")];
    for (game, agent, limit) in asked {
        for seed in 0..12 {
            let advice = advised(game, agent, limit, seed);
            let Some(lead) = &advice.lead else { continue };
            let of = |text: &str| advice.candidates.iter().find(|c| c.text == text).unwrap();
            let (own, other) = (of(&advice.chosen), of(&lead.over));
            let place = format!("{game} {agent}, seed {seed}: {lead:?}");
            assert!((lead.by - (own.value.unwrap() - other.value.unwrap())).abs() < 1e-9, "{place}");
            let se = own.se.unwrap().hypot(other.se.unwrap());
            assert!(se > 0.0 && (lead.se - se).abs() < 1e-9, "{place}");
            assert_eq!(lead.decided, lead.by > 1.96 * se, "{place}");
            decided += u32::from(lead.decided);
            ahead_and_open += u32::from(!lead.decided && lead.by > 0.0);
        }
    }
    assert!(decided > 0 && ahead_and_open > 0, "{decided} decided, {ahead_and_open} ahead and open");
}

//! Wire types round-trip and describe themselves, for every game and every agent without access to hidden
//! information.

use serde_json::{Value, json};
use std::time::Duration;
use yomi::engine::wire::{Advice, Basis, Bound, Snapshot, VERSION};
use yomi::{Ask, Game, Listener, Position, Registry};

/// A view of the seat to move, up to four moves into a game.
fn middle(game: &dyn Game) -> Box<dyn Position> {
    let table = game.open(&[]).unwrap();
    let random = Ask::new("random").unwrap().agent;
    let mut session = table.session(3, &vec![Some(random); table.players()], None).unwrap();
    let mut position = session.position(session.next().unwrap());
    for _ in 0..4 {
        session.let_agent_move(&mut ()).unwrap();
        match session.next() {
            Some(seat) => position = session.position(seat),
            None => break,
        }
    }
    position
}

/// Collects every snapshot.
#[derive(Default)]
struct Kept(Vec<Snapshot>);

impl Listener for Kept {
    fn every(&self) -> Option<Duration> {
        Some(Duration::ZERO)
    }

    fn snapshot(&mut self, snapshot: &Snapshot) {
        self.0.push(snapshot.clone());
    }
}

fn advised(game: &dyn Game, position: &dyn Position, agent: &str) -> (Advice, Vec<Snapshot>) {
    let mut kept = Kept::default();
    let ask = Ask::new(agent).unwrap().limit("300it").unwrap();
    let advice = position.advise(&ask, &mut kept);
    (advice.unwrap_or_else(|why| panic!("{} {agent}: {why}", game.name())), kept.0)
}

#[test]
fn advice_is_read_back_as_it_was_sent() {
    let registry = Registry::standard();
    let mut snapshots = 0;
    for game in registry.games() {
        let position = middle(game.as_ref());
        for agent in game.agents().iter().filter(|agent| !agent.cheats && !agent.is_program()) {
            let place = format!("{} {}", game.name(), agent.name);
            let (advice, seen) = advised(game.as_ref(), position.as_ref(), agent.name);
            let text = serde_json::to_string(&advice).unwrap();
            assert_eq!(serde_json::from_str::<Advice>(&text).unwrap(), advice, "{place}");
            assert_eq!((advice.version, advice.unit.as_str()), (VERSION, game.stakes().unit()), "{place}");
            check(&advice, position.as_ref(), &place);
            for snapshot in &seen {
                let text = serde_json::to_string(snapshot).unwrap();
                assert_eq!(&serde_json::from_str::<Snapshot>(&text).unwrap(), snapshot, "{place}");
                // All that may be chosen: a partner that never passes has the pass in its answer only, untried.
                let has = |text: &str| snapshot.candidates.iter().any(|candidate| candidate.text == text);
                assert!(
                    advice.candidates.iter().all(|c| c.visits == 0 && c.value.is_none() || has(&c.text)),
                    "{place}"
                );
                assert!(snapshot.candidates.len() <= advice.candidates.len(), "{place}");
            }
            snapshots += seen.len();
        }
    }
    assert!(snapshots > 20, "{snapshots}");
}

fn check(advice: &Advice, position: &dyn Position, place: &str) {
    let legal = position.legal();
    assert_eq!(advice.candidates.len(), legal.len(), "{place}");
    assert_eq!(advice.candidates[0].text, advice.chosen, "{place}");
    for candidate in &advice.candidates {
        let known = legal.iter().find(|move_| move_.text == candidate.text).expect("a legal move");
        assert_eq!(known.label, candidate.label, "{place}");
        assert!(!candidate.label.en.is_empty() && !candidate.label.ja.is_empty(), "{place}");
        if let (Some(lo), Some(value), Some(hi)) = (candidate.lo, candidate.value, candidate.hi) {
            assert!(lo <= value + 1e-9 && value <= hi + 1e-9, "{place}: {lo} {value} {hi}");
            let [least, most] = advice.bounds;
            assert!(candidate.bound != Bound::Sampled || least <= lo && hi <= most, "{place}");
        }
    }
    let falling = advice.reasons.windows(2).all(|pair| pair[0].weight > pair[1].weight);
    assert!(falling && advice.reasons.first().is_none_or(|first| first.weight == 1.0), "{place}");
}

/// A random move is labelled as such and reports no beliefs, because the agent that chose it has none.
#[test]
fn words_belong_to_the_agent_that_decided() {
    let registry = Registry::standard();
    for game in registry.games() {
        let position = middle(game.as_ref());
        let (random, _) = advised(game.as_ref(), position.as_ref(), "random");
        assert_eq!(random.basis, Basis::Chance, "{}", game.name());
        assert!(random.beliefs.is_null() && random.value.is_none(), "{}", game.name());
        assert!(random.candidates.iter().all(|c| c.facts.is_none()), "{}", game.name());
    }
    let sevens = registry.find("sevens").unwrap();
    let position = middle(sevens);
    let believes = |agent: &str| advised(sevens, position.as_ref(), agent).0.beliefs;
    assert!(believes("policy").is_null(), "a policy reads no hands");
    for agent in ["best", "halving", "openloop", "ismcts", "seed-pimc"] {
        assert!(believes(agent)["worlds"].as_u64().unwrap() > 0, "{agent}");
    }
    assert!(believes("ismcts")["kinds"].as_object().unwrap().is_empty(), "its worlds are hands alone");
    let duel = registry.find("duel").unwrap();
    let position = middle(duel);
    let advice = |agent: &str| advised(duel, position.as_ref(), agent).0;
    let reads = |advice: &Advice| advice.reasons.iter().any(|r| r.text.en.contains("the opponent's deck is"));
    let rule = advice("heuristic");
    assert!(rule.beliefs.is_null() && !reads(&rule), "a rule of thumb reads no deck: {rule:?}");
    for agent in ["best", "ismcts", "pimc"] {
        let advice = advice(agent);
        assert!(reads(&advice) && advice.beliefs["decks"]["aggro"].is_number(), "{agent}: {advice:?}");
    }
    for agent in ["ismcts(belief=any)", "pimc(belief=any)"] {
        let advice = advice(agent);
        assert!(!reads(&advice) && advice.beliefs["decks"] == json!({}), "{agent} knows of no decks");
        let odds = advice.beliefs["hand"].as_object().unwrap();
        let cards = duel.open(&[]).unwrap().cards().len();
        assert_eq!(odds.len(), cards, "{agent} takes every card for possible");
    }
    let leduc = registry.find("leduc").unwrap();
    let position = middle(leduc);
    let believes = |agent: &str| advised(leduc, position.as_ref(), agent).0;
    let greedy = believes("greedy");
    assert!(greedy.basis == Basis::Rule && greedy.beliefs.is_null(), "it looks at its own card alone");
    for agent in ["best", "cfr", "ismcts", "ismcts(inference=betting)"] {
        let beliefs = believes(agent).beliefs;
        assert!(beliefs["from"] == "betting" && beliefs["kinds"].as_object().unwrap().len() == 1, "{agent}");
    }
}

/// The beliefs of every game can be read by the type that documents them.
#[test]
fn beliefs_have_the_schema_that_is_documented() {
    let registry = Registry::standard();
    let beliefs = |game: &str| -> Value {
        let game = registry.find(game).unwrap();
        advised(game, middle(game).as_ref(), "best").0.beliefs
    };
    serde_json::from_value::<yomi_poker::Beliefs>(beliefs("leduc")).unwrap();
    serde_json::from_value::<yomi_twin_cool::Beliefs>(beliefs("twin-cool")).unwrap();
    serde_json::from_value::<yomi_sevens::Beliefs>(beliefs("sevens")).unwrap();
    serde_json::from_value::<yomi_duel::Beliefs>(beliefs("duel")).unwrap();
    assert!(beliefs("connect-four").is_null());
}

/// Events are reported with seat and turn, and a card game has its catalogue in both languages.
#[test]
fn events_and_cards_are_labelled() {
    let registry = Registry::standard();
    for game in registry.games() {
        let events = middle(game.as_ref()).events();
        assert!(!events.is_empty() && events.iter().any(|e| e.seat.is_some()), "{}", game.name());
        assert!(events.windows(2).all(|pair| pair[0].turn <= pair[1].turn), "{}", game.name());
        assert!(events.iter().all(|e| !e.label.en.is_empty() && !e.label.ja.is_empty()), "{}", game.name());
    }
    let cards = |game: &str| registry.find(game).unwrap().open(&[]).unwrap().cards();
    assert_eq!((cards("twin-cool").len(), cards("sevens").len(), cards("kuhn").len()), (80, 52, 0));
    assert!(cards("duel").iter().any(|card| card.text.ja.contains('。') && card.cost.is_some()));
}

/// The fields asked for at the start of a real game are enough to start it.
#[test]
fn the_start_that_is_asked_for_is_a_view() {
    let registry = Registry::standard();
    for name in ["kuhn", "leduc"] {
        let game = registry.find(name).unwrap();
        let mut view = serde_json::json!({ "game": name, "seat": 0 });
        for field in game.start_fields() {
            view[&field.name] = serde_json::from_str(&field.example).unwrap();
        }
        let log = game.open(&[]).unwrap().read_log(view.as_object().unwrap()).unwrap();
        assert_eq!(log.position().legal().len(), 2, "{name}");
    }
}

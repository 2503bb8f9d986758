//! Chances as they are stated, on a toy game with maps that can be worked out by hand.

use super::*;
use crate::Fault;
use crate::agent::AgentText;
use crate::ask::{Ask, Listener};
use crate::host::Nowhere;
use crate::kind::AgentKind;
use crate::wire::{self, Advice, Snapshot};
use crate::{Entry, Host};
use std::time::Duration;
use yomi_core::testkit::toys::{Nim, NimRules};
use yomi_core::{Basis, Candidate, Contradiction, Decision, Limits, Rng, Run, State, Text, ViewSearch};

/// A map that halves what is stated at the start of the game, and at its end adds `late` to three quarters
/// of it.
macro_rules! map {
    ($company:literal, $iterations:literal, $late:literal, $late_top:literal) => {
        concat!(
            r#"{"version":1,"command":"","game":"nim","unit":"win","settings":{"heap":10},"agent":"best","against":"","#,
            r#""limit":"-","seed":0,"games":1,"decisions":1,"opponents":""#,
            $company,
            r#"","iterations":"#,
            $iterations,
            r#","surface":{"phases":[0.0,1.0],"stated":[0.0,1.0],"came":[[0.0,0.5],["#,
            $late,
            ",",
            $late_top,
            r#"]]},"acts":[[[0,0],"#,
            $iterations,
            "],[[0,1],100]]}"
        )
    };
}

struct Game;

impl Playable for Game {
    type Rules = NimRules;

    const CHANCES: &'static [&'static str] = &[
        map!("strong", "100", "0.0", "0.75"),
        map!("strong", "10000", "0.0", "0.95"),
        map!("casual", "300", "0.1", "0.85"),
        map!("random", "400", "0.2", "0.95"),
    ];
    const CASUAL: Option<&'static str> = Some("simple");

    fn agents() -> Vec<AgentKind<Nim>> {
        let kind = |name| AgentKind::new(name, Text::en(""), &[], Limits::default(), |_| Stater);
        vec![kind("best"), kind("simple")]
    }

    fn phase(view: &ViewOf<Nim>) -> f64 {
        1.0 - f64::from(view.now.heap) / 10.0
    }

    fn acts(view: &ViewOf<Nim>) -> Vec<Act> {
        let own = usize::from(view.seat != yomi_core::Player::FIRST);
        let theirs = view.events.iter().enumerate().filter(|(turn, _)| turn % 2 != own);
        theirs.map(|(_, &taken)| Act { situation: 0, choice: u16::from(taken > 1) }).collect()
    }
}

/// States the same of every position: two sampled values, and that taking three is a proven loss.
#[derive(Clone)]
struct Stater;

impl ViewSearch<Nim> for Stater {
    fn decide(
        &mut self,
        view: &ViewOf<Nim>,
        run: &mut Run<'_, u8>,
        _: &mut Rng,
    ) -> Result<Decision<u8>, Contradiction> {
        let actions = view.now.actions();
        let mut decision = Decision::immediate(Basis::Sampled, actions[0], actions.clone());
        decision.iterations = run.limits.iterations.unwrap_or(100);
        decision.candidates = vec![
            Candidate::sampled(actions[0], 60, 0.8, 0.05),
            Candidate::sampled(actions[1], 40, 0.6, 0.06),
            Candidate::computed(actions[2], 1, 0.0, Bound::Proven),
        ];
        if let Some(progress) = &mut run.progress {
            (progress.report)(&decision, None);
        }
        Ok(decision)
    }
}

#[derive(Default)]
struct Heard(Vec<Snapshot>);

impl Listener for Heard {
    fn every(&self) -> Option<Duration> {
        Some(Duration::ZERO)
    }
    fn snapshot(&mut self, snapshot: &Snapshot) {
        self.0.push(snapshot.clone());
    }
}

struct Question {
    agent: &'static str,
    heap: &'static str,
    moves: &'static str,
    opponents: Option<Company>,
    iterations: Option<u64>,
}

/// Asked at the start.
const START: Question = Question { agent: "best", heap: "10", moves: "", opponents: None, iterations: None };

impl Question {
    fn ask(&self) -> Result<(Advice, Snapshot), Fault> {
        let game = Entry::<Game>::boxed(&(Arc::new(Nowhere) as Arc<dyn Host>));
        let table = game.open(&[("heap".into(), self.heap.into())]).unwrap();
        let mut session = table.session(0, &[None, None], None).unwrap();
        session.submit_list(self.moves).unwrap();
        let ask = Ask {
            opponents: self.opponents,
            limits: self.iterations.map(Limits::iterations),
            ..Ask::new(self.agent)?
        };
        let mut heard = Heard::default();
        let advice = session.position(session.next().unwrap()).advise(&ask, &mut heard)?;
        Ok((advice, heard.0.pop().expect("it reports once")))
    }

    fn advice(&self) -> Advice {
        let (advice, snapshot) = self.ask().unwrap();
        assert_eq!((snapshot.opponents, snapshot.value), (advice.opponents, advice.value));
        advice
    }

    fn value(&self) -> f64 {
        self.advice().value.unwrap()
    }
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9, "{a} {b}");
}

#[test]
fn values_are_chances_against_the_company_that_is_named() {
    for company in Company::NAMED {
        let advice = Question { opponents: Some(company), ..START }.advice();
        assert_eq!(advice.opponents, Some(company));
        near(advice.value.unwrap(), 0.4);
        assert!(advice.reasons[0].text.en.contains(&company.against().en), "{advice:?}");
        assert!(advice.reasons[0].text.ja.contains(&company.against().ja), "{advice:?}");
        let text = serde_json::to_string(&advice).unwrap();
        assert!(text.contains(&format!("\"opponents\":\"{company}\"")), "{text}");
        assert_eq!(serde_json::from_str::<Advice>(&text).unwrap(), advice);
    }
    // Six of ten counters are taken: 0.4 of the first row, 0.6 of the second.
    let late = |company| Question { moves: "3 3", opponents: Some(company), ..START }.value();
    near(late(Company::Strong), 0.4 * 0.4 + 0.6 * 0.6);
    near(late(Company::Casual), 0.4 * 0.4 + 0.6 * 0.7);
    near(late(Company::Random), 0.4 * 0.4 + 0.6 * 0.8);
}

#[test]
fn intervals_go_through_the_map_and_proofs_do_not() {
    let advice = Question { opponents: Some(Company::Strong), ..START }.advice();
    let [first, second, third] = &advice.candidates[..] else { panic!("{advice:?}") };
    near(second.value.unwrap(), 0.3);
    assert_eq!((first.searched, second.searched, third.searched), (Some(0.8), Some(0.6), None));
    near(first.se.unwrap(), 0.025);
    let raw = Question { agent: "simple", ..START }.advice();
    near(first.lo.unwrap(), raw.candidates[0].lo.unwrap() / 2.0);
    near(first.hi.unwrap(), raw.candidates[0].hi.unwrap() / 2.0);
    assert_eq!((third.bound, third.value, third.lo), (wire::Bound::Proven, Some(0.0), Some(0.0)));
    near(advice.lead.as_ref().unwrap().by, 0.1);
    // Who has no map says so, and states what the search found.
    assert_eq!((raw.opponents, raw.value, raw.candidates[0].searched), (None, Some(0.8), None));
}

#[test]
fn more_iterations_are_mapped_as_such_searches_were() {
    let at = |iterations| {
        let iterations = Some(iterations);
        Question { moves: "3 3", opponents: Some(Company::Strong), iterations, ..START }.value()
    };
    let [shallow, deep] = [0.75, 0.95].map(|top| 0.4 * 0.4 + 0.6 * 0.8 * top);
    let advice = Question { opponents: Some(Company::Strong), iterations: Some(1_000), ..START }.advice();
    assert_eq!(advice.fitted_at, Some([100.0, 10_000.0]));
    near(at(25), shallow);
    near(at(100), shallow);
    near(at(1_000), (shallow + deep) / 2.0);
    // Searches with one limit differ in size: what is about as large is mapped alike.
    near(at(300), shallow);
    near(at(3_400), deep);
    near(at(10_000), deep);
    near(at(1_000_000), deep);
}

/// What a search of three iterations states is not what one of a hundred states.
#[test]
fn far_smaller_searches_state_their_own_value() {
    for (moves, opponents) in [("", Some(Company::Strong)), ("3 3", Some(Company::Casual)), ("1", None)] {
        let advice = Question { moves, opponents, iterations: Some(3), ..START }.advice();
        assert_eq!((advice.opponents, advice.value), (None, Some(0.8)), "{moves}");
        // A company that was asked for is not passed over in silence.
        let told = advice.reasons.iter().any(|reason| reason.text.en.contains("too small to state chances"));
        assert_eq!(told, opponents.is_some(), "{moves}");
    }
}

#[test]
fn opponents_are_read_where_they_have_acted() {
    assert_eq!(START.advice().opponents, Some(Company::Strong));
    let unread = Question { opponents: Some(Company::Read), ..START }.advice();
    assert_eq!(unread.opponents, Some(Company::Strong), "there is nothing to read yet");
    for (moves, takes_one) in [("1", true), ("3", false)] {
        let advice = Question { moves, ..START }.advice();
        assert_eq!(advice.opponents, Some(Company::Read), "{moves}");
        let odds: Mix = Company::NAMED.map(|company| advice.opponents_odds[&company]);
        near(odds.iter().sum(), 1.0);
        // Who takes one is most likely random, as that was counted.
        assert_eq!(odds[2] > LOT[2], takes_one, "{moves}: {odds:?}");
        let phase = if takes_one { 0.1 } else { 0.3 };
        let named = [0.6, 0.7, 0.8].map(|late| (1.0 - phase) * 0.4 + phase * late);
        near(advice.value.unwrap(), odds.iter().zip(named).map(|(share, chance)| share * chance).sum());
        assert!(advice.reasons[1].text.en.contains("By their play so far"), "{advice:?}");
    }
    // The viewer's own moves are not read.
    let own = Question { moves: "1 1", ..START }.advice().opponents_odds;
    assert_eq!(own, Question { moves: "3 1", ..START }.advice().opponents_odds);
}

#[test]
fn where_nothing_was_fitted_nothing_is_claimed() {
    let other = Question { heap: "9", ..START }.advice();
    assert_eq!((other.opponents, other.value), (None, Some(0.8)));
    let refused = |question: Question| question.ask().unwrap_err();
    for question in [
        Question { heap: "9", opponents: Some(Company::Strong), ..START },
        Question { agent: "simple", opponents: Some(Company::Read), ..START },
    ] {
        let fault = refused(question);
        assert!(
            fault.part.as_deref() == Some("opponents") && fault.text.en.contains("were fitted"),
            "{fault:?}"
        );
    }
}

#[test]
fn maps_that_do_not_rise_are_refused() {
    let sound = map!("strong", "100", "0.0", "0.75");
    assert!(Map::parse(sound).is_ok());
    for bad in [sound.replace("0.75", "-0.1"), sound.replace("[0.0,0.5]", "[0.5,0.5]"), "[]".into()] {
        assert!(Map::parse(&bad).is_err(), "{bad}");
    }
    let map = Map::parse(sound).unwrap();
    assert_eq!(Map::parse(&map.text()).unwrap(), map);
    assert!(map.is_of(&AgentText::parse("best(limit=5it)").unwrap()));
}

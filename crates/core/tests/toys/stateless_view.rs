//! A view that never had a state: a person writes down what one seat saw, and gets legal moves, worlds and a
//! decision from that alone. Entries that cannot be are refused by number.

use crate::flat::FlatWorlds;
use crate::two_faces::{AnyDeal, Event, GiveUp, Seen, TwoFaces};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use yomi_core::testkit::clock::SteppingClock;
use yomi_core::{
    Belief, Contradiction, Decision, Hidden, Inference, Limits, Player, Rejected, Rng, Run, View, ViewOf,
    ViewSearch,
};

const START: &str = r#"{
    "seat": 1, "mover": 0, "hand": [2, 5, 8], "own_face_down": [], "face_up": [],
    "other_holds": 3, "other_face_down": 0
}"#;

const LOG: [&str; 3] = [
    r#"{"FaceDown": {"by": 0, "card": null}}"#,
    r#"{"FaceUp": {"by": 1, "card": 2}}"#,
    r#"{"FaceUp": {"by": 0, "card": 4}}"#,
];

fn start() -> Seen {
    serde_json::from_str(START).expect("written by hand, but well")
}

fn event(text: &str) -> Event {
    serde_json::from_str(text).expect("written by hand, but well")
}

fn replay<'a>(log: impl IntoIterator<Item = &'a str>) -> Result<ViewOf<TwoFaces>, Rejected> {
    View::replay::<TwoFaces>(Player::SECOND, start(), log.into_iter().map(event))
}

fn decide(view: &ViewOf<TwoFaces>) -> Result<Decision<GiveUp>, Contradiction> {
    let (clock, stop) = (SteppingClock::new(Duration::ZERO), AtomicBool::new(false));
    FlatWorlds(AnyDeal).decide(view, &mut Run::new(Limits::iterations(400), &clock, &stop), &mut Rng::new(0))
}

#[test]
fn entry_by_entry_or_all_at_once_is_the_same_view() {
    let mut view = View::new(Player::SECOND, start());
    for entry in LOG {
        view.observe::<TwoFaces>(event(entry)).expect("it can happen");
    }
    assert_eq!(replay(LOG), Ok(view.clone()));
    let stored = serde_json::to_string(&view).expect("plain data");
    assert_eq!(serde_json::from_str::<ViewOf<TwoFaces>>(&stored).expect("what was stored"), view);
}

#[test]
fn a_log_is_enough_to_decide() {
    let view = replay(LOG).expect("it can happen");
    let (five, eight) = ([GiveUp::FaceUp(5), GiveUp::FaceDown(5)], [GiveUp::FaceUp(8), GiveUp::FaceDown(8)]);
    assert_eq!(TwoFaces::seen_actions(&view.now), [five, eight].concat());

    let mut belief = AnyDeal.read(&view).expect("the log of a game that can be");
    for seed in 0..50 {
        let (world, _) = belief.sample(&mut Rng::new(seed));
        assert_eq!(world.seen(Player::SECOND), view.now);
    }

    let decision = decide(&view).expect("worlds to decide in");
    assert!(five.contains(&decision.action), "the 8 wins and is kept: {decision:?}");
    assert_eq!((decision.value(), decision.worlds), (1.0, 400));
    assert_eq!(decision.candidates.len(), 4);
}

#[test]
fn a_refused_entry_is_named_and_changes_nothing() {
    let not_held = r#"{"FaceDown": {"by": 1, "card": 7}}"#;
    assert_eq!(
        replay([LOG[0], not_held, LOG[2]]).map_err(|why| why.to_string()),
        Err("event 2: seat 1 does not hold card 7".to_string())
    );
    let mut view = replay([LOG[0]]).expect("it can happen");
    let before = view.clone();
    assert!(view.observe::<TwoFaces>(event(not_held)).is_err());
    assert_eq!(view, before);
    view.observe::<TwoFaces>(event(LOG[1])).expect("the log goes on after a refusal");
}

#[test]
fn a_view_without_worlds_is_a_contradiction() {
    let impossible = Seen { other_holds: 6, ..replay(LOG).expect("it can happen").now };
    let why = decide(&View::new(Player::SECOND, impossible)).expect_err("too many cards");
    assert_eq!(why.to_string(), "the other seat has 7 cards, but only 4 are left");
}

#[test]
fn a_seat_that_no_table_has_cannot_be_read() {
    let at_seat = |seat| serde_json::from_str::<Seen>(&START.replace("\"seat\": 1", seat));
    assert!(at_seat("\"seat\": 0").is_ok());
    let why = at_seat("\"seat\": 6").expect_err("there are six seats at most");
    assert!(why.to_string().contains("seat 6"), "{why}");
}

//! A game with everything left to the defaults that can be: take one to three, and who takes the last one
//! wins. Keys come from `Hash` and notation from `Display`; bounds, settings and the check of starts are
//! not written at all. With one fault at a time the kit, called as a whole, finds each.

use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use yomi_core::testkit::{self, Effort, rules};
use yomi_core::{
    Deterministic, KeyedByHash, Open, Player, Rejected, Ruleset, Settings, Stakes, State, Text, Turn,
    ZeroSum, written_by_display,
};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Fault {
    None,
    /// Positions are equal to `Hash` that are not to `Eq`.
    HashForgets,
    /// The rules say that three play.
    MiscountsSeats,
    /// Points, with the bounds of a win.
    PaysPoints,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Pile {
    fault: Fault,
    left: u8,
    mover: Player,
}

impl Hash for Pile {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.left.hash(hasher);
        if self.fault != Fault::HashForgets {
            self.mover.hash(hasher);
        }
    }
}

impl State for Pile {
    type Action = u8;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.left == 0 { Turn::Over } else { Turn::Player(self.mover) }
    }

    fn try_for_each_action<B>(&self, f: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        (1..=self.left.min(3)).try_for_each(f)
    }

    fn apply(&mut self, taken: u8) {
        self.left -= taken;
        self.mover = self.mover.other();
    }

    fn payoff(&self, p: Player) -> f64 {
        let points = if self.fault == Fault::PaysPoints { 21.0 } else { 1.0 };
        if p == self.mover { 0.0 } else { points }
    }
}

impl Deterministic for Pile {}
impl ZeroSum for Pile {}
impl Open for Pile {}
impl KeyedByHash for Pile {}

#[derive(Clone, Copy)]
struct Rules(Fault);

impl Ruleset for Rules {
    type State = Pile;

    const NAME: &'static str = "pile";
    const SUMMARY: Text = Text::en("take one to three, and the last one to win");
    const STAKES: Stakes = Stakes::Win;

    written_by_display!();

    fn from_settings(_: &Settings) -> Result<Rules, Rejected> {
        Ok(Rules(Fault::None))
    }

    fn start(&self, _: u64) -> Pile {
        Pile { fault: self.0, left: 21, mover: Player::FIRST }
    }

    fn players(&self) -> usize {
        if self.0 == Fault::MiscountsSeats { 3 } else { 2 }
    }

    fn common_start(&self, _: Player) -> Option<Pile> {
        Some(self.start(0))
    }

    fn draw(&self, pile: &Pile) -> String {
        format!("{}\n", pile.left)
    }
}

/// The same game with a check of its own that forgets how small piles become.
#[derive(Clone, Copy)]
struct Choosy;

impl Ruleset for Choosy {
    type State = Pile;

    const NAME: &'static str = Rules::NAME;
    const SUMMARY: Text = Rules::SUMMARY;
    const STAKES: Stakes = Rules::STAKES;

    written_by_display!();

    fn from_settings(_: &Settings) -> Result<Choosy, Rejected> {
        Ok(Choosy)
    }

    fn start(&self, seed: u64) -> Pile {
        Rules(Fault::None).start(seed)
    }

    fn check_seen(&self, pile: &Pile) -> Result<(), Rejected> {
        if pile.left < 10 { Err(Rejected::new("too few are left")) } else { Ok(()) }
    }

    fn draw(&self, pile: &Pile) -> String {
        Rules(Fault::None).draw(pile)
    }
}

fn check(fault: Fault) {
    testkit::check_open(Effort::default(), &Rules(fault));
}

#[test]
fn a_game_of_defaults_keeps_every_law() {
    check(Fault::None);
    rules::check_deterministic(Effort::default(), |seed| Rules(Fault::None).start(seed));
    rules::check_zero_sum(Effort::default(), |seed| Rules(Fault::None).start(seed));
}

#[test]
#[should_panic(expected = "two positions share the key")]
fn a_hash_that_forgets_is_found() {
    check(Fault::HashForgets);
}

#[test]
#[should_panic(expected = "the rules count other seats")]
fn miscounted_seats_are_found() {
    check(Fault::MiscountsSeats);
}

#[test]
#[should_panic(expected = "payoff 21 outside 0..1")]
fn forgotten_bounds_are_found() {
    check(Fault::PaysPoints);
}

#[test]
#[should_panic(expected = "sees something foreign")]
fn a_check_that_refuses_positions_of_the_game_is_found() {
    testkit::check_open(Effort::default(), &Choosy);
}

#[test]
fn without_a_check_of_its_own_a_game_takes_its_start_alone() {
    let rules = Rules(Fault::None);
    let start = rules.start(0);
    assert_eq!(rules.check_seen(&start), Ok(()));
    let refused = rules.check_seen(&Pile { left: 20, ..start }).unwrap_err().0.en;
    assert_eq!(
        refused,
        "this is not how the game starts: expected the start, and what came after it as history"
    );
}

#[test]
fn words_are_read_as_by_their_type_and_refused_by_name() {
    let rules = Rules(Fault::None);
    assert_eq!((rules.action_text(3), rules.parse_action("3")), ("3".into(), Ok(3)));
    assert_eq!((rules.event_text(&2), rules.parse_event("2")), ("2".into(), Ok(2)));
    let refused = |text| rules.parse_action(text).unwrap_err().0.en;
    assert_eq!(refused("three"), "\"three\": invalid digit found in string");
    assert_eq!(refused("300"), "\"300\": number too large to fit in target type");
}

#[test]
fn english_stands_in_for_japanese() {
    assert_eq!(Rules::SUMMARY.ja, Rules::SUMMARY.en);
}

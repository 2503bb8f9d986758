//! The kit can fail: a game with one fault at a time makes exactly the check panic that is there for it, and
//! the same game without a fault passes them all.
//!
//! Seat 0 gets a secret card, another card is turned up, and seat 1 guesses the secret.

use crate::flat::FlatWorlds;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow::{self, Continue};
use yomi_core::testkit::{Effort, peek, rules, views, worlds};
use yomi_core::{
    Belief, Chance, Contradiction, Hidden, Inference, InfoSets, Player, Problem, Rejected, Rng, State, Turn,
    ViewOf, ZeroSum,
};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
enum Fault {
    None,
    /// `seen` and `event` show the secret to everybody, and `observe` accepts it.
    LeaksSecret,
    /// The event of the card turned up says more than the card.
    Whispers,
    /// The key of an information set is made from what the seat does not see.
    KeysSecret,
    /// The key leaves out the card turned up, which everybody sees.
    KeysTooLittle,
    /// A move is called by another name where another card is hidden.
    NamesSecret,
    /// `observe` does not store the owner's card.
    Forgets,
    /// `observe` refuses, but changes something.
    RefusesTooLate,
    GeneratesTwice,
    LosesProbability,
    PaysTooMuch,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Act {
    Secret(u8),
    TurnUp(u8),
    Guess(u8),
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Guessing {
    fault: Fault,
    secret: Option<u8>,
    up: Option<u8>,
    guess: Option<u8>,
}

fn start(fault: Fault) -> impl Fn(u64) -> Guessing {
    move |_| Guessing { fault, secret: None, up: None, guess: None }
}

const CARDS: std::ops::Range<u8> = 0..5;

fn turn(secret_dealt: bool, up: Option<u8>, guess: Option<u8>) -> Turn {
    match (secret_dealt && up.is_some(), guess) {
        (false, _) => Turn::Chance,
        (true, None) => Turn::Player(Player::SECOND),
        (true, Some(_)) => Turn::Over,
    }
}

fn guesses(up: Option<u8>) -> impl Iterator<Item = Act> {
    CARDS.filter(move |&card| Some(card) != up).map(Act::Guess)
}

impl State for Guessing {
    type Action = Act;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        turn(self.secret.is_some(), self.up, self.guess)
    }

    fn try_for_each_action<B>(&self, mut f: impl FnMut(Act) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.turn().player().is_none() {
            return Continue(());
        }
        if self.fault == Fault::GeneratesTwice {
            guesses(self.up).take(1).try_for_each(&mut f)?;
        }
        guesses(self.up).try_for_each(f)
    }

    fn apply(&mut self, act: Act) {
        match act {
            Act::Secret(card) => self.secret = Some(card),
            Act::TurnUp(card) => self.up = Some(card),
            Act::Guess(card) => self.guess = Some(card),
        }
    }

    fn payoff(&self, p: Player) -> f64 {
        let guessed = self.guess == self.secret;
        let prize = if self.fault == Fault::PaysTooMuch { 2.0 } else { 1.0 };
        if guessed == (p == Player::SECOND) { prize } else { 0.0 }
    }
}

impl ZeroSum for Guessing {}

impl Chance for Guessing {
    fn try_for_each_outcome<B>(&self, mut f: impl FnMut(Act, f64) -> ControlFlow<B>) -> ControlFlow<B> {
        let cards = if self.turn() == Turn::Chance { CARDS } else { 0..0 };
        let left: Vec<u8> = cards.filter(|&card| Some(card) != self.secret).collect();
        let lost = if self.fault == Fault::LosesProbability { 0.9 } else { 1.0 };
        left.iter().try_for_each(|&card| {
            let act = if self.secret.is_none() { Act::Secret(card) } else { Act::TurnUp(card) };
            f(act, lost / left.len() as f64)
        })
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Seen {
    fault: Fault,
    seat: Player,
    secret_dealt: bool,
    secret: Option<u8>,
    up: Option<u8>,
    guess: Option<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
enum Event {
    Secret(Option<u8>),
    /// Besides the card, what only a faulty dealer reveals.
    TurnUp(u8, Option<u8>),
    Guess(u8),
}

impl Fault {
    fn shows_secret_to(self, viewer: Player) -> bool {
        viewer == Player::FIRST || self == Fault::LeaksSecret
    }
}

impl Hidden for Guessing {
    type Seen = Seen;
    type Event = Event;

    fn seen(&self, viewer: Player) -> Seen {
        Seen {
            fault: self.fault,
            seat: viewer,
            secret_dealt: self.secret.is_some(),
            secret: self.secret.filter(|_| self.fault.shows_secret_to(viewer)),
            up: self.up,
            guess: self.guess,
        }
    }

    fn event(&self, act: Act, viewer: Player) -> Event {
        match act {
            Act::Secret(card) => Event::Secret(self.fault.shows_secret_to(viewer).then_some(card)),
            Act::TurnUp(card) => Event::TurnUp(card, self.secret.filter(|_| self.fault == Fault::Whispers)),
            Act::Guess(card) => Event::Guess(card),
        }
    }

    fn observe(seen: &mut Seen, &event: &Event) -> Result<(), Rejected> {
        match event {
            Event::Secret(card)
                if !seen.secret_dealt && card.is_some() == seen.fault.shows_secret_to(seen.seat) =>
            {
                seen.secret_dealt = true;
                seen.secret = card.filter(|_| seen.fault != Fault::Forgets);
            }
            Event::TurnUp(card, _) if seen.secret_dealt && seen.up.is_none() && seen.secret != Some(card) => {
                seen.up = Some(card);
            }
            Event::Guess(card) if seen.up.is_some_and(|up| up != card) && seen.guess.is_none() => {
                seen.guess = Some(card);
            }
            _ => {
                if seen.fault == Fault::RefusesTooLate {
                    seen.guess = None;
                    seen.up = None;
                }
                return Err(Rejected::new(format!("{event:?} cannot happen here")));
            }
        }
        Ok(())
    }

    fn seen_turn(seen: &Seen) -> Turn {
        turn(seen.secret_dealt, seen.up, seen.guess)
    }

    fn seen_actions(seen: &Seen) -> Vec<Act> {
        if Self::seen_turn(seen) == Turn::Player(seen.seat) { guesses(seen.up).collect() } else { Vec::new() }
    }
}

impl InfoSets for Guessing {
    type Grain = ();

    fn info_key(&self, viewer: Player, _: ()) -> u64 {
        let secret = self.secret.filter(|_| self.fault == Fault::KeysSecret);
        let seen = self.seen(viewer);
        let up = seen.up.filter(|_| self.fault != Fault::KeysTooLittle);
        yomi_core::hash::hash(&(secret, viewer, seen.secret_dealt, seen.secret, up, seen.guess))
    }

    fn info_set(&self, viewer: Player, (): (), named: &mut Vec<(Act, Act)>) -> u64 {
        named.clear();
        if let (Fault::NamesSecret, Some(card)) = (self.fault, self.secret) {
            named.extend(self.actions().into_iter().map(|act| (act, Act::Guess(card))));
        }
        self.info_key(viewer, ())
    }
}

/// Where worlds come from: as they should, or with a mistake.
#[derive(Clone, Copy, PartialEq)]
enum Source {
    AnySecret,
    /// Deals the secret again even to the seat that knows it.
    IgnoresOwnCard,
    /// Says that it is not weighted, and returns weights.
    WeighsInSecret,
}

#[derive(Clone)]
struct Secrets(Source, Seen);

impl Inference<Guessing> for Source {
    type Belief = Secrets;

    fn read(&self, view: &ViewOf<Guessing>) -> Result<Secrets, Contradiction> {
        Ok(Secrets(*self, view.now.clone()))
    }
}

impl Belief<Guessing> for Secrets {
    fn sample(&mut self, rng: &mut Rng) -> (Guessing, f64) {
        let Secrets(source, seen) = self;
        let unseen: Vec<u8> = CARDS.filter(|&card| Some(card) != seen.up).collect();
        let dealt = seen.secret_dealt.then(|| unseen[rng.below(unseen.len() as u32) as usize]);
        let known = seen.secret.filter(|_| *source != Source::IgnoresOwnCard);
        let world = Guessing { fault: seen.fault, secret: known.or(dealt), up: seen.up, guess: seen.guess };
        (world, if *source == Source::WeighsInSecret { 0.5 } else { 1.0 })
    }
}

fn swap(state: &Guessing, viewer: Player, rng: &mut Rng) -> Guessing {
    let free: Vec<u8> = CARDS.filter(|&card| Some(card) != state.up).collect();
    let other = free[rng.below(free.len() as u32) as usize];
    let secret = if viewer == Player::FIRST { state.secret } else { state.secret.map(|_| other) };
    Guessing { secret, ..state.clone() }
}

fn check_rules(fault: Fault) {
    rules::check_rules(Effort::games(50), start(fault));
}

fn check_views(fault: Fault) {
    views::check_views(Effort::games(50), start(fault));
}

fn check_refusals(fault: Fault) {
    views::check_refusals(Effort::games(50), start(fault));
}

fn check_worlds(source: Source) {
    worlds::check_worlds(Effort::games(50), start(Fault::None), &source, |_, world| {
        world.secret != world.up || world.up.is_none()
    });
}

fn check_no_peek(fault: Fault) {
    let player = || Box::new(FlatWorlds(Source::AnySecret)) as _;
    peek::check_no_peek(Effort::games(50), start(fault), swap, &Source::AnySecret, player);
}

fn check_info_sets(fault: Fault) {
    peek::check_info_sets(Effort::games(50), start(fault), swap, true);
}

#[test]
#[should_panic(expected = "one information set has two names")]
fn a_key_made_from_the_hidden_is_found() {
    check_info_sets(Fault::KeysSecret);
}

#[test]
#[should_panic(expected = "one information set has two names")]
fn a_name_made_from_the_hidden_is_found() {
    check_info_sets(Fault::NamesSecret);
}

#[test]
#[should_panic(expected = "two information sets share the key")]
fn a_key_that_leaves_out_what_is_seen_is_found() {
    check_info_sets(Fault::KeysTooLittle);
}

#[test]
#[should_panic(expected = "the swap never changed anything")]
fn copies_of_one_state_prove_nothing_of_keys() {
    let same = |state: &Guessing, _, _: &mut Rng| state.clone();
    peek::check_info_sets(Effort::games(5), start(Fault::None), same, true);
}

#[test]
fn without_a_fault_everything_passes() {
    check_rules(Fault::None);
    rules::check_zero_sum(Effort::games(50), start(Fault::None));
    check_views(Fault::None);
    check_refusals(Fault::None);
    check_worlds(Source::AnySecret);
    check_no_peek(Fault::None);
    check_info_sets(Fault::None);
}

#[test]
fn a_leak_is_consistent_with_itself() {
    // This is why every game must bring a swap.
    check_views(Fault::LeaksSecret);
    check_views(Fault::Whispers);
}

#[test]
#[should_panic(expected = "seat 1 can tell")]
fn a_seen_that_leaks_is_found() {
    check_no_peek(Fault::LeaksSecret);
}

#[test]
#[should_panic(expected = "tells seat 1")]
fn a_chance_event_that_leaks_is_found() {
    check_no_peek(Fault::Whispers);
}

#[test]
#[should_panic(expected = "what was observed is not what is seen")]
fn an_observe_that_forgets_is_found() {
    check_views(Fault::Forgets);
}

#[test]
#[should_panic(expected = "changed what was seen")]
fn a_refusal_that_leaves_a_trace_is_found() {
    check_refusals(Fault::RefusesTooLate);
}

#[test]
#[should_panic(expected = "an action is generated twice")]
fn an_action_generated_twice_is_found() {
    check_rules(Fault::GeneratesTwice);
}

#[test]
#[should_panic(expected = "probabilities add up to")]
fn lost_probability_is_found() {
    check_rules(Fault::LosesProbability);
}

#[test]
#[should_panic(expected = "payoff 2 outside 0..1")]
fn a_payoff_out_of_bounds_is_found() {
    check_rules(Fault::PaysTooMuch);
}

#[test]
#[should_panic(expected = "payoffs add up to 2")]
fn a_sum_that_is_not_constant_is_found() {
    rules::check_zero_sum(Effort::games(50), start(Fault::PaysTooMuch));
}

#[test]
#[should_panic(expected = "does not look like the view")]
fn a_world_that_contradicts_the_view_is_found() {
    check_worlds(Source::IgnoresOwnCard);
}

#[test]
#[should_panic(expected = "from an unweighted belief")]
fn a_secret_weight_is_found() {
    check_worlds(Source::WeighsInSecret);
}

#[test]
#[should_panic(expected = "cannot come about")]
fn an_unreachable_world_is_found() {
    worlds::check_worlds(Effort::games(1), start(Fault::None), &Source::AnySecret, |_, world| {
        world.guess.is_none()
    });
}

#[test]
#[should_panic(expected = "the swap never changed anything")]
fn a_swap_that_does_nothing_is_found() {
    let player = || Box::new(FlatWorlds(Source::AnySecret)) as _;
    let same = |state: &Guessing, _, _: &mut Rng| state.clone();
    peek::check_no_peek(Effort::games(5), start(Fault::None), same, &Source::AnySecret, player);
}

/// Counts set bits, and thinks that every flip sets one.
struct Optimist;

impl Problem for Optimist {
    type Solution = u8;
    type Change = u8;

    fn random_solution(&self, rng: &mut Rng) -> u8 {
        rng.below(256) as u8
    }

    fn score(&self, solution: &u8) -> f64 {
        f64::from(solution.count_ones())
    }

    fn propose(&self, _: &u8, rng: &mut Rng) -> u8 {
        rng.below(8) as u8
    }

    fn apply(&self, solution: &mut u8, bit: u8) {
        *solution ^= 1 << bit;
    }

    fn delta(&self, _: &u8, _: u8) -> f64 {
        1.0
    }
}

#[test]
#[should_panic(expected = "is not")]
fn a_wrong_delta_is_found() {
    rules::check_problem(&Optimist, 1, 20);
}

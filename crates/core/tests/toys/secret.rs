//! A public part and a secret: seat 0 is dealt a secret card, another card is turned up, and seat 1 guesses
//! the secret. The pair brings views, keys and worlds, and the kit is called as a whole. With one fault at
//! a time in what the game says of its secret, the kit finds each.

use crate::flat::FlatWorlds;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use yomi_core::testkit::{self, Effort, peek, rules, views, worlds};
use yomi_core::{
    AnySecret, EquallyLikely, Hidden, Inference, InfoSets, Keyed, Player, PublicPart, Rejected, Rng, Ruleset,
    SeenPart, Settings, Stakes, State, Text, Turn, View, ViewOf, WithSecret, ZeroSumPart, written_by_display,
};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
enum Fault {
    None,
    /// Every seat knows the secret.
    Leaks,
    /// The event of the card turned up says more than the card.
    Whispers,
    /// The owner is not told which card it was dealt.
    TellsTooLittle,
    /// The list of secrets has the card that is turned up.
    ListsTheImpossible,
    /// The list of secrets is the same for a seat that knows it.
    ListsTheKnown,
    /// The list of secrets lacks a card.
    ListsTooFew,
    /// Only some of the probability is dealt.
    LosesProbability,
}

const CARDS: std::ops::Range<u8> = 0..5;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
enum Act {
    Deal(u8),
    TurnUp(u8),
    Guess(u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Guessing {
    fault: Fault,
    dealt: bool,
    up: Option<u8>,
    guess: Option<u8>,
}

/// The act, unless the viewer may not know it; and what only a faulty dealer tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Told {
    act: Option<Act>,
    whisper: Option<u8>,
}

impl Guessing {
    fn shows_secret_to(&self, viewer: Player) -> bool {
        viewer == Player::FIRST || self.fault == Fault::Leaks
    }
}

impl PublicPart for Guessing {
    type Action = Act;
    type Secret = Option<u8>;
    type Known = Option<u8>;
    type Event = Told;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match (self.up, self.guess) {
            (None, _) => Turn::Chance,
            (Some(_), None) => Turn::Player(Player::SECOND),
            (Some(_), Some(_)) => Turn::Over,
        }
    }

    fn actions(&self, _: &Option<u8>) -> Vec<Act> {
        CARDS.filter(|&card| Some(card) != self.up).map(Act::Guess).collect()
    }

    fn outcomes(&self, secret: &Option<u8>) -> Vec<(Act, f64)> {
        let act = |card| if self.dealt { Act::TurnUp(card) } else { Act::Deal(card) };
        let left: Vec<u8> = CARDS.filter(|&card| Some(card) != *secret).collect();
        let all = if self.fault == Fault::LosesProbability { 0.9 } else { 1.0 };
        left.iter().map(|&card| (act(card), all / left.len() as f64)).collect()
    }

    fn apply(&mut self, secret: &mut Option<u8>, act: Act) {
        match act {
            Act::Deal(card) => (self.dealt, *secret) = (true, Some(card)),
            Act::TurnUp(card) => self.up = Some(card),
            Act::Guess(card) => self.guess = Some(card),
        }
    }

    fn payoff(&self, secret: &Option<u8>, p: Player) -> f64 {
        f64::from((self.guess == *secret) == (p == Player::SECOND))
    }

    fn known(&self, secret: &Option<u8>, viewer: Player) -> Option<u8> {
        secret.filter(|_| self.shows_secret_to(viewer))
    }

    fn event(&self, secret: &Option<u8>, act: Act, viewer: Player) -> Told {
        let hidden = matches!(act, Act::Deal(_))
            && (!self.shows_secret_to(viewer) || self.fault == Fault::TellsTooLittle);
        let whisper = secret.filter(|_| self.fault == Fault::Whispers && matches!(act, Act::TurnUp(_)));
        Told { act: (!hidden).then_some(act), whisper }
    }

    fn secrets(seen: &SeenPart<Guessing, Option<u8>>) -> Vec<Option<u8>> {
        let Guessing { fault, dealt, up, .. } = seen.public;
        if !dealt {
            return vec![None];
        }
        let fits = |card: &u8| {
            (seen.known.is_none_or(|known| known == *card) || fault == Fault::ListsTheKnown)
                && (Some(*card) != up || fault == Fault::ListsTheImpossible)
                && (*card != 4 || fault != Fault::ListsTooFew)
        };
        CARDS.filter(fits).map(Some).collect()
    }
}

impl ZeroSumPart for Guessing {}

type Game = WithSecret<Guessing>;

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Deal(card) => write!(f, "deal-{card}"),
            Act::TurnUp(card) => write!(f, "up-{card}"),
            Act::Guess(card) => write!(f, "{card}"),
        }
    }
}

impl FromStr for Act {
    type Err = Rejected;

    fn from_str(text: &str) -> Result<Act, Rejected> {
        let expected = || Rejected::new("expected a card such as 3, or up-3, or deal-3");
        let card = |digits: &str| digits.parse().map_err(|_| expected());
        match text.split_once('-') {
            None => card(text).map(Act::Guess),
            Some(("up", digits)) => card(digits).map(Act::TurnUp),
            Some(("deal", digits)) => card(digits).map(Act::Deal),
            Some(_) => Err(expected()),
        }
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.act {
            Some(act) => act.fmt(f)?,
            None => f.write_str("hidden")?,
        }
        self.whisper.map_or(Ok(()), |card| write!(f, "!{card}"))
    }
}

impl FromStr for Told {
    type Err = Rejected;

    fn from_str(text: &str) -> Result<Told, Rejected> {
        let (act, whisper) = match text.split_once('!') {
            Some((act, card)) => (act, card.parse().ok()),
            None => (text, None),
        };
        let act = if act == "hidden" { None } else { Some(act.parse()?) };
        Ok(Told { act, whisper })
    }
}

#[derive(Clone, Copy)]
struct Rules(Fault);

impl Ruleset for Rules {
    type State = Game;

    const NAME: &'static str = "guessing";
    const SUMMARY: Text = Text::en("guess the secret card");
    const STAKES: Stakes = Stakes::Win;

    written_by_display!();

    fn from_settings(_: &Settings) -> Result<Rules, Rejected> {
        Ok(Rules(Fault::None))
    }

    fn start(&self, _: u64) -> Game {
        WithSecret::new(Guessing { fault: self.0, dealt: false, up: None, guess: None }, None)
    }

    fn common_start(&self, seat: Player) -> Option<SeenPart<Guessing, Option<u8>>> {
        Some(self.start(0).seen(seat))
    }

    fn draw(&self, seen: &SeenPart<Guessing, Option<u8>>) -> String {
        format!("{:?}\n", seen.public.up)
    }
}

/// Another secret than the one there is, from the rules alone.
fn swap(state: &Game, viewer: Player, rng: &mut Rng) -> Game {
    let free: Vec<u8> = CARDS.filter(|&card| Some(card) != state.public.up).collect();
    let other = free[rng.below(free.len() as u32) as usize];
    let secret = if viewer == Player::FIRST { state.secret } else { state.secret.map(|_| other) };
    WithSecret::new(state.public, secret)
}

fn check(fault: Fault) {
    let player = || Box::new(FlatWorlds(AnySecret)) as _;
    testkit::check_hidden(Effort::default(), &Rules(fault), &AnySecret, swap, [player]);
}

fn check_reachable(fault: Fault) {
    let start = move |seed| Rules(fault).start(seed);
    worlds::check_worlds(Effort::games(50), start, &AnySecret, worlds::comes_about(vec![start(0)]));
}

fn start(seed: u64) -> Game {
    Rules(Fault::None).start(seed)
}

#[test]
fn the_pair_keeps_every_law() {
    check(Fault::None);
    check_reachable(Fault::None);
    rules::check_zero_sum(Effort::default(), start);
    rules::check_keys(Effort::default(), start);
    views::check_words_of_others(Effort::games(50), start);
    views::check_info_keys(Effort::default(), start, Some(()));
    peek::check_alike(Effort::default(), start, |state, _, viewer, rng| {
        let hidden = viewer == Player::SECOND && !state.public.dealt;
        hidden.then(|| Act::Deal(rng.below(5) as u8))
    });
}

#[test]
#[should_panic(expected = "seat 1 can tell")]
fn a_known_that_leaks_is_found() {
    check(Fault::Leaks);
}

#[test]
#[should_panic(expected = "tells seat 1")]
fn an_event_that_whispers_is_found() {
    check(Fault::Whispers);
}

#[test]
#[should_panic(expected = "what was observed is not what is seen")]
fn an_event_that_tells_too_little_is_found() {
    check(Fault::TellsTooLittle);
}

#[test]
#[should_panic(expected = "cannot come about")]
fn an_impossible_secret_is_found() {
    check_reachable(Fault::ListsTheImpossible);
}

#[test]
#[should_panic(expected = "what was observed is not what is seen")]
fn a_list_that_ignores_what_a_seat_knows_is_found() {
    check(Fault::ListsTheKnown);
}

#[test]
#[should_panic(expected = "refuses Told")]
fn a_secret_left_out_of_the_list_is_found() {
    check(Fault::ListsTooFew);
}

#[test]
#[should_panic(expected = "probabilities add up to")]
fn lost_probability_is_found() {
    check(Fault::LosesProbability);
}

#[test]
#[should_panic(expected = "no player was tested")]
fn a_kit_without_a_player_is_found() {
    let nobody = [|| Box::new(FlatWorlds(AnySecret)) as _].into_iter().skip(1);
    testkit::check_hidden(Effort::games(5), &Rules(Fault::None), &AnySecret, swap, nobody);
}

#[test]
fn a_seat_sees_the_public_part_and_what_it_knows() {
    let mut state = start(0);
    state.apply(Act::Deal(3));
    let json = |seat| serde_json::to_string(&state.seen(seat)).unwrap();
    let public = r#""fault":"None","dealt":true,"up":null,"guess":null"#;
    assert_eq!(json(Player::FIRST), format!(r#"{{"seat":0,{public},"known":3}}"#));
    assert_eq!(json(Player::SECOND), format!(r#"{{"seat":1,{public},"known":null}}"#));
    let read: SeenPart<Guessing, Option<u8>> = serde_json::from_str(&json(Player::FIRST)).unwrap();
    assert_eq!(read, state.seen(Player::FIRST));
    assert_ne!(state.info_key(Player::FIRST, ()), state.info_key(Player::SECOND, ()));
}

#[test]
fn refusals_say_whose_eyes_cannot_see_it() {
    let told = |text: &str| text.parse::<Told>().unwrap();
    let observed = |seat, log: &[&str]| {
        let events = log.iter().map(|text| told(text));
        View::replay::<Game>(seat, start(0).seen(seat), events).map_err(|why| why.0.en)
    };
    let cannot = |n, seat| Err(format!("event {n}: seat {seat} cannot see this here"));
    assert!(observed(Player::SECOND, &["hidden", "up-3", "2"]).is_ok());
    assert_eq!(observed(Player::SECOND, &["deal-1"]), cannot(1, 1), "it may not know that");
    assert_eq!(observed(Player::FIRST, &["hidden"]), cannot(1, 0), "it must know that");
    assert_eq!(observed(Player::FIRST, &["deal-1", "up-1"]), cannot(2, 0), "there is one card of each");
    let over = observed(Player::SECOND, &["hidden", "up-3", "2", "2"]);
    assert_eq!(over, Err("event 4: the game is already over".into()));
}

/// The list itself is an inference, and so is any other function that lists worlds.
#[test]
fn a_function_that_lists_worlds_is_an_inference() {
    let events = ["hidden", "up-3"].map(|text| text.parse().unwrap());
    let view = View::replay::<Game>(Player::SECOND, start(0).seen(Player::SECOND), events).unwrap();
    let list = |view: &ViewOf<Game>| WithSecret::worlds(&view.now);
    let (read, any): (EquallyLikely<Game>, EquallyLikely<Game>) =
        (Inference::<Game>::read(&list, &view).unwrap(), AnySecret.read(&view).unwrap());
    assert_eq!(read, any);
    let secrets: Vec<Option<u8>> = read.worlds().iter().map(|world| world.secret).collect();
    assert_eq!(secrets, [0, 1, 2, 4].map(Some));
    let keys: std::collections::BTreeSet<u64> = read.worlds().iter().map(Keyed::key).collect();
    assert_eq!(keys.len(), 4);
    let none = |_: &ViewOf<Game>| Vec::<Game>::new();
    assert_eq!(Inference::<Game>::read(&none, &view).unwrap_err().0.en, "no world agrees with what is seen");
}

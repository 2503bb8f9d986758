//! A game as people name it: its settings, its notation, its picture.
//!
//! [`State`] is for searches; [`Ruleset`] is what a game adds so that people and files can speak about it.
//! One value of a ruleset is the game with its settings chosen (`size=30x30`), and starts are made from it.
//! Moves are notation, the same in every language; pictures have words, and may be drawn in both.

use crate::{Hidden, Luck, OptionSpec, Player, Rejected, Rng, Sentence, Settings, State, sentence};
use std::fmt::Display;
use std::str::FromStr;

/// A sentence in the two languages that Yomi speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Text {
    pub en: &'static str,
    pub ja: &'static str,
}

impl Text {
    pub const fn new(en: &'static str, ja: &'static str) -> Text {
        Text { en, ja }
    }

    /// English alone: it is shown to readers of Japanese too.
    pub const fn en(en: &'static str) -> Text {
        Text { en, ja: en }
    }
}

/// What a payoff means to a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stakes {
    /// 1 for a win, 0 for a loss, one half for a draw: a mean is a win rate.
    Win,
    /// Won and lost units: a mean is a gain.
    Chips,
    /// Points of a one-player game.
    Score,
    /// Points of a one-player game that people count in another unit, worth `points` each: cards played, for
    /// example.
    Counted { points: u32, unit: Text },
}

impl Stakes {
    /// The unit that values are told in: `win` is a probability.
    #[must_use]
    pub const fn unit(&self) -> &'static str {
        match self {
            Stakes::Win => "win",
            Stakes::Chips => "chips",
            Stakes::Score => "points",
            Stakes::Counted { unit, .. } => unit.en,
        }
    }

    /// A payoff in that unit.
    #[must_use]
    pub fn shown(&self, payoff: f64) -> f64 {
        match self {
            Stakes::Counted { points, .. } => payoff / f64::from(*points),
            _ => payoff,
        }
    }
}

/// A game with its settings chosen.
///
/// ```
/// use yomi_core::testkit::toys::NimRules;
/// use yomi_core::{Ruleset, State};
///
/// let settings = [("heap".to_string(), "7".to_string())].into();
/// let rules = NimRules::from_settings(&settings).unwrap();
/// let mut nim = rules.start(0);
/// nim.play(rules.parse_action("3").unwrap()).unwrap();
/// assert_eq!(rules.draw(&nim), "oooo\n");
/// assert!(rules.parse_action("4").is_err());
/// ```
pub trait Ruleset: Sized + Clone + Send + Sync + 'static {
    type State: Hidden;

    /// As typed on the command line: lower case with hyphens.
    const NAME: &'static str;
    const SUMMARY: Text;
    /// The rules for a person, as Markdown, with an example that can be played; what comes after a heading `For
    /// programs` is not for players. Empty where they are written elsewhere.
    const RULES: Text = Text::en("");
    const STAKES: Stakes;
    /// What chance brings after the start, as a person who enters a real game is asked for it.
    const DRAWN: Text = Text::new("what was drawn", "引いた札");
    /// Every setting that [`from_settings`](Ruleset::from_settings) takes.
    const SETTINGS: &'static [OptionSpec] = &[];

    /// The game with these settings. Every name in `SETTINGS` is present, and no other.
    fn from_settings(settings: &Settings) -> Result<Self, Rejected>;

    /// The start of game number `seed`: the board, the deal.
    fn start(&self, seed: u64) -> Self::State;

    /// The chance outcomes of the game with this seed.
    fn luck(&self, seed: u64) -> Luck {
        Luck::new(seed)
    }

    /// Settings that tell what is hidden: a view leaves them out.
    const SECRET_SETTINGS: &'static [&'static str] = &[];

    /// How many seats there are. A game whose starts are dear to make says it without making one.
    fn players(&self) -> usize {
        self.start(0).players()
    }

    /// The number that people quote for a finished one-player game: its payoff unless the game overrides it.
    fn headline(&self, state: &Self::State) -> f64 {
        state.payoff(Player::FIRST)
    }

    /// The seeds of the games of a suite or a match.
    fn seeds(seed: u64, games: usize) -> Vec<u64> {
        let rng = Rng::new(seed);
        (0..games as u64).map(|i| rng.split(i).seed()).collect()
    }

    /// The start as `seat` sees it, where that is the same in every game: then a log needs no start.
    fn common_start(&self, _seat: Player) -> Option<<Self::State as Hidden>::Seen> {
        None
    }

    /// Keys of what a seat sees that are written only where they say something.
    const UNSAID_KEYS: &'static [&'static str] = &[];

    /// Checks that `seen`, which came from a person or a file, belongs to this game with these settings. By
    /// default only the [common start](Ruleset::common_start) does, and every later position needs its
    /// history. A game that overrides this accepts all of its own positions.
    fn check_seen(&self, seen: &SeenOf<Self>) -> Result<(), Rejected> {
        let is_start = |seat| self.common_start(seat).as_ref() == Some(seen);
        if Player::all(self.players()).any(is_start) { Ok(()) } else { Err(Rejected(not_a_start())) }
    }

    fn action_text(&self, action: ActionOf<Self>) -> String;

    /// The same with names in Japanese, where moves name something that has one:
    /// [`parse_action`](Ruleset::parse_action) reads both.
    fn action_text_ja(&self, action: ActionOf<Self>) -> String {
        self.action_text(action)
    }

    /// The action that `text` names, legal or not.
    fn parse_action(&self, text: &str) -> Result<ActionOf<Self>, Rejected>;

    /// An action taken in this state, as a record writes it: with what it reveals, where that is more than
    /// the action.
    fn recorded_text(&self, _state: &Self::State, action: ActionOf<Self>) -> String {
        self.action_text(action)
    }

    /// The action that a word of a record names, legal or not. Refused if the word also claims a result that
    /// the action does not have in this state.
    fn parse_recorded(&self, _state: &Self::State, text: &str) -> Result<ActionOf<Self>, Rejected> {
        self.parse_action(text)
    }

    fn event_text(&self, event: &EventOf<Self>) -> String;

    fn parse_event(&self, text: &str) -> Result<EventOf<Self>, Rejected>;

    /// The words of a list of moves: separated by spaces unless the game has a shorter way.
    fn split_moves<'a>(&self, list: &'a str) -> Vec<&'a str> {
        list.split_whitespace().collect()
    }

    /// A history in words: one per event unless the game writes several as one.
    /// [`split_moves`](Ruleset::split_moves) takes such words apart again.
    fn join_events(&self, events: &[EventOf<Self>]) -> Vec<String> {
        events.iter().map(|e| self.event_text(e)).collect()
    }

    /// A picture for the terminal; every line ends with a newline.
    fn draw(&self, seen: &SeenOf<Self>) -> String;

    /// The same with its words in Japanese, where it has words.
    fn draw_ja(&self, seen: &SeenOf<Self>) -> String {
        self.draw(seen)
    }
}

/// Which language the words of a picture are in: [`english`] or [`japanese`], given both.
pub type Pick = for<'a> fn(en: &'a str, ja: &'a str) -> &'a str;

pub fn english<'a>(en: &'a str, _ja: &'a str) -> &'a str {
    en
}

pub fn japanese<'a>(_en: &'a str, ja: &'a str) -> &'a str {
    ja
}

/// Inside an `impl Ruleset` whose type has `fn picture(&self, seen, pick: Pick) -> String`: that picture in
/// both languages.
#[macro_export]
macro_rules! drawn_in_both_languages {
    () => {
        fn draw(&self, seen: &$crate::ruleset::SeenOf<Self>) -> String {
            self.picture(seen, $crate::ruleset::english)
        }

        fn draw_ja(&self, seen: &$crate::ruleset::SeenOf<Self>) -> String {
            self.picture(seen, $crate::ruleset::japanese)
        }
    };
}

/// What [`Ruleset::check_seen`] says by default of anything that is not a start.
pub(crate) fn not_a_start() -> Sentence {
    sentence!(
        "this is not how the game starts: expected the start, and what came after it as history",
        "これは最初の局面ではありません。最初の局面を書き、その後の手は history に書いてください"
    )
}

/// Inside an `impl Ruleset`: moves and events are written as by [`Display`] and read as by [`FromStr`],
/// whose error says what would be accepted.
///
/// It stands for [`action_text`](Ruleset::action_text), [`parse_action`](Ruleset::parse_action),
/// [`event_text`](Ruleset::event_text) and [`parse_event`](Ruleset::parse_event). The types need not be
/// one's own: a move that is a `u8` is written and read as a number.
#[macro_export]
macro_rules! written_by_display {
    () => {
        fn action_text(&self, action: $crate::ruleset::ActionOf<Self>) -> String {
            action.to_string()
        }

        fn parse_action(&self, text: &str) -> Result<$crate::ruleset::ActionOf<Self>, $crate::Rejected> {
            $crate::ruleset::parse_word(text)
        }

        fn event_text(&self, event: &$crate::ruleset::EventOf<Self>) -> String {
            event.to_string()
        }

        fn parse_event(&self, text: &str) -> Result<$crate::ruleset::EventOf<Self>, $crate::Rejected> {
            $crate::ruleset::parse_word(text)
        }
    };
}

/// What a word stands for, by its own `FromStr`; a refusal names the word.
pub fn parse_word<T: FromStr<Err: Display>>(text: &str) -> Result<T, Rejected> {
    text.parse().map_err(|why| Rejected(sentence!("{text:?}: {why}", "{text:?}: {why:#}")))
}

pub type ActionOf<R> = <<R as Ruleset>::State as State>::Action;
pub type SeenOf<R> = <<R as Ruleset>::State as Hidden>::Seen;
pub type EventOf<R> = <<R as Ruleset>::State as Hidden>::Event;

/// The value of a setting that must be a whole number in a range.
pub fn parse_number(name: &str, text: &str, range: std::ops::RangeInclusive<u64>) -> Result<u64, Rejected> {
    let (least, most) = (*range.start(), *range.end());
    match text.parse::<u64>() {
        Ok(n) if range.contains(&n) => Ok(n),
        _ => Err(Rejected(sentence!(
            "{name}={text}: expected a whole number from {least} to {most}",
            "{name}={text}: {least}から{most}までの整数にしてください"
        ))),
    }
}

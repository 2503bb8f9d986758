//! A game in Python as the engine knows it.

use super::state::{Asking, HIDING, Judgement, Known, OPEN, Position, STRICT};
use super::{PythonGame, opened};
use std::sync::{Arc, OnceLock};
use yomi::core::ruleset::EventOf;
use yomi::core::{OptionSpec, Rejected, Ruleset, Settings, Stakes, Text, sentence};
use yomi::engine::chart::{Best, Traits};
use yomi::engine::kind::AgentKind;
use yomi::engine::{Entry, Playable, agents, defaults};
use yomi::{Game, Host};

/// Which searches a game can have, and how values are told: as chances to win where payoffs are from 0 to 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Strict { wins: bool },
    Open { wins: bool },
    Hidden { wins: bool },
}

type Make = fn(&Arc<dyn Host>) -> Box<dyn Game>;

/// The game of the registry for this kind.
pub fn entry(kind: Kind, host: &Arc<dyn Host>) -> &'static dyn Game {
    static ENTRIES: [OnceLock<Box<dyn Game>>; 6] = [const { OnceLock::new() }; 6];
    let (place, make): (usize, Make) = match kind {
        Kind::Strict { wins: true } => (0, Entry::<Strict<true>>::boxed),
        Kind::Strict { wins: false } => (1, Entry::<Strict<false>>::boxed),
        Kind::Open { wins: true } => (2, Entry::<Loose<true>>::boxed),
        Kind::Open { wins: false } => (3, Entry::<Loose<false>>::boxed),
        Kind::Hidden { wins: true } => (4, Entry::<Hiding<true>>::boxed),
        Kind::Hidden { wins: false } => (5, Entry::<Hiding<false>>::boxed),
    };
    ENTRIES[place].get_or_init(|| make(host)).as_ref()
}

/// The rules: which of the opened games it is.
#[derive(Clone)]
pub struct Rules<const KIND: u8, const WINS: bool>(Arc<PythonGame>);

const NAME: &str = "python";
const NUMBER: OptionSpec = OptionSpec::count(
    "number",
    "0",
    0,
    u32::MAX as u64,
    Text::new("which of the games that were opened", "開いたゲームの番号"),
);

fn find(settings: &Settings) -> Result<Arc<PythonGame>, Rejected> {
    let number = settings[NUMBER.name].parse::<usize>().ok();
    number.and_then(|number| opened().get(number).cloned()).ok_or_else(|| {
        Rejected(sentence!(
            "number: no game in Python was opened with this number",
            "number: この番号で開かれた Python のゲームはありません"
        ))
    })
}

fn nothing_typed() -> Rejected {
    Rejected(sentence!(
        "events of a game in Python are not read from text; expected moves of a session",
        "Python のゲームの出来事は文字からは読めません。session の手を使ってください"
    ))
}

fn unknown_move(text: &str) -> Rejected {
    let text = yomi::engine::fault::excerpt(text);
    Rejected(sentence!("{text:?} is not a move of this game", "{text:?} はこのゲームの手ではありません"))
}

/// What all kinds share.
macro_rules! ruleset {
    ($kind:expr, |$seen:ident| $draw:expr, $event_text:expr, $parse_event:expr) => {
        impl<const WINS: bool> Ruleset for Rules<{ $kind }, WINS> {
            type State = Position<{ $kind }>;

            const NAME: &'static str = NAME;
            const SUMMARY: Text = Text::new("a game written in Python", "Python で書かれたゲーム");
            const STAKES: Stakes = if WINS { Stakes::Win } else { Stakes::Chips };
            const SETTINGS: &'static [OptionSpec] = &[NUMBER];

            fn from_settings(settings: &Settings) -> Result<Self, Rejected> {
                find(settings).map(Rules)
            }

            fn start(&self, seed: u64) -> Self::State {
                Position::begin(&self.0, seed)
            }

            fn players(&self) -> usize {
                self.0.players
            }

            fn action_text(&self, action: i64) -> String {
                self.0.text(action)
            }

            fn parse_action(&self, text: &str) -> Result<i64, Rejected> {
                self.0.parse(text).ok_or_else(|| unknown_move(text))
            }

            /// In a position a move is found by its text among those that are possible.
            fn parse_recorded(&self, state: &Self::State, text: &str) -> Result<i64, Rejected> {
                let found = state.possible().into_iter().find(|&action| self.0.text(action) == text);
                found.map_or_else(|| self.parse_action(text), Ok)
            }

            fn event_text(&self, event: &EventOf<Self>) -> String {
                let tell: fn(&Self, &EventOf<Self>) -> String = $event_text;
                tell(self, event)
            }

            fn parse_event(&self, text: &str) -> Result<EventOf<Self>, Rejected> {
                let parse: fn(&Self, &str) -> Result<EventOf<Self>, Rejected> = $parse_event;
                parse(self, text)
            }

            fn draw(&self, $seen: &yomi::core::ruleset::SeenOf<Self>) -> String {
                $draw
            }
        }
    };
}
ruleset!(STRICT, |seen| seen.picture(), |rules, event| rules.0.text(*event), |rules, text| rules
    .parse_action(text));
ruleset!(OPEN, |seen| seen.picture(), |rules, event| rules.0.text(*event), |rules, text| rules
    .parse_action(text));
ruleset!(HIDING, |seen| Known::picture(seen), |_, event| event.words.clone(), |_, _| Err(nothing_typed()));

/// Two players, zero sum, nothing drawn or hidden.
struct Strict<const WINS: bool>;

impl<const WINS: bool> Playable for Strict<WINS> {
    type Rules = Rules<STRICT, WINS>;

    fn agents() -> Vec<AgentKind<Position<STRICT>>> {
        let mut all = defaults::open();
        all.push(agents::alphabeta(Judgement));
        all.push(agents::minimax(Judgement));
        all
    }

    fn traits() -> Traits {
        Traits::default()
    }

    fn best() -> Option<Best> {
        Some(Best::by_the_chart("mcts"))
    }
}

/// Nothing hidden.
struct Loose<const WINS: bool>;

impl<const WINS: bool> Playable for Loose<WINS> {
    type Rules = Rules<OPEN, WINS>;

    fn agents() -> Vec<AgentKind<Position<OPEN>>> {
        defaults::open()
    }

    fn traits() -> Traits {
        Traits { chance: true, ..Traits::default() }
    }

    fn best() -> Option<Best> {
        Some(Best::by_the_chart("mcts"))
    }
}

/// Something hidden.
struct Hiding<const WINS: bool>;

impl<const WINS: bool> Playable for Hiding<WINS> {
    type Rules = Rules<HIDING, WINS>;

    fn agents() -> Vec<AgentKind<Position<HIDING>>> {
        defaults::hidden(Asking)
    }

    fn traits() -> Traits {
        Traits { hidden: true, ..Traits::default() }
    }

    fn best() -> Option<Best> {
        Some(Best::by_the_chart("ismcts"))
    }
}

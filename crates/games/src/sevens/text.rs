//! The text notation of Sevens.

use super::board::{Tunnel, Variant};
use super::cards::{Card, Cards, Suit, parse_suit_and_rank};
use super::{Action, Event, SeenSevens, Sevens};
use yomi_core::ruleset::{Pick, parse_number};
use yomi_core::{
    Hidden, MAX_PLAYERS, OptionSpec, Player, Rejected, Rng, Ruleset, Settings, Stakes, Text, sentence,
};

/// Sevens with its settings chosen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules {
    pub variant: Variant,
}

const TUNNELS: [(&str, Tunnel); 4] = [
    ("contest", Tunnel::Contest),
    ("closing", Tunnel::Closing),
    ("reverse", Tunnel::Reverse),
    ("plain", Tunnel::Plain),
];

/// Maximum number of free passes: with more, bursts would never happen.
const MOST_PASSES: u64 = 9;

/// The card whose holder goes first.
const FIRST_SEVEN: (Suit, u32) = (Suit::Diamonds, 7);

impl Action {
    pub fn text(self) -> String {
        match self {
            Action::Play(card) => card.to_string(),
            Action::Pass => "pass".into(),
        }
    }
}

impl From<Action> for String {
    fn from(action: Action) -> String {
        action.text()
    }
}

impl std::str::FromStr for Action {
    type Err = Rejected;

    fn from_str(text: &str) -> Result<Action, Rejected> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Action::Pass);
        }
        text.parse().map(Action::Play).map_err(|why: Rejected| match parse_suit_and_rank(text) {
            None => Rejected(sentence!("{why}, or pass", "{why:#}。パスは pass です")),
            Some(_) => why,
        })
    }
}

impl TryFrom<String> for Action {
    type Error = Rejected;

    fn try_from(text: String) -> Result<Action, Rejected> {
        text.parse()
    }
}

impl From<Event> for String {
    fn from(event: Event) -> String {
        match event {
            Event::Play(card) => card.to_string(),
            Event::Pass => "pass".into(),
            Event::Burst(laid) => {
                let cards: Vec<String> = laid.into();
                format!("pass={}", cards.join("+"))
            }
        }
    }
}

impl std::str::FromStr for Event {
    type Err = Rejected;

    fn from_str(text: &str) -> Result<Event, Rejected> {
        if let Some((word, laid)) = text.split_once('=')
            && word.eq_ignore_ascii_case("pass")
        {
            let cards: Vec<String> = laid.split('+').map(str::to_string).collect();
            return Ok(Event::Burst(Cards::try_from(cards)?));
        }
        Ok(match text.parse()? {
            Action::Play(card) => Event::Play(card),
            Action::Pass => Event::Pass,
        })
    }
}

impl TryFrom<String> for Event {
    type Error = Rejected;

    fn try_from(text: String) -> Result<Event, Rejected> {
        text.parse()
    }
}

impl Ruleset for Rules {
    type State = Sevens;

    const NAME: &'static str = "sevens";
    const SUMMARY: Text = Text {
        en: "Sevens with the tunnel, 2 to 6 players: play next to what lies, or hold a card back and pass",
        ja: "七並べ（トンネルあり、2〜6人）。場に続く札を出すか、止めてパスする",
    };
    const RULES: Text = Text { en: include_str!("README.md"), ja: include_str!("README.ja.md") };
    const STAKES: Stakes = Stakes::Win;
    const SETTINGS: &'static [OptionSpec] = &[
        OptionSpec::choice(
            "rules",
            "contest",
            &["contest", "closing", "reverse", "plain"],
            Text {
                en: "the tunnel: contest, closing, reverse or plain",
                ja: "トンネルの規則: contest、closing、reverse、plain",
            },
        ),
        OptionSpec::count(
            "players",
            "3",
            2,
            MAX_PLAYERS as u64,
            Text { en: "how many play, 2 to 6", ja: "人数（2〜6）" },
        ),
        OptionSpec::count(
            "passes",
            "3",
            0,
            MOST_PASSES,
            Text {
                en: "passes that are free; the next one is a burst",
                ja: "無料のパスの回数（次のパスでバースト）",
            },
        ),
    ];

    const UNSAID_KEYS: &'static [&'static str] = &["passed_at"];

    fn from_settings(settings: &Settings) -> Result<Self, Rejected> {
        let rules = settings["rules"].as_str();
        let tunnel = TUNNELS.iter().find(|(name, _)| *name == rules).map(|(_, tunnel)| *tunnel);
        let Some(tunnel) = tunnel else {
            return Err(Rejected(sentence!(
                "rules={rules}: expected contest, closing, reverse or plain",
                "rules={rules}: contest、closing、reverse、plain のどれかにしてください"
            )));
        };
        let players = parse_number("players", &settings["players"], 2..=MAX_PLAYERS as u64)? as u8;
        let passes = parse_number("passes", &settings["passes"], 0..=MOST_PASSES)? as u8;
        Ok(Rules { variant: Variant { tunnel, players, passes } })
    }

    fn start(&self, seed: u64) -> Sevens {
        let players = u32::from(self.variant.players);
        let mut deck: Vec<(Suit, u32)> =
            Suit::ALL.into_iter().flat_map(|suit| (1..=13).map(move |number| (suit, number))).collect();
        Rng::new(seed).shuffle(&mut deck);
        let mut hands = [Cards::NONE; MAX_PLAYERS];
        let mut first = Player::FIRST;
        for (i, (suit, number)) in deck.into_iter().enumerate() {
            let seat = i % players as usize;
            match Card::new(suit, number) {
                Some(card) => hands[seat] = hands[seat].with(card),
                None if (suit, number) == FIRST_SEVEN => first = Player::new(seat),
                None => {}
            }
        }
        Sevens::deal(self.variant, hands, first)
    }

    fn players(&self) -> usize {
        self.variant.players.into()
    }

    fn check_seen(&self, seen: &SeenSevens) -> Result<(), Rejected> {
        let (own, here) = (self.variant, seen.board.variant());
        if own.players != here.players {
            return Err(Rejected(sentence!(
                "seats: {}; the settings say {}",
                "seats: {}席ありますが、設定は{}人です",
                here.players,
                own.players
            )));
        }
        if own.passes != here.passes {
            return Err(Rejected(sentence!(
                "free_passes: {}; the settings say {}",
                "free_passes: {} ですが、設定は {} です",
                here.passes,
                own.passes
            )));
        }
        if own.tunnel != here.tunnel {
            return Err(Rejected(sentence!(
                "rules: {:?}; the settings say {:?}",
                "rules: {:?} ですが、設定は {:?} です",
                here.tunnel,
                own.tunnel
            )));
        }
        Ok(())
    }

    fn action_text(&self, action: Action) -> String {
        action.text()
    }

    fn parse_action(&self, text: &str) -> Result<Action, Rejected> {
        text.parse()
    }

    /// A burst is written with the hand it lays down: `pass=S3+HQ`.
    fn recorded_text(&self, state: &Sevens, action: Action) -> String {
        state.event(action, state.board().mover()).into()
    }

    fn parse_recorded(&self, state: &Sevens, text: &str) -> Result<Action, Rejected> {
        let said: Event = text.parse()?;
        let (Event::Burst(laid), board) = (said, state.board()) else { return self.parse_action(text) };
        let mover = board.mover();
        let passes = board.place(mover).passes;
        if !board.would_burst(mover) {
            return Err(Rejected(sentence!(
                "seat {mover} has passed only {passes} times: it cannot burst yet",
                "席{mover}のパスはまだ{passes}回です。バーストはできません"
            )));
        }
        if laid != state.hand(mover) {
            let shown = String::from(Event::Burst(state.hand(mover)));
            return Err(Rejected(sentence!(
                "seat {mover} bursts with another hand; expected {shown}",
                "席{mover}がバーストで出す手札が違います。正しくは {shown}"
            )));
        }
        Ok(Action::Pass)
    }

    fn event_text(&self, event: &Event) -> String {
        (*event).into()
    }

    fn parse_event(&self, text: &str) -> Result<Event, Rejected> {
        text.parse()
    }

    yomi_core::drawn_in_both_languages!();
}

impl Rules {
    fn picture(&self, seen: &SeenSevens, pick: Pick) -> String {
        let board = &seen.board;
        let mut picture = String::from("    A  2  3  4  5  6  7  8  9 10  J  Q  K\n");
        for suit in Suit::ALL {
            picture.push_str(&format!("{} ", suit.symbol()));
            for number in 1..=13 {
                picture.push_str(mark(seen, Card::new(suit, number)));
            }
            picture.push('\n');
        }
        picture.push_str(pick(
            "# on the table, o in your hand, * in your hand and playable, + open to others\n",
            "# 場にある  o 手札  * 手札にあり今出せる  + ほかの人が出せる\n",
        ));
        for p in Player::all(board.players()) {
            let place = board.place(p);
            let you = if p == seen.seat { pick(" (you)", "（あなた）") } else { "" };
            let now = match board.winner() {
                Some(winner) if winner == p => pick("  wins", "  勝ち"),
                None if board.mover() == p => pick("  to move", "  手番"),
                _ => "",
            };
            let state = match place.burst {
                0 => format!(
                    "{} {}{} {}/{}",
                    place.cards,
                    pick("cards, ", "枚、"),
                    pick("passes", "パス"),
                    place.passes,
                    board.variant().passes
                ),
                n => format!("{}{n}{}", pick("burst, number ", "バースト（"), pick("", "人目）")),
            };
            picture.push_str(&format!("{}{p}{you}: {state}{now}\n", pick("seat ", "席")));
        }
        if !seen.hand.is_empty() {
            let hand: Vec<String> = seen.hand.sorted().iter().map(|c| c.pretty()).collect();
            picture.push_str(&format!("{}: {}\n", pick("hand", "手札"), hand.join(" ")));
        }
        picture
    }
}

/// One cell of the picture.
fn mark(seen: &SeenSevens, card: Option<Card>) -> &'static str {
    let Some(card) = card else { return "  #" };
    let open = seen.board.winner().is_none() && seen.board.open().has(card);
    match (seen.board.table().has(card), seen.hand.has(card), open) {
        (true, ..) => "  #",
        (false, true, true) => "  *",
        (false, true, false) => "  o",
        (false, false, true) => "  +",
        (false, false, false) => "  .",
    }
}

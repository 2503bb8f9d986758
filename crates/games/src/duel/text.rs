//! The text notation of Duel.

use super::action::{Action, Target};
use super::cards::{CardId, MOST_FILE_BYTES, STANDARD, SetRef};
use super::seen::SeenDuel;
use super::side::{Known, Side};
use super::state::{Duel, Stage};
use yomi_core::{OptionSpec, Player, Rejected, Rng, Ruleset, Settings, Stakes, Text};

/// The game with its card set and the decks that each seat may have.
#[derive(Clone, Debug)]
pub struct Rules {
    pub set: SetRef,
    /// Indices of the archetypes that each seat draws its deck from.
    pub archetypes: [Vec<usize>; 2],
}

/// The word that stands for any archetype.
const ANY: &str = "any";
const HIDDEN: &str = "?";
const TAPPED: &str = "(tapped)";
const SHOWN: &str = "(shown)";

const fn setting(
    name: &'static str,
    default: &'static str,
    en: &'static str,
    ja: &'static str,
) -> OptionSpec {
    OptionSpec::text(name, default, Text { en, ja })
}

impl Rules {
    /// This card set, with every archetype allowed for both seats.
    pub fn with(set: SetRef) -> Rules {
        let all: Vec<usize> = (0..set.archetypes.len()).collect();
        Rules { set, archetypes: [all.clone(), all] }
    }

    fn word(&self, card: CardId) -> &str {
        if card.is_hidden() { HIDDEN } else { &self.set.card(card).word }
    }

    fn card(&self, word: &str) -> Result<CardId, Rejected> {
        self.set.find(word).ok_or_else(|| {
            let first = &self.set.cards[0].word;
            Rejected(format!("{word:?} is no card of this game; expected a name such as {first}"))
        })
    }

    fn card_or_hidden(&self, word: &str) -> Result<CardId, Rejected> {
        if word == HIDDEN { Ok(CardId::HIDDEN) } else { self.card(word) }
    }

    fn aimed(&self, verb: &str, card: CardId, target: Target) -> String {
        let card = self.word(card);
        match target.get() {
            None => format!("{verb}:{card}"),
            Some((on, tapped)) => {
                format!("{verb}:{card}>{}{}", self.word(on), if tapped { TAPPED } else { "" })
            }
        }
    }

    fn parse_aimed(&self, text: &str) -> Result<(CardId, Target), Rejected> {
        let Some((card, on)) = text.split_once('>') else { return Ok((self.card(text)?, Target::NONE)) };
        let (on, tapped) = on.strip_suffix(TAPPED).map_or((on, false), |on| (on, true));
        Ok((self.card(card)?, Target::unit(self.card(on)?, tapped)))
    }

    fn archetype_list(&self, name: &str, text: &str) -> Result<Vec<usize>, Rejected> {
        if text == ANY {
            return Ok((0..self.set.archetypes.len()).collect());
        }
        let names: Vec<&str> = self.set.archetypes.iter().map(|a| a.name.as_str()).collect();
        let find = |word: &str| {
            names.iter().position(|n| *n == word).ok_or_else(|| {
                Rejected(format!(
                    "{name}={text}: there is no deck {word:?}; expected {ANY} or some of {}",
                    names.join(",")
                ))
            })
        };
        text.split(',').map(find).collect()
    }
}

impl Ruleset for Rules {
    type State = Duel;

    const NAME: &'static str = "duel";
    const SUMMARY: Text = Text {
        en: "a card game of mana and shields; hands, shields, libraries and the other's deck are hidden",
        ja: "マナとシールドのカードゲーム（手札・シールド・山札・相手のデッキは見えない）",
    };
    const STAKES: Stakes = Stakes::Win;
    const SETTINGS: &'static [OptionSpec] = &[
        OptionSpec::file(
            "cards",
            STANDARD,
            MOST_FILE_BYTES,
            Text {
                en: "the cards and decks: standard, or a TOML file",
                ja: "カードとデッキ: standard または TOML ファイル",
            },
        )
        .or(&[STANDARD]),
        setting(
            "deck0",
            ANY,
            "the archetypes that seat 0 may have: any, or some as in aggro,control",
            "席0のデッキの型: any または aggro,control のように",
        ),
        setting("deck1", ANY, "the same for seat 1", "席1のデッキの型"),
    ];

    const UNSAID_KEYS: &'static [&'static str] = &["attack", "broken", "effect", "looking", "winner"];

    /// `cards` is the name of a registered set: a caller that accepts card files reads them first and
    /// registers the set with [`SetRef::of`].
    fn from_settings(settings: &Settings) -> Result<Rules, Rejected> {
        let name = &settings["cards"];
        let set = SetRef::named(name).ok_or_else(|| {
            let name: String = name.chars().take(40).collect();
            Rejected(format!("cards={name}: no cards of this name are known; expected a set that was read"))
        })?;
        let mut rules = Rules::with(set);
        rules.archetypes = [
            rules.archetype_list("deck0", &settings["deck0"])?,
            rules.archetype_list("deck1", &settings["deck1"])?,
        ];
        Ok(rules)
    }

    fn start(&self, seed: u64) -> Duel {
        let mut rng = Rng::new(seed);
        let mut deck = |seat: usize| {
            let choices = &self.archetypes[seat];
            let archetype = &self.set.archetypes[choices[rng.below(choices.len() as u32) as usize]];
            archetype.decks[rng.below(archetype.decks.len() as u32) as usize]
        };
        let decks = [deck(0), deck(1)];
        let first = Player::new(rng.below(2) as usize);
        Duel::deal(self.set, decks, first, &mut rng)
    }

    fn check_seen(&self, seen: &SeenDuel) -> Result<(), Rejected> {
        if seen.table.set() == self.set {
            return Ok(());
        }
        let (theirs, ours) = (&seen.table.set().name, &self.set.name);
        Err(Rejected(format!("the view is of the cards {theirs:?}, the settings say {ours:?}")))
    }

    fn action_text(&self, action: Action) -> String {
        let one = |verb: &str, card: CardId| format!("{verb}:{}", self.word(card));
        match action {
            Action::Charge(card) => one("charge", card),
            Action::Keep => "keep".into(),
            Action::Play(card, target) => self.aimed("play", card, target),
            // An attacked unit is always tapped, so that is not written.
            Action::Attack(card, target) => match target.get() {
                None => one("attack", card),
                Some((on, _)) => format!("attack:{}>{}", self.word(card), self.word(on)),
            },
            Action::End => "end".into(),
            Action::Counter(card, target) => self.aimed("counter", card, target),
            Action::Pass => "pass".into(),
            Action::Block(card) => one("block", card),
            Action::Trigger(card, target) => self.aimed("trigger", card, target),
            Action::Take => "take".into(),
            Action::Place(card) => one("place", card),
            Action::Fetch(card) => one("fetch", card),
            Action::Nothing => "nothing".into(),
            Action::Stow(card) => one("stow", card),
            Action::Deal(card) => format!("+{}", self.word(card)),
            Action::DealShown(card) => format!("+{}{SHOWN}", self.word(card)),
        }
    }

    fn parse_action(&self, text: &str) -> Result<Action, Rejected> {
        if let Some(card) = text.strip_prefix('+') {
            return match card.strip_suffix(SHOWN) {
                Some(card) => self.card(card).map(Action::DealShown),
                None => self.card_or_hidden(card).map(Action::Deal),
            };
        }
        let plain = match text {
            "keep" => Some(Action::Keep),
            "end" => Some(Action::End),
            "pass" => Some(Action::Pass),
            "take" => Some(Action::Take),
            "nothing" => Some(Action::Nothing),
            _ => None,
        };
        if let Some(action) = plain {
            return Ok(action);
        }
        let no_move = || {
            Rejected(format!(
                "{text:?} is no move; expected such as play:page-turner, attack:ash-lancer or end"
            ))
        };
        let (verb, rest) = text.split_once(':').ok_or_else(no_move)?;
        Ok(match verb {
            "charge" => Action::Charge(self.card(rest)?),
            "block" => Action::Block(self.card(rest)?),
            "place" => Action::Place(self.card_or_hidden(rest)?),
            "fetch" => Action::Fetch(self.card_or_hidden(rest)?),
            "stow" => Action::Stow(self.card_or_hidden(rest)?),
            "play" | "counter" | "trigger" => {
                let (card, target) = self.parse_aimed(rest)?;
                match verb {
                    "play" => Action::Play(card, target),
                    "counter" => Action::Counter(card, target),
                    _ => Action::Trigger(card, target),
                }
            }
            "attack" => match rest.split_once('>') {
                None => Action::Attack(self.card(rest)?, Target::NONE),
                Some((card, on)) => Action::Attack(self.card(card)?, Target::unit(self.card(on)?, true)),
            },
            _ => return Err(no_move()),
        })
    }

    fn event_text(&self, event: &Action) -> String {
        self.action_text(*event)
    }

    fn parse_event(&self, text: &str) -> Result<Action, Rejected> {
        self.parse_action(text)
    }

    fn draw(&self, seen: &SeenDuel) -> String {
        let table = &seen.table;
        let whose = if table.active() == seen.seat { "yours" } else { "the other's" };
        let mut picture = format!("turn {} ({whose})", table.turn_number());
        match (table.stage(), table.winner()) {
            (Stage::Over, Some(winner)) => picture.push_str(&format!("   seat {winner} has won")),
            (Stage::Over, None) => picture.push_str("   a draw"),
            _ => {}
        }
        picture.push('\n');
        for (name, seat) in [("other", seen.seat.other()), ("you", seen.seat)] {
            picture.push_str(&self.draw_side(name, table.side_of(seat)));
        }
        if table.stage() == Stage::Trigger && !table.attack().broken.is_hidden() {
            picture.push_str(&format!("broken: {}\n", self.word(table.attack().broken)));
        }
        if !table.looking().is_empty() {
            let cards: Vec<&str> = table.looking().iter().map(|&card| self.word(card)).collect();
            picture.push_str(&format!("looking at: {}\n", cards.join(" ")));
        }
        picture
    }
}

impl Rules {
    fn draw_side(&self, name: &str, side: &Side) -> String {
        let list = |cards: Vec<String>| if cards.is_empty() { "-".to_string() } else { cards.join(" ") };
        let several = |counts: &super::Counts| -> Vec<String> {
            let one = |(card, n): (CardId, u32)| match n {
                1 => self.word(card).to_string(),
                n => format!("{}x{n}", self.word(card)),
            };
            counts.iter().map(one).collect()
        };
        let mut hand = several(&side.hand);
        if side.hand_hidden > 0 {
            hand.push(format!("{HIDDEN}x{}", side.hand_hidden));
        }
        let unit = |place: usize| {
            let card = self.set.card(side.units.cards[place]);
            let tapped = if side.units.is_tapped(place) { TAPPED } else { "" };
            format!("{}[{}]{tapped}", card.word, card.power)
        };
        let units = side.units.places(side.units.present).map(unit).collect();
        let shield = |(card, known)| match known {
            Known::Group(_) => format!("one-of:{}", self.word(card)),
            _ => self.word(card).to_string(),
        };
        let top = side.top.cards().iter().map(|&card| self.word(card).to_string()).collect::<Vec<_>>();
        let top = if top.is_empty() { String::new() } else { format!(", its top {}", top.join(" ")) };
        format!(
            "{name}:\n  hand:    {}\n  units:   {}\n  mana:    {} of {} standing: {}\n  shields: {}\n  library: {}{top}\n  grave:   {}\n",
            list(hand),
            list(units),
            side.mana_standing(),
            side.mana.len(),
            list(several(&side.mana)),
            list(side.shields.iter().map(shield).collect()),
            side.library,
            list(several(&side.grave)),
        )
    }
}

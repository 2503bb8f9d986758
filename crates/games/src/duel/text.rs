//! The text notation of Duel.

use super::action::{Action, Target};
use super::cards::{CardId, MOST_FILE_BYTES, STANDARD, SetRef};
use super::seen::SeenDuel;
use super::side::{Known, Side};
use super::state::{Duel, Stage};
use yomi_core::ruleset::{Pick, english, japanese};
use yomi_core::{OptionSpec, Player, Rejected, Rng, Ruleset, Settings, Stakes, Text, sentence};

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
        let named = || self.set.ids().find(|&card| self.set.card(card).ja == word);
        self.set.find(word).or_else(named).ok_or_else(|| {
            let first = &self.set.cards[0];
            let (id, name) = (&first.word, &first.ja);
            Rejected(sentence!(
                "{word:?} is not a card of this game; expected a name, for example {id}",
                "{word:?} というカードはありません。{name}（または {id}）のようなカード名にしてください"
            ))
        })
    }

    fn card_or_hidden(&self, word: &str) -> Result<CardId, Rejected> {
        if word == HIDDEN { Ok(CardId::HIDDEN) } else { self.card(word) }
    }

    /// A card in a move: by its word, or by its Japanese name where that is read as this card and nothing else.
    fn named(&self, card: CardId, pick: Pick) -> &str {
        let (word, name) = (self.word(card), self.called(card, pick));
        let is_read = || !name.contains(|c: char| c.is_whitespace() || ":>()+".contains(c));
        if name != word && is_read() && self.card(name) == Ok(card) { name } else { word }
    }

    fn aimed(&self, verb: &str, card: CardId, target: Target, pick: Pick) -> String {
        let card = self.named(card, pick);
        match target.get() {
            None => format!("{verb}:{card}"),
            Some((on, tapped)) => {
                format!("{verb}:{card}>{}{}", self.named(on, pick), if tapped { TAPPED } else { "" })
            }
        }
    }

    /// A move with its cards as they are called in a language.
    fn written(&self, action: Action, pick: Pick) -> String {
        let one = |verb: &str, card: CardId| format!("{verb}:{}", self.named(card, pick));
        match action {
            Action::Charge(card) => one("charge", card),
            Action::Keep => "keep".into(),
            Action::Play(card, target) => self.aimed("play", card, target, pick),
            // An attacked unit is always tapped, so that is not written.
            Action::Attack(card, target) => match target.get() {
                None => one("attack", card),
                Some((on, _)) => format!("attack:{}>{}", self.named(card, pick), self.named(on, pick)),
            },
            Action::End => "end".into(),
            Action::Counter(card, target) => self.aimed("counter", card, target, pick),
            Action::Pass => "pass".into(),
            Action::Block(card) => one("block", card),
            Action::Trigger(card, target) => self.aimed("trigger", card, target, pick),
            Action::Take => "take".into(),
            Action::Place(card) => one("place", card),
            Action::Fetch(card) => one("fetch", card),
            Action::Nothing => "nothing".into(),
            Action::Stow(card) => one("stow", card),
            Action::Deal(card) => format!("+{}", self.named(card, pick)),
            Action::DealShown(card) => format!("+{}{SHOWN}", self.named(card, pick)),
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
                Rejected(sentence!("{name}={text}: there is no deck {word:?}; expected {ANY} or some of {}", "{name}={text}: {word:?} というデッキはありません。{ANY} か、次の中から選んでください: {}", names.join(",")))
            })
        };
        text.split(',').map(find).collect()
    }
}

impl Ruleset for Rules {
    type State = Duel;

    const NAME: &'static str = "duel";
    const SUMMARY: Text = Text {
        en: "a card game of mana and shields; hands, shields, libraries and the opponent's deck are hidden",
        ja: "マナと盾のカードゲーム（手札・盾・山札・相手のデッキは見えない）",
    };
    const RULES: Text = Text { en: include_str!("README.md"), ja: include_str!("README.ja.md") };
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
            Rejected(sentence!(
                "cards={name}: no card set has this name; expected one that was read",
                "cards={name}: この名前のカードセットはありません。読み込んだものを指定してください"
            ))
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
        Err(Rejected(sentence!(
            "the view is of the cards {theirs:?}, the settings say {ours:?}",
            "ビューのカードは {theirs:?} ですが、設定は {ours:?} です"
        )))
    }

    fn action_text(&self, action: Action) -> String {
        self.written(action, english)
    }

    fn action_text_ja(&self, action: Action) -> String {
        self.written(action, japanese)
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
            Rejected(sentence!(
                "{text:?} is not a move; expected, for example, play:page-turner, attack:ash-lancer or end",
                "{text:?} という手はありません。play:page-turner、attack:ash-lancer、end のように書いてください"
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

    yomi_core::drawn_in_both_languages!();
}

impl Rules {
    fn picture(&self, seen: &SeenDuel, pick: Pick) -> String {
        let table = &seen.table;
        let whose = if table.active() == seen.seat {
            pick("yours", "自分の番")
        } else {
            pick("the opponent's", "相手の番")
        };
        let (open, close) = (pick(" (", "（"), pick(")", "）"));
        let mut picture = format!("{} {}{open}{whose}{close}", pick("turn", "ターン"), table.turn_number());
        match (table.stage(), table.winner()) {
            (Stage::Over, Some(winner)) => {
                picture.push_str(&format!("   {}{winner}{}", pick("seat ", "席"), pick(" has won", "の勝ち")))
            }
            (Stage::Over, None) => picture.push_str(pick("   a draw", "   引き分け")),
            _ => {}
        }
        picture.push('\n');
        for (name, seat) in [(pick("opponent", "相手"), seen.seat.other()), (pick("you", "自分"), seen.seat)]
        {
            picture.push_str(&self.draw_side(name, table.side_of(seat), pick));
        }
        if table.stage() == Stage::Trigger && !table.attack().broken.is_hidden() {
            picture.push_str(&format!(
                "{}: {}\n",
                pick("broken", "ブレイクされた盾"),
                self.called(table.attack().broken, pick)
            ));
        }
        if !table.looking().is_empty() {
            let cards: Vec<&str> = table.looking().iter().map(|&card| self.called(card, pick)).collect();
            picture.push_str(&format!("{}: {}\n", pick("looking at", "見ているカード"), cards.join(" ")));
        }
        picture
    }
}

impl Rules {
    /// A card in a picture or a move: by its name in moves, or by its Japanese name.
    fn called(&self, card: CardId, pick: Pick) -> &str {
        if card.is_hidden() { HIDDEN } else { pick(self.word(card), &self.set.card(card).ja) }
    }

    fn draw_side(&self, name: &str, side: &Side, pick: Pick) -> String {
        let list = |cards: Vec<String>| if cards.is_empty() { "-".to_string() } else { cards.join(" ") };
        let several = |counts: &super::Counts| -> Vec<String> {
            let one = |(card, n): (CardId, u32)| match n {
                1 => self.called(card, pick).to_string(),
                n => format!("{}x{n}", self.called(card, pick)),
            };
            counts.iter().map(one).collect()
        };
        let mut hand = several(&side.hand);
        if side.hand_hidden > 0 {
            hand.push(format!("{HIDDEN}x{}", side.hand_hidden));
        }
        let unit = |place: usize| {
            let card = side.units.cards[place];
            let tapped = if side.units.is_tapped(place) { pick(TAPPED, "（タップ）") } else { "" };
            format!("{}[{}]{tapped}", self.called(card, pick), self.set.card(card).power)
        };
        let units = side.units.places(side.units.present).map(unit).collect();
        let shield = |(card, known)| match known {
            Known::Group(_) => format!("{}:{}", pick("one-of", "どれか"), self.called(card, pick)),
            _ => self.called(card, pick).to_string(),
        };
        let top =
            side.top.cards().iter().map(|&card| self.called(card, pick).to_string()).collect::<Vec<_>>();
        let top = if top.is_empty() {
            String::new()
        } else {
            format!("{}{}", pick(", its top ", "、上から "), top.join(" "))
        };
        format!(
            "{name}:\n  {}{}\n  {}{}\n  {}{}/{} {}\n  {}{}\n  {}{}{top}\n  {}{}\n",
            pick("hand:    ", "手札:     "),
            list(hand),
            pick("units:   ", "ユニット: "),
            list(units),
            pick("mana:    ", "マナ:     "),
            side.mana_standing(),
            side.mana.len(),
            list(several(&side.mana)),
            pick("shields: ", "盾:       "),
            list(side.shields.iter().map(shield).collect()),
            pick("library: ", "山札:     "),
            side.library,
            pick("grave:   ", "墓地:     "),
            list(several(&side.grave)),
        )
    }
}

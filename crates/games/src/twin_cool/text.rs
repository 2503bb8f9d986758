//! The text notation of Twin Cool.

use super::{Action, CARD_POINTS, Card, Cards, MOST_SUITS, MOST_VALUES, Objective, Slot, TwinCool, Variant};
use std::sync::Arc;
use yomi_core::ruleset::{Pick, parse_number};
use yomi_core::{
    Luck, OptionSpec, Player, Rejected, Rng, Ruleset, Settings, Stakes, State, Text, Turn, sentence,
};

/// The game with its size and, if the player chose them, the known cards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    pub variant: Variant,
    /// Cards the player knows to be set aside.
    pub known: Cards,
    /// The hand the player chose; empty for a random deal.
    pub first: Cards,
    /// The cards at the top of the deck, the next first, where a real deal is played again.
    pub deck: Arc<[Card]>,
}

/// Maximum number of cards in a full hand.
const FULL_HAND: u64 = 5;
/// All cards of the largest deck.
const MOST_CARDS: u64 = MOST_SUITS as u64 * MOST_VALUES as u64;

/// The word for no cards.
const NONE: &str = "none";

fn parse_cards(name: &str, text: &str, variant: &Variant) -> Result<Cards, Rejected> {
    Ok(parse_list(name, text, variant)?.into_iter().collect())
}

fn parse_list(name: &str, text: &str, variant: &Variant) -> Result<Vec<Card>, Rejected> {
    let mut cards = Vec::new();
    if text == NONE {
        return Ok(cards);
    }
    for word in text.split([' ', ',']).filter(|w| !w.is_empty()) {
        let card: Card =
            word.parse().map_err(|why| Rejected(sentence!("{name}: {why}", "{name}: {why:#}")))?;
        if !variant.cards().contains(card) {
            let (suits, values) = (variant.suits, variant.values);
            return Err(Rejected(sentence!(
                "{name}: {card} is not in a deck of {suits} suits and {values} values",
                "{name}: {suits}スート・{values}までの山札に {card} はありません"
            )));
        }
        if cards.contains(&card) {
            return Err(Rejected(sentence!(
                "{name}: {card} is listed twice",
                "{name}: {card} が二度書かれています"
            )));
        }
        cards.push(card);
    }
    Ok(cards)
}

impl Ruleset for Rules {
    type State = TwinCool;

    const NAME: &'static str = "twin-cool";
    const SUMMARY: Text = Text {
        en: "one player lays cards on two slots, each sharing suit or value with the one below; the deck's order is hidden",
        ja: "一人で二つの場に、スートか数字が同じ札を重ねていく（山札の順番は見えない）",
    };
    const RULES: Text = Text { en: include_str!("README.md"), ja: include_str!("README.ja.md") };
    const STAKES: Stakes = Stakes::Counted { points: CARD_POINTS, unit: Text { en: "cards", ja: "枚" } };
    const SETTINGS: &'static [OptionSpec] = &[
        OptionSpec::choice(
            "objective",
            "final",
            &["final", "accumulated"],
            Text {
                en: "what patterns pay: final (the last hand's) or accumulated (every hand's)",
                ja: "役の点: final（最後の手札だけ）か accumulated（配札と引くたびに加算）",
            },
        ),
        OptionSpec::count("suits", "8", 1, MOST_SUITS as u64, Text { en: "suits", ja: "スートの数" }),
        OptionSpec::count(
            "values",
            "10",
            1,
            MOST_VALUES as u64,
            Text { en: "values of each suit", ja: "各スートの数字の数" },
        ),
        OptionSpec::count(
            "excluded",
            "10",
            0,
            MOST_CARDS,
            Text { en: "cards set aside face down", ja: "伏せて除外する枚数" },
        ),
        OptionSpec::count("hand", "5", 1, FULL_HAND, Text { en: "cards in a full hand", ja: "手札の枚数" }),
        OptionSpec::text(
            "known",
            NONE,
            Text {
                en: "cards that you know to be set aside, as in A1,B2",
                ja: "除外されたと分かっている札（A1,B2 のように）",
            },
        ),
        OptionSpec::text(
            "first",
            NONE,
            Text {
                en: "the first hand, where you choose it", ja: "最初の手札を自分で選ぶ場合の札"
            },
        ),
        OptionSpec::text(
            "deck",
            NONE,
            Text {
                en: "the cards that will be drawn, the next first, to play a real deal again; no player sees them",
                ja: "引く順の山札の札。実際の配りを再現するとき（プレイヤーには見えない）",
            },
        ),
    ];

    const SECRET_SETTINGS: &'static [&'static str] = &["deck"];

    const UNSAID_KEYS: &'static [&'static str] = &["earlier", "points", "objective", "size", "order"];

    fn from_settings(settings: &Settings) -> Result<Rules, Rejected> {
        let number = |name: &str, most: u64| parse_number(name, &settings[name], 1..=most);
        let suits = number("suits", u64::from(MOST_SUITS))? as u8;
        let values = number("values", u64::from(MOST_VALUES))? as u8;
        let hand = number("hand", FULL_HAND)? as u8;
        let most_aside = (u64::from(suits) * u64::from(values)).saturating_sub(u64::from(hand));
        let aside = parse_number("excluded", &settings["excluded"], 0..=most_aside)? as u8;
        let objective = match settings["objective"].as_str() {
            "final" => Objective::Final,
            "accumulated" => Objective::Accumulated,
            other => {
                return Err(Rejected(sentence!(
                    "objective={other}: expected final or accumulated",
                    "objective={other}: final か accumulated にしてください"
                )));
            }
        };
        let variant = Variant { suits, values, aside, hand, objective };
        variant.check()?;
        let known = parse_cards("known", &settings["known"], &variant)?;
        let first = parse_cards("first", &settings["first"], &variant)?;
        if known.len() > u32::from(aside) {
            return Err(Rejected(sentence!(
                "known: {} cards; at most {aside} are set aside",
                "known: {}枚あります。除外されるカードは{aside}枚までです",
                known.len()
            )));
        }
        if !first.is_empty() && first.len() != u32::from(hand) {
            return Err(Rejected(sentence!(
                "first: {} cards; expected a hand of {hand}",
                "first: {}枚あります。手札は{hand}枚です",
                first.len()
            )));
        }
        if let Some(card) = (known & first).iter().next() {
            return Err(Rejected(sentence!(
                "{card} is listed twice: in first and in known",
                "{card} が first と known の両方にあります"
            )));
        }
        let deck = parse_list("deck", &settings["deck"], &variant)?;
        let most = variant.cards().len() - u32::from(aside) - u32::from(hand);
        if deck.len() as u32 > most {
            return Err(Rejected(sentence!(
                "deck: {} cards; at most {most} are drawn",
                "deck: {}枚あります。引くのは{most}枚までです",
                deck.len()
            )));
        }
        if let Some(card) = deck.iter().find(|&&card| (known | first).contains(card)) {
            return Err(Rejected(sentence!(
                "deck: {card} is in first or in known already",
                "deck: {card} は first か known にあります"
            )));
        }
        Ok(Rules { variant, known, first, deck: deck.into() })
    }

    fn luck(&self, seed: u64) -> Luck {
        // Only the deck is drawn from, so the cards that may come before each draw are known.
        let mut unseen = self.start(seed).unseen();
        let place = |card: &Card| {
            let place = unseen.iter().position(|c| c == *card).expect("it is not in the hand") as u32;
            unseen = unseen & !Cards::EMPTY.with(*card);
            place
        };
        match self.deck.is_empty() {
            true => Luck::new(seed),
            false => Luck::listed(seed, self.deck.iter().map(place).collect::<Vec<u32>>()),
        }
    }

    fn start(&self, seed: u64) -> TwinCool {
        let mut rng = Rng::new(seed);
        let mut hand = self.first;
        let deck: Cards = self.deck.iter().copied().collect();
        while hand.len() < u32::from(self.variant.hand) {
            let rest = self.variant.cards() & !hand & !self.known & !deck;
            hand = hand.with(rest.nth(rng.below(rest.len())));
        }
        TwinCool::deal(self.variant, hand, self.known)
    }

    fn headline(&self, state: &TwinCool) -> f64 {
        f64::from(state.played())
    }

    /// A chosen hand is how the game starts, whatever is drawn later.
    fn common_start(&self, _: Player) -> Option<TwinCool> {
        (!self.first.is_empty()).then(|| self.start(0))
    }

    fn check_seen(&self, seen: &TwinCool) -> Result<(), Rejected> {
        if let Some(card) = (self.known & !seen.aside()).iter().next() {
            return Err(Rejected(sentence!(
                "{card} is set aside according to the settings, but not in the view",
                "設定では {card} が除外されていますが、ビューではそうなっていません"
            )));
        }
        if *seen.variant() == self.variant {
            return Ok(());
        }
        let name = |v: &Variant| {
            let objective = match v.objective {
                Objective::Final => "final",
                Objective::Accumulated => "accumulated",
            };
            format!(
                "objective={objective} suits={} values={} excluded={} hand={}",
                v.suits, v.values, v.aside, v.hand
            )
        };
        Err(Rejected(sentence!(
            "the view is of {}, the settings say {}",
            "ビューは {} ですが、設定は {} です",
            name(seen.variant()),
            name(&self.variant)
        )))
    }

    fn action_text(&self, action: Action) -> String {
        action.to_string()
    }

    fn parse_action(&self, text: &str) -> Result<Action, Rejected> {
        if let Some(card) = text.strip_prefix('+') {
            return card.parse().map(Action::Draw);
        }
        let Some((card, slot)) = text.split_once('@') else {
            return Err(Rejected(sentence!(
                "{text:?} is not a move; expected a card and a slot, as in C7@2",
                "{text:?} という手はありません。C7@2 のようにカードとスロットを書いてください"
            )));
        };
        let slot = match slot {
            "1" => Slot::First,
            "2" => Slot::Second,
            _ => {
                return Err(Rejected(sentence!(
                    "{text:?}: slot {slot:?} does not exist; expected 1 or 2",
                    "{text:?}: スロット {slot:?} はありません。1か2にしてください"
                )));
            }
        };
        Ok(Action::Play(card.parse()?, slot))
    }

    fn event_text(&self, event: &Action) -> String {
        event.to_string()
    }

    fn parse_event(&self, text: &str) -> Result<Action, Rejected> {
        self.parse_action(text)
    }

    /// A turn is one word: `C7@2+F3`.
    fn split_moves<'a>(&self, list: &'a str) -> Vec<&'a str> {
        let mut words = Vec::new();
        for turn in list.split_whitespace() {
            match turn.find('+').filter(|&at| at > 0) {
                Some(at) => words.extend([&turn[..at], &turn[at..]]),
                None => words.push(turn),
            }
        }
        words
    }

    fn join_events(&self, events: &[Action]) -> Vec<String> {
        let mut turns: Vec<String> = Vec::new();
        for event in events {
            match (event, turns.last_mut()) {
                (Action::Draw(_), Some(turn)) => turn.push_str(&event.to_string()),
                _ => turns.push(event.to_string()),
            }
        }
        turns
    }

    yomi_core::drawn_in_both_languages!();
}

impl Rules {
    fn picture(&self, seen: &TwinCool, pick: Pick) -> String {
        let list = |cards: &mut dyn Iterator<Item = Card>| {
            let words: Vec<String> = cards.map(|c| c.to_string()).collect();
            if words.is_empty() { "-".to_string() } else { words.join(" ") }
        };
        let mut picture = String::new();
        for slot in Slot::ALL {
            let pile: Vec<Card> = seen.pile(slot).collect();
            let top = pile.last().map_or("[   ]".to_string(), |top| format!("[{top:^3}]"));
            let below = list(&mut pile.iter().rev().skip(1).copied());
            picture.push_str(&format!(
                "{} {}: {top}  {}: {below}\n",
                pick("slot", "スロット"),
                slot.index() + 1,
                pick("under it", "その下")
            ));
        }
        picture.push_str(&format!("{}{}\n", pick("hand:   ", "手札:       "), list(&mut seen.hand().iter())));
        picture.push_str(&format!(
            "{}: {}   {}: {}   {}: {}",
            pick("played", "出した枚数"),
            seen.played(),
            pick("deck", "山札"),
            seen.deck(),
            pick("unseen", "見えていないカード"),
            seen.unseen().len()
        ));
        if seen.variant().objective == Objective::Accumulated {
            picture.push_str(&format!("   {}: {}", pick("points", "役の点"), seen.points()));
        }
        if seen.turn() == Turn::Over {
            picture.push_str(&format!("   {}: {}", pick("payoff", "得点"), seen.payoff(Player::FIRST)));
        }
        picture.push('\n');
        picture
    }
}

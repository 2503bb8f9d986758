//! What a seat sees, as JSON with cards by name.
//!
//! Only positions in which a player is about to charge, play or attack can be read back. A position in the
//! middle of an attack or an effect is given as such a position with a history.

use super::cards::{CardId, CardSet, DECK, MOST_COPIES, STANDARD, SetRef};
use super::counts::Counts;
use super::seen::SeenDuel;
use super::side::{Few, Known, MOST_LOOKED_AT, MOST_SHIELDS, MOST_UNITS, Shields, Side, Units};
use super::state::{Attack, Duel, Effect, MOST_TURNS, Stage};
use serde::{Deserialize, Serialize};
use yomi_core::{Player, Rejected, Sentence, sentence};

#[derive(Clone, Serialize, Deserialize)]
pub struct Written {
    seat: Player,
    #[serde(default = "standard_name")]
    cards: String,
    turn: u8,
    /// Whose turn it is.
    active: Player,
    stage: String,
    own: WrittenSide,
    other: WrittenSide,
    /// The attack in progress, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attack: Option<String>,
    /// The broken shield that its owner decides about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    broken: Option<String>,
    /// The card whose effect is being carried out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    effect: Option<String>,
    /// The cards that are being looked at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    looking: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    winner: Option<Player>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenSide {
    /// Cards of the hand that this seat knows; `?` for others.
    hand: Vec<String>,
    /// The part of the hand that both players know.
    #[serde(default)]
    shown: Vec<String>,
    /// Cards left in the library.
    library: u8,
    /// The known top of the library, the next card first.
    #[serde(default)]
    top: Vec<String>,
    /// The library and the unseen shields together, where this seat knows them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unseen: Option<Vec<String>>,
    /// Shields, the next to be broken first.
    shields: Vec<WrittenShield>,
    #[serde(default)]
    mana: Vec<String>,
    #[serde(default)]
    mana_tapped: u8,
    #[serde(default)]
    units: Vec<WrittenUnit>,
    #[serde(default)]
    grave: Vec<String>,
    #[serde(default)]
    played_this_turn: u8,
    #[serde(default)]
    searches: u8,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenShield {
    card: String,
    /// `nobody`, `owner`, `both`, or `search N`: the owner saw the card in a search, but not its place.
    known: String,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenUnit {
    card: String,
    /// Its place, which a unit keeps as long as it stays in play.
    place: u8,
    #[serde(default)]
    tapped: bool,
    #[serde(default)]
    sick: bool,
}

fn standard_name() -> String {
    STANDARD.into()
}

const HIDDEN: &str = "?";

fn word(set: &CardSet, card: CardId) -> String {
    if card.is_hidden() { HIDDEN.into() } else { set.card(card).word.clone() }
}

fn words(set: &CardSet, cards: impl IntoIterator<Item = CardId>) -> Vec<String> {
    cards.into_iter().map(|card| word(set, card)).collect()
}

/// The stages that can be read back.
const CALM: [(&str, Stage); 3] =
    [("charge", Stage::Charge), ("main", Stage::Main), ("attack", Stage::Attack)];

fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Charge => "charge",
        Stage::Main => "main",
        Stage::Attack => "attack",
        Stage::Counter => "counter",
        Stage::Block => "block",
        Stage::Trigger => "trigger",
        Stage::Place => "place",
        Stage::Fetch => "fetch",
        Stage::Stow => "stow",
        Stage::Over => "over",
        Stage::Draw | Stage::EffectDraw => "draw",
        Stage::Break => "break",
        Stage::EffectBoost => "boost",
        Stage::EffectMill => "mill",
        Stage::EffectDiscard => "discard",
        Stage::EffectFaceUp => "face-up",
        Stage::Look => "look",
        Stage::Sort => "look-through",
    }
}

impl From<SeenDuel> for Written {
    fn from(SeenDuel { seat, table }: SeenDuel) -> Written {
        let set = table.set;
        let attacking = matches!(table.stage, Stage::Counter | Stage::Block | Stage::Break | Stage::Trigger);
        let attack = attacking.then(|| {
            let by = table.sides[table.own()].units.cards[usize::from(table.attack.by)];
            let on = table.attack.on.map(|place| table.sides[table.other()].units.cards[usize::from(place)]);
            format!("{}>{}", word(&set, by), on.map_or("player".into(), |card| word(&set, card)))
        });
        Written {
            seat,
            cards: set.name.clone(),
            turn: table.turn,
            active: table.active(),
            stage: stage_name(table.stage).into(),
            own: WrittenSide::new(&set, table.side_of(seat)),
            other: WrittenSide::new(&set, table.side_of(seat.other())),
            attack,
            broken: (table.stage == Stage::Trigger).then(|| word(&set, table.attack.broken)),
            effect: (!table.effect.card.is_hidden()).then(|| word(&set, table.effect.card)),
            looking: words(&set, table.looking.cards().iter().copied()),
            winner: table.winner,
        }
    }
}

impl WrittenSide {
    fn new(set: &CardSet, side: &Side) -> WrittenSide {
        let mut hand = words(set, side.hand.copies());
        hand.extend((0..side.hand_hidden).map(|_| HIDDEN.to_string()));
        let shield = |(card, known)| WrittenShield {
            card: word(set, card),
            known: match known {
                Known::Nobody => "nobody".into(),
                Known::ToOwner => "owner".into(),
                Known::ToBoth => "both".into(),
                Known::Group(n) => format!("search {n}"),
            },
        };
        let units = &side.units;
        let unit = |place: usize| WrittenUnit {
            card: word(set, units.cards[place]),
            place: place as u8,
            tapped: units.is_tapped(place),
            sick: units.sick >> place & 1 == 1,
        };
        WrittenSide {
            hand,
            shown: words(set, side.shown.copies()),
            library: side.library,
            top: words(set, side.top.cards().iter().copied()),
            unseen: (side.pool_hidden == 0).then(|| words(set, side.pool.copies())),
            shields: side.shields.iter().map(shield).collect(),
            mana: words(set, side.mana.copies()),
            mana_tapped: side.mana_tapped,
            units: units.places(units.present).map(unit).collect(),
            grave: words(set, side.grave.copies()),
            played_this_turn: side.played,
            searches: side.searches,
        }
    }
}

impl TryFrom<Written> for SeenDuel {
    type Error = Rejected;

    fn try_from(written: Written) -> Result<SeenDuel, Rejected> {
        let reject = |what: Sentence| Err(Rejected(what));
        let Some(set) = SetRef::named(&written.cards) else {
            return reject(sentence!(
                "the card set {:?} is not known; expected the same cards in the setting cards",
                "{:?} というカードセットはありません。設定 cards に同じカードを指定してください",
                written.cards
            ));
        };
        if written.seat.index() > 1 || written.active.index() > 1 {
            return reject(sentence!("a duel has the seats 0 and 1", "デュエルの席は0と1です"));
        }
        let Some(&(_, stage)) = CALM.iter().find(|(name, _)| *name == written.stage) else {
            return reject(sentence!(
                "stage {:?}: expected charge, main or attack; what happens in between needs start and history",
                "stage {:?}: charge、main、attack のどれかです。その途中の局面には start と history が要ります",
                written.stage
            ));
        };
        if !(1..=MOST_TURNS).contains(&written.turn) {
            return reject(sentence!(
                "turn {}: expected 1 to {MOST_TURNS}",
                "turn {}: 1から{MOST_TURNS}までにしてください",
                written.turn
            ));
        }
        let idle = written.attack.is_none() && written.broken.is_none() && written.effect.is_none();
        if !idle || !written.looking.is_empty() || written.winner.is_some() {
            return reject(sentence!(
                "in the stages charge, main and attack nothing else is going on: leave out attack, effect and winner",
                "charge、main、attack の間は attack、effect、winner などを書かないでください"
            ));
        }
        let own = Reader { set, whose: "own" }.side(&written.own, false)?;
        let other = Reader { set, whose: "other" }.side(&written.other, true)?;
        let sides = if written.seat == Player::FIRST { [own, other] } else { [other, own] };
        let table = Duel {
            set,
            sides,
            looking: Few::EMPTY,
            effect: Effect::NONE,
            attack: Attack::NONE,
            active: written.active.index() as u8,
            turn: written.turn,
            stage,
            winner: None,
        };
        Ok(SeenDuel { seat: written.seat, table })
    }
}

struct Reader {
    set: SetRef,
    whose: &'static str,
}

impl Reader {
    fn reject<T>(&self, what: Sentence) -> Result<T, Rejected> {
        Err(Rejected(what.map(|what| format!("{}: {what}", self.whose))))
    }

    fn card(&self, word: &str) -> Result<CardId, Rejected> {
        match self.set.find(word) {
            Some(card) => Ok(card),
            None => self.reject(sentence!(
                "there is no card {word:?}; names look like {:?}",
                "{word:?} というカードはありません。カード名は {:?} のように書きます",
                self.set.cards[0].word
            )),
        }
    }

    fn counts(&self, what: &str, list: &[String]) -> Result<Counts, Rejected> {
        let mut counts = Counts::EMPTY;
        for word in list {
            let card = self.card(word)?;
            if counts.count(card) == MOST_COPIES {
                return self.reject(sentence!(
                    "{what}: more than {MOST_COPIES} copies of {word}",
                    "{what}: {word} が{MOST_COPIES}枚より多くあります"
                ));
            }
            counts.add(card);
        }
        Ok(counts)
    }

    fn side(&self, w: &WrittenSide, masked: bool) -> Result<Side, Rejected> {
        let hidden = w.hand.iter().filter(|word| *word == HIDDEN).count();
        let open: Vec<String> = w.hand.iter().filter(|word| *word != HIDDEN).cloned().collect();
        let hand = self.counts("hand", &open)?;
        let shown = self.counts("shown", &w.shown)?;
        if hand.minus(&shown).is_none() || masked && hand != shown || !masked && hidden > 0 {
            return self.reject(sentence!(
                "shown: expected those cards of the hand that the opponent has seen",
                "shown: 手札のうち相手に見せたカードを書いてください"
            ));
        }
        let shields = self.shields(w, masked)?;
        let top = self.top(w, masked)?;
        let pool = match (&w.unseen, masked) {
            (Some(list), false) => self.counts("unseen", list)?,
            (None, true) => Counts::EMPTY,
            // An empty pool is written as an empty list.
            (Some(list), true) if list.is_empty() => Counts::EMPTY,
            _ => {
                return self.reject(sentence!(
                    "unseen: a seat knows which cards are in its own library, but not in the opponent's",
                    "unseen: 自分の山札の中身は書き、相手の山札の中身は書かないでください"
                ));
            }
        };
        let mana = self.counts("mana", &w.mana)?;
        let grave = self.counts("grave", &w.grave)?;
        let Some(pooled) = (usize::from(w.library) + shields.in_pool()).checked_sub(top.len()) else {
            return self.reject(sentence!(
                "top: more cards than the library has",
                "top: 山札より多くのカードが書かれています"
            ));
        };
        let side = Side {
            pool,
            pool_hidden: if masked { pooled.min(DECK) as u8 } else { 0 },
            hand,
            hand_hidden: hidden.min(DECK) as u8,
            shown,
            mana_tapped: w.mana_tapped,
            grave_spells: grave.len_among(self.set.spells) as u8,
            mana,
            grave,
            library: w.library,
            played: w.played_this_turn,
            searches: w.searches,
            top,
            units: self.units(w)?,
            shields,
        };
        self.check(&side, pooled, masked)?;
        Ok(side)
    }

    /// Checks that the deck has 40 cards, at most four of each, and that the library has the stated size.
    fn check(&self, side: &Side, pooled: usize, masked: bool) -> Result<(), Rejected> {
        if !masked && side.pool.len() as usize != pooled {
            let has = side.pool.len();
            return self.reject(sentence!(
                "unseen has {has} cards; library and shields say {pooled}",
                "unseen は{has}枚ですが、山札と盾からは{pooled}枚のはずです"
            ));
        }
        let known_shields = side.shields.len() - side.shields.in_pool();
        let zones = side.mana.len() + side.grave.len() + side.units.count() + side.hand_size();
        let all = zones as usize + known_shields + side.top.len() + pooled;
        if all != DECK {
            return self.reject(sentence!(
                "{all} cards in all; expected {DECK}",
                "全部で{all}枚です。{DECK}枚のはずです"
            ));
        }
        let mut list: Vec<CardId> = side.hand.copies().chain(side.pool.copies()).collect();
        list.extend(side.mana.copies().chain(side.grave.copies()));
        list.extend(side.units.places(side.units.present).map(|place| side.units.cards[place]));
        list.extend(side.shields.iter().map(|(card, _)| card).chain(side.top.cards().iter().copied()));
        for card in self.set.ids() {
            let copies = list.iter().filter(|&&c| c == card).count();
            if copies > MOST_COPIES as usize {
                return self.reject(sentence!(
                    "{copies} copies of {}; at most {MOST_COPIES}",
                    "{} が{copies}枚あります。{MOST_COPIES}枚までです",
                    word(&self.set, card)
                ));
            }
        }
        if u32::from(side.mana_tapped) > side.mana.len() {
            return self.reject(sentence!(
                "mana_tapped is {}, but there are {} cards in the mana zone",
                "mana_tapped は{}ですが、マナは{}枚です",
                side.mana_tapped,
                side.mana.len()
            ));
        }
        if usize::from(side.played) > DECK || usize::from(side.searches) > DECK {
            return self.reject(sentence!(
                "played_this_turn, searches: more than a deck has cards",
                "played_this_turn と searches はデッキの枚数を超えません"
            ));
        }
        Ok(())
    }

    fn units(&self, w: &WrittenSide) -> Result<Units, Rejected> {
        let mut units = Units::EMPTY;
        for unit in &w.units {
            let card = self.card(&unit.card)?;
            let place = usize::from(unit.place);
            if place >= MOST_UNITS || units.present >> place & 1 == 1 {
                return self.reject(sentence!(
                    "units: place {place} is taken or does not exist",
                    "units: {place}番の場所はもう使われているか、ありません"
                ));
            }
            if !self.set.card(card).is_unit() {
                return self.reject(sentence!("units: {} is a spell", "units: {} は呪文です", unit.card));
            }
            units.enter_at(&self.set, card, place);
            units.tapped |= u8::from(unit.tapped) << place;
            units.sick = units.sick & !(1 << place) | u8::from(unit.sick) << place;
        }
        Ok(units)
    }

    fn shields(&self, w: &WrittenSide, masked: bool) -> Result<Shields, Rejected> {
        let mut shields = Shields::unseen(0);
        if w.shields.len() > MOST_SHIELDS {
            return self.reject(sentence!(
                "{} shields; at most {MOST_SHIELDS}",
                "盾が{}枚あります。{MOST_SHIELDS}枚までです",
                w.shields.len()
            ));
        }
        for shield in &w.shields {
            let known = match shield.known.as_str() {
                "nobody" => Known::Nobody,
                "owner" => Known::ToOwner,
                "both" => Known::ToBoth,
                other => match other.strip_prefix("search ").map(str::parse) {
                    Some(Ok(n)) if n < w.searches => Known::Group(n),
                    _ => {
                        return self.reject(sentence!(
                            "shields: known by {other:?}: expected nobody, owner, both, or search N below searches",
                            "shields: known {other:?}: nobody、owner、both、または search N（N は searches 未満）です"
                        ));
                    }
                },
            };
            let seen = known == Known::ToBoth || !masked && known != Known::Nobody;
            if seen == (shield.card == HIDDEN) {
                return self.reject(sentence!(
                    "shields: {:?} is known to {}",
                    "shields: {:?} の known が {} です",
                    shield.card,
                    shield.known
                ));
            }
            shields.push(if seen { self.card(&shield.card)? } else { CardId::HIDDEN }, known);
        }
        shields.fill(|| CardId::HIDDEN);
        Ok(shields)
    }

    fn top(&self, w: &WrittenSide, masked: bool) -> Result<Few, Rejected> {
        let mut top = Few::EMPTY;
        if w.top.len() > MOST_LOOKED_AT {
            return self.reject(sentence!(
                "top: {} cards; at most {MOST_LOOKED_AT} can be known",
                "top: {}枚あります。わかるのは{MOST_LOOKED_AT}枚までです",
                w.top.len()
            ));
        }
        for (i, word) in w.top.iter().enumerate() {
            if masked != (word == HIDDEN) {
                return self.reject(sentence!(
                    "top: only its owner knows the top of a library",
                    "top: 山札の上がわかるのは持ち主だけです"
                ));
            }
            top.insert(i, if masked { CardId::HIDDEN } else { self.card(word)? });
        }
        Ok(top)
    }
}

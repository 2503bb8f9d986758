//! Twin Cool in files: what the player sees, checked when it is read.

use super::{BEST_PATTERN, Card, Cards, Log, Objective, Slot, Tops, TwinCool, Variant};
use serde::{Deserialize, Serialize};
use yomi_core::{Rejected, sentence};

/// What the player sees, with readable names. At the start of a game everything except the hand may be left
/// out.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Written {
    hand: Vec<Card>,
    /// Both slots, the top last.
    #[serde(default)]
    piles: [Vec<Card>; 2],
    /// Cards played before the piles were written down, in any order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    earlier: Vec<Card>,
    /// Cards known to be set aside.
    #[serde(default)]
    excluded: Vec<Card>,
    /// Cards left in the deck. It follows from the rest, and is checked.
    #[serde(default)]
    deck: Option<u32>,
    /// Points of the hands so far, where they accumulate; if left out, counting starts with this hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    points: Option<u16>,
    #[serde(default, skip_serializing_if = "is_default")]
    objective: Objective,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    size: Option<Size>,
    /// The order of both piles together, a 1 or 2 per card, where it is known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    order: String,
}

/// The settings of a non-standard game.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Size {
    suits: u8,
    values: u8,
    set_aside: u8,
    hand: u8,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Variant {
    fn size(&self) -> Size {
        Size { suits: self.suits, values: self.values, set_aside: self.aside, hand: self.hand }
    }

    /// Checks that such a game can be played: there are enough cards for a hand and those set aside.
    pub fn check(&self) -> Result<(), Rejected> {
        let total = u32::from(self.suits) * u32::from(self.values);
        let needed = u32::from(self.hand) + u32::from(self.aside);
        if needed > total {
            return Err(Rejected(sentence!(
                "{} suits of {} values are {total} cards; a hand of {} and {} set aside need {needed}",
                "{}スート・{}までの山札は{total}枚です。手札{}枚と除外{}枚で{needed}枚要ります",
                self.suits,
                self.values,
                self.hand,
                self.aside
            )));
        }
        Ok(())
    }
}

impl From<TwinCool> for Written {
    fn from(game: TwinCool) -> Written {
        let variant = game.variant;
        let accumulated = variant.objective == Objective::Accumulated;
        Written {
            hand: game.hand.iter().collect(),
            piles: Slot::ALL.map(|slot| game.pile(slot).collect()),
            earlier: game.earlier.iter().collect(),
            excluded: game.aside.iter().collect(),
            deck: Some(game.deck()),
            points: accumulated.then_some(game.points),
            objective: variant.objective,
            size: Some(variant.size()).filter(|&size| size != Variant::default().size()),
            order: game.log.iter().map(|(_, slot)| if slot == Slot::First { '1' } else { '2' }).collect(),
        }
    }
}

impl TryFrom<Written> for TwinCool {
    type Error = Rejected;

    fn try_from(written: Written) -> Result<TwinCool, Rejected> {
        let variant = variant(&written)?;
        let mut seen = Seen::default();
        let hand = seen.take(&variant, "hand", &written.hand)?;
        for (i, pile) in written.piles.iter().enumerate() {
            seen.take(&variant, &format!("piles[{i}]"), pile)?;
            check_pile(i + 1, pile)?;
        }
        let earlier = seen.take(&variant, "earlier", &written.earlier)?;
        let aside = seen.take(&variant, "excluded", &written.excluded)?;
        if aside.len() > u32::from(variant.aside) {
            return Err(Rejected(sentence!(
                "excluded: {} cards; at most {} are set aside",
                "excluded: {}枚あります。除外されるカードは{}枚までです",
                aside.len(),
                variant.aside
            )));
        }
        if !earlier.is_empty() && written.piles.iter().all(Vec::is_empty) {
            return Err(Rejected(sentence!(
                "piles: cards were played earlier, so at least one slot has a top card",
                "piles: もうカードを出しているので、どちらかのスロットに一番上のカードがあるはずです"
            )));
        }
        let played = written.piles.iter().map(Vec::len).sum::<usize>() as u32 + earlier.len();
        let deck = deck(&variant, &written, played)?;
        let log = log(&written)?;
        let mut game = TwinCool {
            hand,
            unseen: variant.cards() & !seen.all(),
            tops: tops(&written.piles),
            deck: deck as u8,
            played: played as u8,
            drawing: deck > 0 && hand.len() < u32::from(variant.hand),
            aside,
            earlier,
            log,
            ..TwinCool::deal(variant, hand, aside)
        };
        if let Some(points) = written.points {
            if variant.objective == Objective::Final {
                return Err(Rejected(sentence!(
                    "points: they count with \"objective\": \"accumulated\" only",
                    "points: \"objective\": \"accumulated\" のときにだけ書いてください"
                )));
            }
            let hands = 1 + variant.most() - u32::from(variant.hand) - deck;
            let most = BEST_PATTERN * hands;
            if u32::from(points) > most {
                return Err(Rejected(sentence!(
                    "points: {points}; {hands} hands bring at most {most}",
                    "points: {points}点です。手札{hands}回分では多くても{most}点です"
                )));
            }
            game.points = points;
        }
        Ok(game)
    }
}

fn tops(piles: &[Vec<Card>; 2]) -> Tops {
    let mut tops = Tops::EMPTY;
    for (slot, pile) in Slot::ALL.into_iter().zip(piles) {
        if let Some(&card) = pile.last() {
            tops = tops.with(slot, card);
        }
    }
    tops
}

fn variant(written: &Written) -> Result<Variant, Rejected> {
    let mut variant = Variant { objective: written.objective, ..Variant::default() };
    if let Some(Size { suits, values, set_aside, hand }) = written.size {
        let in_range = (1..=super::MOST_SUITS).contains(&suits)
            && (1..=super::MOST_VALUES).contains(&values)
            && (1..=5).contains(&hand);
        if !in_range {
            return Err(Rejected(sentence!(
                "size: expected suits 1 to 8, values 1 to 10 and a hand of 1 to 5",
                "size: スートは1から8、値は1から10、手札は1から5枚にしてください"
            )));
        }
        variant = Variant { suits, values, aside: set_aside, hand, ..variant };
        variant.check()?;
    }
    Ok(variant)
}

/// Where each card was seen.
#[derive(Default)]
struct Seen(Vec<(String, Cards)>);

impl Seen {
    fn take(&mut self, variant: &Variant, place: &str, cards: &[Card]) -> Result<Cards, Rejected> {
        let mut own = Cards::EMPTY;
        for &card in cards {
            if !variant.cards().contains(card) {
                let (suits, values) = (variant.suits, variant.values);
                return Err(Rejected(sentence!(
                    "{card} is not in this deck of {suits} suits and {values} values",
                    "{suits}スート・{values}までのこの山札に {card} はありません"
                )));
            }
            if own.contains(card) {
                return Err(Rejected(sentence!(
                    "{card} is listed twice in {place}",
                    "{card} が {place} に二度書かれています"
                )));
            }
            if let Some((other, _)) = self.0.iter().find(|(_, cards)| cards.contains(card)) {
                return Err(Rejected(sentence!(
                    "{card} is listed twice: in {other} and in {place}",
                    "{card} が {other} と {place} の両方にあります"
                )));
            }
            own = own.with(card);
        }
        self.0.push((place.to_string(), own));
        Ok(own)
    }

    fn all(&self) -> Cards {
        self.0.iter().fold(Cards::EMPTY, |all, &(_, cards)| all | cards)
    }
}

fn check_pile(slot: usize, pile: &[Card]) -> Result<(), Rejected> {
    match pile.windows(2).find(|pair| !pair[1].fits(pair[0])) {
        Some(pair) => Err(Rejected(sentence!(
            "slot {slot}: {} does not fit on {}",
            "スロット{slot}: {1} の上に {0} は置けません",
            pair[1],
            pair[0]
        ))),
        None => Ok(()),
    }
}

/// How many cards are left in the deck: those neither seen nor set aside. Until the deck is empty, the player
/// draws back to a full hand after each play, so the size of the hand tells whether the count is right.
fn deck(variant: &Variant, written: &Written, played: u32) -> Result<u32, Rejected> {
    let (full, hand) = (u32::from(variant.hand), written.hand.len() as u32);
    let Some(deck) = variant.most().checked_sub(hand + played) else {
        return Err(Rejected(sentence!(
            "{} cards are in the hand or played; the game has {}",
            "手札と場で{}枚あります。全部で{}枚のはずです",
            hand + played,
            variant.most()
        )));
    };
    let waits_for_draw = hand + 1 == full && played > 0;
    if hand > full || deck > 0 && hand != full && !waits_for_draw {
        return Err(Rejected(sentence!(
            "hand: {hand} cards; expected {full} with {deck} cards in the deck",
            "hand: {hand}枚です。山札が{deck}枚なら手札は{full}枚です"
        )));
    }
    match written.deck {
        Some(said) if said != deck => Err(Rejected(sentence!(
            "deck: {said} cards; with this hand and these piles there are {deck}",
            "deck: {said}枚です。この手札と場なら山札は{deck}枚です"
        ))),
        _ => Ok(deck),
    }
}

/// The piles as one log: in the order that was written down, or slot after slot.
fn log(written: &Written) -> Result<Log, Rejected> {
    let mut log = Log::EMPTY;
    let mut piles = written.piles.each_ref().map(|pile| pile.iter());
    let fault = || {
        Rejected(sentence!(
            "order: {:?}; expected a 1 or 2 for each of the {} cards of the piles",
            "order: {:?} です。場のカード{}枚のそれぞれに1か2を書いてください",
            written.order,
            written.piles[0].len() + written.piles[1].len()
        ))
    };
    for c in written.order.chars() {
        let slot = match c {
            '1' => Slot::First,
            '2' => Slot::Second,
            _ => return Err(fault()),
        };
        log.push(*piles[slot.index()].next().ok_or_else(fault)?, slot);
    }
    if !written.order.is_empty() && piles.iter().any(|rest| rest.len() > 0) {
        return Err(fault());
    }
    for slot in Slot::ALL {
        piles[slot.index()].by_ref().for_each(|&card| log.push(card, slot));
    }
    Ok(log)
}

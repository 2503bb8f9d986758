//! Who can hold what.
//!
//! [`Holders`] starts from the cards that are not seen and the number of them at every seat, and is updated
//! with what happens: a seat cannot hold some cards, certainly holds a card, plays a card. After each step
//! the possible holders are exact: a seat may hold a card exactly when some deal that agrees with everything
//! has it there (`hall.rs` says why). A step that leaves no deal is refused and changes nothing.
//! [`Deals`](super::Deals) computes *how likely* a holder is.

use super::hall::{Crowd, only_holders, tighten};
use super::{Hands, MAX_SEATS};
use yomi_bits::ones;
use yomi_core::{Contradiction, Sentence, sentence};

/// The possible holders of every unseen card. Seats that show everything, such as one's own, have no hidden
/// cards.
///
/// ```
/// use yomi_search::belief::Holders;
///
/// // Four unseen cards, two at seat 1 and two at seat 2.
/// let mut holders = Holders::new(0b1111, &[0, 2, 2]).unwrap();
/// holders.cannot_hold(1, 0b0011).unwrap();
/// // So seat 2 holds cards 0 and 1, and seat 1 the others.
/// assert_eq!((holders.sure(1), holders.sure(2)), (0b1100, 0b0011));
/// assert!(holders.holds(2, 3).is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Holders {
    hidden: [u32; MAX_SEATS],
    may: Hands,
}

impl Holders {
    /// Only the unseen cards and how many of them each seat holds are known.
    pub fn new(unseen: u64, hidden: &[u32]) -> Result<Holders, Contradiction> {
        Holders::with_sets(unseen, hidden, &[unseen; MAX_SEATS][..hidden.len().min(MAX_SEATS)])
    }

    /// Each seat holds `hidden[seat]` cards out of its own set `may_hold[seat]`, and each unseen card is at
    /// some seat.
    pub fn with_sets(unseen: u64, hidden: &[u32], may_hold: &[u64]) -> Result<Holders, Contradiction> {
        assert!(
            hidden.len() <= MAX_SEATS && hidden.len() == may_hold.len(),
            "a number and a set for each seat"
        );
        let mut holders = Holders { hidden: [0; MAX_SEATS], may: [0; MAX_SEATS] };
        holders.hidden[..hidden.len()].copy_from_slice(hidden);
        for (own, cards) in holders.may.iter_mut().zip(may_hold) {
            *own = cards & unseen;
        }
        let (places, cards) = (hidden.iter().sum::<u32>(), unseen.count_ones());
        if places != cards {
            return Err(Contradiction(sentence!(
                "{cards} unseen cards, but the hands have room for {places}",
                "見えていないカードは{cards}枚ですが、手札の空きは{places}枚分です"
            )));
        }
        holders.settled(unseen)
    }

    /// The seat holds none of these cards.
    pub fn cannot_hold(&mut self, seat: usize, cards: u64) -> Result<(), Contradiction> {
        if let Some(card) = ones(self.sure(seat) & cards).next() {
            return Err(Contradiction(sentence!(
                "seat {seat} cannot be without card {card}: no other seat can hold it",
                "カード{card}は席{seat}にしかありえないので、持っていないとは考えられません"
            )));
        }
        self.change(|may| may[seat] &= !cards)
    }

    /// The seat holds this card, and keeps it.
    pub fn holds(&mut self, seat: usize, card: u32) -> Result<(), Contradiction> {
        self.possible(seat, card)?;
        self.change(|may| {
            let others = (0..MAX_SEATS).filter(|&other| other != seat);
            others.for_each(|other| may[other] &= !(1 << card));
        })
    }

    /// The seat held this card, which is now visible to all.
    pub fn gone(&mut self, seat: usize, card: u32) -> Result<(), Contradiction> {
        self.holds(seat, card)?;
        // `holds` has already updated what the others may hold: nothing new follows.
        self.hidden[seat] -= 1;
        self.may[seat] &= !(1 << card);
        Ok(())
    }

    fn possible(&self, seat: usize, card: u32) -> Result<(), Contradiction> {
        let why = if self.may[seat] >> card & 1 == 1 {
            return Ok(());
        } else if self.unseen() >> card & 1 == 0 {
            sentence!("everybody can see that card", "そのカードは見えています")
        } else if self.hidden[seat] == 0 {
            sentence!("it has no hidden cards", "伏せたカードを持っていません")
        } else {
            sentence!("what is known rules it out", "これまでにわかったことと矛盾します")
        };
        Err(Contradiction(sentence!(
            "seat {seat} cannot hold card {card}: {why}",
            "席{seat}がカード{card}を持つことはありません: {why:#}"
        )))
    }

    fn change(&mut self, change: impl FnOnce(&mut Hands)) -> Result<(), Contradiction> {
        let mut next = self.clone();
        change(&mut next.may);
        *self = next.settled(self.unseen())?;
        Ok(())
    }

    fn settled(mut self, unseen: u64) -> Result<Holders, Contradiction> {
        let homeless = unseen & !self.unseen();
        if let Some(card) = ones(homeless).next() {
            return Err(Contradiction(sentence!(
                "no seat can hold card {card}",
                "カード{card}を持ちうる席がありません"
            )));
        }
        match tighten(&self.hidden, &mut self.may) {
            Ok(()) => Ok(self),
            Err(crowd) => Err(too_few(crowd)),
        }
    }

    /// All unseen cards.
    #[must_use]
    pub fn unseen(&self) -> u64 {
        self.may.iter().fold(0, |all, cards| all | cards)
    }

    /// The cards that the seat may hold: exactly those that it holds in some deal.
    #[must_use]
    pub fn may_hold(&self, seat: usize) -> u64 {
        self.may[seat]
    }

    /// The cards that the seat holds in every deal.
    #[must_use]
    pub fn sure(&self, seat: usize) -> u64 {
        only_holders(&self.may) & self.may[seat]
    }

    /// How many hidden cards the seat holds.
    #[must_use]
    pub fn hidden(&self, seat: usize) -> u32 {
        self.hidden[seat]
    }

    /// The seats that may hold the card.
    pub fn of(&self, card: u32) -> impl Iterator<Item = usize> {
        let may = self.may;
        (0..MAX_SEATS).filter(move |&seat| may[seat] >> card & 1 == 1)
    }

    pub(super) fn parts(&self) -> (&[u32; MAX_SEATS], &Hands) {
        (&self.hidden, &self.may)
    }
}

fn too_few(Crowd { seats, room, cards }: Crowd) -> Contradiction {
    let list = |bits: u64| ones(bits).map(|n| n.to_string()).collect::<Vec<_>>().join(", ");
    let (who, whose) = if seats.count_ones() == 1 { ("seat", "holds") } else { ("seats", "together hold") };
    let which = match cards.count_ones() {
        0 => sentence!("none can be there", "一枚もありえません"),
        1 => sentence!("only card {} can be there", "ありうるのはカード{}だけです", list(cards)),
        _ => sentence!("only cards {} can be there", "ありうるのはカード{}だけです", list(cards)),
    };
    let noun = if room == 1 { "hidden card" } else { "hidden cards" };
    let seats = list(u64::from(seats));
    Contradiction(Sentence::new(
        format!("{who} {seats} {whose} {room} {noun}, but {which}"),
        format!("席{seats}の伏せたカードは{room}枚ですが、{which:#}"),
    ))
}

#[cfg(test)]
mod tests {
    use super::super::small::Small;
    use super::*;
    use yomi_core::Rng;

    fn words(result: Result<impl std::fmt::Debug, Contradiction>) -> String {
        result.expect_err("refused").0.en
    }

    /// The holders in all deals, by enumeration.
    fn union(deals: &[Hands]) -> Hands {
        deals.iter().fold([0; MAX_SEATS], |mut all, deal| {
            all.iter_mut().zip(deal).for_each(|(all, own)| *all |= own);
            all
        })
    }

    #[test]
    fn exactly_the_holders_of_some_deal_are_left() {
        let mut rng = Rng::new(1);
        let (mut refused, mut forced) = (0, 0);
        for _ in 0..3_000 {
            let small = Small::random(9, &mut rng);
            let deals = small.deals();
            let Ok(holders) = small.holders() else {
                assert!(deals.is_empty(), "{small:?}");
                refused += 1;
                continue;
            };
            assert_eq!(holders.may, union(&deals), "{small:?}");
            assert_eq!(holders.unseen(), small.unseen);
            for seat in 0..MAX_SEATS {
                let always = deals.iter().fold(u64::MAX, |all, deal| all & deal[seat]);
                assert_eq!(holders.sure(seat), always, "{small:?}");
            }
            forced += u32::from(holders.may != small.may);
        }
        assert!(refused > 100 && forced > 1_000, "{refused} {forced}");
    }

    #[test]
    fn what_happens_leaves_exactly_the_deals_in_which_it_happens() {
        let mut rng = Rng::new(2);
        let (mut taken, mut refused) = (0, 0);
        for _ in 0..2_000 {
            let small = Small::random(8, &mut rng);
            let (Ok(before), deals) = (small.holders(), small.deals()) else { continue };
            let card = rng.below(64);
            let card = if rng.below(8) == 0 { card } else { ones(small.unseen).last().unwrap_or(card) };
            let seat = rng.below(MAX_SEATS as u32) as usize;
            let set = rng.next_u64() & rng.next_u64();
            let here = |deal: &&Hands| deal[seat] >> card & 1 == 1;
            let mut holders = before.clone();
            let (result, mut left): (_, Vec<Hands>) = match rng.below(3) {
                0 => (
                    holders.cannot_hold(seat, set),
                    deals.into_iter().filter(|d| d[seat] & set == 0).collect(),
                ),
                1 => (holders.holds(seat, card), deals.iter().filter(here).copied().collect()),
                _ => {
                    let mut left: Vec<Hands> = deals.iter().filter(here).copied().collect();
                    left.iter_mut().for_each(|deal| deal[seat] ^= 1 << card);
                    let hidden = before.hidden(seat);
                    let result = holders.gone(seat, card);
                    assert_eq!(holders.hidden(seat), hidden - u32::from(result.is_ok()));
                    (result, left)
                }
            };
            left.dedup();
            assert_eq!(result.is_ok(), !left.is_empty(), "{small:?} {seat} {card} {set:#x}");
            if let Err(why) = result {
                assert_eq!(holders, before, "a refused step changes nothing");
                assert!(why.0.en.contains("seat") && why.0.en.contains("card"), "{why}");
                assert!(why.0.ja.contains('席') && why.0.ja.contains("カード"), "{why:#}");
                refused += 1;
            } else {
                assert_eq!(holders.may, union(&left), "{small:?} {seat} {card} {set:#x}");
                taken += 1;
            }
        }
        assert!(taken > 300 && refused > 300, "{taken} {refused}");
    }

    #[test]
    fn contradictions_name_seat_and_card() {
        assert_eq!(words(Holders::new(0b111, &[1, 1])), "3 unseen cards, but the hands have room for 2");
        assert_eq!(words(Holders::with_sets(0b11, &[1, 1], &[1, 1])), "no seat can hold card 1");
        let crowd = Holders::with_sets(0b111, &[1, 1, 1], &[1, 1, 0b111]);
        assert_eq!(words(crowd), "seats 0, 1 together hold 2 hidden cards, but only card 0 can be there");
        let mut holders = Holders::new(0b1111, &[0, 2, 2]).expect("four cards, four places");
        assert_eq!(words(holders.holds(0, 2)), "seat 0 cannot hold card 2: it has no hidden cards");
        assert_eq!(words(holders.gone(1, 9)), "seat 1 cannot hold card 9: everybody can see that card");
        assert_eq!(
            words(holders.cannot_hold(1, 0b111)),
            "seat 1 holds 2 hidden cards, but only card 3 can be there"
        );
        holders.cannot_hold(1, 0b11).expect("two others are left");
        assert_eq!((holders.sure(1), holders.sure(2)), (0b1100, 0b11));
        assert_eq!(words(holders.holds(2, 3)), "seat 2 cannot hold card 3: what is known rules it out");
        assert_eq!(
            words(holders.cannot_hold(2, 1)),
            "seat 2 cannot be without card 0: no other seat can hold it"
        );
        assert_eq!(holders.of(3).collect::<Vec<_>>(), [1]);
    }
}

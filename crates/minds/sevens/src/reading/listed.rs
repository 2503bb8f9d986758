//! All deals of a view, written down with their weights.

use super::crowd::Likely;
use super::weigh::{Weighed, Weigher};
use super::{Dealt, KINDS, Look};
use yomi_core::{MAX_PLAYERS, Rng};
use yomi_games::sevens::{Card, Cards, SeenSevens};
use yomi_search::belief::MAX_SEATS;

/// Deals this much less likely than the likeliest need not be weighed to the end.
const FAR_LESS: f64 = 1e-4;

/// Every deal that can be.
#[derive(Clone, Debug)]
pub struct Listed {
    deals: Vec<Weighed>,
    /// The weight of each and all before it.
    sums: Vec<f64>,
}

/// How many ways there are to deal the unseen cards.
pub fn count(seen: &SeenSevens) -> f64 {
    let (mut ways, mut cards) = (1.0, 0);
    for p in seen.others() {
        for own in 1..=u32::from(seen.board.place(p).cards) {
            cards += 1;
            ways *= f64::from(cards) / f64::from(own);
        }
    }
    ways.round()
}

impl Listed {
    pub fn new(seen: &SeenSevens, weigher: &Weigher) -> Listed {
        let cards: Vec<Card> = seen.unseen().iter().collect();
        let mut room = [0; MAX_PLAYERS];
        seen.others().for_each(|p| room[p.index()] = seen.board.place(p).cards);
        let mut list = Listed { deals: Vec::new(), sums: Vec::new() };
        let mut best = 0.0;
        each_deal(&cards, &mut room, &mut [Cards::NONE; MAX_PLAYERS], &mut |hands| {
            let weighed = weigher.weigh(hands, FAR_LESS * best);
            best = f64::max(best, weighed.total);
            list.deals.push(weighed);
        });
        list.sums = sums(&list.deals);
        list
    }

    /// One of them, as often as it is likely.
    pub fn draw(&self, rng: &mut Rng) -> Look {
        pick(&self.deals, &self.sums, rng).look()
    }

    /// Each deal with its probability.
    fn chances(&self) -> impl Iterator<Item = (&Weighed, f64)> {
        let total = self.sums.last().copied().unwrap_or(1.0);
        self.deals.iter().map(move |deal| (deal, deal.total / total))
    }

    /// By place of the card, then by seat.
    pub fn marginals(&self) -> Vec<[f64; MAX_SEATS]> {
        let mut all = vec![[0.0; MAX_SEATS]; 64];
        for (deal, chance) in self.chances() {
            for (seat, hand) in deal.hands.iter().enumerate() {
                hand.iter().for_each(|card| all[card.place() as usize][seat] += chance);
            }
        }
        all
    }

    /// How likely each kind is at each seat, given how likely they are in each deal.
    pub fn kinds(&self, of: impl Fn(&Likely) -> Likely) -> Likely {
        let mut all = [[0.0; KINDS]; MAX_PLAYERS];
        for (deal, chance) in self.chances() {
            for (all, kinds) in all.iter_mut().zip(of(&deal.likely)) {
                all.iter_mut().zip(kinds).for_each(|(all, kind)| *all += chance * kind);
            }
        }
        all
    }
}

/// Gives the cards to seats that have room for them in every way.
fn each_deal(
    cards: &[Card],
    room: &mut [u8; MAX_PLAYERS],
    hands: &mut Dealt,
    found: &mut impl FnMut(&Dealt),
) {
    let Some((&card, rest)) = cards.split_first() else { return found(hands) };
    for seat in 0..MAX_PLAYERS {
        if room[seat] > 0 {
            room[seat] -= 1;
            hands[seat] = hands[seat].with(card);
            each_deal(rest, room, hands, found);
            hands[seat] = hands[seat].without(card);
            room[seat] += 1;
        }
    }
}

/// The weight of each and all before it.
pub fn sums(deals: &[Weighed]) -> Vec<f64> {
    let mut sum = 0.0;
    let add = |deal: &Weighed| {
        sum += deal.total;
        sum
    };
    deals.iter().map(add).collect()
}

/// One of some deals, as often as it weighs.
pub fn pick<'a>(deals: &'a [Weighed], sums: &[f64], rng: &mut Rng) -> &'a Weighed {
    let mark = rng.unit() * sums.last().expect("there is a deal");
    &deals[sums.partition_point(|&sum| sum <= mark).min(deals.len() - 1)]
}

//! Deals as likely as they are, where there are too many to write all of them down: a population that is led
//! from deals drawn almost blindly to those that explain what was seen (sequential Monte Carlo: Del Moral,
//! Doucet and Jasra, 2006).
//!
//! What was seen counts a little at first (its likelihood to a small power), then more and more, in steps
//! after which about half of the deals would still be worth their place. After each step deals are taken as
//! often as they weigh, and *stirred* so that those taken twice part again: two seats exchange some of their
//! cards, dealt anew as the whole population has them, and the exchange stands as often as that keeps every
//! deal as likely as it is (Metropolis and Hastings). Few cards at a time find what is near, many at a time
//! what is far.
//!
//! Where a handful of deals carries all the weight, even that does not tell how much each of them has: the
//! way from one to another leads through deals that are next to impossible. So there are two populations
//! apart. All deals that one of them has weighed are a list with known weights; a deal of the other that is
//! on it is drawn anew from the list. The second knows nothing of how the list came about, so that as many of
//! its deals are on the list as should be, and among those the list is exact.

use super::begin::Begin;
use super::weigh::{Weighed, Weigher};
use super::{Dealt, Look, listed};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::time::Duration;
use yomi_core::{MAX_PLAYERS, Player, Rng};
use yomi_games::sevens::{Card, SeenSevens};
use yomi_search::belief::effective_sample_size;

/// How much is done.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effort {
    /// Deals in each of the two populations.
    pub deals: usize,
    /// The most times that all of them are stirred after a step, and after the last one.
    pub stirs: [usize; 2],
    /// How often first populations that are worth too little are led anew, with more care.
    pub again: u32,
    /// How far the populations grow.
    pub most: usize,
    /// Deals that were weighed and are remembered, about, in each population: those that are in it, and others.
    pub known: usize,
}

/// What is usual.
pub const USUAL: Effort = Effort { deals: 256, stirs: [12, 20], again: 1, most: 4_096, known: 1 << 15 };
/// The time that this takes on a machine of today, at most, where nothing is led anew.
const USUAL_TIME: Duration = Duration::from_millis(60);
/// From this time on a search has so much to begin with, and from the second on it may be led anew.
const ENOUGH_TIME: [Duration; 2] = [Duration::from_millis(500), Duration::from_millis(2_000)];

/// What a shorter search has.
const QUICK: Effort = Effort { stirs: [3, 5], again: 0, ..USUAL };
const QUICK_TIME: Duration = Duration::from_millis(25);
/// From this time on it has that in full.
const ENOUGH_QUICK_TIME: Duration = Duration::from_millis(100);
const FEWEST_DEALS: usize = 16;

impl Effort {
    /// What is usual where a search has so much time. What is prepared later on is not broken off by a clock, so that it
    /// must not take longer than the search may be late.
    pub fn within(time: Duration) -> Effort {
        let (effort, takes) = if time < ENOUGH_TIME[0] {
            let part = (time.as_secs_f64() / ENOUGH_QUICK_TIME.as_secs_f64()).min(1.0);
            let deals = ((QUICK.deals as f64 * part) as usize).max(FEWEST_DEALS);
            (Effort { deals, ..QUICK }, QUICK_TIME.mul_f64(deals as f64 / QUICK.deals as f64))
        } else {
            (Effort { again: u32::from(time >= ENOUGH_TIME[1]), ..USUAL }, USUAL_TIME)
        };
        let late = (time / 20).max(Duration::from_millis(5));
        let larger = std::iter::successors(Some(effort.doubled()), |before| Some(before.doubled()));
        let work = |of: &Effort| (of.deals * of.stirs[1]) as f64;
        let in_time = |larger: &Effort| {
            larger.deals <= effort.most && takes.mul_f64(work(larger) / work(&effort)) < late
        };
        let most = larger.take_while(in_time).last().map_or(effort.deals, |larger| larger.deals);
        Effort { most, ..effort }
    }

    /// No more of anything than in the other.
    pub fn at_most(self, other: Effort) -> Effort {
        Effort {
            deals: self.deals.min(other.deals),
            stirs: [0, 1].map(|when| self.stirs[when].min(other.stirs[when])),
            again: self.again.min(other.again),
            most: self.most.min(other.most),
            known: self.known.min(other.known),
        }
    }

    /// With no more than this memory holds, as far as a population can be so small: two of them, and a copy of
    /// each while the next is made.
    pub fn keeping(self, bytes: usize) -> Effort {
        // A map has room for more than it holds.
        const EACH: usize = size_of::<Weighed>() + size_of::<f64>() + 2 * size_of::<(Dealt, u32)>();
        let known = (bytes / (4 * EACH)).clamp(2 * FEWEST_DEALS, self.known);
        let most = (known / 2).min(self.most);
        Effort { deals: self.deals.min(most), most, known, ..self }
    }

    /// Twice as many deals, stirred twice as often, which brings more.
    fn doubled(self) -> Effort {
        Effort { deals: 2 * self.deals, stirs: self.stirs.map(|most| (2 * most).min(MOST_STIRS)), ..self }
    }
}

const MOST_STIRS: usize = 80;

/// How many independent deals each deal of a first stock is to be worth.
const WORTH: f64 = 0.5;

/// After a step this part of the deals is worth its place.
const KEPT: f64 = 0.5;
/// The last step may be larger, up to this.
const KEPT_AT_LAST: f64 = 0.35;
/// Stirring is enough where copies raise the variance to this.
const ENOUGH: f64 = 1.4;
/// Deals given out again are stirred as if so many were worth their place.
const AGAIN: f64 = 0.5;
/// A list that so much of another population is on leaves out hardly anything.
const NEARLY_ALL: f64 = 0.9;
/// How many cards are dealt anew at a time, about.
const AT_A_TIME: [f64; 4] = [2.5, 5.0, 9.0, 100.0];

/// A population of deals.
#[derive(Clone, Debug, Default)]
struct Half {
    /// All that were weighed.
    known: Vec<Weighed>,
    ln_begin: Vec<f64>,
    met: FxHashMap<Dealt, u32>,
    /// Those in the population, by their place among the known ones.
    at: Vec<u32>,
    /// Deals of the population that come from the same one before it was last taken in parts as they weigh.
    family: Vec<u32>,
    /// The one of the first population that each comes from.
    ancestor: Vec<u32>,
}

/// The two populations.
#[derive(Clone, Debug)]
pub struct Stock {
    halves: [Half; 2],
    /// Seats that hold hidden cards, two at least.
    holders: Vec<usize>,
    cards: Vec<Card>,
    effort: Effort,
    /// How likely a card is at a seat, by its place, and how unsure that is.
    share: [[f64; MAX_PLAYERS]; PLACES],
    unsure: [f64; PLACES],
    /// How many cards of two deals lie apart, on average.
    apart: f64,
    kernel: usize,
    given: Vec<Given>,
    /// Whether it was given out before.
    stirred: bool,
}

/// What is given out.
#[derive(Clone, Copy, Debug)]
struct Given {
    look: Look,
    family: u32,
    /// Deals with the same number have one ancestor. How much the whole population is off, by luck, can be told
    /// from how much they differ (Lee and Whiteley, 2018), however often it is stirred and given out.
    cluster: u32,
}

const PLACES: usize = 64;

/// Asked again and again while deals are prepared: whether nobody wants them any more.
type Ends<'a> = &'a dyn Fn() -> bool;

impl Stock {
    pub fn new(
        ends: Ends<'_>,
        begin: &Begin,
        weigher: &Weigher,
        seen: &SeenSevens,
        effort: Effort,
        rng: &mut Rng,
    ) -> Stock {
        let first = Stock::unless(&|| false, begin, weigher, seen, effort, rng);
        let mut stock = first.expect("nothing breaks it off");
        for _ in 0..effort.again {
            let careful = stock.effort.doubled();
            if stock.worth_of_all() >= WORTH || 2 * careful.deals > effort.known {
                break;
            }
            // Who does not wait any longer gets what there is.
            let Some(better) = Stock::unless(ends, begin, weigher, seen, careful, rng) else { break };
            stock = better;
        }
        stock
    }

    /// The same; nothing if it is broken off.
    fn unless(
        ends: Ends<'_>,
        begin: &Begin,
        weigher: &Weigher,
        seen: &SeenSevens,
        effort: Effort,
        rng: &mut Rng,
    ) -> Option<Stock> {
        let holds = |p: &Player| seen.board.place(*p).cards > 0;
        let holders = seen.others().filter(holds).map(|p| p.index()).collect();
        let mut stock = Stock {
            halves: Default::default(),
            holders,
            cards: seen.unseen().iter().collect(),
            effort,
            share: [[0.0; MAX_PLAYERS]; PLACES],
            unsure: [0.0; PLACES],
            apart: 0.0,
            kernel: 0,
            given: Vec::with_capacity(2 * effort.deals),
            stirred: false,
        };
        for half in 0..2 {
            stock.lead(ends, half, begin, weigher, rng)?;
        }
        stock.renew(rng);
        Some(stock)
    }

    /// From deals drawn to deals as likely as they are.
    fn lead(
        &mut self,
        ends: Ends<'_>,
        half: usize,
        begin: &Begin,
        weigher: &Weigher,
        rng: &mut Rng,
    ) -> Option<()> {
        for _ in 0..self.effort.deals {
            if ends() {
                return None;
            }
            let hands = begin.draw(rng);
            let at = self.find(half, &hands, 0.0, begin, weigher);
            self.halves[half].at.push(at);
        }
        let own = &mut self.halves[half];
        own.family = (0..own.at.len() as u32).collect();
        own.ancestor.clone_from(&own.family);
        let mut power = 0.0;
        while power < 1.0 {
            let own = &self.halves[half];
            let gain: Vec<f64> =
                own.at.iter().map(|&i| own.known[i as usize].total.ln() - own.ln_begin[i as usize]).collect();
            let step = step(&gain, 1.0 - power);
            let weights = raised(&gain, step);
            power = if step == 1.0 - power { 1.0 } else { power + step };
            let worth = effective_sample_size(weights.iter().copied()) / weights.len() as f64;
            self.take(half, &weights, rng);
            let stirs = self.effort.stirs[usize::from(power == 1.0)];
            self.stir(ends, half, power, (worth, stirs), begin, weigher, rng)?;
        }
        Some(())
    }

    /// The place of a deal among the known ones, weighed exactly enough above this total.
    fn find(&mut self, half: usize, hands: &Dealt, above: f64, begin: &Begin, weigher: &Weigher) -> u32 {
        let [own, other] = match &mut self.halves {
            [a, b] => {
                if half == 0 {
                    [a, b]
                } else {
                    [b, a]
                }
            }
        };
        if let Some(&at) = own.met.get(hands) {
            if own.known[at as usize].above > above {
                own.known[at as usize] = weigher.weigh(hands, above);
            }
            return at;
        }
        let there =
            other.met.get(hands).map(|&at| other.known[at as usize]).filter(|known| known.above <= above);
        let known = there.unwrap_or_else(|| weigher.weigh(hands, above));
        let at = own.known.len() as u32;
        own.known.push(known);
        own.ln_begin.push(begin.ln_chance(hands));
        own.met.insert(*hands, at);
        at
    }

    /// Takes deals as often as they weigh (systematic resampling).
    fn take(&mut self, half: usize, weights: &[f64], rng: &mut Rng) {
        let own = &mut self.halves[half];
        let many = weights.len();
        let step = weights.iter().sum::<f64>() / many as f64;
        let mut mark = step * rng.unit();
        let mut passed = 0.0;
        let mut taken: Vec<usize> = Vec::with_capacity(many);
        for (i, weight) in weights.iter().enumerate() {
            passed += weight;
            while mark < passed && taken.len() < many {
                taken.push(i);
                mark += step;
            }
        }
        // Rounding may place the last mark just past the end.
        taken.resize(many, many - 1);
        own.at = taken.iter().map(|&i| own.at[i]).collect();
        own.family = taken.iter().map(|&i| i as u32).collect();
        own.ancestor = taken.iter().map(|&i| own.ancestor[i]).collect();
    }

    /// Exchanges cards until copies have parted far enough; nothing if it is broken off.
    #[allow(clippy::too_many_arguments, reason = "one step of a loop, with all that the loop holds")]
    fn stir(
        &mut self,
        ends: Ends<'_>,
        half: usize,
        power: f64,
        (worth, most): (f64, usize),
        begin: &Begin,
        weigher: &Weigher,
        rng: &mut Rng,
    ) -> Option<()> {
        let before: Vec<Dealt> = self.hands(half).collect();
        let copies = 1.0 / worth - 1.0;
        if 1.0 + copies <= ENOUGH {
            return Some(());
        }
        for _ in 0..most {
            self.forget(half);
            self.fit(half);
            for i in 0..before.len() {
                if ends() {
                    return None;
                }
                self.exchange(half, i, power, begin, weigher, rng);
            }
            let moved = |(now, then): (Dealt, &Dealt)| {
                self.holders.iter().map(|&s| (now[s] - then[s]).len()).sum::<u32>()
            };
            let moved = self.hands(half).zip(&before).map(moved).sum::<u32>();
            let alike = 1.0 - f64::from(moved) / (self.apart * before.len() as f64);
            if 1.0 + copies * alike <= ENOUGH {
                break;
            }
        }
        Some(())
    }

    /// Where too many are known, those that are not in the population are forgotten.
    fn forget(&mut self, half: usize) {
        let own = &mut self.halves[half];
        if own.known.len() <= self.effort.known {
            return;
        }
        let before = std::mem::take(own);
        (own.family, own.ancestor) = (before.family, before.ancestor);
        for at in before.at {
            let known = before.known[at as usize];
            let place = *own.met.entry(known.hands).or_insert_with(|| {
                own.known.push(known);
                own.ln_begin.push(before.ln_begin[at as usize]);
                own.known.len() as u32 - 1
            });
            own.at.push(place);
        }
    }

    fn hands(&self, half: usize) -> impl Iterator<Item = Dealt> + '_ {
        let own = &self.halves[half];
        own.at.iter().map(|&i| own.known[i as usize].hands)
    }

    /// How likely each card is at each seat in a population.
    fn fit(&mut self, half: usize) {
        let mut counts = [[0u32; MAX_PLAYERS]; PLACES];
        for hands in self.hands(half) {
            for &seat in &self.holders {
                hands[seat].iter().for_each(|card| counts[card.place() as usize][seat] += 1);
            }
        }
        let (all, many) = (self.halves[half].at.len() as f64, self.holders.len() as f64);
        self.apart = 0.0;
        for card in &self.cards {
            let at = card.place() as usize;
            self.unsure[at] = 1.0;
            let mut same = 0.0;
            for &seat in &self.holders {
                let count = f64::from(counts[at][seat]);
                same += (count / all).powi(2);
                // No card is ever sure to stay.
                let share = (count + 1.0) / (all + many);
                self.share[at][seat] = share;
                self.unsure[at] -= share * share;
            }
            self.apart += 1.0 - same;
        }
    }

    /// Two seats exchange cards in one of the deals, or not.
    fn exchange(
        &mut self,
        half: usize,
        i: usize,
        power: f64,
        begin: &Begin,
        weigher: &Weigher,
        rng: &mut Rng,
    ) {
        self.kernel = (self.kernel + 1) % AT_A_TIME.len();
        let many = self.holders.len() as u32;
        let first = rng.below(many);
        let second = (first + 1 + rng.below(many - 1)) % many;
        let (one, two) = (self.holders[first as usize], self.holders[second as usize]);
        let at = self.halves[half].at[i] as usize;
        let Weighed { hands, total, .. } = self.halves[half].known[at];
        let Some((moved, ln_odds)) = self.redeal(&hands, one, two, rng) else { return };
        let Half { ln_begin, .. } = &self.halves[half];
        // What the total must be for the exchange to stand.
        let ln_fair = rng.unit().ln() + ln_odds - (1.0 - power) * (begin.ln_chance(&moved) - ln_begin[at]);
        let needed = total * (ln_fair / power).exp();
        // What is weighed is listed too, so that more than what this exchange needs is not left out.
        let to = self.find(half, &moved, needed.min(total), begin, weigher);
        if self.halves[half].known[to as usize].total > needed {
            self.halves[half].at[i] = to;
        }
    }

    /// Some cards of two seats dealt anew, as likely as the population has each of them there. Gives how much
    /// likelier this way is than the way back, or nothing where nothing changes hands.
    fn redeal(&self, hands: &Dealt, one: usize, two: usize, rng: &mut Rng) -> Option<(Dealt, f64)> {
        let both = hands[one] | hands[two];
        let unsure: f64 = both.iter().map(|card| self.unsure[card.place() as usize]).sum();
        let scale = AT_A_TIME[self.kernel] / unsure;
        let mut chosen: SmallVec<[(Card, f64); 32]> = SmallVec::new();
        let mut own = 0;
        // Which cards are chosen does not depend on who holds them.
        for card in both.iter() {
            let at = card.place() as usize;
            if rng.unit() < scale * self.unsure[at] {
                chosen.push((card, self.share[at][one] / self.share[at][two]));
                own += usize::from(hands[one].has(card));
            }
        }
        let many = chosen.len();
        if own == 0 || own == many {
            return None;
        }
        // The weight of all ways to give so many of the cards from here on to the first seat.
        let width = own + 1;
        let mut ways: SmallVec<[f64; 128]> = SmallVec::from_elem(0.0, (many + 1) * width);
        ways[many * width] = 1.0;
        for (k, &(_, odds)) in chosen.iter().enumerate().rev() {
            for left in 0..width.min(many - k + 1) {
                let kept = ways[(k + 1) * width + left];
                let given = if left > 0 { odds * ways[(k + 1) * width + left - 1] } else { 0.0 };
                ways[k * width + left] = kept + given;
            }
        }
        let (mut left, mut hand, mut odds_ratio) = (own, hands[one], 1.0);
        for (k, &(card, odds)) in chosen.iter().enumerate() {
            let given =
                left > 0 && rng.unit() * ways[k * width + left] < odds * ways[(k + 1) * width + left - 1];
            match (given, hands[one].has(card)) {
                (true, false) => (hand, odds_ratio) = (hand.with(card), odds_ratio * odds),
                (false, true) => (hand, odds_ratio) = (hand.without(card), odds_ratio / odds),
                _ => {}
            }
            left -= usize::from(given);
        }
        let mut moved = *hands;
        (moved[one], moved[two]) = (hand, both - hand);
        (hand != hands[one]).then(|| (moved, f64::ln(odds_ratio)))
    }

    /// Deals that the other population has weighed are drawn anew from all that it has weighed. Where that is
    /// nearly all of both, hardly anything is on neither list, and all are drawn from both together. Then
    /// they are put in a random order.
    fn renew(&mut self, rng: &mut Rng) {
        let listed = |half: usize| {
            let other = &self.halves[1 - half];
            self.hands(half).filter(|hands| other.met.contains_key(hands)).count()
        };
        let enough = NEARLY_ALL * self.effort.deals as f64;
        let nearly_all = [0, 1].into_iter().all(|half| listed(half) as f64 >= enough);
        self.given.clear();
        if nearly_all {
            let [one, two] = &self.halves;
            let more = two.known.iter().filter(|known| !one.met.contains_key(&known.hands));
            let known: Vec<Weighed> = one.known.iter().chain(more).copied().collect();
            let sums = listed::sums(&known);
            let draw =
                |n: u32| Given { look: listed::pick(&known, &sums, rng).look(), family: n, cluster: n };
            self.given.extend((0..2 * self.effort.deals as u32).map(draw));
            return;
        }
        for half in 0..2 {
            let (own, other) = (&self.halves[half], &self.halves[1 - half]);
            let sums = listed::sums(&other.known);
            for ((&at, family), ancestor) in own.at.iter().zip(&own.family).zip(&own.ancestor) {
                let deal = &own.known[at as usize];
                let known = other.met.contains_key(&deal.hands);
                let deal = if known { listed::pick(&other.known, &sums, rng) } else { deal };
                let [family, cluster] = [family, ancestor].map(|number| 2 * number + half as u32);
                self.given.push(Given { look: deal.look(), family, cluster });
            }
        }
        rng.shuffle(&mut self.given);
    }

    pub fn len(&self) -> usize {
        self.given.len()
    }

    /// A deal with the number of its cluster, which is less than [`Stock::clusters`].
    pub fn deal(&self, i: usize) -> (Look, u32) {
        (self.given[i].look, self.given[i].cluster)
    }

    pub fn clusters(&self) -> u32 {
        2 * self.effort.deals as u32
    }

    /// Whether it was led anew, and has nothing in common with the one before it.
    pub fn is_new(&self) -> bool {
        !self.stirred
    }

    /// As many deals more, or twice as many: the same stirred again, and after that a stock of twice the
    /// size, led with more care. So a long search gets better and better worlds, and a short one does not pay
    /// for them. Nothing if it is broken off: large stocks take longer than anybody waits for an end.
    pub fn more(
        &self,
        ends: Ends<'_>,
        begin: &Begin,
        weigher: &Weigher,
        seen: &SeenSevens,
        rng: &mut Rng,
    ) -> Option<Stock> {
        if self.stirred && self.effort.deals < self.effort.most {
            return Stock::unless(ends, begin, weigher, seen, self.effort.doubled(), rng);
        }
        let mut stock = self.clone();
        stock.stirred = true;
        for half in 0..2 {
            stock.stir(ends, half, 1.0, (AGAIN, stock.effort.stirs[1]), begin, weigher, rng)?;
        }
        stock.renew(rng);
        Some(stock)
    }

    /// How many independent deals these are worth, which were taken from here in turn, beginning with this
    /// one.
    pub fn worth(&self, first: usize, deals: &[Dealt]) -> f64 {
        let families = self.given[first..].iter().chain(self.given.iter().cycle()).map(|given| given.family);
        worth(deals.iter().zip(families))
    }

    /// How many independent deals each that is here is worth.
    pub fn worth_of_all(&self) -> f64 {
        worth(self.given.iter().map(|given| (&given.look.hands, given.family))) / self.given.len() as f64
    }
}

/// How many deals, each drawn anew, would tell as surely who holds what as these do. Those of one family are
/// alike, as far as they have not parted: what counts is how much whole families differ (the variance of a
/// mean over clusters). Where the two populations, which know nothing of each other, differ by far more than
/// that, they have not come far enough, and what counts is how much they differ.
fn worth<'a>(deals: impl Iterator<Item = (&'a Dealt, u32)>) -> f64 {
    let mut families: FxHashMap<u32, Counted> = FxHashMap::default();
    let mut halves = [Counted::default(), Counted::default()];
    for (hands, family) in deals {
        families.entry(family).or_default().add(hands);
        halves[family as usize % 2].add(hands);
    }
    let all: f64 = halves.iter().map(|half| half.deals).sum();
    let (mut spread, mut between, mut apart) = (0.0, 0.0, 0.0);
    for place in 0..PLACES {
        for seat in 0..MAX_PLAYERS {
            let holds = |counted: &Counted| f64::from(counted.holds[place][seat]);
            let mean = halves.iter().map(holds).sum::<f64>() / all;
            if mean > 0.0 && mean < 1.0 {
                spread += mean * (1.0 - mean);
                between += families.values().map(|own| (holds(own) - own.deals * mean).powi(2)).sum::<f64>();
                let [one, two] = [0, 1].map(|half| holds(&halves[half]) / halves[half].deals.max(1.0));
                apart += (one - two).powi(2);
            }
        }
    }
    if between == 0.0 {
        return all;
    }
    let by_families = all * all * spread / between;
    // The difference of two means, each of half of the deals.
    let by_halves = 4.0 * spread / apart;
    let worth = if by_halves < by_families / UNLIKELY { by_halves } else { by_families };
    worth.clamp(1.0, all)
}

/// Two populations hardly ever differ by so many times the variance that is due.
const UNLIKELY: f64 = 2.5;

/// How often each card is at each seat in some deals.
#[derive(Clone)]
struct Counted {
    deals: f64,
    holds: [[u32; MAX_PLAYERS]; PLACES],
}

impl Default for Counted {
    fn default() -> Counted {
        Counted { deals: 0.0, holds: [[0; MAX_PLAYERS]; PLACES] }
    }
}

impl Counted {
    fn add(&mut self, hands: &Dealt) {
        self.deals += 1.0;
        for (seat, hand) in hands.iter().enumerate() {
            hand.iter().for_each(|card| self.holds[card.place() as usize][seat] += 1);
        }
    }
}

/// How much more of what was seen may count for the deals to be worth their places.
fn step(gain: &[f64], left: f64) -> f64 {
    let worth = |step: f64| effective_sample_size(raised(gain, step)) / gain.len() as f64;
    if worth(left) >= KEPT_AT_LAST {
        return left;
    }
    let (mut low, mut high) = (0.0, left);
    for _ in 0..20 {
        let middle = (low + high) / 2.0;
        *(if worth(middle) < KEPT { &mut high } else { &mut low }) = middle;
    }
    low
}

fn raised(gain: &[f64], power: f64) -> Vec<f64> {
    let most = gain.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    gain.iter().map(|g| (power * (g - most)).exp()).collect()
}

#[cfg(test)]
mod tests;

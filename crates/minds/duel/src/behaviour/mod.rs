//! What the opponent may hold, by what it did: hidden cards are weighed by how likely a family of players who hold
//! them would have charged, played, attacked and countered as was seen, or left mana standing.
//!
//! [`DeckReading`] is exact and ignores choices; this is sampled (`walk`) and reads them. Both are by Bayes' rule: a
//! priori every deck and every order of its cards is as likely as dealing makes it, and every manner of play
//! ([`Manner`]) is equally likely.

pub mod manner;
mod story;
mod walk;
pub(crate) mod words;

pub use manner::{ByManner, MANNERS, Manner};

use crate::learnt::Learnt;
use crate::vector::History;
use crate::{DeckReading, Zone};
use manner::Judge;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use story::Story;
use walk::{Course, Walk};
use yomi_core::{Belief, Contradiction, Inference, Limits, Rng, State, ViewOf};
use yomi_games::Duel;
use yomi_games::duel::{CardId, Counts, SeenDuel};

/// How long is walked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effort {
    /// Walks that begin independently of each other.
    pub walks: u32,
    /// Steps until what was done counts in full.
    pub settle: u32,
    /// Hands that are taken from each walk, and steps between two of them.
    pub hands: u32,
    pub between: u32,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { walks: 8, settle: 200, hands: 32, between: 12 }
    }
}

impl Effort {
    /// A step with the network takes as long as some two iterations of a search; reading takes about as long as the
    /// search then.
    const STEPS_PER_ITERATION: f64 = 0.5;
    /// Within a time, about a third of it: a step takes 16 microseconds on an idle machine.
    const STEPS_PER_MS: f64 = 20.0;
    /// Of a walk that is as short as is worth its beginning.
    const SHORTEST: u32 = 130;

    fn steps(self) -> u32 {
        self.walks * (self.settle + self.hands * self.between)
    }

    /// No more than a search with these limits has time for.
    fn within(self, limits: &Limits) -> Effort {
        let by_tries = limits.iterations.map(|tries| Self::STEPS_PER_ITERATION * tries as f64);
        let by_time = limits.time.map(|time| Self::STEPS_PER_MS * 1000.0 * time.as_secs_f64());
        let most = by_tries.into_iter().chain(by_time).fold(f64::INFINITY, f64::min);
        if most >= f64::from(self.steps()) {
            return self;
        }
        let steps = most as u32;
        let walks = (steps / Self::SHORTEST).clamp(1, self.walks);
        let each = (steps / walks).max(2);
        let between = self.between.min(6).min(each);
        Effort { walks, settle: each / 2, hands: (each / 2 / between).max(1), between }
    }
}

/// Worlds by the cards seen and by what was done with those that were not.
#[derive(Clone)]
pub struct ByBehaviour {
    pub effort: Effort,
    pub learnt: Option<Learnt>,
}

/// With the network that is shipped, for the cards that it knows.
impl Default for ByBehaviour {
    fn default() -> ByBehaviour {
        ByBehaviour { effort: Effort::default(), learnt: Some(Learnt::shipped()) }
    }
}

/// A hand that the opponent may hold.
#[derive(Clone, Copy, Debug)]
struct Sample {
    hand: Counts,
    /// The rest of its unseen cards.
    rest: Counts,
}

/// What was read in all copies of one belief.
#[derive(Clone, Debug, Default)]
struct Told {
    /// The hands of each walk, and the rest of the unseen cards with each.
    walks: Vec<Vec<Sample>>,
    manners: ByManner,
}

impl Told {
    fn samples(&self) -> impl Iterator<Item = &Sample> {
        self.walks.iter().flatten()
    }

    fn count(&self) -> usize {
        self.walks.iter().map(Vec::len).sum()
    }
}

#[derive(Clone)]
pub struct BehaviourBelief {
    seen: SeenDuel,
    view: Arc<ViewOf<Duel>>,
    reading: DeckReading,
    how: ByBehaviour,
    stop: Option<Arc<AtomicBool>>,
    stock: Option<Arc<[Sample]>>,
    next: usize,
    told: Arc<Mutex<Told>>,
}

/// 1 where one of these cards is there.
fn share_of(zone: &Counts, cards: u64) -> f64 {
    f64::from(u8::from(zone.kinds() & cards != 0))
}

impl Inference<Duel> for ByBehaviour {
    type Belief = BehaviourBelief;

    fn read(&self, view: &ViewOf<Duel>) -> Result<BehaviourBelief, Contradiction> {
        Ok(BehaviourBelief {
            seen: view.now.clone(),
            view: Arc::new(view.clone()),
            reading: DeckReading::of_other(&view.now)?,
            how: self.clone(),
            stop: None,
            stock: None,
            next: 0,
            told: Arc::default(),
        })
    }

    fn read_within(&self, view: &ViewOf<Duel>, limits: &Limits) -> Result<BehaviourBelief, Contradiction> {
        ByBehaviour { effort: self.effort.within(limits), ..self.clone() }.read(view)
    }
}

impl BehaviourBelief {
    /// By the cards seen alone.
    pub fn deck_reading(&self) -> &DeckReading {
        &self.reading
    }

    /// The chance that the hidden part of the hand has one of these cards, by all hands that were read; nothing before
    /// the first.
    pub fn holds(&self, cards: u64) -> Option<f64> {
        let by_cards = Zone::hidden_hand(&self.seen, &self.reading).holds(cards);
        self.mean_of(by_cards, |sample| share_of(&sample.hand, cards))
    }

    /// The standard error of this chance, by how far the walks are apart; nothing from fewer than three.
    pub fn error_of_holds(&self, cards: u64) -> Option<f64> {
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let share = |walk: &Vec<Sample>| {
            walk.iter().map(|sample| share_of(&sample.hand, cards)).sum::<f64>() / walk.len() as f64
        };
        let shares: Vec<f64> = told.walks.iter().map(share).collect();
        let (n, mean) = (shares.len() as f64, shares.iter().sum::<f64>() / shares.len() as f64);
        let spread = shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>();
        (shares.len() >= 3).then(|| (spread / (n * (n - 1.0))).sqrt())
    }

    /// The expected copies of a card in the hidden part of the hand, by all hands that were read.
    pub fn expected(&self, card: CardId) -> Option<f64> {
        let by_cards = Zone::hidden_hand(&self.seen, &self.reading).expected(card);
        self.mean_of(by_cards, |sample| f64::from(sample.hand.count(card)))
    }

    /// The expected copies of a card among this many of the unseen cards that are not in the hand.
    pub fn expected_elsewhere(&self, card: CardId, places: u32) -> Option<f64> {
        let by_cards = self.reading.expected(card, places);
        self.mean_of(by_cards, |sample| {
            f64::from(places) * f64::from(sample.rest.count(card)) / f64::from(sample.rest.len().max(1))
        })
    }

    /// The chance that the deck has a card.
    pub fn deck_has(&self, card: CardId) -> Option<f64> {
        let by_cards = self.reading.has(card);
        let seen = self.seen.seen_of_other().has(card);
        self.mean_of(by_cards, |sample| match seen {
            true => 1.0,
            false => share_of(&sample.hand, card.bit()).max(share_of(&sample.rest, card.bit())),
        })
    }

    /// How likely each manner of play is.
    pub fn manners(&self) -> Option<ByManner> {
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let count = told.count();
        (count > 0).then(|| told.manners.map(|sum| sum / count as f64))
    }

    /// The mean over all samples, and one more for the cards seen alone: what no sample has is unlikely, and not
    /// impossible.
    fn mean_of(&self, by_cards: f64, figure: impl Fn(&Sample) -> f64) -> Option<f64> {
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let count = told.count();
        (count > 0).then(|| (by_cards + told.samples().map(figure).sum::<f64>()) / (1 + count) as f64)
    }

    /// Reads what was done, if that was not done yet.
    pub fn prepare(&mut self, rng: &mut Rng) {
        if self.stock.is_some() {
            return;
        }
        let Effort { walks, settle, hands, between } = self.how.effort;
        let mut stock = Vec::with_capacity((walks * hands) as usize);
        let mut told = Told::default();
        for walk in 0..walks {
            let mut rng = rng.split(u64::from(walk));
            let mut walk = self.walk(&mut rng);
            for step in 0..settle {
                if self.is_stopped() {
                    break;
                }
                walk.heat_up(f64::from(step + 1) / f64::from(settle));
                walk.step(&mut rng);
            }
            let mut own = Vec::with_capacity(hands as usize);
            for _ in 0..hands {
                (0..between).take_while(|_| !self.is_stopped()).for_each(|_| walk.step(&mut rng));
                let (hand, unseen) = (walk.hand(), walk.unseen());
                let rest = unseen.minus(&hand).expect("the hand is of the deck");
                stock.push(Sample { hand, rest });
                own.push(Sample { hand, rest });
                told.manners.iter_mut().zip(walk.manners()).for_each(|(sum, p)| *sum += p);
            }
            told.walks.push(own);
            // Broken off: the search ends, and there is something that it can be given.
            if self.is_stopped() {
                break;
            }
        }
        rng.shuffle(&mut stock);
        self.stock = Some(stock.into());
        let mut all = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        all.walks.extend(told.walks);
        all.manners.iter_mut().zip(told.manners).for_each(|(sum, p)| *sum += p);
    }

    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    fn walk(&self, rng: &mut Rng) -> Walk {
        let other = self.seen.seat.other();
        let story = Story::of(&self.view, rng);
        let mut histories = Vec::with_capacity(story.asked.len());
        let mut history = History::new(other);
        let mut table = self.view.start.table;
        let mut asked = story.asked.iter().peekable();
        for (at, &event) in (0..).zip(&self.view.events) {
            if asked.next_if(|asked| asked.at == at).is_some() {
                histories.push(history.clone());
            }
            let before = table;
            table.apply(event);
            history.follow(&before, event);
        }
        let seen = self.seen.seen_of_other();
        let course = Course { story, histories, reading: self.reading.clone(), seen, other };
        let learnt = self.how.learnt.clone().filter(|_| Learnt::knows(&self.seen.table));
        Walk::new(Arc::new(course), Judge::new(learnt), rng)
    }
}

impl Belief<Duel> for BehaviourBelief {
    fn sample(&mut self, rng: &mut Rng) -> (Duel, f64) {
        self.prepare(rng);
        let stock = self.stock.as_ref().expect("prepared");
        let Sample { hand, rest } = stock[self.next % stock.len()];
        self.next += 1;
        (self.seen.world_holding(hand, rest, rng), 1.0)
    }

    fn heed(&mut self, stop: &Arc<AtomicBool>) {
        self.stop = Some(stop.clone());
    }
}

#[cfg(test)]
mod tests;

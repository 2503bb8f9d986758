//! A walk through the hands that the opponent may have had.
//!
//! A state of the walk says of every life which card it is, and which deck they come from. It moves by exchanging a
//! hidden card for an unseen one, by exchanging what comes after of two lives that were in the hand together, and by
//! drawing the deck anew given the hidden cards; moves of the first two kinds are accepted as Metropolis has it. So
//! states come as often as they are likely: by luck, and by how likely one of the manners is to have done all that
//! was done. It begins without regard to what was done, which counts more and more.

use super::manner::{ByManner, Judge, MANNERS};
use super::story::{Life, Story, Time, hand_at, taken_at};
use crate::DeckReading;
use crate::vector::History;
use std::sync::Arc;
use yomi_core::{Player, Rng};
use yomi_games::duel::{CardId, Counts};

/// What does not change in a walk.
pub struct Course {
    pub story: Story,
    /// What the opponent saw of the viewer before each act.
    pub histories: Vec<History>,
    pub reading: DeckReading,
    /// What the viewer sees of the opponent's cards now.
    pub seen: Counts,
    pub other: Player,
}

#[derive(Clone)]
pub struct Walk {
    course: Arc<Course>,
    judge: Judge,
    lives: Vec<Life>,
    /// What each of them is.
    cards: Vec<CardId>,
    /// Those that were not seen.
    hidden: Vec<usize>,
    /// Of the deck: all unseen cards, and those that are no hidden life.
    unseen: Counts,
    pool: Counts,
    /// Logarithms of the chances of each act, and their sums.
    acts: Vec<ByManner>,
    sums: ByManner,
    /// How much what was done counts, from 0 to 1.
    heat: f64,
}

impl Walk {
    /// Begins as the cards seen have it.
    pub fn new(course: Arc<Course>, judge: Judge, rng: &mut Rng) -> Walk {
        let lives = course.story.lives.clone();
        let mut pool = course.reading.draw(rng);
        let unseen = pool;
        let mut cards = Vec::with_capacity(lives.len());
        let mut hidden = Vec::new();
        for (at, life) in lives.iter().enumerate() {
            cards.push(life.seen.unwrap_or_else(|| {
                hidden.push(at);
                let card = pool.nth(rng.below(pool.len()));
                pool.remove(card);
                card
            }));
        }
        let mut walk = Walk {
            acts: vec![[0.0; MANNERS]; course.story.asked.len()],
            sums: [0.0; MANNERS],
            heat: 0.0,
            course,
            judge,
            lives,
            cards,
            hidden,
            unseen,
            pool,
        };
        (0..walk.acts.len()).for_each(|at| walk.acts[at] = walk.judged(at));
        walk.add_up();
        walk
    }

    /// From now on what was done counts so much, from 0 to 1.
    pub fn heat_up(&mut self, heat: f64) {
        self.heat = heat;
    }

    pub fn step(&mut self, rng: &mut Rng) {
        const DECK_EVERY: u32 = 8;
        match rng.below(DECK_EVERY) {
            0 => self.draw_deck(rng),
            n if n % 2 == 0 => self.exchange_card(rng),
            _ => self.exchange_lives(rng),
        }
    }

    /// The hidden part of the hand now.
    pub fn hand(&self) -> Counts {
        self.lives
            .iter()
            .zip(&self.cards)
            .filter(|(life, _)| life.is_held_now())
            .map(|(_, &card)| card)
            .collect()
    }

    /// All unseen cards of its deck.
    pub fn unseen(&self) -> Counts {
        self.unseen
    }

    /// How likely each manner is, by what this state of the walk would have made it do.
    pub fn manners(&self) -> ByManner {
        let total = self.log_chance();
        let prior = self.judge.prior();
        std::array::from_fn(|k| {
            if prior[k] > 0.0 { (prior[k].ln() + self.heat * self.sums[k] - total).exp() } else { 0.0 }
        })
    }

    /// The logarithm of the chance that one of the manners did all this.
    fn log_chance(&self) -> f64 {
        let prior = self.judge.prior();
        let each = (0..MANNERS).filter(|&k| prior[k] > 0.0).map(|k| prior[k].ln() + self.heat * self.sums[k]);
        let most = each.clone().fold(f64::NEG_INFINITY, f64::max);
        most + each.map(|log| (log - most).exp()).sum::<f64>().ln()
    }

    fn add_up(&mut self) {
        self.sums = std::array::from_fn(|k| self.acts.iter().map(|act| act[k]).sum());
    }

    /// How likely each manner would have done what was done, with the hand that this state of the walk has then.
    fn judged(&mut self, at: usize) -> ByManner {
        let course = self.course.clone();
        let asked = &course.story.asked[at];
        let hand = hand_at(&self.lives, &self.cards, asked.at);
        let broken = if asked.took { taken_at(&self.lives, &self.cards, asked.at) } else { None };
        let seen = asked.before.seen_of_other();
        let unseen = self.unseen.plus(&course.seen).minus(&seen).unwrap_or(self.unseen);
        let table = asked.before.asked_with(&hand, broken, &unseen);
        self.judge.chances(&table, course.other, &course.histories[at], asked.did)
    }

    /// Whether a change that was made is accepted, by how likely it makes what was done in these times.
    fn decide(&mut self, touched: impl Fn(Time) -> bool, rng: &mut Rng) -> bool {
        let (before, sums) = (self.log_chance(), self.sums);
        let mut old: Vec<(usize, ByManner)> = Vec::new();
        for at in 0..self.acts.len() {
            let asked = &self.course.story.asked[at];
            if !asked.by_hand || !touched(asked.at) {
                continue;
            }
            let new = self.judged(at);
            let was = std::mem::replace(&mut self.acts[at], new);
            (0..MANNERS).for_each(|k| self.sums[k] += new[k] - was[k]);
            old.push((at, was));
        }
        let accepted = rng.unit().ln() < self.log_chance() - before;
        if !accepted {
            old.into_iter().for_each(|(at, was)| self.acts[at] = was);
            self.sums = sums;
        }
        accepted
    }

    /// A hidden card is another one of the unseen.
    fn exchange_card(&mut self, rng: &mut Rng) {
        if self.hidden.is_empty() || self.pool.is_empty() {
            return;
        }
        let life = self.hidden[rng.below(self.hidden.len() as u32) as usize];
        let (new, old) = (self.pool.nth(rng.below(self.pool.len())), self.cards[life]);
        if new == old {
            return;
        }
        let pool = self.pool;
        self.pool.remove(new);
        self.pool.add(old);
        self.cards[life] = new;
        let stays = self.lives[life].stays.clone();
        // A shield is decided about just before it comes to the hand.
        let touched = |at: Time| stays.iter().any(|&(from, to)| from <= at + 1 && at < to);
        if !self.decide(touched, rng) {
            self.cards[life] = old;
            self.pool = pool;
        }
    }

    /// When a card left the hand it was another one of those that were there.
    fn exchange_lives(&mut self, rng: &mut Rng) {
        let partings = &self.course.story.partings;
        if partings.is_empty() {
            return;
        }
        let at = partings[rng.below(partings.len() as u32) as usize].0;
        let there: Vec<usize> = (0..self.lives.len()).filter(|&life| self.lives[life].holds(at)).collect();
        let Some(left) =
            there.iter().position(|&life| self.lives[life].stays.iter().any(|stay| stay.1 == at + 1))
        else {
            return;
        };
        let mut other = rng.below(there.len() as u32 - 1) as usize;
        other += usize::from(other >= left);
        let (one, two) = (there[left], there[other]);
        let begins = |walk: &Walk, life: usize| {
            walk.lives[life].stays.iter().map(|stay| stay.0).filter(|&from| from <= at).collect::<Vec<_>>()
        };
        let first = begins(self, one).into_iter().chain(begins(self, two)).min().expect("both were there");
        self.swap_tails(one, two, at);
        if !self.decide(|time| first <= time + 1 && time <= at, rng) {
            self.swap_tails(one, two, at);
        }
    }

    /// Exchanges what happens to two lives after a time when both are in the hand, and with it what they are.
    fn swap_tails(&mut self, one: usize, two: usize, at: Time) {
        let cut = |life: &Life| {
            life.stays.iter().position(|&(from, to)| from <= at && at < to).expect("it is in the hand")
        };
        let (a, b) = (cut(&self.lives[one]), cut(&self.lives[two]));
        let mut stays = [one, two].map(|life| self.lives[life].stays.to_vec());
        let (tail_of_one, tail_of_two) = (stays[0].split_off(a), stays[1].split_off(b));
        let join = |mut head: Vec<(Time, Time)>, from: Time, tail: &[(Time, Time)]| {
            head.push((from, tail[0].1));
            head.extend(&tail[1..]);
            head
        };
        let [head_of_one, head_of_two] = stays;
        self.lives[one].stays = join(head_of_one, tail_of_one[0].0, &tail_of_two).into();
        self.lives[two].stays = join(head_of_two, tail_of_two[0].0, &tail_of_one).into();
        self.cards.swap(one, two);
        let seen = self.lives[one].seen;
        self.lives[one].seen = self.lives[two].seen;
        self.lives[two].seen = seen;
        if self.lives[one].seen.is_none() != self.lives[two].seen.is_none() {
            self.hidden = (0..self.lives.len()).filter(|&life| self.lives[life].seen.is_none()).collect();
        }
    }

    /// Draws the deck anew, given the hidden cards. Only a network minds what else is in it.
    fn draw_deck(&mut self, rng: &mut Rng) {
        let hidden: Counts = self.hidden.iter().map(|&life| self.cards[life]).collect();
        let (old, pool) = (self.unseen, self.pool);
        self.unseen = self.course.reading.draw_having(&hidden, rng);
        self.pool = self.unseen.minus(&hidden).expect("a deck that has them");
        if self.judge.minds_the_deck() && self.unseen != old && !self.decide(|_| true, rng) {
            (self.unseen, self.pool) = (old, pool);
        }
    }
}

#[cfg(test)]
impl Walk {
    pub(super) fn course(&self) -> &Course {
        &self.course
    }

    pub(super) fn parts(&self) -> (&[Life], &[CardId], &[usize], &Counts, &Counts) {
        (&self.lives, &self.cards, &self.hidden, &self.unseen, &self.pool)
    }

    /// What is kept of every act is what it comes to when it is judged anew.
    pub(super) fn check_sums(&mut self) {
        for at in 0..self.acts.len() {
            // What units do is judged once, with the first hand.
            if self.course.story.asked[at].by_hand {
                let anew = self.judged(at);
                assert!(anew.iter().zip(&self.acts[at]).all(|(a, b)| (a - b).abs() < 1e-9), "act {at}");
            }
        }
        let sums = self.sums;
        self.add_up();
        assert!(sums.iter().zip(self.sums).all(|(a, b)| (a - b).abs() < 1e-6));
    }

    /// How likely all that was done is, when it counts in full.
    pub(super) fn whole_chance(&mut self) -> f64 {
        self.heat = 1.0;
        self.log_chance().exp()
    }
}

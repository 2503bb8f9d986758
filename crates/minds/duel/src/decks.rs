//! Which deck the opponent plays, and what it can hold: exact under the deck model.
//!
//! A priori every archetype is equally likely, and within it every choice of flex cards. In a shuffled deck,
//! any set of cards is as likely to have been seen as any other of the same size, so a deck with `d` copies
//! of a card, `n` of which were seen, has `C(d, n)` ways to show them: Bayes' rule multiplies these over the
//! cards. What the opponent *chose* to play or to keep says more, and is ignored here: this is the baseline
//! that a better inference must beat. Given the deck, every assignment of the unseen cards to hand, shields
//! and library is equally likely.

use yomi_core::{Belief, Contradiction, Inference, Rng, ViewOf};
use yomi_games::Duel;
use yomi_games::duel::cards::{MOST_COPIES, SetRef};
use yomi_games::duel::{CardId, Counts, SeenDuel};

/// The decks that the opponent can have, with their probabilities.
#[derive(Clone, Debug)]
pub struct DeckReading {
    set: SetRef,
    seen: Counts,
    /// For each possible deck: its unseen cards, its archetype, and its probability.
    decks: Vec<(Counts, usize, f64)>,
}

/// The binomial coefficient `d` over `n`.
fn ways(d: u32, n: u32) -> f64 {
    (0..n).fold(1.0, |ways, i| ways * f64::from(d - i) / f64::from(i + 1))
}

impl DeckReading {
    /// The posterior given the cards seen of a deck.
    pub fn new(set: SetRef, seen: Counts) -> Result<DeckReading, Contradiction> {
        let mut decks = Vec::new();
        for (at, archetype) in set.archetypes.iter().enumerate() {
            let prior = 1.0 / (set.archetypes.len() * archetype.decks.len()) as f64;
            for deck in &archetype.decks {
                if let Some(unseen) = deck.minus(&seen) {
                    let likelihood: f64 = seen.iter().map(|(card, n)| ways(deck.count(card), n)).product();
                    decks.push((unseen, at, prior * likelihood));
                }
            }
        }
        let total: f64 = decks.iter().map(|(_, _, p)| p).sum();
        if decks.is_empty() {
            return Err(Contradiction(
                "no deck of this game has all the cards that were seen of the other's".into(),
            ));
        }
        decks.iter_mut().for_each(|(_, _, p)| *p /= total);
        Ok(DeckReading { set, seen, decks })
    }

    /// The posterior of the opponent's deck, from what a seat sees.
    pub fn of_other(seen: &SeenDuel) -> Result<DeckReading, Contradiction> {
        DeckReading::new(seen.table.set(), seen.seen_of_other())
    }

    pub fn set(&self) -> SetRef {
        self.set
    }

    /// The probability of each archetype, in the order of the set.
    pub fn archetypes(&self) -> Vec<f64> {
        let mut sums = vec![0.0; self.set.archetypes.len()];
        self.decks.iter().for_each(|(_, at, p)| sums[*at] += p);
        sums
    }

    /// The probability that the deck contains this card.
    pub fn has(&self, card: CardId) -> f64 {
        if self.seen.has(card) {
            return 1.0;
        }
        self.decks.iter().filter(|(unseen, _, _)| unseen.has(card)).map(|(_, _, p)| p).sum()
    }

    /// The expected number of copies of a card among `n` of the unseen cards.
    pub fn expected(&self, card: CardId, n: u32) -> f64 {
        let one = |(unseen, _, p): &(Counts, usize, f64)| {
            p * f64::from(n) * f64::from(unseen.count(card)) / f64::from(unseen.len().max(1))
        };
        self.decks.iter().map(one).sum()
    }

    /// The probability that at least one of `n` unseen cards is in a set of cards.
    pub fn any_among(&self, cards: u64, n: u32) -> f64 {
        let none = |(unseen, _, p): &(Counts, usize, f64)| {
            let (all, bad) = (unseen.len(), unseen.len_among(cards));
            let missed =
                (0..n.min(all)).map(|i| f64::from((all - bad).saturating_sub(i)) / f64::from(all - i));
            p * missed.product::<f64>()
        };
        1.0 - self.decks.iter().map(none).sum::<f64>()
    }

    /// Samples a deck by its probability, and returns its unseen cards.
    pub fn draw(&self, rng: &mut Rng) -> Counts {
        let mut left = rng.unit();
        for (unseen, _, p) in &self.decks {
            left -= p;
            if left < 0.0 {
                return *unseen;
            }
        }
        // Rounding may leave a tiny rest of probability.
        self.decks[self.decks.len() - 1].0
    }
}

/// Worlds in which the opponent has a deck of the model, weighted by the posterior.
#[derive(Clone, Copy, Debug, Default)]
pub struct DeckModel;

#[derive(Clone, Debug)]
pub struct DeckBelief {
    seen: SeenDuel,
    reading: DeckReading,
}

impl Inference<Duel> for DeckModel {
    type Belief = DeckBelief;

    fn read(&self, view: &ViewOf<Duel>) -> Result<DeckBelief, Contradiction> {
        Ok(DeckBelief { seen: view.now.clone(), reading: DeckReading::of_other(&view.now)? })
    }
}

impl Belief<Duel> for DeckBelief {
    fn sample(&mut self, rng: &mut Rng) -> (Duel, f64) {
        let unseen = self.reading.draw(rng);
        (self.seen.world(unseen, rng), 1.0)
    }
}

/// Worlds in which the opponent's unseen cards are any cards of the game, at most four of each: the belief of
/// a player who knows the cards but not the decks. For comparison.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyCards;

#[derive(Clone, Debug)]
pub struct AnyBelief {
    seen: SeenDuel,
    /// Every copy that may be hidden.
    possible: Counts,
}

impl Inference<Duel> for AnyCards {
    type Belief = AnyBelief;

    fn read(&self, view: &ViewOf<Duel>) -> Result<AnyBelief, Contradiction> {
        let seen = view.now.seen_of_other();
        let left = |card: CardId| (seen.count(card)..MOST_COPIES).map(move |_| card);
        let possible = view.now.table.set().ids().flat_map(left).collect();
        Ok(AnyBelief { seen: view.now.clone(), possible })
    }
}

impl Belief<Duel> for AnyBelief {
    fn sample(&mut self, rng: &mut Rng) -> (Duel, f64) {
        let (mut possible, mut unseen) = (self.possible, Counts::EMPTY);
        for _ in 0..self.seen.unseen_of_other() {
            let card = possible.nth(rng.below(possible.len()));
            possible.remove(card);
            unseen.add(card);
        }
        (self.seen.world(unseen, rng), 1.0)
    }
}

//! Which deck the opponent plays, and what it can hold: exact under the deck model.
//!
//! A priori every archetype is equally likely, and within it every choice of flex cards. In a shuffled deck,
//! any set of cards is as likely to have been seen as any other of the same size, so a deck with `d` copies
//! of a card, `n` of which were seen, has `C(d, n)` ways to show them: Bayes' rule multiplies these over the
//! cards. What the opponent *chose* to play or to keep says more, and is ignored here: this is the baseline
//! that a better inference must beat. Given the deck, every assignment of the unseen cards to hand, shields
//! and library is equally likely.

use yomi_core::{Belief, Contradiction, Inference, Rng, ViewOf, sentence};
use yomi_games::Duel;
use yomi_games::duel::cards::{MOST_COPIES, SetRef};
use yomi_games::duel::{CardId, Counts, SeenDuel};

/// The decks that the opponent can have, with their probabilities.
#[derive(Clone, Debug)]
pub struct DeckReading {
    set: SetRef,
    seen: Counts,
    /// Where the unseen cards come from: what is not seen of each possible deck, its archetype, and its
    /// probability; or any cards, of no archetype.
    decks: Vec<(Counts, Option<usize>, f64)>,
    /// How many cards of the deck are not seen.
    unseen: u32,
}

/// The binomial coefficient `d` over `n`.
fn ways(d: u32, n: u32) -> f64 {
    (0..n).fold(1.0, |ways, i| ways * f64::from(d - i) / f64::from(i + 1))
}

/// The same, and no way where there are fewer.
fn some_ways(d: u32, n: u32) -> f64 {
    if n > d { 0.0 } else { ways(d, n) }
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
                    decks.push((unseen, Some(at), prior * likelihood));
                }
            }
        }
        let total: f64 = decks.iter().map(|(_, _, p)| p).sum();
        if decks.is_empty() {
            return Err(Contradiction(sentence!(
                "no deck of this game has all the cards that the opponent has shown",
                "相手が見せたカードをすべて含むデッキがありません"
            )));
        }
        decks.iter_mut().for_each(|(_, _, p)| *p /= total);
        let unseen = decks[0].0.len();
        Ok(DeckReading { set, seen, decks, unseen })
    }

    /// For an observer who knows of no decks: any of these cards can be the unseen ones.
    fn of_any(seen: &SeenDuel, possible: Counts) -> DeckReading {
        let (set, unseen) = (seen.table.set(), seen.unseen_of_other());
        DeckReading { set, seen: seen.seen_of_other(), decks: vec![(possible, None, 1.0)], unseen }
    }

    /// The posterior of the opponent's deck, from what a seat sees.
    pub fn of_other(seen: &SeenDuel) -> Result<DeckReading, Contradiction> {
        DeckReading::new(seen.table.set(), seen.seen_of_other())
    }

    pub fn set(&self) -> SetRef {
        self.set
    }

    /// How likely each archetype is, in the order of the set; none where any cards are believed possible.
    pub fn archetypes(&self) -> Vec<f64> {
        if self.decks.iter().all(|(_, at, _)| at.is_none()) {
            return Vec::new();
        }
        let mut sums = vec![0.0; self.set.archetypes.len()];
        self.decks.iter().for_each(|(_, at, p)| at.iter().for_each(|&at| sums[at] += p));
        sums
    }

    /// The probability that the deck contains this card.
    pub fn has(&self, card: CardId) -> f64 {
        if self.seen.has(card) {
            return 1.0;
        }
        self.any_among(card.bit(), self.unseen)
    }

    /// The expected number of copies of a card among `n` of the unseen cards.
    pub fn expected(&self, card: CardId, n: u32) -> f64 {
        let one = |(unseen, _, p): &(Counts, Option<usize>, f64)| {
            p * f64::from(n) * f64::from(unseen.count(card)) / f64::from(unseen.len().max(1))
        };
        self.decks.iter().map(one).sum()
    }

    /// The probability that at least one of `n` unseen cards is in a set of cards.
    pub fn any_among(&self, cards: u64, n: u32) -> f64 {
        let some = |(unseen, _, p): &(Counts, Option<usize>, f64)| {
            let (all, bad) = (unseen.len(), unseen.len_among(cards));
            let missed =
                (0..n.min(all)).map(|i| f64::from((all - bad).saturating_sub(i)) / f64::from(all - i));
            p * (1.0 - missed.product::<f64>())
        };
        self.decks.iter().map(some).sum()
    }

    /// Samples a deck by its probability, and returns its unseen cards.
    pub fn draw(&self, rng: &mut Rng) -> Counts {
        self.draw_weighted(1.0, |_| 1.0, rng)
    }

    /// The same given that these are among the cards that were drawn from it unseen. Some deck must have them.
    pub fn draw_having(&self, drawn: &Counts, rng: &mut Rng) -> Counts {
        let ways =
            |unseen: &Counts| drawn.iter().map(|(card, n)| some_ways(unseen.count(card), n)).product::<f64>();
        let total = self.decks.iter().map(|(unseen, _, p)| p * ways(unseen)).sum();
        self.draw_weighted(total, ways, rng)
    }

    fn draw_weighted(&self, total: f64, weight: impl Fn(&Counts) -> f64, rng: &mut Rng) -> Counts {
        let mut left = total * rng.unit();
        let mut last = None;
        for (unseen, _, p) in &self.decks {
            let part = p * weight(unseen);
            if part > 0.0 {
                last = Some(*unseen);
            }
            left -= part;
            if left < 0.0 {
                break;
            }
        }
        // Rounding may leave a tiny rest of probability.
        last.expect("a deck that can be")
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

impl DeckBelief {
    pub fn reading(&self) -> &DeckReading {
        &self.reading
    }
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

impl AnyBelief {
    /// What is stated of it.
    pub fn reading(&self) -> DeckReading {
        DeckReading::of_any(&self.seen, self.possible)
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Zone, card_file::standard_rules};
    use yomi_core::{Hidden, Player, Ruleset, View};

    /// What is stated of a search that takes any cards for possible is what its worlds have.
    #[test]
    fn any_cards_are_read_as_they_are_drawn() {
        let state = standard_rules().start(3);
        let view = View::new(Player::FIRST, state.seen(Player::FIRST));
        let belief = AnyCards.read(&view).unwrap();
        let reading = belief.reading();
        assert_eq!(reading.archetypes(), [0.0; 0], "it knows of no decks");
        let (mut belief, mut rng, draws) = (belief, Rng::new(1), 20_000);
        let hand = Zone::hand(&view.now, &reading);
        let (card, counters) = (view.now.table.set().ids().next().unwrap(), view.now.table.set().counters);
        let [mut holds, mut copies, mut in_deck, mut counter] = [0.0; 4];
        for _ in 0..draws {
            let world = belief.sample(&mut rng).0;
            let side = world.side_of(Player::SECOND);
            let deck = side.hand.plus(&side.pool);
            let add = |sum: &mut f64, n: u32| *sum += f64::from(n) / f64::from(draws);
            add(&mut holds, side.hand.count(card).min(1));
            add(&mut copies, side.hand.count(card));
            add(&mut in_deck, deck.count(card).min(1));
            add(&mut counter, side.hand.len_among(counters).min(1));
        }
        // Five sigma of means of counts with a variance of at most a quarter.
        let pairs = [
            (holds, hand.holds(card.bit())),
            (copies, hand.expected(card)),
            (in_deck, reading.has(card)),
            (counter, hand.holds(counters)),
        ];
        assert!(pairs.iter().all(|(found, said)| (found - said).abs() < 0.018), "{pairs:?}");
    }
}

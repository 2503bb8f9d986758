//! The seed's worlds: the unseen cards are dealt at random until the deal agrees with the tracker, up to a
//! number of attempts, and then once more without checking.

use super::options::{PassInference, SeedOptions};
use super::tracker::CardTracker;
use smallvec::SmallVec;
use yomi_core::{Belief, Contradiction, Inference, MAX_PLAYERS, Player, Rng, ViewOf};
use yomi_games::Sevens;
use yomi_games::sevens::{Card, Cards, SeenSevens};

/// Another seat with its number of cards and the cards it can hold according to the tracker.
#[derive(Clone, Copy, Debug)]
struct Other {
    seat: usize,
    cards: usize,
    possible: Cards,
}

/// Deals the unseen cards.
#[derive(Clone, Debug)]
pub struct Determinizer {
    seen: SeenSevens,
    others: SmallVec<[Other; MAX_PLAYERS]>,
    unseen: Vec<Card>,
    attempts: u32,
    /// The probability that a card counts as possible for a seat that passed on it.
    doubt: f64,
}

impl Determinizer {
    pub fn new(seen: &SeenSevens, tracker: &CardTracker, options: &SeedOptions) -> Determinizer {
        let other = |p| Other {
            seat: Player::index(p),
            cards: usize::from(seen.board.place(p).cards),
            possible: tracker.possible(p),
        };
        Determinizer {
            seen: *seen,
            others: seen.others().map(other).collect(),
            unseen: tracker.unseen().iter().collect(),
            attempts: options.determinization_attempts,
            doubt: match options.inference {
                PassInference::Soft => options.belief_state_decay_factor,
                PassInference::Hard | PassInference::Off => 0.0,
            },
        }
    }

    /// A world, and whether it was checked against the tracker.
    pub fn draw(&mut self, rng: &mut Rng) -> (Sevens, bool) {
        for _ in 0..self.attempts {
            if let Some(hands) = self.deal(rng, true) {
                return (Sevens::world(&self.seen, hands), true);
            }
        }
        let hands = self.deal(rng, false).expect("nothing is checked");
        (Sevens::world(&self.seen, hands), false)
    }

    /// Deals like a shuffle, card by card, and gives up at the first card in an impossible place.
    fn deal(&mut self, rng: &mut Rng, check: bool) -> Option<[Cards; MAX_PLAYERS]> {
        let mut hands = [Cards::NONE; MAX_PLAYERS];
        let mut dealt = 0;
        for other in &self.others {
            for _ in 0..other.cards {
                let left = (self.unseen.len() - dealt) as u32;
                self.unseen.swap(dealt, dealt + rng.below(left) as usize);
                let card = self.unseen[dealt];
                if check && !other.possible.has(card) && (self.doubt == 0.0 || rng.unit() >= self.doubt) {
                    return None;
                }
                hands[other.seat] = hands[other.seat].with(card);
                dealt += 1;
            }
        }
        Some(hands)
    }
}

impl Belief<Sevens> for Determinizer {
    fn sample(&mut self, rng: &mut Rng) -> (Sevens, f64) {
        (self.draw(rng).0, 1.0)
    }
}

/// Interprets views as the seed does.
impl Inference<Sevens> for SeedOptions {
    type Belief = Determinizer;

    fn read(&self, view: &ViewOf<Sevens>) -> Result<Determinizer, Contradiction> {
        let tracker = CardTracker::of_history(view, self.inference)?;
        Ok(Determinizer::new(&view.now, &tracker, self))
    }
}

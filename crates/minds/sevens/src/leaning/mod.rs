//! How a player chooses among the cards that can be played, as it was watched: a player who never passes by
//! choice, whose cards are as likely as a few tables say. Nobody's thoughts are in it, only their habits, so
//! that it is quick enough to stand for a player who thinks long, in readings and in the worlds of a search.

pub mod learn;

use super::policy::inputs::{CARDS, CardRows};
use super::seat::{SeatPolicy, Sight};
use super::stored;
use smallvec::SmallVec;
use std::sync::{Arc, LazyLock};
use yomi_core::{Rejected, Rng};
use yomi_games::sevens::{Action, Card, Cards};

/// A card has two rows: what lies beyond it at this stage of the game, and how many cards of its suit are in
/// the hand.
const SUIT_ROWS: usize = CARDS;
const MOST_OF_A_SUIT: usize = 12;
/// How many numbers there are.
pub const NUMBERS: usize = SUIT_ROWS + MOST_OF_A_SUIT + 1;

const NAME: &str = "yomi sevens leaning 1";
/// The tables of a file: where each begins, and the end of the last.
const TABLES: [usize; 3] = [0, SUIT_ROWS, NUMBERS];

/// The numbers that come with the program, as a file: watched from the seed's player.
static CAREFUL_FILE: &[u8] = include_bytes!("careful.weights");

static CAREFUL: LazyLock<Leaning> =
    LazyLock::new(|| Leaning::read(CAREFUL_FILE).expect("the numbers in the program are whole"));

/// Plays a card as likely as the exponential of its score.
#[derive(Clone, PartialEq, Debug)]
pub struct Leaning {
    numbers: Arc<[f32]>,
    /// Their exponentials, so that the odds of a card are a product.
    odds: Arc<[f32]>,
}

/// Cards that can be played at once, at most: two a suit, and the ends that tunnels opened.
type Odds = SmallVec<[(Card, f32); 16]>;

impl Leaning {
    /// The player who weighs its cards with care and never passes by choice: the seed's.
    pub fn careful() -> Leaning {
        CAREFUL.clone()
    }

    /// The bytes of a file; `made_by` is the command that made it.
    pub fn write(&self, made_by: &str) -> Vec<u8> {
        stored::write(NAME, made_by, &self.numbers, &TABLES)
    }

    pub fn read(bytes: &[u8]) -> Result<Leaning, Rejected> {
        Ok(Leaning::new(stored::read(NAME, bytes, &TABLES)?))
    }

    fn new(numbers: Vec<f32>) -> Leaning {
        Leaning { odds: numbers.iter().map(|number| number.exp()).collect(), numbers: numbers.into() }
    }

    /// How likely it is to choose this card, of those that it may play.
    #[inline]
    pub fn likelihood(&self, sight: &Sight<'_>, card: Card) -> f64 {
        self.likelihood_by(&CardRows::of(sight), sight, card)
    }

    /// The same, with the rows of what it sees.
    #[inline]
    pub fn likelihood_by(&self, rows: &CardRows, sight: &Sight<'_>, card: Card) -> f64 {
        let (mut total, mut own) = (0.0, 0.0);
        for other in sight.playable.iter() {
            let odds = self.odds_of(rows, sight, other);
            total += odds;
            own = if other == card { odds } else { own };
        }
        f64::from(own / total)
    }

    #[inline(always)]
    fn odds_of(&self, rows: &CardRows, sight: &Sight<'_>, card: Card) -> f32 {
        rows_of(rows, sight, card).map(|row| self.odds[row]).iter().product()
    }

    #[inline]
    fn odds(&self, sight: &Sight<'_>) -> Odds {
        let rows = CardRows::of(sight);
        sight.playable.iter().map(|card| (card, self.odds_of(&rows, sight, card))).collect()
    }
}

/// The rows of a card.
#[inline(always)]
fn rows_of(rows: &CardRows, sight: &Sight<'_>, card: Card) -> [usize; 2] {
    let suit = Cards::from_bits(0xffff << (16 * (card.lane() / 2)));
    [rows.row(sight, card), SUIT_ROWS + (sight.hand & suit).len() as usize]
}

impl SeatPolicy for Leaning {
    #[inline]
    fn act(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> Action {
        let odds = self.odds(sight);
        let total: f32 = odds.iter().map(|(_, odds)| odds).sum();
        let mut mark = rng.unit() as f32 * total;
        let chosen = odds.iter().find(|(_, odds)| {
            mark -= odds;
            mark < 0.0
        });
        // Rounding may leave the mark just past the end.
        chosen.or(odds.last()).map_or(Action::Pass, |&(card, _)| Action::Play(card))
    }
}

//! The weights of the tuned policy, and how they score a decision.
//!
//! Every row of the [inputs] has [`WIDTH`] numbers. Those of the lanes and of the standing are added up and
//! cut off at zero (ReLU): the hidden layer, here called the *mood*, which summarises everything that matters
//! for all moves. A move has rows of its own, and its score is the sum of their dot products with the mood.
//! The first number of the mood is always 1, so that the first number of a move's row is its score
//! independent of the mood.

use super::super::seat::Sight;
use super::inputs::{self, Around, CARDS, Inputs, LANES, ROWS_A_PASS, STANDINGS};
use yomi_games::sevens::Card;

/// Numbers per row.
pub const WIDTH: usize = 16;

/// Where the rows of each table begin, as an index of a number.
pub(super) const LANE_ROWS: usize = 0;
const STANDING_ROWS: usize = LANE_ROWS + LANES * WIDTH;
pub(super) const CARD_ROWS: usize = STANDING_ROWS + STANDINGS * WIDTH;
const PASS_ROWS: usize = CARD_ROWS + CARDS * WIDTH;
const OPENING_ROWS: usize = PASS_ROWS + inputs::PASS_ROWS * WIDTH;
const CHANCE_ROW: usize = OPENING_ROWS + inputs::OPENINGS * WIDTH;
/// The total number of weights.
pub const WEIGHTS: usize = CHANCE_ROW + WIDTH;

/// Where each table begins, and the end of the last.
pub const TABLES: [usize; 7] =
    [LANE_ROWS, STANDING_ROWS, CARD_ROWS, PASS_ROWS, OPENING_ROWS, CHANCE_ROW, WEIGHTS];

pub type Row = [f32; WIDTH];

/// All weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    weights: Vec<f32>,
}

impl Net {
    /// Panics if the number of weights is wrong.
    pub fn new(weights: Vec<f32>) -> Net {
        assert_eq!(weights.len(), WEIGHTS);
        Net { weights }
    }

    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    pub fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    #[inline(always)]
    pub fn row(&self, at: usize) -> &Row {
        self.weights[at..at + WIDTH].try_into().expect("a row has its width")
    }

    /// The rows that add up to the mood.
    #[inline(always)]
    pub fn rows_of(inputs: &Inputs) -> impl Iterator<Item = usize> + '_ {
        let lanes = inputs.lanes.iter().map(|&l| LANE_ROWS + usize::from(l) * WIDTH);
        lanes.chain(inputs.standing.iter().map(|&s| STANDING_ROWS + usize::from(s) * WIDTH))
    }

    #[inline(always)]
    pub fn card_rows(inputs: &Inputs, sight: &Sight<'_>, card: Card) -> [usize; 2] {
        let (picture, opens) = (inputs.cards.row(sight, card), inputs.openings.row(sight, card));
        [CARD_ROWS + picture * WIDTH, OPENING_ROWS + opens * WIDTH]
    }

    #[inline(always)]
    pub fn pass_rows(inputs: &Inputs, around: &Around) -> [usize; ROWS_A_PASS] {
        inputs.pass(around).map(|row| PASS_ROWS + row * WIDTH)
    }

    /// The row for the win probability.
    pub fn chance_row() -> usize {
        CHANCE_ROW
    }

    /// Never inlined, like what it calls: a compiler that sees that the first number is always 1 treats it
    /// apart from the other fifteen, and all that is done with them takes twice the time.
    #[inline(never)]
    pub fn mood(&self, inputs: &Inputs) -> Row {
        let mut mood = self.mood_but_first(inputs);
        mood[0] = 1.0;
        mood
    }

    #[inline(never)]
    fn mood_but_first(&self, inputs: &Inputs) -> Row {
        let mut mood = [0.0; WIDTH];
        for at in Net::rows_of(inputs) {
            let row = self.row(at);
            (0..WIDTH).for_each(|i| mood[i] += row[i]);
        }
        mood.map(|x| x.max(0.0))
    }

    /// What one row of a move adds to its score.
    #[inline(always)]
    pub fn score(&self, row: usize, mood: &Row) -> f32 {
        // Eight partial sums, so that the compiler can vectorise.
        let mut sums = [0.0f32; 8];
        for (weights, mood) in self.row(row).chunks_exact(8).zip(mood.chunks_exact(8)) {
            (0..8).for_each(|i| sums[i] += weights[i] * mood[i]);
        }
        sums.iter().sum()
    }

    /// The score of a move with these rows, in half the time of adding them up one by one: they differ in the
    /// last digits.
    #[inline(always)]
    pub fn score_of<const ROWS: usize>(&self, rows: [usize; ROWS], mood: &Row) -> f32 {
        let mut sum = [0.0f32; WIDTH];
        for row in rows {
            let row = self.row(row);
            (0..WIDTH).for_each(|i| sum[i] += row[i]);
        }
        (0..WIDTH).for_each(|i| sum[i] *= mood[i]);
        (0..8).for_each(|i| sum[i] += sum[i + 8]);
        (0..4).for_each(|i| sum[i] += sum[i + 4]);
        (sum[0] + sum[2]) + (sum[1] + sum[3])
    }
}

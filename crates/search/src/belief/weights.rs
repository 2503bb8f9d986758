//! How likely things are, relative to each other.
//!
//! [`Weights`] say how well a card fits a seat; a deal is as likely as the product over its cards. What does
//! not factor like that (a seat that passed with *none or several* of some cards) goes on whole deals as
//! importance weights: sample, then weigh. [`effective_sample_size`] measures what such a sample is worth.

use super::MAX_SEATS;
use yomi_bits::ones;

/// A positive weight for each card at each seat, 1 by default. Only ratios between the seats of a card
/// matter.
///
/// ```
/// use yomi_search::belief::{Deals, Holders, Weights};
///
/// let holders = Holders::new(0b11, &[0, 1, 1]).unwrap();
/// let mut weights = Weights::default();
/// weights.set(0, 1, 3.0); // Card 0 fits seat 1 three times as well as seat 2.
/// let deals = Deals::weighted(&holders, &weights).unwrap();
/// assert!((deals.marginals()[0][1] - 0.75).abs() < 1e-9);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    rows: [[f64; MAX_SEATS]; 64],
}

impl Default for Weights {
    fn default() -> Self {
        Weights { rows: [[1.0; MAX_SEATS]; 64] }
    }
}

impl Weights {
    pub fn set(&mut self, card: u32, seat: usize, weight: f64) {
        self.rows[card as usize][seat] = weight;
    }

    /// Multiplies the weights of some cards at a seat.
    pub fn scale(&mut self, seat: usize, cards: u64, factor: f64) {
        ones(cards).for_each(|card| self.rows[card as usize][seat] *= factor);
    }

    /// The weights of a card, by seat.
    #[must_use]
    pub fn of(&self, card: u32) -> &[f64; MAX_SEATS] {
        &self.rows[card as usize]
    }
}

/// How many samples of equal weight these are worth: (sum of w)^2 / (sum of w^2); 0 for none.
///
/// ```
/// use yomi_search::belief::effective_sample_size;
///
/// assert_eq!(effective_sample_size([1.0, 1.0, 1.0, 1.0]), 4.0);
/// assert_eq!(effective_sample_size([1.0, 3.0]), 1.6);
/// ```
#[must_use]
pub fn effective_sample_size(weights: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, squares) = weights.into_iter().fold((0.0, 0.0), |(s, q), w| (s + w, q + w * w));
    if squares > 0.0 { sum * sum / squares } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::effective_sample_size;

    #[test]
    fn equal_weights_count_fully_and_one_large_one_counts_alone() {
        assert_eq!(effective_sample_size([0.25; 8]), 8.0);
        assert_eq!(effective_sample_size([3.0, 0.0, 0.0]), 1.0);
        assert_eq!(effective_sample_size([1.0, 3.0]), 1.6);
        assert_eq!(effective_sample_size([]), 0.0);
        assert_eq!(effective_sample_size([0.0, 0.0]), 0.0);
    }
}

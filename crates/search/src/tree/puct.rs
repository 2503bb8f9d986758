//! PUCT (predictor + UCT): `w/n + c * p * sqrt(1 + t) / (1 + n)` on payoffs scaled to 0..1, where a move has
//! the prior `p`, `n` visits and the sum of payoffs `w`, and its position has `t` visits.
//!
//! Where UCB1 tries every move once and then asks how uncertain its mean is, PUCT asks how promising the move
//! looked before it was tried. A move that was never tried has the mean of its position, so one with a low
//! prior may never be tried. The formula is here by itself, for any tree that has priors.

/// The exploration constant where leaves are played out. Of 0.3, 0.6, 1, 1.7, 2.5 and 4 the ones from 1.7 to
/// 2.5 play best in Connect Four, and those from 1 to 2.5 in the mazes.
pub const DEFAULT_C: f64 = 2.0;

/// The exploration constant where leaves are evaluated: evaluations vary less than playouts, so less
/// exploration is needed.
pub const DEFAULT_C_JUDGED: f64 = 0.2;

/// The factor of the exploration term that all moves of a position share, after this many visits.
#[must_use]
#[inline]
pub fn shared(c: f32, visits: u32) -> f32 {
    // Counts stay below 2^31, and signed ones are converted by one instruction.
    c * ((visits + 1) as i32 as f32).sqrt()
}

/// The factor of one move.
#[must_use]
#[inline]
pub fn own(prior: f32, visits: f32) -> f32 {
    prior / (1.0 + visits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_term_is_the_formula() {
        let term = shared(1.5, 99) * own(0.2, 9.0);
        assert!((term - 1.5 * 0.2 * 10.0 / 10.0).abs() < 1e-6);
        assert!(shared(1.0, 0) > 0.0, "the first choice already follows the priors");
    }
}

//! UCB1 (upper confidence bound): `w/n + c * sqrt(2 * ln(t) / n)` on payoffs scaled to 0..1, where a move has
//! `n` visits and the sum of payoffs `w`, and its position has `t` visits. The first term exploits what is
//! known, the second explores what was tried little.
//!
//! Payoff bounds can be far wider than the payoffs that occur, and then the exploration term dwarfs all
//! differences between means. So payoffs are scaled by the range that the search has seen so far. Only
//! differences between siblings matter, so the lower end of the range drops out and scaling is one
//! multiplication.

use super::rollout::Payoffs;

/// The exploration constant without any knowledge of the game. Of 0.25, 0.35, 0.5, 0.7 and 1 the ones from
/// 0.35 to 0.5 play Connect Four best, and lose least to an equilibrium of Leduc; the search book (see
/// docs/results.md) has 1.
pub const DEFAULT_C: f64 = 0.4;

/// The range of payoffs seen so far.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    least: f64,
    most: f64,
    inverse: f32,
}

impl Range {
    #[must_use]
    pub fn new() -> Range {
        Range { least: f64::INFINITY, most: f64::NEG_INFINITY, inverse: 0.0 }
    }

    #[inline]
    pub fn include(&mut self, payoffs: &Payoffs, players: usize) {
        for &pay in &payoffs[..players] {
            if pay < self.least || pay > self.most {
                self.widen(pay);
            }
        }
    }

    #[cold]
    fn widen(&mut self, payoff: f64) {
        self.least = self.least.min(payoff);
        self.most = self.most.max(payoff);
        let width = self.most - self.least;
        self.inverse = if width > 0.0 { (1.0 / width) as f32 } else { 0.0 };
    }

    /// The factor for payoffs; 0 while all payoffs so far were equal, which says nothing.
    #[must_use]
    #[inline]
    pub fn scale(&self) -> f32 {
        self.inverse
    }

    /// A payoff as a part of the range.
    #[must_use]
    pub fn part(&self, payoff: f64) -> f64 {
        if self.inverse == 0.0 { 0.0 } else { (payoff - self.least) / (self.most - self.least) }
    }
}

impl Default for Range {
    fn default() -> Self {
        Range::new()
    }
}

/// The part under the root of the exploration term that all children share: `2 * c^2 * ln(t)`.
#[must_use]
#[inline]
pub fn exploration(c: f32, visits: u32) -> f32 {
    2.0 * c * c * ln(visits)
}

/// Logarithms of counts below this are looked up by [`exploration_of_edge`]: a quarter of a megabyte, of which a
/// search touches what it counts up to.
const LISTED: usize = 1 << 16;

#[allow(long_running_const_eval, reason = "as many steps as there are entries")]
static LOGARITHMS: [f32; LISTED] = {
    let (mut list, mut count) = ([0.0; LISTED], 0);
    while count < LISTED {
        list[count] = ln(count as u32);
        count += 1;
    }
    list
};

/// [`exploration`] to the same bits, where it is needed for every edge and not once for a node: counts of edges
/// go up one by one, so that the next logarithm lies beside the last, and the series is a chain of forty cycles.
#[must_use]
#[inline]
pub fn exploration_of_edge(c: f32, available: u32) -> f32 {
    match LOGARITHMS.get(available as usize) {
        Some(logarithm) => 2.0 * c * c * logarithm,
        None => exploration(c, available),
    }
}

/// The score of a child that has been visited.
#[must_use]
#[inline(always)]
pub fn score(total: f64, visits: u32, scale: f32, exploration: f32) -> f32 {
    // Counts stay below 2^31, and signed ones are converted by one instruction.
    let share = 1.0 / visits as i32 as f32;
    total as f32 * scale * share + (exploration * share).sqrt()
}

/// The natural logarithm of a count, to about six digits and the same on every machine: the exponent gives
/// the whole part, and a short series in `(m - 1) / (m + 1)` the rest.
#[must_use]
#[inline]
pub const fn ln(count: u32) -> f32 {
    let x = if count == 0 { 1.0 } else { count as f32 };
    let bits = x.to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    let mantissa = f32::from_bits(bits & 0x007F_FFFF | 0x3F80_0000);
    // Centred on 1, so that the series is short: mantissas above the square root of two are halved.
    let (mantissa, exponent) = if mantissa > std::f32::consts::SQRT_2 {
        (mantissa * 0.5, exponent + 1)
    } else {
        (mantissa, exponent)
    };
    let z = (mantissa - 1.0) / (mantissa + 1.0);
    let w = z * z;
    let series = 2.0 * z * (1.0 + w * (1.0 / 3.0 + w * (0.2 + w * (1.0 / 7.0))));
    exponent as f32 * std::f32::consts::LN_2 + series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_one() {
        for n in (1..5_000).chain((1..400).map(|i| i * 10_000_019)) {
            let exact = f64::from(n).ln();
            assert!(
                (f64::from(ln(n)) - exact).abs() <= 2e-6 * exact.max(1.0),
                "ln({n}) = {} not {exact}",
                ln(n)
            );
        }
        assert_eq!(ln(1), 0.0);
    }

    #[test]
    fn what_is_looked_up_is_what_would_be_computed() {
        for n in (0..70_000).chain([u32::MAX]) {
            assert_eq!(exploration_of_edge(0.4, n).to_bits(), exploration(0.4, n).to_bits(), "{n}");
        }
    }

    #[test]
    fn a_score_is_mean_plus_exploration() {
        let expected = 0.6 + (2.0f32 * (100.0f32).ln() / 10.0).sqrt();
        assert!((score(6.0, 10, 1.0, exploration(1.0, 100)) - expected).abs() < 1e-5);
        let mut range = Range::new();
        range.include(&[-2.0, 2.0, 0.0, 0.0, 0.0, 0.0], 2);
        assert_eq!(range.scale(), 0.25);
    }
}

//! Stated chances, and what was so: how good they are.

use serde::Serialize;

/// Chances are kept this far from 0 and 1: a stated 0 that happens would count for everything.
const LEAST: f64 = 0.002;
pub const BINS: usize = 10;

/// Sums of stated chances and of what was so, by tenths.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Bin {
    stated: f64,
    so: f64,
    /// What luck varies the count by, if the chances are true.
    variance: f64,
    n: f64,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Score {
    log_loss: f64,
    bins: [Bin; BINS],
    n: f64,
}

/// What a score comes to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Scored {
    pub n: f64,
    pub log_loss: f64,
    /// The calibration error: how far stated and actual shares are apart, over tenths, weighted by how often
    /// they come.
    pub error: f64,
    /// What that would be by luck alone, if every stated chance were true.
    pub error_by_luck: f64,
    /// Stated, actual and how often, by tenths that came.
    pub bins: Vec<[f64; 3]>,
}

impl Score {
    /// The log-loss of one stated chance.
    pub fn loss(p: f64, is_so: bool) -> f64 {
        let p = p.clamp(LEAST, 1.0 - LEAST);
        if is_so { -p.ln() } else { -(1.0 - p).ln() }
    }

    pub fn add(&mut self, p: f64, is_so: bool) {
        self.log_loss += Score::loss(p, is_so);
        let p = p.clamp(LEAST, 1.0 - LEAST);
        let bin = &mut self.bins[((p * BINS as f64) as usize).min(BINS - 1)];
        bin.stated += p;
        bin.so += f64::from(u8::from(is_so));
        bin.variance += p * (1.0 - p);
        bin.n += 1.0;
        self.n += 1.0;
    }

    pub fn scored(&self) -> Scored {
        let n = self.n.max(1.0);
        let came = || self.bins.iter().filter(|bin| bin.n > 0.0);
        // The mean distance of a normal variable from its mean.
        let by_luck = |bin: &Bin| (bin.variance * 2.0 / std::f64::consts::PI).sqrt();
        Scored {
            n: self.n,
            log_loss: self.log_loss / n,
            error: came().map(|bin| (bin.stated - bin.so).abs()).sum::<f64>() / n,
            error_by_luck: came().map(by_luck).sum::<f64>() / n,
            bins: came().map(|bin| [bin.stated / bin.n, bin.so / bin.n, bin.n]).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::Rng;

    #[test]
    fn true_chances_are_off_by_luck_and_wrong_ones_by_what_they_are_wrong() {
        let mut rng = Rng::new(7);
        let (mut right, mut wrong) = (Score::default(), Score::default());
        for _ in 0..20_000 {
            let p = rng.unit();
            let is_so = rng.unit() < p;
            right.add(p, is_so);
            wrong.add(0.5 * p, is_so);
        }
        let (right, wrong) = (right.scored(), wrong.scored());
        assert!(right.error < 3.0 * right.error_by_luck, "{right:?}");
        assert!((wrong.error - 0.25).abs() < 0.02, "{wrong:?}");
        assert!(right.log_loss + 0.05 < wrong.log_loss);
        // The entropy of a uniform chance is 1/2.
        assert!((right.log_loss - 0.5).abs() < 0.02, "{right:?}");
    }
}

//! Brownian motion between two absorbing barriers: when it arrives, and where it is while it has not.
//!
//! The path starts at 0 with variance 1 per unit of time and a constant drift; it ends at `lower < 0` or at
//! `upper > 0`. The logarithm of the likelihood ratio of a sequential test is such a path, and these are the
//! probabilities that its estimate after the stop needs.

use libm::erfc;
use std::f64::consts::{FRAC_1_SQRT_2, PI};

#[derive(Clone, Copy, Debug)]
pub struct Barriers {
    pub lower: f64,
    pub upper: f64,
}

/// Before this time, in units of the squared distance to the nearer barrier, the farther one does not matter
/// and the series converges badly.
const SHORT: f64 = 0.1;
/// A term below this share is the last one of a series.
const SMALL: f64 = 1e-16;
/// Steps of the integral over the places between the barriers.
const STEPS: u32 = 64;

impl Barriers {
    /// The probability that the path has ended at the upper barrier by `time`.
    pub fn up_by(self, time: f64, drift: f64) -> f64 {
        down_by(self.upper, self.width(), time, -drift)
    }

    /// The probability that the path has ended at the lower barrier by `time`.
    pub fn down_by(self, time: f64, drift: f64) -> f64 {
        down_by(-self.lower, self.width(), time, drift)
    }

    /// The probability that the path has not ended by `time` and is then above `place`.
    pub fn above(self, place: f64, time: f64, drift: f64) -> f64 {
        let from = place.clamp(self.lower, self.upper);
        let step = (self.upper - from) / f64::from(STEPS);
        // Simpson's rule.
        let weighted = (0..=STEPS).map(|i| {
            let weight = if i == 0 || i == STEPS { 1.0 } else { f64::from(2 + 2 * (i % 2)) };
            weight * self.density(from + step * f64::from(i), time, drift)
        });
        (weighted.sum::<f64>() * step / 3.0).clamp(0.0, 1.0)
    }

    fn width(self) -> f64 {
        self.upper - self.lower
    }

    /// Density of paths that have not ended, by mirror images of the free one.
    fn density(self, place: f64, time: f64, drift: f64) -> f64 {
        let width = self.width();
        let images = 2 + (3.0 * (40.0 * time).sqrt() / width) as i32;
        let kernel = |x: f64| (-x * x / (2.0 * time)).exp();
        let image = |k: i32| {
            let shift = 2.0 * width * f64::from(k);
            kernel(place - shift) - kernel(2.0 * self.upper - place + shift)
        };
        let free: f64 = (-images..=images).map(image).sum();
        let tilt = (drift * place - drift * drift * time / 2.0).exp();
        (free * tilt / (2.0 * PI * time).sqrt()).max(0.0)
    }
}

/// The probability of having ended at the lower barrier by `time`, which is `distance` below the start and
/// `width` below the other barrier.
fn down_by(distance: f64, width: f64, time: f64, drift: f64) -> f64 {
    if time <= 0.0 {
        return 0.0;
    }
    let near = distance.min(width - distance);
    let p = if time < SHORT * near * near {
        one_barrier(distance, time, drift)
    } else {
        ever_down(distance, width, drift) - still_to_come(distance, width, time, drift)
    };
    p.clamp(0.0, 1.0)
}

/// With nothing above: the inverse Gaussian distribution.
fn one_barrier(distance: f64, time: f64, drift: f64) -> f64 {
    let root = time.sqrt();
    let [direct, mirrored] = [-(distance + drift * time) / root, (drift * time - distance) / root];
    // The same number in two ways, of which one stays in the range of numbers.
    let reflected = match drift > 0.0 {
        true => (-2.0 * drift * distance).exp() * normal(mirrored),
        false => density(direct) * mills(-mirrored),
    };
    normal(direct) + reflected
}

/// The probability of ever ending at the lower barrier.
fn ever_down(distance: f64, width: f64, drift: f64) -> f64 {
    if drift.abs() < 1e-9 {
        return 1.0 - distance / width;
    }
    // Written with negative exponents on either side.
    let (d, w) = (2.0 * drift * distance, 2.0 * drift * width);
    if drift > 0.0 {
        (-d).exp() * -(d - w).exp_m1() / -(-w).exp_m1()
    } else {
        -(w - d).exp_m1() / -w.exp_m1()
    }
}

/// The probability of ending at the lower barrier, but later.
fn still_to_come(distance: f64, width: f64, time: f64, drift: f64) -> f64 {
    let angle = PI * distance / width;
    let mut sum = 0.0;
    let mut k = 1.0;
    loop {
        let rate = (drift * drift + (PI * k / width).powi(2)) / 2.0;
        let size = k * (-(PI * k / width).powi(2) * time / 2.0).exp() / rate;
        sum += size * (k * angle).sin();
        if size < SMALL * sum.abs().max(1.0) {
            break;
        }
        k += 1.0;
    }
    PI / (width * width) * (-drift * distance - drift * drift * time / 2.0).exp() * sum
}

/// The distribution function of the standard normal distribution.
pub fn normal(x: f64) -> f64 {
    0.5 * erfc(-x * FRAC_1_SQRT_2)
}

fn density(x: f64) -> f64 {
    (-x * x / 2.0).exp() / (2.0 * PI).sqrt()
}

/// Mills' ratio: the normal tail above `x` over the density there.
fn mills(x: f64) -> f64 {
    const FAR: f64 = 20.0;
    if x < FAR { normal(-x) / density(x) } else { (1.0 - 1.0 / (x * x) + 3.0 / (x * x * x * x)) / x }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::Rng;

    const BARRIERS: Barriers = Barriers { lower: -1.5, upper: 2.5 };

    /// Paths of small steps, with the barriers moved inwards by what a step overshoots in the mean.
    fn simulated(drift: f64, time: f64, place: f64) -> [f64; 3] {
        const PATHS: u32 = 4_000;
        const STEP: f64 = 0.002;
        let root = STEP.sqrt();
        let inwards = 0.582_6 * root;
        let mut counts = [0u32; 3];
        for path in 0..PATHS {
            let mut rng = Rng::new(7).split(path.into());
            let (mut x, mut t) = (0.0, 0.0);
            let outcome = loop {
                if t >= time {
                    break (x > place).then_some(2);
                }
                let gauss = (-2.0 * (1.0 - rng.unit()).ln()).sqrt() * (2.0 * PI * rng.unit()).cos();
                x += drift * STEP + root * gauss;
                t += STEP;
                if x <= BARRIERS.lower + inwards {
                    break Some(0);
                }
                if x >= BARRIERS.upper - inwards {
                    break Some(1);
                }
            };
            if let Some(outcome) = outcome {
                counts[outcome] += 1;
            }
        }
        counts.map(|n| f64::from(n) / f64::from(PATHS))
    }

    #[test]
    fn as_simulated() {
        for (drift, time) in [(0.0, 2.0), (0.5, 1.0), (-0.8, 3.0), (2.0, 0.7), (-6.0, 0.2)] {
            let stated = [
                BARRIERS.down_by(time, drift),
                BARRIERS.up_by(time, drift),
                BARRIERS.above(0.3, time, drift),
            ];
            for (stated, simulated) in stated.into_iter().zip(simulated(drift, time, 0.3)) {
                // Four standard errors of the paths and a little for the steps.
                let error = 4.0 * (stated * (1.0 - stated) / 4_000.0).sqrt() + 0.003;
                assert!((stated - simulated).abs() < error, "{drift} {time}: {stated} {simulated}");
            }
        }
    }

    #[test]
    fn everything_adds_up() {
        for (drift, time) in [(0.0, 5.0), (0.5, 9.0), (-3.0, 0.3), (0.5, 0.2)] {
            let whole = BARRIERS.down_by(time, drift)
                + BARRIERS.up_by(time, drift)
                + BARRIERS.above(BARRIERS.lower, time, drift);
            assert!((whole - 1.0).abs() < 1e-4, "{drift} {time}: {whole}");
        }
    }

    #[test]
    fn the_two_ways_agree_where_they_meet() {
        for drift in [-20.0, -3.0, 0.0, 1.0, 3.0] {
            let (distance, width) = (1.5, 4.0);
            let time = SHORT * distance * distance;
            let [short, long] =
                [time * 0.999_999, time * 1.000_001].map(|t| down_by(distance, width, t, drift));
            assert!((short - long).abs() < 1e-4, "{drift}: {short} {long}");
        }
    }

    /// A test between close hypotheses that meets a crushing difference ends at once, with a drift of
    /// hundreds.
    #[test]
    fn strong_drifts_stay_numbers() {
        for drift in [60.0, 1e3, 1e6] {
            let time = 2.5 / drift;
            let p = BARRIERS.up_by(time, drift);
            assert!((0.3..0.7).contains(&p), "{drift}: {p}");
            assert!(BARRIERS.down_by(time, drift) < 1e-9);
        }
    }
}

//! Turns scores of moves into priors, the probabilities of moves before any search: a softmax, computed by
//! multiplication alone so that it is the same on every machine.

/// Differences in points beyond this many count the same.
const STEPS: usize = 128;

/// The weights of moves 0, 1, 2, ... points behind the best: the powers of `1 / base`.
///
/// ```
/// use yomi_search::priors::Ladder;
///
/// let mut priors = [0.0; 3];
/// Ladder::new(2.0).share_out(&[1, 2, 1], &mut priors);
/// assert_eq!(priors, [0.25, 0.5, 0.25]);
/// ```
#[derive(Clone, Debug)]
pub struct Ladder([f32; STEPS]);

impl Ladder {
    /// A point more makes a move `base` times as likely.
    #[must_use]
    pub const fn new(base: f32) -> Ladder {
        let mut weights = [1.0; STEPS];
        let mut i = 1;
        while i < STEPS {
            weights[i] = weights[i - 1] / base;
            i += 1;
        }
        Ladder(weights)
    }

    /// The priors of moves with these points. They add up to 1.
    pub fn share_out(&self, points: &[i32], priors: &mut [f32]) {
        let best = points.iter().copied().max().unwrap_or(0);
        let mut sum = 0.0;
        for (prior, &p) in priors.iter_mut().zip(points) {
            *prior = self.0[((best - p) as usize).min(STEPS - 1)];
            sum += *prior;
        }
        priors.iter_mut().for_each(|prior| *prior /= sum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn priors_add_up_and_follow_the_points() {
        let ladder = Ladder::new(2.0);
        let mut priors = [0.0; 4];
        ladder.share_out(&[3, 5, 4, -100_000], &mut priors);
        assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!((priors[1] / priors[0] - 4.0).abs() < 1e-5 && (priors[1] / priors[2] - 2.0).abs() < 1e-5);
        assert!(priors[3] < 1e-30);
    }
}

//! How a partner plays worse than the search behind it: less thought, a judgement that is off, and a draw among
//! moves that are nearly as good.

use yomi_core::{Bound, Candidate, Choice, Decision, Limits, Rng};

/// How much weaker than its search a partner plays. Values are in payoff.
///
/// It is never weaker than its own judgement by more than `gives`: a move that its search sees as worse by more is
/// not played, and what the search has computed to the end, or has never seen fail, is played as it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Manner {
    /// How long it thinks at most.
    pub limits: Limits,
    /// How often it draws a move instead of playing its search's own: 0 never, 1 always.
    pub slip: f64,
    /// Standard deviation of what is added to the value of every move before it draws.
    pub noise: f64,
    /// The temperature of the draw: moves that look worse by this much are drawn `e` times less often.
    pub temperature: f64,
    /// The most that it gives away in one move, as its search sees it.
    pub gives: f64,
}

/// Uniform numbers that add up to nearly a normal one, with variance 1.
const SUMMED: u32 = 12;

impl Manner {
    /// The search itself.
    pub const fn plain(limits: Limits) -> Manner {
        Manner { limits, slip: 0.0, noise: 0.0, temperature: 1.0, gives: 0.0 }
    }

    /// One that always draws, with as much noise as its temperature.
    pub const fn loose(limits: Limits, temperature: f64, gives: f64) -> Manner {
        Manner { limits, slip: 1.0, noise: temperature, temperature, gives }
    }

    /// What is asked for, where it is less than the own limits: a partner never thinks longer than its level does.
    pub fn within(&self, asked: Limits) -> Limits {
        let less = |own: Option<u64>, asked: Option<u64>| own.into_iter().chain(asked).min();
        Limits {
            iterations: less(self.limits.iterations, asked.iterations),
            nodes: less(self.limits.nodes, asked.nodes),
            time: self.limits.time.into_iter().chain(asked.time).min(),
            memory: self.limits.memory.into_iter().chain(asked.memory).min(),
        }
    }

    /// Draws the move anew. `most` is what cannot be surpassed: a game that is won.
    pub fn loosen<A: Copy + PartialEq>(&self, decision: &mut Decision<A>, most: f64, rng: &mut Rng) {
        let own = decision.best();
        if self.slip == 0.0 || own.visits == 0 || own.bound.is_certain() || own.mean >= most {
            return;
        }
        let shares = self.shares(decision, rng);
        let mut left = rng.unit();
        let drawn = shares.iter().position(|share| {
            left -= share;
            left < 0.0
        });
        let drawn = drawn.unwrap_or(0);
        for (candidate, share) in decision.candidates.iter_mut().zip(shares) {
            candidate.share = Some(share);
        }
        decision.choice = Choice::Level;
        if drawn > 0 {
            decision.candidates[..=drawn].rotate_right(1);
            decision.action = decision.candidates[0].action;
            decision.line = vec![decision.action];
        }
    }

    /// How likely each candidate is: mostly as the search would play, and for the rest by how good it looks.
    fn shares<A: Copy + PartialEq>(&self, decision: &Decision<A>, rng: &mut Rng) -> Vec<f64> {
        let own = decision.best().mean;
        let looks: Vec<Option<f64>> = decision
            .candidates
            .iter()
            .map(|candidate| {
                // No move counts as better than the one that the search prefers, and what is worse for certain, such
                // as a game that is lost, is not gone for.
                let value = value_of(candidate)?.min(own);
                if candidate.bound.is_certain() && value < own {
                    return None;
                }
                let off = self.noise * normal(rng);
                (value >= own - self.gives).then_some(value + off)
            })
            .collect();
        let best = looks.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
        let weight =
            |look: &Option<f64>| look.map_or(0.0, |look| libm::exp((look - best) / self.temperature));
        let total: f64 = looks.iter().map(weight).sum();
        let as_searched = |(i, candidate): (usize, &Candidate<A>)| match decision.choice {
            Choice::Drawn => candidate.share.unwrap_or(0.0),
            _ => f64::from(u8::from(i == 0)),
        };
        let searched = decision.candidates.iter().enumerate().map(as_searched);
        let both = searched
            .zip(&looks)
            .map(|(searched, look)| (1.0 - self.slip) * searched + self.slip * weight(look) / total);
        both.collect()
    }
}

/// What a candidate is worth, where the search says more than that it is no better than something.
fn value_of<A>(candidate: &Candidate<A>) -> Option<f64> {
    let known = candidate.visits > 0 && !matches!(candidate.bound, Bound::AtMost | Bound::JudgedAtMost);
    known.then_some(candidate.mean)
}

fn normal(rng: &mut Rng) -> f64 {
    (0..SUMMED).map(|_| rng.unit()).sum::<f64>() - f64::from(SUMMED) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use yomi_core::Basis;

    const CARELESS: Manner =
        Manner { limits: Limits::iterations(50), slip: 1.0, noise: 0.1, temperature: 0.1, gives: 0.2 };

    /// A search that tried every move ten times.
    fn found(means: &[f64]) -> Decision<usize> {
        let candidates = means.iter().enumerate().map(|(i, &mean)| Candidate::sampled(i, 10, mean, 0.1));
        Decision {
            candidates: candidates.collect(),
            ..Decision::immediate(Basis::Sampled, 0, 0..means.len())
        }
    }

    /// How often each move is played.
    fn played(manner: &Manner, decision: &Decision<usize>) -> Vec<u32> {
        const DRAWS: u64 = 10_000;
        let mut counts = vec![0; decision.candidates.len()];
        for seed in 0..DRAWS {
            let mut drawn = decision.clone();
            manner.loosen(&mut drawn, 1.0, &mut Rng::new(seed));
            assert_eq!(drawn.action, drawn.candidates[0].action);
            assert_eq!(drawn.line[0], drawn.action);
            if drawn.choice == Choice::Level {
                let sum: f64 = drawn.candidates.iter().map(|c| c.share.unwrap()).sum();
                assert!((sum - 1.0).abs() < 1e-12, "{sum}");
            }
            counts[drawn.action] += 1;
        }
        counts
    }

    #[test]
    fn better_moves_are_played_more_often_and_none_that_gives_too_much_away() {
        let counts = played(&CARELESS, &found(&[0.6, 0.55, 0.41, 0.39, 0.0]));
        assert!(counts[0] > counts[1] && counts[1] > counts[2] && counts[2] > 500, "{counts:?}");
        assert_eq!(counts[3..], [0, 0]);
    }

    #[test]
    fn slips_are_as_frequent_as_they_should_be() {
        let seldom = Manner { slip: 0.2, noise: 0.0, temperature: 1e6, ..CARELESS };
        let counts = played(&seldom, &found(&[0.5, 0.5, 0.4, 0.4]));
        // Three of four draws of 2,000 are other moves: 1,500, with a standard deviation of 36.
        assert!(counts[1..].iter().sum::<u32>().abs_diff(1_500) < 180, "{counts:?}");
    }

    #[test]
    fn a_win_and_what_is_certain_are_played() {
        assert_eq!(played(&CARELESS, &found(&[1.0, 0.99])), [10_000, 0]);
        let mut proven = found(&[0.0, 0.0]);
        proven.candidates[0].bound = Bound::Proven;
        assert_eq!(played(&CARELESS, &proven), [10_000, 0]);
        let unknown = Decision::immediate(Basis::Rule, 0, 0..3);
        assert_eq!(played(&CARELESS, &unknown), [10_000, 0, 0]);
        assert_eq!(played(&Manner::plain(Limits::default()), &found(&[0.5, 0.5])), [10_000, 0]);
    }

    #[test]
    fn moves_without_a_value_are_not_played() {
        let mut some = found(&[0.5, 0.5, 0.5, 0.5]);
        some.candidates[1].bound = Bound::JudgedAtMost;
        some.candidates[2].visits = 0;
        let counts = played(&CARELESS, &some);
        assert!(counts[1] == 0 && counts[2] == 0 && counts[3] > 4_000, "{counts:?}");
    }

    #[test]
    fn a_certain_loss_is_not_gone_for_however_bad_the_position() {
        let mut poor = found(&[0.15, 0.1, 0.0]);
        poor.candidates[2].bound = Bound::Proven;
        let counts = played(&CARELESS, &poor);
        assert!(counts[1] > 1_000 && counts[2] == 0, "{counts:?}");
    }

    /// A lucky mean of few tries is not what the search would play.
    #[test]
    fn no_move_counts_as_better_than_the_own() {
        let counts = played(&CARELESS, &found(&[0.5, 0.95]));
        assert!(counts[0].abs_diff(5_000) < 250, "{counts:?}");
    }

    #[test]
    fn a_mixed_strategy_stays_mixed() {
        let mut mixed = found(&[0.1, 0.1]);
        mixed.choice = Choice::Drawn;
        mixed.candidates[0].share = Some(0.3);
        mixed.candidates[1].share = Some(0.7);
        let seldom = Manner { slip: 0.5, noise: 0.0, ..CARELESS };
        // 0.5 * 0.3 + 0.5 * 0.5.
        assert!(played(&seldom, &mixed)[0].abs_diff(4_000) < 200);
    }

    #[test]
    fn limits_can_only_be_lowered() {
        let longer = Limits { time: Some(Duration::from_secs(9)), ..Limits::iterations(1_000) };
        let expected = Limits { time: Some(Duration::from_secs(9)), ..Limits::iterations(50) };
        assert_eq!(CARELESS.within(longer), expected);
        assert_eq!(CARELESS.within(Limits::default()), Limits::iterations(50));
        assert_eq!(CARELESS.within(Limits::iterations(7)), Limits::iterations(7));
    }
}

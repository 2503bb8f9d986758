//! How strong a person is, by games with partners of known strength.
//!
//! The strength is a normal distribution on the scale of the ladder. A game moves it by Bayes' rule: with
//! ratings as in chess, who wins does so in proportion to the strengths at the table; with chips the result is
//! the difference of the strengths and luck. People change, so every game also widens it a little.

use super::{Ladder, Scale};
use serde::{Deserialize, Serialize};

/// What is believed of a person's strength.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Standing {
    /// The mean, on the scale of the ladder.
    pub rating: f64,
    /// The standard deviation.
    pub error: f64,
    /// Games that it rests on.
    pub games: u64,
}

/// How a game with partners came out for the person.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// The level of all partners, counted from 1.
    pub level: usize,
    /// How many partners sat there.
    pub partners: usize,
    /// The person's payoff: of a game that is won, drawn or lost 1, a share, or 0; otherwise chips.
    pub payoff: f64,
}

/// How much a person's strength may change from one game to the next, as a part of the ladder's length.
const DRIFT: f64 = 0.01;
/// Places at which the distribution is computed, and how far they reach, in standard deviations.
const PLACES: i32 = 400;
const REACH: f64 = 6.0;
/// Points per unit of the natural logarithm of a strength, as in [`crate::stats::rating`].
const POINTS: f64 = crate::stats::rating::SCALE;

impl Ladder {
    fn length(&self) -> f64 {
        self.rating(self.levels()) - self.rating(1)
    }

    /// Before the first game: somewhere on the ladder, most likely in its middle.
    pub fn unknown(&self) -> Standing {
        Standing {
            rating: self.rating(self.levels()) - self.length() / 2.0,
            error: self.length() / 2.0,
            games: 0,
        }
    }

    /// The level that is nearest in strength: about as many games are won as lost.
    pub fn level_for(&self, standing: &Standing) -> usize {
        let apart = |level: &usize| (self.rating(*level) - standing.rating).abs();
        (1..=self.levels()).min_by(|a, b| apart(a).total_cmp(&apart(b))).expect("a ladder has levels")
    }

    /// What is believed after a game.
    pub fn after(&self, before: &Standing, outcome: &Outcome) -> Standing {
        let level = self.rating(outcome.level);
        let error = before.error.hypot(DRIFT * self.length());
        let likelihood = |rating: f64| match self.scale {
            Scale::Elo => {
                let wins = chance(rating - level, outcome.partners);
                // A share of a win counts as that part of a game that was won, and the rest of one that was lost.
                libm::exp(outcome.payoff * libm::log(wins) + (1.0 - outcome.payoff) * libm::log(1.0 - wins))
            }
            Scale::Chips { deviation } => bell(outcome.payoff - (rating - level), deviation),
        };
        let place = |i: i32| before.rating + REACH * error * f64::from(i) / f64::from(PLACES);
        let places: Vec<(f64, f64)> = (-PLACES..=PLACES)
            .map(place)
            .map(|rating| (rating, bell(rating - before.rating, error) * likelihood(rating)))
            .collect();
        let total: f64 = places.iter().map(|(_, weight)| weight).sum();
        let mean_of = |f: &dyn Fn(f64) -> f64| {
            places.iter().map(|(rating, weight)| f(*rating) * weight).sum::<f64>() / total
        };
        let rating = mean_of(&|rating| rating);
        let error = mean_of(&|other| (other - rating) * (other - rating)).sqrt();
        Standing { rating, error, games: before.games + 1 }
    }
}

/// The chance to win of one who is ahead by this many points of each of the others.
fn chance(ahead: f64, others: usize) -> f64 {
    let strength = libm::exp(ahead / POINTS);
    strength / (strength + others as f64)
}

/// The shape of a normal distribution.
fn bell(off: f64, deviation: f64) -> f64 {
    libm::exp(-0.5 * (off / deviation) * (off / deviation))
}

#[cfg(test)]
mod tests {
    use super::super::{Manner, Rung};
    use super::*;
    use yomi_core::{Limits, Rng};

    const fn rung(rating: f64) -> Rung {
        Rung { rating, manner: Manner::plain(Limits::iterations(1)) }
    }

    const ELO: Ladder = Ladder {
        rungs: &[rung(-600.0), rung(-400.0), rung(-200.0), rung(0.0)],
        usual: "2",
        scale: Scale::Elo,
    };
    const CHIPS: Ladder = Ladder {
        rungs: &[rung(-0.9), rung(-0.6), rung(-0.3), rung(0.0)],
        usual: "2",
        scale: Scale::Chips { deviation: 3.0 },
    };

    /// Plays against the level that fits; what is believed at the end, and which level fits then.
    fn found(
        ladder: &Ladder,
        partners: usize,
        games: u32,
        seed: u64,
        play: &dyn Fn(f64, &mut Rng) -> f64,
    ) -> Standing {
        let (mut standing, mut rng) = (ladder.unknown(), Rng::new(seed));
        for _ in 0..games {
            let level = ladder.level_for(&standing);
            let payoff = play(ladder.rating(level), &mut rng);
            standing = ladder.after(&standing, &Outcome { level, partners, payoff });
        }
        standing
    }

    #[test]
    fn a_win_raises_and_a_loss_lowers_by_what_was_not_expected() {
        let start = ELO.unknown();
        assert_eq!((start.rating, start.games), (-300.0, 0));
        let after = |level, payoff| ELO.after(&start, &Outcome { level, partners: 1, payoff });
        assert!(after(4, 1.0).rating > after(1, 1.0).rating && after(1, 1.0).rating > start.rating);
        assert!(after(1, 0.0).rating < after(4, 0.0).rating && after(4, 0.0).rating < start.rating);
        assert!(after(2, 0.5).error < start.error && after(2, 0.5).games == 1);
        let three = ELO.after(&start, &Outcome { level: 2, partners: 2, payoff: 1.0 });
        assert!(three.rating > after(2, 1.0).rating, "to win against two says more");
    }

    /// Five of the stated errors are allowed.
    #[test]
    fn a_persons_strength_is_found_within_the_error_that_is_stated() {
        for (seed, truth) in (0u32..40).map(|i| (u64::from(i), -700.0 + 20.0 * f64::from(i))) {
            for partners in [1, 2] {
                let found = found(&ELO, partners, 60, seed, &|level, rng| {
                    f64::from(u8::from(rng.unit() < chance(truth - level, partners)))
                });
                assert!((found.rating - truth).abs() < 5.0 * found.error, "{truth}: {found:?}");
                assert!(found.error < 90.0 && found.games == 60, "{found:?}");
            }
            let truth = truth / 700.0;
            let found = found(&CHIPS, 1, 300, seed, &|level, rng| {
                truth - level + 3.0 * ((0..12).map(|_| rng.unit()).sum::<f64>() - 6.0)
            });
            assert!((found.rating - truth).abs() < 5.0 * found.error, "{truth}: {found:?}");
            assert!(found.error < 0.25, "{found:?}");
        }
    }

    #[test]
    fn the_level_is_the_nearest_one() {
        let level = |rating| ELO.level_for(&Standing { rating, error: 1.0, games: 9 });
        assert_eq!([-2_000.0, -510.0, -490.0, -90.0, 5_000.0].map(level), [1, 1, 2, 4, 4]);
    }
}

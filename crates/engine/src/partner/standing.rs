//! How strong a person is, by games with partners of known strength.
//!
//! The strength is a normal distribution on the scale of the ladder. A game moves it by Bayes' rule: with
//! ratings as in chess, who wins does so in proportion to the strengths at the table; with chips the result is
//! the difference of the strengths and luck. Where a seat has an advantage, the strengths are those
//! [at the seats](Seats). People change, so every game also widens it a little.

use super::{Ladder, Scale, Seats};
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
    /// The person's seat.
    pub seat: usize,
    /// The person's payoff: of a game that is won, drawn or lost 1, a share, or 0; otherwise chips.
    pub payoff: f64,
}

/// How much a person's strength may change from one game to the next, as a part of the ladder's length.
const DRIFT: f64 = 0.01;
/// The error that can be reached at least, as a part of the ladder's length: where a game tells little, less change is
/// allowed for than [`DRIFT`], or it would hide all that is learned.
const REACHABLE: f64 = 0.1;
/// Places at which the distribution is computed, and how far they reach, in standard deviations.
const PLACES: i32 = 48;
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
        let error = before.error.hypot(self.drift(before, outcome));
        let likelihood = |rating: f64| match self.scale {
            Scale::Elo => {
                let wins = chance(self.ahead(rating, outcome), outcome.partners);
                // A share of a win counts as that part of a game that was won, and the rest of one that was lost.
                libm::exp(outcome.payoff * libm::log(wins) + (1.0 - outcome.payoff) * libm::log(1.0 - wins))
            }
            Scale::Chips { deviation } => bell(outcome.payoff - self.ahead(rating, outcome), deviation),
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

    /// How far a person of this strength is ahead of each partner, everybody at their seat.
    fn ahead(&self, rating: f64, outcome: &Outcome) -> f64 {
        let Outcome { level, seat, .. } = *outcome;
        match self.seats {
            Seats::Alike => rating - self.rating(level),
            Seats::First(worth) => rating - self.rating(level) + if seat == 0 { worth } else { -worth },
            Seats::Each(by_seat) => self.at_seat(by_seat, rating, seat) - by_seat[level - 1][1 - seat],
        }
    }

    /// The strength at a seat of a player of this strength over both: on a straight line between two levels, and
    /// beyond the ladder on that of the nearest two.
    fn at_seat(&self, by_seat: &[[f64; 2]], rating: f64, seat: usize) -> f64 {
        let last = self.levels() - 1;
        let above = (1..last).find(|&rung| rating < self.rungs[rung].rating).unwrap_or(last);
        let [low, high] = [above - 1, above].map(|rung| (self.rungs[rung].rating, by_seat[rung][seat]));
        low.1 + (rating - low.0) * (high.1 - low.1) / (high.0 - low.0)
    }

    /// How much the strength may have changed since the game before. A filter that allows for a change of `d` per game,
    /// each of which tells the strength to within `t`, ends with an error of the root of `d t`.
    fn drift(&self, before: &Standing, outcome: &Outcome) -> f64 {
        let length = self.length();
        // How much more one is ahead who is stronger by one: a seat can make strengths tell more, or less.
        let slope = |step: f64| {
            (self.ahead(before.rating + step, outcome) - self.ahead(before.rating - step, outcome))
                / (2.0 * step)
        };
        let precision = match self.scale {
            Scale::Elo => {
                let wins = chance(self.ahead(before.rating, outcome), outcome.partners);
                (wins * (1.0 - wins)).sqrt() / POINTS
            }
            Scale::Chips { deviation } => 1.0 / deviation,
        };
        let reachable = REACHABLE * length;
        (DRIFT * length).min(reachable * reachable * precision * slope(DRIFT * length))
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
        seats: Seats::Alike,
    };
    /// The first seat is worth a level and more, and strength tells more there.
    const SEATED: Ladder = Ladder {
        seats: Seats::Each(&[[-550.0, -650.0], [-250.0, -500.0], [50.0, -350.0], [350.0, -200.0]]),
        ..ELO
    };
    const CHIPS: Ladder = Ladder {
        rungs: &[rung(-0.9), rung(-0.6), rung(-0.3), rung(0.0)],
        usual: "2",
        scale: Scale::Chips { deviation: 3.0 },
        seats: Seats::Alike,
    };
    /// As in Kuhn: a game tells next to nothing, and the first seat loses more than all levels are apart.
    const KUHN: Ladder = Ladder {
        rungs: &[rung(-0.044), rung(-0.017), rung(0.0)],
        usual: "2",
        scale: Scale::Chips { deviation: 1.4 },
        seats: Seats::First(-1.0 / 18.0),
    };

    /// Plays against the level that fits; what is believed at the end.
    fn found(
        ladder: &Ladder,
        (partners, seat): (usize, usize),
        games: u32,
        rng: &mut Rng,
        play: &dyn Fn(&Outcome, &mut Rng) -> f64,
    ) -> Standing {
        let mut standing = ladder.unknown();
        for _ in 0..games {
            let mut outcome = Outcome { level: ladder.level_for(&standing), partners, seat, payoff: 0.0 };
            outcome.payoff = play(&outcome, rng);
            standing = ladder.after(&standing, &outcome);
        }
        standing
    }

    /// Nearly normal, with mean 0 and deviation 1.
    fn luck(rng: &mut Rng) -> f64 {
        (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0
    }

    /// A game of a player of this strength.
    fn play(ladder: &Ladder, truth: f64, outcome: &Outcome, rng: &mut Rng) -> f64 {
        let ahead = ladder.ahead(truth, outcome);
        match ladder.scale {
            Scale::Elo => f64::from(u8::from(rng.unit() < chance(ahead, outcome.partners))),
            Scale::Chips { deviation } => ahead + deviation * luck(rng),
        }
    }

    #[test]
    fn a_win_raises_and_a_loss_lowers_by_what_was_not_expected() {
        let start = ELO.unknown();
        assert_eq!((start.rating, start.games), (-300.0, 0));
        let after = |level, payoff| ELO.after(&start, &Outcome { level, partners: 1, seat: 0, payoff });
        assert!(after(4, 1.0).rating > after(1, 1.0).rating && after(1, 1.0).rating > start.rating);
        assert!(after(1, 0.0).rating < after(4, 0.0).rating && after(4, 0.0).rating < start.rating);
        assert!(after(2, 0.5).error < start.error && after(2, 0.5).games == 1);
        let three = ELO.after(&start, &Outcome { level: 2, partners: 2, seat: 0, payoff: 1.0 });
        assert!(three.rating > after(2, 1.0).rating, "to win against two says more");
    }

    /// Five of the stated errors are allowed.
    #[test]
    fn a_persons_strength_is_found_within_the_error_that_is_stated() {
        for (seed, truth) in (0u32..40).map(|i| (u64::from(i), -700.0 + 20.0 * f64::from(i))) {
            let mut rng = Rng::new(seed);
            for partners in [1, 2] {
                let found = found(&ELO, (partners, 0), 60, &mut rng, &|of, rng| play(&ELO, truth, of, rng));
                assert!((found.rating - truth).abs() < 5.0 * found.error, "{truth}: {found:?}");
                assert!(found.error < 90.0 && found.games == 60, "{found:?}");
            }
            let truth = truth / 700.0;
            let found = found(&CHIPS, (1, 0), 300, &mut rng, &|of, rng| play(&CHIPS, truth, of, rng));
            assert!((found.rating - truth).abs() < 5.0 * found.error, "{truth}: {found:?}");
            assert!(found.error < 0.25, "{found:?}");
        }
    }

    /// People anywhere on the ladder, who always sit at the same seat.
    #[test]
    fn stated_intervals_contain_the_strength_at_either_seat() {
        const CAREERS: u32 = 400;
        for seat in [0, 1] {
            let mut rng = Rng::new(7 + seat as u64);
            let contained = (0..CAREERS).filter(|_| {
                let truth = SEATED.rating(1) + SEATED.length() * rng.unit();
                let found =
                    found(&SEATED, (1, seat), 100, &mut rng, &|of, rng| play(&SEATED, truth, of, rng));
                (found.rating - truth).abs() < crate::stats::Z95 * found.error
            });
            let share = contained.count() as f64 / f64::from(CAREERS);
            // That people may change makes the interval a little too wide for those who do not.
            assert!((0.92..=0.995).contains(&share), "seat {seat}: {share}");
        }
    }

    #[test]
    fn the_error_falls_with_games_however_little_they_tell() {
        for seat in [0, 1] {
            let (mut standing, mut rng) = (KUHN.unknown(), Rng::new(3));
            let first = standing.error;
            for _ in 0..4_000 {
                let mut outcome =
                    Outcome { level: KUHN.level_for(&standing), partners: 1, seat, payoff: 0.0 };
                outcome.payoff = play(&KUHN, 0.0, &outcome, &mut rng);
                let after = KUHN.after(&standing, &outcome);
                assert!(after.error < standing.error, "{standing:?}, then {after:?}");
                standing = after;
            }
            assert!(standing.error < 0.72 * first, "{standing:?}");
        }
    }

    #[test]
    fn the_level_is_the_nearest_one() {
        let level = |rating| ELO.level_for(&Standing { rating, error: 1.0, games: 9 });
        assert_eq!([-2_000.0, -510.0, -490.0, -90.0, 5_000.0].map(level), [1, 1, 2, 4, 4]);
    }

    /// On the lines between levels and beyond the ends of the ladder.
    #[test]
    fn strengths_at_seats_lie_on_lines_between_levels() {
        let ahead =
            |rating, seat| SEATED.ahead(rating, &Outcome { level: 2, partners: 1, seat, payoff: 0.0 });
        assert_eq!(
            [-600.0, -400.0, -300.0, 0.0, 100.0].map(|r| ahead(r, 0)),
            [-50.0, 250.0, 400.0, 850.0, 1000.0]
        );
        assert_eq!([-700.0, -400.0, -100.0].map(|r| ahead(r, 1)), [-475.0, -250.0, -25.0]);
        let kuhn = |seat| KUHN.ahead(-0.017, &Outcome { level: 2, partners: 1, seat, payoff: 0.0 });
        assert_eq!((kuhn(0), kuhn(1)), (-1.0 / 18.0, 1.0 / 18.0));
    }
}

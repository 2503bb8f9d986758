//! What is thought of the others before the game: how common each kind of player is, and how often those at
//! one table are alike.
//!
//! People who play together are often of one kind: a club, a contest, a row of the same program. So what one
//! seat does tells something of the others, and two seats that play at random are believed sooner than one.

use super::KINDS;
use yomi_core::{MAX_PLAYERS, Rng};

/// How likely each kind is to have done what each seat did, times how likely the kind is; by seat.
pub type Likely = [[f64; KINDS]; MAX_PLAYERS];

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Crowd {
    /// How likely each kind is, in the order of [`Kind::ALL`](super::super::Kind::ALL).
    pub family: [f64; KINDS],
    /// How likely it is that all the others are of one kind.
    pub alike: f64,
}

/// The weight of seats that chose their kinds apart, and of all being of each kind.
struct Parts {
    apart: f64,
    alike: [f64; KINDS],
}

impl Crowd {
    /// How likely all that these seats did is.
    #[inline]
    pub fn total(&self, likely: &Likely, seats: &[usize]) -> f64 {
        let Parts { apart, alike } = self.parts(likely, seats);
        apart + alike.iter().sum::<f64>()
    }

    /// How likely each kind is at each of these seats, after what they did.
    pub fn chances(&self, likely: &Likely, seats: &[usize]) -> Likely {
        let Parts { apart, alike } = self.parts(likely, seats);
        let total = apart + alike.iter().sum::<f64>();
        let mut chances = [[0.0; KINDS]; MAX_PLAYERS];
        for &seat in seats {
            let sum: f64 = likely[seat].iter().sum();
            let by_itself = |kind: usize| if sum > 0.0 { apart * likely[seat][kind] / sum } else { 0.0 };
            for (kind, chance) in chances[seat].iter_mut().enumerate() {
                *chance = if total > 0.0 { (by_itself(kind) + alike[kind]) / total } else { 0.0 };
            }
        }
        chances
    }

    /// A kind for each of these seats, by number, drawn as they are likely together. None where nothing is.
    pub fn draw(&self, likely: &Likely, seats: &[usize], rng: &mut Rng) -> [Option<usize>; MAX_PLAYERS] {
        let Parts { apart, alike } = self.parts(likely, seats);
        let mut kinds = [None; MAX_PLAYERS];
        let all = pick(&alike, rng.unit() * (apart + alike.iter().sum::<f64>()));
        for &seat in seats {
            let alone = |rng: &mut Rng| pick(&likely[seat], rng.unit() * likely[seat].iter().sum::<f64>());
            kinds[seat] = all.or_else(|| alone(rng));
        }
        kinds
    }

    /// What each kind at a seat counts for in the [total](Crowd::total): at most as much for every unit of
    /// its likelihood.
    #[inline]
    pub fn factors(&self, likely: &Likely, seats: &[usize], seat: usize) -> [f64; KINDS] {
        let rest = seats.iter().filter(|&&s| s != seat);
        let apart = rest.clone().map(|&s| likely[s].iter().sum::<f64>()).product::<f64>();
        let mut factors = [(1.0 - self.alike) * apart; KINDS];
        for (kind, factor) in factors.iter_mut().enumerate().filter(|(kind, _)| self.family[*kind] > 0.0) {
            let family = self.family[kind];
            *factor += self.alike * rest.clone().map(|&s| likely[s][kind] / family).product::<f64>();
        }
        factors
    }

    #[inline]
    fn parts(&self, likely: &Likely, seats: &[usize]) -> Parts {
        let apart = seats.iter().map(|&s| likely[s].iter().sum::<f64>()).product::<f64>();
        let mut alike = [0.0; KINDS];
        if self.alike > 0.0 {
            for (kind, weight) in alike.iter_mut().enumerate().filter(|(kind, _)| self.family[*kind] > 0.0) {
                // Every seat's number holds how likely the kind is, which counts once for all of them.
                let family = self.family[kind];
                let each = seats.iter().map(|&s| likely[s][kind] / family).product::<f64>();
                *weight = self.alike * family * each;
            }
        }
        Parts { apart: (1.0 - self.alike) * apart, alike }
    }
}

/// The first whose share of the weights reaches beyond the mark.
#[inline]
fn pick(weights: &[f64; KINDS], mut mark: f64) -> Option<usize> {
    weights.iter().position(|weight| {
        mark -= weight;
        mark < 0.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAMILY: [f64; KINDS] = [0.4, 0.05, 0.1, 0.25, 0.2];
    const SEATS: [usize; 2] = [1, 2];

    /// Two seats, the first of which played as the first kind would, the second as anybody.
    fn seen() -> Likely {
        let mut likely = [[0.0; KINDS]; MAX_PLAYERS];
        for kind in 0..KINDS {
            likely[1][kind] = FAMILY[kind] * if kind == 0 { 0.5 } else { 0.1 };
            likely[2][kind] = FAMILY[kind] * 0.3;
        }
        likely
    }

    /// Kinds of both seats together, with their weight, one by one.
    fn pairs(crowd: &Crowd, likely: &Likely) -> Vec<(usize, usize, f64)> {
        let of = |seat: usize, kind: usize| likely[seat][kind] / FAMILY[kind];
        let both = (0..KINDS).flat_map(|a| (0..KINDS).map(move |b| (a, b)));
        both.map(|(a, b)| {
            let same = if a == b { crowd.alike * FAMILY[a] } else { 0.0 };
            (a, b, ((1.0 - crowd.alike) * FAMILY[a] * FAMILY[b] + same) * of(1, a) * of(2, b))
        })
        .collect()
    }

    #[test]
    fn it_is_bayes_over_all_pairs_of_kinds() {
        let likely = seen();
        for alike in [0.0, 0.5, 1.0] {
            let crowd = Crowd { family: FAMILY, alike };
            let pairs = pairs(&crowd, &likely);
            let total: f64 = pairs.iter().map(|(_, _, w)| w).sum();
            assert!((crowd.total(&likely, &SEATS) - total).abs() < 1e-12);
            let chances = crowd.chances(&likely, &SEATS);
            let first = |kind: usize| pairs.iter().filter(|p| p.0 == kind).map(|p| p.2).sum::<f64>();
            let second = |kind: usize| pairs.iter().filter(|p| p.1 == kind).map(|p| p.2).sum::<f64>();
            for (kind, (one, two)) in chances[1].iter().zip(chances[2]).enumerate() {
                assert!((one - first(kind) / total).abs() < 1e-12);
                assert!((two - second(kind) / total).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn kinds_are_drawn_as_they_are_likely_together() {
        let (likely, crowd) = (seen(), Crowd { family: FAMILY, alike: 0.5 });
        let pairs = pairs(&crowd, &likely);
        let total: f64 = pairs.iter().map(|(_, _, w)| w).sum();
        let mut rng = Rng::new(5);
        let mut found = [[0.0; KINDS]; KINDS];
        const DRAWS: usize = 40_000;
        for _ in 0..DRAWS {
            let kinds = crowd.draw(&likely, &SEATS, &mut rng);
            found[kinds[1].unwrap()][kinds[2].unwrap()] += 1.0 / DRAWS as f64;
        }
        for (a, b, weight) in pairs {
            let chance = weight / total;
            let error = (chance * (1.0 - chance) / DRAWS as f64).sqrt();
            assert!((found[a][b] - chance).abs() < 5.0 * error + 1e-6, "{a} {b}: {} {chance}", found[a][b]);
        }
    }

    /// A seat that did what nobody would do has no kind, and then nobody's kind is shared.
    #[test]
    fn no_kind_is_drawn_where_none_is_likely() {
        let (mut likely, crowd) = (seen(), Crowd { family: FAMILY, alike: 0.5 });
        likely[2] = [0.0; KINDS];
        for seed in 0..20 {
            let kinds = crowd.draw(&likely, &SEATS, &mut Rng::new(seed));
            assert!(kinds[1].is_some() && kinds[2].is_none(), "{kinds:?}");
        }
    }

    #[test]
    fn one_seat_alone_is_as_likely_whoever_the_others_may_be() {
        let likely = seen();
        let total = |alike| Crowd { family: FAMILY, alike }.total(&likely, &[1]);
        assert!((total(0.0) - total(0.7)).abs() < 1e-12);
    }
}

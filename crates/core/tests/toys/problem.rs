//! One decision without context: the score of a bit vector is a sum over the pairs of set bits, and flipping
//! a bit changes only the pairs it is in.

use yomi_core::testkit::rules::check_problem;
use yomi_core::{Problem, Rng};

const BITS: usize = 12;

struct Pairs {
    /// What two set bits are worth together, the higher one first; on the diagonal what one is worth alone.
    weights: [[f64; BITS]; BITS],
}

impl Pairs {
    fn random(seed: u64) -> Pairs {
        let mut rng = Rng::new(seed);
        Pairs { weights: [[0.0; BITS]; BITS].map(|row| row.map(|_| f64::from(rng.below(21)) - 10.0)) }
    }

    fn worth(&self, i: usize, j: usize) -> f64 {
        self.weights[i.max(j)][i.min(j)]
    }
}

fn set_bits(solution: u16) -> impl Iterator<Item = usize> {
    (0..BITS).filter(move |bit| solution >> bit & 1 == 1)
}

impl Problem for Pairs {
    type Solution = u16;
    type Change = usize;

    fn random_solution(&self, rng: &mut Rng) -> u16 {
        rng.below(1 << BITS) as u16
    }

    fn score(&self, &solution: &u16) -> f64 {
        let with_lower = |i| set_bits(solution).filter(move |&j| j <= i).map(move |j| self.worth(i, j));
        set_bits(solution).flat_map(with_lower).sum()
    }

    fn propose(&self, _: &u16, rng: &mut Rng) -> usize {
        rng.below(BITS as u32) as usize
    }

    fn apply(&self, solution: &mut u16, bit: usize) {
        *solution ^= 1 << bit;
    }

    fn delta(&self, &solution: &u16, bit: usize) -> f64 {
        let with_others: f64 = set_bits(solution & !(1 << bit)).map(|other| self.worth(bit, other)).sum();
        let gain = self.worth(bit, bit) + with_others;
        if solution >> bit & 1 == 1 { -gain } else { gain }
    }
}

#[test]
fn the_delta_is_the_change_of_the_score() {
    for seed in 0..5 {
        check_problem(&Pairs::random(seed), 20, 50);
    }
}

#[test]
fn climbing_by_deltas_alone_ends_on_a_hill_by_score() {
    let problem = Pairs::random(9);
    let mut solution = problem.random_solution(&mut Rng::new(0));
    while let Some(bit) = (0..BITS).find(|&bit| problem.delta(&solution, bit) > 0.0) {
        problem.apply(&mut solution, bit);
    }
    for bit in 0..BITS {
        let mut neighbour = solution;
        problem.apply(&mut neighbour, bit);
        assert!(problem.score(&neighbour) <= problem.score(&solution), "bit {bit} of {solution:#b}");
    }
}

//! `genetic`: a population whose better half breeds, with some mutation.

use super::{Best, Hunt, Optimiser};
use yomi_core::{OptionSpec, Options, Problem, Rng, Run, Text};

/// A problem whose solutions can be crossed.
pub trait Breed: Problem {
    /// A solution with something of both.
    fn cross(&self, a: &Self::Solution, b: &Self::Solution, rng: &mut Rng) -> Self::Solution;
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Genetic {
    pub population: usize,
    /// The probability that a child is changed once more.
    pub mutation: f64,
}

const POPULATION: OptionSpec =
    OptionSpec::count("population", "50", 2, 100_000, Text::new("solutions that live at a time", "個体数"));
const MUTATION: OptionSpec = OptionSpec::number(
    "mutation",
    "0.5",
    0.0,
    1.0,
    Text::new("probability that a child is changed once more", "突然変異の確率"),
);

impl Genetic {
    pub const OPTIONS: [OptionSpec; 2] = [POPULATION, MUTATION];

    /// As [`OPTIONS`](Self::OPTIONS) were set.
    #[must_use]
    pub fn read(options: &Options) -> Genetic {
        Genetic { population: options.count(&POPULATION) as usize, mutation: options.number(&MUTATION) }
    }
}

impl Default for Genetic {
    fn default() -> Self {
        Genetic::read(&Options::defaults(&Self::OPTIONS))
    }
}

impl<P: Breed> Optimiser<P> for Genetic {
    fn optimise(&self, problem: &P, run: &Run<'_, ()>, rng: &mut Rng) -> Best<P::Solution> {
        let mut hunt = Hunt::begin(problem, run, rng);
        let mut people = vec![(hunt.best.solution.clone(), hunt.best.score)];
        while people.len() < self.population && !hunt.is_over() {
            people.push(hunt.random(rng));
        }
        while !hunt.is_over() {
            // The better half stays, and the other half is replaced by its children.
            people.sort_by(|a, b| b.1.total_cmp(&a.1));
            let parents = (people.len() / 2).max(1);
            people.truncate(parents);
            while people.len() < self.population && !hunt.is_over() {
                let [mother, father] = [(); 2].map(|()| &people[rng.below(parents as u32) as usize].0);
                let mut child = problem.cross(mother, father, rng);
                if rng.unit() < self.mutation {
                    let change = problem.propose(&child, rng);
                    problem.apply(&mut child, change);
                }
                let score = problem.score(&child);
                hunt.best.evaluated += 1;
                hunt.note(&child, score);
                people.push((child, score));
            }
        }
        hunt.best
    }
}

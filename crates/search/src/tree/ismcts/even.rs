//! Stratified draws after the root moves.
//!
//! What a root move is worth depends on the card that is drawn next more than on anything later, and in a few
//! dozen iterations some cards come too often by chance and others not at all. So the outcomes after every
//! root move are dealt from a shuffled list in which each occurs in proportion to its probability, and the
//! list is shuffled again when it is used up: every outcome keeps its probability, and the comparison of the
//! moves loses most of its noise.

use yomi_core::{Chance, Rng};

/// The next draws after every root move. Moves with the same possible outcomes share one order, so that moves
/// with equal visits have had equal luck.
#[derive(Clone, Debug)]
pub struct EvenDraws<A> {
    orders: Vec<Order<A>>,
    /// Per root move: its order, and how much of it was used.
    roots: Vec<(A, usize, usize)>,
}

#[derive(Clone, Debug)]
struct Order<A> {
    outcomes: Vec<(A, f64)>,
    drawn: Vec<A>,
}

/// Entries of a list: enough for every outcome of a large deck.
const LIST: usize = 128;

impl<A: Copy + PartialEq> EvenDraws<A> {
    pub fn new() -> Self {
        EvenDraws { orders: Vec::new(), roots: Vec::new() }
    }

    /// The next draw after root move `root`, which led to `state`.
    pub fn next<S: Chance<Action = A>>(&mut self, root: A, state: &S, rng: &mut Rng) -> A {
        let at = self.roots.iter().position(|(a, _, _)| *a == root).unwrap_or_else(|| {
            let outcomes = state.outcomes();
            let known = self.orders.iter().position(|o| o.outcomes == outcomes);
            let order = known.unwrap_or_else(|| {
                self.orders.push(Order { outcomes, drawn: Vec::new() });
                self.orders.len() - 1
            });
            self.roots.push((root, order, 0));
            self.roots.len() - 1
        });
        let (_, order, used) = &mut self.roots[at];
        let Order { outcomes, drawn } = &mut self.orders[*order];
        if *used == drawn.len() {
            deal(outcomes, drawn, rng);
        }
        *used += 1;
        drawn[*used - 1]
    }
}

/// One round of outcomes in random order: each once where all are equally likely, otherwise by systematic
/// resampling.
fn deal<A: Copy>(outcomes: &[(A, f64)], drawn: &mut Vec<A>, rng: &mut Rng) {
    let before = drawn.len();
    let (_, first) = outcomes[0];
    if outcomes.iter().all(|&(_, p)| (p - first).abs() < 1e-12) {
        drawn.extend(outcomes.iter().map(|&(a, _)| a));
    } else {
        let step = 1.0 / LIST as f64;
        let (mut mark, mut passed) = (step * rng.unit(), 0.0);
        for &(action, p) in outcomes {
            passed += p;
            while mark < passed && drawn.len() < before + LIST {
                drawn.push(action);
                mark += step;
            }
        }
    }
    rng.shuffle(&mut drawn[before..]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::ControlFlow;
    use yomi_core::{Player, State, Turn};

    /// A die whose sides are not equally likely.
    #[derive(Clone)]
    struct Die(Vec<f64>);

    impl State for Die {
        type Action = usize;
        fn players(&self) -> usize {
            1
        }
        fn turn(&self) -> Turn {
            Turn::Chance
        }
        fn try_for_each_action<B>(&self, _: impl FnMut(usize) -> ControlFlow<B>) -> ControlFlow<B> {
            ControlFlow::Continue(())
        }
        fn apply(&mut self, _: usize) {}
        fn payoff(&self, _: Player) -> f64 {
            0.0
        }
        fn payoff_bounds(&self) -> (f64, f64) {
            (0.0, 1.0)
        }
    }

    impl Chance for Die {
        fn try_for_each_outcome<B>(&self, mut f: impl FnMut(usize, f64) -> ControlFlow<B>) -> ControlFlow<B> {
            self.0.iter().enumerate().try_for_each(|(i, &p)| f(i, p))
        }
    }

    fn counts(sides: &[f64], draws: usize) -> Vec<u32> {
        let (die, mut rng, mut even) = (Die(sides.to_vec()), Rng::new(4), EvenDraws::new());
        let mut counts = vec![0; sides.len()];
        (0..draws).for_each(|_| counts[even.next(7, &die, &mut rng)] += 1);
        counts
    }

    #[test]
    fn every_outcome_comes_as_often_as_it_should() {
        assert_eq!(counts(&[0.25; 4], 40), [10; 4]);
        for (count, p) in counts(&[0.5, 0.3, 0.15, 0.05], 128 * 50).into_iter().zip([0.5, 0.3, 0.15, 0.05]) {
            // Systematic resampling is off by less than one per round.
            assert!((f64::from(count) - p * 6400.0).abs() < 50.0, "{count} {p}");
        }
    }

    #[test]
    fn moves_share_their_luck_where_they_can() {
        let (die, mut rng, mut even) = (Die(vec![0.25; 4]), Rng::new(4), EvenDraws::new());
        let mut draw = |root| (0..20).map(|_| even.next(root, &die, &mut rng)).collect::<Vec<usize>>();
        let first = draw(1);
        assert_eq!(first, draw(2), "the same order");
        assert_ne!(first, draw(1), "and not the same again");
        let other = Die(vec![0.5, 0.5]);
        assert!((0..20).all(|_| even.next(3, &other, &mut rng) < 2), "only what can be drawn there");
    }
}

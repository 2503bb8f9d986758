//! What searches that play on by a policy have in common: the first look, which tells the moves and what the policy would do, and
//! the last word, in which the policy's own move is preferred unless another is clearly better.

use crate::belief::Reading;
use yomi_core::{Belief, Contradiction, Decision, Hidden, Policy, Rng, State, ViewOf};

/// A view, looked at once.
pub(crate) struct Opening<S: Hidden, B> {
    pub belief: B,
    /// The moves that a world offers; it may leave some out.
    pub moves: Vec<S::Action>,
    /// What the policy would play.
    pub favourite: S::Action,
    legal: Vec<S::Action>,
}

pub(crate) enum Looked<S: Hidden, B> {
    /// There is one move only.
    Forced(Decision<S::Action>),
    Open(Opening<S, B>),
}

/// The stream of luck for the first look at a world.
const FIRST_LOOK: u64 = 0xF125;

impl<S: Hidden, B> Opening<S, B> {
    pub fn look<R>(
        view: &ViewOf<S>,
        reading: &R,
        policy: &mut impl Policy<R::World>,
        rng: &Rng,
    ) -> Result<Looked<S, B>, Contradiction>
    where
        R: Reading<S, Belief = B>,
        B: Belief<R::World>,
    {
        let legal = S::seen_actions(&view.now);
        let mut belief = reading.read(view)?;
        let (world, _) = belief.sample(&mut rng.split(FIRST_LOOK));
        let moves = State::actions(&world);
        if let [only] = moves[..] {
            // One look at the position, which tells it from a move drawn at random.
            return Ok(Looked::Forced(Decision { iterations: 1, ..Decision::immediate(only, legal) }));
        }
        let favourite = policy.choose(&world, &mut rng.split(FIRST_LOOK));
        Ok(Looked::Open(Opening { belief, moves, favourite, legal }))
    }

    /// What a search found, the favourite preferred and the moves that worlds left out put behind the others.
    pub fn close(self, mut decision: Decision<S::Action>, trust: f64) -> Decision<S::Action> {
        prefer(&mut decision, self.favourite, trust);
        let left_out = self.legal.into_iter().filter(|a| !self.moves.contains(a));
        let unknown = Decision::immediate(decision.action, left_out).candidates;
        decision.candidates.extend(unknown.into_iter().skip(1));
        decision
    }
}

/// Plays the favourite unless another looks better by more than `trust` and the error of the difference.
fn prefer<A: Copy + PartialEq>(decision: &mut Decision<A>, favourite: A, trust: f64) {
    let Some(at) = decision.candidates.iter().position(|c| c.action == favourite) else { return };
    let (own, best) = (&decision.candidates[at], decision.best());
    let error = own.se.hypot(best.se);
    let unsure = !error.is_finite() || best.mean - own.mean < trust + error;
    if at > 0 && own.visits > 0 && unsure {
        let candidate = decision.candidates.remove(at);
        decision.candidates.insert(0, candidate);
        decision.action = favourite;
        decision.line = vec![favourite];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::{Bound, Candidate};

    fn decision(means: [(f64, f64, u64); 3]) -> Decision<u8> {
        let mut decision = Decision::immediate(0, [0, 1, 2]);
        decision.candidates = means
            .into_iter()
            .enumerate()
            .map(|(i, (mean, se, visits))| Candidate {
                action: i as u8,
                visits,
                mean,
                se,
                bound: Bound::Sampled,
            })
            .collect();
        decision
    }

    #[test]
    fn the_favourite_is_played_unless_another_is_clearly_better() {
        let mut close = decision([(0.60, 0.02, 500), (0.58, 0.02, 500), (0.3, 0.02, 100)]);
        prefer(&mut close, 1, 0.005);
        assert_eq!(close.action, 1);
        assert_eq!(close.candidates[0].action, 1);
        assert_eq!(close.candidates.len(), 3);
        let mut clear = decision([(0.70, 0.02, 500), (0.58, 0.02, 500), (0.3, 0.02, 100)]);
        prefer(&mut clear, 1, 0.005);
        assert_eq!(clear.action, 0);
        let mut unknown = decision([(0.70, 0.02, 500), (0.0, f64::INFINITY, 0), (0.3, 0.02, 100)]);
        prefer(&mut unknown, 1, 0.005);
        assert_eq!(unknown.action, 0, "a favourite that was never tried has nothing to say");
    }
}

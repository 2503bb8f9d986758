//! What searches that play out by a policy have in common: the first look, which finds the moves and what the
//! policy would do, and the final choice, which prefers the policy's own move unless another is clearly
//! better.

use crate::belief::Reading;
use crate::tally::Tally;
use yomi_core::{Basis, Belief, Choice, Contradiction, Decision, Hidden, Limits, Policy, Rng, State, ViewOf};

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
    /// There is only one move.
    Forced(Decision<S::Action>),
    Open(Opening<S, B>),
}

/// Worlds in which the policy is asked for its move.
const LOOKS: usize = 16;
/// The random stream for them.
const FIRST_LOOK: u64 = 0xF125;

impl<S: Hidden, B> Opening<S, B> {
    pub fn look<R>(
        view: &ViewOf<S>,
        reading: &R,
        policy: &mut impl Policy<R::World>,
        limits: &Limits,
        rng: &Rng,
    ) -> Result<Looked<S, B>, Contradiction>
    where
        R: Reading<S, Belief = B>,
        B: Belief<R::World>,
    {
        let legal = S::seen_actions(&view.now);
        let mut belief = reading.read_within(view, limits)?;
        // Where there is nothing to choose, no world is needed.
        if let [only] = legal[..] {
            return Ok(Looked::Forced(Decision::immediate(Basis::Rule, only, legal)));
        }
        let mut luck = rng.split(FIRST_LOOK);
        let (world, weight) = belief.sample(&mut luck);
        let moves = State::actions(&world);
        if let [only] = moves[..] {
            return Ok(Looked::Forced(Decision::immediate(Basis::Rule, only, legal)));
        }
        // The policy may play differently in different worlds: its move is the one that it plays in most.
        let mut votes = vec![0.0; moves.len()];
        let mut vote = |world: &R::World, weight: f64, luck: &mut Rng| {
            let choice = policy.choose(world, luck);
            if let Some(at) = moves.iter().position(|&m| m == choice) {
                votes[at] += weight;
            }
        };
        vote(&world, weight, &mut luck);
        for _ in 1..LOOKS {
            let (world, weight) = belief.sample(&mut luck);
            vote(&world, weight, &mut luck);
        }
        let most = (0..moves.len()).rev().max_by(|&a, &b| votes[a].total_cmp(&votes[b]));
        let favourite = moves[most.expect("there are moves")];
        Ok(Looked::Open(Opening { belief, moves, favourite, legal }))
    }

    /// What a search found, with the finally chosen move first and the moves that the worlds left out last.
    pub fn close(self, mut decision: Decision<S::Action>, chosen: S::Action) -> Decision<S::Action> {
        if let Some(at) = decision.candidates.iter().position(|c| c.action == chosen)
            && at > 0
        {
            let candidate = decision.candidates.remove(at);
            decision.candidates.insert(0, candidate);
            decision.action = chosen;
            decision.line = vec![chosen];
        }
        decision.choice = Choice::Favourite;
        let left_out = self.legal.into_iter().filter(|a| !self.moves.contains(a));
        let unknown = Decision::immediate(decision.basis, decision.action, left_out).candidates;
        decision.candidates.extend(unknown.into_iter().skip(1));
        decision
    }
}

/// The favourite, unless the best move looks better by more than `trust` plus the standard error of the
/// difference.
pub(crate) fn preferred<A: Copy + Eq>(tallies: &[Tally<A>], best: A, favourite: A, trust: f64) -> A {
    let found = |action| tallies.iter().find(|t| t.action == action).map(Tally::candidate);
    let (Some(own), Some(other)) = (found(favourite), found(best)) else { return best };
    let error = own.se.hypot(other.se);
    let unsure = !error.is_finite() || other.mean - own.mean < trust + error;
    if own.visits > 0 && unsure { favourite } else { best }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves with so many wins of so many games.
    fn tallies(games: [(u64, u64); 3]) -> Vec<Tally<u8>> {
        let tally = |(i, &(wins, all)): (usize, &(u64, u64))| {
            let mut tally = Tally::new(i as u8);
            (0..all).for_each(|game| tally.add(f64::from(u8::from(game < wins))));
            tally
        };
        games.iter().enumerate().map(tally).collect()
    }

    #[test]
    fn the_favourite_is_played_unless_another_is_clearly_better() {
        let close = tallies([(300, 500), (290, 500), (30, 100)]);
        assert_eq!(preferred(&close, 0, 1, 0.005), 1);
        let clear = tallies([(350, 500), (290, 500), (30, 100)]);
        assert_eq!(preferred(&clear, 0, 1, 0.005), 0);
        let unknown = tallies([(350, 500), (0, 0), (30, 100)]);
        assert_eq!(
            preferred(&unknown, 0, 1, 0.005),
            0,
            "a favourite that was never tried has nothing to say"
        );
    }
}

//! The best line found so far, kept from turn to turn.
//!
//! Without chance, a line to the end of the game stays as good as when it was found. The search of the next
//! turn may find a worse one; then the rest of the old line is followed.

use yomi_core::{Decision, Player, State, Turn};

/// What is left of a line after its first move was played.
#[derive(Clone, Debug)]
pub struct Plan<A> {
    rest: Vec<A>,
}

/// A line from the current position to the end of the game, with its payoff.
pub struct Known<A> {
    pub line: Vec<A>,
    pub payoff: f64,
}

impl<A> Default for Plan<A> {
    fn default() -> Self {
        Plan { rest: Vec::new() }
    }
}

impl<A: Copy> Plan<A> {
    /// The rest of the plan, checked by playing it through: valid even if another move was played than
    /// planned, or another game has begun.
    pub fn known<S: State<Action = A>>(&self, state: &S, p: Player) -> Option<Known<A>> {
        play_out(state, &self.rest, p)
    }

    pub fn keep(&mut self, line: &[A]) {
        self.rest.clear();
        self.rest.extend_from_slice(line.get(1..).unwrap_or(&[]));
    }
}

/// The line with its payoff, if it is legal and ends the game.
pub fn play_out<S: State>(state: &S, line: &[S::Action], p: Player) -> Option<Known<S::Action>> {
    let mut at = state.clone();
    for &action in line {
        at.play(action).ok()?;
    }
    let ended = !line.is_empty() && at.turn() == Turn::Over;
    ended.then(|| Known { line: line.to_vec(), payoff: at.payoff(p) })
}

/// The better of two lines; the first if they pay the same.
pub fn better<A>(a: Option<Known<A>>, b: Option<Known<A>>) -> Option<Known<A>> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if b.payoff > a.payoff { b } else { a }),
        (a, b) => a.or(b),
    }
}

/// The decision, or the known line instead where the search found nothing better.
pub fn at_least<A: Copy + PartialEq>(mut decision: Decision<A>, known: Option<Known<A>>) -> Decision<A> {
    let Some(known) = known.filter(|k| k.payoff >= decision.candidates[0].mean) else { return decision };
    let chosen = known.line[0];
    let place = decision.candidates.iter().position(|c| c.action == chosen);
    let place = place.expect("the line was played through: its first move is legal");
    decision.candidates[place].mean = known.payoff;
    decision.candidates[..=place].rotate_right(1);
    Decision { action: chosen, depth: known.line.len() as u32, line: known.line, ..decision }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::testkit::toys::Coins;
    use yomi_core::testkit::toys::Side::{Left, Right};

    /// A line that stops early, or goes on after the end, is none.
    #[test]
    fn a_line_to_the_end_is_worth_what_it_pays() {
        let pays = |line: &[_]| play_out(&Coins::START, line, Player::FIRST).map(|known| known.payoff);
        assert_eq!([pays(&[Left, Left]), pays(&[Right, Right])], [Some(9.0), Some(2.0)]);
        assert_eq!([pays(&[]), pays(&[Left]), pays(&[Left, Left, Right])], [None; 3]);
        let mut plan = Plan::default();
        plan.keep(&[Left, Left]);
        let mut after = Coins::START;
        after.apply(Left);
        let known = plan.known(&after, Player::FIRST).expect("the rest leads to the end");
        assert_eq!((known.line, known.payoff), (vec![Left], 9.0));
        assert!(plan.known(&Coins::START, Player::FIRST).is_none());
    }
}

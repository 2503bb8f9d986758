//! What lines pay at the end of the game.
//!
//! A search compares lines where it stopped, and drops most of them long before: where a move's line was cut
//! off says nothing about the move. For people every line is played to the end, greedily from where it was
//! left. What it pays then is certain: best play pays at least as much.

use yomi_core::{Bound, Candidate, Decision, Deterministic, Keyed, Player, Scout, Turn};

/// Games that last longer are left as they were judged.
const LONGEST: usize = 100_000;

/// Gives every candidate the payoff of its line, played to the end, and the decision the whole line of the
/// chosen move, so that the line shown is the one that pays the value shown. `lines` are the best lines known of
/// the moves that were not chosen; a move without one is followed greedily from the start.
pub fn finish<S: Deterministic + Keyed, E: Scout<S>>(
    decision: &mut Decision<S::Action>,
    lines: &[Vec<S::Action>],
    state: &S,
    scout: &E,
    mover: Player,
) {
    let chosen = decision.action;
    for candidate in &mut decision.candidates {
        let action = candidate.action;
        let begins = |line: &&Vec<S::Action>| line.first() == Some(&action);
        let known = std::iter::once(&decision.line).chain(lines).find(begins);
        let known = known.cloned().unwrap_or_else(|| vec![action]);
        if let Some((line, payoff)) = played_out(state, known, scout, mover) {
            *candidate = Candidate::computed(action, candidate.visits.max(1), payoff, Bound::AtLeast);
            if action == chosen {
                decision.line = line;
            }
        }
    }
}

/// The line with the greedy moves that end the game after it, and what it pays.
fn played_out<S: Deterministic + Keyed, E: Scout<S>>(
    state: &S,
    mut line: Vec<S::Action>,
    scout: &E,
    mover: Player,
) -> Option<(Vec<S::Action>, f64)> {
    let mut state = state.clone();
    line.iter().for_each(|&action| state.apply(action));
    for _ in 0..LONGEST {
        if state.turn() == Turn::Over {
            return Some((line, state.payoff(mover)));
        }
        let mut best: Option<(f64, S::Action)> = None;
        state.for_each_action(|action| {
            let value = scout.ahead(&state, action, mover).value;
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, action));
            }
        });
        let next = best?.1;
        line.push(next);
        state.apply(next);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::single::{Beam, BeamOptions, Chokudai, ChokudaiOptions};
    use yomi_core::testkit::ask::{decide, decide_for_words};
    use yomi_core::testkit::toys::{Coins, Side, Taken};
    use yomi_core::{Limits, Search, State};

    /// What the best play after a move pays.
    fn best_after(state: &Coins, action: Side) -> f64 {
        let mut next = *state;
        next.apply(action);
        if next.turn() == Turn::Over {
            return next.payoff(Player::FIRST);
        }
        State::actions(&next).into_iter().map(|a| best_after(&next, a)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// One move deep the nearest coin looks better; what is stated is what the whole line pays, and no more
    /// than the best line does.
    #[test]
    fn a_line_that_was_cut_off_is_stated_as_what_it_pays_in_the_end() {
        let check = |search: &mut dyn Search<Coins>| {
            let found = decide_for_words(search, &Coins::START, Limits::default(), 0);
            for c in &found.candidates {
                assert_eq!(c.bound, Bound::AtLeast);
                assert!(c.mean <= best_after(&Coins::START, c.action), "{c:?}");
            }
            let mut played = Coins::START;
            found.line.iter().for_each(|&side| played.play(side).unwrap());
            let paid = (played.turn(), played.payoff(Player::FIRST));
            assert_eq!(paid, (Turn::Over, found.candidates[0].mean), "the line pays what is stated");
            found.candidates[0].mean
        };
        let beam = BeamOptions { width: Some(1), depth: Some(1), ..BeamOptions::default() };
        let cut = decide(&mut Beam::new(beam, Taken), &Coins::START, Limits::default(), 0);
        assert_eq!(cut.candidates[0].bound, Bound::Judged, "no words are wanted: as it was judged");
        assert_ne!(check(&mut Beam::new(beam, Taken)), cut.candidates[0].mean);
        let beams = ChokudaiOptions { beams: Some(1), depth: Some(1), ..ChokudaiOptions::default() };
        check(&mut Chokudai::new(beams, Taken));
        check(&mut Chokudai::new(ChokudaiOptions { beams: Some(20), ..ChokudaiOptions::default() }, Taken));
    }
}

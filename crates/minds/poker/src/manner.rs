//! Manners of play: how likely each is to say what was said.
//!
//! A family of three, as different from each other as players of these games are: one who cannot be
//! exploited, one who believes in the own card alone, and one who says anything.

use crate::belief::{OtherCard, other_card};
use crate::equilibrium::Solved;
use yomi_core::{Basis, Contradiction, Decision, Player, Rng, Run, State, Turn, ViewOf, ViewSearch};
use yomi_games::cards::{Bet, Rank};
use yomi_games::kuhn::SeenKuhn;
use yomi_games::leduc::{Action, SeenLeduc};
use yomi_games::{Kuhn, Leduc};

/// A manner of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Manner {
    /// As `cfr` plays.
    Equilibrium,
    /// As `greedy` plays, with a slip now and then.
    Greedy,
    /// As `random` plays.
    Random,
}

pub const MANNERS: usize = Manner::ALL.len();

/// How likely each manner is before anything was said, in the order of [`Manner::ALL`]: nothing is known of
/// who sits there.
pub const PRIOR: [f64; MANNERS] = [1.0 / 3.0; MANNERS];

/// How often a greedy player says just anything. Without it a single odd bet would prove that a seat is not
/// greedy.
const SLIP: f64 = 0.1;

impl Manner {
    pub const ALL: [Manner; 3] = [Manner::Equilibrium, Manner::Greedy, Manner::Random];

    /// Its name in JSON.
    pub const fn key(self) -> &'static str {
        match self {
            Manner::Equilibrium => "equilibrium",
            Manner::Greedy => "greedy",
            Manner::Random => "random",
        }
    }

    /// How likely the mover is to take each of its actions. It depends only on what the mover sees.
    pub fn mix<S: Solved>(self, state: &S, mover: Player) -> Vec<(S::Action, f64)> {
        if self == Manner::Equilibrium {
            return S::solution().strategy.at(state, mover);
        }
        let actions = State::actions(state);
        let any = 1.0 / actions.len() as f64;
        let chosen = (self == Manner::Greedy).then(|| greedy::<S>(&state.seen(mover), &actions));
        let chance = |a: S::Action| match chosen {
            Some(chosen) => SLIP * any + if a == chosen { 1.0 - SLIP } else { 0.0 },
            None => any,
        };
        actions.iter().map(|&a| (a, chance(a))).collect()
    }
}

/// Compares hands and counts chips.
pub trait Betting: OtherCard {
    /// Whether the viewer's hand beats this card of the opponent, with the cards on the table now; `None` for
    /// a tie.
    fn beats(seen: &Self::Seen, other: Rank) -> Option<bool>;

    /// What the viewer, who is to move, has at stake once the opponent has matched this action; `None` if the
    /// action gives up.
    fn at_stake(seen: &Self::Seen, action: Self::Action) -> Option<f64>;

    /// What the viewer has put in.
    fn put_in(seen: &Self::Seen) -> f64;
}

impl Betting for Kuhn {
    fn beats(seen: &SeenKuhn, other: Rank) -> Option<bool> {
        (seen.card != other).then_some(seen.card > other)
    }

    fn at_stake(_: &SeenKuhn, bet: Bet) -> Option<f64> {
        match bet {
            Bet::Fold => None,
            Bet::Check => Some(1.0),
            Bet::Bet | Bet::Call | Bet::Raise => Some(2.0),
        }
    }

    /// Nobody is asked again after a bet or a call of their own.
    fn put_in(_: &SeenKuhn) -> f64 {
        1.0
    }
}

impl Betting for Leduc {
    fn beats(seen: &SeenLeduc, other: Rank) -> Option<bool> {
        let paired = |card| seen.table.public() == Some(card);
        let strength = |card| (paired(card), card);
        (seen.card != other).then(|| strength(seen.card) > strength(other))
    }

    fn at_stake(seen: &SeenLeduc, action: Action) -> Option<f64> {
        let Action::Say(bet) = action else { return None };
        let mut table = seen.table;
        table.say(bet);
        (bet != Bet::Fold).then(|| f64::from(table.chips()[seen.seat.index()]))
    }

    fn put_in(seen: &SeenLeduc) -> f64 {
        f64::from(seen.table.chips()[seen.seat.index()])
    }
}

/// The action that looks best right after it, if hands were shown then and the other had matched it: by the
/// own card and the cards unseen, whatever was said. Of equal ones the first, which risks least.
fn greedy<S: Betting>(seen: &S::Seen, actions: &[S::Action]) -> S::Action {
    let sign = |card| S::beats(seen, card).map_or(0.0, |ahead| if ahead { 1.0 } else { -1.0 });
    let lead: f64 = other_card::<S>(seen).into_iter().map(|(card, chance)| chance * sign(card)).sum();
    let worth = |a: S::Action| S::at_stake(seen, a).map_or_else(|| -S::put_in(seen), |stake| lead * stake);
    let better = |best: S::Action, a: &S::Action| if worth(*a) > worth(best) { *a } else { best };
    actions[1..].iter().fold(actions[0], better)
}

/// `greedy`: plays by the own card alone. It believes nothing about what was said.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByOwnCard;

impl<S: Betting> ViewSearch<S> for ByOwnCard {
    fn decide(
        &mut self,
        view: &ViewOf<S>,
        _: &mut Run<'_, S::Action>,
        _: &mut Rng,
    ) -> Result<Decision<S::Action>, Contradiction> {
        debug_assert_eq!(S::seen_turn(&view.now), Turn::Player(view.seat));
        let actions = S::seen_actions(&view.now);
        Ok(Decision::immediate(Basis::Rule, greedy::<S>(&view.now, &actions), actions))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::{Hidden, Ruleset};
    use yomi_games::{kuhn, leduc};

    fn said<R: Ruleset>(rules: &R, mut state: R::State, moves: &str) -> String
    where
        R::State: Betting,
    {
        moves.split_whitespace().for_each(|word| state.apply(rules.parse_action(word).unwrap()));
        let Turn::Player(mover) = state.turn() else { panic!("nobody is to move") };
        rules.action_text(greedy::<R::State>(&state.seen(mover), &State::actions(&state)))
    }

    /// Worked out by hand: chances of the cards unseen times chips.
    #[test]
    fn greedy_plays_by_its_card() {
        use Rank::{J, K, Q};
        for (cards, moves, answer) in [
            ([J, K], "", "check"),
            ([Q, K], "", "check"),
            ([K, Q], "", "bet"),
            ([K, J], "bet", "fold"),
            ([K, Q], "bet", "call"),
            ([Q, K], "bet", "call"),
        ] {
            assert_eq!(said(&kuhn::Rules, Kuhn::deal(cards), moves), answer, "{cards:?} {moves}");
        }
        for (cards, moves, answer) in [
            ([J, K], "", "check"),
            ([Q, K], "", "check"),
            ([K, Q], "", "bet"),
            // Behind in 4 of 5 cases: 0.8 of 3 chips is more than the one that is in.
            ([K, J], "bet", "fold"),
            ([Q, K], "bet", "raise"),
            // As often ahead as behind: a call costs nothing.
            ([K, Q], "bet", "call"),
            // Two raises are allowed: 5 chips each.
            ([K, Q], "bet raise", "call"),
            // A pair cannot lose.
            ([J, K], "check check J", "bet"),
            // J, Q, K, K are left, of which only the other J is behind.
            ([Q, K], "check check J", "check"),
            ([Q, K], "check check J check", "bet"),
        ] {
            assert_eq!(said(&leduc::Rules, Leduc::deal(cards), moves), answer, "{cards:?} {moves}");
        }
    }
}

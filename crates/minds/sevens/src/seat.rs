//! Policies that use only what a seat sees, as players and inside the worlds of a search.
//!
//! A policy of a search gets whole states. A [`SeatPolicy`] gets a [`Sight`] instead, so that it plays the
//! same move in the real game and in every world that looks the same to its seat.

use yomi_bits::nth_bit;
use yomi_core::{Basis, Contradiction, Decision, Hidden, Player, Policy, Rng, Run, ViewOf, ViewSearch};
use yomi_games::Sevens;
use yomi_games::sevens::{Action, Board, Card, Cards, SeenSevens};

/// What the seat to move sees, without the past.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    pub board: &'a Board,
    /// The mover's cards.
    pub hand: Cards,
    /// Those it may play.
    pub playable: Cards,
}

impl<'a> Sight<'a> {
    /// What the mover of a state sees.
    #[inline(always)]
    pub fn of_mover(state: &'a Sevens) -> Sight<'a> {
        let hand = state.hand(state.board().mover());
        Sight { board: state.board(), hand, playable: state.playable() }
    }

    /// What a seat sees when it is to move.
    pub fn of_seen(seen: &'a SeenSevens) -> Sight<'a> {
        Sight { board: &seen.board, hand: seen.hand, playable: seen.playable() }
    }

    /// The other seats that are still in the game, in the order of their turns.
    #[inline]
    pub fn others_in_turn(&self) -> impl Iterator<Item = Player> + '_ {
        let (board, mover) = (self.board, self.board.mover());
        let seats = std::iter::successors(Some(board.after(mover)), move |&p| Some(board.after(p)));
        seats.take_while(move |&p| p != mover)
    }

    /// The move if there is no choice: a pass without a playable card, or the only card if a pass would be a
    /// burst.
    #[inline(always)]
    pub fn only_choice(&self) -> Option<Action> {
        match self.playable.len() {
            0 => Some(Action::Pass),
            1 if self.board.would_burst(self.board.mover()) => self.playable.iter().next().map(Action::Play),
            _ => None,
        }
    }
}

/// A policy that uses what the mover sees.
pub trait SeatPolicy: Clone + Send + Sync + 'static {
    /// What a move of this policy is based on.
    const BASIS: Basis = Basis::Rule;

    /// The move. Called only when a seat is to move.
    fn act(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> Action;
}

/// Adapts a seat policy for use in a search, and as a player.
#[derive(Clone, Debug, Default)]
pub struct ByCards<P>(pub P);

impl<P: SeatPolicy> Policy<Sevens> for ByCards<P> {
    #[inline(always)]
    fn choose(&mut self, state: &Sevens, rng: &mut Rng) -> Action {
        self.0.act(&Sight::of_mover(state), rng)
    }
}

impl<P: SeatPolicy> ViewSearch<Sevens> for ByCards<P> {
    fn decide(
        &mut self,
        view: &ViewOf<Sevens>,
        _: &mut Run<'_, Action>,
        rng: &mut Rng,
    ) -> Result<Decision<Action>, Contradiction> {
        let action = self.0.act(&Sight::of_seen(&view.now), rng);
        Ok(Decision::immediate(P::BASIS, action, Sevens::seen_actions(&view.now)))
    }
}

/// `random`: any playable card. It passes only if it must, or, if allowed, with the same probability as each
/// card.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain {
    pub passes_freely: bool,
}

impl SeatPolicy for Plain {
    const BASIS: Basis = Basis::Chance;

    #[inline(always)]
    fn act(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> Action {
        let cards = sight.playable;
        let count = cards.len();
        let choices = count + u32::from(self.passes_freely);
        match if choices == 0 { 0 } else { rng.below(choices) } {
            n if n < count => Action::Play(Card::at(nth_bit(cards.bits(), n))),
            _ => Action::Pass,
        }
    }
}

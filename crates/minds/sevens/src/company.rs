//! A world of Sevens with player types: the hands, and what kind of player sits at each seat.

use super::heuristic::Heuristic;
use super::leaning::Leaning;
use super::policy::Tuned;
use super::seat::{Plain, SeatPolicy, Sight};
use std::ops::ControlFlow;
use yomi_core::{Deterministic, MAX_PLAYERS, Player, Policy, Rng, State, Turn};
use yomi_games::Sevens;
use yomi_games::sevens::Action;

/// A kind of player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Any playable card; passes only if it must.
    Random,
    /// Any playable card or a pass, equally likely.
    Free,
    /// The seed's rollout policy: the card with the best score, never a pass by choice.
    Greedy,
    /// The tuned policy: holds cards back and passes on purpose.
    Shrewd,
    /// Weighs its cards with care, as observed of the seed's player; never passes by choice.
    Careful,
}

impl Kind {
    pub const ALL: [Kind; 5] = [Kind::Random, Kind::Free, Kind::Greedy, Kind::Shrewd, Kind::Careful];

    /// Whether it is deterministic.
    pub fn always_does_the_same(self) -> bool {
        matches!(self, Kind::Greedy | Kind::Shrewd)
    }
}

/// A game and the kinds of its players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Company {
    pub game: Sevens,
    /// Whether a seat other than the searching one may pass on purpose.
    pub shrewd: bool,
    /// Whether the searching seat may pass on purpose.
    pub may_pass: bool,
    /// By seat; `None` for the searching seat.
    pub kinds: [Option<Kind>; MAX_PLAYERS],
}

impl Company {
    pub fn new(game: Sevens, kinds: [Option<Kind>; MAX_PLAYERS]) -> Company {
        let shrewd = kinds.iter().any(|k| matches!(k, Some(Kind::Shrewd | Kind::Free)));
        Company { game, shrewd, may_pass: true, kinds }
    }
}

impl State for Company {
    type Action = Action;

    fn players(&self) -> usize {
        self.game.players()
    }

    #[inline(always)]
    fn turn(&self) -> Turn {
        self.game.turn()
    }

    /// Leaves out a pass that would be a burst while there is a playable card: it cannot be better than any
    /// card.
    #[inline]
    fn try_for_each_action<B>(&self, mut f: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.game.turn() == Turn::Over {
            return ControlFlow::Continue(());
        }
        let cards = self.game.playable();
        cards.iter().try_for_each(|card| f(Action::Play(card)))?;
        let mover = self.game.board().mover();
        let barred = !self.may_pass && self.kinds[mover.index()].is_none();
        if cards.is_empty() || !(barred || self.game.board().would_burst(mover)) {
            f(Action::Pass)?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn apply(&mut self, action: Action) {
        self.game.apply(action);
    }

    #[inline(always)]
    fn payoff(&self, p: Player) -> f64 {
        self.game.payoff(p)
    }

    fn payoff_bounds(&self) -> (f64, f64) {
        self.game.payoff_bounds()
    }

    #[inline(always)]
    fn random_action(&self, rng: &mut Rng) -> Action {
        self.game.random_action(rng)
    }
}

impl Deterministic for Company {}

/// The rollout policy of the searching seat.
#[derive(Clone, Debug)]
pub enum OwnWay {
    /// By the tuned weights: those learned against players who never pass on purpose, unless a seat here
    /// does.
    Tuned {
        hunter: Tuned,
        peer: Tuned,
    },
    Greedy(Heuristic),
    Random(Plain),
}

impl OwnWay {
    pub fn tuned() -> OwnWay {
        OwnWay::Tuned { hunter: Tuned::hunter(), peer: Tuned::peer() }
    }
}

/// The players of each kind that is not purely random.
#[derive(Clone, Debug)]
pub struct Players {
    pub shrewd: Tuned,
    pub greedy: Heuristic,
    pub careful: Leaning,
}

impl Default for Players {
    fn default() -> Players {
        Players { shrewd: Tuned::peer(), greedy: Heuristic::default(), careful: Leaning::careful() }
    }
}

impl Players {
    /// The action of a player of this kind.
    #[inline]
    pub fn act(&mut self, kind: Kind, sight: &Sight<'_>, rng: &mut Rng) -> Action {
        match kind {
            Kind::Random => Plain::default().act(sight, rng),
            Kind::Free => Plain { passes_freely: true }.act(sight, rng),
            Kind::Greedy => self.greedy.act(sight, rng),
            Kind::Shrewd => self.shrewd.act(sight, rng),
            Kind::Careful => self.careful.act(sight, rng),
        }
    }
}

/// Every seat plays as its kind does, and the searching seat by its own policy.
#[derive(Clone, Debug)]
pub struct Cast {
    pub own: OwnWay,
    pub others: Players,
}

impl Policy<Company> for Cast {
    #[inline]
    fn choose(&mut self, world: &Company, rng: &mut Rng) -> Action {
        let kind = world.kinds[world.game.board().mover().index()];
        if kind == Some(Kind::Random) {
            return world.game.random_action(rng);
        }
        let sight = Sight::of_mover(&world.game);
        let action = match (kind, &mut self.own) {
            (None, OwnWay::Tuned { hunter, .. }) if !world.shrewd => hunter.act(&sight, rng),
            (None, OwnWay::Tuned { peer, .. }) => peer.act(&sight, rng),
            (None, OwnWay::Greedy(greedy)) => greedy.act(&sight, rng),
            (None, OwnWay::Random(plain)) => plain.act(&sight, rng),
            (Some(kind), _) => self.others.act(kind, &sight, rng),
        };
        match (action, kind) {
            // If it may not pass, it plays a random card instead.
            (Action::Pass, None) if !world.may_pass => world.game.random_action(rng),
            _ => action,
        }
    }
}

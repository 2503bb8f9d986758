//! A world of Sevens with people in it: the hands, and what kind of player sits at each seat.

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
    /// Any card that can be played; passes only when it must.
    Random,
    /// Any card, or a pass, equally likely.
    Free,
    /// The seed's rollout policy: the card that looks best, never a pass by choice.
    Greedy,
    /// The tuned policy: holds cards back and passes on purpose.
    Shrewd,
    /// Weighs its cards with care, as the seed's player was seen to do; never a pass by choice.
    Careful,
}

impl Kind {
    pub const ALL: [Kind; 5] = [Kind::Random, Kind::Free, Kind::Greedy, Kind::Shrewd, Kind::Careful];

    /// Whether it leaves nothing to chance.
    pub fn always_does_the_same(self) -> bool {
        matches!(self, Kind::Greedy | Kind::Shrewd)
    }
}

/// A game and who plays it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Company {
    pub game: Sevens,
    /// Whether somebody may pass on purpose, the one who thinks aside.
    pub shrewd: bool,
    /// Whether the one who thinks may.
    pub may_pass: bool,
    /// By seat; nobody where the one sits whose thoughts this world is in.
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

    /// Leaves out the pass that would be a burst while there is a card to play: it cannot be better than any card.
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

/// How the one who thinks plays on.
#[derive(Clone, Debug)]
pub enum OwnWay {
    /// By the tuned weights: those learnt against players who never pass on purpose, unless somebody does.
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

/// Those of each kind that does not choose by luck alone.
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
    /// What a player of this kind does.
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

/// Everybody plays as their kind does, and the one who thinks in a way of its own.
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
            // Barred from passing, it plays anything rather.
            (Action::Pass, None) if !world.may_pass => world.game.random_action(rng),
            _ => action,
        }
    }
}

//! The search that a network guides: which moves look promising, and what a position is worth.
//!
//! A network reads a view and what the opponent did before. In the tree it reads the view of the player to
//! move in the sampled world, with the history as it was at the root: what happens in the tree itself is not
//! added to it.

use super::heuristic::Heuristic;
use super::learnt::{Learnt, Look};
use super::vector::{History, Sparse};
use super::worlds::WorldsBy;
use yomi_core::{
    Contradiction, Decision, Hidden, Inference, MAX_PLAYERS, Player, Policy, Rng, Run, State, Turn, ViewOf,
    ViewSearch,
};
use yomi_games::Duel;
use yomi_games::duel::Action;
use yomi_search::IsMcts;
use yomi_search::tree::IsMctsOptions;
use yomi_search::tree::ismcts::{NoPriors, Priors};
use yomi_search::tree::rollout::{Estimate, Fate, Payoffs, Rollout, payoffs};

/// How leaves are evaluated.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Leaves {
    /// By a playout.
    Playout(Rollouts),
    /// By the network.
    Value,
    /// By the mean of both.
    Both(Rollouts),
}

/// Who plays on from a leaf.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rollouts {
    Rules(Heuristic),
    Random,
    /// The network draws moves by their shares: much slower than the others.
    Net,
}

/// A network in a game in progress.
#[derive(Clone)]
struct Reader {
    learnt: Learnt,
    /// What each seat saw the other do, up to the root.
    histories: [History; 2],
    input: Sparse,
    shares: Vec<f32>,
}

impl Reader {
    fn new(learnt: Learnt, view: &ViewOf<Duel>) -> Reader {
        let histories = [Player::FIRST, Player::SECOND].map(|seat| History::seen_by(seat, view));
        Reader { learnt, histories, input: Sparse::default(), shares: Vec::new() }
    }

    /// The position as the seat to move sees it.
    fn look(&mut self, state: &Duel, mover: Player) -> Look<'_> {
        self.learnt.look(&state.seen(mover), &self.histories[mover.index()], &mut self.input)
    }

    /// Draws a move by the shares that the network gives them.
    fn play(&mut self, state: &Duel, mover: Player, rng: &mut Rng) -> Action {
        let actions = State::actions(state);
        if let [only] = actions[..] {
            return only;
        }
        let mut shares = std::mem::take(&mut self.shares);
        self.look(state, mover).shares(&actions, &mut shares);
        let action = actions[super::policy::draw(&shares, rng)];
        self.shares = shares;
        action
    }
}

/// How promising moves look to the network.
#[derive(Clone)]
struct Promising {
    reader: Reader,
    moves: Vec<Action>,
    shares: Vec<f32>,
}

impl Priors<Duel> for Promising {
    const GUIDE: bool = true;

    fn look_at(&mut self, state: &Duel) {
        let Turn::Player(mover) = state.turn() else { unreachable!("asked only when a player is to move") };
        self.moves.clear();
        state.for_each_action(|action| self.moves.push(action));
        self.reader.look(state, mover).shares(&self.moves, &mut self.shares);
    }

    fn of(&self, action: Action) -> f32 {
        self.moves.iter().position(|&known| known == action).map_or(0.0, |at| self.shares[at])
    }
}

/// What a leaf is worth.
#[derive(Clone)]
struct Worth {
    reader: Reader,
    leaves: Leaves,
}

impl Worth {
    /// By the network: luck that is due comes first.
    fn value(&mut self, leaf: &mut Duel, rng: &mut Rng, fate: &mut Fate<'_, Duel>) -> Payoffs {
        loop {
            match leaf.turn() {
                Turn::Over => return payoffs(leaf),
                Turn::Chance => {
                    let outcome = fate.draw(leaf, rng);
                    leaf.apply(outcome);
                }
                Turn::Player(mover) => {
                    let value = f64::from(self.reader.look(leaf, mover).value());
                    let mut all = [0.0; MAX_PLAYERS];
                    all[mover.index()] = value;
                    all[mover.other().index()] = 1.0 - value;
                    return all;
                }
            }
        }
    }

    fn playout(
        &mut self,
        rollouts: Rollouts,
        leaf: &mut Duel,
        rng: &mut Rng,
        fate: &mut Fate<'_, Duel>,
    ) -> Payoffs {
        loop {
            let action = match (leaf.turn(), rollouts) {
                (Turn::Over, _) => return payoffs(leaf),
                (Turn::Chance, _) => {
                    let outcome = fate.draw(leaf, rng);
                    leaf.apply(outcome);
                    continue;
                }
                (Turn::Player(_), Rollouts::Rules(mut rules)) => rules.choose(leaf, rng),
                (Turn::Player(_), Rollouts::Random) => leaf.random_action(rng),
                (Turn::Player(mover), Rollouts::Net) => self.reader.play(leaf, mover, rng),
            };
            fate.tell(action);
            leaf.apply(action);
        }
    }
}

impl Estimate<Duel> for Worth {
    fn estimate(&mut self, leaf: &mut Duel, rng: &mut Rng) -> Payoffs {
        self.estimate_by(leaf, rng, &mut Fate::plain())
    }

    fn estimate_by(&mut self, leaf: &mut Duel, rng: &mut Rng, fate: &mut Fate<'_, Duel>) -> Payoffs {
        match self.leaves {
            Leaves::Playout(rollouts) => self.playout(rollouts, leaf, rng, fate),
            Leaves::Value => self.value(leaf, rng, fate),
            Leaves::Both(rollouts) => {
                let judged = self.value(leaf, rng, fate);
                let played = self.playout(rollouts, leaf, rng, fate);
                std::array::from_fn(|seat| (judged[seat] + played[seat]) / 2.0)
            }
        }
    }
}

/// `ismcts` with a network in it.
#[derive(Clone)]
pub struct Guided<I> {
    pub inference: I,
    pub options: IsMctsOptions<()>,
    pub learnt: Learnt,
    pub leaves: Leaves,
    /// Whether moves are tried by how promising they look to the network, instead of by UCB1.
    pub priors: bool,
}

impl<I: Inference<Duel> + Clone> ViewSearch<Duel> for Guided<I> {
    fn decide(
        &mut self,
        view: &ViewOf<Duel>,
        run: &mut Run<'_, Action>,
        rng: &mut Rng,
    ) -> Result<Decision<Action>, Contradiction> {
        if !Learnt::knows(&view.now.table) {
            return Err(Learnt::other_cards());
        }
        let reader = Reader::new(self.learnt.clone(), view);
        let worth = Worth { reader: reader.clone(), leaves: self.leaves };
        let search = IsMcts::new(self.inference.clone(), self.options).with_leaf(worth);
        match self.priors {
            true => {
                let promising = Promising { reader, moves: Vec::new(), shares: Vec::new() };
                search.with_priors(promising).decide(view, run, rng)
            }
            false => search.with_priors(NoPriors).decide(view, run, rng),
        }
    }

    fn has_tree(&self) -> bool {
        true
    }

    fn tells(&self) -> bool {
        true
    }
}

/// What is recommended: the search with the network's priors. With the fewest iterations that is the move that
/// the network favours; with cards that it does not know it is the search without it.
#[derive(Clone)]
pub struct Recommended(Guided<WorldsBy>);

impl Recommended {
    pub fn new(rollout: Heuristic) -> Recommended {
        Recommended(Guided {
            inference: WorldsBy::Decks,
            options: IsMctsOptions::default(),
            learnt: Learnt::shipped(),
            leaves: Leaves::Playout(Rollouts::Rules(rollout)),
            priors: true,
        })
    }
}

impl ViewSearch<Duel> for Recommended {
    fn decide(
        &mut self,
        view: &ViewOf<Duel>,
        run: &mut Run<'_, Action>,
        rng: &mut Rng,
    ) -> Result<Decision<Action>, Contradiction> {
        let Recommended(guided) = self;
        match (Learnt::knows(&view.now.table), guided.leaves) {
            (false, Leaves::Playout(Rollouts::Rules(rollout))) => {
                let search = IsMcts::new(guided.inference.clone(), guided.options);
                search.with_leaf(Rollout(rollout)).decide(view, run, rng)
            }
            _ => guided.decide(view, run, rng),
        }
    }

    fn has_tree(&self) -> bool {
        true
    }

    fn tells(&self) -> bool {
        true
    }
}

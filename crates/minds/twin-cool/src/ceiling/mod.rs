//! `cheat`: the best possible result if the order of the deck were known.
//!
//! The search runs once per game. Its line is followed as long as the game agrees with it; the cards come in
//! the known order.

mod deal;
mod layers;

use deal::Deal;
use layers::{Bounds, Found, Layers};
use yomi_core::{Basis, Bound, Candidate, Choice, Decision, Limits, Rng, Run, Scripted, Search, State};
use yomi_games::twin_cool::{Action, Slot, TwinCool};
use yomi_search::watch::Watch;

/// Default number of positions kept per layer: more than the layers of the standard game have.
pub const DEFAULT_WIDTH: usize = 500_000;

/// The width of a first attempt: where every card can be played, it mostly finds a way.
const FIRST_WIDTH: usize = 1000;

/// `cheat`: a player that sees the deck.
pub struct Ceiling {
    width: usize,
    layers: Layers,
    plan: Option<Plan>,
}

/// A line, and the position where it continues.
struct Plan {
    line: Vec<Action>,
    /// How much of the line has been played.
    played: usize,
    next: Scripted<TwinCool>,
    payoff: f64,
    proven: bool,
}

/// A copy keeps nothing from the games of the original.
impl Clone for Ceiling {
    fn clone(&self) -> Self {
        Ceiling::new(self.width)
    }
}

impl Default for Ceiling {
    fn default() -> Self {
        Ceiling::new(DEFAULT_WIDTH)
    }
}

impl Ceiling {
    /// Cuts layers of more than `width` positions. If it has to, the result is no longer proven optimal.
    pub fn new(width: usize) -> Ceiling {
        Ceiling { width: width.max(1), layers: Layers::default(), plan: None }
    }

    fn search(
        &mut self,
        game: &Scripted<TwinCool>,
        (bytes, most): (usize, u64),
        mut is_over: impl FnMut(u64) -> bool,
    ) -> Plan {
        let (deal, objective) = (Deal::of(game), game.state().variant().objective);
        let mut pass = |width| {
            self.layers.pass(&deal, objective, &mut Bounds { width, bytes, most, is_over: &mut is_over })
        };
        let mut found = pass(FIRST_WIDTH.min(self.width));
        if !found.proven && self.width > FIRST_WIDTH {
            let wider = pass(self.width);
            if wider.proven || wider.value > found.value {
                found = wider;
            }
        }
        Plan::new(game, &deal, found)
    }
}

impl Plan {
    fn new(game: &Scripted<TwinCool>, deal: &Deal, found: Found) -> Plan {
        let state = game.state();
        let action = |(card, slot): (usize, usize)| Action::Play(deal.card(card), Slot::ALL[slot]);
        Plan {
            line: found.plays.into_iter().map(action).collect(),
            played: 0,
            next: game.clone(),
            payoff: f64::from(10 * state.played() + state.points() + found.value),
            proven: found.proven,
        }
    }

    /// The rest of the line, if the game is where the line continues.
    fn rest(&self, game: &Scripted<TwinCool>) -> Option<&[Action]> {
        Some(&self.line[self.played..]).filter(|rest| !rest.is_empty() && self.next == *game)
    }

    fn decision(&self, rest: &[Action], cost: (u64, usize)) -> Decision<Action> {
        let action = rest[0];
        // The value of a line that is not proven is a lower bound, and nothing is known of the other moves.
        let bound = if self.proven { Bound::Proven } else { Bound::AtLeast };
        let mut candidates = vec![Candidate::computed(action, 1, self.payoff, bound)];
        self.next.for_each_action(|other| {
            if other != action {
                candidates.push(match self.proven {
                    true => Candidate::computed(other, 1, self.payoff, Bound::AtMost),
                    false => Candidate::unknown(other),
                });
            }
        });
        let (looked, bytes) = cost;
        let depth = rest.len() as u32;
        let line = rest.to_vec();
        Decision {
            action,
            basis: if self.proven { Basis::Proven } else { Basis::Computed },
            choice: Choice::Value,
            candidates,
            line,
            iterations: looked,
            nodes: looked,
            worlds: 0,
            bytes,
            depth,
            passes: 0,
        }
    }
}

impl Search<Scripted<TwinCool>> for Ceiling {
    fn decide(
        &mut self,
        game: &Scripted<TwinCool>,
        run: &mut Run<'_, Action>,
        _: &mut Rng,
    ) -> Decision<Action> {
        let before = self.layers.looked();
        let mut plan = match self.plan.take() {
            Some(plan) if plan.rest(game).is_some() => plan,
            _ => {
                let mut watch = Watch::start(run, Limits::default());
                let bytes = run.limits.memory.unwrap_or(usize::MAX);
                let most = run.limits.iterations.map_or(u64::MAX, |n| before.saturating_add(n.max(1)));
                self.search(game, (bytes, most), |looked| {
                    watch.is_over(run, looked - before, looked - before)
                })
            }
        };
        let cost = (self.layers.looked() - before, self.layers.bytes());
        let decision = plan.decision(plan.rest(game).expect("a player to move has a move"), cost);
        plan.next.apply(decision.action);
        plan.played += 1;
        self.plan = Some(plan);
        decision
    }
}

/// The best line of a game with a known deck, and whether it is proven optimal. Layers of more than `width`
/// positions are cut.
pub fn best_line(game: &Scripted<TwinCool>, width: usize) -> (Vec<Action>, bool) {
    let plan = Ceiling::new(width).search(game, (usize::MAX, u64::MAX), |_| false);
    (plan.line, plan.proven)
}

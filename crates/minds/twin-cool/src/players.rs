//! Players that look a move up instead of searching.

use super::{Flexible, Relaxed, Solution};
use smallvec::SmallVec;
use std::sync::Arc;
use yomi_core::{
    Basis, Bound, Candidate, Choice, Contradiction, Decision, Limits, Player, Policy, Rng, Run, State, Turn,
    ViewOf, ViewSearch,
};
use yomi_games::twin_cool::{Action, CARD_POINTS, Card, Cards, Objective, TwinCool, pattern_points};
use yomi_search::Follow;
use yomi_search::watch::Watch;

/// What a card counts in the payoff.
pub const CARD: f64 = CARD_POINTS as f64;

/// `table`: the best move of the relaxed game. Also used as a rollout policy.
#[derive(Clone, Debug, Default)]
pub struct ByTable(Solution);

impl Policy<TwinCool> for ByTable {
    #[inline]
    fn choose(&mut self, state: &TwinCool, _: &mut Rng) -> Action {
        if state.deck() == 0 {
            return best_end(state).1;
        }
        let relaxed = self.0.of(state.variant());
        let mut best = (f32::NEG_INFINITY, None);
        state.for_each_action(|action| {
            let value = relaxed.value_of(state, action);
            if value > best.0 {
                best = (value, Some(action));
            }
        });
        best.1.expect("a player to move has a move")
    }
}

impl Relaxed {
    /// Expected number of cards played after `action`, which is a play with cards left in the deck.
    #[inline]
    pub fn value_of(&self, state: &TwinCool, action: Action) -> f32 {
        let Action::Play(card, slot) = action else { unreachable!("a player plays") };
        self.value(&self.after(state, card, slot), state.deck())
    }

    /// Expected number of cards still to be played in the relaxed game, with the player to move.
    #[inline]
    pub fn value_before(&self, state: &TwinCool) -> f32 {
        if state.deck() == 0 {
            return most_cards(state) as f32;
        }
        let mut best = 0.0f32;
        state.for_each_action(|action| best = best.max(1.0 + self.value_of(state, action)));
        best
    }
}

/// The best end of a game with an empty deck, where nothing is hidden: its payoff and the move to make. If
/// the game is over there is no move, and the returned one has no meaning.
pub fn best_end(state: &TwinCool) -> (f64, Action) {
    let mut best: Option<(f64, Action)> = None;
    state.for_each_action(|action| {
        let mut next = *state;
        next.apply(action);
        let value = if next.turn() == Turn::Over { next.payoff(Player::FIRST) } else { best_end(&next).0 };
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, action));
        }
    });
    best.expect("asked only where there is a move")
}

/// The maximum number of cards that can still be played when the deck is empty.
fn most_cards(state: &TwinCool) -> u32 {
    let mut most = 0;
    state.for_each_action(|action| {
        let mut next = *state;
        next.apply(action);
        most = most.max(1 + most_cards(&next));
    });
    most
}

/// The points of drawing this card: the pattern of the hand where patterns accumulate, or of the last hand
/// where the game ends with the draw.
pub fn points_of_draw(state: &TwinCool, rest: Cards, draw: Card, over: bool) -> u32 {
    match state.variant().objective {
        Objective::Final if !over => 0,
        Objective::Final | Objective::Accumulated => pattern_points(rest.with(draw)),
    }
}

/// `expectimax`: averages exactly over every card that may come next; from there on the relaxed game
/// evaluates.
#[derive(Clone, Debug)]
pub struct Expectimax {
    solution: Solution,
    pub look: Lookahead,
}

impl Default for Lookahead {
    fn default() -> Self {
        Lookahead { draws: 1, margin: 2.0 }
    }
}

impl Expectimax {
    pub fn new(look: Lookahead) -> Expectimax {
        Expectimax { solution: Solution::default(), look }
    }
}

impl Relaxed {
    /// The expected payoff of a play with cards left in the deck: averaged exactly over the next draw, from
    /// there on by the relaxed game.
    #[inline]
    pub fn counted_payoff(&self, state: &TwinCool, action: Action) -> f64 {
        let Action::Play(card, slot) = action else { unreachable!("a player plays") };
        let rest = state.hand().without(card);
        let after = self.after(state, card, slot);
        let (mut cards, mut points) = (0.0f32, 0);
        self.for_each_draw(&after, state.unseen(), state.deck(), |drawn, value| {
            cards += value;
            points += points_of_draw(state, rest, drawn, value == 0.0);
        });
        let n = f64::from(state.unseen().len());
        let so_far = CARD * f64::from(state.played() + 1) + f64::from(state.points());
        so_far + (CARD * f64::from(cards) + f64::from(points)) / n
    }
}

/// The search depth of `expectimax`, and where it is reduced.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lookahead {
    /// Number of draws that are averaged exactly.
    pub draws: u32,
    /// Moves worse than the best by more than this, in payoff, are not searched more deeply.
    pub margin: f64,
}

/// Asked now and then whether there is time to go on.
type GoOn<'a> = &'a mut dyn FnMut() -> bool;

impl Relaxed {
    /// The expected payoff of a play with cards left in the deck, with this many draws averaged exactly;
    /// `None` if `go_on` says no before it is known.
    fn deep_payoff(&self, state: &TwinCool, action: Action, look: Lookahead, go_on: GoOn<'_>) -> Option<f64> {
        if look.draws <= 1 {
            return Some(self.counted_payoff(state, action));
        }
        // With two draws this takes about half a millisecond.
        if !go_on() {
            return None;
        }
        let mut after = *state;
        after.apply(action);
        let look = Lookahead { draws: look.draws - 1, ..look };
        let mut total = 0.0;
        for card in after.unseen().iter() {
            let mut next = after;
            next.apply(Action::Draw(card));
            total += match next.turn() {
                Turn::Over => next.payoff(Player::FIRST),
                _ if next.deck() == 0 => best_end(&next).0,
                _ => self.best_payoff(&next, look, go_on)?,
            };
        }
        Some(total / f64::from(after.unseen().len()))
    }

    /// The expected payoff of a play with cards left in the deck; without any draw averaged, by the relaxed game
    /// alone.
    pub fn payoff_after(&self, state: &TwinCool, action: Action, look: Lookahead) -> f64 {
        if look.draws == 0 {
            let so_far = CARD * f64::from(state.played() + 1) + f64::from(state.points());
            return so_far + CARD * f64::from(self.value_of(state, action));
        }
        self.deep_payoff(state, action, look, &mut || true).expect("nothing stops it")
    }

    /// The expected payoff of the best move, among those that a shallower search does not rule out.
    fn best_payoff(&self, state: &TwinCool, look: Lookahead, go_on: GoOn<'_>) -> Option<f64> {
        let mut moves: SmallVec<[(f64, Action); 10]> = SmallVec::new();
        let mut most = f64::NEG_INFINITY;
        state.for_each_action(|action| {
            let value = CARD * f64::from(self.value_of(state, action));
            most = most.max(value);
            moves.push((value, action));
        });
        let mut best = f64::NEG_INFINITY;
        for &(_, action) in moves.iter().filter(|(value, _)| *value >= most - look.margin) {
            best = best.max(self.deep_payoff(state, action, look, go_on)?);
        }
        Some(best)
    }
}

/// A decision from a value for every move, computed and not sampled; for the first `most` moves only where
/// there are more of them.
fn judged(state: &TwinCool, value: impl Fn(Action) -> f64, nodes: u64, most: u64) -> Decision<Action> {
    computed(state, value, nodes, most, Bound::Judged)
}

fn computed(
    state: &TwinCool,
    value: impl Fn(Action) -> f64,
    nodes: u64,
    most: u64,
    bound: Bound,
) -> Decision<Action> {
    let candidate = |(i, action)| {
        if (i as u64) < most {
            Candidate::computed(action, 1, value(action), bound)
        } else {
            Candidate::unknown(action)
        }
    };
    let mut candidates: Vec<Candidate<Action>> =
        State::actions(state).into_iter().enumerate().map(candidate).collect();
    let iterations = candidates.iter().map(|c| c.visits).sum();
    candidates.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.mean.total_cmp(&a.mean)));
    let action = candidates[0].action;
    Decision {
        action,
        basis: Basis::Computed,
        choice: Choice::Value,
        candidates,
        line: vec![action],
        iterations,
        nodes,
        worlds: 0,
        bytes: 0,
        depth: 1,
        passes: 0,
    }
}

/// The value of every move once the deck is empty.
fn judged_end(state: &TwinCool, most: u64) -> Decision<Action> {
    let value = |action| {
        let mut next = *state;
        next.apply(action);
        if next.turn() == Turn::Over { next.payoff(Player::FIRST) } else { best_end(&next).0 }
    };
    let decision = computed(state, value, 1, most, Bound::Proven);
    let basis =
        if decision.candidates.iter().all(|c| c.visits > 0) { Basis::Proven } else { Basis::Computed };
    Decision { basis, ..decision }
}

/// How many moves may be judged: an iteration each, and at least one.
fn most_moves(limits: &Limits) -> u64 {
    limits.iterations.unwrap_or(u64::MAX).max(1)
}

impl ViewSearch<TwinCool> for ByTable {
    fn decide(
        &mut self,
        view: &ViewOf<TwinCool>,
        run: &mut Run<'_, Action>,
        _: &mut Rng,
    ) -> Result<Decision<Action>, Contradiction> {
        let (state, most) = (&view.now, most_moves(&run.limits));
        if state.deck() == 0 {
            return Ok(judged_end(state, most));
        }
        let so_far = CARD * f64::from(state.played() + 1) + f64::from(state.points());
        let relaxed = self.0.of(state.variant());
        Ok(judged(state, |action| so_far + CARD * f64::from(relaxed.value_of(state, action)), 0, most))
    }
}

impl Expectimax {
    /// The decision for a position; no history is needed.
    pub fn best_of(&mut self, state: &TwinCool) -> Decision<Action> {
        self.best_within(state, u64::MAX, self.look.draws, &mut || true)
    }

    /// The same for the first `most` moves, looking deeper from a lookahead of `least` draws on, draw by draw
    /// as long as `go_on` agrees: a lookahead that was not finished counts nothing.
    fn best_within(&mut self, state: &TwinCool, most: u64, least: u32, go_on: GoOn<'_>) -> Decision<Action> {
        if state.deck() == 0 {
            return judged_end(state, most);
        }
        let draws = u64::from(state.unseen().len());
        let relaxed = self.solution.of(state.variant());
        let counted = judged(state, |action| relaxed.counted_payoff(state, action), draws, most);
        let mut found = None;
        for draws in least.max(2)..=self.look.draws {
            let look = Lookahead { draws, ..self.look };
            let mut value = |action| relaxed.deep_payoff(state, action, look, go_on);
            match look_deeper(&counted, self.look.margin, &mut value) {
                Some(deeper) => found = Some(deeper),
                None => break,
            }
        }
        found.unwrap_or(counted)
    }
}

impl ViewSearch<TwinCool> for Expectimax {
    fn decide(
        &mut self,
        view: &ViewOf<TwinCool>,
        run: &mut Run<'_, Action>,
        _: &mut Rng,
    ) -> Result<Decision<Action>, Contradiction> {
        let mut watch = Watch::start(run, Limits::default());
        // Only where time may run out are the shallower lookaheads worth their cost, a fiftieth of the next.
        let least = if run.limits.time.is_some() { 2 } else { self.look.draws };
        Ok(self.best_within(&view.now, most_moves(&run.limits), least, &mut || !watch.look(run)))
    }
}

/// Searches the moves near the best again, if there is a choice; `None` where a value could not be found.
fn look_deeper(
    counted: &Decision<Action>,
    margin: f64,
    value: &mut dyn FnMut(Action) -> Option<f64>,
) -> Option<Decision<Action>> {
    let mut decision = counted.clone();
    let bar = decision.candidates[0].mean - margin;
    let near = decision.candidates.iter().take_while(|c| c.visits > 0 && c.mean >= bar).count();
    if near < 2 {
        return Some(decision);
    }
    for candidate in &mut decision.candidates[..near] {
        candidate.mean = value(candidate.action)?;
        candidate.visits += 1;
    }
    decision.candidates[..near].sort_by(|a, b| b.mean.total_cmp(&a.mean));
    decision.action = decision.candidates[0].action;
    decision.line = vec![decision.action];
    Some(decision)
}

/// A player that needs the solved game. To solve it takes about a tenth of a second, once per process; where
/// the time of a decision is over before that, the heuristic answers, and the next decision goes on solving.
#[derive(Clone, Debug)]
pub struct OnceSolved<T>(pub T);

impl<T: ViewSearch<TwinCool>> ViewSearch<TwinCool> for OnceSolved<T> {
    fn decide(
        &mut self,
        view: &ViewOf<TwinCool>,
        run: &mut Run<'_, Action>,
        rng: &mut Rng,
    ) -> Result<Decision<Action>, Contradiction> {
        let (limits, began) = (run.limits, run.clock.now());
        let spent = |run: &Run<'_, Action>| run.clock.now().saturating_sub(began);
        let mut go_on = || !run.is_stopped() && limits.time.is_none_or(|most| spent(run) < most);
        if view.now.deck() > 0 && Relaxed::solved_while(view.now.variant(), &mut go_on).is_none() {
            return Follow(Flexible).decide(view, run, rng);
        }
        run.limits.time = limits.time.map(|most| most.saturating_sub(spent(run)));
        self.0.decide(view, run, rng)
    }

    fn tells(&self) -> bool {
        self.0.tells()
    }

    fn has_tree(&self) -> bool {
        self.0.has_tree()
    }
}

/// The luck of a game, in cards: how much better a draw was than the average draw, by the relaxed game.
#[derive(Clone, Debug)]
pub struct CardLuck(pub Arc<Relaxed>);

impl CardLuck {
    /// How much better the first hand is than the average hand.
    pub fn of_deal(&self, start: &TwinCool) -> f64 {
        f64::from(self.0.value_before(start)) - self.0.whole_game()
    }

    /// How much better this draw is than the average draw. The averages are exact, so that luck has mean zero
    /// over many games, whatever the value function.
    pub fn of_draw(&self, state: &TwinCool, action: Action) -> f64 {
        let after = self.0.waiting(state);
        let (mut total, mut own) = (0.0, 0.0);
        self.0.for_each_draw(&after, state.unseen(), state.deck(), |card, value| {
            total += f64::from(value);
            if Action::Draw(card) == action {
                own = f64::from(value);
            }
        });
        own - total / f64::from(state.unseen().len())
    }
}

//! `alphabeta`: negamax with alpha-beta pruning and iterative deepening.
//!
//! Every depth begins with the moves that were best at the depth before, and positions met again are looked
//! up in a transposition table. Within a position the best move from the table comes first, then killer moves
//! (moves that caused a cutoff elsewhere at the same distance from the root), then the order that the
//! evaluator suggests. Values are payoffs minus the middle of the payoff bounds, so that changing sides only
//! flips the sign and is exact.

use super::table::{Entry, Kind, TO_THE_END, Table};
use crate::order::sort_few;
use crate::watch::Watch;
use std::time::Duration;
use yomi_core::{
    Basis, Bound, Candidate, Choice, Decision, Deterministic, Evaluator, Keyed, Limits, OptionSpec, Options,
    Player, Rng, Run, Search, State, Text, Turn, ZeroSum,
};

/// Options of [`AlphaBeta`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AlphaBetaOptions {
    /// How deep to look; `None` as deep as the limits allow.
    pub depth: Option<u32>,
    /// Bytes of the transposition table; 0 for none.
    pub table: usize,
    /// Moves that are worse than the best by less than this get values of their own; of the others it is known
    /// only that they are worse. It costs time.
    pub margin: f32,
}

const DEPTH: OptionSpec = OptionSpec::count(
    "depth",
    "max",
    1,
    DEEPEST as u64,
    Text::new("moves to look ahead; max as deep as the limit allows", "読む手数（maxは制限まで）"),
)
.or(&["max"]);
const TABLE: OptionSpec = OptionSpec::count(
    "table",
    "32",
    0,
    4096,
    Text::new("MiB of the transposition table; 0 for none", "置換表の大きさ（MiB、0で無し）"),
);

impl AlphaBetaOptions {
    pub const OPTIONS: [OptionSpec; 2] = [DEPTH, TABLE];

    /// As [`OPTIONS`](Self::OPTIONS) were set.
    #[must_use]
    pub fn read(options: &Options) -> AlphaBetaOptions {
        AlphaBetaOptions {
            depth: options.count_or(&DEPTH).map(|d| d as u32),
            table: (options.count(&TABLE) as usize) << 20,
            margin: 0.0,
        }
    }
}

impl Default for AlphaBetaOptions {
    fn default() -> Self {
        AlphaBetaOptions::read(&Options::defaults(&Self::OPTIONS))
    }
}

pub const DEFAULT_LIMITS: Limits = Limits::nodes(1_000_000);

/// Alpha-beta search with iterative deepening and a transposition table.
///
/// ```
/// use yomi_core::testkit::ask::decide;
/// use yomi_core::testkit::toys::{Fours, Nim};
/// use yomi_core::{Bound, Limits};
/// use yomi_search::{AlphaBeta, minimax::AlphaBetaOptions};
///
/// let mut search = AlphaBeta { options: AlphaBetaOptions::default(), evaluator: Fours };
/// let found = decide(&mut search, &Nim::new(10), Limits::nodes(10_000), 0);
/// assert_eq!((found.action, found.value()), (2, 1.0)); // Proven: a win is worth 1, a good position 0.9.
/// assert_eq!(found.best().bound, Bound::Proven);
/// ```
#[derive(Clone)]
pub struct AlphaBeta<E> {
    pub options: AlphaBetaOptions,
    pub evaluator: E,
}

impl<S: Deterministic + ZeroSum + Keyed, E: Evaluator<S>> Search<S> for AlphaBeta<E> {
    fn decide(&mut self, state: &S, run: &mut Run<'_, S::Action>, _: &mut Rng) -> Decision<S::Action> {
        let default = if self.options.depth.is_some() { Limits::default() } else { DEFAULT_LIMITS };
        let watch = Watch::start(run, default);
        let table = self.options.table.min(run.limits.memory.unwrap_or(usize::MAX));
        let (least, most) = state.payoff_bounds();
        let mut searcher = Searcher {
            evaluator: &self.evaluator,
            middle: (least + most) / 2.0,
            table: (table > 0).then(|| Table::new(table)),
            margin: self.options.margin,
            most_leaves: watch.limits().iterations.unwrap_or(u64::MAX).max(1),
            watch,
            run,
            moves: Vec::new(),
            lines: Vec::new(),
            killers: Vec::new(),
            nodes: 0,
            leaves: 0,
            evaluated: false,
            proven: false,
            whole: false,
            win: ((most - least) / 2.0) as f32,
            stopped: false,
        };
        searcher.deepen(state, self.options.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST))
    }
}

/// Depths fit in a byte of the table.
const DEEPEST: u32 = 200;
/// Positions with less remaining depth are searched faster than looked up.
const LEAST_TABLE_DEPTH: u32 = 2;
const NO_MOVE: u16 = u16::MAX;

/// The values that still matter: at or below `alpha` the mover has something better, from `beta` on the
/// opponent has.
#[derive(Clone, Copy)]
struct Window {
    alpha: f32,
    beta: f32,
}

impl Window {
    /// The same window from the opponent's point of view.
    fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

struct Searcher<'r, 'a, S: State, E> {
    evaluator: &'r E,
    middle: f64,
    margin: f32,
    table: Option<Table>,
    watch: Watch,
    run: &'r mut Run<'a, S::Action>,
    /// A stack with the moves of all positions on the path from the root.
    moves: Vec<Scored<S::Action>>,
    /// The best line found from each distance from the root on.
    lines: Vec<Vec<S::Action>>,
    /// The last two killer moves, by distance from the root.
    killers: Vec<[Option<S::Action>; 2]>,
    nodes: u64,
    leaves: u64,
    /// The limit in iterations, which are leaves: at least one, so that there is an answer.
    most_leaves: u64,
    /// Whether evaluations were used at this depth, directly or through the table: if not, the game was
    /// searched to its end.
    evaluated: bool,
    /// Whether the value of the first move is that of the game.
    proven: bool,
    /// Whether the last finished depth judged no position: it searched the game to its end.
    whole: bool,
    /// A value that only a won game has.
    win: f32,
    stopped: bool,
}

#[derive(Clone, Copy)]
struct Scored<A> {
    action: A,
    place: u16,
    order: i32,
}

/// A root move with what is known of it.
#[derive(Clone)]
struct RootMove<A> {
    action: A,
    value: f32,
    bound: Bound,
    nodes: u64,
}

/// What is known when a depth could not be finished: the moves with their values from the depth before, which
/// are comparable with each other. A better move that the unfinished depth has already found goes before
/// them, with its new value.
fn unfinished<A: Copy + PartialEq>(mut before: Vec<RootMove<A>>, best: &RootMove<A>) -> Vec<RootMove<A>> {
    let was = before.iter().position(|r| r.action == best.action).unwrap_or(0);
    if was > 0 {
        before[was] = best.clone();
        before[..=was].rotate_right(1);
    }
    before
}

impl<S: Deterministic + ZeroSum + Keyed, E: Evaluator<S>> Searcher<'_, '_, S, E> {
    /// Depth after depth, until the value is proven or a limit is reached.
    fn deepen(&mut self, state: &S, deepest: u32) -> Decision<S::Action> {
        let win = self.win;
        let Turn::Player(mover) = state.turn() else { unreachable!("asked only when a player is to move") };
        let unknown = |action| RootMove { action, value: 0.0, bound: Bound::AtMost, nodes: 0 };
        let mut roots: Vec<RootMove<S::Action>> = State::actions(state).into_iter().map(unknown).collect();
        let mut depth = 0;
        let mut reported = self.watch.elapsed(self.run);
        while depth < deepest && !self.stopped {
            self.evaluated = false;
            let before = roots.clone();
            let finished = self.search_root(state, mover, &mut roots, depth + 1);
            if finished < roots.len() && depth > 0 {
                roots = unfinished(before, &roots[0]);
            }
            depth += u32::from(finished == roots.len());
            // A win needs no deeper search. Neither does a loss: the first move was best one depth ago, so it
            // holds out longest. And without evaluations the game was searched to its end.
            let all = finished == roots.len();
            self.whole = all && !self.evaluated;
            self.proven = roots[0].value >= win || all && (roots[0].value <= -win || !self.evaluated);
            let proven = finished > 0 && (roots[0].value.abs() >= win || !self.evaluated);
            if proven {
                // A win that an unfinished depth has found lies that deep.
                depth += u32::from(!all && roots[0].value >= win);
                break;
            }
            self.report(state, &roots, depth, &mut reported);
        }
        self.decision(state, &roots, depth)
    }

    /// One depth. Returns how many root moves were finished; the best of those is first.
    fn search_root(
        &mut self,
        state: &S,
        mover: Player,
        roots: &mut [RootMove<S::Action>],
        depth: u32,
    ) -> usize {
        self.killers.resize(depth as usize + 1, [None; 2]);
        self.lines.resize(depth as usize + 2, Vec::new());
        let mut best = f32::NEG_INFINITY;
        for i in 0..roots.len() {
            let alpha = best - self.margin;
            let nodes = self.nodes;
            let mut next = state.clone();
            next.apply(roots[i].action);
            let value = self.value(&next, mover, Window { alpha, beta: f32::INFINITY }, depth - 1, 1);
            if self.stopped {
                return i;
            }
            roots[i].nodes += self.nodes - nodes;
            roots[i].value = value;
            roots[i].bound = if value > alpha { Bound::Exact } else { Bound::AtMost };
            if value > best {
                best = value;
                self.note_line(roots[i].action, 0);
                // The new best goes to the front; the others keep their order.
                roots[..=i].rotate_right(1);
            }
        }
        roots.len()
    }

    /// What the position is worth to `viewer`, who need not be to move.
    fn value(&mut self, state: &S, viewer: Player, window: Window, depth: u32, ply: usize) -> f32 {
        self.nodes += 1;
        self.lines[ply].clear();
        let mover = match state.turn() {
            Turn::Player(p) => p,
            Turn::Over => {
                if self.is_last_leaf() {
                    return 0.0;
                }
                return (state.payoff(viewer) - self.middle) as f32;
            }
            Turn::Chance => unreachable!("a deterministic game has no chance"),
        };
        if depth == 0 {
            if self.is_last_leaf() {
                return 0.0;
            }
            self.evaluated = true;
            return (self.evaluator.value(state, viewer) - self.middle) as f32;
        }
        if self.watch.is_over(self.run, self.leaves, self.nodes) {
            self.stopped = true;
            return 0.0;
        }
        if mover == viewer {
            self.look_up_or_search(state, mover, window, depth, ply)
        } else {
            -self.look_up_or_search(state, mover, window.turned(), depth, ply)
        }
    }

    /// Counts a leaf, or stops where there may be no more of them.
    #[inline]
    fn is_last_leaf(&mut self) -> bool {
        self.stopped |= self.leaves >= self.most_leaves;
        self.leaves += u64::from(!self.stopped);
        self.stopped
    }

    /// Step 1: is it known? Step 2: search. Step 3: remember.
    #[inline]
    fn look_up_or_search(
        &mut self,
        state: &S,
        mover: Player,
        mut window: Window,
        depth: u32,
        ply: usize,
    ) -> f32 {
        if depth < LEAST_TABLE_DEPTH || self.table.is_none() {
            return self.search_moves(state, mover, window, depth, ply, NO_MOVE).0;
        }
        let key = state.key();
        let mut remembered = NO_MOVE;
        let evaluated_before = self.evaluated;
        self.evaluated = false;
        if let Some(entry) = self.table.as_ref().and_then(|t| t.get(key)) {
            remembered = entry.best;
            if u32::from(entry.depth) >= depth {
                self.evaluated = entry.depth != TO_THE_END;
                match entry.kind {
                    Kind::Exact => window = Window { alpha: entry.value, beta: entry.value },
                    Kind::AtLeast => window.alpha = window.alpha.max(entry.value),
                    Kind::AtMost => window.beta = window.beta.min(entry.value),
                }
                if window.alpha >= window.beta {
                    self.evaluated |= evaluated_before;
                    return entry.value;
                }
            }
        }
        let (value, best) = self.search_moves(state, mover, window, depth, ply, remembered);
        let reach = if self.evaluated { depth as u8 } else { TO_THE_END };
        self.evaluated |= evaluated_before;
        if let Some(table) = &mut self.table
            && !self.stopped
        {
            let kind = if value >= window.beta {
                Kind::AtLeast
            } else if value > window.alpha {
                Kind::Exact
            } else {
                Kind::AtMost
            };
            table.put(Entry { key, value, best, depth: reach, kind });
        }
        value
    }

    /// The best value over all moves, or the first that reaches beta, and the index of that move.
    fn search_moves(
        &mut self,
        state: &S,
        mover: Player,
        window: Window,
        depth: u32,
        ply: usize,
        remembered: u16,
    ) -> (f32, u16) {
        let first = self.moves.len();
        self.list_moves(state, depth, ply, remembered);
        let end = self.moves.len();
        let (mut best_value, mut best) = (f32::NEG_INFINITY, NO_MOVE);
        let mut alpha = window.alpha;
        for i in first..end {
            self.bring_forward(i, end);
            let Scored { action, place, .. } = self.moves[i];
            let mut next = state.clone();
            next.apply(action);
            let value = self.value(&next, mover, Window { alpha, beta: window.beta }, depth - 1, ply + 1);
            if value > best_value {
                (best_value, best) = (value, place);
                if value >= window.beta {
                    self.note_killer(action, ply);
                    break;
                }
                if value > alpha {
                    alpha = value;
                    self.note_line(action, ply);
                }
            }
            if self.stopped {
                break;
            }
        }
        self.moves.truncate(first);
        (best_value, best)
    }

    fn list_moves(&mut self, state: &S, depth: u32, ply: usize, remembered: u16) {
        let killers = self.killers[ply.min(self.killers.len() - 1)];
        let mut place = 0;
        state.for_each_action(|action| {
            let order = if place == remembered {
                i32::MAX
            } else if depth > 1 && killers.contains(&Some(action)) {
                i32::MAX - 1
            } else {
                self.evaluator.promise(state, action)
            };
            self.moves.push(Scored { action, place, order });
            place += 1;
        });
    }

    /// Puts the most promising of the moves from `i` on at `i`: most positions cut off before a full sort
    /// would pay.
    #[inline]
    fn bring_forward(&mut self, i: usize, end: usize) {
        let mut best = i;
        for j in i + 1..end {
            if self.moves[j].order > self.moves[best].order {
                best = j;
            }
        }
        self.moves.swap(i, best);
    }

    #[inline]
    fn note_killer(&mut self, action: S::Action, ply: usize) {
        if let Some([newest, older]) = self.killers.get_mut(ply)
            && *newest != Some(action)
        {
            *older = *newest;
            *newest = Some(action);
        }
    }

    /// The line from here on is this move and the line after it.
    fn note_line(&mut self, action: S::Action, ply: usize) {
        let (here, after) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(action);
        here[ply].extend_from_slice(&after[0]);
    }

    fn report(&mut self, state: &S, roots: &[RootMove<S::Action>], depth: u32, reported: &mut Duration) {
        let elapsed = self.watch.elapsed(self.run);
        if self.run.progress.as_ref().is_some_and(|p| elapsed >= *reported + p.every) {
            *reported = elapsed;
            let now = self.decision(state, roots, depth);
            if let Some(progress) = &mut self.run.progress {
                (progress.report)(&now, None);
            }
        }
    }

    fn decision(&self, state: &S, roots: &[RootMove<S::Action>], depth: u32) -> Decision<S::Action> {
        let candidate = |r: &RootMove<S::Action>| {
            let certain = self.whole || r.value.abs() >= self.win;
            let bound = match (r.bound, certain) {
                (Bound::AtMost, true) => Bound::AtMost,
                (Bound::AtMost, false) => Bound::JudgedAtMost,
                (_, true) => Bound::Proven,
                (_, false) => Bound::Judged,
            };
            Candidate::computed(r.action, r.nodes, f64::from(r.value) + self.middle, bound)
        };
        let mut candidates: Vec<_> = roots.iter().map(candidate).collect();
        sort_few(&mut candidates[1..], |a, b| b.mean.total_cmp(&a.mean));
        let action = candidates[0].action;
        Decision {
            action,
            basis: if self.proven { Basis::Proven } else { Basis::Computed },
            choice: Choice::Value,
            candidates,
            line: self.line(state, action, depth),
            iterations: self.leaves,
            nodes: self.nodes,
            worlds: 0,
            bytes: self.table.as_ref().map_or(0, Table::bytes),
            depth,
            passes: 0,
        }
    }

    /// The principal variation: the best line found, extended from the table.
    fn line(&self, state: &S, first: S::Action, depth: u32) -> Vec<S::Action> {
        let found = self.lines.first().filter(|line| line.first() == Some(&first));
        let mut line = found.cloned().unwrap_or_else(|| vec![first]);
        let mut state = state.clone();
        line.iter().for_each(|&a| state.apply(a));
        while line.len() < depth as usize
            && let Some(entry) = self.table.as_ref().and_then(|t| t.get(state.key()))
            && let Some(&next) = State::actions(&state).get(usize::from(entry.best))
        {
            line.push(next);
            state.apply(next);
        }
        line
    }
}

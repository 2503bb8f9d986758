//! Yomi, through the same doors that its own bench uses.

use crate::work::{self, Measured, Peer, repeat};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use yomi::ThisMachine;
use yomi::engine::host::CpuClock;
use yomi_connect_four::Threats;
use yomi_core::{
    Chance, Decision, Evaluator, Inference, InfoSets, Limits, Player, Rng, Run, Search, State, Uniform, View,
    ViewSearch, ZeroSum,
};
use yomi_games::connect_four::Column;
use yomi_games::{ConnectFour, Kuhn, Leduc};
use yomi_poker::belief::UnseenCards;
use yomi_search::minimax::AlphaBetaOptions;
use yomi_search::reference::cfr::Cfr;
use yomi_search::reference::exact;
use yomi_search::tree::rollout::rollout;
use yomi_search::tree::{IsMctsOptions, MctsOptions};
use yomi_search::{AlphaBeta, IsMcts, Mcts};

pub struct Yomi;

impl Peer for Yomi {
    fn measure(&self, work: &str) -> Option<Measured> {
        Some(match work {
            "c4-playout" => playouts(&[ConnectFour::default()]),
            "c4-perft" => repeat(|_| {
                let leaves = perft(&ConnectFour::default(), work::PERFT_DEPTH);
                (leaves, json!({"leaves": leaves}))
            }),
            "c4-plain" => alphabeta(work::PLAIN_DEPTH, 0, Level),
            "c4-table-small" => alphabeta(work::TABLE_DEPTH, work::SMALL_TABLE, Threats),
            "c4-table-large" => alphabeta(work::TABLE_DEPTH, work::LARGE_TABLE, Threats),
            "c4-mcts" => repeat(|round| {
                let found = mcts(&ConnectFour::default(), work::MCTS_ITERATIONS, round);
                (found.iterations, json!({"column": found.action.number()}))
            }),
            "kuhn-playout" => playouts(&Kuhn::deals().collect::<Vec<_>>()),
            "leduc-playout" => playouts(&leduc_deals()),
            "kuhn-cfr" => cfr(&Kuhn::deals().map(|s| (s, 1.0 / 6.0)).collect::<Vec<_>>(), 1000),
            "leduc-cfr" => cfr(&Leduc::deals().collect::<Vec<_>>(), 100),
            "kuhn-ismcts" => ismcts(&Kuhn::deals().collect::<Vec<_>>()),
            "leduc-ismcts" => ismcts(&leduc_deals()),
            _ => return None,
        })
    }

    fn choose(&self, columns: &[u32], iterations: u32, seed: u64) -> Option<u32> {
        Some(mcts(&position(columns), iterations, seed).action.number())
    }
}

/// The position after these moves.
pub fn position(columns: &[u32]) -> ConnectFour {
    let mut state = ConnectFour::default();
    columns.iter().for_each(|&c| state.apply(Column::new(c)));
    state
}

/// Deals of Leduc, as many of each as there are ways to deal it.
fn leduc_deals() -> Vec<Leduc> {
    Leduc::deals().flat_map(|(deal, chance)| vec![deal; (chance * 30.0).round() as usize]).collect()
}

fn playouts<S: Chance>(starts: &[S]) -> Measured {
    repeat(|round| {
        let mut rng = Rng::new(round);
        let mut paid = 0.0;
        for i in 0..work::PLAYOUTS {
            let mut state = starts[i as usize % starts.len()].clone();
            rollout(&mut state, &mut Uniform, &mut rng);
            paid += state.payoff(Player::FIRST);
        }
        (work::PLAYOUTS, json!({"mean": paid / work::PLAYOUTS as f64}))
    })
}

/// Sequences of so many moves.
fn perft<S: State>(state: &S, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    state.for_each_action(|a| {
        leaves += if depth == 1 {
            1
        } else {
            let mut next = state.clone();
            next.apply(a);
            perft(&next, depth - 1)
        }
    });
    leaves
}

/// An unfinished game is worth the same to both.
#[derive(Clone, Copy)]
struct Level;

impl<S: State> Evaluator<S> for Level {
    fn value(&self, state: &S, _: Player) -> f64 {
        let (least, most) = state.payoff_bounds();
        (least + most) / 2.0
    }
}

fn alphabeta<E: Evaluator<ConnectFour>>(depth: u32, table: usize, evaluator: E) -> Measured {
    repeat(|_| {
        let found = searched(&ConnectFour::default(), depth, table, evaluator.clone());
        // The same every time.
        (1, json!({"nodes": found.nodes, "value": found.value()}))
    })
}

/// What `alphabeta` finds.
pub fn searched<E: Evaluator<ConnectFour>>(
    state: &ConnectFour,
    depth: u32,
    table: usize,
    evaluator: E,
) -> Decision<Column> {
    let mut search = AlphaBeta { options: AlphaBetaOptions { depth: Some(depth), table, ..Default::default() }, evaluator };
    with_run(Limits::default(), |run| search.decide(state, run, &mut Rng::new(0)))
}

fn mcts(state: &ConnectFour, iterations: u32, seed: u64) -> Decision<Column> {
    let mut search = Mcts::<ConnectFour>::new(MctsOptions::default());
    with_run(Limits::iterations(iterations.into()), |run| search.decide(state, run, &mut Rng::new(seed)))
}

fn cfr<S: InfoSets + ZeroSum>(starts: &[(S, f64)], rounds: u64) -> Measured {
    let mut solved = Cfr::default();
    let measured = repeat(|_| {
        solved = Cfr::default();
        solved.solve(starts, rounds);
        (rounds, Value::Null)
    });
    let strategy = solved.strategy();
    let value = exact::game_value(starts, Player::FIRST, &strategy);
    let exploitability = exact::exploitability(starts, &strategy);
    Measured {
        facts: json!({"rounds": rounds, "value": value, "exploitability": exploitability}),
        ..measured
    }
}

/// The first decision of every deal.
fn ismcts<S: InfoSets>(starts: &[S]) -> Measured
where
    UnseenCards: Inference<S>,
{
    const ITERATIONS: u64 = 10_000;
    repeat(|round| {
        let decide = |start: &S| {
            let view = View::new(Player::FIRST, start.seen(Player::FIRST));
            let mut search = IsMcts::<S, _>::new(UnseenCards, IsMctsOptions::default());
            let run = |run: &mut Run<'_, S::Action>| {
                ViewSearch::<S>::decide(&mut search, &view, run, &mut Rng::new(round))
            };
            with_run(Limits::iterations(ITERATIONS), run).expect("a view of a deal").iterations
        };
        (starts.iter().map(decide).sum(), json!({"iterations": ITERATIONS}))
    })
}

/// One thread, CPU time, nobody stops it.
fn with_run<A, T>(limits: Limits, f: impl FnOnce(&mut Run<'_, A>) -> T) -> T {
    let stop = AtomicBool::new(false);
    let clock = CpuClock(Arc::new(ThisMachine::default()));
    f(&mut Run::new(limits, &clock, &stop))
}

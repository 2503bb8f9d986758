//! Connect Four: perfect information, two players, no chance.

use crate::acts;
use crate::guide::ThreatGuide;
use crate::ladder::{LADDER, weaker};
use crate::player::Standings;
use crate::puzzles;
use crate::review::SolvedLate;
use crate::solver::{self, Solver};
use crate::words;
use crate::{SolverPlayer, Threats};
use std::any::Any;
use std::hint::black_box;
use yomi_core::{
    Contradiction, Decision, Limits, OpenSearch, OptionSpec, Player, Rng, Ruleset, Run, Search, State, Text,
    Turn, ViewOf, ViewSearch,
};
use yomi_engine::Sentence;
use yomi_engine::agents;
use yomi_engine::bench::{Count, Meter};
use yomi_engine::chances::Act;
use yomi_engine::chart::{Best, Traits};
use yomi_engine::explain::{Explained, Told};
use yomi_engine::kind::AgentKind;
use yomi_engine::partner::{self, Ladder};
use yomi_engine::playable::Playable;
use yomi_engine::puzzle::Recipe;
use yomi_engine::review::{EachMove, Judge, Weigher};
use yomi_engine::solve::{Found, FoundWithin, GoOn, Question, TooLittle};
use yomi_engine::wire::Facts;
use yomi_games::ConnectFour;
use yomi_games::connect_four::{ArrayBoard, Column, Rules};
use yomi_search::minimax::{self, AlphaBetaOptions};
use yomi_search::tree::{self, MctsOptions};
use yomi_search::{AlphaBeta, Mcts};

pub struct ConnectFourGame;

/// Cells of the board.
const CELLS: u32 = 42;

const SOLVER_HELP: Text = Text {
    en: "plays by the exact score; where the limit is too short for it, as alphabeta",
    ja: "厳密な評価で指す（制限内に解けなければalphabetaで）",
};

pub(crate) fn strongest() -> AlphaBeta<Threats> {
    AlphaBeta { options: AlphaBetaOptions::default(), evaluator: Threats }
}

/// The generic tree search, on either of two boards: chapter eight of the search book measures what the
/// bitboard gains, and this agent repeats the measurement.
fn mcts() -> AgentKind<ConnectFour> {
    let options = agents::with_own(&[BOARD], &MctsOptions::GUIDED_OPTIONS);
    AgentKind::boxed("mcts", agents::GUIDED_MCTS_HELP, &options, tree::mcts::DEFAULT_LIMITS, |options| {
        let on_bits = options.choice(&BOARD, [true, false]);
        Ok(if on_bits {
            agents::guided_search(options, &ThreatGuide)
        } else {
            Box::new(OnArray(agents::unguided_search::<ArrayBoard>(options)?))
        })
    })
}

const BOARD: OptionSpec = OptionSpec::choice(
    "board",
    "bits",
    &["bits", "array"],
    Text::new(
        "what it plays on: bits, or array, a cell at a time",
        "盤の表現: bits（ビットボード）か array（配列）",
    ),
);

/// A search that uses the array board.
#[derive(Clone)]
struct OnArray(Mcts<ArrayBoard>);

impl ViewSearch<ConnectFour> for OnArray {
    fn decide(
        &mut self,
        view: &ViewOf<ConnectFour>,
        run: &mut Run<'_, Column>,
        rng: &mut Rng,
    ) -> Result<Decision<Column>, Contradiction> {
        Ok(self.0.decide(&ArrayBoard::from(&view.now), run, rng))
    }
}

impl Playable for ConnectFourGame {
    type Rules = Rules;

    fn agents() -> Vec<AgentKind<ConnectFour>> {
        let help = Text {
            en: "what we recommend: alphabeta with its defaults",
            ja: "おすすめ: 既定のalphabeta",
        };
        vec![
            agents::best(help, minimax::DEFAULT_LIMITS, || OpenSearch(strongest())),
            agents::random(),
            partner::agent(&LADDER, weaker),
            agents::flat(),
            mcts(),
            agents::alphabeta(Threats),
            agents::minimax(Threats),
            agents::deepening(Threats),
            agents::thunder(Threats, ThreatGuide),
            AgentKind::new("solver", SOLVER_HELP, &[], crate::DEFAULT_LIMITS, |_| {
                SolverPlayer::new(strongest())
            }),
        ]
    }

    /// Each made by the command in it.
    const CHANCES: &'static [&'static str] = &[
        include_str!("chances/strong-quick.json"),
        include_str!("chances/strong.json"),
        include_str!("chances/strong-deep.json"),
        include_str!("chances/casual-quick.json"),
        include_str!("chances/casual.json"),
        include_str!("chances/casual-deep.json"),
        include_str!("chances/random-quick.json"),
        include_str!("chances/random.json"),
        include_str!("chances/read-quick.json"),
        include_str!("chances/read.json"),
    ];
    const CASUAL: Option<&'static str> = Some("mcts(limit=100it)");

    fn phase(view: &ViewOf<ConnectFour>) -> f64 {
        // To move first and second is not the same: each has its own half of the scale.
        let turn = f64::from(view.now.discs() / 2) / f64::from(CELLS);
        turn + if view.now.discs().is_multiple_of(2) { 0.0 } else { 0.5 }
    }

    fn acts(view: &ViewOf<ConnectFour>) -> Vec<Act> {
        acts::of(view)
    }

    /// Made by `cargo run --release -p yomi-connect-four --example openings`.
    const OPENINGS: Option<&'static str> = Some(include_str!("openings.txt"));
    const SOLVES: bool = true;
    const LADDER: Option<&'static Ladder> = Some(&LADDER);

    const PUZZLES: Option<&'static Recipe> = Some(&puzzles::RECIPE);

    fn puzzling(view: &ViewOf<ConnectFour>) -> bool {
        puzzles::is_late_enough(view)
    }

    fn solve(state: &ConnectFour, question: Question, go_on: GoOn<'_>) -> Option<Option<Found<Column>>> {
        Some(solve(Solver::new(SOLVER_PLACE_BITS), state, question, go_on))
    }

    fn solve_within(
        state: &ConnectFour,
        question: Question,
        bytes: usize,
        go_on: GoOn<'_>,
    ) -> Option<FoundWithin<Column>> {
        let solver = Solver::within(bytes.min(4 << SOLVER_PLACE_BITS), state);
        let solver = solver.map_err(|least| TooLittle { least });
        Some(solver.map(|solver| solve(solver, state, question, go_on)))
    }

    fn label(rules: &Rules, column: Column) -> Sentence {
        let number = rules.action_text(column);
        Sentence::new(format!("column {number}"), format!("{number}列目"))
    }

    fn event_label(rules: &Rules, column: &Column) -> Sentence {
        Self::label(rules, *column)
    }

    fn payoffs(view: &ViewOf<ConnectFour>) -> Option<Vec<f64>> {
        Some(Player::all(2).map(|seat| view.now.payoff(seat)).collect())
    }

    fn explain(told: &Told<'_, ConnectFour>) -> Explained {
        let facts = Self::facts(told.view, told.decision, told.evidence);
        Explained::remarks(words::remarks(told.view, told.decision)).with_facts(facts)
    }

    /// The scores of the columns, as far as the solver knows them.
    fn facts(
        _: &ViewOf<ConnectFour>,
        decision: &Decision<Column>,
        evidence: Option<&(dyn Any + Send)>,
    ) -> Vec<Option<Facts>> {
        let Some(Standings(known)) = evidence.and_then(|evidence| evidence.downcast_ref()) else {
            return Vec::new();
        };
        let of = |column| known.iter().find(|standing| standing.column == column).map(words::standing);
        decision.candidates.iter().map(|candidate| of(candidate.action)).collect()
    }

    fn judge(_: &Rules) -> Box<dyn Judge<ConnectFour>> {
        Box::new(SolvedLate::default())
    }

    fn weigher(_: &Rules) -> Option<Box<dyn Weigher<ConnectFour>>> {
        Some(Box::new(EachMove(SolvedLate::default())))
    }

    fn traits() -> Traits {
        Traits { evaluation: true, ..Traits::default() }
    }

    fn best() -> Option<Best> {
        Some(Best::measured(
            "alphabeta",
            "with a transposition table and this evaluation it looks deep enough to beat thunder at equal time",
            "置換表とこの評価なら十分深く読め、同じ時間でThunderサーチに勝ち越します",
            "| connect-four | `alphabeta` | `thunder` | 5ms |",
        ))
    }

    fn bench(meter: &mut Meter) {
        let empty = [ConnectFour::default()];
        meter.playouts("connect-four", &empty);
        meter.named_playouts("connect-four", "playout-array", &[ArrayBoard::from(&empty[0])]);
        let limits = Limits::iterations(100_000);
        let mcts = || Box::new(Mcts::<ConnectFour>::new(MctsOptions::default())) as _;
        meter.search(("connect-four", "mcts"), Count::Iterations, limits, &empty, mcts);
        let depth_12 = AlphaBetaOptions { depth: Some(12), ..AlphaBetaOptions::default() };
        let alphabeta = move || Box::new(AlphaBeta { options: depth_12, evaluator: Threats }) as _;
        meter.search(("connect-four", "alphabeta"), Count::Nodes, Limits::default(), &empty, alphabeta);
        // This many, because a few hard positions dominate the mean; they take some seconds, so a round does
        // only some of them, and the signature has the first round. Nothing found for one position may help
        // another.
        let states = midgames(14, 1_000);
        let mut rounds = states.chunks(25).cycle();
        meter.rows("connect-four", [("solver", "nodes"), ("solver-14-discs", "positions")], || {
            let mut solver = Solver::new(SOLVER_PLACE_BITS);
            let round = rounds.next().expect("they begin anew");
            for state in round {
                solver.forget(state);
                black_box(solver.solve(state, solver::Question::Score, &mut |_| true).ok());
            }
            ([solver.nodes(), round.len() as u64], solver.nodes())
        });
        let alphabeta = || Box::new(strongest()) as _;
        let limits = Limits::nodes(200_000);
        meter.search(
            ("connect-four", "alphabeta-midgame"),
            Count::Nodes,
            limits,
            &midgames(12, 20),
            alphabeta,
        );
    }
}

/// Maximum size of the solver's table, as a power of two of entries: 512 MiB. A position near the start takes
/// hundreds of millions of nodes.
const SOLVER_PLACE_BITS: u32 = 27;

/// What the solver's values count: how early a win is forced, see [`solver`].
const SCORE: &str = "score";

fn solve(
    mut solver: Solver,
    state: &ConnectFour,
    question: Question,
    go_on: GoOn<'_>,
) -> Option<Found<Column>> {
    let asked =
        if question == Question::Outcome { solver::Question::Outcome } else { solver::Question::Score };
    let score = solver.solve(state, asked, go_on).ok()?;
    let mut sentences = vec![words::score(state, score, question == Question::Outcome)];
    let (mut best, mut moves) = (Vec::new(), Vec::new());
    if question == Question::Moves {
        for column in State::actions(state) {
            moves.push((column, f64::from(solver.score_of(state, column, go_on).ok()?)));
        }
        best =
            moves.iter().filter(|(_, value)| *value == f64::from(score)).map(|&(column, _)| column).collect();
        sentences.push(words::scores(&moves));
    }
    let (nodes, memory_bytes) = (solver.nodes(), solver.bytes());
    Some(Found { unit: Some(SCORE), value: score.into(), best, moves, sentences, nodes, memory_bytes })
}

/// `count` unfinished positions after `moves` random moves.
fn midgames(moves: u32, count: usize) -> Vec<ConnectFour> {
    let play = |seed| {
        let mut rng = Rng::new(seed);
        let mut state = ConnectFour::default();
        for _ in 0..moves {
            if state.turn() != Turn::Over {
                state.apply(state.random_action(&mut rng));
            }
        }
        state
    };
    (0..).map(play).filter(|s| s.turn() != Turn::Over).take(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_measured_goes_on() {
        let states = midgames(20, 50);
        assert_eq!(states.len(), 50);
        assert!(states.iter().all(|state| state.turn() != Turn::Over && state.discs() == 20));
    }
}

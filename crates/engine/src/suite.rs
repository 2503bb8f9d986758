//! One-player games: the mean score over many boards.

use crate::agent::AgentText;
use crate::driver::{BLOCK, Field, Metering, SeatResult};
use crate::exec::is_program;
use crate::fault::FaultKind;
use crate::follow::Follower;
use crate::host::Host;
use crate::kind::{AgentKind, Mind};
use crate::parallel;
use crate::stats::{Mean, Signature};
use crate::wire::VERSION;
use crate::{Fault, arena, limit, view};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use yomi_core::{Hidden, Limits, Ruleset, Settings, Stakes, Turn};

#[derive(Clone, Debug)]
pub struct Request {
    /// Each plays the same boards.
    pub agents: Vec<AgentText>,
    pub boards: u64,
    pub seed: u64,
    pub limits: Option<Limits>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    pub version: u32,
    pub game: String,
    /// What `mean_payoff` counts; see [`Advice::unit`](crate::wire::Advice::unit).
    pub unit: String,
    pub settings: Value,
    pub seed: u64,
    /// Boards that were played.
    pub boards: u64,
    #[serde(flatten)]
    pub found: Found,
    /// The suite was stopped from outside: this is as far as it came.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub interrupted: bool,
}

/// In JSON the row of a single agent stands in the report itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Found {
    Several { agents: Vec<Row>, differences: Vec<Difference> },
    One(Row),
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    pub agent: String,
    pub limit: String,
    /// In the game's headline figure.
    pub mean: f64,
    /// `null` from a single board.
    pub se: Option<f64>,
    pub ci95: Option<[f64; 2]>,
    /// With the luck of the draws taken out; `null` where there is none, or no value function to do it with.
    pub luck_corrected: Option<LuckCorrected>,
    pub mean_payoff: f64,
    /// `null` of a program (`exec`), which is not metered.
    pub cpu_ms_per_move: Option<f64>,
    pub cpu_ms_per_game: Option<f64>,
    pub signature: String,
    /// Boards on which its program failed; they count as the least there is.
    #[serde(skip_serializing_if = "arena::is_zero", default)]
    pub forfeits: u64,
}

/// By how much the first of two agents is ahead on the same boards, in the game's headline figure.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Difference {
    pub of: String,
    pub over: String,
    pub mean: f64,
    pub se: Option<f64>,
    pub ci95: Option<[f64; 2]>,
    /// With the luck of the draws taken out of both; `null` where either has no such figure.
    #[serde(default)]
    pub luck_corrected: Option<LuckCorrected>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LuckCorrected {
    pub mean: f64,
    pub se: Option<f64>,
    #[serde(default)]
    pub ci95: Option<[f64; 2]>,
    /// A hash of the value function, which was fixed before the first board.
    pub value_function: String,
}

/// How lucky a game was, in its headline figure.
///
/// Whatever the value function behind it thinks, the luck of a deal or a draw is the value of what came less
/// the exact mean of what could have come, so that over many games it is nothing. Taken off the result it
/// leaves what was played.
pub trait LuckMeter<S: Hidden>: Send + Sync {
    /// A hash of the value function. Two suites corrected with the same one can be compared.
    fn fingerprint(&self) -> u64;

    /// The luck of the start, where it was dealt.
    fn of_deal(&self, start: &S) -> f64;

    /// The luck of an outcome of chance.
    fn of_outcome(&self, before: &S, outcome: S::Action) -> f64;
}

/// All luck of a game that began with `start`.
fn luck_of<S: Hidden>(meter: &dyn LuckMeter<S>, start: S, played: &[S::Action]) -> f64 {
    let mut luck = meter.of_deal(&start);
    let mut state = start;
    for &action in played {
        if state.turn() == Turn::Chance {
            luck += meter.of_outcome(&state, action);
        }
        state.apply(action);
    }
    luck
}

pub const MOST_BOARDS: u64 = 100_000_000;

/// One board, as far as sums need it.
struct Board {
    seat: SeatResult,
    signature: Signature,
    headline: f64,
    luck: Option<f64>,
}

impl Board {
    fn corrected(&self) -> Option<f64> {
        Some(self.headline - self.luck?)
    }
}

pub fn run<R: Ruleset>(
    rules: &R,
    settings: &Settings,
    kinds: &[AgentKind<R::State>],
    meter: Option<&dyn LuckMeter<R::State>>,
    request: &Request,
    host: &Arc<dyn Host>,
    follower: &dyn Follower,
) -> Result<Report, Fault> {
    check(R::NAME, rules.players(), request)?;
    let fingerprint = meter.map(LuckMeter::fingerprint);
    // Every agent is made before the first board, so that a bad option is found at once.
    let field = |typed: &AgentText| {
        Field::new(rules, kinds, std::slice::from_ref(typed), request.limits, request.seed, host)
    };
    let fields: Vec<Field<'_, R>> = request.agents.iter().map(field).collect::<Result<_, _>>()?;
    let play = |seed: u64| -> Result<Vec<Board>, Fault> {
        let board = |field: &Field<'_, R>| {
            let played = field.play_deal(seed, Metering::On)?.remove(0);
            let mut headline = rules.headline(played.game.state());
            let luck = meter_of(field, meter).map(|m| luck_of(m, rules.start(seed), played.game.played()));
            if played.seats[0].forfeited {
                headline = headline.min(played.seats[0].payoff);
            }
            Ok(Board { seat: played.seats[0], signature: played.signature, headline, luck })
        };
        let boards = fields.iter().map(board).collect::<Result<_, Fault>>()?;
        follower.done(1);
        Ok(boards)
    };
    let mut totals = Totals::new(request.agents.len());
    totals.play_all(&R::seeds(request.seed, request.boards as usize), &play, follower)?;
    let row = |(field, (typed, sum)): (&Field<'_, R>, (&AgentText, &Sum))| {
        let fingerprint = fingerprint.filter(|_| meter_of(field, meter).is_some());
        sum.row(&typed.text, &limit::text(&field.agents()[0].limits), R::STAKES, fingerprint)
    };
    let agents = request.agents.iter().zip(&totals.sums);
    let mut rows: Vec<Row> = fields.iter().zip(agents).map(row).collect();
    Ok(Report {
        version: VERSION,
        game: R::NAME.into(),
        unit: R::STAKES.unit().into(),
        settings: view::settings_json(settings),
        seed: request.seed,
        boards: totals.boards,
        interrupted: totals.interrupted,
        found: match rows.len() {
            1 => Found::One(rows.remove(0)),
            _ => Found::Several { agents: rows, differences: totals.differences(request, fingerprint) },
        },
    })
}

/// Luck is worth something only to those who cannot see it coming.
fn meter_of<'m, R: Ruleset>(
    field: &Field<'_, R>,
    meter: Option<&'m dyn LuckMeter<R::State>>,
) -> Option<&'m dyn LuckMeter<R::State>> {
    meter.filter(|_| matches!(field.agents()[0].mind(), Mind::Honest(_)))
}

fn check(game: &str, players: usize, request: &Request) -> Result<(), Fault> {
    if players != 1 {
        return Err(Fault::bad_option(
            format!("{game} is a game of {players} players: a match measures it, not a suite"),
            format!("{game} は{players}人用です。スイートではなく対戦で測ってください"),
        ));
    }
    if request.agents.is_empty() {
        return Err(Fault::bad_option(
            "no agent is named; expected one or more, such as \"best random\"",
            "エージェントがありません。例: \"best random\"",
        ));
    }
    let boards = request.boards;
    if !(1..=MOST_BOARDS).contains(&boards) {
        return Err(Fault::new(
            FaultKind::Limit,
            format!("{boards} boards: expected 1 to {MOST_BOARDS}"),
            format!("盤の数 {boards}: 1から{MOST_BOARDS}までにしてください"),
        ));
    }
    Ok(())
}

/// Everything that is added up over the boards.
struct Totals {
    sums: Vec<Sum>,
    /// For every pair of agents in order.
    differences: Vec<((usize, usize), Apart)>,
    boards: u64,
    interrupted: bool,
}

impl Totals {
    fn new(agents: usize) -> Totals {
        let pairs = (0..agents).flat_map(|a| (a + 1..agents).map(move |b| ((a, b), Apart::default())));
        Totals {
            sums: (0..agents).map(|_| Sum::default()).collect(),
            differences: pairs.collect(),
            boards: 0,
            interrupted: false,
        }
    }

    /// Plays all boards in parallel, and adds them up in order.
    fn play_all(&mut self, seeds: &[u64], play: PlayBoard<'_>, follower: &dyn Follower) -> Result<(), Fault> {
        for block in seeds.chunks(BLOCK) {
            let board = |at: usize| if follower.is_stopped() { Ok(None) } else { play(block[at]).map(Some) };
            for boards in parallel::each(block.len(), &board)? {
                let Some(boards) = boards else {
                    self.interrupted = true;
                    return Ok(());
                };
                self.add(&boards);
            }
        }
        Ok(())
    }

    /// Takes one board, as every agent played it.
    fn add(&mut self, boards: &[Board]) {
        self.boards += 1;
        self.sums.iter_mut().zip(boards).for_each(|(sum, board)| sum.add(board));
        for ((a, b), difference) in &mut self.differences {
            difference.add(&boards[*a], &boards[*b]);
        }
    }

    fn differences(&self, request: &Request, fingerprint: Option<u64>) -> Vec<Difference> {
        let name = |agent: usize| request.agents[agent].text.clone();
        let difference = |((a, b), Apart { headlines, corrected }): &((usize, usize), Apart)| Difference {
            of: name(*a),
            over: name(*b),
            mean: headlines.mean(),
            se: headlines.se(),
            ci95: headlines.ci95(),
            luck_corrected: fingerprint.filter(|_| corrected.count() > 0).map(|f| without_luck(corrected, f)),
        };
        self.differences.iter().map(difference).collect()
    }
}

/// By how much one agent is ahead of another, board by board.
#[derive(Default)]
struct Apart {
    headlines: Mean,
    corrected: Mean,
}

impl Apart {
    fn add(&mut self, of: &Board, over: &Board) {
        self.headlines.add(of.headline - over.headline);
        if let (Some(of), Some(over)) = (of.corrected(), over.corrected()) {
            self.corrected.add(of - over);
        }
    }
}

fn without_luck(found: &Mean, fingerprint: u64) -> LuckCorrected {
    LuckCorrected {
        mean: found.mean(),
        se: found.se(),
        ci95: found.ci95(),
        value_function: format!("{fingerprint:016x}"),
    }
}

/// Plays a board once with every agent.
type PlayBoard<'a> = &'a (dyn Fn(u64) -> Result<Vec<Board>, Fault> + Sync);

/// What one agent did.
#[derive(Default)]
struct Sum {
    payoffs: Mean,
    headlines: Mean,
    corrected: Mean,
    signature: Signature,
    cpu: Duration,
    moves: u64,
    forfeits: u64,
}

impl Sum {
    fn add(&mut self, board: &Board) {
        self.payoffs.add(board.seat.payoff);
        self.headlines.add(board.headline);
        if let Some(corrected) = board.corrected() {
            self.corrected.add(corrected);
        }
        self.cpu += board.seat.cpu;
        self.moves += board.seat.moves;
        self.forfeits += u64::from(board.seat.forfeited);
        self.signature.add_signature(board.signature);
    }

    fn row(&self, agent: &str, limit: &str, stakes: Stakes, fingerprint: Option<u64>) -> Row {
        let Sum { payoffs, headlines, corrected, signature, cpu, moves, forfeits } = self;
        let (ms, metered) = (1000.0 * cpu.as_secs_f64(), !is_program(agent));
        Row {
            agent: agent.into(),
            limit: limit.into(),
            mean: headlines.mean(),
            se: headlines.se(),
            ci95: headlines.ci95(),
            luck_corrected: fingerprint.map(|f| without_luck(corrected, f)),
            mean_payoff: stakes.shown(payoffs.mean()),
            cpu_ms_per_move: metered.then(|| ms / (*moves).max(1) as f64),
            cpu_ms_per_game: metered.then(|| ms / headlines.count().max(1) as f64),
            signature: signature.text(),
            forfeits: *forfeits,
        }
    }
}

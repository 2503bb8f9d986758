//! What sight would bring: a player that sees everything, against the agent or on the same boards.
//!
//! The player is the game's own `cheat`, or, where there is none, a tree search on the true state. Neither
//! need be perfect, so that what they gain is the least that sight can bring.

use super::Request;
use crate::agent::AgentText;
use crate::fault::Fault;
use crate::follow::Follower;
use crate::kind::AgentKind;
use crate::playable::{Playable, StateOf};
use crate::table::Shared;
use crate::{arena, limit, suite};
use serde::{Deserialize, Serialize};
use yomi_core::{Hidden, Limits, Ruleset, Scripted, Stakes, Text};
use yomi_search::tree::mcts::{Mcts, MctsOptions};

/// What a player that sees everything gets against the agent, or on the same boards.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Sight {
    /// Games, or boards.
    pub games: u64,
    /// When the player that sees everything stops thinking.
    pub limit: String,
    pub measure: Measure,
    /// What payoffs count.
    pub unit: String,
    /// What the player that sees everything gets.
    pub cheat: f64,
    /// What the agent gets, against it or on the same boards.
    pub agent: f64,
    /// The 95% interval of what `cheat` gets in a match; of its lead on the same boards.
    pub ci95: Option<[f64; 2]>,
    /// What `cheat` would get if sight were worth nothing; not known of boards.
    pub even: Option<f64>,
}

/// What the figures are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    WinRate,
    /// Mean payoff per game, where games are not won and lost.
    Payoff,
    /// The game's headline figure, as a suite has it.
    Headline,
}

/// Iterations that a player with sight needs at most here: it sees the one world there is.
const ENOUGH: u64 = 1000;

/// Plays `games` games, or boards, with a player that sees everything. The agent has the limits of the audit.
/// `None` if it was stopped before the end.
pub(super) fn measure<P: Playable>(
    table: &Shared<P>,
    request: &Request,
    limits: Limits,
    games: u64,
    follower: &dyn Follower,
) -> Result<Option<Sight>, Fault> {
    let seeing = table.kinds.iter().find(|kind| kind.info.cheats);
    let mut kinds = P::agents();
    kinds.push(crate::exec::kind(&table.rules, &table.settings, &table.host));
    if seeing.is_none() {
        kinds.push(searching_the_truth());
    }
    let own = seeing.map_or(Limits::iterations(ENOUGH), |kind| kind.info.default_limits);
    let own = Limits { iterations: own.iterations.map(|count| count.min(ENOUGH)), ..own };
    let mut seer = AgentText::parse("cheat")?;
    seer.limits = Some(own);
    let mut agent = request.agent.clone();
    // The seer must not share a row with an agent that is called the same.
    if agent.text == seer.text {
        seer.text = "cheat()".into();
    }
    agent.limits = agent.limits.or(Some(limits));
    let seats = Seats { seer, agent, own };
    match table.rules.players() {
        1 => on_boards(table, &kinds, seats, request.seed, games, follower),
        _ => at_table(table, &kinds, seats, request.seed, games, follower),
    }
}

struct Seats {
    seer: AgentText,
    agent: AgentText,
    /// Limits of the seer.
    own: Limits,
}

/// A player for games without a `cheat`: it searches the state as it is, luck to come included.
fn searching_the_truth<S: Hidden>() -> AgentKind<S> {
    AgentKind::cheat(Text::en("sees everything"), &[], Limits::iterations(ENOUGH), |_| {
        Box::new(Mcts::<Scripted<S>>::new(MctsOptions::default()))
    })
}

fn at_table<P: Playable>(
    table: &Shared<P>,
    kinds: &[AgentKind<StateOf<P>>],
    Seats { seer, agent, own }: Seats,
    seed: u64,
    games: u64,
    follower: &dyn Follower,
) -> Result<Option<Sight>, Fault> {
    let players = table.rules.players();
    let agents = [vec![seer], vec![agent; players - 1]].concat();
    let request = arena::Request { agents, games, seed, limits: None, openings: None, sprt: None };
    let outside = arena::Outside { host: &table.host, follower, keeper: &() };
    let report = arena::run(&table.rules, &table.settings, kinds, None, &request, outside)?;
    if report.interrupted {
        return Ok(None);
    }
    let (cheat, agent) = (&report.agents[0], &report.agents[1]);
    let won = P::Rules::STAKES == Stakes::Win;
    let got = |row: &arena::Row| if won { row.win_rate } else { row.mean_payoff };
    let (Some(of_cheat), Some(of_agent)) = (got(cheat), got(agent)) else { return Ok(None) };
    Ok(Some(Sight {
        games: report.games,
        limit: limit::text(&own),
        measure: if won { Measure::WinRate } else { Measure::Payoff },
        unit: report.unit.clone(),
        cheat: of_cheat,
        agent: of_agent,
        ci95: if won { Some(cheat.ci95) } else { cheat.payoff_ci95 },
        even: Some(if won { 1.0 / players as f64 } else { 0.0 }),
    }))
}

fn on_boards<P: Playable>(
    table: &Shared<P>,
    kinds: &[AgentKind<StateOf<P>>],
    Seats { seer, agent, own }: Seats,
    seed: u64,
    boards: u64,
    follower: &dyn Follower,
) -> Result<Option<Sight>, Fault> {
    let request = suite::Request { agents: vec![seer, agent], boards, seed, limits: None };
    let report = suite::run(&table.rules, &table.settings, kinds, None, &request, &table.host, follower)?;
    if report.interrupted {
        return Ok(None);
    }
    let suite::Found::Several { agents, differences } = &report.found else {
        unreachable!("two agents were asked for")
    };
    Ok(Some(Sight {
        games: report.boards,
        limit: limit::text(&own),
        measure: Measure::Headline,
        unit: P::Rules::STAKES.unit().into(),
        cheat: agents[0].mean,
        agent: agents[1].mean,
        ci95: differences[0].ci95,
        even: None,
    }))
}

//! Arguments of the commands that play many games and measure them.

use super::GameArgs;
use super::values::{AgentList, agents, whole};
use clap::Args;
use yomi::Company;
use yomi::core::Limits;
use yomi::engine::agent::AgentText;
use yomi::engine::stats::sprt;
use yomi::engine::{arena, calibrate, limit, suite};

#[derive(Args)]
pub struct SuiteArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Who plays
    #[arg(long, default_value = "best", value_parser = AgentText::parse)]
    pub agent: AgentText,
    /// Several agents on the same boards, separated by spaces: their differences, board by board, are told
    /// too
    #[arg(long, value_parser = agents, conflicts_with = "agent")]
    pub agents: Option<AgentList>,
    /// How many boards
    #[arg(long, default_value_t = 100, allow_negative_numbers = true, value_parser = whole::<u64>(1..=suite::MOST_BOARDS))]
    pub boards: u64,
    /// When the agent stops thinking, each move; ms are CPU time
    #[arg(long, allow_hyphen_values = true, value_parser = limit::parse)]
    pub limit: Option<Limits>,
    /// Number of the suite
    #[arg(long, default_value_t = 0, allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    pub seed: u64,
}

#[derive(Args)]
pub struct ArenaArgs {
    #[command(flatten)]
    pub matches: MatchArgs,
    /// Begin with this many different openings in turn; for games that always start alike: connect-four
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(1..=1_000_000))]
    pub openings: Option<u64>,
    /// Stop when decided between two hypotheses about the first agent: "elo0=0,elo1=5", more than two seats
    /// "win0=0.33,win1=0.36", chips "payoff0=0,payoff1=0.1"; also alpha= and beta=, 0.05 each
    #[arg(long, value_name = "HYPOTHESES", value_parser = sprt::Test::parse)]
    pub sprt: Option<sprt::Test>,
    /// Write a report with tables and plots: one HTML file; for at most 2000000 games
    #[arg(long, value_name = "FILE")]
    pub report: Option<String>,
}

/// Who plays how many games.
#[derive(Args)]
pub struct MatchArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// One agent for each seat, separated by spaces
    #[arg(long, value_parser = agents)]
    pub agents: AgentList,
    /// How many games; rounded up to whole rotations of the seats [default: 100; with --sprt: until it is
    /// decided]
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<u64>(1..=arena::MOST_GAMES))]
    pub games: Option<u64>,
    /// When an agent stops thinking, each move; ms are CPU time
    #[arg(long, allow_hyphen_values = true, value_parser = limit::parse)]
    pub limit: Option<Limits>,
    /// Number of the match
    #[arg(long, default_value_t = 0, allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    pub seed: u64,
}

/// Games of a match for which nothing else was said.
const DEFAULT_GAMES: u64 = 100;
/// A report keeps what every game counted until the end: about 300 bytes for each.
pub const MOST_REPORTED: u64 = 2_000_000;

impl MatchArgs {
    pub fn request(&self) -> arena::Request {
        let MatchArgs { agents, games, seed, limit, .. } = self;
        let games = games.unwrap_or(DEFAULT_GAMES);
        arena::Request {
            agents: agents.0.clone(),
            games,
            seed: *seed,
            limits: *limit,
            openings: None,
            sprt: None,
        }
    }
}

impl ArenaArgs {
    pub fn request(&self) -> arena::Request {
        let mut request = self.matches.request();
        request.openings = self.openings.map(|n| usize::try_from(n).unwrap_or(usize::MAX));
        request.sprt = self.sprt;
        if self.sprt.is_some() && self.matches.games.is_none() {
            request.games = if self.report.is_some() { MOST_REPORTED } else { arena::MOST_GAMES };
        }
        request
    }
}

#[derive(Args)]
pub struct CalibrateArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Whose statements are compared with what happens; one that sees what is hidden is refused
    #[arg(long, default_value = "best", value_parser = AgentText::parse)]
    pub agent: AgentText,
    /// Who plays on the other seats, separated by spaces: one for all of them or one for each; none for one
    /// player [default: the players of --opponents]
    #[arg(long, value_name = "AGENTS", value_parser = agents)]
    pub against: Option<AgentList>,
    /// Measure the chances that advice states against strong, casual or random players, or read: opponents
    /// as inferred from what they did, at tables drawn by lot (strong half of the time, casual and random a
    /// quarter each) [default: the search's own values]
    #[arg(long, value_name = "COMPANY", value_parser = str::parse::<Company>)]
    pub opponents: Option<Company>,
    /// Begin every deal with up to this many random moves that nobody saw, so that games differ where they
    /// always start alike: connect-four
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = whole::<u32>(0..=1000))]
    pub random_moves: u32,
    /// How many games, times seats that count; rounded up to whole rotations of the seats
    #[arg(long, default_value_t = DEFAULT_GAMES, allow_negative_numbers = true, value_parser = whole::<u64>(1..=calibrate::MOST_GAMES))]
    pub games: u64,
    /// When an agent stops thinking, each move; ms are CPU time
    #[arg(long, allow_hyphen_values = true, value_parser = limit::parse)]
    pub limit: Option<Limits>,
    /// Number of the match
    #[arg(long, default_value_t = 0, allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// Where to write the map from what is stated to what comes that fits best, as JSON
    #[arg(long, value_name = "FILE")]
    pub out: Option<String>,
    /// Where to write a reliability picture
    #[arg(long, value_name = "FILE")]
    pub svg: Option<String>,
}

impl CalibrateArgs {
    pub fn request(&self) -> calibrate::Request {
        calibrate::Request {
            agent: self.agent.clone(),
            against: self.against.as_ref().map_or_else(Vec::new, |list| list.0.clone()),
            opponents: self.opponents,
            random_moves: self.random_moves,
            games: self.games,
            seed: self.seed,
            limits: self.limit,
        }
    }
}

#[derive(Args)]
pub struct StatsArgs {
    #[command(flatten)]
    pub matches: MatchArgs,
    /// Where to write the table of statistics
    #[arg(long, value_name = "FILE")]
    pub out: Option<String>,
    /// Where to write a radar picture of every card
    #[arg(long, value_name = "FILE")]
    pub svg: Option<String>,
}

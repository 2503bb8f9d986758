//! Arguments of the commands that learn, and that measure what was learnt.

use super::GameArgs;
#[cfg(feature = "train")]
use super::values::minutes;
use super::values::{exploration, rate, sharpness, whole};
use clap::Args;
use yomi::engine::agent::AgentText;
use yomi::engine::tune;

#[derive(Args)]
pub struct TuneArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Where the weights go
    #[arg(long, value_name = "FILE")]
    pub out: String,
    /// Learn how AGENT chooses its cards, by watching it, in place of a policy that wins;
    /// policy(weights=FILE) then plays so
    #[arg(long, value_name = "AGENT", value_parser = AgentText::parse, conflicts_with_all = ["against", "batches", "rate", "explore", "sharpen"])]
    pub imitate: Option<AgentText>,
    /// Whom to learn against: random, careful (seed-pimc as it was watched), or mix (random, greedy, and the
    /// learner itself)
    #[arg(long, default_value = "mix", value_name = "WHOM")]
    pub against: String,
    /// How many times the weights move
    #[arg(long, default_value_t = 2000, allow_negative_numbers = true, value_parser = whole::<u32>(1..=1_000_000))]
    pub batches: u32,
    /// Games a batch; with --imitate, games to watch
    #[arg(long, default_value_t = 16384, allow_negative_numbers = true, value_parser = whole::<u32>(16..=1_000_000))]
    pub games: u32,
    /// The size of the first steps
    #[arg(long, default_value_t = 0.008, allow_negative_numbers = true, value_parser = rate)]
    pub rate: f64,
    /// How much being undecided is rewarded at first: payoff per unit of entropy (nat)
    #[arg(long, default_value_t = 0.03, allow_negative_numbers = true, value_parser = exploration)]
    pub explore: f64,
    /// How much more decided the learner plays at the end than in the first half
    #[arg(long, default_value_t = 3.0, allow_negative_numbers = true, value_parser = sharpness)]
    pub sharpen: f64,
    /// Number of the run: the same one gives the same weights
    #[arg(long, default_value_t = 0, allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    pub seed: u64,
}

impl TuneArgs {
    pub fn request(&self) -> tune::Request {
        tune::Request {
            imitate: self.imitate.clone(),
            against: self.against.clone(),
            batches: self.batches,
            games: self.games,
            rate: self.rate,
            explore: self.explore,
            sharpen: self.sharpen,
            seed: self.seed,
        }
    }
}

#[cfg(feature = "train")]
#[derive(Args)]
pub struct TrainArgs {
    /// The game: duel
    pub game: String,
    /// What is trained: plain (learns from its own games), teacher (sees the opponent's hand and library), student
    /// (has a teacher), blind (a teacher without sight) or shuffled (a teacher with sight of a wrong world)
    #[arg(long)]
    pub role: Option<yomi_train::player::Role>,
    /// The weights of a student's teacher
    #[arg(long, value_name = "FILE")]
    pub teacher: Option<String>,
    /// Another way to use sight: critic (of a plain player: its critic sees), continuation (plain: moves are
    /// played on from the true world), twin (student: imitates where one with its view can follow), dropout
    /// (plain: begins with sight and loses it step by step), dropout-cut (the same, learning carefully once
    /// sight has ended), own-critic (plain: a critic of its own without sight, to compare critic with)
    #[arg(long)]
    pub remedy: Option<yomi_train::remedy::Remedy>,
    /// Against whom it plays, in games of a hundred, the rest against itself: heuristic, earlier (its earlier selves),
    /// ismcts (the search without a network, 100 iterations a move, a hundred times slower than the others)
    #[arg(long, default_value_t, value_name = "NAME=GAMES,...")]
    pub mix: yomi_train::mix::Mix,
    /// A whole study instead: a TOML file with games, seeds and the comparisons to make; what is trained already is not
    /// trained again
    #[arg(long, value_name = "FILE", conflicts_with_all = ["role", "teacher", "remedy", "mix", "games", "seed"])]
    pub plan: Option<String>,
    /// The card head of these weights instead: fitted to games that they play, they themselves stay as they
    /// are, and both are written
    #[arg(long, value_name = "WEIGHTS", conflicts_with_all = ["role", "teacher", "remedy", "mix", "plan", "minutes"])]
    pub cards: Option<String>,
    /// Games to play; schedules go by them
    #[arg(long, default_value_t = 50_000, allow_negative_numbers = true, value_parser = whole::<u64>(1..=1_000_000_000))]
    pub games: u64,
    /// End after this many minutes, between two blocks of games; the same command goes on from there
    #[arg(long, allow_negative_numbers = true, value_parser = minutes)]
    pub minutes: Option<f64>,
    /// Number of the run: the same one gives the same weights
    #[arg(long, default_value_t = 0, allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// Where the weights go, FILE.checkpoint is where the run stands; of a study: its folder
    #[arg(long, value_name = "FILE")]
    pub out: String,
}

#[cfg(feature = "train")]
#[derive(Args)]
pub struct EvalArgs {
    /// The game: duel
    pub game: String,
    /// The weights to measure [default: those of the study, or those that ship]
    #[arg(long, value_name = "FILE")]
    pub student: Option<String>,
    /// The folder of a study: its matches, its learning curves, and the students of all its seeds, over which
    /// intervals are taken
    #[arg(long, value_name = "FOLDER")]
    pub study: Option<String>,
    /// Games in which cards are read, for each run
    #[arg(long, default_value_t = 4_000, allow_negative_numbers = true, value_parser = whole::<u64>(0..=1_000_000))]
    pub games: u64,
    /// Games of them in which Bayes reads too, which is slow; of the first run
    #[arg(long, default_value_t = 100, allow_negative_numbers = true, value_parser = whole::<u64>(0..=1_000_000))]
    pub bayes: u64,
    /// Games to fit a card head to, for weights that have none
    #[arg(long, default_value_t = 40_960, allow_negative_numbers = true, value_parser = whole::<u64>(1..=100_000_000))]
    pub head_games: u64,
    /// Pairs of positions of each probe
    #[arg(long, default_value_t = 1_000, allow_negative_numbers = true, value_parser = whole::<u64>(0..=100_000))]
    pub pairs: u64,
    /// Positions whose hidden cards are dealt anew, to see whether it peeks
    #[arg(long, default_value_t = 10_000, allow_negative_numbers = true, value_parser = whole::<u64>(0..=10_000_000))]
    pub positions: u64,
    /// Deals against heuristic, each played with seats changed, for each run
    #[arg(long, default_value_t = 2_000, allow_negative_numbers = true, value_parser = whole::<u64>(0..=10_000_000))]
    pub deals: u64,
    /// Games of each match of the search with these weights, which are slow; of the first run
    #[arg(long, default_value_t = 40, allow_negative_numbers = true, value_parser = whole::<u64>(0..=1_000_000))]
    pub search_games: u64,
    /// Number of the measurement
    #[arg(long, default_value_t = 0, allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// Where a page with the figures and pictures goes
    #[arg(long, value_name = "FILE")]
    pub html: Option<String>,
    /// Where the figures go as JSON
    #[arg(long, value_name = "FILE")]
    pub out: Option<String>,
}

//! The command line arguments.

use super::audit::AuditArgs;
use super::bench::BenchArgs;
use super::engine::EngineArgs;
use super::games_db::GamesDbArgs;
use super::lang::Lang;
use super::partner::Wanted;
use super::puzzles::PuzzlesArgs;
use super::review::ReviewArgs;
use super::store::StoreArgs;
use super::tournament::TournamentArgs;
use clap::{Args, Parser, Subcommand};
pub use learning::TuneArgs;
#[cfg(feature = "train")]
pub use learning::{EvalArgs, TrainArgs};
pub use matches::{ArenaArgs, CalibrateArgs, MOST_REPORTED, StatsArgs, SuiteArgs};
use values::{AgentList, agents, parse_pair, person};
pub use values::{number, patience, seat, whole};
use yomi::core::Limits;
use yomi::engine::agent::AgentText;
use yomi::engine::solve::Question;
use yomi::engine::{limit, treetop};
use yomi::{Company, Fault, Game, Registry, Table};

mod learning;
mod matches;
mod values;

/// Decides what to play when not everything can be seen.
#[derive(Parser)]
#[command(
    name = "yomi",
    version,
    about = "Yomi (読み) decides what to play when not everything can be seen",
    after_help = "Without a command: the advisor page, as `yomi serve`. `yomi help` shows the games and an example of advice.\nExample: yomi advise connect-four --moves 44455 --limit 500ms",
    disable_help_subcommand = true
)]
pub struct Cli {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Args)]
pub struct Global {
    /// Print results as JSON (not for serve, export, completions and man)
    #[arg(long, global = true)]
    pub json: bool,
    /// Language of texts: ja or en (default from the locale)
    #[arg(long, global = true, value_name = "LANG")]
    pub lang: Option<Lang>,
    /// Threads to use (default: one per core); results do not depend on it
    #[arg(long, global = true, value_name = "T", allow_negative_numbers = true, value_parser = whole::<usize>(1..=512))]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub store: StoreArgs,
}

#[derive(Subcommand)]
pub enum Command {
    /// The advisor page, on this machine
    #[command(after_help = "Example: yomi serve --addr 127.0.0.1:8080 --open")]
    Serve(ServeArgs),
    /// The games, with their settings
    #[command(after_help = "Example: yomi games --json")]
    Games,
    /// The agents of a game, with every option, its default and a line on it
    #[command(after_help = "Example: yomi agents connect-four")]
    Agents(AgentsArgs),
    /// The rules of a game, for a person, with an example
    #[command(after_help = "Examples:\n  yomi rules sevens\n  yomi rules duel --cards")]
    Rules(RulesArgs),
    /// What a seat sees, as JSON: the input of `advise`
    #[command(
        after_help = "Examples:\n  yomi view leduc --seed 3 --moves \"check bet\" --seat 0\n  yomi view sevens --import state.json | yomi advise sevens -"
    )]
    View(ViewArgs),
    /// The best move, every candidate with estimate and interval, and why
    #[command(
        after_help = "Examples:\n  yomi advise connect-four --moves 44455\n  yomi view kuhn --seed 5 | yomi advise kuhn - --agent ismcts --limit 100000it\n  yomi advise connect-four --moves 4455 --agent mcts --limit 700it --tree 2",
        mut_arg("seed", |seed| seed.help(ADVISE_SEED))
    )]
    Advise(AdviseArgs),
    /// A summary of what `advise --trace` wrote: per world, per path
    #[command(
        after_help = "Example: yomi advise twin-cool --seed 2 --agent \"ismcts(worlds=20)\" --limit 1000it --trace lines.json; yomi trace lines.json"
    )]
    Trace(TraceArgs),
    /// One game on the terminal
    #[command(
        after_help = "Examples:\n  yomi play connect-four --agents \"best best\" --human 0 --record game.json\n  yomi play connect-four --human 0 --partner auto\n  yomi play twin-cool --human 0 --open                 (practice: the deck is shown)\n  yomi play twin-cool --real --set first=A1,B2,C3,D4,E5 --record log.json\n  yomi play twin-cool --real --view log.json           (a real game goes on; entries such as C7@2+F3)"
    )]
    Play(PlayArgs),
    /// A recorded game, move by move, checked against the rules
    #[command(after_help = "Example: yomi replay game.json")]
    Replay(ReplayArgs),
    /// What each decision of a game lost given what could be known, and what luck did
    #[command(
        after_help = "Examples:\n  yomi play sevens --human 0 --record game.json; yomi review game.json --html game.html\n  yomi review 12 --seat 1 --limit 100000it\n  yomi review --player human --game sevens --last 50"
    )]
    Review(ReviewArgs),
    /// Positions with one clearly best move that a natural choice misses, asked until they sit
    #[command(
        after_help = "Examples:\n  yomi puzzles connect-four --count 5 --level 2\n  yomi play sevens --human 0; yomi puzzles sevens --from store\n  yomi puzzles twin-cool --json --count 3\n  yomi puzzles twin-cool --make 50 --seed 1 --out mine.json; yomi puzzles twin-cool --from mine.json"
    )]
    Puzzles(PuzzlesArgs),
    /// One-player games: the mean score over many boards
    #[command(
        after_help = "Example: yomi suite maze --set size=3x4 --set turns=4 --agent greedy --boards 100"
    )]
    Suite(SuiteArgs),
    /// A match: seats rotated, deals mirrored
    #[command(
        after_help = "Examples:\n  yomi arena connect-four --agents \"mcts flat\" --games 200 --limit 1000it\n  yomi arena leduc --agents \"cfr greedy\" --games 1000 --report match.html"
    )]
    Arena(ArenaArgs),
    /// Many matches with ratings, from a file; goes on where it was interrupted
    #[command(after_help = "Example: yomi tournament docs/examples/tournament.toml --report report.html")]
    Tournament(TournamentArgs),
    /// The games that are kept: list, show, export, import, verify, delete, stats
    #[command(
        name = "games-db",
        after_help = "Examples:\n  yomi games-db list --game sevens --since 2026-11-01\n  yomi games-db show 12\n  yomi games-db export --player human > mine.jsonl\n  yomi games-db import game.json\n  yomi games-db verify"
    )]
    GamesDb(GamesDbArgs),
    /// Are stated win chances true? What an agent states beside what then happens
    #[command(
        after_help = "Plays games and compares the value that the agent states at each decision with the result: a table by what was\nstated, the bias, the calibration error beside that of true chances, Brier score and log-loss. Errors count deals, not\ndecisions.\n\nExamples:\n  yomi calibrate sevens --agent best --against policy --games 300 --limit 500it --svg sevens.svg\n  yomi calibrate twin-cool --agent \"ismcts\" --games 200 --limit 200it"
    )]
    Calibrate(CalibrateArgs),
    /// What the cards of a game do, measured in games
    #[command(
        after_help = "Example: yomi stats duel --games 20000 --agents \"heuristic heuristic\" --out stats.toml --svg stats.svg",
        mut_arg("games", |games| games.default_value("1000").help("How many games; rounded up to whole rotations of the seats"))
    )]
    Stats(StatsArgs),
    /// Exact values where they can be had
    #[command(after_help = "Example: yomi solve connect-four --moves 444553 --question moves")]
    Solve(SolveArgs),
    /// Which algorithm suits a game of this kind, and why
    #[command(
        after_help = "Examples:\n  yomi choose alternating-maze\n  yomi choose alternating-maze --set size=10x10 --set turns=50\n  yomi choose        (asks about a game of your own)"
    )]
    Choose(ChooseArgs),
    /// Speeds of one core, and the signature of the search
    #[command(
        after_help = "Examples:\n  yomi bench kuhn --json > before.json; yomi bench kuhn --compare before.json\n  yomi bench connect-four --against ../before/yomi"
    )]
    Bench(BenchArgs),
    /// Learns the weights of a policy by playing
    #[command(
        after_help = "Example: yomi tune sevens --against mix --batches 200 --games 4096 --out my.weights\n         yomi arena sevens --agents \"policy(weights=my.weights) random random\" --games 3000\n         yomi tune sevens --imitate seed-pimc --games 1000 --out habits.weights\n         yomi arena sevens --agents \"best policy(weights=habits.weights) policy(weights=habits.weights)\""
    )]
    Tune(TuneArgs),
    /// Trains the network of Duel by its own games
    #[cfg(feature = "train")]
    #[command(
        after_help = "Example: yomi train duel --role plain --games 50000 --seed 1 --out plain.safetensors\n         yomi arena duel --agents \"policy(weights=plain.safetensors) heuristic\" --games 1000\n         yomi train duel --role teacher --games 50000 --out teacher.safetensors\n         yomi train duel --role student --teacher teacher.safetensors --games 50000 --out student.safetensors\n         yomi train duel --cards student.safetensors --games 100000 --out reads.safetensors\n         yomi train duel --plan docs/examples/study.toml --out study"
    )]
    Train(TrainArgs),
    /// Measures what a network of Duel has learnt: strength, reading of cards, probes, honesty, speed
    #[cfg(feature = "train")]
    #[command(
        after_help = "Examples:\n  yomi eval duel --student student.safetensors --html eval.html\n  yomi eval duel --study study --html eval.html"
    )]
    Eval(EvalArgs),
    /// A player as a program for elsewhere: a contest submission in one file
    #[command(
        after_help = "Example: yomi export sevens --python --out submission.py\n         yomi export sevens --python --weights my.weights > submission.py\n         yomi export sevens --python --agent seed-pimc > seed.py"
    )]
    Export(ExportArgs),
    /// Does an agent peek? Decides again with the hidden information dealt anew, and measures what seeing everything would bring
    #[command(
        after_help = "Examples:\n  yomi audit sevens --agent best\n  yomi audit leduc --agent \"ismcts\" --positions 20000 --limit 200it\n  yomi audit kuhn --agent \"exec(cmd='python3 bot.py')\" --positions 500"
    )]
    Audit(AuditArgs),
    /// JSON lines on standard input and output, for bots and other front ends
    #[command(
        after_help = "Example: echo '{\"id\":1,\"cmd\":\"advise\",\"game\":\"connect-four\",\"moves\":\"445\",\"limit\":\"50ms\"}' | yomi engine\n\nThe protocol: docs/engine.md"
    )]
    Engine(EngineArgs),
    /// Completions for a shell
    #[command(
        after_help = "Example: yomi completions bash > ~/.local/share/bash-completion/completions/yomi"
    )]
    Completions(CompletionsArgs),
    /// The manual page, as roff
    #[command(after_help = "Example: yomi man > yomi.1; man ./yomi.1")]
    Man,
    /// The games, an example of advice and what to type next; or the help of a command
    #[command(after_help = "Example: yomi help advise")]
    Help(HelpArgs),
}

impl ServeArgs {
    /// What `yomi` does without a command.
    pub fn usual() -> ServeArgs {
        ServeArgs { addr: yomi_web::serve::USUAL_ADDRESS.into(), open: false }
    }
}

impl Command {
    /// The name of a command whose output has a form of its own.
    pub fn without_json(&self) -> Option<&'static str> {
        match self {
            Command::Export(_) => Some("export"),
            Command::Completions(_) => Some("completions"),
            Command::Man => Some("man"),
            Command::Serve(_) => Some("serve"),
            _ => None,
        }
    }
}

/// A view in a file already fixes the deal, so the seed only affects the agent.
const ADVISE_SEED: &str =
    "Number of the board or deal, and of the agent's own luck; with a FILE, of the agent's luck alone";

/// A game with its settings.
#[derive(Args)]
pub struct GameArgs {
    /// The game; `yomi games` lists them
    pub game: String,
    /// A setting of the rules, such as size=10x10 (repeatable)
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = parse_pair)]
    pub settings: Vec<(String, String)>,
}

impl GameArgs {
    pub fn find<'r>(&self, registry: &'r Registry) -> Result<&'r dyn Game, Fault> {
        registry.find(&self.game)
    }

    pub fn open(&self, registry: &Registry) -> Result<Box<dyn Table>, Fault> {
        self.find(registry)?.open(&self.settings)
    }
}

#[derive(Args)]
pub struct ServeArgs {
    /// Where to listen; anything but this machine itself is open to others on the network
    #[arg(long, value_name = "ADDRESS", default_value = yomi_web::serve::USUAL_ADDRESS)]
    pub addr: String,
    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,
}

#[derive(Args)]
pub struct HelpArgs {
    /// A command; without it the overview
    pub of: Option<String>,
}

#[derive(Args)]
pub struct AgentsArgs {
    /// The game; `yomi games` lists them
    pub game: String,
}

#[derive(Args)]
pub struct RulesArgs {
    /// The game; `yomi games` lists them
    pub game: String,
    /// Its cards in place of the rules: what each costs and does, by the names that moves use
    #[arg(long)]
    pub cards: bool,
}

#[derive(Args)]
pub struct PlaceArgs {
    /// Number of the board or deal
    #[arg(long, default_value_t = 0, allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// Moves played so far, separated by spaces (Connect Four also as 44455)
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub moves: String,
    /// The seat that looks (default: the one to move)
    #[arg(long, allow_negative_numbers = true, value_parser = seat)]
    pub seat: Option<usize>,
}

#[derive(Args)]
pub struct ViewArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub place: PlaceArgs,
    /// The log of another engine, where the game reads one, or - for standard input: printed as the view that
    /// it tells of
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "moves", "seat"])]
    pub import: Option<String>,
    /// The view as a vector of named numbers, for learning, where the game has one
    #[arg(long, conflicts_with = "import")]
    pub vector: bool,
}

#[derive(Args)]
pub struct AdviseArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// A view as JSON, or - for standard input; without it the position of --seed and --moves
    pub file: Option<String>,
    #[command(flatten)]
    pub place: PlaceArgs,
    /// Who advises
    #[arg(long, default_value = "best", value_parser = AgentText::parse)]
    pub agent: AgentText,
    /// When to stop: 200it, 50ms, 1000000nodes, 64MiB, several joined by commas [default: 1s]
    #[arg(long, allow_hyphen_values = true, value_parser = limit::parse)]
    pub limit: Option<Limits>,
    /// Whom chances to win are stated against: strong (players like best), casual, random, or read (as inferred
    /// from what they did) [default: read where the opponents have acted, otherwise strong]
    #[arg(long, value_name = "COMPANY", value_parser = str::parse::<Company>)]
    pub opponents: Option<Company>,
    /// Show the top of the search tree too, down to this depth in moves: visits, values and the terms of UCB1
    /// or PUCT
    #[arg(long, value_name = "DEPTH", allow_negative_numbers = true, value_parser = whole::<u32>(treetop::DEPTHS))]
    pub tree: Option<u32>,
    /// Write every iteration to a file, one JSON object per line: its world, what happened, what it brought;
    /// for agents that tell, such as ismcts
    #[arg(long, value_name = "FILE")]
    pub trace: Option<String>,
}

#[derive(Args)]
pub struct TraceArgs {
    /// A file of `advise --trace`, or - for standard input
    pub file: String,
    /// Tell paths apart by this many decisions
    #[arg(long, default_value_t = 2, allow_negative_numbers = true, value_parser = whole::<u32>(1..=64))]
    pub depth: u32,
}

#[derive(Args)]
pub struct PlayArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// One agent per seat, separated by spaces [default: best on every seat]; with --real the one that
    /// advises
    #[arg(long, value_parser = agents)]
    pub agents: Option<AgentList>,
    /// A seat that you play
    #[arg(long, value_name = "SEAT", allow_negative_numbers = true, value_parser = seat)]
    pub human: Option<usize>,
    /// With --human: your name, as the record and the kept game have it [default: human]
    #[arg(long, value_name = "NAME", requires = "human", value_parser = person)]
    pub name: Option<String>,
    /// Opponents of this level on all other seats, or auto: about as strong as you, by your rated games
    #[arg(long, value_name = "LEVEL", requires = "human", conflicts_with = "agents", allow_negative_numbers = true, value_parser = str::parse::<Wanted>)]
    pub partner: Option<Wanted>,
    /// Practice: what is hidden is shown, such as the order of the deck
    #[arg(long)]
    pub open: bool,
    /// A real game, played elsewhere: you enter what happens and get advice after every entry
    #[arg(long, conflicts_with_all = ["human", "partner", "open", "seed"])]
    pub real: bool,
    /// With --real: the view to go on from, as `yomi view` prints it and --record writes it
    #[arg(long, value_name = "FILE", requires = "real", conflicts_with_all = ["settings", "seat"])]
    pub view: Option<String>,
    /// With --real: the seat you see the game from [default: you are asked]
    #[arg(long, requires = "real", allow_negative_numbers = true, value_parser = seat)]
    pub seat: Option<usize>,
    /// Write the game to this file; with --real what was entered, after every entry
    #[arg(long, value_name = "FILE")]
    pub record: Option<String>,
    /// When an agent stops thinking, each move
    #[arg(long, allow_hyphen_values = true, value_parser = limit::parse)]
    pub limit: Option<Limits>,
    /// Number of the board or deal [default: 0; with --partner the first deal that is new to you]
    #[arg(long, allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    pub seed: Option<u64>,
}

#[derive(Args)]
pub struct ReplayArgs {
    /// A file written by `yomi play --record`
    pub file: String,
}

#[derive(Args)]
pub struct SolveArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub place: PlaceArgs,
    /// What to find out: outcome (win, draw or loss), value, or moves (the value of every move); a question
    /// that a game's solver does not answer is refused
    #[arg(long, default_value = "value")]
    pub question: Question,
    /// When to give up: 60s, 1000000nodes [default: never]
    #[arg(long, allow_hyphen_values = true, value_parser = limit::parse)]
    pub limit: Option<Limits>,
}

#[derive(Args)]
pub struct ChooseArgs {
    /// The game; without it you are asked about a game of your own
    pub game: Option<String>,
    /// A setting of the rules, such as size=5x5 (repeatable): whether the game can be searched to the end depends on it
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = parse_pair, requires = "game")]
    pub settings: Vec<(String, String)>,
}

#[derive(Args)]
pub struct ExportArgs {
    /// The game; one that cannot be exported is refused with those that can
    pub game: String,
    /// As Python, with nothing but the standard library and numpy
    #[arg(long, required = true)]
    pub python: bool,
    /// Where the program goes [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<String>,
    /// The player: policy, or seed-pimc with any of its options but pass, inference and its decay [default: policy]
    #[arg(long, value_parser = AgentText::parse)]
    pub agent: Option<AgentText>,
    /// What the policy learnt against: mix, random, or a FILE of `yomi tune sevens` [default: mix]
    #[arg(long, value_name = "WEIGHTS")]
    pub weights: Option<String>,
}

#[derive(Args)]
pub struct CompletionsArgs {
    /// The shell: bash, elvish, fish, powershell or zsh
    pub shell: clap_complete::Shell,
}

//! `puzzles`: positions with one clearly best move, asked until they sit, and the making of them.

mod ask;
mod from;

use super::Context;
use super::args::{GameArgs, whole};
use super::files::{self, Target};
use super::follow::{Following, ctrl_c, interrupted, was_interrupted};
use clap::Args;
use yomi::core::Limits;
use yomi::engine::limit;
use yomi::engine::puzzle::{LEVELS, Puzzle, Puzzles, Request, Source, wire};
use yomi::{Fault, Game, Sentence, Table};

/// Questions of one sitting, if nothing is said.
const USUAL_COUNT: usize = 10;
/// Games that are played for every puzzle that is wanted, at most.
const GAMES_PER_PUZZLE: u64 = 100;
/// More are not made at once.
const MOST: u64 = 100_000;

#[derive(Args)]
pub struct PuzzlesArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// In place of those that ship: the mistakes in a record or in the kept games (store), or a file of puzzles (repeatable)
    #[arg(long, value_name = "FILE or store")]
    pub from: Vec<String>,
    /// With --from store: of this person only [default: everybody who is not an agent]
    #[arg(long, value_name = "NAME", requires = "from")]
    pub player: Option<String>,
    /// How many to ask at most [default: 10], or to print with --json [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>(1..=MOST), conflicts_with = "make")]
    pub count: Option<usize>,
    /// Of this level only, from 1 (easy) to 5
    #[arg(long, value_name = "LEVEL", allow_negative_numbers = true, value_parser = whole::<u8>(1..=u64::from(LEVELS)), conflicts_with = "make")]
    pub level: Option<u8>,
    /// Ask also those that are not due today
    #[arg(long, conflicts_with = "make")]
    pub all: bool,
    /// Make N puzzles in place of asking
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>(1..=MOST))]
    pub make: Option<usize>,
    /// With --make: the same number gives the same puzzles
    #[arg(long, requires = "make", default_value_t = 0, allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// With --make: the file to write; without it they are printed
    #[arg(long, value_name = "FILE", requires = "make")]
    pub out: Option<String>,
    /// With --make or --from: when to stop weighing a position at first; what passes is weighed with four times that
    #[arg(long, value_parser = limit::parse)]
    pub limit: Option<Limits>,
}

pub fn puzzles(context: &Context, args: &PuzzlesArgs) -> Result<(), Fault> {
    let game = args.game.find(&context.registry)?;
    if !game.makes_puzzles() {
        return Err(no_puzzles(context, game.name()));
    }
    if args.limit.is_some() && args.make.is_none() && args.from.is_empty() {
        return Err(Fault::bad_option(
            "--limit: puzzles that ship are not weighed again; expected --make or --from with it",
            "--limit: 付属の問題は評価し直しません。--make か --from と使ってください",
        ));
    }
    match args.make {
        Some(count) => make(context, args, game, count),
        None => {
            let (table, puzzles) = gathered(context, args, game)?;
            asked(context, args, game, table.as_ref(), puzzles)
        }
    }
}

/// Makes puzzles and writes or prints them.
fn make(context: &Context, args: &PuzzlesArgs, game: &dyn Game, count: usize) -> Result<(), Fault> {
    context.store.check_apart("--out", args.out.as_deref())?;
    let mut named: Vec<_> = args.from.iter().map(|path| ("--from", Some(path.as_str()))).collect();
    named.push(("--out", args.out.as_deref()));
    files::check_distinct(&named)?;
    let out = args.out.as_deref().map(Target::new).transpose()?;
    let (table, source) = match args.from.is_empty() {
        true => (game.open(&args.game.settings)?, Source::Own),
        false => {
            let (table, named) = from::read(context, args, game)?;
            (table, Source::Played(named.games(args)?))
        }
    };
    let made = made(args, table.as_ref(), count, source)?;
    if let Some(out) = &out {
        out.write(made.text().as_bytes())?;
    }
    match (context.json || out.is_none(), &out) {
        (true, None) if !context.json => context.screen.say(&made.text()),
        (true, _) => context.screen.json(&made),
        (false, _) => context.screen.say(&told(context, &made, count)),
    }
}

fn made(args: &PuzzlesArgs, table: &dyn Table, count: usize, source: Source) -> Result<Puzzles, Fault> {
    let following = Following::new(count as u64, &args.game.game);
    let request = Request {
        count,
        seed: args.seed,
        source,
        limits: args.limit,
        most_games: GAMES_PER_PUZZLE * count as u64,
        command: command(args, count),
        stop: ctrl_c(),
    };
    let made = table.make_puzzles(&request, &following);
    following.end();
    made
}

/// What made them, as one types it.
fn command(args: &PuzzlesArgs, count: usize) -> String {
    let mut text = format!("yomi puzzles {} --make {count} --seed {}", args.game.game, args.seed);
    args.game.settings.iter().for_each(|(key, value)| text += &format!(" --set {key}={value}"));
    args.from.iter().for_each(|path| text += &format!(" --from {path}"));
    args.limit.iter().for_each(|limits| text += &format!(" --limit {}", limit::text(limits)));
    text
}

/// How many of which level there are.
fn told(context: &Context, made: &Puzzles, wanted: usize) -> String {
    let (found, games, decisions) = (made.puzzles.len(), made.games, made.decisions);
    let of = |level| made.puzzles.iter().filter(|puzzle| puzzle.level == level).count();
    let levels: Vec<String> = (1..=LEVELS).map(|level| format!("{level}: {}", of(level))).collect();
    let levels = levels.join(", ");
    let few = found < wanted && !was_interrupted();
    let mut text = match context.lang {
        super::Lang::En => {
            let puzzles = if found == 1 { "puzzle" } else { "puzzles" };
            let of = if decisions == 1 { "decision" } else { "decisions" };
            let played = if games == 1 { "game" } else { "games" };
            format!(
                "{found} {puzzles} ({levels} by level) of {decisions} {of} in {games} {played}.\n{}",
                if few { "There were no more in these games.\n" } else { "" }
            )
        }
        super::Lang::Ja => format!(
            "{games}局の{decisions}手から問題{found}問（レベル別 {levels}）。\n{}",
            if few { "これらの対局には、これ以上ありませんでした。\n" } else { "" }
        ),
    };
    text += interrupted(context.lang, was_interrupted());
    text
}

/// The puzzles that are asked for, those that ship or those of files and games, and the game with their settings.
fn gathered(
    context: &Context,
    args: &PuzzlesArgs,
    game: &dyn Game,
) -> Result<(Box<dyn Table>, Puzzles), Fault> {
    if args.from.is_empty() {
        let table = game.open(&args.game.settings)?;
        let shipped = yomi::puzzles::shipped(game.name()).ok_or_else(|| none_ship(game.name()))?;
        // Those that tell what is hidden are not in a file; they have their defaults there.
        if game.open_json(Some(&shipped.settings))?.settings() != table.settings() {
            return Err(Fault::bad_option(
                "--set: puzzles ship for the default settings; expected --make or --from with it",
                "--set: 付属の問題は既定の設定のものです。--make か --from と使ってください",
            ));
        }
        return Ok((table, shipped));
    }
    let (table, from::Named { mut puzzles, played }) = from::read(context, args, game)?;
    if !played.is_empty() {
        let own = made(args, table.as_ref(), MOST as usize, Source::Played(played))?;
        match &mut puzzles {
            Some(all) => all.puzzles.extend(own.puzzles),
            None => puzzles = Some(own),
        }
    }
    Ok((table, puzzles.ok_or_else(|| from::nothing(args))?))
}

/// Asks, or prints them.
fn asked(
    context: &Context,
    args: &PuzzlesArgs,
    game: &dyn Game,
    table: &dyn Table,
    mut puzzles: Puzzles,
) -> Result<(), Fault> {
    let is_of_level = |puzzle: &Puzzle| args.level.is_none_or(|level| puzzle.level == level);
    puzzles.puzzles.retain(is_of_level);
    if context.json {
        puzzles.puzzles.truncate(args.count.unwrap_or(usize::MAX));
        return context.screen.json(&puzzles);
    }
    let count = args.count.unwrap_or(USUAL_COUNT);
    ask::Sitting::new(context, game, table, args.all)?.ask(&puzzles.puzzles, count)
}

fn no_puzzles(context: &Context, game: &str) -> Fault {
    let able = context.registry.games().iter().filter(|game| game.makes_puzzles());
    yomi::puzzles::none_of(game, able.map(|game| game.name()).collect())
}

fn none_ship(game: &str) -> Fault {
    let text = Sentence::new(
        format!("no puzzles of {game} ship; expected --make N, or --from with a file"),
        format!("{game} の付属の問題はありません。--make N か、--from でファイルを指定してください"),
    );
    Fault::bad_option(text.en, text.ja)
}

/// The most bytes of a file of puzzles or a record.
pub(super) const MOST_BYTES: u64 = wire::MOST_BYTES;

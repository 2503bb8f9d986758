//! `games-db`: the games that are kept.

mod import;
mod list;
mod stats;
mod verify;

use super::Context;
use super::args::number;
use super::store;
use clap::{Args, Subcommand};
use yomi::core::Player;
use yomi::engine::fault::excerpt;
use yomi::engine::record::Record;
use yomi::engine::wire::VERSION;
use yomi::{Fault, Table};
use yomi_store::{Content, Durability, Filter, Source, Store, Time};

#[derive(Args)]
pub struct GamesDbArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Games, one per line; --json for JSON lines, --csv for CSV
    List(ListArgs),
    /// One game: where it came from, its moves, its last position
    Show(ShowArgs),
    /// Whole games as JSON lines or CSV
    Export(ExportArgs),
    /// Takes in games: records, views, or lines of an export; each is checked against the rules
    Import(ImportArgs),
    /// Checks the file, and every game in it against the rules
    Verify(VerifyArgs),
    /// Deletes games for good
    Delete(DeleteArgs),
    /// How many games there are of what, and the ratings of those who played
    Stats(StatsArgs),
}

/// Which games.
#[derive(Args)]
struct FilterArgs {
    /// Of this game
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// With this agent or person on a seat: as typed, or the name alone
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// From here: play, real, arena, tournament or import
    #[arg(long)]
    source: Option<Source>,
    /// Of the match or tournament with this number
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, value_parser = number)]
    run: Option<u64>,
    /// Written at or after this date or time, in UTC: 2026-11-17 or 2026-11-17T09:30
    #[arg(long, value_name = "DATE")]
    since: Option<Time>,
    /// Written at or before it
    #[arg(long, value_name = "DATE", value_parser = Time::parse_end)]
    until: Option<Time>,
    /// Games that are over
    #[arg(long, conflicts_with = "unfinished")]
    finished: bool,
    /// Games that are not over
    #[arg(long)]
    unfinished: bool,
    /// The last N of them
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number)]
    last: Option<u64>,
}

impl FilterArgs {
    /// A game that there is none of is a slip of the pen; the message names them all.
    fn check(&self, context: &Context) -> Result<(), Fault> {
        let known = self.game.as_deref().map(|game| context.registry.find(game));
        known.transpose().map(|_| ()).map_err(|why| why.at("--game"))
    }

    fn filter(&self) -> Filter {
        Filter {
            game: self.game.clone(),
            player: self.player.clone(),
            source: self.source,
            run: self.run.map(as_id),
            since: self.since,
            until: self.until,
            finished: (self.finished || self.unfinished).then_some(self.finished),
            ids: None,
            last: self.last,
        }
    }
}

#[derive(Args)]
struct ListArgs {
    #[command(flatten)]
    filter: FilterArgs,
    /// As CSV
    #[arg(long)]
    csv: bool,
    /// Matches and tournaments in place of games
    #[arg(long)]
    runs: bool,
}

#[derive(Args)]
struct ShowArgs {
    /// The number of a game, or its key
    #[arg(required_unless_present = "run")]
    game: Option<String>,
    /// A match or tournament: its plan and its result
    #[arg(long, value_name = "NUMBER", conflicts_with = "game", allow_negative_numbers = true, value_parser = number)]
    run: Option<u64>,
    /// Every revision of the game
    #[arg(long)]
    revisions: bool,
}

#[derive(Args)]
struct ExportArgs {
    #[command(flatten)]
    filter: FilterArgs,
    /// Where to write it [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
    /// As CSV, for spreadsheets and statistics; only JSON lines can be imported
    #[arg(long)]
    csv: bool,
}

#[derive(Args)]
struct ImportArgs {
    /// Files, or - for standard input
    #[arg(required = true)]
    files: Vec<String>,
    /// Go on after games that are refused, and tell how many there were
    #[arg(long)]
    skip_bad: bool,
}

#[derive(Args)]
struct VerifyArgs {
    /// Save what can be read and keeps the rules to a new store
    #[arg(long, value_name = "NEW")]
    save: Option<String>,
}

#[derive(Args)]
struct DeleteArgs {
    /// Numbers of games
    #[arg(allow_negative_numbers = true, value_parser = number)]
    ids: Vec<u64>,
    #[command(flatten)]
    filter: FilterArgs,
    /// All games
    #[arg(long, conflicts_with_all = ["ids"])]
    everything: bool,
}

#[derive(Args)]
struct StatsArgs {
    #[command(flatten)]
    filter: FilterArgs,
}

pub fn run(context: &Context, args: &GamesDbArgs) -> Result<(), Fault> {
    let filter = match &args.action {
        Action::List(args) => Some(&args.filter),
        Action::Export(args) => Some(&args.filter),
        Action::Delete(args) => Some(&args.filter),
        Action::Stats(args) => Some(&args.filter),
        Action::Show(_) | Action::Import(_) | Action::Verify(_) => None,
    };
    filter.map_or(Ok(()), |filter| filter.check(context))?;
    match &args.action {
        Action::List(args) => list::list(context, args),
        Action::Show(args) => list::show(context, args),
        Action::Export(args) => list::export(context, args),
        Action::Import(args) => import::import(context, args),
        Action::Verify(args) => verify::verify(context, args),
        Action::Delete(args) => delete(context, args),
        Action::Stats(args) => stats::stats(context, args),
    }
}

/// One form of output, not two.
fn check_form(context: &Context, csv: bool) -> Result<(), Fault> {
    match csv && context.json {
        false => Ok(()),
        true => Err(Fault::bad_option(
            "--csv and --json: expected one of them",
            "--csv と --json は同時に使えません。どちらか一つにしてください",
        )),
    }
}

fn as_id(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The store, which must be there.
fn existing(context: &Context) -> Result<Store, Fault> {
    store::open(context, context.store.needed()?, false, Durability::Flushed)
}

fn delete(context: &Context, args: &DeleteArgs) -> Result<(), Fault> {
    if args.ids.is_empty() && args.filter.filter().takes_everything() && !args.everything {
        return Err(Fault::bad_option(
            "nothing says which games; expected numbers, a filter such as --game or --run, or --everything",
            "どの対局か指定されていません。番号、--game や --run などの条件、または --everything が必要です",
        ));
    }
    let mut store = existing(context)?;
    let mut filter = args.filter.filter();
    if !args.ids.is_empty() {
        filter.ids = Some(args.ids.iter().copied().map(as_id).collect());
    }
    let mut ids = Vec::new();
    store.each(&filter, |game| {
        ids.push(game.id);
        Ok(())
    })?;
    // Nothing is deleted where one of the numbers must be a mistake.
    let wrong = |id: &&u64| !ids.contains(&as_id(**id));
    if let Some(wrong) = args.ids.iter().find(wrong).filter(|_| args.filter.filter().takes_everything()) {
        return Err(store.no_game(&wrong.to_string()));
    }
    let mut gone = 0;
    // Short transactions: other processes may be writing.
    for some in ids.chunks(10_000) {
        gone += store.delete_games(some)?;
    }
    let only_run = args.filter.run.filter(|_| Filter { run: None, ..filter }.takes_everything());
    if let Some(run) = only_run {
        gone += store.delete_run(as_id(run))?;
    }
    if args.everything {
        for run in store.runs()? {
            store.delete_run(run.id)?;
        }
    }
    store.tidy()?;
    if context.json {
        return context.screen.json(&serde_json::json!({ "version": VERSION, "deleted": gone }));
    }
    context.screen.say(&format!("{}: {gone}\n", context.lang.pick("games deleted", "削除した対局")))
}

/// Checks games against the rules; a table that was opened before is used again.
struct Checker<'a> {
    context: &'a Context,
    last: Option<(String, Box<dyn Table>)>,
}

impl<'a> Checker<'a> {
    fn new(context: &'a Context) -> Checker<'a> {
        Checker { context, last: None }
    }

    fn table(&mut self, game: &str, settings: Option<&serde_json::Value>) -> Result<&dyn Table, Fault> {
        let name = format!("{game} {}", settings.unwrap_or(&serde_json::Value::Null));
        if self.last.as_ref().is_none_or(|(last, _)| *last != name) {
            let table = self.context.registry.find(game)?.open_json(settings)?;
            self.last = Some((name, table));
        }
        Ok(self.last.as_ref().expect("just opened").1.as_ref())
    }

    fn record(&mut self, record: &Record) -> Result<(), Fault> {
        self.table(&record.game, Some(&record.settings))?.check(record)
    }

    fn content(&mut self, content: &Content) -> Result<(), Fault> {
        match content {
            Content::Record(record) => self.record(record),
            Content::View { view, .. } => self.view(view).map(|_| ()),
        }
    }

    /// Whether the game of the view is over.
    fn view(&mut self, view: &serde_json::Value) -> Result<bool, Fault> {
        let game = view.get("game").and_then(serde_json::Value::as_str).unwrap_or_default();
        let object = view.as_object().ok_or_else(|| not_a_game(&view.to_string()))?;
        let log = self.table(game, view.get("settings"))?.read_log(object)?;
        let _: Player = log.position().seat();
        Ok(log.turn() == yomi::core::Turn::Over)
    }
}

fn not_a_game(text: &str) -> Fault {
    let text = excerpt(text);
    Fault::bad_view(
        format!("{text}: not a game; expected a line of `yomi games-db export`, a record or a view"),
        format!(
            "{text}: 対局ではありません。`yomi games-db export` の行、対局の記録、またはビューが必要です"
        ),
    )
}

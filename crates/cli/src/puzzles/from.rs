//! Where puzzles come from other than those that ship: records, kept games, files of puzzles.

use super::{MOST_BYTES, PuzzlesArgs};
use crate::files::{place, read_text};
use crate::review::{is_player, persons};
use crate::{Context, store};
use serde_json::Value;
use yomi::core::Settings;
use yomi::engine::fault::excerpt;
use yomi::engine::puzzle::Puzzles;
use yomi::engine::record::Record;
use yomi::{Fault, FaultKind, Game, Table};
use yomi_store::{Content, Durability, Filter};

/// What stands for the kept games.
const STORE: &str = "store";

/// Records, each with the seats whose mistakes are looked for.
pub type Played = Vec<(Record, Vec<usize>)>;

/// Everything that was named.
pub struct Named {
    pub puzzles: Option<Puzzles>,
    pub played: Played,
}

impl Named {
    /// The games alone: puzzles are not made of puzzles.
    pub fn games(self, args: &PuzzlesArgs) -> Result<Played, Fault> {
        match (self.puzzles, self.played) {
            (None, played) if played.is_empty() => Err(nothing(args)),
            (None, played) => Ok(played),
            (Some(_), _) => Err(Fault::bad_option(
                "--from: a file of puzzles is not a game; expected records or store with --make",
                "--from: 問題のファイルは対局ではありません。--make には対局の記録か store を指定してください",
            )),
        }
    }
}

/// Reads everything that was named. The game has the settings of the files, where there are any.
pub fn read(
    context: &Context,
    args: &PuzzlesArgs,
    game: &dyn Game,
) -> Result<(Box<dyn Table>, Named), Fault> {
    let (mut puzzles, mut played): (Option<Puzzles>, Played) = (None, Vec::new());
    let is_store = |path: &String| path == STORE;
    if args.player.is_some() && !args.from.iter().any(is_store) {
        return Err(Fault::bad_option(
            "--player: expected --from store with it",
            "--player: --from store と使ってください",
        ));
    }
    let mut agreed = Agreed { args, game, first: None };
    for path in args.from.iter().filter(|path| !is_store(path)) {
        let text = read_text(path, MOST_BYTES)?;
        let at = |why: Fault| why.at(place(path));
        if is_puzzles(&text) {
            let read = Puzzles::parse(&text).map_err(at)?;
            same_game(&args.game.game, &read.game).map_err(at)?;
            agreed.join(path, &read.settings)?;
            match &mut puzzles {
                Some(all) => all.puzzles.extend(read.puzzles),
                None => puzzles = Some(read),
            }
        } else {
            let record = Record::parse(&text).map_err(at)?;
            same_game(&args.game.game, &record.game).map_err(at)?;
            agreed.join(path, &record.settings)?;
            let seats = persons(context, &record);
            let all = (0..record.agents.len()).collect();
            played.push((record, if seats.is_empty() { all } else { seats }));
        }
    }
    let table = agreed.table()?;
    if args.from.iter().any(is_store) {
        played.extend(kept(context, args, game, table.as_ref())?);
    }
    Ok((table, Named { puzzles, played }))
}

/// The settings that all files have in common.
struct Agreed<'a> {
    args: &'a PuzzlesArgs,
    game: &'a dyn Game,
    /// The first file, and the game with its settings.
    first: Option<(&'a str, Box<dyn Table>)>,
}

impl<'a> Agreed<'a> {
    /// Refuses a file whose settings are not those of `--set` or of the files before it.
    fn join(&mut self, path: &'a str, settings: &Value) -> Result<(), Fault> {
        let own = self.game.open_json(Some(settings)).map_err(|why| why.at(place(path)))?;
        let Some((first, known)) = &self.first else {
            self.check_given(path, own.settings())?;
            self.first = Some((path, own));
            return Ok(());
        };
        let differs = |(key, value): &(&String, &String)| known.settings().get(*key) != Some(value);
        let Some((key, value)) = own.settings().iter().find(differs) else { return Ok(()) };
        let (value, first) = (excerpt(value), place(first));
        Err(Fault::bad_view(
            format!("{key}={value}, which it is not in {first}; expected files with the same settings"),
            format!("{key}={value} ですが、{first:#} とは違います。同じ設定のファイルを指定してください"),
        )
        .at(place(path)))
    }

    /// Of `--set` everything must be as in the file; what it does not name is as in the file.
    fn check_given(&self, path: &str, own: &Settings) -> Result<(), Fault> {
        let given = &self.args.game.settings;
        let opened = self.game.open(given)?;
        let differs = |(key, _): &&(String, String)| opened.settings().get(key) != own.get(key);
        let Some((key, value)) = given.iter().find(differs) else { return Ok(()) };
        let there = excerpt(own.get(key).map_or("", String::as_str));
        let (value, path) = (excerpt(value), place(path));
        Err(Fault::bad_option(
            format!("--set {key}={value}: {path} has {key}={there}; expected that, or no --set"),
            format!(
                "--set {key}={value}: {path:#} は {key}={there} です。それに合わせるか、--set を外してください"
            ),
        ))
    }

    fn table(self) -> Result<Box<dyn Table>, Fault> {
        self.first.map_or_else(|| self.game.open(&self.args.game.settings), |(_, table)| Ok(table))
    }
}

/// A file of puzzles says so in its first key.
fn is_puzzles(text: &str) -> bool {
    text.trim_start().trim_start_matches('{').trim_start().starts_with("\"yomi_puzzles\"")
}

fn same_game(wanted: &str, found: &str) -> Result<(), Fault> {
    if wanted == found {
        return Ok(());
    }
    let found = excerpt(found);
    Err(Fault::bad_view(
        format!("this is of {found:?}; expected {wanted:?}"),
        format!("これは {found:?} のものです。{wanted:?} のものを指定してください"),
    ))
}

/// The kept games of people with the settings of the table, and where they sat.
fn kept(context: &Context, args: &PuzzlesArgs, game: &dyn Game, table: &dyn Table) -> Result<Played, Fault> {
    let store = store::open(context, context.store.needed()?, false, Durability::Flushed)?;
    let filter =
        Filter { player: args.player.clone(), game: Some(args.game.game.clone()), ..Filter::default() };
    let is_alike = |record: &Record| {
        game.open_json(Some(&record.settings)).is_ok_and(|own| own.settings() == table.settings())
    };
    let mut games = Vec::new();
    store.each_whole(&filter, |stored| {
        if let Content::Record(record) = stored.content {
            let seats = match &args.player {
                Some(player) => seats_of(&record, player),
                None => persons(context, &record),
            };
            if !seats.is_empty() && is_alike(&record) {
                games.push((record, seats));
            }
        }
        Ok(())
    })?;
    Ok(games)
}

fn seats_of(record: &Record, player: &str) -> Vec<usize> {
    (0..record.agents.len()).filter(|&seat| is_player(&record.agents[seat], player)).collect()
}

/// Nothing was found to make puzzles of.
pub fn nothing(args: &PuzzlesArgs) -> Fault {
    let game = &args.game.game;
    let of = args.player.as_deref().map(|name| format!(" of {name:?}")).unwrap_or_default();
    let of_ja = args.player.as_deref().map(|name| format!("{name:?} の")).unwrap_or_default();
    Fault::new(
        FaultKind::BadOption,
        format!("no kept games of {game}{of} with these settings; `yomi games-db list` shows what is kept"),
        format!("この設定の{of_ja}{game} の保存された対局はありません。`yomi games-db list` で分かります"),
    )
}

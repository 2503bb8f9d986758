//! Where puzzles come from other than those that ship: records, kept games, files of puzzles.

use super::{MOST_BYTES, PuzzlesArgs};
use crate::files::{place, read_text};
use crate::review::{is_player, persons};
use crate::{Context, store};
use yomi::engine::fault::excerpt;
use yomi::engine::puzzle::Puzzles;
use yomi::engine::record::Record;
use yomi::{Fault, FaultKind};
use yomi_store::{Content, Durability, Filter};

/// What stands for the kept games.
const STORE: &str = "store";

/// Records, each with the seats whose mistakes are looked for.
pub type Played = Vec<(Record, Vec<usize>)>;

/// Everything that was named.
pub fn read(context: &Context, args: &PuzzlesArgs) -> Result<(Option<Puzzles>, Played), Fault> {
    let (mut puzzles, mut records): (Option<Puzzles>, Played) = (None, Vec::new());
    if args.player.is_some() && !args.from.iter().any(|path| path == STORE) {
        return Err(Fault::bad_option(
            "--player: expected --from store with it",
            "--player: --from store と使ってください",
        ));
    }
    for path in &args.from {
        if path == STORE {
            records.extend(kept(context, args)?);
            continue;
        }
        let text = read_text(path, MOST_BYTES)?;
        let at = |why: Fault| why.at(place(path));
        if is_puzzles(&text) {
            let read = Puzzles::parse(&text).map_err(at)?;
            same_game(&args.game.game, &read.game).map_err(at)?;
            match &mut puzzles {
                Some(all) => all.puzzles.extend(read.puzzles),
                None => puzzles = Some(read),
            }
        } else {
            let record = Record::parse(&text).map_err(at)?;
            same_game(&args.game.game, &record.game).map_err(at)?;
            let seats = persons(context, &record);
            let all = (0..record.agents.len()).collect();
            records.push((record, if seats.is_empty() { all } else { seats }));
        }
    }
    Ok((puzzles, records))
}

/// Records alone: puzzles are not made of puzzles.
pub fn records(context: &Context, args: &PuzzlesArgs) -> Result<Played, Fault> {
    match read(context, args)? {
        (None, records) if records.is_empty() => Err(nothing(args)),
        (None, records) => Ok(records),
        (Some(_), _) => Err(Fault::bad_option(
            "--from: a file of puzzles is not a game; expected records or store with --make",
            "--from: 問題のファイルは対局ではありません。--make には対局の記録か store を指定してください",
        )),
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

/// The kept games of people, and where they sat.
fn kept(context: &Context, args: &PuzzlesArgs) -> Result<Played, Fault> {
    let store = store::open(context, context.store.needed()?, false, Durability::Flushed)?;
    let filter =
        Filter { player: args.player.clone(), game: Some(args.game.game.clone()), ..Filter::default() };
    let mut games = Vec::new();
    store.each_whole(&filter, |stored| {
        if let Content::Record(record) = stored.content {
            let seats = match &args.player {
                Some(player) => seats_of(&record, player),
                None => persons(context, &record),
            };
            if !seats.is_empty() {
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
        format!("no kept games of {game}{of}; `yomi games-db list` shows what is kept"),
        format!("{of_ja}{game} の保存された対局はありません。`yomi games-db list` で分かります"),
    )
}

//! `review`: what each decision of a game lost given what could be known, and what luck did.

mod career;
pub mod text;

pub use career::{counted, is_player};

use super::Context;
use super::args::{number, seat};
use super::files::{self, Target};
use super::follow::{Following, ctrl_c};
use super::{report, store};
use clap::Args;
use std::path::Path;
use yomi::core::Limits;
use yomi::engine::fault::excerpt;
use yomi::engine::limit;
use yomi::engine::record::Record;
use yomi::engine::review::{Request, Review};
use yomi::{Fault, FaultKind};
use yomi_store::{Content, Durability, Stored};

#[derive(Args)]
pub struct ReviewArgs {
    /// A file written by `yomi play --record`, - for standard input, or the number or key of a kept game
    #[arg(value_name = "RECORD or ID", required_unless_present = "player")]
    pub of: Option<String>,
    /// The seat whose decisions are reviewed [default: the person's, otherwise 0]
    #[arg(long, value_name = "SEAT", allow_negative_numbers = true, value_parser = seat)]
    pub seat: Option<usize>,
    /// When to stop weighing, each decision
    #[arg(long, value_parser = limit::parse)]
    pub limit: Option<Limits>,
    /// Write a page with a graph of the game to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<String>,
    /// All kept games of this person or agent in place of one game: loss per decision, kinds of mistakes, a curve
    #[arg(long, value_name = "NAME", conflicts_with_all = ["of", "seat"])]
    pub player: Option<String>,
    // What conflicts with --player is named again: clap requires nothing that would conflict.
    /// With --player: of this game only
    #[arg(long, value_name = "GAME", requires = "player", conflicts_with_all = ["of", "seat"])]
    pub game: Option<String>,
    /// With --player: the last N games
    #[arg(long, value_name = "N", requires = "player", conflicts_with_all = ["of", "seat"], allow_negative_numbers = true, value_parser = number)]
    pub last: Option<u64>,
}

pub fn review(context: &Context, args: &ReviewArgs) -> Result<(), Fault> {
    context.store.check_apart("--html", args.html.as_deref())?;
    let html = args.html.as_deref().map(Target::new).transpose()?;
    if let Some(player) = &args.player {
        return career::career(context, player, args, html);
    }
    let of = args.of.as_deref().unwrap_or_default();
    files::check_distinct(&[("RECORD", Some(of)), ("--html", args.html.as_deref())])?;
    let (record, place) = found(context, of)?;
    let seat = args.seat.unwrap_or_else(|| usual_seat(context, &record));
    let following = Following::new(record.moves.len() as u64, &record.game);
    let reviewed = reviewed(context, &record, seat, args.limit, &following);
    following.end();
    let review = reviewed.map_err(|why| why.at(place))?;
    if let Some(html) = html {
        html.write(report::review::html(&review, context.lang).as_bytes())?;
    }
    if context.json {
        return context.screen.json(&review);
    }
    context.screen.say(&text::review(context.lang, &review))
}

fn reviewed(
    context: &Context,
    record: &Record,
    seat: usize,
    limits: Option<Limits>,
    following: &Following,
) -> Result<Review, Fault> {
    let table = context.registry.find(&record.game)?.open_json(Some(&record.settings))?;
    let request = Request { seat, limits, stop: ctrl_c(), ..Request::default() };
    table.review(record, &request, following)
}

/// The seat that is reviewed where none is named.
fn usual_seat(context: &Context, record: &Record) -> usize {
    context.registry.find(&record.game).map_or(0, |game| yomi::engine::review::usual_seat(game, record))
}

/// The seats of persons.
pub fn persons(context: &Context, record: &Record) -> Vec<usize> {
    let game = context.registry.find(&record.game);
    game.map_or_else(|_| Vec::new(), |game| yomi::engine::review::persons(game, record))
}

/// A record: in a file, or in the store by its number or key. A file of that name comes first.
fn found(context: &Context, of: &str) -> Result<(Record, yomi::Sentence), Fault> {
    if of == "-" || Path::new(of).exists() {
        return Ok((files::read_record(of)?, files::place(of)));
    }
    let is_id = !of.is_empty() && of.chars().all(|c| c.is_ascii_alphanumeric());
    if !is_id {
        return Err(neither(of));
    }
    let store = store::open(context, context.store.needed()?, false, Durability::Flushed)
        .map_err(|why| if of.parse::<u64>().is_ok() { why } else { neither(of) })?;
    let stored = store.find(of)?;
    let place = yomi::core::sentence!("game {of}", "対局 {of}");
    Ok((whole(stored)?, place))
}

/// The record of a kept game; of a real game that was entered only one seat's view is known.
fn whole(stored: Stored) -> Result<Record, Fault> {
    match stored.content {
        Content::Record(record) => Ok(record),
        Content::View { .. } => Err(Fault::bad_view(
            format!(
                "game {} is a real game of which one seat's view is kept; a review needs a game played here",
                stored.listed.id
            ),
            format!(
                "対局 {} は一つの席から入力した実戦です。レビューには Yomi での対局の記録が必要です",
                stored.listed.id
            ),
        )),
    }
}

fn neither(of: &str) -> Fault {
    let of = excerpt(of);
    Fault::new(
        FaultKind::Io,
        format!(
            "{of:?}: no such file, and not the number or key of a kept game; `yomi games-db list` shows those"
        ),
        format!(
            "{of:?}: そのようなファイルはなく、保存された対局の番号やキーでもありません。`yomi games-db list` で分かります"
        ),
    )
}

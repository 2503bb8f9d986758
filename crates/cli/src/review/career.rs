//! `review --player`: all kept games of one person or agent.

use super::text::Amounts;
use super::{ReviewArgs, reviewed};
use crate::Context;
use crate::files::Target;
use crate::follow::{Following, was_interrupted};
use crate::lang::Lang;
use crate::screen::{Side, table};
use crate::{report, store};
use yomi::core::sentence;
use yomi::engine::record::Record;
use yomi::engine::review::career::{Career, CareerGame, Played, Repeated};
use yomi::{Fault, FaultKind, Sentence};
use yomi_store::list::settings_brief;
use yomi_store::{Content, Durability, Filter};

pub fn career(context: &Context, player: &str, args: &ReviewArgs, html: Option<Target>) -> Result<(), Fault> {
    if let Some(game) = &args.game {
        context.registry.find(game).map_err(|why| why.at("--game"))?;
    }
    let games = kept(context, player, args)?;
    if games.is_empty() {
        return Err(nothing_kept(player, args.game.as_deref()));
    }
    let following = Following::new(games.len() as u64, player);
    let mut played = Vec::new();
    for (record, at) in &games {
        if was_interrupted() {
            break;
        }
        let quiet = Following::new(0, "");
        // A game is one observation, however many of its seats the player had.
        let seats = record.agents.iter().enumerate().filter(|(_, agent)| is_player(agent, player));
        let reviews: Result<Vec<_>, Fault> =
            seats.map(|(seat, _)| reviewed(context, record, seat, args.limit, &quiet)).collect();
        quiet.end();
        match reviews {
            Ok(reviews) => played.push(Played { reviews, at: Some(at.clone()) }),
            Err(why) if why.kind == FaultKind::Cancelled => break,
            Err(why) => return Err(why),
        }
        yomi::Follower::done(&following, 1);
    }
    following.end();
    let career = Career::of(player, &played);
    if let Some(html) = html {
        html.write(report::review::career_html(&career, context.lang).as_bytes())?;
    }
    if context.json {
        return context.screen.json(&career);
    }
    let mut text = String::new();
    career.games.iter().for_each(|game| text += &game_text(context.lang, game));
    text += crate::follow::interrupted(context.lang, was_interrupted());
    context.screen.say(&text)
}

/// As a filter of the store finds it: as typed, or the name alone.
pub fn is_player(agent: &str, player: &str) -> bool {
    agent == player || agent.split('(').next() == Some(player)
}

/// The games in which the player has a seat and of which everything is known, in the order of their dates.
fn kept(context: &Context, player: &str, args: &ReviewArgs) -> Result<Vec<(Record, String)>, Fault> {
    let store = store::open(context, context.store.needed()?, false, Durability::Flushed)?;
    let filter =
        Filter { player: Some(player.into()), game: args.game.clone(), last: args.last, ..Filter::default() };
    let mut games = Vec::new();
    store.each_whole(&filter, |stored| {
        if let Content::Record(record) = stored.content {
            games.push((record, stored.listed.at));
        }
        Ok(())
    })?;
    games.sort_by_key(|(_, at)| *at);
    Ok(games.into_iter().map(|(record, at)| (record, at.to_string())).collect())
}

fn nothing_kept(player: &str, game: Option<&str>) -> Fault {
    let player = yomi::engine::fault::excerpt(player);
    let (of, of_ja) =
        game.map_or_else(Default::default, |game| (format!(" in {game}"), format!(" {game} の")));
    Fault::new(
        FaultKind::Unknown,
        format!(
            "no kept game of {player:?}{of}; `yomi games-db list` shows who played, `yomi play --name` sets it"
        ),
        format!(
            "{player:?} の{of_ja}対局は保存されていません。`yomi games-db list` で確認でき、`yomi play --name` で名前を付けられます"
        ),
    )
}

/// How many games there are, by which rules, and how many were left.
pub fn counted(game: &CareerGame) -> Sentence {
    let (games, left) = (game.games, game.unfinished);
    let settings = match settings_brief(&game.settings) {
        none if none.is_empty() => Sentence::default(),
        some => sentence!(" ({some})", "（{some}）"),
    };
    let unfinished = match left {
        0 => Sentence::default(),
        _ => sentence!(", {left} of them not played to the end", "（うち途中まで {left}局）"),
    };
    let word = if games == 1 { "game" } else { "games" };
    sentence!("{games} {word}{settings}{unfinished}", "{games}局{settings:#}{unfinished:#}")
}

fn game_text(lang: Lang, game: &CareerGame) -> String {
    let amounts = Amounts(&game.unit);
    let (name, unit) = (&game.game, amounts.unit(lang));
    let (counted, decisions) = (lang.sentence(&counted(game)).to_string(), game.decisions);
    let lost = amounts.with_margin(game.lost_per_decision, game.se.unwrap_or(0.0));
    let luck = amounts.signed_with_margin(game.luck, game.luck_se.unwrap_or(0.0));
    let mut text = match lang {
        Lang::En => format!(
            "{name}: {counted}, {decisions} {} with a choice\nlost per decision: {lost} ({unit})\nluck per game: {luck}\n",
            if decisions == 1 { "decision" } else { "decisions" }
        ),
        Lang::Ja => format!(
            "{name}: {counted}、選択のあった手 {decisions}\n一手あたりの損失: {lost}（{unit}）\n一局あたりの運: {luck}\n"
        ),
    };
    let marks = game.marks.iter().map(|(mark, n)| format!("{} {n}", lang.text(mark.text())));
    text += &format!("{}\n", marks.collect::<Vec<_>>().join(lang.pick(", ", "、")));
    if !game.mistakes.is_empty() {
        let columns = [
            (lang.pick("kind of mistake", "ミスの種類"), Side::Left),
            (lang.pick("times", "回数"), Side::Right),
            (lang.pick("lost", "損失"), Side::Right),
        ];
        let row = |Repeated { kind, count, lost }: &Repeated| {
            vec![lang.pick(&kind.en, &kind.ja).to_string(), count.to_string(), amounts.plain(*lost)]
        };
        text += &format!("\n{}", table(&columns, game.mistakes.iter().map(row).collect()));
    }
    text + &format!("\n{}\n", curve(lang, &amounts, game))
}

/// Loss per decision over time, with a bar for each stretch.
fn curve(lang: Lang, amounts: &Amounts<'_>, game: &CareerGame) -> String {
    /// Blocks of the longest bar.
    const WIDTH: usize = 24;
    /// What rounding leaves has no bar.
    const NEXT_TO_NOTHING: f64 = 1e-4;
    let columns = [
        (lang.pick("from", "期間"), Side::Left),
        (lang.pick("games", "局数"), Side::Right),
        (lang.pick("lost per decision", "一手の損失"), Side::Right),
        ("", Side::Left),
    ];
    let most = game.curve.iter().map(|stretch| stretch.lost_per_decision).fold(NEXT_TO_NOTHING, f64::max);
    let rows = game.curve.iter().map(|stretch| {
        vec![
            stretch.from.clone().unwrap_or_default(),
            stretch.games.to_string(),
            amounts.with_margin(stretch.lost_per_decision, stretch.se.unwrap_or(0.0)),
            crate::screen::bar(stretch.lost_per_decision / most, WIDTH),
        ]
    });
    table(&columns, rows.collect())
}

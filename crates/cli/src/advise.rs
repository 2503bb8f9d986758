//! `view` and `advise`.

use super::Context;
use super::args::{AdviseArgs, PlaceArgs, ViewArgs};
use super::files;
use super::follow::{ctrl_c, interrupted};
use super::import;
use super::lang::Lang;
use super::play::no_such_seat;
use super::screen::{Side, Waiting, bar, table};
use super::trace::TraceFile;
use super::tree;
use super::wrap;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::time::Duration;
use unicode_width::UnicodeWidthStr;
use yomi::core::{Limits, Player, sentence};
use yomi::engine::explain::with_sign;
use yomi::engine::view;
use yomi::engine::wire::{Basis, Bound, Candidate, Choice, Iteration, Snapshot};
use yomi::{Advice, Ask, Fault, FaultKind, Game, Listener, Position, Sentence, Session, Table};

/// The limit of `advise` when none is given.
const DEFAULT_LIMITS: Limits = Limits::time(Duration::from_secs(1));

/// The game of --seed after the moves of --moves.
pub fn reach(table: &dyn Table, place: &PlaceArgs) -> Result<Box<dyn Session>, Fault> {
    let nobody = vec![None; table.players()];
    let mut session = table.session(place.seed, &nobody, None)?;
    session.submit_list(&place.moves).map_err(|why| why.at("--moves"))?;
    Ok(session)
}

fn looking(session: &dyn Session, place: &PlaceArgs) -> Result<Box<dyn Position>, Fault> {
    let players = session.players();
    match place.seat {
        Some(seat) if seat >= players => Err(no_such_seat("--seat", seat, players)),
        Some(seat) => Ok(session.position(Player::new(seat))),
        None => Ok(session.position(session.next().unwrap_or(Player::FIRST))),
    }
}

pub fn view(context: &Context, args: &ViewArgs) -> Result<(), Fault> {
    if let Some(path) = &args.import {
        return import::import(context, &args.game, path);
    }
    let game = args.game.find(&context.registry)?;
    if args.vector && !game.abilities().vector {
        let what = ("has no vector of a view", "にはビューのベクトルがありません");
        return Err(super::not_able(context, game, what, |able| able.vector));
    }
    let table = args.game.open(&context.registry)?;
    let session = reach(table.as_ref(), &args.place)?;
    let position = looking(session.as_ref(), &args.place)?;
    if args.vector { context.screen.json(&position.vector()?) } else { context.screen.json(&position.json()) }
}

pub fn advise(context: &Context, args: &AdviseArgs) -> Result<(), Fault> {
    let Some(path) = &args.file else {
        let table = args.game.open(&context.registry)?;
        let session = reach(table.as_ref(), &args.place)?;
        return answer(context, args, looking(session.as_ref(), &args.place)?.as_ref());
    };
    if !args.place.moves.is_empty() || args.place.seat.is_some() || !args.game.settings.is_empty() {
        return Err(Fault::bad_option(
            "a view has its own settings, moves and seat: leave out --set, --moves and --seat",
            "ビューには設定・手順・席が含まれています。--set、--moves、--seat は使えません",
        ));
    }
    files::check_distinct(&[("FILE", Some(path)), ("--trace", args.trace.as_deref())])?;
    let file = ViewFile::read(args.game.find(&context.registry)?, path)?;
    let position = file.table.read_view(&file.object);
    let position = position.map_err(|why| with_source(why, &args.game.game).at(&file.place))?;
    answer(context, args, position.as_ref())
}

/// A view read from a file, with the table it belongs to.
pub struct ViewFile {
    pub table: Box<dyn Table>,
    pub object: Map<String, Value>,
    /// The name of the file in messages.
    pub place: Sentence,
}

impl ViewFile {
    pub fn read(game: &dyn Game, path: &str) -> Result<ViewFile, Fault> {
        let place = files::place(path);
        let text = files::read_text(path, view::MOST_BYTES)?;
        let object =
            view::parse(&text, game.name()).map_err(|why| with_source(why, game.name()).at(&place))?;
        let table = game.open_json(object.get("settings")).map_err(|why| why.at(&place))?;
        Ok(ViewFile { table, object, place })
    }
}

/// Adds a hint on how to get a valid view.
fn with_source(why: Fault, game: &str) -> Fault {
    if why.kind != FaultKind::BadView || why.entry.is_some() {
        return why;
    }
    let command = format!("`yomi view {game}`");
    why.hint(&Sentence::new(
        format!("{command} prints a whole one"),
        format!("{command} で完全なものを作れます"),
    ))
}

fn answer(context: &Context, args: &AdviseArgs, position: &dyn Position) -> Result<(), Fault> {
    let ask = Ask {
        limits: Some(args.limit.unwrap_or(DEFAULT_LIMITS)),
        opponents: args.opponents,
        seed: args.place.seed,
        tree: args.tree,
        trace: args.trace.is_some(),
        stop: ctrl_c(),
        ..Ask::of(args.agent.clone())
    };
    let trace = args.trace.as_deref().map(TraceFile::create).transpose()?;
    let mut following = Following { waiting: Waiting::new(true), trace };
    let advice = position.advise(&ask, &mut following);
    following.waiting.end();
    let advice = advice.map_err(with_flag)?;
    following.trace.map_or(Ok(()), TraceFile::finish)?;
    if context.json {
        context.screen.json(&advice)
    } else {
        let text = render(context.lang, &Answer { picture: context.lang.picture(position), advice: &advice });
        context.screen.say(&(text + interrupted(context.lang, advice.interrupted)))
    }
}

/// What the engine calls a part of the question is a flag here.
fn with_flag(why: Fault) -> Fault {
    match why.part.clone() {
        Some(part) => why.at(format!("--{part}")),
        None => why,
    }
}

/// Shows the progress of a search, and writes its iterations to a file if asked to.
struct Following {
    waiting: Waiting,
    trace: Option<TraceFile>,
}

impl Listener for Following {
    fn every(&self) -> Option<Duration> {
        self.waiting.every()
    }

    fn snapshot(&mut self, now: &Snapshot) {
        self.waiting.snapshot(now);
    }

    fn iteration(&mut self, iteration: &Iteration) {
        if let Some(trace) = &mut self.trace {
            trace.write(iteration);
        }
    }
}

/// Advice with the position it is for.
pub struct Answer<'a> {
    pub picture: String,
    pub advice: &'a Advice,
}

/// Said once, of the table: what its win rates are rates of, and what its intervals are intervals of. An
/// interval of a search is not one of the game.
fn what_figures_are(lang: Lang, advice: &Advice) -> Option<String> {
    let is_sampled = advice.candidates.iter().any(|c| c.bound == Bound::Sampled && c.lo.is_some());
    let spread = sentence!(
        "Interval: the range of the mean if the search is repeated with other random numbers; the true value may lie outside.",
        "区間: 乱数を変えて探索をやり直したときの平均の範囲（真の値は外れることもあります）。"
    );
    let told = match (advice.opponents, advice.unit.as_str()) {
        (Some(company), _) => {
            let (against, at) = (company.against(), fitted_elsewhere(advice));
            let half = sentence!("A draw counts half.", "引き分けは半分と数えます。");
            let more = if is_sampled { spread } else { half };
            sentence!(
                "(Win rate: {against}, calibrated on games against such players{at}; --opponents chooses others. {more})",
                "（勝率: {against:#}値。実際の対局で較正しています{at:#}。相手は --opponents で選べます。{more:#}）"
            )
        }
        (None, "win") if is_sampled => sentence!(
            "(Win rate: if the opponents play as this search assumes. {spread})",
            "（勝率: 相手がこの探索の想定どおりに打つ場合の値。{spread:#}）"
        ),
        _ if is_sampled => sentence!("({spread})", "（{spread:#}）"),
        _ => return None,
    };
    Some(lang.sentence(&told).to_string())
}

/// Where chances were fitted to searches of another size: of what size, and of what size this one was.
fn fitted_elsewhere(advice: &Advice) -> Sentence {
    /// Searches this many times larger or smaller are of about the same size.
    const ABOUT: f64 = 2.0;
    let own = advice.iterations as f64;
    let fitted = match advice.fitted_at {
        Some([least, _]) if own * ABOUT < least => least,
        Some([_, most]) if own > ABOUT * most => most,
        _ => return Sentence::default(),
    };
    sentence!(
        " with searches of {fitted:.0} iterations (this one: {own})",
        "（{fitted:.0} 回の探索による対局。今回は {own} 回）"
    )
}

/// Entries of a list of beliefs that are shown: the likeliest.
const MOST_BELIEFS: usize = 8;

/// Number of blocks in a full bar.
const BAR: usize = 20;

/// Advice formatted for people.
pub fn render(lang: Lang, answer: &Answer<'_>) -> String {
    let advice = answer.advice;
    let mut text = format!("{}\n", answer.picture);
    text += &format!("{}: {}\n\n", lang.pick("Best move", "最善手"), best_move(lang, advice));
    let (tried, untried): (Vec<_>, Vec<_>) = advice.candidates.iter().partition(|c| is_tried(c));
    text += &candidates(lang, advice, &tried);
    if let Some(figures) = what_figures_are(lang, advice) {
        text += &wrap::to_terminal(&format!(" {figures}\n"));
    }
    if !untried.is_empty() {
        let moves: Vec<&str> = untried.iter().map(|c| name(lang, c)).collect();
        let heading = lang.pick("not tried", "試していない手");
        text += &wrap::to_terminal(&format!(" {heading}: {}\n", moves.join(" ")));
    }
    text.push('\n');
    for reason in &advice.reasons {
        text += &wrap::to_terminal(&format!("- {}\n", lang.sentence(&reason.text)));
    }
    if let Value::Object(beliefs) = &advice.beliefs {
        text += &beliefs_text(lang, beliefs, &advice.belief_titles);
    }
    if let Some(tree) = &advice.tree {
        text += &tree::text(lang, advice, tree);
    }
    text += &wrap::to_terminal(&format!("\n{}\n", cost(lang, advice)));
    text
}

/// What the table shows of each move.
struct Columns {
    /// The score that decided.
    score: bool,
    interval: bool,
    /// How often a mixed strategy plays it.
    share: bool,
    /// How often it was tried. Where a value was computed, how many positions that took says nothing of the move.
    tries: bool,
}

impl Columns {
    fn of(advice: &Advice) -> Columns {
        let share = matches!(advice.choice, Choice::Drawn | Choice::Level);
        Columns {
            score: advice.choice == Choice::Score,
            interval: advice.candidates.iter().any(|c| c.bound == Bound::Sampled && c.lo.is_some()),
            share,
            tries: !share && is_of_tries(advice),
        }
    }
}

/// Whether the values are means over tries, of playouts or of judgements in a tree.
fn is_of_tries(advice: &Advice) -> bool {
    advice.basis == Basis::Sampled || advice.choice == Choice::Visits
}

/// The table of the moves that the search has something to say about.
fn candidates(lang: Lang, advice: &Advice, tried: &[&Candidate]) -> String {
    let shown = Columns::of(advice);
    let all = [
        (true, lang.pick("move", "手"), Side::Left),
        (shown.score, lang.pick("score", "評価点"), Side::Right),
        (true, value_heading(lang, advice), Side::Right),
        (shown.interval, lang.pick("95% interval", "95%区間"), Side::Right),
        (shown.share, lang.pick("share", "割合"), Side::Right),
        (shown.tries, lang.pick("tries", "試行"), Side::Right),
        (shown.share || shown.tries, "", Side::Left),
        (true, "", Side::Left),
    ];
    let columns: Vec<_> = all.iter().filter(|(is, ..)| *is).map(|&(_, name, side)| (name, side)).collect();
    let row = |c: &&Candidate| {
        let facts = c.facts.as_ref().map_or("", |facts| lang.sentence(&facts.text));
        let cells = [
            name(lang, c).to_string(),
            c.score.map_or("-".to_string(), |score| format!("{score:.1}")),
            value_text(advice, c),
            interval_text(&advice.unit, c),
            format!("{:.1}%", 100.0 * c.share),
            c.visits.to_string(),
            bar(c.share, BAR),
            facts.to_string(),
        ];
        cells.into_iter().zip(&all).filter(|(_, (is, ..))| *is).map(|(cell, _)| cell).collect()
    };
    table(&columns, tried.iter().map(row).collect())
}

/// The recommended move as it is typed, and what it means where that is said in words.
fn best_move(lang: Lang, advice: &Advice) -> String {
    match advice.candidates.iter().find(|c| c.text == advice.chosen) {
        Some(c) if c.label.en == c.label.ja => name(lang, c).to_string(),
        Some(c) if lang.sentence(&c.label) != name(lang, c) => {
            format!("{}  {}", name(lang, c), lang.sentence(&c.label))
        }
        Some(c) => name(lang, c).to_string(),
        None => advice.chosen.clone(),
    }
}

/// What the table and the sentences call a move: its label where that is notation, the same in every language
/// (`♠6`), otherwise what one types.
fn name(lang: Lang, candidate: &Candidate) -> &str {
    let Candidate { text, text_ja, label, .. } = candidate;
    match (lang, text_ja) {
        _ if label.en == label.ja && !label.en.is_empty() => &label.en,
        (Lang::Ja, Some(text)) => text,
        _ => text,
    }
}

/// Whether the search has anything to say about the move.
fn is_tried(candidate: &Candidate) -> bool {
    candidate.visits > 0 || candidate.value.is_some() || candidate.share > 0.0 || candidate.facts.is_some()
}

/// The heading of the values: an evaluation of a position is not a win rate.
pub fn value_heading(lang: Lang, advice: &Advice) -> &str {
    match advice.unit.as_str() {
        "win" if is_of_rates(advice) => lang.pick("win rate", "勝率"),
        "win" if advice.candidates[0].bound != Bound::Judged => lang.pick("value", "値"),
        "win" => lang.pick("judged", "評価"),
        "chips" => lang.pick("chips", "損得"),
        "points" => lang.pick("score", "得点"),
        "cards" => lang.pick("cards", "枚"),
        other => other,
    }
}

/// A value in this unit.
pub fn number(unit: &str, x: f64) -> String {
    match unit {
        "win" => format!("{:.1}%", 100.0 * x),
        "chips" => with_sign(x, 3),
        "points" => format!("{x:.1}"),
        _ => format!("{x:.2}"),
    }
}

/// Whether the values of a game that is won or lost are rates: one of them is, and then all are told as one is. A
/// computed value alone is not.
fn is_of_rates(advice: &Advice) -> bool {
    advice.candidates.iter().any(|c| c.visits > 0 && c.bound == Bound::Sampled || c.searched.is_some())
}

fn value_text(advice: &Advice, c: &Candidate) -> String {
    let sign = match c.bound {
        Bound::AtMost => "≤ ",
        Bound::AtLeast => "≥ ",
        Bound::Judged if c.hi.is_some() => "≤ ",
        _ => "",
    };
    let number = |x: f64| match advice.unit.as_str() {
        "win" if !is_of_rates(advice) => format!("{x:.3}"),
        unit => number(unit, x),
    };
    c.value.map_or("-".to_string(), |v| format!("{sign}{}", number(v)))
}

fn interval_text(unit: &str, c: &Candidate) -> String {
    match (c.lo, c.hi) {
        (Some(lo), Some(hi)) if c.bound == Bound::Sampled => {
            format!("{} – {}", number(unit, lo), number(unit, hi))
        }
        _ => "-".to_string(),
    }
}

fn beliefs_text(lang: Lang, beliefs: &Map<String, Value>, titles: &BTreeMap<String, Sentence>) -> String {
    let mut text = String::new();
    for (what, odds) in beliefs {
        // Only maps from names to probabilities are shown; anything else is for programs.
        let Some(odds) = odds.as_object().filter(|odds| odds.values().all(Value::is_number)) else {
            continue;
        };
        if odds.is_empty() {
            continue;
        }
        let heading = titles.get(what).map_or(what.as_str(), |title| lang.sentence(title));
        text += &format!("\n{heading}\n");
        let name_of =
            |name: &'_ String| titles.get(name).map_or(name.clone(), |title| lang.sentence(title).into());
        let mut odds: Vec<(String, f64)> =
            odds.iter().map(|(name, p)| (name_of(name), p.as_f64().unwrap_or(0.0))).collect();
        // A stable order: what the game lists first stays first among equals.
        odds.sort_by(|a, b| b.1.total_cmp(&a.1));
        let (shown, rest) = odds.split_at(odds.len().min(MOST_BELIEFS));
        let width = shown.iter().map(|(name, _)| name.width()).max().unwrap_or(0);
        for (name, p) in shown {
            let p = *p;
            let gap = " ".repeat(width - name.width());
            let line = format!("  {name}{gap}  {:>5.1}%  {}", 100.0 * p, bar(p, BAR));
            text += &format!("{}\n", line.trim_end());
        }
        if let Some((_, most)) = rest.first() {
            let (more, most) = (rest.len(), 100.0 * most);
            let told =
                sentence!("{more} more, at most {most:.1}% each", "ほか{more}件（それぞれ{most:.1}%以下）");
            text += &format!("  {}\n", lang.sentence(&told));
        }
    }
    text
}

fn cost(lang: Lang, advice: &Advice) -> String {
    let Advice { agent, resolved, iterations, nodes, depth, elapsed_ms, worlds, basis, .. } = advice;
    let who = if agent == resolved { agent.clone() } else { format!("{agent} = {resolved}") };
    let moves = if *depth == 1 { "move" } else { "moves" };
    let work = match basis {
        _ if *iterations == 0 && *nodes == 0 => Sentence::default(),
        Basis::Sampled if *worlds > 0 => sentence!(
            ", {iterations} tries in {worlds} possible worlds",
            "、あり得る世界 {worlds} 通りで {iterations} 回試行"
        ),
        Basis::Sampled => sentence!(", {iterations} tries", "、{iterations} 回試行"),
        _ if is_of_tries(advice) => {
            sentence!(
                ", {iterations} tries, {depth} {moves} ahead",
                "、{iterations} 回試行、{depth} 手先まで"
            )
        }
        // Of whole solutions, or of moves where not even the first of them was searched to its end.
        _ if *depth == 0 => sentence!(", {iterations} evaluations", "、評価 {iterations} 回"),
        _ if *nodes == 0 => sentence!(", {depth} {moves} ahead", "、{depth} 手先まで"),
        _ => sentence!(", {nodes} positions, {depth} {moves} ahead", "、{nodes} 局面、{depth} 手先まで"),
    };
    let told =
        sentence!("Advice by {who}{work}, {elapsed_ms:.0} ms", "助言: {who}{work:#}、{elapsed_ms:.0} ms");
    lang.sentence(&told).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn beliefs_have_the_titles_of_their_game_and_align_wide_letters() {
        let Value::Object(beliefs) = json!({"deck": {"速攻": 0.5, "ramp": 0.25}, "none": {}, "n": 3})
        else {
            unreachable!()
        };
        let titles = BTreeMap::from([("deck".to_string(), Sentence::new("A deck", "デッキ"))]);
        let text = beliefs_text(Lang::Ja, &beliefs, &titles);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "デッキ");
        assert!(lines[2].starts_with("  速攻   50.0%") && lines[3].starts_with("  ramp   25.0%"), "{text}");
        assert_eq!(lines.len(), 4, "{text}");
    }
}

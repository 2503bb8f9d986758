//! Puzzles: which there are, the next one, and what an answer comes to. When one comes again and where that is
//! remembered is as in `yomi puzzles`.
//!
//! A question holds what the seat sees and nothing else: see [`Question`].

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use utoipa::ToSchema;
use yomi::engine::puzzle::{
    Card, Cards, Grade, LEVELS, Puzzle, Puzzles, Standing, answered, memory, of_today, words,
};
use yomi::engine::wire::{Bound, Legal};
use yomi::{Fault, Host, Sentence, Stop};

use crate::body::Sent;
use crate::kept::{check_id, stamp};
use crate::outside::Enclosed;
use crate::place::{Found, Place, Source};
use crate::positions::Shown;
use crate::refusal::{Refusal, Refused};
use crate::{Yomi, blocking};

/// The puzzles that ship, by game, as far as they were asked for.
#[derive(Default)]
pub struct Shelf(Mutex<BTreeMap<&'static str, Arc<Puzzles>>>);

impl Shelf {
    fn of(&self, game: &str) -> Result<Arc<Puzzles>, Fault> {
        let Some(name) = yomi::puzzles::games().find(|name| *name == game) else {
            return Err(yomi::puzzles::none_of(game, yomi::puzzles::games().collect()));
        };
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let read = || Arc::new(yomi::puzzles::shipped(name).expect("it is one of those that ship"));
        Ok(all.entry(name).or_insert_with(read).clone())
    }
}

/// How the person stands with some puzzles.
#[derive(Serialize, ToSchema)]
pub struct Counted {
    pub puzzles: usize,
    /// Asked before, and to be asked again today.
    pub due: usize,
    /// Never asked.
    pub new: usize,
    /// Known for good: not asked any more.
    pub sit: usize,
    /// Days until the next one of the others; null where there are none.
    pub next_in_days: Option<i64>,
}

impl From<Standing> for Counted {
    fn from(standing: Standing) -> Counted {
        let Standing { puzzles, due, new, sit, next } = standing;
        Counted { puzzles, due, new, sit, next_in_days: next }
    }
}

/// The puzzles of one game.
#[derive(Serialize, ToSchema)]
pub struct PuzzlesOfGame {
    pub game: &'static str,
    pub all: Counted,
    /// By level, from 1 (easy).
    pub levels: Vec<Counted>,
}

#[derive(Serialize, ToSchema)]
pub struct AllPuzzles {
    pub games: Vec<PuzzlesOfGame>,
    /// The file that answers are remembered in; null if they are in memory only.
    pub store: Option<String>,
}

/// What is remembered of the person.
fn cards(yomi: &Yomi, game: &str) -> Result<Cards, Refusal> {
    Ok(memory::recalled(yomi.keeper.recall_all(game).map_err(Refusal::of_store)?))
}

fn today() -> i64 {
    memory::day_of(stamp().0)
}

fn of_level(puzzles: &Puzzles, level: Option<u8>) -> impl Iterator<Item = &Puzzle> {
    puzzles.puzzles.iter().filter(move |puzzle| level.is_none_or(|level| puzzle.level == level))
}

/// Games with puzzles: how many there are, how many are due today, by level.
#[utoipa::path(get, path = "/api/puzzles",
    responses((status = 200, body = AllPuzzles), (status = 403, body = Refused), (status = 507, body = Refused)))]
pub async fn list(State(yomi): State<Arc<Yomi>>) -> Result<Json<AllPuzzles>, Refusal> {
    let listed = blocking(move || {
        let of = |game| {
            let (puzzles, cards) = (yomi.puzzles.of(game)?, cards(&yomi, game)?);
            let counted = |level| Standing::of(of_level(&puzzles, level), &cards, today()).into();
            let levels = (1..=LEVELS).map(|level| counted(Some(level))).collect();
            Ok::<_, Refusal>(PuzzlesOfGame { game, all: counted(None), levels })
        };
        let games = yomi::puzzles::games().map(of).collect::<Result<_, _>>()?;
        Ok::<_, Refusal>(AllPuzzles { games, store: yomi.keeper.file() })
    });
    Ok(Json(listed.await?))
}

/// Which puzzle is wanted.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"game": "leduc", "level": 1}))]
pub struct Wanted {
    pub game: String,
    /// Of this level only, from 1 (easy) to 5.
    #[serde(default)]
    #[schema(value_type = Option<u8>, minimum = 1, maximum = 5)]
    pub level: Option<f64>,
    /// This very one, due or not.
    #[serde(default)]
    pub id: Option<String>,
}

/// A puzzle as it is asked. It is made of the puzzle's view: best move, values and who misses it are not in it.
#[derive(Serialize, ToSchema)]
pub struct Question {
    pub id: String,
    pub level: u8,
    /// What the seat sees; it is to move.
    pub position: Shown,
}

impl Question {
    fn of(puzzle: &Puzzle, found: &Found) -> Question {
        Question { id: puzzle.id.clone(), level: puzzle.level, position: Shown::of(found) }
    }
}

/// The next puzzle.
#[derive(Serialize, ToSchema)]
pub struct Next {
    /// Null where none is due today.
    pub question: Option<Question>,
    /// How the person stands with all puzzles of the game and the level.
    pub counted: Counted,
}

/// The position of a puzzle: its view, as any client could send it.
fn found(yomi: &Yomi, puzzles: &Puzzles, puzzle: &Puzzle) -> Result<Found, Fault> {
    let host: Arc<dyn Host> = Enclosed::new(yomi.registry.host());
    let settings = puzzles.settings.as_object().cloned().unwrap_or_default();
    let source = Source { view: Some(puzzle.view.clone()), ..Source::default() };
    Place { game: puzzles.game.clone(), settings, source }.find(&yomi.registry, &host)
}

/// The next puzzle of a game: those that are due come first, then new ones from easy to hard. Its answer is not in it.
#[utoipa::path(post, path = "/api/puzzles", request_body = Wanted,
    responses((status = 200, body = Next), (status = 400, body = Refused), (status = 403, body = Refused), (status = 404, body = Refused),
        (status = 408, body = Refused), (status = 413, body = Refused), (status = 415, body = Refused), (status = 422, body = Refused),
        (status = 507, body = Refused)))]
pub async fn next(State(yomi): State<Arc<Yomi>>, Sent(wanted): Sent<Wanted>) -> Result<Json<Next>, Refusal> {
    Ok(Json(blocking(move || chosen(&yomi, &wanted)).await?))
}

fn level_of(typed: f64) -> Result<u8, Fault> {
    (1..=LEVELS).find(|&level| f64::from(level) == typed).ok_or_else(|| {
        Fault::bad_option(
            format!("level: expected a whole number from 1 to {LEVELS}"),
            format!("level: 1から{LEVELS}までの整数にしてください"),
        )
    })
}

fn chosen(yomi: &Yomi, wanted: &Wanted) -> Result<Next, Refusal> {
    let Wanted { game, level, id } = wanted;
    let level = level.map(level_of).transpose()?;
    let (puzzles, cards) = (yomi.puzzles.of(game)?, cards(yomi, game)?);
    let chosen = match id {
        Some(id) => Some(named(yomi, &puzzles, id)?),
        None => of_today(of_level(&puzzles, level), &cards, today(), 1).first().copied(),
    };
    let question = chosen.map(|puzzle| Ok(Question::of(puzzle, &found(yomi, &puzzles, puzzle)?)));
    let counted = Standing::of(of_level(&puzzles, level), &cards, today()).into();
    Ok(Next { question: question.transpose().map_err(|why: Fault| Refusal::from(why))?, counted })
}

fn named<'p>(yomi: &Yomi, puzzles: &'p Puzzles, id: &str) -> Result<&'p Puzzle, Refusal> {
    check_id(id)?;
    let find = |puzzles: &'p Puzzles| puzzles.puzzles.iter().find(|puzzle| puzzle.id == id);
    if let Some(puzzle) = find(puzzles) {
        return Ok(puzzle);
    }
    let game = &puzzles.game;
    let is_of = |other: &&str| {
        yomi.puzzles.of(other).is_ok_and(|puzzles| puzzles.puzzles.iter().any(|puzzle| puzzle.id == id))
    };
    Err(match yomi::puzzles::games().find(is_of) {
        Some(other) => Fault::bad_option(
            format!("this puzzle is one of {other}, not of {game}"),
            format!("この問題は {game} ではなく {other} のものです"),
        )
        .into(),
        None => Refusal::not_found(
            format!("no puzzle of {game} has this id; expected one that POST /api/puzzles gave"),
            format!("この id の {game} の問題はありません。POST /api/puzzles が返した id にしてください"),
        ),
    })
}

/// What the person answers.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"game": "leduc", "move": "check"}))]
pub struct Answer {
    pub game: String,
    /// In notation of either language; without it the person gives up.
    #[serde(default, rename = "move")]
    pub text: Option<String>,
}

/// What an answer comes to.
#[derive(Serialize, ToSchema)]
pub struct Told {
    pub right: bool,
    /// The same in words, `en` and `ja`.
    #[schema(value_type = Object)]
    pub verdict: Sentence,
    /// The move that was answered, with its label; null where the person gave up.
    #[schema(value_type = Option<Object>)]
    pub answer: Option<Legal>,
    #[schema(value_type = Object)]
    pub best: Legal,
    /// The best of the other moves.
    #[schema(value_type = Object)]
    pub second: Legal,
    /// The unit of the values: `win`, `chips`, `points` or the game's own.
    pub unit: String,
    /// What the best move is worth to the seat.
    pub value: f64,
    /// How far ahead of the second it is, and the standard error of that: 0 where there is none.
    pub lead: f64,
    pub lead_se: f64,
    /// What kind of figures these are, as in advice.
    #[schema(value_type = String)]
    pub bound: Bound,
    /// Worlds that the moves were played on in; 0 where none were needed.
    pub worlds: u64,
    /// Of the answers of weaker players, how many missed it, and how many there were.
    pub missed: [u32; 2],
    /// Sentences, `en` and `ja`: who misses it, how the best move stands, and what advice says of it.
    #[schema(value_type = Vec<Object>)]
    pub why: Vec<Sentence>,
    /// When it comes again, in words, `en` and `ja`.
    #[schema(value_type = Object)]
    pub again: Sentence,
    /// The day on which it comes again, in milliseconds since 1970; null if it sits.
    pub due: Option<i64>,
    /// Whether this answer counts: a puzzle that is not due today stays as it is.
    pub counted: bool,
}

/// Answers a puzzle: whether it is right, why, and when it comes again. An answer counts where the puzzle is new or due,
/// so that one that is sent twice, or asked once more on the same day, counts once.
#[utoipa::path(put, path = "/api/puzzles/{id}", params(("id" = String, Path, pattern = "^[A-Za-z0-9-]{1,64}$")), request_body = Answer,
    responses((status = 200, body = Told), (status = 400, body = Refused), (status = 403, body = Refused), (status = 404, body = Refused),
        (status = 408, body = Refused), (status = 413, body = Refused), (status = 415, body = Refused), (status = 422, body = Refused),
        (status = 503, body = Refused), (status = 507, body = Refused)))]
pub async fn answer(
    State(yomi): State<Arc<Yomi>>,
    Path(id): Path<String>,
    Sent(answer): Sent<Answer>,
) -> Result<Json<Told>, Refusal> {
    let turn = yomi.turn_to_think().await?;
    let thought = blocking(move || {
        let _until_the_end = turn;
        told(&yomi, &id, &answer)
    });
    Ok(Json(thought.await?))
}

fn told(yomi: &Yomi, id: &str, answer: &Answer) -> Result<Told, Refusal> {
    let puzzles = yomi.puzzles.of(&answer.game)?;
    let puzzle = named(yomi, &puzzles, id)?;
    let position = found(yomi, &puzzles, puzzle)?.position;
    let legal = position.legal();
    let typed = answer.text.as_deref().map(|text| answered(&legal, text)).transpose()?;
    let (grade, verdict) = words::verdict(puzzle, &legal, typed.as_deref());
    let stakes = yomi.registry.find(&answer.game)?.stakes();
    let why = words::why(puzzle, position.as_ref(), typed.as_deref(), stakes, &Stop::default(), &mut ())?;
    let (card, counted) = remembered(yomi, &puzzles.game, id, grade)?;
    let of = |text: &str| legal.iter().find(|legal| legal.text == text).cloned();
    let (Some(best), Some(second)) = (of(&puzzle.best), of(&puzzle.second)) else {
        unreachable!("a test reads every puzzle that ships");
    };
    Ok(Told {
        right: grade == Grade::RIGHT,
        verdict,
        answer: typed.as_deref().and_then(of),
        best,
        second,
        unit: puzzles.unit.clone(),
        value: puzzle.value,
        lead: puzzle.lead,
        lead_se: puzzle.lead_se,
        bound: puzzle.bound,
        worlds: puzzle.worlds,
        missed: puzzle.missed,
        why,
        again: words::again(&card, today()),
        due: (!card.sits()).then(|| memory::start_of(card.due)),
        counted,
    })
}

/// Remembers an answer to a puzzle that is new or due. Tells its card, and whether the answer counted.
fn remembered(yomi: &Yomi, game: &str, id: &str, grade: Grade) -> Result<(Card, bool), Refusal> {
    // One after another: each builds on the one before it.
    let _one_at_a_time = yomi.rating.lock().unwrap_or_else(PoisonError::into_inner);
    let (card, counts) = Card::after(cards(yomi, game)?.get(id).copied(), grade, today());
    if counts {
        yomi.keeper.remember(game, &memory::topic(id), &json!(card)).map_err(Refusal::of_store)?;
    }
    Ok((card, counts))
}

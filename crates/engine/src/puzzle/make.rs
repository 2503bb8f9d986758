//! Positions come from games: played for it, or replayed from records.

use super::examine::{Examiner, Position, Wanted};
use super::wire::{self, LEVELS, Natural, Puzzle, Puzzles};
use super::{Recipe, Request, Source};
use crate::Fault;
use crate::agent::AgentText;
use crate::follow::Follower;
use crate::kind::{Agent, Prepared};
use crate::matches::Match;
use crate::parallel;
use crate::playable::{Playable, StateOf};
use crate::position::shown_settings;
use crate::record::Record;
use crate::table::{Shared, agents_luck, unable};
use crate::view;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Arc;
use yomi_core::{Player, Rng, Ruleset, State};

/// Games that are looked at side by side: fixed, so that the number of threads changes nothing.
const BATCH: u64 = 16;
/// One move in this many is a random one, so that games without luck differ.
const SLIPS: u32 = 8;
/// One puzzle in this many is of any given level, at least; three in ten at most.
const LEAST_OF_LEVEL: usize = 20;
/// One puzzle in this many has any given answer, at most: "pass" would be right without a thought if it always were.
const MOST_ALIKE: usize = 2;
/// Longer games end here: no game of good players does.
const MOST_MOVES: usize = 1_000;

pub(crate) fn recipe<P: Playable>() -> Result<&'static Recipe, Fault> {
    P::PUZZLES.ok_or_else(|| unable::<P>("has no puzzles", "には問題がありません"))
}

/// Makes puzzles.
pub(crate) fn run<P: Playable>(
    table: &Arc<Shared<P>>,
    request: &Request,
    follower: &dyn Follower,
) -> Result<Puzzles, Fault> {
    let recipe = recipe::<P>()?;
    let maker = Maker { table, recipe, request, examiner: Examiner::new(table, recipe, request)? };
    let games = match &request.source {
        Source::Own => request.most_games,
        Source::Played(records) => records.len() as u64,
    };
    let mut chosen = Chosen::new(request);
    let mut at = 0;
    while at < games && chosen.wants_more() && !request.stop.is_stopped() && !follower.is_stopped() {
        let end = (at + BATCH).min(games);
        let wanted = chosen.wanted();
        let found =
            parallel::each((end - at) as usize, &|number| maker.of_game(at + number as u64, &wanted))?;
        found.into_iter().for_each(|of_game| chosen.add(of_game, follower));
        at = end;
    }
    let settings = shown_settings::<P>(&table.settings);
    Ok(Puzzles {
        yomi_puzzles: wire::VERSION,
        game: P::Rules::NAME.into(),
        settings: view::settings_json(&settings),
        unit: P::Rules::STAKES.unit().into(),
        command: request.command.clone(),
        games: chosen.games,
        decisions: chosen.decisions,
        puzzles: chosen.puzzles,
    })
}

/// What a game came to.
struct OfGame {
    /// With the picture of each: two positions that look alike are one puzzle.
    found: Vec<(Puzzle, String)>,
    decisions: u64,
}

/// The puzzles so far.
struct Chosen {
    puzzles: Vec<Puzzle>,
    pictures: BTreeSet<String>,
    games: u64,
    decisions: u64,
    count: usize,
    /// How many of one level, at least and at most, so that there are puzzles of all levels.
    of_level: RangeInclusive<usize>,
    /// How many may have the same answer, so that it cannot be guessed.
    of_answer: usize,
}

impl Chosen {
    fn new(request: &Request) -> Chosen {
        let count = request.count;
        // Of one's own mistakes none is left out.
        let (of_level, of_answer) = match request.source {
            Source::Own => (count / LEAST_OF_LEVEL..=(count * 3).div_ceil(10), count.div_ceil(MOST_ALIKE)),
            Source::Played(_) => (0..=count, count),
        };
        let (puzzles, pictures) = (Vec::new(), BTreeSet::new());
        Chosen { puzzles, pictures, games: 0, decisions: 0, count, of_level, of_answer }
    }

    fn wants_more(&self) -> bool {
        self.puzzles.len() < self.count
    }

    fn have(&self, level: u8) -> usize {
        self.puzzles.iter().filter(|puzzle| puzzle.level == level).count()
    }

    /// Whether there is room for one more: what the other levels still need at least is kept free.
    fn is_open(&self, level: u8) -> bool {
        let least = *self.of_level.start();
        let needed = |other: u8| least.saturating_sub(self.have(other));
        let kept_free: usize = (1..=LEVELS).filter(|&other| other != level).map(needed).sum();
        self.have(level) < *self.of_level.end() && self.puzzles.len() + kept_free < self.count
    }

    /// Whether as many as there may be have this answer.
    fn is_known(&self, answer: &str) -> bool {
        self.puzzles.iter().filter(|puzzle| puzzle.best == answer).count() >= self.of_answer
    }

    fn wanted(&self) -> Wanted {
        let answers: BTreeSet<&str> = self.puzzles.iter().map(|puzzle| puzzle.best.as_str()).collect();
        Wanted {
            levels: (1..=LEVELS).filter(|&level| self.is_open(level)).collect(),
            known: answers.into_iter().filter(|answer| self.is_known(answer)).map(str::to_string).collect(),
        }
    }

    fn add(&mut self, of_game: OfGame, follower: &dyn Follower) {
        if !self.wants_more() {
            return;
        }
        self.games += 1;
        self.decisions += of_game.decisions;
        for (puzzle, picture) in of_game.found {
            let is_wanted = self.wants_more() && self.is_open(puzzle.level) && !self.is_known(&puzzle.best);
            if is_wanted && self.pictures.insert(picture) {
                self.puzzles.push(puzzle);
                follower.done(1);
            }
        }
    }
}

struct Maker<'a, P: Playable> {
    table: &'a Arc<Shared<P>>,
    recipe: &'static Recipe,
    request: &'a Request,
    examiner: Examiner<'a, P>,
}

impl<P: Playable> Maker<'_, P> {
    fn of_game(&self, game: u64, wanted: &Wanted) -> Result<OfGame, Fault> {
        let mut rng = Rng::new(self.request.seed).split(game);
        let (mut positions, most) = match &self.request.source {
            // One per game, so that puzzles differ.
            Source::Own => (self.played(&mut rng)?, 1),
            Source::Played(records) => {
                let (record, seats) = &records[game as usize];
                (self.replayed(record, seats)?, usize::MAX)
            }
        };
        if matches!(self.request.source, Source::Own) {
            rng.shuffle(&mut positions);
        }
        let mut of_game = OfGame { found: Vec::new(), decisions: 0 };
        for position in positions {
            if of_game.found.len() >= most || self.request.stop.is_stopped() {
                break;
            }
            let luck = rng.split(of_game.decisions);
            of_game.decisions += 1;
            if let Some(puzzle) = self.examiner.examine(&position, wanted, &luck)? {
                let picture = self.table.rules.draw(&position.view.now);
                of_game.found.push((puzzle, format!("{} {picture}", position.view.seat)));
            }
        }
        Ok(of_game)
    }

    /// The decisions of a game that the recipe's players play.
    fn played(&self, rng: &mut Rng) -> Result<Vec<Position<P>>, Fault> {
        let seed = rng.next_u64();
        let rules = &self.table.rules;
        let mut game = Match::new(rules.start(seed), rules.luck(seed));
        let texts = self.recipe.players;
        let first = rng.below(texts.len() as u32) as usize;
        let seat = |seat: usize| {
            let text = texts[(first + seat) % texts.len()];
            let prepared: Prepared<StateOf<P>> = self.table.prepare(&AgentText::parse(text)?, None)?;
            Ok(prepared.seat())
        };
        let mut agents = (0..game.players()).map(seat).collect::<Result<Vec<Agent<_>>, Fault>>()?;
        let (mut slips, luck) = (rng.split(1), agents_luck(seed));
        let mut positions = Vec::new();
        while let Some(mover) = game.next().filter(|_| game.played().len() < MOST_MOVES) {
            let view = game.view(mover).clone();
            let legal = view.legal::<StateOf<P>>();
            let action = match legal.len() {
                1 => legal[0],
                _ if slips.below(SLIPS) == 0 => game.state().random_action(&mut slips),
                _ => {
                    let mut luck = luck.split(positions.len() as u64);
                    self.examiner.decide(&mut agents[mover.index()], &view, &mut luck)?
                }
            };
            positions.push(Position { view, played: None });
            game.submit(mover, action)?;
        }
        Ok(positions)
    }

    /// The decisions of these seats in a recorded game.
    fn replayed(&self, record: &Record, seats: &[usize]) -> Result<Vec<Position<P>>, Fault> {
        let rules = &self.table.rules;
        let mut game = Match::for_replay(rules.start(record.seed));
        let mut positions = Vec::new();
        for text in &record.moves {
            let action = rules.parse_recorded(game.state(), text)?;
            if let Some(mover) = game.next().map(Player::index).filter(|mover| seats.contains(mover)) {
                let who = record.agents.get(mover).cloned().unwrap_or_default();
                let natural = Natural { who, text: self.table.text(action) };
                let view = game.view(Player::new(mover)).clone();
                positions.push(Position { view, played: Some((natural, action)) });
            }
            game.replay(action)?;
        }
        Ok(positions)
    }
}

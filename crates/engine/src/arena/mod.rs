//! Matches: seats rotated, deals mirrored.
//!
//! A deal is played once for every rotation of the agents over the seats, always with the same luck, so that
//! good cards and the first move fall to everybody equally. Intervals count deals, not games ([`units`]).
//! Games run in parallel; the result does not depend on how many threads there are.

mod keep;
mod packed;
pub mod part;
mod report;
pub mod units;

pub use keep::{Deal, Game, Games, Keeper};
pub use part::{Part, Parts};
pub(crate) use report::is_zero;
pub use report::{Elo, Report, Row};

use crate::agent::AgentText;
use crate::driver::{self, BLOCK, BySeat, Field, Metering, Opening};
use crate::fault::FaultKind;
use crate::follow::Follower;
use crate::host::Host;
use crate::kind::AgentKind;
use crate::stats::{Signature, sprt};
use crate::{Fault, limit, view};
use rayon::prelude::*;
use report::Sum;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use units::Repeats;
use yomi_core::{Hidden, Limits, Player, Rng, Ruleset, Settings, Stakes};

#[derive(Clone, Debug)]
pub struct Request {
    pub agents: Vec<AgentText>,
    /// With a test: at most so many.
    pub games: u64,
    pub seed: u64,
    pub limits: Option<Limits>,
    /// Play so many different openings in place of the one start, where the game has a list of them.
    pub openings: Option<usize>,
    /// Stop when this test has decided.
    pub sprt: Option<sprt::Test>,
}

/// The most games one command plays.
pub const MOST_GAMES: u64 = 100_000_000;
/// Deals in the first block; later ones grow with what was played. A sequential test is looked at deal by
/// deal in order, and what was played beyond its end is thrown away.
const FIRST_BLOCK: usize = 16;
/// The most deals that one thread takes at a time, and for how long: at the end of a block the others wait for
/// it, and when a match is stopped it plays what is in front of the others' deals.
const PIECE: usize = 32;
const PIECE_TIME: Duration = Duration::from_millis(5);
/// A match that is kept hands its games over about so often, and not before a thread has played some: a process
/// that is killed loses what it has not handed over.
const KEPT_EVERY: Duration = Duration::from_secs(1);
const LEAST_KEPT: usize = 8;
/// After so many deals that were the same games again, a test of them will not end.
const PATIENCE_WITH_REPEATS: u64 = 64;

/// What a match needs from outside.
#[derive(Clone, Copy)]
pub struct Outside<'a> {
    pub host: &'a Arc<dyn Host>,
    pub follower: &'a dyn Follower,
    pub keeper: &'a dyn Keeper,
}

pub fn run<R: Ruleset>(
    rules: &R,
    settings: &Settings,
    kinds: &[AgentKind<R::State>],
    openings: Option<&str>,
    request: &Request,
    outside: Outside<'_>,
) -> Result<Report, Fault> {
    let Outside { host, follower, keeper } = outside;
    let players = rules.players();
    check(R::NAME, R::STAKES, players, request)?;
    let hall = Hall::new(rules, kinds, openings, request, keeper.wants_moves(), host)?;
    let deals = request.games.div_ceil(players as u64);
    tracing::info!(game = R::NAME, deals, seed = request.seed, "arena");
    let play = |(number, seed): (usize, u64), metering: Metering| -> Result<Games, Fault> {
        if let Some(games) = keeper.recall(number) {
            follower.done(games.len() as u64);
            return Ok(games);
        }
        let games = hall.play(number, seed, metering)?;
        keeper.played(Deal { number, seed, games: &games })?;
        follower.done(games.len() as u64);
        Ok(games)
    };
    let mut totals = Totals::new(request, hall.openings.len(), one_start(rules));
    totals.play_all(deals as usize, &mut Seeds::new(R::seeds, request.seed), &play, outside)?;
    Ok(totals.report(&Header {
        game: R::NAME,
        stakes: R::STAKES,
        settings: view::settings_json(settings),
        limit: limit::text(&request.limits.unwrap_or_default()),
        players,
    }))
}

/// Everything that is needed to play any deal of a match.
struct Hall<'a, R: Ruleset> {
    rules: &'a R,
    openings: Vec<Opening<R::State>>,
    field: Field<'a, R>,
    /// Whether games should come with their moves.
    moves: bool,
}

/// Plays a deal, given by its place and its seed, once for every rotation of the agents.
type PlayDeal<'a> = &'a (dyn Fn((usize, u64), Metering) -> Result<Games, Fault> + Sync);

/// Plays deals in parallel, taken one after the other: whenever it is stopped, what was played is at the beginning.
fn in_order(
    range: Range<usize>,
    host: &Arc<dyn Host>,
    deal: impl Fn(usize) -> Result<Option<Games>, Fault> + Sync,
) -> Result<Vec<Option<Games>>, Fault> {
    let (began, mut next) = (host.wall(), range.start);
    let pieces = std::iter::from_fn(|| {
        let from = next;
        let taken = (from - range.start) as f64;
        let took = host.wall().saturating_sub(began).as_secs_f64();
        let fitting = if took > 0.0 { taken / took * PIECE_TIME.as_secs_f64() } else { 0.0 };
        next = range.end.min(from + (fitting as usize).clamp(1, PIECE));
        (from < next).then_some(from..next)
    });
    let played = |piece: Range<usize>| {
        let start = piece.start;
        piece.map(&deal).collect::<Result<Vec<_>, Fault>>().map(|deals| (start, deals))
    };
    let mut pieces: Vec<(usize, Vec<Option<Games>>)> =
        pieces.par_bridge().map(played).collect::<Result<_, _>>()?;
    pieces.sort_unstable_by_key(|(start, _)| *start);
    Ok(pieces.into_iter().flat_map(|(_, deals)| deals).collect())
}

/// The seeds of a match's deals, made as they are needed: a test that has no end in sight would have too
/// many.
struct Seeds {
    make: fn(u64, usize) -> Vec<u64>,
    of: u64,
    made: Vec<u64>,
}

impl Seeds {
    fn new(make: fn(u64, usize) -> Vec<u64>, of: u64) -> Seeds {
        Seeds { make, of, made: Vec::new() }
    }

    /// The first `count` of them, at least.
    fn first(&mut self, count: usize) -> &[u64] {
        if self.made.len() < count {
            self.made = (self.make)(self.of, count.max(2 * self.made.len()));
        }
        &self.made
    }
}

/// Whether all games begin in the same position, judged by a few of them.
pub(crate) fn one_start<R: Ruleset>(rules: &R) -> bool {
    const LOOKED_AT: usize = 8;
    let start = |seed: u64| {
        let state = rules.start(seed);
        Player::all(rules.players()).map(|p| state.seen(p)).collect::<Vec<_>>()
    };
    let first = start(0);
    R::seeds(1, LOOKED_AT).into_iter().all(|seed| start(seed) == first)
}

/// The openings of this match: as many as were asked for, drawn from the game's list by the match's seed.
fn chosen_openings<R: Ruleset>(
    rules: &R,
    list: Option<&str>,
    request: &Request,
) -> Result<Vec<Opening<R::State>>, Fault> {
    let Some(wanted) = request.openings else { return Ok(Vec::new()) };
    let game = R::NAME;
    let list = list.ok_or_else(|| {
        Fault::bad_option(
            format!("{game} has no list of openings: its deals or boards differ by themselves"),
            format!("{game} には開始局面の一覧がありません。配りや盤が毎回異なります"),
        )
    })?;
    let mut lines: Vec<&str> = list.lines().collect();
    let most = lines.len();
    if !(1..=most).contains(&wanted) {
        return Err(Fault::new(
            FaultKind::Limit,
            format!("{wanted} openings: {game} has 1 to {most}"),
            format!("開始局面 {wanted}: {game} では1から{most}までにしてください"),
        ));
    }
    // A stream of its own: deals are split from the same seed by their numbers.
    const OPENINGS: u64 = 0x0BE2_1A65_0F3C_77D1;
    Rng::new(request.seed).split(OPENINGS).shuffle(&mut lines);
    let opening = |line: &&str| {
        let words = rules.split_moves(line);
        let moves = words.iter().map(|word| rules.parse_action(word)).collect::<Result<_, _>>()?;
        Ok(Opening { moves, is_seen: true })
    };
    lines.iter().take(wanted).map(opening).collect()
}

fn check(game: &str, stakes: Stakes, players: usize, request: &Request) -> Result<(), Fault> {
    if players < 2 {
        return Err(Fault::bad_option(
            format!("{game} is a one-player game: a suite measures it, not a match"),
            format!("{game} は一人用です。対戦ではなくスイートで測ってください"),
        ));
    }
    let given = request.agents.len();
    if given != players {
        let names = vec!["best"; players].join(" ");
        return Err(Fault::bad_option(
            format!("{game} has {players} seats; agents named: {given}; expected, for example, {names:?}"),
            format!("{game} は{players}席ですが、エージェントが{given}個です。例: {names:?}"),
        ));
    }
    if !(1..=MOST_GAMES).contains(&request.games) {
        let games = request.games;
        return Err(Fault::new(
            FaultKind::Limit,
            format!("{games} games: expected 1 to {MOST_GAMES}"),
            format!("対局数 {games}: 1から{MOST_GAMES}までにしてください"),
        ));
    }
    request.sprt.map_or(Ok(()), |test| test.check_match(players, stakes))
}

/// What a report says beside its figures.
struct Header {
    game: &'static str,
    stakes: Stakes,
    settings: serde_json::Value,
    limit: String,
    players: usize,
}

/// Deals that were played, one after another from a place in the match; `None` where it was stopped.
struct Block {
    from: usize,
    seeds: Vec<u64>,
    deals: Vec<Option<Games>>,
}

/// Everything that is added up over a match.
struct Totals<'a> {
    request: &'a Request,
    /// How many openings there are; 0 for the game's own starts.
    openings: usize,
    sums: Vec<Sum>,
    signature: Signature,
    games: u64,
    deals: u64,
    repeats: Repeats,
    test: Option<sprt::Running>,
    interrupted: bool,
}

impl<'a> Totals<'a> {
    fn new(request: &'a Request, openings: usize, one_start: bool) -> Totals<'a> {
        Totals {
            request,
            openings,
            sums: report::sums(request),
            signature: Signature::default(),
            games: 0,
            deals: 0,
            repeats: Repeats::new(one_start),
            test: request.sprt.map(sprt::Running::new),
            interrupted: false,
        }
    }

    /// Plays deals in parallel, and adds them up in order, until there are no more, the test has decided, or
    /// the outside says stop.
    fn play_all(
        &mut self,
        deals: usize,
        seeds: &mut Seeds,
        play: PlayDeal<'_>,
        Outside { follower, keeper, host }: Outside<'_>,
    ) -> Result<(), Fault> {
        // A test of openings takes each of them once: a second time would be no new observation.
        let most = match (&self.test, self.openings) {
            (Some(_), openings @ 1..) => deals.min(openings),
            _ => deals,
        };
        let mut from = 0;
        let mut size = self.first_block(keeper);
        let mut waiting: Option<Block> = None;
        // All deals that were begun have smaller numbers.
        let begun = AtomicUsize::new(0);
        while from < most {
            let range = from..most.min(from + size);
            let seeds = &seeds.first(range.end)[range.clone()];
            let deal = |number: usize| {
                // What was played before counts, also when there is no more time. A deal in front of one that was
                // begun is played all the same: without it those behind it would not count.
                if follower.is_stopped() && number >= begun.load(Ordering::Relaxed) {
                    return Ok(keeper.recall(number));
                }
                begun.fetch_max(number + 1, Ordering::Relaxed);
                play((number, seeds[number - from]), driver::metering(number)).map(Some)
            };
            let began = host.wall();
            let play = || in_order(range.clone(), host, deal);
            // A block is added up while the next one is played; a test must have seen it before, and what is kept
            // is kept at once.
            let (ended, played) = match waiting.take() {
                Some(block) => rayon::join(|| self.add_block(block, keeper), play),
                None => (Ok(false), play()),
            };
            if ended? {
                return Ok(());
            }
            let block = Block { from, seeds: seeds.to_vec(), deals: played? };
            from = range.end;
            let took = host.wall().saturating_sub(began);
            size = self.next_block(from, size, took, keeper);
            if self.test.is_none() && size == BLOCK {
                waiting = Some(block);
            } else if self.add_block(block, keeper)? {
                return Ok(());
            }
            if let Some(test) = &self.test {
                follower.ratio(&test.outcome());
            }
        }
        waiting.map_or(Ok(()), |block| self.add_block(block, keeper).map(|_| ()))
    }

    /// Adds up deals in order; whether the match ends with them.
    fn add_block(&mut self, block: Block, keeper: &dyn Keeper) -> Result<bool, Fault> {
        let Block { from, seeds, deals } = block;
        for ((number, seed), games) in (from..).zip(seeds).zip(deals) {
            let Some(games) = games else {
                self.interrupted = true;
                return Ok(true);
            };
            keeper.counted(Deal { number, seed, games: &games })?;
            if self.add(number, &games) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Short at first where the match may stop any time, or is kept.
    fn first_block(&self, keeper: &dyn Keeper) -> usize {
        match (&self.test, keeper.wants_moves()) {
            (Some(_), _) => FIRST_BLOCK,
            (None, true) => LEAST_KEPT * rayon::current_num_threads(),
            (None, false) => BLOCK,
        }
    }

    /// The size of the next block, after so many deals and a last one that took so long.
    fn next_block(&self, played: usize, last: usize, took: Duration, keeper: &dyn Keeper) -> usize {
        match (&self.test, keeper.wants_moves()) {
            (Some(_), _) => (played / 4).clamp(FIRST_BLOCK, BLOCK),
            (None, true) => {
                let next = match took {
                    short if 2 * short < KEPT_EVERY => 2 * last,
                    long if long > KEPT_EVERY => last / 2,
                    _ => last,
                };
                next.clamp(LEAST_KEPT * rayon::current_num_threads(), BLOCK)
            }
            (None, false) => BLOCK,
        }
    }

    /// Takes the games of one deal; whether the match ends with it.
    fn add(&mut self, number: usize, games: &[Game]) -> bool {
        let opening = (self.openings > 0).then(|| number % self.openings);
        for game in games {
            self.signature.add_signature(game.signature);
        }
        self.games += games.len() as u64;
        self.deals += 1;
        let names: BySeat<u64> = games.iter().map(|game| game.signature.number()).collect();
        self.repeats.add(&names, opening, games.iter().any(|game| game.luck));
        for sum in &mut self.sums {
            sum.add(self.request, games, opening);
        }
        let Some(test) = &mut self.test else { return false };
        let shares = report::first_agents_share(self.request, games);
        let decided = test.add(match test.measure() {
            sprt::Measure::Payoff => shares.payoff,
            sprt::Measure::Elo | sprt::Measure::Win => shares.won,
        });
        if self.repeats.alike() {
            return self.deals >= PATIENCE_WITH_REPEATS;
        }
        decided
    }
}

#[cfg(test)]
mod tests;

//! Parts of a match: a range of its deals, played anywhere, and joined to the report of the whole.
//!
//! What happens in a deal depends on the request and on the deal's number and on nothing else, so that ranges can
//! be played by other processes and machines, in any order, and again where one was lost. Joined, they are added
//! up deal by deal by the same code that adds up a match played here: the report is the same to the bit, except
//! for CPU times, however the match was cut.

use super::{Deal, Game, Games, Hall, Keeper, Report, Request, check};
use crate::driver;
use crate::follow::Follower;
use crate::host::Host;
use crate::kind::AgentKind;
use crate::stats::Signature;
use crate::{Fault, FaultKind, Table};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use yomi_core::Ruleset;

/// Deals of a match, one after another from a place in it.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// The number of the first one.
    pub from: usize,
    /// As many as there are seats.
    pub players: usize,
    pub deals: Vec<PartDeal>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct PartDeal {
    pub seed: u64,
    /// One for each rotation of the agents.
    pub games: Games,
}

impl Part {
    pub fn games(&self) -> u64 {
        self.deals.iter().map(|deal| deal.games.len() as u64).sum()
    }

    /// The same without what differs from machine to machine: CPU times. Two plays of a range must be equal.
    #[must_use]
    pub fn without_times(&self) -> Part {
        let mut part = self.clone();
        let games = part.deals.iter_mut().flat_map(|deal| &mut deal.games);
        games.flat_map(|game| &mut game.seats).for_each(|seat| seat.cpu = Default::default());
        part
    }

    /// A hash of all that must be the same when a range is played again.
    pub fn digest(&self) -> Signature {
        let mut digest = Signature::default();
        digest.add_bytes(self.without_times().pack());
        digest
    }
}

/// How many deals a match has: each is played once for every rotation of the agents. A sequential test may end
/// sooner, and takes every opening once.
pub fn deals(request: &Request, players: usize) -> usize {
    let deals = request.games.div_ceil(players.max(1) as u64) as usize;
    match (request.sprt, request.openings) {
        (Some(_), Some(openings @ 1..)) => deals.min(openings),
        _ => deals,
    }
}

/// Plays a range of the deals of a match, in this thread. When stopped it gives what it has.
pub fn play<R: Ruleset>(
    rules: &R,
    kinds: &[AgentKind<R::State>],
    openings: Option<&str>,
    request: &Request,
    (range, moves): (Range<usize>, bool),
    (host, follower): (&Arc<dyn Host>, &dyn Follower),
) -> Result<Part, Fault> {
    let players = rules.players();
    check(R::NAME, R::STAKES, players, request)?;
    check_range(&range, deals(request, players))?;
    let hall = Hall::new(rules, kinds, openings, request, moves, host)?;
    let seeds = R::seeds(request.seed, range.end).split_off(range.start);
    let mut part = Part { from: range.start, players, deals: Vec::with_capacity(range.len()) };
    for (number, seed) in range.zip(seeds) {
        if follower.is_stopped() {
            break;
        }
        let games = hall.play(number, seed, driver::metering(number))?;
        follower.done(games.len() as u64);
        part.deals.push(PartDeal { seed, games });
    }
    Ok(part)
}

fn check_range(range: &Range<usize>, deals: usize) -> Result<(), Fault> {
    let Range { start, end } = *range;
    if start < end && end <= deals {
        return Ok(());
    }
    Err(Fault::new(
        FaultKind::Limit,
        format!("deals {start}..{end}: expected a range that is not empty within 0..{deals}"),
        format!("配り {start}..{end}: 0..{deals} の中の空でない範囲にしてください"),
    ))
}

/// Parts of one match, packed; each is opened when its deals are added up.
pub struct Parts {
    players: usize,
    slots: Mutex<BTreeMap<usize, Slot>>,
}

/// A part that waits.
struct Slot {
    deals: usize,
    content: Content,
}

enum Content {
    Packed(Vec<u8>),
    /// With those deals that were not yet asked for.
    Open(Vec<Option<PartDeal>>, usize),
}

impl Parts {
    /// Takes parts in any order. Those that cannot be of one match with this many seats are refused.
    pub fn new(players: usize, packed: impl IntoIterator<Item = Vec<u8>>) -> Result<Parts, Fault> {
        let mut slots = BTreeMap::new();
        for bytes in packed {
            // Opened once to see that it is whole; kept packed, which takes a tenth of the memory.
            let part = Part::unpack(&bytes)?;
            if part.players != players {
                return Err(another_match(part.players, players));
            }
            let slot = Slot { deals: part.deals.len(), content: Content::Packed(bytes) };
            if slots.insert(part.from, slot).is_some() {
                return Err(twice(part.from));
            }
        }
        let mut end = 0;
        for (&from, slot) in &slots {
            if from < end {
                return Err(twice(from));
            }
            end = from + slot.deals;
        }
        Ok(Parts { players, slots: Mutex::new(slots) })
    }

    /// Takes a deal out.
    pub fn take(&self, number: usize) -> Option<PartDeal> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let (&from, slot) = slots.range_mut(..=number).next_back()?;
        if let Content::Packed(bytes) = &slot.content {
            let part = Part::unpack(bytes).ok()?;
            let left = part.deals.len();
            slot.content = Content::Open(part.deals.into_iter().map(Some).collect(), left);
        }
        let Content::Open(deals, left) = &mut slot.content else { return None };
        let deal = deals.get_mut(number - from)?.take()?;
        *left -= 1;
        if *left == 0 {
            slots.remove(&from);
        }
        Some(deal)
    }

    /// Takes all deals out, by their numbers.
    pub fn take_all(&self) -> BTreeMap<usize, Games> {
        let slots = std::mem::take(&mut *self.slots.lock().unwrap_or_else(PoisonError::into_inner));
        let deals = |(from, slot): (usize, Slot)| {
            let deals = match slot.content {
                Content::Packed(bytes) => {
                    Part::unpack(&bytes).map_or(Vec::new(), |part| part.deals.into_iter().map(Some).collect())
                }
                Content::Open(deals, _) => deals,
            };
            (from..).zip(deals).filter_map(|(number, deal)| Some((number, deal?.games)))
        };
        slots.into_iter().flat_map(deals).collect()
    }

    /// Joins the parts, which are all that is needed: nothing is played. Where a deal is missing the report is
    /// marked as interrupted, and ends there.
    pub fn join(&self, table: &dyn Table, request: &Request, keeper: &dyn Keeper) -> Result<Report, Fault> {
        if self.players != table.players() {
            return Err(another_match(self.players, table.players()));
        }
        table.arena_kept(request, &Nothing, &Joining { parts: self, keeper })
    }
}

fn another_match(players: usize, expected: usize) -> Fault {
    Fault::bad_view(
        format!("a part of a match with {players} seats; expected one with {expected}"),
        format!("{players}席の対戦の一部です。{expected}席のものが必要です"),
    )
}

fn twice(from: usize) -> Fault {
    Fault::bad_view(
        format!("deal {from} is in two parts; expected ranges without common deals"),
        format!("配り {from} が二つの部分にあります。範囲が重ならないようにしてください"),
    )
}

/// Stopped from the start: only what is recalled counts.
struct Nothing;

impl Follower for Nothing {
    fn is_stopped(&self) -> bool {
        true
    }
}

struct Joining<'a> {
    parts: &'a Parts,
    keeper: &'a dyn Keeper,
}

impl Keeper for Joining<'_> {
    fn wants_moves(&self) -> bool {
        self.keeper.wants_moves()
    }

    fn recall(&self, number: usize) -> Option<Games> {
        self.parts.take(number).map(|deal| deal.games)
    }

    fn counted(&self, deal: Deal<'_>) -> Result<(), Fault> {
        self.keeper.counted(deal)
    }
}

/// Whether a request gives the same games every time: not with a limit in time, nor with programs.
pub fn is_repeatable(request: &Request) -> bool {
    let timed = |limits: Option<yomi_core::Limits>| limits.is_some_and(|limits| limits.time.is_some());
    request
        .agents
        .iter()
        .all(|agent| !timed(agent.limits.or(request.limits)) && !crate::exec::is_program(&agent.text))
}

impl<'a, R: Ruleset> Hall<'a, R> {
    /// Makes every agent and reads the openings, so that a bad option is found before the first game.
    pub(super) fn new(
        rules: &'a R,
        kinds: &[AgentKind<R::State>],
        openings: Option<&str>,
        request: &Request,
        moves: bool,
        host: &Arc<dyn Host>,
    ) -> Result<Self, Fault> {
        let openings = super::chosen_openings(rules, openings, request)?;
        let field = driver::Field::new(rules, kinds, &request.agents, request.limits, request.seed, host)?;
        Ok(Hall { rules, openings, field, moves })
    }

    /// Plays a deal, given by its place and its seed, once for every rotation of the agents.
    pub(super) fn play(&self, number: usize, seed: u64, metering: driver::Metering) -> Result<Games, Fault> {
        let opening = (!self.openings.is_empty()).then(|| &self.openings[number % self.openings.len()]);
        let played = self.field.play_deal_from(seed, opening, metering)?;
        let game = |p: driver::Played<R::State>| {
            let moves: u64 = p.seats.iter().map(|seat| seat.moves).sum();
            Game {
                luck: moves as usize + opening.map_or(0, |o| o.moves.len()) < p.game.played().len(),
                moves: match self.moves {
                    true => crate::record::written(self.rules, seed, p.game.played()),
                    false => Vec::new(),
                },
                seats: p.seats,
                agents: p.agents,
                signature: p.signature,
                metering: p.metering,
                forfeits: p.forfeits,
            }
        };
        Ok(played.into_iter().map(game).collect())
    }
}

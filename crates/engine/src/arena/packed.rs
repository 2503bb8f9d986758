//! Parts as bytes, to be sent: about a dozen for a game. What games have in common, who sat where and what it
//! paid, is written once; the rest is the signature and a few small numbers.

use super::part::{Part, PartDeal};
use super::{Game, Games};
use crate::driver::{BySeat, Metering, SeatResult};
use crate::record::Forfeit;
use crate::stats::Signature;
use crate::{Fault, Sentence};
use rustc_hash::FxHashMap;
use std::time::Duration;

/// The beginning of every part, with the version of the format.
const MAGIC: &[u8; 4] = b"YPT1";
/// A part with more has been damaged.
const MOST: u64 = 1 << 32;

/// What many games have in common.
#[derive(PartialEq, Eq, Hash)]
struct Outcome {
    agents: Vec<u64>,
    payoffs: Vec<u64>,
    forfeited: Vec<bool>,
    luck: bool,
    metered: bool,
    forfeits: Vec<(u64, String, String)>,
}

impl Outcome {
    fn of(game: &Game) -> Outcome {
        let forfeit = |f: &Forfeit| (f.seat as u64, f.why.en.clone(), f.why.ja.clone());
        Outcome {
            agents: game.agents.iter().map(|&agent| agent as u64).collect(),
            payoffs: game.seats.iter().map(|seat| seat.payoff.to_bits()).collect(),
            forfeited: game.seats.iter().map(|seat| seat.forfeited).collect(),
            luck: game.luck,
            metered: game.metering == Metering::On,
            forfeits: game.forfeits.iter().map(forfeit).collect(),
        }
    }

    fn write(&self, to: &mut Writer) {
        self.agents.iter().for_each(|&agent| to.number(agent));
        self.payoffs.iter().for_each(|&payoff| to.whole(payoff));
        self.forfeited.iter().for_each(|&is| to.number(is.into()));
        to.number(u64::from(self.luck) | u64::from(self.metered) << 1);
        to.number(self.forfeits.len() as u64);
        for (seat, en, ja) in &self.forfeits {
            to.number(*seat);
            to.text(en);
            to.text(ja);
        }
    }

    fn read(from: &mut Reader<'_>, players: usize) -> Option<Outcome> {
        let below = |number: u64| (number < players as u64).then_some(number);
        let agents = (0..players).map(|_| from.number().and_then(below)).collect::<Option<_>>()?;
        let payoffs = (0..players).map(|_| from.whole()).collect::<Option<_>>()?;
        let forfeited = (0..players).map(|_| from.number().map(|is| is == 1)).collect::<Option<_>>()?;
        let flags = from.number()?;
        let forfeit =
            |from: &mut Reader<'_>| Some((from.number().and_then(below)?, from.text()?, from.text()?));
        let forfeits = (0..from.count()?).map(|_| forfeit(from)).collect::<Option<_>>()?;
        Some(Outcome { agents, payoffs, forfeited, luck: flags & 1 == 1, metered: flags & 2 == 2, forfeits })
    }

    /// A game that came out so.
    fn game(&self, signature: Signature, counts: Vec<(u64, u64)>, moves: Vec<String>) -> Game {
        let seat = |(place, (moves, cpu)): (usize, (u64, u64))| SeatResult {
            payoff: f64::from_bits(self.payoffs[place]),
            cpu: Duration::from_nanos(cpu),
            moves,
            forfeited: self.forfeited[place],
        };
        let forfeit = |(seat, en, ja): &(u64, String, String)| Forfeit {
            seat: *seat as usize,
            why: Sentence::new(en.clone(), ja.clone()),
        };
        Game {
            seats: counts.into_iter().enumerate().map(seat).collect::<BySeat<_>>(),
            agents: self.agents.iter().map(|&agent| agent as usize).collect(),
            signature,
            metering: if self.metered { Metering::On } else { Metering::Off },
            luck: self.luck,
            forfeits: self.forfeits.iter().map(forfeit).collect(),
            moves,
        }
    }
}

/// Numbers values in the order in which they come.
fn numbered<T: std::hash::Hash + Eq>(known: &mut FxHashMap<T, u64>, value: T) -> u64 {
    let next = known.len() as u64;
    *known.entry(value).or_insert(next)
}

/// The values by their numbers.
fn listed<T>(known: FxHashMap<T, u64>) -> Vec<T> {
    let mut list: Vec<(T, u64)> = known.into_iter().collect();
    list.sort_unstable_by_key(|(_, number)| *number);
    list.into_iter().map(|(value, _)| value).collect()
}

impl Part {
    pub fn pack(&self) -> Vec<u8> {
        let (mut outcomes, mut texts) = (FxHashMap::default(), FxHashMap::default());
        let mut body = Writer::default();
        for PartDeal { seed, games } in &self.deals {
            body.whole(*seed);
            for game in games {
                body.number(numbered(&mut outcomes, Outcome::of(game)));
                body.whole(game.signature.number());
                for seat in &game.seats {
                    body.number(seat.moves);
                    if game.metering == Metering::On {
                        body.number(u64::try_from(seat.cpu.as_nanos()).unwrap_or(u64::MAX));
                    }
                }
                body.number(game.moves.len() as u64);
                game.moves.iter().for_each(|text| body.number(numbered(&mut texts, text.as_str())));
            }
        }
        let mut all = Writer(MAGIC.to_vec());
        [self.from, self.players, self.deals.len()].into_iter().for_each(|n| all.number(n as u64));
        all.number(outcomes.len() as u64);
        listed(outcomes).iter().for_each(|outcome| outcome.write(&mut all));
        all.number(texts.len() as u64);
        listed(texts).iter().for_each(|text| all.text(text));
        all.0.extend(body.0);
        all.0
    }

    /// Reads what `pack` wrote.
    pub fn unpack(bytes: &[u8]) -> Result<Part, Fault> {
        unpacked(bytes).ok_or_else(|| {
            Fault::bad_view(
                "this is not a part of a match, or it is damaged; expected what a worker of this version sent",
                "対戦の一部ではないか、壊れています。同じ版のワーカーが送ったものが必要です",
            )
        })
    }
}

fn unpacked(bytes: &[u8]) -> Option<Part> {
    let mut from = Reader(bytes.strip_prefix(MAGIC)?);
    let (first, players, deals) = (from.number()?, from.number()?, from.count()?);
    // Seats beyond this many are in no game; larger numbers come from damage.
    if !(1..=64).contains(&players) || first > MOST {
        return None;
    }
    let players = players as usize;
    let outcomes = (0..from.count()?).map(|_| Outcome::read(&mut from, players));
    let outcomes = outcomes.collect::<Option<Vec<_>>>()?;
    let texts = (0..from.count()?).map(|_| from.text()).collect::<Option<Vec<_>>>()?;
    let game = |from: &mut Reader<'_>| {
        let outcome = outcomes.get(usize::try_from(from.number()?).ok()?)?;
        let signature = Signature::of_number(from.whole()?);
        let count =
            |from: &mut Reader<'_>| Some((from.number()?, if outcome.metered { from.number()? } else { 0 }));
        let counts = (0..players).map(|_| count(from)).collect::<Option<Vec<_>>>()?;
        let text = |from: &mut Reader<'_>| texts.get(usize::try_from(from.number()?).ok()?).cloned();
        let moves = (0..from.count()?).map(|_| text(from)).collect::<Option<Vec<_>>>()?;
        Some(outcome.game(signature, counts, moves))
    };
    let deal = |from: &mut Reader<'_>| {
        let seed = from.whole()?;
        let games = (0..players).map(|_| game(from)).collect::<Option<Games>>()?;
        Some(PartDeal { seed, games })
    };
    let deals = (0..deals).map(|_| deal(&mut from)).collect::<Option<Vec<_>>>()?;
    from.0.is_empty().then_some(Part { from: first as usize, players, deals })
}

#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    /// Seven bits a byte, the lowest first.
    fn number(&mut self, mut number: u64) {
        while number >= 128 {
            self.0.push(number as u8 | 128);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn whole(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.extend(text.as_bytes());
    }
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = *self.bytes(1)?.first()?;
            number |= u64::from(byte & 127).checked_shl(shift)?;
            if byte < 128 {
                return Some(number);
            }
        }
        None
    }

    /// Of things that take at least a byte each: more than there are bytes left is damage.
    fn count(&mut self) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        (count <= self.0.len()).then_some(count)
    }

    fn whole(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.bytes(8)?.try_into().ok()?))
    }

    fn text(&mut self) -> Option<String> {
        let length = self.count()?;
        String::from_utf8(self.bytes(length)?.to_vec()).ok()
    }
}

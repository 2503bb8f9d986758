//! Does an agent peek? The same view and the same luck of its own, while what is hidden is dealt anew: an
//! honest player decides the same.
//!
//! Games are played by the agent on all seats. At every decision with a choice it is asked twice, by fresh
//! copies that know nothing of each other: once in the game as it is, and once in a game that looks the same to
//! its seat, with other hidden cards and other luck to come. If the move or any number behind it differs, both
//! are asked again. An agent that then differs from itself is unsteady, and nothing can be said; one that is
//! true to each of its two answers knows what it cannot see.
//!
//! The two games differ, which is checked: a comparison in which nothing hidden could be changed does not count.

mod planted;
mod sight;

pub use sight::{Measure, Sight};

use crate::agent::AgentText;
use crate::fault::FaultKind;
use crate::follow::Follower;
use crate::host::CpuClock;
use crate::kind::{self, Mind, Prepared};
use crate::matches::Match;
use crate::parallel;
use crate::playable::{Playable, StateOf};
use crate::table::Shared;
use crate::wire::VERSION;
use crate::{Fault, limit, view};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::hash::Hasher;
use std::sync::atomic::AtomicBool;
use yomi_core::ruleset::ActionOf;
use yomi_core::{Decision, Hidden, Limits, Luck, Player, Rng, Ruleset, Run, Scripted, State};

#[derive(Clone, Debug)]
pub struct Request {
    pub agent: AgentText,
    /// Decisions to compare, at least.
    pub positions: u64,
    pub seed: u64,
    /// Iterations or nodes: time is never the same twice.
    pub limits: Option<Limits>,
    /// Games against a player that sees everything, to find out what sight would bring; 0 for none.
    pub sight_games: u64,
    /// For the tests of the audit itself: in place of the agent, one that peeks in one of so many decisions.
    #[doc(hidden)]
    pub planted: Option<u32>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Report {
    pub version: u32,
    pub game: String,
    pub settings: Value,
    pub agent: String,
    pub seed: u64,
    pub limit: String,
    pub games: u64,
    /// Decisions that were compared.
    pub positions: u64,
    /// Decisions that came out differently when what is hidden was changed.
    pub peeks: u64,
    /// Those of them in which the move was another.
    pub moves_changed: u64,
    /// Decisions that came out differently although nothing was changed.
    pub unsteady: u64,
    pub verdict: Verdict,
    /// The first few peeks.
    pub examples: Vec<Example>,
    /// How likely a peek now and then would have been missed.
    pub missed: Vec<Missed>,
    /// Whether the agent is a program: it gets nothing but views.
    pub program: bool,
    /// What sight would bring; `null` if it was not asked for, or stopped.
    pub sight: Option<Sight>,
    /// It was stopped from outside: this is as far as it came.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub interrupted: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Verdict {
    /// Nothing changed.
    Clean,
    /// What it cannot see changed what it decided.
    Peeks,
    /// It does not decide the same twice, so that nothing can be said.
    Unsteady,
}

/// A decision that changed with what is hidden.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Example {
    /// The seed of the deal.
    pub deal: u64,
    /// Counted from 1.
    pub turn: usize,
    pub seat: usize,
    #[serde(rename = "move")]
    pub chosen: String,
    /// What it plays when what is hidden is different; the same where only the numbers behind it changed.
    pub otherwise: String,
}

/// If one of so many decisions were a peek, all of them would have been missed with this probability.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Missed {
    pub one_in: u64,
    pub probability: f64,
}

pub const MOST_POSITIONS: u64 = 10_000_000;
/// What an agent thinks with when nothing else is said: whether it peeks does not depend on how long it
/// thinks, and every decision is made at least twice.
pub const DEFAULT_LIMITS: Limits = Limits::iterations(100);
/// Games that are played at the same time, for each thread. Those beyond the last one that is needed are
/// thrown away, so that the answer does not depend on it.
const GAMES_PER_THREAD: usize = 1;
/// Games without any decision to compare after which it is given up.
const MOST_EMPTY: usize = 1000;
/// Moves whose consequences tell one truth from another.
const LOOKED_AT: usize = 4;
/// Other truths that are tried before it is given up to find one that differs.
const TRIES: u32 = 12;
/// How often both sides of a difference are asked again.
const AGAIN: usize = 2;
const MOST_EXAMPLES: usize = 5;

/// Sums over games.
#[derive(Default)]
struct Found {
    positions: u64,
    peeks: u64,
    moves_changed: u64,
    unsteady: u64,
    examples: Vec<Example>,
}

impl Found {
    fn add(&mut self, other: Found) {
        self.positions += other.positions;
        self.peeks += other.peeks;
        self.moves_changed += other.moves_changed;
        self.unsteady += other.unsteady;
        self.examples.extend(other.examples);
        self.examples.truncate(MOST_EXAMPLES);
    }

    /// A program gets views and nothing else: where it decides otherwise it is not the hidden cards that it saw.
    fn of_a_program(self) -> Found {
        let unsteady = self.unsteady + self.peeks;
        Found { peeks: 0, moves_changed: 0, unsteady, examples: Vec::new(), ..self }
    }

    fn verdict(&self) -> Verdict {
        match (self.peeks, self.unsteady) {
            (0, 0) => Verdict::Clean,
            (0, _) => Verdict::Unsteady,
            _ => Verdict::Peeks,
        }
    }
}

pub(crate) fn run<P: Playable>(
    table: &Shared<P>,
    request: &Request,
    follower: &dyn Follower,
) -> Result<Report, Fault> {
    let traits = P::traits();
    if !traits.hidden && !traits.simultaneous {
        return Err(nothing_hidden(P::Rules::NAME));
    }
    let limits = request.limits.unwrap_or(DEFAULT_LIMITS);
    check(&request.agent, &limits, request.positions)?;
    let agent = match request.planted {
        None => table.prepare(&request.agent, Some(limits))?,
        Some(one_in) => {
            let kinds = [planted::kind::<StateOf<P>>(one_in)];
            kind::prepare(&kinds, &AgentText::parse(kinds[0].info.name)?, Some(limits), &table.host)?
        }
    };
    let audit = Audit { table, agent: &agent, seed: request.seed };
    let mut found = Found::default();
    let (mut games, mut interrupted) = (0, false);
    let block = GAMES_PER_THREAD * rayon::current_num_threads();
    while found.positions < request.positions && !interrupted {
        let seeds = P::Rules::seeds(request.seed, games + block);
        let game = |at: usize| match follower.is_stopped() {
            true => Ok(None),
            false => {
                let found = audit.play(seeds[games + at])?;
                follower.done(found.positions);
                Ok(Some(found))
            }
        };
        let played = parallel::each(block, &game)?;
        for game in played {
            match game {
                Some(game) if found.positions < request.positions => {
                    found.add(game);
                    games += 1;
                }
                Some(_) => {}
                None => interrupted = true,
            }
        }
        if found.positions == 0 && games > MOST_EMPTY {
            return Err(nothing_to_compare(P::Rules::NAME));
        }
    }
    let mut sight = None;
    if request.sight_games > 0 && !interrupted {
        sight = sight::measure(table, request, limits, request.sight_games, follower)?;
        interrupted = sight.is_none();
    }
    let info = table.kinds.iter().find(|kind| kind.info.name == request.agent.name);
    let program = info.is_some_and(|kind| kind.info.is_program());
    let found = if program { found.of_a_program() } else { found };
    Ok(Report {
        version: VERSION,
        game: P::Rules::NAME.into(),
        settings: view::settings_json(&table.settings),
        agent: request.agent.text.clone(),
        seed: request.seed,
        limit: limit::text(&agent.limits),
        games: games as u64,
        positions: found.positions,
        peeks: found.peeks,
        moves_changed: found.moves_changed,
        unsteady: found.unsteady,
        verdict: found.verdict(),
        missed: [100, 1000, 10_000].map(|one_in| missed(one_in, found.positions)).to_vec(),
        examples: found.examples,
        program,
        sight,
        interrupted,
    })
}

/// The probability that none of these positions is one of the peeks.
fn missed(one_in: u64, positions: u64) -> Missed {
    let honest = libm::log1p(-1.0 / one_in as f64);
    Missed { one_in, probability: libm::exp(positions as f64 * honest) }
}

fn check(agent: &AgentText, limits: &Limits, positions: u64) -> Result<(), Fault> {
    if [Some(*limits), agent.limits].into_iter().flatten().any(|limits| limits.time.is_some()) {
        return Err(Fault::bad_option(
            "limit: an audit compares decisions, and with a time limit they are never the same; expected, for example, 200it",
            "limit: 監査は判断を比べるので、時間の制限は使えません。例: 200it",
        ));
    }
    if !(1..=MOST_POSITIONS).contains(&positions) {
        return Err(Fault::new(
            FaultKind::Limit,
            format!("{positions} positions: expected 1 to {MOST_POSITIONS}"),
            format!("局面の数 {positions}: 1から{MOST_POSITIONS}までにしてください"),
        ));
    }
    Ok(())
}

fn nothing_hidden(game: &str) -> Fault {
    Fault::bad_option(
        format!("{game} hides nothing, so that there is nothing to peek at"),
        format!("{game} に隠れた情報はないので、のぞき見を調べられません"),
    )
}

fn nothing_to_compare(game: &str) -> Fault {
    Fault::bad_option(
        format!("{game}: with these settings no decision has a choice and something hidden"),
        format!("{game}: この設定では、選択肢と隠れた情報のある局面がありません"),
    )
}

struct Audit<'a, P: Playable> {
    table: &'a Shared<P>,
    agent: &'a Prepared<StateOf<P>>,
    seed: u64,
}

type Truth<P> = Scripted<StateOf<P>>;

impl<P: Playable> Audit<'_, P> {
    /// Plays one game, and compares every decision with a choice.
    fn play(&self, deal: u64) -> Result<Found, Fault> {
        let mut game = Match::new(self.table.rules.start(deal), self.table.rules.luck(deal));
        let luck = Rng::new(self.seed).split(deal);
        let mut found = Found::default();
        let mut turn = 0;
        while let Some(seat) = game.next() {
            turn += 1;
            let own = luck.split(game.played().len() as u64);
            let truth = game.scripted();
            let decision = self.decide(&game, seat, &truth, &own)?;
            if decision.candidates.len() > 1
                && let Some(twin) = self.another(&game, seat, &truth, &mut own.split(1))
            {
                let otherwise = self.decide(&game, seat, &twin, &own)?;
                found.positions += 1;
                if otherwise != decision {
                    let steady = self.is_steady(&game, seat, &truth, &own, &decision)?
                        && self.is_steady(&game, seat, &twin, &own, &otherwise)?;
                    self.note(&mut found, steady, [&decision, &otherwise], (deal, turn, seat));
                }
            }
            game.submit(seat, decision.action)?;
        }
        Ok(found)
    }

    fn note(
        &self,
        found: &mut Found,
        steady: bool,
        [decision, otherwise]: [&Decision<ActionOf<P::Rules>>; 2],
        (deal, turn, seat): (u64, usize, Player),
    ) {
        if !steady {
            found.unsteady += 1;
            return;
        }
        found.peeks += 1;
        found.moves_changed += u64::from(decision.action != otherwise.action);
        let text = |decision: &Decision<_>| self.table.text(decision.action);
        let (chosen, otherwise) = (text(decision), text(otherwise));
        found.examples.push(Example { deal, turn, seat: seat.index(), chosen, otherwise });
        found.examples.truncate(MOST_EXAMPLES);
    }

    /// What a fresh copy of the agent decides, if this is the truth.
    fn decide(
        &self,
        game: &Match<StateOf<P>>,
        seat: Player,
        truth: &Truth<P>,
        luck: &Rng,
    ) -> Result<Decision<ActionOf<P::Rules>>, Fault> {
        let mut agent = self.agent.seat();
        let (clock, stop) = (CpuClock(self.table.host.clone()), AtomicBool::new(false));
        let mut run = Run::new(agent.limits, &clock, &stop);
        let mut rng = luck.clone();
        let decision = match &mut agent.mind {
            Mind::Honest(search) => search.decide(game.view(seat), &mut run, &mut rng)?,
            Mind::Seeing(search) => search.decide(truth, &mut run, &mut rng),
        };
        agent.mind.failure().map_or(Ok(decision), |failure| Err(failure.into()))
    }

    fn is_steady(
        &self,
        game: &Match<StateOf<P>>,
        seat: Player,
        truth: &Truth<P>,
        luck: &Rng,
        decision: &Decision<ActionOf<P::Rules>>,
    ) -> Result<bool, Fault> {
        for _ in 0..AGAIN {
            if self.decide(game, seat, truth, luck)? != *decision {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A game that this seat cannot tell from the true one, and that is another; `None` if none was found.
    fn another(
        &self,
        game: &Match<StateOf<P>>,
        seat: Player,
        truth: &Truth<P>,
        rng: &mut Rng,
    ) -> Option<Truth<P>> {
        let view = game.view(seat);
        let name = fingerprint(truth);
        (0..TRIES).find_map(|_| {
            let state = P::another_truth(view, truth.state(), rng);
            let state = state.unwrap_or_else(|| truth.state().clone());
            assert!(state.seen(seat) == view.now, "another truth looks the same to the seat");
            let twin = Scripted::from_luck(state, Luck::new(rng.next_u64()));
            (fingerprint(&twin) != name).then_some(twin)
        })
    }
}

/// A hash of what all seats see now, and after each of a few moves with the luck that follows it: truths with
/// different ones are different.
fn fingerprint<S: Hidden>(truth: &Scripted<S>) -> u64 {
    let mut hash = rustc_hash::FxHasher::default();
    let mut add = |truth: &Scripted<S>| {
        for seat in Player::all(truth.players()) {
            hash.write(crate::position::to_json(&truth.seen(seat)).to_string().as_bytes());
        }
    };
    add(truth);
    for action in truth.actions().into_iter().take(LOOKED_AT) {
        let mut after = truth.clone();
        after.apply(action);
        add(&after);
    }
    hash.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_be_missed_is_that_of_independent_decisions() {
        let close = |one_in, positions, expected: f64| {
            let found = missed(one_in, positions).probability;
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        };
        close(100, 1, 0.99);
        close(2, 10, 1.0 / 1024.0);
        close(1000, 10_000, 0.999f64.powi(10_000));
    }
}

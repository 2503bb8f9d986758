//! Agents playing games to their end: what arena, suite and statistics have in common.
//!
//! A deal is played once for every rotation of the agents over the seats, always with the same luck, so that
//! good cards and the first move fall to every agent equally. What an agent does depends on the seeds and the
//! deal alone, never on which thread plays it.

use crate::agent::AgentText;
use crate::fault::FaultKind;
use crate::host::{CpuClock, Host};
use crate::kind::{self, Agent, AgentKind, Mind, Prepared};
use crate::matches::Match;
use crate::record::Forfeit;
use crate::stats::Signature;
use crate::{Fault, exec};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use yomi_core::ruleset::ActionOf;
use yomi_core::{Clock, Decision, Evidence, Failure, Limits, Rng, Ruleset, Run, Sentence, State, ViewOf};

/// Deals whose games are kept until all of them are played, and then added up in order: many for every
/// thread, few to keep. A multiple of [`METERED`].
pub const BLOCK: usize = 4096;
/// Reading the CPU clock costs about as much as a fast agent's move, so that a match reads it in one deal of
/// this many.
pub const METERED: usize = 8;
/// From this deal on the sample is large enough to be thinned.
const METERED_WELL: usize = 4096;

/// Whether the deal at this place of a match is metered.
pub fn metering(number: usize) -> Metering {
    const LATER: usize = 16 * METERED;
    let every = if number < METERED_WELL { METERED } else { LATER };
    if number.is_multiple_of(every) { Metering::On } else { Metering::Off }
}

/// Something of every seat. Games of a block are added up by another thread than played them: what they keep
/// is not on the heap, at least for two, where freeing it would make the threads wait for each other.
pub type BySeat<T> = SmallVec<[T; 2]>;

/// What one seat got and what it cost.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct SeatResult {
    pub payoff: f64,
    /// CPU time of its decisions, where metered.
    #[serde(with = "nanoseconds", rename = "cpu_ns")]
    pub cpu: Duration,
    pub moves: u64,
    /// Its player could not go on: the game counts as lost, whatever the cards say.
    pub forfeited: bool,
}

/// What a game pays when players of these seats could not go on: they get the least there is, and the others
/// share what they would have had. Between two players that is a lost game.
fn forfeit(payoffs: &mut [f64], failed: &[bool], least: f64) {
    let lost = |(payoff, &failed): (&f64, &bool)| if failed { payoff - least } else { 0.0 };
    let lost: f64 = payoffs.iter().zip(failed).map(lost).sum();
    let others = failed.iter().filter(|&&failed| !failed).count() as f64;
    for (payoff, &failed) in payoffs.iter_mut().zip(failed) {
        *payoff = if failed { least } else { *payoff + lost / others };
    }
}

/// What a game pays that these seats lost by failing, where its moves end with one that would have paid
/// `paid`.
pub(crate) fn paid_after(forfeits: &[Forfeit], paid: &[f64], least: f64) -> Vec<f64> {
    let mut payoffs = paid.to_vec();
    let failed = |seat: usize| forfeits.iter().any(|forfeit| forfeit.seat == seat);
    forfeit(&mut payoffs, &(0..paid.len()).map(failed).collect::<Vec<_>>(), least);
    payoffs
}

/// Whether a record of an earlier version, which does not say who failed, says what is paid for a game that
/// programs among its agents lost by failing.
pub(crate) fn lost_by_failing(agents: &[String], said: &[f64], paid: &[f64], least: f64) -> bool {
    let programs: Vec<usize> = (0..agents.len()).filter(|&seat| exec::is_program(&agents[seat])).collect();
    // Every choice of them is tried.
    (1..1u32 << programs.len()).any(|choice| {
        let mut failed = vec![false; agents.len()];
        programs.iter().enumerate().for_each(|(i, &seat)| failed[seat] = choice >> i & 1 == 1);
        let mut payoffs = paid.to_vec();
        forfeit(&mut payoffs, &failed, least);
        payoffs == said
    })
}

mod nanoseconds {
    use serde::{Deserialize, Deserializer, Serializer};
    use std::time::Duration;

    pub fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        u64::deserialize(deserializer).map(Duration::from_nanos)
    }
}

/// A game that was played.
pub struct Played<S: yomi_core::Hidden> {
    pub seats: BySeat<SeatResult>,
    /// Which of the agents sat where, by seat.
    pub agents: BySeat<usize>,
    /// Of all moves of the players.
    pub signature: Signature,
    pub metering: Metering,
    /// Seats whose player could not go on, and why.
    pub forfeits: Vec<Forfeit>,
    /// The game at its end.
    pub game: Match<S>,
}

/// Moves that are made before the agents play.
#[derive(Clone, Debug)]
pub struct Opening<S: yomi_core::State> {
    pub moves: Vec<S::Action>,
    /// Whether players know how the position came about; otherwise the game begins with it.
    pub is_seen: bool,
}

fn over_already() -> Fault {
    Fault::new(
        FaultKind::IllegalMove,
        "the game is over before the end of the opening",
        "定跡の途中で対局が終わっています",
    )
}

/// Whether to read the CPU clock at every move; for a fast agent that costs about as much as the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Metering {
    On,
    Off,
}

/// A decision in a game.
pub struct Watched<'a, R: Ruleset> {
    /// The index of the game within the deal, and of the agent.
    pub game: usize,
    pub agent: usize,
    pub view: &'a ViewOf<R::State>,
    pub decision: &'a Decision<ActionOf<R>>,
    /// What the search saw, if that was wanted and it tells.
    pub evidence: Option<&'a (dyn Any + Send)>,
}

/// Every decision is reported to it. It cannot change anything.
pub type Watch<'w, R> = &'w mut dyn FnMut(&Watched<'_, R>);

/// Texts of actions that came before: in games with few different ones most come again.
struct Texts<R: Ruleset> {
    known: Vec<(ActionOf<R>, String)>,
}

impl<R: Ruleset> Default for Texts<R> {
    fn default() -> Self {
        Texts { known: Vec::with_capacity(Self::MOST) }
    }
}

impl<R: Ruleset> Texts<R> {
    /// Looking through more would take as long as writing one.
    const MOST: usize = 8;

    fn sign(&mut self, rules: &R, action: ActionOf<R>, signature: &mut Signature) {
        if let Some((_, text)) = self.known.iter().find(|(known, _)| *known == action) {
            return signature.add(text);
        }
        let text = rules.action_text(action);
        signature.add(&text);
        if self.known.len() < Self::MOST {
            self.known.push((action, text));
        }
    }
}

/// The agents of a match, made once, and the games they can play.
pub struct Field<'a, R: Ruleset> {
    rules: &'a R,
    agents: Vec<Prepared<R::State>>,
    seed: u64,
    /// CPU time of the thread that plays.
    clock: CpuClock,
    /// Of which agents it is wanted to know what their searches saw.
    evidence: fn(usize) -> bool,
    /// Games of a deal, each with the agents moved on by a seat.
    rotations: usize,
}

impl<'a, R: Ruleset> Field<'a, R> {
    /// Makes every agent, so that a bad option is found before the first game.
    pub fn new(
        rules: &'a R,
        kinds: &[AgentKind<R::State>],
        agents: &[AgentText],
        limits: Option<Limits>,
        seed: u64,
        host: &Arc<dyn Host>,
    ) -> Result<Self, Fault> {
        let prepare = |typed: &AgentText| kind::prepare(kinds, typed, limits, host);
        let agents: Vec<_> = agents.iter().map(prepare).collect::<Result<_, _>>()?;
        let rotations = agents.len();
        Ok(Field { rules, agents, seed, clock: CpuClock(host.clone()), evidence: |_| false, rotations })
    }

    /// With what the searches of these agents saw.
    #[must_use]
    pub fn with_evidence(self, evidence: fn(usize) -> bool) -> Self {
        Field { evidence, ..self }
    }

    /// With one game for each deal: where all agents are the same there is nothing to rotate.
    #[must_use]
    pub fn without_rotations(self) -> Self {
        Field { rotations: 1, ..self }
    }

    pub fn agents(&self) -> &[Prepared<R::State>] {
        &self.agents
    }

    /// Plays a deal once, with the agents in their order.
    pub fn play_once(&self, deal: u64, metering: Metering) -> Result<Played<R::State>, Fault> {
        let luck = Rng::new(self.seed).split(deal).split(0);
        self.play((deal, None), 0, &luck, metering, &mut Texts::default(), None)
    }

    /// Plays a deal once for every rotation of the agents over the seats.
    pub fn play_deal(&self, deal: u64, metering: Metering) -> Result<Vec<Played<R::State>>, Fault> {
        self.play_deal_from(deal, None, metering)
    }

    /// The same, after the moves of an opening.
    pub fn play_deal_from(
        &self,
        deal: u64,
        opening: Option<&Opening<R::State>>,
        metering: Metering,
    ) -> Result<Vec<Played<R::State>>, Fault> {
        self.play_rotations(deal, opening, metering, None)
    }

    /// The same; every decision is reported to `watch`.
    pub fn play_deal_watched(
        &self,
        deal: u64,
        opening: Option<&Opening<R::State>>,
        metering: Metering,
        watch: Watch<'_, R>,
    ) -> Result<Vec<Played<R::State>>, Fault> {
        self.play_rotations(deal, opening, metering, Some(watch))
    }

    fn play_rotations(
        &self,
        deal: u64,
        opening: Option<&Opening<R::State>>,
        metering: Metering,
        mut watch: Option<Watch<'_, R>>,
    ) -> Result<Vec<Played<R::State>>, Fault> {
        let players = self.agents.len();
        let luck = Rng::new(self.seed).split(deal);
        let mut texts = Texts::default();
        // Alone at the table there is nothing to rotate.
        let rotations = (0..self.rotations).map(|rotation| {
            let (rotation, rng) = match players {
                1 => (0, luck.clone()),
                _ => (rotation, luck.split(rotation as u64)),
            };
            let watch = watch.as_mut().map(|watch| &mut **watch as _);
            self.play((deal, opening), rotation, &rng, metering, &mut texts, watch)
        });
        rotations.collect()
    }

    /// Plays one game. Time limits are CPU time of this thread. `rng` is for the agents; each move gets its
    /// own stream.
    fn play(
        &self,
        (deal, opening): (u64, Option<&Opening<R::State>>),
        rotation: usize,
        rng: &Rng,
        metering: Metering,
        texts: &mut Texts<R>,
        mut watch: Option<Watch<'_, R>>,
    ) -> Result<Played<R::State>, Fault> {
        let players = self.agents.len();
        let agents: BySeat<usize> = (0..players).map(|seat| (seat + rotation) % players).collect();
        let mut seated: Vec<Agent<R::State>> = agents.iter().map(|&a| self.agents[a].seat()).collect();
        let (mut start, mut signature) = (self.rules.start(deal), Signature::default());
        for &action in opening.iter().filter(|opening| !opening.is_seen).flat_map(|opening| &opening.moves) {
            texts.sign(self.rules, action, &mut signature);
            start.play(action)?;
        }
        let mut game = Match::new(start, self.rules.luck(deal));
        for &action in opening.iter().filter(|opening| opening.is_seen).flat_map(|opening| &opening.moves) {
            let seat = game.next().ok_or_else(over_already)?;
            texts.sign(self.rules, action, &mut signature);
            game.submit(seat, action)?;
        }
        let mut seats: BySeat<SeatResult> = SmallVec::from_elem(SeatResult::default(), players);
        let (clock, stop) = (&self.clock, AtomicBool::new(false));
        while let Some(seat) = game.next() {
            let (agent, result) = (&mut seated[seat.index()], &mut seats[seat.index()]);
            let began = (metering == Metering::On).then(|| clock.now());
            let mut run = Run::new(agent.limits, clock, &stop);
            let mut evidence: Option<Evidence> = None;
            run.evidence = (self.evidence)(agents[seat.index()]).then_some(&mut evidence);
            let mut own_rng = rng.split(game.played().len() as u64);
            let (mut decision, view) = (None, game.view(seat));
            let action = match (&mut agent.mind, &watch) {
                (Mind::Honest(search), None) => search.decide_move(view, &mut run, &mut own_rng)?,
                (Mind::Honest(search), Some(_)) => {
                    decision.insert(search.decide(view, &mut run, &mut own_rng)?).action
                }
                (Mind::Seeing(search), _) => {
                    decision.insert(search.decide(&game.scripted(), &mut run, &mut own_rng)).action
                }
            };
            if let Some(began) = began {
                result.cpu += clock.now() - began;
            }
            result.moves += 1;
            if let (Some(watch), Some(decision)) = (&mut watch, &decision) {
                watch(&Watched {
                    game: rotation,
                    agent: agents[seat.index()],
                    view: game.view(seat),
                    decision,
                    evidence: evidence.as_deref(),
                });
            }
            texts.sign(self.rules, action, &mut signature);
            game.submit(seat, action)?;
        }
        let (mut payoffs, mut forfeits) = (game.payoffs(), Vec::new());
        for (seat, agent) in seated.iter().enumerate() {
            match agent.mind.failure() {
                Some(failure) if failure.for_good => return Err(failure.into()),
                Some(Failure { en, ja, .. }) => {
                    seats[seat].forfeited = true;
                    forfeits.push(Forfeit { seat, why: Sentence::new(en, ja) });
                }
                None => {}
            }
        }
        if !forfeits.is_empty() {
            let failed: Vec<bool> = seats.iter().map(|seat| seat.forfeited).collect();
            forfeit(&mut payoffs, &failed, self.rules.start(deal).payoff_bounds().0);
        }
        let shown: Vec<f64> = payoffs.iter().map(|&payoff| R::STAKES.shown(payoff)).collect();
        seated.iter_mut().for_each(|agent| agent.mind.over(&shown));
        for (result, payoff) in seats.iter_mut().zip(payoffs) {
            result.payoff = payoff;
        }
        Ok(Played { seats, agents, signature, metering, forfeits, game })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_cannot_go_on_has_lost() {
        let paid = |payoffs: &[f64], forfeited: &[bool], least: f64| {
            let mut payoffs = payoffs.to_vec();
            forfeit(&mut payoffs, forfeited, least);
            payoffs
        };
        assert_eq!(paid(&[1.0, 0.0], &[true, false], 0.0), [0.0, 1.0]);
        assert_eq!(paid(&[-1.0, 1.0], &[true, false], -2.0), [-2.0, 2.0]);
        assert_eq!(paid(&[0.0, 1.0, 0.0], &[false, true, false], 0.0), [0.5, 0.0, 0.5]);
        assert_eq!(paid(&[0.5, 0.5], &[true, true], 0.0), [0.0, 0.0]);
        assert_eq!(paid(&[120.0], &[true], 0.0), [0.0]);
    }

    #[test]
    fn a_record_may_say_that_a_program_failed() {
        let said = |agents: [&str; 3], said: [f64; 3]| {
            lost_by_failing(&agents.map(String::from), &said, &[0.0, 1.0, 0.0], 0.0)
        };
        let one = ["random", "exec(cmd=x)", "random"];
        assert!(said(one, [0.5, 0.0, 0.5]));
        assert!(!said(one, [1.0, 0.0, 0.0]) && !said(one, [0.0, 1.0, 0.0]));
        assert!(!said(["random", "executor", "exec(cmd=x)"], [0.5, 0.0, 0.5]));
        let two = ["exec(cmd=x)", "exec(cmd=y)", "random"];
        assert!(said(two, [0.0, 0.0, 1.0]) && said(two, [0.5, 0.0, 0.5]));
        assert!(!said(["random"; 3], [0.5, 0.0, 0.5]));
    }
}

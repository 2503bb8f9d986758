//! Whether a position is a puzzle, and how hard: cheap questions first.

use super::make::recipe;
use super::wire::{LEVELS, Natural, Puzzle};
use super::{Recipe, Request};
use crate::agent::AgentText;
use crate::host::WallClock;
use crate::kind::{Agent, Mind, Prepared};
use crate::playable::{Playable, StateOf};
use crate::position::Seen;
use crate::review::Edges;
use crate::review::searched::quarter;
use crate::review::weigh::{ByDecision, Choice, HOPELESS, Weighed, Weigher, Weight, range};
use crate::stats::{Signature, Z95};
use crate::table::{Shared, agents_luck};
use crate::view::{self, Written};
use crate::{Fault, Stop};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use yomi_core::ruleset::ActionOf;
use yomi_core::{Bound, Candidate, Decision, Limits, Rng, Ruleset, Run, Stakes, ViewOf};

/// The best move is this many standard errors ahead of every other one.
pub const ERRORS_AHEAD: f64 = 3.0;
/// The share of a mixed strategy from which on a move counts as its answer.
const NEARLY_ALWAYS: f64 = 0.95;
/// Each of the weaker players answers this often, with other luck.
const ANSWERS: u64 = 4;
/// What advice is asked of.
const BEST: &str = "best";
/// Sampled values of fewer tries may agree by luck.
const LEAST_TRIES: u64 = 100;

/// A choice that suggests itself: as it is written, and the move.
type Tempting<P> = (Natural, ActionOf<<P as Playable>::Rules>);

/// Which puzzles are still wanted.
pub(super) struct Wanted {
    pub levels: Vec<u8>,
    /// Answers that enough puzzles have.
    pub known: Vec<String>,
}

/// A position that may be a puzzle.
pub(super) struct Position<P: Playable> {
    pub view: ViewOf<StateOf<P>>,
    /// What was played there, where that counts as natural.
    pub played: Option<Tempting<P>>,
}

/// A clearly best move, weighed.
struct Clear<A> {
    second: A,
    value: f64,
    lead: f64,
    lead_se: f64,
    bound: Bound,
    worlds: u64,
}

/// A puzzle weighed again, in the game's unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Again {
    /// How far the best move is ahead of the nearest other one, negative where it is behind, and the standard
    /// error of that.
    pub lead: f64,
    pub lead_se: f64,
    /// Whether it is clearly best by the rule that puzzles are made by.
    pub clear: bool,
    /// Whether the recommended agent gives it, and with four times its limit knows of no other move that is as good.
    pub advised: bool,
}

pub(super) struct Examiner<'a, P: Playable> {
    table: &'a Arc<Shared<P>>,
    recipe: &'static Recipe,
    natural: Vec<Prepared<StateOf<P>>>,
    weaker: Vec<Prepared<StateOf<P>>>,
    best: Prepared<StateOf<P>>,
    /// What `best` stops at where nothing is said.
    usual: Limits,
    limits: Option<Limits>,
    stop: Stop,
}

impl<'a, P: Playable> Examiner<'a, P> {
    pub fn new(
        table: &'a Arc<Shared<P>>,
        recipe: &'static Recipe,
        request: &Request,
    ) -> Result<Examiner<'a, P>, Fault> {
        let prepare = |text: &&str| table.prepare(&AgentText::parse(text)?, None);
        Ok(Examiner {
            table,
            recipe,
            natural: recipe.natural.iter().map(prepare).collect::<Result<_, Fault>>()?,
            weaker: recipe.weaker.iter().map(prepare).collect::<Result<_, Fault>>()?,
            best: prepare(&BEST)?,
            usual: (table.kinds.iter().find(|kind| kind.info.name == BEST))
                .map_or_else(Limits::default, |kind| kind.info.default_limits),
            limits: request.limits.or(recipe.limits),
            stop: request.stop.clone(),
        })
    }

    /// What an agent plays from a view.
    pub fn decide(
        &self,
        agent: &mut Agent<StateOf<P>>,
        view: &ViewOf<StateOf<P>>,
        rng: &mut Rng,
    ) -> Result<ActionOf<P::Rules>, Fault> {
        Ok(self.decision(agent, view, rng)?.action)
    }

    fn decision(
        &self,
        agent: &mut Agent<StateOf<P>>,
        view: &ViewOf<StateOf<P>>,
        rng: &mut Rng,
    ) -> Result<Decision<ActionOf<P::Rules>>, Fault> {
        let Mind::Honest(search) = &mut agent.mind else { unreachable!("recipes name honest agents") };
        let clock = WallClock::start(&self.table.host);
        let mut run = Run::new(agent.limits, &clock, self.stop.flag());
        run.halt = Some(self.stop.handle());
        Ok(search.decide(view, &mut run, rng)?)
    }

    /// The puzzle that a position is, if it is one that is wanted.
    pub fn examine(
        &self,
        position: &Position<P>,
        wanted: &Wanted,
        luck: &Rng,
    ) -> Result<Option<Puzzle>, Fault> {
        let view = &position.view;
        if view.legal::<StateOf<P>>().len() < 2 || !P::puzzling(view) {
            return Ok(None);
        }
        let tempting = self.tempting(position, luck)?;
        // 1. A natural choice is wrong, by a quick look.
        let Some(best) = self.better(view, &tempting, luck)? else { return Ok(None) };
        if wanted.known.contains(&self.table.text(best)) {
            return Ok(None);
        }
        let missing = tempting.into_iter().filter(|(_, action)| *action != best);
        let natural: Vec<Natural> = missing.map(|(natural, _)| natural).collect();
        // 2. The other move is clearly best.
        let limits = self.limits();
        if self.clear(view, best, limits, &luck.split(2))?.is_none() {
            return Ok(None);
        }
        // 3. It is of a level that is wanted.
        let missed = self.missed(view, best, &luck.split(3))?;
        let level = level_of(missed);
        if !wanted.levels.contains(&level) {
            return Ok(None);
        }
        // 4. It is still clearly best with four times the budget and other luck.
        let deeper = self.weigher().deeper(&limits);
        let Some(clear) = self.clear(view, best, deeper, &luck.split(4))? else { return Ok(None) };
        // 5. What explains the answer agrees with it. What was weighed while it was told to stop says nothing.
        if self.is_advised(view, best, clear.bound)? && !self.stop.is_stopped() {
            return Ok(Some(self.puzzle(view, best, &clear, (level, missed), natural)));
        }
        Ok(None)
    }

    /// The natural choices.
    fn tempting(&self, position: &Position<P>, luck: &Rng) -> Result<Vec<Tempting<P>>, Fault> {
        let mut all: Vec<_> = position.played.clone().into_iter().collect();
        for (at, prepared) in self.natural.iter().enumerate() {
            let mut rng = luck.split(100 + at as u64);
            let action = self.decide(&mut prepared.seat(), &position.view, &mut rng)?;
            all.push((Natural { who: prepared.text.clone(), text: self.table.text(action) }, action));
        }
        Ok(all)
    }

    fn range(&self) -> f64 {
        range(&self.table.rules.start(0))
    }

    /// The best move by a quick look, where the first natural choice is an inaccuracy or worse.
    fn better(
        &self,
        view: &ViewOf<StateOf<P>>,
        tempting: &[Tempting<P>],
        luck: &Rng,
    ) -> Result<Option<ActionOf<P::Rules>>, Fault> {
        let Some(&(_, played)) = tempting.first() else { return Ok(None) };
        let edges = Edges::of(P::Rules::STAKES);
        let settled = |lost: f64, se: f64| edges.is_settled(shown::<P>(lost), shown::<P>(se));
        let choice = Choice { view, played, settled: &settled, hopeless: HOPELESS, range: self.range() };
        let limits = quarter(&self.limits());
        let weighed = self.run(|weigher, run| weigher.weigh(&choice, run, &mut luck.split(1)), limits)?;
        let best = weighed.best();
        let is_wrong = edges.mark(shown::<P>(best.lead), shown::<P>(best.lead_se)).is_wrong();
        Ok((best.action != played && is_wrong).then_some(best.action))
    }

    /// How a move stands before all others, where it is clearly best.
    fn clear(
        &self,
        view: &ViewOf<StateOf<P>>,
        best: ActionOf<P::Rules>,
        limits: Limits,
        luck: &Rng,
    ) -> Result<Option<Clear<ActionOf<P::Rules>>>, Fault> {
        let weighed = self.against(view, best, limits, luck)?;
        let proven = weighed.moves.iter().all(|weight| weight.bound == Bound::Proven);
        let is_clear = (proven || !self.recipe.proven) && weighed.moves[1..].iter().all(is_behind::<P>);
        let (Some(own), Some(second)) = (weighed.played(), weighed.nearest()) else { return Ok(None) };
        Ok(is_clear.then(|| Clear {
            second: second.action,
            value: own.value,
            lead: -second.lead,
            lead_se: second.lead_se,
            bound: own.bound,
            worlds: weighed.worlds,
        }))
    }

    fn against(
        &self,
        view: &ViewOf<StateOf<P>>,
        best: ActionOf<P::Rules>,
        limits: Limits,
        luck: &Rng,
    ) -> Result<Weighed<ActionOf<P::Rules>>, Fault> {
        // All moves in all worlds: what is dropped at the first sign of being behind would look worse than it is.
        let choice =
            Choice { view, played: best, settled: &|_, _| false, hopeless: None, range: self.range() };
        self.run(|weigher, run| weigher.weigh_against(&choice, run, &mut luck.clone()), limits)
    }

    /// Answers of weaker players that miss the best move, and how many there are.
    fn missed(
        &self,
        view: &ViewOf<StateOf<P>>,
        best: ActionOf<P::Rules>,
        luck: &Rng,
    ) -> Result<[u32; 2], Fault> {
        let mut missed = [0, 0];
        for (at, prepared) in (0..).zip(&self.weaker) {
            for answer in 0..ANSWERS {
                let mut rng = luck.split(at).split(answer);
                let action = self.decide(&mut prepared.seat(), view, &mut rng)?;
                missed[0] += u32::from(action != best);
                missed[1] += 1;
            }
        }
        Ok(missed)
    }

    /// Whether the recommended agent gives it, and with four times its limit still does and knows of no other move that is
    /// as good. What is proven needs nobody's agreement.
    fn is_advised(
        &self,
        view: &ViewOf<StateOf<P>>,
        best: ActionOf<P::Rules>,
        bound: Bound,
    ) -> Result<bool, Fault> {
        if bound == Bound::Proven {
            return Ok(true);
        }
        // With the luck of advice, so that it says the same when it is asked for.
        let mut agent = self.best.seat();
        if !gives(&self.decision(&mut agent, view, &mut agents_luck(0))?, best) {
            return Ok(false);
        }
        let mut deeper = self.best.seat();
        deeper.limits = Limits { memory: deeper.limits.memory, ..self.weigher().deeper(&self.usual) };
        let decision = self.decision(&mut deeper, view, &mut agents_luck(0))?;
        Ok(gives(&decision, best) && !has_equal(&decision, best, P::Rules::STAKES))
    }

    fn weigher(&self) -> Box<dyn Weigher<StateOf<P>> + '_> {
        P::weigher(&self.table.rules).unwrap_or_else(|| Box::new(ByDecision(&self.best)))
    }

    fn limits(&self) -> Limits {
        self.limits.unwrap_or_default().or(self.weigher().default_limits())
    }

    fn run<T>(
        &self,
        weigh: impl FnOnce(
            &mut dyn Weigher<StateOf<P>>,
            &mut Run<'_, ActionOf<P::Rules>>,
        ) -> Result<T, yomi_core::Contradiction>,
        limits: Limits,
    ) -> Result<T, Fault> {
        let clock = WallClock::start(&self.table.host);
        let mut run = Run::new(limits, &clock, self.stop.flag());
        run.halt = Some(self.stop.handle());
        Ok(weigh(&mut *self.weigher(), &mut run)?)
    }

    fn puzzle(
        &self,
        view: &ViewOf<StateOf<P>>,
        best: ActionOf<P::Rules>,
        clear: &Clear<ActionOf<P::Rules>>,
        (level, missed): (u8, [u32; 2]),
        natural: Vec<Natural>,
    ) -> Puzzle {
        let view = written(&Seen { table: self.table.clone(), view: view.clone() });
        let mut id = Signature::default();
        id.add(&Value::Object(view.clone()).to_string());
        Puzzle {
            id: id.text(),
            level,
            missed,
            best: self.table.text(best),
            second: self.table.text(clear.second),
            value: rounded(shown::<P>(clear.value)),
            lead: rounded(shown::<P>(clear.lead)),
            lead_se: rounded(shown::<P>(clear.lead_se)),
            bound: clear.bound.into(),
            worlds: clear.worlds,
            natural,
            view,
        }
    }
}

/// Weighs the best move of a puzzle again, with other luck.
pub(crate) fn again<P: Playable>(table: &Arc<Shared<P>>, puzzle: &Puzzle, seed: u64) -> Result<Again, Fault> {
    let recipe = recipe::<P>()?;
    let request = Request {
        count: 1,
        seed,
        source: super::Source::Own,
        limits: None,
        most_games: 0,
        command: String::new(),
        stop: Stop::default(),
    };
    let examiner = Examiner::new(table, recipe, &request)?;
    let seen = view::read(table, &puzzle.view)?;
    let best = table.rules.parse_action(&puzzle.best)?;
    let weighed = examiner.against(&seen.view, best, examiner.limits(), &Rng::new(seed))?;
    let clear = weighed.moves[1..].iter().all(is_behind::<P>);
    let (lead, lead_se) = weighed.nearest().map_or((0.0, 0.0), |weight| (-weight.lead, weight.lead_se));
    let advised = examiner.is_advised(&seen.view, best, weighed.moves[0].bound)?;
    Ok(Again { lead: shown::<P>(lead), lead_se: shown::<P>(lead_se), clear, advised })
}

fn shown<P: Playable>(payoff: f64) -> f64 {
    P::Rules::STAKES.shown(payoff)
}

/// Whether a move is clearly behind: by three errors, and by what an inaccuracy loses.
fn is_behind<P: Playable>(weight: &Weight<ActionOf<P::Rules>>) -> bool {
    let (behind, se) = (shown::<P>(-weight.lead), shown::<P>(weight.lead_se));
    weight.visits > 0 && behind >= ERRORS_AHEAD * se && behind >= Edges::of(P::Rules::STAKES).inaccuracy
}

/// Whether a decision gives this move. A move that is drawn is one of several that are equally good, unless it is nearly
/// always drawn.
fn gives<A: Copy + Eq>(decision: &Decision<A>, best: A) -> bool {
    let share = decision.candidates.iter().find(|c| c.action == best).and_then(|c| c.share);
    match decision.choice {
        yomi_core::Choice::Drawn => share.is_some_and(|share| share >= NEARLY_ALWAYS),
        _ => decision.action == best,
    }
}

/// Whether another move is as good beyond doubt: less than an inaccuracy behind even if the difference is off by its 95%
/// margin. The agent's own values count and not chances against a company, which tell hardly any moves apart where a game is
/// nearly won or lost.
fn has_equal<A: Copy + Eq>(decision: &Decision<A>, best: A, stakes: Stakes) -> bool {
    let Some(own) = decision.candidates.iter().find(|c| c.action == best) else { return false };
    let is_known = |other: &Candidate<A>| match other.bound {
        Bound::Sampled => other.visits >= LEAST_TRIES,
        Bound::Judged | Bound::Exact | Bound::Proven => other.visits > 0,
        _ => false,
    };
    let is_equal = |other: &Candidate<A>| {
        let (lead, margin) = (own.mean - other.mean, Z95 * own.se.hypot(other.se));
        stakes.shown(lead + margin) < Edges::of(stakes).inaccuracy
    };
    let mut others = decision.candidates.iter().filter(|other| other.action != best);
    others.any(|other| other.bound == own.bound && is_known(other) && is_equal(other))
}

/// From the share of weaker players' answers that miss: a fifth of the scale per level.
fn level_of([missed, answers]: [u32; 2]) -> u8 {
    let part = u32::from(LEVELS) * missed / answers.max(1);
    (1 + part as u8).min(LEVELS)
}

/// What a file keeps of a value.
fn rounded(value: f64) -> f64 {
    (1e6 * value).round() / 1e6
}

/// What is needed to read a view again.
fn written<P: Playable>(seen: &Seen<P>) -> Map<String, Value> {
    let start = match seen.table.rules.common_start(seen.view.seat) {
        Some(_) => None,
        None => Some(("start", seen.start_json())),
    };
    let keys = [("seat", json!(seen.view.seat)), ("history", json!(seen.history()))];
    keys.into_iter().chain(start).map(|(key, value)| (key.to_string(), value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_fifths_of_the_answers_that_miss() {
        let levels = [0, 3, 4, 7, 8, 12, 15, 16, 20].map(|missed| level_of([missed, 20]));
        assert_eq!(levels, [1, 1, 2, 2, 3, 4, 4, 5, 5]);
    }

    /// A search of two moves, the first of which is best.
    fn decision(best: Candidate<u8>, other: Candidate<u8>) -> Decision<u8> {
        Decision {
            candidates: vec![best, other],
            ..Decision::immediate(yomi_core::Basis::Sampled, 0, [0, 1])
        }
    }

    #[test]
    fn another_move_is_as_good_where_no_error_makes_it_an_inaccuracy() {
        let has_equal = |visits, mean, se| {
            let other = Candidate::sampled(1, visits, mean, se);
            has_equal(&decision(Candidate::sampled(0, 9_000, 0.5, 0.003), other), 0, Stakes::Win)
        };
        assert!(has_equal(5_000, 0.49, 0.003), "one percentage point behind, give or take one");
        assert!(has_equal(5_000, 0.56, 0.003), "it is better");
        assert!(!has_equal(5_000, 0.45, 0.003), "five behind");
        assert!(!has_equal(5_000, 0.50, 0.020), "it may be four behind");
        assert!(!has_equal(3, 0.50, 0.0), "three tries that came out alike");
        // What is computed needs no samples.
        let computed = |mean| {
            let [own, other] = [(0, -7.0), (1, mean)]
                .map(|(action, mean)| Candidate::computed(action, 1, mean, Bound::Judged));
            super::has_equal(&decision(own, other), 0, Stakes::Chips)
        };
        assert!(computed(-7.01) && !computed(-9.0));
    }

    #[test]
    fn a_move_that_is_drawn_must_be_drawn_nearly_always() {
        let drawn = |share| {
            let own = Candidate { share: Some(share), ..Candidate::computed(0, 1, 1.0, Bound::Judged) };
            let other =
                Candidate { share: Some(1.0 - share), ..Candidate::computed(1, 1, 1.0, Bound::Judged) };
            gives(&Decision { choice: yomi_core::Choice::Drawn, ..decision(own, other) }, 0)
        };
        assert!(drawn(0.99) && !drawn(0.6));
        let other = Candidate::sampled(1, 9, 0.5, 0.1);
        assert!(!gives(&decision(Candidate::sampled(0, 9, 0.4, 0.1), other), 1));
    }
}

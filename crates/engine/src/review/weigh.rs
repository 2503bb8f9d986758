//! What every move of a decision was worth, given what could be known.
//!
//! A [`Weigher`] gets a view and never the truth. Where something is hidden it plays all moves on in the same
//! worlds with the same luck ([`InWorlds`]); where all is seen it searches behind every move ([`EachMove`]); for
//! games that bring neither, the recommended agent's own values count.

use crate::kind::{Mind, Prepared};
use yomi_core::{
    Bound, Candidate, Contradiction, Hidden, Limits, Player, Policy, Rng, Run, State, Turn, ViewOf,
};
use yomi_search::belief::Reading;
use yomi_search::paired::{self, Lead, Standing};

/// A decision that was made.
pub struct Choice<'a, S: Hidden> {
    pub view: &'a ViewOf<S>,
    pub played: S::Action,
    /// Whether a loss in payoff with this standard error is known well enough.
    pub settled: &'a dyn Fn(f64, f64) -> bool,
    /// A move is not looked at any further where it is behind the best even if both are off by this many errors;
    /// without it all moves are looked at alike.
    pub hopeless: Option<f64>,
    /// Between the least and the most that the rules pay.
    pub range: f64,
}

/// What the rules of a game pay at most more than at least.
pub(crate) fn range<S: State>(state: &S) -> f64 {
    let (least, most) = state.payoff_bounds();
    most - least
}

/// What a difference of samples that came out alike may still be off by: one of two more samples may be otherwise.
fn least_error(range: f64, samples: u64) -> f64 {
    range / (samples as f64 + 2.0)
}

/// What a review drops moves at: it asks about the best move and the one played.
pub const HOPELESS: Option<f64> = Some(2.0);

/// What one move is worth, in payoff of the seat that decides.
#[derive(Clone, PartialEq, Debug)]
pub struct Weight<A> {
    pub action: A,
    /// 0 where nothing is known of it.
    pub visits: u64,
    pub value: f64,
    /// Standard error of the value; 0 where nothing is sampled.
    pub se: f64,
    /// How much better than the move played, in the same worlds, and its standard error.
    pub lead: f64,
    pub lead_se: f64,
    pub bound: Bound,
}

impl<A> Weight<A> {
    fn of(standing: Standing<A>) -> Weight<A> {
        let Standing { own, lead, lead_se, .. } = standing;
        let Candidate { action, visits, mean, se, bound, .. } = own;
        Weight { action, visits, value: mean, se, lead, lead_se, bound }
    }
}

/// A decision, weighed.
#[derive(Clone, PartialEq, Debug)]
pub struct Weighed<A> {
    /// Every legal move, the one played first.
    pub moves: Vec<Weight<A>>,
    /// Worlds that were drawn; 0 where none were needed.
    pub worlds: u64,
    /// What was lost, with its standard error, where it was measured apart from what chose the best move; below
    /// zero where the move played did better than what was chosen, which says that nothing better was found.
    pub measured: Option<Lead>,
}

impl<A: Copy + Eq> Weighed<A> {
    /// From values that were not sampled, or whose best move was chosen by something else.
    #[must_use]
    pub fn new(moves: Vec<Weight<A>>, worlds: u64) -> Weighed<A> {
        Weighed { moves, worlds, measured: None }
    }

    /// From sampled leads, in which the best of several looks better than it is: leads over the move played are cut
    /// in proportion, so that the best one leads by what was measured.
    #[must_use]
    pub fn measured(moves: Vec<Weight<A>>, worlds: u64, measured: Lead) -> Weighed<A> {
        let mut weighed = Weighed { moves, worlds, measured: Some(measured) };
        let looks = weighed.best().lead;
        if looks > 0.0 {
            let part = (measured.mean / looks).clamp(0.0, 1.0);
            let ahead = weighed.moves.iter_mut().filter(|weight| weight.lead > 0.0);
            ahead.for_each(|weight| weight.lead *= part);
        }
        weighed
    }

    /// What the move played lost, with its standard error: nothing where nothing better was found.
    #[must_use]
    pub fn lost(&self) -> Lead {
        let best = self.best();
        let lost = self.measured.unwrap_or(Lead { mean: best.lead, se: best.lead_se });
        let lost = Lead { mean: lost.mean.max(0.0), ..lost };
        // Where nothing better was found, something may still be: as far as its rival is off.
        match self.rival() {
            Some(rival) if best.action == self.moves[0].action => {
                Lead { se: rival.lead_se.max(lost.se), ..lost }
            }
            _ => lost,
        }
    }

    /// Too few samples to say anything.
    fn forget(mut self) -> Weighed<A> {
        self.moves.iter_mut().for_each(|weight| weight.visits = 0);
        self
    }

    /// Of the moves that were not played the one that was looked at most, and of several the nearest.
    fn rival(&self) -> Option<&Weight<A>> {
        let others = self.moves.get(1..)?.iter().filter(|weight| weight.visits > 0);
        others.max_by(|a, b| a.visits.cmp(&b.visits).then(a.lead.total_cmp(&b.lead)))
    }

    /// The nearest of the moves that were not played, where something is known of one.
    #[must_use]
    pub fn nearest(&self) -> Option<&Weight<A>> {
        let others = self.moves.get(1..)?.iter();
        others.filter(|weight| weight.visits > 0).max_by(|a, b| a.lead.total_cmp(&b.lead))
    }

    /// The move played, where something is known of it.
    pub fn played(&self) -> Option<&Weight<A>> {
        self.moves.first().filter(|weight| weight.visits > 0)
    }

    /// The best move; the one played where none is better.
    pub fn best(&self) -> &Weight<A> {
        let known = self.moves.iter().filter(|weight| weight.visits > 0);
        known
            .reduce(|best, weight| if weight.lead > best.lead { weight } else { best })
            .unwrap_or(&self.moves[0])
    }
}

/// Weighs the moves of a view.
pub trait Weigher<S: Hidden>: Send {
    /// How much it looks at where nothing is said.
    fn default_limits(&self) -> Limits;

    /// Weighs all moves of a decision with more than one.
    fn weigh(
        &mut self,
        choice: &Choice<'_, S>,
        run: &mut Run<'_, S::Action>,
        rng: &mut Rng,
    ) -> Result<Weighed<S::Action>, Contradiction>;

    /// Weighs every move against the first, which is thought to be best: how far behind each of the others is.
    /// By default as any decision is weighed.
    fn weigh_against(
        &mut self,
        choice: &Choice<'_, S>,
        run: &mut Run<'_, S::Action>,
        rng: &mut Rng,
    ) -> Result<Weighed<S::Action>, Contradiction> {
        self.weigh(choice, run, rng)
    }

    /// At least four times these limits, and enough for it to look further.
    fn deeper(&self, limits: &Limits) -> Limits {
        let four = |n: u64| n.saturating_mul(4);
        Limits {
            iterations: limits.iterations.map(four),
            nodes: limits.nodes.map(four),
            time: limits.time.map(|time| time * 4),
            memory: limits.memory,
        }
    }
}

/// The legal moves, the one played first.
pub fn played_first<S: Hidden>(choice: &Choice<'_, S>) -> Vec<S::Action> {
    let others = S::seen_actions(&choice.view.now).into_iter().filter(|&a| a != choice.played);
    std::iter::once(choice.played).chain(others).collect()
}

/// Every move in the same worlds, played on by a policy; more worlds until the loss is known well enough.
#[derive(Clone, Debug)]
pub struct InWorlds<R, P> {
    pub reading: R,
    pub policy: P,
    pub limits: Limits,
}

impl<R, P> InWorlds<R, P> {
    /// Weighs some of the moves, the first of which was played.
    pub fn weigh_some<S>(
        &mut self,
        choice: &Choice<'_, S>,
        moves: &[S::Action],
        run: &Run<'_, S::Action>,
        rng: &mut Rng,
    ) -> Result<Weighed<S::Action>, Contradiction>
    where
        S: Hidden,
        R: Reading<S>,
        P: Policy<R::World>,
    {
        /// Fewer worlds may agree by luck.
        const LEAST_WORLDS: u64 = 256;
        /// Of fewer nothing is said.
        const FEWEST_WORLDS: u64 = 8;
        let (reading, policy) = (&self.reading, &mut self.policy);
        let asked = paired::Question { view: choice.view, moves, reading, policy, hopeless: choice.hopeless };
        // Both the best move as it looks and the one that may still turn out to be best must be known.
        let enough = |standings: &[Standing<S::Action>]| {
            let most = |worth: fn(&Standing<S::Action>) -> f64| {
                standings.iter().skip(1).max_by(|a, b| worth(a).total_cmp(&worth(b)))
            };
            let rivals = [most(|s| s.lead), most(|s| s.lead + s.lead_se)];
            let settled = |rival: &Standing<_>| (choice.settled)(rival.lead, rival.lead_se);
            standings[0].own.visits >= LEAST_WORLDS && rivals.into_iter().flatten().all(settled)
        };
        let standings = paired::weigh::<S, _, _>(asked, run, rng, enough)?;
        let (worlds, measured) = (standings[0].own.visits, paired::crossed(&standings));
        let at_least =
            |lead: Lead, worlds: u64| Lead { se: lead.se.max(least_error(choice.range, worlds)), ..lead };
        let weight = |standing: Standing<S::Action>| {
            let own = standing.own.visits;
            let mut weight = Weight::of(standing);
            if weight.action != moves[0] {
                weight.lead_se = weight.lead_se.max(least_error(choice.range, own));
            }
            weight
        };
        let weights = standings.into_iter().map(weight).collect();
        let weighed = Weighed::measured(weights, worlds, at_least(measured, worlds));
        Ok(if worlds < FEWEST_WORLDS { weighed.forget() } else { weighed })
    }
}

impl<S, R, P> Weigher<S> for InWorlds<R, P>
where
    S: Hidden,
    R: Reading<S>,
    P: Policy<R::World>,
{
    fn default_limits(&self) -> Limits {
        self.limits
    }

    fn weigh(
        &mut self,
        choice: &Choice<'_, S>,
        run: &mut Run<'_, S::Action>,
        rng: &mut Rng,
    ) -> Result<Weighed<S::Action>, Contradiction> {
        self.weigh_some(choice, &played_first(choice), run, rng)
    }
}

/// A state that was judged, for the seat that decides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judged {
    pub value: f64,
    /// What it was judged with a quarter of the effort: as far as a difference of two values moved since then it
    /// may be off. The same where the value is certain.
    pub before: f64,
    pub bound: Bound,
}

impl Judged {
    /// A value that is proven.
    #[must_use]
    pub fn certain(value: f64) -> Judged {
        Judged { value, before: value, bound: Bound::Proven }
    }
}

/// Looks at the state behind a move in a game in which all is seen: what it is worth to a seat. Asked only of
/// states whose game is not over.
pub trait LookBehind<S: State>: Send {
    fn default_limits(&self) -> Limits;

    /// Within the limits of the run, by its clock, and no longer than it is wanted.
    fn look(&mut self, state: &S, seat: Player, run: &Run<'_, S::Action>) -> Judged;

    /// The error of differences of judged values at the default limits, in payoff, as it was measured: one that did not
    /// move with more effort may not have moved by chance. 0 where all values are certain.
    fn usual_error(&self) -> f64;
}

/// Every move of a game in which all is seen, by what comes behind it.
#[derive(Clone, Debug)]
pub struct EachMove<L>(pub L);

impl<S: yomi_core::Open, L: LookBehind<S>> Weigher<S> for EachMove<L> {
    fn default_limits(&self) -> Limits {
        self.0.default_limits()
    }

    fn weigh(
        &mut self,
        choice: &Choice<'_, S>,
        run: &mut Run<'_, S::Action>,
        _: &mut Rng,
    ) -> Result<Weighed<S::Action>, Contradiction> {
        let (seat, moves) = (choice.view.seat, played_first(choice));
        let ends = run.limits.time.map(|time| run.clock.now() + time);
        let mut look = |(number, &action): (usize, &S::Action)| {
            let mut next = choice.view.now.clone();
            next.apply(action);
            // Iterations and nodes are those of every move; the time of the decision is shared by all that are left.
            let left = (moves.len() - number) as u32;
            let time = ends.map(|ends| ends.saturating_sub(run.clock.now()) / left);
            let own = Run::new(Limits { time, ..run.limits }, run.clock, run.stop);
            let judged = match next.turn() {
                Turn::Over => Judged::certain(next.payoff(seat)),
                _ => self.0.look(&next, seat, &own),
            };
            (action, judged)
        };
        let judged: Vec<_> = moves.iter().enumerate().map(&mut look).collect();
        let base = judged[0].1;
        let usual = self.0.usual_error() * times_the_error(&self.0.default_limits(), &run.limits);
        let weight = |(action, Judged { value, before, bound })| {
            let lead = value - base.value;
            let least = match action == choice.played || (is_certain(bound) && is_certain(base.bound)) {
                true => 0.0,
                false => usual.min(choice.range),
            };
            let lead_se = (lead - (before - base.before)).abs().max(least);
            Weight { action, visits: 1, value, se: (value - before).abs(), lead, lead_se, bound }
        };
        Ok(Weighed::new(judged.into_iter().map(weight).collect(), 0))
    }
}

/// How much larger errors are within limits that are smaller than the usual ones, as if looks were samples.
fn times_the_error(usual: &Limits, limits: &Limits) -> f64 {
    let part = |usual: Option<u64>, n: Option<u64>| Some(usual? as f64 / (n? as f64).max(1.0));
    let less = part(usual.iterations, limits.iterations).or(part(usual.nodes, limits.nodes));
    f64::sqrt(less.unwrap_or(1.0).max(1.0))
}

/// Whether a value is what it is, however long one looks.
fn is_certain(bound: Bound) -> bool {
    matches!(bound, Bound::Proven | Bound::Exact)
}

/// Of a move that was tried less nothing is said.
const FEWEST_TRIES: u64 = 8;

/// By the values of an agent's own decision.
pub(crate) struct ByDecision<'a, S: Hidden>(pub &'a Prepared<S>);

impl<S: Hidden> Weigher<S> for ByDecision<'_, S> {
    fn default_limits(&self) -> Limits {
        self.0.limits
    }

    fn weigh(
        &mut self,
        choice: &Choice<'_, S>,
        run: &mut Run<'_, S::Action>,
        rng: &mut Rng,
    ) -> Result<Weighed<S::Action>, Contradiction> {
        run.limits = half_of(&run.limits);
        let mut search = |half: u64| {
            let mut agent = self.0.seat();
            let Mind::Honest(search) = &mut agent.mind else { unreachable!("what is recommended is honest") };
            search.decide(choice.view, run, &mut rng.split(half))
        };
        let found = [search(0)?, search(1)?];
        let of =
            |action| found.each_ref().map(|decision| decision.candidates.iter().find(|c| c.action == action));
        let known = |action| of(action).map(|c| c.filter(|c| c.visits > 0));
        let [Some(one), Some(two)] = known(choice.played) else {
            return Ok(Weighed::new(vec![Weight::of(unknown(choice.played))], 0));
        };
        let base = [one, two];
        let beside = |action| match known(action) {
            [Some(one), Some(two)] => both(&[one, two], &base, choice.range),
            _ => unknown(action),
        };
        let standings: Vec<_> = played_first(choice).into_iter().map(beside).collect();
        let (worlds, measured) = (found.iter().map(|d| d.worlds).sum(), paired::crossed(&standings));
        let weighed = Weighed::measured(standings.into_iter().map(Weight::of).collect(), worlds, measured);
        let tries = [one, two].iter().map(|own| own.visits).sum::<u64>();
        Ok(if tries < FEWEST_TRIES && one.bound == Bound::Sampled { weighed.forget() } else { weighed })
    }
}

/// Half of the limits, for a decision that is looked at twice.
#[must_use]
pub fn half_of(limits: &Limits) -> Limits {
    share_of(limits, 1, 2)
}

/// `part` of `whole` equal shares of the limits.
#[must_use]
pub fn share_of(limits: &Limits, part: u32, whole: u32) -> Limits {
    let share = |n: u64| (n.saturating_mul(part.into())).div_ceil(whole.into());
    Limits {
        iterations: limits.iterations.map(share),
        nodes: limits.nodes.map(share),
        time: limits.time.map(|time| time * part / whole),
        memory: limits.memory,
    }
}

/// A move of which nothing is known.
fn unknown<A>(action: A) -> Standing<A> {
    let nothing = Lead { mean: f64::NEG_INFINITY, se: 0.0 };
    let own = Candidate { visits: 0, ..Candidate::unknown(action) };
    Standing { own, lead: nothing.mean, lead_se: 0.0, halves: [nothing; 2] }
}

/// A move as two searches have it, which know nothing of each other, beside the move played. What a search says of its
/// error is of its own tries; how far the two are apart tells what else there is.
fn both<A: Copy + Eq>(own: &[&Candidate<A>; 2], base: &[&Candidate<A>; 2], range: f64) -> Standing<A> {
    let is_base = own[0].action == base[0].action;
    let [first, second] = [0, 1].map(|half| own[half].mean - base[half].mean);
    let apart = (first - second).abs() / f64::sqrt(2.0);
    let error = |half: usize| {
        let (own, base) = (own[half], base[half]);
        let least = match own.bound {
            Bound::Sampled => least_error(range, own.visits.min(base.visits)),
            _ => 0.0,
        };
        if is_base { 0.0 } else { own.se.hypot(base.se).max(least).max(apart) }
    };
    let halves = [Lead { mean: first, se: error(0) }, Lead { mean: second, se: error(1) }];
    let [one, two] = *own;
    let joined = Candidate {
        visits: one.visits + two.visits,
        mean: (one.mean + two.mean) / 2.0,
        se: one.se.hypot(two.se) / 2.0,
        ..one.clone()
    };
    let (lead, lead_se) = ((first + second) / 2.0, halves[0].se.hypot(halves[1].se) / 2.0);
    Standing { own: joined, lead, lead_se, halves }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weight(action: u8, visits: u64, lead: f64, lead_se: f64) -> Weight<u8> {
        Weight { action, visits, value: lead, se: 0.0, lead, lead_se, bound: Bound::Sampled }
    }

    /// Nothing better was found, which is not to say that nothing is.
    #[test]
    fn a_move_that_looks_best_is_as_uncertain_as_its_rival() {
        let moves = vec![
            weight(0, 90, 0.0, 0.0),
            weight(1, 2, -0.01, 0.5),
            weight(2, 60, -0.1, 0.02),
            weight(3, 0, 0.0, 0.0),
        ];
        let lost = Weighed::new(moves.clone(), 1).lost();
        assert_eq!((lost.mean, lost.se), (0.0, 0.02), "what was looked at most");
        // What was measured apart may be off by more, and finds nothing better either.
        let measured = Lead { mean: -0.01, se: 0.03 };
        let lost = Weighed { measured: Some(measured), ..Weighed::new(moves, 1) }.lost();
        assert_eq!((lost.mean, lost.se), (0.0, 0.03));
        // A move that is behind is as uncertain as its own lead.
        let lost = Weighed::new(vec![weight(0, 9, 0.0, 0.0), weight(1, 9, 0.2, 0.1)], 1).lost();
        assert_eq!((lost.mean, lost.se), (0.2, 0.1));
        let proven = Weighed::new(vec![weight(0, 1, 0.0, 0.0), weight(1, 1, -0.5, 0.0)], 0).lost();
        assert_eq!((proven.mean, proven.se), (0.0, 0.0));
    }

    /// The best of several looks better than it is: what it leads by is what was measured, and no value leaves what the
    /// rules pay.
    #[test]
    fn leads_are_cut_to_what_was_measured() {
        let moves = || {
            vec![
                weight(0, 9, 0.0, 0.0),
                weight(1, 9, 0.4, 0.1),
                weight(2, 9, 0.1, 0.1),
                weight(3, 9, -0.5, 0.1),
            ]
        };
        let leads = |mean: f64| {
            let weighed = Weighed::measured(moves(), 9, Lead { mean, se: 0.1 });
            (
                weighed.best().action,
                weighed.moves.iter().map(|w| w.lead).collect::<Vec<f64>>(),
                weighed.lost().mean,
            )
        };
        assert_eq!(leads(0.2), (1, vec![0.0, 0.2, 0.05, -0.5], 0.2));
        assert_eq!(leads(-0.3), (0, vec![0.0, 0.0, 0.0, -0.5], 0.0));
        let nothing_better = Weighed::measured(moves().split_off(3), 9, Lead { mean: -0.4, se: 0.1 });
        assert_eq!(nothing_better.moves[0].lead, -0.5, "what is behind stays where it is");
    }

    /// Two searches that disagree by more than they say are as uncertain as that.
    #[test]
    fn two_searches_are_as_uncertain_as_they_are_apart() {
        let of = |action: u8, mean: f64| Candidate::sampled(action, 1000, mean, 0.001);
        let (own, base) = ([of(1, 0.2), of(1, 0.8)], [of(0, 0.5), of(0, 0.5)]);
        let found = both(&own.each_ref(), &base.each_ref(), 1.0);
        assert!((found.lead).abs() < 1e-12 && found.lead_se > 0.29, "{found:?}");
        let alike = [of(1, 1.0), of(1, 1.0)].map(|c| Candidate { visits: 8, se: 0.0, ..c });
        let certain = base.clone().map(|c| Candidate { mean: 0.0, visits: 8, se: 0.0, ..c });
        let found = both(&alike.each_ref(), &certain.each_ref(), 1.0);
        assert!(found.lead == 1.0 && found.lead_se > 0.05, "a handful of tries that were alike: {found:?}");
    }
}

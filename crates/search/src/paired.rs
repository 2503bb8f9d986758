//! Moves weighed against one of them: all are played on in the same worlds with the same luck, by a policy, so
//! that what the worlds have in common cancels out of the differences.
//!
//! [`Halving`](crate::Halving) looks for the best move and drops the others early. This asks another question:
//! how much better than a given move, the base, is each of the others? Worlds are drawn in rounds until the
//! caller has heard enough; moves that are far behind the best are not played any more.

use crate::belief::{Reading, Worlds};
use crate::tally::{Clusters, Tally};
use crate::tree::rollout::rollout;
use yomi_core::{Candidate, Contradiction, Hidden, Policy, Rng, Run, State, ViewOf};

/// How a move stands beside the base.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing<A> {
    /// Its own results.
    pub own: Candidate<A>,
    /// By how much it did better than the base in the same worlds.
    pub lead: f64,
    /// The standard error of the lead.
    pub lead_se: f64,
    /// The same in either half of the worlds alone.
    pub halves: [Lead; 2],
}

/// A difference with its standard error.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Lead {
    pub mean: f64,
    /// 0 where nothing is sampled.
    pub se: f64,
}

/// How far ahead of the base the best move is, without the luck that made it look best: the move that one half
/// of the worlds chooses is measured in the other half, both ways round. The base may be chosen too, so that a
/// lead below zero means that nothing was found to be better. The largest of several sampled leads is too large
/// on average; this is not, for the moves that were chosen.
///
/// ```
/// use yomi_core::Candidate;
/// use yomi_search::paired::{Lead, Standing, crossed};
///
/// let standing = |action, halves: [f64; 2]| Standing {
///     own: Candidate::sampled(action, 100, 0.5, 0.05),
///     lead: (halves[0] + halves[1]) / 2.0,
///     lead_se: 0.1,
///     halves: halves.map(|mean| Lead { mean, se: 0.14 }),
/// };
/// // One half likes 'b' best, the other 'c'; each is measured where it was not chosen.
/// let found = crossed(&[standing('a', [0.0, 0.0]), standing('b', [0.3, -0.1]), standing('c', [-0.2, 0.4])]);
/// assert!((found.mean - (-0.1 - 0.2) / 2.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn crossed<A>(standings: &[Standing<A>]) -> Lead {
    let chosen_by = |half: usize| {
        let lead = |at: usize| standings[at].halves[half].mean;
        (1..standings.len()).fold(0, |best, at| if lead(at) > lead(best) { at } else { best })
    };
    let chosen = [1, 0].map(chosen_by);
    let [one, two] = [0, 1].map(|half| match chosen[half] {
        // The base leads itself by nothing, for certain.
        0 => Lead::default(),
        at => standings[at].halves[half],
    });
    // Halves that choose alike were lucky in the same move, those that do not were both unlucky: the errors of
    // different moves do not cancel out.
    let se = if chosen[0] == chosen[1] { one.se.hypot(two.se) } else { one.se + two.se };
    Lead { mean: (one.mean + two.mean) / 2.0, se: se / 2.0 }
}

/// The worlds of a round.
const ROUND: u64 = 32;
/// Nothing is dropped before this many worlds.
const LEAST_WORLDS: u64 = 128;

/// What is weighed, and how the games go on.
pub struct Question<'a, S: Hidden, R, P> {
    pub view: &'a ViewOf<S>,
    /// The moves; the first is the base.
    pub moves: &'a [S::Action],
    pub reading: &'a R,
    pub policy: &'a mut P,
    /// A move is not played on where it is behind the best even if both are off by this many errors; without it
    /// all moves are played in every world.
    pub hopeless: Option<f64>,
}

/// Weighs the moves until the limits of the run are reached (an iteration is one game, and a world is played with all
/// moves) or `enough` says so after a round. The answer is in the order of the moves.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use yomi_core::testkit::{ask::view_of_mover, clock::SteppingClock};
/// use yomi_core::testkit::toys::{Akq, AnyDeal, Bet, Card};
/// use yomi_core::{Limits, Rng, Run, Uniform};
/// use yomi_search::paired::{self, Question};
///
/// // The second seat has a queen, the lowest card, and the first seat has bet: to call loses one chip more.
/// let game = Akq { first: Some(Bet::Bet), ..Akq::new(Card::Ace, Card::Queen) };
/// let (view, moves) = (view_of_mover(&game), [Bet::Call, Bet::Fold]);
/// let (clock, stop) = (SteppingClock::new(Default::default()), AtomicBool::new(false));
/// let run = Run::new(Limits::iterations(400), &clock, &stop);
/// let (reading, policy) = (&AnyDeal, &mut Uniform);
/// let asked = Question { view: &view, moves: &moves, reading, policy, hopeless: None };
/// let found = paired::weigh::<Akq, _, _>(asked, &run, &mut Rng::new(0), |_| false).unwrap();
/// assert_eq!((found[1].own.action, found[1].lead, found[1].lead_se), (Bet::Fold, 1.0, 0.0));
/// ```
pub fn weigh<S, R, P>(
    question: Question<'_, S, R, P>,
    run: &Run<'_, S::Action>,
    rng: &mut Rng,
    mut enough: impl FnMut(&[Standing<S::Action>]) -> bool,
) -> Result<Vec<Standing<S::Action>>, Contradiction>
where
    S: Hidden,
    R: Reading<S>,
    P: Policy<R::World>,
{
    let began = run.clock.now();
    let Question { view, moves, reading, policy, hopeless } = question;
    let mut worlds = Worlds::new(reading.read_within(view, &run.limits)?);
    let mut scales: Vec<Scale<S::Action>> = moves.iter().map(|&action| Scale::new(action)).collect();
    let mut games = 0;
    let most = run.limits.iterations.or(run.limits.nodes).unwrap_or(u64::MAX);
    loop {
        for nth in 0..ROUND {
            if games >= most {
                break;
            }
            let world = worlds.next(rng).state;
            // Clusters with numbers of the same parity are drawn apart from the others, where there are any.
            let half = worlds.cluster().map_or(nth as usize, |cluster| cluster as usize) % 2;
            let luck = Rng::new(rng.next_u64());
            let mut of_base = 0.0;
            for (at, scale) in scales.iter_mut().enumerate().filter(|(_, scale)| !scale.dropped) {
                let (mut state, mut luck) = (world.clone(), luck.clone());
                state.apply(scale.own.action);
                rollout(&mut state, policy, &mut luck);
                let payoff = state.payoff(view.seat);
                if at == 0 {
                    of_base = payoff;
                }
                scale.add(payoff, payoff - of_base, worlds.cluster(), half);
                games += 1;
            }
        }
        let clustered = worlds.cluster().is_some();
        let standings: Vec<_> = scales.iter().map(|scale| scale.standing(clustered)).collect();
        let spent = games >= most
            || run.limits.time.is_some_and(|most| run.clock.now().saturating_sub(began) >= most)
            || run.is_stopped();
        if spent || enough(&standings) {
            return Ok(standings);
        }
        if let Some(hopeless) = hopeless {
            drop_hopeless(&mut scales, &standings, hopeless);
        }
    }
}

/// The results of one move.
struct Scale<A> {
    own: Tally<A>,
    lead: Tally<A>,
    /// The leads of either half of the worlds.
    halves: [Tally<A>; 2],
    /// Of results, and of leads.
    clusters: (Clusters, Clusters),
    of_halves: [Clusters; 2],
    dropped: bool,
}

impl<A: Copy + Eq> Scale<A> {
    fn new(action: A) -> Scale<A> {
        let tally = Tally::new(action);
        Scale {
            own: tally,
            lead: tally,
            halves: [tally; 2],
            clusters: Default::default(),
            of_halves: Default::default(),
            dropped: false,
        }
    }

    fn add(&mut self, payoff: f64, lead: f64, cluster: Option<u32>, half: usize) {
        self.own.add(payoff);
        self.lead.add(lead);
        self.halves[half].add(lead);
        if let Some(cluster) = cluster {
            self.clusters.0.add(cluster, payoff);
            self.clusters.1.add(cluster, lead);
            self.of_halves[half].add(cluster, lead);
        }
    }

    fn standing(&self, clustered: bool) -> Standing<A> {
        let candidate = |tally: &Tally<A>, clusters: &Clusters| {
            let mut tally = *tally;
            if clustered {
                tally.cluster(clusters);
            }
            tally.candidate()
        };
        let lead = candidate(&self.lead, &self.clusters.1);
        let half = |half: usize| match candidate(&self.halves[half], &self.of_halves[half]) {
            // A half that has too few worlds to tell its error says what all of them say.
            of if of.se.is_finite() => Lead { mean: of.mean, se: of.se },
            _ => Lead { mean: lead.mean, se: lead.se },
        };
        let halves = [half(0), half(1)];
        Standing { own: candidate(&self.own, &self.clusters.0), lead: lead.mean, lead_se: lead.se, halves }
    }
}

/// Moves that are far behind the best are not played any more; the base always is.
fn drop_hopeless<A>(scales: &mut [Scale<A>], standings: &[Standing<A>], hopeless: f64) {
    if standings[0].own.visits < LEAST_WORLDS {
        return;
    }
    let sure = |standing: &Standing<A>| standing.lead - hopeless * standing.lead_se;
    let bar = standings.iter().map(sure).fold(f64::NEG_INFINITY, f64::max);
    for (scale, standing) in scales.iter_mut().zip(standings).skip(1) {
        scale.dropped |= standing.lead + hopeless * standing.lead_se < bar;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;
    use yomi_core::testkit::toys::{Akq, AnyDeal, Bet, Card};
    use yomi_core::testkit::{ask::view_of_mover, clock::SteppingClock};
    use yomi_core::{Limits, Uniform};

    /// A search that is stopped ends with the round that it is in, however much it was allowed.
    #[test]
    fn who_is_stopped_ends_after_a_round() {
        let game = Akq { first: Some(Bet::Bet), ..Akq::new(Card::Ace, Card::Queen) };
        let (view, moves) = (view_of_mover(&game), [Bet::Call, Bet::Fold]);
        let (clock, stop) = (SteppingClock::new(Default::default()), AtomicBool::new(true));
        let run = Run::new(Limits::iterations(1_000_000), &clock, &stop);
        let (reading, policy) = (&AnyDeal, &mut Uniform);
        let asked = Question { view: &view, moves: &moves, reading, policy, hopeless: None };
        let mut asked_on = 0;
        let enough = |_: &[Standing<Bet>]| {
            asked_on += 1;
            asked_on > 3
        };
        let found = weigh::<Akq, _, _>(asked, &run, &mut Rng::new(0), enough).unwrap();
        assert_eq!((found[0].own.visits, asked_on), (ROUND, 0));
    }

    /// What is far behind the best is dropped, what is near it and the base itself are not, and nothing before there
    /// are enough worlds.
    #[test]
    fn only_what_is_far_behind_is_dropped() {
        for (worlds, dropped) in [(LEAST_WORLDS - 1, [false; 4]), (LEAST_WORLDS, [false, false, true, false])]
        {
            let mut scales: Vec<Scale<usize>> = (0..4).map(Scale::new).collect();
            for nth in 0..worlds {
                // By turns a little more and a little less, so that leads have errors.
                let noise = if nth % 2 == 0 { 0.1 } else { -0.1 };
                for (scale, payoff) in scales.iter_mut().zip([0.0, 0.5, -0.5, 0.49]) {
                    scale.add(payoff + noise, payoff + noise, None, nth as usize / 2 % 2);
                }
            }
            let standings: Vec<_> = scales.iter().map(|scale| scale.standing(false)).collect();
            drop_hopeless(&mut scales, &standings, 3.0);
            assert_eq!(scales.iter().map(|scale| scale.dropped).collect::<Vec<_>>(), dropped, "{worlds}");
        }
    }

    /// Eight moves that are all worth the same, and one that is better in the second case: the largest lead of a
    /// sample is too large, the crossed one is not.
    #[test]
    fn the_best_of_several_does_not_look_better_than_it_is() {
        let mut rng = Rng::new(11);
        for better in [0.0, 0.1] {
            let (samples, worlds) = (2_000, 64);
            let (mut largest, mut fair) = (0.0, Tally::new(()));
            let mut covered = 0;
            for _ in 0..samples {
                let mut scales: Vec<Scale<usize>> = (0..9).map(Scale::new).collect();
                for nth in 0..worlds {
                    let base = rng.unit();
                    for (at, scale) in scales.iter_mut().enumerate() {
                        let ahead = if at == 8 { better } else { 0.0 };
                        let payoff = if at == 0 { base } else { rng.unit() + ahead };
                        scale.add(payoff, payoff - base, None, nth % 2);
                    }
                }
                let standings: Vec<_> = scales.iter().map(|scale| scale.standing(false)).collect();
                largest += standings.iter().map(|s| s.lead).fold(f64::MIN, f64::max) / f64::from(samples);
                let Lead { mean, se } = crossed(&standings);
                fair.add(mean);
                // What was chosen may be worth less than the best, never more.
                covered += u32::from(mean - 1.96 * se <= better);
            }
            let fair = fair.candidate();
            assert!(largest > fair.mean + 0.02, "{largest} beside {}", fair.mean);
            assert!(fair.mean < better + 4.0 * fair.se, "{} of {better}", fair.mean);
            assert!(fair.mean > better / 2.0 - 4.0 * fair.se, "{} of {better}", fair.mean);
            assert!(f64::from(covered) > 0.965 * f64::from(samples), "{covered}");
        }
    }
}

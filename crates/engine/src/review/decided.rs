//! One decision: from what was weighed and what the ledger says to its mark, its luck and its reasons.

use super::judge::{COMPARED_IN, Judge, value_of};
use super::ledger::Entry;
use super::mark::{Edges, Fate, Luck, Mark};
use super::weigh::{Weighed, Weight};
use super::wire::{MistakeKind, ReviewedDecision, WeighedMove};
use super::words::{self, Weighing};
use super::{Made, hides_anything};
use crate::explain::{self, Remark};
use crate::playable::{Playable, StateOf};
use crate::stats::Mean;
use crate::table::Shared;
use yomi_core::ruleset::ActionOf;
use yomi_core::{Bound, Player, Rng, Ruleset, State};
use yomi_search::paired::Lead;

/// What was found of a decision; values in payoff.
struct Verdict<'a, P: Playable> {
    entry: &'a Entry<ActionOf<P::Rules>>,
    /// Nothing where there was one legal move.
    weighed: Option<&'a Weighed<ActionOf<P::Rules>>>,
    played: ActionOf<P::Rules>,
    /// Given what could be known.
    best: ActionOf<P::Rules>,
    /// What was lost, its standard error, and the kind of number that it is.
    lost: Option<(f64, f64)>,
    bound: Bound,
    best_in_sight: ActionOf<P::Rules>,
    /// To the best move given what could be known.
    lost_in_sight: Lead,
    mark: Mark,
    /// What luck made of it, and how much.
    fate: Option<(Fate, Lead)>,
    mistake: Option<MistakeKind>,
    belief_in_truth: Option<f64>,
    /// See [`hides_anything`].
    hidden: bool,
}

fn shown<P: Playable>(payoff: f64) -> f64 {
    P::Rules::STAKES.shown(payoff)
}

/// Asks how much better one move was than another as the cards lay.
struct InSight<'a, P: Playable> {
    judge: &'a mut dyn Judge<StateOf<P>>,
    made: &'a Made<P>,
    seat: Player,
    entry: &'a Entry<ActionOf<P::Rules>>,
}

/// Deals in which the hidden cards lie otherwise, and games of each.
const OTHER_DEALS: u64 = 24;
const GAMES_OF_EACH: u64 = 64;
/// The random stream of those deals.
const LUCK_OF_OTHER_DEALS: u64 = 0x51B2_7C90_E4D3_06AF;

impl<P: Playable> InSight<'_, P> {
    fn lead(&mut self, better: ActionOf<P::Rules>, worse: ActionOf<P::Rules>) -> Lead {
        if better == worse {
            return Lead::default();
        }
        let [better_state, worse_state] = [better, worse].map(|action| after::<P>(&self.made.truth, action));
        self.judge.compare(&better_state, &worse_state, self.seat, COMPARED_IN).unwrap_or_else(|| {
            let value = |action| in_sight(self.entry, action).unwrap_or(self.entry.after);
            Lead { mean: value(better) - value(worse), se: 0.0 }
        })
    }

    /// How much better by the same judge where the cards that the seat does not see lie otherwise, on average.
    fn usual_lead(&mut self, better: ActionOf<P::Rules>, worse: ActionOf<P::Rules>) -> Lead {
        let (mut mean, luck) = (Mean::default(), Rng::new(LUCK_OF_OTHER_DEALS));
        for deal in 0..OTHER_DEALS {
            let mut luck = luck.split(deal);
            let other = P::another_truth(&self.made.view, &self.made.truth, &mut luck);
            let Some(other) = other else { break };
            let [better, worse] = [better, worse].map(|action| after::<P>(&other, action));
            let sampled = self.judge.compare(&better, &worse, self.seat, GAMES_OF_EACH);
            mean.add(sampled.map_or_else(
                || {
                    let of_seat = |state| value_of(self.judge, state)[self.seat.index()];
                    let [better, worse] = [&better, &worse].map(of_seat);
                    better - worse
                },
                |lead| lead.mean,
            ));
        }
        Lead { mean: mean.mean(), se: mean.se().unwrap_or(0.0) }
    }
}

fn after<P: Playable>(state: &StateOf<P>, action: ActionOf<P::Rules>) -> StateOf<P> {
    let mut next = state.clone();
    next.apply(action);
    next
}

fn in_sight<A: Copy + Eq>(entry: &Entry<A>, action: A) -> Option<f64> {
    entry.moves.iter().find(|(a, _)| *a == action).map(|(_, value)| *value)
}

impl<'a, P: Playable> Verdict<'a, P> {
    fn of(
        made: &Made<P>,
        weighed: Option<&'a Weighed<ActionOf<P::Rules>>>,
        entry: &'a Entry<ActionOf<P::Rules>>,
        judge: &mut dyn Judge<StateOf<P>>,
    ) -> Self {
        let (edges, played) = (Edges::of(P::Rules::STAKES), entry.action);
        let rated = weighed.and_then(|weighed| Some((weighed.played()?, weighed.best())));
        let best = rated.map_or(played, |(_, best)| best.action);
        let lost = rated.and(weighed).map(Weighed::lost).map(|lost| (lost.mean, lost.se));
        let mark = match (weighed, lost) {
            (None, _) => Mark::Forced,
            (Some(_), None) => Mark::Unrated,
            (Some(_), Some((lost, se))) => edges.mark(shown::<P>(lost), shown::<P>(se)),
        };
        let (best_in_sight, most) =
            entry.moves.iter().fold((played, entry.after), |best, &(action, value)| {
                if value > best.1 { (action, value) } else { best }
            });
        let mut sight =
            InSight::<P> { judge, made, seat: entry.turn.player().unwrap_or(Player::FIRST), entry };
        let lost_in_sight = sight.lead(best, played);
        let belief_in_truth = weighed.and_then(|_| P::belief_in_truth(&made.view, &made.truth));
        let hidden = hides_anything(made);
        // What was recommended is no luck that was missed.
        let was_told = best_in_sight == best && best != played && mark.is_right();
        let (missed, lost_there) = (shown::<P>(most - entry.after), shown::<P>(lost_in_sight.mean));
        let supposed = edges.supposed(mark, missed, lost_there).filter(|_| hidden && !was_told);
        let fate = supposed.and_then(|luck| {
            let (by, usual) = match luck {
                Luck::Bad => (sight.lead(best_in_sight, played), sight.usual_lead(best_in_sight, played)),
                Luck::Good => {
                    let by = Lead { mean: -lost_in_sight.mean, se: lost_in_sight.se };
                    (by, sight.usual_lead(played, best))
                }
            };
            let beyond = Lead { mean: by.mean - usual.mean, se: by.se.hypot(usual.se) };
            let in_unit = |lead: Lead| Lead { mean: shown::<P>(lead.mean), se: shown::<P>(lead.se) };
            Some((edges.fate(luck, (in_unit(by), in_unit(beyond)), belief_in_truth)?, by))
        });
        let mistake = mark.is_wrong().then(|| P::kind_of_mistake(&made.view, played, best)).flatten();
        let bound = rated.map_or(Bound::Proven, |(own, best)| weaker(own.bound, best.bound));
        Verdict {
            entry,
            weighed,
            played,
            best,
            lost,
            bound,
            best_in_sight,
            lost_in_sight,
            mark,
            fate,
            mistake,
            belief_in_truth,
            hidden,
        }
    }

    /// The best of the other moves, where the move played is best.
    fn second(&self) -> Option<&'a Weight<ActionOf<P::Rules>>> {
        self.weighed.filter(|_| self.best == self.played)?.nearest()
    }

    fn worlds(&self) -> u64 {
        self.weighed.map_or(0, |weighed| weighed.worlds)
    }

    fn reasons(&self, table: &Shared<P>) -> Vec<Remark> {
        let named = |action| P::named(&table.rules, action);
        let [played, best, lay] = [self.played, self.best, self.best_in_sight].map(named);
        let (played_text, best_text) = (table.text(self.played), table.text(self.best));
        let (second, own) = (self.second(), self.weighed.and_then(Weighed::played));
        let second_name = second.map(|weight| named(weight.action));
        let (lost, se) = self.lost.unwrap_or_default();
        words::reasons(&Weighing {
            stakes: P::Rules::STAKES,
            played: (&played, &played_text),
            best: (&best, &best_text),
            values: own.map(|own| (own.value, own.value + lost)),
            second: second.zip(second_name.as_ref()).map(|(w, name)| (name, -w.lead, w.lead_se)),
            lost,
            se,
            bound: self.bound,
            worlds: self.worlds(),
            forced: self.weighed.is_none(),
            hidden: self.hidden,
            lost_in_sight: self.lost_in_sight,
            best_in_sight: &lay,
            fate: self.fate,
            belief_in_truth: self.belief_in_truth,
            mistake: self.mistake.as_ref(),
        })
    }

    /// Every legal move, the best one first.
    fn moves(&self, table: &Shared<P>) -> Vec<WeighedMove> {
        let Some(weighed) = self.weighed else { return Vec::new() };
        let own = weighed.moves[0].value;
        let one = |weight: &Weight<ActionOf<P::Rules>>| WeighedMove {
            text: table.text(weight.action),
            label: P::label(&table.rules, weight.action),
            value: (weight.visits > 0).then(|| shown::<P>(own + weight.lead)),
            se: (weight.visits > 0 && weight.se.is_finite()).then(|| shown::<P>(weight.se)),
            bound: weight.bound.into(),
            in_sight: in_sight(self.entry, weight.action).map(shown::<P>),
        };
        let moves = weighed.moves.iter().map(|weight| (weight.visits == 0, weight.lead, one(weight)));
        best_first(moves.collect())
    }
}

/// Moves with whether they were left out and how far ahead they are. Not compiled for every game.
fn best_first(mut moves: Vec<(bool, f64, WeighedMove)>) -> Vec<WeighedMove> {
    moves.sort_by(|(a_out, a, _), (b_out, b, _)| a_out.cmp(b_out).then(b.total_cmp(a)));
    moves.into_iter().map(|(.., shown)| shown).collect()
}

/// A decision as it is sent.
pub(super) fn decision<P: Playable>(
    table: &Shared<P>,
    made: &Made<P>,
    weighed: Option<&Weighed<ActionOf<P::Rules>>>,
    entry: &Entry<ActionOf<P::Rules>>,
    judge: &mut dyn Judge<StateOf<P>>,
) -> ReviewedDecision {
    let verdict = Verdict::<P>::of(made, weighed, entry, judge);
    let lost = match verdict.mark {
        Mark::Forced => Some((0.0, 0.0)),
        _ => verdict.lost,
    };
    let label = |action| P::label(&table.rules, action);
    ReviewedDecision {
        turn: made.turn,
        played: table.text(verdict.played),
        played_label: label(verdict.played),
        best: table.text(verdict.best),
        best_label: label(verdict.best),
        lost: lost.map(|lost| shown::<P>(lost.0)),
        se: lost.map(|lost| shown::<P>(lost.1)),
        lost_in_sight: shown::<P>(verdict.lost_in_sight.mean),
        lost_in_sight_se: shown::<P>(verdict.lost_in_sight.se),
        best_in_sight: table.text(verdict.best_in_sight),
        own: shown::<P>(entry.term()),
        mark: verdict.mark,
        fate: verdict.fate.map(|(fate, _)| fate),
        fate_by: verdict.fate.map(|(_, by)| shown::<P>(by.mean)),
        fate_se: verdict.fate.map(|(_, by)| shown::<P>(by.se)),
        bound: verdict.bound.into(),
        belief_in_truth: verdict.belief_in_truth,
        worlds: verdict.worlds(),
        moves: verdict.moves(table),
        reasons: explain::weighed(verdict.reasons(table)),
        mistake: verdict.mistake,
    }
}

/// Of two kinds of numbers, the kind of their difference.
fn weaker(a: Bound, b: Bound) -> Bound {
    let rank = |bound: Bound| match bound {
        Bound::Proven => 0,
        Bound::Exact => 1,
        Bound::AtLeast | Bound::AtMost => 2,
        Bound::Sampled => 3,
        _ => 4,
    };
    if rank(a) >= rank(b) { a } else { b }
}

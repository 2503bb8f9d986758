//! Reviews of Duel: what the true cards are worth, what moves were worth from a view, and names for mistakes.

use crate::guided::Recommended;
use crate::{DeckModel, Heuristic};
use yomi_core::{Candidate, Contradiction, Limits, Rng, Run, ViewOf, ViewSearch};
use yomi_engine::Sentence;
use yomi_engine::review::weigh::{Choice, Weighed, Weigher, Weight, played_first, share_of};
use yomi_engine::review::{InWorlds, MistakeKind, Playouts};
use yomi_games::Duel;
use yomi_games::duel::{Action, SeenDuel, Target};

/// Games played on for one value.
const PLAYOUTS: u32 = 32;

pub fn judge(policy: Heuristic) -> Playouts<Heuristic> {
    let name = Sentence::new(
        format!("{PLAYOUTS} games played on by rules of thumb, a random move now and then"),
        format!("経験則（ときどきランダム）で進めた{PLAYOUTS}局の平均"),
    );
    Playouts { policy, count: PLAYOUTS, name }
}

/// Iterations for a decision: a quarter for the search, the rest for the games in common worlds, which end as soon as the mark
/// is settled.
const DECISION: Limits = Limits::iterations(24_000);

/// The limits of the search, and of the games.
fn parts(limits: &Limits) -> (Limits, Limits) {
    (share_of(limits, 1, 4), share_of(limits, 3, 4))
}

/// The recommended search says which move is best; how much better it is than the one played is found in
/// common worlds, where rules of thumb play on. What rules of thumb alone prefer is no mistake.
pub struct BySearchInWorlds {
    search: Recommended,
    worlds: InWorlds<DeckModel, Heuristic>,
}

pub fn weigher(policy: Heuristic) -> BySearchInWorlds {
    let worlds = InWorlds { reading: DeckModel, policy, limits: DECISION };
    BySearchInWorlds { search: Recommended::new(policy), worlds }
}

/// Of the moves behind the best one so many are played on in common worlds beside it: those that the search looked at most.
const RIVALS: usize = 3;

/// A move that was not played on in common worlds.
fn unknown(candidate: &Candidate<Action>) -> Weight<Action> {
    let Candidate { action, mean, se, bound, .. } = *candidate;
    Weight { action, visits: 0, value: mean, se, lead: f64::NEG_INFINITY, lead_se: 0.0, bound }
}

impl Weigher<Duel> for BySearchInWorlds {
    fn default_limits(&self) -> Limits {
        DECISION
    }

    fn weigh(
        &mut self,
        choice: &Choice<'_, Duel>,
        run: &mut Run<'_, Action>,
        rng: &mut Rng,
    ) -> Result<Weighed<Action>, Contradiction> {
        let (for_search, for_games) = parts(&run.limits);
        run.limits = for_search;
        let view: &ViewOf<Duel> = choice.view;
        let decision = self.search.decide(view, run, &mut rng.split(0))?;
        run.limits = for_games;
        let (played, best) = (choice.played, decision.action);
        // The search hardly looks at moves that it does not like: of those nothing is known.
        let mut others: Vec<_> =
            decision.candidates.iter().filter(|c| c.action != played && c.action != best).collect();
        if played == best {
            others.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.mean.total_cmp(&a.mean)));
            let (rivals, rest) = others.split_at(others.len().min(RIVALS));
            let asked: Vec<_> = std::iter::once(played).chain(rivals.iter().map(|c| c.action)).collect();
            let mut weighed = self.worlds.weigh_some(choice, &asked, run, rng)?;
            // What rules of thumb alone prefer is not better.
            weighed.moves.iter_mut().for_each(|weight| weight.lead = weight.lead.min(0.0));
            weighed.measured = None;
            weighed.moves.extend(rest.iter().map(|c| unknown(c)));
            return Ok(weighed);
        }
        let mut weighed = self.worlds.weigh_some(choice, &[played, best], run, rng)?;
        weighed.moves.extend(others.iter().map(|c| unknown(c)));
        Ok(weighed)
    }

    /// Both must say so: where the search prefers another move that one leads, by nothing that is known;
    /// otherwise all moves are played on in common worlds.
    fn weigh_against(
        &mut self,
        choice: &Choice<'_, Duel>,
        run: &mut Run<'_, Action>,
        rng: &mut Rng,
    ) -> Result<Weighed<Action>, Contradiction> {
        let (for_search, for_games) = parts(&run.limits);
        run.limits = for_search;
        let decision = self.search.decide(choice.view, run, &mut rng.split(0))?;
        run.limits = for_games;
        let mut weighed = self.worlds.weigh_some(choice, &played_first(choice), run, rng)?;
        // The first move stays at 0 beside itself.
        let preferred = weighed.moves.iter_mut().find(|weight| weight.action == decision.action);
        preferred.into_iter().for_each(|weight| weight.lead = weight.lead.max(0.0));
        Ok(weighed)
    }
}

pub fn kind_of_mistake(seen: &SeenDuel, played: Action, best: Action) -> Option<MistakeKind> {
    let at_player = |action| matches!(action, Action::Attack(_, target) if target == Target::NONE);
    let other = seen.table.side_of(seen.seat.other());
    let may_answer = other.mana_standing() > 0 && !other.shields.is_empty();
    let kind = match (played, best) {
        (played, best) if at_player(played) && !at_player(best) && may_answer => MistakeKind::new(
            "broke_into_standing_mana",
            "The attack went for the shields while the opponent had mana standing.",
            "相手のマナが残っているのに盾を狙って攻撃しました。",
        ),
        (Action::End, best) if at_player(best) => MistakeKind::new(
            "held_back_attack",
            "The turn ended although an attack on the player was better.",
            "プレイヤーを攻撃すべき場面でターンを終えました。",
        ),
        (Action::End, Action::Play(..)) => MistakeKind::new(
            "left_mana_unspent",
            "The turn ended with a card left that should have been played.",
            "出すべきカードを残してターンを終えました。",
        ),
        (Action::Keep, Action::Charge(_)) => {
            MistakeKind::new("did_not_charge", "A card should have gone into mana.", "マナを置くべきでした。")
        }
        (Action::Pass, Action::Block(_)) => MistakeKind::new(
            "did_not_block",
            "The attack should have been blocked.",
            "ブロックすべき攻撃でした。",
        ),
        _ => return None,
    };
    Some(kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card_file::standard_rules;
    use crate::game::ROLLOUT;
    use yomi_core::{Chance, Player, Ruleset, State, Turn};
    use yomi_engine::review::judge::{COMPARED_IN, Judge};
    use yomi_engine::stats::Mean;
    use yomi_search::paired::Lead;
    use yomi_search::tree::rollout::{payoffs, rollout};

    /// How much better one state is than another for a seat, by many games with luck of their own.
    fn truly_ahead(better: &Duel, worse: &Duel, seat: Player, rng: &mut Rng) -> Lead {
        let mut policy = judge(ROLLOUT).policy;
        let mut mean = Mean::default();
        for _ in 0..3_000 {
            let luck = rng.next_u64();
            let [better, worse] = [better, worse].map(|state| {
                let mut end = *state;
                rollout(&mut end, &mut policy, &mut Rng::new(luck));
                payoffs(&end)[seat.index()]
            });
            mean.add(better - worse);
        }
        Lead { mean: mean.mean(), se: mean.se().unwrap_or(0.0) }
    }

    /// The move that looks best by a mean of games has been lucky: how far it is ahead is too much. A comparison in
    /// games of their own is not, and its error covers.
    #[test]
    fn what_luck_made_is_measured_apart_from_what_chose_it() {
        let (mut judge, mut rng) = (judge(ROLLOUT), Rng::new(71));
        let (mut too_much, mut off) = (Mean::default(), Mean::default());
        let (mut covered, mut all) = (0, 0);
        for deal in 0..160 {
            let mut state = standard_rules().start(deal);
            for _ in 0..20 + deal % 40 {
                let action = match state.turn() {
                    Turn::Chance => state.sample_outcome(&mut rng),
                    Turn::Player(_) => state.random_action(&mut rng),
                    Turn::Over => break,
                };
                state.apply(action);
            }
            let Turn::Player(seat) = state.turn() else { continue };
            let mut after: Vec<(f64, Duel)> = Vec::new();
            for action in state.actions() {
                let mut next = state;
                next.apply(action);
                if next.turn() != Turn::Over {
                    after.push((judge.values(&next)[seat.index()], next));
                }
            }
            if after.len() < 2 {
                continue;
            }
            after.sort_by(|a, b| b.0.total_cmp(&a.0));
            let (best, other) = (&after[0], &after[1]);
            let gap = judge.compare(&best.1, &other.1, seat, COMPARED_IN).expect("it plays on");
            let truth = truly_ahead(&best.1, &other.1, seat, &mut rng);
            too_much.add(best.0 - other.0 - truth.mean);
            off.add(gap.mean - truth.mean);
            covered += u32::from((gap.mean - truth.mean).abs() <= 2.0 * gap.se.hypot(truth.se) + 1e-12);
            all += 1;
        }
        assert!(all > 50, "{all}");
        assert!(f64::from(covered) >= 0.88 * f64::from(all), "{covered} of {all}");
        assert!(off.mean().abs() < 4.0 * off.se().unwrap(), "{off:?}");
        assert!(too_much.mean() > 2.0 * too_much.se().unwrap(), "{too_much:?}");
    }
}

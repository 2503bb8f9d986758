//! Reviews of Duel: what the true cards are worth, what moves were worth from a view, and names for mistakes.

use crate::guided::Recommended;
use crate::{DeckModel, Heuristic};
use yomi_core::{Contradiction, Limits, Rng, Run, ViewOf, ViewSearch};
use yomi_engine::Sentence;
use yomi_engine::review::weigh::{Choice, Weighed, Weigher, Weight, half_of, played_first};
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

/// Iterations for a decision: half for the search, half for the games in common worlds.
const DECISION: Limits = Limits::iterations(3_000);

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
        run.limits = half_of(&run.limits);
        let view: &ViewOf<Duel> = choice.view;
        let decision = self.search.decide(view, run, &mut rng.split(0))?;
        let (played, best) = (choice.played, decision.action);
        let others = decision.candidates.iter().filter(|c| c.action != played && c.action != best);
        let others: Vec<_> = others.cloned().collect();
        if played == best {
            let own = decision.best();
            let weight = |c: &yomi_core::Candidate<Action>| Weight {
                action: c.action,
                visits: c.visits,
                value: c.mean,
                se: c.se,
                lead: (c.mean - own.mean).min(0.0),
                lead_se: (c.se * c.se + own.se * own.se).sqrt(),
                bound: c.bound,
            };
            let mut moves: Vec<_> = std::iter::once(own).chain(&others).map(weight).collect();
            moves[0].lead_se = 0.0;
            // How far its rival may be off is found in common worlds: the search itself hardly looks at moves that it does
            // not like.
            let order = |a: &&mut Weight<Action>, b: &&mut Weight<Action>| {
                a.visits.cmp(&b.visits).then(a.lead.total_cmp(&b.lead))
            };
            if let Some(rival) = moves[1..].iter_mut().max_by(order) {
                let beside = self.worlds.weigh_some(choice, &[played, rival.action], run, rng)?;
                rival.lead_se = beside.moves[1].lead_se;
                rival.visits = rival.visits.max(1);
            }
            return Ok(Weighed::new(moves, decision.worlds));
        }
        let mut weighed = self.worlds.weigh_some(choice, &[played, best], run, rng)?;
        let ahead = weighed.moves[1].lead;
        // The others stand as far behind the best as the search has them.
        weighed.moves.extend(others.iter().map(|c| Weight {
            action: c.action,
            visits: c.visits,
            value: c.mean,
            se: c.se,
            lead: ahead.max(0.0) - (decision.best().mean - c.mean).max(0.0),
            lead_se: c.se,
            bound: c.bound,
        }));
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
        run.limits = half_of(&run.limits);
        let decision = self.search.decide(choice.view, run, &mut rng.split(0))?;
        let mut weighed = self.worlds.weigh_some(choice, &played_first(choice), run, rng)?;
        // The first move stays at 0 beside itself.
        let preferred = weighed.moves.iter_mut().find(|weight| weight.action == decision.action);
        preferred.into_iter().for_each(|weight| weight.lead = weight.lead.max(0.0));
        Ok(weighed)
    }
}

pub fn kind_of_mistake(seen: &SeenDuel, played: Action, best: Action) -> Option<MistakeKind> {
    let at_player = |action| matches!(action, Action::Attack(_, target) if target == Target::NONE);
    let standing = seen.table.side_of(seen.seat.other()).mana_standing();
    let kind = match (played, best) {
        (played, best) if at_player(played) && !at_player(best) && standing > 0 => MistakeKind::new(
            "broke_into_standing_mana",
            "The attack broke shields while the opponent had mana standing.",
            "相手のマナが残っているのに盾を割りました。",
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

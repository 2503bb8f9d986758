//! Reviews of Sevens: what the true hands are worth, whether the reading held them for likely, and names for
//! mistakes.

use crate::game::own::{best_cast, best_reader};
use crate::{ByCards, Cast, Reader, Tuned};
use yomi_core::{Belief, Limits, Player, Rng, ViewOf};
use yomi_engine::Sentence;
use yomi_engine::review::{InWorlds, MistakeKind, Playouts, Slipping};
use yomi_games::Sevens;
use yomi_games::sevens::{Action, Card, SeenSevens};
use yomi_search::belief::Reading;

/// Games played on for one value, and how many of their moves are slips.
const PLAYOUTS: u32 = 256;
const SLIPS: u32 = 8;

pub fn judge() -> Playouts<Slipping<ByCards<Tuned>>> {
    let name = Sentence::new(
        format!("{PLAYOUTS} games played on by the tuned policy, one move in {SLIPS} a random one"),
        format!("学習した方策（{SLIPS}手に1手はランダム）で進めた{PLAYOUTS}局の平均"),
    );
    let policy = Slipping { policy: ByCards(Tuned::peer()), one_in: SLIPS };
    Playouts { policy, count: PLAYOUTS, name }
}

/// Games for the moves of a decision, at most.
const DECISION: Limits = Limits::iterations(30_000);

/// As the recommended player weighs them: the reading of the hands and the players, everybody played on as read.
pub fn weigher() -> InWorlds<Reader, Cast> {
    InWorlds { reading: best_reader(), policy: best_cast(), limits: DECISION }
}

/// Worlds that tell where the reading expects the cards.
const WORLDS: u32 = 400;

/// How likely the reading held the true hands, card by card, over how likely the sizes of the hands make them.
pub fn belief_in_truth(view: &ViewOf<Sevens>, truth: &Sevens) -> Option<f64> {
    const SEED: u64 = 0x007E_AD17;
    let seats: Vec<Player> = view.now.others().filter(|&p| !truth.hand(p).is_empty()).collect();
    let unseen: u32 = seats.iter().map(|&p| truth.hand(p).len()).sum();
    if seats.len() < 2 || unseen == 0 {
        return None;
    }
    let mut belief = Reading::read(&best_reader(), view).ok()?;
    let mut rng = Rng::new(SEED);
    let worlds: Vec<(Sevens, f64)> =
        (0..WORLDS).map(|_| belief.sample(&mut rng)).map(|(world, weight)| (world.game, weight)).collect();
    let total: f64 = worlds.iter().map(|(_, weight)| weight).sum();
    let mut ratio = 1.0;
    for &seat in &seats {
        let by_size = f64::from(truth.hand(seat).len()) / f64::from(unseen);
        for card in truth.hand(seat).iter() {
            let there = worlds.iter().filter(|(world, _)| world.hand(seat).has(card));
            let share: f64 = there.map(|(_, weight)| weight).sum();
            // As if one world more had been dealt by the sizes alone: nothing is impossible in a sample.
            let weight = total / f64::from(WORLDS);
            ratio *= (share + weight * by_size) / (total + weight) / by_size;
        }
    }
    Some(ratio)
}

/// Whether a card lets others play one that they could not play before.
fn opens_for_others(seen: &SeenSevens, card: Card) -> bool {
    !seen.board.opened_by(card, seen.unseen() - seen.board.open()).is_empty()
}

pub fn kind_of_mistake(seen: &SeenSevens, played: Action, best: Action) -> Option<MistakeKind> {
    match (played, best) {
        (Action::Pass, Action::Play(_)) => Some(MistakeKind::new(
            "passed_too_early",
            "The pass was too early: there was a card to play.",
            "パスが早すぎました。出すべき札がありました。",
        )),
        (Action::Play(_), Action::Pass) => Some(MistakeKind::new(
            "should_have_passed",
            "The card should have been held back with a pass.",
            "パスをして札を止めておくべきでした。",
        )),
        (Action::Play(card), Action::Play(better))
            if opens_for_others(seen, card) && !opens_for_others(seen, better) =>
        {
            Some(MistakeKind::new(
                "opened_for_others",
                "The card opened the way for the others.",
                "相手の出せる札を増やしてしまいました。",
            ))
        }
        _ => None,
    }
}

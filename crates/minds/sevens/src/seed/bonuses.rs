//! What the seed adds to the results of playouts: bonuses by the card, by the plans of other seats, and by
//! the standing of the game.

use super::options::{CardBonuses, SeedOptions};
use super::tracker::CardTracker;
use crate::Sight;
use crate::heuristic::chain;
use serde::{Deserialize, Serialize};
use yomi_core::{Player, ViewOf};
use yomi_games::Sevens;
use yomi_games::sevens::{Card, Cards};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    Early,
    Middle,
    Late,
}

/// The rank of the own hand size among the seats still in the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Position {
    Leading,
    Middle,
    Behind,
}

/// The seed's `_evaluate_game_state`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Situation {
    pub phase: Phase,
    pub position: Position,
    /// How close the own burst is, 0 to 1.
    pub urgency: f64,
}

/// The number of passes that counts as full urgency.
const URGENT_PASSES: f64 = 3.0;
/// Urgency above this makes the player aggressive.
const URGENT: f64 = 0.6;
/// Another seat with this many passes is put under pressure.
const NEARLY_BURST: u8 = 2;

impl Situation {
    pub fn of(view: &ViewOf<Sevens>, options: &SeedOptions) -> Situation {
        let seen = &view.now;
        let own = seen.hand.len();
        let ratio = f64::from(own) / f64::from(view.start.hand.len().max(1));
        let phase = if ratio > options.defensive_mode_threshold {
            Phase::Early
        } else if ratio > options.aggressive_mode_threshold {
            Phase::Middle
        } else {
            Phase::Late
        };
        let others = || seen.others().map(|p| u32::from(seen.board.place(p).cards));
        let position = if others().all(|cards| own < cards) {
            Position::Leading
        } else if others().all(|cards| own > cards) {
            Position::Behind
        } else {
            Position::Middle
        };
        let passes = f64::from(seen.board.place(seen.seat).passes);
        Situation { phase, position, urgency: (passes / URGENT_PASSES).min(1.0) }
    }

    pub fn aggressiveness(&self) -> f64 {
        let by_phase = match self.phase {
            Phase::Early => -0.1,
            Phase::Middle => 0.0,
            Phase::Late => 0.3,
        };
        let by_position = match self.position {
            Position::Leading => 0.2,
            Position::Middle => 0.0,
            Position::Behind => -0.1,
        };
        let by_urgency = if self.urgency > URGENT { 0.2 } else { 0.0 };
        f64::clamp(0.5 + by_phase + by_position + by_urgency, 0.0, 1.0)
    }

    /// The factor on the bonuses against other seats.
    fn push(&self, options: &SeedOptions) -> f64 {
        let caution = if self.phase == Phase::Early { 0.8 } else { 1.0 };
        caution * (1.0 + self.aggressiveness() * options.aggressiveness_multiplier)
    }
}

/// The other end card of the suit, for an end card.
fn other_end(card: Card) -> Option<Card> {
    let number = match card.number() {
        1 => 13,
        13 => 1,
        _ => return None,
    };
    Card::new(card.suit(), number)
}

/// The parts of a card's bonus, in the seed's order; those that do not apply are 0.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bonus {
    pub ace_king: f64,
    pub tunnel_complete: f64,
    pub adjacent: f64,
    pub safe: f64,
    pub suit: f64,
    pub chain: f64,
    pub hand_reduction: f64,
    pub tunnel_lock: f64,
    pub burst_force: f64,
}

impl Bonus {
    pub fn sum(&self) -> f64 {
        let Bonus { ace_king, tunnel_complete, adjacent, safe, suit, .. } = self;
        let Bonus { chain, hand_reduction, tunnel_lock, burst_force, .. } = self;
        ace_king
            + tunnel_complete
            + adjacent
            + safe
            + suit
            + chain
            + hand_reduction
            + tunnel_lock
            + burst_force
    }
}

/// The seed's `_evaluate_heuristic_strategy` for one playable card. `haste` multiplies its end-game part: the
/// chain and the hand reduction, the two terms that the seed explains by getting rid of cards.
fn card_bonus(weights: &CardBonuses, sight: &Sight<'_>, card: Card, haste: f64) -> Bonus {
    let (table, hand) = (sight.board.table(), sight.hand);
    let mut bonus = Bonus::default();
    match card.next() {
        None => bonus.ace_king = weights.ace_king_base_bonus,
        Some(next) if table.has(next) => bonus.adjacent = weights.adjacent_card_bonus,
        Some(next) => {
            bonus.adjacent = -weights.adjacent_card_penalty;
            bonus.safe = if hand.has(next) { weights.safe_move_bonus } else { 0.0 };
        }
    }
    if other_end(card).is_some_and(|other| table.has(other)) {
        bonus.tunnel_complete = weights.tunnel_complete_bonus;
    }
    let of_suit = (hand & Cards::of_suit(card.suit())).len();
    bonus.suit = f64::from(of_suit) * weights.suit_concentration_multiplier;
    bonus.chain = haste * f64::from(chain(sight, card)) * weights.chain_potential_multiplier;
    bonus.hand_reduction = haste * f64::from(hand.len().saturating_sub(1)) * weights.hand_reduction_bonus;
    bonus
}

/// All bonuses of a playable card, before `strategy_weight_multiplier`. The last two are the seed's
/// `_evaluate_strategic_actions`: do not complete a tunnel that another seat opened, and keep playing a suit in
/// which a seat that is about to burst has nothing.
pub fn bonus(options: &SeedOptions, view: &ViewOf<Sevens>, tracker: &CardTracker, card: Card) -> Bonus {
    let seen = &view.now;
    let situation = Situation::of(view, options);
    let haste = 1.0 + situation.urgency * options.urgency_multiplier;
    let mut bonus = card_bonus(&options.bonuses, &Sight::of_seen(seen), card, haste);
    let opened = other_end(card).is_some_and(|other| tracker.laid_by_others().has(other));
    if options.enable_tunnel_lock && opened {
        bonus.tunnel_lock = -options.tunnel_lock_weight * 10.0 * situation.push(options);
    }
    if options.enable_burst_force {
        let pressed = |p: &Player| seen.board.place(*p).passes >= NEARLY_BURST;
        let suit = Cards::of_suit(card.suit());
        let lacking = seen.others().filter(pressed).filter(|&p| (tracker.possible(p) & suit).is_empty());
        let each = options.burst_force_weight * 5.0 * situation.push(options);
        bonus.burst_force = each * lacking.count() as f64;
    }
    bonus
}

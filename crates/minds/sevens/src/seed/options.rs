//! Every parameter of the seed, with its original name and default.

use crate::RolloutWeights;

/// How passes are used when worlds are sampled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PassInference {
    /// A seat that passed holds none of the cards that were open: the seed's way.
    #[default]
    Hard,
    /// Each card that contradicts a pass is accepted with probability `belief_state_decay_factor`.
    Soft,
    /// Passes are ignored.
    Off,
}

/// The bonuses at the root that depend on the card alone.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CardBonuses {
    pub ace_king_base_bonus: f64,
    pub tunnel_complete_bonus: f64,
    pub adjacent_card_bonus: f64,
    pub adjacent_card_penalty: f64,
    pub safe_move_bonus: f64,
    pub suit_concentration_multiplier: f64,
    pub hand_reduction_bonus: f64,
    pub chain_potential_multiplier: f64,
}

/// All parameters, and two that the seed does not have: how it uses passes, and whether it may pass.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SeedOptions {
    pub simulation_count: u32,
    pub simulation_depth: u32,
    pub determinization_attempts: u32,
    pub strategy_weight_multiplier: f64,
    pub enable_tunnel_lock: bool,
    pub tunnel_lock_weight: f64,
    pub enable_burst_force: bool,
    pub burst_force_weight: f64,
    pub bonuses: CardBonuses,
    pub rollout: RolloutWeights,
    pub aggressive_mode_threshold: f64,
    pub defensive_mode_threshold: f64,
    pub aggressiveness_multiplier: f64,
    pub urgency_multiplier: f64,
    pub belief_state_decay_factor: f64,
    pub inference: PassInference,
    pub pass: bool,
}

impl SeedOptions {
    /// The number of worlds for this many candidates: the fewer candidates, the more worlds.
    pub fn worlds(&self, candidates: usize) -> u64 {
        let multiplier = match candidates {
            0..=2 => 2.0,
            3 => 1.5,
            4 | 5 => 1.2,
            _ => 1.0,
        };
        (f64::from(self.simulation_count) * multiplier).round() as u64
    }
}

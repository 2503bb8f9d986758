//! Counterfactual regret minimisation for small two-player zero-sum games: CFR+ with alternating updates and
//! linear averaging. It walks the whole tree in every round; it is meant to be readable, and is fast enough
//! for Leduc.

use super::exact::{Starts, Strategy};
use rustc_hash::FxHashMap;
use yomi_core::{InfoSets, Player, State, Turn, ZeroSum};

#[derive(Clone, Debug)]
struct Regrets {
    regret: Vec<f64>,
    /// What the current pass adds to the regrets: a whole pass uses the strategy from before it.
    gained: Vec<f64>,
    /// Sum of the strategies played, weighted by round and by the player's own reach probability.
    played: Vec<f64>,
}

impl Regrets {
    fn new(actions: usize) -> Regrets {
        Regrets { regret: vec![0.0; actions], gained: vec![0.0; actions], played: vec![0.0; actions] }
    }

    /// CFR+: regrets never fall below zero.
    fn settle(&mut self) {
        for (regret, gained) in self.regret.iter_mut().zip(&mut self.gained) {
            *regret = (*regret + std::mem::take(gained)).max(0.0);
        }
    }
}

/// A solver with its progress.
///
/// ```
/// use yomi_core::Player;
/// use yomi_core::testkit::toys::{Akq, Bet, Card};
/// use yomi_search::reference::{cfr::Cfr, exact};
///
/// let deals = Akq::deals();
/// let mut cfr = Cfr::default();
/// cfr.solve(&deals, 1_000);
/// let strategy = cfr.strategy();
/// let queen = strategy.at(&Akq::new(Card::Queen, Card::King), Player::FIRST);
/// assert_eq!(queen[1].0, Bet::Bet);
/// assert!((queen[1].1 - 1.0 / 3.0).abs() < 0.01); // One queen in three bluffs.
/// assert!((exact::game_value(&deals, Player::FIRST, &strategy) - 1.0 / 18.0).abs() < 1e-3);
/// assert!(exact::exploitability(&deals, &strategy) < 1e-3);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cfr {
    sets: FxHashMap<u64, Regrets>,
    rounds: u64,
}

impl Cfr {
    /// Performs `rounds` more rounds, each updating both players.
    pub fn solve<S: InfoSets + ZeroSum>(&mut self, starts: &Starts<S>, rounds: u64) {
        for _ in 0..rounds {
            self.rounds += 1;
            for p in [Player::FIRST, Player::SECOND] {
                for (start, chance) in starts {
                    self.walk(start, p, 1.0, *chance);
                }
                self.sets.values_mut().for_each(Regrets::settle);
            }
        }
    }

    /// The average strategy: this is what converges to equilibrium.
    #[must_use]
    pub fn strategy(&self) -> Strategy {
        let mut strategy = Strategy::uniform();
        for (&key, set) in &self.sets {
            let total: f64 = set.played.iter().sum();
            if total > 0.0 {
                strategy.set(key, set.played.iter().map(|w| w / total).collect());
            }
        }
        strategy
    }

    /// The value of `state` to `p` under the current strategies. `own` and `others` are the reach
    /// probabilities: the contribution of `p`, and that of the opponent and chance.
    fn walk<S: InfoSets>(&mut self, state: &S, p: Player, own: f64, others: f64) -> f64 {
        let after = |a| {
            let mut next = state.clone();
            next.apply(a);
            next
        };
        let mover = match state.turn() {
            Turn::Over => return state.payoff(p),
            Turn::Chance => {
                let outcomes = state.outcomes().into_iter();
                return outcomes
                    .map(|(a, chance)| chance * self.walk(&after(a), p, own, others * chance))
                    .sum();
            }
            Turn::Player(mover) => mover,
        };
        let key = state.info_key(mover, S::Grain::default());
        let actions = State::actions(state);
        let empty = || Regrets::new(actions.len());
        let now = matched(&self.sets.entry(key).or_insert_with(empty).regret);
        if mover != p {
            let branches = actions.into_iter().zip(now);
            return branches.map(|(a, chance)| chance * self.walk(&after(a), p, own, others * chance)).sum();
        }
        let values: Vec<f64> = actions
            .iter()
            .zip(&now)
            .map(|(&a, chance)| self.walk(&after(a), p, own * chance, others))
            .collect();
        let value: f64 = values.iter().zip(&now).map(|(v, chance)| v * chance).sum();
        let weight = self.rounds as f64 * own;
        let set = self.sets.get_mut(&key).expect("entered above");
        for (i, v) in values.into_iter().enumerate() {
            set.gained[i] += others * (v - value);
            set.played[i] += weight * now[i];
        }
        value
    }
}

/// Regret matching: probabilities in proportion to the regrets, uniform where there are none.
fn matched(regret: &[f64]) -> Vec<f64> {
    let total: f64 = regret.iter().sum();
    let even = 1.0 / regret.len() as f64;
    regret.iter().map(|r| if total > 0.0 { r / total } else { even }).collect()
}

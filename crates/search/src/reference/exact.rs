//! Exact values of strategies in small games of hidden information, by walking the whole tree.

use rustc_hash::FxHashMap;
use yomi_core::{InfoSets, Player, State, Turn, ZeroSum};

/// A strategy: for every information set the probability of each action, in the order of the state.
/// Information sets that are not in it play uniformly.
#[derive(Clone, Debug, Default)]
pub struct Strategy {
    probabilities: FxHashMap<u64, Vec<f64>>,
}

impl Strategy {
    /// Every action equally likely everywhere.
    #[must_use]
    pub fn uniform() -> Strategy {
        Strategy::default()
    }

    pub fn set(&mut self, key: u64, probabilities: Vec<f64>) {
        self.probabilities.insert(key, probabilities);
    }

    /// The information sets that are in it, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &[f64])> {
        self.probabilities.iter().map(|(&key, probabilities)| (key, &probabilities[..]))
    }

    /// The probabilities of the mover's actions in this state.
    #[must_use]
    pub fn at<S: InfoSets>(&self, state: &S, mover: Player) -> Vec<(S::Action, f64)> {
        let actions = State::actions(state);
        let even = 1.0 / actions.len() as f64;
        let known = self.probabilities.get(&state.info_key(mover, S::Grain::default()));
        actions.into_iter().enumerate().map(|(i, a)| (a, known.map_or(even, |p| p[i]))).collect()
    }
}

/// All starts of a game with their probabilities.
pub type Starts<S> = [(S, f64)];

/// The expected payoff of `p` from `state` on when all seats play `strategy`.
#[must_use]
pub fn value<S: InfoSets>(state: &S, p: Player, strategy: &Strategy) -> f64 {
    branches(state, strategy).map_or_else(
        || state.payoff(p),
        |branches| branches.into_iter().map(|(next, chance)| chance * value(&next, p, strategy)).sum(),
    )
}

/// What can come next, with probabilities; `None` at the end of the game.
fn branches<S: InfoSets>(state: &S, strategy: &Strategy) -> Option<Vec<(S, f64)>> {
    trembling(state, strategy, 0.0)
}

/// The same if the hand of the player to move trembles: each move is likelier by so much.
fn trembling<S: InfoSets>(state: &S, strategy: &Strategy, tremble: f64) -> Option<Vec<(S, f64)>> {
    let mut steps = match state.turn() {
        Turn::Over => return None,
        Turn::Chance => state.outcomes(),
        Turn::Player(mover) => strategy.at(state, mover),
    };
    if state.turn() != Turn::Chance {
        steps.iter_mut().for_each(|(_, chance)| *chance += tremble);
    }
    let after = |(a, chance): (S::Action, f64)| (chance > 0.0).then(|| (after(state, a), chance));
    Some(steps.into_iter().filter_map(after).collect())
}

fn after<S: State>(state: &S, action: S::Action) -> S {
    let mut next = state.clone();
    next.apply(action);
    next
}

/// The game's value to `p` when all seats play `strategy`.
#[must_use]
pub fn game_value<S: InfoSets>(starts: &Starts<S>, p: Player, strategy: &Strategy) -> f64 {
    starts.iter().map(|(s, chance)| chance * value(s, p, strategy)).sum()
}

/// What each action of an information set is worth to the seat that has to move there, when all play
/// `strategy` and hidden information is as likely as that strategy makes it (the posterior). Where the
/// strategy never leads, the others are taken to have slipped as rarely as can be.
#[must_use]
pub fn action_values<S: InfoSets>(
    starts: &Starts<S>,
    key: u64,
    p: Player,
    strategy: &Strategy,
) -> Vec<(S::Action, f64)> {
    let mut there = states_of(starts, key, p, strategy, 0.0);
    if there.is_empty() {
        there = states_of(starts, key, p, strategy, TREMBLE);
    }
    let total: f64 = there.iter().map(|(_, reach)| reach).sum();
    let Some((first, _)) = there.first() else { return Vec::new() };
    let worth =
        |a| there.iter().map(|(s, reach)| reach * value(&after(s, a), p, strategy)).sum::<f64>() / total;
    State::actions(first).into_iter().map(|a| (a, worth(a))).collect()
}

/// So rare that one slip is certain and two are not.
const TREMBLE: f64 = 1e-6;

/// The states of an information set, with the probability of each as [`gather`] has it.
fn states_of<S: InfoSets>(
    starts: &Starts<S>,
    key: u64,
    p: Player,
    strategy: &Strategy,
    tremble: f64,
) -> Vec<(S, f64)> {
    let mut there = Vec::new();
    for (start, chance) in starts {
        gather(start, *chance, p, (strategy, tremble), &mut |state, reach| {
            let is_it = state.info_key(p, S::Grain::default()) == key;
            if is_it {
                there.push((state.clone(), reach));
            }
            is_it
        });
    }
    there
}

/// Visits the decisions of `p` with their counterfactual reach: the probability that chance and the other
/// seats bring them about if `p` plays towards them. The visitor says whether to stop there.
fn gather<S: InfoSets>(
    state: &S,
    reach: f64,
    p: Player,
    others: (&Strategy, f64),
    visit: &mut impl FnMut(&S, f64) -> bool,
) {
    match state.turn() {
        Turn::Player(mover) if mover == p => {
            if !visit(state, reach) {
                State::actions(state)
                    .into_iter()
                    .for_each(|a| gather(&after(state, a), reach, p, others, visit));
            }
        }
        _ => {
            for (next, chance) in trembling(state, others.0, others.1).into_iter().flatten() {
                gather(&next, reach * chance, p, others, visit);
            }
        }
    }
}

/// The value to `p` of a best response to the others' strategy, and that response.
///
/// ```
/// use yomi_core::Player;
/// use yomi_core::testkit::toys::{Akq, Bet, Card};
/// use yomi_search::reference::exact::{Strategy, best_response};
///
/// // Against a first seat that bets with every card half of the time, a queen never calls.
/// let (_, answer) = best_response(&Akq::deals(), Player::SECOND, &Strategy::uniform());
/// let facing_a_bet = Akq { first: Some(Bet::Bet), ..Akq::new(Card::Ace, Card::Queen) };
/// assert_eq!(answer.at(&facing_a_bet, Player::SECOND), [(Bet::Fold, 1.0), (Bet::Call, 0.0)]);
/// ```
#[must_use]
pub fn best_response<S: InfoSets>(starts: &Starts<S>, p: Player, others: &Strategy) -> (f64, Strategy) {
    let mut sets: FxHashMap<u64, Vec<(S, f64)>> = FxHashMap::default();
    for (start, chance) in starts {
        gather(start, *chance, p, (others, 0.0), &mut |state, reach| {
            sets.entry(state.info_key(p, S::Grain::default())).or_default().push((state.clone(), reach));
            false
        });
    }
    let mut answer = Response { p, others, sets: &sets, chosen: FxHashMap::default() };
    let value = starts.iter().map(|(s, chance)| chance * answer.value(s)).sum();
    let mut strategy = Strategy::default();
    for (&key, &best) in &answer.chosen {
        let count = State::actions(&sets[&key][0].0).len();
        strategy.set(key, (0..count).map(|i| f64::from(u8::from(i == best))).collect());
    }
    (value, strategy)
}

struct Response<'a, S> {
    p: Player,
    others: &'a Strategy,
    sets: &'a FxHashMap<u64, Vec<(S, f64)>>,
    /// The best action of each information set met so far, by its index.
    chosen: FxHashMap<u64, usize>,
}

impl<S: InfoSets> Response<'_, S> {
    fn value(&mut self, state: &S) -> f64 {
        match state.turn() {
            Turn::Over => state.payoff(self.p),
            Turn::Player(mover) if mover == self.p => {
                let best = self.choose(state.info_key(self.p, S::Grain::default()));
                self.value(&after(state, State::actions(state)[best]))
            }
            _ => {
                let next = branches(state, self.others).unwrap_or_default();
                next.into_iter().map(|(s, chance)| chance * self.value(&s)).sum()
            }
        }
    }

    fn choose(&mut self, key: u64) -> usize {
        if let Some(&known) = self.chosen.get(&key) {
            return known;
        }
        let states = &self.sets[&key];
        let mut worth = |i: usize| -> f64 {
            states.iter().map(|(s, reach)| reach * self.value(&after(s, State::actions(s)[i]))).sum()
        };
        let values: Vec<f64> = (0..State::actions(&states[0].0).len()).map(&mut worth).collect();
        let best = (0..values.len()).fold(0, |best, i| if values[i] > values[best] { i } else { best });
        self.chosen.insert(key, best);
        best
    }
}

/// How much best responses would win beyond the game's value, on average over the two seats: 0 in
/// equilibrium.
///
/// ```
/// use yomi_core::testkit::toys::Akq;
/// use yomi_search::reference::exact::{Strategy, exploitability};
///
/// assert!(exploitability(&Akq::deals(), &Strategy::uniform()) > 0.3);
/// ```
#[must_use]
pub fn exploitability<S: InfoSets + ZeroSum>(starts: &Starts<S>, strategy: &Strategy) -> f64 {
    let sum = starts.first().map_or(0.0, |(s, _)| s.payoff_bounds().0 + s.payoff_bounds().1);
    let gains = [Player::FIRST, Player::SECOND].map(|p| best_response(starts, p, strategy).0);
    (gains[0] + gains[1] - sum) / 2.0
}

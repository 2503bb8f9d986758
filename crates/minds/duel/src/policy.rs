//! Moves by a network: which rows of its output speak of which action.
//!
//! An action is judged by what is done with which card, and by what it is aimed at: the sum of two rows.

use super::net::{Hidden, Net};
use yomi_core::Rng;
use yomi_games::duel::{Action, CardId, Target};

/// The rows of a network for a set of this many cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rows {
    cards: usize,
}

/// The row whose logistic function is the chance to win.
pub const VALUE: usize = 0;
/// Actions without a card: keep, end, pass, take, nothing.
const PLAIN: usize = 5;
/// Ways to use a card.
const USES: usize = 9;
/// Ways to use a card that may aim at a unit.
const AIMED: usize = 4;

impl Rows {
    pub const fn new(cards: usize) -> Rows {
        Rows { cards }
    }

    pub const fn count(self) -> usize {
        1 + PLAIN + USES * self.cards + AIMED * self.aims()
    }

    /// Nothing, or a unit that is tapped or not.
    const fn aims(self) -> usize {
        1 + 2 * self.cards
    }

    /// The row of what is done, and that of what it is aimed at.
    pub fn of(self, action: Action) -> (usize, Option<usize>) {
        let plain = |at: usize| (1 + at, None);
        let card = |using: usize, card: CardId| 1 + PLAIN + using * self.cards + card.index();
        let aim = |aimed: usize, target: Target| {
            let at = target.get().map_or(0, |(unit, tapped)| 1 + 2 * unit.index() + usize::from(tapped));
            Some(1 + PLAIN + USES * self.cards + aimed * self.aims() + at)
        };
        match action {
            Action::Keep => plain(0),
            Action::End => plain(1),
            Action::Pass => plain(2),
            Action::Take => plain(3),
            Action::Nothing => plain(4),
            Action::Charge(id) => (card(0, id), None),
            Action::Play(id, target) => (card(1, id), aim(0, target)),
            Action::Attack(id, target) => (card(2, id), aim(1, target)),
            Action::Counter(id, target) => (card(3, id), aim(2, target)),
            Action::Trigger(id, target) => (card(4, id), aim(3, target)),
            Action::Block(id) => (card(5, id), None),
            Action::Place(id) => (card(6, id), None),
            Action::Fetch(id) => (card(7, id), None),
            Action::Stow(id) => (card(8, id), None),
            Action::Deal(_) | Action::DealShown(_) => unreachable!("chance is not asked"),
        }
    }

    /// How much a network favours an action: the logarithm of its share, up to a constant.
    pub fn logit(self, net: &Net, hidden: &Hidden, action: Action) -> f32 {
        let (done, aimed) = self.of(action);
        net.row(done, hidden) + aimed.map_or(0.0, |row| net.row(row, hidden))
    }

    /// The share of each action, in place of what `shares` held.
    pub fn shares(self, net: &Net, hidden: &Hidden, actions: &[Action], shares: &mut Vec<f32>) {
        shares.clear();
        shares.extend(actions.iter().map(|&action| self.logit(net, hidden, action)));
        softmax(shares);
    }
}

/// Logarithms become shares.
pub fn softmax(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    logits.iter_mut().for_each(|x| *x = (*x - most).exp());
    let sum: f32 = logits.iter().sum();
    logits.iter_mut().for_each(|x| *x /= sum);
}

/// One of these by its share.
pub fn draw(shares: &[f32], rng: &mut Rng) -> usize {
    let mut luck = rng.unit() as f32;
    for (at, share) in shares.iter().enumerate() {
        luck -= share;
        if luck < 0.0 {
            return at;
        }
    }
    shares.len() - 1
}

/// The chance that a row of the output stands for.
pub fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// The chance to win that a network states.
pub fn value(net: &Net, hidden: &Hidden) -> f32 {
    chance(net.row(VALUE, hidden))
}

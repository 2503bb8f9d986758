//! Reviews of Kuhn and Leduc: both seats go on by the stored equilibrium.

use crate::belief::other_card;
use crate::equilibrium::{Solution, Solved};
use crate::reading::ByBetting;
use yomi_core::{Inference, Player, Text, ViewOf};
use yomi_engine::Sentence;
use yomi_engine::review::{Judge, judge::Payoffs};
use yomi_games::cards::Rank;
use yomi_search::reference::exact;

const NAME: Text = Text::new(
    "both going on by the stored equilibrium, exact",
    "両者が保存済みの均衡戦略で続けた厳密な期待値",
);

/// The exact value of a deal whose cards are open to the judge alone.
pub struct GoingOn;

impl<S: Solved> Judge<S> for GoingOn {
    fn name(&self) -> Sentence {
        NAME.into()
    }

    fn values(&mut self, state: &S) -> Payoffs {
        let Solution { strategy, .. } = S::solution();
        let first = exact::value(state, Player::FIRST, strategy);
        let mut values = Payoffs::default();
        (values[0], values[1]) = (first, -first);
        values
    }
}

/// How likely the betting made the opponent's true card, over how likely the cards seen make it.
pub fn belief_in_truth<S: Solved>(view: &ViewOf<S>, card: Rank) -> Option<f64> {
    let read = Inference::<S>::read(&ByBetting, view).ok()?;
    let by_cards = other_card::<S>(&view.now)[card.index()].1;
    (by_cards > 0.0).then_some(read.cards()?[card.index()] / by_cards)
}

//! A real game, entered as it happens: a view without the true state.

use crate::Fault;
use crate::fault::excerpt;
use crate::game::{Log, Position};
use crate::playable::{Playable, StateOf};
use crate::position::Seen;
use crate::table::Shared;
use crate::view::{self, Frame, SeatView, Written};
use std::sync::Arc;
use yomi_core::{Player, Ruleset, Turn, View};

pub(crate) struct Logged<P: Playable>(pub Seen<P>);

impl<P: Playable> Logged<P> {
    /// From the start of the game, if it is known.
    pub fn start(table: Arc<Shared<P>>, seat: Player) -> Result<Self, Fault> {
        let seen = table.begin_common(seat).ok_or_else(|| {
            let game = P::Rules::NAME;
            Fault::bad_view(
                format!("what seat {seat} of {game} sees at the start is not known; expected a view of it"),
                format!("{game} の席{seat}から見た初期局面が分かりません。そのビューが必要です"),
            )
        })?;
        Ok(Logged(seen))
    }

    fn copy(&self) -> Seen<P> {
        Seen { table: self.0.table.clone(), view: self.0.view.clone() }
    }
}

impl<P: Playable> Log for Logged<P> {
    fn position(&self) -> Box<dyn Position> {
        Box::new(self.copy())
    }

    fn turn(&self) -> Turn {
        Written::turn(&self.0)
    }

    fn payoffs(&self) -> Option<Vec<f64>> {
        let payoffs = (self.turn() == Turn::Over).then(|| P::payoffs(&self.0.view)).flatten()?;
        Some(payoffs.into_iter().map(|payoff| P::Rules::STAKES.shown(payoff)).collect())
    }

    fn enter(&mut self, text: &str) -> Result<(), Fault> {
        let mut seen = self.copy();
        for word in self.0.table.rules.split_moves(text) {
            seen.observe(word).map_err(|why| why.at(format!("{:?}", excerpt(word))))?;
        }
        self.0 = seen;
        Ok(())
    }

    fn take_back(&mut self) -> bool {
        let turns = Written::history(&self.0);
        let Some(last) = turns.last() else { return false };
        let view = &self.0.view;
        let left = view.events.len() - view::event_words(&self.0.table, last).len();
        let events = view.events[..left].iter().cloned();
        let earlier = View::replay::<StateOf<P>>(view.seat, view.start.clone(), events);
        self.0.view = earlier.expect("what was entered can be entered");
        true
    }
}

//! A real game, entered as it happens: a view with no state behind it.

use crate::entry::{Opened, Playable, Seen, StateOf};
use crate::game::{Log, Position};
use crate::{Fault, view};
use yomi_core::{Hidden, Player, Ruleset, Turn, View, ViewOf};

pub(crate) struct Logged<'t, P: Playable> {
    pub(crate) table: &'t Opened<P>,
    pub(crate) view: ViewOf<StateOf<P>>,
}

impl<'t, P: Playable> Logged<'t, P> {
    /// From the start, where that is known.
    pub(crate) fn start(table: &'t Opened<P>, seat: Player) -> Result<Self, Fault> {
        let Some(start) = table.rules.common_start(seat) else {
            let (game, hint) = (P::Rules::NAME, P::START_HINT);
            return Err(Fault::new(format!(
                "what seat {seat} of {game} sees at the start is not known; expected --view FILE (`yomi view {game}` prints one){hint}"
            )));
        };
        Ok(Logged { table, view: View::new(seat, start) })
    }

    fn observe(&self, view: &mut ViewOf<StateOf<P>>, word: &str) -> Result<(), Fault> {
        let rules = &self.table.rules;
        let event = rules.parse_event(word)?;
        let text = rules.event_text(&event);
        let refused = view.observe::<StateOf<P>>(event);
        refused.map_err(|why| view::refusal(rules, view, &text, &why).at(format!("{text:?}")))
    }
}

impl<P: Playable> Log for Logged<'_, P> {
    fn position(&self) -> Box<dyn Position + '_> {
        Box::new(Seen { table: self.table, view: self.view.clone() })
    }

    fn turn(&self) -> Turn {
        StateOf::<P>::seen_turn(&self.view.now)
    }

    fn enter(&mut self, text: &str) -> Result<(), Fault> {
        let mut view = self.view.clone();
        for word in self.table.rules.split_moves(text) {
            self.observe(&mut view, word)?;
        }
        self.view = view;
        Ok(())
    }

    fn take_back(&mut self) -> bool {
        let rules = &self.table.rules;
        let turns = view::history(rules, &self.view);
        let Some(last) = turns.last() else { return false };
        let left = self.view.events.len() - view::event_words(rules, last).len();
        let events = self.view.events[..left].iter().cloned();
        let start = self.view.start.clone();
        self.view = View::replay::<StateOf<P>>(self.view.seat, start, events)
            .expect("what was entered can be entered");
        true
    }
}

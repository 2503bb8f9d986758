//! The seed's `CardTracker`: who can hold what, by replaying the game so far.

use super::options::PassInference;
use yomi_core::{Contradiction, Hidden, MAX_PLAYERS, Player, ViewOf};
use yomi_games::Sevens;
use yomi_games::sevens::{Cards, Event};

/// What the events of a game imply about the hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardTracker {
    /// The cards held by the other seats together.
    unseen: Cards,
    /// Cards that were open when the seat passed.
    passed_on: [Cards; MAX_PLAYERS],
    own_laid: Cards,
    table: Cards,
}

impl CardTracker {
    /// Replays the history of a view.
    pub fn of_history(view: &ViewOf<Sevens>, inference: PassInference) -> Result<CardTracker, Contradiction> {
        let mut passed_on = [Cards::NONE; MAX_PLAYERS];
        let mut own_laid = Cards::NONE;
        let mut seen = view.start;
        for event in &view.events {
            let mover = seen.board.mover();
            match *event {
                Event::Pass if inference != PassInference::Off => {
                    passed_on[mover.index()] = passed_on[mover.index()] | seen.board.open();
                }
                Event::Play(card) if mover == view.seat => own_laid = own_laid.with(card),
                Event::Pass | Event::Play(_) | Event::Burst(_) => {}
            }
            Sevens::observe(&mut seen, event).map_err(|why| Contradiction(why.0))?;
        }
        Ok(CardTracker { unseen: view.now.unseen(), passed_on, own_laid, table: view.now.board.table() })
    }

    pub fn unseen(&self) -> Cards {
        self.unseen
    }

    /// The cards that this seat can hold.
    pub fn possible(&self, seat: Player) -> Cards {
        self.unseen - self.passed_on[seat.index()]
    }

    /// The cards on the table that the viewer did not play: played by other seats or laid down in a burst.
    pub fn laid_by_others(&self) -> Cards {
        self.table - self.own_laid
    }
}

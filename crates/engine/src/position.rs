//! A view that agents can be asked about.

use crate::Sentence;
use crate::ask::{Ask, Listener};
use crate::fault::FaultKind;
use crate::game::{Position, Waiting};
use crate::playable::{Numbers, Playable, StateOf};
use crate::table::{Shared, unable};
use crate::view::{self, Frame, Said, SeatView, Written};
use crate::wire::{Advice, Happened, Legal, VERSION, Vector};
use crate::{Fault, json};
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;
use yomi_core::ruleset::SeenOf;
use yomi_core::{Hidden, Player, Ruleset, Settings, Turn, View, ViewOf};

/// One seat's view at a table.
pub(crate) struct Seen<P: Playable> {
    pub table: Arc<Shared<P>>,
    pub view: ViewOf<StateOf<P>>,
}

pub(crate) fn to_json<T: Serialize>(seen: &T) -> Value {
    serde_json::to_value(seen).expect("what is seen is plain data")
}

/// A view with the rules it belongs to.
pub(crate) struct Shown<'a, R: Ruleset> {
    pub rules: &'a R,
    pub view: &'a ViewOf<R::State>,
}

impl<R: Ruleset> Written for Shown<'_, R> {
    fn seat(&self) -> Player {
        self.view.seat
    }

    fn turn(&self) -> Turn {
        R::State::seen_turn(&self.view.now)
    }

    fn start_json(&self) -> Value {
        to_json(&self.view.start)
    }

    fn now_json(&self) -> Value {
        to_json(&self.view.now)
    }

    fn typed(&self) -> Vec<Sentence> {
        let typed = |a| Sentence::new(self.rules.action_text(a), self.rules.action_text_ja(a));
        self.view.legal::<R::State>().into_iter().map(typed).collect()
    }

    fn legal(&self) -> Vec<String> {
        self.view.legal::<R::State>().into_iter().map(|a| self.rules.action_text(a)).collect()
    }

    fn history(&self) -> Vec<String> {
        self.rules.join_events(&self.view.events)
    }
}

impl<P: Playable> Seen<P> {
    fn shown(&self) -> Shown<'_, P::Rules> {
        Shown { rules: &self.table.rules, view: &self.view }
    }
}

impl<P: Playable> Written for Seen<P> {
    fn seat(&self) -> Player {
        self.view.seat
    }

    fn turn(&self) -> Turn {
        self.shown().turn()
    }

    fn start_json(&self) -> Value {
        self.shown().start_json()
    }

    fn now_json(&self) -> Value {
        self.shown().now_json()
    }

    fn typed(&self) -> Vec<Sentence> {
        self.shown().typed()
    }

    fn legal(&self) -> Vec<String> {
        self.shown().legal()
    }

    fn history(&self) -> Vec<String> {
        self.shown().history()
    }
}

impl<P: Playable> SeatView for Seen<P> {
    fn observe(&mut self, word: &str) -> Result<(), Fault> {
        let rules = &self.table.rules;
        let event = rules.parse_event(word)?;
        let text = rules.event_text(&event);
        let seen = self.view.observe::<StateOf<P>>(event);
        seen.map_err(|why| view::refusal(self, &text, why))
    }

    fn compare(&self, now: Value) -> Said {
        match serde_json::from_value::<SeenOf<P::Rules>>(now) {
            Ok(seen) if seen == self.view.now => Said::Same,
            Ok(_) => Said::Different,
            Err(_) => Said::Refused,
        }
    }
}

impl<P: Playable> Frame for Arc<Shared<P>> {
    type View = Seen<P>;

    fn name(&self) -> &'static str {
        P::Rules::NAME
    }

    fn players(&self) -> usize {
        Shared::players(self)
    }

    fn names_seat(&self) -> bool {
        let start = self.rules.start(0).seen(Player::FIRST);
        to_json(&start).as_object().is_some_and(|keys| keys.contains_key("seat"))
    }

    fn unsaid_keys(&self) -> &'static [&'static str] {
        P::Rules::UNSAID_KEYS
    }

    fn begin(&self, seat: Player, start: Value) -> Result<Seen<P>, Fault> {
        let start: SeenOf<P::Rules> =
            json::read(start).map_err(|why| Fault::from_text(FaultKind::BadView, why))?;
        let checked = self.rules.check_seen(&start);
        checked.map_err(|why| Fault::from(why).of_kind(FaultKind::BadView))?;
        Ok(Seen { table: self.clone(), view: View::new(seat, start) })
    }

    fn begin_common(&self, seat: Player) -> Option<Seen<P>> {
        let start = self.rules.common_start(seat)?;
        Some(Seen { table: self.clone(), view: View::new(seat, start) })
    }

    fn split<'a>(&self, list: &'a str) -> Vec<&'a str> {
        self.rules.split_moves(list)
    }
}

/// The settings without those that tell what is hidden.
pub fn shown_settings<P: Playable>(settings: &Settings) -> Settings {
    let mut shown = settings.clone();
    shown.retain(|name, _| !P::Rules::SECRET_SETTINGS.contains(&name.as_str()));
    shown
}

impl<P: Playable> Position for Seen<P> {
    fn game(&self) -> &'static str {
        P::Rules::NAME
    }

    fn seat(&self) -> Player {
        self.view.seat
    }

    fn json(&self) -> Value {
        view::write(P::Rules::NAME, &shown_settings::<P>(&self.table.settings), self)
    }

    fn vector(&self) -> Result<Vector, Fault> {
        let vectorize = P::VECTORIZER
            .ok_or_else(|| unable::<P>("has no vector of a view", "にはビューのベクトルがありません"))?;
        let Numbers { layout, names, values } = vectorize(&self.view)?;
        let (game, seat) = (P::Rules::NAME.to_string(), self.view.seat.index());
        Ok(Vector { version: VERSION, game, seat, layout, names, values })
    }

    fn picture(&self) -> String {
        self.table.rules.draw(&self.view.now)
    }

    fn picture_ja(&self) -> String {
        self.table.rules.draw_ja(&self.view.now)
    }

    fn history(&self) -> Vec<String> {
        Written::history(self)
    }

    fn events(&self) -> Vec<Happened> {
        let mut before = View::new(self.view.seat, self.view.start.clone());
        let mut turn = 0;
        let happened = |event: &<StateOf<P> as Hidden>::Event| {
            let seat = StateOf::<P>::seen_turn(&before.now).player();
            turn += usize::from(seat.is_some());
            before.observe::<StateOf<P>>(event.clone()).expect("what was seen can be seen again");
            Happened {
                turn: turn.max(1),
                seat: seat.map(Player::index),
                entry: self.table.rules.event_text(event),
                label: P::event_label(&self.table.rules, event),
            }
        };
        self.view.events.iter().map(happened).collect()
    }

    fn legal(&self) -> Vec<Legal> {
        self.view.legal::<StateOf<P>>().into_iter().map(|a| self.table.legal(a)).collect()
    }

    fn before_turn(&self, turn: usize) -> Result<Box<dyn Position>, Fault> {
        let mut view = View::new(self.view.seat, self.view.start.clone());
        let mut events = self.view.events.iter();
        let mut turns = 0;
        loop {
            if StateOf::<P>::seen_turn(&view.now).player().is_some() {
                turns += 1;
                if turns == turn {
                    return Ok(Box::new(Seen { table: self.table.clone(), view }));
                }
            }
            let Some(event) = events.next() else { return Err(view::no_such_turn(turn, turns)) };
            view.observe::<StateOf<P>>(event.clone()).expect("what was seen can be seen again");
        }
    }

    fn advise(&self, ask: &Ask, listener: &mut dyn Listener) -> Result<Advice, Fault> {
        self.table.advise(&self.view, ask, listener)
    }

    fn waiting(&self, ask: &Ask) -> Option<Waiting> {
        let turn = StateOf::<P>::seen_turn(&self.view.now).player()?;
        let why = view::check_to_move(self.view.seat, Turn::Player(turn)).err()?;
        Some(Waiting { turn, advice: self.table.waiting(ask, why.text) })
    }
}

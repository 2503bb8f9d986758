//! Submarine: a game of one's own, with every command of `yomi`. `docs/adding-a-game.md` builds this file step by step.
//!
//! `cargo run --release --example submarine -- advise submarine --moves "3 2"`

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::fmt;
use std::ops::ControlFlow;
use std::process::ExitCode;
use yomi::Registry;
use yomi::core::ruleset::parse_number;
use yomi::core::{
    Belief, Contradiction, Decision, Deterministic, Hidden, Inference, InfoSets, OptionSpec, Player,
    Rejected, Rng, Ruleset, Settings, Stakes, State, Text, Turn, View, ViewOf, ZeroSum,
};
use yomi::engine::agent::AgentKind;
use yomi::engine::explain::Sentence;
use yomi::engine::{agents, entry::Playable};
use yomi::search::IsMcts;
use yomi::search::tree::{IsMctsOptions, ismcts};

const HIDER: Player = Player::FIRST;
const HUNTER: Player = Player::SECOND;

/// Cells are counted from 1. A submarine in cell 3 is in cells 3 and 4.
type Cell = u8;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Shot {
    cell: Cell,
    hit: bool,
}

impl Shot {
    fn at(cell: Cell, submarine: Cell) -> Shot {
        Shot { cell, hit: cell == submarine || cell == submarine + 1 }
    }
}

/// What both seats know. The rules are written on it, so that states and views cannot disagree about them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Sea {
    cells: u8,
    hidden: bool,
    fired: Vec<Shot>,
}

impl Sea {
    fn is_sunk(&self) -> bool {
        self.fired.iter().filter(|shot| shot.hit).count() == 2
    }

    /// One shot for every two cells.
    fn shots_left(&self) -> usize {
        usize::from(self.cells / 2) - self.fired.len()
    }

    fn turn(&self) -> Turn {
        if !self.hidden {
            Turn::Player(HIDER)
        } else if self.is_sunk() || self.shots_left() == 0 {
            Turn::Over
        } else {
            Turn::Player(HUNTER)
        }
    }

    fn choices(&self) -> Vec<Cell> {
        let is_new = |cell: &Cell| self.fired.iter().all(|shot| shot.cell != *cell);
        match self.turn() {
            Turn::Player(HIDER) => (1..self.cells).collect(),
            Turn::Player(_) => (1..=self.cells).filter(is_new).collect(),
            Turn::Chance | Turn::Over => Vec::new(),
        }
    }
}

/// A game: the sea, and where the submarine is once it has hidden.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Submarine {
    sea: Sea,
    place: Option<Cell>,
}

impl State for Submarine {
    type Action = Cell;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        self.sea.turn()
    }

    fn try_for_each_action<B>(&self, f: impl FnMut(Cell) -> ControlFlow<B>) -> ControlFlow<B> {
        self.sea.choices().into_iter().try_for_each(f)
    }

    fn apply(&mut self, cell: Cell) {
        match self.place {
            None => {
                self.place = Some(cell);
                self.sea.hidden = true;
            }
            Some(place) => self.sea.fired.push(Shot::at(cell, place)),
        }
    }

    fn payoff(&self, p: Player) -> f64 {
        f64::from(self.sea.is_sunk() == (p == HUNTER))
    }

    fn payoff_bounds(&self) -> (f64, f64) {
        (0.0, 1.0)
    }
}

impl Deterministic for Submarine {}
impl ZeroSum for Submarine {}

/// What one seat knows: the place is there for the hider only.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Seen {
    seat: Player,
    #[serde(flatten)]
    sea: Sea,
    place: Option<Cell>,
}

/// A move as one seat sees it: where the submarine hides is told to the hider only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
enum Event {
    Hides(Option<Cell>),
    Fires(Shot),
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Hides(None) => f.write_str("hidden"),
            Event::Hides(Some(place)) => place.fmt(f),
            Event::Fires(Shot { cell, hit }) => write!(f, "{cell}={}", if *hit { "hit" } else { "miss" }),
        }
    }
}

impl Seen {
    /// Every place where the submarine can be.
    fn places(&self) -> Vec<Cell> {
        let is_known = |place: &Cell| self.place.is_none_or(|own| own == *place);
        let agrees = |place: &Cell| self.sea.fired.iter().all(|shot| *shot == Shot::at(shot.cell, *place));
        (1..self.sea.cells).filter(|place| is_known(place) && agrees(place)).collect()
    }
}

impl Hidden for Submarine {
    type Seen = Seen;
    type Event = Event;

    fn seen(&self, viewer: Player) -> Seen {
        Seen { seat: viewer, sea: self.sea.clone(), place: self.place.filter(|_| viewer == HIDER) }
    }

    fn event(&self, cell: Cell, viewer: Player) -> Event {
        match self.place {
            None => Event::Hides((viewer == HIDER).then_some(cell)),
            Some(place) => Event::Fires(Shot::at(cell, place)),
        }
    }

    fn observe(seen: &mut Seen, event: &Event) -> Result<(), Rejected> {
        let mut next = seen.clone();
        match *event {
            Event::Hides(place) if !seen.sea.hidden && place.is_some() == (seen.seat == HIDER) => {
                next.sea.hidden = true;
                next.place = place;
            }
            Event::Fires(shot) if seen.sea.hidden && seen.sea.choices().contains(&shot.cell) => {
                next.sea.fired.push(shot);
            }
            _ => return Err(Rejected(format!("{event} is nothing that seat {} can see now", seen.seat))),
        }
        if next.places().is_empty() {
            return Err(Rejected(format!("{event} leaves no place for the submarine")));
        }
        *seen = next;
        Ok(())
    }

    fn seen_turn(seen: &Seen) -> Turn {
        seen.sea.turn()
    }

    fn seen_actions(seen: &Seen) -> Vec<Cell> {
        seen.sea.choices()
    }
}

impl InfoSets for Submarine {
    type Grain = ();

    /// Two bits a cell, whatever the order of the shots: what is still to come does not depend on it.
    fn info_key(&self, viewer: Player, _: ()) -> u64 {
        let result = |shot: &Shot| (1 + u64::from(shot.hit)) << (2 * shot.cell);
        let own = u64::from(self.place.filter(|_| viewer == HIDER).unwrap_or(0));
        let known = own << 2 | u64::from(self.sea.hidden) << 1 | viewer.index() as u64;
        self.sea.fired.iter().map(result).sum::<u64>() << 8 | known
    }
}

/// Every place that agrees with the shots is equally likely.
#[derive(Clone, Copy)]
struct AnyPlace;

#[derive(Clone)]
struct Worlds(Vec<Submarine>);

impl Inference<Submarine> for AnyPlace {
    type Belief = Worlds;

    fn read(&self, view: &ViewOf<Submarine>) -> Result<Worlds, Contradiction> {
        let Seen { sea, .. } = &view.now;
        let world = |place| Submarine { sea: sea.clone(), place: sea.hidden.then_some(place) };
        let worlds: Vec<Submarine> = view.now.places().into_iter().map(world).collect();
        if worlds.is_empty() {
            return Err(Contradiction("no place is left for the submarine".into()));
        }
        Ok(Worlds(worlds))
    }
}

impl Belief<Submarine> for Worlds {
    fn sample(&mut self, rng: &mut Rng) -> (Submarine, f64) {
        (self.0[rng.below(self.0.len() as u32) as usize].clone(), 1.0)
    }
}

/// The game with its settings chosen.
#[derive(Clone, Copy)]
struct Rules {
    cells: u8,
}

impl Ruleset for Rules {
    type State = Submarine;

    const NAME: &'static str = "submarine";
    const SUMMARY: Text = Text {
        en: "one hides a submarine in two cells of a row, the other has a few shots to sink it",
        ja: "一列の海の二マスに隠れた潜水艦を、限られた弾で沈める",
    };
    const STAKES: Stakes = Stakes::Win;
    const SETTINGS: &'static [OptionSpec] = &[OptionSpec {
        name: "cells",
        default: "8",
        help: Text { en: "cells of the row, 4 to 20", ja: "海のマスの数（4〜20）" },
    }];

    fn from_settings(settings: &Settings) -> Result<Rules, Rejected> {
        Ok(Rules { cells: parse_number("cells", &settings["cells"], 4..=20)? as u8 })
    }

    fn start(&self, _seed: u64) -> Submarine {
        Submarine { sea: Sea { cells: self.cells, hidden: false, fired: Vec::new() }, place: None }
    }

    fn common_start(&self, seat: Player) -> Option<Seen> {
        Some(self.start(0).seen(seat))
    }

    fn check_seen(&self, seen: &Seen) -> Result<(), Rejected> {
        let hides = seen.sea.hidden.then_some(Event::Hides(seen.place));
        let events = hides.into_iter().chain(seen.sea.fired.iter().copied().map(Event::Fires));
        let again = View::replay::<Submarine>(seen.seat, self.start(0).seen(seen.seat), events)?;
        if again.now == *seen {
            Ok(())
        } else {
            Err(Rejected(format!("this is not seen in a game with cells={}", self.cells)))
        }
    }

    fn action_text(&self, cell: Cell) -> String {
        cell.to_string()
    }

    fn parse_action(&self, text: &str) -> Result<Cell, Rejected> {
        let cell = text.parse().ok().filter(|cell| (1..=self.cells).contains(cell));
        cell.ok_or_else(|| Rejected(format!("{text:?} is not a cell; expected 1 to {}", self.cells)))
    }

    fn event_text(&self, event: &Event) -> String {
        event.to_string()
    }

    fn parse_event(&self, text: &str) -> Result<Event, Rejected> {
        let fires = |cell, hit| Ok(Event::Fires(Shot { cell: self.parse_action(cell)?, hit }));
        match text.split_once('=') {
            None if text == "hidden" => Ok(Event::Hides(None)),
            None => Ok(Event::Hides(Some(self.parse_action(text)?))),
            Some((cell, "hit")) => fires(cell, true),
            Some((cell, "miss")) => fires(cell, false),
            Some(_) => Err(Rejected(format!("{text:?}: expected such as 3=hit or 3=miss"))),
        }
    }

    fn draw(&self, seen: &Seen) -> String {
        let cell = |cell: Cell| match seen.sea.fired.iter().find(|shot| shot.cell == cell) {
            Some(shot) if shot.hit => "×",
            Some(_) => "○",
            None if seen.place.is_some_and(|place| Shot::at(cell, place).hit) => "■",
            None => "·",
        };
        let row: String = (1..=self.cells).map(|c| format!("{c:>2}{}", cell(c))).collect();
        format!("{row}   shots left: {}\n", seen.sea.shots_left())
    }
}

impl Playable for Rules {
    type Rules = Rules;

    fn agents() -> Vec<AgentKind<Submarine>> {
        let help = Text { en: "what we recommend: ismcts", ja: "おすすめ: ismcts" };
        let best = || IsMcts::<Submarine, _>::new(AnyPlace, IsMctsOptions::default());
        vec![agents::best(help, ismcts::DEFAULT_LIMITS, best), agents::random(), agents::ismcts(AnyPlace)]
    }

    fn remarks(view: &ViewOf<Submarine>, decision: &Decision<Cell>) -> Vec<Sentence> {
        if view.seat == HIDER {
            return Vec::new();
        }
        let (cell, places) = (decision.action, view.now.places());
        let (all, hits) = (places.len(), places.iter().filter(|place| Shot::at(cell, **place).hit).count());
        vec![Sentence::new(
            format!("{cell} hits in {hits} of the {all} places where the submarine can be."),
            format!("潜水艦がいる可能性のある {all} か所のうち、{cell} は {hits} か所に当たります。"),
        )]
    }

    fn beliefs(view: &ViewOf<Submarine>) -> Value {
        if view.seat == HIDER {
            return Value::Null;
        }
        let places = view.now.places();
        let chance = 1.0 / places.len() as f64;
        let odds = places.iter().map(|place| (format!("{place}-{}", place + 1), json!(chance)));
        json!({ "submarine": odds.collect::<Map<_, _>>() })
    }
}

fn main() -> ExitCode {
    yomi_cli::main_with(Registry::standard().with::<Rules>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;
    use yomi::core::testkit::clock::SteppingClock;
    use yomi::core::testkit::{Effort, peek, rules, text, views, worlds};
    use yomi::core::{Limits, Run, ViewSearch};
    use yomi::engine::agent::{self, AgentText};
    use yomi::search::reference::exact::{Strategy, best_response};

    const RULES: Rules = Rules { cells: 6 };

    fn start(seed: u64) -> Submarine {
        RULES.start(seed)
    }

    #[test]
    fn keeps_the_rules() {
        rules::check_rules(Effort::default(), start);
        rules::check_deterministic(Effort::default(), start);
        rules::check_zero_sum(Effort::default(), start);
    }

    #[test]
    fn views_follow_from_events() {
        views::check_views(Effort::default(), start);
        views::check_refusals(Effort::games(50), start);
        views::check_words_of_others(Effort::games(50), start);
        views::check_info_keys(Effort::default(), start, None);
    }

    #[test]
    fn text_is_read_as_it_was_written() {
        text::check_text(Effort::default(), &RULES);
    }

    #[test]
    fn worlds_agree_with_the_view() {
        worlds::check_worlds(Effort::games(50), start, &AnyPlace, |_, world| {
            let mut again = start(0);
            let shots = world.sea.fired.iter().map(|shot| shot.cell);
            world.place.into_iter().chain(shots).for_each(|cell| again.apply(cell));
            again == *world
        });
    }

    /// Another place where the same shots end the same way, from the rules alone.
    fn swap(state: &Submarine, viewer: Player, rng: &mut Rng) -> Submarine {
        if viewer == HIDER || !state.sea.hidden {
            return state.clone();
        }
        loop {
            let mut twin = start(0);
            twin.apply(1 + rng.below(5) as Cell);
            state.sea.fired.iter().for_each(|shot| twin.apply(shot.cell));
            if twin.sea == state.sea {
                return twin;
            }
        }
    }

    #[test]
    fn nobody_peeks() {
        let kinds = Rules::agents();
        for name in kinds.iter().map(|kind| kind.info.name) {
            let typed = AgentText::parse(name).unwrap();
            let player = || agent::seat(&kinds, &typed, None).unwrap().mind.honest().unwrap();
            peek::check_no_peek(Effort::games(50), start, swap, &AnyPlace, player);
        }
    }

    #[test]
    fn hiding_looks_alike_to_the_hunter() {
        peek::check_alike(Effort::default(), start, |state, _, viewer, rng| {
            (viewer == HUNTER && !state.sea.hidden).then(|| state.random_action(rng))
        });
    }

    /// Where every place is equally likely, three shots sink the submarine in three of five places at best.
    #[test]
    fn the_search_finds_the_best_chance() {
        let (best, _) = best_response(&[(start(0), 1.0)], HUNTER, &Strategy::uniform());
        assert!((best - 0.6).abs() < 1e-9, "{best}");
        let view = View::replay::<Submarine>(HUNTER, start(0).seen(HUNTER), [Event::Hides(None)]).unwrap();
        let (clock, stop) = (SteppingClock::new(Duration::ZERO), AtomicBool::new(false));
        let mut run = Run::new(Limits::iterations(10_000), &clock, &stop);
        let mut search = IsMcts::<Submarine, _>::new(AnyPlace, IsMctsOptions::default());
        let found = search.decide(&view, &mut run, &mut Rng::new(0)).unwrap().value();
        assert!((found - best).abs() < 0.05, "{found} is not {best}");
    }

    #[test]
    fn two_hits_win() {
        let played = |cells: &[Cell]| {
            let mut state = start(0);
            cells.iter().try_for_each(|&cell| state.play(cell)).map(|()| state)
        };
        let pay = |cells| played(cells).map(|state| (state.turn(), state.payoff(HUNTER)));
        assert_eq!(pay(&[3, 3, 4]), Ok((Turn::Over, 1.0)));
        assert_eq!(pay(&[3, 1, 4, 3]), Ok((Turn::Over, 1.0)));
        assert_eq!(pay(&[3, 1, 4, 5]), Ok((Turn::Over, 0.0)));
        assert!(played(&[3, 3, 3]).is_err(), "a cell is shot at once");
    }
}

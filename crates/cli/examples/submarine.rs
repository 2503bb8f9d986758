//! Submarine: a game with something hidden. `docs/adding-a-game.md` builds this file step by step.
//!
//! `cargo run --release --example submarine -- advise submarine --moves "3 2"`

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use std::process::ExitCode;
use std::str::FromStr;
use yomi::prelude::*;

const HIDER: Player = Player::FIRST;
const HUNTER: Player = Player::SECOND;

/// Cells are counted from 1. A submarine in cell 3 is in cells 3 and 4.
type Cell = u8;

fn is_hit(cell: Cell, submarine: Cell) -> bool {
    cell == submarine || cell == submarine + 1
}

/// What both seats see.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Sea {
    cells: u8,
    hidden: bool,
    hits: BTreeSet<Cell>,
    misses: BTreeSet<Cell>,
}

impl Sea {
    fn is_sunk(&self) -> bool {
        self.hits.len() == 2
    }

    /// One shot for every two cells.
    fn shots_left(&self) -> usize {
        usize::from(self.cells / 2) - self.hits.len() - self.misses.len()
    }
}

/// A move as one seat sees it: where the submarine hides is told to the hider only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
enum Event {
    Hides(Option<Cell>),
    Fires { cell: Cell, hit: bool },
}

/// A game, and what one seat sees of it.
type Submarine = WithSecret<Sea>;
type Seen = SeenPart<Sea, Option<Cell>>;

impl PublicPart for Sea {
    type Action = Cell;
    /// Where the submarine is, once it has hidden.
    type Secret = Option<Cell>;
    type Known = Option<Cell>;
    type Event = Event;

    fn players(&self) -> usize {
        2
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

    fn actions(&self, _: &Option<Cell>) -> Vec<Cell> {
        let is_new = |cell: &Cell| !self.hits.contains(cell) && !self.misses.contains(cell);
        if self.hidden { (1..=self.cells).filter(is_new).collect() } else { (1..self.cells).collect() }
    }

    fn apply(&mut self, submarine: &mut Option<Cell>, cell: Cell) {
        match *submarine {
            None => {
                *submarine = Some(cell);
                self.hidden = true;
            }
            Some(place) => {
                let results = if is_hit(cell, place) { &mut self.hits } else { &mut self.misses };
                results.insert(cell);
            }
        }
    }

    fn payoff(&self, _: &Option<Cell>, p: Player) -> f64 {
        f64::from(self.is_sunk() == (p == HUNTER))
    }

    fn known(&self, submarine: &Option<Cell>, viewer: Player) -> Option<Cell> {
        submarine.filter(|_| viewer == HIDER)
    }

    fn event(&self, submarine: &Option<Cell>, cell: Cell, viewer: Player) -> Event {
        match *submarine {
            None => Event::Hides((viewer == HIDER).then_some(cell)),
            Some(place) => Event::Fires { cell, hit: is_hit(cell, place) },
        }
    }

    fn secrets(seen: &Seen) -> Vec<Option<Cell>> {
        if seen.public.hidden { places(seen).into_iter().map(Some).collect() } else { vec![None] }
    }
}

impl ZeroSumPart for Sea {}

/// Every place where the submarine can be.
fn places(seen: &Seen) -> Vec<Cell> {
    let Sea { cells, hits, misses, .. } = &seen.public;
    let agrees = |place: &Cell| {
        seen.known.is_none_or(|own| own == *place)
            && hits.iter().all(|cell| is_hit(*cell, *place))
            && !misses.iter().any(|cell| is_hit(*cell, *place))
    };
    (1..*cells).filter(agrees).collect()
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Hides(None) => write!(f, "hidden"),
            Event::Hides(Some(place)) => write!(f, "{place}"),
            Event::Fires { cell, hit } => write!(f, "{cell}={}", if *hit { "hit" } else { "miss" }),
        }
    }
}

impl FromStr for Event {
    type Err = Rejected;

    fn from_str(text: &str) -> Result<Event, Rejected> {
        let expected = || Rejected::new("expected, for example, hidden, 3, 3=hit or 3=miss");
        let cell = |word: &str| word.parse().map_err(|_| expected());
        match text.split_once('=') {
            None if text == "hidden" => Ok(Event::Hides(None)),
            None => Ok(Event::Hides(Some(cell(text)?))),
            Some((word, "hit")) => Ok(Event::Fires { cell: cell(word)?, hit: true }),
            Some((word, "miss")) => Ok(Event::Fires { cell: cell(word)?, hit: false }),
            Some(_) => Err(expected()),
        }
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
    const SUMMARY: Text = Text::en("one hides a submarine in a row, the other has a few shots to sink it");
    const STAKES: Stakes = Stakes::Win;
    const SETTINGS: &'static [OptionSpec] =
        &[OptionSpec::count("cells", "8", 4, 20, Text::en("cells of the row"))];

    written_by_display!();

    fn from_settings(settings: &Settings) -> Result<Rules, Rejected> {
        Ok(Rules { cells: parse_number("cells", &settings["cells"], 4..=20)? as u8 })
    }

    fn start(&self, _seed: u64) -> Submarine {
        let (hits, misses) = (BTreeSet::new(), BTreeSet::new());
        WithSecret::new(Sea { cells: self.cells, hidden: false, hits, misses }, None)
    }

    fn common_start(&self, seat: Player) -> Option<Seen> {
        Some(self.start(0).seen(seat))
    }

    fn draw(&self, seen: &Seen) -> String {
        let Seen { public: sea, known, .. } = seen;
        let mark = |cell: Cell| match cell {
            _ if sea.hits.contains(&cell) => "×",
            _ if sea.misses.contains(&cell) => "○",
            _ if known.is_some_and(|place| is_hit(cell, place)) => "■",
            _ => "·",
        };
        let row: String = (1..=self.cells).map(|cell| format!("{cell:>2}{}", mark(cell))).collect();
        format!("{row}   shots left: {}\n", sea.shots_left())
    }
}

impl Playable for Rules {
    type Rules = Rules;

    fn agents() -> Vec<AgentKind<Submarine>> {
        defaults::hidden(AnySecret)
    }

    fn explain(told: &Told<'_, Submarine>) -> Explained {
        if told.view.seat == HIDER {
            return Explained::default();
        }
        let (cell, places) = (told.decision.action, places(&told.view.now));
        let (all, hits) = (places.len(), places.iter().filter(|place| is_hit(cell, **place)).count());
        let remark = format!("{cell} hits in {hits} of the {all} places where the submarine can be.");
        let odds = places.iter().map(|place| (format!("{place}-{}", place + 1), json!(1.0 / all as f64)));
        let beliefs = json!({ "submarine": odds.collect::<Map<_, _>>() });
        Explained::remarks([Sentence::same(remark)]).believing(&beliefs)
    }
}

fn main() -> ExitCode {
    yomi_cli::main_with(Registry::standard().with::<Rules>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi::core::testkit::ask::decide_seen;
    use yomi::core::testkit::{peek, rules, views, worlds};
    use yomi::search::IsMcts;
    use yomi::search::reference::exact::{Strategy, best_response};
    use yomi::search::tree::IsMctsOptions;

    const RULES: Rules = Rules { cells: 6 };

    fn start(seed: u64) -> Submarine {
        RULES.start(seed)
    }

    /// Another place where the same shots end the same way, from the rules alone.
    fn swap(state: &Submarine, viewer: Player, rng: &mut Rng) -> Submarine {
        if viewer == HIDER || !state.public.hidden {
            return state.clone();
        }
        loop {
            let mut twin = start(0);
            twin.apply(1 + rng.below(5) as Cell);
            state.public.hits.union(&state.public.misses).for_each(|&cell| twin.apply(cell));
            if twin.public == state.public {
                return twin;
            }
        }
    }

    #[test]
    fn keeps_every_law() {
        testkit::check_hidden(Effort::default(), &RULES, &AnySecret, swap, honest_players::<Rules>());
        rules::check_zero_sum(Effort::default(), start);
    }

    #[test]
    fn every_world_can_come_about() {
        let reachable = worlds::comes_about(vec![start(0)]);
        worlds::check_worlds(Effort::games(50), start, &AnySecret, reachable);
    }

    #[test]
    fn the_hunter_is_not_told_the_place_and_the_hider_is() {
        views::check_words_of_others(Effort::games(50), start);
        peek::check_alike(Effort::default(), start, |state, _, viewer, rng| {
            (viewer == HUNTER && !state.public.hidden).then(|| state.random_action(rng))
        });
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

    /// Where every place is equally likely, three shots sink the submarine in three of five places at best.
    #[test]
    fn the_search_finds_the_best_chance() {
        let (best, _) = best_response(&[(start(0), 1.0)], HUNTER, &Strategy::uniform());
        assert!((best - 0.6).abs() < 1e-9, "{best}");
        let mut hidden = start(0);
        hidden.apply(3);
        let mut search = IsMcts::<Submarine, _>::new(AnySecret, IsMctsOptions::default());
        let found = decide_seen(&mut search, &hidden, Limits::iterations(10_000), 0).unwrap().value();
        assert!((found - best).abs() < 0.05, "{found} is not {best}");
    }
}

//! The simultaneous maze as people write it.

use super::{Direction, MOST_CELLS, SimultaneousMaze};
use crate::grid::{self, MOST_TURNS, Place, Points, Size};
use crate::mersenne::suite_seeds;
use serde::{Deserialize, Serialize, de::Error};
use yomi_core::joint::{ChoiceEvent, SeenRound};
use yomi_core::ruleset::parse_number;
use yomi_core::{MAX_PLAYERS, OptionSpec, Player, Rejected, Ruleset, Serialized, Settings, Stakes, Text};

/// The simultaneous maze with its size and its number of turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    pub size: Size,
    pub turns: u16,
}

const LEAST_SIZE: (u16, u16) = (1, 3);

impl Ruleset for Rules {
    type State = Serialized<SimultaneousMaze>;

    const NAME: &'static str = "simultaneous-maze";
    const SUMMARY: Text = Text {
        en: "two players collect points on a grid, both moving at once; the other's choice is hidden",
        ja: "二人が同時に動いて点を集める（相手の選択は見えない）",
    };
    const STAKES: Stakes = Stakes::Win;
    const SETTINGS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "size",
            default: "5x5",
            help: Text { en: "rows x columns, at most 128 cells", ja: "行数x列数（128マスまで）" },
        },
        OptionSpec {
            name: "turns",
            default: "20",
            help: Text { en: "turns in a game, 1 to 10000", ja: "一局のターン数（1〜10000）" },
        },
    ];

    fn from_settings(settings: &Settings) -> Result<Rules, Rejected> {
        let size = Size::parse(&settings["size"], LEAST_SIZE, MOST_CELLS)?;
        let turns = parse_number("turns", &settings["turns"], 1..=u64::from(MOST_TURNS))? as u16;
        Ok(Rules { size, turns })
    }

    fn start(&self, seed: u64) -> Serialized<SimultaneousMaze> {
        Serialized::new(SimultaneousMaze::generate(self.size, self.turns, seed))
    }

    fn seeds(seed: u64, games: usize) -> Vec<u64> {
        suite_seeds(seed, games)
    }

    fn check_seen(&self, seen: &SeenRound<SimultaneousMaze, Direction>) -> Result<(), Rejected> {
        let maze = &seen.game;
        if (maze.size, maze.turns) != (self.size, self.turns) {
            return Err(Rejected(format!(
                "the view is of size={} turns={}, the settings say size={} turns={}",
                maze.size, maze.turns, self.size, self.turns
            )));
        }
        if seen.own.is_some() != seen.chosen.contains(seen.seat) {
            return Err(Rejected::new("own: there is a choice of one's own exactly when one has chosen"));
        }
        if seen.seat.index() > 1 || seen.first != Player::FIRST || seen.chosen.iter().count() > 1 {
            return Err(Rejected::new("chosen: seat 0 chooses first, then seat 1"));
        }
        Ok(())
    }

    fn action_text(&self, direction: Direction) -> String {
        direction.letter().to_string()
    }

    fn parse_action(&self, text: &str) -> Result<Direction, Rejected> {
        text.parse()
    }

    fn event_text(&self, event: &ChoiceEvent<Direction>) -> String {
        match event {
            ChoiceEvent::Chosen { action: Some(direction), .. } => format!("{}?", direction.letter()),
            ChoiceEvent::Chosen { action: None, .. } => "?".into(),
            ChoiceEvent::Revealed(all) => {
                let words: Vec<&str> = all.iter().flatten().map(|d| d.letter()).collect();
                words.join("+")
            }
        }
    }

    /// Only seat 0's choice is ever pending: seat 1's completes the turn.
    fn parse_event(&self, text: &str) -> Result<ChoiceEvent<Direction>, Rejected> {
        let by = Player::FIRST;
        if let Some(own) = text.strip_suffix('?') {
            let action = if own.is_empty() { None } else { Some(own.parse()?) };
            return Ok(ChoiceEvent::Chosen { by, action });
        }
        let Some((first, second)) = text.split_once('+') else {
            return Err(Rejected(format!("{text:?} is no turn; expected such as R+L, R? or ?")));
        };
        let mut all = [None; MAX_PLAYERS];
        (all[0], all[1]) = (Some(first.parse()?), Some(second.parse()?));
        Ok(ChoiceEvent::Revealed(all))
    }

    fn draw(&self, seen: &SeenRound<SimultaneousMaze, Direction>) -> String {
        let maze = &seen.game;
        let [a, b] = maze.places;
        let mark = |place| match place {
            _ if place == a && place == b => Some('*'),
            _ if place == a => Some('A'),
            _ if place == b => Some('B'),
            _ => None,
        };
        let [first, second] = maze.scores;
        format!("turn {}/{}   A {first}   B {second}   (you are seat {})\n", maze.turn, maze.turns, seen.seat)
            + &grid::draw_cells(maze.size, |cell| maze.points.get(cell), mark)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    size: String,
    turns: u16,
    turn: u16,
    scores: [u16; 2],
    characters: [Place; 2],
    points: Vec<String>,
}

impl Serialize for SimultaneousMaze {
    fn serialize<Z: serde::Serializer>(&self, to: Z) -> Result<Z::Ok, Z::Error> {
        Written {
            size: self.size.to_string(),
            turns: self.turns,
            turn: self.turn,
            scores: self.scores,
            characters: self.places,
            points: grid::digit_rows(self.size.width.into(), self.points.iter(self.size.cells())),
        }
        .serialize(to)
    }
}

impl<'de> Deserialize<'de> for SimultaneousMaze {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        read(Written::deserialize(from)?).map_err(D::Error::custom)
    }
}

fn read(written: Written) -> Result<SimultaneousMaze, Rejected> {
    let Written { turns, turn, scores, characters: places, .. } = written;
    let (size, points) =
        grid::read_two_player_board(&written.size, LEAST_SIZE, MOST_CELLS, &written.points, places)?;
    grid::check_turn_and_scores(turn, turns, scores, [turn, turn])?;
    Ok(SimultaneousMaze { points: Points::new(&points), size, places, scores, turn, turns })
}

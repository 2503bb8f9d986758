//! Against whom a learner plays.

use crate::games::{Decision, Table, Views};
use serde::Deserialize;
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use yomi_core::testkit::clock::SteppingClock;
use yomi_core::{Limits, Rng, Run, ViewSearch as _};
use yomi_duel::{Unguided, unguided};
use yomi_games::Duel;
use yomi_games::duel::{Action, Rules};

/// Games of a hundred against each kind of opponent; the rest are against itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Mix {
    pub heuristic: u32,
    /// Its earlier selves; itself as long as there is none.
    pub earlier: u32,
    /// The search without a network, which is slow: a game takes it about as long as a hundred others.
    pub ismcts: u32,
}

/// What a search spends on a move.
const ITERATIONS: u64 = 100;

impl Default for Mix {
    fn default() -> Mix {
        Mix { heuristic: 20, earlier: 20, ismcts: 0 }
    }
}

/// Who sits opposite in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opponent {
    Oneself,
    Earlier(usize),
    Heuristic,
    Search,
}

impl Mix {
    /// One by lot, where there are this many earlier selves.
    pub(crate) fn draw(self, earlier: usize, rng: &mut Rng) -> Opponent {
        let Mix { heuristic, earlier: selves, ismcts } = self;
        match rng.below(100) {
            lot if lot < heuristic => Opponent::Heuristic,
            lot if lot < heuristic + selves => match earlier {
                0 => Opponent::Oneself,
                _ => Opponent::Earlier(rng.below(earlier as u32) as usize),
            },
            lot if lot < heuristic + selves + ismcts => Opponent::Search,
            _ => Opponent::Oneself,
        }
    }
}

impl fmt::Display for Mix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mix { heuristic, earlier, ismcts } = self;
        write!(f, "heuristic={heuristic},earlier={earlier},ismcts={ismcts}")
    }
}

impl TryFrom<String> for Mix {
    type Error = String;

    fn try_from(text: String) -> Result<Mix, String> {
        text.parse()
    }
}

impl FromStr for Mix {
    type Err = String;

    /// `heuristic=20,earlier=20,ismcts=1`; what is not named is 0.
    fn from_str(text: &str) -> Result<Mix, String> {
        let expected =
            "expected games of a hundred, at most 100 in all, such as heuristic=20,earlier=20,ismcts=1";
        let mut mix = Mix { heuristic: 0, earlier: 0, ismcts: 0 };
        let mut named = Vec::new();
        for part in text.split(',') {
            let refused = || format!("{part:?}: {expected}");
            let (name, games) = part.split_once('=').ok_or_else(refused)?;
            let place = match name.trim() {
                "heuristic" => &mut mix.heuristic,
                "earlier" => &mut mix.earlier,
                "ismcts" => &mut mix.ismcts,
                _ => return Err(refused()),
            };
            if named.contains(&name.trim()) {
                return Err(format!("{name} is named twice; {expected}"));
            }
            named.push(name.trim());
            *place = games.trim().parse().ok().filter(|games| *games <= 100).ok_or_else(refused)?;
        }
        match mix.heuristic + mix.earlier + mix.ismcts {
            0..=100 => Ok(mix),
            all => Err(format!("{all} games of a hundred; {expected}")),
        }
    }
}

/// The search as an opponent. It gets what its seat sees, and nothing else of the game.
pub(crate) struct Searcher {
    search: Unguided,
    views: Views,
}

impl Searcher {
    pub(crate) fn new(rules: &Rules, deal: u64) -> Searcher {
        Searcher { search: unguided(), views: Views::new(rules, deal) }
    }

    pub(crate) fn choose(&mut self, decision: &Decision<'_>, rng: &mut Rng) -> Action {
        let (clock, stop) = (SteppingClock::new(Duration::ZERO), AtomicBool::new(false));
        let mut run = Run::new(Limits::iterations(ITERATIONS), &clock, &stop);
        let view = self.views.of(decision.seat);
        self.search.decide_move(view, &mut run, rng).expect("a game in progress contradicts no view of it")
    }
}

/// A table at which a search may sit.
pub(crate) struct Seats<F> {
    pub(crate) choose: F,
    pub(crate) searcher: Option<Searcher>,
}

impl<F: FnMut(&Decision<'_>, Option<&mut Searcher>, &mut Rng) -> Action> Table for Seats<F> {
    fn choose(&mut self, decision: &Decision<'_>, rng: &mut Rng) -> Action {
        (self.choose)(decision, self.searcher.as_mut(), rng)
    }

    fn follow(&mut self, before: &Duel, action: Action) {
        if let Some(searcher) = &mut self.searcher {
            searcher.views.follow(before, action);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mix_is_read_as_it_is_written() {
        let mix = Mix { heuristic: 10, earlier: 0, ismcts: 3 };
        assert_eq!(mix.to_string().parse(), Ok(mix));
        assert_eq!("ismcts=2".parse(), Ok(Mix { heuristic: 0, earlier: 0, ismcts: 2 }));
        for (text, wanted) in [
            ("", "\"\": expected games of a hundred"),
            ("heuristic", "\"heuristic\""),
            ("random=3", "\"random=3\""),
            ("ismcts=-1", "\"ismcts=-1\""),
            ("ismcts=4294967295,earlier=3", "\"ismcts=4294967295\""),
            ("ismcts=1,ismcts=2", "ismcts is named twice"),
            ("heuristic=60,earlier=60", "120 games of a hundred"),
        ] {
            let why = text.parse::<Mix>().unwrap_err();
            assert!(why.contains(wanted) && why.contains("ismcts=1"), "{text}: {why}");
        }
    }

    #[test]
    fn opponents_come_as_often_as_the_mix_says() {
        const DRAWS: u32 = 20_000;
        let mix = Mix { heuristic: 20, earlier: 30, ismcts: 5 };
        for (selves, wanted) in [(4, [20.0, 30.0, 5.0, 45.0]), (0, [20.0, 0.0, 5.0, 75.0])] {
            let (mut rng, mut found) = (Rng::new(1), [0.0; 4]);
            for _ in 0..DRAWS {
                let at = match mix.draw(selves, &mut rng) {
                    Opponent::Heuristic => 0,
                    Opponent::Earlier(which) => {
                        assert!(which < selves);
                        1
                    }
                    Opponent::Search => 2,
                    Opponent::Oneself => 3,
                };
                found[at] += 100.0 / f64::from(DRAWS);
            }
            // Six standard errors of a half.
            let close = found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 2.2);
            assert!(close, "{found:?} in place of {wanted:?}");
        }
    }
}

//! A tournament as it goes: a table on the terminal with the time left, Ctrl-C, and the minutes of the plan.

use crate::Context;
use crate::follow::ctrl_c;
use crate::matches::percent;
use crate::screen::progress;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use yomi::engine::arena::Game;
use yomi::engine::tournament::{Meeting, Plan, Watcher};
use yomi::{Fault, Host, Stop};
use yomi_store::KeptTournament;

/// How often the table is drawn.
const DRAWN_EVERY: Duration = Duration::from_millis(250);
/// How often the time that was spent is written down.
const NOTED_EVERY: Duration = Duration::from_secs(5);
/// Agents beyond this many are not shown while it goes.
const MOST_LINES: usize = 20;

struct Line {
    name: String,
    games: u64,
    points: f64,
    bar: ProgressBar,
}

struct Table {
    /// By event and agent.
    lines: Vec<Vec<Line>>,
    drawn: Duration,
}

pub struct Live<'a> {
    host: Arc<dyn Host>,
    began: Duration,
    before: Duration,
    most: Option<Duration>,
    stop: Stop,
    bar: ProgressBar,
    /// A bar that is dropped is taken off the terminal.
    heading: ProgressBar,
    table: Mutex<Table>,
    kept: Option<&'a KeptTournament>,
    /// Milliseconds of this start that are written down.
    noted: AtomicU64,
    noting: AtomicBool,
}

impl<'a> Live<'a> {
    pub fn new(
        context: &Context,
        plan: &Plan,
        meetings: &[Meeting],
        host: Arc<dyn Host>,
        before_ms: u64,
        kept: Option<&'a KeptTournament>,
    ) -> Live<'a> {
        let all = MultiProgress::new();
        // Whole rotations of the seats are played.
        let games = meetings
            .iter()
            .map(|meeting| meeting.request.games.next_multiple_of(meeting.agents.len() as u64));
        let bar = all.add(progress(games.sum(), &plan.name));
        let style = ProgressStyle::with_template("{msg}").expect("a fixed template");
        let heading = all.add(ProgressBar::new_spinner().with_style(style.clone()));
        heading.set_message(context.lang.pick("   games  win rate", "    局数      勝率").to_string());
        let mut left = MOST_LINES;
        let mut line = |name: String| {
            let bar = match left {
                0 => ProgressBar::hidden(),
                _ => all.add(ProgressBar::new_spinner().with_style(style.clone())),
            };
            left = left.saturating_sub(1);
            Line { name, games: 0, points: 0.0, bar }
        };
        let named = |game: &str, agent: &str| match plan.events.len() {
            1 => agent.to_string(),
            _ => format!("{game}: {agent}"),
        };
        let lines = plan
            .events
            .iter()
            .map(|event| event.agents.iter().map(|agent| line(named(&event.game, &agent.name))).collect());
        let table = Table { lines: lines.collect(), drawn: Duration::ZERO };
        Live {
            began: host.wall(),
            host,
            before: Duration::from_millis(before_ms),
            most: plan.minutes.map(|minutes| Duration::from_secs_f64(60.0 * minutes)),
            stop: ctrl_c(),
            bar,
            heading,
            table: Mutex::new(table),
            kept,
            noted: AtomicU64::new(0),
            noting: AtomicBool::new(false),
        }
    }

    fn elapsed(&self) -> Duration {
        self.host.wall().saturating_sub(self.began)
    }

    /// Writes down the time that was spent since the last note.
    fn note(&self) -> Result<(), Fault> {
        let Some(kept) = self.kept else { return Ok(()) };
        let now = self.elapsed().as_millis() as u64;
        let before = self.noted.swap(now, Ordering::Relaxed);
        kept.add_time(Duration::from_millis(now.saturating_sub(before)))
    }

    pub fn end(&self) -> Result<(), Fault> {
        self.bar.finish_and_clear();
        self.heading.finish_and_clear();
        let table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        table.lines.iter().flatten().for_each(|line| line.bar.finish_and_clear());
        self.note()
    }
}

impl Table {
    fn add(&mut self, meeting: &Meeting, games: &[Game]) {
        for game in games {
            let best = game.seats.iter().map(|seat| seat.payoff).fold(f64::NEG_INFINITY, f64::max);
            let winners = game.seats.iter().filter(|seat| seat.payoff == best).count();
            for (seat, &place) in game.seats.iter().zip(&game.agents) {
                let line = &mut self.lines[meeting.event][meeting.agents[place]];
                line.games += 1;
                if seat.payoff == best {
                    line.points += if winners == 1 { 1.0 } else { 0.5 };
                }
            }
        }
    }

    fn draw(&self) {
        for line in self.lines.iter().flatten() {
            line.bar.set_message(line.text());
        }
    }
}

impl Line {
    /// Who has not played has no win rate.
    fn text(&self) -> String {
        let Line { name, games, points, .. } = self;
        let rate = percent((*games > 0).then(|| points / *games as f64));
        format!("{games:>8}  {rate:>8}  {name}")
    }
}

impl Watcher for Live<'_> {
    fn played(&self, meeting: &Meeting, games: &[Game], recalled: bool) {
        self.bar.inc(games.len() as u64);
        // The time left is judged by what is played, not by what was played before.
        if recalled {
            self.bar.reset_eta();
        }
        let now = self.elapsed();
        {
            let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
            table.add(meeting, games);
            if now.saturating_sub(table.drawn) >= DRAWN_EVERY {
                table.drawn = now;
                table.draw();
            }
        }
        let due =
            now.as_millis() as u64 >= self.noted.load(Ordering::Relaxed) + NOTED_EVERY.as_millis() as u64;
        // A fault of the store comes back with the next deal that is to be kept.
        if due && !self.noting.swap(true, Ordering::Relaxed) {
            let _ = self.note();
            self.noting.store(false, Ordering::Relaxed);
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_stopped() || self.most.is_some_and(|most| self.before + self.elapsed() >= most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_without_a_game_has_no_win_rate() {
        let line = |games, points| Line { name: "a".into(), games, points, bar: ProgressBar::hidden() };
        assert_eq!(line(0, 0.0).text(), "       0         –  a");
        assert_eq!(line(8, 6.5).text(), "       8     81.2%  a");
    }
}

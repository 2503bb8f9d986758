//! A file that may be damaged: what is wrong with it, and what can still be read.
//!
//! Every game lies in one row that can be read by itself. Rows are looked up one by one, so that a damaged
//! page costs the games on it and no others. Nothing is guessed: a row that cannot be read whole is counted
//! and left out.

use crate::list::{Names, Raw, Stored};
use crate::open::Store;
use crate::seal;
use rusqlite::{Error, OptionalExtension, Row};
use yomi_engine::Fault;

/// What a look at every row found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Found {
    /// Rows that are whole games.
    pub readable: u64,
    /// Numbers of rows that are there and cannot be read, and of those that lie on damaged pages; the first
    /// thousand.
    pub lost: Vec<i64>,
    /// How many there are in all.
    pub lost_count: u64,
    /// Those among them that can be read and do not have their checksum: they are not what was written.
    pub altered: u64,
    /// Rows have no checksums: the file is of an older version, and too damaged to be brought up to date.
    pub unsealed: bool,
    /// The end of the games cannot be read: those after this number are lost too, and cannot be counted.
    pub lost_after: Option<i64>,
    /// What SQLite says about the file; empty if it is sound.
    pub damage: Vec<String>,
}

impl Found {
    pub fn is_sound(&self) -> bool {
        self.lost_count == 0 && self.lost_after.is_none() && self.damage.is_empty()
    }

    fn lose(&mut self, id: i64) {
        const LISTED: usize = 1000;
        self.lost_count += 1;
        if self.lost.len() < LISTED {
            self.lost.push(id);
        }
    }

    /// Of numbers after the last row that was read nothing says that they were ever given.
    fn end_after(&mut self, last: i64, lost_before: u64) {
        self.lost_after = Some(last);
        self.lost_count = lost_before;
        self.lost.retain(|&id| id < last);
    }
}

impl Store {
    /// Reads every game there is, one by one, and passes those that can be read to `take`.
    pub fn check(&self, mut take: impl FnMut(Stored) -> Result<(), Fault>) -> Result<Found, Fault> {
        let mut found = Found { damage: self.damage(), unsealed: !self.sealed, ..Found::default() };
        if self.refused && found.damage.is_empty() {
            found.damage.push("it cannot be opened as it is".into());
        }
        // Without the names of its game and agents no row is a whole game.
        let names = Names::read(self).unwrap_or_else(|why| {
            found.damage.push(why.to_string());
            Names::salvage(self)
        });
        found.damage.extend(self.altered_beside());
        // Where not even the tables can be found, nothing can be read.
        let Ok(mut find) = self.db.prepare(&self.game_query()) else { return Ok(found) };
        let (mut last_read, mut lost_before) = (0, 0);
        for id in self.numbers("games") {
            match find.query_row([id], Raw::owned).optional() {
                Ok(None) => {}
                Ok(Some(raw)) => match names.stored(&raw) {
                    Some(stored) => {
                        found.readable += 1;
                        (last_read, lost_before) = (id, found.lost_count);
                        take(stored)?;
                    }
                    None => {
                        found.altered += u64::from(names.is_whole(&raw) == Some(false));
                        found.lose(id);
                    }
                },
                Err(_) => found.lose(id),
            }
        }
        if self.highest("games").is_err() {
            found.end_after(last_read, lost_before);
        }
        Ok(found)
    }

    /// What SQLite's own check says, shortened.
    fn damage(&self) -> Vec<String> {
        const MOST: u32 = 20;
        let said = self.db.prepare(&format!("PRAGMA integrity_check({MOST})")).and_then(|mut check| {
            let rows = check.query_map([], |row| row.get::<_, String>(0))?;
            rows.collect::<Result<Vec<String>, _>>()
        });
        match said {
            Ok(lines) if lines == ["ok"] => Vec::new(),
            Ok(lines) => lines,
            Err(why) => vec![why.to_string()],
        }
    }

    /// What is damaged beside the games: revisions, deals of tournaments, matches and tournaments, what is
    /// remembered of people.
    fn altered_beside(&self) -> Vec<String> {
        if !self.sealed {
            return Vec::new();
        }
        // How many are not what was written, and why the rest cannot be read.
        let count = |query: &str, check: fn(&Row<'_>) -> Result<(), Error>| {
            let mut altered = 0;
            let mut read = || {
                let mut find = self.db.prepare(query)?;
                let mut rows = find.query([])?;
                while let Some(row) = rows.next()? {
                    altered += u64::from(check(row).is_err());
                }
                Ok::<(), Error>(())
            };
            let unreadable = read().err();
            (altered, unreadable)
        };
        let revisions = "SELECT r.game, r.revision, r.at, r.body, r.sum, r.result, p.payoffs
                         FROM revisions r LEFT JOIN results p ON p.id = r.result";
        let revisions = count(revisions, |row| {
            let (payoffs, body): (Option<String>, Vec<u8>) = (row.get(6)?, row.get(3)?);
            let result = payoffs.as_deref().map(seal::result);
            seal::revision(row.get(0)?, row.get(1)?, row.get(2)?, result, &body).check(row.get(4)?)
        });
        let deals = count("SELECT run, meeting, deal, games, sum FROM deals", |row| {
            let games: String = row.get(3)?;
            seal::deal(row.get(0)?, row.get(1)?, row.get(2)?, &games).check(row.get(4)?)
        });
        let runs = count(crate::runs::ALL, |row| crate::runs::RawRun::of(row).map(|_| ()));
        let people = count(crate::people::ALL, crate::people::check);
        let told = [
            ("revisions of games", revisions),
            ("deals of tournaments", deals),
            ("matches and tournaments", runs),
            ("memories of people", people),
        ];
        let tell = |(what, (altered, unreadable)): (&str, (u64, Option<Error>))| {
            let altered = (altered > 0).then(|| format!("{what} without their checksum: {altered}"));
            let unreadable = unreadable.map(|why| format!("{what} cannot all be read: {why}"));
            altered.into_iter().chain(unreadable)
        };
        told.into_iter().flat_map(tell).collect()
    }

    /// The numbers that rows of the table may have, in order. They are tried one by one, because a damaged
    /// page may hide rows from a search; only a long gap, as games that were deleted leave it, or a number
    /// that flipped, is passed over.
    pub(crate) fn numbers(&self, table: &str) -> impl Iterator<Item = i64> {
        /// A row takes more bytes than this.
        const LEAST_ROW: u64 = 16;
        const LONG_GAP: i64 = 10_000;
        let last = match self.highest(table) {
            Ok(last) => last.unwrap_or(0),
            // Where the end cannot be read, as many as fit the file.
            Err(_) => self.size().map_or(0, |size| (size / LEAST_ROW) as i64),
        };
        let after = format!("SELECT min(id) FROM {table} WHERE id >= ?1");
        let before = format!("SELECT max(id) FROM {table} WHERE id < ?1");
        let find = move |query: &str, number: i64| -> Option<i64> {
            self.db.prepare_cached(query).ok()?.query_row([number], |row| row.get(0)).ok()?
        };
        let (mut next, mut looked) = (Some(1i64), 0i64);
        std::iter::from_fn(move || {
            let mut number = next?;
            if number - looked > LONG_GAP {
                let there = find(&after, number).filter(|there| there - number > LONG_GAP);
                // On a page with a flipped number the two searches contradict each other.
                let nothing_between = |there: &i64| find(&before, *there).is_none_or(|last| last < number);
                number = there.filter(nothing_between).unwrap_or(number);
                looked = number;
            }
            next = number.checked_add(1);
            (number <= last).then_some(number)
        })
    }

    fn highest(&self, table: &str) -> Result<Option<i64>, rusqlite::Error> {
        self.db.query_row(&format!("SELECT max(id) FROM {table}"), [], |row| row.get(0))
    }
}

//! A file that may be damaged: what is wrong with it, and what can still be read.
//!
//! Every game lies in one row that can be read by itself. Rows are looked up one by one, so that a damaged
//! page costs the games on it and no others. Nothing is guessed: a row that cannot be read whole is counted
//! and left out.

use crate::list::{COLUMNS, Names, Raw, Stored};
use crate::open::Store;
use rusqlite::OptionalExtension;
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
        let mut found = Found { damage: self.damage(), ..Found::default() };
        // Without the names of its game and agents no row is a whole game.
        let names = Names::read(self).unwrap_or_else(|_| Names::salvage(self));
        // Where not even the tables can be found, nothing can be read.
        let query = format!("SELECT {COLUMNS} FROM games WHERE id = ?1");
        let Ok(mut find) = self.db.prepare(&query) else { return Ok(found) };
        let (mut last_read, mut lost_before) = (0, 0);
        for id in 1..=self.last_id("games") {
            match find.query_row([id], Raw::of).optional() {
                Ok(None) => {}
                Ok(Some(raw)) => match names.stored(&raw) {
                    Some(stored) => {
                        found.readable += 1;
                        (last_read, lost_before) = (id, found.lost_count);
                        take(stored)?;
                    }
                    None => found.lose(id),
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

    /// No row of the table has a higher number. Where its end cannot be read, as many as fit the file.
    pub(crate) fn last_id(&self, table: &str) -> i64 {
        /// A row takes more bytes than this.
        const LEAST_ROW: u64 = 16;
        match self.highest(table) {
            Ok(last) => last.unwrap_or(0),
            Err(_) => self.size().map_or(0, |size| (size / LEAST_ROW) as i64),
        }
    }

    fn highest(&self, table: &str) -> Result<Option<i64>, rusqlite::Error> {
        self.db.query_row(&format!("SELECT max(id) FROM {table}"), [], |row| row.get(0))
    }
}

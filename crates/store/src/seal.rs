//! Checksums of rows.
//!
//! SQLite notices a page that is torn, not a byte that flips inside a value. Every row that says what
//! happened carries a checksum of everything it means, names and results included, so that a damaged row is
//! refused and never read as another game. 48 bits: SQLite writes them with six bytes, and one damaged row in
//! 3e14 passes.

use rusqlite::{Error, ffi};
use yomi_bits::{GOLDEN, mix};

/// What kind of row a checksum is of: a row of one table is not one of another.
#[derive(Clone, Copy)]
pub(crate) enum Of {
    Sitting = 1,
    Result = 2,
    Game = 3,
    Kept = 4,
    Revision = 5,
    Run = 6,
    Deal = 7,
    Memory = 8,
    Content = 9,
}

/// A checksum in the making. Stores keep what it gives: it may not change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Seal(u64);

impl Seal {
    pub fn new(of: Of) -> Seal {
        Seal(0).number(of as i64)
    }

    pub fn number(self, number: i64) -> Seal {
        self.word(number.cast_unsigned())
    }

    fn word(self, word: u64) -> Seal {
        // Without the constant a run of zeros would leave no trace.
        Seal(mix(self.0.wrapping_add(GOLDEN) ^ word))
    }

    /// Its length first: where one field ends and the next begins is part of what a row means.
    pub fn bytes(self, bytes: &[u8]) -> Seal {
        let mut seal = self.word(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            seal = seal.word(u64::from_le_bytes(word));
        }
        seal
    }

    pub fn text(self, text: &str) -> Seal {
        self.bytes(text.as_bytes())
    }

    /// What may be missing: nothing is not the same as something empty.
    pub fn option<T>(self, part: Option<T>, add: impl FnOnce(Seal, T) -> Seal) -> Seal {
        match part {
            None => self.word(0),
            Some(part) => add(self.word(1), part),
        }
    }

    /// What another checksum stands for.
    pub fn seal(self, other: Seal) -> Seal {
        self.word(other.0)
    }

    /// As it is written: a number of 48 bits with its sign.
    pub fn sum(self) -> i64 {
        (self.0 >> 16).cast_signed() - (1 << 47)
    }

    /// Refuses a row that is not what was written. `written` is `None` in a file that has no checksums yet.
    pub fn check(self, written: Option<i64>) -> Result<(), Error> {
        match written {
            Some(sum) if sum != self.sum() => Err(mismatch()),
            _ => Ok(()),
        }
    }
}

/// What the games of a sitting share; the texts as the file has them.
pub(crate) struct SittingRow<'a> {
    pub game: &'a str,
    pub settings: &'a str,
    pub agents: &'a str,
    pub source: &'a str,
    pub run: i64,
    pub open: bool,
    pub version: &'a str,
}

impl SittingRow<'_> {
    pub fn seal(&self) -> Seal {
        let SittingRow { game, settings, agents, source, run, open, version } = self;
        let texts = [game, settings, agents, source, version];
        let seal = texts.into_iter().fold(Seal::new(Of::Sitting), |seal, text| seal.text(text));
        seal.number(*run).number(i64::from(*open))
    }
}

pub(crate) fn result(payoffs: &str) -> Seal {
    Seal::new(Of::Result).text(payoffs)
}

/// A game with everything it refers to.
pub(crate) struct GameRow<'a> {
    pub id: i64,
    pub sitting: Seal,
    pub seed: u64,
    pub result: Option<Seal>,
    pub at: i64,
    pub body: &'a [u8],
    /// Who lost by failing, as the file has it.
    pub forfeits: Option<&'a str>,
}

impl GameRow<'_> {
    pub fn seal(&self) -> Seal {
        let GameRow { id, sitting, seed, result, at, body, forfeits } = *self;
        let seal = Seal::new(Of::Game).number(id).seal(sitting).number(seed.cast_signed());
        seal.option(result, Seal::seal).number(at).bytes(body).option(forfeits, Seal::text)
    }
}

pub(crate) fn kept(key: &str, game: i64, revision: i64) -> Seal {
    Seal::new(Of::Kept).text(key).number(game).number(revision)
}

pub(crate) fn revision(game: i64, revision: i64, at: i64, result: Option<Seal>, body: &[u8]) -> Seal {
    let seal = Seal::new(Of::Revision).number(game).number(revision).number(at);
    seal.option(result, Seal::seal).bytes(body)
}

pub(crate) fn deal(run: i64, meeting: i64, deal: i64, games: &str) -> Seal {
    Seal::new(Of::Deal).number(run).number(meeting).number(deal).text(games)
}

/// As SQLite says that a file is damaged.
pub(crate) fn mismatch() -> Error {
    Error::SqliteFailure(
        ffi::Error::new(ffi::SQLITE_CORRUPT),
        Some("a row does not have its checksum".into()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stores that were written keep it: a change here would make all their games look damaged.
    #[test]
    fn a_checksum_is_what_it_was() {
        let seal = Seal::new(Of::Game).number(7).text("4453").option(None::<i64>, Seal::number);
        assert_eq!(seal.sum(), 38_230_169_873_081);
    }

    #[test]
    fn every_part_counts() {
        let plain = |number, text: &str| Seal::new(Of::Game).number(number).text(text);
        let seals = [
            plain(7, "4453"),
            plain(8, "4453"),
            plain(7, "4454"),
            plain(7, "44530000"),
            plain(7, "4453\0"),
            Seal::new(Of::Deal).number(7).text("4453"),
            plain(7, "44").text("53"),
            plain(7, "4453").option(None::<i64>, Seal::number),
            plain(7, "4453").option(Some(0), Seal::number),
        ];
        for (i, one) in seals.iter().enumerate() {
            assert!(seals[..i].iter().all(|other| other.sum() != one.sum()), "{i}");
            assert!((-(1i64 << 47)..1 << 47).contains(&one.sum()));
        }
    }
}

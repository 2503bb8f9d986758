//! Recorded games: a JSON file with everything needed to play the game again and to check it.

use crate::Fault;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// A finished or unfinished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of this format.
    pub yomi_record: u32,
    pub game: String,
    pub settings: Value,
    pub seed: u64,
    /// Who sat where, in the order of seats.
    pub agents: Vec<String>,
    /// All moves and outcomes of chance, in order.
    pub moves: Vec<String>,
    /// What each seat got; absent while the game is not over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payoffs: Option<Vec<f64>>,
}

pub const VERSION: u32 = 1;
/// Larger files are not records.
const MOST_BYTES: u64 = 16 << 20;

/// Reads a whole text file, but no more than `most` bytes. `-` is standard input.
pub fn read_text(path: &str, most: u64) -> Result<String, Fault> {
    let fault = |why: &dyn std::fmt::Display| Fault::new(format!("cannot read {path}: {why}"));
    let mut source: Box<dyn Read> = match path {
        "-" => Box::new(std::io::stdin().lock()),
        _ => Box::new(File::open(path).map_err(|why| fault(&why))?),
    };
    let mut bytes = Vec::new();
    source.by_ref().take(most + 1).read_to_end(&mut bytes).map_err(|why| fault(&why))?;
    if bytes.len() as u64 > most {
        return Err(fault(&format!("it is larger than {} MiB", most >> 20)));
    }
    String::from_utf8(bytes).map_err(|_| fault(&"it is not UTF-8 text"))
}

impl Record {
    pub fn read(path: &str) -> Result<Record, Fault> {
        let text = read_text(path, MOST_BYTES)?;
        let record: Record =
            serde_json::from_str(&text).map_err(|why| Fault::new(format!("{path} is no record: {why}")))?;
        if record.yomi_record != VERSION {
            let found = record.yomi_record;
            return Err(Fault::new(format!("{path}: yomi_record {found}; this version reads {VERSION}")));
        }
        Ok(record)
    }
}

/// A place to write a record to. It is tried before the game, so that nobody plays a game that cannot be kept, and the
/// file there is replaced only when the new one is whole.
pub struct Keeper {
    path: PathBuf,
}

impl Keeper {
    pub fn new(path: &str) -> Result<Keeper, Fault> {
        let keeper = Keeper { path: PathBuf::from(path) };
        if keeper.is_special() {
            File::options().write(true).open(&keeper.path).map_err(|why| keeper.fault(why))?;
        } else if keeper.path.is_dir() {
            return Err(Fault::new(format!("cannot record to {path}: it is a folder")));
        } else {
            tempfile::NamedTempFile::new_in(keeper.folder()).map_err(|why| keeper.fault(why))?;
        }
        Ok(keeper)
    }

    /// A device or a pipe: written to as it is.
    fn is_special(&self) -> bool {
        fs::metadata(&self.path).is_ok_and(|m| !m.is_file() && !m.is_dir())
    }

    fn folder(&self) -> &Path {
        self.path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }

    fn fault(&self, why: impl std::fmt::Display) -> Fault {
        Fault::new(format!("cannot record to {}: {why}", self.path.display()))
    }

    pub fn write(&self, record: &Record) -> Result<(), Fault> {
        let mut text = serde_json::to_string_pretty(record).expect("a record is plain data");
        text.push('\n');
        if self.is_special() {
            let mut file = File::options().write(true).open(&self.path).map_err(|why| self.fault(why))?;
            return file.write_all(text.as_bytes()).map_err(|why| self.fault(why));
        }
        let mut file = tempfile::NamedTempFile::new_in(self.folder()).map_err(|why| self.fault(why))?;
        file.write_all(text.as_bytes())
            .and_then(|()| file.as_file().sync_all())
            .map_err(|why| self.fault(why))?;
        file.persist(&self.path).map_err(|why| self.fault(why.error))?;
        Ok(())
    }
}

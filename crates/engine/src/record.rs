//! Recorded games: a JSON file with everything needed to play the game again and to check it.

use crate::Fault;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::{self, File, Permissions};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

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
    /// Whether what is hidden was shown during the game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// All moves and outcomes of chance, in order.
    pub moves: Vec<String>,
    /// What each seat got; absent while the game is not over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payoffs: Option<Vec<f64>>,
}

pub const VERSION: u32 = 1;
/// Larger files are not records.
const MOST_BYTES: u64 = 16 << 20;

/// What a path is called in messages.
pub fn place(path: &str) -> &str {
    if path == "-" { "standard input" } else { path }
}

/// Reads a whole text file, but no more than `most` bytes. `-` is standard input. A byte order mark is left out.
pub fn read_text(path: &str, most: u64) -> Result<String, Fault> {
    let bytes = read_bytes(path, most)?;
    let fault = |_| Fault::new(format!("cannot read {}: it is not UTF-8 text", place(path)));
    let text = String::from_utf8(bytes).map_err(fault)?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_string).unwrap_or(text))
}

/// A file, or standard input for `-`, unless it is too large.
pub fn read_bytes(path: &str, most: u64) -> Result<Vec<u8>, Fault> {
    let fault = |why: &dyn std::fmt::Display| Fault::new(format!("cannot read {}: {why}", place(path)));
    let mut source: Box<dyn Read> = match path {
        "-" => Box::new(std::io::stdin().lock()),
        _ => Box::new(File::open(path).map_err(|why| fault(&why))?),
    };
    let mut bytes = Vec::new();
    source.by_ref().take(most + 1).read_to_end(&mut bytes).map_err(|why| fault(&why))?;
    if bytes.len() as u64 > most {
        return Err(fault(&format!("it is larger than {} MiB", most >> 20)));
    }
    Ok(bytes)
}

impl Record {
    pub fn read(path: &str) -> Result<Record, Fault> {
        let (text, place) = (read_text(path, MOST_BYTES)?, place(path));
        let record: Record =
            serde_json::from_str(&text).map_err(|why| Fault::new(format!("{place} is no record: {why}")))?;
        if record.yomi_record != VERSION {
            let found = record.yomi_record;
            return Err(Fault::new(format!("{place}: yomi_record {found}; this version reads {VERSION}")));
        }
        Ok(record)
    }
}

/// A place to write a record to. It is tried before the game, so that nobody plays a game that cannot be kept, and the
/// file there is replaced only when the new one is whole.
pub struct Keeper {
    /// As typed, for messages.
    name: String,
    path: PathBuf,
}

impl Keeper {
    pub fn new(name: &str) -> Result<Keeper, Fault> {
        // A link stays a link: the file it leads to is what is written.
        let path = fs::canonicalize(name).unwrap_or_else(|_| PathBuf::from(name));
        let keeper = Keeper { name: name.to_string(), path };
        match fs::metadata(&keeper.path) {
            Ok(found) if found.is_dir() => return Err(keeper.fault("it is a folder; expected a file")),
            Ok(found) if !found.is_file() => {
                File::options().write(true).open(&keeper.path).map_err(|why| keeper.fault(why))?;
            }
            Err(why) if why.kind() != ErrorKind::NotFound => return Err(keeper.fault(why)),
            Err(_) if name.is_empty() || name.ends_with('/') => {
                return Err(keeper.fault("expected the name of a file"));
            }
            _ => drop(keeper.draft()?),
        }
        Ok(keeper)
    }

    /// A device or a pipe: written to as it is, and once.
    fn is_special(&self) -> bool {
        fs::metadata(&self.path).is_ok_and(|m| !m.is_file() && !m.is_dir())
    }

    fn fault(&self, why: impl std::fmt::Display) -> Fault {
        Fault::new(format!("cannot record to {:?}: {why}", self.name))
    }

    /// A new file in the same folder, with the permissions that a new file gets.
    fn draft(&self) -> Result<NamedTempFile, Fault> {
        let folder = self.path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::metadata(folder).map_err(|why| self.fault(format!("folder {}: {why}", folder.display())))?;
        let mut builder = tempfile::Builder::new();
        let made = builder.permissions(Permissions::from_mode(0o666)).tempfile_in(folder);
        made.map_err(|why| self.fault(format!("folder {}: {}", folder.display(), why.kind())))
    }

    /// Keeps a game that is not over yet, where a later record can take its place.
    pub fn note(&self, game: &impl Serialize) -> Result<(), Fault> {
        if self.is_special() { Ok(()) } else { self.write(game) }
    }

    /// Writes a record, or the view of a game that was logged.
    pub fn write(&self, game: &impl Serialize) -> Result<(), Fault> {
        let mut text = serde_json::to_string_pretty(game).expect("what is kept is plain data");
        text.push('\n');
        if self.is_special() {
            let mut file = File::options().write(true).open(&self.path).map_err(|why| self.fault(why))?;
            return file.write_all(text.as_bytes()).map_err(|why| self.fault(why));
        }
        let mut file = self.draft()?;
        file.write_all(text.as_bytes())
            .and_then(|()| file.as_file().sync_all())
            .map_err(|why| self.fault(why))?;
        file.persist(&self.path).map_err(|why| self.fault(why.error))?;
        Ok(())
    }
}

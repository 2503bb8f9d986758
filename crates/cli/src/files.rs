//! Reading and writing files. No other module of the command line does.
//!
//! Files are written completely or not at all: to a temporary file in the same folder, which is then renamed.
//! Whether the target can be written is checked before the work begins, so that no result is computed that
//! cannot be saved.

use serde::Serialize;
use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use yomi::Fault;
use yomi::engine::record::{MOST_BYTES, Record};

/// The name of a path in messages.
pub fn place(path: &str) -> &str {
    if path == "-" { "standard input" } else { path }
}

fn cannot_read(path: &str, why: &dyn std::fmt::Display) -> Fault {
    let place = place(path);
    Fault::io(format!("cannot read {place}: {why}"), format!("{place} を読めません: {why}"))
}

/// Reads a whole text file, but no more than `most` bytes. `-` is standard input. A byte order mark is
/// removed.
pub fn read_text(path: &str, most: u64) -> Result<String, Fault> {
    let bytes = read_bytes(path, most)?;
    let fault = |_| cannot_read(path, &"it is not UTF-8 text");
    let text = String::from_utf8(bytes).map_err(fault)?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_string).unwrap_or(text))
}

/// A file, or standard input for `-`, unless it is too large.
pub fn read_bytes(path: &str, most: u64) -> Result<Vec<u8>, Fault> {
    let fault = |why: &dyn std::fmt::Display| cannot_read(path, why);
    let mut source: Box<dyn Read> = match path {
        "-" => Box::new(std::io::stdin().lock()),
        _ => Box::new(File::open(path).map_err(|why| fault(&why))?),
    };
    let mut bytes = Vec::new();
    source.by_ref().take(most + 1).read_to_end(&mut bytes).map_err(|why| fault(&why))?;
    if bytes.len() as u64 > most {
        return Err(fault(&format!("it is larger than {} MiB", most.div_ceil(1 << 20))));
    }
    Ok(bytes)
}

/// The record in a file.
pub fn read_record(path: &str) -> Result<Record, Fault> {
    Record::parse(&read_text(path, MOST_BYTES)?).map_err(|why| why.at(place(path)))
}

/// A file to write to.
pub struct Target {
    /// As typed, for messages.
    name: String,
    path: PathBuf,
}

impl Target {
    /// Checks that the file can be written; existing content is kept.
    pub fn new(name: &str) -> Result<Target, Fault> {
        // Symbolic links are kept: the file they point to is written.
        let path = fs::canonicalize(name).unwrap_or_else(|_| PathBuf::from(name));
        let target = Target { name: name.to_string(), path };
        match fs::metadata(&target.path) {
            Ok(found) if found.is_dir() => return Err(target.fault("it is a folder; expected a file")),
            Ok(found) if !found.is_file() => {
                File::options().write(true).open(&target.path).map_err(|why| target.fault(why))?;
            }
            Err(why) if why.kind() != ErrorKind::NotFound => return Err(target.fault(why)),
            Err(_) if name.is_empty() || name.ends_with('/') => {
                return Err(target.fault("expected the name of a file"));
            }
            _ => drop(target.draft()?),
        }
        Ok(target)
    }

    /// A device or a pipe: written directly, and only once.
    fn is_special(&self) -> bool {
        fs::metadata(&self.path).is_ok_and(|m| !m.is_file() && !m.is_dir())
    }

    fn fault(&self, why: impl std::fmt::Display) -> Fault {
        let name = &self.name;
        Fault::io(format!("cannot write {name:?}: {why}"), format!("{name:?} に書けません: {why}"))
    }

    /// A temporary file in the same folder, with the default permissions of a new file.
    fn draft(&self) -> Result<NamedTempFile, Fault> {
        let folder = self.path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::metadata(folder).map_err(|why| self.fault(format!("folder {}: {why}", folder.display())))?;
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let made = builder.tempfile_in(folder);
        made.map_err(|why| self.fault(format!("folder {}: {}", folder.display(), why.kind())))
    }

    /// Saves an unfinished game, where a later write can replace it.
    pub fn note(&self, game: &impl Serialize) -> Result<(), Fault> {
        if self.is_special() { Ok(()) } else { self.write_json(game) }
    }

    /// Writes a record, or the view of a logged game.
    pub fn write_json(&self, game: &impl Serialize) -> Result<(), Fault> {
        let mut text = serde_json::to_string_pretty(game).expect("what is kept is plain data");
        text.push('\n');
        self.write(text.as_bytes())
    }

    /// Writes the whole file, or leaves the existing one unchanged.
    pub fn write(&self, bytes: &[u8]) -> Result<(), Fault> {
        if self.is_special() {
            let mut file = File::options().write(true).open(&self.path).map_err(|why| self.fault(why))?;
            return file.write_all(bytes).map_err(|why| self.fault(why));
        }
        let mut draft = self.draft()?;
        draft.write_all(bytes).map_err(|why| self.fault(why))?;
        self.complete(draft)
    }

    /// A file that is written piece by piece and put in place when it is finished.
    pub fn draft_file(self) -> Result<Draft, Fault> {
        let file = match self.is_special() {
            true => Destination::Special(
                File::options().write(true).open(&self.path).map_err(|why| self.fault(why))?,
            ),
            false => Destination::Draft(self.draft()?),
        };
        Ok(Draft { target: self, file: BufWriter::new(file) })
    }

    fn complete(&self, draft: NamedTempFile) -> Result<(), Fault> {
        draft.as_file().sync_all().map_err(|why| self.fault(why))?;
        draft.persist(&self.path).map_err(|why| self.fault(why.error))?;
        Ok(())
    }
}

/// A file that is being written.
pub struct Draft {
    target: Target,
    file: BufWriter<Destination>,
}

enum Destination {
    Draft(NamedTempFile),
    Special(File),
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self {
            Destination::Draft(file) => file.write(bytes),
            Destination::Special(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        match self {
            Destination::Draft(file) => file.flush(),
            Destination::Special(file) => file.flush(),
        }
    }
}

impl Draft {
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        self.file.write_all(bytes).map_err(|why| self.target.fault(why))
    }

    /// Moves the finished file into place.
    pub fn finish(self) -> Result<(), Fault> {
        let Draft { target, file } = self;
        match file.into_inner().map_err(|why| target.fault(why.error()))? {
            Destination::Draft(draft) => target.complete(draft),
            Destination::Special(_) => Ok(()),
        }
    }
}

//! Reading and writing files. No other module of the command line does.
//!
//! Files are written completely or not at all: to a temporary file in the same folder, which is then renamed.
//! Whether the target can be written is checked before the work begins, so that no result is computed that
//! cannot be saved.

use serde::Serialize;
use std::borrow::Borrow;
use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use yomi::core::sentence;
use yomi::engine::fault::{reason, too_large};
use yomi::engine::record::{MOST_BYTES, Record};
use yomi::{Fault, Sentence};

/// The name of a path in messages.
pub fn place(path: &str) -> Sentence {
    if path == "-" { sentence!("standard input", "標準入力") } else { Sentence::same(path) }
}

fn cannot_read(path: &str, why: &Sentence) -> Fault {
    Fault::unreadable(&place(path), why)
}

/// Reads a whole text file, but no more than `most` bytes. `-` is standard input. A byte order mark is
/// removed.
pub fn read_text(path: &str, most: u64) -> Result<String, Fault> {
    let bytes = read_bytes(path, most)?;
    let fault = |_| cannot_read(path, &sentence!("it is not UTF-8 text", "UTF-8 の文字列ではありません"));
    let text = String::from_utf8(bytes).map_err(fault)?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_string).unwrap_or(text))
}

/// A file, or standard input for `-`, unless it is too large.
pub fn read_bytes(path: &str, most: u64) -> Result<Vec<u8>, Fault> {
    let fault = |why: std::io::Error| cannot_read(path, &reason(&why));
    let mut source: Box<dyn Read> = match path {
        "-" => Box::new(std::io::stdin().lock()),
        _ => Box::new(File::open(path).map_err(fault)?),
    };
    let mut bytes = Vec::new();
    source.by_ref().take(most + 1).read_to_end(&mut bytes).map_err(fault)?;
    if bytes.len() as u64 > most {
        return Err(cannot_read(path, &too_large(most)));
    }
    Ok(bytes)
}

/// The record in a file.
pub fn read_record(path: &str) -> Result<Record, Fault> {
    Record::parse(&read_text(path, MOST_BYTES)?).map_err(|why| why.at(place(path)))
}

/// Where a path leads. A link stays a link: the file it leads to is what is written, also when it is not
/// there yet.
fn led_to(mut path: PathBuf) -> PathBuf {
    // As many as the system follows.
    const MOST_LINKS: usize = 40;
    for _ in 0..MOST_LINKS {
        let Ok(link) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(link);
    }
    fs::canonicalize(&path).unwrap_or(path)
}

/// Where a path leads, written in one way, so that two of them can be compared.
fn whereabouts(path: &str) -> PathBuf {
    let path = led_to(PathBuf::from(path));
    let folder = path.parent().map(|p| if p.as_os_str().is_empty() { Path::new(".") } else { p });
    match (folder.and_then(|folder| fs::canonicalize(folder).ok()), path.file_name()) {
        (Some(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}

/// Refuses to write over what the same command reads or writes. `-` is no file, and a device can be written
/// to twice.
pub fn check_distinct(named: &[(&str, Option<&str>)]) -> Result<(), Fault> {
    let is_file = |path: &&str| *path != "-" && fs::metadata(path).map_or(true, |found| found.is_file());
    let files = named.iter().filter_map(|(flag, path)| path.filter(is_file).map(|path| (*flag, path)));
    let files: Vec<(&str, &str, PathBuf)> =
        files.map(|(flag, path)| (flag, path, whereabouts(path))).collect();
    for (i, (flag, path, place)) in files.iter().enumerate() {
        if let Some((other, ..)) = files[..i].iter().find(|(.., earlier)| earlier == place) {
            return Err(Fault::bad_option(
                format!("{flag} {path:?}: this is the file of {other}; expected another one"),
                format!("{flag} {path:?}: {other} と同じファイルです。別のファイルにしてください"),
            ));
        }
    }
    Ok(())
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
        let path = led_to(PathBuf::from(name));
        let target = Target { name: name.to_string(), path };
        // Standard output has what the command says. Who means a file of this name can say so.
        if name == "-" {
            return Err(target.cannot(&sentence!(
                "standard output is taken; expected the name of a file (./- for this one)",
                "標準出力には書けません。ファイル名を指定してください（この名前のファイルなら ./-）"
            )));
        }
        match fs::metadata(&target.path) {
            Ok(found) if found.is_dir() => {
                return Err(target.cannot(&sentence!(
                    "it is a folder; expected a file",
                    "フォルダーです。ファイルを指定してください"
                )));
            }
            Ok(found) if !found.is_file() => {
                File::options().write(true).open(&target.path).map_err(|why| target.fault(why))?;
            }
            Err(why) if why.kind() != ErrorKind::NotFound => return Err(target.fault(why)),
            Err(_) if name.is_empty() || name.ends_with('/') => {
                let why = sentence!("expected the name of a file", "ファイル名を指定してください");
                return Err(target.cannot(&why));
            }
            // The folder may allow what the file does not: a new one in its place.
            Ok(found) if found.permissions().readonly() => {
                return Err(target.cannot(&sentence!("it is write-protected", "書き込み禁止になっています")));
            }
            _ => drop(target.draft()?),
        }
        Ok(target)
    }

    /// Whether there is a file already.
    pub fn exists(&self) -> bool {
        self.path.exists()
    }

    /// A device or a pipe: written directly, and only once.
    fn is_special(&self) -> bool {
        fs::metadata(&self.path).is_ok_and(|m| !m.is_file() && !m.is_dir())
    }

    fn cannot(&self, why: &Sentence) -> Fault {
        let name = &self.name;
        let text = sentence!("cannot write {name:?}: {why}", "{name:?} に書けません: {why:#}");
        Fault::io(text.en, text.ja)
    }

    fn fault(&self, why: impl Borrow<std::io::Error>) -> Fault {
        self.cannot(&reason(why.borrow()))
    }

    /// The folder that the file is to be in cannot be used.
    fn folder_fault(&self, folder: &Path, why: &Sentence) -> Fault {
        let folder = folder.display();
        self.cannot(&sentence!("folder {folder}: {why}", "フォルダー {folder}: {why:#}"))
    }

    /// A new file in the same folder, with the permissions that a new file gets, or those of the file that it
    /// replaces.
    fn draft(&self) -> Result<NamedTempFile, Fault> {
        let folder = self.path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::metadata(folder).map_err(|why| self.folder_fault(folder, &reason(&why)))?;
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        builder
            .permissions(self.permissions().unwrap_or(std::os::unix::fs::PermissionsExt::from_mode(0o666)));
        let made = builder.tempfile_in(folder);
        // What the system says of it names the temporary file.
        made.map_err(|why| {
            let told = Sentence { en: why.kind().to_string(), ..reason(&why) };
            self.folder_fault(folder, &told)
        })
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

    /// Takes away the file that was written.
    #[cfg(feature = "train")]
    pub fn remove(&self) -> Result<(), Fault> {
        fs::remove_file(&self.path).map_err(|why| self.fault(why))
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

    /// Of the file that is there.
    fn permissions(&self) -> Option<fs::Permissions> {
        fs::metadata(&self.path).ok().filter(fs::Metadata::is_file).map(|found| found.permissions())
    }

    fn complete(&self, draft: NamedTempFile) -> Result<(), Fault> {
        // Of a new file the system may have taken some away.
        if let Some(kept) = self.permissions() {
            draft.as_file().set_permissions(kept).map_err(|why| self.fault(why))?;
        }
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_file_keeps_its_mode() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.json");
        let target = || Target::new(path.to_str().unwrap()).unwrap();
        target().write(b"new").unwrap();
        for kept in [0o600, 0o666, 0o640] {
            fs::set_permissions(&path, fs::Permissions::from_mode(kept)).unwrap();
            target().write(b"again").unwrap();
            let mut file = target().draft_file().unwrap();
            file.write(b"and again").unwrap();
            file.finish().unwrap();
            assert_eq!(mode(&path), kept);
        }
        assert_eq!(fs::read(&path).unwrap(), b"and again");
    }

    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        symlink("second", at("first")).unwrap();
        symlink(at("file"), at("second")).unwrap();
        for text in ["there was no file", "there is one"] {
            Target::new(at("first").to_str().unwrap()).unwrap().write(text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(at("file")).unwrap(), text);
            assert!(fs::symlink_metadata(at("first")).unwrap().is_symlink());
            assert!(fs::symlink_metadata(at("second")).unwrap().is_symlink());
        }
        symlink("round", at("round")).unwrap();
        assert!(Target::new(at("round").to_str().unwrap()).is_err());
        symlink("no/such/folder", at("nowhere")).unwrap();
        assert!(Target::new(at("nowhere").to_str().unwrap()).is_err());
    }

    #[test]
    fn the_same_file_by_other_names() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name).display().to_string();
        let check =
            |a: &str, b: &str| check_distinct(&[("--out", Some(a)), ("--svg", Some(b)), ("--x", None)]);
        fs::write(at("there"), "").unwrap();
        symlink("there", at("link")).unwrap();
        assert!(check(&at("there"), &at("there")).is_err());
        assert!(check(&at("there"), &at("./there")).is_err());
        assert!(check(&at("there"), &at("link")).is_err());
        assert!(check(&at("new"), &at("./new")).is_err());
        assert!(check(&at("new"), &at("there")).is_ok());
        assert!(check("/dev/null", "/dev/null").is_ok() && check("-", "-").is_ok());
    }
}

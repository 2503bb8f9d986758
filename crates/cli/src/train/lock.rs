//! One process at a time writes what a run leaves: a lock file beside it names the process.
//!
//! A lock that its process could not take away, since it was killed, holds nobody up: the system tells that no such
//! process runs any more. Of several processes that find such a lock in the same moment more than one may go on.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use yomi::Fault;
use yomi::engine::fault::reason;

pub struct Lock {
    path: PathBuf,
    own: String,
}

impl Lock {
    /// Takes the lock of what is written at `name`, or refuses, naming the process that has it.
    pub fn of(name: &str) -> Result<Lock, Fault> {
        let path = PathBuf::from(format!("{name}.lock"));
        let own = Holder::of(std::process::id()).text();
        let cannot = |why: &std::io::Error| {
            let (path, why) = (path.display(), reason(why));
            Fault::io(format!("cannot write {path}: {why}"), format!("{path} に書けません: {why:#}"))
        };
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut draft = NamedTempFile::new_in(folder).map_err(|why| cannot(&why))?;
        draft.write_all(own.as_bytes()).map_err(|why| cannot(&why))?;
        // Put in place whole, so that nobody finds one that names no process yet.
        while let Err(there) = draft.persist_noclobber(&path) {
            if there.error.kind() != ErrorKind::AlreadyExists {
                return Err(cannot(&there.error));
            }
            draft = there.file;
            match fs::read_to_string(&path) {
                Ok(text) => match Holder::read(&text) {
                    Some(holder) if !holder.is_running() => remove(&path).map_err(|why| cannot(&why))?,
                    holder => return Err(taken(name, &path, holder)),
                },
                // It was taken away in this moment.
                Err(why) if why.kind() == ErrorKind::NotFound => {}
                Err(why) => return Err(cannot(&why)),
            }
        }
        Ok(Lock { path, own })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if fs::read_to_string(&self.path).is_ok_and(|text| text == self.own) {
            // What cannot be taken away now is found to be of no process later.
            let _ = remove(&self.path);
        }
    }
}

fn remove(path: &Path) -> std::io::Result<()> {
    match fs::remove_file(path) {
        Err(why) if why.kind() == ErrorKind::NotFound => Ok(()),
        result => result,
    }
}

fn taken(name: &str, lock: &Path, holder: Option<Holder>) -> Fault {
    let lock = lock.display();
    let (en, ja) = match holder {
        Some(Holder { process, .. }) => (format!("process {process}"), format!("プロセス {process}")),
        None => ("another process".to_string(), "別のプロセス".to_string()),
    };
    Fault::io(
        format!(
            "{name}: {en} is writing it; wait for it, or give another --out (if it no longer runs, remove {lock})"
        ),
        format!(
            "{name}: {ja} が書き込み中です。終わるのを待つか、別の --out を指定してください（もう動いていなければ {lock} を消してください）"
        ),
    )
}

/// A process, as a lock names it.
struct Holder {
    process: u32,
    /// When it began, where the system tells: another one may get the same number later.
    began: Option<String>,
}

impl Holder {
    fn of(process: u32) -> Holder {
        Holder { process, began: began(process) }
    }

    fn text(&self) -> String {
        format!("{} {}\n", self.process, self.began.as_deref().unwrap_or_default())
    }

    fn read(text: &str) -> Option<Holder> {
        let (process, began) = text.trim_end_matches('\n').split_once(' ')?;
        let began = Some(began.to_string()).filter(|began| !began.is_empty());
        Some(Holder { process: process.parse().ok()?, began })
    }

    /// Where the system does not tell, it counts as running.
    fn is_running(&self) -> bool {
        self.began.is_none() || self.began == began(self.process)
    }
}

/// When a process that runs began, in ticks since the system did; `None` of one that has ended, and of all where
/// there is no `/proc` as Linux has it.
fn began(process: u32) -> Option<String> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program stands in parentheses and may itself have some.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    let state = fields.next()?;
    // From its state, which is the third field, to the 22nd.
    let began = fields.nth(18)?;
    (!matches!(state, "Z" | "X")).then(|| began.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_process_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().join("weights").display().to_string();
        let lock = format!("{name}.lock");
        let held = Lock::of(&name).unwrap();
        let refused = Lock::of(&name).err().expect("it is taken");
        let process = std::process::id();
        assert!(refused.text.en.contains(&format!("process {process} is writing it")), "{}", refused.text.en);
        drop(held);
        assert!(!Path::new(&lock).exists());
        drop(Lock::of(&name).unwrap());
        fs::write(&lock, "no process").unwrap();
        assert!(Lock::of(&name).is_err(), "nobody knows whose it is");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_lock_of_a_process_that_ended_holds_nobody_up() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().join("weights").display().to_string();
        let lock = format!("{name}.lock");
        // Another process had the number of this one before.
        let earlier = Holder { process: std::process::id(), began: Some("1".into()) };
        fs::write(&lock, earlier.text()).unwrap();
        let held = Lock::of(&name).unwrap();
        assert_eq!(fs::read_to_string(&lock).unwrap(), held.own);
        // A lock that another one took over stays.
        fs::write(&lock, earlier.text()).unwrap();
        drop(held);
        assert!(Path::new(&lock).exists());
    }
}

//! Where games are kept, and keeping them.

use super::{Context, files};
use clap::Args;
use std::path::{Path, PathBuf};
use yomi::{Fault, FaultKind};
use yomi_store::{Content, Durability, Kept, Opening, Revised, Source, Store, Time, open};

/// Flags of every command.
#[derive(Args, Clone)]
pub struct StoreArgs {
    /// Where games are kept [default: YOMI_STORE, otherwise games.db in the user's data folder]; an arena is
    /// kept only with this flag
    #[arg(long, global = true, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Keep nothing (as YOMI_STORE=-)
    #[arg(long, global = true, conflicts_with = "store")]
    no_store: bool,
}

/// Where a store is, and who said so.
pub enum Place {
    /// By the flag or the environment: a fault ends the command.
    Said(PathBuf),
    /// The user's data folder: a game can be played without it.
    Usual(PathBuf),
    /// Nothing is kept.
    None,
}

impl StoreArgs {
    pub fn place(&self) -> Result<Place, Fault> {
        if self.no_store {
            return Ok(Place::None);
        }
        if let Some(path) = &self.store {
            return Ok(Place::Said(path.clone()));
        }
        match std::env::var_os("YOMI_STORE").filter(|path| !path.is_empty()) {
            Some(path) if path == "-" => Ok(Place::None),
            Some(path) => Ok(Place::Said(path.into())),
            None => {
                Ok(data_folder().map_or(Place::None, |folder| Place::Usual(folder.join("yomi/games.db"))))
            }
        }
    }

    /// For commands that need a store.
    pub fn needed(&self) -> Result<PathBuf, Fault> {
        match self.place()? {
            Place::Said(path) | Place::Usual(path) => Ok(path),
            Place::None => Err(Fault::bad_option(
                "this command needs a store; expected --store FILE",
                "このコマンドにはストアが必要です。--store FILE を指定してください",
            )),
        }
    }

    /// Refuses to write a result over the store.
    pub fn check_apart(&self, flag: &str, path: Option<&str>) -> Result<(), Fault> {
        let store = match self.place()? {
            Place::Said(path) | Place::Usual(path) => path,
            Place::None => return Ok(()),
        };
        files::check_distinct(&[("--store", store.to_str()), (flag, path)])
    }

    /// What the flag says.
    pub fn flag(&self) -> Option<&Path> {
        self.store.as_deref()
    }
}

/// Where programs keep the user's data, as the system has it.
fn data_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    if cfg!(windows) {
        return set("APPDATA");
    }
    let home = || set("HOME");
    // The standard says that a relative path is to be ignored.
    let xdg = set("XDG_DATA_HOME").filter(|path| path.is_absolute());
    match cfg!(target_os = "macos") {
        true => xdg.or_else(|| home().map(|home| home.join("Library/Application Support"))),
        false => xdg.or_else(|| home().map(|home| home.join(".local/share"))),
    }
}

/// The time now, for what is kept.
#[allow(clippy::disallowed_methods, reason = "this is where the store gets its clock from")]
pub fn now() -> Time {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    Time(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// Opens a store, with the cap that the environment sets.
pub fn open(context: &Context, path: PathBuf, create: bool, durability: Durability) -> Result<Store, Fault> {
    let store = Store::open(&Opening { path, create, durability, cap: cap()? })?;
    if let Some(backup) = store.backup() {
        let (file, backup) = (store.path().display(), backup.display());
        context.screen.aside(&match context.lang {
            super::Lang::En => format!("{file} was brought up to date; the file as it was is {backup}\n"),
            super::Lang::Ja => format!("{file} を新しい形式にしました。元のファイルは {backup} です\n"),
        })?;
    }
    Ok(store)
}

/// Where people are remembered, if anywhere. The user's own store is not needed to play.
pub fn for_memory(context: &Context) -> Result<Option<Store>, Fault> {
    let open = |path| open(context, path, true, Durability::Flushed);
    match context.store.place()? {
        Place::Said(path) => open(path).map(Some),
        Place::Usual(path) => Ok(open(path).ok()),
        Place::None => Ok(None),
    }
}

fn cap() -> Result<u64, Fault> {
    let Some(text) = std::env::var("YOMI_STORE_MAX").ok().filter(|text| !text.is_empty()) else {
        return Ok(open::DEFAULT_CAP);
    };
    size(&text).filter(|bytes| *bytes >= open::LEAST_CAP).ok_or_else(|| {
        let text = yomi::engine::fault::excerpt(&text);
        Fault::bad_option(
            format!("YOMI_STORE_MAX={text:?}: expected a size of 1MiB or more, for example 32GiB"),
            format!("YOMI_STORE_MAX={text:?}: 1MiB 以上の大きさにしてください。例: 32GiB"),
        )
    })
}

/// A size as it is typed, in bytes: 512MiB, 32GiB.
fn size(text: &str) -> Option<u64> {
    let units = [("MiB", 1 << 20), ("GiB", 1 << 30), ("TiB", 1 << 40)];
    let (number, unit) =
        units.into_iter().find_map(|(name, unit)| Some((text.trim().strip_suffix(name)?, unit)))?;
    number.parse::<u64>().ok()?.checked_mul(unit)
}

/// A game that a person plays or enters, on its way into the store.
pub struct Keeping<'a> {
    context: &'a Context,
    store: Option<Store>,
    /// A fault of the store ends the command.
    strict: bool,
    source: Source,
    agents: Vec<String>,
    kept: Option<Kept>,
    fault: Option<Fault>,
}

impl<'a> Keeping<'a> {
    pub fn new(context: &'a Context, source: Source, agents: Vec<String>) -> Result<Keeping<'a>, Fault> {
        let opened = |path, strict| {
            let store = open(context, path, true, Durability::Flushed);
            Keeping::with(context, store, strict, source, agents.clone())
        };
        match context.store.place()? {
            Place::Said(path) => opened(path, true),
            Place::Usual(path) => opened(path, false),
            Place::None => Ok(Keeping::nothing(context, source)),
        }
    }

    /// Keeps nothing.
    pub fn nothing(context: &'a Context, source: Source) -> Keeping<'a> {
        let agents = Vec::new();
        Keeping { context, store: None, strict: false, source, agents, kept: None, fault: None }
    }

    fn with(
        context: &'a Context,
        store: Result<Store, Fault>,
        strict: bool,
        source: Source,
        agents: Vec<String>,
    ) -> Result<Keeping<'a>, Fault> {
        let mut keeping = Keeping { strict, agents, ..Keeping::nothing(context, source) };
        match store {
            Ok(store) => keeping.store = Some(store),
            Err(why) if strict => return Err(why),
            Err(why) => keeping.warn(&why)?,
        }
        Ok(keeping)
    }

    fn warn(&self, why: &Fault) -> Result<(), Fault> {
        let note = self.context.lang.pick("this game is not kept", "この対局は保存されません");
        self.context.screen.aside(&format!("{note}: {}\n", self.context.lang.sentence(&why.text)))
    }

    /// Whether something of the game is kept.
    pub fn has_begun(&self) -> bool {
        self.kept.is_some()
    }

    /// Keeps the game as it is now. A fault is reported at the end: the game goes on.
    pub fn note(&mut self, content: &Content) {
        let Some(store) = self.store.as_mut().filter(|_| self.fault.is_none()) else { return };
        let done = match &mut self.kept {
            None => store.keep(self.source, &self.agents, content, now()).map(|kept| self.kept = Some(kept)),
            Some(kept) => match store.revise(kept, &self.agents, content, now()) {
                Ok(Revised::Kept(revision)) => {
                    kept.revision = revision;
                    Ok(())
                }
                Ok(Revised::Stale(_)) => Err(changed_elsewhere(&kept.key)),
                Err(why) => Err(why),
            },
        };
        self.fault = done.err();
    }

    /// The last word on what could not be kept.
    pub fn finish(self) -> Result<(), Fault> {
        match &self.fault {
            None => Ok(()),
            Some(why) if self.strict => Err(why.clone()),
            Some(why) => self.warn(why),
        }
    }
}

fn changed_elsewhere(key: &str) -> Fault {
    Fault::new(
        FaultKind::Io,
        format!("the kept game {key} was changed by another process; what came after that is not kept"),
        format!("保存中の対局 {key} が別のプロセスで変更されました。それ以降は保存されていません"),
    )
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_are_read_as_the_message_has_them() {
        let sizes = ["1MiB", "32GiB", " 2TiB", "0GiB"].map(|text| size(text).unwrap());
        assert_eq!(sizes, [1 << 20, 32 << 30, 2 << 40, 0]);
        for bad in
            ["", "32", "GiB", "-1GiB", "1.5GiB", "32GB", "99999999999999999999GiB", "18446744073709551615MiB"]
        {
            assert_eq!(size(bad), None, "{bad}");
        }
    }
}

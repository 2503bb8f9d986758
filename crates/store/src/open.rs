//! Opening a store.

use crate::{migrate, mishap, schema, seal};
use rusqlite::{Connection, Error, ErrorCode, OpenFlags, Transaction, TransactionBehavior};
use rustc_hash::FxHashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use yomi_engine::{Fault, FaultKind};

/// How long a process waits for another that writes. Transactions take milliseconds, so that this is long.
const PATIENCE: Duration = Duration::from_secs(20);
/// What a store may grow to where nothing else is said.
pub const DEFAULT_CAP: u64 = 16 << 30;
/// A smaller cap would not hold the empty tables.
pub const LEAST_CAP: u64 = 1 << 20;

/// What survives when the machine loses power. A process that is killed loses nothing either way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Durability {
    /// Everything that was written: every transaction is flushed to the disk. For what people enter.
    Flushed,
    /// The file, without the last moments: for many games that can be played again.
    Quick,
}

/// How to open a store.
#[derive(Clone, Debug)]
pub struct Opening {
    pub path: PathBuf,
    /// Make the file, and its folder, where there is none.
    pub create: bool,
    pub durability: Durability,
    /// The most bytes that the file may grow to.
    pub cap: u64,
}

impl Opening {
    /// An existing store, or a new one.
    pub fn at(path: impl Into<PathBuf>) -> Opening {
        Opening { path: path.into(), create: true, durability: Durability::Flushed, cap: DEFAULT_CAP }
    }
}

/// Numbers of rows that were looked up before.
#[derive(Default)]
pub(crate) struct Known {
    pub sittings: FxHashMap<String, Named>,
    pub results: FxHashMap<String, Named>,
}

/// A row that others refer to: its number, and what it says.
#[derive(Clone, Copy)]
pub(crate) struct Named {
    pub id: i64,
    pub seal: seal::Seal,
}

/// An open store.
pub struct Store {
    pub(crate) db: Connection,
    path: PathBuf,
    cap: u64,
    pub(crate) known: Known,
    /// Where the older file went when it was migrated.
    backup: Option<PathBuf>,
    /// Whether rows have checksums: those of an older file that is damaged have none.
    pub(crate) sealed: bool,
    /// It could not be opened as what it is, and is only looked at.
    pub(crate) refused: bool,
}

impl Store {
    pub fn open(how: &Opening) -> Result<Store, Fault> {
        let path = &how.path;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let flags = if how.create { flags | OpenFlags::SQLITE_OPEN_CREATE } else { flags };
        if !how.create && !path.exists() {
            let file = path.display();
            return Err(Fault::io(
                format!("there is no store {file}; games that are played or entered make one"),
                format!("ストア {file} はまだありません。対局や入力をすると作られます"),
            ));
        }
        if let Some(folder) = path.parent().filter(|folder| how.create && !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(|why| cannot_make(folder, &why))?;
        }
        if path.is_dir() {
            let file = path.display();
            return Err(Fault::io(
                format!("cannot use the store {file}: it is a folder; expected a file"),
                format!("ストア {file} はフォルダーです。ファイルを指定してください"),
            ));
        }
        let db = Connection::open_with_flags(path, flags).map_err(|why| mishap::fault(path, &why))?;
        let (path, cap) = (path.clone(), how.cap.max(LEAST_CAP));
        let known = Known::default();
        let mut store = Store { db, path, cap, known, backup: None, sealed: true, refused: false };
        store.prepare(how.durability, how.create)?;
        Ok(store)
    }

    /// A file that cannot be opened because it is damaged, as it is, to see what is left of it
    /// ([`Store::check`]). `None` where something else is the reason: a newer schema, a full disk, another process.
    pub fn open_damaged(path: &Path, refusal: &Fault) -> Option<Store> {
        if refusal.kind != FaultKind::BadView {
            return None;
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let db = Connection::open_with_flags(path, flags).ok()?;
        let path = path.to_path_buf();
        let (cap, known) = (LEAST_CAP, Known::default());
        let mut store = Store { db, path, cap, known, backup: None, sealed: true, refused: true };
        let seen = store.db.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get::<_, u32>(0));
        let unreadable = seen.is_err_and(|why| {
            matches!(why.sqlite_error_code(), Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt))
        });
        // A file whose end is missing is refused as a whole, unless the schema may be written.
        if unreadable {
            store.db.pragma_update(None, "writable_schema", true).ok()?;
        }
        // An older one that is whole is migrated when it is opened.
        let header = store.header();
        // An empty file is not a damaged one.
        if header.as_ref().is_ok_and(|(_, tables)| *tables == 0) {
            return None;
        }
        let said = header.map(|(version, _)| version);
        let older = said.as_ref().is_ok_and(|version| *version < schema::VERSION);
        // A number that flipped does not take the checksums away.
        let has_sums = store.db.prepare("SELECT sum FROM games").is_ok();
        store.sealed = has_sums || !said.is_ok_and(|version| version < schema::SEALED);
        (unreadable || older).then_some(store)
    }

    fn prepare(&mut self, durability: Durability, create: bool) -> Result<(), Fault> {
        self.try_to(|store| {
            store.db.busy_timeout(PATIENCE)?;
            store.db.pragma_update(None, "foreign_keys", false)
        })?;
        match self.version()? {
            // An empty file, or one whose maker was killed: nothing is in it, and who only reads writes
            // nothing.
            0 if !create => {
                self.db = Connection::open_in_memory().map_err(|why| self.fault(&why))?;
                self.set_up()?;
            }
            0 => self.set_up()?,
            schema::VERSION => {}
            older if older < schema::VERSION => {
                self.check_tables(older)?;
                self.migrate(older)?;
            }
            newer => return Err(self.too_new(newer)),
        }
        let synchronous = match durability {
            Durability::Flushed => "FULL",
            Durability::Quick => "NORMAL",
        };
        self.try_to(|store| {
            store.db.pragma_update(None, "synchronous", synchronous)?;
            let page: i64 = store.db.pragma_query_value(None, "page_size", |row| row.get(0))?;
            let pages = i64::try_from(store.cap).unwrap_or(i64::MAX) / page.max(1);
            store.db.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()))?;
            store.db.set_prepared_statement_cache_capacity(64);
            Ok(())
        })
    }

    /// What the file says it is: the version of its schema, and how many tables it has. A file of another
    /// program is refused.
    fn header(&self) -> Result<(u32, u32), Fault> {
        let (version, application, tables) = self.try_to(|store| {
            // One snapshot: another process may be making the tables just now.
            let _snapshot = store.db.unchecked_transaction()?;
            let version: i32 = store.db.pragma_query_value(None, "user_version", |row| row.get(0))?;
            let application: i32 = store.db.pragma_query_value(None, "application_id", |row| row.get(0))?;
            let tables: u32 =
                store.db.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
            Ok((version, application, tables))
        })?;
        match (application.cast_unsigned(), tables) {
            (schema::APPLICATION, tables) => match u32::try_from(version) {
                Ok(version) => Ok((version, tables)),
                Err(_) => Err(mishap::not_a_store(&self.path)),
            },
            (0, 0) => Ok((0, 0)),
            _ => {
                let file = self.path.display();
                Err(Fault::bad_view(
                    format!(
                        "{file} is the SQLite file of another program; expected a store of Yomi or a new file"
                    ),
                    format!(
                        "{file} は別のプログラムの SQLite ファイルです。Yomi のストアか新しいファイルを指定してください"
                    ),
                ))
            }
        }
    }

    /// The version of the schema; 0 for a new file.
    fn version(&self) -> Result<u32, Fault> {
        match self.header()? {
            (0, 1..) => Err(mishap::damaged(&self.path, "its version is missing")),
            (version, _) => Ok(version),
        }
    }

    fn too_new(&self, found: u32) -> Fault {
        let (file, known) = (self.path.display(), schema::VERSION);
        Fault::bad_view(
            format!(
                "{file} was written by a newer Yomi (schema {found}; this one reads up to {known}); expected that version or a newer one"
            ),
            format!(
                "{file} は新しい Yomi が書いたものです（スキーマ {found}、このバージョンは {known} まで）。新しい Yomi を使ってください"
            ),
        )
    }

    /// Makes the tables of a new file. Of several processes that try at once one does, and the others wait.
    fn set_up(&mut self) -> Result<(), Fault> {
        self.try_to(|store| store.db.pragma_update(None, "auto_vacuum", "INCREMENTAL"))?;
        // Changing the journal does not wait for other processes by itself.
        const TRIES: u32 = 200;
        for left in (0..TRIES).rev() {
            let changed = self.db.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()));
            match changed {
                Err(why) if left > 0 && is_busy(&why) => std::thread::sleep(Duration::from_millis(20)),
                Err(why) => return Err(self.fault(&why)),
                Ok(()) => break,
            }
        }
        self.in_transaction(|tx| {
            let version: u32 = tx.pragma_query_value(None, "user_version", |row| row.get(0))?;
            if version == 0 {
                tx.pragma_update(None, "application_id", schema::APPLICATION)?;
                migrate::up_from(tx, 0)?;
            }
            Ok(())
        })
    }

    /// Refuses a file whose tables are newer than it says: its version is what was damaged.
    fn check_tables(&self, older: u32) -> Result<(), Fault> {
        let sealed = older < schema::SEALED && self.db.prepare("SELECT sum FROM games").is_ok();
        let peopled = older < schema::PEOPLED && self.db.prepare("SELECT sum FROM people").is_ok();
        match sealed || peopled {
            true => Err(mishap::damaged(&self.path, "its version does not fit its tables")),
            false => Ok(()),
        }
    }

    /// Brings an older file up to date, after a copy of it was made. Of several processes that try at once one does,
    /// and the others wait.
    fn migrate(&mut self, older: u32) -> Result<(), Fault> {
        let copy = self.free_name(&format!("v{older}.backup"));
        let name = copy.to_string_lossy().into_owned();
        // While this one may write, another connection reads what is there.
        let reader = Connection::open(&self.path).map_err(|why| self.fault(&why))?;
        let migrated = self.in_transaction(|tx| {
            let version: u32 = tx.pragma_query_value(None, "user_version", |row| row.get(0))?;
            if version == schema::VERSION {
                return Ok(false);
            }
            reader.execute("VACUUM INTO ?1", [&name])?;
            migrate::up_from(tx, version).map(|()| true)
        });
        match migrated {
            Ok(true) => self.backup = Some(copy),
            Ok(false) => return Ok(()),
            Err(why) => {
                // Nothing was changed, and half a copy is none. If it stays, that is all there is to it.
                let _ = fs::remove_file(&copy);
                return Err(why);
            }
        }
        // The tables were written anew: what the old ones took is given back.
        self.tidy()
    }

    /// A file beside the store that is not there yet.
    fn free_name(&self, ending: &str) -> PathBuf {
        let name = |number: u32| {
            let mut name = self.path.as_os_str().to_os_string();
            name.push(if number == 1 { format!(".{ending}") } else { format!(".{ending}-{number}") });
            PathBuf::from(name)
        };
        (1..).map(name).find(|name| !name.exists()).expect("numbers do not run out")
    }

    /// Where the older file was copied to, if this opening migrated it.
    pub fn backup(&self) -> Option<&Path> {
        self.backup.as_deref()
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The size of the file in bytes, what is not yet moved into it from the log beside it included.
    pub fn size(&self) -> Result<u64, Fault> {
        self.try_to(|store| {
            let pages: u64 = store.db.pragma_query_value(None, "page_count", |row| row.get(0))?;
            let page: u64 = store.db.pragma_query_value(None, "page_size", |row| row.get(0))?;
            Ok(pages * page)
        })
    }

    pub fn cap(&self) -> u64 {
        self.cap
    }

    /// The fault behind an error: a full store is told from a full disk.
    pub(crate) fn fault(&self, why: &Error) -> Fault {
        if why.sqlite_error_code() != Some(ErrorCode::DiskFull) {
            return mishap::fault(&self.path, why);
        }
        // A transaction that was rolled back has given its pages back: what is left may fit one more.
        const ROOM: u64 = 1 << 20;
        match self.size() {
            Ok(size) if size + ROOM > self.cap => {
                let (file, cap) = (self.path.display(), mebibytes(self.cap));
                Fault::new(
                    FaultKind::Limit,
                    format!(
                        "{file} has reached its cap of {cap}; everything written before is safe. Delete games (`yomi games-db delete`) or raise the cap (YOMI_STORE_MAX=32GiB)"
                    ),
                    format!(
                        "{file} が上限 {cap} に達しました。それまでの記録は無事です。対局を削除するか（`yomi games-db delete`）、上限を上げてください（YOMI_STORE_MAX=32GiB）"
                    ),
                )
            }
            _ => mishap::fault(&self.path, why),
        }
    }

    pub(crate) fn try_to<T>(&self, work: impl FnOnce(&Store) -> Result<T, Error>) -> Result<T, Fault> {
        work(self).map_err(|why| self.fault(&why))
    }

    /// All or nothing. What was looked up in a transaction that failed is forgotten with it.
    pub(crate) fn in_transaction<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, Error>,
    ) -> Result<T, Fault> {
        self.write(|tx, _| work(tx))
    }

    /// The same, with the numbers of rows that are known.
    pub(crate) fn write<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>, &mut Known) -> Result<T, Error>,
    ) -> Result<T, Fault> {
        let Store { db, known, .. } = self;
        let done = db.transaction_with_behavior(TransactionBehavior::Immediate).and_then(|tx| {
            let value = work(&tx, known)?;
            tx.commit()?;
            Ok(value)
        });
        done.map_err(|why| {
            self.known = Known::default();
            self.fault(&why)
        })
    }

    /// Gives what was deleted back to the disk.
    pub fn tidy(&mut self) -> Result<(), Fault> {
        self.try_to(|store| {
            // Every page that is given back is a step of its own.
            let mut vacuum = store.db.prepare("PRAGMA incremental_vacuum")?;
            let mut pages = vacuum.query([])?;
            while pages.next()?.is_some() {}
            store.db.execute_batch("PRAGMA wal_checkpoint(TRUNCATE);")
        })
    }

    /// What is beside the file goes into it, as far as no other process reads it. For measuring its size.
    pub fn settle(&self) -> Result<(), Fault> {
        self.try_to(|store| store.db.execute_batch("PRAGMA wal_checkpoint(PASSIVE);"))
    }
}

fn is_busy(why: &Error) -> bool {
    matches!(why.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

fn mebibytes(bytes: u64) -> String {
    match bytes {
        whole if whole >= 1 << 30 && whole.is_multiple_of(1 << 30) => format!("{} GiB", whole >> 30),
        other => format!("{} MiB", other >> 20),
    }
}

fn cannot_make(folder: &Path, why: &std::io::Error) -> Fault {
    let folder = folder.display();
    Fault::io(
        format!("cannot make the folder {folder} for the store: {why}"),
        format!("ストアのフォルダー {folder} を作れません: {why}"),
    )
}

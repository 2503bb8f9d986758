//! Games that a client keeps at the engine, by name.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use yomi::engine::fault::excerpt;
use yomi::{Fault, FaultKind, Session};

/// Games that are kept at the same time.
pub const MOST_SESSIONS: usize = 256;

/// A game in progress.
pub type Held = Arc<Mutex<Box<dyn Session>>>;

#[derive(Default)]
struct State {
    held: BTreeMap<String, Held>,
    /// How many had no name of the client's.
    named: u64,
}

#[derive(Default)]
pub struct Sessions(Mutex<State>);

impl Sessions {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a game under this name, or one that is made up, and tells the name.
    pub fn open(&self, name: Option<&str>, session: Box<dyn Session>) -> Result<String, Fault> {
        let mut state = self.lock();
        if state.held.len() >= MOST_SESSIONS {
            return Err(Fault::new(
                FaultKind::Limit,
                format!("{MOST_SESSIONS} sessions are open, which is the most; `close` one first"),
                format!("セッションは {MOST_SESSIONS} 個までです。先に `close` してください"),
            ));
        }
        let name = match name {
            Some(name) if state.held.contains_key(name) => {
                let name = excerpt(name);
                return Err(Fault::bad_option(
                    format!("session: {name:?} is open already; expected another name, or `close` first"),
                    format!("session: {name:?} はすでにあります。別の名前にするか `close` してください"),
                ));
            }
            Some(name) => name.to_string(),
            None => loop {
                state.named += 1;
                let name = format!("s{}", state.named);
                if !state.held.contains_key(&name) {
                    break name;
                }
            },
        };
        state.held.insert(name.clone(), Arc::new(Mutex::new(session)));
        Ok(name)
    }

    pub fn find(&self, name: &str) -> Result<Held, Fault> {
        let state = self.lock();
        state.held.get(name).cloned().ok_or_else(|| unknown(name))
    }

    pub fn close(&self, name: &str) -> Result<(), Fault> {
        self.lock().held.remove(name).map(drop).ok_or_else(|| unknown(name))
    }
}

fn unknown(name: &str) -> Fault {
    let name = excerpt(name);
    Fault::new(
        FaultKind::Unknown,
        format!("session: there is no {name:?}; `new` opens one"),
        format!("session: {name:?} はありません。`new` で作れます"),
    )
}

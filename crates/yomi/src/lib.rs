//! Yomi as a library: every game with its players, matches, advice and its explanation.
//!
//! Inside a game everything is typed; [`Game`] and [`Table`] are where types end and text and plain data
//! begin. The command line is a thin layer over them, and so is every other front end.
//!
//! A front end checks the CPU first ([`check_cpu`]), creates a [`Registry`], and asks:
//!
//! ```
//! use yomi::{Ask, Registry};
//!
//! let registry = Registry::standard();
//! let table = registry.find("connect-four")?.open(&[])?;
//! let mut session = table.session(0, &[None, None], None)?;
//! session.submit_list("44533")?;
//! let position = session.position(session.next().unwrap());
//! let advice = position.advise(&Ask::new("mcts")?.limit("2000it")?, &mut ())?;
//! assert_eq!(advice.unit, "win");
//! assert!(advice.value.unwrap() <= 1.0);
//! # Ok::<(), yomi::Fault>(())
//! ```

#[cfg(not(target_family = "wasm"))]
mod host;
pub mod prelude;
#[cfg(not(target_family = "wasm"))]
pub mod program;
pub mod puzzles;
mod registry;

#[cfg(not(target_family = "wasm"))]
pub use host::ThisMachine;
pub use registry::Registry;
pub use yomi_core as core;
pub use yomi_engine as engine;
pub use yomi_engine::{
    Advice, Ask, Company, Fault, FaultKind, Follower, Game, Host, Listener, Log, Playable, Position,
    Sentence, Session, Stop, Table,
};
pub use yomi_games as games;
pub use yomi_search as search;

/// Rejects a CPU without an instruction set that this build uses: any other code could crash on it.
pub fn check_cpu() -> Result<(), Fault> {
    match yomi_bits::missing_cpu_feature() {
        None => Ok(()),
        Some(missing) => Err(Fault::new(
            FaultKind::Limit,
            format!(
                "this CPU has no {missing}; build for it with: RUSTFLAGS=\"-C target-cpu=native\" cargo build --release"
            ),
            format!(
                "このCPUには {missing} がありません。次のようにビルドしてください: RUSTFLAGS=\"-C target-cpu=native\" cargo build --release"
            ),
        )),
    }
}

/// Compiles and runs the code in the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod readme {}

/// The same of the page for bot authors.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/for-bot-authors.md")]
mod for_bot_authors {}

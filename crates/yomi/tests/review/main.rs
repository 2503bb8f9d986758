//! Reviews: the ledgers of every game add up, luck has mean zero, what is hidden changes nothing that could be
//! known, and marks agree with what is proven.

mod honest;
mod ledgers;
mod marks;

use yomi::core::Limits;
use yomi::engine::agent::AgentText;
use yomi::engine::record::Record;
use yomi::engine::review::{Request, Review};
use yomi::{Registry, Table};

/// Every game with its defaults.
fn tables() -> Vec<(&'static str, Box<dyn Table>)> {
    let registry = Registry::standard();
    registry.games().iter().map(|game| (game.name(), game.open(&[]).unwrap())).collect()
}

fn open(game: &str, settings: &[(&str, &str)]) -> Box<dyn Table> {
    let settings: Vec<_> = settings.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    Registry::standard().find(game).unwrap().open(&settings).unwrap()
}

/// A game in which all seats are played by these agents, one for all or one per seat.
fn played(table: &dyn Table, agents: &[&str], seed: u64, limits: Option<Limits>) -> Record {
    let seats = (0..table.players()).map(|seat| agents[seat % agents.len()]);
    let seats: Vec<_> = seats.map(|agent| Some(AgentText::parse(agent).unwrap())).collect();
    let mut session = table.session(seed, &seats, limits).unwrap();
    while session.next().is_some() {
        session.let_agent_move(&mut ()).unwrap();
    }
    session.record()
}

fn reviewed(table: &dyn Table, record: &Record, seat: usize, limits: Option<Limits>) -> Review {
    table.review(record, &Request { seat, limits, ..Request::default() }, &()).unwrap()
}

/// How many games a slow test plays: what is asked for, or a few.
fn count(few: u64) -> u64 {
    std::env::var("YOMI_COUNT").ok().and_then(|count| count.parse().ok()).unwrap_or(few)
}

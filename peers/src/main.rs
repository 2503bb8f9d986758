//! The Rust half of `peers/run`. Everything is one line in, one line of JSON out:
//!
//! - `yomi-peers serve` answers `measure WHO WORK` and `move WHO ITERATIONS SEED COLUMNS` until its input
//!   ends;
//! - `yomi-peers nodes GAME` answers a path through the game with the node that Yomi finds there.

mod boards;
mod example;
mod mini;
mod nodes;
mod own;
mod work;

use serde_json::{Value, json};
use std::io::{self, BufRead, Write};
use work::Peer;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["serve"] => answer_lines(serve),
        ["nodes", game] => nodes::of(game).and_then(answer_lines),
        _ => Err("expected: yomi-peers serve, or yomi-peers nodes GAME".into()),
    };
    if let Err(why) = done {
        eprintln!("yomi-peers: {why}");
        std::process::exit(2);
    }
}

/// Answers until the input ends. What cannot be answered ends it at once: nobody here expects errors.
fn answer_lines(answer: impl Fn(&str) -> Result<Value, String>) -> Result<(), String> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|why| why.to_string())?;
        let reply = answer(&line).map_err(|why| format!("{line:?}: {why}"))?;
        writeln!(out, "{reply}").and_then(|()| out.flush()).map_err(|why| why.to_string())?;
    }
    Ok(())
}

fn peer(name: &str) -> Result<&'static dyn Peer, String> {
    Ok(match name {
        "yomi" => &own::Yomi,
        "minimax" => &mini::Own,
        "minimax-on-yomi" => &mini::Borrowed,
        "board-game" => &boards::BoardGame,
        _ => return Err(format!("{name} is not measured here")),
    })
}

fn serve(line: &str) -> Result<Value, String> {
    let number = |text: &str| text.parse::<u64>().map_err(|why| why.to_string());
    match line.split_whitespace().collect::<Vec<_>>()[..] {
        ["measure", who, work] => {
            let measured = peer(who)?.measure(work).ok_or("it does not do this")?;
            Ok(json!({"units": measured.units, "seconds": measured.seconds, "facts": measured.facts}))
        }
        ["move", who, iterations, seed, ref columns @ ..] => {
            let columns: Option<Vec<u32>> = columns.iter().map(|c| c.parse().ok()).collect();
            let columns = columns.ok_or("columns are numbers")?;
            let (iterations, seed) = (number(iterations)? as u32, number(seed)?);
            let column = peer(who)?.choose(&columns, iterations, seed).ok_or("it does not play")?;
            Ok(json!({"column": column}))
        }
        _ => Err("expected: measure WHO WORK, or move WHO ITERATIONS SEED COLUMNS".into()),
    }
}

//! `engine`: JSON lines on standard input and output, for bots and other front ends. docs/engine.md has the
//! protocol; everything but this file knows nothing of streams and processes.

mod answer;
mod desk;
mod gate;
mod lines;
mod outbox;
mod queue;
mod request;
mod sessions;
mod work;

#[cfg(test)]
mod program_tests;
#[cfg(test)]
mod tests;

use super::Context;
use super::args::whole;
use super::play::cannot_read_input;
use super::screen::cannot_say;
use clap::Args;
use desk::{Desk, House, MOST_LINE};
use gate::Gate;
use rayon::ThreadPool;
use std::io::BufReader;
use std::thread;
use yomi::core::Limits;
use yomi::engine::limit;
use yomi::{Fault, FaultKind};

#[derive(Args)]
pub struct EngineArgs {
    /// Allow agents that run a program: exec(cmd=...)
    #[arg(long)]
    pub allow_exec: bool,
    /// Allow agents and settings that open a file
    #[arg(long)]
    pub allow_files: bool,
    /// Requests that are worked on at the same time [default: one per thread]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>(1..=512))]
    pub workers: Option<usize>,
    /// What one request may use at most: time and memory
    #[arg(long, default_value = "3600s,1024MiB", value_parser = time_and_memory)]
    pub most: Limits,
}

/// A limit on what is shared; how many iterations a client asks for is its own matter.
fn time_and_memory(text: &str) -> Result<Limits, Fault> {
    let limits = limit::parse(text)?;
    match (limits.iterations, limits.nodes) {
        (None, None) => Ok(limits),
        _ => Err(Fault::bad_option(
            format!("{text:?}: expected time and memory, for example 60s,512MiB"),
            format!("{text:?}: 時間とメモリで指定してください。例: 60s,512MiB"),
        )),
    }
}

pub fn engine(context: &Context, args: &EngineArgs) -> Result<(), Fault> {
    let threads = rayon::current_num_threads();
    let workers = args.workers.unwrap_or(threads);
    let gate = Gate { exec: args.allow_exec, files: args.allow_files };
    let house = House { gate, lang: context.lang, workers, most: args.most };
    let pools = (0..workers).map(|_| own_threads((threads / workers).max(1)));
    let pools = pools.collect::<Result<Vec<ThreadPool>, Fault>>()?;
    let desk = Desk::new(&context.registry, house);
    thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let written = desk.outbox.write_to(std::io::stdout());
            // If nobody reads the answers, there is nothing left to do.
            if written.is_err() {
                desk.stop_all();
            }
            written
        });
        let workers: Vec<_> = pools.iter().map(|pool| scope.spawn(|| pool.install(|| desk.work()))).collect();
        let read = read_all(&desk);
        desk.finish();
        workers.into_iter().for_each(|worker| worker.join().expect("a worker ends"));
        desk.close();
        let written = writer.join().expect("the writer ends");
        read.and(written.map_err(|why| cannot_say(&why)))
    })
}

/// A search spreads over the threads of its pool and waits for them: with a pool of its own, no request waits
/// for the threads of another.
fn own_threads(threads: usize) -> Result<ThreadPool, Fault> {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|why| {
        Fault::new(
            FaultKind::Limit,
            format!("--workers: no threads for them: {why}"),
            format!("--workers: スレッドを作れません: {why}"),
        )
    })
}

fn read_all(desk: &Desk<'_>) -> Result<(), Fault> {
    let mut input = BufReader::with_capacity(1 << 16, std::io::stdin().lock());
    while let Some(line) = lines::next(&mut input, MOST_LINE).map_err(|why| cannot_read_input(&why))? {
        if desk.accept(line).is_break() {
            break;
        }
    }
    Ok(())
}

//! Runs the fuzz targets. Exits with 1 when something was found.

use clap::Parser;
use std::process::ExitCode;
use std::time::Duration;
use yomi_fuzz::campaign::{self, Plan, Stuck};
use yomi_fuzz::finds;
use yomi_fuzz::shard::Tally;
use yomi_fuzz::targets::{self, Target};

/// Number of inputs of a full campaign.
const INPUTS: u64 = 10_000_000;

/// Gives random inputs to every parser of Yomi: whatever is typed, sent or stored is read or refused, and
/// nothing panics or hangs. What is found is kept in testdata/fuzz.
#[derive(Parser)]
#[command(after_help = "Example: cargo run -p yomi-fuzz -- --target view- --inputs 100000 --seed 7")]
struct Args {
    /// Targets whose name begins like this; without it all of them
    #[arg(long)]
    target: Option<String>,
    /// Inputs, shared out over the targets [default: ten million over all targets]
    #[arg(long)]
    inputs: Option<u64>,
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Stop after this time
    #[arg(long)]
    minutes: Option<f64>,
    /// Threads [default: one per core]
    #[arg(long)]
    threads: Option<usize>,
    /// List the targets with their inputs, and try none
    #[arg(long)]
    list: bool,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let everything = targets::all();
    let shares = campaign::share_out(&everything, INPUTS);
    let is_asked =
        |target: &Target| args.target.as_ref().is_none_or(|start| target.name().starts_with(start));
    let (chosen, shares): (Vec<Target>, Vec<u64>) =
        everything.into_iter().zip(shares).filter(|(target, _)| is_asked(target)).unzip();
    if chosen.is_empty() {
        eprintln!("yomi-fuzz: no target of this name; `--list` shows all");
        return ExitCode::from(2);
    }
    let inputs = args.inputs.map_or(shares, |total| campaign::share_out(&chosen, total));
    if args.list {
        chosen.iter().zip(inputs).for_each(|(target, inputs)| println!("{:<28} {inputs:>9}", target.name()));
        return ExitCode::SUCCESS;
    }
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let plan = Plan {
        seed: args.seed,
        threads: args.threads.unwrap_or(cores).max(1),
        inputs,
        most_time: args.minutes.map(|minutes| Duration::from_secs_f64(60.0 * minutes.max(0.0))),
    };
    println!("{:<28} {:>9} {:>9} {:>8} {:>11}", "target", "inputs", "accepted", "answers", "inputs/s");
    let tallies = campaign::run(&chosen, &plan, &report, &give_up);
    let mut total = Tally::default();
    let mut found = 0;
    for (target, tally) in chosen.iter().zip(tallies) {
        found += keep(target, &tally);
        total.add(tally);
    }
    let seconds = total.time.as_secs_f64();
    println!("{} inputs in {seconds:.0} thread seconds, {found} findings", total.inputs);
    ExitCode::from(u8::from(found > 0))
}

/// Prints one line about a target: the number of inputs, the share accepted, the number of different answers,
/// and the inputs per second and thread.
fn report(target: &Target, tally: &Tally) {
    let inputs = tally.inputs.max(1) as f64;
    println!(
        "{:<28} {:>9} {:>8.1}% {:>8} {:>11.0}",
        target.name(),
        tally.inputs,
        100.0 * tally.accepted as f64 / inputs,
        tally.answers.len(),
        inputs / tally.time.as_secs_f64().max(1e-9),
    );
    tally.troubles.values().for_each(|(_, trouble, times)| println!("  {times} times: {trouble}"));
}

/// Minimises and stores the findings, and returns how many there were.
fn keep(target: &Target, tally: &Tally) -> usize {
    for (input, trouble, times) in tally.troubles.values() {
        let small = finds::smaller(target, input, trouble);
        let place = match finds::keep(&finds::folder(), target.name(), &small) {
            Ok(path) => path.display().to_string(),
            Err(why) => format!("nowhere, {why}"),
        };
        println!("{}: {times} inputs {}; the smallest is kept in {place}", target.name(), trouble.kind());
    }
    tally.troubles.len()
}

/// A thread cannot be stopped, so the whole process is ended.
fn give_up(stuck: Stuck) {
    let kept = finds::keep(&finds::folder(), &stuck.target, &stuck.input);
    let place = kept.map_or_else(|why| format!("nowhere, {why}"), |path| path.display().to_string());
    println!("{}: an input does not come to an end; it is kept in {place}", stuck.target);
    std::process::exit(1);
}

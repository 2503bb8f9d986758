//! Yomi's own training step beside that of burn: what each costs on the same decisions with the same weights, whether
//! both compute the same, and whether a run of burn can be taken up again to the same bits.
//!
//!     cargo run --release --manifest-path peers/burn/Cargo.toml
//!
//! Run from inside the repository, whose configuration says for which processors Yomi is compiled.
//! With `--features x86-v4` burn multiplies matrices with AVX-512; with `--features mimalloc` memory costs both less.
//! Every turn is a process of its own: memory that one way of computing left behind would make the next one faster.

mod data;
mod layers;
mod own;

use data::{BATCHES, Data};
use layers::{Burn, First, Out};
use own::Own;
use rustix::time::{ClockId, clock_gettime};
use std::path::Path;
use std::process::{Command, ExitCode};
use yomi_core::Rng;
use yomi_train::learn;

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const WAYS: [(&str, Option<(First, Out)>); 5] = [
    ("own", None),
    ("dense", Some((First::Dense, Out::Full))),
    ("padded", Some((First::Padded, Out::Full))),
    ("dense-picked", Some((First::Dense, Out::Picked))),
    ("mixed-picked", Some((First::Mixed, Out::Picked))),
];
const THREADS: [usize; 2] = [1, 2];
/// How often each way has its turn, and how often it goes through all batches then, after a first time that is not
/// measured.
const ROUNDS: usize = 7;
const PASSES: usize = 3;
/// Steps before a run is broken off, and again after it was taken up.
const STEPS: usize = 12;
/// How far losses may be apart after the first step, as a part of them.
const APART: f64 = 1e-4;

/// One of [`WAYS`] at work.
enum Learner {
    Own(Own),
    Burn(Box<Burn>),
}

impl Learner {
    fn new(way: &str, data: &Data) -> Learner {
        match WAYS.iter().find(|(name, _)| *name == way).expect("a known way").1 {
            None => Learner::Own(Own::new(&data.net)),
            Some((first, out)) => Learner::Burn(Box::new(Burn::new(&data.net, first, out))),
        }
    }

    fn steps(&mut self, data: &Data, numbers: std::ops::Range<usize>) -> Vec<f64> {
        let rate = data.manner.rate;
        let step = |number| match self {
            Learner::Own(own) => own.step(data.batch(number), rate),
            Learner::Burn(burn) => burn.step(data.batch(number), rate),
        };
        numbers.map(step).collect()
    }

    fn weights(&self) -> Vec<f32> {
        match self {
            Learner::Own(own) => own.net.weights.clone(),
            Learner::Burn(burn) => burn.weights(),
        }
    }
}

fn seconds() -> [f64; 2] {
    [ClockId::ProcessCPUTime, ClockId::Monotonic].map(|clock| {
        let t = clock_gettime(clock);
        t.tv_sec as f64 + 1e-9 * t.tv_nsec as f64
    })
}

/// What a process of its own does and prints, a number on a line.
fn work(task: &str, way: &str, folder: &Path) -> Vec<f64> {
    let mut data = Data::gather();
    let mut learner = Learner::new(way, &data);
    match task {
        // CPU and wall time of 1,000 decisions in milliseconds, and the losses of the first pass.
        "measure" => {
            let losses = learner.steps(&data, 0..BATCHES);
            let before = seconds();
            learner.steps(&data, BATCHES..(1 + PASSES) * BATCHES);
            let after = seconds();
            let decisions = (PASSES * data.samples.len()) as f64;
            let times = [0, 1].map(|clock| 1e6 * (after[clock] - before[clock]) / decisions);
            return times.into_iter().chain(losses).collect();
        }
        "whole" => drop(learner.steps(&data, 0..2 * STEPS)),
        "begin" => {
            learner.steps(&data, 0..STEPS);
            let Learner::Burn(burn) = &learner else { unreachable!("only burn is broken off") };
            burn.save(folder).expect("records can be written");
        }
        "go-on" => {
            // Other weights at first: all that counts is to come from the records.
            data.net = learn::begin(data.net.shape, &mut Rng::new(3));
            let Learner::Burn(burn) = Learner::new(way, &data) else { unreachable!("only burn goes on") };
            learner = Learner::Burn(Box::new(burn.load(folder).expect("records can be read")));
            learner.steps(&data, STEPS..2 * STEPS);
        }
        _ => unreachable!("no such task"),
    }
    // The bits of the weights, which a number holds exactly.
    learner.weights().into_iter().map(|weight| f64::from(weight.to_bits())).collect()
}

/// The same in a process of its own, with this many threads.
fn process(task: &str, way: &str, folder: &Path, threads: usize) -> Vec<f64> {
    let this = std::env::current_exe().expect("a program knows where it is");
    let mut command = Command::new(this);
    command.args([task, way]).arg(folder).env("RAYON_NUM_THREADS", threads.to_string());
    let output = command.output().expect("a process starts");
    assert!(output.status.success(), "{task} {way}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("numbers");
    text.split_whitespace().map(|word| word.parse().expect("a number")).collect()
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [task, way, folder] = &arguments[..] {
        work(task, way, folder.as_ref()).iter().for_each(|number| println!("{number}"));
        return ExitCode::SUCCESS;
    }
    let folder = tempfile::tempdir().expect("a folder for records");
    let data = Data::gather();
    let mean = |of: fn(&data::Sample) -> usize| {
        data.samples.iter().map(of).sum::<usize>() as f64 / data.samples.len() as f64
    };
    println!(
        "{} inputs, {:.1} of them set; {:.1} legal actions; {} rows; batches of {}",
        data.net.shape.inputs,
        mean(|sample| sample.input.set.len()),
        mean(|sample| sample.actions.len()),
        data.net.shape.rows,
        data.manner.batch
    );
    let is_same = THREADS.map(|threads| measure(folder.path(), threads)).into_iter().all(|is_same| is_same);
    resume(folder.path());
    if is_same { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints what each way costs, and says whether all of them compute the same.
fn measure(folder: &Path, threads: usize) -> bool {
    let mut turns: [Vec<Vec<f64>>; WAYS.len()] = Default::default();
    for _ in 0..ROUNDS {
        for (turns, (way, _)) in turns.iter_mut().zip(WAYS) {
            turns.push(process("measure", way, folder, threads));
        }
    }
    // Best and median of a column.
    let times = |turns: &[Vec<f64>], clock: usize| {
        let mut times: Vec<f64> = turns.iter().map(|turn| turn[clock]).collect();
        times.sort_by(f64::total_cmp);
        [times[0], times[times.len() / 2]]
    };
    println!("\nthreads: {threads}; milliseconds for 1,000 decisions, best and median of {ROUNDS}");
    println!("{:14} {:15} {:15} {:15} losses apart: after a step, at most", "", "CPU", "times own", "wall");
    let (own, mut is_same) = (times(&turns[0], 0), true);
    for ((way, _), turns_of_way) in WAYS.iter().zip(&turns) {
        let [cpu, wall] = [0, 1].map(|clock| times(turns_of_way, clock));
        let apart: Vec<f64> =
            turns_of_way[0][2..].iter().zip(&turns[0][0][2..]).map(|(a, b)| (a / b - 1.0).abs()).collect();
        let most = apart.iter().copied().fold(0.0, f64::max);
        let [best, median] = [cpu[0] / own[0], cpu[1] / own[1]];
        let [cpu, wall] = [cpu, wall].map(|[best, median]| format!("{best:6.2} {median:6.2}"));
        println!("{way:14} {cpu:15} {best:6.2} {median:6.2}   {wall:15} {:.1e} {most:.1e}", apart[1]);
        is_same &= apart[1] < APART;
    }
    is_same
}

/// Prints whether weights are the same to the bit after runs that should be the same.
fn resume(folder: &Path) {
    println!("\nthe same bits after {} steps:", 2 * STEPS);
    println!("{:14} again   other threads   taken up after {STEPS}   taken up with other threads", "");
    for (way, of_burn) in WAYS {
        let [one, two] = THREADS;
        let whole = process("whole", way, folder, one);
        let is_same = |weights: Vec<f64>| if weights == whole { "yes" } else { "no" };
        let again = is_same(process("whole", way, folder, one));
        let threads = is_same(process("whole", way, folder, two));
        let taken_up = of_burn.map(|_| {
            process("begin", way, folder, one);
            [one, two].map(|threads| is_same(process("go-on", way, folder, threads)))
        });
        let [taken_up, both] = taken_up.unwrap_or(["", ""]);
        println!("{way:14} {again:7} {threads:15} {taken_up:19} {both}");
    }
}

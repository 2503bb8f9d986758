//! Runs many shards of many targets on all cores, with a watchdog for inputs that hang.

use crate::shard::{self, Tally};
use crate::targets::Target;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// Inputs per shard.
const SHARD: u64 = 10_000;
/// Minimum number of inputs per target in a full campaign.
pub const LEAST: u64 = 100_000;
/// An input that runs for this long is considered to hang.
const STUCK: Duration = Duration::from_secs(30);

/// What a campaign runs.
pub struct Plan {
    pub seed: u64,
    pub threads: usize,
    /// Number of inputs of each target.
    pub inputs: Vec<u64>,
    /// The campaign stops after this time in any case.
    pub most_time: Option<Duration>,
}

/// Distributes inputs by weight. If there are enough, every target gets at least [`LEAST`]; the sum is at
/// least `total`.
pub fn share_out(targets: &[Target], total: u64) -> Vec<u64> {
    let weights: u64 = targets.iter().map(|t| u64::from(t.weight())).sum();
    let least = LEAST.min(total / targets.len().max(1) as u64);
    let spare = total - least * targets.len() as u64;
    targets.iter().map(|t| least + (spare * u64::from(t.weight())).div_ceil(weights.max(1))).collect()
}

/// What a worker is currently doing.
struct Work {
    since: Instant,
    target: usize,
    input: Vec<u8>,
}

/// An input that hangs.
pub struct Stuck {
    pub target: String,
    pub input: Vec<u8>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Runs the plan. `done` is called for every finished target. An input that hangs cannot be stopped: `stuck`
/// is called, and should end the process.
#[allow(clippy::disallowed_methods, reason = "whether an input gets stuck is what is asked")]
pub fn run(
    targets: &[Target],
    plan: &Plan,
    done: &(dyn Fn(&Target, &Tally) + Sync),
    stuck: &(dyn Fn(Stuck) + Sync),
) -> Vec<Tally> {
    let began = Instant::now();
    let in_time = || plan.most_time.is_none_or(|most| began.elapsed() < most);
    let shards = shards(&plan.inputs);
    let left: Vec<AtomicUsize> = (0..targets.len())
        .map(|t| AtomicUsize::new(shards.iter().filter(|s| s.target == t).count()))
        .collect();
    let tallies: Vec<Mutex<Tally>> = targets.iter().map(|_| Mutex::default()).collect();
    let works: Vec<Mutex<Option<Work>>> = (0..plan.threads).map(|_| Mutex::new(None)).collect();
    let (next, over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = |own: &Mutex<Option<Work>>| {
        while let Some(shard) = shards.get(next.fetch_add(1, Ordering::Relaxed)) {
            let target = &targets[shard.target];
            let mut note = |input: Option<&[u8]>| {
                let work = |input: &[u8]| Work {
                    since: Instant::now(),
                    target: shard.target,
                    input: input.to_vec(),
                };
                *lock(own) = input.map(work);
                in_time()
            };
            let tally = shard::run(target, plan.seed, shard.number, shard.inputs, &mut note);
            *lock(own) = None;
            lock(&tallies[shard.target]).add(tally);
            if left[shard.target].fetch_sub(1, Ordering::AcqRel) == 1 {
                done(target, &lock(&tallies[shard.target]));
            }
        }
    };
    let watch = || {
        while !over.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(200));
            for own in &works {
                if let Some(work) = lock(own).take_if(|work| work.since.elapsed() > STUCK) {
                    stuck(Stuck { target: targets[work.target].name().to_string(), input: work.input });
                }
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(watch);
        let workers: Vec<_> = works.iter().map(|own| scope.spawn(|| work(own))).collect();
        let ended: Vec<_> = workers.into_iter().map(|worker| worker.join()).collect();
        over.store(true, Ordering::Relaxed);
        assert!(ended.iter().all(Result::is_ok), "the fuzzer itself panicked");
    });
    tallies.into_iter().map(|tally| tally.into_inner().unwrap_or_default()).collect()
}

struct Shard {
    target: usize,
    number: u64,
    inputs: u64,
}

fn shards(inputs: &[u64]) -> Vec<Shard> {
    let of_target = |(target, &inputs): (usize, &u64)| {
        (0..inputs.div_ceil(SHARD)).map(move |number| Shard {
            target,
            number,
            inputs: SHARD.min(inputs - number * SHARD),
        })
    };
    inputs.iter().enumerate().flat_map(of_target).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutate::Form;

    fn counting(name: &str, weight: u32) -> Target {
        Target::new(
            name,
            Form::Words,
            weight,
            || vec![b"a b c".to_vec()],
            || Box::new(|input, _| Ok(input.len().to_string())),
        )
    }

    fn plan(inputs: &[u64], threads: usize) -> Plan {
        Plan { seed: 0, threads, inputs: inputs.to_vec(), most_time: None }
    }

    #[test]
    fn every_target_gets_its_inputs_on_any_number_of_threads() {
        let targets = [counting("one", 1), counting("two", 1)];
        let run_on = |threads| {
            let finished = Mutex::new(Vec::new());
            let plan = plan(&[25_000, 100], threads);
            let tallies = run(
                &targets,
                &plan,
                &|target, tally| lock(&finished).push((target.name().to_string(), tally.inputs)),
                &|_| panic!("nothing gets stuck"),
            );
            let mut finished = finished.into_inner().unwrap();
            finished.sort();
            assert_eq!(finished, [("one".to_string(), 25_000), ("two".to_string(), 100)]);
            tallies.into_iter().map(|t| (t.inputs, t.accepted, t.answers)).collect::<Vec<_>>()
        };
        assert_eq!(run_on(1), run_on(3));
    }

    #[test]
    fn inputs_are_shared_out_by_weight_with_a_least_for_all() {
        let targets = [counting("light", 0), counting("heavy", 3)];
        assert_eq!(share_out(&targets, 1_000_000), [LEAST, 1_000_000 - LEAST]);
        assert_eq!(share_out(&targets, 100), [50, 50]);
    }

    #[test]
    fn time_stops_a_campaign() {
        let targets = [counting("one", 1)];
        let plan = Plan { most_time: Some(Duration::ZERO), ..plan(&[1_000_000], 2) };
        let tallies = run(&targets, &plan, &|_, _| (), &|_| panic!("nothing gets stuck"));
        assert_eq!(tallies[0].inputs, 0);
    }
}

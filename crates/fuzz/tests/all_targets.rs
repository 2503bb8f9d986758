//! Every input that was ever found to break something, and some new ones for every target.

use std::collections::BTreeSet;
use yomi_fuzz::campaign::{self, Plan};
use yomi_fuzz::finds;
use yomi_fuzz::shard::Examiner;
use yomi_fuzz::targets::{self, Depth};

#[test]
fn what_was_found_once_stays_mended() {
    let targets = targets::all();
    for (name, path) in finds::kept(&finds::folder()).unwrap() {
        let target = targets.iter().find(|target| target.name() == name);
        let target = target.unwrap_or_else(|| panic!("{}: there is no such target", path.display()));
        let input = std::fs::read(&path).unwrap();
        if let Err(trouble) = Examiner::new(target).examine(&input, Depth::Thorough) {
            panic!("{}: {trouble}", path.display());
        }
    }
}

#[test]
fn most_inputs_to_start_from_are_accepted() {
    for target in targets::all() {
        let mut examiner = Examiner::new(&target);
        let mut answers = Vec::new();
        for input in target.corpus() {
            answers.push(examiner.examine(&input, Depth::Thorough).unwrap_or_else(|trouble| {
                panic!("{}: {trouble}\n{}", target.name(), String::from_utf8_lossy(&input))
            }));
        }
        let refused: Vec<_> = answers.iter().filter_map(|answer| answer.as_ref().err()).collect();
        assert!(2 * refused.len() < answers.len(), "{}: {refused:?}", target.name());
    }
}

#[test]
fn new_inputs_break_nothing_and_some_are_accepted() {
    const INPUTS: u64 = 600;
    let targets = targets::all();
    let names: BTreeSet<&str> = targets.iter().map(|target| target.name()).collect();
    assert_eq!(names.len(), targets.len(), "every target has its own name");
    let inputs = vec![INPUTS; targets.len()];
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let plan = Plan { seed: 1, threads, inputs, most_time: None };
    let stuck = |stuck: campaign::Stuck| {
        eprintln!("{}: {} does not come to an end", stuck.target, String::from_utf8_lossy(&stuck.input));
        std::process::exit(1);
    };
    let tallies = campaign::run(&targets, &plan, &|_, _| (), &stuck);
    for (target, tally) in targets.iter().zip(tallies) {
        let found = tally.troubles.values().next();
        let found = found.map(|(input, trouble, _)| (trouble.to_string(), String::from_utf8_lossy(input)));
        assert_eq!(found, None, "{}", target.name());
        // If nothing is accepted, only the first check of a parser is exercised.
        let (accepted, refused) = (tally.accepted, tally.inputs - tally.accepted);
        assert!(20 * accepted > INPUTS && 20 * refused > INPUTS, "{}: {accepted} of {INPUTS}", target.name());
    }
}

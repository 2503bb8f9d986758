//! One run of a target: a number of inputs, one after the other, from one seed.
//!
//! A shard has its own pool of inputs and its own random stream, so that its results depend on nothing but
//! its number: a campaign gives the same findings on any number of threads.

use crate::api::{self, Read, Refusal};
use crate::mutate::Mutator;
use crate::panics::{Panic, caught};
use crate::targets::{Checker, Depth, Target};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use yomi::core::Rng;

/// Time limit per input; a parser that takes longer is broken.
const MOST_TIME: Duration = Duration::from_secs(1);
/// One input in this many is checked thoroughly.
const THOROUGH_EVERY: u32 = 4;
/// Number of words of a message that are compared.
const MOST_WORDS: usize = 8;

/// A defect of a parser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    Panic(Panic),
    Slow(Duration),
}

impl Trouble {
    /// Findings with the same kind count as one.
    pub fn kind(&self) -> String {
        match self {
            Trouble::Panic(panic) => panic.at.clone(),
            Trouble::Slow(_) => "slow".into(),
        }
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Trouble::Panic(Panic { at, said }) => write!(f, "panicked at {at}: {said}"),
            Trouble::Slow(time) => write!(f, "took {:.1} s", time.as_secs_f64()),
        }
    }
}

/// A target with its checker.
pub struct Examiner<'t> {
    target: &'t Target,
    checker: Checker,
    most_time: Duration,
}

impl<'t> Examiner<'t> {
    pub fn new(target: &'t Target) -> Examiner<'t> {
        Examiner { target, checker: target.checker(), most_time: MOST_TIME }
    }

    /// Gives an input to the parser.
    pub fn examine(&mut self, input: &[u8], depth: Depth) -> Result<Read<String>, Trouble> {
        let (mut result, mut time) = self.timed(input, depth, &wall_time);
        // A busy machine is not the parser's fault: an input that seems slow is measured again in CPU time.
        if time > self.most_time {
            (result, time) = self.timed(input, depth, &api::cpu_time);
        }
        match result {
            Ok(_) if time > self.most_time => Err(Trouble::Slow(time)),
            Ok(answer) => Ok(answer),
            Err(panic) => {
                // A panic may leave the checker in an inconsistent state, so it is replaced.
                self.checker = self.target.checker();
                Err(Trouble::Panic(panic))
            }
        }
    }

    fn timed(
        &mut self,
        input: &[u8],
        depth: Depth,
        clock: &dyn Fn() -> Duration,
    ) -> (Result<Read<String>, Panic>, Duration) {
        let began = clock();
        let result = caught(|| (self.checker)(input, depth));
        (result, clock().saturating_sub(began))
    }
}

/// Wall time since the first call.
#[allow(clippy::disallowed_methods, reason = "how long a parser takes is what is asked")]
fn wall_time() -> Duration {
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    BEGAN.get_or_init(Instant::now).elapsed()
}

/// The results of a number of inputs.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    pub inputs: u64,
    pub accepted: u64,
    /// Hashes of the different answers, as an approximation of the branches reached.
    pub answers: BTreeSet<u64>,
    pub time: Duration,
    /// For each kind of trouble: the first input, and how often it occurred.
    pub troubles: BTreeMap<String, (Vec<u8>, Trouble, u64)>,
}

impl Tally {
    pub fn add(&mut self, other: Tally) {
        self.inputs += other.inputs;
        self.accepted += other.accepted;
        self.answers.extend(other.answers);
        self.time += other.time;
        for (kind, (input, trouble, times)) in other.troubles {
            self.troubles.entry(kind).or_insert((input, trouble, 0)).2 += times;
        }
    }

    fn note(&mut self, trouble: Trouble, input: &[u8]) {
        self.troubles.entry(trouble.kind()).or_insert_with(|| (input.to_vec(), trouble, 0)).2 += 1;
    }
}

/// Runs shard number `number` of a target. `watch` is called before and after every input, and returns
/// whether to go on.
pub fn run(
    target: &Target,
    seed: u64,
    number: u64,
    inputs: u64,
    watch: &mut dyn FnMut(Option<&[u8]>) -> bool,
) -> Tally {
    let rng = Rng::new(seed).split(fingerprint(target.name())).split(number);
    let mut mutator = Mutator::new(target.form(), &target.corpus());
    let mut examiner = Examiner::new(target);
    let mut tally = Tally::default();
    let began = wall_time();
    for i in 0..inputs {
        let mut rng = rng.split(i);
        let input = mutator.input(&mut rng);
        if !watch(Some(&input)) {
            break;
        }
        let depth = if rng.below(THOROUGH_EVERY) == 0 { Depth::Thorough } else { Depth::Quick };
        tally.inputs += 1;
        let answer = examiner.examine(&input, depth);
        watch(None);
        match answer {
            Ok(answer) => {
                tally.accepted += u64::from(answer.is_ok());
                if tally.answers.insert(answer_kind(&answer, &input)) {
                    mutator.keep(input, &mut rng);
                }
            }
            Err(trouble) => tally.note(trouble, &input),
        }
    }
    tally.time = wall_time() - began;
    tally
}

pub fn fingerprint(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

/// A hash of the answer without parts of the input and without numbers: it identifies the branch the answer
/// came from.
fn answer_kind(answer: &Read<String>, input: &[u8]) -> u64 {
    let Err(Refusal(text)) = answer else { return fingerprint(answer.as_ref().ok()) };
    let input = String::from_utf8_lossy(input);
    // The list of accepted values is the same for all, and may share words with the input.
    let end = ["expected", "legal:"].iter().filter_map(|word| text.find(word)).min();
    let text = &text[..end.unwrap_or(text.len())];
    let plain = without_escapes(text);
    let words = plain.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| word.len() > 1);
    let own: Vec<&str> = words.filter(|word| !input.contains(word)).take(MOST_WORDS).collect();
    fingerprint(own)
}

/// Removes escapes: characters of the input may be written as `
/// ` or `\u{1b}`.
fn without_escapes(text: &str) -> String {
    let mut parts = text.split('\\');
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |plain, part| {
        let rest = part.strip_prefix("u{").and_then(|code| code.split_once('}')).map(|(_, rest)| rest);
        plain + " " + rest.unwrap_or(part.get(1..).unwrap_or_default())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutate::Form;

    /// A target that reads words and panics on some of them.
    fn fragile(name: &str, check: fn(&str) -> Read<String>) -> Target {
        let corpus = || vec![b"small stones".to_vec(), b"large waves 17".to_vec()];
        Target::new(name, Form::Words, 1, corpus, move || {
            Box::new(move |input, _| check(std::str::from_utf8(input).unwrap_or_default()))
        })
    }

    fn run_all(target: &Target, inputs: u64) -> Tally {
        run(target, 0, 0, inputs, &mut |_| true)
    }

    #[test]
    fn a_panic_is_found_with_the_input_that_made_it() {
        let target = fragile("panics", |text| {
            assert!(!text.contains("stones17"), "stones cannot be counted");
            Ok(text.len().to_string())
        });
        let tally = run_all(&target, 20_000);
        assert_eq!((tally.inputs, tally.troubles.len()), (20_000, 1));
        let (input, trouble, times) = tally.troubles.values().next().unwrap();
        assert!(String::from_utf8_lossy(input).contains("stones17") && *times >= 1);
        assert!(
            trouble.to_string().contains("shard.rs") && trouble.to_string().contains("cannot be counted")
        );
    }

    #[test]
    fn a_slow_input_is_found() {
        let target = fragile("slow", |text| {
            if text == "slow" {
                let began = api::cpu_time();
                while api::cpu_time() - began < Duration::from_millis(50) {}
            }
            if text == "waits" {
                std::thread::sleep(Duration::from_millis(50));
            }
            Ok(String::new())
        });
        let most_time = Duration::from_millis(40);
        let mut examiner = Examiner { most_time, ..Examiner::new(&target) };
        assert_eq!(examiner.examine(b"quick", Depth::Quick), Ok(Ok(String::new())));
        assert_eq!(examiner.examine(b"waits", Depth::Quick), Ok(Ok(String::new())), "it cost nothing");
        let trouble = examiner.examine(b"slow", Depth::Quick).unwrap_err();
        assert!(matches!(trouble, Trouble::Slow(time) if time > most_time), "{trouble}");
    }

    #[test]
    fn inputs_that_get_new_answers_are_changed_further() {
        // Each step is rejected with its own message; an input has at most six mutations, and rarely more
        // than three.
        let target = fragile("steps", |text| {
            let steps = ["stones ", "waves ", "stones ", "small ", "waves "];
            let names = ["one", "two", "three", "four", "five"];
            let mut rest = text;
            for (step, name) in steps.into_iter().zip(names) {
                rest = rest.strip_prefix(step).ok_or_else(|| Refusal(format!("step {name}")))?;
            }
            Ok("all".into())
        });
        let tally = run_all(&target, 50_000);
        assert!(tally.accepted > 0, "{} answers", tally.answers.len());
    }

    #[test]
    fn a_run_is_the_same_again_and_stops_when_told() {
        let target = fragile("same", |text| Ok(text.len().to_string()));
        let (a, b) = (run_all(&target, 500), run_all(&target, 500));
        assert_eq!((a.accepted, a.answers), (b.accepted, b.answers));
        let mut left = 10;
        let stopped = run(&target, 0, 0, 500, &mut |input| {
            left -= i32::from(input.is_some());
            left >= 0
        });
        assert_eq!(stopped.inputs, 10);
    }

    #[test]
    fn numbers_and_words_of_the_input_make_no_new_answer() {
        let kind = |text: &str, input: &str| answer_kind(&Err(Refusal(text.into())), input.as_bytes());
        assert_eq!(kind("\"Spade\" is no card of 52", "x Spade"), kind("\"手\" is no card of 7", "手"));
        assert_eq!(
            kind("\"\\nSpade\\u{feff}x\" is no card", "\nSpade\u{feff}x"),
            kind("\"\" is no card", "")
        );
        assert_ne!(kind("it is no card", ""), kind("it is no move", ""));
    }
}

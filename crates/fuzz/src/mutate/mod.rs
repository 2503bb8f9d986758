//! New inputs from existing ones, mutated according to their format.

mod bytes;
mod json;
mod lines;
mod odd;
mod words;

use serde_json::Value;
use std::collections::BTreeSet;
use yomi::core::Rng;

/// The format of an input, which decides how it is mutated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Words, numbers and punctuation.
    Words,
    Json,
    /// Lines of `key = value`, as in TOML.
    Lines,
    Bytes,
}

/// Maximum input size, unless twice the longest valid input is larger.
const MOST_BYTES: usize = 64 << 10;
/// Maximum number of words remembered from the valid inputs.
const MOST_WORDS: usize = 2_000;
/// Longer inputs are not kept: they are slow to mutate and add nothing that shorter ones do not.
const MOST_KEPT_BYTES: usize = 16 << 10;
/// Maximum number of inputs kept, in addition to the valid ones, because they gave a new answer.
const MOST_KEPT: usize = 400;

/// An input to start from.
struct Entry {
    bytes: Vec<u8>,
    /// The parsed JSON, if it is JSON.
    json: Option<Value>,
}

/// Makes inputs.
pub struct Mutator {
    form: Form,
    pool: Vec<Entry>,
    /// How many of the pool are the original valid inputs, which are never dropped.
    valid: usize,
    dictionary: Vec<String>,
    most_bytes: usize,
}

impl Mutator {
    /// Starts from valid inputs. There must be at least one.
    pub fn new(form: Form, corpus: &[Vec<u8>]) -> Mutator {
        assert!(!corpus.is_empty(), "a mutator needs something to start from");
        let mut dictionary = BTreeSet::new();
        for text in corpus.iter().filter_map(|bytes| std::str::from_utf8(bytes).ok()) {
            dictionary.extend(words::split(text).into_iter().filter(|w| w.len() < 40).map(str::to_string));
            if dictionary.len() > MOST_WORDS {
                break;
            }
        }
        let mut mutator = Mutator {
            form,
            pool: Vec::with_capacity(corpus.len() + MOST_KEPT),
            valid: corpus.len(),
            dictionary: dictionary.into_iter().collect(),
            most_bytes: MOST_BYTES.max(2 * corpus.iter().map(Vec::len).max().unwrap_or(0)),
        };
        mutator.pool.extend(corpus.iter().map(|bytes| entry(form, bytes.clone())));
        mutator
    }

    /// Keeps an input that gave a new answer, for further mutation.
    pub fn keep(&mut self, bytes: Vec<u8>, rng: &mut Rng) {
        if bytes.len() > MOST_KEPT_BYTES {
            return;
        }
        let new = entry(self.form, bytes);
        if self.pool.len() < self.valid + MOST_KEPT {
            self.pool.push(new);
        } else {
            let at = self.valid + rng.below(MOST_KEPT as u32) as usize;
            self.pool[at] = new;
        }
    }

    /// A new input: one of the pool with some mutations, sometimes none. Half of them start from a valid
    /// input.
    pub fn input(&self, rng: &mut Rng) -> Vec<u8> {
        let entry = pick(if rng.below(2) == 0 { &self.pool[..self.valid] } else { &self.pool }, rng);
        if rng.below(32) == 0 {
            return entry.bytes.clone();
        }
        let changes = 1 + rng.next_u64().trailing_zeros().min(5);
        let mut bytes = match (&entry.json, std::str::from_utf8(&entry.bytes)) {
            (Some(json), _) if rng.below(10) > 0 => {
                let mut json = json.clone();
                (0..changes).for_each(|_| json::change(&mut json, self, rng));
                json.to_string().into_bytes()
            }
            (_, Ok(text)) if self.form != Form::Bytes && rng.below(12) > 0 => {
                let mut text = text.to_string();
                for _ in 0..changes {
                    if text.len() > self.most_bytes {
                        break;
                    }
                    text = if self.form == Form::Lines && rng.below(2) == 0 {
                        lines::changed(&text, self, rng)
                    } else {
                        words::changed(&text, self, rng)
                    };
                }
                text.into_bytes()
            }
            _ => {
                let mut bytes = entry.bytes.clone();
                (0..changes).for_each(|_| bytes::change(&mut bytes, &pick(&self.pool, rng).bytes, rng));
                bytes
            }
        };
        cut(&mut bytes, self.most_bytes);
        bytes
    }

    /// A text of the pool to splice parts from.
    fn other_text(&self, rng: &mut Rng) -> &str {
        std::str::from_utf8(&pick(&self.pool, rng).bytes).unwrap_or_default()
    }

    fn other_json(&self, rng: &mut Rng) -> Option<&Value> {
        pick(&self.pool, rng).json.as_ref()
    }

    /// A word of a valid input, or an unusual one.
    fn word(&self, rng: &mut Rng) -> String {
        if self.dictionary.is_empty() || rng.below(3) == 0 {
            odd::word(rng)
        } else {
            pick(&self.dictionary, rng).clone()
        }
    }
}

fn entry(form: Form, bytes: Vec<u8>) -> Entry {
    let json = if form == Form::Json { serde_json::from_slice(&bytes).ok() } else { None };
    Entry { bytes, json }
}

fn pick<'a, T>(from: &'a [T], rng: &mut Rng) -> &'a T {
    &from[rng.below(from.len() as u32) as usize]
}

/// A random part of a list of this length, as a range, mostly short.
fn part(length: usize, rng: &mut Rng) -> std::ops::Range<usize> {
    let from = rng.below(length as u32 + 1) as usize;
    let most = if rng.below(4) == 0 { length - from } else { (length - from).min(4) };
    from..from + rng.below(most as u32 + 1) as usize
}

/// Truncates text between two characters, and other bytes anywhere.
fn cut(bytes: &mut Vec<u8>, most: usize) {
    if bytes.len() > most {
        let is_inside = |byte: u8| byte & 0b1100_0000 == 0b1000_0000;
        let end = (most - 3..=most).rev().find(|&at| !is_inside(bytes[at])).unwrap_or(most);
        bytes.truncate(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(form: Form, corpus: &[&str], seed: u64) -> Vec<Vec<u8>> {
        let corpus: Vec<Vec<u8>> = corpus.iter().map(|text| text.as_bytes().to_vec()).collect();
        let mutator = Mutator::new(form, &corpus);
        (0..2_000).map(|i| mutator.input(&mut Rng::new(seed).split(i))).collect()
    }

    #[test]
    fn the_same_seed_makes_the_same_inputs() {
        for form in [Form::Words, Form::Json, Form::Lines, Form::Bytes] {
            let corpus = ["{\"a\": [1, \"x\"]}", "{\"b\": {\"c\": null}}"];
            assert_eq!(inputs(form, &corpus, 1), inputs(form, &corpus, 1), "{form:?}");
            assert_ne!(inputs(form, &corpus, 1), inputs(form, &corpus, 2), "{form:?}");
        }
    }

    #[test]
    fn inputs_differ_and_stay_short() {
        for form in [Form::Words, Form::Json, Form::Lines, Form::Bytes] {
            let all = inputs(form, &["{\"a\": [1, \"x\"]}", "a = 5\nb = 7\n"], 3);
            assert!(all.iter().all(|input| input.len() <= MOST_BYTES), "{form:?}");
            let different: BTreeSet<&Vec<u8>> = all.iter().collect();
            assert!(different.len() > all.len() / 2, "{form:?}: {} of {}", different.len(), all.len());
        }
    }

    #[test]
    fn text_stays_text_and_json_mostly_json() {
        let text = inputs(Form::Words, &["C7@2+F3 手札"], 4);
        let utf8 = text.iter().filter(|input| std::str::from_utf8(input).is_ok()).count();
        assert!(utf8 > text.len() * 8 / 10, "{utf8}");
        let json = inputs(Form::Json, &["{\"a\": [1, \"x\"], \"b\": {\"c\": null}}"], 4);
        let read = json.iter().filter(|input| serde_json::from_slice::<Value>(input).is_ok()).count();
        assert!(read > json.len() * 7 / 10 && read < json.len(), "{read}");
    }

    #[test]
    fn what_was_kept_is_changed_further() {
        let mut mutator = Mutator::new(Form::Words, &[b"one".to_vec()]);
        let mut rng = Rng::new(0);
        (0..2 * MOST_KEPT as u64).for_each(|_| mutator.keep(b"kept".to_vec(), &mut rng));
        assert_eq!(mutator.pool.len(), 1 + MOST_KEPT);
        let from_kept = (0..500).filter(|_| mutator.input(&mut rng).starts_with(b"kept")).count();
        assert!(from_kept > 100, "{from_kept}");
    }

    #[test]
    fn a_cut_falls_between_characters() {
        let mut text = "札".repeat(10).into_bytes();
        cut(&mut text, 17);
        assert_eq!(std::str::from_utf8(&text), Ok("札札札札札"));
    }
}

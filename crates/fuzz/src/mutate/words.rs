//! Mutations of text that keep words and numbers whole.

use super::{MOST_BYTES, Mutator, odd, part, pick};
use yomi::core::Rng;

/// The kind of a character: a run of letters or of digits forms a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Letters,
    Digits,
    Mark,
}

fn kind(c: char) -> Kind {
    match c {
        _ if c.is_ascii_alphabetic() => Kind::Letters,
        _ if c.is_ascii_digit() => Kind::Digits,
        _ => Kind::Mark,
    }
}

/// Splits into words, numbers and single punctuation marks.
pub fn split(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    for ((_, a), (at, b)) in text.char_indices().zip(text.char_indices().skip(1)) {
        if kind(a) != kind(b) || kind(a) == Kind::Mark {
            words.push(&text[start..at]);
            start = at;
        }
    }
    words.extend(Some(&text[start..]).filter(|rest| !rest.is_empty()));
    words
}

const OPENING: [&str; 5] = ["(", "[", "{", "\"", "[["];

/// The text with one mutation.
pub fn changed(text: &str, from: &Mutator, rng: &mut Rng) -> String {
    let mut words: Vec<String> = split(text).into_iter().map(str::to_string).collect();
    if words.is_empty() {
        return from.word(rng);
    }
    let (range, at) = (part(words.len(), rng), rng.below(words.len() as u32) as usize);
    match rng.below(14) {
        0 | 1 => words[at] = from.word(rng),
        2 => words.insert(at, from.word(rng)),
        3 => drop(words.drain(range)),
        4 => {
            let again = words[range.clone()].to_vec();
            words.splice(range.start..range.start, again);
        }
        5 => {
            let last = words.len() - 1;
            words.swap(at, range.start.min(last));
        }
        6 | 7 => change_number(&mut words, rng),
        8 => {
            let other = split(from.other_text(rng));
            let tail = part(other.len(), rng).start;
            words.truncate(at);
            words.extend(other[tail..].iter().map(|word| word.to_string()));
        }
        9 => {
            let other = split(from.other_text(rng));
            let taken = other[part(other.len(), rng)].iter().map(|word| word.to_string());
            words.splice(range, taken.collect::<Vec<_>>());
        }
        10 => words[at].push(odd::character(rng)),
        11 => words[at] = repeated(&words[at], rng),
        12 => {
            let opening: &&str = pick(&OPENING, rng);
            words.insert(at, repeated(opening, rng));
        }
        _ => {
            let upper = words[at].to_uppercase();
            words[at] = if words[at] == upper { words[at].to_lowercase() } else { upper };
        }
    }
    words.concat()
}

/// Repeats a word many times, within the size limit of inputs.
fn repeated(word: &str, rng: &mut Rng) -> String {
    word.repeat((1 << rng.below(11)).min(MOST_BYTES / word.len().max(1)).max(1))
}

/// Changes a number to a neighbouring or a boundary value.
fn change_number(words: &mut [String], rng: &mut Rng) {
    let is_number = |word: &&mut String| word.bytes().all(|b| b.is_ascii_digit());
    let mut numbers: Vec<&mut String> = words.iter_mut().filter(is_number).collect();
    if numbers.is_empty() {
        return;
    }
    let at = rng.below(numbers.len() as u32) as usize;
    let old: u64 = numbers[at].parse().unwrap_or(0);
    *numbers[at] = match rng.below(4) {
        0 => old.wrapping_add(1).to_string(),
        1 => old.saturating_sub(1).to_string(),
        _ => odd::number(rng).to_string(),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_marks_are_parted_and_nothing_is_lost() {
        assert_eq!(split("C10@2+F3 手++"), ["C", "10", "@", "2", "+", "F", "3", " ", "手", "+", "+"]);
        assert_eq!(split(""), Vec::<&str>::new());
        for text in ["mcts(c=1, limit=200it)", "ほげ7x", "a"] {
            assert_eq!(split(text).concat(), text);
        }
    }
}

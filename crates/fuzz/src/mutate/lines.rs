//! Mutations of line-based files.

use super::{Mutator, part};
use yomi::core::Rng;

/// The text with some lines moved, removed, duplicated or swapped.
pub fn changed(text: &str, from: &Mutator, rng: &mut Rng) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.is_empty() {
        return text.to_string();
    }
    let (range, at) = (part(lines.len(), rng), rng.below(lines.len() as u32) as usize);
    match rng.below(7) {
        0 => drop(lines.drain(range)),
        1 => {
            let again = lines[range.clone()].to_vec();
            lines.splice(range.start..range.start, again);
        }
        2 => {
            let last = lines.len() - 1;
            lines.swap(at, range.start.min(last));
        }
        3 => {
            let moved: Vec<&str> = lines.drain(range).collect();
            let to = rng.below(lines.len() as u32 + 1) as usize;
            lines.splice(to..to, moved);
        }
        4 => {
            let other: Vec<&str> = from.other_text(rng).lines().collect();
            lines.splice(range, other[part(other.len(), rng)].iter().copied());
        }
        // The value of another line with the same key.
        _ => {
            let key = |line: &str| line.split_once('=').map(|(key, _)| key.trim().to_string());
            let said = |line: &&&str| key(line).is_some() && key(line) == key(lines[at]);
            let others: Vec<&str> = lines.iter().filter(said).copied().collect();
            if !others.is_empty() {
                lines[at] = others[rng.below(others.len() as u32) as usize];
            }
        }
    }
    let mut text = lines.join("\n");
    text.push('\n');
    text
}

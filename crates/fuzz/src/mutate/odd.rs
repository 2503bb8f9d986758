//! Boundary values that careless programs do not expect.

use super::pick;
use serde_json::{Value, json};
use yomi::core::Rng;

const NUMBERS: [&str; 28] = [
    "0",
    "-0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "9",
    "10",
    "13",
    "52",
    "63",
    "64",
    "100",
    "127",
    "128",
    "255",
    "256",
    "65535",
    "65536",
    "2147483647",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1e308",
    "1e-400",
];

const WORDS: [&str; 24] = [
    "", " ", "null", "true", "false", "none", "any", "auto", "max", "standard", "NaN", "inf", "-inf", "?",
    "+", "=", "..", "/", "\\", "\"", "'", "#", "{}", "[]",
];

const CHARACTERS: [char; 20] = [
    '\0',
    '\t',
    '\n',
    '\r',
    '\u{1b}',
    '\u{7f}',
    '\u{85}',
    '\u{a0}',
    'é',
    'ß',
    'İ',
    '\u{301}',
    '\u{200b}',
    '\u{2028}',
    '\u{202e}',
    '\u{feff}',
    '札',
    '♠',
    '７',
    '\u{10ffff}',
];

pub fn number(rng: &mut Rng) -> &'static str {
    NUMBERS[rng.below(NUMBERS.len() as u32) as usize]
}

pub fn character(rng: &mut Rng) -> char {
    *pick(&CHARACTERS, rng)
}

pub fn word(rng: &mut Rng) -> String {
    match rng.below(4) {
        0 => number(rng).to_string(),
        1 => character(rng).to_string(),
        2 => "x".repeat(1 << rng.below(14)),
        _ => pick(&WORDS, rng).to_string(),
    }
}

/// A random JSON value of an unexpected type.
pub fn value(rng: &mut Rng) -> Value {
    match rng.below(8) {
        0 => Value::Null,
        1 => json!(rng.below(2) == 0),
        2 => json!([]),
        3 => json!({}),
        4 => json!(word(rng)),
        5 => json!(vec![rng.below(4); rng.below(4) as usize]),
        // The number as written, if it is valid JSON, including numbers that fit no integer type.
        _ => serde_json::from_str(number(rng)).unwrap_or(Value::Null),
    }
}

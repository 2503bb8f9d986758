//! How a real game begins: the answers to what its start fields ask, as keys of a view.

use crate::wire::{StartField, StartKind};
use serde_json::{Map, Value, json};
use yomi_core::{Rejected, sentence};

/// What was answered so far, field by field, in the words that were typed.
#[derive(Clone, Default, Debug)]
pub struct Answers(Vec<(String, Vec<String>)>);

impl Answers {
    /// Adds the answer to a field; an earlier one to the same field is replaced.
    pub fn set(&mut self, field: &str, words: Vec<String>) {
        self.0.retain(|(name, _)| name != field);
        self.0.push((field.into(), words));
    }

    pub fn get(&self, field: &str) -> Option<&[String]> {
        self.0.iter().find(|(name, _)| name == field).map(|(_, words)| words.as_slice())
    }

    pub fn remove(&mut self, field: &str) {
        self.0.retain(|(name, _)| name != field);
    }
}

/// The keys of fields that stand in a view as they were answered. Answers of the wrong number or kind are
/// rejected; fields without an answer are left out, and settings, which are no keys of a view.
pub fn by_kind(
    fields: &[StartField],
    players: usize,
    answers: &Answers,
) -> Result<Map<String, Value>, Rejected> {
    let mut keys = Map::new();
    for field in fields.iter().filter(|field| !field.kind.is_setting()) {
        if let Some(words) = answers.get(&field.name) {
            keys.insert(field.name.clone(), key(&field.kind, players, words)?);
        }
    }
    Ok(keys)
}

fn key(kind: &StartKind, players: usize, words: &[String]) -> Result<Value, Rejected> {
    Ok(match kind {
        StartKind::Cards { least, most } => {
            check_count(words.len(), *least, *most)?;
            if *most == 1 { json!(words[0]) } else { json!(words) }
        }
        StartKind::CountPerSeat => {
            if words.len() != players {
                let found = words.len();
                return Err(Rejected(sentence!(
                    "{found} numbers; expected one per seat, {players} in all",
                    "数が{found}個です。席ごとに一つ、全部で{players}個にしてください"
                )));
            }
            let count = |word: &String| {
                word.parse::<u8>().map(|cards| json!({ "cards": cards })).map_err(|_| {
                    Rejected(sentence!(
                        "{word:?}: expected a number of cards",
                        "{word:?}: 枚数を数字で書いてください"
                    ))
                })
            };
            words.iter().map(count).collect::<Result<_, _>>()?
        }
        StartKind::Seat => json!(seat(words, players)?),
        _ => json!(words),
    })
}

/// The number of a seat.
pub fn seat(words: &[String], players: usize) -> Result<usize, Rejected> {
    let last = players - 1;
    let number = match words {
        [word] => word.parse().ok().filter(|&seat| seat <= last),
        _ => None,
    };
    number.ok_or_else(|| {
        let said = words.join(" ");
        Rejected(sentence!(
            "{said:?}: expected a seat from 0 to {last}",
            "{said:?}: 0から{last}までの席にしてください"
        ))
    })
}

fn check_count(found: usize, least: usize, most: usize) -> Result<(), Rejected> {
    if (least..=most).contains(&found) {
        return Ok(());
    }
    let cards = if found == 1 { "card" } else { "cards" };
    Err(Rejected(match least == most {
        true => {
            sentence!("{found} {cards}; expected {least}", "{found}枚です。{least}枚にしてください")
        }
        false => sentence!(
            "{found} {cards}; expected {least} to {most}",
            "{found}枚です。{least}枚から{most}枚までにしてください"
        ),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sentence;

    fn field(name: &str, kind: StartKind) -> StartField {
        StartField { name: name.into(), kind, help: Sentence::default(), example: String::new() }
    }

    #[test]
    fn answers_become_keys_or_are_rejected() {
        let fields = [
            field("hand", StartKind::Cards { least: 2, most: 3 }),
            field("card", StartKind::Cards { least: 1, most: 1 }),
            field("seats", StartKind::CountPerSeat),
            field("turn", StartKind::Seat),
            field("size", StartKind::Setting),
        ];
        let keys = |name: &str, answer: &str| {
            let mut answers = Answers::default();
            answers.set(name, answer.split_whitespace().map(str::to_string).collect());
            by_kind(&fields, 2, &answers).map(Value::from).map_err(|why| why.to_string())
        };
        assert_eq!(keys("hand", "A B").unwrap(), json!({"hand": ["A", "B"]}));
        assert_eq!(keys("card", "K").unwrap(), json!({"card": "K"}));
        assert_eq!(keys("seats", "3 0").unwrap(), json!({"seats": [{"cards": 3}, {"cards": 0}]}));
        assert_eq!(keys("turn", "1").unwrap(), json!({"turn": 1}));
        assert_eq!(keys("size", "5x5").unwrap(), json!({}), "a setting is no key of a view");
        for (name, answer, why) in [
            ("hand", "A", "1 card; expected 2 to 3"),
            ("card", "", "0 cards; expected 1"),
            ("seats", "3", "1 numbers; expected one per seat, 2 in all"),
            ("seats", "3 x", "\"x\": expected a number of cards"),
            ("turn", "2", "\"2\": expected a seat from 0 to 1"),
            ("turn", "", "\"\": expected a seat from 0 to 1"),
        ] {
            assert_eq!(keys(name, answer).unwrap_err(), why);
        }
    }
}

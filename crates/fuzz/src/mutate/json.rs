//! Mutations of JSON that keep it valid JSON.

use super::{Mutator, odd, part, words};
use serde_json::{Map, Value, json};
use yomi::core::Rng;

/// Mutates one place of the document.
pub fn change(document: &mut Value, from: &Mutator, rng: &mut Rng) {
    match rng.below(8) {
        0 => forget_keys(document, rng),
        1 => transplant(document, from, rng),
        _ => {
            let place = rng.below(size(document) as u32) as usize;
            let found = nth_mut(document, &mut place.clone());
            change_here(found.expect("there are as many places"), from, rng);
        }
    }
}

/// Lists are not repeated beyond this length.
const MOST_VALUES: usize = 10_000;

/// The number of values, including the document itself.
fn size(value: &Value) -> usize {
    match value {
        Value::Array(list) => size_of(list),
        Value::Object(object) => 1 + object.values().map(size).sum::<usize>(),
        _ => 1,
    }
}

fn size_of(list: &[Value]) -> usize {
    1 + list.iter().map(size).sum::<usize>()
}

/// The value at this index, counted as in [`size`].
fn nth_mut<'a>(value: &'a mut Value, place: &mut usize) -> Option<&'a mut Value> {
    if *place == 0 {
        return Some(value);
    }
    *place -= 1;
    match value {
        Value::Array(list) => list.iter_mut().find_map(|inner| nth_mut(inner, place)),
        Value::Object(object) => object.values_mut().find_map(|inner| nth_mut(inner, place)),
        _ => None,
    }
}

/// Removes keys of the document: derivable keys may be left out, and a missing key must not cause a panic.
fn forget_keys(document: &mut Value, rng: &mut Rng) {
    let Value::Object(object) = document else { return };
    let all = rng.below(3) == 0;
    let keys: Vec<String> = object.keys().cloned().collect();
    for key in keys {
        if rng.below(if all { 2 } else { 8 }) == 0 {
            object.remove(&key);
        }
    }
}

/// Takes over what another document has under the same key.
fn transplant(document: &mut Value, from: &Mutator, rng: &mut Rng) {
    let (Value::Object(object), Some(Value::Object(other))) = (document, from.other_json(rng)) else {
        return;
    };
    let Some(key) = nth_key(other, rng) else { return };
    match (object.get_mut(&key), &other[&key]) {
        (Some(Value::Object(inner)), Value::Object(other)) if rng.below(2) == 0 => {
            if let Some(key) = nth_key(other, rng) {
                inner.insert(key.clone(), other[&key].clone());
            }
        }
        (_, said) => drop(object.insert(key, said.clone())),
    }
}

fn nth_key(object: &Map<String, Value>, rng: &mut Rng) -> Option<String> {
    if object.is_empty() { None } else { object.keys().nth(rng.below(object.len() as u32) as usize).cloned() }
}

fn change_here(value: &mut Value, from: &Mutator, rng: &mut Rng) {
    match rng.below(12) {
        0 => *value = odd::value(rng),
        1 => *value = other_value(from, rng),
        2 if rng.below(4) == 0 => nest(value, rng),
        _ => match value {
            Value::String(text) => *text = words::changed(text, from, rng),
            Value::Array(list) => change_list(list, from, rng),
            Value::Object(object) => change_object(object, from, rng),
            Value::Number(_) => *value = neighbour(value, rng),
            Value::Bool(_) | Value::Null => *value = odd::value(rng),
        },
    }
}

/// Any value of another document.
fn other_value(from: &Mutator, rng: &mut Rng) -> Value {
    let Some(other) = from.other_json(rng) else { return odd::value(rng) };
    let mut other = other.clone();
    let mut place = rng.below(size(&other) as u32) as usize;
    nth_mut(&mut other, &mut place).map_or(Value::Null, |found| found.take())
}

/// Nests a value in lists or objects, sometimes deeper than a parser accepts.
fn nest(value: &mut Value, rng: &mut Rng) {
    let lists = rng.below(2) == 0;
    for _ in 0..1u32 << rng.below(9) {
        let inner = value.take();
        *value = if lists { json!([inner]) } else { json!({ "x": inner }) };
    }
}

fn neighbour(value: &Value, rng: &mut Rng) -> Value {
    match (rng.below(4), value.as_i64()) {
        (0, Some(n)) => json!(n.wrapping_add(1)),
        (1, Some(n)) => json!(n.wrapping_sub(1)),
        _ => odd::value(rng),
    }
}

fn change_list(list: &mut Vec<Value>, from: &Mutator, rng: &mut Rng) {
    let range = part(list.len(), rng);
    match rng.below(9) {
        0 => drop(list.drain(range)),
        1 => {
            let again = list[range.clone()].to_vec();
            list.splice(range.start..range.start, again);
        }
        2 => list[range].reverse(),
        3 => list.truncate(range.start),
        4 => list.insert(range.start, other_value(from, rng)),
        5 => list.insert(range.start, json!(from.word(rng))),
        6 if !list.is_empty() => {
            let (a, b) = (rng.below(list.len() as u32) as usize, rng.below(list.len() as u32) as usize);
            list.swap(a, b);
        }
        7 => {
            let times = (MOST_VALUES / size_of(list)).min(1 << rng.below(10));
            *list = vec![list.clone(); times.max(1)].concat();
        }
        _ => {
            if let Some(one) = list.get(range.start).filter(|one| size(one) < 4) {
                *list = vec![one.clone(); 1 << rng.below(12)];
            }
        }
    }
}

fn change_object(object: &mut Map<String, Value>, from: &Mutator, rng: &mut Rng) {
    let Some(key) = nth_key(object, rng) else {
        object.insert(from.word(rng), odd::value(rng));
        return;
    };
    match rng.below(6) {
        0 => drop(object.remove(&key)),
        1 => drop(object.insert(from.word(rng), other_value(from, rng))),
        2 => {
            let moved = object.remove(&key).unwrap_or_default();
            object.insert(words::changed(&key, from, rng), moved);
        }
        3 => {
            if let Some(other) = nth_key(object, rng) {
                let (a, b) = (object[&key].clone(), object[&other].clone());
                object.insert(key, b);
                object.insert(other, a);
            }
        }
        _ => drop(object.insert(key, odd::value(rng))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_its_place() {
        let document = json!({"a": [1, {"b": null}], "c": "x"});
        let found: Vec<Value> = (0..size(&document))
            .map(|place| nth_mut(&mut document.clone(), &mut place.clone()).unwrap().clone())
            .collect();
        let expected = [
            document.clone(),
            json!([1, {"b": null}]),
            json!(1),
            json!({"b": null}),
            json!(null),
            json!("x"),
        ];
        assert_eq!(found, expected);
        assert_eq!(nth_mut(&mut document.clone(), &mut 6), None);
    }
}

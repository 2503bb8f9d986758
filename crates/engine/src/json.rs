//! JSON from outside: what is wrong is told with its key, and no key is there twice.

use serde::de::{DeserializeOwned, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};
use std::fmt;

/// A value from text that holds a JSON object, or why not, with the key where it goes wrong.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    // Otherwise a list is taken for the fields of an object in their order.
    if !text.trim_start().starts_with('{') {
        return Err(match serde_json::from_str::<serde::de::IgnoredAny>(text) {
            Ok(_) => "expected a JSON object".into(),
            Err(why) => why.to_string(),
        });
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|why| told(&why))?;
    reader.end().map_err(|why| why.to_string())?;
    Ok(value)
}

/// A value from JSON that was read before, or why not, with the key where it goes wrong.
pub fn read<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    serde_path_to_error::deserialize(value).map_err(|why| told(&why))
}

fn told(why: &serde_path_to_error::Error<serde_json::Error>) -> String {
    match why.path().iter().next() {
        // A game's own message may begin with the key already.
        Some(_) if why.inner().to_string().starts_with(&format!("{}: ", why.path())) => {
            why.inner().to_string()
        }
        Some(_) => format!("{}: {}", why.path(), why.inner()),
        None => why.inner().to_string(),
    }
}

/// Any JSON in which no object has a key twice: which of the two was meant cannot be known.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Unique(pub Value);

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Unique, D::Error> {
        deserializer.deserialize_any(AnyValue).map(Unique)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Unique(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if object.contains_key(&key) {
                let key = crate::fault::excerpt(&key);
                return Err(A::Error::custom(format_args!("the key {key:?} is there twice")));
            }
            let Unique(value) = entries.next_value()?;
            object.insert(key, value);
        }
        Ok(object.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[derive(Deserialize, PartialEq, Debug)]
    struct Pair {
        left: u8,
        right: Vec<u8>,
    }

    #[test]
    fn what_is_wrong_is_told_with_its_key() {
        let why = |text: &str| parse::<Pair>(text).unwrap_err();
        assert_eq!(parse(r#" {"left":1,"right":[2]} "#), Ok(Pair { left: 1, right: vec![2] }));
        assert!(
            why(r#"{"left":null}"#).starts_with("left: invalid type: null"),
            "{}",
            why(r#"{"left":null}"#)
        );
        assert!(why(r#"{"left":1,"right":[2,"x"]}"#).starts_with("right[1]: invalid type: string"));
        assert!(why(r#"{"left":1}"#).starts_with("missing field `right`"));
        assert_eq!(why("[]"), "expected a JSON object");
        assert_eq!(why("[1,[2]]"), "expected a JSON object");
        assert!(why("{").contains("EOF") && why("").contains("EOF"));
        assert!(why(r#"{"left":1,"right":[]} x"#).contains("trailing"));
        let value = json!({"left": 1, "right": [300]});
        assert!(read::<Pair>(value).unwrap_err().starts_with("right[0]: invalid value"));
    }

    #[test]
    fn values_are_read_as_they_are_and_no_key_twice() {
        for text in ["null", "[1,-2,2.5,\"a\",true,{}]", r#"{"b":1,"a":{"b":[{"c":null}]}}"#] {
            let Unique(value) = serde_json::from_str(text).unwrap();
            assert_eq!(value, serde_json::from_str::<Value>(text).unwrap());
            assert_eq!(value.to_string(), text, "the order of keys stays");
        }
        for text in [r#"{"a":1,"a":1}"#, r#"[{"x":{"a":1,"b":2,"a":3}}]"#] {
            let why = serde_json::from_str::<Unique>(text).unwrap_err().to_string();
            assert!(why.contains("the key \"a\" is there twice"), "{why}");
        }
    }
}

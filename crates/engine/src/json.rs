//! JSON from outside: what is wrong is told with its key, in both languages, and no key is there twice.

use crate::fault::excerpt;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error, Expected, MapAccess, SeqAccess, Unexpected,
    Visitor,
};
use serde::de::{IntoDeserializer, value};
use serde::{Deserialize, Serialize, forward_to_deserialize_any};
use serde_json::{Map, Number, Value};
use std::fmt;
use yomi_core::{Sentence, sentence};

/// A value from text that holds a JSON object, or why not, with the key where it goes wrong.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T, Sentence> {
    match unique(text)? {
        // Otherwise a list is taken for the fields of an object in their order.
        Unique(value @ Value::Object(_)) => read(value),
        _ => Err(sentence!("expected a JSON object", "JSONのオブジェクト {{…}} にしてください")),
    }
}

/// Any JSON, or why the text is none.
pub fn unique(text: &str) -> Result<Unique, Sentence> {
    serde_json::from_str(text).map_err(|why| {
        let (line, column) = (why.line(), why.column());
        match why.classify() {
            serde_json::error::Category::Eof => {
                sentence!("the JSON ends too early ({why})", "JSONが途中で終わっています（{line}行目）")
            }
            serde_json::error::Category::Data => {
                sentence!("{why}", "同じキーが二度書かれています（{line}行{column}列目）")
            }
            _ => sentence!("this is not JSON ({why})", "JSONとして読めません（{line}行{column}列目）"),
        }
    })
}

/// A value from JSON that was read before, or why not, with the key where it goes wrong.
pub fn read<T: DeserializeOwned>(value: Value) -> Result<T, Sentence> {
    T::deserialize(Part(&value)).map_err(Wrong::told)
}

/// A part of a JSON document on its way into a type. In place of `serde_json`'s own deserialiser, whose errors
/// are English text.
#[derive(Clone, Copy)]
struct Part<'a>(&'a Value);

impl<'de> Deserializer<'de> for Part<'de> {
    type Error = Wrong;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(is) => visitor.visit_bool(*is),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(n), _) => visitor.visit_u64(n),
                (None, Some(n)) => visitor.visit_i64(n),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
            },
            Value::Array(list) => {
                let mut rest = Elements { list, next: 0 };
                let found = visitor.visit_seq(&mut rest)?;
                match rest.next == list.len() {
                    true => Ok(found),
                    false => Err(Wrong::invalid_length(list.len(), &"fewer entries")),
                }
            }
            Value::Object(object) => visitor.visit_map(Entries { rest: object.iter(), value: None }),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        match self.0 {
            Value::String(variant) => visitor.visit_enum(variant.as_str().into_deserializer()),
            Value::Object(object) => {
                let entries = Entries { rest: object.iter(), value: None };
                visitor.visit_enum(value::MapAccessDeserializer::new(entries))
            }
            _ => self.deserialize_any(visitor),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}

struct Elements<'a> {
    list: &'a [Value],
    next: usize,
}

impl<'de> SeqAccess<'de> for &mut Elements<'de> {
    type Error = Wrong;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Wrong> {
        let Some(value) = self.list.get(self.next) else { return Ok(None) };
        let at = self.next;
        self.next += 1;
        seed.deserialize(Part(value)).map(Some).map_err(|why| why.inside(&format!("[{at}]")))
    }
}

struct Entries<'a> {
    rest: serde_json::map::Iter<'a>,
    value: Option<(&'a str, &'a Value)>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Wrong;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Wrong> {
        let Some((key, value)) = self.rest.next() else { return Ok(None) };
        self.value = Some((key, value));
        seed.deserialize(key.as_str().into_deserializer()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Wrong> {
        let (key, value) = self.value.take().expect("a value comes after its key");
        seed.deserialize(Part(value)).map_err(|why| why.inside(&excerpt(key)))
    }
}

/// What is wrong, and in which key.
#[derive(Debug)]
struct Wrong {
    place: String,
    what: Sentence,
}

impl Wrong {
    fn new(what: Sentence) -> Wrong {
        Wrong { place: String::new(), what }
    }

    fn inside(mut self, key: &str) -> Wrong {
        let dot = if self.place.is_empty() || self.place.starts_with('[') { "" } else { "." };
        self.place = format!("{key}{dot}{}", self.place);
        self
    }

    fn told(self) -> Sentence {
        let Wrong { place, what } = self;
        let prefix = format!("{place}: ");
        match place.is_empty() {
            true => what,
            false => what.map(|what| format!("{prefix}{what}")),
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.what.fmt(f)
    }
}

impl std::error::Error for Wrong {}

impl Error for Wrong {
    /// A game's refusal brings its Japanese along (`{:#}`); what serde itself says is English.
    fn custom<T: fmt::Display>(said: T) -> Wrong {
        let what = Sentence::of(said);
        Wrong::new(if what.en == what.ja {
            sentence!("{what}", "読めない値です（{what}）")
        } else {
            what
        })
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Wrong {
        let (found, expected) = (shown(found), wanted(&expected.to_string()));
        Wrong::new(sentence!("{found}: expected {expected}", "{found}: {expected:#}にしてください"))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Wrong {
        Wrong::invalid_type(found, expected)
    }

    fn invalid_length(found: usize, expected: &dyn Expected) -> Wrong {
        Wrong::new(sentence!(
            "a list of {found}; expected {expected}",
            "リストの要素が{found}個あります。数が違います（{expected}）"
        ))
    }

    fn unknown_variant(found: &str, expected: &'static [&'static str]) -> Wrong {
        let (found, known) = (excerpt(found), expected.join(", "));
        Wrong::new(sentence!(
            "{found:?}: expected one of {known}",
            "{found:?}: 次のどれかにしてください: {known}"
        ))
    }

    fn unknown_field(found: &str, expected: &'static [&'static str]) -> Wrong {
        let (found, known) = (excerpt(found), expected.join(", "));
        Wrong::new(sentence!(
            "unknown key {found:?}; expected: {known}",
            "{found:?} というキーはありません。使えるもの: {known}"
        ))
    }

    fn missing_field(key: &'static str) -> Wrong {
        Wrong::new(sentence!("the key {key:?} is missing", "{key:?} がありません"))
    }

    fn duplicate_field(key: &'static str) -> Wrong {
        Wrong::new(sentence!("the key {key:?} is there twice", "{key:?} が二度書かれています"))
    }
}

/// What was found, as it is written in JSON.
fn shown(found: Unexpected<'_>) -> String {
    match found {
        Unexpected::Bool(is) => is.to_string(),
        Unexpected::Unsigned(n) => n.to_string(),
        Unexpected::Signed(n) => n.to_string(),
        Unexpected::Float(n) => n.to_string(),
        Unexpected::Str(text) => format!("{:?}", excerpt(text)),
        Unexpected::Unit | Unexpected::Option => "null".into(),
        Unexpected::Seq => "[…]".into(),
        Unexpected::Map => "{…}".into(),
        other => other.to_string(),
    }
}

/// serde's name of what a type takes, in words.
fn wanted(name: &str) -> Sentence {
    let whole = |most: u64| sentence!("a whole number from 0 to {most}", "0から{most}までの整数");
    match name {
        "u8" => whole(u8::MAX.into()),
        "u16" => whole(u16::MAX.into()),
        "u32" => whole(u32::MAX.into()),
        "u64" | "usize" => Sentence::new("a whole number, 0 or more", "0以上の整数"),
        "i8" | "i16" | "i32" | "i64" | "isize" => Sentence::new("a whole number", "整数"),
        "f32" | "f64" => Sentence::new("a number", "数"),
        "a boolean" => Sentence::new("true or false", "true か false "),
        "a string" => Sentence::new("text in quotes", "引用符で囲んだ文字列"),
        "a sequence" => Sentence::new("a list [...]", "リスト [...] "),
        "a map" => Sentence::new("an object {...}", "オブジェクト {...} "),
        "string or map" => {
            Sentence::new("text in quotes or an object {...}", "引用符で囲んだ文字列かオブジェクト {...} ")
        }
        other if other.starts_with("struct ") => wanted("a map"),
        other if other.starts_with("enum ") => wanted("a string"),
        other => sentence!("{other}", "正しい形（{other}）"),
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
                let key = excerpt(&key);
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
        let both = |text: &str| parse::<Pair>(text).unwrap_err();
        let why = |text: &str| both(text).en;
        assert_eq!(parse(r#" {"left":1,"right":[2]} "#), Ok(Pair { left: 1, right: vec![2] }));
        assert_eq!(why(r#"{"left":null}"#), "left: null: expected a whole number from 0 to 255");
        assert_eq!(both(r#"{"left":null}"#).ja, "left: null: 0から255までの整数にしてください");
        assert_eq!(
            why(r#"{"left":1,"right":[2,"x"]}"#),
            "right[1]: \"x\": expected a whole number from 0 to 255"
        );
        assert_eq!(why(r#"{"left":1,"right":3}"#), "right: 3: expected a list [...]");
        assert_eq!(why(r#"{"left":1}"#), "the key \"right\" is missing");
        assert_eq!(why("[]"), "expected a JSON object");
        assert_eq!(why("[1,[2]]"), "expected a JSON object");
        assert!(why("{").contains("too early") && why("").contains("too early"));
        assert!(why(r#"{"left":1,"right":[]} x"#).contains("trailing"));
        for text in ["", "{", "[]", "{]", r#"{"left":1,"left":1}"#, r#"{"left":1,"right":[]} x"#] {
            let Sentence { en, ja } = both(text);
            assert!(en.is_ascii() && ja.contains(|c| c > '\u{3040}'), "{text}: {en} / {ja}");
        }
        let value = json!({"left": 1, "right": [300]});
        let why = read::<Pair>(value).unwrap_err();
        assert_eq!(why.en, "right[0]: 300: expected a whole number from 0 to 255");
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

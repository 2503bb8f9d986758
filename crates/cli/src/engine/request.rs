//! Requests as they come: one JSON object per line.
//!
//! Fields that are unknown are ignored, so that a newer client can talk to an older engine; fields that are
//! known and wrong are refused.

use crate::lang::Lang;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::ops::RangeInclusive;
use yomi::core::Limits;
use yomi::engine::agent::AgentText;
use yomi::engine::fault::excerpt;
use yomi::engine::json::{self, Unique};
use yomi::engine::limit;
use yomi::{Fault, FaultKind, Sentence};

/// The commands, as they are written.
pub const COMMANDS: [&str; 12] =
    ["hello", "ping", "stop", "quit", "games", "agents", "rules", "new", "play", "view", "advise", "close"];
/// An id is echoed in every answer.
const LONGEST_ID: usize = 200;
const LONGEST_NAME: usize = 200;
/// Numbers with a fraction are exact below it: 2^53.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// What must be known of a request before anybody works on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Head {
    pub id: Value,
    pub command: String,
    pub priority: i64,
    pub session: Option<String>,
    pub target: Option<Value>,
    pub lang: Option<Lang>,
}

/// The same, unchecked.
#[derive(Deserialize)]
struct RawHead {
    id: Option<Value>,
    cmd: Option<Value>,
    priority: Option<Value>,
    session: Option<Value>,
    target: Option<Value>,
    lang: Option<Value>,
}

/// Why a line is refused, and to which request the answer belongs.
pub struct Refusal {
    /// `null` where it cannot be known.
    pub id: Value,
    pub why: Box<Fault>,
}

impl Refusal {
    /// Of a line that is no request.
    pub fn of_line(why: Fault) -> Refusal {
        Refusal { id: Value::Null, why: Box::new(why) }
    }
}

/// Reads what must be known first. The rest of the line is checked to be JSON, and not kept.
pub fn head(line: &str) -> Result<Head, Refusal> {
    let raw: RawHead = json::parse(line).map_err(|why| Refusal::of_line(not_a_request(&why)))?;
    let id = id_of("id", raw.id).map_err(Refusal::of_line)?;
    let refused = |why: Fault| Refusal { id: id.clone(), why: Box::new(why) };
    let target = raw.target.map(|target| id_of("target", Some(target))).transpose().map_err(refused)?;
    let field = |key: &str, value: Option<Value>| -> Map<String, Value> {
        value.map(|value| (key.to_string(), value)).into_iter().collect()
    };
    let fields = Fields(
        [
            field("cmd", raw.cmd),
            field("priority", raw.priority),
            field("session", raw.session),
            field("lang", raw.lang),
        ]
        .into_iter()
        .flatten()
        .collect(),
    );
    let read = || {
        let command = fields.text("cmd")?.ok_or_else(|| {
            missing("cmd", &format!("one of {}", COMMANDS.join(", ")), &COMMANDS.join("、"))
        })?;
        if !COMMANDS.contains(&command) {
            return Err(Fault::unknown(Sentence::new("cmd", "cmd"), command, &COMMANDS));
        }
        Ok(Head {
            id: id.clone(),
            command: command.into(),
            priority: fields.whole("priority")?.unwrap_or(0),
            session: fields.name("session")?,
            target,
            lang: fields.lang()?,
        })
    };
    read().map_err(refused)
}

fn not_a_request(why: &Sentence) -> Fault {
    let Sentence { en, ja } = why;
    Fault::new(
        FaultKind::BadRequest,
        format!("not a request: {en}; expected an object such as {{\"id\":1,\"cmd\":\"hello\"}}"),
        format!(
            "リクエストではありません: {ja}。{{\"id\":1,\"cmd\":\"hello\"}} のようなオブジェクトにしてください"
        ),
    )
}

fn id_of(key: &str, value: Option<Value>) -> Result<Value, Fault> {
    match value {
        // Beyond it a number that is read is not always the one that was written.
        Some(Value::Number(id)) if id.is_f64() && id.as_f64().is_none_or(|id| id.abs() >= EXACT) => {
            Err(Fault::new(
                FaultKind::BadRequest,
                format!("{key}: a number of more than 64 bits; expected a smaller one, or a text"),
                format!("{key}: 64ビットに収まらない数です。小さい数か文字列にしてください"),
            ))
        }
        Some(id @ Value::Number(_)) => Ok(id),
        Some(Value::String(id)) if id.len() <= LONGEST_ID => Ok(Value::String(id)),
        None => Err(Fault::new(
            FaultKind::BadRequest,
            format!("{key} is missing; expected a number, or a text of at most {LONGEST_ID} bytes"),
            format!("{key} がありません。数か、{LONGEST_ID} バイトまでの文字列にしてください"),
        )),
        Some(other) => {
            let found = excerpt(&other.to_string());
            Err(Fault::new(
                FaultKind::BadRequest,
                format!("{key}: {found}: expected a number, or a text of at most {LONGEST_ID} bytes"),
                format!("{key}: {found}: 数か、{LONGEST_ID} バイトまでの文字列にしてください"),
            ))
        }
    }
}

fn missing(key: &str, expected: &str, expected_ja: &str) -> Fault {
    Fault::bad_option(
        format!("{key} is missing; expected {expected}"),
        format!("{key} がありません。使える値: {expected_ja}"),
    )
}

/// A whole request, as its worker reads it.
pub struct Fields(Map<String, Value>);

impl Fields {
    /// A line of which the head was read.
    pub fn parse(line: &str) -> Result<Fields, Fault> {
        match json::unique(line) {
            Ok(Unique(Value::Object(fields))) => Ok(Fields(fields)),
            Ok(_) => {
                Err(not_a_request(&Sentence::new("expected a JSON object", "オブジェクトではありません")))
            }
            Err(why) => Err(not_a_request(&why)),
        }
    }

    /// A field that is there; `null` says the same as leaving it out.
    fn get(&self, key: &str) -> Option<&Value> {
        self.0.get(key).filter(|value| !value.is_null())
    }

    pub fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    fn wrong(&self, key: &str, en: &str, ja: &str) -> Fault {
        let found = self.get(key).map_or(String::new(), |value| excerpt(&value.to_string()));
        Fault::bad_option(
            format!("{key}: {found}: expected {en}"),
            format!("{key}: {found}: 使える値は {ja}"),
        )
    }

    pub fn text(&self, key: &str) -> Result<Option<&str>, Fault> {
        match self.get(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(self.wrong(key, "a text", "文字列")),
        }
    }

    pub fn name(&self, key: &str) -> Result<Option<String>, Fault> {
        match self.text(key)? {
            Some(name) if name.is_empty() || name.len() > LONGEST_NAME => {
                Err(self.wrong(key, "a text of 1 to 200 bytes", "1から200バイトまでの文字列"))
            }
            name => Ok(name.map(Into::into)),
        }
    }

    pub fn required(&self, key: &str, example: &str) -> Result<&str, Fault> {
        self.text(key)?
            .ok_or_else(|| missing(key, &format!("a text such as {example:?}"), &format!("{example:?} など")))
    }

    fn whole(&self, key: &str) -> Result<Option<i64>, Fault> {
        let whole = |value: &Value| value.as_i64().ok_or_else(|| self.wrong(key, "a whole number", "整数"));
        self.get(key).map(whole).transpose()
    }

    pub fn count(&self, key: &str, range: &RangeInclusive<u64>) -> Result<Option<u64>, Fault> {
        let (least, most) = (range.start(), range.end());
        let wrong = || {
            self.wrong(
                key,
                &format!("a whole number from {least} to {most}"),
                &format!("{least}から{most}までの整数"),
            )
        };
        let count = |value: &Value| value.as_u64().filter(|n| range.contains(n)).ok_or_else(wrong);
        self.get(key).map(count).transpose()
    }

    pub fn lang(&self) -> Result<Option<Lang>, Fault> {
        self.text("lang")?.map(|text| text.parse().map_err(|why: Fault| why.at("lang"))).transpose()
    }

    pub fn limit(&self) -> Result<Option<Limits>, Fault> {
        let example = "a text such as \"50ms\" or \"2000it\"";
        match self.get("limit") {
            None => Ok(None),
            Some(Value::String(text)) => limit::parse(text).map(Some).map_err(|why| why.at("limit")),
            Some(_) => Err(self.wrong("limit", example, "\"50ms\" や \"2000it\" のような文字列")),
        }
    }

    pub fn agent(&self) -> Result<Option<AgentText>, Fault> {
        self.text("agent")?.map(|text| AgentText::parse(text).map_err(|why| why.at("agent"))).transpose()
    }

    pub fn object(&self, key: &str) -> Result<Option<&Map<String, Value>>, Fault> {
        match self.get(key) {
            None => Ok(None),
            Some(Value::Object(object)) => Ok(Some(object)),
            Some(_) => Err(self.wrong(key, "an object", "オブジェクト")),
        }
    }

    /// Settings as a command line would have them.
    pub fn settings(&self) -> Result<Vec<(String, String)>, Fault> {
        let Some(object) = self.object("settings")? else { return Ok(Vec::new()) };
        let setting = |(key, value): (&String, &Value)| match value {
            Value::String(text) => Ok((key.clone(), text.clone())),
            Value::Number(_) | Value::Bool(_) => Ok((key.clone(), value.to_string())),
            _ => {
                let key = excerpt(key);
                Err(Fault::bad_option(
                    format!("settings: {key}: expected a text or a number"),
                    format!("settings: {key}: 文字列か数にしてください"),
                ))
            }
        };
        object.iter().map(setting).collect()
    }

    /// Who sits where; `null` is the client.
    pub fn seats(&self, players: usize) -> Result<Vec<Option<AgentText>>, Fault> {
        let wrong = || {
            self.wrong(
                "agents",
                &format!("a list of {players}, one per seat: an agent as text, or null for a seat of yours"),
                &format!("席ごとに{players}個のリスト（エージェントの文字列、自分の席は null）"),
            )
        };
        let list = match self.get("agents") {
            None => return Ok(vec![None; players]),
            Some(Value::Array(list)) if list.len() == players => list,
            Some(_) => return Err(wrong()),
        };
        let seat = |value: &Value| match value {
            Value::Null => Ok(None),
            Value::String(text) => AgentText::parse(text).map(Some).map_err(|why| why.at("agents")),
            _ => Err(wrong()),
        };
        list.iter().map(seat).collect()
    }

    /// The turns that are asked about.
    pub fn turns(&self, most: usize) -> Result<Option<Vec<usize>>, Fault> {
        let wrong = || {
            self.wrong(
                "turns",
                &format!("a list of 1 to {most} numbers of turns, from 1"),
                &format!("1からの手数を1個から{most}個まで並べたリスト"),
            )
        };
        let Some(value) = self.get("turns") else { return Ok(None) };
        let list = value.as_array().filter(|list| (1..=most).contains(&list.len())).ok_or_else(wrong)?;
        let turn = |value: &Value| value.as_u64().and_then(|n| usize::try_from(n).ok()).filter(|&n| n > 0);
        list.iter().map(|value| turn(value).ok_or_else(wrong)).collect::<Result<_, _>>().map(Some)
    }
}

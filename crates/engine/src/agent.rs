//! Agents as typed: parsing.
//!
//! An agent is written `name` or `name(key=value,key=value)`. Values may be quoted, and spaces inside the
//! parentheses do not split a list of agents. Every agent takes `limit=`.

use crate::fault::{FaultKind, excerpt};
use crate::{Fault, limit};
use yomi_core::Limits;

/// An agent as it was typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgentText {
    /// As typed, for reports.
    pub text: String,
    pub name: String,
    pub options: Vec<(String, String)>,
    pub limits: Option<Limits>,
}

impl AgentText {
    pub fn parse(text: &str) -> Result<AgentText, Fault> {
        let mut all = parse_list(text)?;
        match all.len() {
            1 => Ok(all.remove(0)),
            n => Err(Fault::bad_option(
                format!("{:?}: expected one agent, found {n}", excerpt(text)),
                format!("{:?}: エージェントは一つだけ指定してください（{n} 個あります）", excerpt(text)),
            )),
        }
    }
}

/// Agents separated by spaces.
pub fn parse_list(list: &str) -> Result<Vec<AgentText>, Fault> {
    split_outside(list, char::is_whitespace)?.into_iter().filter(|t| !t.is_empty()).map(parse_one).collect()
}

/// Splits where no parenthesis or quote is open.
fn split_outside(text: &str, at: impl Fn(char) -> bool) -> Result<Vec<&str>, Fault> {
    let (mut parts, mut start, mut depth, mut quote) = (Vec::new(), 0, 0u32, None);
    for (i, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') if depth == 0 => {
                let text = excerpt(text);
                return Err(Fault::bad_option(
                    format!("{text:?}: a closing parenthesis without an opening one"),
                    format!("{text:?}: 対応する開き括弧がありません"),
                ));
            }
            (None, ')') => depth -= 1,
            (None, _) if depth == 0 && at(c) => {
                parts.push(&text[start..i]);
                start = i + c.len_utf8();
            }
            _ => {}
        }
    }
    if depth > 0 || quote.is_some() {
        let text = excerpt(text);
        return Err(Fault::bad_option(
            format!("{text:?}: a parenthesis or a quote is not closed"),
            format!("{text:?}: 括弧か引用符が閉じていません"),
        ));
    }
    parts.push(&text[start..]);
    Ok(parts)
}

fn parse_one(text: &str) -> Result<AgentText, Fault> {
    let fault = || {
        let text = excerpt(text);
        Fault::new(
            FaultKind::Unknown,
            format!("{text:?} is not an agent; expected name or name(key=value,key=value)"),
            format!(
                "{text:?} はエージェントではありません。name か name(key=value,key=value) と書いてください"
            ),
        )
    };
    let (name, inside) = match text.split_once('(') {
        None => (text, ""),
        Some((name, rest)) => (name, rest.strip_suffix(')').ok_or_else(fault)?),
    };
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_') {
        return Err(fault());
    }
    let mut agent = AgentText { text: text.into(), name: name.into(), options: Vec::new(), limits: None };
    for part in split_outside(inside, |c| c == ',')? {
        let part = part.trim();
        if part.is_empty() && inside.trim().is_empty() {
            continue;
        }
        let (key, value) = part.split_once('=').ok_or_else(fault)?;
        let (key, value) = (key.trim(), unquote(value.trim()));
        if key == "limit" {
            let limits = limit::parse(value).map_err(|why| why.at(name))?;
            if agent.limits.replace(limits).is_some() {
                return Err(Fault::bad_option(
                    format!("{name}: limit is given twice"),
                    format!("{name}: limit が二度指定されています"),
                ));
            }
        } else {
            agent.options.push((key.into(), value.into()));
        }
    }
    Ok(agent)
}

fn unquote(value: &str) -> &str {
    let inside = |q| value.strip_prefix(q).and_then(|v| v.strip_suffix(q));
    inside('"').or_else(|| inside('\'')).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lists_split_outside_parentheses() {
        let all =
            parse_list("mcts(c=1, expand=10)  random exec(cmd=\"python3 bot.py --x 1\",limit=1000it/50ms)")
                .unwrap();
        let names: Vec<&str> = all.iter().map(|a| a.name.as_str()).collect();
        assert_eq!(names, ["mcts", "random", "exec"]);
        assert_eq!(all[0].options, [("c".into(), "1".into()), ("expand".into(), "10".into())]);
        assert_eq!(all[2].options, [("cmd".into(), "python3 bot.py --x 1".into())]);
        assert_eq!(all[2].limits, Some(limit::parse("1000it,50ms").unwrap()));
        assert_eq!(parse_list("random()").unwrap()[0].name, "random");
    }

    #[test]
    fn nonsense_is_refused() {
        for bad in [
            "mcts(",
            "mcts)",
            "mcts(c)",
            "(c=1)",
            "mcts(c=1",
            "mcts(c=\"1)",
            "a b",
            "mcts(c=1)x",
            "",
            "mcts(limit=5)",
        ] {
            assert!(AgentText::parse(bad).is_err(), "{bad:?}");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "\\PC{0,60}") {
            let _ = parse_list(&text);
            let _ = limit::parse(&text);
        }
    }
}

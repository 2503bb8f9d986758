//! TOML read key by key, with where everything stands.
//!
//! Not by serde: its code for every type within every kind of deserialiser of TOML took a third of the time
//! that this crate takes to compile.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What is wrong with a file, and where.
pub struct Wrong {
    pub offset: usize,
    pub what: String,
}

impl Wrong {
    pub fn new(offset: usize, what: impl Into<String>) -> Wrong {
        Wrong { offset, what: what.into() }
    }
}

/// Something of the file.
pub type Node<'a> = Spanned<DeValue<'a>>;

/// The outermost table of a file.
pub fn parse(text: &str) -> Result<Spanned<DeTable<'_>>, Wrong> {
    DeTable::parse(text).map_err(|why| {
        let offset = why.span().map_or(0, |span| span.start);
        Wrong::new(offset, why.message().replace('\n', " "))
    })
}

/// A table whose keys are known. Others are refused.
pub struct Keys<'a> {
    table: &'a DeTable<'a>,
    offset: usize,
}

impl<'a> Keys<'a> {
    pub fn new(table: &'a DeTable<'a>, offset: usize, known: &[&str]) -> Result<Self, Wrong> {
        match table.keys().find(|key| !known.contains(&key.get_ref().as_ref())) {
            Some(other) => {
                let (key, known) = (other.get_ref(), known.join(", "));
                Err(Wrong::new(other.span().start, format!("unknown key {key:?}; expected one of {known}")))
            }
            None => Ok(Keys { table, offset }),
        }
    }

    pub fn of(node: &'a Node<'a>, known: &[&str]) -> Result<Self, Wrong> {
        Keys::new(table(node)?, node.span().start, known)
    }

    /// What has this key, read; nothing where the key is not there.
    pub fn get<T>(
        &self,
        key: &str,
        read: impl Fn(&'a Node<'a>) -> Result<T, Wrong>,
    ) -> Result<Option<T>, Wrong> {
        self.node(key).map(|node| named(key, read(node))).transpose()
    }

    /// The same of a key that must be there.
    pub fn need<T>(&self, key: &str, read: impl Fn(&'a Node<'a>) -> Result<T, Wrong>) -> Result<T, Wrong> {
        match self.get(key, read)? {
            Some(found) => Ok(found),
            None => Err(Wrong::new(self.offset, format!("the key {key} is missing"))),
        }
    }

    fn node(&self, key: &str) -> Option<&'a Node<'a>> {
        self.table.get(key)
    }
}

fn named<T>(key: &str, found: Result<T, Wrong>) -> Result<T, Wrong> {
    found.map_err(|why| {
        // What is wrong deeper inside has said its name.
        let what = if why.what.starts_with("expected") { format!("{key}: {}", why.what) } else { why.what };
        Wrong { what, ..why }
    })
}

/// What `read` finds, with where it stands.
pub fn placed<'a, T>(
    read: impl Fn(&'a Node<'a>) -> Result<T, Wrong>,
) -> impl Fn(&'a Node<'a>) -> Result<Spanned<T>, Wrong> {
    move |node| Ok(Spanned::new(node.span(), read(node)?))
}

fn expected(node: &Node<'_>, what: &str) -> Wrong {
    let found = match node.get_ref() {
        DeValue::String(text) => format!("the text {text:?}"),
        DeValue::Integer(number) => format!("the number {number}"),
        DeValue::Float(number) => format!("the number {number}"),
        DeValue::Boolean(is) => is.to_string(),
        DeValue::Datetime(_) => "a date".into(),
        DeValue::Array(_) => "a list".into(),
        DeValue::Table(_) => "a table".into(),
    };
    Wrong::new(node.span().start, format!("expected {what}, found {found}"))
}

pub fn table<'a>(node: &'a Node<'a>) -> Result<&'a DeTable<'a>, Wrong> {
    node.get_ref().as_table().ok_or_else(|| expected(node, "a table"))
}

/// All that is in a list.
pub fn list<'a, T>(
    read: impl Fn(&'a Node<'a>) -> Result<T, Wrong>,
) -> impl Fn(&'a Node<'a>) -> Result<Vec<T>, Wrong> {
    move |node| {
        let nodes = node.get_ref().as_array().ok_or_else(|| expected(node, "a list"))?;
        let mut all = Vec::with_capacity(nodes.len());
        for node in nodes.iter() {
            all.push(read(node)?);
        }
        Ok(all)
    }
}

pub fn text(node: &Node<'_>) -> Result<String, Wrong> {
    node.get_ref().as_str().map(str::to_string).ok_or_else(|| expected(node, "text"))
}

pub fn integer(node: &Node<'_>) -> Result<i64, Wrong> {
    let number = node.get_ref().as_integer().and_then(|n| i64::from_str_radix(n.as_str(), n.radix()).ok());
    number.ok_or_else(|| expected(node, "a whole number"))
}

/// A count: never negative.
pub fn count(node: &Node<'_>) -> Result<u64, Wrong> {
    let number = node.get_ref().as_integer().and_then(|n| u64::from_str_radix(n.as_str(), n.radix()).ok());
    number.ok_or_else(|| expected(node, "a whole number, 0 or more"))
}

pub fn switch(node: &Node<'_>) -> Result<bool, Wrong> {
    node.get_ref().as_bool().ok_or_else(|| expected(node, "true or false"))
}

/// One of these words, and what it stands for.
pub fn one_of<T: Copy>(words: &'static [(&'static str, T)]) -> impl Fn(&Node<'_>) -> Result<T, Wrong> {
    move |node| {
        let given = node.get_ref().as_str();
        let found = words.iter().find(|(word, _)| Some(*word) == given);
        found.map(|&(_, meant)| meant).ok_or_else(|| {
            let words: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
            expected(node, &format!("one of {}", words.join(", ")))
        })
    }
}

//! TOML read key by key, with where everything stands.
//!
//! Not by serde: its code for every type within every kind of deserialiser of TOML took a third of the time
//! that this crate takes to compile.

use toml::Spanned;
use toml::de::{DeTable, DeValue};
use yomi_core::{Sentence, sentence};

/// What is wrong with a file, and where.
pub struct Wrong {
    pub offset: usize,
    pub what: Sentence,
    /// Whether it still has to be said of which key.
    nameless: bool,
}

impl Wrong {
    pub fn new(offset: usize, what: Sentence) -> Wrong {
        Wrong { offset, what, nameless: false }
    }
}

/// Something of the file.
pub type Node<'a> = Spanned<DeValue<'a>>;

/// The outermost table of a file.
pub fn parse(text: &str) -> Result<Spanned<DeTable<'_>>, Wrong> {
    DeTable::parse(text).map_err(|why| {
        let offset = why.span().map_or(0, |span| span.start);
        let message = why.message().replace('\n', " ");
        Wrong::new(offset, sentence!("{message}", "TOMLとして読めません（{message}）"))
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
                Err(Wrong::new(
                    other.span().start,
                    sentence!(
                        "unknown key {key:?}; expected one of {known}",
                        "{key:?} というキーはありません。使えるもの: {known}"
                    ),
                ))
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
            None => Err(Wrong::new(self.offset, sentence!("the key {key} is missing", "{key} がありません"))),
        }
    }

    fn node(&self, key: &str) -> Option<&'a Node<'a>> {
        self.table.get(key)
    }
}

fn named<T>(key: &str, found: Result<T, Wrong>) -> Result<T, Wrong> {
    // What is wrong deeper inside has said its name.
    found.map_err(|why| match why.nameless {
        true => Wrong::new(why.offset, why.what.map(|what| format!("{key}: {what}"))),
        false => why,
    })
}

/// What `read` finds, with where it stands.
pub fn placed<'a, T>(
    read: impl Fn(&'a Node<'a>) -> Result<T, Wrong>,
) -> impl Fn(&'a Node<'a>) -> Result<Spanned<T>, Wrong> {
    move |node| Ok(Spanned::new(node.span(), read(node)?))
}

fn expected(node: &Node<'_>, en: &str, ja: &str) -> Wrong {
    let found = match node.get_ref() {
        DeValue::String(text) => sentence!("the text {text:?}", "文字列 {text:?}"),
        DeValue::Integer(number) => sentence!("the number {number}", "数 {number}"),
        DeValue::Float(number) => sentence!("the number {number}", "数 {number}"),
        DeValue::Boolean(is) => Sentence::same(is.to_string()),
        DeValue::Datetime(_) => Sentence::new("a date", "日付"),
        DeValue::Array(_) => Sentence::new("a list", "リスト"),
        DeValue::Table(_) => Sentence::new("a table", "テーブル"),
    };
    let what = sentence!("expected {en}, found {found}", "{found:#} があります。{ja}にしてください");
    Wrong { offset: node.span().start, what, nameless: true }
}

pub fn table<'a>(node: &'a Node<'a>) -> Result<&'a DeTable<'a>, Wrong> {
    node.get_ref().as_table().ok_or_else(|| expected(node, "a table", "テーブル"))
}

/// All that is in a list.
pub fn list<'a, T>(
    read: impl Fn(&'a Node<'a>) -> Result<T, Wrong>,
) -> impl Fn(&'a Node<'a>) -> Result<Vec<T>, Wrong> {
    move |node| {
        let nodes = node.get_ref().as_array().ok_or_else(|| expected(node, "a list", "リスト"))?;
        let mut all = Vec::with_capacity(nodes.len());
        for node in nodes.iter() {
            all.push(read(node)?);
        }
        Ok(all)
    }
}

pub fn text(node: &Node<'_>) -> Result<String, Wrong> {
    node.get_ref().as_str().map(str::to_string).ok_or_else(|| expected(node, "text", "文字列"))
}

pub fn integer(node: &Node<'_>) -> Result<i64, Wrong> {
    let number = node.get_ref().as_integer().and_then(|n| i64::from_str_radix(n.as_str(), n.radix()).ok());
    number.ok_or_else(|| expected(node, "a whole number", "整数"))
}

/// A count: never negative.
pub fn count(node: &Node<'_>) -> Result<u64, Wrong> {
    let number = node.get_ref().as_integer().and_then(|n| u64::from_str_radix(n.as_str(), n.radix()).ok());
    number.ok_or_else(|| expected(node, "a whole number, 0 or more", "0以上の整数"))
}

pub fn switch(node: &Node<'_>) -> Result<bool, Wrong> {
    node.get_ref().as_bool().ok_or_else(|| expected(node, "true or false", "true か false "))
}

/// One of these words, and what it stands for.
pub fn one_of<T: Copy>(words: &'static [(&'static str, T)]) -> impl Fn(&Node<'_>) -> Result<T, Wrong> {
    move |node| {
        let given = node.get_ref().as_str();
        let found = words.iter().find(|(word, _)| Some(*word) == given);
        found.map(|&(_, meant)| meant).ok_or_else(|| {
            let words = words.iter().map(|&(word, _)| word).collect::<Vec<_>>().join(", ");
            expected(node, &format!("one of {words}"), &format!("次のどれか（{words}）"))
        })
    }
}

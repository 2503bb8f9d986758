//! A sentence in both languages.

use crate::Text;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A sentence, a label or a few words, in both languages. `{}` writes the English, `{:#}` the Japanese: an
/// error that passes through code which knows nothing of languages keeps both.
///
/// ```
/// use yomi_core::sentence;
///
/// let (card, holder) = ("S8", 2);
/// let said = sentence!("seat {holder} does not have {card}", "席{holder}は{card}を持っていません");
/// assert_eq!(format!("{said} / {said:#}"), "seat 2 does not have S8 / 席2はS8を持っていません");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Sentence {
    pub en: String,
    pub ja: String,
}

impl Sentence {
    pub fn new(en: impl Into<String>, ja: impl Into<String>) -> Sentence {
        Sentence { en: en.into(), ja: ja.into() }
    }

    /// The same in both languages: notation, names, or English alone.
    pub fn same(text: impl Into<String>) -> Sentence {
        let text = text.into();
        Sentence { ja: text.clone(), en: text }
    }

    /// What anything writes with `{}` and with `{:#}`.
    pub fn of(said: impl fmt::Display) -> Sentence {
        Sentence { en: said.to_string(), ja: format!("{said:#}") }
    }

    /// Applies the same change to both languages.
    #[must_use]
    pub fn map(self, change: impl Fn(String) -> String) -> Sentence {
        Sentence { en: change(self.en), ja: change(self.ja) }
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if f.alternate() { &self.ja } else { &self.en })
    }
}

impl From<Text> for Sentence {
    fn from(text: Text) -> Sentence {
        Sentence::new(text.en, text.ja)
    }
}

/// A [`Sentence`] from a format string per language; both are given the same arguments.
#[macro_export]
macro_rules! sentence {
    ($en:literal, $ja:literal $(, $argument:expr)* $(,)?) => {
        $crate::Sentence { en: format!($en $(, $argument)*), ja: format!($ja $(, $argument)*) }
    };
}

/// A type of errors that is a [`Sentence`].
macro_rules! spoken_error {
    ($name:ident) => {
        impl $name {
            /// In English alone, which readers of Japanese see too. Both: `sentence!` in the brackets.
            pub fn new(why: impl Into<String>) -> $name {
                $name($crate::Sentence::same(why))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(&self.0, f)
            }
        }

        impl std::error::Error for $name {}
    };
}
pub(crate) use spoken_error;

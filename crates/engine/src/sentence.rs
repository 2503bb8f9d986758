//! Text in both languages, composed at run time.

use serde::{Deserialize, Serialize};
use yomi_core::Text;

/// A sentence, a label or a few words, in both languages.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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

    /// Applies the same change to both languages.
    #[must_use]
    pub fn map(self, change: impl Fn(String) -> String) -> Sentence {
        Sentence { en: change(self.en), ja: change(self.ja) }
    }
}

impl From<Text> for Sentence {
    fn from(text: Text) -> Sentence {
        Sentence::new(text.en, text.ja)
    }
}

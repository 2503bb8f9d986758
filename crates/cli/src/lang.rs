//! English or Japanese.

use std::str::FromStr;
use yomi::Fault;
use yomi::core::Text;
use yomi::engine::explain::Sentence;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lang {
    En,
    Ja,
}

impl Lang {
    /// By the first of LC_ALL, LC_MESSAGES and LANG that is set.
    pub fn from_locale() -> Lang {
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .iter()
            .find_map(|name| std::env::var(name).ok().filter(|v| !v.is_empty()));
        if set.is_some_and(|v| v.starts_with("ja")) { Lang::Ja } else { Lang::En }
    }

    pub fn pick<'a>(self, en: &'a str, ja: &'a str) -> &'a str {
        match self {
            Lang::En => en,
            Lang::Ja => ja,
        }
    }

    pub fn text(self, text: Text) -> &'static str {
        self.pick(text.en, text.ja)
    }

    pub fn sentence(self, sentence: &Sentence) -> &str {
        self.pick(&sentence.en, &sentence.ja)
    }
}

impl FromStr for Lang {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Lang, Fault> {
        match text {
            "en" => Ok(Lang::En),
            "ja" => Ok(Lang::Ja),
            _ => Err(Fault::new(format!("{text:?} is not a language; expected ja or en"))),
        }
    }
}

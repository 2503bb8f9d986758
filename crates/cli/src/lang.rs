//! English or Japanese.

use std::ffi::OsString;
use std::str::FromStr;
use yomi::core::Text;
use yomi::{Fault, Position, Sentence};

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

    /// The language given in the arguments, found before they are parsed, so that errors in them use it too.
    pub fn of_arguments(arguments: impl Iterator<Item = OsString>) -> Lang {
        let all: Vec<String> = arguments.map(|word| word.to_string_lossy().into_owned()).collect();
        let joined = all.iter().find_map(|word| word.strip_prefix("--lang="));
        let next = all.iter().position(|word| word == "--lang").and_then(|at| all.get(at + 1));
        joined
            .or(next.map(String::as_str))
            .and_then(|word| word.parse().ok())
            .unwrap_or_else(Lang::from_locale)
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

    /// The picture of a position, with words of this language.
    pub fn picture(self, position: &dyn Position) -> String {
        match self {
            Lang::En => position.picture(),
            Lang::Ja => position.picture_ja(),
        }
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
            _ => Err(Fault::bad_option(
                format!("{text:?} is not a language; expected ja or en"),
                format!("{text:?} という言語はありません。ja か en にしてください"),
            )
            .expecting(["ja", "en"])),
        }
    }
}

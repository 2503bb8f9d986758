//! How a real game begins: what is known at the table is asked, one question at a time.

use super::Context;
use super::args::PlayArgs;
use super::play::{cannot_read_input, no_such_seat, read_line};
use serde_json::{Map, Value, json};
use std::io::{BufRead, IsTerminal};
use yomi::core::{Player, sentence};
use yomi::engine::wire::{StartField, StartKind};
use yomi::{Fault, Game, Log, Sentence, Table};

/// A real game from its beginning. Without anybody to ask, what would be asked is the fault.
pub fn begin(context: &Context, args: &PlayArgs, game: &dyn Game) -> Result<Box<dyn Log>, Fault> {
    let table = game.open(&args.game.settings)?;
    let asking = Asking { context, args, game };
    let known = args.seat.or((table.players() == 1).then_some(0));
    if let Some(seat) = known.filter(|&seat| seat >= table.players()) {
        return Err(no_such_seat("--seat", seat, table.players()));
    }
    let first = Player::new(known.unwrap_or(0));
    match table.start_log(first) {
        Ok(log) if known.is_some() || !someone_answers()? => return Ok(log),
        Err(why) if game.start_fields().is_empty() || !someone_answers()? => {
            return Err(say_what_is_needed(game, why));
        }
        _ => {}
    }
    loop {
        match asking.all(table.as_ref(), known)? {
            Some(Ok(begun)) => return Ok(begun),
            Some(Err(why)) => context.screen.aside(&format!("{}\n", context.lang.sentence(&why.text)))?,
            None => {
                let left = Fault::bad_option(
                    "standard input ended before the start of the game was told",
                    "開始の情報が入力し終わる前に、標準入力が終わりました",
                );
                return Err(say_what_is_needed(game, left));
            }
        }
    }
}

/// Whether there is a person or a file on standard input.
fn someone_answers() -> Result<bool, Fault> {
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        return Ok(true);
    }
    let more = stdin.lock().fill_buf().map(|bytes| !bytes.is_empty());
    more.map_err(|why| cannot_read_input(&why))
}

/// A game that the answers describe, or why there is none.
type Begun = Result<Box<dyn Log>, Fault>;

struct Asking<'a> {
    context: &'a Context,
    args: &'a PlayArgs,
    game: &'a dyn Game,
}

impl Asking<'_> {
    /// All questions; nothing at the end of input. What the answers come to may be refused.
    fn all(&self, table: &dyn Table, seat: Option<usize>) -> Result<Option<Begun>, Fault> {
        let last = table.players() - 1;
        let seat = match seat {
            Some(seat) => seat,
            None => {
                let question = sentence!("your seat, 0 to {last} [0]", "あなたの席（0〜{last}）[0]");
                let Some(words) = self.ask(self.context.lang.sentence(&question))? else { return Ok(None) };
                match words.first().map_or(Ok(0), |word| word.parse()) {
                    Ok(seat) if seat <= last => seat,
                    _ => {
                        let why = sentence!(
                            "{}: expected a seat from 0 to {last}",
                            "{}: 0から{last}までの席にしてください",
                            words.join(" ")
                        );
                        return Ok(Some(Err(Fault::bad_option(why.en, why.ja))));
                    }
                }
            }
        };
        if let Ok(log) = table.start_log(Player::new(seat)) {
            return Ok(Some(Ok(log)));
        }
        let mut settings = self.args.game.settings.clone();
        let mut view = Map::new();
        view.insert("game".into(), self.game.name().into());
        view.insert("seat".into(), json!(seat));
        for field in self.game.start_fields() {
            if settings.iter().any(|(name, _)| *name == field.name) {
                continue;
            }
            let Some(words) = self.ask(&question(self.context, &field))? else { return Ok(None) };
            match &field.kind {
                StartKind::CardsSetting { .. } | StartKind::ChoiceSetting { .. } => {
                    if !words.is_empty() {
                        settings.push((field.name, words.join(",")));
                    }
                }
                kind => {
                    view.insert(field.name, answer(kind, &words));
                }
            }
        }
        Ok(Some(self.begun(&settings, seat, &view)))
    }

    fn begun(
        &self,
        settings: &[(String, String)],
        seat: usize,
        view: &Map<String, Value>,
    ) -> Result<Box<dyn Log>, Fault> {
        let table = self.game.open(settings)?;
        // Two keys say nothing about the start: the game and the seat.
        match view.len() {
            2 => table.start_log(Player::new(seat)),
            _ => table.read_log(view),
        }
    }

    /// The words of a line; nothing at the end of input.
    fn ask(&self, question: &str) -> Result<Option<Vec<String>>, Fault> {
        self.context.screen.aside(&format!("{question} > "))?;
        let line = read_line()?;
        let words = |line: String| {
            let words = line.split(|c: char| c.is_whitespace() || c == ',' || c == '、');
            words.filter(|word| !word.is_empty()).map(str::to_string).collect()
        };
        Ok(line.map(words))
    }
}

/// What is asked, with an example of an answer as it is typed.
fn question(context: &Context, field: &StartField) -> String {
    let help = context.lang.sentence(&field.help);
    let cards = |text: &str| text.replace(['[', ']', '"'], "").replace(',', " ");
    let example = match field.kind {
        StartKind::CountPerSeat => {
            let digits = field.example.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty());
            digits.collect::<Vec<_>>().join(" ")
        }
        _ => cards(&field.example),
    };
    let optional = matches!(field.kind, StartKind::CardsSetting { least: 0, .. });
    let (such_as, none) =
        (context.lang.pick("for example", "例"), context.lang.pick("; Enter for none", "。なければ Enter"));
    format!("{help} ({such_as}: {example}{})", if optional { none } else { "" })
}

/// A key of the view from what was typed; what is wrong with it the game says.
fn answer(kind: &StartKind, words: &[String]) -> Value {
    let number = |word: &String| word.parse::<u64>().map_or_else(|_| json!(word), |n| json!(n));
    match kind {
        StartKind::Cards { most: 1, .. } => json!(words.join(" ")),
        StartKind::CountPerSeat => words.iter().map(|word| json!({"cards": number(word)})).collect(),
        StartKind::Seat => words.first().map_or(Value::Null, number),
        _ => json!(words),
    }
}

/// Adds to a fault how a real game can be started: with a view, or with the settings that its start needs.
fn say_what_is_needed(game: &dyn Game, why: Fault) -> Fault {
    let name = game.name();
    let fields: Vec<_> = game.start_fields();
    let asked = |f: &&StartField| matches!(f.kind, StartKind::CardsSetting { least, .. } if least > 0);
    let by_set: Vec<String> =
        fields.iter().filter(asked).map(|f| format!("--set {}={}", f.name, f.example)).collect();
    let view: Vec<String> = fields.iter().map(|f| format!("\"{}\":{}", f.name, f.example)).collect();
    let (or, or_ja) = match (by_set.is_empty(), view.is_empty()) {
        (false, _) => (format!(", or {}", by_set.join(" ")), format!("、または {}", by_set.join(" "))),
        (true, false) => {
            let (keys, seat) = (view.join(","), "\"seat\":0");
            let short = format!("{{\"game\":\"{name}\",{seat},{keys}}}");
            let each = |f: &StartField| {
                Sentence::new(format!("{}: {}", f.name, f.help.en), format!("{}: {}", f.name, f.help.ja))
            };
            let helps: Vec<Sentence> = fields.iter().map(each).collect();
            let en: Vec<&str> = helps.iter().map(|help| help.en.as_str()).collect();
            let ja: Vec<&str> = helps.iter().map(|help| help.ja.as_str()).collect();
            (
                format!(", or one such as {short} ({})", en.join("; ")),
                format!("、または次のようなもの: {short}（{}）", ja.join("、")),
            )
        }
        (true, true) => (String::new(), String::new()),
    };
    let text = Sentence::new(
        format!("{}: --view FILE (`yomi view {name}` prints one){or}", why.text.en),
        format!("{}: --view FILE（`yomi view {name}` で作れます）{or_ja}", why.text.ja),
    );
    why.saying(text)
}

//! How a real game begins: what is known at the table is asked, one question at a time.

use super::Context;
use super::args::PlayArgs;
use super::cards;
use super::lang::Lang;
use super::play::{cannot_read_input, no_such_seat, read_line};
use super::wrap;
use serde_json::{Map, json};
use std::io::{BufRead, IsTerminal};
use yomi::core::{Player, sentence};
use yomi::engine::start::{Answers, seat as seat_number};
use yomi::engine::wire::{CardInfo, StartField, StartKind};
use yomi::{Fault, Game, Log, Sentence, Table};

/// A real game from its beginning, or nothing if the person leaves. With nobody to ask, what would be asked is
/// the fault.
pub fn begin(context: &Context, args: &PlayArgs, game: &dyn Game) -> Result<Option<Box<dyn Log>>, Fault> {
    let settings = args.game.settings.clone();
    let table = game.open(&settings)?;
    let known = args.seat.or((table.players() == 1).then_some(0));
    if let Some(seat) = known.filter(|&seat| seat >= table.players()) {
        return Err(no_such_seat("--seat", seat, table.players()));
    }
    match table.start_log(Player::new(known.unwrap_or(0))) {
        Ok(log) if known.is_some() || !someone_answers()? => return Ok(Some(log)),
        Err(why) if game.start_fields().is_empty() || !someone_answers()? => {
            return Err(say_what_is_needed(game, why));
        }
        _ => {}
    }
    let questions = Question::all(game, &settings, known);
    let cards = cards::of(table.as_ref());
    let asking = Asking { context, game, given: settings, known, questions, cards };
    let (list, list_ja) = match asking.cards {
        Some(_) => (", c lists the cards", "、c でカード一覧が出ます"),
        None => ("", ""),
    };
    let keys = sentence!(
        "At any question u goes back, q leaves{list}.\n",
        "どの質問でも、u で一つ戻り、q で終わります{list_ja}。\n"
    );
    context.screen.aside(&wrap::to_terminal(context.lang.sentence(&keys)))?;
    loop {
        match asking.all()? {
            Ended::Begun(log) => return Ok(Some(log)),
            Ended::Left => return Ok(None),
            // Each answer is possible and all of them together are not.
            Ended::Refused(why) => asking.complain(&why)?,
            Ended::NoMore => {
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

/// What is asked.
enum Question {
    Seat,
    Field(StartField),
}

impl Question {
    /// Everything that the command line does not say already.
    fn all(game: &dyn Game, given: &[(String, String)], seat: Option<usize>) -> Vec<Question> {
        let is_open = |field: &StartField| !given.iter().any(|(name, _)| *name == field.name);
        let fields = game.start_fields().into_iter().filter(is_open).map(Question::Field);
        seat.is_none().then_some(Question::Seat).into_iter().chain(fields).collect()
    }
}

/// What was answered so far.
#[derive(Clone, Default)]
struct Told {
    seat: usize,
    settings: Vec<(String, String)>,
    answers: Answers,
}

/// How a round of questions ended.
enum Ended {
    Begun(Box<dyn Log>),
    Refused(Fault),
    Left,
    NoMore,
}

/// What came back for one question.
enum Reply {
    Told(Told),
    TakenBack,
    Left,
    NoMore,
}

struct Asking<'a> {
    context: &'a Context,
    game: &'a dyn Game,
    /// Settings and seat of the command line.
    given: Vec<(String, String)>,
    known: Option<usize>,
    questions: Vec<Question>,
    /// Where the game has a list of them.
    cards: Option<Vec<CardInfo>>,
}

impl Asking<'_> {
    /// All questions, one after the other; the last answer can be taken back at any time.
    fn all(&self) -> Result<Ended, Fault> {
        let first = Told { seat: self.known.unwrap_or(0), settings: self.given.clone(), ..Told::default() };
        let mut told = vec![first];
        while told.len() <= self.questions.len() {
            let so_far = &told[told.len() - 1];
            let question = &self.questions[told.len() - 1];
            // A game that always starts alike needs no more than the seat.
            if matches!(question, Question::Field(_))
                && told.len() == 1 + usize::from(self.known.is_none())
                && let Ok(log) = self.table(so_far)?.start_log(Player::new(so_far.seat))
            {
                return Ok(Ended::Begun(log));
            }
            match self.ask(question, so_far)? {
                Reply::Told(next) => told.push(next),
                Reply::TakenBack if told.len() > 1 => drop(told.pop()),
                Reply::TakenBack => self.say("there is nothing to take back", "戻せる答えがありません")?,
                Reply::Left => return Ok(Ended::Left),
                Reply::NoMore => return Ok(Ended::NoMore),
            }
        }
        let told = &told[told.len() - 1];
        Ok(self.begun(told).map_or_else(Ended::Refused, Ended::Begun))
    }

    fn table(&self, told: &Told) -> Result<Box<dyn Table>, Fault> {
        self.game.open(&told.settings)
    }

    fn begun(&self, told: &Told) -> Result<Box<dyn Log>, Fault> {
        let (table, seat) = (self.table(told)?, Player::new(told.seat));
        let keys = table.start_keys(seat, &told.answers)?;
        if keys.is_empty() {
            return table.start_log(seat);
        }
        let mut view = Map::new();
        view.insert("game".into(), self.game.name().into());
        view.insert("seat".into(), json!(seat));
        view.extend(keys);
        table.read_log(&view)
    }

    /// One question, again until its answer is possible.
    fn ask(&self, question: &Question, so_far: &Told) -> Result<Reply, Fault> {
        let mut rows = Vec::new();
        self.introduce(question)?;
        loop {
            self.context.screen.aside(&self.prompt(question, so_far, &rows)?)?;
            let Some(line) = read_line()? else { return Ok(Reply::NoMore) };
            let answered = match (line.trim(), question) {
                ("q", _) => return Ok(Reply::Left),
                ("c", _) if self.cards.is_some() => {
                    let cards = self.cards.as_deref().unwrap_or_default();
                    self.context.screen.aside(&cards::text(self.context.lang, cards))?;
                    continue;
                }
                // Of a board the last row is taken back first.
                ("u", _) if rows.pop().is_some() => continue,
                ("u", _) => return Ok(Reply::TakenBack),
                (line, Question::Seat) => self.seat(line, so_far).map(Some),
                (line, Question::Field(field)) if field.kind == StartKind::Rows => {
                    self.row(field, line, so_far, &mut rows)
                }
                (line, Question::Field(field)) => self.field(field, words(line), so_far).map(Some),
            };
            match answered {
                Ok(Some(told)) => return Ok(Reply::Told(told)),
                Ok(None) => {}
                Err(why) => self.complain(&why)?,
            }
        }
    }

    fn seat(&self, line: &str, so_far: &Told) -> Result<Told, Fault> {
        let words = words(if line.is_empty() { "0" } else { line });
        Ok(Told { seat: seat_number(&words, self.table(so_far)?.players())?, ..so_far.clone() })
    }

    fn field(&self, field: &StartField, words: Vec<String>, so_far: &Told) -> Result<Told, Fault> {
        let mut told = so_far.clone();
        if !field.kind.is_setting() {
            told.answers.set(&field.name, words);
        } else if !words.is_empty() {
            told.settings.push((field.name.clone(), words.join(",")));
        }
        let table = self.table(&told)?;
        table.start_keys(Player::new(told.seat), &told.answers)?;
        let missing = matches!(field.kind, StartKind::CardsSetting { least, .. } if least > 0);
        if missing && !told.settings.iter().any(|(name, _)| *name == field.name) {
            let (name, example) = (&field.name, &field.example);
            return Err(Fault::bad_option(
                format!("{name}: expected cards, for example {example}"),
                format!("{name}: {example} のように札を書いてください"),
            ));
        }
        Ok(told)
    }

    /// One more row of a board, or several with `/` between them; complete when the game makes a view of it.
    fn row(
        &self,
        field: &StartField,
        line: &str,
        so_far: &Told,
        rows: &mut Vec<String>,
    ) -> Result<Option<Told>, Fault> {
        let more = line.split('/').map(|row| row.split_whitespace().collect::<String>());
        let more = more.filter(|row| !row.is_empty());
        let all: Vec<String> = rows.iter().cloned().chain(more).collect();
        let told = self.field(field, all.clone(), so_far)?;
        let table = self.table(&told)?;
        let keys = |told: &Told| table.start_keys(Player::new(told.seat), &told.answers);
        let complete = keys(&told)?.len() > keys(so_far)?.len();
        *rows = all;
        Ok(complete.then_some(told))
    }

    /// What is written above the prompts of a question that takes several lines.
    fn introduce(&self, question: &Question) -> Result<(), Fault> {
        match question {
            Question::Field(field) if field.kind == StartKind::Rows => {
                self.context.screen.aside(&wrap::to_terminal(&format!("{}\n", self.question(field))))
            }
            _ => Ok(()),
        }
    }

    fn prompt(&self, question: &Question, so_far: &Told, rows: &[String]) -> Result<String, Fault> {
        let lang = self.context.lang;
        let asked = match question {
            Question::Seat => {
                let last = self.table(so_far)?.players() - 1;
                lang.sentence(&sentence!("your seat, 0 to {last} [0]", "あなたの席（0〜{last}）[0]"))
                    .to_string()
            }
            Question::Field(field) if field.kind == StartKind::Rows => {
                let number = rows.len() + 1;
                lang.sentence(&sentence!("row {number}", "{number}行目")).to_string()
            }
            Question::Field(field) => self.question(field),
        };
        Ok(wrap::to_terminal(&format!("{asked} > ")))
    }

    /// What is asked, with an example of an answer as it is typed, or what Enter stands for.
    fn question(&self, field: &StartField) -> String {
        let lang = self.context.lang;
        let (help, name, example) = (lang.sentence(&field.help), &field.name, &field.example);
        match field.kind {
            StartKind::Setting => return format!("{name}: {help} [{example}]"),
            StartKind::Rows => {
                let rows = example.replace(' ', " / ");
                return with_example(lang, help, &rows);
            }
            _ => {}
        }
        let example = match field.kind {
            StartKind::CountPerSeat => {
                let digits = example.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty());
                digits.collect::<Vec<_>>().join(" ")
            }
            _ => {
                let list = example.replace(['[', ']', '"'], "").replace(',', " ");
                cards::named(lang, self.cards.as_deref().unwrap_or_default(), &list)
            }
        };
        let optional = matches!(field.kind, StartKind::CardsSetting { least: 0, .. });
        let none = if optional { lang.pick("; Enter for none", "。なければ Enter") } else { "" };
        with_example(lang, help, &format!("{example}{none}"))
    }

    fn say(&self, en: &str, ja: &str) -> Result<(), Fault> {
        self.context.screen.aside(&format!("{}\n", self.context.lang.pick(en, ja)))
    }

    fn complain(&self, why: &Fault) -> Result<(), Fault> {
        let told = format!("{}\n", self.context.lang.sentence(&why.text));
        self.context.screen.aside(&wrap::to_terminal(&told))
    }
}

/// A question with an example of its answer.
fn with_example(lang: Lang, question: &str, example: &str) -> String {
    match lang {
        Lang::En => format!("{question} (for example: {example})"),
        Lang::Ja => format!("{question}（例: {example}）"),
    }
}

/// The words of a line, separated by spaces or commas.
fn words(line: &str) -> Vec<String> {
    let words = line.split(|c: char| c.is_whitespace() || c == ',' || c == '、');
    words.filter(|word| !word.is_empty()).map(str::to_string).collect()
}

/// Adds to a fault how a real game can be started: by answers, by settings, or with a view.
fn say_what_is_needed(game: &dyn Game, why: Fault) -> Fault {
    let name = game.name();
    let fields = game.start_fields();
    let asked = |f: &&StartField| matches!(f.kind, StartKind::CardsSetting { least, .. } if least > 0);
    let by_set: Vec<String> =
        fields.iter().filter(asked).map(|f| format!("--set {}={}", f.name, f.example)).collect();
    let list = |pick: fn(&Sentence) -> &String| {
        fields.iter().map(|field| pick(&field.help).as_str()).collect::<Vec<_>>()
    };
    let (or, or_ja) = match (by_set.is_empty(), fields.is_empty()) {
        (false, _) => (format!(", or {}", by_set.join(" ")), format!("、または {}", by_set.join(" "))),
        (true, false) => (
            format!(", or answers on standard input, one per line: {}", list(|s| &s.en).join("; ")),
            format!("、または標準入力で一行ずつ: {}", list(|s| &s.ja).join("、")),
        ),
        (true, true) => (String::new(), String::new()),
    };
    let text = Sentence::new(
        format!("{}: --view FILE (`yomi view {name}` prints one){or}", why.text.en),
        format!("{}: --view FILE（`yomi view {name}` で作れます）{or_ja}", why.text.ja),
    );
    why.saying(text)
}

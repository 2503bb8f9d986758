//! Lists of games for programs: JSON lines, and CSV as RFC 4180 has it.
//!
//! Lists are long, and games that were written together share most of their line: what a line has in common with
//! the one before is not made anew.

use crate::date::Time;
use crate::games::{Content, Source};
use crate::list::{Listed, Shared, Stored, settings_text};
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;
use yomi_engine::record::Forfeit;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Json,
    Csv,
}

/// The head of a CSV list: `moves` is how many there are.
pub const CSV_HEAD: &str =
    "id,at,source,run,version,game,settings,agents,open,seed,finished,payoffs,forfeits,moves,key,revision";
/// The head of whole games as CSV: `moves` are all of them, `view` is the JSON of a game that was entered.
pub const CSV_WHOLE_HEAD: &str = "id,at,source,run,version,game,settings,agents,open,seed,finished,payoffs,forfeits,moves,view,key,revision";

/// What the columns from `source` to `open` hold, as JSON.
#[derive(Serialize)]
struct SharedJson<'a> {
    source: Source,
    run: Option<i64>,
    version: &'a str,
    game: &'a str,
    settings: &'a Value,
    agents: &'a [String],
    open: bool,
}

/// Writes games as lines; lists in a field of CSV are separated by spaces.
pub struct Lines {
    form: Form,
    /// Of the last line, as it is written.
    shared: Option<(Arc<Shared>, String)>,
    payoffs: Option<(Option<Arc<Vec<f64>>>, String)>,
    at: Option<(Time, String)>,
}

impl Lines {
    pub fn new(form: Form) -> Lines {
        Lines { form, shared: None, payoffs: None, at: None }
    }

    /// One game of a list.
    pub fn list(&mut self, game: &Listed, out: &mut String) {
        let mut digits = itoa::Buffer::new();
        let moves = game.moves.map(|count| digits.format(count));
        match self.form {
            Form::Json => self.json(game, moves.unwrap_or("null"), out),
            Form::Csv => self.csv(game, &[moves.unwrap_or_default()], out),
        }
    }

    /// A whole game, in the form in which games are exported.
    pub fn whole(&mut self, stored: &Stored, out: &mut String) {
        match (self.form, &stored.content) {
            (Form::Json, _) => {
                out.push_str(&serde_json::to_string(&stored.line()).expect("a game is plain data"));
                out.push('\n');
            }
            (Form::Csv, Content::Record(record)) => {
                self.csv(&stored.listed, &[&csv(&record.moves.join(" ")), ""], out);
            }
            (Form::Csv, Content::View { view, .. }) => {
                self.csv(&stored.listed, &["", &csv(&view.to_string())], out);
            }
        }
    }

    fn json(&mut self, game: &Listed, moves: &str, out: &mut String) {
        self.remember(game);
        let Listed { id, seed, finished, .. } = game;
        let (at, shared, payoffs) = self.remembered();
        let kept = game.kept.as_ref().map_or(String::new(), |(key, revision)| {
            format!("\"key\":{},\"revision\":{revision},", Value::from(key.as_str()))
        });
        let forfeits = match game.forfeits.is_empty() {
            true => String::new(),
            false => {
                let all = serde_json::to_string(&*game.forfeits).expect("forfeits are plain data");
                format!("\"forfeits\":{all},")
            }
        };
        let (mut id_digits, mut seed_digits) = (itoa::Buffer::new(), itoa::Buffer::new());
        let (id, seed) = (id_digits.format(*id), seed_digits.format(*seed));
        let finished = if *finished { "true" } else { "false" };
        put(out, &["{\"id\":", id, ",", &kept, "\"at\":\"", at, "\",", shared, ",\"seed\":", seed]);
        put(
            out,
            &[
                ",\"finished\":",
                finished,
                ",\"payoffs\":",
                payoffs,
                ",",
                &forfeits,
                "\"moves\":",
                moves,
                "}\n",
            ],
        );
    }

    /// The columns of [`CSV_HEAD`], with these fields in place of the number of moves.
    fn csv(&mut self, game: &Listed, middle: &[&str], out: &mut String) {
        self.remember(game);
        let Listed { id, seed, finished, .. } = game;
        let (at, shared, payoffs) = self.remembered();
        let forfeits = match game.forfeits.is_empty() {
            true => String::new(),
            false => csv(&forfeits_text(&game.forfeits)),
        };
        let (mut id_digits, mut seed_digits) = (itoa::Buffer::new(), itoa::Buffer::new());
        let (id, seed) = (id_digits.format(*id), seed_digits.format(*seed));
        let finished = if *finished { "true" } else { "false" };
        put(out, &[id, ",", at, ",", shared, ",", seed, ",", finished, ",", payoffs, ",", &forfeits]);
        middle.iter().for_each(|field| put(out, &[",", field]));
        match &game.kept {
            Some((key, revision)) => put(out, &[",", &csv(key), ",", &revision.to_string(), "\r\n"]),
            None => out.push_str(",,\r\n"),
        }
    }

    /// Makes the parts of a line that are not those of the line before.
    fn remember(&mut self, game: &Listed) {
        let form = self.form;
        if self.at.as_ref().is_none_or(|(at, _)| *at != game.at) {
            self.at = Some((game.at, game.at.to_string()));
        }
        if self.shared.as_ref().is_none_or(|(shared, _)| !Arc::ptr_eq(shared, &game.shared)) {
            self.shared = Some((game.shared.clone(), shared_text(form, &game.shared)));
        }
        let same = |there: &Option<Arc<Vec<f64>>>| match (there, &game.payoffs) {
            (Some(there), Some(here)) => Arc::ptr_eq(there, here),
            (None, None) => true,
            _ => false,
        };
        if self.payoffs.as_ref().is_none_or(|(payoffs, _)| !same(payoffs)) {
            let text = payoffs_text(form, game.payoffs.as_deref().map(Vec::as_slice));
            self.payoffs = Some((game.payoffs.clone(), text));
        }
    }

    /// When, what is shared, payoffs.
    fn remembered(&self) -> (&str, &str, &str) {
        fn text<T>(part: Option<&(T, String)>) -> &str {
            part.map_or("", |(_, text)| text)
        }
        (text(self.at.as_ref()), text(self.shared.as_ref()), text(self.payoffs.as_ref()))
    }
}

fn put(out: &mut String, parts: &[&str]) {
    parts.iter().for_each(|part| out.push_str(part));
}

fn shared_text(form: Form, shared: &Shared) -> String {
    let Shared { game, settings, agents, source, run, open, version } = shared;
    match form {
        Form::Json => {
            let (source, run, open) = (*source, *run, *open);
            let whole = SharedJson { source, run, version, game, settings, agents, open };
            let text = serde_json::to_string(&whole).expect("a list is plain data");
            text[1..text.len() - 1].to_string()
        }
        Form::Csv => {
            let run = run.map_or(String::new(), |run| run.to_string());
            let (version, game) = (csv(version), csv(game));
            let (settings, agents) = (csv(&settings_text(settings)), csv(&agents.join(" ")));
            format!("{},{run},{version},{game},{settings},{agents},{open}", source.name())
        }
    }
}

fn payoffs_text(form: Form, payoffs: Option<&[f64]>) -> String {
    match (form, payoffs) {
        (Form::Json, payoffs) => serde_json::to_string(&payoffs).expect("payoffs are numbers"),
        (Form::Csv, Some(payoffs)) => payoffs.iter().map(f64::to_string).collect::<Vec<_>>().join(" "),
        (Form::Csv, None) => String::new(),
    }
}

/// Who lost by failing, in one field.
fn forfeits_text(forfeits: &[Forfeit]) -> String {
    let text = |forfeit: &Forfeit| format!("seat {}: {}", forfeit.seat, forfeit.why);
    forfeits.iter().map(text).collect::<Vec<_>>().join("; ")
}

/// A text as a field of CSV, in quotation marks where it needs them. Names come from strangers, too: one that
/// a spreadsheet would take for a formula has an apostrophe in front.
pub(crate) fn csv(text: &str) -> String {
    let apostrophe = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{apostrophe}{}\"", text.replace('"', "\"\"")),
        false => format!("{apostrophe}{text}"),
    }
}

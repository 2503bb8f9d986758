//! `import`.

use super::{Checker, ImportArgs, not_a_game};
use crate::{Context, files, store};
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use yomi::core::sentence;
use yomi::engine::fault::{reason, too_large};
use yomi::engine::json;
use yomi::engine::record::{MOST_BYTES, Record};
use yomi::engine::wire;
use yomi::{Fault, FaultKind, Sentence};
use yomi_store::list::{LINE_VERSION, Line};
use yomi_store::{Durability, Importer, Source, VERSION};

/// What became of the games of all files.
#[derive(Default)]
struct Taken {
    new: u64,
    known: u64,
    refused: u64,
}

pub fn import(context: &Context, args: &ImportArgs) -> Result<(), Fault> {
    let mut store = store::open(context, context.store.needed()?, true, Durability::Quick)?;
    let mut importer = Importer::new(&mut store)?;
    let mut checker = Checker::new(context);
    let mut taken = Taken::default();
    let done = args.files.iter().try_for_each(|path| {
        importer.another_file()?;
        each_document(path, &mut |place, text| {
            let checked = read(text).and_then(|line| check(&mut checker, line));
            match checked.map_err(|why| why.at(place)) {
                Ok(line) => match importer.take(line)? {
                    true => taken.new += 1,
                    false => taken.known += 1,
                },
                Err(why) if args.skip_bad => {
                    taken.refused += 1;
                    context.screen.aside(&format!("{}\n", context.lang.sentence(&why.text)))?;
                }
                Err(why) => return Err(why),
            }
            Ok(())
        })
    });
    importer.finish()?;
    let Taken { new, known, refused } = taken;
    if let Err(why) = done {
        let note = Sentence::new(
            format!("games before it that were imported: {new}"),
            format!("それより前の対局 {new} 件は取り込みました"),
        );
        return Err(why.hint(&note));
    }
    if context.json {
        return context.screen.json(
            &serde_json::json!({ "version": wire::VERSION, "new": new, "known": known, "refused": refused }),
        );
    }
    let pick = |en, ja| context.lang.pick(en, ja);
    let mut text = format!("{}: {new}\n", pick("games imported", "取り込んだ対局"));
    if known > 0 {
        text += &format!("{}: {known}\n", pick("already in the store", "すでにあった対局"));
    }
    if refused > 0 {
        text += &format!("{}: {refused}\n", pick("refused", "取り込めなかった対局"));
    }
    context.screen.say(&text)
}

/// Calls `take` with every document of a file and its place: each line if the first line is a whole JSON
/// object, otherwise the whole file.
fn each_document(
    path: &str,
    take: &mut dyn FnMut(&Sentence, &str) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let place = files::place(path);
    let cannot = |why: &Sentence| Fault::unreadable(&place, why);
    let source: Box<dyn Read> = match path {
        "-" => Box::new(std::io::stdin().lock()),
        _ => Box::new(File::open(path).map_err(|why| cannot(&reason(&why)))?),
    };
    let mut source = BufReader::new(source);
    let mut read_line = |number: usize| -> Result<Option<String>, Fault> {
        let mut line = Vec::new();
        let read = source.by_ref().take(MOST_BYTES + 1).read_until(b'\n', &mut line);
        if read.map_err(|why| cannot(&reason(&why)))? as u64 > MOST_BYTES {
            return Err(Fault::new(
                FaultKind::Limit,
                format!("{place}: line {number} is larger than {} MiB", MOST_BYTES >> 20),
                format!("{place:#}: {number}行目が {} MiB を超えています", MOST_BYTES >> 20),
            ));
        }
        let text = String::from_utf8(line)
            .map_err(|_| cannot(&sentence!("it is not UTF-8 text", "UTF-8 の文字列ではありません")))?;
        Ok((!text.is_empty()).then_some(text))
    };
    let (mut number, mut first) = (0, true);
    while let Some(line) = read_line(number + 1)? {
        number += 1;
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() {
            continue;
        }
        // A document that is written over several lines is one game.
        if first && serde_json::from_str::<serde::de::IgnoredAny>(line).is_err() {
            let mut text = format!("{line}\n");
            while let Some(more) = read_line(number + 1)? {
                text += &more;
                if text.len() as u64 > MOST_BYTES {
                    return Err(cannot(&too_large(MOST_BYTES)));
                }
            }
            return take(&place, &text);
        }
        first = false;
        take(&sentence!("{place}: line {number}", "{place:#}: {number}行目"), line)?;
    }
    Ok(())
}

/// A game as any file holds it.
fn read(text: &str) -> Result<Line, Fault> {
    let bad =
        |why: Sentence| Fault::bad_view(format!("not a game: {why}"), format!("対局ではありません: {why:#}"));
    let json::Unique(value) = json::parse::<json::Unique>(text).map_err(bad)?;
    let has = |key: &str| value.get(key).is_some();
    let plain = |record: Option<Record>, view: Option<Value>| Line {
        yomi_game: LINE_VERSION,
        source: Source::Import,
        at: store::now(),
        version: VERSION.into(),
        run: None,
        record,
        view,
        agents: Vec::new(),
        over: false,
    };
    if has("yomi_record") {
        return Ok(plain(Some(Record::parse(text)?), None));
    }
    if has("yomi_game") {
        let line: Line = json::read(value).map_err(bad)?;
        if line.yomi_game != LINE_VERSION {
            let found = line.yomi_game;
            return Err(Fault::bad_view(
                format!("yomi_game {found}; this version reads {LINE_VERSION}"),
                format!("yomi_game {found}: このバージョンが読めるのは {LINE_VERSION} です"),
            ));
        }
        // A record inside a line keeps the rules of a record.
        if let Some(record) = &line.record {
            Record::parse(&serde_json::to_string(record).expect("a record is plain data"))?;
        }
        return Ok(line);
    }
    match has("game") {
        true => Ok(Line { source: Source::Real, ..plain(None, Some(value)) }),
        false => Err(not_a_game(text)),
    }
}

/// Replays a game; of a view it is then known whether its game is over.
fn check(checker: &mut Checker<'_>, mut line: Line) -> Result<Line, Fault> {
    match (&line.record, &line.view) {
        (Some(record), None) => checker.record(record)?,
        (None, Some(view)) => line.over = checker.view(view)?,
        _ => {}
    }
    Ok(line)
}

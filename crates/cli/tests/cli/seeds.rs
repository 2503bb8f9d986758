//! docs/seeds.md: everything the seeds name has its place, and every command there runs.

use crate::run::{command, finish, yomi};
use std::path::Path;

const PAGE: &str = include_str!("../../../../docs/seeds.md");
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The cells of every row, without headings.
fn rows() -> Vec<Vec<&'static str>> {
    let cells = |line: &'static str| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>();
    let rows = PAGE.lines().filter(|line| line.starts_with('|')).map(cells);
    rows.filter(|row| row[0] != "named" && !row[0].starts_with("---")).collect()
}

/// Words of a command, as a shell would split them; quotes hold words together.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut quoted) = (vec![String::new()], false);
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().expect("one is open").push(c),
        }
    }
    words
}

#[test]
fn every_command_runs() {
    let folder = tempfile::tempdir().unwrap();
    let mut ran = 0;
    for row in rows() {
        assert_eq!(row.len(), 3, "{row:?}");
        let Some(text) = row[2].strip_prefix("`yomi ").and_then(|text| text.strip_suffix('`')) else {
            assert!(row[2].is_empty(), "not a command: {row:?}");
            let file = row[1].trim_matches('`');
            let there = Path::new(ROOT).join(file).is_file();
            assert!(there || row[1].contains("still to come"), "neither shown nor to come: {row:?}");
            continue;
        };
        let words = words(text);
        let args: Vec<&str> = words.iter().map(String::as_str).collect();
        let child = command(&args).current_dir(folder.path()).spawn().expect("the binary starts");
        let found = finish(&args, child);
        assert_eq!(found.code, Some(0), "yomi {text}: {}", found.err);
        assert!(!found.out.is_empty(), "yomi {text}");
        ran += 1;
    }
    assert!(ran > 40, "{ran}");
}

/// Rows whose commands could run and show something else: what has to be seen in their output.
#[test]
fn commands_show_what_their_rows_name() {
    for (named, seen) in [
        ("many determinizations early", "in 73 possible worlds"),
        ("decks judged by the cost", "seen of the opponent's deck really cost"),
        ("decks judged by the cost", "Null Engine counts as"),
        ("\"no trigger is left", "の確率でトリガーです"),
        ("\"mana left standing", "holds a counter it can pay for"),
        ("the chance to draw the answer", "the next draw is one with probability"),
    ] {
        let out = output_of(named);
        assert!(out.contains(seen), "{named}: {out}");
    }
    // The first node of the other seat: some of its moves were available less often than it was visited.
    let out = output_of("moves that are legal in some worlds only");
    let last = |line: &str| line.split_whitespace().last().and_then(|word| word.parse::<u32>().ok());
    let mut lines = out.lines().skip_while(|line| !line.contains("seat 2, view 1"));
    let visits = lines.next().and_then(last).expect("a node of seat 2");
    let moves: Vec<u32> = lines.take_while(|line| line.contains(" 2 ")).filter_map(last).collect();
    assert!(moves.iter().any(|&available| available < visits), "{visits} {moves:?}: {out}");
}

/// What the command of the row that begins so prints.
fn output_of(named: &str) -> String {
    let row = rows().into_iter().find(|row| row[0].starts_with(named)).expect(named);
    let words = words(row[2].trim_matches('`').strip_prefix("yomi ").expect(named));
    let args: Vec<&str> = words.iter().map(String::as_str).collect();
    yomi(&args).ok()
}

/// What the page links to is there, headings included.
#[test]
fn every_link_leads_somewhere() {
    let mut links = 0;
    for link in PAGE.split("](").skip(1).filter_map(|rest| rest.split_once(')')) {
        let (file, heading) = link.0.split_once('#').map_or((link.0, None), |(f, h)| (f, Some(h)));
        let path = Path::new(ROOT).join("docs").join(file);
        let text = std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        if let Some(heading) = heading {
            let anchor = |line: &str| {
                let kept = line.trim_start_matches('#').trim().to_lowercase();
                let kept = kept.chars().filter(|c| c.is_alphanumeric() || " -".contains(*c));
                kept.collect::<String>().replace(' ', "-")
            };
            let found = text.lines().filter(|line| line.starts_with('#')).any(|line| anchor(line) == heading);
            assert!(found, "{file} has no heading #{heading}");
        }
        links += 1;
    }
    assert!(links > 20, "{links}");
}

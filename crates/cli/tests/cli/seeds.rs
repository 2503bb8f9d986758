//! docs/seeds.md: everything the seeds name has its place, and every command there runs.

use crate::run::{command, finish};
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

//! The tables of options in docs/algorithms are generated from the declarations. `YOMI_BLESS=1` rewrites
//! them.

use std::path::{Path, PathBuf};
use yomi::Registry;
use yomi::core::OptionSpec;

const END: &str = "<!-- end of options -->";

fn pages() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/algorithms");
    let all = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    all.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect()
}

fn table(options: &[OptionSpec]) -> String {
    let row = |spec: &OptionSpec| {
        let help = spec.help.en.replace('|', "\\|");
        format!("| `{}` | `{}` | {} | {help} |\n", spec.name, spec.default, spec.expected().0)
    };
    let rows: String = options.iter().map(row).collect();
    format!("| option | default | takes | |\n|---|---|---|---|\n{rows}")
}

/// The page with its tables generated from the declarations, and the number of tables.
fn told(registry: &Registry, page: &str) -> (String, usize) {
    let (mut text, mut tables) = (String::new(), 0);
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        text += &format!("{line}\n");
        let Some(words) = line.strip_prefix("<!-- options ").and_then(|rest| rest.strip_suffix(" -->"))
        else {
            continue;
        };
        let (game, agent) = words.split_once(' ').expect("a game and an agent");
        let agents = registry.find(game).unwrap().agents();
        let known =
            agents.iter().find(|a| a.name == agent).unwrap_or_else(|| panic!("{game} has no {agent}"));
        text += &table(&known.options);
        text += &format!("{END}\n");
        assert!(lines.any(|line| line == END), "the table of {words} has no end");
        tables += 1;
    }
    (text, tables)
}

#[test]
fn the_tables_of_options_are_the_declarations() {
    let (registry, mut tables) = (Registry::standard(), 0);
    for path in pages() {
        let page = std::fs::read_to_string(&path).unwrap();
        let (expected, found) = told(&registry, &page);
        tables += found;
        if std::env::var_os("YOMI_BLESS").is_some_and(|value| value == "1") {
            std::fs::write(&path, expected).unwrap();
        } else {
            assert_eq!(page, expected, "{}: run with YOMI_BLESS=1 to write it anew", path.display());
        }
    }
    assert!(tables >= 18, "{tables} tables");
}

//! What `tournament` and `games-db` print, counted again from the games themselves, in both languages.

use crate::run::{Ran, yomi};
use crate::sentences::{captures, is_number};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use tempfile::TempDir;

const PLAN: &str = "name = \"Cup\"\nseed = 3\ngames = 30\nbootstrap = 100\n\
                    [[game]]\ngame = \"leduc\"\nagents = [\"cfr\", \"random\", \"greedy\"]\n\
                    [[game]]\ngame = \"connect-four\"\nlimit = \"20it\"\nagents = [\"mcts\", { name = \"dice\", agent = \"random\" }]\n";

struct Kept {
    _folder: TempDir,
    plan: String,
    store: String,
}

impl Kept {
    fn new() -> Kept {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name).display().to_string();
        let (plan, store) = (at("plan.toml"), at("games.db"));
        fs::write(&plan, PLAN).unwrap();
        Kept { _folder: folder, plan, store }
    }

    fn run(&self, args: &[&str]) -> Ran {
        yomi(&[args, &["--store", &self.store]].concat())
    }

    fn tournament(&self, lang: &str) -> String {
        let ran = self.run(&["tournament", &self.plan, "--lang", lang]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        ran.out
    }

    /// Every game, as it is listed.
    fn games(&self) -> Vec<Game> {
        let text = self.run(&["games-db", "list", "--json"]).ok();
        text.lines().map(|line| Game::of(&serde_json::from_str(line).unwrap())).collect()
    }
}

struct Game {
    game: String,
    agents: Vec<String>,
    seed: String,
    payoffs: Vec<f64>,
}

impl Game {
    fn of(line: &Value) -> Game {
        Game {
            game: line["game"].as_str().unwrap().to_string(),
            agents: crate::run::strings(&line["agents"]),
            seed: line["seed"].to_string(),
            payoffs: line["payoffs"].as_array().unwrap().iter().map(|p| p.as_f64().unwrap()).collect(),
        }
    }
}

/// The cells of the row of a table that begins with these words.
fn cells<'t>(text: &'t str, name: &str) -> Vec<&'t str> {
    let row = text
        .lines()
        .find_map(|line| line.trim_start().strip_prefix(name))
        .unwrap_or_else(|| panic!("{text}"));
    row.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect()
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let all: Vec<f64> = values.collect();
    all.iter().sum::<f64>() / all.len() as f64
}

#[test]
fn a_tournament_is_told_as_it_was_played() {
    let kept = Kept::new();
    let (en, ja) = (kept.tournament("en"), kept.tournament("ja"));
    let games = kept.games();
    let signature = |text: &str| text.split_whitespace().last().unwrap().to_string();
    assert!(en.trim_end().ends_with(&format!("{} games; signature {}", games.len(), signature(&en))), "{en}");
    assert!(ja.trim_end().ends_with(&format!("{}局、署名 {}", games.len(), signature(&en))), "{ja}");
    for (game, limit, limit_ja) in [
        ("leduc", "each agent's own limit", "制限は各エージェントの既定"),
        ("connect-four", "limit 20it", "制限 20it"),
    ] {
        let of_game: Vec<&Game> = games.iter().filter(|kept| kept.game == game).collect();
        // Both games of a deal have its seed; each pairing has deals of its own.
        let deals: BTreeSet<(BTreeSet<&String>, &String)> =
            of_game.iter().map(|kept| (kept.agents.iter().collect(), &kept.seed)).collect();
        let (n, deals) = (of_game.len(), deals.len());
        let told = format!("\n{game}: {n} games from {deals} deals; seed 3, {limit}\n");
        assert!(en.contains(&told), "{told}{en}");
        let told = format!("\n{game}: {deals}通りの配りで{n}局、シード 3、{limit_ja}\n");
        assert!(ja.contains(&told), "{told}{ja}");
    }
    for text in [&en, &ja] {
        for agent in ["cfr", "random", "greedy"] {
            let own = |game: &&Game| game.game == "leduc" && game.agents.iter().any(|name| name == agent);
            let seat = |game: &Game| game.agents.iter().position(|name| name == agent).unwrap();
            let paid = |game: &Game| game.payoffs[seat(game)];
            let all: Vec<&Game> = games.iter().filter(own).collect();
            let row = cells(text, &format!("{agent} "));
            assert_eq!(row[2], all.len().to_string(), "{text}");
            let won = |game: &&Game| match paid(game) {
                x if x > 0.0 => 1.0,
                0.0 => 0.5,
                _ => 0.0,
            };
            is_number(row[3].trim_end_matches('%'), 100.0 * mean(all.iter().map(won)));
            is_number(row[4].split(' ').next().unwrap(), mean(all.iter().map(|game| paid(game))));
        }
        assert!(cells(text, "dice ").contains(&"30"), "{text}");
    }
    // The matrix: places are those of the table above it.
    let ranked = |agent: &str| {
        let names = en.lines().filter_map(|line| line.split_whitespace().next());
        let order: Vec<&str> = names.filter(|name| ["cfr", "random", "greedy"].contains(name)).collect();
        1 + order.iter().position(|name| *name == agent).unwrap()
    };
    for (row, column) in [("cfr", "random"), ("greedy", "cfr"), ("random", "greedy")] {
        let both = |game: &&Game| game.agents.iter().all(|name| [row, column].contains(&name.as_str()));
        let paid = |game: &&Game| game.payoffs[game.agents.iter().position(|name| name == row).unwrap()];
        let all: Vec<&Game> = games.iter().filter(|game| game.game == "leduc").filter(both).collect();
        let ahead = |game: &&Game| 0.5 + 0.5 * paid(game).signum() * f64::from(u8::from(paid(game) != 0.0));
        let line = cells(&en, &format!("{} {row} ", ranked(row)));
        let (share, payoff) = line[ranked(column) - 1].split_once("% ").unwrap();
        is_number(share, 100.0 * mean(all.iter().map(ahead)));
        is_number(payoff, mean(all.iter().map(paid)));
    }
    // What is told of a tournament that was played before.
    let again = kept.run(&["tournament", &kept.plan]);
    assert!(
        again.err.contains(") is finished, and this is its result; --fresh plays it again\n"),
        "{}",
        again.err
    );
}

#[test]
fn the_store_is_told_as_it_is() {
    let kept = Kept::new();
    kept.tournament("en");
    let games = kept.games();
    let bytes = fs::metadata(&kept.store).unwrap().len() as f64 / f64::from(1 << 20);
    for (lang, first, group) in [
        ("en", "{}: {} games, {} MiB of at most {} GiB", "{}: {} finished games, {}"),
        ("ja", "{}: {}局、{} MiB（上限 {} GiB）", "{}: 終局した{}局、{}"),
    ] {
        let text = kept.run(&["games-db", "stats", "--lang", lang]).ok();
        let found = captures(first, text.lines().next().unwrap()).unwrap_or_else(|| panic!("{text}"));
        assert_eq!((found[0], found[1]), (kept.store.as_str(), games.len().to_string().as_str()));
        // What is beside the file goes into it at times.
        assert!((found[2].parse::<f64>().unwrap() - bytes).abs() < 0.5, "{text}");
        let told: BTreeMap<&str, &str> =
            text.lines().filter_map(|line| captures(group, line).map(|found| (found[0], found[1]))).collect();
        for game in ["leduc", "connect-four"] {
            let count = games.iter().filter(|kept| kept.game == game).count().to_string();
            assert_eq!(told[game], count, "{text}");
            assert_eq!(cells(&text, &format!("{game}  "))[1..], [count.as_str(), count.as_str()], "{text}");
        }
        let paid = games.iter().filter(|game| game.game == "leduc").flat_map(|game| {
            game.agents.iter().zip(&game.payoffs).filter(|(name, _)| *name == "cfr").map(|(_, paid)| *paid)
        });
        is_number(cells(&text, "cfr ")[3], mean(paid));
    }
    let shown = kept.run(&["games-db", "show", "1"]).ok();
    let first = &games[0];
    assert!(shown.starts_with(&format!("Game 1: {}\nof a tournament, written ", first.game)), "{shown}");
    assert!(shown.contains(&format!("seed {}; seats: {}\n", first.seed, first.agents.join(", "))), "{shown}");
    let chips = first.payoffs[0].abs();
    let verb = if first.payoffs[0] > 0.0 { "wins" } else { "loses" };
    let result = match (first.game.as_str(), chips) {
        ("leduc", 0.0) => "Result: nobody wins any chips".to_string(),
        ("leduc", _) => format!("Result: seat 0 ({}) {verb} {chips} chip", first.agents[0]),
        _ => "Result: seat".to_string(),
    };
    assert!(shown.contains(&result), "{result}\n{shown}");
    let ja = kept.run(&["games-db", "show", "1", "--lang", "ja"]).ok();
    assert!(ja.starts_with(&format!("対局 1: {}\n大会の一局、", first.game)), "{ja}");
    counts_of_import_and_delete(&kept, games.len());
}

fn counts_of_import_and_delete(kept: &Kept, all: usize) {
    let lines = kept.run(&["games-db", "export"]).ok();
    let part: String = lines.lines().take(7).map(|line| format!("{line}\n")).collect();
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    fs::write(at("part.jsonl"), part).unwrap();
    fs::write(at("all.jsonl"), format!("{lines}no game\n")).unwrap();
    let other = at("other.db");
    let db = |args: &[&str]| yomi(&[&["games-db"], args, &["--store", &other]].concat());
    assert_eq!(db(&["import", &at("part.jsonl")]).ok(), "games imported: 7\n");
    let told = db(&["import", "--skip-bad", &at("all.jsonl"), "--lang", "ja"]).out;
    assert_eq!(told, format!("取り込んだ対局: {}\nすでにあった対局: 7\n取り込めなかった対局: 1\n", all - 7));
    assert_eq!(db(&["verify"]).ok(), format!("games that can be read and keep the rules: {all}\n"));
    assert_eq!(db(&["delete", "1", "2", "3"]).ok(), "games deleted: 3\n");
    assert_eq!(db(&["list", "--json"]).ok().lines().count(), all - 3);
    // A number that no game has is a mistake: nothing is deleted with it.
    let refused = db(&["delete", "4", "1"]).fault();
    assert!(refused.contains("no game \"1\""), "{refused}");
    assert_eq!(db(&["list", "--json"]).ok().lines().count(), all - 3);
    assert_eq!(db(&["delete", "4", "--json"]).json(), serde_json::json!({ "version": 1, "deleted": 1 }));
}

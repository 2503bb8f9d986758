//! The documentation stays true: what it quotes exists.

/// A page that builds an example step by step.
struct WalkThrough {
    page: &'static str,
    example: &'static str,
    /// Maximum number of lines of the game, and of its tests.
    most: (usize, usize),
}

const OPEN: WalkThrough = WalkThrough {
    page: include_str!("../../../docs/adding-an-open-game.md"),
    example: include_str!("../examples/notakto.rs"),
    most: (95, 25),
};
const HIDDEN: WalkThrough = WalkThrough {
    page: include_str!("../../../docs/adding-a-game.md"),
    example: include_str!("../examples/submarine.rs"),
    most: (260, 75),
};

/// The content of the fenced Rust blocks.
fn rust_blocks(markdown: &str) -> Vec<&str> {
    let after_fences = markdown.split("\n```rust\n").skip(1);
    after_fences.map(|rest| rest.split_once("\n```").expect("a fence is closed").0).collect()
}

#[test]
fn walk_throughs_quote_their_examples_in_order() {
    for WalkThrough { page, example, .. } in [OPEN, HIDDEN] {
        let quoted = rust_blocks(page);
        assert!(quoted.len() > 4, "only {} blocks of Rust in the walk-through", quoted.len());
        let mut rest = example;
        for block in quoted {
            let found = rest.split_once(block.trim_matches('\n'));
            rest = found.unwrap_or_else(|| panic!("not in the example, or not in this order:\n{block}")).1;
        }
    }
}

/// A reader who follows a walk-through ends up with the whole game: the page contains every line of the
/// example.
#[test]
fn walk_throughs_leave_nothing_out() {
    for WalkThrough { page, example, .. } in [OPEN, HIDDEN] {
        let quoted: Vec<&str> = rust_blocks(page).into_iter().flat_map(str::lines).collect();
        let own = example.lines().filter(|line| !line.starts_with("//!"));
        let missing: Vec<&str> = own.filter(|line| !line.is_empty() && !quoted.contains(line)).collect();
        assert!(missing.is_empty(), "not in the walk-through:\n{}", missing.join("\n"));
    }
}

/// The examples stay short, and each page states the right number of lines.
#[test]
fn games_of_walk_throughs_stay_short() {
    for WalkThrough { page, example, most } in [OPEN, HIDDEN] {
        let (game, _) = example.split_once("#[cfg(test)]").expect("tests at the end");
        let (game, all) = (game.lines().count(), example.lines().count());
        let tests = all - game;
        assert!(game <= most.0 && tests <= most.1, "{game} lines and {tests} of tests");
        assert!(page.contains(&format!("{game} lines, and {tests} of tests")), "{game} lines, and {tests}");
    }
}

const RESULTS: &str = include_str!("../../../docs/results.md");

/// `best` is what the chart recommends, unless a measurement in docs/results.md says otherwise.
#[test]
fn what_is_recommended_is_the_charts_or_measured() {
    for game in yomi::Registry::standard().games() {
        let (chart, best) = (game.traits().choose().agent, game.best().expect("every game here says"));
        match best.measured {
            None => assert_eq!(best.agent, chart, "{}", game.name()),
            Some(measured) => {
                assert_ne!(best.agent, chart, "{}", game.name());
                let row = RESULTS.lines().find(|line| line.starts_with(measured.row));
                assert!(row.is_some(), "{}: no row {:?} in docs/results.md", game.name(), measured.row);
            }
        }
        let help = game.agents().into_iter().find(|a| a.name == "best").unwrap().help;
        assert!(help.en.contains(best.agent), "{}: {:?} names {}", game.name(), help.en, best.agent);
    }
}

const README: &str = include_str!("../../../README.md");
const README_JA: &str = include_str!("../../../README.ja.md");

/// Each kind of reader finds one page, linked before anything else, that is at most two screens long.
#[test]
fn three_readers_have_a_page_each() {
    let pages = [
        ("docs/for-players.md", include_str!("../../../docs/for-players.md")),
        ("docs/for-bot-authors.md", include_str!("../../../docs/for-bot-authors.md")),
        ("docs/for-researchers.md", include_str!("../../../docs/for-researchers.md")),
    ];
    let before_all = README.split("\n![").next().unwrap();
    for (path, page) in pages {
        assert!(before_all.contains(&format!("]({path})")), "the README does not begin with {path}");
        let lines: usize = page.lines().map(|line| 1 + line.chars().count() / 140).sum();
        assert!(lines <= 2 * 45, "{path} has {lines} lines");
    }
    let pages = [
        ("docs/for-players.ja.md", include_str!("../../../docs/for-players.ja.md")),
        ("docs/for-bot-authors.ja.md", include_str!("../../../docs/for-bot-authors.ja.md")),
        ("docs/for-researchers.ja.md", include_str!("../../../docs/for-researchers.ja.md")),
    ];
    let before_all = README_JA.split("\n![").next().unwrap();
    for (path, page) in pages {
        assert!(before_all.contains(&format!("]({path})")), "the Japanese README does not begin with {path}");
        // A Japanese letter is as wide as two Latin ones.
        let width = |line: &str| line.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum::<usize>();
        let lines: usize = page.lines().map(|line| 1 + width(line) / 140).sum();
        assert!(lines <= 2 * 45, "{path} has {lines} lines");
    }
}

/// A page and its translation show the same commands and the same program.
#[test]
fn pages_in_japanese_are_as_complete() {
    for (en, ja) in [
        (include_str!("../../../docs/for-players.md"), include_str!("../../../docs/for-players.ja.md")),
        (
            include_str!("../../../docs/for-bot-authors.md"),
            include_str!("../../../docs/for-bot-authors.ja.md"),
        ),
        (
            include_str!("../../../docs/for-researchers.md"),
            include_str!("../../../docs/for-researchers.ja.md"),
        ),
    ] {
        assert_eq!(commands(en), commands(ja));
        let headings = |text: &str| text.lines().filter(|line| line.starts_with('#')).count();
        assert_eq!(headings(en), headings(ja));
        let rust = |text: &'static str| rust_blocks(text).concat().replace(|c: char| !c.is_ascii(), "");
        assert_eq!(
            rust(en).lines().take(9).collect::<Vec<_>>(),
            rust(ja).lines().take(9).collect::<Vec<_>>()
        );
    }
}

/// The commands that a README shows in its shell blocks.
fn commands(readme: &str) -> Vec<String> {
    let blocks = readme.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let commands =
        blocks.flat_map(str::lines).map(|line| line.split("  #").next().unwrap_or_default().trim());
    commands.filter(|command| !command.is_empty()).map(|c| c.replace(" --lang ja", "")).collect()
}

#[test]
fn the_readme_in_japanese_is_as_complete() {
    let (en, ja) = (commands(README), commands(README_JA));
    let missing: Vec<&String> = en.iter().filter(|command| !ja.contains(command)).collect();
    assert!(missing.is_empty(), "not in README.ja.md: {missing:?}");
    let headings = |text: &str| text.lines().filter(|line| line.starts_with("## ")).count();
    assert_eq!(headings(README), headings(README_JA));
    for link in README.split("](docs/").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
        let stem = link.rsplit_once('.').map_or(link, |(stem, _)| stem);
        let known = [format!("](docs/{link}"), format!("](docs/{stem}.ja."), format!("](docs/{stem}-ja.")]
            .iter()
            .any(|form| README_JA.contains(form.as_str()));
        assert!(known, "README.ja.md does not link docs/{link}");
    }
    let rust = |text: &'static str| rust_blocks(text).concat().replace(|c: char| !c.is_ascii(), "");
    assert!(
        rust(README).lines().zip(rust(README_JA).lines()).take(9).all(|(en, ja)| en == ja),
        "the example in Rust"
    );
}

/// The READMEs list every game with every agent of it.
#[test]
fn the_readmes_list_every_agent() {
    for readme in [README, README_JA] {
        for game in yomi::Registry::standard().games() {
            let row = readme.lines().find(|line| line.starts_with(&format!("| `{}`", game.name())));
            let row = row.unwrap_or_else(|| panic!("no row for {}", game.name()));
            let agents = game.agents().into_iter().map(|agent| agent.name).filter(|name| *name != "exec");
            let list = agents.collect::<Vec<_>>().join(" ");
            assert!(row.ends_with(&format!("| `{list}` |")), "{}: {list}\n{row}", game.name());
        }
    }
}

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

//! The documentation stays true: what it quotes is what is there.

const WALK_THROUGH: &str = include_str!("../../../docs/adding-a-game.md");
const EXAMPLE: &str = include_str!("../examples/submarine.rs");

/// The insides of the fenced blocks of Rust.
fn rust_blocks(markdown: &str) -> Vec<&str> {
    let after_fences = markdown.split("\n```rust\n").skip(1);
    after_fences.map(|rest| rest.split_once("\n```").expect("a fence is closed").0).collect()
}

#[test]
fn the_walk_through_quotes_its_example() {
    let quoted = rust_blocks(WALK_THROUGH);
    assert!(quoted.len() > 5, "only {} blocks of Rust in the walk-through", quoted.len());
    for block in quoted {
        assert!(EXAMPLE.contains(block.trim_matches('\n')), "not in the example:\n{block}");
    }
}

/// Whoever follows the walk-through has the whole game: every line of the example is in it.
#[test]
fn the_walk_through_leaves_nothing_out() {
    let quoted: Vec<&str> = rust_blocks(WALK_THROUGH).into_iter().flat_map(str::lines).collect();
    let own = EXAMPLE.lines().filter(|line| !line.starts_with("//!"));
    let missing: Vec<&str> = own.filter(|line| !line.is_empty() && !quoted.contains(line)).collect();
    assert!(missing.is_empty(), "not in the walk-through:\n{}", missing.join("\n"));
}

const RESULTS: &str = include_str!("../../../docs/results.md");

/// `best` is what the chart says, or there is a measurement that says otherwise, and it is written down.
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

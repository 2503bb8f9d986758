//! The rules that `yomi rules` prints: in both languages, with an example that is played here.

use yomi::core::Text;
use yomi::{Game, Registry, Session};

/// The example of a text: the line that says which game, and what happens in it.
fn example(rules: &str) -> (&str, Vec<&str>) {
    let block =
        rules.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let mut lines = block.lines();
    (lines.next().expect("the game comes first"), lines.collect())
}

/// What a line says without its words: they begin after three spaces.
fn step(line: &str) -> &str {
    line.split_once("   ").map_or(line, |(step, _)| step).trim_end()
}

fn begin(game: &dyn Game, command: &str) -> Box<dyn Session> {
    let words: Vec<&str> = command.split(' ').collect();
    assert_eq!(words[..3], ["yomi", "view", game.name()], "{command}");
    let after = |flag: &str| {
        let given = words.windows(2).filter(move |pair| pair[0] == flag).map(|pair| pair[1].to_string());
        given.collect::<Vec<String>>()
    };
    let pair =
        |text: &String| text.split_once('=').map(|(k, v)| (k.to_string(), v.to_string())).expect("k=v");
    let settings: Vec<(String, String)> = after("--set").iter().map(pair).collect();
    let table = game.open(&settings).unwrap();
    table.session(after("--seed")[0].parse().unwrap(), &vec![None; table.players()], None).unwrap()
}

/// The example is played: what is possible is possible, what is not is refused, boards look as shown, and the
/// result is the one that is told.
fn play(game: &dyn Game, rules: &str) {
    let (command, lines) = example(rules);
    let mut session = begin(game, command);
    let mut moves = 0;
    for line in lines {
        let told = format!("{}: {line}", game.name());
        match step(line).split_once(' ') {
            Some(("x", word)) => assert!(session.submit(word).is_err(), "{told}"),
            Some(("|", row)) => {
                let seat = session.next().expect("nobody has won yet");
                let picture = session.position(seat).picture();
                assert!(picture.lines().any(|line| line.trim() == row), "{told}:\n{picture}");
            }
            Some(("=", payoffs)) => {
                assert_eq!(session.next(), None, "{told}: the game is not over");
                let told_payoffs: Vec<f64> = payoffs.split(' ').map(|p| p.parse().unwrap()).collect();
                assert_eq!(session.payoffs(), told_payoffs, "{told}");
            }
            _ => {
                session.submit(step(line)).unwrap_or_else(|why| panic!("{told}: {why}"));
                moves += 1;
            }
        }
    }
    assert!(moves > 0, "{}: nothing is played", game.name());
}

#[test]
fn every_game_has_rules_in_both_languages_with_an_example_that_is_true() {
    for game in Registry::standard().games() {
        let Text { en, ja } = game.rules();
        play(game.as_ref(), en);
        play(game.as_ref(), ja);
        let (en_example, ja_example) = (example(en), example(ja));
        assert_eq!(en_example.0, ja_example.0, "{}", game.name());
        let steps = |lines: &[&str]| lines.iter().map(|line| step(line).to_string()).collect::<Vec<_>>();
        assert_eq!(steps(&en_example.1), steps(&ja_example.1), "{}: two examples", game.name());
        let spoken = ja.chars().filter(|c| ('\u{3040}'..'\u{a000}').contains(c)).count();
        assert!(spoken > 150, "{}: hardly any Japanese", game.name());
        for name in game.settings().iter().map(|spec| spec.name) {
            assert!(
                en.contains(&format!("`{name}")) && ja.contains(&format!("`{name}")),
                "{}: {name}",
                game.name()
            );
        }
    }
}

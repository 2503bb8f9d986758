//! Twin Cool: turns in lists of moves, views written by hand, practice with the deck visible, advice with its
//! risks, and impossible input.

use crate::run::{Ran, assert_says, keys, strings, yomi, yomi_reading};
use serde_json::{Value, json};

/// Seed 3 deals A6 A10 B9 E9 F7, and the deck begins with these.
const DECK: [&str; 5] = ["A5", "A8", "F4", "A9", "C8"];

fn view(moves: &str) -> Ran {
    yomi(&["view", "twin-cool", "--seed", "3", "--moves", moves])
}

fn advise(view: &Value) -> Value {
    let args = ["advise", "twin-cool", "-", "--agent", "expectimax(limit=1000000nodes)", "--json"];
    yomi_reading(&args, view.to_string()).json()
}

fn refused(view: &Value) -> String {
    let said = yomi_reading(&["advise", "twin-cool", "-"], view.to_string()).fault();
    said.strip_prefix("standard input: ").unwrap_or(&said).to_string()
}

#[test]
fn a_draw_may_be_left_out_or_must_be_right() {
    let expected = view("A6@1 A5@1").ok();
    for moves in ["A6@1+A5 A5@1+A8", "A6@1+A5 A5@1", "A6@1 A5@1+A8", "A6@1 +A5 A5@1 +A8", "A6@1 A5@1 +A8"] {
        assert_eq!(view(moves).ok(), expected, "{moves}");
    }
    let seen: Value = serde_json::from_str(&expected).unwrap();
    assert_eq!(seen["history"], json!(["A6@1+A5", "A5@1+A8"]));
    for (moves, said) in [
        (
            "A6@1+A8",
            "--moves: move 1: \"+A8\" is not what game 3 brings after this move; enter the move alone",
        ),
        ("A6@1 +A8", "move 1: \"+A8\" is not what game 3 brings after this move; enter the move alone"),
        (
            "A6@1+A5 A5@1+F4",
            "move 2: \"+F4\" is not what game 3 brings after this move; enter the move alone",
        ),
        ("A6@1+A6", "move 1: A6 cannot be drawn: it was played before"),
        ("A6@1+B9", "move 1: B9 cannot be drawn: it is in the hand"),
        ("A6@1+C", "move 1: \"C\" is not a card"),
        ("A6@1+A5 B9@1", "move 2: \"B9@1\" is not legal here; legal: "),
        ("+A5", "move 1: \"+A5\" is not legal here; legal: "),
    ] {
        assert_says(&view(moves).fault(), &[said]);
    }
    // The public card of Leduc is drawn too.
    let leduc = |moves: &str| yomi(&["view", "leduc", "--seed", "3", "--moves", moves, "--seat", "0"]);
    let public = strings(&leduc("check check").json()["history"]).pop().unwrap();
    assert_eq!(leduc(&format!("check check {public} bet")).ok(), leduc("check check bet").ok());
    let other = if public == "K" { "Q" } else { "K" };
    assert_says(&leduc(&format!("check check {other}")).fault(), &["move 2", "is not what game"]);
}

#[test]
fn a_turn_typed_in_play_is_checked_too() {
    let args = ["play", "twin-cool", "--seed", "3", "--human", "0"];
    let typed = |entries: &str| {
        let ran = yomi_reading(&[&args[..], &["--json"]].concat(), entries);
        let record: Value = serde_json::from_str(&ran.out).unwrap();
        (strings(&record["moves"]), record, ran.err)
    };
    let (moves, _, told) = typed("A6@1+F3\nA6@1+A6\nA6@1+A5\nA5@1\nq\n");
    assert_eq!(moves, ["A6@1", "+A5", "A5@1", "+A8"]);
    assert_says(&told, &["\"+F3\" is not what game 3 brings after this move; enter the move alone\n"]);
    assert_says(&told, &["A6 cannot be drawn: it was played before\n"]);
    let (moves, _, told) = typed("A6@1+F3\nq\n");
    assert_eq!(moves, [""; 0], "a turn whose draw is refused leaves no play behind");
    assert!(!told.contains("A5"), "what would have come is not told: {told}");
    assert_eq!(typed("A6@1+A5\nu\nq\n").0, [""; 0]);
    let four = yomi_reading(&["play", "connect-four", "--human", "0", "--agents", "random"], "44\nq\n").ok();
    assert_says(&four, &["\"4\" is a word too many"]);
}

#[test]
fn practice_shows_the_deck() {
    let args = ["play", "twin-cool", "--seed", "3", "--human", "0", "--open"];
    let shown = yomi_reading(&args, "A6@1\nA5@1\nq\n").ok();
    for n in 0..3 {
        assert_says(&shown, &[&format!("Deck, the next card first: {} ", DECK[n..].join(" "))]);
    }
    let aside = shown.lines().find_map(|line| line.strip_prefix("Set aside: ")).unwrap();
    assert_eq!(aside.split(' ').count(), 10);
    let known = ["--set", &format!("known={}", aside.replace(' ', ","))];
    assert_says(&yomi_reading(&[&args[..], &known].concat(), "").ok(), &[&format!("Set aside: {aside}\n")]);
    assert!(!yomi_reading(&args[..6], "A6@1\nq\n").ok().contains("Deck"), "only who asks for it sees it");
    // The record says so, and so does a replay.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    let file = path.to_str().unwrap();
    yomi_reading(&[&args[..], &["--record", file]].concat(), "A6@1\nq\n").ok();
    assert_eq!(yomi(&["replay", file, "--json"]).json()["open"], true);
    assert_says(&yomi(&["replay", file]).ok(), &["2 moves, all of them legal; what is hidden was shown"]);
    yomi_reading(&[&args[..6], &["--record", file]].concat(), "A6@1\nq\n").ok();
    assert!(yomi(&["replay", file, "--json"]).json().get("open").is_none());
}

#[test]
fn practice_in_other_games() {
    let shown = |game: &str, human: &str, input: &str| {
        yomi_reading(&["play", game, "--seed", "3", "--human", human, "--agents", "random", "--open"], input)
            .ok()
    };
    let card = |game: &str, seat: &str| {
        let seen = yomi(&["view", game, "--seed", "3", "--seat", seat]).json();
        seen["card"].as_str().unwrap().to_string()
    };
    for game in ["kuhn", "leduc"] {
        let hands = format!("Seat 0 holds {}, seat 1 {}.", card(game, "0"), card(game, "1"));
        assert_says(&shown(game, "0", "q\n"), &[&hands]);
    }
    let public = yomi(&["view", "leduc", "--seed", "3", "--moves", "check check"]).json()["public"].clone();
    assert_says(
        &shown("leduc", "0", "q\n"),
        &[&format!("The public card will be {}.", public.as_str().unwrap())],
    );
    assert_says(&shown("simultaneous-maze", "0", "q\n"), &["Nobody has chosen yet."]);
    assert_says(&shown("simultaneous-maze", "1", "q\n"), &["Seat 0 has chosen "]);
    for game in ["connect-four", "maze"] {
        let said = yomi(&["play", game, "--open"]).fault();
        assert_eq!(said, format!("--open: {game} hides nothing that could be shown"));
    }
}

#[test]
fn views_go_round() {
    for moves in ["", "A6@1+A5", "A6@1 E9@2 B9@2"] {
        let seen: Value = serde_json::from_str(&view(moves).ok()).unwrap();
        let direct = [
            "advise",
            "twin-cool",
            "--seed",
            "3",
            "--moves",
            moves,
            "--agent",
            "expectimax(limit=1000000nodes)",
            "--json",
        ];
        let (direct, piped) = (yomi(&direct).json(), advise(&seen));
        assert_eq!((&piped["candidates"], &piped["reasons"]), (&direct["candidates"], &direct["reasons"]));
        assert_eq!(piped["beliefs"], direct["beliefs"]);
    }
}

#[test]
fn views_by_hand() {
    let whole = advise(&json!({"game": "twin-cool", "seat": 0, "hand": ["A1", "B2", "C3", "D4", "E5"]}));
    for also in [
        json!({"hand": ["E5", "A1", "D4", "C3", "B2"]}),
        json!({"hand": ["A1", "B2", "C3", "D4", "E5"], "objective": "final", "earlier": [], "deck": 65}),
        json!({"start": {"hand": ["E5", "A1", "D4", "C3", "B2"], "objective": "final"}}),
        json!({"settings": {"first": "E5 A1 D4 C3 B2"}}),
    ] {
        let mut written = json!({"game": "twin-cool", "seat": 0});
        written.as_object_mut().unwrap().extend(also.as_object().unwrap().clone());
        assert_eq!(advise(&written)["candidates"], whole["candidates"], "{written}");
    }
    let log = json!({
        "game": "twin-cool", "seat": 0, "start": {"hand": ["A1", "B2", "C3", "D4", "E5"]},
        "history": ["A1@1+B1", "B1@1+F3"], "hand": ["F3", "B2", "C3", "D4", "E5"],
    });
    let piles = json!({
        "game": "twin-cool", "seat": 0, "hand": ["B2", "C3", "D4", "E5", "F3"], "piles": [["A1", "B1"], []],
    });
    assert_eq!(advise(&log)["candidates"], advise(&piles)["candidates"]);
    // A position in mid-game: two tops, and the cards played before in any order.
    let middle = json!({
        "game": "twin-cool", "seat": 0, "hand": ["A1", "B2", "C3", "D4", "E5"], "piles": [["A9"], ["F5"]],
        "earlier": ["H3", "H1", "H2"], "excluded": ["G2", "G1"],
    });
    let advice = advise(&middle);
    assert_eq!(advice["beliefs"]["unseen"]["count"], 68);
    assert_eq!(advice["beliefs"]["unseen"]["by_suit"]["H"], 7);
}

#[test]
fn views_that_cannot_be() {
    let hand = json!(["A1", "B2", "C3", "D4", "E5"]);
    let eleven: Vec<String> = (1..=10).map(|n| format!("F{n}")).chain(["G1".into()]).collect();
    for (also, said) in [
        (json!({"hand": ["A1", "A1", "C3", "D4", "E5"]}), "A1 is listed twice in hand"),
        (json!({"hand": hand, "excluded": ["C3"]}), "C3 is listed twice: in hand and in excluded"),
        (json!({"hand": hand, "piles": [["A1"], []]}), "A1 is listed twice: in hand and in piles[0]"),
        (json!({"hand": ["A1", "B2", "C3", "D4", "E5", "F6"]}), "hand: 6 cards; expected 5"),
        (json!({"hand": ["A1", "B2", "C3"]}), "hand: 3 cards; expected 5"),
        (json!({"hand": hand, "excluded": eleven}), "excluded: 11 cards; at most 10 are set aside"),
        (json!({"hand": hand, "piles": [["A9", "F6"], []]}), "slot 1: F6 does not fit on A9"),
        (json!({"hand": hand, "deck": 64}), "deck: 64 cards; with this hand and these piles there are 65"),
        (json!({"hand": ["A1", "B2", "C3", "D4", "K5"]}), "\"K5\" is not a card; expected A1 to H10"),
        (json!({"hand": hand, "known": ["F1"]}), "unknown key \"known\""),
        (json!({"hand": hand, "settings": {"known": "F1"}}), "F1 is set aside according to the settings"),
        (json!({"hand": hand, "settings": {"objective": "accumulated"}}), "the view is of objective=final"),
        (
            json!({"start": {"hand": hand}, "history": ["A1@1+F3", "A1@2+F4"]}),
            "event 2 (\"A1@2\"): A1 is not in",
        ),
        (json!({"start": {"hand": hand}, "history": ["A1@1+F3", "B2@1+F4"]}), "B2 does not fit on A1"),
        (
            json!({"start": {"hand": hand}, "history": ["A1@1+E5"]}),
            "event 1 (\"+E5\"): E5 cannot be drawn: it is in",
        ),
        (
            json!({"start": {"hand": hand}, "history": ["A1@1+A1"]}),
            "A1 cannot be drawn: it was played before",
        ),
        (
            json!({"start": {"hand": hand}, "history": ["A1@1+F3"], "hand": ["A1", "B2", "C3", "D4", "E5"]}),
            "hand is [\"A1\",\"B2\",\"C3\",\"D4\",\"E5\"], but for seat 0 start and history lead to [\"B2\"",
        ),
        (
            json!({"start": {"hand": hand}, "history": ["A1@1+F3"], "earlier": ["H1"]}),
            "earlier is [\"H1\"], but",
        ),
        (
            json!({"start": {"hand": hand}, "history": ["A1@1+F3"], "points": 5}),
            "points is 5, but for seat 0",
        ),
        (
            json!({"start": {"hand": hand}, "history": ["A1@1"]}),
            "a card is to be dealt: add it to the history",
        ),
    ] {
        let mut written = json!({"game": "twin-cool", "seat": 0});
        written.as_object_mut().unwrap().extend(also.as_object().unwrap().clone());
        assert_says(&refused(&written), &[said]);
    }
}

#[test]
fn settings_that_cannot_be() {
    let eleven = (1..=10).map(|n| format!("F{n}")).collect::<Vec<_>>().join(",") + ",G1";
    for (settings, said) in [
        (vec![format!("known={eleven}")], "known: 11 cards; at most 10 are set aside"),
        (vec!["first=A1,B2,C3,D4,E5,F6".into()], "first: 6 cards; expected a hand of 5"),
        (vec!["first=A1,B2,C3,D4".into()], "first: 4 cards; expected a hand of 5"),
        (vec!["first=A1,A1,C3,D4,E5".into()], "first: A1 is listed twice"),
        (vec!["known=A1,A1".into()], "known: A1 is listed twice"),
        (vec!["first=A1,B2,C3,D4,E5".into(), "known=C3".into()], "C3 is listed twice: in first and in known"),
        (vec!["first=A1,B2,C3,D4,J5".into()], "first: \"J5\" is not a card"),
        (vec!["excluded=76".into()], "excluded=76: expected a whole number from 0 to 75"),
    ] {
        let set: Vec<&str> = settings.iter().flat_map(|s| ["--set", s.as_str()]).collect();
        for command in
            [&["view", "twin-cool"][..], &["advise", "twin-cool"], &["play", "twin-cool", "--real"]]
        {
            assert_says(&yomi(&[command, &set].concat()).fault(), &[said]);
        }
    }
}

/// Every candidate is reported with the draws after which the game goes on, and the chance that it ends.
#[test]
fn advice_tells_the_risk() {
    let seen = json!({
        "game": "twin-cool", "seat": 0, "hand": ["A1", "A4", "C3", "D4", "E5"], "piles": [["A2"], ["D10"]],
    });
    let advice = advise(&seen);
    let beliefs = &advice["beliefs"];
    let mut names = keys(beliefs);
    names.sort_unstable();
    assert_eq!(names, ["candidates", "counted_choice", "next_draw_fits", "unseen"]);
    let candidates = beliefs["candidates"].as_array().unwrap();
    let moves: Vec<&str> = candidates.iter().map(|c| c["move"].as_str().unwrap()).collect();
    assert_eq!(moves, ["A1@1", "A4@1", "D4@2"]);
    for c in candidates {
        assert_eq!(keys(c), ["move", "alive", "ends", "flexibility"]);
        let [n, of] = [0, 1].map(|i| c["alive"][i].as_f64().unwrap());
        assert!((c["ends"].as_f64().unwrap() - (1.0 - n / of)).abs() < 1e-9, "{c}");
        assert_eq!((of, c["ends"].as_f64().unwrap() == 0.0), (73.0, n == of));
        // One number for one thing: what a play is worth is the value of its row, digit for digit.
        let of_search =
            advice["candidates"].as_array().unwrap().iter().find(|s| s["move"] == c["move"]).unwrap();
        assert_eq!(of_search["facts"]["data"]["expected_cards"], of_search["value"]);
        assert!(!of_search["facts"]["text"]["en"].as_str().unwrap().contains("expects"), "{of_search}");
        assert_eq!(keys(&of_search["facts"]), ["text", "data"]);
        assert_eq!(of_search["facts"]["data"]["saving_draws"].as_array().unwrap().len() as f64, n);
    }
    let unseen = &beliefs["unseen"];
    assert_eq!((&unseen["count"], &unseen["deck"]), (&json!(73), &json!(63)));
    assert_eq!((&unseen["by_suit"]["A"], &unseen["by_value"]["4"]), (&json!(7), &json!(6)));
    assert_eq!(strings(&unseen["cards"]).len(), 73);
    // On A2: seven of suit A, seven twos. On D10: eight of suit D (D2 is also a two), seven tens (A10 is also
    // of suit A).
    let fits = &beliefs["next_draw_fits"];
    assert_eq!(fits["slot1"], json!(14.0 / 73.0));
    assert_eq!(fits["slot2"], json!(15.0 / 73.0));
    assert_eq!(fits["either"], json!(27.0 / 73.0));
    let text = |lang: &str| {
        let args = ["advise", "twin-cool", "-", "--agent", "heuristic", "--lang", lang];
        yomi_reading(&args, seen.to_string()).ok()
    };
    assert_says(
        &text("en"),
        &["ends 0.0%, 73/73 draws go on", "Chance that the next card drawn fits a slot"],
    );
    assert_says(&text("ja"), &["続く引き73/73", "次に引くカードが場に合う確率"]);
    let counted = &beliefs["counted_choice"];
    assert_eq!(counted["move"], advice["move"]);
}

/// A card that is said to change the choice does so when it is put into the view.
#[test]
fn a_card_that_would_change_the_choice_does() {
    let positions = [("0", "A3@1 A10@1 E10@1", 4), ("2", "G1@1 G2@1", 6), ("0", "", 0)];
    for (seed, moves, expected) in positions {
        let seen = yomi(&["view", "twin-cool", "--seed", seed, "--moves", moves]).json();
        let advice = advise(&seen);
        let counted = &advice["beliefs"]["counted_choice"];
        assert_eq!(counted["move"], advice["move"]);
        let changes = counted["changes_without"].as_array().unwrap();
        assert_eq!(changes.len(), expected, "{seed} {moves}: {changes:?}");
        let reasons = advice["reasons"].to_string();
        if changes.is_empty() {
            assert_says(&reasons, &["no play that is worse now would become better"]);
        }
        for change in changes {
            let mut told =
                json!({"game": "twin-cool", "seat": 0, "start": seen["start"], "history": seen["history"]});
            told["start"]["excluded"] = json!([change["card"]]);
            assert_eq!(advise(&told)["move"], change["move"], "seed {seed}: {change}");
            let better = change["move"].as_str().unwrap().replace('@', " on slot ");
            assert_says(&reasons, &[&format!("{better} would be better")]);
        }
    }
}

/// A real deal is played again: the first hand and the deck as they were, whatever the seed. No view tells the
/// deck.
#[test]
fn a_real_deal_can_be_played_again() {
    let deal = ["--set", "first=A6,A10,B9,E9,F7", "--set", "deck=C1,H2,A5"];
    let moves = ["--moves", "A6@1 A10@1 E9@2", "--seed"];
    for seed in ["0", "7"] {
        let seen = yomi(&[&["view", "twin-cool"], &deal[..], &moves[..], &[seed]].concat()).json();
        assert_eq!(strings(&seen["history"]), ["A6@1+C1", "A10@1+H2", "E9@2+A5"]);
        assert_eq!(seen["settings"]["deck"], Value::Null, "{seen}");
        let advice =
            yomi_reading(&["advise", "twin-cool", "-", "--agent", "table", "--json"], seen.to_string());
        assert!(strings(&seen["legal"]).contains(&advice.json()["move"].as_str().unwrap().to_string()));
    }
    // A player that sees the deck sees this one: with all six cards of one suit everything can be played.
    let one_suit = ["suits=1", "values=6", "excluded=0", "hand=2", "first=A1,A2", "deck=A6,A3,A5,A4"];
    let settings: Vec<&str> = one_suit.iter().flat_map(|set| ["--set", set]).collect();
    let played = yomi(&[&["play", "twin-cool", "--agents", "cheat"], &settings[..]].concat()).ok();
    for draw in ["+A6", "+A3", "+A5", "+A4"] {
        assert!(played.contains(draw), "{draw}: {played}");
    }
    for (deck, said) in [
        ("deck=A1,A1", "deck: A1 is listed twice"),
        ("deck=A6", "deck: A6 is in first or in known already"),
        ("deck=Z1", "deck: "),
        ("deck=A11", "deck: \"A11\" is not a card"),
    ] {
        let why = yomi(&["view", "twin-cool", "--set", "first=A6,A10,B9,E9,F7", "--set", deck]).fault();
        assert!(why.contains(said), "{why}");
    }
    // Where the draws are given there is no luck to take off.
    let suite = ["suite", "twin-cool", "--agent", "random", "--boards", "2", "--json"];
    assert!(!yomi(&suite).json()["luck_corrected"].is_null());
    assert!(yomi(&[&suite[..], &deal[..]].concat()).json()["luck_corrected"].is_null());
    let small = ["--set", "suits=1", "--set", "values=6", "--set", "excluded=2", "--set", "hand=2"];
    let why = yomi(&[&["view", "twin-cool", "--set", "deck=A1,A2,A3"], &small[..]].concat()).fault();
    assert!(why.contains("deck: 3 cards; at most 2 are drawn"), "{why}");
}

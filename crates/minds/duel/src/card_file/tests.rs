use super::*;

const SMALL: &str = r#"
[[card]]
name = "Old Guard"
ja = "古参"
kind = "unit"
cost = 1
power = 1

[[card]]
name = "New Trick"
ja = "新技"
kind = "spell"
cost = 2
on_enter = [{ op = "draw", n = 1 }]

[[archetype]]
name = "plain"
ja = "無地"
core = { "Old Guard" = 4 }
flex = []
drawn = 0
copies = 4
"#;

/// The message names the line and the card; the caller adds the file.
#[test]
fn files_with_faults_are_refused() {
    let refuse = |from: &str, to: &str| {
        assert!(SMALL.contains(from), "{from}");
        parse(&SMALL.replace(from, to)).unwrap_err().0.en
    };
    let fault = |from: &str, to: &str, parts: &[&str]| {
        let why = refuse(from, to);
        let missing = parts.iter().find(|part| !why.contains(**part));
        assert!(missing.is_none() && !why.contains('\n'), "{missing:?} is missing in {why:?}");
    };
    fault("cost = 1", "cots = 1", &["line 6", "Old Guard", "cots"]);
    fault("cost = 1", "cost = -1", &["line 6", "card \"Old Guard\"", "cost is -1", "0 to 20"]);
    fault("cost = 2", "cost = \"x\"", &["line 13", "New Trick"]);
    fault(
        "\"Old Guard\" = 4",
        "\"Old Guard\" = 4, \"New Trick\" = 4",
        &["line 19", "deck \"plain\"", "8 cards", "expected 40"],
    );
    fault("\"Old Guard\" = 4", "\"Old Guard\" = 5", &["deck \"plain\"", "Old Guard is 5"]);
    fault("\"Old Guard\" = 4", "\"Nobody\" = 4", &["there is no card \"Nobody\""]);
    fault("op = \"draw\", n = 1", "op = \"draw\", n = 0", &["line 14", "New Trick", "n is 0"]);
    fault("op = \"draw\", n = 1", "op = \"draw\"", &["needs n"]);
    fault("op = \"draw\", n = 1", "op = \"fly\"", &["line 14", "New Trick", "fly"]);
    fault("op = \"draw\", n = 1", "op = \"draw\", n = 1, shown = true", &["takes no shown"]);
    fault("op = \"draw\", n = 1", "op = \"search\", kind = \"unit\", shown = false", &["impossible effect"]);
    fault(
        "{ op = \"draw\", n = 1 }",
        "{ op = \"bounce\" }, { op = \"destroy\", max_power = 1 }",
        &["one target"],
    );
    fault(
        "op = \"draw\", n = 1",
        "op = \"as\", card = \"New Trick\"",
        &["line 14", "circular: New Trick as New Trick"],
    );
    let twice =
        |card: &str| format!("{{ op = \"as\", card = \"{card}\" }}, {{ op = \"as\", card = \"{card}\" }}");
    let trick = |name: String, does: String| {
        format!("[[card]]\nname = \"{name}\"\nja = \"技\"\ncost = 1\nkind = \"spell\"\non_enter = [{does}]\n")
    };
    let doubling = (0..30).map(|i| trick(format!("Trick {i}"), twice(&format!("Trick {}", i + 1))));
    let all: String = doubling.chain([trick("Trick 30".into(), String::new())]).collect();
    fault(
        "[[archetype]]",
        &format!("{all}[[archetype]]"),
        &["Trick 0", "more than 1000 effects of other cards"],
    );
    fault("name = \"New Trick\"", "name = \"Old-Guard\"", &["taken by the card of line 2"]);
    fault("power = 1", "power = 1\nzero_if = { count = \"own_units\", at_least = 9 }", &["at_least is 9"]);
    fault("kind = \"spell\"", "kind = \"spell\"\npower = 3", &["line 13", "a spell has no power"]);
    fault("flex = []\ndrawn = 0", "flex = [\"Old Guard\"]\ndrawn = 1", &["8 copies of \"Old Guard\""]);
}

#[test]
fn the_standard_set_is_as_the_rules_ask() {
    let set = standard();
    assert!(set.cards.len() >= 40);
    assert_eq!(set.archetypes.len(), 4);
    for archetype in &set.archetypes {
        assert_eq!((archetype.core.len(), archetype.flex.len(), archetype.decks.len()), (28, 5, 10));
        assert!(archetype.decks.iter().all(|deck| deck.len() == 40));
    }
}

fn settings(cards: &str, deck0: &str) -> Settings {
    let all = [("cards", cards), ("deck0", deck0), ("deck1", "any")];
    all.map(|(name, value)| (name.to_string(), value.to_string())).into()
}

/// The standard file with one number changed: a custom card set.
fn own_cards() -> String {
    STANDARD_FILE.replacen("power = 12", "power = 11", 1)
}

#[test]
fn a_setting_is_the_standard_set_or_the_content_of_a_file() {
    assert_eq!(rules(&settings("standard", "any")).unwrap().set, standard());
    let own = own_cards();
    let read = rules(&settings(&own, "aggro,combo")).unwrap();
    assert_ne!(read.set, standard());
    assert_eq!(read.set, from_setting(&own).unwrap(), "the same cards are the same set");
    assert_eq!(read.archetypes[0].len(), 2);
    assert_eq!(read.archetypes[1].len(), read.set.archetypes.len());
    assert_eq!(SetRef::named(&read.set.name), Some(read.set), "views can name it from now on");
}

/// A path is rejected as such, even if the file exists.
#[test]
fn no_setting_opens_a_file() {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/src/card_file/standard.toml");
    for word in [manifest, "standard.toml", "Standard", ""] {
        let why = rules(&settings(word, "any")).unwrap_err().0.en;
        assert!(why.starts_with("cards: ") && why.contains("the content of a card file"), "{why}");
    }
    let why = rules(&settings(&own_cards().replacen("cost = 2", "cost = -2", 1), "any")).unwrap_err().0.en;
    assert_eq!(why, "cards: line 8: card \"Wayside Guard\": cost is -2; expected 0 to 20");
    let why = rules(&settings("standard", "zoo")).unwrap_err().0.en;
    assert!(why.starts_with("deck0=zoo: there is no deck \"zoo\""), "{why}");
}

#[test]
fn files_that_are_too_large_are_refused() {
    let long = format!("{STANDARD_FILE}#{}\n", "x".repeat(MOST_FILE_BYTES as usize));
    assert!(parse(&long).unwrap_err().0.en.contains("a card file has at most"));
    let head = STANDARD_FILE.find("[[archetype]]").unwrap();
    let (cards, decks) = STANDARD_FILE.split_at(head);
    let many = format!("{cards}{}", format!("{decks}\n").repeat(20));
    assert!(parse(&many).unwrap_err().0.en.contains("80 archetypes; expected at most 64"));
}

use super::*;
use yomi_core::testkit::{Effort, rules, text, views};
use yomi_core::{Hidden, Ruleset, Settings, View};

fn start(seed: u64) -> TwinCool {
    Rules::default().start(seed)
}

fn small(objective: Objective) -> Rules {
    let variant = Variant { suits: 3, values: 4, aside: 2, hand: 3, objective };
    Rules { variant, ..Rules::default() }
}

fn cards(list: &str) -> Cards {
    list.split_whitespace().map(|word| word.parse::<Card>().unwrap()).collect()
}

fn read(text: &str) -> Result<TwinCool, String> {
    serde_json::from_str(text).map_err(|why| why.to_string())
}

#[test]
fn keeps_the_contract() {
    for game in [Rules::default(), small(Objective::Final), small(Objective::Accumulated)] {
        let start = |seed| game.start(seed);
        rules::check_rules(Effort::default(), start);
        views::check_views(Effort::games(50), start);
        views::check_refusals(Effort::games(20), start);
        text::check_text(Effort::games(50), &game);
        views::check_info_keys(Effort::games(50), start, None);
        for key in [Key::HandTops, Key::HandTopsCount, Key::HandTopsPlayed, Key::HandPiles] {
            check_key(key, start);
        }
    }
}

/// Two positions have equal keys exactly if they agree in what the key is named after.
fn check_key(key: Key, start: impl Fn(u64) -> TwinCool) {
    let mut names = std::collections::BTreeMap::new();
    let mut keys = std::collections::BTreeMap::new();
    yomi_core::testkit::walk(Effort::games(200), start, |state, _, _| {
        let (hand, tops) = (state.hand(), Slot::ALL.map(|s| state.top(s)));
        let name = match key {
            Key::HandTops => format!("{hand:?} {tops:?}"),
            Key::HandTopsCount => format!("{hand:?} {tops:?} {}", state.played()),
            Key::HandTopsPlayed => format!("{hand:?} {tops:?} {:?}", state.played_cards()),
            Key::AlikeCount => unreachable!("compared with canonical forms in another crate"),
            Key::HandPiles => {
                format!("{hand:?} {:?}", Slot::ALL.map(|s| state.pile(s).collect::<Vec<_>>()))
            }
        };
        let number = state.info_key(Player::FIRST, key);
        assert_eq!(*names.entry(number).or_insert(name.clone()), name);
        assert_eq!(*keys.entry(name.clone()).or_insert(number), number, "{name}");
    });
}

#[test]
fn patterns_pay_as_the_rules_say() {
    for (hand, points) in [
        ("C3 C4 C5 C6 C7", 50),
        ("A1 A2 A3 A4 A5", 50),
        ("H6 H7 H8 H9 H10", 50),
        ("A4 B4 D4 F4 H4", 5),
        ("A3 C4 C5 C6 C7", 2),
        ("A9 A10 A1 A2 A3", 0),
        ("A9 B10 C8 D7 E6", 2),
        ("A4 B4 D4 F4 H5", 1),
        ("A5 B4 D4 F4 H4", 1),
        ("A5 B5 D4 F4 H4", 0),
        ("A4 B4 D4 F4", 1),
        ("C3 C4 C5 C6", 0),
        ("A4 B4 D4", 0),
        ("", 0),
    ] {
        assert_eq!(pattern_points(cards(hand)), points, "{hand}");
    }
}

/// Compared with the rules page, on every kind of hand that random drawing produces.
#[test]
fn patterns_agree_with_a_plain_reading() {
    let mut rng = Rng::new(1);
    let mut found = [0u32; 5];
    for _ in 0..200_000 {
        // Few cards, so that patterns are not rare.
        let mut hand = Cards::EMPTY;
        while hand.len() < 5 {
            hand = hand.with(Card::new(rng.below(5) as u8, rng.below(6) as u8));
        }
        let mut values: Vec<u8> = hand.iter().map(Card::value).collect();
        values.sort_unstable();
        let suits: std::collections::BTreeSet<u8> = hand.iter().map(Card::suit).collect();
        let sequence = values.windows(2).all(|w| w[1] == w[0] + 1);
        let most = values.iter().map(|v| values.iter().filter(|w| *w == v).count()).max().unwrap();
        let (rank, points) = match (sequence, suits.len(), most) {
            (true, 1, _) => (4, 50),
            (_, _, 5) => (3, 5),
            (true, _, _) => (2, 2),
            (_, _, 4) => (1, 1),
            _ => (0, 0),
        };
        assert_eq!(pattern_points(hand), points, "{hand:?}");
        found[rank] += 1;
    }
    assert!(found.iter().all(|&n| n > 0), "{found:?}");
}

#[test]
fn a_turn_plays_and_draws() {
    let mut game = TwinCool::deal(Variant::default(), cards("A1 B2 C3 D4 E5"), Cards::EMPTY);
    assert_eq!((State::actions(&game).len(), game.deck(), game.unseen().len()), (10, 65, 75));
    for turn in ["A1@1", "+A9", "A9@1", "+F9", "F9@1", "+H2", "H2@2", "+G5"] {
        let action = Rules::default().parse_action(turn).unwrap();
        TwinCool::observe(&mut game, &action).unwrap();
    }
    let legal: Vec<String> = State::actions(&game).iter().map(|a| a.to_string()).collect();
    assert_eq!(legal, ["B2@2"]);
    assert_eq!((game.played(), game.deck(), game.payoff(Player::FIRST)), (4, 61, 40.0));
    let refuse = |word: &str| {
        let mut same = game;
        let why = TwinCool::observe(&mut same, &Rules::default().parse_action(word).unwrap()).unwrap_err();
        assert_eq!(same, game);
        why.0.en
    };
    assert!(refuse("C3@1").contains("C3 does not fit on F9"), "{}", refuse("C3@1"));
    assert!(refuse("H1@1").contains("H1 is not in the hand"));
    assert!(refuse("+H1").contains("before a card is played"));
    TwinCool::observe(&mut game, &Rules::default().parse_action("B2@2").unwrap()).unwrap();
    let refuse = |word: &str| {
        TwinCool::observe(&mut { game }, &Rules::default().parse_action(word).unwrap()).unwrap_err().0.en
    };
    assert!(refuse("+A9").contains("was played before"));
    assert!(refuse("+C3").contains("in the hand"));
    assert!(refuse("C3@1").contains("drawn first"));
}

#[test]
fn histories_are_written_by_turns() {
    let rules = Rules::default();
    let words = ["A1@1", "+A9", "A9@1", "+F9", "F9@1"];
    let events: Vec<Action> = words.iter().map(|w| rules.parse_event(w).unwrap()).collect();
    assert_eq!(rules.join_events(&events), ["A1@1+A9", "A9@1+F9", "F9@1"]);
    assert_eq!(rules.split_moves("A1@1+A9 A9@1+F9\nF9@1"), words);
    assert!(rules.parse_action("A1").unwrap_err().0.en.contains("C7@2"));
    assert!(rules.parse_action("A1@3").unwrap_err().0.en.contains("expected 1 or 2"));
    for bad in ["A11@1", "I1@1", "A0@1", "A01@1", "@1", "+", "A1@"] {
        assert!(rules.parse_action(bad).is_err(), "{bad}");
    }
}

#[test]
fn games_are_set_up_by_hand() {
    let open = |given: &[(&str, &str)]| {
        let all = Rules::SETTINGS.iter().map(|s| (s.name.to_string(), s.default.to_string()));
        let mut settings: Settings = all.collect();
        settings.extend(given.iter().map(|(k, v)| (k.to_string(), v.to_string())));
        Rules::from_settings(&settings)
    };
    let rules = open(&[("known", "A1,A2 A3"), ("first", "B1 B2 B3 B4 B5")]).unwrap();
    let game = rules.start(7);
    assert_eq!((game.hand(), game.aside()), (cards("B1 B2 B3 B4 B5"), cards("A1 A2 A3")));
    assert_eq!((game.unseen().len(), game.deck()), (72, 65));
    for (given, word) in [
        ([("known", "A1,A1"), ("hand", "5")], "A1 is listed twice"),
        ([("known", "A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 B1"), ("hand", "5")], "11 cards; at most 10"),
        ([("first", "A1 A2"), ("hand", "5")], "2 cards; expected a hand of 5"),
        ([("first", "A1 A2 A3 A4 A5"), ("known", "A5")], "A5 is listed twice"),
        ([("first", "X1"), ("hand", "5")], "not a card"),
        ([("suits", "2"), ("first", "C1")], "not in a deck of 2 suits"),
        ([("suits", "9"), ("hand", "5")], "suits=9: expected"),
        ([("suits", "2"), ("values", "3")], "excluded=10: expected"),
        ([("objective", "most"), ("hand", "5")], "expected final or accumulated"),
    ] {
        let why = open(&given).unwrap_err().to_string();
        assert!(why.contains(word), "{given:?}: {why}");
    }
}

/// A chosen hand is a start that is known in advance, and cards known to be set aside by the settings must be
/// set aside in a view.
#[test]
fn a_chosen_hand_is_the_start() {
    let rules = Rules { first: cards("A1 B2 C3 D4 E5"), known: cards("H1"), ..Rules::default() };
    text::check_text(Effort::games(20), &rules);
    assert_eq!(rules.common_start(Player::FIRST), Some(rules.start(9)));
    assert_eq!(Rules::default().common_start(Player::FIRST), None);
    let why = rules.check_seen(&start(0)).unwrap_err().to_string();
    assert!(why.contains("H1 is set aside according to"), "{why}");
}

/// The cards come in the announced order, whatever is played; the rest of the unseen cards is set aside.
#[test]
fn the_deck_has_an_order() {
    for seed in 0..50 {
        let mut rng = Rng::new(seed).split(7);
        let (mut game, mut luck) = (start(seed), yomi_core::Luck::new(seed));
        let order = game.deck_order(luck.clone());
        assert_eq!(order.iter().copied().collect::<Cards>().len(), 65, "no card comes twice");
        for (drawn, &next) in order.iter().enumerate() {
            assert_eq!(game.deck_order(luck.clone()), order[drawn..]);
            let Turn::Player(_) = game.turn() else { break };
            game.apply(game.random_action(&mut rng));
            luck.settle(&mut game, |_, outcome| assert_eq!(outcome, Action::Draw(next)));
        }
    }
}

#[test]
fn a_card_that_is_learned_to_be_aside_cannot_come() {
    let (game, card) = (start(3), "H5".parse().unwrap());
    let told = game.knowing_aside(card);
    assert_eq!((told.unseen(), told.aside()), (game.unseen().without(card), Cards::one(card)));
    assert_eq!((told.hand(), told.deck(), told.played_cards()), (game.hand(), game.deck(), Cards::EMPTY));
}

#[test]
fn a_game_can_be_entered_in_the_middle() {
    let game = read(
        r#"{"hand":["A1","B2","C3","D4","E5"],"piles":[["A9"],["F5"]],"earlier":["H1","H2","H3"],"excluded":["G1"]}"#,
    )
    .unwrap();
    assert_eq!((game.played(), game.deck(), game.unseen().len()), (5, 60, 69));
    assert_eq!(game.top(Slot::Second), Some("F5".parse().unwrap()));
    assert!(!game.unseen().contains("H2".parse().unwrap()));
    let legal: Vec<String> = State::actions(&game).iter().map(|a| a.to_string()).collect();
    assert_eq!(legal, ["A1@1", "E5@2"]);
    let view = View::new(Player::FIRST, game);
    let again: View<TwinCool, Action> = serde_json::from_str(&serde_json::to_string(&view).unwrap()).unwrap();
    assert_eq!(again, view);
}

#[test]
fn views_that_cannot_be_are_refused() {
    for (view, word) in [
        (r#"{"hand":["A1","A1","C3","D4","E5"]}"#, "A1 is listed twice in hand"),
        (r#"{"hand":["A1","B2","C3","D4","E5"],"excluded":["A1"]}"#, "A1 is listed twice: in hand and"),
        (r#"{"hand":["A1","B2","C3","D4","E5","F6"]}"#, "hand: 6 cards; expected 5"),
        (r#"{"hand":["A1","B2","C3","D4"]}"#, "hand: 4 cards; expected 5"),
        (r#"{"hand":["A1","B2","C3","D4","J5"]}"#, "\"J5\" is not a card"),
        (r#"{"hand":["A1","B2","C3","D4","E5"],"piles":[["F6","G7"],[]]}"#, "slot 1: G7 does not fit on F6"),
        (r#"{"hand":["A1","B2","C3","D4","E5"],"earlier":["F6"]}"#, "at least one slot has a top card"),
        (r#"{"hand":["A1","B2","C3","D4","E5"],"deck":64}"#, "deck: 64 cards"),
        (r#"{"hand":["A1","B2","C3","D4","E5"],"points":4}"#, "accumulated"),
        (
            r#"{"hand":["A1","B2","C3","D4","E5"],"objective":"accumulated","points":51}"#,
            "1 hands bring at most 50",
        ),
        (r#"{"hand":["A1","B2","C3","D4","E5"],"known":["A2"]}"#, "unknown field `known`"),
        (r#"{"hand":["A1","B2","C3","D4","E5"],"piles":[["F6"],[]],"order":"2"}"#, "order"),
        (
            r#"{"hand":["A1","B2","C3","D4","E5"],"size":{"suits":2,"values":2,"set_aside":1,"hand":5}}"#,
            "need 6",
        ),
        (
            r#"{"hand":["A1","B2","C3","D4","E5"],"excluded":["F1","F2","F3","F4","F5","F6","F7","F8","F9","F10","G1"]}"#,
            "excluded: 11 cards; at most 10",
        ),
    ] {
        let why = read(view).unwrap_err();
        assert!(why.contains(word), "{view}: {why}");
    }
}

/// The mean length of random play, over enough games for three standard deviations to be well below 0.05
/// cards.
#[test]
fn random_play_is_as_long_as_it_should_be() {
    let mut total = 0;
    let games = 100_000;
    for seed in 0..games {
        let mut rng = Rng::new(seed).split(1);
        let mut game = start(seed);
        loop {
            let action = match game.turn() {
                Turn::Player(_) => game.random_action(&mut rng),
                Turn::Chance => game.sample_outcome(&mut rng),
                Turn::Over => break,
            };
            game.apply(action);
        }
        total += game.played();
    }
    let mean = f64::from(total) / games as f64;
    assert!((mean - 7.06).abs() < 0.06, "{mean}");
}

use super::*;
use yomi_core::Ruleset;
use yomi_core::testkit::{Effort, rules, text, views};

fn start(seed: u64) -> Leduc {
    Rules.start(seed)
}

#[test]
fn keeps_the_contract() {
    rules::check_rules(Effort::default(), start);
    rules::check_zero_sum(Effort::default(), start);
    rules::check_keys(Effort::default(), start);
    views::check_views(Effort::default(), start);
    views::check_refusals(Effort::games(50), start);
    views::check_info_keys(Effort::games(1_000), start, Some(()));
    text::check_text(Effort::default(), &Rules);
}

fn played(cards: [Rank; 2], line: &str) -> Leduc {
    let mut state = Leduc::deal(cards);
    for word in line.split_whitespace() {
        let action = Rules.parse_action(word).unwrap();
        match state.turn() {
            Turn::Chance => state.apply(action),
            _ => state.play(action).unwrap(),
        }
    }
    state
}

#[test]
fn every_ending_pays_as_the_rules_say() {
    use Rank::{J, K, Q};
    for (cards, line, first) in [
        ([K, J], "check check Q check check", 1.0),
        ([K, J], "check check J check check", -1.0),
        ([K, K], "bet call Q bet call", 0.0),
        ([Q, K], "bet fold", 1.0),
        ([Q, K], "check bet fold", -1.0),
        ([Q, K], "bet raise call Q bet raise call", 13.0),
        ([J, K], "bet raise fold", -3.0),
        ([J, K], "bet raise call Q check bet fold", -5.0),
    ] {
        let state = played(cards, line);
        assert_eq!(state.turn(), Turn::Over, "{line}");
        assert_eq!(state.payoff(Player::FIRST), first, "{line}");
    }
    assert_eq!(State::actions(&played([J, K], "bet raise")).len(), 2, "two raises are the most");
}

/// The sizes of the standard game as other implementations count them.
#[test]
fn the_tree_has_the_standard_size() {
    let mut keys = std::collections::BTreeSet::new();
    let mut endings = 0u64;
    let mut stack: Vec<Leduc> = Leduc::deals().map(|(s, _)| s).collect();
    while let Some(state) = stack.pop() {
        let next: Vec<Action> = match state.turn() {
            Turn::Player(p) => {
                keys.insert(state.info_key(p, ()));
                State::actions(&state)
            }
            Turn::Chance => state.outcomes().into_iter().map(|(a, _)| a).collect(),
            Turn::Over => {
                endings += 1;
                continue;
            }
        };
        stack.extend(next.into_iter().map(|a| {
            let mut s = state;
            s.apply(a);
            s
        }));
    }
    assert_eq!(keys.len(), 288, "information sets, suits left out");
    assert!(endings > 1_000);
}

#[test]
fn tables_that_cannot_be_are_refused() {
    let read = |text: &str| serde_json::from_str::<SeenLeduc>(text).map_err(|e| e.to_string());
    let fault = |text| read(text).unwrap_err();
    assert!(fault(r#"{"seat":0,"card":"K","betting":[["call"],[]]}"#).contains("call is not possible"));
    assert!(
        fault(r#"{"seat":0,"card":"K","public":"Q","betting":[["check"],[]]}"#)
            .contains("after the first round")
    );
    assert!(
        fault(r#"{"seat":0,"card":"K","betting":[["check","check"],["check"]]}"#)
            .contains("needs a public card")
    );
    let three_kings = read(
        r#"{"seat":0,"card":"K","public":"K","betting":[["check","check"],["check","check"]],"shown":"K"}"#,
    );
    assert!(three_kings.unwrap().check().is_err());
}

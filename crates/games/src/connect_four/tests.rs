use super::*;
use yomi_core::Ruleset;
use yomi_core::testkit::{Effort, rules, text, views};

fn after(moves: &str) -> ConnectFour {
    let mut state = ConnectFour::default();
    for word in Rules.split_moves(moves) {
        state.play(Rules.parse_action(word).unwrap()).unwrap();
    }
    state
}

fn perft(state: ConnectFour, depth: u32) -> u64 {
    let mut count = 0;
    state.for_each_action(|a| {
        let mut next = state;
        next.apply(a);
        count += if depth == 1 { 1 } else { perft(next, depth - 1) };
    });
    count
}

#[test]
fn keeps_the_contract() {
    let start = |_| ConnectFour::default();
    rules::check_rules(Effort::default(), start);
    rules::check_deterministic(Effort::default(), start);
    rules::check_zero_sum(Effort::default(), start);
    rules::check_keys(Effort::games(500), start);
    views::check_views(Effort::default(), start);
    views::check_refusals(Effort::games(50), start);
    text::check_text(Effort::default(), &Rules);
}

#[test]
fn move_sequences_are_as_many_as_known() {
    let known = [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234, 39_394_572];
    for (depth, count) in (1..).zip(known) {
        assert_eq!(perft(ConnectFour::default(), depth), count, "depth {depth}");
    }
}

#[test]
fn four_in_a_row_wins_in_every_direction() {
    for (moves, winner) in
        [("1122334", 0), ("1212121", 0), ("1223533454644", 0), ("7665355434244", 0), ("7172737", 0)]
    {
        assert_eq!(after(moves).winner(), Some(Player::new(winner)), "{moves}");
        assert_eq!(after(moves).turn(), Turn::Over);
    }
    let top_of_one_and_bottom_of_the_next = 0b111 << 3 | 1 << STRIDE;
    assert!(!has_four(top_of_one_and_bottom_of_the_next), "a line does not wrap around the edge");
}

#[test]
fn a_full_board_is_a_draw() {
    let state = after("121212212121343434434343565656656565777777");
    assert_eq!((state.turn(), state.winner(), state.discs()), (Turn::Over, None, 42));
    assert_eq!(state.payoff(Player::FIRST), 0.5);
}

#[test]
fn completing_cells_are_those_that_win() {
    let mut rng = Rng::new(3);
    for _ in 0..2_000 {
        let mut state = ConnectFour::default();
        for _ in 0..rng.below(30) {
            if state.turn() == Turn::Over {
                break;
            }
            state.apply(state.random_action(&mut rng));
        }
        if state.turn() == Turn::Over {
            continue;
        }
        for cell in yomi_bits::ones(state.empty()) {
            let wins = has_four(state.mine() | 1 << cell);
            assert_eq!(completing(state.mine()) >> cell & 1 == 1, wins, "{state:?} {cell}");
        }
    }
}

#[test]
fn boards_that_cannot_be_are_refused() {
    let read = |rows: [&str; 6]| serde_json::from_value::<ConnectFour>(serde_json::json!({ "board": rows }));
    let empty = ".......";
    let fault = |rows| read(rows).unwrap_err().to_string();
    assert!(fault([empty, empty, empty, empty, "X......", "......."]).contains("hangs in the air"));
    assert!(fault([empty, empty, empty, empty, empty, "XX....."]).contains("take turns"));
    let won = read([empty, empty, empty, empty, "OOO....", "XXXX..."]).unwrap();
    assert_eq!(won.winner(), Some(Player::FIRST));
    assert!(fault([empty, empty, empty, empty, "OOOO...", "XXXX..."]).contains("before the last move"));
    assert!(fault([empty, empty, empty, empty, empty, "Z......"]).contains("'Z'"));
    assert!(fault([empty, empty, empty, empty, empty, "X....."]).contains("6 rows of 7"));
    assert_eq!(read([empty, empty, empty, empty, empty, "...X..."]).unwrap(), after("4"));
}

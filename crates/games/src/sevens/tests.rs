use super::*;
use yomi_core::testkit::{Effort, rules, text, views};
use yomi_core::{Rng, Ruleset};

fn variants() -> impl Iterator<Item = Rules> {
    let tunnels = [Tunnel::Contest, Tunnel::Closing, Tunnel::Reverse, Tunnel::Plain];
    tunnels.into_iter().flat_map(|tunnel| {
        [(2, 3), (3, 3), (4, 0), (6, 1)]
            .map(|(players, passes)| Rules { variant: Variant { tunnel, players, passes } })
    })
}

#[test]
fn keeps_the_contract() {
    for game in variants() {
        let start = |seed| game.start(seed);
        rules::check_rules(Effort::games(40), start);
        rules::check_keys(Effort::games(40), start);
        views::check_views(Effort::games(40), start);
        views::check_refusals(Effort::games(5), start);
        views::check_info_keys(Effort::games(40), start, None);
        text::check_text(Effort::games(20), &game);
    }
}

fn cards(text: &str) -> Cards {
    text.split_whitespace().map(|word| word.parse::<Card>().unwrap()).collect()
}

/// What is playable with these cards on the table.
fn open(tunnel: Tunnel, table: &str) -> Cards {
    let mut board = Rules { variant: Variant { tunnel, ..Variant::default() } }.start(0).board;
    board.table = cards(table);
    board.open()
}

#[test]
fn every_lane_is_open_at_its_first_gap() {
    for tunnel in [Tunnel::Contest, Tunnel::Closing, Tunnel::Reverse, Tunnel::Plain] {
        assert_eq!(open(tunnel, ""), cards("S6 S8 H6 H8 D6 D8 C6 C8"));
        // S4 lies beyond a gap: its lane is open at the gap, S5.
        assert_eq!(open(tunnel, "S6 S4 H8 H9 H10"), cards("S5 S8 H6 HJ D6 D8 C6 C8"));
    }
}

#[test]
fn the_tunnel_opens_as_each_rule_set_says() {
    let others = "H6 H8 D6 D8 C6 C8";
    for (tunnel, table, spades) in [
        (Tunnel::Contest, "SA", "S6 S8 SK"),
        (Tunnel::Contest, "SK", "S6 S8 SA"),
        (Tunnel::Contest, "SA SK", "S6 S8"),
        (Tunnel::Contest, "S6 S5 S4 S3 S2 SA", "S8 SK"),
        (Tunnel::Closing, "SA", "S8"),
        (Tunnel::Closing, "SK", "S6"),
        (Tunnel::Closing, "SA SK", "S6 S8"),
        (Tunnel::Reverse, "SA", "S6 SK"),
        (Tunnel::Reverse, "SA SK", "S2 SQ"),
        (Tunnel::Reverse, "SK SQ SJ", "SA S8"),
        (Tunnel::Reverse, "S6 S5 S4 S3 S2 SA S8 SK", "SQ"),
        (Tunnel::Plain, "SA", "S6 S8"),
        (Tunnel::Plain, "SA SK", "S6 S8"),
    ] {
        assert_eq!(open(tunnel, table), cards(&format!("{spades} {others}")), "{tunnel:?} {table}");
    }
}

/// The rules again, taken literally from the rules page and without bit tricks: 13 cells per suit.
fn open_by_the_page(tunnel: Tunnel, table: Cards) -> Cards {
    let mut open = Cards::NONE;
    for suit in Suit::ALL {
        let lies = |number: u32| Card::new(suit, number).is_none_or(|card| table.has(card));
        let mut add = |number: Option<u32>| {
            if let Some(card) = number.and_then(|n| Card::new(suit, n)) {
                open = open.with(card);
            }
        };
        let (ace, king) = (lies(1), lies(13));
        let low = (1..7).rev().find(|&n| !lies(n));
        let high = (8..14).find(|&n| !lies(n));
        match tunnel {
            Tunnel::Plain => [low, high].into_iter().for_each(&mut add),
            Tunnel::Contest => {
                [low, high].into_iter().for_each(&mut add);
                add((ace && !king).then_some(13));
                add((king && !ace).then_some(1));
            }
            Tunnel::Closing => {
                add(low.filter(|_| king || !ace));
                add(high.filter(|_| ace || !king));
            }
            Tunnel::Reverse => {
                add(if king { (1..7).find(|&n| !lies(n)) } else { low });
                add(if ace { (8..14).rev().find(|&n| !lies(n)) } else { high });
            }
        }
    }
    open
}

#[test]
fn one_addition_finds_what_the_page_says() {
    let mut rng = Rng::new(7);
    let mut board = Rules::default().start(0).board;
    for _ in 0..20_000 {
        // Tables from sparse to nearly full.
        let bits = [rng.next_u64(), rng.next_u64(), rng.next_u64()];
        let table = match rng.below(3) {
            0 => bits[0],
            1 => bits[0] & bits[1],
            _ => bits[0] | bits[1] | bits[2],
        };
        board.table = Cards::from_bits(table);
        for tunnel in [Tunnel::Contest, Tunnel::Closing, Tunnel::Reverse, Tunnel::Plain] {
            board.variant.tunnel = tunnel;
            let open = open_by_the_page(tunnel, board.table);
            assert_eq!(board.open(), open, "{tunnel:?} {:?}", board.table);
            let hand = Cards::from_bits(bits[2]) - board.table;
            assert_eq!(board.open_among(hand), open & hand, "{tunnel:?} {:?} {hand:?}", board.table);
        }
    }
}

#[test]
fn the_turn_goes_to_the_next_seat_that_is_in() {
    let mut board = Rules::default().start(0).board;
    for playing in 1..1 << MAX_PLAYERS {
        board.playing = playing;
        for seat in Player::all(MAX_PLAYERS) {
            let round = std::iter::successors(Some(seat.next(MAX_PLAYERS)), |p| Some(p.next(MAX_PLAYERS)));
            let next = round.take(MAX_PLAYERS).find(|&p| board.is_in(p));
            assert_eq!(Some(board.after(seat)), next, "after {seat} of {playing:b}");
        }
    }
}

#[test]
fn deals_are_even_and_the_seven_of_diamonds_begins() {
    for game in variants() {
        for seed in 0..50 {
            let state = game.start(seed);
            let held: u32 = state.hands.iter().map(|h| h.len()).sum();
            assert_eq!(held, 48);
            let most = 52u32.div_ceil(u32::from(game.variant.players));
            let sevens: u32 =
                Player::all(state.players()).map(|p| dealt(&game, p) - state.hand(p).len()).sum();
            assert_eq!(sevens, 4, "what the hands lack is the sevens");
            assert!(state.hands.iter().all(|h| h.len() <= most));
            assert!(matches!(state.turn(), Turn::Player(_)));
        }
    }
}

/// How many cards a seat is dealt, including sevens.
fn dealt(game: &Rules, seat: Player) -> u32 {
    let players = u32::from(game.variant.players);
    52 / players + u32::from((seat.index() as u32) < 52 % players)
}

/// A small game: hands as text, the first seat begins.
fn game(passes: u8, hands: [&str; 3]) -> Sevens {
    let mut all = [Cards::NONE; MAX_PLAYERS];
    all.iter_mut().zip(hands).for_each(|(hand, text)| *hand = cards(text));
    let mut state = Sevens::deal(Variant { passes, ..Variant::default() }, all, Player::FIRST);
    let held = all.iter().fold(Cards::NONE, |sum, h| sum | *h);
    state.board.table = !held;
    state
}

fn play(state: &mut Sevens, line: &str) {
    line.split_whitespace().for_each(|word| state.play(word.parse().unwrap()).unwrap());
}

#[test]
fn the_last_card_wins_at_once() {
    let mut state = game(3, ["S6", "S5 S4", "S3 S2"]);
    play(&mut state, "S6");
    assert_eq!(state.turn(), Turn::Over);
    assert_eq!([0, 1, 2].map(|p| state.payoff(Player::new(p))), [1.0, 0.0, 0.0]);
    assert_eq!(state.board().ranking(), [1, 2, 2]);
}

#[test]
fn a_pass_too_many_bursts_and_the_last_one_in_wins() {
    let mut state = game(1, ["S6 SQ", "S5 S4", "S3 S2 D5"]);
    play(&mut state, "pass pass D5 pass");
    assert_eq!(state.board().place(Player::FIRST).burst, 1);
    assert_eq!(state.hand(Player::FIRST), Cards::NONE);
    assert!(state.board().table().has("SQ".parse().unwrap()), "the burst hand lies on the table");
    assert_eq!(state.playable(), cards("S5"), "the six that burst lies, so the five is open");
    play(&mut state, "pass");
    assert_eq!(state.turn(), Turn::Over);
    assert_eq!(state.payoff(Player::new(2)), 1.0);
    assert_eq!(state.board().ranking(), [3, 2, 1]);
}

#[test]
fn impossible_events_are_named() {
    let state = game(1, ["S6 SQ", "S5 S4", "S3 S2 D5"]);
    let fault = |seat: usize, line: &str| {
        let mut view = yomi_core::View::new(Player::new(seat), state.seen(Player::new(seat)));
        let mut events = line.split_whitespace().map(|w| w.parse::<Event>().unwrap());
        events.find_map(|e| view.observe::<Sevens>(e).err()).expect("one is refused").0.en
    };
    assert!(fault(0, "S6 S5 S6").contains("S6 is already on the table"));
    assert!(fault(0, "S5").contains("S5 cannot be played yet; open: S6 SQ D5"));
    assert!(fault(0, "D5").contains("D5 is not in your hand"));
    assert!(fault(1, "S6 pass S5").contains("it is seat 2's turn, and S5 is in your hand"));
    assert!(fault(0, "pass pass pass pass").contains("burst"));
    assert!(fault(0, "pass=S6+SQ").contains("cannot burst yet"));
    assert!(fault(1, "pass pass pass pass=S6+S5").contains("S5 cannot be in the hand of seat 0"));
    assert!(fault(1, "pass pass pass pass=S6").contains("1 cards, but it has 2"));
}

#[test]
fn what_lay_open_at_a_pass_is_kept() {
    let mut state = game(3, ["S6 SQ", "S5 S4", "S3 S2 D5"]);
    state.apply(Action::Pass);
    let open = state.board().open();
    assert!(!open.is_empty());
    assert_eq!(state.board().passed_over(Player::FIRST), open);
    assert_eq!(state.board().passed_over(Player::new(1)), Cards::NONE);
    let seen = state.seen(Player::new(1));
    let mut written = serde_json::to_value(seen).unwrap();
    assert_eq!(serde_json::from_value::<SeenSevens>(written.clone()).unwrap(), seen);
    written["passed_at"] = serde_json::json!([[], null, [], ["S2"]]);
    let fault = serde_json::from_value::<SeenSevens>(written.clone()).unwrap_err().to_string();
    assert!(fault.contains("passed_at: 4 seats; expected at most 3"), "{fault}");
    written.as_object_mut().unwrap().remove("passed_at");
    let forgot = serde_json::from_value::<SeenSevens>(written).unwrap();
    assert_eq!(forgot.board.passed_over(Player::FIRST), Cards::NONE);
}

#[test]
fn views_that_do_not_add_up_are_refused() {
    let seen = game(3, ["S6 SQ", "S5 S4", "S3 S2 D5"]).seen(Player::FIRST);
    let good = serde_json::to_value(seen).unwrap();
    assert_eq!(serde_json::from_value::<SeenSevens>(good.clone()).unwrap(), seen);
    let fault = |path: &str, value: serde_json::Value| {
        let mut bad = good.clone();
        *bad.pointer_mut(path).unwrap() = value;
        serde_json::from_value::<SeenSevens>(bad).unwrap_err().to_string()
    };
    assert!(fault("/hand", serde_json::json!(["S6", "S6"])).contains("S6 is listed twice"));
    assert!(fault("/hand", serde_json::json!(["S6", "S7"])).contains("sevens lie on the table"));
    assert!(fault("/hand", serde_json::json!(["S6", "X1"])).contains("\"X1\" is not a card"));
    assert!(fault("/hand", serde_json::json!(["S6", "H6"])).contains("H6 is in the hand and on the table"));
    assert!(fault("/seats/1/cards", serde_json::json!(3)).contains("are 49; expected 48"));
    assert!(fault("/seats/0/cards", serde_json::json!(3)).contains("the hand lists 2"));
    assert!(fault("/seats/2/passes", serde_json::json!(4)).contains("pass number 4 is a burst"));
    assert!(fault("/seats/2/burst", serde_json::json!(1)).contains("seat 2 has burst"));
    assert!(fault("/turn", serde_json::json!(3)).contains("there is no seat 3"));
}

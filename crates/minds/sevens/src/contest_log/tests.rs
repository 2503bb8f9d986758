use super::*;
use serde_json::{Value, json};
use yomi_core::{Hidden, Rng, Ruleset, State};
use yomi_games::sevens::Rules;

/// How a game is written as a log.
#[derive(Clone, Copy)]
struct Style {
    order: [Suit; 4],
    sevens: bool,
    sizes: bool,
}

const CONTEST: [Suit; 4] = [Suit::Spades, Suit::Clubs, Suit::Hearts, Suit::Diamonds];

/// A game so far, as the engine's log and as it really was.
struct Game {
    state: Sevens,
    view: ViewOf<Sevens>,
    plays: Vec<(Player, Card)>,
    first: Player,
    /// Whether there was a round in which every seat in the game passed.
    whole_round: bool,
}

/// A game of players who sometimes pass on purpose, stopped after this many moves.
fn game(variant: Variant, seed: u64, moves: usize, wilful: u32) -> Game {
    let rules = Rules { variant };
    let mut rng = Rng::new(seed);
    let mut state = rules.start(seed);
    let seat = Player::new(rng.below(u32::from(variant.players)) as usize);
    let mut view = View::new(seat, state.seen(seat));
    let (first, mut plays, mut in_a_row, mut whole_round) = (state.board().mover(), Vec::new(), 0, false);
    for _ in 0..moves {
        let Turn::Player(mover) = state.turn() else { break };
        let action = if rng.below(100) < wilful { Action::Pass } else { state.random_action(&mut rng) };
        in_a_row = if action == Action::Pass { in_a_row + 1 } else { 0 };
        whole_round |= in_a_row >= state.board().seats_in();
        if let Action::Play(card) = action {
            plays.push((mover, card));
        }
        view.observe::<Sevens>(state.event(action, seat)).unwrap();
        state.apply(action);
    }
    Game { state, view, plays, first, whole_round }
}

impl Game {
    fn log(&self, style: Style) -> Value {
        let board = self.state.board();
        let players = board.players();
        let (mut cards, mut seats) = (Vec::new(), Vec::new());
        if style.sevens {
            // Who held the other sevens does not matter to the rules; the first mover held the 7 of diamonds.
            cards.push("D7".to_string());
            seats.push(self.first.index());
        }
        cards.extend(self.plays.iter().map(|(_, card)| card.to_string()));
        seats.extend(self.plays.iter().map(|(p, _)| p.index()));
        let cell =
            |suit, number| u8::from(Card::new(suit, number).is_none_or(|card| board.table().has(card)));
        let row = |suit: Suit| (1..=13).map(|number| cell(suit, number)).collect::<Vec<u8>>();
        let places = || Player::all(players).map(|p| board.place(p));
        let mut log = json!({
            "players_num": players,
            "my_player_num": self.view.seat,
            "my_hands": self.view.now.hand,
            "all_actions": cards,
            "all_players": seats,
            "pass_count": places().map(|p| p.passes).collect::<Vec<_>>(),
            "out_player": Player::all(players).filter(|p| !board.is_in(*p)).collect::<Vec<_>>(),
            "field_cards": style.order.map(row),
            "turn_player": board.mover(),
        });
        if style.sizes {
            log["hand_sizes"] = json!(places().map(|p| p.cards).collect::<Vec<_>>());
        }
        log
    }

    fn bursts(&self) -> usize {
        Player::all(self.state.players()).filter(|p| !self.state.board().is_in(*p)).count()
    }
}

fn import(log: &Value, variant: Variant) -> Result<ViewOf<Sevens>, Rejected> {
    serde_json::from_value::<ContestLog>(log.clone()).expect("a log has this form").view(variant)
}

fn three() -> Variant {
    Variant::default()
}

#[test]
fn games_come_back_as_they_were() {
    let style = Style { order: CONTEST, sevens: true, sizes: true };
    let (mut exact, mut bursts, mut passes) = (0, 0, 0);
    for seed in 0..400 {
        let players = [3, 3, 2, 4, 5, 6][seed as usize % 6];
        let variant = Variant { players, ..three() };
        let game = game(variant, seed, (seed as usize * 7) % 75, if seed % 2 == 0 { 0 } else { 15 });
        let view = import(&game.log(style), variant).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        bursts += game.bursts();
        assert_eq!(view.seat, game.view.seat);
        // The log does not say which of several bursts was first, nor who laid down what.
        if game.bursts() < 2 {
            let now = |view: &ViewOf<Sevens>| {
                let places = Player::all(usize::from(players)).map(|p| *view.now.board.place(p));
                (view.now.hand, view.now.board.turn(), places.collect::<Vec<_>>())
            };
            assert_eq!(now(&view), now(&game.view), "seed {seed}");
            // The log does not say when a whole round passed, and so not what was open then.
            if !game.whole_round {
                assert_eq!(view, game.view, "seed {seed}");
                exact += 1;
            }
        }
        assert_eq!(view.now.board.table(), game.view.now.board.table());
        for p in Player::all(usize::from(players)) {
            let (here, there) = (view.now.board.place(p), game.view.now.board.place(p));
            assert_eq!((here.cards, here.passes), (there.cards, there.passes), "seed {seed}");
            passes += u32::from(here.passes);
        }
    }
    assert!(exact > 250 && bursts > 100 && passes > 400, "{exact} {bursts} {passes}");
}

#[test]
fn rows_in_the_usual_order_and_no_sizes_are_understood() {
    for seed in 0..100 {
        let game = game(three(), seed, seed as usize % 50, 0);
        if game.state.turn() == Turn::Over {
            continue;
        }
        let style = Style { order: Suit::ALL, sevens: false, sizes: false };
        let mut log = game.log(style);
        if game.bursts() > 0 {
            log["suits"] = json!("SHDC");
        }
        let view = import(&log, three()).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        let words = |view: &ViewOf<Sevens>| view.events.iter().map(|e| String::from(*e)).collect::<Vec<_>>();
        assert_eq!(words(&view), words(&game.view), "seed {seed}");
        assert_eq!(
            (view.now.hand, view.now.board.table()),
            (game.view.now.hand, game.view.now.board.table())
        );
        let cards =
            |view: &ViewOf<Sevens>| Player::all(3).map(|p| view.now.board.place(p).cards).collect::<Vec<_>>();
        let off = cards(&view).iter().zip(cards(&game.view)).map(|(a, b)| a.abs_diff(b)).max().unwrap();
        assert!(off <= 3, "seed {seed}: {:?} {:?}", cards(&view), cards(&game.view));
    }
}

#[test]
fn a_round_of_passes_is_put_late() {
    let game = game(three(), 3, 0, 0);
    let mut log = game.log(Style { order: CONTEST, sevens: true, sizes: true });
    // Everybody passed once and nobody played: one round, and the turn is where it was.
    log["pass_count"] = json!([1, 1, 1]);
    let view = import(&log, three()).unwrap();
    assert_eq!(view.events, [Event::Pass; 3]);
    assert_eq!(view.now.hand, game.view.now.hand);
}

#[test]
fn contradictions_are_named() {
    let game = (0..)
        .map(|seed| game(three(), seed, 24, 0))
        .find(|g| g.bursts() == 0 && g.view.now.hand.len() > 3)
        .unwrap();
    let good = game.log(Style { order: CONTEST, sevens: true, sizes: true });
    import(&good, three()).unwrap();
    let fault = |path: &str, value: Value| {
        let mut bad = good.clone();
        *bad.pointer_mut(path).unwrap_or_else(|| panic!("{path}")) = value;
        import(&bad, three()).expect_err(path).0.en
    };
    let (seat, card) = game.plays[4];
    let wrong = (seat.index() + 1) % 3;
    let out_of_turn = fault("/all_players/5", json!(wrong));
    assert!(
        out_of_turn.contains("all_actions: entry") && out_of_turn.contains(&format!("seat {wrong}")),
        "{out_of_turn}"
    );
    assert!(fault("/all_actions/4", json!(card.to_string())).contains("it was played before"));
    let own = game.view.now.hand.iter().next().unwrap().to_string();
    assert!(fault("/all_actions/4", json!(own)).contains("entry 5"));
    assert!(fault("/all_actions/4", json!("X9")).contains("entry 5 (X9"));
    assert!(fault("/all_players/4", json!(7)).contains("no such seat"));
    assert!(fault("/all_players", json!([0])).contains("expected as many"));
    assert!(fault("/pass_count", json!([0, 0])).contains("expected one for each"));
    assert!(fault("/pass_count/1", json!(4)).contains("not in out_player"));
    assert!(fault("/out_player", json!([1])).contains("a burst is pass 4"));
    assert!(fault("/out_player", json!([5])).contains("there is no seat 5"));
    assert!(fault("/out_player", json!([1, 2, 1])).contains("out_player: seat 1 is listed twice"));
    assert!(
        fault("/turn_player", json!((game.state.board().mover().index() + 1) % 3))
            .contains("turn_player: seat")
    );
    assert!(fault("/field_cards/0", json!([1])).contains("4 rows of 13"));
    assert!(fault("/field_cards/2/6", json!(0)).contains("the sevens lie"));
    assert!(fault("/hand_sizes/0", json!(40)).contains("hand_sizes: "));
    assert!(fault("/my_hands", json!(["S7"])).contains("my_hands: "));
    assert!(fault("/players_num", json!(4)).contains("the settings say 3"));
}

#[test]
fn a_seat_that_never_had_a_card_is_named() {
    let game = game(three(), 3, 0, 0);
    let mut log = game.log(Style { order: CONTEST, sevens: true, sizes: false });
    log["my_hands"] = json!([]);
    let said = import(&log, three()).unwrap_err().0.en;
    assert!(said.contains(&format!("my_hands: seat {} has no card", game.view.seat)), "{said}");
    let mut log = game.log(Style { order: CONTEST, sevens: true, sizes: true });
    let [a, b] = [1, 2].map(|step| (game.view.seat.index() + step) % 3);
    let both = log["hand_sizes"][a].as_u64().unwrap() + log["hand_sizes"][b].as_u64().unwrap();
    log["hand_sizes"][a] = json!(0);
    log["hand_sizes"][b] = json!(both);
    let said = import(&log, three()).unwrap_err().0.en;
    assert!(said.contains(&format!("hand_sizes: seat {a} has no card")), "{said}");
}

#[test]
fn a_card_before_its_neighbour_is_named() {
    let game = game(three(), 3, 0, 0);
    let mut log = game.log(Style { order: CONTEST, sevens: true, sizes: false });
    let first = game.first;
    let own = game.view.start.hand;
    let far = (!own).iter().find(|c| c.distance() == 3).unwrap();
    log["all_actions"] = json!(["D7", far.to_string()]);
    log["all_players"] = json!([first, first]);
    let row = CONTEST.iter().position(|s| *s == far.suit()).unwrap();
    log["field_cards"][row][far.number() as usize - 1] = json!(1);
    log["turn_player"] = json!((first.index() + 1) % 3);
    let said = import(&log, three()).unwrap_err().0.en;
    assert!(
        said.contains(&format!("entry 2 ({far} of seat {first})")) && said.contains("cannot be played yet"),
        "{said}"
    );
}

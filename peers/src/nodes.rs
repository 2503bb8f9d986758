//! Yomi's games node by node, for somebody else to check. A line is a path of words: the cards of both seats
//! where there are any, then actions as people type them. The answer is everything the rules say of the node
//! at its end.

use serde::Serialize;
use serde_json::{Value, json};
use yomi_core::{Chance, Hidden, InfoSets, Keyed, Player, Ruleset, State, Turn, View, ViewOf};
use yomi_games::cards::Rank;
use yomi_games::{ConnectFour, Kuhn, Leduc, connect_four, kuhn, leduc};

pub type Answer = fn(&str) -> Result<Value, String>;

pub fn of(game: &str) -> Result<Answer, String> {
    match game {
        "connect-four" => {
            Ok(|line| at(&connect_four::Rules, ConnectFour::default(), 1.0, words(line), |s, _| s.key()))
        }
        "kuhn" => Ok(|line| {
            let (cards, path) = dealt(line)?;
            if cards[0] == cards[1] {
                return Ok(refused("there is one card of each rank"));
            }
            at(&kuhn::Rules, Kuhn::deal(cards), 1.0 / Kuhn::deals().count() as f64, path, info_key)
        }),
        "leduc" => Ok(|line| {
            let (cards, path) = dealt(line)?;
            let deal =
                Leduc::deals().find(|(s, _)| [Player::FIRST, Player::SECOND].map(|p| s.card(p)) == cards);
            let Some((start, chance)) = deal else { return Ok(refused("it is never dealt")) };
            at(&leduc::Rules, start, chance, path, info_key)
        }),
        _ => Err(format!("{game:?} is not compared; expected connect-four, kuhn or leduc")),
    }
}

fn info_key<S: InfoSets>(state: &S, seat: Player) -> u64 {
    state.info_key(seat, S::Grain::default())
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split_whitespace()
}

/// The cards at the beginning of a path, and the rest of it.
fn dealt(line: &str) -> Result<([Rank; 2], impl Iterator<Item = &str>), String> {
    let mut path = words(line);
    let mut card = || path.next().unwrap_or_default().parse::<Rank>().map_err(|why| why.to_string());
    let cards = [card()?, card()?];
    Ok((cards, path))
}

/// Yomi does not know such a node.
fn refused(why: impl ToString) -> Value {
    json!({"refused": why.to_string()})
}

/// Walks the path by the checked doors: a step that Yomi would not allow is told and not taken.
fn at<'a, R: Ruleset>(
    rules: &R,
    start: R::State,
    dealt: f64,
    path: impl Iterator<Item = &'a str>,
    key: impl Fn(&R::State, Player) -> u64,
) -> Result<Value, String> {
    let seats = [Player::FIRST, Player::SECOND];
    let mut state = start;
    let mut views: [ViewOf<R::State>; 2] = seats.map(|p| View::new(p, state.seen(p)));
    for word in path {
        let Ok(action) = rules.parse_action(word) else { return Ok(refused(format!("{word} is no action"))) };
        let possible = match state.turn() {
            Turn::Chance => state.outcomes().iter().any(|(a, _)| *a == action),
            _ => state.is_legal(action),
        };
        if !possible {
            return Ok(refused(format!("{word} cannot happen")));
        }
        for view in &mut views {
            let event = state.event(action, view.seat);
            view.observe::<R::State>(event).map_err(|why| format!("{word} is not observed: {why}"))?;
        }
        state.apply(action);
    }
    let turn = match state.turn() {
        Turn::Player(p) => json!(p.index()),
        Turn::Chance => json!("chance"),
        Turn::Over => json!("over"),
    };
    let over = state.turn() == Turn::Over;
    Ok(json!({
        "turn": turn,
        "actions": State::actions(&state).into_iter().map(|a| rules.action_text(a)).collect::<Vec<_>>(),
        "outcomes": state.outcomes().into_iter().map(|(a, p)| json!([rules.action_text(a), p])).collect::<Vec<_>>(),
        "payoffs": over.then(|| seats.map(|p| state.payoff(p))),
        "dealt": dealt,
        "seats": seats.map(|p| seat(&state, &views[p.index()], key(&state, p))),
    }))
}

/// What a seat knows, in all the forms that Yomi has for it: its log, its present, and the number that names
/// both.
fn seat<S: Hidden>(state: &S, view: &ViewOf<S>, key: u64) -> Value
where
    S::Seen: Serialize,
{
    let own_moves = S::seen_turn(&view.now) == Turn::Player(view.seat);
    assert!(!own_moves || S::seen_actions(&view.now) == State::actions(state), "a seat sees its moves");
    json!({"start": view.start, "events": view.events, "now": view.now, "seen": state.seen(view.seat), "key": key})
}

//! How well it is known what the opponent holds: by the cards seen alone, and by what it did with those that were not.
//! docs/results.md has the table.
//!
//! `cargo run --release -p yomi-duel --example duel_hands -- heuristic 400 11`: who plays (`heuristic`, `policy` or
//! `random`), games and seed; `rules` as a fourth word reads without the network, and four more numbers are walks, steps
//! to settle, hands of a walk and steps between them.

use std::env::args;
use yomi_core::{Hidden, Inference, Luck, Player, Policy, Rng, Ruleset, State, Turn, View};
use yomi_duel::behaviour::{ByBehaviour, Effort, MANNERS, Manner};
use yomi_duel::card_file::standard_rules;
use yomi_duel::card_head::{self, KINDS};
use yomi_duel::learnt::Learnt;
use yomi_duel::scored::Score;
use yomi_duel::vector::{History, Sparse};
use yomi_duel::{Heuristic, Zone};
use yomi_games::Duel;
use yomi_games::duel::{Action, Rules};

fn said(score: &Score) -> String {
    let scored = score.scored();
    format!("{:.4} | {:.1}", scored.log_loss, 100.0 * scored.error)
}

/// The players of a table.
enum Who {
    Rules,
    Learnt(Box<Learnt>),
    Random,
}

impl Who {
    fn choose(&self, state: &Duel, mover: Player, history: &History, rng: &mut Rng) -> Action {
        match self {
            Who::Rules => Heuristic::default().choose(state, rng),
            Who::Random => state.random_action(rng),
            Who::Learnt(learnt) => {
                let actions = State::actions(state);
                let mut input = Sparse::default();
                learnt.look(&state.seen(mover), history, &mut input).favourite(&actions)
            }
        }
    }
}

fn main() {
    let word = |n: usize, default: &str| args().nth(n).unwrap_or_else(|| default.to_string());
    let who = match word(1, "heuristic").as_str() {
        "policy" => Who::Learnt(Box::new(Learnt::shipped())),
        "random" => Who::Random,
        _ => Who::Rules,
    };
    let (games, seed): (usize, u64) = (word(2, "200").parse().unwrap(), word(3, "0").parse().unwrap());
    let learnt = (word(4, "net") != "rules").then(Learnt::shipped);
    let usual = Effort::default();
    let number = |n: usize, usual: u32| word(n, &usual.to_string()).parse().unwrap();
    let effort = Effort {
        walks: number(5, usual.walks),
        settle: number(6, usual.settle),
        hands: number(7, usual.hands),
        between: number(8, usual.between),
    };
    let inference = ByBehaviour { effort, learnt };
    let rules = standard_rules();
    let set = rules.set;
    let kinds: Vec<(&str, u64)> = KINDS.into_iter().zip(card_head::kinds(set)).collect();
    let mut scores = vec![[Score::default(), Score::default()]; kinds.len()];
    let mut manners = [0.0; MANNERS];
    let mut readings = 0.0;
    for game in Rules::seeds(seed, games) {
        play(&rules, &who, game, |state, view| {
            let mut belief = inference.read(view).expect("a game of the rules");
            belief.prepare(&mut Rng::new(game));
            let hidden = state.side_of(view.seat.other());
            let unknown = hidden.hand.minus(&hidden.shown).expect("shown cards are in the hand");
            let by_cards = Zone::hidden_hand(&view.now, belief.deck_reading());
            for ((_, cards), [alone, done]) in kinds.iter().zip(&mut scores) {
                let held = unknown.kinds() & cards != 0;
                alone.add(by_cards.holds(*cards), held);
                done.add(belief.holds(*cards).expect("read"), held);
            }
            manners.iter_mut().zip(belief.manners().expect("read")).for_each(|(sum, p)| *sum += p);
            readings += 1.0;
        });
    }
    println!("{readings} readings");
    let of = |(manner, sum): (&Manner, f64)| format!("{} {:.1}%", manner.key(), 100.0 * sum / readings);
    println!("{}", Manner::ALL.iter().zip(manners).map(of).collect::<Vec<_>>().join(", "));
    println!("| holds | log-loss by cards | error, points | log-loss by behaviour | error, points |");
    println!("|---|---:|---:|---:|---:|");
    for ((name, _), [alone, done]) in kinds.iter().zip(&scores) {
        println!("| {name} | {} | {} |", said(alone), said(done));
    }
}

/// Plays a game and shows what a seat sees at one of its decisions, drawn at random, once for each seat.
fn play(
    rules: &Rules,
    who: &Who,
    seed: u64,
    mut show: impl FnMut(&Duel, &View<yomi_games::duel::SeenDuel, Action>),
) {
    let mut state = rules.start(seed);
    let (mut luck, mut rng) = (Luck::new(seed), Rng::new(seed).split(1));
    let mut views = [Player::FIRST, Player::SECOND].map(|seat| View::new(seat, state.seen(seat)));
    let mut histories = [Player::FIRST, Player::SECOND].map(History::new);
    loop {
        let action = match state.turn() {
            Turn::Player(mover) => {
                let view = &views[mover.index()];
                if state.active() == mover && rng.below(12) == 0 && !view.events.is_empty() {
                    show(&state, view);
                }
                who.choose(&state, mover, &histories[mover.index()], &mut rng)
            }
            Turn::Chance => luck.draw(&state),
            Turn::Over => return,
        };
        for view in &mut views {
            let event = state.event(action, view.seat);
            let before = view.now.table;
            view.observe::<Duel>(event).expect("what happens can be seen");
            histories[view.seat.index()].follow(&before, event);
        }
        state.apply(action);
    }
}

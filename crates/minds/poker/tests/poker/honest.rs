//! Beliefs and players of the games with hidden information obey the laws of the test kit: worlds agree with
//! views, and no player uses hidden information.

use yomi_core::joint::SeenRound;
use yomi_core::testkit::{Effort, peek, worlds};
use yomi_core::{
    Belief, Contradiction, Hidden, Inference, Player, Rng, Ruleset, Serialized, State, Turn, Uniform, View,
    ViewOf, ViewSearch,
};
use yomi_games::cards::{Heard, Rank};
use yomi_games::grid::duo::Extent;
use yomi_games::grid::{Direction, Size};
use yomi_games::{Kuhn, Leduc, SimultaneousMaze, kuhn, leduc, simultaneous_maze};
use yomi_poker::belief::{UnseenCards, other_card};
use yomi_poker::equilibrium::{Equilibrium, Solved};
use yomi_poker::manner::ByOwnCard;
use yomi_poker::reading::{ByBetting, ByCards};
use yomi_search::Flat;
use yomi_search::random::RandomPlayer;
use yomi_search::tree::{Duct, InTurns, IsMcts, IsMctsOptions, Mcts, MctsOptions, Observer};

/// Written from the rules: the opponent's card is any card not seen elsewhere; after a showdown everything is
/// seen.
fn swap_kuhn(state: &Kuhn, viewer: Player, rng: &mut Rng) -> Kuhn {
    if state.turn() == Turn::Over && !folded(state) {
        return *state;
    }
    let own = state.card(viewer);
    let others: Vec<Rank> = Rank::ALL.into_iter().filter(|&r| r != own).collect();
    let other = others[rng.below(others.len() as u32) as usize];
    let cards = if viewer == Player::FIRST { [own, other] } else { [other, own] };
    let mut twin = Kuhn::deal(cards);
    state.betting().into_iter().for_each(|b| twin.apply(b));
    twin
}

fn folded(state: &Kuhn) -> bool {
    state.betting().last() == Some(&yomi_games::cards::Bet::Fold)
}

fn swap_leduc(state: &Leduc, viewer: Player, rng: &mut Rng) -> Leduc {
    let table = state.table();
    if state.turn() == Turn::Over && table.folded().is_none() {
        return *state;
    }
    let mut deck: Vec<Rank> = Rank::ALL.into_iter().flat_map(|r| [r, r]).collect();
    let mut take = |card: Rank| deck.remove(deck.iter().position(|&c| c == card).unwrap());
    let own = take(state.card(viewer));
    table.public().map(&mut take);
    let other = deck[rng.below(deck.len() as u32) as usize];
    let mut twin = Leduc::deal(if viewer == Player::FIRST { [own, other] } else { [other, own] });
    let [first, second] = table.words();
    first.into_iter().for_each(|b| twin.apply(leduc::Action::Say(b)));
    table.public().into_iter().for_each(|card| twin.apply(leduc::Action::Public(card)));
    second.into_iter().for_each(|b| twin.apply(leduc::Action::Say(b)));
    twin
}

/// A world is possible if its own deal and the moves of the view lead to it.
fn replays<S: Hidden + PartialEq, A: Copy>(
    start: S,
    view: &View<S::Seen, Heard<A>>,
    world: &S,
    apply: impl Fn(&mut S, A),
) -> bool {
    let mut state = start;
    view.events.iter().for_each(|e| apply(&mut state, e.action));
    state == *world
}

type Maker<S> = Box<dyn Fn() -> Box<dyn ViewSearch<S>>>;

fn players<S: Solved>() -> Vec<Maker<S>> {
    let ismcts = |observer| {
        let options = IsMctsOptions { observer, ..Default::default() };
        move || Box::new(IsMcts::<S, _>::new(UnseenCards, options)) as Box<dyn ViewSearch<S>>
    };
    vec![
        Box::new(ismcts(Observer::Single)),
        Box::new(ismcts(Observer::Multiple)),
        Box::new(|| Box::new(IsMcts::<S, _>::new(ByBetting, IsMctsOptions::default()))),
        Box::new(|| Box::new(IsMcts::<S, _>::new(ByCards, IsMctsOptions::default()))),
        Box::new(|| Box::new(RandomPlayer)),
        Box::new(|| Box::new(ByOwnCard)),
        Box::new(|| Box::new(Equilibrium)),
    ]
}

#[test]
fn kuhn_is_honest() {
    let start = |seed| kuhn::Rules.start(seed);
    let possible = |view: &ViewOf<Kuhn>, world: &Kuhn| {
        let cards = [Player::FIRST, Player::SECOND].map(|p| world.card(p));
        replays(Kuhn::deal(cards), view, world, |s, a| s.apply(a))
    };
    worlds::check_worlds(Effort::default(), start, &UnseenCards, possible);
    worlds::check_worlds(Effort::default(), start, &ByBetting, possible);
    peek::check_info_sets(Effort::default(), start, swap_kuhn, true);
    for player in players::<Kuhn>() {
        peek::check_no_peek(Effort::games(100), start, swap_kuhn, &ByBetting, &player);
    }
}

#[test]
fn leduc_is_honest() {
    let start = |seed| leduc::Rules.start(seed);
    let possible = |view: &ViewOf<Leduc>, world: &Leduc| {
        let cards = [Player::FIRST, Player::SECOND].map(|p| world.card(p));
        replays(Leduc::deal(cards), view, world, |s, a| s.apply(a))
    };
    worlds::check_worlds(Effort::default(), start, &UnseenCards, possible);
    worlds::check_worlds(Effort::default(), start, &ByBetting, possible);
    peek::check_info_sets(Effort::default(), start, swap_leduc, true);
    for player in players::<Leduc>() {
        peek::check_no_peek(Effort::games(25), start, swap_leduc, &ByBetting, &player);
    }
}

/// Compared with the enumerated posterior: with K in hand and Q public, the opponent holds J, the other Q or
/// the other K.
#[test]
fn beliefs_have_the_right_odds() {
    let mut state = Leduc::deal([Rank::K, Rank::J]);
    for word in ["check", "check", "Q"] {
        state.apply(leduc::Rules.parse_action(word).unwrap());
    }
    let view = View::new(Player::FIRST, state.seen(Player::FIRST));
    assert_eq!(other_card::<Leduc>(&view.now), [(Rank::J, 0.5), (Rank::Q, 0.25), (Rank::K, 0.25)]);
    let mut belief = Inference::<Leduc>::read(&UnseenCards, &view).unwrap();
    let mut rng = Rng::new(11);
    let mut counts = [0.0f64; 3];
    let draws = 40_000.0;
    for _ in 0..draws as u32 {
        counts[belief.sample(&mut rng).0.card(Player::SECOND).index()] += 1.0;
    }
    let chi2: f64 =
        counts.iter().zip([0.5, 0.25, 0.25]).map(|(n, p)| (n - draws * p).powi(2) / (draws * p)).sum();
    // Two degrees of freedom: 18.4 is exceeded for one seed in ten thousand.
    assert!(chi2 < 18.4, "{counts:?}");
}

/// The opponent's choice of this turn: any of its moves.
#[derive(Clone, Copy)]
struct AnyChoice;

#[derive(Clone)]
struct Pending(SeenRound<SimultaneousMaze, Direction>);

impl Inference<Serialized<SimultaneousMaze>> for AnyChoice {
    type Belief = Pending;

    fn read(&self, view: &ViewOf<Serialized<SimultaneousMaze>>) -> Result<Pending, Contradiction> {
        Ok(Pending(view.now.clone()))
    }
}

impl Belief<Serialized<SimultaneousMaze>> for Pending {
    fn sample(&mut self, rng: &mut Rng) -> (Serialized<SimultaneousMaze>, f64) {
        let mut world = Serialized::new(self.0.game);
        if self.0.chosen.contains(Player::FIRST) {
            let action = self.0.own.unwrap_or_else(|| world.random_action(rng));
            world.apply(action);
        }
        (world, 1.0)
    }
}

/// Written from the rules: while seat 0's choice is pending, seat 1 cannot see it; everything else is seen.
fn swap_choice(
    state: &Serialized<SimultaneousMaze>,
    viewer: Player,
    rng: &mut Rng,
) -> Serialized<SimultaneousMaze> {
    let mut twin = Serialized::new(*state.game());
    if let Some(choice) = state.pending()[0] {
        let action = if viewer == Player::FIRST { choice } else { twin.random_action(rng) };
        twin.apply(action);
    }
    twin
}

#[test]
fn the_simultaneous_maze_is_honest() {
    let extent = Extent { size: Size { height: 3, width: 3 }, turns: 4 };
    let start = |seed| simultaneous_maze::Rules(extent).start(seed);
    let players: Vec<Maker<Serialized<SimultaneousMaze>>> = vec![
        Box::new(|| Box::new(RandomPlayer)),
        Box::new(|| Box::new(Duct::default())),
        Box::new(|| Box::new(InTurns(Flat { rollout: Uniform }))),
        Box::new(|| Box::new(InTurns(Mcts::new(MctsOptions::default())))),
    ];
    peek::check_info_sets(Effort::games(200), start, swap_choice, true);
    for player in players {
        peek::check_no_peek(Effort::games(50), start, swap_choice, &AnyChoice, &player);
    }
}

//! The toys that examples share keep the laws of the contract, and their answers are as they are described.

use yomi_core::belief::NothingHidden;
use yomi_core::testkit::ask::{decide, decide_seen};
use yomi_core::testkit::toys::{
    Akq, AnyDeal, Bet, Coins, Die, Nim, NimRules, Ones, Reroll, RockPaperScissors, Side,
};
use yomi_core::testkit::{Effort, payoffs, peek, rules, text, views, worlds};
use yomi_core::{
    Basis, Chance, Decision, Limits, OpenSearch, Player, Rng, Run, Search, Serialized, State, Turn,
    ViewSearch,
};

const FEW: Effort = Effort { games: 100, seed: 3, longest: 100 };

#[test]
fn nim_keeps_the_laws() {
    let start = |seed| Nim::new(1 + (seed % 12) as u8);
    rules::check_rules(FEW, start);
    rules::check_deterministic(FEW, start);
    rules::check_zero_sum(FEW, start);
    rules::check_keys(FEW, start);
    views::check_views(FEW, start);
    text::check_text(FEW, &NimRules { heap: 12 });
}

#[test]
fn the_mover_loses_at_nim_exactly_with_a_multiple_of_four() {
    fn mover_wins(state: Nim) -> bool {
        State::actions(&state).into_iter().any(|taken| {
            let mut next = state;
            next.apply(taken);
            !mover_wins(next)
        })
    }
    for heap in 1..=12 {
        assert_eq!(mover_wins(Nim::new(heap)), heap % 4 != 0, "a heap of {heap}");
    }
}

#[test]
fn the_akq_game_keeps_the_laws_and_hides_the_cards() {
    rules::check_rules(FEW, Akq::deal);
    rules::check_deterministic(FEW, Akq::deal);
    rules::check_zero_sum(FEW, Akq::deal);
    views::check_views(FEW, Akq::deal);
    views::check_refusals(FEW, Akq::deal);
    views::check_info_keys(FEW, Akq::deal, Some(()));
    worlds::check_worlds(FEW, Akq::deal, &AnyDeal, |view, world| {
        world.cards[view.seat.index()] == view.now.card
    });
    let swap = |state: &Akq, viewer: Player, rng: &mut Rng| {
        let own = state.cards[viewer.index()];
        let deals: Vec<_> =
            Akq::deals().into_iter().filter(|(deal, _)| deal.cards[viewer.index()] == own).collect();
        let (deal, _) = deals[rng.below(deals.len() as u32) as usize];
        Akq { cards: deal.cards, ..*state }
    };
    peek::check_info_sets(FEW, Akq::deal, swap, true);
    peek::check_no_peek(FEW, Akq::deal, swap, &AnyDeal, || Box::new(LastMove));
    assert!((Akq::deals().iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-12);
}

#[test]
fn the_other_toys_keep_the_laws() {
    rules::check_rules(FEW, |_| Reroll::START);
    rules::check_keys(FEW, |_| Reroll::START);
    views::check_views(FEW, |_| Reroll::START);
    rules::check_rules(FEW, |_| Coins::START);
    rules::check_deterministic(FEW, |_| Coins::START);
    rules::check_keys(FEW, |_| Coins::START);
    let round = |_| Serialized::new(RockPaperScissors::default());
    rules::check_rules(FEW, round);
    rules::check_zero_sum(FEW, round);
    rules::check_keys(FEW, round);
    views::check_views(FEW, round);
    rules::check_problem(&Ones, 5, 20);
}

#[test]
fn a_second_roll_pays_three_and_a_half() {
    let mut second = Reroll::after(4);
    second.apply(Die::Again);
    let mean: f64 = second
        .outcomes()
        .into_iter()
        .map(|(face, p)| {
            let mut rolled = second;
            rolled.apply(face);
            assert_eq!(rolled.turn(), Turn::Over);
            p * rolled.payoff(Player::FIRST)
        })
        .sum();
    assert!((mean - 3.5).abs() < 1e-12);
}

#[test]
fn the_far_coin_is_on_the_left() {
    let walk = |sides: [Side; 2]| {
        let mut coins = Coins::START;
        sides.into_iter().for_each(|side| coins.apply(side));
        payoffs(&coins)
    };
    assert_eq!(walk([Side::Left; 2]), [9.0]);
    assert_eq!(walk([Side::Right; 2]), [2.0]);
    assert_eq!(walk([Side::Right, Side::Left]), [1.0]);
}

#[test]
fn asking_a_search_gives_it_the_position_or_the_view_of_the_mover() {
    let mut second = Akq::deal(1);
    second.apply(Bet::Bet);
    let found = decide_seen(&mut LastMove, &second, Limits::iterations(1), 0);
    assert_eq!(found.map(|found| found.action), Ok(Bet::Call));
    assert_eq!(decide(&mut LastMove, &Nim::new(2), Limits::iterations(1), 0).action, 2);
    let open = decide_seen(&mut OpenSearch(LastMove), &Nim::new(2), Limits::iterations(1), 0);
    assert_eq!(open.map(|found| found.action), Ok(2));
    worlds::check_worlds(FEW, |_| Nim::new(5), &NothingHidden, |view, world| view.now == *world);
}

/// Plays the last of the legal moves.
struct LastMove;

impl<S: State> Search<S> for LastMove {
    fn decide(&mut self, state: &S, _: &mut Run<'_, S::Action>, _: &mut Rng) -> Decision<S::Action> {
        let actions = state.actions();
        Decision::immediate(Basis::Rule, actions[actions.len() - 1], actions)
    }
}

impl ViewSearch<Akq> for LastMove {
    fn decide(
        &mut self,
        view: &yomi_core::ViewOf<Akq>,
        _: &mut Run<'_, Bet>,
        _: &mut Rng,
    ) -> Result<Decision<Bet>, yomi_core::Contradiction> {
        let actions = view.legal::<Akq>();
        Ok(Decision::immediate(Basis::Rule, actions[actions.len() - 1], actions))
    }
}

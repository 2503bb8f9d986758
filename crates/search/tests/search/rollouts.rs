//! Games that are played out side by side end as they do one by one.

use yomi_core::{Chance, Player, Rng, Ruleset, State, Turn, Uniform};
use yomi_games::{connect_four, leduc, sevens, twin_cool};
use yomi_search::abreast::abreast;
use yomi_search::tree::rollout::{rollout, rollouts};

/// From the start and from the middle, some of them over already.
fn games<R: Ruleset<State: Chance>>(rules: &R, count: u64) -> Vec<(R::State, Rng)> {
    let luck = Rng::new(5);
    let begun = |i: u64| {
        let (mut state, mut rng) = (rules.start(luck.split(i).seed()), luck.split(!i));
        for _ in 0..i % 5 * 4 {
            match state.turn() {
                Turn::Over => break,
                Turn::Chance => state.apply(state.sample_outcome(&mut rng)),
                Turn::Player(_) => state.apply(state.random_action(&mut rng)),
            }
        }
        (state, rng)
    };
    (0..count).map(begun).collect()
}

fn check<R: Ruleset<State: Chance>>(rules: &R) {
    for count in [0, 1, 2, 3, 40, 41] {
        let mut side_by_side = games(rules, count);
        let mut one_by_one = side_by_side.clone();
        rollouts(&mut side_by_side, &mut Uniform);
        one_by_one.iter_mut().for_each(|(state, rng)| rollout(state, &mut Uniform, rng));
        for (i, ((a, luck_a), (b, luck_b))) in side_by_side.iter().zip(&one_by_one).enumerate() {
            assert_eq!(a.turn(), Turn::Over, "{}, game {i} of {count}", R::NAME);
            // Their positions and their random generators: any other game would differ in one of them.
            let paid = |state: &R::State| Player::all(state.players()).map(|p| state.payoff(p)).collect();
            let (paid_a, paid_b): (Vec<f64>, Vec<f64>) = (paid(a), paid(b));
            assert_eq!((paid_a, luck_a), (paid_b, luck_b), "{}, game {i} of {count}", R::NAME);
        }
    }
}

#[test]
fn side_by_side_is_as_one_by_one() {
    check(&sevens::Rules::default());
    check(&twin_cool::Rules::default());
    check(&connect_four::Rules);
    check(&leduc::Rules);
}

#[test]
fn two_take_turns_until_one_is_over() {
    let mut told = Vec::new();
    let mut left = [("a", 1), ("b", 3), ("c", 2)];
    abreast(&mut left, |(name, moves)| {
        told.extend((*moves > 0).then_some(*name));
        *moves > 0 && {
            *moves -= 1;
            true
        }
    });
    assert_eq!(told.concat(), "abbbcc");
    assert!(left.iter().all(|(_, moves)| *moves == 0));
}

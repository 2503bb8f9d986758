//! Learning a player's habits by watching: multinomial logistic regression on the cards that were chosen.

use super::super::policy::Tuned;
use super::super::policy::inputs::CardRows;
use super::super::seat::{SeatPolicy, Sight};
use super::{Leaning, NUMBERS, rows_of};
use rayon::prelude::*;
use yomi_core::{Hidden, Player, Rng, Ruleset, State, Turn, View, ViewOf};
use yomi_games::Sevens;
use yomi_games::sevens::{Action, Board, Card, Cards, Rules};

/// A choice that was seen: one of several cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    board: Board,
    hand: Cards,
    card: Card,
}

impl Choice {
    fn sight(&self) -> Sight<'_> {
        Sight { board: &self.board, hand: self.hand, playable: self.hand & self.board.open() }
    }
}

/// How well a player's choices are predicted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Foreseen {
    /// Mean logarithm of the likelihood of what was chosen, in nats.
    pub log_likelihood: f64,
    /// The same for a player who chooses any card.
    pub at_random: f64,
    /// Share of choices that were the likeliest.
    pub hits: f64,
}

/// Watches games in which all seats but one play as `act` does, which gets views. The one seat plays by the
/// tuned policies in turn, so that some players at the table pass on purpose.
pub fn watch<A>(rules: &Rules, games: u64, seed: u64, player: impl Fn() -> Option<A> + Sync) -> Vec<Choice>
where
    A: FnMut(&ViewOf<Sevens>, &mut Rng) -> Action,
{
    let rng = Rng::new(seed);
    let watched = |game: u64| {
        player().map(|player| watch_one(rules, game, rng.split(game), player)).unwrap_or_default()
    };
    (0..games).into_par_iter().flat_map_iter(watched).collect()
}

fn watch_one(
    rules: &Rules,
    game: u64,
    mut rng: Rng,
    mut player: impl FnMut(&ViewOf<Sevens>, &mut Rng) -> Action,
) -> Vec<Choice> {
    let seats = usize::from(rules.variant.players);
    let stranger = Player::new((game % seats as u64) as usize);
    let mut policy = if (game / seats as u64).is_multiple_of(2) { Tuned::hunter() } else { Tuned::peer() };
    let mut state = rules.start(rng.next_u64());
    let mut views: Vec<ViewOf<Sevens>> = Player::all(seats).map(|p| View::new(p, state.seen(p))).collect();
    let mut choices = Vec::new();
    while let Turn::Player(mover) = state.turn() {
        let action = if mover == stranger {
            policy.act(&Sight::of_mover(&state), &mut rng)
        } else {
            player(&views[mover.index()], &mut rng)
        };
        if let (Action::Play(card), true) = (action, mover != stranger && state.playable().len() > 1) {
            choices.push(Choice { board: *state.board(), hand: state.hand(mover), card });
        }
        for view in &mut views {
            let event = state.event(action, view.seat);
            view.observe::<Sevens>(event).expect("a game tells what happened");
        }
        state.apply(action);
    }
    choices
}

/// Times that all choices are gone through.
const ROUNDS: u32 = 6;
/// The first step; steps shrink as a row is met again and again.
const STEP: f32 = 0.2;
/// Steps already taken at every row when it begins, so that the first ones are not wild.
const CALM: f32 = 1.0;

/// Numbers that make the choices likely: stochastic gradient steps, each row with a step that fits how often
/// it was met (AdaGrad: Duchi, Hazan and Singer, 2011).
pub fn learn(choices: &[Choice], seed: u64) -> Leaning {
    let mut numbers = vec![0.0f32; NUMBERS];
    let mut squares = vec![CALM; NUMBERS];
    let mut order: Vec<usize> = (0..choices.len()).collect();
    let mut rng = Rng::new(seed);
    for _ in 0..ROUNDS {
        rng.shuffle(&mut order);
        for &at in &order {
            let choice = &choices[at];
            let sight = choice.sight();
            let rows = CardRows::of(&sight);
            let leaning = |card: Card| rows_of(&rows, &sight, card);
            let odds: Vec<(Card, f32)> = sight
                .playable
                .iter()
                .map(|card| (card, leaning(card).map(|row| numbers[row]).iter().sum::<f32>().exp()))
                .collect();
            let total: f32 = odds.iter().map(|(_, odds)| odds).sum();
            for (card, odds) in odds {
                let slope = f32::from(u8::from(card == choice.card)) - odds / total;
                for row in leaning(card) {
                    squares[row] += slope * slope;
                    numbers[row] += STEP * slope / squares[row].sqrt();
                }
            }
        }
    }
    Leaning::new(numbers)
}

/// How well a leaning foresees choices; none of nothing.
pub fn foreseen(leaning: &Leaning, choices: &[Choice]) -> Option<Foreseen> {
    let mut sum = Foreseen { log_likelihood: 0.0, at_random: 0.0, hits: 0.0 };
    for choice in choices {
        let sight = choice.sight();
        let likely = |card: Card| leaning.likelihood(&sight, card);
        sum.log_likelihood += likely(choice.card).ln();
        sum.at_random -= f64::from(sight.playable.len()).ln();
        let best = sight.playable.iter().max_by(|&a, &b| likely(a).total_cmp(&likely(b)));
        sum.hits += f64::from(u8::from(best == Some(choice.card)));
    }
    let n = choices.len() as f64;
    (n > 0.0).then(|| Foreseen {
        log_likelihood: sum.log_likelihood / n,
        at_random: sum.at_random / n,
        hits: sum.hits / n,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who leans to nothing foresees as much as chance does; who knows a habit more, and who has it backwards less.
    #[test]
    fn what_is_foreseen_is_a_mean_over_choices() {
        // A player who plays the first card that there is.
        let first = |view: &ViewOf<Sevens>, _: &mut Rng| view.legal::<Sevens>()[0];
        let choices = watch(&Rules::default(), 6, 1, || Some(first));
        assert!(choices.len() > 20, "{}", choices.len());
        assert_eq!(foreseen(&Leaning::new(vec![0.0; NUMBERS]), &[]), None);
        let plain = foreseen(&Leaning::new(vec![0.0; NUMBERS]), &choices).unwrap();
        let random = choices.iter().map(|choice| -f64::from(choice.sight().playable.len()).ln()).sum::<f64>();
        assert!((plain.at_random - random / choices.len() as f64).abs() < 1e-9, "{plain:?}");
        assert!((plain.log_likelihood - plain.at_random).abs() < 1e-6, "{plain:?}");
        let learnt = foreseen(&learn(&choices, 1), &choices).unwrap();
        assert!(learnt.log_likelihood > plain.log_likelihood && learnt.log_likelihood < 0.0, "{learnt:?}");
        assert_eq!(learnt.at_random, plain.at_random);
        assert!((0.0..=1.0).contains(&learnt.hits) && learnt.hits > 0.3, "{learnt:?}");
    }
}

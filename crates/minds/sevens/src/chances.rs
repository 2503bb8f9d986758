//! Sevens: what chances to win depend on beside what a search states.

use crate::game::own::FAMILY;
use crate::{Kind, Outlook};
use std::any::Any;
use yomi_engine::chances::{LOT, Mix, NAMED};
use yomi_games::sevens::SeenSevens;

/// Cards that are dealt beside the sevens.
const DEALT: f64 = 48.0;

/// How many of the cards lie on the table.
pub fn phase(seen: &SeenSevens) -> f64 {
    let hidden = seen.unseen().len() + seen.hand.len();
    1.0 - f64::from(hidden) / DEALT
}

/// The company that a kind of player belongs to, by its place among the named ones: who passes on purpose is
/// strong, who weighs cards is casual.
fn company_of(kind: Kind) -> usize {
    match kind {
        Kind::Shrewd => 0,
        Kind::Greedy | Kind::Careful => 1,
        Kind::Random | Kind::Free => 2,
    }
}

/// What is believed of a company at the least, beside its prior: a kind is never quite what a player is.
const DOUBT: f64 = 0.02;

/// The companies by the kinds of players that the search inferred, each weighed as tables are drawn by lot and
/// not as the search's own prior has it. The mean over the seats that have moved; `None` before any has.
pub fn read(seen: &SeenSevens, evidence: &(dyn Any + Send)) -> Option<Mix> {
    let outlook = Outlook::of(seen, evidence)?;
    let mut prior = [0.0; NAMED];
    Kind::ALL.iter().zip(FAMILY).for_each(|(&kind, share)| prior[company_of(kind)] += share);
    let (mut mix, mut seats) = ([0.0; NAMED], 0.0);
    for kinds in seen.others().filter_map(|seat| outlook.kinds(seat)) {
        let mut odds = [0.0; NAMED];
        Kind::ALL.iter().zip(kinds).for_each(|(&kind, share)| odds[company_of(kind)] += share);
        for company in 0..NAMED {
            odds[company] = LOT[company] * (odds[company] + DOUBT * prior[company]) / prior[company];
        }
        let total: f64 = odds.iter().sum();
        mix.iter_mut().zip(odds).for_each(|(mix, odds)| *mix += odds / total);
        seats += 1.0;
    }
    (seats > 0.0).then(|| mix.map(|share| share / seats))
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::{Hidden, Player, Rng, Ruleset, State, Turn};
    use yomi_games::sevens::Rules;

    /// It begins near 0 and rises with every card on the table, up to 1.
    #[test]
    fn a_game_comes_further_with_every_card() {
        let (mut state, mut rng) = (Rules::default().start(1), Rng::new(1));
        let mut last = phase(&state.seen(Player::FIRST));
        assert!((0.0..0.05).contains(&last), "{last}");
        while state.turn() != Turn::Over {
            let action = state.random_action(&mut rng);
            state.apply(action);
            let now = phase(&state.seen(Player::FIRST));
            assert!((last..=1.0).contains(&now), "{last} {now}");
            last = now;
        }
        assert!(last > 0.5, "{last}");
    }
}

//! How puzzles of Leduc are made: values are exact against an opponent in the stored equilibrium, both going on by it.

use crate::belief::{OtherCard, other_card};
use crate::equilibrium::{Solution, Solved};
use crate::manner::Manner;
use crate::reading::ByBetting;
use yomi_core::{Inference, Player, Ruleset, State, Turn, ViewOf};
use yomi_engine::puzzle::Recipe;
use yomi_engine::review::Edges;
use yomi_games::cards::Rank;
use yomi_games::{Leduc, leduc};
use yomi_search::reference::exact;

pub static LEDUC: Recipe = Recipe {
    players: &["random"],
    natural: &["greedy"],
    weaker: &["partner(level=1)", "partner(level=2)", "ismcts(limit=30it)", "ismcts(limit=300it)"],
    limits: None,
    proven: false,
};

/// A position is reached in equilibrium where what the opponent did is at least this likely, whatever it holds. What it holds
/// after a rarer slip, no equilibrium says.
const LEAST_REACH: f64 = 1e-3;

/// Whether the opponent's equilibrium leads here, and the best move against it is best by what is read of the betting, too:
/// that reading is shown beside the answer.
pub fn is_of_equilibrium(view: &ViewOf<Leduc>) -> bool {
    reach(view) >= LEAST_REACH && is_best_as_read(view)
}

/// How likely an opponent in equilibrium was to do what it did.
fn reach(view: &ViewOf<Leduc>) -> f64 {
    let history = Leduc::history(&view.now);
    let of_card = |(card, chance): (Rank, f64)| {
        if chance == 0.0 {
            return 0.0;
        }
        let mut state = Leduc::start(&view.now, card);
        let mut likely = chance;
        for &action in &history {
            if state.turn() == Turn::Player(view.seat.other()) {
                let mix = Manner::Equilibrium.mix(&state, view.seat.other());
                likely *= mix.iter().find(|(a, _)| *a == action).map_or(0.0, |(_, chance)| *chance);
            }
            state.apply(action);
        }
        likely
    };
    other_card::<Leduc>(&view.now).into_iter().map(of_card).sum()
}

/// Whether the move that equilibrium plays most is ahead of every other one by an inaccuracy or more where the opponent holds
/// its cards as likely as they are read, both going on by the stored equilibrium.
fn is_best_as_read(view: &ViewOf<Leduc>) -> bool {
    let Ok(read) = Inference::<Leduc>::read(&ByBetting, view) else { return false };
    let by_cards = other_card::<Leduc>(&view.now).map(|(_, chance)| chance);
    let held = read.cards().unwrap_or(by_cards);
    let Solution { strategy, .. } = Leduc::solution();
    let worlds: Vec<(Leduc, f64)> = (Rank::ALL.into_iter().zip(held))
        .filter(|(_, chance)| *chance > 0.0)
        .map(|(card, chance)| (Leduc::world(&view.now, card), chance))
        .collect();
    // Any world will do: the strategy depends only on what is seen.
    let Some((world, _)) = worlds.first() else { return false };
    let worth = |action| -> f64 {
        let first = |(world, chance): &(Leduc, f64)| {
            let mut next = *world;
            next.apply(action);
            chance * exact::value(&next, Player::FIRST, strategy)
        };
        let first: f64 = worlds.iter().map(first).sum();
        if view.seat == Player::FIRST { first } else { -first }
    };
    let mix = strategy.at(world, view.seat);
    let Some(&(most, _)) = mix.iter().max_by(|(_, a), (_, b)| a.total_cmp(b)) else { return false };
    let (value, inaccuracy) = (worth(most), Edges::of(leduc::Rules::STAKES).inaccuracy);
    mix.iter().filter(|(action, _)| *action != most).all(|&(action, _)| value - worth(action) >= inaccuracy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::{Chance, Hidden, View};

    /// The view of the seat to move, whose card comes first, after these words.
    fn view(own: Rank, history: &str) -> ViewOf<Leduc> {
        let mut state = Leduc::deal([own, if own == Rank::Q { Rank::K } else { Rank::Q }]);
        for word in history.split(' ').filter(|word| !word.is_empty()) {
            state.apply(leduc::Rules.parse_action(word).unwrap());
        }
        View::new(Player::FIRST, state.seen(Player::FIRST))
    }

    #[test]
    fn the_first_decision_is_reached_for_certain() {
        assert!((reach(&view(Rank::K, "")) - 1.0).abs() < 1e-9);
    }

    /// Folding is best against an equilibrium, which hardly ever raises here; against what is read of the raise, calling is.
    #[test]
    fn where_the_reading_says_otherwise_there_is_no_puzzle() {
        let raised = view(Rank::K, "check bet call Q bet raise");
        assert!(!is_best_as_read(&raised));
        assert!(!is_of_equilibrium(&raised));
    }

    /// The views of all decisions of a deal.
    fn views(state: &Leduc, all: &mut Vec<ViewOf<Leduc>>) {
        if let Turn::Player(mover) = state.turn() {
            all.push(View::new(mover, state.seen(mover)));
        }
        for action in State::actions(state).into_iter().chain(state.outcomes().into_iter().map(|(a, _)| a)) {
            let mut next = *state;
            next.apply(action);
            views(&next, all);
        }
    }

    #[test]
    fn where_equilibrium_hardly_ever_leads_there_is_no_puzzle() {
        let mut all = Vec::new();
        views(&Leduc::deal([Rank::K, Rank::J]), &mut all);
        let (reached, never): (Vec<_>, Vec<_>) = all.iter().partition(|view| reach(view) >= LEAST_REACH);
        assert!(never.len() > 10 && never.iter().all(|view| !is_of_equilibrium(view)), "{}", never.len());
        assert!(reached.iter().any(|view| is_of_equilibrium(view)));
    }
}

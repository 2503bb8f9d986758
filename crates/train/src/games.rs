//! Games of Duel with their whole truth, decision by decision.

use yomi_core::{Player, Rng, Ruleset, State, Turn};
use yomi_duel::fate::Fate;
use yomi_duel::self_inference::Stats;
use yomi_duel::vector::History;
use yomi_games::Duel;
use yomi_games::duel::{Action, Rules};

/// A position at which a seat decides.
pub struct Decision<'a> {
    pub state: &'a Duel,
    pub fate: &'a Fate,
    pub seat: Player,
    /// What the opponent of each seat did so far.
    pub history: &'a History,
    /// Its number in the game, both seats counted.
    pub number: usize,
}

/// Plays one deal to its end and returns what it paid to the first seat. `choose` sees everything: what it
/// may use is its own affair.
pub fn play(
    rules: &Rules,
    deal: u64,
    rng: &mut Rng,
    mut choose: impl FnMut(&Decision<'_>, &mut Rng) -> Action,
) -> f64 {
    let mut state = rules.start(deal);
    let mut fate = Fate::of(&state, rng);
    let mut histories = [Player::FIRST, Player::SECOND].map(History::new);
    let mut number = 0;
    loop {
        let action = match state.turn() {
            Turn::Over => return state.payoff(Player::FIRST),
            Turn::Chance => fate.outcome(&state, rng),
            Turn::Player(seat) => {
                let history = &histories[seat.index()];
                let decision = Decision { state: &state, fate: &fate, seat, history, number };
                number += 1;
                choose(&decision, rng)
            }
        };
        let before = state;
        fate.apply(&mut state, action, rng);
        histories.iter_mut().for_each(|history| history.follow(&before, action));
    }
}

/// The statistics of the cards that views are described with.
pub fn statistics(rules: &Rules) -> Stats {
    let set = rules.start(0).set();
    yomi_duel::statistics::Table::heuristic().by_card(set).expect("the statistics are of the standard cards")
}

//! Games of Duel with their whole truth, decision by decision.

use yomi_core::{Hidden, Player, Rng, Ruleset, State, Turn, View, ViewOf};
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
    /// The same of both seats.
    pub histories: &'a [History; 2],
    /// Its number in the game, both seats counted.
    pub number: usize,
}

/// Who plays at a table, and what is noted there. It sees everything: what it may use is its own affair.
pub trait Table {
    fn choose(&mut self, decision: &Decision<'_>, rng: &mut Rng) -> Action;

    /// What happens next, before it happens.
    fn follow(&mut self, _before: &Duel, _action: Action) {}
}

impl<F: FnMut(&Decision<'_>, &mut Rng) -> Action> Table for F {
    fn choose(&mut self, decision: &Decision<'_>, rng: &mut Rng) -> Action {
        self(decision, rng)
    }
}

/// Plays one deal to its end and returns what it paid to the first seat.
pub fn play(
    rules: &Rules,
    deal: u64,
    rng: &mut Rng,
    choose: impl FnMut(&Decision<'_>, &mut Rng) -> Action,
) -> f64 {
    let mut choose = choose;
    play_at(rules, deal, rng, &mut choose)
}

/// The same at a table that follows the game.
pub fn play_at(rules: &Rules, deal: u64, rng: &mut Rng, table: &mut impl Table) -> f64 {
    let state = rules.start(deal);
    let fate = Fate::of(&state, rng);
    Course { state, fate, histories: [Player::FIRST, Player::SECOND].map(History::new), number: 0 }
        .play(rng, table)
}

/// Plays on from a decision with this action, and returns what the game paid to the first seat.
pub fn play_on(
    decision: &Decision<'_>,
    action: Action,
    rng: &mut Rng,
    choose: impl FnMut(&Decision<'_>, &mut Rng) -> Action,
) -> f64 {
    let mut course = Course {
        state: *decision.state,
        fate: decision.fate.clone(),
        histories: decision.histories.clone(),
        number: decision.number + 1,
    };
    course.apply(action, rng);
    let mut choose = choose;
    course.play(rng, &mut choose)
}

/// A game in progress, with its whole truth.
struct Course {
    state: Duel,
    fate: Fate,
    histories: [History; 2],
    number: usize,
}

impl Course {
    fn play(mut self, rng: &mut Rng, table: &mut impl Table) -> f64 {
        loop {
            let Course { state, fate, histories, number } = &self;
            let action = match state.turn() {
                Turn::Over => return state.payoff(Player::FIRST),
                Turn::Chance => fate.outcome(state, rng),
                Turn::Player(seat) => {
                    let history = &histories[seat.index()];
                    let decision = Decision { state, fate, seat, history, histories, number: *number };
                    let action = table.choose(&decision, rng);
                    self.number += 1;
                    action
                }
            };
            table.follow(&self.state, action);
            self.apply(action, rng);
        }
    }

    fn apply(&mut self, action: Action, rng: &mut Rng) {
        let before = self.state;
        self.fate.apply(&mut self.state, action, rng);
        self.histories.iter_mut().for_each(|history| history.follow(&before, action));
    }
}

/// What both seats see of a game, kept up with it.
pub struct Views([ViewOf<Duel>; 2]);

impl Views {
    /// Before the first move of this deal.
    pub fn new(rules: &Rules, deal: u64) -> Views {
        let state = rules.start(deal);
        Views([Player::FIRST, Player::SECOND].map(|seat| View::new(seat, state.seen(seat))))
    }

    pub fn of(&self, seat: Player) -> &ViewOf<Duel> {
        &self.0[seat.index()]
    }

    pub fn follow(&mut self, before: &Duel, action: Action) {
        for view in &mut self.0 {
            view.observe::<Duel>(before.event(action, view.seat)).expect("what happens can be seen");
        }
    }
}

/// The statistics of the cards that views are described with.
pub fn statistics(rules: &Rules) -> Stats {
    let set = rules.start(0).set();
    yomi_duel::statistics::Table::heuristic().by_card(set).expect("the statistics are of the standard cards")
}

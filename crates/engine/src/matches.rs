//! One game being played: turn-based, simultaneous, with foreign players or our own.
//!
//! A [`Match`] holds the true state and what each seat has seen of it. A driver asks [`Match::to_act`],
//! looks at the seat's view, and submits a move; luck is drawn from the deal's own [`Luck`]. In a round of
//! simultaneous moves the seats may submit in any order: a choice that comes early waits for its turn,
//! unseen.

use yomi_core::{
    Hidden, Luck, MAX_PLAYERS, Player, PlayerSet, Rejected, Scripted, Turn, View, ViewOf, sentence,
};

/// Room for this many actions is made at once: quick games would otherwise spend their time growing lists.
const USUAL_LENGTH: usize = 32;

/// A game in progress.
#[derive(Clone)]
pub struct Match<S: Hidden> {
    state: S,
    luck: Option<Luck>,
    views: Vec<ViewOf<S>>,
    waiting: [Option<S::Action>; MAX_PLAYERS],
    /// Every action so far, luck included.
    played: Vec<S::Action>,
    /// How many of them there were when the last move had been made, before luck answered it.
    moved: usize,
}

impl<S: Hidden> Match<S> {
    pub fn new(start: S, luck: Luck) -> Self {
        let mut game = Match { luck: Some(luck), ..Match::for_replay(start) };
        game.settle();
        game
    }

    /// A match without luck of its own: every outcome is replayed.
    pub fn for_replay(start: S) -> Self {
        let view = |p| {
            let mut view = View::new(p, start.seen(p));
            view.events.reserve(USUAL_LENGTH);
            view
        };
        let views = Player::all(start.players()).map(view).collect();
        let played = Vec::with_capacity(USUAL_LENGTH);
        Match { state: start, luck: None, views, waiting: [None; MAX_PLAYERS], played, moved: 0 }
    }

    pub fn players(&self) -> usize {
        self.state.players()
    }

    pub fn is_over(&self) -> bool {
        self.state.turn() == Turn::Over
    }

    /// The seats that may submit a move now.
    pub fn to_act(&self) -> PlayerSet {
        self.state.acting().iter().filter(|p| self.waiting[p.index()].is_none()).collect()
    }

    /// The seat that is next in order, for players who are asked one at a time.
    pub fn next(&self) -> Option<Player> {
        self.state.turn().player()
    }

    pub fn view(&self, seat: Player) -> &ViewOf<S> {
        &self.views[seat.index()]
    }

    /// Everything that has happened, luck included.
    pub fn played(&self) -> &[S::Action] {
        &self.played
    }

    /// How many outcomes of chance there were since the last move.
    pub fn came(&self) -> usize {
        self.played.len() - self.moved
    }

    /// The truth. For solving and replaying only: players get views.
    pub(crate) fn state(&self) -> &S {
        &self.state
    }

    /// The truth with everything that luck still has in store: for agents that measure the ceiling.
    pub(crate) fn scripted(&self) -> Scripted<S> {
        let luck = self.luck.clone().expect("a match that is played has luck");
        Scripted::from_luck(self.state.clone(), luck)
    }

    /// What luck has in store: for players who asked to see it.
    pub(crate) fn luck(&self) -> Option<&Luck> {
        self.luck.as_ref()
    }

    /// What can happen next: the mover's actions, or the outcomes of chance.
    pub fn possible(&self) -> Vec<S::Action> {
        match self.state.turn() {
            Turn::Chance => self.state.outcomes().into_iter().map(|(a, _)| a).collect(),
            Turn::Player(_) | Turn::Over => self.state.actions(),
        }
    }

    pub fn payoffs(&self) -> Vec<f64> {
        Player::all(self.players()).map(|p| self.state.payoff(p)).collect()
    }

    /// Takes a seat's move. A refused one changes nothing.
    pub fn submit(&mut self, seat: Player, action: S::Action) -> Result<(), Rejected> {
        if !self.to_act().contains(seat) {
            return Err(Rejected(sentence!("seat {seat} is not to move", "席{seat}の番ではありません")));
        }
        // Of the seat whose turn it is the state knows the moves; of one that chooses early its view does.
        let legal = match self.next() == Some(seat) {
            true => self.state.is_legal(action),
            false => S::seen_actions(&self.state.seen(seat)).contains(&action),
        };
        if !legal {
            return Err(Rejected(sentence!(
                "{action:?} is not legal for seat {seat}",
                "席{seat}は {action:?} を選べません"
            )));
        }
        self.waiting[seat.index()] = Some(action);
        while let Some(action) = self.next().and_then(|p| self.waiting[p.index()].take()) {
            self.act(action);
            self.moved = self.played.len();
            self.settle();
        }
        Ok(())
    }

    /// Takes the next action of a record, a move or an outcome of chance. A refused one changes nothing.
    pub fn replay(&mut self, action: S::Action) -> Result<(), Rejected> {
        if self.is_over() {
            return Err(Rejected(sentence!("the game is already over", "対局はもう終わっています")));
        }
        if !self.possible().contains(&action) {
            return Err(Rejected(sentence!(
                "{action:?} cannot happen here",
                "{action:?} はここでは起こりません"
            )));
        }
        self.act(action);
        Ok(())
    }

    fn settle(&mut self) {
        while self.state.turn() == Turn::Chance
            && let Some(luck) = &mut self.luck
        {
            let outcome = luck.draw(&self.state);
            self.act(outcome);
        }
    }

    fn act(&mut self, action: S::Action) {
        for view in &mut self.views {
            let event = self.state.event(action, view.seat);
            view.observe::<S>(event).expect("what happens in a game can be observed");
        }
        self.state.apply(action);
        self.played.push(action);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::{Deserialize, Serialize};
    use std::ops::ControlFlow;
    use yomi_core::{Choices, Joint, OpenJoint, Ruleset, Serialized};
    use yomi_games::leduc;

    /// Both seats name a number at once; the higher one wins.
    #[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
    struct Higher {
        named: Option<[u8; 2]>,
    }

    impl Joint for Higher {
        type Action = u8;

        fn players(&self) -> usize {
            2
        }

        fn acting(&self) -> PlayerSet {
            if self.named.is_none() { Player::all(2).collect() } else { PlayerSet::EMPTY }
        }

        fn try_for_each_action<B>(&self, _: Player, f: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
            (1..=3).try_for_each(f)
        }

        fn apply(&mut self, choices: &Choices<u8>) {
            self.named = Some([0, 1].map(|i| choices[i].unwrap_or(0)));
        }

        fn payoff(&self, p: Player) -> f64 {
            self.named.map_or(0.0, |n| f64::from(u8::from(n[p.index()] > n[p.other().index()])))
        }
    }

    impl OpenJoint for Higher {}

    #[test]
    fn simultaneous_moves_may_come_in_any_order() {
        let [first, second] = [Player::FIRST, Player::SECOND];
        for order in [[first, second], [second, first]] {
            let mut game = Match::new(Serialized::new(Higher { named: None }), Luck::new(0));
            assert_eq!(game.to_act(), Player::all(2).collect());
            for seat in order {
                assert!(game.submit(seat, 9).is_err(), "9 is not a number of this game");
                game.submit(seat, 1 + seat.index() as u8).unwrap();
                assert!(game.submit(seat, 1).is_err(), "one choice a round");
            }
            assert!(game.is_over());
            assert_eq!(game.payoffs(), [0.0, 1.0]);
            assert_eq!(game.view(first).events.len(), 2);
        }
    }

    #[test]
    fn the_same_luck_whatever_the_players_do() {
        let public_card = |moves: &[&str]| {
            let mut game = Match::new(leduc::Rules.start(5), Luck::new(5));
            for word in moves {
                let seat = game.next().unwrap();
                game.submit(seat, leduc::Rules.parse_action(word).unwrap()).unwrap();
            }
            game.view(Player::FIRST).now.table.public()
        };
        assert!(public_card(&["check", "check"]).is_some());
        assert_eq!(public_card(&["check", "check"]), public_card(&["bet", "raise", "call"]));
    }
}

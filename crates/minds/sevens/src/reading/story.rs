//! What the others did, and how likely each kind of player was to do it.

use super::super::company::{Kind, Players};
use super::super::policy::inputs::{Around, CardRows};
use super::super::seat::Sight;
use super::KINDS;
use yomi_core::{Hidden, MAX_PLAYERS, ViewOf};
use yomi_games::Sevens;
use yomi_games::sevens::{Action, Board, Cards, Event};

/// How likely a player of a kind that always does the same is to do something else.
const SLIP: f64 = 0.1;
/// How likely a player who never passes by choice is to do it all the same.
const HARDLY: f64 = 0.002;
/// One part of so many; cards that can be played at once are two a lane at most.
const PARTS: [f64; 18] = {
    let mut parts = [1.0; 18];
    let mut many = 1;
    while many < parts.len() {
        parts[many] = 1.0 / many as f64;
        many += 1;
    }
    parts
};

/// A move of another seat, as it was seen.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    board: Board,
    around: Around,
    pub open: Cards,
    pub action: Action,
    /// What the seat has shown since, this move included: its hand then was this and what it holds now.
    shown: Cards,
}

impl Move {
    /// How likely a player of this kind was to do it with such a hand.
    #[inline]
    pub fn likelihood(&self, kind: Kind, held: Cards, players: &Players) -> f64 {
        let hand = held | self.shown;
        let playable = hand & self.open;
        let choices = playable.len();
        match (kind, self.action) {
            (Kind::Free, _) => PARTS[choices as usize + 1],
            (_, Action::Pass) if playable.is_empty() => 1.0,
            (Kind::Random | Kind::Greedy | Kind::Careful, Action::Pass) => HARDLY,
            (Kind::Random, Action::Play(_)) => PARTS[choices as usize],
            (Kind::Careful, Action::Play(card)) => {
                let sight = Sight { board: &self.board, hand, playable };
                players.careful.likelihood_by(&CardRows::around(&self.around, &sight), &sight, card)
            }
            (Kind::Greedy | Kind::Shrewd, action) => {
                let sight = Sight { board: &self.board, hand, playable };
                let chosen = match kind {
                    Kind::Greedy if playable.is_empty() => Action::Pass,
                    Kind::Greedy => Action::Play(players.greedy.best(&sight)),
                    _ => sight.only_choice().unwrap_or_else(|| players.shrewd.choice(&self.around, &sight)),
                };
                let slip = SLIP * PARTS[choices as usize + 1];
                if chosen == action { 1.0 - SLIP + slip } else { slip }
            }
        }
    }

    /// How likely players at random are to do it, those who pass only when they must and those who pass
    /// freely.
    #[inline(always)]
    pub fn at_random(&self, held: Cards) -> [f64; 2] {
        let choices = ((held | self.shown) & self.open).len() as usize;
        let plainly = match self.action {
            Action::Pass if choices == 0 => 1.0,
            Action::Pass => HARDLY,
            Action::Play(_) => PARTS[choices],
        };
        [plainly, PARTS[choices + 1]]
    }

    /// How likely each kind is to do it, at most, whatever else it held: what it has shown since it held
    /// then.
    fn most(&self) -> [f64; KINDS] {
        let choices = f64::from((self.shown & self.open).len());
        let mut most = [1.0; KINDS];
        most[Kind::Free as usize] = 1.0 / (choices + 1.0);
        if choices > 0.0 {
            let never = self.action == Action::Pass;
            most[Kind::Random as usize] = if never { HARDLY } else { 1.0 / choices };
            let same = 1.0 - SLIP + SLIP / (choices + 1.0);
            most[Kind::Shrewd as usize] = same;
            most[Kind::Greedy as usize] = if never { HARDLY } else { same };
            most[Kind::Careful as usize] = if never { HARDLY } else { 1.0 };
        }
        most
    }
}

/// What a seat did.
#[derive(Debug, Default)]
pub struct SeatStory {
    /// Those first that tell most, by how much there was to choose from.
    pub moves: Vec<Move>,
    /// How likely each kind is to do a move and all that come after it here, at most.
    pub most_after: Vec<[f64; KINDS]>,
}

/// The moves of the others, by seat.
#[derive(Debug, Default)]
pub struct Story {
    pub seats: [SeatStory; MAX_PLAYERS],
}

impl Story {
    pub fn of(view: &ViewOf<Sevens>) -> Story {
        let mut story = Story::default();
        let mut seen = view.start;
        for event in &view.events {
            let board = seen.board;
            Sevens::observe(&mut seen, event).expect("a view is its own log");
            let mover = board.mover();
            let action = match event {
                Event::Play(card) => Action::Play(*card),
                Event::Pass => Action::Pass,
                Event::Burst(_) => continue,
            };
            if mover != view.seat {
                let shown = Cards::NONE;
                story.seats[mover.index()].moves.push(Move {
                    board,
                    around: Around::of(&board),
                    open: board.open(),
                    action,
                    shown,
                });
            }
        }
        story.seats.iter_mut().for_each(|seat| seat.prepare(view.now.unseen()));
        story
    }
}

impl SeatStory {
    fn prepare(&mut self, unseen: Cards) {
        let mut shown = Cards::NONE;
        for m in self.moves.iter_mut().rev() {
            if let Action::Play(card) = m.action {
                shown = shown.with(card);
            }
            m.shown = shown;
        }
        let choices = |m: &Move| (m.open & (m.shown | unseen)).len();
        self.moves.sort_by_key(|m| std::cmp::Reverse(choices(m)));
        let mut after = [1.0; KINDS];
        self.most_after = self
            .moves
            .iter()
            .rev()
            .map(|m| {
                after.iter_mut().zip(m.most()).for_each(|(all, most)| *all *= most);
                after
            })
            .collect();
        self.most_after.reverse();
    }
}

//! What the others did, and how likely each kind of player was to do it.

use super::super::company::{Kind, Players};
use super::super::seat::Sight;
use super::KINDS;
use yomi_core::{Hidden, MAX_PLAYERS, Rng, ViewOf};
use yomi_games::Sevens;
use yomi_games::sevens::{Action, Board, Cards, Event};

/// How likely a player of a kind that always does the same is to do something else.
const SLIP: f64 = 0.1;
/// How likely a player who never passes by choice is to do it all the same.
const HARDLY: f64 = 0.002;
/// A move of another seat, as it was seen.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    board: Board,
    pub open: Cards,
    pub action: Action,
    /// What the seat has shown since, this move included: its hand then was this and what it holds now.
    shown: Cards,
}

impl Move {
    /// How likely a player of this kind was to do it with such a hand.
    #[inline]
    fn likelihood(&self, kind: Kind, held: Cards, players: &mut Players) -> f64 {
        let hand = held | self.shown;
        let playable = hand & self.open;
        let choices = f64::from(playable.len());
        match (kind, self.action) {
            (Kind::Free, _) => 1.0 / (choices + 1.0),
            (_, Action::Pass) if playable.is_empty() => 1.0,
            (Kind::Random | Kind::Greedy | Kind::Careful, Action::Pass) => HARDLY,
            (Kind::Random, Action::Play(_)) => 1.0 / choices,
            (Kind::Careful, Action::Play(card)) => {
                players.careful.likelihood(&Sight { board: &self.board, hand, playable }, card)
            }
            (Kind::Greedy | Kind::Shrewd, action) => {
                let sight = Sight { board: &self.board, hand, playable };
                // Neither asks for luck.
                let chosen = players.act(kind, &sight, &mut Rng::new(0));
                let slip = SLIP / (choices + 1.0);
                if chosen == action { 1.0 - SLIP + slip } else { slip }
            }
        }
    }
}

/// The moves of the others, by seat.
#[derive(Debug, Default)]
pub struct Story {
    pub moves: [Vec<Move>; MAX_PLAYERS],
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
                story.moves[mover.index()].push(Move { board, open: board.open(), action, shown });
            }
        }
        for moves in &mut story.moves {
            let mut shown = Cards::NONE;
            for m in moves.iter_mut().rev() {
                if let Action::Play(card) = m.action {
                    shown = shown.with(card);
                }
                m.shown = shown;
            }
        }
        story
    }

    /// How likely each kind of player was to play as this seat did with this hand, times how likely the kind is.
    #[inline]
    pub fn likely(
        &self,
        seat: usize,
        held: Cards,
        kinds: &[f64; KINDS],
        players: &mut Players,
    ) -> [f64; KINDS] {
        let mut likely = *kinds;
        for m in &self.moves[seat] {
            for kind in Kind::ALL {
                if likely[kind as usize] > 0.0 {
                    likely[kind as usize] *= m.likelihood(kind, held, players);
                }
            }
        }
        likely
    }
}

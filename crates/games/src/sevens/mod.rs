#![doc = include_str!("README.md")]

mod board;
mod cards;
mod text;
mod written;
pub use board::{Board, Place, Tunnel, Variant};
pub use cards::{Card, Cards, LANE_CARDS, Suit};
pub use text::Rules;

use board::{SEATS, at};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow::{self, Continue};
use written::Written;
use yomi_bits::fold;
use yomi_core::{
    Deterministic, Hidden, InfoSets, Keyed, MAX_PLAYERS, Player, Rejected, Rng, State, Turn, sentence,
};

/// What a player does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Action {
    Play(Card),
    Pass,
}

/// An action as everybody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Event {
    Play(Card),
    Pass,
    /// One pass too many, with the hand that goes to the table.
    Burst(Cards),
}

/// A game of Sevens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sevens {
    board: Board,
    hands: [Cards; SEATS],
}

impl Sevens {
    /// A game with these hands, without sevens, before the first turn.
    pub fn deal(variant: Variant, hands: [Cards; MAX_PLAYERS], first: Player) -> Sevens {
        Sevens { board: Board::new(variant, hands.map(|h| h.len() as u8), first), hands: seated(hands) }
    }

    /// The world in which the other seats of `seen` hold these hands; the entry of the viewer is ignored.
    #[inline]
    pub fn world(seen: &SeenSevens, mut hands: [Cards; MAX_PLAYERS]) -> Sevens {
        hands[seen.seat.index()] = seen.hand;
        Sevens { board: seen.board, hands: seated(hands) }
    }

    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    #[inline]
    pub fn hand(&self, seat: Player) -> Cards {
        self.hands[at(seat)]
    }

    /// The same game without the memory of when each seat passed; only the counts remain.
    pub fn without_memory(mut self) -> Sevens {
        self.board.passed_at = [Cards::ALL; SEATS];
        self
    }

    /// The cards that the mover may play. It may always pass instead, and must if there are none.
    #[inline(always)]
    pub fn playable(&self) -> Cards {
        self.board.open_among(self.hands[at(self.board.mover)])
    }
}

/// Hands in an array of [`SEATS`] entries.
#[inline(always)]
fn seated(hands: [Cards; MAX_PLAYERS]) -> [Cards; SEATS] {
    let mut all = [Cards::NONE; SEATS];
    all[..MAX_PLAYERS].copy_from_slice(&hands);
    all
}

impl State for Sevens {
    type Action = Action;

    fn players(&self) -> usize {
        self.board.players()
    }

    #[inline(always)]
    fn turn(&self) -> Turn {
        self.board.turn()
    }

    #[inline]
    fn try_for_each_action<B>(&self, mut f: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.board.winner.is_some() {
            return Continue(());
        }
        self.playable().iter().try_for_each(|card| f(Action::Play(card)))?;
        f(Action::Pass)
    }

    #[inline(always)]
    fn apply(&mut self, action: Action) {
        let mover = self.board.mover;
        let hand = &mut self.hands[at(mover)];
        match action {
            Action::Play(card) => {
                *hand = hand.without(card);
                self.board.lay(card);
            }
            Action::Pass if self.board.would_burst(mover) => {
                let laid = std::mem::take(hand);
                self.board.burst(laid);
            }
            Action::Pass => self.board.pass(),
        }
    }

    #[inline]
    fn payoff(&self, p: Player) -> f64 {
        f64::from(u8::from(self.board.winner == Some(p)))
    }

    /// The uniform random player: any playable card, and a pass only if there is none.
    #[inline(always)]
    fn random_action(&self, rng: &mut Rng) -> Action {
        self.playable().pick(rng).map_or(Action::Pass, Action::Play)
    }

    fn why_not(&self, action: Action) -> Rejected {
        self.board.why_not(action)
    }
}

impl Deterministic for Sevens {}

/// What one seat knows now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "Written", try_from = "Written")]
pub struct SeenSevens {
    pub seat: Player,
    pub hand: Cards,
    pub board: Board,
}

impl SeenSevens {
    /// The cards held by the other seats together.
    #[inline]
    pub fn unseen(&self) -> Cards {
        !(self.board.table | self.hand)
    }

    /// The other seats that are still in the game, in their order.
    pub fn others(&self) -> impl Iterator<Item = Player> + '_ {
        Player::all(self.board.players()).filter(|&p| p != self.seat && self.board.is_in(p))
    }

    /// The cards that the viewer may play when it is its turn.
    #[inline]
    pub fn playable(&self) -> Cards {
        self.board.open() & self.hand
    }

    fn take(&mut self, event: &Event) -> Result<(), Rejected> {
        let board = &mut self.board;
        let (mover, own) = (board.mover, board.mover == self.seat);
        if board.winner.is_some() {
            return Err(board.why_not(Action::Pass));
        }
        match *event {
            Event::Play(card) => {
                if !board.open().has(card) {
                    return Err(board.why_not(Action::Play(card)));
                }
                if self.hand.has(card) != own {
                    return Err(Rejected(match own {
                        true => sentence!("{card} is not in your hand", "{card} は手札にありません"),
                        false => sentence!(
                            "it is seat {mover}'s turn, and {card} is in your hand",
                            "席{mover}の番ですが、{card} は自分の手札にあります"
                        ),
                    }));
                }
                self.hand = self.hand.without(card);
                board.lay(card);
            }
            Event::Pass if board.would_burst(mover) => {
                return Err(Rejected(sentence!(
                    "seat {mover} has passed {} times already: the next is a burst, written with its hand as in pass=S3+HQ",
                    "席{mover}はもう{}回パスしました。次のパスはバーストです。pass=S3+HQ のように手札も書いてください",
                    board.place(mover).passes
                )));
            }
            Event::Pass => board.pass(),
            Event::Burst(_) if !board.would_burst(mover) => {
                return Err(Rejected(sentence!(
                    "seat {mover} has passed only {} times: it cannot burst yet",
                    "席{mover}のパスはまだ{}回です。バーストはできません",
                    board.place(mover).passes
                )));
            }
            Event::Burst(laid) => {
                let possible = if own { self.hand } else { !(board.table | self.hand) };
                if let Some(card) = (laid - possible).iter().next() {
                    return Err(Rejected(sentence!(
                        "{card} cannot be in the hand of seat {mover}",
                        "{card} は席{mover}の手札にはありえません"
                    )));
                }
                let cards = u32::from(board.place(mover).cards);
                if laid.len() != cards {
                    let said = laid.len();
                    return Err(Rejected(sentence!(
                        "seat {mover} bursts with {said} cards, but it has {cards}",
                        "席{mover}のバーストに{said}枚書かれていますが、手札は{cards}枚です"
                    )));
                }
                self.hand = self.hand - laid;
                board.burst(laid);
            }
        }
        Ok(())
    }
}

impl Hidden for Sevens {
    type Seen = SeenSevens;
    type Event = Event;

    fn seen(&self, viewer: Player) -> SeenSevens {
        SeenSevens { seat: viewer, hand: self.hand(viewer), board: self.board }
    }

    fn event(&self, action: Action, _: Player) -> Event {
        let mover = self.board.mover;
        match action {
            Action::Play(card) => Event::Play(card),
            Action::Pass if self.board.would_burst(mover) => Event::Burst(self.hand(mover)),
            Action::Pass => Event::Pass,
        }
    }

    fn observe(seen: &mut SeenSevens, event: &Event) -> Result<(), Rejected> {
        let mut next = *seen;
        next.take(event)?;
        *seen = next;
        Ok(())
    }

    fn seen_turn(seen: &SeenSevens) -> Turn {
        seen.board.turn()
    }

    fn seen_actions(seen: &SeenSevens) -> Vec<Action> {
        seen.playable().iter().map(Action::Play).chain([Action::Pass]).collect()
    }
}

impl InfoSets for Sevens {
    type Grain = ();

    /// What the viewer sees now. Who played which card and who passed when is left out: it matters for the
    /// belief, but worlds are sampled before the tree is entered.
    #[inline]
    fn info_key(&self, viewer: Player, _: ()) -> u64 {
        fold(self.public_key() ^ viewer.index() as u64, self.hand(viewer).bits())
    }
}

impl Keyed for Sevens {
    fn key(&self) -> u64 {
        let seats = Player::all(self.players());
        let held = seats.flat_map(|p| [self.hand(p).bits(), self.board.passed_at[at(p)].bits()]);
        held.fold(self.public_key(), fold)
    }
}

impl Sevens {
    #[inline]
    fn public_key(&self) -> u64 {
        let board = &self.board;
        let places = board.places[..board.players()].iter();
        // A seat that has burst has no cards, so one number holds both.
        let standing = |p: &Place| u64::from(if p.burst > 0 { 32 + p.burst } else { p.cards });
        let mover = board.mover.index() as u64;
        let counts = places.fold(mover, |sum, p| sum << 10 | standing(p) << 4 | u64::from(p.passes));
        fold(fold(0, board.table.bits()), counts)
    }
}

#[cfg(test)]
mod tests;

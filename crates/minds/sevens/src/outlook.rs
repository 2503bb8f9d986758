//! What a player wants to know in addition to the best move: who holds what, who plays how, what a move
//! opens, who will burst.
//!
//! All of it comes from what the search saw: the belief it used, the worlds it drew and how games ended in
//! them. Probabilities of cards are exact if the deals alone determine them, and otherwise shares of the
//! worlds; [`Outlook::effective`] is their effective sample size. Nothing is sampled or played just for the
//! explanation.

use super::company::Company;
use super::reading::{HandsRead, KINDS, Read};
use super::seed::Breakdown;
use std::any::Any;
use yomi_core::{MAX_PLAYERS, Player, State};
use yomi_games::Sevens;
use yomi_games::sevens::{Action, Board, Card, Cards, SeenSevens};
use yomi_search::belief::Witness;

/// A view as interpreted by a search.
#[derive(Clone, Debug)]
pub struct Outlook {
    seen: SeenSevens,
    worlds: Vec<Seen>,
    /// By card (bit position), then by seat.
    holds: [[f64; MAX_PLAYERS]; PLACES],
    /// `None` for seats that have not moved, and if the search does not model kinds of players.
    kinds: [Option<[f64; KINDS]>; MAX_PLAYERS],
    exact: bool,
    effective: f64,
}

/// A world, and the games that were played out in it.
#[derive(Clone, Debug)]
struct Seen {
    game: Sevens,
    ends: Vec<(Action, Sevens)>,
}

/// Number of bits of a set of cards.
const PLACES: usize = 64;

/// The results of a move in the worlds where it was played out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fate {
    pub action: Action,
    /// Number of worlds in which it was played out.
    pub worlds: usize,
    /// The share of them in which the viewer won.
    pub wins: f64,
    /// The share of them in which no other move played out there did better: it won, or no other did. `None`
    /// if no other move was played out.
    pub best_in: Option<f64>,
    /// The share in which each seat burst, including bursts before now.
    pub bursts: [f64; MAX_PLAYERS],
}

impl Outlook {
    /// What a search of Sevens saw; `None` for evidence of another type.
    pub fn of(seen: &SeenSevens, evidence: &(dyn Any + Send)) -> Option<Outlook> {
        if let Some(witness) = evidence.downcast_ref::<Witness<Company, Read>>() {
            let worlds = witness.worlds.iter().map(|w| Seen {
                game: w.world.game,
                ends: w.ends.iter().map(|(action, end)| (*action, end.game)).collect(),
            });
            return Some(Outlook::read(seen, worlds.collect(), Some(&witness.belief), true));
        }
        if let Some(witness) = evidence.downcast_ref::<Witness<Sevens, HandsRead>>() {
            let worlds = witness.worlds.iter().map(|w| Seen { game: w.world, ends: w.ends.clone() });
            return Some(Outlook::read(seen, worlds.collect(), Some(witness.belief.read()), false));
        }
        let worlds = match evidence.downcast_ref::<Witness<Sevens, ()>>() {
            Some(witness) => &witness.worlds,
            None => &evidence.downcast_ref::<Witness<Sevens, Breakdown>>()?.worlds,
        };
        let worlds = worlds.iter().map(|w| Seen { game: w.world, ends: w.ends.clone() });
        Some(Outlook::read(seen, worlds.collect(), None, false))
    }

    fn read(seen: &SeenSevens, worlds: Vec<Seen>, belief: Option<&Read>, models_kinds: bool) -> Outlook {
        let exact = belief.and_then(Read::exact_marginals);
        let hands: Vec<[Cards; MAX_PLAYERS]> = worlds.iter().map(|w| hands(&w.game)).collect();
        let mut outlook = Outlook {
            seen: *seen,
            holds: [[0.0; MAX_PLAYERS]; PLACES],
            kinds: [None; MAX_PLAYERS],
            exact: exact.is_some(),
            effective: belief.map_or(worlds.len() as f64, |belief| belief.worth_of_worlds(&hands)),
            worlds,
        };
        let part = 1.0 / outlook.worlds.len().max(1) as f64;
        match &exact {
            Some(rows) => outlook.holds.iter_mut().zip(rows).for_each(|(row, exact)| {
                row.copy_from_slice(&exact[..MAX_PLAYERS]);
            }),
            None => outlook.count_cards(&hands, part),
        }
        let known = |belief: &Read| belief.exact_kinds().or_else(|| belief.kinds_of_worlds());
        if let Some((belief, kinds)) = belief.filter(|_| models_kinds).and_then(|b| Some((b, known(b)?))) {
            for p in seen.others().filter(|&p| belief.tells_kind(p)) {
                outlook.kinds[p.index()] = Some(kinds[p.index()]);
            }
        }
        outlook
    }

    fn count_cards(&mut self, hands: &[[Cards; MAX_PLAYERS]], part: f64) {
        for hands in hands {
            for p in self.seen.others() {
                hands[p.index()].iter().for_each(|card| self.holds[card.place() as usize][p.index()] += part);
            }
        }
    }

    /// The probability that a seat holds a card; 0 for the viewer.
    pub fn holds(&self, seat: Player, card: Card) -> f64 {
        self.holds[card.place() as usize][seat.index()]
    }

    /// Whether the probabilities of the cards are exact, and not shares of the worlds.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// The probability of each kind for a seat, in the order of [`Kind::ALL`](crate::Kind::ALL); `None` for the viewer, for
    /// seats that have not moved or have burst, and if the search does not model kinds.
    pub fn kinds(&self, seat: Player) -> Option<&[f64; KINDS]> {
        self.kinds[seat.index()].as_ref()
    }

    /// The number of worlds.
    pub fn worlds(&self) -> usize {
        self.worlds.len()
    }

    /// Effective sample size: how many independent worlds of equal weight they are worth.
    pub fn effective(&self) -> f64 {
        self.effective
    }

    /// The table after a move of the viewer, who is to move.
    pub fn board_after(&self, action: Action) -> Board {
        board_after(&self.seen, action)
    }

    /// The cards of other seats that a move makes playable.
    pub fn opens(&self, action: Action) -> Cards {
        opens(&self.seen, action)
    }

    /// The probability that a seat would have no playable card on this board.
    pub fn stuck(&self, seat: Player, board: &Board) -> f64 {
        let stuck = |w: &&Seen| (w.game.hand(seat) & board.open()).is_empty();
        self.worlds.iter().filter(stuck).count() as f64 / self.worlds.len().max(1) as f64
    }

    /// The results of a move where it was played out; `None` if it never was.
    pub fn fate(&self, action: Action) -> Option<Fate> {
        let won = |end: &Sevens| end.payoff(self.seen.seat) > 0.0;
        let mut fate = Fate { action, worlds: 0, wins: 0.0, best_in: None, bursts: [0.0; MAX_PLAYERS] };
        let (mut compared, mut best) = (0, 0);
        for world in &self.worlds {
            let Some((_, end)) = world.ends.iter().find(|(a, _)| *a == action) else { continue };
            fate.worlds += 1;
            fate.wins += f64::from(u8::from(won(end)));
            for p in Player::all(end.players()).filter(|&p| !end.board().is_in(p)) {
                fate.bursts[p.index()] += 1.0;
            }
            if world.ends.len() > 1 {
                compared += 1;
                best += u32::from(won(end) || !world.ends.iter().any(|(_, other)| won(other)));
            }
        }
        if fate.worlds == 0 {
            return None;
        }
        let part = |count: f64| count / fate.worlds as f64;
        let (wins, bursts) = (part(fate.wins), fate.bursts.map(part));
        let best_in = (compared > 0).then(|| f64::from(best) / f64::from(compared));
        Some(Fate { wins, bursts, best_in, ..fate })
    }
}

/// The cards of every seat.
fn hands(game: &Sevens) -> [Cards; MAX_PLAYERS] {
    let mut hands = [Cards::NONE; MAX_PLAYERS];
    Player::all(game.players()).for_each(|p| hands[p.index()] = game.hand(p));
    hands
}

/// The table after a move of the viewer, who is to move.
pub fn board_after(seen: &SeenSevens, action: Action) -> Board {
    let mut board = seen.board;
    match action {
        Action::Play(card) => board.lay(card),
        Action::Pass if board.would_burst(seen.seat) => board.burst(seen.hand),
        Action::Pass => board.pass(),
    }
    board
}

/// The cards of other seats that a move makes playable.
pub fn opens(seen: &SeenSevens, action: Action) -> Cards {
    (board_after(seen, action).open() - seen.board.open()) & seen.unseen()
}

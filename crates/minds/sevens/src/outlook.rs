//! What a player at the table wants to know beside the best move: who holds what, who plays how, what a move opens, who
//! will burst.
//!
//! A view is read once, into weighted worlds. Chances of cards are exact where the deals alone tell them, and weighted
//! shares of the worlds otherwise; [`Outlook::effective`] says what those are worth. Chances of kinds are means over the
//! worlds of what each world's hands make of them, not counts of drawn kinds.
//!
//! What will come of a move is found by playing on from it: every move in the same worlds with the same luck, by one
//! policy. So differences between moves are not blurred by differences between worlds, and one can say in which
//! part of the worlds a move does as well as any other.

use super::company::{Cast, Company};
use super::reading::{KINDS, Reader};
use yomi_core::{Contradiction, MAX_PLAYERS, Player, Rng, State, ViewOf};
use yomi_games::Sevens;
use yomi_games::sevens::{Action, Board, Card, Cards, SeenSevens};
use yomi_search::belief::Reading;
use yomi_search::tree::rollout::rollout;

/// A view, read into worlds.
#[derive(Clone, Debug)]
pub struct Outlook {
    seen: SeenSevens,
    /// With the part of the whole that each is.
    worlds: Vec<(Company, f64)>,
    /// By place of the card, then by seat.
    holds: [[f64; MAX_PLAYERS]; PLACES],
    kinds: [[f64; KINDS]; MAX_PLAYERS],
    exact: bool,
    effective: f64,
}

/// Bits of a set of cards.
const PLACES: usize = 64;
/// Deals of a walk that are passed over between two that are kept. Together with the one that is kept they have no factor in common with the
/// number of walks, so that all of these have their turn.
const SKIPPED: usize = 18;
/// The luck of the worlds: the same for every view, so that a view is always read the same way.
const LUCK: u64 = 0x0D7_1004;

/// What came of a move when everybody played on from it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fate {
    pub action: Action,
    /// The part of the worlds in which the viewer won.
    pub wins: f64,
    /// The part in which no other of the moves did better: it won, or none of them did.
    pub best_in: f64,
    /// The part in which each seat burst, later or before.
    pub bursts: [f64; MAX_PLAYERS],
}

impl Outlook {
    /// The view in so many worlds. Fails when nothing fits it.
    pub fn read(reader: &Reader, view: &ViewOf<Sevens>, worlds: usize) -> Result<Outlook, Contradiction> {
        let mut read = reader.read(view)?;
        let mut rng = Rng::new(LUCK).split(view.events.len() as u64);
        let looks: Vec<_> = (0..worlds.max(1))
            .map(|_| {
                let mut look = read.look(&mut rng);
                // Neighbours on a walk are much alike, and here there is time to go on.
                if read.is_walked() {
                    (0..SKIPPED).for_each(|_| look = read.look(&mut rng));
                }
                (look, read.company(&look, &mut rng))
            })
            .collect();
        let total: f64 = looks.iter().map(|(look, _)| look.weight).sum();
        let effective = read.worth(&looks.iter().map(|(look, _)| *look).collect::<Vec<_>>());
        let exact = read.exact_marginals();
        let mut outlook = Outlook {
            seen: view.now,
            worlds: Vec::new(),
            holds: [[0.0; MAX_PLAYERS]; PLACES],
            kinds: [[0.0; KINDS]; MAX_PLAYERS],
            exact: exact.is_some(),
            effective,
        };
        for (look, world) in &looks {
            let part = look.weight / total;
            outlook.worlds.push((*world, part));
            let chances = read.kinds_in(look);
            for p in view.now.others() {
                for (kind, chance) in outlook.kinds[p.index()].iter_mut().zip(chances[p.index()]) {
                    *kind += part * chance;
                }
                if exact.is_none() {
                    let cards = look.hands[p.index()].iter();
                    cards.for_each(|card| outlook.holds[card.place() as usize][p.index()] += part);
                }
            }
        }
        for (row, exact) in outlook.holds.iter_mut().zip(exact.iter().flatten()) {
            row.copy_from_slice(&exact[..MAX_PLAYERS]);
        }
        Ok(outlook)
    }

    /// The chance that a seat holds a card; 0 for the viewer.
    pub fn holds(&self, seat: Player, card: Card) -> f64 {
        self.holds[card.place() as usize][seat.index()]
    }

    /// Whether the chances of the cards are exact, and not shares of the worlds.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// How likely a seat is to be of each kind, in the order of [`Kind::ALL`](super::Kind::ALL); zeros for the viewer and
    /// for seats that have burst.
    pub fn kinds(&self, seat: Player) -> &[f64; KINDS] {
        &self.kinds[seat.index()]
    }

    /// How many worlds there are.
    pub fn worlds(&self) -> usize {
        self.worlds.len()
    }

    /// How many worlds of equal weight they are worth.
    pub fn effective(&self) -> f64 {
        self.effective
    }

    /// How the table looks after a move of the viewer, who is to move.
    pub fn board_after(&self, action: Action) -> Board {
        let mut board = self.seen.board;
        match action {
            Action::Play(card) => board.lay(card),
            Action::Pass if board.would_burst(self.seen.seat) => board.burst(self.seen.hand),
            Action::Pass => board.pass(),
        }
        board
    }

    /// The cards of others that a move makes playable.
    pub fn opens(&self, action: Action) -> Cards {
        (self.board_after(action).open() - self.seen.board.open()) & self.seen.unseen()
    }

    /// The chance that a seat would have no card to play on this board.
    pub fn stuck(&self, seat: Player, board: &Board) -> f64 {
        let stuck = |(world, _): &&(Company, f64)| (world.game.hand(seat) & board.open()).is_empty();
        // The sum of nothing would be -0.
        self.worlds.iter().filter(stuck).fold(0.0, |sum, (_, part)| sum + part)
    }

    /// Plays on from every one of these moves of the viewer, in all worlds.
    pub fn fates(&self, moves: &[Action], policy: &Cast) -> Vec<Fate> {
        let mut policy = policy.clone();
        let rng = Rng::new(LUCK).split(!0);
        let nothing = |&action| Fate { action, wins: 0.0, best_in: 0.0, bursts: [0.0; MAX_PLAYERS] };
        let mut fates: Vec<Fate> = moves.iter().map(nothing).collect();
        for (i, (world, part)) in self.worlds.iter().enumerate() {
            let ends: Vec<Company> = moves
                .iter()
                .map(|&action| {
                    let mut end = *world;
                    end.apply(action);
                    rollout(&mut end, &mut policy, &mut rng.split(i as u64));
                    end
                })
                .collect();
            let won = |end: &Company| end.payoff(self.seen.seat) > 0.0;
            let anybody = ends.iter().any(won);
            for (fate, end) in fates.iter_mut().zip(&ends) {
                fate.wins += part * f64::from(u8::from(won(end)));
                fate.best_in += part * f64::from(u8::from(won(end) || !anybody));
                for p in Player::all(end.players()).filter(|&p| !end.game.board().is_in(p)) {
                    fate.bursts[p.index()] += part;
                }
            }
        }
        fates
    }
}

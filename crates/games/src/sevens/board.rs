//! What everybody sees: the table, hand sizes, passes, bursts. The rules are written here, on public
//! information, so that states and views cannot disagree about them.

use super::Action;
use super::cards::{Card, Cards};
use serde::{Deserialize, Serialize};
use yomi_core::{MAX_PLAYERS, Player, Rejected, Turn, sentence};

/// How the tunnel works.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tunnel {
    /// When exactly one of a suit's A and K is on the table, the other may be played.
    #[default]
    Contest,
    /// A alone closes the low lane, K alone the high one; both together open both again.
    Closing,
    /// Once the A is on the table, the high lane is played from K inwards; once the K is, the low lane from
    /// A.
    Reverse,
    /// No tunnel.
    Plain,
}

/// What does not change during a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Variant {
    pub tunnel: Tunnel,
    pub players: u8,
    /// Free passes; the next pass is a burst.
    pub passes: u8,
}

impl Default for Variant {
    fn default() -> Self {
        Variant { tunnel: Tunnel::Contest, players: 3, passes: 3 }
    }
}

/// Array size for seats: a power of two, so that masking a seat number replaces the bounds check.
pub(super) const SEATS: usize = 8;
const _: () = assert!(MAX_PLAYERS <= SEATS);

/// The index of a seat in an array of [`SEATS`].
#[inline(always)]
pub(super) const fn at(seat: Player) -> usize {
    seat.index() & (SEATS - 1)
}

/// The next seat, by the set of seats still in the game and the seat that just moved. A lookup is faster than
/// computing it.
static NEXT: [[Player; SEATS]; 1 << MAX_PLAYERS] = {
    let mut next = [[Player::FIRST; SEATS]; 1 << MAX_PLAYERS];
    let mut playing = 1;
    while playing < next.len() {
        let mut seat = 0;
        while seat < SEATS {
            // The seats above this one, followed by the seats below it, in one bit string.
            let round = playing << SEATS | playing;
            let after = seat + 1;
            let found = (after + (round >> after).trailing_zeros() as usize) % SEATS;
            next[playing][seat] = Player::new(found);
            seat += 1;
        }
        playing += 1;
    }
    next
};

/// One seat as everybody sees it. Padded to 4 bytes, which makes indexing an array of them faster.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[repr(align(4))]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Cards in hand.
    pub cards: u8,
    #[serde(default)]
    pub passes: u8,
    /// The order in which this seat burst, from 1; 0 while it is in the game.
    #[serde(default)]
    pub burst: u8,
}

/// The public part of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pub(super) variant: Variant,
    pub(super) table: Cards,
    /// The table when each seat last passed; all cards if it has not passed, since then nothing is playable.
    /// The table is stored instead of what was playable, because computing that at every pass would make
    /// batched random playouts a fifth slower.
    pub(super) passed_at: [Cards; SEATS],
    pub(super) places: [Place; SEATS],
    pub(super) mover: Player,
    /// The seats still in the game, one bit per seat.
    pub(super) playing: u8,
    pub(super) winner: Option<Player>,
}

/// The lowest bit of every lane.
const LANES: u64 = 0x0101_0101_0101_0101;
const ENDS: u64 = Cards::ENDS.0;
const LOW_LANES: u64 = 0x003f_003f_003f_003f;

/// The first gap of every lane, counted from the 7: adding one carries through the cards on the table and
/// stops there.
#[inline(always)]
const fn gaps(table: u64) -> u64 {
    (table + LANES) & !table & Cards::ALL.0
}

/// Every lane with its bits reversed, counted from the outer end.
const fn turned(table: u64) -> u64 {
    table.reverse_bits().swap_bytes() >> 2
}

/// Swaps the two lanes of every suit.
#[inline(always)]
const fn across(lanes: u64) -> u64 {
    (lanes & LOW_LANES) << 8 | (lanes >> 8) & LOW_LANES
}

/// Every card of the lanes whose outer card is in `ends`.
const fn whole_lanes(ends: u64) -> u64 {
    (ends >> 5) * 0x3f
}

/// The playable cards under a tunnel rule other than the contest's.
#[inline(never)]
fn open_by_other_rules(tunnel: Tunnel, table: u64) -> Cards {
    let gaps = gaps(table);
    let ends = table & ENDS;
    Cards(match tunnel {
        Tunnel::Contest => gaps | across(ends) & !table,
        Tunnel::Closing => gaps & !whole_lanes(ends & !across(ends)),
        Tunnel::Reverse => {
            let inwards = whole_lanes(across(ends));
            let from_the_ends = turned(self::gaps(turned(table)));
            gaps & !inwards | from_the_ends & inwards
        }
        Tunnel::Plain => gaps,
    })
}

impl Board {
    pub fn new(variant: Variant, cards: [u8; MAX_PLAYERS], first: Player) -> Board {
        let mut places = [Place::default(); SEATS];
        places.iter_mut().zip(cards).for_each(|(place, cards)| place.cards = cards);
        let playing = (1u8 << variant.players) - 1;
        let passed_at = [Cards::ALL; SEATS];
        Board { variant, table: Cards::NONE, passed_at, places, mover: first, playing, winner: None }
    }

    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The cards on the table, without the sevens.
    #[inline]
    pub fn table(&self) -> Cards {
        self.table
    }

    /// The cards that may be played now, in any hand.
    #[inline(always)]
    pub fn open(&self) -> Cards {
        self.open_with(Cards::NONE)
    }

    /// The cards of a hand that may be played now: [`open`](Self::open) restricted to the hand, which must
    /// hold no card of the table. Besides the gaps, the addition and the tunnel set only bits that are on the
    /// table or are no card, so masking with the hand removes them.
    #[inline(always)]
    pub fn open_among(&self, hand: Cards) -> Cards {
        let table = self.table.0;
        debug_assert_eq!(hand.0 & table, 0, "a card is in a hand or on the table");
        if self.variant.tunnel == Tunnel::Contest {
            Cards(((table + LANES) | across(table & ENDS)) & hand.0)
        } else {
            open_by_other_rules(self.variant.tunnel, table) & hand
        }
    }

    /// Of the cards `closed`, those that would be playable if `inner` were on the table too. `inner` has no A
    /// and no K, so each of its cards opens only the next gap of its own lane, and the effects of several
    /// cards do not mix.
    #[inline(always)]
    pub fn opened_by_inner(&self, inner: Cards, closed: Cards) -> Cards {
        match self.variant.tunnel {
            Tunnel::Contest => Cards(gaps(self.table.0 | inner.0)) & closed,
            _ => self.open_with(inner) & closed,
        }
    }

    /// The cards of `ends` (A and K) that would each, on their own, open at least one of the cards `closed`,
    /// and those that would open at least two. A suit never has more than two open cards.
    #[inline(always)]
    pub fn opening_ends(&self, ends: Cards, closed: Cards) -> [Cards; 2] {
        if self.variant.tunnel == Tunnel::Contest {
            return [Cards(ends.0 & across(closed.0 & ENDS)), Cards::NONE];
        }
        let opening = |most| move |end: &Card| (self.open_with(end.set()) & closed).len() >= most;
        [1, 2].map(|most| ends.iter().filter(opening(most)).collect())
    }

    /// The cards that would be playable if these were on the table too.
    #[inline(always)]
    fn open_with(&self, laid: Cards) -> Cards {
        self.open_on(self.table | laid)
    }

    /// The cards that are playable on this table.
    #[inline(always)]
    fn open_on(&self, table: Cards) -> Cards {
        let table = table.0;
        // The contest's rules have their own branch: in one match with the others, the compiler would compute
        // all of them every time.
        if self.variant.tunnel == Tunnel::Contest {
            Cards(gaps(table) | across(table & ENDS) & !table)
        } else {
            open_by_other_rules(self.variant.tunnel, table)
        }
    }

    #[inline(always)]
    pub fn turn(&self) -> Turn {
        match self.winner {
            None => Turn::Player(self.mover),
            Some(_) => Turn::Over,
        }
    }

    /// The seat to move; at the end of the game, the winner.
    #[inline]
    pub fn mover(&self) -> Player {
        self.mover
    }

    pub fn players(&self) -> usize {
        usize::from(self.variant.players)
    }

    #[inline]
    pub fn place(&self, seat: Player) -> &Place {
        &self.places[at(seat)]
    }

    /// What was playable when a seat last passed: it held none of these cards, unless it passed on purpose.
    /// If the tunnel rule closes no lane, this includes the cards that were playable at earlier passes and
    /// are not on the table yet.
    #[inline]
    pub fn passed_over(&self, seat: Player) -> Cards {
        self.open_on(self.passed_at[at(seat)])
    }

    /// Of the cards `closed`, those that would be playable if this one were on the table too.
    #[inline(always)]
    pub fn opened_by(&self, card: Card, closed: Cards) -> Cards {
        self.open_with(card.set()) & closed
    }

    #[inline]
    pub fn is_in(&self, seat: Player) -> bool {
        self.playing >> at(seat) & 1 == 1
    }

    pub fn winner(&self) -> Option<Player> {
        self.winner
    }

    /// How many seats are still in the game.
    #[inline]
    pub fn seats_in(&self) -> u8 {
        self.playing.count_ones() as u8
    }

    /// Whether the next pass of this seat is a burst.
    #[inline(always)]
    pub fn would_burst(&self, seat: Player) -> bool {
        self.places[at(seat)].passes >= self.variant.passes
    }

    /// The mover plays a card. Not checked.
    #[inline(always)]
    pub fn lay(&mut self, card: Card) {
        self.table = self.table.with(card);
        let place = &mut self.places[at(self.mover)];
        place.cards -= 1;
        if place.cards == 0 {
            self.winner = Some(self.mover);
        } else {
            self.pass_on();
        }
    }

    /// The mover passes and stays in the game. Not checked.
    #[inline(always)]
    pub fn pass(&mut self) {
        self.passed_at[at(self.mover)] = self.table;
        self.places[at(self.mover)].passes += 1;
        self.pass_on();
    }

    /// The mover passes once too often and lays its hand on the table. Not checked.
    #[inline]
    pub fn burst(&mut self, hand: Cards) {
        let bursts = self.variant.players - self.seats_in();
        let place = &mut self.places[at(self.mover)];
        *place = Place { cards: 0, passes: place.passes + 1, burst: bursts + 1 };
        self.playing &= !(1 << at(self.mover));
        self.table = self.table | hand;
        self.pass_on();
        if self.seats_in() == 1 {
            self.winner = Some(self.mover);
        }
    }

    #[inline(always)]
    fn pass_on(&mut self) {
        self.mover = self.after(self.mover);
    }

    /// The next seat in the game.
    #[inline(always)]
    pub fn after(&self, seat: Player) -> Player {
        NEXT[usize::from(self.playing) % NEXT.len()][at(seat)]
    }

    /// Why this action is impossible here, whatever the hands are.
    pub fn why_not(&self, action: Action) -> Rejected {
        Rejected(match (self.winner, action) {
            (Some(winner), _) => {
                sentence!(
                    "the game is over: seat {winner} has won",
                    "対局は終わっています。席{winner}の勝ちです"
                )
            }
            (None, Action::Play(card)) if self.table.has(card) => {
                sentence!("{card} is already on the table", "{card} はもう場に出ています")
            }
            (None, Action::Play(card)) if !self.open().has(card) => {
                let open = Vec::<String>::from(self.open()).join(" ");
                sentence!(
                    "{card} cannot be played yet; open: {open}",
                    "{card} はまだ出せません。出せる札: {open}"
                )
            }
            (None, Action::Play(card)) => {
                sentence!("seat {} does not have {card}", "席{}は {card} を持っていません", self.mover)
            }
            (None, Action::Pass) => sentence!("it cannot happen here", "ここではできません"),
        })
    }

    /// The rank of each seat, 1 is best. Seats that neither won nor burst share the rank behind the winner,
    /// since nobody plays for it. A later burst ranks above an earlier one.
    pub fn ranking(&self) -> Vec<usize> {
        let order = |p: Player| match (self.winner == Some(p), self.places[at(p)].burst) {
            (true, _) => 0,
            (false, 0) => 1,
            (false, burst) => 2 + usize::from(self.variant.players - burst),
        };
        let all: Vec<usize> = Player::all(self.players()).map(order).collect();
        all.iter().map(|own| 1 + all.iter().filter(|other| *other < own).count()).collect()
    }

    /// Checks that this board can occur in a game, as far as the board alone can tell.
    pub(super) fn check(&self) -> Result<(), Rejected> {
        let players = self.players();
        if self.mover.index() >= players {
            return Err(Rejected(sentence!(
                "to_move: there is no seat {}; expected 0 to {}",
                "to_move: 席{}はありません。0から{}までにしてください",
                self.mover,
                players - 1
            )));
        }
        for p in Player::all(players) {
            let Place { cards, passes, burst } = *self.place(p);
            let free = self.variant.passes;
            if passes > free + u8::from(burst > 0) {
                return Err(Rejected(sentence!(
                    "seat {p} is said to have passed {passes} times; pass number {} is a burst",
                    "席{p}のパスが{passes}回になっています。{}回目のパスはバーストです",
                    free + 1
                )));
            }
            if burst > 0 && (cards > 0 || passes != free + 1) {
                return Err(Rejected(sentence!(
                    "seat {p} has burst: it has no cards left and has passed {} times",
                    "席{p}はバーストしています。手札は0枚、パスは{}回のはずです",
                    free + 1
                )));
            }
        }
        let mut order: Vec<u8> =
            Player::all(players).map(|p| self.place(p).burst).filter(|b| *b > 0).collect();
        order.sort_unstable();
        if !order.iter().copied().eq(1..=self.variant.players - self.seats_in()) {
            return Err(Rejected(sentence!(
                "burst: expected 1 for the first seat that burst, 2 for the second, ...",
                "burst: 最初にバーストした席を1、次を2、…としてください"
            )));
        }
        Ok(())
    }
}

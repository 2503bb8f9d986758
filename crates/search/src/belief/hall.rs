//! Which holders are possible at all, by Hall's marriage theorem.
//!
//! Every card goes to one seat and every seat takes exactly as many as it has room for. That is possible if
//! and only if no set of seats (a crowd) has more room than there are cards that any of its seats may hold.
//! And a crowd with exactly as much room as that takes all those cards: no other seat holds any of them.
//! Every impossible holder follows from such a crowd, so one look at all crowds, at most 2^8 with a few
//! operations each, leaves exactly the holders that occur in some deal.
//!
//! Why this is complete: give card `c` to seat `s`, and suppose that a crowd now has too few cards. If `s` is
//! in the crowd, the crowd lost one card and one place, so it had too few before. If not, it lost `c` and had
//! exactly as many cards as room before: it is a crowd as above.

use super::{Hands, MAX_SEATS};

/// A crowd of seats with room for more cards than they may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Crowd {
    /// A bit for each seat.
    pub seats: u32,
    pub room: u32,
    pub cards: u64,
}

/// Removes every holder that occurs in no deal. The room of all seats together must equal the number of cards
/// in `may`.
pub(super) fn tighten(room: &[u32; MAX_SEATS], may: &mut Hands) -> Result<(), Crowd> {
    let mut open = [0; MAX_SEATS];
    let mut count = 0;
    for seat in 0..MAX_SEATS {
        if room[seat] == 0 {
            may[seat] = 0;
        } else {
            open[count] = seat;
            count += 1;
        }
    }
    let open = &open[..count];
    // What a crowd may hold and has room for, built up from the crowd without its first seat.
    let mut cards = [0u64; 1 << MAX_SEATS];
    let mut rooms = [0u32; 1 << MAX_SEATS];
    for crowd in 1usize..1 << count {
        let (first, others) = (open[crowd.trailing_zeros() as usize], crowd & (crowd - 1));
        cards[crowd] = cards[others] | may[first];
        rooms[crowd] = rooms[others] + room[first];
        if rooms[crowd] > cards[crowd].count_ones() {
            let seats = open.iter().enumerate().map(|(i, &seat)| ((crowd >> i & 1) as u32) << seat).sum();
            return Err(Crowd { seats, room: rooms[crowd], cards: cards[crowd] });
        }
    }
    for crowd in 1usize..1 << count {
        if rooms[crowd] == cards[crowd].count_ones() {
            let outside = open.iter().enumerate().filter(|(i, _)| crowd >> i & 1 == 0);
            outside.for_each(|(_, &seat)| may[seat] &= !cards[crowd]);
        }
    }
    Ok(())
}

/// The cards that exactly one seat may hold.
pub(super) fn only_holders(may: &Hands) -> u64 {
    let (mut once, mut again) = (0, 0);
    for cards in may {
        again |= once & cards;
        once |= cards;
    }
    once & !again
}

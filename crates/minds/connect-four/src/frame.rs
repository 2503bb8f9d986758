//! Short keys for the positions that can follow from one position.
//!
//! All positions below a given one contain its discs, so only the rest of each column needs a key: one bit
//! per free cell, and one for the mark that [`Keyed`] puts on top of the highest disc. After 14 discs that is
//! 35 bits instead of 49, and a small table can hold whole keys.

use yomi_bits::compress;
use yomi_core::Keyed;
use yomi_games::connect_four::{BOARD, BOTTOM, ConnectFour, ROWS};

/// With fewer discs than this it pays to merge a position with its mirror image; later both hardly ever
/// occur.
const MIRROR_BELOW: u32 = 20;

/// The position that a search started from, and how positions after it are keyed.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    start: ConnectFour,
    /// The bits of a key that differ between positions.
    open: u64,
    /// Only below a symmetric position can two positions be mirror images of each other: below any other, all
    /// share its asymmetric discs.
    symmetric: bool,
}

impl Frame {
    pub fn from(start: &ConnectFour) -> Frame {
        let guards = BOTTOM << ROWS;
        Frame {
            start: *start,
            open: start.empty() | guards,
            symmetric: start.discs() < MIRROR_BELOW && start.mirrored() == *start,
        }
    }

    /// Whether this position can follow from the one that the search started from.
    pub fn covers(&self, state: &ConnectFour) -> bool {
        let there = BOARD & !self.start.empty();
        let kept = if self.start.discs() % 2 == state.discs() % 2 { state.mine() } else { state.theirs() };
        state.empty() & there == 0 && kept & there == self.start.mine()
    }

    /// The number of bits of a key.
    pub fn key_bits(&self) -> u32 {
        self.open.count_ones()
    }

    /// Different for different positions of the frame, except that mirror images share a key as long as that
    /// pays.
    #[inline]
    pub fn key(&self, state: &ConnectFour) -> u64 {
        let mut key = state.key();
        if self.symmetric && state.discs() < MIRROR_BELOW {
            key = key.min(state.mirrored().key());
        }
        compress(key, self.open)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::random_position;
    use super::*;
    use std::collections::BTreeMap;
    use yomi_core::{Rng, State, Turn};

    #[test]
    fn positions_of_a_frame_have_names_of_their_own() {
        let (mut named, mut mirrored) = (0, 0);
        for discs in [0, 9, 14, 22, 31] {
            let start = (0..).find_map(|seed| random_position(discs, seed)).unwrap();
            let frame = Frame::from(&start);
            assert_eq!(frame.key_bits(), 49 - discs);
            let mut names = BTreeMap::new();
            for line in 0..2_000 {
                let mut rng = Rng::new(line);
                let mut state = start;
                while state.turn() != Turn::Over {
                    assert!(frame.covers(&state));
                    let key = frame.key(&state);
                    assert_eq!(key >> frame.key_bits(), 0);
                    let known = *names.entry(key).or_insert(state);
                    if known != state {
                        assert!(discs == 0 && state.discs() < MIRROR_BELOW && known == state.mirrored());
                        mirrored += 1;
                    }
                    state.apply(state.random_action(&mut rng));
                }
            }
            named += names.len();
        }
        assert!(named > 50_000 && mirrored > 500, "{named} {mirrored}");
    }

    #[test]
    fn only_what_can_follow_is_covered() {
        let start = random_position(12, 5).unwrap();
        let frame = Frame::from(&start);
        assert!(!frame.covers(&ConnectFour::default()));
        assert!(!frame.covers(&random_position(11, 5).unwrap()), "what came before");
        for seed in 6..200 {
            if let Some(other) = random_position(20, seed) {
                let there = BOARD & !start.empty();
                let same =
                    [other.mine(), other.theirs()].map(|d| d & there) == [start.mine(), start.theirs()];
                assert_eq!(frame.covers(&other), same);
            }
        }
    }
}

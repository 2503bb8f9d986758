//! Reproducible boards: MT19937, as used by the programs of the search book.

use rand_mt::Mt;

/// The 32-bit Mersenne Twister that generates a board.
pub struct BoardRng(Mt);

impl BoardRng {
    /// Seeds are 32-bit; the upper half of a larger one is ignored.
    pub fn new(seed: u64) -> BoardRng {
        BoardRng(Mt::new(seed as u32))
    }

    pub fn below(&mut self, n: u32) -> u32 {
        self.0.next_u32() % n
    }
}

/// The seeds of a suite of boards: the successive outputs of MT19937(`seed`).
pub fn suite_seeds(seed: u64, boards: usize) -> Vec<u64> {
    let mut mt = Mt::new(seed as u32);
    (0..boards).map(|_| u64::from(mt.next_u32())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_the_reference_generator() {
        // The first and the ten-thousandth output of std::mt19937 with its default seed. The C++ standard
        // specifies the latter.
        let outputs = suite_seeds(5489, 10_000);
        assert_eq!(outputs[0], 3_499_211_612);
        assert_eq!(outputs[9_999], 4_123_659_995);
    }
}

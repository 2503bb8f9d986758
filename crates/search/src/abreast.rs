//! Several games side by side.
//!
//! A quick policy leaves most of a processor idle: each of its moves waits for the one before. Two games wait for nothing of each other,
//! so that a move of the one fits into the gaps of the other. Where a move is long there are no gaps to fill, and
//! two games only get in each other's way: Sevens by chance or by the seed's policy gains a third and more, by the tuned
//! policy it loses a little.

/// Steps all games to their ends, two at a time in turn. `step` goes on by one move, or says that there is none; it may be asked
/// again then. Each game ends as it would by itself, as long as they share nothing that a step changes.
///
/// ```
/// use yomi_search::abreast::abreast;
///
/// let mut counters = [3, 1, 2];
/// abreast(&mut counters, |left| {
///     *left = std::cmp::max(*left - 1, 0);
///     *left > 0
/// });
/// assert_eq!(counters, [0; 3]);
/// ```
#[inline]
pub fn abreast<G>(games: &mut [G], mut step: impl FnMut(&mut G) -> bool) {
    for pair in games.chunks_mut(2) {
        if let [a, b] = pair {
            while step(a) && step(b) {}
        }
        for left in pair {
            while step(left) {}
        }
    }
}

//! Several games side by side.
//!
//! A quick policy leaves most of a processor idle, because each of its moves waits for the result of the one
//! before. Two games are independent, so the processor fills the gaps of one with moves of the second
//! (instruction-level parallelism). Where a move takes long there are no gaps to fill, and two games only
//! compete: playouts of Sevens gain a third or more with random moves or the simple policy, and lose a little
//! with the tuned policy.

/// Steps all games to their ends, alternating between two at a time. `step` makes one move and returns
/// whether the game goes on; it may be called again after the end. Each game ends as it would alone, as long
/// as the games share nothing that a step changes.
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

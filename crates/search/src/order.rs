//! Putting a few things in order.

use std::cmp::Ordering;

/// Sorts a short list, leaving equals in their order: an insertion sort. The standard library's sort is
/// faster for long lists, and for each type and order that it is used with it compiles to some eight
/// kilobytes of code; moves at a root are few.
pub(crate) fn sort_few<T>(items: &mut [T], mut order: impl FnMut(&T, &T) -> Ordering) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && order(&items[at - 1], &items[at]) == Ordering::Greater {
            items.swap(at - 1, at);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::Rng;

    #[test]
    fn the_order_is_that_of_the_standard_library() {
        let mut rng = Rng::new(0);
        for len in 0..60 {
            let list: Vec<(u32, usize)> = (0..len).map(|i| (rng.below(10), i)).collect();
            let (mut few, mut standard) = (list.clone(), list);
            sort_few(&mut few, |a, b| a.0.cmp(&b.0));
            standard.sort_by_key(|pair| pair.0);
            assert_eq!(few, standard);
        }
    }
}

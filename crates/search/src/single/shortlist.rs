//! Which of the positions one turn ahead stay in the beam.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use yomi_core::Glimpse;

/// A candidate for the next beam: where it comes from, and what is stored of it.
pub struct Applicant<A, Q> {
    pub value: f64,
    pub key: u64,
    /// What is left to collect, for dominance; see [`Scout::rest`](yomi_core::Scout::rest).
    pub rest: Option<u64>,
    /// The index of its parent in the current beam.
    pub parent: u32,
    /// The move that leads to it; `None` for a finished game that stays.
    pub action: Option<A>,
    pub queued: Q,
}

impl<A, Q> Ord for Applicant<A, Q> {
    /// By value alone.
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.total_cmp(&other.value)
    }
}

impl<A, Q> PartialOrd for Applicant<A, Q> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<A, Q> PartialEq for Applicant<A, Q> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<A, Q> Eq for Applicant<A, Q> {}

/// Better first; ties by key, which is arbitrary but reproducible.
#[inline]
fn by_rank<A, Q>(a: &Applicant<A, Q>, b: &Applicant<A, Q>) -> Ordering {
    b.value.total_cmp(&a.value).then(b.key.cmp(&a.key))
}

/// Positions chosen or built between two looks at the clock.
pub const BETWEEN_QUESTIONS: usize = 256;

/// The candidates for the next beam.
pub enum Shortlist<A, Q> {
    /// All of them. Ties are broken as in a binary heap filled one by one, which is how the search book's
    /// programs keep their beam, so that a suite gives the same figures as those programs.
    All(BinaryHeap<Applicant<A, Q>>),
    /// A limited number per niche.
    Niches(Niches<A, Q>),
}

impl<A, Q> Shortlist<A, Q> {
    pub fn new(cap: Option<usize>, dominance: bool, niches: usize) -> Self {
        match cap {
            None if !dominance => Shortlist::All(BinaryHeap::new()),
            _ => Shortlist::Niches(Niches::new(cap.unwrap_or(usize::MAX), dominance, niches)),
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Shortlist::All(heap) => heap.len(),
            Shortlist::Niches(niches) => niches.filled,
        }
    }

    /// Moves the best `width` to `chosen` and empties the list. `go_on` is asked now and then, because
    /// sorting a wide beam takes long; false if it said no, and then what was chosen is worth nothing.
    pub fn settle(
        &mut self,
        width: usize,
        chosen: &mut Vec<Applicant<A, Q>>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> bool {
        chosen.clear();
        let mut goes_on = true;
        match self {
            Shortlist::All(heap) => {
                while goes_on
                    && chosen.len() < width
                    && let Some(best) = heap.pop()
                {
                    chosen.push(best);
                    goes_on = !chosen.len().is_multiple_of(BETWEEN_QUESTIONS) || go_on();
                }
                heap.clear();
            }
            Shortlist::Niches(niches) => niches.settle(width, chosen),
        }
        goes_on
    }

    /// Empties the list.
    pub fn clear(&mut self, chosen: &mut Vec<Applicant<A, Q>>) {
        self.settle(0, chosen, &mut || true);
    }
}

/// The best of each niche, and the best finished game, which needs no niche because it is not expanded.
pub struct Niches<A, Q> {
    cap: usize,
    dominance: bool,
    niches: Vec<Vec<Applicant<A, Q>>>,
    /// The niches that are not empty.
    lived_in: Vec<usize>,
    filled: usize,
    ended: Option<Applicant<A, Q>>,
}

impl<A, Q> Niches<A, Q> {
    fn new(cap: usize, dominance: bool, niches: usize) -> Self {
        let niches = std::iter::repeat_with(Vec::new).take(niches).collect();
        Niches { cap, dominance, niches, lived_in: Vec::new(), filled: 0, ended: None }
    }

    /// Adds the applicant that `build` makes if it is among the best of its niche. Where positions are to be
    /// `distinct`, one whose key is already in the niche is left out: equal positions share a niche, so no
    /// table of all keys is needed.
    #[inline]
    pub fn offer(&mut self, seen: &Glimpse, distinct: bool, build: impl FnOnce() -> Applicant<A, Q>) {
        if seen.over {
            if self.ended.as_ref().is_none_or(|best| seen.value > best.value) {
                self.ended = Some(build());
            }
            return;
        }
        let niche = &mut self.niches[seen.niche];
        if distinct && niche.iter().any(|a| a.key == seen.key) {
            return;
        }
        if let Some(rest) = seen.rest.filter(|_| self.dominance) {
            if niche.iter().any(|a| a.rest.is_some_and(|theirs| theirs & !rest == 0)) {
                return;
            }
            let before = niche.len();
            niche.retain(|a| a.rest.is_none_or(|theirs| rest & !theirs != 0));
            self.filled -= before - niche.len();
        }
        if niche.len() < self.cap {
            // A niche that dominance has just emptied is already on the list; being there twice does no harm.
            if niche.is_empty() {
                self.lived_in.push(seen.niche);
            }
            niche.push(build());
            self.filled += 1;
        } else if let Some(worst) = niche.iter_mut().max_by(|a, b| by_rank(a, b))
            && (seen.value, seen.key) > (worst.value, worst.key)
        {
            *worst = build();
        }
    }

    fn settle(&mut self, width: usize, chosen: &mut Vec<Applicant<A, Q>>) {
        self.lived_in.drain(..).for_each(|n| chosen.append(&mut self.niches[n]));
        self.filled = 0;
        if chosen.len() > width {
            chosen.select_nth_unstable_by(width, by_rank);
            chosen.truncate(width);
        }
        chosen.extend(self.ended.take());
    }
}

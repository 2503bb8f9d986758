//! Which of the positions one turn on stay in the beam.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use yomi_core::Glimpse;

/// A position that wants to stay: where it comes from, and what is kept of itself.
pub struct Applicant<A, Q> {
    pub value: f64,
    pub key: u64,
    /// What is still to be had, where that is compared.
    pub rest: Option<u64>,
    /// Its place in the beam before.
    pub parent: u32,
    /// The move that leads to it; none where the game was over before.
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

/// Better first; equal values by key, which is as good as by lot and the same every time.
#[inline]
fn by_rank<A, Q>(a: &Applicant<A, Q>, b: &Applicant<A, Q>) -> Ordering {
    b.value.total_cmp(&a.value).then(b.key.cmp(&a.key))
}

/// Those who applied for the next beam.
pub enum Shortlist<A, Q> {
    /// All of them. Ties fall as they do in a binary heap filled one by one, which is how the search book's programs keep
    /// their beam, so that a suite gives the same figures here and there.
    All(BinaryHeap<Applicant<A, Q>>),
    /// At most so many a niche.
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

    /// The best `width`, and nobody is left.
    pub fn settle(&mut self, width: usize, chosen: &mut Vec<Applicant<A, Q>>) {
        chosen.clear();
        match self {
            Shortlist::All(heap) => {
                chosen.extend(std::iter::from_fn(|| heap.pop()).take(width));
                heap.clear();
            }
            Shortlist::Niches(niches) => niches.settle(width, chosen),
        }
    }
}

/// The best of each niche, and the best of those where the game is over, which need no niche: they go nowhere.
pub struct Niches<A, Q> {
    cap: usize,
    dominance: bool,
    niches: Vec<Vec<Applicant<A, Q>>>,
    /// Niches with somebody in them.
    lived_in: Vec<usize>,
    filled: usize,
    ended: Option<Applicant<A, Q>>,
}

impl<A, Q> Niches<A, Q> {
    fn new(cap: usize, dominance: bool, niches: usize) -> Self {
        let niches = std::iter::repeat_with(Vec::new).take(niches).collect();
        Niches { cap, dominance, niches, lived_in: Vec::new(), filled: 0, ended: None }
    }

    /// Takes somebody in who is among the best of the niche, if `build` makes one. Who is there already, by key, need
    /// not apply again where positions are to be `distinct`: the table of all keys is not needed for that, because
    /// equal positions meet in their niche, and are as good as each other.
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
            // Whoever ousts the last one finds the niche on the list already; to be there twice does no harm.
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

//! Counting at the root.
//!
//! Trees keep a count and a sum per edge; the standard errors that a decision reports need sums of squares as
//! well, and only at the root. A [`Tally`] holds all three, in double precision.
//!
//! The results of one move are not independent: a tree learns, so that one early result leads all later ones,
//! and worlds are used several times. How many independent results they are worth is a matter of the search
//! ([`Dependence`], [`Tally::join`]); the constants are measured, see docs/results.md, "Intervals".

use yomi_core::Candidate;

/// Results of one root move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tally<A> {
    pub action: A,
    pub visits: u64,
    pub sum: f64,
    pub squares: f64,
    /// Visits and payoffs of earlier searches: they count for the mean, and nothing is known of their spread.
    carried: (u64, f64),
    groups: Groups,
}

/// Sums over groups of results that depend on each other, such as those of one world.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Groups {
    count: u64,
    /// Whether they depend on each other only in part: how much shows in their sums.
    loose: bool,
    /// Of the squares of their sums, of the squares of their sizes, and of the products of both.
    sums: f64,
    sizes: f64,
    products: f64,
}

/// How much the results of one move depend on each other: `n` of them, which are the part `share` of all, are
/// worth `n^(1 - always - leading * share)` independent ones.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Dependence {
    pub always: f64,
    /// For the move that gets all the attention: what made it lead also made it look good.
    pub leading: f64,
    /// No more than this: so many worlds were used again and again.
    pub most: f64,
}

impl Dependence {
    const fn new(always: f64, leading: f64) -> Dependence {
        Dependence { always, leading, most: f64::INFINITY }
    }

    /// Every result by itself.
    pub const NONE: Dependence = Dependence::new(0.0, 0.0);
    /// Every result by itself, and the best mean is chosen.
    pub const CHOSEN: Dependence = Dependence::new(0.04, 0.0);
    /// A tree in a game in which nothing is left to luck.
    pub const TREE: Dependence = Dependence::new(0.1, 0.35);
    /// A tree over many worlds that grows by a node in every iteration, of a game for two...
    pub const TREE_OF_WORLDS: Dependence = Dependence::new(0.13, 0.38);
    /// ... for more, where the cards decide more...
    pub const TREE_OF_MANY: Dependence = Dependence::new(0.09, 0.33);
    /// ... and for one, whom nobody answers.
    pub const TREE_OF_ONE: Dependence = Dependence::new(0.05, 0.08);
    /// A tree over many worlds, of a game for two, in which a guide says what to try first, so that first results do
    /// not lead.
    pub const GUIDED_TREE_OF_WORLDS: Dependence = Dependence::new(0.1, -0.05);
    /// A tree over plans.
    pub const PLANS: Dependence = Dependence::new(0.15, 0.2);

    /// Of a tree that grew in so large a part of its iterations: one that has stopped growing has little left
    /// to learn.
    #[must_use]
    pub fn grown(self, part: f64) -> Dependence {
        /// Of a tree that has stopped growing: its results vary less than independent ones.
        const SETTLED: f64 = -0.02;
        let always = self.always * part + SETTLED * (1.0 - part);
        Dependence { always, leading: self.leading * part, ..self }
    }

    fn independent(self, n: f64, share: f64) -> f64 {
        n.powf(1.0 - self.always - self.leading * share).min(self.most).max(1.0)
    }
}

/// How many results came from each cluster of worlds ([`Belief::cluster`](yomi_core::Belief::cluster)), and
/// their sum.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Clusters(Vec<(u32, f64)>);

impl Clusters {
    #[inline]
    pub fn add(&mut self, cluster: u32, payoff: f64) {
        let at = cluster as usize;
        if self.0.len() <= at {
            self.0.resize(at + 1, (0, 0.0));
        }
        let (size, sum) = &mut self.0[at];
        *size += 1;
        *sum += payoff;
    }
}

impl<A: Copy + Eq> Tally<A> {
    #[must_use]
    pub fn new(action: A) -> Self {
        Tally { action, visits: 0, sum: 0.0, squares: 0.0, carried: (0, 0.0), groups: Groups::default() }
    }

    #[inline]
    pub fn add(&mut self, payoff: f64) {
        self.visits += 1;
        self.sum += payoff;
        self.squares += payoff * payoff;
    }

    /// Takes over what an earlier search found.
    pub fn carry(&mut self, visits: u64, sum: f64) {
        self.carried = (self.carried.0 + visits, self.carried.1 + sum);
    }

    fn merge(&mut self, other: &Tally<A>) {
        self.visits += other.visits;
        self.sum += other.sum;
        self.squares += other.squares;
        self.carry(other.carried.0, other.carried.1);
        let (own, more) = (&mut self.groups, other.groups);
        own.count += more.count;
        own.loose |= more.loose;
        own.sums += more.sums;
        own.sizes += more.sizes;
        own.products += more.products;
    }

    /// The same results as one group, which counts as one when it is merged with others.
    #[must_use]
    pub fn join(&self) -> Tally<A> {
        let (n, count) = (self.visits as f64, u64::from(self.visits > 0));
        let groups =
            Groups { count, loose: false, sums: self.sum * self.sum, sizes: n * n, products: n * self.sum };
        Tally { groups, ..*self }
    }

    /// Says which of its results may depend on each other: those of one cluster of worlds. All of them are in one.
    pub fn cluster(&mut self, clusters: &Clusters) {
        let mut groups = Groups { loose: true, ..Groups::default() };
        for &(size, sum) in clusters.0.iter().filter(|(size, _)| *size > 0) {
            let n = f64::from(size);
            groups.count += 1;
            groups.sums += sum * sum;
            groups.sizes += n * n;
            groups.products += n * sum;
        }
        self.groups = groups;
    }

    /// By how much its results, where they are in clusters, tell less than as many independent ones would.
    #[must_use]
    pub fn inflation(&self) -> f64 {
        let of_mean = self.groups.loose.then(|| self.variance_of_grouped_mean()).flatten();
        match (of_mean, self.variance()) {
            (Some(of_mean), Some(variance)) if variance > 0.0 => {
                (UNEVEN * UNEVEN * of_mean * self.visits as f64 / variance).max(1.0)
            }
            _ => 1.0,
        }
    }

    /// The sum of squared differences from the mean.
    fn spread(&self) -> f64 {
        match self.visits {
            0 => 0.0,
            n => (self.squares - self.sum * self.sum / n as f64).max(0.0),
        }
    }

    /// The unbiased variance of the results; `None` for fewer than two.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        (self.visits > 1).then(|| self.spread() / (self.visits - 1) as f64)
    }

    /// The variance of the mean of grouped results, which is a ratio of two sums over groups.
    fn variance_of_grouped_mean(&self) -> Option<f64> {
        let Groups { count, sums, sizes, products, .. } = self.groups;
        let (n, mean) = (self.visits as f64, self.sum / self.visits as f64);
        let off = (sums - 2.0 * mean * products + mean * mean * sizes).max(0.0);
        (count > 1).then(|| off * count as f64 / (count - 1) as f64 / (n * n))
    }

    /// The move by itself, its results independent of each other.
    #[must_use]
    pub fn candidate(&self) -> Candidate<A> {
        candidates(&[*self], Dependence::NONE).remove(0)
    }
}

/// So many results like those of the other moves are added to the spread of each move: a few lucky results
/// that are all alike do not make an error of zero...
const BORROWED: f64 = 4.0;
/// ... but more than this many are believed.
const FEW: f64 = 8.0;

/// Groups are not of one size: a world in which a move does badly tries it less often, and a deal that fits has more
/// descendants.
const UNEVEN: f64 = 1.1;

/// What the tallies say of all moves of a decision.
#[must_use]
pub fn candidates<A: Copy + Eq>(tallies: &[Tally<A>], dependence: Dependence) -> Vec<Candidate<A>> {
    let all: u64 = tallies.iter().map(|t| t.visits).sum();
    let spread: f64 = tallies.iter().map(Tally::spread).sum();
    let freedom: u64 = tallies.iter().map(|t| t.visits.saturating_sub(1)).sum();
    let common = (freedom > 0).then(|| spread / freedom as f64);
    let candidate = |t: &Tally<A>| {
        let (n, total) = (t.visits as f64, t.visits + t.carried.0);
        if total == 0 {
            return Candidate::unknown(t.action);
        }
        let mean = (t.sum + t.carried.1) / total as f64;
        let variance = common.filter(|_| t.visits > 0 && tallies.len() > 1).map_or_else(
            || t.variance(),
            |common| {
                let borrowed = BORROWED * (FEW / n).min(1.0);
                Some((t.spread() + borrowed * common) / (n - 1.0 + borrowed))
            },
        );
        let Some(variance) = variance else {
            return Candidate { visits: total, mean, ..Candidate::unknown(t.action) };
        };
        let whole = total as f64;
        let (tries, se) = match t.variance_of_grouped_mean().filter(|_| !t.groups.loose) {
            // Groups that agree by luck show no spread; the error is still that of as many independent
            // results.
            Some(of_mean) => (t.groups.count as f64, UNEVEN * of_mean.max(variance / whole).sqrt()),
            None => {
                let tries = (dependence.independent(whole, n / all as f64) / t.inflation()).max(1.0);
                (tries, (variance / tries).sqrt())
            }
        };
        Candidate { tries, ..Candidate::sampled(t.action, total, mean, se) }
    };
    tallies.iter().map(candidate).collect()
}

/// Adds up the tallies of several streams. Moves may come in any order and need not be in every stream.
#[must_use]
pub fn merge<'a, A: Copy + Eq + 'a>(streams: impl Iterator<Item = &'a [Tally<A>]>) -> Vec<Tally<A>> {
    let mut total: Vec<Tally<A>> = Vec::new();
    for tally in streams.flatten() {
        match total.iter_mut().find(|t| t.action == tally.action) {
            Some(known) => known.merge(tally),
            None => total.push(*tally),
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::Rng;

    /// Worlds of one cluster that are all alike count as one; those that have nothing in common count in full.
    #[test]
    fn what_worlds_have_in_common_widens_the_error() {
        let mut rng = Rng::new(5);
        let (clusters, each) = (400, 25);
        for (alike, in_common) in [(1.0f64, 25.0), (0.5, 13.0), (0.0, 1.0)] {
            let expected = UNEVEN * UNEVEN * in_common;
            let (mut tally, mut by_cluster) = (Tally::new('a'), Clusters::default());
            for cluster in 0..clusters {
                let common = rng.unit();
                for _ in 0..each {
                    let luck = if rng.unit() < alike.sqrt() { common } else { rng.unit() };
                    let payoff = f64::from(u8::from(luck < 0.5));
                    tally.add(payoff);
                    by_cluster.add(cluster, payoff);
                }
            }
            tally.cluster(&by_cluster);
            let inflation = tally.inflation();
            assert!((inflation / expected - 1.0).abs() < 0.2, "{inflation} instead of {expected}");
            let n = f64::from(clusters * each);
            let stated = candidates(&[tally], Dependence::NONE).remove(0);
            let due = (0.25 * expected / n).sqrt();
            assert!((stated.se / due - 1.0).abs() < 0.1, "{} instead of {due}", stated.se);
            assert!((stated.tries * expected / n - 1.0).abs() < 0.2);
            // Two searches side by side tell twice as much.
            let both = merge([&[tally][..], &[tally][..]].into_iter()).remove(0);
            assert!((both.inflation() / inflation - 1.0).abs() < 0.01);
        }
        assert_eq!(Tally::new('b').inflation(), 1.0);
    }

    /// What is borrowed from other moves fades with a move's own results.
    #[test]
    fn a_move_that_was_tried_often_speaks_for_itself() {
        let (mut wild, mut calm) = (Tally::new(0), Tally::new(1));
        for i in 0..1_000 {
            wild.add(f64::from(i % 2));
            calm.add(0.5);
        }
        let found = candidates(&[wild, calm], Dependence::NONE);
        let alone = (0.25_f64 / 1_000.0).sqrt();
        assert!((found[0].se / alone - 1.0).abs() < 0.02, "{} beside {alone}", found[0].se);
    }
}

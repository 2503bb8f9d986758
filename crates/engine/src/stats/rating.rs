//! Ratings by maximum likelihood: Bradley-Terry for two seats, Plackett-Luce for more.
//!
//! Every agent has a strength; who comes first among several does so with a probability in proportion to
//! theirs, who comes next likewise among the rest. A tie counts as every order of the tied, each with an equal
//! share: for two seats a draw is half a win. The same agent may sit on several seats.
//!
//! A rating is 400 times the decimal logarithm of a strength, as in chess. Where one agent has beaten another
//! and never lost to it, not even by way of others, the likelihood has no maximum: no finite rating fits, and
//! none is made up. Ratings are then those of the largest group within which everybody can be compared, and
//! of the rest it is said whether they are above or below.

use std::collections::BTreeMap;
use yomi_core::Rng;

/// Points per unit of the natural logarithm of a strength: 400 / ln 10.
pub const SCALE: f64 = 173.717_792_761_304_6;
/// Seats beyond this many are not ranked: ties are counted order by order.
pub const MOST_SEATS: usize = 8;

/// The members of a stage: who was still in it, and how many seats each had.
type Members = Vec<(usize, f64)>;

/// What a kind of result says: who came first, among whom (a place in the list of members), how often.
type Said = BTreeMap<(usize, usize), f64>;

/// Results of games between agents, by kind: which agents, in which order.
#[derive(Clone, Debug)]
pub struct Results {
    agents: usize,
    kinds: BTreeMap<(Vec<usize>, Vec<u8>), usize>,
    said: Vec<Said>,
    members: Vec<Members>,
    member_places: BTreeMap<Vec<usize>, usize>,
}

/// What is known of one agent's strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rating {
    Points(f64),
    /// Better than all who have points: it never lost to them.
    Above,
    /// Worse than all who have points.
    Below,
    /// Nothing compares it with those who have points.
    Apart,
}

impl Rating {
    pub fn points(self) -> Option<f64> {
        match self {
            Rating::Points(points) => Some(points),
            _ => None,
        }
    }

    /// For sorting: above the highest, below the lowest.
    pub fn order(self) -> f64 {
        match self {
            Rating::Points(points) => points,
            Rating::Above => f64::INFINITY,
            Rating::Below | Rating::Apart => f64::NEG_INFINITY,
        }
    }
}

impl Results {
    pub fn new(agents: usize) -> Results {
        Results {
            agents,
            kinds: BTreeMap::new(),
            said: Vec::new(),
            members: Vec::new(),
            member_places: BTreeMap::new(),
        }
    }

    /// How many kinds of results there are.
    pub fn kinds(&self) -> usize {
        self.said.len()
    }

    /// The kind of a game between these agents, given by seat, with these payoffs; `None` if there are more seats
    /// than can be ranked.
    pub fn kind(&mut self, agents: &[usize], payoffs: &[f64]) -> Option<usize> {
        if agents.len() > MOST_SEATS || agents.len() != payoffs.len() {
            return None;
        }
        let ahead = |pay: f64| payoffs.iter().filter(|other| **other > pay).count() as u8;
        let mut seats: Vec<(u8, usize)> =
            payoffs.iter().map(|&pay| ahead(pay)).zip(agents.iter().copied()).collect();
        seats.sort_unstable();
        let key = (seats.iter().map(|s| s.1).collect::<Vec<_>>(), seats.iter().map(|s| s.0).collect());
        if let Some(&kind) = self.kinds.get(&key) {
            return Some(kind);
        }
        let mut said = Said::default();
        let (order, ranks) = &key;
        let orders = orders_of_ties(order, ranks);
        let share = 1.0 / orders.len() as f64;
        for order in orders {
            self.add_order(&mut said, &order, share);
        }
        let kind = self.said.len();
        self.said.push(said);
        self.kinds.insert(key, kind);
        Some(kind)
    }

    fn add_order(&mut self, said: &mut Said, order: &[usize], share: f64) {
        for first in 0..order.len() {
            let mut rest = order[first..].to_vec();
            rest.sort_unstable();
            // An agent among its like says nothing.
            if rest.first() == rest.last() {
                continue;
            }
            let place = match self.member_places.get(&rest) {
                Some(&place) => place,
                None => {
                    let mut members: Members = Vec::new();
                    for &agent in &rest {
                        match members.last_mut() {
                            Some((last, seats)) if *last == agent => *seats += 1.0,
                            _ => members.push((agent, 1.0)),
                        }
                    }
                    self.members.push(members);
                    self.member_places.insert(rest, self.members.len() - 1);
                    self.members.len() - 1
                }
            };
            *said.entry((order[first], place)).or_default() += share;
        }
    }

    /// The ratings that make results with these weights, by kind, the likeliest. They have mean 0 over those
    /// who have points.
    pub fn rate(&self, weights: &[f64]) -> Vec<Rating> {
        let mut ratings = self.rate_raw(weights);
        let points: Vec<f64> = ratings.iter().filter_map(|rating| rating.points()).collect();
        let mean = points.iter().sum::<f64>() / points.len().max(1) as f64;
        shift(&mut ratings, -mean);
        ratings
    }

    fn rate_raw(&self, weights: &[f64]) -> Vec<Rating> {
        let reaches = self.reaches(weights);
        let group = largest_group(&reaches);
        let logs = self.fit(&group, weights);
        let rating = |agent: usize| match group.iter().position(|&member| member == agent) {
            Some(place) => Rating::Points(SCALE * logs[place]),
            None => match group.first().map(|&member| (reaches[agent][member], reaches[member][agent])) {
                Some((true, false)) => Rating::Above,
                Some((false, true)) => Rating::Below,
                _ => Rating::Apart,
            },
        };
        let mut ratings: Vec<Rating> = (0..self.agents).map(rating).collect();
        if let [alone] = group[..] {
            ratings[alone] = alone_among(&ratings).unwrap_or(ratings[alone]);
        }
        ratings
    }

    /// Whether one agent was ahead of another, directly or by way of others.
    fn reaches(&self, weights: &[f64]) -> Vec<Vec<bool>> {
        let n = self.agents;
        let mut reaches = vec![vec![false; n]; n];
        for ((order, ranks), &kind) in &self.kinds {
            if weights.get(kind).is_none_or(|weight| *weight <= 0.0) {
                continue;
            }
            for (i, &a) in order.iter().enumerate() {
                for (j, &b) in order.iter().enumerate() {
                    reaches[a][b] |= a != b && ranks[i] <= ranks[j];
                }
            }
        }
        for by in 0..n {
            let through = reaches[by].clone();
            for row in reaches.iter_mut().filter(|row| row[by]) {
                row.iter_mut().zip(&through).for_each(|(there, further)| *there |= further);
            }
        }
        reaches
    }

    /// What was won by members of a group against others of it: by member, and by stage without those who are
    /// not in the group. They were always ahead, and then the stage is not about the group, or always behind.
    fn inside(&self, group: &[usize], weights: &[f64]) -> (Vec<f64>, Vec<(Members, f64)>) {
        let mut place = vec![None; self.agents];
        group.iter().enumerate().for_each(|(i, &agent)| place[agent] = Some(i));
        let (mut won, mut stages) = (vec![0.0; group.len()], BTreeMap::<usize, f64>::new());
        let left = |stage: usize| -> Members {
            let members = self.members[stage].iter();
            members.filter_map(|&(agent, seats)| place[agent].map(|p| (p, seats))).collect()
        };
        let contested: Vec<bool> = (0..self.members.len()).map(|stage| left(stage).len() > 1).collect();
        for (said, weight) in self.said.iter().zip(weights) {
            for (&(first, stage), share) in said {
                if let Some(first) = place[first].filter(|_| contested[stage] && *weight > 0.0) {
                    won[first] += share * weight;
                    *stages.entry(stage).or_default() += share * weight;
                }
            }
        }
        (won, stages.into_iter().map(|(stage, weight)| (left(stage), weight)).collect())
    }

    /// Logarithms of the strengths of a group, by Newton's method on the concave log-likelihood.
    fn fit(&self, group: &[usize], weights: &[f64]) -> Vec<f64> {
        let n = group.len();
        let (won, stages) = self.inside(group, weights);
        let mut logs = vec![0.0; n];
        const MOST_STEPS: usize = 200;
        for _ in 0..MOST_STEPS {
            let (gradient, mut curvature) = slope(&logs, &won, &stages);
            // The likelihood does not change when all move together: this holds the mean at 0.
            curvature.iter_mut().flatten().for_each(|entry| *entry += 1.0 / n as f64);
            let Some(mut step) = solve(curvature, gradient) else { break };
            // Far from the maximum a full step can overshoot.
            const LONGEST: f64 = 1.0;
            let longest = step.iter().fold(0.0f64, |most, s| most.max(s.abs()));
            let scale = if longest > LONGEST { LONGEST / longest } else { 1.0 };
            step.iter_mut().for_each(|s| *s *= scale);
            logs.iter_mut().zip(&step).for_each(|(log, s)| *log += s);
            if longest < 1e-10 {
                break;
            }
        }
        logs
    }
}

/// Points of a single agent would be points of nobody in comparison with nobody: where all others that can be
/// compared with it are on one side of it, it is on the other. Otherwise one of two agents would seem to be
/// known exactly whenever a sample separates them.
fn alone_among(ratings: &[Rating]) -> Option<Rating> {
    let has = |side: Rating| ratings.contains(&side);
    match (has(Rating::Above), has(Rating::Below)) {
        (true, false) => Some(Rating::Below),
        (false, true) => Some(Rating::Above),
        _ => None,
    }
}

/// The gradient of the log-likelihood, and its curvature with the sign changed.
fn slope(logs: &[f64], won: &[f64], stages: &[(Members, f64)]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = logs.len();
    let (mut gradient, mut curvature) = (won.to_vec(), vec![vec![0.0; n]; n]);
    let highest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let strengths: Vec<f64> = logs.iter().map(|log| libm::exp(log - highest)).collect();
    for (members, weight) in stages {
        let total: f64 = members.iter().map(|&(i, seats)| seats * strengths[i]).sum();
        for &(i, seats) in members {
            let share = seats * strengths[i] / total;
            gradient[i] -= weight * share;
            curvature[i][i] += weight * share;
            for &(j, others) in members {
                curvature[i][j] -= weight * share * others * strengths[j] / total;
            }
        }
    }
    (gradient, curvature)
}

/// Solves a symmetric positive definite system by Cholesky's method; `None` if it is not one.
fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Option<Vec<f64>> {
    let n = b.len();
    for i in 0..n {
        for j in 0..=i {
            let product: f64 = (0..j).map(|k| a[i][k] * a[j][k]).sum();
            let left = a[i][j] - product;
            a[i][j] = match i == j {
                true if left > 0.0 => left.sqrt(),
                true => return None,
                false => left / a[j][j],
            };
        }
    }
    for i in 0..n {
        let known: f64 = (0..i).map(|k| a[i][k] * b[k]).sum();
        b[i] = (b[i] - known) / a[i][i];
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|k| a[k][i] * b[k]).sum();
        b[i] = (b[i] - known) / a[i][i];
    }
    Some(b)
}

/// The largest group in which everybody was ahead of everybody, directly or by way of others; the first of
/// several.
fn largest_group(reaches: &[Vec<bool>]) -> Vec<usize> {
    let group = |i: usize| -> Vec<usize> {
        (0..reaches.len()).filter(|&j| i == j || reaches[i][j] && reaches[j][i]).collect()
    };
    let mut largest = Vec::new();
    for i in 0..reaches.len() {
        let own = group(i);
        if own.len() > largest.len() {
            largest = own;
        }
    }
    largest
}

/// Every order in which tied agents could have finished.
fn orders_of_ties(order: &[usize], ranks: &[u8]) -> Vec<Vec<usize>> {
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    let mut from = 0;
    while from < order.len() {
        let to = (from..order.len()).find(|&i| ranks[i] != ranks[from]).unwrap_or(order.len());
        let tied = permutations(&order[from..to]);
        orders = (orders.iter())
            .flat_map(|before| tied.iter().map(move |next| [&before[..], next].concat()))
            .collect();
        from = to;
    }
    orders
}

fn permutations(items: &[usize]) -> Vec<Vec<usize>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let with_first = |i: usize| {
        let rest: Vec<usize> = items.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, x)| *x).collect();
        permutations(&rest).into_iter().map(move |tail| [&[items[i]][..], &tail].concat())
    };
    (0..items.len()).flat_map(with_first).collect()
}

fn shift(ratings: &mut [Rating], by: f64) {
    for rating in ratings {
        if let Rating::Points(points) = rating {
            *points += by;
        }
    }
}

/// Units of observation of one match: each is the kinds of the games that share their luck.
pub type Units = Vec<Vec<usize>>;

/// A rating with its 95% interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rated {
    pub rating: Rating,
    /// An end is infinite where resampled results often leave the agent without a rating; `None` where a
    /// match has a single unit, so that nothing can be resampled, and where every sample gives the same
    /// rating: deals that came out alike say that others are rare, not that there are none.
    pub ci95: Option<[f64; 2]>,
}

/// Ratings with intervals by the bootstrap over units: the units of every match are drawn again, with
/// replacement, and the ratings fitted anew. The share of samples outside the interval is 5%.
pub fn bootstrap(results: &Results, matches: &[Units], samples: usize, rng: &Rng) -> Vec<Rated> {
    let weigh = |pick: &mut dyn FnMut(&Units, usize) -> usize| {
        let mut weights = vec![0.0; results.kinds()];
        for units in matches {
            for i in 0..units.len() {
                units[pick(units, i)].iter().for_each(|&kind| weights[kind] += 1.0);
            }
        }
        weights
    };
    let ratings = results.rate(&weigh(&mut |_, i| i));
    if matches.iter().any(|units| units.len() == 1) || matches.is_empty() {
        return ratings.into_iter().map(|rating| Rated { rating, ci95: None }).collect();
    }
    let mut drawn: Vec<Vec<f64>> = vec![Vec::with_capacity(samples); ratings.len()];
    for sample in 0..samples {
        let mut rng = rng.split(sample as u64);
        let weights =
            weigh(&mut |units, _| rng.below(u32::try_from(units.len()).unwrap_or(u32::MAX)) as usize);
        let mut again = results.rate_raw(&weights);
        level(&mut again, &ratings);
        drawn.iter_mut().zip(again).for_each(|(all, rating)| all.push(rating.order()));
    }
    let rated = |(rating, mut all): (Rating, Vec<f64>)| {
        all.sort_by(f64::total_cmp);
        /// Points below which two ratings differ by rounding.
        const ROUNDING: f64 = 1e-6;
        let (lo, hi) = (quantile(&all, 0.025), quantile(&all, 0.975));
        let alike = hi - lo < ROUNDING;
        Rated { rating, ci95: (!alike).then_some([lo, hi]) }
    };
    ratings.into_iter().zip(drawn).map(rated).collect()
}

/// Moves a sample so that those who have points in it and in all results have the same mean in both.
fn level(sample: &mut [Rating], all: &[Rating]) {
    let both = sample.iter().zip(all).filter_map(|(a, b)| Some(b.points()? - a.points()?));
    let (count, sum) = both.fold((0.0, 0.0), |(count, sum), by| (count + 1.0, sum + by));
    if count > 0.0 {
        shift(sample, sum / count);
    }
}

/// Of sorted values, between the two nearest.
fn quantile(sorted: &[f64], at: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    let place = at * last as f64;
    let (low, share) = (place.floor() as usize, place.fract());
    let (a, b) = (sorted[low], sorted[(low + 1).min(last)]);
    if a == b || share == 0.0 { a } else { a + share * (b - a) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(agents: usize, games: &[(&[usize], &[f64], f64)]) -> Vec<Rating> {
        let mut results = Results::new(agents);
        let kinds: Vec<usize> = games.iter().map(|(who, pay, _)| results.kind(who, pay).unwrap()).collect();
        let mut weights = vec![0.0; results.kinds()];
        kinds.iter().zip(games).for_each(|(&kind, game)| weights[kind] += game.2);
        results.rate(&weights)
    }

    fn points(ratings: &[Rating]) -> Vec<f64> {
        ratings.iter().map(|rating| rating.points().unwrap()).collect()
    }

    #[test]
    fn two_agents_are_rated_by_their_score() {
        // 75 wins, 10 draws and 15 losses: 80%.
        let found = points(&rate(
            2,
            &[(&[0, 1], &[1.0, 0.0], 75.0), (&[1, 0], &[0.5, 0.5], 10.0), (&[1, 0], &[1.0, 0.0], 15.0)],
        ));
        let elo = 400.0 * (80.0f64 / 20.0).log10();
        assert!((found[0] - found[1] - elo).abs() < 1e-6, "{found:?} {elo}");
        assert!((found[0] + found[1]).abs() < 1e-9);
    }

    /// Where full steps would run away: a long chain of agents that hardly ever lose to the next.
    #[test]
    fn lopsided_results_have_ratings_too() {
        let wins: &[(usize, usize, f64)] =
            &[(0, 3, 1.0), (1, 0, 1e5), (1, 3, 1e5), (2, 0, 30.0), (2, 3, 1.0), (3, 1, 1.0), (3, 2, 1e5)];
        let pairs: Vec<([usize; 2], f64)> = wins.iter().map(|&(a, b, w)| ([a, b], w)).collect();
        let games: Vec<_> = pairs.iter().map(|(pair, w)| (&pair[..], &[1.0, 0.0][..], *w)).collect();
        let logs: Vec<f64> = points(&rate(4, &games)).iter().map(|p| p * 10f64.ln() / 400.0).collect();
        // Every agent has won as often as its rating says.
        for agent in 0..4 {
            let surplus = wins.iter().map(|&(a, b, w)| {
                let lost = w / (1.0 + (logs[a] - logs[b]).exp());
                f64::from(u8::from(a == agent)) * lost - f64::from(u8::from(b == agent)) * lost
            });
            let surplus: f64 = surplus.sum();
            assert!(surplus.abs() < 1e-6, "agent {agent}: {surplus} of {logs:?}");
        }
    }

    /// The gradient of the likelihood, computed anew, is zero: every agent won as often as its rating says.
    #[test]
    fn ratings_explain_what_was_won() {
        let games: &[(&[usize], &[f64], f64)] = &[
            (&[0, 1, 2], &[3.0, 2.0, 1.0], 7.0),
            (&[0, 1, 2], &[1.0, 3.0, 2.0], 5.0),
            (&[2, 3, 1], &[1.0, 1.0, 0.0], 4.0),
            (&[3, 0, 2], &[2.0, 1.0, 3.0], 6.0),
            (&[3, 1, 0], &[0.0, 0.0, 0.0], 2.0),
        ];
        let strength: Vec<f64> = points(&rate(4, games)).iter().map(|p| 10f64.powf(p / 400.0)).collect();
        // Every order that a game may have finished in, with its share.
        let orders = |who: &[usize], pay: &[f64]| -> Vec<Vec<usize>> {
            let seats: Vec<usize> = (0..who.len()).collect();
            let sorted = |order: &Vec<usize>| order.windows(2).all(|w| pay[w[0]] >= pay[w[1]]);
            permutations(&seats)
                .into_iter()
                .filter(sorted)
                .map(|o| o.iter().map(|&s| who[s]).collect())
                .collect()
        };
        let likelihood = |strength: &[f64]| -> f64 {
            let each = games.iter().map(|(who, pay, weight)| {
                let orders = orders(who, pay);
                let log = |order: &Vec<usize>| -> f64 {
                    (0..order.len())
                        .map(|i| {
                            (strength[order[i]] / order[i..].iter().map(|&a| strength[a]).sum::<f64>()).ln()
                        })
                        .sum()
                };
                weight * orders.iter().map(log).sum::<f64>() / orders.len() as f64
            });
            each.sum()
        };
        let best = likelihood(&strength);
        for agent in 0..4 {
            for factor in [0.99, 1.01] {
                let mut other = strength.clone();
                other[agent] *= factor;
                assert!(likelihood(&other) < best, "agent {agent}, factor {factor}");
            }
        }
    }

    #[test]
    fn nobody_gets_points_who_cannot_be_compared() {
        let win = [1.0, 0.0];
        let found = rate(
            5,
            &[(&[0, 1], &win, 3.0), (&[1, 0], &win, 3.0), (&[2, 0], &win, 5.0), (&[1, 3], &win, 5.0)],
        );
        assert_eq!(found[2..], [Rating::Above, Rating::Below, Rating::Apart]);
        assert!(found[0].points().unwrap().abs() < 1e-9 && found[1].points().unwrap().abs() < 1e-9);
        // In a stage with an agent that is always behind, what counts is who came first of the others.
        let with_last = rate(3, &[(&[0, 1, 2], &[2.0, 1.0, 0.0], 3.0), (&[0, 1, 2], &[1.0, 2.0, 0.0], 1.0)]);
        let without = rate(2, &[(&[0, 1], &win, 3.0), (&[1, 0], &win, 1.0)]);
        assert_eq!(with_last[2], Rating::Below);
        assert!((with_last[0].order() - without[0].order()).abs() < 1e-6, "{with_last:?} {without:?}");
    }

    #[test]
    fn an_agent_on_two_seats_is_one_agent() {
        let found = rate(2, &[(&[0, 0, 1], &[2.0, 1.0, 0.0], 2.0), (&[0, 0, 1], &[1.0, 0.0, 2.0], 1.0)]);
        // Two of three first places among two seats against one: as strong.
        let last = rate(2, &[(&[0, 0, 1], &[2.0, 0.0, 1.0], 1.0), (&[0, 0, 1], &[1.0, 0.0, 2.0], 1.0)]);
        assert!(found[0].order() > last[0].order());
        assert!(found.iter().all(|rating| rating.points().is_some()));
    }

    /// One of two who always wins is above, and the other is below, whichever is named first. The same holds in
    /// the samples of the bootstrap: the intervals of two agents mirror each other.
    #[test]
    fn two_agents_are_the_mirror_image_of_each_other() {
        let win = [1.0, 0.0];
        assert_eq!(rate(2, &[(&[0, 1], &win, 4.0)]), [Rating::Above, Rating::Below]);
        assert_eq!(rate(2, &[(&[1, 0], &win, 4.0)]), [Rating::Below, Rating::Above]);
        assert_eq!(rate(1, &[(&[0, 0], &win, 4.0)]), [Rating::Points(0.0)]);
        for (strong, weak) in [(0, 1), (1, 0)] {
            let mut results = Results::new(2);
            let mut game = |winner: usize, loser: usize| results.kind(&[winner, loser], &win).unwrap();
            // One loss in twenty deals: a third of all samples have none.
            let units: Units = (0..20)
                .map(|deal| vec![if deal == 0 { game(weak, strong) } else { game(strong, weak) }])
                .collect();
            let rated = bootstrap(&results, &[units], 1000, &Rng::new(3));
            let [lo, hi] = rated[strong].ci95.unwrap();
            assert!(lo.is_finite() && hi == f64::INFINITY, "{rated:?}");
            let mirrored = rated[weak].ci95.unwrap().map(|end| -end);
            assert!((mirrored[1] - lo).abs() < 1e-9 && mirrored[0] == hi, "{rated:?}");
        }
    }

    /// Deals that all come out alike, with luck in them or without, do not make a rating certain.
    #[test]
    fn deals_that_come_out_alike_give_no_interval() {
        let mut results = Results::new(3);
        let (won, lost) = ([1.0, 0.0], [0.0, 1.0]);
        // Each wins once in every deal.
        let deal = vec![results.kind(&[0, 1], &won).unwrap(), results.kind(&[0, 1], &lost).unwrap()];
        let rated = bootstrap(&results, &[vec![deal.clone(); 30]], 200, &Rng::new(3));
        assert_eq!(rated[0], Rated { rating: Rating::Points(0.0), ci95: None });
        assert_eq!(rated[1].ci95, None);
        // Where one of the matches varies, what depends on it has one.
        let other = vec![results.kind(&[1, 2], &won).unwrap(); 2];
        let mixed: Units = (0..30)
            .map(|i| if i % 3 == 0 { other.clone() } else { vec![results.kind(&[1, 2], &lost).unwrap(); 2] })
            .collect();
        let rated = bootstrap(&results, &[vec![deal; 30], mixed], 200, &Rng::new(3));
        let [lo, hi] = rated[2].ci95.unwrap();
        assert!(lo < hi, "{rated:?}");
    }

    /// Of many tournaments between agents of known strength, the interval holds the true difference in about
    /// 95%.
    #[test]
    fn intervals_hold_what_they_promise() {
        let strength = [1.0f64, 2.0, 4.0];
        let truth: Vec<f64> = strength.iter().map(|s| 400.0 * s.log10()).collect();
        let mean = truth.iter().sum::<f64>() / 3.0;
        let (mut inside, mut all) = (0, 0);
        for tournament in 0..200 {
            let mut rng = Rng::new(tournament);
            let mut results = Results::new(3);
            let mut matches = Vec::new();
            for (a, b) in [(0, 1), (1, 2), (0, 2)] {
                let p = strength[a] / (strength[a] + strength[b]);
                let mut game = || {
                    let won = rng.unit() < p;
                    results.kind(&[a, b], if won { &[1.0, 0.0] } else { &[0.0, 1.0] }).unwrap()
                };
                matches.push((0..60).map(|_| vec![game(), game()]).collect());
            }
            let rated = bootstrap(&results, &matches, 200, &Rng::new(7));
            for (agent, rated) in rated.iter().enumerate() {
                let [lo, hi] = rated.ci95.unwrap();
                all += 1;
                inside += u32::from((lo..=hi).contains(&(truth[agent] - mean)));
            }
        }
        let share = f64::from(inside) / f64::from(all);
        assert!((0.91..0.98).contains(&share), "{share}");
    }
}

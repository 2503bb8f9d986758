//! What changed between two benchmarks beyond noise.
//!
//! A speed is measured in several rounds, and their logarithms are compared: those of two runs by Welch's
//! t-test, those of two programs that took turns by the paired t-test, in which slow changes of the machine
//! cancel. Of all rows together at most one false alarm is made in twenty comparisons (Holm's correction), as
//! far as rounds are independent. Two runs at different times differ by more than their rounds show: a drift of
//! two per cent is allowed for, from which the paired test does not suffer.

use super::{Report, Row};
use crate::stats::student::{two_sided_p, two_sided_t};
use serde::{Deserialize, Serialize};

/// The probability of any false alarm in one comparison.
pub const ALARM: f64 = 0.05;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Comparison {
    /// Whether both made the same searches: their signatures are equal.
    pub same_search: bool,
    /// Whether both ran on machines of the same name, as far as both say.
    pub same_machine: bool,
    /// How it was decided what changed.
    pub test: Test,
    pub rows: Vec<Change>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Test {
    /// Welch's t-test of the logarithms of two runs, with Holm's correction.
    Welch,
    /// The paired t-test of the logarithms of two programs that took turns, with Holm's correction.
    Paired,
}

/// One row, before and now.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Change {
    pub game: String,
    pub what: String,
    pub unit: String,
    pub before: f64,
    pub now: f64,
    /// `now` over `before`, as the geometric mean over rounds.
    pub ratio: f64,
    /// Of this row alone; `null` where a side has a single round.
    pub ci95: Option<[f64; 2]>,
    /// The probability of such a difference by noise, corrected for the number of rows.
    pub p: Option<f64>,
    /// Whether it is beyond noise; `null` where that cannot be known.
    pub changed: Option<bool>,
}

/// Mean and variance of the logarithms.
struct Logs {
    count: f64,
    mean: f64,
    variance: f64,
}

impl Logs {
    fn of(logs: &[f64]) -> Logs {
        let count = logs.len() as f64;
        let mean = logs.iter().sum::<f64>() / count;
        let squares: f64 = logs.iter().map(|x| (x - mean) * (x - mean)).sum();
        Logs { count, mean, variance: squares / (count - 1.0) }
    }
}

/// A difference of logarithms with its error.
struct Difference {
    mean: f64,
    se: f64,
    freedom: f64,
}

/// The standard deviation by which the same program at another time is faster or slower as a whole, as a part.
const DRIFT: f64 = 0.02;

fn welch(before: &[f64], now: &[f64]) -> Difference {
    let [a, b] = [before, now].map(Logs::of);
    let (va, vb) = (a.variance / a.count, b.variance / b.count);
    let freedom = (va + vb) * (va + vb) / (va * va / (a.count - 1.0) + vb * vb / (b.count - 1.0));
    Difference { mean: b.mean - a.mean, se: (va + vb + DRIFT * DRIFT).sqrt(), freedom }
}

fn paired(before: &[f64], now: &[f64]) -> Difference {
    let differences: Vec<f64> = before.iter().zip(now).map(|(before, now)| now - before).collect();
    let logs = Logs::of(&differences);
    Difference { mean: logs.mean, se: (logs.variance / logs.count).sqrt(), freedom: logs.count - 1.0 }
}

fn logs(row: &Row) -> Vec<f64> {
    let rounds = if row.rounds.is_empty() { std::slice::from_ref(&row.per_second) } else { &row.rounds };
    rounds.iter().map(|speed| speed.ln()).collect()
}

/// Compares the rows that both have.
pub fn compare(before: &Report, now: &Report, test: Test) -> Comparison {
    let pairs = now.rows.iter().filter_map(|row| {
        let same = |old: &&Row| old.game == row.game && old.what == row.what;
        Some((before.rows.iter().find(same)?, row))
    });
    let mut rows: Vec<Change> = pairs.map(|(old, new)| change(old, new, test)).collect();
    correct(&mut rows);
    let same_machine = match (&before.machine, &now.machine) {
        (Some(before), Some(now)) => before == now,
        _ => true,
    };
    Comparison { same_search: before.signature == now.signature, same_machine, test, rows }
}

fn change(old: &Row, new: &Row, test: Test) -> Change {
    let (before, now) = (logs(old), logs(new));
    let found = match test {
        Test::Paired if before.len() == now.len() && now.len() > 1 => Some(paired(&before, &now)),
        Test::Welch if before.len() > 1 && now.len() > 1 => Some(welch(&before, &now)),
        _ => None,
    };
    let mean = |logs: &[f64]| logs.iter().sum::<f64>() / logs.len() as f64;
    let ratio = (mean(&now) - mean(&before)).exp();
    let ends = |d: &Difference| {
        let margin = two_sided_t(0.05, d.freedom) * d.se;
        [(d.mean - margin).exp(), (d.mean + margin).exp()]
    };
    // Rounds without any noise are not from a clock: then every difference is real.
    let sure = |d: &Difference| d.se == 0.0;
    Change {
        game: new.game.clone(),
        what: new.what.clone(),
        unit: new.unit.clone(),
        before: old.per_second,
        now: new.per_second,
        ratio,
        ci95: found.as_ref().map(|d| if sure(d) { [ratio; 2] } else { ends(d) }),
        p: found.as_ref().map(|d| match (sure(d), d.mean == 0.0) {
            (true, true) => 1.0,
            (true, false) => 0.0,
            _ => two_sided_p(d.mean / d.se, d.freedom),
        }),
        changed: None,
    }
}

/// Holm: the smallest of n is multiplied by n, the next by n - 1, and none becomes smaller than one before it.
fn correct(rows: &mut [Change]) {
    let mut order: Vec<usize> = (0..rows.len()).filter(|&i| rows[i].p.is_some()).collect();
    order.sort_by(|&i, &j| rows[i].p.unwrap_or(1.0).total_cmp(&rows[j].p.unwrap_or(1.0)));
    let (count, mut least) = (order.len(), 0.0f64);
    for (rank, i) in order.into_iter().enumerate() {
        let corrected = rows[i].p.map(|p| (p * (count - rank) as f64).clamp(least, 1.0).max(least));
        least = corrected.unwrap_or(least);
        rows[i].p = corrected;
        rows[i].changed = corrected.map(|p| p < ALARM);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::Rng;

    fn report(rows: &[Vec<f64>]) -> Report {
        let row = |(i, rounds): (usize, &Vec<f64>)| Row {
            game: "game".into(),
            what: format!("row {i}"),
            per_second: rounds.iter().sum::<f64>() / rounds.len() as f64,
            unit: "playouts".into(),
            rounds: rounds.clone(),
        };
        Report { rows: rows.iter().enumerate().map(row).collect(), ..Report::default() }
    }

    /// Speeds with noise: a sum of twelve uniform numbers is close to normal.
    fn noisy(rng: &mut Rng, speed: f64, rounds: usize) -> Vec<f64> {
        let noise = |rng: &mut Rng| (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0;
        (0..rounds).map(|_| speed * (1.0 + 0.02 * noise(rng))).collect()
    }

    #[test]
    fn a_change_is_found_and_noise_is_not() {
        let mut rng = Rng::new(1);
        let before: Vec<Vec<f64>> = (0..20).map(|_| noisy(&mut rng, 1e6, 8)).collect();
        let now: Vec<Vec<f64>> =
            (0..20).map(|i| noisy(&mut rng, if i == 7 { 1.15e6 } else { 1e6 }, 8)).collect();
        for test in [Test::Welch, Test::Paired] {
            let found = compare(&report(&before), &report(&now), test);
            let changed: Vec<usize> = (0..20).filter(|&i| found.rows[i].changed == Some(true)).collect();
            assert_eq!(changed, [7], "{found:?}");
            let [lo, hi] = found.rows[7].ci95.unwrap();
            assert!(lo < 1.15 && 1.15 < hi && lo > 1.05, "{lo} {hi}");
        }
    }

    /// The promise itself: a comparison of equals raises an alarm in one of twenty cases at most.
    #[test]
    fn false_alarms_are_as_rare_as_promised() {
        let mut rng = Rng::new(2);
        for test in [Test::Welch, Test::Paired] {
            let mut alarms = 0;
            for _ in 0..600 {
                let rows = |rng: &mut Rng| (0..10).map(|_| noisy(rng, 1e6, 6)).collect::<Vec<_>>();
                let found = compare(&report(&rows(&mut rng)), &report(&rows(&mut rng)), test);
                alarms += u32::from(found.rows.iter().any(|row| row.changed == Some(true)));
            }
            // 30 are expected at most; four standard deviations more are 51.
            assert!(alarms <= 51, "{test:?}: {alarms} of 600");
        }
    }

    #[test]
    fn a_single_round_tells_nothing_of_noise() {
        let found = compare(&report(&[vec![1e6]]), &report(&[vec![2e6, 2.1e6]]), Test::Welch);
        assert_eq!((found.rows[0].changed, found.rows[0].ci95), (None, None));
        assert!((found.rows[0].ratio - 2.05).abs() < 0.01);
    }
}

//! Intervals for means and rates whose units are few, uneven, or all alike.

/// Two-sided 95% of a normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Wilson's interval for a rate: `wins` of `games`, where draws may count one half.
pub fn wilson95(wins: f64, games: u64) -> [f64; 2] {
    wilson(wins / (games as f64).max(1.0), games as f64)
}

/// Wilson's interval for a rate from `n` independent trials, which need not be a whole number.
pub fn wilson(rate: f64, n: f64) -> [f64; 2] {
    if n <= 0.0 {
        return [0.0, 1.0];
    }
    let (z, z2) = (Z95, Z95 * Z95);
    let centre = (rate + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = z / (1.0 + z2 / n) * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).sqrt();
    // At the ends the formula gives 0 and 1, but for rounding.
    let lo = if rate <= 0.0 { 0.0 } else { (centre - half).max(0.0) };
    let hi = if rate >= 1.0 { 1.0 } else { (centre + half).min(1.0) };
    [lo, hi]
}

/// Two-sided 95% of Student's distribution.
pub fn t95(freedom: f64) -> f64 {
    const FEW: [f64; 4] = [12.706, 4.303, 3.182, 2.776];
    if freedom < 5.0 {
        let at = (freedom.max(1.0) - 1.0).min(3.0);
        let (below, part) = (at.floor() as usize, at.fract());
        return FEW[below] + part * (FEW[(below + 1).min(3)] - FEW[below]);
    }
    let z = Z95;
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    z + first / freedom + second / freedom.powi(2)
}

/// The 95% interval of a mean with this standard error that is worth so many independent samples between the
/// two bounds. A share of wins gets a score interval like Wilson's, in which a variance below that of a coin
/// counts as far as there are samples to show it: ten wins of ten do not make certain.
pub fn of_samples95(mean: f64, se: f64, tries: f64, (least, most): (f64, f64), is_share: bool) -> [f64; 2] {
    let width = most - least;
    if !se.is_finite() || tries < 1.0 {
        return [least, most];
    }
    if !is_share || width <= 0.0 {
        let half = t95(tries - 1.0) * se;
        return [(mean - half).max(least).min(mean), (mean + half).min(most).max(mean)];
    }
    /// The weight of a coin's variance against what was seen, in samples.
    const COIN: f64 = 1.0;
    let rate = ((mean - least) / width).clamp(0.0, 1.0);
    let (seen, coin) = (se * se * tries / (width * width), rate * (1.0 - rate));
    let ratio = ((tries * seen + COIN / 4.0) / (tries * coin + COIN / 4.0)).min(1.0);
    let [lo, hi] = wilson(rate, tries / ratio);
    [least + width * lo, least + width * hi]
}

/// How independent observations spread.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spread {
    pub count: u64,
    /// `None` from a single observation.
    pub variance: Option<f64>,
    pub skewness: f64,
}

/// The most of the skewness, over the root of the number of observations, that an interval is bent by: with
/// fewer than about six observations of the rare kind their skewness is itself not known. Chosen by
/// simulation.
const MOST_BEND: f64 = 0.4;

impl Spread {
    /// Standard error of the mean. Observations that all came out alike do not tell it: how rare others are
    /// is not known.
    pub fn se(self) -> Option<f64> {
        /// Sums in another order differ by less.
        const ROUNDING: f64 = 1e-20;
        let variance = self.variance.filter(|variance| *variance > ROUNDING)?;
        Some((variance / self.count as f64).sqrt())
    }

    /// The 95% interval of the mean, corrected for skewness by Hall's transformation (1992): where most deals
    /// are drawn and few are won, the mean of a hundred is far from normal, and a symmetric interval misses
    /// the truth on one side in one match of ten.
    pub fn mean95(self, mean: f64) -> Option<[f64; 2]> {
        let se = self.se()?;
        let bend = (self.skewness / (self.count as f64).sqrt()).clamp(-MOST_BEND, MOST_BEND);
        let quantile = |z: f64| match bend.abs() < 1e-6 {
            true => z,
            false => 3.0 / bend * ((1.0 + bend * (z - bend / 6.0)).cbrt() - 1.0),
        };
        Some([mean - se * quantile(Z95), mean - se * quantile(-Z95)])
    }

    /// The 95% interval of a rate that is the mean over observations which are themselves shares of wins, 0
    /// to 1.
    pub fn rate95(self, rate: f64) -> [f64; 2] {
        let independent = rate * (1.0 - rate);
        if independent <= 0.0 || self.variance.is_none() {
            return wilson(rate, self.count as f64);
        }
        let variance = believed_variance(rate, self.count, self.variance);
        let believed = Spread { variance: Some(variance), ..self };
        let [lo, hi] = believed.mean95(rate).unwrap_or([0.0, 1.0]);
        [lo.max(0.0), hi.min(1.0)]
    }
}

/// The variance of a share of wins that is believed when the observations show `seen`. Those that all came
/// out alike say only that others are rare: with three of them expected, none is seen in one match of twenty.
pub fn believed_variance(rate: f64, count: u64, seen: Option<f64>) -> f64 {
    /// In observations that differ by one half: 3 of them are 1.5 wins away, or 1.96 standard errors.
    const NONE_SEEN: f64 = 2.35;
    let (independent, n) = (rate * (1.0 - rate), count as f64);
    match seen {
        None => independent,
        Some(0.0) => (NONE_SEEN * independent / n).min(independent),
        Some(seen) => seen.max(independent / n),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From two to ten runs, each normal: the interval holds the truth in 95 of 100 studies.
    #[test]
    fn few_runs_have_wide_intervals() {
        use crate::stats::Mean;
        use yomi_core::Rng;
        const STUDIES: u32 = 20_000;
        let mut rng = Rng::new(5);
        // A sum of twelve is as good as normal here.
        let mut normal = || (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0;
        for runs in [2, 3, 5, 10] {
            let held = (0..STUDIES)
                .filter(|_| {
                    let study: Mean = (0..runs).map(|_| normal()).collect();
                    let [lo, hi] = study.over_runs95().unwrap();
                    lo <= 0.0 && 0.0 <= hi
                })
                .count();
            let share = held as f64 / f64::from(STUDIES);
            assert!((0.943..0.957).contains(&share), "{runs} runs: {share}");
        }
        assert_eq!(Mean::from_iter([1.0]).over_runs95(), None);
    }

    /// An interval of no width would say that nothing else can happen.
    #[test]
    fn what_came_out_alike_has_no_interval() {
        use crate::stats::Mean;
        let alike = Mean::from_iter([2.0, 2.0, 2.0]);
        assert_eq!((alike.se(), alike.ci95()), (None, None));
        let rounded = Mean::from_iter([1.0 / 3.0, 0.1 + 0.2 + 1.0 / 30.0, 1.0 / 3.0]);
        assert_eq!((rounded.se(), rounded.ci95()), (None, None));
        let [lo, hi] = Mean::from_iter([2.0, 2.0, 2.5]).ci95().unwrap();
        assert!(lo < hi);
    }

    #[test]
    fn wilson_is_the_textbook_interval() {
        // 8 of 10: 49.0% to 94.3%.
        let [lo, hi] = wilson95(8.0, 10);
        assert!((lo - 0.4902).abs() < 1e-4 && (hi - 0.9433).abs() < 1e-4, "{lo} {hi}");
        assert_eq!(wilson95(0.0, 0), [0.0, 1.0]);
        assert_eq!(wilson95(5.0, 5)[1], 1.0);
    }

    fn rate(rate: f64, count: u64, variance: Option<f64>) -> [f64; 2] {
        Spread { count, variance, skewness: 0.0 }.rate95(rate)
    }

    #[test]
    fn units_that_are_coin_tosses_give_wilson() {
        let [lo, hi] = rate(0.4, 10_000, Some(0.24));
        let [a, b] = wilson95(4_000.0, 10_000);
        assert!((lo - a).abs() < 1e-4 && (hi - b).abs() < 1e-4);
    }

    #[test]
    fn units_that_agree_give_less_but_never_nothing() {
        let wide = rate(0.5, 100, Some(0.25));
        let close = rate(0.5, 100, Some(0.01));
        let alike = rate(0.5, 100, Some(0.0));
        let width = |[lo, hi]: [f64; 2]| hi - lo;
        assert!(width(close) < width(wide) / 4.0);
        assert!((0.029..0.031).contains(&width(alike)), "3 of 100, half a win each, on either side");
        // One unit says next to nothing.
        assert!(width(rate(0.5, 1, None)) > 0.8);
        assert_eq!(rate(1.0, 5, Some(0.0)), wilson95(5.0, 5));
    }

    /// Deals of which 6 in 100 are not drawn: a symmetric interval covers 90%.
    #[test]
    fn rare_wins_are_covered_too() {
        use crate::stats::Mean;
        use yomi_core::Rng;
        let covered = |n: u32| {
            let matches = (0..4_000u64).map(|number| {
                let mut rng = Rng::new(5).split(number);
                let deal = |_| match rng.below(100) {
                    0..3 => 1.0,
                    3..6 => 0.75,
                    _ => 0.5,
                };
                let mean: Mean = (0..n).map(deal).collect();
                let [lo, hi] = mean.spread().rate95(mean.mean());
                f64::from(u8::from(lo <= 0.5225 && 0.5225 <= hi))
            });
            matches.sum::<f64>() / 4_000.0
        };
        for n in [100, 200, 400] {
            let share = covered(n);
            assert!((0.935..0.972).contains(&share), "{n} deals: {share}");
        }
    }
}

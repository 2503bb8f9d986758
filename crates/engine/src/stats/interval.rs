//! Intervals for means and rates whose units are few, uneven, or all alike.

/// Two-sided 95% of a normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Two-sided 95% of Student's distribution, to a few parts in a thousand.
pub fn t95(degrees: u64) -> f64 {
    match degrees {
        0 => f64::INFINITY,
        1 => 12.706_204_74,
        2 => 4.302_652_73,
        _ => {
            // Cornish and Fisher's expansion around the normal distribution.
            let (z, v) = (Z95, degrees as f64);
            let [z3, z5, z7] = [3, 5, 7].map(|power| z.powi(power));
            z + (z3 + z) / (4.0 * v)
                + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * v * v)
                + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * v * v * v)
        }
    }
}

/// Wilson's interval for a rate: `wins` of `games`, where draws may count one half.
pub fn wilson95(wins: f64, games: u64) -> [f64; 2] {
    wilson(wins / (games as f64).max(1.0), games as f64, Z95)
}

/// Wilson's interval for a rate from `n` independent trials, which need not be a whole number.
pub fn wilson(rate: f64, n: f64, z: f64) -> [f64; 2] {
    if n <= 0.0 || !z.is_finite() {
        return [0.0, 1.0];
    }
    let z2 = z * z;
    let centre = (rate + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = z / (1.0 + z2 / n) * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).sqrt();
    // At the ends the formula gives 0 and 1, but for rounding.
    let lo = if rate <= 0.0 { 0.0 } else { (centre - half).max(0.0) };
    let hi = if rate >= 1.0 { 1.0 } else { (centre + half).min(1.0) };
    [lo, hi]
}

/// The variance of a share of wins per unit that is believed when the units show `seen`: units that all came out alike
/// say only that the others are fewer than about one in their number.
pub fn believed_variance(rate: f64, units: u64, seen: Option<f64>) -> f64 {
    let independent = rate * (1.0 - rate);
    seen.map_or(independent, |seen| seen.max(independent / units as f64))
}

/// The interval of a rate that is the mean over units which are themselves shares of wins between 0 and 1: Wilson's, with
/// as many trials as would have the same variance. `variance` is that of the units.
pub fn rate95(rate: f64, units: u64, variance: Option<f64>) -> [f64; 2] {
    let independent = rate * (1.0 - rate);
    if units == 0 || independent <= 0.0 {
        return wilson(rate, units as f64, Z95);
    }
    let believed = believed_variance(rate, units, variance);
    let trials = units as f64 * independent / believed;
    let measured = variance.is_some_and(|seen| seen >= believed);
    wilson(rate, trials, if measured { t95(units - 1) } else { Z95 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_is_the_textbook_interval() {
        // 8 of 10: 49.0% to 94.3%.
        let [lo, hi] = wilson95(8.0, 10);
        assert!((lo - 0.4902).abs() < 1e-4 && (hi - 0.9433).abs() < 1e-4, "{lo} {hi}");
        assert_eq!(wilson95(0.0, 0), [0.0, 1.0]);
        assert_eq!(wilson95(5.0, 5)[1], 1.0);
    }

    #[test]
    fn t_is_the_table() {
        for (degrees, table) in [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042)] {
            assert!((t95(degrees) / table - 1.0).abs() < 0.01, "{degrees}: {}", t95(degrees));
        }
        assert!((t95(1_000_000) - Z95).abs() < 1e-5);
    }

    #[test]
    fn units_that_are_coin_tosses_give_wilson() {
        let [lo, hi] = rate95(0.4, 10_000, Some(0.24));
        let [a, b] = wilson95(4_000.0, 10_000);
        assert!((lo - a).abs() < 1e-5 && (hi - b).abs() < 1e-5);
    }

    #[test]
    fn units_that_agree_give_less_but_never_nothing() {
        let wide = rate95(0.5, 100, Some(0.25));
        let close = rate95(0.5, 100, Some(0.01));
        let alike = rate95(0.5, 100, Some(0.0));
        let width = |[lo, hi]: [f64; 2]| hi - lo;
        assert!(width(close) < width(wide) / 4.0);
        assert!(0.0 < width(alike) && width(alike) < width(close));
        // One unit says next to nothing.
        assert!(width(rate95(0.5, 1, None)) > 0.8);
        assert_eq!(rate95(1.0, 5, Some(0.0)), wilson95(5.0, 5));
    }
}

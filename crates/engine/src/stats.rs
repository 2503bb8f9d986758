//! Means, errors and intervals.

/// Two-sided 95% of a normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Wilson's interval for a rate: `wins` of `games`, where draws may count one half.
pub fn wilson95(wins: f64, games: u64) -> [f64; 2] {
    if games == 0 {
        return [0.0, 1.0];
    }
    let n = games as f64;
    let (rate, z2) = (wins / n, Z95 * Z95);
    let centre = (rate + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).sqrt();
    // At the ends the formula gives 0 and 1, but for rounding.
    let lo = if wins <= 0.0 { 0.0 } else { (centre - half).max(0.0) };
    let hi = if wins >= n { 1.0 } else { (centre + half).min(1.0) };
    [lo, hi]
}

/// Mean and standard error of what was added.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Mean {
    n: u64,
    mean: f64,
    squares: f64,
}

impl Mean {
    /// Welford's update: no loss of digits however large the mean.
    pub fn add(&mut self, x: f64) {
        self.n += 1;
        let delta = x - self.mean;
        self.mean += delta / self.n as f64;
        self.squares += delta * (x - self.mean);
    }

    pub fn count(&self) -> u64 {
        self.n
    }

    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// Standard error of the mean; 0 below two samples.
    pub fn se(&self) -> f64 {
        if self.n < 2 { 0.0 } else { (self.squares / (self.n - 1) as f64 / self.n as f64).sqrt() }
    }
}

impl FromIterator<f64> for Mean {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut mean = Mean::default();
        values.into_iter().for_each(|x| mean.add(x));
        mean
    }
}

/// A signature of everything that was played: FNV-1a over the texts of the moves. Published signatures were made with
/// it, so it stays beside the workspace's one mix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature(u64);

impl Default for Signature {
    fn default() -> Self {
        Signature(0xCBF2_9CE4_8422_2325)
    }
}

impl Signature {
    pub fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([b' ']) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    pub fn text(self) -> String {
        format!("{:016x}", self.0)
    }
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
    fn mean_and_error() {
        let m: Mean = [1.0, 2.0, 3.0, 4.0].into_iter().collect();
        assert_eq!((m.count(), m.mean()), (4, 2.5));
        assert!((m.se() - (5.0f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
    }
}

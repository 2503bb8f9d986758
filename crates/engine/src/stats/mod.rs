//! Means, errors, intervals and sequential tests.

mod interval;
pub mod passage;
pub mod rating;
pub mod sprt;
pub mod student;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use interval::{Spread, Z95, believed_variance, of_samples95, wilson, wilson95};

/// Mean and standard error of what was added.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Mean {
    n: u64,
    mean: f64,
    /// Sums of squares and of cubes of the deviations from the mean.
    squares: f64,
    cubes: f64,
}

impl Mean {
    /// Welford's update: no loss of digits however large the mean.
    pub fn add(&mut self, x: f64) {
        self.n += 1;
        let n = self.n as f64;
        let delta = x - self.mean;
        let step = delta / n;
        let square = delta * step * (n - 1.0);
        self.cubes += square * step * (n - 2.0) - 3.0 * step * self.squares;
        self.mean += step;
        self.squares += delta * (x - self.mean);
    }

    pub fn count(&self) -> u64 {
        self.n
    }

    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The variance of what was added; below two samples nobody knows.
    pub fn variance(&self) -> Option<f64> {
        (self.n >= 2).then(|| self.squares / (self.n - 1) as f64)
    }

    /// The third moment over the third power of the standard deviation; 0 where all samples are alike.
    pub fn skewness(&self) -> f64 {
        if self.squares <= 0.0 { 0.0 } else { (self.n as f64).sqrt() * self.cubes / self.squares.powf(1.5) }
    }

    /// How the samples spread.
    pub fn spread(&self) -> Spread {
        Spread { count: self.n, variance: self.variance(), skewness: self.skewness() }
    }

    /// Standard error of the mean; below two different samples it is not known.
    pub fn se(&self) -> Option<f64> {
        self.spread().se()
    }

    /// The 95% interval of the mean; below two different samples it is not known.
    pub fn ci95(&self) -> Option<[f64; 2]> {
        self.spread().mean95(self.mean)
    }

    /// The same over few samples of which each is itself a mean over many, and so about normal, such as runs of
    /// training: Student's, since from five of them their spread is hardly known.
    pub fn over_runs95(&self) -> Option<[f64; 2]> {
        let half = interval::t95(self.n as f64 - 1.0) * self.se()?;
        Some([self.mean - half, self.mean + half])
    }
}

impl FromIterator<f64> for Mean {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut mean = Mean::default();
        values.into_iter().for_each(|x| mean.add(x));
        mean
    }
}

/// A signature of everything that was played: FNV-1a over the texts of the moves. Published signatures were
/// made with it, so it stays beside the workspace's one mix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Signature(u64);

impl Default for Signature {
    fn default() -> Self {
        Signature(0xCBF2_9CE4_8422_2325)
    }
}

impl Signature {
    pub fn add(&mut self, text: &str) {
        self.add_bytes(text.bytes().chain([b' ']));
    }

    pub fn add_bytes(&mut self, bytes: impl IntoIterator<Item = u8>) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    pub fn number(self) -> u64 {
        self.0
    }

    /// The one with this number.
    pub fn of_number(number: u64) -> Signature {
        Signature(number)
    }

    pub fn text(self) -> String {
        format!("{:016x}", self.0)
    }

    /// Adds the text of another signature.
    pub fn add_signature(&mut self, other: Signature) {
        let mut digits = [0; 16];
        for (place, digit) in digits.iter_mut().enumerate() {
            *digit = b"0123456789abcdef"[(other.0 >> (60 - 4 * place) & 15) as usize];
        }
        self.add(std::str::from_utf8(&digits).unwrap_or_default());
    }
}

/// As text: not every reader of JSON keeps all digits of a number.
impl Serialize for Signature {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text())
    }
}

impl<'de> Deserialize<'de> for Signature {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Signature, D::Error> {
        let text = String::deserialize(deserializer)?;
        u64::from_str_radix(&text, 16).map(Signature).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_added_as_its_text() {
        let mut one = Signature::default();
        one.add("4");
        let (mut by_text, mut at_once) = (one, one);
        by_text.add(&one.text());
        at_once.add_signature(one);
        assert_eq!(by_text, at_once);
    }

    #[test]
    fn mean_and_error() {
        let m: Mean = [1.0, 2.0, 3.0, 4.0].into_iter().collect();
        assert_eq!((m.count(), m.mean()), (4, 2.5));
        assert!((m.se().unwrap() - (5.0f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
        assert_eq!(Mean::from_iter([1.0]).se(), None);
        // Three of 0 and one of 4: deviations -1 and 3.
        let skewed = Mean::from_iter([0.0, 4.0, 0.0, 0.0]).skewness();
        assert!((skewed - (24.0 / 4.0) / 3f64.powf(1.5)).abs() < 1e-12, "{skewed}");
    }
}

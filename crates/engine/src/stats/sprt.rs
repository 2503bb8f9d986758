//! Matches that stop when they are decided: the generalised sequential probability ratio test.
//!
//! Two hypotheses about the first agent's mean score per deal, `s0 < s1`. After N deals of mean s and
//! variance v the logarithm of their likelihood ratio is about N (s1 - s0)(2s - s0 - s1) / (2v); the match
//! goes on while that stays between ln(beta / (1 - alpha)) and ln((1 - beta) / alpha). The variance is
//! measured, so that deals may be anything: mirrored pairs with draws, three seats, chips (Van den Bergh, "A
//! Practical Introduction to the GSPRT"). It is measured around the hypotheses and not around the mean: a
//! path that has strayed would otherwise be believed too soon (simulated with elo0=0,elo1=50, errors of 6.7
//! and 5.8% in place of 5.4 and 4.7%).
//!
//! A match that may stop early ends with a mean that is too far from the middle. The estimate stated after
//! the stop is median-unbiased instead: the drift under which an outcome beyond the one seen, in the order of
//! stages (upper barrier early, upper late, undecided, lower late, lower early), has probability one half;
//! the interval has 2.5% and 97.5%.

use super::passage::Barriers;
use super::{Mean, believed_variance};
use crate::Fault;
use serde::{Deserialize, Serialize};
use yomi_core::Stakes;

/// What the hypotheses speak of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    Elo,
    Win,
    Payoff,
}

/// The hypotheses, and how often the verdict may be wrong.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Test {
    pub measure: Measure,
    pub h0: f64,
    pub h1: f64,
    /// The chance of accepting `h1` where `h0` is true.
    pub alpha: f64,
    /// The chance of accepting `h0` where `h1` is true.
    pub beta: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    H0,
    H1,
    Undecided,
}

/// How a test ended, or stands.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    #[serde(flatten)]
    pub test: Test,
    pub deals: u64,
    pub llr: f64,
    /// At or below this `h0` is accepted.
    pub lower: f64,
    /// At or above this `h1` is accepted.
    pub upper: f64,
    pub verdict: Verdict,
    /// Median-unbiased, in the unit of the hypotheses; `null` before two different deals.
    pub estimate: Option<f64>,
    /// `null` at an end that no number of the unit reaches.
    pub ci95: Option<[Option<f64>; 2]>,
}

impl Outcome {
    /// The same where all deals were one and the same: nothing was tested.
    #[must_use]
    pub fn undecided(self) -> Outcome {
        Outcome { verdict: Verdict::Undecided, llr: 0.0, estimate: None, ci95: None, ..self }
    }
}

const DEFAULT_ERROR: f64 = 0.05;
/// Before so many deals the variance is not known well enough to stop.
const FIRST_LOOK: u64 = 24;
/// So many times as far as a barrier is far beyond it.
const FAR: f64 = 2.0;
/// By how many standard deviations of a step a random walk overshoots a barrier in the mean (Siegmund).
const OVERSHOOT: f64 = 0.582_597;

impl Test {
    /// `elo0=0,elo1=5`, `win0=0.33,win1=0.36` or `payoff0=0,payoff1=0.1`; also `alpha=` and `beta=`.
    pub fn parse(text: &str) -> Result<Test, Fault> {
        let mut test = Test {
            measure: Measure::Elo,
            h0: f64::NAN,
            h1: f64::NAN,
            alpha: DEFAULT_ERROR,
            beta: DEFAULT_ERROR,
        };
        let mut measures = Vec::new();
        let mut known: Vec<&str> = Vec::new();
        for pair in text.split(',') {
            let (key, value) = pair.split_once('=').ok_or_else(|| malformed(text))?;
            let (key, value) = (key.trim(), value.trim());
            let number: f64 =
                value.parse().ok().filter(|x: &f64| x.is_finite()).ok_or_else(|| malformed(text))?;
            if known.contains(&key) {
                return Err(malformed(text));
            }
            known.push(key);
            match key {
                "alpha" => test.alpha = number,
                "beta" => test.beta = number,
                _ => {
                    let (name, hypothesis) = match (key.strip_suffix('0'), key.strip_suffix('1')) {
                        (Some(name), _) => (name, &mut test.h0),
                        (_, Some(name)) => (name, &mut test.h1),
                        _ => return Err(malformed(text)),
                    };
                    *hypothesis = number;
                    measures.push(match name {
                        "elo" => Measure::Elo,
                        "win" => Measure::Win,
                        "payoff" => Measure::Payoff,
                        _ => return Err(malformed(text)),
                    });
                }
            }
        }
        match measures[..] {
            [a, b] if a == b => test.measure = a,
            _ => return Err(malformed(text)),
        }
        test.check(text)
    }

    fn check(self, text: &str) -> Result<Test, Fault> {
        let error = |x: f64| (0.000_1..=0.4).contains(&x);
        if !error(self.alpha) || !error(self.beta) {
            return Err(Fault::bad_option(
                format!("{text:?}: alpha and beta are chances of error; expected 0.0001 to 0.4"),
                format!("{text:?}: alphaとbetaは誤りの確率です。0.0001から0.4までにしてください"),
            ));
        }
        let apart = self.h1 - self.h0;
        let sensible = match self.measure {
            Measure::Elo => apart >= 0.1 && self.h0.abs() <= 1_000.0 && self.h1.abs() <= 1_000.0,
            Measure::Win => apart >= 1e-4 && self.h0 > 0.0 && self.h1 < 1.0,
            Measure::Payoff => apart > 0.0,
        };
        if !sensible {
            return Err(Fault::bad_option(
                format!(
                    "{text:?}: the first hypothesis must be the smaller one, and both possible; expected, for example, \
                     elo0=0,elo1=5 (within 1000), win0=0.33,win1=0.36 (between 0 and 1) or payoff0=0,payoff1=0.1"
                ),
                format!(
                    "{text:?}: 0の仮説は1の仮説より小さく、どちらもあり得る値にしてください。例: \
                     elo0=0,elo1=5（1000以内）、win0=0.33,win1=0.36（0と1の間）、payoff0=0,payoff1=0.1"
                ),
            ));
        }
        Ok(self)
    }

    /// Whether a match with so many seats can be tested so.
    pub fn check_match(self, players: usize, stakes: Stakes) -> Result<(), Fault> {
        match self.measure {
            Measure::Elo if players != 2 => Err(Fault::bad_option(
                format!("Elo compares two players, here are {players}; expected win0=,win1="),
                format!("Eloは2人の比較です。{players}人のゲームではwin0=,win1=を使ってください"),
            )),
            Measure::Elo | Measure::Win if stakes == Stakes::Chips => Err(Fault::bad_option(
                "this game is played for chips, not for wins; expected payoff0=,payoff1=",
                "勝敗ではなくチップのゲームです。payoff0=,payoff1=を使ってください",
            )),
            _ => Ok(()),
        }
    }

    fn barriers(self) -> Barriers {
        let Test { alpha, beta, .. } = self;
        Barriers { lower: (beta / (1.0 - alpha)).ln(), upper: ((1.0 - beta) / alpha).ln() }
    }

    fn score(self, hypothesis: f64) -> f64 {
        match self.measure {
            Measure::Elo => score_of_elo(hypothesis),
            Measure::Win | Measure::Payoff => hypothesis,
        }
    }

    /// A score in the unit of the hypotheses, where there is such a number.
    fn shown(self, score: f64) -> Option<f64> {
        match self.measure {
            Measure::Elo => elo_of_score(score),
            Measure::Win => Some(score.clamp(0.0, 1.0)),
            Measure::Payoff => Some(score),
        }
    }
}

fn malformed(text: &str) -> Fault {
    Fault::bad_option(
        format!(
            "{text:?} is no pair of hypotheses; expected elo0=0,elo1=5 or win0=0.33,win1=0.36 or payoff0=0,payoff1=0.1, \
             and if you like alpha=0.05,beta=0.05"
        ),
        format!(
            "{text:?} は仮説の組ではありません。例: elo0=0,elo1=5、win0=0.33,win1=0.36、payoff0=0,payoff1=0.1。\
             必要なら alpha=0.05,beta=0.05 を加えられます"
        ),
    )
}

pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// `None` for those who win or lose everything.
pub fn elo_of_score(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10())
}

/// A test under way: the scores of the deals so far, of the first agent.
#[derive(Clone, Debug)]
pub struct Running {
    test: Test,
    scores: Mean,
}

impl Running {
    pub fn new(test: Test) -> Running {
        Running { test, scores: Mean::default() }
    }

    pub fn measure(&self) -> Measure {
        self.test.measure
    }

    /// Takes the mean score of a deal; whether the test has ended with it.
    pub fn add(&mut self, score: f64) -> bool {
        self.scores.add(score);
        self.verdict() != Verdict::Undecided
    }

    fn hypotheses(&self) -> [f64; 2] {
        [self.test.h0, self.test.h1].map(|h| self.test.score(h))
    }

    /// Of a deal, around the hypotheses.
    fn variance(&self) -> f64 {
        let [s0, s1] = self.hypotheses();
        let seen = self.scores.variance();
        let around_the_mean = match self.test.measure {
            // Wins have no less variance than the hypotheses leave them, once in as many deals.
            Measure::Elo | Measure::Win => {
                believed_variance((s0 + s1) / 2.0, self.scores.count().max(1), seen)
            }
            Measure::Payoff => match seen {
                Some(seen) if seen > 0.0 => seen,
                // Deals that all paid the same say nothing of how much they could differ.
                _ => return 0.0,
            },
        };
        let mean = self.scores.mean();
        around_the_mean + ((mean - s0).powi(2) + (mean - s1).powi(2)) / 2.0
    }

    pub fn llr(&self) -> f64 {
        let [s0, s1] = self.hypotheses();
        let variance = self.variance();
        if variance <= 0.0 {
            return 0.0;
        }
        self.scores.count() as f64 * (s1 - s0) * (2.0 * self.scores.mean() - s0 - s1) / (2.0 * variance)
    }

    /// Distance between the hypotheses in standard deviations of a deal: also the standard deviation of a
    /// step of the ratio.
    fn step(&self) -> f64 {
        let [s0, s1] = self.hypotheses();
        let variance = self.variance();
        if variance <= 0.0 { 0.0 } else { (s1 - s0) / variance.sqrt() }
    }

    /// Where the test stops: nearer than the barriers of a continuous path, by what a step overshoots in the
    /// mean.
    fn bounds(&self) -> Barriers {
        let Barriers { lower, upper } = self.test.barriers();
        // Steps as long as the way itself leave the overshoot out of account.
        let inwards = (OVERSHOOT * self.step()).min(upper.min(-lower) / 2.0);
        Barriers { lower: lower + inwards, upper: upper - inwards }
    }

    pub fn verdict(&self) -> Verdict {
        if self.scores.count() < FIRST_LOOK {
            return Verdict::Undecided;
        }
        let (llr, bounds) = (self.llr(), self.bounds());
        if llr >= bounds.upper {
            Verdict::H1
        } else if llr <= bounds.lower {
            Verdict::H0
        } else {
            Verdict::Undecided
        }
    }

    pub fn outcome(&self) -> Outcome {
        let bounds = self.bounds();
        let at = |p: f64| self.score_at(p).and_then(|score| self.test.shown(score));
        let known = self.scores.variance().is_some_and(|v| v > 0.0);
        Outcome {
            test: self.test,
            deals: self.scores.count(),
            llr: self.llr(),
            lower: bounds.lower,
            upper: bounds.upper,
            verdict: self.verdict(),
            estimate: if self.at_first_look() { self.shown_mean() } else { at(0.5) },
            ci95: known.then(|| match self.at_first_look() {
                true => self.plain_interval().map(|end| self.test.shown(end)),
                false => [at(0.025), at(0.975)],
            }),
        }
    }

    /// Whether it ended when it could first end, far beyond a barrier: the path has not just arrived there, and a
    /// match of this length says what it says without a test.
    fn at_first_look(&self) -> bool {
        let Barriers { lower, upper } = self.test.barriers();
        let llr = self.llr();
        self.scores.count() == FIRST_LOOK && (llr > FAR * upper || llr < FAR * lower)
    }

    fn shown_mean(&self) -> Option<f64> {
        self.scores.variance().filter(|v| *v > 0.0).and_then(|_| self.test.shown(self.scores.mean()))
    }

    /// The 95% interval of a match of fixed length.
    fn plain_interval(&self) -> [f64; 2] {
        let (mean, spread) = (self.scores.mean(), self.scores.spread());
        match self.test.measure {
            Measure::Elo | Measure::Win => spread.rate95(mean),
            Measure::Payoff => spread.mean95(mean).unwrap_or([f64::NEG_INFINITY, f64::INFINITY]),
        }
    }

    /// The score under which an outcome beyond this one has probability `p`.
    fn score_at(&self, p: f64) -> Option<f64> {
        let step = self.step();
        let seen = self.scores.variance().filter(|&v| v > 0.0 && step > 0.0)?;
        // What a path strays is the variance around its mean; the ratio was made with a larger one.
        let stray = (seen / self.variance()).sqrt();
        let Barriers { lower, upper } = self.test.barriers();
        let barriers = Barriers { lower: lower / stray, upper: upper / stray };
        let (time, place) = (self.scores.count() as f64 * step * step, self.llr() / stray);
        let beyond = |drift: f64| match self.verdict() {
            Verdict::H1 => barriers.up_by(time, drift),
            Verdict::H0 => 1.0 - barriers.down_by(time, drift),
            Verdict::Undecided => barriers.up_by(time, drift) + barriers.above(place, time, drift),
        };
        // A drift is never farther from the mean of the path than this many of its standard errors.
        const REACH: f64 = 12.0;
        let reach = REACH / time.sqrt();
        let mean = place / time;
        let (mut low, mut high) = (mean - reach, mean + reach);
        for _ in 0..50 {
            let middle = (low + high) / 2.0;
            if beyond(middle) < p { low = middle } else { high = middle }
        }
        // A drift of one is the distance between the hypotheses.
        let [s0, s1] = self.hypotheses();
        Some((s0 + s1) / 2.0 + (low + high) / 2.0 * stray * (s1 - s0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::Rng;

    /// Mirrored deals of two games: values 0 to 1 by quarters, as an engine with many draws plays them.
    struct Deals {
        /// Shares of losing both to winning both.
        shares: [f64; 5],
    }

    impl Deals {
        /// Deals with this mean, each game a win, draw or loss.
        fn with_mean(score: f64, draws: f64) -> Deals {
            let win = score - draws / 2.0;
            let game = [1.0 - win - draws, draws, win];
            let mut shares = [0.0; 5];
            for (i, a) in game.into_iter().enumerate() {
                for (j, b) in game.into_iter().enumerate() {
                    shares[i + j] += a * b;
                }
            }
            Deals { shares }
        }

        fn draw(&self, rng: &mut Rng) -> f64 {
            let mut left = rng.unit();
            for (i, share) in self.shares.iter().enumerate() {
                left -= share;
                if left < 0.0 {
                    return i as f64 / 4.0;
                }
            }
            1.0
        }

        fn variance(&self) -> f64 {
            let mean: f64 = (0..5).map(|i| self.shares[i] * i as f64 / 4.0).sum();
            (0..5).map(|i| self.shares[i] * (i as f64 / 4.0 - mean).powi(2)).sum()
        }
    }

    struct Simulated {
        h1: u32,
        deals: f64,
        below_median: u32,
        covered: u32,
    }

    fn simulate(test: Test, truth: f64, matches: u32, seed: u64) -> Simulated {
        let deals = Deals::with_mean(test.score(truth), 0.3);
        let mut all = Simulated { h1: 0, deals: 0.0, below_median: 0, covered: 0 };
        for number in 0..matches {
            let mut rng = Rng::new(seed).split(number.into());
            let mut running = Running::new(test);
            while !running.add(deals.draw(&mut rng)) {}
            let outcome = running.outcome();
            all.h1 += u32::from(outcome.verdict == Verdict::H1);
            all.deals += outcome.deals as f64 / f64::from(matches);
            all.below_median += u32::from(outcome.estimate.unwrap() < truth);
            let [lo, hi] = outcome.ci95.unwrap();
            let inside = lo.is_none_or(|lo| lo <= truth) && hi.is_none_or(|hi| truth <= hi);
            all.covered += u32::from(inside);
        }
        all
    }

    /// Errors are the stated ones, and down to `slack` less: between distant hypotheses a match has so few
    /// deals that it seldom ends on a threshold, and is safer than it says.
    fn check(text: &str, matches: u32, slack: f64) {
        let test = Test::parse(text).unwrap();
        let n = f64::from(matches);
        let within = |rate: f64, expected: f64| {
            let chance = 3.0 * (expected * (1.0 - expected) / n).sqrt();
            (expected - slack - chance..=expected + chance).contains(&rate)
        };
        let variance = Deals::with_mean(test.score((test.h0 + test.h1) / 2.0), 0.3).variance();
        let apart = test.score(test.h1) - test.score(test.h0);
        // Both errors 5%: twice 1.645 standard errors.
        let fixed = (2.0 * 1.644_854f64).powi(2) * variance / (apart * apart);
        for (truth, wrong) in [(test.h0, test.alpha), (test.h1, test.beta)] {
            let found = simulate(test, truth, matches, 3);
            let accepted = f64::from(found.h1) / n;
            let error = if truth == test.h0 { accepted } else { 1.0 - accepted };
            assert!(within(error, wrong), "{text}, {truth} true: wrong in {error}");
            assert!(found.deals <= 0.6 * fixed, "{text}: {} deals, {fixed} in a fixed test", found.deals);
            let below = f64::from(found.below_median) / n;
            assert!((below - 0.5).abs() < 0.02, "{text}: the estimate is too low in {below}");
            let covered = f64::from(found.covered) / n;
            assert!((0.94..0.965 + 2.0 * slack).contains(&covered), "{text}: {covered} covered");
        }
    }

    /// A crushing difference between close hypotheses is over at the first look, far beyond the barrier: the
    /// estimate is the mean, and the interval that of so many deals.
    #[test]
    fn a_crushing_difference_is_not_made_smaller() {
        let test = Test::parse("elo0=0,elo1=200").unwrap();
        for (wins, expected) in [(true, 0.979), (false, 0.021)] {
            let mut running = Running::new(test);
            let mut deals = 0;
            loop {
                let lost = deals % 24 == 5;
                deals += 1;
                if running.add(if lost { 0.5 } else { f64::from(u8::from(wins)) }) {
                    break;
                }
            }
            let Outcome { estimate, ci95, deals, .. } = running.outcome();
            assert_eq!(deals, FIRST_LOOK);
            let truth = elo_of_score(expected).unwrap();
            assert!((estimate.unwrap() - truth).abs() < 10.0, "{estimate:?} {truth}");
            let [lo, hi] = ci95.unwrap().map(|end| end.unwrap_or(f64::INFINITY.copysign(truth)));
            assert!(lo < truth && truth < hi && lo < hi, "{lo} {hi}");
        }
    }

    #[test]
    fn errors_are_the_stated_ones_and_matches_short() {
        check("elo0=0,elo1=50", 10_000, 0.0);
    }

    #[test]
    #[ignore = "a minute: ten thousand long matches for each"]
    fn errors_are_the_stated_ones_between_close_and_between_distant_hypotheses() {
        check("elo0=0,elo1=20", 10_000, 0.0);
        check("elo0=-10,elo1=0,alpha=0.05,beta=0.05", 10_000, 0.0);
        check("win0=0.46,win1=0.5", 10_000, 0.0);
        check("win0=0.4,win1=0.5", 10_000, 0.01);
    }

    #[test]
    fn the_ratio_is_the_formula() {
        let test = Test::parse("elo0=0,elo1=100").unwrap();
        let mut running = Running::new(test);
        let scores = [1.0, 0.5, 0.0, 0.75, 0.5, 1.0];
        scores.iter().for_each(|&x| {
            running.add(x);
        });
        let n = scores.len() as f64;
        let s = scores.iter().sum::<f64>() / n;
        let (s0, s1) = (0.5, 1.0 / (1.0 + 10f64.powf(-0.25)));
        let around = |m: f64| scores.iter().map(|x| (x - m).powi(2)).sum::<f64>();
        let v = around(s) / (n - 1.0) + ((s - s0).powi(2) + (s - s1).powi(2)) / 2.0;
        assert!((running.llr() - n * (s1 - s0) * (2.0 * s - s0 - s1) / (2.0 * v)).abs() < 1e-12);
    }

    #[test]
    fn a_test_that_is_cut_off_states_an_honest_interval_too() {
        let test = Test::parse("elo0=0,elo1=50").unwrap();
        let deals = Deals::with_mean(score_of_elo(20.0), 0.3);
        let (mut covered, mut below) = (0, 0);
        for number in 0..4_000 {
            let mut rng = Rng::new(9).split(number);
            let mut running = Running::new(test);
            for _ in 0..100 {
                if running.add(deals.draw(&mut rng)) {
                    break;
                }
            }
            let outcome = running.outcome();
            let [lo, hi] = outcome.ci95.unwrap();
            covered += u32::from(lo.unwrap() <= 20.0 && 20.0 <= hi.unwrap());
            below += u32::from(outcome.estimate.unwrap() < 20.0);
        }
        assert!((3_740..3_860).contains(&covered), "{covered} of 4000");
        assert!((1_900..2_100).contains(&below), "{below} of 4000");
    }

    #[test]
    fn every_measure_has_its_hypotheses() {
        for (text, measure) in [
            ("elo0=0,elo1=5", Measure::Elo),
            ("win0=0.3,win1=0.35", Measure::Win),
            ("payoff0=-0.1,payoff1=0.1", Measure::Payoff),
        ] {
            assert_eq!(Test::parse(text).unwrap().measure, measure);
        }
        assert!(Test::parse("payoff0=0.1,payoff1=0.1").is_err());
    }

    #[test]
    fn bad_hypotheses_are_refused() {
        for text in [
            "",
            "elo0=0",
            "elo0=5,elo1=0",
            "elo0=0,win1=0.5",
            "elo0=0,elo1=x",
            "win0=0.5,win1=1.5",
            "elo0=0,elo1=5,alpha=0.9",
            "elo0=0,elo0=5",
            "elo0=0,elo1=5,elo1=6",
            "elo0=0,elo2=5",
            "=0,=1",
            "読み=0",
        ] {
            assert!(Test::parse(text).is_err(), "{text:?}");
        }
        let test = Test::parse("win0=0.33, win1=0.36, alpha=0.01").unwrap();
        assert_eq!((test.measure, test.alpha, test.beta), (Measure::Win, 0.01, 0.05));
    }
}

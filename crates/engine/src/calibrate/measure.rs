//! What is stated beside what came true.
//!
//! Means are over decisions: if all that is stated is true, each of them is off by nothing in the mean,
//! whatever comes later. A mean over games would not be, since how often an agent gets to speak depends on
//! how the game goes on: where wins are short, single statements of games that are won would count for more,
//! and true chances be found too low (the test with Nim shows it).
//!
//! Errors are over deals: decisions of a game share its result, and games of a deal its luck. No interval
//! changes where all that was stated is stated ten times over.

use crate::stats::{Mean, wilson};
use serde::{Deserialize, Serialize};
use yomi_core::Rng;

/// What was stated in one game, and what came; games are in the order of their deals.
#[derive(Clone, PartialEq, Debug)]
pub struct Heard {
    pub deal: u64,
    /// At least one.
    pub stated: Vec<f64>,
    pub actual: f64,
}

/// The figures of a report.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Measured {
    /// Means of what was stated and of what came; `null` where nothing was stated.
    pub stated: Option<f64>,
    pub actual: Option<f64>,
    /// Stated less actual.
    pub bias: Option<f64>,
    /// `null` from fewer than five deals, and where all deals were the same games.
    pub bias_ci95: Option<[f64; 2]>,
    /// Expected calibration error: how far bins are off, whichever way, in the mean. For chances only.
    pub ece: Option<f64>,
    /// What it would be if all that was stated were true.
    pub ece_perfect: Option<Perfect>,
    /// The mean square of stated less actual. For chances only.
    pub brier: Option<Score>,
    /// The mean of minus the logarithm of what was said of the result, in nats; nothing counts as more
    /// certain than [`SUREST`]. For chances only.
    pub log_loss: Option<Score>,
    /// By how often the agent has spoken in the game.
    pub phases: Vec<Phase>,
    pub bins: Vec<Bin>,
}

/// Of samples like this one in which everything that was stated is true.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Perfect {
    pub mean: f64,
    /// 95 of 100 are below.
    pub p95: f64,
}

/// A score of predictions: the lower the better.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Score {
    pub score: f64,
    /// Of always stating what came in the mean.
    pub base_rate: f64,
    /// Below zero where what was stated is better than the base rate.
    pub difference: f64,
    pub ci95: Option<[f64; 2]>,
}

/// What the search itself found, beside the chances that were stated for it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Uncalibrated {
    pub bias: f64,
    pub bias_ci95: Option<[f64; 2]>,
    pub ece: f64,
    pub brier: f64,
    /// That of the stated chances less this one, and its 95% interval: below zero where they are better.
    pub brier_gain: f64,
    pub brier_gain_ci95: Option<[f64; 2]>,
    pub log_loss: f64,
    pub log_loss_gain: f64,
    pub log_loss_gain_ci95: Option<[f64; 2]>,
}

/// The statements of each game from one number to another, counted from 1; `to` is `null` for all later ones.
/// A part that depended on how long the game still goes on would not be fair to what is stated.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Phase {
    pub from: usize,
    pub to: Option<usize>,
    pub n: u64,
    pub stated: f64,
    pub actual: f64,
    pub bias: f64,
    pub bias_ci95: Option<[f64; 2]>,
}

/// Decisions that stated about the same.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Bin {
    pub lo: f64,
    pub hi: f64,
    pub n: u64,
    /// In how many games.
    pub games: u64,
    /// Its share of all decisions.
    pub weight: f64,
    pub stated: f64,
    pub actual: f64,
    /// Of `actual`; `null` where it is not known.
    pub ci95: Option<[f64; 2]>,
}

/// Bins of equal width for chances, of equal weight for everything else.
const BINS: usize = 10;
/// Nobody is surer than this, for the logarithm.
pub const SUREST: f64 = 0.999;

/// One statement.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Said {
    pub stated: f64,
    pub actual: f64,
    /// Which game it belongs to, and which deal.
    pub game: usize,
    pub deal: u64,
}

/// Every statement.
pub fn all_said(heard: &[Heard]) -> Vec<Said> {
    let of_game = |(game, heard): (usize, &Heard)| {
        let Heard { deal, actual, .. } = *heard;
        heard.stated.iter().map(move |&stated| Said { stated, actual, game, deal }).collect::<Vec<_>>()
    };
    heard.iter().enumerate().flat_map(of_game).collect()
}

/// `alike`: every deal was the same games again, so that there is one observation however many there are.
pub fn measure(heard: &[Heard], is_chance: bool, alike: bool, seed: u64) -> Measured {
    if heard.is_empty() {
        return Measured::default();
    }
    let all = all_said(heard);
    let bins = if is_chance { chance_bins(&all) } else { even_bins(&all) };
    let bias = Ratio::of(&all, |s| s.stated - s.actual);
    let actual = Ratio::of(&all, |s| s.actual).mean;
    let chances = is_chance.then_some(());
    Measured {
        stated: Some(Ratio::of(&all, |s| s.stated).mean),
        actual: Some(actual),
        bias: Some(bias.mean),
        bias_ci95: bias.ci95(alike),
        ece: chances.map(|()| ece(&bins)),
        ece_perfect: chances.map(|()| perfect(&all, seed)),
        brier: chances.map(|()| score(&all, actual, alike, squared)),
        log_loss: chances.map(|()| score(&all, actual, alike, log_loss)),
        phases: phases(heard, alike),
        bins,
    }
}

/// Of what the search found, beside the chances that were stated in the same places.
pub fn uncalibrated(heard: &[Heard], found: &[Heard], alike: bool) -> Uncalibrated {
    let (stated, raw) = (all_said(heard), all_said(found));
    let bias = Ratio::of(&raw, |s| s.stated - s.actual);
    let gain = |loss: fn(f64, f64) -> f64| {
        let pairs = stated.iter().zip(&raw);
        let lost = |(s, r): (&Said, &Said)| Said {
            stated: loss(s.stated, s.actual) - loss(r.stated, r.actual),
            ..*s
        };
        let differences: Vec<Said> = pairs.map(lost).collect();
        (Ratio::of(&raw, |s| loss(s.stated, s.actual)).mean, Ratio::of(&differences, |s| s.stated))
    };
    let ((brier, brier_gain), (log_loss, log_loss_gain)) = (gain(squared), gain(log_loss));
    Uncalibrated {
        bias: bias.mean,
        bias_ci95: bias.ci95(alike),
        ece: ece(&chance_bins(&raw)),
        brier,
        brier_gain: brier_gain.mean,
        brier_gain_ci95: brier_gain.ci95(alike),
        log_loss,
        log_loss_gain: log_loss_gain.mean,
        log_loss_gain_ci95: log_loss_gain.ci95(alike),
    }
}

fn ece(bins: &[Bin]) -> f64 {
    bins.iter().map(|b| b.weight * (b.stated - b.actual).abs()).sum()
}

/// Fewer deals often happen to be alike, and would then seem to be certain of it.
const FEWEST: u64 = 5;

/// A mean over decisions whose error counts deals: a ratio of two sums over deals.
struct Ratio {
    mean: f64,
    /// How far each deal is from the mean, in decisions of a deal of mean length.
    deals: Mean,
}

impl Ratio {
    /// Of at least one statement; they are in the order of their deals.
    fn of(all: &[Said], figure: impl Fn(&Said) -> f64) -> Ratio {
        let mean = all.iter().map(&figure).sum::<f64>() / all.len() as f64;
        let deals = || all.chunk_by(|a, b| a.deal == b.deal);
        let length = all.len() as f64 / deals().count() as f64;
        let beyond = |deal: &[Said]| deal.iter().map(|s| figure(s) - mean).sum::<f64>() / length;
        Ratio { mean, deals: deals().map(beyond).collect() }
    }

    fn ci95(&self, alike: bool) -> Option<[f64; 2]> {
        let enough = self.deals.count() >= FEWEST && !alike;
        self.deals.spread().mean95(self.mean).filter(|_| enough)
    }
}

fn squared(stated: f64, actual: f64) -> f64 {
    (stated - actual) * (stated - actual)
}

/// The loss of stating a chance where this came; a draw is half a win and half a loss.
fn log_loss(stated: f64, actual: f64) -> f64 {
    let stated = stated.clamp(1.0 - SUREST, SUREST);
    -(actual * stated.ln() + (1.0 - actual) * (1.0 - stated).ln())
}

fn score(all: &[Said], base_rate: f64, alike: bool, loss: impl Fn(f64, f64) -> f64) -> Score {
    let own = |s: &Said| loss(s.stated, s.actual);
    let base = |s: &Said| loss(base_rate, s.actual);
    let difference = Ratio::of(all, |s| own(s) - base(s));
    Score {
        score: Ratio::of(all, own).mean,
        base_rate: Ratio::of(all, base).mean,
        difference: difference.mean,
        ci95: difference.ci95(alike),
    }
}

/// The last numbers of all phases but the last one.
const PHASES: [usize; 4] = [1, 3, 7, 15];

fn phases(heard: &[Heard], alike: bool) -> Vec<Phase> {
    let starts = std::iter::once(1).chain(PHASES.iter().map(|to| to + 1));
    let ends = PHASES.iter().copied().map(Some).chain([None]);
    let phase = |(from, to): (usize, Option<usize>)| {
        let part = |game: &Heard| {
            let part = game.stated.iter().take(to.unwrap_or(usize::MAX)).skip(from - 1);
            Heard { stated: part.copied().collect(), ..*game }
        };
        let all = all_said(&heard.iter().map(part).collect::<Vec<_>>());
        (!all.is_empty()).then(|| {
            let bias = Ratio::of(&all, |s| s.stated - s.actual);
            Phase {
                from,
                to,
                n: all.len() as u64,
                stated: Ratio::of(&all, |s| s.stated).mean,
                actual: Ratio::of(&all, |s| s.actual).mean,
                bias: bias.mean,
                bias_ci95: bias.ci95(alike),
            }
        })
    };
    starts.zip(ends).filter_map(phase).collect()
}

/// The bin of a chance.
fn bin_of(stated: f64) -> usize {
    ((stated * BINS as f64).max(0.0) as usize).min(BINS - 1)
}

fn chance_bins(all: &[Said]) -> Vec<Bin> {
    let mut bins: Vec<Vec<Said>> = vec![Vec::new(); BINS];
    all.iter().for_each(|said| bins[bin_of(said.stated)].push(*said));
    let end = |bin: usize| bin as f64 / BINS as f64;
    let bins = bins.iter().enumerate().filter(|(_, said)| !said.is_empty());
    bins.map(|(at, said)| bin(said, [end(at), end(at + 1)], all.len(), true)).collect()
}

/// Bins of about the same weight; what is equal stays together.
fn even_bins(all: &[Said]) -> Vec<Bin> {
    let mut sorted = all.to_vec();
    sorted.sort_by(|a, b| a.stated.total_cmp(&b.stated));
    let mut bins: Vec<Vec<Said>> = Vec::new();
    let (mut before, mut current) = (0, 0);
    for equal in sorted.chunk_by(|a, b| a.stated == b.stated) {
        // By the middle of what is equal.
        let at = (2 * before + equal.len()) * BINS / (2 * all.len());
        if bins.is_empty() || at > current {
            bins.push(Vec::new());
            current = at;
        }
        bins.last_mut().expect("one was just made").extend_from_slice(equal);
        before += equal.len();
    }
    let whole = |mut said: Vec<Said>| {
        let ends = [said[0].stated, said[said.len() - 1].stated];
        // Back in the order of the games, by which deals are told apart.
        said.sort_by_key(|said| said.game);
        bin(&said, ends, all.len(), false)
    };
    bins.into_iter().map(whole).collect()
}

fn bin(said: &[Said], [lo, hi]: [f64; 2], total: usize, is_chance: bool) -> Bin {
    let actual = Ratio::of(said, |s| s.actual);
    let games = said.chunk_by(|a, b| a.game == b.game).count() as u64;
    let ci95 = match is_chance {
        false => actual.ci95(false),
        // Wilson's, from as many trials as would spread like this; where all deals came out alike, from so
        // many deals.
        true => {
            let spread = actual.deals.spread();
            let squared = spread.se().map(|se| se * se).filter(|squared| *squared > 0.0);
            let worth = squared.map_or(spread.count as f64, |s| actual.mean * (1.0 - actual.mean) / s);
            Some(wilson(actual.mean, worth.min(games as f64)))
        }
    };
    Bin {
        lo,
        hi,
        n: said.len() as u64,
        games,
        weight: said.len() as f64 / total as f64,
        stated: Ratio::of(said, |s| s.stated).mean,
        actual: actual.mean,
        ci95,
    }
}

/// How much chance alone brings about. Results are drawn anew so that everything that was stated is true,
/// with one draw of luck for a whole game: a player who is lucky is so at all of its decisions. Draws are as
/// frequent as they were, as far as what was stated allows.
fn perfect(all: &[Said], seed: u64) -> Perfect {
    /// Statements drawn in all, and samples at the least and most.
    const WORK: usize = 100_000_000;
    const SAMPLES: (usize, usize) = (50, 400);
    const LUCK: u64 = 0x5CA1_AB1E_0DD5_0001;
    let total = all.len() as f64;
    let drawn = all.iter().filter(|s| s.actual > 0.0 && s.actual < 1.0).count() as f64 / total;
    let mut stated = [0.0; BINS];
    all.iter().for_each(|said| stated[bin_of(said.stated)] += said.stated.clamp(0.0, 1.0));
    let samples = (WORK / all.len().max(1)).clamp(SAMPLES.0, SAMPLES.1);
    let luck = Rng::new(seed).split(LUCK);
    let sample = |number: usize| {
        let mut rng = luck.split(number as u64);
        let (mut game, mut unit) = (usize::MAX, 0.0);
        let mut actual = [0.0; BINS];
        for said in all {
            if said.game != game {
                (game, unit) = (said.game, rng.unit());
            }
            let chance = said.stated.clamp(0.0, 1.0);
            let half = (drawn / 2.0).min(chance).min(1.0 - chance);
            let came = 0.5 * (f64::from(unit < chance - half) + f64::from(unit < chance + half));
            actual[bin_of(said.stated)] += came;
        }
        stated.iter().zip(actual).map(|(stated, actual)| (stated - actual).abs()).sum::<f64>() / total
    };
    let mut found: Vec<f64> = (0..samples).map(sample).collect();
    found.sort_by(f64::total_cmp);
    Perfect { mean: found.iter().sum::<f64>() / samples as f64, p95: found[samples * 95 / 100] }
}

//! The figures of a measurement: what was found, over what its interval is, and what was asked for.

use crate::train::study::share_over_runs95;
use serde::Serialize;
use yomi::engine::stats::Mean;
use yomi_train::probes::{Heeded, Probe};
use yomi_train::reading::{Read, Report};

/// In what a figure is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// A share, told in percent.
    Share,
    /// A difference of shares, told in percentage points.
    Points,
    Nats,
    Count,
    PerSecond,
}

/// Over what an interval is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Over {
    Runs,
    Games,
    /// Over the games that the pairs come from.
    Pairs,
    Nothing,
}

/// What a figure has to be.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asked {
    AtLeast(f64),
    AtMost(f64),
    Above(f64),
    /// It is told, and nothing is asked.
    Told,
}

#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    pub name: String,
    pub unit: Unit,
    pub by_run: Vec<f64>,
    pub mean: f64,
    pub ci95: Option<[f64; 2]>,
    pub over: Over,
    /// Games, pairs or positions of each run.
    pub n: u64,
    pub asked: Asked,
    /// Beyond doubt, if there is an interval: the whole of it on one side. `null` where it is on both, where nothing is
    /// asked, and where a single run says nothing.
    pub reached: Option<bool>,
}

impl Figure {
    fn new(name: &str, unit: Unit, asked: Asked, by_run: Vec<f64>, n: u64, within: Within) -> Figure {
        let over_runs: Mean = by_run.iter().copied().collect();
        let (ci95, over) = match (by_run.len(), within) {
            (2.., _) if unit == Unit::Share => (share_over_runs95(&over_runs), Over::Runs),
            (2.., _) => (over_runs.over_runs95(), Over::Runs),
            (_, Some((ci95, over))) => (Some(ci95), over),
            (_, None) => (None, Over::Nothing),
        };
        let mean = over_runs.mean();
        let reached = reached(asked, mean, ci95);
        Figure { name: name.into(), unit, by_run, mean, ci95, over, n, asked, reached }
    }

    /// From the results of the games of each run.
    pub fn of_samples(name: &str, unit: Unit, asked: Asked, by_run: Vec<Vec<f64>>) -> Figure {
        let n = by_run.first().map_or(0, Vec::len) as u64;
        let mean = |run: &Vec<f64>| run.iter().copied().collect::<Mean>();
        let one = by_run.first().and_then(|run| mean(run).ci95()).map(|ci95| (ci95, Over::Games));
        Figure::new(name, unit, asked, by_run.iter().map(|run| mean(run).mean()).collect(), n, one)
    }

    /// Of one run, whose games have this interval.
    pub fn of_games(name: &str, share: f64, ci95: [f64; 2], asked: Asked, n: u64) -> Figure {
        Figure::new(name, Unit::Share, asked, vec![share], n, Some((ci95, Over::Games)))
    }

    /// A number for each run.
    pub fn counted(name: &str, unit: Unit, asked: Asked, by_run: Vec<f64>, n: u64) -> Figure {
        Figure::new(name, unit, asked, by_run, n, None)
    }
}

/// Whether a figure is what was asked for: by its interval where it has one, otherwise by itself; a figure without an
/// interval is not shown to differ from another one.
fn reached(asked: Asked, mean: f64, ci95: Option<[f64; 2]>) -> Option<bool> {
    let beyond_doubt = |is_so: bool, is_not: bool| match (is_so, is_not) {
        (true, _) => Some(true),
        (false, true) => Some(false),
        (false, false) => None,
    };
    let [lo, hi] = ci95.unwrap_or([mean, mean]);
    match asked {
        Asked::AtLeast(least) => beyond_doubt(lo >= least, hi < least),
        Asked::AtMost(most) => beyond_doubt(hi <= most, lo > most),
        Asked::Above(bar) => ci95.and_then(|[lo, hi]| beyond_doubt(lo > bar, hi <= bar)),
        Asked::Told => None,
    }
}

/// The interval of a single run.
type Within = Option<([f64; 2], Over)>;

/// Counters, triggers and removal in the hand, in the network's own games.
pub fn of_readings(reports: &[Report]) -> Vec<Figure> {
    let own: Vec<&Report> = reports.iter().filter(|report| report.company == "policy").collect();
    let mut figures = Vec::new();
    for kind in ["counter", "trigger", "removal"] {
        let read = |report: &&Report| -> Option<Read> {
            report.kinds.iter().find(|read| read.place == "hand" && read.kind == kind).cloned()
        };
        let reads: Vec<Read> = own.iter().filter_map(read).collect();
        let n = reads.first().map_or(0, |read| read.cards.n as u64);
        let all =
            |figure: &dyn Fn(&Read) -> Option<f64>| reads.iter().filter_map(figure).collect::<Vec<f64>>();
        let told = |name: &str, figure: &dyn Fn(&Read) -> Option<f64>| {
            Figure::counted(&format!("{name}-{kind}"), Unit::Nats, Asked::Told, all(figure), n)
        };
        figures.push(told("log-loss-cards", &|read| Some(read.cards.log_loss)));
        figures.push(told("log-loss-head", &|read| read.head.as_ref().map(|head| head.log_loss)));
        let head = reads.first().and_then(|read| read.head_gain?.ci95).map(|ci95| (ci95, Over::Games));
        let gains = all(&|read| read.head_gain.map(|gain| gain.mean));
        let name = format!("gain-head-{kind}");
        figures.push(Figure::new(&name, Unit::Nats, Asked::Above(0.0), gains, n, head));
        let errors = all(&|read| read.head.as_ref().map(|head| head.error));
        let name = format!("error-head-{kind}");
        figures.push(Figure::counted(&name, Unit::Points, Asked::AtMost(0.02), errors, n));
        let Some(beside) = reads.first().and_then(|read| read.bayes.as_ref()) else { continue };
        let n = beside.cards.n as u64;
        let gain = beside.bayes_gain;
        let within = gain.ci95.map(|ci95| (ci95, Over::Games));
        let name = format!("gain-bayes-{kind}");
        figures.push(Figure::new(&name, Unit::Nats, Asked::Above(0.0), vec![gain.mean], n, within));
        let name = format!("error-bayes-{kind}");
        // What luck makes of true chances in so few readings is not an error.
        let beyond_luck = (beside.bayes.error.powi(2) - beside.bayes.error_by_luck.powi(2)).max(0.0).sqrt();
        figures.push(Figure::counted(&name, Unit::Points, Asked::AtMost(0.02), vec![beyond_luck], n));
    }
    figures
}

pub fn of_probe(probe: Probe, heeded: &[Heeded]) -> Figure {
    let by_run = heeded.iter().map(|one| one.difference).collect();
    let within = heeded.first().and_then(|one| one.ci95).map(|ci95| (ci95, Over::Pairs));
    let n = heeded.first().map_or(0, |one| one.pairs) as u64;
    Figure::new(&format!("probe-{}", probe.name()), Unit::Points, Asked::Above(0.0), by_run, n, within)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean alone decides only where there is no interval.
    #[test]
    fn what_is_reached_is_beyond_doubt() {
        let wide = Some([0.5, 0.7]);
        for (asked, mean, ci95, wanted) in [
            (Asked::AtLeast(0.57), 0.6, wide, None),
            (Asked::AtLeast(0.5), 0.6, wide, Some(true)),
            (Asked::AtLeast(0.71), 0.6, wide, Some(false)),
            (Asked::AtLeast(0.57), 0.6, None, Some(true)),
            (Asked::AtMost(0.65), 0.6, wide, None),
            (Asked::AtMost(0.7), 0.6, wide, Some(true)),
            (Asked::AtMost(0.4), 0.6, wide, Some(false)),
            (Asked::AtMost(0.5), 0.6, None, Some(false)),
            (Asked::Above(0.5), 0.6, wide, None),
            (Asked::Above(0.49), 0.6, wide, Some(true)),
            (Asked::Above(0.7), 0.6, wide, Some(false)),
            (Asked::Above(0.5), 0.6, None, None),
            (Asked::Told, 0.6, wide, None),
        ] {
            assert_eq!(reached(asked, mean, ci95), wanted, "{asked:?} {mean} {ci95:?}");
        }
    }
}

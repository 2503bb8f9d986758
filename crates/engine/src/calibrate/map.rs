//! A monotone map from what is stated to what came true.

use super::Report;
use super::measure::Said;
use crate::wire::VERSION;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The map that fits best among all that never fall: isotonic regression over decisions. Between knots it is
/// straight, beyond them level.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Map {
    pub version: u32,
    pub game: String,
    pub unit: String,
    pub settings: Value,
    pub agent: String,
    pub against: String,
    pub limit: String,
    pub seed: u64,
    pub games: u64,
    pub decisions: u64,
    /// Stated and actual, both rising.
    pub knots: Vec<[f64; 2]>,
}

/// Statements are fitted together until there are as many as in so many deals of mean length, and this part
/// of all: the lowest and the highest of a few would otherwise be fitted to single games.
const LEAST_DEALS: f64 = 10.0;
const LEAST_PART: f64 = 1.0 / 200.0;

impl Map {
    /// `None` where nothing was stated.
    pub(super) fn fitted(report: &Report, all: &[Said]) -> Option<Map> {
        (!all.is_empty()).then(|| Map {
            version: VERSION,
            game: report.game.clone(),
            unit: report.unit.clone(),
            settings: report.settings.clone(),
            agent: report.agent.clone(),
            against: report.against.clone(),
            limit: report.limit.clone(),
            seed: report.seed,
            games: report.games,
            decisions: report.decisions,
            knots: isotonic(all),
        })
    }

    /// What came true where this was stated.
    pub fn at(&self, stated: f64) -> f64 {
        let after = self.knots.partition_point(|[x, _]| *x <= stated);
        match (after.checked_sub(1).map(|at| self.knots[at]), self.knots.get(after)) {
            (Some([x, y]), Some([next_x, next_y])) => y + (next_y - y) * (stated - x) / (next_x - x),
            (Some([_, y]), None) => y,
            (None, Some([_, y])) => *y,
            (None, None) => stated,
        }
    }
}

/// Sums of a stretch of statements.
#[derive(Clone, Copy, Default)]
struct Stretch {
    count: f64,
    stated: f64,
    actual: f64,
}

impl Stretch {
    fn plus(self, other: Stretch) -> Stretch {
        Stretch {
            count: self.count + other.count,
            stated: self.stated + other.stated,
            actual: self.actual + other.actual,
        }
    }

    fn height(&self) -> f64 {
        self.actual / self.count
    }
}

/// Pool adjacent violators: neighbours that fall are replaced by their mean until none does.
pub(super) fn isotonic(all: &[Said]) -> Vec<[f64; 2]> {
    let mut pooled: Vec<Stretch> = Vec::new();
    for mut last in stretches(all) {
        while let Some(before) = pooled.pop_if(|before| before.height() >= last.height()) {
            last = before.plus(last);
        }
        pooled.push(last);
    }
    pooled.iter().map(|s| [s.stated / s.count, s.height()]).collect()
}

/// In order, what is equal together, and each of the least count.
fn stretches(all: &[Said]) -> Vec<Stretch> {
    let mut sorted = all.to_vec();
    sorted.sort_by(|a, b| a.stated.total_cmp(&b.stated));
    let total = all.len() as f64;
    let deals = all.chunk_by(|a, b| a.deal == b.deal).count() as f64;
    let least = (LEAST_DEALS * total / deals).max(LEAST_PART * total);
    let mut found: Vec<Stretch> = Vec::new();
    for equal in sorted.chunk_by(|a, b| a.stated == b.stated) {
        let said = |s: &Said| Stretch { count: 1.0, stated: s.stated, actual: s.actual };
        let more = equal.iter().map(said).fold(Stretch::default(), Stretch::plus);
        match found.last_mut() {
            Some(last) if last.count < least => *last = last.plus(more),
            _ => found.push(more),
        }
    }
    // The end may be light.
    if let [.., before, last] = found[..]
        && last.count < least
    {
        found.pop();
        *found.last_mut().expect("there were two") = before.plus(last);
    }
    found
}

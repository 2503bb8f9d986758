//! A map from what a search states to what comes, which depends on how far the game has come.
//!
//! It is a table: how far the game has come by what is stated. Between its knots it is straight in both
//! directions, beyond them level. Along what is stated every row rises, so that the order of the moves of a
//! decision stays as the search found it.

use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Surface {
    /// How far the game has come, rising.
    pub phases: Vec<f64>,
    /// What is stated, rising.
    pub stated: Vec<f64>,
    /// What comes: a row for each phase, rising.
    pub came: Vec<Vec<f64>>,
}

/// One statement that a surface is fitted to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    pub phase: f64,
    pub stated: f64,
    pub actual: f64,
    pub deal: u64,
}

impl Surface {
    /// What comes where this is stated.
    pub fn at(&self, phase: f64, stated: f64) -> f64 {
        let (row, down) = place(&self.phases, phase);
        let (column, along) = place(&self.stated, stated);
        let on = |row: &[f64]| match row.get(column + 1) {
            Some(next) => row[column] + along * (next - row[column]),
            None => row[column],
        };
        match self.came.get(row + 1) {
            Some(next) => on(&self.came[row]) * (1.0 - down) + on(next) * down,
            None => on(&self.came[row]),
        }
    }

    /// Whether it is one: knots that rise, a row for each phase, rows that rise and stay inside.
    pub fn is_sound(&self, bounds: Option<(f64, f64)>) -> bool {
        let rises = |knots: &[f64]| knots.windows(2).all(|two| two[0] < two[1]);
        let inside = |x: &f64| bounds.is_none_or(|(lo, hi)| (lo..=hi).contains(x));
        let row = |row: &Vec<f64>| row.len() == self.stated.len() && rises(row) && row.iter().all(inside);
        !self.phases.is_empty()
            && !self.stated.is_empty()
            && rises(&self.phases)
            && rises(&self.stated)
            && self.came.len() == self.phases.len()
            && self.came.iter().all(row)
    }
}

/// The knot before, and how far it is to the next one as a part of the gap.
fn place(knots: &[f64], x: f64) -> (usize, f64) {
    let after = knots.partition_point(|knot| *knot <= x);
    match (after.checked_sub(1), knots.get(after)) {
        (Some(before), Some(next)) => (before, (x - knots[before]) / (next - knots[before])),
        (Some(before), None) => (before, 0.0),
        (None, _) => (0, 0.0),
    }
}

/// Knots of the two directions, at the most.
const PHASES: usize = 12;
const STATED: usize = 15;
/// Nearer knots would tell apart what chance does not: this part of a gap of equal ones.
const NEAREST: f64 = 0.15;
/// A gap this many times wider than the average one between phases is a hole: a game may keep seats apart by it, and what
/// lies on one side tells nothing of the other.
const HOLE: f64 = 3.0;
/// The least that a row rises, as a part of what is stated: what is told apart stays so.
const LEAST_SLOPE: f64 = 1e-3;
/// How much straightness counts, in games: the one that predicts deals best that it was not fitted to.
const SMOOTH: [f64; 4] = [1.0, 10.0, 100.0, 1000.0];
/// A chance is not taken for more certain than this while fitting, and a fitted one does not end above it.
const SUREST: f64 = 0.998;

/// The surface that fits best; of chances if they are bounded. `None` where there is nothing to fit.
pub fn fit(samples: &[Sample], bounds: Option<(f64, f64)>) -> Option<Surface> {
    if samples.is_empty() {
        return None;
    }
    let frame = Frame::of(samples, bounds);
    let half = |odd: u64| samples.iter().copied().filter(|s| s.deal % 2 == odd).collect::<Vec<_>>();
    let halves = [half(0), half(1)];
    let smooth = match halves.iter().any(Vec::is_empty) {
        true => SMOOTH[SMOOTH.len() - 1],
        false => {
            let loss = |&smooth: &f64| {
                let [even, odd] = &halves;
                let other = |seen: &[Sample], unseen: &[Sample]| frame.fit(seen, smooth).loss(unseen);
                other(even, odd) + other(odd, even)
            };
            let losses = SMOOTH.map(|smooth| loss(&smooth));
            let best = (0..SMOOTH.len()).min_by(|&a, &b| losses[a].total_cmp(&losses[b]));
            SMOOTH[best.expect("there are several")]
        }
    };
    Some(frame.fit(samples, smooth))
}

impl Surface {
    /// The sum of squares, each as a part of what a true chance would have.
    fn loss(&self, samples: &[Sample]) -> f64 {
        samples.iter().map(|s| (s.actual - self.at(s.phase, s.stated)).powi(2)).sum()
    }
}

/// The knots of a surface, before it is fitted.
struct Frame {
    phases: Vec<f64>,
    /// Where parts of the phases end that tell nothing of each other.
    ends: Vec<usize>,
    stated: Vec<f64>,
    bounds: Option<(f64, f64)>,
}

impl Frame {
    /// Knots where as many statements lie between any two, and at the ends of chances.
    fn of(samples: &[Sample], bounds: Option<(f64, f64)>) -> Frame {
        let mut all: Vec<f64> = samples.iter().map(|s| s.phase).collect();
        all.sort_by(f64::total_cmp);
        let steps = all.chunk_by(f64::eq).count().saturating_sub(1).max(1);
        let hole = HOLE * (all[all.len() - 1] - all[0]) / steps as f64;
        let parts = all.chunk_by(|a, b| hole == 0.0 || b - a <= hole);
        let share = |part: &[f64]| (PHASES * part.len()).div_ceil(all.len()).max(3);
        let phases: Vec<Vec<f64>> = parts.map(|part| quantiles(part.to_vec(), share(part), None)).collect();
        let ends = phases.iter().scan(0, |end, part| {
            *end += part.len();
            Some(*end)
        });
        let (ends, phases) = (ends.collect(), phases.concat());
        let stated = quantiles(samples.iter().map(|s| s.stated).collect(), STATED, bounds);
        Frame { phases, ends, stated, bounds }
    }

    /// Least squares under the condition that rows rise, each statement weighted as a chance of that size
    /// varies. A row is its first height and the steps up from there, which are not below their least: bounds
    /// of single numbers, so that improving one number after the other ends at the best.
    fn fit(&self, samples: &[Sample], smooth: f64) -> Surface {
        /// Rounds of weights that follow from the chances of the round before.
        const ROUNDS: usize = 4;
        let mean = samples.iter().map(|s| s.actual).sum::<f64>() / samples.len() as f64;
        let mut surface = self.level(mean);
        for _ in 0..ROUNDS {
            let mut sums = Squares::new(self, &surface);
            samples.iter().for_each(|sample| sums.add(sample));
            sums.straighten(&self.ends, smooth * samples.len() as f64 / games(samples) as f64, mean);
            surface = self.surface(sums.least(self));
        }
        surface
    }

    fn level(&self, height: f64) -> Surface {
        let row = vec![height; self.stated.len()];
        let came = vec![row; self.phases.len()];
        Surface { phases: self.phases.clone(), stated: self.stated.clone(), came }
    }

    /// Heights as a surface, inside the bounds and still rising.
    fn surface(&self, heights: Vec<f64>) -> Surface {
        let columns = self.stated.len();
        let mut came: Vec<Vec<f64>> = heights.chunks(columns).map(<[f64]>::to_vec).collect();
        if let Some((least, most)) = self.bounds {
            let margin = (1.0 - SUREST) * (most - least);
            for row in &mut came {
                for (at, x) in row.iter_mut().enumerate() {
                    // The ends of the bounds keep room for steps.
                    let (before, after) = (at as f64, (columns - 1 - at) as f64);
                    let step = margin / (2.0 * columns as f64);
                    *x = x.clamp(least + margin + before * step, most - margin - after * step);
                }
            }
        }
        Surface { phases: self.phases.clone(), stated: self.stated.clone(), came }
    }

    fn least_step(&self, column: usize) -> f64 {
        LEAST_SLOPE * (self.stated[column] - self.stated[column - 1])
    }
}

fn games(samples: &[Sample]) -> usize {
    samples.chunk_by(|a, b| a.deal == b.deal).count().max(1)
}

/// At most `count` different numbers that cut the list into parts of equal size, with its ends or the given
/// ones.
fn quantiles(mut all: Vec<f64>, count: usize, ends: Option<(f64, f64)>) -> Vec<f64> {
    all.sort_by(f64::total_cmp);
    let (least, most) = ends.unwrap_or((all[0], all[all.len() - 1]));
    let gap = NEAREST * (most - least) / count as f64;
    let inner = (1..count - 1).map(|at| all[(all.len() - 1) * at / (count - 1)]);
    let mut knots = vec![least];
    for x in inner {
        if x - knots[knots.len() - 1] > gap && most - x > gap {
            knots.push(x);
        }
    }
    if most > least {
        knots.push(most);
    }
    knots
}

/// A sum of squares over the heights of a surface: a matrix and a vector.
struct Squares<'a> {
    before: &'a Surface,
    is_chance: bool,
    columns: usize,
    size: usize,
    matrix: Vec<f64>,
    vector: Vec<f64>,
}

impl<'a> Squares<'a> {
    fn new(frame: &Frame, before: &'a Surface) -> Squares<'a> {
        let (columns, size) = (frame.stated.len(), frame.phases.len() * frame.stated.len());
        let is_chance = frame.bounds.is_some();
        Squares { before, is_chance, columns, size, matrix: vec![0.0; size * size], vector: vec![0.0; size] }
    }

    fn term(&mut self, parts: &[(usize, f64)], target: f64, weight: f64) {
        for &(i, a) in parts {
            self.vector[i] += weight * a * target;
            for &(j, b) in parts {
                self.matrix[i * self.size + j] += weight * a * b;
            }
        }
    }

    fn add(&mut self, sample: &Sample) {
        let (row, down) = place(&self.before.phases, sample.phase);
        let (column, along) = place(&self.before.stated, sample.stated);
        let mut parts = Vec::with_capacity(4);
        for (row, of_row) in [(row, 1.0 - down), (row + 1, down)] {
            for (column, of_column) in [(column, 1.0 - along), (column + 1, along)] {
                if of_row * of_column > 0.0 {
                    parts.push((row * self.columns + column, of_row * of_column));
                }
            }
        }
        let expected = self.before.at(sample.phase, sample.stated).clamp(1.0 - SUREST, SUREST);
        let weight = if self.is_chance { 0.25 / (expected * (1.0 - expected)) } else { 1.0 };
        self.term(&parts, sample.actual, weight);
    }

    /// Adds how far each height is from the line between its neighbours, both ways, and a trace of how far it
    /// is from the mean, for knots without statements.
    fn straighten(&mut self, ends: &[usize], weight: f64, mean: f64) {
        let (rows, columns) = (self.before.phases.len(), self.columns);
        let (phases, stated) = (self.before.phases.clone(), self.before.stated.clone());
        for row in 0..rows {
            for column in 0..columns {
                let at = |row: usize, column: usize| row * columns + column;
                let inside =
                    (1..rows - 1).contains(&row) && !ends.contains(&row) && !ends.contains(&(row + 1));
                if inside {
                    let line = bend(&phases, row).map(|(r, part)| (at(r, column), part));
                    self.term(&line, 0.0, weight);
                }
                if (1..columns - 1).contains(&column) {
                    let line = bend(&stated, column).map(|(c, part)| (at(row, c), part));
                    self.term(&line, 0.0, weight);
                }
                self.term(&[(at(row, column), 1.0)], mean, 1e-3 * weight);
            }
        }
    }

    /// The heights with the least sum.
    fn least(&self, frame: &Frame) -> Vec<f64> {
        /// Times that every number is improved, at the most, and when it is enough.
        const SWEEPS: usize = 5_000;
        const ENOUGH: f64 = 1e-9;
        let (size, columns) = (self.size, self.columns);
        // Height i is the sum of the steps of its row up to i: sums from the right turn one into the other.
        let steps = self.by_steps();
        let mut found = vec![0.0; size];
        for (i, step) in found.iter_mut().enumerate() {
            let column = i % columns;
            *step = if column == 0 { self.before.came[i / columns][0] } else { frame.least_step(column) };
        }
        for _ in 0..SWEEPS {
            let mut moved: f64 = 0.0;
            for i in 0..size {
                let row = &steps.matrix[i * size..(i + 1) * size];
                let slope: f64 = row.iter().zip(&found).map(|(a, x)| a * x).sum::<f64>() - steps.vector[i];
                let least = if i % columns == 0 { f64::NEG_INFINITY } else { frame.least_step(i % columns) };
                let better = (found[i] - slope / row[i]).max(least);
                moved = moved.max((better - found[i]).abs());
                found[i] = better;
            }
            if moved < ENOUGH {
                break;
            }
        }
        for row in found.chunks_mut(columns) {
            for column in 1..columns {
                row[column] += row[column - 1];
            }
        }
        found
    }

    /// The same sum over first heights and steps.
    fn by_steps(&self) -> Steps {
        let (size, columns) = (self.size, self.columns);
        let (mut matrix, mut vector) = (self.matrix.clone(), self.vector.clone());
        for line in matrix.chunks_mut(size) {
            line.chunks_mut(columns).for_each(from_the_right);
        }
        for first in (0..size).step_by(columns) {
            for i in (first..first + columns - 1).rev() {
                for j in 0..size {
                    matrix[i * size + j] += matrix[(i + 1) * size + j];
                }
            }
        }
        vector.chunks_mut(columns).for_each(from_the_right);
        Steps { matrix, vector }
    }
}

struct Steps {
    matrix: Vec<f64>,
    vector: Vec<f64>,
}

fn from_the_right(line: &mut [f64]) {
    for i in (0..line.len() - 1).rev() {
        line[i] += line[i + 1];
    }
}

/// How far a knot is from the line between its neighbours.
fn bend(knots: &[f64], at: usize) -> [(usize, f64); 3] {
    let part = (knots[at] - knots[at - 1]) / (knots[at + 1] - knots[at - 1]);
    [(at - 1, part - 1.0), (at, 1.0), (at + 1, -part)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::Rng;

    /// Early statements are far too high, late ones true; `deals` with five statements each.
    fn boastful(seed: u64, deals: u64) -> Vec<Sample> {
        let of_deal = |deal: u64| {
            let mut rng = Rng::new(seed).split(deal);
            let luck = rng.unit();
            let samples = (0..5).map(move |turn| {
                let (phase, stated) = (f64::from(turn) / 4.0, rng.unit());
                let actual = f64::from(u8::from(luck < truth(phase, stated)));
                Sample { phase, stated, actual, deal }
            });
            samples.collect::<Vec<_>>()
        };
        (0..deals).flat_map(of_deal).collect()
    }

    fn truth(phase: f64, stated: f64) -> f64 {
        phase * stated + (1.0 - phase) * (0.2 + 0.2 * stated)
    }

    #[test]
    fn a_surface_is_found_and_rises() {
        let surface = fit(&boastful(1, 6_000), Some((0.0, 1.0))).unwrap();
        assert!(surface.is_sound(Some((0.0, 1.0))), "{surface:?}");
        for phase in [0.0, 0.3, 0.5, 0.9, 1.0] {
            for stated in [0.05, 0.3, 0.5, 0.8, 0.95] {
                let (found, wanted) = (surface.at(phase, stated), truth(phase, stated));
                assert!((found - wanted).abs() < 0.04, "{phase} {stated}: {found} {wanted}");
            }
        }
        // Who does not look at the phase is ten points off and more.
        let level = Surface { phases: vec![0.0], came: vec![surface.came[0].clone()], ..surface.clone() };
        assert!((level.at(1.0, 0.9) - truth(1.0, 0.9)).abs() > 0.3);
    }

    /// A game that keeps its seats apart by a gap in the phases: one side of it says nothing of the other.
    #[test]
    fn what_lies_apart_is_not_mixed() {
        let mut rng = Rng::new(4);
        let early = |phase: f64| phase < 0.4;
        let truth = |phase: f64, stated: f64| if early(phase) { 0.2 + 0.2 * stated } else { stated };
        let samples: Vec<Sample> = (0..40_000)
            .map(|at| {
                let part = rng.below(7);
                let phase = f64::from(part) * 0.05 + if at % 2 == 0 { 0.0 } else { 0.5 };
                let stated = rng.unit();
                let actual = f64::from(u8::from(rng.unit() < truth(phase, stated)));
                Sample { phase, stated, actual, deal: at / 4 }
            })
            .collect();
        let surface = fit(&samples, Some((0.0, 1.0))).unwrap();
        for phase in [0.0, 0.15, 0.3, 0.5, 0.65, 0.8] {
            for stated in [0.1, 0.5, 0.9] {
                let (found, wanted) = (surface.at(phase, stated), truth(phase, stated));
                assert!((found - wanted).abs() < 0.04, "{phase} {stated}: {found} {wanted}");
            }
        }
    }

    /// Where less comes the more is stated, the map is as level as it may be, and rises all the same.
    #[test]
    fn what_falls_is_fitted_by_what_rises() {
        let falls = |s: Sample| Sample { actual: f64::from(u8::from(s.stated < 0.5)), ..s };
        let samples: Vec<Sample> = boastful(2, 400).into_iter().map(falls).collect();
        let surface = fit(&samples, Some((0.0, 1.0))).unwrap();
        assert!(surface.is_sound(Some((0.0, 1.0))), "{surface:?}");
        assert!((surface.at(0.5, 0.9) - surface.at(0.5, 0.1)) < 0.02, "{surface:?}");
    }

    #[test]
    fn few_statements_and_one_value_are_enough() {
        assert_eq!(fit(&[], None), None);
        let one = Sample { phase: 0.0, stated: 0.7, actual: 1.0, deal: 0 };
        let surface = fit(&[one; 3], Some((0.0, 1.0))).unwrap();
        assert!(surface.is_sound(Some((0.0, 1.0))), "{surface:?}");
        // Other units have no bounds.
        let chips = |deal: u64| Sample { stated: deal as f64, actual: 2.0 * deal as f64, deal, ..one };
        let samples: Vec<Sample> = (0..500).map(|deal| chips(deal % 100)).collect();
        let surface = fit(&samples, None).unwrap();
        assert!((surface.at(0.0, 50.0) - 100.0).abs() < 1.0, "{surface:?}");
        let sure = fit(&vec![Sample { actual: 1.0, ..one }; 900], Some((0.0, 1.0))).unwrap();
        assert!(sure.at(0.0, 0.7) < 1.0, "nothing is certain: {sure:?}");
    }

    #[test]
    fn what_is_no_surface_is_told() {
        let sound = Surface { phases: vec![0.0, 1.0], stated: vec![0.0, 1.0], came: vec![vec![0.1, 0.2]; 2] };
        assert!(sound.is_sound(Some((0.0, 1.0))));
        let falls = Surface { came: vec![vec![0.1, 0.2], vec![0.2, 0.1]], ..sound.clone() };
        let short = Surface { came: vec![vec![0.1, 0.2]], ..sound.clone() };
        let beyond = Surface { came: vec![vec![0.1, 1.2]; 2], ..sound };
        assert!([falls, short, beyond].iter().all(|bad| !bad.is_sound(Some((0.0, 1.0)))));
    }
}

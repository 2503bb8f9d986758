//! Fitting a network: gradients by hand, and Adam.
//!
//! The input is sparse and the layers are small, so that a step is a few thousand multiplications per number
//! that is set. A batch is split into parts of fixed size that are added up in order: the result does not
//! depend on the number of threads.

use rayon::prelude::*;
use std::sync::Mutex;
use yomi_core::Rng;
use yomi_duel::net::{Hidden, NARROW, Net, Shape, WIDE, add_scaled};
use yomi_duel::vector::Sparse;

/// How a network begins: small random weights, by the number of inputs that are usually set.
pub fn begin(shape: Shape, rng: &mut Rng) -> Net {
    /// Numbers that are set in a view of Duel, about.
    const SET: f64 = 64.0;
    let mut weights = vec![0.0; shape.weights()];
    let mut fill = |from: usize, to: usize, inputs: f64| {
        let width = (6.0 / inputs).sqrt();
        weights[from..to].iter_mut().for_each(|w| *w = (width * (2.0 * rng.unit() - 1.0)) as f32);
    };
    fill(0, shape.wide_bias(), SET);
    fill(shape.narrow(), shape.narrow_bias(), WIDE as f64);
    // Outputs begin near 0: nothing is preferred.
    fill(shape.out(), shape.out_bias(), 100.0 * NARROW as f64);
    Net { shape, weights }
}

/// Adds the gradient of one sample: `slopes` are the rows that count, each with the slope of the loss by it.
pub fn add_gradient(net: &Net, input: &Sparse, hidden: &Hidden, slopes: &[(usize, f32)], to: &mut [f32]) {
    let shape = net.shape;
    let mut narrow = [0.0_f32; NARROW];
    for &(row, slope) in slopes {
        let at = shape.out() + row * NARROW;
        add_scaled(&mut narrow, &net.weights[at..], slope);
        add_to(&mut to[at..at + NARROW], &hidden.narrow, slope);
        to[shape.out_bias() + row] += slope;
    }
    for (slope, x) in narrow.iter_mut().zip(&hidden.narrow) {
        *slope = if *x > 0.0 { *slope } else { 0.0 };
    }
    add_to(&mut to[shape.narrow_bias()..shape.narrow_bias() + NARROW], &narrow, 1.0);
    let mut wide = [0.0_f32; WIDE];
    for (at, &x) in hidden.wide.iter().enumerate() {
        if x > 0.0 {
            let from = shape.narrow() + at * NARROW;
            wide[at] = yomi_duel::net::dot(&narrow, &net.weights[from..]);
            add_to(&mut to[from..from + NARROW], &narrow, x);
        }
    }
    add_to(&mut to[shape.wide_bias()..shape.wide_bias() + WIDE], &wide, 1.0);
    for &(at, value) in &input.set {
        let from = at as usize * WIDE;
        add_to(&mut to[from..from + WIDE], &wide, value);
    }
}

#[inline]
pub(crate) fn add_to(to: &mut [f32], from: &[f32], by: f32) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = from.mul_add(by, *to);
    }
}

/// Adam's running means.
#[derive(Clone, PartialEq, Debug)]
pub struct Adam {
    first: Vec<f32>,
    second: Vec<f32>,
    steps: i32,
}

impl Adam {
    pub fn new(shape: Shape) -> Adam {
        Adam::sized(shape.weights())
    }

    /// For this many weights.
    pub fn sized(weights: usize) -> Adam {
        let zero = vec![0.0; weights];
        Adam { first: zero.clone(), second: zero, steps: 0 }
    }

    /// As it stood.
    pub fn of([first, second]: [Vec<f32>; 2], steps: i32) -> Adam {
        Adam { first, second, steps }
    }

    pub fn means(&self) -> [&[f32]; 2] {
        [&self.first, &self.second]
    }

    pub fn steps(&self) -> i32 {
        self.steps
    }

    /// One step against the gradient.
    pub fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32) {
        const FIRST: f32 = 0.9;
        const SECOND: f32 = 0.999;
        const TINY: f32 = 1e-8;
        self.steps += 1;
        let whole = |decay: f32| 1.0 - decay.powi(self.steps);
        let (rate, second) = (rate / whole(FIRST), whole(SECOND));
        let means = self.first.par_chunks_mut(CHUNK).zip(self.second.par_chunks_mut(CHUNK));
        let chunks = weights.par_chunks_mut(CHUNK).zip(gradient.par_chunks(CHUNK)).zip(means);
        chunks.for_each(|((weights, gradient), (first, second_means))| {
            let means = first.iter_mut().zip(second_means);
            for ((weight, &slope), (m, v)) in weights.iter_mut().zip(gradient).zip(means) {
                *m = FIRST * *m + (1.0 - FIRST) * slope;
                *v = SECOND * *v + (1.0 - SECOND) * slope * slope;
                *weight -= rate * *m / ((*v / second).sqrt() + TINY);
            }
        });
    }
}

/// Samples whose gradients are added up one after the other.
const PART: usize = 256;
/// Weights that one thread goes through at a time. Each weight is a matter of its own, so that this changes no sum.
const CHUNK: usize = 8_192;

/// Room of gradients that were added up. Memory that is given back after every batch comes as new pages the next time,
/// which took an eighth of a step.
static SPARE: Mutex<Vec<Vec<f32>>> = Mutex::new(Vec::new());
/// More are given back.
const MOST_SPARE: usize = 64;

/// So many zeros.
fn zeros(weights: usize) -> Vec<f32> {
    let mut spare = SPARE.lock().expect("nobody panics with it");
    let large_enough = spare.iter().position(|room| room.capacity() >= weights);
    let mut room = large_enough.map_or_else(Vec::new, |at| spare.swap_remove(at));
    drop(spare);
    room.clear();
    room.resize(weights, 0.0);
    room
}

fn give_back(parts: impl Iterator<Item = Vec<f32>>) {
    let mut spare = SPARE.lock().expect("nobody panics with it");
    let most = MOST_SPARE.saturating_sub(spare.len());
    spare.extend(parts.take(most));
}

/// The mean gradient and the mean losses of a batch. `sample` is called with the number of each sample, adds its
/// gradient, and returns the parts of its loss.
pub fn gradient<const PARTS: usize>(
    shape: Shape,
    count: usize,
    sample: impl Fn(usize, &mut [f32]) -> [f64; PARTS] + Sync,
) -> (Vec<f32>, [f64; PARTS]) {
    gradient_of(shape.weights(), count, sample)
}

/// The same for this many weights.
pub fn gradient_of<const PARTS: usize>(
    weights: usize,
    count: usize,
    sample: impl Fn(usize, &mut [f32]) -> [f64; PARTS] + Sync,
) -> (Vec<f32>, [f64; PARTS]) {
    let part = |number: usize| {
        let mut to = zeros(weights);
        let samples = number * PART..((number + 1) * PART).min(count);
        let mut losses = [0.0; PARTS];
        for at in samples {
            let of_sample = sample(at, &mut to);
            losses.iter_mut().zip(of_sample).for_each(|(sum, loss)| *sum += loss / count as f64);
        }
        (to, losses)
    };
    let parts: Vec<(Vec<f32>, [f64; PARTS])> = (0..count.div_ceil(PART)).into_par_iter().map(part).collect();
    let mut total = vec![0.0; weights];
    total.par_chunks_mut(CHUNK).enumerate().for_each(|(number, total)| {
        let from = number * CHUNK;
        for (part, _) in &parts {
            add_to(total, &part[from..from + total.len()], 1.0 / count as f32);
        }
    });
    let losses = std::array::from_fn(|at| parts.iter().map(|(_, losses)| losses[at]).sum());
    give_back(parts.into_iter().map(|(part, _)| part));
    (total, losses)
}

//! A small network: an input of which few numbers are set, two hidden layers, and output rows of which only
//! those are computed that are asked for.
//!
//! All weights lie in one list, so that what learns can treat them alike. Inference needs nothing else than
//! this file; training (`crates/train`) computes with the same functions, so that both agree to the bit.

use super::vector::Sparse;

/// The sizes of the hidden layers.
pub const WIDE: usize = 128;
pub const NARROW: usize = 64;

/// How many numbers go in, and how many rows come out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    pub inputs: usize,
    pub rows: usize,
}

impl Shape {
    /// Where each part of the weights begins, and how many there are in all.
    pub const fn wide_bias(self) -> usize {
        self.inputs * WIDE
    }
    pub const fn narrow(self) -> usize {
        self.wide_bias() + WIDE
    }
    pub const fn narrow_bias(self) -> usize {
        self.narrow() + WIDE * NARROW
    }
    pub const fn out(self) -> usize {
        self.narrow_bias() + NARROW
    }
    pub const fn out_bias(self) -> usize {
        self.out() + self.rows * NARROW
    }
    pub const fn weights(self) -> usize {
        self.out_bias() + self.rows
    }
}

/// Both hidden layers, after negative numbers were set to 0.
#[derive(Clone, Debug)]
pub struct Hidden {
    pub wide: [f32; WIDE],
    pub narrow: [f32; NARROW],
}

#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    pub shape: Shape,
    pub weights: Vec<f32>,
}

/// `to` plus `from` times `by`; `from` begins with as many numbers.
#[inline]
pub fn add_scaled<const N: usize>(to: &mut [f32; N], from: &[f32], by: f32) {
    let from: &[f32; N] = from[..N].try_into().expect("as many numbers");
    for (to, from) in to.iter_mut().zip(from) {
        *to = from.mul_add(by, *to);
    }
}

/// In eight sums side by side.
#[inline]
pub fn dot<const N: usize>(a: &[f32; N], b: &[f32]) -> f32 {
    const LANES: usize = 8;
    let b: &[f32; N] = b[..N].try_into().expect("as many numbers");
    let mut sums = [0.0_f32; LANES];
    for (a, b) in a.chunks_exact(LANES).zip(b.chunks_exact(LANES)) {
        for lane in 0..LANES {
            sums[lane] = a[lane].mul_add(b[lane], sums[lane]);
        }
    }
    sums.iter().sum()
}

impl Net {
    pub fn hidden(&self, input: &Sparse) -> Hidden {
        let (shape, w) = (self.shape, &self.weights);
        let mut wide: [f32; WIDE] = part(w, shape.wide_bias());
        for &(at, value) in &input.set {
            add_scaled(&mut wide, &w[at as usize * WIDE..], value);
        }
        wide.iter_mut().for_each(|x| *x = x.max(0.0));
        let mut narrow: [f32; NARROW] = part(w, shape.narrow_bias());
        for (at, &value) in wide.iter().enumerate() {
            if value > 0.0 {
                add_scaled(&mut narrow, &w[shape.narrow() + at * NARROW..], value);
            }
        }
        narrow.iter_mut().for_each(|x| *x = x.max(0.0));
        Hidden { wide, narrow }
    }

    /// One row of the output.
    pub fn row(&self, row: usize, hidden: &Hidden) -> f32 {
        let at = self.shape.out() + row * NARROW;
        dot(&hidden.narrow, &self.weights[at..]) + self.weights[self.shape.out_bias() + row]
    }
}

fn part<const N: usize>(weights: &[f32], at: usize) -> [f32; N] {
    weights[at..at + N].try_into().expect("a whole layer")
}

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
    for (to, from) in to.iter_mut().zip(row::<N>(from)) {
        *to = from.mul_add(by, *to);
    }
}

/// [`add_scaled`] for several rows of weights, each by its number. Four at a time, so that `to` is read and written
/// once for four rows: the same sums in the same order, in half the time.
#[inline]
fn add_rows<const N: usize>(to: &mut [f32; N], weights: &[f32], rows: &[(u32, f32)]) {
    let (four, rest) = rows.as_chunks::<4>();
    for rows in four {
        let [a, b, c, d] = rows.map(|(number, _)| row::<N>(&weights[number as usize * N..]));
        let [by_a, by_b, by_c, by_d] = rows.map(|(_, by)| by);
        for i in 0..N {
            let sum = b[i].mul_add(by_b, a[i].mul_add(by_a, to[i]));
            to[i] = d[i].mul_add(by_d, c[i].mul_add(by_c, sum));
        }
    }
    for &(number, by) in rest {
        add_scaled(to, &weights[number as usize * N..], by);
    }
}

#[inline]
fn row<const N: usize>(from: &[f32]) -> &[f32; N] {
    from[..N].try_into().expect("as many numbers")
}

/// In eight sums side by side. `b` has at least as many numbers as `a`.
///
/// Never inlined: where the length is known the loop is unrolled, and the eight sums no longer end up in one register.
#[inline(never)]
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    const LANES: usize = 8;
    let mut sums = [0.0_f32; LANES];
    for (a, b) in a.as_chunks::<LANES>().0.iter().zip(b.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            sums[lane] = a[lane].mul_add(b[lane], sums[lane]);
        }
    }
    sums.iter().sum()
}

impl Net {
    pub fn hidden(&self, input: &Sparse) -> Hidden {
        let (shape, w) = (self.shape, &self.weights);
        let mut wide: [f32; WIDE] = *row(&w[shape.wide_bias()..]);
        add_rows(&mut wide, w, &input.set);
        // Those above 0, without a branch for each: which they are nobody can foresee.
        let (mut above, mut count) = ([(0, 0.0); WIDE], 0);
        for (number, x) in (0..).zip(&mut wide) {
            *x = x.max(0.0);
            above[count] = (number, *x);
            count += usize::from(*x > 0.0);
        }
        let mut narrow: [f32; NARROW] = *row(&w[shape.narrow_bias()..]);
        add_rows(&mut narrow, &w[shape.narrow()..], &above[..count]);
        narrow.iter_mut().for_each(|x| *x = x.max(0.0));
        Hidden { wide, narrow }
    }

    /// One row of the output.
    pub fn row(&self, row: usize, hidden: &Hidden) -> f32 {
        let at = self.shape.out() + row * NARROW;
        dot(&hidden.narrow, &self.weights[at..]) + self.weights[self.shape.out_bias() + row]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::Rng;

    /// Layer by layer as one would write it down, in double precision, with the parts of the list in their order.
    fn by_hand(shape: Shape, weights: &[f32], input: &Sparse) -> Vec<f64> {
        let mut parts = weights.iter().map(|&w| f64::from(w));
        let mut take = |count: usize| parts.by_ref().take(count).collect::<Vec<f64>>();
        let (wide, wide_bias) = (take(shape.inputs * WIDE), take(WIDE));
        let (narrow, narrow_bias) = (take(WIDE * NARROW), take(NARROW));
        let (out, out_bias) = (take(shape.rows * NARROW), take(shape.rows));
        assert_eq!(parts.count(), 0);
        let mut dense = vec![0.0; shape.inputs];
        input.set.iter().for_each(|&(at, value)| dense[at as usize] = f64::from(value));
        let layer = |from: &[f64], weights: &[f64], bias: &[f64]| -> Vec<f64> {
            let sum = |to: usize| -> f64 {
                from.iter().enumerate().map(|(at, x)| x * weights[at * bias.len() + to]).sum()
            };
            (0..bias.len()).map(|to| (sum(to) + bias[to]).max(0.0)).collect()
        };
        let hidden = layer(&layer(&dense, &wide, &wide_bias), &narrow, &narrow_bias);
        let row = |row: usize| -> f64 {
            let own = &out[row * NARROW..(row + 1) * NARROW];
            own.iter().zip(&hidden).map(|(w, x)| w * x).sum::<f64>() + out_bias[row]
        };
        (0..shape.rows).map(row).collect()
    }

    #[test]
    fn it_is_two_layers_and_rows() {
        let shape = Shape { inputs: 9, rows: 5 };
        let mut rng = Rng::new(3);
        let weights: Vec<f32> = (0..shape.weights()).map(|_| rng.unit() as f32 - 0.45).collect();
        let net = Net { shape, weights };
        // No number, one, and more than are added at a time.
        for set in
            [vec![], vec![(4, 1.0)], vec![(0, 1.0), (1, 0.5), (3, 1.0), (5, 2.0), (7, -1.0), (8, 0.25)]]
        {
            let input = Sparse { set, len: 9 };
            let hidden = net.hidden(&input);
            let expected = by_hand(shape, &net.weights, &input);
            for (row, expected) in expected.into_iter().enumerate() {
                let found = f64::from(net.row(row, &hidden));
                let off = (found - expected).abs() / expected.abs().max(1.0);
                assert!(off < 1e-4, "row {row}: {found} instead of {expected}");
            }
        }
    }
}

//! Gradients against differences, and that a network learns what can be learnt.

use yomi_core::Rng;
use yomi_duel::net::{Net, Shape};
use yomi_duel::policy::chance;
use yomi_duel::vector::Sparse;
use yomi_train::learn::{self, Adam};

const SHAPE: Shape = Shape { inputs: 40, rows: 3 };

fn input(rng: &mut Rng) -> Sparse {
    let mut set = Vec::new();
    for at in 0..SHAPE.inputs as u32 {
        if rng.below(4) == 0 {
            set.push((at, (2.0 * rng.unit() - 1.0) as f32));
        }
    }
    Sparse { set, len: SHAPE.inputs as u32 }
}

/// A loss with a slope in every row: the sum of squares of the rows, each with its own weight.
fn loss(net: &Net, input: &Sparse) -> f64 {
    let hidden = net.hidden(input);
    (0..SHAPE.rows).map(|row| (1.0 + row as f64) * f64::from(net.row(row, &hidden)).powi(2) / 2.0).sum()
}

#[test]
fn gradients_are_slopes() {
    let mut rng = Rng::new(3);
    let mut net = learn::begin(SHAPE, &mut rng);
    // Outputs begin near 0, where slopes are too small to be told from rounding.
    net.weights[SHAPE.out()..].iter_mut().for_each(|w| *w = (rng.unit() - 0.5) as f32);
    let input = input(&mut rng);
    let hidden = net.hidden(&input);
    let slopes: Vec<(usize, f32)> =
        (0..SHAPE.rows).map(|row| (row, (1.0 + row as f32) * net.row(row, &hidden))).collect();
    let mut gradient = vec![0.0; SHAPE.weights()];
    learn::add_gradient(&net, &input, &hidden, &slopes, &mut gradient);
    const STEP: f32 = 1e-2;
    let mut checked = 0;
    for _ in 0..600 {
        let at = rng.below(SHAPE.weights() as u32) as usize;
        let moved = |by: f32| {
            let mut moved = net.clone();
            moved.weights[at] += by;
            loss(&moved, &input)
        };
        let (less, same, more) = (moved(-STEP), moved(0.0), moved(STEP));
        // Where a unit is switched on or off in between, the two sides differ.
        if ((more - same) - (same - less)).abs() > 0.02 * (more - less).abs() + 1e-4 {
            continue;
        }
        let slope = (more - less) / (2.0 * f64::from(STEP));
        let found = f64::from(gradient[at]);
        assert!((slope - found).abs() < 0.02 * slope.abs() + 2e-3, "{at}: {slope} {found}");
        checked += 1;
    }
    assert!(checked > 400, "{checked}");
    assert!(gradient.iter().filter(|slope| **slope != 0.0).count() > SHAPE.weights() / 10);
}

#[test]
fn what_can_be_learnt_is_learnt_and_threads_do_not_matter() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut rng = Rng::new(5);
            let mut net = learn::begin(SHAPE, &mut rng);
            let mut adam = Adam::new(SHAPE);
            let mut losses = Vec::new();
            for _ in 0..150 {
                let batch: Vec<Sparse> = (0..300).map(|_| input(&mut rng)).collect();
                // Whether two inputs agree in sign: no straight line foretells it.
                let truth = |input: &Sparse| {
                    let sum = |from: u32| {
                        let of = |&&(at, _): &&(u32, f32)| at >= from && at < from + 20;
                        input.set.iter().filter(of).map(|(_, value)| *value).sum::<f32>()
                    };
                    f32::from(u8::from(sum(0) * sum(20) > 0.0))
                };
                let (gradient, [loss]) = learn::gradient(SHAPE, batch.len(), |at, to| {
                    let hidden = net.hidden(&batch[at]);
                    let slope = chance(net.row(0, &hidden)) - truth(&batch[at]);
                    learn::add_gradient(&net, &batch[at], &hidden, &[(0, slope)], to);
                    [f64::from(slope * slope)]
                });
                adam.step(&mut net.weights, &gradient, 3e-3);
                losses.push(loss);
            }
            (losses, net.weights)
        })
    };
    let (losses, weights) = run(1);
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
    let (first, last) = (mean(&losses[..10]), mean(&losses[140..]));
    assert!(last < 0.6 * first, "{first} {last}");
    assert_eq!(run(3).1, weights);
}

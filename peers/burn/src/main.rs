use burn::module::{Module, Param};
use burn::optim::{AdamConfig, GradientsParams, ModuleOptimizer};
use burn::tensor::activation::{log_sigmoid, log_softmax, relu};
use burn::tensor::module::{embedding, linear};
use burn::tensor::{DType, Device, IndexingUpdateOp, Int, Tensor, TensorData};
use rustix::time::{ClockId, clock_gettime};
use yomi_core::{Policy as _, Rng, State as _};
use yomi_duel::card_file::standard_rules;
use yomi_duel::heuristic::Heuristic;
use yomi_duel::net::{NARROW, Net, WIDE};
use yomi_duel::policy::{self, Rows, VALUE};
use yomi_duel::vector::Sparse;
use yomi_games::duel::Action;
use yomi_train::games;
use yomi_train::learn::{self, Adam};
use yomi_train::player::Eyes;
use yomi_train::ppo::{Manner, beginner};

struct Sample {
    input: Sparse,
    actions: Vec<Action>,
    shares: Vec<f32>,
    won: f32,
}

fn samples(count: usize) -> (Vec<Sample>, Net, Rows) {
    let rules = standard_rules();
    let stats = games::statistics(&rules);
    let player = beginner(&rules, &stats, Eyes::Honest, 1);
    let mut samples: Vec<Sample> = Vec::new();
    let mut deal = 0;
    while samples.len() < count {
        let mut rng = Rng::new(7).split(deal);
        let first = samples.len();
        let mut seats = Vec::new();
        let won = games::play(&rules, deal, &mut rng, |decision, rng| {
            let chosen = Heuristic::default().choose(decision.state, rng);
            let actions: Vec<Action> = decision.state.actions().iter().copied().collect();
            if actions.len() > 1 {
                let mut input = Sparse::default();
                Eyes::Honest.look(decision, &stats, &mut input, rng);
                let rest = 0.1 / actions.len() as f32;
                let shares =
                    actions.iter().map(|a| rest + if *a == chosen { 0.9 } else { 0.0 }).collect();
                samples.push(Sample { input, actions, shares, won: 0.0 });
                seats.push(decision.seat.index());
            }
            chosen
        }) as f32;
        for (sample, seat) in samples[first..].iter_mut().zip(seats) {
            sample.won = if seat == 0 { won } else { 1.0 - won };
        }
        deal += 1;
    }
    Rng::new(9).shuffle(&mut samples);
    samples.truncate(count);
    (samples, player.net, player.rows)
}

trait Learner {
    fn step(&mut self, batch: &[Sample]) -> f64;
}

struct Own {
    net: Net,
    adam: Adam,
    rows: Rows,
}

impl Learner for Own {
    fn step(&mut self, batch: &[Sample]) -> f64 {
        let Own { net, rows, .. } = self;
        let (gradient, [loss]) = learn::gradient(net.shape, batch.len(), |at, to| {
            let sample = &batch[at];
            let hidden = net.hidden(&sample.input);
            let mut shares = Vec::with_capacity(sample.actions.len());
            rows.shares(net, &hidden, &sample.actions, &mut shares);
            let mut slopes = Vec::with_capacity(2 * shares.len() + 1);
            let mut loss = 0.0;
            for ((&share, &target), &action) in shares.iter().zip(&sample.shares).zip(&sample.actions) {
                let (done, aimed) = rows.of(action);
                slopes.push((done, share - target));
                slopes.extend(aimed.map(|row| (row, share - target)));
                loss -= target * share.max(1e-9).ln();
            }
            let stated = policy::value(net, &hidden);
            slopes.push((VALUE, stated - sample.won));
            loss -= sample.won * stated.ln() + (1.0 - sample.won) * (1.0 - stated).ln();
            learn::add_gradient(net, &sample.input, &hidden, &slopes, to);
            [f64::from(loss)]
        });
        self.adam.step(&mut self.net.weights, &gradient, 1e-3);
        loss
    }
}

#[derive(Module, Debug)]
struct Layers {
    wide: Param<Tensor<2>>,
    wide_bias: Param<Tensor<1>>,
    narrow: Param<Tensor<2>>,
    narrow_bias: Param<Tensor<1>>,
    out: Param<Tensor<2>>,
    out_bias: Param<Tensor<1>>,
}

fn transposed(from: &[f32], rows: usize, columns: usize) -> Vec<f32> {
    (0..columns).flat_map(|c| (0..rows).map(move |r| from[r * columns + c])).collect()
}

impl Layers {
    fn of(net: &Net, dense_out: bool, device: &Device) -> Layers {
        let Net { shape, weights } = net;
        let two = |from: usize, rows: usize, columns: usize| {
            let part = weights[from..from + rows * columns].to_vec();
            Param::from_data(TensorData::new(part, [rows, columns]), device)
        };
        let one = |from: usize, count: usize| {
            Param::from_data(TensorData::new(weights[from..from + count].to_vec(), [count]), device)
        };
        Layers {
            wide: two(0, shape.inputs, WIDE),
            wide_bias: one(shape.wide_bias(), WIDE),
            narrow: two(shape.narrow(), WIDE, NARROW),
            narrow_bias: one(shape.narrow_bias(), NARROW),
            out: if !dense_out { two(shape.out(), shape.rows, NARROW) } else {
                let part = &weights[shape.out()..shape.out_bias()];
                Param::from_data(
                    TensorData::new(transposed(part, shape.rows, NARROW), [NARROW, shape.rows]),
                    device,
                )
            },
            out_bias: one(shape.out_bias(), shape.rows),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum First {
    Dense,
    Padded,
    PaddedMatmul,
    Flat,
}

struct Burn {
    device: Device,
    layers: Layers,
    adam: ModuleOptimizer,
    rows: Rows,
    first: First,
    dense_out: bool,
}

fn floats<const D: usize>(data: Vec<f32>, shape: [usize; D], device: &Device) -> Tensor<D> {
    Tensor::from_data(TensorData::new(data, shape), device)
}

fn numbers<const D: usize>(data: Vec<i64>, shape: [usize; D], device: &Device) -> Tensor<D, Int> {
    Tensor::from_data(TensorData::new(data, shape), (device, DType::I64))
}

impl Burn {
    fn new(net: &Net, rows: Rows, first: First, dense_out: bool) -> Burn {
        let device = Device::flex().autodiff();
        Burn {
            layers: Layers::of(net, dense_out, &device),
            adam: AdamConfig::new().with_epsilon(1e-8).init(),
            device,
            rows,
            first,
            dense_out,
        }
    }

    fn wide(&self, batch: &[Sample]) -> Tensor<2> {
        let device = &self.device;
        let count = batch.len();
        let inputs = batch[0].input.len as usize;
        let weights = self.layers.wide.val();
        let sums = match self.first {
            First::Dense => {
                let mut dense = vec![0.0; count * inputs];
                for (sample, row) in batch.iter().zip(dense.chunks_mut(inputs)) {
                    sample.input.set.iter().for_each(|&(at, value)| row[at as usize] = value);
                }
                let bias = self.layers.wide_bias.val();
                return linear(floats(dense, [count, inputs], device), weights, Some(bias));
            }
            First::Padded | First::PaddedMatmul => {
                let most = batch.iter().map(|s| s.input.set.len()).max().unwrap();
                let mut at = vec![0; count * most];
                let mut values = vec![0.0; count * most];
                for (number, sample) in batch.iter().enumerate() {
                    for (i, &(input, value)) in sample.input.set.iter().enumerate() {
                        at[number * most + i] = i64::from(input);
                        values[number * most + i] = value;
                    }
                }
                let rows = embedding(weights, numbers(at, [count, most], device));
                if self.first == First::Padded {
                    let values = floats(values, [count, most, 1], device);
                    (rows * values).sum_dim(1).reshape([count, WIDE])
                } else {
                    let values = floats(values, [count, 1, most], device);
                    values.matmul(rows).reshape([count, WIDE])
                }
            }
            First::Flat => {
                let all: usize = batch.iter().map(|s| s.input.set.len()).sum();
                let (mut at, mut values, mut owner) =
                    (Vec::with_capacity(all), Vec::with_capacity(all), Vec::with_capacity(all));
                for (number, sample) in batch.iter().enumerate() {
                    for &(input, value) in &sample.input.set {
                        at.push(i64::from(input));
                        values.push(value);
                        owner.push(number as i64);
                    }
                }
                let rows = weights.select(0, numbers(at, [all], device));
                let rows = rows * floats(values, [all, 1], device);
                let zero = Tensor::zeros([count, WIDE], device);
                zero.select_assign(0, numbers(owner, [all], device), rows, IndexingUpdateOp::Add)
            }
        };
        sums + self.layers.wide_bias.val().unsqueeze()
    }

    fn loss(&self, batch: &[Sample]) -> Tensor<1> {
        if self.dense_out { self.loss_dense(batch) } else { self.loss_sparse(batch) }
    }

    fn loss_sparse(&self, batch: &[Sample]) -> Tensor<1> {
        let (device, count, layers) = (&self.device, batch.len(), &self.layers);
        let most = batch.iter().map(|s| s.actions.len()).max().unwrap();
        let columns = 1 + most;
        let (mut rows, mut owners, mut slots) = (Vec::new(), Vec::new(), Vec::new());
        let mut pad = vec![-1e9; count * most];
        let mut shares = vec![0.0; count * most];
        for (number, sample) in batch.iter().enumerate() {
            let mut pick = |row: usize, slot: usize| {
                rows.push(row as i64);
                owners.push(number as i64);
                slots.push((number * columns + slot) as i64);
            };
            pick(VALUE, 0);
            for (i, (&action, &share)) in sample.actions.iter().zip(&sample.shares).enumerate() {
                let (done, aimed) = self.rows.of(action);
                pick(done, 1 + i);
                if let Some(row) = aimed {
                    pick(row, 1 + i);
                }
                pad[number * most + i] = 0.0;
                shares[number * most + i] = share;
            }
        }
        let all = rows.len();
        let [rows, owners, slots] = [rows, owners, slots].map(|list| numbers(list, [all], device));
        let won = floats(batch.iter().map(|s| s.won).collect(), [count, 1], device);
        let table = |data: Vec<f32>| floats(data, [count, most], device);
        let wide = relu(self.wide(batch));
        let narrow = relu(linear(wide, layers.narrow.val(), Some(layers.narrow_bias.val())));
        let bias = layers.out_bias.val().select(0, rows.clone());
        let picked = (layers.out.val().select(0, rows) * narrow.select(0, owners)).sum_dim(1).reshape([all]) + bias;
        let zero = Tensor::<1>::zeros([count * columns], device);
        let out = zero.select_assign(0, slots, picked, IndexingUpdateOp::Add).reshape([count, columns]);
        let value = out.clone().narrow(1, 0, 1);
        let logits = out.narrow(1, 1, most) + table(pad);
        let moves = (log_softmax(logits, 1) * table(shares)).sum();
        let lost = won.clone().neg() + 1.0;
        let chances = (log_sigmoid(value.clone()) * won + log_sigmoid(-value) * lost).sum();
        (moves + chances) / -(count as f32)
    }

    fn loss_dense(&self, batch: &[Sample]) -> Tensor<1> {
        let (device, count, layers) = (&self.device, batch.len(), &self.layers);
        let most = batch.iter().map(|s| s.actions.len()).max().unwrap();
        let columns = 1 + 2 * most;
        let mut picks = vec![VALUE as i64; count * columns];
        let mut is_aimed = vec![0.0; count * most];
        let mut pad = vec![-1e9; count * most];
        let mut shares = vec![0.0; count * most];
        for (number, sample) in batch.iter().enumerate() {
            for (i, (&action, &share)) in sample.actions.iter().zip(&sample.shares).enumerate() {
                let (done, aimed) = self.rows.of(action);
                let at = number * most + i;
                picks[number * columns + 1 + i] = done as i64;
                if let Some(row) = aimed {
                    picks[number * columns + 1 + most + i] = row as i64;
                    is_aimed[at] = 1.0;
                }
                pad[at] = 0.0;
                shares[at] = share;
            }
        }
        let won = floats(batch.iter().map(|s| s.won).collect(), [count, 1], device);
        let table = |data: Vec<f32>| floats(data, [count, most], device);
        let wide = relu(self.wide(batch));
        let narrow = relu(linear(wide, layers.narrow.val(), Some(layers.narrow_bias.val())));
        let out = linear(narrow, layers.out.val(), Some(layers.out_bias.val()));
        let picked = out.gather(1, numbers(picks, [count, columns], device));
        let value = picked.clone().narrow(1, 0, 1);
        let done = picked.clone().narrow(1, 1, most);
        let aimed = picked.narrow(1, 1 + most, most);
        let logits = done + aimed * table(is_aimed) + table(pad);
        let moves = (log_softmax(logits, 1) * table(shares)).sum();
        let lost = won.clone().neg() + 1.0;
        let chances = (log_sigmoid(value.clone()) * won + log_sigmoid(-value) * lost).sum();
        (moves + chances) / -(count as f32)
    }
}

impl Learner for Burn {
    fn step(&mut self, batch: &[Sample]) -> f64 {
        let loss = self.loss(batch);
        let stated: f32 = loss.clone().into_scalar();
        let gradients = GradientsParams::from_grads(loss.backward(), &self.layers);
        self.layers = self.adam.step(1e-3, self.layers.clone(), gradients);
        f64::from(stated)
    }
}

fn seconds(of: ClockId) -> f64 {
    let t = clock_gettime(of);
    t.tv_sec as f64 + 1e-9 * t.tv_nsec as f64
}

fn main() {
    let manner = Manner::default();
    let batches = 8;
    let (samples, net, rows) = samples(batches * manner.batch);
    let set = samples.iter().map(|s| s.input.set.len()).sum::<usize>() as f64 / samples.len() as f64;
    let most = samples.iter().map(|s| s.input.set.len()).max();
    let acts = samples.iter().map(|s| s.actions.len()).sum::<usize>() as f64 / samples.len() as f64;
    let most_acts = samples.iter().map(|s| s.actions.len()).max();
    println!("{} {:?} set {set:.1} most {most:?}; actions {acts:.1} {most_acts:?}", samples.len(), net.shape);
    let only = std::env::args().nth(1);
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let own = Own { net: net.clone(), adam: Adam::new(net.shape), rows };
            let mut all: Vec<(String, Box<dyn Learner>)> = vec![("own".into(), Box::new(own))];
            for first in [First::Dense, First::Padded, First::PaddedMatmul, First::Flat] {
                for out in [true, false] {
                    all.push((format!("{first:?}-{out}"), Box::new(Burn::new(&net, rows, first, out))));
                }
            }
            if let Some(only) = &only {
                all.retain(|(name, _)| name == only);
            }
            let mut times = vec![Vec::new(); all.len()];
            for round in 0..4 {
                for (at, (name, learner)) in all.iter_mut().enumerate() {
                    let began = [ClockId::ProcessCPUTime, ClockId::Monotonic].map(seconds);
                    let losses: Vec<f64> =
                        samples.chunks(manner.batch).map(|batch| learner.step(batch)).collect();
                    let ended = [ClockId::ProcessCPUTime, ClockId::Monotonic].map(seconds);
                    let per = 1e6 / samples.len() as f64;
                    times[at].push([0, 1].map(|i| (ended[i] - began[i]) * per));
                    if round == 0 {
                        println!("{name:15} {losses:.7?}");
                    }
                }
            }
            for ((name, _), times) in all.iter().zip(times) {
                println!("{threads} {name:15} {times:.2?}");
            }
        });
    }
}

//! The same step by burn, in several ways.

use crate::data::Sample;
use burn::module::{Module, Param};
use burn::optim::{AdamConfig, GradientsParams, ModuleOptimizer};
use burn::store::{ModuleRecord, RecordError};
use burn::tensor::activation::{log_sigmoid, log_softmax, relu};
use burn::tensor::module::{embedding, linear};
use burn::tensor::{DType, Device, IndexingUpdateOp, Int, Tensor, TensorData};
use std::path::Path;
use yomi_duel::net::{NARROW, Net, WIDE};
use yomi_duel::policy::VALUE;

/// How the first layer is computed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum First {
    /// All inputs as one matrix.
    Dense,
    /// The weights of the inputs that are set, as many for each decision as the fullest has.
    Padded,
    /// The inputs that are set often as a matrix, the others one by one.
    Mixed,
}

/// How the output is computed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Out {
    /// All rows for all decisions.
    Full,
    /// The rows that are asked for.
    Picked,
}

/// An input is set often if it is in one of this many decisions: the fastest of several numbers.
const OFTEN: usize = 20;

/// The parts of [`Net`], as it has them.
#[derive(Module, Debug)]
struct Layers {
    wide: Param<Tensor<2>>,
    wide_bias: Param<Tensor<1>>,
    narrow: Param<Tensor<2>>,
    narrow_bias: Param<Tensor<1>>,
    out: Param<Tensor<2>>,
    out_bias: Param<Tensor<1>>,
}

impl Layers {
    fn of(net: &Net, device: &Device) -> Layers {
        let shape = net.shape;
        let part = |from: usize, count: usize| net.weights[from..from + count].to_vec();
        let matrix = |from: usize, rows: usize, columns: usize| {
            Param::from_tensor(floats(part(from, rows * columns), [rows, columns], device))
        };
        let list = |from: usize, count: usize| Param::from_tensor(floats(part(from, count), [count], device));
        Layers {
            wide: matrix(0, shape.inputs, WIDE),
            wide_bias: list(shape.wide_bias(), WIDE),
            narrow: matrix(shape.narrow(), WIDE, NARROW),
            narrow_bias: list(shape.narrow_bias(), NARROW),
            out: matrix(shape.out(), shape.rows, NARROW),
            out_bias: list(shape.out_bias(), shape.rows),
        }
    }
}

pub struct Burn {
    layers: Layers,
    adam: ModuleOptimizer,
    device: Device,
    first: First,
    out: Out,
}

impl Burn {
    pub fn new(net: &Net, first: First, out: Out) -> Burn {
        let device = Device::flex().autodiff();
        let adam = AdamConfig::new().with_beta_1(0.9).with_beta_2(0.999).with_epsilon(1e-8).init();
        Burn { layers: Layers::of(net, &device), adam, device, first, out }
    }

    /// One step; returns the loss before it.
    pub fn step(&mut self, batch: &[Sample], rate: f32) -> f64 {
        let loss = self.loss(batch);
        let stated: f32 = loss.clone().into_scalar();
        let gradients = GradientsParams::from_grads(loss.backward(), &self.layers);
        self.layers = self.adam.step(f64::from(rate), self.layers.clone(), gradients);
        f64::from(stated)
    }

    /// Every weight, in the order of [`Net`].
    pub fn weights(&self) -> Vec<f32> {
        let Layers { wide, wide_bias, narrow, narrow_bias, out, out_bias } = &self.layers;
        let matrices = [wide, narrow, out].map(|param| param.val().into_data());
        let lists = [wide_bias, narrow_bias, out_bias].map(|param| param.val().into_data());
        let parts = matrices.iter().zip(&lists).flat_map(|(matrix, list)| [matrix, list]);
        parts.flat_map(|part| part.iter::<f32>()).collect()
    }

    pub fn save(&self, folder: &Path) -> Result<(), RecordError> {
        self.layers.clone().into_record().save(folder.join("layers"))?;
        self.adam.save(folder.join("adam"))
    }

    pub fn load(self, folder: &Path) -> Result<Burn, RecordError> {
        let layers = self.layers.load_record(ModuleRecord::load(folder.join("layers"))?);
        Ok(Burn { layers, adam: self.adam.load(folder.join("adam"))?, ..self })
    }

    fn loss(&self, batch: &[Sample]) -> Tensor<1> {
        let (device, layers, count) = (&self.device, &self.layers, batch.len());
        // A table with a line for each decision: the value, then its actions. A place gets the sum of its rows.
        let most = batch.iter().map(|sample| sample.actions.len()).max().expect("a batch has decisions");
        let columns = 1 + most;
        let (mut rows, mut owners, mut places) = (Vec::new(), Vec::new(), Vec::new());
        let (mut shares, mut unused) = (vec![0.0; count * most], vec![-1e9; count * most]);
        for (owner, sample) in batch.iter().enumerate() {
            let mut ask = |row: usize, column: usize| {
                rows.push(row as i64);
                owners.push(owner as i64);
                places.push((owner * columns + column) as i64);
            };
            ask(VALUE, 0);
            for (at, (&(done, aimed), share)) in sample.actions.iter().zip(&sample.shares).enumerate() {
                ask(done, 1 + at);
                aimed.into_iter().for_each(|row| ask(row, 1 + at));
                shares[owner * most + at] = *share;
                unused[owner * most + at] = 0.0;
            }
        }
        let wide = relu(self.wide(batch));
        let narrow = relu(linear(wide, layers.narrow.val(), Some(layers.narrow_bias.val())));
        let (out, bias) = (layers.out.val(), layers.out_bias.val());
        let asked = match self.out {
            Out::Full => {
                let all = bias.dims()[0] as i64;
                let flat = owners.iter().zip(&rows).map(|(owner, row)| owner * all + row).collect();
                linear(narrow, out.transpose(), Some(bias)).flatten(0, 1).select(0, numbers(flat, device))
            }
            Out::Picked => {
                let rows = numbers(rows, device);
                let products = out.select(0, rows.clone()) * narrow.select(0, numbers(owners, device));
                products.sum_dim(1).flatten(0, 1) + bias.select(0, rows)
            }
        };
        let table = Tensor::<1>::zeros([count * columns], device);
        let table = table.select_assign(0, numbers(places, device), asked, IndexingUpdateOp::Add);
        let table = table.reshape([count, columns]);
        let value = table.clone().narrow(1, 0, 1);
        let logits = table.narrow(1, 1, most) + floats(unused, [count, most], device);
        let moves = log_softmax(logits, 1) * floats(shares, [count, most], device);
        let won = floats(batch.iter().map(|sample| sample.won).collect(), [count, 1], device);
        let lost = won.clone().neg() + 1.0;
        let chances = log_sigmoid(value.clone()) * won + log_sigmoid(value.neg()) * lost;
        (moves.sum() + chances.sum()) / -(count as f32)
    }

    /// The first layer, before negative numbers are set to 0.
    fn wide(&self, batch: &[Sample]) -> Tensor<2> {
        let (device, count) = (&self.device, batch.len());
        let inputs = batch[0].input.len as usize;
        let (weights, bias) = (self.layers.wide.val(), self.layers.wide_bias.val());
        match self.first {
            First::Dense => {
                let mut dense = vec![0.0; count * inputs];
                for (sample, line) in batch.iter().zip(dense.chunks_mut(inputs)) {
                    sample.input.set.iter().for_each(|&(at, value)| line[at as usize] = value);
                }
                linear(floats(dense, [count, inputs], device), weights, Some(bias))
            }
            First::Padded => {
                let most = batch.iter().map(|sample| sample.input.set.len()).max().unwrap_or(0);
                let (mut at, mut values) = (vec![0; count * most], vec![0.0; count * most]);
                for (owner, sample) in batch.iter().enumerate() {
                    for (place, &(input, value)) in (owner * most..).zip(&sample.input.set) {
                        (at[place], values[place]) = (i64::from(input), value);
                    }
                }
                let rows = embedding(weights, numbers(at, device).reshape([count, most]));
                let sums = (rows * floats(values, [count, most, 1], device)).sum_dim(1);
                sums.squeeze_dim::<2>(1) + bias.unsqueeze()
            }
            First::Mixed => {
                let mut uses = vec![0; inputs];
                batch.iter().flat_map(|s| &s.input.set).for_each(|&(at, _)| uses[at as usize] += 1);
                let often: Vec<i64> =
                    (0..inputs as i64).filter(|&at| uses[at as usize] * OFTEN > count).collect();
                let mut column = vec![None; inputs];
                often.iter().enumerate().for_each(|(to, &at)| column[at as usize] = Some(to));
                let mut dense = vec![0.0; count * often.len()];
                let (mut at, mut values, mut owners) = (Vec::new(), Vec::new(), Vec::new());
                for (owner, (sample, line)) in batch.iter().zip(dense.chunks_mut(often.len())).enumerate() {
                    for &(input, value) in &sample.input.set {
                        if let Some(to) = column[input as usize] {
                            line[to] = value;
                        } else {
                            at.push(i64::from(input));
                            values.push(value);
                            owners.push(owner as i64);
                        }
                    }
                }
                let dense = floats(dense, [count, often.len()], device);
                let sums = linear(dense, weights.clone().select(0, numbers(often, device)), Some(bias));
                let rare = at.len();
                let rows = weights.select(0, numbers(at, device)) * floats(values, [rare, 1], device);
                sums.select_assign(0, numbers(owners, device), rows, IndexingUpdateOp::Add)
            }
        }
    }
}

fn floats<const D: usize>(data: Vec<f32>, shape: [usize; D], device: &Device) -> Tensor<D> {
    Tensor::from_data(TensorData::new(data, shape), device)
}

/// Numbers of rows, as wide as the kernels read them without a copy.
fn numbers(data: Vec<i64>, device: &Device) -> Tensor<1, Int> {
    let count = data.len();
    Tensor::from_data(TensorData::new(data, [count]), (device, DType::I64))
}

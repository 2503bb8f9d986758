//! Yomi's own step: the gradient by hand, and Adam.

use crate::data::Sample;
use yomi_duel::net::Net;
use yomi_duel::policy::{self, VALUE};
use yomi_train::learn::{self, Adam};

pub struct Own {
    pub net: Net,
    adam: Adam,
}

impl Own {
    pub fn new(net: &Net) -> Own {
        Own { net: net.clone(), adam: Adam::new(net.shape) }
    }

    /// One step; returns the loss before it.
    pub fn step(&mut self, batch: &[Sample], rate: f32) -> f64 {
        let net = &self.net;
        let (gradient, [loss]) = learn::gradient(net.shape, batch.len(), |at, to| {
            let sample = &batch[at];
            let hidden = net.hidden(&sample.input);
            let logit = |&(done, aimed): &(usize, Option<usize>)| {
                net.row(done, &hidden) + aimed.map_or(0.0, |row| net.row(row, &hidden))
            };
            let mut shares: Vec<f32> = sample.actions.iter().map(logit).collect();
            policy::softmax(&mut shares);
            let mut slopes = Vec::with_capacity(2 * shares.len() + 1);
            let mut loss = 0.0;
            for ((share, wanted), &(done, aimed)) in shares.iter().zip(&sample.shares).zip(&sample.actions) {
                slopes.push((done, share - wanted));
                slopes.extend(aimed.map(|row| (row, share - wanted)));
                loss -= wanted * share.ln();
            }
            let stated = policy::value(net, &hidden);
            slopes.push((VALUE, stated - sample.won));
            loss -= sample.won * stated.ln() + (1.0 - sample.won) * (1.0 - stated).ln();
            learn::add_gradient(net, &sample.input, &hidden, &slopes, to);
            [f64::from(loss)]
        });
        self.adam.step(&mut self.net.weights, &gradient, rate);
        loss
    }
}

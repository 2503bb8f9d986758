//! Ways to make sight pay. A teacher that plays with sight takes risks that its student cannot, and imitating
//! it gets stuck; each of these uses sight otherwise, and is an option of a run.

use crate::games::{self, Decision};
use crate::learn::{self, Adam};
use crate::player::{Eyes, Player, Role};
use crate::ppo::{Desk, Learner, kl};
use std::fmt;
use std::str::FromStr;
use yomi_core::Rng;
use yomi_duel::net::{Net, Shape, WIDE};
use yomi_duel::policy::Rows;
use yomi_duel::vector::{Sight, Sparse};
use yomi_games::duel::Action;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remedy {
    /// No teacher; the critic sees, beside the view.
    Critic,
    /// No teacher; some decisions are judged by playing every move on from the true world, honestly, with
    /// common luck.
    Continuation,
    /// A student that imitates its teacher where a twin with the student's view can follow it.
    Twin,
    /// No teacher; the player itself begins with sight, which is taken away step by step: the order of
    /// libraries first, then shields and libraries, then the hand.
    Dropout,
    /// The same; when sight has ended, the learning rate is a tenth and decisions far from how they were made
    /// are left out.
    DropoutCut,
    /// No sight: a critic of its own that sees the view. What [`Critic`](Remedy::Critic) is compared with.
    OwnCritic,
}

impl Remedy {
    pub const ALL: [Remedy; 6] = [
        Remedy::Critic,
        Remedy::Continuation,
        Remedy::Twin,
        Remedy::Dropout,
        Remedy::DropoutCut,
        Remedy::OwnCritic,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Remedy::Critic => "critic",
            Remedy::Continuation => "continuation",
            Remedy::Twin => "twin",
            Remedy::Dropout => "dropout",
            Remedy::DropoutCut => "dropout-cut",
            Remedy::OwnCritic => "own-critic",
        }
    }

    /// The role that it belongs to.
    pub const fn role(self) -> Role {
        match self {
            Remedy::Twin => Role::Student,
            _ => Role::Plain,
        }
    }

    /// What the player sees when this part of the run is over; nothing where that does not change.
    pub fn eyes_at(self, part: f32) -> Option<Eyes> {
        let fades = matches!(self, Remedy::Dropout | Remedy::DropoutCut);
        let seen: &'static [Sight] = match part {
            ..0.2 => &Sight::ALL,
            ..0.4 => &[Sight::Hand, Sight::Deck, Sight::Shields],
            ..SIGHT_ENDS => &[Sight::Hand],
            _ => &[],
        };
        fades.then_some(Eyes::Sight(seen))
    }

    /// Whether learning is careful now.
    pub fn is_careful(self, part: f32) -> bool {
        self == Remedy::DropoutCut && part >= SIGHT_ENDS
    }
}

/// The part of a run after which a player that began with sight has none.
const SIGHT_ENDS: f32 = 0.6;
/// What is left of the learning rate, and how far the share of a move may be from when it was made.
pub const CAREFUL_RATE: f32 = 0.1;
pub const CAREFUL_RATIO: f32 = 2.0;

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Remedy {
    type Err = String;

    fn from_str(text: &str) -> Result<Remedy, String> {
        let known = Remedy::ALL.into_iter().find(|remedy| remedy.name() == text);
        let names = Remedy::ALL.map(Remedy::name).join(", ");
        known.ok_or_else(|| format!("{text:?}: expected one of {names}"))
    }
}

/// One that sees what the student sees and learns to play as its teacher.
pub struct Twin {
    pub net: Net,
    pub(crate) adam: Adam,
}

impl Twin {
    pub fn new(shape: Shape, seed: u64) -> Twin {
        let net = learn::begin(shape, &mut Rng::new(seed).split(0x7219));
        Twin { net, adam: Adam::new(shape) }
    }

    /// How far the teacher can be followed: 1 if the twin plays as it does, less the more it would have to
    /// guess.
    pub(crate) fn trust(&self, rows: Rows, input: &Sparse, actions: &[Action], taught: &[f32]) -> f32 {
        let mut shares = Vec::with_capacity(actions.len());
        rows.shares(&self.net, &self.net.hidden(input), actions, &mut shares);
        (-kl(taught, &shares).max(0.0)).exp()
    }

    /// One step towards the teacher, from decisions: what was seen, what could be done, and the teacher's
    /// shares.
    pub(crate) fn learn(&mut self, rows: Rows, batch: &[(&Sparse, &[Action], &[f32])], rate: f32) {
        let net = &self.net;
        let (gradient, _) = learn::gradient(net.shape, batch.len(), |at, to| {
            let (input, actions, taught) = batch[at];
            let hidden = net.hidden(input);
            let mut shares = Vec::with_capacity(actions.len());
            rows.shares(net, &hidden, actions, &mut shares);
            let mut slopes = Vec::with_capacity(2 * actions.len());
            for ((&action, share), taught) in actions.iter().zip(&shares).zip(taught) {
                let (done, aimed) = rows.of(action);
                slopes.push((done, share - taught));
                slopes.extend(aimed.map(|row| (row, share - taught)));
            }
            learn::add_gradient(net, input, &hidden, &slopes, to);
            []
        });
        self.adam.step(&mut self.net.weights, &gradient, rate);
    }
}

/// One of this many decisions is played on, each of its moves this often.
const CONTINUED: u32 = 16;
const CONTINUATIONS: u64 = 2;

impl Learner<'_> {
    /// How much better the chosen move is than the player's moves are by their shares, all played on from the
    /// true world by the player as it is, on both seats, with the same luck. Only some decisions are.
    pub(crate) fn continued(
        &self,
        decision: &Decision<'_>,
        desk: &Desk,
        chosen: usize,
        rng: &mut Rng,
    ) -> Option<f32> {
        if self.remedy != Some(Remedy::Continuation) || rng.below(CONTINUED) > 0 {
            return None;
        }
        let seed = rng.next_u64();
        let worth = |action: Action| {
            let paid = (0..CONTINUATIONS).map(|number| {
                let mut luck = Rng::new(seed).split(number);
                let mut own = Desk::new(luck.split(1));
                let first = games::play_on(decision, action, &mut luck, |decision, rng| {
                    let (at, _) = self.choose(&self.player.net, decision, &mut own, rng);
                    own.actions[at]
                });
                if decision.seat.index() == 0 { first } else { 1.0 - first }
            });
            (paid.sum::<f64>() / CONTINUATIONS as f64) as f32
        };
        let all: Vec<f32> = desk.actions.iter().map(|&action| worth(action)).collect();
        let usual: f32 = all.iter().zip(&desk.shares).map(|(worth, share)| worth * share).sum();
        Some(all[chosen] - usual)
    }

    /// The player as it plays in the end: of one whose sight was taken away, without the inputs for it.
    pub fn honest(&self) -> Player {
        let fades = self.remedy.is_some_and(|remedy| remedy.eyes_at(0.0).is_some());
        let Player { net, rows, .. } = &self.player;
        if !fades {
            return self.player.clone();
        }
        let inputs = yomi_duel::vector::length(self.rules.set);
        let shape = Shape { inputs, ..net.shape };
        let weights = [&net.weights[..inputs * WIDE], &net.weights[net.shape.wide_bias()..]].concat();
        Player { net: Net { shape, weights }, eyes: Eyes::Honest, rows: *rows }
    }
}

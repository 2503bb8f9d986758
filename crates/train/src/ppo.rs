//! Learning from one's own games: blocks of games are played with the network as it is, then it is moved towards
//! what turned out better than expected, not too far at once (PPO).
//!
//! A block is the same whatever the number of threads: every game has its own random numbers, and gradients are
//! added up in a fixed order.

use crate::games::{self, Decision};
use crate::learn::{self, Adam};
use crate::mix::{Mix, Opponent, Searcher, Seats};
use crate::player::{Eyes, Player};
use crate::remedy::{CAREFUL_RATE, CAREFUL_RATIO, Remedy, Twin};
use rayon::prelude::*;
use yomi_core::{Policy as _, Rng, State as _};
use yomi_duel::heuristic::Heuristic;
use yomi_duel::net::{Net, Shape};
use yomi_duel::policy::{self, Rows, VALUE};
use yomi_duel::self_inference::Stats;
use yomi_duel::vector::Sparse;
use yomi_games::duel::{Action, Rules};

/// How it is learnt.
#[derive(Clone, Debug, PartialEq)]
pub struct Manner {
    /// Games of a block.
    pub block: usize,
    /// How often the decisions of a block are gone through.
    pub epochs: usize,
    pub batch: usize,
    /// The learning rate at the beginning; it falls to a tenth, straight.
    pub rate: f32,
    /// How far the share of a move may go in one block, as a part of it.
    pub clip: f32,
    /// What variety is worth.
    pub entropy: f32,
    /// How far ahead surprises count to a decision.
    pub lambda: f32,
    pub mix: Mix,
}

impl Default for Manner {
    fn default() -> Manner {
        Manner {
            block: 512,
            epochs: 2,
            batch: 2_048,
            rate: 1e-3,
            clip: 0.2,
            entropy: 0.01,
            lambda: 0.95,
            mix: Mix::default(),
        }
    }
}

/// One decision of a learner.
struct Step {
    input: Sparse,
    /// What the critic sees, if it sees more.
    critic: Option<Sparse>,
    actions: Vec<Action>,
    chosen: usize,
    /// The share of the chosen move when it was played.
    share: f32,
    /// What the critic expected.
    expected: f32,
    /// Shares of the teacher, and how far it can be followed.
    taught: Option<Vec<f32>>,
    trust: f32,
    /// What the move was found to be better by, if it was played on.
    continued: Option<f32>,
    seat: usize,
    advantage: f32,
    target: f32,
}

/// A critic that may see more than the player.
pub struct Critic {
    pub net: Net,
    pub eyes: Eyes,
    pub(crate) adam: Adam,
}

/// Everything that goes on from block to block.
pub struct Learner<'a> {
    pub(crate) rules: &'a Rules,
    stats: &'a Stats,
    pub manner: Manner,
    pub player: Player,
    pub(crate) adam: Adam,
    pub critic: Option<Critic>,
    /// Who is imitated, and how much at the beginning; it falls to nothing by the middle.
    pub teacher: Option<(Player, f32)>,
    /// How sight is used otherwise.
    pub remedy: Option<Remedy>,
    pub(crate) twin: Option<Twin>,
    pub(crate) earlier: Vec<Net>,
    /// Games played so far, by which schedules go, and how many there will be.
    pub games: u64,
    total: u64,
    seed: u64,
}

/// The decisions of a block that are learnt from.
pub struct Played(Vec<Step>);

impl Played {
    pub fn decisions(&self) -> usize {
        self.0.len()
    }
}

/// What a block told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Told {
    pub games: u64,
    pub decisions: usize,
    /// The mean loss of the chances to win (cross-entropy).
    pub value_loss: f64,
    /// The mean loss of the moves: less their advantage, as far as the clip lets it count.
    pub policy_loss: f64,
    /// How far the moves are from the teacher's (KL in nats), where there is one that is still followed.
    pub imitation_loss: Option<f64>,
    /// The mean variety of moves.
    pub entropy: f64,
}

const WORLDS: u64 = 0x0A0E_0001;
/// Selves that are kept to play against, and after how many blocks one is added.
pub(crate) const EARLIER: usize = 8;
const EARLIER_EVERY: u64 = 16;

/// How many numbers these eyes see.
pub(crate) fn inputs_of(rules: &Rules, stats: &Stats, eyes: Eyes) -> usize {
    let mut input = Sparse::default();
    games::play(rules, 0, &mut Rng::new(0), |decision, rng| {
        if input.len == 0 {
            eyes.look(decision, stats, &mut input, rng);
        }
        decision.state.random_action(rng)
    });
    input.len as usize
}

/// A player that knows nothing yet.
pub fn beginner(rules: &Rules, stats: &Stats, eyes: Eyes, seed: u64) -> Player {
    let rows = Rows::new(stats.len());
    let shape = Shape { inputs: inputs_of(rules, stats, eyes), rows: rows.count() };
    Player { net: learn::begin(shape, &mut Rng::new(seed)), eyes, rows }
}

impl<'a> Learner<'a> {
    pub fn new(
        rules: &'a Rules,
        stats: &'a Stats,
        player: Player,
        manner: Manner,
        total: u64,
        seed: u64,
    ) -> Learner<'a> {
        let adam = Adam::new(player.net.shape);
        Learner {
            rules,
            stats,
            manner,
            player,
            adam,
            critic: None,
            teacher: None,
            remedy: None,
            twin: None,
            earlier: Vec::new(),
            games: 0,
            total,
            seed,
        }
    }

    /// A critic of its own, which may see what the player does not.
    #[must_use]
    pub fn with_critic(mut self, eyes: Eyes) -> Learner<'a> {
        let shape = Shape { inputs: inputs_of(self.rules, self.stats, eyes), rows: 1 };
        let net = learn::begin(shape, &mut Rng::new(self.seed).split(0xC21));
        self.critic = Some(Critic { net, eyes, adam: Adam::new(shape) });
        self
    }

    /// How sight is used, other than by a critic, which is [its own](Self::with_critic).
    #[must_use]
    pub fn with_remedy(mut self, remedy: Remedy) -> Learner<'a> {
        self.remedy = Some(remedy);
        self.twin = (remedy == Remedy::Twin).then(|| Twin::new(self.player.net.shape, self.seed));
        self
    }

    /// How many games there will be.
    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    /// How much of the run is over.
    fn part(&self) -> f32 {
        (self.games as f32 / self.total.max(1) as f32).min(1.0)
    }

    /// Plays a block and learns from it.
    pub fn block(&mut self) -> Told {
        let played = self.play();
        self.learn_from(&played)
    }

    /// The games of the next block, from which nothing is learnt yet.
    pub fn play(&mut self) -> Played {
        let first = self.games;
        if let Some(eyes) = self.remedy.and_then(|remedy| remedy.eyes_at(self.part())) {
            self.player.eyes = eyes;
        }
        let games: Vec<Vec<Step>> =
            (first..first + self.manner.block as u64).into_par_iter().map(|game| self.game(game)).collect();
        let mut steps: Vec<Step> = games.into_iter().flatten().collect();
        normalise(&mut steps);
        Played(steps)
    }

    /// Learns from the games of the next block, which is over then.
    pub fn learn_from(&mut self, played: &Played) -> Told {
        let told = self.learn(&played.0, self.games);
        self.games += self.manner.block as u64;
        let blocks = self.games / self.manner.block as u64;
        if blocks.is_multiple_of(EARLIER_EVERY) {
            if self.earlier.len() == EARLIER {
                self.earlier.remove(0);
            }
            self.earlier.push(self.player.net.clone());
        }
        told
    }

    /// The decisions of one game that are learnt from.
    fn game(&self, number: u64) -> Vec<Step> {
        let mut rng = Rng::new(self.seed).split(number);
        let opponent = self.manner.mix.draw(self.earlier.len(), &mut rng);
        let seat = (number & 1) as usize;
        let (deal, mut desk) = (rng.next_u64(), Desk::new(rng.split(WORLDS)));
        let mut luck = desk.worlds.split(1);
        let mut steps: Vec<Step> = Vec::new();
        let choose = |decision: &Decision<'_>, searcher: Option<&mut Searcher>, rng: &mut Rng| {
            let learns = opponent == Opponent::Oneself || decision.seat.index() == seat;
            match (opponent, searcher) {
                (Opponent::Heuristic, _) if !learns => Heuristic::default().choose(decision.state, rng),
                (Opponent::Search, Some(searcher)) if !learns => searcher.choose(decision, rng),
                (Opponent::Earlier(at), _) if !learns => {
                    let (at, _) = self.choose(&self.earlier[at], decision, &mut desk, rng);
                    desk.actions[at]
                }
                _ => {
                    let (chosen, net_value) = self.choose(&self.player.net, decision, &mut desk, rng);
                    if desk.actions.len() > 1 {
                        let continued = self.continued(decision, &desk, chosen, &mut luck);
                        let step = self.step(decision, &mut desk, chosen, net_value);
                        steps.push(Step { continued, ..step });
                    }
                    desk.actions[chosen]
                }
            }
        };
        let searcher = (opponent == Opponent::Search).then(|| Searcher::new(self.rules, deal));
        let won = games::play_at(self.rules, deal, &mut rng, &mut Seats { choose, searcher });
        credit(&mut steps, won as f32, self.manner.lambda);
        for step in &mut steps {
            step.advantage = step.continued.unwrap_or(step.advantage);
        }
        steps
    }

    /// Which of the actions, by shares, and the chance to win that the network states.
    pub(crate) fn choose(
        &self,
        net: &Net,
        decision: &Decision<'_>,
        desk: &mut Desk,
        rng: &mut Rng,
    ) -> (usize, f32) {
        desk.actions.clear();
        desk.actions.extend(decision.state.actions());
        if desk.actions.len() == 1 {
            return (0, 0.5);
        }
        self.player.eyes.look(decision, self.stats, &mut desk.input, &mut desk.worlds);
        let hidden = net.hidden(&desk.input);
        self.player.rows.shares(net, &hidden, &desk.actions, &mut desk.shares);
        (policy::draw(&desk.shares, rng), policy::value(net, &hidden))
    }

    fn step(&self, decision: &Decision<'_>, desk: &mut Desk, chosen: usize, net_value: f32) -> Step {
        let mut looked = |eyes: Eyes| {
            let mut input = Sparse::default();
            eyes.look(decision, self.stats, &mut input, &mut desk.worlds);
            input
        };
        let critic = self.critic.as_ref().map(|critic| looked(critic.eyes));
        let expected = match (&self.critic, &critic) {
            (Some(critic), Some(input)) => policy::value(&critic.net, &critic.net.hidden(input)),
            _ => net_value,
        };
        let taught = self.teacher.as_ref().filter(|_| self.imitation() > 0.0).map(|(teacher, _)| {
            let hidden = teacher.net.hidden(&looked(teacher.eyes));
            let mut shares = Vec::new();
            teacher.rows.shares(&teacher.net, &hidden, &desk.actions, &mut shares);
            shares
        });
        let trust =
            self.twin.as_ref().zip(taught.as_ref()).map_or(1.0, |(twin, taught)| {
                twin.trust(self.player.rows, &desk.input, &desk.actions, taught)
            });
        Step {
            input: desk.input.clone(),
            critic,
            actions: desk.actions.clone(),
            chosen,
            share: desk.shares[chosen],
            expected,
            taught,
            trust,
            continued: None,
            seat: decision.seat.index(),
            advantage: 0.0,
            target: 0.0,
        }
    }

    fn learn(&mut self, steps: &[Step], first: u64) -> Told {
        let mut order: Vec<usize> = (0..steps.len()).collect();
        let mut rng = Rng::new(self.seed).split(0x0DE2).split(first);
        let part = self.part();
        let rate = self.manner.rate * (1.0 - 0.9 * part);
        let rate = if self.is_careful() { CAREFUL_RATE * rate } else { rate };
        let (mut losses, mut batches) = ([0.0; 3], 0);
        for _ in 0..self.manner.epochs {
            rng.shuffle(&mut order);
            for batch in order.chunks(self.manner.batch) {
                let (gradient, of_batch) = learn::gradient(self.player.net.shape, batch.len(), |at, to| {
                    self.add_slopes(&steps[batch[at]], to)
                });
                self.adam.step(&mut self.player.net.weights, &gradient, rate);
                if let Some(critic) = &mut self.critic {
                    let net = &critic.net;
                    let (gradient, _) = learn::gradient(net.shape, batch.len(), |at, to| {
                        let step = &steps[batch[at]];
                        let input = step.critic.as_ref().expect("every step was looked at by the critic");
                        let hidden = net.hidden(input);
                        let slope = policy::value(net, &hidden) - step.target;
                        learn::add_gradient(net, input, &hidden, &[(VALUE, slope)], to);
                        []
                    });
                    critic.adam.step(&mut critic.net.weights, &gradient, rate);
                }
                if let Some(twin) = &mut self.twin {
                    let taught: Vec<_> = batch
                        .iter()
                        .filter_map(|&at| {
                            let Step { input, actions, taught, .. } = &steps[at];
                            Some((input, &actions[..], taught.as_deref()?))
                        })
                        .collect();
                    if !taught.is_empty() {
                        twin.learn(self.player.rows, &taught, rate);
                    }
                }
                losses.iter_mut().zip(of_batch).for_each(|(sum, loss)| *sum += loss);
                batches += 1;
            }
        }
        let entropy = steps.iter().map(|step| f64::from(-step.share.max(1e-9).ln())).sum::<f64>();
        let [value_loss, policy_loss, imitation_loss] = losses.map(|sum| sum / f64::from(batches.max(1)));
        Told {
            games: first + self.manner.block as u64,
            decisions: steps.len(),
            value_loss,
            policy_loss,
            imitation_loss: steps.iter().any(|step| step.taught.is_some()).then_some(imitation_loss),
            entropy: entropy / steps.len().max(1) as f64,
        }
    }

    fn is_careful(&self) -> bool {
        self.remedy.is_some_and(|remedy| remedy.is_careful(self.part()))
    }

    /// How much a teacher counts now.
    fn imitation(&self) -> f32 {
        let part = 2.0 * self.games as f32 / self.total.max(1) as f32;
        self.teacher.as_ref().map_or(0.0, |(_, beta)| beta * (1.0 - part).max(0.0))
    }

    /// Adds the gradient of one decision, and returns the losses of its chance to win, of its move, and of imitation.
    fn add_slopes(&self, step: &Step, to: &mut [f32]) -> [f64; 3] {
        let (net, rows, manner) = (&self.player.net, self.player.rows, &self.manner);
        let hidden = net.hidden(&step.input);
        let mut shares = Vec::with_capacity(step.actions.len());
        rows.shares(net, &hidden, &step.actions, &mut shares);
        let ratio = shares[step.chosen] / step.share;
        // Beyond the clip, what would go further counts nothing.
        let beyond = match step.advantage > 0.0 {
            true => ratio > 1.0 + manner.clip,
            false => ratio < 1.0 - manner.clip,
        };
        let far = self.is_careful() && !(1.0 / CAREFUL_RATIO..=CAREFUL_RATIO).contains(&ratio);
        let push = if beyond || far { 0.0 } else { step.advantage * ratio };
        let entropy: f32 = shares.iter().map(|p| -p * p.max(1e-9).ln()).sum();
        let imitation = self.imitation() * step.trust;
        let mut slopes = Vec::with_capacity(2 * shares.len() + 1);
        for (at, (&share, &action)) in shares.iter().zip(&step.actions).enumerate() {
            let is_chosen = f32::from(u8::from(at == step.chosen));
            let mut slope = push * (share - is_chosen);
            slope += manner.entropy * share * (share.max(1e-9).ln() + entropy);
            if let Some(taught) = &step.taught {
                slope += imitation * (share - taught[at]);
            }
            let (done, aimed) = rows.of(action);
            slopes.push((done, slope));
            slopes.extend(aimed.map(|row| (row, slope)));
        }
        let stated = policy::value(net, &hidden).clamp(1e-6, 1.0 - 1e-6);
        slopes.push((VALUE, stated - step.target));
        learn::add_gradient(net, &step.input, &hidden, &slopes, to);
        let value_loss = -(step.target * stated.ln() + (1.0 - step.target) * (1.0 - stated).ln());
        let clipped = ratio.clamp(1.0 - manner.clip, 1.0 + manner.clip);
        let policy_loss = -(step.advantage * ratio).min(step.advantage * clipped);
        let apart = step.taught.as_ref().map_or(0.0, |taught| kl(taught, &shares));
        [value_loss, policy_loss, apart].map(f64::from)
    }
}

/// Room that is used again for every decision of a game.
pub(crate) struct Desk {
    input: Sparse,
    pub(crate) actions: Vec<Action>,
    pub(crate) shares: Vec<f32>,
    /// For wrong worlds, apart from the luck of the game.
    worlds: Rng,
}

impl Desk {
    pub(crate) fn new(worlds: Rng) -> Desk {
        Desk { input: Sparse::default(), actions: Vec::new(), shares: Vec::new(), worlds }
    }
}

/// KL(taught || shares), in nats.
pub(crate) fn kl(taught: &[f32], shares: &[f32]) -> f32 {
    taught.iter().zip(shares).map(|(t, s)| t * (t.max(1e-6) / s.max(1e-6)).ln()).sum()
}

/// Who gets credit: the surprises after a decision, each further one counting less.
fn credit(steps: &mut [Step], first_won: f32, lambda: f32) {
    for seat in 0..2 {
        let won = if seat == 0 { first_won } else { 1.0 - first_won };
        let (mut next, mut surprise) = (won, 0.0);
        for step in steps.iter_mut().rev().filter(|step| step.seat == seat) {
            surprise = (next - step.expected) + lambda * surprise;
            step.advantage = surprise;
            step.target = (step.expected + surprise).clamp(0.0, 1.0);
            next = step.expected;
        }
    }
}

/// Advantages of a block get mean 0 and standard deviation 1.
fn normalise(steps: &mut [Step]) {
    let count = steps.len().max(1) as f32;
    let mean = steps.iter().map(|s| s.advantage).sum::<f32>() / count;
    let spread = steps.iter().map(|s| (s.advantage - mean).powi(2)).sum::<f32>() / count;
    let scale = 1.0 / spread.sqrt().max(1e-6);
    steps.iter_mut().for_each(|s| s.advantage = (s.advantage - mean) * scale);
}

/// How often a player wins against another one, each deal played with seats changed: by deal, a draw half.
pub fn contest(
    rules: &Rules,
    stats: &Stats,
    player: &Player,
    other: Option<&Player>,
    deals: u64,
    seed: u64,
) -> Vec<f64> {
    let choose = |who: Option<&Player>, decision: &Decision<'_>, rng: &mut Rng| match who {
        None => Heuristic::default().choose(decision.state, rng),
        Some(player) => {
            let actions = decision.state.actions();
            if actions.len() == 1 {
                return actions[0];
            }
            let (mut input, mut shares) = (Sparse::default(), Vec::new());
            player.eyes.look(decision, stats, &mut input, &mut rng.split(WORLDS));
            player.rows.shares(&player.net, &player.net.hidden(&input), &actions, &mut shares);
            let best = (0..shares.len()).max_by(|&a, &b| shares[a].total_cmp(&shares[b]));
            actions[best.expect("a player to move has an action")]
        }
    };
    let deal = |number: u64| {
        let of_seat = |seat: usize| {
            let mut rng = Rng::new(seed).split(number);
            let deal = rng.next_u64();
            let won = games::play(rules, deal, &mut rng, |decision, rng| {
                let who = if decision.seat.index() == seat { Some(player) } else { other };
                choose(who, decision, rng)
            });
            if seat == 0 { won } else { 1.0 - won }
        };
        0.5 * (of_seat(0) + of_seat(1))
    };
    (0..deals).into_par_iter().map(deal).collect()
}

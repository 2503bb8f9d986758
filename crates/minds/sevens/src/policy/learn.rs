//! Learning the weights of the policy by self-play and play against other agents.
//!
//! The learner samples its moves from the softmax of their scores. After every batch of games the weights are
//! changed so that the moves of games that went better than expected become more likely, and those of games
//! that went worse less likely (REINFORCE, with Adam). The baseline is the net's own estimate of the win
//! probability, which is learned along with it. At first there is an entropy bonus that fades: otherwise
//! chance results of the first games would rule out moves for good. Batches are played in a fixed number of
//! streams, so that the same seed gives the same weights on any number of threads.

use super::super::heuristic::Heuristic;
use super::super::leaning::Leaning;
use super::super::seat::{Plain, SeatPolicy, Sight};
use super::Tuned;
use super::inputs::{Around, Inputs};
use super::net::{Net, Row, WEIGHTS, WIDTH};
use super::shared::Shared;
use rayon::prelude::*;
use smallvec::SmallVec;
use std::sync::Arc;
use yomi_core::{Player, Rng, Ruleset, State, Turn};
use yomi_engine::stats::Mean;
use yomi_games::Sevens;
use yomi_games::sevens::{Action, Rules};

/// How to learn.
#[derive(Clone, Debug)]
pub struct Recipe {
    pub seed: u64,
    pub batches: u32,
    /// Games per batch.
    pub games: u32,
    /// The learning rate at the start; it decreases to a twentieth of it.
    pub rate: f32,
    pub rules: Rules,
    pub against: Against,
    /// Entropy bonus at the start, in payoff per nat.
    pub explore: f32,
    /// How much sharper the policy is at the end than in the first half: the factor on its scores.
    pub sharpen: f32,
}

/// The results of a batch, for progress reports.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    pub batch: u32,
    /// Share of the games of the batch that the learner won while sampling its moves.
    pub won: f64,
    /// Its entropy, in nats per decision.
    pub entropy: f64,
}

/// Parts of a batch that are played in parallel.
const STREAMS: u64 = 16;
/// Weight of the loss of the win probability relative to that of the moves.
const CHANCE_SHARE: f32 = 0.3;
/// The usual constants of Adam, except for the last (epsilon): with a small one, a row seen once in a
/// thousand batches would jump by the chance result of one game.
const ADAM: (f32, f32, f32) = (0.9, 0.999, 1e-4);
/// Lower bound on a probability, for logarithms.
const UNHEARD_OF: f32 = 1e-30;
/// The part of the training during which there is an entropy bonus.
const EXPLORES_FOR: f32 = 0.7;
const LAST_STEP: f32 = 0.05;
/// The range of the initial weights.
const FIRST: f32 = 0.3;

/// The initial parameters: each row's own part, then the shared parts. Small and random, so that the numbers
/// of the hidden layer learn different things; zero for the own part of a row with shared parts, so that a
/// row that is never seen equals the sum of its shared parts.
fn fresh(seed: u64, shared: &Shared) -> Vec<f32> {
    let mut rng = Rng::new(seed);
    let mut small = |i: usize| if i.is_multiple_of(WIDTH) { 0.0 } else { (rng.unit() as f32 - 0.5) * FIRST };
    let mut parts: Vec<f32> = (0..WEIGHTS + shared.len()).map(&mut small).collect();
    shared.rows().for_each(|at| parts[at..at + WIDTH].fill(0.0));
    parts
}

/// The net with these parameters.
fn whole(parts: &[f32], shared: &Shared) -> Net {
    let mut weights = parts[..WEIGHTS].to_vec();
    shared.add_to(&mut weights, &parts[WEIGHTS..]);
    Net::new(weights)
}

/// Learns from scratch and calls `tell` after every batch; ends if it returns false.
pub fn learn(recipe: &Recipe, mut tell: impl FnMut(Told, &Net) -> bool) -> Net {
    let shared = Shared::new();
    let mut parts = fresh(recipe.seed, &shared);
    let mut net = whole(&parts, &shared);
    let mut steps = Adam::new(parts.len());
    let rng = Rng::new(recipe.seed);
    for batch in 0..recipe.batches {
        let rng = rng.split(u64::from(batch));
        let learner = Arc::new(net.clone());
        let gone = batch as f32 / recipe.batches as f32;
        let sharp = sharpness(recipe, gone);
        let explore = recipe.explore * (1.0 - gone / EXPLORES_FOR).max(0.0);
        let share = recipe.games.div_ceil(STREAMS as u32);
        let lessons: Vec<Lesson> = (0..STREAMS)
            .into_par_iter()
            .map(|stream| Lesson::play(&learner, recipe, sharp, explore, share, rng.split(stream)))
            .collect();
        let lesson = lessons.into_iter().reduce(Lesson::plus).expect("there are streams");
        let slope = [&lesson.slope[..], &shared.slope(&lesson.slope)].concat();
        let rate = recipe.rate * (LAST_STEP + (1.0 - LAST_STEP) * (1.0 - gone));
        steps.go(&mut parts, &slope, lesson.games as f32, rate);
        net = whole(&parts, &shared);
        let (games, moves) = (f64::from(lesson.games), lesson.decisions as f64);
        if !tell(Told { batch, won: lesson.won / games, entropy: lesson.entropy / moves }, &net) {
            break;
        }
    }
    net
}

/// The learner optimises for a player that samples its moves, as it does itself. In play it always takes the
/// best move, so in the second half of the training its policy is made sharper and sharper.
fn sharpness(recipe: &Recipe, gone: f32) -> f32 {
    1.0 + (recipe.sharpen - 1.0) * (2.0 * gone - 1.0).max(0.0)
}

/// The gradient of the weights, summed over some games.
struct Lesson {
    slope: Vec<f32>,
    games: u32,
    won: f64,
    entropy: f64,
    decisions: u64,
}

/// A decision of the learner, kept until the game is over.
struct Step {
    inputs: Inputs,
    mood: Row,
    /// The win probability that it estimated.
    chance: f32,
    moves: Vec<Pull>,
}

/// The gradients with respect to the score of a move.
struct Pull {
    rows: Rows,
    /// Of the log-probability of the chosen move.
    likelier: f32,
    /// Of the entropy.
    evener: f32,
}

type Rows = SmallVec<[usize; 4]>;

impl Lesson {
    fn play(net: &Arc<Net>, recipe: &Recipe, sharp: f32, explore: f32, games: u32, mut rng: Rng) -> Lesson {
        let mut lesson = Lesson { slope: vec![0.0; WEIGHTS], games, won: 0.0, entropy: 0.0, decisions: 0 };
        for _ in 0..games {
            let own = Player::new(rng.below(u32::from(recipe.rules.variant.players)) as usize);
            let mut state = recipe.rules.start(rng.next_u64());
            let mut other = recipe.against.pick(net, &mut rng);
            let mut steps = Vec::new();
            while let Turn::Player(p) = state.turn() {
                let action = if p == own {
                    lesson.decide(net, sharp, &state, &mut rng, &mut steps)
                } else {
                    other.act(&Sight::of_mover(&state), &mut rng)
                };
                state.apply(action);
            }
            let payoff = state.payoff(own) as f32;
            lesson.won += f64::from(payoff);
            lesson.decisions += steps.len() as u64;
            steps.iter().for_each(|step| lesson.learn(net, step, payoff, explore));
        }
        lesson
    }

    fn decide(
        &mut self,
        net: &Net,
        sharp: f32,
        state: &Sevens,
        rng: &mut Rng,
        steps: &mut Vec<Step>,
    ) -> Action {
        let sight = Sight::of_mover(state);
        if let Some(only) = sight.only_choice() {
            return only;
        }
        let around = Around::of(sight.board);
        let inputs = Inputs::around(&around, &sight);
        let mood = net.mood(&inputs);
        let mut choices: Vec<(Action, Rows)> = sight
            .playable
            .iter()
            .map(|card| (Action::Play(card), Rows::from_slice(&Net::card_rows(&inputs, &sight, card))))
            .collect();
        if !around.would_burst {
            choices.push((Action::Pass, Rows::from_slice(&Net::pass_rows(&inputs, &around))));
        }
        let score = |rows: &Rows| rows.iter().map(|&row| net.score(row, &mood)).sum();
        let scores: Vec<f32> = choices.iter().map(|(_, rows)| score(rows)).collect();
        let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let odds: Vec<f32> = scores.iter().map(|s| (sharp * (s - most)).exp()).collect();
        let total: f32 = odds.iter().sum();
        let mut mark = rng.unit() as f32 * total;
        let chosen = odds.iter().position(|o| {
            mark -= o;
            mark < 0.0
        });
        let chosen = chosen.unwrap_or(odds.len() - 1);
        let surprisal = |likely: f32| -likely.max(UNHEARD_OF).ln();
        let entropy: f32 = odds.iter().map(|o| o / total * surprisal(o / total)).sum();
        self.entropy += f64::from(entropy);
        let moves = choices.iter().zip(&odds).enumerate().map(|(i, ((_, rows), odds))| {
            let likely = odds / total;
            Pull {
                rows: rows.clone(),
                likelier: f32::from(u8::from(i == chosen)) - likely,
                evener: likely * (surprisal(likely) - entropy),
            }
        });
        let moves = moves.collect();
        let chance = 1.0 / (1.0 + (-net.score(Net::chance_row(), &mood)).exp());
        steps.push(Step { inputs, mood, chance, moves });
        choices[chosen].0
    }

    fn learn(&mut self, net: &Net, step: &Step, payoff: f32, explore: f32) {
        let surprise = payoff - step.chance;
        let mut mood_slope = [0.0; WIDTH];
        let mut push = |row: usize, by: f32| {
            let weights = net.row(row);
            for i in 0..WIDTH {
                self.slope[row + i] += by * step.mood[i];
                mood_slope[i] += by * weights[i];
            }
        };
        for pull in &step.moves {
            let by = surprise * pull.likelier + explore * pull.evener;
            pull.rows.iter().for_each(|&row| push(row, by));
        }
        push(Net::chance_row(), CHANCE_SHARE * surprise);
        // The constant input and numbers that were cut off at zero get no gradient.
        mood_slope[0] = 0.0;
        (0..WIDTH).filter(|&i| step.mood[i] <= 0.0).for_each(|i| mood_slope[i] = 0.0);
        for row in Net::rows_of(&step.inputs) {
            (0..WIDTH).for_each(|i| self.slope[row + i] += mood_slope[i]);
        }
    }

    fn plus(mut self, other: Lesson) -> Lesson {
        self.slope.iter_mut().zip(&other.slope).for_each(|(sum, s)| *sum += s);
        self.games += other.games;
        self.won += other.won;
        self.entropy += other.entropy;
        self.decisions += other.decisions;
        self
    }
}

/// Adam, which adapts the step size of each weight (Kingma and Ba, 2014).
struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn new(numbers: usize) -> Adam {
        Adam { mean: vec![0.0; numbers], square: vec![0.0; numbers], steps: 0 }
    }

    fn go(&mut self, numbers: &mut [f32], slope: &[f32], games: f32, rate: f32) {
        let (keep_mean, keep_square, least) = ADAM;
        self.steps += 1;
        let whole = (1.0 - keep_mean.powi(self.steps), 1.0 - keep_square.powi(self.steps));
        for (i, weight) in numbers.iter_mut().enumerate() {
            let slope = slope[i] / games;
            self.mean[i] = keep_mean * self.mean[i] + (1.0 - keep_mean) * slope;
            self.square[i] = keep_square * self.square[i] + (1.0 - keep_square) * slope * slope;
            // The part of a move's score that does not depend on the hidden layer learns faster.
            let rate = if i.is_multiple_of(WIDTH) { 2.0 * rate } else { rate };
            *weight += rate * (self.mean[i] / whole.0) / ((self.square[i] / whole.1).sqrt() + least);
        }
    }
}

/// The share of games that a policy wins against others, deal by deal: every deal is played once from each
/// seat.
pub fn measure<P: SeatPolicy, Q: SeatPolicy>(
    rules: &Rules,
    policy: &P,
    others: &Q,
    seed: u64,
    deals: u64,
) -> Mean {
    let seats = rules.variant.players;
    let won = |deal: u64| {
        let rng = Rng::new(seed).split(deal);
        let play = |seat: Player| {
            let (mut policy, mut others) = (policy.clone(), others.clone());
            let mut luck = rng.split(seat.index() as u64);
            let mut state = rules.start(rng.seed());
            while let Turn::Player(p) = state.turn() {
                let sight = Sight::of_mover(&state);
                let action =
                    if p == seat { policy.act(&sight, &mut luck) } else { others.act(&sight, &mut luck) };
                state.apply(action);
            }
            state.payoff(seat)
        };
        Player::all(usize::from(seats)).map(play).sum::<f64>() / f64::from(seats)
    };
    let shares: Vec<f64> = (0..deals).into_par_iter().map(won).collect();
    Mean::from_iter(shares)
}

/// The opponents to learn against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Against {
    /// Random players.
    Random,
    /// Players who weigh their cards and never pass by choice: a model of the seed's player.
    Careful,
    /// Random players in half of the games, the learner itself at its best in most of the others, greedy ones
    /// in the rest.
    Mix,
}

/// One of the opponents.
#[derive(Clone, Debug)]
pub enum Other {
    Random(Plain),
    Greedy(Heuristic),
    Careful(Leaning),
    Learner(Tuned),
}

impl Against {
    /// The opponents of one game.
    pub fn pick(self, learner: &Arc<Net>, rng: &mut Rng) -> Other {
        match self {
            Against::Random => Other::Random(Plain::default()),
            Against::Careful => Other::Careful(Leaning::careful()),
            Against::Mix => match rng.unit() {
                x if x < 0.5 => Other::Random(Plain::default()),
                x if x < 0.6 => Other::Greedy(Heuristic::default()),
                _ => Other::Learner(Tuned::new(Arc::clone(learner))),
            },
        }
    }
}

impl SeatPolicy for Other {
    #[inline]
    fn act(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> Action {
        match self {
            Other::Random(player) => player.act(sight, rng),
            Other::Greedy(player) => player.act(sight, rng),
            Other::Careful(player) => player.act(sight, rng),
            Other::Learner(player) => player.act(sight, rng),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(seed: u64) -> Recipe {
        let (rules, against) = (Rules::default(), Against::Mix);
        Recipe { seed, batches: 30, games: 512, rate: 0.03, rules, against, explore: 0.03, sharpen: 3.0 }
    }

    /// A third would be par, and the seed's heuristic wins six games of ten.
    #[test]
    fn a_few_thousand_games_teach_it_a_good_deal() {
        let mut told = 0;
        let net = learn(&short(1), |_, _| {
            told += 1;
            true
        });
        assert_eq!(told, 30);
        let won = measure(&Rules::default(), &Tuned::new(Arc::new(net)), &Plain::default(), 9, 700).mean();
        // 2,100 games: four standard errors are 0.03.
        assert!(won > 0.80, "{won}");
    }

    #[test]
    fn the_same_seed_learns_the_same_on_any_number_of_threads() {
        let recipe = Recipe { batches: 3, ..short(2) };
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| learn(&recipe, |_, _| true))
        };
        let once = on(1);
        assert_eq!(once, on(3));
        assert_ne!(once, learn(&Recipe { batches: 3, ..short(3) }, |_, _| true));
    }

    #[test]
    fn it_stops_when_told() {
        let mut told = 0;
        learn(&short(1), |_, _| {
            told += 1;
            told < 2
        });
        assert_eq!(told, 2);
    }
}

//! Learning the weights of the policy by playing.
//!
//! The learner plays by chance: a move is as likely as the exponential of its score says. After every batch of games the
//! weights move so that the moves of games that went better than expected become likelier, and those of games that went worse
//! less likely (REINFORCE, with steps by Adam). What was expected is the net's own word for the chance to win, which
//! learns along with it. At first it is also drawn to be undecided (an entropy bonus that fades): otherwise the luck of the first games
//! would settle what it never tries again. Batches are played in a fixed number of streams, so that the same seed gives the same weights on
//! any number of threads.

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
use yomi_games::Sevens;
use yomi_games::sevens::{Action, Rules};

/// How to learn.
#[derive(Clone, Debug)]
pub struct Recipe {
    pub seed: u64,
    pub batches: u32,
    /// Games a batch.
    pub games: u32,
    /// The size of the first steps; they shrink to a twentieth of it.
    pub rate: f32,
    pub rules: Rules,
    pub against: Against,
    /// How much the learner is drawn to be undecided at first, in payoff a nat.
    pub explore: f32,
    /// How much more decided the learner plays at the end than in the first half: its scores are multiplied by so much.
    pub sharpen: f32,
}

/// A batch, as somebody who watches wants to know it.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    pub batch: u32,
    /// Share of the games of the batch that the learner won, playing by chance.
    pub won: f64,
    /// How undecided it was, in nats a decision.
    pub entropy: f64,
}

/// Parts of a batch that are played side by side.
const STREAMS: u64 = 16;
/// How much the chance to win counts beside the moves.
const CHANCE_SHARE: f32 = 0.3;
/// The usual constants of Adam, but for the last: with a small one a row that is seen once in a thousand batches would jump by the
/// luck of one game.
const ADAM: (f32, f32, f32) = (0.9, 0.999, 1e-4);
/// What is less likely counts as if it were as likely as this.
const UNHEARD_OF: f32 = 1e-30;
/// The part of the way on which the learner is kept from deciding early.
const EXPLORES_FOR: f32 = 0.7;
const LAST_STEP: f32 = 0.05;
/// The range of the first weights.
const FIRST: f32 = 0.3;

/// Parts to begin with: what each row has for itself, then what rows share. Small and different, so that the numbers of a mood
/// learn different things; nothing where a row has shared parts, so that one that is never seen is like its likes.
fn fresh(seed: u64, shared: &Shared) -> Vec<f32> {
    let mut rng = Rng::new(seed);
    let mut small = |i: usize| if i.is_multiple_of(WIDTH) { 0.0 } else { (rng.unit() as f32 - 0.5) * FIRST };
    let mut parts: Vec<f32> = (0..WEIGHTS + shared.len()).map(&mut small).collect();
    shared.rows().for_each(|at| parts[at..at + WIDTH].fill(0.0));
    parts
}

/// The net of these parts.
fn whole(parts: &[f32], shared: &Shared) -> Net {
    let mut weights = parts[..WEIGHTS].to_vec();
    shared.add_to(&mut weights, &parts[WEIGHTS..]);
    Net::new(weights)
}

/// Learns from nothing, and tells of every batch; where `tell` says no more, that is the end.
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

/// What is learnt is what is best for somebody who goes on as the learner does, chances and all. At the table it always plays its
/// best move, so in the second half it is made to come closer and closer to that.
fn sharpness(recipe: &Recipe, gone: f32) -> f32 {
    1.0 + (recipe.sharpen - 1.0) * (2.0 * gone - 1.0).max(0.0)
}

/// What some games taught: which way the weights should move, summed over the games.
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
    /// The chance to win that it saw.
    chance: f32,
    moves: Vec<Pull>,
}

/// What a higher score of a move would have done.
struct Pull {
    rows: Rows,
    /// How much likelier it would make what was chosen.
    likelier: f32,
    /// How much less decided it would make the learner.
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
        // The constant of the mood and what was cut off learn nothing.
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

/// Steps of a size that fits each weight (Kingma and Ba, 2014).
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
            // What a move is worth in any mood may move faster.
            let rate = if i.is_multiple_of(WIDTH) { 2.0 * rate } else { rate };
            *weight += rate * (self.mean[i] / whole.0) / ((self.square[i] / whole.1).sqrt() + least);
        }
    }
}

/// The share of games that a policy wins against others, every deal played once from each seat.
pub fn measure<P: SeatPolicy, Q: SeatPolicy>(
    rules: &Rules,
    policy: &P,
    others: &Q,
    seed: u64,
    deals: u64,
) -> f64 {
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
        Player::all(usize::from(seats)).map(play).sum::<f64>()
    };
    let total: f64 = (0..deals).into_par_iter().map(won).sum();
    total / (deals * u64::from(seats)) as f64
}

/// Whom to learn against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Against {
    /// Players at random.
    Random,
    /// Players who weigh their cards and never pass by choice: the seed's, as it was watched.
    Careful,
    /// Players at random in one game of two, the learner itself at its best in most of the others, greedy ones in the rest.
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
    /// The opponents of a game.
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

    /// A third is par, and the seed's heuristic wins six games of ten.
    #[test]
    fn a_few_thousand_games_teach_it_a_good_deal() {
        let mut told = 0;
        let net = learn(&short(1), |_, _| {
            told += 1;
            true
        });
        assert_eq!(told, 30);
        let won = measure(&Rules::default(), &Tuned::new(Arc::new(net)), &Plain::default(), 9, 700);
        // 2,100 games: four sigma are 0.03.
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

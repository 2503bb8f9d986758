//! The seed's player: every candidate is played out in the same worlds.

use super::bonuses::bonus;
use super::determinize::Determinizer;
use super::options::SeedOptions;
use super::tracker::CardTracker;
use crate::sevens::{ByCards, Heuristic};
use yomi_core::{Contradiction, Decision, Limits, Player, Policy, Rng, Run, State, Turn, ViewOf, ViewSearch};
use yomi_games::Sevens;
use yomi_games::sevens::Action;
use yomi_search::tally::Tally;
use yomi_search::watch::Watch;

const WIN: f64 = 2.0;
const LOSS: f64 = -1.0;
/// More or less for a loss by how far the own hand was behind.
const NEAR: f64 = 0.3;
/// So many cards more than the winner's hand are far behind.
const FAR_BEHIND: u32 = 3;

/// `seed-pimc`.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeedPimc {
    pub options: SeedOptions,
}

/// One of the moves that are tried.
struct Trial {
    tally: Tally<Action>,
    /// The sum over worlds and, to begin with, the bonus.
    score: f64,
}

/// How a playout ended.
struct Ending {
    /// None when it was cut off.
    winner: Option<Player>,
    /// Cards that the searching seat was left with; those that it burst with, if it did.
    own_cards: u32,
    moves: u64,
}

impl SeedPimc {
    fn trials(&self, view: &ViewOf<Sevens>, tracker: &CardTracker) -> Vec<Trial> {
        let weight = self.options.strategy_weight_multiplier;
        let of_card = |card| Trial {
            tally: Tally::new(Action::Play(card)),
            score: weight * bonus(&self.options, view, tracker, card),
        };
        let cards = view.now.playable().iter().map(of_card);
        let pass = self.options.pass.then(|| Trial { tally: Tally::new(Action::Pass), score: 0.0 });
        cards.chain(pass).collect()
    }

    /// Plays `action` in a world, and on by the rollout policy.
    fn play_out(
        &self,
        world: &Sevens,
        action: Action,
        policy: &mut impl Policy<Sevens>,
        rng: &mut Rng,
    ) -> Ending {
        let mut state = *world;
        let me = state.board().mover();
        let mut own_cards = state.hand(me).len() - u32::from(action != Action::Pass);
        state.apply(action);
        let mut moves = 1;
        while let Turn::Player(mover) = state.turn() {
            if moves > u64::from(self.options.simulation_depth) {
                break;
            }
            let action = policy.choose(&state, rng);
            state.apply(action);
            own_cards -= u32::from(mover == me && action != Action::Pass);
            moves += 1;
        }
        Ending { winner: state.board().winner(), own_cards, moves }
    }
}

/// What the seed counts for an ending; `world` is where the playouts began.
fn worth(ending: &Ending, world: &Sevens, me: Player) -> f64 {
    match ending.winner {
        None => 0.0,
        Some(winner) if winner == me => WIN,
        Some(winner) => {
            let winners = world.hand(winner).len();
            let own = ending.own_cards;
            if own < winners {
                LOSS + NEAR
            } else if own >= winners + FAR_BEHIND {
                LOSS - NEAR
            } else {
                LOSS
            }
        }
    }
}

impl ViewSearch<Sevens> for SeedPimc {
    fn decide(
        &mut self,
        view: &ViewOf<Sevens>,
        run: &mut Run<'_, Action>,
        rng: &mut Rng,
    ) -> Result<Decision<Action>, Contradiction> {
        let tracker = CardTracker::of_history(view, self.options.inference)?;
        let mut trials = self.trials(view, &tracker);
        let legal = view.legal::<Sevens>();
        if trials.len() < 2 {
            let only = trials.first().map_or(Action::Pass, |trial| trial.tally.action);
            return Ok(Decision::immediate(only, legal));
        }
        let mut determinizer = Determinizer::new(&view.now, &tracker, &self.options);
        let mut policy = ByCards(Heuristic::new(&self.options.rollout));
        let choices = trials.len() as u64;
        let mut watch = Watch::start(run, Limits::iterations(choices * self.options.worlds(trials.len())));
        let (mut worlds, mut nodes) = (0, 0);
        // Whole worlds only, so that all candidates are compared in the same ones.
        while worlds == 0 || !watch.is_over(run, (worlds + 1) * choices - 1, nodes) {
            let (world, _) = determinizer.draw(rng);
            for trial in &mut trials {
                let ending = self.play_out(&world, trial.tally.action, &mut policy, rng);
                trial.tally.add(f64::from(u8::from(ending.winner == Some(view.seat))));
                trial.score += worth(&ending, &world, view.seat);
                nodes += ending.moves;
            }
            worlds += 1;
        }
        // Stable: of equals the first, as the seed's `max`.
        trials.sort_by(|a, b| b.score.total_cmp(&a.score));
        let action = trials[0].tally.action;
        let tried = |a: &Action| trials.iter().any(|trial| trial.tally.action == *a);
        let untried = legal.into_iter().filter(|a| !tried(a)).map(|a| Tally::new(a).candidate());
        let candidates = trials.iter().map(|trial| trial.tally.candidate()).chain(untried).collect();
        let iterations = worlds * choices;
        Ok(Decision { candidates, iterations, nodes, worlds, depth: 1, ..Decision::immediate(action, []) })
    }
}

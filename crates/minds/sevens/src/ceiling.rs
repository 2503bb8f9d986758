//! `cheat`: the hands are known. If the other seats are assumed to be of a deterministic kind, their actions
//! are known as well, and it uses [foresight](super::foresight). Measures how much is lost by hidden
//! information.

use super::company::{Cast, Company, Kind};
use super::foresight::Foresight;
use yomi_core::{
    Belief, Contradiction, Decision, Hidden, MAX_PLAYERS, Rng, Run, Scripted, Search, State, Turn, View,
    ViewOf, ViewSearch,
};
use yomi_games::Sevens;
use yomi_games::sevens::Action;
use yomi_search::OpenLoop;
use yomi_search::belief::Reading;
use yomi_search::tree::OpenLoopOptions;
use yomi_search::watch::charge;

/// A search of the one true world, with the other seats playing as this kind.
#[derive(Clone, Debug)]
pub struct Ceiling {
    pub kind: Kind,
    pub policy: Cast,
}

/// How much better than the policy's move another must look. The upper bounds in docs/results.md were
/// measured with it.
const TRUST: f64 = 0.01;

impl Search<Scripted<Sevens>> for Ceiling {
    fn decide(
        &mut self,
        truth: &Scripted<Sevens>,
        run: &mut Run<'_, Action>,
        rng: &mut Rng,
    ) -> Decision<Action> {
        let game = *truth.state();
        let Turn::Player(mover) = game.turn() else { unreachable!("asked only when a player is to move") };
        let mut kinds = [Some(self.kind); MAX_PLAYERS];
        kinds[mover.index()] = None;
        let world = Company::new(game, kinds);
        if self.kind.always_does_the_same() {
            // Half of the time for a proof, and the rest for the search that has to do without.
            let (limits, began) = (run.limits, run.clock.now());
            run.limits.time = limits.time.map(|most| most / 2);
            if let Some(decision) = Foresight::decide(&world, &self.policy, run) {
                return decision;
            }
            run.limits = limits;
            charge(run, began);
        }
        let reading = Truth(world);
        let view = View::new(mover, game.seen(mover));
        let options = OpenLoopOptions { trust: TRUST, ..OpenLoopOptions::default() };
        let mut search = OpenLoop { reading, policy: self.policy.clone(), options };
        search.decide(&view, run, rng).expect("the truth agrees with the view")
    }
}

/// A belief without uncertainty.
#[derive(Clone, Copy, Debug)]
struct Truth(Company);

impl Reading<Sevens> for Truth {
    type World = Company;
    type Belief = Truth;

    fn read(&self, _: &ViewOf<Sevens>) -> Result<Truth, Contradiction> {
        Ok(*self)
    }
}

impl Belief<Company> for Truth {
    fn sample(&mut self, _: &mut Rng) -> (Company, f64) {
        (self.0, 1.0)
    }
}

//! The strongest player at a given limit: a search, or the policy if there is no time for one.

use super::policy::Tuned;
use super::seat::ByCards;
use std::time::Duration;
use yomi_core::{Contradiction, Decision, Limits, Rng, Run, ViewOf, ViewSearch};
use yomi_games::Sevens;
use yomi_games::sevens::Action;

/// With fewer iterations a search is weaker than the policy: inference alone takes longer.
const FEWEST: u64 = 100;
const SHORTEST: Duration = Duration::from_micros(500);

/// Searches, or plays by the policy.
#[derive(Clone, Debug)]
pub struct AtLimit<T> {
    search: T,
    /// The limits if none are given.
    usual: Limits,
    policy: ByCards<Tuned>,
}

impl<T> AtLimit<T> {
    pub fn new(search: T, usual: Limits) -> AtLimit<T> {
        AtLimit { search, usual, policy: ByCards(Tuned::peer()) }
    }
}

fn is_tight(limits: &Limits) -> bool {
    let few = |n: Option<u64>| n.is_some_and(|n| n < FEWEST);
    few(limits.iterations) || few(limits.nodes) || limits.time.is_some_and(|time| time < SHORTEST)
}

impl<T: ViewSearch<Sevens>> ViewSearch<Sevens> for AtLimit<T> {
    fn decide(
        &mut self,
        view: &ViewOf<Sevens>,
        run: &mut Run<'_, Action>,
        rng: &mut Rng,
    ) -> Result<Decision<Action>, Contradiction> {
        if is_tight(&run.limits) {
            return self.policy.decide(view, run, rng);
        }
        run.limits = run.limits.or(self.usual);
        self.search.decide(view, run, rng)
    }
}

#[cfg(test)]
mod tests {
    use super::super::seat::Plain;
    use super::*;
    use std::sync::atomic::AtomicBool;
    use yomi_core::testkit::clock::SteppingClock;
    use yomi_core::{Hidden, Player, Ruleset, View};
    use yomi_games::sevens::Rules;

    /// Reports through its number of iterations that it was called, and with what limit.
    struct Asked;

    impl ViewSearch<Sevens> for Asked {
        fn decide(
            &mut self,
            view: &ViewOf<Sevens>,
            run: &mut Run<'_, Action>,
            rng: &mut Rng,
        ) -> Result<Decision<Action>, Contradiction> {
            let decision = ByCards(Plain::default()).decide(view, run, rng)?;
            Ok(Decision { iterations: run.limits.iterations.unwrap_or(77), ..decision })
        }
    }

    #[test]
    fn where_there_is_no_time_for_a_search_there_is_none() {
        let game = Rules::default().start(3);
        let mover = game.board().mover();
        assert!(mover < Player::new(3));
        let view = View::new(mover, game.seen(mover));
        let asked = |limits| {
            let clock = SteppingClock::new(Duration::from_micros(1));
            let stop = AtomicBool::new(false);
            let mut run = Run::new(limits, &clock, &stop);
            let mut best = AtLimit::new(Asked, Limits::iterations(900));
            best.decide(&view, &mut run, &mut Rng::new(1)).unwrap().iterations
        };
        assert_eq!((asked(Limits::default()), asked(Limits::iterations(100))), (900, 100));
        assert_eq!(asked(Limits::time(Duration::from_millis(1))), 77);
        let none = asked(Limits::iterations(99));
        assert!(none < 77 && none == asked(Limits::time(Duration::from_micros(10))));
    }
}

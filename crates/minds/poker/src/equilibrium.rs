//! `cfr`: plays an equilibrium of Kuhn or Leduc, computed by counterfactual regret minimisation.
//!
//! What was computed is stored beside this file, since searches that read the betting need it too and have to
//! keep their limits: Leduc takes an eighth of a second. `YOMI_BLESS=1 cargo test -p yomi-poker --lib`
//! computes and writes it anew.
//!
//! No opponent can win against it in the long run, and it does not try to exploit weak players beyond what
//! they give away. Its strategy is mixed: the move is drawn with the probabilities of the strategy, which the
//! visits show in thousandths, and the value of each move is exact against the same strategy.

use std::sync::OnceLock;
use yomi_core::{
    Basis, Belief, Bound, Candidate, Choice, Contradiction, Decision, Inference, InfoSets, Player, Rng, Run,
    State, ViewOf, ViewSearch, ZeroSum,
};
use yomi_games::{Kuhn, Leduc};
use yomi_search::reference::exact::{self, Strategy};

use crate::belief::UnseenCards;
use crate::manner::Betting;
use crate::reading::{ByBetting, Read};

/// A solved game: its starts and an equilibrium strategy.
pub struct Solution<S> {
    pub starts: Vec<(S, f64)>,
    pub strategy: Strategy,
}

impl<S> Solution<S> {
    /// From the lines of a stored strategy: an information set and the probabilities of its actions.
    fn stored(starts: Vec<(S, f64)>, lines: &str) -> Self {
        let mut strategy = Strategy::uniform();
        for line in lines.lines() {
            let mut words = line.split(' ');
            let key = words.next().and_then(|word| word.parse().ok()).expect("a stored key");
            strategy.set(key, words.map(|word| word.parse().expect("a stored probability")).collect());
        }
        Solution { strategy, starts }
    }
}

/// A game small enough to be solved on demand.
pub trait Solved: Betting + InfoSets + ZeroSum {
    fn solution() -> &'static Solution<Self>;
}

impl Solved for Kuhn {
    fn solution() -> &'static Solution<Kuhn> {
        static SOLUTION: OnceLock<Solution<Kuhn>> = OnceLock::new();
        let starts = || Kuhn::deals().map(|s| (s, 1.0 / 6.0)).collect();
        SOLUTION.get_or_init(|| Solution::stored(starts(), include_str!("kuhn.strategy")))
    }
}

impl Solved for Leduc {
    fn solution() -> &'static Solution<Leduc> {
        static SOLUTION: OnceLock<Solution<Leduc>> = OnceLock::new();
        SOLUTION.get_or_init(|| Solution::stored(Leduc::deals().collect(), include_str!("leduc.strategy")))
    }
}

/// The agent. Its move does not depend on what it believes of the opponent, and its values are those against
/// an opponent in equilibrium; it reads the betting all the same, for the words about its move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Equilibrium;

/// What `cfr` leaves as evidence.
#[derive(Clone, Debug)]
pub struct Considered<S>(pub Read<S>);

impl<S: Solved> ViewSearch<S> for Equilibrium {
    fn decide(
        &mut self,
        view: &ViewOf<S>,
        run: &mut Run<'_, S::Action>,
        rng: &mut Rng,
    ) -> Result<Decision<S::Action>, Contradiction> {
        if let Some(evidence) = &mut run.evidence {
            let read = Inference::<S>::read(&ByBetting, view)?;
            **evidence = Some(Box::new(Considered(read)));
        }
        let Solution { starts, strategy } = S::solution();
        // Any world will do: the key and the strategy depend only on what is seen.
        let (world, _) = Inference::<S>::read(&UnseenCards, view)?.sample(rng);
        let seat: Player = view.seat;
        let mix = strategy.at(&world, seat);
        let key = world.info_key(seat, S::Grain::default());
        let values = exact::action_values(starts, key, seat, strategy);
        let worth = |a| values.iter().find(|(b, _)| *b == a).map(|&(_, v)| v);
        let mut left = rng.unit();
        let drawn = mix.iter().find(|(_, chance)| {
            left -= chance;
            left < 0.0
        });
        let action = drawn.unwrap_or(&mix[mix.len() - 1]).0;
        let mut candidates: Vec<_> = mix
            .iter()
            .map(|&(a, chance)| Candidate {
                share: Some(chance),
                ..match worth(a) {
                    Some(worth) => Candidate::computed(a, 1, worth, Bound::Judged),
                    None => Candidate::unknown(a),
                }
            })
            .collect();
        let likelier = |a: &Candidate<S::Action>, b: &Candidate<S::Action>| b.share.partial_cmp(&a.share);
        candidates.sort_by(|a, b| {
            let drawn = (b.action == action).cmp(&(a.action == action));
            drawn.then(likelier(a, b).unwrap_or(std::cmp::Ordering::Equal))
        });
        let actions = State::actions(&world);
        let choice = Choice::Drawn;
        Ok(Decision { candidates, choice, ..Decision::immediate(Basis::Computed, action, actions) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use yomi_search::reference::cfr::Cfr;

    /// After this many rounds no opponent can gain more than 0.001 chips per game.
    const KUHN_ROUNDS: u64 = 5_000;
    const LEDUC_ROUNDS: u64 = 1_000;

    fn check<S: Solved>(starts: &[(S, f64)], rounds: u64, name: &str) {
        let mut cfr = Cfr::default();
        cfr.solve(starts, rounds);
        let strategy = cfr.strategy();
        let computed: BTreeMap<u64, &[f64]> = strategy.iter().collect();
        if std::env::var_os("YOMI_BLESS").is_some() {
            let line = |(key, chances): (&u64, &&[f64])| {
                chances.iter().fold(key.to_string(), |line, chance| format!("{line} {chance:?}")) + "\n"
            };
            let path = format!("{}/src/{name}.strategy", env!("CARGO_MANIFEST_DIR"));
            std::fs::write(path, computed.iter().map(line).collect::<String>()).unwrap();
            return;
        }
        let stored: BTreeMap<u64, &[f64]> = S::solution().strategy.iter().collect();
        assert!(stored == computed, "{name} is solved otherwise now; YOMI_BLESS=1 stores it");
    }

    #[test]
    fn what_is_stored_is_what_is_computed() {
        check(&Kuhn::solution().starts, KUHN_ROUNDS, "kuhn");
        check(&Leduc::solution().starts, LEDUC_ROUNDS, "leduc");
    }

    #[test]
    fn nobody_wins_against_it() {
        let kuhn = Kuhn::solution();
        assert!(exact::exploitability(&kuhn.starts, &kuhn.strategy) < 1e-3);
        let leduc = Leduc::solution();
        assert!(exact::exploitability(&leduc.starts, &leduc.strategy) < 1e-3);
    }
}

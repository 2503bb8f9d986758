//! A player for every toy with something hidden: worlds from a belief, and in each of them one game played to
//! its end at random.

use yomi_core::{
    Basis, Belief, Candidate, Chance, Contradiction, Decision, Hidden, Inference, Policy, Rng, Run, Turn,
    Uniform, ViewOf, ViewSearch,
};

pub struct FlatWorlds<I>(pub I);

impl<S: Hidden, I: Inference<S>> ViewSearch<S> for FlatWorlds<I> {
    fn decide(
        &mut self,
        view: &ViewOf<S>,
        run: &mut Run<'_, S::Action>,
        rng: &mut Rng,
    ) -> Result<Decision<S::Action>, Contradiction> {
        let mut belief = self.0.read(view)?;
        assert!(!belief.is_weighted(), "a plain mean needs fair samples");
        let actions = S::seen_actions(&view.now);
        let mut payoffs = vec![Vec::new(); actions.len()];
        let mut worlds = 0;
        while worlds < run.limits.iterations.unwrap_or(200) && !run.is_stopped() {
            let tried = worlds as usize % actions.len();
            let (mut world, _) = belief.sample(rng);
            world.apply(actions[tried]);
            payoffs[tried].push(play_out(world, rng).payoff(view.seat));
            worlds += 1;
        }
        let mut candidates: Vec<_> = actions.iter().zip(&payoffs).map(|(&a, p)| candidate(a, p)).collect();
        candidates.sort_by(|a, b| b.mean.total_cmp(&a.mean));
        let best = candidates[0].action;
        Ok(Decision {
            candidates,
            worlds,
            iterations: worlds,
            ..Decision::immediate(Basis::Sampled, best, actions)
        })
    }
}

fn play_out<S: Chance>(mut world: S, rng: &mut Rng) -> S {
    loop {
        let action = match world.turn() {
            Turn::Player(_) => Uniform.choose(&world, rng),
            Turn::Chance => world.sample_outcome(rng),
            Turn::Over => return world,
        };
        world.apply(action);
    }
}

fn candidate<A>(action: A, payoffs: &[f64]) -> Candidate<A> {
    let n = payoffs.len() as f64;
    let mean = payoffs.iter().sum::<f64>() / n.max(1.0);
    let spread = payoffs.iter().map(|x| (x - mean).powi(2)).sum::<f64>();
    // Two samples are the fewest that say anything about their spread.
    let se = if n < 2.0 { f64::INFINITY } else { (spread / (n - 1.0) / n).sqrt() };
    Candidate::sampled(action, payoffs.len() as u64, mean, se)
}

//! `tune`: learning the weights of a policy, or how another agent chooses its cards.

use crate::leaning::learn::{Foreseen, foreseen, watch};
use crate::policy::learn::{Against, Recipe, Told, learn, measure};
use crate::policy::net::Net;
use crate::policy::stored;
use crate::{Leaning, Plain, Tuned};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use yomi_core::{Hidden, Rng, Run, Settings, ViewOf};
use yomi_engine::Fault;
use yomi_engine::agent::AgentText;
use yomi_engine::fault::excerpt;
use yomi_engine::follow::Follower;
use yomi_engine::host::{Host, WallClock};
use yomi_engine::kind::{self, AgentKind};
use yomi_engine::stats::Mean;
use yomi_engine::tune::{Outcome, Point, Request, Weights};
use yomi_games::Sevens;
use yomi_games::sevens::Rules;

/// How often the policy is measured during training.
const POINTS: u32 = 20;
/// Number of deals for measuring during training, and at the end: each is played once from every seat.
const DEALS_ON_THE_WAY: u64 = 2_000;
const DEALS_AT_THE_END: u64 = 20_000;
/// Seeds for measuring, which are not used for training.
const SEED_ON_THE_WAY: u64 = 0x7E57;
const SEED_AT_THE_END: u64 = 0xF1A1;
/// One choice in this many is held out, to measure how well the others were learned.
const KEPT_ASIDE: usize = 10;

/// The opponents to learn against, as typed.
const OPPONENTS: [(&str, Against); 3] =
    [("random", Against::Random), ("careful", Against::Careful), ("mix", Against::Mix)];

pub fn tune(
    rules: &Rules,
    settings: &Settings,
    kinds: &[AgentKind<Sevens>],
    request: &Request,
    host: &Arc<dyn Host>,
    follower: &dyn Follower,
) -> Result<Weights, Fault> {
    let made_by = command(request, settings);
    match &request.imitate {
        Some(agent) => imitate(rules, kinds, agent, request, host, made_by, follower),
        None => win(rules, request, made_by, follower),
    }
}

fn against(word: &str) -> Result<Against, Fault> {
    let found = OPPONENTS.iter().find(|(name, _)| *name == word);
    let fault = || {
        let word = excerpt(word);
        Fault::bad_option(
            format!("against={word}: expected random, careful or mix"),
            format!("against={word}: random、careful、mix のどれかにしてください"),
        )
    };
    found.map(|&(_, against)| against).ok_or_else(fault)
}

/// Learns a policy that wins.
fn win(rules: &Rules, request: &Request, made_by: String, follower: &dyn Follower) -> Result<Weights, Fault> {
    let recipe = Recipe {
        seed: request.seed,
        batches: request.batches,
        games: request.games,
        rate: request.rate as f32,
        rules: *rules,
        against: against(&request.against)?,
        explore: request.explore as f32,
        sharpen: request.sharpen as f32,
    };
    let (mut curve, mut done) = (Vec::new(), 0);
    let every = request.batches.div_ceil(POINTS);
    let net = learn(&recipe, |told, net| {
        follower.done(1);
        done = told.batch + 1;
        if done.is_multiple_of(every) {
            curve.push(point(&recipe, told, net));
        }
        !follower.is_stopped()
    });
    let interrupted = done < request.batches;
    let made_by = if interrupted { format!("{made_by} # interrupted after {done} batches") } else { made_by };
    let bytes = stored::write(&net, &made_by);
    // Measures the weights as stored, after rounding.
    let net = stored::read(&bytes)?;
    let against_random = share(&recipe, &net, SEED_AT_THE_END, DEALS_AT_THE_END);
    let ci95 = against_random.spread().rate95(against_random.mean());
    let against_random = against_random.mean();
    Ok(Weights { bytes, made_by, outcome: Outcome::Policy { curve, against_random, ci95 }, interrupted })
}

fn share(recipe: &Recipe, net: &Net, seed: u64, deals: u64) -> Mean {
    measure(&recipe.rules, &Tuned::new(Arc::new(net.clone())), &Plain::default(), seed, deals)
}

fn point(recipe: &Recipe, told: Told, net: &Net) -> Point {
    Point {
        batch: told.batch + 1,
        games: u64::from(told.batch + 1) * u64::from(recipe.games),
        won: told.won,
        entropy: told.entropy,
        against_random: share(recipe, net, SEED_ON_THE_WAY, DEALS_ON_THE_WAY).mean(),
    }
}

/// The command that produces these weights again.
fn command(request: &Request, settings: &Settings) -> String {
    let set: String = settings.iter().map(|(key, value)| format!(" --set {key}={value}")).collect();
    let Request { against, batches, games, rate, explore, sharpen, seed, .. } = request;
    if let Some(agent) = &request.imitate {
        let agent = &agent.text;
        return format!("yomi tune sevens{set} --imitate \"{agent}\" --games {games} --seed {seed}");
    }
    format!(
        "yomi tune sevens{set} --against {against} --batches {batches} --games {games} --rate {rate} --explore {explore} --sharpen {sharpen} --seed {seed}"
    )
}

/// Learns how an agent chooses its cards, by observing it.
fn imitate(
    rules: &Rules,
    kinds: &[AgentKind<Sevens>],
    typed: &AgentText,
    request: &Request,
    host: &Arc<dyn Host>,
    made_by: String,
    follower: &dyn Follower,
) -> Result<Weights, Fault> {
    let agent = kind::prepare(kinds, typed, None, host)?;
    if agent.honest().is_none() {
        let name = &typed.name;
        return Err(Fault::bad_option(
            format!("{name} sees what is hidden; expected an agent that does not"),
            format!("{name} は隠れた情報を見ます。見ないエージェントにしてください"),
        ));
    }
    let stop = AtomicBool::new(false);
    let choices = watch(rules, u64::from(request.games), request.seed, || {
        if follower.is_stopped() {
            return None;
        }
        follower.done(1);
        let mut player = agent.honest().expect("it was found to be honest");
        let (stop, limits) = (&stop, agent.seat().limits);
        Some(move |view: &ViewOf<Sevens>, rng: &mut Rng| {
            if let [only] = Sevens::seen_actions(&view.now)[..] {
                return only;
            }
            let clock = WallClock::start(host);
            let decision = player.decide(view, &mut Run::new(limits, &clock, stop), rng);
            decision.expect("the view of a game has worlds").action
        })
    });
    let interrupted = follower.is_stopped();
    let made_by = if interrupted { format!("{made_by} # interrupted") } else { made_by };
    let (aside, learnt) = choices.split_at(choices.len() / KEPT_ASIDE);
    let leaning = crate::leaning::learn::learn(learnt, request.seed);
    let bytes = leaning.write(&made_by);
    // Measures the weights as stored, after rounding.
    let told = foreseen(&Leaning::read(&bytes)?, aside).ok_or_else(|| {
        let (games, agent) = (request.games, &typed.text);
        Fault::bad_option(
            format!("games={games}: too few to see {agent} choose between cards"),
            format!("games={games}: {agent} の札の選び方を見るには少なすぎます"),
        )
    })?;
    let Foreseen { log_likelihood, at_random, hits } = told;
    let outcome = Outcome::Habits { choices: learnt.len(), log_likelihood, at_random, hits };
    Ok(Weights { bytes, made_by, outcome, interrupted })
}

//! `tune --imitate`: how an agent chooses its cards, learnt by watching it.

use super::super::Context;
use super::super::args::TuneArgs;
use super::super::lang::Lang;
use super::super::screen::progress;
use super::write;
use crate::Fault;
use crate::agent::{self, AgentText};
use crate::clock::WallClock;
use crate::registry::entry::Playable;
use crate::registry::sevens::SevensGame;
use serde::Serialize;
use std::sync::atomic::AtomicBool;
use yomi_core::{Hidden, Run};
use yomi_games::Sevens;
use yomi_games::sevens::Rules;
use yomi_minds::sevens::Leaning;
use yomi_minds::sevens::leaning::learn::{Foreseen, foreseen, learn, watch};

/// Of so many choices one is kept aside, to see how well it was learnt.
const KEPT_ASIDE: usize = 10;

#[derive(Serialize)]
struct Report {
    file: String,
    made_by: String,
    /// Choices that were learnt from.
    choices: usize,
    /// Mean logarithm of the likelihood of choices that were kept aside, in nats, and the same for any card at all.
    log_likelihood: f64,
    at_random: f64,
    /// Share of them that were foreseen.
    hits: f64,
}

pub fn imitate(
    context: &Context,
    args: &TuneArgs,
    typed: &AgentText,
    rules: &Rules,
    made_by: String,
) -> Result<(), Fault> {
    let kinds = SevensGame::agents();
    let seat = || -> Result<_, Fault> {
        let agent = agent::seat(&kinds, typed, None)?;
        let limits = agent.capped();
        let honest = agent.mind.honest();
        let player = honest.ok_or_else(|| {
            Fault::new(format!("{} sees what is hidden; expected an agent that does not", typed.name))
        })?;
        Ok((player, limits))
    };
    // Made once before the games, so that a bad option is found now.
    seat()?;
    let games = u64::from(args.games);
    let bar = progress(games, context.lang.pick("watching", "観察中"));
    let stop = AtomicBool::new(false);
    let choices = watch(rules, games, args.seed, || {
        bar.inc(1);
        let (mut player, limits) = seat().expect("it was made before");
        let stop = &stop;
        move |view: &yomi_core::ViewOf<Sevens>, rng: &mut yomi_core::Rng| {
            if let [only] = Sevens::seen_actions(&view.now)[..] {
                return only;
            }
            let clock = WallClock::start();
            let decision = player.decide(view, &mut Run::new(limits, &clock, stop), rng);
            decision.expect("the view of a game has worlds").action
        }
    });
    bar.finish_and_clear();
    let (aside, learnt) = choices.split_at(choices.len() / KEPT_ASIDE);
    let leaning = learn(learnt, args.seed);
    let bytes = leaning.write(&made_by);
    write(&args.out, &bytes)?;
    // What is measured is what was written, rounded as it is.
    let told = foreseen(&Leaning::read(&bytes)?, aside).ok_or_else(|| {
        Fault::new(format!("--games {}: too few to see {} choose between cards", args.games, typed.text))
    })?;
    let Foreseen { log_likelihood, at_random, hits } = told;
    let report =
        Report { file: args.out.clone(), made_by, choices: learnt.len(), log_likelihood, at_random, hits };
    if context.json { context.screen.json(&report) } else { context.screen.say(&text(context.lang, &report)) }
}

fn text(lang: Lang, report: &Report) -> String {
    let hits = format!("{:.1}%", 100.0 * report.hits);
    let (found, random) = (format!("{:.3}", report.log_likelihood), format!("{:.3}", report.at_random));
    match lang {
        Lang::En => format!(
            "{}: learnt from {} choices; of others {hits} foreseen, {found} nats a choice ({random} for any card)\nmade by: {}\n",
            report.file, report.choices, report.made_by
        ),
        Lang::Ja => format!(
            "{}: {}回の選択から学習。別の選択の的中率 {hits}、対数尤度 {found}（無作為なら {random}）\n作り方: {}\n",
            report.file, report.choices, report.made_by
        ),
    }
}

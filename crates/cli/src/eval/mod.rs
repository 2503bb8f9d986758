//! `eval`: what a network of Duel has learnt. In builds with the feature `train`.

mod figures;
mod runs;
pub mod text;

pub use figures::{Figure, Unit};
pub use runs::Curves;

use super::Context;
use super::args::EvalArgs;
use super::files::Target;
use super::follow::{Following, interrupted};
use super::report;
use super::train::fit::refused;
use figures::Asked;
use runs::{Found, Run};
use serde::Serialize;
use std::time::Duration;
use yomi::engine::agent::AgentText;
use yomi::engine::arena;
use yomi::engine::host::Host;
use yomi::games::duel::Rules;
use yomi::{Fault, Follower, Sentence, ThisMachine};
use yomi_duel::card_file::standard_rules;
use yomi_duel::learnt::Learnt;
use yomi_train::cards::Fit;
use yomi_train::company::Company;
use yomi_train::games::statistics;
use yomi_train::peek;
use yomi_train::player::Eyes;
use yomi_train::ppo::{Learner, Manner, beginner, contest};
use yomi_train::probes::{self, Heeded, Probe};
use yomi_train::reading::{self, Request};

/// Blocks of training that its speed is taken from.
const SPEED_BLOCKS: u64 = 4;
/// The numbers of deals, apart from those that are learnt from.
const DEALS: u64 = 0x0300_0000_0000;

/// What a probe found: pairs, and what each run makes of its own.
#[derive(Serialize)]
pub struct Probed {
    pub probe: &'static str,
    /// Of all runs.
    pub pairs: usize,
    /// Pairs that differ in the sign alone, of which the search confirmed those.
    pub tried: usize,
    pub games: u64,
    pub runs: Vec<Heeded>,
}

#[derive(Serialize)]
pub struct Report {
    /// The files that were measured.
    pub students: Vec<String>,
    pub seed: u64,
    pub figures: Vec<Figure>,
    /// By company, for the first run; of further runs only the network's own games.
    pub readings: Vec<reading::Report>,
    pub probes: Vec<Probed>,
    pub curves: Vec<Curves>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
}

pub fn eval(context: &Context, args: &EvalArgs) -> Result<(), Fault> {
    if args.game != "duel" {
        return Err(Fault::bad_option(
            format!("{:?} has no network to measure; expected duel", args.game),
            format!("{:?} には測るネットワークがありません。duel を指定してください", args.game),
        ));
    }
    let html = args.html.as_deref().map(Target::new).transpose()?;
    let out = args.out.as_deref().map(Target::new).transpose()?;
    let study = args.study.as_deref().map(Found::read).transpose()?;
    let mut runs = runs::of(context, args, study.as_ref())?;
    let mut measured = Measured::new(context, args);
    measured.figures.extend(study.iter().flat_map(Found::matches));
    measured.strength(&runs)?;
    measured.heads(&mut runs);
    measured.readings(&runs);
    measured.probes(&runs);
    measured.peek(&runs);
    measured.searches(&runs)?;
    measured.speed();
    let report = Report {
        students: runs.iter().map(|run| run.name.clone()).collect(),
        seed: args.seed,
        interrupted: measured.is_stopped(),
        figures: measured.figures,
        readings: measured.readings,
        probes: measured.probes,
        curves: runs::curves(args, study.as_ref())?,
    };
    if let Some(out) = out {
        out.write_json(&report)?;
    }
    if let Some(html) = html {
        html.write(report::eval::html(&report, context.lang).as_bytes())?;
    }
    if context.json {
        return context.screen.json(&report);
    }
    let told = text::text(context.lang, &report);
    context.screen.say(&format!("{told}{}", interrupted(context.lang, report.interrupted)))
}

/// What is measured, step by step; after Ctrl-C the steps that are left are left out.
struct Measured<'a> {
    context: &'a Context,
    args: &'a EvalArgs,
    rules: Rules,
    figures: Vec<Figure>,
    readings: Vec<reading::Report>,
    probes: Vec<Probed>,
}

impl<'a> Measured<'a> {
    fn new(context: &'a Context, args: &'a EvalArgs) -> Measured<'a> {
        let rules = standard_rules();
        Measured { context, args, rules, figures: Vec::new(), readings: Vec::new(), probes: Vec::new() }
    }

    fn follow(&self, total: u64, en: &'static str, ja: &'static str) -> Following {
        Following::new(total, self.context.lang.pick(en, ja))
    }

    fn is_stopped(&self) -> bool {
        super::follow::was_interrupted()
    }

    /// The network alone against rules of thumb.
    fn strength(&mut self, runs: &[Run]) -> Result<(), Fault> {
        let following = self.follow(runs.len() as u64, "against heuristic", "heuristic と対戦");
        if self.args.deals >= 2 {
            let stats = statistics(&self.rules);
            let by_run: Vec<Vec<f64>> = runs
                .iter()
                .map(|run| {
                    let seed = run.seed(self.args.seed ^ DEALS);
                    let wins = contest(&self.rules, &stats, &run.player(), None, self.args.deals, seed);
                    following.done(1);
                    wins
                })
                .collect();
            let asked = Asked::AtLeast(0.85);
            self.figures.push(Figure::of_samples("policy-heuristic", Unit::Share, asked, by_run));
        }
        following.end();
        Ok(())
    }

    /// Weights without a card head get one.
    fn heads(&mut self, runs: &mut [Run]) {
        let without = runs.iter().filter(|run| run.cards_by.is_none()).count() as u64;
        if self.args.games == 0 || without == 0 {
            return;
        }
        let following = self.follow(without * self.args.head_games, "card heads", "カードの読みを学習中");
        for run in runs.iter_mut().filter(|run| run.cards_by.is_none()) {
            let mut fit = Fit::new(&self.rules, &run.learnt, self.args.head_games, run.seed(self.args.seed));
            while fit.games < self.args.head_games && !following.is_stopped() {
                let before = fit.games;
                following.done(fit.block().games - before);
            }
            let head = fit.head;
            run.learnt = run.learnt.clone().with_cards(head);
        }
        following.end();
    }

    fn readings(&mut self, runs: &[Run]) {
        let EvalArgs { games, bayes, seed, .. } = *self.args;
        if games < 2 || self.is_stopped() {
            return;
        }
        let total = games * (runs.len() as u64 + 2);
        let following = self.follow(total, "reading cards", "カードを読む対局");
        for (number, run) in runs.iter().enumerate() {
            let of_first = [Company::Policy, Company::Heuristic, Company::Mixed];
            for company in of_first.into_iter().take(if number == 0 { 3 } else { 1 }) {
                let bayes = if number == 0 && company != Company::Mixed { bayes.min(games) } else { 0 };
                let request = Request { company, games, bayes, seed: run.seed(seed ^ DEALS) };
                let read = reading::measure(&self.rules, &run.learnt, &request, || following.done(1));
                self.readings.push(read);
                if following.is_stopped() {
                    return;
                }
            }
        }
        following.end();
        self.figures.extend(figures::of_readings(&self.readings));
    }

    fn probes(&mut self, runs: &[Run]) {
        let EvalArgs { pairs, seed, .. } = *self.args;
        if pairs < 2 {
            return;
        }
        // Games of the network that ships: nobody's own.
        let shipped = Learnt::shipped();
        // Each run has pairs of its own, a part of all, so that an interval over runs covers the luck of the pairs.
        let of_each = (pairs as usize / runs.len()).max(2);
        for probe in Probe::ALL {
            if self.is_stopped() {
                return;
            }
            let following = self.follow((of_each * runs.len()) as u64, "pairs of positions", "局面の組");
            let mut probed = Probed { probe: probe.name(), pairs: 0, tried: 0, games: 0, runs: Vec::new() };
            for run in runs {
                if following.is_stopped() {
                    break;
                }
                let mut known = 0;
                let collected = |now: usize| {
                    following.done((now - known) as u64);
                    known = now;
                    !following.is_stopped()
                };
                let seed = run.seed(seed ^ DEALS);
                let found = probes::collect(probe, &self.rules, &shipped, of_each, seed, collected);
                probed.runs.push(probes::ask(probe, &run.learnt, &found.pairs));
                probed.pairs += found.pairs.len();
                probed.tried += found.tried;
                probed.games += found.games;
            }
            following.end();
            if probed.runs.len() == runs.len() && probed.runs.iter().all(|heeded| heeded.pairs >= 2) {
                self.figures.push(figures::of_probe(probe, &probed.runs));
            }
            self.probes.push(probed);
        }
    }

    fn peek(&mut self, runs: &[Run]) {
        if self.args.positions == 0 || self.is_stopped() {
            return;
        }
        let all: Vec<peek::Peeked> = runs
            .iter()
            .map(|run| {
                let seed = run.seed(self.args.seed);
                peek::look_for(&self.rules, &run.learnt, self.args.positions, seed)
            })
            .collect();
        let differ = all.iter().map(|one| one.differ as f64).collect();
        let n = all.iter().map(|one| one.positions).sum();
        self.figures.push(Figure::counted("peek", Unit::Count, Asked::AtMost(0.0), differ, n));
    }

    /// The search with the weights of the first run in it.
    fn searches(&mut self, runs: &[Run]) -> Result<(), Fault> {
        let Some(run) = runs.first().filter(|_| self.args.search_games >= 2 && !self.is_stopped()) else {
            return Ok(());
        };
        let weights = run.file.as_ref().map_or(String::new(), |file| format!(",weights=\"{file}\""));
        let student = |limit: &str| format!("ismcts(prior=net{weights},limit={limit})");
        let matches = [
            ("best-heuristic", student("50ms"), "heuristic".to_string(), 0.96),
            ("best-ismcts", student("1000it"), "ismcts(limit=1000it)".to_string(), 0.60),
        ];
        let table = self.context.registry.find("duel")?.open(&[])?;
        let following = self.follow(2 * self.args.search_games, "matches of the search", "探索の対戦");
        for (name, one, other, least) in matches {
            let request = arena::Request {
                agents: vec![AgentText::parse(&one)?, AgentText::parse(&other)?],
                games: self.args.search_games,
                seed: self.args.seed,
                limits: None,
                openings: None,
                sprt: None,
            };
            let report = table.arena(&request, &following)?;
            let row = &report.agents[0];
            if let Some(won) = row.win_rate {
                let (asked, n) = (Asked::AtLeast(least), report.games);
                self.figures.push(Figure::of_games(name, won, row.ci95, asked, n));
            }
        }
        following.end();
        Ok(())
    }

    /// How fast is played and learnt, by CPU time of all threads: on two cores twice as much in a second.
    fn speed(&mut self) {
        if self.is_stopped() {
            return;
        }
        let stats = statistics(&self.rules);
        let player = beginner(&self.rules, &stats, Eyes::Honest, self.args.seed);
        let manner = Manner::default();
        let games = SPEED_BLOCKS * manner.block as u64;
        let mut learner = Learner::new(&self.rules, &stats, player, manner, games, self.args.seed);
        let clock = ThisMachine::default();
        let now = || match clock.process_cpu() {
            none if none.is_zero() => clock.wall(),
            cpu => cpu,
        };
        let (mut playing, mut learning, mut decisions) = (Duration::ZERO, Duration::ZERO, 0);
        for _ in 0..SPEED_BLOCKS {
            let began = now();
            let played = learner.play();
            playing += now() - began;
            let began = now();
            learner.learn_from(&played);
            learning += now() - began;
            decisions += played.decisions();
        }
        // On two cores.
        let per_second = |n: f64, time: Duration| 2.0 * n / time.as_secs_f64().max(1e-9);
        let (games, decisions) = (games as f64, decisions as f64);
        let speeds = [
            ("games-per-second", per_second(games, playing), Asked::AtLeast(3_000.0)),
            ("games-learnt-per-second", per_second(games, playing + learning), Asked::Told),
            ("decisions-per-second", per_second(decisions, learning), Asked::Told),
        ];
        for (name, speed, asked) in speeds {
            self.figures.push(Figure::counted(name, Unit::PerSecond, asked, vec![speed], games as u64));
        }
    }
}

/// The fault of a file of weights.
fn of_file(file: &str) -> impl Fn(yomi_core::Rejected) -> Fault + '_ {
    move |why| refused(why).at(Sentence::same(file))
}

//! A whole study: all learners of all seeds, one after the other, then the matches between them.
//!
//! What is trained already is not trained again, so that the same command goes on with a study that was ended.

use super::fit::{Fit, fit, refused};
use super::lock::Lock;
use crate::Context;
use crate::files::{Target, read_bytes, read_text};
use crate::follow::{Following, ctrl_c};
use crate::lang::Lang;
use crate::screen::{Side, table};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;
use yomi::engine::fault::reason;
use yomi::engine::host::Host;
use yomi::engine::stats::Mean;
use yomi::{Fault, Follower, Sentence, ThisMachine};
use yomi_duel::card_file::standard_rules;
use yomi_duel::learnt;
use yomi_duel::weights::{self, MOST_BYTES};
use yomi_train::games::statistics;
use yomi_train::player::Player;
use yomi_train::ppo::contest;
use yomi_train::run;
use yomi_train::study::{Comparison, Learner, Plan};

/// A plan is a page at most.
const MOST_PLAN: u64 = 1 << 20;
/// The deals of matches, apart from those that are learnt from and looked at.
const MATCHES: u64 = 0x0200_0000_0000;

/// What a comparison found. The run is the unit: intervals are over seeds.
#[derive(Serialize, Deserialize)]
pub struct Row {
    pub comparison: Comparison,
    pub sides: [String; 2],
    /// The first side's share of wins, a draw one half, by seed.
    pub by_seed: Vec<f64>,
    mean: f64,
    /// `null` from a single seed.
    ci95: Option<[f64; 2]>,
}

#[derive(Serialize, Deserialize)]
pub struct Study {
    games: u64,
    pub seeds: Vec<u64>,
    pub deals: u64,
    pub comparisons: Vec<Row>,
    /// Which weights played: each file in the folder by what tells them from others.
    #[serde(default)]
    pub weights: BTreeMap<String, String>,
    /// It was ended before everything was trained and compared.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

pub fn study(
    context: &Context,
    plan: &str,
    folder: &str,
    clock: &ThisMachine,
    ends: Option<Duration>,
) -> Result<(), Fault> {
    let plan_text = read_text(plan, MOST_PLAN)?;
    let plan = Plan::read(&plan_text).map_err(|why| refused(why).at(Sentence::same(plan)))?;
    let stop = ctrl_c();
    make_folder(folder)?;
    let _lock = Lock::of(&format!("{folder}/study"))?;
    let mut trained = Vec::new();
    for &seed in &plan.seeds {
        let place = format!("{folder}/seed-{seed}");
        make_folder(&place)?;
        let file = |learner: Learner| format!("{place}/{learner}.safetensors");
        for learner in plan.learners() {
            let (out, teacher) = (file(learner), learner.teacher().map(file));
            let games = plan.games_of(learner);
            let asked = Fit {
                role: learner.role(),
                teacher: teacher.as_deref(),
                remedy: learner.remedy(),
                mix: plan.mix,
                games,
                seed: learner.seed(seed),
                out: &out,
            };
            if !is_trained(&asked)? {
                context.screen.aside(&match context.lang {
                    Lang::En => format!("seed {seed}: {learner}, {games} games\n"),
                    Lang::Ja => format!("シード {seed}: {learner}、{games}局\n"),
                })?;
                fit(context, &asked, clock, ends)?;
            }
            if stop.is_stopped() || ends.is_some_and(|ends| clock.wall() > ends) {
                return tell(context, plan_told(&plan, Vec::new(), true));
            }
        }
        trained.push((seed, place));
    }
    let comparisons = compare(context, &plan, &trained)?;
    let weights = weights_of(folder, &plan)?;
    let found = Study { weights, ..plan_told(&plan, comparisons, stop.is_stopped()) };
    if !found.interrupted {
        let whole = serde_json::to_string_pretty(&found).expect("a study is plain data");
        Target::new(&format!("{folder}/study.json"))?.write(whole.as_bytes())?;
    }
    tell(context, found)
}

fn make_folder(place: &str) -> Result<(), Fault> {
    std::fs::create_dir_all(place).map_err(|why| Fault::unreadable(&Sentence::same(place), &reason(&why)))
}

/// Whether the file holds what the run would make.
fn is_trained(asked: &Fit<'_>) -> Result<bool, Fault> {
    if !Path::new(asked.out).exists() {
        return Ok(false);
    }
    let found = weights::read(&read_bytes(asked.out, MOST_BYTES)?)
        .map_err(|why| refused(why).at(Sentence::same(asked.out)))?;
    Ok(found.1.run == asked.request()?.identity())
}

/// What tells all weights of a study from others.
fn weights_of(folder: &str, plan: &Plan) -> Result<BTreeMap<String, String>, Fault> {
    let mut all = BTreeMap::new();
    for seed in &plan.seeds {
        for learner in plan.learners() {
            let file = format!("seed-{seed}/{learner}.safetensors");
            let bytes = read_bytes(&format!("{folder}/{file}"), MOST_BYTES)?;
            all.insert(file, learnt::version(&bytes));
        }
    }
    Ok(all)
}

/// The 95% interval of a share of wins over few runs of training. No share is below 0 or above 1, whatever Student's
/// distribution says of two or three runs.
pub fn share_over_runs95(runs: &Mean) -> Option<[f64; 2]> {
    runs.over_runs95().map(|ends| ends.map(|end| end.clamp(0.0, 1.0)))
}

fn compare(context: &Context, plan: &Plan, trained: &[(u64, String)]) -> Result<Vec<Row>, Fault> {
    let rules = standard_rules();
    let stats = statistics(&rules);
    let total = (plan.compare.len() * trained.len()) as u64;
    let following = Following::new(total, context.lang.pick("matches", "対戦"));
    let mut rows = Vec::new();
    for &comparison in &plan.compare {
        let mut by_seed = Vec::new();
        for (seed, place) in trained {
            let side = |learner: Learner| -> Result<Player, Fault> {
                let file = format!("{place}/{learner}.safetensors");
                let read = run::player(&rules, &stats, &read_bytes(&file, MOST_BYTES)?);
                read.map(|(_, player)| player).map_err(|why| refused(why).at(Sentence::same(&file)))
            };
            let [one, other] = comparison.sides();
            let (one, other) = (side(one)?, side(other)?);
            let wins = contest(&rules, &stats, &one, Some(&other), plan.deals, seed ^ MATCHES);
            by_seed.push(wins.iter().sum::<f64>() / wins.len() as f64);
            following.done(1);
            if following.is_stopped() {
                return Ok(rows);
            }
        }
        let mean: Mean = by_seed.iter().copied().collect();
        let sides = comparison.sides().map(|learner| learner.to_string());
        rows.push(Row { comparison, sides, mean: mean.mean(), ci95: share_over_runs95(&mean), by_seed });
    }
    following.end();
    Ok(rows)
}

fn plan_told(plan: &Plan, comparisons: Vec<Row>, interrupted: bool) -> Study {
    let Plan { games, seeds, deals, .. } = plan.clone();
    Study { games, seeds, deals, comparisons, weights: BTreeMap::new(), interrupted }
}

fn tell(context: &Context, found: Study) -> Result<(), Fault> {
    if context.json {
        return context.screen.json(&found);
    }
    let lang = context.lang;
    let columns = [
        (lang.pick("wins of", "勝率"), Side::Left),
        (lang.pick("against", "相手"), Side::Left),
        (lang.pick("mean over seeds", "シードの平均"), Side::Right),
        (lang.pick("95% interval", "95%区間"), Side::Left),
        (lang.pick("by seed", "シードごと"), Side::Left),
    ];
    let percent = |x: f64| format!("{:.1}%", 100.0 * x);
    let row = |row: Row| {
        let Row { sides: [one, other], by_seed, mean, ci95, .. } = row;
        let within = ci95.map_or("–".to_string(), |[lo, hi]| match lang {
            Lang::En => format!("{} to {}", percent(lo), percent(hi)),
            Lang::Ja => format!("{}〜{}", percent(lo), percent(hi)),
        });
        vec![
            one,
            other,
            percent(mean),
            within,
            by_seed.into_iter().map(percent).collect::<Vec<_>>().join(" "),
        ]
    };
    let Study { games, seeds, deals, comparisons, interrupted, .. } = found;
    let head = match lang {
        Lang::En => format!("{games} games of every learner, {} seeds, {deals} deals a match\n", seeds.len()),
        Lang::Ja => format!("学習は各{games}局、シード{}個、対戦は{deals}配りずつ\n", seeds.len()),
    };
    let text = table(&columns, comparisons.into_iter().map(row).collect());
    context.screen.say(&format!("{head}{text}{}", crate::follow::interrupted(lang, interrupted)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of two runs Student's interval is 12.7 standard errors wide.
    #[test]
    fn intervals_of_shares_are_shares() {
        let ends = |by_seed: [f64; 2]| share_over_runs95(&by_seed.into_iter().collect::<Mean>());
        assert_eq!(ends([0.3, 0.7]), Some([0.0, 1.0]));
        let [lo, hi] = ends([0.499, 0.501]).unwrap();
        assert!((lo - 0.4873).abs() < 1e-3 && (hi - 0.5127).abs() < 1e-3, "{lo} {hi}");
        assert_eq!(ends([0.5, 0.5]), None);
    }
}

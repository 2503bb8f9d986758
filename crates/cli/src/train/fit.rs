//! One run: a learner from its beginning, or from where it stands, to its weights.

use crate::Context;
use crate::files::{Target, read_bytes};
use crate::follow::Following;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Duration;
use yomi::engine::host::Host;
use yomi::engine::stats::Mean;
use yomi::{Fault, Follower, ThisMachine};
use yomi_duel::card_file::standard_rules;
use yomi_duel::weights::{About, MOST_BYTES, write};
use yomi_train::checkpoint;
use yomi_train::games::statistics;
use yomi_train::player::Role;
use yomi_train::ppo::{Told, contest};
use yomi_train::remedy::Remedy;
use yomi_train::run::{Request, learner};

/// After how many blocks the learner plays against `heuristic`, in how many deals, and is written down.
const LOOK_EVERY: u64 = 20;
const LOOK_DEALS: u64 = 200;
/// The deals at the end, which are others.
const LAST_DEALS: u64 = 2_000;
/// The numbers of deals that are looked at, apart from those that are learnt from.
const LOOKS: u64 = 0x0100_0000_0000;

/// One look at a learner.
#[derive(Serialize, Deserialize)]
pub struct Point {
    pub games: u64,
    pub decisions: usize,
    pub value_loss: f64,
    pub entropy: f64,
    pub against_heuristic: f64,
}

#[derive(Serialize)]
pub struct Report {
    pub file: String,
    pub made_by: String,
    pub role: &'static str,
    pub games: u64,
    pub bytes: usize,
    pub curve: Vec<Point>,
    pub against_heuristic: f64,
    pub ci95: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
}

/// What a run is asked for.
pub struct Fit<'a> {
    pub role: Role,
    /// The file of a student's teacher.
    pub teacher: Option<&'a str>,
    pub remedy: Option<Remedy>,
    pub games: u64,
    pub seed: u64,
    pub out: &'a str,
}

impl Fit<'_> {
    /// The command that makes the same weights.
    pub fn command(&self) -> String {
        let teacher = self.teacher.map_or(String::new(), |file| format!(" --teacher {file}"));
        let remedy = self.remedy.map_or(String::new(), |remedy| format!(" --remedy {remedy}"));
        let Fit { role, games, seed, .. } = self;
        format!("yomi train duel --role {role}{teacher}{remedy} --games {games} --seed {seed}")
    }
}

/// The largest learning curve that is read.
const MOST_CURVE: u64 = 16 << 20;

/// Where the learning curve of these weights is.
fn curve_of(weights: &str) -> String {
    format!("{weights}.curve.json")
}

/// The learning curve of these weights; nothing if none was written.
pub fn read_curve(weights: &str) -> Result<Vec<Point>, Fault> {
    let file = curve_of(weights);
    if !Path::new(&file).exists() {
        return Ok(Vec::new());
    }
    serde_json::from_slice(&read_bytes(&file, MOST_CURVE)?).map_err(|why| {
        Fault::bad_option(
            format!("{file}: no learning curve: {why}; remove the file"),
            format!("{file}: 学習曲線として読めません（{why}）。ファイルを消してください"),
        )
    })
}

pub fn refused(why: yomi_core::Rejected) -> Fault {
    Fault::bad_option(why.0.en, why.0.ja)
}

/// Trains, until the games are played or, between two blocks, the time of this machine's clock has come.
pub fn fit(
    context: &Context,
    fit: &Fit<'_>,
    clock: &ThisMachine,
    ends: Option<Duration>,
) -> Result<Report, Fault> {
    let out = Target::new(fit.out)?;
    let between = format!("{}.checkpoint", fit.out);
    let stands = Target::new(&between)?;
    let rules = standard_rules();
    let stats = statistics(&rules);
    let teacher = fit.teacher.map(|path| read_bytes(path, MOST_BYTES)).transpose()?;
    let request = Request { role: fit.role, teacher, remedy: fit.remedy, games: fit.games, seed: fit.seed };
    let mut learner = learner(&rules, &stats, &request).map_err(refused)?;
    let made_by = fit.command();
    if Path::new(&between).exists() {
        let bytes = read_bytes(&between, 8 * MOST_BYTES)?;
        checkpoint::read(&mut learner, &made_by, &bytes).map_err(|why| refused(why).at(&between))?;
    }
    let following = Following::new(fit.games, context.lang.pick("training", "学習中"));
    following.done(learner.games);
    let written = Target::new(&curve_of(fit.out))?;
    // What a run that was ended saw after its last checkpoint is seen again.
    let mut curve = read_curve(fit.out)?;
    curve.retain(|point| point.games <= learner.games);
    let mut stopped = false;
    while learner.games < fit.games && !stopped {
        let told = learner.block();
        following.done(learner.manner.block as u64);
        let blocks = learner.games / learner.manner.block as u64;
        stopped = following.is_stopped() || ends.is_some_and(|ends| clock.wall() > ends);
        if blocks.is_multiple_of(LOOK_EVERY) || learner.games >= fit.games || stopped {
            stands.write(&checkpoint::write(&learner, &made_by))?;
            let wins = contest(&rules, &stats, &learner.honest(), None, LOOK_DEALS, fit.seed ^ LOOKS);
            curve.push(point(&told, wins.iter().sum::<f64>() / wins.len() as f64));
            written.write(&serde_json::to_vec(&curve).expect("a curve is plain data"))?;
        }
    }
    let interrupted = following.is_stopped();
    following.end();
    // Weights of a run that was ended are not those that the command makes.
    let made_by = match learner.games < fit.games {
        true => format!("{made_by} (ended after {} games)", learner.games),
        false => made_by,
    };
    let about = About { command: made_by.clone(), role: fit.role.name().into() };
    let player = learner.honest();
    let bytes = write(&player.net, &about);
    out.write(&bytes)?;
    let wins: Mean =
        contest(&rules, &stats, &player, None, LAST_DEALS, fit.seed ^ (LOOKS + 1)).into_iter().collect();
    if learner.games >= fit.games {
        stands.remove()?;
    }
    Ok(Report {
        file: fit.out.to_string(),
        made_by,
        role: fit.role.name(),
        games: learner.games,
        bytes: bytes.len(),
        curve,
        against_heuristic: wins.mean(),
        ci95: wins.ci95(),
        interrupted,
    })
}

fn point(told: &Told, against_heuristic: f64) -> Point {
    let Told { games, decisions, value_loss, entropy } = *told;
    Point { games, decisions, value_loss, entropy, against_heuristic }
}

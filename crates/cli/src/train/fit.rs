//! One run: a learner from its beginning, or from where it stands, to its weights.

use super::lock::Lock;
use crate::Context;
use crate::files::{Target, read_bytes};
use crate::follow::Following;
use crate::lang::Lang;
use crate::report;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Duration;
use yomi::engine::host::Host;
use yomi::engine::stats::Mean;
use yomi::{Fault, Follower, ThisMachine};
use yomi_duel::card_file::standard_rules;
use yomi_duel::learnt::SHIPPED;
use yomi_duel::policy::Rows;
use yomi_duel::weights::{self, About, MOST_BYTES, write};
use yomi_train::checkpoint;
use yomi_train::games::statistics;
use yomi_train::mix::Mix;
use yomi_train::player::{Eyes, Player, Role};
use yomi_train::ppo::{Learner, Told, contest};
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
    /// Curves from earlier versions have neither the other losses nor a second opponent.
    #[serde(default)]
    pub policy_loss: Option<f64>,
    /// Where a teacher is still followed.
    #[serde(default)]
    pub imitation_loss: Option<f64>,
    pub entropy: f64,
    pub against_heuristic: f64,
    /// Against the `policy` that ships.
    #[serde(default)]
    pub against_policy: Option<f64>,
}

#[derive(Serialize)]
pub struct Report {
    pub file: String,
    /// The page with the learning curve.
    pub picture: String,
    pub made_by: String,
    pub role: &'static str,
    pub games: u64,
    pub bytes: usize,
    pub curve: Vec<Point>,
    pub against_heuristic: f64,
    pub ci95: Option<[f64; 2]>,
    /// It was ended, by Ctrl-C or by its time, before all games were played.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
}

/// What a run is asked for.
pub struct Fit<'a> {
    pub role: Role,
    /// The file of a student's teacher.
    pub teacher: Option<&'a str>,
    pub remedy: Option<Remedy>,
    pub mix: Mix,
    pub games: u64,
    pub seed: u64,
    pub out: &'a str,
}

impl Fit<'_> {
    pub fn request(&self) -> Result<Request, Fault> {
        let teacher = self.teacher.map(|path| read_bytes(path, MOST_BYTES)).transpose()?;
        let Fit { role, remedy, mix, games, seed, .. } = *self;
        Ok(Request { role, teacher, remedy, mix, games, seed })
    }

    /// The command that makes the same weights.
    pub fn command(&self) -> String {
        let teacher = self.teacher.map_or(String::new(), |file| format!(" --teacher {file}"));
        let remedy = self.remedy.map_or(String::new(), |remedy| format!(" --remedy {remedy}"));
        let mix = match self.mix == Mix::default() {
            true => String::new(),
            false => format!(" --mix {}", self.mix),
        };
        let Fit { role, games, seed, .. } = self;
        format!("yomi train duel --role {role}{teacher}{remedy}{mix} --games {games} --seed {seed}")
    }
}

/// Between a command and the games after which its run was ended.
pub const ENDED: &str = " (ended after ";

/// What of a run is not the run that was asked for: it was ended before.
fn ended(what: &str, learner: &Learner<'_>, games: u64) -> String {
    match learner.games < games {
        true => format!("{what}{ENDED}{} games)", learner.games),
        false => what.to_string(),
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
    let _lock = Lock::of(fit.out)?;
    let rules = standard_rules();
    let stats = statistics(&rules);
    let request = fit.request()?;
    let mut learner = learner(&rules, &stats, &request).map_err(refused)?;
    let run = request.identity();
    if Path::new(&between).exists() {
        let bytes = read_bytes(&between, 8 * MOST_BYTES)?;
        checkpoint::read(&mut learner, &run, &bytes).map_err(|why| refused(why).at(&between))?;
    }
    let following = Following::new(fit.games, context.lang.pick("training", "学習中"));
    following.done(learner.games);
    let (began, played_before) = (clock.wall(), learner.games);
    let shipped = shipped(stats.len());
    let written = Target::new(&curve_of(fit.out))?;
    let block = learner.manner.block as u64;
    // Whether a run that nothing ends is looked at after this many games.
    let is_look = |games: u64| (games / block).is_multiple_of(LOOK_EVERY) || games >= fit.games;
    // What a run that was ended saw after its last checkpoint is seen again, and that it was ended is no point of the
    // curve: it ends with the same one as if it had not been.
    let mut curve = read_curve(fit.out)?;
    curve.retain(|point| point.games <= learner.games && is_look(point.games));
    let mut stopped = false;
    let mut shown = Shown { lang: context.lang, last: curve.last().map(Point::wins) };
    while learner.games < fit.games && !stopped {
        let told = learner.block();
        following.done(block);
        let seconds = (clock.wall() - began).as_secs_f64().max(1e-9);
        following.tell(shown.line((learner.games - played_before) as f64 / seconds, &told));
        stopped = following.is_stopped() || ends.is_some_and(|ends| clock.wall() > ends);
        if is_look(learner.games) || stopped {
            let honest = learner.honest();
            let wins = [None, Some(&shipped)].map(|opponent| {
                let wins = contest(&rules, &stats, &honest, opponent, LOOK_DEALS, fit.seed ^ LOOKS);
                wins.iter().sum::<f64>() / wins.len() as f64
            });
            curve.push(point(&told, wins));
            shown.last = curve.last().map(Point::wins);
            written.write(&serde_json::to_vec(&curve).expect("a curve is plain data"))?;
            // The point comes first: a run that is killed in between sees it again, where it would not go back for one
            // that is missing.
            stands.write(&checkpoint::write(&learner, &run))?;
        }
    }
    let interrupted = learner.games < fit.games;
    following.end();
    // Weights of a run that was ended are not those that the command makes.
    let made_by = ended(&fit.command(), &learner, fit.games);
    let run = ended(&run, &learner, fit.games);
    let about = About { command: made_by.clone(), role: fit.role.name().into(), run };
    let player = learner.honest();
    let bytes = write(&player.net, &about);
    out.write(&bytes)?;
    if !interrupted && stands.exists() {
        stands.remove()?;
    }
    let wins: Mean =
        contest(&rules, &stats, &player, None, LAST_DEALS, fit.seed ^ (LOOKS + 1)).into_iter().collect();
    let picture = format!("{}.curve.html", fit.out);
    let report = Report {
        file: fit.out.to_string(),
        picture: picture.clone(),
        made_by,
        role: fit.role.name(),
        games: learner.games,
        bytes: bytes.len(),
        curve,
        against_heuristic: wins.mean(),
        ci95: wins.ci95(),
        interrupted,
    };
    Target::new(&picture)?.write(report::training::html(&report, context.lang).as_bytes())?;
    Ok(report)
}

fn shipped(cards: usize) -> Player {
    let (net, _) = weights::read(SHIPPED).expect("the weights that ship are sound");
    Player { net, eyes: Eyes::Honest, rows: Rows::new(cards) }
}

fn point(told: &Told, [against_heuristic, against_policy]: [f64; 2]) -> Point {
    let Told { games, decisions, value_loss, policy_loss, imitation_loss, entropy } = *told;
    Point {
        games,
        decisions,
        value_loss,
        policy_loss: Some(policy_loss),
        imitation_loss,
        entropy,
        against_heuristic,
        against_policy: Some(against_policy),
    }
}

impl Point {
    /// Against `heuristic` and, where it was measured, against the `policy` that ships.
    fn wins(&self) -> (f64, Option<f64>) {
        (self.against_heuristic, self.against_policy)
    }
}

/// What stands beside the bar while it learns.
struct Shown {
    lang: Lang,
    /// Shares of wins at the last look.
    last: Option<(f64, Option<f64>)>,
}

impl Shown {
    fn line(&self, games_per_second: f64, told: &Told) -> String {
        let lang = self.lang;
        let Told { value_loss, policy_loss, imitation_loss, entropy, .. } = told;
        let mut text = match lang {
            Lang::En => {
                format!("{games_per_second:.0} games/s · value {value_loss:.3} · moves {policy_loss:+.3}")
            }
            Lang::Ja => {
                format!("{games_per_second:.0}局/秒 · 勝率の損失 {value_loss:.3} · 手 {policy_loss:+.3}")
            }
        };
        if let Some(kl) = imitation_loss {
            text += &format!(" · KL {kl:.3}");
        }
        text += &format!(" · {} {entropy:.2}", lang.pick("undecided", "迷い"));
        if let Some((heuristic, policy)) = self.last {
            text += &format!(" · heuristic {:.1}%", 100.0 * heuristic);
            text += &policy.map_or(String::new(), |policy| format!(" · policy {:.1}%", 100.0 * policy));
        }
        text
    }
}

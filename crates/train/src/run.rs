//! A run of training: what is asked for, and the learner that does it.

use crate::mix::Mix;
use crate::player::{CRITIC, Eyes, Player, Role};
use crate::ppo::{Learner, Manner, beginner, inputs_of};
use crate::remedy::Remedy;
use yomi_core::{Rejected, sentence};
use yomi_duel::learnt;
use yomi_duel::net::Shape;
use yomi_duel::policy::Rows;
use yomi_duel::self_inference::Stats;
use yomi_duel::weights::{self, About};
use yomi_games::duel::Rules;

/// How much a teacher counts at the beginning.
const IMITATION: f32 = 0.5;

#[derive(Clone, Debug)]
pub struct Request {
    pub role: Role,
    /// The file of a student's teacher.
    pub teacher: Option<Vec<u8>>,
    pub remedy: Option<Remedy>,
    pub mix: Mix,
    pub games: u64,
    pub seed: u64,
}

/// The version of how learners learn: a run that another one began does not go on, and what it made is not taken for
/// what this one would make.
const LEARNER: u32 = 2;

impl Request {
    /// What tells this run from all others: what its files are called is not part of it, what its teacher is, is.
    pub fn identity(&self) -> String {
        let Request { role, mix, games, seed, .. } = self;
        let mut text = format!("learner {LEARNER}: {role}, games {games}, seed {seed}, {mix}");
        if let Some(remedy) = self.remedy {
            text += &format!(", {remedy}");
        }
        if let Some(teacher) = &self.teacher {
            text += &format!(", teacher {}", learnt::version(teacher));
        }
        text
    }
}

/// What the runs of one learner share in a study, of what tells a run from others: not the seed, nor the teacher, which
/// is of the same seed.
pub fn without_seed(identity: &str) -> String {
    let is_shared = |part: &&str| !part.starts_with("seed ") && !part.starts_with("teacher ");
    identity.split(", ").filter(is_shared).collect::<Vec<_>>().join(", ")
}

/// Weights as a file has them: their role says what they see, and their layers have to fit that.
pub fn player(rules: &Rules, stats: &Stats, bytes: &[u8]) -> Result<(Role, Player), Rejected> {
    let (net, About { role, .. }) = weights::read(bytes)?;
    let role: Role = role.parse().map_err(|_| {
        Rejected(sentence!(
            "weights of the role {role:?}, which is none; expected those of teacher, student, plain, blind or shuffled",
            "役割 {role:?} はありません。teacher、student、plain、blind、shuffled のいずれかの重みを指定してください"
        ))
    })?;
    let (eyes, own) = (role.eyes(), Rows::new(stats.len()));
    let Shape { inputs, rows } = net.shape;
    let (wanted_inputs, wanted_rows) = (inputs_of(rules, stats, eyes), own.count());
    if inputs != wanted_inputs || rows != wanted_rows {
        return Err(Rejected(sentence!(
            "weights of the role {role} with {inputs} inputs and {rows} output rows; expected {wanted_inputs} and {wanted_rows}: train them again",
            "役割 {role} の重みですが、入力が {inputs} 個、出力が {rows} 行です。入力 {wanted_inputs} 個、出力 {wanted_rows} 行で学習し直してください"
        )));
    }
    Ok((role, Player { net, eyes, rows: own }))
}

fn teacher(rules: &Rules, stats: &Stats, bytes: &[u8]) -> Result<Player, Rejected> {
    match player(rules, stats, bytes)? {
        (Role::Student, _) => Err(no_teacher(Role::Student)),
        (_, teacher) => Ok(teacher),
    }
}

fn no_teacher(role: Role) -> Rejected {
    Rejected(sentence!(
        "weights of the role {role} teach nobody; expected teacher, blind, shuffled or plain",
        "役割 {role} の重みは教師になれません。teacher、blind、shuffled、plain のいずれかにしてください"
    ))
}

/// The learner of a run, at its beginning.
pub fn learner<'a>(rules: &'a Rules, stats: &'a Stats, request: &Request) -> Result<Learner<'a>, Rejected> {
    let Request { role, mix, games, seed, .. } = *request;
    if let Some(remedy) = request.remedy.filter(|remedy| remedy.role() != role) {
        let wanted = remedy.role();
        return Err(Rejected(sentence!(
            "the remedy {remedy} is one of the role {wanted}; expected that role, or another remedy",
            "対策 {remedy} は役割 {wanted} のものです。その役割にするか、別の対策を指定してください"
        )));
    }
    let eyes = request.remedy.and_then(|remedy| remedy.eyes_at(0.0)).unwrap_or(role.eyes());
    let begins = beginner(rules, stats, eyes, seed);
    let manner = Manner { mix, ..Manner::default() };
    let learner = Learner::new(rules, stats, begins, manner, games, seed);
    let learner = match request.remedy {
        Some(Remedy::Critic) => learner.with_critic(Eyes::Sight(CRITIC)),
        Some(Remedy::OwnCritic) => learner.with_critic(Eyes::Honest),
        Some(remedy) => learner.with_remedy(remedy),
        None => learner,
    };
    match (role, &request.teacher) {
        (Role::Student, Some(bytes)) => {
            // The critic of a student whose teacher has sight has sight too, beside the view and never alone. Others
            // have a critic of their own as well, so that nothing but sight differs.
            let teacher = teacher(rules, stats, bytes)?;
            let mut learner = learner.with_critic(match teacher.eyes {
                Eyes::Sight(_) => Eyes::Sight(CRITIC),
                Eyes::Wrong(_) => Eyes::Wrong(CRITIC),
                Eyes::Honest => Eyes::Honest,
            });
            learner.teacher = Some((teacher, IMITATION));
            Ok(learner)
        }
        (Role::Student, None) => Err(Rejected(sentence!(
            "a student needs a teacher; expected the file of one",
            "student には教師のファイルが必要です"
        ))),
        (_, Some(_)) => Err(Rejected(sentence!(
            "{role} has no teacher; expected none, or the role student",
            "{role} に教師はいりません。役割を student にするか、教師の指定を外してください"
        ))),
        (_, None) => Ok(learner),
    }
}

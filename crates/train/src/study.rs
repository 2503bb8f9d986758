//! A study: the learners that are trained for every seed, and whom they are compared with.
//!
//! A student that beats `plain` may do so because its teacher saw, because it was taught at all, or because more
//! games were played for it. Each comparison leaves one of these in.

use crate::mix::Mix;
use crate::player::Role;
use crate::remedy::Remedy;
use serde::{Deserialize, Serialize};
use std::fmt;
use yomi_core::{Rejected, Sentence, sentence};

/// What is asked for, as TOML.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Games of every learner; `plain-long` gets twice as many, as a student and its teacher together.
    pub games: u64,
    /// One run of all learners for each.
    pub seeds: Vec<u64>,
    /// Deals of a match, each played with seats changed.
    #[serde(default = "usual_deals")]
    pub deals: u64,
    /// Against whom all learners play.
    #[serde(default)]
    pub mix: Mix,
    /// Which comparisons; all if it is left out.
    #[serde(default = "Comparison::all")]
    pub compare: Vec<Comparison>,
}

fn usual_deals() -> u64 {
    4_000
}

/// The most seeds of a study, and deals of a match.
const MOST_SEEDS: usize = 1_000;
const MOST_DEALS: u64 = 10_000_000;
/// The largest seed: with larger ones learners of two seeds would begin alike ([`Learner::seed`]).
const MOST_SEED: u64 = (1 << (REMEDIES - EIGHT)) - 1;
const MOST_GAMES: u64 = 1_000_000_000;
/// Games of a block: runs of other sizes would be rounded up, each in its own way.
const BLOCK: u64 = 512;

impl Plan {
    pub fn read(text: &str) -> Result<Plan, Rejected> {
        let plan: Plan = toml::from_str(text).map_err(|why| {
            let why = why.to_string().trim_end().replace('\n', " ");
            Rejected(sentence!(
                "no plan of a study: {why}; expected the keys games, seeds, deals, mix and compare",
                "学習計画として読めません: {why}。games、seeds、deals、mix、compare を書いてください"
            ))
        })?;
        let mut seeds = plan.seeds.clone();
        seeds.sort_unstable();
        seeds.dedup();
        let refused = |en: String, ja: String| Err(Rejected(Sentence::new(en, ja)));
        if plan.seeds.is_empty() || plan.seeds.len() > MOST_SEEDS || seeds.len() < plan.seeds.len() {
            return refused(
                format!("seeds: expected 1 to {MOST_SEEDS} different numbers"),
                format!("seeds: 異なる数を1個から{MOST_SEEDS}個まで書いてください"),
            );
        }
        if let Some(seed) = plan.seeds.iter().find(|&&seed| seed > MOST_SEED) {
            return refused(
                format!("seeds: {seed} is too large; expected at most {MOST_SEED}"),
                format!("seeds: {seed} は大きすぎます。{MOST_SEED} 以下にしてください"),
            );
        }
        if !(1..=MOST_GAMES).contains(&plan.games) {
            return refused(
                format!("games: expected 1 to {MOST_GAMES}"),
                format!("games: 1から{MOST_GAMES}までにしてください"),
            );
        }
        if !(2..=MOST_DEALS).contains(&plan.deals) {
            return refused(
                format!("deals: expected 2 to {MOST_DEALS}"),
                format!("deals: 2から{MOST_DEALS}までにしてください"),
            );
        }
        if !plan.games.is_multiple_of(BLOCK) {
            return refused(
                format!("games: {} are no whole blocks; expected a multiple of {BLOCK}", plan.games),
                format!("games: {BLOCK} の倍数にしてください（{} は倍数ではありません）", plan.games),
            );
        }
        if plan.compare.is_empty() {
            return refused(
                "compare: expected at least one comparison".into(),
                "compare: 比較を1つ以上書いてください".into(),
            );
        }
        Ok(plan)
    }

    /// The learners that the comparisons need, each after its teacher.
    pub fn learners(&self) -> Vec<Learner> {
        let mut needed: Vec<Learner> = Vec::new();
        for learner in self.compare.iter().flat_map(|comparison| comparison.sides()) {
            for one in learner.teacher().into_iter().chain([learner]) {
                if !needed.contains(&one) {
                    needed.push(one);
                }
            }
        }
        needed
    }

    pub fn games_of(&self, learner: Learner) -> u64 {
        if learner == Learner::PlainLong { 2 * self.games } else { self.games }
    }
}

/// Bits that tell the learners of one seed apart, and above which those with a remedy are told apart.
const EIGHT: u32 = 3;
const REMEDIES: u32 = 40;

/// One that is trained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Learner {
    Plain,
    /// With as many games as a student and its teacher together.
    PlainLong,
    Teacher,
    Blind,
    Shuffled,
    /// The student of a teacher with this role.
    StudentOf(Role),
    /// One that uses sight in this way.
    With(Remedy),
}

impl Learner {
    pub const ALL: [Learner; 14] = [
        Learner::Plain,
        Learner::PlainLong,
        Learner::Teacher,
        Learner::Blind,
        Learner::Shuffled,
        Learner::StudentOf(Role::Teacher),
        Learner::StudentOf(Role::Blind),
        Learner::StudentOf(Role::Shuffled),
        Learner::With(Remedy::Critic),
        Learner::With(Remedy::Continuation),
        Learner::With(Remedy::Twin),
        Learner::With(Remedy::Dropout),
        Learner::With(Remedy::DropoutCut),
        Learner::With(Remedy::OwnCritic),
    ];

    pub fn role(self) -> Role {
        match self {
            Learner::Plain | Learner::PlainLong => Role::Plain,
            Learner::Teacher => Role::Teacher,
            Learner::Blind => Role::Blind,
            Learner::Shuffled => Role::Shuffled,
            Learner::StudentOf(_) => Role::Student,
            Learner::With(remedy) => remedy.role(),
        }
    }

    pub fn remedy(self) -> Option<Remedy> {
        if let Learner::With(remedy) = self { Some(remedy) } else { None }
    }

    pub fn teacher(self) -> Option<Learner> {
        match self {
            Learner::StudentOf(Role::Blind) => Some(Learner::Blind),
            Learner::StudentOf(Role::Shuffled) => Some(Learner::Shuffled),
            Learner::StudentOf(_) | Learner::With(Remedy::Twin) => Some(Learner::Teacher),
            _ => None,
        }
    }

    /// Learners of one seed begin differently: a blind teacher would otherwise be `plain`. No two are alike for seeds
    /// up to the largest of a plan.
    pub fn seed(self, seed: u64) -> u64 {
        let number = match self {
            Learner::Plain => 0,
            Learner::PlainLong => 1,
            Learner::Teacher => 2,
            Learner::Blind => 3,
            Learner::Shuffled => 4,
            Learner::StudentOf(Role::Blind) => 6,
            Learner::StudentOf(Role::Shuffled) => 7,
            Learner::StudentOf(_) => 5,
            // Far from the others, whose numbers stay.
            Learner::With(remedy) => (1 + remedy as u64) << REMEDIES,
        };
        (seed << EIGHT) + number
    }
}

impl fmt::Display for Learner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Learner::Plain => "plain",
            Learner::PlainLong => "plain-long",
            Learner::Teacher => "teacher",
            Learner::Blind => "blind",
            Learner::Shuffled => "shuffled",
            Learner::StudentOf(Role::Blind) => "student-of-blind",
            Learner::StudentOf(Role::Shuffled) => "student-of-shuffled",
            Learner::StudentOf(_) => "student",
            Learner::With(remedy) => remedy.name(),
        })
    }
}

/// A match of two learners of one seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Comparison {
    /// Equal games of the students.
    StudentPlain,
    /// Equal games in all, the teacher's included.
    StudentPlainLong,
    /// Taught by one that sees no more than it does.
    StudentBlind,
    /// Taught by one that sees a wrong world.
    StudentShuffled,
    /// What sight brings to the one who has it.
    TeacherPlain,
    /// One that uses sight in another way; these are asked for by name.
    CriticPlain,
    ContinuationPlain,
    TwinPlain,
    DropoutPlain,
    DropoutCutPlain,
    /// What sight brings to a critic, and what a critic of one's own brings without it.
    CriticOwnCritic,
    OwnCriticPlain,
}

impl Comparison {
    /// Those of a study that says nothing else.
    pub fn all() -> Vec<Comparison> {
        use Comparison::*;
        vec![StudentPlain, StudentPlainLong, StudentBlind, StudentShuffled, TeacherPlain]
    }

    /// Whose wins are counted, and the other one.
    pub fn sides(self) -> [Learner; 2] {
        let student = Learner::StudentOf(Role::Teacher);
        match self {
            Comparison::StudentPlain => [student, Learner::Plain],
            Comparison::StudentPlainLong => [student, Learner::PlainLong],
            Comparison::StudentBlind => [student, Learner::StudentOf(Role::Blind)],
            Comparison::StudentShuffled => [student, Learner::StudentOf(Role::Shuffled)],
            Comparison::TeacherPlain => [Learner::Teacher, Learner::Plain],
            Comparison::CriticPlain => [Learner::With(Remedy::Critic), Learner::Plain],
            Comparison::ContinuationPlain => [Learner::With(Remedy::Continuation), Learner::Plain],
            Comparison::TwinPlain => [Learner::With(Remedy::Twin), Learner::Plain],
            Comparison::DropoutPlain => [Learner::With(Remedy::Dropout), Learner::Plain],
            Comparison::DropoutCutPlain => [Learner::With(Remedy::DropoutCut), Learner::Plain],
            Comparison::CriticOwnCritic => [Learner::With(Remedy::Critic), Learner::With(Remedy::OwnCritic)],
            Comparison::OwnCriticPlain => [Learner::With(Remedy::OwnCritic), Learner::Plain],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_trains_what_its_comparisons_need_each_after_its_teacher() {
        let plan = Plan::read("games = 512\nseeds = [1, 2]\ncompare = [\"student-blind\"]").unwrap();
        let names: Vec<String> = plan.learners().iter().map(Learner::to_string).collect();
        assert_eq!(names, ["teacher", "student", "blind", "student-of-blind"]);
        let all = Plan::read("games = 512\nseeds = [1]").unwrap();
        assert_eq!((all.learners().len(), all.deals), (8, 4_000));
        assert_eq!((all.games_of(Learner::Plain), all.games_of(Learner::PlainLong)), (512, 1_024));
        let mut seeds: Vec<u64> =
            [1, 2].iter().flat_map(|&seed| all.learners().into_iter().map(move |l| l.seed(seed))).collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 16, "no two runs are alike");
    }

    #[test]
    fn a_block_is_that_of_a_learner() {
        assert_eq!(crate::ppo::Manner::default().block as u64, BLOCK);
    }

    #[test]
    fn the_example_is_a_whole_study() {
        let plan = Plan::read(include_str!("../../../docs/examples/study.toml")).unwrap();
        assert_eq!((plan.compare, plan.seeds.len(), plan.games), (Comparison::all(), 5, 51_200));
    }

    #[test]
    fn the_example_of_remedies_trains_each_of_them() {
        let plan = Plan::read(include_str!("../../../docs/examples/remedies.toml")).unwrap();
        let learners = plan.learners();
        assert!(Remedy::ALL.iter().all(|&remedy| learners.contains(&Learner::With(remedy))));
        let mut seeds: Vec<u64> =
            Learner::ALL.iter().flat_map(|l| [0, 1, 2, MOST_SEED].map(|seed| l.seed(seed))).collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 4 * Learner::ALL.len(), "no two runs are alike");
        assert_eq!(Learner::StudentOf(Role::Teacher).seed(3), 29, "what was trained stays what it is");
    }

    #[test]
    fn bad_plans_are_named() {
        for (text, wanted) in [
            ("games = 1", "seeds"),
            ("games = 1\nseeds = []", "seeds: expected"),
            ("games = 1\nseeds = [3, 3]", "different"),
            ("games = 512\nseeds = [1, 2305843009213693953]", "seeds: 2305843009213693953 is too large"),
            ("games = 0\nseeds = [1]", "games: expected 1"),
            ("games = 1\nseeds = [1]\ndeals = 1", "deals: expected 2"),
            ("games = 1\nseeds = [1]\nroles = 3", "unknown field"),
            ("games = 1\nseeds = [1]\ncompare = [\"a\"]", "student-plain"),
            ("games = 512\nseeds = [1]\ncompare = []", "at least one"),
            ("games = 700\nseeds = [1]", "a multiple of 512"),
        ] {
            let why = Plan::read(text).unwrap_err().0.en;
            assert!(why.contains(wanted), "{text}: {why}");
        }
    }
}

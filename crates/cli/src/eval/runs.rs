//! Which weights are measured, and what a study has found already.

use super::figures::{Asked, Figure, Unit};
use super::of_file;
use crate::Context;
use crate::args::EvalArgs;
use crate::files::read_bytes;
use crate::train::fit::{ENDED, Point, read_curve};
use crate::train::study::Study;
use serde::Serialize;
use std::path::Path;
use yomi::Fault;
use yomi_core::Rng;
use yomi_duel::learnt::{self, Learnt, SHIPPED};
use yomi_duel::net::Net;
use yomi_duel::policy::Rows;
use yomi_duel::weights::{self, MOST_BYTES};
use yomi_train::player::{Eyes, Player, Role};
use yomi_train::run::without_seed;
use yomi_train::study::{Comparison, Learner};

/// The largest results of a study that are read.
const MOST_STUDY: u64 = 16 << 20;

/// Weights that are measured.
pub struct Run {
    pub name: String,
    /// Nothing for those that ship.
    pub file: Option<String>,
    made_by: String,
    /// What tells it from others.
    identity: String,
    /// The seed of its study; nothing for weights that are measured alone.
    seed: Option<u64>,
    pub learnt: Learnt,
    net: Net,
    /// The command that fitted its card head, if it has one.
    pub cards_by: Option<String>,
}

impl Run {
    fn read(name: &str, file: Option<&str>, bytes: &[u8]) -> Result<Run, Fault> {
        let learnt = Learnt::read(bytes).map_err(of_file(name))?;
        let (net, about) = weights::read(bytes).map_err(of_file(name))?;
        let cards_by = weights::read_cards(bytes).map_err(of_file(name))?.map(|(_, command)| command);
        let (name, file) = (name.into(), file.map(String::from));
        let (made_by, identity) = (about.command, about.run);
        Ok(Run { name, file, made_by, identity, seed: None, learnt, net, cards_by })
    }

    /// The seed of its own games in a measurement with this one. Runs that were measured on the same deals would share
    /// their luck, of which an interval over runs knows nothing.
    pub fn seed(&self, of_all: u64) -> u64 {
        self.seed.map_or(of_all, |own| Rng::new(of_all).split(own).seed())
    }

    pub fn player(&self) -> Player {
        let rows = Rows::new(yomi_duel::card_file::standard().cards.len());
        Player { net: self.net.clone(), eyes: Eyes::Honest, rows }
    }
}

/// The folders of a study's seeds, by their numbers.
fn seeds(folder: &str) -> Result<Vec<(u64, String)>, Fault> {
    let none = || {
        Fault::bad_option(
            format!("{folder}: no folder of a study; expected one that `yomi train duel --plan` wrote"),
            format!(
                "{folder}: 学習計画のフォルダーではありません。`yomi train duel --plan` のものを指定してください"
            ),
        )
    };
    let entries = std::fs::read_dir(folder).map_err(|_| none())?;
    let mut all: Vec<(u64, String)> = entries
        .filter_map(|entry| {
            let name = entry.ok()?.file_name().into_string().ok()?;
            Some((name.strip_prefix("seed-")?.parse().ok()?, format!("{folder}/{name}")))
        })
        .collect();
    all.sort_unstable();
    if all.is_empty() { Err(none()) } else { Ok(all) }
}

/// What lies in the folder of a study.
pub struct Found {
    folder: String,
    /// The folders of its seeds.
    places: Vec<(u64, String)>,
    /// Folders of seeds that it does not have: another plan was run in the same folder.
    others: Vec<String>,
    /// Nothing before it is finished.
    results: Option<Study>,
}

impl Found {
    pub fn read(folder: &str) -> Result<Found, Fault> {
        let results = results(folder)?;
        let is_its_own =
            |(seed, _): &(u64, String)| results.as_ref().is_none_or(|study| study.seeds.contains(seed));
        let (places, others): (Vec<_>, Vec<_>) = seeds(folder)?.into_iter().partition(is_its_own);
        let others = others.into_iter().map(|(_, place)| place).collect();
        Ok(Found { folder: folder.into(), places, others, results })
    }

    /// The weights of a learner, if they are there and of this study.
    fn file(&self, seed: u64, learner: Learner) -> Option<String> {
        let name = format!("seed-{seed}/{learner}.safetensors");
        let known = self.results.as_ref().map(|study| &study.weights).filter(|known| !known.is_empty());
        let file = format!("{}/{name}", self.folder);
        (known.is_none_or(|known| known.contains_key(&name)) && Path::new(&file).exists()).then_some(file)
    }

    /// Its students that are trained. Those that are left out are named.
    fn students(&self, context: &Context) -> Result<Vec<Run>, Fault> {
        let (folder, mut runs, mut left_out) = (&self.folder, Vec::new(), Vec::new());
        for (seed, place) in &self.places {
            let run = match self.file(*seed, Learner::StudentOf(Role::Teacher)) {
                Some(file) => Some(Run::read(&file, Some(&file), &read_bytes(&file, MOST_BYTES)?)?),
                None => None,
            };
            // A run that was ended leaves weights, too.
            match run.filter(|run| !run.made_by.contains(ENDED)) {
                Some(run) => runs.push(Run { seed: Some(*seed), ..run }),
                None => left_out.push(place.clone()),
            }
        }
        if runs.is_empty() {
            return Err(Fault::bad_option(
                format!("{folder}: no student is trained yet; expected seed-N/student.safetensors"),
                format!("{folder}: 学習の済んだ student がまだありません（seed-N/student.safetensors）"),
            ));
        }
        if let Some(other) =
            runs.iter().find(|run| without_seed(&run.identity) != without_seed(&runs[0].identity))
        {
            let (one, other) = (&runs[0], other);
            return Err(Fault::bad_option(
                format!(
                    "{folder}: students of different plans: {} ({}) and {} ({}); expected a folder for each plan",
                    one.name, one.identity, other.name, other.identity
                ),
                format!(
                    "{folder}: 異なる計画の student が混ざっています: {}（{}）と {}（{}）。計画ごとにフォルダーを分けてください",
                    one.name, one.identity, other.name, other.identity
                ),
            ));
        }
        for (places, en, ja) in [
            (
                &left_out,
                "not measured, since their students are not trained",
                "student の学習が終わっていないので測りません",
            ),
            (
                &self.others,
                "not measured, since they are not of the study in study.json",
                "study.json の学習計画のものではないので測りません",
            ),
        ] {
            if !places.is_empty() {
                let (why, places) = (context.lang.pick(en, ja), places.join(", "));
                context.screen.aside(&format!("{why}: {places}\n"))?;
            }
        }
        Ok(runs)
    }

    /// Its matches, as its results have them; none before it is finished.
    pub fn matches(&self) -> Vec<Figure> {
        let Some(study) = &self.results else { return Vec::new() };
        let figure = |row: &crate::train::study::Row| {
            let asked = match row.comparison {
                Comparison::StudentPlain => Asked::AtLeast(0.57),
                Comparison::TeacherPlain | Comparison::OwnCriticPlain => Asked::Told,
                _ => Asked::Above(0.5),
            };
            let name = row.sides.join("-against-");
            Figure::counted(&name, Unit::Share, asked, row.by_seed.clone(), 2 * study.deals)
        };
        study.comparisons.iter().map(figure).collect()
    }

    /// The learning curves of a learner, by seed.
    fn curves(&self, learner: Learner) -> Result<Curves, Fault> {
        let files = self.places.iter().filter_map(|(seed, _)| self.file(*seed, learner));
        let by_seed = files.map(|file| points(&file)).collect::<Result<_, Fault>>()?;
        Ok(Curves { learner: learner.to_string(), by_seed })
    }
}

/// The weights to measure: those that are named, otherwise the students of the study that are trained,
/// otherwise those that ship.
pub fn of(context: &Context, args: &EvalArgs, study: Option<&Found>) -> Result<Vec<Run>, Fault> {
    match (&args.student, study) {
        (Some(file), _) => Ok(vec![Run::read(file, Some(file), &read_bytes(file, MOST_BYTES)?)?]),
        (None, Some(study)) => study.students(context),
        (None, None) => Ok(vec![Run::read("plain (as it ships)", None, SHIPPED)?]),
    }
}

/// What a study found, with the weights that it found it with; nothing before it is finished.
fn results(folder: &str) -> Result<Option<Study>, Fault> {
    let file = format!("{folder}/study.json");
    if !Path::new(&file).exists() {
        return Ok(None);
    }
    let study: Study = serde_json::from_slice(&read_bytes(&file, MOST_STUDY)?).map_err(|why| {
        Fault::bad_option(
            format!("{file}: no results of a study: {why}"),
            format!("{file}: 学習計画の結果として読めません（{why}）"),
        )
    })?;
    for (name, version) in &study.weights {
        let weights = read_bytes(&format!("{folder}/{name}"), MOST_BYTES)?;
        if learnt::version(&weights) != *version {
            return Err(Fault::bad_option(
                format!("{file}: its matches were played by another {name}; run the same plan again"),
                format!("{file}: 対戦したのは別の {name} です。同じ計画をもう一度実行してください"),
            ));
        }
    }
    Ok(Some(study))
}

/// The learning curves of one role.
#[derive(Serialize)]
pub struct Curves {
    pub learner: String,
    /// Of each seed: games, and the share of wins against `heuristic`.
    pub by_seed: Vec<Vec<(u64, f64)>>,
}

fn points(weights: &str) -> Result<Vec<(u64, f64)>, Fault> {
    let curve = read_curve(weights)?;
    Ok(curve.iter().map(|point: &Point| (point.games, point.against_heuristic)).collect())
}

/// Learning curves of all roles of a study, or of the weights that are named; as far as they were written.
pub fn curves(args: &EvalArgs, study: Option<&Found>) -> Result<Vec<Curves>, Fault> {
    let mut all = Vec::new();
    if let Some(study) = study {
        for learner in Learner::ALL {
            all.push(study.curves(learner)?);
        }
    }
    if let Some(file) = &args.student {
        all.push(Curves { learner: file.clone(), by_seed: vec![points(file)?] });
    }
    all.iter_mut().for_each(|curves| curves.by_seed.retain(|curve| !curve.is_empty()));
    all.retain(|curves| !curves.by_seed.is_empty());
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_a_study_have_deals_of_their_own() {
        let run = |seed| Run { seed, ..Run::read("shipped", None, SHIPPED).unwrap() };
        let seeds: Vec<u64> = [None, Some(1), Some(2), Some(3)].map(|seed| run(seed).seed(7)).into();
        assert_eq!(seeds[0], 7);
        assert!((1..4).all(|at| !seeds[..at].contains(&seeds[at])), "{seeds:?}");
        assert_eq!(run(Some(2)).seed(7), seeds[2], "whatever else is measured");
    }
}

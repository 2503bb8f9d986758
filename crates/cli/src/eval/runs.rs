//! Which weights are measured, and what a study has found already.

use super::figures::{Asked, Figure, Unit};
use super::of_file;
use crate::Context;
use crate::args::EvalArgs;
use crate::files::read_bytes;
use crate::lang::Lang;
use crate::train::fit::{ENDED, Point, read_curve};
use crate::train::study::Study;
use serde::Serialize;
use std::path::Path;
use yomi::Fault;
use yomi_duel::learnt::{self, Learnt, SHIPPED};
use yomi_duel::net::Net;
use yomi_duel::policy::Rows;
use yomi_duel::weights::{self, MOST_BYTES};
use yomi_train::player::{Eyes, Player};
use yomi_train::study::{Comparison, Learner};

/// The largest results of a study that are read.
const MOST_STUDY: u64 = 16 << 20;

/// Weights that are measured.
pub struct Run {
    pub name: String,
    /// Nothing for those that ship.
    pub file: Option<String>,
    made_by: String,
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
        Ok(Run { name, file, made_by: about.command, learnt, net, cards_by })
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

/// The weights to measure: those that are named, otherwise the students of the study that are trained,
/// otherwise those that ship.
pub fn of(context: &Context, args: &EvalArgs) -> Result<Vec<Run>, Fault> {
    if let Some(file) = &args.student {
        return Ok(vec![Run::read(file, Some(file), &read_bytes(file, MOST_BYTES)?)?]);
    }
    let Some(folder) = &args.study else {
        return Ok(vec![Run::read("plain (as it ships)", None, SHIPPED)?]);
    };
    let (mut runs, mut left_out) = (Vec::new(), Vec::new());
    for (_, place) in seeds(folder)? {
        let file = format!("{place}/student.safetensors");
        let run = match Path::new(&file).exists() {
            true => Some(Run::read(&file, Some(&file), &read_bytes(&file, MOST_BYTES)?)?),
            false => None,
        };
        // A run that was ended leaves weights, too.
        match run.filter(|run| !run.made_by.contains(ENDED)) {
            Some(run) => runs.push(run),
            None => left_out.push(place),
        }
    }
    if !left_out.is_empty() && !runs.is_empty() {
        let all = left_out.join(", ");
        context.screen.aside(&match context.lang {
            Lang::En => format!("not measured, since their students are not trained: {all}\n"),
            Lang::Ja => format!("student の学習が終わっていないので測りません: {all}\n"),
        })?;
    }
    match runs.is_empty() {
        false => Ok(runs),
        true => Err(Fault::bad_option(
            format!("{folder}: no student is trained yet; expected seed-N/student.safetensors"),
            format!("{folder}: 学習の済んだ student がまだありません（seed-N/student.safetensors）"),
        )),
    }
}

/// The matches of a study, as its results have them; none before it is finished.
pub fn matches(args: &EvalArgs) -> Result<Vec<Figure>, Fault> {
    let Some(file) = args.study.as_ref().map(|folder| format!("{folder}/study.json")) else {
        return Ok(Vec::new());
    };
    if !Path::new(&file).exists() {
        return Ok(Vec::new());
    }
    let study: Study = serde_json::from_slice(&read_bytes(&file, MOST_STUDY)?).map_err(|why| {
        Fault::bad_option(
            format!("{file}: no results of a study: {why}"),
            format!("{file}: 学習計画の結果として読めません（{why}）"),
        )
    })?;
    let folder = args.study.as_deref().unwrap_or_default();
    for (name, version) in &study.weights {
        let weights = read_bytes(&format!("{folder}/{name}"), MOST_BYTES)?;
        if learnt::version(&weights) != *version {
            return Err(Fault::bad_option(
                format!("{file}: its matches were played by another {name}; run the same plan again"),
                format!("{file}: 対戦したのは別の {name} です。同じ計画をもう一度実行してください"),
            ));
        }
    }
    let figure = |row: &crate::train::study::Row| {
        let asked = match row.comparison {
            Comparison::StudentPlain => Asked::AtLeast(0.57),
            Comparison::TeacherPlain | Comparison::OwnCriticPlain => Asked::Told,
            _ => Asked::Above(0.5),
        };
        let name = row.sides.join("-against-");
        Figure::counted(&name, Unit::Share, asked, row.by_seed.clone(), 2 * study.deals)
    };
    Ok(study.comparisons.iter().map(figure).collect())
}

/// The learning curves of one role.
#[derive(Serialize)]
pub struct Curves {
    pub learner: String,
    /// Of each seed: games, and the share of wins against `heuristic`.
    pub by_seed: Vec<Vec<(u64, f64)>>,
}

/// Learning curves of all roles of a study, or of the weights that are named; as far as they were written.
pub fn curves(args: &EvalArgs) -> Result<Vec<Curves>, Fault> {
    let points = |file: &str| -> Result<Vec<(u64, f64)>, Fault> {
        let curve = read_curve(file)?;
        Ok(curve.iter().map(|point: &Point| (point.games, point.against_heuristic)).collect())
    };
    let mut all = Vec::new();
    if let Some(folder) = &args.study {
        let places = seeds(folder)?;
        for learner in Learner::ALL {
            let files = places.iter().map(|(_, place)| points(&format!("{place}/{learner}.safetensors")));
            let by_seed: Vec<_> = files.collect::<Result<Vec<_>, Fault>>()?;
            all.push(Curves { learner: learner.to_string(), by_seed });
        }
    }
    if let Some(file) = &args.student {
        all.push(Curves { learner: file.clone(), by_seed: vec![points(file)?] });
    }
    all.iter_mut().for_each(|curves| curves.by_seed.retain(|curve| !curve.is_empty()));
    all.retain(|curves| !curves.by_seed.is_empty());
    Ok(all)
}

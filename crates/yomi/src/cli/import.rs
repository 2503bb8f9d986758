//! `view --import`: games that another engine wrote down.

use super::Context;
use super::args::GameArgs;
use crate::{Fault, record, view};
use yomi_core::Ruleset;
use yomi_games::sevens;

/// The view of a log of the contest's engine for Sevens.
pub fn import(context: &Context, game: &GameArgs, path: &str) -> Result<(), Fault> {
    let known = game.find(&context.registry)?;
    if known.name() != sevens::Rules::NAME {
        return Err(Fault::new(format!(
            "--import: there is no foreign log of {}; expected sevens",
            known.name()
        )));
    }
    let place = record::place(path);
    let text = record::read_text(path, view::MOST_BYTES)?;
    let log: sevens::ContestLog = serde_json::from_str(&text)
        .map_err(|why| Fault::new(format!("{place} is no state of the contest's engine: {why}")))?;
    let mut settings = game.settings.clone();
    if !settings.iter().any(|(key, _)| key == "players") {
        settings.push(("players".into(), log.players_num.to_string()));
    }
    let table = known.open(&settings)?;
    let rules = sevens::Rules::from_settings(table.settings())?;
    let seen = log.view(rules.variant).map_err(|why| Fault::from(why).at(place))?;
    context.screen.json(&view::write(&rules, table.settings(), &seen))
}

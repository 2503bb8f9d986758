//! `view --import`: game logs of other engines.

use super::Context;
use super::args::GameArgs;
use super::files;
use yomi::Fault;
use yomi::engine::view;

/// Prints the view from another engine's log.
pub fn import(context: &Context, game: &GameArgs, path: &str) -> Result<(), Fault> {
    let known = game.find(&context.registry)?;
    if !known.abilities().import {
        return Err(super::not_able(
            context,
            known,
            ("has no foreign log", "には外部の記録がありません"),
            |able| able.import,
        )
        .at("--import"));
    }
    let text = files::read_text(path, view::MOST_BYTES)?;
    let position = known.import(&text, &game.settings).map_err(|why| why.at(files::place(path)))?;
    context.screen.json(&position)
}

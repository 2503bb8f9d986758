//! `export`: a player as a program for elsewhere.

use super::Context;
use super::args::ExportArgs;
use crate::export::sevens_python;
use crate::{Fault, record};
use std::borrow::Cow;
use yomi_core::Ruleset;
use yomi_games::sevens;
use yomi_minds::sevens::policy::{HUNTER_FILE, PEER_FILE};
use yomi_minds::sevens::stored::MOST_BYTES;

pub fn export(context: &Context, args: &ExportArgs) -> Result<(), Fault> {
    if args.game != sevens::Rules::NAME {
        context.registry.find(&args.game)?;
        return Err(Fault::new(format!("{} cannot be exported; expected sevens", args.game)));
    }
    let weights: Cow<'_, [u8]> = match args.weights.as_str() {
        "mix" => PEER_FILE.into(),
        "random" => HUNTER_FILE.into(),
        path => record::read_bytes(path, MOST_BYTES)?.into(),
    };
    let program = sevens_python(&weights).map_err(|why| why.at(&args.weights))?;
    let Some(path) = &args.out else { return context.screen.say(&program) };
    std::fs::write(path, &program).map_err(|why| Fault::new(format!("cannot write {path:?}: {why}")))?;
    let kib = program.len().div_ceil(1024);
    let said = context.lang.pick(
        "{file}: {kib} KiB; call my_AI(state), it returns (card, pass flag)\n",
        "{file}: {kib} KiB。my_AI(state) を呼ぶと (カード, パスフラグ) を返す\n",
    );
    context.screen.say(&said.replace("{file}", path).replace("{kib}", &kib.to_string()))
}

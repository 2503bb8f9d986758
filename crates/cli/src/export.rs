//! `export`: a player as a program for elsewhere.

use super::Context;
use super::args::ExportArgs;
use yomi::Fault;
use yomi::engine::record;

pub fn export(context: &Context, args: &ExportArgs) -> Result<(), Fault> {
    let game = context.registry.find(&args.game)?;
    let Some(export) = game.exporter() else {
        return Err(super::not_able(context, game, "cannot be exported", |able| able.export));
    };
    let program = export(&args.weights, &record::read_bytes)?;
    let Some(path) = &args.out else { return context.screen.say(&program.text) };
    std::fs::write(path, &program.text).map_err(|why| Fault::new(format!("cannot write {path:?}: {why}")))?;
    let kib = program.text.len().div_ceil(1024);
    let usage = context.lang.sentence(&program.usage);
    let (colon, stop) = (context.lang.pick("; ", "。"), "\n");
    context.screen.say(&format!("{path}: {kib} KiB{colon}{usage}{stop}"))
}

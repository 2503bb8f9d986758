//! `export`: a player as a stand-alone program.

use super::Context;
use super::args::ExportArgs;
use super::files::{self, Target};
use yomi::Fault;
use yomi::engine::export::Wanted;

pub fn export(context: &Context, args: &ExportArgs) -> Result<(), Fault> {
    let game = context.registry.find(&args.game)?;
    let Some(export) = game.exporter() else {
        return Err(super::not_able(
            context,
            game,
            ("cannot be exported", "は書き出せません"),
            |able| able.export,
        ));
    };
    files::check_distinct(&[("--weights", args.weights.as_deref()), ("--out", args.out.as_deref())])?;
    let out = args.out.as_deref().map(Target::new).transpose()?;
    let wanted = Wanted { agent: args.agent.as_ref(), weights: args.weights.as_deref() };
    let program = export(&wanted, context.registry.host().as_ref())?;
    let (Some(out), Some(path)) = (out, &args.out) else { return context.screen.say(&program.text) };
    out.write(program.text.as_bytes())?;
    let kib = program.text.len().div_ceil(1024);
    let usage = context.lang.sentence(&program.usage);
    let (colon, stop) = (context.lang.pick("; ", "。"), "\n");
    context.screen.say(&format!("{path}: {kib} KiB{colon}{usage}{stop}"))
}

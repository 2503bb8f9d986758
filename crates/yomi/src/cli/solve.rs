//! `solve`: exact values where they can be had.

use super::Context;
use super::advise::reach;
use super::args::SolveArgs;
use super::screen::spinner;
use crate::Fault;
use crate::game::Thinking;
use std::sync::atomic::AtomicBool;

pub fn solve(context: &Context, args: &SolveArgs) -> Result<(), Fault> {
    let table = args.game.open(&context.registry)?;
    let session = reach(table.as_ref(), &args.place)?;
    let stop = AtomicBool::new(false);
    let waiting = spinner();
    let mut glimpse = |g: crate::game::Glimpse| {
        waiting.set_message(format!("{} {}", g.iterations, g.best));
        waiting.tick();
    };
    let mut thinking = Thinking { stop: &stop, glimpse: Some(&mut glimpse) };
    let solution = session.solve(args.question, args.limit, &mut thinking);
    waiting.finish_and_clear();
    let solution = solution?;
    if context.json {
        return context.screen.json(&solution);
    }
    let mut text =
        format!("{}\n", session.position(session.next().unwrap_or(yomi_core::Player::FIRST)).picture());
    for sentence in &solution.sentences {
        text += &format!("{}\n", context.lang.sentence(sentence));
    }
    text += &format!(
        "\n{} {}, {:.0} ms, {} KiB\n",
        solution.nodes,
        context.lang.pick("nodes", "ノード"),
        solution.elapsed_ms,
        solution.memory_bytes.div_ceil(1024)
    );
    context.screen.say(&text)
}

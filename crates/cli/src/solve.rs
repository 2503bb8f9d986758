//! `solve`: exact values where they can be computed.

use super::Context;
use super::advise::reach;
use super::args::SolveArgs;
use super::follow::{ctrl_c, was_interrupted};
use super::lang::Lang;
use super::screen::spinner;
use super::wrap;
use indicatif::ProgressBar;
use serde_json::json;
use std::time::Duration;
use yomi::engine::wire::VERSION;
use yomi::{Fault, Listener};

pub fn solve(context: &Context, args: &SolveArgs) -> Result<(), Fault> {
    let game = args.game.find(&context.registry)?;
    if !game.abilities().solve {
        let what = ("has no exact solver", "には厳密な解法がありません");
        return Err(super::not_able(context, game, what, |able| able.solve));
    }
    let table = args.game.open(&context.registry)?;
    let session = reach(table.as_ref(), &args.place)?;
    let lang = context.lang;
    let mut solving = Solving { line: spinner(), lang, nodes: 0 };
    let solution = session.solve(args.question, args.limit, &ctrl_c(), &mut solving);
    solving.line.finish_and_clear();
    let solution = match solution {
        Err(_) if was_interrupted() => return unsolved(context, solving.nodes),
        other => other?,
    };
    if context.json {
        return context.screen.json(&solution);
    }
    let position = session.position(session.next().unwrap_or(yomi::core::Player::FIRST));
    let mut text = format!("{}\n", lang.picture(position.as_ref()));
    for sentence in &solution.sentences {
        text += &wrap::to_terminal(&format!("{}\n", context.lang.sentence(sentence)));
    }
    // What was looked up and not searched for cost nothing worth telling.
    if solution.nodes > 0 {
        text += &format!(
            "\n{} {}, {:.0} ms, CPU {:.0} ms, {} KiB\n",
            solution.nodes,
            lang.pick("positions searched", "局面を探索"),
            solution.elapsed_ms,
            solution.cpu_ms,
            solution.memory_bytes.div_ceil(1024)
        );
    }
    context.screen.say(&text)
}

/// An exact value has no part: after Ctrl-C there is only how far the solver came.
fn unsolved(context: &Context, nodes: u64) -> Result<(), Fault> {
    if context.json {
        return context.screen.json(&json!({ "version": VERSION, "interrupted": true, "nodes": nodes }));
    }
    context.screen.say(&match context.lang {
        Lang::En => format!("Interrupted: not solved after {nodes} nodes.\n"),
        Lang::Ja => format!("中断: {nodes}ノードまでで、まだ解けていません。\n"),
    })
}

/// Shows the progress of the solver.
struct Solving {
    line: ProgressBar,
    lang: Lang,
    nodes: u64,
}

impl Listener for Solving {
    fn solving(&mut self, nodes: u64) {
        self.nodes = nodes;
        self.line.set_message(progress(self.lang, nodes, self.line.elapsed()));
        self.line.tick();
    }
}

/// The progress of a long solve; how much is left is not known.
fn progress(lang: Lang, nodes: u64, elapsed: Duration) -> String {
    let millions = nodes as f64 / 1e6;
    let speed = millions / elapsed.as_secs_f64().max(1e-3);
    match lang {
        Lang::En => format!("solving: {millions:.1} M nodes, {speed:.1} M a second"),
        Lang::Ja => format!("解析中: {millions:.1} Mノード、毎秒 {speed:.1} M"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_tells_nodes_and_speed() {
        let told = |lang| progress(lang, 25_000_000, Duration::from_secs(5));
        assert_eq!(told(Lang::En), "solving: 25.0 M nodes, 5.0 M a second");
        assert_eq!(told(Lang::Ja), "解析中: 25.0 Mノード、毎秒 5.0 M");
    }
}

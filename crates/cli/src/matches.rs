//! `arena` and `suite`.

use super::Context;
use super::args::{ArenaArgs, SuiteArgs};
use super::lang::Lang;
use super::screen::{Side, progress, table};
use yomi::engine::{arena, suite};
use yomi::{Fault, Sentence};

pub fn arena(context: &Context, args: &ArenaArgs) -> Result<(), Fault> {
    let table = args.game.open(&context.registry)?;
    let bar = progress(args.games, &args.game.game);
    let report = table.arena(&args.request(), &|games| bar.inc(games));
    bar.finish_and_clear();
    let report = report.map_err(|why| with_command(why, table.players() == 1, "suite", &args.game.game))?;
    if context.json {
        context.screen.json(&report)
    } else {
        context.screen.say(&arena_text(context.lang, &report))
    }
}

/// Adds the name of the right command where this is the wrong one for the game.
fn with_command(why: Fault, wrong: bool, command: &str, game: &str) -> Fault {
    if !wrong {
        return why;
    }
    let right = format!("yomi {command} {game}");
    why.hint(&Sentence::new(format!("use: {right}"), format!("次のコマンドを使ってください: {right}")))
}

fn arena_text(lang: Lang, report: &arena::Report) -> String {
    let arena::Report { game, seed, games, limit, signature, .. } = report;
    let columns = [
        (lang.pick("agent", "エージェント"), Side::Left),
        (lang.pick("games", "局数"), Side::Right),
        (lang.pick("points", "勝点"), Side::Right),
        (lang.pick("draws", "引分"), Side::Right),
        (lang.pick("win rate", "勝率"), Side::Right),
        (lang.pick("95% interval", "95%区間"), Side::Right),
        (lang.pick("payoff ± se", "利得 ± 標準誤差"), Side::Right),
        (lang.pick("CPU ms/move", "CPU ms/手"), Side::Right),
    ];
    let row = |r: &arena::Row| {
        vec![
            r.agent.clone(),
            r.games.to_string(),
            r.wins.to_string(),
            r.draws.to_string(),
            format!("{:.1}%", 100.0 * r.win_rate),
            format!("{:.1} – {:.1}%", 100.0 * r.ci95[0], 100.0 * r.ci95[1]),
            format!("{:+.4} ± {:.4}", r.mean_payoff, r.se),
            format!("{:.4}", r.cpu_ms_per_move),
        ]
    };
    let mut text = table(&columns, report.agents.iter().map(row).collect());
    let games_word = lang.pick("games, seats rotated and deals mirrored", "局（席を交代し同じ配りを使用）");
    text += &format!("\n{game}: {games} {games_word}; seed {seed}, limit {limit}, signature {signature}\n");
    text
}

pub fn suite(context: &Context, args: &SuiteArgs) -> Result<(), Fault> {
    let request = suite::Request {
        agent: args.agent.clone(),
        boards: args.boards,
        seed: args.seed,
        limits: args.limit,
    };
    let table = args.game.open(&context.registry)?;
    let bar = progress(args.boards, &args.game.game);
    let report = table.suite(&request, &|boards| bar.inc(boards));
    bar.finish_and_clear();
    let report = report.map_err(|why| with_command(why, table.players() != 1, "arena", &args.game.game))?;
    if context.json {
        context.screen.json(&report)
    } else {
        context.screen.say(&suite_text(context.lang, &report))
    }
}

fn suite_text(lang: Lang, report: &suite::Report) -> String {
    let suite::Report { game, agent, boards, mean, se, seed, limit, signature, .. } = report;
    let error = lang.pick("standard error", "標準誤差");
    let boards_word = lang.pick("boards", "盤面");
    let (per_move, per_game) = (report.cpu_ms_per_move, report.cpu_ms_per_game);
    format!(
        "{game} {agent}: {mean:.2} ({error} {se:.2}), {boards} {boards_word}\n\
         CPU {per_move:.4} ms/{}, {per_game:.3} ms/{}; seed {seed}, limit {limit}, signature {signature}\n",
        lang.pick("move", "手"),
        lang.pick("game", "局"),
    )
}

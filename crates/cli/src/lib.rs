//! The command line: a thin layer over [`Game`] and [`Table`](yomi::Table).

mod advise;
mod args;
mod bench;
mod calibrate;
mod choose;
mod export;
mod files;
mod follow;
mod import;
mod lang;
mod lists;
mod log;
mod matches;
mod play;
mod real;
mod screen;
mod shell;
mod solve;
mod stats;
mod trace;
mod tree;
mod tune;

use args::{Cli, Command};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};
use lang::Lang;
use screen::Screen;
use std::error::Error;
use std::io::Write;
use std::process::ExitCode;
use yomi::engine::game::Abilities;
use yomi::{Fault, FaultKind, Game, Registry, Sentence};

/// What every command has access to.
struct Context {
    registry: Registry,
    lang: Lang,
    json: bool,
    screen: Screen,
}

/// Exit code for bad input of any kind.
const BAD_INPUT: u8 = 2;

/// The `yomi` command.
pub fn main() -> ExitCode {
    if let Err(fault) = yomi::check_cpu() {
        eprintln!("yomi: {fault}");
        return ExitCode::from(BAD_INPUT);
    }
    main_with(Registry::standard())
}

/// The same command with games of your own.
pub fn main_with(registry: Registry) -> ExitCode {
    let lang = Lang::of_arguments(std::env::args_os());
    let outcome = match Cli::try_parse() {
        Ok(cli) => run(cli, registry),
        // Help and version are printed unchanged.
        Err(why) if !why.use_stderr() => Screen.say(&why.render().to_string()),
        Err(why) => Err(argument_fault(&why)),
    };
    match outcome {
        Ok(()) if follow::was_interrupted() => ExitCode::from(follow::INTERRUPTED),
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has closed the pipe.
        Err(fault) if fault.kind == FaultKind::Cancelled => ExitCode::SUCCESS,
        Err(fault) => {
            // If even this cannot be written, the exit code remains.
            let _ = writeln!(std::io::stderr(), "yomi: {}", lang.sentence(&fault.text));
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Turns clap's multi-line message into one line.
fn argument_fault(why: &clap::Error) -> Fault {
    let context = |kind| why.get(kind).map(ToString::to_string).unwrap_or_default();
    match (why.kind(), why.source()) {
        (ErrorKind::InvalidSubcommand, _) => {
            let command = Cli::command();
            let known: Vec<&str> = command.get_subcommands().map(|c| c.get_name()).collect();
            let what = Sentence::new("command", "コマンド");
            Fault::unknown(what, &context(ContextKind::InvalidSubcommand), &known)
        }
        (ErrorKind::ValueValidation, Some(said)) => {
            let argument = context(ContextKind::InvalidArg);
            let flag = argument.split(' ').next().unwrap_or_default().to_string();
            match said.downcast_ref::<Fault>() {
                Some(fault) => fault.clone().at(flag),
                None => Fault::en(FaultKind::BadOption, said.to_string()).at(flag),
            }
        }
        _ => {
            let valid = match why.get(ContextKind::ValidValue) {
                Some(ContextValue::Strings(words)) => words.clone(),
                _ => Vec::new(),
            };
            Fault::en(FaultKind::BadOption, in_one_line(&why.render().to_string())).expecting(valid)
        }
    }
}

/// The message, a tip if there is a useful one, and the usage.
fn in_one_line(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let useful = lines.filter(|l| !l.starts_with("tip: to pass") && !l.starts_with("For more information"));
    let message =
        useful.collect::<Vec<_>>().join(" ").replace(" tip: ", "; ").replace(" Usage: ", "; usage: ");
    message.strip_prefix("error: ").unwrap_or(&message).to_string()
}

fn run(cli: Cli, registry: Registry) -> Result<(), Fault> {
    log::start()?;
    if let Some(threads) = cli.global.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build_global()
            .map_err(|why| Fault::en(FaultKind::Limit, format!("--threads {threads}: {why}")))?;
    }
    let lang = cli.global.lang.unwrap_or_else(Lang::from_locale);
    if let (true, Some(command)) = (cli.global.json, cli.command.as_ref().and_then(Command::without_json)) {
        return Err(Fault::bad_option(
            format!("--json: {command} prints a text of its own form, and no JSON; leave it out"),
            format!("--json: {command} は決まった形式の文を出力し、JSON はありません。外してください"),
        ));
    }
    let context = Context { registry, lang, json: cli.global.json, screen: Screen };
    match cli.command {
        None => lists::welcome(&context),
        Some(Command::Games) => lists::games(&context),
        Some(Command::Agents(args)) => lists::agents(&context, &args),
        Some(Command::View(args)) => advise::view(&context, &args),
        Some(Command::Advise(args)) => advise::advise(&context, &args),
        Some(Command::Play(args)) if args.real => real::real(&context, &args),
        Some(Command::Play(args)) => play::play(&context, &args),
        Some(Command::Replay(args)) => play::replay(&context, &args),
        Some(Command::Suite(args)) => matches::suite(&context, &args),
        Some(Command::Arena(args)) => matches::arena(&context, &args),
        Some(Command::Calibrate(args)) => {
            files::check_distinct(&[("--out", args.out.as_deref()), ("--svg", args.svg.as_deref())])?;
            calibrate::calibrate(&context, &args)
        }
        Some(Command::Stats(args)) => {
            files::check_distinct(&[("--out", args.out.as_deref()), ("--svg", args.svg.as_deref())])?;
            stats::stats(&context, &args)
        }
        Some(Command::Solve(args)) => solve::solve(&context, &args),
        Some(Command::Choose(args)) => choose::choose(&context, &args),
        Some(Command::Bench(args)) => bench::bench(&context, &args),
        Some(Command::Tune(args)) => tune::tune(&context, &args),
        Some(Command::Export(args)) => export::export(&context, &args),
        Some(Command::Completions(args)) => shell::completions(&context, &args),
        Some(Command::Man) => shell::man(&context),
    }
}

/// The fault for a game that does not support a command, with the games that do.
fn not_able(
    context: &Context,
    game: &dyn Game,
    (what, what_ja): (&str, &str),
    able: fn(Abilities) -> bool,
) -> Fault {
    let others = context.registry.games().iter().filter(|g| able(g.abilities())).map(|g| g.name());
    let others: Vec<&str> = others.collect();
    let (name, expected) = (game.name(), others.join(" or "));
    Fault::bad_option(
        format!("{name} {what}; expected {expected}"),
        format!("{name} {what_ja}。使えるもの: {expected}"),
    )
    .expecting(others)
}

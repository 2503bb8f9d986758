//! The command line: a thin layer over [`Game`] and [`Table`](yomi::Table).

mod advise;
mod args;
mod audit;
mod bench;
mod calibrate;
mod cards;
mod choose;
mod engine;
#[cfg(feature = "train")]
mod eval;
mod export;
mod files;
mod follow;
mod games_db;
mod import;
mod japanese;
mod lang;
mod lists;
mod log;
mod matches;
mod outcome;
mod partner;
mod play;
mod puzzles;
mod real;
mod report;
mod review;
mod rules;
mod screen;
mod serve;
mod shell;
mod solve;
mod start;
mod stats;
mod store;
mod tournament;
mod trace;
#[cfg(feature = "train")]
mod train;
mod tree;
mod tune;
mod verdict;
mod wrap;

use args::{Cli, Command, ServeArgs};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches};
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
    store: store::StoreArgs,
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
    yomi::program::before_each(follow::leave_no_programs);
    let parsed = command_in(lang).try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    let outcome = match parsed {
        Ok(cli) => run(cli, registry),
        // Help and version are printed unchanged.
        Err(why) if !why.use_stderr() => Screen.say(&why.render().to_string()),
        Err(why) => Err(argument_fault(&why)),
    };
    match outcome {
        Ok(()) if follow::was_interrupted() => ExitCode::from(follow::INTERRUPTED),
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) if fault.kind == FaultKind::Cancelled && follow::was_interrupted() => {
            let told = lang.pick("interrupted before there was an answer", "中断: まだ結果はありません");
            complain(told);
            ExitCode::from(follow::INTERRUPTED)
        }
        // The reader of the output has closed the pipe.
        Err(fault) if fault.kind == FaultKind::Cancelled => ExitCode::SUCCESS,
        Err(fault) => {
            complain(lang.sentence(&fault.text));
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// If even this cannot be written, the exit code remains.
fn complain(text: &str) {
    let _ = writeln!(std::io::stderr(), "yomi: {text}");
}

fn command_in(lang: Lang) -> clap::Command {
    let mut command = Cli::command();
    command.build();
    let command = in_order(command);
    match lang {
        Lang::En => command,
        Lang::Ja => japanese::command(command),
    }
}

/// Lists what is particular to a command before what every command has; clap would mix the two.
fn in_order(command: clap::Command) -> clap::Command {
    let mut order = 0;
    let next = |arg: clap::Arg| {
        order += 1;
        arg.display_order(order)
    };
    command.mut_args(next).mut_subcommands(in_order)
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
                None => Fault::bad_option(said.to_string(), format!("使えない値です（{said}）")).at(flag),
            }
        }
        _ => {
            let valid = strings(why, ContextKind::ValidValue);
            let said = Sentence::new(in_one_line(&why.render().to_string()), in_japanese(why));
            Fault::from_text(FaultKind::BadOption, said).expecting(valid)
        }
    }
}

fn strings(why: &clap::Error, kind: ContextKind) -> Vec<String> {
    match why.get(kind) {
        Some(ContextValue::Strings(words)) => words.clone(),
        Some(ContextValue::String(word)) => vec![word.clone()],
        _ => Vec::new(),
    }
}

/// What clap would say, by the kind of the error and what it is about.
fn in_japanese(why: &clap::Error) -> String {
    let of = |kind| strings(why, kind).join(" ");
    let argument = of(ContextKind::InvalidArg);
    let usage = why.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
    let usage = in_one_line(&usage).trim_start_matches("Usage: ").to_string();
    let said = match why.kind() {
        ErrorKind::UnknownArgument => match of(ContextKind::SuggestedArg) {
            near if near.is_empty() => format!("{argument} という引数はありません"),
            near => format!("{argument} という引数はありません。{near} のことですか"),
        },
        ErrorKind::MissingRequiredArgument => format!("{argument} が必要です"),
        ErrorKind::ArgumentConflict => match of(ContextKind::PriorArg) {
            same if same.is_empty() || same == argument => format!("{argument} は一度しか指定できません"),
            other => format!("{argument} と {other} は同時に使えません"),
        },
        ErrorKind::InvalidValue => match of(ContextKind::InvalidValue) {
            empty if empty.is_empty() => format!("{argument} に値がありません"),
            value => format!(
                "{argument}: {value:?} は使えません。使える値: {}",
                strings(why, ContextKind::ValidValue).join(", ")
            ),
        },
        ErrorKind::TooManyValues => {
            format!("{argument} に余分な値 {:?} があります", of(ContextKind::InvalidValue))
        }
        ErrorKind::InvalidUtf8 => "引数が UTF-8 ではありません".to_string(),
        _ => format!("引数が正しくありません（{}）", in_one_line(&why.render().to_string())),
    };
    if usage.is_empty() { said } else { format!("{said}。使い方: {usage}") }
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
        pool.build_global().map_err(|why| {
            let text = Sentence::new(
                format!("--threads {threads}: {why}"),
                format!("--threads {threads}: スレッドを作れません（{why}）"),
            );
            Fault::from_text(FaultKind::Limit, text)
        })?;
    }
    let lang = cli.global.lang.unwrap_or_else(Lang::from_locale);
    // Without a command the page is served.
    let without_json = cli.command.as_ref().map_or(Some("serve"), Command::without_json);
    if let (true, Some(command)) = (cli.global.json, without_json) {
        return Err(Fault::bad_option(
            format!("--json: {command} prints a text of its own form, and no JSON; leave it out"),
            format!("--json: {command} は決まった形式の文を出力し、JSON はありません。外してください"),
        ));
    }
    let context = Context { registry, lang, json: cli.global.json, screen: Screen, store: cli.global.store };
    match cli.command {
        None => serve::serve(context, &ServeArgs::usual()),
        Some(Command::Serve(args)) => serve::serve(context, &args),
        Some(Command::Help(args)) => help(&context, args.of.as_deref()),
        Some(Command::Games) => lists::games(&context),
        Some(Command::Agents(args)) => lists::agents(&context, &args),
        Some(Command::Rules(args)) => rules::rules(&context, &args),
        Some(Command::View(args)) => advise::view(&context, &args),
        Some(Command::Advise(args)) => advise::advise(&context, &args),
        Some(Command::Trace(args)) => trace::trace(&context, &args),
        Some(Command::Play(args)) if args.real => real::real(&context, &args),
        Some(Command::Play(args)) => play::play(&context, &args),
        Some(Command::Replay(args)) => play::replay(&context, &args),
        Some(Command::Review(args)) => review::review(&context, &args),
        Some(Command::Puzzles(args)) => puzzles::puzzles(&context, &args),
        Some(Command::Suite(args)) => matches::suite(&context, &args),
        Some(Command::Arena(args)) => matches::arena(&context, &args),
        Some(Command::Tournament(args)) => tournament::tournament(&context, &args),
        Some(Command::GamesDb(args)) => games_db::run(&context, &args),
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
        #[cfg(feature = "train")]
        Some(Command::Train(args)) => {
            let teacher = args.teacher.as_deref();
            let cards = args.cards.as_deref();
            files::check_distinct(&[("--teacher", teacher), ("--cards", cards), ("--out", Some(&args.out))])?;
            train::train(&context, &args)
        }
        #[cfg(feature = "train")]
        Some(Command::Eval(args)) => {
            let named = [
                ("--student", args.student.as_deref()),
                ("--html", args.html.as_deref()),
                ("--out", args.out.as_deref()),
            ];
            files::check_distinct(&named)?;
            eval::eval(&context, &args)
        }
        Some(Command::Export(args)) => export::export(&context, &args),
        Some(Command::Audit(args)) => audit::audit(&context, &args),
        Some(Command::Engine(args)) => engine::engine(&context, &args),
        Some(Command::Completions(args)) => shell::completions(&context, &args),
        Some(Command::Man) => shell::man(&context),
    }
}

/// The overview, or what `yomi COMMAND --help` prints.
fn help(context: &Context, of: Option<&str>) -> Result<(), Fault> {
    let Some(command) = of else { return lists::welcome(context) };
    match command_in(context.lang).try_get_matches_from(["yomi", command, "--help"]) {
        Err(why) if !why.use_stderr() => context.screen.say(&why.render().to_string()),
        Err(why) => Err(argument_fault(&why)),
        Ok(_) => lists::welcome(context),
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
    let (name, list) = (game.name(), others.join(", "));
    Fault::bad_option(
        format!("{name} {what}; expected {}", others.join(" or ")),
        format!("{name} {what_ja}。使えるもの: {list}"),
    )
    .expecting(others)
}

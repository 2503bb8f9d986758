//! The command line: thin over [`Game`](crate::Game) and [`Table`](crate::Table).

mod advise;
mod args;
mod bench;
mod choose;
mod lang;
mod lists;
mod matches;
mod play;
mod screen;
mod solve;

use crate::{Fault, Registry};
use args::{Cli, Command};
use clap::Parser;
use clap::error::ErrorKind;
use lang::Lang;
use screen::Screen;
use std::process::ExitCode;

/// What every command gets.
struct Context {
    registry: Registry,
    lang: Lang,
    json: bool,
    screen: Screen,
}

/// Bad input, of whatever kind.
const BAD_INPUT: u8 = 2;

/// The `yomi` command.
pub fn main() -> ExitCode {
    main_with(Registry::standard())
}

/// The same command with games of your own.
pub fn main_with(registry: Registry) -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(why) => return refuse_arguments(&why),
    };
    match run(cli, registry) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("yomi: {fault}");
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// Help and version go out as they are; everything else becomes one line.
fn refuse_arguments(why: &clap::Error) -> ExitCode {
    if matches!(why.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return match Screen.say(&why.render().to_string()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::from(BAD_INPUT),
        };
    }
    let text = why.render().to_string();
    let lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("For more information"));
    let message = lines.collect::<Vec<_>>().join(" ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    eprintln!("yomi: {}; see: yomi --help", Fault::new(message));
    ExitCode::from(BAD_INPUT)
}

fn run(cli: Cli, registry: Registry) -> Result<(), Fault> {
    if let Some(threads) = cli.global.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads as usize);
        pool.build_global().map_err(|why| Fault::new(format!("--threads {threads}: {why}")))?;
    }
    let lang = cli.global.lang.unwrap_or_else(Lang::from_locale);
    let context = Context { registry, lang, json: cli.global.json, screen: Screen };
    match cli.command {
        None => lists::welcome(&context),
        Some(Command::Games) => lists::games(&context),
        Some(Command::Agents(args)) => lists::agents(&context, &args),
        Some(Command::View(args)) => advise::view(&context, &args),
        Some(Command::Advise(args)) => advise::advise(&context, &args),
        Some(Command::Play(args)) => play::play(&context, &args),
        Some(Command::Replay(args)) => play::replay(&context, &args),
        Some(Command::Suite(args)) => matches::suite(&context, &args),
        Some(Command::Arena(args)) => matches::arena(&context, &args),
        Some(Command::Solve(args)) => solve::solve(&context, &args),
        Some(Command::Choose(args)) => choose::choose(&context, &args),
        Some(Command::Bench(args)) => bench::bench(&context, &args),
    }
}

//! `completions` and `man`.

use super::Context;
use super::args::{Cli, CompletionsArgs};
use super::japanese;
use super::lang::Lang;
use clap::CommandFactory;
use yomi::Fault;

pub fn completions(context: &Context, args: &CompletionsArgs) -> Result<(), Fault> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "yomi", &mut script);
    context.screen.say(&String::from_utf8_lossy(&script))
}

/// What the command is, for the manual.
const ABOUT: &str = "Yomi decides what to play when not everything can be seen";

/// Letters beyond ASCII by their number, as roff writes them.
fn in_ascii(page: &str) -> String {
    let letter = |c: char| if c.is_ascii() { c.to_string() } else { format!("\\[u{:04X}]", u32::from(c)) };
    page.chars().map(letter).collect()
}

/// The manual page of the command, followed by every subcommand, as roff.
pub fn man(context: &Context) -> Result<(), Fault> {
    // The page is ASCII: how other letters are read depends on the reader's settings.
    let mut english = Cli::command().disable_help_subcommand(true);
    let command = match context.lang {
        Lang::En => {
            english = english.about(ABOUT);
            english.build();
            english
        }
        Lang::Ja => japanese::command(english),
    };
    let mut page = Vec::new();
    let mut render = |command: clap::Command| {
        clap_mangen::Man::new(command).render(&mut page).map_err(|why| {
            Fault::io(format!("cannot write the manual: {why}"), format!("マニュアルを書けません: {why}"))
        })
    };
    let subcommands: Vec<clap::Command> = command.get_subcommands().cloned().collect();
    render(command)?;
    subcommands.into_iter().try_for_each(render)?;
    context.screen.say(&in_ascii(&String::from_utf8_lossy(&page)))
}

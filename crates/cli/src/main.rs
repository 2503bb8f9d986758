//! The `yomi` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    yomi_cli::main()
}

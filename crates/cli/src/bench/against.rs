//! Two programs that take turns: slow changes of the machine fall on both.

use super::super::follow::Following;
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};
use yomi::engine::bench::Report;
use yomi::{Fault, Follower};

/// The reports of the other program and of this one, a round each at a time.
pub struct Both {
    pub before: Report,
    pub now: Report,
}

pub fn take_turns(other: &str, game: Option<&str>, patience: f64, rounds: usize) -> Result<Both, Fault> {
    let own = std::env::current_exe().map_err(|why| {
        Fault::io(
            format!("this program does not know its own file: {why}"),
            format!("自分自身のファイルが分かりません: {why}"),
        )
    })?;
    let programs = [Bencher::new(Path::new(other))?, Bencher::new(&own)?];
    let mut reports: [Vec<Report>; 2] = [Vec::new(), Vec::new()];
    let following = Following::new(2 * rounds as u64, "bench");
    for round in 0..rounds {
        // Now the one first, now the other: what one leaves behind, such as heat, falls on both.
        for at in if round % 2 == 0 { [0, 1] } else { [1, 0] } {
            if following.is_stopped() {
                following.end();
                return Err(Fault::cancelled());
            }
            reports[at].push(programs[at].run(game, patience / rounds as f64)?);
            following.done(1);
        }
    }
    following.end();
    let [before, now] = reports.map(Report::of_rounds);
    Ok(Both { before, now })
}

/// A program that has `bench`.
struct Bencher<'a> {
    path: &'a Path,
    /// Whether it divides its time into rounds unless it is told not to.
    has_rounds: bool,
}

impl<'a> Bencher<'a> {
    fn new(path: &'a Path) -> Result<Bencher<'a>, Fault> {
        let mut bencher = Bencher { path, has_rounds: false };
        bencher.has_rounds = bencher.output(&["bench", "--help"])?.contains("--rounds");
        Ok(bencher)
    }

    fn output(&self, args: &[impl AsRef<OsStr>]) -> Result<String, Fault> {
        let path = self.path.display();
        let ran = Command::new(self.path).args(args).stdin(Stdio::null()).output().map_err(|why| {
            Fault::io(format!("cannot run {path}: {why}"), format!("{path} を実行できません: {why}"))
        })?;
        if !ran.status.success() {
            let said = String::from_utf8_lossy(&ran.stderr).trim().to_string();
            return Err(Fault::io(
                format!("{path} failed: {said}"),
                format!("{path} が失敗しました: {said}"),
            ));
        }
        Ok(String::from_utf8_lossy(&ran.stdout).into_owned())
    }

    fn run(&self, game: Option<&str>, patience: f64) -> Result<Report, Fault> {
        let patience = format!("{:.3}", patience.max(0.001));
        let mut args = vec!["bench"];
        args.extend(game);
        args.extend(["--json", "--patience", &patience]);
        if self.has_rounds {
            args.extend(["--rounds", "1"]);
        }
        super::parse(&self.output(&args)?, &self.path.display().to_string())
    }
}

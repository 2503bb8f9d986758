//! Writes every iteration of a search to a file, and sums such a file up.

use super::Context;
use super::args::TraceArgs;
use super::files::{self, Draft, Target};
use super::lang::Lang;
use super::screen::{Side, table};
use yomi::engine::trace::{PathSummary, Spread, Summary, Summing, WorldSummary};
use yomi::engine::wire::Iteration;
use yomi::{Fault, FaultKind};

/// The file that iterations are written to, one JSON object per line.
pub struct TraceFile {
    file: Draft,
    written: usize,
    left_out: u64,
    /// The first error; nothing is written after it.
    fault: Option<Fault>,
}

/// Size limit: searches do millions of iterations per second, and no reader wants more than this.
const MOST_BYTES: usize = 256 << 20;

impl TraceFile {
    pub fn create(name: &str) -> Result<TraceFile, Fault> {
        let file = Target::new(name)?.draft_file()?;
        Ok(TraceFile { file, written: 0, left_out: 0, fault: None })
    }

    pub fn write(&mut self, iteration: &Iteration) {
        if self.fault.is_some() || self.written >= MOST_BYTES {
            self.left_out += 1;
            return;
        }
        let mut line = serde_json::to_string(iteration).expect("an iteration is plain data");
        line.push('\n');
        self.written += line.len();
        self.fault = self.file.write(line.as_bytes()).err();
    }

    /// Finishes the file, with a note on how much was left out.
    pub fn finish(mut self) -> Result<(), Fault> {
        if let Some(why) = self.fault {
            return Err(why);
        }
        if self.left_out > 0 {
            self.file.write(format!("{{\"left_out\":{}}}\n", self.left_out).as_bytes())?;
        }
        self.file.finish()
    }
}

/// A last line may follow after [`MOST_BYTES`].
const MOST_READ: u64 = MOST_BYTES as u64 + (1 << 20);
/// Rows of each table, and cards of a deck.
const LISTED: usize = 8;

pub fn trace(context: &Context, args: &TraceArgs) -> Result<(), Fault> {
    let text = files::read_text(&args.file, MOST_READ)?;
    let mut summing = Summing::new(args.depth as usize);
    for (at, line) in text.lines().enumerate() {
        summing.line(at + 1, line).map_err(|why| why.at(files::place(&args.file)))?;
    }
    let found = summing.summary();
    if found.iterations == 0 {
        let why = Fault::new(
            FaultKind::BadView,
            "there is no iteration in it; expected a file of advise --trace",
            "反復が一つもありません。advise --trace で書いたファイルを指定してください",
        );
        return Err(why.at(files::place(&args.file)));
    }
    if context.json {
        context.screen.json(&found)
    } else {
        context.screen.say(&summary(context.lang, &found))
    }
}

fn summary(lang: Lang, found: &Summary) -> String {
    let mut text = match lang {
        Lang::En => format!(
            "Iterations: {}; worlds: {}; {} {}; on average {:.2} decisions in the tree and {:.1} actions after it\n",
            found.iterations,
            found.worlds.len(),
            unit(lang, &found.unit),
            mean(&found.reward),
            found.mean_depth,
            found.mean_rollout
        ),
        Lang::Ja => format!(
            "反復 {} 回、世界 {} 個、{} {}。木の中の決定は平均 {:.2} 回、その後の行動は平均 {:.1} 回\n",
            found.iterations,
            found.worlds.len(),
            unit(lang, &found.unit),
            mean(&found.reward),
            found.mean_depth,
            found.mean_rollout
        ),
    };
    if found.left_out > 0 {
        text += &match lang {
            Lang::En => format!("{} more iterations did not fit into the file\n", found.left_out),
            Lang::Ja => format!("ほかに {} 回はファイルに収まりませんでした\n", found.left_out),
        };
    }
    text + "\n" + &worlds(lang, found) + "\n" + &paths(lang, found)
}

/// What rewards are counted in.
fn unit(lang: Lang, unit: &str) -> &str {
    match unit {
        "win" => lang.pick("win rate (0 to 1)", "勝率（0〜1）"),
        "chips" => lang.pick("chips", "損得（枚）"),
        "points" => lang.pick("score", "得点"),
        "cards" => lang.pick("cards", "枚数"),
        "" => lang.pick("payoff", "利得"),
        other => other,
    }
}

fn mean(reward: &Spread) -> String {
    reward.se.map_or(format!("{:.2}", reward.mean), |se| format!("{:.2} ± {se:.2}", reward.mean))
}

fn more(lang: Lang, all: usize) -> String {
    match (all.saturating_sub(LISTED), lang) {
        (0, _) => String::new(),
        (n, Lang::En) => format!(" ({n} more; --json lists all)\n"),
        (n, Lang::Ja) => format!("（ほか {n} 件。--json ですべて出ます）\n"),
    }
}

fn worlds(lang: Lang, found: &Summary) -> String {
    let worlds = &found.worlds;
    let columns = [
        (lang.pick("world", "世界"), Side::Left),
        (lang.pick("iterations", "反復"), Side::Right),
        (unit(lang, &found.unit), Side::Right),
        (lang.pick("least", "最小"), Side::Right),
        (lang.pick("most", "最大"), Side::Right),
        (lang.pick("tried most", "最も多く試した手"), Side::Left),
        (lang.pick("best mean", "平均が最も高い手"), Side::Left),
        (lang.pick("deck", "山札の順"), Side::Left),
    ];
    let row = |world: &WorldSummary| {
        let mut deck = world.deck.iter().take(LISTED).cloned().collect::<Vec<_>>().join(" ");
        if world.deck.len() > LISTED {
            deck += " …";
        }
        vec![
            format!("{}.{}", world.stream, world.number),
            world.reward.iterations.to_string(),
            mean(&world.reward),
            world.reward.least.to_string(),
            world.reward.most.to_string(),
            world.tried.clone(),
            world.best.clone(),
            deck,
        ]
    };
    table(&columns, worlds.iter().take(LISTED).map(row).collect()) + &more(lang, worlds.len())
}

/// The paths that were taken most, a path before those that continue it.
fn paths(lang: Lang, found: &Summary) -> String {
    let all = &found.paths;
    let columns = [
        (lang.pick("path", "手順"), Side::Left),
        (lang.pick("iterations", "反復"), Side::Right),
        (unit(lang, &found.unit), Side::Right),
    ];
    let mut listed: Vec<&PathSummary> = all.iter().collect();
    listed.sort_by_key(|path| std::cmp::Reverse(path.reward.iterations));
    listed.truncate(2 * LISTED);
    listed.sort_by(|a, b| a.path.cmp(&b.path));
    let row = |path: &&PathSummary| {
        let indent = "  ".repeat(path.path.len() - 1);
        let last = path.path.last().map_or("", String::as_str);
        vec![format!("{indent}{last}"), path.reward.iterations.to_string(), mean(&path.reward)]
    };
    table(&columns, listed.iter().map(row).collect()) + &more(lang, all.len().saturating_sub(LISTED))
}

//! Writing to the terminal: plain text, tables, bars, progress.

use super::wrap;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use indicatif::{ProgressBar, ProgressStyle};
use std::borrow::Cow;
use std::io::{ErrorKind, IsTerminal, Write};
use std::time::Duration;
use unicode_width::UnicodeWidthStr;
use yomi::engine::record::is_control_or_format;
use yomi::engine::wire::Snapshot;
use yomi::{Fault, Listener};

/// Why standard output could not be written; nothing that is told where its reader has gone.
pub fn cannot_say(why: &std::io::Error) -> Fault {
    match why.kind() {
        ErrorKind::BrokenPipe => Fault::cancelled(),
        _ => Fault::io(
            format!("cannot write to standard output: {why}"),
            format!("標準出力に書けません: {why}"),
        ),
    }
}

/// Standard output. A full disk is a fault; if the reader closes the pipe, the command is cancelled silently.
#[derive(Clone, Copy, Default)]
pub struct Screen;

impl Screen {
    pub fn say(self, text: &str) -> Result<(), Fault> {
        let mut out = std::io::stdout().lock();
        let text = if out.is_terminal() { harmless(text) } else { text.into() };
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Ok(()) => Ok(()),
            Err(why) => Err(cannot_say(&why)),
        }
    }

    /// Writes to standard error, for prompts when standard output is reserved for JSON. Write errors are
    /// ignored.
    pub fn aside(self, text: &str) -> Result<(), Fault> {
        let mut out = std::io::stderr().lock();
        let text = if out.is_terminal() { harmless(text) } else { text.into() };
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        Ok(())
    }

    pub fn json(self, value: &impl serde::Serialize) -> Result<(), Fault> {
        let text = serde_json::to_string_pretty(value).expect("results are plain data");
        self.say(&format!("{text}\n"))
    }
}

/// Text for a terminal. Names in games come from strangers, and control characters in them are commands
/// there.
fn harmless(text: &str) -> Cow<'_, str> {
    let command = |c: char| is_control_or_format(c) && !matches!(c, '\n' | '\t');
    match text.contains(command) {
        false => text.into(),
        true => text.replace("\r\n", "\n").replace(command, "\u{fffd}").into(),
    }
}

/// The alignment of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Left,
    Right,
}

/// A table with a heading; columns are as wide as their content. Text in the last column is wrapped at the
/// terminal's width, where there is one.
pub fn table(columns: &[(&str, Side)], mut rows: Vec<Vec<String>>) -> String {
    if let (Some(width), Some((_, Side::Left))) = (wrap::terminal(), columns.last()) {
        wrap_last(columns, &mut rows, width);
    }
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(columns.iter().map(|(name, _)| *name));
    table.add_rows(rows);
    for (i, (_, side)) in columns.iter().enumerate() {
        if let Some(column) = table.column_mut(i) {
            column.set_cell_alignment(if *side == Side::Right {
                CellAlignment::Right
            } else {
                CellAlignment::Left
            });
        }
    }
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Narrower than this, a column of text is not worth wrapping.
const NARROWEST_TEXT: usize = 20;

fn wrap_last(columns: &[(&str, Side)], rows: &mut [Vec<String>], width: usize) {
    let last = columns.len() - 1;
    let widest = |at: usize| {
        let cells = rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.width());
        cells.chain([columns[at].0.width()]).max().unwrap_or(0)
    };
    // Every column has a space on both sides.
    let others: usize = (0..last).map(|at| widest(at) + 2).sum();
    let Some(room) = width.checked_sub(others + 1).filter(|room| *room >= NARROWEST_TEXT) else { return };
    for cell in rows.iter_mut().filter_map(|row| row.get_mut(last)) {
        let indent = cell.len() - cell.trim_start().len();
        let lines = wrap::wrapped(&cell[indent..], room - indent);
        let gap = " ".repeat(indent);
        *cell = lines.iter().map(|line| format!("{gap}{line}")).collect::<Vec<_>>().join("\n");
    }
}

/// A bar of eighths of a block, `width` blocks wide when full.
pub fn bar(share: f64, width: usize) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share.clamp(0.0, 1.0) * (8 * width) as f64).round() as usize;
    format!("{}{}", "█".repeat(eighths / 8), PARTS[eighths % 8])
}

/// A progress bar on standard error, shown on terminals only.
pub fn progress(total: u64, what: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}").expect("a fixed template");
    ProgressBar::new(total).with_style(style).with_message(what.to_string())
}

/// Shows the progress of a search on standard error; `open` if its current choice may be shown.
pub struct Waiting {
    line: ProgressBar,
    open: bool,
}

impl Waiting {
    pub fn new(open: bool) -> Waiting {
        Waiting { line: spinner(), open }
    }

    pub fn end(self) {
        self.line.finish_and_clear();
    }
}

impl Listener for Waiting {
    fn every(&self) -> Option<Duration> {
        Some(Duration::from_millis(100))
    }

    fn snapshot(&mut self, now: &Snapshot) {
        if self.open {
            let value = now.value.unwrap_or_default();
            self.line.set_message(format!("{} ({value:.3})  {}", now.chosen, now.iterations));
        }
        self.line.tick();
    }
}

/// A progress line on standard error, shown on terminals only.
pub fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}").expect("a fixed template");
    ProgressBar::new_spinner().with_style(style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_they_should_be() {
        assert_eq!(bar(0.0, 10), "");
        assert_eq!(bar(1.0, 3), "███");
        assert_eq!(bar(0.5, 3), "█▌");
        assert_eq!(bar(7.0, 2), "██");
    }

    #[test]
    fn a_terminal_gets_no_commands() {
        assert_eq!(harmless("a\tb\n読み"), "a\tb\n読み");
        assert_eq!(harmless("\u{1b}[2Jx\rfake\u{9b}1m\r\nnext"), "\u{fffd}[2Jx\u{fffd}fake\u{fffd}1m\nnext");
    }

    #[test]
    fn tables_align_wide_letters() {
        let text = table(
            &[("手", Side::Left), ("n", Side::Right)],
            vec![vec!["四".into(), "5".into()], vec!["a".into(), "10".into()]],
        );
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[1].ends_with(" 5") && lines[2].ends_with("10"), "{text}");
    }

    /// Text in the last column goes on below itself, indented as it began, and no line is wider than the
    /// terminal.
    #[test]
    fn the_last_column_is_wrapped() {
        let columns = [("game", Side::Left), ("players", Side::Right), ("what it is", Side::Left)];
        let long = "one player walks a grid and collects as many points as the turns allow";
        let row = |cells: [&str; 3]| cells.map(str::to_string).to_vec();
        let rows = || vec![row(["maze", "1", long]), row(["", "", &format!("  {long}")])];
        for width in 40..120 {
            let mut wrapped = rows();
            wrap_last(&columns, &mut wrapped, width);
            let text = table(&columns, wrapped.clone());
            assert!(text.lines().all(|line| line.width() <= width), "{width}:\n{text}");
            assert!(wrapped[1][2].lines().all(|line| line.starts_with("  ")), "{wrapped:?}");
            assert_eq!(wrapped[0][2].replace('\n', " "), long);
        }
        let mut narrow = rows();
        wrap_last(&columns, &mut narrow, 30);
        assert_eq!(narrow, rows(), "there is no room for text");
    }
}

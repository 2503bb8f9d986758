//! What pages show of the output of a command is what comes out of it.

use std::path::{Path, PathBuf};
use std::process::Command;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const PAGES: [&str; 7] = [
    "README.md",
    "README.ja.md",
    "docs/for-players.md",
    "docs/for-players.ja.md",
    "docs/adding-an-open-game.md",
    "docs/adding-a-game.md",
    "docs/algorithms/seed-pimc.md",
];

/// A command with the output that a page shows of it.
struct Shown<'p> {
    command: &'p str,
    output: Vec<&'p str>,
}

/// The commands of a page, in order, with what follows each.
fn shown(page: &str) -> Vec<Vec<Shown<'_>>> {
    let fences = page.split("\n```").skip(1).step_by(2);
    let blocks =
        fences.filter_map(|block| ["text\n", "console\n"].iter().find_map(|kind| block.strip_prefix(kind)));
    let of_block = |block| {
        let mut all: Vec<Shown<'_>> = Vec::new();
        for line in str::lines(block) {
            match (line.strip_prefix("$ "), all.last_mut()) {
                (Some(command), _) => all.push(Shown { command, output: Vec::new() }),
                (None, Some(last)) => last.output.push(line),
                (None, None) => {}
            }
        }
        all
    };
    blocks.map(of_block).collect()
}

/// The words of a command, as a shell reads them.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut quote) = (vec![String::new()], None);
    for c in command.chars() {
        match (quote, c) {
            (None, ' ') => words.push(String::new()),
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            _ => words.last_mut().expect("there is one").push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// An example, built as the program that is tested was: cargo builds examples that have tests as tests alone.
fn example(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_BIN_EXE_yomi")).parent().expect("a program is in a folder");
    let target = folder.parent().expect("a folder of cargo").as_os_str();
    let mut build = Command::new(env!("CARGO"));
    // Chosen from the whole workspace, as `./test` chooses: otherwise features of what it stands on differ, and all is
    // compiled again.
    build.args(["build", "--quiet", "--workspace", "--example", name, "--target-dir"]).arg(target);
    if folder.ends_with("release") {
        build.arg("--release");
    }
    assert!(build.current_dir(ROOT).status().unwrap().success(), "{name} is not built");
    folder.join("examples").join(name)
}

/// Times are left out, and where lines are broken does not matter.
fn without_times(text: &str) -> String {
    let is_time = |word: &str| {
        word.split_once('.').is_some_and(|(whole, digits)| {
            digits.len() == 4 && [whole, digits].iter().all(|part| part.bytes().all(|b| b.is_ascii_digit()))
        })
    };
    let mut words: Vec<&str> = text.split_whitespace().collect();
    // CPU time per move at the end of a row, and `12 ms` at the end of advice.
    if words.last().is_some_and(|last| is_time(last)) {
        words.pop();
    }
    if let [.., _, "ms"] = words[..] {
        words.truncate(words.len() - 2);
    }
    words.join(" ")
}

/// What a command of a page prints; nothing for one that asks or that is not ours.
fn run(command: &str, folder: &Path, japanese: bool) -> Option<String> {
    let words = words(command);
    let (program, args) = match &words[..] {
        [first, args @ ..] if first == "yomi" => (PathBuf::from(env!("CARGO_BIN_EXE_yomi")), args),
        [cargo, run, release, flag, name, dashes, args @ ..]
            if (cargo.as_str(), run.as_str(), release.as_str(), flag.as_str(), dashes.as_str())
                == ("cargo", "run", "--release", "--example", "--") =>
        {
            (example(name), args)
        }
        [echo, text, into, file] if echo == "echo" && into == ">" => {
            std::fs::write(folder.join(file), text).unwrap();
            return None;
        }
        _ => return None,
    };
    if args.first().is_some_and(|first| first == "play") {
        return None;
    }
    let ran = Command::new(program)
        .args(args)
        .current_dir(folder)
        .env("YOMI_STORE", "-")
        .env("LC_ALL", if japanese { "ja_JP.UTF-8" } else { "C" })
        .env_remove("COLUMNS")
        .output()
        .unwrap();
    let text = [ran.stdout, ran.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    Some(text)
}

/// Line by line in this order; `...` stands for what a page leaves out.
#[test]
fn pages_show_what_comes_out() {
    let folder = tempfile::tempdir().unwrap();
    let mut compared = 0;
    for path in PAGES {
        let page = std::fs::read_to_string(Path::new(ROOT).join(path)).unwrap();
        for Shown { command, output } in shown(&page).into_iter().flatten() {
            let Some(printed) = run(command, folder.path(), path.contains(".ja.")) else { continue };
            if output.is_empty() {
                continue;
            }
            let all: Vec<String> =
                printed.lines().map(without_times).filter(|line| !line.is_empty()).collect();
            let mut left = &all[..];
            for line in output.iter().map(|line| without_times(line)).filter(|l| !l.is_empty() && l != "...")
            {
                let at = left.iter().position(|printed| *printed == line);
                let at = at.unwrap_or_else(|| panic!("{path}: {command}\nno line {line:?} in\n{printed}"));
                left = &left[at + 1..];
                compared += 1;
            }
        }
    }
    assert!(compared > 60, "{compared}");
}

/// Advice as a picture of the terminal, for the READMEs. `YOMI_BLESS=1 cargo test -p yomi-cli --test docs_output`
/// draws them.
const PICTURES: [(&str, &str); 2] = [
    ("docs/pictures/advise.svg", "advise connect-four --moves 44533 --agent mcts --limit 20000it"),
    (
        "docs/pictures/advise-ja.svg",
        "advise leduc --seed 3 --moves bet --agent ismcts --limit 20000it --lang ja",
    ),
];

/// Columns of the terminal that is drawn.
const COLUMNS: &str = "96";
const LETTER: f64 = 8.4;
const LINE: f64 = 18.0;
const MARGIN: f64 = 18.0;

fn colour(letter: char, is_command: bool) -> &'static str {
    match letter {
        _ if is_command => "#8ddb8c",
        '·' => "#545d68",
        '●' => "#e5534b",
        '○' => "#e3b341",
        '█'..='▏' => "#539bf5",
        _ => "#cdd9e5",
    }
}

/// Every letter has its place, whatever font it is drawn with.
fn drawn(command: &str, printed: &str) -> String {
    let lines: Vec<String> =
        std::iter::once(format!("$ yomi {command}")).chain(printed.lines().map(str::to_string)).collect();
    let width = lines.iter().map(|line| line.width()).max().unwrap_or(0);
    let (width, height) =
        (2.0 * MARGIN + LETTER * width as f64, 2.5 * MARGIN + LINE * (lines.len() as f64 - 0.5));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         font-family=\"ui-monospace, Menlo, Consolas, monospace\" font-size=\"14\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#1c2128\"/>\n"
    );
    for (number, line) in lines.iter().enumerate() {
        let (mut column, y) = (0, 1.75 * MARGIN + LINE * number as f64);
        for letter in line.chars() {
            if letter != ' ' {
                let (x, fill) = (MARGIN + LETTER * column as f64, colour(letter, number == 0));
                let letter = match letter {
                    '<' => "&lt;".to_string(),
                    '>' => "&gt;".to_string(),
                    '&' => "&amp;".to_string(),
                    other => other.to_string(),
                };
                svg += &format!("<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{fill}\">{letter}</text>");
            }
            column += letter.width().unwrap_or(0);
        }
        svg.push('\n');
    }
    svg + "</svg>\n"
}

#[test]
fn pictures_show_what_comes_out() {
    for (path, command) in PICTURES {
        let ran = Command::new(env!("CARGO_BIN_EXE_yomi"))
            .args(command.split(' '))
            .env("YOMI_STORE", "-")
            .env("LC_ALL", "C")
            .env("COLUMNS", COLUMNS)
            .output()
            .unwrap();
        let printed = String::from_utf8(ran.stdout).unwrap();
        // How long it took differs from run to run.
        let (head, time) = printed.trim_end().rsplit_once([',', '、']).unwrap();
        assert!(time.ends_with(" ms"), "{printed}");
        let (file, now) = (Path::new(ROOT).join(path), drawn(command, head));
        if std::env::var_os("YOMI_BLESS").is_some() {
            std::fs::write(&file, &now).unwrap();
        }
        let is_there = std::fs::read_to_string(&file).unwrap() == now;
        assert!(is_there, "{path} shows another text; YOMI_BLESS=1 draws it again:\n{printed}");
    }
}

//! Which files a page needs: read from the page's own modules, so that nothing is listed twice.
//!
//! `js/kits.js` has one line for each family of games, with its games, its styles and its module; what a
//! module needs follows from its imports.

use std::collections::BTreeSet;

/// Where the families of games are.
const KITS: &str = "js/kits.js";
/// What the page of every game needs besides.
const EVERY_GAME: &str = "js/views/table.js";
/// What a page with puzzles needs besides.
const PUZZLES: (&str, &str) = ("js/views/puzzles.js", "style/puzzles.css");
/// Where a page starts.
const MAIN: &str = "main.js";
const STYLES: &str = "style/";

/// The files of a page that it does not name by itself.
#[derive(Default)]
pub struct Needed {
    pub styles: Vec<String>,
    pub modules: Vec<String>,
}

impl Needed {
    /// What the page needs where it asks puzzles.
    pub fn with_puzzles(&self, text_of: impl Fn(&str) -> Option<&'static str>) -> Needed {
        let (module, style) = PUZZLES;
        let with = |list: &[String], more: &str| [list, &[more.to_string()]].concat();
        Needed {
            styles: with(&self.styles, style),
            modules: with_imports(&with(&self.modules, module), &text_of),
        }
    }
}

/// What every page needs.
pub fn of_every_page(text_of: impl Fn(&str) -> Option<&'static str>) -> Needed {
    Needed { styles: Vec::new(), modules: with_imports(&[MAIN.into()], &text_of) }
}

/// What the pages of games need, by game.
pub fn of_games(text_of: impl Fn(&str) -> Option<&'static str>) -> Vec<(String, Needed)> {
    let lines = text_of(KITS).unwrap_or_default().lines().map(str::trim);
    let mut games = Vec::new();
    for line in lines.filter(|line| line.starts_with("{ games:")) {
        let words: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
        let module = words.iter().filter(|word| word.ends_with(".js")).map(|word| resolved(KITS, word));
        let styles = words.iter().filter(|word| word.ends_with(".css")).map(|name| format!("{STYLES}{name}"));
        let roots: Vec<String> = [MAIN.into(), EVERY_GAME.into()].into_iter().chain(module).collect();
        let (styles, modules) = (styles.collect::<Vec<_>>(), with_imports(&roots, &text_of));
        let named = words.iter().filter(|word| !word.contains('.'));
        games.extend(
            named.map(|game| (game.to_string(), Needed { styles: styles.clone(), modules: modules.clone() })),
        );
    }
    games
}

/// These modules and all that they import, themselves or by others.
fn with_imports(roots: &[String], text_of: &impl Fn(&str) -> Option<&'static str>) -> Vec<String> {
    let (mut found, mut open) = (BTreeSet::new(), roots.to_vec());
    while let Some(module) = open.pop() {
        if let Some(text) = text_of(&module).filter(|_| !found.contains(&module)) {
            open.extend(imports(text).map(|path| resolved(&module, path)));
            found.insert(module);
        }
    }
    found.into_iter().collect()
}

/// What a module imports before it runs. Imports in comments and calls begin their lines otherwise.
fn imports(text: &str) -> impl Iterator<Item = &str> {
    let lines = text
        .lines()
        .filter(|line| ["import ", "export ", "} from "].iter().any(|word| line.starts_with(word)));
    let path = |line: &'_ str| -> Option<(usize, usize)> {
        let from = line.rfind("from \"").map(|at| at + "from \"".len())?;
        Some((from, from + line[from..].find('"')?))
    };
    lines.filter_map(move |line| path(line).map(|(from, to)| &line[from..to]))
}

/// A path as it is written in a file, seen from the folder of the page.
fn resolved(file: &str, path: &str) -> String {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_followed_and_comments_are_not() {
        let text_of = |name: &str| match name {
            "main.js" => {
                Some("import { a } from \"./js/a.js\";\n/** @import { T } from \"./js/not.js\" */\n")
            }
            "js/a.js" => Some(
                "import {\n  b,\n} from \"../b.js\";\nexport { c } from \"./c.js\";\nconst d = import(\"./not.js\");",
            ),
            "b.js" | "js/c.js" => Some("import { a } from \"./js/a.js\";\nconst from = \"x\";"),
            _ => None,
        };
        assert_eq!(of_every_page(text_of).modules, ["b.js", "js/a.js", "js/c.js", "main.js"]);
    }
}

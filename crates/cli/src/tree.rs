//! A search tree on the terminal.

use super::advise::{number, value_heading};
use super::lang::Lang;
use super::screen::{Side, table};
use yomi::Advice;
use yomi::engine::treetop::{Kind, ShownBranch, ShownTree};

/// How many branches of one kind are shown, at the root and below it.
const WIDTH_AT_ROOT: usize = 10;
const WIDTH: usize = 4;

/// The search tree of an advice, formatted for people.
pub fn text(lang: Lang, advice: &Advice, tree: &ShownTree) -> String {
    let mut rows = Rows { lang, advice, prior: false, available: false, rows: Vec::new() };
    rows.note_columns(&tree.root);
    rows.add(lang.pick("position", "局面").to_string(), &tree.root);
    rows.add_children("", &tree.root, WIDTH_AT_ROOT);
    let mut columns = vec![
        (lang.pick("tree", "探索木"), Side::Left),
        (lang.pick("seat", "席"), Side::Right),
        (lang.pick("visits", "試行"), Side::Right),
        (value_heading(lang, advice), Side::Right),
        (lang.pick("exploit", "活用"), Side::Right),
        (lang.pick("+ explore", "＋探索"), Side::Right),
        (lang.pick("= sum", "＝合計"), Side::Right),
    ];
    if rows.prior {
        columns.push((lang.pick("prior", "事前確率"), Side::Right));
    }
    if rows.available {
        columns.push((lang.pick("available", "選択可能"), Side::Right));
    }
    let mut text = format!("\n{}\n", table(&columns, rows.rows));
    text += lang.pick(
        "A value is that of the seat which chooses; of its moves the one with the highest sum is tried next.\n",
        "値は手を選ぶ席から見たもので、その席の手のうち合計の最も高いものが次に試されます。\n",
    );
    if advice.opponents.is_some() {
        text += lang.pick(
            "Values in the tree are the search's own; those of the table are chances fitted to them.\n",
            "木の値は探索自身のもので、表の値はそれを実戦に合わせた勝率です。\n",
        );
    }
    if tree.trees > 1 {
        let (visits, trees) = (tree.root.visits, tree.trees);
        text += &match lang {
            Lang::En => format!(
                "The search built {trees} trees; this is the first, {visits} of {} iterations. The table of moves adds all up.\n",
                advice.iterations
            ),
            Lang::Ja => format!(
                "探索は {trees} 本の木を作りました。これは一本目（{} 回のうち {visits} 回）で、手の表は全部の合計です。\n",
                advice.iterations
            ),
        };
    }
    text
}

struct Rows<'a> {
    lang: Lang,
    advice: &'a Advice,
    prior: bool,
    available: bool,
    rows: Vec<Vec<String>>,
}

impl Rows<'_> {
    /// Notes which optional columns are used.
    fn note_columns(&mut self, branch: &ShownBranch) {
        self.prior |= branch.prior.is_some();
        self.available |= branch.available.is_some();
        branch.children.iter().for_each(|child| self.note_columns(child));
    }

    fn add_children(&mut self, indent: &str, branch: &ShownBranch, width: usize) {
        // Branches of one kind are listed together: one seat's choices, the other seat's choices, then joint
        // choices.
        let groups: Vec<&[ShownBranch]> =
            branch.children.chunk_by(|a, b| (a.kind, a.seat) == (b.kind, b.seat)).collect();
        for (g, group) in groups.iter().enumerate() {
            // There are many joint choices, so fewer are shown.
            let width = if group[0].kind == Kind::Joint { width.min(WIDTH) } else { width };
            // A note "one more" would take as much space as the line itself.
            let fits = if group.len() <= width + 1 { group.len() } else { width };
            let last_group = g + 1 == groups.len();
            for (i, child) in group[..fits].iter().enumerate() {
                let last = last_group && i + 1 == group.len();
                let (fork, below) = if last { ("└─", "   ") } else { ("├─", "│  ") };
                let more = if child.goes_on { " …" } else { "" };
                self.add(format!("{indent}{fork} {}{more}", self.label(child)), child);
                self.add_children(&format!("{indent}{below}"), child, WIDTH);
            }
            let rest = &group[fits..];
            if !rest.is_empty() {
                let fork = if last_group { "└─" } else { "├─" };
                let more = self.lang.pick("… {} more", "… 他 {}").replace("{}", &rest.len().to_string());
                let mut cells = vec![format!("{indent}{fork} {more}"), String::new()];
                cells.push(rest.iter().map(|child| child.visits).sum::<u64>().to_string());
                cells.resize(self.columns(), String::new());
                self.rows.push(cells);
            }
        }
    }

    fn columns(&self) -> usize {
        7 + usize::from(self.prior) + usize::from(self.available)
    }

    fn label(&self, branch: &ShownBranch) -> String {
        let after = match branch.after.as_slice() {
            [] => String::new(),
            events => format!("{}: ", events.join(" ")),
        };
        match (branch.kind, &branch.text) {
            (Kind::Knows, _) => {
                let (seat, number) = (branch.seat.unwrap_or_default(), branch.set.unwrap_or_default());
                match self.lang {
                    Lang::En => format!("{after}seat {seat}, view {number}"),
                    Lang::Ja => format!("{after}席{seat}の視点 {number}"),
                }
            }
            (Kind::Chance, Some(text)) => format!("({text})"),
            (_, text) => text.clone().unwrap_or_default(),
        }
    }

    fn add(&mut self, label: String, branch: &ShownBranch) {
        let seat = match (branch.kind, branch.seat) {
            (Kind::Chance, _) => self.lang.pick("chance", "運").to_string(),
            (Kind::Joint, _) => self.lang.pick("all", "全員").to_string(),
            (Kind::Move, Some(seat)) => seat.to_string(),
            _ => String::new(),
        };
        // A dash for values not yet known; empty where the value does not exist.
        let chosen = branch.kind == Kind::Move;
        let or_dash = |x: Option<f64>, show: &dyn Fn(f64) -> String| match x {
            Some(x) => show(x),
            None if chosen => "-".to_string(),
            None => String::new(),
        };
        let three = |x: f64| format!("{x:.3}");
        let score = branch.exploit.zip(branch.explore).map(|(a, b)| a + b);
        let mut cells = vec![
            label,
            seat,
            branch.visits.to_string(),
            or_dash(branch.value, &|x| number(&self.advice.unit, x)),
            or_dash(branch.exploit, &three),
            or_dash(branch.explore, &three),
            or_dash(score, &three),
        ];
        if self.prior {
            cells.push(branch.prior.map_or(String::new(), three));
        }
        if self.available {
            cells.push(branch.available.map_or(String::new(), |n| n.to_string()));
        }
        self.rows.push(cells);
    }
}

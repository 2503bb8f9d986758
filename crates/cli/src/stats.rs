//! `stats`: measured statistics of cards.

use super::Context;
use super::args::StatsArgs;
use super::files::Target;
use super::follow::{Following, interrupted};
use super::lang::Lang;
use super::screen::{Side, table};
use super::wrap;
use yomi::Fault;
use yomi::engine::statistics::{Report, Row};

/// Number of cards listed per dimension.
const LISTED: usize = 5;

pub fn stats(context: &Context, args: &StatsArgs) -> Result<(), Fault> {
    let matches = &args.matches;
    let game = matches.game.find(&context.registry)?;
    if !game.abilities().statistics {
        return Err(super::not_able(
            context,
            game,
            ("has no statistics of cards", "にはカードの統計がありません"),
            |able| able.statistics,
        ));
    }
    let table = matches.game.open(&context.registry)?;
    let target = |path: &Option<String>| path.as_deref().map(Target::new).transpose();
    let (out, svg) = (target(&args.out)?, target(&args.svg)?);
    let request = matches.request();
    let following = Following::new(request.games, &matches.game.game);
    let report = table.statistics(&request, &following);
    following.end();
    let report = report?;
    let lang = context.lang;
    if let Some(out) = out {
        out.write(report.table.as_bytes())?;
    }
    if let Some(svg) = svg {
        let picture = report.svg(|row| lang.pick(&row.name.en, &row.name.ja).to_string());
        svg.write(picture.as_bytes())?;
    }
    if context.json { context.screen.json(&report) } else { context.screen.say(&text(lang, &report)) }
}

fn text(lang: Lang, report: &Report) -> String {
    let columns = [
        (lang.pick("statistic", "統計"), Side::Left),
        (lang.pick("what it is", "内容"), Side::Left),
        (
            lang.pick("cards with the most of it, in standard deviations", "上位のカード（標準偏差）"),
            Side::Left,
        ),
    ];
    let rows = report.dimensions.iter().enumerate().map(|(at, dimension)| {
        let card =
            |row: &&Row| format!("{} {:+.1}", lang.pick(&row.name.en, &row.name.ja), row.standardised[at]);
        let cards: Vec<String> = report.top(at).iter().take(LISTED).map(card).collect();
        vec![
            dimension.name.to_string(),
            lang.pick(&dimension.text.en, &dimension.text.ja).to_string(),
            cards.join(lang.pick(", ", "、")),
        ]
    });
    let mut text = table(&columns, rows.collect());
    text += &wrap::to_terminal(&costs(lang, report));
    let games = lang.pick("games", "局");
    text += &format!(
        "\n{}: {} {games}, {}; seed {}\n",
        report.game,
        report.games,
        report.agents.join(" "),
        report.seed
    );
    text + interrupted(lang, report.interrupted)
}

/// A cost as really paid that is this far from the printed one is listed.
const FAR: f64 = 1.0;

/// Cards whose cost as really paid is far from what is printed on them.
fn costs(lang: Lang, report: &Report) -> String {
    let off = |row: &&Row| (f64::from(row.printed_cost) - row.virtual_cost).abs();
    let mut far: Vec<&Row> = report.cards.iter().filter(|row| off(row) >= FAR).collect();
    far.sort_by(|a, b| off(b).total_cmp(&off(a)));
    if far.is_empty() {
        return String::new();
    }
    let card = |row: &&Row| {
        format!("{} {} -> {:.1}", lang.pick(&row.name.en, &row.name.ja), row.printed_cost, row.virtual_cost)
    };
    let cards: Vec<String> = far.iter().map(card).collect();
    let what = lang.pick(
        "Printed cost -> what was really paid on average (a trigger costs nothing, and a card that can become free is mostly kept until it is)",
        "印刷コスト -> 実際に払った平均（トリガーはただで使え、コスト0になりうるカードはたいていそうなるまで温存される）",
    );
    format!("{what}:\n  {}\n", cards.join(lang.pick(", ", "、")))
}

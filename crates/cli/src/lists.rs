//! `games`, `agents`, and the output of `yomi` without arguments.

use super::Context;
use super::advise::{Answer, render};
use super::args::AgentsArgs;
use super::lang::Lang;
use super::screen::{Side, table};
use super::wrap;
use yomi::core::{OptionKind, OptionSpec, Player};
use yomi::engine::limit;
use yomi::{Ask, Fault, Game};

pub fn games(context: &Context) -> Result<(), Fault> {
    let all = context.registry.games();
    if context.json {
        return context.screen.json(&context.registry.list()?);
    }
    let rules = context.lang.pick(
        "The rules of a game: yomi rules GAME; its agents: yomi agents GAME\n",
        "ルールは yomi rules GAME、エージェントは yomi agents GAME で見られます\n",
    );
    context.screen.say(&format!("{}\n{rules}", games_text(context, all)?))
}

fn games_text(context: &Context, all: &[Box<dyn Game>]) -> Result<String, Fault> {
    let lang = context.lang;
    let mut rows = Vec::new();
    for game in all {
        let players = game.open(&[])?.players().to_string();
        rows.push(vec![game.name().to_string(), players, lang.text(game.summary()).to_string()]);
        let settings: Vec<String> =
            game.settings().iter().map(|s| format!("--set {}={}", s.name, s.default)).collect();
        if !settings.is_empty() {
            rows.push(vec![String::new(), String::new(), format!("  {}", settings.join(" "))]);
        }
    }
    let columns = [
        (lang.pick("game", "ゲーム"), Side::Left),
        (lang.pick("players", "人数"), Side::Right),
        (lang.pick("what it is", "内容"), Side::Left),
    ];
    Ok(table(&columns, rows))
}

pub fn agents(context: &Context, args: &AgentsArgs) -> Result<(), Fault> {
    let game = context.registry.find(&args.game)?;
    if context.json {
        return context.screen.json(&game.listed_agents()?);
    }
    let lang = context.lang;
    let mut text = String::new();
    for a in &game.agents() {
        let limits = limit::text(&a.default_limits);
        let limits = match limits.as_str() {
            "-" => String::new(),
            given => format!("  [{}: {given}]", lang.pick("without a limit", "制限を指定しないとき")),
        };
        let also = a.also.map_or(String::new(), |name| format!("  [{}: {name}]", lang.pick("also", "別名")));
        text += &format!("{}  {}{limits}{also}\n", a.name, lang.text(a.help));
        for option in &a.options {
            let help = lang.text(option.help);
            text += &format!("    {}={}  {help}{}\n", option.name, option.default, range(lang, option));
        }
    }
    text += lang.pick(
        "\nEvery agent takes limit=, as in mcts(limit=1000it/50ms).\n",
        "\nどのエージェントも limit= を取れます。例: mcts(limit=1000it/50ms)\n",
    );
    context.screen.say(&wrap::to_terminal(&text))
}

/// What an option takes, where its help cannot know it: a range has one source.
fn range(lang: Lang, option: &OptionSpec) -> String {
    match option.kind {
        OptionKind::Count { .. } | OptionKind::Number { .. } | OptionKind::File { .. } => {
            let (en, ja) = option.expected();
            format!(" [{}]", lang.pick(&en, &ja))
        }
        _ => String::new(),
    }
}

/// The example position shown by `yomi` without arguments.
const EXAMPLE: (&str, &str, &str) = ("connect-four", "44455", "20000it");

pub fn welcome(context: &Context) -> Result<(), Fault> {
    let (name, moves, limits) = EXAMPLE;
    let table = context.registry.find(name)?.open(&[])?;
    let mut session = table.session(0, &[None, None], None)?;
    session.submit_list(moves)?;
    let position = session.position(session.next().unwrap_or(Player::FIRST));
    let advice = position.advise(&Ask::new("mcts")?.limit(limits)?, &mut ())?;
    if context.json {
        return context.screen.json(&advice);
    }
    let lang = context.lang;
    let intro = lang.pick(
        "Yomi decides what to play when not everything can be seen.\n",
        "Yomi（読み）は、すべてが見えるわけではないゲームで、何を出すかを決めます。\n",
    );
    let example = lang.pick("An example", "例");
    let next = lang.pick("What to type next", "次に試すコマンド");
    let mut text = format!("{intro}\n{}\n", games_text(context, context.registry.games())?);
    text += &format!("{example}: yomi advise {name} --moves {moves} --agent mcts --limit {limits}\n\n");
    text += &render(lang, &Answer { picture: lang.picture(position.as_ref()), advice: &advice });
    text += &format!("\n{next}:\n");
    for (command, en, ja) in [
        ("yomi play connect-four --human 0", "play against it", "対戦する"),
        (
            "yomi advise leduc --seed 3 --moves \"bet\"",
            "advice with a hidden card",
            "見えない札のある局面で助言をもらう",
        ),
        (
            "yomi arena kuhn --agents \"ismcts random\" --games 1000",
            "let two agents play",
            "エージェント同士を対戦させる",
        ),
        ("yomi suite maze --agent best --boards 20", "measure a one-player game", "一人用ゲームの成績を測る"),
        ("yomi rules sevens", "the rules of a game", "ゲームのルール"),
        ("yomi agents connect-four", "all agents and their options", "エージェントとオプションの一覧"),
        ("yomi --help", "all commands", "すべてのコマンド"),
    ] {
        text += &format!("  {command:<58} {}\n", lang.pick(en, ja));
    }
    context.screen.say(&text)
}

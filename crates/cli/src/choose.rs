//! `choose`: the chart for a registered game, or for one that the user describes.

use super::Context;
use super::args::ChooseArgs;
use super::lang::Lang;
use super::wrap;
use std::io::BufRead;
use yomi::core::{Limits, sentence};
use yomi::engine::chart::{Best, Measured, Recommendation, Traits};
use yomi::engine::wire::Basis;
use yomi::{Ask, Fault, Game, Sentence, Table};

pub fn choose(context: &Context, args: &ChooseArgs) -> Result<(), Fault> {
    match &args.game {
        Some(name) => {
            let game = context.registry.find(name)?;
            let table = game.open(&args.settings)?;
            let mut traits = game.traits();
            traits.searchable |= can_be_searched_out(game, table.as_ref(), &traits)?;
            let mut found = Recommendation::new(Some(game), traits);
            let name = found.recommended.split('(').next().unwrap_or_default();
            if game.agents().iter().any(|agent| agent.name == name) {
                let players = table.players();
                found.command = Some(command(game.name(), &args.settings, players, found.recommended));
            }
            tell(context, &found)
        }
        None => tell(context, &Recommendation::new(None, ask(context)?)),
    }
}

/// Positions that a search may visit before a game counts as too large to search out: well under a second.
const SEARCHED: u64 = 1_000_000;
const EXACT: &str = "alphabeta";

/// Whether alpha-beta proves the value of a start position of this very size. Only for the games of which the
/// chart asks it.
fn can_be_searched_out(game: &dyn Game, table: &dyn Table, traits: &Traits) -> Result<bool, Fault> {
    let asked = traits.players == 2 && !traits.hidden && !traits.chance && !traits.simultaneous;
    if !asked || !game.agents().iter().any(|agent| agent.name == EXACT) {
        return Ok(false);
    }
    let session = table.session(0, &vec![None; table.players()], None)?;
    let Some(seat) = session.next() else { return Ok(true) };
    let ask = Ask { limits: Some(Limits::nodes(SEARCHED)), ..Ask::new(EXACT)? };
    Ok(session.position(seat).advise(&ask, &mut ())?.basis == Basis::Proven)
}

fn command(game: &str, settings: &[(String, String)], players: usize, agent: &str) -> String {
    let set: String = settings.iter().map(|(key, value)| format!(" --set {key}={value}")).collect();
    match players {
        1 if agent.contains('(') => format!("yomi suite {game}{set} --agent \"{agent}\""),
        1 => format!("yomi suite {game}{set} --agent {agent}"),
        _ => {
            format!(
                "yomi arena {game}{set} --agents \"{agent}{}\" --games 100",
                " random".repeat(players - 1)
            )
        }
    }
}

fn tell(context: &Context, found: &Recommendation) -> Result<(), Fault> {
    if context.json {
        return context.screen.json(found);
    }
    let lang = context.lang;
    let measured = found.best.as_ref().and_then(|best| best.measured.as_ref());
    let why = measured.map_or(&found.choice.why, |measured| &measured.why);
    let mut text = format!("{}: {}\n", found.recommended, lang.sentence(why));
    if found.game.is_some() {
        text += &format!("  {}\n", facts(lang, &found.traits));
    }
    if let Some(command) = &found.command {
        text += &format!("  {} {command}\n", lang.pick("try:", "例:"));
    }
    if let Some(best) = &found.best {
        text += &format!("  {}\n", lang.sentence(&beside(found, best)));
    }
    context.screen.say(&wrap::to_terminal(&text))
}

/// How the recommendation, the chart and the game's agent `best` go together.
fn beside(found: &Recommendation, best: &Best) -> Sentence {
    let (Best { agent, measured }, chart) = (best, &found.choice);
    let (by_chart, why) = (chart.agent, &chart.why);
    match measured {
        Some(Measured { row, .. }) => sentence!(
            "That is `best`, by measurement (docs/results.md: {row}). The chart alone would say {by_chart}: {why}.",
            "`best` がこれです。実測によります（docs/results.md: {row}）。チャートだけなら {by_chart} です: {why:#}。"
        ),
        None if *agent == by_chart => {
            sentence!("That is `best`, as the chart says.", "`best` がこれで、チャートのとおりです。")
        }
        None => sentence!(
            "`best` is {agent}: it is meant for boards too large to be searched to the end.",
            "`best` は {agent} です。こちらは全探索できない大きな盤面のためのものです。"
        ),
    }
}

fn facts(lang: Lang, traits: &Traits) -> String {
    let players = lang.pick("players", "人数");
    let mut facts = vec![format!("{players} {}", traits.players)];
    for (holds, en, ja) in [
        (!traits.context, "one decision", "文脈なし"),
        (traits.simultaneous, "simultaneous", "同時着手"),
        (traits.searchable, "can be searched to the end", "全探索可能"),
        (traits.evaluation, "positions can be evaluated", "盤面評価あり"),
        (traits.hidden, "hidden information", "隠れた情報あり"),
        (traits.chance, "chance", "運の要素あり"),
    ] {
        if holds {
            facts.push(lang.pick(en, ja).to_string());
        }
    }
    facts.join(lang.pick(", ", "、"))
}

/// Asks the questions of the chart, skipping those that no longer matter.
fn ask(context: &Context) -> Result<Traits, Fault> {
    let lang = context.lang;
    let yes = |en, ja| ask_yes(context, lang.pick(en, ja));
    let mut traits = Traits { players: 1, ..Traits::default() };
    traits.context = yes(
        "Is there more than one decision, with the situation changing after each?",
        "自分の行動とともに状況が変わり、決定は何度もありますか？",
    )?;
    if !traits.context {
        return Ok(traits);
    }
    if !yes("Is it for one player?", "一人用ですか？")? {
        traits.players = 2;
        traits.simultaneous = yes(
            "Do players choose at the same time, without seeing each other's move?",
            "相手の手を見ずに、同時に着手しますか？",
        )?;
    }
    traits.hidden =
        !traits.simultaneous && yes("Is anything hidden from a player?", "見えない情報がありますか？")?;
    if traits.simultaneous || traits.hidden {
        return Ok(traits);
    }
    traits.chance = yes("Are there dice, draws or other luck?", "サイコロや山札などの運はありますか？")?;
    if traits.chance {
        return Ok(traits);
    }
    if traits.players == 1 {
        traits.diverse = yes(
            "Can you keep a beam diverse, by removing duplicates or by a good evaluation?",
            "重複除去や評価関数で多様性を保てますか？",
        )?;
        return Ok(traits);
    }
    traits.searchable = yes("Can every line be searched to the end?", "全探索できますか？")?;
    traits.evaluation =
        traits.searchable || yes("Can unfinished positions be evaluated?", "盤面を評価できますか？")?;
    Ok(traits)
}

fn ask_yes(context: &Context, question: &str) -> Result<bool, Fault> {
    loop {
        context.screen.aside(&format!("{question} [y/n] "))?;
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line);
        if read.map_err(|why| super::play::cannot_read_input(&why))? == 0 {
            return Err(Fault::bad_option(
                "the questions were not answered; expected y or n, or name a game: yomi choose maze",
                "質問に答えがありません。y か n で答えるか、ゲーム名を指定してください: yomi choose maze",
            ));
        }
        match line.trim() {
            "y" | "Y" | "yes" | "はい" => return Ok(true),
            "n" | "N" | "no" | "いいえ" => return Ok(false),
            _ => {}
        }
    }
}

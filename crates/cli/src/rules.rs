//! `rules`: what a game's README says to players, on the terminal.

use super::Context;
use super::args::RulesArgs;
use super::cards;
use super::wrap;
use serde_json::{Value, json};
use yomi::{Fault, Game, Registry};

/// What comes after it is not for players.
const FOR_PROGRAMS: &str = "\n## For programs";

pub fn rules(context: &Context, args: &RulesArgs) -> Result<(), Fault> {
    let game = context.registry.find(&args.game)?;
    if args.cards {
        return cards::show(context, game);
    }
    if context.json {
        return context.screen.json(&object(&context.registry, game)?);
    }
    let (en, ja) = for_players(&context.registry, game)?;
    context.screen.say(&plain(context.lang.pick(en, ja), wrap::columns()))
}

/// The rules for programs that show them.
pub fn object(registry: &Registry, game: &dyn Game) -> Result<Value, Fault> {
    let (en, ja) = for_players(registry, game)?;
    Ok(json!({"version": 1, "game": game.name(), "rules": {"en": en, "ja": ja}}))
}

fn for_players(registry: &Registry, game: &dyn Game) -> Result<(&'static str, &'static str), Fault> {
    let players = |text: &'static str| text.split(FOR_PROGRAMS).next().unwrap_or_default();
    let (en, ja) = (players(game.rules().en), players(game.rules().ja));
    if en.is_empty() { Err(without_rules(registry, game)) } else { Ok((en, ja)) }
}

fn without_rules(registry: &Registry, game: &dyn Game) -> Fault {
    let others = registry.games().iter().filter(|g| !g.rules().en.is_empty()).map(|g| g.name());
    let (name, others) = (game.name(), others.collect::<Vec<_>>());
    let list = others.join(", ");
    Fault::bad_option(
        format!("{name} comes without a text of its rules; expected: {list}"),
        format!("{name} にはルールの文章がありません。使えるもの: {list}"),
    )
    .expecting(others)
}

/// Markdown as text of this width: paragraphs and entries of lists are filled again, examples stay as they are.
fn plain(markdown: &str, width: usize) -> String {
    let mut text = String::new();
    let mut block = String::new();
    let mut example = false;
    for line in markdown.lines() {
        let fence = line.starts_with("```");
        let begins = line.starts_with('#') || !mark_of(line).is_empty();
        if fence || example || line.is_empty() || begins {
            text.push_str(&filled(&std::mem::take(&mut block), width));
        }
        match () {
            () if fence => example = !example,
            () if example => text.push_str(&format!("  {line}\n")),
            () if line.is_empty() => text.push('\n'),
            () => join(&mut block, line),
        }
    }
    text + &filled(&block, width)
}

/// What a line begins with that is an entry of a list. A paragraph may go on with a number (`1枚引きます`).
fn mark_of(line: &str) -> &'static str {
    ["- ", "1. ", "2. ", "3. ", "4. ", "5. ", "6. ", "7. ", "8. ", "9. "]
        .into_iter()
        .find(|mark| line.starts_with(mark))
        .unwrap_or_default()
}

/// Adds a line to a paragraph. Between Japanese letters, and before a number, there is no space.
fn join(block: &mut String, line: &str) {
    let line = line.trim_start();
    let wide = |c: Option<char>| c.is_some_and(|c| c > '\u{2e80}');
    let punctuated = block.ends_with(['、', '。', '）', '」']);
    let goes_on = wide(line.chars().next()) || line.starts_with(|c: char| c.is_ascii_digit());
    let close = punctuated || wide(block.chars().last()) && goes_on;
    if !block.is_empty() && !close {
        block.push(' ');
    }
    block.push_str(line);
}

fn filled(block: &str, width: usize) -> String {
    if block.is_empty() {
        return String::new();
    }
    let block = block.replace('`', "");
    if let Some(heading) = block.strip_prefix("## ") {
        return format!("{heading}\n");
    }
    if let Some(title) = block.strip_prefix("# ") {
        return format!("{title}\n");
    }
    let mark = mark_of(&block);
    let lines = wrap::wrapped(&block[mark.len()..], width - mark.len());
    format!("{mark}{}\n", lines.join(&format!("\n{}", " ".repeat(mark.len()))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_width::UnicodeWidthStr;
    use yomi::Registry;

    #[test]
    fn markdown_is_filled_and_examples_stay() {
        let text = "# T\n\none `two`\nthree\n\n- a b\n  c\n- 日本\n  語\n\n```text\nx   y\n```\n";
        assert_eq!(plain(text, 50), "T\n\none two three\n\n- a b c\n- 日本語\n\n  x   y\n");
        assert_eq!(
            plain("山札があれば\n1枚引き、\n2枚\n\n1. a\n2. b\n", 50),
            "山札があれば1枚引き、2枚\n\n1. a\n2. b\n"
        );
    }

    #[test]
    fn the_rules_of_every_game_fit_the_terminal() {
        for game in Registry::standard().games() {
            for text in [game.rules().en, game.rules().ja] {
                let shown = plain(text.split(FOR_PROGRAMS).next().unwrap(), 80);
                let example = shown.lines().skip_while(|line| !line.starts_with("  yomi")).count();
                let prose = shown.lines().count() - example;
                assert!(example > 3 && prose > 8, "{shown}");
                let wide = shown.lines().take(prose).find(|line| line.width() > 80);
                assert_eq!(wide, None, "{}", game.name());
                assert!(!shown.contains('`') && !shown.contains("]("), "{shown}");
            }
        }
    }
}

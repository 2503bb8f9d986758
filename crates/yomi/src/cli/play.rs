//! `play` and `replay`.

use super::Context;
use super::advise::{Answer, render};
use super::args::{PlayArgs, ReplayArgs};
use super::screen::spinner;
use crate::agent::AgentText;
use crate::game::{Glimpse, Thinking};
use crate::record::{Keeper, Record};
use crate::{Fault, Session};
use std::io::BufRead;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use yomi_core::{Limits, Player};

/// What an agent thinks about a move, and `?` about a question, when nobody says how long.
const DEFAULT_LIMITS: Limits = Limits::time(Duration::from_millis(500));

pub fn play(context: &Context, args: &PlayArgs) -> Result<(), Fault> {
    let game = args.game.find(&context.registry)?;
    let table = game.open(&args.game.settings)?;
    let agents = seats(args, table.players(), game.name())?;
    let keeper = args.record.as_deref().map(Keeper::new).transpose()?;
    let limits = Some(args.limit.unwrap_or(DEFAULT_LIMITS));
    let mut session = table.session(args.seed, &agents, limits)?;
    let human = args.human.map(Player::new);
    let outcome = play_on(context, session.as_mut(), human, args.seed, limits);
    // Whatever happened, what was played is kept.
    let record = session.record();
    if let Some(keeper) = &keeper {
        keeper.write(&record)?;
    }
    outcome?;
    finish(context, session.as_ref(), human.unwrap_or(Player::FIRST), &record)
}

/// Who sits where: `None` is the person.
fn seats(args: &PlayArgs, players: usize, game: &str) -> Result<Vec<Option<AgentText>>, Fault> {
    let mut seats: Vec<Option<AgentText>> = match &args.agents {
        Some(list) => list.0.iter().cloned().map(Some).collect(),
        None => vec![Some(AgentText::parse("best")?); players],
    };
    // With a person at the table the agents may be named for the other seats only.
    if let Some(seat) = args.human {
        if seat >= players {
            return Err(Fault::new(format!("--human {seat}: expected a seat from 0 to {}", players - 1)));
        }
        if seats.len() + 1 == players {
            seats.insert(seat, None);
        }
    }
    if seats.len() != players {
        let given = seats.len();
        return Err(Fault::new(format!("{game} has {players} seats, but --agents names {given}")));
    }
    if let Some(seat) = args.human {
        seats[seat] = None;
    }
    Ok(seats)
}

enum Asked {
    Moved,
    Left,
}

fn play_on(
    context: &Context,
    session: &mut dyn Session,
    human: Option<Player>,
    seed: u64,
    limits: Option<Limits>,
) -> Result<(), Fault> {
    while let Some(seat) = session.next() {
        if Some(seat) == human {
            if let Asked::Left = ask(context, session, seat, seed, limits)? {
                return Ok(());
            }
            continue;
        }
        if human.is_none() && !context.json {
            context.screen.say(&format!("{}\n", session.position(seat).picture()))?;
        }
        let thoughts = if human.is_some() { Thoughts::Secret } else { Thoughts::Shown };
        let known = human.map_or(0, |person| session.position(person).history().len());
        let advice = think(thoughts, |thinking| session.let_agent_move(thinking))?;
        if !context.json {
            // A person hears of a move what that person's seat sees of it, and nothing of what it was thought to be worth.
            let told = match human {
                Some(person) => session.position(person).history()[known..].join(" "),
                None => advice.chosen + &advice.value.map_or(String::new(), |v| format!(" ({v:.3})")),
            };
            let word = context.lang.pick("plays", "の手:");
            context.screen.say(&format!(
                "{} {seat} {} {word} {told}\n\n",
                context.lang.pick("seat", "席"),
                advice.agent
            ))?;
        }
    }
    Ok(())
}

/// Whether whoever sits at the terminal may follow the thinking.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Thoughts {
    Shown,
    Secret,
}

fn think<T>(thoughts: Thoughts, ask: impl FnOnce(&mut Thinking<'_>) -> Result<T, Fault>) -> Result<T, Fault> {
    let stop = AtomicBool::new(false);
    let waiting = spinner();
    let mut glimpse = |g: Glimpse| {
        if thoughts == Thoughts::Shown {
            waiting.set_message(format!("{} ({:.3})", g.best, g.value));
        }
        waiting.tick();
    };
    let answer = ask(&mut Thinking { stop: &stop, glimpse: Some(&mut glimpse) });
    waiting.finish_and_clear();
    answer
}

/// Asks the person until a move is made.
fn ask(
    context: &Context,
    session: &mut dyn Session,
    seat: Player,
    seed: u64,
    limits: Option<Limits>,
) -> Result<Asked, Fault> {
    let lang = context.lang;
    let help = lang.pick("? advice, u take back, q leave", "? 助言, u 待った, q 終了");
    context.screen.say(&format!("{}\n", session.position(seat).picture()))?;
    loop {
        let legal = session.position(seat).legal().join(" ");
        context.screen.say(&format!("{} [{legal}] ({help}) > ", lang.pick("your move", "あなたの手")))?;
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line);
        if read.map_err(|why| Fault::new(format!("cannot read standard input: {why}")))? == 0 {
            context.screen.say("\n")?;
            return Ok(Asked::Left);
        }
        match line.trim() {
            "" => {}
            "q" => return Ok(Asked::Left),
            "u" if session.take_back(seat) => return Ok(Asked::Moved),
            "u" => {
                context.screen.say(lang.pick("there is nothing to take back\n", "戻せる手がありません\n"))?
            }
            "?" => {
                let position = session.position(seat);
                let agent = AgentText::parse("best")?;
                let advice =
                    think(Thoughts::Shown, |thinking| position.advise(&agent, limits, seed, thinking))?;
                context
                    .screen
                    .say(&render(lang, &Answer { picture: position.picture(), advice: &advice }))?;
            }
            text => match session.submit(text) {
                Ok(()) => {
                    context.screen.say("\n")?;
                    return Ok(Asked::Moved);
                }
                Err(why) => context.screen.say(&format!("{why}\n"))?,
            },
        }
    }
}

fn finish(context: &Context, session: &dyn Session, seat: Player, record: &Record) -> Result<(), Fault> {
    if context.json {
        return context.screen.json(record);
    }
    let lang = context.lang;
    let mut text = format!("{}\n", session.position(seat).picture());
    text += &match &record.payoffs {
        None => lang.pick("The game was left.\n", "対局を途中で終えました。\n").to_string(),
        Some(payoffs) => {
            let each = payoffs.iter().zip(&record.agents).enumerate();
            let each =
                each.map(|(seat, (pay, name))| format!("{} {seat} ({name}): {pay}", lang.pick("seat", "席")));
            format!("{}  {}\n", lang.pick("Result", "結果"), each.collect::<Vec<_>>().join("   "))
        }
    };
    text += &format!("{}: {}\n", lang.pick("Moves", "棋譜"), record.moves.join(" "));
    context.screen.say(&text)
}

pub fn replay(context: &Context, args: &ReplayArgs) -> Result<(), Fault> {
    let record = Record::read(&args.file)?;
    let game = context.registry.find(&record.game).map_err(|why| why.at(&args.file))?;
    let table = game.open_json(Some(&record.settings)).map_err(|why| why.at(&args.file))?;
    let mut text = String::new();
    let shown = table.replay(&record, &mut |number, word, picture| {
        if number > 0 {
            text += &format!("{number}. {word}\n");
        }
        text += &format!("{picture}\n");
    });
    if !context.json {
        // Everything up to a move that cannot be is shown before the fault is.
        context.screen.say(&text)?;
    }
    shown.map_err(|why| why.at(&args.file))?;
    if context.json {
        return context.screen.json(&record);
    }
    let verdict = context.lang.pick("moves, all of them possible", "手、すべて規則どおり");
    let payoffs = record.payoffs.map_or(String::new(), |p| format!("   {p:?}"));
    context.screen.say(&format!("{} {verdict}{payoffs}\n", record.moves.len()))
}

//! `play` and `replay`.

use super::Context;
use super::advise::{Answer, render};
use super::args::{PlayArgs, ReplayArgs};
use super::cards;
use super::files::{self, Target};
use super::lang::Lang;
use super::outcome;
use super::partner::Partners;
use super::screen::Waiting;
use super::store::Keeping;
use super::wrap;
use std::cell::{Cell, RefCell};
use std::io::{BufRead, Read};
use std::time::Duration;
use yomi::core::{Limits, Player, Stakes, sentence};
use yomi::engine::agent::AgentText;
use yomi::engine::fault::reason;
use yomi::engine::kind::{self, AgentInfo};
use yomi::engine::record::Record;
use yomi::engine::wire::{CardInfo, Legal};
use yomi::{Ask, Fault, FaultKind, Game, Position, Sentence, Session};
use yomi_store::{Content, Source};

/// The limit per move, and for `?`, when none is given.
pub const DEFAULT_LIMITS: Limits = Limits::time(Duration::from_millis(500));

/// Maximum length of an input line, in bytes.
const MOST_LINE: u64 = 10_000;

pub fn play(context: &Context, args: &PlayArgs) -> Result<(), Fault> {
    let game = args.game.find(&context.registry)?;
    let table = game.open(&args.game.settings)?;
    let seat = args.human.unwrap_or(0);
    if seat >= table.players() {
        return Err(no_such_seat("--human", seat, table.players()));
    }
    let name = args.name.as_deref();
    check_name(name, &game.agents())?;
    let partners =
        args.partner.map(|wanted| Partners::new(context, wanted, args, game, table.as_ref(), seat));
    let mut partners = partners.transpose()?;
    let agents = match &partners {
        Some(partners) => seats_with(partners.agent()?, seat, table.players()),
        None => seats(args, table.players(), game)?,
    };
    context.store.check_apart("--record", args.record.as_deref())?;
    let keeper = args.record.as_deref().map(Target::new).transpose()?;
    let limits = Some(args.limit.unwrap_or(DEFAULT_LIMITS));
    // The level of a partner says how long it thinks.
    let of_agents = if partners.is_some() { args.limit } else { limits };
    let seed = match &mut partners {
        Some(partners) => partners.begin(args.seed)?,
        None => args.seed.unwrap_or(0),
    };
    let mut session = table.session(seed, &agents, of_agents)?;
    if args.open && session.secrets().is_none() {
        let name = game.name();
        return Err(Fault::bad_option(
            format!("--open: {name} hides nothing that could be shown"),
            format!("--open: {name} に隠れた情報はありません"),
        ));
    }
    let human = args.human.map(Player::new);
    // Games that no person plays are not kept.
    let keeping = match human {
        Some(_) => Keeping::new(context, Source::Play, named(session.record(), human, name).agents)?,
        None => Keeping::nothing(context, Source::Play),
    };
    let sitting = Sitting {
        context,
        cards: cards::of(table.as_ref()),
        human,
        name,
        seed,
        limits,
        open: args.open,
        keeper: keeper.as_ref(),
        keeping: RefCell::new(keeping),
        stakes: game.stakes(),
        helped: Cell::new(args.open || args.limit.is_some()),
    };
    let greeting = partners.as_ref().map(Partners::greeting);
    let played = sitting
        .greet(table.players())
        .and_then(|()| greeting.map_or(Ok(()), |told| sitting.tell(context.lang.sentence(&told))))
        .and_then(|()| sitting.play_on(session.as_mut()));
    sitting.note(session.as_ref());
    let record = sitting.record(session.as_ref());
    let shown = played.and_then(|()| sitting.finish(session.as_ref(), &record));
    let rated = shown.and_then(|()| match partners {
        Some(partners) => {
            let payoff = record.payoffs.as_ref().map(|payoffs| payoffs[seat]);
            let told = partners.finish(payoff, sitting.helped.get())?;
            sitting.tell(context.lang.sentence(&told))
        }
        None => Ok(()),
    });
    // The record is written even if the game ended with a fault; if writing fails, it has at least been
    // shown.
    // A game in which nothing was played takes no file's place.
    let keeper = sitting.keeper.filter(|keeper| !record.moves.is_empty() || !keeper.exists());
    let written = keeper.map_or(Ok(()), |keeper| keeper.write_json(&record));
    written.and(sitting.keeping.into_inner().finish()).and(rated)
}

/// A person at one seat, and this agent on all others.
fn seats_with(agent: AgentText, person: usize, players: usize) -> Vec<Option<AgentText>> {
    (0..players).map(|seat| (seat != person).then(|| agent.clone())).collect()
}

/// The agent of each seat; `None` is the person.
fn seats(args: &PlayArgs, players: usize, game: &dyn Game) -> Result<Vec<Option<AgentText>>, Fault> {
    let name = game.name();
    let mut seats: Vec<Option<AgentText>> = match &args.agents {
        Some(list) => list.0.iter().cloned().map(Some).collect(),
        None => vec![Some(AgentText::parse("best")?); players],
    };
    // If a person plays, agents may be given for the other seats only.
    if let Some(seat) = args.human
        && seats.len() + 1 == players
    {
        seats.insert(seat, None);
    }
    if seats.len() != players {
        let (given, names) = (seats.len(), vec!["best"; players].join(" "));
        return Err(Fault::bad_option(
            format!(
                "{name} has {players} seats, but --agents names {given}; expected, for example, --agents {names:?}"
            ),
            format!("{name} は{players}席ですが、--agents は{given}個です。例: --agents {names:?}"),
        ));
    }
    // An agent in whose place the person plays must exist all the same.
    if let Some(replaced) = args.human.and_then(|seat| seats[seat].take()) {
        kind::check(&game.agents(), &replaced)?;
    }
    Ok(seats)
}

/// The record with the person's name on their seat.
fn named(mut record: Record, human: Option<Player>, name: Option<&str>) -> Record {
    if let (Some(seat), Some(name)) = (human, name) {
        record.agents[seat.index()] = name.into();
    }
    record
}

/// A person may not be taken for an agent.
fn check_name(name: Option<&str>, agents: &[AgentInfo]) -> Result<(), Fault> {
    match name.filter(|name| agents.iter().any(|agent| agent.name == *name)) {
        None => Ok(()),
        Some(name) => Err(Fault::bad_option(
            format!("--name {name:?}: this is what an agent is called; expected another name"),
            format!("--name {name:?}: エージェントの名前です。別の名前にしてください"),
        )),
    }
}

enum Asked {
    Moved,
    Left,
}

/// One game, with or without a human player.
struct Sitting<'a> {
    context: &'a Context,
    /// Where the game has a list of them.
    cards: Option<Vec<CardInfo>>,
    human: Option<Player>,
    /// What the person is called in the record.
    name: Option<&'a str>,
    seed: u64,
    limits: Option<Limits>,
    /// Whether hidden information is shown.
    open: bool,
    keeper: Option<&'a Target>,
    stakes: Stakes,
    keeping: RefCell<Keeping<'a>>,
    /// Whether the person had more than a player has: such games are not rated.
    helped: Cell<bool>,
}

impl Sitting<'_> {
    /// Writes to the person who plays or watches. With --json, standard output is reserved for JSON, so it
    /// goes to standard error.
    fn tell(&self, text: &str) -> Result<(), Fault> {
        match (self.context.json, self.human) {
            (false, _) => self.context.screen.say(text),
            (true, Some(_)) => self.context.screen.aside(text),
            (true, None) => Ok(()),
        }
    }

    /// Writes what is said to the person alone: prompts and complaints, on standard error, so that standard
    /// output holds the game and nothing else.
    fn prompt(&self, text: &str) -> Result<(), Fault> {
        self.context.screen.aside(text)
    }

    /// Says which seat a person has, where there are several.
    fn greet(&self, players: usize) -> Result<(), Fault> {
        match self.human.filter(|_| players > 1) {
            None => Ok(()),
            Some(seat) => {
                let told = sentence!("You are seat {seat}.\n", "あなたは席{seat}です。\n");
                self.tell(self.context.lang.sentence(&told))
            }
        }
    }

    fn play_on(&self, session: &mut dyn Session) -> Result<(), Fault> {
        while let Some(seat) = session.next() {
            if Some(seat) == self.human {
                self.note(session);
                if let Asked::Left = self.ask(session, seat)? {
                    return Ok(());
                }
                // Before the others think: a person may leave meanwhile.
                self.note(session);
                continue;
            }
            if self.human.is_none() {
                self.show(session, seat)?;
            }
            let known = self.human.map_or(0, |person| session.position(person).events().len());
            let played = think(self.human.is_none(), |waiting| session.let_agent_move(waiting))?;
            if let Some(why) = &played.failed {
                let told = sentence!(
                    "{why}; the game is lost to seat {seat}, whose moves are random from here on",
                    "{why:#}。席{seat}の負けになります（以後の手は無作為です）"
                );
                self.prompt(&wrap::to_terminal(&format!("{}\n", self.context.lang.sentence(&told))))?;
            }
            // A person is shown only what their seat sees of a move, and not the agent's value, which would
            // leak information.
            let said = match self.human {
                Some(person) => seen_since(self.context.lang, session.position(person).as_ref(), known),
                None => self.context.lang.sentence(&played.told).to_string(),
            };
            let agent = &played.agent;
            let told = sentence!("seat {seat} ({agent}) plays {said}", "席{seat}（{agent}）: {said}");
            self.tell(&format!("{}\n\n", self.context.lang.sentence(&told)))?;
        }
        Ok(())
    }

    /// The picture as a seat sees it and, with --open, the hidden information too.
    fn show(&self, session: &dyn Session, seat: Player) -> Result<(), Fault> {
        let secrets = session.secrets();
        // What is hidden makes a picture one seat's; with no person at the table nobody knows whose.
        let watched = self.human.is_none() && secrets.is_some() && session.players() > 1;
        let heading = if watched { seen_by(seat) } else { Sentence::default() };
        let heading = self.context.lang.sentence(&heading);
        let secrets = secrets.filter(|_| self.open);
        let secrets = secrets.map_or(String::new(), |all| format!("{}\n", self.context.lang.sentence(&all)));
        let picture = self.context.lang.picture(session.position(seat).as_ref());
        self.tell(&format!("{heading}{picture}{secrets}\n"))
    }

    fn record(&self, session: &dyn Session) -> Record {
        named(Record { open: self.open, ..session.record() }, self.human, self.name)
    }

    fn pick<'t>(&self, en: &'t str, ja: &'t str) -> &'t str {
        self.context.lang.pick(en, ja)
    }

    /// Saves the game so far, because people may leave by closing the terminal. Faults are reported at the
    /// end.
    fn note(&self, session: &dyn Session) {
        let record = self.record(session);
        let mut keeping = self.keeping.borrow_mut();
        // What was taken back to the start is a revision, too.
        if record.moves.is_empty() && !keeping.has_begun() {
            return;
        }
        if let Some(keeper) = self.keeper.filter(|_| !record.moves.is_empty()) {
            let _ = keeper.note(&record);
        }
        keeping.note(&Content::Record(record));
    }

    /// Prompts the person until a move is made.
    fn ask(&self, session: &mut dyn Session, seat: Player) -> Result<Asked, Fault> {
        let help = keys(self.context.lang, true, self.cards.is_some());
        self.show(session, seat)?;
        loop {
            let legal = moves(self.context.lang, session.position(seat).as_ref());
            self.prompt(&format!("{} [{legal}]{help} > ", self.pick("your move", "あなたの手")))?;
            let Some(line) = read_line()? else {
                self.prompt("\n")?;
                return Ok(Asked::Left);
            };
            match line.trim() {
                "" => {}
                "q" => return Ok(Asked::Left),
                "u" if session.take_back(seat) => {
                    self.helped.set(true);
                    return Ok(Asked::Moved);
                }
                "u" => self.prompt(self.pick("there is nothing to take back\n", "戻せる手がありません\n"))?,
                "?" => self.advise(session, seat)?,
                "c" if self.cards.is_some() => {
                    let cards = self.cards.as_deref().unwrap_or_default();
                    self.prompt(&cards::text(self.context.lang, cards))?;
                }
                text => match session.submit(text) {
                    Ok(()) => {
                        self.tell("\n")?;
                        return Ok(Asked::Moved);
                    }
                    Err(why) => self.prompt(&wrap::to_terminal(&format!(
                        "{}\n",
                        self.context.lang.sentence(&why.text)
                    )))?,
                },
            }
        }
    }

    fn advise(&self, session: &dyn Session, seat: Player) -> Result<(), Fault> {
        self.helped.set(true);
        let position = session.position(seat);
        let ask = Ask { limits: self.limits, seed: self.seed, ..Ask::new("best")? };
        let advice = think(true, |waiting| position.advise(&ask, waiting))?;
        self.tell(&render(
            self.context.lang,
            &Answer { picture: self.context.lang.picture(position.as_ref()), advice: &advice },
        ))
    }

    fn finish(&self, session: &dyn Session, record: &Record) -> Result<(), Fault> {
        if self.context.json {
            return self.context.screen.json(record);
        }
        let seat = self.human.unwrap_or(Player::FIRST);
        let position = session.position(seat);
        let mut text = match self.human.is_none() && session.secrets().is_some() && session.players() > 1 {
            true => self.context.lang.sentence(&seen_by(seat)).to_string(),
            false => String::new(),
        };
        text += &format!("{}\n", self.context.lang.picture(position.as_ref()));
        text += &match &record.payoffs {
            None => self.pick("The game was left.\n", "対局を途中で終えました。\n").to_string(),
            Some(payoffs) => {
                let told = outcome::in_words(self.stakes, payoffs, &record.agents);
                format!("{}: {}\n", self.pick("Result", "結果"), self.context.lang.sentence(&told))
            }
        };
        // After an unfinished game the list of moves is not printed: it would show hidden moves.
        if record.payoffs.is_some() || self.human.is_none() {
            text += &format!("{}: {}\n", self.pick("Moves", "棋譜"), record.moves.join(" "));
        }
        self.context.screen.say(&text)
    }
}

/// Above a picture that nobody at the terminal looks at with the eyes of a seat.
fn seen_by(seat: Player) -> Sentence {
    sentence!("What seat {seat} sees:\n", "席{seat}から見えるもの:\n")
}

/// What can be typed in place of a move, at the end of a prompt.
pub fn keys(lang: Lang, advice: bool, cards: bool) -> String {
    let all = [
        (advice, "? advice", "? 助言"),
        (cards, "c cards", "c カード一覧"),
        (true, "u take back", "u 待った"),
        (true, "q leave", "q 終了"),
    ];
    let told = all.iter().filter(|(is, ..)| *is).map(|(_, en, ja)| lang.pick(en, ja));
    let list = told.collect::<Vec<_>>().join(lang.pick(", ", "、"));
    match lang {
        Lang::En => format!(" ({list})"),
        Lang::Ja => format!("（{list}）"),
    }
}

/// What a seat saw since it knew this many events: in notation, in Japanese by the names of cards.
fn seen_since(lang: Lang, position: &dyn Position, known: usize) -> String {
    let events = &position.events()[known..];
    let names_cards = lang == Lang::Ja && events.iter().any(|event| event.label.ja.contains('「'));
    if !names_cards {
        return events.iter().map(|event| event.entry.as_str()).collect::<Vec<_>>().join(" ");
    }
    events.iter().map(|event| event.label.ja.as_str()).collect::<Vec<_>>().join("、")
}

/// The fault for a seat number that is too high.
pub fn no_such_seat(flag: &str, seat: usize, players: usize) -> Fault {
    let last = players - 1;
    Fault::bad_option(
        format!("{flag} {seat}: expected a seat from 0 to {last}"),
        format!("{flag} {seat}: 0から{last}までの席にしてください"),
    )
}

pub fn cannot_read_input(why: &std::io::Error) -> Fault {
    let why = reason(why);
    let text = sentence!("cannot read standard input: {why}", "標準入力を読めません: {why:#}");
    Fault::io(text.en, text.ja)
}

/// Reads a line of standard input; `None` at its end. Invalid UTF-8 is replaced and then rejected like any
/// illegal move.
pub fn read_line() -> Result<Option<String>, Fault> {
    let mut line = Vec::new();
    let read = std::io::stdin().lock().take(MOST_LINE).read_until(b'\n', &mut line);
    let read = read.map_err(|why| cannot_read_input(&why))?;
    if read as u64 == MOST_LINE {
        return Err(Fault::new(
            FaultKind::Limit,
            format!("standard input: a line of {MOST_LINE} bytes or more; expected one move per line"),
            format!("標準入力: 一行が{MOST_LINE}バイト以上です。一行に一手を入力してください"),
        ));
    }
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}

/// Waits for an agent; `open` if its current choice may be shown.
pub fn think<T>(open: bool, ask: impl FnOnce(&mut Waiting) -> Result<T, Fault>) -> Result<T, Fault> {
    let mut waiting = Waiting::new(open);
    let answer = ask(&mut waiting);
    waiting.end();
    answer
}

/// The legal moves of a position, in notation, with the names of the language.
pub fn moves(lang: Lang, position: &dyn Position) -> String {
    let typed = |legal: Legal| match lang {
        Lang::Ja => legal.text_ja.unwrap_or(legal.text),
        Lang::En => legal.text,
    };
    position.legal().into_iter().map(typed).collect::<Vec<_>>().join(" ")
}

pub fn replay(context: &Context, args: &ReplayArgs) -> Result<(), Fault> {
    let record = files::read_record(&args.file)?;
    let file = files::place(&args.file);
    let game = context.registry.find(&record.game).map_err(|why| why.at(&file))?;
    let table = game.open_json(Some(&record.settings)).map_err(|why| why.at(&file))?;
    let mut shown = Ok(());
    if game.traits().hidden && table.players() > 1 && !context.json {
        shown = context.screen.say(context.lang.sentence(&seen_by(Player::FIRST)));
    }
    // All moves before an impossible one are shown before the fault.
    let checked = table.replay(&record, &mut |number, word, picture| {
        if shown.is_ok() && !context.json {
            let heading = if number > 0 { format!("{number}. {word}\n") } else { String::new() };
            shown = context.screen.say(&format!("{heading}{}\n", context.lang.sentence(picture)));
        }
    });
    shown?;
    checked.map_err(|why| why.at(&file))?;
    if context.json {
        return context.screen.json(&record);
    }
    let told = format!("{}\n", context.lang.sentence(&verdict(game.stakes(), &record)));
    context.screen.say(&wrap::to_terminal(&told))
}

/// What a record that was checked shows, in words.
fn verdict(stakes: Stakes, record: &Record) -> Sentence {
    let moves = record.moves.len();
    let end = match &record.payoffs {
        Some(payoffs) => outcome::in_words(stakes, payoffs, &record.agents),
        None => sentence!("the game was left", "対局は途中まで"),
    };
    let open = match record.open {
        true => sentence!("; what is hidden was shown", "（隠れた情報を見ながらの練習）"),
        false => Sentence::default(),
    };
    sentence!(
        "{moves} moves, all of them legal{open}. Result: {end}.",
        "{moves}手、すべてルールどおり{open:#}。結果: {end:#}。"
    )
}

//! `play --real`: a game that is played elsewhere, entered as it happens, with advice after every entry.

use super::Context;
use super::advise::{Answer, ViewFile, render};
use super::args::PlayArgs;
use super::cards;
use super::files::Target;
use super::play::{DEFAULT_LIMITS, keys, moves, read_line, think};
use super::start;
use super::store::Keeping;
use super::wrap;
use std::cell::RefCell;
use yomi::core::{Limits, Turn};
use yomi::engine::agent::AgentText;
use yomi::engine::wire::CardInfo;
use yomi::{Ask, Fault, Game, Log};
use yomi_store::{Content, Source};

pub fn real(context: &Context, args: &PlayArgs) -> Result<(), Fault> {
    let game = args.game.find(&context.registry)?;
    context.store.check_apart("--record", args.record.as_deref())?;
    let keeper = args.record.as_deref().map(Target::new).transpose()?;
    let adviser = adviser(args)?;
    let (mut log, cards) = match &args.view {
        Some(path) => {
            let file = ViewFile::read(game, path)?;
            let log = file.table.read_log(&file.object).map_err(|why| why.at(&file.place))?;
            (log, cards::of(file.table.as_ref()))
        }
        None => match start::begin(context, args, game)? {
            Some(log) => (log, cards::of(game.open(&args.game.settings)?.as_ref())),
            None => return Ok(()),
        },
    };
    let limits = Some(args.limit.unwrap_or(DEFAULT_LIMITS));
    let keeping = RefCell::new(Keeping::new(context, Source::Real, vec![adviser.text.clone()])?);
    let logging = Logging { context, adviser, limits, keeper: keeper.as_ref(), keeping, game, cards };
    let before = log.position().history();
    let entered = logging.enter_all(log.as_mut());
    if entered.is_err() && log.position().history() == before {
        return entered;
    }
    // What was entered is saved, even after a fault.
    let kept = logging.finish(log.as_ref());
    entered.and(kept).and(logging.keeping.into_inner().finish())
}

/// The agent that advises.
fn adviser(args: &PlayArgs) -> Result<AgentText, Fault> {
    match args.agents.as_ref().map(|list| list.0.as_slice()) {
        None => AgentText::parse("best"),
        Some([one]) => Ok(one.clone()),
        Some(list) => {
            let named = list.len();
            Err(Fault::bad_option(
                format!("--agents names {named}; with --real one agent advises"),
                format!("--agents は{named}個です。--real では一つだけが助言します"),
            ))
        }
    }
}

/// A real game in progress.
struct Logging<'a> {
    context: &'a Context,
    adviser: AgentText,
    limits: Option<Limits>,
    keeper: Option<&'a Target>,
    keeping: RefCell<Keeping<'a>>,
    game: &'a dyn Game,
    /// Where the game has a list of them.
    cards: Option<Vec<CardInfo>>,
}

impl Logging<'_> {
    /// With --json, standard output is reserved for JSON, so messages to the person go to standard error.
    fn tell(&self, text: &str) -> Result<(), Fault> {
        if self.context.json { self.context.screen.aside(text) } else { self.context.screen.say(text) }
    }

    fn pick<'t>(&self, en: &'t str, ja: &'t str) -> &'t str {
        self.context.lang.pick(en, ja)
    }

    fn enter_all(&self, log: &mut dyn Log) -> Result<(), Fault> {
        let mut changed = true;
        loop {
            if changed {
                self.show(log)?;
            }
            // Prompts and complaints are for the person alone.
            let screen = self.context.screen;
            screen.aside(&self.prompt(log))?;
            let Some(line) = read_line()? else { return screen.aside("\n") };
            changed = match line.trim() {
                "" => false,
                "q" => return Ok(()),
                "c" if self.cards.is_some() => {
                    let cards = self.cards.as_deref().unwrap_or_default();
                    screen.aside(&cards::text(self.context.lang, cards))?;
                    false
                }
                "u" if log.take_back() => true,
                "u" => {
                    screen.aside(self.pick("there is nothing to take back\n", "戻せる手がありません\n"))?;
                    false
                }
                // When another seat is to move, `?` is an entry, for example a choice that was not seen.
                "?" if self.is_to_move(log) || log.turn().player().is_none() => true,
                text => match entered(log, text) {
                    Ok(()) => true,
                    Err(why) => {
                        let told = self.context.lang.sentence(&why.text);
                        screen.aside(&wrap::to_terminal(&format!("{told}\n")))?;
                        false
                    }
                },
            };
            if changed {
                self.note(log);
            }
        }
    }

    fn is_to_move(&self, log: &dyn Log) -> bool {
        log.turn() == Turn::Player(log.position().seat())
    }

    /// Shows the position and, if the person is to move, the advice.
    fn show(&self, log: &dyn Log) -> Result<(), Fault> {
        let position = log.position();
        if !self.is_to_move(log) {
            return self.tell(&format!("\n{}\n", self.context.lang.picture(position.as_ref())));
        }
        let ask = Ask { limits: self.limits, ..Ask::of(self.adviser.clone()) };
        let advice = think(true, |waiting| position.advise(&ask, waiting))?;
        let answer = Answer { picture: self.context.lang.picture(position.as_ref()), advice: &advice };
        self.tell(&format!("\n{}\n", render(self.context.lang, &answer)))
    }

    fn prompt(&self, log: &dyn Log) -> String {
        let position = log.position();
        let lang = self.context.lang;
        let advises = self.is_to_move(log);
        let asked = match log.turn() {
            Turn::Player(_) if advises => {
                let (what, legal) =
                    (self.pick("what was played", "実際の手"), moves(lang, position.as_ref()));
                format!("{what} [{legal}]")
            }
            Turn::Player(seat) => format!("{}{seat}", self.pick("what was played by seat ", "実際の手: 席")),
            Turn::Chance => lang.text(self.game.drawn()).to_string(),
            Turn::Over => self.pick("the game is over", "ゲーム終了").to_string(),
        };
        format!("{asked}{} > ", keys(lang, advises, self.cards.is_some()))
    }

    /// Saves the log so far, because people may leave by closing the terminal. Faults are reported at the
    /// end.
    fn note(&self, log: &dyn Log) {
        let view = log.position().json();
        if let Some(keeper) = self.keeper_of(log) {
            let _ = keeper.note(&view);
        }
        self.keeping.borrow_mut().note(&Content::View { view, over: log.turn() == Turn::Over });
    }

    /// Where the log goes: a log in which nothing was entered takes no file's place.
    fn keeper_of(&self, log: &dyn Log) -> Option<&Target> {
        self.keeper.filter(|keeper| !log.position().events().is_empty() || !keeper.exists())
    }

    fn finish(&self, log: &dyn Log) -> Result<(), Fault> {
        let view = log.position().json();
        let written = self.keeper_of(log).map_or(Ok(()), |keeper| keeper.write_json(&view));
        if self.context.json {
            self.context.screen.json(&view)?;
        } else if self.keeper.is_none() || written.is_err() {
            let note = self.pick("The log, as a view to go on from:", "記録（続きから始められるビュー）:");
            let command = format!("yomi play {} --real --view FILE", self.game.name());
            self.tell(&format!("{note} {command}\n{view}\n"))?;
        }
        written
    }
}

/// Enters what happened. A card that was drawn may be written by itself, also where a turn puts a plus before
/// it (`C7@2+F3`): the prompt asks for no more than the card.
fn entered(log: &mut dyn Log, text: &str) -> Result<(), Fault> {
    if log.turn() == Turn::Chance && log.enter(&format!("+{text}")).is_ok() {
        return Ok(());
    }
    log.enter(text)
}

//! `play --real`: a game that is played elsewhere, entered as it happens, with advice after every entry.

use super::Context;
use super::advise::{Answer, ViewFile, render};
use super::args::PlayArgs;
use super::files::Target;
use super::play::{DEFAULT_LIMITS, moves, no_such_seat, read_line, think};
use yomi::core::{Limits, Player, Turn};
use yomi::engine::agent::AgentText;
use yomi::engine::wire::{StartField, StartKind};
use yomi::{Ask, Fault, Game, Log, Sentence, Table};

pub fn real(context: &Context, args: &PlayArgs) -> Result<(), Fault> {
    let game = args.game.find(&context.registry)?;
    let keeper = args.record.as_deref().map(Target::new).transpose()?;
    let adviser = adviser(args)?;
    let file = args.view.as_deref().map(|path| ViewFile::read(game, path)).transpose()?;
    let table: &dyn Table = match &file {
        Some(file) => file.table.as_ref(),
        None => &*game.open(&args.game.settings)?,
    };
    let mut log = match &file {
        Some(file) => table.read_log(&file.object).map_err(|why| why.at(file.place))?,
        None => table.start_log(seat(args, table.players())?).map_err(|why| say_what_is_needed(game, why))?,
    };
    let limits = Some(args.limit.unwrap_or(DEFAULT_LIMITS));
    let logging = Logging { context, adviser, limits, keeper: keeper.as_ref(), name: game.name() };
    let before = log.position().history();
    let entered = logging.enter_all(log.as_mut());
    if entered.is_err() && log.position().history() == before {
        return entered;
    }
    // What was entered is saved, even after a fault.
    let kept = logging.finish(log.as_ref());
    entered.and(kept)
}

/// Adds to a fault how a real game can be started: with a view, or with the settings that its start needs.
fn say_what_is_needed(game: &dyn Game, why: Fault) -> Fault {
    let name = game.name();
    let fields: Vec<_> = game.start_fields();
    let asked = |f: &&StartField| matches!(f.kind, StartKind::CardsSetting { least, .. } if least > 0);
    let by_set: Vec<String> =
        fields.iter().filter(asked).map(|f| format!("--set {}={}", f.name, f.example)).collect();
    let view: Vec<String> = fields.iter().map(|f| format!("\"{}\":{}", f.name, f.example)).collect();
    let (or, or_ja) = match (by_set.is_empty(), view.is_empty()) {
        (false, _) => (format!(", or {}", by_set.join(" ")), format!("、または {}", by_set.join(" "))),
        (true, false) => {
            let (keys, seat) = (view.join(","), "\"seat\":0");
            let short = format!("{{\"game\":\"{name}\",{seat},{keys}}}");
            let each = |f: &StartField| {
                Sentence::new(format!("{}: {}", f.name, f.help.en), format!("{}: {}", f.name, f.help.ja))
            };
            let helps: Vec<Sentence> = fields.iter().map(each).collect();
            let en: Vec<&str> = helps.iter().map(|help| help.en.as_str()).collect();
            let ja: Vec<&str> = helps.iter().map(|help| help.ja.as_str()).collect();
            (
                format!(", or one such as {short} ({})", en.join("; ")),
                format!("、または次のようなもの: {short}（{}）", ja.join("、")),
            )
        }
        (true, true) => (String::new(), String::new()),
    };
    let text = Sentence::new(
        format!("{}: --view FILE (`yomi view {name}` prints one){or}", why.text.en),
        format!("{}: --view FILE（`yomi view {name}` で作れます）{or_ja}", why.text.ja),
    );
    why.saying(text)
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

fn seat(args: &PlayArgs, players: usize) -> Result<Player, Fault> {
    match args.seat.unwrap_or(0) {
        seat if seat < players => Ok(Player::new(seat)),
        seat => Err(no_such_seat("--seat", seat, players)),
    }
}

/// A real game in progress.
struct Logging<'a> {
    context: &'a Context,
    adviser: AgentText,
    limits: Option<Limits>,
    keeper: Option<&'a Target>,
    name: &'a str,
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
                "u" if log.take_back() => true,
                "u" => {
                    screen.aside(self.pick("there is nothing to take back\n", "戻せる手がありません\n"))?;
                    false
                }
                // When another seat is to move, `?` is an entry, for example a choice that was not seen.
                "?" if self.is_to_move(log) || log.turn().player().is_none() => true,
                text => match log.enter(text) {
                    Ok(()) => true,
                    Err(why) => {
                        screen.aside(&format!("{}\n", self.context.lang.sentence(&why.text)))?;
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
            return self.tell(&format!("\n{}\n", position.picture()));
        }
        let ask = Ask { limits: self.limits, ..Ask::of(self.adviser.clone()) };
        let advice = think(true, |waiting| position.advise(&ask, waiting))?;
        let answer = Answer { picture: position.picture(), advice: &advice };
        self.tell(&format!("\n{}\n", render(self.context.lang, &answer)))
    }

    fn prompt(&self, log: &dyn Log) -> String {
        let position = log.position();
        let help = self.pick("u take back, q leave", "u 待った, q 終了");
        match log.turn() {
            Turn::Player(seat) if seat == position.seat() => {
                let (what, advice) =
                    (self.pick("what was played", "実際の手"), self.pick("? advice", "? 助言"));
                format!("{what} [{}] ({advice}, {help}) > ", moves(position.as_ref()))
            }
            Turn::Player(seat) => {
                format!("{} {seat} ({help}) > ", self.pick("what was played by seat", "実際の手: 席"))
            }
            Turn::Chance => format!("{} ({help}) > ", self.pick("what was drawn", "引いた札")),
            Turn::Over => format!("{} ({help}) > ", self.pick("the game is over", "ゲーム終了")),
        }
    }

    /// Saves the log so far, because people may leave by closing the terminal. Faults are reported at the
    /// end.
    fn note(&self, log: &dyn Log) {
        if let Some(keeper) = self.keeper {
            let _ = keeper.note(&log.position().json());
        }
    }

    fn finish(&self, log: &dyn Log) -> Result<(), Fault> {
        let view = log.position().json();
        let written = self.keeper.map_or(Ok(()), |keeper| keeper.write_json(&view));
        if self.context.json {
            self.context.screen.json(&view)?;
        } else if self.keeper.is_none() || written.is_err() {
            let note = self.pick("The log, as a view to go on from:", "記録（続きから始められるビュー）:");
            let command = format!("yomi play {} --real --view FILE", self.name);
            self.tell(&format!("{note} {command}\n{view}\n"))?;
        }
        written
    }
}

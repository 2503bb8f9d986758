//! What a worker does for a request.

use super::answer::{self, Mark};
use super::desk::{DEFAULT_LIMITS, Desk};
use super::queue::Job;
use super::request::Fields;
use crate::lang::Lang;
use crate::rules;
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use yomi::core::{Limits, Player};
use yomi::engine::agent::AgentText;
use yomi::engine::fault::excerpt;
use yomi::engine::game::Moved;
use yomi::engine::wire::Snapshot;
use yomi::engine::{limit, treetop};
use yomi::{Ask, Fault, FaultKind, Game, Listener, Position, Session, Table};

/// Turns of one game in one request.
pub const MOST_TURNS: usize = 1000;
/// Answers in between come at most this often, and at least this often.
const REPORT_EVERY_MS: std::ops::RangeInclusive<u64> = 1..=3_600_000;
const ANY_SEED: std::ops::RangeInclusive<u64> = 0..=u64::MAX;

/// The final answer to a request.
pub fn answer(desk: &Desk<'_>, job: &Job) -> String {
    let mut lang = desk.house.lang;
    let answered = Fields::parse(&job.line).and_then(|fields| {
        lang = fields.lang()?.unwrap_or(lang);
        if job.stop.is_stopped() {
            return Err(Fault::cancelled());
        }
        Request { desk, job, fields }.answer()
    });
    answered.unwrap_or_else(|why| answer::error(&job.id, lang, &why))
}

/// A request that is worked on.
struct Request<'a> {
    desk: &'a Desk<'a>,
    job: &'a Job,
    fields: Fields,
}

fn flat(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("answers are plain data")
}

fn lock(session: &super::sessions::Held) -> MutexGuard<'_, Box<dyn Session>> {
    session.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Request<'_> {
    fn answer(&self) -> Result<String, Fault> {
        let id = &self.job.id;
        match self.fields.required("cmd", "hello")? {
            "games" => Ok(answer::object(id, flat(&self.desk.registry.list()?))),
            "agents" => Ok(answer::object(id, flat(&self.game()?.listed_agents()?))),
            "rules" => Ok(answer::object(id, rules::object(self.desk.registry, self.game()?)?)),
            "new" => self.open(),
            "play" => self.play(),
            "view" => Ok(answer::line(id, Mark::default(), "view", &self.position()?.json())),
            "close" => {
                self.desk.sessions.close(self.fields.required("session", "s1")?)?;
                Ok(answer::ok(id))
            }
            // The head was read: there is no other.
            _ => self.advise(),
        }
    }

    fn game(&self) -> Result<&dyn Game, Fault> {
        let name = self.fields.required("game", "sevens")?;
        self.desk.registry.find(name).map_err(|why| why.at("game"))
    }

    fn table(&self, game: &dyn Game) -> Result<Box<dyn Table>, Fault> {
        let settings = self.fields.settings()?;
        self.desk.house.gate.check_settings(game, &settings)?;
        game.open(&settings)
    }

    fn seed(&self) -> Result<u64, Fault> {
        Ok(self.fields.count("seed", &ANY_SEED)?.unwrap_or(0))
    }

    /// What a request or an agent may use, at most what the engine gives to one.
    fn allowed(&self, given: Limits) -> Result<Limits, Fault> {
        let most = self.desk.house.most;
        let over = given.time.zip(most.time).is_some_and(|(given, most)| given > most)
            || given.memory.zip(most.memory).is_some_and(|(given, most)| given > most);
        if over {
            let (given, most) = (limit::text(&given), limit::text(&most));
            return Err(Fault::new(
                FaultKind::Limit,
                format!("limit: {given} is more than one request may use here; expected at most {most}"),
                format!("limit: {given} は多すぎます。一つのリクエストにつき {most} までです"),
            ));
        }
        // Where an agent's own default ends it, a limit on time would come in its place.
        let time = if given.ends() { given.time.or(most.time) } else { None };
        Ok(Limits { time, memory: given.memory.or(most.memory), ..given })
    }

    /// Does work that has no time limit of its own: when the request may use no more time it is stopped, and
    /// answers with what it has found.
    fn within_most<T>(&self, work: impl FnOnce() -> T) -> T {
        let Some(most) = self.desk.house.most.time else { return work() };
        let (done, waiting) = mpsc::channel::<()>();
        let stop = self.job.stop.clone();
        thread::scope(move |scope| {
            scope.spawn(move || {
                if waiting.recv_timeout(most) == Err(RecvTimeoutError::Timeout) {
                    stop.stop();
                }
            });
            // Given up with the work, also when that panics.
            let _done = done;
            work()
        })
    }

    fn limits(&self) -> Result<Limits, Fault> {
        // Who asks for nothing special does not ask for too much.
        let usual = || limit::capped(DEFAULT_LIMITS, self.desk.house.most);
        self.allowed(self.fields.limit()?.unwrap_or_else(usual))
    }

    /// An agent that may be used here. A limit of the request is a cap: an agent's own can only be smaller.
    fn admitted(&self, game: &dyn Game, agent: AgentText) -> Result<AgentText, Fault> {
        self.desk.house.gate.check_agent(game, &agent)?;
        let asked = self.fields.limit()?.unwrap_or_default();
        let own = agent.limits.map(|own| self.allowed(own).map_err(|why| why.at(&agent.name))).transpose()?;
        Ok(AgentText { limits: own.map(|own| limit::capped(own, asked)), ..agent })
    }

    /// The game of `seed` after `moves`.
    fn reach(&self, game: &dyn Game) -> Result<Box<dyn Session>, Fault> {
        let table = self.table(game)?;
        let mut session = table.session(self.seed()?, &vec![None; table.players()], None)?;
        session.submit_list(self.moves()?).map_err(|why| why.at("moves"))?;
        Ok(session)
    }

    fn moves(&self) -> Result<&str, Fault> {
        Ok(self.fields.text("moves")?.unwrap_or(""))
    }

    /// The position of `view`, of `session`, or of `game`, `seed` and `moves`.
    fn position(&self) -> Result<Box<dyn Position>, Fault> {
        let given = ["view", "session"].into_iter().filter(|key| self.fields.has(key)).count();
        if given > 1 {
            return Err(Fault::bad_option(
                "view and session are both given; expected one of them",
                "view と session は一方だけにしてください",
            ));
        }
        if let Some(object) = self.fields.object("view")? {
            self.goes_without("view", &["moves", "settings", "seat"])?;
            return self.written(object);
        }
        if let Some(name) = self.fields.text("session")? {
            self.goes_without("session", &["moves", "settings"])?;
            let session = self.desk.sessions.find(name)?;
            let session = lock(&session);
            self.is_of(&session.record().game)?;
            return self.seen(session.as_ref());
        }
        self.seen(self.reach(self.game()?)?.as_ref())
    }

    /// Refuses fields that would say something else than what the position is taken from.
    fn goes_without(&self, source: &str, others: &[&str]) -> Result<(), Fault> {
        match others.iter().find(|key| self.fields.has(key)) {
            None => Ok(()),
            Some(key) => Err(Fault::bad_option(
                format!("{key}: the position is that of {source}; expected no {key} beside it"),
                format!("{key}: 局面は {source} のものです。{key} は一緒に使えません"),
            )),
        }
    }

    /// Refuses another game than that of the session.
    fn is_of(&self, own: &str) -> Result<(), Fault> {
        match self.fields.text("game")?.filter(|asked| *asked != own) {
            None => Ok(()),
            Some(asked) => Err(Fault::bad_option(
                format!("game: {:?}: the session is of {own:?}", excerpt(asked)),
                format!("game: {:?}: この対局は {own:?} です", excerpt(asked)),
            )),
        }
    }

    /// What a seat sees of a session; by default the one to move.
    fn seen(&self, session: &dyn Session) -> Result<Box<dyn Position>, Fault> {
        let last = session.players() as u64 - 1;
        let seat = self.fields.count("seat", &(0..=last))?.map(|seat| Player::new(seat as usize));
        Ok(session.position(seat.or(session.next()).unwrap_or(Player::FIRST)))
    }

    /// A view, whose settings hold what files contain: nothing is opened for it.
    fn written(&self, object: &serde_json::Map<String, Value>) -> Result<Box<dyn Position>, Fault> {
        let named = object.get("game").and_then(Value::as_str);
        let game = match (self.fields.text("game")?, named) {
            (Some(asked), Some(named)) if asked != named => {
                let named = excerpt(named);
                return Err(Fault::bad_view(
                    format!("view: it is of {named:?}, not of {asked:?}"),
                    format!("view: {named:?} のもので、{asked:?} のものではありません"),
                ));
            }
            (asked, named) => asked.or(named).ok_or_else(|| {
                Fault::bad_view(
                    "view: it has no \"game\"; expected, for example, \"sevens\"",
                    "view: \"game\" がありません。例: \"sevens\"",
                )
            })?,
        };
        let game = self.desk.registry.find(game).map_err(|why| why.at("game"))?;
        let table = game.open_json(object.get("settings")).map_err(|why| why.at("view"))?;
        table.read_view(object).map_err(|why| why.at("view"))
    }

    fn open(&self) -> Result<String, Fault> {
        let game = self.game()?;
        let table = self.table(game)?;
        let seats = self.fields.seats(table.players())?;
        let admit = |seat: Option<AgentText>| seat.map(|agent| self.admitted(game, agent)).transpose();
        let seats = seats.into_iter().map(admit).collect::<Result<Vec<_>, Fault>>()?;
        let mut session = table.session(self.seed()?, &seats, Some(self.limits()?))?;
        session.submit_list(self.moves()?).map_err(|why| why.at("moves"))?;
        let mut standing = standing(session.as_ref());
        standing["players"] = table.players().into();
        standing["session"] = self.desk.sessions.open(self.fields.text("session")?, session)?.into();
        Ok(answer::object(&self.job.id, standing))
    }

    /// Plays the client's moves, or lets the agent of the seat to move choose.
    fn play(&self) -> Result<String, Fault> {
        let session = self.desk.sessions.find(self.fields.required("session", "s1")?)?;
        let mut session = lock(&session);
        let moved = match (self.fields.text("move")?, self.fields.text("moves")?) {
            (Some(word), None) => session.submit(word).map(|()| Value::Null),
            (None, Some(list)) => session.submit_list(list).map(|()| Value::Null),
            (None, None) => {
                let moved = self.within_most(|| session.let_agent_move_until(&self.job.stop, &mut ()))?;
                Ok(told(self.fields.lang()?.unwrap_or(self.desk.house.lang), &moved))
            }
            (Some(_), Some(_)) => Err(Fault::bad_option(
                "move and moves are both given; expected one of them",
                "move と moves は一方だけにしてください",
            )),
        }?;
        let mut standing = standing(session.as_ref());
        if let (Value::Object(standing), Value::Object(moved)) = (&mut standing, moved) {
            standing.extend(moved);
        }
        Ok(answer::object(&self.job.id, standing))
    }

    fn ask(&self) -> Result<Ask, Fault> {
        let agent = self.fields.agent()?.map_or_else(|| AgentText::parse("best"), Ok)?;
        let depths = self.fields.count("tree", &treetop::DEPTHS)?;
        Ok(Ask {
            limits: Some(self.limits()?),
            seed: self.seed()?,
            tree: depths.map(|depth| depth as u32),
            stop: self.job.stop.clone(),
            ..Ask::of(agent)
        })
    }

    fn advise(&self) -> Result<String, Fault> {
        // One limit on time holds for one decision: there may be several, or none.
        let timed = self.limits()?.time.is_some() && !self.fields.has("turns");
        let own = self.fields.agent()?.and_then(|agent| agent.limits);
        match timed && own.is_none_or(|own| own.time.is_some()) {
            true => self.decide(),
            false => self.within_most(|| self.decide()),
        }
    }

    fn decide(&self) -> Result<String, Fault> {
        let position = self.position()?;
        let ask = self.ask()?;
        let game = self.desk.registry.find(position.game())?;
        let ask = Ask { agent: self.admitted(game, ask.agent.clone())?, ..ask };
        let every = self.fields.count("report_every_ms", &REPORT_EVERY_MS)?.map(Duration::from_millis);
        let one = |position: &dyn Position, turn: Option<usize>| {
            let mark = Mark { turn, partial: true };
            let mut reporting = Reporting { desk: self.desk, id: &self.job.id, mark, every };
            position.advise(&ask, &mut reporting)
        };
        let Some(turns) = self.fields.turns(MOST_TURNS)? else {
            let advice = one(position.as_ref(), None)?;
            return Ok(answer::line(&self.job.id, Mark::default(), "decision", &advice));
        };
        // All of them are looked at before the first is thought about, so that nothing is done in vain.
        let positions: Vec<Box<dyn Position>> =
            turns.iter().map(|&turn| at_turn(position.as_ref(), turn)).collect::<Result<_, _>>()?;
        let mut left = turns.len();
        for (position, turn) in positions.iter().zip(turns) {
            let advice = one(position.as_ref(), Some(turn))?;
            left -= 1;
            let last = left == 0 || advice.interrupted;
            let mark = Mark { turn: Some(turn), partial: !last };
            let line = answer::line(&self.job.id, mark, "decision", &advice);
            if last {
                return Ok(line);
            }
            self.desk.outbox.send(line);
        }
        unreachable!("a list of turns has a last one")
    }
}

/// A decision of the seat's own in the history of a view.
fn at_turn(position: &dyn Position, turn: usize) -> Result<Box<dyn Position>, Fault> {
    let then = position.before_turn(turn).map_err(|why| why.at("turns"))?;
    if then.legal().is_empty() {
        let seat = then.seat();
        return Err(Fault::new(
            FaultKind::IllegalMove,
            format!("turns: {turn}: seat {seat} is not to move then"),
            format!("turns: {turn}: 席{seat}の手番ではありません"),
        ));
    }
    Ok(then)
}

/// How a session stands.
fn standing(session: &dyn Session) -> Value {
    let next = session.next();
    let payoffs = next.is_none().then(|| session.payoffs());
    json!({"to_move": next.map(Player::index), "over": next.is_none(), "payoffs": payoffs})
}

/// A move of an agent; why its game is lost, where a program failed just now.
fn told(lang: Lang, moved: &Moved) -> Value {
    let Moved { agent, chosen, value, iterations, failed, .. } = moved;
    let mut told = json!({"agent": agent, "move": chosen, "value": value, "iterations": iterations});
    if let Some(why) = failed {
        told["failed"] = lang.sentence(why).into();
    }
    told
}

/// Sends how a search stands.
struct Reporting<'a> {
    desk: &'a Desk<'a>,
    id: &'a Value,
    mark: Mark,
    every: Option<Duration>,
}

impl Listener for Reporting<'_> {
    fn every(&self) -> Option<Duration> {
        self.every
    }

    fn snapshot(&mut self, snapshot: &Snapshot) {
        self.desk.outbox.offer(answer::line(self.id, self.mark, "decision", snapshot));
    }
}

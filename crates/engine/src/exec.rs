//! `exec`: a program of any kind as a player, spoken to in JSON lines.
//!
//! It is sent `start` (the game, its settings, the seat, a seed for its own luck), `move` with what its seat
//! sees, and `over` with the payoffs. A program gets views and nothing else, and a seed from which neither the
//! deal nor the seed of the match can be computed: it is a one-way hash of a stream of its own.
//!
//! A program that ends, is late, or answers something else than a legal move has lost the game, and is started
//! again for the next one. Programs are started as they are needed, one for each game that is played at the
//! same time, and used again after `over`; one that has ended by then has lost nothing.

use crate::fault::excerpt;
use crate::host::{Host, Lost, Program};
use crate::kind::{AgentInfo, AgentKind, NO_MEMORY_GIVEN};
use crate::position::Shown;
use crate::{Fault, limit, view};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use yomi_core::{
    Basis, Contradiction, Decision, Failure, Limits, OptionSpec, Rng, Ruleset, Run, Settings, Text, ViewOf,
    ViewSearch,
};
use yomi_search::RandomPlayer;

pub const CMD: OptionSpec = OptionSpec::program(
    "cmd",
    Text::new(
        "the program and its arguments; docs/engine.md has the protocol",
        "プログラムと引数（手順は docs/engine.md）",
    ),
);
pub const GRACE: OptionSpec = OptionSpec::count(
    "grace",
    "1000",
    0,
    3_600_000,
    Text::new(
        "how many milliseconds late an answer may be under a time limit; later, the game is lost",
        "制限時間を何ミリ秒過ぎたら負けにするか",
    ),
);
pub const WAIT: OptionSpec = OptionSpec::count(
    "wait",
    "60",
    1,
    86_400,
    Text::new(
        "how long to wait for an answer where there is no time limit, and for start, in s",
        "時間の制限がないとき（と開始時）に答えを待つ秒数",
    ),
);
const HELP: Text = Text::new(
    "a program of your own, which gets what its seat sees",
    "自作のプログラム（席から見えるものだけを渡す）",
);
const NAME: &str = "exec";
const OPTIONS: [OptionSpec; 3] = [CMD, GRACE, WAIT];

/// How often a program that is waited for looks whether it was stopped.
const GLANCE: Duration = Duration::from_millis(20);

/// Whether an agent, as typed, is a program, which may lose a game by failing.
pub(crate) fn is_program(agent: &str) -> bool {
    agent.split('(').next() == Some(NAME)
}

/// What is listed of the agent.
pub fn info() -> AgentInfo {
    AgentInfo {
        name: NAME,
        also: None,
        help: HELP,
        options: OPTIONS.to_vec(),
        default_limits: Limits::default(),
        cheats: false,
    }
}

/// The agent for a game with its settings.
pub fn kind<R: Ruleset>(rules: &R, settings: &Settings, host: &Arc<dyn Host>) -> AgentKind<R::State> {
    let AgentInfo { name, help, options, default_limits, .. } = info();
    let (rules, settings, host) = (rules.clone(), settings.clone(), host.clone());
    AgentKind::boxed(name, help, &options, default_limits, move |options| {
        let crew = Crew {
            host: host.clone(),
            command: options.text(&CMD).to_string(),
            grace: Duration::from_millis(options.count(&GRACE)),
            wait: Duration::from_secs(options.count(&WAIT)),
            idle: Mutex::default(),
            answered: AtomicBool::new(false),
        };
        Ok(Box::new(Exec {
            crew: Arc::new(crew),
            rules: rules.clone(),
            settings: settings.clone(),
            talk: Mutex::default(),
            failure: None,
            stopped: false,
        }))
    })
}

/// The seed for a player's own luck: 53 bits, which every language can hold, of a one-way hash.
fn own_seed(rng: &Rng) -> u64 {
    let mut text = b"yomi: the luck of a player of its own".to_vec();
    text.extend(rng.seed().to_le_bytes());
    let hash = hmac_sha256::Hash::hash(&text);
    u64::from_le_bytes(hash[..8].try_into().expect("eight of 32 bytes")) >> 11
}

/// What all players of one agent share: how to start the program, and those that have nothing to do.
struct Crew {
    host: Arc<dyn Host>,
    command: String,
    grace: Duration,
    wait: Duration,
    idle: Mutex<Vec<Talk>>,
    /// Whether it ever answered: from then on a failure costs a game, and before it everything.
    answered: AtomicBool,
}

impl Crew {
    fn idle(&self) -> MutexGuard<'_, Vec<Talk>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self) -> Result<Talk, Why> {
        let program = self.host.start(&self.command).map_err(|why| Why::new(why.text.en, why.text.ja))?;
        Ok(Talk { program, said: 0, let_pass: None })
    }
}

/// What went wrong, in both languages.
struct Why {
    en: String,
    ja: String,
    /// The program is not there any more.
    ended: bool,
}

impl Why {
    fn new(en: impl Into<String>, ja: impl Into<String>) -> Why {
        Why { en: en.into(), ja: ja.into(), ended: false }
    }
}

/// A conversation with one program.
struct Talk {
    program: Box<dyn Program>,
    /// Messages so far: the last id.
    said: u64,
    /// The answer to `over` is not waited for, and passed over when it comes.
    let_pass: Option<u64>,
}

impl Talk {
    fn tell(&mut self, mut message: Value) -> Result<u64, Lost> {
        self.said += 1;
        message["id"] = self.said.into();
        self.program.send(&message.to_string())?;
        Ok(self.said)
    }

    /// The answer to a message.
    fn ask(&mut self, message: Value, patience: Duration, stop: &AtomicBool) -> Result<Value, Why> {
        let id = self.tell(message).map_err(|lost| self.lost(&lost, patience))?;
        loop {
            let line = self.receive(patience, stop)?;
            let Ok(answer @ Value::Object(_)) = serde_json::from_str::<Value>(&line) else {
                let line = excerpt(&line);
                return Err(Why::new(
                    format!(
                        "said {line:?}, which is not a JSON object; standard output is for answers, \
                         standard error for the rest"
                    ),
                    format!(
                        "{line:?} はJSONのオブジェクトではありません。標準出力は回答だけにし、\
                         ほかは標準エラー出力に書いてください"
                    ),
                ));
            };
            match answer["id"].as_u64() {
                Some(said) if said == id => {
                    return match answer.get("error") {
                        None => Ok(answer),
                        Some(error) => {
                            let error = excerpt(&error.to_string());
                            Err(Why::new(
                                format!("answered with an error: {error}"),
                                format!("エラーの回答: {error}"),
                            ))
                        }
                    };
                }
                Some(said) if self.let_pass == Some(said) => self.let_pass = None,
                _ => {
                    let found = excerpt(&answer["id"].to_string());
                    return Err(Why::new(
                        format!("answered to id {found}; expected {id}"),
                        format!("id {found} への回答です。{id} を待っていました"),
                    ));
                }
            }
        }
    }

    fn receive(&mut self, patience: Duration, stop: &AtomicBool) -> Result<String, Why> {
        let mut left = patience;
        loop {
            let glance = left.min(GLANCE);
            match self.program.receive(glance) {
                Ok(line) => return Ok(line),
                Err(Lost::Late) if stop.load(Ordering::Relaxed) => {
                    return Err(Why::new("was stopped before it answered", "回答の前に中止されました"));
                }
                Err(Lost::Late) if left > glance => left -= glance,
                Err(lost) => return Err(self.lost(&lost, patience)),
            }
        }
    }

    fn lost(&mut self, lost: &Lost, patience: Duration) -> Why {
        let complaints = self.program.complaints();
        let (en, ja) = match complaints.trim() {
            "" => (String::new(), String::new()),
            said => (format!("; its standard error ends with: {said}"), format!("。標準エラー出力: {said}")),
        };
        match lost {
            Lost::Late => {
                let ms = patience.as_millis();
                Why::new(
                    format!("gave no answer within {ms} ms{en}"),
                    format!("{ms} ms 以内に回答がありません{ja}"),
                )
            }
            Lost::Ended(how) => Why {
                ended: true,
                ..Why::new(format!("has ended ({how}){en}"), format!("終了しました（{how}）{ja}"))
            },
            Lost::Silent => Why::new(
                format!("has closed its output, and goes on running{en}"),
                format!("標準出力を閉じました（まだ動いています）{ja}"),
            ),
            Lost::Deaf => Why::new(
                format!("has closed its input, and goes on running{en}"),
                format!("標準入力を閉じました（まだ動いています）{ja}"),
            ),
            Lost::Unread => Why::new(
                format!("does not read what it is sent{en}"),
                format!("送ったものを読んでいません{ja}"),
            ),
            Lost::Garbled(why) => {
                Why::new(format!("said no line of text: {why}{en}"), format!("読めない行: {why}{ja}"))
            }
        }
    }
}

/// A program on a seat.
struct Exec<R: Ruleset> {
    crew: Arc<Crew>,
    rules: R,
    settings: Settings,
    /// While a game is played. A mutex only so that it can be shared: it is never waited for.
    talk: Mutex<Option<Talk>>,
    failure: Option<Failure>,
    /// It was stopped from outside while it thought, which is no fault of its own: it may be asked again.
    stopped: bool,
}

/// For another game: nothing of this one is kept.
impl<R: Ruleset> Clone for Exec<R> {
    fn clone(&self) -> Self {
        Exec {
            crew: self.crew.clone(),
            rules: self.rules.clone(),
            settings: self.settings.clone(),
            talk: Mutex::default(),
            failure: None,
            stopped: false,
        }
    }
}

/// A game that is broken off: the program can begin another.
impl<R: Ruleset> Drop for Exec<R> {
    fn drop(&mut self) {
        let talk = self.talk().take();
        self.crew.idle().extend(talk);
    }
}

impl<R: Ruleset> Exec<R> {
    fn talk(&mut self) -> &mut Option<Talk> {
        self.talk.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// The move that the program names.
    fn ask(
        &mut self,
        view: &ViewOf<R::State>,
        run: &Run<'_, <R::State as yomi_core::State>::Action>,
        rng: &Rng,
    ) -> Result<Decision<<R::State as yomi_core::State>::Action>, Why> {
        if self.talk().is_none() {
            let talk = self.start(view, run.stop, rng)?;
            *self.talk() = Some(talk);
        }
        let patience = run.limits.time.map_or(self.crew.wait, |time| time + self.crew.grace);
        let shown = Shown { rules: &self.rules, view };
        let message = json!({
            "id": 0,
            "cmd": "move",
            "game": R::NAME,
            "view": view::write(R::NAME, &self.settings, &shown),
            "limit": told_limit(run.limits),
        });
        let stop = run.stop;
        let talk = self.talk().as_mut().expect("it was just started");
        let answer = talk.ask(message, patience, stop)?;
        let word = answer["move"].as_str().ok_or_else(|| {
            let found = excerpt(&answer.to_string());
            Why::new(
                format!("answered {found}; expected {{\"id\":…,\"move\":\"…\"}}"),
                format!("{found} という回答です。{{\"id\":…,\"move\":\"…\"}} にしてください"),
            )
        })?;
        let legal = view.legal::<R::State>();
        let action = self.rules.parse_action(word).ok().filter(|action| legal.contains(action));
        let action = action.ok_or_else(|| {
            let list: Vec<String> = legal.iter().take(20).map(|&a| self.rules.action_text(a)).collect();
            let (word, list) = (excerpt(word), list.join(" "));
            Why::new(
                format!("played {word:?}, which is not legal; legal: {list}"),
                format!("{word:?} は反則です。合法手: {list}"),
            )
        })?;
        Ok(Decision::immediate(Basis::Rule, action, legal))
    }

    /// A program that knows which game and seat it plays.
    fn start(&self, view: &ViewOf<R::State>, stop: &AtomicBool, rng: &Rng) -> Result<Talk, Why> {
        let message = json!({
            "id": 0,
            "cmd": "start",
            "game": R::NAME,
            "settings": view::settings_json(&self.settings),
            "seat": view.seat,
            "seed": own_seed(rng),
        });
        loop {
            let used_before = self.crew.idle().pop();
            let (mut talk, again) = match used_before {
                Some(talk) => (talk, true),
                None => (self.crew.begin()?, false),
            };
            match talk.ask(message.clone(), self.crew.wait, stop) {
                // Its last game was over: it has lost nothing, and another one takes its place.
                Err(why) if why.ended && again => {}
                Err(why) => return Err(why),
                Ok(answer) => return self.started(talk, &answer),
            }
        }
    }

    fn started(&self, talk: Talk, answer: &Value) -> Result<Talk, Why> {
        if answer["ok"] != true {
            let found = excerpt(&answer.to_string());
            return Err(Why::new(
                format!("answered {found} to start; expected {{\"id\":…,\"ok\":true}}"),
                format!("start への回答が {found} です。{{\"id\":…,\"ok\":true}} にしてください"),
            ));
        }
        self.crew.answered.store(true, Ordering::Relaxed);
        Ok(talk)
    }

    fn fail(&mut self, why: Why) {
        // The program ends here: the next game gets a new one.
        *self.talk() = None;
        let name = excerpt(&self.crew.command);
        let Why { en, ja, .. } = why;
        tracing::warn!(program = name, why = en, "a program failed");
        self.failure = Some(Failure {
            en: format!("exec: {name:?} {en}"),
            ja: format!("exec: {name:?}: {ja}"),
            for_good: !self.crew.answered.load(Ordering::Relaxed),
        });
    }
}

/// The limit as one types it; the memory cap that is always there is not worth telling.
fn told_limit(limits: Limits) -> Value {
    let limits = Limits { memory: limits.memory.filter(|&bytes| bytes != NO_MEMORY_GIVEN), ..limits };
    match limits == Limits::default() {
        true => Value::Null,
        false => limit::text(&limits).into(),
    }
}

impl<R: Ruleset> ViewSearch<R::State> for Exec<R> {
    fn decide(
        &mut self,
        view: &ViewOf<R::State>,
        run: &mut Run<'_, <R::State as yomi_core::State>::Action>,
        rng: &mut Rng,
    ) -> Result<Decision<<R::State as yomi_core::State>::Action>, Contradiction> {
        if std::mem::take(&mut self.stopped) {
            self.failure = None;
        }
        if self.failure.is_none() {
            match self.ask(view, run, rng) {
                Ok(decision) => return Ok(decision),
                Err(why) => self.fail(why),
            }
            self.stopped = run.stop.load(Ordering::Relaxed);
        }
        // The game is lost. It is played to its end by chance, so that it is a whole game all the same.
        ViewSearch::<R::State>::decide(&mut RandomPlayer, view, run, rng)
    }

    fn over(&mut self, payoffs: &[f64]) {
        let Some(mut talk) = self.talk().take() else { return };
        if let Ok(id) = talk.tell(json!({"id": 0, "cmd": "over", "payoffs": payoffs})) {
            talk.let_pass = Some(id);
            self.crew.idle().push(talk);
        }
    }

    fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }
}

impl From<&Failure> for Fault {
    fn from(why: &Failure) -> Fault {
        Fault::io(why.en.clone(), why.ja.clone())
    }
}

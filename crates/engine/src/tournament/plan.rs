//! What is to be played, as a file says it.

use super::file::{Choices, File, Named, Section};
use crate::agent::AgentText;
use crate::fault::excerpt;
use crate::record::is_control_or_format;
use crate::stats::sprt;
use crate::{Fault, Sentence, arena, limit};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use yomi_core::Limits;

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairings {
    /// Every choice of as many agents as there are seats.
    #[default]
    RoundRobin,
    /// The first agent with every choice of the others.
    Gauntlet,
    /// Neighbours in the list.
    Ladder,
}

/// An agent that takes part.
#[derive(Clone, PartialEq, Debug)]
pub struct Entrant {
    /// What it is called in tables.
    pub name: String,
    pub agent: AgentText,
}

/// One game of the tournament, with everything filled in.
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    pub game: String,
    pub settings: Vec<(String, String)>,
    pub agents: Vec<Entrant>,
    pub pairings: Pairings,
    /// For each pairing; with a test at most.
    pub games: u64,
    pub seed: u64,
    pub limits: Option<Limits>,
    pub openings: Option<usize>,
    pub sprt: Option<sprt::Test>,
}

/// A tournament.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    pub name: String,
    /// Playing stops after this time.
    pub minutes: Option<f64>,
    /// Samples of the bootstrap.
    pub bootstrap: usize,
    pub events: Vec<Event>,
}

/// Games per pairing where nothing else is said.
const GAMES: u64 = 100;
/// Samples of the bootstrap where nothing else is said.
pub(super) const SAMPLES: usize = 1000;
const MOST_SAMPLES: u64 = 100_000;
/// Larger files are rejected.
pub const MOST_BYTES: u64 = 1 << 20;
const MOST_AGENTS: usize = 200;

fn refused(en: impl Into<String>, ja: impl Into<String>) -> Fault {
    Fault::bad_view(en, ja)
}

impl Plan {
    /// Reads a file. `name` is what the tournament is called if the file does not say.
    pub fn parse(text: &str, name: &str) -> Result<Plan, Fault> {
        let file = File::parse(text)?;
        if file.games.is_empty() {
            return Err(refused(
                "no game; expected at least one table such as [[game]] with game = \"connect-four\" and agents = [\"best\", \"random\"]",
                "ゲームがありません。[[game]] に game = \"connect-four\" と agents = [\"best\", \"random\"] のように書いてください",
            ));
        }
        let bootstrap = file.bootstrap.unwrap_or(SAMPLES as u64);
        if !(100..=MOST_SAMPLES).contains(&bootstrap) {
            return Err(refused(
                format!("bootstrap = {bootstrap}: expected 100 to {MOST_SAMPLES} samples"),
                format!("bootstrap = {bootstrap}: 100から{MOST_SAMPLES}までにしてください"),
            ));
        }
        if let Some(minutes) = file.minutes.filter(|minutes| !(*minutes > 0.0 && *minutes <= 1e6)) {
            return Err(refused(
                format!("minutes = {minutes}: expected a number above 0, up to 1000000"),
                format!("minutes = {minutes}: 0より大きく1000000以下の数にしてください"),
            ));
        }
        let File { minutes, choices: top, games, .. } = file;
        let event = |(i, section): (usize, Section)| {
            let place = format!("[[game]] {} ({})", i + 1, excerpt(&section.game));
            event(&top, section).map_err(|why| why.at(place))
        };
        let events = games.into_iter().enumerate().map(event).collect::<Result<_, _>>()?;
        let name = file.name.unwrap_or_else(|| name.to_string());
        Ok(Plan { name, minutes, bootstrap: bootstrap as usize, events })
    }

    /// Everything that fixes what is played: two files with the same one are the same tournament.
    pub fn json(&self) -> serde_json::Value {
        let event = |event: &Event| {
            serde_json::json!({
                "game": event.game,
                "settings": event.settings.iter().cloned().collect::<BTreeMap<_, _>>(),
                "agents": event.agents.iter().map(|a| [&a.name, &a.agent.text]).collect::<Vec<_>>(),
                "pairings": event.pairings,
                "games": event.games,
                "seed": event.seed,
                "limit": event.limits.map(|limits| limit::text(&limits)),
                "openings": event.openings,
                "sprt": event.sprt,
            })
        };
        serde_json::json!({
            "name": self.name,
            "minutes": self.minutes,
            "bootstrap": self.bootstrap,
            "events": self.events.iter().map(event).collect::<Vec<_>>(),
        })
    }
}

fn event(top: &Choices, section: Section) -> Result<Event, Fault> {
    let Section { game, settings, choices } = section;
    let Choices { agents, seed, games, limit, pairings, openings, sprt } = choices.or(top);
    let named = agents.unwrap_or_default();
    if !(2..=MOST_AGENTS).contains(&named.len()) {
        let given = named.len();
        return Err(refused(
            format!("agents: {given} named; expected 2 to {MOST_AGENTS}"),
            format!("agents: {given}個です。2個から{MOST_AGENTS}個までにしてください"),
        ));
    }
    let agents = named.iter().map(entrant).collect::<Result<Vec<Entrant>, Fault>>()?;
    for (i, entrant) in agents.iter().enumerate() {
        if agents[..i].iter().any(|earlier| earlier.name == entrant.name) {
            let name = excerpt(&entrant.name);
            return Err(refused(
                format!(
                    "agents: {name:?} is there twice; expected different names ({{ name = \"…\", agent = \"…\" }})"
                ),
                format!(
                    "agents: {name:?} が二度あります。別の名前を付けてください（{{ name = \"…\", agent = \"…\" }}）"
                ),
            ));
        }
    }
    let games = games.unwrap_or(GAMES);
    if !(1..=arena::MOST_GAMES).contains(&games) {
        return Err(refused(
            format!("games = {games}: expected 1 to {}", arena::MOST_GAMES),
            format!("games = {games}: 1から{}までにしてください", arena::MOST_GAMES),
        ));
    }
    let limits = limit.map(|text| limit::parse(&text)).transpose();
    let test = sprt.map(|text| sprt::Test::parse(&text)).transpose();
    Ok(Event {
        game,
        settings,
        agents,
        pairings: pairings.unwrap_or_default(),
        games,
        seed: seed.unwrap_or(0),
        limits: limits.map_err(|why| why.at("limit"))?,
        openings: openings.map(|count| usize::try_from(count).unwrap_or(usize::MAX)),
        sprt: test.map_err(|why| why.at("sprt"))?,
    })
}

fn entrant(named: &Named) -> Result<Entrant, Fault> {
    let Named { name, agent } = named;
    if name.trim().is_empty() || name.chars().count() > 80 || name.contains(is_control_or_format) {
        let name = excerpt(name);
        return Err(refused(
            format!("name = {name:?}: expected 1 to 80 characters in one line"),
            format!("name = {name:?}: 1行で1文字から80文字までにしてください"),
        ));
    }
    let agent = AgentText::parse(agent).map_err(|why| why.at("agents"))?;
    Ok(Entrant { name: name.clone(), agent })
}

/// Pairings beyond this many are refused.
const MOST_PAIRINGS: usize = 20_000;

impl Event {
    /// Which agents meet, by their places in the list.
    pub fn meetings(&self, seats: usize) -> Result<Vec<Vec<usize>>, Fault> {
        let agents = self.agents.len();
        let few = |what: Sentence| {
            Fault::bad_option(
                format!("{}: {agents} agents for {seats} seats; {}", self.game, what.en),
                format!("{}: {seats}席に対してエージェントが{agents}個です。{}", self.game, what.ja),
            )
        };
        if seats < 2 {
            let game = &self.game;
            return Err(Fault::bad_option(
                format!("{game} is a one-player game: a suite measures it, not a tournament"),
                format!("{game} は一人用です。大会ではなくスイートで測ってください"),
            ));
        }
        let meetings = match self.pairings {
            Pairings::RoundRobin => choices(agents, seats, 0),
            Pairings::Gauntlet => {
                let rest = choices(agents - 1, seats - 1, 1);
                rest.into_iter().map(|others| [&[0][..], &others].concat()).collect()
            }
            Pairings::Ladder if agents < seats => {
                let what = "a ladder needs one per seat or more";
                return Err(few(Sentence::new(what, "ladder には席の数以上が必要です")));
            }
            Pairings::Ladder => (0..=agents - seats).map(|from| (from..from + seats).collect()).collect(),
        };
        if meetings.len() > MOST_PAIRINGS {
            let count = meetings.len();
            let what = format!("that makes {count} pairings, more than {MOST_PAIRINGS}");
            return Err(few(Sentence::new(
                what,
                format!("組み合わせが{count}通りで、上限の{MOST_PAIRINGS}を超えます"),
            )));
        }
        Ok(meetings)
    }
}

/// Every choice of `seats` out of `agents`, numbered from `first`. Where there are fewer agents than seats,
/// agents sit on several: every choice with repetition that has at least two different ones.
fn choices(agents: usize, seats: usize, first: usize) -> Vec<Vec<usize>> {
    let repeat = agents < seats;
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..seats {
        let longer = |chosen: &Vec<usize>| -> Vec<Vec<usize>> {
            let from = chosen.last().map_or(first, |&last| if repeat { last } else { last + 1 });
            (from..first + agents).map(|next| [&chosen[..], &[next]].concat()).collect()
        };
        all = all.iter().flat_map(longer).take(4 * MOST_PAIRINGS).collect();
    }
    // Of a gauntlet the first agent makes the difference.
    all.retain(|chosen| !repeat || first > 0 || chosen.first() != chosen.last());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"
        name = "test"
        games = 10
        agents = ["random", { name = "strong", agent = "mcts(limit=50it)" }]
        [[game]]
        game = "connect-four"
        openings = 5
        [[game]]
        game = "sevens"
        settings = { players = 4, rules = "contest" }
        agents = ["random", "policy", "heuristic"]
        pairings = "ladder"
        games = 12
        seed = 3
    "#;

    fn fault(text: &str) -> String {
        Plan::parse(text, "x").unwrap_err().to_string()
    }

    #[test]
    fn what_stands_at_the_top_holds_below() {
        let plan = Plan::parse(FILE, "file").unwrap();
        let [four, sevens] = &plan.events[..] else { panic!() };
        assert_eq!((plan.name.as_str(), four.games, sevens.games), ("test", 10, 12));
        assert_eq!((four.seed, sevens.seed, four.openings), (0, 3, Some(5)));
        assert_eq!((four.agents[1].name.as_str(), four.agents[1].agent.name.as_str()), ("strong", "mcts"));
        assert_eq!(sevens.settings, [("players".into(), "4".into()), ("rules".into(), "contest".into())]);
        assert_eq!(Plan::parse(&FILE.replace("name = \"test\"", ""), "file").unwrap().name, "file");
    }

    #[test]
    fn faults_name_what_is_wrong() {
        assert!(fault("games = ").contains("line 1"));
        assert!(fault("game = 3").contains("line 1"));
        assert!(fault("").contains("[[game]]"));
        assert!(fault("[[game]]\ngame = \"kuhn\"\nagents = [\"random\"]").contains("expected 2 to"));
        assert!(fault("[[game]]\ngame = \"kuhn\"\nagents = [\"a\", \"a\"]").contains("twice"));
        assert!(fault("[[game]]\ngame = \"kuhn\"\nagents = [\"a\", \"b(\"]").contains("not closed"));
        assert!(fault("[[game]]\ngame = \"kuhn\"\nlimits = 3\nagents = [\"a\", \"b\"]").contains("limits"));
        assert!(fault("games = 0\n[[game]]\ngame = \"kuhn\"\nagents = [\"a\", \"b\"]").contains("games = 0"));
        assert!(fault("minutes = -1\n[[game]]\ngame = \"kuhn\"").contains("minutes"));
        assert!(fault("pairings = \"swiss\"\n[[game]]\ngame = \"kuhn\"").contains("round-robin"));
        // Types are named in words, with the key and its line, at the top and for a game.
        for (text, said) in [
            ("games = \"many\"", "line 1: games = \"many\": expected a whole number from 0"),
            ("\nseed = -1", "line 2: seed = -1: expected a whole number from 0"),
            ("seed = 99999999999999999999", "expected a whole number from 0"),
            ("minutes = true", "line 1: minutes = true: expected a number"),
            ("limit = 5", "line 1: limit = 5: expected a text in quotation marks"),
            ("agents = [1]", "line 1: agents = [1]: expected a list of agents"),
            ("agents = [{ name = \"x\" }]", "expected a list of agents"),
            ("[[game]]\ngame = \"kuhn\"\nopenings = 1.5", "line 3: openings = 1.5: expected a whole number"),
            ("[[game]]\ngame = \"kuhn\"\nsettings = { a = [1] }", "line 3: settings = {…}: expected a table"),
            ("[[game]]\ngames = 3", "line 1: [[game]] does not say which game"),
            ("[[game]]\nminutes = 3\ngame = \"kuhn\"", "line 2: unknown key \"minutes\""),
            ("game = \"kuhn\"", "line 1: game = \"kuhn\": expected tables [[game]]"),
            ("game = [1]", "expected tables [[game]]"),
            ("games = 1\ngames = 2", "line 2: not TOML (duplicate key"),
        ] {
            assert!(fault(text).contains(said), "{text}: {}", fault(text));
        }
    }

    fn meetings(pairings: Pairings, agents: usize, seats: usize) -> Vec<Vec<usize>> {
        let names: Vec<String> = (0..agents).map(|i| format!("\"a{i}\"")).collect();
        let text = format!("[[game]]\ngame = \"x\"\nagents = [{}]", names.join(","));
        let mut event = Plan::parse(&text, "x").unwrap().events.remove(0);
        event.pairings = pairings;
        event.meetings(seats).unwrap()
    }

    #[test]
    fn everybody_meets_whom_the_pairings_say() {
        assert_eq!(meetings(Pairings::RoundRobin, 4, 2).len(), 6);
        assert_eq!(meetings(Pairings::RoundRobin, 5, 3).len(), 10);
        assert_eq!(meetings(Pairings::RoundRobin, 2, 3), [[0, 0, 1], [0, 1, 1]]);
        assert_eq!(meetings(Pairings::Gauntlet, 4, 2), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(meetings(Pairings::Gauntlet, 4, 3), [[0, 1, 2], [0, 1, 3], [0, 2, 3]]);
        assert_eq!(meetings(Pairings::Gauntlet, 2, 3), [[0, 1, 1]]);
        assert_eq!(meetings(Pairings::Ladder, 4, 2), [[0, 1], [1, 2], [2, 3]]);
    }
}

//! Turns a typed game into a [`Game`] of text and plain data.

use crate::bench::Meter;
use crate::chart::{Best, Traits};
use crate::export::Exporter;
use crate::fault::FaultKind;
use crate::game::{Abilities, Game, Table};
use crate::host::Host;
use crate::kind::{self, AgentInfo, AgentKind};
use crate::partner::Ladder;
use crate::playable::{Foreign, Playable, StateOf};
use crate::position::Seen;
use crate::table::{Opened, Shared, unable};
use crate::wire::{AgentEntry, AgentList, GameEntry, OptionEntry, StartField, VERSION};
use crate::{Fault, Sentence, exec, limit, view};
use serde_json::Value;
use std::marker::PhantomData;
use std::sync::Arc;
use yomi_core::{OptionKind, OptionSpec, Options, Ruleset, Settings, Stakes, Text};

/// A game in the registry.
pub struct Entry<P> {
    host: Arc<dyn Host>,
    game: PhantomData<P>,
}

impl<P: Playable> Entry<P> {
    pub fn new(host: &Arc<dyn Host>) -> Self {
        Entry { host: host.clone(), game: PhantomData }
    }

    /// Boxed, for a list of games.
    pub fn boxed(host: &Arc<dyn Host>) -> Box<dyn Game> {
        Box::new(Self::new(host))
    }

    fn complete(&self, given: &[(String, String)]) -> Result<Settings, Fault> {
        complete(self.name(), self.settings(), given, &self.host)
    }

    fn shared(&self, settings: Settings) -> Result<Arc<Shared<P>>, Fault> {
        Shared::new(settings, &self.host).map(Arc::new)
    }
}

fn said(text: Text) -> Sentence {
    Sentence::new(text.en, text.ja)
}

impl<P: Playable> Game for Entry<P> {
    fn name(&self) -> &'static str {
        P::Rules::NAME
    }

    fn summary(&self) -> Text {
        P::Rules::SUMMARY
    }

    fn rules(&self) -> Text {
        P::Rules::RULES
    }

    fn stakes(&self) -> Stakes {
        P::Rules::STAKES
    }

    fn drawn(&self) -> Text {
        P::Rules::DRAWN
    }

    fn settings(&self) -> &'static [OptionSpec] {
        P::Rules::SETTINGS
    }

    fn agents(&self) -> Vec<AgentInfo> {
        P::agents().into_iter().map(|kind| kind.info).chain([exec::info()]).collect()
    }

    fn listed(&self) -> Result<GameEntry, Fault> {
        Ok(GameEntry {
            game: self.name().into(),
            players: self.open(&[])?.players(),
            summary: said(self.summary()),
            settings: self.settings().iter().map(OptionEntry::from).collect(),
            agents: self.agents().iter().map(|agent| agent.name.into()).collect(),
        })
    }

    fn listed_agents(&self) -> Result<AgentList, Fault> {
        let entry = |kind: &AgentKind<StateOf<P>>| {
            let mind = kind.by_default(&self.host)?;
            let AgentInfo { name, also, help, options, default_limits, cheats } = &kind.info;
            Ok(AgentEntry {
                agent: (*name).into(),
                also: also.map(Into::into),
                help: said(*help),
                options: options.iter().map(OptionEntry::from).collect(),
                default_limit: limit::text(default_limits),
                cheats: *cheats,
                has_tree: mind.has_tree(),
                has_trace: mind.tells(),
            })
        };
        let shared = self.shared(self.complete(&[])?)?;
        let agents = shared.kinds.iter().map(entry).collect::<Result<_, Fault>>()?;
        Ok(AgentList { version: VERSION, game: self.name().into(), agents })
    }

    fn open(&self, given: &[(String, String)]) -> Result<Box<dyn Table>, Fault> {
        let shared = self.shared(self.complete(given)?);
        Ok(Box::new(Opened(shared.map_err(|why| at_paths(why, self.settings(), given))?)))
    }

    fn open_json(&self, settings: Option<&Value>) -> Result<Box<dyn Table>, Fault> {
        let options = view::read_settings(self.name(), self.settings(), settings)?;
        let shared = self.shared(options.settings().clone());
        Ok(Box::new(Opened(shared.map_err(in_settings)?)))
    }

    fn traits(&self) -> Traits {
        P::traits()
    }

    fn best(&self) -> Option<Best> {
        P::best()
    }

    fn bench(&self, meter: &mut Meter) {
        P::bench(meter);
    }

    fn abilities(&self) -> Abilities {
        Abilities {
            statistics: P::STATISTICS.is_some(),
            tune: P::TUNER.is_some(),
            export: P::EXPORTER.is_some(),
            import: P::IMPORTER.is_some(),
            solve: P::SOLVES,
            vector: P::VECTORIZER.is_some(),
        }
    }

    fn start_fields(&self) -> Vec<StartField> {
        P::start_fields()
    }

    fn import(&self, text: &str, given: &[(String, String)]) -> Result<Value, Fault> {
        let importer =
            P::IMPORTER.ok_or_else(|| unable::<P>("has no foreign log", "には外部の記録がありません"))?;
        let Foreign { implied, view } = importer(text)?;
        let table = self.shared(self.complete(&joined(given, implied))?)?;
        let view = view(&table.rules).map_err(|why| Fault::from(why).of_kind(FaultKind::BadView))?;
        let settings = table.settings.clone();
        Ok(view::write(self.name(), &settings, &Seen { table, view }))
    }

    fn ladder(&self) -> Option<&'static Ladder> {
        P::LADDER
    }

    fn makes_puzzles(&self) -> bool {
        P::PUZZLES.is_some()
    }

    fn exporter(&self) -> Option<Exporter> {
        P::EXPORTER
    }

    fn host(&self) -> &Arc<dyn Host> {
        &self.host
    }

    fn on(&self, host: &Arc<dyn Host>) -> Box<dyn Game> {
        Self::boxed(host)
    }
}

// What follows is compiled once, and not once per game.

/// Settings as typed, with the content of files in place of their paths.
fn complete(
    game: &str,
    specs: &[OptionSpec],
    given: &[(String, String)],
    host: &Arc<dyn Host>,
) -> Result<Settings, Fault> {
    let mut options = Options::complete(game, specs, given)?;
    kind::read_files(&mut options, specs, host)?;
    let mut settings = options.settings().clone();
    for spec in specs.iter().filter(|spec| matches!(spec.kind, OptionKind::File { .. })) {
        if let Some(bytes) = options.file(spec) {
            let path = options.text(spec).to_string();
            let text = String::from_utf8(bytes.to_vec()).map_err(|_| {
                Fault::io(format!("{path}: not UTF-8 text"), format!("{path}: UTF-8 の文字列ではありません"))
            })?;
            settings.insert(spec.name.to_string(), text);
        }
    }
    Ok(settings)
}

/// What is wrong with the content of a file is told with its path.
fn at_paths(why: Fault, specs: &[OptionSpec], given: &[(String, String)]) -> Fault {
    let is_path =
        |name: &str, value: &str| specs.iter().any(|spec| spec.name == name && spec.reaches_outside(value));
    let paths = given.iter().filter(|(name, value)| is_path(name, value));
    paths.fold(why, |why, (_, path)| why.at(path))
}

/// What rules refuse begins with the name of the setting.
fn in_settings(why: Fault) -> Fault {
    Fault { text: why.text.map(|text| format!("settings.{text}")), ..why }.of_kind(FaultKind::BadView)
}

/// What was given, and what is implied where nothing else was given.
fn joined(given: &[(String, String)], implied: Vec<(String, String)>) -> Vec<(String, String)> {
    let unset = |(key, _): &(String, String)| given.iter().all(|(other, _)| other != key);
    given.iter().cloned().chain(implied.into_iter().filter(unset)).collect()
}

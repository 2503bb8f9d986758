//! What a client may make Yomi touch outside of itself: nothing, unless the engine was started with
//! `--allow-exec` or `--allow-files`.
//!
//! Options and settings are marked where they are declared ([`OptionSpec::reach`]), and every agent and every
//! setting of a request goes through here. Views carry the content of files and never their paths, so that
//! nothing is opened because a view says so, whatever is allowed.

use yomi::core::options::{OptionSpec, Reach};
use yomi::engine::agent::AgentText;
use yomi::{Fault, Game};

/// What is allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Gate {
    pub exec: bool,
    pub files: bool,
}

impl Gate {
    fn allows(self, reach: Reach) -> bool {
        match reach {
            Reach::File => self.files,
            Reach::Program => self.exec,
        }
    }

    fn check(self, owner: &str, specs: &[OptionSpec], given: &[(String, String)]) -> Result<(), Fault> {
        for (name, value) in given {
            let spec = specs.iter().find(|spec| spec.name == name);
            match spec.and_then(|spec| spec.reach(value)) {
                Some(reach) if !self.allows(reach) => return Err(refused(owner, name, reach)),
                _ => {}
            }
        }
        Ok(())
    }

    /// Refuses an agent whose options reach outside.
    pub fn check_agent(self, game: &dyn Game, agent: &AgentText) -> Result<(), Fault> {
        let own = |info: &yomi::engine::kind::AgentInfo| {
            info.name == agent.name || info.also == Some(agent.name.as_str())
        };
        match game.agents().into_iter().find(own) {
            Some(info) => self.check(&agent.name, &info.options, &agent.options),
            // There is none: who looks for it says so.
            None => Ok(()),
        }
    }

    pub fn check_settings(self, game: &dyn Game, given: &[(String, String)]) -> Result<(), Fault> {
        self.check(game.name(), game.settings(), given)
    }
}

fn refused(owner: &str, name: &str, reach: Reach) -> Fault {
    let (en, ja, flag) = match reach {
        Reach::File => ("opens a file", "ファイルを開きます", "--allow-files"),
        Reach::Program => ("runs a program", "プログラムを実行します", "--allow-exec"),
    };
    Fault::bad_option(
        format!("{owner}: {name} {en}, which this engine does not allow; `yomi engine {flag}` would"),
        format!("{owner}: {name} は{ja}が、許可されていません。`yomi engine {flag}` なら使えます"),
    )
}

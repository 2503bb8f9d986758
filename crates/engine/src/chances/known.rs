//! The maps of a game, and what they say of a company. Nothing here depends on the game's types.

use super::acts::{self, Act};
use super::company::{Company, Mix};
use super::map::Map;
use super::{Chance, Parts};
use crate::Fault;
use crate::agent::AgentText;
use std::sync::Arc;
use yomi_core::Stakes;

/// Games after which the frequency of acts is known well enough.
const MANY_GAMES: u64 = 1_000;
/// A search may be this many times smaller than the smallest one that chances were fitted to.
const SMALLER: f64 = 4.0;
/// Searches with one limit differ so much in size, from one position to another: they are what a map was fitted to, and no
/// other map has a part in it.
const ALIKE: f64 = 3.0;

/// How far a search of this size is on the way from one to another, by orders of magnitude, when those that are alike have
/// been passed.
fn far(from: f64, to: f64, size: f64) -> f64 {
    let (way, done) = ((to / from).ln(), (size / from).ln());
    let alike = ALIKE.ln().min(way / 2.0);
    if way > 2.0 * alike {
        ((done - alike) / (way - 2.0 * alike)).clamp(0.0, 1.0)
    } else {
        f64::from(u8::from(done > alike))
    }
}

/// What is known of the chances in a game.
pub struct Known {
    pub(super) game: &'static str,
    pub(super) stakes: Stakes,
    /// Which agent stands for casual players.
    pub casual: Option<&'static str>,
    pub(super) maps: Vec<Arc<Map>>,
}

impl Known {
    /// Maps of an agent for a company, the shallowest search first.
    fn maps(&self, agent: &AgentText, company: Company) -> Vec<&Arc<Map>> {
        let mut maps: Vec<&Arc<Map>> =
            self.maps.iter().filter(|map| map.opponents == Some(company) && map.is_of(agent)).collect();
        maps.sort_by(|a, b| a.iterations.total_cmp(&b.iterations));
        maps
    }

    /// Maps weighted by how near their searches are to one of this many iterations, by orders of magnitude.
    /// None for a search that is much smaller than all of them: what it states means something else.
    fn weighted(&self, agent: &AgentText, company: Company, iterations: u64) -> Parts {
        let maps = self.maps(agent, company);
        if maps.first().is_some_and(|shallowest| SMALLER * (iterations as f64) < shallowest.iterations) {
            return Vec::new();
        }
        let after = maps.partition_point(|map| map.iterations <= iterations as f64);
        match (after.checked_sub(1).map(|at| maps[at]), maps.get(after)) {
            (Some(before), Some(&next)) => match far(before.iterations, next.iterations, iterations as f64) {
                0.0 => vec![(1.0, before.clone())],
                1.0 => vec![(1.0, next.clone())],
                far => vec![(1.0 - far, before.clone()), (far, next.clone())],
            },
            (Some(only), None) | (None, Some(&only)) => vec![(1.0, only.clone())],
            (None, None) => Vec::new(),
        }
    }

    /// The agent that a named company is made of.
    pub fn player_of(&self, company: Company) -> Result<AgentText, Fault> {
        let game = self.game;
        let name = match company {
            Company::Strong => Some("best"),
            Company::Casual => self.casual,
            Company::Random => Some("random"),
            Company::Read => None,
        };
        let none = || {
            Fault::bad_option(
                format!("{game} names no agent that plays like {company} players"),
                format!("{game} には {company} に当たるエージェントがありません"),
            )
        };
        AgentText::parse(name.ok_or_else(none)?)
    }

    /// Whether chances of this agent against the company are known here.
    pub fn knows(&self, agent: &AgentText, company: Company) -> bool {
        match company {
            Company::Read => Company::NAMED.iter().all(|&named| self.knows(agent, named)),
            _ => !self.maps(agent, company).is_empty(),
        }
    }

    /// Refuses a company that was asked for where nothing is known of it.
    pub fn check(&self, agent: &AgentText, wanted: Option<Company>) -> Result<(), Fault> {
        let (game, name) = (self.game, &agent.text);
        match wanted {
            None => Ok(()),
            Some(_) if self.stakes != Stakes::Win => Err(Fault::bad_option(
                format!("{game} states {}, not chances to win", self.stakes.unit()),
                format!("{game} は勝率を示すゲームではありません"),
            )
            .of_part("opponents")),
            Some(company) if !self.knows(agent, company) => Err(Fault::bad_option(
                format!(
                    "no chances of {name} against {company} players were fitted in {game} with these settings; \
                     expected another agent (best) or settings, or no company: then the search's own value is stated"
                ),
                format!(
                    "{game} のこの設定では {name} の {company} 相手の勝率は測定されていません。\
                     別のエージェント（best）か設定にするか、指定を外してください（探索自身の値を示します）"
                ),
            )
            .of_part("opponents")),
            Some(_) => Ok(()),
        }
    }

    /// Who the opponents are, by what they did.
    pub(super) fn mix(&self, agent: &AgentText, done: &[Act]) -> Option<Mix> {
        // Of the strongest players whose acts were counted in many games, otherwise of the weakest.
        let counted = |company| {
            let maps = self.maps(agent, company);
            let many = maps.iter().rev().find(|map| map.games >= MANY_GAMES && !map.acts.is_empty());
            many.or_else(|| maps.iter().find(|map| !map.acts.is_empty())).map(|map| &map.acts)
        };
        match Company::NAMED.map(counted) {
            [Some(strong), Some(casual), Some(random)] => Some(acts::read(&[strong, casual, random], done)),
            _ => None,
        }
    }

    /// The mean over the companies, weighted by how likely each of them is.
    pub(super) fn against_read(
        &self,
        agent: &AgentText,
        mix: Mix,
        phase: f64,
        iterations: u64,
    ) -> Option<Chance> {
        let of_company = |(company, share): (Company, f64)| {
            let weighted = self.weighted(agent, company, iterations);
            let shares = weighted.into_iter().map(|(weight, map)| (share * weight, map));
            Some(shares.collect::<Parts>()).filter(|parts| !parts.is_empty())
        };
        // A mean without one of them would be a mean over others.
        let parts = Company::NAMED.into_iter().zip(mix).map(of_company).collect::<Option<Vec<Parts>>>()?;
        let read = self.weighted(agent, Company::Read, iterations);
        Some(Chance { company: Company::Read, mix: Some(mix), phase, parts: parts.concat(), read })
    }

    pub(super) fn against(
        &self,
        agent: &AgentText,
        company: Company,
        phase: f64,
        iterations: u64,
    ) -> Option<Chance> {
        let parts = self.weighted(agent, company, iterations);
        (!parts.is_empty()).then(|| Chance { company, mix: None, phase, parts, read: Vec::new() })
    }
}

//! What a stated chance to win is a chance of: winning against a named [`Company`].
//!
//! A search states the mean of its own model: how often it wins where everybody plays on as its playouts do.
//! That is not how often a game is won. `yomi calibrate` compares the two over many games against one
//! company and fits a [`Surface`] to it: what comes, by what is stated and by how far the game has come. A
//! game ships the maps that were fitted for it, each with the command that made it, and they are applied
//! where values are stated. They rise, so that the order of moves is the search's; what is proven is not
//! touched.
//!
//! Against opponents as they are [read](Company::Read), the chance is the mean of those against the named
//! companies, weighted by how likely each is by what they did, with a map of its own on top where a game ships
//! one, fitted over tables whose company was drawn by lot.

pub mod acts;
mod company;
mod map;
pub mod surface;

pub use acts::Act;
pub use company::{Company, LOT, Mix, NAMED, posterior};
pub use map::Map;
pub use surface::{Sample, Surface};

use crate::agent::AgentText;
use crate::playable::{Playable, StateOf};
use crate::{Fault, Sentence, view};
use std::any::Any;
use std::sync::Arc;
use yomi_core::{Bound, Hidden, Ruleset, Settings, Stakes, View, ViewOf};

/// Games after which the frequency of acts is known well enough.
const MANY_GAMES: u64 = 1_000;
/// A search may be this many times smaller than the smallest one that chances were fitted to.
const SMALLER: f64 = 4.0;

type Reader<S> = fn(&ViewOf<S>, Option<&(dyn Any + Send)>) -> Option<Mix>;

/// What a table knows of chances: how far its games have come, who its opponents are, and the maps that were
/// fitted with its settings.
pub struct Stating<S: Hidden> {
    game: &'static str,
    stakes: Stakes,
    /// Which agent stands for casual players.
    pub casual: Option<&'static str>,
    pub phase: fn(&ViewOf<S>) -> f64,
    read: Reader<S>,
    acts: fn(&ViewOf<S>) -> Vec<Act>,
    maps: Vec<Arc<Map>>,
}

impl<S: Hidden> Stating<S> {
    pub fn of<P: Playable>(settings: &Settings) -> Stating<StateOf<P>> {
        let settings = view::settings_json(settings);
        let shipped = P::CHANCES.iter().map(|text| Map::parse(text).expect("what is shipped is sound"));
        let maps = shipped.filter(|map| map.settings == settings).map(Arc::new).collect();
        Stating {
            game: P::Rules::NAME,
            stakes: P::Rules::STAKES,
            casual: P::CASUAL,
            phase: P::phase,
            read: P::read_company,
            acts: P::acts,
            maps,
        }
    }

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
            (Some(before), Some(&next)) => {
                let far =
                    (iterations as f64 / before.iterations).ln() / (next.iterations / before.iterations).ln();
                vec![(1.0 - far, before.clone()), (far, next.clone())]
            }
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

    /// What the opponents did, as far as it tells companies apart.
    pub fn acts(&self, view: &ViewOf<S>) -> Vec<Act> {
        (self.acts)(view)
    }

    /// Who the opponents are, by what they did.
    fn mix(&self, agent: &AgentText, view: &ViewOf<S>, evidence: Option<&(dyn Any + Send)>) -> Option<Mix> {
        if let Some(mix) = (self.read)(view, evidence) {
            return Some(mix);
        }
        // Of the strongest players whose acts were counted in many games, otherwise of the weakest.
        let counted = |company| {
            let maps = self.maps(agent, company);
            let many = maps.iter().rev().find(|map| map.games >= MANY_GAMES && !map.acts.is_empty());
            many.or_else(|| maps.iter().find(|map| !map.acts.is_empty())).map(|map| &map.acts)
        };
        match Company::NAMED.map(counted) {
            [Some(strong), Some(casual), Some(random)] => {
                Some(acts::read(&[strong, casual, random], &(self.acts)(view)))
            }
            _ => None,
        }
    }

    /// How the values of one decision are stated: against the company that is wanted, otherwise as the
    /// opponents are read if they have acted, otherwise against strong players. `None` where no map was
    /// fitted, or only to much larger searches: values are then the search's own.
    pub fn chance(
        &self,
        agent: &AgentText,
        wanted: Option<Company>,
        view: &ViewOf<S>,
        iterations: u64,
        evidence: Option<&(dyn Any + Send)>,
    ) -> Option<Chance> {
        let phase = (self.phase)(view);
        if matches!(wanted, None | Some(Company::Read))
            && self.knows(agent, Company::Read)
            && have_others_acted::<S>(view)
            && let Some(mix) = self.mix(agent, view, evidence)
        {
            let of_company = |(company, share): (Company, f64)| {
                let weighted = self.weighted(agent, company, iterations);
                let shares = weighted.into_iter().map(|(weight, map)| (share * weight, map));
                Some(shares.collect::<Parts>()).filter(|parts| !parts.is_empty())
            };
            // A mean without one of them would be a mean over others.
            let parts =
                Company::NAMED.into_iter().zip(mix).map(of_company).collect::<Option<Vec<Parts>>>()?;
            let read = self.weighted(agent, Company::Read, iterations);
            return Some(Chance {
                company: Company::Read,
                mix: Some(mix),
                phase,
                parts: parts.concat(),
                read,
            });
        }
        let company = wanted.filter(|company| *company != Company::Read).unwrap_or(Company::Strong);
        let parts = self.weighted(agent, company, iterations);
        (!parts.is_empty()).then(|| Chance { company, mix: None, phase, parts, read: Vec::new() })
    }
}

/// Whether anybody but the viewer has moved, as far as the view tells.
pub fn have_others_acted<S: Hidden>(view: &ViewOf<S>) -> bool {
    let mut before = View::new(view.seat, view.start.clone());
    view.events.iter().any(|event| {
        let seat = S::seen_turn(&before.now).player();
        before.observe::<S>(event.clone()).expect("what was seen can be seen again");
        seat.is_some_and(|seat| seat != view.seat)
    })
}

/// Maps and their weights.
type Parts = Vec<(f64, Arc<Map>)>;

/// How the values of one decision are stated.
#[derive(Clone, Debug)]
pub struct Chance {
    pub company: Company,
    /// How likely each named company is, where the opponents are read.
    pub mix: Option<Mix>,
    phase: f64,
    parts: Parts,
    read: Parts,
}

impl Chance {
    /// The chance to win where a search states this.
    pub fn of(&self, stated: f64) -> f64 {
        let named = self.named(stated);
        if self.read.is_empty() { named } else { self.at(&self.read, named) }
    }

    /// What the last of its maps begins with: what was stated, or the mean over the companies.
    pub fn mapped(&self, stated: f64) -> f64 {
        if self.company == Company::Read { self.named(stated) } else { stated }
    }

    fn named(&self, stated: f64) -> f64 {
        self.at(&self.parts, stated)
    }

    fn at(&self, parts: &Parts, stated: f64) -> f64 {
        parts.iter().map(|(weight, map)| weight * map.surface.at(self.phase, stated)).sum()
    }

    /// The fewest and the most iterations of a search in the games that it was fitted to.
    pub fn fitted_at(&self) -> [f64; 2] {
        let all = self.parts.iter().map(|(_, map)| map.iterations);
        [all.clone().fold(f64::INFINITY, f64::min), all.fold(0.0, f64::max)]
    }

    /// How much faster it rises than what is stated.
    pub fn slope(&self, stated: f64) -> f64 {
        const STEP: f64 = 1e-3;
        let (lo, hi) = ((stated - STEP).max(0.0), (stated + STEP).min(1.0));
        (self.of(hi) - self.of(lo)) / (hi - lo)
    }

    /// Whether a value of this kind is one that a map applies to: proofs and bounds of best play are not
    /// about a company.
    pub fn covers(bound: Bound) -> bool {
        matches!(bound, Bound::Sampled | Bound::Judged | Bound::JudgedAtMost)
    }

    /// Who the opponents are, by what they did.
    pub fn reading(&self) -> Option<Sentence> {
        let [strong, casual, random] = self.mix?.map(crate::explain::percent);
        Some(Sentence::new(
            format!(
                "By their play so far, the opponents are strong players with probability {strong}, casual ones with {casual}, random ones with {random}; the win rate is the mean over these."
            ),
            format!(
                "これまでの打ち方から見て、相手が強い確率は {strong}、気軽な打ち手は {casual}、でたらめは {random}。勝率はその平均です。"
            ),
        ))
    }
}

#[cfg(test)]
mod tests;

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
mod known;
mod map;
pub mod surface;

pub use acts::Act;
pub use company::{Company, LOT, Mix, NAMED, posterior};
pub use known::Known;
pub use map::Map;
pub use surface::{Sample, Surface};

use crate::agent::AgentText;
use crate::playable::{Playable, StateOf};
use crate::{Sentence, view};
use std::any::Any;
use std::sync::Arc;
use yomi_core::{Bound, Hidden, Ruleset, Settings, View, ViewOf};

type Reader<S> = fn(&ViewOf<S>, Option<&(dyn Any + Send)>) -> Option<Mix>;

/// What a table knows of chances: how far its games have come, who its opponents are, and the maps that were
/// fitted with its settings.
pub struct Stating<S: Hidden> {
    pub known: Known,
    pub phase: fn(&ViewOf<S>) -> f64,
    read: Reader<S>,
    acts: fn(&ViewOf<S>) -> Vec<Act>,
}

impl<S: Hidden> Stating<S> {
    pub fn of<P: Playable>(settings: &Settings) -> Stating<StateOf<P>> {
        let settings = view::settings_json(settings);
        let shipped = P::CHANCES.iter().map(|text| Map::parse(text).expect("what is shipped is sound"));
        let maps = shipped.filter(|map| map.settings == settings).map(Arc::new).collect();
        Stating {
            known: Known { game: P::Rules::NAME, stakes: P::Rules::STAKES, casual: P::CASUAL, maps },
            phase: P::phase,
            read: P::read_company,
            acts: P::acts,
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
        self.known.mix(agent, &(self.acts)(view))
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
            && self.known.knows(agent, Company::Read)
            && have_others_acted::<S>(view)
            && let Some(mix) = self.mix(agent, view, evidence)
        {
            return self.known.against_read(agent, mix, phase, iterations);
        }
        let company = wanted.filter(|company| *company != Company::Read).unwrap_or(Company::Strong);
        self.known.against(agent, company, phase, iterations)
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

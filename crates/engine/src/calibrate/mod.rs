//! Are stated chances true? Games in which what an agent states is compared with what it then gets.
//!
//! The agent plays against others, seats rotated and deals mirrored as in a match, and sees what its seat
//! sees. Of each of its decisions that states a value, the value of the move that is played is kept, and
//! beside it what the game paid in the end. Decisions of one game share its result, and games of one deal its
//! luck: errors count deals ([`measure`]).

mod map;
pub mod measure;
mod picture;

pub use map::Map;
pub use measure::{Bin, Phase, Score};

use crate::agent::AgentText;
use crate::arena::units::Repeats;
use crate::driver::{BLOCK, Field, Metering};
use crate::fault::FaultKind;
use crate::follow::Follower;
use crate::host::Host;
use crate::kind::{AgentKind, Mind};
use crate::stats::Signature;
use crate::wire::VERSION;
use crate::{Fault, Sentence, limit, view};
use measure::{Heard, Measured};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use yomi_core::{Basis, Bound, Decision, Limits, Ruleset, Settings, Stakes};

#[derive(Clone, Debug)]
pub struct Request {
    /// Whose statements are looked at.
    pub agent: AgentText,
    /// Who sits on the other seats: one for each, or one for all of them.
    pub against: Vec<AgentText>,
    pub games: u64,
    pub seed: u64,
    pub limits: Option<Limits>,
}

/// The most games one command plays: what was stated in all of them is kept.
pub const MOST_GAMES: u64 = 1_000_000;
/// After so many deals without a statement there will be none.
const PATIENCE_WITH_SILENCE: usize = 64;

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    pub report: Report,
    /// From what is stated to what came true; `None` where nothing was stated.
    pub map: Option<Map>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    pub version: u32,
    pub game: String,
    /// What is stated; see [`Advice::unit`](crate::wire::Advice::unit).
    pub unit: String,
    pub settings: Value,
    pub agent: String,
    /// The agents on the other seats, in order; empty for one player.
    pub against: String,
    /// The company that the stated chances are meant for, where an agent is told one.
    pub opponents: Option<String>,
    pub seed: u64,
    pub limit: String,
    /// Games that were played.
    pub games: u64,
    /// How many of them were not played before.
    pub different_games: u64,
    /// Deals, each played once for every rotation of the agents: what intervals count.
    pub deals: u64,
    /// Decisions of the agent that state a value.
    pub decisions: u64,
    /// Its other decisions: the only move, a rule, a proof or a bound.
    pub silent: u64,
    #[serde(flatten)]
    pub measured: Measured,
    /// A hash of all moves played.
    pub signature: String,
    /// The games were stopped from outside: this is as far as they came.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub interrupted: bool,
}

impl Report {
    /// Whether what is stated is a chance to win.
    pub fn is_chance(&self) -> bool {
        self.unit == Stakes::Win.unit()
    }

    /// A reliability picture: what came true over what was stated.
    pub fn svg(&self, words: impl Fn(&Sentence) -> String) -> String {
        picture::svg(self, &words)
    }
}

/// The value that a decision states of its move, as a payoff. Proofs and bounds are about best play and not
/// about this company.
fn stated<A: Copy + PartialEq>(decision: &Decision<A>) -> Option<f64> {
    let chosen = decision.candidates.iter().find(|c| c.action == decision.action)?;
    let expects = matches!(chosen.bound, Bound::Sampled | Bound::Judged | Bound::Exact);
    let searched = matches!(decision.basis, Basis::Sampled | Basis::Computed);
    (searched && expects && chosen.visits > 0 && chosen.mean.is_finite()).then_some(chosen.mean)
}

/// The games of one deal.
struct Deal {
    /// By game: what was stated, and what came.
    games: Vec<(Vec<f64>, f64)>,
    silent: u64,
    signatures: Vec<Signature>,
    /// Whether chance had a hand in any.
    luck: bool,
}

pub fn run<R: Ruleset>(
    rules: &R,
    settings: &Settings,
    kinds: &[AgentKind<R::State>],
    request: &Request,
    host: &Arc<dyn Host>,
    follower: &dyn Follower,
) -> Result<Found, Fault> {
    let players = rules.players();
    let agents = seated(R::NAME, players, request)?;
    let field = Field::new(rules, kinds, &agents, request.limits, request.seed, host)?;
    if matches!(field.agents()[0].mind(), Mind::Seeing(_)) {
        return Err(sees_all(&request.agent.text));
    }
    let deals = request.games.div_ceil(players as u64) as usize;
    tracing::info!(game = R::NAME, deals, seed = request.seed, "calibrate");
    let play = |seed: u64| -> Result<Deal, Fault> {
        let (mut said, mut silent) = (vec![Vec::new(); players], 0);
        let played =
            field.play_deal_watched(seed, None, Metering::Off, &mut |game, agent, decision| match (
                agent,
                stated(decision),
            ) {
                (0, Some(value)) => said[game].push(R::STAKES.shown(value)),
                (0, None) => silent += 1,
                _ => {}
            })?;
        follower.done(played.len() as u64);
        let moves = |p: &crate::driver::Played<R::State>| p.seats.iter().map(|s| s.moves).sum::<u64>();
        let luck = played.iter().any(|p| (moves(p) as usize) < p.game.played().len());
        let signatures = played.iter().map(|p| p.signature).collect();
        let paid = played.iter().map(|p| {
            let seat = p.agents.iter().position(|&agent| agent == 0).expect("everybody has a seat");
            R::STAKES.shown(p.seats[seat].payoff)
        });
        Ok(Deal { games: said.into_iter().zip(paid).collect(), silent, signatures, luck })
    };
    let mut totals = Totals::new(crate::arena::one_start(rules));
    totals.play_all(&R::seeds(request.seed, deals), &play, &request.agent.text, follower)?;
    let against: Vec<&str> = agents[1..].iter().map(|typed| typed.text.as_str()).collect();
    Ok(totals.found(Header {
        game: R::NAME,
        stakes: R::STAKES,
        settings: view::settings_json(settings),
        agent: request.agent.text.clone(),
        against: against.join(" "),
        seed: request.seed,
        limit: limit::text(&request.limits.unwrap_or_default()),
    }))
}

fn sees_all(agent: &str) -> Fault {
    Fault::bad_option(
        format!(
            "{agent} sees what is hidden, so that its chances are no player's; expected another agent \
             ({agent} may be among those it plays against)"
        ),
        format!(
            "{agent} は隠れた情報を見るため測れません。別のエージェントにしてください（対戦相手には使えます）"
        ),
    )
}

fn says_nothing(agent: &str) -> Fault {
    Fault::bad_option(
        format!("{agent} names moves and states no value of them; expected an agent that searches"),
        format!("{agent} は手を選ぶだけで値を示しません。探索するエージェントにしてください"),
    )
}

/// The agents by seat: the one that is measured first.
fn seated(game: &str, players: usize, request: &Request) -> Result<Vec<AgentText>, Fault> {
    let Request { agent, against, games, .. } = request;
    if !(1..=MOST_GAMES).contains(games) {
        return Err(Fault::new(
            FaultKind::Limit,
            format!("{games} games: expected 1 to {MOST_GAMES}"),
            format!("対局数 {games}: 1から{MOST_GAMES}までにしてください"),
        ));
    }
    let (others, given) = (players - 1, against.len());
    let company: Vec<AgentText> = match given {
        0 if others == 0 => Vec::new(),
        1 if others > 0 => vec![against[0].clone(); others],
        _ if given == others => against.clone(),
        _ if others == 0 => {
            return Err(Fault::bad_option(
                format!("{game} is a one-player game: there is nobody to play against"),
                format!("{game} は一人用です。対戦相手はいません"),
            ));
        }
        _ => {
            let names = vec!["best"; others].join(" ");
            let (one, one_ja) = match others {
                1 => (String::new(), String::new()),
                _ => ("one for all of them or ".to_string(), "全員分の1個か、".to_string()),
            };
            return Err(Fault::bad_option(
                format!(
                    "{game} has {players} seats; agents to play against: {given}; expected {one}one for each \
                     other seat, for example {names:?}"
                ),
                format!(
                    "{game} は{players}席ですが、対戦相手が{given}個です。{one_ja}他の席に1個ずつにしてください。\
                     例: {names:?}"
                ),
            ));
        }
    };
    Ok(std::iter::once(agent.clone()).chain(company).collect())
}

/// What a report says beside its figures.
struct Header {
    game: &'static str,
    stakes: Stakes,
    settings: Value,
    agent: String,
    against: String,
    seed: u64,
    limit: String,
}

/// Everything that is collected.
struct Totals {
    heard: Vec<Heard>,
    games: u64,
    deals: u64,
    decisions: u64,
    silent: u64,
    signature: Signature,
    repeats: Repeats,
    interrupted: bool,
}

impl Totals {
    fn new(one_start: bool) -> Totals {
        Totals {
            heard: Vec::new(),
            games: 0,
            deals: 0,
            decisions: 0,
            silent: 0,
            signature: Signature::default(),
            repeats: Repeats::new(one_start),
            interrupted: false,
        }
    }

    /// Plays deals in parallel, and collects them in order.
    fn play_all(
        &mut self,
        seeds: &[u64],
        play: &(dyn Fn(u64) -> Result<Deal, Fault> + Sync),
        agent: &str,
        follower: &dyn Follower,
    ) -> Result<(), Fault> {
        let (first, rest) = seeds.split_at(seeds.len().min(PATIENCE_WITH_SILENCE));
        for block in std::iter::once(first).chain(rest.chunks(BLOCK)) {
            let deal = |&seed: &u64| if follower.is_stopped() { Ok(None) } else { play(seed).map(Some) };
            let deals: Vec<Option<Deal>> = block.par_iter().map(deal).collect::<Result<_, Fault>>()?;
            for deal in deals {
                let Some(deal) = deal else {
                    self.interrupted = true;
                    return Ok(());
                };
                self.add(deal);
            }
            if self.decisions == 0 {
                return Err(says_nothing(agent));
            }
        }
        Ok(())
    }

    fn add(&mut self, deal: Deal) {
        self.signatures(&deal);
        self.games += deal.games.len() as u64;
        self.silent += deal.silent;
        for (stated, actual) in deal.games {
            self.decisions += stated.len() as u64;
            if !stated.is_empty() {
                self.heard.push(Heard { deal: self.deals, stated, actual });
            }
        }
        self.deals += 1;
    }

    fn signatures(&mut self, deal: &Deal) {
        for signature in &deal.signatures {
            self.signature.add(&signature.text());
        }
        self.repeats.add(deal.signatures.iter().map(|s| s.number()).collect(), None, deal.luck);
    }

    fn found(self, header: Header) -> Found {
        let Header { game, stakes, settings, agent, against, seed, limit } = header;
        let is_chance = stakes == Stakes::Win;
        let alike = self.repeats.alike() && self.deals > 1;
        let report = Report {
            version: VERSION,
            game: game.into(),
            unit: stakes.unit().into(),
            settings,
            agent,
            against,
            opponents: None,
            seed,
            limit,
            games: self.games,
            different_games: self.repeats.different(),
            deals: self.deals,
            decisions: self.decisions,
            silent: self.silent,
            measured: measure::measure(&self.heard, is_chance, alike, seed),
            signature: self.signature.text(),
            interrupted: self.interrupted,
        };
        let map = Map::fitted(&report, &measure::all_said(&self.heard));
        Found { report, map }
    }
}

#[cfg(test)]
mod tests;

//! Are stated chances true? Games in which what an agent states is compared with what it then gets.
//!
//! The agent plays against others, seats rotated and deals mirrored as in a match, and sees what its seat
//! sees. Of each of its decisions that states a value, the value of the move that is played is kept, and
//! beside it what the game paid in the end. Decisions of one game share its result, and games of one deal its
//! luck: errors count deals ([`measure`]). Where the agent plays against itself, the statements of every seat
//! count, and each deal is played once.
//!
//! With a [company](crate::chances) the values are what advice states against it, and a map is fitted to what
//! the search itself found.

pub mod measure;
mod picture;
mod tables;

pub use crate::chances::Map;
pub use measure::{Bin, Phase, Score, Uncalibrated};

use crate::agent::AgentText;
use crate::arena::units::Repeats;
use crate::chances::acts::Counts;
use crate::chances::{Act, Company, Sample, Stating, surface};
use crate::driver::{BLOCK, Metering};
use crate::fault::FaultKind;
use crate::follow::Follower;
use crate::host::Host;
use crate::kind::AgentKind;
use crate::parallel;
use crate::stats::Signature;
use crate::wire::VERSION;
use crate::{Fault, Sentence, limit, view};
use measure::{Heard, Measured};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use tables::{Tables, openings};
use yomi_core::{Basis, Bound, Decision, Limits, Ruleset, Settings, Stakes};

#[derive(Clone, Debug)]
pub struct Request {
    /// Whose statements are looked at.
    pub agent: AgentText,
    /// Who sits on the other seats: one for each, or one for all of them; none for those of the company.
    pub against: Vec<AgentText>,
    /// Whom chances are stated against; without it the search's own values are measured.
    pub opponents: Option<Company>,
    /// Begin each deal with up to this many random moves, for games that always start alike.
    pub random_moves: u32,
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
    /// The agents on the other seats, in order; empty for one player. Tables drawn by lot are separated by
    /// a bar.
    pub against: String,
    /// Whom chances are stated against; `null` for the search's own values.
    pub opponents: Option<Company>,
    pub seed: u64,
    pub limit: String,
    /// Games times seats whose statements count.
    pub games: u64,
    /// Games that were played.
    pub played: u64,
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
    /// The same statements as the search itself found them, where chances are stated.
    pub uncalibrated: Option<Uncalibrated>,
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

/// One statement: as it was found by the search, as a map gets it, and as it was stated.
#[derive(Clone, Copy, Debug)]
struct Statement {
    found: f64,
    mapped: f64,
    stated: f64,
    phase: f64,
    iterations: u64,
}

/// The value that a decision states of its move, as a payoff, and what kind of number it is. Proofs and bounds
/// are about best play and not about this company.
fn stated<A: Copy + PartialEq>(decision: &Decision<A>) -> Option<(f64, Bound)> {
    let chosen = decision.candidates.iter().find(|c| c.action == decision.action)?;
    let expects = matches!(chosen.bound, Bound::Sampled | Bound::Judged | Bound::Exact);
    let searched = matches!(decision.basis, Basis::Sampled | Basis::Computed);
    (searched && expects && chosen.visits > 0 && chosen.mean.is_finite())
        .then_some((chosen.mean, chosen.bound))
}

/// The games of one deal.
struct Deal {
    /// By game and seat that counts: what was stated, and what came.
    games: Vec<(Vec<Statement>, f64)>,
    silent: u64,
    signatures: Vec<Signature>,
    acts: Vec<Act>,
    /// Whether chance had a hand in any.
    luck: bool,
}

pub fn run<R: Ruleset>(
    rules: &R,
    settings: &Settings,
    kinds: &[AgentKind<R::State>],
    stating: &Stating<R::State>,
    request: &Request,
    host: &Arc<dyn Host>,
    follower: &dyn Follower,
) -> Result<Found, Fault> {
    let players = rules.players();
    check_games(request.games)?;
    if request.opponents == Some(Company::Read) {
        stating.known.check(&request.agent, request.opponents)?;
    }
    let tables = Tables::new(rules, kinds, stating, request, host)?;
    let deals = request.games.div_ceil(players as u64) as usize;
    let seeds = R::seeds(request.seed, deals);
    let openings = openings(rules, request, &seeds);
    tracing::info!(game = R::NAME, deals, seed = request.seed, "calibrate");
    let play = |seed: u64| -> Result<Deal, Fault> {
        let table = tables.of_deal(seed);
        let (mut said, mut silent) = (vec![Vec::new(); players], 0);
        let played =
            table.field.play_deal_watched(seed, openings.of(seed), Metering::Off, &mut |watched| {
                if !table.counts(watched.agent) {
                    return;
                }
                let value = stated(watched.decision).map(|(value, bound)| (R::STAKES.shown(value), bound));
                match value.and_then(|value| tables.statement(stating, request, watched, value)) {
                    Some(statement) => said[table.place(watched)].push(statement),
                    None => silent += 1,
                }
            })?;
        follower.done(players as u64);
        let moves = |p: &crate::driver::Played<R::State>| p.seats.iter().map(|s| s.moves).sum::<u64>();
        let luck = played.iter().any(|p| (moves(p) as usize) < p.game.played().len());
        let signatures = played.iter().map(|p| p.signature).collect();
        let paid = table.payoffs(&played).into_iter().map(|payoff| R::STAKES.shown(payoff));
        let acts = table.seats(&played).flat_map(|view| stating.acts(view)).collect();
        Ok(Deal { games: said.into_iter().zip(paid).collect(), silent, signatures, acts, luck })
    };
    let mut totals = Totals::new(crate::arena::one_start(rules) && request.random_moves == 0);
    totals.play_all(&seeds, &play, &request.agent.text, follower)?;
    Ok(totals.found(Header {
        game: R::NAME,
        stakes: R::STAKES,
        settings: view::settings_json(settings),
        agent: request.agent.text.clone(),
        against: tables.names(),
        opponents: request.opponents,
        random_moves: request.random_moves,
        seed: request.seed,
        limit: limit::text(&request.limits.unwrap_or_default()),
        is_mapped: tables.is_mapped(),
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
        format!(
            "{agent} names moves and states no value of them with this limit; expected an agent that searches, or a \
             larger limit"
        ),
        format!(
            "この制限では {agent} は手を選ぶだけで値を示しません。探索するエージェントか、もっと大きな制限にしてください"
        ),
    )
}

fn check_games(games: u64) -> Result<(), Fault> {
    if (1..=MOST_GAMES).contains(&games) {
        return Ok(());
    }
    Err(Fault::new(
        FaultKind::Limit,
        format!("{games} games: expected 1 to {MOST_GAMES}"),
        format!("対局数 {games}: 1から{MOST_GAMES}までにしてください"),
    ))
}

/// What a report says beside its figures.
struct Header {
    game: &'static str,
    stakes: Stakes,
    settings: Value,
    agent: String,
    against: String,
    opponents: Option<Company>,
    random_moves: u32,
    seed: u64,
    limit: String,
    /// Whether what is stated went through a map.
    is_mapped: bool,
}

/// Longer ones are the content of files.
const LONGEST_SETTING: usize = 40;

impl Header {
    /// The command that plays these games again.
    fn command(&self, games: u64) -> String {
        let Header { game, settings, agent, limit, seed, random_moves, .. } = self;
        let mut command = format!("yomi calibrate {game}");
        for (key, value) in settings.as_object().into_iter().flatten() {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_string);
            // What a setting that names a file holds is not what was typed.
            if value.len() < LONGEST_SETTING {
                command += &format!(" --set {key}={value}");
            }
        }
        command += &format!(" --agent \"{agent}\"");
        command += &match (self.opponents, self.against.contains('|')) {
            (Some(company), true) => format!(" --opponents {company}"),
            (Some(company), false) => format!(" --opponents {company} --against \"{}\"", self.against),
            (None, _) => format!(" --against \"{}\"", self.against),
        };
        if *random_moves > 0 {
            command += &format!(" --random-moves {random_moves}");
        }
        if limit != "-" {
            command += &format!(" --limit {limit}");
        }
        command + &format!(" --games {games} --seed {seed}")
    }
}

/// Everything that is collected.
struct Totals {
    heard: Vec<Heard>,
    /// The same as the search found it.
    found: Vec<Heard>,
    samples: Vec<Sample>,
    iterations: u64,
    acts: Counts,
    games: u64,
    played: u64,
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
            found: Vec::new(),
            samples: Vec::new(),
            iterations: 0,
            acts: Counts::default(),
            games: 0,
            played: 0,
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
            let deal = |at: usize| if follower.is_stopped() { Ok(None) } else { play(block[at]).map(Some) };
            for deal in parallel::each(block.len(), &deal)? {
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
        self.played += deal.signatures.len() as u64;
        self.silent += deal.silent;
        deal.acts.iter().for_each(|act| self.acts.add(*act));
        let number = self.deals;
        for (said, actual) in deal.games {
            self.decisions += said.len() as u64;
            self.iterations += said.iter().map(|s| s.iterations).sum::<u64>();
            let sample = |s: &Statement| Sample { phase: s.phase, stated: s.mapped, actual, deal: number };
            self.samples.extend(said.iter().map(sample));
            if !said.is_empty() {
                let heard = |of: fn(&Statement) -> f64| Heard {
                    deal: number,
                    stated: said.iter().map(of).collect(),
                    actual,
                };
                self.heard.push(heard(|s| s.stated));
                self.found.push(heard(|s| s.found));
            }
        }
        self.deals += 1;
    }

    fn signatures(&mut self, deal: &Deal) {
        for signature in &deal.signatures {
            self.signature.add(&signature.text());
        }
        let names: Vec<u64> = deal.signatures.iter().map(|s| s.number()).collect();
        self.repeats.add(&names, None, deal.luck);
    }

    fn found(self, header: Header) -> Found {
        let is_chance = header.stakes == Stakes::Win;
        let alike = self.repeats.alike() && self.deals > 1;
        let command = header.command(self.games);
        let Header { game, stakes, settings, agent, against, opponents, seed, limit, is_mapped, .. } = header;
        let uncalibrated = is_mapped.then(|| measure::uncalibrated(&self.heard, &self.found, alike));
        let report = Report {
            version: VERSION,
            game: game.into(),
            unit: stakes.unit().into(),
            settings,
            agent,
            against,
            opponents,
            seed,
            limit,
            games: self.games,
            played: self.played,
            different_games: self.repeats.different(),
            deals: self.deals,
            decisions: self.decisions,
            silent: self.silent,
            measured: measure::measure(&self.heard, is_chance, alike, seed),
            uncalibrated,
            signature: self.signature.text(),
            interrupted: self.interrupted,
        };
        let fitted = surface::fit(&self.samples, is_chance.then_some((0.0, 1.0)));
        let map = fitted.map(|surface| Map {
            version: VERSION,
            command,
            game: report.game.clone(),
            unit: report.unit.clone(),
            settings: report.settings.clone(),
            agent: report.agent.clone(),
            against: report.against.clone(),
            opponents,
            limit: report.limit.clone(),
            seed,
            games: self.games,
            decisions: self.decisions,
            iterations: self.iterations as f64 / self.decisions.max(1) as f64,
            surface,
            acts: self.acts,
        });
        Found { report, map }
    }
}

#[cfg(test)]
mod tests;

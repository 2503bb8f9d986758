//! Reviews: what each decision of a game lost given what could be known, and where its result came from.
//!
//! Two ledgers are kept apart. *Given what could be known*, a [`Weigher`] compares the moves of a decision by
//! the seat's view alone. *As the cards really lay*, a [`Judge`] values the true state, and a [`Ledger`] adds
//! what it says up to the result. A decision is marked by the first; the second says what luck made of it.
//!
//! | module | what |
//! |---|---|
//! | [`judge`] | the value function of the true state |
//! | [`ledger`] | the terms of a result |
//! | [`searched`] | both by a search, where all is seen |
//! | [`weigh`] | what the moves were worth, from a view |
//! | [`mark`] | words for what was lost |
//! | [`wire`] | what is sent |
//! | [`career`] | many games of one player |

pub mod career;
mod decided;
pub mod judge;
pub mod ledger;
pub mod mark;
pub mod searched;
pub mod weigh;
pub mod wire;
mod words;

pub use career::Career;
pub use judge::{Judge, Playouts, Slipping};
pub use ledger::{Ledger, MeanStart};
pub use mark::{Edges, Fate, Mark};
pub use searched::BySearch;
pub use weigh::{EachMove, InWorlds, Judged, LookBehind, Weigher};
pub use wire::{MistakeKind, Review, ReviewedDecision};

use crate::agent::AgentText;
use crate::ask::Stop;
use crate::follow::Follower;
use crate::host::WallClock;
use crate::matches::Match;
use crate::parallel;
use crate::playable::{Playable, StateOf};
use crate::record::Record;
use crate::stats::Z95;
use crate::table::Shared;
use crate::wire::VERSION;
use crate::{Fault, FaultKind, Game, limit, view};
use ledger::Account;
use std::sync::Mutex;
use weigh::{ByDecision, Choice, HOPELESS, Weighed};
use wire::{Moment, ValueFunction};
use words::Whole;
use yomi_core::ruleset::ActionOf;
use yomi_core::{Limits, Options, Player, Rng, Ruleset, Run, ViewOf};

/// What to review.
#[derive(Clone, Debug, Default)]
pub struct Request {
    pub seat: usize,
    /// Per decision.
    pub limits: Option<Limits>,
    pub stop: Stop,
    /// For the tests of honesty: before each decision is judged, what the seat does not see is dealt anew with
    /// this luck. Nothing may change but what is said of the cards as they lay.
    #[doc(hidden)]
    pub hidden_anew: Option<u64>,
}

/// The person's seat, if one plays; otherwise the first.
#[must_use]
pub fn usual_seat(game: &dyn Game, record: &Record) -> usize {
    persons(game, record).first().copied().unwrap_or(0)
}

/// The seats of persons: whose player is not an agent of the game.
#[must_use]
pub fn persons(game: &dyn Game, record: &Record) -> Vec<usize> {
    let agents = game.agents();
    let is_agent = |text: &str| {
        let name = text.split('(').next().unwrap_or_default();
        agents.iter().any(|agent| agent.name == name || agent.also == Some(name))
    };
    (0..record.agents.len()).filter(|&seat| !is_agent(&record.agents[seat])).collect()
}

/// Deals that the start is the mean of where no mean is stored for the settings.
const DEALS_ON_THE_FLY: u64 = 48;
/// The seed of those deals, and of the worlds that moves are weighed in: no game is dealt from it.
const SEED: u64 = 0x5EED_0F4E_51E3_0007;

/// A decision that was made, with the truth behind it.
struct Made<P: Playable> {
    /// Its place among the actions of the game.
    at: usize,
    turn: usize,
    view: ViewOf<StateOf<P>>,
    truth: StateOf<P>,
}

/// Whether the cards could lie otherwise than they do, for all that the seat knows: only then can luck have made a
/// difference. What another seat has chosen meanwhile is no luck.
fn hides_anything<P: Playable>(made: &Made<P>) -> bool {
    P::traits().hidden && P::another_truth(&made.view, &made.truth, &mut Rng::new(0)).is_some()
}

/// A game at its end, with the decisions of the reviewed seat.
struct Replayed<P: Playable> {
    made: Vec<Made<P>>,
    game: Match<StateOf<P>>,
}

/// Every decision, weighed; nothing for those without a choice.
type Weighings<P> = Vec<Option<Weighed<ActionOf<<P as Playable>::Rules>>>>;

pub(crate) struct Reviewer<'a, P: Playable> {
    table: &'a Shared<P>,
    request: &'a Request,
    seat: Player,
}

/// Reviews a game whose record was checked.
pub(crate) fn run<P: Playable>(
    table: &Shared<P>,
    record: &Record,
    request: &Request,
    follower: &dyn Follower,
) -> Result<Review, Fault> {
    let players = table.players();
    if request.seat >= players {
        return Err(no_such_seat(request.seat, players));
    }
    let reviewer = Reviewer { table, request, seat: Player::new(request.seat) };
    let Replayed { made, game } = reviewer.decisions(record)?;
    let mut judge = P::judge(&table.rules);
    let goes_on = || goes_on(request, follower);
    let (function, start) = value_function::<P>(table, &mut *judge, request.seat, &goes_on)?;
    let start_state = table.rules.start(record.seed);
    let of_seat = (reviewer.seat, start.mean[request.seat]);
    let mut account = ledger::keep(&mut *judge, &start_state, game.played(), of_seat, &goes_on)?;
    if request.hidden_anew.is_some() {
        made.iter()
            .for_each(|made| account.entries[made.at].judge_anew(&mut *judge, &made.truth, request.seat));
    }
    let (weighed, limits) = reviewer.weigh_all(&made, (record.seed, &account), follower)?;
    let decisions = made.iter().zip(&weighed).map(|(made, weighed)| {
        // Moves are compared as the cards lay, which takes time too.
        goes_on()?;
        Ok(decided::decision(table, made, weighed.as_ref(), &account.entries[made.at], &mut *judge))
    });
    let decisions: Vec<ReviewedDecision> = decisions.collect::<Result<_, Fault>>()?;
    let hidden = made.iter().any(hides_anything);
    Ok(reviewer.complete(record, &game, (function, &account), (decisions, hidden), &limits))
}

/// Whether the review goes on; others may go first.
fn goes_on(request: &Request, follower: &dyn Follower) -> Result<(), Fault> {
    follower.between();
    if request.stop.is_stopped() || follower.is_stopped() { Err(Fault::cancelled()) } else { Ok(()) }
}

/// The value function, with the mean over deals that belongs to it.
fn value_function<P: Playable>(
    table: &Shared<P>,
    judge: &mut dyn Judge<StateOf<P>>,
    seat: usize,
    goes_on: &dyn Fn() -> Result<(), Fault>,
) -> Result<(ValueFunction, MeanStart), Fault> {
    let hash = judge::fingerprint(&table.rules, judge);
    let defaults = Options::defaults(P::Rules::SETTINGS);
    let is_default = *defaults.settings() == table.settings;
    let stored = P::REVIEW_START.filter(|_| is_default);
    let stored: Option<MeanStart> = stored.and_then(|text| serde_json::from_str(text).ok());
    let is_stored = stored.is_some();
    // Where every game starts alike there is nothing to take the mean of.
    let all_alike = table.rules.common_start(Player::FIRST).is_some() && !P::traits().hidden;
    let deals = if all_alike { 1 } else { DEALS_ON_THE_FLY };
    let start = match stored {
        Some(start) => start,
        None => ledger::mean_start(&table.rules, judge, (deals, SEED), "", goes_on)?,
    };
    let name = judge.name();
    let (deals, start_se) = (start.deals, start.se.get(seat).copied().unwrap_or(0.0));
    let start_se = P::Rules::STAKES.shown(start_se);
    Ok((ValueFunction { name, hash, deals, start_se, stored: is_stored }, start))
}

/// The mean over deals as it is stored beside a game.
pub(crate) fn stored_start<P: Playable>(
    table: &Shared<P>,
    deals: u64,
    seed: u64,
    command: &str,
) -> MeanStart {
    let mut judge = P::judge(&table.rules);
    ledger::mean_start(&table.rules, &mut *judge, (deals, seed), command, &|| Ok(()))
        .expect("it goes on to its end")
}

impl<P: Playable> Reviewer<'_, P> {
    /// Every decision of the seat, and the game at its end.
    fn decisions(&self, record: &Record) -> Result<Replayed<P>, Fault> {
        let rules = &self.table.rules;
        let mut game = Match::for_replay(rules.start(record.seed));
        let (mut made, mut turn) = (Vec::new(), 0);
        for (at, text) in record.moves.iter().enumerate() {
            if let Some(mover) = game.next() {
                turn += 1;
                if mover == self.seat {
                    let (view, mut truth) = (game.view(mover).clone(), game.state().clone());
                    if let Some(luck) = self.request.hidden_anew {
                        let mut rng = Rng::new(luck).split(at as u64);
                        truth = P::another_truth(&view, &truth, &mut rng).unwrap_or(truth);
                    }
                    made.push(Made { at, turn, view, truth });
                }
            }
            let action = rules.parse_recorded(game.state(), text)?;
            game.replay(action)?;
        }
        Ok(Replayed { made, game })
    }

    /// Weighs every decision with a choice; those without are `None`.
    fn weigh_all(
        &self,
        made: &[Made<P>],
        (seed, account): (u64, &Account<ActionOf<P::Rules>>),
        follower: &dyn Follower,
    ) -> Result<(Weighings<P>, Limits), Fault> {
        let best = self.table.prepare(&AgentText::parse("best")?, self.request.limits)?;
        let weigher = || {
            P::weigher(&self.table.rules)
                .unwrap_or_else(|| Box::new(ByDecision(&best)) as Box<dyn Weigher<StateOf<P>> + '_>)
        };
        let limits = self.request.limits.unwrap_or_default().or(weigher().default_limits());
        let edges = Edges::of(P::Rules::STAKES);
        let range = weigh::range(&self.table.rules.start(seed));
        let settled = |lost: f64, se: f64| {
            let shown = |payoff| P::Rules::STAKES.shown(payoff);
            edges.is_settled(shown(lost), shown(se))
        };
        let clock = WallClock::start(&self.table.host);
        // A weigher has room for its search, which the next decision can use.
        let idle = Mutex::new(Vec::new());
        let weigh = |number: usize| {
            let made = &made[number];
            goes_on(self.request, follower)?;
            let played = account.entries[made.at].action;
            let weighed = match made.view.legal::<StateOf<P>>().len() {
                0 | 1 => None,
                _ => {
                    let choice =
                        Choice { view: &made.view, played, settled: &settled, hopeless: HOPELESS, range };
                    let mut run = Run::new(limits, &clock, self.request.stop.flag());
                    run.halt = Some(self.request.stop.handle());
                    let mut rng = Rng::new(SEED).split(made.turn as u64);
                    let free = idle.lock().ok().and_then(|mut idle| idle.pop());
                    let mut weigher = free.unwrap_or_else(weigher);
                    let weighed = weigher.weigh(&choice, &mut run, &mut rng)?;
                    if let Ok(mut idle) = idle.lock() {
                        idle.push(weigher);
                    }
                    Some(weighed)
                }
            };
            follower.done(1);
            Ok(weighed)
        };
        let weighed = parallel::each(made.len(), &weigh)?;
        Ok((weighed, limits))
    }

    fn complete(
        &self,
        record: &Record,
        game: &Match<StateOf<P>>,
        (value_function, account): (ValueFunction, &Account<ActionOf<P::Rules>>),
        (decisions, hidden): (Vec<ReviewedDecision>, bool),
        limits: &Limits,
    ) -> Review {
        let stakes = P::Rules::STAKES;
        let shown = |payoff: f64| stakes.shown(payoff);
        let (mut lost, mut variance) = (0.0, 0.0);
        for (of, se) in decisions.iter().filter_map(|d| Some((d.lost?, d.se?))) {
            lost += of;
            variance += se * se;
        }
        let lost_se = f64::sqrt(variance);
        let ledger = account.ledger.map(shown);
        let points = match stakes {
            yomi_core::Stakes::Counted { points, .. } => f64::from(points),
            _ => 1.0,
        };
        let traits = P::traits();
        let with_mark = |is: &dyn Fn(Mark) -> bool| decisions.iter().filter(|d| is(d.mark)).count();
        let mut summary = words::summary(&Whole {
            stakes,
            over: game.is_over(),
            weighed: with_mark(&|mark| !matches!(mark, Mark::Forced | Mark::Unrated)),
            unrated: with_mark(&|mark| mark == Mark::Unrated),
            lost: points * lost,
            lost_se: points * lost_se,
            luck: account.ledger.deal + account.ledger.draws,
            hidden,
            chance: traits.hidden || traits.chance || value_function.deals > 1,
            others: account.ledger.others,
            players: self.table.players(),
        });
        summary.extend(record.forfeits.iter().map(words::forfeited));
        Review {
            version: VERSION,
            game: P::Rules::NAME.into(),
            settings: view::settings_json(&self.table.settings),
            seed: record.seed,
            unit: stakes.unit().into(),
            seat: self.seat.index(),
            agent: record.agents[self.seat.index()].clone(),
            over: game.is_over(),
            hidden,
            result: shown(account.result),
            luck: ledger.deal + ledger.draws,
            ledger,
            value_function,
            lost,
            lost_se,
            lost_ci95: [lost - Z95 * lost_se, lost + Z95 * lost_se],
            edges: Edges::of(stakes),
            limit: limit::text(limits),
            summary,
            decisions,
            moments: self.moments(account),
        }
    }

    fn moments(&self, account: &Account<ActionOf<P::Rules>>) -> Vec<Moment> {
        let shown = |payoff: f64| P::Rules::STAKES.shown(payoff);
        let mut turn = 0;
        let moment = |entry: &ledger::Entry<ActionOf<P::Rules>>| {
            let seat = entry.turn.player();
            turn += usize::from(seat.is_some());
            Moment {
                turn: turn.max(1),
                seat: seat.map(Player::index),
                text: self.table.text(entry.action),
                before: shown(entry.before),
                after: shown(entry.after),
            }
        };
        account.entries.iter().map(moment).collect()
    }
}

fn no_such_seat(seat: usize, players: usize) -> Fault {
    let (expected, expected_ja) = match players - 1 {
        0 => ("0, the only one".to_string(), "一つしかない席 0 に".to_string()),
        last => (format!("0 to {last}"), format!("0から{last}までに")),
    };
    Fault::new(
        FaultKind::BadOption,
        format!("seat {seat}: expected {expected}"),
        format!("席 {seat}: {expected_ja}してください"),
    )
}

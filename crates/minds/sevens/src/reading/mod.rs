//! Reading a game of Sevens: who may hold what, and who plays how.
//!
//! By the rules a pass says nothing, since anybody may pass with a card to play. By what people do it says
//! much: most kinds of players never pass while they can play. So a view is read by Bayes over a small family
//! of [kinds](Kind). Every kind gives a likelihood to every move that was seen, given a hand; hands and kinds
//! are weighed together. Where there are few deals, all of them are written down with their weights
//! (`listed.rs`). Where there are many, a population of deals is led to those that explain what was seen
//! (`stock.rs`), from deals drawn by an exact sampler under weights for each card that come close: a card
//! that lay open when a seat passed is unlikely there.

mod begin;
mod crowd;
mod doubts;
mod listed;
mod stock;
mod story;
mod told;
mod weigh;

use super::company::{Company, Kind, Players};
use begin::{Begin, dealt, holders, passed_over, without};
use crowd::Crowd;
use listed::Listed;
use smallvec::SmallVec;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
pub use stock::Effort;
use stock::Stock;
use story::Story;
use told::Told;
use weigh::Weigher;
use yomi_core::{Belief, Contradiction, Inference, Limits, MAX_PLAYERS, Player, Rng, ViewOf};
use yomi_games::Sevens;
use yomi_games::sevens::{Cards, SeenSevens};
use yomi_search::belief::{Deals, MAX_SEATS, Reading};

/// What is made of a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassReading {
    /// Nothing.
    Ignored,
    /// A seat that passes has no card to play: right for players who never pass on purpose.
    Hard,
    /// By the kinds of players, as likely as they are.
    Soft,
}

/// How to read views.
#[derive(Clone, Debug)]
pub struct Reader {
    pub passes: PassReading,
    /// The weight of a card at a seat that passed while it lay open: the seed's belief_state_decay_factor.
    pub decay: f64,
    /// How likely each kind is before the game, in the order of [`Kind::ALL`].
    pub family: [f64; KINDS],
    /// How likely it is that all the others are of one kind.
    pub alike: f64,
    pub players: Players,
    /// Whether the one who thinks may pass with a card to play.
    pub may_pass: bool,
    /// All deals are written down where there are no more than this.
    pub listed: u64,
    /// What is done where there are more.
    pub effort: Effort,
}

/// What is usual for [`Reader::listed`]: weighing so many takes about as long as leading a population does.
pub const LISTED: u64 = 2_000;
/// What is usual for [`Reader::effort`].
pub const EFFORT: Effort = stock::USUAL;

pub const KINDS: usize = Kind::ALL.len();

/// The hidden cards of every seat.
type Dealt = [Cards; MAX_PLAYERS];

/// What is believed: hands, and kinds given the hands.
#[derive(Clone, Debug)]
pub struct Read {
    seen: SeenSevens,
    /// Those that are equally likely, where nothing is weighed.
    deals: Deals,
    /// Nothing where all deals are taken to be equally likely.
    soft: Option<Soft>,
    may_pass: bool,
    /// Which seats have moved.
    moved: [bool; MAX_PLAYERS],
    /// The likeliest kind before the game, for readings that do not weigh kinds.
    usual: Kind,
}

/// What was done is weighed.
#[derive(Clone, Debug)]
struct Soft {
    weigher: Weigher,
    begin: Arc<Begin>,
    /// Whether nobody else has moved yet.
    told_nothing: bool,
    listed: u64,
    effort: Effort,
    /// Where deals are taken from; nothing before the first is asked for, whose luck decides.
    source: Option<Source>,
    /// Which deal of a stock is the next.
    next: usize,
    /// Clusters of the stocks before this one, and the one that the last deal belongs to.
    clusters: u32,
    cluster: Option<u32>,
    /// Tells that the search is to end.
    stop: Option<Arc<AtomicBool>>,
    told: Arc<Told>,
}

#[derive(Clone, Debug)]
enum Source {
    Listed(Arc<Listed>),
    Stocked(Arc<Stock>),
}

impl Reading<Sevens> for Reader {
    type World = Company;
    type Belief = Read;

    fn read(&self, view: &ViewOf<Sevens>) -> Result<Read, Contradiction> {
        let seen = view.now;
        let story = Story::of(view);
        let mut read = Read {
            seen,
            deals: Deals::default(),
            soft: None,
            may_pass: self.may_pass,
            moved: std::array::from_fn(|seat| !story.seats[seat].moves.is_empty()),
            usual: self.likeliest(),
        };
        match self.passes {
            PassReading::Ignored => read.deals = Deals::new(&holders(&seen)?),
            PassReading::Hard => {
                let certain = without(&seen, &passed_over(&seen, &story));
                // Where that leaves no deal, a seat has passed on purpose, and then no pass says anything
                // for sure.
                read.deals = certain.or_else(|_| Ok(Deals::new(&holders(&seen)?)))?;
            }
            PassReading::Soft => {
                let begin = Arc::new(Begin::new(&seen, &story, self.decay, on_purpose(&self.family))?);
                let told_nothing = seen.others().all(|p| story.seats[p.index()].moves.is_empty());
                let crowd = Crowd { family: self.family, alike: self.alike };
                let seats = seen.others().map(|p| p.index()).collect();
                let weigher = Weigher::new(Arc::new(story), crowd, self.players.clone(), seats);
                let Reader { listed, effort, .. } = *self;
                read.soft = Some(Soft {
                    weigher,
                    begin,
                    told_nothing,
                    listed,
                    effort,
                    source: None,
                    next: 0,
                    clusters: 0,
                    cluster: None,
                    stop: None,
                    told: Arc::default(),
                });
            }
        }
        Ok(read)
    }

    fn read_within(&self, view: &ViewOf<Sevens>, limits: &Limits) -> Result<Read, Contradiction> {
        let within = limits.time.map_or_else(|| self.clone(), |time| self.within(time));
        Reading::read(&within.keeping(limits.memory), view)
    }
}

impl Reader {
    /// The same with no more effort than a search of this length has time for.
    fn within(&self, time: Duration) -> Reader {
        let effort = self.effort.at_most(Effort::within(time));
        let part = effort.deals as f64 / EFFORT.deals as f64;
        Reader { effort, listed: self.listed.min((LISTED as f64 * part) as u64), ..self.clone() }
    }

    /// The same with no more deals kept than this memory holds.
    fn keeping(self, memory: Option<usize>) -> Reader {
        Reader { effort: memory.map_or(self.effort, |bytes| self.effort.keeping(bytes)), ..self }
    }

    /// The same, without the pass for the one who thinks.
    pub fn without_pass(self) -> Reader {
        Reader { may_pass: false, ..self }
    }

    fn likeliest(&self) -> Kind {
        let likely = |k: &Kind| self.family[*k as usize];
        Kind::ALL.into_iter().max_by(|a, b| likely(a).total_cmp(&likely(b))).expect("there are kinds")
    }
}

/// How likely it is that a player of these kinds passes with a card to play.
fn on_purpose(likely: &[f64; KINDS]) -> f64 {
    likely[Kind::Free as usize] + likely[Kind::Shrewd as usize]
}

/// Hands drawn for a view, and what they make of the seats' kinds.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Nothing for the viewer.
    pub hands: [Cards; MAX_PLAYERS],
    /// By seat, in the order of [`Kind::ALL`]; not scaled to one.
    pub likely: [[f64; KINDS]; MAX_PLAYERS],
}

impl Read {
    /// Hands, with the kinds of all seats still open.
    #[inline]
    pub fn look(&mut self, rng: &mut Rng) -> Look {
        let Read { seen, deals, soft, usual, .. } = self;
        let Some(soft) = soft else {
            let mut likely = [[0.0; KINDS]; MAX_PLAYERS];
            seen.others().for_each(|p| likely[p.index()][*usual as usize] = 1.0);
            return Look { hands: dealt(deals, rng), likely };
        };
        soft.look(seen, rng)
    }

    /// The others who are still in the game.
    fn seats(&self) -> SmallVec<[usize; MAX_PLAYERS]> {
        self.seen.others().map(|p| p.index()).collect()
    }

    /// How likely each kind is at each seat with these hands.
    pub fn kinds_in(&self, look: &Look) -> [[f64; KINDS]; MAX_PLAYERS] {
        match &self.soft {
            Some(soft) => soft.weigher.crowd().chances(&look.likely, &self.seats()),
            None => look.likely,
        }
    }

    /// The world of a look, with a kind drawn for every seat.
    #[inline]
    pub fn company(&self, look: &Look, rng: &mut Rng) -> Company {
        let seats = self.seats();
        let mut kinds = [None; MAX_PLAYERS];
        seats.iter().for_each(|&seat| kinds[seat] = Some(self.usual));
        if let Some(soft) = &self.soft {
            let drawn = soft.weigher.crowd().draw(&look.likely, &seats, rng);
            let named = kinds.iter_mut().zip(drawn).filter_map(|(kind, drawn)| Some((kind, drawn?)));
            named.for_each(|(kind, drawn)| *kind = Some(Kind::ALL[drawn]));
        }
        let world = Company::new(Sevens::world(&self.seen, look.hands), kinds);
        Company { may_pass: self.may_pass, ..world }
    }

    /// Whether all deals are written down, or equally likely: each that is drawn has nothing to do with the
    /// others.
    pub fn is_exact(&self) -> bool {
        self.soft.as_ref().is_none_or(|soft| soft.is_listed(&self.seen))
    }

    /// Whether something is known of how a seat plays: it has moved, and moves are weighed. How one plays who
    /// has not moved is anybody's guess, whatever the others do.
    pub fn tells_kind(&self, seat: Player) -> bool {
        self.soft.is_some() && self.moved[seat.index()]
    }

    /// How many independent worlds these are worth, which a search drew one after the other from this belief
    /// as it is.
    pub fn worth_of_worlds(&self, worlds: &[[Cards; MAX_PLAYERS]]) -> f64 {
        match &self.soft {
            Some(soft) if !soft.is_listed(&self.seen) => soft.worth(&self.seen, worlds),
            _ => worlds.len() as f64,
        }
    }

    /// The chance that each seat holds each card, where it can be told exactly: nothing is weighed, or nobody
    /// else has moved yet, or all deals are written down.
    pub fn exact_marginals(&self) -> Option<Vec<[f64; MAX_SEATS]>> {
        match &self.soft {
            Some(soft) if soft.told_nothing => Some(soft.begin.deals().marginals()),
            Some(soft) => Some(soft.list(&self.seen)?.marginals()),
            None => Some(self.deals.marginals()),
        }
    }

    /// How likely each kind is at each seat, by all worlds that were drawn from this belief and its copies. Nothing
    /// before the first, and where kinds are not weighed.
    pub fn kinds_of_worlds(&self) -> Option<[[f64; KINDS]; MAX_PLAYERS]> {
        self.soft.as_ref()?.told.mean()
    }

    /// How likely each kind is at each seat, where it can be told exactly. Nothing where kinds are not
    /// weighed either.
    pub fn exact_kinds(&self) -> Option<[[f64; KINDS]; MAX_PLAYERS]> {
        let soft = self.soft.as_ref()?;
        if soft.told_nothing {
            return Some([soft.weigher.crowd().family; MAX_PLAYERS]);
        }
        let list = soft.list(&self.seen)?;
        Some(list.kinds(|likely| soft.weigher.crowd().chances(likely, &self.seats())))
    }
}

impl Soft {
    fn look(&mut self, seen: &SeenSevens, rng: &mut Rng) -> Look {
        if self.source.is_none() {
            self.source = Some(self.prepared(seen, rng));
        }
        let Soft { weigher, begin, source, next, clusters, cluster, stop, .. } = self;
        match source.as_mut().expect("prepared") {
            Source::Listed(list) => list.draw(rng),
            Source::Stocked(stock) => {
                if *next == stock.len() {
                    let ends = || is_stopped(stop.as_ref());
                    // Broken off: the search ends, and what little it still asks for it gets once more.
                    if let Some(more) = stock.more(&ends, begin, weigher, seen, &mut Rng::new(rng.next_u64()))
                    {
                        *clusters += if more.is_new() { stock.clusters() } else { 0 };
                        *stock = Arc::new(more);
                    }
                    *next = 0;
                }
                *next += 1;
                let (look, number) = stock.deal(*next - 1);
                *cluster = Some(*clusters + number);
                look
            }
        }
    }

    fn prepared(&self, seen: &SeenSevens, rng: &mut Rng) -> Source {
        if let Some(list) = self.list(seen) {
            return Source::Listed(list);
        }
        let mut luck = Rng::new(rng.next_u64());
        let stock = Stock::new(&|| self.ends(), &self.begin, &self.weigher, seen, self.effort, &mut luck);
        Source::Stocked(Arc::new(stock))
    }

    fn ends(&self) -> bool {
        is_stopped(self.stop.as_ref())
    }

    fn is_listed(&self, seen: &SeenSevens) -> bool {
        listed::count(seen) <= self.listed.max(1) as f64
    }

    /// All deals, where they are few.
    fn list(&self, seen: &SeenSevens) -> Option<Arc<Listed>> {
        match &self.source {
            Some(Source::Listed(list)) => Some(Arc::clone(list)),
            Some(Source::Stocked(_)) => None,
            None => self.is_listed(seen).then(|| Arc::new(Listed::new(seen, &self.weigher))),
        }
    }

    fn worth(&self, seen: &SeenSevens, worlds: &[Dealt]) -> f64 {
        match &self.source {
            Some(Source::Stocked(stock)) => stock.worth(self.next, worlds),
            // The search drew from a copy: another stock for this view is as good as the one that it had.
            _ => match self.prepared(seen, &mut Rng::new(ANOTHER)) {
                Source::Stocked(stock) => stock.worth_of_all() * worlds.len() as f64,
                Source::Listed(_) => worlds.len() as f64,
            },
        }
    }
}

fn is_stopped(stop: Option<&Arc<AtomicBool>>) -> bool {
    stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
}

/// The luck of a stock that is only judged.
const ANOTHER: u64 = 0x5EED_0F0E;

impl Belief<Company> for Read {
    fn sample(&mut self, rng: &mut Rng) -> (Company, f64) {
        let look = self.look(rng);
        if let Some(soft) = &self.soft {
            soft.told.add(&self.kinds_in(&look), &self.seats());
        }
        (self.company(&look, rng), 1.0)
    }

    fn cluster(&self) -> Option<u32> {
        self.soft.as_ref()?.cluster
    }

    fn heed(&mut self, stop: &Arc<AtomicBool>) {
        if let Some(soft) = &mut self.soft {
            soft.stop = Some(stop.clone());
        }
    }
}

/// The same reading for searches that want hands alone.
#[derive(Clone, Debug)]
pub struct Hands(pub Reader);

/// What [`Hands`] believes.
#[derive(Clone, Debug)]
pub struct HandsRead(Read);

impl HandsRead {
    /// With the kinds of the seats.
    pub fn read(&self) -> &Read {
        &self.0
    }
}

impl Inference<Sevens> for Hands {
    type Belief = HandsRead;

    fn read(&self, view: &ViewOf<Sevens>) -> Result<HandsRead, Contradiction> {
        Reading::read(&self.0, view).map(HandsRead)
    }

    fn read_within(&self, view: &ViewOf<Sevens>, limits: &Limits) -> Result<HandsRead, Contradiction> {
        Reading::read_within(&self.0, view, limits).map(HandsRead)
    }
}

impl Belief<Sevens> for HandsRead {
    fn sample(&mut self, rng: &mut Rng) -> (Sevens, f64) {
        let (world, weight) = self.0.sample(rng);
        (world.game, weight)
    }

    fn heed(&mut self, stop: &Arc<AtomicBool>) {
        self.0.heed(stop);
    }
}

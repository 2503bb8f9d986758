//! Reading a game of Sevens: who may hold what, and who plays how.
//!
//! By the rules a pass says nothing, since anybody may pass with a card to play. By what people do it says much: most kinds of
//! players never pass while they can play. So a view is read by Bayes over a small family of [kinds](Kind). Every kind gives a
//! likelihood to every move that was seen, given a hand; hands and kinds are weighed together. Deals are drawn from an exact
//! sampler under weights for each card that come close (a card that lay open when a seat passed is unlikely there),
//! and what the weights miss is put on whole deals as importance weights. Where few of them would carry all the weight, the
//! deals are walked instead (`walk.rs`).

mod crowd;
mod doubts;
mod story;
mod walk;

use super::company::{Company, Kind, Players};
use crowd::Crowd;
use doubts::Doubts;
use smallvec::SmallVec;
use std::collections::BTreeMap;
use std::sync::Arc;
use story::Story;
use walk::Walk;
use yomi_core::{Belief, Contradiction, Inference, MAX_PLAYERS, Player, Rng, ViewOf};
use yomi_games::Sevens;
use yomi_games::sevens::{Action, Cards, SeenSevens};
use yomi_search::belief::{Deals, Holders, Reading, Weights, effective_sample_size};

/// What is made of a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassReading {
    /// Nothing.
    Ignored,
    /// Whoever passes has no card to play: right for players who never pass on purpose.
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
    /// Deals are walked where those that were drawn are worth less than this part of their number.
    pub walk_below: f64,
}

/// What is usual for [`Reader::walk_below`].
pub const WALK_BELOW: f64 = 0.5;

pub const KINDS: usize = Kind::ALL.len();
/// Deals that the kinds are judged by.
const LOOKS: usize = 48;
/// A kind less likely than this is not thought of any more.
const UNLIKELY: f64 = 0.02;

/// What is believed: hands, and kinds given the hands.
#[derive(Clone, Debug)]
pub struct Read {
    seen: SeenSevens,
    deals: Deals,
    story: Arc<Story>,
    players: Players,
    crowd: Crowd,
    /// How likely each kind is at each seat before a deal is looked at; 0 for those not thought of any more.
    kinds: [[f64; KINDS]; MAX_PLAYERS],
    /// How the deals weigh the cards of each seat that has passed, where its passes are weighed softly.
    doubts: [Option<Doubts>; MAX_PLAYERS],
    weighted: bool,
    walk: Option<Walk>,
    may_pass: bool,
    /// The likeliest kind before the game, for readings that do not weigh kinds.
    usual: Kind,
}

impl Reading<Sevens> for Reader {
    type World = Company;
    type Belief = Read;

    fn read(&self, view: &ViewOf<Sevens>) -> Result<Read, Contradiction> {
        let seen = view.now;
        let story = Arc::new(Story::of(view));
        let players = self.players.clone();
        let mut read = Read {
            seen,
            deals: Deals::default(),
            story,
            players,
            crowd: Crowd { family: self.family, alike: self.alike },
            kinds: [self.family; MAX_PLAYERS],
            doubts: [None; MAX_PLAYERS],
            weighted: false,
            walk: None,
            may_pass: self.may_pass,
            usual: self.likeliest(),
        };
        match self.passes {
            PassReading::Ignored => read.prepare([Pass::Ignored; MAX_PLAYERS], self.decay)?,
            // Where that leaves no deal, somebody has passed on purpose, and then no pass says anything for sure.
            PassReading::Hard if read.prepare([Pass::Excludes; MAX_PLAYERS], self.decay).is_err() => {
                read.prepare([Pass::Ignored; MAX_PLAYERS], self.decay)?;
            }
            PassReading::Hard => {}
            PassReading::Soft => {
                let before = Pass::Weighs { on_purpose: on_purpose(&self.family) };
                read.prepare([before; MAX_PLAYERS], self.decay)?;
                read.weighted = true;
                let mut rng = Rng::new(JUDGES);
                let looks: Vec<Look> = (0..LOOKS).map(|_| read.look(&mut rng)).collect();
                let worth = effective_sample_size(looks.iter().map(|look| look.weight));
                if worth < self.walk_below * LOOKS as f64 && read.set_out(&looks, &mut rng) {
                    return Ok(read);
                }
                let passes = read.judge(&looks).map(|likely| match on_purpose(&likely) {
                    0.0 => Pass::Excludes,
                    on_purpose => Pass::Weighs { on_purpose },
                });
                // A seat that was thought never to pass by choice may have done so after all: then nothing is excluded.
                if read.prepare(passes, self.decay).is_err() {
                    read.prepare([before; MAX_PLAYERS], self.decay)?;
                }
            }
        }
        Ok(read)
    }
}

impl Reader {
    /// The same, without the pass for the one who thinks.
    pub fn without_pass(self) -> Reader {
        Reader { may_pass: false, ..self }
    }

    fn likeliest(&self) -> Kind {
        let likely = |k: &Kind| self.family[*k as usize];
        Kind::ALL.into_iter().max_by(|a, b| likely(a).total_cmp(&likely(b))).expect("there are kinds")
    }
}

/// How likely it is that somebody of these kinds passes with a card to play.
fn on_purpose(likely: &[f64; KINDS]) -> f64 {
    likely[Kind::Free as usize] + likely[Kind::Shrewd as usize]
}

/// What a seat's passes do to the deals.
#[derive(Clone, Copy, PartialEq)]
enum Pass {
    Ignored,
    Excludes,
    Weighs { on_purpose: f64 },
}

impl Read {
    fn prepare(&mut self, passes: [Pass; MAX_PLAYERS], decay: f64) -> Result<(), Contradiction> {
        let seen = &self.seen;
        let hidden: Vec<u32> = Player::all(seen.board.players())
            .map(|p| if p == seen.seat { 0 } else { u32::from(seen.board.place(p).cards) })
            .collect();
        let mut holders = Holders::new(seen.unseen().bits(), &hidden)?;
        let mut weights = Weights::default();
        let mut soft = false;
        for p in seen.others() {
            let seat = p.index();
            let moves = &self.story.moves[seat];
            self.doubts[seat] = None;
            match passes[seat] {
                Pass::Ignored => {}
                Pass::Excludes => {
                    for m in moves.iter().filter(|m| m.action == Action::Pass) {
                        holders.cannot_hold(seat, (m.open & seen.unseen()).bits())?;
                    }
                }
                Pass::Weighs { on_purpose } if moves.iter().any(|m| m.action == Action::Pass) => {
                    let doubts = Doubts::new(moves, decay, on_purpose);
                    for (cards, weight) in doubts.cards.iter().zip(doubts.weights) {
                        weights.scale(seat, cards.bits(), weight);
                    }
                    self.doubts[seat] = Some(doubts);
                    soft = true;
                }
                Pass::Weighs { .. } => {}
            }
        }
        if soft {
            return self.deals.prepare_weighted(&holders, &weights);
        }
        self.deals.prepare(&holders);
        Ok(())
    }

    /// Weighs the kinds of every seat by deals, and forgets the unlikely ones. Gives how likely those that are left are.
    fn judge(&mut self, looks: &[Look]) -> [[f64; KINDS]; MAX_PLAYERS] {
        let mut found = [[0.0; KINDS]; MAX_PLAYERS];
        let total: f64 = looks.iter().map(|look| look.weight).sum();
        for look in looks {
            let part = look.weight / total;
            for (found, chances) in found.iter_mut().zip(self.kinds_in(look)) {
                found.iter_mut().zip(chances).for_each(|(found, chance)| *found += part * chance);
            }
        }
        self.forget(found)
    }

    /// Walks from deals that were drawn. Says whether there is anywhere to go.
    fn set_out(&mut self, looks: &[Look], rng: &mut Rng) -> bool {
        let Some(mut walk) = Walk::begin(looks, rng) else { return false };
        let crowd = self.crowd;
        let found = walk.warm_up(&crowd, &mut self.weigher(), rng);
        self.forget(found);
        walk.forget(&self.kinds);
        self.walk = Some(walk);
        true
    }

    /// Kinds that are too unlikely are not thought of any more.
    fn forget(&mut self, mut found: [[f64; KINDS]; MAX_PLAYERS]) -> [[f64; KINDS]; MAX_PLAYERS] {
        for p in self.seen.others() {
            let seat = p.index();
            // A seat without hidden cards was not looked at.
            if found[seat].iter().sum::<f64>() == 0.0 {
                continue;
            }
            for (found, kind) in found[seat].iter_mut().zip(&mut self.kinds[seat]) {
                if *found < UNLIKELY {
                    (*found, *kind) = (0.0, 0.0);
                }
            }
        }
        found
    }

    /// How likely each kind of player is to have played as a seat did with a hand, times how likely the kind is.
    fn weigher(&mut self) -> impl FnMut(usize, Cards) -> [f64; KINDS] + '_ {
        let Read { story, kinds, players, .. } = self;
        move |seat, held| story.likely(seat, held, &kinds[seat], players)
    }
}

/// The luck of the deals by which kinds are judged: the same in every reading, so that a view is always read the same way.
const JUDGES: u64 = 0x5EED_0F0E;

/// Hands drawn for a view, and what they make of the seats' kinds.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Nothing for the viewer.
    pub hands: [Cards; MAX_PLAYERS],
    /// By seat, in the order of [`Kind::ALL`]; not scaled to one.
    pub likely: [[f64; KINDS]; MAX_PLAYERS],
    pub weight: f64,
}

impl Read {
    /// Hands, with the kinds of all seats still open.
    #[inline]
    pub fn look(&mut self, rng: &mut Rng) -> Look {
        if let Some(mut walk) = self.walk.take() {
            let crowd = self.crowd;
            let look = walk.look(&crowd, &mut self.weigher(), rng);
            self.walk = Some(walk);
            return look;
        }
        let drawn = self.deals.sample(rng);
        let mut look =
            Look { hands: [Cards::NONE; MAX_PLAYERS], likely: [[0.0; KINDS]; MAX_PLAYERS], weight: 1.0 };
        look.hands.iter_mut().zip(drawn).for_each(|(hand, bits)| *hand = Cards::from_bits(bits));
        let seen = self.seen;
        for p in seen.others() {
            let seat = p.index();
            if self.weighted {
                let hand = look.hands[seat];
                look.likely[seat] = self.weigher()(seat, hand);
                // Over how likely the deals were made to give it this hand.
                look.weight /= self.doubts[seat].map_or(1.0, |doubts| doubts.of(hand));
            } else {
                look.likely[seat][self.usual as usize] = 1.0;
            }
        }
        if self.weighted {
            look.weight *= self.crowd.total(&look.likely, &self.seats());
        }
        look
    }

    /// The others who are still in the game.
    fn seats(&self) -> SmallVec<[usize; MAX_PLAYERS]> {
        self.seen.others().map(|p| p.index()).collect()
    }

    /// How likely each kind is at each seat with these hands.
    pub fn kinds_in(&self, look: &Look) -> [[f64; KINDS]; MAX_PLAYERS] {
        if self.weighted { self.crowd.chances(&look.likely, &self.seats()) } else { look.likely }
    }

    /// The world of a look, with a kind drawn for every seat.
    #[inline]
    pub fn company(&self, look: &Look, rng: &mut Rng) -> Company {
        let seats = self.seats();
        let mut kinds = [None; MAX_PLAYERS];
        seats.iter().for_each(|&seat| kinds[seat] = Some(self.usual));
        if self.weighted {
            let drawn = self.crowd.draw(&look.likely, &seats, rng);
            let named = kinds.iter_mut().zip(drawn).filter_map(|(kind, drawn)| Some((kind, drawn?)));
            named.for_each(|(kind, drawn)| *kind = Some(Kind::ALL[drawn]));
        }
        let world = Company::new(Sevens::world(&self.seen, look.hands), kinds);
        Company { may_pass: self.may_pass, ..world }
    }

    /// How likely each kind is at a seat before its moves are looked at; 0 for those not thought of any more.
    pub fn family(&self, seat: Player) -> &[f64; KINDS] {
        &self.kinds[seat.index()]
    }

    /// Whether a seat has moved. How one plays who has not is anybody's guess, whatever the others do.
    pub fn has_moved(&self, seat: Player) -> bool {
        !self.story.moves[seat.index()].is_empty()
    }

    /// Whether deals are walked, and not drawn.
    pub fn is_walked(&self) -> bool {
        self.walk.is_some()
    }

    /// How many deals, each drawn anew and of equal weight, these looks are worth, which were taken one after the other.
    pub fn worth(&self, looks: &[Look]) -> f64 {
        match self.walk {
            Some(_) => walk::worth(&looks.iter().map(|look| look.hands).collect::<Vec<_>>()),
            None if self.weighted => effective_sample_size(looks.iter().map(|look| look.weight)),
            None => looks.len() as f64,
        }
    }

    /// How many independent worlds these are worth, which a search drew one after the other: weighted ones were resampled,
    /// and those that came several times count once.
    pub fn worth_of_worlds(&self, worlds: &[[Cards; MAX_PLAYERS]]) -> f64 {
        match self.walk {
            Some(_) => walk::worth(worlds),
            None if self.weighted => {
                let mut times: BTreeMap<_, u32> = BTreeMap::new();
                worlds.iter().for_each(|hands| *times.entry(hands.map(Cards::bits)).or_default() += 1);
                effective_sample_size(times.values().map(|&n| f64::from(n)))
            }
            None => worlds.len() as f64,
        }
    }

    /// The chance that each seat holds each card, where the deals alone tell: nothing is weighed afterwards, or nobody
    /// else has moved yet.
    pub fn exact_marginals(&self) -> Option<Vec<[f64; yomi_search::belief::MAX_SEATS]>> {
        let told_nothing = self.seen.others().all(|p| self.story.moves[p.index()].is_empty());
        (!self.weighted || told_nothing).then(|| self.deals.marginals())
    }
}

impl Belief<Company> for Read {
    fn sample(&mut self, rng: &mut Rng) -> (Company, f64) {
        let look = self.look(rng);
        (self.company(&look, rng), look.weight)
    }

    fn is_weighted(&self) -> bool {
        self.weighted && self.walk.is_none()
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
}

impl Belief<Sevens> for HandsRead {
    fn sample(&mut self, rng: &mut Rng) -> (Sevens, f64) {
        let (world, weight) = self.0.sample(rng);
        (world.game, weight)
    }

    fn is_weighted(&self) -> bool {
        self.0.is_weighted()
    }
}

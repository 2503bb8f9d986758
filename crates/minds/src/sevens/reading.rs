//! Reading a game of Sevens: who may hold what, and who plays how.
//!
//! By the rules a pass says nothing, since anybody may pass with a card to play. By what people do it says much: most kinds of
//! players never pass while they can play. So a view is read by Bayes over a small family of [kinds](Kind). Every kind gives a
//! likelihood to every move that was seen, given a hand; hands and kinds are weighed together. Deals are drawn from an exact
//! sampler under weights for each card that come close (a card that lay open when a seat passed is unlikely there),
//! and what the weights miss is put on whole deals as importance weights.

use super::company::{Company, Kind};
use super::heuristic::Heuristic;
use super::policy::Tuned;
use super::seat::{SeatPolicy, Sight};
use std::sync::Arc;
use yomi_core::{Belief, Contradiction, Hidden, Inference, MAX_PLAYERS, Player, Rng, ViewOf};
use yomi_games::Sevens;
use yomi_games::sevens::{Action, Board, Cards, Event, SeenSevens};
use yomi_search::belief::{Deals, Holders, Reading, Weights};

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
    pub shrewd: Tuned,
    pub greedy: Heuristic,
    /// Whether the one who thinks may pass with a card to play.
    pub may_pass: bool,
}

pub const KINDS: usize = Kind::ALL.len();
/// How likely a player of a kind that always does the same is to do something else.
const SLIP: f64 = 0.1;
/// How likely a player who never passes by choice is to do it all the same.
const HARDLY: f64 = 0.002;
/// Deals that the kinds are judged by.
const LOOKS: usize = 48;
/// A kind less likely than this is not thought of any more.
const UNLIKELY: f64 = 0.02;

/// A move of another seat, as it was seen.
#[derive(Clone, Copy, Debug)]
struct Move {
    board: Board,
    open: Cards,
    action: Action,
    /// What the seat has shown since, this move included: its hand then was this and what it holds now.
    shown: Cards,
}

impl Move {
    /// How likely a player of this kind was to do it with such a hand.
    #[inline]
    fn likelihood(&self, kind: Kind, held: Cards, reader: &mut Players) -> f64 {
        let hand = held | self.shown;
        let playable = hand & self.open;
        let choices = f64::from(playable.len());
        match (kind, self.action) {
            (Kind::Free, _) => 1.0 / (choices + 1.0),
            (_, Action::Pass) if playable.is_empty() => 1.0,
            (Kind::Random | Kind::Greedy, Action::Pass) => HARDLY,
            (Kind::Random, Action::Play(_)) => 1.0 / choices,
            (Kind::Greedy | Kind::Shrewd, action) => {
                let sight = Sight { board: &self.board, hand, playable };
                let chosen = reader.act(kind, &sight);
                let slip = SLIP / (choices + 1.0);
                if chosen == action { 1.0 - SLIP + slip } else { slip }
            }
        }
    }
}

/// Players who always do the same in the same place.
#[derive(Clone, Debug)]
struct Players {
    shrewd: Tuned,
    greedy: Heuristic,
}

impl Players {
    fn act(&mut self, kind: Kind, sight: &Sight<'_>) -> Action {
        // Neither asks for luck.
        let mut rng = Rng::new(0);
        match kind {
            Kind::Greedy => self.greedy.act(sight, &mut rng),
            _ => self.shrewd.act(sight, &mut rng),
        }
    }
}

/// What is believed: hands, and kinds given the hands.
#[derive(Clone, Debug)]
pub struct Read {
    seen: SeenSevens,
    deals: Deals,
    story: Arc<Story>,
    players: Players,
    /// How likely each kind is at each seat before a deal is looked at; 0 for those not thought of any more.
    kinds: [[f64; KINDS]; MAX_PLAYERS],
    /// How the deals weigh the cards of each seat that has passed, where its passes are weighed softly.
    doubts: [Option<Doubts>; MAX_PLAYERS],
    weighted: bool,
    may_pass: bool,
    /// The likeliest kind before the game, for readings that do not weigh kinds.
    usual: Kind,
}

/// The moves of the others, by seat.
#[derive(Debug, Default)]
struct Story {
    moves: [Vec<Move>; MAX_PLAYERS],
}

impl Story {
    fn of(view: &ViewOf<Sevens>) -> Story {
        let mut story = Story::default();
        let mut seen = view.start;
        for event in &view.events {
            let board = seen.board;
            Sevens::observe(&mut seen, event).expect("a view is its own log");
            let mover = board.mover();
            let action = match event {
                Event::Play(card) => Action::Play(*card),
                Event::Pass => Action::Pass,
                Event::Burst(_) => continue,
            };
            if mover != view.seat {
                let shown = Cards::NONE;
                story.moves[mover.index()].push(Move { board, open: board.open(), action, shown });
            }
        }
        for moves in &mut story.moves {
            let mut shown = Cards::NONE;
            for m in moves.iter_mut().rev() {
                if let Action::Play(card) = m.action {
                    shown = shown.with(card);
                }
                m.shown = shown;
            }
        }
        story
    }
}

impl Reading<Sevens> for Reader {
    type World = Company;
    type Belief = Read;

    fn read(&self, view: &ViewOf<Sevens>) -> Result<Read, Contradiction> {
        let seen = view.now;
        let story = Arc::new(Story::of(view));
        let players = Players { shrewd: self.shrewd.clone(), greedy: self.greedy };
        let mut read = Read {
            seen,
            deals: Deals::default(),
            story,
            players,
            kinds: [self.family; MAX_PLAYERS],
            doubts: [None; MAX_PLAYERS],
            weighted: false,
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
                let passes = read.judge().map(|likely| match on_purpose(&likely) {
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

/// The most passes that a seat survives, over all settings of the game.
const MOST_PASSES: usize = 9;

/// How the deals weigh cards that lay open when a seat passed.
#[derive(Clone, Copy, Debug)]
struct Doubts {
    /// Cards that lay open at exactly so many of its passes.
    cards: [Cards; MOST_PASSES + 1],
    /// The weight of each of them.
    weights: [f64; MOST_PASSES + 1],
}

impl Doubts {
    /// With so many passes a card is as good as excluded, unless they were made on purpose.
    fn new(moves: &[Move], decay: f64, on_purpose: f64) -> Doubts {
        let mut cards = [Cards::NONE; MOST_PASSES + 1];
        cards[0] = Cards::ALL;
        for m in moves.iter().filter(|m| m.action == Action::Pass) {
            for n in (0..MOST_PASSES).rev() {
                let once_more = cards[n] & m.open;
                cards[n] = cards[n] - once_more;
                cards[n + 1] = cards[n + 1] | once_more;
            }
        }
        let weight = |n: usize| decay.powi(n as i32) * (1.0 - on_purpose) + on_purpose;
        Doubts { cards, weights: std::array::from_fn(weight) }
    }

    /// How much less often than by chance the deals give a seat this hand.
    fn of(&self, held: Cards) -> f64 {
        let each = self.cards.iter().zip(self.weights).skip(1);
        each.map(|(cards, weight)| weight.powi((held & *cards).len() as i32)).product()
    }
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
    fn judge(&mut self) -> [[f64; KINDS]; MAX_PLAYERS] {
        let mut rng = Rng::new(JUDGES);
        let mut total = [[0.0; KINDS]; MAX_PLAYERS];
        let others: Vec<usize> = self.seen.others().map(Player::index).collect();
        for _ in 0..LOOKS {
            let hands = self.deals.sample(&mut rng);
            let mut each = [[0.0; KINDS]; MAX_PLAYERS];
            let mut weights = [1.0; MAX_PLAYERS];
            for &seat in &others {
                each[seat] = self.kinds_given(seat, Cards::from_bits(hands[seat]));
                weights[seat] = each[seat].iter().sum();
            }
            for &seat in &others {
                let rest: f64 = others.iter().filter(|&&o| o != seat).map(|&o| weights[o]).product();
                (0..KINDS).for_each(|k| total[seat][k] += rest * each[seat][k]);
            }
        }
        let mut found = self.kinds;
        for &seat in &others {
            let sum: f64 = total[seat].iter().sum();
            if sum > 0.0 {
                let likely = total[seat].map(|t| t / sum);
                for (k, likely) in likely.into_iter().enumerate() {
                    let forgotten = likely < UNLIKELY;
                    self.kinds[seat][k] = if forgotten { 0.0 } else { self.kinds[seat][k] };
                    found[seat][k] = if forgotten { 0.0 } else { likely };
                }
            }
        }
        found
    }

    /// How likely each kind of player is to have played as this seat did with this hand, times how likely the kind is, over
    /// how likely the deals were made to give it this hand.
    fn kinds_given(&mut self, seat: usize, held: Cards) -> [f64; KINDS] {
        let story = Arc::clone(&self.story);
        let mut likely = self.kinds[seat];
        let drawn = self.doubts[seat].map_or(1.0, |doubts| doubts.of(held));
        for m in &story.moves[seat] {
            for kind in Kind::ALL {
                if likely[kind as usize] > 0.0 {
                    likely[kind as usize] *= m.likelihood(kind, held, &mut self.players);
                }
            }
        }
        likely.map(|l| l / drawn)
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
        let drawn = self.deals.sample(rng);
        let mut look =
            Look { hands: [Cards::NONE; MAX_PLAYERS], likely: [[0.0; KINDS]; MAX_PLAYERS], weight: 1.0 };
        look.hands.iter_mut().zip(drawn).for_each(|(hand, bits)| *hand = Cards::from_bits(bits));
        let seen = self.seen;
        for p in seen.others() {
            let seat = p.index();
            if self.weighted {
                look.likely[seat] = self.kinds_given(seat, look.hands[seat]);
                look.weight *= look.likely[seat].iter().sum::<f64>();
            } else {
                look.likely[seat][self.usual as usize] = 1.0;
            }
        }
        look
    }

    /// The world of a look, with a kind drawn for every seat.
    #[inline]
    pub fn company(&self, look: &Look, rng: &mut Rng) -> Company {
        let mut kinds = [None; MAX_PLAYERS];
        for p in self.seen.others() {
            let likely = &look.likely[p.index()];
            kinds[p.index()] = Some(self.usual);
            if self.weighted {
                let mut mark = rng.unit() * likely.iter().sum::<f64>();
                let found = Kind::ALL.into_iter().find(|&k| {
                    mark -= likely[k as usize];
                    mark < 0.0
                });
                kinds[p.index()] = found.or(Some(self.usual));
            }
        }
        let world = Company::new(Sevens::world(&self.seen, look.hands), kinds);
        Company { may_pass: self.may_pass, ..world }
    }

    /// How likely each kind is at a seat before its moves are looked at; 0 for those not thought of any more.
    pub fn family(&self, seat: Player) -> &[f64; KINDS] {
        &self.kinds[seat.index()]
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
        self.weighted
    }
}

/// The same reading for searches that want hands alone.
#[derive(Clone, Debug)]
pub struct Hands(pub Reader);

/// What [`Hands`] believes.
#[derive(Clone, Debug)]
pub struct HandsRead(Read);

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

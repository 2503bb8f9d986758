//! What one seat sees: the same zones, with the opponent's hidden cards only counted.

use super::action::Action;
use super::cards::{CardId, DECK};
use super::counts::Counts;
use super::side::Side;
use super::state::{Duel, Stage};
use serde::{Deserialize, Serialize};
use yomi_bits::fold;
use yomi_core::{Hidden, InfoSets, Keyed, Player, Rejected, Rng, State, Turn, sentence};

/// What one seat knows.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "super::written::Written", try_from = "super::written::Written")]
pub struct SeenDuel {
    pub seat: Player,
    /// The game with the opponent's hidden cards as [`CardId::HIDDEN`].
    pub table: Duel,
}

impl Duel {
    /// Every card of a player that the opponent sees or knows, including a face-up shield whose trigger is
    /// being decided.
    pub(super) fn seen_of(&self, seat: usize) -> Counts {
        let mut seen = self.sides[seat].seen_by_opponent();
        if self.stage == Stage::Trigger && self.attack.open && self.other() == seat {
            seen.add(self.attack.broken);
        }
        seen
    }

    /// The game as one seat sees it.
    pub(super) fn masked(&self, viewer: Player) -> Duel {
        let other = viewer.other().index();
        let mut table = *self;
        table.sides[other] = self.sides[other].hidden();
        if usize::from(self.effect.side) == other {
            table.looking = self.looking.hidden();
        }
        if self.other() == other && !self.attack.open {
            table.attack.broken = CardId::HIDDEN;
        }
        table
    }

    /// Why this event is impossible in this view, for events of both seats and of chance.
    fn refuse(&self, viewer: Player, event: Action) -> Option<Rejected> {
        match self.acting() {
            Turn::Over => Some(Rejected(sentence!("the game is already over", "対局はもう終わっています"))),
            Turn::Player(_) => (!self.is_legal(event))
                .then(|| Rejected(sentence!("it cannot be done here", "ここではできません"))),
            Turn::Chance => self.refuse_outcome(viewer, event),
        }
    }

    fn refuse_outcome(&self, viewer: Player, event: Action) -> Option<Rejected> {
        let from = self.dealt_from();
        let side = &self.sides[from];
        let cannot_come = || sentence!("this card cannot come here", "ここでこのカードは出ません");
        if from == viewer.index() {
            let possible = self.each_outcome(|outcome, _| match outcome == event {
                true => std::ops::ControlFlow::Break(()),
                false => std::ops::ControlFlow::Continue(()),
            });
            return possible.is_continue().then(|| Rejected(cannot_come()));
        }
        Some(Rejected(match event {
            Action::Deal(card) if card.is_hidden() && !self.is_dealt_openly() => return None,
            Action::Deal(_) if !self.is_dealt_openly() => sentence!(
                "the opponent's card cannot be seen; expected +?",
                "相手のカードは見えません。+? と書いてください"
            ),
            Action::Deal(_) if self.stage == Stage::EffectDiscard && side.hand_hidden == 0 => sentence!(
                "the whole hand is known, and this card is not in it",
                "相手の手札はすべてわかっていて、このカードはありません"
            ),
            Action::Deal(card) if !card.is_hidden() && self.could_be(from) & card.bit() != 0 => return None,
            Action::Deal(_) => cannot_come(),
            Action::DealShown(card) if self.stage == Stage::EffectDiscard && side.shown.has(card) => {
                return None;
            }
            _ => sentence!(
                "a card must be dealt first; expected + and its name",
                "先にカードが配られます。+ とカード名を書いてください"
            ),
        }))
    }
}

impl SeenDuel {
    /// The opponent's cards that this seat sees or knows.
    pub fn seen_of_other(&self) -> Counts {
        self.table.seen_of(self.seat.other().index())
    }

    /// How many of the opponent's cards this seat does not know.
    pub fn unseen_of_other(&self) -> u32 {
        DECK as u32 - self.seen_of_other().len()
    }

    /// A game consistent with this view in which the opponent's hidden cards are `unseen`, assigned to the
    /// hidden places uniformly at random. There must be exactly as many as are hidden.
    pub fn world(&self, mut unseen: Counts, rng: &mut Rng) -> Duel {
        let mut hand = Counts::EMPTY;
        for _ in 0..self.table.sides[self.seat.other().index()].hand_hidden {
            hand.add(take_one(&mut unseen, rng));
        }
        self.world_holding(hand, unseen, rng)
    }

    /// The same with the hidden part of the hand given: `unseen` are the others, in the remaining hidden places.
    pub fn world_holding(&self, hand: Counts, mut unseen: Counts, rng: &mut Rng) -> Duel {
        debug_assert_eq!(hand.len() + unseen.len(), self.unseen_of_other());
        let other = self.seat.other().index();
        let mut world = self.table;
        let side = &mut world.sides[other];
        debug_assert_eq!(hand.len(), u32::from(side.hand_hidden));
        (side.hand, side.hand_hidden) = (side.hand.plus(&hand), 0);
        let mut next = || take_one(&mut unseen, rng);
        side.shields.fill(&mut next);
        side.top = side.top.map(|_| next());
        if usize::from(world.effect.side) == other {
            world.looking = world.looking.map(|_| next());
        }
        let asked = world.stage == Stage::Trigger && world.other() == other;
        if asked && world.attack.broken.is_hidden() {
            world.attack.broken = next();
        }
        world.sides[other].pool_hidden = 0;
        world.sides[other].pool = unseen;
        world
    }

    /// The game as the opponent knows it who decides here with this hidden hand and, if it is asked about one that
    /// nobody else sees, this broken shield. `unseen` are all its cards that this seat does not see, those two among
    /// them; where the rest lies that it knows is filled in any way.
    pub fn asked_with(&self, hand: &Counts, broken: Option<CardId>, unseen: &Counts) -> Duel {
        let other = self.seat.other().index();
        let mut table = self.table;
        let mut rest = unseen.minus(hand).unwrap_or(*unseen);
        if let Some(card) = broken {
            table.attack.broken = card;
            if rest.has(card) {
                rest.remove(card);
            }
        }
        let mut next = || {
            let card = rest.nth(0);
            rest.remove(card);
            card
        };
        let side = &mut table.sides[other];
        (side.hand, side.hand_hidden) = (side.hand.plus(hand), 0);
        side.shields.fill(&mut next);
        side.top = side.top.map(|_| next());
        (side.pool, side.pool_hidden) = (rest, 0);
        table
    }
}

/// Takes one of these cards at random.
fn take_one(cards: &mut Counts, rng: &mut Rng) -> CardId {
    let card = cards.nth(rng.below(cards.len()));
    cards.remove(card);
    card
}

impl Hidden for Duel {
    type Seen = SeenDuel;
    type Event = Action;

    fn seen(&self, viewer: Player) -> SeenDuel {
        SeenDuel { seat: viewer, table: self.masked(viewer) }
    }

    fn event(&self, action: Action, viewer: Player) -> Action {
        let hidden = CardId::HIDDEN;
        match action {
            Action::Deal(_) if !self.is_dealt_openly() && self.dealt_from() != viewer.index() => {
                Action::Deal(hidden)
            }
            Action::Place(_) if usize::from(self.effect.side) != viewer.index() => Action::Place(hidden),
            Action::Fetch(_) if usize::from(self.effect.side) != viewer.index() && !self.fetches_openly() => {
                Action::Fetch(hidden)
            }
            Action::Stow(card) if usize::from(self.effect.side) != viewer.index() => {
                let side = &self.sides[usize::from(self.effect.side)];
                let unknown = side.hand.count(card) > side.shown.count(card);
                Action::Stow(if unknown { hidden } else { card })
            }
            _ => action,
        }
    }

    fn observe(seen: &mut SeenDuel, event: &Action) -> Result<(), Rejected> {
        match seen.table.refuse(seen.seat, *event) {
            Some(why) => Err(why),
            None => {
                seen.table.apply(*event);
                Ok(())
            }
        }
    }

    fn seen_turn(seen: &SeenDuel) -> Turn {
        seen.table.turn()
    }

    fn seen_actions(seen: &SeenDuel) -> Vec<Action> {
        seen.table.actions()
    }
}

impl Duel {
    fn fetches_openly(&self) -> bool {
        matches!(self.current_op(), Some(super::cards::Op::Search { shown: true, .. }))
    }
}

fn bytes<const N: usize>(bytes: [u8; N]) -> u64 {
    bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

impl Side {
    fn key(&self, mut key: u64) -> u64 {
        for counts in [&self.pool, &self.hand, &self.shown, &self.mana, &self.grave] {
            key = counts.words().into_iter().fold(key, fold);
        }
        let u = &self.units;
        key = fold(key, bytes(u.cards.map(|card| card.index() as u8)));
        let numbers = [self.pool_hidden, self.hand_hidden, self.library, self.mana_tapped];
        key = fold(key, bytes(numbers) << 32 | bytes([u.tapped, u.sick, self.played, self.searches]));
        for (card, known) in self.shields.iter() {
            key = fold(key, u64::from(known.code()) << 8 | card.index() as u64);
        }
        let top = self.top.cards().iter().fold(1, |word, card| word << 8 | card.index() as u64);
        fold(key, top)
    }
}

impl Keyed for Duel {
    fn key(&self) -> u64 {
        let (e, a) = (&self.effect, &self.attack);
        let place = |place: Option<u8>| place.map_or(0, |p| p + 1);
        let effect = bytes([e.card.index() as u8, e.op, e.left, e.side, place(e.target), e.then as u8]);
        let attack = bytes([a.by, place(a.on), a.breaks, a.broken.index() as u8, u8::from(a.open)]);
        let winner = self.winner.map_or(2, |p| p.index() as u8);
        let table = bytes([self.active, self.turn, self.stage as u8, winner]);
        let looking = self.looking.cards().iter().fold(1, |word, card| word << 8 | card.index() as u64);
        let key = fold(fold(fold(fold(0, effect), attack), table), looking);
        self.sides[1].key(self.sides[0].key(key))
    }
}

impl InfoSets for Duel {
    type Grain = ();

    fn info_key(&self, viewer: Player, (): ()) -> u64 {
        self.masked(viewer).key() ^ viewer.index() as u64
    }
}

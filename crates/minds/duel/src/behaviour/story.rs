//! What the opponent was asked and did, and which hidden cards passed through its hand meanwhile.
//!
//! A card that comes into the hand unseen has a *life*: the time from its coming to its leaving, and which card it
//! was if that was seen in the end. When a card leaves, nobody but its owner knows which of the lives it was; all are
//! equally likely as far as luck goes, because at each leaving there are as many to choose from, whichever left
//! before. One choice is made at random here, and others are reached from it by exchanging what comes after.

use smallvec::SmallVec;
use yomi_core::{Player, Rng, State, Turn, ViewOf};
use yomi_games::Duel;
use yomi_games::duel::{Action, CardId, Counts, Known, SeenDuel, Side, Stage};

/// Events are counted from 0; a card that comes with an event is there from the next one on.
pub type Time = u32;

/// Of a card that is still there.
pub const STILL: Time = Time::MAX;

/// One hidden card of the opponent's that was in its hand.
#[derive(Clone, Debug)]
pub struct Life {
    /// When it was in the hand, first to last. More than once where it was put into the shields and came back.
    pub stays: SmallVec<[(Time, Time); 1]>,
    /// What it is, if it was seen.
    pub seen: Option<CardId>,
}

impl Life {
    fn begun(at: Time) -> Life {
        Life { stays: SmallVec::from_buf([(at, STILL)]), seen: None }
    }

    pub fn holds(&self, at: Time) -> bool {
        self.stays.iter().any(|&(from, to)| from <= at && at < to)
    }

    pub fn is_held_now(&self) -> bool {
        self.stays.last().is_some_and(|&(_, to)| to == STILL)
    }
}

/// A decision of the opponent's.
#[derive(Clone, Debug)]
pub struct Asked {
    pub at: Time,
    /// As the viewer saw it.
    pub before: SeenDuel,
    pub did: Action,
    /// Whether it decided about a broken shield that it did not show, and took it.
    pub took: bool,
    /// Whether what it did may depend on its hidden cards by the rules. What units do does not.
    pub by_hand: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Story {
    pub asked: Vec<Asked>,
    pub lives: Vec<Life>,
    /// When one of several lives ended, and which: the places where they can be exchanged.
    pub partings: Vec<(Time, usize)>,
}

/// A story that is being told.
struct Teller<'a> {
    story: Story,
    other: Player,
    /// Lives in the hand.
    hand: Vec<usize>,
    /// Hidden shields that their owner knows, from left to right: the lives of those that came from the hand.
    kept: Vec<Option<usize>>,
    /// Of the shield that was broken last.
    broken: Option<usize>,
    rng: &'a mut Rng,
}

impl Story {
    pub fn of(view: &ViewOf<Duel>, rng: &mut Rng) -> Story {
        let other = view.seat.other();
        let mut now = view.start.clone();
        let side = now.table.side_of(other);
        let lives: Vec<Life> = (0..side.hand_hidden).map(|_| Life::begun(0)).collect();
        let mut teller = Teller {
            hand: (0..lives.len()).collect(),
            kept: vec![None; kept(side)],
            story: Story { lives, ..Story::default() },
            other,
            broken: None,
            rng,
        };
        for (at, &event) in (0..).zip(&view.events) {
            teller.asked(at, &now, event);
            let before = *now.table.side_of(other);
            let was_hidden = now.table.attack().broken.is_hidden();
            now.table.apply(event);
            teller.happened(at, event, was_hidden, &before, now.table.side_of(other));
        }
        teller.story
    }
}

/// Hidden shields that their owner knows.
fn kept(side: &Side) -> usize {
    side.shields.iter().filter(|(card, known)| *known == Known::ToOwner && card.is_hidden()).count()
}

impl Teller<'_> {
    fn asked(&mut self, at: Time, before: &SeenDuel, did: Action) {
        if before.table.turn() != Turn::Player(self.other) {
            return;
        }
        let stage = before.table.stage();
        let by_hand = match stage {
            Stage::Charge | Stage::Main | Stage::Counter => true,
            // A trigger that is played is seen; one that is not stays hidden like any other card.
            Stage::Trigger => did == Action::Take && before.table.attack().broken.is_hidden(),
            Stage::Attack | Stage::Block => false,
            // What it looks at, searches or puts away nobody sees: that does not tell how it plays.
            _ => return,
        };
        let took = stage == Stage::Trigger && by_hand;
        self.story.asked.push(Asked { at, before: before.clone(), did, took, by_hand });
    }

    fn happened(&mut self, at: Time, event: Action, was_hidden: bool, was: &Side, is: &Side) {
        let stowed = if is.hand_hidden < was.hand_hidden { self.left(at, event) } else { None };
        match event {
            Action::Take if was_hidden => self.came(at),
            Action::Trigger(card, _) => {
                if let Some(life) = self.broken.take() {
                    self.story.lives[life].seen = Some(card);
                }
            }
            _ if is.hand_hidden > was.hand_hidden => self.came(at),
            _ => {}
        }
        let (before, now) = (self.kept.len() + usize::from(stowed.is_some()), kept(is));
        self.kept.extend(stowed.map(Some));
        self.kept.resize(before.max(now), None);
        for _ in now..before {
            self.broken = self.kept.remove(0);
        }
    }

    /// One of the hidden cards leaves; its life where it goes to the shields unseen.
    fn left(&mut self, at: Time, event: Action) -> Option<usize> {
        let choices = self.hand.len();
        let life = self.hand.swap_remove(self.rng.below(choices as u32) as usize);
        self.story.lives[life].stays.last_mut().expect("it was there").1 = at + 1;
        if choices > 1 {
            self.story.partings.push((at, life));
        }
        match event {
            Action::Charge(card) | Action::Play(card, _) | Action::Counter(card, _) | Action::Deal(card) => {
                self.story.lives[life].seen = Some(card);
                None
            }
            _ => Some(life),
        }
    }

    /// A hidden card comes: the shield that was just broken, if it was in the hand before, or a new one.
    fn came(&mut self, at: Time) {
        let life = match self.broken.take() {
            Some(life) => {
                self.story.lives[life].stays.push((at + 1, STILL));
                life
            }
            None => {
                self.story.lives.push(Life::begun(at + 1));
                self.story.lives.len() - 1
            }
        };
        self.hand.push(life);
    }
}

/// The card that was taken at a time, of lives that are these cards.
pub fn taken_at(lives: &[Life], cards: &[CardId], at: Time) -> Option<CardId> {
    let came = |life: &Life| life.stays.iter().any(|&(from, _)| from == at + 1);
    lives.iter().position(came).map(|life| cards[life])
}

/// The hidden cards in the hand at a time, of lives that are these cards.
pub fn hand_at(lives: &[Life], cards: &[CardId], at: Time) -> Counts {
    lives.iter().zip(cards).filter(|(life, _)| life.holds(at)).map(|(_, &card)| card).collect()
}

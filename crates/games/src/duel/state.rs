//! A position of Duel.

use super::action::Action;
use super::cards::{CardId, Counted, SetRef, keyword};
use super::counts::Counts;
use super::side::{Few, Shields, Side, Units};
use yomi_core::{Player, Rng, Turn};

/// After this many turns, counted over both players, the game is a draw.
pub const MOST_TURNS: u8 = 100;
pub const FIRST_SHIELDS: usize = 5;
pub const FIRST_HAND: usize = 5;

/// What happens next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Chance: the card drawn for the turn.
    Draw,
    Charge,
    Main,
    /// After the first attack of the turn: no more cards are played from the hand.
    Attack,
    /// The defender may counter.
    Counter,
    /// The defender may block.
    Block,
    /// Chance: which card the broken shield is.
    Break,
    /// The defender decides about the broken shield.
    Trigger,
    /// Chance outcomes of an effect.
    EffectDraw,
    EffectBoost,
    EffectMill,
    EffectDiscard,
    EffectFaceUp,
    /// Chance: a card that its owner looks at.
    Look,
    /// Chance: which cards are among the unseen shields of a player who searches the library.
    Sort,
    /// A player puts back the cards looked at.
    Place,
    /// A player chooses a card of the library.
    Fetch,
    /// A player chooses a card of the hand.
    Stow,
    Over,
}

/// Where the game continues after the effect of a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Then {
    Main,
    Counter,
    NextBreak,
}

/// The effect that is being carried out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Effect {
    pub card: CardId,
    /// Which of its operations.
    pub op: u8,
    /// How many repetitions of this operation are left.
    pub left: u8,
    /// The player whose effect it is.
    pub side: u8,
    /// The place of the targeted enemy unit.
    pub target: Option<u8>,
    pub then: Then,
}

impl Effect {
    pub const NONE: Effect =
        Effect { card: CardId::HIDDEN, op: 0, left: 0, side: 0, target: None, then: Then::Main };
}

/// The attack that is being carried out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Attack {
    /// The place of the attacking unit.
    pub by: u8,
    /// The place of the attacked unit; `None` for the player.
    pub on: Option<u8>,
    /// Shields still to break.
    pub breaks: u8,
    /// The shield that was broken, until its owner has decided.
    pub broken: CardId,
    /// Whether both know it.
    pub open: bool,
}

impl Attack {
    pub const NONE: Attack = Attack { by: 0, on: None, breaks: 0, broken: CardId::HIDDEN, open: false };
}

/// A game of Duel: the true one, or what a seat sees of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Duel {
    pub(super) set: SetRef,
    pub(super) sides: [Side; 2],
    /// Cards being looked at.
    pub(super) looking: Few,
    pub(super) effect: Effect,
    pub(super) attack: Attack,
    pub(super) active: u8,
    pub(super) turn: u8,
    pub(super) stage: Stage,
    /// The winner of a finished game; `None` for a draw.
    pub(super) winner: Option<Player>,
}

impl Duel {
    /// A new game with these decks. Hands are dealt; nobody has seen the shields.
    pub fn deal(set: SetRef, decks: [Counts; 2], first: Player, rng: &mut Rng) -> Duel {
        let sides = decks.map(|mut pool| {
            let mut hand = Counts::EMPTY;
            for _ in 0..FIRST_HAND {
                let card = pool.nth(rng.below(pool.len()));
                pool.remove(card);
                hand.add(card);
            }
            Duel::side(pool, hand)
        });
        Duel {
            set,
            sides,
            looking: Few::EMPTY,
            effect: Effect::NONE,
            attack: Attack::NONE,
            active: first.index() as u8,
            turn: 1,
            stage: Stage::Charge,
            winner: None,
        }
    }

    fn side(pool: Counts, hand: Counts) -> Side {
        Side {
            library: (pool.len() as usize - FIRST_SHIELDS) as u8,
            pool,
            hand,
            shown: Counts::EMPTY,
            mana: Counts::EMPTY,
            grave: Counts::EMPTY,
            pool_hidden: 0,
            hand_hidden: 0,
            mana_tapped: 0,
            grave_spells: 0,
            played: 0,
            searches: 0,
            top: Few::EMPTY,
            units: Units::EMPTY,
            shields: Shields::unseen(FIRST_SHIELDS),
        }
    }

    /// The cards of the game.
    #[inline]
    pub fn set(&self) -> SetRef {
        self.set
    }

    #[inline]
    pub fn side_of(&self, seat: Player) -> &Side {
        &self.sides[seat.index()]
    }

    /// The same game with one side replaced.
    pub fn with_side(mut self, seat: Player, side: Side) -> Duel {
        self.sides[seat.index()] = side;
        self
    }

    /// The same cards in the main stage of a turn, with nothing else going on.
    pub fn in_main_stage(mut self, turn: u8, active: Player) -> Duel {
        (self.turn, self.active, self.stage) = (turn, active.index() as u8, Stage::Main);
        (self.looking, self.effect, self.attack, self.winner) =
            (Few::EMPTY, Effect::NONE, Attack::NONE, None);
        self
    }

    /// The player whose turn it is, even while the opponent has to decide.
    #[inline]
    pub fn active(&self) -> Player {
        Player::new(usize::from(self.active))
    }

    /// The number of the turn, counted from 1 over both players.
    #[inline]
    pub fn turn_number(&self) -> u32 {
        u32::from(self.turn)
    }

    #[inline]
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The attack that is going on.
    #[inline]
    pub fn attack(&self) -> &Attack {
        &self.attack
    }

    /// The cards that are being looked at.
    pub fn looking(&self) -> &[CardId] {
        self.looking.cards()
    }

    pub fn effect(&self) -> &Effect {
        &self.effect
    }

    /// The winner of a finished game; `None` for a draw.
    pub fn winner(&self) -> Option<Player> {
        self.winner
    }

    #[inline]
    pub(super) fn own(&self) -> usize {
        usize::from(self.active & 1)
    }

    #[inline]
    pub(super) fn other(&self) -> usize {
        usize::from(self.active & 1 ^ 1)
    }

    #[inline]
    pub(super) fn acting(&self) -> Turn {
        let seat = match self.stage {
            Stage::Charge | Stage::Main | Stage::Attack => self.active,
            Stage::Counter | Stage::Block | Stage::Trigger => self.active ^ 1,
            Stage::Place | Stage::Fetch | Stage::Stow => self.effect.side,
            Stage::Over => return Turn::Over,
            _ => return Turn::Chance,
        };
        Turn::Player(if seat == 0 { Player::FIRST } else { Player::SECOND })
    }

    #[inline]
    fn counted(&self, seat: usize, what: Counted) -> u32 {
        let side = &self.sides[seat & 1];
        match what {
            Counted::OwnUnits => side.units.count(),
            Counted::EnemyUnits => self.sides[seat & 1 ^ 1].units.count(),
            Counted::OwnMana => side.mana.len(),
            Counted::OwnGraveSpells => u32::from(side.grave_spells),
            Counted::CardsPlayedThisTurn => u32::from(side.played),
        }
    }

    /// What a player would pay for a card now.
    pub fn current_cost(&self, seat: Player, card: CardId) -> u32 {
        self.cost(seat.index(), card)
    }

    #[inline]
    pub(super) fn cost(&self, seat: usize, id: CardId) -> u32 {
        let card = self.set.card(id);
        let mut cost = u32::from(card.cost);
        if card.is(keyword::HOOKED) {
            if let Some(zero) = card.zero_if
                && self.counted(seat, zero.count) >= u32::from(zero.at_least)
            {
                return 0;
            }
            if let Some(discount) = card.discount {
                let off = (self.counted(seat, discount.per) * u32::from(discount.amount))
                    .min(u32::from(discount.most));
                cost = cost.saturating_sub(off);
            }
        }
        let units = &self.sides[seat & 1].units;
        if units.auras != 0 && !card.is_unit() {
            for place in units.places(units.auras) {
                if let Some(aura) = self.set.card(units.cards[place]).aura
                    && cost > u32::from(aura.floor)
                {
                    cost = cost.saturating_sub(u32::from(aura.spell_discount)).max(u32::from(aura.floor));
                }
            }
        }
        cost
    }
}

impl std::fmt::Debug for Duel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Duel")
            .field("turn", &self.turn)
            .field("active", &self.active)
            .field("stage", &self.stage)
            .field("sides", &self.sides)
            .field("looking", &self.looking)
            .field("effect", &self.effect)
            .field("attack", &self.attack)
            .field("winner", &self.winner)
            .finish()
    }
}

/// Ten multisets of up to 63 kinds of cards, three words each, make up most of a state.
const _: () = assert!(size_of::<Duel>() <= 368);

/// An action is three bytes, so that lists of them stay small.
const _: () = assert!(size_of::<Action>() == 3);

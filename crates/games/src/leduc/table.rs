//! What both players of Leduc see: the betting and the public card.

use crate::cards::{Bet, Rank};
use serde::{Deserialize, Serialize};
use yomi_core::{Player, Rejected, Turn, sentence};

const ANTE: u8 = 1;
/// What a bet or a raise adds, by round.
const STAKES: [u8; 2] = [2, 4];
/// Bets and raises allowed in one round.
const MOST_RAISES: u8 = 2;
/// The most a player can put in.
pub const MOST_CHIPS: u8 = ANTE + MOST_RAISES * (STAKES[0] + STAKES[1]);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Phase {
    /// The seat to act.
    Betting(Player),
    Dealing,
    Showdown,
    /// The seat that folded.
    Folded(Player),
}

/// The public part of a game of Leduc. Betting actions are stored as three bits each after a leading 1, so
/// that the whole betting is one number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "Written", try_from = "Written")]
pub struct Table {
    phase: Phase,
    public: Option<Rank>,
    chips: [u8; 2],
    /// Bets and raises in this round.
    raises: u8,
    /// Whether a seat has acted in this round.
    opened: bool,
    words: u32,
}

impl Default for Table {
    fn default() -> Self {
        let phase = Phase::Betting(Player::FIRST);
        Table { phase, public: None, chips: [ANTE; 2], raises: 0, opened: false, words: 1 }
    }
}

impl Table {
    #[inline]
    pub fn turn(&self) -> Turn {
        match self.phase {
            Phase::Betting(p) => Turn::Player(p),
            Phase::Dealing => Turn::Chance,
            Phase::Showdown | Phase::Folded(_) => Turn::Over,
        }
    }

    /// The legal actions of the seat to act.
    #[inline]
    pub fn choices(&self) -> &'static [Bet] {
        let Phase::Betting(p) = self.phase else { return &[] };
        let to_pay = self.chips[p.index()] < self.chips[p.other().index()];
        match (to_pay, self.raises < MOST_RAISES) {
            (false, _) => &[Bet::Check, Bet::Bet],
            (true, true) => &[Bet::Fold, Bet::Call, Bet::Raise],
            (true, false) => &[Bet::Fold, Bet::Call],
        }
    }

    /// Applies an action of the seat to act. Not checked.
    #[inline]
    pub fn say(&mut self, bet: Bet) {
        let Phase::Betting(p) = self.phase else { return };
        self.words = self.words << 3 | bet as u32;
        let (own, other) = (p.index(), p.other().index());
        let ends_round = match bet {
            Bet::Fold => {
                self.phase = Phase::Folded(p);
                return;
            }
            Bet::Check => self.opened,
            Bet::Call => {
                self.chips[own] = self.chips[other];
                true
            }
            Bet::Bet | Bet::Raise => {
                self.chips[own] = self.chips[other] + STAKES[usize::from(self.public.is_some())];
                self.raises += 1;
                false
            }
        };
        self.opened = true;
        self.phase = match (ends_round, self.public) {
            (false, _) => Phase::Betting(p.other()),
            (true, None) => Phase::Dealing,
            (true, Some(_)) => Phase::Showdown,
        };
    }

    /// Applies the public card. Not checked.
    #[inline]
    pub fn turn_up(&mut self, rank: Rank) {
        *self = Table {
            phase: Phase::Betting(Player::FIRST),
            public: Some(rank),
            raises: 0,
            opened: false,
            ..*self
        };
    }

    #[inline]
    pub fn public(&self) -> Option<Rank> {
        self.public
    }

    /// The chips each seat has put in.
    pub fn chips(&self) -> [u8; 2] {
        self.chips
    }

    pub fn folded(&self) -> Option<Player> {
        match self.phase {
            Phase::Folded(p) => Some(p),
            _ => None,
        }
    }

    #[inline]
    pub fn is_showdown(&self) -> bool {
        matches!(self.phase, Phase::Showdown)
    }

    /// All of the betting and the public card as one number, different for different tables.
    #[inline]
    pub fn key(&self) -> u64 {
        u64::from(self.words) << 2 | self.public.map_or(3, Rank::index) as u64
    }

    /// The betting of both rounds.
    pub fn words(&self) -> [Vec<Bet>; 2] {
        let length = (31 - self.words.leading_zeros()) / 3;
        let all = (0..length).rev().map(|i| Bet::ALL[(self.words >> (3 * i) & 0b111) as usize]);
        let mut rounds = [Vec::new(), Vec::new()];
        let mut table = Table::default();
        for bet in all {
            if table.turn() == Turn::Chance {
                // Any card will do: it only separates the rounds.
                table.turn_up(Rank::J);
            }
            rounds[usize::from(table.public.is_some())].push(bet);
            table.say(bet);
        }
        rounds
    }
}

/// A table as written to files.
#[derive(Serialize, Deserialize)]
struct Written {
    #[serde(default)]
    public: Option<Rank>,
    #[serde(default)]
    betting: [Vec<Bet>; 2],
}

impl From<Table> for Written {
    fn from(table: Table) -> Written {
        Written { public: table.public, betting: table.words() }
    }
}

impl TryFrom<Written> for Table {
    type Error = Rejected;

    fn try_from(written: Written) -> Result<Table, Rejected> {
        let mut table = Table::default();
        let [first, second] = written.betting;
        let say_all = |table: &mut Table, bets: &[Bet]| {
            bets.iter().try_for_each(|bet| {
                if !table.choices().contains(bet) {
                    return Err(Rejected(sentence!(
                        "betting: {} is not possible there",
                        "betting: そこで {} はできません",
                        bet.text()
                    )));
                }
                table.say(*bet);
                Ok(())
            })
        };
        say_all(&mut table, &first)?;
        match written.public {
            Some(rank) if table.turn() == Turn::Chance => table.turn_up(rank),
            Some(_) => {
                return Err(Rejected(sentence!(
                    "public: the card comes after the first round of betting",
                    "public: 公開カードが出るのは最初のベットラウンドの後です"
                )));
            }
            None if !second.is_empty() => {
                return Err(Rejected(sentence!(
                    "betting: the second round needs a public card",
                    "betting: 2回目のベットラウンドには公開カードが要ります"
                )));
            }
            None => {}
        }
        say_all(&mut table, &second)?;
        Ok(table)
    }
}

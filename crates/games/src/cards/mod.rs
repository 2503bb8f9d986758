//! What the small poker games share: ranks, betting actions, and actions that may reveal a card.

use serde::{Deserialize, Serialize};
use std::fmt;
use yomi_core::ruleset::Pick;
use yomi_core::{Rejected, sentence};

/// A card of a three-rank deck, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Rank {
    J,
    Q,
    K,
}

impl Rank {
    pub const ALL: [Rank; 3] = [Rank::J, Rank::Q, Rank::K];

    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl std::str::FromStr for Rank {
    type Err = Rejected;

    fn from_str(text: &str) -> Result<Rank, Rejected> {
        Rank::ALL.into_iter().find(|r| r.to_string().eq_ignore_ascii_case(text)).ok_or_else(|| {
            Rejected(sentence!(
                "{text:?} is not a card; expected J, Q or K",
                "{text:?} というカードはありません。J、Q、K のどれかにしてください"
            ))
        })
    }
}

/// A betting action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bet {
    Check,
    Bet,
    Fold,
    Call,
    Raise,
}

impl Bet {
    pub const ALL: [Bet; 5] = [Bet::Check, Bet::Bet, Bet::Fold, Bet::Call, Bet::Raise];

    pub const fn text(self) -> &'static str {
        match self {
            Bet::Check => "check",
            Bet::Bet => "bet",
            Bet::Fold => "fold",
            Bet::Call => "call",
            Bet::Raise => "raise",
        }
    }
}

impl std::str::FromStr for Bet {
    type Err = Rejected;

    fn from_str(text: &str) -> Result<Bet, Rejected> {
        Bet::ALL.into_iter().find(|b| b.text().eq_ignore_ascii_case(text)).ok_or_else(|| {
            Rejected(sentence!(
                "{text:?} is not a move; expected check, bet, fold, call or raise",
                "{text:?} という手はありません。check、bet、fold、call、raise のどれかにしてください"
            ))
        })
    }
}

/// An action as a seat sees it. Everybody hears it; the action that leads to a showdown also shows the viewer
/// the opponent's card. Written `call` or `call=K`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Heard<A> {
    pub action: A,
    pub shown: Option<Rank>,
}

impl<A> Heard<A> {
    pub fn text(&self, action: impl Fn(&A) -> String) -> String {
        match self.shown {
            Some(card) => format!("{}={card}", action(&self.action)),
            None => action(&self.action),
        }
    }

    pub fn parse(text: &str, action: impl Fn(&str) -> Result<A, Rejected>) -> Result<Heard<A>, Rejected> {
        let (move_text, shown) = match text.split_once('=') {
            Some((head, card)) => (head, Some(card.parse()?)),
            None => (text, None),
        };
        Ok(Heard { action: action(move_text)?, shown })
    }
}

/// Rejects a shown card that is impossible, one shown before the showdown, and a showdown without one.
pub fn check_shown(
    shown: Option<Rank>,
    is_showdown: bool,
    possible: impl Fn(Rank) -> bool,
) -> Result<(), Rejected> {
    match shown {
        Some(card) if !is_showdown => Err(Rejected(sentence!(
            "{card} is shown, but this is not a showdown",
            "ショーダウンではないのに {card} が公開されています"
        ))),
        Some(card) if !possible(card) => Err(Rejected(sentence!(
            "{card} is shown, but that card is elsewhere",
            "{card} が公開されていますが、そのカードは別の場所にあります"
        ))),
        None if is_showdown => Err(Rejected(sentence!(
            "a showdown shows the opponent's card; write it after the move, as in call=K",
            "ショーダウンでは相手のカードが公開されます。call=K のように手の後に書いてください"
        ))),
        _ => Ok(()),
    }
}

/// The start of every picture: the seat, its card and, once shown, the opponent's card.
pub fn draw_hands(seat: yomi_core::Player, own: Rank, shown: Option<Rank>, pick: Pick) -> String {
    let other = shown.map_or("?".to_string(), |card| card.to_string());
    let hands =
        if seat == yomi_core::Player::FIRST { [own.to_string(), other] } else { [other, own.to_string()] };
    let ([first, second], word) = (hands, pick("seat ", "席"));
    let (before, after) = (pick("(the view of seat ", "（席"), pick(")", "の視点）"));
    format!("{word}0: [{first}]   {word}1: [{second}]   {before}{seat}{after}\n")
}

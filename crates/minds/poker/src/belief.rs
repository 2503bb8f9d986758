//! Kuhn and Leduc: which cards the opponent can hold by the cards alone.
//!
//! All deals that agree with the view are equally likely; what the opponent's betting says about its card is
//! the matter of [`crate::reading`]. A shown card is known.

use yomi_core::{Contradiction, EquallyLikely, Inference, Player, ViewOf};
use yomi_games::cards::Rank;
use yomi_games::kuhn::SeenKuhn;
use yomi_games::leduc::{Action, SeenLeduc};
use yomi_games::{Kuhn, Leduc};

/// The number of ways the opponent can hold each rank.
pub type Ways = [u32; 3];

/// The ways of a view, the world of each, and how it came about: the part in which Kuhn and Leduc differ.
pub trait OtherCard: yomi_core::Hidden {
    /// Whose view it is.
    fn seat(seen: &Self::Seen) -> Player;
    fn ways(seen: &Self::Seen) -> Ways;
    fn world(seen: &Self::Seen, other: Rank) -> Self;

    /// The start of that world.
    fn start(seen: &Self::Seen, other: Rank) -> Self;

    /// Everything that was done since then, which both seats have seen.
    fn history(seen: &Self::Seen) -> Vec<Self::Action>;
}

fn only_shown(shown: Option<Rank>, ways: Ways) -> Ways {
    match shown {
        Some(card) => Rank::ALL.map(|r| u32::from(r == card)),
        None => ways,
    }
}

/// The cards of both seats.
fn hands(seat: Player, own: Rank, other: Rank) -> [Rank; 2] {
    if seat == Player::FIRST { [own, other] } else { [other, own] }
}

impl OtherCard for Kuhn {
    fn seat(seen: &SeenKuhn) -> Player {
        seen.seat
    }

    fn ways(seen: &SeenKuhn) -> Ways {
        only_shown(seen.shown, Rank::ALL.map(|r| u32::from(r != seen.card)))
    }

    fn world(seen: &SeenKuhn, other: Rank) -> Kuhn {
        Kuhn::world(seen, other)
    }

    fn start(seen: &SeenKuhn, other: Rank) -> Kuhn {
        Kuhn::deal(hands(seen.seat, seen.card, other))
    }

    fn history(seen: &SeenKuhn) -> Vec<Self::Action> {
        seen.betting.bets()
    }
}

impl OtherCard for Leduc {
    fn seat(seen: &SeenLeduc) -> Player {
        seen.seat
    }

    fn ways(seen: &SeenLeduc) -> Ways {
        only_shown(seen.shown, Rank::ALL.map(|r| seen.left(r)))
    }

    fn world(seen: &SeenLeduc, other: Rank) -> Leduc {
        Leduc::world(seen, other)
    }

    fn start(seen: &SeenLeduc, other: Rank) -> Leduc {
        Leduc::deal(hands(seen.seat, seen.card, other))
    }

    fn history(seen: &SeenLeduc) -> Vec<Action> {
        let [first, second] = seen.table.words();
        let public = seen.table.public().map(Action::Public);
        first.into_iter().map(Action::Say).chain(public).chain(second.into_iter().map(Action::Say)).collect()
    }
}

/// Every unseen card equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct UnseenCards;

impl<S: OtherCard> Inference<S> for UnseenCards {
    type Belief = EquallyLikely<S>;

    fn read(&self, view: &ViewOf<S>) -> Result<EquallyLikely<S>, Contradiction> {
        let ways = S::ways(&view.now);
        let cards = Rank::ALL.into_iter().flat_map(|rank| (0..ways[rank.index()]).map(move |_| rank));
        EquallyLikely::new(cards.map(|card| S::world(&view.now, card)).collect())
    }
}

/// The probability of each card in the opponent's hand, by the cards alone.
pub fn other_card<S: OtherCard>(seen: &S::Seen) -> [(Rank, f64); 3] {
    let ways = S::ways(seen);
    let total = f64::from(ways.iter().sum::<u32>().max(1));
    Rank::ALL.map(|r| (r, f64::from(ways[r.index()]) / total))
}

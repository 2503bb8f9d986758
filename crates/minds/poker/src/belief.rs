//! Kuhn and Leduc: which cards the opponent can hold.
//!
//! All deals that agree with the view are equally likely; what the opponent's betting says about its card is
//! left to the search. A shown card is known.

use yomi_core::{Contradiction, EquallyLikely, Inference, ViewOf};
use yomi_games::cards::Rank;
use yomi_games::kuhn::SeenKuhn;
use yomi_games::leduc::SeenLeduc;
use yomi_games::{Kuhn, Leduc};

/// The number of ways the opponent can hold each rank.
pub type Ways = [u32; 3];

/// The ways of a view, and the world of each: the part in which Kuhn and Leduc differ.
pub trait OtherCard: yomi_core::Hidden {
    fn ways(seen: &Self::Seen) -> Ways;
    fn world(seen: &Self::Seen, other: Rank) -> Self;
}

fn only_shown(shown: Option<Rank>, ways: Ways) -> Ways {
    match shown {
        Some(card) => Rank::ALL.map(|r| u32::from(r == card)),
        None => ways,
    }
}

impl OtherCard for Kuhn {
    fn ways(seen: &SeenKuhn) -> Ways {
        only_shown(seen.shown, Rank::ALL.map(|r| u32::from(r != seen.card)))
    }

    fn world(seen: &SeenKuhn, other: Rank) -> Kuhn {
        Kuhn::world(seen, other)
    }
}

impl OtherCard for Leduc {
    fn ways(seen: &SeenLeduc) -> Ways {
        only_shown(seen.shown, Rank::ALL.map(|r| seen.left(r)))
    }

    fn world(seen: &SeenLeduc, other: Rank) -> Leduc {
        Leduc::world(seen, other)
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

/// The probability of each card in the opponent's hand.
pub fn other_card<S: OtherCard>(seen: &S::Seen) -> [(Rank, f64); 3] {
    let ways = S::ways(seen);
    let total = f64::from(ways.iter().sum::<u32>().max(1));
    Rank::ALL.map(|r| (r, f64::from(ways[r.index()]) / total))
}

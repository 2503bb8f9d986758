//! A deal with a known deck: its cards are numbered by when they come.

use yomi_core::{Scripted, State};
use yomi_games::twin_cool::{Action, Card, Cards, Slot, TwinCool};

/// Room for every 7-bit number, so that no index is out of bounds.
const NUMBERS: usize = 128;

/// The number of an empty slot. Every card fits on it.
pub const EMPTY: usize = NUMBERS - 1;

/// Discount per turn of the weight of cards to come.
const FADE: f32 = 0.8;

/// The hand has the first numbers, then the deck from the top, then the cards on the slots. So of two cards
/// of a hand the one that came later has the higher number, and the card drawn last has the highest of all.
pub struct Deal {
    cards: Vec<Card>,
    /// The size of a full hand, from the current position on.
    hand: usize,
    /// Number of cards in hand and deck.
    all: usize,
    /// The cards on the slots now.
    tops: [usize; 2],
    /// `fits[top][card]`: 1 if the card may be played on the top.
    fits: Box<[[u8; NUMBERS]; NUMBERS]>,
}

impl Deal {
    pub fn of(game: &Scripted<TwinCool>) -> Deal {
        let state = game.state();
        let mut cards: Vec<Card> = state.hand().iter().collect();
        let hand = cards.len();
        cards.extend(order(game));
        let all = cards.len();
        let tops = Slot::ALL.map(|slot| match state.top(slot) {
            Some(card) => {
                cards.push(card);
                cards.len() - 1
            }
            None => EMPTY,
        });
        let mut fits = Box::new([[0; NUMBERS]; NUMBERS]);
        for (row, top) in fits.iter_mut().zip(&cards) {
            for (fit, card) in row.iter_mut().zip(&cards[..all]) {
                *fit = u8::from(card.fits(*top));
            }
        }
        fits[EMPTY][..all].fill(1);
        Deal { cards, hand, all, tops, fits }
    }

    pub fn card(&self, number: usize) -> Card {
        self.cards[number]
    }

    pub fn tops(&self) -> [usize; 2] {
        self.tops
    }

    /// Number of cards in hand and deck: an upper bound on the length of a line.
    pub fn all(&self) -> usize {
        self.all
    }

    /// Number of cards in hand after this many plays.
    pub fn hand_after(&self, plays: usize) -> usize {
        self.hand.min(self.all - plays)
    }

    /// The number of the card drawn after play number `plays`, counted from 0.
    pub fn drawn_after(&self, plays: usize) -> Option<usize> {
        Some(plays + self.hand).filter(|&number| number < self.all)
    }

    /// 1 if the card may be played on the top.
    #[inline]
    pub fn fits(&self, top: usize, card: usize) -> u8 {
        self.fits[top % NUMBERS][card % NUMBERS]
    }

    /// For each card, the weight of the fitting cards still to come after this many plays: 1 for one that
    /// comes next, less the later it comes.
    pub fn prospects(&self, plays: usize) -> [f32; NUMBERS] {
        let mut worth = [0.0; NUMBERS];
        for (worth, fits) in worth.iter_mut().zip(self.fits.iter()) {
            let mut weight = 1.0;
            for &fit in &fits[(plays + self.hand).min(self.all)..self.all] {
                *worth += weight * f32::from(fit);
                weight *= FADE;
            }
        }
        worth
    }
}

/// The deck from the top. The k-th card drawn is the same whatever is played, so cards are played regardless
/// of whether they fit (`apply` does not check), which reaches the end of the deck where a real game would
/// have ended earlier.
fn order(game: &Scripted<TwinCool>) -> Vec<Card> {
    let mut game = game.clone();
    let mut order = Vec::with_capacity(game.state().deck() as usize);
    while game.state().deck() > 0 {
        let before: Cards = game.state().hand();
        game.apply(Action::Play(before.nth(0), Slot::First));
        order.extend((game.state().hand() & !before).iter());
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::{Luck, Rng, Ruleset, Turn};
    use yomi_games::twin_cool::Rules;

    #[test]
    fn the_order_is_what_is_drawn_whatever_is_played() {
        let (mut seen, mut longest) = (0, 0);
        for seed in 0..200 {
            let mut game = Scripted::from_luck(Rules::default().start(seed), Luck::new(seed));
            let deal = Deal::of(&game);
            assert_eq!((deal.all(), order(&game).len()), (70, 65));
            let mut rng = Rng::new(seed).split(1);
            let mut plays = 0;
            while game.turn() != Turn::Over {
                let before = game.state().hand();
                let action = game.random_action(&mut rng);
                game.apply(action);
                let drawn = (game.state().hand() & !before).iter().next();
                assert_eq!(drawn, deal.drawn_after(plays).map(|number| deal.card(number)));
                plays += 1;
                seen += 1;
            }
            longest = longest.max(plays);
        }
        assert!(seen > 1000 && longest > 20, "{seen} draws, at most {longest} in a game");
    }

    #[test]
    fn numbers_fit_as_their_cards_do() {
        let mut game = Scripted::from_luck(Rules::default().start(3), Luck::new(3));
        for _ in 0..3 {
            let action = game.random_action(&mut Rng::new(1));
            game.apply(action);
        }
        let deal = Deal::of(&game);
        let [first, second] = Slot::ALL.map(|slot| game.state().fitting(slot));
        for (top, fitting) in deal.tops().into_iter().zip([first, second]) {
            for number in 0..deal.all() {
                assert_eq!(deal.fits(top, number) == 1, fitting.contains(deal.card(number)));
            }
        }
        // After the last card nothing is to come.
        assert!(deal.prospects(deal.all()).iter().all(|&worth| worth == 0.0));
        let next = deal.drawn_after(0).unwrap();
        assert!(deal.prospects(0)[EMPTY] > deal.prospects(1)[next]);
    }
}

//! Which deals a person has begun with partners: who has seen the cards of a deal is not rated by it again.

use serde::{Deserialize, Serialize};

/// The deals of a game that a person has begun, by their numbers.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Deals {
    /// Deals are begun in the order of their numbers: all below this one were.
    next: u64,
    /// Begun deals with a number that a person chose, the last one last.
    #[serde(default)]
    chosen: Vec<u64>,
    /// Begun deals whose games have not been reported, the last one last.
    #[serde(default)]
    handed_out: Vec<u64>,
}

/// Of each list this many are remembered, the last ones.
const MOST_LISTED: usize = 10_000;

fn push(list: &mut Vec<u64>, deal: u64) {
    list.push(deal);
    list.drain(..list.len().saturating_sub(MOST_LISTED));
}

impl Deals {
    /// Of a person with this many rated games, where no deals are remembered: versions that did not remember them
    /// dealt by the number of rated games.
    pub fn after_games(rated: u64) -> Deals {
        Deals { next: rated, ..Deals::default() }
    }

    /// Begins the next deal that is new to the person.
    pub fn begin_next(&mut self) -> u64 {
        while self.chosen.contains(&self.next) {
            self.next += 1;
        }
        self.next += 1;
        self.next - 1
    }

    /// Begins a deal of this number; false if it was begun before.
    pub fn begin(&mut self, deal: u64) -> bool {
        let is_new = deal >= self.next && !self.chosen.contains(&deal);
        if is_new {
            push(&mut self.chosen, deal);
        }
        is_new
    }

    /// Begins the next deal for a front end that [reports](Deals::report) its game when it is over.
    pub fn hand_out(&mut self) -> u64 {
        let deal = self.begin_next();
        push(&mut self.handed_out, deal);
        deal
    }

    /// A game of this deal is over; false if the person had begun the deal before that game.
    pub fn report(&mut self, deal: u64) -> bool {
        match self.handed_out.iter().position(|&waiting| waiting == deal) {
            Some(at) => {
                self.handed_out.remove(at);
                true
            }
            None => self.begin(deal),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_deal_is_begun_twice() {
        let mut deals = Deals::after_games(2);
        assert!(!deals.begin(0) && !deals.begin(1), "rated before deals were remembered");
        assert!(deals.begin(3) && !deals.begin(3));
        assert_eq!([(); 3].map(|()| deals.begin_next()), [2, 4, 5]);
        assert!(!deals.begin(4) && !deals.begin(3) && deals.begin(6));
        assert_eq!(deals.begin_next(), 7);
    }

    #[test]
    fn what_was_handed_out_is_reported_once() {
        let mut deals = Deals::default();
        let deal = deals.hand_out();
        assert!(!deals.begin(deal), "another person may not begin it");
        assert!(deals.report(deal) && !deals.report(deal));
        assert!(deals.report(9) && !deals.report(9), "chosen by the person");
        let seen = deals.begin_next();
        assert!(!deals.report(seen));
    }

    #[test]
    fn a_list_does_not_grow_without_end() {
        let mut deals = Deals::default();
        (0..MOST_LISTED as u64 + 5).for_each(|i| assert!(deals.begin(1000 + i)));
        assert_eq!(deals.chosen.len(), MOST_LISTED);
        assert!(!deals.begin(1000 + MOST_LISTED as u64));
    }
}

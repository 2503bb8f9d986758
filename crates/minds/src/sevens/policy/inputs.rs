//! What the tuned policy looks at, as rows of tables.
//!
//! The eight lanes are alike, so one table serves them all: a cell of a lane lies on the table, is the mover's, or is
//! somebody else's, which makes 3^6 pictures, each with three things that the other end of the suit can be. How the game
//! stands is said by a few numbers more. A card that may be played is judged by the picture of its lane beyond it.

use super::super::seat::Sight;
use yomi_core::Player;
use yomi_games::sevens::{Card, Cards, LANE_CARDS};

/// What the other end of a suit can be: on the table, the mover's, somebody else's.
const ENDS: usize = 3;
/// Pictures of a whole lane.
pub const LANES: usize = 729 * ENDS;
/// Pictures of the cells beyond a card: the sum of 3^k for 0 to 5 cells, and one for an end that the tunnel opened.
const PICTURES: usize = (364 + 1) * ENDS;
const BY_TUNNEL: usize = 364;
/// How far the game is: few, some or many cards in the hand, and whether somebody else is close to a burst.
const STAGES: usize = 6;
/// Rows of cards.
pub const CARDS: usize = STAGES * PICTURES;

const PASSES: usize = 4;
const MOST_CARDS: usize = 19;
const MOST_PLAYABLE: usize = 5;
const MOST_TEMPO: usize = 9;
/// Two seats besides the mover are looked at: the next in the game and the last before the mover again.
const OTHERS: usize = 2;

/// The numbers of how the game stands, each with a range of rows of its own.
const OWN_PASSES: usize = 0;
const OWN_CARDS: usize = OWN_PASSES + PASSES;
const PLAYABLE: usize = OWN_CARDS + MOST_CARDS + 1;
const OPEN_TO_OTHERS: usize = PLAYABLE + MOST_PLAYABLE + 1;
const TEMPO: usize = OPEN_TO_OTHERS + 9;
const THEIR_CARDS: usize = TEMPO + MOST_TEMPO + 1;
const THEIR_PASSES: usize = THEIR_CARDS + OTHERS * (MOST_CARDS + 1);
/// One row more a seat for nobody being there.
pub const STANDINGS: usize = THEIR_PASSES + OTHERS * (PASSES + 1);
pub const STANDING_ROWS: usize = 5 + 2 * OTHERS;
/// Rows of passes: a pass has one of each of four kinds, all by how many passes were used. With how many cards to play,
/// others in the game and passes of theirs; with how many cards in the hand; with what tempo; with how few cards
/// somebody else has.
const MOST_PRESSURE: usize = 6;
const PASS_BY_CARDS: usize = PASSES * (MOST_PLAYABLE + 1) * 2 * (MOST_PRESSURE + 1);
const PASS_BY_TEMPO: usize = PASS_BY_CARDS + PASSES * (MOST_CARDS + 1);
const PASS_BY_LEAST: usize = PASS_BY_TEMPO + PASSES * (MOST_TEMPO + 1);
pub const PASS_ROWS: usize = PASS_BY_LEAST + PASSES * (MOST_CARDS + 1);

/// The rows that describe a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inputs {
    pub lanes: [u16; 8],
    pub standing: [u16; STANDING_ROWS],
    pub cards: CardRows,
}

/// What the rows of cards depend on besides the card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardRows {
    stage: u16,
    unseen: Cards,
}

/// A number below 64 as if its digits were in base three: 3^k for every set bit k.
const THREES: [u16; 64] = {
    let mut table = [0; 64];
    let mut mask = 0;
    while mask < 64 {
        let (mut bit, mut power) = (0, 1);
        while bit < LANE_CARDS {
            table[mask] += if mask >> bit & 1 == 1 { power } else { 0 };
            power *= 3;
            bit += 1;
        }
        mask += 1;
    }
    table
};

/// Where the pictures of a card at this distance begin: those of 6 - distance cells.
const FIRST_PICTURE: [u16; 7] = [0, 121, 40, 13, 4, 1, 0];

impl Inputs {
    #[inline]
    pub fn of(sight: &Sight<'_>) -> Inputs {
        let cards = CardRows::of(sight);
        let unseen = cards.unseen;
        let lanes = std::array::from_fn(|lane| {
            let part = |cards: Cards| THREES[(cards.bits() >> (8 * lane) & 0x3f) as usize];
            let picture = part(sight.hand) + 2 * part(unseen);
            picture * ENDS as u16 + far_end(sight.hand, unseen, lane as u32) as u16
        });
        Inputs { lanes, standing: standing(sight, unseen), cards }
    }

    /// The rows of a pass.
    #[inline]
    pub fn pass(&self, sight: &Sight<'_>) -> [usize; 4] {
        let board = sight.board;
        let from = |row: usize, first: usize| usize::from(self.standing[row]) - first;
        let used = from(0, OWN_PASSES);
        let (mut pressure, mut least) = (0, MOST_CARDS);
        for p in sight.others_in_turn() {
            let place = board.place(p);
            pressure += usize::from(place.passes);
            least = least.min(usize::from(place.cards));
        }
        let crowd = usize::from(board.seats_in() > 2);
        let playable = used * (MOST_PLAYABLE + 1) + from(2, PLAYABLE);
        [
            (playable * 2 + crowd) * (MOST_PRESSURE + 1) + pressure.min(MOST_PRESSURE),
            PASS_BY_CARDS + used * (MOST_CARDS + 1) + from(1, OWN_CARDS),
            PASS_BY_TEMPO + used * (MOST_TEMPO + 1) + from(4, TEMPO),
            PASS_BY_LEAST + used * (MOST_CARDS + 1) + least,
        ]
    }
}

impl CardRows {
    #[inline]
    pub fn of(sight: &Sight<'_>) -> CardRows {
        CardRows { stage: stage(sight), unseen: !(sight.board.table() | sight.hand) }
    }

    /// The row of a card.
    #[inline(always)]
    pub fn row(&self, sight: &Sight<'_>, card: Card) -> usize {
        let end = far_end(sight.hand, self.unseen, card.lane());
        usize::from(self.stage) * PICTURES + ENDS * self.picture(sight, card) + end
    }

    #[inline(always)]
    fn picture(&self, sight: &Sight<'_>, card: Card) -> usize {
        let (lane, distance) = (8 * card.lane(), card.distance());
        let before = (1u64 << (distance - 1)) - 1;
        if card.is_end() && sight.board.table().bits() >> lane & before != before {
            return BY_TUNNEL;
        }
        let beyond = |cards: Cards| THREES[(cards.bits() >> lane & 0x3f) as usize >> distance];
        usize::from(FIRST_PICTURE[distance as usize] + beyond(sight.hand) + 2 * beyond(self.unseen))
    }
}

#[inline(always)]
fn far_end(hand: Cards, unseen: Cards, lane: u32) -> usize {
    let end = Card::at(8 * (lane ^ 1) + LANE_CARDS - 1);
    usize::from(hand.has(end)) + 2 * usize::from(unseen.has(end))
}

#[inline]
fn stage(sight: &Sight<'_>) -> u16 {
    let board = sight.board;
    let close = |p: Player| board.place(p).passes + 1 >= board.variant().passes;
    let hand = match sight.hand.len() {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    };
    hand + if sight.others_in_turn().any(close) { 3 } else { 0 }
}

#[inline]
fn standing(sight: &Sight<'_>, unseen: Cards) -> [u16; STANDING_ROWS] {
    let (board, mover) = (sight.board, sight.board.mover());
    let free = board.variant().passes;
    // What counts is how many passes are left; with more than three free ones the first do not count.
    let used =
        |p: Player| (PASSES - 1).saturating_sub(usize::from(free.saturating_sub(board.place(p).passes)));
    let cards = |p: Player| usize::from(board.place(p).cards).min(MOST_CARDS);
    let mut rows = [0; STANDING_ROWS];
    rows[0] = OWN_PASSES + used(mover);
    rows[1] = OWN_CARDS + cards(mover);
    rows[2] = PLAYABLE + (sight.playable.len() as usize).min(MOST_PLAYABLE);
    rows[3] = OPEN_TO_OTHERS + ((board.open() & unseen).len() as usize).min(8);
    rows[4] = TEMPO + tempo(sight.hand, unseen).min(MOST_TEMPO);
    let mut others = sight.others_in_turn();
    let pair = [others.next(), others.last()];
    for (i, other) in pair.into_iter().enumerate() {
        rows[5 + 2 * i] = THEIR_CARDS + i * (MOST_CARDS + 1) + other.map_or(0, cards);
        rows[6 + 2 * i] = THEIR_PASSES + i * (PASSES + 1) + other.map_or(PASSES, used);
    }
    rows.map(|row| row as u16)
}

/// Cards of the hand that come before anybody else's in their lane: turns that can be filled from the hand alone.
#[inline]
fn tempo(hand: Cards, unseen: Cards) -> usize {
    // A bit above every lane stops the borrowing, so that each byte ends up with the bits below its lowest one.
    const ABOVE: u64 = 0x8080_8080_8080_8080;
    const ONES: u64 = 0x0101_0101_0101_0101;
    let theirs = unseen.bits() | ABOVE;
    let before = (theirs - ONES) & !theirs;
    (Cards::from_bits(before) & hand).len() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use yomi_core::testkit::{Effort, walk};
    use yomi_core::{Ruleset, State, Turn};
    use yomi_games::sevens::Rules;

    fn cards(text: &str) -> Cards {
        text.split_whitespace().map(|word| word.parse::<Card>().unwrap()).collect()
    }

    #[test]
    fn tempo_counts_the_hand_up_to_the_first_foreign_card() {
        let hand = cards("S6 S4 H8 H9 H10 D5");
        let unseen = cards("S5 H6 HJ HQ HK D6 C6");
        // S6 before S5; H8 to H10 before HJ; D5 is behind D6.
        assert_eq!(tempo(hand, unseen), 4);
        assert_eq!(tempo(hand, Cards::NONE), 6);
    }

    /// Every picture of a lane beyond a card has one row, and every row one picture.
    #[test]
    fn rows_and_pictures_are_the_same_thing() {
        let mut seen: BTreeMap<usize, String> = BTreeMap::new();
        walk(
            Effort::games(300),
            |seed| Rules::default().start(seed),
            |state, _, _| {
                if state.turn() == Turn::Over {
                    return;
                }
                let sight = Sight::of_mover(state);
                let inputs = Inputs::of(&sight);
                for card in sight.playable.iter() {
                    let sides = |c: Card| (sight.hand.has(c), inputs.cards.unseen.has(c));
                    let beyond: Vec<_> =
                        std::iter::successors(card.next(), |c| c.next()).map(sides).collect();
                    let other = if card.is_high() { 1 } else { 13 };
                    let far = sides(Card::new(card.suit(), other).unwrap());
                    let gap = (1..card.distance()).any(|d| {
                        let number = if card.is_high() { 7 + d } else { 7 - d };
                        !state.board().table().has(Card::new(card.suit(), number).unwrap())
                    });
                    let name = format!("{} {beyond:?} {far:?} {gap}", inputs.cards.stage);
                    let row = inputs.cards.row(&sight, card);
                    assert!(row < CARDS);
                    assert_eq!(*seen.entry(row).or_insert(name.clone()), name);
                }
                assert!(inputs.lanes.iter().all(|&l| usize::from(l) < LANES));
                assert!(inputs.pass(&sight).iter().all(|&row| row < PASS_ROWS));
                assert!(inputs.standing.iter().all(|&s| usize::from(s) < STANDINGS));
            },
        );
        assert!(seen.len() > 300, "{}", seen.len());
        let names: std::collections::BTreeSet<&String> = seen.values().collect();
        assert_eq!(names.len(), seen.len(), "two rows have the same picture");
    }
}

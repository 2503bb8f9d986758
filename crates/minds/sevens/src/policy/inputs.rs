//! The inputs of the tuned policy, as rows of tables.
//!
//! Its only input about the past is what was playable when a seat last passed
//! ([`Board::passed_over`](yomi_games::sevens::Board::passed_over)): what such a seat can still play, and
//! what a card would open for it.
//!
//! The eight lanes are equivalent, so one table serves them all: a cell of a lane is on the table, the
//! mover's, or another seat's, which makes 3^6 patterns, each with three states of the other end of the suit.
//! A few more numbers describe the standing of the game. A playable card is scored by the pattern of its lane
//! beyond it.

use super::super::seat::Sight;
use yomi_core::Player;
use yomi_games::sevens::{Board, Card, Cards, LANE_CARDS};

/// The states of the other end of a suit: on the table, the mover's, another seat's.
const ENDS: usize = 3;
/// Number of patterns of a whole lane.
pub const LANES: usize = 729 * ENDS;
/// Number of patterns of the cells beyond a card: the sum of 3^k for 0 to 5 cells, and one for an end that
/// the tunnel opened.
const PICTURES: usize = (364 + 1) * ENDS;
const BY_TUNNEL: usize = 364;
/// Stages of the game: few, some or many cards in the hand, and whether another seat is close to a burst.
const STAGES: usize = 6;
/// Number of rows for cards.
pub const CARDS: usize = STAGES * PICTURES;

const PASSES: usize = 4;
const MOST_CARDS: usize = 19;
const MOST_PLAYABLE: usize = 5;
const MOST_TEMPO: usize = 9;
/// Two other seats are used: the next one in the game, and the last one before the mover's next turn.
const OTHERS: usize = 2;

/// The numbers that describe the standing, each with its own range of rows.
const OWN_PASSES: usize = 0;
const OWN_CARDS: usize = OWN_PASSES + PASSES;
const PLAYABLE: usize = OWN_CARDS + MOST_CARDS + 1;
const OPEN_TO_OTHERS: usize = PLAYABLE + MOST_PLAYABLE + 1;
const TEMPO: usize = OPEN_TO_OTHERS + 9;
const THEIR_CARDS: usize = TEMPO + MOST_TEMPO + 1;
const THEIR_PASSES: usize = THEIR_CARDS + OTHERS * (MOST_CARDS + 1);
/// One more row per seat if there is no such seat.
const THEIR_MOVES: usize = THEIR_PASSES + OTHERS * (PASSES + 1);
/// For another seat, combined: open cards that it may have, those that it must have, and its passes.
const MOST_POSSIBLE: usize = 5;
const MOST_SURE: usize = 2;
const MOVES: usize = (MOST_POSSIBLE + 1) * (MOST_SURE + 1) * PASSES + 1;
pub const STANDINGS: usize = THEIR_MOVES + OTHERS * MOVES;
pub const STANDING_ROWS: usize = 5 + 3 * OTHERS;
/// Rows of a pass. All are indexed by the number of passes used, and in addition by: playable cards, other
/// seats in the game and their passes; cards in the hand; tempo; the smallest hand of another seat; and the
/// moves of each of the two other seats.
const MOST_PRESSURE: usize = 6;
const PASS_BY_CARDS: usize = PASSES * (MOST_PLAYABLE + 1) * 2 * (MOST_PRESSURE + 1);
const PASS_BY_TEMPO: usize = PASS_BY_CARDS + PASSES * (MOST_CARDS + 1);
const PASS_BY_LEAST: usize = PASS_BY_TEMPO + PASSES * (MOST_TEMPO + 1);
const PASS_BY_MOVES: usize = PASS_BY_LEAST + PASSES * (MOST_CARDS + 1);
pub const PASS_ROWS: usize = PASS_BY_MOVES + OTHERS * PASSES * MOVES;
pub const ROWS_A_PASS: usize = 4 + OTHERS;
/// What a card opens: something for the mover, for the next seat, for the last seat; whether these seats are
/// stuck, and whether a pass of theirs would be a burst.
pub const OPENINGS: usize = 128;

/// The rows that describe a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inputs {
    pub lanes: [u16; 8],
    pub standing: [u16; STANDING_ROWS],
    pub cards: CardRows,
    pub openings: Openings,
}

/// What the rows of cards depend on besides the card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardRows {
    stage: u16,
    unseen: Cards,
}

/// What the rows for openings depend on besides the card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Openings {
    closed: Cards,
    /// What the next and the last seat may have.
    possible: [Cards; OTHERS],
    /// Whether they have nothing to play, and whether a pass would be a burst.
    stuck: u16,
}

/// The binary digits of a number below 64 read in base three: the sum of 3^k over the set bits k.
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

/// Where the patterns of a card at this distance begin: those of 6 - distance cells.
const FIRST_PICTURE: [u16; 7] = [0, 121, 40, 13, 4, 1, 0];

/// What a board says to its mover, whatever it holds: worked out once where many hands are thought of.
#[derive(Clone, Copy, Debug)]
pub struct Around {
    open: Cards,
    closed: Cards,
    /// The next other seat in the game and the last before the mover again: what lay open when each last
    /// passed, and how many passes it has used.
    others: [Option<(Cards, usize)>; OTHERS],
    /// Whether an opponent is close to a burst.
    close: bool,
    /// Whether a pass would be the end of these two, as in [`Openings`].
    ends: u16,
    /// The mover's passes.
    used: usize,
    /// The rows of the standing that do not depend on the hand.
    standing: [usize; STANDING_ROWS],
    crowd: usize,
    pressure: usize,
    least: usize,
    pub would_burst: bool,
}

impl Around {
    #[inline]
    pub fn of(board: &Board) -> Around {
        let mover = board.mover();
        let free = board.variant().passes;
        // What counts is how many passes are left; with more than three free ones the first do not count.
        let used =
            |p: Player| (PASSES - 1).saturating_sub(usize::from(free.saturating_sub(board.place(p).passes)));
        let cards = |p: Player| usize::from(board.place(p).cards).min(MOST_CARDS);
        let (mut pair, mut close, mut pressure, mut least) = ([None; OTHERS], false, 0, MOST_CARDS);
        let mut p = board.after(mover);
        while p != mover {
            let place = board.place(p);
            pair[usize::from(pair[0].is_some())] = Some(p);
            close |= place.passes + 1 >= free;
            pressure += usize::from(place.passes);
            least = least.min(usize::from(place.cards));
            p = board.after(p);
        }
        let mut standing = [0; STANDING_ROWS];
        standing[0] = OWN_PASSES + used(mover);
        standing[1] = OWN_CARDS + cards(mover);
        let mut ends = 0;
        for (i, other) in pair.into_iter().enumerate() {
            standing[5 + 2 * i] = THEIR_CARDS + i * (MOST_CARDS + 1) + other.map_or(0, cards);
            standing[6 + 2 * i] = THEIR_PASSES + i * (PASSES + 1) + other.map_or(PASSES, used);
            ends |= u16::from(other.is_some_and(|p| board.would_burst(p))) << (2 * i + 1);
        }
        let open = board.open();
        Around {
            open,
            closed: !(board.table() | open),
            others: pair.map(|other| other.map(|p| (board.passed_over(p), used(p)))),
            close,
            ends,
            used: used(mover),
            standing,
            crowd: usize::from(board.seats_in() > 2),
            pressure: pressure.min(MOST_PRESSURE),
            least,
            would_burst: board.would_burst(mover),
        }
    }
}

impl Inputs {
    #[cfg(test)]
    pub fn of(sight: &Sight<'_>) -> Inputs {
        Inputs::around(&Around::of(sight.board), sight)
    }

    #[inline]
    pub fn around(around: &Around, sight: &Sight<'_>) -> Inputs {
        let cards = CardRows::around(around, sight);
        let unseen = cards.unseen;
        let lanes = std::array::from_fn(|lane| {
            let part = |cards: Cards| THREES[(cards.bits() >> (8 * lane) & 0x3f) as usize];
            let picture = part(sight.hand) + 2 * part(unseen);
            picture * ENDS as u16 + far_end(sight.hand, unseen, lane as u32) as u16
        });
        let openings = Openings::around(around, unseen);
        Inputs { lanes, standing: standing(around, sight, unseen), cards, openings }
    }

    /// The rows of a pass.
    #[inline]
    pub fn pass(&self, around: &Around) -> [usize; ROWS_A_PASS] {
        let from = |row: usize, first: usize| usize::from(self.standing[row]) - first;
        let used = around.used;
        let playable = used * (MOST_PLAYABLE + 1) + from(2, PLAYABLE);
        [
            (playable * 2 + around.crowd) * (MOST_PRESSURE + 1) + around.pressure,
            PASS_BY_CARDS + used * (MOST_CARDS + 1) + from(1, OWN_CARDS),
            PASS_BY_TEMPO + used * (MOST_TEMPO + 1) + from(4, TEMPO),
            PASS_BY_LEAST + used * (MOST_CARDS + 1) + around.least,
            PASS_BY_MOVES + used * MOVES + from(9, THEIR_MOVES),
            PASS_BY_MOVES + (PASSES + used) * MOVES + from(10, THEIR_MOVES + MOVES),
        ]
    }
}

impl CardRows {
    #[inline]
    pub fn of(sight: &Sight<'_>) -> CardRows {
        let board = sight.board;
        let close = |p: Player| board.place(p).passes + 1 >= board.variant().passes;
        CardRows::new(sight, sight.others_in_turn().any(close))
    }

    #[inline]
    pub fn around(around: &Around, sight: &Sight<'_>) -> CardRows {
        CardRows::new(sight, around.close)
    }

    #[inline]
    fn new(sight: &Sight<'_>, close: bool) -> CardRows {
        let hand = match sight.hand.len() {
            0..=3 => 0,
            4..=7 => 1,
            _ => 2,
        };
        CardRows { stage: hand + if close { 3 } else { 0 }, unseen: !(sight.board.table() | sight.hand) }
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

impl Openings {
    #[inline]
    fn around(around: &Around, unseen: Cards) -> Openings {
        let mut possible = [Cards::NONE; OTHERS];
        let mut stuck = around.ends;
        for (i, other) in around.others.into_iter().enumerate() {
            if let Some((over, _)) = other {
                possible[i] = unseen - over;
                stuck |= u16::from((possible[i] & around.open).is_empty()) << (2 * i);
            }
        }
        Openings { closed: around.closed, possible, stuck }
    }

    /// The row for what a card opens.
    #[inline(always)]
    pub fn row(&self, sight: &Sight<'_>, card: Card) -> usize {
        let opened = sight.board.opened_by(card, self.closed);
        let meets = |cards: Cards| usize::from(!(opened & cards).is_empty());
        let what = meets(sight.hand) | meets(self.possible[0]) << 1 | meets(self.possible[1]) << 2;
        what << 4 | usize::from(self.stuck)
    }
}

/// A row of a lane or of a card, decoded.
pub struct LanePicture {
    /// From the first cell: 0 on the table, 1 the mover's, 2 another seat's.
    pub cells: Vec<usize>,
    /// The cells combined into one number.
    pub number: usize,
    pub end: usize,
    pub stage: usize,
    pub by_tunnel: bool,
}

impl LanePicture {
    pub fn of_lane(row: usize) -> LanePicture {
        let (number, end) = (row / ENDS, row % ENDS);
        let cells = digits(number, LANE_CARDS as usize);
        LanePicture { cells, number, end, stage: 0, by_tunnel: false }
    }

    pub fn of_card(row: usize) -> LanePicture {
        let (stage, rest) = (row / PICTURES, row % PICTURES);
        let (number, end) = (rest / ENDS, rest % ENDS);
        let by_tunnel = number == BY_TUNNEL;
        let distance = (1..FIRST_PICTURE.len()).find(|&d| number >= usize::from(FIRST_PICTURE[d]));
        let distance = distance.expect("the last begin at 0");
        let cells = match by_tunnel {
            true => Vec::new(),
            false => digits(number - usize::from(FIRST_PICTURE[distance]), LANE_CARDS as usize - distance),
        };
        LanePicture { cells, number, end, stage, by_tunnel }
    }
}

/// The digits of a number in base three, the lowest first.
fn digits(number: usize, count: usize) -> Vec<usize> {
    (0..count as u32).map(|at| number / 3usize.pow(at) % 3).collect()
}

#[inline(always)]
fn far_end(hand: Cards, unseen: Cards, lane: u32) -> usize {
    let end = Card::at(8 * (lane ^ 1) + LANE_CARDS - 1);
    usize::from(hand.has(end)) + 2 * usize::from(unseen.has(end))
}

#[inline]
fn standing(around: &Around, sight: &Sight<'_>, unseen: Cards) -> [u16; STANDING_ROWS] {
    let open = around.open & unseen;
    let mut rows = around.standing;
    rows[2] = PLAYABLE + (sight.playable.len() as usize).min(MOST_PLAYABLE);
    rows[3] = OPEN_TO_OTHERS + (open.len() as usize).min(8);
    rows[4] = TEMPO + tempo(sight.hand, unseen).min(MOST_TEMPO);
    for (i, other) in around.others.into_iter().enumerate() {
        let moves = other.map_or(MOVES - 1, |(over, used)| {
            let possible = (open - over).len() as usize;
            let sure = match around.others[1 - i] {
                Some((over, _)) => (open & over).len() as usize,
                None => possible,
            };
            (possible.min(MOST_POSSIBLE) * (MOST_SURE + 1) + sure.min(MOST_SURE)) * PASSES + used
        });
        rows[9 + i] = THEIR_MOVES + i * MOVES + moves;
    }
    rows.map(|row| row as u16)
}

/// Cards of the hand that come before those of any other seat in their lane: turns that can be filled from
/// the hand alone.
#[inline]
fn tempo(hand: Cards, unseen: Cards) -> usize {
    // A bit above every lane stops the borrow, so that each byte ends up with the bits below its lowest set
    // bit.
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
    use yomi_games::sevens::{Action, Rules};

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

    /// On the table, the mover's, another seat's.
    fn state_of((own, unseen): (bool, bool)) -> usize {
        usize::from(own) + 2 * usize::from(unseen)
    }

    /// What the other seats passed over determines what they can have, and what a card opens for them.
    #[test]
    fn a_seat_that_passed_is_stuck_until_something_opens() {
        // Seat 0 holds all low cards except hearts, seat 1 the hearts, seat 2 the high cards of the other
        // suits.
        let all = |suits: &str, numbers: &[&str]| -> Cards {
            let text = suits.chars().flat_map(|s| numbers.iter().map(move |n| format!("{s}{n}")));
            text.map(|t| t.parse::<Card>().unwrap()).collect()
        };
        let (low, high) = (["6", "5", "4", "3", "2", "A"], ["8", "9", "10", "J", "Q", "K"]);
        let hands = [
            all("SDC", &low),
            (all("H", &low) | all("H", &high)) - cards("H6 H8"),
            all("SDC", &high) | cards("H6 H8"),
        ];
        let mut padded = [Cards::NONE; yomi_core::MAX_PLAYERS];
        padded[..3].copy_from_slice(&hands);
        let mut state = yomi_games::Sevens::deal(Default::default(), padded, Player::FIRST);
        let open = state.board().open();
        state.apply(Action::Play("S6".parse().unwrap()));
        state.apply(Action::Pass);
        let after = state.board().passed_over(Player::new(1));
        assert_eq!(after, (open - cards("S6")) | cards("S5"));
        state.apply(Action::Play("S8".parse().unwrap()));
        // Seat 0 again: the next seat can have only S9, the last one everything that is open and not seat
        // 0's.
        let sight = Sight::of_mover(&state);
        let inputs = Inputs::of(&sight);
        assert_eq!(inputs.openings.possible[0] & state.board().open(), cards("S9"));
        let moves = usize::from(inputs.standing[9]) - THEIR_MOVES;
        assert_eq!(moves, (MOST_SURE + 1) * PASSES + 1, "one card possible, none sure, one pass used");
        let theirs = (state.board().open() & inputs.cards.unseen).len() as usize;
        let last = usize::from(inputs.standing[10]) - THEIR_MOVES - MOVES;
        assert_eq!(last, (theirs.min(MOST_POSSIBLE) * (MOST_SURE + 1) + MOST_SURE) * PASSES);
        // S5 opens S4, which is the mover's own.
        assert_eq!(inputs.openings.row(&sight, "S5".parse().unwrap()), 1 << 4);
        // Two more rounds, and the next pass of seat 1 would be its end; only SJ came open since its last.
        for (low, high) in [("S5", "S9"), ("S4", "S10")] {
            state.apply(Action::Play(low.parse().unwrap()));
            state.apply(Action::Pass);
            state.apply(Action::Play(high.parse().unwrap()));
        }
        assert!(state.board().would_burst(Player::new(1)) && !state.board().would_burst(Player::new(2)));
        let sight = Sight::of_mover(&state);
        assert_eq!(Inputs::of(&sight).openings.row(&sight, "S3".parse().unwrap()), 1 << 4 | 0b0010);
    }

    /// Every pattern of a lane beyond a card has one row, and every row one pattern.
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
                    assert!(row < CARDS && inputs.openings.row(&sight, card) < OPENINGS);
                    let picture = LanePicture::of_card(row);
                    assert_eq!((picture.stage, picture.by_tunnel), (usize::from(inputs.cards.stage), gap));
                    assert_eq!(picture.end, state_of(far));
                    if !gap {
                        assert_eq!(picture.cells, beyond.iter().map(|&c| state_of(c)).collect::<Vec<_>>());
                    }
                    assert_eq!(*seen.entry(row).or_insert(name.clone()), name);
                }
                assert!(inputs.lanes.iter().all(|&l| usize::from(l) < LANES));
                assert!(inputs.pass(&Around::of(sight.board)).iter().all(|&row| row < PASS_ROWS));
                assert!(inputs.standing.iter().all(|&s| usize::from(s) < STANDINGS));
            },
        );
        assert!(seen.len() > 300, "{}", seen.len());
        let names: std::collections::BTreeSet<&String> = seen.values().collect();
        assert_eq!(names.len(), seen.len(), "two rows have the same picture");
    }
}

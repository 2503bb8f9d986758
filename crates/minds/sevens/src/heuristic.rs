//! `heuristic`: the rollout policy of the seed's player, played greedily.
//!
//! A card gets points, and the card with the most is played; it passes only if no card can be played. The
//! points, in the seed's words and as they are interpreted here:
//!
//! - *A/K first*: [`ace_king_bonus`](RolloutWeights::ace_king_bonus). An end card has no next card, so the
//!   two lines below do not apply to it.
//! - *The next card outwards* is on the table already: `+ adjacent_bonus`; it is not: `- adjacent_penalty`,
//!   and if it is in the own hand `+ safe_bonus` on top, as in the seed's listing of the same rule for the
//!   root.
//! - *Suit*: `suit_multiplier` for every card of the suit in the hand, including the one played.
//! - *Chain*: `chain_multiplier` for every card of the hand that becomes playable by it.
//! - *Hand reduction*: `(cards in hand - 1) * hand_reduction`. It is the same for all cards, so it decides
//!   nothing; it is here because it is in the seed's list.
//!
//! On ties the seed takes the first card in the order of the hand. A set of cards has no order; here the
//! first lane wins, S, H, D, C and the low lane before the high one, and within a lane the card nearer to the
//! 7. With this interpretation it wins 60.6% of 60,000 games against two `random`; the other interpretations
//! that were tried (chain as the next card only, the safe bonus in place of the penalty, the penalty for end
//! cards too, random tie-breaking) win 59.9 to 60.8%.

use super::seat::{SeatPolicy, Sight};
use yomi_bits::greatest_byte;
use yomi_core::Rng;
use yomi_games::sevens::{Action, Card, Cards};

/// The points of the rollout policy, by the seed's names.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RolloutWeights {
    pub ace_king_bonus: f64,
    pub adjacent_bonus: f64,
    pub adjacent_penalty: f64,
    pub safe_bonus: f64,
    pub suit_multiplier: f64,
    pub hand_reduction: f64,
    pub chain_multiplier: f64,
}

/// Points are stored in thousandths, so that they are compared as integers.
const UNIT: f64 = 1000.0;
/// Maximum number of cards of one suit in a hand.
const SUIT: i32 = 12;

/// The rollout policy with precomputed points.
#[derive(Clone, Copy, Debug)]
pub struct Heuristic {
    points: Points<i32>,
    /// The same in bytes, if they fit: see [`Points::in_bytes`].
    bytes: Option<Points<u64>>,
}

/// The points of a card by its features.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Points<T> {
    end: T,
    /// Not an end card, and the next card is not on the table.
    inner: T,
    /// Added if the next card is on the table.
    beside_table: T,
    /// Added if the next card is in the own hand.
    safe: T,
    /// Added if a card becomes playable.
    chain: T,
    /// Added for every card of the suit.
    suit: T,
}

impl Points<i32> {
    /// Scaled and shifted such that the points of every card are between 1 and 254, if that is possible: then
    /// all lanes are computed at once, one byte each.
    fn in_bytes(&self) -> Option<Points<u64>> {
        let steps = [self.end - self.inner, self.beside_table, self.safe, self.chain, self.suit];
        let unit = steps.into_iter().fold(0, gcd).max(1);
        let [end, beside_table, safe, chain, suit] = steps.map(|x| x / unit);
        let extremes = |chosen: [i32; 2]| (chosen[0].min(chosen[1]), chosen[0].max(chosen[1]));
        let (chain_low, chain_high) = extremes([0, 2 * chain]);
        let (suit_low, suit_high) = extremes([suit, SUIT * suit]);
        let kinds = [0, beside_table, safe, end];
        let low = kinds.iter().min()? + chain_low + suit_low;
        let high = kinds.iter().max()? + chain_high + suit_high;
        let level = 1 - low;
        // Differences wrap around in words as they do in bytes, so a negative step is harmless.
        let word = |x: i32| i64::from(x) as u64;
        (high + level <= 254).then(|| Points {
            end: word(end + level),
            inner: word(level),
            beside_table: word(beside_table),
            safe: word(safe),
            chain: word(chain),
            suit: word(suit),
        })
    }
}

fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

impl Default for Heuristic {
    fn default() -> Self {
        Heuristic::new(&RolloutWeights::default())
    }
}

impl Heuristic {
    pub fn new(weights: &RolloutWeights) -> Heuristic {
        let points = |x: f64| (x * UNIT).round() as i32;
        let points = Points {
            end: points(weights.ace_king_bonus),
            inner: -points(weights.adjacent_penalty),
            beside_table: points(weights.adjacent_bonus) + points(weights.adjacent_penalty),
            safe: points(weights.safe_bonus),
            chain: points(weights.chain_multiplier),
            suit: points(weights.suit_multiplier),
        };
        Heuristic { points, bytes: points.in_bytes() }
    }

    /// The playable card with the most points; there must be one.
    #[inline(always)]
    pub fn best(&self, sight: &Sight<'_>) -> Card {
        match &self.bytes {
            Some(points) => best_by_lanes(points, &Features::of(sight)),
            None => best_by_cards(&self.points, sight),
        }
    }
}

/// The features of playable cards, as sets of the cards that have them.
struct Features {
    hand: Cards,
    ends: Cards,
    inner: Cards,
    beside_table: Cards,
    safe: Cards,
    /// Cards that become playable, each in the lane of the card that opens it.
    opened: Cards,
    /// End cards that make at least one card playable, and those that make two playable.
    opening: [Cards; 2],
}

impl Features {
    #[inline(always)]
    fn of(sight: &Sight<'_>) -> Features {
        let Sight { board, hand, playable } = *sight;
        let ends = playable & Cards::ENDS;
        let inner = playable - ends;
        let closed = hand - playable;
        Features {
            hand,
            ends,
            inner,
            beside_table: inner & board.table().inwards(),
            safe: inner & hand.inwards(),
            opened: board.opened_by_inner(inner, closed),
            opening: board.opening_ends(ends, closed),
        }
    }

    /// How many cards of the hand this card makes playable.
    fn chain(&self, card: Card) -> u32 {
        let in_lane = Cards::from_bits(0xff << (8 * card.lane()));
        let by_inner = self.inner.has(card) && !(self.opened & in_lane).is_empty();
        let by_end = self.opening.iter().filter(|ends| ends.has(card)).count() as u32;
        u32::from(by_inner) + by_end
    }
}

/// All bits of the lanes that have a one.
#[inline(always)]
const fn whole(lanes: u64) -> u64 {
    (lanes << 8).wrapping_sub(lanes)
}

/// The number of cards of the lane's suit, in every lane.
#[inline(always)]
fn suit_counts(hand: Cards) -> u64 {
    let bits = hand.bits();
    let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let lanes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    ((lanes + (lanes >> 8)) & 0x00ff_00ff_00ff_00ff) * 0x0101
}

/// The best card, computed for all lanes at once. A lane can have two: its first gap, and its end through the
/// tunnel.
#[inline(always)]
fn best_by_lanes(points: &Points<u64>, features: &Features) -> Card {
    let Features { hand, ends, inner, beside_table, safe, opened, opening } = *features;
    let times = |set: Cards, points: u64| set.lanes().wrapping_mul(points);
    let counts = suit_counts(hand);
    let has_inner = inner.lanes();
    let of_inner = has_inner
        .wrapping_mul(points.inner)
        .wrapping_add(times(beside_table, points.beside_table))
        .wrapping_add(times(safe, points.safe))
        .wrapping_add(times(opened, points.chain))
        .wrapping_add((counts & whole(has_inner)).wrapping_mul(points.suit));
    let has_end = ends.lanes();
    let of_ends = has_end
        .wrapping_mul(points.end)
        .wrapping_add(times(opening[0], points.chain))
        .wrapping_add(times(opening[1], points.chain))
        .wrapping_add((counts & whole(has_end)).wrapping_mul(points.suit));
    let at = 8 * greatest_byte(of_inner, of_ends);
    // On ties within a lane the card that is not an end.
    let is_end = (of_ends >> at) as u8 > (of_inner >> at) as u8;
    let among = if is_end { ends } else { inner };
    Card::at(at + (among.bits() >> at).trailing_zeros())
}

/// The best card, one by one, for arbitrary points.
#[cold]
#[inline(never)]
fn best_by_cards(points: &Points<i32>, sight: &Sight<'_>) -> Card {
    let features = Features::of(sight);
    let Features { hand, ends, inner, beside_table, safe, .. } = features;
    let points_of = |card: Card| {
        let if_in = |set: Cards, points: i32| if set.has(card) { points } else { 0 };
        let suit = (hand & Cards::of_suit(card.suit())).len() as i32;
        if_in(ends, points.end)
            + if_in(inner, points.inner)
            + if_in(beside_table, points.beside_table)
            + if_in(safe, points.safe)
            + features.chain(card) as i32 * points.chain
            + suit * points.suit
    };
    let first = |best: (i32, Card), next: (i32, Card)| if next.0 > best.0 { next } else { best };
    let all = sight.playable.iter().map(|card| (points_of(card), card));
    all.reduce(first).expect("a card can be played").1
}

impl SeatPolicy for Heuristic {
    #[inline(always)]
    fn act(&mut self, sight: &Sight<'_>, _: &mut Rng) -> Action {
        if sight.playable.is_empty() { Action::Pass } else { Action::Play(self.best(sight)) }
    }
}

/// How many cards of the hand are not playable now and would be after this one.
pub fn chain(sight: &Sight<'_>, card: Card) -> u32 {
    Features::of(sight).chain(card)
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::{Player, Ruleset, State, Turn};
    use yomi_games::Sevens;
    use yomi_games::sevens::{Rules, Tunnel, Variant};

    /// The seed's definition, one card at a time, in thousandths.
    fn points(weights: &RolloutWeights, state: &Sevens, card: Card) -> i64 {
        let board = state.board();
        let hand = state.hand(board.mover());
        let thousandths = |x: f64| (x * 1000.0).round() as i64;
        let mut points = 0;
        if card.number() == 1 || card.number() == 13 {
            points += thousandths(weights.ace_king_bonus);
        } else {
            let outwards = if card.number() < 7 { card.number() - 1 } else { card.number() + 1 };
            let next = Card::new(card.suit(), outwards).unwrap();
            if board.table().has(next) {
                points += thousandths(weights.adjacent_bonus);
            } else {
                points -= thousandths(weights.adjacent_penalty);
                points += if hand.has(next) { thousandths(weights.safe_bonus) } else { 0 };
            }
        }
        let of_suit = hand.iter().filter(|c| c.suit() == card.suit()).count() as i64;
        points += of_suit * thousandths(weights.suit_multiplier);
        points += i64::from(hand.len() - 1) * thousandths(weights.hand_reduction);
        let mut after = *state;
        after.apply(Action::Play(card));
        let new = after.board().open() & (hand - board.open());
        points + i64::from(new.len()) * thousandths(weights.chain_multiplier)
    }

    fn check(weights: &RolloutWeights, in_bytes: bool) {
        let mut policy = Heuristic::new(weights);
        assert_eq!(policy.bytes.is_some(), in_bytes);
        for tunnel in [Tunnel::Contest, Tunnel::Closing, Tunnel::Reverse, Tunnel::Plain] {
            let rules = Rules { variant: Variant { tunnel, ..Variant::default() } };
            let mut rng = Rng::new(1);
            for seed in 0..200 {
                let mut state = rules.start(seed);
                while state.turn() != Turn::Over {
                    let sight = Sight::of_mover(&state);
                    let mut best = None;
                    for card in sight.playable.iter() {
                        let own = points(weights, &state, card);
                        if best.is_none_or(|(most, _)| own > most) {
                            best = Some((own, card));
                        }
                    }
                    let expected = best.map_or(Action::Pass, |(_, card)| Action::Play(card));
                    assert_eq!(policy.act(&sight, &mut rng), expected, "{state:?}");
                    // Half of the games follow the policy, half are random.
                    let action = if seed % 2 == 0 { expected } else { state.random_action(&mut rng) };
                    state.apply(action);
                }
            }
        }
    }

    #[test]
    fn the_card_with_the_most_points_is_played() {
        check(&RolloutWeights::default(), true);
    }

    #[test]
    fn any_weights_are_counted_right() {
        let default = RolloutWeights::default();
        check(&RolloutWeights { suit_multiplier: -1.5, safe_bonus: -8.0, ..default }, true);
        check(&RolloutWeights { chain_multiplier: -6.0, ace_king_bonus: -20.0, ..default }, true);
        check(&RolloutWeights { suit_multiplier: 1.501, ..default }, false);
        check(&RolloutWeights { ace_king_bonus: 1000.0, adjacent_penalty: -0.5, ..default }, false);
        let none = 0.0;
        let nothing = RolloutWeights {
            ace_king_bonus: none,
            adjacent_bonus: none,
            adjacent_penalty: none,
            safe_bonus: none,
            suit_multiplier: none,
            hand_reduction: none,
            chain_multiplier: none,
        };
        check(&nothing, true);
    }

    /// S5: -4, +8 because S4 is held, +6 because S4 becomes playable, 3 spades: 14.5. S8: -4 and 3 spades:
    /// 0.5. D6: -4 and one diamond: -2.5. And 3 * 0.2 for each.
    #[test]
    fn a_hand_worked_out_by_hand() {
        let cards = |text: &str| -> Cards { text.split(' ').map(|c| c.parse::<Card>().unwrap()).collect() };
        let mut hands = [Cards::NONE; yomi_core::MAX_PLAYERS];
        hands[..3].copy_from_slice(&[cards("S5 S4 S8 D6"), cards("S6 HA H6"), cards("C6 C5")]);
        let mut state = Sevens::deal(Variant::default(), hands, Player::new(1));
        for word in ["S6", "C6"] {
            state.apply(word.parse().unwrap());
        }
        for (card, thousandths) in [("S5", 15_100), ("S8", 1_100), ("D6", -1_900)] {
            assert_eq!(points(&RolloutWeights::default(), &state, card.parse().unwrap()), thousandths);
        }
        let action = Heuristic::default().act(&Sight::of_mover(&state), &mut Rng::new(0));
        assert_eq!(action, "S5".parse().unwrap());
    }
}

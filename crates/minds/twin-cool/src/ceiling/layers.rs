//! All reachable positions, one layer per play.
//!
//! With a known deck, the same cards have been seen after the same number of plays. A position is then a hand
//! and two tops; what is below the tops, and which slot is which, does not matter. With duplicates removed,
//! the positions of a whole game are few enough to visit all of them. As long as no layer is cut, every end
//! of the game is among them, and the best of them is the optimum.

use super::deal::Deal;
use yomi_games::twin_cool::{Cards, Objective, pattern_points};

const CARD_BITS: u32 = 7;
const CARD: u64 = (1 << CARD_BITS) - 1;
const LOWER_TOP: u32 = 5 * CARD_BITS;
const HIGHER_TOP: u32 = 6 * CARD_BITS;
const POINTS: u32 = 7 * CARD_BITS;

/// A position in one word: the numbers of the hand in ascending order, seven bits each, then the two tops,
/// the lower number first, and above them the points of the hands since the start, where they accumulate.
#[derive(Clone, Copy)]
struct Position(u64);

impl Position {
    fn of(hand: impl Iterator<Item = usize>, tops: [usize; 2]) -> Position {
        let hand = hand.enumerate().fold(0, |word, (i, card)| word | (card as u64) << (i as u32 * CARD_BITS));
        Position(hand).with_tops(tops[0] as u64, tops[1] as u64)
    }

    #[inline]
    fn with_tops(self, one: u64, other: u64) -> Position {
        Position(self.0 | one.min(other) << LOWER_TOP | one.max(other) << HIGHER_TOP)
    }

    #[inline]
    fn card(self, i: usize) -> usize {
        (self.0 >> (i as u32 * CARD_BITS) & CARD) as usize
    }

    #[inline]
    fn tops(self) -> [usize; 2] {
        [LOWER_TOP, HIGHER_TOP].map(|at| (self.0 >> at & CARD) as usize)
    }

    #[inline]
    fn points(self) -> u32 {
        (self.0 >> POINTS) as u32
    }

    #[inline]
    fn with_points(self, points: u32) -> Position {
        Position(self.0 & Position::PLACE | u64::from(points) << POINTS)
    }

    /// Everything except the points: identifies the position.
    const PLACE: u64 = (1 << POINTS) - 1;

    /// The hand without its `i`-th card; the cards after it move down.
    #[inline]
    fn hand_without(self, i: usize) -> u64 {
        let hand = self.0 & ((1 << LOWER_TOP) - 1);
        let at = i as u32 * CARD_BITS;
        let before = hand & ((1 << at) - 1);
        before | hand >> (at + CARD_BITS) << at
    }

    fn hand(self, deal: &Deal, plays: usize) -> Cards {
        (0..deal.hand_after(plays)).map(|i| deal.card(self.card(i))).collect()
    }
}

struct Node {
    position: Position,
    parent: u32,
    /// Priority when a layer is cut.
    rank: f32,
}

/// The result of a pass: the end of the best line, by its payoff since the start.
#[derive(Clone, Debug)]
pub struct Found {
    /// Ten per card, plus the points.
    pub value: u32,
    /// The line: which card is played on which slot.
    pub plays: Vec<(usize, usize)>,
    /// Whether it is proven that no line pays more.
    pub proven: bool,
}

/// The limits of a pass.
pub struct Bounds<F> {
    /// Positions kept per layer.
    pub width: usize,
    pub bytes: usize,
    /// Positions visited in all passes, at most.
    pub most: u64,
    /// Called regularly with the number of positions visited.
    pub is_over: F,
}

/// The weight of a point of an earlier hand when a layer is cut, relative to a card that fits.
const POINT: f32 = 0.4;

/// The search, with its reusable memory.
#[derive(Default)]
pub struct Layers {
    /// All layers, one after the other.
    nodes: Vec<Node>,
    places: Places,
    /// Positions visited, including duplicates, in all passes.
    looked: u64,
}

impl Layers {
    pub fn looked(&self) -> u64 {
        self.looked
    }

    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.places.bytes()
    }

    /// Runs from the start of the deal, layer by layer, to the end of every line or until the limits are
    /// reached.
    pub fn pass<F>(&mut self, deal: &Deal, objective: Objective, bounds: &mut Bounds<F>) -> Found
    where
        F: FnMut(u64) -> bool,
    {
        match objective {
            Objective::Final => self.run::<false, F>(deal, bounds),
            Objective::Accumulated => self.run::<true, F>(deal, bounds),
        }
    }

    fn run<const EVERY_HAND: bool, F>(&mut self, deal: &Deal, bounds: &mut Bounds<F>) -> Found
    where
        F: FnMut(u64) -> bool,
    {
        self.nodes.clear();
        let root = Position::of(0..deal.hand_after(0), deal.tops());
        self.nodes.push(Node { position: root, parent: 0, rank: 0.0 });
        let (mut best, mut lost) = (End { value: 0, at: 0 }, false);
        let (mut from, mut plays) = (0, 0);
        loop {
            let to = self.nodes.len();
            let whole = self.expand::<EVERY_HAND, F>(deal, from..to, plays, bounds, &mut best);
            if !whole {
                // What was reached is certain; what would come after it is unknown.
                lost = true;
                let deepest = if self.nodes.len() > to { to } else { from };
                let played = plays + usize::from(deepest == to);
                let position = self.nodes[deepest].position;
                best.raise(10 * played as u32 + position.points(), deepest);
                break;
            }
            if self.nodes.len() == to {
                break;
            }
            (from, plays) = (to, plays + 1);
            if self.nodes.len() - from > bounds.width {
                self.cut(deal, from, plays, bounds.width);
                lost = true;
            }
        }
        // A remaining hand pays no more than playing it would: at most 50 for five cards, 1 for four, nothing
        // for fewer. So no line beats one that plays every card.
        let all_played = !EVERY_HAND && best.value == 10 * deal.all() as u32;
        Found { value: best.value, plays: self.line(deal, best.at), proven: !lost || all_played }
    }

    /// Adds the next layer and looks for ends. False if it had to stop before it was done.
    fn expand<const EVERY_HAND: bool, F>(
        &mut self,
        deal: &Deal,
        layer: std::ops::Range<usize>,
        plays: usize,
        bounds: &mut Bounds<F>,
        best: &mut End,
    ) -> bool
    where
        F: FnMut(u64) -> bool,
    {
        let (in_hand, drawn) = (deal.hand_after(plays), deal.drawn_after(plays));
        // The first layer is always completed, so that there is a move to make.
        let may_stop = plays > 0;
        if may_stop && self.bytes() + self.places.growth_for(layer.len()) > bounds.bytes {
            return false;
        }
        self.places.clear_for(layer.len());
        let first = layer.end;
        for parent in layer {
            let is_full = |all: &Layers| all.bytes_with(2 * in_hand) > bounds.bytes;
            if may_stop && ((bounds.is_over)(self.looked) || is_full(self)) {
                return false;
            }
            let position = self.nodes[parent].position;
            let tops = position.tops();
            let mut is_end = true;
            for i in 0..in_hand {
                let card = position.card(i);
                let fits = tops.map(|top| deal.fits(top, card));
                if fits == [0, 0] {
                    continue;
                }
                is_end = false;
                let mut rest = position.hand_without(i);
                if let Some(drawn) = drawn {
                    // The highest number so far: the hand stays sorted.
                    rest |= (drawn as u64) << ((in_hand - 1) as u32 * CARD_BITS);
                }
                for (fit, stays) in fits.into_iter().zip([tops[1], tops[0]]) {
                    if fit == 0 {
                        continue;
                    }
                    if self.looked >= bounds.most {
                        return false;
                    }
                    self.looked += 1;
                    let mut next = Position(rest).with_tops(card as u64, stays as u64);
                    if EVERY_HAND {
                        let paid = drawn.map_or(0, |_| pattern_points(next.hand(deal, plays + 1)));
                        next = next.with_points(position.points() + paid);
                    }
                    self.places.enter(
                        &mut self.nodes,
                        first,
                        Node { position: next, parent: parent as u32, rank: 0.0 },
                    );
                }
            }
            if is_end {
                let points =
                    if EVERY_HAND { position.points() } else { pattern_points(position.hand(deal, plays)) };
                best.raise(10 * plays as u32 + points, parent);
            }
        }
        true
    }

    /// Keeps the most promising positions of the last layer: those with many cards that fit theirs, in the
    /// hand, on the slots, and soon to come.
    fn cut(&mut self, deal: &Deal, from: usize, plays: usize, width: usize) {
        let prospects = deal.prospects(plays);
        let in_hand = deal.hand_after(plays);
        for node in &mut self.nodes[from..] {
            let position = node.position;
            let tops = position.tops();
            let mut pairs = 0;
            node.rank = prospects[tops[0]] + prospects[tops[1]] + POINT * position.points() as f32;
            for i in 0..in_hand {
                let card = position.card(i);
                node.rank += prospects[card];
                pairs += deal.fits(tops[0], card) + deal.fits(tops[1], card);
                pairs += (0..i).map(|j| deal.fits(position.card(j), card)).sum::<u8>();
            }
            node.rank += f32::from(pairs);
        }
        self.nodes[from..].select_nth_unstable_by(width, |a, b| b.rank.total_cmp(&a.rank));
        self.nodes.truncate(from + width);
    }

    /// The memory needed for this many more positions, with old and new copies side by side where something
    /// grows.
    fn bytes_with(&self, more: usize) -> usize {
        let nodes_grow = self.nodes.len() + more > self.nodes.capacity();
        let growth = if nodes_grow { 2 * self.nodes.capacity() * size_of::<Node>() } else { 0 };
        self.bytes() + growth + self.places.growth_with(more)
    }

    /// The plays that lead to a node. Positions do not distinguish the slots, plays do.
    fn line(&self, deal: &Deal, end: usize) -> Vec<(usize, usize)> {
        let steps = std::iter::successors(Some(end), |&at| Some(self.nodes[at].parent as usize));
        let mut ways: Vec<[usize; 2]> =
            steps.take_while(|&at| at != 0).map(|at| self.nodes[at].position.tops()).collect();
        ways.reverse();
        let mut tops = deal.tops();
        let put = ways.into_iter().map(|after| {
            // The played card came from the hand, so it is the top that was not on a slot before.
            let card = if tops.contains(&after[0]) { after[1] } else { after[0] };
            let stays = if card == after[0] { after[1] } else { after[0] };
            let slot = usize::from(tops[0] == stays && tops[1] != stays);
            tops[slot] = card;
            (card, slot)
        });
        put.collect()
    }
}

/// The best end so far.
struct End {
    value: u32,
    at: usize,
}

impl End {
    fn raise(&mut self, value: u32, at: usize) {
        if value > self.value {
            *self = End { value, at };
        }
    }
}

/// Maps the positions of a layer to their nodes: a hash table with open addressing, at most half full.
#[derive(Default)]
struct Places {
    /// The index of the node; 0 (the root, which is in no hashed layer) for an empty entry.
    slots: Vec<u32>,
    used: usize,
    /// Number of entries in use for this layer, a power of two.
    size: usize,
}

impl Places {
    /// Enough entries for the layer after one of this size, in general.
    fn size_for(layer: usize) -> usize {
        (4 * layer).next_power_of_two().max(64)
    }

    /// Clears it for the layer after one of this size.
    fn clear_for(&mut self, layer: usize) {
        self.resize(Places::size_for(layer));
    }

    fn resize(&mut self, size: usize) {
        self.size = size;
        self.used = 0;
        if self.slots.len() < size {
            self.slots = vec![0; size];
        } else {
            self.slots[..size].fill(0);
        }
    }

    fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u32>()
    }

    /// Additional bytes for a change of size.
    fn growth(&self, size: usize) -> usize {
        if self.slots.len() < size { size * size_of::<u32>() } else { 0 }
    }

    fn growth_for(&self, layer: usize) -> usize {
        self.growth(Places::size_for(layer))
    }

    /// Additional bytes when this many more positions are added.
    fn growth_with(&self, more: usize) -> usize {
        if 2 * (self.used + more) > self.size { self.growth(4 * self.size) } else { 0 }
    }

    /// Adds the node to the layer that starts at `first`, unless its position is there already; then the one
    /// with more points stays.
    #[inline]
    fn enter(&mut self, nodes: &mut Vec<Node>, first: usize, node: Node) {
        let place = node.position.0 & Position::PLACE;
        let mut at = self.home(place);
        loop {
            match self.slots[at] {
                0 => break,
                there => {
                    let there = &mut nodes[there as usize];
                    if there.position.0 & Position::PLACE == place {
                        if there.position.0 < node.position.0 {
                            *there = node;
                        }
                        return;
                    }
                }
            }
            at = (at + 1) & (self.size - 1);
        }
        self.slots[at] = nodes.len() as u32;
        nodes.push(node);
        self.used += 1;
        if 2 * self.used > self.size {
            self.grow(nodes, first);
        }
    }

    #[inline]
    fn home(&self, place: u64) -> usize {
        // Fibonacci hashing: only high bits are needed, and those of one product depend on all bits, so a
        // full mix is not necessary.
        (place.wrapping_mul(yomi_bits::GOLDEN) >> (64 - self.size.trailing_zeros())) as usize
    }

    #[cold]
    fn grow(&mut self, nodes: &[Node], first: usize) {
        self.resize(4 * self.size);
        for (number, node) in nodes.iter().enumerate().skip(first) {
            let mut at = self.home(node.position.0 & Position::PLACE);
            while self.slots[at] != 0 {
                at = (at + 1) & (self.size - 1);
            }
            self.slots[at] = number as u32;
            self.used += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::deal::EMPTY;
    use super::*;

    #[test]
    fn a_position_holds_what_was_put_in() {
        let position = Position::of([3, 17, 42, 68, 79].into_iter(), [EMPTY, 5]).with_points(3300);
        assert_eq!([0, 1, 2, 3, 4].map(|i| position.card(i)), [3, 17, 42, 68, 79]);
        assert_eq!((position.tops(), position.points()), ([5, EMPTY], 3300));
        for i in 0..5 {
            let rest = Position(position.hand_without(i));
            let cards: Vec<usize> = (0..4).map(|j| rest.card(j)).collect();
            let mut expected = vec![3, 17, 42, 68, 79];
            expected.remove(i);
            assert_eq!((cards, rest.card(4)), (expected, 0));
        }
        assert_eq!(position.with_points(7).points(), 7);
    }
}

//! Twin Cool without memory, solved.
//!
//! Forget which cards were played: every card that is neither in hand nor on top of a slot is equally likely
//! to come next. Then suits, values and slots are interchangeable, positions fall into a few thousand classes
//! ([`Form`]), and the expected number of cards still to be played is computed exactly by induction from an
//! empty deck, one card at a time. The result is slightly too optimistic about rare suits and values, and
//! otherwise a very good estimate.

use super::form::{Cell, Form, MOST_CELLS, Renaming};
use rustc_hash::FxHashMap;
use std::sync::{Arc, LazyLock, Mutex};
use yomi_games::twin_cool::{Card, Cards, Slot, TwinCool, Variant};

/// How many different numbers a suit or value can have in a position after a move, including one for all that
/// do not occur.
const NAMES: usize = MOST_CELLS;
/// Kinds of draw: by the number of its suit and of its value.
const DRAWS: usize = NAMES * NAMES;

/// The number of a class of positions before a move.
type Before = u16;
/// The number of a class of positions after a move, before the draw.
type After = u16;

/// The relaxed game of one size, solved.
#[derive(Debug)]
pub struct Relaxed {
    lookup: Lookup,
    /// The class after the draw, by class after the move and kind of draw.
    drawn: Vec<[Before; DRAWS]>,
    classes: [usize; 2],
    /// Expected cards still to be played, by deck size and class.
    before: Vec<f32>,
    after: Vec<f32>,
    /// Expected cards of a whole game.
    whole: f64,
}

impl Relaxed {
    /// A hash of all its values.
    pub fn fingerprint(&self) -> u64 {
        let bits: Vec<u32> = self.before.iter().chain(&self.after).map(|value| value.to_bits()).collect();
        yomi_core::hash::hash(&(self.classes, self.whole.to_bits(), bits))
    }
}

/// A handle that keeps the solution of the last size asked for, so that it is looked up only once.
#[derive(Clone, Debug, Default)]
pub struct Solution(Option<(Variant, Arc<Relaxed>)>);

impl Solution {
    #[inline]
    pub fn of(&mut self, variant: &Variant) -> &Relaxed {
        if self.0.as_ref().is_none_or(|(known, _)| known != variant) {
            self.0 = Some((*variant, Relaxed::of(variant)));
        }
        let (_, relaxed) = self.0.as_ref().expect("just filled");
        relaxed
    }
}

/// What determines the relaxed game: the size without the objective and without the number of cards set
/// aside, which only affects the size of the deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Size {
    suits: usize,
    values: usize,
    hand: usize,
    deck: usize,
}

/// A solution that all players of this process share, or as much of it as there was time for.
enum Progress {
    Solving(Box<Solving>),
    Solved(Arc<Relaxed>),
}

impl Size {
    fn of(variant: &Variant) -> Size {
        Size {
            suits: usize::from(variant.suits),
            values: usize::from(variant.values),
            hand: usize::from(variant.hand),
            deck: variant.most() as usize - usize::from(variant.hand),
        }
    }
}

impl Relaxed {
    /// The solution for games of this size, computed on first use and cached.
    pub fn of(variant: &Variant) -> Arc<Relaxed> {
        Relaxed::solved_while(variant, &mut || true).expect("nothing stops it")
    }

    /// The solution for games of this size. Where it is not known yet, it takes about a tenth of a second;
    /// `None` if `go_on`, which is asked several times a millisecond, says no before it is found. What was
    /// done is kept, and the next call goes on from there.
    pub fn solved_while(variant: &Variant, go_on: &mut dyn FnMut() -> bool) -> Option<Arc<Relaxed>> {
        static KNOWN: LazyLock<Mutex<FxHashMap<Size, Progress>>> = LazyLock::new(Mutex::default);
        let size = Size::of(variant);
        loop {
            {
                // Held for one step, so that no thread waits longer than that for another.
                let mut known = KNOWN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                let begin = || Progress::Solving(Box::new(Solving::new(size)));
                let progress = known.entry(size).or_insert_with(begin);
                if let Progress::Solving(solving) = progress
                    && let Some(relaxed) = solving.advance()
                {
                    *progress = Progress::Solved(Arc::new(relaxed));
                }
                if let Progress::Solved(relaxed) = progress {
                    return Some(relaxed.clone());
                }
            }
            if !go_on() {
                return None;
            }
        }
    }

    /// Number of classes before and after a move, including those with an empty slot.
    pub fn classes(&self) -> [usize; 2] {
        self.classes
    }

    /// Expected cards of a game before the hand is dealt.
    pub fn whole_game(&self) -> f64 {
        self.whole
    }

    /// The class of `state` after `card` is played on `slot`. Not for an empty deck.
    #[inline]
    pub fn after(&self, state: &TwinCool, card: Card, slot: Slot) -> AfterMove {
        let other = match slot {
            Slot::First => Slot::Second,
            Slot::Second => Slot::First,
        };
        self.lookup.find(card, state.top(other), state.hand().without(card))
    }

    /// The class of `state`, which is waiting for a draw.
    #[inline]
    pub fn waiting(&self, state: &TwinCool) -> AfterMove {
        let [first, second] = Slot::ALL.map(|slot| state.top(slot));
        match (first, second) {
            (Some(top), other) => self.lookup.find(top, other, state.hand()),
            (None, Some(top)) => self.lookup.find(top, None, state.hand()),
            (None, None) => unreachable!("a draw follows a play"),
        }
    }

    /// Expected cards to be played after a move with this many cards in the deck, if all cards that are
    /// neither in hand nor on top are equally likely.
    #[inline]
    pub fn value(&self, after: &AfterMove, deck: u32) -> f32 {
        self.after[deck as usize * self.classes[1] + usize::from(after.class)]
    }

    /// Expected cards to be played after a move when one of `unseen` is drawn next, and from then on as in
    /// [`value`](Self::value).
    #[inline]
    pub fn counted_value(&self, after: &AfterMove, unseen: Cards, deck: u32) -> f32 {
        let mut total = 0.0;
        self.for_each_draw(after, unseen, deck, |_, value| total += value);
        total / unseen.len() as f32
    }

    /// Calls `f` with every card of `unseen` and the expected cards to be played when it is drawn.
    #[inline]
    pub fn for_each_draw(&self, after: &AfterMove, unseen: Cards, deck: u32, mut f: impl FnMut(Card, f32)) {
        let drawn = &self.drawn[usize::from(after.class)];
        let at = (deck as usize - 1) * self.classes[0];
        let values = &self.before[at..at + self.classes[0]];
        for card in unseen.iter() {
            let kind = after.rows[usize::from(card.suit())] + after.columns[usize::from(card.value())];
            f(card, values[usize::from(drawn[usize::from(kind)])]);
        }
    }
}

/// A position after a move: its class, and the numbers of each suit and value in it.
#[derive(Clone, Copy, Debug)]
pub struct AfterMove {
    class: After,
    /// By suit: its number times [`NAMES`], so that computing a kind of draw is one addition.
    rows: [u8; 8],
    columns: [u8; 10],
}

/// Classes of positions, numbered in order of discovery.
#[derive(Default)]
struct Classes {
    forms: Vec<Form>,
    numbers: FxHashMap<Form, u16>,
}

impl Classes {
    /// The number of a form's class.
    fn number(&mut self, form: Form) -> u16 {
        let (canonical, _) = form.canonical();
        let next = self.forms.len() as u16;
        *self.numbers.entry(canonical).or_insert_with(|| {
            self.forms.push(canonical);
            next
        })
    }
}

/// All classes that occur in a game, and the transitions between them.
struct Graph {
    before: Classes,
    after: Classes,
    /// By class before a move: the classes that its moves lead to.
    moves: Vec<Vec<After>>,
    /// By class after a move: where each kind of draw leads, and how many cards are of that kind.
    draws: Vec<([Before; DRAWS], [u8; DRAWS])>,
    /// The possible first hands, with their probabilities.
    deals: Vec<(Before, f64)>,
    /// Whether draws are being explored, and not moves.
    drawing: bool,
}

impl Graph {
    /// The first hands; what follows from them is explored step by step.
    fn new(size: Size) -> Graph {
        let mut graph = Graph {
            before: Classes::default(),
            after: Classes::default(),
            moves: Vec::new(),
            draws: Vec::new(),
            deals: Vec::new(),
            drawing: false,
        };
        graph.deal(size);
        graph
    }

    /// Explores one more class; false when all are explored. All moves that are known come before any draw:
    /// classes are numbered in the order in which they are met.
    fn explore(&mut self, size: Size) -> bool {
        if !self.drawing && self.moves.len() == self.before.forms.len() {
            self.drawing = true;
        }
        if self.drawing && self.draws.len() == self.after.forms.len() {
            self.drawing = false;
            if self.moves.len() == self.before.forms.len() {
                return false;
            }
        }
        if self.drawing {
            let form = self.after.forms[self.draws.len()];
            let (mut to, mut count) = ([0; DRAWS], [0; DRAWS]);
            for (cell, cards) in kinds_of_draw(&form, size) {
                let at = usize::from(cell.0) * NAMES + usize::from(cell.1);
                to[at] = self.before.number(form.with(cell));
                count[at] = cards;
            }
            self.draws.push((to, count));
        } else {
            let form = self.before.forms[self.moves.len()];
            let mut leads: Vec<After> =
                form.plays().map(|(card, slot)| self.after.number(form.after(card, slot))).collect();
            leads.sort_unstable();
            leads.dedup();
            self.moves.push(leads);
        }
        true
    }

    /// The first hand, dealt card by card.
    fn deal(&mut self, size: Size) {
        let mut hands: Vec<(Form, f64)> = vec![(Form::default(), 1.0)];
        for dealt in 0..size.hand {
            let mut larger: FxHashMap<Form, f64> = FxHashMap::default();
            let left = (size.suits * size.values - dealt) as f64;
            for (form, p) in hands {
                for (cell, cards) in kinds_of_draw(&form, size) {
                    *larger.entry(form.with(cell).canonical().0).or_default() += p * f64::from(cards) / left;
                }
            }
            hands = larger.into_iter().collect();
            // Hash maps have no fixed order, but the result of a floating-point sum depends on it.
            hands.sort_unstable_by_key(|(form, _)| *form);
        }
        self.deals = hands.into_iter().map(|(form, p)| (self.before.number(form), p)).collect();
    }

    /// Expected cards by class, after and before a move, with one card more in the deck than `all` was
    /// computed for.
    fn add_deck(&self, all: &mut Values) {
        let classes = self.before.forms.len();
        let after: Vec<f64> = match all.before.len().checked_sub(classes) {
            None => self.after.forms.iter().map(longest_end).collect(),
            Some(last) => {
                let before = &all.before[last..];
                self.draws.iter().map(|(to, count)| mean_of_draws(to, count, before)).collect()
            }
        };
        all.after.extend(after.iter().map(|&v| v as f32));
        all.before.extend(
            self.moves
                .iter()
                .map(|moves| moves.iter().map(|&to| 1.0 + after[usize::from(to)]).fold(0.0, f64::max) as f32),
        );
    }
}

/// Expected cards by deck size and class, by induction from the empty deck.
#[derive(Default)]
struct Values {
    before: Vec<f32>,
    after: Vec<f32>,
}

/// The relaxed game, as far as it is solved.
struct Solving {
    size: Size,
    graph: Graph,
    explored: bool,
    lookup: Lookup,
    values: Values,
}

impl Solving {
    fn new(size: Size) -> Solving {
        let (graph, lookup) = (Graph::new(size), Lookup::new(size.hand - 1));
        Solving { size, graph, explored: false, lookup, values: Values::default() }
    }

    /// One step: a fraction of a millisecond. The solution after the last.
    fn advance(&mut self) -> Option<Relaxed> {
        if !self.explored {
            self.explored = !self.graph.explore(self.size);
            return None;
        }
        if self.lookup.add_row(&self.graph) {
            return None;
        }
        let classes = [self.graph.before.forms.len(), self.graph.after.forms.len()];
        if self.values.before.len() <= self.size.deck * classes[0] {
            self.graph.add_deck(&mut self.values);
            return None;
        }
        let Values { before, after } = std::mem::take(&mut self.values);
        let start = before.len() - classes[0];
        let deals = self.graph.deals.iter();
        let whole = deals.map(|&(class, p)| p * f64::from(before[start + usize::from(class)])).sum();
        let drawn = self.graph.draws.iter().map(|(to, _)| *to).collect();
        let lookup = std::mem::take(&mut self.lookup);
        Some(Relaxed { lookup, drawn, classes, before, after, whole })
    }
}

fn mean_of_draws(to: &[Before; DRAWS], count: &[u8; DRAWS], before: &[f32]) -> f64 {
    let (mut total, mut cards) = (0.0, 0u32);
    for (&class, &n) in to.iter().zip(count).filter(|(_, n)| **n > 0) {
        total += f64::from(before[usize::from(class)]) * f64::from(n);
        cards += u32::from(n);
    }
    // If no card can be drawn, there is no such deck.
    if cards == 0 { 0.0 } else { total / f64::from(cards) }
}

/// The kinds of card that may be drawn, with the number of each: by suit and value, where all new suits and
/// all new values are equivalent.
fn kinds_of_draw(form: &Form, size: Size) -> Vec<(Cell, u8)> {
    let (rows, columns) = (form.row_count(), form.column_count());
    let mut kinds = Vec::new();
    for row in 0..=rows {
        for column in 0..=columns {
            let suits = if row < rows { 1 } else { size.suits - rows };
            let values = if column < columns { 1 } else { size.values - columns };
            let cell = (row as u8, column as u8);
            if suits * values > 0 && form.cells().all(|c| c != cell) {
                kinds.push((cell, (suits * values) as u8));
            }
        }
    }
    kinds
}

/// The maximum number of cards that can still be played when the deck is empty.
fn longest_end(form: &Form) -> f64 {
    form.plays().map(|(card, slot)| 1.0 + longest_end(&form.after(card, slot))).fold(0.0, f64::max)
}

/// Maps cards to classes: a form is identified by the numberings of suits and of values by first occurrence.
#[derive(Debug, Default)]
struct Lookup {
    /// The index of a numbering, by its packed list.
    numberings: Vec<u8>,
    /// The class and its renaming, packed, by number of tops (one or two), numbering of suits and numbering
    /// of values.
    found: [Vec<u64>; 2],
    /// The numberings that lists of one and of two tops have, while rows are added.
    usual: [Vec<(usize, Vec<u8>)>; 2],
    /// Rows added so far.
    rows: usize,
}

/// Bits per number in a packed list.
const BITS: u32 = 3;
/// Maximum number of cards in a list after a move.
const LIST: usize = MOST_CELLS - 1;
/// Number of numberings of six cards by first occurrence: the Bell number.
const NUMBERINGS: usize = 203;

impl Lookup {
    fn new(hand: usize) -> Lookup {
        let mut numberings = vec![0; 1 << (BITS * LIST as u32)];
        let mut lists = Vec::new();
        push_numberings(&mut Vec::new(), &mut lists);
        for (i, list) in lists.iter().enumerate() {
            numberings[pack(list)] = i as u8;
        }
        let usual = [1, 2].map(|tops| {
            let len = tops + hand;
            let all = lists.iter().enumerate();
            let usual = all.filter(|(_, list)| list[len..].iter().all(|n| *n == list[len - 1]));
            usual.map(|(i, list)| (i, list[..len].to_vec())).collect()
        });
        let found = [(); 2].map(|()| vec![0; NUMBERINGS * NUMBERINGS]);
        Lookup { numberings, found, usual, rows: 0 }
    }

    /// Finds the classes of one more numbering of suits with all numberings of values; false when all are
    /// there.
    fn add_row(&mut self, graph: &Graph) -> bool {
        let second = self.rows >= self.usual[0].len();
        let at = if second { self.rows - self.usual[0].len() } else { self.rows };
        let (tops, usual) = (1 + usize::from(second), &self.usual[usize::from(second)]);
        let Some((row, rows)) = usual.get(at) else {
            // They were needed for this only.
            self.usual = Default::default();
            self.rows = 0;
            return false;
        };
        for (column, columns) in usual {
            let form = Form::new(tops, rows.iter().copied().zip(columns.iter().copied()));
            let (canonical, names) = form.canonical();
            if let Some(&class) = graph.after.numbers.get(&canonical) {
                self.found[tops - 1][row * NUMBERINGS + column] = packed_class(class, &form, &names);
            }
        }
        self.rows += 1;
        true
    }

    /// The class after a card was played on a slot, where `other` is the top of the other slot.
    #[inline]
    fn find(&self, card: Card, other: Option<Card>, hand: Cards) -> AfterMove {
        let mut rows = Numbering::default();
        let mut columns = Numbering::default();
        let mut add = |card: Card| {
            rows.add(card.suit());
            columns.add(card.value());
        };
        add(card);
        if let Some(other) = other {
            add(other);
        }
        hand.iter().for_each(add);
        let [row, column] = [&rows, &columns].map(|n| usize::from(self.numberings[n.packed()]));
        let packed = self.found[usize::from(other.is_some())][row * NUMBERINGS + column];
        unpack(packed, &rows, &columns)
    }
}

fn pack(list: &[u8]) -> usize {
    list.iter().enumerate().fold(0, |packed, (i, &n)| packed | usize::from(n) << (BITS as usize * i))
}

/// All numberings of a list by first occurrence.
fn push_numberings(list: &mut Vec<u8>, all: &mut Vec<Vec<u8>>) {
    if list.len() == LIST {
        return all.push(list.clone());
    }
    let next = list.iter().max().map_or(0, |m| m + 1);
    for number in 0..=next {
        list.push(number);
        push_numberings(list, all);
        list.pop();
    }
}

/// The class in the lowest sixteen bits, then three bits each for the renamed suits and values.
fn packed_class(class: u16, form: &Form, names: &Renaming) -> u64 {
    let new = [form.row_count(), form.column_count()];
    let mut packed = u64::from(class);
    for i in 0..NAMES {
        let of = |names: &[u8; MOST_CELLS], known: usize| if i < known { names[i] } else { known as u8 };
        packed |= u64::from(of(&names.rows, new[0])) << (16 + BITS as usize * i);
        packed |= u64::from(of(&names.columns, new[1])) << (16 + BITS as usize * (NAMES + i));
    }
    packed
}

#[inline]
fn unpack(packed: u64, rows: &Numbering, columns: &Numbering) -> AfterMove {
    let name = |n: u8, first: usize| (packed >> (16 + BITS as usize * (first + usize::from(n)))) as u8 & 7;
    let mut after = AfterMove { class: packed as u16, rows: [0; 8], columns: [0; 10] };
    for (suit, name_of) in after.rows.iter_mut().enumerate() {
        *name_of = name(rows.number(suit as u8), 0) * NAMES as u8;
    }
    for (value, name_of) in after.columns.iter_mut().enumerate() {
        *name_of = name(columns.number(value as u8), NAMES);
    }
    after
}

/// Assigns numbers by first occurrence: four bits for each suit or value, all ones for those without a
/// number.
struct Numbering {
    numbers: u64,
    list: u32,
    len: u32,
    next: u64,
}

impl Default for Numbering {
    #[inline]
    fn default() -> Self {
        Numbering { numbers: u64::MAX, list: 0, len: 0, next: 0 }
    }
}

impl Numbering {
    const NONE: u64 = 0xF;

    #[inline]
    fn add(&mut self, name: u8) {
        let shift = 4 * u32::from(name);
        let known = self.numbers >> shift & Self::NONE;
        let is_new = known == Self::NONE;
        let number = if is_new { self.next } else { known };
        self.next += u64::from(is_new);
        self.numbers = self.numbers & !(Self::NONE << shift) | number << shift;
        self.list |= (number as u32) << (BITS * self.len);
        self.len += 1;
    }

    /// The list of numbers, padded with the last one.
    #[inline]
    fn packed(&self) -> usize {
        let mut list = self.list;
        let last = list >> (BITS * (self.len - 1));
        for i in self.len..LIST as u32 {
            list |= last << (BITS * i);
        }
        list as usize
    }

    /// The number of a suit or value; for those without one, the next free number.
    #[inline]
    fn number(&self, name: u8) -> u8 {
        let known = self.numbers >> (4 * u32::from(name)) & Self::NONE;
        if known == Self::NONE { self.next as u8 } else { known as u8 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::{Rng, Ruleset, State, Turn};
    use yomi_games::twin_cool::{Action, Rules};

    /// 2,245 classes before a move and 659 after it, by the number of slots taken.
    #[test]
    fn the_full_game_has_its_known_size() {
        let size = Size { suits: 8, values: 10, hand: 5, deck: 65 };
        let mut graph = Graph::new(size);
        while graph.explore(size) {}
        let with_tops = |classes: &Classes, n| classes.forms.iter().filter(|f| f.tops() == n).count();
        assert_eq!([0, 1, 2].map(|n| with_tops(&graph.before, n)), [34, 272, 1939]);
        assert_eq!([1, 2].map(|n| with_tops(&graph.after, n)), [92, 567]);
        let dealt: f64 = graph.deals.iter().map(|(_, p)| p).sum();
        assert!((dealt - 1.0).abs() < 1e-12);
    }

    /// The relaxed game by plain expectimax over real cards, without classes.
    fn plain(hand: Cards, tops: [Option<Card>; 2], deck: u32, all: Cards) -> f64 {
        let mut best = 0.0f64;
        for card in hand.iter() {
            for slot in 0..2 {
                if tops[slot].is_some_and(|top| !card.fits(top)) {
                    continue;
                }
                let mut after = tops;
                after[slot] = Some(card);
                let rest = hand.without(card);
                let value = if deck == 0 {
                    plain(rest, after, 0, all)
                } else {
                    let held = after.iter().flatten().fold(rest, |set, &top| set.with(top));
                    let free = all & !held;
                    let total: f64 = free.iter().map(|c| plain(rest.with(c), after, deck - 1, all)).sum();
                    total / f64::from(free.len())
                };
                best = best.max(1.0 + value);
            }
        }
        best
    }

    #[test]
    fn small_games_agree_with_plain_expectimax() {
        let variant = Variant { suits: 2, values: 3, aside: 1, hand: 2, ..Variant::default() };
        let relaxed = Relaxed::of(&variant);
        let rules = Rules { variant, ..Rules::default() };
        let mut checked = 0;
        for seed in 0..20 {
            let mut rng = Rng::new(seed);
            let mut state = rules.start(seed);
            loop {
                let action = match state.turn() {
                    Turn::Over => break,
                    Turn::Chance => yomi_core::Chance::sample_outcome(&state, &mut rng),
                    Turn::Player(_) => {
                        for action in State::actions(&state) {
                            let Action::Play(card, slot) = action else { unreachable!() };
                            let mut tops = Slot::ALL.map(|s| state.top(s));
                            tops[slot.index()] = Some(card);
                            let after = relaxed.after(&state, card, slot);
                            let (rest, deck) = (state.hand().without(card), state.deck());
                            if deck > 0 {
                                let held = tops.iter().flatten().fold(rest, |set, &top| set.with(top));
                                let free = variant.cards() & !held;
                                let exact =
                                    free.iter().map(|c| plain(rest.with(c), tops, deck - 1, variant.cards()));
                                let exact = exact.sum::<f64>() / f64::from(free.len());
                                assert!((f64::from(relaxed.value(&after, deck)) - exact).abs() < 1e-5);
                                let counted = state.unseen().iter();
                                let counted =
                                    counted.map(|c| plain(rest.with(c), tops, deck - 1, variant.cards()));
                                let counted = counted.sum::<f64>() / f64::from(state.unseen().len());
                                let found = relaxed.counted_value(&after, state.unseen(), deck);
                                assert!((f64::from(found) - counted).abs() < 1e-5, "{found} {counted}");
                                checked += 1;
                            }
                        }
                        state.random_action(&mut rng)
                    }
                };
                state.apply(action);
            }
        }
        assert!(checked > 50);
    }
}

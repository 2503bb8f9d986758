//! A view as a feature vector, for learning.
//!
//! The vector consists of sections in a fixed order; [`names`] names every index, and docs/duel.md lists the
//! sections. It is a function of the view alone. What only a teacher may see is a separate vector, made from
//! the true game, which a view does not have.

use super::fate::Fate;
use super::self_inference::{SelfInference, Stats};
use super::statistics::{NAMES, Table};
use yomi_core::{Player, Rejected, State, Turn, ViewOf};
use yomi_engine::playable::Numbers;
use yomi_games::Duel;
use yomi_games::duel::cards::SetRef;
use yomi_games::duel::{Action, CardId, Counts, Known, SeenDuel, Side, Stage};

/// Version of the sections and their order.
pub const VERSION: u32 = 2;
/// Numbers of a view that are not by card, and sections that have one for each card.
const PLAIN: usize = 78;
const BY_CARD: usize = 21;
/// How many of the opponent's past turns are included.
const TURNS_BACK: usize = 4;
/// Counts are divided by this, so that they stay near one.
const CARDS: f32 = 10.0;
const COSTS: f32 = 10.0;
const TURNS: f32 = 100.0;

const STAGES: [(&str, Stage); 9] = [
    ("charge", Stage::Charge),
    ("main", Stage::Main),
    ("attack", Stage::Attack),
    ("counter", Stage::Counter),
    ("block", Stage::Block),
    ("trigger", Stage::Trigger),
    ("place", Stage::Place),
    ("fetch", Stage::Fetch),
    ("stow", Stage::Stow),
];

/// Sections of the zones that both players see, of the own side and of the other one.
const OPEN_ZONES: [[&str; 5]; 2] = [
    ["own_mana", "own_grave", "own_units_untapped", "own_units_tapped", "own_units_new"],
    ["other_mana", "other_grave", "other_units_untapped", "other_units_tapped", "other_units_new"],
];
const PAST_TURNS: [&str; TURNS_BACK] =
    ["other_turn_back_1", "other_turn_back_2", "other_turn_back_3", "other_turn_back_4"];

/// What the opponent did in one of its turns, as both saw it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct TurnOf {
    /// Untapped mana at the end of the turn.
    standing: u32,
    charged: bool,
    played: u32,
    attacks: u32,
}

/// The opponent's public actions: an observer of events, updated along with the view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History {
    seat: Player,
    /// The latest turn first.
    turns: [TurnOf; TURNS_BACK],
    charged: Counts,
    /// Our attacks that it did not counter although its mana could have paid for a counter.
    let_pass: u32,
}

impl History {
    pub fn new(seat: Player) -> History {
        History { seat, turns: Default::default(), charged: Counts::EMPTY, let_pass: 0 }
    }

    /// Whether both say the same, the mana left standing aside.
    pub fn is_alike_but_standing(&self, other: &History) -> bool {
        let plain = |history: &History| {
            let mut history = history.clone();
            history.turns.iter_mut().for_each(|turn| turn.standing = 0);
            history
        };
        plain(self) == plain(other)
    }

    /// The history of a whole view.
    pub fn of(view: &ViewOf<Duel>) -> History {
        History::seen_by(view.seat, view)
    }

    /// What a seat saw the other do, as far as this view tells: all of it, for all of it is public.
    pub fn seen_by(seat: Player, view: &ViewOf<Duel>) -> History {
        let mut history = History::new(seat);
        let mut table = view.start.table;
        for &event in &view.events {
            let before = table;
            table.apply(event);
            history.follow(&before, event);
        }
        history
    }

    /// Updates with an event in the game that looks like `before`.
    pub fn follow(&mut self, before: &Duel, event: Action) {
        let other = self.seat.other();
        if before.turn() == Turn::Player(other) && before.stage() == Stage::Counter && event == Action::Pass {
            self.let_pass += 1;
        }
        if before.active() != other {
            return;
        }
        match event {
            Action::Charge(card) => {
                self.turns.rotate_right(1);
                self.turns[0] = TurnOf { charged: true, ..TurnOf::default() };
                self.charged.add(card);
            }
            Action::Keep => {
                self.turns.rotate_right(1);
                self.turns[0] = TurnOf::default();
            }
            Action::Play(..) => self.turns[0].played += 1,
            Action::Attack(..) => self.turns[0].attacks += 1,
            Action::End => self.turns[0].standing = before.side_of(other).mana_standing(),
            _ => {}
        }
    }
}

/// Where features go, in their fixed order.
trait Sink {
    fn put(&mut self, section: &str, name: &str, value: f32);

    /// One value for each card of the set; those not among `cards` are 0.
    fn by_card(&mut self, set: SetRef, section: &str, cards: u64, value: impl Fn(CardId) -> f32);

    fn counts(&mut self, set: SetRef, section: &str, counts: &Counts) {
        self.by_card(set, section, counts.kinds(), |card| counts.count(card) as f32);
    }
}

/// All values and, if wanted, their names.
struct Writer {
    values: Vec<f32>,
    names: Option<Vec<String>>,
}

impl Sink for Writer {
    fn put(&mut self, section: &str, name: &str, value: f32) {
        self.values.push(value);
        if let Some(names) = &mut self.names {
            names.push(format!("{section}.{name}"));
        }
    }

    fn by_card(&mut self, set: SetRef, section: &str, cards: u64, value: impl Fn(CardId) -> f32) {
        for card in set.ids() {
            let value = if cards & card.bit() == 0 { 0.0 } else { value(card) };
            self.put(section, &set.card(card).word, value);
        }
    }
}

/// A vector of which only the values other than 0 are kept, with their indices, rising.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sparse {
    pub set: Vec<(u32, f32)>,
    /// Its whole length, so that the next value's index is known.
    pub len: u32,
}

impl Sparse {
    pub fn clear(&mut self) {
        self.set.clear();
        self.len = 0;
    }

    fn push(&mut self, value: f32) {
        if value != 0.0 {
            self.set.push((self.len, value));
        }
        self.len += 1;
    }
}

impl Sink for Sparse {
    #[inline]
    fn put(&mut self, _: &str, _: &str, value: f32) {
        self.push(value);
    }

    #[inline]
    fn by_card(&mut self, set: SetRef, _: &str, cards: u64, value: impl Fn(CardId) -> f32) {
        for at in yomi_bits::ones(cards) {
            let value = value(CardId::new(at as usize));
            if value != 0.0 {
                self.set.push((self.len + at, value));
            }
        }
        self.len += set.cards.len() as u32;
    }
}

fn units(side: &Side, mask: u8) -> Counts {
    side.units.places(mask).map(|place| side.units.cards[place]).collect()
}

fn known_shields(side: &Side) -> Counts {
    let known = side.shields.iter().filter(|(card, known)| *known != Known::Nobody && !card.is_hidden());
    known.map(|(card, _)| card).collect()
}

fn write(writer: &mut impl Sink, seen: &SeenDuel, history: &History, inference: &SelfInference<'_>) {
    let (table, seat) = (&seen.table, seen.seat);
    let set = table.set();
    let (own, other) = (table.side_of(seat), table.side_of(seat.other()));
    writer.put("game", "turn", table.turn_number() as f32 / TURNS);
    writer.put("game", "own_turn", f32::from(u8::from(table.active() == seat)));
    for (name, stage) in STAGES {
        writer.put("stage", name, f32::from(u8::from(table.stage() == stage)));
    }
    for (section, side) in [("own", own), ("other", other)] {
        writer.put(section, "hand", side.hand_size() as f32 / CARDS);
        writer.put(section, "mana", side.mana.len() as f32 / CARDS);
        writer.put(section, "mana_standing", side.mana_standing() as f32 / CARDS);
        writer.put(section, "library", f32::from(side.library) / CARDS);
        writer.put(section, "shields", side.shields.len() as f32 / CARDS);
        writer.put(section, "units", side.units.count() as f32 / CARDS);
        writer.put(section, "grave_spells", f32::from(side.grave_spells) / CARDS);
        writer.put(section, "played_this_turn", f32::from(side.played) / CARDS);
    }
    writer.counts(set, "own_hand", &own.hand);
    let cost = |card| table.current_cost(seat, card) as f32 / COSTS;
    writer.by_card(set, "own_hand_cost", own.hand.kinds(), cost);
    writer.counts(set, "own_known_shields", &known_shields(own));
    writer.counts(set, "own_known_top", &own.top.cards().iter().copied().collect());
    // The opponent's cards are hidden, and a hidden card is not a copy of anything.
    let looking = table.looking().iter().copied().filter(|card| !card.is_hidden());
    writer.counts(set, "looked_at", &looking.collect());
    for ([mana, grave, untapped, tapped, new], side) in [(OPEN_ZONES[0], own), (OPEN_ZONES[1], other)] {
        writer.counts(set, mana, &side.mana);
        writer.counts(set, grave, &side.grave);
        writer.counts(set, untapped, &units(side, side.units.present & !side.units.tapped));
        writer.counts(set, tapped, &units(side, side.units.tapped));
        writer.counts(set, new, &units(side, side.units.sick));
    }
    write_attack(writer, table);
    writer.counts(set, "other_hand_shown", &other.shown);
    writer.counts(set, "other_open_shields", &known_shields(other));
    for (section, means) in [
        ("library_potential", inference.library_potential()),
        ("shield_expectation", inference.shield_expectation()),
    ] {
        NAMES.iter().zip(means).for_each(|((name, _), mean)| writer.put(section, name, mean as f32));
    }
    for (section, turn) in PAST_TURNS.into_iter().zip(&history.turns) {
        writer.put(section, "mana_left_standing", turn.standing as f32 / CARDS);
        writer.put(section, "charged", f32::from(u8::from(turn.charged)));
        writer.put(section, "played", turn.played as f32 / CARDS);
        writer.put(section, "attacks", turn.attacks as f32 / CARDS);
    }
    writer.put("other_history", "attacks_let_pass", history.let_pass as f32 / CARDS);
    writer.counts(set, "other_charged", &history.charged);
}

/// The current attack: the attacker, the attacked unit, how many shields are still to break, and the broken
/// one, as far as it can be seen.
fn write_attack(writer: &mut impl Sink, table: &Duel) {
    let (set, attack) = (table.set(), table.attack());
    let going_on = matches!(table.stage(), Stage::Counter | Stage::Block | Stage::Trigger);
    let attackers = &table.side_of(table.active()).units;
    let defenders = &table.side_of(table.active().other()).units;
    let by = usize::from(attack.by);
    let attacker = (going_on && attackers.present >> by & 1 == 1).then(|| attackers.cards[by]);
    let attacked = attack.on.filter(|_| going_on).map(|place| defenders.cards[usize::from(place)]);
    let broken = (!attack.broken.is_hidden()).then_some(attack.broken);
    writer.put("attack", "going_on", f32::from(u8::from(going_on)));
    writer.put("attack", "shields_to_break", f32::from(attack.breaks) / CARDS);
    for (section, card) in [("attacker", attacker), ("attacked", attacked), ("broken_shield", broken)] {
        writer.counts(set, section, &card.into_iter().collect());
    }
}

/// The view as a vector.
pub fn vectorize(seen: &SeenDuel, history: &History, stats: &Stats) -> Vec<f32> {
    let inference = SelfInference::new(stats, &seen.table, seen.seat);
    let mut writer = Writer { values: Vec::new(), names: None };
    write(&mut writer, seen, history, &inference);
    writer.values
}

/// The same, as far as it is not 0, in place of what `sparse` held.
pub fn write_sparse(sparse: &mut Sparse, seen: &SeenDuel, history: &History, inference: &SelfInference<'_>) {
    sparse.clear();
    write(sparse, seen, history, inference);
}

/// How many numbers describe a view, with these cards.
pub fn length(set: SetRef) -> usize {
    PLAIN + BY_CARD * set.cards.len()
}

/// The name of every index of [`vectorize`], as `section.name`.
pub fn names(seen: &SeenDuel, stats: &Stats) -> Vec<String> {
    let inference = SelfInference::new(stats, &seen.table, seen.seat);
    let mut writer = Writer { values: Vec::new(), names: Some(Vec::new()) };
    write(&mut writer, seen, &History::new(seen.seat), &inference);
    writer.names.expect("they were asked for")
}

/// A view as a vector with its names.
pub fn of_view(view: &ViewOf<Duel>) -> Result<Numbers, Rejected> {
    let stats = Table::heuristic().by_card(view.now.table.set())?;
    let values = vectorize(&view.now, &History::of(view), &stats);
    Ok(Numbers { layout: VERSION, names: names(&view.now, &stats), values })
}

/// What is hidden from a seat, in parts that can be shown or withheld one by one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sight {
    /// The opponent's hand.
    Hand,
    /// The cards of the opponent's library, without their order.
    Deck,
    /// The cards of both players' shields that the seat does not know.
    Shields,
    /// The next cards of both libraries, one by one.
    Order,
}

impl Sight {
    pub const ALL: [Sight; 4] = [Sight::Hand, Sight::Deck, Sight::Shields, Sight::Order];
}

/// How many of the next cards of a library are told apart.
pub const NEXT_CARDS: usize = 3;

/// Adds what only a teacher sees, after the view. Parts that are withheld are 0, so that indices stay. Made
/// from the true game and where its unseen cards lie, neither of which a view has.
pub fn write_hidden(sparse: &mut Sparse, state: &Duel, fate: &Fate, seat: Player, sights: &[Sight]) {
    let (set, other) = (state.set(), seat.other());
    let shown = |sight: Sight, counts: Counts| if sights.contains(&sight) { counts } else { Counts::EMPTY };
    sparse.counts(set, "other_hand", &shown(Sight::Hand, state.side_of(other).hand));
    sparse.counts(set, "other_library", &shown(Sight::Deck, fate.library(other).iter().copied().collect()));
    for side in [seat, other] {
        let unseen = fate.shields(side).iter().copied();
        // Shields that only their owner knows are hidden from the other seat too.
        let owned = state.side_of(side).shields.iter().filter(|(_, known)| side != seat && is_owners(*known));
        let hidden = unseen.chain(owned.map(|(card, _)| card)).collect();
        sparse.counts(set, "hidden_shields", &shown(Sight::Shields, hidden));
    }
    for side in [seat, other] {
        for back in 0..NEXT_CARDS {
            let next = fate.library(side).iter().rev().nth(back);
            sparse.counts(set, "next_card", &shown(Sight::Order, next.into_iter().copied().collect()));
        }
    }
}

fn is_owners(known: Known) -> bool {
    matches!(known, Known::ToOwner | Known::Group(_))
}

//! What cards did, counted from played games: the sums behind the sixteen statistics.
//!
//! All sums are integers, so that games may be counted in any order and on any number of threads with the
//! same result.

use yomi_core::{Player, State};
use yomi_games::Duel;
use yomi_games::duel::cards::SetRef;
use yomi_games::duel::side::MOST_UNITS;
use yomi_games::duel::{Action, CardId, Stage};

/// Own turns up to this number are early.
const EARLY: u32 = 3;
/// Own turns from this number on are late.
const LATE: u32 = 7;

/// What one card did, summed over all its plays.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct CardSums {
    pub plays: u64,
    pub early: u64,
    pub late: u64,
    /// Played in the opponent's turn.
    pub reacting: u64,
    pub paid: u64,
    /// Printed cost minus what was paid.
    pub saved: i64,
    pub hand: i64,
    pub hand_squares: u64,
    pub board: i64,
    pub board_squares: u64,
    pub mana: i64,
    pub shields_broken: u64,
    /// Alive at the owner's next turn.
    pub survived: u64,
    /// Removed by an effect, not in battle.
    pub effect_deaths: u64,
    /// Won games, counted twice, so that a draw counts one.
    pub half_wins: u64,
    pub behind: u64,
    pub half_wins_behind: u64,
    /// The game was won in the turn it was played.
    pub finished: u64,
    pub from_library: u64,
    /// Games of decks with this card, and how many of them were won, the latter counted twice.
    pub in_deck: u64,
    pub half_wins_in_deck: u64,
}

impl CardSums {
    fn add(&mut self, other: &CardSums) {
        self.plays += other.plays;
        self.early += other.early;
        self.late += other.late;
        self.reacting += other.reacting;
        self.paid += other.paid;
        self.saved += other.saved;
        self.hand += other.hand;
        self.hand_squares += other.hand_squares;
        self.board += other.board;
        self.board_squares += other.board_squares;
        self.mana += other.mana;
        self.shields_broken += other.shields_broken;
        self.survived += other.survived;
        self.effect_deaths += other.effect_deaths;
        self.half_wins += other.half_wins;
        self.behind += other.behind;
        self.half_wins_behind += other.half_wins_behind;
        self.finished += other.finished;
        self.from_library += other.from_library;
        self.in_deck += other.in_deck;
        self.half_wins_in_deck += other.half_wins_in_deck;
    }
}

/// Sums of all cards of a set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sums {
    pub set: SetRef,
    pub cards: Vec<CardSums>,
    pub games: u64,
}

impl Sums {
    pub fn new(set: SetRef) -> Sums {
        Sums { set, cards: vec![CardSums::default(); set.cards.len()], games: 0 }
    }

    pub fn plus(mut self, other: &Sums) -> Sums {
        self.cards.iter_mut().zip(&other.cards).for_each(|(own, sums)| own.add(sums));
        self.games += other.games;
        self
    }

    /// Counts a game from its start and all actions, including chance outcomes.
    pub fn count(&mut self, start: &Duel, actions: &[Action]) {
        let mut watch = Watch::new(self, start);
        let mut state = *start;
        for &action in actions {
            let before = state;
            state.apply(action);
            watch.step(&before, action, &state);
        }
        watch.end(&state);
    }
}

/// A card that was played.
#[derive(Clone, Copy)]
struct Played {
    card: CardId,
    seat: Player,
    turn: u32,
    behind: bool,
}

/// The situation when a card was played.
struct Opened {
    card: CardId,
    seat: Player,
    hand: i64,
    board: i64,
    mana: i64,
    library: i64,
}

/// Own minus enemy cards.
fn balance(state: &Duel, seat: Player, count: impl Fn(&yomi_games::duel::Side) -> u32) -> i64 {
    i64::from(count(state.side_of(seat))) - i64::from(count(state.side_of(seat.other())))
}

fn standing(state: &Duel, seat: Player) -> Opened {
    Opened {
        card: CardId::HIDDEN,
        seat,
        hand: balance(state, seat, |side| side.hand_size()),
        board: balance(state, seat, |side| side.units.count()),
        mana: balance(state, seat, |side| side.mana.len()),
        library: i64::from(state.side_of(seat).library),
    }
}

/// Follows one game.
struct Watch<'a> {
    sums: &'a mut Sums,
    first: Player,
    played: Vec<Played>,
    /// The card whose effect is being carried out.
    open: Option<Opened>,
    /// The play that every unit came from, by seat and place, and whether its owner's next turn is still to
    /// come.
    units: [[Option<(usize, bool)>; MOST_UNITS]; 2],
    /// The place of the unit that attacked last in this turn.
    attacker: Option<usize>,
    decks: [u64; 2],
}

impl<'a> Watch<'a> {
    fn new(sums: &'a mut Sums, start: &Duel) -> Watch<'a> {
        let deck = |seat| {
            let side = start.side_of(seat);
            side.pool.kinds() | side.hand.kinds()
        };
        Watch {
            sums,
            first: start.active(),
            played: Vec::new(),
            open: None,
            units: [[None; MOST_UNITS]; 2],
            attacker: None,
            decks: [deck(Player::FIRST), deck(Player::SECOND)],
        }
    }

    fn of(&mut self, card: CardId) -> &mut CardSums {
        &mut self.sums.cards[card.index()]
    }

    /// How many own turns a player has begun.
    fn own_turns(&self, state: &Duel, seat: Player) -> u32 {
        let turn = state.turn_number();
        if seat == self.first { turn.div_ceil(2) } else { turn / 2 }
    }

    fn step(&mut self, before: &Duel, action: Action, after: &Duel) {
        let active = before.active();
        match action {
            Action::Play(card, _) => self.play(before, active, card, true),
            Action::Counter(card, _) => self.play(before, active.other(), card, true),
            Action::Trigger(card, _) => self.play(before, active.other(), card, false),
            Action::Attack(card, _) => self.attacker = ready(before, active, card),
            _ => {}
        }
        // One action can carry out a card's effect and the rest of the attack behind it. The card did only
        // what it did alone.
        let alone = before.after_card_alone(action);
        self.follow_effect(before, &alone);
        self.follow_attack(&alone, after);
        if after.turn_number() > before.turn_number() {
            self.begin_turn(after.active());
        }
    }

    fn play(&mut self, before: &Duel, seat: Player, card: CardId, paid: bool) {
        let turns = self.own_turns(before, seat);
        let cost = if paid { u64::from(before.current_cost(seat, card)) } else { 0 };
        let printed = i64::from(self.sums.set.card(card).cost);
        let reacting = before.active() != seat;
        let lead = |side: &yomi_games::duel::Side| side.shields.len() as u32 + side.units.count();
        let behind = balance(before, seat, lead) < 0;
        let mut open = standing(before, seat);
        open.card = card;
        // The played card itself does not count as a loss from the hand.
        open.hand -= i64::from(paid);
        self.open = Some(open);
        self.played.push(Played { card, seat, turn: before.turn_number(), behind });
        let sums = self.of(card);
        sums.plays += 1;
        sums.early += u64::from(turns <= EARLY);
        sums.late += u64::from(turns >= LATE);
        sums.reacting += u64::from(reacting);
        sums.paid += cost;
        sums.saved += printed - cost as i64;
    }

    /// What a card's effect changed: units that entered or were removed and, when it is over, the rest.
    fn follow_effect(&mut self, before: &Duel, alone: &Duel) {
        for seat in Player::all(2) {
            let (old, new) = (&before.side_of(seat).units, &alone.side_of(seat).units);
            for place in old.places(old.present & !new.present) {
                if let Some((at, _)) = self.units[seat.index()][place].take() {
                    let card = self.played[at].card;
                    self.of(card).effect_deaths += 1;
                }
            }
            for place in new.places(new.present & !old.present) {
                self.units[seat.index()][place] = Some((self.played.len() - 1, true));
            }
        }
        if alone.effect().card.is_hidden() || alone.stage() == Stage::Over {
            self.close(alone);
        }
    }

    fn close(&mut self, alone: &Duel) {
        let Some(open) = self.open.take() else { return };
        let now = standing(alone, open.seat);
        let (hand, board) = (now.hand - open.hand, now.board - open.board);
        let sums = self.of(open.card);
        sums.hand += hand;
        sums.hand_squares += (hand * hand) as u64;
        sums.board += board;
        sums.board_squares += (board * board) as u64;
        sums.mana += now.mana - open.mana;
        sums.from_library += (open.library - now.library) as u64;
    }

    /// What the attack changed: shields that were broken while the attacker was in play, and units that fell
    /// in battle.
    fn follow_attack(&mut self, alone: &Duel, after: &Duel) {
        let (active, defender) = (alone.active(), alone.active().other());
        let shields = |state: &Duel| state.side_of(defender).shields.len();
        if let Some(place) = self.attacker
            && let Some((at, _)) = self.units[active.index()][place]
        {
            let card = self.played[at].card;
            self.of(card).shields_broken += shields(alone).saturating_sub(shields(after)) as u64;
        }
        for seat in Player::all(2) {
            let (old, new) = (&alone.side_of(seat).units, &after.side_of(seat).units);
            for place in old.places(old.present & !new.present) {
                self.units[seat.index()][place] = None;
            }
        }
    }

    fn begin_turn(&mut self, owner: Player) {
        self.attacker = None;
        for place in 0..MOST_UNITS {
            if let Some((at, true)) = self.units[owner.index()][place] {
                self.units[owner.index()][place] = Some((at, false));
                let card = self.played[at].card;
                self.of(card).survived += 1;
            }
        }
    }

    fn end(&mut self, state: &Duel) {
        let half_wins = |seat: Player| (2.0 * state.payoff(seat)) as u64;
        for played in std::mem::take(&mut self.played) {
            let won = half_wins(played.seat);
            let sums = self.of(played.card);
            sums.half_wins += won;
            sums.behind += u64::from(played.behind);
            sums.half_wins_behind += if played.behind { won } else { 0 };
            sums.finished += u64::from(won == 2 && played.turn == state.turn_number());
        }
        for seat in Player::all(2) {
            for card in self.sums.set.ids().filter(|card| self.decks[seat.index()] & card.bit() != 0) {
                let sums = &mut self.sums.cards[card.index()];
                sums.in_deck += 1;
                sums.half_wins_in_deck += half_wins(seat);
            }
        }
        self.sums.games += 1;
    }
}

/// The place of the unit with this card that attacks: the first that may.
fn ready(state: &Duel, seat: Player, card: CardId) -> Option<usize> {
    let units = &state.side_of(seat).units;
    units.find(card, units.present & !units.tapped & !units.sick)
}

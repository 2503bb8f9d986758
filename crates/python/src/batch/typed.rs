//! A batch of games of one type.

use super::sight::{Numbers, Sight, StateOf};
use super::{Batch, Ends, Making, Refused};
use std::collections::BTreeMap;
use yomi::core::ruleset::ActionOf;
use yomi::core::{Hidden, Player, Rng, Ruleset, State, Turn};

/// The most moves that can be told apart where a move is its place among the legal ones.
const PLACES: usize = 256;
/// Luck of the games, apart from their deals, which come from the same seed.
const LUCK: u64 = 0x5EED_0F1A_4B3C_2D1E;

struct Seat<G: Sight> {
    state: StateOf<G>,
    memory: Option<G::Memory>,
    rng: Rng,
    /// How many deals were played here.
    dealt: u64,
}

pub struct Games<G: Sight> {
    sight: G,
    seats: Vec<Seat<G>>,
    seed: u64,
    first: u64,
    observe: bool,
    again: bool,
    texts: Vec<String>,
    numbers: BTreeMap<ActionOf<G::Rules>, usize>,
    lengths: (usize, usize),
}

impl<G: Sight> Games<G> {
    pub fn new(sight: G, making: &Making) -> Games<G> {
        let moves = sight.moves();
        let texts = moves.iter().map(|&action| sight.rules().action_text(action)).collect();
        let numbers = moves.into_iter().enumerate().map(|(number, action)| (action, number)).collect();
        let Making { games, first, seed, observe, again } = *making;
        let mut batch = Games {
            sight,
            seats: Vec::with_capacity(games),
            seed,
            first,
            observe,
            again,
            texts,
            numbers,
            lengths: (0, 0),
        };
        batch.seats = (0..games).map(|place| batch.dealt(place, 0)).collect();
        if let Some(first) = batch.seats.first().filter(|_| observe) {
            let (mut seen, mut hidden) = (Numbers::default(), Numbers::default());
            batch.write(first, Player::FIRST, &mut seen);
            batch.write_hidden(first, Player::FIRST, &mut hidden);
            batch.lengths = (seen.0.len(), hidden.0.len());
        }
        batch
    }

    /// Which deal it is depends on the seed, the place and its number there, and on nothing else.
    fn deal(&self, place: usize, number: u64) -> Rng {
        Rng::new(self.seed).split(self.first.wrapping_add(place as u64)).split(number)
    }

    fn dealt(&self, place: usize, number: u64) -> Seat<G> {
        let deal = self.deal(place, number);
        let mut rng = deal.split(LUCK);
        let state = self.sight.rules().start(deal.seed());
        let memory = self.observe.then(|| self.sight.begin(&state, &mut rng));
        let mut seat = Seat { state, memory, rng, dealt: number };
        self.settle(&mut seat);
        seat
    }

    /// Lets chance act as long as it has the turn.
    fn settle(&self, seat: &mut Seat<G>) {
        while seat.state.turn() == Turn::Chance {
            let outcome = match &seat.memory {
                Some(memory) => self.sight.outcome(&seat.state, memory, &mut seat.rng),
                None => yomi::core::Chance::sample_outcome(&seat.state, &mut seat.rng),
            };
            self.act(seat, outcome);
        }
    }

    fn act(&self, seat: &mut Seat<G>, action: ActionOf<G::Rules>) {
        match &mut seat.memory {
            Some(memory) => self.sight.act(&mut seat.state, memory, action, &mut seat.rng),
            None => seat.state.apply(action),
        }
    }

    /// The legal move with this number.
    fn named(&self, state: &StateOf<G>, number: i64) -> Option<ActionOf<G::Rules>> {
        let wanted = usize::try_from(number).ok()?;
        let mut at = 0;
        let found = state.try_for_each_action(|action| {
            let own = if self.texts.is_empty() {
                at
            } else {
                self.numbers.get(&action).copied().unwrap_or(usize::MAX)
            };
            at += 1;
            if own == wanted {
                std::ops::ControlFlow::Break(action)
            } else {
                std::ops::ControlFlow::Continue(())
            }
        });
        found.break_value().filter(|_| wanted < self.width())
    }

    fn ended(&self, seats: &mut [Seat<G>], ends: &mut Ends) {
        let players = self.players();
        ends.over.clear();
        ends.paid.clear();
        for (place, seat) in seats.iter_mut().enumerate() {
            let over = seat.state.turn() == Turn::Over;
            ends.over.push(over);
            ends.paid.extend(Player::all(players).map(|p| if over { seat.state.payoff(p) } else { 0.0 }));
            if over && self.again {
                *seat = self.dealt(place, seat.dealt + 1);
            }
        }
    }

    /// Does something to every game while the batch can be asked.
    fn each(&mut self, ends: &mut Ends, mut act: impl FnMut(&Self, &mut Seat<G>, usize)) {
        let mut seats = std::mem::take(&mut self.seats);
        for (place, seat) in seats.iter_mut().enumerate() {
            if seat.state.turn() != Turn::Over {
                act(self, seat, place);
                self.settle(seat);
            }
        }
        self.ended(&mut seats, ends);
        self.seats = seats;
    }

    fn viewer(&self, game: &Seat<G>, seat: Option<usize>) -> Player {
        seat.map(Player::new).or_else(|| game.state.turn().player()).unwrap_or(Player::FIRST)
    }

    fn write(&self, game: &Seat<G>, seat: Player, out: &mut Numbers) {
        if let Some(memory) = &game.memory {
            self.sight.observe(&game.state.seen(seat), seat, memory, out);
        }
    }

    fn write_hidden(&self, game: &Seat<G>, seat: Player, out: &mut Numbers) {
        if let Some(memory) = &game.memory {
            self.sight.hide(&game.state, seat, memory, out);
        }
    }
}

impl<G: Sight> Batch for Games<G> {
    fn players(&self) -> usize {
        self.sight.rules().players()
    }

    fn moves(&self) -> &[String] {
        &self.texts
    }

    fn width(&self) -> usize {
        if self.texts.is_empty() { PLACES } else { self.texts.len() }
    }

    fn lengths(&self) -> (usize, usize) {
        self.lengths
    }

    fn reset(&mut self, seed: u64) {
        self.seed = seed;
        self.seats = (0..self.seats.len()).map(|place| self.dealt(place, 0)).collect();
    }

    fn step(&mut self, moves: &[i64], ends: &mut Ends) -> Result<(), Refused> {
        let mut actions = Vec::with_capacity(moves.len());
        for (game, (seat, &number)) in self.seats.iter().zip(moves).enumerate() {
            let over = seat.state.turn() == Turn::Over;
            let action = self.named(&seat.state, number);
            if action.is_none() && !over {
                return Err(Refused { game, number, legal: self.legal_texts(game) });
            }
            actions.push(action);
        }
        self.each(ends, |batch, seat, place| {
            if let Some(action) = actions[place] {
                batch.act(seat, action);
            }
        });
        Ok(())
    }

    fn step_random(&mut self, ends: &mut Ends) {
        self.each(ends, |batch, seat, _| {
            let action = seat.state.random_action(&mut seat.rng);
            batch.act(seat, action);
        });
    }

    fn play_out(&mut self, rounds: usize) -> (Vec<f64>, u64) {
        let players = self.players();
        let mut paid = Vec::with_capacity(self.seats.len() * rounds * players);
        let mut moves = 0;
        let mut seats = std::mem::take(&mut self.seats);
        for (place, seat) in seats.iter_mut().enumerate() {
            for _ in 0..rounds {
                while let Turn::Player(_) = seat.state.turn() {
                    let action = seat.state.random_action(&mut seat.rng);
                    self.act(seat, action);
                    self.settle(seat);
                    moves += 1;
                }
                paid.extend(Player::all(players).map(|p| seat.state.payoff(p)));
                *seat = self.dealt(place, seat.dealt + 1);
            }
        }
        self.seats = seats;
        (paid, moves)
    }

    fn to_move(&self) -> Vec<i8> {
        let seat = |game: &Seat<G>| game.state.turn().player().map_or(-1, |p| p.index() as i8);
        self.seats.iter().map(seat).collect()
    }

    fn deals(&self) -> Vec<u64> {
        self.seats.iter().enumerate().map(|(place, seat)| self.deal(place, seat.dealt).seed()).collect()
    }

    fn legal(&self) -> Vec<bool> {
        let width = self.width();
        let mut all = vec![false; width * self.seats.len()];
        for (game, row) in self.seats.iter().zip(all.chunks_mut(width)) {
            let mut at = 0;
            game.state.for_each_action(|action| {
                let number =
                    if self.texts.is_empty() { Some(at) } else { self.numbers.get(&action).copied() };
                if let Some(place) = number.and_then(|number| row.get_mut(number)) {
                    *place = true;
                }
                at += 1;
            });
        }
        all
    }

    fn legal_texts(&self, game: usize) -> Vec<String> {
        let text = |action| self.sight.rules().action_text(action);
        self.seats[game].state.actions().into_iter().map(text).collect()
    }

    fn observations(&self, seat: Option<usize>) -> Vec<f32> {
        let mut out = Numbers(Vec::with_capacity(self.lengths.0 * self.seats.len()));
        self.seats.iter().for_each(|game| self.write(game, self.viewer(game, seat), &mut out));
        out.0
    }

    fn hidden(&self, seat: Option<usize>) -> Vec<f32> {
        let mut out = Numbers(Vec::with_capacity(self.lengths.1 * self.seats.len()));
        self.seats.iter().for_each(|game| self.write_hidden(game, self.viewer(game, seat), &mut out));
        out.0
    }

    fn payoffs(&self) -> Vec<f64> {
        let players = self.players();
        let of = |game: &Seat<G>| {
            let (over, state) = (game.state.turn() == Turn::Over, game.state.clone());
            Player::all(players).map(move |p| if over { state.payoff(p) } else { 0.0 })
        };
        self.seats.iter().flat_map(of).collect()
    }
}

//! The games as learning sees them: their moves by number, what a seat sees, what is hidden.
//!
//! docs/python.md lists what the numbers are. What a seat sees is written from what the contract calls `Seen`, so
//! that nothing hidden can get into it.

use super::sight::{Numbers, Sight, StateOf};
use super::typed::Games;
use super::{Batch, Making};
use yomi::core::ruleset::{ActionOf, SeenOf};
use yomi::core::{Player, Rejected, Rng, Ruleset, Settings};
use yomi::games::cards::{Bet, Rank};
use yomi::games::grid::duo::Duo;
use yomi::games::grid::{Direction, Place};
use yomi::games::twin_cool::Slot;
use yomi::games::{
    alternating_maze, auto_maze, connect_four, duel, kuhn, leduc, maze, sevens, simultaneous_maze, twin_cool,
    walled_maze,
};
use yomi::{Fault, Sentence};
use yomi_duel::fate::Fate;
use yomi_duel::self_inference::{SelfInference, Stats};
use yomi_duel::statistics::Table;
use yomi_duel::vector::{self, History, Sparse};

pub fn open(game: &str, settings: &Settings, making: &Making) -> Result<Box<dyn Batch>, Fault> {
    fn made<G: Sight>(sight: Result<G, Rejected>, making: &Making) -> Result<Box<dyn Batch>, Fault> {
        Ok(Box::new(Games::new(sight?, making)))
    }
    match game {
        "connect-four" => made(connect_four::Rules::from_settings(settings).map(ConnectFour), making),
        "maze" => made(maze::Rules::from_settings(settings).map(Maze), making),
        "walled-maze" => made(walled_maze::Rules::from_settings(settings).map(WalledMaze), making),
        "auto-maze" => made(AutoMaze::new(settings), making),
        "alternating-maze" => {
            made(alternating_maze::Rules::from_settings(settings).map(AlternatingMaze), making)
        }
        "simultaneous-maze" => {
            made(simultaneous_maze::Rules::from_settings(settings).map(SimultaneousMaze), making)
        }
        "kuhn" => made(kuhn::Rules::from_settings(settings).map(Kuhn), making),
        "leduc" => made(leduc::Rules::from_settings(settings).map(Leduc), making),
        "twin-cool" => made(twin_cool::Rules::from_settings(settings).map(TwinCool), making),
        "sevens" => made(sevens::Rules::from_settings(settings).map(Sevens), making),
        "duel" => made(Duel::new(settings, making.observe), making),
        _ => Err(Fault::unknown(Sentence::new("game", "ゲーム"), game, &[])),
    }
}

/// Inside an `impl Sight` for a tuple of the rules, of a game that needs no memory.
macro_rules! without_memory {
    ($rules:ty) => {
        type Rules = $rules;
        type Memory = ();

        fn rules(&self) -> &$rules {
            &self.0
        }

        fn begin(&self, _: &StateOf<Self>, _: &mut Rng) {}
    };
}

struct ConnectFour(connect_four::Rules);

impl Sight for ConnectFour {
    without_memory!(connect_four::Rules);

    fn moves(&self) -> Vec<connect_four::Column> {
        (0..connect_four::COLUMNS).map(connect_four::Column::new).collect()
    }

    /// Own discs, then those of the opponent, row by row from the bottom.
    fn observe(&self, seen: &SeenOf<Self::Rules>, seat: Player, (): &(), out: &mut Numbers) {
        let own = seen.discs() as usize % 2 == seat.index();
        let sides = [seen.mine(), seen.theirs()];
        for discs in if own { sides } else { [sides[1], sides[0]] } {
            for row in 0..connect_four::ROWS {
                let cell = |column: u32| discs >> (column * (connect_four::ROWS + 1) + row) & 1 == 1;
                out.flags((0..connect_four::COLUMNS).map(cell));
            }
        }
    }
}

fn points(out: &mut Numbers, all: impl Iterator<Item = u8>) {
    all.for_each(|points| out.put(f32::from(points) / 9.0));
}

struct Maze(maze::Rules);

impl Sight for Maze {
    without_memory!(maze::Rules);

    fn moves(&self) -> Vec<Direction> {
        Direction::ALL.into()
    }

    /// Points of every cell, where the character is, and the share of turns that is left.
    fn observe(&self, seen: &SeenOf<Self::Rules>, _: Player, (): &(), out: &mut Numbers) {
        let cells = (0..seen.height()).flat_map(|row| (0..seen.width()).map(move |column| (row, column)));
        points(out, cells.map(|(row, column)| seen.points_at(row, column)));
        out.one_of(Some(seen.cell()), seen.height() * seen.width());
        out.put(1.0 - seen.turn_number() as f32 / seen.turns() as f32);
    }
}

struct WalledMaze(walled_maze::Rules);

impl Sight for WalledMaze {
    without_memory!(walled_maze::Rules);

    fn moves(&self) -> Vec<walled_maze::Step> {
        Direction::ALL.into_iter().map(walled_maze::Step::Go).chain([walled_maze::Step::Stay]).collect()
    }

    /// Walls, cells that have points, where the character is, and the turns that are left.
    fn observe(&self, seen: &SeenOf<Self::Rules>, _: Player, (): &(), out: &mut Numbers) {
        let cells = seen.size().cells();
        for bits in [seen.walls(), seen.lying(), 1 << seen.size().cell(seen.place())] {
            out.flags((0..cells).map(|cell| bits >> cell & 1 == 1));
        }
        out.put(f32::from(seen.turns_left()) / 100.0);
    }
}

struct AutoMaze {
    rules: auto_maze::Rules,
    cells: Vec<Place>,
}

impl AutoMaze {
    fn new(settings: &Settings) -> Result<AutoMaze, Rejected> {
        let rules = auto_maze::Rules::from_settings(settings)?;
        let board = *rules.start(0).board();
        let cells = (0..board.size().cells()).map(|cell| board.place(cell)).collect();
        Ok(AutoMaze { rules, cells })
    }
}

/// Its points can be had of a view only, so that there is no observation here.
impl Sight for AutoMaze {
    type Rules = auto_maze::Rules;
    type Memory = ();

    fn rules(&self) -> &auto_maze::Rules {
        &self.rules
    }

    fn moves(&self) -> Vec<Place> {
        self.cells.clone()
    }

    fn begin(&self, _: &StateOf<Self>, _: &mut Rng) {}
}

/// Points of every cell, where both characters are, the own one first, the lead, and the share of turns left.
fn duo(board: &Duo, seat: Player, out: &mut Numbers) {
    let cells = board.size.cells();
    points(out, board.points.iter(cells));
    for of in [seat, seat.other()] {
        out.one_of(Some(board.size.cell(board.places[of.index()])), cells);
    }
    let score = |of: Player| f32::from(board.scores[of.index()]);
    out.put((score(seat) - score(seat.other())) / 10.0);
    out.put(1.0 - f32::from(board.turn) / f32::from(board.turns));
}

struct AlternatingMaze(alternating_maze::Rules);

impl Sight for AlternatingMaze {
    without_memory!(alternating_maze::Rules);

    fn moves(&self) -> Vec<Direction> {
        Direction::ALL.into()
    }

    fn observe(&self, seen: &SeenOf<Self::Rules>, seat: Player, (): &(), out: &mut Numbers) {
        duo(&Duo::from(*seen), seat, out);
    }
}

struct SimultaneousMaze(simultaneous_maze::Rules);

impl Sight for SimultaneousMaze {
    without_memory!(simultaneous_maze::Rules);

    fn moves(&self) -> Vec<Direction> {
        Direction::ALL.into()
    }

    /// The board at the beginning of the round: what others have chosen in it is hidden.
    fn observe(&self, seen: &SeenOf<Self::Rules>, seat: Player, (): &(), out: &mut Numbers) {
        duo(&Duo::from(seen.game), seat, out);
    }

    /// What the opponent has chosen in this round.
    fn hide(&self, state: &StateOf<Self>, seat: Player, (): &(), out: &mut Numbers) {
        let chosen = state.pending()[seat.other().index()];
        let place =
            chosen.and_then(|chosen| Direction::ALL.iter().position(|&direction| direction == chosen));
        out.one_of(place, Direction::ALL.len());
    }
}

/// What was said, one after the other, as far as there is room.
fn betting(out: &mut Numbers, said: &[Bet], most: usize) {
    for at in 0..most {
        let place = said.get(at).and_then(|bet| Bet::ALL.iter().position(|other| other == bet));
        out.one_of(place, Bet::ALL.len());
    }
}

fn rank(out: &mut Numbers, card: Option<Rank>) {
    out.one_of(card.map(|card| card.index()), Rank::ALL.len());
}

struct Kuhn(kuhn::Rules);

impl Sight for Kuhn {
    without_memory!(kuhn::Rules);

    fn moves(&self) -> Vec<Bet> {
        vec![Bet::Check, Bet::Bet, Bet::Fold, Bet::Call]
    }

    /// The own card, the betting so far, the own seat.
    fn observe(&self, seen: &SeenOf<Self::Rules>, seat: Player, (): &(), out: &mut Numbers) {
        rank(out, Some(seen.card));
        betting(out, &seen.betting.bets(), 3);
        out.one_of(Some(seat.index()), 2);
    }

    fn hide(&self, state: &StateOf<Self>, seat: Player, (): &(), out: &mut Numbers) {
        rank(out, Some(state.card(seat.other())));
    }
}

struct Leduc(leduc::Rules);

impl Sight for Leduc {
    without_memory!(leduc::Rules);

    fn moves(&self) -> Vec<leduc::Action> {
        Bet::ALL.into_iter().map(leduc::Action::Say).collect()
    }

    /// The own card, the public card, the betting of both rounds, the own seat, chips of both.
    fn observe(&self, seen: &SeenOf<Self::Rules>, seat: Player, (): &(), out: &mut Numbers) {
        rank(out, Some(seen.card));
        rank(out, seen.table.public());
        seen.table.words().iter().for_each(|said| betting(out, said, 4));
        out.one_of(Some(seat.index()), 2);
        for of in [seat, seat.other()] {
            out.put(f32::from(seen.table.chips()[of.index()]) / 13.0);
        }
    }

    fn hide(&self, state: &StateOf<Self>, seat: Player, (): &(), out: &mut Numbers) {
        rank(out, Some(state.card(seat.other())));
    }
}

struct TwinCool(twin_cool::Rules);

impl Sight for TwinCool {
    without_memory!(twin_cool::Rules);

    fn moves(&self) -> Vec<twin_cool::Action> {
        let cards = self.0.start(0).variant().cards();
        let of = |slot: Slot| cards.iter().map(move |card| twin_cool::Action::Play(card, slot));
        Slot::ALL.into_iter().flat_map(of).collect()
    }

    /// Of every card whether it is in the hand, unseen, on top of the first slot, of the second; cards in the deck.
    fn observe(&self, seen: &SeenOf<Self::Rules>, _: Player, (): &(), out: &mut Numbers) {
        let cards = seen.variant().cards();
        out.flags(cards.iter().map(|card| seen.hand().contains(card)));
        out.flags(cards.iter().map(|card| seen.unseen().contains(card)));
        for slot in Slot::ALL {
            out.flags(cards.iter().map(|card| seen.top(slot) == Some(card)));
        }
        out.put(seen.deck() as f32 / cards.len() as f32);
    }
}

struct Sevens(sevens::Rules);

impl Sevens {
    /// The other seats, beginning with the one that moves next.
    fn others(board: &sevens::Board, seat: Player) -> impl Iterator<Item = Player> {
        let players = board.players();
        (1..players).map(move |after| Player::new((seat.index() + after) % players))
    }
}

impl Sight for Sevens {
    without_memory!(sevens::Rules);

    fn moves(&self) -> Vec<sevens::Action> {
        let cards = sevens::Cards::ALL.sorted().into_iter().map(sevens::Action::Play);
        cards.chain([sevens::Action::Pass]).collect()
    }

    /// Of every card whether it is in the hand, on the table, playable by its holder; of every seat, the own
    /// one first, its cards, its passes and whether it is still in the game.
    fn observe(&self, seen: &SeenOf<Self::Rules>, seat: Player, (): &(), out: &mut Numbers) {
        let cards = sevens::Cards::ALL.sorted();
        for set in [seen.hand, seen.board.table(), seen.board.open()] {
            out.flags(cards.iter().map(|&card| set.has(card)));
        }
        for of in [seat].into_iter().chain(Sevens::others(&seen.board, seat)) {
            let place = seen.board.place(of);
            out.put(f32::from(place.cards) / 13.0);
            out.put(f32::from(place.passes) / f32::from(seen.board.variant().passes.max(1)));
            out.flag(seen.board.is_in(of));
        }
    }

    /// The hands of the other seats.
    fn hide(&self, state: &StateOf<Self>, seat: Player, (): &(), out: &mut Numbers) {
        let cards = sevens::Cards::ALL.sorted();
        for other in Sevens::others(state.board(), seat) {
            out.flags(cards.iter().map(|&card| state.hand(other).has(card)));
        }
    }
}

/// What Duel keeps beside a state.
#[derive(Clone)]
struct Beside {
    fate: Fate,
    histories: [History; 2],
}

struct Duel {
    rules: duel::Rules,
    /// The statistics that describe its cards; none where observations are not wanted.
    stats: Option<Stats>,
}

impl Duel {
    fn new(settings: &Settings, observe: bool) -> Result<Duel, Rejected> {
        let rules = yomi_duel::card_file::rules(settings)?;
        let stats = observe.then(|| Table::heuristic().by_card(rules.start(0).set())).transpose()?;
        Ok(Duel { rules, stats })
    }
}

/// Appends a vector of which only some values are told.
fn dense(sparse: &Sparse, out: &mut Numbers) {
    let from = out.0.len();
    out.0.resize(from + sparse.len as usize, 0.0);
    sparse.set.iter().for_each(|&(at, value)| out.0[from + at as usize] = value);
}

/// The vector of `yomi view duel --vector`, and the teacher's vector beside it.
impl Sight for Duel {
    type Rules = duel::Rules;
    type Memory = Beside;

    fn rules(&self) -> &duel::Rules {
        &self.rules
    }

    /// With their targets there are thousands of moves.
    fn moves(&self) -> Vec<duel::Action> {
        Vec::new()
    }

    fn begin(&self, state: &yomi::games::Duel, rng: &mut Rng) -> Beside {
        Beside { fate: Fate::of(state, rng), histories: [Player::FIRST, Player::SECOND].map(History::new) }
    }

    fn outcome(&self, state: &yomi::games::Duel, beside: &Beside, rng: &mut Rng) -> ActionOf<duel::Rules> {
        beside.fate.outcome(state, rng)
    }

    fn act(
        &self,
        state: &mut yomi::games::Duel,
        beside: &mut Beside,
        action: ActionOf<duel::Rules>,
        rng: &mut Rng,
    ) {
        let before = *state;
        beside.fate.apply(state, action, rng);
        beside.histories.iter_mut().for_each(|history| history.follow(&before, action));
    }

    fn observe(&self, seen: &SeenOf<duel::Rules>, seat: Player, beside: &Beside, out: &mut Numbers) {
        let Some(stats) = &self.stats else { return };
        let inference = SelfInference::new(stats, &seen.table, seat);
        let mut sparse = Sparse::default();
        vector::write_sparse(&mut sparse, seen, &beside.histories[seat.index()], &inference);
        dense(&sparse, out);
    }

    fn hide(&self, state: &yomi::games::Duel, seat: Player, beside: &Beside, out: &mut Numbers) {
        let mut sparse = Sparse::default();
        vector::write_hidden(&mut sparse, state, &beside.fate, seat, &vector::Sight::ALL);
        dense(&sparse, out);
    }
}

//! Logs of the contest's engine: the cards played, by whom, and how often each seat has passed. They do not
//! say when seats passed, nor which cards each burst laid down; both are reconstructed here.
//!
//! Every seat between two plays has passed. Only whole rounds of passes leave no trace except in the
//! counters: they are placed as late as the counters allow, so that at no time a seat has passed more often
//! than the log requires.

mod table;

use serde::Deserialize;
use std::collections::BTreeSet;
use table::{Table, read_table};
use yomi_core::{MAX_PLAYERS, Player, Rejected, Sentence, Turn, View, ViewOf, sentence};
use yomi_games::Sevens;
use yomi_games::sevens::{Action, Board, Card, Cards, Event, SeenSevens, Suit, Variant};

/// Hand sizes can be wrong by up to this many cards, because the sevens are not dealt evenly.
const MOST_SEVENS: u8 = 4;

/// The contest's state as a player sees it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContestLog {
    pub players_num: usize,
    pub my_player_num: usize,
    pub my_hands: Vec<String>,
    /// The cards played; sevens may be among them and say who held them.
    pub all_actions: Vec<String>,
    pub all_players: Vec<usize>,
    pub pass_count: Vec<u8>,
    pub out_player: Vec<usize>,
    /// Four rows, A to K; 1 where a card is on the table.
    pub field_cards: Vec<Vec<u8>>,
    pub turn_player: usize,
    /// The suits of the rows, for example "SCHD". If absent, the contest's order, or the usual one if that
    /// does not fit.
    #[serde(default)]
    pub suits: Option<String>,
    /// How many cards each seat has now, if known.
    #[serde(default)]
    pub hand_sizes: Option<Vec<u8>>,
}

impl ContestLog {
    /// The game as the seat saw it. `tunnel` and the number of free passes come from the variant; the number
    /// of players from the log.
    pub fn view(&self, variant: Variant) -> Result<ViewOf<Sevens>, Rejected> {
        let facts = Facts::read(self, variant)?;
        // The first failure is reported: the others are only alternative guesses of which cards each burst
        // laid down.
        let mut refusal = None;
        for (dealt, tunnel) in facts.guesses() {
            match facts.history(dealt, tunnel) {
                Ok((first, events)) => return facts.replay(dealt, first, events),
                Err(why) => refusal = refusal.or(Some(why)),
            }
        }
        Err(refusal.expect("there is a guess"))
    }
}

/// The content of the log, checked as far as possible without playing it.
struct Facts {
    seat: Player,
    variant: Variant,
    hand: Cards,
    plays: Vec<(Player, Card)>,
    /// The name of each play in messages.
    names: Vec<Sentence>,
    passes: [u8; MAX_PLAYERS],
    out: Vec<Player>,
    turn: Player,
    table: Table,
    /// The number of cards each seat started with.
    dealt: [u8; MAX_PLAYERS],
    /// Who held the 7 of diamonds, if the log says so.
    first: Option<Player>,
}

impl Facts {
    fn read(log: &ContestLog, variant: Variant) -> Result<Facts, Rejected> {
        let players = log.players_num;
        if players != usize::from(variant.players) {
            return Err(Rejected(sentence!(
                "players_num: {players}; the settings say {}",
                "players_num: {players}人ですが、設定は{}人です",
                variant.players
            )));
        }
        let seat = |name: &str, seat: usize| match seat < players {
            true => Ok(Player::new(seat)),
            false => Err(Rejected(sentence!(
                "{name}: there is no seat {seat}; expected 0 to {}",
                "{name}: 席{seat}はありません。0から{}までにしてください",
                players - 1
            ))),
        };
        let out: Vec<Player> =
            log.out_player.iter().map(|&p| seat("out_player", p)).collect::<Result<_, _>>()?;
        if let Some((_, twice)) = out.iter().enumerate().find(|(i, p)| out[..*i].contains(p)) {
            return Err(Rejected(sentence!(
                "out_player: seat {twice} is listed twice",
                "out_player: 席{twice}が二度書かれています"
            )));
        }
        let passes = read_passes(log, variant, &out)?;
        let hand = read_hand(&log.my_hands)?;
        let Played { plays, names, sevens } = read_plays(log, hand)?;
        let played: Cards = plays.iter().map(|(_, card)| *card).collect();
        let table = read_table(log, played, hand, &plays)?;
        let mut facts = Facts {
            seat: seat("my_player_num", log.my_player_num)?,
            variant,
            hand,
            plays,
            names,
            passes,
            out,
            turn: seat("turn_player", log.turn_player)?,
            table,
            dealt: [0; MAX_PLAYERS],
            first: sevens.iter().find(|(suit, _)| *suit == Suit::Diamonds).map(|(_, p)| *p),
        };
        if facts.out.is_empty()
            && let Some(card) = facts.table.burst.iter().next()
        {
            return Err(Rejected(sentence!(
                "field_cards: {card} lies, but nobody played it and nobody has burst",
                "field_cards: {card} が場にありますが、誰も出しておらず、バーストした席もありません"
            )));
        }
        facts.dealt = facts.deal(log, &sevens)?;
        Ok(facts)
    }

    /// Possible hand sizes of the deal, and whether end cards were opened by the tunnel. There is more than
    /// one guess only if several seats have burst: more cards for one of them and fewer for another.
    fn guesses(&self) -> Vec<([u8; MAX_PLAYERS], bool)> {
        let mut deals = vec![self.dealt];
        for more in 1..=MOST_SEVENS {
            for (&a, &b) in self.out.iter().flat_map(|a| self.out.iter().map(move |b| (a, b))) {
                let mut dealt = self.dealt;
                if a != b && dealt[b.index()] > more {
                    dealt[a.index()] += more;
                    dealt[b.index()] -= more;
                    deals.push(dealt);
                }
            }
        }
        let ways = if self.out.len() > 1 { 2 } else { 1 };
        deals
            .into_iter()
            .flat_map(|dealt| [false, true].into_iter().take(ways).map(move |way| (dealt, way)))
            .collect()
    }

    /// A history that fits, and the first mover.
    fn history(&self, dealt: [u8; MAX_PLAYERS], tunnel: bool) -> Result<(Player, Vec<Event>), Rejected> {
        let mut search = Search { facts: self, tunnel, dead: BTreeSet::new(), furthest: None };
        for first in self.first_movers() {
            let mut events = Vec::new();
            if search.go(Board::new(self.variant, dealt, first), 0, self.table.burst, &mut events) {
                return Ok((first, events));
            }
        }
        Err(search.refusal())
    }

    /// How many cards each seat was dealt: exact where the log says so, otherwise as even as possible.
    fn deal(&self, log: &ContestLog, sevens: &[(Suit, Player)]) -> Result<[u8; MAX_PLAYERS], Rejected> {
        let players = usize::from(self.variant.players);
        let played = |p: Player| self.plays.iter().filter(|(q, _)| *q == p).count() as u8;
        // Fractions of a card matter when the missing cards are distributed, so everything is in units of
        // 1/`players`.
        let expected = |p: Player| {
            let held = sevens.iter().filter(|(_, q)| *q == p).count();
            let known = if sevens.len() == 4 { players * held } else { 4 };
            52 - known as i64 - i64::from(played(p)) * players as i64
        };
        let mut left = [0; MAX_PLAYERS];
        left[self.seat.index()] = self.hand.len() as u8;
        let is_out = |p: &Player| self.out.contains(p);
        let others: Vec<Player> = Player::all(players).filter(|p| *p != self.seat && !is_out(p)).collect();
        let unseen = (!(self.table.all | self.hand)).len();
        match &log.hand_sizes {
            Some(sizes) => self.check_sizes(sizes, unseen, &mut left)?,
            None => share_out(unseen, &others, players, expected, &mut left)?,
        }
        share_out(self.table.burst.len(), &self.out, players, expected, &mut left)?;
        Player::all(players).for_each(|p| left[p.index()] += played(p));
        if let Some(p) = Player::all(players).find(|p| left[p.index()] == 0) {
            let list = if p == self.seat { "my_hands" } else { "hand_sizes" };
            return Err(Rejected(sentence!(
                "{list}: seat {p} has no card and has played none; expected cards",
                "{list}: 席{p}は手札がなく、一枚も出していません。手札があるはずです"
            )));
        }
        Ok(left)
    }

    fn check_sizes(&self, sizes: &[u8], unseen: u32, left: &mut [u8]) -> Result<(), Rejected> {
        let players = usize::from(self.variant.players);
        if sizes.len() != players {
            return Err(Rejected(sentence!(
                "hand_sizes: {} numbers; expected {players}",
                "hand_sizes: {}個あります。{players}個書いてください",
                sizes.len()
            )));
        }
        let own = u32::from(sizes[self.seat.index()]);
        if own != self.hand.len() {
            return Err(Rejected(sentence!(
                "hand_sizes: {own} for seat {}, but my_hands lists {}",
                "hand_sizes: 席{}は{own}枚ですが、my_hands には{}枚あります",
                self.seat,
                self.hand.len()
            )));
        }
        if let Some(p) = self.out.iter().find(|p| sizes[p.index()] > 0) {
            return Err(Rejected(sentence!(
                "hand_sizes: seat {p} has burst and has no cards; expected 0",
                "hand_sizes: 席{p}はバーストして手札がありません。0にしてください"
            )));
        }
        let others = sizes.iter().map(|&n| u32::from(n)).sum::<u32>() - own;
        if others != unseen {
            return Err(Rejected(sentence!(
                "hand_sizes: the opponents have {others} cards, but {unseen} are neither on the table nor in my_hands",
                "hand_sizes: 相手の手札は合わせて{others}枚ですが、場にも my_hands にもない札は{unseen}枚です"
            )));
        }
        left[..players].copy_from_slice(sizes);
        Ok(())
    }

    /// Possible first movers, the most likely first: the seat of the first play, then seats that would have
    /// passed before it.
    fn first_movers(&self) -> Vec<Player> {
        let players = usize::from(self.variant.players);
        let from = self.plays.first().map_or(self.turn, |(p, _)| *p).index();
        match self.first {
            Some(first) => vec![first],
            None => (0..players).map(|back| Player::new((from + players - back) % players)).collect(),
        }
    }

    /// Replays the history through the game's own rules.
    fn replay(
        &self,
        dealt: [u8; MAX_PLAYERS],
        first: Player,
        events: Vec<Event>,
    ) -> Result<ViewOf<Sevens>, Rejected> {
        let own = self.plays.iter().filter(|(p, _)| *p == self.seat).map(|(_, card)| *card);
        let mut hand = own.fold(self.hand, Cards::with);
        let mut board = Board::new(self.variant, dealt, first);
        // If the viewing seat itself has burst, the cards it laid down are its hand.
        for event in &events {
            match *event {
                Event::Play(card) => board.lay(card),
                Event::Pass => board.pass(),
                Event::Burst(laid) => {
                    if board.mover() == self.seat {
                        hand = hand | laid;
                    }
                    board.burst(laid);
                }
            }
        }
        let board = Board::new(self.variant, dealt, first);
        let mut view = View::new(self.seat, SeenSevens { seat: self.seat, hand, board });
        for (i, event) in events.into_iter().enumerate() {
            let text = String::from(event);
            view.observe::<Sevens>(event).map_err(|why| {
                Rejected(sentence!("event {} ({text}): {why}", "{}番目（{text}）: {why:#}", i + 1))
            })?;
        }
        Ok(view)
    }
}

fn read_passes(log: &ContestLog, variant: Variant, out: &[Player]) -> Result<[u8; MAX_PLAYERS], Rejected> {
    let (players, free) = (log.players_num, variant.passes);
    if log.pass_count.len() != players {
        let found = log.pass_count.len();
        return Err(Rejected(sentence!(
            "pass_count: {found} numbers; expected one for each of {players} seats",
            "pass_count: {found}個あります。{players}席のそれぞれに一つ書いてください"
        )));
    }
    for p in Player::all(players) {
        let count = log.pass_count[p.index()];
        match (out.contains(&p), count > free) {
            (true, false) => {
                return Err(Rejected(sentence!(
                    "pass_count: seat {p} is in out_player with {count} passes; a burst is pass {}",
                    "pass_count: out_player の席{p}のパスが{count}回です。バーストは{}回目のパスです",
                    free + 1
                )));
            }
            (false, true) => {
                return Err(Rejected(sentence!(
                    "pass_count: {count} passes of seat {p}, which is not in out_player; pass {} is a burst",
                    "pass_count: out_player にない席{p}のパスが{count}回です。{}回目のパスはバーストです",
                    free + 1
                )));
            }
            _ => {}
        }
    }
    let mut passes = [0; MAX_PLAYERS];
    passes[..players].copy_from_slice(&log.pass_count);
    Ok(passes.map(|n| n.min(free + 1)))
}

fn read_hand(cards: &[String]) -> Result<Cards, Rejected> {
    Cards::try_from(cards.to_vec()).map_err(|why| Rejected(sentence!("my_hands: {why}", "my_hands: {why:#}")))
}

/// The content of `all_actions` and `all_players`.
struct Played {
    plays: Vec<(Player, Card)>,
    names: Vec<Sentence>,
    sevens: Vec<(Suit, Player)>,
}

fn read_plays(log: &ContestLog, hand: Cards) -> Result<Played, Rejected> {
    let (cards, seats) = (log.all_actions.len(), log.all_players.len());
    if cards != seats {
        return Err(Rejected(sentence!(
            "all_actions has {cards} entries and all_players {seats}; expected as many",
            "all_actions は{cards}件、all_players は{seats}件です。同じ数にしてください"
        )));
    }
    let mut read = Played { plays: Vec::new(), names: Vec::new(), sevens: Vec::new() };
    let mut seen = Cards::NONE;
    for (i, (text, &seat)) in log.all_actions.iter().zip(&log.all_players).enumerate() {
        let name = sentence!(
            "all_actions: entry {} ({} of seat {seat})",
            "all_actions: {}番目（席{seat}の{}）",
            i + 1,
            text.chars().take(20).collect::<String>()
        );
        let fault = |why: Sentence| Rejected(sentence!("{name}: {why}", "{name:#}: {why:#}"));
        if seat >= log.players_num {
            return Err(fault(sentence!(
                "there is no such seat; expected 0 to {}",
                "この席はありません。0から{}までです",
                log.players_num - 1
            )));
        }
        if let Some(suit) = Suit::ALL.into_iter().find(|suit| {
            text.strip_suffix('7').is_some_and(|s| {
                s.eq_ignore_ascii_case(&suit.letter().to_string()) || s == suit.symbol().to_string()
            })
        }) {
            read.sevens.push((suit, Player::new(seat)));
            continue;
        }
        let card: Card = text.parse().map_err(|why: Rejected| fault(why.0))?;
        if seen.has(card) {
            return Err(fault(sentence!("it was played before", "もう出されています")));
        }
        if hand.has(card) {
            return Err(fault(sentence!("it is in my_hands", "my_hands にあります")));
        }
        seen = seen.with(card);
        read.plays.push((Player::new(seat), card));
        read.names.push(name);
    }
    Ok(read)
}

/// Distributes `total` cards to the seats, as close as possible to the expected numbers, which are in units
/// of 1/`parts`.
fn share_out(
    total: u32,
    seats: &[Player],
    parts: usize,
    expected: impl Fn(Player) -> i64,
    left: &mut [u8],
) -> Result<(), Rejected> {
    if seats.is_empty() && total > 0 {
        return Err(Rejected(sentence!(
            "field_cards: {total} cards are nowhere: neither on the table nor in a hand",
            "field_cards: 場にも手札にもない札が{total}枚あります"
        )));
    }
    for i in 0..total as usize {
        // A seat in the game has at least one card, and so had every seat when it burst.
        if let Some(seat) = seats.get(i) {
            left[seat.index()] += 1;
            continue;
        }
        let missing = |p: &&Player| expected(**p) - i64::from(left[p.index()]) * parts as i64;
        let seat = seats.iter().max_by_key(missing).expect("there are seats");
        left[seat.index()] += 1;
    }
    Ok(())
}

/// Searches for a history that leads to the content of the log: plays as early as possible, passes where
/// nothing else is possible.
struct Search<'a> {
    facts: &'a Facts,
    tunnel: bool,
    /// States from which no history exists.
    dead: BTreeSet<(usize, Player, [u8; MAX_PLAYERS], Cards)>,
    /// The most plays that fitted, and why the next one did not.
    furthest: Option<(usize, Rejected)>,
}

impl Search<'_> {
    /// Whether the plays from `at` on can follow on this board; `unlaid` are the cards of bursts to come.
    fn go(&mut self, board: Board, at: usize, unlaid: Cards, events: &mut Vec<Event>) -> bool {
        let passes = std::array::from_fn(|i| board.place(Player::new(i)).passes);
        if self.is_end(&board, at, unlaid) {
            return true;
        }
        let mover = board.mover();
        if board.turn() == Turn::Over || !self.dead.insert((at, mover, passes, unlaid)) {
            self.stuck(&board, at);
            return false;
        }
        let next = self
            .facts
            .plays
            .get(at)
            .filter(|(p, card)| *p == mover && board.open().has(*card) && board.place(mover).cards > 0);
        if let Some(&(_, card)) = next {
            let mut after = board;
            after.lay(card);
            if self.attempt(Event::Play(card), after, at + 1, unlaid, events) {
                return true;
            }
        }
        let used = board.place(mover).passes;
        let mut after = board;
        if used >= self.facts.passes[mover.index()] {
            self.stuck(&board, at);
            return false;
        }
        if !board.would_burst(mover) {
            after.pass();
            return self.attempt(Event::Pass, after, at, unlaid, events);
        }
        let laid = self.laid_by(board.place(mover).cards, unlaid);
        after.burst(laid);
        self.attempt(Event::Burst(laid), after, at, unlaid - laid, events)
    }

    fn attempt(
        &mut self,
        event: Event,
        after: Board,
        at: usize,
        unlaid: Cards,
        events: &mut Vec<Event>,
    ) -> bool {
        events.push(event);
        let found = self.go(after, at, unlaid, events);
        if !found {
            events.pop();
        }
        found
    }

    fn is_end(&self, board: &Board, at: usize, unlaid: Cards) -> bool {
        let facts = self.facts;
        let counted = Player::all(board.players()).all(|p| board.place(p).passes == facts.passes[p.index()]);
        let turn = board.turn() == Turn::Over || board.mover() == facts.turn;
        at == facts.plays.len() && unlaid.is_empty() && counted && turn
    }

    /// The hand of a burst. With several bursts the log does not say who laid down what: cards that a play
    /// needs soonest come first.
    fn laid_by(&self, cards: u8, unlaid: Cards) -> Cards {
        let mut order: Vec<Card> = unlaid.iter().collect();
        order.sort_by_key(|card| self.facts.table.needed_by(*card, self.tunnel));
        order.into_iter().take(usize::from(cards)).collect()
    }

    fn stuck(&mut self, board: &Board, at: usize) {
        if self.furthest.as_ref().is_some_and(|(most, _)| *most >= at) {
            return;
        }
        let mover = board.mover();
        let why = match self.facts.plays.get(at) {
            Some((p, card)) if *p == mover || board.turn() == Turn::Over => {
                board.why_not(Action::Play(*card))
            }
            _ => Rejected(sentence!(
                "it is seat {mover}'s turn, which has passed {} times and by pass_count never again",
                "席{mover}の番です。もう{}回パスしていて、pass_count によるとこの後はパスしません",
                board.place(mover).passes
            )),
        };
        self.furthest = Some((at, why));
    }

    fn refusal(self) -> Rejected {
        let (at, why) = self.furthest.expect("a search that found nothing was stuck");
        match self.facts.names.get(at) {
            Some(name) => Rejected(sentence!("{name}: {why}", "{name:#}: {why:#}")),
            None => Rejected(sentence!(
                "turn_player: seat {} cannot be to move after these plays and passes: {why}",
                "turn_player: この経過で席{}の番にはなりません: {why:#}",
                self.facts.turn
            )),
        }
    }
}

#[cfg(test)]
mod tests;

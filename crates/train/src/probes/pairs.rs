//! Where pairs come from: games of a network, their logs changed in one sign and read again by the rules.

use super::{Pair, Probe};
use crate::company::{Desk, Sitter};
use crate::games::{Decision, Table, Views, play_at};
use rayon::prelude::*;
use std::time::Duration;
use yomi_core::testkit::clock::SteppingClock;
use yomi_core::{Limits, Player, Rng, Ruleset as _, Run, Search as _, State as _, Turn, View, ViewOf};
use yomi_duel::DeckReading;
use yomi_duel::heuristic::Heuristic;
use yomi_duel::learnt::Learnt;
use yomi_duel::vector::History;
use yomi_games::Duel;
use yomi_games::duel::cards::Archetype;
use yomi_games::duel::{Action, Counts, Rules, Side, Stage};
use yomi_search::Mcts;
use yomi_search::tree::MctsOptions;

/// Games of a block: pairs are looked for block by block until there are enough.
const BLOCK: u64 = 256;
/// The most games that are played for one probe.
const MOST_GAMES: u64 = 1_000_000;
/// Worlds in which the search looks, and its iterations in each.
const WORLDS: u64 = 4;
const ITERATIONS: u64 = 400;
/// What the sign must gain for what it speaks for: about twice the error of the search.
const CONFIRMED: f64 = 0.05;
/// What else the opponent may seem to play, the slowest first: few cards that it showed are in all decks.
const SLOWER: [&str; 3] = ["control", "ramp", "combo"];
/// How sure the mana must make an observer of the kind of deck.
const TELLING: f64 = 0.9;

/// What was found on the way to enough pairs.
pub struct Found {
    /// Those that the search confirms.
    pub pairs: Vec<Pair>,
    /// Pairs that differ in the sign alone, confirmed or not, and the games they come from.
    pub tried: usize,
    pub games: u64,
}

/// Pairs that the search confirms, at most `wanted`. `done` is told how many there are, and says whether to
/// go on.
pub fn collect(
    probe: Probe,
    rules: &Rules,
    player: &Learnt,
    wanted: usize,
    seed: u64,
    mut done: impl FnMut(usize) -> bool,
) -> Found {
    let mut found = Found { pairs: Vec::new(), tried: 0, games: 0 };
    while found.pairs.len() < wanted && found.games < MOST_GAMES {
        let block = found.games..found.games + BLOCK;
        let pairs: Vec<(Vec<Pair>, usize)> =
            block.into_par_iter().map(|game| of_game(probe, rules, player, game, seed)).collect();
        for (pairs, tried) in pairs {
            found.pairs.extend(pairs);
            found.tried += tried;
        }
        found.games += BLOCK;
        if !done(found.pairs.len().min(wanted)) {
            break;
        }
    }
    found.pairs.truncate(wanted);
    found
}

/// One of how many positions is tried, so that no game has most of the pairs; and who plays. Decks can be
/// exchanged in few positions, so that quick players look for them.
const fn manner(probe: Probe) -> (u32, Sitter) {
    match probe {
        Probe::StandingMana => (3, Sitter::Drawn),
        Probe::AggroMana => (1, Sitter::Rules),
    }
}

struct Seeker<'a> {
    probe: Probe,
    game: u64,
    player: &'a Learnt,
    decks: [Counts; 2],
    views: Views,
    desk: Desk,
    picks: Rng,
    pairs: Vec<Pair>,
    tried: usize,
}

fn of_game(probe: Probe, rules: &Rules, player: &Learnt, game: u64, seed: u64) -> (Vec<Pair>, usize) {
    let mut rng = Rng::new(seed).split(game);
    let (deal, picks) = (rng.next_u64(), rng.split(0x9A12));
    let start = rules.start(deal);
    let deck = |seat: Player| start.side_of(seat).pool.plus(&start.side_of(seat).hand);
    let decks = [deck(Player::FIRST), deck(Player::SECOND)];
    let (views, desk) = (Views::new(rules, deal), Desk::default());
    let mut seeker = Seeker { probe, game, player, decks, views, desk, picks, pairs: Vec::new(), tried: 0 };
    play_at(rules, deal, &mut rng, &mut seeker);
    (seeker.pairs, seeker.tried)
}

impl Table for Seeker<'_> {
    fn choose(&mut self, decision: &Decision<'_>, rng: &mut Rng) -> Action {
        let (every, sitter) = manner(self.probe);
        if self.picks.below(every) == 0 && self.is_asked(decision.state, decision.seat) {
            match self.probe {
                Probe::StandingMana => self.seek_mana(decision),
                Probe::AggroMana => self.seek_decks(decision),
            }
        }
        sitter.choose(self.player, decision, &mut self.desk, rng)
    }

    fn follow(&mut self, before: &Duel, action: Action) {
        self.views.follow(before, action);
    }
}

impl Seeker<'_> {
    /// Whether there is something that the sign would speak for, and something that it would speak against.
    fn is_asked(&self, state: &Duel, seat: Player) -> bool {
        let stage = matches!(state.stage(), Stage::Main | Stage::Attack);
        let actions = state.actions();
        let some = |wanted: bool| actions.iter().any(|action| self.probe.heeds(*action) == Some(wanted));
        // Mana is asked about where attacking or not is all there is to decide.
        let alone = actions.iter().all(|action| self.probe.heeds(*action).is_some());
        state.active() == seat
            && stage
            && some(true)
            && some(false)
            && (alone || self.probe == Probe::AggroMana)
    }

    fn seek_mana(&mut self, decision: &Decision<'_>) {
        let view = self.views.of(decision.seat);
        let Some(changed) = other_mana(view) else { return };
        let standing = |view: &ViewOf<Duel>| opponent(view).mana_standing();
        let (with, without) = match standing(&changed) > standing(view) {
            true => (changed, view.clone()),
            false => (view.clone(), changed),
        };
        // What the opponent holds is the same in both: what it does hold.
        let side = decision.state.side_of(decision.seat.other());
        let hand = side.hand.minus(&side.shown).expect("shown cards are in the hand");
        let deck = self.decks[decision.seat.other().index()];
        let Some(rest) = deck.minus(&view.now.seen_of_other()).and_then(|unseen| unseen.minus(&hand)) else {
            return;
        };
        self.tried += 1;
        let seed = self.picks.next_u64();
        let gains =
            |view: &ViewOf<Duel>| mean_gain(self.probe, seed, |rng| view.now.world_holding(hand, rest, rng));
        let gain = gains(&with) - gains(&without);
        self.keep(Pair { game: self.game, with, without, gain });
    }

    fn seek_decks(&mut self, decision: &Decision<'_>) {
        let view = self.views.of(decision.seat);
        let set = decision.state.set();
        let archetype = |name: &str| set.archetypes.iter().position(|archetype| archetype.name == name);
        let version = |name: &str, picks: &mut Rng| {
            let of = archetype(name)?;
            let (view, deck) = with_mana_of(view, &set.archetypes[of], picks)?;
            let reading = DeckReading::of_other(&view.now).ok()?;
            (reading.archetypes()[of] >= TELLING).then_some((view, deck))
        };
        let mut picks = self.picks.split(decision.number as u64);
        let Some((with, fast)) = version("aggro", &mut picks) else { return };
        let Some((without, slow)) = SLOWER.iter().find_map(|name| version(name, &mut picks)) else { return };
        self.tried += 1;
        let seed = picks.next_u64();
        let gains = |view: &ViewOf<Duel>, deck: &Counts| {
            let unseen = deck.minus(&view.now.seen_of_other()).expect("the deck has what was seen");
            mean_gain(self.probe, seed, |rng| view.now.world(unseen, rng))
        };
        let gain = gains(&with, &fast) - gains(&without, &slow);
        self.keep(Pair { game: self.game, with, without, gain });
    }

    fn keep(&mut self, pair: Pair) {
        if pair.gain >= CONFIRMED {
            self.pairs.push(pair);
        }
    }
}

fn opponent(view: &ViewOf<Duel>) -> &Side {
    view.now.table.side_of(view.seat.other())
}

/// The view after these events; nothing if the rules refuse one of them.
fn after(view: &ViewOf<Duel>, events: impl IntoIterator<Item = Action>) -> Option<ViewOf<Duel>> {
    let mut again = View::new(view.seat, view.start.clone());
    events.into_iter().try_for_each(|event| again.observe::<Duel>(event)).ok()?;
    Some(again)
}

/// Whether two views are of positions that agree, once the opponent's sides were made alike in the sign.
fn agree(a: &ViewOf<Duel>, b: &ViewOf<Duel>, alike: impl Fn(&mut Side)) -> bool {
    let side = |view: &ViewOf<Duel>| {
        let mut side = *opponent(view);
        alike(&mut side);
        side
    };
    let (one, other) = (&a.now.table, &b.now.table);
    side(a) == side(b)
        && one.side_of(a.seat) == other.side_of(b.seat)
        && (one.turn(), one.stage(), one.active(), one.turn_number())
            == (other.turn(), other.stage(), other.active(), other.turn_number())
}

/// A spell that the opponent played, with all that it led to, as a range of events; and the turn.
struct Spell {
    from: usize,
    to: usize,
    turn: u32,
}

/// Its spells.
fn spells(view: &ViewOf<Duel>) -> Vec<Spell> {
    let other = view.seat.other();
    let mut all: Vec<Spell> = Vec::new();
    let mut table = view.start.table;
    for (at, &event) in view.events.iter().enumerate() {
        let decides = table.turn() == Turn::Player(other) && table.stage() == Stage::Main;
        if decides {
            if let Some(open) = all.last_mut().filter(|spell| spell.to == usize::MAX) {
                open.to = at;
            }
            if let Action::Play(card, _) = event
                && !table.set().card(card).is_unit()
            {
                all.push(Spell { from: at, to: usize::MAX, turn: table.turn_number() });
            }
        }
        table.apply(event);
    }
    all.retain(|spell| spell.to != usize::MAX);
    all
}

/// The game with more or less of the opponent's mana standing, everything else being equal.
fn other_mana(view: &ViewOf<Duel>) -> Option<ViewOf<Duel>> {
    let spells = spells(view);
    let last = view.now.table.turn_number() - 1;
    let events = &view.events;
    let earlier = || spells.iter().filter(|spell| spell.turn < last);
    // Another one of its spells in its last turn, instead of the one it played.
    let exchanged = spells.iter().filter(|spell| spell.turn == last).flat_map(|late| {
        earlier().map(move |early| {
            let (one, two) = (early.from..early.to, late.from..late.to);
            [
                &events[..one.start],
                &events[two.clone()],
                &events[one.end..two.start],
                &events[one],
                &events[two.end..],
            ]
            .concat()
        })
    });
    // How many cards it played in which turn stays: a network reads that, too.
    let differs = |changed: &ViewOf<Duel>| {
        opponent(changed).mana_standing() != opponent(view).mana_standing()
            && agree(changed, view, |side| side.mana_tapped = 0)
            && History::of(changed).is_alike_but_standing(&History::of(view))
    };
    exchanged.filter_map(|events| after(view, events)).find(differs)
}

/// The game with cards of a deck of this archetype charged instead, and the deck.
fn with_mana_of(view: &ViewOf<Duel>, archetype: &Archetype, rng: &mut Rng) -> Option<(ViewOf<Duel>, Counts)> {
    let shown = view.now.seen_of_other().minus(&opponent(view).mana)?;
    let possible: Vec<&Counts> = archetype.decks.iter().filter(|deck| deck.minus(&shown).is_some()).collect();
    if possible.is_empty() {
        return None;
    }
    let deck = *possible[rng.below(possible.len() as u32) as usize];
    let mut cards: Vec<_> = deck.minus(&shown)?.copies().collect();
    rng.shuffle(&mut cards);
    let other = view.seat.other();
    let (mut table, mut events) = (view.start.table, Vec::with_capacity(view.events.len()));
    for &event in &view.events {
        let charges = table.turn() == Turn::Player(other) && matches!(event, Action::Charge(_));
        let event = if charges { Action::Charge(cards.pop()?) } else { event };
        if !table.is_legal(event) && table.turn() != Turn::Chance {
            return None;
        }
        table.apply(event);
        events.push(event);
    }
    let changed = after(view, events)?;
    let agrees = agree(&changed, view, |side| side.mana = Counts::EMPTY);
    let of_deck = deck.minus(&changed.now.seen_of_other()).is_some();
    (agrees && of_deck).then_some((changed, deck))
}

/// How much better what the sign speaks for is than what it speaks against, by a search that sees these
/// worlds.
fn mean_gain(probe: Probe, seed: u64, world: impl Fn(&mut Rng) -> Duel) -> f64 {
    let gain = |number: u64| {
        let mut rng = Rng::new(seed).split(number);
        gain_in(probe, &world(&mut rng), &mut rng)
    };
    (0..WORLDS).map(gain).sum::<f64>() / WORLDS as f64
}

fn gain_in(probe: Probe, world: &Duel, rng: &mut Rng) -> f64 {
    let (clock, stop) = (SteppingClock::new(Duration::ZERO), std::sync::atomic::AtomicBool::new(false));
    let mut search = Mcts::new(MctsOptions::default()).with_rollout(Heuristic { random: 26 });
    let mut run = Run::new(Limits::iterations(ITERATIONS), &clock, &stop);
    let decision = search.decide(world, &mut run, rng);
    let best = |wanted: bool| {
        let of = decision.candidates.iter().filter(|c| probe.heeds(c.action) == Some(wanted) && c.visits > 0);
        of.map(|candidate| candidate.mean).fold(f64::NEG_INFINITY, f64::max)
    };
    let gain = best(true) - best(false);
    if gain.is_finite() { gain } else { 0.0 }
}

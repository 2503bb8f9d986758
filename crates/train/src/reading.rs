//! How well the opponent's hidden cards are read, in games that nothing was fitted to: by the cards seen
//! alone, by the card head of a network, and by Bayes from what the opponent did.

use crate::clustered::mean95;
use crate::company::{Company, Desk, Sitter};
use crate::games::{Decision, Table, Views, play_at};
use rayon::prelude::*;
use serde::Serialize;
use yomi_core::{Hidden as _, Inference as _, Rng};
use yomi_duel::behaviour::ByBehaviour;
use yomi_duel::card_head::{self, KINDS, Place, Truth};
use yomi_duel::learnt::Learnt;
use yomi_duel::scored::{Score, Scored};
use yomi_games::Duel;
use yomi_games::duel::{Action, Rules};

/// One of this many decisions of the seat whose turn it is is read.
const EVERY: u32 = 12;
/// The last turns of the parts of a game.
pub const PARTS: [u32; 4] = [4, 8, 12, 16];

pub const WAYS: [&str; 3] = ["cards", "head", "bayes"];
/// By each way; nothing where it was not asked.
type ByWay<T> = [Option<T>; WAYS.len()];

#[derive(Clone, Copy, Debug)]
pub struct Request {
    pub company: Company,
    pub games: u64,
    /// In how many of them Bayes reads too, which takes a thousand times as long.
    pub bayes: u64,
    pub seed: u64,
}

/// One stated chance.
struct Stated {
    place: usize,
    kind: usize,
    turn: u32,
    is_so: bool,
    by: ByWay<f64>,
}

/// How one kind of card was read in one place.
#[derive(Clone, Debug, Serialize)]
pub struct Read {
    pub place: &'static str,
    pub kind: &'static str,
    /// In all games: by the cards seen, by the head.
    pub cards: Scored,
    pub head: Option<Scored>,
    /// How much lower the head's log-loss is, with its 95% interval over games.
    pub head_gain: Option<Gain>,
    /// In the games that Bayes read: by the cards seen, by Bayes, by the head.
    pub bayes: Option<Beside>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Beside {
    pub cards: Scored,
    pub bayes: Scored,
    pub head: Option<Scored>,
    pub bayes_gain: Gain,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct Gain {
    pub mean: f64,
    /// Over games; nothing from fewer than two.
    pub ci95: Option<[f64; 2]>,
}

/// The log-losses of counters, triggers and removal in hand together, in a part of the game.
#[derive(Clone, Debug, Serialize)]
pub struct Part {
    /// Up to this turn, both players' counted; the last part is open.
    pub to_turn: Option<u32>,
    pub readings: f64,
    pub cards: f64,
    pub head: Option<f64>,
    pub bayes: Option<f64>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub company: &'static str,
    pub games: u64,
    pub kinds: Vec<Read>,
    /// In the games that all ways read.
    pub parts: Vec<Part>,
}

struct Reader<'a> {
    learnt: &'a Learnt,
    seats: [Sitter; 2],
    bayes: Option<&'a ByBehaviour>,
    views: Option<Views>,
    picks: Rng,
    desk: Desk,
    found: Vec<Stated>,
}

impl Table for Reader<'_> {
    fn choose(&mut self, decision: &Decision<'_>, rng: &mut Rng) -> Action {
        if decision.state.active() == decision.seat && self.picks.below(EVERY) == 0 && decision.number > 0 {
            self.read(decision);
        }
        self.seats[decision.seat.index()].choose(self.learnt, decision, &mut self.desk, rng)
    }

    fn follow(&mut self, before: &Duel, action: Action) {
        if let Some(views) = &mut self.views {
            views.follow(before, action);
        }
    }
}

impl Reader<'_> {
    fn read(&mut self, decision: &Decision<'_>) {
        let (state, seat) = (decision.state, decision.seat);
        let seen = state.seen(seat);
        let truth = Truth::of(state, seat, decision.fate.shields(seat.other()));
        let head = self.learnt.cards(&seen, decision.history, &mut self.desk.input);
        let by_cards = yomi_duel::DeckReading::of_other(&seen).expect("a deck of the game is played");
        let belief = self.bayes.zip(self.views.as_ref()).map(|(bayes, views)| {
            let mut belief = bayes.read(views.of(seat)).expect("a game of the rules");
            belief.prepare(&mut self.picks.split(decision.number as u64));
            belief
        });
        let sizes = [truth.hand.len(), truth.shields.len()];
        for (place, cards) in Place::ALL.into_iter().zip([truth.hand, truth.shields]) {
            for (kind, asked) in card_head::kinds(state.set()).into_iter().enumerate() {
                let of_hand = belief.as_ref().filter(|_| place == Place::Hand);
                self.found.push(Stated {
                    place: place as usize,
                    kind,
                    turn: state.turn_number(),
                    is_so: cards.kinds() & asked != 0,
                    by: [
                        Some(by_cards.any_among(asked, sizes[place as usize])),
                        head.as_ref().map(|head| head.chance(head.questions().kind(place, kind))),
                        of_hand.and_then(|belief| belief.holds(asked)),
                    ],
                });
            }
        }
    }
}

/// The games, read.
pub fn measure(rules: &Rules, learnt: &Learnt, request: &Request, done: impl Fn() + Sync) -> Report {
    let bayes = ByBehaviour { learnt: Some(learnt.clone()), ..ByBehaviour::default() };
    let of_game = |number: u64| {
        let mut rng = Rng::new(request.seed).split(number);
        let deal = rng.next_u64();
        let mut picks = rng.split(0x2EAD);
        let asked = (number < request.bayes).then_some(&bayes);
        let mut reader = Reader {
            learnt,
            seats: request.company.seats(&mut picks),
            bayes: asked,
            views: asked.map(|_| Views::new(rules, deal)),
            picks,
            desk: Desk::default(),
            found: Vec::new(),
        };
        play_at(rules, deal, &mut rng, &mut reader);
        done();
        reader.found
    };
    let games: Vec<Vec<Stated>> = (0..request.games).into_par_iter().map(of_game).collect();
    let places = [("hand", Place::Hand), ("shields", Place::Shields)];
    let kinds = places.iter().flat_map(|&(name, place)| {
        let games = &games;
        (0..KINDS.len()).map(move |kind| read(games, name, place, kind))
    });
    Report {
        company: request.company.name(),
        games: request.games,
        kinds: kinds.collect(),
        parts: parts(&games),
    }
}

/// The score of one way where all of some ways were asked.
fn score<'a>(stated: impl Iterator<Item = &'a Stated>, way: usize) -> Option<Scored> {
    let mut score = Score::default();
    stated.for_each(|s| s.by[way].into_iter().for_each(|p| score.add(p, s.is_so)));
    Some(score.scored()).filter(|scored| scored.n > 0.0)
}

fn read(games: &[Vec<Stated>], name: &'static str, place: Place, kind: usize) -> Read {
    let of = |s: &&Stated| s.place == place as usize && s.kind == kind;
    let all = || games.iter().flatten().filter(of);
    let both = || all().filter(|s| s.by[2].is_some());
    let gain = |way: usize| gain(games.iter().map(|game| game.iter().filter(of)), way);
    Read {
        place: name,
        kind: KINDS[kind],
        cards: score(all(), 0).unwrap_or_else(|| Score::default().scored()),
        head: score(all(), 1),
        head_gain: gain(1),
        bayes: score(both(), 2)
            .zip(gain(2))
            .zip(score(both(), 0))
            .map(|((bayes, bayes_gain), cards)| Beside { cards, bayes, head: score(both(), 1), bayes_gain }),
    }
}

/// How much lower the log-loss of a way is than by the cards seen. Readings of one game hang together.
fn gain<'a>(games: impl Iterator<Item = impl Iterator<Item = &'a Stated>>, way: usize) -> Option<Gain> {
    let of_game = |game: &mut dyn Iterator<Item = &'a Stated>| {
        let differences = game.filter_map(|s| {
            let (cards, other) = (s.by[0]?, s.by[way]?);
            Some(Score::loss(cards, s.is_so) - Score::loss(other, s.is_so))
        });
        differences.fold((0.0, 0.0), |(sum, n), difference| (sum + difference, n + 1.0))
    };
    let (mean, ci95) = mean95(games.map(|mut game| of_game(&mut game)))?;
    Some(Gain { mean, ci95 })
}

/// Counters, triggers and removal: what an attack or a play fears.
const FEARED: usize = 3;

fn parts(games: &[Vec<Stated>]) -> Vec<Part> {
    let of_hand = |s: &&Stated| s.place == Place::Hand as usize && s.kind < FEARED;
    let has_bayes = games.iter().flatten().any(|s| s.by[2].is_some());
    let asked = |s: &&Stated| !has_bayes || s.by[2].is_some();
    let part = |at: usize| {
        let within = move |s: &&Stated| PARTS.iter().filter(|last| s.turn > **last).count() == at;
        let all = || games.iter().flatten().filter(of_hand).filter(asked).filter(within);
        let loss = |way: usize| score(all(), way).map(|scored| scored.log_loss);
        Some(Part {
            to_turn: PARTS.get(at).copied(),
            readings: all().count() as f64 / FEARED as f64,
            cards: loss(0)?,
            head: loss(1),
            bayes: loss(2),
        })
    };
    (0..=PARTS.len()).filter_map(part).collect()
}

//! What is read from the betting, against the posterior by brute force: every deal of single cards, every
//! sequence of actions, every manner of play.

use std::collections::BTreeMap;
use yomi_core::{Belief, Chance, Hidden, Inference, Player, Rng, State, Turn, View, ViewOf};
use yomi_games::cards::{Bet, Rank};
use yomi_games::leduc::Action;
use yomi_games::{Kuhn, Leduc};
use yomi_poker::belief::UnseenCards;
use yomi_poker::equilibrium::Solved;
use yomi_poker::manner::{MANNERS, Manner, PRIOR};
use yomi_poker::reading::{ByBetting, ByCards, Read};

/// A game as these tests know it: its deck of single cards, and the strength and the chips of a seat.
trait Told: Solved {
    const COPIES: usize;
    fn dealt(cards: [Rank; 2]) -> Self;
    fn card_of(&self, seat: Player) -> Rank;
    fn public(&self) -> Option<Rank>;
    /// What the seat to move would have at stake if it now said this and were called; `None` for a fold.
    fn stake(&self, action: Self::Action) -> Option<u8>;
    fn own_chips(&self, seat: Player) -> u8;
}

impl Told for Kuhn {
    const COPIES: usize = 1;

    fn dealt(cards: [Rank; 2]) -> Kuhn {
        Kuhn::deal(cards)
    }

    fn card_of(&self, seat: Player) -> Rank {
        self.card(seat)
    }

    fn public(&self) -> Option<Rank> {
        None
    }

    fn stake(&self, bet: Bet) -> Option<u8> {
        match bet {
            Bet::Fold => None,
            Bet::Check => Some(1),
            _ => Some(2),
        }
    }

    fn own_chips(&self, _: Player) -> u8 {
        1
    }
}

impl Told for Leduc {
    const COPIES: usize = 2;

    fn dealt(cards: [Rank; 2]) -> Leduc {
        Leduc::deal(cards)
    }

    fn card_of(&self, seat: Player) -> Rank {
        self.card(seat)
    }

    fn public(&self) -> Option<Rank> {
        self.table().public()
    }

    fn stake(&self, action: Action) -> Option<u8> {
        let most = self.table().chips().into_iter().max().unwrap();
        let size = if self.public().is_some() { 4 } else { 2 };
        match action {
            Action::Say(Bet::Check | Bet::Call) => Some(most),
            Action::Say(Bet::Bet | Bet::Raise) => Some(most + size),
            Action::Say(Bet::Fold) | Action::Public(_) => None,
        }
    }

    fn own_chips(&self, seat: Player) -> u8 {
        self.table().chips()[seat.index()]
    }
}

/// How likely a player of this manner is to take each action, written from the documentation.
fn mix<S: Told>(manner: Manner, state: &S, mover: Player) -> Vec<f64> {
    let actions = State::actions(state);
    let even = 1.0 / actions.len() as f64;
    match manner {
        Manner::Random => vec![even; actions.len()],
        Manner::Equilibrium => {
            S::solution().strategy.at(state, mover).into_iter().map(|(_, chance)| chance).collect()
        }
        Manner::Greedy => {
            let mut unseen: Vec<Rank> = Rank::ALL.into_iter().flat_map(|r| vec![r; S::COPIES]).collect();
            let own = state.card_of(mover);
            for card in [Some(own), state.public()].into_iter().flatten() {
                unseen.remove(unseen.iter().position(|&c| c == card).unwrap());
            }
            let strength = |card: Rank| card.index() + if state.public() == Some(card) { 10 } else { 0 };
            let wins = unseen.iter().filter(|&&c| strength(own) > strength(c)).count() as f64;
            let losses = unseen.iter().filter(|&&c| strength(own) < strength(c)).count() as f64;
            let worth = |a| match state.stake(a) {
                Some(chips) => f64::from(chips) * (wins - losses) / unseen.len() as f64,
                None => -f64::from(state.own_chips(mover)),
            };
            let mut best = 0;
            for i in 1..actions.len() {
                if worth(actions[i]) > worth(actions[best]) + 1e-12 {
                    best = i;
                }
            }
            (0..actions.len()).map(|i| 0.1 * even + if i == best { 0.9 } else { 0.0 }).collect()
        }
    }
}

/// Probabilities of the opponent's manner and card with what one seat sees.
struct Posterior<S: Hidden> {
    view: ViewOf<S>,
    has_acted: bool,
    joint: [[f64; 3]; MANNERS],
}

type Posteriors<S> = BTreeMap<String, Posterior<S>>;

/// Every way a game can go, given the manner of the opponent of `viewer`; the viewer itself does anything.
struct Walk<S> {
    viewer: Player,
    manner: Manner,
    start: S,
}

impl<S: Told> Walk<S> {
    fn go(&self, state: &S, said: &[S::Action], has_acted: bool, reach: f64, found: &mut Posteriors<S>) {
        let name = format!("{} {} {said:?} {:?}", self.viewer, state.card_of(self.viewer), self.shown(state));
        let posterior = found.entry(name).or_insert_with(|| {
            let mut view = View::new(self.viewer, self.start.seen(self.viewer));
            let mut then = self.start.clone();
            for &action in said {
                let event = then.event(action, self.viewer);
                S::observe(&mut view.now, &event).unwrap();
                view.events.push(event);
                then.apply(action);
            }
            Posterior { view, has_acted, joint: [[0.0; 3]; MANNERS] }
        });
        posterior.joint[self.manner as usize][state.card_of(self.viewer.other()).index()] += reach;
        let actions = State::actions(state);
        let (steps, acts): (Vec<(S::Action, f64)>, bool) = match state.turn() {
            Turn::Over => return,
            Turn::Chance => (Chance::outcomes(state), false),
            Turn::Player(p) if p == self.viewer => {
                let even = 1.0 / actions.len() as f64;
                (actions.into_iter().map(|a| (a, even)).collect(), false)
            }
            Turn::Player(p) => (actions.into_iter().zip(mix(self.manner, state, p)).collect(), true),
        };
        for (action, chance) in steps {
            let mut next = state.clone();
            next.apply(action);
            let said = [said, &[action]].concat();
            self.go(&next, &said, has_acted || acts, reach * chance, found);
        }
    }

    /// The opponent's card at a showdown.
    fn shown(&self, state: &S) -> Option<Rank> {
        let other = self.viewer.other();
        let hidden = Rank::ALL
            .into_iter()
            .any(|card| card != state.card_of(other) && S::ways(&state.seen(self.viewer))[card.index()] > 0);
        (state.turn() == Turn::Over && !hidden).then(|| state.card_of(other))
    }
}

fn posteriors<S: Told>() -> Vec<Posterior<S>> {
    let deck: Vec<Rank> = Rank::ALL.into_iter().flat_map(|r| vec![r; S::COPIES]).collect();
    let deals = (deck.len() * (deck.len() - 1)) as f64;
    let mut found = BTreeMap::new();
    for (i, &first) in deck.iter().enumerate() {
        for (j, &second) in deck.iter().enumerate() {
            if i == j {
                continue;
            }
            let start = S::dealt([first, second]);
            for viewer in [Player::FIRST, Player::SECOND] {
                for (manner, prior) in Manner::ALL.into_iter().zip(PRIOR) {
                    let walk = Walk { viewer, manner, start: start.clone() };
                    walk.go(&start, &[], false, prior / deals, &mut found);
                }
            }
        }
    }
    found.into_values().collect()
}

fn read<S: Told>(view: &ViewOf<S>) -> Read<S> {
    Inference::<S>::read(&ByBetting, view).unwrap()
}

/// The number of information sets and how many of them are read.
fn agrees_with_brute_force<S: Told>() -> [usize; 2] {
    let all = posteriors::<S>();
    let mut acted = 0;
    for Posterior { view, has_acted, joint } in &all {
        let read = read::<S>(view);
        let total: f64 = joint.iter().flatten().sum();
        let told = || format!("{:?}", view.now);
        let close = |found: f64, exact: f64| assert!((found - exact).abs() < 1e-9, "{} {joint:?}", told());
        // Before the opponent has acted its card is any that is unseen, and its manner is nobody's business.
        if !has_acted {
            assert!(read.cards().is_none() && read.manners().is_none(), "{}", told());
            let ways = S::ways(&view.now);
            for (card, ways_of) in ways.into_iter().enumerate() {
                let exact: f64 = joint.iter().map(|row| row[card]).sum::<f64>() / total;
                close(f64::from(ways_of) / f64::from(ways.iter().sum::<u32>()), exact);
            }
            continue;
        }
        acted += 1;
        for (card, found) in read.cards().unwrap().into_iter().enumerate() {
            close(found, joint.iter().map(|row| row[card]).sum::<f64>() / total);
        }
        for (row, found) in joint.iter().zip(read.manners().unwrap()) {
            close(found, row.iter().sum::<f64>() / total);
        }
        for manner in Manner::ALL {
            let row = joint[manner as usize];
            let of_it: f64 = row.iter().sum();
            match read.cards_of(manner) {
                Some(cards) => {
                    cards.into_iter().zip(row).for_each(|(found, exact)| close(found * of_it, exact));
                }
                None => assert_eq!(of_it, 0.0, "{}", told()),
            }
        }
    }
    [all.len(), acted]
}

#[test]
fn the_posterior_is_exact_everywhere_in_kuhn() {
    // Each seat with each card: at four tables before the end and two that end by a fold it sees no more, at
    // the three showdowns it also sees one of two cards. Nothing has been said by the other at the start and,
    // for the first seat, after its own bet or check.
    assert_eq!(agrees_with_brute_force::<Kuhn>(), [2 * 3 * (4 + 2 + 3 * 2), 2 * 3 * 12 - 3 * 3 - 3]);
}

#[test]
fn the_posterior_is_exact_everywhere_in_leduc() {
    let [all, acted] = agrees_with_brute_force::<Leduc>();
    // The first seat has heard nothing at the start and after its own check or bet, the second at the start.
    assert_eq!(all - acted, 3 * 3 + 3);
    assert!(acted > 1_000, "{acted}");
}

/// By hand: a bet is heard with Q in hand. Equilibrium bets K in 3a of 3 cases and J in a; greedy K with 0.95
/// and J with 0.05; random half of the time.
#[test]
fn a_bet_in_kuhn_is_read_as_by_hand() {
    let mut state = Kuhn::deal([Rank::K, Rank::Q]);
    let view_of = |state: &Kuhn| View::new(Player::SECOND, state.seen(Player::SECOND));
    assert!(read::<Kuhn>(&view_of(&state)).manners().is_none());
    let bets = |card| {
        let start = Kuhn::deal([card, Rank::Q]);
        Kuhn::solution().strategy.at(&start, Player::FIRST).iter().find(|(a, _)| *a == Bet::Bet).unwrap().1
    };
    let (jack, king) = (bets(Rank::J), bets(Rank::K));
    state.apply(Bet::Bet);
    let read = read::<Kuhn>(&view_of(&state));
    let total = jack + king + 0.05 + 0.95 + 0.5 + 0.5;
    let [j, q, k] = read.cards().unwrap();
    assert!((j - (jack + 0.05 + 0.5) / total).abs() < 1e-12 && q == 0.0, "{j} {q}");
    assert!((k - (king + 0.95 + 0.5) / total).abs() < 1e-12, "{k}");
    let [equilibrium, greedy, random] = read.manners().unwrap();
    assert!((equilibrium - (jack + king) / total).abs() < 1e-12);
    assert!((greedy - 1.0 / total).abs() < 1e-12 && (random - 1.0 / total).abs() < 1e-12);
    // The bluff is known to be a third of the good bets.
    assert!((king - 3.0 * jack).abs() < 0.02, "{jack} {king}");
}

/// Worlds come as often as they are believed in.
#[test]
fn worlds_are_drawn_from_the_posterior() {
    let mut state = Leduc::deal([Rank::Q, Rank::K]);
    [Bet::Check, Bet::Bet, Bet::Raise].into_iter().for_each(|bet| state.apply(Action::Say(bet)));
    let view = View::new(Player::SECOND, state.seen(Player::SECOND));
    let mut belief = read::<Leduc>(&view);
    let exact = belief.cards().unwrap();
    let (mut rng, mut counts, draws) = (Rng::new(4), [0.0f64; 3], 100_000.0);
    for _ in 0..draws as u32 {
        let (world, weight) = belief.sample(&mut rng);
        assert_eq!((weight, world.seen(Player::SECOND)), (1.0, view.now));
        counts[world.card(Player::FIRST).index()] += 1.0;
    }
    let chi2: f64 = counts.iter().zip(exact).map(|(n, p)| (n - draws * p).powi(2) / (draws * p)).sum();
    // Two degrees of freedom: 18.4 is exceeded for one seed in ten thousand.
    assert!(chi2 < 18.4 && !belief.is_weighted(), "{counts:?} {exact:?}");
    // The cards alone would say otherwise: with K in hand there are two J, two Q and one K.
    let unread = [0.4, 0.4, 0.2];
    assert!(exact.iter().zip(unread).any(|(p, q)| (p - q).abs() > 0.05), "{exact:?}");
}

/// Where nothing was heard, both inferences draw the same worlds with the same luck.
#[test]
fn a_seat_that_has_not_acted_is_read_by_the_cards_alone() {
    let state = Leduc::deal([Rank::J, Rank::K]);
    let view = View::new(Player::FIRST, state.seen(Player::FIRST));
    let mut unseen = Inference::<Leduc>::read(&UnseenCards, &view).unwrap();
    let (mut read, mut one, mut two) = (read::<Leduc>(&view), Rng::new(9), Rng::new(9));
    for _ in 0..200 {
        assert_eq!(unseen.sample(&mut one), read.sample(&mut two));
    }
}

/// Who reads beside the search draws the worlds of who does not read, whatever was said, and reads the same.
#[test]
fn reading_beside_the_search_changes_no_world() {
    let mut state = Leduc::deal([Rank::Q, Rank::K]);
    state.apply(Action::Say(Bet::Bet));
    let view = View::new(Player::SECOND, state.seen(Player::SECOND));
    let mut unseen = Inference::<Leduc>::read(&UnseenCards, &view).unwrap();
    let mut beside = Inference::<Leduc>::read(&ByCards, &view).unwrap();
    assert_eq!(beside.read().cards(), read::<Leduc>(&view).cards());
    let (mut one, mut two) = (Rng::new(9), Rng::new(9));
    for _ in 0..200 {
        assert_eq!(unseen.sample(&mut one), beside.sample(&mut two));
    }
}

/// Stated chances of one kind, in tenths, with what came true.
#[derive(Default)]
struct Calibration {
    bins: [(u32, f64, u32, f64); 10],
}

impl Calibration {
    fn note(&mut self, chance: f64, came_true: bool) {
        let (games, stated, hits, variance) = &mut self.bins[((10.0 * chance) as usize).min(9)];
        *games += 1;
        *stated += chance;
        *hits += u32::from(came_true);
        *variance += chance * (1.0 - chance);
    }

    /// In every tenth as many came true as were stated, within 4.5 standard deviations: of sixty such checks
    /// one in 2,500 fails by luck.
    fn check(&self, what: &str) -> usize {
        for (games, stated, hits, variance) in self.bins {
            let off = (f64::from(hits) - stated).abs();
            assert!(off <= 4.5 * variance.sqrt() + 1e-6, "{what}: {hits} of {games}, stated {stated:.1}");
        }
        self.bins.iter().filter(|bin| bin.0 >= 500).count()
    }
}

/// Games between members of the family drawn by the prior; of each game at most one moment, so that all
/// are independent.
fn calibrated<S: Told>(deals: &[(S, f64)], games: u32, seed: u64) -> usize {
    let mut rng = Rng::new(seed);
    let draw = |chances: &[f64], rng: &mut Rng| {
        let mut mark = rng.unit();
        let found = chances.iter().position(|chance| {
            mark -= chance;
            mark < 0.0
        });
        found.unwrap_or(chances.len() - 1)
    };
    let mut cards: [Calibration; 3] = Default::default();
    let mut manners: [Calibration; MANNERS] = Default::default();
    for _ in 0..games {
        let starts: Vec<f64> = deals.iter().map(|(_, chance)| *chance).collect();
        let mut state = deals[draw(&starts, &mut rng)].0.clone();
        let players = [0; 2].map(|_| Manner::ALL[draw(&PRIOR, &mut rng)]);
        // Who looks, and at which of its turns, is settled beforehand: which turns a game has depends on the
        // cards.
        let (viewer, mut turns) = (Player::new(rng.below(2) as usize), 1 + rng.below(3));
        let mut heard = None;
        loop {
            match state.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    let action = state.sample_outcome(&mut rng);
                    state.apply(action);
                }
                Turn::Player(p) => {
                    turns -= u32::from(p == viewer);
                    if turns == 0 {
                        let read = read::<S>(&View::new(p, state.seen(p)));
                        heard = read.cards().zip(read.manners());
                        break;
                    }
                    let chosen = draw(&mix(players[p.index()], &state, p), &mut rng);
                    state.apply(State::actions(&state)[chosen]);
                }
            }
        }
        let Some((stated_cards, stated_manners)) = heard else { continue };
        let other = viewer.other();
        for (card, calibration) in cards.iter_mut().enumerate() {
            calibration.note(stated_cards[card], state.card_of(other).index() == card);
        }
        for (manner, calibration) in manners.iter_mut().enumerate() {
            calibration.note(stated_manners[manner], players[other.index()] as usize == manner);
        }
    }
    let cards = cards.iter().zip(Rank::ALL).map(|(c, card)| c.check(&format!("card {card}")));
    let manners = manners.iter().zip(Manner::ALL).map(|(c, manner)| c.check(manner.key()));
    cards.sum::<usize>() + manners.sum::<usize>()
}

#[test]
fn stated_chances_come_true_as_often_as_stated() {
    let kuhn: Vec<_> = Kuhn::deals().map(|deal| (deal, 1.0 / 6.0)).collect();
    let filled = calibrated(&kuhn, 60_000, 1);
    assert!(filled >= 15, "{filled}");
    let leduc: Vec<_> = Leduc::deals().collect();
    let filled = calibrated(&leduc, 60_000, 2);
    assert!(filled >= 30, "{filled}");
}

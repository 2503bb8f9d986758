//! Inference in Sevens: samples follow the Bayesian posterior, kinds of players are told apart, and no player
//! uses hidden information.

use crate::sevens_kit::swap;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use yomi_core::testkit::{Effort, peek, worlds};
use yomi_core::{Belief, Hidden, MAX_PLAYERS, Player, Rng, Ruleset, State, Turn, View, ViewOf, ViewSearch};
use yomi_games::Sevens;
use yomi_games::sevens::{Action, Card, Cards, Event, Rules, Variant};
use yomi_search::belief::{Reading, Witness, Worlds};
use yomi_search::tally::{Clusters, Tally};
use yomi_search::tree::rollout::{Rollout, rollout};
use yomi_search::tree::{IsMctsOptions, OpenLoopOptions};
use yomi_search::{Halving, IsMcts, OpenLoop};
use yomi_sevens::{
    ByCards, Cast, Company, EFFORT, Fate, Hands, KINDS, Kind, LISTED, Outlook, OwnWay, PassReading, Players,
    Reader, Sight, Tuned,
};

const FAMILY: [f64; KINDS] = [0.4, 0.05, 0.1, 0.25, 0.2];
const ALIKE: f64 = 0.5;

fn reader(passes: PassReading) -> Reader {
    Reader {
        passes,
        decay: 0.05,
        family: FAMILY,
        alike: ALIKE,
        players: Players::default(),
        may_pass: true,
        listed: LISTED,
        effort: EFFORT,
    }
}

fn cast() -> Cast {
    Cast { own: OwnWay::tuned(), others: Players::default() }
}

type Maker = Box<dyn Fn() -> Box<dyn ViewSearch<Sevens>>>;

#[test]
fn nobody_peeks() {
    let halving = |passes| -> Maker {
        Box::new(move || Box::new(Halving { reading: reader(passes), policy: cast(), trust: 0.005 }))
    };
    // Each with a reading whose worlds are compared beside it; the soft one takes long, and once is enough.
    let players: Vec<(PassReading, Maker)> = vec![
        (PassReading::Soft, halving(PassReading::Soft)),
        (PassReading::Hard, halving(PassReading::Hard)),
        (PassReading::Ignored, halving(PassReading::Ignored)),
        (
            PassReading::Ignored,
            Box::new(|| {
                let options = OpenLoopOptions::default();
                Box::new(OpenLoop { reading: reader(PassReading::Soft), policy: cast(), options })
            }),
        ),
        (
            PassReading::Ignored,
            Box::new(|| {
                let hands = Hands(reader(PassReading::Soft));
                let search = IsMcts::<Sevens, _>::new(hands, IsMctsOptions::default());
                Box::new(search.with_leaf(Rollout(ByCards(Tuned::peer()))))
            }),
        ),
        (PassReading::Ignored, Box::new(|| Box::new(ByCards(Tuned::hunter())))),
    ];
    for variant in [Variant::default(), Variant { players: 4, passes: 1, ..Variant::default() }] {
        let start = |seed| Rules { variant }.start(seed);
        for (compared, player) in &players {
            peek::check_no_peek(Effort::games(3), start, swap, &Hands(reader(*compared)), player);
        }
    }
}

/// What a search would see that plays out every move in this many worlds.
fn outlook(view: &ViewOf<Sevens>, worlds: usize) -> Outlook {
    let belief = Reading::read(&reader(PassReading::Soft), view).unwrap();
    let mut witness = *Witness::wanted(true, &belief).unwrap();
    let (mut rng, mut policy) = (Rng::new(7), cast());
    let mut drawn = Worlds::new(belief.clone());
    for _ in 0..worlds {
        let world: Company = drawn.next(&mut rng).state;
        witness.begin(&world);
        for action in view.legal::<Sevens>() {
            let mut end = world;
            end.apply(action);
            rollout(&mut end, &mut policy, &mut rng);
            witness.end(action, &end);
        }
    }
    Outlook::of(&view.now, &witness).expect("evidence of Sevens")
}

/// The explanations too: they are made from the inference.
#[test]
fn nor_does_what_is_explained() {
    let (mut changed, mut rng) = (0, Rng::new(3));
    for seed in 0..4 {
        for view in views(Rules::default().start(seed), &mut [Kind::Random; 3].map(player), 8, seed) {
            let state = view.1;
            let twin = swap(&state, view.0.seat, &mut rng);
            changed += u32::from(twin != state);
            let twin_view = View { now: twin.seen(view.0.seat), ..view.0.clone() };
            assert_eq!(outlook(&view.0, 20).worlds(), 20);
            let told = |view: &ViewOf<Sevens>| format!("{:?}", outlook(view, 20));
            assert_eq!(told(&view.0), told(&twin_view));
        }
    }
    assert!(changed > 20, "{changed}");
}

#[test]
fn worlds_agree_with_the_view() {
    let start = |seed| Rules::default().start(seed);
    for passes in [PassReading::Soft, PassReading::Ignored, PassReading::Hard] {
        // Every deal of the unseen cards is possible: a seat may pass at any time.
        worlds::check_worlds(Effort::games(10), start, &Hands(reader(passes)), |_, _| true);
    }
}

/// Among players who pass only when they must, the hard inference gives no seat a card that was open when it
/// passed.
#[test]
fn a_hard_reading_takes_passes_at_their_word() {
    let (reader, mut rng, mut passes) = (reader(PassReading::Hard), Rng::new(1), 0);
    for seed in 0..20 {
        let seats = &mut [Kind::Random; 3].map(player);
        for (view, _) in views(Rules::default().start(seed), seats, 20, seed) {
            let look = Reading::read(&reader, &view).unwrap().look(&mut rng);
            let mut seen = view.start;
            for event in &view.events {
                let board = seen.board;
                Sevens::observe(&mut seen, event).unwrap();
                if *event == Event::Pass && board.mover() != view.seat {
                    assert!((look.hands[board.mover().index()] & board.open()).is_empty());
                    passes += 1;
                }
            }
        }
    }
    assert!(passes > 100, "{passes}");
}

fn player(kind: Kind) -> Seat {
    let mut players = Players::default();
    Box::new(move |sight, rng| players.act(kind, sight, rng))
}

type Seat = Box<dyn FnMut(&Sight<'_>, &mut Rng) -> Action>;

/// Plays a game and returns the views of seat 0 when it is to move, at most `most` of them, with the true
/// states.
fn views(start: Sevens, seats: &mut [Seat], most: usize, seed: u64) -> Vec<(ViewOf<Sevens>, Sevens)> {
    let (mut state, mut rng) = (start, Rng::new(seed));
    let mut view = View::new(Player::FIRST, start.seen(Player::FIRST));
    let mut all = Vec::new();
    while let Turn::Player(mover) = state.turn() {
        if mover == Player::FIRST {
            all.push((view.clone(), state));
            if all.len() == most {
                break;
            }
        }
        let action = seats[mover.index()](&Sight::of_mover(&state), &mut rng);
        view.observe::<Sevens>(state.event(action, Player::FIRST)).unwrap();
        state.apply(action);
    }
    all
}

/// Whether a seat has moved, by the log.
fn has_moved(view: &ViewOf<Sevens>, p: Player) -> bool {
    let mut seen = view.start;
    view.events.iter().any(|event| {
        let mover = seen.board.mover();
        Sevens::observe(&mut seen, event).unwrap();
        mover == p
    })
}

/// The probability that a kind does this, written from the definition of the kinds, independently of the
/// reader: deterministic kinds make an error with probability one tenth, uniform over all actions, and kinds
/// that pass only when they must almost never pass by choice.
fn likelihood(kind: Kind, state: &Sevens, action: Action) -> f64 {
    let choices = f64::from(state.playable().len());
    let (forced, pass) = (state.playable().is_empty(), action == Action::Pass);
    let same = || {
        let chosen = player(kind)(&Sight::of_mover(state), &mut Rng::new(0));
        let slip = 0.1 / (choices + 1.0);
        if chosen == action { 0.9 + slip } else { slip }
    };
    match kind {
        Kind::Free => 1.0 / (choices + 1.0),
        _ if forced => f64::from(u8::from(pass)),
        Kind::Random | Kind::Greedy | Kind::Careful if pass => 0.002,
        Kind::Random => 1.0 / choices,
        Kind::Greedy | Kind::Shrewd => same(),
        Kind::Careful => often(kind, state, action),
    }
}

/// How often a kind that chooses at random does this, by counting.
fn often(kind: Kind, state: &Sevens, action: Action) -> f64 {
    const TIMES: u32 = 20_000;
    let (mut player, mut rng) = (player(kind), Rng::new(1));
    let times = (0..TIMES).filter(|_| player(&Sight::of_mover(state), &mut rng) == action).count();
    times as f64 / f64::from(TIMES)
}

/// A deal with most cards already on the table: two for each other seat and four for seat 0, so that all
/// deals can be enumerated.
fn small(seed: u64) -> Sevens {
    let mut rng = Rng::new(seed);
    // Cards far from the 7, so that some turns pass before they can be played.
    let mut left: Vec<Card> = Cards::ALL.iter().filter(|c| c.distance() >= 2 && c.distance() <= 4).collect();
    rng.shuffle(&mut left);
    let sizes = [4, 3, 3];
    let mut hands = [Cards::NONE; MAX_PLAYERS];
    for (hand, size) in hands.iter_mut().zip(sizes) {
        *hand = left.drain(..size).collect();
    }
    let held = hands.iter().fold(Cards::NONE, |all, hand| all | *hand);
    let lying: Vec<String> = (!held).into();
    let own: Vec<String> = hands[0].into();
    let seats: Vec<_> = sizes.iter().map(|cards| serde_json::json!({ "cards": cards })).collect();
    let written = serde_json::json!({ "seat": 0, "hand": own, "table": lying, "seats": seats, "turn": 0 });
    Sevens::world(&serde_json::from_value(written).unwrap(), hands)
}

/// Every way to deal the unseen cards, with how likely it is by the whole family: kinds summed, seats of one
/// kind or each by itself.
fn posterior(start: &Sevens, view: &ViewOf<Sevens>) -> BTreeMap<Cards, f64> {
    let weighed = |[one, two]: [Cards; 2]| (one, weight_of(&kinds_in_deal(start, view, [one, two])));
    let mut all: BTreeMap<Cards, f64> = all_deals(view).into_iter().map(weighed).collect();
    let total: f64 = all.values().sum();
    all.values_mut().for_each(|weight| *weight /= total);
    all
}

/// Every way to deal the unseen cards to the two others.
fn all_deals(view: &ViewOf<Sevens>) -> Vec<[Cards; 2]> {
    let unseen: Vec<Card> = view.now.unseen().iter().collect();
    let first = Player::new(1);
    let many = u32::from(view.now.board.place(first).cards);
    let mut all = Vec::new();
    for bits in 0u32..1 << unseen.len() {
        if bits.count_ones() != many {
            continue;
        }
        let own = |i: usize| bits >> i & 1 == 1;
        let one: Cards = unseen.iter().enumerate().filter(|(i, _)| own(*i)).map(|(_, c)| *c).collect();
        let two: Cards = unseen.iter().enumerate().filter(|(i, _)| !own(*i)).map(|(_, c)| *c).collect();
        all.push([one, two]);
    }
    all
}

/// How likely each kind is at each seat to have done what the seat did with these hands, times how likely the
/// kind is.
fn kinds_in_deal(start: &Sevens, view: &ViewOf<Sevens>, now: [Cards; 2]) -> [[f64; KINDS]; 3] {
    // The hands at the start: what is left and what was played.
    let mut hands = [Cards::NONE, now[0], now[1], Cards::NONE, Cards::NONE, Cards::NONE];
    let mut seen = view.start;
    for event in &view.events {
        let mover = seen.board.mover();
        if let Event::Play(card) = event {
            hands[mover.index()] = hands[mover.index()].with(*card);
        }
        Sevens::observe(&mut seen, event).unwrap();
    }
    let mut state = Sevens::world(&start.seen(Player::FIRST), hands);
    let mut kinds = [FAMILY; 3];
    for event in &view.events {
        let mover = state.board().mover();
        let action = match event {
            Event::Play(card) => Action::Play(*card),
            Event::Pass => Action::Pass,
            Event::Burst(_) => unreachable!("views end before a burst"),
        };
        if mover != Player::FIRST {
            for kind in Kind::ALL {
                kinds[mover.index()][kind as usize] *= likelihood(kind, &state, action);
            }
        }
        state.apply(action);
    }
    kinds
}

fn weight_of(kinds: &[[f64; KINDS]; 3]) -> f64 {
    (0..KINDS).map(|kind| weight_with(kinds, 1, kind)).sum()
}

/// The part of the weight in which this seat, 1 or 2, is of this kind.
fn weight_with(kinds: &[[f64; KINDS]; 3], seat: usize, kind: usize) -> f64 {
    let other = &kinds[3 - seat];
    let apart = kinds[seat][kind] * other.iter().sum::<f64>();
    // All seats of one kind, which is drawn once: the prior is contained in each seat's factor.
    let alike = kinds[seat][kind] * other[kind] / FAMILY[kind];
    (1.0 - ALIKE) * apart + ALIKE * alike
}

/// Deals so small that all of them can be enumerated, with a view of each after some moves.
fn small_views() -> impl Iterator<Item = (u64, Sevens, ViewOf<Sevens>)> {
    (0..30).filter_map(|seed| {
        let start = small(seed);
        let seats = &mut [Kind::Random, Kind::Shrewd, Kind::Free].map(player);
        let (view, _) = views(start, seats, 3, seed).pop()?;
        let bursts = view.events.iter().any(|e| matches!(e, Event::Burst(_)));
        (!bursts && view.now.unseen().len() >= 3).then_some((seed, start, view))
    })
}

/// Draws against the posterior of all deals, whole hands and not only cards: where all are written down, and
/// where they are not.
#[test]
fn deals_come_as_often_as_bayes_says() {
    const DRAWS: usize = 20_000;
    let (mut compared, first) = (0, Player::new(1));
    for (seed, start, view) in small_views() {
        let expected = posterior(&start, &view);
        for listed in [LISTED, 0] {
            let mut read = Reading::read(&Reader { listed, ..reader(PassReading::Soft) }, &view).unwrap();
            assert_eq!(read.is_exact(), listed > 0 || expected.len() == 1);
            assert!(!Belief::<Company>::is_weighted(&read));
            let mut rng = Rng::new(seed);
            let mut met: BTreeMap<Cards, f64> = BTreeMap::new();
            for _ in 0..DRAWS {
                let hand = read.look(&mut rng).hands[first.index()];
                *met.entry(hand).or_default() += 1.0 / DRAWS as f64;
            }
            assert!(met.keys().all(|hand| expected.contains_key(hand)));
            let off = |(hand, chance): (&Cards, &f64)| (met.get(hand).unwrap_or(&0.0) - chance).abs();
            let distance = expected.iter().map(off).sum::<f64>() / 2.0;
            // Some two dozen deals: half the sum of their errors is about sqrt(24 / (2 pi 20,000)), and
            // often(kind) adds its own.
            assert!(distance < 0.03, "seed {seed}: {distance} between {met:?} and {expected:?}");
        }
        compared += expected.len();
    }
    assert!(compared > 100, "{compared}");
}

/// Kinds of the others by Bayes over all deals, where all of them are written down.
#[test]
fn kinds_are_as_likely_as_bayes_says() {
    let mut compared = 0;
    for (seed, start, view) in small_views() {
        let all: Vec<_> = all_deals(&view).into_iter().map(|now| kinds_in_deal(&start, &view, now)).collect();
        let total: f64 = all.iter().map(weight_of).sum();
        let read = Reading::read(&reader(PassReading::Soft), &view).unwrap();
        let found = read.exact_kinds().expect("all deals are written down");
        for seat in [1, 2] {
            for (kind, found) in found[seat].into_iter().enumerate() {
                let expected = all.iter().map(|kinds| weight_with(kinds, seat, kind)).sum::<f64>() / total;
                // What is counted of one kind is off by half a percent now and then.
                assert!((found - expected).abs() < 0.01, "seed {seed}, seat {seat}: {found} {expected}");
            }
        }
        compared += 1;
    }
    assert!(compared > 10, "{compared}");
}

/// The luck of a search is that of its worlds: another seed, other deals; the same seed, the same.
#[test]
fn a_search_has_deals_of_its_own() {
    let seats = &mut [Kind::Random; 3].map(player);
    let (view, _) = views(Rules::default().start(3), seats, 4, 3).pop().unwrap();
    let drawn = |seed| {
        let mut read = Reading::read(&reader(PassReading::Soft), &view).unwrap();
        assert!(!read.is_exact());
        let mut rng = Rng::new(seed);
        (0..200).map(|_| read.look(&mut rng).hands).collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(drawn(1), drawn(1));
    let shared = drawn(1).intersection(&drawn(2)).count();
    assert!(shared < 20, "{shared} of 200");
}

/// How far a whole stock is off, by luck, shows in its clusters, however often it is stirred and given out again. As
/// many independent worlds would be off by far less.
#[test]
fn clusters_tell_how_far_a_stock_is_off() {
    let seats = &mut [Kind::Random, Kind::Shrewd, Kind::Careful].map(player);
    let (view, _) = views(Rules::default().start(5), seats, 5, 5).pop().unwrap();
    const WORLDS: usize = 4_000;
    let effort = stock_effort(EFFORT.deals);
    let cards: Vec<Card> = view.now.unseen().iter().collect();
    let (mut means, mut stated) = (vec![Vec::new(); cards.len()], 0.0);
    for seed in 0..40 {
        let reader = Reader { listed: 0, effort, ..reader(PassReading::Soft) };
        let mut read = Reading::read(&reader, &view).unwrap();
        let mut rng = Rng::new(seed);
        let mut found: Vec<_> = cards.iter().map(|_| (Tally::new(()), Clusters::default())).collect();
        for _ in 0..WORLDS {
            let hands = read.look(&mut rng).hands;
            let cluster = Belief::<Company>::cluster(&read).unwrap();
            for (card, (tally, clusters)) in cards.iter().zip(&mut found) {
                let holds = f64::from(u8::from(hands[1].has(*card)));
                tally.add(holds);
                clusters.add(cluster, holds);
            }
        }
        for ((tally, clusters), means) in found.iter_mut().zip(&mut means) {
            tally.cluster(clusters);
            means.push(tally.sum / WORLDS as f64);
            stated += tally.candidate().se.powi(2) / 40.0;
        }
    }
    let variance = |means: &Vec<f64>| {
        let mean = means.iter().sum::<f64>() / means.len() as f64;
        means.iter().map(|m| (m - mean).powi(2)).sum::<f64>() / (means.len() - 1) as f64
    };
    let actual: f64 = means.iter().map(variance).sum();
    let independent: f64 = means
        .iter()
        .map(|means| means.iter().sum::<f64>() / means.len() as f64)
        .map(|mean| mean * (1.0 - mean) / WORLDS as f64)
        .sum();
    println!("actual {actual:.5}, stated {stated:.5}, as if independent {independent:.5}");
    assert!((0.7..1.7).contains(&(stated / actual)), "stated {stated}, actual {actual}");
    assert!(independent < 0.4 * actual, "{independent} beside {actual}");
}

/// Stocks that are led anew have nothing in common; where each deal is drawn by itself there are no clusters.
#[test]
fn every_stock_has_clusters_of_its_own() {
    let seats = &mut [Kind::Random; 3].map(player);
    let (view, _) = views(Rules::default().start(3), seats, 4, 3).pop().unwrap();
    let mut read =
        Reading::read(&Reader { effort: stock_effort(16), ..reader(PassReading::Soft) }, &view).unwrap();
    let (mut rng, mut seen) = (Rng::new(1), Vec::new());
    // 32 deals, the same stirred, and so on without end: a stock of the largest size is not led anew.
    for _ in 0..4 * 32 {
        read.look(&mut rng);
        seen.push(Belief::<Company>::cluster(&read).unwrap());
    }
    assert!(seen.iter().all(|&cluster| cluster < 32), "{seen:?}");
    let growing = yomi_sevens::Effort { most: 32, ..stock_effort(16) };
    let mut read = Reading::read(&Reader { effort: growing, ..reader(PassReading::Soft) }, &view).unwrap();
    let mut round = |count: usize| {
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..count {
            read.look(&mut rng);
            seen.insert(Belief::<Company>::cluster(&read).unwrap());
        }
        seen
    };
    let [first, stirred, second] = [round(32), round(32), round(64)];
    assert!(stirred.is_subset(&first) && first.is_disjoint(&second), "{first:?} {stirred:?} {second:?}");
    let before = View::new(Player::FIRST, Rules::default().start(3).seen(Player::FIRST));
    for passes in [PassReading::Hard, PassReading::Ignored] {
        let mut read = Reading::read(&reader(passes), &before).unwrap();
        read.look(&mut rng);
        assert_eq!(Belief::<Company>::cluster(&read), None);
    }
}

fn stock_effort(deals: usize) -> yomi_sevens::Effort {
    yomi_sevens::Effort { deals, most: deals, ..EFFORT }
}

/// A stock of deals takes long to prepare: who is told to end gives out again what there is.
#[test]
fn deals_are_not_prepared_for_a_search_that_is_to_end() {
    let seats = &mut [Kind::Random; 3].map(player);
    let (view, _) = views(Rules::default().start(3), seats, 4, 3).pop().unwrap();
    let rounds = |ends: bool| {
        let mut read = Reading::read(&reader(PassReading::Soft), &view).unwrap();
        read.heed(&Arc::new(AtomicBool::new(ends)));
        let mut rng = Rng::new(1);
        let mut round = || (0..2 * EFFORT.deals).map(|_| read.look(&mut rng).hands).collect::<Vec<_>>();
        [round(), round()]
    };
    let [first, second] = rounds(true);
    assert_eq!(first, second);
    let [first, second] = rounds(false);
    assert_ne!(first, second);
    // Nor for a search that wants hands alone.
    let rounds = |ends: bool| {
        let mut read = Hands(reader(PassReading::Soft)).read(&view).unwrap();
        read.heed(&Arc::new(AtomicBool::new(ends)));
        let mut rng = Rng::new(1);
        let mut hand = || read.sample(&mut rng).0.hand(Player::SECOND);
        let mut round = || (0..2 * EFFORT.deals).map(|_| hand()).collect::<Vec<_>>();
        [round(), round()]
    };
    let [first, second] = rounds(true);
    assert_eq!(first, second);
    let [first, second] = rounds(false);
    assert_ne!(first, second);
}

/// At the start the probabilities are exact: a seat's share of the unseen cards.
#[test]
fn before_anybody_else_has_moved_chances_are_exact() {
    for seed in 0..20 {
        let start = Rules::default().start(seed);
        let view = View::new(Player::FIRST, start.seen(Player::FIRST));
        let outlook = outlook(&view, 10);
        assert!(outlook.is_exact());
        let unseen = view.now.unseen();
        for p in view.now.others() {
            let share = f64::from(view.now.board.place(p).cards) / f64::from(unseen.len());
            assert!(unseen.iter().all(|card| (outlook.holds(p, card) - share).abs() < 1e-12));
            assert!(outlook.kinds(p).is_none(), "no manner is ascribed to a seat that has not moved");
        }
    }
}

/// Over games of players of a known kind, the reader converges to the truth.
#[test]
fn kinds_are_told_apart() {
    for kind in Kind::ALL {
        let (mut sum, mut looked) = (0.0, 0);
        for seed in 0..30 {
            let seats = &mut [Kind::Shrewd, kind, kind].map(player);
            let seen = views(Rules::default().start(seed), seats, 9, seed);
            let Some((view, _)) = seen.last() else { continue };
            let outlook = outlook(view, 60);
            for p in view.now.others() {
                sum += outlook.kinds(p).expect("everybody has moved")[kind as usize];
                looked += 1;
            }
        }
        let (mean, prior) = (sum / f64::from(looked), FAMILY[kind as usize]);
        println!("{kind:?}: {mean:.3} over {looked}, prior {prior}");
        assert!(looked > 30 && mean > prior + 0.1, "{kind:?}: {mean} for a prior of {prior}, {looked} seats");
    }
}

/// What a move opens, who is stuck and which move does best, counted again by the rules of the worlds.
#[test]
fn fates_and_openings_follow_the_rules() {
    let seats = &mut [Kind::Random; 3].map(player);
    for (view, state) in views(Rules::default().start(5), seats, 12, 5) {
        let outlook = outlook(&view, 30);
        let moves = Sevens::seen_actions(&view.now);
        let fates: Vec<Fate> = moves.iter().map(|&action| outlook.fate(action).unwrap()).collect();
        for (fate, &action) in fates.iter().zip(&moves) {
            let mut after = state;
            after.apply(action);
            assert_eq!(outlook.board_after(action), *after.board());
            let opened = after.board().open() - state.board().open();
            assert_eq!(outlook.opens(action), opened - view.now.hand);
            assert_eq!((fate.action, fate.worlds), (action, 30));
            if let Some(best_in) = fate.best_in {
                assert!(best_in >= fate.wins - 1e-9 && best_in <= 1.0 + 1e-9, "{fate:?}");
            }
        }
        // In every world some move is the best.
        if moves.len() > 1 {
            let most = fates.iter().map(|fate| fate.best_in.unwrap()).sum::<f64>();
            assert!(most > 1.0 - 1e-9, "{fates:?}");
        }
        for p in view.now.others() {
            assert!((0.0..=1.0 + 1e-9).contains(&outlook.stuck(p, &view.now.board)));
            let kinds = outlook.kinds(p);
            assert_eq!(kinds.is_some(), has_moved(&view, p), "seat {p} after {} events", view.events.len());
            assert!(kinds.is_none_or(|kinds| (kinds.iter().sum::<f64>() - 1.0).abs() < 1e-9));
        }
    }
}

/// The option `inference` of every search: with D8 and C6 on the table seat 0 has passed, so that by the hard reading it
/// has no S6, by the soft one less likely, and by the cards alone as likely as not.
#[test]
fn every_search_reads_passes_as_it_is_told() {
    let host: Arc<dyn yomi_engine::Host> = Arc::new(yomi_engine::host::Nowhere);
    let table = yomi_sevens::games(&host)[0].open(&[]).unwrap();
    let mut session = table.session(3, &vec![None; table.players()], None).unwrap();
    session.submit_list("D8 C6 pass").unwrap();
    let position = session.position(session.next().unwrap());
    for search in ["ismcts", "halving", "openloop"] {
        let [hard, soft, none] = ["hard", "soft", "none"].map(|inference| {
            let agent = format!("{search}(inference={inference})");
            let ask = yomi_engine::Ask::new(&agent).unwrap().limit("200it").unwrap();
            let beliefs = position.advise(&ask, &mut ()).unwrap().beliefs;
            let cards = beliefs["cards"].as_array().unwrap();
            let six = cards.iter().find(|card| card["card"] == "S6").unwrap();
            six["seats"][0].as_f64().unwrap()
        });
        assert!(
            hard == 0.0 && 0.0 < soft && soft < none - 0.05 && (none - 16.0 / 31.0).abs() < 1e-9,
            "{search}: {hard} {soft} {none}"
        );
    }
}

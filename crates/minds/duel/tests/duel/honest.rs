//! Beliefs and players of Duel obey the laws of the test kit: worlds agree with views, and no player uses
//! hidden information.

use yomi_core::testkit::{Effort, peek, walk, worlds};
use yomi_core::{Belief, Hidden, Inference, Player, Policy, Rng, Ruleset, State, Turn, View, ViewSearch};
use yomi_duel::card_file::{standard, standard_rules};
use yomi_duel::guided::{Guided, Leaves, Recommended, Rollouts};
use yomi_duel::learnt::Learnt;
use yomi_duel::statistics::Table;
use yomi_duel::vector::{History, Sparse};
use yomi_duel::{AnyCards, DeckModel, DeckReading, Heuristic, Zone};
use yomi_games::Duel;
use yomi_games::duel::cards::{Archetype, MOST_COPIES};
use yomi_games::duel::{CardId, Counts, Known, Side, Stage};
use yomi_search::random::RandomPlayer;
use yomi_search::tree::rollout::Rollout;
use yomi_search::tree::{IsMctsOptions, MctsOptions, Observer};
use yomi_search::{IsMcts, Pimc};

fn start(seed: u64) -> Duel {
    standard_rules().start(seed)
}

/// Every card of a side, in all zones.
fn whole(duel: &Duel, seat: Player) -> Counts {
    let side = duel.side_of(seat);
    let units = side.units.places(side.units.present).map(|place| side.units.cards[place]);
    let shields = side.shields.iter().filter(|(_, known)| *known != Known::Nobody).map(|(card, _)| card);
    let mut cards: Counts = units.chain(shields).chain(side.top.cards().iter().copied()).collect();
    cards = cards.plus(&side.pool).plus(&side.hand).plus(&side.mana).plus(&side.grave);
    if duel.effect().side as usize == seat.index() {
        duel.looking().iter().for_each(|&card| cards.add(card));
    }
    if duel.active() != seat && !duel.attack().broken.is_hidden() {
        cards.add(duel.attack().broken);
    }
    cards
}

fn is_a_deck(cards: &Counts) -> bool {
    standard().archetypes.iter().any(|a: &Archetype| a.decks.contains(cards))
}

#[test]
fn worlds_agree_with_the_view() {
    let effort = Effort::games(12);
    worlds::check_worlds(effort, start, &DeckModel, |view, world| {
        is_a_deck(&whole(world, view.seat.other()))
    });
    worlds::check_worlds(effort, start, &AnyCards, |view, world| {
        let cards = whole(world, view.seat.other());
        cards.len() == 40 && cards.iter().all(|(_, n)| n <= MOST_COPIES)
    });
}

/// Written from the rules: the opponent's hand cards that are not known to both, its library, and its shields
/// that are not face up may be permuted. Cards that are being looked at or broken stay.
fn swap(state: &Duel, viewer: Player, rng: &mut Rng) -> Duel {
    let other = viewer.other();
    let side = *state.side_of(other);
    let unknown = side.hand.minus(&side.shown).expect("what is shown is in the hand");
    let mut cards: Vec<CardId> = unknown.copies().chain(side.pool.copies()).collect();
    cards.extend(side.top.cards());
    let stowed = |(_, known): &(CardId, Known)| matches!(known, Known::ToOwner | Known::Group(_));
    cards.extend(side.shields.iter().filter(stowed).map(|(card, _)| card));
    rng.shuffle(&mut cards);
    let mut next = cards.into_iter();
    let hand: Counts = next.by_ref().take(unknown.len() as usize).collect();
    let pool: Counts = next.by_ref().take(side.pool.len() as usize).collect();
    let top = side.top.map(|_| next.next().expect("as many as before"));
    let mut shields = side.shields.hidden();
    shields.fill(|| next.next().expect("as many as before"));
    state.with_side(other, Side { hand: hand.plus(&side.shown), pool, top, shields, ..side })
}

type Maker = Box<dyn Fn() -> Box<dyn ViewSearch<Duel>>>;

fn guided(leaves: Leaves) -> impl Fn() -> Box<dyn ViewSearch<Duel>> {
    let (options, learnt) = (IsMctsOptions::default(), Learnt::shipped());
    move || Box::new(Guided { inference: AnyCards, options, learnt: learnt.clone(), leaves, priors: true })
}

fn players() -> Vec<Maker> {
    let rollout = Heuristic { random: 26 };
    let ismcts = move |observer| {
        let options = IsMctsOptions { observer, ..Default::default() };
        move || {
            Box::new(IsMcts::new(DeckModel, options).with_leaf(Rollout(rollout))) as Box<dyn ViewSearch<Duel>>
        }
    };
    vec![
        Box::new(ismcts(Observer::Multiple)),
        Box::new(ismcts(Observer::Single)),
        Box::new(move || {
            Box::new(Pimc { worlds: 4, options: MctsOptions::default(), inference: AnyCards, rollout })
        }),
        Box::new(|| Box::new(Heuristic::default())),
        Box::new(|| Box::new(RandomPlayer)),
        Box::new(|| Box::new(Learnt::shipped())),
        Box::new(move || Box::new(Recommended::new(rollout))),
        Box::new(guided(Leaves::Value)),
        Box::new(guided(Leaves::Playout(Rollouts::Net))),
    ]
}

#[test]
fn nobody_peeks() {
    peek::check_info_sets(Effort::games(60), start, swap, true);
    for player in players() {
        peek::check_no_peek(Effort::games(6), start, swap, &DeckModel, &player);
    }
}

/// More than ten thousand positions: the view is the same whatever is hidden.
#[test]
fn views_tell_nothing_of_what_is_hidden() {
    let (mut positions, mut changed) = (0, 0);
    walk(Effort::games(100), start, |state, _, rng| {
        for viewer in Player::all(2) {
            let twin = swap(state, viewer, rng);
            changed += u32::from(twin != *state);
            assert_eq!(twin.seen(viewer), state.seen(viewer));
            if state.turn() == Turn::Player(viewer) {
                assert_eq!(twin.actions(), state.actions());
            }
        }
        positions += 1;
    });
    assert!(positions > 10_000 && changed > 10_000, "{positions} positions, {changed} changed");
}

/// What the network makes of ten thousand positions is the same to the bit, whatever is hidden.
#[test]
fn the_network_reads_nothing_that_is_hidden() {
    let (learnt, mut input) = (Learnt::shipped(), Sparse::default());
    let mut read = |state: &Duel, mover: Player| {
        let actions = state.actions();
        let (look, mut shares) =
            (learnt.look(&state.seen(mover), &History::new(mover), &mut input), Vec::new());
        look.shares(&actions, &mut shares);
        shares.push(look.value());
        shares.into_iter().map(f32::to_bits).collect::<Vec<u32>>()
    };
    let (mut positions, mut changed) = (0, 0);
    walk(Effort::games(220), start, |state, _, rng| {
        if let Turn::Player(mover) = state.turn() {
            let twin = swap(state, mover, rng);
            assert_eq!(read(state, mover), read(&twin, mover));
            (positions, changed) = (positions + 1, changed + u32::from(twin != *state));
        }
    });
    assert!(positions > 10_000 && changed > 10_000, "{positions} positions, {changed} changed");
}

/// The rule-based player uses no more than the mover sees: it plays the same in the true state and in the
/// view.
#[test]
fn the_heuristic_plays_the_same_with_open_cards() {
    let mut player = Heuristic::default();
    walk(Effort::games(100), start, |state, _, rng| {
        if let Turn::Player(mover) = state.turn() {
            let seen = state.seen(mover);
            assert_eq!(player.choose(state, rng), player.choose(&seen.table, rng), "{state:?}");
        }
    });
}

/// Compared with a count by hand: the posterior of the deck after some of its cards were dealt.
#[test]
fn the_posterior_is_that_of_dealt_decks() {
    let set = standard();
    let word = |word: &str| set.find(word).unwrap();
    // A card of only one core settles the archetype; nothing is known about its flex cards yet.
    let reading = DeckReading::new(set, [word("cinder-runner")].into_iter().collect()).unwrap();
    assert_eq!(reading.archetypes(), [1.0, 0.0, 0.0, 0.0]);
    assert!((reading.has(word("parrying-gale")) - 0.6).abs() < 1e-9, "three of five flex cards");
    // Deals random decks; among those that show these two cards first, counts how often each archetype was
    // the true one.
    let (first, second) = (word("page-turner"), word("relic-courier"));
    let (mut rng, mut counts) = (Rng::new(5), [0.0f64; 4]);
    for _ in 0..400_000 {
        let at = rng.below(4) as usize;
        let decks = &set.archetypes[at].decks;
        let mut deck = decks[rng.below(decks.len() as u32) as usize];
        let mut next = || {
            let card = deck.nth(rng.below(deck.len()));
            deck.remove(card);
            card
        };
        let dealt = [next(), next()];
        counts[at] += f64::from(u8::from(dealt == [first, second] || dealt == [second, first]));
    }
    let total: f64 = counts.iter().sum();
    let reading = DeckReading::new(set, [first, second].into_iter().collect()).unwrap();
    assert!(reading.archetypes().iter().filter(|p| **p > 0.1).count() > 1, "cards that several decks have");
    for (n, p) in counts.iter().zip(reading.archetypes()) {
        let sigma = (p * (1.0 - p) / total).sqrt();
        assert!((n / total - p).abs() <= 4.0 * sigma, "{counts:?} {:?}", reading.archetypes());
    }
    assert!(
        DeckReading::new(set, [word("cinder-runner"), word("seedling-rite")].into_iter().collect()).is_err()
    );
}

/// The expected cards of a hand agree with sampled worlds.
#[test]
fn expectations_agree_with_worlds() {
    let mut state = start(3);
    let mut rng = Rng::new(1);
    for _ in 0..30 {
        let action = match state.turn() {
            Turn::Player(_) => state.random_action(&mut rng),
            Turn::Chance => yomi_core::Chance::sample_outcome(&state, &mut rng),
            Turn::Over => break,
        };
        state.apply(action);
    }
    let view = View::new(Player::FIRST, state.seen(Player::FIRST));
    let reading = DeckReading::of_other(&view.now).unwrap();
    let hidden = u32::from(view.now.table.side_of(Player::SECOND).hand_hidden);
    let mut belief = DeckModel.read(&view).unwrap();
    let draws = 20_000;
    let (mut sums, mut with_counter) = (vec![0.0; 63], 0.0);
    let counters = standard().counters;
    for _ in 0..draws {
        let world = belief.sample(&mut rng).0;
        let hand = world.side_of(Player::SECOND).hand;
        hand.iter().for_each(|(card, n)| sums[card.index()] += f64::from(n) / f64::from(draws));
        with_counter += f64::from(u8::from(hand.len_among(counters) > 0)) / f64::from(draws);
    }
    assert!(hidden > 1, "{hidden}");
    let shown = view.now.table.side_of(Player::SECOND).shown;
    assert!(shown.is_empty());
    for card in standard().ids() {
        // Five standard errors of a mean of counts with a variance below one.
        assert!((sums[card.index()] - reading.expected(card, hidden)).abs() < 0.036, "{card:?}");
    }
    assert!((with_counter - reading.any_among(counters, hidden)).abs() < 0.018, "{with_counter}");
}

/// The stated contents of the opponent's zones agree with sampled worlds, in mid-game and with cards known to
/// both.
#[test]
fn zones_agree_with_worlds() {
    let set = standard();
    let stats = Table::heuristic().by_card(set).unwrap();
    let (mut compared, mut open) = (0, 0);
    walk(Effort::games(40), start, |state, _, rng| {
        if !matches!(state.stage(), Stage::Main | Stage::Charge)
            || state.turn_number() < 6
            || rng.below(60) > 0
        {
            return;
        }
        let (view, other) = (View::new(Player::FIRST, state.seen(Player::FIRST)), Player::SECOND);
        let reading = DeckReading::of_other(&view.now).unwrap();
        let zones = [Zone::hand, Zone::shields, Zone::library].map(|zone| zone(&view.now, &reading));
        let mut belief = DeckModel.read(&view).unwrap();
        let draws = 1_000;
        let mut sums = [[0u32; 63]; 3];
        for _ in 0..draws {
            let world = belief.sample(rng).0;
            let side = world.side_of(other);
            let opened = world.with_open_shields(|breaking| yomi_core::Chance::sample_outcome(breaking, rng));
            let shields: Counts = opened.side_of(other).shields.iter().map(|(card, _)| card).collect();
            let library = opened.side_of(other).pool.plus(&side.top.cards().iter().copied().collect());
            for (sums, cards) in sums.iter_mut().zip([side.hand, shields, library]) {
                cards.iter().for_each(|(card, n)| sums[card.index()] += n);
            }
        }
        for (zone, sums) in zones.iter().zip(sums) {
            let mean = |card: CardId| f64::from(sums[card.index()]) / f64::from(draws);
            let in_all: f64 = set.ids().map(mean).sum();
            assert!(
                (in_all - f64::from(zone.size())).abs() < 1e-9,
                "{in_all} cards in a zone of {}",
                zone.size()
            );
            // Six standard errors of a mean of counts with a variance of at most one and a half.
            set.ids().for_each(|card| assert!((mean(card) - zone.expected(card)).abs() < 0.24, "{card:?}"));
            let first =
                set.ids().map(|card| mean(card) * f64::from(stats[card.index()][0]) / 1000.0).sum::<f64>();
            let of_one = first / f64::from(zone.size().max(1));
            assert!(
                (of_one - zone.statistics(&stats, |card| zone.expected(card))[0]).abs() < 0.2,
                "{of_one} {zone:?}"
            );
            compared += 1;
        }
        open += state.side_of(other).seen_by_opponent().len();
    });
    assert!(compared > 60 && open > 0, "{compared} {open}");
}

//! The card head, the remedies and the probes, in runs of seconds.

use yomi_core::{Hidden as _, Rng, State as _};
use yomi_duel::DeckReading;
use yomi_duel::card_file::standard_rules;
use yomi_duel::card_head::{CardHead, FEATURES, Given, Place, Questions, ROW, Truth};
use yomi_duel::learnt::{Learnt, SHIPPED};
use yomi_duel::vector::Sparse;
use yomi_duel::weights;
use yomi_train::cards::Fit;
use yomi_train::company::Company;
use yomi_train::games::{self, statistics};
use yomi_train::mix::Mix;
use yomi_train::peek;
use yomi_train::player::{CRITIC, Eyes, Role};
use yomi_train::ppo::{Learner, Manner, beginner};
use yomi_train::probes::{self, Probe};
use yomi_train::reading::{Request, measure};
use yomi_train::remedy::Remedy;
use yomi_train::{checkpoint, run};

/// Weights that differ everywhere.
fn some_head(questions: &Questions) -> CardHead {
    let mut rng = Rng::new(8);
    let mut head = CardHead::begin(questions);
    head.weights.iter_mut().for_each(|w| *w += 0.1 * (rng.unit() as f32 - 0.5));
    head
}

/// What the mind says after a file was written and read is the sum that stands in the text of the head, in
/// double precision.
#[test]
fn the_mind_says_what_was_fitted() {
    let rules = standard_rules();
    let questions = Questions::of(rules.set);
    let head = some_head(&questions);
    let (net, about) = weights::read(SHIPPED).unwrap();
    let bytes = weights::write_with_cards(&net, &about, &head, "a command");
    assert!(bytes.len() <= 1_000_000, "{}", bytes.len());
    assert_eq!(weights::read(&bytes).unwrap(), (net.clone(), about.clone()));
    assert_eq!(weights::read_cards(&bytes).unwrap(), Some((head.clone(), "a command".to_string())));
    assert_eq!(weights::read_cards(&weights::write(&net, &about)).unwrap(), None);
    let learnt = Learnt::read(&bytes).unwrap();
    let (mut positions, mut open) = (0, 0);
    for deal in 0..20 {
        games::play(&rules, deal, &mut Rng::new(deal), |decision, rng| {
            let seen = decision.state.seen(decision.seat);
            let mut input = Sparse::default();
            let said = learnt.cards(&seen, decision.history, &mut input).unwrap();
            let hidden = learnt.look(&seen, decision.history, &mut input).hidden;
            let reading = DeckReading::of_other(&seen).unwrap();
            let odds = reading.archetypes();
            let features: Vec<f64> =
                hidden.wide.iter().chain(&hidden.narrow).map(|&x| f64::from(x)).chain(odds).collect();
            assert_eq!(features.len(), FEATURES);
            for row in (0..questions.rows()).step_by(7) {
                let p = said.by_cards(row);
                let weights: Vec<f64> =
                    head.weights[row * ROW..][..ROW].iter().map(|&w| f64::from(w)).collect();
                let expected = if p > 1e-6 && p < 1.0 - 1e-6 {
                    let sum: f64 = features.iter().zip(&weights).map(|(x, w)| x * w).sum();
                    let logit = sum + weights[FEATURES] * (p / (1.0 - p)).ln() + weights[FEATURES + 1];
                    open += 1;
                    1.0 / (1.0 + (-logit).exp())
                } else {
                    p
                };
                assert!((said.chance(row) - expected).abs() < 1e-5, "{} {expected}", said.chance(row));
            }
            positions += 1;
            decision.state.random_action(rng)
        });
    }
    assert!(positions >= 1_000 && open > 10_000, "{positions} {open}");
}

#[test]
fn broken_heads_are_refused() {
    let (net, about) = weights::read(SHIPPED).unwrap();
    let short = CardHead { weights: vec![0.0; ROW] };
    assert!(Learnt::read(&weights::write_with_cards(&net, &about, &short, "")).is_err());
    let mut bad = some_head(&Questions::of(standard_rules().set));
    bad.weights[3] = f32::NAN;
    assert!(Learnt::read(&weights::write_with_cards(&net, &about, &bad, "")).is_err());
}

/// Before anything is learnt it says what the cards seen say, and what it says of the truth is where the
/// cards are.
#[test]
fn a_head_begins_with_the_cards_seen() {
    let rules = standard_rules();
    let questions = Questions::of(rules.set);
    let (begins, learnt) = (CardHead::begin(&questions), Learnt::shipped());
    let mut known = 0;
    for deal in 0..6 {
        games::play(&rules, deal, &mut Rng::new(deal), |decision, rng| {
            let seen = decision.state.seen(decision.seat);
            let reading = DeckReading::of_other(&seen).unwrap();
            let look = learnt.look(&seen, decision.history, &mut Sparse::default()).hidden;
            let given = Given::of(&questions, &seen, &reading, &look);
            let other = decision.seat.other();
            let truths =
                questions.truths(&Truth::of(decision.state, decision.seat, decision.fate.shields(other)));
            for (row, &is_so) in truths.iter().enumerate() {
                let p = given.by_cards[row];
                assert!((begins.chance(&given, row) - p).abs() < 1e-5);
                // What cannot be is not, and what must be is.
                assert!(if is_so { p > 0.0 } else { p < 1.0 }, "{row}: {p} {is_so}");
                known += usize::from(given.odds(row).is_none());
            }
            let hand = decision.state.side_of(other).hand;
            for (card, _) in decision.state.side_of(other).shown.iter() {
                assert!(hand.has(card));
            }
            for card in rules.set.ids().filter(|&card| !hand.has(card)) {
                assert!(!truths[questions.card(Place::Hand, card)]);
            }
            decision.state.random_action(rng)
        });
    }
    assert!(known > 0);
}

#[test]
fn a_head_learns_to_read_whatever_the_threads() {
    let rules = standard_rules();
    let learnt = Learnt::shipped();
    let fitted = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut fit = Fit::new(&rules, &learnt, 1_024, 3);
            let told = [fit.block(), fit.block()];
            assert_eq!((fit.games, told[1].games), (1_024, 1_024));
            (fit.head, told)
        })
    };
    let (head, told) = fitted(1);
    assert!(told[1].by_head < told[1].by_cards, "{told:?}");
    let request = Request { company: Company::Policy, games: 60, bayes: 1, seed: 5 };
    let report = measure(&rules, &learnt.clone().with_cards(head.clone()), &request, || ());
    let counters = &report.kinds[0];
    assert!(counters.head_gain.unwrap().mean > 0.0, "{counters:?}");
    assert!(counters.bayes.as_ref().is_some_and(|beside| beside.bayes.n > 0.0));
    assert!(report.parts.len() > 2);
    assert_eq!(fitted(2).0, head);
}

#[test]
fn a_network_does_not_peek() {
    let rules = standard_rules();
    let learnt = Learnt::shipped().with_cards(some_head(&Questions::of(rules.set)));
    let found = peek::look_for(&rules, &learnt, 1_000, 1);
    assert_eq!(found.differ, 0);
    assert!(found.positions >= 1_000 && 5 * found.dealt_anew > 4 * found.positions, "{found:?}");
}

/// Pairs differ in the sign and in nothing else that a player sees of the position.
#[test]
fn probes_differ_in_their_sign() {
    let (rules, learnt) = (standard_rules(), Learnt::shipped());
    for probe in Probe::ALL {
        let found = probes::collect(probe, &rules, &learnt, 4, 2, |_| true);
        assert_eq!(found.pairs.len(), 4);
        for pair in &found.pairs {
            let [with, without] = [&pair.with, &pair.without].map(|view| {
                let other = view.seat.other();
                *view.now.table.side_of(other)
            });
            match probe {
                Probe::StandingMana => {
                    assert!(with.mana_standing() > without.mana_standing());
                    assert_eq!((with.mana, with.units), (without.mana, without.units));
                }
                Probe::AggroMana => {
                    assert_ne!(with.mana, without.mana);
                    assert_eq!(with.mana_tapped, without.mana_tapped);
                }
            }
            let actions = pair.with.now.table.actions();
            assert_eq!(actions, pair.without.now.table.actions());
            assert_eq!((with.grave, with.hand_hidden), (without.grave, without.hand_hidden));
            assert!(pair.gain > 0.0);
        }
        let heeded = probes::ask(probe, &learnt, &found.pairs);
        assert!((0.0..=1.0).contains(&heeded.with) && heeded.ci95.is_some(), "{heeded:?}");
    }
}

/// Every remedy runs, learns something, and goes on to the same bits.
#[test]
fn remedies_run_and_go_on() {
    let rules = standard_rules();
    let stats = statistics(&rules);
    let teacher = beginner(&rules, &stats, Role::Teacher.eyes(), 3);
    for remedy in Remedy::ALL {
        let new = || {
            let eyes = remedy.eyes_at(0.0).unwrap_or(Eyes::Honest);
            let manner = Manner { block: 16, batch: 256, ..Manner::default() };
            let player = beginner(&rules, &stats, eyes, 1);
            let mut learner = Learner::new(&rules, &stats, player, manner, 64, 5).with_remedy(remedy);
            if remedy == Remedy::Critic {
                learner = learner.with_critic(Eyes::Sight(CRITIC));
            }
            if remedy == Remedy::Twin {
                learner.teacher = Some((teacher.clone(), 0.5));
            }
            learner
        };
        let mut whole = new();
        let before = whole.honest();
        (0..4).for_each(|_| assert!(whole.block().value_loss.is_finite()));
        let mut begun = new();
        (0..2).for_each(|_| assert!(begun.block().decisions > 0));
        let stands = checkpoint::write(&begun, "a run");
        let mut goes_on = new();
        checkpoint::read(&mut goes_on, "a run", &stands).unwrap();
        (0..2).for_each(|_| assert!(goes_on.block().decisions > 0));
        assert_eq!(goes_on.honest(), whole.honest(), "{remedy}");
        assert_ne!(before, whole.honest());
        // Whatever it learnt with, in the end it is a player like all others.
        assert_eq!(whole.honest().net.shape, beginner(&rules, &stats, Eyes::Honest, 1).net.shape);
    }
}

/// Without sight, one that began with it plays what its honest self plays.
#[test]
fn sight_that_was_taken_away_leaves_an_honest_player() {
    let rules = standard_rules();
    let stats = statistics(&rules);
    let player = beginner(&rules, &stats, Remedy::Dropout.eyes_at(0.0).unwrap(), 1);
    let learner = Learner::new(&rules, &stats, player, Manner::default(), 64, 5).with_remedy(Remedy::Dropout);
    let (honest, ended) = (learner.honest(), Remedy::Dropout.eyes_at(0.9).unwrap());
    games::play(&rules, 1, &mut Rng::new(1), |decision, rng| {
        let mut input = Sparse::default();
        ended.look(decision, &stats, &mut input, rng);
        let with = learner.player.net.hidden(&input);
        Eyes::Honest.look(decision, &stats, &mut input, rng);
        let without = honest.net.hidden(&input);
        assert_eq!(learner.player.net.row(3, &with).to_bits(), honest.net.row(3, &without).to_bits());
        decision.state.random_action(rng)
    });
    let request = |role, remedy| run::Request {
        role,
        teacher: None,
        remedy: Some(remedy),
        mix: Mix::default(),
        games: 1,
        seed: 1,
    };
    assert!(run::learner(&rules, &stats, &request(Role::Plain, Remedy::Critic)).is_ok());
    let refused = run::learner(&rules, &stats, &request(Role::Teacher, Remedy::Critic));
    assert!(refused.is_err_and(|why| why.0.en.contains("the role plain")));
}

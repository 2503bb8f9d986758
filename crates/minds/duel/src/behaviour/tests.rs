use super::manner::MANNERS;
use super::story::hand_at;
use super::*;
use crate::Heuristic;
use crate::card_file::standard_rules;
use crate::worlds::Read;
use std::collections::BTreeMap;
use yomi_core::{Hidden, Luck, Player, Policy, Ruleset, Turn, View};

/// Views of the second seat at its decisions in a game of players who do something random now and then.
fn views(seed: u64, mut show: impl FnMut(&Duel, &ViewOf<Duel>)) {
    let mut state = standard_rules().start(seed);
    let (mut luck, mut rng, mut player) = (Luck::new(seed), Rng::new(seed), Heuristic { random: 40 });
    let mut view = View::new(Player::SECOND, state.seen(Player::SECOND));
    loop {
        let action = match state.turn() {
            Turn::Player(mover) => {
                if mover == view.seat {
                    show(&state, &view);
                }
                player.choose(&state, &mut rng)
            }
            Turn::Chance => luck.draw(&state),
            Turn::Over => return,
        };
        view.observe::<Duel>(state.event(action, view.seat)).unwrap();
        state.apply(action);
    }
}

fn read(view: &ViewOf<Duel>, learnt: Option<Learnt>) -> BehaviourBelief {
    ByBehaviour { effort: Effort::default(), learnt }.read(view).unwrap()
}

/// At every decision as many lives are in the hand as cards were hidden in it, and what left the hand was there.
#[test]
fn lives_are_the_hidden_cards_of_the_hand() {
    let mut rng = Rng::new(1);
    let (mut stowed, mut returned) = (0, 0);
    for seed in 0..120 {
        let mut last = None;
        views(seed, |_, view| last = Some(view.clone()));
        let Some(view) = last else { continue };
        let story = Story::of(&view, &mut rng);
        for asked in &story.asked {
            let held = story.lives.iter().filter(|life| life.holds(asked.at)).count();
            let side = asked.before.table.side_of(Player::FIRST);
            assert_eq!(held, usize::from(side.hand_hidden), "seed {seed}, event {}", asked.at);
        }
        let held = story.lives.iter().filter(|life| life.is_held_now()).count();
        assert_eq!(held, usize::from(view.now.table.side_of(Player::FIRST).hand_hidden));
        stowed += story.lives.iter().filter(|life| life.seen.is_none() && !life.is_held_now()).count();
        returned += story.lives.iter().filter(|life| life.stays.len() > 1).count();
    }
    assert!(stowed > 5 && returned > 0, "{stowed} went to the shields, {returned} came back");
}

/// A step changes what is hidden and nothing else.
#[test]
fn steps_keep_to_what_was_seen() {
    let mut rng = Rng::new(2);
    for seed in 0..12 {
        let mut last = None;
        views(seed, |_, view| last = Some(view.clone()));
        let Some(view) = last else { continue };
        let belief = read(&view, (seed % 4 == 0).then(Learnt::shipped));
        let mut walk = belief.walk(&mut rng);
        for step in 1..=150 {
            walk.heat_up(f64::from(step) / 150.0);
            walk.step(&mut rng);
        }
        for _ in 0..60 {
            walk.step(&mut rng);
            walk.check();
        }
        assert_eq!(walk.hand().len(), u32::from(view.now.table.side_of(Player::FIRST).hand_hidden));
    }
}

/// What the walk comes to is what independent draws come to, each weighed by how likely it makes what was done.
#[test]
fn hands_come_as_often_as_they_are_likely() {
    let (mut compared, mut moved) = (0, 0);
    for seed in 0..60 {
        let mut early = None;
        views(seed, |state, view| {
            if (3..=5).contains(&state.turn_number()) {
                early = Some(view.clone());
            }
        });
        let Some(view) = early else { continue };
        let set = view.now.table.set();
        let kinds = [set.counters, crate::removal(set), set.triggers];
        let mut rng = Rng::new(seed);
        let mut belief = read(&view, None);
        let (mut weight, mut squares, mut held) = (0.0, 0.0, [0.0; 3]);
        for _ in 0..6_000 {
            let mut walk = belief.walk(&mut rng);
            let w = walk.whole_chance();
            (weight, squares) = (weight + w, squares + w * w);
            let hand = walk.hand().kinds();
            held.iter_mut()
                .zip(kinds)
                .for_each(|(sum, cards)| *sum += if hand & cards != 0 { w } else { 0.0 });
        }
        let worth = weight * weight / squares;
        if worth < 300.0 {
            continue;
        }
        belief.how.effort = Effort { walks: 40, settle: 200, hands: 30, between: 30 };
        belief.prepare(&mut rng);
        for (cards, held) in kinds.into_iter().zip(held) {
            let (due, found) = (held / weight, belief.holds(cards).unwrap());
            let error = (due * (1.0 - due) * (1.0 / worth + 1.0 / 500.0)).sqrt();
            assert!((due - found).abs() < 4.5 * error + 0.01, "seed {seed}: {found} in place of {due}");
            compared += 1;
            let alone = crate::Zone::hidden_hand(&view.now, &belief.reading).holds(cards);
            moved += u32::from((due - alone).abs() > 0.1);
        }
    }
    assert!(compared >= 30 && moved >= 5, "{compared} compared, {moved} far from what the cards alone say");
}

/// Who plays by rules is found out, and so is who plays anything.
#[test]
fn manners_are_told_apart() {
    for (random, expected) in [(0, Manner::Rules), (256, Manner::Random)] {
        let mut right = 0;
        for seed in 0..6 {
            let mut state = standard_rules().start(seed);
            let (mut luck, mut rng, mut player) = (Luck::new(seed), Rng::new(seed), Heuristic { random });
            let mut view = View::new(Player::SECOND, state.seen(Player::SECOND));
            while state.turn() != Turn::Over && state.turn_number() < 17 {
                let action = match state.turn() {
                    Turn::Player(_) => player.choose(&state, &mut rng),
                    _ => luck.draw(&state),
                };
                view.observe::<Duel>(state.event(action, view.seat)).unwrap();
                state.apply(action);
            }
            let mut belief = read(&view, Some(Learnt::shipped()));
            belief.how.effort = Effort { walks: 2, settle: 60, hands: 8, between: 8 };
            belief.prepare(&mut rng);
            let manners = belief.manners().unwrap();
            assert!((manners.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            let most = (0..MANNERS).max_by(|&a, &b| manners[a].total_cmp(&manners[b])).unwrap();
            right += u32::from(Manner::ALL[most] == expected);
        }
        assert!(right >= 5, "{right} of 6 tables of {expected:?}");
    }
}

/// The two chances in a sentence.
fn chances(text: &str, arrow: &str) -> [f64; 2] {
    let (before, after) = text.split_once(arrow).unwrap_or_else(|| panic!("{text}"));
    let last = |text: &str| {
        let digits = text.trim_end().trim_end_matches('%');
        digits.rsplit(|c: char| !c.is_ascii_digit() && c != '.').next().unwrap().parse::<f64>().unwrap()
    };
    let first = |text: &str| {
        let digits = text.trim_start().trim_start_matches(['<', '>']);
        digits.split('%').next().unwrap().parse::<f64>().unwrap()
    };
    [last(before), first(after)].map(|percent| percent / 100.0)
}

/// What is said of the hand is what longer walks from other starts come to, and in both languages the same.
#[test]
fn what_is_said_of_the_hand_is_so() {
    let mut said = 0;
    for seed in 0..30 {
        let mut late = None;
        views(seed, |state, view| {
            if state.turn_number() < 12 && state.active() == view.seat {
                late = Some(view.clone());
            }
        });
        let Some(view) = late else { continue };
        let mut belief = read(&view, None);
        assert!(words::remarks(&view.now, &belief).is_empty(), "nothing was read yet");
        belief.prepare(&mut Rng::new(seed));
        let all = words::remarks(&view.now, &belief);
        let Some(sentence) = all.iter().find(|sentence| sentence.en.contains(" goes from ")) else {
            continue;
        };
        let [before, after] = chances(sentence.en.split_once(" goes from ").unwrap().1, " to ");
        assert_eq!(chances(&sentence.ja, "→"), [before, after]);
        let set = view.now.table.set();
        let cards = match &sentence.en {
            text if text.contains("chance of removal in") => crate::removal(set),
            text if text.contains("chance of a counter in") => set.counters,
            text if text.contains("chance of a trigger in") => set.triggers,
            text => panic!("{text}"),
        };
        let alone = crate::Zone::hidden_hand(&view.now, &belief.reading).holds(cards);
        assert!((before - alone).abs() < 0.00501, "{} {alone}", sentence.en);
        let mut longer = read(&view, None);
        longer.how.effort = Effort { walks: 24, settle: 300, hands: 24, between: 24 };
        longer.prepare(&mut Rng::new(seed + 1_000));
        let due = longer.holds(cards).unwrap();
        // 256 hands of eight walks are worth some fifty independent ones at the least.
        let error = (due * (1.0 - due) / 50.0).sqrt();
        assert!((after - due).abs() < 4.5 * error + 0.01, "{}: {due}", sentence.en);
        said += 1;
    }
    assert!(said >= 8, "said of {said} hands");
}

/// Zones are read together: what may be in the hand may be in the deck, all copies are somewhere, and what no sample has is
/// not impossible.
#[test]
fn zones_agree_with_each_other() {
    let (mut compared, mut beyond_cards) = (0, 0);
    for seed in 0..12 {
        let mut late = None;
        views(seed, |state, view| {
            if state.turn_number() >= 8 {
                late = Some(view.clone());
            }
        });
        let Some(view) = late else { continue };
        let mut belief = read(&view, None);
        belief.prepare(&mut Rng::new(seed));
        let read = Read { decks: belief.reading.clone(), behaviour: Some(Box::new(belief.clone())) };
        let told = crate::words::beliefs(&view.now, &read);
        let by_cards = DeckReading::of_other(&view.now).unwrap();
        let zones = [&told.zones.hand, &told.zones.shields, &told.zones.library];
        for zone in zones {
            let copies: f64 = zone.expected.values().sum();
            assert!((copies - f64::from(zone.cards)).abs() < 1e-6, "{copies} of {}", zone.cards);
        }
        let set = view.now.table.set();
        for id in set.ids() {
            let word = &set.card(id).word;
            let chance = |of: &BTreeMap<String, f64>| of.get(word).copied().unwrap_or_default();
            assert!(chance(&told.hand) <= chance(&told.zones.deck) + 1e-9, "{word}");
            assert_eq!(chance(&told.zones.deck) > 0.0, by_cards.has(id) > 0.0, "{word}");
            beyond_cards += u32::from((chance(&told.zones.deck) - by_cards.has(id)).abs() > 0.05);
            compared += 1;
        }
    }
    assert!(
        compared > 300 && beyond_cards > 5,
        "{compared} compared, {beyond_cards} read from what was done"
    );
}

/// A short search reads little, and a long one no more than there is use for.
#[test]
fn reading_keeps_within_limits() {
    let whole = Effort::default();
    assert_eq!(whole.within(&Limits::default()), whole);
    assert_eq!(whole.within(&Limits::iterations(1_000_000)), whole);
    let mut last = 0;
    for tries in [1, 10, 100, 500, 1_000, 2_000, 5_000, 10_000] {
        let steps = whole.within(&Limits::iterations(tries)).steps();
        assert!(steps >= last && steps as u64 <= 4 + tries / 2, "{steps} steps for {tries} tries");
        last = steps;
    }
    assert!(last > 3_000, "{last}");
    let quick = whole.within(&Limits::time(std::time::Duration::from_millis(50)));
    assert!((500..=1_000).contains(&quick.steps()), "{quick:?}");
}

impl Walk {
    /// What must hold in every state of a walk.
    fn check(&mut self) {
        let (lives, cards, hidden, unseen, pool) = self.parts();
        let held: Counts = hidden.iter().map(|&life| cards[life]).collect();
        assert_eq!(held.plus(pool), *unseen, "hidden cards and the rest are all there are");
        for (life, card) in lives.iter().zip(cards) {
            assert!(life.seen.is_none_or(|seen| seen == *card));
        }
        for asked in &self.course().story.asked {
            let side = asked.before.table.side_of(self.course().other);
            assert_eq!(hand_at(lives, cards, asked.at).len(), u32::from(side.hand_hidden));
        }
        self.check_sums();
    }
}

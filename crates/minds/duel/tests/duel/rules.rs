//! The rules of Duel, tested with the standard cards.

use yomi_core::testkit::{self, Effort, rules, text, views};
use yomi_core::{Chance, Hidden, Player, Ruleset, State, Turn};
use yomi_duel::card_file::{standard, standard_rules};
use yomi_games::Duel;
use yomi_games::duel::side::Shields;
use yomi_games::duel::{Action, CardId, Counts, FIRST_SHIELDS, Known, MOST_TURNS, SeenDuel, Side, Stage};

const FIRST: Player = Player::FIRST;
const SECOND: Player = Player::SECOND;

fn start(seed: u64) -> Duel {
    standard_rules().start(seed)
}

#[test]
fn keeps_the_contract() {
    rules::check_rules(Effort::games(20), start);
    rules::check_zero_sum(Effort::games(50), start);
    rules::check_keys(Effort::games(50), start);
    views::check_views(Effort::games(50), start);
    views::check_refusals(Effort::games(5), start);
    views::check_words_of_others(Effort::games(20), start);
    views::check_info_keys(Effort::games(50), start, None);
    text::check_text(Effort::games(50), &standard_rules());
}

/// Every effect, keyword and stage occurs in the games that the test kit plays; otherwise its laws would not
/// cover them.
#[test]
fn random_games_see_everything() {
    let mut stages = std::collections::BTreeSet::new();
    let mut cards = 0u64;
    testkit::walk(Effort::games(50), start, |state, action, _| {
        stages.insert(format!("{:?}", state.stage()));
        if let Some(Action::Play(card, _) | Action::Counter(card, _) | Action::Trigger(card, _)) = action {
            cards |= card.bit();
        }
        let grouped = |seat| {
            let mut shields = state.side_of(seat).shields.iter();
            shields.any(|(_, known)| matches!(known, Known::Group(_)))
        };
        if Player::all(2).any(grouped) {
            stages.insert("group".into());
        }
    });
    let decks = standard().archetypes.iter().flat_map(|a| a.decks.clone()).fold(0, |all, d| all | d.kinds());
    assert_eq!(cards, decks, "cards never played");
    assert_eq!(stages.len(), 20, "{stages:?}");
}

/// A position to start from: seat 0 is to play, both have a library, five unseen shields and nothing else.
fn table() -> Duel {
    let pool: Counts = ["pike-twins", "ash-lancer", "ember-scout", "cinder-runner"]
        .into_iter()
        .flat_map(|word| [id(word); 4])
        .collect();
    let empty = |side: &mut Side| {
        (side.pool, side.hand) = (pool, Counts::EMPTY);
        side.library = pool.len() as u8 - FIRST_SHIELDS as u8;
    };
    start(0).in_main_stage(1, FIRST).change(0, empty).change(1, empty)
}

fn id(word: &str) -> CardId {
    standard().find(word).unwrap_or_else(|| panic!("{word}"))
}

/// Builds positions step by step.
trait Arranged: Sized {
    fn change(self, seat: usize, change: impl FnOnce(&mut Side)) -> Self;
    fn then(self, line: &str) -> Self;
    fn legal(&self) -> String;

    fn holding(self, seat: usize, words: &[&str]) -> Self {
        self.change(seat, |side| words.iter().for_each(|word| side.hand.add(id(word))))
    }

    fn with_mana(self, seat: usize, mana: usize) -> Self {
        let words = ["quick-study", "echo-script", "page-turner"];
        self.change(seat, |side| (0..mana).for_each(|i| side.mana.add(id(words[i % 3]))))
    }

    /// In play, ready to attack.
    fn with_units(self, seat: usize, words: &[&str]) -> Self {
        self.change(seat, |side| {
            words.iter().for_each(|word| side.units.enter(&standard(), id(word)));
            side.units.sick = 0;
        })
    }

    fn shields(self, seat: usize, words: &[&str]) -> Self {
        self.change(seat, |side| {
            side.shields = Shields::unseen(0);
            words.iter().for_each(|word| side.shields.push(id(word), Known::ToOwner));
        })
    }
}

impl Arranged for Duel {
    fn change(self, seat: usize, change: impl FnOnce(&mut Side)) -> Duel {
        let seat = Player::new(seat);
        let mut side = *self.side_of(seat);
        change(&mut side);
        self.with_side(seat, side)
    }

    /// Plays moves and outcomes, checking each.
    fn then(mut self, line: &str) -> Duel {
        for word in line.split_whitespace() {
            let action = standard_rules().parse_action(word).unwrap();
            let can = match self.turn() {
                Turn::Chance => self.outcomes().iter().any(|&(a, _)| a == action),
                _ => self.is_legal(action),
            };
            assert!(can, "{word} is not possible in {self:?}: {}", self.legal());
            self.apply(action);
        }
        self
    }

    fn legal(&self) -> String {
        let words = self.actions().into_iter().map(|a| standard_rules().action_text(a));
        words.collect::<Vec<_>>().join(" ")
    }
}

/// Compared with the printed costs, whatever they are.
#[test]
fn costs_follow_the_hooks() {
    let cost = |duel: &Duel, word: &str| duel.current_cost(FIRST, id(word));
    let printed = |word: &str| u32::from(standard().card(id(word)).cost);
    let empty = table();
    assert_eq!(cost(&empty, "war-drummer"), printed("war-drummer"));
    let three = empty.with_units(0, &["ember-scout", "ember-scout", "pike-twins"]);
    assert_eq!(cost(&three, "war-drummer"), 0, "zero_if");
    assert_eq!(cost(&three, "breach-captain"), printed("breach-captain") - 3, "one less a unit");
    let six = three.with_units(0, &["ember-scout", "ember-scout", "pike-twins"]);
    assert_eq!(cost(&six, "breach-captain"), printed("breach-captain") - 4, "at most four less");
    let taught = empty.with_units(0, &["loop-apprentice", "loop-apprentice"]);
    assert_eq!(
        [cost(&taught, "quick-study"), cost(&taught, "echo-script")],
        [1, 1],
        "auras stop at their floor"
    );
    assert_eq!(cost(&taught, "pike-twins"), printed("pike-twins"), "auras are for spells");
    let old = empty.change(0, |side| side.grave_spells = 9);
    assert_eq!(cost(&old, "hourglass-titan"), 0);
    let most = standard().card(id("null-engine")).discount.unwrap().most;
    assert_eq!(cost(&old, "null-engine"), printed("null-engine") - u32::from(most));
}

#[test]
fn battles_end_as_the_powers_say() {
    let after = |own: &str, enemy: &str| {
        let duel = table().with_units(0, &[own]).with_units(1, &[enemy]);
        let duel = duel.change(1, |side| side.units.tapped = 1).then(&format!("attack:{own}>{enemy}"));
        [FIRST, SECOND].map(|seat| duel.side_of(seat).units.count())
    };
    assert_eq!(after("pike-twins", "cinder-runner"), [1, 0]);
    assert_eq!(after("cinder-runner", "pike-twins"), [0, 1]);
    assert_eq!(after("pike-twins", "torch-rider"), [0, 0]);
    assert_eq!(after("furnace-bull", "venom-sentry"), [0, 0], "a slayer always destroys");
}

#[test]
fn blockers_take_the_place_of_what_is_attacked() {
    let duel = table().with_units(0, &["pike-twins"]).with_units(1, &["wayside-guard"]);
    let duel = duel.then("attack:pike-twins");
    assert_eq!(duel.legal(), "block:wayside-guard pass");
    assert_eq!(duel.then("block:wayside-guard").side_of(SECOND).shields.len(), 5);
    assert_eq!(duel.then("pass").stage(), Stage::Break);
}

#[test]
fn shields_break_from_the_left_and_triggers_are_free() {
    let words = ["frost-verdict", "quick-study", "page-turner"];
    let duel = table().with_units(0, &["furnace-bull"]).shields(1, &words).then("attack:furnace-bull");
    assert_eq!(duel.legal(), "trigger:frost-verdict>furnace-bull(tapped) take");
    let kept = duel.then("take");
    assert_eq!(
        (kept.side_of(SECOND).hand.len(), kept.legal()),
        (1, "take".to_string()),
        "a furnace bull breaks two"
    );
    let fired = duel.then("trigger:frost-verdict>furnace-bull(tapped)");
    assert_eq!((fired.side_of(FIRST).units.count(), fired.side_of(SECOND).mana_tapped), (0, 0));
    assert_eq!(fired.legal(), "take", "the second shield breaks although the bull is gone");
    assert_eq!(fired.then("take").stage(), Stage::Attack);
    let open = table().with_units(0, &["ember-scout"]).shields(1, &[]).then("attack:ember-scout");
    assert_eq!(open.winner(), Some(FIRST));
}

#[test]
fn counters_are_paid_with_standing_mana() {
    let duel = table().with_units(0, &["pike-twins"]).holding(1, &["riposte-order", "parrying-gale"]);
    assert_eq!(duel.then("attack:pike-twins").stage(), Stage::Break, "no mana stands: nobody is asked");
    let gale = usize::from(standard().card(id("parrying-gale")).cost);
    let ready = duel.with_mana(1, gale).then("attack:pike-twins");
    assert_eq!(ready.legal(), "counter:parrying-gale>pike-twins(tapped) pass");
    let gone = ready.then("counter:parrying-gale>pike-twins(tapped)");
    assert_eq!((gone.stage(), gone.side_of(SECOND).shields.len()), (Stage::Attack, 5));
    assert_eq!(usize::from(gone.side_of(SECOND).mana_tapped), gale);
    assert_eq!(gone.side_of(FIRST).shown.count(id("pike-twins")), 1, "both know what went back to hand");
    assert_eq!(gone.seen(SECOND).table.side_of(FIRST).hand.count(id("pike-twins")), 1);
    // Whether the seat is asked does not depend on whether it holds a counter.
    let bluff =
        duel.with_mana(1, gale).change(1, |side| side.hand = [id("quick-study")].into_iter().collect());
    assert_eq!(bluff.then("attack:pike-twins").legal(), "pass");
}

#[test]
fn scry_is_known_to_its_owner_only() {
    let duel = table().holding(0, &["star-chart"]).with_mana(0, 1);
    let looked = duel.then("play:star-chart +pike-twins +ash-lancer +ember-scout");
    assert_eq!(looked.legal(), "place:pike-twins place:ash-lancer place:ember-scout");
    assert_eq!(looked.seen(SECOND).table.looking(), [CardId::HIDDEN; 3]);
    let placed = looked.then("place:ember-scout place:pike-twins");
    assert_eq!(placed.outcomes(), [(Action::Deal(id("ember-scout")), 1.0)]);
    let drawn = placed.then("+ember-scout");
    assert_eq!(drawn.side_of(FIRST).top.cards(), [id("pike-twins"), id("ash-lancer")]);
    assert_eq!(drawn.seen(SECOND).table.side_of(FIRST).top.cards(), [CardId::HIDDEN; 2]);
}

#[test]
fn whoever_searches_knows_the_shields_but_not_their_order() {
    let duel = table().holding(0, &["silent-index"]).with_mana(0, 3).then("play:silent-index");
    assert_eq!(duel.stage(), Stage::Sort);
    let line = "+pike-twins +ash-lancer +pike-twins +ember-scout +ember-scout";
    let sorted = duel.then(line);
    assert_eq!(sorted.side_of(FIRST).pool.len(), u32::from(sorted.side_of(FIRST).library));
    let group = sorted.side_of(FIRST).shields.group_of_first();
    assert_eq!(group.iter().map(|(_, n)| n).collect::<Vec<_>>(), [2, 1, 2]);
    let other = duel.then("+ember-scout +pike-twins +pike-twins +ash-lancer +ember-scout");
    assert_eq!(sorted, other, "the order in which they were told apart says nothing");
    let fetched = sorted.then("fetch:cinder-runner end");
    assert!(fetched.seen(SECOND).table.side_of(FIRST).hand.is_empty(), "it was not shown");
    let attacked = fetched.with_units(1, &["ember-scout"]).in_main_stage(2, SECOND);
    let broken = attacked.then("attack:ember-scout");
    assert_eq!(
        broken.outcomes().iter().map(|&(_, p)| (p * 10.0).round() as u32).collect::<Vec<_>>(),
        [4, 2, 4]
    );
}

#[test]
fn stowed_and_open_shields_are_known_to_whom_they_should() {
    let duel = table().holding(0, &["buried-oath", "quick-study"]).with_mana(0, 2);
    let stowed = duel.then("play:buried-oath stow:quick-study");
    let last = |duel: &Duel| duel.side_of(FIRST).shields.iter().last().unwrap();
    assert_eq!(last(&stowed), (id("quick-study"), Known::ToOwner));
    assert_eq!(last(&stowed.seen(SECOND).table), (CardId::HIDDEN, Known::ToOwner));
    let open = table().holding(0, &["open-bulwark"]).with_mana(0, 3);
    let open = open.then("play:open-bulwark +pike-twins +ash-lancer");
    assert_eq!(last(&open.seen(SECOND).table), (id("ash-lancer"), Known::ToBoth));
}

#[test]
fn who_must_draw_from_an_empty_library_loses() {
    let duel = table().holding(0, &["quick-study"]).with_mana(0, 3).change(0, |side| side.library = 1);
    let lost = duel.then("play:quick-study +pike-twins");
    assert_eq!((lost.turn(), lost.winner()), (Turn::Over, Some(SECOND)));
    let drawn = table().in_main_stage(MOST_TURNS, FIRST).then("end");
    assert_eq!((drawn.turn(), drawn.payoff(FIRST)), (Turn::Over, 0.5));
}

#[test]
fn equal_actions_are_one() {
    let duel = table().with_units(0, &["pike-twins", "pike-twins"]).holding(0, &["spark-bolt", "spark-bolt"]);
    let duel = duel.with_mana(0, 2).with_units(1, &["ember-scout", "ember-scout"]);
    assert_eq!(duel.legal(), "play:spark-bolt>ember-scout attack:pike-twins end");
}

#[test]
fn views_are_written_and_read() {
    testkit::walk(Effort::games(20), start, |state, _, _| {
        if matches!(state.stage(), Stage::Charge | Stage::Main | Stage::Attack) {
            for seat in Player::all(2) {
                let seen = state.seen(seat);
                let json = serde_json::to_string(&seen).unwrap();
                let read: SeenDuel =
                    serde_json::from_str(&json).unwrap_or_else(|why| panic!("{why}: {json}"));
                assert_eq!(read, seen);
            }
        }
    });
}

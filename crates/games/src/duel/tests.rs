use super::*;
use yomi_core::testkit::{Effort, rules, text, views};
use yomi_core::{Hidden, Ruleset};

fn start(seed: u64) -> Duel {
    Rules::default().start(seed)
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
    text::check_text(Effort::games(50), &Rules::default());
}

/// Every effect, keyword and stage comes up in the games that the kit plays, or their laws would say nothing.
#[test]
fn random_games_see_everything() {
    let mut stages = std::collections::BTreeSet::new();
    let mut cards = 0u64;
    yomi_core::testkit::walk(Effort::games(50), start, |state, action, _| {
        stages.insert(format!("{:?}", state.stage()));
        if let Some(Action::Play(card, _) | Action::Counter(card, _) | Action::Trigger(card, _)) = action {
            cards |= card.bit();
        }
        if state
            .sides
            .iter()
            .any(|side| side.shields.iter().any(|(_, known)| matches!(known, Known::Group(_))))
        {
            stages.insert("group".into());
        }
    });
    let decks =
        load::standard().archetypes.iter().flat_map(|a| a.decks.clone()).fold(0, |all, d| all | d.kinds());
    assert_eq!(cards, decks, "cards never played");
    assert_eq!(stages.len(), 20, "{stages:?}");
}

/// A position to play on from: seat 0 is to play, both have a library, five unseen shields and nothing else.
fn table() -> Duel {
    let mut duel = start(0);
    let pool: Counts = ["pike-twins", "ash-lancer", "ember-scout", "cinder-runner"]
        .into_iter()
        .flat_map(|word| [id(word); 4])
        .collect();
    for side in &mut duel.sides {
        (side.pool, side.hand) = (pool, Counts::EMPTY);
        side.library = pool.len() as u8 - FIRST_SHIELDS as u8;
    }
    (duel.active, duel.stage) = (0, Stage::Main);
    duel
}

fn id(word: &str) -> CardId {
    load::standard().find(word).unwrap_or_else(|| panic!("{word}"))
}

impl Duel {
    fn holding(mut self, seat: usize, words: &[&str]) -> Duel {
        words.iter().for_each(|word| self.sides[seat].hand.add(id(word)));
        self
    }

    fn with_mana(mut self, seat: usize, mana: usize) -> Duel {
        let words = ["quick-study", "echo-script", "page-turner"];
        (0..mana).for_each(|i| self.sides[seat].mana.add(id(words[i % 3])));
        self
    }

    /// In play, ready to attack.
    fn with_units(mut self, seat: usize, words: &[&str]) -> Duel {
        let set = self.set;
        words.iter().for_each(|word| self.sides[seat].units.enter(&set, id(word)));
        self.sides[seat].units.sick = 0;
        self
    }

    fn shields(mut self, seat: usize, words: &[&str]) -> Duel {
        self.sides[seat].shields = side::Shields::unseen(0);
        words.iter().for_each(|word| self.sides[seat].shields.push(id(word), Known::ToOwner));
        self
    }

    /// Plays moves and outcomes, checking each.
    fn then(mut self, line: &str) -> Duel {
        for word in line.split_whitespace() {
            let action = Rules::default().parse_action(word).unwrap();
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
        let words = self.actions().into_iter().map(|a| Rules::default().action_text(a));
        words.collect::<Vec<_>>().join(" ")
    }
}

/// Against the printed costs, whatever they are.
#[test]
fn costs_follow_the_hooks() {
    let cost = |duel: &Duel, word: &str| duel.current_cost(Player::FIRST, id(word));
    let printed = |word: &str| u32::from(load::standard().card(id(word)).cost);
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
    let mut old = empty;
    old.sides[0].grave_spells = 9;
    assert_eq!(cost(&old, "hourglass-titan"), 0);
    let most = load::standard().card(id("null-engine")).discount.unwrap().most;
    assert_eq!(cost(&old, "null-engine"), printed("null-engine") - u32::from(most));
}

#[test]
fn battles_end_as_the_powers_say() {
    let after = |own: &str, enemy: &str| {
        let mut duel = table().with_units(0, &[own]).with_units(1, &[enemy]);
        duel.sides[1].units.tapped = 1;
        let duel = duel.then(&format!("attack:{own}>{enemy}"));
        duel.sides.map(|side| side.units.count())
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
    assert_eq!(duel.then("block:wayside-guard").sides[1].shields.len(), 5);
    assert_eq!(duel.then("pass").stage(), Stage::Break);
}

#[test]
fn shields_break_from_the_left_and_triggers_are_free() {
    let words = ["frost-verdict", "quick-study", "page-turner"];
    let duel = table().with_units(0, &["furnace-bull"]).shields(1, &words).then("attack:furnace-bull");
    assert_eq!(duel.legal(), "trigger:frost-verdict>furnace-bull(tapped) take");
    let kept = duel.then("take");
    assert_eq!(
        (kept.sides[1].hand.len(), kept.legal()),
        (1, "take".to_string()),
        "a furnace bull breaks two"
    );
    let fired = duel.then("trigger:frost-verdict>furnace-bull(tapped)");
    assert_eq!((fired.sides[0].units.count(), fired.sides[1].mana_tapped), (0, 0));
    assert_eq!(fired.legal(), "take", "the second shield breaks although the bull is gone");
    assert_eq!(fired.then("take").stage(), Stage::Attack);
    let open = table().with_units(0, &["ember-scout"]).shields(1, &[]).then("attack:ember-scout");
    assert_eq!(open.winner(), Some(Player::FIRST));
}

#[test]
fn counters_are_paid_with_standing_mana() {
    let duel = table().with_units(0, &["pike-twins"]).holding(1, &["riposte-order", "parrying-gale"]);
    assert_eq!(duel.then("attack:pike-twins").stage(), Stage::Break, "no mana stands: nobody is asked");
    let gale = usize::from(load::standard().card(id("parrying-gale")).cost);
    let ready = duel.with_mana(1, gale).then("attack:pike-twins");
    assert_eq!(ready.legal(), "counter:parrying-gale>pike-twins(tapped) pass");
    let gone = ready.then("counter:parrying-gale>pike-twins(tapped)");
    assert_eq!((gone.stage(), gone.sides[1].shields.len()), (Stage::Attack, 5));
    assert_eq!(usize::from(gone.sides[1].mana_tapped), gale);
    assert_eq!(gone.sides[0].shown.count(id("pike-twins")), 1, "both know what went back to hand");
    assert_eq!(gone.seen(Player::SECOND).table.sides[0].hand.count(id("pike-twins")), 1);
    // Whether there is a counter in the hand does not show in who is asked.
    let mut bluff = duel.with_mana(1, gale);
    bluff.sides[1].hand = [id("quick-study")].into_iter().collect();
    assert_eq!(bluff.then("attack:pike-twins").legal(), "pass");
}

#[test]
fn scry_is_known_to_its_owner_only() {
    let duel = table().holding(0, &["star-chart"]).with_mana(0, 1);
    let looked = duel.then("play:star-chart +pike-twins +ash-lancer +ember-scout");
    assert_eq!(looked.legal(), "place:pike-twins place:ash-lancer place:ember-scout");
    assert_eq!(looked.seen(Player::SECOND).table.looking(), [CardId::HIDDEN; 3]);
    let placed = looked.then("place:ember-scout place:pike-twins");
    assert_eq!(placed.outcomes(), [(Action::Deal(id("ember-scout")), 1.0)]);
    let drawn = placed.then("+ember-scout");
    assert_eq!(drawn.side_of(Player::FIRST).top.cards(), [id("pike-twins"), id("ash-lancer")]);
    assert_eq!(drawn.seen(Player::SECOND).table.sides[0].top.cards(), [CardId::HIDDEN; 2]);
}

#[test]
fn whoever_searches_knows_the_shields_but_not_their_order() {
    let duel = table().holding(0, &["silent-index"]).with_mana(0, 3).then("play:silent-index");
    assert_eq!(duel.stage(), Stage::Sort);
    let line = "+pike-twins +ash-lancer +pike-twins +ember-scout +ember-scout";
    let sorted = duel.then(line);
    assert_eq!(sorted.sides[0].pool.len(), u32::from(sorted.sides[0].library));
    let group = sorted.sides[0].shields.group_of_first();
    assert_eq!(group.iter().map(|(_, n)| n).collect::<Vec<_>>(), [2, 1, 2]);
    let other = duel.then("+ember-scout +pike-twins +pike-twins +ash-lancer +ember-scout");
    assert_eq!(sorted, other, "the order in which they were told apart says nothing");
    let fetched = sorted.then("fetch:cinder-runner end");
    assert!(fetched.seen(Player::SECOND).table.sides[0].hand.is_empty(), "it was not shown");
    let mut attacked = fetched.with_units(1, &["ember-scout"]);
    (attacked.active, attacked.stage) = (1, Stage::Main);
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
    let last = |duel: &Duel| duel.sides[0].shields.iter().last().unwrap();
    assert_eq!(last(&stowed), (id("quick-study"), Known::ToOwner));
    assert_eq!(last(&stowed.seen(Player::SECOND).table), (CardId::HIDDEN, Known::ToOwner));
    let open = table().holding(0, &["open-bulwark"]).with_mana(0, 3);
    let open = open.then("play:open-bulwark +pike-twins +ash-lancer");
    assert_eq!(last(&open.seen(Player::SECOND).table), (id("ash-lancer"), Known::ToBoth));
}

#[test]
fn who_must_draw_from_an_empty_library_loses() {
    let mut duel = table().holding(0, &["quick-study"]).with_mana(0, 3);
    duel.sides[0].library = 1;
    let lost = duel.then("play:quick-study +pike-twins");
    assert_eq!((lost.turn(), lost.winner()), (Turn::Over, Some(Player::SECOND)));
    let mut last = table();
    last.turn = MOST_TURNS;
    let drawn = last.then("end");
    assert_eq!((drawn.turn(), drawn.payoff(Player::FIRST)), (Turn::Over, 0.5));
}

#[test]
fn equal_actions_are_one() {
    let duel = table().with_units(0, &["pike-twins", "pike-twins"]).holding(0, &["spark-bolt", "spark-bolt"]);
    let duel = duel.with_mana(0, 2).with_units(1, &["ember-scout", "ember-scout"]);
    assert_eq!(duel.legal(), "play:spark-bolt>ember-scout attack:pike-twins end");
}

#[test]
fn views_are_written_and_read() {
    yomi_core::testkit::walk(Effort::games(20), start, |state, _, _| {
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

const SMALL: &str = r#"
[[card]]
name = "Old Guard"
ja = "古参"
kind = "unit"
cost = 1
power = 1

[[card]]
name = "New Trick"
ja = "新技"
kind = "spell"
cost = 2
on_enter = [{ op = "draw", n = 1 }]

[[archetype]]
name = "plain"
ja = "無地"
core = { "Old Guard" = 4 }
flex = []
drawn = 0
copies = 4
"#;

/// The file, the line and the card are named.
#[test]
fn files_with_faults_are_refused() {
    let refuse = |from: &str, to: &str| {
        assert!(SMALL.contains(from), "{from}");
        load::parse("my.toml", &SMALL.replace(from, to)).unwrap_err().0
    };
    let fault = |from: &str, to: &str, parts: &[&str]| {
        let why = refuse(from, to);
        let missing = parts.iter().find(|part| !why.contains(**part));
        assert!(missing.is_none() && !why.contains('\n'), "{missing:?} is missing in {why:?}");
    };
    fault("cost = 1", "cots = 1", &["my.toml", "line 6", "Old Guard", "cots"]);
    fault("cost = 1", "cost = -1", &["my.toml, line 6", "card \"Old Guard\"", "cost is -1", "0 to 20"]);
    fault("cost = 2", "cost = \"x\"", &["line 13", "New Trick"]);
    fault(
        "\"Old Guard\" = 4",
        "\"Old Guard\" = 4, \"New Trick\" = 4",
        &["line 19", "deck \"plain\"", "8 cards", "expected 40"],
    );
    fault("\"Old Guard\" = 4", "\"Old Guard\" = 5", &["deck \"plain\"", "Old Guard is 5"]);
    fault("\"Old Guard\" = 4", "\"Nobody\" = 4", &["there is no card \"Nobody\""]);
    fault("op = \"draw\", n = 1", "op = \"draw\", n = 0", &["line 14", "New Trick", "n is 0"]);
    fault("op = \"draw\", n = 1", "op = \"draw\"", &["needs n"]);
    fault("op = \"draw\", n = 1", "op = \"fly\"", &["line 14", "New Trick", "fly"]);
    fault("op = \"draw\", n = 1", "op = \"draw\", n = 1, shown = true", &["takes no shown"]);
    fault("op = \"draw\", n = 1", "op = \"search\", kind = \"unit\", shown = false", &["impossible effect"]);
    fault(
        "{ op = \"draw\", n = 1 }",
        "{ op = \"bounce\" }, { op = \"destroy\", max_power = 1 }",
        &["one target"],
    );
    fault(
        "op = \"draw\", n = 1",
        "op = \"as\", card = \"New Trick\"",
        &["line 14", "circles: New Trick as New Trick"],
    );
    let twice =
        |card: &str| format!("{{ op = \"as\", card = \"{card}\" }}, {{ op = \"as\", card = \"{card}\" }}");
    let trick = |name: String, does: String| {
        format!("[[card]]\nname = \"{name}\"\nja = \"技\"\ncost = 1\nkind = \"spell\"\non_enter = [{does}]\n")
    };
    let doubling = (0..30).map(|i| trick(format!("Trick {i}"), twice(&format!("Trick {}", i + 1))));
    let all: String = doubling.chain([trick("Trick 30".into(), String::new())]).collect();
    fault(
        "[[archetype]]",
        &format!("{all}[[archetype]]"),
        &["Trick 0", "more than 1000 effects of other cards"],
    );
    fault("name = \"New Trick\"", "name = \"Old-Guard\"", &["taken by the card of line 2"]);
    fault("power = 1", "power = 1\nzero_if = { count = \"own_units\", at_least = 9 }", &["at_least is 9"]);
    fault("kind = \"spell\"", "kind = \"spell\"\npower = 3", &["line 13", "a spell has no power"]);
    fault("flex = []\ndrawn = 0", "flex = [\"Old Guard\"]\ndrawn = 1", &["8 copies of \"Old Guard\""]);
}

#[test]
fn the_standard_set_is_as_the_rules_ask() {
    let set = load::standard();
    assert!(set.cards.len() >= 40);
    assert_eq!(set.archetypes.len(), 4);
    for archetype in &set.archetypes {
        assert_eq!((archetype.core.len(), archetype.flex.len(), archetype.decks.len()), (28, 5, 10));
        assert!(archetype.decks.iter().all(|deck| deck.len() == 40));
    }
}

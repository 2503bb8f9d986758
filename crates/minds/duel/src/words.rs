//! Duel: sentences about the opponent's possible deck and hand, and about the own library and shields. All
//! numbers are counted.

use crate::behaviour::{self, BehaviourBelief, Manner};
use crate::own_cards::{self, OwnCards};
use crate::speed::{Pace, Speed};
use crate::statistics::{NAMES, Table};
use crate::thinning;
use crate::worlds::Read;
use crate::{DeckReading, Zone};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use yomi_core::{Decision, Player, sentence};
use yomi_engine::Sentence;
use yomi_engine::explain::percent;
use yomi_games::Duel;
use yomi_games::duel::cards::{Archetype, Card, Op, SetRef};
use yomi_games::duel::{Action, CardId, Counts, Known, SeenDuel, Side, Stage};

/// Measured costs and statistics of cards in games of the trained player; read once.
static MEASURED: LazyLock<Table> = LazyLock::new(Table::policy);

/// Counters that the opponent could pay for now.
fn payable_counters(seen: &SeenDuel) -> u64 {
    let (table, other) = (&seen.table, seen.seat.other());
    let mana = table.side_of(other).mana_standing();
    let set = table.set();
    let payable = |id: &CardId| set.counters & id.bit() != 0 && table.current_cost(other, *id) <= mana;
    set.ids().filter(payable).map(CardId::bit).sum()
}

/// Cards that remove an enemy unit.
pub fn removal(set: SetRef) -> u64 {
    let removes = |card: &Card| {
        card.ops.iter().flatten().any(|op| matches!(op, Op::Destroy(_) | Op::Bounce | Op::Sweep(_)))
    };
    set.ids().filter(|&id| removes(set.card(id))).map(CardId::bit).sum()
}

/// The own shields: how many nobody has seen, the probability that one of these is a trigger, and how many of
/// the others the owner knows to be triggers.
struct OwnShields {
    unseen: usize,
    each: f64,
    known_triggers: usize,
}

impl OwnShields {
    fn of(side: &Side, set: SetRef) -> OwnShields {
        let is_trigger =
            |(card, known): &(CardId, Known)| *known != Known::Nobody && set.triggers & card.bit() != 0;
        OwnShields {
            unseen: side.shields.in_pool(),
            each: f64::from(side.pool.len_among(set.triggers)) / f64::from(side.pool.len().max(1)),
            known_triggers: side.shields.iter().filter(is_trigger).count(),
        }
    }

    fn may_be_unseen(&self) -> bool {
        self.unseen > 0 && self.each > 0.0
    }

    fn may_be(&self) -> bool {
        self.known_triggers > 0 || self.may_be_unseen()
    }
}

/// What the agent that decided read of the other, and what can be counted of the own cards.
pub fn remarks(seen: &SeenDuel, decision: &Decision<Action>, read: Option<&Read>) -> Vec<Sentence> {
    let mut all = Vec::new();
    if let Some(Read { decks: reading, behaviour }) = read {
        if let Some(behaviour) = behaviour {
            all.extend(behaviour::words::remarks(seen, behaviour));
        }
        all.extend(deck(reading, seen.seen_of_other().kinds() == 0));
        all.extend(speed(seen));
        all.extend(own_cards::cost(seen.table.set(), &MEASURED, &seen.seen_of_other()));
        if behaviour.is_none() {
            all.extend(counters(seen, reading));
        }
    }
    let own = seen.table.side_of(seen.seat);
    all.extend(shields(own, seen.table.set(), decision));
    if matches!(seen.table.stage(), Stage::Charge | Stage::Main) {
        all.extend(draws(own, seen.table.set()));
    }
    all.extend(thinning::of(seen, decision.best().action, &MEASURED));
    all.extend(own_cards::potential(seen, &MEASURED));
    all
}

/// Nothing where the agent knows of no decks. Before the first card of the opponent's it is as decks are chosen.
fn deck(reading: &DeckReading, nothing_seen: bool) -> Option<Sentence> {
    let set = reading.set();
    let mut odds: Vec<(usize, f64)> =
        reading.archetypes().into_iter().enumerate().filter(|(_, p)| *p > 0.005).collect();
    if odds.is_empty() {
        return None;
    }
    odds.sort_by(|a, b| b.1.total_cmp(&a.1));
    let list = |name: fn(&Archetype) -> &str, gap: &str| {
        let words = odds.iter().map(|&(at, p)| format!("{} {}", name(&set.archetypes[at]), percent(p)));
        words.collect::<Vec<_>>().join(gap)
    };
    let (en, ja) = (list(|a| &a.name, ", "), list(|a| &a.ja, "、"));
    Some(match nothing_seen {
        true => sentence!(
            "No card of the opponent's has been seen yet: its deck is {en}.",
            "相手のカードはまだ見えていません。デッキは {ja} です。"
        ),
        false => sentence!(
            "From the cards seen, the opponent's deck is {en}.",
            "見えたカードからすると、相手のデッキは {ja} です。"
        ),
    })
}

/// Fast or slow by the cost actually paid for the cards seen, next to their printed cost.
fn speed(seen: &SeenDuel) -> Option<Sentence> {
    let (set, cards) = (seen.table.set(), seen.seen_of_other());
    let speed = Speed::of(set, &MEASURED, &cards)?;
    let pace = Pace::of(set, &MEASURED);
    let (fast, looks_fast, n) = (pace.calls_fast(&speed), pace.looks_fast(&speed), cards.len());
    let (paid, bar, printed) = (speed.virtual_cost, pace.bar.virtual_cost, speed.printed_cost);
    let word = |fast: bool| if fast { ("fast", "速い") } else { ("slow", "遅い") };
    let (kind, kind_ja) = word(fast);
    let (but, but_ja) = if fast == looks_fast {
        (String::new(), String::new())
    } else {
        let (looks, looks_ja) = word(looks_fast);
        (
            format!(", although it looks {looks} by what is printed"),
            format!("（印刷コストでは{looks_ja}デッキに見えます）"),
        )
    };
    let (cards, costs) = if n == 1 { ("card", "costs") } else { ("cards", "cost") };
    // A verdict between two equal numbers would read as a mistake.
    let tells_apart = |&digits: &usize| format!("{paid:.digits$}") != format!("{bar:.digits$}");
    let digits = (1..6).find(tells_apart).unwrap_or(6);
    // Few cards can look slow in a deck that is known to be fast: the verdict is about these cards.
    Some(Sentence::new(
        format!(
            "The {n} {cards} seen of the opponent's deck really {costs} {paid:.digits$} on average (printed {printed:.1}; an average deck {bar:.digits$}): by what is seen alone, a {kind} deck{but}."
        ),
        format!(
            "見えた相手のカード {n} 枚の実質コストは平均 {paid:.digits$}（印刷コスト {printed:.1}、平均的なデッキは {bar:.digits$}）。見えた分だけなら{kind_ja}デッキです{but_ja}。"
        ),
    ))
}

/// By the cards seen; nothing where what was done is read, which says it better.
fn counters(seen: &SeenDuel, reading: &DeckReading) -> Option<Sentence> {
    let mana = seen.table.side_of(seen.seat.other()).mana_standing();
    let p = Zone::hand(seen, reading).holds(payable_counters(seen));
    if mana == 0 || p <= 0.0 || seen.table.active() != seen.seat {
        return None;
    }
    let p = percent(p);
    Some(Sentence::new(
        format!(
            "From the cards seen, the opponent holds a counter it can pay for with probability {p}; {mana} mana {are} untapped.",
            are = if mana == 1 { "is" } else { "are" }
        ),
        format!(
            "見えたカードからすると、相手が払えるカウンターを持つ確率は {p} です（アンタップのマナは {mana} 枚）。"
        ),
    ))
}

fn shields(own: &Side, set: SetRef, decision: &Decision<Action>) -> Option<Sentence> {
    let defending =
        decision.candidates.iter().any(|c| matches!(c.action, Action::Block(_) | Action::Counter(..)));
    if !defending || own.shields.is_empty() {
        return None;
    }
    let shields = OwnShields::of(own, set);
    let (unseen, known_triggers, all) = (shields.unseen, shields.known_triggers, own.shields.len());
    let (mut en, mut ja) = (Vec::new(), Vec::new());
    if shields.may_be_unseen() {
        let p = percent(shields.each);
        en.push(format!("Each of your {unseen} unseen shields is a trigger with probability {p}."));
        ja.push(format!("見えない盾 {unseen} 枚は、それぞれ {p} の確率でトリガーです。"));
    }
    if known_triggers > 0 {
        en.push(format!("You know that {known_triggers} of your {all} shields are triggers."));
        ja.push(format!("盾 {all} 枚のうち {known_triggers} 枚はトリガーだと分かっています。"));
    }
    if !shields.may_be() {
        let blocks = matches!(decision.best().action, Action::Block(_));
        let (so, so_ja) = if blocks { (": block", "。ブロックします") } else { ("", "") };
        en.push(format!("No trigger can be left in your shields{so}."));
        ja.push(format!("あなたの盾にトリガーはもう残っていません{so_ja}。"));
    }
    Some(Sentence::new(en.join(" "), ja.concat()))
}

fn draws(own: &Side, set: SetRef) -> Option<Sentence> {
    if let Some(&next) = own.top.cards().first() {
        let card = set.card(next);
        return Some(Sentence::new(
            format!("The next card of your library is {}.", card.name),
            format!("次に引くカードは「{}」です。", card.ja),
        ));
    }
    let (good, all) = (own.pool.len_among(removal(set)), own.pool.len());
    (all > 0 && own.library > 0).then(|| {
        let p = percent(f64::from(good) / f64::from(all));
        Sentence::new(
            format!(
                "{good} of your {all} unseen cards {removes} a unit; the next draw is one with probability {p}.",
                removes = if good == 1 { "removes" } else { "remove" }
            ),
            format!("見えない {all} 枚のうち {good} 枚が除去です。次に引く確率は {p} です。"),
        )
    })
}

/// What is believed at a table of Duel: `beliefs` of advice. Exact by the cards seen and where the agent's
/// worlds come from: the deck model, or any cards. Of an agent that reads behaviour the zones are sampled, by what was
/// done too; the archetypes are by the cards seen.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beliefs {
    /// The chance of every archetype to be the opponent's; empty where the agent takes any cards for
    /// possible.
    pub decks: BTreeMap<String, f64>,
    /// The probability that the opponent holds each card; cards with probability 0 are left out.
    pub hand: BTreeMap<String, f64>,
    /// How likely the opponent is to play as each of these agents do, by what it did; left out where the agent does not
    /// read it, and before it has done anything.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub kinds: BTreeMap<String, f64>,
    pub zones: Zones,
    /// The mean cost of the opponent's cards seen so far; `null` if there are none.
    pub speed: Option<DeckSpeed>,
    /// The probability that the opponent holds a counter that it can pay for now.
    pub payable_counter: f64,
    /// The probability that any one of the viewer's unseen shields is a trigger.
    pub own_shield_is_trigger: f64,
    pub trigger_possible_in_own_shields: bool,
    /// What a card of the viewer's library and one of its shields is worth on average; `null` if no
    /// statistics of these cards were measured.
    pub own: Option<OwnCards>,
}

/// The opponent's hidden zones.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zones {
    /// The probability that the deck contains each card.
    pub deck: BTreeMap<String, f64>,
    pub hand: ZoneBelief,
    pub shields: ZoneBelief,
    pub library: ZoneBelief,
}

/// The possible contents of one zone of the opponent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneBelief {
    pub cards: u32,
    /// Expected copies of each card.
    pub expected: BTreeMap<String, f64>,
    /// Mean statistics of its cards, if they were measured.
    pub statistics: Option<BTreeMap<String, f64>>,
}

/// The mean cost of the cards seen.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeckSpeed {
    /// As actually paid.
    pub virtual_cost: f64,
    pub printed_cost: f64,
    pub fast: bool,
}

/// A zone of the opponent's, by what it did where that was read.
struct ZoneRead<'a> {
    zone: Zone<'a>,
    is_hand: bool,
    acts: Option<&'a BehaviourBelief>,
}

impl ZoneRead<'_> {
    fn holds(&self, cards: u64) -> f64 {
        match self.acts.and_then(|acts| acts.holds(cards)) {
            Some(hidden) if self.zone.known().kinds() & cards == 0 => hidden,
            _ => self.zone.holds(cards),
        }
    }

    fn expected(&self, card: CardId) -> f64 {
        let hidden = self.acts.and_then(|acts| match self.is_hand {
            true => acts.expected(card),
            false => acts.expected_elsewhere(card, self.zone.size() - self.zone.known().len()),
        });
        match hidden {
            Some(hidden) => f64::from(self.zone.known().count(card)) + hidden,
            None => self.zone.expected(card),
        }
    }

    fn kinds(&self) -> BTreeMap<String, f64> {
        let by_manner = self.acts.filter(|acts| acts.has_acted()).and_then(BehaviourBelief::manners);
        let named =
            |manners: [f64; 3]| Manner::ALL.iter().map(|m| m.key().to_string()).zip(manners).collect();
        by_manner.map_or_else(BTreeMap::new, named)
    }
}

fn zone(zone: &ZoneRead<'_>, set: SetRef) -> ZoneBelief {
    let expected = set.ids().map(|id| (set.card(id).word.clone(), zone.expected(id)));
    let statistics = MEASURED.by_card(set).ok().map(|stats| {
        let means = NAMES.iter().zip(zone.zone.statistics(&stats, |card| zone.expected(card)));
        means.map(|((name, _), mean)| (name.to_string(), mean)).collect()
    });
    ZoneBelief { cards: zone.zone.size(), expected: expected.filter(|(_, n)| *n > 0.0).collect(), statistics }
}

/// What a search believes that read this of the other.
pub fn beliefs(seen: &SeenDuel, read: &Read) -> Beliefs {
    let reading = &read.decks;
    let set = seen.table.set();
    let acts = read.behaviour.as_deref();
    let hand = ZoneRead { zone: Zone::hand(seen, reading), is_hand: true, acts };
    let elsewhere = |zone| ZoneRead { zone, is_hand: false, acts };
    let chances = |chance: &dyn Fn(CardId) -> f64| {
        let by_card = set.ids().map(|id| (set.card(id).word.clone(), chance(id)));
        by_card.filter(|(_, p)| *p > 0.0).collect::<BTreeMap<String, f64>>()
    };
    let own = OwnShields::of(seen.table.side_of(seen.seat), set);
    let speed = Speed::of(set, &MEASURED, &seen.seen_of_other()).map(|speed| DeckSpeed {
        virtual_cost: speed.virtual_cost,
        printed_cost: speed.printed_cost,
        fast: Pace::of(set, &MEASURED).calls_fast(&speed),
    });
    Beliefs {
        decks: set.archetypes.iter().zip(reading.archetypes()).map(|(a, p)| (a.name.clone(), p)).collect(),
        hand: chances(&|id| hand.holds(id.bit())),
        kinds: hand.kinds(),
        zones: Zones {
            deck: chances(&|id| acts.and_then(|acts| acts.deck_has(id)).unwrap_or_else(|| reading.has(id))),
            hand: zone(&hand, set),
            shields: zone(&elsewhere(Zone::shields(seen, reading)), set),
            library: zone(&elsewhere(Zone::library(seen, reading)), set),
        },
        speed,
        payable_counter: hand.holds(payable_counters(seen)),
        own_shield_is_trigger: own.each,
        trigger_possible_in_own_shields: own.may_be(),
        own: OwnCards::of(seen, &MEASURED),
    }
}

/// Both hands, for practice. The order of libraries is not determined before cards are drawn.
pub fn secrets(state: &Duel) -> Sentence {
    let set = state.set();
    let list = |seat: Player, name: fn(&Card) -> &str, gap: &str| {
        let cards: &Counts = &state.side_of(seat).hand;
        let words: Vec<&str> = cards.copies().map(|id| name(set.card(id))).collect();
        if words.is_empty() { "-".to_string() } else { words.join(gap) }
    };
    let (first, second) = (Player::FIRST, Player::SECOND);
    Sentence::new(
        format!(
            "Seat 0 holds {}; seat 1 holds {}.",
            list(first, |c| &c.name, ", "),
            list(second, |c| &c.name, ", ")
        ),
        format!(
            "席0の手札: {}。席1の手札: {}。",
            list(first, |c| &c.ja, "、"),
            list(second, |c| &c.ja, "、")
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card_file::{standard, standard_rules};
    use crate::statistics::UNIT;
    use crate::{DeckModel, Heuristic};
    use yomi_core::{
        Basis, Belief, Chance, Hidden, Inference, Luck, Policy, Rng, Ruleset, State, Turn, View,
    };

    /// Calls `show` for every decision of some games between rule-based players with some random moves.
    fn decisions(games: u64, mut show: impl FnMut(&Duel, &SeenDuel, &[Sentence])) {
        for seed in 0..games {
            let (mut state, mut luck) = (standard_rules().start(seed), Luck::new(seed));
            let (mut rng, mut player) = (Rng::new(seed), Heuristic { random: 20 });
            loop {
                let action = match state.turn() {
                    Turn::Player(mover) => {
                        let (seen, action) = (state.seen(mover), player.choose(&state, &mut rng));
                        let decision = Decision::immediate(Basis::Rule, action, State::actions(&state));
                        let read = Read { decks: DeckReading::of_other(&seen).unwrap(), behaviour: None };
                        show(&state, &seen, &remarks(&seen, &decision, Some(&read)));
                        action
                    }
                    Turn::Chance => luck.draw(&state),
                    Turn::Over => break,
                };
                state.apply(action);
            }
        }
    }

    /// Of every zone, and of nothing else.
    #[test]
    fn cards_are_told_as_the_trained_player_plays_them() {
        let mean = |zone: &ZoneBelief, measured: &Table| {
            let stat = |word: &String| f64::from(measured.card[word].stats[0]) / UNIT;
            let sum: f64 = zone.expected.iter().map(|(word, n)| n * stat(word)).sum();
            sum / zone.expected.values().sum::<f64>()
        };
        let mut told = 0;
        decisions(2, |_, seen, _| {
            let read = Read { decks: DeckReading::of_other(seen).unwrap(), behaviour: None };
            let all = beliefs(seen, &read);
            assert_eq!(all.own, OwnCards::of(seen, &Table::policy()));
            assert_ne!(all.own, OwnCards::of(seen, &Table::heuristic()));
            let library = &all.zones.library;
            if library.cards > 0 {
                let stated = library.statistics.as_ref().unwrap()[NAMES[0].0];
                assert!((stated - mean(library, &Table::policy())).abs() < 1e-6, "{stated}");
                told += 1;
            }
        });
        assert!(told > 50, "{told}");
    }

    fn find<'a>(said: &'a [Sentence], part: &str) -> Option<&'a str> {
        said.iter().map(|sentence| sentence.en.as_str()).find(|en| en.contains(part))
    }

    /// The number in front of a word or a sign.
    fn number(text: &str, before: &str) -> f64 {
        let head = text.split(before).next().unwrap();
        let from = head.rfind(|c: char| !c.is_ascii_digit() && c != '.').map_or(0, |at| at + 1);
        head[from..].parse().unwrap_or_else(|_| panic!("no number before {before:?} in {text:?}"))
    }

    /// Whether the shields hold a trigger in one random game that looks the same to their owner.
    fn shields_hold_a_trigger(state: &Duel, seat: Player, rng: &mut Rng) -> bool {
        let open = state.with_open_shields(|breaking| breaking.sample_outcome(rng));
        let side = open.side_of(seat);
        side.shields.iter().any(|(card, _)| state.set().triggers & card.bit() != 0)
    }

    #[test]
    fn what_is_said_of_own_shields_is_so() {
        let (mut rng, mut none, mut blocks, mut some) = (Rng::new(1), 0, 0, 0);
        decisions(200, |state, seen, said| {
            let draws = 60;
            if let Some(text) = find(said, "No trigger can be left in your shields") {
                assert!((0..draws).all(|_| !shields_hold_a_trigger(state, seen.seat, &mut rng)));
                none += 1;
                blocks += u32::from(text.ends_with("shields: block."));
            } else if let Some(text) = find(said, "unseen shields is a trigger with") {
                // The first unseen shield is as likely to be a trigger as any other.
                let side = state.side_of(seen.seat);
                let p = f64::from(
                    side.pool.copies().filter(|c| state.set().triggers & c.bit() != 0).count() as u32
                ) / f64::from(side.pool.len());
                assert!((number(text, "%") - 100.0 * p).abs() < 0.051, "{text}");
                assert_eq!(number(text, " unseen") as usize, side.shields.in_pool());
                some += 1;
            }
        });
        assert!(none > 0 && blocks > 0 && some > 100, "{none} {blocks} {some}");
    }

    /// The cards whose text says that they destroy, sweep or return an enemy unit.
    const REMOVAL: [&str; 12] = [
        "Sudden Snare",
        "Falling Slate",
        "Spark Bolt",
        "Parrying Gale",
        "Hidden Pitfall",
        "Riposte Order",
        "Frost Verdict",
        "Tidal Purge",
        "Abyss Judge",
        "World Serpent",
        "Final Theorem",
        "Undertow",
    ];

    /// The chance outcomes of the next draw give the probability of a card that removes a unit.
    #[test]
    fn what_is_said_of_the_next_draw_is_so() {
        let mut checked = 0;
        decisions(40, |state, seen, said| {
            let Some(text) = find(said, "unseen cards remove a unit") else { return };
            // Both players end their turns without doing more.
            let mut later = *state;
            while later.turn_number() < state.turn_number() + 2 && later.turn() != Turn::Over {
                let action = match later.turn() {
                    Turn::Chance => later.outcomes()[0].0,
                    _ => *later.actions().iter().find(|a| matches!(a, Action::Keep | Action::End)).unwrap(),
                };
                later.apply(action);
            }
            if later.turn() != Turn::Chance {
                return;
            }
            assert_eq!(later.active(), seen.seat);
            let removes = |card: CardId| REMOVAL.contains(&state.set().card(card).name.as_str());
            let p: f64 = later
                .outcomes()
                .into_iter()
                .filter(|(outcome, _)| matches!(outcome, Action::Deal(card) if removes(*card)))
                .map(|(_, p)| p)
                .sum();
            assert!((number(text, "%") - 100.0 * p).abs() < 0.051, "{text}: {p}");
            assert!((number(text, " of your") / number(text, " unseen") - p).abs() < 1e-9, "{text}: {p}");
            checked += 1;
        });
        assert!(checked > 100, "{checked}");
    }

    /// Worlds sampled from the deck model have a payable counter as often as stated.
    #[test]
    fn what_is_said_of_counters_is_so() {
        let (mut rng, mut checked) = (Rng::new(2), 0);
        decisions(60, |state, seen, said| {
            let Some(text) = find(said, "holds a counter it can pay for") else { return };
            checked += 1;
            if checked % 8 != 0 {
                return;
            }
            let (other, draws) = (seen.seat.other(), 2_000);
            let mana = state.side_of(other).mana_standing();
            assert_eq!(number(text, " mana") as u32, mana);
            let mut belief = DeckModel.read(&View::new(seen.seat, seen.clone())).unwrap();
            let payable = |world: &Duel| {
                let hand = world.side_of(other).hand;
                hand.iter().any(|(card, _)| {
                    world.set().counters & card.bit() != 0 && world.current_cost(other, card) <= mana
                })
            };
            let found = (0..draws).filter(|_| payable(&belief.sample(&mut rng).0)).count();
            let (p, rate) = (number(text, "%") / 100.0, found as f64 / f64::from(draws));
            let sigma = (p * (1.0 - p) / f64::from(draws)).sqrt();
            assert!((rate - p).abs() < 5.0 * sigma + 0.001, "{text}: {rate}");
        });
        assert!(checked > 80, "{checked}");
    }

    /// The means are those of the cards seen, and the verdict follows from the threshold between fast and
    /// slow decks.
    #[test]
    fn what_is_said_of_speed_is_so() {
        let set = standard();
        let cost = |card: CardId| f64::from(MEASURED.card[&set.card(card).word].virtual_cost) / 1000.0;
        let of_decks = |name: &str| {
            let decks = &set.archetypes.iter().find(|a| a.name == name).unwrap().decks;
            let costs: f64 = decks.iter().flat_map(|deck| deck.copies().collect::<Vec<_>>()).map(cost).sum();
            costs / (40 * decks.len()) as f64
        };
        let bar = ["aggro", "control", "ramp", "combo"].map(of_decks).iter().sum::<f64>() / 4.0;
        let (mut fast, mut slow) = (0, 0);
        decisions(40, |_, seen, said| {
            let Some(text) = find(said, "seen of the opponent's deck") else { return };
            let cards: Vec<CardId> = seen.seen_of_other().copies().collect();
            let mean = |cost: &dyn Fn(CardId) -> f64| {
                cards.iter().map(|&card| cost(card)).sum::<f64>() / cards.len() as f64
            };
            let paid = mean(&cost);
            let printed = mean(&|card| f64::from(set.card(card).cost));
            assert_eq!(number(text, " card") as usize, cards.len());
            assert!((number(text, " on average") - paid).abs() < 0.0501, "{text}: {paid}");
            assert!((number(text, "; an average deck") - printed).abs() < 0.0501, "{text}: {printed}");
            assert_ne!(
                number(text, " on average"),
                number(text, "): by what"),
                "{text}: a verdict on equals"
            );
            assert_eq!(text.contains("alone, a fast deck"), paid < bar, "{text}: {paid} {bar}");
            assert_eq!(text.contains("alone, a slow deck"), paid >= bar, "{text}: {paid} {bar}");
            fast += u32::from(text.contains("alone, a fast deck"));
            slow += u32::from(text.contains("alone, a slow deck"));
        });
        assert!(fast > 100 && slow > 100, "{fast} {slow}");
    }
}

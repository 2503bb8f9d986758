//! The sentences of Sevens, recomputed from the view: the table by the rules as a person would apply them, the
//! chances from the beliefs and facts that come with the advice.

use super::sentences::{captures, is_number};
use serde_json::Value;
use std::collections::BTreeSet;
use yomi::Advice;

/// A card as it is written in views.
type Name = String;

/// The cards of a lane outwards from the seven.
fn lanes() -> Vec<Vec<Name>> {
    let name = |suit: char, number: u32| match number {
        1 => format!("{suit}A"),
        11 => format!("{suit}J"),
        12 => format!("{suit}Q"),
        13 => format!("{suit}K"),
        n => format!("{suit}{n}"),
    };
    let suits = ['S', 'H', 'D', 'C'];
    let lanes = suits.into_iter().flat_map(|suit| {
        [(1..7).rev().map(|n| name(suit, n)).collect(), (8..14).map(|n| name(suit, n)).collect()]
    });
    lanes.collect()
}

fn names(list: &Value) -> BTreeSet<Name> {
    list.as_array().unwrap().iter().map(|card| card.as_str().unwrap().to_string()).collect()
}

/// What may be played on a table by the rules of the contest: the first gap of every lane and, where one of A and
/// K lies there, the other.
fn open(table: &BTreeSet<Name>) -> BTreeSet<Name> {
    let lanes = lanes();
    let gaps = lanes.iter().filter_map(|lane| lane.iter().find(|card| !table.contains(*card)));
    let mut open: BTreeSet<Name> = gaps.cloned().collect();
    for both in lanes.chunks(2) {
        let [ace, king] = [&both[0][5], &both[1][5]];
        for (there, other) in [(ace, king), (king, ace)] {
            if table.contains(there) && !table.contains(other) {
                open.insert(other.clone());
            }
        }
    }
    open
}

/// `♠6` as `S6`.
fn plain(pretty: &str) -> Name {
    pretty.replace('♠', "S").replace('♥', "H").replace('♦', "D").replace('♣', "C")
}

/// A view before its move, with the advice for it.
pub struct Table<'a> {
    pub view: &'a Value,
    pub advice: &'a Advice,
}

impl Table<'_> {
    fn seat(&self) -> usize {
        self.view["seat"].as_u64().unwrap() as usize
    }

    fn passes_left(&self) -> i64 {
        let passes = &self.view["seats"][self.seat()]["passes"];
        self.view["free_passes"].as_i64().unwrap() - passes.as_i64().unwrap()
    }

    /// The cards of the other seats that can be played now, and those that the chosen move makes playable.
    fn opened(&self) -> [BTreeSet<Name>; 2] {
        let (table, hand) = (names(&self.view["table"]), names(&self.view["hand"]));
        let mut after = table.clone();
        match self.advice.chosen.as_str() {
            "pass" if self.passes_left() > 0 => {}
            "pass" => after.extend(hand.iter().cloned()),
            card => drop(after.insert(card.to_string())),
        }
        let unseen = |cards: BTreeSet<Name>| -> BTreeSet<Name> {
            cards.into_iter().filter(|card| !hand.contains(card) && !after.contains(card)).collect()
        };
        let new = &open(&after) - &open(&table);
        [unseen(open(&table)), unseen(new)]
    }

    /// `♥9 ♠8 (seat 2 64.0%, seat 1 36.0%), ♦6 (…)`: exactly these cards, each with everyone who may hold it.
    fn is_list(&self, said: &str, cards: &BTreeSet<Name>) {
        let mut listed = BTreeSet::new();
        for group in said.trim_end_matches(')').split("), ") {
            let (pretty, holders) = match group.split_once(" (") {
                Some((pretty, holders)) => (pretty, Some(holders)),
                None => (group, None),
            };
            for card in pretty.split(' ').map(plain) {
                if let Some(holders) = holders {
                    self.are_holders(&card, holders);
                }
                listed.insert(card);
            }
        }
        assert_eq!(&listed, cards, "{said}");
    }

    fn are_holders(&self, card: &str, said: &str) {
        let all = self.advice.beliefs["cards"].as_array().unwrap();
        let place = all.iter().find(|place| place["card"] == card).unwrap();
        let mut left: Vec<f64> =
            place["seats"].as_array().unwrap().iter().map(|p| p.as_f64().unwrap()).collect();
        for holder in said.split(", ") {
            let found = captures("seat {} {}%", holder).unwrap_or_else(|| panic!("{said}"));
            let seat: usize = found[0].parse().unwrap();
            is_number(found[1], 100.0 * left[seat]);
            left[seat] = 0.0;
        }
        assert!(left.iter().all(|p| *p < 0.005), "{card}: {said}");
    }

    /// The kind of a sentence, after it was checked.
    pub fn check(&self, text: &str) -> Option<&'static str> {
        self.of_the_table(text).or_else(|| self.of_playouts(text)).or_else(|| self.of_players(text))
    }

    fn of_the_table(&self, text: &str) -> Option<&'static str> {
        let [now, new] = self.opened();
        if let Some(f) = captures("The opponents can play now: {}.", text) {
            self.is_list(f[0], &now);
            return Some("now");
        }
        if let Some(f) = captures("A pass opens nothing; {} of your {} free passes will be left.", text) {
            assert_eq!((self.advice.chosen.as_str(), new.len()), ("pass", 0));
            assert_eq!(f[0], (self.passes_left() - 1).to_string());
            assert_eq!(f[1], self.view["free_passes"].to_string());
            return Some("a pass opens nothing");
        }
        if let Some(f) = captures("{} opens no card that the opponents hold.", text) {
            assert_eq!(plain(f[0]).trim_start_matches("A "), self.advice.chosen);
            assert_eq!(new.len(), 0, "{new:?}");
            return Some("opens nothing");
        }
        let f = captures("{} opens {}.", text)?;
        assert_eq!(plain(f[0]).trim_start_matches("A "), self.advice.chosen);
        assert!(!new.is_empty());
        self.is_list(f[1], &new);
        Some("opens")
    }

    /// Against the facts of the chosen move.
    fn of_playouts(&self, text: &str) -> Option<&'static str> {
        let facts = &self.advice.candidates[0].facts.as_ref()?.data;
        let number = |value: &Value| 100.0 * value.as_f64().unwrap();
        let seat = |said: &str| said.parse::<usize>().unwrap();
        for template in [
            "After {}, seat {} cannot play in {}% of worlds; {} of its {} free passes are left.",
            "After {}, seat {} cannot play in {}% of worlds and would burst there: it has no pass left.",
        ] {
            if let Some(f) = captures(template, text) {
                is_number(f[2], number(&facts["cannot_play"][seat(f[1])]));
                return Some("cannot play");
            }
        }
        if let Some(f) = captures("Played to the end in {} worlds, {}, you burst in {}%.", text) {
            assert_eq!(f[0], facts["worlds"].to_string());
            for other in f[1].split(", ") {
                let burst = captures("seat {} bursts in {}%", other).unwrap();
                is_number(burst[1], number(&facts["bursts"][seat(burst[0])]));
            }
            is_number(f[2], number(&facts["bursts"][self.seat()]));
            return Some("bursts");
        }
        if let Some(f) = captures(
            "The chances to burst are those of the playouts, where everyone plays as the search assumes; only the win rate is calibrated on games {}.",
            text,
        ) {
            assert_eq!(self.advice.opponents.map(|company| company.against().en).as_deref(), Some(f[0]));
            assert!(self.advice.candidates[0].searched.is_some());
            return Some("not calibrated");
        }
        let f = captures("In {}% of these worlds no other move does better than {}.", text)?;
        is_number(f[0], number(&facts["best_in"]));
        Some("best in")
    }

    /// Against the beliefs about the other seats.
    fn of_players(&self, text: &str) -> Option<&'static str> {
        let beliefs = &self.advice.beliefs;
        let kinds = |seat: &str| -> Vec<f64> {
            let kinds = beliefs["kinds"][seat].as_object().unwrap_or_else(|| panic!("{text}"));
            kinds.values().map(|p| p.as_f64().unwrap()).collect()
        };
        if let Some(f) = captures("How seat {} plays is not clear from its moves.", text) {
            assert!(kinds(f[0]).iter().all(|p| *p <= 0.5));
            return Some("not clear");
        }
        if let Some(f) =
            captures("These chances rest on {} worlds, worth {} independent ones of equal weight.", text)
        {
            assert_eq!(f[0], beliefs["worlds"].to_string());
            is_number(f[1], beliefs["effective_sample_size"].as_f64().unwrap());
            return Some("rest on");
        }
        let f = captures("Seat {} most likely {} ({}%).", text)?;
        is_number(f[2], 100.0 * kinds(f[0]).into_iter().fold(0.0, f64::max));
        Some("most likely")
    }
}

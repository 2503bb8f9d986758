//! What is said of an opponent that was read by what it did.

use super::{BehaviourBelief, Manner};
use crate::Zone;
use crate::words::removal;
use yomi_core::sentence;
use yomi_engine::Sentence;
use yomi_engine::explain::percent;
use yomi_games::duel::cards::keyword;
use yomi_games::duel::{Action, SeenDuel, Stage};

/// A chance is told if what was done moves it by this much, and by this many standard errors of the walks.
const TELLING: f64 = 0.03;
const ERRORS: f64 = 3.0;

/// In whole per cents: hands are sampled. What hardly any or nearly all samples have is not certain.
fn whole(p: f64) -> String {
    match 100.0 * p {
        p if p < 1.0 => "<1%".into(),
        p if p > 99.0 => ">99%".into(),
        p => format!("{p:.0}%"),
    }
}

/// How the opponent plays, and what that says of its hand.
pub fn remarks(seen: &SeenDuel, read: &BehaviourBelief) -> Vec<Sentence> {
    let mut all = Vec::new();
    all.extend(hand(seen, read));
    all.extend(manner(read));
    all
}

/// None is called likely below one half, and none before the opponent had a choice.
fn manner(read: &BehaviourBelief) -> Option<Sentence> {
    let manners = read.manners()?;
    let (at, &p) = manners.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1))?;
    if p <= 0.5 || !read.has_acted() {
        return None;
    }
    let (p, likely) = (percent(p), Manner::ALL[at]);
    let (en, ja) = match likely {
        Manner::Learnt => ("like one who has learnt the game", "よく練習したプレイヤーのように"),
        Manner::Rules => ("by rules of thumb", "経験則どおりに"),
        Manner::Random => ("just anything", "でたらめに"),
    };
    Some(sentence!(
        "By what it did, the opponent most likely plays {en} ({p}).",
        "行動からすると、相手は{ja}打っている見込みが最も高いです（{p}）。"
    ))
}

/// The kind of card whose chance to be in the hand was moved most by what was done.
fn hand(seen: &SeenDuel, read: &BehaviourBelief) -> Option<Sentence> {
    let set = seen.table.set();
    let kinds = [
        (removal(set), "removal", "除去"),
        (set.counters, "a counter", "カウンター"),
        (set.having(keyword::TRIGGER), "a trigger", "トリガー"),
    ];
    let by_cards = Zone::hidden_hand(seen, read.deck_reading());
    let moved = kinds.into_iter().filter_map(|(cards, en, ja)| {
        let (before, after) = (by_cards.holds(cards), read.holds(cards)?);
        let least = TELLING.max(ERRORS * read.error_of_holds(cards)?);
        ((after - before).abs() >= least).then_some((before, after, en, ja))
    });
    let (before, after, en, ja) = moved.max_by(|a, b| (a.1 - a.0).abs().total_cmp(&(b.1 - b.0).abs()))?;
    if !read.has_acted() {
        return None;
    }
    let (before, after) = (whole(before), whole(after));
    let unshown = match seen.table.side_of(seen.seat.other()).shown.is_empty() {
        true => ("its hand", "手札"),
        false => ("the unknown part of its hand", "見えていない手札"),
    };
    let (place, place_ja) = unshown;
    let (did, did_ja) = match read.left_standing() {
        Some(mana) if mana > 0 => (
            format!("The opponent left {mana} mana standing at the end of its last turn, and"),
            format!("相手は前のターンをマナ{mana}枚を残して終えました。これまでの行動から、"),
        ),
        _ => ("By what the opponent did,".to_string(), "相手のこれまでの行動から、".to_string()),
    };
    let chance = format!("the chance of {en} in {place} goes from {before} to {after}");
    let with = match read.left_standing() {
        Some(mana) if mana > 0 => format!("by all that it did {chance}"),
        _ => chance,
    };
    Some(Sentence::new(
        format!("{did} {with} (by the cards seen alone, then by what it did)."),
        format!(
            "{did_ja}{place_ja}に{ja}がある確率は {before} → {after} です（見えた札だけ → 行動も含む）。"
        ),
    ))
}

impl BehaviourBelief {
    /// Whether the opponent has decided anything.
    pub(crate) fn has_acted(&self) -> bool {
        let other = self.seen.seat.other();
        let mut now = self.view.start.table;
        self.view.events.iter().any(|&event| {
            let acted = yomi_core::State::turn(&now).player() == Some(other);
            yomi_core::State::apply(&mut now, event);
            acted
        })
    }

    /// The mana that the opponent left when it last ended its turn.
    fn left_standing(&self) -> Option<u32> {
        let other = self.seen.seat.other();
        let mut now = self.view.start.table;
        let mut left = None;
        for &event in &self.view.events {
            if event == Action::End
                && now.active() == other
                && matches!(now.stage(), Stage::Main | Stage::Attack)
            {
                left = Some(now.side_of(other).mana_standing());
            }
            yomi_core::State::apply(&mut now, event);
        }
        left
    }
}

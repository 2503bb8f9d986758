//! What the own hidden cards are worth, and costs that surprise: numbers for advice, and a sentence each.

use crate::SelfInference;
use crate::catalogue;
use crate::statistics::{DIMENSIONS, NAMES, Table, UNIT};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use yomi_engine::Sentence;
use yomi_games::duel::cards::SetRef;
use yomi_games::duel::{CardId, Counts, SeenDuel, Stage};

/// Means over the own library and over the own shields, by the names of the sixteen statistics, in standard
/// deviations over the cards of the game. A zone without cards has zeros.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnCards {
    pub library_potential: BTreeMap<String, f64>,
    pub shield_expectation: BTreeMap<String, f64>,
}

impl OwnCards {
    /// `None` where no statistics of these cards were measured.
    pub fn of(seen: &SeenDuel, measured: &Table) -> Option<OwnCards> {
        let (library, shields) = means(seen, measured)?;
        Some(OwnCards { library_potential: named(library), shield_expectation: named(shields) })
    }
}

fn named(means: [f64; DIMENSIONS]) -> BTreeMap<String, f64> {
    NAMES.iter().zip(means).map(|((name, _), mean)| (name.to_string(), mean)).collect()
}

type Means = [f64; DIMENSIONS];

fn means(seen: &SeenDuel, measured: &Table) -> Option<(Means, Means)> {
    let stats = measured.by_card(seen.table.set()).ok()?;
    let inference = SelfInference::new(&stats, &seen.table, seen.seat);
    Some((inference.library_potential(), inference.shield_expectation()))
}

/// In what the own library differs most from an ordinary card, and the own shields if they differ from the
/// library: while there is something to charge or to play.
pub fn potential(seen: &SeenDuel, measured: &Table) -> Option<Sentence> {
    let own = seen.table.side_of(seen.seat);
    if !matches!(seen.table.stage(), Stage::Charge | Stage::Main) || own.library == 0 {
        return None;
    }
    let (library, shields) = means(seen, measured)?;
    let (of_library, of_library_ja) = extremes(&library);
    let (mut en, mut ja) = (String::new(), String::new());
    let (more, more_ja) = extremes(&shields);
    if !own.shields.is_empty() && more != of_library {
        (en, ja) = (format!("; one of your shields, {more}"), format!("。盾は{more_ja}"));
    }
    Some(Sentence::new(
        format!(
            "Compared with an average card of the game (in standard deviations), a card of your library is {of_library}{en}."
        ),
        format!("平均的なカードと比べて、山札のカードは{of_library_ja}{ja}（1枚あたり、単位は標準偏差）。"),
    ))
}

/// Costs this far apart surprise a reader of the card.
const SURPRISING: f64 = 2.0;

/// The card among these whose cost as really paid is furthest from what is printed, if that is far.
pub fn cost(set: SetRef, measured: &Table, cards: &Counts) -> Option<Sentence> {
    let off = |id: &CardId| (f64::from(set.card(*id).cost) - measured.virtual_cost(set, *id)).abs();
    let id = set.ids().filter(|id| cards.has(*id)).max_by(|a, b| off(a).total_cmp(&off(b)))?;
    let (card, line) = (set.card(id), measured.card.get(&set.card(id).word)?);
    if off(&id) < SURPRISING {
        return None;
    }
    let (plays, paid, printed) = (line.plays, f64::from(line.virtual_cost) / UNIT, card.cost);
    let why = catalogue::cost_text(card);
    Some(Sentence::new(
        format!(
            "{} counts as {paid:.1} mana, not as the {printed} printed: that was paid on average in {plays} measured plays. {}",
            card.name, why.en
        ),
        format!(
            "「{}」は印刷コスト{printed}ではなく{paid:.1}として数えます（実測{plays}回の平均支払い）。{}",
            card.ja, why.ja
        ),
    ).map(|text| text.trim_end().to_string()))
}

/// The statistic that is highest and the one that is lowest.
fn extremes(means: &Means) -> (String, String) {
    let by = |a: &usize, b: &usize| means[*a].total_cmp(&means[*b]);
    let most = (0..DIMENSIONS).max_by(by).expect("sixteen of them");
    let least = (0..DIMENSIONS).min_by(by).expect("sixteen of them");
    let of = |at: usize| (NAMES[at].1, means[at]);
    let ((high, more), (low, less)) = (of(most), of(least));
    (
        format!("highest in \"{}\" ({more:+.1}) and lowest in \"{}\" ({less:+.1})", high.en, low.en),
        format!("「{}」が最も高く（{more:+.1}）、「{}」が最も低い（{less:+.1}）", high.ja, low.ja),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card_file::{standard, standard_rules};
    use yomi_core::{Chance, Hidden, Rng, Ruleset, State, Turn};
    use yomi_games::Duel;
    use yomi_games::duel::Known;

    /// The mean of the named statistic over these cards, read from the table's own lines.
    fn mean(measured: &Table, cards: &[CardId], at: usize) -> f64 {
        let stat = |id: &CardId| f64::from(measured.card[&standard().card(*id).word].stats[at]) / 1000.0;
        cards.iter().map(stat).sum::<f64>() / cards.len().max(1) as f64
    }

    /// Positions of random games, as the player to move sees them.
    fn positions(games: u64, mut show: impl FnMut(&Duel, &SeenDuel)) {
        for seed in 0..games {
            let (mut state, mut rng) = (standard_rules().start(seed), Rng::new(seed));
            loop {
                match state.turn() {
                    Turn::Player(seat) => {
                        show(&state, &state.seen(seat));
                        state.apply(state.random_action(&mut rng));
                    }
                    Turn::Chance => state.apply(state.sample_outcome(&mut rng)),
                    Turn::Over => break,
                }
            }
        }
    }

    /// Where the owner knows none of its hidden cards, both means are those of the cards it has not seen;
    /// known shields and a known top count as what they are.
    #[test]
    fn means_are_those_of_the_cards_that_can_be_there() {
        let measured = Table::heuristic();
        let (mut plain, mut known) = (0, 0);
        positions(30, |state, seen| {
            let own = state.side_of(seen.seat);
            let unseen: Vec<CardId> = own.pool.copies().collect();
            let shields: Vec<CardId> =
                own.shields.iter().filter(|(_, by)| *by != Known::Nobody).map(|(card, _)| card).collect();
            let top = own.top.cards();
            if !state.looking().is_empty() || unseen.is_empty() {
                return;
            }
            let all = OwnCards::of(seen, &measured).unwrap();
            let mixed = |cards: &[CardId], size: usize, at: usize| match size {
                0 => 0.0,
                _ => {
                    let hidden = (size - cards.len()) as f64;
                    let sum = mean(&measured, cards, at) * cards.len() as f64;
                    (sum + hidden * mean(&measured, &unseen, at)) / size as f64
                }
            };
            for (at, (name, _)) in NAMES.iter().enumerate() {
                let library = mixed(top, usize::from(own.library), at);
                assert!((all.library_potential[*name] - library).abs() < 1e-9, "{name}");
                let shield = mixed(&shields, own.shields.len(), at);
                assert!((all.shield_expectation[*name] - shield).abs() < 1e-9, "{name}");
            }
            if shields.is_empty() && top.is_empty() { plain += 1 } else { known += 1 }
        });
        assert!(plain > 300 && known > 100, "{plain} {known}");
    }

    /// The sentence names the highest and the lowest of what the JSON tells.
    #[test]
    fn the_sentence_names_the_extremes() {
        let measured = Table::heuristic();
        let mut said = 0;
        positions(10, |_, seen| {
            let Some(text) = potential(seen, &measured) else { return };
            let all = OwnCards::of(seen, &measured).unwrap().library_potential;
            let high = all.values().copied().fold(f64::MIN, f64::max);
            let low = all.values().copied().fold(f64::MAX, f64::min);
            for (word, value) in [("highest", high), ("lowest", low)] {
                let stated = NAMES.iter().filter(|(name, _)| all[*name] == value).any(|(_, text_of)| {
                    text.en.contains(&format!("{word} in \"{}\" ({value:+.1})", text_of.en))
                });
                assert!(stated, "{}: {word} {value}", text.en);
            }
            said += 1;
        });
        assert!(said > 100);
    }

    #[test]
    fn a_cost_that_surprises_is_explained() {
        let (set, measured) = (standard(), Table::heuristic());
        let titan: Counts = [set.find("hourglass-titan").unwrap()].into_iter().collect();
        let said = cost(set, &measured, &titan).unwrap();
        let plays = measured.card["hourglass-titan"].plays;
        assert!(said.en.contains(&format!("in {plays} measured plays")), "{}", said.en);
        assert!(
            said.en.ends_with("Costs nothing while there are 5 or more spells in your graveyard."),
            "{}",
            said.en
        );
        assert!(said.en.contains("as 0.0 mana, not as the 9 printed"), "{}", said.en);
        let courier: Counts = [set.find("relic-courier").unwrap()].into_iter().collect();
        assert_eq!(cost(set, &measured, &courier), None);
        assert_eq!(cost(set, &measured, &Counts::EMPTY), None);
    }
}

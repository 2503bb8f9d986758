//! How a game ended, in words.

use yomi::core::Stakes;
use yomi::{Sentence, core::sentence};

/// The result of a finished game with these payoffs, in the units of records; `names` are who sat where.
pub fn in_words(stakes: Stakes, payoffs: &[f64], names: &[String]) -> Sentence {
    let seat = |at: usize| match names.get(at) {
        Some(name) => sentence!("seat {at} ({name})", "席{at}（{name}）"),
        None => sentence!("seat {at}", "席{at}"),
    };
    match stakes {
        Stakes::Win => match payoffs.iter().position(|&payoff| payoff == 1.0) {
            Some(winner) => sentence!("{} wins", "{:#}の勝ち", seat(winner)),
            None => sentence!("a draw", "引き分け"),
        },
        Stakes::Chips if payoffs.iter().all(|&payoff| payoff == 0.0) => {
            sentence!("nobody wins any chips", "チップの動きはなし")
        }
        Stakes::Chips => {
            let each = payoffs.iter().enumerate().map(|(at, &payoff)| {
                let (seat, chips) = (seat(at), payoff.abs());
                let word = if chips == 1.0 { "chip" } else { "chips" };
                match payoff > 0.0 {
                    true => sentence!("{seat} wins {chips} {word}", "{seat:#}が{chips}チップの勝ち"),
                    false => sentence!("{seat} loses {chips} {word}", "{seat:#}が{chips}チップの負け"),
                }
            });
            let (en, ja): (Vec<String>, Vec<String>) = each.map(|told| (told.en, told.ja)).unzip();
            Sentence::new(en.join(", "), ja.join("、"))
        }
        Stakes::Score => sentence!("{} points", "{}点", payoffs[0]),
        Stakes::Counted { unit, .. } => {
            let shown = stakes.shown(payoffs[0]);
            Sentence::new(format!("{shown:.0} {}", unit.en), format!("{shown:.0}{}", unit.ja))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi::core::Text;

    #[test]
    fn results_are_told_in_the_words_of_the_game() {
        let names = ["best".to_string(), "human".to_string()];
        let told = |stakes, payoffs: &[f64]| in_words(stakes, payoffs, &names[..payoffs.len()]);
        let both = |en: &str, ja: &str| Sentence::new(en, ja);
        assert_eq!(told(Stakes::Win, &[0.0, 1.0]), both("seat 1 (human) wins", "席1（human）の勝ち"));
        assert_eq!(told(Stakes::Win, &[0.5, 0.5]), both("a draw", "引き分け"));
        assert_eq!(
            told(Stakes::Chips, &[2.0, -2.0]),
            both(
                "seat 0 (best) wins 2 chips, seat 1 (human) loses 2 chips",
                "席0（best）が2チップの勝ち、席1（human）が2チップの負け"
            )
        );
        assert_eq!(told(Stakes::Score, &[28.0]), both("28 points", "28点"));
        let cards = Stakes::Counted { points: 10, unit: Text::new("cards", "枚") };
        assert_eq!(told(cards, &[102.0]), both("10 cards", "10枚"));
    }
}

//! What a match or a suite shows, in words: who is ahead, where that is more than luck.

use yomi::Sentence;
use yomi::core::sentence;
use yomi::engine::arena::{Report, Row};
use yomi::engine::explain::with_sign;
use yomi::engine::suite::Difference;

/// Who is ahead in a match, by the 95% intervals; nothing where one agent plays itself.
pub fn of_match(report: &Report) -> Vec<Sentence> {
    if report.agents.len() < 2 {
        return Vec::new();
    }
    let seats: usize = report.agents.iter().map(|row| row.seats).sum();
    let figure = |row: &Row| Figure::of(row, report.unit == "chips", seats);
    let Some(figures) = report.agents.iter().map(figure).collect::<Option<Vec<Figure>>>() else {
        return vec![match report.deals {
            0 | 1 => sentence!(
                "One deal says nothing about who is better.",
                "一通りの配りだけでは優劣は分かりません。"
            ),
            _ => sentence!(
                "Every deal paid the same: how much other deals would pay is not known.",
                "どの配りでも利得が同じでした。ほかの配りでどうなるかは分かりません。"
            ),
        }];
    };
    let rows = || report.agents.iter().zip(&figures);
    let ahead: Vec<Sentence> = rows()
        .filter(|(_, figure)| figure.lo > figure.even)
        .map(|(row, figure)| {
            let (agent, told, even) = (&row.agent, figure.told(), figure.even_told());
            sentence!("{agent} is ahead: {told}{even}.", "{agent} が上です: {told:#}{even:#}。")
        })
        .collect();
    if !ahead.is_empty() {
        return ahead;
    }
    let behind: Vec<Sentence> = rows()
        .filter(|(_, figure)| figure.hi < figure.even)
        .map(|(row, figure)| {
            let (agent, told, even) = (&row.agent, figure.told(), figure.even_told());
            sentence!("{agent} is behind: {told}{even}.", "{agent} が下です: {told:#}{even:#}。")
        })
        .collect();
    if !behind.is_empty() {
        return behind;
    }
    vec![sentence!(
        "No difference is proven: every 95% interval contains an even result. More games would narrow them.",
        "差があるとは言えません: どの95%区間にも互角が含まれます。局数を増やすと区間は狭まります。"
    )]
}

/// What an agent gets, and what it would get if all were equal: shares of games, or chips.
struct Figure {
    mean: f64,
    lo: f64,
    hi: f64,
    even: f64,
    is_chips: bool,
}

impl Figure {
    /// Nothing from a single deal, nor from deals that all paid the same.
    fn of(row: &Row, is_chips: bool, seats: usize) -> Option<Figure> {
        let (mean, [lo, hi], even) = match is_chips {
            true => (row.mean_payoff?, row.payoff_ci95?, 0.0),
            false => (row.win_rate?, row.ci95, 1.0 / seats as f64),
        };
        Some(Figure { mean, lo, hi, even, is_chips })
    }

    fn told(&self) -> Sentence {
        let Figure { mean, lo, hi, .. } = *self;
        if self.is_chips {
            let [mean, lo, hi] = [mean, lo, hi].map(|chips| with_sign(chips, 3));
            return sentence!(
                "{mean} chips per game (95% interval {lo} to {hi})",
                "一局あたり {mean} 枚（95%区間 {lo}〜{hi}）"
            );
        }
        let [mean, lo, hi] = [mean, lo, hi].map(|rate| 100.0 * rate);
        sentence!(
            "it wins {mean:.1}% of its games (95% interval {lo:.1}% to {hi:.1}%)",
            "勝率 {mean:.1}%（95%区間 {lo:.1}%〜{hi:.1}%）"
        )
    }

    fn even_told(&self) -> Sentence {
        if self.is_chips {
            return Sentence::default();
        }
        let even = 100.0 * self.even;
        sentence!("; an even share is {even:.1}%", "。互角なら {even:.1}%")
    }
}

/// Which of two agents scores more on the same boards.
pub fn of_boards(difference: &Difference) -> Option<Sentence> {
    let Difference { of, over, mean, ci95, luck_corrected, .. } = difference;
    // What luck was worth is nothing on average: without it the same difference is seen more sharply.
    let without_luck = luck_corrected.as_ref().and_then(|found| Some((found.mean, found.ci95?)));
    let (mean, [lo, hi]) = without_luck.or_else(|| Some((*mean, (*ci95)?)))?;
    let (en, ja) = match without_luck {
        Some(_) => (" without the luck of the draws", "引きの運を除くと "),
        None => ("", ""),
    };
    let better = |better: &str, worse: &str, by: f64, lo: f64, hi: f64| {
        sentence!(
            "{better} scores {by:.2} more than {worse}{en} (95% interval {lo:.2} to {hi:.2}).",
            "{ja}{better} は {worse} より {by:.2} 多く取ります（95%区間 {lo:.2}〜{hi:.2}）。"
        )
    };
    Some(match (lo > 0.0, hi < 0.0) {
        (true, _) => better(of, over, mean, lo, hi),
        (_, true) => better(over, of, -mean, -hi, -lo),
        _ => sentence!(
            "Between {of} and {over} no difference is proven.",
            "{of} と {over} に差があるとは言えません。"
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use yomi::engine::suite::LuckCorrected;

    fn report(unit: &str, rows: &[(f64, [f64; 2])]) -> Report {
        let agents: Vec<_> = rows
            .iter()
            .enumerate()
            .map(|(i, (mean, ends))| {
                json!({
                    "agent": format!("a{i}"), "seats": 1, "games": 10, "wins": 5.0, "draws": 0,
                    "win_rate": mean, "ci95": ends, "mean_payoff": mean, "se": 0.1, "payoff_ci95": ends,
                    "cpu_ms_per_move": 0.0, "cpu_ms_per_game": 0.0,
                })
            })
            .collect();
        serde_json::from_value(json!({
            "version": 1, "game": "g", "unit": unit, "settings": {}, "seed": 0, "games": 10, "different_games": 10,
            "deals": 5, "limit": "-", "signature": "", "agents": agents,
        }))
        .unwrap()
    }

    fn said(unit: &str, rows: &[(f64, [f64; 2])]) -> Vec<String> {
        of_match(&report(unit, rows)).into_iter().map(|told| told.en).collect()
    }

    /// Nobody is called ahead or behind whose interval contains an even result, and everybody whose does not.
    #[test]
    fn ahead_is_who_is_more_than_lucky() {
        let even = [0.4, 0.6];
        assert_eq!(
            said("win", &[(0.7, [0.55, 0.8]), (0.3, [0.2, 0.45])]),
            [
                "a0 is ahead: it wins 70.0% of its games (95% interval 55.0% to 80.0%); an even share is 50.0%."
            ]
        );
        assert!(said("win", &[(0.5, even), (0.5, even)])[0].starts_with("No difference is proven"));
        // Of three seats an even share is a third; one that loses is told of where nobody wins.
        let three = said("win", &[(0.4, [0.3, 0.5]), (0.4, [0.3, 0.5]), (0.2, [0.1, 0.3])]);
        assert_eq!(
            three,
            [
                "a2 is behind: it wins 20.0% of its games (95% interval 10.0% to 30.0%); an even share is 33.3%."
            ]
        );
        assert_eq!(
            said("chips", &[(0.2, [0.1, 0.3]), (-0.2, [-0.3, -0.1])]),
            ["a0 is ahead: +0.200 chips per game (95% interval +0.100 to +0.300)."]
        );
        assert_eq!(said("win", &[(0.5, even)]), [""; 0], "one agent against itself");
        let mut one_deal = report("chips", &[(0.2, [0.1, 0.3]), (-0.2, [-0.3, -0.1])]);
        one_deal.agents[0].payoff_ci95 = None;
        assert!(of_match(&one_deal)[0].en.starts_with("Every deal paid the same"));
        one_deal.deals = 1;
        assert!(of_match(&one_deal)[0].en.starts_with("One deal says nothing"));
    }

    #[test]
    fn boards_tell_who_scores_more() {
        let between = |mean: f64, ends: [f64; 2]| Difference {
            of: "x".into(),
            over: "y".into(),
            mean,
            se: Some(1.0),
            ci95: Some(ends),
            luck_corrected: None,
        };
        let told = |mean: f64, ends: [f64; 2]| of_boards(&between(mean, ends)).unwrap();
        assert_eq!(told(2.0, [1.0, 3.0]).en, "x scores 2.00 more than y (95% interval 1.00 to 3.00).");
        assert_eq!(told(-2.0, [-3.0, -1.0]).en, "y scores 2.00 more than x (95% interval 1.00 to 3.00).");
        assert_eq!(told(-2.0, [-3.0, -1.0]).ja, "y は x より 2.00 多く取ります（95%区間 1.00〜3.00）。");
        assert_eq!(told(0.5, [-1.0, 2.0]).en, "Between x and y no difference is proven.");
        let corrected =
            LuckCorrected { mean: 0.4, se: Some(0.1), ci95: Some([0.2, 0.6]), value_function: "0".into() };
        let sharper = Difference { luck_corrected: Some(corrected), ..between(0.5, [-1.0, 2.0]) };
        let told = of_boards(&sharper).unwrap();
        assert_eq!(
            told.en,
            "x scores 0.40 more than y without the luck of the draws (95% interval 0.20 to 0.60)."
        );
        assert_eq!(told.ja, "引きの運を除くと x は y より 0.40 多く取ります（95%区間 0.20〜0.60）。");
    }
}

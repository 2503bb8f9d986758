//! Whom a stated chance is meant against.

use crate::{Fault, Sentence};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A company: the players that a chance to win is stated against.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Company {
    /// Players like `best`.
    Strong,
    /// Players like the game's casual agent, usually `heuristic`.
    Casual,
    /// Players like `random`.
    Random,
    /// The opponents as they are read from what they did.
    Read,
}

/// How many companies are made of one agent each.
pub const NAMED: usize = 3;

impl Company {
    pub const ALL: [Company; 4] = [Company::Strong, Company::Casual, Company::Random, Company::Read];
    /// Those of one agent each, in the order of a [`Mix`].
    pub const NAMED: [Company; NAMED] = [Company::Strong, Company::Casual, Company::Random];

    pub fn name(self) -> &'static str {
        match self {
            Company::Strong => "strong",
            Company::Casual => "casual",
            Company::Random => "random",
            Company::Read => "read",
        }
    }

    /// "against strong players".
    pub fn against(self) -> Sentence {
        match self {
            Company::Strong => Sentence::new("against strong players", "強い相手に対する"),
            Company::Casual => Sentence::new("against casual players", "気軽に打つ相手に対する"),
            Company::Random => Sentence::new("against random players", "でたらめに打つ相手に対する"),
            Company::Read => Sentence::new("against these opponents", "この相手に対する"),
        }
    }
}

impl fmt::Display for Company {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Company {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Company, Fault> {
        Company::ALL.into_iter().find(|company| company.name() == text).ok_or_else(|| {
            let names = Company::ALL.map(Company::name);
            Fault::unknown(Sentence::new("company", "相手の種類"), text, &names)
        })
    }
}

/// How likely each of [`Company::NAMED`] is; adds up to 1.
pub type Mix = [f64; NAMED];

/// How often each company sits at a table that nobody has seen act: half of the tables are strong. `yomi
/// calibrate --opponents read` draws its tables so.
pub const LOT: Mix = [0.5, 0.25, 0.25];

/// The companies by Bayes, from the logarithm of how likely each would do what was seen.
pub fn posterior(prior: &Mix, log_likelihood: &Mix) -> Mix {
    let most = log_likelihood.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut mix = [0.0; NAMED];
    for ((part, prior), log) in mix.iter_mut().zip(prior).zip(log_likelihood) {
        *part = prior * (log - most).exp();
    }
    let total: f64 = mix.iter().sum();
    mix.map(|part| part / total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn companies_are_read_as_they_are_written() {
        for company in Company::ALL {
            assert_eq!(company.to_string().parse::<Company>().unwrap(), company);
            assert_eq!(serde_json::to_string(&company).unwrap(), format!("\"{company}\""));
        }
        let fault = "stron".parse::<Company>().unwrap_err();
        assert!(fault.text.en.contains("did you mean \"strong\""), "{fault:?}");
    }

    #[test]
    fn what_was_done_moves_the_odds_by_bayes() {
        assert_eq!(posterior(&LOT, &[-3.0; 3]), LOT);
        let mix = posterior(&LOT, &[0.0, -800.0, 2f64.ln()]);
        assert!((mix[0] - 0.5).abs() < 1e-12 && mix[1] == 0.0 && (mix[2] - 0.5).abs() < 1e-12, "{mix:?}");
    }
}

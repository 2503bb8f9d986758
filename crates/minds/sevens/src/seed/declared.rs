//! The seed's parameters, each declared once under its original name.

use super::options::{CardBonuses, PassInference, SeedOptions};
use crate::RolloutWeights;
use yomi_core::{OptionSpec, Options, Text};

/// Limit of a weight: larger ones are not needed, and no sum overflows.
const LARGEST: f64 = 1000.0;

const fn weight(name: &'static str, default: &'static str, help: Text) -> OptionSpec {
    OptionSpec::number(name, default, -LARGEST, LARGEST, help)
}

/// The points of the rollout policy.
pub const ROLLOUT: [OptionSpec; 7] = [
    weight("rollout_ace_king_bonus", "8", Text::new("points for an A or K", "A・Kの加点")),
    weight(
        "rollout_adjacent_bonus",
        "4",
        Text::new("points when the next card outwards lies on the table", "次の札が場にあるときの加点"),
    ),
    weight(
        "rollout_adjacent_penalty",
        "4",
        Text::new("points taken when it does not", "次の札が場にないときの減点"),
    ),
    weight(
        "rollout_safe_bonus",
        "8",
        Text::new("points when the next card is in the own hand", "次の札を自分が持つときの加点（Safe判定）"),
    ),
    weight(
        "rollout_suit_multiplier",
        "1.5",
        Text::new("points for every card of the suit in the hand", "手札にある同じスートの枚数に掛ける点"),
    ),
    weight(
        "rollout_hand_reduction",
        "0.2",
        Text::new(
            "points for every other card in the hand: the same for all cards, so it decides nothing",
            "手札枚数に掛ける点（どの札でも同じなので選択には影響しない）",
        ),
    ),
    weight(
        "rollout_chain_multiplier",
        "6",
        Text::new(
            "points when another card of the hand becomes playable",
            "出すと次に出せるようになる自分の札に掛ける点",
        ),
    ),
];

/// The search itself.
const SEARCH: [OptionSpec; 23] = [
    OptionSpec::count(
        "simulation_count",
        "700",
        1,
        1_000_000,
        Text::new(
            "worlds per move: 2.0 times as many for 2 candidates, 1.5 for 3, 1.2 for 4 or 5; a limit can only cut them short",
            "一手あたりの世界の数（候補2つ以下で2.0倍、3つで1.5倍、4〜5で1.2倍。制限はこれを打ち切るだけ）",
        ),
    ),
    OptionSpec::count(
        "simulation_depth",
        "350",
        1,
        1_000_000,
        Text::new(
            "moves after which a playout counts as a draw",
            "プレイアウトの最大手数（超えたら引き分け）",
        ),
    ),
    OptionSpec::count(
        "determinization_attempts",
        "120",
        0,
        1_000_000,
        Text::new(
            "deals that are tried before one is taken that contradicts what was inferred",
            "推論に合う配り方を探す回数（失敗したら制約なしで配る）",
        ),
    ),
    weight(
        "strategy_weight_multiplier",
        "1.2",
        Text::new("weight of the bonuses beside the playouts", "戦略ボーナスの重み"),
    ),
    OptionSpec::switch(
        "enable_tunnel_lock",
        "true",
        Text::new(
            "hold back the A or K whose other end another seat laid",
            "相手が開けたトンネルの逆側の端を出さない",
        ),
    ),
    weight("tunnel_lock_weight", "3", Text::new("weight of that, times 10 points", "その重み（×10点）")),
    OptionSpec::switch(
        "enable_burst_force",
        "true",
        Text::new(
            "play on in suits that a seat with 2 passes or more has none of",
            "パスが2回以上の相手が持たないスートを進める",
        ),
    ),
    weight("burst_force_weight", "3", Text::new("weight of that, times 5 points", "その重み（×5点）")),
    weight("ace_king_base_bonus", "8", Text::new("bonus for an A or K", "A・Kのボーナス")),
    weight(
        "tunnel_complete_bonus",
        "10",
        Text::new("bonus for an A or K whose other end lies", "トンネルを完成させるA・Kのボーナス"),
    ),
    weight(
        "adjacent_card_bonus",
        "6",
        Text::new("bonus when the next card outwards lies on the table", "次の札が場にあるときのボーナス"),
    ),
    weight("adjacent_card_penalty", "6", Text::new("taken when it does not", "次の札が場にないときの減点")),
    weight(
        "safe_move_bonus",
        "14",
        Text::new("bonus when the next card is in the own hand", "次の札を自分が持つときのボーナス"),
    ),
    weight(
        "suit_concentration_multiplier",
        "2.5",
        Text::new(
            "bonus for every card of the suit in the hand",
            "手札にある同じスートの枚数に掛けるボーナス",
        ),
    ),
    weight(
        "hand_reduction_bonus",
        "0.15",
        Text::new("bonus for every other card in the hand", "手札枚数に掛けるボーナス"),
    ),
    weight(
        "chain_potential_multiplier",
        "12",
        Text::new(
            "bonus when another card of the hand becomes playable",
            "出すと次に出せるようになる自分の札に掛けるボーナス",
        ),
    ),
    weight(
        "aggressive_mode_threshold",
        "0.6",
        Text::new(
            "part of the first hand up to which the game is late",
            "終盤とみなす残り手札の割合（以下）",
        ),
    ),
    weight(
        "defensive_mode_threshold",
        "0.8",
        Text::new("part of the first hand above which the game is early", "序盤とみなす残り手札の割合（超）"),
    ),
    weight(
        "aggressiveness_multiplier",
        "0.3",
        Text::new(
            "how much aggressiveness adds to tunnel lock and burst force",
            "攻撃度がトンネル・バースト戦略を強める割合",
        ),
    ),
    weight(
        "urgency_multiplier",
        "0.5",
        Text::new(
            "how much own passes add to the bonuses for a chain and for fewer cards",
            "緊急度（自分のパス数）が連鎖・手札削減のボーナスを強める割合",
        ),
    ),
    OptionSpec::number(
        "belief_state_decay_factor",
        "0.05",
        0.0,
        1.0,
        Text::new(
            "with inference=soft: the chance that a seat is dealt a card that it passed on",
            "inference=soft のとき、パスした席にその札を配る確率",
        ),
    ),
    OptionSpec::choice(
        "inference",
        "hard",
        &["hard", "soft", "off"],
        Text::new(
            "what a pass says: hard (none of the open cards), soft (hardly any) or off (nothing)",
            "パスの読み: hard（出せる札を持たない）、soft（ほぼ持たない）、off（読まない）",
        ),
    ),
    OptionSpec::switch(
        "pass",
        "false",
        Text::new("true: passing is a candidate too", "true ならパスも候補に入れる"),
    ),
];

/// The declaration of a parameter.
fn spec(name: &str) -> &'static OptionSpec {
    static ALL: [&[OptionSpec]; 2] = [&SEARCH, &ROLLOUT];
    let found = ALL.iter().flat_map(|list| list.iter()).find(|spec| spec.name == name);
    found.unwrap_or_else(|| panic!("{name} is declared"))
}

impl RolloutWeights {
    /// From the options of the rollout policy.
    #[must_use]
    pub fn read(options: &Options) -> RolloutWeights {
        let weight = |name| options.number(spec(name));
        RolloutWeights {
            ace_king_bonus: weight("rollout_ace_king_bonus"),
            adjacent_bonus: weight("rollout_adjacent_bonus"),
            adjacent_penalty: weight("rollout_adjacent_penalty"),
            safe_bonus: weight("rollout_safe_bonus"),
            suit_multiplier: weight("rollout_suit_multiplier"),
            hand_reduction: weight("rollout_hand_reduction"),
            chain_multiplier: weight("rollout_chain_multiplier"),
        }
    }
}

impl Default for RolloutWeights {
    fn default() -> Self {
        RolloutWeights::read(&Options::defaults(&ROLLOUT))
    }
}

impl CardBonuses {
    fn read(options: &Options) -> CardBonuses {
        let weight = |name| options.number(spec(name));
        CardBonuses {
            ace_king_base_bonus: weight("ace_king_base_bonus"),
            tunnel_complete_bonus: weight("tunnel_complete_bonus"),
            adjacent_card_bonus: weight("adjacent_card_bonus"),
            adjacent_card_penalty: weight("adjacent_card_penalty"),
            safe_move_bonus: weight("safe_move_bonus"),
            suit_concentration_multiplier: weight("suit_concentration_multiplier"),
            hand_reduction_bonus: weight("hand_reduction_bonus"),
            chain_potential_multiplier: weight("chain_potential_multiplier"),
        }
    }
}

impl SeedOptions {
    /// Every option of the seed's player.
    #[must_use]
    pub fn declared() -> Vec<OptionSpec> {
        [&SEARCH[..], &ROLLOUT[..]].concat()
    }

    /// From the options.
    #[must_use]
    pub fn read(options: &Options) -> SeedOptions {
        let weight = |name| options.number(spec(name));
        let count = |name| options.count(spec(name)) as u32;
        let switch = |name| options.switch(spec(name));
        let inferences = [PassInference::Hard, PassInference::Soft, PassInference::Off];
        SeedOptions {
            simulation_count: count("simulation_count"),
            simulation_depth: count("simulation_depth"),
            determinization_attempts: count("determinization_attempts"),
            strategy_weight_multiplier: weight("strategy_weight_multiplier"),
            enable_tunnel_lock: switch("enable_tunnel_lock"),
            tunnel_lock_weight: weight("tunnel_lock_weight"),
            enable_burst_force: switch("enable_burst_force"),
            burst_force_weight: weight("burst_force_weight"),
            bonuses: CardBonuses::read(options),
            rollout: RolloutWeights::read(options),
            aggressive_mode_threshold: weight("aggressive_mode_threshold"),
            defensive_mode_threshold: weight("defensive_mode_threshold"),
            aggressiveness_multiplier: weight("aggressiveness_multiplier"),
            urgency_multiplier: weight("urgency_multiplier"),
            belief_state_decay_factor: weight("belief_state_decay_factor"),
            inference: options.choice(spec("inference"), inferences),
            pass: switch("pass"),
        }
    }
}

impl Default for SeedOptions {
    fn default() -> Self {
        SeedOptions::read(&Options::defaults(&SeedOptions::declared()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::options::BadOption;

    fn read(given: &[(&str, &str)]) -> Result<SeedOptions, BadOption> {
        let given: Vec<_> = given.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
        let options = Options::complete("seed-pimc", &SeedOptions::declared(), &given)?;
        Ok(SeedOptions::read(&options))
    }

    /// The names and values of the seed's list, copied from it.
    #[test]
    fn every_parameter_of_the_seed_is_an_option() {
        let list = "SIMULATION_COUNT=700 SIMULATION_DEPTH=350 DETERMINIZATION_ATTEMPTS=120 \
            STRATEGY_WEIGHT_MULTIPLIER=1.2 TUNNEL_LOCK_WEIGHT=3.0 BURST_FORCE_WEIGHT=3.0 \
            ENABLE_TUNNEL_LOCK=True ENABLE_BURST_FORCE=True \
            ACE_KING_BASE_BONUS=8 TUNNEL_COMPLETE_BONUS=10 ADJACENT_CARD_BONUS=6 ADJACENT_CARD_PENALTY=6 \
            SAFE_MOVE_BONUS=14 SUIT_CONCENTRATION_MULTIPLIER=2.5 HAND_REDUCTION_BONUS=0.15 \
            CHAIN_POTENTIAL_MULTIPLIER=12 ROLLOUT_ACE_KING_BONUS=8 ROLLOUT_ADJACENT_BONUS=4 \
            ROLLOUT_ADJACENT_PENALTY=4 ROLLOUT_SAFE_BONUS=8 ROLLOUT_SUIT_MULTIPLIER=1.5 \
            ROLLOUT_HAND_REDUCTION=0.2 ROLLOUT_CHAIN_MULTIPLIER=6 AGGRESSIVE_MODE_THRESHOLD=0.6 \
            DEFENSIVE_MODE_THRESHOLD=0.8 AGGRESSIVENESS_MULTIPLIER=0.3 URGENCY_MULTIPLIER=0.5 \
            BELIEF_STATE_DECAY_FACTOR=0.05";
        let given: Vec<(String, String)> = list
            .split_whitespace()
            .map(|pair| pair.split_once('=').unwrap())
            .map(|(name, value)| (name.to_lowercase(), value.to_lowercase()))
            .collect();
        let given: Vec<(&str, &str)> = given.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        assert_eq!(read(&given).unwrap(), SeedOptions::default());
        // The seed's options, and two that it does not have.
        assert_eq!(given.len() + 2, SEARCH.len() + ROLLOUT.len());
    }

    #[test]
    fn every_option_arrives_where_it_belongs() {
        let default = SeedOptions::default();
        for spec in [&SEARCH[..], &ROLLOUT[..]].concat() {
            let other = match spec.default {
                "true" => "false",
                "false" => "true",
                "hard" => "off",
                "0.05" => "0.5",
                _ => "77",
            };
            let changed = read(&[(spec.name, other)]).unwrap();
            let differences = |a: &SeedOptions, b: &SeedOptions| {
                let words =
                    |o: &SeedOptions| format!("{o:?}").split(", ").map(str::to_string).collect::<Vec<_>>();
                words(a).into_iter().zip(words(b)).filter(|(a, b)| a != b).map(|(_, b)| b).collect::<Vec<_>>()
            };
            let found = differences(&default, &changed);
            assert_eq!(found.len(), 1, "{}: {found:?}", spec.name);
            assert!(found[0].contains(spec.name.trim_start_matches("rollout_")), "{}: {found:?}", spec.name);
        }
    }

    #[test]
    fn nonsense_is_refused_by_name() {
        for (name, value, expected) in [
            ("simulation_count", "0", "a whole number from 1 to 1000000"),
            ("safe_move_bonus", "nan", "a number from -1000 to 1000"),
            ("belief_state_decay_factor", "2", "a number from 0 to 1"),
            ("inference", "maybe", "hard, soft or off"),
            ("enable_tunnel_lock", "yes", "true or false"),
        ] {
            let fault = read(&[(name, value)]).unwrap_err().to_string();
            assert!(fault.contains(&format!("{name}={value}: expected {expected}")), "{fault}");
        }
    }
}

//! The seed's players of Sevens: its rollout policy, and its search with every parameter under its own name.

use crate::seed::{CardBonuses, PassInference, SeedOptions, SeedPimc};
use crate::{ByCards, Heuristic, RolloutWeights};
use yomi_core::{Limits, OptionSpec, Ruleset, Text};
use yomi_engine::Fault;
use yomi_engine::agent::AgentKind;
use yomi_engine::agents::option;
use yomi_engine::bench::Meter;
use yomi_engine::options::Options;
use yomi_games::{Sevens, sevens};

const ROLLOUT: [OptionSpec; 7] = [
    option("rollout_ace_king_bonus", "8", "points for an A or K", "A・Kの加点"),
    option(
        "rollout_adjacent_bonus",
        "4",
        "points when the next card outwards lies on the table",
        "次の札が場にあるときの加点",
    ),
    option("rollout_adjacent_penalty", "4", "points taken when it does not", "次の札が場にないときの減点"),
    option(
        "rollout_safe_bonus",
        "8",
        "points when the next card is in the own hand",
        "次の札を自分が持つときの加点（Safe判定）",
    ),
    option(
        "rollout_suit_multiplier",
        "1.5",
        "points for every card of the suit in the hand",
        "手札にある同じスートの枚数に掛ける点",
    ),
    option(
        "rollout_hand_reduction",
        "0.2",
        "points for every other card in the hand: the same for all cards, so it decides nothing",
        "手札枚数に掛ける点（どの札でも同じなので選択には影響しない）",
    ),
    option(
        "rollout_chain_multiplier",
        "6",
        "points when another card of the hand becomes playable",
        "出すと次に出せるようになる自分の札に掛ける点",
    ),
];

const SEARCH: [OptionSpec; 23] = [
    option(
        "simulation_count",
        "700",
        "worlds a move: 2.0 times as many for 2 candidates, 1.5 for 3, 1.2 for 4 or 5; a limit comes first",
        "一手あたりの世界の数（候補2つ以下で2.0倍、3つで1.5倍、4〜5で1.2倍。制限があればそちらを優先）",
    ),
    option(
        "simulation_depth",
        "350",
        "moves after which a playout counts as a draw",
        "プレイアウトの最大手数（超えたら引き分け）",
    ),
    option(
        "determinization_attempts",
        "120",
        "deals that are tried before one is taken that contradicts what was inferred",
        "推論に合う配り方を探す回数（失敗したら制約なしで配る）",
    ),
    option(
        "strategy_weight_multiplier",
        "1.2",
        "weight of the bonuses beside the playouts",
        "戦略ボーナスの重み",
    ),
    option(
        "enable_tunnel_lock",
        "true",
        "hold back the A or K whose other end somebody else laid",
        "相手が開けたトンネルの逆側の端を出さない",
    ),
    option("tunnel_lock_weight", "3", "weight of that, times 10 points", "その重み（×10点）"),
    option(
        "enable_burst_force",
        "true",
        "play on in suits that a seat with 2 passes or more has none of",
        "パスが2回以上の相手が持たないスートを進める",
    ),
    option("burst_force_weight", "3", "weight of that, times 5 points", "その重み（×5点）"),
    option("ace_king_base_bonus", "8", "bonus for an A or K", "A・Kのボーナス"),
    option(
        "tunnel_complete_bonus",
        "10",
        "bonus for an A or K whose other end lies",
        "トンネルを完成させるA・Kのボーナス",
    ),
    option(
        "adjacent_card_bonus",
        "6",
        "bonus when the next card outwards lies on the table",
        "次の札が場にあるときのボーナス",
    ),
    option("adjacent_card_penalty", "6", "taken when it does not", "次の札が場にないときの減点"),
    option(
        "safe_move_bonus",
        "14",
        "bonus when the next card is in the own hand",
        "次の札を自分が持つときのボーナス",
    ),
    option(
        "suit_concentration_multiplier",
        "2.5",
        "bonus for every card of the suit in the hand",
        "手札にある同じスートの枚数に掛けるボーナス",
    ),
    option(
        "hand_reduction_bonus",
        "0.15",
        "bonus for every other card in the hand",
        "手札枚数に掛けるボーナス",
    ),
    option(
        "chain_potential_multiplier",
        "12",
        "bonus when another card of the hand becomes playable",
        "出すと次に出せるようになる自分の札に掛けるボーナス",
    ),
    option(
        "aggressive_mode_threshold",
        "0.6",
        "part of the first hand up to which the game is late",
        "終盤とみなす残り手札の割合（以下）",
    ),
    option(
        "defensive_mode_threshold",
        "0.8",
        "part of the first hand above which the game is early",
        "序盤とみなす残り手札の割合（超）",
    ),
    option(
        "aggressiveness_multiplier",
        "0.3",
        "how much aggressiveness adds to tunnel lock and burst force",
        "攻撃度がトンネル・バースト戦略を強める割合",
    ),
    option(
        "urgency_multiplier",
        "0.5",
        "how much own passes add to the bonuses for a chain and for fewer cards",
        "緊急度（自分のパス数）が連鎖・手札削減のボーナスを強める割合",
    ),
    option(
        "belief_state_decay_factor",
        "0.05",
        "with inference=soft: the chance that a seat is dealt a card that it passed on",
        "inference=soft のとき、パスした席にその札を配る確率",
    ),
    option(
        "inference",
        "hard",
        "what a pass says: hard (none of the open cards), soft (hardly any) or off (nothing)",
        "パスの読み: hard（出せる札を持たない）、soft（ほぼ持たない）、off（読まない）",
    ),
    option("pass", "false", "true: passing is a candidate too", "true ならパスも候補に入れる"),
];

/// No weight needs to be larger, and no sum of them leaves its range.
const LARGEST: f64 = 1000.0;

fn weight(options: &Options, name: &str) -> Result<f64, Fault> {
    options.number(name, -LARGEST..=LARGEST)
}

fn rollout_weights(options: &Options) -> Result<RolloutWeights, Fault> {
    let weight = |name| weight(options, name);
    Ok(RolloutWeights {
        ace_king_bonus: weight("rollout_ace_king_bonus")?,
        adjacent_bonus: weight("rollout_adjacent_bonus")?,
        adjacent_penalty: weight("rollout_adjacent_penalty")?,
        safe_bonus: weight("rollout_safe_bonus")?,
        suit_multiplier: weight("rollout_suit_multiplier")?,
        hand_reduction: weight("rollout_hand_reduction")?,
        chain_multiplier: weight("rollout_chain_multiplier")?,
    })
}

fn card_bonuses(options: &Options) -> Result<CardBonuses, Fault> {
    let weight = |name| weight(options, name);
    Ok(CardBonuses {
        ace_king_base_bonus: weight("ace_king_base_bonus")?,
        tunnel_complete_bonus: weight("tunnel_complete_bonus")?,
        adjacent_card_bonus: weight("adjacent_card_bonus")?,
        adjacent_card_penalty: weight("adjacent_card_penalty")?,
        safe_move_bonus: weight("safe_move_bonus")?,
        suit_concentration_multiplier: weight("suit_concentration_multiplier")?,
        hand_reduction_bonus: weight("hand_reduction_bonus")?,
        chain_potential_multiplier: weight("chain_potential_multiplier")?,
    })
}

const INFERENCES: [(&str, PassInference); 3] =
    [("hard", PassInference::Hard), ("soft", PassInference::Soft), ("off", PassInference::Off)];

fn seed_options(options: &Options) -> Result<SeedOptions, Fault> {
    let weight = |name| weight(options, name);
    let count = |name, least| options.count(name, least..=1_000_000).map(|n| n as u32);
    Ok(SeedOptions {
        simulation_count: count("simulation_count", 1)?,
        simulation_depth: count("simulation_depth", 1)?,
        determinization_attempts: count("determinization_attempts", 0)?,
        strategy_weight_multiplier: weight("strategy_weight_multiplier")?,
        enable_tunnel_lock: options.switch("enable_tunnel_lock")?,
        tunnel_lock_weight: weight("tunnel_lock_weight")?,
        enable_burst_force: options.switch("enable_burst_force")?,
        burst_force_weight: weight("burst_force_weight")?,
        bonuses: card_bonuses(options)?,
        rollout: rollout_weights(options)?,
        aggressive_mode_threshold: weight("aggressive_mode_threshold")?,
        defensive_mode_threshold: weight("defensive_mode_threshold")?,
        aggressiveness_multiplier: weight("aggressiveness_multiplier")?,
        urgency_multiplier: weight("urgency_multiplier")?,
        belief_state_decay_factor: options.number("belief_state_decay_factor", 0.0..=1.0)?,
        inference: options.choice("inference", &INFERENCES)?,
        pass: options.switch("pass")?,
    })
}

/// The seed's rollout policy, and its search.
pub fn agents() -> [AgentKind<Sevens>; 2] {
    let heuristic = Text {
        en: "the card with the most points by the seed's rollout policy; passes only when it must",
        ja: "シードのロールアウト方策で最高点の札を出す。出せないときだけパスする",
    };
    let search = Text {
        en: "the seed's player as written: worlds dealt again and again, playouts of every card, bonuses; never passes by choice",
        ja: "シードのAIそのまま: 推論に合う世界を引き直し、各札をプレイアウトし、ボーナスを足す。自分からはパスしない",
    };
    let search_options = [&SEARCH[..], &ROLLOUT[..]].concat();
    [
        AgentKind::new("heuristic", heuristic, &ROLLOUT, Limits::default(), |options| {
            Ok(ByCards(Heuristic::new(&rollout_weights(options)?)))
        }),
        AgentKind::new("seed-pimc", search, &search_options, Limits::default(), |options| {
            Ok(SeedPimc { options: seed_options(options)? })
        }),
    ]
}

/// Deals of the playouts. Without luck every deal is played the same way each time, and a processor learns a few of them by
/// heart.
const DEALS: usize = 2_000;

pub fn bench(meter: &mut Meter, rules: &sevens::Rules) {
    let starts: Vec<Sevens> =
        sevens::Rules::seeds(0, DEALS).into_iter().map(|seed| rules.start(seed)).collect();
    let policy = ByCards(Heuristic::default());
    meter.policy_playouts("sevens", "heuristic-playout", &starts, policy.clone());
    meter.playouts_abreast("sevens", "heuristic-playout-abreast", &starts, policy);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(given: &[(&str, &str)]) -> Result<SeedOptions, Fault> {
        let given: Vec<_> = given.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
        let specs = [&SEARCH[..], &ROLLOUT[..]].concat();
        seed_options(&Options::complete("seed-pimc", &specs, &given)?)
    }

    #[test]
    fn what_is_not_set_is_as_in_the_seed() {
        assert_eq!(read(&[]).unwrap(), SeedOptions::default());
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
        // The seed's, and the two it has no switch for.
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
            ("inference", "maybe", "hard or soft or off"),
            ("enable_tunnel_lock", "yes", "true or false"),
        ] {
            let fault = read(&[(name, value)]).unwrap_err().to_string();
            assert!(fault.contains(&format!("{name}={value}: expected {expected}")), "{fault}");
        }
    }
}

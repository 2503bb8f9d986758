//! The seed's players of Sevens: its rollout policy, and its search with every parameter under its original
//! name.

use crate::seed::declared::ROLLOUT;
use crate::seed::{SeedOptions, SeedPimc};
use crate::{ByCards, Heuristic, RolloutWeights};
use yomi_core::{Limits, Ruleset, Text};
use yomi_engine::bench::Meter;
use yomi_engine::kind::AgentKind;
use yomi_games::{Sevens, sevens};

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
    [
        AgentKind::new("heuristic", heuristic, &ROLLOUT, Limits::default(), |options| {
            ByCards(Heuristic::new(&RolloutWeights::read(options)))
        }),
        AgentKind::new("seed-pimc", search, &SeedOptions::declared(), Limits::default(), |options| {
            SeedPimc { options: SeedOptions::read(options) }
        }),
    ]
}

/// Number of deals for the playouts. The policy is deterministic, so every deal is played the same way each
/// time; with only a few deals the branch predictor would learn them.
const DEALS: usize = 2_000;

pub fn bench(meter: &mut Meter, rules: &sevens::Rules) {
    let starts: Vec<Sevens> =
        sevens::Rules::seeds(0, DEALS).into_iter().map(|seed| rules.start(seed)).collect();
    let policy = ByCards(Heuristic::default());
    meter.policy_playouts("sevens", "heuristic-playout", &starts, policy.clone());
    meter.playouts_abreast("sevens", "heuristic-playout-abreast", &starts, policy);
}

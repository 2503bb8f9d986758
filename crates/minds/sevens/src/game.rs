//! Sevens: the others' hands are hidden.

mod own;
mod seed;

use crate::export::export;
use crate::tune::tune;
use crate::words as explain;
use crate::{ByCards, Plain};
use yomi_core::{Decision, Limits, Luck, OptionSpec, Ruleset, Text, Uniform, ViewOf};
use yomi_engine::Fault;
use yomi_engine::agent::AgentKind;
use yomi_engine::agents;
use yomi_engine::bench::Meter;
use yomi_engine::chart::Best;
use yomi_engine::entry::{Foreign, Importer, Playable};
use yomi_engine::explain::{Explained, Sentence};
use yomi_engine::export::Exporter;
use yomi_engine::tune::Tuner;
use yomi_games::{Sevens, sevens};

pub struct SevensGame;

/// Deals that speeds are measured on.
const DEALS: usize = 20;

const RANDOM: [OptionSpec; 1] = [agents::option(
    "pass",
    "false",
    "true: pass as often as any one card is played; false: only when there is no card to play",
    "true なら出せるときも等確率でパスする。false なら出せないときだけパスする",
)];

fn random() -> AgentKind<Sevens> {
    let help = Text {
        en: "every card that can be played equally likely; passes only when it must",
        ja: "出せる札から等確率で選ぶ。出せないときだけパスする",
    };
    AgentKind::new("random", help, &RANDOM, Limits::default(), |options| {
        Ok(ByCards(Plain { passes_freely: options.switch("pass")? }))
    })
}

impl Playable for SevensGame {
    type Rules = sevens::Rules;

    const TUNER: Option<Tuner<sevens::Rules>> = Some(tune);
    const IMPORTER: Option<Importer<sevens::Rules>> = Some(import);
    const EXPORTER: Option<Exporter> = Some(export);

    fn agents() -> Vec<AgentKind<Sevens>> {
        let mut agents = vec![
            own::best(),
            random(),
            own::policy(),
            own::pimc(),
            own::openloop(),
            own::ismcts(),
            own::cheat(),
        ];
        agents.extend(seed::agents());
        agents
    }

    const START_HINT: &'static str = ", or one with your seat, your hand without sevens, how many cards each seat has left beside its sevens and who begins: {\"game\":\"sevens\",\"seat\":0,\"hand\":[\"S3\",\"HQ\",...],\"seats\":[{\"cards\":16},{\"cards\":16},{\"cards\":16}],\"turn\":2}";

    fn explain(view: &ViewOf<Sevens>, decision: &Decision<sevens::Action>) -> Explained {
        explain::explain(view, decision, &own::best_reader(), &own::best_cast())
    }

    fn secrets(_: &sevens::Rules, state: &Sevens, _: &Luck) -> Option<Sentence> {
        Some(explain::secrets(state))
    }

    fn best() -> Option<Best> {
        Some(Best::measured(
            "pimc",
            "every move played on in the same worlds by the tuned policy, the others as they are read, wins more than the tree search and takes a fraction of its time",
            "学習した方策と相手の読みで全候補を同じ世界で最後まで進める方が、木探索より短い時間で多く勝ちます",
            "| `best` against two `random` |",
        ))
    }

    fn bench(meter: &mut Meter) {
        let rules = yomi_engine::entry::default_rules::<sevens::Rules>();
        let starts: Vec<Sevens> =
            sevens::Rules::seeds(0, DEALS).into_iter().map(|seed| rules.start(seed)).collect();
        meter.playouts("sevens", &starts);
        meter.playouts_abreast("sevens", "playout-abreast", &starts, Uniform);
        seed::bench(meter, &rules);
    }
}

/// The state of the contest's engine.
fn import(text: &str) -> Result<Foreign<sevens::Rules>, Fault> {
    let log: sevens::ContestLog = serde_json::from_str(text)
        .map_err(|why| Fault::new(format!("not a state of the contest's engine: {why}")))?;
    let implied = vec![("players".to_string(), log.players_num.to_string())];
    Ok(Foreign { implied, view: Box::new(move |rules: &sevens::Rules| log.view(rules.variant)) })
}

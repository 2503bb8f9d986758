//! Sevens: the others' hands are hidden.

mod own;
mod seed;

use super::agents;
use super::entry::Playable;
use crate::agent::AgentKind;
use crate::bench::Meter;
use yomi_core::{Limits, OptionSpec, Ruleset, Text};
use yomi_games::{Sevens, sevens};
use yomi_minds::sevens::{ByCards, Plain};

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

    fn bench(meter: &mut Meter) {
        let rules = super::default_rules::<sevens::Rules>();
        let starts: Vec<Sevens> =
            sevens::Rules::seeds(0, DEALS).into_iter().map(|seed| rules.start(seed)).collect();
        meter.playouts("sevens", &starts);
        seed::bench(meter, &rules);
    }
}

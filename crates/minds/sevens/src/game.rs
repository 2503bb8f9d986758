//! Sevens: the hands of the other seats are hidden.

pub(crate) mod own;
mod seed;

use crate::chances;
use crate::export::export;
use crate::ladder::{LADDER, weaker};
use crate::puzzles;
use crate::review;
use crate::tune::tune;
use crate::words;
use crate::{ByCards, ContestLog, Outlook, Plain};
use serde_json::{Map, Value};
use std::any::Any;
use yomi_core::{
    Limits, Luck, MAX_PLAYERS, OptionSpec, Player, Rejected, Rng, Ruleset, State, Text, Uniform, ViewOf,
    sentence,
};
use yomi_engine::Sentence;
use yomi_engine::bench::Meter;
use yomi_engine::chances::Mix;
use yomi_engine::chart::Best;
use yomi_engine::explain::{Explained, Told};
use yomi_engine::export::Exporter;
use yomi_engine::json;
use yomi_engine::kind::AgentKind;
use yomi_engine::partner::{self, Ladder};
use yomi_engine::playable::{Foreign, Importer, Playable};
use yomi_engine::puzzle::Recipe;
use yomi_engine::review::{Judge, MistakeKind, Weigher};
use yomi_engine::start::Answers;
use yomi_engine::tune::Tuner;
use yomi_engine::wire::{CardInfo, StartField};
use yomi_engine::{Fault, FaultKind};
use yomi_games::sevens::{Action, Card, Cards};
use yomi_games::{Sevens, sevens};

pub struct SevensGame;

/// Number of deals that speeds are measured on.
const DEALS: usize = 20;

const PASS: OptionSpec = OptionSpec::switch(
    "pass",
    "false",
    Text::new(
        "true: pass as often as any one card is played; false: only when there is no card to play",
        "true なら出せるときも等確率でパスする。false なら出せないときだけパスする",
    ),
);

fn random() -> AgentKind<Sevens> {
    let help = Text::new(
        "every card that can be played equally likely; passes only when it must",
        "出せる札から等確率で選ぶ。出せないときだけパスする",
    );
    AgentKind::new("random", help, &[PASS], Limits::default(), |options| {
        ByCards(Plain { passes_freely: options.switch(&PASS) })
    })
}

impl Playable for SevensGame {
    type Rules = sevens::Rules;

    const TUNER: Option<Tuner<sevens::Rules>> = Some(tune);
    const IMPORTER: Option<Importer<sevens::Rules>> = Some(import);
    const EXPORTER: Option<Exporter> = Some(export);
    const LADDER: Option<&'static Ladder> = Some(&LADDER);

    const PUZZLES: Option<&'static Recipe> = Some(&puzzles::RECIPE);

    fn agents() -> Vec<AgentKind<Sevens>> {
        let mut agents = vec![
            own::best(),
            random(),
            partner::agent(&LADDER, weaker),
            own::policy(),
            own::halving(),
            own::openloop(),
            own::ismcts(),
            own::cheat(),
        ];
        agents.extend(seed::agents());
        agents
    }

    fn label(_: &sevens::Rules, action: Action) -> Sentence {
        words::label(action)
    }

    fn event_label(rules: &sevens::Rules, event: &sevens::Event) -> Sentence {
        match event {
            sevens::Event::Play(card) => words::label(Action::Play(*card)),
            sevens::Event::Pass => words::label(Action::Pass),
            sevens::Event::Burst(_) => {
                let text = rules.event_text(event);
                Sentence::new(format!("burst ({text})"), format!("バースト（{text}）"))
            }
        }
    }

    fn payoffs(view: &ViewOf<Sevens>) -> Option<Vec<f64>> {
        let board = &view.now.board;
        let won = |seat: Player| f64::from(u8::from(board.winner() == Some(seat)));
        Some(Player::all(board.players()).map(won).collect())
    }

    fn explain(told: &Told<'_, Sevens>) -> Explained {
        words::explain(told)
    }

    fn beliefs(view: &ViewOf<Sevens>, evidence: Option<&(dyn Any + Send)>) -> Value {
        serde_json::json!(words::beliefs(&view.now, evidence))
    }

    fn effective_worlds(view: &ViewOf<Sevens>, evidence: Option<&(dyn Any + Send)>) -> Option<f64> {
        Some(Outlook::of(&view.now, evidence?)?.effective())
    }

    /// Each made by the command in it.
    const CHANCES: &'static [&'static str] = &[
        include_str!("chances/strong-quick.json"),
        include_str!("chances/strong.json"),
        include_str!("chances/casual-quick.json"),
        include_str!("chances/casual.json"),
        include_str!("chances/random-quick.json"),
        include_str!("chances/random.json"),
    ];
    const CASUAL: Option<&'static str> = Some("heuristic");

    fn phase(view: &ViewOf<Sevens>) -> f64 {
        chances::phase(&view.now)
    }

    fn read_company(view: &ViewOf<Sevens>, evidence: Option<&(dyn Any + Send)>) -> Option<Mix> {
        chances::read(&view.now, evidence?)
    }

    fn start_fields() -> Vec<StartField> {
        words::start_fields()
    }

    fn start_keys(
        rules: &sevens::Rules,
        seat: Player,
        answers: &Answers,
    ) -> Result<Map<String, Value>, Rejected> {
        words::start_keys(rules, seat, answers)
    }

    fn cards(_: &sevens::Rules) -> Vec<CardInfo> {
        words::cards()
    }

    fn secrets(_: &sevens::Rules, state: &Sevens, _: &Luck) -> Option<Sentence> {
        Some(words::secrets(state))
    }

    /// The cards that the seat does not see, dealt anew to the hands they are in, if there is more than one.
    fn another_truth(view: &ViewOf<Sevens>, truth: &Sevens, rng: &mut Rng) -> Option<Sevens> {
        let seats = || Player::all(truth.players()).filter(|&p| p != view.seat);
        if seats().filter(|&p| !truth.hand(p).is_empty()).count() < 2 {
            return None;
        }
        let mut unseen: Vec<Card> = seats().flat_map(|p| truth.hand(p).iter()).collect();
        rng.shuffle(&mut unseen);
        let mut hands = [Cards::NONE; MAX_PLAYERS];
        for p in seats() {
            hands[p.index()] = unseen.drain(..truth.hand(p).len() as usize).collect();
        }
        Some(Sevens::world(&view.now, hands))
    }

    fn judge(_: &sevens::Rules) -> Box<dyn Judge<Sevens>> {
        Box::new(review::judge())
    }

    fn weigher(_: &sevens::Rules) -> Option<Box<dyn Weigher<Sevens>>> {
        Some(Box::new(review::weigher()))
    }

    const REVIEW_START: Option<&'static str> = Some(include_str!("starts/sevens.json"));

    fn belief_in_truth(view: &ViewOf<Sevens>, truth: &Sevens) -> Option<f64> {
        review::belief_in_truth(view, truth)
    }

    fn kind_of_mistake(view: &ViewOf<Sevens>, played: Action, best: Action) -> Option<MistakeKind> {
        review::kind_of_mistake(&view.now, played, best)
    }

    fn best() -> Option<Best> {
        Some(Best::measured(
            "halving",
            "trying every move in the same sampled worlds, played on by the tuned policy against opponents as they are read, wins more than the tree search in a fraction of its time",
            "学習した方策と相手の読みで全候補を同じ世界で最後まで進める方が、木探索より短い時間で多く勝ちます",
            "| `best` against two `random` |",
        ))
    }

    fn bench(meter: &mut Meter) {
        let rules = yomi_engine::playable::default_rules::<Self>();
        let starts: Vec<Sevens> =
            sevens::Rules::seeds(0, DEALS).into_iter().map(|seed| rules.start(seed)).collect();
        meter.playouts("sevens", &starts);
        meter.playouts_abreast("sevens", "playout-abreast", &starts, Uniform);
        seed::bench(meter, &rules);
    }
}

/// Imports a state of the contest's engine.
fn import(text: &str) -> Result<Foreign<sevens::Rules>, Fault> {
    let log: ContestLog = json::parse(text).map_err(|why| {
        let text = sentence!(
            "not a state of the contest's engine: {why}",
            "コンテストの状態ではありません: {why:#}"
        );
        Fault::from_text(FaultKind::BadView, text)
    })?;
    let implied = vec![("players".to_string(), log.players_num.to_string())];
    Ok(Foreign { implied, view: Box::new(move |rules: &sevens::Rules| log.view(rules.variant)) })
}

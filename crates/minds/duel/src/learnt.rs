//! The player that was learnt: the move that its network favours, without search.

use super::card_file::standard;
use super::net::Net;
use super::policy::Rows;
use super::self_inference::{SelfInference, Stats};
use super::statistics::Table;
use super::vector::{self, History, Sparse};
use super::weights::{self, MOST_BYTES};
use std::sync::Arc;
use yomi_core::{
    Basis, Contradiction, Decision, Limits, OptionSpec, Options, Rejected, Rng, Run, State, Text, ViewOf,
    ViewSearch, sentence,
};
use yomi_engine::kind::AgentKind;
use yomi_games::Duel;
use yomi_games::duel::Action;

/// Trained by the command that it names: `weights::read(PLAIN)` tells.
const PLAIN: &[u8] = include_bytes!("plain.safetensors");

const WEIGHTS: OptionSpec = OptionSpec::file(
    "weights",
    "plain",
    MOST_BYTES,
    Text::new(
        "what it learnt: plain (from its own games), or a FILE of `yomi train duel`",
        "学習した重み: plain（自分の対局から）、または `yomi train duel` のファイル",
    ),
)
.or(&["plain"]);

/// A network with what it needs to read a view.
#[derive(Clone)]
struct Learnt {
    net: Arc<Net>,
    stats: Arc<Stats>,
}

impl Learnt {
    fn read(bytes: &[u8]) -> Result<Learnt, Rejected> {
        let (net, about) = weights::read(bytes)?;
        let stats = Table::heuristic().by_card(standard())?;
        let rows = Rows::new(stats.len());
        let honest = vector::length(standard());
        if net.shape.inputs != honest || net.shape.rows != rows.count() {
            let (inputs, role) = (net.shape.inputs, about.role);
            return Err(Rejected(sentence!(
                "weights of the role {role:?} that read {inputs} numbers; a player sees {honest}: expected those of student, plain or blind",
                "役割 {role:?} の重みは {inputs} 個の数を読みますが、プレイヤーに見えるのは {honest} 個です。student、plain、blind の重みを指定してください"
            )));
        }
        Ok(Learnt { net: Arc::new(net), stats: Arc::new(stats) })
    }
}

impl ViewSearch<Duel> for Learnt {
    fn decide(
        &mut self,
        view: &ViewOf<Duel>,
        _: &mut Run<'_, Action>,
        _: &mut Rng,
    ) -> Result<Decision<Action>, Contradiction> {
        let table = &view.now.table;
        if table.set() != standard() {
            return Err(Contradiction(sentence!(
                "policy learnt with the standard cards and knows no others; expected cards=standard, or another agent",
                "policy は標準のカードで学習しており、ほかのカードを知りません。cards=standard にするか、別のエージェントを指定してください"
            )));
        }
        let actions = State::actions(table);
        let mut input = Sparse::default();
        let inference = SelfInference::new(&self.stats, table, view.seat);
        vector::write_sparse(&mut input, &view.now, &History::of(view), &inference);
        let hidden = self.net.hidden(&input);
        let rows = Rows::new(self.stats.len());
        let mut best = (actions[0], f32::NEG_INFINITY);
        for &action in &actions {
            let logit = rows.logit(&self.net, &hidden, action);
            if logit > best.1 {
                best = (action, logit);
            }
        }
        Ok(Decision::immediate(Basis::Rule, best.0, actions))
    }
}

fn learnt(options: &Options) -> Result<Learnt, Rejected> {
    Learnt::read(options.file(&WEIGHTS).unwrap_or(PLAIN))
}

pub fn policy() -> AgentKind<Duel> {
    let help = Text::new(
        "the move that a network favours, which learnt by playing; no search",
        "対戦を重ねて学習したネットワークが選ぶ手（探索なし）",
    );
    AgentKind::boxed("policy", help, &[WEIGHTS], Limits::default(), |options| Ok(Box::new(learnt(options)?)))
}

//! The player that was learnt: the move that its network favours, without search.

use super::card_file::standard;
use super::card_head::{CardHead, Given, Questions, ROW};
use super::decks::DeckReading;
use super::net::{Hidden, Net};
use super::policy::{self, Rows};
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
use yomi_games::duel::{Action, SeenDuel};

/// Trained by the command that it names: `weights::read(SHIPPED)` tells.
pub const SHIPPED: &[u8] = include_bytes!("plain.safetensors");

/// What tells these weights from all others.
pub fn version(weights: &[u8]) -> String {
    let word = |bytes: &[u8]| bytes.iter().rfold(0, |word, &byte| word << 8 | u64::from(byte));
    let all = weights.chunks(8).fold(weights.len() as u64, |all, bytes| yomi_bits::mix(all ^ word(bytes)));
    format!("{all:016x}")
}

pub const WEIGHTS: OptionSpec = OptionSpec::file(
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
pub struct Learnt {
    net: Arc<Net>,
    stats: Arc<Stats>,
    cards: Option<Arc<(CardHead, Questions)>>,
}

/// Where the opponent's hidden cards are, as a network says.
pub struct CardReading {
    head: Arc<(CardHead, Questions)>,
    given: Given,
}

impl CardReading {
    pub fn questions(&self) -> &Questions {
        &self.head.1
    }

    /// The chance of a [row](Questions) of the head.
    pub fn chance(&self, row: usize) -> f64 {
        self.head.0.chance(&self.given, row)
    }

    /// The same by the cards seen alone.
    pub fn by_cards(&self, row: usize) -> f64 {
        self.given.by_cards[row]
    }
}

impl Learnt {
    /// Its weights from an option, or those that are shipped.
    pub fn of(options: &Options) -> Result<Learnt, Rejected> {
        Learnt::read(options.file(&WEIGHTS).unwrap_or(SHIPPED))
    }

    /// The one that is shipped.
    pub fn shipped() -> Learnt {
        Learnt::read(SHIPPED).expect("the weights that are shipped are sound")
    }

    /// Whether it learnt with the cards of this game.
    pub fn knows(table: &Duel) -> bool {
        table.set() == standard()
    }

    /// Refuses a game with cards that it did not learn with.
    pub fn other_cards() -> Contradiction {
        Contradiction(sentence!(
            "the network learnt with the standard cards and knows no others; expected cards=standard, or another agent",
            "ネットワークは標準のカードで学習しており、ほかのカードを知りません。cards=standard にするか、別のエージェントを指定してください"
        ))
    }

    /// What it makes of a view. `input` is room that is used again.
    pub fn look(&self, seen: &SeenDuel, history: &History, input: &mut Sparse) -> Look<'_> {
        let inference = SelfInference::new(&self.stats, &seen.table, seen.seat);
        vector::write_sparse(input, seen, history, &inference);
        Look { net: &self.net, hidden: self.net.hidden(input), rows: Rows::new(self.stats.len()) }
    }

    /// What it says of the opponent's hidden cards; nothing from weights without a card head.
    pub fn cards(&self, seen: &SeenDuel, history: &History, input: &mut Sparse) -> Option<CardReading> {
        let head = self.cards.clone()?;
        let reading = DeckReading::of_other(seen).ok()?;
        let given = Given::of(&head.1, seen, &reading, &self.look(seen, history, input).hidden);
        Some(CardReading { head, given })
    }

    /// The same with this card head.
    #[must_use]
    pub fn with_cards(self, head: CardHead) -> Learnt {
        Learnt { cards: Some(Arc::new((head, Questions::of(standard())))), ..self }
    }

    /// Weights as a file has them.
    pub fn read(bytes: &[u8]) -> Result<Learnt, Rejected> {
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
        let questions = Questions::of(standard());
        let cards = match weights::read_cards(bytes)? {
            Some((head, _)) if head.weights.len() != questions.rows() * ROW => {
                let rows = questions.rows();
                return Err(Rejected(sentence!(
                    "weights whose card head answers other questions; expected {rows} of them: fit it again",
                    "カードの読みの問いが異なる重みです。{rows} 個の問いで学習し直してください"
                )));
            }
            head => head.map(|(head, _)| Arc::new((head, questions))),
        };
        Ok(Learnt { net: Arc::new(net), stats: Arc::new(stats), cards })
    }
}

/// A view, as a network reads it.
pub struct Look<'a> {
    net: &'a Net,
    pub hidden: Hidden,
    rows: Rows,
}

impl Look<'_> {
    /// The share of each action, in place of what `shares` held.
    pub fn shares(&self, actions: &[Action], shares: &mut Vec<f32>) {
        self.rows.shares(self.net, &self.hidden, actions, shares);
    }

    /// The action that it favours; the first one on ties.
    pub fn favourite(&self, actions: &[Action]) -> Action {
        let mut best = (actions[0], f32::NEG_INFINITY);
        for &action in actions {
            let logit = self.rows.logit(self.net, &self.hidden, action);
            if logit > best.1 {
                best = (action, logit);
            }
        }
        best.0
    }

    /// The chance to win of the seat whose view it is.
    pub fn value(&self) -> f32 {
        policy::value(self.net, &self.hidden)
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
        if !Learnt::knows(table) {
            return Err(Learnt::other_cards());
        }
        let actions = State::actions(table);
        let look = self.look(&view.now, &History::of(view), &mut Sparse::default());
        Ok(Decision::immediate(Basis::Rule, look.favourite(&actions), actions))
    }
}

pub fn policy() -> AgentKind<Duel> {
    let help = Text::new(
        "the move that a network favours, which learnt by playing; no search",
        "対戦を重ねて学習したネットワークが選ぶ手（探索なし）",
    );
    AgentKind::boxed("policy", help, &[WEIGHTS], Limits::default(), |options| {
        Ok(Box::new(Learnt::of(options)?))
    })
}

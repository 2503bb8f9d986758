//! The agents available to every game of the right kind. Their options are declared next to their algorithms.

use crate::Fault;
use crate::kind::{AgentKind, Player};
use yomi_core::{
    Chance, Deterministic, Evaluator, Guide, Hidden, Inference, InfoSets, Keyed, Limits, Open, OpenJoint,
    OpenSearch, OptionSpec, Options, Scout, Serialized, Text, Uniform, ViewSearch, ZeroSum,
};
use yomi_search::minimax::{AlphaBetaOptions, DEPTH};
use yomi_search::single::{BeamOptions, ChokudaiOptions};
use yomi_search::tree::ismcts::declared;
use yomi_search::tree::mcts::shares_nodes;
use yomi_search::tree::{DuctOptions, InTurns, MctsOptions, Rule};
use yomi_search::{
    AlphaBeta, Beam, Chokudai, Duct, Flat, Greedy, IsMcts, Mcts, Minimax, Pimc, RandomPlayer, flat, minimax,
    pimc, single, tree,
};

const NO_LIMITS: Limits = Limits { iterations: None, nodes: None, time: None, memory: None };

/// The recommended agent, under its own name. It takes no options.
pub fn best<S: Chance + Hidden, T: ViewSearch<S> + Clone + Sync + 'static>(
    help: Text,
    default_limits: Limits,
    build: impl Fn() -> T + Send + Sync + 'static,
) -> AgentKind<S> {
    AgentKind::new("best", help, &[], default_limits, move |_: &Options| build())
}

pub fn random<S: Hidden>() -> AgentKind<S> {
    let help = Text::new("every legal move equally likely", "合法手から等確率で選ぶ");
    AgentKind::new("random", help, &[], NO_LIMITS, |_| RandomPlayer)
}

const FLAT_HELP: Text = Text::new(
    "as many random playouts for every move; the best mean is played",
    "各手に同じ回数のランダムプレイアウトを行い、平均が最良の手を選ぶ（原始モンテカルロ）",
);

pub fn flat<S: Open>() -> AgentKind<S> {
    AgentKind::new("flat", FLAT_HELP, &[], flat::DEFAULT_LIMITS, |_| OpenSearch(Flat { rollout: Uniform }))
}

const MCTS_HELP: Text = Text::new("Monte Carlo tree search with UCB1", "モンテカルロ木探索（UCB1）");

pub fn mcts<S: Open + Keyed>() -> AgentKind<S> {
    AgentKind::new("mcts", MCTS_HELP, &MctsOptions::KEYED_OPTIONS, tree::mcts::DEFAULT_LIMITS, |options| {
        OpenSearch(sharing(Mcts::<S>::new(MctsOptions::read(options)), options))
    })
}

/// Adds a transposition table (equal positions share a node) if the options ask for it.
fn sharing<S: Keyed>(mcts: Mcts<S>, options: &Options) -> Mcts<S> {
    if shares_nodes(options) { mcts.with_transpositions() } else { mcts }
}

/// [`mcts`] for a game with a guide.
pub fn guided_mcts<S, G>(guide: G) -> AgentKind<S>
where
    S: Open + Keyed,
    G: Guide<S> + Clone + Send + Sync + 'static,
{
    AgentKind::boxed(
        "mcts",
        GUIDED_MCTS_HELP,
        &MctsOptions::GUIDED_OPTIONS,
        tree::mcts::DEFAULT_LIMITS,
        move |options| Ok(guided_search(options, &guide)),
    )
}

pub const GUIDED_MCTS_HELP: Text = Text::new(
    "Monte Carlo tree search with UCB1, or PUCT and a guide",
    "モンテカルロ木探索（UCB1、または知識つきのPUCT）",
);

/// The tree search that the options select, with or without the guide.
pub fn guided_search<S, G>(options: &Options, guide: &G) -> Box<dyn Player<S>>
where
    S: Open + Keyed,
    G: Guide<S> + Clone + Send + Sync + 'static,
{
    let (mcts, rule) = MctsOptions::read_guided(options);
    let mcts = sharing(Mcts::<S>::new(mcts), options);
    match rule {
        Rule::Ucb1 => Box::new(OpenSearch(mcts)),
        Rule::Puct => Box::new(OpenSearch(mcts.with_guide(guide.clone()))),
    }
}

/// The same on another representation of the game, which the guide does not support: UCB1 only.
pub fn unguided_search<S: Chance + Keyed>(options: &Options) -> Result<Mcts<S>, Fault> {
    match MctsOptions::read_guided(options) {
        (mcts, Rule::Ucb1) => Ok(sharing(Mcts::new(mcts), options)),
        (_, Rule::Puct) => Err(Fault::bad_option(
            "select=puct: the guide knows board=bits only; expected ucb1",
            "select=puct: 事前確率は board=bits でのみ使えます。ucb1 にしてください",
        )),
    }
}

pub fn alphabeta<S, E>(evaluator: E) -> AgentKind<S>
where
    S: Open + Deterministic + ZeroSum + Keyed,
    E: Evaluator<S>,
{
    let help = Text::new(
        "alpha-beta, depth after depth, with a transposition table",
        "反復深化アルファベータ法（置換表つき）",
    );
    AgentKind::new("alphabeta", help, &AlphaBetaOptions::OPTIONS, minimax::DEFAULT_LIMITS, move |options| {
        let options = AlphaBetaOptions::read(options);
        OpenSearch(AlphaBeta { options, evaluator: evaluator.clone() })
    })
}

/// [`alphabeta`] without a depth limit, under its own name.
pub fn deepening<S, E>(evaluator: E) -> AgentKind<S>
where
    S: Open + Deterministic + ZeroSum + Keyed,
    E: Evaluator<S>,
{
    let help = Text::new(
        "alpha-beta, deeper and deeper until the limit: alphabeta(depth=max)",
        "制限まで深くしていくアルファベータ法（反復深化）",
    );
    AgentKind::new("deepening", help, &[], minimax::DEFAULT_LIMITS, move |_| {
        OpenSearch(AlphaBeta { options: AlphaBetaOptions::default(), evaluator: evaluator.clone() })
    })
}

pub fn minimax<S: Open + Deterministic + ZeroSum, E: Evaluator<S>>(evaluator: E) -> AgentKind<S> {
    let help =
        Text::new("every line to a fixed depth, nothing left out", "決めた深さまで全部読む（MiniMax法）");
    AgentKind::new("minimax", help, &[DEPTH], NO_LIMITS, move |options| {
        OpenSearch(Minimax { depth: options.count(&DEPTH) as u32, evaluator: evaluator.clone() })
    })
}

pub fn greedy<S: Open + Deterministic, E: Evaluator<S>>(evaluator: E) -> AgentKind<S> {
    let help = Text::new("the move that looks best right after it", "一手先の評価が最良の手を選ぶ（貪欲法）");
    AgentKind::new("greedy", help, &[], NO_LIMITS, move |_| {
        OpenSearch(Greedy { evaluator: evaluator.clone() })
    })
}

pub const BEAM_HELP: Text = Text::new("beam search: the best positions of each turn go on", "ビームサーチ");

pub fn beam<S: Open + Deterministic + Keyed, E: Scout<S>>(evaluator: E) -> AgentKind<S> {
    AgentKind::new("beam", BEAM_HELP, &BeamOptions::OPTIONS, NO_LIMITS, move |options| {
        OpenSearch(Beam::<S, E>::new(BeamOptions::read(options), evaluator.clone()))
    })
}

pub fn chokudai<S: Open + Deterministic + Keyed, E: Scout<S>>(evaluator: E) -> AgentKind<S> {
    let help = Text::new("narrow beams again and again", "細いビームを繰り返す（Chokudaiサーチ）");
    AgentKind::new("chokudai", help, &ChokudaiOptions::OPTIONS, single::CHOKUDAI_LIMITS, move |options| {
        OpenSearch(Chokudai::<S, E>::new(ChokudaiOptions::read(options), evaluator.clone()))
    })
}

pub fn thunder<S, E, G>(evaluator: E, guide: G) -> AgentKind<S>
where
    S: Open + Deterministic,
    E: Evaluator<S>,
    G: Guide<S> + Clone + Send + Sync + 'static,
{
    let help = Text::new(
        "a tree like that of mcts with the position judged in place of playouts",
        "プレイアウトの代わりに盤面評価を使う木探索（Thunderサーチ）",
    );
    let (limits, declared) = (tree::mcts::DEFAULT_LIMITS, MctsOptions::THUNDER_OPTIONS);
    AgentKind::boxed("thunder", help, &declared, limits, move |options| {
        let mut thunder = yomi_search::thunder::<S, E>(evaluator.clone());
        let (mcts, rule) = MctsOptions::read_thunder(options);
        thunder.options = mcts;
        Ok(match rule {
            Rule::Ucb1 => Box::new(OpenSearch(thunder)),
            Rule::Puct => Box::new(OpenSearch(thunder.with_guide(guide.clone()))),
        })
    })
}

pub const ISMCTS_HELP: Text = Text::new(
    "information-set tree search over worlds drawn from the belief",
    "推定した世界を引きながら行う情報集合モンテカルロ木探索",
);

pub fn ismcts<S, I>(inference: I) -> AgentKind<S>
where
    S: InfoSets,
    I: Inference<S> + Clone + Sync + 'static,
{
    AgentKind::new("ismcts", ISMCTS_HELP, &declared::OPTIONS, tree::ismcts::DEFAULT_LIMITS, move |options| {
        IsMcts::<S, I>::new(inference.clone(), declared::read(options))
    })
}

pub const PIMC_HELP: Text = Text::new(
    "mcts in each of many worlds as if all of it were seen; the votes are added",
    "各世界が全部見えているものとしてMCTSを行い、票を合計する（決定論的MCTS）",
);

pub fn pimc<S, I>(inference: I) -> AgentKind<S>
where
    S: Hidden,
    I: Inference<S> + Clone + Sync + 'static,
{
    AgentKind::new("pimc", PIMC_HELP, &pimc::OPTIONS, pimc::DEFAULT_LIMITS, move |options| {
        Pimc::read(options, inference.clone())
    })
}

/// Flat Monte Carlo for simultaneous moves, treated as sequential with the searching seat first.
pub fn flat_in_turns<J: OpenJoint>() -> AgentKind<Serialized<J>> {
    AgentKind::new("flat", FLAT_HELP, &[], flat::DEFAULT_LIMITS, |_| InTurns(Flat { rollout: Uniform }))
}

/// Tree search for simultaneous moves, treated as sequential with the searching seat first.
pub fn mcts_in_turns<J, G>(guide: G) -> AgentKind<Serialized<J>>
where
    J: OpenJoint,
    G: Guide<Serialized<J>> + Clone + Send + Sync + 'static,
{
    let help = Text::new(
        "Monte Carlo tree search that lets the opponent answer our choice of the same turn",
        "同時着手を交互着手とみなすモンテカルロ木探索",
    );
    let (limits, declared) = (tree::mcts::DEFAULT_LIMITS, MctsOptions::GUIDED_KEYLESS_OPTIONS);
    AgentKind::boxed("mcts", help, &declared, limits, move |options| {
        let (mcts, rule) = MctsOptions::read_guided(options);
        let mcts = Mcts::<Serialized<J>>::new(mcts);
        Ok(match rule {
            Rule::Ucb1 => Box::new(InTurns(mcts)),
            Rule::Puct => Box::new(InTurns(mcts.with_guide(guide.clone()))),
        })
    })
}

pub fn duct<J: OpenJoint>() -> AgentKind<Serialized<J>> {
    let help = Text::new(
        "decoupled UCT: every seat chooses without seeing the others' choice",
        "互いの選択を見ずに選ぶ木探索（DUCT）",
    );
    AgentKind::new("duct", help, &DuctOptions::OPTIONS, tree::duct::DEFAULT_LIMITS, |options| Duct {
        options: DuctOptions::read(options),
    })
}

/// An agent's own options, followed by those of its algorithm.
pub fn with_own<const N: usize>(own: &[OptionSpec], of_search: &[OptionSpec; N]) -> Vec<OptionSpec> {
    own.iter().chain(of_search).copied().collect()
}

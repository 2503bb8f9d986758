//! The agents that any game of the right kind can have.

use crate::Fault;
use crate::agent::AgentKind;
use crate::options::Options;
use yomi_core::{
    Chance, Deterministic, Evaluator, Hidden, Inference, InfoSets, Keyed, Limits, Open, OpenSearch,
    OptionSpec, Text, Uniform, ViewSearch, ZeroSum,
};
use yomi_search::minimax::AlphaBetaOptions;
use yomi_search::single::BeamOptions;
use yomi_search::tree::{IsMctsOptions, MctsOptions, Observer};
use yomi_search::{AlphaBeta, Beam, Flat, Greedy, IsMcts, Mcts, RandomPlayer, flat, minimax, tree};

const NO_LIMITS: Limits = Limits { iterations: None, nodes: None, time: None, memory: None };

const fn option(name: &'static str, default: &'static str, en: &'static str, ja: &'static str) -> OptionSpec {
    OptionSpec { name, default, help: Text { en, ja } }
}

const C: OptionSpec =
    option("c", "0.4", "how much to explore: UCB1 is w/n + c*sqrt(2*ln(t)/n)", "探索の強さ（UCB1の係数）");

const EXPAND: OptionSpec =
    option("expand", "2", "visits after which a move gets a node of its own", "ノードを展開する試行回数");
const WIDTH: OptionSpec = option("width", "100", "positions kept at each turn", "各ターンで残す局面の数");
const TABLE: OptionSpec =
    option("table", "32", "MiB of the transposition table; 0 for none", "置換表の大きさ（MiB、0で無し）");

pub fn random<S: Hidden>() -> AgentKind<S> {
    let help = Text { en: "every legal move equally likely", ja: "合法手から等確率で選ぶ" };
    AgentKind::new("random", help, &[], NO_LIMITS, |_| Ok(RandomPlayer))
}

pub fn flat<S: Open>() -> AgentKind<S> {
    let help = Text {
        en: "as many random playouts for every move; the best mean is played",
        ja: "各手に同じ回数のランダムプレイアウトを行い、平均が最良の手を選ぶ（原始モンテカルロ）",
    };
    AgentKind::new("flat", help, &[], flat::DEFAULT_LIMITS, |_| Ok(OpenSearch(Flat { rollout: Uniform })))
}

pub fn mcts<S: Open + Keyed>() -> AgentKind<S> {
    const OPTIONS: [OptionSpec; 3] = [
        C,
        EXPAND,
        option("share", "false", "let equal positions share a node", "同一局面でノードを共有する"),
    ];
    let help = Text { en: "Monte Carlo tree search with UCB1", ja: "モンテカルロ木探索（UCB1）" };
    AgentKind::new("mcts", help, &OPTIONS, tree::mcts::DEFAULT_LIMITS, |options| {
        let expand = options.count("expand", 1..=1_000_000)? as u32;
        let mcts = Mcts::<S>::new(MctsOptions { c: options.number("c", 0.0..=1000.0)?, expand });
        Ok(OpenSearch(if options.switch("share")? { mcts.with_transpositions() } else { mcts }))
    })
}

pub fn alphabeta<S, E>(evaluator: E) -> AgentKind<S>
where
    S: Open + Deterministic + ZeroSum + Keyed,
    E: Evaluator<S>,
{
    const OPTIONS: [OptionSpec; 2] = [
        option(
            "depth",
            "max",
            "moves to look ahead; max as deep as the limit allows",
            "読む手数（maxは制限まで）",
        ),
        TABLE,
    ];
    let help = Text {
        en: "alpha-beta, depth after depth, with a transposition table",
        ja: "反復深化アルファベータ法（置換表つき）",
    };
    AgentKind::new("alphabeta", help, &OPTIONS, minimax::DEFAULT_LIMITS, move |options| {
        let depth = options.count_or("depth", "max", 1..=200)?.map(|d| d as u32);
        let table = (options.count("table", 0..=4096)? as usize) << 20;
        Ok(OpenSearch(AlphaBeta { options: AlphaBetaOptions { depth, table }, evaluator: evaluator.clone() }))
    })
}

pub fn greedy<S: Open + Deterministic, E: Evaluator<S>>(evaluator: E) -> AgentKind<S> {
    let help = Text {
        en: "the move that looks best right after it",
        ja: "一手先の評価が最良の手を選ぶ（貪欲法）",
    };
    AgentKind::new("greedy", help, &[], NO_LIMITS, move |_| {
        Ok(OpenSearch(Greedy { evaluator: evaluator.clone() }))
    })
}

pub fn beam<S: Open + Deterministic + Keyed, E: Evaluator<S>>(evaluator: E) -> AgentKind<S> {
    const OPTIONS: [OptionSpec; 3] = [
        WIDTH,
        option(
            "depth",
            "max",
            "turns to look ahead; max to the end of the game",
            "読むターン数（maxは終局まで）",
        ),
        option("distinct", "true", "keep equal positions once", "同一局面を一つにまとめる"),
    ];
    let help = Text { en: "beam search: the best positions of each turn go on", ja: "ビームサーチ" };
    AgentKind::new("beam", help, &OPTIONS, NO_LIMITS, move |options| {
        let width = options.count("width", 1..=1_000_000)? as usize;
        let depth = options.count_or("depth", "max", 1..=100_000)?.map(|d| d as u32);
        let options = BeamOptions { width, depth, distinct: options.switch("distinct")? };
        Ok(OpenSearch(Beam { options, evaluator: evaluator.clone() }))
    })
}

pub fn ismcts<S, I>(inference: I) -> AgentKind<S>
where
    S: InfoSets,
    I: Inference<S> + Clone + 'static,
{
    const OPTIONS: [OptionSpec; 2] = [
        C,
        option(
            "observer",
            "multiple",
            "whose knowledge names a node: single (the searching seat's) or multiple (the mover's)",
            "ノードを誰の情報で分けるか: single（探索する席）か multiple（手番の席）",
        ),
    ];
    let help = Text {
        en: "information-set tree search over worlds drawn from the belief",
        ja: "推定した世界を引きながら行う情報集合モンテカルロ木探索",
    };
    AgentKind::new("ismcts", help, &OPTIONS, tree::ismcts::DEFAULT_LIMITS, move |options| {
        let observer =
            options.choice("observer", &[("single", Observer::Single), ("multiple", Observer::Multiple)])?;
        let c = options.number("c", 0.0..=1000.0)?;
        let options = IsMctsOptions { c, observer, ..IsMctsOptions::default() };
        Ok(IsMcts::<S, I>::new(inference.clone(), options))
    })
}

/// What we recommend, under its own name: it takes no options.
pub fn best<S: Chance + Hidden, T: ViewSearch<S> + 'static>(
    help: Text,
    default_limits: Limits,
    build: impl Fn() -> T + Send + Sync + 'static,
) -> AgentKind<S> {
    AgentKind::new("best", help, &[], default_limits, move |_: &Options| -> Result<T, Fault> { Ok(build()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_shown_are_the_defaults_used() {
        let of = |option: OptionSpec| option.default.parse::<f64>().unwrap();
        assert_eq!(of(C), MctsOptions::default().c);
        assert_eq!(of(C), IsMctsOptions::<()>::default().c);
        assert_eq!(of(EXPAND), f64::from(MctsOptions::default().expand));
        assert_eq!(of(WIDTH), BeamOptions::default().width as f64);
        assert_eq!(of(TABLE), (AlphaBetaOptions::default().table >> 20) as f64);
    }
}

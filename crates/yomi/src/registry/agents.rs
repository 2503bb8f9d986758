//! The agents that any game of the right kind can have.

use crate::Fault;
use crate::agent::AgentKind;
use crate::options::Options;
use yomi_core::{
    Chance, Deterministic, Evaluator, Hidden, Inference, InfoSets, Keyed, Limits, Open, OpenJoint,
    OpenSearch, OptionSpec, Scout, Serialized, Text, Uniform, ViewSearch, ZeroSum,
};
use yomi_search::minimax::AlphaBetaOptions;
use yomi_search::single::{BeamOptions, ChokudaiOptions, States};
use yomi_search::tree::{DuctOptions, InTurns, IsMctsOptions, MctsOptions, Observer};
use yomi_search::{
    AlphaBeta, Beam, Chokudai, Duct, Flat, Greedy, IsMcts, Mcts, Minimax, RandomPlayer, flat, minimax,
    single, tree,
};

const NO_LIMITS: Limits = Limits { iterations: None, nodes: None, time: None, memory: None };

pub const fn option(
    name: &'static str,
    default: &'static str,
    en: &'static str,
    ja: &'static str,
) -> OptionSpec {
    OptionSpec { name, default, help: Text { en, ja } }
}

const C: OptionSpec =
    option("c", "0.4", "how much to explore: UCB1 is w/n + c*sqrt(2*ln(t)/n)", "探索の強さ（UCB1の係数）");

const EXPAND: OptionSpec =
    option("expand", "2", "visits after which a move gets a node of its own", "ノードを展開する試行回数");
const WIDTH: OptionSpec = option(
    "width",
    "auto",
    "positions kept at each turn; auto for as many as the limit allows, 100 without a limit",
    "各ターンで残す局面の数（autoは制限に合わせる。制限がなければ100）",
);
const CAP: OptionSpec = option(
    "cap",
    "none",
    "the most positions of a turn in one niche: in the mazes, on one cell",
    "同じニッチ（迷路では同じマス）に残す局面の上限",
);
const DOMINANCE: OptionSpec = option(
    "dominance",
    "false",
    "leave out positions that can come to no more than another of their niche, where the game can tell",
    "同じニッチの他の局面を超えられないと分かる局面を除く（判定できるゲームのみ）",
);
const KEEP: OptionSpec = option(
    "keep",
    "true",
    "play the best line of earlier turns on unless a better one is found",
    "より良い手順が見つかるまで、前に見つけた最良の手順を続ける",
);
const STATES: OptionSpec = option(
    "states",
    "late",
    "positions looked at are copied, shared by reference count, or late: built only if they stay",
    "局面の持ち方: copied（複製）、shared（参照カウント）、late（残すものだけ作る）",
);
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
    AgentKind::new("mcts", MCTS_HELP, &MCTS_OPTIONS, tree::mcts::DEFAULT_LIMITS, |options| {
        Ok(OpenSearch(mcts_search::<S>(options)?))
    })
}

pub const MCTS_HELP: Text =
    Text { en: "Monte Carlo tree search with UCB1", ja: "モンテカルロ木探索（UCB1）" };
pub const MCTS_OPTIONS: [OptionSpec; 3] =
    [C, EXPAND, option("share", "false", "let equal positions share a node", "同一局面でノードを共有する")];

/// The tree search that was typed, for a game or for another form of it.
pub fn mcts_search<S: Chance + Keyed>(options: &Options) -> Result<Mcts<S>, Fault> {
    let mcts = Mcts::<S>::new(mcts_options(options)?);
    Ok(if options.switch("share")? { mcts.with_transpositions() } else { mcts })
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

pub fn beam<S: Open + Deterministic + Keyed, E: Scout<S>>(evaluator: E) -> AgentKind<S> {
    AgentKind::new("beam", BEAM_HELP, &BEAM_OPTIONS, NO_LIMITS, move |options| {
        Ok(OpenSearch(Beam::<S, E>::new(beam_options(options)?, evaluator.clone())))
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

pub fn minimax<S: Open + Deterministic + ZeroSum, E: Evaluator<S>>(evaluator: E) -> AgentKind<S> {
    const OPTIONS: [OptionSpec; 1] = [option("depth", "3", "moves to look ahead", "読む手数")];
    let help = Text {
        en: "every line to a fixed depth, nothing left out",
        ja: "決めた深さまで全部読む（MiniMax法）",
    };
    AgentKind::new("minimax", help, &OPTIONS, NO_LIMITS, move |options| {
        let depth = options.count("depth", 1..=30)? as u32;
        Ok(OpenSearch(Minimax { depth, evaluator: evaluator.clone() }))
    })
}

/// [`alphabeta`] without a depth, under the name that says so.
pub fn deepening<S, E>(evaluator: E) -> AgentKind<S>
where
    S: Open + Deterministic + ZeroSum + Keyed,
    E: Evaluator<S>,
{
    let help = Text {
        en: "alpha-beta, deeper and deeper until the limit: alphabeta(depth=max)",
        ja: "制限まで深くしていくアルファベータ法（反復深化）",
    };
    AgentKind::new("deepening", help, &[], minimax::DEFAULT_LIMITS, move |_| {
        Ok(OpenSearch(AlphaBeta { options: AlphaBetaOptions::default(), evaluator: evaluator.clone() }))
    })
}

pub fn thunder<S: Open + Deterministic, E: Evaluator<S>>(evaluator: E) -> AgentKind<S> {
    let help = Text {
        en: "a tree like that of mcts with the position judged in place of playouts",
        ja: "プレイアウトの代わりに盤面評価を使う木探索（Thunderサーチ）",
    };
    AgentKind::new("thunder", help, &[], tree::mcts::DEFAULT_LIMITS, move |_| {
        Ok(OpenSearch(yomi_search::thunder::<S, E>(evaluator.clone())))
    })
}

pub fn chokudai<S: Open + Deterministic + Keyed, E: Scout<S>>(evaluator: E) -> AgentKind<S> {
    const OPTIONS: [OptionSpec; 6] = [
        option("width", "1", "positions that a beam takes at each turn", "各ターンで取り出す局面の数"),
        DEPTH_TO_END,
        option("beams", "max", "beams; max for as many as the limit allows", "ビームの本数（maxは制限まで）"),
        DISTINCT,
        CAP,
        KEEP,
    ];
    let help = Text {
        en: "narrow beams again and again", ja: "細いビームを繰り返す（Chokudaiサーチ）"
    };
    AgentKind::new("chokudai", help, &OPTIONS, single::CHOKUDAI_LIMITS, move |options| {
        let options = ChokudaiOptions {
            width: options.count("width", 1..=1_000_000)? as usize,
            depth: options.count_or("depth", "max", 1..=100_000)?.map(|d| d as u32),
            beams: options.count_or("beams", "max", 1..=1_000_000_000)?,
            distinct: options.switch("distinct")?,
            cap: cap(options)?,
            keep: options.switch("keep")?,
        };
        Ok(OpenSearch(Chokudai::<S, E>::new(options, evaluator.clone())))
    })
}

/// Flat Monte Carlo for simultaneous moves, the searching seat choosing first.
pub fn flat_in_turns<J: OpenJoint>() -> AgentKind<Serialized<J>> {
    let help = Text {
        en: "as many random playouts for every move; the best mean is played",
        ja: "各手に同じ回数のランダムプレイアウトを行い、平均が最良の手を選ぶ（原始モンテカルロ）",
    };
    AgentKind::new("flat", help, &[], flat::DEFAULT_LIMITS, |_| Ok(InTurns(Flat { rollout: Uniform })))
}

/// Tree search for simultaneous moves as if they were made in turns, the searching seat choosing first.
pub fn mcts_in_turns<J: OpenJoint>() -> AgentKind<Serialized<J>> {
    const OPTIONS: [OptionSpec; 2] = [C, EXPAND];
    let help = Text {
        en: "Monte Carlo tree search that lets the other answer our choice of the same turn",
        ja: "同時着手を交互着手とみなすモンテカルロ木探索",
    };
    AgentKind::new("mcts", help, &OPTIONS, tree::mcts::DEFAULT_LIMITS, |options| {
        Ok(InTurns(Mcts::<Serialized<J>>::new(mcts_options(options)?)))
    })
}

pub fn duct<J: OpenJoint>() -> AgentKind<Serialized<J>> {
    const OPTIONS: [OptionSpec; 2] = [
        C,
        option("expand", "5", "visits after which a combination gets a node", "ノードを展開する試行回数"),
    ];
    let help = Text {
        en: "decoupled UCT: every seat chooses without seeing the others' choice",
        ja: "互いの選択を見ずに選ぶ木探索（DUCT）",
    };
    AgentKind::new("duct", help, &OPTIONS, tree::duct::DEFAULT_LIMITS, |options| {
        let MctsOptions { c, expand } = mcts_options(options)?;
        Ok(Duct { options: DuctOptions { c, expand } })
    })
}

fn mcts_options(options: &Options) -> Result<MctsOptions, Fault> {
    let expand = options.count("expand", 1..=1_000_000)? as u32;
    Ok(MctsOptions { c: options.number("c", 0.0..=1000.0)?, expand })
}

/// The options of a beam, as typed.
pub fn beam_options(options: &Options) -> Result<BeamOptions, Fault> {
    Ok(BeamOptions {
        width: options.count_or("width", "auto", 1..=1_000_000)?.map(|n| n as usize),
        depth: options.count_or("depth", "max", 1..=100_000)?.map(|d| d as u32),
        distinct: options.switch("distinct")?,
        cap: cap(options)?,
        dominance: options.switch("dominance")?,
        keep: options.switch("keep")?,
        states: options.choice(
            "states",
            &[("copied", States::Copied), ("shared", States::Shared), ("late", States::Late)],
        )?,
    })
}

fn cap(options: &Options) -> Result<Option<usize>, Fault> {
    Ok(options.count_or("cap", "none", 1..=1_000_000)?.map(|n| n as usize))
}

pub const BEAM_HELP: Text =
    Text { en: "beam search: the best positions of each turn go on", ja: "ビームサーチ" };
pub const BEAM_OPTIONS: [OptionSpec; 7] = [WIDTH, DEPTH_TO_END, DISTINCT, CAP, DOMINANCE, KEEP, STATES];
const DEPTH_TO_END: OptionSpec = option(
    "depth",
    "max",
    "turns to look ahead; max to the end of the game",
    "読むターン数（maxは終局まで）",
);
const DISTINCT: OptionSpec =
    option("distinct", "true", "keep equal positions once", "同一局面を一つにまとめる");

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_search::single::DEFAULT_WIDTH;

    #[test]
    fn the_defaults_shown_are_the_defaults_used() {
        let of = |option: OptionSpec| option.default.parse::<f64>().unwrap();
        assert_eq!(of(C), MctsOptions::default().c);
        assert_eq!(of(C), IsMctsOptions::<()>::default().c);
        assert_eq!(of(EXPAND), f64::from(MctsOptions::default().expand));
        assert_eq!(DuctOptions::default().expand, 5);
        assert_eq!((ChokudaiOptions::default().width, ChokudaiOptions::default().beams), (1, None));
        assert_eq!((WIDTH.default, BeamOptions::default().width), ("auto", None));
        assert!(WIDTH.help.en.contains(&DEFAULT_WIDTH.to_string()));
        assert_eq!((CAP.default, BeamOptions::default().cap), ("none", None));
        assert_eq!((STATES.default, BeamOptions::default().states), ("late", States::Late));
        assert!(BeamOptions::default().keep && ChokudaiOptions::default().keep);
        assert_eq!(of(TABLE), (AlphaBetaOptions::default().table >> 20) as f64);
    }
}

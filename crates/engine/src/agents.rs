//! The agents that any game of the right kind can have.

use crate::Fault;
use crate::agent::AgentKind;
use crate::options::Options;
use yomi_core::{
    Chance, Deterministic, Evaluator, Guide, Hidden, Inference, InfoSets, Keyed, Limits, Open, OpenJoint,
    OpenSearch, OptionSpec, Scout, Serialized, Text, Uniform, ViewSearch, ZeroSum,
};
use yomi_search::minimax::AlphaBetaOptions;
use yomi_search::single::{BeamOptions, ChokudaiOptions, States};
use yomi_search::tree::{DuctOptions, InTurns, IsMctsOptions, MctsOptions, Observer, Risk, WhenFull};
use yomi_search::{
    AlphaBeta, Beam, Chokudai, Duct, Flat, Greedy, IsMcts, Mcts, Minimax, Pimc, RandomPlayer, flat, minimax,
    pimc, single, tree,
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

pub const C: OptionSpec =
    option("c", "0.4", "how much to explore: UCB1 is w/n + c*sqrt(2*ln(t)/n)", "探索の強さ（UCB1の係数）");

pub const EXPAND: OptionSpec =
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

const SHARE: OptionSpec =
    option("share", "false", "let equal positions share a node", "同一局面でノードを共有する");
const MCTS_HELP: Text =
    Text { en: "Monte Carlo tree search with UCB1", ja: "モンテカルロ木探索（UCB1）" };

pub fn mcts<S: Open + Keyed>() -> AgentKind<S> {
    const OPTIONS: [OptionSpec; 3] = [C, EXPAND, SHARE];
    AgentKind::new("mcts", MCTS_HELP, &OPTIONS, tree::mcts::DEFAULT_LIMITS, |options| {
        let mcts = Mcts::<S>::new(mcts_options(options)?);
        Ok(OpenSearch(if options.switch("share")? { mcts.with_transpositions() } else { mcts }))
    })
}

/// The rules to choose a move in a tree by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Ucb1,
    Puct,
}

const SELECT: OptionSpec = option(
    "select",
    "ucb1",
    "how to choose in the tree: ucb1, or puct with the priors of the game's guide",
    "木の中の選び方: ucb1、またはゲームの知識による事前確率を使うpuct",
);
const C_BY_RULE: OptionSpec = option(
    "c",
    "auto",
    "how much to explore; ucb1: w/n + c*sqrt(2*ln(t)/n), auto 0.4; puct: w/n + c*p*sqrt(1+t)/(1+n), auto 2",
    "探索の強さ（ucb1の係数、autoは0.4。puctの係数、autoは2）",
);

/// The rule that was asked for with its constant, given those that `auto` stands for.
fn rule(options: &Options, ucb1_c: f64, puct_c: f64) -> Result<(Rule, f64), Fault> {
    let rule = options.choice("select", &[("ucb1", Rule::Ucb1), ("puct", Rule::Puct)])?;
    let default = if rule == Rule::Puct { puct_c } else { ucb1_c };
    Ok((rule, options.number_or("c", "auto", 0.0..=1000.0)?.unwrap_or(default)))
}

/// [`mcts`] for a game that somebody can guide.
pub fn guided_mcts<S, G>(guide: G) -> AgentKind<S>
where
    S: Open + Keyed,
    G: Guide<S> + Clone + Send + 'static,
{
    AgentKind::boxed(
        "mcts",
        GUIDED_MCTS_HELP,
        &GUIDED_MCTS_OPTIONS,
        tree::mcts::DEFAULT_LIMITS,
        move |options| guided_search(options, &guide),
    )
}

pub const GUIDED_MCTS_HELP: Text = Text {
    en: "Monte Carlo tree search with UCB1, or PUCT and a guide",
    ja: "モンテカルロ木探索（UCB1、または知識つきのPUCT）",
};
pub const GUIDED_MCTS_OPTIONS: [OptionSpec; 4] = [SELECT, C_BY_RULE, EXPAND, SHARE];

/// The tree search that was typed, with a guide at hand.
pub fn guided_search<S, G>(options: &Options, guide: &G) -> Result<Box<dyn ViewSearch<S>>, Fault>
where
    S: Open + Keyed,
    G: Guide<S> + Clone + Send + 'static,
{
    let (rule, mcts) = typed_mcts::<S>(options)?;
    Ok(match rule {
        Rule::Ucb1 => Box::new(OpenSearch(mcts)),
        Rule::Puct => Box::new(OpenSearch(mcts.with_guide(guide.clone()))),
    })
}

/// The same on another form of the game, which the guide does not know: so UCB1 only.
pub fn unguided_search<S: Chance + Keyed>(options: &Options) -> Result<Mcts<S>, Fault> {
    match typed_mcts(options)? {
        (Rule::Ucb1, mcts) => Ok(mcts),
        (Rule::Puct, _) => Err(Fault::new("select=puct: the guide knows board=bits only; expected ucb1")),
    }
}

fn typed_mcts<S: Chance + Keyed>(options: &Options) -> Result<(Rule, Mcts<S>), Fault> {
    let (rule, c) = rule(options, MctsOptions::default().c, tree::puct::DEFAULT_C)?;
    let mcts = Mcts::<S>::new(MctsOptions { c, expand: expand(options)? });
    Ok((rule, if options.switch("share")? { mcts.with_transpositions() } else { mcts }))
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
    AgentKind::new("ismcts", ISMCTS_HELP, &ISMCTS_OPTIONS, tree::ismcts::DEFAULT_LIMITS, move |options| {
        Ok(IsMcts::<S, I>::new(inference.clone(), ismcts_options(options)?))
    })
}

pub const ISMCTS_HELP: Text = Text {
    en: "information-set tree search over worlds drawn from the belief",
    ja: "推定した世界を引きながら行う情報集合モンテカルロ木探索",
};

/// The options that every `ismcts` has.
pub const ISMCTS_OPTIONS: [OptionSpec; 8] = [
    option(
        "c",
        "auto",
        "how much to explore; auto: 0.4 for UCB1, 2 for PUCT",
        "探索の強さ（autoはUCB1で0.4、PUCTで2）",
    ),
    option(
        "observer",
        "multiple",
        "whose knowledge names a node: single (the searching seat's) or multiple (the mover's)",
        "ノードを誰の情報で分けるか: single（探索する席）か multiple（手番の席）",
    ),
    option(
        "worlds",
        "new",
        "a number: so many worlds, luck included, used in turn; new: another one each iteration",
        "世界（決定化）の数。数なら使い回し、newなら毎回引き直す",
    ),
    option(
        "risk",
        "mean",
        "what counts of a move: mean, worst (of the worlds), or a quantile such as 0.1",
        "手の何で選ぶか: mean（平均）、worst（最悪の世界）、0.1 のような分位点",
    ),
    option("keep", "false", "keep the tree for the next turn", "木を次の手番に引き継ぐ"),
    option(
        "full",
        "forget",
        "when memory is full: forget (nodes not used for longest) or stop (growing)",
        "メモリが尽きたら: forget（最も使われていないノードを捨てる）か stop（成長を止める）",
    ),
    option("memory", "max", "MiB that the tree may take", "木に使うメモリ（MiB）"),
    option(
        "fade",
        "1",
        "every event so far multiplies the limit by this: below 1 early moves get more",
        "出来事ごとに制限へ掛ける数（1未満なら序盤ほど多く読む）",
    ),
];

/// The options of an information-set search, as typed.
pub fn ismcts_options<G: Default>(options: &Options) -> Result<IsMctsOptions<G>, Fault> {
    let risk = match options.choice("risk", &[("mean", Risk::Mean), ("worst", Risk::Worst)]) {
        Ok(named) => named,
        Err(_) => options.number_or("risk", "mean or worst", 0.0..=1.0)?.map_or(Risk::Mean, Risk::Quantile),
    };
    Ok(IsMctsOptions {
        c: options.number_or("c", "auto", 0.0..=1000.0)?,
        observer: options
            .choice("observer", &[("single", Observer::Single), ("multiple", Observer::Multiple)])?,
        grain: G::default(),
        worlds: options.count_or("worlds", "new", 1..=10_000_000)?.map(|n| n as u32),
        risk,
        keep: options.switch("keep")?,
        when_full: options
            .choice("full", &[("forget", WhenFull::Forget), ("stop", WhenFull::StopGrowing)])?,
        memory: options.count_or("memory", "max", 1..=65_536)?.map(|mib| (mib as usize) << 20),
        fade: options.number("fade", 0.01..=1.0)?,
        even: false,
    })
}

pub fn pimc<S, I>(inference: I) -> AgentKind<S>
where
    S: Hidden,
    I: Inference<S> + Clone + 'static,
{
    AgentKind::new("pimc", PIMC_HELP, &PIMC_OPTIONS, pimc::DEFAULT_LIMITS, move |options| {
        let (worlds, options) = pimc_options(options)?;
        Ok(Pimc { worlds, options, inference: inference.clone(), rollout: Uniform })
    })
}

pub const PIMC_HELP: Text = Text {
    en: "mcts in each of many worlds as if all of it were seen; the votes are added",
    ja: "各世界が全部見えているものとしてMCTSを行い、票を合計する（決定論的MCTS）",
};

/// The options that every `pimc` has.
pub const PIMC_OPTIONS: [OptionSpec; 3] = [
    option("worlds", "20", "worlds that share the iterations", "世界（決定化）の数。反復を等分する"),
    C,
    EXPAND,
];

/// How many worlds, and how each is searched.
pub fn pimc_options(options: &Options) -> Result<(u32, MctsOptions), Fault> {
    Ok((options.count("worlds", 1..=100_000)? as u32, mcts_options(options)?))
}

/// The options of a plain tree search.
pub const MCTS_OPTIONS: [OptionSpec; 2] = [C, EXPAND];

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

pub fn thunder<S, E, G>(evaluator: E, guide: G) -> AgentKind<S>
where
    S: Open + Deterministic,
    E: Evaluator<S>,
    G: Guide<S> + Clone + Send + 'static,
{
    const OPTIONS: [OptionSpec; 2] = [
        SELECT,
        option(
            "c",
            "auto",
            "how much to explore; auto is 0 for ucb1 (no exploration) and 0.2 for puct",
            "探索の強さ（autoはucb1で0、puctで0.2）",
        ),
    ];
    let help = Text {
        en: "a tree like that of mcts with the position judged in place of playouts",
        ja: "プレイアウトの代わりに盤面評価を使う木探索（Thunderサーチ）",
    };
    AgentKind::boxed("thunder", help, &OPTIONS, tree::mcts::DEFAULT_LIMITS, move |options| {
        let mut thunder = yomi_search::thunder::<S, E>(evaluator.clone());
        let (rule, c) = rule(options, thunder.options.c, tree::puct::DEFAULT_C_JUDGED)?;
        thunder.options.c = c;
        Ok(match rule {
            Rule::Ucb1 => Box::new(OpenSearch(thunder)),
            Rule::Puct => Box::new(OpenSearch(thunder.with_guide(guide.clone()))),
        })
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
pub fn mcts_in_turns<J, G>(guide: G) -> AgentKind<Serialized<J>>
where
    J: OpenJoint,
    G: Guide<Serialized<J>> + Clone + Send + 'static,
{
    const OPTIONS: [OptionSpec; 3] = [SELECT, C_BY_RULE, EXPAND];
    let help = Text {
        en: "Monte Carlo tree search that lets the other answer our choice of the same turn",
        ja: "同時着手を交互着手とみなすモンテカルロ木探索",
    };
    AgentKind::boxed("mcts", help, &OPTIONS, tree::mcts::DEFAULT_LIMITS, move |options| {
        let (rule, c) = rule(options, MctsOptions::default().c, tree::puct::DEFAULT_C)?;
        let mcts = Mcts::<Serialized<J>>::new(MctsOptions { c, expand: expand(options)? });
        Ok(match rule {
            Rule::Ucb1 => Box::new(InTurns(mcts)),
            Rule::Puct => Box::new(InTurns(mcts.with_guide(guide.clone()))),
        })
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

pub fn mcts_options(options: &Options) -> Result<MctsOptions, Fault> {
    Ok(MctsOptions { c: options.number("c", 0.0..=1000.0)?, expand: expand(options)? })
}

fn expand(options: &Options) -> Result<u32, Fault> {
    Ok(options.count("expand", 1..=1_000_000)? as u32)
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
        assert_eq!(of(C), tree::ucb::DEFAULT_C);
        let said = |option: OptionSpec, c: f64| {
            option.help.en.contains(&format!("auto {c};")) || option.help.en.ends_with(&format!("auto {c}"))
        };
        assert!(said(C_BY_RULE, MctsOptions::default().c) && said(C_BY_RULE, tree::puct::DEFAULT_C));
        assert_eq!(tree::puct::DEFAULT_C_JUDGED, 0.2);
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

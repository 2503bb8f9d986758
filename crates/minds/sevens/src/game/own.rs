//! Our own players of Sevens: the tuned policy, and searches that read the others and play on by it.

use crate::policy::stored;
use crate::stored::MOST_BYTES;
use crate::{
    AtLimit, ByCards, Cast, Ceiling, Hands, Heuristic, KINDS, Kind, OwnWay, PassReading, Plain, Players,
    Reader, Tuned, WALK_BELOW,
};
use std::sync::Arc;
use yomi_core::{Limits, OptionSpec, Text, Uniform, ViewSearch};
use yomi_engine::Fault;
use yomi_engine::agent::AgentKind;
use yomi_engine::agents::{self, option};
use yomi_engine::options::Options;
use yomi_games::Sevens;
use yomi_search::tree::rollout::Rollout;
use yomi_search::tree::{self, OpenLoopOptions, openloop};
use yomi_search::{Halving, IsMcts, OpenLoop, halving};

/// Some forty milliseconds a game, which has about seventeen decisions.
const BEST_LIMITS: Limits = Limits::iterations(1_400);

const WEIGHTS: OptionSpec = option(
    "weights",
    "mix",
    "what it learnt against: mix, random, or a FILE of `yomi tune sevens`",
    "学習相手: mix、random、または `yomi tune sevens` のファイル",
);

const READING: [OptionSpec; 4] = [
    option(
        "inference",
        "soft",
        "what a pass says: soft (by the kinds of players), hard (no card to play) or none",
        "パスの読み方: soft（相手の種類を推定）、hard（出せる札がない）、none（読まない）",
    ),
    option(
        "belief_state_decay_factor",
        "0.05",
        "first weight of a card at a seat that passed while it lay open",
        "パスした席がその時出せた札を持つ見込みに掛ける数",
    ),
    option(
        "opponents",
        "inferred",
        "how the others play on: inferred, random, heuristic, policy or seed-pimc (as it was watched)",
        "相手の進め方: inferred（推定）、random、heuristic、policy、seed-pimc（観察した癖）",
    ),
    option(
        "rollout",
        "policy",
        "how the own seat plays on: policy, heuristic or random",
        "自分の進め方: policy、heuristic、random",
    ),
];

const TRUST: OptionSpec = option(
    "trust",
    "0",
    "how much better than the rollout's own move another must look to be played, beside the error of its lead",
    "方策の手に代えるのに必要な勝率差（誤差のほかに）",
);

/// How likely the kinds are before a game: random, free, greedy, shrewd, careful.
const FAMILY: [f64; KINDS] = [0.4, 0.05, 0.1, 0.25, 0.2];

/// How likely it is that all the others at a table are of one kind.
const ALIKE: f64 = 0.5;

/// Kinds that all the others can be said to be of.
const OPPONENTS: [(&str, Kind); 4] = [
    ("random", Kind::Random),
    ("heuristic", Kind::Greedy),
    ("policy", Kind::Shrewd),
    ("seed-pimc", Kind::Careful),
];

/// Nobody but players of one kind.
fn only(kind: Kind) -> [f64; KINDS] {
    Kind::ALL.map(|k| f64::from(u8::from(k == kind)))
}

fn weights(options: &Options) -> Result<Tuned, Fault> {
    match options.text("weights") {
        "mix" => Ok(Tuned::peer()),
        "random" => Ok(Tuned::hunter()),
        path => {
            let bytes = yomi_engine::record::read_bytes(path, MOST_BYTES)?;
            let net = stored::read(&bytes).map_err(|why| Fault::from(why).at(path))?;
            Ok(Tuned::new(Arc::new(net)))
        }
    }
}

fn reader(options: &Options) -> Result<Reader, Fault> {
    let passes = options.choice(
        "inference",
        &[("soft", PassReading::Soft), ("hard", PassReading::Hard), ("none", PassReading::Ignored)],
    )?;
    let decay = options.number("belief_state_decay_factor", 0.0001..=1.0)?;
    let families = OPPONENTS.map(|(name, kind)| (name, only(kind)));
    let family = options.choice("opponents", &[&[("inferred", FAMILY)], &families[..]].concat())?;
    Ok(Reader { passes, decay, family, ..best_reader() })
}

/// How `best` reads a view.
pub fn best_reader() -> Reader {
    let (passes, family) = (PassReading::Soft, FAMILY);
    Reader {
        passes,
        decay: 0.05,
        family,
        alike: ALIKE,
        players: Players::default(),
        may_pass: true,
        walk_below: WALK_BELOW,
    }
}

/// How `best` plays on.
pub fn best_cast() -> Cast {
    cast(OwnWay::tuned())
}

fn cast(own: OwnWay) -> Cast {
    Cast { own, others: Players::default() }
}

fn own_way(options: &Options) -> Result<OwnWay, Fault> {
    Ok(match options.choice("rollout", &[("policy", 0), ("heuristic", 1), ("random", 2)])? {
        0 => OwnWay::tuned(),
        1 => OwnWay::Greedy(Heuristic::default()),
        _ => OwnWay::Random(Plain::default()),
    })
}

pub fn best() -> AgentKind<Sevens> {
    let help = Text {
        en: "what we recommend: pimc with the tuned policy, the others played as they are read; below 100 iterations the policy alone",
        ja: "おすすめ: 学習した方策でのpimc。相手の打ち方を推定して進める（100回未満なら方策だけ）",
    };
    agents::best(help, BEST_LIMITS, || {
        let search = Halving { reading: best_reader(), policy: best_cast(), trust: 0.0 };
        AtLimit::new(search, BEST_LIMITS)
    })
}

pub fn policy() -> AgentKind<Sevens> {
    let help = Text {
        en: "the best move by weights that were learnt, the pass included; no search",
        ja: "学習した重みで最良の手を選ぶ（パスも含む、探索なし）",
    };
    AgentKind::new("policy", help, &[WEIGHTS], Limits::default(), |options| Ok(ByCards(weights(options)?)))
}

pub fn pimc() -> AgentKind<Sevens> {
    let help = Text {
        en: "every move, the pass too, played on in the same worlds; the weaker half is dropped again and again",
        ja: "パスを含む全候補を同じ世界で最後まで進め、弱い半分を落としていく",
    };
    let pass = option(
        "pass",
        "true",
        "false: leave the pass out where a card can be played, as the seed does",
        "false なら出せる札があるときパスを候補から外す（シードの流儀）",
    );
    let options: Vec<OptionSpec> = READING.into_iter().chain([TRUST, pass]).collect();
    AgentKind::new("pimc", help, &options, halving::DEFAULT_LIMITS, |options| {
        let reading = reader(options)?;
        let reading = if options.switch("pass")? { reading } else { reading.without_pass() };
        Ok(Halving { reading, policy: cast(own_way(options)?), trust: options.number("trust", 0.0..=1.0)? })
    })
}

pub fn openloop() -> AgentKind<Sevens> {
    let help = Text {
        en: "a tree of the seat's own moves; the others play on as they are read",
        ja: "自分の手だけの木（オープンループ）。相手は推定した打ち方で進める",
    };
    let own = [
        OptionSpec { default: "0.005", ..TRUST },
        option("c", "0.5", "how much to explore", "探索の強さ"),
        option(
            "prior",
            "0.7",
            "the part of the prior that the rollout's move gets",
            "方策の手に与える事前確率",
        ),
        option("expand", "8", "visits of a move before it gets a node", "ノードを作るまでの訪問回数"),
    ];
    let options: Vec<OptionSpec> = READING.into_iter().chain(own).collect();
    AgentKind::new("openloop", help, &options, openloop::DEFAULT_LIMITS, |options| {
        let options_of_tree = OpenLoopOptions {
            c: options.number("c", 0.0..=1000.0)?,
            prior: options.number("prior", 0.0..=1.0)?,
            expand: options.count("expand", 1..=1_000_000)? as u32,
            trust: options.number("trust", 0.0..=1.0)?,
        };
        let policy = cast(own_way(options)?);
        Ok(OpenLoop { reading: reader(options)?, policy, options: options_of_tree })
    })
}

pub fn ismcts() -> AgentKind<Sevens> {
    let own = [
        READING[0],
        READING[1],
        option(
            "opponents",
            "searched",
            "how the others move in the tree: searched (each for itself), random, heuristic or policy",
            "木の中の相手: searched（各自が最善を探す）、random、heuristic、policy",
        ),
        option(
            "rollout",
            "policy",
            "how leaves are played on: policy, heuristic or random",
            "末端からの進め方: policy、heuristic、random",
        ),
    ];
    let options: Vec<OptionSpec> = own.into_iter().chain(agents::ISMCTS_OPTIONS).collect();
    AgentKind::boxed("ismcts", agents::ISMCTS_HELP, &options, tree::ismcts::DEFAULT_LIMITS, |options| {
        let passes = options.choice(
            "inference",
            &[("soft", PassReading::Soft), ("hard", PassReading::Hard), ("none", PassReading::Ignored)],
        )?;
        let decay = options.number("belief_state_decay_factor", 0.0001..=1.0)?;
        let search = IsMcts::<Sevens, _>::new(
            Hands(Reader { passes, decay, ..best_reader() }),
            agents::ismcts_options(options)?,
        );
        let rollout = options.choice("rollout", &[("policy", 0), ("heuristic", 1), ("random", 2)])?;
        let opponents = options
            .choice("opponents", &[("searched", 0), ("random", 1), ("heuristic", 2), ("policy", 3)])?;
        Ok(match rollout {
            0 => against(search.with_leaf(Rollout(ByCards(Tuned::peer()))), opponents),
            1 => against(search.with_leaf(Rollout(ByCards(Heuristic::default()))), opponents),
            _ => against(search, opponents),
        })
    })
}

fn against<L: tree::rollout::Estimate<Sevens>>(
    search: IsMcts<Sevens, Hands, L>,
    opponents: u8,
) -> Box<dyn ViewSearch<Sevens>> {
    match opponents {
        0 => Box::new(search),
        1 => Box::new(search.against(Uniform)),
        2 => Box::new(search.against(ByCards(Heuristic::default()))),
        _ => Box::new(search.against(ByCards(Tuned::peer()))),
    }
}

pub fn cheat() -> AgentKind<Sevens> {
    let help = Text {
        en: "sees every hand and searches that one world: the ceiling, never advice",
        ja: "全員の手札を見て読む（上限の測定用。助言には使えない）",
    };
    let opponents = option(
        "opponents",
        "random",
        "how the others play on: random, heuristic, policy or seed-pimc (as it was watched)",
        "相手の進め方: random、heuristic、policy、seed-pimc（観察した癖）",
    );
    AgentKind::cheat(help, &[opponents], openloop::DEFAULT_LIMITS, |options| {
        let kind = options.choice("opponents", &OPPONENTS)?;
        Ok(Box::new(Ceiling { kind, policy: cast(OwnWay::tuned()) }))
    })
}

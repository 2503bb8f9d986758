//! Our own players of Sevens: the tuned policy, and searches that infer hands and player types and roll out
//! with the policy.

use crate::policy::stored;
use crate::stored::MOST_BYTES;
use crate::{
    AtLimit, ByCards, Cast, Ceiling, EFFORT, Hands, Heuristic, KINDS, Kind, LISTED, Leaning, OwnWay,
    PassReading, Plain, Players, Reader, Tuned,
};
use std::sync::Arc;
use yomi_core::{Limits, OptionSpec, Options, Text, Uniform};
use yomi_engine::agents;
use yomi_engine::kind::{AgentKind, Player};
use yomi_engine::{Fault, FaultKind};
use yomi_games::Sevens;
use yomi_search::tree::ismcts::declared;
use yomi_search::tree::rollout::Rollout;
use yomi_search::tree::{self, OpenLoopOptions, openloop};
use yomi_search::{Halving, IsMcts, OpenLoop, halving};

/// About forty milliseconds per game, which has about seventeen decisions.
pub const BEST_LIMITS: Limits = Limits::iterations(1_400);

/// The weights of a policy.
pub const WEIGHTS: OptionSpec = OptionSpec::file(
    "weights",
    "mix",
    MOST_BYTES,
    Text::new(
        "what it learnt against: mix, random, or a FILE of `yomi tune sevens`; by one of --imitate it plays as the agent that was watched",
        "学習相手: mix、random、または `yomi tune sevens` のファイル（--imitate のファイルなら、観察したエージェントのように打つ）",
    ),
)
.or(&["mix", "random"]);
const INFERENCE: OptionSpec = OptionSpec::choice(
    "inference",
    "soft",
    &["soft", "hard", "none"],
    Text::new(
        "what a pass says: soft (by the kinds of players), hard (no card to play) or none",
        "パスの読み方: soft（相手の種類を推定）、hard（出せる札がない）、none（読まない）",
    ),
);
const DECAY: OptionSpec = OptionSpec::number(
    "belief_state_decay_factor",
    "0.05",
    0.0001,
    1.0,
    Text::new(
        "first weight of a card at a seat that passed while it lay open",
        "パスした席がその時出せた札を持つ見込みに掛ける数",
    ),
);
const OPPONENTS: OptionSpec = OptionSpec::choice(
    "opponents",
    "inferred",
    &["inferred", "random", "heuristic", "policy", "seed-pimc"],
    Text::new(
        "how the others play on: inferred, random, heuristic, policy or seed-pimc (as it was watched)",
        "相手の進め方: inferred（推定）、random、heuristic、policy、seed-pimc（観察した癖）",
    ),
);
const ROLLOUT: OptionSpec = OptionSpec::choice(
    "rollout",
    "policy",
    &["policy", "heuristic", "random"],
    Text::new(
        "how the own seat plays on: policy, heuristic or random",
        "自分の進め方: policy、heuristic、random",
    ),
);
/// The options of searches that use inference.
const READING: [OptionSpec; 4] = [INFERENCE, DECAY, OPPONENTS, ROLLOUT];

/// Prior probabilities of the kinds: random, free, greedy, shrewd, careful.
pub(crate) const FAMILY: [f64; KINDS] = [0.4, 0.05, 0.1, 0.25, 0.2];

/// Prior probability that all opponents are of the same kind.
const ALIKE: f64 = 0.5;

/// Kinds that can be given for all opponents, in the order of the options' words.
const KNOWN_KINDS: [Kind; 4] = [Kind::Random, Kind::Greedy, Kind::Shrewd, Kind::Careful];

/// All opponents are of one kind.
fn only(kind: Kind) -> [f64; KINDS] {
    Kind::ALL.map(|k| f64::from(u8::from(k == kind)))
}

fn weights(options: &Options) -> Result<Tuned, Fault> {
    match (options.file(&WEIGHTS), options.text(&WEIGHTS)) {
        (None, "random") => Ok(Tuned::hunter()),
        (None, _) => Ok(Tuned::peer()),
        (Some(bytes), path) => {
            let net =
                stored::read(bytes).map_err(|why| Fault::from(why).of_kind(FaultKind::BadOption).at(path))?;
            Ok(Tuned::new(Arc::new(net)))
        }
    }
}

fn passes(options: &Options) -> PassReading {
    options.choice(&INFERENCE, [PassReading::Soft, PassReading::Hard, PassReading::Ignored])
}

fn reader(options: &Options) -> Reader {
    let [random, greedy, shrewd, careful] = KNOWN_KINDS.map(only);
    let family = options.choice(&OPPONENTS, [FAMILY, random, greedy, shrewd, careful]);
    Reader { passes: passes(options), decay: options.number(&DECAY), family, ..best_reader() }
}

/// The inference of `best`.
pub fn best_reader() -> Reader {
    let (passes, family) = (PassReading::Soft, FAMILY);
    Reader {
        passes,
        decay: 0.05,
        family,
        alike: ALIKE,
        players: Players::default(),
        may_pass: true,
        listed: LISTED,
        effort: EFFORT,
    }
}

/// The rollout policies of `best`.
pub fn best_cast() -> Cast {
    cast(OwnWay::tuned())
}

fn cast(own: OwnWay) -> Cast {
    Cast { own, others: Players::default() }
}

fn own_way(options: &Options) -> OwnWay {
    match options.text(&ROLLOUT) {
        "heuristic" => OwnWay::Greedy(Heuristic::default()),
        "random" => OwnWay::Random(Plain::default()),
        _ => OwnWay::tuned(),
    }
}

pub fn best() -> AgentKind<Sevens> {
    let help = Text {
        en: "what we recommend: halving with the tuned policy, the others played as they are read; below 100 iterations the policy alone",
        ja: "おすすめ: 学習した方策でのhalving。相手の打ち方を推定して進める（100回未満なら方策だけ）",
    };
    agents::best(help, BEST_LIMITS, at_limit)
}

/// The player of `best`.
pub fn at_limit() -> AtLimit<Halving<Reader, Cast>> {
    AtLimit::new(best_search(), BEST_LIMITS)
}

/// The search of `best`.
pub fn best_search() -> Halving<Reader, Cast> {
    Halving { reading: best_reader(), policy: best_cast(), trust: 0.0 }
}

pub fn policy() -> AgentKind<Sevens> {
    let help = Text::new(
        "the best move by weights that were learnt, the pass included; no search",
        "学習した重みで最良の手を選ぶ（パスも含む、探索なし）",
    );
    AgentKind::boxed("policy", help, &[WEIGHTS], Limits::default(), |options| {
        // What `yomi tune --imitate` learnt by watching is a file of another kind.
        let habits = options.file(&WEIGHTS).and_then(|bytes| Leaning::read(bytes).ok());
        Ok(match habits {
            Some(habits) => Box::new(ByCards(habits)),
            None => Box::new(ByCards(weights(options)?)),
        })
    })
}

const PASS: OptionSpec = OptionSpec::switch(
    "pass",
    "true",
    Text::new(
        "false: leave the pass out where a card can be played, as the seed does",
        "false なら出せる札があるときパスを候補から外す（シードの流儀）",
    ),
);

/// It used to be called `pimc` here, which is the name of another algorithm.
pub fn halving() -> AgentKind<Sevens> {
    let help = Text::new(
        "every move, the pass too, played on in the same worlds; the weaker half is dropped again and again",
        "パスを含む全候補を同じ世界で最後まで進め、弱い半分を落としていく",
    );
    let options = agents::with_own(&READING, &[halving::TRUST, PASS]);
    let kind = AgentKind::new("halving", help, &options, halving::DEFAULT_LIMITS, |options| {
        let reading = reader(options);
        let reading = if options.switch(&PASS) { reading } else { reading.without_pass() };
        Halving { reading, policy: cast(own_way(options)), trust: options.number(&halving::TRUST) }
    });
    kind.also_called("pimc")
}

pub fn openloop() -> AgentKind<Sevens> {
    let help = Text::new(
        "a tree of the seat's own moves; the others play on as they are read",
        "自分の手だけの木（オープンループ）。相手は推定した打ち方で進める",
    );
    let options = agents::with_own(&READING, &OpenLoopOptions::OPTIONS);
    AgentKind::new("openloop", help, &options, openloop::DEFAULT_LIMITS, |options| OpenLoop {
        reading: reader(options),
        policy: cast(own_way(options)),
        options: OpenLoopOptions::read(options),
    })
}

const IN_TREE: OptionSpec = OptionSpec::choice(
    "opponents",
    "searched",
    &["searched", "random", "heuristic", "policy"],
    Text::new(
        "how the others move in the tree: searched (each for itself), random, heuristic or policy",
        "木の中の相手: searched（各自が最善を探す）、random、heuristic、policy",
    ),
);
const LEAVES: OptionSpec = OptionSpec {
    help: Text::new(
        "how leaves are played on: policy, heuristic or random",
        "末端からの進め方: policy、heuristic、random",
    ),
    ..ROLLOUT
};

pub fn ismcts() -> AgentKind<Sevens> {
    let options = agents::with_own(&[INFERENCE, DECAY, IN_TREE, LEAVES], &declared::OPTIONS);
    AgentKind::boxed("ismcts", agents::ISMCTS_HELP, &options, tree::ismcts::DEFAULT_LIMITS, |options| {
        let reader = Reader { passes: passes(options), decay: options.number(&DECAY), ..best_reader() };
        let search = IsMcts::<Sevens, _>::new(Hands(reader), declared::read(options));
        let opponents = options.text(&IN_TREE);
        Ok(match options.text(&LEAVES) {
            "heuristic" => against(search.with_leaf(Rollout(ByCards(Heuristic::default()))), opponents),
            "random" => against(search, opponents),
            _ => against(search.with_leaf(Rollout(ByCards(Tuned::peer()))), opponents),
        })
    })
}

fn against<L: tree::rollout::Estimate<Sevens> + Sync>(
    search: IsMcts<Sevens, Hands, L>,
    opponents: &str,
) -> Box<dyn Player<Sevens>> {
    match opponents {
        "random" => Box::new(search.against(Uniform)),
        "heuristic" => Box::new(search.against(ByCards(Heuristic::default()))),
        "policy" => Box::new(search.against(ByCards(Tuned::peer()))),
        _ => Box::new(search),
    }
}

const KNOWN: OptionSpec = OptionSpec::choice(
    "opponents",
    "random",
    &["random", "heuristic", "policy", "seed-pimc"],
    Text::new(
        "how the others play on: random, heuristic, policy or seed-pimc (as it was watched)",
        "相手の進め方: random、heuristic、policy、seed-pimc（観察した癖）",
    ),
);

pub fn cheat() -> AgentKind<Sevens> {
    let help = Text::new(
        "sees every hand and searches that one world: the ceiling, never advice",
        "全員の手札を見て読む（上限の測定用。助言には使えない）",
    );
    AgentKind::cheat(help, &[KNOWN], openloop::DEFAULT_LIMITS, |options| {
        let kind = options.choice(&KNOWN, KNOWN_KINDS);
        Box::new(Ceiling { kind, policy: cast(OwnWay::tuned()) })
    })
}

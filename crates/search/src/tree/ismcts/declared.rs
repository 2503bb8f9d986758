//! The options that every `ismcts` has.

use super::{IsMctsOptions, Observer, Risk, WhenFull};
use crate::tree::mcts::MOST_C;
use yomi_core::{OptionSpec, Options, Text};

const C: OptionSpec = OptionSpec::number(
    "c",
    "auto",
    0.0,
    MOST_C,
    Text::new(
        "how much to explore; auto: 0.4 for UCB1, 2 for PUCT",
        "探索の強さ（autoはUCB1で0.4、PUCTで2）",
    ),
)
.or(&["auto"]);
const OBSERVER: OptionSpec = OptionSpec::choice(
    "observer",
    "multiple",
    &["single", "multiple"],
    Text::new(
        "whose knowledge names a node: single (the searching seat's) or multiple (the mover's)",
        "ノードを誰の情報で分けるか: single（探索する席）か multiple（手番の席）",
    ),
);
const WORLDS: OptionSpec = OptionSpec::count(
    "worlds",
    "new",
    1,
    10_000_000,
    Text::new(
        "a number: that many worlds, luck included, used in turn; new: another one each iteration",
        "世界（決定化）の数。数なら使い回し、newなら毎回引き直す",
    ),
)
.or(&["new"]);
const RISK: OptionSpec = OptionSpec::number(
    "risk",
    "mean",
    0.0,
    1.0,
    Text::new(
        "what counts of a move: mean, worst (of the worlds), or a quantile such as 0.1",
        "手の何で選ぶか: mean（平均）、worst（最悪の世界）、0.1 のような分位点",
    ),
)
.or(&["mean", "worst"]);
const KEEP: OptionSpec = OptionSpec::switch(
    "keep",
    "false",
    Text::new("keep the tree for the next turn", "木を次の手番に引き継ぐ"),
);
const FULL: OptionSpec = OptionSpec::choice(
    "full",
    "forget",
    &["forget", "stop"],
    Text::new(
        "when memory is full: forget (nodes not used for longest) or stop (growing)",
        "メモリが尽きたら: forget（最も使われていないノードを捨てる）か stop（成長を止める）",
    ),
);
const MEMORY: OptionSpec = OptionSpec::count(
    "memory",
    "max",
    1,
    65_536,
    Text::new("MiB that the tree may take", "木に使うメモリ（MiB）"),
)
.or(&["max"]);
const FADE: OptionSpec = OptionSpec::number(
    "fade",
    "1",
    0.01,
    1.0,
    Text::new(
        "every event so far multiplies the limit by this: below 1 early moves get more",
        "出来事ごとに制限へ掛ける数（1未満なら序盤ほど多く読む）",
    ),
);
const THIN: OptionSpec = OptionSpec::number(
    "thin",
    "1",
    0.01,
    1.0,
    Text::new(
        "with worlds=NUMBER: every event so far multiplies that number by this: below 1 early moves get more worlds",
        "worlds=数 のとき、出来事ごとに世界の数へ掛ける数（1未満なら序盤ほど多くの決定化を使う）",
    ),
);

/// In the order in which they are listed.
pub const OPTIONS: [OptionSpec; 9] = [C, OBSERVER, WORLDS, RISK, KEEP, FULL, MEMORY, FADE, THIN];

/// As [`OPTIONS`] were set.
#[must_use]
pub fn read<G: Default>(options: &Options) -> IsMctsOptions<G> {
    let risk = match options.text(&RISK) {
        "worst" => Risk::Worst,
        _ => options.number_or(&RISK).map_or(Risk::Mean, Risk::Quantile),
    };
    IsMctsOptions {
        c: options.number_or(&C),
        observer: options.choice(&OBSERVER, [Observer::Single, Observer::Multiple]),
        grain: G::default(),
        worlds: options.count_or(&WORLDS).map(|n| n as u32),
        risk,
        keep: options.switch(&KEEP),
        when_full: options.choice(&FULL, [WhenFull::Forget, WhenFull::StopGrowing]),
        memory: options.count_or(&MEMORY).map(|mib| (mib as usize) << 20),
        fade: options.number(&FADE),
        thin: options.number(&THIN),
        even: false,
    }
}

//! Why: sentences made from the numbers of a search, in English and Japanese.
//!
//! Only what the numbers carry is said: a rate with its interval, a difference with whether it is one, the line the search
//! expects. What is particular to a game comes from the game's own remarks.

use crate::stats::Z95;
use serde::Serialize;
use serde_json::Value;
use yomi_core::{Bound, Candidate, Decision, Stakes};

/// One reason, in both languages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sentence {
    pub en: String,
    pub ja: String,
}

impl Sentence {
    pub fn new(en: impl Into<String>, ja: impl Into<String>) -> Sentence {
        Sentence { en: en.into(), ja: ja.into() }
    }

    /// English alone, for a game that speaks no Japanese yet: it is shown in its place.
    pub fn en(text: impl Into<String>) -> Sentence {
        let en = text.into();
        Sentence { ja: en.clone(), en }
    }
}

/// What only the game itself can say about a view and what was decided there.
#[derive(Clone, Default, Debug)]
pub struct Explained {
    pub remarks: Vec<Sentence>,
    /// A few words on each candidate, in their order.
    pub facts: Vec<Option<Sentence>>,
    /// What is believed about the hidden part; `null` where nothing is hidden.
    pub beliefs: Value,
}

/// Moves beyond this are left out of a line that is shown.
const LONGEST_LINE: usize = 8;

/// What the search itself has to say.
pub fn reasons<A: Copy + PartialEq>(
    stakes: Stakes,
    bounds: (f64, f64),
    decision: &Decision<A>,
    text: &dyn Fn(A) -> String,
) -> Vec<Sentence> {
    let best = decision.best();
    let name = text(best.action);
    let nothing_to_choose = decision.candidates.len() == 1 && best.visits == 0;
    let mut all = Vec::new();
    if !nothing_to_choose {
        all.push(headline(stakes, bounds, decision, &name));
    }
    all.extend(comparison(stakes, decision, text));
    if decision.line.len() > 1 {
        let shown: Vec<String> = decision.line.iter().take(LONGEST_LINE).map(|&a| text(a)).collect();
        let more = if decision.line.len() > LONGEST_LINE { " …" } else { "" };
        let line = shown.join(" ");
        all.push(Sentence::new(
            format!("Expected continuation: {line}{more}"),
            format!("予想される進行: {line}{more}"),
        ));
    }
    all
}

fn headline<A>(stakes: Stakes, bounds: (f64, f64), decision: &Decision<A>, name: &str) -> Sentence {
    let best = &decision.candidates[0];
    match (best.bound, stakes) {
        _ if best.visits == 0 && decision.iterations == 0 => Sentence::new(
            format!("{name} was drawn at random: it says nothing about the position."),
            format!("{name} は無作為に選ばれた手で、局面の評価ではありません。"),
        ),
        _ if best.visits == 0 => Sentence::new(
            format!("{name} is what the rule of thumb says; nothing was searched."),
            format!("{name} は経験則による手で、探索はしていません。"),
        ),
        (Bound::Sampled, _) => sampled(stakes, decision, best, name),
        (_, Stakes::Win) => computed_win(bounds, decision, best, name),
        (_, Stakes::Chips) => {
            let (value, share) = (signed(best.mean), percent(best.visits as f64 / total_visits(decision)));
            Sentence::new(
                format!(
                    "{name} is worth {value} chips; an unexploitable player says it {share} of the time here."
                ),
                format!(
                    "{name} の期待値は {value} 枚。つけ込まれない戦略はここで {share} の確率でこの手を選びます。"
                ),
            )
        }
        (_, Stakes::Score) => {
            let (depth, value) = (decision.depth, best.mean);
            Sentence::new(
                format!(
                    "{name} begins the best way found, {depth} {} deep: a score of {value:.0}.",
                    plural(depth)
                ),
                format!("{name} から始まる {depth} 手先までの最善の道で、得点は {value:.0} になります。"),
            )
        }
        (_, Stakes::Counted { points, unit }) => {
            let value = best.mean / f64::from(points);
            Sentence::new(
                format!("{name} is worth {value:.2} {} in all.", unit.en),
                format!("{name} の価値は通算 {value:.2} {}分です。", unit.ja),
            )
        }
    }
}

fn plural(n: u32) -> &'static str {
    if n == 1 { "move" } else { "moves" }
}

fn total_visits<A>(decision: &Decision<A>) -> f64 {
    decision.candidates.iter().map(|c| c.visits).sum::<u64>().max(1) as f64
}

fn sampled<A>(stakes: Stakes, decision: &Decision<A>, best: &Candidate<A>, name: &str) -> Sentence {
    let (visits, all) = (best.visits, decision.iterations);
    let (lo, hi) = (best.mean - Z95 * best.se, best.mean + Z95 * best.se);
    match stakes {
        Stakes::Win => {
            let (rate, lo, hi) = (percent(best.mean), percent(lo.max(0.0)), percent(hi.min(1.0)));
            Sentence::new(
                format!("{name} wins {rate} (95% interval {lo} to {hi}), from {visits} of {all} tries."),
                format!("{name} の勝率は {rate}（95%区間 {lo}〜{hi}、{all} 回のうち {visits} 回の試行）。"),
            )
        }
        Stakes::Chips => {
            let (gain, lo, hi) = (signed(best.mean), signed(lo), signed(hi));
            Sentence::new(
                format!(
                    "{name} brings {gain} chips on average (95% interval {lo} to {hi}), from {visits} of {all} tries."
                ),
                format!(
                    "{name} の損得は平均 {gain} 枚（95%区間 {lo}〜{hi}、{all} 回のうち {visits} 回の試行）。"
                ),
            )
        }
        Stakes::Score => {
            let mean = best.mean;
            Sentence::new(
                format!(
                    "{name} scores {mean:.1} on average (95% interval {lo:.1} to {hi:.1}), from {visits} of {all} tries."
                ),
                format!(
                    "{name} の得点は平均 {mean:.1}（95%区間 {lo:.1}〜{hi:.1}、{all} 回のうち {visits} 回の試行）。"
                ),
            )
        }
        Stakes::Counted { points, unit } => {
            let [mean, lo, hi] = [best.mean, lo, hi].map(|payoff| payoff / f64::from(points));
            Sentence::new(
                format!(
                    "{name} is worth {mean:.2} {} in all (95% interval {lo:.2} to {hi:.2}), from {visits} of {all} tries.",
                    unit.en
                ),
                format!(
                    "{name} の価値は通算 {mean:.2} {}分（95%区間 {lo:.2}〜{hi:.2}、{all} 回のうち {visits} 回の試行）。",
                    unit.ja
                ),
            )
        }
    }
}

fn computed_win<A>(bounds: (f64, f64), decision: &Decision<A>, best: &Candidate<A>, name: &str) -> Sentence {
    let depth = decision.depth;
    if best.mean >= bounds.1 && depth == 1 {
        return Sentence::new(format!("{name} wins at once."), format!("{name} で勝ちです。"));
    }
    if best.mean >= bounds.1 {
        return Sentence::new(
            format!("{name} wins by force, {depth} {} ahead at most.", plural(depth)),
            format!("{name} は長くても {depth} 手で必勝です。"),
        );
    }
    if best.mean <= bounds.0 {
        return Sentence::new(
            format!("Every move loses against best play; {name} is the choice among them."),
            format!("最善を尽くされるとどの手も負けです。その中では {name} を選びます。"),
        );
    }
    let value = best.mean;
    Sentence::new(
        format!(
            "Looking {depth} {} ahead, {name} leads to a position judged {value:.2} (0 lost, 1 won).",
            plural(depth)
        ),
        format!("{depth} 手先まで読んで、{name} は評価 {value:.2}（0が負け、1が勝ち）の局面に進みます。"),
    )
}

/// How much better than the second choice.
fn comparison<A: Copy + PartialEq>(
    stakes: Stakes,
    decision: &Decision<A>,
    text: &dyn Fn(A) -> String,
) -> Option<Sentence> {
    let (best, rest) = decision.candidates.split_first()?;
    let Some(second) = rest.first() else {
        return Some(Sentence::new("It is the only legal move.", "合法手はこれだけです。"));
    };
    if second.visits == 0 {
        return None;
    }
    let (name, gap) = (text(second.action), best.mean - second.mean);
    let error = Z95 * (best.se.powi(2) + second.se.powi(2)).sqrt();
    let size = amount(stakes, gap);
    if best.bound != Bound::Sampled && second.bound == Bound::Exact && size == amount(stakes, 0.0) {
        return Some(Sentence::new(format!("{name} is just as good."), format!("{name} も同じ値です。")));
    }
    Some(match (best.bound, second.bound) {
        (Bound::Sampled, _) if gap.abs() <= error => Sentence::new(
            format!("{name} is about as good: the difference is inside the error."),
            format!("{name} もほぼ互角で、差は誤差の範囲です。"),
        ),
        (Bound::Sampled, _) if gap < 0.0 => Sentence::new(
            format!("{name} has a better mean so far, from far fewer tries."),
            format!("{name} の平均の方が今は上ですが、試行がずっと少ない数字です。"),
        ),
        (Bound::Sampled, _) => Sentence::new(
            format!("So far that is {} better than the second choice, {name}.", size.en),
            format!("ここまでの試行では次善の {name} より {} 上です。", size.ja),
        ),
        (_, Bound::AtMost) if gap > 0.0 => Sentence::new(
            format!("The next, {name}, is at least {} worse.", size.en),
            format!("次の {name} は少なくとも {} 劣ります。", size.ja),
        ),
        (_, Bound::AtMost) => Sentence::new(
            format!("{name} is no better, as far as it was searched."),
            format!("読んだ範囲では {name} がこれを上回ることはありません。"),
        ),
        _ if gap > 0.0 => Sentence::new(
            format!("That is {} better than the second choice, {name}.", size.en),
            format!("次善の {name} より {} 上です。", size.ja),
        ),
        _ => Sentence::new(format!("{name} is just as good."), format!("{name} も同じ値です。")),
    })
}

pub fn percent(rate: f64) -> String {
    format!("{:.1}%", 100.0 * rate)
}

fn signed(chips: f64) -> String {
    format!("{chips:+.2}")
}

fn amount(stakes: Stakes, gap: f64) -> Sentence {
    let same = |text: String| Sentence::new(text.clone(), text);
    match stakes {
        Stakes::Win => same(percent(gap)),
        Stakes::Chips => same(format!("{gap:.2}")),
        Stakes::Score => same(format!("{gap:.1}")),
        Stakes::Counted { points, unit } => {
            let gap = gap / f64::from(points);
            Sentence::new(format!("{gap:.2} {}", unit.en), format!("{gap:.2} {}分", unit.ja))
        }
    }
}

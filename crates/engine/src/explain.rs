//! Explanations: sentences made from the numbers of a search, in English and Japanese.
//!
//! They say only what the numbers support: a rate with its interval, a difference and whether it is
//! significant, the line the search expects. Game-specific sentences come from the game itself.

use crate::Sentence;
use crate::chances::Chance;
use crate::draft::{Draft, DraftMove};
use crate::stats::Z95;
use crate::wire::{About, Facts, Reason};
use serde::Serialize;
use serde_json::Value;
use std::any::Any;
use yomi_core::{Basis, Bound, Choice, Decision, Hidden, Stakes, ViewOf};

/// What a game gets when it is asked to explain a decision.
pub struct Told<'a, S: Hidden> {
    pub view: &'a ViewOf<S>,
    pub decision: &'a Decision<S::Action>,
    /// What the search saw, if it reports it: the belief it used, the worlds it drew, what happened in them.
    pub evidence: Option<&'a (dyn Any + Send)>,
}

impl<S: Hidden> Told<'_, S> {
    /// The evidence, if it is of this type.
    pub fn evidence<T: 'static>(&self) -> Option<&T> {
        self.evidence.and_then(|evidence| evidence.downcast_ref())
    }
}

/// The game-specific part of the explanation of a decision.
#[derive(Clone, Default, Debug)]
pub struct Explained {
    /// The decisive remark first.
    pub remarks: Vec<Remark>,
    /// Facts about each candidate, in their order; may be empty.
    pub facts: Vec<Option<Facts>>,
    /// Beliefs about the hidden part, in the game's own schema; `null` if there are none.
    pub beliefs: Value,
    /// Effective sample size of the worlds behind the beliefs, if known.
    pub effective_worlds: Option<f64>,
}

/// A game's sentence, and what it is about.
#[derive(Clone, PartialEq, Debug)]
pub struct Remark {
    pub text: Sentence,
    pub about: Vec<About>,
}

impl From<Sentence> for Remark {
    fn from(text: Sentence) -> Remark {
        Remark { text, about: Vec::new() }
    }
}

impl Explained {
    /// Only sentences.
    pub fn remarks(sentences: impl IntoIterator<Item = Sentence>) -> Explained {
        Explained { remarks: sentences.into_iter().map(Remark::from).collect(), ..Explained::default() }
    }

    /// Adds beliefs in the game's own schema.
    #[must_use]
    pub fn believing(self, beliefs: &impl Serialize) -> Explained {
        let beliefs = serde_json::to_value(beliefs).expect("beliefs are plain data");
        Explained { beliefs, ..self }
    }

    /// Adds facts about each candidate.
    #[must_use]
    pub fn with_facts(self, facts: Vec<Option<Facts>>) -> Explained {
        Explained { facts, ..self }
    }
}

/// Assigns weights to sentences: the decisive one first, with decreasing weight.
pub fn weighed(remarks: Vec<Remark>) -> Vec<Reason> {
    let reason = |(i, remark): (usize, Remark)| Reason {
        text: remark.text,
        about: remark.about,
        weight: 1.0 / (i + 1) as f64,
    };
    remarks.into_iter().enumerate().map(reason).collect()
}

/// Longer lines are cut after this many moves.
const LONGEST_LINE: usize = 8;

/// The sentences that follow from the search alone.
pub fn reasons(stakes: Stakes, bounds: (f64, f64), draft: &Draft) -> Vec<Remark> {
    let best = &draft.candidates[0];
    let about = |names: &[&str]| names.iter().map(|name| About::Move(name.to_string())).collect::<Vec<_>>();
    let nothing_to_choose = draft.candidates.len() == 1 && best.visits == 0;
    let mut all = Vec::new();
    if !nothing_to_choose {
        all.push(Remark { text: headline(stakes, bounds, draft), about: about(&[&best.text]) });
    }
    let stated = draft.chance.as_ref().filter(|_| best.searched.is_some());
    all.extend(stated.and_then(Chance::reading).map(Remark::from));
    if let Some((text, second)) = comparison(stakes, draft) {
        let moves = second.map_or_else(|| about(&[&best.text]), |second| about(&[&best.text, &second]));
        all.push(Remark { text, about: moves });
    }
    if draft.line.len() > 1 {
        let more = if draft.line.len() > LONGEST_LINE { " …" } else { "" };
        let line = draft.line[..draft.line.len().min(LONGEST_LINE)].join(" ");
        all.push(Remark {
            text: Sentence::new(
                format!("Expected continuation: {line}{more}"),
                format!("予想される進行: {line}{more}"),
            ),
            about: Vec::new(),
        });
    }
    all
}

fn headline(stakes: Stakes, bounds: (f64, f64), draft: &Draft) -> Sentence {
    let best = &draft.candidates[0];
    let name = best.name();
    match (best.bound, stakes) {
        _ if draft.basis == Basis::Chance => Sentence::new(
            format!("{name} was drawn at random: it says nothing about the position."),
            format!("{name} は無作為に選ばれた手で、局面の評価ではありません。"),
        ),
        (_, Stakes::Chips) if draft.choice == Choice::Drawn => mixed(best),
        _ if best.visits == 0 && draft.basis != Basis::Rule => Sentence::new(
            format!("No move was searched to the end within the limit; {name} is the first of them."),
            format!("制限内に読み終えた手はありません。{name} は最初の手です。"),
        ),
        _ if best.visits == 0 => Sentence::new(
            format!("{name} is what the rule of thumb says; nothing was searched."),
            format!("{name} は経験則による手で、探索はしていません。"),
        ),
        (Bound::Sampled, _) => sampled(stakes, bounds, draft, best),
        (_, Stakes::Win) => computed_win(bounds, draft, best),
        (_, Stakes::Chips) => {
            let (value, depth) = (signed(best.mean), depth(draft));
            Sentence::new(
                format!("{name} is worth {value} chips{}.", depth.en),
                format!("{name} の期待値は{} {value} 枚です。", depth.ja),
            )
        }
        (Bound::Judged, Stakes::Score) => {
            let (value, depth) = (best.mean, depth(draft));
            Sentence::new(
                format!("{name} leads to a position judged {value:.0}{}.", depth.en),
                format!("{name} の先の局面の評価は{} {value:.0} です。", depth.ja),
            )
        }
        (_, Stakes::Score) => {
            let (value, depth) = (best.mean, depth(draft));
            Sentence::new(
                format!("{name} begins the best way found{}: a score of {value:.0}.", depth.en),
                format!("{name} は見つかった最善の道の最初で、得点は{} {value:.0} になります。", depth.ja),
            )
        }
        (Bound::Judged, Stakes::Counted { points, unit }) => {
            let value = best.mean / f64::from(points);
            Sentence::new(
                format!("{name} is judged to be worth {value:.2} {} in all.", unit.en),
                format!("{name} の価値は通算 {value:.2} {}分と評価されます。", unit.ja),
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

/// How far was looked ahead, where that is what was done.
fn depth(draft: &Draft) -> Sentence {
    match draft.depth {
        0 => Sentence::default(),
        n => Sentence::new(format!(", {n} {} deep", plural(n)), format!(" {n} 手先までで")),
    }
}

fn plural(n: u32) -> &'static str {
    if n == 1 { "move" } else { "moves" }
}

/// What a strategy that was computed beforehand says.
fn mixed(best: &DraftMove) -> Sentence {
    let (name, share) = (best.name(), percent(best.share.unwrap_or(1.0)));
    let value = signed(best.mean);
    Sentence::new(
        format!("{name} is worth {value} chips; the computed strategy plays it {share} of the time here."),
        format!("{name} の期待値は {value} 枚。計算した戦略はここで {share} の確率でこの手を選びます。"),
    )
}

fn sampled(stakes: Stakes, bounds: (f64, f64), draft: &Draft, best: &DraftMove) -> Sentence {
    let (name, visits, all) = (best.name(), best.visits, draft.iterations);
    let (lo, hi) = best.interval(stakes, bounds);
    let (lo, hi) = (lo.unwrap_or(bounds.0), hi.unwrap_or(bounds.1));
    match stakes {
        Stakes::Win => {
            let (rate, lo, hi) = (percent(best.mean), percent(lo), percent(hi));
            if let Some(chance) = &draft.chance {
                let against = chance.company.against();
                return Sentence::new(
                    format!(
                        "{name} wins {rate} {} (95% interval {lo} to {hi}), from {visits} of {all} tries.",
                        against.en
                    ),
                    format!(
                        "{name} の{}勝率は {rate}（95%区間 {lo}〜{hi}、{all} 回のうち {visits} 回の試行）。",
                        against.ja
                    ),
                );
            }
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

fn computed_win(bounds: (f64, f64), draft: &Draft, best: &DraftMove) -> Sentence {
    let (name, depth) = (best.name(), draft.depth);
    let known = |c: &DraftMove| c.visits > 0 && c.bound.is_certain();
    let certain = best.bound.is_certain();
    if certain && best.mean >= bounds.1 && depth == 1 {
        return Sentence::new(format!("{name} wins at once."), format!("{name} で勝ちです。"));
    }
    if certain && best.mean >= bounds.1 {
        return Sentence::new(
            format!("{name} wins by force, {depth} {} ahead at most.", plural(depth)),
            format!("{name} は長くても {depth} 手で必勝です。"),
        );
    }
    if certain && best.mean <= bounds.0 && !draft.candidates.iter().all(known) {
        return Sentence::new(
            format!("{name} loses against best play; other moves were not searched to the end."),
            format!("{name} は最善を尽くされると負けです。ほかに読み終えていない手があります。"),
        );
    }
    if certain && best.mean <= bounds.0 {
        return Sentence::new(
            format!("Every move loses against best play; {name} is the choice among them."),
            format!("最善を尽くされるとどの手も負けです。その中では {name} を選びます。"),
        );
    }
    if certain && best.mean == (bounds.0 + bounds.1) / 2.0 {
        return Sentence::new(
            format!("{name} draws against best play."),
            format!("{name} は最善を尽くし合うと引き分けです。"),
        );
    }
    let value = best.mean;
    if let (Some(chance), Some(searched)) = (&draft.chance, best.searched) {
        let (against, rate, judged, moves) =
            (chance.company.against(), percent(value), searched.mean, plural(depth));
        return Sentence::new(
            format!(
                "Looking {depth} {moves} ahead, {name} leads to a position judged {judged:.2} (0 lost, 1 won): \
                 {} that wins {rate}, a draw counted half.",
                against.en
            ),
            format!(
                "{depth} 手先まで読んで、{name} は評価 {judged:.2}（0が負け、1が勝ち）の局面に進みます。\
                 {}勝率は {rate} です（引き分けは半分）。",
                against.ja
            ),
        );
    }
    Sentence::new(
        format!(
            "Looking {depth} {} ahead, {name} leads to a position judged {value:.2} (0 lost, 1 won).",
            plural(depth)
        ),
        format!("{depth} 手先まで読んで、{name} は評価 {value:.2}（0が負け、1が勝ち）の局面に進みます。"),
    )
}

/// How much better the chosen move is than the second best, and which move that is.
fn comparison(stakes: Stakes, draft: &Draft) -> Option<(Sentence, Option<String>)> {
    let (best, rest) = draft.candidates.split_first()?;
    if rest.is_empty() {
        return Some((Sentence::new("It is the only legal move.", "合法手はこれだけです。"), None));
    }
    let second = draft.rival()?;
    Some((compared(stakes, draft, best, second), Some(second.text.clone())))
}

fn compared(stakes: Stakes, draft: &Draft, best: &DraftMove, second: &DraftMove) -> Sentence {
    let (name, gap) = (second.name(), best.mean - second.mean);
    let error = Z95 * best.se.hypot(second.se);
    let size = amount(stakes, gap);
    let alike = size == amount(stakes, 0.0) || size == amount(stakes, -0.0);
    match (best.bound, second.bound) {
        (Bound::Sampled, Bound::Sampled) if gap < 0.0 => kept(draft, best, second),
        (Bound::Sampled, Bound::Sampled) if gap <= error => Sentence::new(
            format!("{name} is about as good: the difference is inside the error."),
            format!("{name} もほぼ互角で、差は誤差の範囲です。"),
        ),
        (Bound::Sampled, Bound::Sampled) => Sentence::new(
            format!("So far that is {} better than the second choice, {name}.", size.en),
            format!("ここまでの試行では次善の {name} より {} 上です。", size.ja),
        ),
        // A line that pays the same is just as good; one that pays less only says that no better was found.
        (Bound::AtLeast, Bound::AtLeast) if gap > 0.0 => {
            let found = value(stakes, second.mean);
            Sentence::new(
                format!("The best way found that begins with {name} brings {}.", found.en),
                format!("{name} から始まる道で見つかった最善は {} です。", found.ja),
            )
        }
        (Bound::AtLeast, Bound::AtLeast) if gap < 0.0 => kept(draft, best, second),
        (Bound::AtLeast, Bound::AtLeast) => Sentence::new(
            format!("A way just as good begins with {name}."),
            format!("{name} から始まる同じ値の道もあります。"),
        ),
        (_, Bound::AtMost) if gap > 0.0 && best.bound.is_certain() => Sentence::new(
            format!("The next, {name}, is at least {} worse.", size.en),
            format!("次の {name} は少なくとも {} 劣ります。", size.ja),
        ),
        (_, Bound::AtMost | Bound::JudgedAtMost) => Sentence::new(
            format!("{name} is not better, as far as it was searched."),
            format!("読んだ範囲では {name} がこれを上回ることはありません。"),
        ),
        _ if !best.is_measured_like(second) => Sentence::new(
            format!("{name} was judged otherwise: the two values cannot be compared."),
            format!("{name} は別の方法による値で、差は比べられません。"),
        ),
        _ if alike => Sentence::new(format!("{name} is just as good."), format!("{name} も同じ値です。")),
        _ if gap < 0.0 => kept(draft, best, second),
        (Bound::Judged, _) => Sentence::new(
            format!("That is judged {} better than the second choice, {name}.", size.en),
            format!("評価は次善の {name} より {} 上です。", size.ja),
        ),
        _ => Sentence::new(
            format!("That is {} better than the second choice, {name}.", size.en),
            format!("次善の {name} より {} 上です。", size.ja),
        ),
    }
}

/// Why the chosen move was chosen although another one has the better value.
pub fn kept(draft: &Draft, best: &DraftMove, second: &DraftMove) -> Sentence {
    let (own, name) = (best.name(), second.name());
    let inside = second.mean - best.mean <= Z95 * best.se.hypot(second.se);
    match draft.choice {
        Choice::Drawn => Sentence::new(
            format!("{name} is worth more by itself; a strategy that always plays it can be exploited."),
            format!("単独では {name} の方が高い値ですが、いつもそれを選ぶ戦略は付け込まれます。"),
        ),
        Choice::Score => Sentence::new(
            format!("{name} has the better figure; {own} has the better score with the agent's bonuses."),
            format!("数字は {name} の方が上ですが、加点を含む評価点では {own} が上です。"),
        ),
        Choice::Quantile(_) => Sentence::new(
            format!("{name} has the better mean; {own} does better when things go badly."),
            format!("平均は {name} の方が上ですが、悪い場合の結果は {own} の方が上です。"),
        ),
        Choice::Favourite if inside => Sentence::new(
            format!(
                "{name} looks better, but not by more than the error, so the rule's own move {own} is kept."
            ),
            format!("{name} の方が上に見えますが誤差の範囲なので、方策の手 {own} を変えません。"),
        ),
        Choice::Visits if second.visits < best.visits => Sentence::new(
            format!(
                "{name} has a better mean so far, from {} tries against {} for {own}.",
                second.visits, best.visits
            ),
            format!(
                "{name} の平均の方が今は上ですが、試行は {own} の {} 回に対し {} 回です。",
                best.visits, second.visits
            ),
        ),
        _ if inside => Sentence::new(
            format!("{name} has the better figure, but the difference is inside the error."),
            format!("{name} の方が上の数字ですが、差は誤差の範囲です。"),
        ),
        _ => Sentence::new(
            format!("{name} has the better figure; {own} was ahead where the search compared them."),
            format!("{name} の方が上の数字ですが、探索が比べた時点では {own} が上でした。"),
        ),
    }
}

/// A value in the game's unit, as a text.
fn value(stakes: Stakes, payoff: f64) -> Sentence {
    match stakes {
        Stakes::Win => {
            let rate = percent(payoff);
            Sentence::new(rate.clone(), rate)
        }
        Stakes::Score => Sentence::new(format!("{payoff:.0}"), format!("{payoff:.0} 点")),
        _ => amount(stakes, payoff),
    }
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
        Stakes::Win => {
            let points = 100.0 * gap;
            Sentence::new(format!("{points:.1} percentage points"), format!("{points:.1} ポイント"))
        }
        Stakes::Chips => same(format!("{gap:.2}")),
        Stakes::Score => same(format!("{gap:.1}")),
        Stakes::Counted { points, unit } => {
            let gap = gap / f64::from(points);
            Sentence::new(format!("{gap:.2} {}", unit.en), format!("{gap:.2} {}分", unit.ja))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(basis: Basis, depth: u32, nodes: u64, moves: &[(u64, f64, Bound)]) -> Draft {
        let candidate = |(i, &(visits, mean, bound)): (usize, &(u64, f64, Bound))| DraftMove {
            text: format!("m{i}"),
            label: Sentence::new(format!("m{i}"), format!("m{i}")),
            visits,
            mean,
            se: 0.0,
            tries: 0.0,
            bound,
            share: None,
            searched: None,
        };
        Draft {
            basis,
            choice: Choice::Value,
            candidates: moves.iter().enumerate().map(candidate).collect(),
            line: Vec::new(),
            iterations: nodes,
            nodes,
            worlds: 0,
            bytes: 0,
            depth,
            passes: 0,
            chance: None,
        }
    }

    fn said(stakes: Stakes, draft: &Draft) -> String {
        headline(stakes, (0.0, 1.0), draft).en
    }

    /// A move that was not searched to the end is neither won nor lost, and the others are not lost because
    /// of it.
    #[test]
    fn what_was_not_searched_is_not_proven() {
        let unknown = (0, 0.0, Bound::Sampled);
        let computed = |moves: &[_]| said(Stakes::Win, &draft(Basis::Computed, 3, 50, moves));
        assert_eq!(
            computed(&[unknown, unknown]),
            "No move was searched to the end within the limit; m0 is the first of them."
        );
        let lost = (9, 0.0, Bound::Proven);
        assert_eq!(
            computed(&[lost, unknown]),
            "m0 loses against best play; other moves were not searched to the end."
        );
        assert!(computed(&[lost, lost]).starts_with("Every move loses against best play"));
        assert!(computed(&[lost, (9, 0.0, Bound::AtMost)]).starts_with("Every move loses against best play"));
        assert_eq!(computed(&[(9, 1.0, Bound::Proven), unknown]), "m0 wins by force, 3 moves ahead at most.");
        let rule = draft(Basis::Rule, 0, 0, &[unknown, unknown]);
        assert_eq!(said(Stakes::Win, &rule), "m0 is what the rule of thumb says; nothing was searched.");
        let stopped = draft(Basis::Computed, 3, 50, &[(9, 0.5, Bound::Judged), unknown]);
        assert_eq!((comparison(Stakes::Win, &stopped), stopped.lead(Stakes::Win)), (None, None));
    }

    /// Only a strategy that was computed before has probabilities, and only who looks ahead has a depth.
    #[test]
    fn a_headline_says_what_is_true_of_the_agent() {
        let moves = [(1, 0.5, Bound::Judged), (1, 0.5, Bound::Judged)];
        let mut drawn = draft(Basis::Computed, 0, 0, &moves);
        drawn.choice = Choice::Drawn;
        drawn.candidates[0].share = Some(0.9);
        assert_eq!(
            said(Stakes::Chips, &drawn),
            "m0 is worth +0.50 chips; the computed strategy plays it 90.0% of the time here."
        );
        assert_eq!(
            said(Stakes::Chips, &draft(Basis::Computed, 4, 1000, &moves)),
            "m0 is worth +0.50 chips, 4 moves deep."
        );
        let score = [(7, 31.0, Bound::AtLeast), (0, 0.0, Bound::Sampled)];
        assert_eq!(
            said(Stakes::Score, &draft(Basis::Computed, 0, 7, &score)),
            "m0 begins the best way found: a score of 31."
        );
        assert_eq!(
            said(Stakes::Score, &draft(Basis::Computed, 1, 7, &score)),
            "m0 begins the best way found, 1 move deep: a score of 31."
        );
    }
}

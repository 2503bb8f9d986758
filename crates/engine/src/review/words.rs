//! Why a decision got its mark, and a whole game in a sentence: made of the numbers of the review alone.

use super::mark::Fate;
use super::wire::MistakeKind;
use crate::Sentence;
use crate::explain::{Remark, amount, polished_names, value};
use crate::record::Forfeit;
use crate::stats::Z95;
use crate::wire::About;
use yomi_core::{Bound, Stakes, sentence};
use yomi_search::paired::Lead;

/// A decision, as its sentences need it; values in payoff.
pub(super) struct Weighing<'a> {
    pub stakes: Stakes,
    pub played: (&'a Sentence, &'a str),
    pub best: (&'a Sentence, &'a str),
    /// Of the move played and of the best one; nothing where the move played was not looked at.
    pub values: Option<(f64, f64)>,
    /// The best of the other moves, where the move played is best: its name, and how far it is behind.
    pub second: Option<(&'a Sentence, f64, f64)>,
    pub lost: f64,
    pub se: f64,
    pub bound: Bound,
    pub worlds: u64,
    pub forced: bool,
    /// Whether the truth holds anything that the seat did not see.
    pub hidden: bool,
    pub lost_in_sight: Lead,
    pub best_in_sight: &'a Sentence,
    pub fate: Option<(Fate, Lead)>,
    pub belief_in_truth: Option<f64>,
    pub mistake: Option<&'a MistakeKind>,
}

/// An evaluation between 0 and 1 that is judged is not a chance: it has no percentage points.
impl Weighing<'_> {
    fn is_judged_win(&self) -> bool {
        self.stakes == Stakes::Win && !matches!(self.bound, Bound::Sampled | Bound::Proven | Bound::Exact)
    }

    fn worth(&self, payoff: f64) -> Sentence {
        match self.is_judged_win() {
            true => Sentence::same(format!("{payoff:.3}")),
            false => value(self.stakes, payoff),
        }
    }

    /// What two values are, behind a sentence about their difference. What playouts come to is the value of their
    /// players and not a chance to win, as advice states it: of such values only the difference is said.
    fn beside(&self, one: f64, other: f64) -> Sentence {
        if self.stakes == Stakes::Win && self.bound == Bound::Sampled {
            return Sentence::default();
        }
        let (one, other) = (self.worth(one), self.worth(other));
        sentence!(": {one} against {other}", ": {one:#} 対 {other:#}")
    }

    /// What one value is, behind what is said of its move.
    fn alone(&self, own: f64) -> Sentence {
        if self.stakes == Stakes::Win && self.bound == Bound::Sampled {
            return Sentence::default();
        }
        let own = self.worth(own);
        sentence!(" ({own})", "（{own:#}）")
    }

    fn gap(&self, gap: f64) -> Sentence {
        match self.is_judged_win() {
            true => Sentence::same(format!("{gap:.3}")),
            false => amount(self.stakes, gap),
        }
    }

    fn error(&self, se: f64) -> Sentence {
        match self.is_judged_win() && se > 0.0 {
            true => sentence!(" (± {:.3})", "（± {:.3}）", Z95 * se),
            false => error(self.stakes, se),
        }
    }
}

/// Two or three sentences: what could be known, and what the cards made of it.
pub(super) fn reasons(of: &Weighing<'_>) -> Vec<Remark> {
    let about = |name: &str| About::Move(name.into());
    let names = [Some(of.played.0), Some(of.best.0), Some(of.best_in_sight), of.second.map(|s| s.0)];
    let polished = |text: Sentence| polished_names(text, names.into_iter().flatten());
    if of.forced {
        let played = of.played.0;
        let text = sentence!("{played} was the only legal move.", "{played:#} しか選べませんでした。");
        return vec![Remark { text: polished(text), about: vec![about(of.played.1)] }];
    }
    let moves = match of.played.1 == of.best.1 {
        true => vec![about(of.played.1)],
        false => vec![about(of.best.1), about(of.played.1)],
    };
    let mut all = vec![Remark { text: polished(known(of)), about: moves }];
    all.extend(of.mistake.map(|kind| Remark::from(Sentence::new(kind.en.as_str(), kind.ja.as_str()))));
    all.extend(in_sight(of).filter(|_| of.hidden).map(polished).map(Remark::from));
    all
}

/// A seat that could not go on: what was played from then on was nobody's choice.
pub(super) fn forfeited(forfeit: &Forfeit) -> Sentence {
    let Forfeit { seat, why } = forfeit;
    sentence!(
        "Seat {seat} lost this game by failing ({why}): its moves from then on are random ones, and the result here is that of the moves.",
        "席{seat}は続行できず負けになりました（{why:#}）。それ以降の手は無作為で、ここでの結果は手順どおりのものです。"
    )
}

/// How the values are known.
fn ground(of: &Weighing<'_>) -> Sentence {
    match (of.bound, of.worlds) {
        (Bound::Sampled, 0) => sentence!("in the search", "探索で"),
        (Bound::Sampled, worlds) => {
            sentence!("in the same {worlds} worlds", "同じ {worlds} 個の世界で")
        }
        (Bound::Proven, _) => sentence!("proven to the end", "終局まで証明済みで"),
        (Bound::Exact, _) => sentence!("computed to the end", "終局まで計算して"),
        (Bound::AtLeast | Bound::AtMost, _) => sentence!("by the lines found", "見つかった手順では"),
        _ => sentence!("as judged", "評価では"),
    }
}

/// What the decision lost given what could be known.
fn known(of: &Weighing<'_>) -> Sentence {
    let (played, best) = (of.played.0, of.best.0);
    let Some((own, of_best)) = of.values else {
        return sentence!(
            "{played} was not looked at within the limit, so that nothing is said of it.",
            "{played:#} は制限内に調べられなかったため、評価できません。"
        );
    };
    let ground = ground(of);
    if of.played.1 == of.best.1 {
        let own = of.alone(own);
        return match of.second {
            // What plays on for them may prefer the other move; the search does not.
            Some((second, behind, _)) if behind <= 0.0 => sentence!(
                "{played}{own} was best; {second} did as well, {ground}.",
                "{played:#}{own:#} が最善でしたが、{ground:#} {second:#} と差はありませんでした。"
            ),
            Some((second, behind, se)) => {
                let (gap, error) = (of.gap(behind), of.error(se));
                sentence!(
                    "{played}{own} was best: {gap}{error} ahead of {second}, {ground}.",
                    "{played:#}{own:#} が最善でした。{ground:#} {second:#} より {gap:#}{error:#}上です。"
                )
            }
            None => sentence!("{played}{own} was best.", "{played:#}{own:#} が最善でした。"),
        };
    }
    if of.lost <= 0.0 {
        let values = of.beside(own, of_best);
        return sentence!(
            "{played} lost nothing to {best}, {ground}{values}.",
            "{ground:#} {played:#} は {best:#} に劣りませんでした{values:#}。"
        );
    }
    let (gap, error, values) = (of.gap(of.lost), of.error(of.se), of.beside(of_best, own));
    let noise = if of.se > 0.0 && of.lost < Z95 * of.se {
        sentence!(" That is within its error.", "誤差の範囲です。")
    } else {
        Sentence::default()
    };
    sentence!(
        "{best} was better by {gap}{error}, {ground}{values}.{noise}",
        "{ground:#} {best:#} の方が {gap:#}{error:#}上でした{values:#}。{noise:#}"
    )
}

/// The 95% margin of a difference, where it has one.
fn error(stakes: Stakes, se: f64) -> Sentence {
    if se <= 0.0 {
        return Sentence::default();
    }
    let margin = Z95 * se;
    let text = match stakes {
        Stakes::Win => format!("{:.1}", 100.0 * margin),
        Stakes::Chips => format!("{margin:.3}"),
        Stakes::Score => format!("{margin:.1}"),
        Stakes::Counted { points, .. } => format!("{:.2}", margin / f64::from(points)),
    };
    sentence!(" (± {text})", "（± {text}）")
}

/// What the decision came to as the cards really lay.
fn in_sight(of: &Weighing<'_>) -> Option<Sentence> {
    let (best, lay) = (of.best.0, of.best_in_sight);
    let Lead { mean, se } = of.fate.map_or(of.lost_in_sight, |(_, by)| by);
    let (by, error) = (amount(of.stakes, mean), error(of.stakes, se));
    match of.fate.map(|(fate, _)| fate) {
        Some(Fate::RightButUnlucky) => Some(sentence!(
            "As the cards really lay, {lay} would have been {by}{error} better: bad luck, not a mistake.",
            "実際の札では {lay:#} の方が {by:#}{error:#}良かったのですが、ミスではなく不運です。"
        )),
        Some(Fate::Misread) => {
            let times = 1.0 / of.belief_in_truth.unwrap_or(1.0).max(1e-9);
            Some(sentence!(
                "As the cards really lay, {lay} would have been {by}{error} better: the reading held them for {times:.1} times less likely than the cards seen alone.",
                "実際の札では {lay:#} の方が {by:#}{error:#}良い手でした。読みはその札を、見えた札だけから考えるより {times:.1} 分の1の確率と見ていました。"
            ))
        }
        Some(Fate::WrongButLucky) if mean > Z95 * se => Some(sentence!(
            "As the cards really lay, it did {by}{error} better than {best}: good luck.",
            "実際の札では {best:#} より {by:#}{error:#}良い結果になりました。幸運です。"
        )),
        Some(Fate::WrongButLucky) => Some(sentence!(
            "As the cards really lay, it lost nothing to {best}: good luck.",
            "実際の札では {best:#} に比べて損はありませんでした。幸運です。"
        )),
        None if mean > 0.0 && mean < Z95 * se => Some(sentence!(
            "As the cards really lay, it lost {by}{error} to {best}, which is within its error.",
            "実際の札では {best:#} に {by:#}{error:#}及びませんでしたが、誤差の範囲です。"
        )),
        None if mean > 0.0 => Some(sentence!(
            "As the cards really lay, it lost {by}{error} to {best}.",
            "実際の札では {best:#} に {by:#}{error:#}及びませんでした。"
        )),
        None => None,
    }
}

/// A whole game; amounts in payoff.
pub(super) struct Whole {
    pub stakes: Stakes,
    pub over: bool,
    /// Decisions with more than one legal move that were weighed, and those that were not looked at enough.
    pub weighed: usize,
    pub unrated: usize,
    pub lost: f64,
    pub lost_se: f64,
    pub luck: f64,
    /// Whether the game hides anything.
    pub hidden: bool,
    /// Whether anything is left to luck in this game.
    pub chance: bool,
    pub others: f64,
    pub players: usize,
}

pub(super) fn summary(of: &Whole) -> Vec<Sentence> {
    let (lost, error) = (amount(of.stakes, of.lost), error(of.stakes, of.lost_se));
    let (n, decisions) = (of.weighed, if of.weighed == 1 { "decision" } else { "decisions" });
    let played = match n {
        0 if of.unrated > 0 => sentence!(
            "You made no decision that was looked at enough within the limit",
            "制限内に評価できた手はありませんでした"
        ),
        0 => sentence!("You had nothing to decide", "選択の余地のある手番はありませんでした"),
        _ => sentence!(
            "You played {lost}{error} below best in {n} {decisions}",
            "選択のあった {n} 手で最善より {lost:#}{error:#}下回りました"
        ),
    };
    let luck = amount(of.stakes, of.luck.abs());
    let first = match (of.chance, of.luck >= 0.0) {
        (false, _) => sentence!("{played}.", "{played:#}。"),
        (true, true) => {
            sentence!("{played} and were {luck} lucky.", "{played:#}。運は {luck:#}のプラスでした。")
        }
        (true, false) => {
            sentence!("{played} and were {luck} unlucky.", "{played:#}。運は {luck:#}のマイナスでした。")
        }
    };
    let mut all = vec![first];
    if of.unrated > 0 && n > 0 {
        let (unrated, were) = (of.unrated, if of.unrated == 1 { "was" } else { "were" });
        all.push(sentence!(
            "{unrated} more {were} not looked at enough within the limit and count for nothing here.",
            "ほかに {unrated} 手は制限内に評価できず、ここには入っていません。"
        ));
    }
    if of.players > 1 {
        let others = amount(of.stakes, of.others.abs());
        let whose = if of.players == 2 { "opponent's" } else { "others'" };
        let (lay, lay_ja) =
            if of.hidden { (", as the cards lay", "実際の札では、") } else { ("", "") };
        all.push(if of.others >= 0.0 {
            Sentence::new(
                format!("The {whose} decisions gave you {}{lay}.", others.en),
                format!("{lay_ja}相手の選択で {}得をしました。", others.ja),
            )
        } else {
            Sentence::new(
                format!("The {whose} decisions took {} from you{lay}.", others.en),
                format!("{lay_ja}相手の選択で {}損をしました。", others.ja),
            )
        });
    }
    if !of.over {
        all.push(sentence!(
            "The game is not over: the result is what the value function expects.",
            "対局は終わっていません。結果は評価関数による見込みです。"
        ));
    }
    all
}

//! The first sentence: what the chosen move is worth, and how that is known.

use super::amounts::{percent, signed};
use crate::Sentence;
use crate::draft::{Draft, DraftMove};
use yomi_core::{Basis, Bound, Choice, Stakes, sentence};

pub fn headline(stakes: Stakes, bounds: (f64, f64), draft: &Draft) -> Sentence {
    let best = &draft.candidates[0];
    let name = &best.name;
    match (best.bound, stakes) {
        _ if draft.basis == Basis::Chance => sentence!(
            "{name} was drawn at random, which says nothing about the position.",
            "{name:#} は無作為に選んだ手で、局面の評価ではありません。"
        ),
        (_, Stakes::Chips) if draft.choice == Choice::Drawn => mixed(best),
        _ if best.visits == 0 && draft.basis != Basis::Rule => sentence!(
            "No move was searched to the end within the limit; {name} is the first of them.",
            "制限内に読み終えた手はありません。{name:#} は最初の手です。"
        ),
        _ if best.visits == 0 => sentence!(
            "{name} is what the rule of thumb says; nothing was searched.",
            "{name:#} は経験則による手で、探索はしていません。"
        ),
        (Bound::Sampled, _) => sampled(stakes, bounds, draft, best),
        (_, Stakes::Win) => computed_win(bounds, draft, best),
        (_, Stakes::Chips) => {
            let (value, ahead) = (signed(best.mean), ahead(draft));
            sentence!(
                "{ahead}{name} is worth {value} chips.",
                "{ahead:#}{name:#} の期待値は {value} 枚です。"
            )
        }
        (Bound::Judged, Stakes::Score) => {
            let (value, ahead) = (best.mean, ahead(draft));
            sentence!(
                "{ahead}{name} leads to a position judged {value:.0}.",
                "{ahead:#}{name:#} は評価 {value:.0} の局面に進みます。"
            )
        }
        (_, Stakes::Score) => line(draft, best),
        (Bound::Judged, Stakes::Counted { points, unit }) => {
            let (value, unit) = (best.mean / f64::from(points), Sentence::from(unit));
            sentence!(
                "{name} is judged to bring {value:.2} {unit} in all.",
                "{name:#} なら通算 {value:.2} {unit:#}の見込みです。"
            )
        }
        (_, Stakes::Counted { points, unit }) => {
            let (value, unit) = (best.mean / f64::from(points), Sentence::from(unit));
            sentence!(
                "{name} brings {value:.2} {unit} in all.",
                "{name:#} なら通算 {value:.2} {unit:#}になります。"
            )
        }
    }
}

/// Where the search looked ahead: how far, as the beginning of a sentence.
fn ahead(draft: &Draft) -> Sentence {
    match draft.depth {
        0 => Sentence::default(),
        n => Sentence::new(format!("Looking {n} {} ahead, ", moves(n)), format!("{n} 手先まで読んで、")),
    }
}

fn moves(n: u32) -> &'static str {
    if n == 1 { "move" } else { "moves" }
}

/// What a line that was found scores in the end. It is only called the best one if no other move's scores more.
/// Where it goes on after the search had stopped, it was played on greedily.
fn line(draft: &Draft, best: &DraftMove) -> Sentence {
    let (name, value, depth) = (&best.name, best.mean, draft.depth);
    let moves = moves(depth);
    let ahead = match draft.line.len() > depth as usize && depth > 0 {
        true => sentence!(
            "Looking {depth} {moves} ahead and going on greedily from there, ",
            "{depth} 手先まで読み、その先は目先の得点で進めると、"
        ),
        false => ahead(draft),
    };
    let other = draft.candidates[1..].iter().any(|c| c.visits > 0 && c.mean > value);
    match other {
        false => sentence!(
            "{ahead}{name} begins the best line found: a score of {value:.0}.",
            "{ahead:#}{name:#} から始まる手順が見つかった中で最善で、得点は {value:.0} になります。"
        ),
        true => sentence!(
            "{ahead}{name} begins a line that scores {value:.0}.",
            "{ahead:#}{name:#} から始まる手順の得点は {value:.0} になります。"
        ),
    }
}

/// What a strategy that was computed beforehand says.
fn mixed(best: &DraftMove) -> Sentence {
    let (name, share) = (&best.name, percent(best.share.unwrap_or(1.0)));
    let value = signed(best.mean);
    sentence!(
        "{name} is worth {value} chips; the computed strategy plays it {share} of the time here.",
        "{name:#} の期待値は {value} 枚。計算した戦略はここで {share} の確率でこの手を選びます。"
    )
}

fn sampled(stakes: Stakes, bounds: (f64, f64), draft: &Draft, best: &DraftMove) -> Sentence {
    let (name, visits, all) = (&best.name, best.visits, draft.iterations);
    let (lo, hi) = best.interval(stakes, bounds);
    let (lo, hi) = (lo.unwrap_or(bounds.0), hi.unwrap_or(bounds.1));
    if let (Some(score), Stakes::Win) = (best.score, stakes) {
        let (rate, lo, hi) = (percent(best.mean), percent(lo), percent(hi));
        return sentence!(
            "{name} has the highest score, {score:.1}, which decides; it wins {rate} of its {visits} tries (95% interval {lo} to {hi}).",
            "{name:#} の評価点が {score:.1} で最も高く、これで手を決めます。{visits} 回の試行での勝率は {rate}（95%区間 {lo}〜{hi}）。"
        );
    }
    match stakes {
        Stakes::Win => {
            let (rate, lo, hi) = (percent(best.mean), percent(lo), percent(hi));
            let against = draft.chance.as_ref().map_or_else(Sentence::default, |chance| {
                let against = chance.company.against();
                Sentence::new(format!(" {}", against.en), against.ja)
            });
            sentence!(
                "{name} wins {rate}{against} (95% interval {lo} to {hi}), from {visits} of {all} tries.",
                "{name:#} の{against:#}勝率は {rate}（95%区間 {lo}〜{hi}、{all} 回のうち {visits} 回の試行）。"
            )
        }
        Stakes::Chips => {
            let (gain, lo, hi) = (signed(best.mean), signed(lo), signed(hi));
            sentence!(
                "{name} brings {gain} chips on average (95% interval {lo} to {hi}), from {visits} of {all} tries.",
                "{name:#} の損得は平均 {gain} 枚（95%区間 {lo}〜{hi}、{all} 回のうち {visits} 回の試行）。"
            )
        }
        Stakes::Score => {
            let mean = best.mean;
            sentence!(
                "{name} scores {mean:.1} on average (95% interval {lo:.1} to {hi:.1}), from {visits} of {all} tries.",
                "{name:#} の得点は平均 {mean:.1}（95%区間 {lo:.1}〜{hi:.1}、{all} 回のうち {visits} 回の試行）。"
            )
        }
        Stakes::Counted { points, unit } => {
            let [mean, lo, hi] = [best.mean, lo, hi].map(|payoff| payoff / f64::from(points));
            let unit = Sentence::from(unit);
            sentence!(
                "{name} brings {mean:.2} {unit} in all on average (95% interval {lo:.2} to {hi:.2}), from {visits} of {all} tries.",
                "{name:#} なら通算で平均 {mean:.2} {unit:#}（95%区間 {lo:.2}〜{hi:.2}、{all} 回のうち {visits} 回の試行）。"
            )
        }
    }
}

fn computed_win(bounds: (f64, f64), draft: &Draft, best: &DraftMove) -> Sentence {
    let (name, depth, ahead) = (&best.name, draft.depth, ahead(draft));
    let known = |c: &DraftMove| c.visits > 0 && c.bound.is_certain();
    let certain = best.bound.is_certain();
    if certain && best.mean >= bounds.1 && depth == 1 {
        return sentence!("{name} wins at once.", "{name:#} で勝ちです。");
    }
    if certain && best.mean >= bounds.1 {
        let moves = moves(depth);
        return sentence!(
            "{name} wins by force, in at most {depth} {moves}.",
            "{name:#} は長くても {depth} 手で必勝です。"
        );
    }
    if certain && best.mean <= bounds.0 && !draft.candidates.iter().all(known) {
        return sentence!(
            "{name} loses against best play; other moves were not searched to the end.",
            "{name:#} は最善を尽くされると負けです。ほかに読み終えていない手があります。"
        );
    }
    if certain && best.mean <= bounds.0 {
        return sentence!(
            "Every move loses against best play; {name} is the choice among them.",
            "最善を尽くされるとどの手も負けです。その中では {name:#} を選びます。"
        );
    }
    if certain && best.mean == (bounds.0 + bounds.1) / 2.0 {
        return sentence!("{name} draws against best play.", "{name:#} は最善を尽くし合うと引き分けです。");
    }
    let value = best.mean;
    if let (Some(chance), Some(searched)) = (&draft.chance, best.searched) {
        let (against, rate, judged) = (chance.company.against(), percent(value), searched.mean);
        return sentence!(
            "{ahead}{name} leads to a position judged {judged:.2} (0 lost, 1 won): {against} that wins {rate}, a draw counted half.",
            "{ahead:#}{name:#} は評価 {judged:.2}（0が負け、1が勝ち）の局面に進みます。{against:#}勝率は {rate} です（引き分けは半分）。"
        );
    }
    sentence!(
        "{ahead}{name} leads to a position judged {value:.3} (0 lost, 1 won).",
        "{ahead:#}{name:#} は評価 {value:.3}（0が負け、1が勝ち）の局面に進みます。"
    )
}

//! How the chosen move compares with the second best, and why it was chosen where that one has the better value.

use super::amounts::{amount, gap, value};
use crate::Sentence;
use crate::draft::{Draft, DraftMove};
use crate::stats::Z95;
use yomi_core::{Bound, Choice, Stakes, sentence};

/// How much better the chosen move is than the second best, and which move that is.
pub fn comparison(stakes: Stakes, draft: &Draft) -> Option<(Sentence, Option<String>)> {
    let (best, rest) = draft.candidates.split_first()?;
    if rest.is_empty() {
        return Some((Sentence::new("It is the only legal move.", "選べる手はこれだけです。"), None));
    }
    let second = draft.rival()?;
    if let (Some(own), Some(next)) = (best.score, second.score) {
        return Some((scored(own, next, &second.name), Some(second.text().into())));
    }
    Some((compared(stakes, draft, best, second), Some(second.text().into())))
}

fn compared(stakes: Stakes, draft: &Draft, best: &DraftMove, second: &DraftMove) -> Sentence {
    let (name, lead) = (&second.name, best.mean - second.mean);
    let size = gap(stakes, best, second);
    match (best.bound, second.bound) {
        (Bound::Sampled, Bound::Sampled) if lead < 0.0 => kept(draft, best, second),
        (Bound::Sampled, Bound::Sampled) if lead <= margin(best, second) => sentence!(
            "{name} is about as good: the difference is within the margin of error.",
            "{name:#} もほぼ互角で、差は誤差の範囲です。"
        ),
        (Bound::Sampled, Bound::Sampled) => sentence!(
            "So far that is {size} better than the second choice, {name}.",
            "ここまでの試行では次善の {name:#} より {size:#}上です。"
        ),
        // A line that pays the same is just as good; one that pays less only says that no better was found.
        (Bound::AtLeast, Bound::AtLeast) if lead > 0.0 => {
            let found = value(stakes, second.mean);
            sentence!(
                "The best line found that begins with {name} brings {found}.",
                "{name:#} から始まる手順で見つかった最善は {found:#}です。"
            )
        }
        // Lines are compared where the search ends and played on from there for people.
        (Bound::AtLeast, Bound::AtLeast) if lead < 0.0 => {
            let (own, found) = (&best.name, value(stakes, second.mean));
            sentence!(
                "The line from {name} ends higher, at {found}; {own} was ahead where the search compared them.",
                "{name:#} から始まる手順の方が最後は上（{found:#}）ですが、探索が比べた時点では {own:#} が上でした。"
            )
        }
        (Bound::AtLeast, Bound::AtLeast) => sentence!(
            "A line that is just as good begins with {name}.",
            "{name:#} から始まる同じ値の手順もあります。"
        ),
        (_, Bound::AtMost) if lead > 0.0 && best.bound.is_certain() => sentence!(
            "The next, {name}, is at least {size} worse.",
            "次の {name:#} は少なくとも {size:#}劣ります。"
        ),
        (_, Bound::AtMost | Bound::JudgedAtMost) => sentence!(
            "{name} is not better, as far as it was searched.",
            "読んだ範囲では {name:#} がこれを上回ることはありません。"
        ),
        _ if !best.is_measured_like(second) => sentence!(
            "{name} was valued in another way, so that the two cannot be compared.",
            "{name:#} は別の方法による値で、差は比べられません。"
        ),
        _ if is_alike(stakes, lead) && amount(stakes, best.mean) != amount(stakes, second.mean) => {
            sentence!("{name} is just as good.", "{name:#} もほぼ同じ値です。")
        }
        _ if is_alike(stakes, lead) => sentence!("{name} is just as good.", "{name:#} も同じ値です。"),
        _ if lead < 0.0 => kept(draft, best, second),
        (Bound::Judged, _) => sentence!(
            "That is judged {size} better than the second choice, {name}.",
            "評価は次善の {name:#} より {size:#}上です。"
        ),
        _ => sentence!(
            "That is {size} better than the second choice, {name}.",
            "次善の {name:#} より {size:#}上です。"
        ),
    }
}

/// How far the chosen move is ahead by the score that decided.
fn scored(own: f64, next: f64, name: &Sentence) -> Sentence {
    let lead = own - next;
    match format!("{lead:.1}") == "0.0" {
        true => sentence!("The score of {name} is just as high.", "{name:#} の評価点もほぼ同じです。"),
        false => sentence!(
            "The second choice, {name}, has a score of {next:.1}: {lead:.1} less.",
            "次善の {name:#} の評価点は {next:.1} で、{lead:.1} 低い値です。"
        ),
    }
}

/// Whether two computed values differ by so little that it cannot matter: less than half of the last digit that
/// a difference is told with, in chips half a hundredth.
fn is_alike(stakes: Stakes, lead: f64) -> bool {
    const CHIPS: f64 = 0.005;
    match stakes {
        Stakes::Chips => lead.abs() < CHIPS,
        _ => amount(stakes, lead.abs()) == amount(stakes, 0.0),
    }
}

/// Half the 95% interval of the difference of two sampled values.
fn margin(best: &DraftMove, second: &DraftMove) -> f64 {
    Z95 * best.se.hypot(second.se)
}

/// Why the chosen move was chosen although another one has the better value.
pub fn kept(draft: &Draft, best: &DraftMove, second: &DraftMove) -> Sentence {
    let (own, name) = (&best.name, &second.name);
    let inside = second.mean - best.mean <= margin(best, second);
    match draft.choice {
        Choice::Drawn => sentence!(
            "{name} is worth more by itself, but a strategy that always plays it can be exploited.",
            "単独では {name:#} の方が高い値ですが、いつもそれを選ぶ戦略は付け込まれます。"
        ),
        Choice::Level => sentence!(
            "{name} has the better value; a partner of this level plays {own} more often.",
            "{name:#} の方が上の値ですが、このレベルの相手は {own:#} を選ぶことの方が多いです。"
        ),
        Choice::Score => sentence!(
            "{name} has the better value, but {own} has the better score with the agent's bonuses.",
            "値は {name:#} の方が上ですが、加点を含む評価点では {own:#} が上です。"
        ),
        Choice::Quantile(_) => sentence!(
            "{name} has the better mean, but {own} does better when things go badly.",
            "平均は {name:#} の方が上ですが、悪い場合の結果は {own:#} の方が上です。"
        ),
        Choice::Favourite if inside => sentence!(
            "{name} looks better, but not by more than the margin of error, so the policy's own move, {own}, is kept.",
            "{name:#} の方が上に見えますが誤差の範囲なので、方策の手 {own:#} を変えません。"
        ),
        Choice::Visits if second.visits < best.visits => {
            let (own_visits, visits) = (best.visits, second.visits);
            sentence!(
                "{name} has a better mean so far, from {visits} tries against {own_visits} for {own}.",
                "{name:#} の平均の方が今は上ですが、試行は {own:#} の {own_visits} 回に対し {visits} 回です。"
            )
        }
        _ if inside => sentence!(
            "{name} has the better value, but the difference is within the margin of error.",
            "{name:#} の方が上の値ですが、差は誤差の範囲です。"
        ),
        _ => sentence!(
            "{name} has the better value; {own} was ahead where the search compared them.",
            "{name:#} の方が上の値ですが、探索が比べた時点では {own:#} が上でした。"
        ),
    }
}

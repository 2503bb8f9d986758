//! The figures on the terminal.

use super::Report;
use super::figures::{Asked, Figure, Over, Unit};
use crate::lang::Lang;
use crate::screen::{Side, table};

/// A figure in its unit.
pub fn number(unit: Unit, x: f64) -> String {
    match unit {
        Unit::Share => format!("{:.1}%", 100.0 * x),
        Unit::Points => format!("{:.1}", 100.0 * x).replace('-', "−"),
        Unit::Nats => format!("{x:.4}").replace('-', "−"),
        Unit::Count | Unit::PerSecond => format!("{x:.0}"),
    }
}

/// What a figure is called.
pub fn name(lang: Lang, figure: &Figure) -> String {
    let name = figure.name.as_str();
    let kind = |rest: &str| match (lang, rest) {
        (Lang::En, kind) => kind.to_string(),
        (Lang::Ja, "counter") => "カウンター".into(),
        (Lang::Ja, "trigger") => "トリガー".into(),
        (Lang::Ja, "removal") => "除去".into(),
        (Lang::Ja, other) => other.into(),
    };
    let of_kind = [
        ("log-loss-cards-", "log-loss by the cards seen", "対数損失（見えた札）"),
        ("log-loss-head-", "log-loss by the card head", "対数損失（カードの読み）"),
        ("gain-head-", "card head beyond the cards seen", "カードの読みによる改善"),
        ("error-head-", "calibration error of the card head, points", "カードの読みの校正誤差（ポイント）"),
        ("gain-bayes-", "Bayes beyond the cards seen", "ベイズによる改善"),
        (
            "error-bayes-",
            "calibration error of Bayes beyond luck, points",
            "ベイズの校正誤差（偶然を除く、ポイント）",
        ),
    ];
    if let Some((rest, (_, en, ja))) =
        of_kind.into_iter().find_map(|row| Some((name.strip_prefix(row.0)?, row)))
    {
        return format!("{}: {}", kind(rest), lang.pick(en, ja));
    }
    let known = [
        ("policy-heuristic", "the network alone against heuristic", "ネットワークだけで heuristic と対戦"),
        (
            "probe-standing-mana",
            "holds back from attacking more when mana stands, points",
            "立っているマナを見て攻撃を控える度合い（ポイント）",
        ),
        (
            "probe-aggro-mana",
            "attacks units before shields more against aggro, points",
            "アグロ相手に盾より先にユニットを攻撃する度合い（ポイント）",
        ),
        (
            "peek",
            "positions with another output when hidden cards are dealt anew",
            "隠れた札を配り直すと出力が変わる局面",
        ),
        (
            "best-heuristic",
            "in the search at 50 ms per move against heuristic",
            "探索（1手50 ms）で heuristic と対戦",
        ),
        ("best-ismcts", "in the search at 1000it against ismcts", "探索（1000it）で ismcts と対戦"),
        ("games-per-second", "self-play on 2 cores, games per second", "自己対局の速さ（2コア、局/秒）"),
        ("games-learnt-per-second", "the same with learning from them", "学習まで含めた速さ（局/秒）"),
        ("decisions-per-second", "decisions learnt per second of learning", "学習1秒あたりの決定（回/秒）"),
    ];
    if let Some((_, en, ja)) = known.into_iter().find(|row| row.0 == name) {
        return lang.pick(en, ja).to_string();
    }
    match (name.split_once("-against-"), lang) {
        (Some((one, other)), Lang::En) => format!("{one} against {other}"),
        (Some((one, other)), Lang::Ja) => format!("{one} 対 {other}"),
        (None, _) => name.to_string(),
    }
}

pub fn interval(lang: Lang, figure: &Figure) -> String {
    let told = |x: f64| number(figure.unit, x);
    figure.ci95.map_or_else(
        || "–".into(),
        |[lo, hi]| match lang {
            Lang::En => format!("{} to {}", told(lo), told(hi)),
            Lang::Ja => format!("{}〜{}", told(lo), told(hi)),
        },
    )
}

pub fn over(lang: Lang, figure: &Figure) -> String {
    let (runs, n) = (figure.by_run.len(), figure.n);
    match (figure.over, lang) {
        (Over::Runs, Lang::En) => format!("{runs} runs"),
        (Over::Runs, Lang::Ja) => format!("学習{runs}回"),
        (Over::Games, Lang::En) => "games".into(),
        (Over::Games, Lang::Ja) => "対局".into(),
        (Over::Pairs, Lang::En) => format!("games, {n} pairs"),
        (Over::Pairs, Lang::Ja) => format!("対局、{n}組"),
        (Over::Nothing, _) => "–".into(),
    }
}

pub fn asked(lang: Lang, figure: &Figure) -> String {
    let told = |x: f64| number(figure.unit, x);
    match (figure.asked, lang) {
        (Asked::AtLeast(x), Lang::En) => format!("at least {}", told(x)),
        (Asked::AtLeast(x), Lang::Ja) => format!("{}以上", told(x)),
        (Asked::AtMost(x), Lang::En) => format!("at most {}", told(x)),
        (Asked::AtMost(x), Lang::Ja) => format!("{}以下", told(x)),
        (Asked::Above(x), Lang::En) => format!("above {}, significant", told(x)),
        (Asked::Above(x), Lang::Ja) => format!("有意に{}超", told(x)),
        (Asked::Told, _) => "–".into(),
    }
}

pub fn reached(lang: Lang, figure: &Figure) -> &'static str {
    match figure.reached {
        Some(true) => lang.pick("yes", "達成"),
        Some(false) => lang.pick("no", "未達"),
        None if figure.asked == Asked::Told => "–",
        None => lang.pick("not shown", "判定できず"),
    }
}

pub fn text(lang: Lang, report: &Report) -> String {
    let columns = [
        (lang.pick("what", "項目"), Side::Left),
        (lang.pick("found", "結果"), Side::Right),
        (lang.pick("95% interval", "95%区間"), Side::Right),
        (lang.pick("over", "区間の単位"), Side::Left),
        (lang.pick("asked for", "目標"), Side::Left),
        (lang.pick("reached", "達成"), Side::Left),
    ];
    let row = |figure: &Figure| {
        vec![
            name(lang, figure),
            number(figure.unit, figure.mean),
            interval(lang, figure),
            over(lang, figure),
            asked(lang, figure),
            reached(lang, figure).to_string(),
        ]
    };
    let files = report.students.join(", ");
    let head = match lang {
        Lang::En => format!("measured: {files}; seed {}\n", report.seed),
        Lang::Ja => format!("測ったもの: {files}、シード {}\n", report.seed),
    };
    head + &table(&columns, report.figures.iter().map(row).collect()) + "\n"
}

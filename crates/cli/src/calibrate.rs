//! `calibrate`: is what an agent states true?

use super::Context;
use super::args::CalibrateArgs;
use super::files::Target;
use super::follow::{Following, interrupted};
use super::lang::Lang;
use super::screen::{Side, bar, table};
use super::wrap;
use yomi::Fault;
use yomi::engine::calibrate::measure::Perfect;
use yomi::engine::calibrate::{Bin, Found, Phase, Report, Score, Uncalibrated};

pub fn calibrate(context: &Context, args: &CalibrateArgs) -> Result<(), Fault> {
    let table = args.game.open(&context.registry)?;
    let target = |path: &Option<String>| path.as_deref().map(Target::new).transpose();
    let (out, svg) = (target(&args.out)?, target(&args.svg)?);
    let request = args.request();
    let following = Following::new(request.games, &args.game.game);
    let found = table.calibrate(&request, &following);
    following.end();
    let Found { report, map } = found?;
    let lang = context.lang;
    if let (Some(out), Some(map)) = (out, map) {
        out.write(map.text().as_bytes())?;
    }
    if let Some(svg) = svg {
        svg.write(report.svg(|words| lang.sentence(words).to_string()).as_bytes())?;
    }
    if context.json { context.screen.json(&report) } else { context.screen.say(&text(lang, &report)) }
}

/// How figures are written: chances as percentages.
struct Figures {
    is_chance: bool,
}

impl Figures {
    fn value(&self, value: f64) -> String {
        if self.is_chance { format!("{:.1}%", 100.0 * value) } else { format!("{value:.3}") }
    }

    fn end(&self, value: f64) -> String {
        if self.is_chance { format!("{:.0}", 100.0 * value) } else { format!("{value:.3}") }
    }

    fn range(&self, [lo, hi]: [f64; 2]) -> String {
        match self.is_chance {
            true => format!("{:.1} – {:.1}%", 100.0 * lo, 100.0 * hi),
            false => format!("{lo:.3} – {hi:.3}"),
        }
    }

    /// A difference: percentage points for chances.
    fn difference(&self, value: f64) -> String {
        if self.is_chance { format!("{:+.1}", 100.0 * value) } else { format!("{value:+.3}") }
    }

    fn differences(&self, ends: Option<[f64; 2]>) -> String {
        ends.map_or_else(|| "–".into(), |ends| ends.map(|end| self.difference(end)).join(" – "))
    }
}

fn text(lang: Lang, report: &Report) -> String {
    let figures = Figures { is_chance: report.is_chance() };
    let measured = &report.measured;
    let mut text = String::new();
    if measured.bias.is_some() {
        text += &format!("{}\n", bins_text(lang, &figures, &measured.bins));
        text += &format!("{}\n", phases_text(lang, &figures, &measured.phases));
        text += &wrap::to_terminal(&summary(lang, &figures, report));
    }
    text += &wrap::to_terminal(&played(lang, report));
    if report.different_games < report.played {
        let (different, games) = (report.different_games, report.played);
        text += &match lang {
            Lang::En => format!("{different} of {games} games were different; the others were repeats\n"),
            Lang::Ja => format!("{games}局のうち異なる対局は{different}局で、残りは同じ対局の繰り返しです\n"),
        };
    }
    text + interrupted(lang, report.interrupted)
}

fn bins_text(lang: Lang, figures: &Figures, bins: &[Bin]) -> String {
    /// Blocks of a bar of 100%.
    const WIDTH: usize = 20;
    let mut columns = vec![
        (lang.pick("stated", "表示"), Side::Right),
        (lang.pick("decisions", "判断"), Side::Right),
        (lang.pick("games", "局数"), Side::Right),
        (lang.pick("mean stated", "表示の平均"), Side::Right),
        (lang.pick("came true", "実際"), Side::Right),
        (lang.pick("95% interval", "95%区間"), Side::Right),
    ];
    if figures.is_chance {
        columns.push((lang.pick("came true", "実際"), Side::Left));
    }
    let row = |b: &Bin| {
        let unit = if figures.is_chance { "%" } else { "" };
        let mut cells = vec![
            format!("{} – {}{unit}", figures.end(b.lo), figures.end(b.hi)),
            b.n.to_string(),
            b.games.to_string(),
            figures.value(b.stated),
            figures.value(b.actual),
            b.ci95.map_or_else(|| "–".into(), |ends| figures.range(ends)),
        ];
        if figures.is_chance {
            cells.push(bar(b.actual, WIDTH));
        }
        cells
    };
    table(&columns, bins.iter().map(row).collect())
}

fn phases_text(lang: Lang, figures: &Figures, phases: &[Phase]) -> String {
    let columns = [
        (lang.pick("statement in a game", "局中の何回目"), Side::Right),
        (lang.pick("decisions", "判断"), Side::Right),
        (lang.pick("stated", "表示"), Side::Right),
        (lang.pick("came true", "実際"), Side::Right),
        (lang.pick("stated − actual", "表示−実際"), Side::Right),
        (lang.pick("95% interval", "95%区間"), Side::Right),
    ];
    let name = |p: &Phase| match p.to {
        Some(to) if to == p.from => to.to_string(),
        Some(to) => format!("{} – {to}", p.from),
        None => format!("{} –", p.from),
    };
    let row = |p: &Phase| {
        vec![
            name(p),
            p.n.to_string(),
            figures.value(p.stated),
            figures.value(p.actual),
            figures.difference(p.bias),
            figures.differences(p.bias_ci95),
        ]
    };
    table(&columns, phases.iter().map(row).collect())
}

fn summary(lang: Lang, figures: &Figures, report: &Report) -> String {
    let measured = &report.measured;
    let unit = match figures.is_chance {
        true => lang.pick(" percentage points", "ポイント").to_string(),
        false => format!(" {}", report.unit),
    };
    let bias = figures.difference(measured.bias.unwrap_or_default());
    let ends = measured.bias_ci95.map(|ends| ends.map(|end| figures.difference(end)));
    let mut text = match (lang, ends) {
        (Lang::En, Some([lo, hi])) => {
            format!("Stated minus actual: {bias}{unit} (95% interval {lo} to {hi}, by deals)\n")
        }
        (Lang::En, None) => {
            format!("Stated minus actual: {bias}{unit} (too few different deals for an interval)\n")
        }
        (Lang::Ja, Some([lo, hi])) => {
            format!("表示−実際: {bias}{unit}（95%区間 {lo} 〜 {hi}、配りごとに集計）\n")
        }
        (Lang::Ja, None) => format!("表示−実際: {bias}{unit}（異なる配りが少なく区間なし）\n"),
    };
    if let (Some(ece), Some(Perfect { mean, p95 })) = (measured.ece, measured.ece_perfect) {
        let [ece, mean, p95] = [ece, mean, p95].map(|x| format!("{:.1}", 100.0 * x));
        text += &match lang {
            Lang::En => format!(
                "Calibration error (ECE): {ece}{unit}; perfect statements would show {mean} on average in a sample of this size, and at most {p95} in 95% of samples\n"
            ),
            Lang::Ja => format!(
                "較正誤差 (ECE): {ece}{unit}（表示がすべて正しい場合の同じ規模の標本では平均 {mean}、95%が {p95} 以下）\n"
            ),
        };
    }
    for (name, score) in [
        (lang.pick("Brier score", "ブライアスコア"), measured.brier),
        (lang.pick("Log-loss", "対数損失"), measured.log_loss),
    ] {
        text += &score.map_or_else(String::new, |score| score_text(lang, name, score));
    }
    text + &report.uncalibrated.as_ref().map_or_else(String::new, |found| uncalibrated(lang, found))
}

/// The search's own values beside the chances that were stated for them.
fn uncalibrated(lang: Lang, found: &Uncalibrated) -> String {
    let points = |x: f64| 100.0 * x;
    let ends = |ends: Option<[f64; 2]>| match (ends, lang) {
        (None, _) => String::new(),
        (Some([lo, hi]), Lang::En) => format!(" ({lo:+.4} to {hi:+.4})"),
        (Some([lo, hi]), Lang::Ja) => format!("（{lo:+.4} 〜 {hi:+.4}）"),
    };
    let (bias, ece, brier, log_loss) = (points(found.bias), points(found.ece), found.brier, found.log_loss);
    let (gain, log_gain) = (found.brier_gain, found.log_loss_gain);
    let (brier_ends, log_ends) = (ends(found.brier_gain_ci95), ends(found.log_loss_gain_ci95));
    match lang {
        Lang::En => format!(
            "The search's own values, before calibration: stated minus actual {bias:+.1}, ECE {ece:.1}, Brier score {brier:.4}, \
             log-loss {log_loss:.4}; calibration changes the Brier score by {gain:+.4}{brier_ends} and the log-loss by {log_gain:+.4}{log_ends}\n"
        ),
        Lang::Ja => format!(
            "較正前（探索自身の値）: 表示−実際 {bias:+.1}、ECE {ece:.1}、ブライアスコア {brier:.4}、\
             較正による差 {gain:+.4}{brier_ends}、対数損失 {log_loss:.4}、差 {log_gain:+.4}{log_ends}\n"
        ),
    }
}

fn score_text(lang: Lang, name: &str, score: Score) -> String {
    let Score { score, base_rate, difference, ci95 } = score;
    let ends = ci95.map_or_else(String::new, |[lo, hi]| match lang {
        Lang::En => format!(" (95% interval {lo:+.4} to {hi:+.4})"),
        Lang::Ja => format!("（95%区間 {lo:+.4} 〜 {hi:+.4}）"),
    });
    match lang {
        Lang::En => format!(
            "{name}: {score:.4}; always stating the base rate: {base_rate:.4}; difference {difference:+.4}{ends}\n"
        ),
        Lang::Ja => {
            format!("{name}: {score:.4}、常に平均を示す場合 {base_rate:.4}、差 {difference:+.4}{ends}\n")
        }
    }
}

fn played(lang: Lang, report: &Report) -> String {
    let Report { game, agent, against, games, deals, decisions, silent, seed, limit, signature, .. } = report;
    let stated = report.opponents.map_or_else(String::new, |company| match lang {
        Lang::En => format!(" (chances against {company})"),
        Lang::Ja => format!("（{company} 相手の勝率）"),
    });
    let company = match (against.as_str(), lang) {
        ("", _) => String::new(),
        (_, Lang::En) => format!(" against {against}"),
        (_, Lang::Ja) => format!(" 対 {against}"),
    };
    match lang {
        Lang::En => format!(
            "\n{game}: {agent}{company}{stated}, {games} games of {deals} deals, {decisions} decisions that state a value, {silent} that do not; seed {seed}, limit {limit}, signature {signature}\n"
        ),
        Lang::Ja => format!(
            "\n{game}: {agent}{company}{stated}、{deals}種の配りで{games}局、値を示した判断 {decisions}回、示さない判断 {silent}回; seed {seed}, limit {limit}, signature {signature}\n"
        ),
    }
}

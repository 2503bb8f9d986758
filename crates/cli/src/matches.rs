//! `arena` and `suite`.

use super::Context;
use super::args::{ArenaArgs, MOST_REPORTED, SuiteArgs};
use super::files::Target;
use super::follow::{Following, interrupted};
use super::lang::Lang;
use super::screen::{Side, table};
use super::{report, store, verdict, wrap};
use std::path::Path;
use yomi::engine::explain::with_sign;
use yomi::engine::stats::sprt::{self, Measure, Test, Verdict};
use yomi::engine::tournament::{self, Opened};
use yomi::engine::{arena, suite, view};
use yomi::{Fault, FaultKind, Sentence, Table};
use yomi_store::{Durability, KeptArena};

pub fn arena(context: &Context, args: &ArenaArgs) -> Result<(), Fault> {
    let game = args.matches.game.find(&context.registry)?;
    let table = game.open(&args.matches.game.settings)?;
    let request = args.request();
    context.store.check_apart("--report", args.report.as_deref())?;
    let target = args.report.as_deref().map(Target::new).transpose()?;
    if target.is_some() && request.games > MOST_REPORTED {
        return Err(too_long_a_report(request.games));
    }
    let kept = context.store.flag().map(|path| keep(context, path, args, table.as_ref())).transpose()?;
    let keeper: &dyn arena::Keeper = kept.as_ref().map_or(&(), |kept| kept);
    let following = Following::new(request.games, game.name());
    let one_player = table.players() == 1;
    let played = match target {
        None => table.arena_kept(&request, &following, keeper).map(|report| (report, None)),
        Some(target) => {
            let opened = Opened { table, stakes: game.stakes() };
            let played = tournament::of_match(&title(&request), &opened, &request, &following, keeper);
            played.map(|(report, whole)| (report, Some((target, whole))))
        }
    };
    following.end();
    let (report, whole) = played.map_err(|why| with_command(why, one_player, "suite", game.name()))?;
    kept.map_or(Ok(()), |kept| kept.end(&report))?;
    if let Some((target, whole)) = whole {
        target.write(report::html(&whole, context.lang).as_bytes())?;
    }
    if context.json {
        context.screen.json(&report)
    } else {
        context.screen.say(&arena_text(context.lang, &report))
    }
}

/// What the report of a match is called: who plays whom.
fn title(request: &arena::Request) -> String {
    let mut names: Vec<&str> = Vec::new();
    for agent in &request.agents {
        if !names.contains(&agent.text.as_str()) {
            names.push(&agent.text);
        }
    }
    names.join(" – ")
}

fn too_long_a_report(games: u64) -> Fault {
    Fault::new(
        FaultKind::Limit,
        format!("--report: {games} games; a report is made of at most {MOST_REPORTED}"),
        format!("--report: {games}局は多すぎます。報告書は{MOST_REPORTED}局までです"),
    )
}

/// Writes down that the match begins.
fn keep(context: &Context, path: &Path, args: &ArenaArgs, table: &dyn Table) -> Result<KeptArena, Fault> {
    let store = store::open(context, path.to_path_buf(), true, Durability::Quick)?;
    let settings = view::settings_json(table.settings());
    KeptArena::begin(store, &args.matches.game.game, &settings, &args.request(), store::now)
}

/// Adds the name of the right command where this is the wrong one for the game.
fn with_command(why: Fault, wrong: bool, command: &str, game: &str) -> Fault {
    if !wrong {
        return why;
    }
    let right = format!("yomi {command} {game}");
    why.hint(&Sentence::new(format!("use: {right}"), format!("次のコマンドを使ってください: {right}")))
}

fn arena_text(lang: Lang, report: &arena::Report) -> String {
    let arena::Report { game, seed, limit, signature, .. } = report;
    let mut columns = vec![
        (lang.pick("agent", "エージェント"), Side::Left),
        (lang.pick("games", "局数"), Side::Right),
        (lang.pick("points", "勝点"), Side::Right),
        (lang.pick("draws", "引分"), Side::Right),
        (lang.pick("win rate", "勝率"), Side::Right),
        (lang.pick("95% interval", "95%区間"), Side::Right),
    ];
    let rated = report.agents.iter().any(|row| row.elo.is_some());
    if rated {
        columns.push(("Elo", Side::Right));
        columns.push((lang.pick("normalised", "正規化Elo"), Side::Right));
    }
    columns.push((lang.pick("payoff ± se", "利得 ± 標準誤差"), Side::Right));
    columns.push((lang.pick("CPU ms/move", "CPU ms/手"), Side::Right));
    let row = |r: &arena::Row| {
        let mut cells = vec![
            r.agent.clone(),
            r.games.to_string(),
            r.wins.to_string(),
            r.draws.to_string(),
            percent(r.win_rate),
            format!("{:.1} – {:.1}%", 100.0 * r.ci95[0], 100.0 * r.ci95[1]),
        ];
        if rated {
            let known = |x: Option<f64>| x.map_or_else(|| "–".to_string(), elo);
            cells.push(known(r.elo.and_then(|e| e.elo)));
            cells.push(known(r.elo.and_then(|e| e.normalised)));
        }
        cells.push(payoff(r.mean_payoff, r.se));
        cells.push(cpu(r.cpu_ms_per_move));
        cells
    };
    let mut text = table(&columns, report.agents.iter().map(row).collect());
    text.push('\n');
    for told in verdict::of_match(report) {
        text += &wrap::to_terminal(&format!("{}\n", lang.sentence(&told)));
    }
    let limit = limits_text(lang, limit);
    let what = played(lang, report);
    text += &wrap::to_terminal(&match lang {
        Lang::En => format!("{game}: {what}; seed {seed}, {limit}, signature {signature}\n"),
        Lang::Ja => format!("{game}: {what}、シード {seed}、{limit}、署名 {signature}\n"),
    });
    if let Some(test) = &report.sprt {
        text += &wrap::to_terminal(&format!("{}\n", sprt_text(lang, test)));
    }
    if report.different_games < report.games {
        text += &wrap::to_terminal(&format!("{}\n", repeats(lang, report)));
    }
    text += &forfeits(lang, report.agents.iter().map(|row| (row.agent.as_str(), row.forfeits)));
    text + interrupted(lang, report.interrupted)
}

/// A share; a dash where there is none.
pub fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".into(), |share| format!("{:.1}%", 100.0 * share))
}

/// A mean payoff with its error; a dash where nothing was played.
pub fn payoff(mean: Option<f64>, se: Option<f64>) -> String {
    mean.map_or_else(|| "–".into(), |mean| with_error(mean, se))
}

/// What was played, in whole deals.
fn played(lang: Lang, report: &arena::Report) -> String {
    let arena::Report { games, deals, .. } = report;
    let mut text = match lang {
        Lang::En => format!("{games} games from {deals} deals, each played from every seat"),
        Lang::Ja => format!("{deals}通りの配りを席を替えて{games}局"),
    };
    if let Some(openings) = report.openings {
        text += &match lang {
            Lang::En => format!(", {openings} openings in turn"),
            Lang::Ja => format!("（開始局面{openings}通り）"),
        };
    }
    text
}

/// That games were repeated, and what that means for the interval.
fn repeats(lang: Lang, report: &arena::Report) -> String {
    let arena::Report { games, different_games: different, .. } = report;
    match lang {
        Lang::En => format!(
            "Only {different} of the {games} games are different: a repeat says nothing new. \
             For more of them use --openings N, where the game has openings, or agents that vary their play."
        ),
        Lang::Ja => format!(
            "{games}局のうち異なるのは{different}局だけです。同じ対局の繰り返しから新しいことは分かりません。\
             増やすには、開始局面（--openings N、あるゲームで）か、打ち方の変わるエージェントを使ってください。"
        ),
    }
}

/// Points of Elo with their sign; what rounds to nothing is +0, whichever side it comes from.
pub fn elo(points: f64) -> String {
    format!("{:+}", points.round() as i64)
}

/// Games that were lost because a program failed.
pub fn forfeits<'a>(lang: Lang, agents: impl Iterator<Item = (&'a str, u64)>) -> String {
    let line = |(agent, count): (&str, u64)| match lang {
        Lang::En => format!("{agent}: {count} lost because the program failed (YOMI_LOG=warn tells why)\n"),
        Lang::Ja => format!("{agent}: プログラムの異常で {count} 局を負け（理由は YOMI_LOG=warn で）\n"),
    };
    agents.filter(|(_, count)| *count > 0).map(line).collect()
}

/// How a sequential test ended.
pub fn sprt_text(lang: Lang, test: &sprt::Outcome) -> String {
    let sprt::Outcome { test: Test { measure, h0, h1, alpha, beta }, llr, lower, upper, .. } = test;
    let name = match measure {
        Measure::Elo => "Elo",
        Measure::Win => lang.pick("win rate", "勝率"),
        Measure::Payoff => lang.pick("payoff", "利得"),
    };
    let said = match (test.verdict, lang) {
        (Verdict::H1, Lang::En) => format!("accepted: {name} {h1} rather than {h0}"),
        (Verdict::H0, Lang::En) => format!("accepted: {name} {h0} rather than {h1}"),
        // Of few deals the ratio says nothing yet, however large it is.
        (Verdict::Undecided, Lang::En) if !(lower..=upper).contains(&llr) => {
            format!("undecided between {name} {h0} and {h1}: too few deals yet")
        }
        (Verdict::Undecided, Lang::Ja) if !(lower..=upper).contains(&llr) => {
            format!("{name} {h0} と {h1} のどちらとも決まらず（まだ配りが少なすぎます）")
        }
        (Verdict::Undecided, Lang::En) => format!("undecided between {name} {h0} and {h1}"),
        (Verdict::H1, Lang::Ja) => format!("{name} {h1} を採択（{h0} ではなく）"),
        (Verdict::H0, Lang::Ja) => format!("{name} {h0} を採択（{h1} ではなく）"),
        (Verdict::Undecided, Lang::Ja) => format!("{name} {h0} と {h1} のどちらとも決まらず"),
    };
    let number = |x: Option<f64>| match (x, measure) {
        (None, _) => "∞".to_string(),
        (Some(x), Measure::Elo) => with_sign(x, 1),
        (Some(x), Measure::Payoff) => with_sign(x, 4),
        (Some(x), Measure::Win) => format!("{x:.4}"),
    };
    let found = match (test.estimate, test.ci95) {
        (Some(estimate), Some([lo, hi])) => match lang {
            Lang::En => format!(
                "; {name} {} (95% interval {} to {}), allowing for the early stop",
                number(Some(estimate)),
                if lo.is_none() { "−∞".into() } else { number(lo) },
                number(hi)
            ),
            Lang::Ja => format!(
                "。{name} {}（95%区間 {} 〜 {}、途中終了を考慮）",
                number(Some(estimate)),
                if lo.is_none() { "−∞".into() } else { number(lo) },
                number(hi)
            ),
        },
        _ => String::new(),
    };
    match lang {
        Lang::En => {
            format!("SPRT {said}; LLR {llr:.2} ({lower:.2} … {upper:.2}), alpha {alpha}, beta {beta}{found}")
        }
        Lang::Ja => format!(
            "SPRT: {said}。LLR {llr:.2}（{lower:.2} … {upper:.2}）、alpha {alpha}、beta {beta}{found}"
        ),
    }
}

/// The limit of a match; without one every agent has its own.
pub fn limits_text(lang: Lang, limit: &str) -> String {
    match (limit, lang) {
        ("-", Lang::En) => "each agent's own limit".into(),
        ("-", Lang::Ja) => "制限は各エージェントの既定".into(),
        (limit, Lang::En) => format!("limit {limit}"),
        (limit, Lang::Ja) => format!("制限 {limit}"),
    }
}

pub fn with_error(mean: f64, se: Option<f64>) -> String {
    let mean = with_sign(mean, 4);
    se.map_or_else(|| mean.clone(), |se| format!("{mean} ± {se:.4}"))
}

pub fn suite(context: &Context, args: &SuiteArgs) -> Result<(), Fault> {
    let request = suite::Request {
        agents: args.agents.as_ref().map_or_else(|| vec![args.agent.clone()], |list| list.0.clone()),
        boards: args.boards,
        seed: args.seed,
        limits: args.limit,
    };
    let table = args.game.open(&context.registry)?;
    let following = Following::new(args.boards, &args.game.game);
    let report = table.suite(&request, &following);
    following.end();
    let report = report.map_err(|why| with_command(why, table.players() != 1, "arena", &args.game.game))?;
    if context.json {
        context.screen.json(&report)
    } else {
        context.screen.say(&suite_text(context.lang, &report))
    }
}

fn suite_text(lang: Lang, report: &suite::Report) -> String {
    let suite::Report { game, boards, seed, .. } = report;
    let text = match &report.found {
        suite::Found::One(row) => one_agent_text(lang, report, row),
        suite::Found::Several { agents, differences } => {
            let boards_word = lang.pick("boards, the same for every agent", "盤面（全エージェント共通）");
            let told = differences.iter().filter_map(verdict::of_boards);
            let told: String = told.map(|told| format!("{}\n", lang.sentence(&told))).collect();
            format!(
                "{}\n{}\n{}{game}: {boards} {boards_word}{} {seed}\n",
                rows_text(lang, agents),
                differences_text(lang, differences),
                wrap::to_terminal(&told),
                lang.pick("; seed", "、シード"),
            )
        }
    };
    let rows = match &report.found {
        suite::Found::One(row) => std::slice::from_ref(row),
        suite::Found::Several { agents, .. } => agents,
    };
    let failed = forfeits(lang, rows.iter().map(|row| (row.agent.as_str(), row.forfeits)));
    text + &failed + interrupted(lang, report.interrupted)
}

fn one_agent_text(lang: Lang, report: &suite::Report, row: &suite::Row) -> String {
    let suite::Report { game, boards, seed, .. } = report;
    let suite::Row { agent, mean, se, limit, signature, .. } = row;
    let mut text = match (se, lang) {
        (None, Lang::En) => format!("{game} {agent}: {mean:.2}, {boards} boards\n"),
        (Some(se), Lang::En) => {
            format!("{game} {agent}: {mean:.2} (standard error {se:.2}), {boards} boards\n")
        }
        (None, Lang::Ja) => format!("{game} {agent}: {mean:.2}、{boards}盤面\n"),
        (Some(se), Lang::Ja) => format!("{game} {agent}: {mean:.2}（標準誤差 {se:.2}）、{boards}盤面\n"),
    };
    if let Some(corrected) = &row.luck_corrected {
        text += &corrected_text(lang, corrected);
    }
    let limit = limits_text(lang, limit);
    let cpu = match (row.cpu_ms_per_move, row.cpu_ms_per_game, lang) {
        (Some(per_move), Some(per_game), Lang::En) => {
            format!("CPU {per_move:.4} ms/move, {per_game:.3} ms/game; ")
        }
        (Some(per_move), Some(per_game), Lang::Ja) => {
            format!("CPU {per_move:.4} ms/手、{per_game:.3} ms/局。")
        }
        // A program thinks in a process of its own.
        _ => String::new(),
    };
    text + &match lang {
        Lang::En => format!("{cpu}seed {seed}, {limit}, signature {signature}\n"),
        Lang::Ja => format!("{cpu}シード {seed}、{limit}、署名 {signature}\n"),
    }
}

fn corrected_text(lang: Lang, corrected: &suite::LuckCorrected) -> String {
    let suite::LuckCorrected { mean, se, value_function, .. } = corrected;
    let error = se.map_or_else(String::new, |se| format!(" ± {se:.2}"));
    match lang {
        Lang::En => {
            format!("without the luck of the draws {mean:.2}{error} (value function {value_function})\n")
        }
        Lang::Ja => format!("引きの運を除くと {mean:.2}{error}（評価関数 {value_function}）\n"),
    }
}

/// CPU time in ms; that of a program is not metered.
pub fn cpu(ms: Option<f64>) -> String {
    ms.map_or_else(|| "–".into(), |ms| format!("{ms:.4}"))
}

fn rows_text(lang: Lang, rows: &[suite::Row]) -> String {
    let columns = [
        (lang.pick("agent", "エージェント"), Side::Left),
        (lang.pick("mean ± se", "平均 ± 標準誤差"), Side::Right),
        (lang.pick("without luck", "運を除く"), Side::Right),
        (lang.pick("CPU ms/move", "CPU ms/手"), Side::Right),
        (lang.pick("limit", "制限"), Side::Left),
        (lang.pick("signature", "署名"), Side::Left),
    ];
    let number = |mean: f64, se: Option<f64>| {
        se.map_or_else(|| format!("{mean:.2}"), |se| format!("{mean:.2} ± {se:.2}"))
    };
    let row = |row: &suite::Row| {
        vec![
            row.agent.clone(),
            number(row.mean, row.se),
            row.luck_corrected.as_ref().map_or_else(|| "–".into(), |c| number(c.mean, c.se)),
            cpu(row.cpu_ms_per_move),
            row.limit.clone(),
            row.signature.clone(),
        ]
    };
    table(&columns, rows.iter().map(row).collect())
}

fn differences_text(lang: Lang, differences: &[suite::Difference]) -> String {
    let columns = [
        (lang.pick("difference, board by board", "同じ盤面での差"), Side::Left),
        (lang.pick("mean ± se", "平均 ± 標準誤差"), Side::Right),
        (lang.pick("95% interval", "95%区間"), Side::Right),
        (lang.pick("without luck", "運を除く"), Side::Right),
        (lang.pick("95% interval", "95%区間"), Side::Right),
    ];
    let has_luck = differences.iter().any(|d| d.luck_corrected.is_some());
    let shown = if has_luck { &columns[..] } else { &columns[..3] };
    let figure = |mean: f64, se: Option<f64>, ci95: Option<[f64; 2]>| {
        let mean = with_sign(mean, 2) + &se.map_or_else(String::new, |se| format!(" ± {se:.2}"));
        let within = |[lo, hi]: [f64; 2]| {
            format!("{} {} {}", with_sign(lo, 2), lang.pick("to", "〜"), with_sign(hi, 2))
        };
        [mean, ci95.map_or_else(|| "–".into(), within)]
    };
    let row = |d: &suite::Difference| {
        let mut cells = vec![format!("{} − {}", d.of, d.over)];
        cells.extend(figure(d.mean, d.se, d.ci95));
        if has_luck {
            let none = || ["–".into(), "–".into()];
            cells.extend(d.luck_corrected.as_ref().map_or_else(none, |c| figure(c.mean, c.se, c.ci95)));
        }
        cells
    };
    table(shown, differences.iter().map(row).collect())
}

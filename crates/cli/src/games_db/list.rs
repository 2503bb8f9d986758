//! `list`, `show` and `export`.

use super::{Checker, ExportArgs, ListArgs, ShowArgs, as_id, check_form, existing};
use crate::Context;
use crate::Lang;
use crate::files::Target;
use crate::outcome;
use crate::screen::{Side, table};
use serde_json::{Value, json};
use yomi::core::sentence;
use yomi::engine::record::Forfeit;
use yomi::{Fault, Sentence};
use yomi_store::lines::{CSV_HEAD, CSV_WHOLE_HEAD};
use yomi_store::list::settings_brief;
use yomi_store::packed::Unpacked;
use yomi_store::runs::RUNS_CSV_HEAD;
use yomi_store::{Content, Filter, Form, Lines, Listed, Run, RunKind, Source, Stored};

/// Games that a list shows where nothing else is said.
const SHOWN: u64 = 20;
/// Output is written in pieces of about this many bytes.
const PIECE: usize = 1 << 16;

pub fn list(context: &Context, args: &ListArgs) -> Result<(), Fault> {
    check_form(context, args.csv)?;
    let mut filter = args.filter.filter();
    if args.runs && !filter.takes_everything() {
        return Err(Fault::bad_option(
            "--runs lists all matches and tournaments; expected no filter of games beside it",
            "--runs は対戦・大会をすべて並べます。対局の条件とは一緒に使えません",
        ));
    }
    let store = existing(context)?;
    if args.runs {
        return runs(context, args, &store.runs()?);
    }
    let mut out = String::with_capacity(2 * PIECE);
    if args.csv || context.json {
        let mut lines = Lines::new(if args.csv { Form::Csv } else { Form::Json });
        if args.csv {
            out.push_str(CSV_HEAD);
            out.push_str("\r\n");
        }
        store.each(&filter, |game| {
            lines.list(game, &mut out);
            if out.len() < PIECE { Ok(()) } else { write(context, &mut out) }
        })?;
        return write(context, &mut out);
    }
    // One more than is shown tells whether there are more.
    let shown = filter.last.unwrap_or(SHOWN);
    filter.last = Some(shown.saturating_add(1));
    let mut rows = Vec::new();
    store.each(&filter, |game| {
        rows.push(row(context, game));
        Ok(())
    })?;
    let more = rows.len() as u64 > shown;
    if more {
        rows.remove(0);
    }
    let pick = |en, ja| context.lang.pick(en, ja);
    if rows.is_empty() {
        return context.screen.say(match args.filter.filter().takes_everything() {
            true => pick("There are no games in it yet.\n", "まだ対局がありません。\n"),
            false => pick("No game matches the filter.\n", "該当する対局はありません。\n"),
        });
    }
    let columns = [
        (pick("number", "番号"), Side::Right),
        (pick("written", "日時"), Side::Left),
        (pick("source", "出どころ"), Side::Left),
        (pick("game", "ゲーム"), Side::Left),
        (pick("agents", "エージェント"), Side::Left),
        (pick("moves", "手数"), Side::Right),
        (pick("result", "結果"), Side::Left),
    ];
    let rest = match (more, context.lang) {
        (false, _) => String::new(),
        (true, Lang::En) => {
            format!("These are the last {shown}; --last N shows more, --json and --csv show all.\n")
        }
        (true, Lang::Ja) => {
            format!("最後の{shown}局です。--last N で増やせます。--json と --csv ではすべて出ます。\n")
        }
    };
    context.screen.say(&(table(&columns, rows) + &rest))
}

fn write(context: &Context, out: &mut String) -> Result<(), Fault> {
    context.screen.say(out)?;
    out.clear();
    Ok(())
}

fn row(context: &Context, game: &Listed) -> Vec<String> {
    vec![
        game.id.to_string(),
        game.at.to_string(),
        game.shared.source.name().to_string(),
        game.shared.game.clone(),
        game.shared.agents.join(" "),
        game.moves.map_or_else(|| "–".to_string(), |moves| moves.to_string()),
        result(context, game),
    ]
}

fn result(context: &Context, game: &Listed) -> String {
    let paid = match (&game.payoffs, game.finished) {
        (Some(payoffs), _) => payoffs.iter().map(f64::to_string).collect::<Vec<_>>().join(" "),
        (None, true) => context.lang.pick("over", "終局").to_string(),
        (None, false) => context.lang.pick("not over", "途中").to_string(),
    };
    marked(context, game, paid)
}

/// A result with who lost by failing.
fn marked(context: &Context, game: &Listed, paid: String) -> String {
    if game.forfeits.is_empty() {
        return paid;
    }
    let seats: Vec<String> = game.forfeits.iter().map(|forfeit| forfeit.seat.to_string()).collect();
    let seats = seats.join(", ");
    match context.lang {
        Lang::En => format!("{paid} (forfeit of seat {seats})"),
        Lang::Ja => format!("{paid}（席{seats}の失格）"),
    }
}

/// Who lost by failing, and why.
fn forfeits(context: &Context, game: &Listed) -> String {
    let told = |forfeit: &Forfeit| {
        let (seat, why) = (forfeit.seat, context.lang.sentence(&forfeit.why));
        match context.lang {
            Lang::En => format!("Seat {seat} lost because its program failed: {why}\n"),
            Lang::Ja => format!("席{seat}はプログラムの失敗で負けました: {why}\n"),
        }
    };
    game.forfeits.iter().map(told).collect()
}

fn runs(context: &Context, args: &ListArgs, runs: &[Run]) -> Result<(), Fault> {
    if args.csv {
        let lines = runs.iter().map(Run::csv_line);
        return context.screen.say(&format!("{RUNS_CSV_HEAD}\r\n{}", lines.collect::<String>()));
    }
    if context.json {
        let lines = runs.iter().map(|run| format!("{}\n", json!(run)));
        return context.screen.say(&lines.collect::<String>());
    }
    let pick = |en, ja| context.lang.pick(en, ja);
    if runs.is_empty() {
        return context.screen.say(pick("no matches or tournaments\n", "対戦・大会はありません\n"));
    }
    let columns = [
        (pick("number", "番号"), Side::Right),
        (pick("began", "開始"), Side::Left),
        (pick("kind", "種類"), Side::Left),
        (pick("name", "名前"), Side::Left),
        (pick("ended", "終了"), Side::Left),
        (pick("signature", "署名"), Side::Left),
    ];
    let row = |run: &Run| {
        vec![
            run.id.to_string(),
            run.began.to_string(),
            kind(context, run.kind).to_string(),
            run.name.clone(),
            run.ended.map_or_else(|| pick("not finished", "未完了").to_string(), |at| at.to_string()),
            run.signature().unwrap_or("–").to_string(),
        ]
    };
    context.screen.say(&table(&columns, runs.iter().map(row).collect()))
}

fn kind(context: &Context, kind: RunKind) -> &'static str {
    match kind {
        RunKind::Arena => context.lang.pick("match", "対戦"),
        RunKind::Tournament => context.lang.pick("tournament", "大会"),
    }
}

pub fn show(context: &Context, args: &ShowArgs) -> Result<(), Fault> {
    let store = existing(context)?;
    if let Some(run) = args.run {
        let run = store.run_counted(as_id(run))?;
        return context.screen.json(&run);
    }
    let stored = store.find(args.game.as_deref().unwrap_or_default())?;
    let revisions = match (&stored.listed.kept, args.revisions) {
        (Some((key, _)), true) => store.revisions(key)?,
        _ => Vec::new(),
    };
    if context.json {
        let mut whole = json!(stored.line());
        whole["id"] = json!(stored.listed.id);
        if let Some((key, revision)) = &stored.listed.kept {
            (whole["key"], whole["revision"]) = (json!(key), json!(revision));
        }
        if args.revisions {
            whole["revisions"] = revisions.iter().map(revision_json).collect();
        }
        return context.screen.json(&whole);
    }
    let mut text = heading(context, &stored);
    text += &body(context, &stored)?;
    for (revision, at, content) in &revisions {
        let what = match content {
            Unpacked::Moves(moves) => moves.join(" "),
            Unpacked::View(view) => {
                let words = view.get("history").and_then(Value::as_array).into_iter().flatten();
                words.filter_map(Value::as_str).collect::<Vec<_>>().join(" ")
            }
        };
        text += &format!("{revision}. {at}  {what}\n");
    }
    context.screen.say(&text)
}

fn revision_json((revision, at, content): &(u64, yomi_store::Time, Unpacked)) -> Value {
    match content {
        Unpacked::Moves(moves) => json!({ "revision": revision, "at": at, "moves": moves }),
        Unpacked::View(view) => json!({ "revision": revision, "at": at, "view": view }),
    }
}

/// Where a game came from, in words.
fn heading(context: &Context, stored: &Stored) -> String {
    let Listed { id, shared, at, kept, seed, .. } = &stored.listed;
    let title = format!("{} {}", shared.game, settings_brief(&shared.settings));
    let (title, version, seats) = (title.trim_end(), &shared.version, shared.agents.join(", "));
    let source = source(shared.source);
    let mut told = sentence!(
        "Game {id}: {title}\n{source}, written {at} by Yomi {version}; seed {seed}; seats: {seats}\n",
        "対局 {id}: {title}\n{source:#}、{at} に Yomi {version} が保存、シード {seed}、席順: {seats}\n"
    );
    if let Some((key, revision)) = kept {
        let more = sentence!("key {key}, revision {revision}\n", "キー {key}、第{revision}版\n");
        told = sentence!("{told}{more}", "{told:#}{more:#}");
    }
    context.lang.sentence(&told).to_string()
}

/// How a game came into the store.
fn source(source: Source) -> Sentence {
    match source {
        Source::Play => sentence!("played on the terminal", "端末での対局"),
        Source::Real => sentence!("a real game that was entered", "入力された実戦"),
        Source::Arena => sentence!("of a match", "対戦の一局"),
        Source::Tournament => sentence!("of a tournament", "大会の一局"),
        Source::Import => sentence!("imported", "取り込んだ対局"),
    }
}

/// The last position, and how it came about.
fn body(context: &Context, stored: &Stored) -> Result<String, Fault> {
    let mut checker = Checker::new(context);
    let mut text = String::new();
    match &stored.content {
        Content::Record(record) => {
            let mut last = String::new();
            let table = checker.table(&record.game, Some(&record.settings))?;
            table.replay(record, &mut |_, _, picture| last = context.lang.sentence(picture).to_string())?;
            text +=
                &format!("\n{last}\n{}: {}\n", context.lang.pick("Moves", "棋譜"), record.moves.join(" "));
        }
        Content::View { view, .. } => {
            let game = view.get("game").and_then(Value::as_str).unwrap_or_default();
            let object = view.as_object().ok_or_else(|| super::not_a_game(game))?;
            let log = checker.table(game, view.get("settings"))?.read_log(object)?;
            text += &format!("\n{}\n", context.lang.picture(log.position().as_ref()));
        }
    }
    let stakes = context.registry.find(&stored.listed.shared.game)?.stakes();
    let told = match &stored.listed.payoffs {
        Some(payoffs) => {
            let told = outcome::in_words(stakes, payoffs, &stored.listed.shared.agents);
            marked(context, &stored.listed, context.lang.sentence(&told).to_string())
        }
        None => result(context, &stored.listed),
    };
    text += &format!("{}: {told}\n", context.lang.pick("Result", "結果"));
    Ok(text + &forfeits(context, &stored.listed))
}

pub fn export(context: &Context, args: &ExportArgs) -> Result<(), Fault> {
    check_form(context, args.csv)?;
    context.store.check_apart("--out", args.out.as_deref())?;
    let store = existing(context)?;
    let mut file = args.out.as_deref().map(Target::new).transpose()?.map(Target::draft_file).transpose()?;
    let filter: Filter = args.filter.filter();
    let mut lines = Lines::new(if args.csv { Form::Csv } else { Form::Json });
    let mut out = String::new();
    if args.csv {
        out.push_str(CSV_WHOLE_HEAD);
        out.push_str("\r\n");
    }
    let mut put = |out: &mut String| match &mut file {
        Some(file) => {
            let written = file.write(out.as_bytes());
            out.clear();
            written
        }
        None => write(context, out),
    };
    store.each_whole(&filter, |stored| {
        lines.whole(&stored, &mut out);
        if out.len() < PIECE { Ok(()) } else { put(&mut out) }
    })?;
    put(&mut out)?;
    file.map_or(Ok(()), crate::files::Draft::finish)
}

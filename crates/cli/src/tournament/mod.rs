//! `tournament`: many matches, ratings, a result that interruptions do not change.

mod live;
mod show;

use super::Context;
use super::files::{self, Target};
use super::report;
use super::store::{self, Place};
use clap::Args;
use live::Live;
use std::path::Path;
use yomi::engine::tournament::{self, Ledger, Opened, Plan, Report};
use yomi::engine::view;
use yomi::{Fault, FaultKind, Follower};
use yomi_store::tournaments::{Known, Start};
use yomi_store::{Durability, KeptTournament, Run};

#[derive(Args)]
pub struct TournamentArgs {
    /// What is played: a TOML file, as docs/tournaments.md describes it
    pub file: String,
    /// Write a report with tables and plots: one HTML file
    #[arg(long, value_name = "FILE")]
    pub report: Option<String>,
    /// Play it again from the start, although it was played or begun before
    #[arg(long)]
    pub fresh: bool,
}

pub fn tournament(context: &Context, args: &TournamentArgs) -> Result<(), Fault> {
    files::check_distinct(&[("FILE", Some(&args.file)), ("--report", args.report.as_deref())])?;
    context.store.check_apart("--report", args.report.as_deref())?;
    let target = args.report.as_deref().map(Target::new).transpose()?;
    let text = files::read_text(&args.file, tournament::MOST_BYTES)?;
    let name =
        Path::new(&args.file).file_stem().map_or_else(String::new, |s| s.to_string_lossy().into_owned());
    let plan = Plan::parse(&text, &name).map_err(|why| why.at(files::place(&args.file)))?;
    let opened = open(context, &plan).map_err(|why| why.at(files::place(&args.file)))?;
    let report = match place(context)? {
        None => Playing { context, plan: &plan, opened: &opened, before_ms: 0 }.play(&(), None)?,
        Some(path) => kept(context, &plan, &opened, path, args.fresh)?,
    };
    if let Some(target) = target {
        target.write(report::html(&report, context.lang).as_bytes())?;
    }
    if context.json { context.screen.json(&report) } else { show::show(context, &report) }
}

/// Where the tournament is kept.
fn place(context: &Context) -> Result<Option<std::path::PathBuf>, Fault> {
    Ok(match context.store.place()? {
        Place::Said(path) | Place::Usual(path) => Some(path),
        Place::None => None,
    })
}

/// Opens every game and makes every agent once, so that a mistake is found before the first game.
fn open(context: &Context, plan: &Plan) -> Result<Vec<Opened>, Fault> {
    let open = |event: &tournament::Event| {
        let game = context.registry.find(&event.game)?;
        let table = game.open(&event.settings)?;
        let seats = table.players();
        for entrant in &event.agents {
            table.session(0, &vec![Some(entrant.agent.clone()); seats], event.limits)?;
        }
        Ok(Opened { table, stakes: game.stakes() })
    };
    let opened = plan.events.iter().map(open).collect::<Result<Vec<_>, Fault>>()?;
    let meetings = tournament::meetings(plan, &opened)?;
    for (place, opened) in opened.iter().enumerate() {
        let first = meetings.iter().find(|meeting| meeting.event == place);
        first.map_or(Ok(()), |meeting| opened.table.arena(&meeting.request, &NoTime).map(|_| ()))?;
    }
    Ok(opened)
}

/// Ends a match before its first game: what is wrong with it is found all the same.
struct NoTime;

impl Follower for NoTime {
    fn is_stopped(&self) -> bool {
        true
    }
}

/// Plays a tournament that is kept, or what is left of it.
fn kept(
    context: &Context,
    plan: &Plan,
    opened: &[Opened],
    path: std::path::PathBuf,
    fresh: bool,
) -> Result<Report, Fault> {
    let store = store::open(context, path, true, Durability::Quick)?;
    let settings: Vec<_> = opened.iter().map(|o| view::settings_json(o.table.settings())).collect();
    let (start, before_ms) = match store.known_tournament(plan, &settings)? {
        _ if fresh => (Start::Anew, 0),
        Known::New => (Start::New, 0),
        Known::Unfinished(run) => {
            tell(context, &run, ("continues", "の続きから始めます"))?;
            (Start::GoOn(run.id), run.played_ms)
        }
        Known::Finished(run) => {
            tell(
                context,
                &run,
                (
                    "is finished, and this is its result; --fresh plays it again",
                    "は終わっています。以下はその結果です。もう一度行うには --fresh を付けてください",
                ),
            )?;
            return stored(&run);
        }
    };
    let ledger = KeptTournament::begin(store, plan, &settings, start, store::now)?;
    let playing = Playing { context, plan, opened, before_ms };
    let mut report = playing.play(&ledger, Some(&ledger))?;
    // What another process has kept meanwhile counts; nothing is left to play.
    while ledger.was_shared() {
        report = playing.play(&ledger, Some(&ledger))?;
    }
    let over = !report.interrupted || playing.is_out_of_time(&ledger)?;
    ledger.end(&report, over)?;
    Ok(report)
}

fn tell(context: &Context, run: &Run, (en, ja): (&str, &str)) -> Result<(), Fault> {
    let Run { id, name, began, .. } = run;
    context.screen.aside(&match context.lang {
        super::Lang::En => format!("tournament {id} ({name}, begun {began}) {en}\n"),
        super::Lang::Ja => format!("大会 {id}（{name}、開始 {began}）{ja}\n"),
    })
}

/// The result of a tournament that was finished.
fn stored(run: &Run) -> Result<Report, Fault> {
    let result = run.result.clone().unwrap_or_default();
    yomi::engine::json::read(result).map_err(|why| {
        let id = run.id;
        Fault::new(
            FaultKind::BadView,
            format!("the result of tournament {id} cannot be read ({why}); --fresh plays it again"),
            format!("大会 {id} の結果を読めません（{why:#}）。--fresh で最初から行えます"),
        )
    })
}

/// A tournament that is being played.
struct Playing<'a> {
    context: &'a Context,
    plan: &'a Plan,
    opened: &'a [Opened],
    /// Time that was spent on it before.
    before_ms: u64,
}

impl Playing<'_> {
    fn play(&self, ledger: &dyn Ledger, kept: Option<&KeptTournament>) -> Result<Report, Fault> {
        let meetings = tournament::meetings(self.plan, self.opened)?;
        let host = self.context.registry.games()[0].host().clone();
        let live = Live::new(self.context, self.plan, &meetings, host, self.before_ms, kept);
        let report = tournament::run(self.plan, self.opened, ledger, &live);
        live.end()?;
        report
    }

    /// Whether it was stopped because its minutes are over.
    fn is_out_of_time(&self, kept: &KeptTournament) -> Result<bool, Fault> {
        let Some(minutes) = self.plan.minutes else { return Ok(false) };
        Ok(kept.played()?.as_secs_f64() >= 60.0 * minutes)
    }
}

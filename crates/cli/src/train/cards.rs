//! The card head of a network that is trained: fitted to its games, and written with it.

use super::fit::refused;
use super::lock::Lock;
use crate::Context;
use crate::args::TrainArgs;
use crate::files::{Target, read_bytes};
use crate::follow::{Following, interrupted};
use crate::lang::Lang;
use crate::screen::{Side, table};
use serde::Serialize;
use yomi::{Fault, Follower, Sentence};
use yomi_duel::card_file::standard_rules;
use yomi_duel::learnt::Learnt;
use yomi_duel::weights::{self, MOST_BYTES};
use yomi_train::cards::{BLOCK, Fit, Told};

/// After how many blocks the curve has a point.
const TELL_EVERY: u64 = 20;

/// Mean log-losses over all questions, in games that were not learnt from yet.
#[derive(Serialize)]
struct Point {
    games: u64,
    by_cards: f64,
    by_head: f64,
}

#[derive(Serialize)]
struct Report {
    file: String,
    cards_by: String,
    games: u64,
    bytes: usize,
    curve: Vec<Point>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

pub fn cards(context: &Context, path: &str, args: &TrainArgs) -> Result<(), Fault> {
    let out = Target::new(&args.out)?;
    let _lock = Lock::of(&args.out)?;
    let bytes = read_bytes(path, MOST_BYTES)?;
    let of_file = |why| refused(why).at(Sentence::same(path));
    let (net, about) = weights::read(&bytes).map_err(of_file)?;
    let learnt = Learnt::read(&bytes).map_err(of_file)?;
    let rules = standard_rules();
    let mut fit = Fit::new(&rules, &learnt, args.games, args.seed);
    let following = Following::new(args.games, context.lang.pick("training", "学習中"));
    let mut curve = Vec::new();
    while fit.games < args.games && !following.is_stopped() {
        let before = fit.games;
        let Told { games, by_cards, by_head, .. } = fit.block();
        following.done(games - before);
        if (games / BLOCK).is_multiple_of(TELL_EVERY) || games == args.games {
            curve.push(Point { games, by_cards, by_head });
        }
    }
    let interrupted = following.is_stopped();
    following.end();
    let ended =
        if fit.games < args.games { format!(" (ended after {} games)", fit.games) } else { String::new() };
    let cards_by =
        format!("yomi train duel --cards {path} --games {} --seed {}{ended}", args.games, args.seed);
    let written = weights::write_with_cards(&net, &about, &fit.head, &cards_by);
    out.write(&written)?;
    let bytes = written.len();
    let report = Report { file: args.out.clone(), cards_by, games: fit.games, bytes, curve, interrupted };
    if context.json { context.screen.json(&report) } else { context.screen.say(&text(context.lang, &report)) }
}

fn text(lang: Lang, report: &Report) -> String {
    let columns = [
        (lang.pick("games", "対局数"), Side::Right),
        (lang.pick("log-loss by the cards seen", "対数損失（見えた札だけ）"), Side::Right),
        (lang.pick("by the head", "読みを含む"), Side::Right),
    ];
    let row =
        |p: &Point| vec![p.games.to_string(), format!("{:.4}", p.by_cards), format!("{:.4}", p.by_head)];
    let curve = table(&columns, report.curve.iter().map(row).collect());
    let Report { file, bytes, games, cards_by, .. } = report;
    let end = match lang {
        Lang::En => format!("{file}: {bytes} bytes, the head fitted to {games} games\nmade by: {cards_by}\n"),
        Lang::Ja => format!("{file}: {bytes}バイト。カードの読みを{games}局で学習\n作り方: {cards_by}\n"),
    };
    format!("{curve}\n{end}{}", interrupted(lang, report.interrupted))
}

//! `stats`: what the store holds, and the ratings of those who played.

use super::{StatsArgs, existing};
use crate::Context;
use crate::matches::{elo, limits_text};
use crate::screen::{Side, table};
use crate::wrap;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use yomi::Fault;
use yomi::core::sentence;
use yomi::engine::explain::with_sign;
use yomi::engine::stats::rating::{Rating, Results};
use yomi::engine::wire::VERSION;
use yomi_store::Run;
use yomi_store::list::settings_brief;
use yomi_store::tally::{Counted, LOTS};

#[derive(Serialize)]
struct Report {
    version: u32,
    file: String,
    bytes: u64,
    cap_bytes: u64,
    games: u64,
    counts: Vec<Count>,
    ratings: Vec<Group>,
}

#[derive(Serialize)]
struct Count {
    game: String,
    source: &'static str,
    games: u64,
    finished: u64,
}

/// Those who played one game with the same settings and, in matches, under the same limit: an agent that has
/// longer to think is another player.
#[derive(Serialize)]
struct Group {
    game: String,
    settings: Value,
    /// `-` where every agent had its own; `null` for games that are not of a match.
    limit: Option<String>,
    games: u64,
    agents: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    agent: String,
    /// Games times seats.
    games: u64,
    mean_payoff: f64,
    /// `null` where the results do not fix it: all won, all lost, or never compared with the others.
    rating: Option<f64>,
    /// Why there is none: `above`, `below` or `apart`.
    #[serde(skip_serializing_if = "Option::is_none")]
    beyond: Option<&'static str>,
    /// By the jackknife over lots of deals; `null` if they are too few, or all came out alike.
    ci95: Option<[f64; 2]>,
}

pub fn stats(context: &Context, args: &StatsArgs) -> Result<(), Fault> {
    let store = existing(context)?;
    let counted = store.tally(&args.filter.filter())?;
    let runs: BTreeMap<i64, Run> = store.runs()?.into_iter().map(|run| (run.id, run)).collect();
    let report = Report {
        version: VERSION,
        file: store.path().display().to_string(),
        bytes: store.size()?,
        cap_bytes: store.cap(),
        games: counted.iter().map(Counted::games).sum(),
        counts: counts(&counted),
        ratings: groups(&counted, &runs),
    };
    if context.json { context.screen.json(&report) } else { context.screen.say(&text(context, &report)) }
}

fn counts(counted: &[Counted]) -> Vec<Count> {
    let mut all: BTreeMap<(&str, &'static str), (u64, u64)> = BTreeMap::new();
    for some in counted {
        let (games, finished) = all.entry((&some.shared.game, some.shared.source.name())).or_default();
        *games += some.games();
        *finished += if some.finished { some.games() } else { 0 };
    }
    let count = |((game, source), (games, finished)): ((&str, _), _)| Count {
        game: game.to_string(),
        source,
        games,
        finished,
    };
    all.into_iter().map(count).collect()
}

fn groups(counted: &[Counted], runs: &BTreeMap<i64, Run>) -> Vec<Group> {
    let mut setups: BTreeMap<(&str, String, Option<String>), Vec<&Counted>> = BTreeMap::new();
    for some in counted.iter().filter(|some| some.payoffs.is_some() && some.shared.agents.len() > 1) {
        let shared = &some.shared;
        let limit = shared.run.and_then(|run| runs.get(&run)).map(|run| run.limit(shared));
        setups.entry((&shared.game, shared.settings.to_string(), limit)).or_default().push(some);
    }
    setups.into_iter().map(|((_, _, limit), games)| group(&games, limit)).collect()
}

fn group(counted: &[&Counted], limit: Option<String>) -> Group {
    let mut names: Vec<&str> = Vec::new();
    for agent in counted.iter().flat_map(|some| &some.shared.agents) {
        if !names.contains(&agent.as_str()) {
            names.push(agent);
        }
    }
    let mut results = Results::new(names.len());
    let place = |name: &String| names.iter().position(|known| known == name).expect("all are listed");
    let (mut kinds, mut sums) = (Vec::new(), vec![(0u64, 0.0); names.len()]);
    for some in counted {
        let who: Vec<usize> = some.shared.agents.iter().map(place).collect();
        let payoffs = some.payoffs.as_deref().expect("games without payoffs are left out");
        let games = some.games();
        for (&agent, pay) in who.iter().zip(payoffs) {
            sums[agent].0 += games;
            sums[agent].1 += pay * games as f64;
        }
        if let Some(kind) = results.kind(&who, payoffs) {
            kinds.push((kind, &some.lots));
        }
    }
    let rate = |without: Option<usize>| {
        let mut weights = vec![0.0; results.kinds()];
        for (kind, lots) in &kinds {
            let left_out = without.map_or(0, |lot| lots[lot]);
            weights[*kind] += (lots.iter().sum::<u64>() - left_out) as f64;
        }
        results.rate(&weights)
    };
    let ratings = rate(None);
    let used: Vec<usize> = (0..LOTS).filter(|&lot| kinds.iter().any(|(_, lots)| lots[lot] > 0)).collect();
    let left_out: Vec<Vec<Rating>> = used.iter().map(|&lot| rate(Some(lot))).collect();
    let row = |(agent, rating): (usize, Rating)| Row {
        agent: names[agent].to_string(),
        games: sums[agent].0,
        mean_payoff: sums[agent].1 / sums[agent].0.max(1) as f64,
        rating: rating.points(),
        beyond: match rating {
            Rating::Points(_) => None,
            Rating::Above => Some("above"),
            Rating::Below => Some("below"),
            Rating::Apart => Some("apart"),
        },
        ci95: interval(rating, left_out.iter().map(|ratings| ratings[agent])),
    };
    let mut agents: Vec<(usize, Rating)> = ratings.into_iter().enumerate().collect();
    agents.sort_by(|a, b| b.1.order().total_cmp(&a.1.order()));
    Group {
        game: counted[0].shared.game.clone(),
        settings: counted[0].shared.settings.clone(),
        limit,
        games: counted.iter().map(|some| some.games()).sum(),
        agents: agents.into_iter().map(row).collect(),
    }
}

/// The interval by the jackknife, from the ratings without each lot.
fn interval(rating: Rating, without: impl Iterator<Item = Rating>) -> Option<[f64; 2]> {
    /// With fewer the error is itself too uncertain.
    const LEAST_LOTS: usize = 20;
    let all: Vec<f64> = without.map(Rating::points).collect::<Option<_>>()?;
    let (points, lots) = (rating.points()?, all.len() as f64);
    if all.len() < LEAST_LOTS {
        return None;
    }
    let mean = all.iter().sum::<f64>() / lots;
    let variance = (lots - 1.0) / lots * all.iter().map(|x| (x - mean).powi(2)).sum::<f64>();
    let margin = yomi::engine::stats::Z95 * variance.sqrt();
    /// A margin below it, in points, is rounding: lots that came out alike do not make a rating certain.
    const ROUNDING: f64 = 1e-6;
    (margin > ROUNDING).then_some([points - margin, points + margin])
}

fn text(context: &Context, report: &Report) -> String {
    let pick = |en, ja| context.lang.pick(en, ja);
    let Report { file, bytes, cap_bytes, games, counts, ratings, .. } = report;
    let mib = *bytes as f64 / (1 << 20) as f64;
    let cap = match cap_bytes {
        whole if *whole >= 1 << 30 && whole.is_multiple_of(1 << 30) => format!("{} GiB", whole >> 30),
        other => format!("{} MiB", other >> 20),
    };
    let told = sentence!(
        "{file}: {games} games, {mib:.1} MiB of at most {cap}\n\n",
        "{file}: {games}局、{mib:.1} MiB（上限 {cap}）\n\n"
    );
    let mut text = context.lang.sentence(&told).to_string();
    let columns = [
        (pick("game", "ゲーム"), Side::Left),
        (pick("source", "出どころ"), Side::Left),
        (pick("games", "局数"), Side::Right),
        (pick("finished", "終局"), Side::Right),
    ];
    let row = |count: &Count| {
        vec![count.game.clone(), count.source.into(), count.games.to_string(), count.finished.to_string()]
    };
    text += &table(&columns, counts.iter().map(row).collect());
    for group in ratings {
        let title = format!("{} {}", group.game, settings_brief(&group.settings));
        let (title, games) = (title.trim_end(), group.games);
        let limit = group.limit.as_ref().map(|limit| limits_text(context.lang, limit));
        let limit = limit.map_or_else(String::new, |limit| pick(", ", "、").to_string() + &limit);
        let told =
            sentence!("\n{title}: {games} finished games{limit}\n", "\n{title}: 終局した{games}局{limit}\n");
        text += context.lang.sentence(&told);
        let columns = [
            (pick("agent", "エージェント"), Side::Left),
            (pick("games", "局数"), Side::Right),
            (pick("rating", "レーティング"), Side::Right),
            (pick("95% interval", "95%区間"), Side::Right),
            (pick("payoff", "利得"), Side::Right),
        ];
        let row = |row: &Row| {
            vec![
                row.agent.clone(),
                row.games.to_string(),
                rating_text(context, row),
                row.ci95.map_or_else(|| "–".into(), |[lo, hi]| format!("{} – {}", elo(lo), elo(hi))),
                with_sign(row.mean_payoff, 3),
            ]
        };
        text += &table(&columns, group.agents.iter().map(row).collect());
    }
    if !ratings.is_empty() {
        let told = sentence!(
            " (Rating: on the scale of Elo, 0 is the mean of the agents above; a draw is half a win. Interval: jackknife over lots of deals. Games: one for every seat an agent had.)\n",
            " （レーティング: Elo の目盛りで、その表の平均が0。引き分けは半分の勝ちと数えます。区間: 配りのまとまりを単位としたジャックナイフ。局数: 座った席ごとに1局。）\n"
        );
        text += &wrap::to_terminal(context.lang.sentence(&told));
    }
    text
}

fn rating_text(context: &Context, row: &Row) -> String {
    match (row.rating, row.beyond) {
        (Some(points), _) => elo(points),
        (None, Some("above")) => context.lang.pick("above all", "全員より上").into(),
        (None, Some("below")) => context.lang.pick("below all", "全員より下").into(),
        (None, _) => context.lang.pick("not comparable", "比較不能").into(),
    }
}

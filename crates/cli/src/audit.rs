//! `audit`: does an agent peek, and what would sight bring?

use super::Context;
use super::args::{GameArgs, whole};
use super::follow::{Following, interrupted};
use super::lang::Lang;
use super::wrap;
use clap::Args;
use serde::Serialize;
use yomi::core::Limits;
use yomi::engine::agent::AgentText;
use yomi::engine::audit::{self, Missed, Report, Verdict};
use yomi::engine::{arena, limit, suite};
use yomi::{Fault, Follower, Table};

#[derive(Args)]
pub struct AuditArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The agent to look at
    #[arg(long, default_value = "best", value_parser = AgentText::parse)]
    pub agent: AgentText,
    /// Decisions to compare, at least
    #[arg(long, default_value_t = 10_000, allow_negative_numbers = true, value_parser = whole::<u64>(1..=audit::MOST_POSITIONS))]
    pub positions: u64,
    /// Games against `cheat`, where there is one, to see what sight would bring; 0 for none
    #[arg(long, default_value_t = 100, allow_negative_numbers = true, value_parser = whole::<u64>(0..=arena::MOST_GAMES))]
    pub games: u64,
    /// When the agent stops thinking, in iterations or nodes [default: 100it]
    #[arg(long, value_parser = limit::parse)]
    pub limit: Option<Limits>,
    /// Number of the audit
    #[arg(long, default_value_t = 0, allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    pub seed: u64,
}

/// What an agent that sees everything gets against this one, or on the same boards.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Sight {
    games: u64,
    /// What the figures are: `win_rate`, or the game's headline figure as `suite` has it.
    measure: &'static str,
    cheat: f64,
    agent: f64,
    /// The 95% interval of what `cheat` gets in a match; of its lead on the same boards.
    ci95: Option<[f64; 2]>,
    /// What `cheat` would get if sight were worth nothing.
    even: Option<f64>,
}

#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    report: &'a Report,
    /// `null` where the game has no agent that sees everything.
    sight: Option<Sight>,
}

pub fn audit(context: &Context, args: &AuditArgs) -> Result<(), Fault> {
    let game = args.game.find(&context.registry)?;
    let table = game.open(&args.game.settings)?;
    let request = audit::Request {
        agent: args.agent.clone(),
        positions: args.positions,
        seed: args.seed,
        limits: args.limit,
        planted: None,
    };
    let following = Following::new(args.positions, game.name());
    let report = table.audit(&request, &following);
    following.end();
    let report = report?;
    let has_cheat = game.agents().iter().any(|agent| agent.cheats);
    let sight = match has_cheat && args.games > 0 && !report.interrupted {
        true => Some(sight(table.as_ref(), args)?),
        false => None,
    };
    if context.json {
        return context.screen.json(&Told { report: &report, sight });
    }
    let mut text = text(context.lang, &report);
    text += &sight_text(context.lang, sight.as_ref(), has_cheat);
    context.screen.say(&wrap::to_terminal(&(text + interrupted(context.lang, report.interrupted))))
}

fn sight(table: &dyn Table, args: &AuditArgs) -> Result<Sight, Fault> {
    let cheat = AgentText::parse("cheat")?;
    let limits = Some(args.limit.unwrap_or(audit::DEFAULT_LIMITS));
    let following = Following::new(args.games, "cheat");
    let found = match table.players() {
        1 => on_boards(table, vec![cheat, args.agent.clone()], limits, args, &following),
        players => {
            let agents = [vec![cheat], vec![args.agent.clone(); players - 1]].concat();
            at_table(table, agents, limits, args, &following)
        }
    };
    following.end();
    found
}

fn at_table(
    table: &dyn Table,
    agents: Vec<AgentText>,
    limits: Option<Limits>,
    args: &AuditArgs,
    follower: &dyn Follower,
) -> Result<Sight, Fault> {
    let even = 1.0 / agents.len() as f64;
    let request =
        arena::Request { agents, games: args.games, seed: args.seed, limits, openings: None, sprt: None };
    let report = table.arena(&request, follower)?;
    // An agent that is `cheat` itself shares its row.
    let (cheat, agent) = (&report.agents[0], report.agents.last().unwrap_or(&report.agents[0]));
    Ok(Sight {
        games: report.games,
        measure: "win_rate",
        cheat: cheat.win_rate,
        agent: agent.win_rate,
        ci95: Some(cheat.ci95),
        even: Some(even),
    })
}

fn on_boards(
    table: &dyn Table,
    agents: Vec<AgentText>,
    limits: Option<Limits>,
    args: &AuditArgs,
    follower: &dyn Follower,
) -> Result<Sight, Fault> {
    let request = suite::Request { agents, boards: args.games, seed: args.seed, limits };
    let report = table.suite(&request, follower)?;
    let suite::Found::Several { agents, differences } = &report.found else {
        unreachable!("two agents were asked for")
    };
    Ok(Sight {
        games: report.boards,
        measure: "headline",
        cheat: agents[0].mean,
        agent: agents[1].mean,
        ci95: differences[0].ci95,
        even: None,
    })
}

fn text(lang: Lang, report: &Report) -> String {
    let Report { game, agent, positions, games, limit, seed, peeks, moves_changed, unsteady, .. } = report;
    let mut text = match lang {
        Lang::En => format!(
            "{game} {agent}: {positions} decisions of {games} games, each repeated with the hidden information dealt anew\n\
             (same view, same random numbers; limit {limit}, seed {seed})\n\n"
        ),
        Lang::Ja => format!(
            "{game} {agent}: {games}局の判断 {positions} 回を、隠れた情報だけを配り直してもう一度させました\n\
             （見えるものと自分の乱数は同じ。制限 {limit}、シード {seed}）\n\n"
        ),
    };
    text += &match (report.verdict, lang) {
        (Verdict::Peeks, Lang::En) => {
            format!("It peeks: {peeks} decisions changed, in {moves_changed} of them the move.\n")
        }
        (Verdict::Peeks, Lang::Ja) => {
            format!(
                "のぞき見をしています: {peeks} 回の判断が変わり、うち {moves_changed} 回は手が変わりました。\n"
            )
        }
        (Verdict::Unsteady, Lang::En) => format!(
            "Nothing can be said: {unsteady} decisions came out differently although nothing was changed.\n"
        ),
        (Verdict::Unsteady, Lang::Ja) => {
            format!("判定できません: 何も変えなくても {unsteady} 回の判断が変わりました。\n")
        }
        (_, Lang::En) => "No decision changed, neither a move nor a number behind it.\n".into(),
        (_, Lang::Ja) => "手も、その根拠の数値も、一つも変わりませんでした。\n".into(),
    };
    for e in &report.examples {
        let (deal, turn, seat, chosen, otherwise) = (e.deal, e.turn, e.seat, &e.chosen, &e.otherwise);
        text += &match lang {
            Lang::En => format!("  deal {deal}, turn {turn}, seat {seat}: {chosen}; otherwise {otherwise}\n"),
            Lang::Ja => format!("  配り {deal}、{turn}手目、席{seat}: {chosen}（配り直すと {otherwise}）\n"),
        };
    }
    if report.verdict == Verdict::Clean {
        text += &missed_text(lang, &report.missed);
    }
    if report.program {
        text += lang.pick(
            "A program gets views and nothing else: what was checked is that it decides the same for the same view and\nseed. What it does by itself cannot be checked: reading files of this machine, or guessing the seed of the match.\n",
            "プログラムに渡るのは席から見えるものだけです。確かめたのは、同じ視点と乱数から同じ手を選ぶことです。\nプログラムがこのマシンのファイルを読むことや、シードの推測は確かめられません。\n",
        );
    }
    text
}

fn missed_text(lang: Lang, missed: &[Missed]) -> String {
    let one = |Missed { one_in, probability }: &Missed| match lang {
        Lang::En => format!("n = {one_in}: {}", percent(*probability)),
        Lang::Ja => format!("{one_in}回に1回: {}", percent(*probability)),
    };
    let list: Vec<String> = missed.iter().map(one).collect();
    match lang {
        Lang::En => {
            format!(
                "If peeking changed the decision in 1 of n cases, the probability that this audit missed it: {}.\n",
                list.join("; ")
            )
        }
        Lang::Ja => format!("判断を変えるのぞき見があった場合に見逃す確率: {}。\n", list.join("、")),
    }
}

fn percent(probability: f64) -> String {
    match 100.0 * probability {
        tiny if tiny < 0.001 => "< 0.001%".into(),
        small if small < 1.0 => format!("{small:.3}%"),
        percent => format!("{percent:.1}%"),
    }
}

fn sight_text(lang: Lang, sight: Option<&Sight>, has_cheat: bool) -> String {
    let Some(Sight { games, measure, cheat, agent, ci95, even }) = sight else {
        return match has_cheat {
            true => String::new(),
            false => lang
                .pick(
                    "What seeing everything would bring is not measured: the game has no agent that does.\n",
                    "すべてを見るエージェントがないので、見えることの価値は測れません。\n",
                )
                .into(),
        };
    };
    let interval = |scale: f64, digits: usize| {
        ci95.map_or("-".to_string(), |[lo, hi]| format!("{:.digits$} – {:.digits$}", scale * lo, scale * hi))
    };
    match (*measure, lang) {
        ("win_rate", Lang::En) => format!(
            "What seeing everything would bring: cheat wins {:.1}% of {games} games against it (95% interval {}%); an even share is {:.1}%.\n",
            100.0 * cheat,
            interval(100.0, 1),
            100.0 * even.unwrap_or(0.5)
        ),
        ("win_rate", Lang::Ja) => format!(
            "見えることの価値: cheat はこれを相手に{games}局で {:.1}%（95%区間 {}%）勝ちます。互角なら {:.1}%。\n",
            100.0 * cheat,
            interval(100.0, 1),
            100.0 * even.unwrap_or(0.5)
        ),
        (_, Lang::En) => format!(
            "What seeing everything would bring: cheat {cheat:.2}, the agent {agent:.2} on the same {games} boards; the lead is {:.2} (95% interval {}).\n",
            cheat - agent,
            interval(1.0, 2)
        ),
        (_, Lang::Ja) => format!(
            "見えることの価値: 同じ{games}盤面で cheat {cheat:.2}、このエージェント {agent:.2}（差 {:.2}、95%区間 {}）。\n",
            cheat - agent,
            interval(1.0, 2)
        ),
    }
}

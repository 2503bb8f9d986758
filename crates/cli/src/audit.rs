//! `audit`: does an agent peek, and what would sight bring?

use super::Context;
use super::args::{GameArgs, whole};
use super::follow::{Following, interrupted};
use super::lang::Lang;
use super::report::unit_ja;
use super::wrap;
use clap::Args;
use yomi::Fault;
use yomi::core::Limits;
use yomi::engine::agent::AgentText;
use yomi::engine::audit::{self, Measure, Missed, Report, Sight, Verdict};
use yomi::engine::{arena, limit};

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
    /// Games against a player that sees everything, to see what sight would bring; 0 for none
    #[arg(long, default_value_t = 100, allow_negative_numbers = true, value_parser = whole::<u64>(0..=arena::MOST_GAMES))]
    pub games: u64,
    /// When the agent stops thinking, in iterations or nodes [default: 100it]
    #[arg(long, value_parser = limit::parse)]
    pub limit: Option<Limits>,
    /// Number of the audit
    #[arg(long, default_value_t = 0, allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    pub seed: u64,
}

pub fn audit(context: &Context, args: &AuditArgs) -> Result<(), Fault> {
    let game = args.game.find(&context.registry)?;
    let table = game.open(&args.game.settings)?;
    let request = audit::Request {
        agent: args.agent.clone(),
        positions: args.positions,
        seed: args.seed,
        limits: args.limit,
        sight_games: args.games,
        planted: None,
    };
    let following = Following::new(args.positions + args.games, game.name());
    let report = table.audit(&request, &following);
    following.end();
    let report = report?;
    if context.json {
        return context.screen.json(&report);
    }
    let mut text = text(context.lang, &report);
    text += &report.sight.as_ref().map_or_else(String::new, |sight| sight_text(context.lang, sight));
    context.screen.say(&wrap::to_terminal(&(text + interrupted(context.lang, report.interrupted))))
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
            "Nothing can be said: {unsteady} decisions came out differently although it saw the same.\n"
        ),
        (Verdict::Unsteady, Lang::Ja) => {
            format!("判定できません: 見えるものが同じでも {unsteady} 回の判断が変わりました。\n")
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

/// What a player with sight got. It need not be a perfect one: its gain is the least that sight can bring.
fn sight_text(lang: Lang, sight: &Sight) -> String {
    let Sight { games, limit, measure, unit, cheat, agent, ci95, even, .. } = sight;
    let (percent, even) = (100.0 * cheat, even.unwrap_or_default());
    let interval = |scale: f64, digits: usize| {
        let name = lang.pick("95% interval", "95%区間");
        match ci95 {
            Some([lo, hi]) => format!("{name} {:.digits$} – {:.digits$}", scale * lo, scale * hi),
            None => lang.pick("the 95% interval is not known", "95%区間は不明").to_string(),
        }
    };
    let gain = match (measure, lang) {
        (Measure::WinRate, Lang::En) => format!(
            "wins {percent:.1}% ({}) of {games} games against it; an even share is {:.1}%",
            interval(100.0, 1),
            100.0 * even
        ),
        (Measure::WinRate, Lang::Ja) => format!(
            "これを相手に{games}局で {percent:.1}%（{}）勝ちます。互角なら {:.1}% です",
            interval(100.0, 1),
            100.0 * even
        ),
        (Measure::Payoff, Lang::En) => {
            format!("gains {cheat:+.3} {unit} per game ({}) in {games} games against it", interval(1.0, 3))
        }
        (Measure::Payoff, Lang::Ja) => {
            let unit = unit_ja(unit);
            format!("これを相手に{games}局で一局あたり {cheat:+.3} {unit}（{}）を得ます", interval(1.0, 3))
        }
        (_, Lang::En) => format!(
            "gets {cheat:.2} and the agent {agent:.2} on the same {games} boards, a lead of {:+.2} ({})",
            cheat - agent,
            interval(1.0, 2)
        ),
        (_, Lang::Ja) => format!(
            "同じ{games}盤面で {cheat:.2}、このエージェントは {agent:.2} です（差 {:+.2}、{}）",
            cheat - agent,
            interval(1.0, 2)
        ),
    };
    let limited = match (limit.as_str(), lang) {
        ("-", _) => String::new(),
        (limit, Lang::En) => format!(" (limit {limit})"),
        (limit, Lang::Ja) => format!("（制限 {limit}）"),
    };
    match lang {
        Lang::En => format!(
            "What seeing everything would bring: a player that sees everything{limited} {gain}. Perfect use of sight may bring more.\n"
        ),
        Lang::Ja => format!(
            "見えることの価値: すべてを見るプレイヤー{limited}は、{gain}。見える情報を完全に生かせば、これ以上になることもあります。\n"
        ),
    }
}

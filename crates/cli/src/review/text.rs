//! A review on the terminal.

use crate::lang::Lang;
use crate::screen::{Side, table};
use crate::wrap;
use yomi::engine::explain::{self, with_sign};
use yomi::engine::review::{Ledger, Mark, Review, ReviewedDecision};
use yomi::engine::stats::Z95;

/// How amounts of a unit are written: chances in percentage points.
pub struct Amounts<'a>(pub &'a str);

impl Amounts<'_> {
    fn scaled(&self, amount: f64) -> (f64, usize) {
        match self.0 {
            "win" => (100.0 * amount, 1),
            "chips" => (amount, 3),
            "points" => (amount, 1),
            _ => (amount, 2),
        }
    }

    pub fn plain(&self, amount: f64) -> String {
        let (amount, digits) = self.scaled(amount);
        explain::plain(amount, digits)
    }

    /// With half of its 95% interval, where it has an error.
    pub fn with_margin(&self, amount: f64, se: f64) -> String {
        match se > 0.0 {
            true => format!("{} ± {}", self.plain(amount), self.plain(Z95 * se)),
            false => self.plain(amount),
        }
    }

    pub fn signed(&self, amount: f64) -> String {
        let (amount, digits) = self.scaled(amount);
        with_sign(amount, digits)
    }

    /// With its sign, and with half of its 95% interval, where it has an error.
    pub fn signed_with_margin(&self, amount: f64, se: f64) -> String {
        match se > 0.0 {
            true => format!("{} ± {}", self.signed(amount), self.plain(Z95 * se)),
            false => self.signed(amount),
        }
    }

    /// What the figures count.
    pub fn unit(&self, lang: Lang) -> String {
        match (self.0, lang) {
            ("win", Lang::En) => "percentage points of winning".into(),
            ("win", Lang::Ja) => "勝率のポイント".into(),
            (unit, Lang::En) => unit.into(),
            (unit, Lang::Ja) => crate::report::unit_ja(unit).into(),
        }
    }
}

pub fn review(lang: Lang, review: &Review) -> String {
    let amounts = Amounts(&review.unit);
    let Review { game, seat, agent, seed, .. } = review;
    let mut text = match lang {
        Lang::En => format!("{game}, seat {seat} ({agent}), seed {seed}\n\n"),
        Lang::Ja => format!("{game}、席{seat}（{agent}）、シード {seed}\n\n"),
    };
    for sentence in &review.summary {
        text += &wrap::to_terminal(&format!("{}\n", lang.sentence(sentence)));
    }
    text += &format!("\n{}", ledger(lang, &amounts, review));
    if !review.decisions.is_empty() {
        text += &format!("\n{}", decisions(lang, &amounts, review));
        text += &remarks(lang, &review.decisions);
    }
    text + &wrap::to_terminal(&footing(lang, &amounts, review))
}

/// The terms of a ledger with their names, in the order in which they add up.
pub fn terms(ledger: &Ledger) -> [(&'static str, &'static str, f64); 6] {
    [
        ("start: the mean over deals", "開始（配りの平均）", ledger.start),
        ("luck of the deal", "配りの運", ledger.deal),
        ("luck of the draws", "引きの運", ledger.draws),
        ("own decisions", "自分の選択", ledger.own),
        ("the others' decisions", "相手の選択", ledger.others),
        ("the judge's change of mind", "評価の見直し", ledger.judgement),
    ]
}

/// What the ledger is headed with: where all is seen nothing lay otherwise.
pub fn ledger_name(review: &Review) -> (&'static str, &'static str) {
    match review.hidden {
        true => ("as the cards really lay", "実際の札での収支"),
        false => ("where the result came from", "結果の内訳"),
    }
}

fn ledger(lang: Lang, amounts: &Amounts<'_>, review: &Review) -> String {
    let columns = [
        (lang.pick(ledger_name(review).0, ledger_name(review).1), Side::Left),
        (&*amounts.unit(lang), Side::Right),
    ]
    .map(|(name, side)| (name.to_string(), side));
    let row = |(at, (en, ja, amount)): (usize, (&str, &str, f64))| {
        let figure = if at == 0 { amounts.plain(amount) } else { amounts.signed(amount) };
        vec![lang.pick(en, ja).to_string(), figure]
    };
    let mut rows: Vec<_> = terms(&review.ledger).into_iter().enumerate().map(row).collect();
    rows.push(vec![lang.pick("result", "結果").to_string(), amounts.plain(review.result)]);
    let columns: Vec<(&str, Side)> = columns.iter().map(|(name, side)| (name.as_str(), *side)).collect();
    table(&columns, rows)
}

/// What was lost, with its margin where it has one.
pub fn lost(amounts: &Amounts<'_>, decision: &ReviewedDecision) -> String {
    match (decision.mark, decision.lost, decision.se) {
        (Mark::Forced, ..) => String::new(),
        (_, Some(lost), se) => amounts.with_margin(lost, se.unwrap_or(0.0)),
        _ => "–".into(),
    }
}

/// What was lost to the best move as the cards lay.
pub fn lost_in_sight(amounts: &Amounts<'_>, decision: &ReviewedDecision) -> String {
    match decision.mark {
        Mark::Forced => String::new(),
        _ if decision.best == decision.played => "–".into(),
        _ => amounts.with_margin(decision.lost_in_sight, decision.lost_in_sight_se),
    }
}

/// A mark, and what luck made of it.
pub fn marked(lang: Lang, decision: &ReviewedDecision) -> String {
    let mark = lang.text(decision.mark.text());
    match decision.fate {
        Some(fate) => format!("{mark}{}{}", lang.pick(", ", "、"), lang.text(fate.text())),
        None => mark.into(),
    }
}

fn decisions(lang: Lang, amounts: &Amounts<'_>, review: &Review) -> String {
    let columns = [
        (lang.pick("turn", "手番"), Side::Right),
        (lang.pick("played", "選んだ手"), Side::Left),
        (lang.pick("best", "最善"), Side::Left),
        (lang.pick("lost", "損失"), Side::Right),
        (lang.pick("lost as it lay", "実際の損失"), Side::Right),
        (lang.pick("mark", "評価"), Side::Left),
    ];
    // Where all is seen nothing lay otherwise.
    let shown = |at: usize| at != 4 || review.hidden;
    let columns: Vec<_> = (0..).zip(columns).filter(|(at, _)| shown(*at)).map(|(_, column)| column).collect();
    let row = |decision: &ReviewedDecision| {
        let best = if decision.best == decision.played { "" } else { &decision.best };
        let cells = [
            decision.turn.to_string(),
            decision.played.clone(),
            best.to_string(),
            lost(amounts, decision),
            lost_in_sight(amounts, decision),
            marked(lang, decision),
        ];
        (0..).zip(cells).filter(|(at, _)| shown(*at)).map(|(_, cell)| cell).collect()
    };
    table(&columns, review.decisions.iter().map(row).collect())
}

/// Whether a decision is worth words: it was wrong, or luck made something of it.
pub fn is_told(decision: &ReviewedDecision) -> bool {
    decision.mark.is_wrong() || decision.fate.is_some()
}

fn remarks(lang: Lang, all: &[ReviewedDecision]) -> String {
    let mut text = String::new();
    for decision in all.iter().filter(|decision| is_told(decision)) {
        let heading = match lang {
            Lang::En => format!("\n{}. {}: {}\n", decision.turn, decision.played, marked(lang, decision)),
            Lang::Ja => format!("\n{}手目 {}: {}\n", decision.turn, decision.played, marked(lang, decision)),
        };
        text += &heading;
        for reason in &decision.reasons {
            text += &wrap::to_terminal(&format!("- {}\n", lang.sentence(&reason.text)));
        }
    }
    text
}

/// How much a decision was weighed with, where that has an end.
pub fn limit(lang: Lang, review: &Review) -> String {
    let limit = &review.limit;
    match (limit.as_str(), lang) {
        ("-", _) => String::new(),
        (_, Lang::En) => format!(", at most {limit} a decision"),
        (_, Lang::Ja) => format!("（一手 {limit} まで）"),
    }
}

/// What the figures rest on.
fn footing(lang: Lang, amounts: &Amounts<'_>, review: &Review) -> String {
    let function = &review.value_function;
    let (name, hash, deals) = (lang.sentence(&function.name), &function.hash, function.deals);
    let (limit, se) = (limit(lang, review), amounts.plain(Z95 * function.start_se));
    let start = match (function.stored, deals, lang) {
        (_, 1, _) => String::new(),
        (true, _, Lang::En) => format!(" Start: stored mean over {deals} deals, ± {se}."),
        (true, _, Lang::Ja) => format!("開始の値は{deals}局の配りの平均（保存済み、± {se}）。"),
        (false, _, Lang::En) => format!(" Start: computed for these settings from {deals} deals, ± {se}."),
        (false, _, Lang::Ja) => format!("開始の値はこの設定で{deals}局の配りから計算（± {se}）。"),
    };
    match (lang, review.hidden) {
        (Lang::En, true) => format!(
            "\n\"Lost\" is given what could be known{limit}; \"lost as it lay\" is to the same best move with all cards seen, below 0 where the move played did better. ± is a 95% interval. Value function: {name} ({hash}).{start}\n"
        ),
        (Lang::En, false) => {
            format!("\n\"Lost\" is to the best move{limit}. Value function: {name} ({hash}).{start}\n")
        }
        (Lang::Ja, true) => format!(
            "\n「損失」は分かり得たことだけで評価{limit}。「実際の損失」は同じ最善手との差を全ての札が見えるものとして評価した値で、指した手の方が良ければ負になります。± は95%区間です。評価関数: {name}（{hash}）。{start}\n"
        ),
        (Lang::Ja, false) => {
            format!("\n「損失」は最善手との差{limit}。評価関数: {name}（{hash}）。{start}\n")
        }
    }
}

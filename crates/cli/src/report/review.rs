//! A review as one HTML file: the game as a graph by both ledgers, marks on the moves, and why.

use super::plots::{Axis, Curve};
use super::{both, escape, figure, heads, page, plots};
use crate::lang::Lang;
use crate::review::counted;
use crate::review::text::{Amounts, is_told, ledger_name, limit, lost, lost_in_sight, marked, terms};
use std::fmt::Write;
use yomi::engine::review::career::{Career, CareerGame};
use yomi::engine::review::{Mark, Review, ReviewedDecision};
use yomi_store::list::settings_brief;

/// The page of one game.
pub fn html(review: &Review, lang: Lang) -> String {
    let Review { game, seat, agent, seed, .. } = review;
    let settings = match settings_brief(&review.settings) {
        none if none.is_empty() => none,
        some => format!(" · {some}"),
    };
    let subtitle = both(
        &format!("seat {seat} ({agent}) · seed {seed}{settings}"),
        &format!("席{seat}（{agent}） · シード {seed}{settings}"),
    );
    let mut body = String::from("<section class=\"event\">\n<div>");
    for sentence in &review.summary {
        let _ = writeln!(body, "<p>{}</p>", both(&sentence.en, &sentence.ja));
    }
    body += "</div>\n";
    body += &figure(
        (
            "What the game was worth with everything seen, with marks; dashed: the result, with what was still to be lost given what could be known added back",
            "全てが見えるときの局面の値と各手の評価。破線は、その後の損失（分かり得たことだけで見たもの）を結果に足し戻した値",
        ),
        &scrolled(&game_plot(review)),
    );
    body += &ledger(review);
    body += &decisions(review);
    body += &remarks(review);
    let function = &review.value_function;
    let (name, hash) = (&function.name, &function.hash);
    let note = both(
        &format!("Value function: {} ({hash}){}.", name.en, limit(Lang::En, review)),
        &format!("評価関数: {}（{hash}）{}。", name.ja, limit(Lang::Ja, review)),
    );
    let _ = writeln!(body, "<p class=\"sub\">{note}</p>\n</section>");
    page(game, &subtitle, lang, &body)
}

/// The value of the game for the seat after every move and draw, and the result with what was lost added back.
fn game_plot(review: &Review) -> String {
    let worth: Vec<f64> = review.moments.iter().map(|moment| moment.after).collect();
    let of_turn = |turn: usize| review.decisions.iter().find(|decision| decision.turn == turn);
    // What could have been: the result if nothing more had been lost from here on.
    let mut left = review.lost;
    let mut could = Vec::with_capacity(worth.len());
    for moment in &review.moments {
        if moment.seat == Some(review.seat) {
            left -= of_turn(moment.turn).and_then(|decision| decision.lost).unwrap_or(0.0);
        }
        // What rounding leaves would be below nothing.
        could.push(review.result + left.max(0.0));
    }
    let dots = review.moments.iter().enumerate().filter(|(_, m)| m.seat == Some(review.seat));
    let dots = dots.filter_map(|(at, moment)| {
        let decision = of_turn(moment.turn).filter(|decision| decision.mark != Mark::Forced)?;
        let class = format!("m-{}", name(decision.mark));
        let marks = [Lang::En, Lang::Ja].map(|lang| marked(lang, decision)).join(" / ");
        let title = format!("{}. {}: {marks}", moment.turn, moment.text);
        Some((at, moment.after, class, title))
    });
    let axis = Axis::of(worth.iter().chain(&could).copied());
    let Some(axis) = axis else { return plots::empty() };
    let curves = [Curve { class: "worth", values: &worth }, Curve { class: "lost", values: &could }];
    plots::curves(&axis, &curves, &dots.collect::<Vec<_>>(), &review.unit)
}

/// On a small screen a wide plot keeps its size and is moved sideways.
fn scrolled(plot: &str) -> String {
    format!("<div class=\"scroll\" tabindex=\"0\">{plot}</div>\n")
}

/// As in JSON.
fn name(mark: Mark) -> String {
    serde_json::to_value(mark).ok().and_then(|name| name.as_str().map(String::from)).unwrap_or_default()
}

fn ledger(review: &Review) -> String {
    let amounts = Amounts(&review.unit);
    let (en, ja) = (amounts.unit(Lang::En), amounts.unit(Lang::Ja));
    let columns = [ledger_name(review), (en.as_str(), ja.as_str())];
    let mut text = format!(
        "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>{}</tr></thead><tbody>\n",
        heads(&columns)
    );
    for (at, (en, ja, amount)) in terms(&review.ledger).into_iter().enumerate() {
        let amount = if at == 0 { amounts.plain(amount) } else { amounts.signed(amount).replace('-', "−") };
        let _ =
            writeln!(text, "<tr><th scope=\"row\">{}</th><td class=\"num\">{amount}</td></tr>", both(en, ja));
    }
    let result = amounts.plain(review.result);
    let _ = writeln!(
        text,
        "<tr><th scope=\"row\">{}</th><td class=\"num\"><b>{result}</b></td></tr>",
        both("result", "結果")
    );
    text + "</tbody></table></div>\n"
}

fn decisions(review: &Review) -> String {
    let amounts = Amounts(&review.unit);
    let mut columns = vec![("move", "手"), ("mark", "評価"), ("best", "最善"), ("lost", "損失")];
    columns.extend(review.hidden.then_some(("lost as it lay", "実際の損失")));
    let mut text = format!(
        "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>{}</tr></thead><tbody>\n",
        heads(&columns)
    );
    for decision in review.decisions.iter().filter(|decision| decision.mark != Mark::Forced) {
        let (played, best) = (&decision.played_label, &decision.best_label);
        let best = match decision.best == decision.played {
            true => "–".to_string(),
            false => both(&best.en, &best.ja),
        };
        let in_sight = match review.hidden {
            true => format!("<td class=\"num\">{}</td>", lost_in_sight(&amounts, decision).replace('-', "−")),
            false => String::new(),
        };
        let _ = writeln!(
            text,
            "<tr><th scope=\"row\">{}. {}</th><td class=\"num\">{}</td><td class=\"num\">{best}</td>\
             <td class=\"num\">{}</td>{in_sight}</tr>",
            decision.turn,
            both(&played.en, &played.ja),
            both(&marked(Lang::En, decision), &marked(Lang::Ja, decision)),
            lost(&amounts, decision).replace('-', "−"),
        );
    }
    text + "</tbody></table></div>\n"
}

fn remarks(review: &Review) -> String {
    let mut text = String::from("<div class=\"moves\">\n");
    for decision in review.decisions.iter().filter(|decision| is_told(decision)) {
        text += &remark(decision);
    }
    text + "</div>\n"
}

fn remark(decision: &ReviewedDecision) -> String {
    let (turn, played) = (decision.turn, &decision.played_label);
    let heading = both(
        &format!("{turn}. {}: {}", played.en, marked(Lang::En, decision)),
        &format!("{turn}手目 {}: {}", played.ja, marked(Lang::Ja, decision)),
    );
    let mut text = format!("<article class=\"{}\"><h3>{heading}</h3>\n", escape(&name(decision.mark)));
    for reason in &decision.reasons {
        let _ = writeln!(text, "<p>{}</p>", both(&reason.text.en, &reason.text.ja));
    }
    text + "</article>\n"
}

/// The page of all games of one player.
pub fn career_html(career: &Career, lang: Lang) -> String {
    let mut body = String::new();
    career.games.iter().for_each(|game| body += &career_game(game));
    let subtitle = both("what decisions lost, given what could be known", "分かり得たことだけで見た損失");
    page(&career.player, &subtitle, lang, &body)
}

fn career_game(game: &CareerGame) -> String {
    let amounts = Amounts(&game.unit);
    let lost = amounts.with_margin(game.lost_per_decision, game.se.unwrap_or(0.0));
    let luck = amounts.signed_with_margin(game.luck, game.luck_se.unwrap_or(0.0));
    let (counted, decisions) = (counted(game), game.decisions);
    let mut text =
        format!("<section class=\"event\">\n<div><h2>{}</h2><p class=\"sub\">", escape(&game.game));
    text += &both(
        &format!(
            "{}, {decisions} decisions · {lost} lost per decision ({}) · luck per game {luck}",
            counted.en,
            amounts.unit(Lang::En)
        ),
        &format!(
            "{}、{decisions}手 · 一手あたりの損失 {lost}（{}） · 一局あたりの運 {luck}",
            counted.ja,
            amounts.unit(Lang::Ja)
        ),
    );
    text += "</p></div>\n";
    let values: Vec<f64> = game.curve.iter().map(|stretch| stretch.lost_per_decision).collect();
    if let Some(axis) = Axis::of(values.iter().copied().chain([0.0])) {
        let curves = [Curve { class: "worth", values: &values }];
        let plot = plots::curves(&axis, &curves, &[], &game.unit);
        text += &figure(("Lost per decision over time", "一手あたりの損失の推移"), &scrolled(&plot));
    }
    let columns = [("kind of mistake", "ミスの種類"), ("times", "回数"), ("lost", "損失")];
    if !game.mistakes.is_empty() {
        text += &format!(
            "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>{}</tr></thead><tbody>\n",
            heads(&columns)
        );
        for repeated in &game.mistakes {
            let _ = writeln!(
                text,
                "<tr><th scope=\"row\">{}</th><td class=\"num\">{}</td><td class=\"num\">{}</td></tr>",
                both(&repeated.kind.en, &repeated.kind.ja),
                repeated.count,
                amounts.plain(repeated.lost)
            );
        }
        text += "</tbody></table></div>\n";
    }
    text + "</section>\n"
}

//! Every kind of sentence, with its numbers computed again from the search's own.

use super::amounts::gap;
use super::*;
use crate::draft::{DraftMove, DraftStep};
use crate::stats::Z95;
use yomi_core::{Basis, Bound, Choice, Rng, Text};

const CARDS: Stakes = Stakes::Counted { points: 10, unit: Text::new("cards", "枚") };
const WIN: (f64, f64) = (0.0, 1.0);

fn candidate(name: &str, visits: u64, mean: f64, bound: Bound) -> DraftMove {
    DraftMove {
        typed: Sentence::same(name),
        label: Sentence::same(name),
        name: Sentence::same(name),
        visits,
        mean,
        se: 0.0,
        tries: visits as f64,
        bound,
        share: None,
        score: None,
        searched: None,
    }
}

fn draft(basis: Basis, depth: u32, nodes: u64, moves: &[(u64, f64, Bound)]) -> Draft {
    let candidates = moves.iter().enumerate();
    Draft {
        basis,
        choice: Choice::Value,
        candidates: candidates
            .map(|(i, &(n, mean, bound))| candidate(&format!("m{i}"), n, mean, bound))
            .collect(),
        line: Vec::new(),
        iterations: nodes,
        nodes,
        worlds: 0,
        bytes: 0,
        depth,
        passes: 0,
        chance: None,
    }
}

fn said(stakes: Stakes, draft: &Draft) -> String {
    headline(stakes, WIN, draft).en
}

fn versus(stakes: Stakes, draft: &Draft) -> Sentence {
    comparison(stakes, draft).expect("there is something to compare").0
}

/// The numbers that stand in a text, in their order.
fn numbers(text: &str) -> Vec<f64> {
    let words = text.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-' || c == '+'));
    words.filter_map(|word| word.trim_end_matches('.').parse().ok()).collect()
}

/// A move that was not searched to the end is neither won nor lost, and the others are not lost because of it.
#[test]
fn what_was_not_searched_is_not_proven() {
    let unknown = (0, 0.0, Bound::Sampled);
    let computed = |moves: &[_]| said(Stakes::Win, &draft(Basis::Computed, 3, 50, moves));
    assert_eq!(
        computed(&[unknown, unknown]),
        "No move was searched to the end within the limit; m0 is the first of them."
    );
    let lost = (9, 0.0, Bound::Proven);
    assert_eq!(
        computed(&[lost, unknown]),
        "m0 loses against best play; other moves were not searched to the end."
    );
    assert!(computed(&[lost, lost]).starts_with("Every move loses against best play"));
    assert!(computed(&[lost, (9, 0.0, Bound::AtMost)]).starts_with("Every move loses against best play"));
    assert_eq!(computed(&[(9, 1.0, Bound::Proven), unknown]), "m0 wins by force, in at most 3 moves.");
    assert_eq!(computed(&[(9, 0.5, Bound::Proven), lost]), "m0 draws against best play.");
    let at_once = draft(Basis::Computed, 1, 9, &[(9, 1.0, Bound::Proven), lost]);
    assert_eq!(said(Stakes::Win, &at_once), "m0 wins at once.");
    let rule = draft(Basis::Rule, 0, 0, &[unknown, unknown]);
    assert_eq!(said(Stakes::Win, &rule), "m0 is what the rule of thumb says; nothing was searched.");
    let drawn = draft(Basis::Chance, 0, 0, &[unknown, unknown]);
    assert_eq!(said(Stakes::Win, &drawn), "m0 was drawn at random, which says nothing about the position.");
    let stopped = draft(Basis::Computed, 3, 50, &[(9, 0.5, Bound::Judged), unknown]);
    assert_eq!((comparison(Stakes::Win, &stopped), stopped.lead(Stakes::Win)), (None, None));
}

/// Only a strategy that was computed before has probabilities, and only who looks ahead has a depth.
#[test]
fn a_headline_says_what_is_true_of_the_agent() {
    let moves = [(1, 0.5, Bound::Judged), (1, 0.5, Bound::Judged)];
    let mut drawn = draft(Basis::Computed, 0, 0, &moves);
    drawn.choice = Choice::Drawn;
    drawn.candidates[0].share = Some(0.9);
    assert_eq!(
        said(Stakes::Chips, &drawn),
        "m0 is worth +0.500 chips; the computed strategy plays it 90.0% of the time here."
    );
    assert_eq!(
        said(Stakes::Chips, &draft(Basis::Computed, 4, 1000, &moves)),
        "Looking 4 moves ahead, m0 is worth +0.500 chips."
    );
    let judged = draft(Basis::Computed, 1, 10, &[(3, 12.4, Bound::Judged), (0, 0.0, Bound::Sampled)]);
    assert_eq!(said(Stakes::Score, &judged), "Looking 1 move ahead, m0 leads to a position judged 12.");
    assert_eq!(said(CARDS, &judged), "m0 is judged to bring 1.24 cards in all.");
    let exact = draft(Basis::Computed, 1, 10, &[(3, 12.4, Bound::Exact)]);
    assert_eq!(headline(CARDS, (0.0, 99.0), &exact).ja, "m0 なら通算 1.24 枚になります。");
    assert_eq!(
        said(Stakes::Win, &draft(Basis::Computed, 2, 9, &moves)),
        "Looking 2 moves ahead, m0 leads to a position judged 0.500 (0 lost, 1 won)."
    );
}

/// A line is only called the best one found if no other line that was found ends higher.
#[test]
fn the_best_line_is_the_best() {
    for other in [0.0, 30.0, 31.0, 32.0] {
        let moves = [(7, 31.0, Bound::AtLeast), (1, other, Bound::AtLeast)];
        let found = draft(Basis::Computed, 5, 7, &moves);
        let (headline, second) = (said(Stakes::Score, &found), versus(Stakes::Score, &found).en);
        assert_eq!(headline.contains("best line"), other <= 31.0, "{headline}");
        assert_eq!(*numbers(&headline).last().unwrap(), 31.0, "{headline}");
        match other {
            32.0 => assert_eq!(
                second,
                "The line from m1 ends higher, at 32; m0 was ahead where the search compared them."
            ),
            31.0 => assert_eq!(second, "A line that is just as good begins with m1."),
            _ => assert_eq!(second, format!("The best line found that begins with m1 brings {other:.0}.")),
        }
    }
    let untried = draft(Basis::Computed, 0, 7, &[(7, 31.0, Bound::AtLeast), (0, 0.0, Bound::Sampled)]);
    assert_eq!(said(Stakes::Score, &untried), "m0 begins the best line found: a score of 31.");
}

/// Rates, intervals and tries of sampled moves are those of the search, in every unit and both languages.
#[test]
fn sampled_figures_are_the_searchs() {
    let mut rng = Rng::new(5);
    for _ in 0..200 {
        let mean = rng.below(1000) as f64 / 1000.0;
        let visits = 1 + u64::from(rng.below(500));
        let mut sampled = draft(Basis::Sampled, 0, visits + 3, &[(visits, mean, Bound::Sampled)]);
        sampled.candidates[0].se = 0.03;
        for (stakes, unit, digit) in [
            (Stakes::Win, 100.0, 0.1),
            (Stakes::Chips, 1.0, 0.001),
            (Stakes::Score, 1.0, 0.1),
            (CARDS, 0.1, 0.01),
        ] {
            let told = headline(stakes, WIN, &sampled);
            let (lo, hi) = sampled.candidates[0].interval(stakes, WIN);
            let expected = [mean * unit, lo.unwrap() * unit, hi.unwrap() * unit];
            let english: Vec<f64> = numbers(told.en.trim_start_matches("m0"));
            let [value, level, from, to, tries, all] = english[..] else { panic!("{}", told.en) };
            assert_eq!((level, tries, all), (95.0, visits as f64, (visits + 3) as f64), "{}", told.en);
            for (said, expected) in [value, from, to].into_iter().zip(expected) {
                assert!((said - expected).abs() <= 0.501 * digit, "{}: {expected}", told.en);
            }
            let mut japanese = numbers(told.ja.trim_start_matches("m0"));
            japanese[4..].reverse();
            assert_eq!(english, japanese, "{}", told.ja);
        }
    }
}

/// The second sentence: its size is the difference of the two values, and it is called level exactly when the
/// difference is within the margin of error.
#[test]
fn differences_are_what_they_are_said_to_be() {
    let mut rng = Rng::new(6);
    let (mut level, mut ahead, mut behind) = (0, 0, 0);
    for _ in 0..300 {
        let [a, b] = [0; 2].map(|_: i32| f64::from(rng.below(1000)) / 1000.0);
        let moves = [(50, a, Bound::Sampled), (40, b, Bound::Sampled)];
        let mut sampled = draft(Basis::Sampled, 0, 90, &moves);
        sampled.candidates[0].se = f64::from(rng.below(200)) / 1000.0;
        sampled.candidates[1].se = f64::from(rng.below(200)) / 1000.0;
        let margin = Z95 * sampled.candidates[0].se.hypot(sampled.candidates[1].se);
        let told = versus(Stakes::Win, &sampled);
        if a < b {
            behind += 1;
            assert_eq!(told.en.contains("within the margin"), b - a <= margin, "{}", told.en);
            assert!(told.en.starts_with("m1 has the better value"), "{}", told.en);
        } else if a - b <= margin {
            level += 1;
            assert!(told.en.starts_with("m1 is about as good") && told.ja.contains("互角"), "{}", told.en);
        } else {
            ahead += 1;
            let size = numbers(&told.en)[0];
            assert!((size - 100.0 * (a - b)).abs() < 0.0501, "{}", told.en);
            assert!(told.en.contains("percentage points better"), "{}", told.en);
            assert!(told.ja.ends_with("ポイント上です。"), "{}", told.ja);
        }
    }
    assert!(level > 20 && ahead > 20 && behind > 20, "{level} {ahead} {behind}");
}

/// Units: percentage points of win rates, chips, points and cards; an evaluation has none.
#[test]
fn differences_have_their_unit() {
    let of = |stakes, bound| {
        let two = draft(Basis::Computed, 2, 9, &[(5, 0.75, bound), (5, 0.25, bound)]);
        versus(stakes, &two)
    };
    assert_eq!(of(Stakes::Win, Bound::Judged).en, "That is judged 0.500 better than the second choice, m1.");
    assert_eq!(of(Stakes::Win, Bound::Judged).ja, "評価は次善の m1 より 0.500上です。");
    assert_eq!(
        of(Stakes::Win, Bound::Exact).en,
        "That is 50.0 percentage points better than the second choice, m1."
    );
    assert_eq!(
        of(Stakes::Chips, Bound::Judged).en,
        "That is judged 0.500 chips better than the second choice, m1."
    );
    assert_eq!(of(Stakes::Chips, Bound::Exact).ja, "次善の m1 より 0.500枚上です。");
    assert_eq!(of(Stakes::Score, Bound::Exact).en, "That is 0.5 points better than the second choice, m1.");
    assert_eq!(of(CARDS, Bound::Exact).en, "That is 0.05 cards better than the second choice, m1.");
    let close = draft(Basis::Computed, 0, 0, &[(5, -0.835, Bound::Judged), (5, -0.836, Bound::Judged)]);
    assert_eq!(versus(Stakes::Chips, &close).en, "m1 is just as good.");
    assert_eq!(versus(Stakes::Chips, &close).ja, "m1 もほぼ同じ値です。", "the table shows two values");
    // Also where they differ by less than a digit and are rounded apart.
    let apart = draft(Basis::Computed, 0, 0, &[(5, -0.8354, Bound::Judged), (5, -0.8356, Bound::Judged)]);
    assert_eq!(versus(Stakes::Chips, &apart).ja, "m1 もほぼ同じ値です。");
    let equal = draft(Basis::Computed, 0, 0, &[(5, -0.835, Bound::Judged), (5, -0.835, Bound::Judged)]);
    assert_eq!(versus(Stakes::Chips, &equal).ja, "m1 も同じ値です。");
    let chance = draft(Basis::Computed, 0, 0, &[(5, 0.7, Bound::Judged), (5, 0.5, Bound::Judged)]);
    let mut stated = chance;
    stated.candidates.iter_mut().for_each(|c| {
        c.searched = Some(crate::draft::Searched { mean: 0.5, ends: (None, None) });
    });
    let [best, second] = &stated.candidates[..] else { unreachable!() };
    assert_eq!(gap(Stakes::Win, best, second).en, "20.0 percentage points", "a stated chance is a rate");
}

/// What is known of the second move only as a bound is not told as a difference.
#[test]
fn bounds_are_told_as_bounds() {
    let of = |first, second| {
        versus(Stakes::Win, &draft(Basis::Computed, 3, 9, &[(5, 0.75, first), (5, 0.25, second)])).en
    };
    assert_eq!(of(Bound::Exact, Bound::AtMost), "The next, m1, is at least 50.0 percentage points worse.");
    assert_eq!(of(Bound::Judged, Bound::AtMost), "m1 is not better, as far as it was searched.");
    assert_eq!(of(Bound::Judged, Bound::JudgedAtMost), "m1 is not better, as far as it was searched.");
    assert_eq!(
        of(Bound::Exact, Bound::Judged),
        "m1 was valued in another way, so that the two cannot be compared."
    );
    let alone = draft(Basis::Computed, 3, 9, &[(5, 0.75, Bound::Exact)]);
    assert_eq!(versus(Stakes::Win, &alone).en, "It is the only legal move.");
}

/// A move with the lower value was kept for the reason that the search gives.
#[test]
fn what_was_kept_is_kept_for_its_reason() {
    let why = |choice, se: f64| {
        let mut two = draft(Basis::Sampled, 0, 90, &[(50, 0.4, Bound::Sampled), (40, 0.5, Bound::Sampled)]);
        two.choice = choice;
        two.candidates.iter_mut().for_each(|c| c.se = se);
        versus(Stakes::Win, &two).en
    };
    assert!(why(Choice::Drawn, 0.0).contains("can be exploited"));
    assert!(why(Choice::Score, 0.0).contains("with the agent's bonuses"));
    assert!(why(Choice::Quantile(0.1), 0.0).contains("when things go badly"));
    assert!(why(Choice::Favourite, 0.1).contains("the policy's own move, m0, is kept"));
    assert_eq!(why(Choice::Visits, 0.0), "m1 has a better mean so far, from 40 tries against 50 for m0.");
    assert!(why(Choice::Favourite, 0.0).ends_with("m0 was ahead where the search compared them."));
    assert!(why(Choice::Value, 0.1).contains("within the margin of error"));
}

/// A move is called the same in all sentences, in the words of each language and never as it is typed. Words read like
/// words: with a capital at the beginning, and in Japanese without spaces around them.
#[test]
fn moves_are_called_by_their_names() {
    let mut two = draft(Basis::Sampled, 0, 90, &[(50, 0.4, Bound::Sampled), (40, 0.5, Bound::Sampled)]);
    two.choice = Choice::Visits;
    for (name, said) in [("“go on”", "“Go on” wins 40.0%"), ("♠6", "♠6 wins 40.0%"), ("“", "“ wins 40.0%")]
    {
        two.candidates[0].name = Sentence::new(name, "");
        assert!(reasons(Stakes::Win, WIN, &two)[0].text.en.starts_with(said), "{name}");
    }
    let names = [("right", "右"), ("down", "下")];
    for (candidate, (en, ja)) in two.candidates.iter_mut().zip(names) {
        candidate.typed = Sentence::same(candidate.typed.en.to_uppercase());
        candidate.name = Sentence::new(en, ja);
    }
    let all = reasons(Stakes::Win, WIN, &two);
    assert!(all[0].text.en.starts_with("Right wins 40.0%"), "{}", all[0].text.en);
    assert!(all[0].text.ja.starts_with("右の勝率は 40.0%"), "{}", all[0].text.ja);
    let why = "Down has a better mean so far, from 40 tries against 50 for right.";
    assert_eq!(all[1].text.en, why);
    assert_eq!(all[1].text.ja, "下の平均の方が今は上ですが、試行は右の 50 回に対し 40 回です。");
    // The same sentence stands beside the lead, and what it is about is found by its notation.
    assert_eq!(two.lead(Stakes::Win).unwrap().why, Some(all[1].text.clone()));
    assert_eq!(all[1].about, [About::Move("M0".into()), About::Move("M1".into())]);
    let mut columns = draft(Basis::Computed, 3, 9, &[(9, 0.5, Bound::Proven), (9, 0.5, Bound::Proven)]);
    for (column, number) in columns.candidates.iter_mut().zip(["4", "5"]) {
        column.name = Sentence::new(format!("column {number}"), format!("{number}列目"));
    }
    let all: Vec<String> = reasons(Stakes::Win, WIN, &columns).into_iter().map(|r| r.text.en).collect();
    assert_eq!(all, ["Column 4 draws against best play.", "Column 5 is just as good."]);
    let all: Vec<String> = reasons(Stakes::Win, WIN, &columns).into_iter().map(|r| r.text.ja).collect();
    assert_eq!(all, ["4列目は最善を尽くし合うと引き分けです。", "5列目も同じ値です。"]);
}

/// The expected continuation is the search's line, cut where it gets long.
#[test]
fn the_line_is_the_searchs() {
    for n in [2, 8, 9, 30] {
        let mut with_line = draft(Basis::Sampled, 0, 9, &[(9, 0.5, Bound::Sampled)]);
        let step = |i| DraftStep {
            text: format!("x{i}"),
            label: Sentence::new(format!("go {i}"), format!("{i}へ")),
        };
        with_line.line = (0..n).map(step).collect();
        let all = reasons(Stakes::Win, WIN, &with_line);
        let told = &all.iter().find(|r| r.text.en.starts_with("Expected")).unwrap().text.en;
        let words: Vec<&str> = told.trim_start_matches("Expected continuation: ").split(" → ").collect();
        assert_eq!(words.last() == Some(&"…"), n > 8, "{told}");
        let shown = words.iter().filter(|word| **word != "…");
        assert!(shown.clone().zip(&with_line.line).all(|(said, step)| *said == step.label.en), "{told}");
        assert_eq!(shown.count(), n.min(8));
    }
}

/// Where a score of the agent's own decides, it is what is told first, and what the moves are compared by.
#[test]
fn a_score_that_decides_leads() {
    let mut rng = Rng::new(7);
    for _ in 0..100 {
        let [own, next] = [0; 2].map(|_: i32| f64::from(rng.below(2000)) / 10.0 - 100.0);
        let (own, next) = (own.max(next), own.min(next));
        let mut two = draft(Basis::Sampled, 1, 90, &[(50, 0.4, Bound::Sampled), (40, 0.7, Bound::Sampled)]);
        two.choice = Choice::Score;
        two.candidates.iter_mut().for_each(|c| c.se = 0.05);
        (two.candidates[0].score, two.candidates[1].score) = (Some(own), Some(next));
        let told = headline(Stakes::Win, WIN, &two);
        let first = |text: &str| numbers(text.trim_start_matches("m0"))[0];
        assert!((first(&told.en) - own).abs() < 0.0501 && first(&told.en) == first(&told.ja), "{}", told.en);
        let told = versus(Stakes::Win, &two);
        if own - next < 0.05 {
            assert_eq!(told.en, "The score of m1 is just as high.");
        } else {
            let said = numbers(told.en.split_once("m1").unwrap().1);
            assert!(
                (said[0] - next).abs() < 0.0501 && (said[1] - (own - next)).abs() < 0.0501,
                "{}",
                told.en
            );
        }
    }
}

/// What a person who watches a game is told of a move: the figure by its name, and none where nothing was searched.
#[test]
fn figures_of_moves_are_called_what_they_are() {
    let of = |stakes, bound| worth(stakes, &candidate("m", 3, 0.25, bound)).unwrap();
    assert_eq!(of(Stakes::Win, Bound::Sampled).en, "win rate 25.0%");
    assert_eq!(of(Stakes::Win, Bound::Judged).en, "judged 0.250");
    assert_eq!(of(Stakes::Win, Bound::Proven).ja, "値 0.250");
    assert_eq!(of(Stakes::Chips, Bound::Sampled).ja, "+0.250 枚");
    assert_eq!(of(Stakes::Score, Bound::AtLeast).en, "score 0.2");
    assert_eq!(of(CARDS, Bound::Judged).en, "0.03 cards");
    let mut scored = candidate("m", 3, 0.25, Bound::Sampled);
    scored.score = Some(12.34);
    assert_eq!(worth(Stakes::Win, &scored).unwrap().en, "score 12.3");
    assert_eq!(worth(Stakes::Win, &candidate("m", 0, 0.25, Bound::Sampled)), None);
}

#[test]
fn nothing_is_less_than_nothing() {
    let told = [0.0, -0.0, -0.0004, 0.0004, -0.0006, -1.0].map(|x| with_sign(x, 3));
    assert_eq!(told, ["+0.000", "+0.000", "+0.000", "+0.000", "-0.001", "-1.000"]);
}

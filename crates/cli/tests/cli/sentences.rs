//! Every sentence of advice, from every agent of every game, is true of the numbers that come with it.

use super::sentences_sevens;
use serde_json::Value;
use std::collections::BTreeSet;
use yomi::core::Rng;
use yomi::engine::wire::{Bound, Candidate};
use yomi::{Advice, Ask, Registry, Sentence, Session, Table};

/// What stands in the place of each `{}`.
pub fn captures<'t>(template: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let parts: Vec<&str> = template.split("{}").collect();
    let [first, middle @ .., last] = &parts[..] else { return (template == text).then(Vec::new) };
    let mut rest = text.strip_prefix(first)?;
    let mut found = Vec::new();
    for part in middle {
        let (value, after) = rest.split_once(part)?;
        found.push(value);
        rest = after;
    }
    found.push(rest.strip_suffix(last)?);
    Some(found)
}

/// Sentences call a move by its label, in quotation marks where that is a phrase.
fn is_called(said: &str, candidate: &Candidate) {
    let said = said.trim_start_matches('“').trim_end_matches('”');
    assert!(said.eq_ignore_ascii_case(&candidate.label.en), "{said}: {candidate:?}");
}

/// What is typed is in the table; sentences do not say it, in either language, unless it is the label itself.
fn is_in_words(text: &Sentence, candidates: &[Candidate]) {
    for Candidate { text: typed, text_ja, label, .. } in candidates {
        let both = [(&text.en, &label.en, typed), (&text.ja, &label.ja, text_ja.as_ref().unwrap_or(typed))];
        for (text, label, typed) in both {
            // Numbers and single letters stand for other things too.
            if typed.len() < 3 || label.contains(typed.as_str()) {
                continue;
            }
            let beside = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
            let found = text.match_indices(typed.as_str()).any(|(at, _)| {
                beside(text[..at].chars().next_back()) && beside(text[at + typed.len()..].chars().next())
            });
            assert!(!found, "{typed} in {text}");
        }
    }
}

/// A number with the digits that it is told with.
pub fn is_number(said: &str, value: f64) {
    let digits = said.split_once('.').map_or(0, |(_, digits)| digits.len() as i32);
    let told: f64 = said.parse().unwrap_or_else(|_| panic!("{said:?} is not a number"));
    assert!((told - value).abs() <= 0.5 * 10f64.powi(-digits) + 1e-9, "{said}: {value}");
}

/// The generic sentences; the game's own are others.
struct Told<'a> {
    advice: &'a Advice,
    best: &'a Candidate,
    second: Option<&'a Candidate>,
}

impl Told<'_> {
    fn value(candidate: &Candidate) -> f64 {
        candidate.value.expect("what is compared has a value")
    }

    /// In the figures of the text: percentages of win rates.
    fn scale(&self) -> f64 {
        if self.advice.unit == "win" { 100.0 } else { 1.0 }
    }

    fn lead(&self) -> f64 {
        Told::value(self.best) - Told::value(self.second.expect("two are compared"))
    }

    fn margin(&self) -> f64 {
        let se = |candidate: &Candidate| candidate.se.expect("sampled values have errors");
        1.96 * se(self.best).hypot(se(self.second.expect("two are compared")))
    }

    /// The kind of a sentence, after it was checked; nothing for one that is the game's own.
    fn check(&self, text: &str) -> Option<&'static str> {
        KINDS.iter().find_map(|(template, check)| {
            let found = captures(template, text)?;
            check(self, &found);
            Some(*template)
        })
    }

    fn sampled(&self, value: &str, ends: [&str; 2], tries: [&str; 2]) {
        assert_eq!(self.best.bound, Bound::Sampled);
        is_number(value, self.scale() * Told::value(self.best));
        is_number(ends[0], self.scale() * self.best.lo.unwrap());
        is_number(ends[1], self.scale() * self.best.hi.unwrap());
        assert_eq!(tries, [self.best.visits.to_string(), self.advice.iterations.to_string()]);
    }

    /// A difference with its unit.
    fn gap(&self, said: &str) {
        let (number, unit) = said.split_once(' ').unwrap_or((said, ""));
        let judged = self.best.bound == Bound::Judged && self.best.searched.is_none();
        let (expected, scale) = match self.advice.unit.as_str() {
            "win" if judged => ("", 1.0),
            "win" => ("percentage points", 100.0),
            unit => (unit, 1.0),
        };
        assert_eq!(unit, expected, "{said}");
        is_number(number, scale * self.lead());
    }

    fn ahead(&self, said: &str) {
        let depth = self.advice.depth;
        assert_eq!(said, format!("{depth} {}", if depth == 1 { "move" } else { "moves" }));
    }

    fn is_level(&self) {
        let least = match self.advice.unit.as_str() {
            "win" => 0.0005,
            "points" => 0.05,
            _ => 0.005,
        };
        assert!(self.lead().abs() <= least + 1e-9, "{}", self.lead());
    }
}

type Check = fn(&Told<'_>, &[&str]);

/// Every kind of sentence that the engine makes, with its check. The first that fits is the one.
const KINDS: &[(&str, Check)] = &[
    ("{} wins {}%{} (95% interval {}% to {}%), from {} of {} tries.", |told, f| {
        is_called(f[0], told.best);
        assert_eq!(f[2].is_empty(), told.advice.opponents.is_none(), "{}", f[2]);
        told.sampled(f[1], [f[3], f[4]], [f[5], f[6]]);
    }),
    (
        "{} has the highest score, {}, which decides; it wins {}% of its {} tries (95% interval {}% to {}%).",
        |told, f| {
            is_called(f[0], told.best);
            is_number(f[1], told.best.score.expect("the score that decided"));
            let others = told.advice.candidates.iter().filter_map(|c| c.score);
            assert!(others.into_iter().all(|score| score <= told.best.score.unwrap()));
            told.sampled(f[2], [f[4], f[5]], [f[3], &told.advice.iterations.to_string()]);
        },
    ),
    ("The second choice, {}, has a score of {}: {} less.", |told, f| {
        let second = told.second.unwrap();
        is_called(f[0], second);
        is_number(f[1], second.score.unwrap());
        is_number(f[2], told.best.score.unwrap() - second.score.unwrap());
        let others = told.advice.candidates[1..].iter().filter_map(|c| c.score);
        assert!(others.into_iter().all(|score| score <= second.score.unwrap()));
    }),
    ("The score of {} is just as high.", |told, f| {
        let second = told.second.unwrap();
        is_called(f[0], second);
        assert!((told.best.score.unwrap() - second.score.unwrap()).abs() < 0.05 + 1e-9);
    }),
    ("{} brings {} chips on average (95% interval {} to {}), from {} of {} tries.", |told, f| {
        is_called(f[0], told.best);
        told.sampled(f[1], [f[2], f[3]], [f[4], f[5]]);
    }),
    ("{} scores {} on average (95% interval {} to {}), from {} of {} tries.", |told, f| {
        is_called(f[0], told.best);
        told.sampled(f[1], [f[2], f[3]], [f[4], f[5]]);
    }),
    ("{} brings {} cards in all on average (95% interval {} to {}), from {} of {} tries.", |told, f| {
        is_called(f[0], told.best);
        told.sampled(f[1], [f[2], f[3]], [f[4], f[5]]);
    }),
    ("{} is judged to bring {} cards in all.", |told, f| {
        is_called(f[0], told.best);
        assert_eq!(told.best.bound, Bound::Judged);
        is_number(f[1], Told::value(told.best));
    }),
    ("{} brings {} cards in all.", |told, f| {
        is_called(f[0], told.best);
        is_number(f[1], Told::value(told.best));
    }),
    ("{} is worth {} chips; the computed strategy plays it {}% of the time here.", |told, f| {
        is_called(f[0], told.best);
        is_number(f[1], Told::value(told.best));
        is_number(f[2], 100.0 * told.best.share);
    }),
    (
        "Looking {} ahead, {} leads to a position judged {} (0 lost, 1 won): {} that wins {}%, a draw counted half.",
        |told, f| {
            told.ahead(f[0]);
            is_called(f[1], told.best);
            is_number(f[2], told.best.searched.expect("the search's own value"));
            is_number(f[4], 100.0 * Told::value(told.best));
        },
    ),
    ("Looking {} ahead, {} leads to a position judged {} (0 lost, 1 won).", |told, f| {
        told.ahead(f[0]);
        is_called(f[1], told.best);
        is_number(f[2], Told::value(told.best));
    }),
    (
        "Looking {} ahead and going on greedily from there, {} begins the best line found: a score of {}.",
        |told, f| {
            told.ahead(f[0]);
            is_called(f[1], told.best);
            assert!(told.advice.line.len() > told.advice.depth as usize);
            let others = told.advice.candidates.iter().filter_map(|c| c.value);
            assert!(others.into_iter().all(|value| value <= Told::value(told.best)), "{f:?}");
            is_number(f[2], Told::value(told.best));
        },
    ),
    ("{} begins the best line found: a score of {}.", |told, f| {
        assert!(told.advice.depth == 0 || told.advice.line.len() <= told.advice.depth as usize, "{f:?}");
        let others = told.advice.candidates.iter().filter_map(|c| c.value);
        assert!(others.into_iter().all(|value| value <= Told::value(told.best)), "{f:?}");
        is_number(f[1], Told::value(told.best));
    }),
    ("{} begins a line that scores {}.", |told, f| {
        is_number(f[1], Told::value(told.best));
    }),
    ("{} leads to a position judged {}.", |told, f| {
        assert_eq!(told.best.bound, Bound::Judged);
        is_number(f[1], Told::value(told.best));
    }),
    ("{} wins at once.", |told, f| {
        is_called(f[0], told.best);
        assert_eq!((Told::value(told.best), told.advice.depth), (told.advice.bounds[1], 1));
    }),
    ("{} wins by force, in at most {} {}.", |told, f| {
        is_called(f[0], told.best);
        assert_eq!(Told::value(told.best), told.advice.bounds[1]);
        told.ahead(&format!("{} {}", f[1], f[2]));
    }),
    ("{} draws against best play.", |told, f| {
        is_called(f[0], told.best);
        assert_eq!(Told::value(told.best), (told.advice.bounds[0] + told.advice.bounds[1]) / 2.0);
    }),
    ("Every move loses against best play; {} is the choice among them.", |told, f| {
        is_called(f[0], told.best);
        let [lost, _] = told.advice.bounds;
        assert!(told.advice.candidates.iter().all(|c| c.value.is_some_and(|value| value <= lost)));
    }),
    ("{} loses against best play; other moves were not searched to the end.", |told, f| {
        is_called(f[0], told.best);
        assert_eq!(Told::value(told.best), told.advice.bounds[0]);
    }),
    ("{} was drawn at random, which says nothing about the position.", |told, f| is_called(f[0], told.best)),
    ("{} is what the rule of thumb says; nothing was searched.", |told, f| {
        is_called(f[0], told.best);
        assert_eq!(told.best.visits, 0);
    }),
    ("No move was searched to the end within the limit; {} is the first of them.", |told, f| {
        is_called(f[0], told.best);
        assert!(told.advice.candidates.iter().all(|c| c.visits == 0));
    }),
    (
        "By their play so far, the opponents are strong players with probability {}%, casual ones with {}%, random ones with {}%; the win rate is the mean over these.",
        |told, f| {
            let odds: Vec<f64> = told.advice.opponents_odds.values().copied().collect();
            assert!((odds.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            f.iter().zip(odds).for_each(|(said, odds)| is_number(said, 100.0 * odds));
        },
    ),
    ("It is the only legal move.", |told, _| assert_eq!(told.advice.candidates.len(), 1)),
    ("{} is about as good: the difference is within the margin of error.", |told, f| {
        is_called(f[0], told.second.unwrap());
        assert!((0.0..=told.margin() + 1e-6).contains(&told.lead()), "{} {}", told.lead(), told.margin());
    }),
    ("So far that is {} better than the second choice, {}.", |told, f| {
        is_called(f[1], told.second.unwrap());
        assert!(told.lead() >= told.margin() - 1e-6, "{} {}", told.lead(), told.margin());
        told.gap(f[0]);
    }),
    ("That is judged {} better than the second choice, {}.", |told, f| {
        is_called(f[1], told.second.unwrap());
        assert_eq!(told.best.bound, Bound::Judged);
        told.gap(f[0]);
    }),
    ("That is {} better than the second choice, {}.", |told, f| {
        is_called(f[1], told.second.unwrap());
        told.gap(f[0]);
    }),
    ("A line that is just as good begins with {}.", |told, f| {
        is_called(f[0], told.second.unwrap());
        assert_eq!(told.lead(), 0.0);
    }),
    ("{} is just as good.", |told, f| {
        is_called(f[0], told.second.unwrap());
        told.is_level();
    }),
    ("The best line found that begins with {} brings {}.", |told, f| {
        is_called(f[0], told.second.unwrap());
        is_number(f[1], Told::value(told.second.unwrap()));
        assert!(told.lead() > 0.0);
    }),
    ("The line from {} ends higher, at {}; {} was ahead where the search compared them.", |told, f| {
        is_called(f[0], told.second.unwrap());
        is_number(f[1], Told::value(told.second.unwrap()));
        is_called(f[2], told.best);
        assert!(told.lead() < 0.0);
    }),
    ("The next, {}, is at least {} worse.", |told, f| {
        is_called(f[0], told.second.unwrap());
        assert_eq!(told.second.unwrap().bound, Bound::AtMost);
        told.gap(f[1]);
    }),
    ("{} is not better, as far as it was searched.", |told, f| {
        is_called(f[0], told.second.unwrap());
        assert!(told.second.unwrap().hi.is_some_and(|most| most <= Told::value(told.best) + 1e-9));
    }),
    ("{} was valued in another way, so that the two cannot be compared.", |told, f| {
        is_called(f[0], told.second.unwrap());
        assert_ne!(told.best.bound, told.second.unwrap().bound);
    }),
    ("{} has the better value; a partner of this level plays {} more often.", |told, f| {
        let second = told.second.unwrap();
        is_called(f[0], second);
        is_called(f[1], told.best);
        assert!(told.lead() < 0.0 && told.best.share >= second.share);
    }),
    ("{} has a better mean so far, from {} tries against {} for {}.", |told, f| {
        is_called(f[0], told.second.unwrap());
        assert_eq!(
            (f[1], f[2]),
            (told.second.unwrap().visits.to_string().as_str(), told.best.visits.to_string().as_str())
        );
        assert!(told.lead() < 0.0);
    }),
    ("{} has the better value, but the difference is within the margin of error.", |told, _| {
        assert!(told.lead() < 0.0 && -told.lead() <= told.margin() + 1e-6);
    }),
    (
        "{} looks better, but not by more than the margin of error, so the policy's own move, {}, is kept.",
        |told, f| {
            is_called(f[1], told.best);
            assert!(told.lead() < 0.0 && -told.lead() <= told.margin() + 1e-6);
        },
    ),
    ("{} has the better value; {} was ahead where the search compared them.", |told, _| {
        assert!(told.lead() < 0.0)
    }),
    ("{} has the better value, but {} has the better score with the agent's bonuses.", |told, _| {
        assert!(told.lead() < 0.0)
    }),
    ("{} has the better mean, but {} does better when things go badly.", |told, _| {
        assert!(told.lead() < 0.0)
    }),
    ("{} is worth more by itself, but a strategy that always plays it can be exploited.", |told, _| {
        assert!(told.lead() < 0.0)
    }),
    ("Expected continuation: {}", |told, f| {
        let words: Vec<&str> = f[0].split(" → ").collect();
        let cut = words.last() == Some(&"…");
        let shown = &words[..words.len() - usize::from(cut)];
        // The labels of the others' moves are not known here.
        is_called(shown[0], told.advice.candidates.iter().find(|c| c.text == told.advice.line[0]).unwrap());
        assert_eq!(cut, told.advice.line.len() > shown.len());
    }),
];

/// The sentences of Connect Four and the mazes, checked by playing.
struct Own<'a> {
    table: &'a dyn Table,
    seed: u64,
    moves: &'a [String],
    advice: &'a Advice,
}

impl Own<'_> {
    /// The game after more moves.
    fn after<'m>(&self, more: impl IntoIterator<Item = &'m str>) -> Box<dyn Session> {
        let mut session = self.table.session(self.seed, &vec![None; self.table.players()], None).unwrap();
        self.moves.iter().for_each(|word| session.submit(word).unwrap());
        more.into_iter().for_each(|word| session.submit(word).unwrap());
        session
    }

    fn view(&self, session: &dyn Session, seat: usize) -> Value {
        session.position(yomi::core::Player::new(seat)).json()
    }

    fn column(text: &str) -> &str {
        text.rsplit(' ').next().unwrap()
    }

    fn check(&self, text: &str) -> Option<&'static str> {
        let chosen = self.advice.chosen.as_str();
        let seat = self.after([]).next().unwrap().index();
        let lost_to = |moves: &[&str]| {
            let session = self.after(moves.iter().copied());
            session.next().is_none() && session.payoffs()[seat] == 0.0
        };
        if let Some(f) = captures("Column {} completes four in a row.", text) {
            assert_eq!(f[0], chosen);
            let session = self.after([chosen]);
            assert_eq!((session.next(), session.payoffs()[seat]), (None, 1.0));
            return Some("four");
        }
        if let Some(f) = captures("Column {} stops the opponent's four in a row.", text) {
            assert_eq!(f[0], chosen);
            // After any other move the opponent wins in this column.
            let others = self.advice.candidates.iter().filter(|c| c.text != chosen).map(|c| c.text.as_str());
            for other in others {
                let session = self.after([other]);
                assert!(session.next().is_none() || lost_to(&[other, chosen]), "{other} {chosen}");
            }
            return Some("stops");
        }
        if let Some(f) = captures("The opponent can still win with {}.", text) {
            assert!(lost_to(&[chosen, Own::column(f[0])]));
            return Some("still");
        }
        if let Some(f) = captures("After {}, the opponent wins at once with {}.", text) {
            let reply = Own::column(f[1]);
            let list = f[0].split_once(' ').unwrap().1;
            assert!(list.split(", ").all(|column| lost_to(&[column, reply])), "{text}");
            return Some("loses");
        }
        if let Some(f) = captures("The line collects {} = {} points in {} of the {} moves left.", text) {
            let mut scores = vec![self.score(&[])];
            for steps in 1..=self.advice.line.len() {
                let line: Vec<&str> = self.advice.line[..steps].iter().map(String::as_str).collect();
                scores.push(self.score(&line));
            }
            let points: Vec<u64> = scores.windows(2).map(|pair| pair[1] - pair[0]).collect();
            let listed: Vec<&str> = f[0].split(" + ").filter(|word| *word != "…").collect();
            assert!(listed.iter().zip(&points).all(|(said, points)| **said == points.to_string()), "{text}");
            assert_eq!(f[1], points.iter().sum::<u64>().to_string());
            assert_eq!(f[2], points.len().to_string());
            let view = self.view(self.after([]).as_ref(), 0);
            let left = view["turns"].as_u64().unwrap() - view["turn"].as_u64().unwrap();
            assert_eq!(f[3], left.to_string());
            return Some("collects");
        }
        if let Some(f) = captures("It collects {} points at once; {} moves are left.", text) {
            let view = self.view(self.after([]).as_ref(), 0);
            assert_eq!(f[0], (self.score(&[chosen]) - self.score(&[])).to_string());
            assert_eq!(f[1], (view["turns"].as_u64().unwrap() - view["turn"].as_u64().unwrap()).to_string());
            return Some("at once");
        }
        if let Some(f) = captures("It collects {} points: {} to {}.", text) {
            let scores = |session: &dyn Session| -> [u64; 2] {
                let view = self.view(session, seat);
                [seat, 1 - seat].map(|seat| view["scores"][seat].as_u64().unwrap())
            };
            let (before, after) = (scores(self.after([]).as_ref()), scores(self.after([chosen]).as_ref()));
            assert_eq!(f, [after[0] - before[0], after[0], after[1]].map(|n| n.to_string()));
            return Some("lead");
        }
        if let Some(f) =
            captures("The score is {} to {}; the opponent chooses at the same time, unseen.", text)
        {
            let view = self.view(self.after([]).as_ref(), seat);
            let score = |seat: usize| view["position"]["scores"][seat].to_string();
            assert_eq!(f, [score(seat), score(1 - seat)]);
            return Some("standing");
        }
        if let Some(f) = captures("From these cells the characters collect {} points in {} steps.", text) {
            let session = self.after(self.advice.line.iter().map(String::as_str));
            assert_eq!((session.next(), f[0].parse().ok()), (None, Some(session.payoffs()[0])));
            assert_eq!(f[1], self.view(self.after([]).as_ref(), 0)["turns"].to_string());
            return Some("placed");
        }
        None
    }

    /// The line that pays at least the stated value is the line that is shown.
    fn pays(&self, best: &Candidate) {
        if best.bound == Bound::AtLeast {
            let session = self.after(self.advice.line.iter().map(String::as_str));
            assert_eq!((session.next(), best.value), (None, Some(session.payoffs()[0])), "{:?}", self.advice);
        }
    }

    fn score(&self, more: &[&str]) -> u64 {
        self.view(self.after(more.iter().copied()).as_ref(), 0)["score"].as_u64().unwrap()
    }
}

/// Games whose own sentences are checked here; the others have tests beside them.
const OWN: [&str; 7] =
    ["connect-four", "maze", "walled-maze", "auto-maze", "alternating-maze", "simultaneous-maze", "sevens"];

#[test]
fn every_sentence_is_true_of_its_numbers() {
    let registry = Registry::standard();
    let (mut kinds, mut own_kinds) = (BTreeSet::new(), BTreeSet::new());
    for game in registry.games() {
        let small = match game.name() {
            "maze" => vec![("size".to_string(), "5x5".to_string()), ("turns".to_string(), "12".to_string())],
            _ => Vec::new(),
        };
        let table = game.open(&small).unwrap();
        let agents: Vec<&str> =
            game.agents().iter().filter(|a| !a.cheats && a.name != "exec").map(|a| a.name).collect();
        for (number, agent) in agents.iter().enumerate() {
            for seed in 0..4 {
                let mut rng = Rng::new(seed + 10 * number as u64);
                let mut session = table.session(seed, &vec![None; table.players()], None).unwrap();
                let mut moves = Vec::new();
                for _ in 0..seed * 4 {
                    let Some(seat) = session.next() else { break };
                    let legal = session.position(seat).legal();
                    let chosen = legal[rng.below(legal.len() as u32) as usize].text.clone();
                    session.submit(&chosen).unwrap();
                    moves.push(chosen);
                }
                let Some(seat) = session.next() else { continue };
                let ask = Ask::new(agent).unwrap().limit("200it").unwrap();
                let advice = session.position(seat).advise(&ask, &mut ()).unwrap();
                let view = session.position(seat).json();
                let [best, rest @ ..] = &advice.candidates[..] else { unreachable!() };
                let told = Told { advice: &advice, best, second: rest.first() };
                let own = Own { table: table.as_ref(), seed, moves: &moves, advice: &advice };
                own.pays(best);
                for reason in &advice.reasons {
                    let text = &reason.text.en;
                    is_in_words(&reason.text, &advice.candidates);
                    let about = || format!("{} {agent} seed {seed} {moves:?}: {text}", game.name());
                    let checked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                        told.check(text).map(|kind| (kind, true)).or_else(|| {
                            if game.name() == "sevens" {
                                let table = sentences_sevens::Table { view: &view, advice: &advice };
                                return table.check(text).map(|kind| (kind, false));
                            }
                            let is_own = OWN.contains(&game.name());
                            is_own.then(|| own.check(text)).flatten().map(|kind| (kind, false))
                        })
                    }));
                    match checked.unwrap_or_else(|_| panic!("not true: {}", about())) {
                        Some((kind, true)) => drop(kinds.insert(kind)),
                        Some((kind, false)) => drop(own_kinds.insert(kind)),
                        None => assert!(!OWN.contains(&game.name()), "nothing checks {}", about()),
                    }
                }
            }
        }
    }
    assert!(kinds.len() >= 18, "{kinds:#?}");
    assert!(own_kinds.len() >= 20, "{own_kinds:?}");
}

/// The most tried move is recommended in Duel. Where another one has the better figure it is said why, beside the figures
/// and among the reasons.
#[test]
fn a_first_row_with_a_lower_figure_is_explained() {
    let registry = Registry::standard();
    let table = registry.find("duel").unwrap().open(&[]).unwrap();
    let ask = Ask::new("best").unwrap().limit("400it").unwrap();
    let mut lower = 0;
    for seed in 0..24 {
        let mut rng = Rng::new(seed);
        let mut session = table.session(seed, &[None, None], None).unwrap();
        for _ in 0..3 * (seed % 12) {
            let Some(seat) = session.next() else { break };
            let legal = session.position(seat).legal();
            session.submit(&legal[rng.below(legal.len() as u32) as usize].text).unwrap();
        }
        let Some(seat) = session.next() else { continue };
        let advice = session.position(seat).advise(&ask, &mut ()).unwrap();
        let [best, rest @ ..] = &advice.candidates[..] else { unreachable!() };
        let better = rest.iter().any(|other| other.value > best.value && best.value.is_some());
        let why = advice.lead.as_ref().and_then(|lead| lead.why.as_ref());
        assert_eq!(better, why.is_some(), "seed {seed}: {:?}", advice.candidates);
        if let Some(why) = why {
            assert!(advice.reasons.iter().any(|reason| reason.text == *why), "{:?}", advice.reasons);
            assert!(why.en.contains(&best.label.en) && why.ja.contains("試行"), "{why:?}");
            lower += 1;
        }
    }
    assert!(lower > 0, "no such position was tried");
}

/// However early a search is cut short, the score that is stated is what the line shown collects.
#[test]
fn a_stated_score_is_what_its_line_pays() {
    let registry = Registry::standard();
    for game in ["maze", "walled-maze", "auto-maze"] {
        let small = match game {
            "maze" => vec![("size".to_string(), "5x5".to_string()), ("turns".to_string(), "12".to_string())],
            _ => Vec::new(),
        };
        let table = registry.find(game).unwrap().open(&small).unwrap();
        for agent in registry.find(game).unwrap().agents().iter().filter(|agent| agent.name != "exec") {
            for (seed, limit) in [(0, "1it"), (1, "2it"), (2, "7it"), (3, "30it"), (0, "7it")] {
                let session = table.session(seed, &[None], None).unwrap();
                let ask = Ask::new(agent.name).unwrap().limit(limit).unwrap();
                let advice = session.position(session.next().unwrap()).advise(&ask, &mut ()).unwrap();
                Own { table: table.as_ref(), seed, moves: &[], advice: &advice }.pays(&advice.candidates[0]);
            }
        }
    }
}

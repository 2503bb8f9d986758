//! Partners of every game that has them: honest, as strong as they should be at the top, and never absurd.

use std::collections::BTreeMap;
use yomi::engine::agent::AgentText;
use yomi::engine::audit::{Request, Verdict};
use yomi::engine::partner::{Outcome, Scale, Seats};
use yomi::engine::stats::Z95;
use yomi::engine::wire::{Bound, Candidate, Choice};
use yomi::{Advice, Ask, Game, Position, Registry, Session};
use yomi_core::{Player, Rng};

const LEVELS: [(&str, usize); 7] = [
    ("connect-four", 9),
    ("sevens", 4),
    ("duel", 5),
    ("alternating-maze", 2),
    ("simultaneous-maze", 2),
    ("kuhn", 2),
    ("leduc", 2),
];

fn games(registry: &Registry) -> Vec<&dyn Game> {
    LEVELS.iter().map(|(name, _)| registry.find(name).unwrap()).collect()
}

fn agent(text: &str) -> AgentText {
    AgentText::parse(text).unwrap()
}

fn ask(position: &dyn Position, agent: &str, seed: u64) -> Advice {
    position.advise(&Ask { seed, ..Ask::new(agent).unwrap() }, &mut ()).unwrap()
}

/// Positions of a game between random players, each of the seat to move.
fn positions(game: &dyn Game, seed: u64) -> Vec<Box<dyn Position>> {
    let table = game.open(&[]).unwrap();
    let nobody = vec![None; table.players()];
    let mut session: Box<dyn Session> = table.session(seed, &nobody, None).unwrap();
    let (mut rng, mut found) = (Rng::new(seed), Vec::new());
    while let Some(seat) = session.next() {
        let position = session.position(seat);
        let legal = position.legal();
        let chosen = &legal[rng.below(legal.len() as u32) as usize].text;
        session.submit(chosen).unwrap();
        found.push(position);
    }
    found
}

#[test]
fn every_game_of_two_or_more_seats_has_levels_that_rise_to_best() {
    let registry = Registry::standard();
    let with: Vec<&str> =
        registry.games().iter().filter(|game| game.ladder().is_some()).map(|game| game.name()).collect();
    let several = registry.games().iter().filter(|game| game.open(&[]).unwrap().players() > 1);
    let expected: Vec<&str> = several.map(|game| game.name()).collect();
    assert_eq!(with, expected);
    for (name, least) in LEVELS {
        let ladder = registry.find(name).unwrap().ladder().unwrap();
        let levels = ladder.levels();
        assert!(levels >= least, "{name}: {levels}");
        assert_eq!(ladder.rating(levels), 0.0, "{name}");
        // 56 points are 58% of the games between two.
        let step = if ladder.scale == Scale::Elo { 56.0 } else { 0.0 };
        for level in 2..=levels {
            let above = ladder.rating(level) - ladder.rating(level - 1);
            assert!(above > step, "{name}: level {level} is {above} above the one below");
        }
    }
}

#[test]
fn the_highest_level_is_best_and_a_longer_limit_changes_nothing() {
    let registry = Registry::standard();
    for game in games(&registry) {
        let levels = game.ladder().unwrap().levels();
        let said = |position: &dyn Position, agent: &str| {
            let Advice { chosen, candidates, iterations, nodes, .. } = ask(position, agent, 5);
            // What `best` states may be a chance that was fitted to what it searched.
            let of = |c: &Candidate| (c.text.clone(), c.searched.or(c.value), c.visits);
            (chosen, candidates.iter().map(of).collect::<Vec<_>>(), iterations, nodes)
        };
        let position = positions(game, 3).swap_remove(2);
        let best = said(position.as_ref(), "best");
        assert_eq!(said(position.as_ref(), &format!("partner(level={levels})")), best, "{}", game.name());
        let longer = format!("partner(level={levels},limit=9000000it)");
        assert_eq!(said(position.as_ref(), &longer), best, "{}", game.name());
    }
}

/// What the move is worth that the search itself prefers: of those tried most, or the best that was computed.
fn preferred(advice: &Advice) -> f64 {
    let tried = advice.candidates.iter().map(|c| c.visits).max().unwrap_or(0);
    let sampled = advice.candidates.iter().filter(|c| c.bound == Bound::Sampled && c.visits == tried);
    let sampled = sampled.filter_map(|c| c.value).reduce(f64::min);
    let best = || advice.candidates.iter().filter_map(|c| c.value).fold(f64::NEG_INFINITY, f64::max);
    sampled.unwrap_or_else(best)
}

/// Drawn moves, and the most that each game's levels may give away, by the search's own values.
#[test]
fn no_level_plays_what_its_search_sees_as_far_worse() {
    let registry = Registry::standard();
    for game in games(&registry) {
        let name = game.name();
        let ladder = game.ladder().unwrap();
        let mut drawn = 0;
        for (seed, position) in positions(game, 7).iter().enumerate().step_by(2) {
            for level in 1..ladder.levels() {
                let gives = ladder.rungs[level - 1].manner.gives;
                let advice = ask(position.as_ref(), &format!("partner(level={level})"), seed as u64);
                if advice.choice != Choice::Level {
                    continue;
                }
                let played: Vec<&Candidate> = advice.candidates.iter().filter(|c| c.share > 0.0).collect();
                let best = preferred(&advice);
                for candidate in &played {
                    let value = candidate.value.unwrap_or_else(|| panic!("{name}: {candidate:?}"));
                    // An equilibrium has shares of its own: hardly any of moves that lose much.
                    let slight = ladder.scale != Scale::Elo && candidate.share < 0.01;
                    assert!(value >= best - gives - 1e-9 || slight, "{name} {level}: {candidate:?} {best}");
                }
                drawn += usize::from(played.len() > 1);
            }
        }
        assert!(drawn > 0, "{name}: nothing was drawn");
    }
}

#[test]
fn the_same_seed_draws_the_same_move_and_others_draw_others() {
    let registry = Registry::standard();
    for game in games(&registry) {
        let table = game.open(&[]).unwrap();
        let partners = vec![Some(agent("partner(level=1)")); table.players()];
        let play = |deal: u64| {
            let mut session = table.session(deal, &partners, None).unwrap();
            while session.next().is_some() {
                session.let_agent_move(&mut ()).unwrap();
            }
            session.record().moves
        };
        assert_eq!(play(4), play(4), "{}", game.name());
        assert!((0..8).any(|seed| play(seed) != play(4)), "{}", game.name());
    }
}

/// Every level, not only the one that all agents are audited with.
#[test]
fn no_level_peeks() {
    let registry = Registry::standard();
    for game in games(&registry)
        .into_iter()
        .filter(|game| !["connect-four", "alternating-maze"].contains(&game.name()))
    {
        for level in 1..=game.ladder().unwrap().levels() {
            let limits = Some(yomi::engine::limit::parse("20it").unwrap());
            let agent = agent(&format!("partner(level={level})"));
            let request = Request { agent, positions: 40, seed: 9, limits, sight_games: 0, planted: None };
            let report = game.open(&[]).unwrap().audit(&request, &()).unwrap();
            assert_eq!(report.verdict, Verdict::Clean, "{} {level}: {report:?}", game.name());
        }
    }
}

/// In every position of some random games in which a column wins at once.
#[test]
fn every_level_of_connect_four_wins_when_it_can_and_blocks_when_it_must() {
    let registry = Registry::standard();
    let game = registry.find("connect-four").unwrap();
    let mut met = BTreeMap::new();
    for seed in 0..40 {
        for position in positions(game, seed) {
            let best = ask(position.as_ref(), "best(limit=2000nodes)", 0);
            let values: Vec<Option<f64>> = best.candidates.iter().map(|c| c.value).collect();
            let wins = best.line.len() == 1 && values[0] == Some(1.0);
            let reason = &best.reasons.iter().map(|r| r.text.en.clone()).collect::<String>();
            let must_block = reason.contains("block");
            if !wins && !must_block {
                continue;
            }
            for level in 1..=9 {
                let chosen = ask(position.as_ref(), &format!("partner(level={level})"), seed).chosen;
                assert_eq!(chosen, best.chosen, "level {level}: {}", position.picture());
            }
            *met.entry((wins, must_block)).or_insert(0) += 1;
        }
    }
    assert!(met.values().sum::<i32>() > 20, "{met:?}");
}

/// Whatever the level, a king is not folded and a jack does not call in Kuhn.
#[test]
fn no_level_folds_the_best_card_or_calls_with_the_worst() {
    let registry = Registry::standard();
    let game = registry.find("kuhn").unwrap();
    let table = game.open(&[]).unwrap();
    let (mut kings, mut jacks) = (0, 0);
    for deal in 0..12 {
        let mut session = table.session(deal, &[None, None], None).unwrap();
        session.submit("bet").unwrap();
        let position = session.position(Player::SECOND);
        let card = position.json()["card"].as_str().unwrap().to_string();
        for level in 1..game.ladder().unwrap().levels() {
            let share = |text: &str| {
                let advice = ask(position.as_ref(), &format!("partner(level={level})"), deal);
                advice.candidates.iter().find(|c| c.text == text).unwrap().share
            };
            match card.as_str() {
                "K" => assert!(share("fold") < 1e-3, "level {level}"),
                "J" => assert!(share("call") < 1e-3, "level {level}"),
                _ => {}
            }
        }
        kings += u32::from(card == "K");
        jacks += u32::from(card == "J");
    }
    assert!(kings > 0 && jacks > 0);
}

/// The first seat's wins in the alternating maze, by its level and that of the second seat: docs/results.md.
const WINS_OF_FIRST: [[f64; 4]; 4] = [
    [0.514, 0.426, 0.397, 0.358],
    [0.663, 0.579, 0.535, 0.528],
    [0.799, 0.744, 0.723, 0.719],
    [0.933, 0.916, 0.910, 0.903],
];

/// A partner in the place of a person, whose measured games are drawn: its level's rating is in the interval.
#[test]
fn a_partner_that_is_rated_gets_its_own_rating_at_either_seat() {
    const CAREERS: u32 = 400;
    let registry = Registry::standard();
    let ladder = registry.find("alternating-maze").unwrap().ladder().unwrap();
    for (own, seat) in [(2, 0), (2, 1)] {
        let mut rng = Rng::new(2026 + seat as u64);
        let contained = (0..CAREERS).filter(|_| {
            let mut standing = ladder.unknown();
            for _ in 0..100 {
                let level = ladder.level_for(&standing);
                let wins = match seat {
                    0 => WINS_OF_FIRST[own - 1][level - 1],
                    _ => 1.0 - WINS_OF_FIRST[level - 1][own - 1],
                };
                let payoff = f64::from(u8::from(rng.unit() < wins));
                standing = ladder.after(&standing, &Outcome { level, partners: 1, seat, payoff });
            }
            (standing.rating - ladder.rating(own)).abs() < Z95 * standing.error
        });
        let share = contained.count() as f64 / f64::from(CAREERS);
        assert!(share >= 0.92, "level {own} at seat {seat}: {share}");
    }
}

#[test]
fn strength_tells_at_every_seat() {
    let registry = Registry::standard();
    for game in games(&registry) {
        let ladder = game.ladder().unwrap();
        if let Seats::Each(by_seat) = ladder.seats {
            assert_eq!(by_seat.len(), ladder.levels(), "{}", game.name());
            let rises = |seat: usize| by_seat.windows(2).all(|step| step[0][seat] < step[1][seat]);
            assert!(rises(0) && rises(1), "{}", game.name());
        }
        if ladder.seats != Seats::Alike {
            assert_eq!(game.open(&[]).unwrap().players(), 2, "{}", game.name());
        }
    }
}

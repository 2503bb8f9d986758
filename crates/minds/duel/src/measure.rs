//! The statistics of Duel, from games between any agents.

use crate::record::Sums;
use crate::statistics::{self, NAMES, Table, UNIT};
use rayon::prelude::*;
use yomi_core::{Rng, Ruleset};
use yomi_engine::Fault;
use yomi_engine::agent::{self, Agent, AgentKind};
use yomi_engine::arena::Request;
use yomi_engine::contest::{self, Metering};
use yomi_engine::explain::Sentence;
use yomi_engine::statistics::{Dimension, Report, Row};
use yomi_games::Duel;
use yomi_games::duel::Rules;

const SEATS: u64 = 2;
/// Deals that are counted together: a thread's share of work.
const BLOCK: usize = 64;

/// Plays the games and counts what every card did. The sums are whole numbers, so that threads change nothing.
pub fn measure(
    rules: &Rules,
    kinds: &[AgentKind<Duel>],
    request: &Request,
    done: &(dyn Fn(u64) + Sync),
) -> Result<Report, Fault> {
    let given = request.agents.len();
    if given as u64 != SEATS {
        return Err(Fault::new(format!(
            "seats of duel: 2, but --agents names {given}; expected such as --agents \"heuristic heuristic\""
        )));
    }
    for typed in &request.agents {
        agent::seat(kinds, typed, request.limits)?;
    }
    let deals = Rules::seeds(request.seed, request.games.div_ceil(SEATS) as usize);
    let blocks: Vec<Sums> = deals
        .par_chunks(BLOCK)
        .map(|block| {
            let mut sums = Sums::new(rules.set);
            for &seed in block {
                for rotation in 0..SEATS {
                    count(rules, kinds, request, seed, rotation, &mut sums)?;
                    done(1);
                }
            }
            Ok(sums)
        })
        .collect::<Result<_, Fault>>()?;
    let sums = blocks.iter().fold(Sums::new(rules.set), |all, block| all.plus(block));
    Ok(report(&sums, request))
}

fn count(
    rules: &Rules,
    kinds: &[AgentKind<Duel>],
    request: &Request,
    seed: u64,
    rotation: u64,
    sums: &mut Sums,
) -> Result<(), Fault> {
    let seat = |seat: u64| &request.agents[((seat + rotation) % SEATS) as usize];
    let seated = (0..SEATS).map(|s| agent::seat(kinds, seat(s), request.limits));
    let mut seated: Vec<Agent<Duel>> = seated.collect::<Result<_, _>>()?;
    let rng = Rng::new(request.seed).split(seed).split(rotation);
    let (_, game) = contest::play(rules, &mut seated, seed, &rng, Metering::Off)?;
    sums.count(&rules.start(seed), game.played());
    Ok(())
}

fn report(sums: &Sums, request: &Request) -> Report {
    let agents: Vec<String> = request.agents.iter().map(|a| a.text.clone()).collect();
    let table = Table::new(sums, &agents.join(" "), request.seed);
    let row = |(card, sums): (&yomi_games::duel::Card, &crate::record::CardSums)| {
        let line = &table.card[&card.word];
        Row {
            card: card.word.clone(),
            name: Sentence::new(card.name.clone(), card.ja.clone()),
            plays: sums.plays,
            printed_cost: u32::from(card.cost),
            virtual_cost: f64::from(line.virtual_cost) / UNIT,
            values: statistics::raw(sums).to_vec(),
            standardised: line.stats.iter().map(|&x| f64::from(x) / UNIT).collect(),
        }
    };
    let dimension = |(name, text): (&'static str, yomi_core::Text)| Dimension {
        name,
        text: Sentence::new(text.en, text.ja),
    };
    Report {
        game: Rules::NAME,
        agents,
        games: sums.games,
        seed: request.seed,
        dimensions: NAMES.into_iter().map(dimension).collect(),
        cards: sums.set.cards.iter().zip(&sums.cards).map(row).collect(),
        table: table.text(),
    }
}

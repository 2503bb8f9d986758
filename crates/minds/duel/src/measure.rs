//! The statistics of Duel, from games between any agents.

use crate::record::Sums;
use crate::statistics::{self, NAMES, Table, UNIT};
use rayon::prelude::*;
use std::sync::Arc;
use yomi_core::Ruleset;
use yomi_engine::Fault;
use yomi_engine::Sentence;
use yomi_engine::arena::Request;
use yomi_engine::driver::{Field, Metering};
use yomi_engine::follow::Follower;
use yomi_engine::host::Host;
use yomi_engine::kind::AgentKind;
use yomi_engine::statistics::{Dimension, Report, Row};
use yomi_engine::wire::VERSION;
use yomi_games::Duel;
use yomi_games::duel::{Action, Rules};

const SEATS: u64 = 2;
/// Deals per block, the unit of work of a thread.
const BLOCK: usize = 64;

/// Plays the games and counts what every card did. The sums are integers, so that the number of threads
/// changes nothing.
pub fn measure(
    rules: &Rules,
    kinds: &[AgentKind<Duel>],
    request: &Request,
    host: &Arc<dyn Host>,
    follower: &dyn Follower,
) -> Result<Report, Fault> {
    let given = request.agents.len();
    if given as u64 != SEATS {
        return Err(Fault::bad_option(
            format!(
                "duel has 2 seats; agents named: {given}; expected, for example, \"heuristic heuristic\""
            ),
            format!("duel は2席ですが、エージェントが{given}個です。例: \"heuristic heuristic\""),
        ));
    }
    let field = Field::new(rules, kinds, &request.agents, request.limits, request.seed, host)?;
    // Two equal agents change seats with nobody: every deal is played once. A deal of different agents is
    // played in both seatings, and counted once if both played the same game.
    let equal = request.agents[0] == request.agents[1];
    let deals = if equal { request.games } else { request.games.div_ceil(SEATS) };
    let deals = Rules::seeds(request.seed, deals as usize);
    let count = |block: &[u64]| {
        let (mut sums, mut done) = (Sums::new(rules.set), 0);
        for &seed in block {
            if follower.is_stopped() {
                break;
            }
            let games = match equal {
                true => vec![field.play_once(seed, Metering::Off)?],
                false => field.play_deal(seed, Metering::Off)?,
            };
            done += 1;
            follower.done(games.len() as u64);
            let mut different: Vec<&[Action]> = games.iter().map(|played| played.game.played()).collect();
            different.dedup();
            different.iter().for_each(|game| sums.count(&rules.start(seed), game));
        }
        Ok((sums, done))
    };
    let blocks: Vec<(Sums, usize)> = deals.par_chunks(BLOCK).map(count).collect::<Result<_, Fault>>()?;
    let sums = blocks.iter().fold(Sums::new(rules.set), |all, (block, _)| all.plus(block));
    let interrupted = blocks.iter().map(|(_, done)| done).sum::<usize>() < deals.len();
    Ok(Report { interrupted, ..report(&sums, request) })
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
    let dimension =
        |(name, text): (&'static str, yomi_core::Text)| Dimension { name: name.into(), text: text.into() };
    Report {
        version: VERSION,
        game: Rules::NAME.into(),
        agents,
        games: sums.games,
        seed: request.seed,
        dimensions: NAMES.into_iter().map(dimension).collect(),
        cards: sums.set.cards.iter().zip(&sums.cards).map(row).collect(),
        table: table.text(),
        interrupted: false,
    }
}

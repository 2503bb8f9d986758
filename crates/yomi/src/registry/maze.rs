//! The maze: one player, everything is seen.

use super::agents;
use super::entry::Playable;
use crate::agent::AgentKind;
use crate::bench::{Count, Meter};
use crate::explain::{self, Sentence};
use yomi_core::{Decision, Limits, OpenSearch, Ruleset, Text, ViewOf};
use yomi_games::Maze;
use yomi_games::maze::{Direction, Rules};
use yomi_minds::mazes::PointsSoFar;
use yomi_search::Beam;
use yomi_search::single::BeamOptions;

pub struct MazeGame;

fn strongest() -> Beam<PointsSoFar> {
    Beam { options: BeamOptions::default(), evaluator: PointsSoFar }
}

impl Playable for MazeGame {
    type Rules = Rules;

    fn agents() -> Vec<AgentKind<Maze>> {
        let help =
            Text { en: "what we recommend: beam with its defaults", ja: "おすすめ: 既定のbeam" };
        vec![
            agents::best(help, Limits::default(), || OpenSearch(strongest())),
            agents::random(),
            agents::greedy(PointsSoFar),
            agents::beam(PointsSoFar),
            agents::flat(),
            agents::mcts(),
        ]
    }

    fn remarks(view: &ViewOf<Maze>, decision: &Decision<Direction>) -> Vec<Sentence> {
        explain::maze::remarks(view, decision)
    }

    fn bench(meter: &mut Meter) {
        let rules = Rules { height: 30, width: 30, turns: 100 };
        let boards: Vec<Maze> = Rules::seeds(0, 10).into_iter().map(|seed| rules.start(seed)).collect();
        meter.playouts("maze", &boards);
        let beam = || Box::new(strongest()) as _;
        meter.search(("maze", "beam"), Count::Nodes, Limits::default(), &boards, beam);
    }
}

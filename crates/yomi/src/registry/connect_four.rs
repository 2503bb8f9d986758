//! Connect Four: everything is seen, two players, no luck.

use super::agents;
use super::entry::Playable;
use crate::agent::AgentKind;
use crate::bench::{Count, Meter};
use crate::explain::{self, Sentence};
use yomi_core::{Decision, Limits, OpenSearch, Rng, State, Text, Turn, ViewOf};
use yomi_games::ConnectFour;
use yomi_games::connect_four::{Column, Rules};
use yomi_minds::connect_four::Threats;
use yomi_search::minimax::{self, AlphaBetaOptions};
use yomi_search::tree::MctsOptions;
use yomi_search::{AlphaBeta, Mcts};

pub struct ConnectFourGame;

fn strongest() -> AlphaBeta<Threats> {
    AlphaBeta { options: AlphaBetaOptions::default(), evaluator: Threats }
}

impl Playable for ConnectFourGame {
    type Rules = Rules;

    fn agents() -> Vec<AgentKind<ConnectFour>> {
        let help = Text {
            en: "what we recommend: alphabeta with its defaults",
            ja: "おすすめ: 既定のalphabeta",
        };
        vec![
            agents::best(help, minimax::DEFAULT_LIMITS, || OpenSearch(strongest())),
            agents::random(),
            agents::flat(),
            agents::mcts(),
            agents::alphabeta(Threats),
        ]
    }

    fn remarks(view: &ViewOf<ConnectFour>, decision: &Decision<Column>) -> Vec<Sentence> {
        explain::connect_four::remarks(view, decision)
    }

    fn bench(meter: &mut Meter) {
        let empty = [ConnectFour::default()];
        meter.playouts("connect-four", &empty);
        let limits = Limits::iterations(100_000);
        let mcts = || Box::new(Mcts::<ConnectFour>::new(MctsOptions::default())) as _;
        meter.search(("connect-four", "mcts"), Count::Iterations, limits, &empty, mcts);
        let depth_12 = AlphaBetaOptions { depth: Some(12), ..AlphaBetaOptions::default() };
        let alphabeta = move || Box::new(AlphaBeta { options: depth_12, evaluator: Threats }) as _;
        meter.search(("connect-four", "alphabeta"), Count::Nodes, Limits::default(), &empty, alphabeta);
        let alphabeta = || Box::new(strongest()) as _;
        let limits = Limits::nodes(200_000);
        meter.search(("connect-four", "alphabeta-midgame"), Count::Nodes, limits, &midgames(), alphabeta);
    }
}

/// Positions after 12 random moves.
fn midgames() -> Vec<ConnectFour> {
    let play = |seed| {
        let mut rng = Rng::new(seed);
        let mut state = ConnectFour::default();
        for _ in 0..12 {
            if state.turn() != Turn::Over {
                state.apply(state.random_action(&mut rng));
            }
        }
        state
    };
    (0..20).map(play).filter(|s| s.turn() != Turn::Over).collect()
}

//! Agents for a game without game-specific knowledge: what a new game starts with.
//!
//! [`open`] and [`two_player`] are for games of perfect information, [`hidden`] for the others. A
//! [`Playable`] returns one of them from `agents` and may add its own agents. [`OpenGame`] is a whole
//! [`Playable`] made of a ruleset alone.

use crate::agent::AgentText;
use crate::agents;
use crate::chart::{Best, Traits};
use crate::host::{Host, Nowhere};
use crate::kind::{self, AgentKind};
use crate::playable::{Playable, StateOf};
use std::marker::PhantomData;
use std::sync::Arc;
use yomi_core::{
    Deterministic, Evaluator, Inference, InfoSets, Keyed, Open, OpenSearch, Player, Ruleset, State, Text,
    ViewSearch, ZeroSum,
};
use yomi_search::tree::{IsMctsOptions, MctsOptions, ismcts, mcts};
use yomi_search::{IsMcts, Mcts};

/// For any game of perfect information: `best` is `mcts`, which evaluates positions by playouts.
pub fn open<S: Open + Keyed>() -> Vec<AgentKind<S>> {
    let help = Text::new("what we recommend: mcts", "おすすめ: mcts");
    let best = || OpenSearch(Mcts::<S>::new(MctsOptions::default()));
    vec![agents::best(help, mcts::DEFAULT_LIMITS, best), agents::random(), agents::flat(), agents::mcts()]
}

/// For two players without chance: the agents of [`open`], and `alphabeta`, which is exact where it reaches
/// the end of the game.
pub fn two_player<S: Open + Keyed + Deterministic + ZeroSum>() -> Vec<AgentKind<S>> {
    let mut all = open();
    all.push(agents::alphabeta(Undecided));
    all
}

/// For any game with hidden information: `best` is `ismcts`, on worlds sampled by this inference.
pub fn hidden<S: InfoSets, I: Inference<S> + Clone + 'static>(inference: I) -> Vec<AgentKind<S>> {
    let help = Text::new("what we recommend: ismcts", "おすすめ: ismcts");
    let worlds = inference.clone();
    let best = move || IsMcts::<S, I>::new(worlds.clone(), IsMctsOptions::default());
    vec![
        agents::best(help, ismcts::DEFAULT_LIMITS, best),
        agents::random(),
        agents::ismcts(inference.clone()),
        agents::pimc(inference),
    ]
}

/// Evaluates every unfinished position as the middle of the payoff bounds: no evaluation at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Undecided;

impl<S: State> Evaluator<S> for Undecided {
    fn value(&self, state: &S, _: Player) -> f64 {
        let (least, most) = state.payoff_bounds();
        least + (most - least) / 2.0
    }
}

/// A two-player game of perfect information without chance, given by its rules alone.
pub struct OpenGame<R>(PhantomData<R>);

impl<R> Playable for OpenGame<R>
where
    R: Ruleset<State: Open + Keyed + Deterministic + ZeroSum>,
{
    type Rules = R;

    fn agents() -> Vec<AgentKind<R::State>> {
        two_player()
    }

    fn traits() -> Traits {
        Traits::default()
    }

    fn best() -> Option<Best> {
        Some(Best::by_the_chart("mcts"))
    }
}

/// Constructors for every agent that plays from what its seat sees. For the test kit, so that agents added
/// later are tested too. They cannot open files.
pub fn honest_players<P: Playable>() -> impl Iterator<Item = impl FnMut() -> Box<dyn ViewSearch<StateOf<P>>>>
{
    let (kinds, host) = (P::agents(), Arc::new(Nowhere) as Arc<dyn Host>);
    let prepared: Vec<_> = kinds
        .iter()
        .filter(|kind| !kind.info.cheats)
        .map(|AgentKind { info, .. }| {
            let plain =
                AgentText::parse(info.name).and_then(|typed| kind::prepare(&kinds, &typed, None, &host));
            plain.unwrap_or_else(|why| panic!("{} cannot play without options: {why}", info.name))
        })
        .collect();
    prepared.into_iter().map(|agent| move || agent.honest().expect("agents that cheat are left out") as _)
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::testkit::ask::decide_seen;
    use yomi_core::{Hidden, Limits, ViewOf};
    use yomi_games::cards::Rank;
    use yomi_games::{ConnectFour, Kuhn, connect_four, kuhn};

    fn names<S: Hidden>(kinds: &[AgentKind<S>]) -> Vec<&'static str> {
        kinds.iter().map(|kind| kind.info.name).collect()
    }

    #[test]
    fn a_ruleset_alone_is_a_game_with_agents_that_answer() {
        type Game = OpenGame<connect_four::Rules>;
        assert_eq!(names(&Game::agents()), ["best", "random", "flat", "mcts", "alphabeta"]);
        assert_eq!(Game::best().unwrap().agent, Game::traits().choose().agent);
        let start = ConnectFour::default();
        let answers = honest_players::<Game>().map(|mut make| {
            let decision = decide_seen(make().as_mut(), &start, Limits::iterations(100), 0).unwrap();
            assert!(start.is_legal(decision.action));
        });
        assert_eq!(answers.count(), 5);
    }

    struct KuhnByAList;

    impl Playable for KuhnByAList {
        type Rules = kuhn::Rules;

        fn agents() -> Vec<AgentKind<Kuhn>> {
            hidden(any_other_card)
        }
    }

    fn any_other_card(view: &ViewOf<Kuhn>) -> Vec<Kuhn> {
        let fits = |card: &Rank| *card != view.now.card && view.now.shown.is_none_or(|shown| shown == *card);
        Rank::ALL.into_iter().filter(fits).map(|card| Kuhn::world(&view.now, card)).collect()
    }

    #[test]
    fn a_list_of_worlds_is_enough_for_agents_of_a_hidden_game() {
        assert_eq!(names(&KuhnByAList::agents()), ["best", "random", "ismcts", "pimc"]);
        let start = Kuhn::deal([Rank::Q, Rank::K]);
        let answers = honest_players::<KuhnByAList>().map(|mut make| {
            let decision = decide_seen(make().as_mut(), &start, Limits::iterations(100), 0).unwrap();
            assert!(start.is_legal(decision.action));
        });
        assert_eq!(answers.count(), 4);
    }

    #[test]
    fn no_judgement_is_the_middle_of_the_bounds() {
        assert_eq!(Undecided.value(&ConnectFour::default(), Player::FIRST), 0.5);
        assert_eq!(Undecided.value(&Kuhn::deal([Rank::Q, Rank::K]), Player::SECOND), 0.0);
    }
}

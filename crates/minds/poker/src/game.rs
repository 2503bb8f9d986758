//! Kuhn and Leduc: the opponent's card is hidden.

use crate::belief::UnseenCards;
use crate::equilibrium::{Equilibrium, Solved};
use crate::ladder::{KUHN, LEDUC, weaker};
use crate::manner::ByOwnCard;
use crate::puzzles;
use crate::reading::{ByBetting, ByCards};
use crate::review::{self, GoingOn};
use crate::words;
use serde_json::{Map, Value, json};
use std::any::Any;
use yomi_core::ruleset::{ActionOf, EventOf};
use yomi_core::{
    Belief, Inference, Limits, Luck, OptionSpec, Options, Player, Rejected, Rng, Ruleset, State, Text, View,
    ViewOf,
};
use yomi_engine::Sentence;
use yomi_engine::agents;
use yomi_engine::bench::Meter;
use yomi_engine::chart::{Best, Traits};
use yomi_engine::explain::{Explained, Told};
use yomi_engine::kind::{self, AgentKind};
use yomi_engine::partner::{self, Ladder};
use yomi_engine::playable::Playable;
use yomi_engine::puzzle::Recipe;
use yomi_engine::review::Judge;
use yomi_engine::solve::{Found, GoOn, Question};
use yomi_engine::start::Answers;
use yomi_engine::wire::StartField;
use yomi_games::cards::Rank;
use yomi_games::{Kuhn, Leduc, kuhn, leduc};
use yomi_search::IsMcts;
use yomi_search::reference::exact;
use yomi_search::tree::ismcts::declared;
use yomi_search::tree::{self, IsMctsOptions};

pub struct KuhnGame;
pub struct LeducGame;

const INFERENCE: OptionSpec = OptionSpec::choice(
    "inference",
    "none",
    &["none", "betting"],
    Text::new(
        "whether worlds follow what the opponent's betting says about its card: none (by the cards alone) or betting",
        "世界を引くとき相手の賭け方を読むか: none（見えない札だけから）か betting（読んだ確率で引く）",
    ),
);

/// Where the worlds come from is the only difference: both searches are the same.
fn ismcts<S: Solved>(options: &Options) -> Box<dyn kind::Player<S>> {
    let search = declared::read(options);
    match options.text(&INFERENCE) {
        "betting" => Box::new(IsMcts::<S, _>::new(ByBetting, search)),
        _ => Box::new(IsMcts::<S, _>::new(ByCards, search)),
    }
}

fn agents<S: Solved>(ladder: &'static Ladder) -> Vec<AgentKind<S>> {
    let best = Text {
        en: "what we recommend: cfr, which nobody can win against in the long run",
        ja: "おすすめ: cfr（長い目で見て誰にも負け越さない）",
    };
    let cfr = Text {
        en: "an equilibrium found by counterfactual regret minimisation; its moves are mixed",
        ja: "CFRで求めた均衡戦略（手は確率的に選ぶ）",
    };
    let greedy = Text {
        en: "bets and calls by its own card and the cards unseen, as if hands were shown next",
        ja: "賭け方を読まず、自分の札の強さだけで賭ける（貪欲法）",
    };
    let ismcts_options = agents::with_own(&[INFERENCE], &declared::OPTIONS);
    let ismcts_limits = tree::ismcts::DEFAULT_LIMITS;
    vec![
        agents::best(best, Limits::default(), || Equilibrium),
        agents::random(),
        partner::agent(ladder, weaker),
        AgentKind::new("greedy", greedy, &[], Limits::default(), |_| ByOwnCard),
        AgentKind::boxed("ismcts", agents::ISMCTS_HELP, &ismcts_options, ismcts_limits, |o| Ok(ismcts(o))),
        AgentKind::new("cfr", cfr, &[], Limits::default(), |_| Equilibrium),
    ]
}

/// Recommends an equilibrium, because the game is small enough to be solved.
const BELIEF_TITLES: [(&str, Text); 1] = [("other_card", Text::new("The opponent's card", "相手のカード"))];

fn cfr_instead(row: &'static str) -> Best {
    Best::measured(
        "cfr",
        "the game is small enough to compute an equilibrium, and no search can beat that in the long run",
        "均衡を求められる小さなゲームで、均衡に対して探索は長い目で勝ち越せません",
        row,
    )
}

/// The value of the whole game under equilibrium. A single deal has none, since nobody sees all of it.
fn value_of_the_game<S: Solved>() -> Found<S::Action> {
    let solution = S::solution();
    let value = exact::game_value(&solution.starts, Player::FIRST, &solution.strategy);
    let exploitable = exact::exploitability(&solution.starts, &solution.strategy);
    let sentence = Sentence::new(
        format!(
            "With best play of both, seat 0 gets {value:+.5} chips per game; the strategy found loses at most {exploitable:.5}."
        ),
        format!(
            "両者が最善なら席0の損得は一局 {value:+.5} 枚。求めた戦略が失うのは最大でも {exploitable:.5} 枚です。"
        ),
    );
    Found {
        unit: None,
        value,
        best: Vec::new(),
        moves: Vec::new(),
        sentences: vec![sentence],
        nodes: 0,
        memory_bytes: 0,
    }
}

/// Any card that the opponent can hold by the cards alone.
fn another_truth<S: Solved>(view: &ViewOf<S>, rng: &mut Rng) -> Option<S> {
    let mut belief = Inference::<S>::read(&UnseenCards, view).ok()?;
    Some(belief.sample(rng).0)
}

/// Searches from the start of ten deals, where the first seat decides.
fn bench<R: Ruleset>(meter: &mut Meter, rules: &R)
where
    R::State: Solved,
{
    let starts: Vec<R::State> = R::seeds(0, 10).into_iter().map(|seed| rules.start(seed)).collect();
    meter.playouts(R::NAME, &starts);
    let views: Vec<ViewOf<R::State>> =
        starts.iter().map(|s| View::new(Player::FIRST, yomi_core::Hidden::seen(s, Player::FIRST))).collect();
    let ismcts = || Box::new(IsMcts::<R::State, _>::new(ByCards, IsMctsOptions::default())) as _;
    meter.view_search((R::NAME, "ismcts"), Limits::iterations(10_000), &views, ismcts);
}

impl Playable for KuhnGame {
    type Rules = kuhn::Rules;

    /// After a fold every card that the other may hold pays the same.
    fn payoffs(view: &ViewOf<Kuhn>) -> Option<Vec<f64>> {
        let seen = &view.now;
        let other = match seen.shown {
            Some(card) => card,
            None if seen.betting.is_showdown() => return None,
            None => Rank::ALL.into_iter().find(|&card| card != seen.card)?,
        };
        let world = Kuhn::world(seen, other);
        Some(Player::all(2).map(|seat| world.payoff(seat)).collect())
    }

    fn agents() -> Vec<AgentKind<Kuhn>> {
        agents(&KUHN)
    }

    const LADDER: Option<&'static Ladder> = Some(&KUHN);

    const SOLVES: bool = true;
    /// The value of the whole game, which hands and moves so far do not change.
    const ANSWERS: &'static [Question] = &[Question::Value];

    fn solve(_: &Kuhn, _: Question, _: GoOn<'_>) -> Option<Option<Found<ActionOf<kuhn::Rules>>>> {
        Some(Some(value_of_the_game::<Kuhn>()))
    }

    fn label(rules: &kuhn::Rules, action: ActionOf<kuhn::Rules>) -> Sentence {
        words::label(&rules.action_text(action))
    }

    fn event_label(rules: &kuhn::Rules, event: &EventOf<kuhn::Rules>) -> Sentence {
        words::label(&rules.event_text(event))
    }

    fn explain(told: &Told<'_, Kuhn>) -> Explained {
        words::explain(told)
    }

    fn belief_titles() -> &'static [(&'static str, Text)] {
        &BELIEF_TITLES
    }

    fn beliefs(view: &ViewOf<Kuhn>, evidence: Option<&(dyn Any + Send)>) -> Value {
        json!(words::beliefs::<Kuhn>(&view.now, evidence))
    }

    fn start_fields() -> Vec<StartField> {
        words::start_fields()
    }

    fn start_keys(_: &kuhn::Rules, _: Player, answers: &Answers) -> Result<Map<String, Value>, Rejected> {
        words::start_keys(answers)
    }

    fn secrets(_: &kuhn::Rules, state: &Kuhn, _: &Luck) -> Option<Sentence> {
        Some(words::cards(state.card(Player::FIRST), state.card(Player::SECOND)))
    }

    fn another_truth(view: &ViewOf<Kuhn>, _: &Kuhn, rng: &mut Rng) -> Option<Kuhn> {
        another_truth(view, rng)
    }

    fn judge(_: &kuhn::Rules) -> Box<dyn Judge<Kuhn>> {
        Box::new(GoingOn)
    }

    const REVIEW_START: Option<&'static str> = Some(include_str!("starts/kuhn.json"));

    fn belief_in_truth(view: &ViewOf<Kuhn>, truth: &Kuhn) -> Option<f64> {
        review::belief_in_truth::<Kuhn>(view, truth.card(view.seat.other()))
    }

    fn traits() -> Traits {
        Traits { searchable: true, hidden: true, ..Traits::default() }
    }

    fn best() -> Option<Best> {
        Some(cfr_instead("| kuhn | `ismcts` | `best` |"))
    }

    fn bench(meter: &mut Meter) {
        bench(meter, &kuhn::Rules);
    }
}

impl Playable for LeducGame {
    type Rules = leduc::Rules;

    /// After a fold every card that the other may hold pays the same.
    fn payoffs(view: &ViewOf<Leduc>) -> Option<Vec<f64>> {
        let seen = &view.now;
        let other = match seen.shown {
            Some(card) => card,
            None if seen.table.is_showdown() => return None,
            None => Rank::ALL.into_iter().find(|&card| seen.left(card) > 0)?,
        };
        let world = Leduc::world(seen, other);
        Some(Player::all(2).map(|seat| world.payoff(seat)).collect())
    }

    fn agents() -> Vec<AgentKind<Leduc>> {
        agents(&LEDUC)
    }

    const LADDER: Option<&'static Ladder> = Some(&LEDUC);
    const PUZZLES: Option<&'static Recipe> = Some(&puzzles::LEDUC);

    fn puzzling(view: &ViewOf<Leduc>) -> bool {
        puzzles::is_of_equilibrium(view)
    }

    const SOLVES: bool = true;
    /// The value of the whole game, which hands and moves so far do not change.
    const ANSWERS: &'static [Question] = &[Question::Value];

    fn solve(_: &Leduc, _: Question, _: GoOn<'_>) -> Option<Option<Found<ActionOf<leduc::Rules>>>> {
        Some(Some(value_of_the_game::<Leduc>()))
    }

    fn label(rules: &leduc::Rules, action: ActionOf<leduc::Rules>) -> Sentence {
        words::label(&rules.action_text(action))
    }

    fn event_label(rules: &leduc::Rules, event: &EventOf<leduc::Rules>) -> Sentence {
        words::label(&rules.event_text(event))
    }

    fn explain(told: &Told<'_, Leduc>) -> Explained {
        words::explain(told)
    }

    fn belief_titles() -> &'static [(&'static str, Text)] {
        &BELIEF_TITLES
    }

    fn beliefs(view: &ViewOf<Leduc>, evidence: Option<&(dyn Any + Send)>) -> Value {
        json!(words::beliefs::<Leduc>(&view.now, evidence))
    }

    fn start_fields() -> Vec<StartField> {
        words::start_fields()
    }

    fn start_keys(_: &leduc::Rules, _: Player, answers: &Answers) -> Result<Map<String, Value>, Rejected> {
        words::start_keys(answers)
    }

    fn secrets(_: &leduc::Rules, state: &Leduc, luck: &Luck) -> Option<Sentence> {
        Some(words::cards_and_public(state, luck))
    }

    fn another_truth(view: &ViewOf<Leduc>, _: &Leduc, rng: &mut Rng) -> Option<Leduc> {
        another_truth(view, rng)
    }

    fn judge(_: &leduc::Rules) -> Box<dyn Judge<Leduc>> {
        Box::new(GoingOn)
    }

    const REVIEW_START: Option<&'static str> = Some(include_str!("starts/leduc.json"));

    fn belief_in_truth(view: &ViewOf<Leduc>, truth: &Leduc) -> Option<f64> {
        review::belief_in_truth::<Leduc>(view, truth.card(view.seat.other()))
    }

    fn traits() -> Traits {
        Traits { searchable: true, hidden: true, chance: true, ..Traits::default() }
    }

    fn best() -> Option<Best> {
        Some(cfr_instead("| leduc | `ismcts` | `best` |"))
    }

    fn bench(meter: &mut Meter) {
        bench(meter, &leduc::Rules);
    }
}

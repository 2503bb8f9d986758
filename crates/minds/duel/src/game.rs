//! Duel: hands, shields, libraries and the opponent's deck are hidden.

use crate::acts;
use crate::behaviour::ByBehaviour;
use crate::catalogue;
use crate::facts;
use crate::guided::{Guided, Leaves, Recommended, Rollouts};
use crate::ladder::{LADDER, weaker};
use crate::learnt::{self, Learnt};
use crate::measure::measure;
use crate::puzzles;
use crate::review;
use crate::start;
use crate::statistics::Table;
use crate::vector;
use crate::words as explain;
use crate::worlds::{Read, WorldsBy};
use crate::{DeckModel, Heuristic, SelfInference, card_file};
use serde_json::{Map, Value, json};
use std::any::Any;
use yomi_core::{
    Belief, Chance, Decision, Hidden, Inference, Limits, Luck, OptionSpec, Options, Player, Policy, Rejected,
    Rng, Ruleset, Run, Scripted, Search, Settings, State, Text, Turn, View, ViewOf, ViewSearch,
};
use yomi_engine::Sentence;
use yomi_engine::agents;
use yomi_engine::bench::Meter;
use yomi_engine::chances::Act;
use yomi_engine::chart::{Best, Traits};
use yomi_engine::explain::{Explained, Told};
use yomi_engine::kind::AgentKind;
use yomi_engine::partner::{self, Ladder};
use yomi_engine::playable::{Playable, Statistician, Vectorizer};
use yomi_engine::puzzle::Recipe;
use yomi_engine::review::{Judge, MistakeKind, Weigher};
use yomi_engine::start::Answers;
use yomi_engine::wire::{CardInfo, Facts, StartField};
use yomi_games::Duel;
use yomi_games::duel::{self, Action};
use yomi_search::tree::ismcts::declared;
use yomi_search::tree::rollout::{Rollout, rollout};
use yomi_search::tree::{self, IsMctsOptions, MctsOptions};
use yomi_search::{IsMcts, Mcts, Pimc, pimc};

pub struct DuelGame;

/// Turns of both players after which all games are taken to have come equally far.
const LONG_GAME: f64 = 40.0;

/// Number of random moves out of 256 in rollouts.
pub const ROLLOUT: Heuristic = Heuristic { random: 26 };

/// The limits of `best` if none are given.
pub(crate) const BEST_LIMITS: Limits = tree::ismcts::DEFAULT_LIMITS;

/// The player of `best`.
pub fn best() -> Recommended {
    Recommended::new(ROLLOUT)
}

const BELIEF: OptionSpec = OptionSpec::choice(
    "belief",
    "decks",
    &["decks", "any", "behaviour"],
    Text::new(
        "where worlds come from: decks (the deck model, by the cards seen), any (any cards of the game), or behaviour (the deck model, by the cards seen and by what the opponent did)",
        "世界の引き方: decks（見えた札によるデッキの事後確率）、any（任意のカード）、behaviour（見えた札と相手の行動による事後確率）",
    ),
);
const ROLLOUTS: OptionSpec = OptionSpec::choice(
    "rollout",
    "heuristic",
    &["heuristic", "random"],
    Text::new(
        "how leaves are played on: heuristic, with a random move now and then, or random",
        "末端からの進め方: heuristic（ときどきランダム）か random",
    ),
);
const PRIOR: OptionSpec = OptionSpec::choice(
    "prior",
    "none",
    &["none", "net"],
    Text::new(
        "which moves are tried first: none (all alike, UCB1), or those that the network of `policy` favours (PUCT)",
        "先に試す手: none（どれも同じ、UCB1）か net（`policy` のネットワークの評価による、PUCT）",
    ),
);
const LEAF: OptionSpec = OptionSpec::choice(
    "leaf",
    "playout",
    &["playout", "value", "both", "net"],
    Text::new(
        "what a leaf is worth: playout (by rollout=), value (by the network), both (their mean), or net (the network plays on)",
        "末端の評価: playout（rollout= による）、value（ネットワークの評価）、both（両者の平均）、net（ネットワークが最後まで打つ）",
    ),
);

impl Playable for DuelGame {
    type Rules = duel::Rules;

    const STATISTICS: Option<Statistician<duel::Rules>> = Some(measure);
    const LADDER: Option<&'static Ladder> = Some(&LADDER);

    const PUZZLES: Option<&'static Recipe> = Some(&puzzles::RECIPE);
    const VECTORIZER: Option<Vectorizer<duel::Rules>> = Some(vector::of_view);

    fn rules(settings: &Settings) -> Result<duel::Rules, Rejected> {
        card_file::rules(settings)
    }

    fn agents() -> Vec<AgentKind<Duel>> {
        let help = Text {
            en: "what we recommend: ismcts with worlds from the deck model, moves tried as the network of `policy` favours them, and rollouts by rules of thumb",
            ja: "おすすめ: ismcts（デッキの事後確率から世界を引き、`policy` のネットワークが推す手から試し、経験則で最後まで進める）",
        };
        let heuristic = Text {
            en: "rules of thumb: spend the mana, remove what threatens, attack where it pays",
            ja: "経験則: マナを使い切り、脅威を除き、得な攻撃をする",
        };
        vec![
            agents::best(help, BEST_LIMITS, best),
            agents::random(),
            partner::agent(&LADDER, weaker),
            AgentKind::new("heuristic", heuristic, &[], Limits::default(), |_| Heuristic::default()),
            learnt::policy(),
            ismcts(),
            pimc(),
            cheat(),
        ]
    }

    fn label(rules: &duel::Rules, action: Action) -> Sentence {
        catalogue::label(rules, action)
    }

    fn named(rules: &duel::Rules, action: Action) -> Sentence {
        catalogue::named(rules, action)
    }

    fn event_label(rules: &duel::Rules, event: &Action) -> Sentence {
        catalogue::label(rules, *event)
    }

    fn payoffs(view: &ViewOf<Duel>) -> Option<Vec<f64>> {
        Some(Player::all(2).map(|seat| State::payoff(&view.now.table, seat)).collect())
    }

    fn explain(told: &Told<'_, Duel>) -> Explained {
        let seen = &told.view.now;
        let reading = told.evidence.and_then(Read::of);
        let explained = Explained::remarks(explain::remarks(seen, told.decision, reading.as_ref()))
            .with_facts(Self::facts(told.view, told.decision, told.evidence));
        match reading {
            Some(reading) => explained.believing(&explain::beliefs(seen, &reading)),
            None => explained,
        }
    }

    fn facts(
        view: &ViewOf<Duel>,
        decision: &Decision<Action>,
        _: Option<&(dyn Any + Send)>,
    ) -> Vec<Option<Facts>> {
        decision.candidates.iter().map(|candidate| facts::of(&view.now, candidate.action)).collect()
    }

    fn beliefs(view: &ViewOf<Duel>, evidence: Option<&(dyn Any + Send)>) -> Value {
        let reading = evidence.and_then(Read::of);
        json!(reading.map(|reading| explain::beliefs(&view.now, &reading)))
    }

    fn belief_titles() -> &'static [(&'static str, Text)] {
        const TITLES: [(&str, Text); 10] = [
            (
                "decks",
                Text::new("The opponent's deck, from the cards seen", "相手のデッキ（見えたカードから）"),
            ),
            ("aggro", Text::new("aggro", "アグロ")),
            ("control", Text::new("control", "コントロール")),
            ("ramp", Text::new("ramp", "ランプ")),
            ("combo", Text::new("combo", "コンボ")),
            ("hand", Text::new("Chance that the opponent holds it", "相手の手札にある確率")),
            ("kinds", Text::new("How the opponent plays, by what it did", "相手の打ち方（行動から）")),
            ("policy", Text::new("has learnt the game", "よく練習している")),
            ("heuristic", Text::new("by rules of thumb", "経験則どおり")),
            ("random", Text::new("just anything", "でたらめ")),
        ];
        &TITLES
    }

    fn start_fields() -> Vec<StartField> {
        start::fields()
    }

    fn start_keys(
        rules: &duel::Rules,
        seat: Player,
        answers: &Answers,
    ) -> Result<Map<String, Value>, Rejected> {
        start::keys(rules, seat, answers)
    }

    /// Each made by the command in it.
    const CHANCES: &'static [&'static str] = &[
        include_str!("chances/strong-quick.json"),
        include_str!("chances/strong.json"),
        include_str!("chances/strong-deep.json"),
        include_str!("chances/casual-quick.json"),
        include_str!("chances/casual.json"),
        include_str!("chances/casual-deep.json"),
        include_str!("chances/random-quick.json"),
        include_str!("chances/random.json"),
    ];
    const CASUAL: Option<&'static str> = Some("heuristic");

    fn phase(view: &ViewOf<Duel>) -> f64 {
        (f64::from(view.now.table.turn_number()) / LONG_GAME).min(1.0)
    }

    fn acts(view: &ViewOf<Duel>) -> Vec<Act> {
        acts::of(view)
    }

    fn cards(rules: &duel::Rules) -> Vec<CardInfo> {
        catalogue::cards(rules)
    }

    fn secrets(_: &duel::Rules, state: &Duel, _: &Luck) -> Option<Sentence> {
        Some(explain::secrets(state))
    }

    /// Any deck that the opponent can have, and its cards anywhere where they are not seen.
    fn another_truth(view: &ViewOf<Duel>, _: &Duel, rng: &mut Rng) -> Option<Duel> {
        Some(DeckModel.read(view).ok()?.sample(rng).0)
    }

    fn judge(_: &duel::Rules) -> Box<dyn Judge<Duel>> {
        Box::new(review::judge(ROLLOUT))
    }

    fn weigher(_: &duel::Rules) -> Option<Box<dyn Weigher<Duel>>> {
        Some(Box::new(review::weigher(ROLLOUT)))
    }

    const REVIEW_START: Option<&'static str> = Some(include_str!("starts/duel.json"));

    fn kind_of_mistake(view: &ViewOf<Duel>, played: Action, best: Action) -> Option<MistakeKind> {
        review::kind_of_mistake(&view.now, played, best)
    }

    fn traits() -> Traits {
        Traits { hidden: true, chance: true, ..Traits::default() }
    }

    fn best() -> Option<Best> {
        Some(Best::by_the_chart("ismcts"))
    }

    fn bench(meter: &mut Meter) {
        let rules = card_file::standard_rules();
        let starts: Vec<Duel> =
            duel::Rules::seeds(0, GAMES).into_iter().map(|seed| rules.start(seed)).collect();
        meter.playouts("duel", &starts);
        meter.row("duel", "heuristic-playout", "playouts", || {
            let mut rng = Rng::new(0);
            const ROUNDS: u64 = 20_000;
            let paid = (0..ROUNDS).map(|i| {
                let mut state = starts[i as usize % starts.len()];
                rollout(&mut state, &mut Heuristic::default(), &mut rng);
                state.payoff(Player::FIRST)
            });
            (ROUNDS, paid.sum::<f64>() as u64)
        });
        self_inference(meter, &starts);
        let views = middles(&starts);
        let limits = Limits::iterations(1_000);
        let ismcts = || Box::new(unguided()) as Box<dyn ViewSearch<Duel>>;
        meter.view_search(("duel", "ismcts"), limits, &views, ismcts);
        let best = || Box::new(best()) as Box<dyn ViewSearch<Duel>>;
        meter.view_search(("duel", "best"), limits, &views, best);
        let pimc = || {
            let options = MctsOptions::default();
            Box::new(Pimc { worlds: 20, options, inference: WorldsBy::Decks, rollout: ROLLOUT })
                as Box<dyn ViewSearch<Duel>>
        };
        meter.view_search(("duel", "pimc"), limits, &views, pimc);
    }
}

/// Number of games that searches and playouts are measured on.
const GAMES: usize = 20;

/// The cost of updating the value of the own hidden cards: one update per action and seat.
fn self_inference(meter: &mut Meter, starts: &[Duel]) {
    let stats = Table::heuristic().by_card(starts[0].set()).expect("the standard cards");
    let mut steps = Vec::new();
    let (mut state, mut rng) = (starts[0], Rng::new(0));
    while state.turn() != Turn::Over {
        let before = state;
        state.apply(match state.turn() {
            Turn::Chance => state.sample_outcome(&mut rng),
            _ => state.random_action(&mut rng),
        });
        steps.push((before, state));
    }
    meter.row("duel", "self-inference", "updates", || {
        const ROUNDS: u64 = 1_000;
        let mut sum = 0;
        for _ in 0..ROUNDS {
            let mut own = SelfInference::new(&stats, &starts[0], Player::FIRST);
            steps.iter().for_each(|(before, after)| own.follow(before, after));
            sum += (own.library_potential()[0].abs() * 1000.0) as u64;
        }
        (ROUNDS * steps.len() as u64, sum)
    });
}

/// What the mover sees after thirty moves of each game.
fn middles(starts: &[Duel]) -> Vec<ViewOf<Duel>> {
    const MOVES: usize = 30;
    let middle = |(i, start): (usize, &Duel)| {
        let (mut state, mut luck, mut rng) = (*start, Luck::new(i as u64), Rng::new(i as u64));
        let mut moves = 0;
        loop {
            let action = match state.turn() {
                Turn::Player(seat) if moves >= MOVES => return Some(View::new(seat, state.seen(seat))),
                Turn::Player(_) => Heuristic::default().choose(&state, &mut rng),
                Turn::Chance => luck.draw(&state),
                Turn::Over => return None,
            };
            moves += 1;
            state.apply(action);
        }
    };
    starts.iter().enumerate().filter_map(middle).collect()
}

/// `ismcts` as it is without options: no network in it.
pub type Unguided = IsMcts<Duel, WorldsBy, Rollout<Heuristic>>;

pub fn unguided() -> Unguided {
    IsMcts::new(WorldsBy::Decks, IsMctsOptions::default()).with_leaf(Rollout(ROLLOUT))
}

fn ismcts() -> AgentKind<Duel> {
    let all = agents::with_own(&[BELIEF, ROLLOUTS, PRIOR, LEAF, learnt::WEIGHTS], &declared::OPTIONS);
    AgentKind::boxed("ismcts", agents::ISMCTS_HELP, &all, tree::ismcts::DEFAULT_LIMITS, |options| {
        let given: IsMctsOptions<()> = declared::read(options);
        if let Some(guided) = guided_by(options, given)? {
            return Ok(guided);
        }
        let search = IsMcts::new(worlds_by(options), given);
        Ok(if by_rules(options) { Box::new(search.with_leaf(Rollout(ROLLOUT))) } else { Box::new(search) })
    })
}

/// The search with a network in it, if one was asked for.
fn guided_by(
    given: &Options,
    options: IsMctsOptions<()>,
) -> Result<Option<Box<dyn yomi_engine::kind::Player<Duel>>>, Rejected> {
    let priors = given.choice(&PRIOR, [false, true]);
    let rollouts = if by_rules(given) { Rollouts::Rules(ROLLOUT) } else { Rollouts::Random };
    let leaves = given.choice(
        &LEAF,
        [Leaves::Playout(rollouts), Leaves::Value, Leaves::Both(rollouts), Leaves::Playout(Rollouts::Net)],
    );
    if !priors && leaves == Leaves::Playout(rollouts) {
        return Ok(None);
    }
    let learnt = Learnt::of(given)?;
    Ok(Some(Box::new(Guided { inference: worlds_by(given), options, learnt, leaves, priors })))
}

fn worlds_by(options: &Options) -> WorldsBy {
    let by: fn() -> WorldsBy = options.choice(
        &BELIEF,
        [|| WorldsBy::Decks, || WorldsBy::Any, || WorldsBy::Behaviour(ByBehaviour::default())],
    );
    by()
}

fn by_rules(options: &Options) -> bool {
    options.choice(&ROLLOUTS, [true, false])
}

fn pimc() -> AgentKind<Duel> {
    let all = agents::with_own(&[BELIEF, ROLLOUTS], &pimc::OPTIONS);
    AgentKind::boxed("pimc", agents::PIMC_HELP, &all, pimc::DEFAULT_LIMITS, |options| {
        let search = Pimc::read(options, worlds_by(options));
        Ok(if by_rules(options) { Box::new(search.with_rollout(ROLLOUT)) } else { Box::new(search) })
    })
}

/// The upper bound: a tree search of the game with open hands and shields. The order of libraries is chance
/// for it too.
#[derive(Clone)]
struct Cheat {
    search: Mcts<Duel, Rollout<Heuristic>>,
}

impl Search<Scripted<Duel>> for Cheat {
    fn decide(
        &mut self,
        game: &Scripted<Duel>,
        run: &mut Run<'_, Action>,
        rng: &mut Rng,
    ) -> Decision<Action> {
        let open = match game.luck() {
            Some(luck) => {
                let mut luck = luck.clone();
                game.state().with_open_shields(|breaking| luck.draw(breaking))
            }
            None => *game.state(),
        };
        self.search.decide(&open, run, rng)
    }

    fn has_tree(&self) -> bool {
        true
    }
}

fn cheat() -> AgentKind<Duel> {
    let help = Text {
        en: "sees hands and shields, not the order of libraries, and searches a tree: the ceiling, never advice",
        ja: "手札と盾を見て木探索をする（山札の順番は見ない。上限の測定用。助言には使えない）",
    };
    AgentKind::cheat(help, &MctsOptions::OPTIONS, tree::mcts::DEFAULT_LIMITS, |options| {
        Box::new(Cheat { search: Mcts::new(MctsOptions::read(options)).with_rollout(ROLLOUT) })
    })
}

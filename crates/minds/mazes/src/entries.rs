//! The mazes: one player with and without walls, a single decision, two players alternating and simultaneous.

use crate::distance::{Method, NearestPoints};
use crate::guide::PointsGuide;
use crate::ladder;
use crate::placement::{self, Placement, Planner};
use crate::review::{self, BestPlacement};
use crate::start::{self, Entered, Legend};
use crate::words;
use crate::{AnyPoints, Lead, PointsSoFar, Share};
use serde_json::{Map, Value, json};
use yomi_core::{
    Joint, Limits, Luck, OpenSearch, OptionSpec, Options, Player, Rejected, Rng, Ruleset, Serialized, State,
    Text, View, ViewOf,
};
use yomi_engine::Sentence;
use yomi_engine::agents;
use yomi_engine::bench::{Count, Meter};
use yomi_engine::chart::{Best, Traits};
use yomi_engine::explain::{Explained, Told};
use yomi_engine::kind::AgentKind;
use yomi_engine::partner::{self, Ladder};
use yomi_engine::playable::Playable;
use yomi_engine::review::{EachMove, Judge, Weigher};
use yomi_engine::solve::{Found, GoOn, Question};
use yomi_engine::start::Answers;
use yomi_engine::wire::StartField;
use yomi_games::grid::duo::Extent;
use yomi_games::grid::{Direction, Place, Size};
use yomi_games::walled_maze::Step;
use yomi_games::{AlternatingMaze, AutoMaze, Maze, SimultaneousMaze, WalledMaze};
use yomi_games::{alternating_maze, auto_maze, maze, simultaneous_maze, walled_maze};
use yomi_search::optimise::{self, Anneal, Climb, Genetic, Optimiser, Tabu};
use yomi_search::single::{BeamOptions, ChokudaiOptions};
use yomi_search::tree::{self, MctsOptions};
use yomi_search::{Beam, Chokudai, Duct, Mcts};

/// What the rows of a board hold, with one character and with two.
const ONE_EN: &str = "digits are points, @ is you,";
const ONE_JA: &str = "数字は点、@ はあなた、";
const TWO_EN: &str = "digits are points, A is seat 0, B is seat 1,";
const TWO_JA: &str = "数字は点、A は席0、B は席1、";

fn legend(size: Size, marks: &[char]) -> Legend<'_> {
    Legend { rows: size.height.into(), columns: size.width.into(), marks, walls: false }
}

pub struct MazeGame;

/// As wide as the limit allows, with at most four positions per cell.
fn widest() -> Beam<Maze, PointsSoFar> {
    let options = BeamOptions { cap: Some(4), ..BeamOptions::default() };
    Beam::new(options, PointsSoFar).with_default_limits(WIDEST_LIMITS)
}

/// About a millisecond.
const WIDEST_LIMITS: Limits = Limits::iterations(20_000);

impl Playable for MazeGame {
    type Rules = maze::Rules;

    fn payoffs(view: &ViewOf<Maze>) -> Option<Vec<f64>> {
        Some(Player::all(1).map(|seat| view.now.payoff(seat)).collect())
    }

    fn agents() -> Vec<AgentKind<Maze>> {
        let help = Text { en: "what we recommend: beam(cap=4)", ja: "おすすめ: beam(cap=4)" };
        vec![
            agents::best(help, WIDEST_LIMITS, || OpenSearch(widest())),
            agents::random(),
            agents::greedy(PointsSoFar),
            agents::beam(PointsSoFar),
            agents::chokudai(PointsSoFar),
            agents::flat(),
            agents::mcts(),
        ]
    }

    fn label(rules: &<Self as Playable>::Rules, action: Direction) -> Sentence {
        words::label(rules.action_text(action))
    }

    fn event_label(rules: &<Self as Playable>::Rules, action: &Direction) -> Sentence {
        words::label(rules.action_text(*action))
    }

    fn explain(told: &Told<'_, Maze>) -> Explained {
        Explained::remarks(words::collecting(&told.view.now, told.decision))
    }

    fn start_fields() -> Vec<StartField> {
        start::fields(maze::Rules::SETTINGS, ONE_EN, ONE_JA, "39@ 505 345")
    }

    fn start_keys(rules: &maze::Rules, _: Player, answers: &Answers) -> Result<Map<String, Value>, Rejected> {
        let &maze::Rules { height, width, turns } = rules;
        let (rows, columns) = (height.into(), width.into());
        let board = Legend { rows, columns, marks: &['@'], walls: false }.read(answers)?;
        Ok(board.map_or_else(Map::new, |board| start::solo(format!("{height}x{width}"), turns, board)))
    }

    fn judge(_: &maze::Rules) -> Box<dyn Judge<Maze>> {
        Box::new(review::maze())
    }

    fn weigher(_: &maze::Rules) -> Option<Box<dyn Weigher<Maze>>> {
        Some(Box::new(EachMove(review::maze())))
    }

    const REVIEW_START: Option<&'static str> = Some(include_str!("starts/maze.json"));

    fn traits() -> Traits {
        Traits { players: 1, evaluation: true, diverse: true, ..Traits::default() }
    }

    fn best() -> Option<Best> {
        Some(Best::by_the_chart("beam"))
    }

    fn bench(meter: &mut Meter) {
        let rules = maze::Rules { height: 30, width: 30, turns: 100 };
        let boards: Vec<Maze> = maze::Rules::seeds(0, 10).into_iter().map(|seed| rules.start(seed)).collect();
        meter.playouts("maze", &boards);
        let beam = || Box::new(Beam::<Maze, _>::new(BeamOptions::default(), PointsSoFar)) as _;
        meter.search(("maze", "beam"), Count::Nodes, Limits::default(), &boards, beam);
        meter.search(("maze", "best"), Count::Nodes, Limits::default(), &boards, || Box::new(widest()) as _);
    }
}

pub struct WalledMazeGame;

fn nearest() -> Beam<WalledMaze, AnyPoints> {
    Beam::new(BeamOptions::default(), AnyPoints::Nearest(NearestPoints::default()))
}

/// Better than one beam here: 136.4 against 135.7 points over 100 boards.
fn many_beams() -> Chokudai<WalledMaze, NearestPoints> {
    let options = ChokudaiOptions { beams: Some(200), ..ChokudaiOptions::default() };
    Chokudai::new(options, NearestPoints::default())
}

/// The beam of the book's seventh chapter, with its improvements as options.
fn walled_beam() -> AgentKind<WalledMaze> {
    let options = agents::with_own(&[EVAL], &BeamOptions::OPTIONS);
    AgentKind::boxed("beam", agents::BEAM_HELP, &options, Limits::default(), |options| {
        let beam = BeamOptions::read(options);
        let [queue, rows, bits] = [Method::Queue, Method::Rows, Method::OneWord]
            .map(|method| AnyPoints::Nearest(NearestPoints { method }));
        let eval = options.choice(&EVAL, [AnyPoints::SoFar, queue, rows, bits, AnyPoints::All]);
        Ok(Box::new(OpenSearch(Beam::<WalledMaze, _>::new(beam, eval))))
    })
}

const EVAL: OptionSpec = OptionSpec::choice(
    "eval",
    "bits",
    &["score", "queue", "rows", "bits", "all"],
    Text::new(
        "score; less the way to the nearest points, found by queue, rows or bits; or to all points",
        "評価: score、最寄りの点までの距離を引く（queue/rows/bits）、全部の点までの距離を引く（all）",
    ),
);

impl Playable for WalledMazeGame {
    type Rules = walled_maze::Rules;

    fn payoffs(view: &ViewOf<WalledMaze>) -> Option<Vec<f64>> {
        Some(Player::all(1).map(|seat| view.now.payoff(seat)).collect())
    }

    fn agents() -> Vec<AgentKind<WalledMaze>> {
        let help =
            Text { en: "what we recommend: chokudai(beams=200)", ja: "おすすめ: chokudai(beams=200)" };
        vec![
            agents::best(help, Limits::default(), || OpenSearch(many_beams())),
            agents::random(),
            agents::greedy(NearestPoints::default()),
            walled_beam(),
            agents::chokudai(NearestPoints::default()),
            agents::flat(),
            agents::mcts(),
        ]
    }

    fn label(rules: &<Self as Playable>::Rules, action: Step) -> Sentence {
        words::label(rules.action_text(action))
    }

    fn event_label(rules: &<Self as Playable>::Rules, action: &Step) -> Sentence {
        words::label(rules.action_text(*action))
    }

    fn explain(told: &Told<'_, WalledMaze>) -> Explained {
        Explained::remarks(words::collecting(&told.view.now, told.decision))
    }

    fn start_fields() -> Vec<StartField> {
        start::fields(
            walled_maze::Rules::SETTINGS,
            "digits are points, @ is you, # a wall,",
            "数字は点、@ はあなた、# は壁、",
            "39@ #5# 345",
        )
    }

    fn start_keys(
        rules: &walled_maze::Rules,
        _: Player,
        answers: &Answers,
    ) -> Result<Map<String, Value>, Rejected> {
        let board = Legend { walls: true, ..legend(rules.size, &['@']) }.read(answers)?;
        let keys = |board| start::solo(rules.size.to_string(), rules.turns.into(), board);
        Ok(board.map_or_else(Map::new, keys))
    }

    fn judge(_: &walled_maze::Rules) -> Box<dyn Judge<WalledMaze>> {
        Box::new(review::walled_maze())
    }

    fn weigher(_: &walled_maze::Rules) -> Option<Box<dyn Weigher<WalledMaze>>> {
        Some(Box::new(EachMove(review::walled_maze())))
    }

    const REVIEW_START: Option<&'static str> = Some(include_str!("starts/walled-maze.json"));

    fn traits() -> Traits {
        Traits { players: 1, evaluation: true, diverse: true, ..Traits::default() }
    }

    fn best() -> Option<Best> {
        Some(Best::measured(
            "chokudai(beams=200)",
            "two hundred narrow beams collect a little more than one wide beam",
            "細いビーム200本の方が広いビーム1本より少し多く集めます",
            "| walled-maze | `chokudai(beams=200)` = `best` |",
        ))
    }

    fn bench(meter: &mut Meter) {
        let rules = yomi_engine::playable::default_rules::<Self>();
        let boards: Vec<WalledMaze> =
            walled_maze::Rules::seeds(0, 10).into_iter().map(|seed| rules.start(seed)).collect();
        meter.playouts("walled-maze", &boards);
        meter.search(("walled-maze", "beam"), Count::Nodes, Limits::default(), &boards, || {
            Box::new(nearest()) as _
        });
        // Time per decision with width 100, to the end of the game: the book's program needs 3.3 ms.
        meter.search(("walled-maze", "beam-100x49"), Count::Decisions, Limits::default(), &boards, || {
            Box::new(nearest()) as _
        });
    }
}

pub struct AutoMazeGame;

fn planner<O: Optimiser<Placement> + Clone + Sync + 'static>(
    name: &'static str,
    help: Text,
    options: &[OptionSpec],
    read: impl Fn(&Options) -> O + Send + Sync + 'static,
) -> AgentKind<AutoMaze> {
    AgentKind::new(name, help, options, optimise::DEFAULT_LIMITS, move |options| Planner::new(read(options)))
}

fn climb() -> AgentKind<AutoMaze> {
    let help = Text::new("a random neighbour is taken when it is better", "良くなる近傍へ移る（山登り法）");
    planner("hill-climb", help, &Climb::OPTIONS, Climb::read)
}

fn anneal() -> AgentKind<AutoMaze> {
    let help = Text::new(
        "a worse neighbour is taken too, with probability exp(delta/T), while it is hot",
        "悪くなる近傍へも確率 exp(差/温度) で移る（焼きなまし法）",
    );
    planner("anneal", help, &Anneal::OPTIONS, Anneal::read)
}

fn tabu() -> AgentKind<AutoMaze> {
    let help = Text::new(
        "the best of some neighbours, better or worse, but none that was left lately",
        "最近離れた解を避けながら最良の近傍へ移る（タブーサーチ）",
    );
    planner("tabu", help, &Tabu::OPTIONS, Tabu::read)
}

fn genetic() -> AgentKind<AutoMaze> {
    let help =
        Text::new("a population whose better half breeds", "良い解どうしを交叉させる（遺伝的アルゴリズム）");
    planner("genetic", help, &Genetic::OPTIONS, Genetic::read)
}

impl Playable for AutoMazeGame {
    type Rules = auto_maze::Rules;

    fn payoffs(view: &ViewOf<AutoMaze>) -> Option<Vec<f64>> {
        Some(Player::all(1).map(|seat| view.now.payoff(seat)).collect())
    }

    fn agents() -> Vec<AgentKind<AutoMaze>> {
        let help =
            Text { en: "what we recommend: anneal with its defaults", ja: "おすすめ: 既定のanneal" };
        vec![
            agents::best(help, optimise::DEFAULT_LIMITS, || Planner::new(Anneal::default())),
            agents::random(),
            climb(),
            anneal(),
            tabu(),
            genetic(),
            agents::flat(),
            agents::mcts(),
        ]
    }

    const SOLVES: bool = true;
    /// Nothing is won, drawn or lost.
    const ANSWERS: &'static [Question] = &[Question::Value, Question::Moves];

    /// Tries all placements, if there are not too many.
    fn solve(maze: &AutoMaze, question: Question, go_on: GoOn<'_>) -> Option<Option<Found<Place>>> {
        const MOST: f64 = 1e9;
        let problem = Placement::new(maze);
        let count = problem.count();
        if count > MOST || !go_on(0) {
            return Some(None);
        }
        let Some(found) = problem.optima(go_on) else { return Some(None) };
        let Some((places, best)) = placement::best_of(&found) else { return Some(None) };
        let chosen = places[maze.placed().len()..maze.board().characters()].to_vec();
        let sentence = Sentence::new(
            format!("The best of all {count} placements scores {best}."),
            format!("{count} 通りの配置のうち最良は {best} 点です。"),
        );
        let (value, nodes) = (f64::from(best), count as u64);
        Some(Some(Found {
            unit: None,
            value,
            best: chosen,
            moves: match question {
                Question::Moves => found.iter().map(|&(place, _, best)| (place, f64::from(best))).collect(),
                _ => Vec::new(),
            },
            sentences: vec![sentence],
            nodes,
            memory_bytes: 0,
        }))
    }

    fn label(rules: &<Self as Playable>::Rules, action: Place) -> Sentence {
        words::label(rules.action_text(action))
    }

    fn event_label(rules: &<Self as Playable>::Rules, action: &Place) -> Sentence {
        words::label(rules.action_text(*action))
    }

    fn explain(told: &Told<'_, AutoMaze>) -> Explained {
        Explained::remarks(words::placing(told.view, told.decision))
    }

    fn start_fields() -> Vec<StartField> {
        start::fields(auto_maze::Rules::SETTINGS, "digits are points,", "数字は点、", "391 505 345")
    }

    fn start_keys(
        rules: &auto_maze::Rules,
        _: Player,
        answers: &Answers,
    ) -> Result<Map<String, Value>, Rejected> {
        let &auto_maze::Rules { size, turns, characters } = rules;
        let keys = |board: Entered| {
            let (size, points) = (size.to_string(), board.points);
            start::object(json!({
                "size": size, "turns": turns, "characters": characters, "placed": [], "points": points,
            }))
        };
        Ok(legend(size, &[]).read(answers)?.map_or_else(Map::new, keys))
    }

    fn judge(_: &auto_maze::Rules) -> Box<dyn Judge<AutoMaze>> {
        Box::new(BestPlacement)
    }

    fn weigher(_: &auto_maze::Rules) -> Option<Box<dyn Weigher<AutoMaze>>> {
        Some(Box::new(EachMove(BestPlacement)))
    }

    const REVIEW_START: Option<&'static str> = Some(include_str!("starts/auto-maze.json"));

    fn traits() -> Traits {
        Traits { players: 1, context: false, searchable: true, evaluation: true, ..Traits::default() }
    }

    fn best() -> Option<Best> {
        Some(Best::by_the_chart("anneal"))
    }

    fn bench(meter: &mut Meter) {
        let rules = yomi_engine::playable::default_rules::<Self>();
        let boards: Vec<AutoMaze> =
            auto_maze::Rules::seeds(0, 10).into_iter().map(|seed| rules.start(seed)).collect();
        meter.playouts("auto-maze", &boards);
        let views: Vec<ViewOf<AutoMaze>> = boards.into_iter().map(|b| View::new(Player::FIRST, b)).collect();
        let anneal = || Box::new(Planner::new(Anneal::default())) as _;
        meter.view_search(("auto-maze", "anneal"), optimise::DEFAULT_LIMITS, &views, anneal);
    }
}

pub struct AlternatingMazeGame;

impl Playable for AlternatingMazeGame {
    type Rules = alternating_maze::Rules;

    fn payoffs(view: &ViewOf<AlternatingMaze>) -> Option<Vec<f64>> {
        Some(Player::all(2).map(|seat| view.now.payoff(seat)).collect())
    }

    fn agents() -> Vec<AgentKind<AlternatingMaze>> {
        let help =
            Text { en: "what we recommend: thunder with its defaults", ja: "おすすめ: 既定のthunder" };
        vec![
            agents::best(help, tree::mcts::DEFAULT_LIMITS, || OpenSearch(yomi_search::thunder(Share))),
            agents::random(),
            partner::agent(&ladder::ALTERNATING, ladder::alternating),
            agents::minimax(Lead),
            agents::alphabeta(Lead),
            agents::deepening(Lead),
            agents::flat(),
            agents::guided_mcts(PointsGuide),
            agents::thunder(Share, PointsGuide),
        ]
    }

    const LADDER: Option<&'static Ladder> = Some(&ladder::ALTERNATING);

    fn label(rules: &<Self as Playable>::Rules, action: Direction) -> Sentence {
        words::label(rules.action_text(action))
    }

    fn event_label(rules: &<Self as Playable>::Rules, action: &Direction) -> Sentence {
        words::label(rules.action_text(*action))
    }

    fn explain(told: &Told<'_, AlternatingMaze>) -> Explained {
        Explained::remarks(words::alternating(told.view, told.decision))
    }

    fn start_fields() -> Vec<StartField> {
        start::fields(alternating_maze::Rules::SETTINGS, TWO_EN, TWO_JA, "39A 505 B45")
    }

    fn start_keys(
        rules: &alternating_maze::Rules,
        _: Player,
        answers: &Answers,
    ) -> Result<Map<String, Value>, Rejected> {
        let Extent { size, turns } = rules.0;
        let board = legend(size, &['A', 'B']).read(answers)?;
        Ok(board.map_or_else(Map::new, |board| start::duo(size.to_string(), turns, board)))
    }

    fn judge(_: &alternating_maze::Rules) -> Box<dyn Judge<AlternatingMaze>> {
        Box::new(review::alternating_maze())
    }

    fn weigher(_: &alternating_maze::Rules) -> Option<Box<dyn Weigher<AlternatingMaze>>> {
        Some(Box::new(EachMove(review::alternating_maze())))
    }

    const REVIEW_START: Option<&'static str> = Some(include_str!("starts/alternating-maze.json"));

    fn traits() -> Traits {
        Traits { evaluation: true, ..Traits::default() }
    }

    fn best() -> Option<Best> {
        Some(Best::by_the_chart("thunder"))
    }

    fn bench(meter: &mut Meter) {
        let settings = [("size", "10x10"), ("turns", "50")].map(|(k, v)| (k.to_string(), v.to_string()));
        let rules = alternating_maze::Rules::from_settings(&settings.into()).expect("a size that fits");
        let boards: Vec<AlternatingMaze> =
            alternating_maze::Rules::seeds(0, 10).into_iter().map(|seed| rules.start(seed)).collect();
        meter.playouts("alternating-maze", &boards);
        let mcts = || Box::new(Mcts::<AlternatingMaze>::new(MctsOptions::default())) as _;
        let limits = Limits::iterations(3_000);
        meter.search(("alternating-maze", "mcts"), Count::Iterations, limits, &boards, mcts);
        let thunder = || Box::new(yomi_search::thunder::<AlternatingMaze, _>(Share)) as _;
        meter.search(("alternating-maze", "thunder"), Count::Iterations, limits, &boards, thunder);
    }
}

pub struct SimultaneousMazeGame;

impl Playable for SimultaneousMazeGame {
    type Rules = simultaneous_maze::Rules;

    fn payoffs(view: &ViewOf<Serialized<SimultaneousMaze>>) -> Option<Vec<f64>> {
        Some(Player::all(2).map(|seat| Joint::payoff(&view.now.game, seat)).collect())
    }

    fn agents() -> Vec<AgentKind<Serialized<SimultaneousMaze>>> {
        let help =
            Text { en: "what we recommend: duct with its defaults", ja: "おすすめ: 既定のduct" };
        vec![
            agents::best(help, tree::duct::DEFAULT_LIMITS, Duct::default),
            agents::random(),
            partner::agent(&ladder::SIMULTANEOUS, ladder::simultaneous),
            agents::flat_in_turns(),
            agents::mcts_in_turns(PointsGuide),
            agents::duct(),
        ]
    }

    const LADDER: Option<&'static Ladder> = Some(&ladder::SIMULTANEOUS);

    fn label(rules: &simultaneous_maze::Rules, action: Direction) -> Sentence {
        words::label(rules.action_text(action))
    }

    fn explain(told: &Told<'_, Serialized<SimultaneousMaze>>) -> Explained {
        let (maze, seat) = (&told.view.now.game, told.view.seat);
        Explained::remarks(words::standing(maze.score(seat), maze.score(seat.other())))
    }

    fn secrets(
        _: &simultaneous_maze::Rules,
        state: &Serialized<SimultaneousMaze>,
        _: &Luck,
    ) -> Option<Sentence> {
        Some(words::pending(state.pending()))
    }

    /// Another choice of the seat that has chosen already.
    fn another_truth(
        view: &ViewOf<Serialized<SimultaneousMaze>>,
        truth: &Serialized<SimultaneousMaze>,
        rng: &mut Rng,
    ) -> Option<Serialized<SimultaneousMaze>> {
        // Nothing is hidden before the other seat has chosen.
        let is_others = |(seat, action): (usize, &Option<_>)| seat != view.seat.index() && action.is_some();
        if !truth.pending().iter().enumerate().any(is_others) {
            return None;
        }
        let mut twin = Serialized::new(*truth.game());
        let action = twin.random_action(rng);
        twin.apply(action);
        Some(twin)
    }

    fn start_fields() -> Vec<StartField> {
        start::fields(simultaneous_maze::Rules::SETTINGS, TWO_EN, TWO_JA, "39A 505 B45")
    }

    fn start_keys(
        rules: &simultaneous_maze::Rules,
        _: Player,
        answers: &Answers,
    ) -> Result<Map<String, Value>, Rejected> {
        let Extent { size, turns } = rules.0;
        let keys = |board| {
            let position = start::duo(size.to_string(), turns, board);
            start::object(json!({ "first": 0, "position": position, "own": null, "chosen": [] }))
        };
        Ok(legend(size, &['A', 'B']).read(answers)?.map_or_else(Map::new, keys))
    }

    const REVIEW_START: Option<&'static str> = Some(include_str!("starts/simultaneous-maze.json"));

    fn traits() -> Traits {
        Traits { simultaneous: true, evaluation: true, ..Traits::default() }
    }

    fn best() -> Option<Best> {
        Some(Best::by_the_chart("duct"))
    }

    fn bench(meter: &mut Meter) {
        let rules = yomi_engine::playable::default_rules::<Self>();
        let starts: Vec<Serialized<SimultaneousMaze>> =
            simultaneous_maze::Rules::seeds(0, 10).into_iter().map(|seed| rules.start(seed)).collect();
        meter.playouts("simultaneous-maze", &starts);
        let views: Vec<ViewOf<Serialized<SimultaneousMaze>>> = starts
            .iter()
            .map(|s| View::new(Player::FIRST, yomi_core::Hidden::seen(s, Player::FIRST)))
            .collect();
        meter.view_search(("simultaneous-maze", "duct"), Limits::iterations(3_000), &views, || {
            Box::new(Duct::default()) as _
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::{Hidden, State, Turn, View};

    /// In the simultaneous maze something is hidden only from the seat that chooses second: another first choice.
    #[test]
    fn only_the_first_choice_is_hidden_and_only_from_the_second_seat() {
        let mut state = yomi_engine::playable::default_rules::<SimultaneousMazeGame>().start(3);
        let mut rng = Rng::new(1);
        let twin = |state: &Serialized<SimultaneousMaze>, seat: Player, rng: &mut Rng| {
            let view = View::new(seat, state.seen(seat));
            SimultaneousMazeGame::another_truth(&view, state, rng)
        };
        for _ in 0..4 {
            let Turn::Player(first) = state.turn() else { panic!("the game goes on") };
            assert!([first, first.other()].iter().all(|&seat| twin(&state, seat, &mut rng).is_none()));
            let action = state.random_action(&mut rng);
            state.apply(action);
            assert!(twin(&state, first, &mut rng).is_none(), "it knows what it chose");
            let mut others = 0;
            for _ in 0..40 {
                let other = twin(&state, first.other(), &mut rng).expect("it may have chosen anything");
                assert_eq!(other.seen(first.other()), state.seen(first.other()));
                others += u32::from(other.pending() != state.pending());
            }
            assert!(others > 5, "{others}");
            let action = state.random_action(&mut rng);
            state.apply(action);
        }
    }
}

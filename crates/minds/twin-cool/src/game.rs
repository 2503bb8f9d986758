//! Twin Cool: the order of the deck is hidden.

use crate::deals::deal_deck;
use crate::players::{CARD, Lookahead, OnceSolved};
use crate::puzzles;
use crate::review::{ByRelaxed, Counting};
use crate::words as explain;
use crate::{ByTable, CardLuck, Ceiling, Expectimax, Flexible, Relaxed, TableGuide, TableLeaf};
use serde_json::{Value, json};
use std::any::Any;
use yomi_core::belief::NothingHidden;
use yomi_core::{
    Chance, Limits, Luck, OptionSpec, Player, Policy, Rng, Ruleset, Scripted, State, Text, Turn, Uniform,
    View, ViewOf, ViewSearch,
};
use yomi_engine::Sentence;
use yomi_engine::agents;
use yomi_engine::bench::Meter;
use yomi_engine::chart::{Best, Traits};
use yomi_engine::explain::{Explained, Told};
use yomi_engine::kind::AgentKind;
use yomi_engine::kind::Player as EnginePlayer;
use yomi_engine::playable::Playable;
use yomi_engine::puzzle::Recipe;
use yomi_engine::review::{Judge, Weigher};
use yomi_engine::solve::{Found, GoOn, Question};
use yomi_engine::suite::LuckMeter;
use yomi_engine::wire::{CardInfo, StartField};
use yomi_games::TwinCool;
use yomi_games::twin_cool::{self, Action, Key};
use yomi_search::reference::expectimax;
use yomi_search::tree::Guided;
use yomi_search::tree::ismcts::declared;
use yomi_search::tree::rollout::{Estimate, Rollout};
use yomi_search::tree::{self, IsMctsOptions, MctsOptions};
use yomi_search::{Follow, IsMcts, Mcts, Pimc};

pub struct TwinCoolGame;

const DRAWS: OptionSpec = OptionSpec::count(
    "draws",
    "1",
    1,
    4,
    Text::new("draws that are counted out exactly", "正確に数える引きの回数"),
);
const MARGIN: OptionSpec = OptionSpec::number(
    "margin",
    "2",
    0.0,
    1000.0,
    Text::new(
        "in payoff: moves worse than the best by more are not looked at more deeply",
        "これより劣る手は深く読まない（利得の差）",
    ),
);

/// The lookahead that takes about a twentieth of a millisecond per move.
const BEST_LOOK: Lookahead = Lookahead { draws: 2, margin: 1.0 };

impl Playable for TwinCoolGame {
    type Rules = twin_cool::Rules;

    const PUZZLES: Option<&'static Recipe> = Some(&puzzles::RECIPE);

    fn agents() -> Vec<AgentKind<TwinCool>> {
        let best = Text {
            en: "what we recommend: expectimax with two draws counted exactly, then the solved game without memory; the heuristic where time is over before that is solved (0.1 s, once)",
            ja: "おすすめ: expectimax。二回分の引きを正確に数え、その先は記憶なしで解いたゲームで評価する（解くのに一度だけ0.1秒かかり、間に合わなければheuristic）",
        };
        let heuristic = Text {
            en: "plays the card with the fewest unseen cards of its suit or value",
            ja: "同じスートか数字の未見札が最も少ない札を出す（柔軟性ヒューリスティック）",
        };
        let table = Text {
            en: "the best move of the game without memory, looked up; the heuristic where time is over before that is solved (0.1 s, once)",
            ja: "記憶なしで解いたゲームの最善手を引く（解くのに一度だけ0.1秒かかり、間に合わなければheuristic）",
        };
        let expectimax = Text {
            en: "every card that may come next, exactly counted; the solved game judges from there. A time limit stops it at the last lookahead that was finished",
            ja: "次に引き得る札を一枚ずつ正確に数え、その先は解いたゲームで評価する（時間制限では、終わった先読みまで）",
        };
        vec![
            agents::best(best, Limits::default(), || OnceSolved(Expectimax::new(BEST_LOOK))),
            agents::random(),
            AgentKind::new("heuristic", heuristic, &[], Limits::default(), |_| Follow(Flexible)),
            AgentKind::new("table", table, &[], Limits::default(), |_| OnceSolved(ByTable::default())),
            AgentKind::new("expectimax", expectimax, &[DRAWS, MARGIN], Limits::default(), |options| {
                let (draws, margin) = (options.count(&DRAWS) as u32, options.number(&MARGIN));
                OnceSolved(Expectimax::new(Lookahead { draws, margin }))
            }),
            ismcts(),
            agents::pimc(NothingHidden),
            cheat(),
        ]
    }

    fn label(_: &twin_cool::Rules, action: Action) -> Sentence {
        explain::label(action)
    }

    fn named(_: &twin_cool::Rules, action: Action) -> Sentence {
        explain::named(action)
    }

    fn event_label(_: &twin_cool::Rules, action: &Action) -> Sentence {
        explain::label(*action)
    }

    fn payoffs(view: &ViewOf<TwinCool>) -> Option<Vec<f64>> {
        Some(vec![view.now.payoff(Player::FIRST)])
    }

    fn explain(told: &Told<'_, TwinCool>) -> Explained {
        let (state, decision) = (&told.view.now, told.decision);
        let computed = explain::Computed::by(decision);
        let facts = decision.candidates.iter().map(|c| Some(explain::facts(state, c.action, computed)));
        let facts = facts.collect();
        let remarks = explain::remarks(state, decision.action, computed);
        Explained::remarks(remarks).believing(&explain::beliefs(state, computed)).with_facts(facts)
    }

    fn beliefs(view: &ViewOf<TwinCool>, _: Option<&(dyn Any + Send)>) -> Value {
        // Agents that compute answer at once: who tells how it stands samples.
        json!(explain::beliefs(&view.now, explain::Computed::NOTHING))
    }

    fn belief_titles() -> &'static [(&'static str, Text)] {
        const TITLES: [(&str, Text); 4] = [
            (
                "next_draw_fits",
                Text::new("Chance that the next card drawn fits a slot", "次に引くカードが場に合う確率"),
            ),
            ("slot1", Text::new("slot 1", "スロット1")),
            ("slot2", Text::new("slot 2", "スロット2")),
            ("either", Text::new("either slot", "どちらか")),
        ];
        &TITLES
    }

    fn start_fields() -> Vec<StartField> {
        explain::start_fields()
    }

    fn cards(rules: &twin_cool::Rules) -> Vec<CardInfo> {
        explain::cards(rules)
    }

    fn secrets(_: &twin_cool::Rules, state: &TwinCool, luck: &Luck) -> Option<Sentence> {
        Some(explain::secrets(state, luck))
    }

    fn luck_meter(rules: &twin_cool::Rules) -> Option<Box<dyn LuckMeter<TwinCool>>> {
        // A chosen hand, or one from a partly known deck, cannot be compared with the average deal.
        let dealt = rules.first.is_empty() && rules.known.is_empty();
        // Draws from a deck that was given are no luck: taking them off would not leave the mean as it is.
        let meter = || LuckOfCards { cards: CardLuck(Relaxed::of(&rules.variant)), dealt };
        rules.deck.is_empty().then(|| Box::new(meter()) as Box<dyn LuckMeter<TwinCool>>)
    }

    fn judge(rules: &twin_cool::Rules) -> Box<dyn Judge<TwinCool>> {
        Box::new(ByRelaxed(Relaxed::of(&rules.variant)))
    }

    fn weigher(rules: &twin_cool::Rules) -> Option<Box<dyn Weigher<TwinCool>>> {
        Some(Box::new(Counting::new(&rules.variant)))
    }

    const REVIEW_START: Option<&'static str> = Some(include_str!("starts/twin-cool.json"));

    const SOLVES: bool = true;
    /// Nothing is won, drawn or lost.
    const ANSWERS: &'static [Question] = &[Question::Value, Question::Moves];

    /// The value for a player who knows what the state says: the average over all deals that agree with it.
    fn solve(state: &TwinCool, _: Question, go_on: GoOn<'_>) -> Option<Option<Found<Action>>> {
        Some(expectimax(state, go_on).map(|found| {
            let most = found.moves.iter().map(|&(_, value)| value).fold(f64::NEG_INFINITY, f64::max);
            let best = found.moves.iter().filter(|(_, value)| most - value < 1e-9).map(|&(a, _)| a);
            let cards = most / CARD;
            let sentence = Sentence::new(
                format!("With best play, without seeing the deck, it is worth {cards:.6} cards in all."),
                format!("山札を見ずに最善を尽くしたときの価値は通算 {cards:.6} 枚分です。"),
            );
            Found {
                unit: None,
                value: most,
                best: best.collect(),
                moves: found.moves,
                sentences: vec![sentence],
                nodes: found.positions,
                memory_bytes: found.bytes,
            }
        }))
    }

    fn best() -> Option<Best> {
        Some(Best::measured(
            "expectimax",
            "averaging two draws exactly, with the solved relaxed game behind them, beats the tree search with the same table in a seventeenth of its time",
            "二回分の引きを正確に数え、その先を解いたゲームで評価すると、同じ表を使う木探索を十七分の一の時間で上回ります",
            "| `best` | - | 100000 |",
        ))
    }

    fn bench(meter: &mut Meter) {
        let rules = yomi_engine::playable::default_rules::<Self>();
        let starts: Vec<TwinCool> =
            twin_cool::Rules::seeds(0, HANDS).into_iter().map(|seed| rules.start(seed)).collect();
        meter.playouts("twin-cool", &starts);
        let views: Vec<ViewOf<TwinCool>> = starts.iter().map(|s| View::new(Player::FIRST, *s)).collect();
        let short = Limits::iterations(200);
        for (name, grain) in [("ismcts", Key::AlikeCount), ("ismcts-by-names", Key::HandTopsCount)] {
            let ismcts = || {
                let options =
                    IsMctsOptions { c: Some(UCB1_C), grain, even: true, ..IsMctsOptions::default() };
                Box::new(IsMcts::<TwinCool, _>::new(NothingHidden, options)) as Box<dyn ViewSearch<TwinCool>>
            };
            meter.view_search(("twin-cool", name), short, &views, ismcts);
        }
        let pimc = || {
            let options = MctsOptions::default();
            Box::new(Pimc { worlds: 20, options, inference: NothingHidden, rollout: Uniform })
                as Box<dyn ViewSearch<TwinCool>>
        };
        meter.view_search(("twin-cool", "pimc"), short, &views, pimc);
        let middles = middles(&starts);
        let follow = |meter: &mut Meter, what: &str, policy: &mut dyn FnMut(&TwinCool) -> Action| {
            meter.row("twin-cool", what, "moves", || {
                let cards = middles.iter().map(|state| match policy(state) {
                    Action::Play(card, _) | Action::Draw(card) => card.index() as u64,
                });
                (middles.len() as u64, cards.sum())
            });
        };
        let (mut table, mut rng) = (ByTable::default(), Rng::new(0));
        follow(meter, "table", &mut |state| table.choose(state, &mut rng));
        let mut look = Expectimax::new(Lookahead::default());
        follow(meter, "expectimax", &mut |state| look.best_of(state).action);
        let mut best = Expectimax::new(BEST_LOOK);
        follow(meter, "best", &mut |state| best.best_of(state).action);
        determinizations(meter, &starts);
    }

    fn traits() -> Traits {
        Traits { players: 1, hidden: true, chance: true, evaluation: true, ..Traits::default() }
    }
}

/// Of 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 1 and 2, those from 0.1 to 0.2 play best: the range of payoffs is
/// wide, and most of it is chance.
const UCB1_C: f64 = 0.15;
/// The best of 0.05, 0.1, 0.2, 0.4 and 1.
const PUCT_C: f64 = 0.2;

const C: OptionSpec = OptionSpec::number(
    "c",
    "auto",
    0.0,
    1000.0,
    Text::new(
        "how much to explore; auto: 0.15 for UCB1, 0.2 for PUCT",
        "探索の強さ（autoはUCB1で0.15、PUCTで0.2）",
    ),
)
.or(&["auto"]);
const KEY: OptionSpec = OptionSpec::choice(
    "key",
    "auto",
    &["auto", "alike+count", "hand+tops", "hand+tops+count", "hand+tops+played", "hand+piles"],
    Text::new(
        "what names a node: alike+count (hand and tops by what they share, whatever the suits and values), hand+tops, hand+tops+count, hand+tops+played or hand+piles; auto: alike+count, or hand+tops+count with a table's leaves or priors",
        "ノードの情報集合キー: alike+count（スートや数字の名前によらず同じ形の局面をまとめる）、hand+tops、hand+tops+count、hand+tops+played、hand+piles。autoは alike+count（leafかpriorがtableなら hand+tops+count）",
    ),
);
const ROLLOUT: OptionSpec = OptionSpec::choice(
    "rollout",
    "random",
    &["random", "flex", "table"],
    Text::new(
        "how leaves are played on: random, flex (the heuristic) or table",
        "末端からの進め方: random、flex（柔軟性）、table（解いた表）",
    ),
);
const LEAF: OptionSpec = OptionSpec::choice(
    "leaf",
    "rollout",
    &["rollout", "table"],
    Text::new(
        "what a leaf is worth: rollout, or table (the solved game judges it)",
        "末端の価値: rollout（最後まで進める）か table（表で評価）",
    ),
);
const PRIOR: OptionSpec = OptionSpec::choice(
    "prior",
    "none",
    &["none", "table"],
    Text::new(
        "table: choose by PUCT with priors of the solved game; none: by UCB1",
        "table なら表の事前確率でPUCT、none ならUCB1",
    ),
);
const EVEN: OptionSpec = OptionSpec::switch(
    "even",
    "true",
    Text::new("deal the draws after each move out evenly", "各手の直後に引く札を偏りなく配る"),
);

/// How a leaf is evaluated.
#[derive(Clone, Copy)]
enum Leaf {
    Random,
    Flexible,
    ByTable,
}

/// The search of the seeds' design, with all its choices as options.
fn ismcts() -> AgentKind<TwinCool> {
    let mut all = vec![C, KEY, ROLLOUT, LEAF, PRIOR];
    for spec in declared::OPTIONS {
        match spec.name {
            "c" => {}
            // The tree is kept between turns by default: the player is asked about every position of the same
            // game.
            "keep" => all.splice(5..5, [spec.with_default("true"), EVEN]).for_each(drop),
            _ => all.push(spec),
        }
    }
    AgentKind::boxed("ismcts", agents::ISMCTS_HELP, &all, tree::ismcts::DEFAULT_LIMITS, |options| {
        let keys = [Key::AlikeCount, Key::HandTops, Key::HandTopsCount, Key::HandTopsPlayed, Key::HandPiles];
        let [alike, tops, count, played, piles] = keys.map(Some);
        let key = options.choice(&KEY, [None, alike, tops, count, played, piles]);
        let rollout = options.choice(&ROLLOUT, [Leaf::Random, Leaf::Flexible, Leaf::ByTable]);
        let by_table = options.choice(&LEAF, [false, true]);
        let prior = options.choice(&PRIOR, [false, true]);
        // Values by the table depend on the unseen cards, in which equivalent positions differ.
        let grain = key.unwrap_or(if by_table || prior { Key::HandTopsCount } else { Key::AlikeCount });
        let given: IsMctsOptions<Key> = declared::read(options);
        let c = given.c.or(Some(if prior { PUCT_C } else { UCB1_C }));
        let even = options.switch(&EVEN);
        let search = IsMcts::new(NothingHidden, IsMctsOptions { grain, c, even, ..given });
        Ok(match (by_table, rollout) {
            (true, _) => with_table(search.with_leaf(TableLeaf::default()), prior),
            (false, Leaf::ByTable) => with_table(search.with_leaf(Rollout(ByTable::default())), prior),
            (false, Leaf::Random) if prior => with_table(search, prior),
            (false, Leaf::Flexible) if prior => with_table(search.with_leaf(Rollout(Flexible)), prior),
            (false, Leaf::Random) => Box::new(search),
            (false, Leaf::Flexible) => Box::new(search.with_leaf(Rollout(Flexible))),
        })
    })
}

/// A search that uses the table, for its leaves, its priors or both.
fn with_table<L: Estimate<TwinCool> + Sync>(
    search: IsMcts<TwinCool, NothingHidden, L>,
    prior: bool,
) -> Box<dyn EnginePlayer<TwinCool>> {
    if prior {
        Box::new(OnceSolved(search.with_priors(Guided::new(TableGuide::default()))))
    } else {
        Box::new(OnceSolved(search))
    }
}

const SEARCH: OptionSpec = OptionSpec::choice(
    "search",
    "exact",
    &["exact", "mcts"],
    Text::new(
        "how: exact (every line, layer by layer), or mcts, which plays on at random",
        "探し方: exact（層ごとに全手順）か mcts（ランダムに最後まで進める木探索）",
    ),
);
const WIDTH: OptionSpec = OptionSpec::count(
    "width",
    "500000",
    1,
    1_000_000,
    Text::new(
        "exact: positions kept of each turn; the best line is proven where there are no more",
        "exact: 各手番で残す局面の数（それを超えなければ最善が証明される）",
    ),
);

/// The upper bound: the result with a known deck.
fn cheat() -> AgentKind<TwinCool> {
    let help = Text::new(
        "sees the order of the deck and plays the best line it finds: the ceiling, never advice",
        "山札の順番を見て最善の手順で打つ（上限の測定用。助言には使えない）",
    );
    let options = agents::with_own(&[SEARCH, WIDTH], &MctsOptions::OPTIONS);
    AgentKind::cheat(help, &options, Limits::default(), |options| {
        if options.choice(&SEARCH, [false, true]) {
            Box::new(Mcts::<Scripted<TwinCool>>::new(MctsOptions::read(options)).with_transpositions())
        } else {
            Box::new(Ceiling::new(options.count(&WIDTH) as usize))
        }
    })
}

/// Number of fixed hands that searches are measured on.
const HANDS: usize = 20;

/// Every position with the player to move, from one game per start.
fn middles(starts: &[TwinCool]) -> Vec<TwinCool> {
    let mut all = Vec::new();
    for (i, start) in starts.iter().enumerate() {
        let (mut state, mut rng, mut player) = (*start, Rng::new(i as u64), ByTable::default());
        while state.turn() != Turn::Over {
            if state.turn() == Turn::Chance {
                state.apply(state.sample_outcome(&mut rng));
            } else {
                all.push(state);
                state.apply(player.choose(&state, &mut rng));
            }
        }
    }
    all
}

/// Deals whole decks: with reused memory, and with a new allocation each time, which the seeds estimate to be
/// 20 to 30% slower.
fn determinizations(meter: &mut Meter, starts: &[TwinCool]) {
    const ROUNDS: u64 = 1_000;
    let mut pool = Vec::new();
    meter.row("twin-cool", "determinize", "decks", || {
        let mut rng = Rng::new(0);
        let sum = (0..ROUNDS).map(|i| {
            deal_deck(&starts[i as usize % starts.len()], &mut pool, &mut rng);
            pool[0].index() as u64
        });
        (ROUNDS, sum.sum())
    });
    meter.row("twin-cool", "determinize-anew", "decks", || {
        let mut rng = Rng::new(0);
        let sum = (0..ROUNDS).map(|i| {
            let mut pool = Vec::new();
            deal_deck(&starts[i as usize % starts.len()], &mut pool, &mut rng);
            std::hint::black_box(&pool)[0].index() as u64
        });
        (ROUNDS, sum.sum())
    });
}

struct LuckOfCards {
    cards: CardLuck,
    /// Whether the first hand was dealt at random.
    dealt: bool,
}

impl LuckMeter<TwinCool> for LuckOfCards {
    fn fingerprint(&self) -> u64 {
        self.cards.0.fingerprint()
    }

    fn of_deal(&self, start: &TwinCool) -> f64 {
        if self.dealt { self.cards.of_deal(start) } else { 0.0 }
    }

    fn of_outcome(&self, before: &TwinCool, outcome: Action) -> f64 {
        self.cards.of_draw(before, outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ceiling;

    #[test]
    fn the_width_shown_is_the_width_used() {
        assert_eq!(WIDTH.default, ceiling::DEFAULT_WIDTH.to_string());
    }
}

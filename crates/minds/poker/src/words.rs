//! Kuhn and Leduc: sentences about what the opponent can hold and how it plays.

use crate::belief::other_card;
use crate::equilibrium::{Considered, Solved};
use crate::manner::{Betting, MANNERS, Manner};
use crate::reading::{Beside, Read};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::any::Any;
use std::collections::BTreeMap;
use yomi_core::{Luck, Player, Rejected};
use yomi_engine::Sentence;
use yomi_engine::explain::{Explained, Told, percent};
use yomi_engine::start::{self, Answers};
use yomi_engine::wire::{StartField, StartKind};
use yomi_games::Leduc;
use yomi_games::cards::Rank;
use yomi_games::leduc::Action;
use yomi_search::belief::Witness;

/// Beliefs in Kuhn and Leduc: `beliefs` of advice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beliefs {
    /// The probability of each card to be the opponent's.
    pub other_card: BTreeMap<String, f64>,
    /// What it was read from: `betting`, or, as long as the opponent has not acted, `cards`, every unseen
    /// card being equally likely.
    pub from: String,
    /// The probability of each manner of play, by seat: `equilibrium`, `greedy`, `random`. Empty as long as
    /// the opponent has not acted.
    pub kinds: BTreeMap<String, BTreeMap<String, f64>>,
}

/// What the agent that decided believes.
struct Believed<'a, S> {
    read: &'a Read<S>,
    values: Values,
}

/// What the values of its moves rest on.
#[derive(Clone, Copy, PartialEq)]
enum Values {
    /// What is believed.
    Belief,
    /// An opponent in equilibrium.
    Equilibrium,
    /// Every unseen card equally likely.
    Cards,
}

impl<'a, S: Solved> Believed<'a, S> {
    /// `None` for agents that leave no evidence: they believe nothing.
    fn of(evidence: &'a (dyn Any + Send)) -> Option<Self> {
        if let Some(witness) = evidence.downcast_ref::<Witness<S, Beside<S>>>() {
            return Some(Believed { read: witness.belief.read(), values: Values::Cards });
        }
        if let Some(witness) = evidence.downcast_ref::<Witness<S, Read<S>>>() {
            return Some(Believed { read: &witness.belief, values: Values::Belief });
        }
        let Considered(read) = evidence.downcast_ref::<Considered<S>>()?;
        Some(Believed { read, values: Values::Equilibrium })
    }

    /// What the betting says; `None` if there was none.
    fn known(&self) -> Option<Known<'a, S>> {
        let read = self.read;
        Some(Known { read, cards: read.cards()?, manners: read.manners()? })
    }
}

/// What was read of an opponent that has acted.
struct Known<'a, S> {
    read: &'a Read<S>,
    cards: [f64; 3],
    manners: [f64; MANNERS],
}

pub fn beliefs<S: Solved>(seen: &S::Seen, evidence: Option<&(dyn Any + Send)>) -> Option<Beliefs> {
    Believed::<S>::of(evidence?).map(|believed| schema::<S>(seen, &believed))
}

fn schema<S: Solved>(seen: &S::Seen, believed: &Believed<'_, S>) -> Beliefs {
    let known = believed.known();
    let odds = odds::<S>(seen, known.as_ref());
    let kinds = known.iter().map(|known| {
        let named = Manner::ALL.iter().map(|&m| (m.key().to_string(), known.manners[m as usize]));
        (S::seat(seen).other().to_string(), named.collect())
    });
    Beliefs {
        other_card: odds.into_iter().map(|(card, p)| (card.to_string(), p)).collect(),
        from: if known.is_some() { "betting" } else { "cards" }.into(),
        kinds: kinds.collect(),
    }
}

fn odds<S: Betting>(seen: &S::Seen, known: Option<&Known<'_, S>>) -> [(Rank, f64); 3] {
    known.map_or_else(|| other_card::<S>(seen), |known| Rank::ALL.map(|r| (r, known.cards[r.index()])))
}

/// Words and beliefs of the agent that decided; neither, if it believes nothing.
pub fn explain<S: Solved>(told: &Told<'_, S>) -> Explained {
    let seen = &told.view.now;
    let Some(believed) = told.evidence.and_then(Believed::<S>::of) else { return Explained::default() };
    Explained::remarks(remarks(seen, &believed)).believing(&schema::<S>(seen, &believed))
}

/// A move or an event as shown to people.
pub fn label(text: &str) -> Sentence {
    let ja = match text {
        "check" => "チェック",
        "bet" => "ベット",
        "call" => "コール",
        "raise" => "レイズ",
        "fold" => "フォールド",
        other => other,
    };
    Sentence::new(text, ja)
}

/// What must be known to start a real game.
pub fn start_fields() -> Vec<StartField> {
    vec![StartField {
        name: "card".into(),
        kind: StartKind::Cards { least: 1, most: 1 },
        help: Sentence::new("your card", "あなたの札"),
        example: "\"K\"".into(),
    }]
}

/// The view of the start from the answers: the card, if it is one.
pub fn start_keys(answers: &Answers) -> Result<Map<String, Value>, Rejected> {
    let keys = start::by_kind(&start_fields(), 2, answers)?;
    if let Some([card]) = answers.get("card") {
        card.parse::<Rank>()?;
    }
    Ok(keys)
}

/// `J 25.0%, K 75.0%`.
fn list(odds: &[(Rank, f64)]) -> Sentence {
    let some = odds.iter().filter(|(_, p)| *p > 0.0).map(|(card, p)| format!("{card} {}", percent(*p)));
    let some: Vec<String> = some.collect();
    Sentence::new(some.join(", "), some.join("、"))
}

fn remarks<S: Solved>(seen: &S::Seen, believed: &Believed<'_, S>) -> Vec<Sentence> {
    let known = believed.known();
    let odds = odds::<S>(seen, known.as_ref());
    let chance = |outcome| {
        let cards = odds.iter().filter(|(card, _)| S::beats(seen, *card) == outcome);
        percent(cards.fold(0.0, |sum, (_, p)| sum + p))
    };
    let (cards, ahead, behind) = (list(&odds), chance(Some(true)), chance(Some(false)));
    let Some(known) = known else {
        return vec![Sentence::new(
            format!(
                "From the unseen cards alone, the opponent holds {cards}: your card is ahead in {ahead} of cases and behind in {behind}."
            ),
            format!(
                "見えないカードだけからすると、相手の札は {cards:#}。あなたは {ahead} の場合に勝っていて、{behind} の場合に負けています。"
            ),
        )];
    };
    let unread = list(&other_card::<S>(seen));
    let mut all = vec![
        Sentence::new(
            format!(
                "From the betting, the opponent holds {cards} (from the unseen cards alone {unread}): your card is ahead in {ahead} of cases and behind in {behind}."
            ),
            format!(
                "賭け方から読むと、相手の札は {cards:#}（見えないカードだけなら {unread:#}）。あなたは {ahead} の場合に勝っていて、{behind} の場合に負けています。"
            ),
        ),
        manner(&known.manners),
    ];
    match (believed.values, known.read.cards_of(Manner::Equilibrium)) {
        (Values::Cards, _) => all.push(Sentence::new(
            "The values in the table ignore this: the search dealt every unseen card with equal chance.",
            "手の期待値はこの読みによらず、見えない札をどれも同じ確率で配って求めています。",
        )),
        (Values::Equilibrium, Some(strict)) => {
            let strict = list(&Rank::ALL.map(|card| (card, strict[card.index()])));
            all.push(Sentence::new(
                format!("The values count on an unexploitable opponent, who would hold {strict} here."),
                format!(
                    "手の期待値はつけ込まれない相手に対するもので、その相手ならここでの札は {strict:#} です。"
                ),
            ));
        }
        (Values::Equilibrium, None) | (Values::Belief, _) => {}
    }
    all
}

/// How players of a manner play: in a sentence, and in short.
const fn habit(manner: Manner) -> [(&'static str, &'static str); 2] {
    match manner {
        Manner::Equilibrium => [
            (
                "mixes good hands and bluffs so that nobody can exploit it",
                "つけ込まれないよう強い手とブラフを混ぜる",
            ),
            ("unexploitable", "つけ込まれない"),
        ],
        Manner::Greedy => [
            ("bets by the strength of its own card alone", "自分の札の強さだけで賭ける"),
            ("by its own card", "自分の札だけ"),
        ],
        Manner::Random => [("bets at random", "気まぐれに賭ける"), ("at random", "気まぐれ")],
    }
}

/// Nothing is called likely that is not more likely than the rest together.
const LIKELY: f64 = 0.5;

fn manner(chances: &[f64; MANNERS]) -> Sentence {
    if let Some(likely) = Manner::ALL.into_iter().find(|&m| chances[m as usize] > LIKELY) {
        let ([(en, ja), _], chance) = (habit(likely), percent(chances[likely as usize]));
        return Sentence::new(
            format!("Most likely the opponent {en} ({chance})."),
            format!("相手はおそらく「{ja}」打ち方です（{chance}）。"),
        );
    }
    let each = |japanese: bool| {
        let one = |m: Manner| {
            let [_, (en, ja)] = habit(m);
            format!("{} {}", if japanese { ja } else { en }, percent(chances[m as usize]))
        };
        Manner::ALL.map(one).join(if japanese { "、" } else { ", " })
    };
    Sentence::new(
        format!("How the opponent plays is not clear from its betting: {}.", each(false)),
        format!("打ち方はまだはっきりしません: {}。", each(true)),
    )
}

/// Both hands, for practice.
pub fn cards(first: Rank, second: Rank) -> Sentence {
    Sentence::new(
        format!("Seat 0 holds {first}, seat 1 {second}."),
        format!("席0の札は {first}、席1の札は {second}。"),
    )
}

/// Both hands and, if it is still to come, the public card.
pub fn cards_and_public(state: &Leduc, luck: &Luck) -> Sentence {
    let hands = cards(state.card(Player::FIRST), state.card(Player::SECOND));
    if state.table().public().is_some() {
        return hands;
    }
    // The public card does not depend on the betting before it.
    match luck.clone().draw(state) {
        Action::Public(card) => Sentence::new(
            format!("{} The public card will be {card}.", hands.en),
            format!("{}場札は {card} になります。", hands.ja),
        ),
        Action::Say(_) => hands,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equilibrium::Equilibrium;
    use crate::manner::ByOwnCard;
    use crate::reading::{ByBetting, ByCards};
    use std::sync::atomic::AtomicBool;
    use yomi_core::testkit::clock::SteppingClock;
    use yomi_core::{Limits, Rng, Run, State, Turn, View, ViewOf, ViewSearch};
    use yomi_games::Kuhn;
    use yomi_search::random::RandomPlayer;
    use yomi_search::tree::{IsMcts, IsMctsOptions};

    fn explained<S: Solved>(agent: &mut dyn ViewSearch<S>, view: &ViewOf<S>) -> Explained {
        let (clock, stop, mut evidence) =
            (SteppingClock::new(std::time::Duration::ZERO), AtomicBool::new(false), None);
        let mut run = Run::new(Limits::iterations(20), &clock, &stop);
        run.evidence = Some(&mut evidence);
        let decision = agent.decide(view, &mut run, &mut Rng::new(1)).unwrap();
        explain(&Told::<S> { view, decision: &decision, evidence: evidence.as_deref(), opponents: None })
    }

    /// Every decision of a game, with whether the opponent has acted.
    fn decisions<S: Solved>(state: &S, acted: [bool; 2], each: &mut impl FnMut(&ViewOf<S>, bool)) {
        let mover = match state.turn() {
            Turn::Over => return,
            Turn::Chance => None,
            Turn::Player(p) => Some(p),
        };
        if let Some(p) = mover {
            each(&View::new(p, state.seen(p)), acted[p.other().index()]);
        }
        let outcomes = state.outcomes().into_iter().map(|(a, _)| a);
        for action in State::actions(state).into_iter().chain(outcomes) {
            let (mut next, mut acted) = (state.clone(), acted);
            next.apply(action);
            mover.into_iter().for_each(|p| acted[p.index()] = true);
            decisions(&next, acted, each);
        }
    }

    fn check<S: Solved>(view: &ViewOf<S>, has_acted: bool) -> [bool; 2] {
        let mut reading = IsMcts::<S, _>::new(ByBetting, IsMctsOptions::default());
        let mut beside = IsMcts::<S, _>::new(ByCards, IsMctsOptions::default());
        let mut seen = [false; 2];
        let agents: [(&mut dyn ViewSearch<S>, Values); 3] = [
            (&mut Equilibrium, Values::Equilibrium),
            (&mut reading, Values::Belief),
            (&mut beside, Values::Cards),
        ];
        for (agent, values) in agents {
            let Explained { remarks, beliefs, .. } = explained(agent, view);
            let beliefs: Beliefs = serde_json::from_value(beliefs).unwrap();
            let words: String = remarks.iter().map(|r| format!("{} {}\n", r.text.en, r.text.ja)).collect();
            assert!((beliefs.other_card.values().sum::<f64>() - 1.0).abs() < 1e-12);
            if !has_acted {
                assert!(beliefs.kinds.is_empty() && beliefs.from == "cards", "{beliefs:?}");
                assert!(remarks.len() == 1 && words.contains("From the unseen cards alone"), "{words}");
                continue;
            }
            assert_eq!(beliefs.from, "betting");
            let kinds = &beliefs.kinds[&view.seat.other().to_string()];
            assert!(kinds.len() == MANNERS && (kinds.values().sum::<f64>() - 1.0).abs() < 1e-12);
            let likely = words.contains("Most likely") && words.contains("相手はおそらく");
            assert_eq!(likely, kinds.values().any(|&p| p > 0.5), "{words} {kinds:?}");
            assert_ne!(
                likely,
                words.contains("is not clear") && words.contains("はっきりしません"),
                "{words}"
            );
            let strict = values == Values::Equilibrium && kinds["equilibrium"] > 0.0;
            assert_eq!(
                words.contains("count on an unexploitable") && words.contains("つけ込まれない相手"),
                strict
            );
            let unread = words.contains("dealt every unseen card with equal chance")
                && words.contains("この読みによらず");
            assert_eq!(unread, values == Values::Cards, "{words}");
            seen[usize::from(likely)] = true;
        }
        // Who believes nothing says nothing.
        for agent in [&mut RandomPlayer as &mut dyn ViewSearch<S>, &mut ByOwnCard] {
            let Explained { remarks, beliefs, .. } = explained(agent, view);
            assert!(remarks.is_empty() && beliefs.is_null());
        }
        seen
    }

    /// In every position: no manner of play is ascribed to a seat that has not acted, and none is called
    /// likely that is not.
    #[test]
    fn words_say_no_more_than_is_believed() {
        let mut seen = [[false; 2]; 2];
        let note = |seen: &mut [bool; 2], found: [bool; 2]| {
            seen.iter_mut().zip(found).for_each(|(seen, found)| *seen |= found);
        };
        for start in Kuhn::deals() {
            decisions(&start, [false; 2], &mut |view, acted| note(&mut seen[0], check::<Kuhn>(view, acted)));
        }
        for (start, _) in Leduc::deals() {
            decisions(&start, [false; 2], &mut |view, acted| note(&mut seen[1], check::<Leduc>(view, acted)));
        }
        assert_eq!(seen[1], [true; 2], "both sentences of Leduc were tried");
        assert!(seen[0][0] || seen[0][1]);
    }
}

//! Cards and moves of Duel as shown to people, in both languages.

use yomi_engine::Sentence;
use yomi_engine::wire::CardInfo;
use yomi_games::duel::cards::{Card, Counted, Op, SetRef, keyword};
use yomi_games::duel::{Action, CardId, Rules, Target};

/// The cards of a game, in the order of their file.
pub fn cards(rules: &Rules) -> Vec<CardInfo> {
    rules.set.ids().map(|id| info(rules.set, id)).collect()
}

fn info(set: SetRef, id: CardId) -> CardInfo {
    let card = set.card(id);
    let named = KEYWORDS.iter().filter(|(bit, ..)| card.is(*bit));
    CardInfo {
        id: card.word.clone(),
        name: name(card),
        text: text(set, card),
        cost: Some(u32::from(card.cost)),
        power: card.is_unit().then_some(u32::from(card.power)),
        kind: if card.is_unit() { "unit" } else { "spell" }.into(),
        keywords: named.map(|(_, word, _)| word.to_string()).collect(),
    }
}

/// Keywords with their names.
const KEYWORDS: [(u8, &str, &str); 6] = [
    (keyword::SWIFT, "swift", "速攻"),
    (keyword::BLOCKER, "blocker", "ブロッカー"),
    (keyword::SLAYER, "slayer", "スレイヤー"),
    (keyword::NO_ATTACK, "no-attack", "攻撃できない"),
    (keyword::TRIGGER, "trigger", "トリガー"),
    (keyword::COUNTER, "counter", "カウンター"),
];

fn name(card: &Card) -> Sentence {
    Sentence::new(card.name.clone(), card.ja.clone())
}

/// Everything that the card does, sentence by sentence.
fn text(set: SetRef, card: &Card) -> Sentence {
    let mut parts: Vec<Sentence> = KEYWORDS
        .iter()
        .filter(|(bit, ..)| card.is(*bit))
        .map(|(_, en, ja)| {
            Sentence::new(format!("{}{}.", en[..1].to_uppercase(), &en[1..]), format!("{ja}。"))
        })
        .collect();
    if card.breaks > 1 {
        let n = card.breaks;
        parts.push(Sentence::new(format!("Breaks {n} shields."), format!("盾を{n}枚ブレイクする。")));
    }
    parts.extend(card.ops.iter().flatten().map(|op| effect(set, *op)));
    parts.extend(cost_parts(card));
    if let Some(aura) = card.aura {
        let (less, floor) = (aura.spell_discount, aura.floor);
        parts.push(Sentence::new(
            format!("While in play, your spells cost {less} less, but at least {floor}."),
            format!("場にある間、自分の呪文のコスト-{less}（{floor}より下がらない）。"),
        ));
    }
    joined(&parts)
}

fn joined(parts: &[Sentence]) -> Sentence {
    let en: Vec<&str> = parts.iter().map(|part| part.en.as_str()).collect();
    let ja: Vec<&str> = parts.iter().map(|part| part.ja.as_str()).collect();
    Sentence::new(en.join(" "), ja.concat())
}

/// What the card says of its own cost; empty if it says nothing.
pub fn cost_text(card: &Card) -> Sentence {
    joined(&cost_parts(card))
}

fn cost_parts(card: &Card) -> Vec<Sentence> {
    let mut parts = Vec::new();
    if let Some(zero) = card.zero_if {
        let (en, ja) = counted(zero.count);
        let n = zero.at_least;
        parts.push(Sentence::new(
            format!("Costs nothing while there are {n} or more {en}."),
            format!("{ja}が{n}以上ならコスト0。"),
        ));
    }
    if let Some(discount) = card.discount {
        let ((en, ja), (less, most)) = (counted(discount.per), (discount.amount, discount.most));
        parts.push(Sentence::new(
            format!("Costs {less} less for each of the {en}, {most} less at most."),
            format!("{ja}1つにつきコスト-{less}（最大-{most}）。"),
        ));
    }
    parts
}

fn counted(what: Counted) -> (&'static str, &'static str) {
    match what {
        Counted::OwnUnits => ("your units", "自分のユニット"),
        Counted::EnemyUnits => ("enemy units", "相手のユニット"),
        Counted::OwnMana => ("your mana cards", "自分のマナ"),
        Counted::OwnGraveSpells => ("spells in your graveyard", "自分の墓地の呪文"),
        Counted::CardsPlayedThisTurn => ("cards you played this turn", "このターンに出したカード"),
    }
}

fn effect(set: SetRef, op: Op) -> Sentence {
    let cards = |n: u8| if n == 1 { "a card".to_string() } else { format!("{n} cards") };
    match op {
        Op::Draw(n) => Sentence::new(format!("Draw {}.", cards(n)), format!("{n}枚引く。")),
        // More than any unit has is no condition.
        Op::Destroy(power) if set.ids().all(|id| set.card(id).power <= power) => {
            Sentence::new("Destroy an enemy unit.", "相手ユニット1体を破壊する。")
        }
        Op::Destroy(power) => Sentence::new(
            format!("Destroy an enemy unit of power {power} or less."),
            format!("パワー{power}以下の相手ユニット1体を破壊する。"),
        ),
        Op::Bounce => Sentence::new(
            "Return an enemy unit to its owner's hand.",
            "相手ユニット1体を持ち主の手札に戻す。",
        ),
        Op::Boost(n) => Sentence::new(
            format!("Put {} from the top of your library into your mana.", cards(n)),
            format!("山札の上から{n}枚をマナに置く。"),
        ),
        Op::Shield(n) => Sentence::new(
            format!("Add {} from the top of your library to your shields, unseen.", cards(n)),
            format!("山札の上から{n}枚を見ずに盾に加える。"),
        ),
        Op::Stow(n) => Sentence::new(
            format!("Add {} from your hand to your shields.", cards(n)),
            format!("手札から{n}枚を盾に加える。"),
        ),
        Op::FaceUp(n) => Sentence::new(
            format!("Add {} from the top of your library to your shields, face up.", cards(n)),
            format!("山札の上から{n}枚を表向きで盾に加える。"),
        ),
        Op::Sweep(power) => Sentence::new(
            format!("Destroy all enemy units of power {power} or less."),
            format!("パワー{power}以下の相手ユニットをすべて破壊する。"),
        ),
        Op::Discard(n) => Sentence::new(
            format!("Your opponent loses {} at random from hand.", cards(n)),
            format!("相手は手札を無作為に{n}枚捨てる。"),
        ),
        Op::Mill(n) => Sentence::new(
            format!("Put {} from the top of your opponent's library into the graveyard.", cards(n)),
            format!("相手の山札の上から{n}枚を墓地に置く。"),
        ),
        Op::Scry(n) => Sentence::new(
            format!("Look at the top {} of your library and put them back in any order.", cards(n)),
            format!("山札の上から{n}枚を見て、好きな順番で戻す。"),
        ),
        Op::Search { among, shown } => search(set, among, shown),
    }
}

fn search(set: SetRef, among: u64, shown: bool) -> Sentence {
    let listed: Vec<&Card> = set.ids().filter(|id| among & id.bit() != 0).map(|id| set.card(id)).collect();
    let (what, what_ja) = match listed.as_slice() {
        all if all.len() == set.cards.len() => ("a card".to_string(), "カード".to_string()),
        all if all.iter().all(|card| card.is_unit()) && all.len() > 1 => ("a unit".into(), "ユニット".into()),
        all if all.iter().all(|card| !card.is_unit()) && all.len() > 1 => ("a spell".into(), "呪文".into()),
        all => (
            all.iter().map(|card| card.name.as_str()).collect::<Vec<_>>().join(" or "),
            all.iter().map(|card| format!("「{}」", card.ja)).collect::<Vec<_>>().join("か"),
        ),
    };
    let (show, show_ja) = if shown { (", shown to both", "相手に見せて") } else { ("", "") };
    Sentence::new(
        format!("Take {what} from your library to your hand{show}; then shuffle."),
        format!("山札から{what_ja}を1枚{show_ja}手札に加え、山札を切る。"),
    )
}

/// A move or a chance outcome as shown to people.
pub fn label(rules: &Rules, action: Action) -> Sentence {
    let card = |id: CardId| match id {
        CardId::HIDDEN => Sentence::new("a card", "カード"),
        id => {
            let card = rules.set.card(id);
            Sentence::new(card.name.clone(), format!("「{}」", card.ja))
        }
    };
    let on = |target: Target| match target.get() {
        None => Sentence::default(),
        // An attacked unit is always tapped; elsewhere it tells two targets apart.
        Some((id, tapped)) if tapped && !matches!(action, Action::Attack(..)) => {
            let target = card(id);
            Sentence::new(format!(" on the tapped {}", target.en), format!("（タップした{}へ）", target.ja))
        }
        Some((id, _)) => {
            let target = card(id);
            Sentence::new(format!(" on {}", target.en), format!("（{}へ）", target.ja))
        }
    };
    let said = |en: &str, id: CardId, ja: &str| {
        let card = card(id);
        Sentence::new(format!("{en} {}", card.en), format!("{}{ja}", card.ja))
    };
    let aimed = |en: &str, id: CardId, target: Target, ja: &str| {
        let (card, on) = (card(id), on(target));
        Sentence::new(format!("{en} {}{}", card.en, on.en), format!("{}{ja}{}", card.ja, on.ja))
    };
    match action {
        Action::Charge(id) => said("charge", id, "をマナに置く"),
        Action::Keep => Sentence::new("charge nothing", "マナに置かない"),
        Action::Play(id, target) => aimed("play", id, target, "を出す"),
        Action::Attack(id, target) if target == Target::NONE => said("attack with", id, "で攻撃"),
        Action::Attack(id, target) => aimed("attack with", id, target, "で攻撃"),
        Action::End => Sentence::new("end the turn", "ターン終了"),
        Action::Counter(id, target) => aimed("counter with", id, target, "でカウンター"),
        Action::Pass => Sentence::new("do nothing", "何もしない"),
        Action::Block(id) => said("block with", id, "でブロック"),
        Action::Trigger(id, target) => aimed("use the trigger", id, target, "をトリガーで使う"),
        Action::Take => Sentence::new("take the shield", "盾を手札に加える"),
        Action::Place(id) => said("put back", id, "を戻す"),
        Action::Fetch(id) => said("fetch", id, "を手札に加える"),
        Action::Nothing => Sentence::new("take none", "何も取らない"),
        Action::Stow(id) => said("stow", id, "を盾に置く"),
        Action::Deal(id) | Action::DealShown(id) => said("comes", id, "が来る"),
    }
}

/// A move in the middle of a sentence: its label is a phrase, so it stands in quotation marks. Those of the cards in it
/// become the inner ones.
pub fn named(rules: &Rules, action: Action) -> Sentence {
    let Sentence { en, ja } = label(rules, action);
    Sentence::new(format!("“{en}”"), format!("「{}」", ja.replace('「', "『").replace('」', "』")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use yomi_core::Ruleset;

    /// Cards that do different things differ in cost, power, kind or text, in both languages.
    #[test]
    fn every_card_has_a_text_of_its_own() {
        let rules = crate::card_file::standard_rules();
        let cards = cards(&rules);
        assert_eq!(cards.len(), rules.set.cards.len());
        let mut names = BTreeSet::new();
        for (info, id) in cards.iter().zip(rules.set.ids()) {
            let card = rules.set.card(id);
            assert!(names.insert(info.id.clone()) && info.name.en == card.name && info.name.ja == card.ja);
            let silent = card.ops.iter().flatten().next().is_none()
                && info.keywords.is_empty()
                && card.breaks <= 1
                && card.zero_if.is_none()
                && card.discount.is_none()
                && card.aura.is_none();
            assert_eq!(info.text.en.is_empty(), silent, "{}", info.id);
            assert_eq!(info.text.ja.is_empty(), silent, "{}", info.id);
        }
    }

    /// In both languages, and told apart: reasons name a move by its label alone.
    #[test]
    fn every_move_of_a_game_has_a_label_of_its_own() {
        use yomi_core::{Chance, Rng, State, Turn};
        let rules = crate::card_file::standard_rules();
        let mut tapped = 0;
        for seed in 0..40 {
            let (mut state, mut rng) = (rules.start(seed), Rng::new(seed));
            while state.turn() != Turn::Over {
                let actions = State::actions(&state);
                let labels: Vec<Sentence> = actions.iter().map(|&action| label(&rules, action)).collect();
                for text in [|label: &Sentence| label.en.clone(), |label: &Sentence| label.ja.clone()] {
                    let texts: BTreeSet<String> = labels.iter().map(text).collect();
                    assert_eq!(texts.len(), actions.len(), "{actions:?}: {texts:?}");
                    tapped += usize::from(texts.iter().any(|text| text.contains("the tapped")));
                }
                assert!(
                    labels.iter().all(|label| !label.en.is_empty() && !label.ja.is_ascii()),
                    "{labels:?}"
                );
                state.apply(match state.turn() {
                    Turn::Chance => state.sample_outcome(&mut rng),
                    _ => state.random_action(&mut rng),
                });
            }
        }
        assert!(tapped > 0, "no tapped unit was a target");
    }
}

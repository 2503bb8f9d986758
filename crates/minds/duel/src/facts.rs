//! What a move costs and meets, counted from what lies open: the line under a candidate.

use serde::Serialize;
use serde_json::json;
use yomi_core::{Player, sentence};
use yomi_engine::Sentence;
use yomi_engine::wire::Facts;
use yomi_games::duel::cards::{Card, keyword};
use yomi_games::duel::{Action, CardId, SeenDuel};

/// `facts.data` of a candidate: what of it applies to the move.
#[derive(Serialize, Default)]
pub struct MoveFacts {
    /// What the card costs now.
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<u32>,
    /// Mana that is left to use this turn after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    mana_left: Option<u32>,
    /// All mana after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    mana: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    power: Option<u8>,
    /// Shields that an attack on the player breaks, if it gets through.
    #[serde(skip_serializing_if = "Option::is_none")]
    breaks: Option<u8>,
    /// Units that can step into its way.
    #[serde(skip_serializing_if = "Option::is_none")]
    blockers: Option<u32>,
    /// Whether the own unit and the other fall in the battle.
    #[serde(skip_serializing_if = "Option::is_none")]
    falls: Option<[bool; 2]>,
}

/// Facts about one move of the seat that sees this.
pub fn of(seen: &SeenDuel, action: Action) -> Option<Facts> {
    let table = &seen.table;
    let (own, other) = (table.side_of(seen.seat), table.side_of(seen.seat.other()));
    let set = table.set();
    let card = |id: CardId| set.card(id);
    match action {
        Action::Charge(_) => {
            let mana = own.mana.len() + 1;
            let data = MoveFacts { mana: Some(mana), ..MoveFacts::default() };
            Some(told(sentence!("{mana} mana then", "マナは{mana}になる"), &data))
        }
        Action::Play(id, _) | Action::Counter(id, _) => Some(paid(seen, seen.seat, id)),
        Action::Attack(id, target) => Some(match target.get() {
            Some((met, _)) => battle(card(id), card(met)),
            None => {
                let (unit, blockers) = (card(id), (other.units.blockers & !other.units.tapped).count_ones());
                on_player(unit, other.shields.len(), blockers)
            }
        }),
        Action::Block(id) => {
            let by = other.units.cards[usize::from(table.attack().by)];
            Some(battle(card(id), card(by)))
        }
        Action::Trigger(..) => Some(told(
            sentence!("costs nothing", "コストなし"),
            &MoveFacts { cost: Some(0), ..MoveFacts::default() },
        )),
        _ => None,
    }
}

fn told(text: Sentence, data: &MoveFacts) -> Facts {
    Facts { text, data: json!(data) }
}

fn paid(seen: &SeenDuel, seat: Player, id: CardId) -> Facts {
    let cost = seen.table.current_cost(seat, id);
    let left = seen.table.side_of(seat).mana_standing().saturating_sub(cost);
    let data = MoveFacts { cost: Some(cost), mana_left: Some(left), ..MoveFacts::default() };
    told(sentence!("costs {cost}, {left} mana left", "コスト{cost}、残りマナ{left}"), &data)
}

fn on_player(unit: &Card, shields: usize, blockers: u32) -> Facts {
    let (power, breaks) = (unit.power, unit.breaks);
    let data = MoveFacts {
        power: Some(power),
        breaks: Some(breaks),
        blockers: Some(blockers),
        ..MoveFacts::default()
    };
    let way = match blockers {
        0 => sentence!("nothing can block it", "ブロックされない"),
        1 => sentence!("one unit can block it", "ブロックできる相手は1体"),
        n => sentence!("{n} units can block it", "ブロックできる相手は{n}体"),
    };
    let text = match (shields, breaks) {
        (0, _) => sentence!("wins if it gets through; {way}", "通れば勝ち、{way:#}"),
        (_, 1) => sentence!("breaks one shield; {way}", "盾を1枚割る、{way:#}"),
        (_, n) => sentence!("breaks up to {n} shields; {way}", "盾を{n}枚まで割る、{way:#}"),
    };
    told(text, &data)
}

/// The own unit against another, as the rules decide it.
fn battle(own: &Card, other: &Card) -> Facts {
    let falls = [
        own.power <= other.power || other.is(keyword::SLAYER),
        other.power <= own.power || own.is(keyword::SLAYER),
    ];
    let (power, against) = (own.power, other.power);
    let text = match falls {
        [true, true] => sentence!("{power} against {against}: both fall", "{power}対{against}で相打ち"),
        [true, false] => {
            sentence!("{power} against {against}: it falls alone", "{power}対{against}で一方的に負ける")
        }
        [false, true] => {
            sentence!("{power} against {against}: the other falls", "{power}対{against}で相手だけを倒す")
        }
        [false, false] => {
            sentence!("{power} against {against}: neither falls", "{power}対{against}で両方残る")
        }
    };
    told(text, &MoveFacts { power: Some(power), falls: Some(falls), ..MoveFacts::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card_file::standard_rules;
    use yomi_core::{Chance, Hidden, Rng, Ruleset, State, Turn};

    /// What stands under an attack is what stands on the card.
    #[test]
    fn an_attack_on_the_player_says_what_the_unit_can_do() {
        let (rules, mut attacks) = (standard_rules(), 0);
        for seed in 0..30 {
            let (mut state, mut rng) = (rules.start(seed), Rng::new(seed));
            while state.turn() != Turn::Over {
                let Turn::Player(mover) = state.turn() else {
                    let outcome = state.sample_outcome(&mut rng);
                    state.apply(outcome);
                    continue;
                };
                let seen = state.seen(mover);
                for action in state.actions() {
                    let Action::Attack(id, target) = action else { continue };
                    if target.get().is_none() {
                        let set = seen.table.set();
                        let card = set.card(id);
                        let data = of(&seen, action).unwrap().data;
                        assert_eq!(
                            (&data["power"], &data["breaks"]),
                            (&json!(card.power), &json!(card.breaks))
                        );
                        attacks += 1;
                    }
                }
                let action = state.random_action(&mut rng);
                state.apply(action);
            }
        }
        assert!(attacks > 100, "{attacks}");
    }
}

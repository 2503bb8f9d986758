//! How a move changes the chance to draw a card that the deck wants: a card that is searched out leaves a
//! thinner library, and the mana that is charged may pay for a spell that draws.
//!
//! Exact: all orders of the unseen cards are equally likely, so that some next cards of the library are any
//! of the cards that the owner has not seen, its unseen shields among them.

use super::statistics::Table;
use yomi_core::sentence;
use yomi_engine::Sentence;
use yomi_games::duel::cards::{Aim, Card, Op};
use yomi_games::duel::{Action, CardId, Counts, SeenDuel, Side};

/// Draws of the own turns that are looked ahead to.
const TURNS: u32 = 2;
/// Which of the statistics says what a card is wanted for: games won.
const WIN_RATE: usize = 12;

/// The chance that this card is among the next draws.
fn within(own: &Side, pool: &Counts, card: CardId, draws: u32) -> f64 {
    let known = own.top.cards();
    if known.iter().take(draws as usize).any(|&next| next == card) {
        return 1.0;
    }
    let draws = draws.saturating_sub(known.len() as u32);
    let (all, wanted) = (pool.len(), pool.count(card));
    let missed =
        (0..draws.min(all)).map(|i| f64::from((all - wanted).saturating_sub(i)) / f64::from(all - i));
    1.0 - missed.product::<f64>()
}

/// The unseen card that wins most where it is played, and is not in hand.
fn wanted(seen: &SeenDuel, measured: &Table, pool: &Counts) -> Option<CardId> {
    let set = seen.table.set();
    let stats = measured.by_card(set).ok()?;
    let own = seen.table.side_of(seen.seat);
    let missing = pool.iter().map(|(card, _)| card).filter(|card| !own.hand.has(*card));
    missing.max_by_key(|card| (stats[card.index()][WIN_RATE], card.index()))
}

fn draws_of(card: &Card) -> u32 {
    let drawn = |op: &Op| if let Op::Draw(n) = op { u32::from(*n) } else { 0 };
    card.ops.iter().flatten().map(drawn).sum()
}

/// The spell in hand that only the charged mana pays for and that draws most.
fn paid_by_charging(seen: &SeenDuel, charged: CardId) -> Option<(CardId, u32)> {
    let (table, set) = (&seen.table, seen.table.set());
    let own = table.side_of(seen.seat);
    let mut rest = own.hand;
    rest.remove(charged);
    let mana = own.mana_standing();
    let payable = |card: &CardId| {
        let cost = table.current_cost(seen.seat, *card);
        cost == mana + 1 && set.card(*card).aim == Aim::Nothing
    };
    let drawing =
        rest.iter().map(|(card, _)| card).filter(payable).map(|card| (card, draws_of(set.card(card))));
    drawing.filter(|(_, draws)| *draws > 0).max_by_key(|(card, draws)| (*draws, card.index()))
}

/// What is said of this move: nothing where it changes no chance to draw.
pub fn of(seen: &SeenDuel, action: Action, measured: &Table) -> Option<Sentence> {
    let set = seen.table.set();
    let own = seen.table.side_of(seen.seat);
    let name = |card: CardId| (&set.card(card).name, &set.card(card).ja);
    // Whole per cents, and nothing that they do not show.
    let chances = |[before, after]: [f64; 2]| {
        let told = [before, after].map(|p| format!("{:.0}%", 100.0 * p));
        (told[0] != told[1]).then_some(told)
    };
    match action {
        Action::Charge(charged) => {
            let (spell, draws) = paid_by_charging(seen, charged)?;
            if u32::from(own.library) < TURNS + draws {
                return None;
            }
            let card = wanted(seen, measured, &own.pool)?;
            let [before, after] =
                chances([TURNS, TURNS + draws].map(|draws| within(own, &own.pool, card, draws)))?;
            let [(x, x_ja), (z, z_ja), (y, y_ja)] = [charged, spell, card].map(name);
            Some(sentence!(
                "Charging {x} pays for {z} this turn: the chance to draw {y} within two turns rises from {before} to {after}.",
                "「{x_ja}」をチャージするとこのターンに「{z_ja}」を使え、2ターン以内に「{y_ja}」を引く確率は {before} から {after} に上がります。"
            ))
        }
        Action::Fetch(taken) if own.pool.has(taken) && u32::from(own.library) > TURNS => {
            let mut rest = own.pool;
            rest.remove(taken);
            let card = wanted(seen, measured, &rest).filter(|card| *card != taken)?;
            let [before, after] = chances([&own.pool, &rest].map(|pool| within(own, pool, card, TURNS)))?;
            let [(z, z_ja), (y, y_ja)] = [taken, card].map(name);
            Some(sentence!(
                "Taking {z} thins the library: the chance to draw {y} within two turns rises from {before} to {after}.",
                "「{z_ja}」を抜くと山札が圧縮され、2ターン以内に「{y_ja}」を引く確率は {before} から {after} に上がります。"
            ))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card_file::standard_rules;
    use yomi_core::testkit::{Effort, walk};
    use yomi_core::{Chance as _, Hidden as _, Player, Rng, Ruleset as _, State as _, Turn};
    use yomi_games::Duel;

    /// Plays on until the seat has drawn in two more turns of its own, nobody doing more than it must, and
    /// tells whether the card came to its hand.
    fn comes(mut state: Duel, seat: Player, first: &[Action], card: CardId, rng: &mut Rng) -> bool {
        let ends = state.turn_number() + 4;
        let held = state.side_of(seat).hand.count(card);
        let mut first = first.iter();
        loop {
            let action = match state.turn() {
                Turn::Over => break,
                Turn::Chance => state.sample_outcome(rng),
                Turn::Player(_) => {
                    let actions = state.actions();
                    let idle = |a: &&Action| matches!(a, Action::Keep | Action::End | Action::Pass);
                    match first.next() {
                        Some(wanted) => *wanted,
                        None if state.turn_number() == ends => break,
                        None => *actions.iter().find(idle).unwrap_or(&actions[0]),
                    }
                }
            };
            state.apply(action);
        }
        state.side_of(seat).hand.count(card) > held
    }

    #[test]
    fn what_is_said_of_charging_is_so() {
        let (measured, mut rng) = (Table::heuristic(), Rng::new(4));
        let mut checked = 0;
        walk(
            Effort::games(60),
            |seed| standard_rules().start(seed),
            |state: &Duel, _, _| {
                let Turn::Player(seat) = state.turn() else { return };
                if checked >= 6 {
                    return;
                }
                let seen = state.seen(seat);
                let charges =
                    state.actions().into_iter().filter(|action| matches!(action, Action::Charge(_)));
                for action in charges {
                    let Some(said) = of(&seen, action, &measured) else { continue };
                    let Action::Charge(charged) = action else { unreachable!("it is filtered") };
                    let (spell, _) = paid_by_charging(&seen, charged).unwrap();
                    let card = wanted(&seen, &measured, &state.side_of(seat).pool).unwrap();
                    let play = Action::Play(spell, yomi_games::duel::Target::NONE);
                    const TRIES: u32 = 2_000;
                    let mut share = |first: &[Action]| {
                        let came = (0..TRIES).filter(|_| comes(*state, seat, first, card, &mut rng)).count();
                        100.0 * came as f64 / f64::from(TRIES)
                    };
                    let found = [share(&[Action::Keep]), share(&[action, play])];
                    let told: Vec<f64> = said
                        .en
                        .split([' ', '.'])
                        .filter_map(|word| word.strip_suffix('%')?.parse().ok())
                        .collect();
                    // Four standard errors and the rounding.
                    let off =
                        told.iter().zip(found).map(|(told, found)| (told - found).abs()).fold(0.0, f64::max);
                    assert!(told.len() == 2 && off < 5.0, "{}: {found:?}", said.en);
                    checked += 1;
                    break;
                }
            },
        );
        assert!(checked >= 3, "{checked}");
    }

    #[test]
    fn a_library_that_was_searched_is_thinner() {
        let state = standard_rules().start(3);
        let own = state.side_of(Player::FIRST);
        let (card, copies) = own.pool.iter().next().unwrap();
        let taken = own.pool.iter().map(|(other, _)| other).find(|other| *other != card).unwrap();
        let mut rest = own.pool;
        rest.remove(taken);
        let all = f64::from(own.pool.len());
        let missed =
            |all: f64| (all - f64::from(copies)) / all * (all - 1.0 - f64::from(copies)) / (all - 1.0);
        assert!((within(own, &own.pool, card, 2) - (1.0 - missed(all))).abs() < 1e-12);
        assert!((within(own, &rest, card, 2) - (1.0 - missed(all - 1.0))).abs() < 1e-12);
    }
}

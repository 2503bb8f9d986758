//! Duel: what an opponent's actions say of how strong it is.
//!
//! The opponent's hand is hidden, and so is what it could have done. What is seen is whether it spends its
//! mana, attacks with those that can, blocks and counters, by what it has on the table.

use yomi_core::{Hidden, Player, View, ViewOf};
use yomi_engine::chances::Act;
use yomi_games::Duel;
use yomi_games::duel::{Action, Side, Stage, Target};

/// What the opponent did.
pub fn of(view: &ViewOf<Duel>) -> Vec<Act> {
    let mut before = View::new(view.seat, view.start.clone());
    let mut acts = Vec::new();
    for &event in &view.events {
        let mover = Duel::seen_turn(&before.now).player();
        if let Some(mover) = mover.filter(|&mover| mover != view.seat) {
            acts.extend(act(&before.now.table, mover, event));
        }
        before.observe::<Duel>(event).expect("what was seen can be seen again");
    }
    acts
}

/// Number of units in a mask, up to two.
fn some(mask: u8) -> u16 {
    mask.count_ones().min(2) as u16
}

fn ready(side: &Side) -> u8 {
    side.units.present & !side.units.tapped & !side.units.sick
}

/// An act in its situation: the stage, and what the mover has for it.
fn act(table: &Duel, mover: Player, action: Action) -> Option<Act> {
    let (own, enemy) = (table.side_of(mover), table.side_of(mover.other()));
    let mana = |limits: [u32; 3], mana: u32| limits.iter().filter(|&&limit| mana >= limit).count() as u16;
    let (situation, choice) = match table.stage() {
        Stage::Charge => {
            let hand = u16::from(own.hand_size() > 2);
            (2 * mana([3, 6, 9], own.mana.len()) + hand, u16::from(action == Action::Keep))
        }
        Stage::Main | Stage::Attack => {
            let can_play = table.stage() == Stage::Main && own.hand_size() > 0;
            let standing = if can_play { mana([1, 3, 5], own.mana_standing()) } else { 0 };
            let targets = u16::from(enemy.units.present & enemy.units.tapped != 0);
            let shields = u16::from(enemy.shields.is_empty());
            let choice = match action {
                Action::Play(..) => 0,
                Action::Attack(_, Target::NONE) => 1,
                Action::Attack(..) => 2,
                Action::End => 3,
                _ => return None,
            };
            (10 + standing + 4 * (some(ready(own)) + 3 * (targets + 2 * shields)), choice)
        }
        Stage::Counter => (100 + mana([1, 3, 5], own.mana_standing()), u16::from(action == Action::Pass)),
        Stage::Block => {
            let shields = own.shields.len().min(3) as u16;
            (110 + shields, u16::from(action == Action::Pass))
        }
        Stage::Trigger => (120, u16::from(action == Action::Take)),
        _ => return None,
    };
    Some(Act { situation, choice })
}

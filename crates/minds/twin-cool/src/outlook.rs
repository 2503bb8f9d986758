//! What a play leads to, in facts that a person can check: whether the game may end before the next move,
//! what stays in hand; and which card, if it were known to be set aside, would make another play the better
//! one.

use super::Relaxed;
use super::flexible::flexibility;
use super::players::best_end;
use yomi_core::{State, Turn};
use yomi_games::twin_cool::{Action, Card, Cards, TwinCool};

/// Facts about a play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outlook {
    /// Cards of the whole game, played to its best end, where nothing is drawn any more.
    pub cards: Option<u32>,
    /// Cards that may be drawn; none when the deck is empty.
    pub draws: Cards,
    /// Those after which there is a legal move.
    pub alive: Cards,
    /// The probability that the game ends before the next move.
    pub ends: f64,
    /// How many unseen cards share suit or value with a card that stays in hand, averaged over these cards.
    pub flexibility: f64,
}

impl Outlook {
    /// Of a legal play. Everything is counted: what a play is worth is said by the agent that decides.
    pub fn of(state: &TwinCool, play: Action) -> Outlook {
        let mut after = *state;
        after.apply(play);
        let kept = after.hand();
        let flexible: u32 = kept.iter().map(|card| flexibility(card, after.unseen())).sum();
        let flexibility = f64::from(flexible) / f64::from(kept.len().max(1));
        if after.turn() != Turn::Chance {
            let over = after.turn() == Turn::Over;
            let none = Cards::EMPTY;
            return Outlook {
                cards: Some(cards_at_the_end(after)),
                draws: none,
                alive: none,
                ends: f64::from(u8::from(over)),
                flexibility,
            };
        }
        let draws = after.unseen();
        let goes_on = |&card: &Card| {
            let mut next = after;
            next.apply(Action::Draw(card));
            next.turn() != Turn::Over
        };
        let alive: Cards = draws.iter().filter(goes_on).collect();
        Outlook {
            cards: None,
            draws,
            alive,
            ends: 1.0 - f64::from(alive.len()) / f64::from(draws.len()),
            flexibility,
        }
    }
}

/// Total cards of a game with an empty deck, played optimally to its end.
fn cards_at_the_end(mut state: TwinCool) -> u32 {
    while state.turn() != Turn::Over {
        state.apply(best_end(&state).1);
    }
    state.played()
}

/// Values closer than this, in payoff, count as equal.
pub const HAIR: f64 = 1e-3;

/// The play with the highest value when the next draw is averaged exactly and the game without memory
/// evaluates the result, with its value. The deck must not be empty.
pub fn counted_best(state: &TwinCool) -> (Action, f64) {
    let relaxed = Relaxed::of(state.variant());
    let mut best: Option<(Action, f64)> = None;
    state.for_each_action(|play| {
        let value = relaxed.counted_payoff(state, play);
        if best.is_none_or(|(_, most)| value > most) {
            best = Some((play, value));
        }
    });
    best.expect("asked only where there is a move")
}

/// Every unseen card that, if it were known to be set aside, would make a currently worse play better than
/// `chosen`, with that play. Empty if the place of every card that is set aside is known already, or nothing
/// will be drawn.
pub fn would_change(state: &TwinCool, chosen: Action) -> Vec<(Card, Action)> {
    if state.deck() == 0 || state.aside().len() >= u32::from(state.variant().aside) {
        return Vec::new();
    }
    let relaxed = Relaxed::of(state.variant());
    let now = relaxed.counted_payoff(state, chosen);
    let other = |card| {
        let without = state.knowing_aside(card);
        let (best, value) = counted_best(&without);
        let better = value > relaxed.counted_payoff(&without, chosen) + HAIR;
        let worse_now = relaxed.counted_payoff(state, best) < now - HAIR;
        (better && worse_now).then_some((card, best))
    };
    state.unseen().iter().filter_map(other).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::{Hidden, Player, Rng, Ruleset};
    use yomi_games::twin_cool::{Rules, Variant};

    fn cards(list: &str) -> Cards {
        list.split_whitespace().map(|word| word.parse::<Card>().unwrap()).collect()
    }

    /// A game with this first hand after these turns.
    fn entered(variant: Variant, first: &str, known: &str, turns: &str) -> TwinCool {
        let rules = Rules { variant, first: cards(first), known: cards(known), ..Rules::default() };
        let mut state = rules.start(0);
        for word in rules.split_moves(turns) {
            TwinCool::observe(&mut state, &rules.parse_event(word).unwrap()).unwrap();
        }
        state
    }

    fn play(text: &str) -> Action {
        Rules::default().parse_action(text).unwrap()
    }

    #[test]
    fn draws_that_keep_the_game_alive_are_counted() {
        // After A1@1 the tops are A1 and H10, and no card kept in hand fits. G1 is known to be set aside.
        let state = entered(Variant::default(), "A2 A1 B2 C3 D4", "G1", "A2@1+H10 H10@2+E5");
        let outlook = Outlook::of(&state, play("A1@1"));
        // Suit A: 3 to 10; value 1: B C D E F and H; suit H: 2 to 9 beside H1; value 10: B to G beside A10.
        assert_eq!((outlook.alive.len(), outlook.draws.len()), (8 + 6 + 8 + 6, 72));
        assert!((outlook.ends - 44.0 / 72.0).abs() < 1e-12);
        // B2 shares with nine of its suit and the twos except A2, which was played; C3, D4 and E5 with 9 + 7
        // each.
        let kept = [9 + 6, 9 + 7, 9 + 7, 9 + 7].map(f64::from);
        assert!((outlook.flexibility - kept.iter().sum::<f64>() / 4.0).abs() < 1e-12, "{outlook:?}");
        assert_eq!(outlook.cards, None, "there is a deck");
    }

    #[test]
    fn a_card_that_still_fits_keeps_every_draw_alive() {
        let state = entered(Variant::default(), "A9 A1 A2 C3 D4", "", "A9@1+E5");
        let outlook = Outlook::of(&state, play("A1@1"));
        assert_eq!((outlook.alive, outlook.ends), (outlook.draws, 0.0));
    }

    #[test]
    fn with_an_empty_deck_the_end_is_exact() {
        let variant = Variant { suits: 2, values: 3, aside: 0, hand: 3, ..Variant::default() };
        let state = entered(variant, "A2 B2 B3", "", "A2@1+A1 B3@2+A3 B2@2+B1");
        assert_eq!(state.deck(), 0);
        let outlook = Outlook::of(&state, play("A1@1"));
        // A1, then A3 on it and B1 on B2: all six.
        assert_eq!((outlook.cards, outlook.ends, outlook.draws.len()), (Some(6), 0.0, 0));
    }

    /// Compared with real games that continue at random for one draw.
    #[test]
    fn the_chance_of_the_end_is_the_share_of_draws() {
        let rules = Rules::default();
        let mut rng = Rng::new(5);
        let mut risky = 0;
        for seed in 0..300 {
            let mut state = rules.start(seed);
            while state.turn() == Turn::Player(Player::FIRST) {
                let play = state.random_action(&mut rng);
                let outlook = Outlook::of(&state, play);
                state.apply(play);
                let dead = state.unseen().iter().filter(|&card| {
                    let mut next = state;
                    next.apply(Action::Draw(card));
                    State::actions(&next).is_empty()
                });
                let share = dead.count() as f64 / f64::from(state.unseen().len());
                assert!((outlook.ends - share).abs() < 1e-12);
                risky += u32::from(share > 0.0);
                state.apply(yomi_core::Chance::sample_outcome(&state, &mut rng));
            }
        }
        assert!(risky > 100, "{risky}");
    }

    /// Every card named would really change the choice, and none is missing.
    #[test]
    fn cards_that_would_change_the_choice() {
        let rules = Rules::default();
        let mut named = 0;
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let mut state = rules.start(seed);
            for _ in 0..6 {
                match state.turn() {
                    Turn::Over => break,
                    Turn::Chance => state.apply(yomi_core::Chance::sample_outcome(&state, &mut rng)),
                    Turn::Player(_) => {
                        let (chosen, _) = counted_best(&state);
                        let found = would_change(&state, chosen);
                        let relaxed = Relaxed::of(state.variant());
                        for card in state.unseen().iter() {
                            let without = state.knowing_aside(card);
                            let worth = |play| relaxed.counted_payoff(&without, play);
                            let best = State::actions(&without).into_iter().map(worth).fold(0.0, f64::max);
                            let now = |play| relaxed.counted_payoff(&state, play);
                            let was_worse = State::actions(&state)
                                .into_iter()
                                .find(|&play| worth(play) == best)
                                .is_some_and(|play| now(play) < now(chosen) - HAIR);
                            let changes = best > worth(chosen) + HAIR && was_worse;
                            let other = found.iter().find(|(c, _)| *c == card);
                            assert_eq!(other.is_some(), changes, "{state:?} {card}");
                            assert!(other.is_none_or(|&(_, play)| worth(play) == best));
                        }
                        named += found.len();
                        state.apply(chosen);
                    }
                }
            }
        }
        assert!(named > 0);
    }

    #[test]
    fn where_all_that_is_set_aside_is_known_nothing_could_change_the_choice() {
        let aside = "H1 H2 H3 H4 H5 H6 H7 H8 H9 H10";
        let state = entered(Variant::default(), "A9 F5 A1 B1 C3", aside, "A9@1+D4 F5@2+E5");
        assert_eq!(would_change(&state, counted_best(&state).0), []);
    }
}

use super::bonuses::{Phase, Position, Situation, bonus};
use super::determinize::Determinizer;
use super::tracker::CardTracker;
use super::*;
use std::sync::atomic::AtomicBool;
use yomi_core::testkit::clock::SteppingClock;
use yomi_core::{
    Decision, Hidden, Limits, MAX_PLAYERS, Player, Rng, Ruleset, Run, State, Turn, View, ViewOf, ViewSearch,
};
use yomi_games::Sevens;
use yomi_games::sevens::{Action, Card, Cards, Rules, Variant};

fn cards(text: &str) -> Cards {
    text.split_whitespace().map(|word| word.parse::<Card>().unwrap()).collect()
}

/// What seat 0 knows if these hands were dealt, seat 1 went first and these moves were played.
fn view_of(hands: [&str; 3], moves: &str) -> ViewOf<Sevens> {
    let mut all = [Cards::NONE; MAX_PLAYERS];
    hands.iter().zip(&mut all).for_each(|(text, hand)| *hand = cards(text));
    let mut state = Sevens::deal(Variant::default(), all, Player::new(1));
    let mut view = View::new(Player::FIRST, state.seen(Player::FIRST));
    for word in moves.split_whitespace() {
        let action: Action = word.parse().unwrap();
        assert!(state.is_legal(action), "{word}");
        view.observe::<Sevens>(state.event(action, Player::FIRST)).unwrap();
        state.apply(action);
    }
    view
}

fn tracker_of(view: &ViewOf<Sevens>) -> CardTracker {
    CardTracker::of_history(view, PassInference::Hard).unwrap()
}

fn bonus_of(options: &SeedOptions, view: &ViewOf<Sevens>, card: &str) -> f64 {
    bonus(options, view, &tracker_of(view), card.parse().unwrap()).sum()
}

fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found}, expected {expected}");
}

/// S5: S4 is held, 14 - 6; 3 spades, 7.5; S4 becomes playable, 12; 4 other cards, 0.6. D6: -6 + 2.5 + 0.6.
#[test]
fn bonuses_of_quiet_cards() {
    let view = view_of(["S5 S4 SA D6 HK", "S6 HA H8", "C6 C5 C8"], "S6 C6");
    let options = SeedOptions::default();
    assert_near(bonus_of(&options, &view, "S5"), 28.1);
    assert_near(bonus_of(&options, &view, "D6"), -2.9);
}

/// Seat 2 played the A of hearts, seat 0 has passed twice.
fn tunnel() -> ViewOf<Sevens> {
    let hands = ["HK S5 D6 D5", "H6 H4 H2 S8 C5", "H5 H3 HA C6"];
    view_of(hands, "H6 H5 pass H4 H3 pass H2 HA")
}

#[test]
fn the_situation_is_read_as_the_rules_page_settles_it() {
    let options = SeedOptions::default();
    let early = Situation::of(&tunnel(), &options);
    assert_eq!((early.phase, early.position), (Phase::Early, Position::Behind));
    assert_near(early.urgency, 2.0 / 3.0);
    // 0.5 - 0.1 early - 0.1 behind + 0.2 urgent.
    assert_near(early.aggressiveness(), 0.5);
    // 4 of 4 cards count as late if everything up to 1 is late.
    let late = Situation::of(
        &tunnel(),
        &SeedOptions { aggressive_mode_threshold: 1.0, defensive_mode_threshold: 1.0, ..options },
    );
    assert_eq!(late.phase, Phase::Late);
    assert_near(late.aggressiveness(), 0.9);
    let calm = view_of(["S5 S4", "S6 HA H8", "C6 C5 C8 C9"], "S6 C6 S5 pass C5");
    let leading = Situation::of(&calm, &options);
    assert_eq!((leading.phase, leading.position), (Phase::Late, Position::Leading));
    assert_near(leading.urgency, 0.0);
    // 0.5 + 0.3 + 0.2.
    assert_near(leading.aggressiveness(), 1.0);
}

/// HK: 8 + 10 for the tunnel + 2.5 + 3 * 0.15 with haste 4/3, minus 30 * 0.92 for the lock. The 0.92 is 0.8 *
/// (1 + 0.5 * 0.3). D6: 14 - 6 + 5 + (12 + 0.45) * 4/3.
#[test]
fn bonuses_of_the_tunnel() {
    let (view, options) = (tunnel(), SeedOptions::default());
    assert_near(bonus_of(&options, &view, "HK"), 21.1 - 27.6);
    assert_near(bonus_of(&options, &view, "D6"), 29.6);
    let open = SeedOptions { enable_tunnel_lock: false, ..options };
    assert_near(bonus_of(&open, &view, "HK"), 21.1);
    let heavy = SeedOptions { tunnel_lock_weight: 6.0, ..options };
    assert_near(bonus_of(&heavy, &view, "HK"), 21.1 - 55.2);
}

/// No other seat can hold a spade, and seat 1 has passed twice: 15 * 0.872, where 0.872 is 0.8 * (1 + 0.3 *
/// 0.3), on top of 14 - 6 + 9 * 2.5 + 12 + 8 * 0.15.
#[test]
fn bonuses_against_who_is_about_to_burst() {
    let hands = ["S5 S4 S3 S2 SA S8 S9 S10 SJ SQ SK", "S6 D6 D5", "C6 C5 C4 C3"];
    let view = view_of(hands, "S6 C6 S5 pass C5 S4 pass C4");
    let options = SeedOptions::default();
    assert_near(bonus_of(&options, &view, "S3"), 43.7 + 13.08);
    assert_near(bonus_of(&SeedOptions { enable_burst_force: false, ..options }, &view, "S3"), 43.7);
    // After one pass there is no such bonus.
    let sooner = view_of(hands, "S6 C6 S5 pass C5");
    let [with, without] = [true, false].map(|on| SeedOptions { enable_burst_force: on, ..options });
    assert_near(bonus_of(&with, &sooner, "S4"), bonus_of(&without, &sooner, "S4"));
}

#[test]
fn who_passes_is_taken_to_hold_none_of_the_open_cards() {
    let hands = ["S5 S4 S3", "S6 D6 D5", "C6 C5 C4 C3"];
    let view = view_of(hands, "S6 C6 S5 pass");
    let tracker = tracker_of(&view);
    let unseen = Cards::ALL - cards("S6 C6 S5 S4 S3");
    assert_eq!(tracker.unseen(), unseen);
    assert_eq!(tracker.possible(Player::new(1)), unseen - cards("S8 H6 H8 D6 D8 C5 C8"));
    assert_eq!(tracker.possible(Player::new(2)), unseen);
    assert_eq!(tracker.laid_by_others(), cards("S6 C6"));
    let off = CardTracker::of_history(&view, PassInference::Off).unwrap();
    assert_eq!(off.possible(Player::new(1)), unseen);
}

#[test]
fn a_history_that_cannot_be_is_a_contradiction() {
    let mut view = view_of(["S5 S4 S3", "S6 D6 D5", "C6 C5 C4 C3"], "S6 C6");
    view.events.swap(0, 1);
    view.events.push("S6".parse().unwrap());
    let why = CardTracker::of_history(&view, PassInference::Hard).unwrap_err().0.en;
    assert!(why.contains("S6"), "{why}");
}

/// Views of seat 0 in games of random players, after some passes.
fn late_views() -> Vec<ViewOf<Sevens>> {
    let mut views = Vec::new();
    for seed in 0..40 {
        let mut state = Rules::default().start(seed);
        let mut rng = Rng::new(seed);
        let mut view = View::new(Player::FIRST, state.seen(Player::FIRST));
        while state.turn() != Turn::Over && (view.events.len() < 20 || state.board().mover() != view.seat) {
            let action = state.random_action(&mut rng);
            view.observe::<Sevens>(state.event(action, view.seat)).unwrap();
            state.apply(action);
        }
        views.extend((state.turn() == Turn::Player(view.seat)).then_some(view));
    }
    assert!(views.len() > 30);
    views
}

/// How many of the worlds deal a seat a card that it passed on, and how many were not checked.
fn broken_worlds(options: &SeedOptions) -> (u32, u32) {
    let (mut broken, mut unchecked) = (0, 0);
    for view in late_views() {
        let tracker = tracker_of(&view);
        let mut determinizer = Determinizer::new(&view.now, &tracker, options);
        let mut rng = Rng::new(3);
        for _ in 0..50 {
            let (world, checked) = determinizer.draw(&mut rng);
            assert_eq!(world.seen(view.seat), view.now);
            let holds_passed = |p: Player| !(world.hand(p) - tracker.possible(p)).is_empty();
            broken += u32::from(view.now.others().any(holds_passed));
            unchecked += u32::from(!checked);
        }
    }
    (broken, unchecked)
}

#[test]
fn worlds_agree_with_the_tracker_unless_attempts_run_out() {
    let options = SeedOptions { determinization_attempts: 1_000_000, ..SeedOptions::default() };
    assert_eq!(broken_worlds(&options), (0, 0));
    let (broken, unchecked) = broken_worlds(&SeedOptions { determinization_attempts: 1, ..options });
    assert!(0 < broken && broken <= unchecked, "{broken} {unchecked}");
    let soft = SeedOptions { inference: PassInference::Soft, ..options };
    let (softly, _) = broken_worlds(&soft);
    let (freely, all) = broken_worlds(&SeedOptions { determinization_attempts: 0, ..options });
    assert!(0 < softly && softly < freely, "{softly} {freely}");
    assert!(freely < all, "some deals agree by chance");
    // A card that a seat passed on is dealt to it as any other: every deal is accepted.
    let blind = SeedOptions { belief_state_decay_factor: 1.0, determinization_attempts: 1, ..soft };
    assert_eq!(broken_worlds(&blind).1, 0);
}

fn decide(options: SeedOptions, limits: Limits, view: &ViewOf<Sevens>) -> Decision<Action> {
    let (clock, stop) = (SteppingClock::new(std::time::Duration::from_millis(1)), AtomicBool::new(false));
    SeedPimc { options }.decide(view, &mut Run::new(limits, &clock, &stop), &mut Rng::new(4)).unwrap()
}

fn view_with(candidates: u32) -> ViewOf<Sevens> {
    let views = late_views();
    views.into_iter().find(|v| v.now.playable().len() == candidates).expect("such a view")
}

#[test]
fn few_candidates_get_more_worlds() {
    for (candidates, worlds) in [(2, 1400), (3, 1050), (4, 840), (5, 840), (6, 700)] {
        assert_eq!(SeedOptions::default().worlds(candidates), worlds);
    }
    let view = view_with(3);
    let decision = decide(SeedOptions::default(), Limits::default(), &view);
    assert_eq!((decision.worlds, decision.iterations), (1050, 3150));
    let cards = &decision.candidates[..3];
    assert!(cards.iter().all(|c| c.visits == 1050 && (0.0..=1.0).contains(&c.mean) && c.se < 0.02));
    let pass = &decision.candidates[3];
    assert_eq!((pass.action, pass.visits), (Action::Pass, 0));
}

#[test]
fn a_limit_counts_playouts_and_stops_after_whole_worlds() {
    let view = view_with(3);
    let iterations = |n| decide(SeedOptions::default(), Limits::iterations(n), &view).iterations;
    // With one playout there is one move to compare.
    assert_eq!([1, 20, 21, 22].map(iterations), [1, 18, 21, 21]);
    let by_time = decide(SeedOptions::default(), Limits::time(std::time::Duration::from_millis(20)), &view);
    assert!(by_time.worlds > 0 && by_time.action != Action::Pass);
}

#[test]
fn a_pass_is_tried_only_when_asked_for() {
    let view = view_with(3);
    let decision = decide(SeedOptions { pass: true, ..SeedOptions::default() }, Limits::default(), &view);
    assert_eq!(decision.worlds, 840, "four candidates");
    assert!(decision.candidates.iter().all(|c| c.visits == 840));
}

/// With weights that dominate the playouts, the bonus alone decides.
#[test]
fn bonuses_decide_as_far_as_they_weigh() {
    let view = view_with(3);
    let tracker = tracker_of(&view);
    for weight in [1000.0, -1000.0] {
        let options = SeedOptions { strategy_weight_multiplier: weight, ..SeedOptions::default() };
        let decision = decide(options, Limits::default(), &view);
        let of = |action| match action {
            Action::Play(card) => weight * bonus(&options, &view, &tracker, card).sum(),
            Action::Pass => f64::NEG_INFINITY,
        };
        let most = decision.candidates.iter().map(|c| of(c.action)).fold(f64::NEG_INFINITY, f64::max);
        assert_near(of(decision.action), most);
    }
}

/// The number of simulations belongs to the player: a longer limit adds none, a shorter one cuts them.
#[test]
fn a_limit_only_cuts_it_short() {
    let view = view_with(3);
    let worlds = |limits| decide(SeedOptions::default(), limits, &view).worlds;
    let own = worlds(Limits::default());
    assert_eq!(own, 1050, "three candidates");
    assert_eq!(worlds(Limits::iterations(1_000_000)), own);
    assert_eq!(worlds(Limits::time(std::time::Duration::from_secs(600))), own);
    assert_eq!(worlds(Limits::iterations(300)), 100);
}

/// The evidence tells how every candidate was scored, and the best score is played.
#[test]
fn the_breakdown_adds_up() {
    let view = view_with(3);
    let (clock, stop) = (SteppingClock::new(std::time::Duration::from_millis(1)), AtomicBool::new(false));
    let mut run = Run::new(Limits::default(), &clock, &stop);
    let mut evidence = None;
    run.evidence = Some(&mut evidence);
    let options = SeedOptions::default();
    let decision = SeedPimc { options }.decide(&view, &mut run, &mut Rng::new(4)).unwrap();
    let evidence = evidence.unwrap();
    let scores = Breakdown::of(&*evidence).unwrap();
    let tracker = tracker_of(&view);
    let mut best = f64::NEG_INFINITY;
    for candidate in decision.candidates.iter().filter(|c| c.visits > 0) {
        let Action::Play(card) = candidate.action else { panic!("no pass is tried") };
        let score = scores.score(candidate.action).unwrap();
        assert_near(score.bonus.sum(), bonus(&options, &view, &tracker, card).sum());
        // A win counts 2, everything else between -1.3 and 0.
        let (wins, worlds) = (candidate.mean * decision.worlds as f64, decision.worlds as f64);
        assert!(score.playouts <= 2.0 * wins && score.playouts >= 2.0 * wins - 1.3 * (worlds - wins) - 1e-6);
        best = best.max(score.total());
    }
    assert_near(scores.score(decision.action).unwrap().total(), best);
}

use super::measure::{Heard, Measured, all_said, measure};
use super::*;
use crate::host::Nowhere;
use crate::stats::Mean;
use std::collections::BTreeSet;
use yomi_core::testkit::toys::{Nim, NimRules};
use yomi_core::{
    Candidate, Contradiction, Player, Rng, Run, Scripted, Search, State, Text, ViewOf, ViewSearch,
};

/// Games of two rotations a deal. A chance wanders, each step as likely up as down, so that it is true at
/// every decision; `beyond` is added to what is stated, and `times` says how often everything is said.
fn wandering(seed: u64, deals: u64, beyond: f64, times: usize) -> Vec<Heard> {
    let game = |deal: u64, rotation: u64| {
        let mut rng = Rng::new(seed).split(deal).split(rotation);
        let mut chance = 0.2 + 0.5 * rng.unit();
        let mut stated = Vec::new();
        for _ in 0..3 + rng.below(8) {
            stated.extend(vec![(chance + beyond).clamp(0.0, 1.0); times]);
            let step = 0.3 * chance.min(1.0 - chance);
            chance += if rng.below(2) == 0 { step } else { -step };
        }
        Heard { deal, stated, actual: f64::from(u8::from(rng.unit() < chance)) }
    };
    (0..deals).flat_map(|deal| [game(deal, 0), game(deal, 1)]).collect()
}

fn holds(interval: Option<[f64; 2]>, value: f64) -> bool {
    interval.is_some_and(|[lo, hi]| lo <= value && value <= hi)
}

#[test]
fn true_chances_are_found_true() {
    const SAMPLES: u64 = 400;
    let samples: Vec<Measured> =
        (0..SAMPLES).map(|seed| measure(&wandering(seed, 150, 0.0, 1), true, false, seed)).collect();
    let share =
        |of: &dyn Fn(&Measured) -> bool| samples.iter().filter(|m| of(m)).count() as f64 / SAMPLES as f64;
    // Three standard errors of a share are 3.3 points.
    let covered = share(&|m| holds(m.bias_ci95, 0.0));
    assert!((0.915..=0.985).contains(&covered), "bias: {covered}");
    let below = share(&|m| m.ece.unwrap() <= m.ece_perfect.unwrap().p95);
    assert!((0.90..=0.99).contains(&below), "ECE: {below}");
    let ece: Mean = samples.iter().map(|m| m.ece.unwrap()).collect();
    let perfect: Mean = samples.iter().map(|m| m.ece_perfect.unwrap().mean).collect();
    assert!((ece.mean() / perfect.mean() - 1.0).abs() < 0.1, "{} {}", ece.mean(), perfect.mean());
    let better = share(&|m| m.brier.unwrap().difference < 0.0 && m.log_loss.unwrap().difference < 0.0);
    assert!(better > 0.95, "than the base rate: {better}");
    // Of all bins, those whose interval holds what was stated.
    let bins: Vec<bool> = samples
        .iter()
        .flat_map(|m| &m.bins)
        .filter(|b| b.games > 20)
        .map(|b| holds(b.ci95, b.stated))
        .collect();
    let covered = bins.iter().filter(|held| **held).count() as f64 / bins.len() as f64;
    assert!((0.92..=0.98).contains(&covered), "bins: {covered}");
}

#[test]
fn ten_points_too_many_are_found() {
    let mut covered = 0;
    for seed in 0..40 {
        let found = measure(&wandering(seed, 400, 0.1, 1), true, false, seed);
        covered += u32::from(holds(found.bias_ci95, 0.1));
        assert!(found.bias_ci95.unwrap()[0] > 0.0, "{found:?}");
        assert!(found.ece.unwrap() > found.ece_perfect.unwrap().p95, "{found:?}");
        let honest = measure(&wandering(seed, 400, 0.0, 1), true, false, seed);
        assert!(found.brier.unwrap().score > honest.brier.unwrap().score);
    }
    assert!(covered >= 34, "{covered} of 40");
}

/// The game is the unit: who says everything ten times has shown no more.
#[test]
fn saying_it_ten_times_changes_nothing() {
    let [once, often] = [1, 10].map(|times| measure(&wandering(3, 100, 0.0, times), true, false, 3));
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-9, "{a} {b}");
    near(once.bias.unwrap(), often.bias.unwrap());
    near(once.ece.unwrap(), often.ece.unwrap());
    near(once.ece_perfect.unwrap().mean, often.ece_perfect.unwrap().mean);
    let [ends, others] = [&once, &often].map(|m| m.bias_ci95.unwrap());
    near(ends[0], others[0]);
    near(ends[1], others[1]);
    let [ends, others] = [&once, &often].map(|m| m.brier.unwrap().ci95.unwrap());
    near(ends[0], others[0]);
    near(ends[1], others[1]);
    for (a, b) in once.bins.iter().zip(&often.bins) {
        assert_eq!((10 * a.n, a.games), (b.n, b.games));
        near(a.actual, b.actual);
        near(a.ci95.unwrap()[0], b.ci95.unwrap()[0]);
    }
}

#[test]
fn means_are_over_decisions_and_add_up() {
    let game = |deal, stated: &[f64], actual| Heard { deal, stated: stated.to_vec(), actual };
    let heard =
        [game(0, &[0.9; 30], 1.0), game(1, &[0.3], 0.0), game(2, &[0.5, 0.7], 0.5), game(2, &[0.2], 0.0)];
    let found = measure(&heard, true, false, 0);
    let bias = (30.0 * -0.1 + 0.3 + 0.0 + 0.2 + 0.2) / 34.0;
    assert!((found.bias.unwrap() - bias).abs() < 1e-12, "{found:?}");
    let whole: f64 = found.bins.iter().map(|b| b.weight * (b.stated - b.actual)).sum();
    assert!((whole - bias).abs() < 1e-12, "bins add up to the bias");
    let phases: Vec<(usize, Option<usize>, u64)> = found.phases.iter().map(|p| (p.from, p.to, p.n)).collect();
    assert_eq!(phases, [(1, Some(1), 4), (2, Some(3), 3), (4, Some(7), 4), (8, Some(15), 8), (16, None, 15)]);
}

#[test]
fn the_same_games_again_are_one_observation() {
    let game = |deal, actual| Heard { deal, stated: vec![0.6, 0.7], actual };
    let heard: Vec<Heard> = (0..50).map(|deal| game(deal, if deal < 40 { 1.0 } else { 0.0 })).collect();
    assert_eq!(measure(&heard, true, true, 0).bias_ci95, None);
    assert!(measure(&heard, true, false, 0).bias_ci95.is_some());
    // Four that are alike are no more certain.
    assert_eq!(measure(&heard[..4], true, false, 0).bias_ci95, None);
    assert_eq!(measure(&heard[..4], false, false, 0).bins[0].ci95, None);
}

#[test]
fn other_units_have_bins_of_equal_weight_and_no_chances() {
    let heard: Vec<Heard> = (0..2000)
        .map(|deal| {
            let mut rng = Rng::new(1).split(deal);
            let expected = 4.0 * rng.unit() - 2.0;
            Heard { deal, stated: vec![expected + 0.4; 3], actual: expected + 2.0 * rng.unit() - 1.0 }
        })
        .collect();
    let found = measure(&heard, false, false, 0);
    assert!(found.ece.is_none() && found.brier.is_none() && found.log_loss.is_none());
    assert!(holds(found.bias_ci95, 0.4) && !holds(found.bias_ci95, 0.0), "{found:?}");
    assert_eq!(found.bins.len(), 10);
    assert!(found.bins.iter().all(|b| (b.weight - 0.1).abs() < 0.02), "{found:?}");
    assert!(found.bins.windows(2).all(|two| two[0].hi < two[1].lo), "{found:?}");
    // One value alone is one bin.
    let same = [0, 1].map(|deal| Heard { deal, stated: vec![1.0], actual: deal as f64 });
    assert_eq!(measure(&same, false, false, 0).bins.len(), 1);
}

#[test]
fn maps_rise_and_undo_what_is_wrong() {
    let samples = |heard: &[Heard]| -> Vec<Sample> {
        let sample =
            |s: &measure::Said| Sample { phase: 0.0, stated: s.stated, actual: s.actual, deal: s.deal };
        all_said(heard).iter().map(sample).collect()
    };
    let surface = surface::fit(&samples(&wandering(2, 4000, 0.1, 1)), Some((0.0, 1.0))).unwrap();
    assert!(surface.stated.len() > 5 && surface.is_sound(Some((0.0, 1.0))), "{surface:?}");
    let heard = wandering(9, 1000, 0.1, 1);
    let report = measure(&heard, true, false, 9);
    // On games it was not fitted to.
    let state = |heard: &Heard| Heard {
        stated: heard.stated.iter().map(|&s| surface.at(0.0, s)).collect(),
        ..heard.clone()
    };
    let mapped: Vec<Heard> = heard.iter().map(state).collect();
    let beside = measure::uncalibrated(&mapped, &heard, false);
    let mapped = measure(&mapped, true, false, 9);
    assert!(mapped.bias.unwrap().abs() < 0.04 && report.bias.unwrap() > 0.06, "{mapped:?}");
    let (brier, raw) = (mapped.brier.unwrap().score, report.brier.unwrap().score);
    assert!(brier < raw && (beside.brier_gain - (brier - raw)).abs() < 1e-12, "{beside:?}");
    assert!(beside.log_loss_gain_ci95.unwrap()[1] < 0.0 && beside.brier_gain_ci95.is_some(), "{beside:?}");
    assert_eq!((Some(beside.bias), Some(beside.ece)), (report.bias, report.ece));
}

/// A game without maps.
struct NimGame;

impl crate::Playable for NimGame {
    type Rules = NimRules;

    fn agents() -> Vec<AgentKind<Nim>> {
        kinds()
    }
}

fn stating(settings: &Settings) -> Stating<Nim> {
    Stating::<Nim>::of::<NimGame>(settings)
}

/// Plays any move and states its exact chance against players who do the same, and so much more.
#[derive(Clone)]
struct Foretelling {
    beyond: f64,
}

/// The chance of the player who moved last to win, if everybody plays any move.
fn chance_of_mover(nim: &Nim, mover: Player) -> f64 {
    let actions = nim.actions();
    if actions.is_empty() {
        return nim.payoff(mover);
    }
    let after = actions.iter().map(|&action| {
        let mut next = *nim;
        next.apply(action);
        chance_of_mover(&next, mover)
    });
    after.sum::<f64>() / actions.len() as f64
}

impl ViewSearch<Nim> for Foretelling {
    fn decide(
        &mut self,
        view: &ViewOf<Nim>,
        _: &mut Run<'_, <Nim as State>::Action>,
        rng: &mut Rng,
    ) -> Result<Decision<<Nim as State>::Action>, Contradiction> {
        let nim = view.now;
        let actions = nim.actions();
        let action = actions[rng.below(actions.len() as u32) as usize];
        if actions.len() == 1 {
            return Ok(Decision::immediate(Basis::Rule, action, actions));
        }
        let mut next = nim;
        next.apply(action);
        let value = chance_of_mover(&next, view.seat) + self.beyond;
        let mut decision = Decision::immediate(Basis::Sampled, action, actions);
        decision.candidates[0] = Candidate::computed(action, 1, value, Bound::Judged);
        Ok(decision)
    }
}

#[derive(Clone)]
struct Seeing;

impl Search<Scripted<Nim>> for Seeing {
    fn decide(
        &mut self,
        state: &Scripted<Nim>,
        _: &mut Run<'_, <Nim as State>::Action>,
        _: &mut Rng,
    ) -> Decision<<Nim as State>::Action> {
        let actions = state.actions();
        Decision::immediate(Basis::Computed, actions[0], actions)
    }
}

fn kinds() -> Vec<AgentKind<Nim>> {
    let foretelling = |name, beyond| {
        AgentKind::new(name, Text::en(""), &[], Limits::default(), move |_| Foretelling { beyond })
    };
    vec![
        foretelling("true", 0.0),
        foretelling("boasting", 0.1),
        AgentKind::new("silent", Text::en(""), &[], Limits::default(), |_| yomi_search::RandomPlayer),
        AgentKind::cheat(Text::en(""), &[], Limits::default(), |_| Box::new(Seeing)),
    ]
}

fn request(agent: &str, against: &str, games: u64) -> Request {
    Request {
        agent: AgentText::parse(agent).unwrap(),
        against: if against.is_empty() { Vec::new() } else { crate::agent::parse_list(against).unwrap() },
        opponents: None,
        random_moves: 0,
        games,
        seed: 7,
        limits: None,
    }
}

fn nim(agent: &str, against: &str, games: u64) -> Result<Found, Fault> {
    let settings: Settings = [("heap".to_string(), "9".to_string())].into();
    let rules = NimRules::from_settings(&settings).unwrap();
    let request = request(agent, against, games);
    run(
        &rules,
        &settings,
        &kinds(),
        &stating(&settings),
        &request,
        &(Arc::new(Nowhere) as Arc<dyn Host>),
        &(),
    )
}

#[test]
fn a_player_who_knows_is_found_true_and_one_who_boasts_is_not() {
    let Found { report, .. } = nim("true", "silent", 4000).unwrap();
    let found = &report.measured;
    assert!(holds(found.bias_ci95, 0.0), "{report:?}");
    assert!(found.ece.unwrap() <= found.ece_perfect.unwrap().p95, "{report:?}");
    assert!(found.brier.unwrap().ci95.unwrap()[1] < 0.0, "{report:?}");
    assert!(report.games == 4000 && report.deals == 2000 && report.silent > 0, "{report:?}");
    assert!(report.different_games < report.games, "there are few games of Nim");
    let Found { report, map } = nim("boasting", "silent", 4000).unwrap();
    let found = &report.measured;
    assert!(holds(found.bias_ci95, 0.1) && !holds(found.bias_ci95, 0.0), "{report:?}");
    assert!(found.ece.unwrap() > found.ece_perfect.unwrap().p95, "{report:?}");
    assert!(map.unwrap().surface.at(0.0, 0.6) < 0.58);
}

#[test]
fn no_two_deals_begin_alike_while_there_are_other_openings() {
    let settings: Settings = [("heap".to_string(), "40".to_string())].into();
    let rules = NimRules::from_settings(&settings).unwrap();
    let request = Request { random_moves: 6, ..request("true", "silent", 2) };
    let deals = NimRules::seeds(7, 200);
    let begun = |openings: &tables::Openings<Nim>| {
        deals.iter().filter_map(|&deal| openings.of(deal)).map(|o| o.moves.clone()).collect::<Vec<_>>()
    };
    let openings = tables::openings(&rules, &request, &deals);
    let different: BTreeSet<_> = begun(&openings).into_iter().collect();
    assert_eq!((begun(&openings).len(), different.len()), (200, 200));
    assert!(different.contains(&Vec::new()), "the start of the game is one of them");
    // One random move at most: nothing or one of three, however many deals there are.
    let few = tables::openings(&rules, &Request { random_moves: 1, ..request }, &deals);
    let different: BTreeSet<_> = begun(&few).into_iter().collect();
    assert_eq!((begun(&few).len(), different.len()), (200, 4));
}

/// Only the statements of the measured agent count.
#[test]
fn the_others_are_not_heard() {
    let alone = nim("true", "silent", 400).unwrap().report;
    let among = nim("true", "boasting", 400).unwrap().report;
    assert!(holds(among.measured.bias_ci95, 0.0), "{among:?}");
    let near = |a: u64, b: u64| a.abs_diff(b) * 4 < a;
    assert!(near(alone.decisions, among.decisions), "{} {}", alone.decisions, among.decisions);
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let fault = |agent: &str, against: &str, games| nim(agent, against, games).unwrap_err();
    assert!(fault("cheat", "silent", 2).text.en.contains("sees what is hidden"));
    assert!(nim("true", "cheat", 20).is_ok(), "the ceiling may be an opponent");
    assert!(fault("silent", "true", 1000).text.en.contains("states no value"));
    assert!(fault("true", "", 2).text.en.contains("nim has 2 seats; agents to play against: 0"));
    assert!(fault("true", "silent silent", 2).text.en.contains("expected one for each other seat"));
    assert_eq!(fault("tru", "silent", 2).kind, FaultKind::Unknown);
    assert_eq!(fault("true", "silent", 0).kind, FaultKind::Limit);
    assert_eq!(fault("true", "silent", MOST_GAMES + 1).kind, FaultKind::Limit);
}

#[test]
fn pictures_show_every_bin_and_no_markup_of_names() {
    let report = Report { agent: "a<b>&\"c\"".into(), ..nim("boasting", "silent", 200).unwrap().report };
    let svg = report.svg(|s| s.en.clone());
    assert_eq!(svg.matches("<circle").count(), report.measured.bins.len());
    assert_eq!(svg.matches("<rect class=\"bar\"").count(), report.measured.bins.len());
    assert!(svg.contains("a&lt;b&gt;&amp;&quot;c&quot;") && !svg.contains("a<b>"), "{svg}");
    assert!(svg.contains("prefers-color-scheme: dark") && !svg.contains("NaN"), "{svg}");
    let silent = Report { measured: Measured::default(), ..report };
    assert!(!silent.svg(|s| s.ja.clone()).contains("NaN"));
}

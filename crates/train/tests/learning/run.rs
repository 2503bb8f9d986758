//! A run of seconds: it learns, it goes on to the same bits, and the student looks at its view alone.

use yomi_core::Rng;
use yomi_core::{Hidden as _, State as _};
use yomi_duel::card_file::standard_rules;
use yomi_duel::decks::DeckReading;
use yomi_duel::fate::Fate;
use yomi_duel::vector::Sparse;
use yomi_duel::weights::{self, About};
use yomi_train::checkpoint;
use yomi_train::games::{self, Decision, statistics};
use yomi_train::player::{CRITIC, Eyes, Player, Role};
use yomi_train::ppo::{Learner, Manner, beginner, contest};

fn blocks(learner: &mut Learner<'_>) {
    let told = learner.block();
    assert!(told.decisions > 0 && told.value_loss.is_finite());
}

fn quick() -> Manner {
    Manner { block: 64, batch: 512, rate: 2e-3, ..Manner::default() }
}

#[test]
fn a_short_run_learns() {
    let rules = standard_rules();
    let stats = statistics(&rules);
    let begins = beginner(&rules, &stats, Eyes::Honest, 1);
    let mut learner = Learner::new(&rules, &stats, begins.clone(), quick(), 64 * 20, 1);
    let told: Vec<f64> = (0..20).map(|_| learner.block().value_loss).collect();
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
    assert!(mean(&told[15..]) < mean(&told[..5]), "{told:?}");
    let wins = contest(&rules, &stats, &learner.player, Some(&begins), 60, 7);
    let won = wins.iter().sum::<f64>() / wins.len() as f64;
    assert!(won > 0.6, "a beginner is beaten: {won}");
}

#[test]
fn a_run_goes_on_to_the_same_bits() {
    let rules = standard_rules();
    let stats = statistics(&rules);
    let teacher =
        Player { eyes: Role::Shuffled.eyes(), ..beginner(&rules, &stats, Role::Shuffled.eyes(), 3) };
    let new = || {
        let player = beginner(&rules, &stats, Eyes::Honest, 1);
        let mut learner =
            Learner::new(&rules, &stats, player, quick(), 64 * 8, 5).with_critic(Eyes::Sight(CRITIC));
        learner.teacher = Some((teacher.clone(), 0.5));
        learner
    };
    let mut whole = new();
    (0..4).for_each(|_| blocks(&mut whole));
    let mut begun = new();
    (0..2).for_each(|_| blocks(&mut begun));
    let stands = checkpoint::write(&begun, "a run");
    let mut goes_on = new();
    checkpoint::read(&mut goes_on, "a run", &stands).unwrap();
    (0..2).for_each(|_| blocks(&mut goes_on));
    assert_eq!(goes_on.player.net.weights, whole.player.net.weights);
    assert_eq!(goes_on.critic.as_ref().unwrap().net, whole.critic.as_ref().unwrap().net);
    assert_ne!(begun.player.net.weights, whole.player.net.weights);
    assert!(checkpoint::read(&mut goes_on, "another run", &stands).is_err());
    assert!(checkpoint::read(&mut goes_on, "a run", &stands[..stands.len() / 2]).is_err());
    assert!(checkpoint::read(&mut goes_on, "a run", b"").is_err());
}

#[test]
fn weights_are_read_as_they_were_written() {
    let rules = standard_rules();
    let stats = statistics(&rules);
    let net = beginner(&rules, &stats, Eyes::Honest, 1).net;
    let about = About { command: "yomi train duel".into(), role: "plain".into() };
    let bytes = weights::write(&net, &about);
    assert!(bytes.len() <= 1_000_000, "{}", bytes.len());
    assert_eq!(weights::read(&bytes).unwrap(), (net.clone(), about));
    for cut in [0, 4, 100, bytes.len() - 1] {
        assert!(weights::read(&bytes[..cut]).is_err());
    }
    let mut bad = net;
    bad.weights[5] = f32::NAN;
    assert!(weights::read(&weights::write(&bad, &About::default())).is_err());
}

/// Whatever lies where the seat cannot see: the same numbers go in. With sight they differ.
#[test]
fn honest_eyes_see_the_view_alone() {
    let rules = standard_rules();
    let stats = statistics(&rules);
    let (mut compared, mut sighted) = (0, 0);
    for deal in 0..12 {
        let mut worlds = Rng::new(deal);
        games::play(&rules, deal, &mut Rng::new(deal), |decision, rng| {
            let seen = decision.state.seen(decision.seat);
            let world = seen.world(DeckReading::of_other(&seen).unwrap().draw(&mut worlds), &mut worlds);
            let fate = Fate::of(&world, &mut worlds);
            let other = Decision { state: &world, fate: &fate, ..*decision };
            let look = |eyes: Eyes, decision: &Decision<'_>| {
                let mut input = Sparse::default();
                eyes.look(decision, &stats, &mut input, &mut Rng::new(1));
                input
            };
            assert_eq!(look(Eyes::Honest, decision), look(Eyes::Honest, &other));
            let wrong = Role::Shuffled.eyes();
            assert_eq!(look(wrong, decision), look(wrong, &other), "a wrong world comes from the view");
            let sight = Role::Teacher.eyes();
            sighted += usize::from(look(sight, decision) != look(sight, &other));
            compared += 1;
            decision.state.random_action(rng)
        });
    }
    assert!(compared > 500 && sighted * 10 > compared * 9, "{sighted} of {compared}");
}

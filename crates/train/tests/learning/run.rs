//! A run of seconds: it learns, it goes on to the same bits, and the student looks at its view alone.

use yomi_core::Rng;
use yomi_core::{Hidden as _, State as _};
use yomi_duel::card_file::standard_rules;
use yomi_duel::decks::DeckReading;
use yomi_duel::fate::Fate;
use yomi_duel::net::{Net, Shape};
use yomi_duel::vector::Sparse;
use yomi_duel::weights::{self, About};
use yomi_train::checkpoint;
use yomi_train::games::{self, Decision, statistics};
use yomi_train::mix::Mix;
use yomi_train::player::{CRITIC, Eyes, Player, Role};
use yomi_train::ppo::{Learner, Manner, Told, beginner, contest};
use yomi_train::run::{self, Request};

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

/// A checkpoint whose numbers no run can have come to is not gone on from.
#[test]
fn damaged_checkpoints_are_refused() {
    let rules = standard_rules();
    let stats = statistics(&rules);
    let new = |total: u64| {
        let player = beginner(&rules, &stats, Eyes::Honest, 1);
        Learner::new(&rules, &stats, player, quick(), total, 5)
    };
    let mut learner = new(64 * 4);
    blocks(&mut learner);
    let sound = checkpoint::write(&learner, "a run");
    assert!(checkpoint::read(&mut new(64 * 4), "a run", &sound).is_ok());
    learner.games = 100;
    let between = checkpoint::write(&learner, "a run");
    learner.games = 64 * 5;
    let beyond = checkpoint::write(&learner, "a run");
    learner.games = 64;
    learner.player.net.weights[7] = f32::NAN;
    let no_number = checkpoint::write(&learner, "a run");
    for (bytes, wanted) in [(between, "100 games"), (beyond, "320 games"), (no_number, "player")] {
        let why = checkpoint::read(&mut new(64 * 4), "a run", &bytes).unwrap_err().0.en;
        assert!(why.contains(wanted) && why.contains("remove the file"), "{why}");
    }
    // Any finite number is a weight, and another count of games or steps another run.
    let at_text = |text: &str| sound.windows(text.len()).position(|at| at == text.as_bytes()).unwrap();
    let in_header = ["\\\"games\\\":64", "\\\"steps\\\":"].map(|text| at_text(text) + text.len());
    let [in_games, in_steps] = in_header;
    for place in [in_games - 1, in_steps, sound.len() / 2, sound.len() - 4] {
        let mut damaged = sound.clone();
        damaged[place] ^= 1;
        let why = checkpoint::read(&mut new(64 * 4), "a run", &damaged).unwrap_err().0.en;
        assert!(why.contains("it is damaged") && why.contains("remove the file"), "byte {place}: {why}");
    }
}

/// A teacher whose layers do not fit what its role sees would be read wrongly.
#[test]
fn a_teacher_fits_its_role() {
    let rules = standard_rules();
    let stats = statistics(&rules);
    let refused = |net: &Net, role: Role| {
        let about = About { command: String::new(), role: role.name().into(), run: String::new() };
        let teacher = Some(weights::write(net, &about));
        let request =
            Request { role: Role::Student, teacher, remedy: None, mix: Mix::default(), games: 64, seed: 1 };
        run::learner(&rules, &stats, &request).err().map(|why| why.0.en)
    };
    let of_role = |role: Role| beginner(&rules, &stats, role.eyes(), 3).net;
    for role in [Role::Teacher, Role::Shuffled, Role::Blind, Role::Plain] {
        assert_eq!(refused(&of_role(role), role), None);
    }
    let why = refused(&of_role(Role::Plain), Role::Teacher).expect("a teacher sees more than its view");
    assert!(why.contains("1212 inputs") && why.contains("train them again"), "{why}");
    let whole = of_role(Role::Blind);
    let shape = Shape { rows: whole.shape.rows - 1, ..whole.shape };
    let few = Net { shape, weights: whole.weights[..shape.weights()].to_vec() };
    let why = refused(&few, Role::Blind).expect("a row is missing");
    assert!(why.contains(&format!("{} output rows", shape.rows)), "{why}");
}

/// Students differ in what their teachers see, and their critics with them, and in nothing else.
#[test]
fn controls_differ_in_sight_alone() {
    let rules = standard_rules();
    let stats = statistics(&rules);
    let critic_of = |role: Role| {
        let net = beginner(&rules, &stats, role.eyes(), 3).net;
        let about = About { command: String::new(), role: role.name().into(), run: String::new() };
        let teacher = Some(weights::write(&net, &about));
        let request =
            Request { role: Role::Student, teacher, remedy: None, mix: Mix::default(), games: 64, seed: 1 };
        let learner = run::learner(&rules, &stats, &request).unwrap();
        (learner.critic.unwrap().eyes, request.identity())
    };
    let all = [Role::Teacher, Role::Shuffled, Role::Blind].map(critic_of);
    let eyes = all.each_ref().map(|(eyes, _)| *eyes);
    assert_eq!(eyes, [Eyes::Sight(CRITIC), Eyes::Wrong(CRITIC), Eyes::Honest]);
    assert!(all[0].1 != all[1].1 && all[1].1 != all[2].1, "another teacher is another run");
}

/// Games against the search are learnt from like others, and go on to the same bits.
#[test]
fn the_search_may_sit_opposite() {
    let rules = standard_rules();
    let stats = statistics(&rules);
    let manner = |ismcts| Manner { block: 6, mix: Mix { heuristic: 0, earlier: 0, ismcts }, ..quick() };
    let new = |ismcts| {
        let player = beginner(&rules, &stats, Eyes::Honest, 1);
        Learner::new(&rules, &stats, player, manner(ismcts), 12, 5)
    };
    let mut whole = new(100);
    (0..2).for_each(|_| blocks(&mut whole));
    let mut begun = new(100);
    blocks(&mut begun);
    let stands = checkpoint::write(&begun, "a run");
    let mut goes_on = new(100);
    checkpoint::read(&mut goes_on, "a run", &stands).unwrap();
    blocks(&mut goes_on);
    assert_eq!(goes_on.player.net.weights, whole.player.net.weights);
    // One seat learns where two do that play against themselves, and a beginner loses.
    let (against_search, against_itself) = (new(100).block(), new(0).block());
    assert!(
        against_search.decisions * 3 < against_itself.decisions * 2,
        "{against_search:?} {against_itself:?}"
    );
}

/// What is told of the losses: a teacher that is still followed is told of, the clip holds the loss of moves back.
#[test]
fn losses_are_told_in_parts() {
    let rules = standard_rules();
    let stats = statistics(&rules);
    let player = beginner(&rules, &stats, Eyes::Honest, 1);
    let mut learner = Learner::new(&rules, &stats, player, quick(), 64 * 4, 5);
    learner.teacher = Some((beginner(&rules, &stats, Eyes::Honest, 9), 0.5));
    let told: Vec<Told> = (0..4).map(|_| learner.block()).collect();
    for (at, told) in told.iter().enumerate() {
        assert_eq!(told.imitation_loss.is_some(), at < 2, "followed until the middle: {told:?}");
        assert!(told.imitation_loss.is_none_or(|kl| kl >= 0.0) && told.policy_loss.abs() < 2.0, "{told:?}");
        // Advantages have mean 0, and what is learnt moves towards those above.
        assert!(told.policy_loss < 0.0 && told.value_loss > 0.0 && told.entropy > 0.0, "{told:?}");
    }
}

#[test]
fn weights_are_read_as_they_were_written() {
    let rules = standard_rules();
    let stats = statistics(&rules);
    let net = beginner(&rules, &stats, Eyes::Honest, 1).net;
    let about = About { command: "yomi train duel".into(), role: "plain".into(), run: "a run".into() };
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

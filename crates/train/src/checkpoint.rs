//! Where a run stands, as a file: read again, it goes on to the same bits.

use crate::learn::Adam;
use crate::ppo::{EARLIER, Learner};
use safetensors::tensor::{Dtype, TensorView};
use serde::{Deserialize, Serialize};
use yomi_core::{Rejected, Sentence, sentence};
use yomi_duel::learnt;
use yomi_duel::net::Net;
use yomi_duel::weights::{bytes_of, numbers_of, pack, unpack};

/// The version of what is in it.
const VERSION: u32 = 3;

#[derive(Serialize, Deserialize)]
struct Told {
    version: u32,
    run: String,
    games: u64,
    steps: i32,
    critic_steps: i32,
    #[serde(default, skip_serializing_if = "is_zero")]
    twin_steps: i32,
    /// The checksum of everything else, so that a damaged file is not taken for a sound one: any finite number is a
    /// weight.
    #[serde(default)]
    checksum: String,
}

fn is_zero(steps: &i32) -> bool {
    *steps == 0
}

fn broken(what: &Sentence) -> Rejected {
    Rejected(sentence!(
        "no checkpoint of this run: {what}; remove the file to begin anew",
        "この学習の途中経過ではありません（{what:#}）。最初から始めるならファイルを消してください"
    ))
}

/// The checksum of everything that a checkpoint says: of its header, and of its tensors with their names.
fn checksum<'a>(told: &Told, tensors: impl Iterator<Item = (&'a str, &'a [u8])>) -> String {
    let Told { version, run, games, steps, critic_steps, twin_steps, checksum: _ } = told;
    let mut all = format!("{version} {run:?} {games} {steps} {critic_steps} {twin_steps}").into_bytes();
    // They lie in the file in an order of its own.
    let mut tensors: Vec<_> = tensors.collect();
    tensors.sort_unstable();
    for (name, numbers) in tensors {
        all.extend_from_slice(name.as_bytes());
        all.extend_from_slice(&numbers.len().to_le_bytes());
        all.extend_from_slice(numbers);
    }
    learnt::version(&all)
}

/// Everything that goes on from block to block. `run` is what the run was asked for: one that was asked for something
/// else does not go on from here.
pub fn write(learner: &Learner<'_>, run: &str) -> Vec<u8> {
    let mut parts: Vec<(String, Vec<u8>)> = Vec::new();
    let mut put = |name: &str, numbers: &[f32]| parts.push((name.to_string(), bytes_of(numbers)));
    let [first, second] = learner.adam.means();
    put("player", &learner.player.net.weights);
    put("player.first", first);
    put("player.second", second);
    if let Some(critic) = &learner.critic {
        let [first, second] = critic.adam.means();
        put("critic", &critic.net.weights);
        put("critic.first", first);
        put("critic.second", second);
    }
    if let Some(twin) = &learner.twin {
        let [first, second] = twin.adam.means();
        put("twin", &twin.net.weights);
        put("twin.first", first);
        put("twin.second", second);
    }
    for (at, net) in learner.earlier.iter().enumerate() {
        put(&format!("earlier.{at}"), &net.weights);
    }
    let views = parts.iter().map(|(name, bytes)| {
        let view = TensorView::new(Dtype::F32, vec![bytes.len() / 4], bytes).expect("four bytes each");
        (name.as_str(), view)
    });
    let mut told = Told {
        version: VERSION,
        run: run.to_string(),
        games: learner.games,
        steps: learner.adam.steps(),
        critic_steps: learner.critic.as_ref().map_or(0, |critic| critic.adam.steps()),
        twin_steps: learner.twin.as_ref().map_or(0, |twin| twin.adam.steps()),
        checksum: String::new(),
    };
    told.checksum = checksum(&told, parts.iter().map(|(name, numbers)| (name.as_str(), &numbers[..])));
    pack(views, &told)
}

/// Puts a learner where the run stood.
pub fn read(learner: &mut Learner<'_>, run: &str, bytes: &[u8]) -> Result<(), Rejected> {
    let Some((told, all)) = unpack::<Told>(bytes) else {
        return Err(broken(&sentence!("it has no header of Yomi", "Yomi の見出しがありません")));
    };
    if told.version != VERSION {
        let found = told.version;
        return Err(broken(&sentence!(
            "it is of version {found}, and {VERSION} is read",
            "版 {found} のもので、読めるのは版 {VERSION} です"
        )));
    }
    if told.checksum != checksum(&told, all.iter().map(|(name, tensor)| (name, tensor.data()))) {
        return Err(broken(&sentence!(
            "it is damaged (its checksum differs)",
            "壊れています。チェックサムが合いません"
        )));
    }
    if told.run != run {
        return Err(broken(&sentence!("it is of another run", "別の学習のものです")));
    }
    let block = learner.manner.block as u64;
    let ends = learner.total().next_multiple_of(block);
    let games = told.games;
    if !games.is_multiple_of(block) || games > ends {
        return Err(broken(&sentence!(
            "{games} games are not between two blocks of it",
            "{games} 局はブロックの切れ目ではありません"
        )));
    }
    if [told.steps, told.critic_steps, told.twin_steps].iter().any(|steps| *steps < 0) {
        return Err(broken(&sentence!("a count of steps is below 0", "歩数が0未満です")));
    }
    let part = |name: &str, count: usize| {
        let numbers = all.tensor(name).ok().as_ref().and_then(numbers_of);
        numbers
            .filter(|numbers| numbers.len() == count && numbers.iter().all(|x| x.is_finite()))
            .ok_or_else(|| broken(&sentence!("{name} does not fit", "{name} が合いません")))
    };
    let count = learner.player.net.weights.len();
    learner.games = games;
    learner.player.net.weights = part("player", count)?;
    learner.adam = Adam::of([part("player.first", count)?, part("player.second", count)?], told.steps);
    if let Some(critic) = &mut learner.critic {
        let count = critic.net.weights.len();
        critic.net.weights = part("critic", count)?;
        let means = [part("critic.first", count)?, part("critic.second", count)?];
        critic.adam = Adam::of(means, told.critic_steps);
    }
    if let Some(twin) = &mut learner.twin {
        twin.net.weights = part("twin", count)?;
        twin.adam = Adam::of([part("twin.first", count)?, part("twin.second", count)?], told.twin_steps);
    }
    let shape = learner.player.net.shape;
    learner.earlier.clear();
    while learner.earlier.len() < EARLIER && all.tensor(&format!("earlier.{}", learner.earlier.len())).is_ok()
    {
        let weights = part(&format!("earlier.{}", learner.earlier.len()), count)?;
        learner.earlier.push(Net { shape, weights });
    }
    Ok(())
}

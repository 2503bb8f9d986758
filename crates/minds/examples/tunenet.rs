use std::sync::Arc;
use yomi_minds::sevens::{policy::{learn::*, net::*, *}, *};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let batches: u32 = args[1].parse().unwrap();
    let recipe = Recipe { seed: 1, batches, games: args[2].parse().unwrap(), rate: args[3].parse().unwrap(), rules: Default::default() };
    let t = std::time::Instant::now();
    let rules = recipe.rules;
    let w = learn(&recipe, fresh(3), |_, _| Plain::default(), |told, w| {
        if told.batch % (batches / 20).max(1) == 0 {
            let g = measure(&rules, &Tuned::new(Arc::new(w.clone())), &Plain::default(), 77, 7000);
            println!("{told:?} greedy {g:.4} {:?}", t.elapsed());
        }
    });
    let bytes: Vec<u8> = w.weights().iter().flat_map(|x| x.to_le_bytes()).collect();
    std::fs::write(&args[4], bytes).unwrap();
    let g = measure(&rules, &Tuned::new(Arc::new(w)), &Plain::default(), 99, 33334);
    println!("final greedy {g:.4} {:?}", t.elapsed());
}

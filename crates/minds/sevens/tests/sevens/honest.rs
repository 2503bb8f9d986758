//! The players of Sevens use nothing but what their seat sees.

use crate::sevens_kit::swap;
use yomi_core::testkit::{Effort, peek, worlds};
use yomi_core::{Ruleset, ViewSearch};
use yomi_games::Sevens;
use yomi_games::sevens::{Rules, Variant};
use yomi_sevens::seed::{PassInference, SeedOptions, SeedPimc};
use yomi_sevens::{ByCards, Heuristic, Plain};

type Maker = Box<dyn Fn() -> Box<dyn ViewSearch<Sevens>>>;

#[test]
fn nobody_peeks() {
    let seed = |options: SeedOptions| -> Maker { Box::new(move || Box::new(SeedPimc { options })) };
    let soft = SeedOptions { inference: PassInference::Soft, pass: true, ..SeedOptions::default() };
    let players: Vec<Maker> = vec![
        Box::new(|| Box::new(ByCards(Plain::default()))),
        Box::new(|| Box::new(ByCards(Heuristic::default()))),
        seed(SeedOptions::default()),
        seed(soft),
    ];
    for variant in [Variant::default(), Variant { players: 5, passes: 1, ..Variant::default() }] {
        let start = |seed| Rules { variant }.start(seed);
        // Who played and passed when is left out of the key on purpose.
        peek::check_info_sets(Effort::games(60), start, swap, false);
        for player in &players {
            peek::check_no_peek(Effort::games(10), start, swap, &SeedOptions::default(), player);
        }
    }
}

#[test]
fn the_seeds_worlds_agree_with_the_view() {
    let start = |seed| Rules::default().start(seed);
    for inference in [PassInference::Hard, PassInference::Soft, PassInference::Off] {
        let options = SeedOptions { inference, ..SeedOptions::default() };
        // Every deal of the unseen cards is possible: a seat may pass at any time.
        worlds::check_worlds(Effort::games(10), start, &options, |_, _| true);
    }
}

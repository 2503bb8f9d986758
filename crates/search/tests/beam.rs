//! `beam` where some ways end sooner than others: what is over stays in the beam. (The maze is in `yomi-minds`.)

mod common;
mod toys {
    pub mod cliff;
}

use common::{assert_answers, decide};
use toys::cliff::{Act, Unclear, Walk};
use yomi_core::Limits;
use yomi_search::Beam;
use yomi_search::single::BeamOptions;

#[test]
fn a_game_that_is_over_keeps_its_place_in_the_beam() {
    for distinct in [true, false] {
        for width in [1, 2, 3, 50] {
            for depth in [None, Some(1), Some(2), Some(5), Some(100)] {
                let options = BeamOptions { width, depth, distinct };
                let start = Walk::default();
                let found = decide(&mut Beam { options, evaluator: Unclear }, &start, Limits::default(), 0);
                assert_eq!((found.action, found.value()), (Act::Stop, 10.0), "{options:?}");
                assert_eq!(found.line, [Act::Stop], "{options:?}");
                assert_answers(&start, &found);
            }
        }
    }
}

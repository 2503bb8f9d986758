//! `beam` where some lines end sooner than others: finished games stay in the beam. (The tests of
//! `yomi-mazes` have the mazes.)

use crate::common::{assert_answers, decide};
use crate::toys::cliff::{Act, Unclear, Walk};
use yomi_core::Limits;
use yomi_search::Beam;
use yomi_search::single::BeamOptions;

#[test]
fn a_game_that_is_over_keeps_its_place_in_the_beam() {
    for (distinct, cap) in [(true, None), (false, None), (true, Some(1)), (false, Some(2))] {
        for width in [None, Some(1), Some(2), Some(3), Some(50)] {
            for depth in [None, Some(1), Some(2), Some(5), Some(100)] {
                let options = BeamOptions { width, depth, distinct, cap, ..BeamOptions::default() };
                let start = Walk::default();
                let found = decide(&mut Beam::<Walk, _>::new(options, Unclear), &start, Limits::default(), 0);
                assert_eq!((found.action, found.value()), (Act::Stop, 10.0), "{options:?}");
                assert_eq!(found.line, [Act::Stop], "{options:?}");
                assert_answers(&start, &found);
            }
        }
    }
}

//! What could be known is judged without what is hidden.

use super::{open, played, reviewed};
use yomi::core::Limits;
use yomi::engine::review::{Request, Review};

/// With what is hidden dealt anew before every decision, nothing may change but what is said of the cards as
/// they lay; and that must change somewhere, or nothing was tested.
#[test]
fn marks_do_not_peek() {
    let games = [("kuhn", 12), ("leduc", 12), ("sevens", 1), ("duel", 1), ("simultaneous-maze", 2)];
    for (game, count) in games {
        let table = open(game, &[]);
        // Of simultaneous choices the last seat's is made while the others' are hidden.
        let seat = table.players() - 1;
        let limits = Some(Limits::iterations(600));
        let mut differs = 0;
        for seed in 0..count {
            let record = played(&*table, &["random"], 50 + seed, None);
            let honest = reviewed(&*table, &record, seat, limits);
            let request = Request { seat, limits, hidden_anew: Some(seed), ..Request::default() };
            let anew = table.review(&record, &request, &()).unwrap();
            differs += same_but_for_sight(game, &honest, &anew);
        }
        assert!(differs > 0, "{game}: what is hidden made no difference in sight either");
    }
}

fn same_but_for_sight(game: &str, honest: &Review, anew: &Review) -> usize {
    assert_eq!(honest.decisions.len(), anew.decisions.len());
    let mut differs = 0;
    for (a, b) in honest.decisions.iter().zip(&anew.decisions) {
        assert_eq!(
            (&a.best, a.mark, a.worlds, &a.mistake),
            (&b.best, b.mark, b.worlds, &b.mistake),
            "{game}"
        );
        assert_eq!(a.lost.map(f64::to_bits), b.lost.map(f64::to_bits), "{game}");
        assert_eq!(a.se.map(f64::to_bits), b.se.map(f64::to_bits), "{game}");
        for (x, y) in a.moves.iter().zip(&b.moves) {
            assert_eq!((&x.text, x.value, x.se), (&y.text, y.value, y.se), "{game}");
        }
        differs += usize::from(a.own != b.own || a.moves != b.moves);
    }
    differs
}

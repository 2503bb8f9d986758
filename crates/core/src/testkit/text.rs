//! Laws of [`Ruleset`]: what is written can be read again.

use super::Effort;
use super::views::walk_views;
use crate::ruleset::not_a_start;
use crate::{Rejected, Ruleset, State};
use std::collections::BTreeMap;
use std::fmt::Debug;

/// Moves and events survive writing and reading, different moves have different names, positions can be
/// drawn, and a game's own positions belong to it: all of them, or, by the default of
/// [`check_seen`](Ruleset::check_seen), its starts.
pub fn check_text<R: Ruleset>(effort: Effort, rules: &R)
where
    R::State: Debug,
{
    let mut names = BTreeMap::new();
    walk_views(
        effort,
        |seed| rules.start(seed),
        |state, views, _| {
            assert_eq!(rules.players(), state.players(), "the rules count other seats than {state:?}");
            for a in State::actions(state) {
                for text in [rules.action_text(a), rules.action_text_ja(a)] {
                    assert_eq!(rules.parse_action(&text), Ok(a), "{text:?} is not read as it was written");
                    assert!(!text.contains(char::is_whitespace), "{text:?} would fall apart in a list");
                    assert_eq!(*names.entry(text.clone()).or_insert(a), a, "two moves are called {text:?}");
                }
            }
            for view in views {
                for picture in [rules.draw(&view.now), rules.draw_ja(&view.now)] {
                    assert!(picture.ends_with('\n'), "a picture ends its last line");
                }
                let taken = rules.check_seen(&view.now);
                let starts_only = !view.events.is_empty() && taken == Err(Rejected(not_a_start()));
                assert!(
                    taken.is_ok() || starts_only,
                    "seat {} sees something foreign in {state:?}: {taken:?}",
                    view.seat
                );
                if let Some(event) = view.events.last() {
                    let text = rules.event_text(event);
                    assert_eq!(
                        rules.parse_event(&text).as_ref(),
                        Ok(event),
                        "{text:?} is not read as it was written"
                    );
                }
                if let Some(common) = rules.common_start(view.seat) {
                    assert_eq!(common, view.start, "the common start is not how this game started");
                }
            }
        },
    );
    for nonsense in ["", " ", "?", "xyzzy", "99999999999999999999", "ほげ", "-1"] {
        let why = rules.parse_action(nonsense).expect_err("nonsense is not a move");
        assert!(!why.0.en.contains('\n') && !why.0.ja.contains('\n'), "one line: {why:?}");
    }
}

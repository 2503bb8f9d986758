//! The whole kit in one call: what every game's tests begin with.

use super::{Effort, peek, rules, text, views, worlds};
use crate::{Inference, InfoSets, Keyed, Open, Player, Rng, Ruleset, ViewSearch};
use std::fmt::Debug;

/// Every law of a game in which everything is seen: [rules](rules::check_rules), [keys](rules::check_keys),
/// [views](views::check_views), [refusals](views::check_refusals) and [notation](text::check_text).
///
/// Promises are checked apart, because not every game makes them: [`rules::check_deterministic`] and
/// [`rules::check_zero_sum`].
pub fn check_open<R: Ruleset<State: Open + Keyed>>(effort: Effort, rules: &R) {
    let start = |seed| rules.start(seed);
    rules::check_rules(effort, start);
    rules::check_keys(effort, start);
    views::check_views(effort, start);
    views::check_refusals(effort.part(4), start);
    text::check_text(effort, rules);
}

/// Every law of a game with something hidden: [rules](rules::check_rules), [views](views::check_views),
/// [refusals](views::check_refusals), [keys](views::check_info_keys) of what is seen and [nothing
/// else](peek::check_info_sets),
/// [notation](text::check_text), [worlds](worlds::check_worlds), and that [nobody
/// peeks](peek::check_no_peek): neither views and beliefs nor any of the `players`.
///
/// `swap` is the one thing that the kit cannot know; see [`peek::check_no_peek`]. Left out is what not
/// every game can keep or say: the promises ([`rules::check_zero_sum`]), keys that tell *all* views apart
/// ([`views::check_info_keys`] with a grain), whether a seat always knows another's words from its own
/// ([`views::check_words_of_others`]), which actions look alike ([`peek::check_alike`]), and which worlds
/// can come about ([`worlds::check_worlds`] with a condition such as [`worlds::comes_about`]).
pub fn check_hidden<R, I, F>(
    effort: Effort,
    rules: &R,
    inference: &I,
    swap: impl Fn(&R::State, Player, &mut Rng) -> R::State,
    players: impl IntoIterator<Item = F>,
) where
    R: Ruleset<State: InfoSets + Debug>,
    I: Inference<R::State>,
    F: FnMut() -> Box<dyn ViewSearch<R::State>>,
{
    let start = |seed| rules.start(seed);
    rules::check_rules(effort, start);
    views::check_views(effort, start);
    views::check_refusals(effort.part(4), start);
    views::check_info_keys(effort, start, None);
    text::check_text(effort, rules);
    worlds::check_worlds(effort.part(4), start, inference, |_, _| true);
    let mut tested = 0;
    for player in players {
        peek::check_no_peek(effort.part(4), start, &swap, inference, player);
        tested += 1;
    }
    assert!(tested > 0, "no player was tested: this test cannot fail");
    // Last: where a view leaks, so does its key, and the view is the cause.
    peek::check_info_sets(effort, start, &swap, false);
}

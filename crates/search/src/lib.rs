//! Search: from a position, or from a view and a belief, to a decision. Nothing here names a game.
//!
//! | module | for |
//! |---|---|
//! | [`tree`] | `mcts` and `thunder` where everything is seen, `ismcts` where it is not, `duct` for simultaneous moves |
//! | [`pimc`] | each of many worlds searched as if it were seen, votes added |
//! | [`halving`] | the same moves in the same worlds by a policy, the weaker half dropped again and again |
//! | [`flat`] | `flat` Monte Carlo: playouts for each move, no tree |
//! | [`minimax`] | `minimax` and `alphabeta` for two players and no luck |
//! | [`single`] | `greedy`, `beam` and `chokudai` for one player |
//! | [`optimise`] | `hill-climb`, `anneal`, `tabu`, `genetic` for one decision without context |
//! | [`priors`] | from points for moves to priors |
//! | [`random`] | `random`, the player everything is measured against |
//! | [`belief`] | who can hold which cards, exact deals; worlds from beliefs, resampled where they are weighted |
//! | [`reference`](mod@reference) | slow and obvious solvers that the others are tested against, and a small CFR |
//! | [`abreast`](mod@abreast) | games that are played on side by side, two at a time |
//! | [`streams`] | how searches run: in rounds, within limits, in parallel with the same result |

pub mod abreast;
pub mod belief;
pub mod flat;
mod follow;
pub mod halving;
pub mod minimax;
mod opening;
pub mod optimise;
pub mod pimc;
pub mod priors;
pub mod random;
pub mod reference;
pub mod single;
pub mod streams;
pub mod tally;
pub mod tree;
pub mod watch;

pub use flat::Flat;
pub use follow::Follow;
pub use halving::Halving;
pub use minimax::{AlphaBeta, Minimax};
pub use pimc::Pimc;
pub use random::RandomPlayer;
pub use single::{Beam, Chokudai, Greedy};
pub use tree::{Duct, IsMcts, Mcts, OpenLoop, thunder};

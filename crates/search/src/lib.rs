//! Search: from a position, or from a view and a belief, to a decision. Nothing here names a game.
//!
//! | module | for |
//! |---|---|
//! | [`tree`] | `mcts`, `thunder` (all is seen), `ismcts`, `openloop` (not all), `duct` (simultaneous) |
//! | [`pimc`] | many sampled worlds, each searched as if it were seen, visits added up |
//! | [`halving`] | every move played out in the same worlds by a policy, the weaker half dropped repeatedly |
//! | [`paired`] | how much better than one move each of the others is, in the same worlds |
//! | [`flat`] | `flat` Monte Carlo: playouts for each move, no tree |
//! | [`minimax`] | `minimax` and `alphabeta` for two players without chance |
//! | [`single`] | `greedy`, `beam` and `chokudai` for one player |
//! | [`optimise`] | `hill-climb`, `anneal`, `tabu`, `genetic` for one decision without context |
//! | [`priors`] | move scores turned into priors (probabilities of moves before any search) |
//! | [`random`] | `random`, the baseline player |
//! | [`belief`] | who can hold which cards, exact sampling of deals, resampling of weighted worlds |
//! | [`reference`](mod@reference) | slow, obvious solvers to test the others against, and a small CFR |
//! | [`abreast`](mod@abreast) | games played out side by side, two at a time |
//! | [`streams`] | how searches run: in rounds, within limits, in parallel with the same result |

pub mod abreast;
pub mod belief;
pub mod flat;
mod follow;
pub mod halving;
pub mod minimax;
mod opening;
pub mod optimise;
mod order;
pub mod paired;
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

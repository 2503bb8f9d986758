//! The games: rules, views and notation, one folder each with a README of its rules. Nothing here knows how
//! to play well.

pub mod alternating_maze;
pub mod auto_maze;
pub mod cards;
pub mod connect_four;
pub mod duel;
pub mod grid;
pub mod kuhn;
pub mod leduc;
pub mod maze;
pub mod mersenne;
pub mod sevens;
pub mod simultaneous_maze;
pub mod twin_cool;
pub mod walled_maze;

pub use alternating_maze::AlternatingMaze;
pub use auto_maze::AutoMaze;
pub use connect_four::ConnectFour;
pub use duel::Duel;
pub use kuhn::Kuhn;
pub use leduc::Leduc;
pub use maze::Maze;
pub use sevens::Sevens;
pub use simultaneous_maze::SimultaneousMaze;
pub use twin_cool::TwinCool;
pub use walled_maze::WalledMaze;

//! The server as its clients use it, without a socket.

#![allow(clippy::disallowed_methods, reason = "how long a server takes is measured")]

mod analyses;
mod ask;
mod fences;
mod honest;
mod kept;
mod partners;
mod positions;
mod puzzles;
mod reviews;
mod stored;

//! The Connect Four that the crate `minimax` publishes as its example, as it is: see `build.rs`.

include!(concat!(env!("OUT_DIR"), "/example.rs"));

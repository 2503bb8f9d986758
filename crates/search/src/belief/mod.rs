//! Beliefs that any game can use.

mod resample;
pub use resample::{World, Worlds};

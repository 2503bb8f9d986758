//! Sevens: what its agents may see, and what they make of it.

mod honest;
mod posterior;
mod reading;
mod sevens_kit;

//! Tournaments whose matches were played in parts, elsewhere.

use super::{Ledger, Meeting, Watcher};
use crate::Fault;
use crate::arena::{Games, Parts, part};
use std::collections::BTreeMap;
use std::ops::Range;

/// The parts of every match, by its number: a ledger that recalls them.
#[derive(Default)]
pub struct Joined(pub BTreeMap<usize, Parts>);

impl Ledger for Joined {
    fn recall(&self, number: usize) -> Result<BTreeMap<usize, Games>, Fault> {
        Ok(self.0.get(&number).map(Parts::take_all).unwrap_or_default())
    }
}

/// Nothing is played: what a ledger recalls is all there is, and a tournament that lacks a deal is interrupted.
pub struct Stopped;

impl Watcher for Stopped {
    fn is_stopped(&self) -> bool {
        true
    }
}

/// The ranges of a match's deals that a ledger does not have.
pub fn gaps(meeting: &Meeting, players: usize, ledger: &dyn Ledger) -> Result<Vec<Range<usize>>, Fault> {
    let deals = part::deals(&meeting.request, players);
    let (mut gaps, mut from) = (Vec::new(), 0);
    for known in ledger.recall(meeting.number)?.into_keys().chain([deals]) {
        let end = known.min(deals);
        if from < end {
            gaps.push(from..end);
        }
        from = from.max(known + 1);
    }
    Ok(gaps)
}

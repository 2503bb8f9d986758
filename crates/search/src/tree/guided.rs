//! A guide as a tree uses it.

use std::sync::Arc;
use yomi_core::{Guide, Leaf, State};

/// A guide that is asked about one position at a time. Every tree has its own copy of this wrapper; all
/// copies share the guide.
pub struct Guided<S: State, G> {
    guide: Arc<G>,
    /// The position that the guide is asked about; kept to reuse its memory.
    desk: Vec<Leaf<S>>,
}

impl<S: State, G> Guided<S, G> {
    #[must_use]
    pub fn new(guide: G) -> Self {
        Guided { guide: Arc::new(guide), desk: Vec::new() }
    }
}

impl<S: State, G> Clone for Guided<S, G> {
    fn clone(&self) -> Self {
        Guided { guide: self.guide.clone(), desk: Vec::new() }
    }
}

impl<S: State, G: Guide<S>> Guided<S, G> {
    /// What the guide says of a position in which a player is to move.
    pub fn ask(&mut self, state: &S) -> &Leaf<S> {
        match self.desk.first_mut() {
            Some(leaf) => leaf.reset(state.clone()),
            None => self.desk.push(Leaf::new(state.clone())),
        }
        self.guide.guide(&mut self.desk);
        &self.desk[0]
    }

    /// Its last answer.
    #[must_use]
    pub fn answer(&self) -> Option<&Leaf<S>> {
        self.desk.first()
    }
}

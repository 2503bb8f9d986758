//! What a search saw on the way to its decision, for the words about it.

use yomi_core::State;

/// How many worlds are kept: enough for shares of a percent or two, few enough to cost nothing.
const KEPT: usize = 1_000;

/// The belief that a search read, the first worlds that it drew from it, and how the root moves that were
/// played on in them ended there.
#[derive(Clone, Debug)]
pub struct Witness<W: State, B> {
    pub belief: B,
    pub worlds: Vec<Witnessed<W>>,
    /// Whether the world that is searched now is the last of these.
    open: bool,
}

/// One world and what happened in it.
#[derive(Clone, Debug)]
pub struct Witnessed<W: State> {
    pub world: W,
    /// The states at the end of the game, each after a root move.
    pub ends: Vec<(W::Action, W)>,
}

impl<W: State, B> Witness<W, B> {
    /// A witness, where one is wanted.
    pub fn wanted(wanted: bool, belief: &B) -> Option<Box<Self>>
    where
        B: Clone,
    {
        wanted.then(|| Box::new(Witness { belief: belief.clone(), worlds: Vec::new(), open: false }))
    }

    /// Another world is searched from now on. Whether the next one is wanted too.
    pub fn begin(&mut self, world: &W) -> bool {
        self.open = self.worlds.len() < KEPT;
        if self.open {
            self.worlds.push(Witnessed { world: world.clone(), ends: Vec::new() });
        }
        self.worlds.len() < KEPT
    }

    /// A root move was played on to the end in that world.
    pub fn end(&mut self, action: W::Action, end: &W) {
        if self.open
            && let Some(last) = self.worlds.last_mut()
        {
            last.ends.push((action, end.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::testkit::toys::Nim;

    /// The first worlds are kept with all that ended in them, and not one more.
    #[test]
    fn the_first_worlds_are_kept() {
        let mut witness: Witness<Nim, ()> = *Witness::wanted(true, &()).unwrap();
        for nth in 1..=KEPT + 2 {
            let world = Nim::new(nth as u8 % 9 + 1);
            assert_eq!(witness.begin(&world), nth < KEPT, "{nth}");
            witness.end(1, &world);
            assert_eq!(witness.worlds.len(), nth.min(KEPT));
        }
        assert!(witness.worlds.iter().enumerate().all(|(nth, kept)| {
            let world = Nim::new((nth + 1) as u8 % 9 + 1);
            kept.world == world && kept.ends == [(1, world)]
        }));
        assert!(Witness::<Nim, ()>::wanted(false, &()).is_none());
    }
}

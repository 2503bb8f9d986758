//! Kuhn and Leduc: what the opponent's betting says about its card and its manner of play.
//!
//! Cards and manners are few, so the posterior is written down whole: the prior of a manner, times the ways
//! in which the opponent can hold a card, times how likely a player of that manner was to do with that card
//! what the opponent did. The own actions and the public card are as likely in every case once the ways are
//! counted, and drop out.

use crate::belief::{OtherCard, UnseenCards};
use crate::equilibrium::Solved;
use crate::manner::{MANNERS, Manner, PRIOR};
use yomi_core::{Belief, Contradiction, EquallyLikely, Inference, Rng, Turn, ViewOf};
use yomi_games::cards::Rank;

const CARDS: usize = Rank::ALL.len();

/// Reads the betting by Bayes over the [manners](Manner) of play.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByBetting;

/// Reads the betting as [`ByBetting`] does, for the words, but draws its worlds by the cards alone.
///
/// Worlds that follow the betting were measured to lose more than they gain (docs/results.md). A likely
/// cause: in the tree opponents answer as well as they can, whatever their manner, so that good cards are
/// feared twice.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByCards;

/// What [`ByCards`] believes, and does not act on.
#[derive(Clone, Debug)]
pub struct Beside<S>(Read<S>);

impl<S> Beside<S> {
    pub fn read(&self) -> &Read<S> {
        &self.0
    }
}

impl<S: Solved> Inference<S> for ByCards {
    type Belief = Beside<S>;

    fn read(&self, view: &ViewOf<S>) -> Result<Beside<S>, Contradiction> {
        Inference::<S>::read(&ByBetting, view).map(Beside)
    }
}

impl<S: OtherCard> Belief<S> for Beside<S> {
    #[inline]
    fn sample(&mut self, rng: &mut Rng) -> (S, f64) {
        self.0.unseen.sample(rng)
    }
}

/// What is believed of the opponent: its card and its manner of play together.
#[derive(Clone, Debug)]
pub struct Read<S> {
    /// The worlds by the cards alone.
    unseen: EquallyLikely<S>,
    /// What was read, if the opponent has acted.
    story: Option<Story<S>>,
}

#[derive(Clone, Debug)]
struct Story<S> {
    /// How likely manner and card are together, in the order of [`Manner::ALL`] and of [`Rank::ALL`].
    joint: [[f64; CARDS]; MANNERS],
    /// The possible worlds, each with the probability of all up to it.
    worlds: Vec<(S, f64)>,
}

impl<S: Solved> Inference<S> for ByBetting {
    type Belief = Read<S>;

    fn read(&self, view: &ViewOf<S>) -> Result<Read<S>, Contradiction> {
        let unseen = Inference::<S>::read(&UnseenCards, view)?;
        Ok(Read { unseen, story: Story::of(view) })
    }
}

impl<S: Solved> Story<S> {
    /// `None` if the opponent has not acted. Whatever it did, a random player might have done it.
    fn of(view: &ViewOf<S>) -> Option<Story<S>> {
        let history = S::history(&view.now);
        let ways = S::ways(&view.now);
        let mut joint = [[0.0; CARDS]; MANNERS];
        let mut has_acted = false;
        for card in Rank::ALL.into_iter().filter(|card| ways[card.index()] > 0) {
            let mut state = S::start(&view.now, card);
            let mut likely = PRIOR.map(|prior| prior * f64::from(ways[card.index()]));
            for &action in &history {
                if let Turn::Player(mover) = state.turn()
                    && mover != view.seat
                {
                    has_acted = true;
                    for (likely, manner) in likely.iter_mut().zip(Manner::ALL) {
                        let mix = manner.mix(&state, mover);
                        *likely *= mix.iter().find(|(a, _)| *a == action).map_or(0.0, |(_, chance)| *chance);
                    }
                }
                state.apply(action);
            }
            joint.iter_mut().zip(likely).for_each(|(row, likely)| row[card.index()] = likely);
        }
        if !has_acted {
            return None;
        }
        let total: f64 = joint.iter().flatten().sum();
        joint.iter_mut().flatten().for_each(|likely| *likely /= total);
        let mut passed = 0.0;
        let worlds = Rank::ALL.into_iter().filter_map(|card| {
            let chance: f64 = joint.iter().map(|row| row[card.index()]).sum();
            passed += chance;
            (chance > 0.0).then(|| (S::world(&view.now, card), passed))
        });
        let worlds = worlds.collect();
        Some(Story { joint, worlds })
    }
}

impl<S> Read<S> {
    /// How likely the opponent is to hold each card; `None` if it has not acted, and only the cards speak.
    pub fn cards(&self) -> Option<[f64; CARDS]> {
        let joint = &self.story.as_ref()?.joint;
        Some(Rank::ALL.map(|card| joint.iter().map(|row| row[card.index()]).sum()))
    }

    /// How likely each manner of play is at the opponent's seat; `None` if it has not acted.
    pub fn manners(&self) -> Option<[f64; MANNERS]> {
        Some(self.story.as_ref()?.joint.map(|row| row.iter().sum()))
    }

    /// How likely each card is if the opponent plays in this manner; `None` if it has not acted, or cannot
    /// play so.
    pub fn cards_of(&self, manner: Manner) -> Option<[f64; CARDS]> {
        let row = self.story.as_ref()?.joint[manner as usize];
        let total: f64 = row.iter().sum();
        (total > 0.0).then(|| row.map(|likely| likely / total))
    }
}

impl<S: OtherCard> Belief<S> for Read<S> {
    /// Where nothing was read, the same worlds are drawn with the same luck as by the cards alone.
    #[inline]
    fn sample(&mut self, rng: &mut Rng) -> (S, f64) {
        let Some(story) = &self.story else { return self.unseen.sample(rng) };
        let mark = rng.unit();
        let found = story.worlds.iter().find(|(_, passed)| mark < *passed);
        // Rounding may leave the last sum just below 1.
        let (world, _) = found.unwrap_or(&story.worlds[story.worlds.len() - 1]);
        (world.clone(), 1.0)
    }
}

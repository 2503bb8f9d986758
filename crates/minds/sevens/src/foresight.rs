//! With all hands known and deterministic opponents nothing is left to chance: a one-player game. Then it can
//! be proven which moves win, and how much any player could win against such opponents.

use super::company::{Cast, Company};
use rustc_hash::FxHashMap;
use yomi_core::{Basis, Bound, Candidate, Decision, MAX_PLAYERS, Player, Policy, Rng, Run, State, Turn};
use yomi_games::Sevens;
use yomi_games::sevens::{Action, Cards};
use yomi_search::watch::Watch;

/// The search gives up after this many positions.
const MOST_POSITIONS: usize = 1 << 20;

/// A game without its past, except for what each seat passed over.
type Position = (Sevens, [Cards; MAX_PLAYERS]);

/// Searches for a forced win.
pub struct Foresight<'r, 'a> {
    mover: Player,
    policy: Cast,
    /// Positions visited, and whether the mover wins from there.
    known: FxHashMap<Position, bool>,
    watch: Watch,
    run: &'r Run<'a, Action>,
    given_up: bool,
    deepest: u32,
}

impl<'r, 'a> Foresight<'r, 'a> {
    /// Which moves are proven wins, if all opponents are deterministic. `None` if it takes too long.
    pub fn decide(world: &Company, policy: &Cast, run: &'r Run<'a, Action>) -> Option<Decision<Action>> {
        let Turn::Player(mover) = world.turn() else { unreachable!("asked only when a player is to move") };
        let watch = Watch::start(run, run.limits);
        let mut foresight = Foresight {
            mover,
            policy: policy.clone(),
            known: FxHashMap::default(),
            watch,
            run,
            given_up: false,
            deepest: 0,
        };
        let favourite = foresight.favourite(world);
        let mut decision = Decision::immediate(Basis::Computed, favourite, State::actions(&world.game));
        decision.candidates.clear();
        for action in foresight.in_order(world, favourite) {
            let before = foresight.known.len();
            let wins = foresight.wins_after(world, action, 1);
            if foresight.given_up {
                return None;
            }
            let visits = (foresight.known.len() - before) as u64 + 1;
            // Exact for opponents who play as foreseen; others might do better.
            let mean = f64::from(u8::from(wins));
            decision.candidates.push(Candidate::computed(action, visits, mean, Bound::Exact));
        }
        // A stable sort: of equal moves the policy's favourite stays first.
        decision.candidates.sort_by(|a, b| b.mean.total_cmp(&a.mean));
        decision.action = decision.candidates[0].action;
        decision.line = vec![decision.action];
        decision.iterations = 1;
        decision.nodes = foresight.known.len() as u64;
        decision.bytes = foresight.known.capacity() * size_of::<(Position, bool)>();
        decision.depth = foresight.deepest;
        Some(decision)
    }

    fn favourite(&mut self, world: &Company) -> Action {
        // The tuned policy uses no random numbers; with another one only the order of moves depends on them.
        self.policy.choose(world, &mut Rng::new(0))
    }

    /// The legal moves, the favourite first: below the root one winning move is enough, and most often it is
    /// the favourite.
    fn in_order(&self, world: &Company, favourite: Action) -> Vec<Action> {
        let mut actions = State::actions(&world.game);
        actions.sort_by_key(|&a| a != favourite);
        actions
    }

    /// Everything that the future depends on. Only shrewd players use what a seat passed over, and only while
    /// it is not on the table.
    fn position(&self, world: &Company) -> Position {
        let board = world.game.board();
        let still = if world.shrewd { !board.table() } else { Cards::NONE };
        let mut passed_over = [Cards::NONE; MAX_PLAYERS];
        for p in Player::all(board.players()).filter(|&p| board.is_in(p)) {
            passed_over[p.index()] = board.passed_over(p) & still;
        }
        (world.game.without_memory(), passed_over)
    }

    fn wins_after(&mut self, world: &Company, action: Action, depth: u32) -> bool {
        let mut world = *world;
        world.apply(action);
        let mut rng = Rng::new(0);
        while let Turn::Player(p) = world.turn() {
            if p == self.mover {
                return self.wins(&world, depth);
            }
            let answer = self.policy.choose(&world, &mut rng);
            world.apply(answer);
        }
        world.payoff(self.mover) > 0.5
    }

    fn wins(&mut self, world: &Company, depth: u32) -> bool {
        self.deepest = self.deepest.max(depth);
        let looked_at = self.known.len();
        self.given_up |= looked_at >= MOST_POSITIONS || self.watch.is_over(self.run, 0, looked_at as u64);
        if self.given_up {
            return false;
        }
        let position = self.position(world);
        if let Some(&known) = self.known.get(&position) {
            return known;
        }
        let favourite = self.favourite(world);
        let wins = self.in_order(world, favourite).into_iter().any(|a| self.wins_after(world, a, depth + 1));
        self.known.insert(position, wins);
        wins
    }
}

#[cfg(test)]
mod tests {
    use super::super::company::{Kind, OwnWay, Players};
    use super::*;
    use std::sync::atomic::AtomicBool;
    use yomi_core::testkit::clock::SteppingClock;
    use yomi_core::{Limits, Ruleset};
    use yomi_games::sevens::Rules;

    fn cast() -> Cast {
        Cast { own: OwnWay::tuned(), others: Players::default() }
    }

    fn decide(world: &Company, limits: Limits) -> Option<Decision<Action>> {
        let clock = SteppingClock::new(std::time::Duration::from_millis(1));
        let stop = AtomicBool::new(false);
        Foresight::decide(world, &cast(), &Run::new(limits, &clock, &stop))
    }

    /// The game as `mover` models it, once it is its turn.
    fn world(seed: u64, mover: Player, kind: Kind) -> Option<Company> {
        let mut kinds = [Some(kind); MAX_PLAYERS];
        kinds[mover.index()] = None;
        let mut world = Company::new(Rules::default().start(seed), kinds);
        while world.turn() != Turn::Player(mover) {
            if world.turn() == Turn::Over {
                return None;
            }
            let action = cast().choose(&world, &mut Rng::new(0));
            world.apply(action);
        }
        Some(world)
    }

    fn play_on(mut world: Company, mover: Player, mut own: impl FnMut(&Company) -> Action) -> f64 {
        while let Turn::Player(p) = world.turn() {
            let action = if p == mover { own(&world) } else { cast().choose(&world, &mut Rng::new(0)) };
            world.apply(action);
        }
        world.payoff(mover)
    }

    /// A proven win is won by following it, and a proven loss is won neither by the policy nor by a random
    /// player.
    #[test]
    fn what_it_says_comes_true() {
        let mut told = [0; 2];
        for seed in 0..40 {
            for kind in [Kind::Greedy, Kind::Shrewd] {
                let mover = Player::new(seed as usize % 3);
                let Some(world) = world(seed, mover, kind) else { continue };
                let decision = decide(&world, Limits::default()).unwrap();
                let wins = decision.best().mean;
                told[wins as usize] += 1;
                if wins == 1.0 {
                    let own = |w: &Company| decide(w, Limits::default()).unwrap().action;
                    assert_eq!(play_on(world, mover, own), 1.0, "{seed} {kind:?}");
                    continue;
                }
                assert_eq!(play_on(world, mover, |w| cast().choose(w, &mut Rng::new(0))), 0.0);
                let mut rng = Rng::new(seed);
                for _ in 0..50 {
                    let own = |w: &Company| {
                        let actions = State::actions(w);
                        actions[rng.below(actions.len() as u32) as usize]
                    };
                    assert_eq!(play_on(world, mover, own), 0.0, "{seed} {kind:?}");
                }
            }
        }
        assert!(told.iter().all(|&n| n > 10), "{told:?}");
    }

    /// The result of every candidate is true, not only that of the chosen one.
    #[test]
    fn a_move_wins_if_the_best_answer_to_it_does() {
        for seed in 0..12 {
            let mover = Player::new(seed as usize % 3);
            let Some(world) = world(seed, mover, Kind::Shrewd) else { continue };
            for candidate in decide(&world, Limits::default()).unwrap().candidates {
                let mut after = world;
                after.apply(candidate.action);
                while after.turn() != Turn::Over && after.turn() != Turn::Player(mover) {
                    let action = cast().choose(&after, &mut Rng::new(0));
                    after.apply(action);
                }
                let wins = match after.turn() {
                    Turn::Over => after.payoff(mover),
                    _ => decide(&after, Limits::default()).unwrap().best().mean,
                };
                assert_eq!(candidate.mean, wins, "{seed} {:?}", candidate.action);
            }
        }
    }

    #[test]
    fn it_gives_up_when_time_is_over() {
        let world = world(1, Player::new(0), Kind::Shrewd).unwrap();
        assert!(decide(&world, Limits::time(std::time::Duration::ZERO)).is_none());
    }
}

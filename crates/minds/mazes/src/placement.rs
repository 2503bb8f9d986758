//! The auto maze as an optimisation problem: where to place the characters.

use yomi_core::{
    Basis, Bound, Candidate, Contradiction, Decision, Problem, Rng, Run, State, ViewOf, ViewSearch,
};
use yomi_games::AutoMaze;
use yomi_games::auto_maze::{Board, Places};
use yomi_games::grid::Place;
use yomi_search::optimise::{Breed, Optimiser};

/// Placing the characters that are not placed yet.
#[derive(Clone, Debug)]
pub struct Placement {
    board: Board,
    placed: Vec<Place>,
}

impl Placement {
    pub fn new(maze: &AutoMaze) -> Placement {
        Placement { board: *maze.board(), placed: maze.placed().to_vec() }
    }

    fn random_place(&self, rng: &mut Rng) -> Place {
        self.board.place(rng.below(self.board.size().cells() as u32) as usize)
    }

    /// A character that may still be moved.
    fn random_character(&self, rng: &mut Rng) -> usize {
        let fixed = self.placed.len();
        fixed + rng.below((self.board.characters() - fixed).max(1) as u32) as usize
    }

    /// The best placement, by trying all of them.
    pub fn optimum(&self) -> (Places, u32) {
        let all = self.optima(&mut |_| true).expect("nothing stops it");
        best_of(&all).expect("a board has cells")
    }

    /// The best placement and its score for every cell of the next character, by trying all of them. The
    /// order of the characters matters only where two of them could take the same points, so all orders are
    /// tried too. `go_on` is asked now and then with the number tried; nothing where it says no.
    pub fn optima(&self, go_on: &mut dyn FnMut(u64) -> bool) -> Option<Vec<(Place, Places, u32)>> {
        let (mut places, first) = (self.start(), self.placed.len());
        let (mut all, mut tried) = (Vec::new(), 0);
        for cell in 0..self.board.size().cells() {
            let place = self.board.place(cell);
            places[first] = place;
            let mut best = (places, 0);
            if !self.try_all(first + 1, &mut places, &mut best, &mut tried, go_on) {
                return None;
            }
            all.push((place, best.0, best.1));
        }
        Some(all)
    }

    /// How many placements there are.
    pub fn count(&self) -> f64 {
        (self.board.size().cells() as f64).powi((self.board.characters() - self.placed.len()) as i32)
    }

    fn start(&self) -> Places {
        let mut places = *AutoMaze::new(self.board).places();
        places[..self.placed.len()].copy_from_slice(&self.placed);
        places
    }

    /// False where it was told to stop.
    fn try_all(
        &self,
        character: usize,
        places: &mut Places,
        best: &mut (Places, u32),
        tried: &mut u64,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> bool {
        if character == self.board.characters() {
            let score = self.board.walk(places);
            if score > best.1 {
                *best = (*places, score);
            }
            *tried += 1;
            return !tried.is_multiple_of(BETWEEN_QUESTIONS) || go_on(*tried);
        }
        (0..self.board.size().cells()).all(|cell| {
            places[character] = self.board.place(cell);
            self.try_all(character + 1, places, best, tried, go_on)
        })
    }
}

/// Placements tried between two questions whether to go on: a walk of 10,000 turns takes a third of a
/// millisecond.
const BETWEEN_QUESTIONS: u64 = 64;

/// The best of all, the first of several.
pub fn best_of(all: &[(Place, Places, u32)]) -> Option<(Places, u32)> {
    let &(_, places, best) = all.iter().rev().max_by_key(|(_, _, best)| *best)?;
    Some((places, best))
}

impl Problem for Placement {
    type Solution = Places;
    type Change = (usize, Place);

    fn random_solution(&self, rng: &mut Rng) -> Places {
        let mut places = self.start();
        for place in &mut places[self.placed.len()..self.board.characters()] {
            *place = self.random_place(rng);
        }
        places
    }

    fn score(&self, places: &Places) -> f64 {
        f64::from(self.board.walk(places))
    }

    fn propose(&self, _: &Places, rng: &mut Rng) -> (usize, Place) {
        (self.random_character(rng), self.random_place(rng))
    }

    fn apply(&self, places: &mut Places, (character, place): (usize, Place)) {
        places[character] = place;
    }
}

impl Breed for Placement {
    fn cross(&self, a: &Places, b: &Places, rng: &mut Rng) -> Places {
        let mut child = *a;
        for i in self.placed.len()..self.board.characters() {
            if rng.below(2) == 0 {
                child[i] = b[i];
            }
        }
        child
    }
}

/// A player that plans all placements at its first move and then follows the plan.
#[derive(Clone, Debug)]
pub struct Planner<O> {
    pub optimiser: O,
    plan: Option<(Board, Places, f64)>,
}

impl<O> Planner<O> {
    pub fn new(optimiser: O) -> Self {
        Planner { optimiser, plan: None }
    }
}

impl<O: Optimiser<Placement>> ViewSearch<AutoMaze> for Planner<O> {
    fn decide(
        &mut self,
        view: &ViewOf<AutoMaze>,
        run: &mut Run<'_, Place>,
        rng: &mut Rng,
    ) -> Result<Decision<Place>, Contradiction> {
        let maze = &view.now;
        let placed = maze.placed();
        let fits =
            |(board, places, _): &&(Board, Places, f64)| board == maze.board() && places.starts_with(placed);
        let mut evaluated = 0;
        let (places, score) = match self.plan.as_ref().filter(fits) {
            Some(&(_, places, score)) => (places, score),
            None => {
                let run = Run::new(run.limits, run.clock, run.stop);
                let best = self.optimiser.optimise(&Placement::new(maze), &run, rng);
                evaluated = best.evaluated;
                self.plan = Some((*maze.board(), best.solution, best.score));
                (best.solution, best.score)
            }
        };
        let line = places[placed.len()..maze.board().characters()].to_vec();
        let action = line[0];
        // The score of the whole placement, played to its end; nobody knows whether a better one exists.
        let chosen = Candidate::computed(action, evaluated.max(1), score, Bound::AtLeast);
        let unknown = Decision::immediate(Basis::Computed, action, State::actions(maze));
        let candidates = [chosen].into_iter().chain(unknown.candidates.into_iter().skip(1)).collect();
        // Whole placements are compared: nothing is looked ahead, and the depth stays 0.
        Ok(Decision {
            candidates,
            line,
            iterations: evaluated,
            nodes: evaluated,
            ..Decision::immediate(Basis::Computed, action, [])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::Ruleset;
    use yomi_core::testkit::rules::check_problem;
    use yomi_games::auto_maze::Rules;
    use yomi_games::grid::Size;

    const SMALL: Rules = Rules { size: Size { height: 3, width: 3 }, turns: 3, characters: 2 };

    #[test]
    fn keeps_the_law_of_problems() {
        check_problem(&Placement::new(&SMALL.start(1)), 20, 50);
    }

    #[test]
    fn the_optimum_is_at_least_everything_else() {
        let problem = Placement::new(&SMALL.start(5));
        let (places, best) = problem.optimum();
        assert_eq!(problem.score(&places), f64::from(best));
        let mut rng = Rng::new(0);
        assert!((0..2_000).all(|_| problem.score(&problem.random_solution(&mut rng)) <= f64::from(best)));
        assert_eq!(problem.count(), 81.0);
    }
}

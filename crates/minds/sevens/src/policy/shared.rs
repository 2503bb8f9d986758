//! Parameters that rows of the net share while it learns.
//!
//! Most patterns of a lane are rare, and what a few games say about them is mostly noise. So a row is learned
//! as a sum: a part of its own, and parts that it shares with similar patterns. Frequent patterns are learned
//! individually, rare ones from similar ones. At the end the sums are written out, so that playing does not
//! need the parts.

use super::inputs::{CARDS, LANES, LanePicture};
use super::net::{CARD_ROWS, LANE_ROWS, Row, WIDTH};
use std::collections::BTreeMap;

/// Which parts are shared by which rows.
pub struct Shared {
    /// The start of a row of the net, and the indices of its parts.
    rows: Vec<(usize, Vec<usize>)>,
    parts: usize,
}

/// A property that patterns may have in common: its type and its value.
type Trait = (u8, usize);

impl Shared {
    pub fn new() -> Shared {
        let mut numbers: BTreeMap<Trait, usize> = BTreeMap::new();
        let lanes =
            (0..LANES).map(|row| (LANE_ROWS + row * WIDTH, traits_of_lane(&LanePicture::of_lane(row))));
        let cards =
            (0..CARDS).map(|row| (CARD_ROWS + row * WIDTH, traits_of_card(&LanePicture::of_card(row))));
        let rows = lanes
            .chain(cards)
            .map(|(at, traits)| {
                let number = |found: Trait| {
                    let next = numbers.len();
                    *numbers.entry(found).or_insert(next)
                };
                (at, traits.into_iter().map(number).collect())
            })
            .collect();
        Shared { rows, parts: numbers.len() }
    }

    /// The starts of the rows that have shared parts.
    pub fn rows(&self) -> impl Iterator<Item = usize> + '_ {
        self.rows.iter().map(|(at, _)| *at)
    }

    /// The total number of numbers in all parts.
    pub fn len(&self) -> usize {
        self.parts * WIDTH
    }

    /// Adds the parts to every row.
    pub fn add_to(&self, weights: &mut [f32], parts: &[f32]) {
        for (at, own) in &self.rows {
            let row: &mut Row = (&mut weights[*at..*at + WIDTH]).try_into().expect("a row has its width");
            for part in own {
                row.iter_mut().zip(&parts[part * WIDTH..]).for_each(|(sum, p)| *sum += p);
            }
        }
    }

    /// The gradient of every part: the sum over all rows that contain it.
    pub fn slope(&self, slope: &[f32]) -> Vec<f32> {
        let mut parts = vec![0.0; self.len()];
        for (at, own) in &self.rows {
            for part in own {
                let sums = &mut parts[part * WIDTH..][..WIDTH];
                sums.iter_mut().zip(&slope[*at..]).for_each(|(sum, s)| *sum += s);
            }
        }
        parts
    }
}

fn runs(cells: &[usize], sort: u8) -> impl Iterator<Item = Trait> + '_ {
    (1..=3).flat_map(move |length| {
        let number = |run: &[usize]| run.iter().fold(0, |n, state| 3 * n + state);
        let runs = cells.windows(length).enumerate();
        runs.map(move |(at, run)| (sort + length as u8, 27 * at + number(run)))
    })
}

fn traits_of_lane(picture: &LanePicture) -> Vec<Trait> {
    runs(&picture.cells, 0).chain([(4, picture.end), (5, picture.number)]).collect()
}

fn traits_of_card(picture: &LanePicture) -> Vec<Trait> {
    let LanePicture { cells, number, end, stage, by_tunnel } = picture;
    let length = if *by_tunnel { 6 } else { cells.len() };
    let backwards: Vec<usize> = cells.iter().rev().copied().collect();
    let whole = [
        (10, length),
        (11, 7 * stage + length),
        (12, 7 * end + length),
        (13, 6 * end + stage),
        (14, *number),
        (15, 3 * number + end),
        (16, 6 * number + stage),
    ];
    runs(cells, 20).chain(runs(&backwards, 30)).chain(whole).collect()
}

#[cfg(test)]
mod tests {
    use super::super::net::WEIGHTS;
    use super::*;
    use yomi_core::Rng;

    /// The gradient is the transpose of adding the parts to the rows.
    #[test]
    fn slopes_go_back_the_way_that_parts_came() {
        let shared = Shared::new();
        let mut rng = Rng::new(3);
        let mut some = |count: usize| (0..count).map(|_| rng.unit() as f32 - 0.5).collect::<Vec<f32>>();
        let (parts, slope) = (some(shared.len()), some(WEIGHTS));
        let mut weights = vec![0.0; WEIGHTS];
        shared.add_to(&mut weights, &parts);
        let product = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(a * b)).sum::<f64>();
        let (there, back) = (product(&weights, &slope), product(&parts, &shared.slope(&slope)));
        assert!(there.abs() > 1.0 && (there - back).abs() < 1e-3 * there.abs(), "{there} {back}");
    }

    #[test]
    fn likes_share_and_others_do_not() {
        let shared = Shared::new();
        let parts_of = |at: usize| &shared.rows.iter().find(|(row, _)| *row == at).unwrap().1;
        let common = |a: usize, b: usize| parts_of(a).iter().filter(|p| parts_of(b).contains(p)).count();
        // All cells on the table; then the last one the mover's; then all another seat's, with the same other
        // end.
        let lane = |number: usize| LANE_ROWS + 3 * number * WIDTH;
        assert!(common(lane(0), lane(243)) > common(lane(0), lane(728)));
        assert_eq!(common(lane(0), CARD_ROWS), 0);
        assert_eq!(shared.rows().count(), LANES + CARDS);
    }
}

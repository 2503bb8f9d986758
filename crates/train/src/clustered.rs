//! Means over observations that come in groups: those of one game hang together, so that the game is the unit.

/// The mean over all observations, and its 95% interval over groups; nothing of no observation, and no interval from
/// fewer than two groups. Each group is told by the sum of its observations and how many they are.
pub fn mean95(groups: impl Iterator<Item = (f64, f64)>) -> Option<(f64, Option<[f64; 2]>)> {
    let groups: Vec<(f64, f64)> = groups.filter(|(_, n)| *n > 0.0).collect();
    let (total, n) = groups.iter().fold((0.0, 0.0), |(a, b), (sum, n)| (a + sum, b + n));
    if n == 0.0 {
        return None;
    }
    let (mean, count) = (total / n, groups.len() as f64);
    let spread: f64 = groups.iter().map(|(sum, of)| (sum - mean * of).powi(2)).sum();
    let se = (spread * count / (count - 1.0)).sqrt() / n;
    Some((mean, (groups.len() >= 2).then_some([mean - 1.96 * se, mean + 1.96 * se])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomi_core::Rng;

    /// Games of one to six observations that share half of their variance: intervals over games hold the truth in 95 of
    /// 100 samples, where intervals over observations would in fewer.
    #[test]
    fn intervals_over_groups_hold() {
        const SAMPLES: u32 = 2_000;
        let mut rng = Rng::new(8);
        let (mut held, mut as_if_alone) = (0, 0);
        for _ in 0..SAMPLES {
            let mut all = Vec::new();
            let groups: Vec<(f64, f64)> = (0..60)
                .map(|_| {
                    let (n, shared) = (1 + rng.below(6), rng.unit() - 0.5);
                    let own: Vec<f64> = (0..n).map(|_| shared + rng.unit() - 0.5).collect();
                    all.extend(own.iter().map(|x| (*x, 1.0)));
                    (own.iter().sum(), f64::from(n))
                })
                .collect();
            let holds = |found: Option<(f64, Option<[f64; 2]>)>| {
                let [lo, hi] = found.unwrap().1.unwrap();
                u32::from(lo <= 0.0 && 0.0 <= hi)
            };
            held += holds(mean95(groups.into_iter()));
            as_if_alone += holds(mean95(all.into_iter()));
        }
        let share = |count: u32| f64::from(count) / f64::from(SAMPLES);
        assert!((0.93..0.965).contains(&share(held)), "{}", share(held));
        assert!(share(as_if_alone) < 0.85, "{}", share(as_if_alone));
    }

    #[test]
    fn a_single_group_has_no_interval() {
        assert_eq!(mean95([(3.0, 2.0), (0.0, 0.0)].into_iter()), Some((1.5, None)));
        assert_eq!(mean95(std::iter::empty()), None);
    }
}

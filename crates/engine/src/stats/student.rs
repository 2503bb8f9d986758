//! Student's t distribution, for means of a few measurements.

/// The probability of a |t| at least as large with this many degrees of freedom.
pub fn two_sided_p(t: f64, freedom: f64) -> f64 {
    match t.is_finite() {
        true => incomplete_beta(freedom / (freedom + t * t), freedom / 2.0, 0.5),
        false => 0.0,
    }
}

/// The t that is exceeded on both sides together with this probability.
pub fn two_sided_t(p: f64, freedom: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    while two_sided_p(high, freedom) > p {
        high *= 2.0;
    }
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if two_sided_p(middle, freedom) > p { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

/// The regularised incomplete beta function, by its continued fraction (Lentz).
fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    let logs = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b);
    let front = libm::exp(logs + a * libm::log(x) + b * libm::log1p(-x));
    // The fraction converges fast on one side of the mean only.
    if x < (a + 1.0) / (a + b + 2.0) {
        front * fraction(x, a, b) / a
    } else {
        1.0 - front * fraction(1.0 - x, b, a) / b
    }
}

fn fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let kept = |value: f64| if value.abs() < TINY { TINY } else { value };
    let (mut c, mut d) = (1.0, 1.0 / kept(1.0 - (a + b) * x / (a + 1.0)));
    let mut product = d;
    for m in 1..500 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / kept(1.0 + even * d);
        c = kept(1.0 + even / c);
        product *= d * c;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / kept(1.0 + odd * d);
        c = kept(1.0 + odd / c);
        product *= d * c;
        if (d * c - 1.0).abs() < 1e-14 {
            break;
        }
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From printed tables of the distribution.
    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (p, freedom, t) in [
            (0.05, 1.0, 12.706),
            (0.05, 4.0, 2.776),
            (0.05, 9.0, 2.262),
            (0.01, 9.0, 3.250),
            (0.001, 4.0, 8.610),
            (0.05, 120.0, 1.980),
        ] {
            let found = two_sided_t(p, freedom);
            assert!((found - t).abs() < 6e-4, "{p} {freedom}: {found}, expected {t}");
            assert!((two_sided_p(found, freedom) - p).abs() < 1e-9);
        }
        assert_eq!(two_sided_p(0.0, 5.0), 1.0);
    }

    /// Another way: the density integrated by Simpson's rule.
    #[test]
    fn probabilities_are_integrals_of_the_density() {
        for (t, freedom) in [(0.3, 3.0), (1.7, 4.0), (2.5, 9.0), (4.0, 30.0)] {
            let scale = libm::exp(libm::lgamma((freedom + 1.0) / 2.0) - libm::lgamma(freedom / 2.0))
                / (freedom * std::f64::consts::PI).sqrt();
            let density = |x: f64| scale * (1.0 + x * x / freedom).powf(-(freedom + 1.0) / 2.0);
            let steps = 2000;
            let h = t / f64::from(steps);
            let weight = |i: u32| if i == 0 || i == steps { 1.0 } else { f64::from(2 + 2 * (i % 2)) };
            let inside: f64 =
                (0..=steps).map(|i| weight(i) * density(f64::from(i) * h)).sum::<f64>() * h / 3.0;
            assert!((two_sided_p(t, freedom) - (1.0 - 2.0 * inside)).abs() < 1e-8, "{t} {freedom}");
        }
    }
}

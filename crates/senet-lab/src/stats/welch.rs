//! Welch's one-tailed t-test: tests whether one sample has a larger mean than another.

use super::{mean, variance};

/// The p-value of "the mean of `one` is larger than the mean of `other`". It is 1 if a sample has fewer than two values.
pub fn larger(one: &[f64], other: &[f64]) -> f64 {
    if one.len() < 2 || other.len() < 2 {
        return 1.0;
    }
    let (m1, m2) = (mean(one), mean(other));
    let error = |sample: &[f64]| variance(sample) / sample.len() as f64;
    let (e1, e2) = (error(one), error(other));
    if e1 + e2 == 0.0 {
        return if m1 > m2 { 0.0 } else { 1.0 };
    }
    let t = (m1 - m2) / (e1 + e2).sqrt();
    let spread = e1 * e1 / (one.len() - 1) as f64 + e2 * e2 / (other.len() - 1) as f64;
    upper_tail(t, (e1 + e2).powi(2) / spread)
}

/// The probability that Student's t exceeds `t`.
fn upper_tail(t: f64, freedom: f64) -> f64 {
    let half = 0.5 * incomplete_beta(freedom / 2.0, 0.5, freedom / (freedom + t * t));
    if t > 0.0 { half } else { 1.0 - half }
}

/// The regularised incomplete beta function, as a continued fraction (Lentz's method).
fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    let front =
        (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (1.0 - x).ln()).exp();
    match x < (a + 1.0) / (a + b + 2.0) {
        true => front * fraction(a, b, x) / a,
        false => 1.0 - front * fraction(b, a, 1.0 - x) / b,
    }
}

fn fraction(a: f64, b: f64, x: f64) -> f64 {
    let away = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let (mut c, mut d) = (1.0, 1.0 / away(1.0 - (a + b) * x / (a + 1.0)));
    let mut sum = d;
    for m in 1..300 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut factor = 1.0;
        for term in [even, odd] {
            d = 1.0 / away(1.0 + term * d);
            c = away(1.0 + term / c);
            factor = c * d;
            sum *= factor;
        }
        if (factor - 1.0_f64).abs() < 1e-12 {
            break;
        }
    }
    sum
}

/// The logarithm of the gamma function for positive numbers, by Stirling's series from 10 on.
fn ln_gamma(x: f64) -> f64 {
    if x < 10.0 {
        return ln_gamma(x + 1.0) - x.ln();
    }
    let r = 1.0 / (x * x);
    let series = (1.0 / 12.0 - r * (1.0 / 360.0 - r * (1.0 / 1260.0 - r / 1680.0))) / x;
    (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with tables of Student's t.
    #[track_caller]
    fn check(t: f64, freedom: f64, expected: f64) {
        let found = upper_tail(t, freedom);
        assert!((found - expected).abs() < 2e-5, "{found} and {expected}");
    }

    #[test]
    fn upper_tail_matches_tables() {
        check(0.0, 5.0, 0.5);
        check(1.0, 1.0, 0.25);
        check(6.3138, 1.0, 0.05);
        check(1.6991, 29.0, 0.05);
        check(1.6716, 58.0, 0.05);
        check(2.7564, 29.0, 0.005);
        check(-1.6991, 29.0, 0.95);
    }

    #[test]
    fn detects_larger_mean() {
        let high = [5.0, 6.0, 7.0, 6.5];
        let low = [1.0, 2.0, 1.5, 1.8];
        assert!(larger(&high, &low) < 0.001);
        assert!(larger(&low, &high) > 0.999);
        assert_eq!(larger(&[1.0, 1.0], &[1.0, 1.0]), 1.0);
        assert_eq!(larger(&[1.0], &low), 1.0);
    }
}

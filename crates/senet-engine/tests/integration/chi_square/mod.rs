//! A chi-square test of observed counts.

/// Panics if counts are too far from their expectation, or suspiciously close to it: more than five
/// standard deviations, which happens by chance in one of some million tests. Seeds are fixed, so a
/// test that passes once always passes.
pub fn check_fit(what: &str, observed: &[u64], expected: &[f64]) {
    let total: f64 = expected.iter().sum();
    let seen: u64 = observed.iter().sum();
    assert!((total - seen as f64).abs() < 1e-6 * total, "{what}: totals");
    let never = observed.iter().zip(expected).filter(|(_, e)| **e == 0.0);
    let impossible: u64 = never.map(|(o, _)| o).sum();
    assert_eq!(impossible, 0, "{what}: an impossible outcome occurred");
    let possible = expected.iter().filter(|e| **e > 0.0).count();
    if possible < 2 {
        return;
    }
    let terms = observed.iter().zip(expected).filter(|(_, e)| **e > 0.0);
    let statistic: f64 = terms.map(|(&o, &e)| (o as f64 - e).powi(2) / e).sum();
    let deviation = normalised(statistic, (possible - 1) as f64);
    assert!(
        deviation.abs() < 5.0,
        "{what}: chi-square {statistic:.1} with {} degrees of freedom, {deviation:.1} standard deviations",
        possible - 1
    );
}

/// The statistic as a standard normal value (Wilson and Hilferty's approximation). With few degrees
/// of freedom, small values are common, so only large ones count.
fn normalised(statistic: f64, freedom: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    let deviation = ((statistic / freedom).cbrt() - (1.0 - spread)) / spread.sqrt();
    match freedom < 10.0 {
        true => deviation.max(0.0),
        false => deviation,
    }
}

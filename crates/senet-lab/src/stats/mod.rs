//! Means, 95 % confidence intervals and tests.

mod welch;

pub use welch::larger;

use serde::Serialize;

/// Standard errors on each side of the mean in a 95 % interval.
pub const Z: f64 = 1.96;

/// A mean, its standard deviation and its interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// The standard deviation of single values.
    pub spread: f64,
    /// The 95 % interval of the mean.
    pub interval: (f64, f64),
}

impl Mean {
    /// Computes the mean of values.
    pub fn of(values: impl Iterator<Item = f64>) -> Mean {
        let values: Vec<f64> = values.collect();
        let count = values.len().max(1) as f64;
        let mean = mean(&values);
        let squares = squares(&values, mean);
        let error = (squares / (count - 1.0).max(1.0) / count).sqrt();
        Mean {
            mean,
            spread: (squares / count).sqrt(),
            interval: (mean - Z * error, mean + Z * error),
        }
    }
}

/// The mean of a sample; 0 if it is empty.
pub fn mean(sample: &[f64]) -> f64 {
    sample.iter().sum::<f64>() / sample.len().max(1) as f64
}

/// The variance of a sample, with Bessel's correction.
pub fn variance(sample: &[f64]) -> f64 {
    squares(sample, mean(sample)) / (sample.len() as f64 - 1.0).max(1.0)
}

fn squares(sample: &[f64], mean: f64) -> f64 {
    sample.iter().map(|value| (value - mean).powi(2)).sum()
}

/// The standard deviation of a sample divided by its mean. It is `None` for fewer than two values or a mean of at most 0.
pub fn relative_spread(sample: &[f64]) -> Option<f64> {
    let mean = mean(sample);
    (sample.len() > 1 && mean > 0.0).then(|| variance(sample).sqrt() / mean)
}

/// The median; for an even number of values, the mean of the middle two.
pub fn median(sample: &[f64]) -> Option<f64> {
    let mut sorted = sample.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (low, high) = (sorted.len().checked_sub(1)? / 2, sorted.len() / 2);
    Some((sorted[low] + sorted[high]) / 2.0)
}

/// Wilson's interval for a share of `count` trials. Without trials, it is the whole range.
pub fn wilson(share: f64, count: f64) -> (f64, f64) {
    if count == 0.0 {
        return (0.0, 1.0);
    }
    let square = Z * Z;
    let scale = 1.0 + square / count;
    let centre = (share + square / (2.0 * count)) / scale;
    let variance = share * (1.0 - share) / count + square / (4.0 * count * count);
    let reach = Z / scale * variance.sqrt();
    ((centre - reach).max(0.0), (centre + reach).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_has_spread_and_interval() {
        let mean = Mean::of([1.0, 3.0].into_iter());
        assert_eq!((mean.mean, mean.spread), (2.0, 1.0));
        assert_eq!(mean.interval, (2.0 - 1.96, 2.0 + 1.96));
    }

    #[test]
    fn relative_spread_needs_two_values() {
        assert_eq!(relative_spread(&[1.0]), None);
        assert_eq!(relative_spread(&[1.0, 3.0]), Some(2f64.sqrt() / 2.0));
    }

    #[test]
    fn median_of_even_count_is_mean_of_middle_values() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0]), Some(2.5));
    }
}

//! Derives independent seeds from one seed.
//!
//! The random number generator in use gives correlated numbers for neighbouring seeds. Callers that
//! need a seed for each match, thread or trial must therefore not count seeds up.

/// Derives the seed with this number from another seed.
///
/// Neighbouring numbers and neighbouring seeds give unrelated results. Different numbers always
/// give different seeds. If several numbers identify a purpose, apply the function once for each.
///
/// ```
/// use senet_engine::spread_seed;
///
/// let (experiment, game, trial) = (1, 4, 17);
/// let seed = spread_seed(spread_seed(experiment, game), trial);
/// assert_ne!(seed, spread_seed(spread_seed(experiment, trial), game));
/// ```
pub fn spread_seed(seed: u64, number: u64) -> u64 {
    // SplitMix64: add a multiple of the golden ratio, then mix every bit into all others.
    let steps = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut mixed = seed.wrapping_add(steps);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::spread_seed;
    use fastrand::Rng;

    const COUNT: u64 = 1_000;
    /// Width of the accepted interval in standard errors. A correct generator leaves it in less
    /// than one of ten thousand tests.
    const MAX_ERRORS: f64 = 4.0;

    /// The first draw of a generator for each seed, minus one half.
    fn draws(seeds: impl Iterator<Item = u64>) -> Vec<f64> {
        seeds.map(|seed| Rng::with_seed(seed).f64() - 0.5).collect()
    }

    /// The mean product of draws at this distance, in standard errors. It is near zero for
    /// unrelated draws.
    fn correlation(draws: &[f64], distance: usize) -> f64 {
        let products = draws.iter().zip(&draws[distance..]).map(|(a, b)| a * b);
        products.sum::<f64>() * 12.0 / ((draws.len() - distance) as f64).sqrt()
    }

    /// The chi-square statistic of the draws in ten equal intervals. Its mean is nine for uniform
    /// draws.
    fn chi_square(draws: &[f64]) -> f64 {
        let mut intervals = [0.0; 10];
        for draw in draws {
            intervals[((draw + 0.5) * 10.0) as usize] += 1.0;
        }
        let expected = draws.len() as f64 / 10.0;
        let squares = intervals.map(|count: f64| (count - expected).powi(2) / expected);
        squares.iter().sum()
    }

    #[track_caller]
    fn check(seeds: impl Iterator<Item = u64>) {
        let draws = draws(seeds);
        for distance in [1, 2, 3, 10, 100] {
            let correlation = correlation(&draws, distance);
            assert!(
                correlation.abs() < MAX_ERRORS,
                "{correlation} at {distance}"
            );
        }
        let chi_square = chi_square(&draws);
        assert!(
            chi_square < 9.0 + MAX_ERRORS * 18_f64.sqrt(),
            "{chi_square}"
        );
    }

    #[test]
    fn spread_consecutive_numbers_give_uncorrelated_streams() {
        for seed in [0, 1, 2, u64::MAX] {
            check((0..COUNT).map(|number| spread_seed(seed, number)));
        }
    }

    #[test]
    fn spread_consecutive_seeds_give_uncorrelated_streams() {
        for number in [0, 1, 2, u64::MAX] {
            check((0..COUNT).map(|seed| spread_seed(seed, number)));
        }
    }

    #[test]
    fn consecutive_seeds_without_spreading_give_correlated_streams() {
        let counted = correlation(&draws(0..COUNT), 1);
        assert!(counted.abs() > MAX_ERRORS, "{counted}");
    }

    #[test]
    fn matches_published_splitmix64_values() {
        let first = [0, 1, 2].map(|number| spread_seed(1_234_567, number));
        let published = [
            6457827717110365317,
            3203168211198807973,
            9817491932198370423,
        ];
        assert_eq!(first, published);
    }
}

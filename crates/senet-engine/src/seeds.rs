//! Seeds made from seeds.
//!
//! Generators of random numbers are begun with a seed, and the one in use gives related numbers for neighbouring seeds. Whoever
//! needs many seeds, one for each match, thread or trial, must not count them up.

/// The seed for a number: neighbouring numbers, and neighbouring seeds, lead far apart, and different numbers never to the same.
///
/// Where several numbers tell what a seed is for, one is spread after the other.
///
/// ```
/// use senet_engine::spread_seed;
///
/// let (experiment, game, trial) = (1, 4, 17);
/// let seed = spread_seed(spread_seed(experiment, game), trial);
/// assert_ne!(seed, spread_seed(spread_seed(experiment, trial), game));
/// ```
pub fn spread_seed(seed: u64, number: u64) -> u64 {
    // SplitMix64: steps of the golden ratio, then every bit is spread over all others.
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
    /// Bounds are this many standard errors wide, which chance passes less than once in ten thousand tests.
    const ERRORS: f64 = 4.0;

    /// The first draws of generators with these seeds, each less one half.
    fn draws(seeds: impl Iterator<Item = u64>) -> Vec<f64> {
        seeds.map(|seed| Rng::with_seed(seed).f64() - 0.5).collect()
    }

    /// The mean product of each draw with a later one, in standard errors: near zero if they are unrelated.
    fn relation(draws: &[f64], distance: usize) -> f64 {
        let products = draws.iter().zip(&draws[distance..]).map(|(a, b)| a * b);
        products.sum::<f64>() * 12.0 / ((draws.len() - distance) as f64).sqrt()
    }

    /// How far draws are from uniform in ten boxes: chi-square has a mean of nine.
    fn unevenness(draws: &[f64]) -> f64 {
        let mut boxes = [0.0; 10];
        for draw in draws {
            boxes[((draw + 0.5) * 10.0) as usize] += 1.0;
        }
        let expected = draws.len() as f64 / 10.0;
        let squares = boxes.map(|count: f64| (count - expected).powi(2) / expected);
        squares.iter().sum()
    }

    #[track_caller]
    fn check(seeds: impl Iterator<Item = u64>) {
        let draws = draws(seeds);
        for distance in [1, 2, 3, 10, 100] {
            let relation = relation(&draws, distance);
            assert!(relation.abs() < ERRORS, "{relation} at {distance}");
        }
        let unevenness = unevenness(&draws);
        assert!(unevenness < 9.0 + ERRORS * 18_f64.sqrt(), "{unevenness}");
    }

    #[test]
    fn neighbouring_numbers_give_unrelated_streams() {
        for seed in [0, 1, 2, u64::MAX] {
            check((0..COUNT).map(|number| spread_seed(seed, number)));
        }
    }

    #[test]
    fn neighbouring_seeds_give_unrelated_streams() {
        for number in [0, 1, 2, u64::MAX] {
            check((0..COUNT).map(|seed| spread_seed(seed, number)));
        }
    }

    #[test]
    fn counted_seeds_give_related_streams() {
        let counted = relation(&draws(0..COUNT), 1);
        assert!(counted.abs() > ERRORS, "{counted}");
    }

    #[test]
    fn numbers_are_those_of_the_published_generator() {
        let first = [0, 1, 2].map(|number| spread_seed(1_234_567, number));
        let published = [
            6457827717110365317,
            3203168211198807973,
            9817491932198370423,
        ];
        assert_eq!(first, published);
    }
}

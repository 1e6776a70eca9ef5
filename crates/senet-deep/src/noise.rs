//! Random numbers for exploration.

use fastrand::Rng;

/// The sum of the parameters of the Dirichlet distribution. It is the same for any number of moves.
const CONCENTRATION: f32 = 10.0;

/// A random distribution over `count` moves. The fewer moves, the more even it is.
pub fn dirichlet(count: usize, rng: &mut Rng) -> Vec<f32> {
    let shape = CONCENTRATION / count.max(1) as f32;
    let mut parts: Vec<f32> = (0..count).map(|_| gamma(shape, rng)).collect();
    let sum: f32 = parts.iter().sum();
    match sum > 0.0 {
        true => parts.iter_mut().for_each(|part| *part /= sum),
        false => parts.fill(1.0 / count.max(1) as f32),
    }
    parts
}

/// A number from the gamma distribution (Marsaglia and Tsang 2000).
fn gamma(shape: f32, rng: &mut Rng) -> f32 {
    if shape < 1.0 {
        return gamma(shape + 1.0, rng) * rng.f32().max(1e-9).powf(1.0 / shape);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && rng.f32().max(1e-9).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

/// A number from the standard normal distribution.
fn normal(rng: &mut Rng) -> f32 {
    let (radius, angle) = (rng.f32().max(1e-9), rng.f32());
    (-2.0 * radius.ln()).sqrt() * (std::f32::consts::TAU * angle).cos()
}

/// A number from the standard Gumbel distribution.
pub fn gumbel(rng: &mut Rng) -> f32 {
    -(-(rng.f32().clamp(1e-9, 1.0 - 1e-6)).ln()).ln()
}

/// Draws a position with a probability in proportion to its weight.
pub fn draw(weights: impl Iterator<Item = f32> + Clone, rng: &mut Rng) -> usize {
    let sum: f32 = weights.clone().sum();
    let mut left = rng.f32() * sum;
    let mut last = 0;
    for (at, weight) in weights.enumerate() {
        if weight > 0.0 {
            last = at;
            left -= weight;
            if left < 0.0 {
                return at;
            }
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dirichlet_noise_is_a_distribution_with_even_mean() {
        let mut rng = Rng::with_seed(1);
        for count in [1, 4, 40] {
            let mut means = vec![0.0; count];
            for _ in 0..2000 {
                let drawn = dirichlet(count, &mut rng);
                assert!((drawn.iter().sum::<f32>() - 1.0).abs() < 1e-3);
                means.iter_mut().zip(&drawn).for_each(|(m, x)| *m += x);
            }
            for mean in means {
                assert!((mean / 2000.0 * count as f32 - 1.0).abs() < 0.25);
            }
        }
    }

    #[test]
    fn draws_follow_the_weights() {
        let mut rng = Rng::with_seed(2);
        let weights = [0.0, 1.0, 3.0, 0.0];
        let mut counts = [0; 4];
        for _ in 0..4000 {
            counts[draw(weights.iter().copied(), &mut rng)] += 1;
        }
        assert_eq!((counts[0], counts[3]), (0, 0));
        assert!((900..1100).contains(&counts[1]), "{counts:?}");
    }
}

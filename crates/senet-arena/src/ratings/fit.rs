//! The most likely parameters, by Newton's method.

use super::Comparison;
use super::likelihood::{Layout, Likelihood, likelihood};
use super::linear::Cholesky;

/// Maximum number of steps; a few are usual.
const MAX_STEPS: usize = 200;
/// The search stops when a step is shorter than this, in natural logarithms of strength.
const SMALL: f64 = 1e-9;

/// Why there are no ratings.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum FitError {
    /// The search did not converge.
    #[error("the ratings did not converge within {MAX_STEPS} steps")]
    Unsettled,
    /// A number left the range of floating point.
    #[error("the ratings cannot be computed: a number left the range of floating point")]
    Degenerate,
}

/// The best parameters and the information about them.
pub struct Fit {
    pub parameters: Vec<f64>,
    pub information: Cholesky,
}

/// Finds the most likely parameters.
pub fn fit(layout: &Layout, results: &[Comparison]) -> Result<Fit, FitError> {
    let mut parameters = vec![0.0; layout.size()];
    let mut here = likelihood(layout, &parameters, results);
    for _ in 0..MAX_STEPS {
        let information = here.information.cholesky().ok_or(FitError::Degenerate)?;
        let step = information.solve(&here.gradient);
        if step.iter().all(|part| part.abs() < SMALL) {
            return Ok(Fit {
                parameters,
                information,
            });
        }
        (parameters, here) = advance(layout, results, &parameters, here, &step);
    }
    Err(FitError::Unsettled)
}

/// Shortens Newton's step until it raises the likelihood. The whole step may be too long if strengths differ a lot.
fn advance(
    layout: &Layout,
    results: &[Comparison],
    parameters: &[f64],
    here: Likelihood,
    step: &[f64],
) -> (Vec<f64>, Likelihood) {
    let mut share = 1.0;
    while share > 1e-12 {
        let moved = parameters.iter().zip(step).map(|(p, s)| p + share * s);
        let moved: Vec<_> = moved.collect();
        let there = likelihood(layout, &moved, results);
        // Near the maximum, rounding hides the gain.
        if there.log >= here.log - 1e-9 * here.log.abs().max(1.0) {
            return (moved, there);
        }
        share /= 2.0;
    }
    (parameters.to_vec(), here)
}

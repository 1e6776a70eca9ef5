//! The parameters that make the results most likely, by Newton's method.

use super::Comparison;
use super::likelihood::{Layout, Likelihood, likelihood};
use super::linear::Cholesky;

/// Steps that are taken at most; a handful is usual.
const MAX_STEPS: usize = 200;
/// Steps shorter than this, in natural logarithms of strength, change nothing that anybody could see.
const SMALL: f64 = 1e-9;

/// Why there are no ratings.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum FitError {
    /// The search for the best ratings did not come to an end.
    #[error("the ratings did not settle within {MAX_STEPS} steps")]
    Unsettled,
    /// Numbers beyond what can be computed with.
    #[error("the ratings cannot be computed: the likelihood has no proper curvature")]
    Degenerate,
}

/// The best parameters and the information about them.
pub struct Fit {
    pub parameters: Vec<f64>,
    pub information: Cholesky,
}

/// Finds the best parameters.
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

/// As much of the step as makes the results more likely: Newton's steps may go too far where strengths differ by much.
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
        // Near the top rounding hides what is gained.
        if there.log >= here.log - 1e-9 * here.log.abs().max(1.0) {
            return (moved, there);
        }
        share /= 2.0;
    }
    (parameters.to_vec(), here)
}

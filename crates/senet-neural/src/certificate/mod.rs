//! Proves that a network is exact for every stratified ground program, of any size and depth.
//!
//! With [`Activation::Sign`](crate::Activation::Sign) a vector is one of 2^H codes. So there are finitely many messages, and
//! their subsets have finitely many maxima. All codes that a program can produce can therefore be listed, each with its truth:
//!
//! 1. The codes of inputs, and of derived atoms without rules, which are false.
//! 2. All maxima of messages of listed atoms, plain and negated: a rule holds if all its conditions hold.
//! 3. All maxima of messages of listed rules: an atom holds if one of its rules holds.
//! 4. Again from 2, until no code is new.
//!
//! The network is exact if every listed code is decoded to its truth. Recursive atoms start false and are evaluated until no truth
//! changes, which gives the least fixpoint; so the proof covers recursion without negation through the cycle.
//!
//! The proof is about the numbers that this crate computes, rounding included: certificate and inference use the same functions.

mod codes;
mod counterexample;
mod semilattice;

use crate::cell::Weights;
use codes::{Codes, Halt};
pub use counterexample::Counterexample;

/// A proof that a network is exact, as the figures of its enumeration.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Certificate {
    /// The number of codes of atoms, each with one truth.
    pub atom_codes: usize,
    /// The number of codes of rules.
    pub rule_codes: usize,
    /// The number of maxima of messages to a rule.
    pub body_maxima: usize,
    /// The number of maxima of messages to an atom.
    pub head_maxima: usize,
    /// The smallest output of a true atom; it is positive.
    pub least_true_output: f32,
    /// The largest output of a false atom; it is not positive.
    pub greatest_false_output: f32,
    /// The smallest distance of a number from the jump of the sign function. Smaller rounding errors change no answer.
    pub margin: f32,
}

/// The reason why there is no proof.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NotProved {
    /// A program on which the network errs.
    #[error("the network errs on this program:\n{0}")]
    Wrong(Box<Counterexample>),
    /// The enumeration needs more maxima than the limit.
    #[error(
        "the enumeration needs more than {0} maxima: train again with another seed, or with smaller vectors"
    )]
    TooLarge(usize),
    /// A number is infinite or undefined.
    #[error("the weights are so large that a message is not finite")]
    NotFinite,
    /// The activation has more than two values, so the codes cannot be listed.
    #[error("tanh has infinitely many codes")]
    Tanh,
}

/// Tries to prove that weights are exact with [`Activation::Sign`](crate::Activation::Sign).
///
/// ```
/// use senet_neural::{NotProved, Weights, certify};
///
/// // Weights of zero say that nothing holds. A true fluent is a counterexample.
/// assert!(matches!(certify(&Weights::<4>::zero()), Err(NotProved::Wrong(_))));
/// ```
pub fn certify<const H: usize>(weights: &Weights<H>) -> Result<Certificate, NotProved> {
    let mut codes = Codes::new(weights);
    codes.close(|code| code.output > 0.0 && !code.truth || code.output <= 0.0 && code.truth)?;
    let (least_true_output, greatest_false_output) = codes.outputs();
    Ok(Certificate {
        atom_codes: codes.atoms.len(),
        rule_codes: codes.rules.len(),
        body_maxima: codes.body_maxima,
        head_maxima: codes.head_maxima,
        least_true_output,
        greatest_false_output,
        margin: codes.margin,
    })
}

/// Moves the output bias so that true and false codes are equally far from zero. Returns false if no bias separates them.
pub(crate) fn centre_output<const H: usize>(weights: &mut Weights<H>) -> bool {
    let mut codes = Codes::new(weights);
    if codes.close(|_| false).is_err() {
        return false;
    }
    let (least_true, greatest_false) = codes.outputs();
    weights.output_bias[0] -= (least_true + greatest_false) / 2.0;
    least_true > greatest_false
}

impl From<Halt> for NotProved {
    fn from(halt: Halt) -> NotProved {
        match halt {
            Halt::Wrong(counterexample) => NotProved::Wrong(counterexample),
            Halt::TooLarge(limit) => NotProved::TooLarge(limit),
            Halt::NotFinite => NotProved::NotFinite,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ReasonerNetwork;
    use fastrand::Rng;

    #[test]
    fn finds_the_fault_of_broken_networks() {
        let network = ReasonerNetwork::embedded();
        let mut rng = Rng::with_seed(1);
        let mut broken = 0;
        for _ in 0..400 {
            let mut changed = (*network).clone();
            let tensor = rng.usize(..13);
            let position = rng.usize(..network.tensors()[tensor].1.len());
            let value = network.tensors()[tensor].1[position];
            changed.set_parameter(tensor, position, -3.0 * value);
            match changed.prove() {
                Ok(_) => {}
                Err(NotProved::Wrong(counterexample)) => {
                    assert!(counterexample.is_wrong_for(&changed), "{counterexample}");
                    assert!(!counterexample.is_wrong_for(&network), "{counterexample}");
                    broken += 1;
                }
                Err(other) => panic!("{other}"),
            }
        }
        assert!(broken >= 10, "{broken}");
    }

    /// The proof is about sign; a file with tanh holds another network.
    #[test]
    fn proves_nothing_of_networks_with_tanh() {
        let smooth = ReasonerNetwork {
            activation: crate::Activation::Tanh,
            certificate: None,
            ..(*ReasonerNetwork::embedded()).clone()
        };
        let reason = smooth.prove().unwrap_err().to_string();
        assert!(
            reason.contains("tanh has infinitely many codes"),
            "{reason}"
        );
    }

    #[test]
    fn rejects_weights_that_overflow() {
        let mut weights = Weights::<4>::zero();
        weights.no_rules = [f32::MAX; 4];
        weights.update = [[f32::MAX; 4]; 4];
        assert!(matches!(certify(&weights), Err(NotProved::NotFinite)));
    }
}

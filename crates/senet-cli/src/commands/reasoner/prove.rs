//! `senet reasoner prove`: proves a network exact, or finds its fault.

use super::ModelArg;
use clap::Args;
use senet_console::{Common, Failure, Out};
use senet_neural::{Certificate, NotProved};
use serde_json::json;

/// Proves that a network evaluates every stratified ground program correctly, or shows a program on which it errs
///
/// With sign activations the network has finitely many states. The proof enumerates them and
/// compares the output of each with the correct truth value.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  senet reasoner prove\n  senet reasoner prove --model my.safetensors --json"
)]
pub struct Prove {
    #[command(flatten)]
    model: ModelArg,
}

impl Prove {
    /// Enumerates the states of the network. Exits with 1 if there is no proof.
    pub fn run(&self, common: &Common) -> Result<(), Failure> {
        let proof = self.model.network()?.prove();
        let mut out = Out::new();
        if common.json {
            let reason = proof.as_ref().err().map(NotProved::to_string);
            out.json(&json!({"proved": proof.is_ok(), "certificate": proof.as_ref().ok(), "reason": reason}))?;
        } else {
            out.text(&match &proof {
                Ok(certificate) => text(certificate),
                Err(reason) => format!("not proved: {reason}\n"),
            })?;
        }
        out.flush()?;
        match proof {
            Ok(_) => Ok(()),
            Err(_) => Err(Failure::No),
        }
    }
}

fn text(certificate: &Certificate) -> String {
    format!(
        "proved: with sign activations the network is exact for every stratified ground program\n  \
         {} codes of atoms, {} of rules; {} maxima in bodies, {} in heads\n  \
         outputs: at least {:.3} for true atoms, at most {:.3} for false ones; margin {:.3}\n  \
         the proof covers evaluation of ground rules; grounding is not learnt\n",
        certificate.atom_codes,
        certificate.rule_codes,
        certificate.body_maxima,
        certificate.head_maxima,
        certificate.least_true_output,
        certificate.greatest_false_output,
        certificate.margin,
    )
}

//! The keys that identify a known game and its variants.

use senet_gdl::{Deadline, Description};
use senet_graph::{Canonical, CanonicalKey, TooHard, canonical};
use senet_structure::variants::{
    Transformation, variants, without_initial_state, without_step_limits,
};
use serde::{Deserialize, Serialize};

/// The rules that a key covers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RulePart {
    /// All rules.
    Whole,
    /// All rules except the initial state.
    WithoutInitialState,
    /// All rules, with minimal step limits.
    WithoutStepLimits,
}

/// The key of a known game, of one of its variants, or of a part of its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecognitionKey {
    /// The key.
    pub key: CanonicalKey,
    /// The rules that the key covers.
    pub part: RulePart,
    /// The transformations that make the variant; empty for the game itself.
    pub transformations: Vec<Transformation>,
}

/// The version of recognition keys. It changes with the set of variants. It applies together with
/// [`KEY_VERSION`](senet_graph::KEY_VERSION).
pub const RECOGNITION_KEYS_VERSION: &str = "1";

/// Returns all recognition keys of a game, except its canonical key. Variants that differ only in the initial state
/// need no keys of their own.
pub fn recognition_keys(
    description: &Description,
    deadline: &Deadline,
) -> Result<Vec<RecognitionKey>, TooHard> {
    let recognition_key =
        |part, form: Canonical, transformations: &[Transformation]| RecognitionKey {
            key: form.key,
            part,
            transformations: transformations.to_vec(),
        };
    let body = canonical(&without_initial_state(description), deadline)?;
    let limitless = canonical(&without_step_limits(description, deadline)?, deadline)?;
    let mut keys = vec![
        recognition_key(RulePart::WithoutInitialState, body, &[]),
        recognition_key(RulePart::WithoutStepLimits, limitless, &[]),
    ];
    for variant in variants(description, deadline)? {
        let made_by = &variant.transformations;
        if made_by.iter().any(Transformation::is_initial_only) {
            continue;
        }
        let whole = canonical(&variant.description, deadline)?;
        let body = canonical(&without_initial_state(&variant.description), deadline)?;
        keys.push(recognition_key(RulePart::Whole, whole, made_by));
        keys.push(recognition_key(
            RulePart::WithoutInitialState,
            body,
            made_by,
        ));
    }
    Ok(keys)
}

//! What a known game can be recognised by.

use senet_gdl::Description;
use senet_graph::{Canonical, CanonicalKey, TooHard, canonical};
use senet_structure::variants::{
    Transformation, variants, without_initial_state, without_step_limits,
};
use serde::{Deserialize, Serialize};

/// The part of the rules that a key is of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// All of them.
    Whole,
    /// All but the initial state.
    WithoutInitialState,
    /// All, with step limits as small as they can be.
    WithoutStepLimits,
}

/// The key of a known game, of one of its variants, or of part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sign {
    /// The key.
    pub key: CanonicalKey,
    /// What it is the key of.
    pub part: Part,
    /// What makes the variant of the known game; none for the game itself.
    pub transformations: Vec<Transformation>,
}

/// Which signs can be compared: another version of the variants makes other ones. It goes with [`KEY_VERSION`](senet_graph::KEY_VERSION).
pub const SIGNS_VERSION: &str = "1";

/// All signs of a game, its own key excepted. Variants in the initial state alone need none of their own.
pub fn signs(description: &Description, stop: &dyn Fn() -> bool) -> Result<Vec<Sign>, TooHard> {
    let sign = |part, form: Canonical, transformations: &[Transformation]| Sign {
        key: form.key,
        part,
        transformations: transformations.to_vec(),
    };
    let body = canonical(&without_initial_state(description), stop)?;
    let limitless = canonical(&without_step_limits(description), stop)?;
    let mut signs = vec![
        sign(Part::WithoutInitialState, body, &[]),
        sign(Part::WithoutStepLimits, limitless, &[]),
    ];
    for variant in variants(description) {
        let made_by = &variant.transformations;
        if made_by.iter().any(Transformation::is_initial_only) {
            continue;
        }
        let whole = canonical(&variant.description, stop)?;
        let body = canonical(&without_initial_state(&variant.description), stop)?;
        signs.push(sign(Part::Whole, whole, made_by));
        signs.push(sign(Part::WithoutInitialState, body, made_by));
    }
    Ok(signs)
}

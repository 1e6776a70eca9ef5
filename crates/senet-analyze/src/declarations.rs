//! What states and moves may be made of, as a sheet would declare it.

use crate::boards::{AnalyzeError, Options, grounded};
use senet_gdl::Description;
use senet_ground::Grounded;

/// What `base` and `input` may say: the facts and moves that grounding finds, and those that the sheet declares itself.
pub struct Declarations {
    /// The facts, each as text.
    pub base: Vec<String>,
    /// The moves, each with its role.
    pub input: Vec<(String, String)>,
}

/// Works out what states and moves of a playable description may be made of. Where the sheet declares facts or moves, it is those.
pub fn declarations(
    description: &Description,
    options: &Options,
) -> Result<Declarations, AnalyzeError> {
    let grounded = grounded(description, options)?;
    let texts = |terms: &[_]| terms.iter().map(|&term| grounded.text(term)).collect();
    let declared = |(role, made): &(_, _)| (grounded.text(*role), grounded.text(*made));
    Ok(Declarations {
        base: texts(grounded.base.as_deref().unwrap_or(&grounded.fluents)),
        input: match &grounded.input {
            Some(input) => input.iter().map(declared).collect(),
            None => moves(&grounded),
        },
    })
}

fn moves(grounded: &Grounded) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (&role, moves) in grounded.roles.iter().zip(&grounded.moves) {
        let own = moves
            .iter()
            .map(|&made| (grounded.text(role), grounded.text(made)));
        found.extend(own);
    }
    found
}

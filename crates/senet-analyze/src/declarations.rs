//! Declarations of facts and moves, as a sheet would write them.

use crate::boards::{AnalyzeOptions, grounded};
use senet_gdl::Description;
use senet_ground::{GroundError, Grounded};

/// The facts of `base` and the moves of `input`. They come from the sheet if it declares them, otherwise from grounding.
pub struct MissingDeclarations {
    /// The facts as texts.
    pub base: Vec<String>,
    /// The moves as texts, each with its role.
    pub input: Vec<(String, String)>,
}

/// Finds the declarations of a playable description.
pub fn declarations(
    description: &Description,
    options: &AnalyzeOptions,
) -> Result<MissingDeclarations, GroundError> {
    let grounded = grounded(description, options)?;
    let texts = |terms: &[_]| terms.iter().map(|&term| grounded.text(term)).collect();
    let declared = |(role, made): &(_, _)| (grounded.text(*role), grounded.text(*made));
    Ok(MissingDeclarations {
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

//! Variants of games: small, general changes of the rules. Knowledge about a game helps to play its variants.
//!
//! Each class of variants has its own file, with a function from description to description. The classes use the
//! [structure](crate::Structure) of the game, so names do not matter.

mod axis;
mod board_size;
mod correspondence;
mod cyclic_board;
mod initial_state;
mod inverted_goal;
mod missing_feature;
mod not_applicable;
mod number_of_markers;
mod piece_configuration;
mod proposals;
mod rule_edits;
mod step_limit;
mod successor_rows;
mod switched_role;
#[cfg(test)]
mod tests;
mod transformation;

pub use axis::{Axis, AxisDirection, axes};
pub use correspondence::{CoordinateRenaming, Initialisation, StateView, VariantCorrespondence};
pub use initial_state::{initial_difference, without_initial_state};
pub use not_applicable::NotApplicable;
pub use proposals::{Refused, Survey, survey};
pub use step_limit::{step_limit, step_limits, without_step_limits};
pub use switched_role::role_switches;
pub use transformation::{AxisSize, CLASSES, Transformation};

use senet_gdl::{Deadline, Description, OutOfTime};

/// A game made from another game.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The number of this variant, from 1.
    pub number: usize,
    /// The transformations, in the order of their application.
    pub transformations: Vec<Transformation>,
    /// The rules.
    pub description: Description,
}

/// Makes all variants that take one transformation, for a sensible range of parameters. Variants with the same rules,
/// such as another role of the player, are not included: see [`role_switches`].
pub fn variants(description: &Description, deadline: &Deadline) -> Result<Vec<Variant>, OutOfTime> {
    let survey = survey(description, deadline);
    match survey.is_complete {
        true => Ok(survey.variants),
        false => Err(OutOfTime),
    }
}

//! Variants of games: small, general changes of the rules after which a game is still much the same, and what was learnt on one
//! helps with the other.
//!
//! Every class of variants is a file with a function from sheet to sheet. Which parts of a sheet are boards, counters or pieces is found by
//! [the crate root](crate), so names never matter.

mod axis;
mod board_size;
mod correspondence;
mod cyclic_board;
mod edit;
mod initial_state;
mod inverted_goal;
mod missing_feature;
mod not_applicable;
mod number_of_markers;
mod piece_configuration;
mod proposals;
mod rows;
mod step_limit;
mod switched_role;
#[cfg(test)]
mod tests;
mod transformation;

pub use axis::{Axis, Way, axes};
pub use correspondence::{CoordinateRenaming, Correspondence, Initialisation, StateView};
pub use initial_state::{initial_difference, without_initial_state};
pub use not_applicable::NotApplicable;
pub use proposals::{Refused, Survey, survey};
pub use step_limit::{step_limit, step_limits, without_step_limits};
pub use switched_role::role_switches;
pub use transformation::{AxisSize, CLASSES, Transformation};

use senet_gdl::Description;

/// A game made from another.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its number among the variants that were made of the game, from 1.
    pub number: usize,
    /// How, in the order in which they were applied.
    pub transformations: Vec<Transformation>,
    /// The rules.
    pub description: Description,
}

/// All variants of a game that one transformation makes, with a sensible range of parameters. Variants of which the sheet is the same, such as
/// the game for another role, are not among them: see [`role_switches`].
pub fn variants(description: &Description) -> Vec<Variant> {
    survey(description).variants
}

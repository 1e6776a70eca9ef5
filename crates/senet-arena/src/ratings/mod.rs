//! Player strength: maximum likelihood on the Elo scale, from goals.
//!
//! The model is Davidson's extension of the Bradley–Terry model to draws. Each game has a draw parameter, and each seat has a value. Invariants:
//! - Only goals within one match are compared: a higher goal is a win, an equal goal is a draw.
//! - Ratings are relative to the mean of a connected component; players of different components cannot be compared.
//! - As a prior, each player has half a win and half a loss against an average opponent. So all ratings are finite.

mod comparison;
mod components;
mod fit;
mod likelihood;
mod linear;
mod rating;

pub use comparison::{Comparison, RatedResult, comparisons};
pub use fit::FitError;
pub use rating::{DrawRate, Rating, Ratings, SeatValue, rate};

#[cfg(test)]
mod judge;
#[cfg(test)]
mod simulated;

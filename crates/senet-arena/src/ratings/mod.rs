//! How strong players are: maximum likelihood on the Elo scale, from goals.
//!
//! The model is Davidson's extension of Bradley and Terry's to draws, with one parameter a game for how often it is drawn and one a
//! seat for what the seat is worth. Invariants:
//! - Only goals within one match are compared: more is a win, as much is a draw.
//! - Ratings are relative to the mean of those that are connected by matches; between components nothing can be said.
//! - Everybody has half a win and half a loss against an average opponent besides what was played, so that all ratings are finite.

mod comparison;
mod components;
mod fit;
mod likelihood;
mod linear;
mod rating;

pub use comparison::{Comparison, Outcome, comparisons};
pub use fit::FitError;
pub use rating::{DrawRate, Rating, Ratings, SeatValue, rate};

#[cfg(test)]
mod judge;
#[cfg(test)]
mod simulated;

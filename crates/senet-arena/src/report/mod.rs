//! What a tournament has come to: as data, and as JSON, CSV and a page to look at.
//!
//! Invariant: everything shown is computed from the matches as they are stored; nothing else is remembered.

mod csv;
mod html;
mod plots;
mod repeats;
mod review;
mod tables;
mod warnings;

pub use csv::{matches_csv, ratings_csv, tables_csv};
pub use html::html;
pub use plots::{ratings_plot, whole};
pub use repeats::Repeat;
pub use review::{GameRatings, Progress, RatedPlayer, RatedSeat, Review, review};
pub use tables::{CrossEntry, Line, Score};

#[cfg(test)]
mod tests;

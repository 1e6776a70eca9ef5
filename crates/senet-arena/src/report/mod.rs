//! The report of a tournament: as data, JSON, CSV and HTML.
//!
//! Invariant: every number is computed from the stored matches.

mod csv;
mod html;
mod plots;
mod ranked_results;
mod repeats;
mod review;
mod tables;
mod warnings;

pub use csv::{matches_csv, ratings_csv, tables_csv};
pub use html::html;
pub use plots::{ratings_plot, whole};
pub use ranked_results::RankedResult;
pub use repeats::Repeat;
pub use review::{GameRatings, RatedPlayer, RatedSeat, Review, TournamentProgress, review};
pub use tables::{CrossEntry, RatingLine, WinCount};

#[cfg(test)]
mod tests;

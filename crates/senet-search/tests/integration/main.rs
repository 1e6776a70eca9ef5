//! The integration tests of the crate, in one program.

mod best;
mod common;
mod descent;
mod descent_circles;
mod exhaustive;
mod listener;
mod mtdf;
mod nested;
mod simple_players;
mod solved_games;
mod uct;

//! The tests of `uct`: playing strength, limits and reproducibility.

mod game_kinds;
mod guct;
mod limits;
mod strength;
mod support;

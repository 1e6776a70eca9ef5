//! The integration tests of the crate, in one program.

mod common;
mod judged;
mod listening;
mod mtdf;
mod nested;
mod plain;
mod solved;
mod uct;

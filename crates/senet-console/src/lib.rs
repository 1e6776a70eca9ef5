//! The parts that all commands of Senet share: common options, the source of a `GAME`, output, failures with help, progress and clocks.
//!
//! Invariants:
//! - Standard output carries results only. Progress goes to standard error, and only to a terminal.
//! - Every [`Failure`] says what happened and what to do.
//! - Input is bounded: a huge file or a silent pipe cannot block a command forever.

#![deny(clippy::print_stderr)]

pub mod back_end;
mod board_limits;
pub mod cache;
mod chosen_back_end;
pub mod clock;
mod common;
pub mod failure;
pub mod fetch;
pub mod files;
mod gate;
pub mod input;
pub mod interrupt;
mod mapper;
mod memory_size;
pub mod messages;
pub mod output;
pub mod overdue;
mod parallel;
mod printable;
pub mod progress;
pub mod render;
pub mod repository;
pub mod sheets;
pub mod source;
pub mod table;
pub mod time_limit;

pub use back_end::BackEndArgs;
pub use board_limits::BoardLimits;
pub use chosen_back_end::ChosenBackEnd;
pub use common::{Common, MAX_STEPS, STACK_BYTES};
pub use failure::Failure;
pub use mapper::MapperArg;
pub use output::Out;
pub use parallel::in_parallel;
pub use source::Source;

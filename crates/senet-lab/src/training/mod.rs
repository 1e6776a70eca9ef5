//! Training runs: a folder with a checkpoint, a journal of matches, a log and the best network.
//!
//! A run can be interrupted at any moment and continued: the checkpoint is replaced as a whole, and finished matches are in the journal.

mod alpha_zero;
mod checkpoint;
mod contest;
mod descent;
mod folder;
mod journal;
mod log;
mod method;
mod planes;
mod pool;
mod run;

pub use contest::{Contest, ContestResult, ContestSide, Limit, Seats};
pub use log::{LogRow, PoolRating};
pub use method::{MethodKind, TrainingPlan};
pub use planes::planes;
pub use run::{Trained, TrainingRun};

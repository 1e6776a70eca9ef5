//! Experiments with the attention network of Gunawan's thesis (chapter 5). Each file of a lab describes one table of the thesis.
//!
//! `sheets` finds the games, `game` prepares them, `fit` trains within a budget and `scores` tests. `table` runs a list of
//! cases and prints our numbers beside the published ones.

mod ablation;
mod arguments;
mod curves;
mod fit;
mod flattened;
mod game;
mod individual;
mod labelling;
mod mixed;
mod pca;
mod principal;
mod published;
mod report;
mod scores;
mod sheets;
mod table;
mod transfer;

pub use ablation::ReasonerAblation;
pub use fit::{Fitted, Schedule, fit};
pub use flattened::ReasonerFlatten;
pub use game::{PreparedGame, Preparing, prepare};
pub use individual::ReasonerGames;
pub use labelling::ReasonerLabelling;
pub use mixed::ReasonerMixed;
pub use pca::ReasonerPca;
pub use scores::{TaskScore, TestScores, Testing, test};
pub use transfer::ReasonerTransfer;

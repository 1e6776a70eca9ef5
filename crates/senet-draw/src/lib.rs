//! Draws states of any game from its rules alone: boards as grids, everything else as labelled facts.
//!
//! Invariants:
//! - Names never help: which facts are on a board, where, and whose they are follows from the rules; names are only written on what is drawn.
//! - Every fact of a state is shown, on a board or in the list beside it.
//! - Nothing in a rule sheet becomes markup: all words are escaped.

mod clicks;
mod fact;
mod hints;
mod owners;
mod picture;
mod plan;
mod svg;
mod text;

pub use clicks::{Clicks, targets};
pub use fact::Fact;
pub use owners::Owners;
pub use picture::{Cell, Grid, Picture, Token};
pub use plan::{Layer, Plan, Space};
pub use svg::svg;
pub use text::text;

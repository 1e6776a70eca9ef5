//! Draws states of any game from its rules alone: boards as grids, everything else as labelled facts.
//!
//! Invariants:
//! - Names never help: which facts are on a board, where, and whose they are follows from the rules; names are only written on what is drawn.
//! - Every fact of a state is shown, on a board or in the list beside it.
//! - Nothing in a rule sheet becomes markup: all words are escaped.

mod arrange;
mod clicks;
mod fact;
mod grids;
mod hints;
mod labels;
mod look;
mod meshes;
mod owners;
mod picture;
mod plan;
mod rows;
mod space;
mod statics;
mod svg;
mod text;
mod theme;
mod turns;

pub use clicks::{Clicks, targets};
pub use fact::Fact;
pub use look::{Look, Place, Shape};
pub use owners::Owners;
pub use picture::{Cell, Grid, Picture, Seat, Token};
pub use plan::Plan;
pub use space::{Layer, Space};
pub use svg::{plain_colours, svg};
pub use text::text;
pub use theme::{BoardTheme, Body, Colours, Piece, Style, Theme, ThemeError};

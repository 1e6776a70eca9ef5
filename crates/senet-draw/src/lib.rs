//! Draws states of any game from its rules alone: boards as grids, everything else as labelled facts.
//!
//! Invariants:
//! - Names never help: which facts are on a board, where, and whose they are follows from the rules; names are only written on what is drawn.
//! - Every fact of a state is shown once, on a board, with its role, or in the list beside them, unless a theme hides it.
//! - Nothing in a rule sheet or theme becomes markup: all words are escaped.
//! - A theme changes looks alone: the places of facts and moves are what the rules say.

mod amounts;
mod arrange;
mod buttons;
mod clicks;
mod fact;
mod grids;
mod hints;
mod labels;
mod leads;
mod look;
mod meshes;
mod owners;
mod parts;
mod picture;
mod plan;
mod png;
mod rows;
mod space;
mod storeys;
mod svg;
mod targets;
mod text;
mod theme;

pub use buttons::{Button, Buttons, Line};
pub use clicks::{Click, Clicks};
pub use fact::Fact;
pub use leads::Leads;
pub use look::{Look, Place, Shape};
pub use owners::Owners;
pub use picture::{Below, Cell, Grid, Picture, Seat, Token};
pub use plan::Plan;
pub use png::{PngError, doubtful_letters, png};
pub use space::{Layer, Space, Storeys};
pub use svg::{plain_colours, svg};
pub use targets::{on_boards, targets};
pub use text::text;
pub use theme::{BoardTheme, Body, Colours, Piece, Style, Theme, ThemeError};

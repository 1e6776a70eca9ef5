//! Draws the states of any game: boards as grids, everything else as labelled facts.
//!
//! Invariants:
//! - Names do not matter for boards, places, clicks and owners: rules and random matches determine them. Words choose
//!   labels, colours, shapes and the order of places that no relation orders (`words`, `natural_order`).
//! - Each fact of a state appears once: on a board, with its role, or in the list beside the boards. Contents that
//!   stand for an empty place draw nothing, and a theme may hide facts.
//! - Text of rule sheets and themes never becomes markup; all words are escaped.
//! - A theme changes only the appearance, not the places of facts and moves.

mod amounts;
mod appearance;
mod argument_labels;
mod arrangement;
mod background;
mod buttons;
mod clicks;
mod colour_vision;
mod contact_sheet;
mod coordinates;
mod edges;
mod evidence;
mod fact;
mod graph_layout;
mod grids;
mod hints;
mod labels;
mod levels;
mod look;
mod move_effects;
mod named_places;
mod natural_order;
mod notation;
mod owners;
mod picture;
mod plan;
mod png;
mod rings;
mod space;
mod stacks;
mod stress_layout;
mod svg;
mod targets;
mod text;
mod theme;
mod turned;
mod words;

pub use buttons::{Button, ButtonLine, Buttons};
pub use clicks::{Click, Clicks};
pub use contact_sheet::{Tile, contact_sheet};
pub use evidence::{Evidence, ObservedStep, PLANNING_SEED};
pub use fact::Fact;
pub use look::{BoardPlace, BoardShape, Look};
pub use move_effects::MoveEffects;
pub use notation::{MoveWays, WrittenMove, gone, move_words, notation, notations};
pub use owners::Owners;
pub use picture::{
    Block, BoardCell, BoardEdge, BoardToken, FinishedLevels, Grid, Picture, RolePanel,
};
pub use plan::DrawingPlan;
pub use png::{PngError, png, uncertain_glyphs};
pub use space::{BoardLayer, BoardSpace, LevelCounter};
pub use svg::{piece_svg, plain_colours, svg};
pub use targets::{board_targets, targets};
pub use text::text;
pub use theme::{BoardTheme, Colours, Piece, PieceBody, Side, Style, Theme, ThemeError};

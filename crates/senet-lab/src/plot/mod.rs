//! Plots of results, as SVG.

mod canvas;
mod panels;
mod rows;
mod scatters;

pub use canvas::Canvas;
pub use panels::{Curve, Panel, panels};
pub use rows::{Interval, PlotRow, Scale, rows};
pub use scatters::{Cloud, Scatter, scatters};

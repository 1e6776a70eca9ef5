//! Whether `uct` plays well, within its limits, and the same again.

mod guided;
mod kinds;
mod limits;
mod strength;
mod table;

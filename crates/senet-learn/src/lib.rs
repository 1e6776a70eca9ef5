//! Knowledge about games, gathered by playing them.

//! Knowing a game again: the same game, or a variant of it.
//!
//! A known game leaves [`Sign`]s: its own key, that of its rules without the initial state, that without step limits, and the
//! keys of its variants. An [`Index`] of the signs of hundreds of games is a hash table; asking it takes no longer for many games than for
//! few. The asked-for game and, if that is not found, its own variants are looked up, so that two transformations are found where they
//! meet in the middle.
//!
//! Invariant: an answer is proven. The games are put beside each other, and the renaming makes one of the other rule for rule; for games that
//! differ in the initial state it does so for all other rules, and the difference is told.

mod answer;
mod chair;
mod index;
mod initial;
mod inverse;
mod limits;
mod sign;
mod strangers;
#[cfg(test)]
mod tests;

pub use answer::{Change, Recognition};
pub use chair::Chair;
pub use index::{Index, Known};
pub use sign::{Part, SIGNS_VERSION, Sign, signs};

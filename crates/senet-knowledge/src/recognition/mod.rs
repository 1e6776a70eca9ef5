//! Recognises a known game or a variant of one.
//!
//! A known game has several [`RecognitionKey`]s: its canonical key, the keys of its rules without the initial state
//! and without step limits, and the keys of its variants. [`GameIndex`] is a hash table of these keys, so a lookup
//! takes constant time for any number of games. If the queried game is not found, its own variants are looked up. This
//! finds games that are two transformations apart.
//!
//! Invariant: results are proven. The symbol mapping turns one game into the other, rule for rule. If only the initial
//! states differ, this holds for all other rules, and the result lists the differences.

mod index;
mod initial_only_words;
mod initial_states;
mod inverse;
mod recognition_key;
mod result;
mod role_change;
mod step_limits;
#[cfg(test)]
mod tests;

pub use index::{GameIndex, IndexedGame};
pub use recognition_key::{RECOGNITION_KEYS_VERSION, RecognitionKey, RulePart, recognition_keys};
pub use result::{Recognition, RuleChange};
pub use role_change::RolePair;

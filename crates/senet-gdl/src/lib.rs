//! Game rules in GDL: reading, checking, printing and transforming them.
//!
//! ```
//! use senet_gdl::Sheet;
//! let sheet = Sheet::read("(role x) (<= (legal x go) (true (at 1)))");
//! assert!(sheet.problems.is_empty());
//! assert_eq!(sheet.description.rules.len(), 2);
//! ```
//!
//! Invariants:
//! - Reading never fails: it gives a tree *and* a list of problems, each with a code, a span and what to do.
//! - This crate does no input or output and knows no clock.
//! - Names never matter: only the keywords of GDL have a meaning.

mod alternatives;
mod checks;
mod clauses;
mod components;
mod dependencies;
mod description;
mod flatten;
mod format;
mod infix;
mod lexer;
mod lower;
mod markup;
mod notation;
mod own_relations;
mod parser;
mod playable;
mod print;
mod problem;
mod read_term;
mod rule_graph;
mod safety;
mod scramble;
mod sheet;
mod span;
mod strata;
mod stratify;
mod symbol;
mod tree;

pub use checks::{About, catalogue, check, checks_page, explain};
pub use clauses::{Atom, Clause, Condition, Pattern, clauses, clauses_of, variables_of};
pub use components::components;
pub use dependencies::{Dependencies, Relation};
pub use description::{Description, Literal, Rule, Sentence, Term};
pub use flatten::{FlattenOptions, Flattened, Reason, flatten};
pub use format::{convert, format, write};
pub use lexer::{Token, TokenKind, tokens};
pub use markup::escape_markup;
pub use notation::Notation;
pub use parser::MAX_DEPTH;
pub use playable::{playable, read_playable};
pub use print::{Case, Shown, show};
pub use problem::{Problem, Severity};
pub use read_term::read_term;
pub use safety::{Place, unsafe_uses};
pub use scramble::{Mapping, ScrambleOptions, Scrambled, goal_values, scramble};
pub use sheet::Sheet;
pub use span::{Lines, Span};
pub use strata::{Strata, Stratum, strata};
pub use symbol::{Symbol, Symbols};
pub use tree::Node;

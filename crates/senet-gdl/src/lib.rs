//! Game rules in GDL: parsing, checking, formatting and transforming rule sheets.
//!
//! ```
//! use senet_gdl::Sheet;
//! let sheet = Sheet::read("(role x) (<= (legal x go) (true (at 1)))");
//! assert!(sheet.problems.is_empty());
//! assert_eq!(sheet.description.rules.len(), 2);
//! assert_eq!(senet_gdl::check(&sheet)[0].code, "E010");
//! ```
//!
//! Invariants:
//! - Parsing never fails: it returns a syntax tree and a list of problems, each with a code, a span and a help text.
//! - This crate does no input or output. It reads the clock only in [`Deadline`].
//! - Only the keywords of GDL have a meaning. Renaming other names changes no answer.

mod checks;
mod clauses;
mod components;
mod deadline;
mod dependencies;
mod description;
mod disjunctive_normal_form;
mod domains;
mod edit_distance;
mod flatten;
mod format;
mod infix;
mod join_estimate;
mod keyword_named_relations;
mod lexer;
mod lower;
mod markup;
mod memory_budget;
mod needed_rules;
mod notation;
mod parser;
mod playable;
mod print;
mod problem;
mod read_term;
mod rule_dependencies;
mod safety;
mod scramble;
mod sheet;
mod span;
mod split_disjunctions;
mod strata;
mod stratify;
mod symbol;
mod tree;

pub use checks::{CheckInfo, catalogue, check, checks_page, explain};
pub use clauses::{
    Atom, Clause, Condition, Pattern, clause_bytes, clauses, clauses_of, variables_of,
};
pub use components::{components, components_by};
pub use deadline::{Deadline, OutOfTime};
pub use dependencies::{Dependencies, Relation};
pub use description::{Description, Literal, Rule, Sentence, Term};
pub use edit_distance::edit_distance;
pub use flatten::{FlattenOptions, Flattened, NotUnfolded, flatten};
pub use format::{convert, format, write};
pub use lexer::{SourceToken, TokenKind, tokens};
pub use markup::escape_markup;
pub use memory_budget::{Charge, MemoryBudget, OverBudget};
pub use notation::Notation;
pub use parser::MAX_DEPTH;
pub use playable::{playable, playable_by_force};
pub use print::{LetterCase, Printed, show};
pub use problem::{Problem, Severity};
pub use read_term::read_term;
pub use safety::{UnsafePlace, unsafe_uses};
pub use scramble::{Renaming, ScrambleOptions, Scrambled, goal_values, scramble};
pub use sheet::Sheet;
pub use span::{LineIndex, Span};
pub use split_disjunctions::split_disjunctions;
pub use strata::{Strata, Stratum, strata};
pub use symbol::{Symbol, Symbols};
pub use tree::SyntaxNode;

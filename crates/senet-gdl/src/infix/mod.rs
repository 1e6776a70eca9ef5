//! The infix notation: `legal(W, mark(X, Y)) :- true(cell(X, Y, b)) & true(control(W)) & ~wall(X, Y)`.
//!
//! Conjunction is `&` or `,`, disjunction `|`, negation `~`; parentheses group. Words that start with a capital or with `_` are
//! variables, and each lone `_` is a variable of its own. A name that is no plain word stands in single quotes, as it
//! would stand in the prefix notation: `'+'`, `'White'`. A rule may end with a full stop. Comments run from `%` to the end
//! of the line.

mod joined;
mod lexer;
mod names;
mod parser;

pub(crate) use lexer::{Kind, tokens};
pub(crate) use names::{from_prefix, to_prefix};
pub(crate) use parser::{SYNTAX, parse};

#[cfg(test)]
mod tests;

//! The infix notation: `legal(W, mark(X, Y)) :- true(cell(X, Y, b)) & true(control(W)) & ~wall(X, Y)`.
//!
//! `&` or `,` is conjunction, `|` disjunction, `~` negation; parentheses group. A word that starts with a capital letter or
//! with `_` is a variable, and each single `_` is a new variable. Single quotes enclose names that are not plain words, such
//! as `'+'` and `'White'`. A rule may end with a full stop. A comment runs from `%` to the end of the line.

mod lexer;
mod names;
mod operator_chain;
mod parser;

pub(crate) use lexer::{Kind, tokens};
pub(crate) use names::{from_prefix, to_prefix};
pub(crate) use parser::{SYNTAX, parse};

#[cfg(test)]
mod tests;

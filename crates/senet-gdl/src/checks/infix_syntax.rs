//! E006: a syntax error in infix notation. The parser reports it.

use super::{Check, CheckInfo, Scope};
use crate::infix::SYNTAX;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: SYNTAX,
        title: "syntax error in infix notation",
        why: "The sheet is in infix notation, but the text at this place is not a valid rule. Senet ignores the rule and continues \
              with the next one.",
        bad: "terminal :- ~",
        good: "terminal :- ~open",
    },
    scope: Scope::Present,
    run: None,
};

//! E006: infix text that does not follow the grammar. The reader finds it.

use super::{About, Check, Scope};
use crate::infix::SYNTAX;

pub(super) static CHECK: Check = Check {
    about: About {
        code: SYNTAX,
        title: "not in infix notation",
        why: "The sheet is written in infix notation, and here it does not go on as a rule must. The rule is left out, and reading \
              goes on with the next one.",
        bad: "terminal :- ~",
        good: "terminal :- ~open",
    },
    scope: Scope::Present,
    run: None,
};

//! E004: lists that have no meaning. The reader finds them.

use super::{About, Check, Scope};

pub(super) static CHECK: Check = Check {
    about: About {
        code: "E004",
        title: "no meaning in GDL",
        why: "The list cannot be read as a rule, a sentence or a term: it starts with another list or with a variable, is empty, \
              or a logical word lacks its parts. The rule it belongs to is left out.",
        bad: "(<= terminal (not))",
        good: "(<= terminal (not open))",
    },
    scope: Scope::Present,
    run: None,
};

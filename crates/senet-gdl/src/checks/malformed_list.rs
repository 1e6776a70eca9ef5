//! E004: a list without a meaning. The parser reports it.

use super::{Check, CheckInfo, Scope};

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "E004",
        title: "malformed list",
        why: "The list is neither a rule nor a sentence nor a term. It is empty, starts with a list or a variable, or lacks the \
              operands of a connective. Senet ignores the rule that contains it.",
        bad: "(<= terminal (not))",
        good: "(<= terminal (not open))",
    },
    scope: Scope::Present,
    run: None,
};

//! E002: lists nested too deeply. The parser reports them.

use super::{Check, CheckInfo, Scope};

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "E002",
        title: "nested too deeply",
        why: "Lists may be nested up to 256 levels deep. No game needs more; usually a parenthesis is missing. The parser stops at this \
              place, so the other checks do not run.",
        bad: "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((\n\
              ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((\n\
              ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((\n\
              (((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((",
        good: "(init (counter 3))\n(succ 2 3)",
    },
    scope: Scope::Present,
    run: None,
};

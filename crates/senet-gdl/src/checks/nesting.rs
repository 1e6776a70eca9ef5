//! E002: lists nested too deep. The reader finds them.

use super::{About, Check, Scope};

pub(super) static CHECK: Check = Check {
    about: About {
        code: "E002",
        title: "nested too deep",
        why: "Lists may be nested 256 deep. No game needs more, and a sheet that has more is usually one whose parentheses are \
              wrong. Nothing after that place is read, so no other check is made.",
        bad: "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((\n\
              ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((\n\
              ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((\n\
              (((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((",
        good: "(init (counter 3))\n(succ 2 3)",
    },
    scope: Scope::Present,
    run: None,
};

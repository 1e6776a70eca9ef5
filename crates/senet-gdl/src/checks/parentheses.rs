//! E001: parentheses that do not match. The reader finds them.

use super::{About, Check, Scope};

pub(super) static CHECK: Check = Check {
    about: About {
        code: "E001",
        title: "parentheses do not match",
        why: "An extra `)` ends the sheet for other readers, which drop all later rules without a word; a missing one makes them \
              reject the sheet. This reader reports the place and goes on with the next form that starts a line.",
        bad: "(role white))\n(role black)",
        good: "(role white)\n(role black)",
    },
    scope: Scope::Present,
    run: None,
};

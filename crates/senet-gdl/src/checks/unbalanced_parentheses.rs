//! E001: unbalanced parentheses. The parser reports them.

use super::{Check, CheckInfo, Scope};

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "E001",
        title: "unbalanced parentheses",
        why: "At an extra `)` other parsers silently drop the rest of the sheet; at a missing one they reject the sheet. Senet reports \
              the place and continues with the next form that starts a line.",
        bad: "(role white))\n(role black)",
        good: "(role white)\n(role black)",
    },
    scope: Scope::Present,
    run: None,
};

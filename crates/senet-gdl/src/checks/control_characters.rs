//! E003: control characters.

use super::{Check, CheckInfo, Context, Scope, walk};
use crate::problem::Problem;
use crate::span::Span;
use crate::tree::SyntaxNode;

pub(super) static CHECK: Check = Check {
    info: CheckInfo {
        code: "E003",
        title: "control characters",
        why: "Rules contain no control characters (such as NUL) and no replacement characters for undecodable bytes. Either the \
              file is not a rule sheet, or it was damaged.",
        bad: "(role wh\u{1}ite)",
        good: "(role white)",
    },
    scope: Scope::Present,
    run: Some(run),
};

/// Reports one problem per sheet, since a binary file would give millions. Comments may contain anything.
fn run(context: &Context, problems: &mut Vec<Problem>) {
    let mut words = Vec::new();
    walk::nodes(context.forms, &mut |node| {
        if let SyntaxNode::Word { span, .. } = node {
            words.push(*span);
        }
    });
    let found = words.into_iter();
    let mut found = found.flat_map(|span| control_characters_in(context.text, span));
    let Some((at, first)) = found.next() else {
        return;
    };
    let more = found.count();
    let message = match more {
        0 => format!(
            "the control character U+{:04X} is not allowed",
            first as u32
        ),
        _ => format!(
            "the control character U+{:04X} is not allowed; {more} more follow",
            first as u32
        ),
    };
    let help = "make sure that the file is a rule sheet in UTF-8, then remove the character";
    let span = Span::new(at, at + first.len_utf8());
    problems.push(Problem::new(CHECK.info.code, span, message, help));
}

fn control_characters_in(text: &str, span: Span) -> impl Iterator<Item = (usize, char)> + '_ {
    let places = span.of(text).char_indices();
    places
        .filter(|&(_, c)| is_control_character(c))
        .map(move |(at, c)| (span.start as usize + at, c))
}

/// Returns whether the character is a control or replacement character.
pub(super) fn is_control_character(c: char) -> bool {
    (c.is_control() && !c.is_whitespace()) || c == char::REPLACEMENT_CHARACTER
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn reports_control_characters_once() {
        marks(&CHECK, "(p a)\t\r\n\u{c}\u{feff}; é\u{fffd}\0", &[]);
        marks(&CHECK, "(p a\0)\0", &["\0"]);
        marks(&CHECK, "(p a\u{fffd})", &["\u{fffd}"]);
    }
}

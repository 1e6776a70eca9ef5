//! E003: characters that no text contains.

use super::{About, Check, Context, Scope, walk};
use crate::problem::Problem;
use crate::span::Span;
use crate::tree::Node;

pub(super) static CHECK: Check = Check {
    about: About {
        code: "E003",
        title: "not a text",
        why: "Control characters (such as NUL) and the mark for undecodable bytes do not occur in rules. Either the file is not \
              a rule sheet or it was damaged on its way.",
        bad: "(role wh\u{1}ite)",
        good: "(role white)",
    },
    scope: Scope::Present,
    run: Some(run),
};

/// One problem a sheet: a binary file would otherwise give millions. Comments may hold anything.
fn run(context: &Context, problems: &mut Vec<Problem>) {
    let mut words = Vec::new();
    walk::nodes(context.forms, &mut |node| {
        if let Node::Word { span, .. } = node {
            words.push(*span);
        }
    });
    let strange = words.into_iter();
    let mut strange = strange.flat_map(|span| strange_in(context.text, span));
    let Some((at, first)) = strange.next() else {
        return;
    };
    let more = strange.count();
    let message = match more {
        0 => format!(
            "the character U+{:04X} does not belong in a text",
            first as u32
        ),
        _ => format!(
            "the character U+{:04X} does not belong in a text, nor do {more} after it",
            first as u32
        ),
    };
    let help = "check that the file is a rule sheet in UTF-8, and remove the character";
    let span = Span::new(at, at + first.len_utf8());
    problems.push(Problem::new(CHECK.about.code, span, message, help));
}

fn strange_in(text: &str, span: Span) -> impl Iterator<Item = (usize, char)> + '_ {
    let places = span.of(text).char_indices();
    places
        .filter(|&(_, c)| is_strange(c))
        .map(move |(at, c)| (span.start as usize + at, c))
}

/// Whether a character belongs in no text.
pub(super) fn is_strange(c: char) -> bool {
    (c.is_control() && !c.is_whitespace()) || c == char::REPLACEMENT_CHARACTER
}

#[cfg(test)]
mod tests {
    use super::super::testing::marks;
    use super::CHECK;

    #[test]
    fn control_characters_are_reported_once() {
        marks(&CHECK, "(p a)\t\r\n\u{c}\u{feff}; é\u{fffd}\0", &[]);
        marks(&CHECK, "(p a\0)\0", &["\0"]);
        marks(&CHECK, "(p a\u{fffd})", &["\u{fffd}"]);
    }
}

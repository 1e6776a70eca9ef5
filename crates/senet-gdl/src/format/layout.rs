//! Writes items line by line.

use super::item::{Comment, Item, Shape};
use crate::notation::Notation;

/// A rule that needs no more columns than this is written on one line.
const WIDTH: usize = 100;

/// How far the parts of a form are indented.
const STEP: usize = 2;

/// The forms and the comments after them as text.
pub(super) fn layout(forms: &[Item], dangling: &[Comment], notation: Notation) -> String {
    let mut page = Page {
        text: String::new(),
        notation,
    };
    for form in forms {
        page.paragraph_comments(&form.leading);
        page.blank_line(form.blank_before);
        page.item(form, 0, "", "");
    }
    page.paragraph_comments(dangling);
    page.text
}

struct Page {
    text: String,
    notation: Notation,
}

impl Page {
    fn blank_line(&mut self, wanted: bool) {
        if wanted && !self.text.is_empty() {
            self.text.push('\n');
        }
    }

    fn paragraph_comments(&mut self, comments: &[Comment]) {
        for comment in comments {
            self.blank_line(comment.blank_before);
            self.comment_lines(std::slice::from_ref(comment), 0);
        }
    }

    fn comment_lines(&mut self, comments: &[Comment], indent: usize) {
        for comment in comments {
            let line = self.comment(comment);
            self.line(indent, &line);
        }
    }

    fn comment(&self, comment: &Comment) -> String {
        let mark = self.notation.comment_mark().to_string();
        mark.repeat(comment.marks) + &comment.text
    }

    fn line(&mut self, indent: usize, line: &str) {
        self.text.extend(std::iter::repeat_n(' ', indent));
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Puts a comment behind the line just written.
    fn append_comment(&mut self, comment: Option<&Comment>) {
        if let Some(comment) = comment {
            let comment = self.comment(comment);
            self.text.pop();
            self.text.push(' ');
            self.text.push_str(&comment);
            self.text.push('\n');
        }
    }

    /// Writes an item between what must stand before it on its first line and behind it on its last; its leading
    /// comments are the caller's business.
    fn item(&mut self, item: &Item, indent: usize, lead: &str, tail: &str) {
        let line = format!("{lead}{}{tail}", flat(item, self.notation));
        let too_long = indent + line.chars().count() > WIDTH;
        match &item.shape {
            shape if shape.is_breakable() && (too_long || item.has_inner_comments()) => {
                self.broken(item, indent, lead, tail);
            }
            _ => self.line(indent, &line),
        }
        self.append_comment(item.trailing.as_ref());
    }

    fn broken(&mut self, item: &Item, indent: usize, lead: &str, tail: &str) {
        let frame = Frame::of(&item.shape, self.notation);
        let open = format!("{lead}{}", frame.open);
        let close = format!("{}{tail}", frame.close);
        match &item.shape {
            // Hoisting left it no comments of its own, so it starts and ends on the lines of what it negates.
            Shape::Not(inner) => self.item(inner, indent, &open, &close),
            Shape::Rule(parts) => {
                let head = parts.first().map(|head| flat(head, self.notation));
                let head = head.unwrap_or_default();
                self.line(indent, &format!("{open}{head}{}", frame.after_head));
                self.append_comment(parts.first().and_then(|head| head.trailing.as_ref()));
                let body = parts.get(1..).unwrap_or_default();
                self.parts(item, body, indent + STEP, frame.separator, &close);
            }
            _ => {
                self.line(indent, &open);
                self.parts(item, item.parts(), indent + STEP, frame.separator, &close);
            }
        }
    }

    /// A line or more for each part, then the closing, which gets a line of its own if a comment stands before it.
    fn parts(&mut self, item: &Item, parts: &[Item], indent: usize, separator: &str, close: &str) {
        let closes_line =
            item.dangling.is_empty() && parts.last().is_some_and(|last| last.trailing.is_none());
        for (at, part) in parts.iter().enumerate() {
            let tail = match at + 1 == parts.len() {
                false => separator,
                true if closes_line => close,
                true => "",
            };
            self.comment_lines(&part.leading, indent);
            self.item(part, indent, "", tail);
        }
        self.comment_lines(&item.dangling, indent);
        if !closes_line {
            // An infix rule has no parenthesis to close; the full stop shows that the comment still belongs to it.
            self.line(indent, if close.is_empty() { "." } else { close });
        }
    }
}

impl Shape {
    /// Whether it may take several lines.
    fn is_breakable(&self) -> bool {
        !matches!(self, Shape::Word(_) | Shape::Apply(..))
    }
}

/// What stands before, between and after the parts of a broken item.
struct Frame {
    open: &'static str,
    after_head: &'static str,
    separator: &'static str,
    close: &'static str,
}

impl Frame {
    fn of(shape: &Shape, notation: Notation) -> Frame {
        let (open, after_head, separator, close) = match (shape, notation) {
            (Shape::Rule(_), Notation::Prefix) => ("(<= ", "", "", ")"),
            (Shape::Not(_), Notation::Prefix) => ("(not ", "", "", ")"),
            (Shape::Or(_), Notation::Prefix) => ("(or", "", "", ")"),
            (Shape::And(_), Notation::Prefix) => ("(and", "", "", ")"),
            (Shape::Rule(_), Notation::Infix) => ("", " :-", " &", ""),
            (Shape::Not(_), Notation::Infix) => ("~", "", "", ""),
            (Shape::Or(_), Notation::Infix) => ("(", "", " |", ")"),
            (Shape::And(_), Notation::Infix) => ("(", "", " &", ")"),
            (Shape::Word(_) | Shape::Apply(..), _) => ("", "", "", ""),
        };
        Frame {
            open,
            after_head,
            separator,
            close,
        }
    }
}

/// The item on one line, without comments.
fn flat(item: &Item, notation: Notation) -> String {
    match notation {
        Notation::Prefix => flat_prefix(item),
        Notation::Infix => flat_infix(item),
    }
}

fn flat_prefix(item: &Item) -> String {
    let name = match &item.shape {
        Shape::Word(word) => return word.clone(),
        Shape::Apply(name, _) => name,
        Shape::Rule(_) => "<=",
        Shape::Not(_) => "not",
        Shape::Or(_) => "or",
        Shape::And(_) => "and",
    };
    let parts = item
        .parts()
        .iter()
        .map(|part| format!(" {}", flat_prefix(part)));
    format!("({name}{})", parts.collect::<String>())
}

fn flat_infix(item: &Item) -> String {
    let joined = |parts: &[Item], separator: &str| {
        let parts: Vec<_> = parts.iter().map(flat_infix).collect();
        parts.join(separator)
    };
    match &item.shape {
        Shape::Word(word) => word.clone(),
        Shape::Apply(name, args) => format!("{name}({})", joined(args, ", ")),
        Shape::Rule(parts) => match &parts[..] {
            [] => String::new(),
            [head] => format!("{} :- .", flat_infix(head)),
            [head, body @ ..] => format!("{} :- {}", flat_infix(head), joined(body, " & ")),
        },
        Shape::Not(inner) => format!("~{}", flat_infix(inner)),
        Shape::Or(parts) => format!("({})", joined(parts, " | ")),
        Shape::And(parts) => format!("({})", joined(parts, " & ")),
    }
}

//! Writes items line by line.

use super::item::{Comment, Item, Shape};
use crate::notation::Notation;

/// The maximum width of a rule on one line.
const WIDTH: usize = 100;

/// The indentation of the parts of a form.
const INDENT: usize = 2;

/// Returns the text of the forms and of the comments after them.
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

    /// Appends a comment to the last line.
    fn append_comment(&mut self, comment: Option<&Comment>) {
        if let Some(comment) = comment {
            let comment = self.comment(comment);
            self.text.pop();
            self.text.push(' ');
            self.text.push_str(&comment);
            self.text.push('\n');
        }
    }

    /// Writes an item, with `lead` before its first line and `tail` after its last. The caller writes the leading comments.
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
        let delimiters = Delimiters::of(&item.shape, self.notation);
        let open = format!("{lead}{}", delimiters.open);
        let close = format!("{}{tail}", delimiters.close);
        match &item.shape {
            // Hoisting removed its comments, so it starts and ends on the lines of the negated literal.
            Shape::Not(inner) => self.item(inner, indent, &open, &close),
            Shape::Rule(parts) => {
                let head = parts.first().map(|head| flat(head, self.notation));
                let head = head.unwrap_or_default();
                self.line(indent, &format!("{open}{head}{}", delimiters.after_head));
                self.append_comment(parts.first().and_then(|head| head.trailing.as_ref()));
                let body = parts.get(1..).unwrap_or_default();
                self.parts(item, body, indent + INDENT, delimiters.separator, &close);
            }
            _ => {
                self.line(indent, &open);
                self.parts(
                    item,
                    item.parts(),
                    indent + INDENT,
                    delimiters.separator,
                    &close,
                );
            }
        }
    }

    /// Writes each part on lines of its own, then the closing. The closing gets its own line if a comment precedes it.
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
            // An infix rule has no closing parenthesis. The full stop shows that the comment belongs to the rule.
            self.line(indent, if close.is_empty() { "." } else { close });
        }
    }
}

impl Shape {
    /// Returns whether the item may occupy several lines.
    fn is_breakable(&self) -> bool {
        !matches!(self, Shape::Word(_) | Shape::Apply(..))
    }
}

/// The text before, between and after the parts of an item on several lines.
struct Delimiters {
    open: &'static str,
    after_head: &'static str,
    separator: &'static str,
    close: &'static str,
}

impl Delimiters {
    fn of(shape: &Shape, notation: Notation) -> Delimiters {
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
        Delimiters {
            open,
            after_head,
            separator,
            close,
        }
    }
}

/// Returns the item on one line, without comments.
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

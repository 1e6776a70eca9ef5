//! Expressions in prefix notation, as in messages and records: words and lists.

use senet_gdl::{TokenKind, tokens};

/// Deeper expressions are rejected. Real moves and rules are far below this.
const MAX_DEPTH: usize = 1000;

/// A word or a list, with its place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expression<'a> {
    /// The text from its first to its last character.
    pub text: &'a str,
    /// The items between the parentheses; `None` for a word.
    pub items: Option<Vec<Expression<'a>>>,
}

impl<'a> Expression<'a> {
    /// Reads the first complete expression and ignores the rest, as hosts do. `None` if there is none.
    pub fn read(text: &'a str) -> Option<Expression<'a>> {
        let mut open: Vec<(usize, Vec<Expression>)> = Vec::new();
        for token in tokens(text) {
            let (start, end) = (token.span.start as usize, token.span.end as usize);
            let done = match token.kind {
                TokenKind::Space | TokenKind::Comment => continue,
                TokenKind::Open if open.len() == MAX_DEPTH => return None,
                TokenKind::Open => {
                    open.push((start, Vec::new()));
                    continue;
                }
                TokenKind::Close => {
                    let (start, items) = open.pop()?;
                    Expression {
                        text: &text[start..end],
                        items: Some(items),
                    }
                }
                TokenKind::Word => Expression {
                    text: &text[start..end],
                    items: None,
                },
            };
            match open.last_mut() {
                Some((_, items)) => items.push(done),
                None => return Some(done),
            }
        }
        None
    }

    /// The word; `None` for a list.
    pub fn word(&self) -> Option<&'a str> {
        self.items.is_none().then_some(self.text)
    }

    /// The items of a list; a word has none.
    pub fn list(&self) -> &[Expression<'a>] {
        self.items.as_deref().unwrap_or(&[])
    }

    /// The text between the parentheses of a list, or the whole word.
    pub fn inside(&self) -> &'a str {
        match self.items {
            Some(_) => &self.text[1..self.text.len() - 1],
            None => self.text,
        }
    }

    /// The term in the form that games use: lower case, single spaces, no parentheses around a single word. `None` if a list does not begin with a
    /// word.
    pub fn term(&self) -> Option<String> {
        let Some(items) = &self.items else {
            return Some(self.text.to_lowercase());
        };
        let (head, arguments) = items.split_first()?;
        let head = head.word()?.to_lowercase();
        if arguments.is_empty() {
            return Some(head);
        }
        let arguments: Vec<_> = arguments.iter().map(Self::term).collect::<Option<_>>()?;
        Some(format!("({head} {})", arguments.join(" ")))
    }
}

/// The first term of a text, in the form that games use.
pub fn term(text: &str) -> Option<String> {
    Expression::read(text)?.term()
}

/// The text with one space between all tokens, as GGP Base prints it: `( mark 1 1 )`.
pub fn spaced(text: &str) -> String {
    let words = tokens(text).filter(|token| {
        matches!(
            token.kind,
            TokenKind::Open | TokenKind::Close | TokenKind::Word
        )
    });
    let words: Vec<_> = words.map(|token| token.span.of(text)).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        assert_eq!(term(text).as_deref(), expected);
    }

    #[test]
    fn reads_terms_in_the_form_of_games() {
        check("( MARK 1  1 )", Some("(mark 1 1)"));
        check(" noop and more", Some("noop"));
        check("(noop)", Some("noop"));
        check("(move (to a 1) b) (rest", Some("(move (to a 1) b)"));
        check("(move", None);
        check(")", None);
        check("((move) 1)", None);
        check("()", None);
        check("", None);
    }

    #[test]
    fn rejects_deep_expressions() {
        assert_eq!(Expression::read(&"(".repeat(1_000_000)), None);
        assert_eq!(
            term(&format!("{}a{}", "(f ".repeat(2000), ")".repeat(2000))),
            None
        );
    }

    #[test]
    fn puts_one_space_between_tokens() {
        assert_eq!(spaced("(mark 1 1)"), "( mark 1 1 )");
        assert_eq!(spaced("noop"), "noop");
        assert_eq!(spaced("(() (a))"), "( ( ) ( a ) )");
    }
}

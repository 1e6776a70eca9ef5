//! Converts words between the two notations.

use super::lexer::{Kind, tokens};
use crate::lexer::{TokenKind, tokens as prefix_tokens};
use crate::symbol::Symbols;

/// Returns the prefix form of an infix word or quoted name: `X` becomes `?x`, `'+'` becomes `+`. `None` if the word has no prefix form, and for `_`,
/// which is a new variable each time.
pub(crate) fn to_prefix(word: &str) -> Option<String> {
    if let Some(quoted) = word.strip_prefix('\'') {
        let inner = unescape(quoted.strip_suffix('\'')?);
        return is_prefix_word(&inner).then_some(inner);
    }
    let first = word.chars().next()?;
    if first == '_' {
        return (word != "_").then(|| format!("?{word}"));
    }
    if first.is_uppercase() {
        let rest = &word[first.len_utf8()..];
        return Some(format!("?{}{rest}", first.to_lowercase()));
    }
    Some(word.to_owned())
}

/// Returns the infix form of a prefix word: `?x` becomes `X`. Quotes the word if necessary.
pub(crate) fn from_prefix(word: &str, keywords: &Symbols) -> String {
    if keywords
        .get(word)
        .is_some_and(|keyword| keyword.is_keyword())
    {
        let folded = word.to_lowercase();
        if reads_as(&folded, word) {
            return folded;
        }
    }
    let candidate = word.strip_prefix('?').map_or(word.to_owned(), capitalise);
    if reads_as(&candidate, word) {
        candidate
    } else {
        format!("'{}'", word.replace('\\', "\\\\").replace('\'', "\\'"))
    }
}

/// Returns whether the infix word is a single token with the meaning of the prefix word.
fn reads_as(infix: &str, prefix: &str) -> bool {
    let mut found = tokens(infix);
    found.next().is_some_and(|t| t.kind == Kind::Word)
        && found.next().is_none()
        && to_prefix(infix).is_some_and(|back| back.to_lowercase() == prefix.to_lowercase())
}

fn capitalise(word: &str) -> String {
    let mut chars = word.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

fn is_prefix_word(word: &str) -> bool {
    let mut found = prefix_tokens(word);
    found.next().is_some_and(|t| t.kind == TokenKind::Word) && found.next().is_none()
}

fn unescape(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut escaped = false;
    for c in text.chars() {
        if c == '\\' && !escaped {
            escaped = true;
        } else {
            escaped = false;
            result.push(c);
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(prefix: &str, infix: &str, back: &str) {
        let written = from_prefix(prefix, &Symbols::new());
        assert_eq!(written, infix);
        assert_eq!(to_prefix(&written).as_deref(), Some(back));
    }

    #[test]
    fn capitalises_variables() {
        check("?x", "X", "?x");
        check("?fooBar", "FooBar", "?fooBar");
        check("?FOO", "FOO", "?fOO");
        check("?_x", "_x", "?_x");
        check("?to-x", "To-x", "?to-x");
        check("?1", "'?1'", "?1");
        check("?_", "'?_'", "?_");
        check("?", "'?'", "?");
        check("?ßa", "'?ßa'", "?ßa");
    }

    #[test]
    fn quotes_names_that_are_not_plain_words() {
        check("mark-x", "mark-x", "mark-x");
        check("10", "10", "10");
        check("White", "'White'", "White");
        check("+", "'+'", "+");
        check("it's\\", "'it\\'s\\\\'", "it's\\");
        check("TRUE", "true", "true");
        check("<=", "'<='", "<=");
        assert_eq!(to_prefix("'a b'"), None);
        assert_eq!(to_prefix("''"), None);
        assert_eq!(to_prefix("_"), None);
    }
}

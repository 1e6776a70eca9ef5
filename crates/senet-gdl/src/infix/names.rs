//! Words of one notation as words of the other.

use super::lexer::{Kind, tokens};
use crate::lexer::{TokenKind, tokens as prefix_tokens};
use crate::symbol::Symbols;

/// The prefix spelling of an infix word or quotation: `X` is `?x`, `'+'` is `+`. `None` if there is no such word. A
/// lone `_`, which stands for another variable each time, is no single word either.
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

/// The infix spelling of a prefix word: `?x` is `X`; quoted where it must be.
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

/// Whether the infix word is a single token that means the prefix word.
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
    fn variables_are_capitalised() {
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
    fn odd_names_are_quoted() {
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

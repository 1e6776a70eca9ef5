//! Facts of a state as text.

/// A fact: a name and its arguments. Nested terms stay as text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fact {
    /// The name.
    pub name: String,
    /// The arguments.
    pub args: Vec<String>,
}

impl Fact {
    /// Reads `name` or `(name a (f b) c)` and converts it to lower case. Any other text becomes a name.
    pub fn read(text: &str) -> Fact {
        let text = text.trim().to_lowercase();
        let inner = text.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
        let mut words = inner.map_or(vec![], split);
        match words.is_empty() {
            true => Fact {
                name: text,
                args: Vec::new(),
            },
            false => Fact {
                name: words.remove(0),
                args: words,
            },
        }
    }

    /// Returns the fact as one line, without the outer parentheses.
    pub fn words(&self) -> String {
        let args = self.args.iter().map(String::as_str);
        let all: Vec<&str> = std::iter::once(self.name.as_str()).chain(args).collect();
        all.join(" ")
    }
}

/// Splits a list into words, but keeps nested parentheses together.
fn split(inner: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut depth = 0;
    for c in inner.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if c.is_whitespace() && depth <= 0 {
            words.push(std::mem::take(&mut word));
        } else {
            word.push(c);
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let fact = Fact::read(text);
        let words: Vec<_> = [&[fact.name][..], &fact.args].concat();
        assert_eq!(words, expected);
    }

    #[test]
    fn splits_fact_into_name_and_arguments() {
        check("( cell 1 2 X )", &["cell", "1", "2", "x"]);
        check("done", &["done"]);
        check("(at (pos 1 2) king)", &["at", "(pos 1 2)", "king"]);
        check("()", &["()"]);
    }
}

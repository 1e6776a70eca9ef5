//! Facts of a state as people write them.

/// A fact: a name and its arguments, in which inner terms stay as they are written.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fact {
    /// The name.
    pub name: String,
    /// The arguments.
    pub args: Vec<String>,
}

impl Fact {
    /// Reads `name` or `(name a (f b) c)`, in lower case. Text that is no term becomes a name.
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

    /// The fact in a line, without parentheses around it.
    pub fn words(&self) -> String {
        let args = self.args.iter().map(String::as_str);
        let all: Vec<&str> = std::iter::once(self.name.as_str()).chain(args).collect();
        all.join(" ")
    }
}

/// The words of a list; what is in inner parentheses stays together.
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
    fn facts_are_read_word_by_word() {
        check("( cell 1 2 X )", &["cell", "1", "2", "x"]);
        check("done", &["done"]);
        check("(at (pos 1 2) king)", &["at", "(pos 1 2)", "king"]);
        check("()", &["()"]);
    }
}

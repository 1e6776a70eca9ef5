//! Patterns of facts: terms with places that anything may take.

use super::term::{Part, Term, Words, end_of};
use senet_gdl::{Symbols, Term as RuleTerm};

/// A place of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Slot {
    /// Any term.
    Any,
    /// This word, followed by its arguments.
    Is(Part),
}

/// What a fact looks like, outermost word first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pattern(pub Box<[Slot]>);

impl Pattern {
    /// The pattern of a term of the rules; every variable may be anything.
    pub fn of_rules(term: &RuleTerm, symbols: &Symbols, words: &mut Words) -> Pattern {
        let mut slots = Vec::new();
        term.visit(&mut |part| {
            slots.push(match part {
                RuleTerm::Variable(..) => Slot::Any,
                RuleTerm::Constant(name, _) => word(symbols.key(*name), 0, words),
                RuleTerm::Function(name, args, _) => word(symbols.key(*name), args.len(), words),
            });
        });
        Pattern(slots.into())
    }

    /// The same with every constant replaced by a place for anything. The outermost word stays: it says what kind of fact this is.
    pub fn skeleton(&self) -> Pattern {
        let general = |(at, slot): (usize, &Slot)| match slot {
            Slot::Is(part) if part.arguments == 0 && at > 0 => Slot::Any,
            other => *other,
        };
        Pattern(self.0.iter().enumerate().map(general).collect())
    }

    /// Whether a fact looks like this; if so, for each place that may be anything, where its term starts and ends.
    pub fn fit(&self, term: &Term) -> Option<Vec<(usize, usize)>> {
        let mut places = Vec::new();
        let mut at = 0;
        for slot in &self.0 {
            match slot {
                Slot::Any => {
                    let end = end_of(term, at);
                    places.push((at, end));
                    at = end;
                }
                Slot::Is(part) if term.get(at) == Some(part) => at += 1,
                Slot::Is(_) => return None,
            }
        }
        (at == term.len()).then_some(places)
    }

    /// The same with some of its open places filled from a fact that fits.
    pub fn filled(&self, term: &Term, places: &[(usize, usize)], keep: &[usize]) -> Pattern {
        let mut slots = Vec::with_capacity(term.len());
        let mut open = 0;
        for slot in &self.0 {
            if *slot != Slot::Any {
                slots.push(*slot);
                continue;
            }
            let (start, end) = places[open];
            match keep.contains(&open) {
                true => slots.extend(term[start..end].iter().map(|part| Slot::Is(*part))),
                false => slots.push(Slot::Any),
            }
            open += 1;
        }
        Pattern(slots.into())
    }

    /// How many places may be anything.
    pub fn open(&self) -> usize {
        self.0.iter().filter(|slot| **slot == Slot::Any).count()
    }

    /// The pattern in GDL, its open places as different variables.
    pub fn text(&self, words: &Words) -> String {
        let mut text = String::new();
        let mut missing: Vec<u32> = Vec::new();
        let mut variables = 0;
        for slot in &self.0 {
            if text.ends_with(|last| last != '(') {
                text.push(' ');
            }
            match slot {
                Slot::Any => {
                    text += &variable(variables);
                    variables += 1;
                }
                Slot::Is(part) if part.arguments == 0 => text += words.text(part.word),
                Slot::Is(part) => {
                    text.push('(');
                    text += words.text(part.word);
                    missing.push(part.arguments + 1);
                }
            }
            close(&mut text, &mut missing);
        }
        text
    }
}

fn word(key: &str, arguments: usize, words: &mut Words) -> Slot {
    Slot::Is(Part {
        word: words.number(key),
        arguments: arguments as u32,
    })
}

/// The name of a variable: `?x`, `?y`, `?z`, then numbers.
fn variable(number: usize) -> String {
    match ["?x", "?y", "?z", "?u", "?v", "?w"].get(number) {
        Some(name) => name.to_string(),
        None => format!("?v{number}"),
    }
}

/// Counts a word or term as written and closes all brackets that it completes.
fn close(text: &mut String, missing: &mut Vec<u32>) {
    while let Some(last) = missing.last_mut() {
        *last -= 1;
        if *last > 0 {
            return;
        }
        text.push(')');
        missing.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use senet_gdl::Sheet;

    /// The pattern of `(true TERM)` and its skeleton, and whether a fact fits it.
    #[track_caller]
    fn check(term: &str, shown: &str, skeleton: &str, fits: &str, misfits: &str) {
        let sheet = Sheet::read(format!("(init {term})"));
        let mut words = Words::default();
        let rules = &sheet.description;
        let pattern = Pattern::of_rules(&rules.rules[0].head.args[0], &rules.symbols, &mut words);
        assert_eq!(pattern.text(&words), shown);
        assert_eq!(pattern.skeleton().text(&words), skeleton);
        let (good, bad) = (words.read(fits), words.read(misfits));
        assert!(pattern.fit(&good).is_some());
        assert!(pattern.fit(&bad).is_none());
    }

    #[test]
    fn patterns_fit_and_are_written() {
        check("over", "over", "over", "over", "(over 1)");
        check(
            "(cell ?m 2 ?m)",
            "(cell ?x 2 ?y)",
            "(cell ?x ?y ?z)",
            "(cell 1 2 b)",
            "(cell 1 3 b)",
        );
        check(
            "(at (pos ?a (s 2)) ?b c)",
            "(at (pos ?x (s 2)) ?y c)",
            "(at (pos ?x (s ?y)) ?z ?u)",
            "(at (pos (s 1) (s 2)) (f x y) c)",
            "(at (pos 1 2) (f x y) c)",
        );
    }

    #[test]
    fn open_places_are_filled_from_facts() {
        let mut words = Words::default();
        let term = words.read("(at (pos 1 2) b)");
        let at = Part {
            word: words.number("at"),
            arguments: 2,
        };
        let pattern = Pattern([Slot::Is(at), Slot::Any, Slot::Any].into());
        let places = pattern.fit(&term).unwrap();
        let text = |keep: &[usize]| pattern.filled(&term, &places, keep).text(&words);
        assert_eq!(text(&[]), "(at ?x ?y)");
        assert_eq!(text(&[0]), "(at (pos 1 2) ?x)");
        assert_eq!(text(&[0, 1]), "(at (pos 1 2) b)");
    }
}

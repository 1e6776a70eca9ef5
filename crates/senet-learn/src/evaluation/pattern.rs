//! Patterns of fluents: terms with wildcards.

use super::term::{GroundTerm, TermSymbol, Vocabulary, end_of};
use senet_gdl::{Symbols, Term as RuleTerm};

/// An element of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PatternSlot {
    /// A wildcard for any term.
    Wildcard,
    /// This symbol, followed by its arguments.
    Symbol(TermSymbol),
}

/// A pattern of fluents, outermost symbol first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FluentPattern(pub Box<[PatternSlot]>);

impl FluentPattern {
    /// The pattern of a term of the rules. Each variable becomes a wildcard.
    pub fn of_rules(
        term: &RuleTerm,
        symbols: &Symbols,
        vocabulary: &mut Vocabulary,
    ) -> FluentPattern {
        let mut slots = Vec::new();
        term.visit(&mut |part| {
            slots.push(match part {
                RuleTerm::Variable(..) => PatternSlot::Wildcard,
                RuleTerm::Constant(name, _) => symbol_slot(symbols.key(*name), 0, vocabulary),
                RuleTerm::Function(name, args, _) => {
                    symbol_slot(symbols.key(*name), args.len(), vocabulary)
                }
            });
        });
        FluentPattern(slots.into())
    }

    /// Replaces every constant by a wildcard. The outermost symbol stays, since it is the kind of the fluent.
    pub fn skeleton(&self) -> FluentPattern {
        let general = |(at, slot): (usize, &PatternSlot)| match slot {
            PatternSlot::Symbol(part) if part.arguments == 0 && at > 0 => PatternSlot::Wildcard,
            other => *other,
        };
        FluentPattern(self.0.iter().enumerate().map(general).collect())
    }

    /// Matches a fluent. Returns the start and end of the term that each wildcard matched.
    pub fn match_fluent(&self, term: &GroundTerm) -> Option<Vec<(usize, usize)>> {
        let mut wildcard_ranges = Vec::new();
        let mut at = 0;
        for slot in &self.0 {
            match slot {
                PatternSlot::Wildcard => {
                    let end = end_of(term, at);
                    wildcard_ranges.push((at, end));
                    at = end;
                }
                PatternSlot::Symbol(part) if term.get(at) == Some(part) => at += 1,
                PatternSlot::Symbol(_) => return None,
            }
        }
        (at == term.len()).then_some(wildcard_ranges)
    }

    /// Fills the wildcards listed in `keep` from a matching fluent.
    pub fn filled(
        &self,
        term: &GroundTerm,
        wildcard_ranges: &[(usize, usize)],
        keep: &[usize],
    ) -> FluentPattern {
        let mut slots = Vec::with_capacity(term.len());
        let mut wildcards = 0;
        for slot in &self.0 {
            if *slot != PatternSlot::Wildcard {
                slots.push(*slot);
                continue;
            }
            let (start, end) = wildcard_ranges[wildcards];
            match keep.contains(&wildcards) {
                true => slots.extend(
                    term[start..end]
                        .iter()
                        .map(|part| PatternSlot::Symbol(*part)),
                ),
                false => slots.push(PatternSlot::Wildcard),
            }
            wildcards += 1;
        }
        FluentPattern(slots.into())
    }

    /// The number of wildcards.
    pub fn wildcards(&self) -> usize {
        self.0
            .iter()
            .filter(|slot| **slot == PatternSlot::Wildcard)
            .count()
    }

    /// The pattern in GDL, with a different variable for each wildcard.
    pub fn text(&self, vocabulary: &Vocabulary) -> String {
        let mut text = String::new();
        let mut missing: Vec<u32> = Vec::new();
        let mut variables = 0;
        for slot in &self.0 {
            if text.ends_with(|last| last != '(') {
                text.push(' ');
            }
            match slot {
                PatternSlot::Wildcard => {
                    text += &variable(variables);
                    variables += 1;
                }
                PatternSlot::Symbol(part) if part.arguments == 0 => {
                    text += vocabulary.text(part.symbol)
                }
                PatternSlot::Symbol(part) => {
                    text.push('(');
                    text += vocabulary.text(part.symbol);
                    missing.push(part.arguments + 1);
                }
            }
            close(&mut text, &mut missing);
        }
        text
    }
}

fn symbol_slot(key: &str, arguments: usize, vocabulary: &mut Vocabulary) -> PatternSlot {
    PatternSlot::Symbol(TermSymbol {
        symbol: vocabulary.number(key),
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

/// Counts a symbol or term as written, and closes the parentheses that it completes.
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

    /// Checks the text of a pattern, its skeleton, and a matching and a non-matching fluent.
    #[track_caller]
    fn check(term: &str, shown: &str, skeleton: &str, fits: &str, misfits: &str) {
        let sheet = Sheet::read(format!("(init {term})"));
        let mut vocabulary = Vocabulary::default();
        let rules = &sheet.description;
        let pattern = FluentPattern::of_rules(
            &rules.rules[0].head.args[0],
            &rules.symbols,
            &mut vocabulary,
        );
        assert_eq!(pattern.text(&vocabulary), shown);
        assert_eq!(pattern.skeleton().text(&vocabulary), skeleton);
        let (good, bad) = (vocabulary.read(fits), vocabulary.read(misfits));
        assert!(pattern.match_fluent(&good).is_some());
        assert!(pattern.match_fluent(&bad).is_none());
    }

    #[test]
    fn patterns_match_fluents_and_print_as_gdl() {
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
    fn wildcards_are_filled_from_fluents() {
        let mut vocabulary = Vocabulary::default();
        let term = vocabulary.read("(at (pos 1 2) b)");
        let at = TermSymbol {
            symbol: vocabulary.number("at"),
            arguments: 2,
        };
        let pattern = FluentPattern(
            [
                PatternSlot::Symbol(at),
                PatternSlot::Wildcard,
                PatternSlot::Wildcard,
            ]
            .into(),
        );
        let wildcard_ranges = pattern.match_fluent(&term).unwrap();
        let text = |keep: &[usize]| {
            pattern
                .filled(&term, &wildcard_ranges, keep)
                .text(&vocabulary)
        };
        assert_eq!(text(&[]), "(at ?x ?y)");
        assert_eq!(text(&[0]), "(at (pos 1 2) ?x)");
        assert_eq!(text(&[0, 1]), "(at (pos 1 2) b)");
    }
}

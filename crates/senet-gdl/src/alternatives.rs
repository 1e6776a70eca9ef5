//! Bodies as alternatives of plain conjunctions: `or`, `and` and nested `not` multiplied out.

use crate::description::{Literal, Rule, Sentence, Term};

/// A literal without structure, still pointing into the rule.
#[derive(Clone, Copy)]
pub(crate) enum Simple<'a> {
    Holds(&'a Sentence),
    Fails(&'a Sentence),
    Distinct(&'a Term, &'a Term),
    Equal(&'a Term, &'a Term),
}

/// The alternatives of a rule's body. See [`Size::of_rule`] first: there may be very many.
pub(crate) fn alternatives(rule: &Rule) -> Vec<Vec<Simple<'_>>> {
    conjunction(rule.body.iter().map(|literal| cases(literal, false)))
}

fn cases(literal: &Literal, negated: bool) -> Vec<Vec<Simple<'_>>> {
    match (literal, negated) {
        (Literal::Holds(s), false) => vec![vec![Simple::Holds(s)]],
        (Literal::Holds(s), true) => vec![vec![Simple::Fails(s)]],
        (Literal::Distinct(a, b, _), false) => vec![vec![Simple::Distinct(a, b)]],
        (Literal::Distinct(a, b, _), true) => vec![vec![Simple::Equal(a, b)]],
        (Literal::Not(inner, _), _) => cases(inner, !negated),
        (Literal::And(parts, _), false) | (Literal::Or(parts, _), true) => {
            conjunction(parts.iter().map(|part| cases(part, negated)))
        }
        (Literal::Or(parts, _), false) | (Literal::And(parts, _), true) => {
            parts.iter().flat_map(|part| cases(part, negated)).collect()
        }
    }
}

fn conjunction<'a>(parts: impl Iterator<Item = Vec<Vec<Simple<'a>>>>) -> Vec<Vec<Simple<'a>>> {
    parts.fold(vec![Vec::new()], |mut product, part| {
        // Most literals have one alternative: copying would make long bodies quadratic.
        if let [only] = &part[..] {
            product.iter_mut().for_each(|before| before.extend(only));
            return product;
        }
        let combine = |before: &Vec<Simple<'a>>| -> Vec<Vec<Simple<'a>>> {
            let join = |more: &Vec<Simple<'a>>| before.iter().chain(more).copied().collect();
            part.iter().map(join).collect()
        };
        product.iter().flat_map(combine).collect()
    })
}

/// How large the alternatives of something are, without making them.
#[derive(Clone, Copy)]
pub(crate) struct Size {
    /// How many there are.
    pub cases: usize,
    /// The words in all of them together.
    pub words: usize,
}

impl Size {
    /// Of a whole rule, the head counted once for each case.
    pub fn of_rule(rule: &Rule) -> Size {
        let head = Size::of_sentence(&rule.head);
        let body = rule.body.iter().map(|literal| Size::of(literal, false));
        Size::of_all([head].into_iter().chain(body))
    }

    fn of(literal: &Literal, negated: bool) -> Size {
        match (literal, negated) {
            (Literal::Holds(sentence), _) => Size::of_sentence(sentence),
            (Literal::Distinct(a, b, _), _) => Size {
                cases: 1,
                words: 1 + words(a) + words(b),
            },
            (Literal::Not(inner, _), _) => Size::of(inner, !negated),
            (Literal::And(parts, _), false) | (Literal::Or(parts, _), true) => {
                Size::of_all(parts.iter().map(|part| Size::of(part, negated)))
            }
            (Literal::Or(parts, _), false) | (Literal::And(parts, _), true) => {
                Size::of_any(parts.iter().map(|part| Size::of(part, negated)))
            }
        }
    }

    fn of_sentence(sentence: &Sentence) -> Size {
        Size {
            cases: 1,
            words: 1 + sentence.args.iter().map(words).sum::<usize>(),
        }
    }

    fn of_all(parts: impl Iterator<Item = Size>) -> Size {
        let nothing = Size { cases: 1, words: 0 };
        parts.fold(nothing, |product, part| Size {
            cases: product.cases.saturating_mul(part.cases),
            words: (product.words.saturating_mul(part.cases))
                .saturating_add(part.words.saturating_mul(product.cases)),
        })
    }

    fn of_any(parts: impl Iterator<Item = Size>) -> Size {
        let nothing = Size { cases: 0, words: 0 };
        parts.fold(nothing, |sum, part| Size {
            cases: sum.cases.saturating_add(part.cases),
            words: sum.words.saturating_add(part.words),
        })
    }
}

fn words(term: &Term) -> usize {
    let mut count = 0;
    term.visit(&mut |_| count += 1);
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sheet;

    #[test]
    fn sizes_are_those_of_the_alternatives() {
        for rule in [
            "(<= (p a) (q b c))",
            "(<= p (or a (q b)) (or c d e))",
            "(<= p (not (or a b)))",
            "(<= p (not (and a b)))",
            "(<= p (or))",
            "(<= p (distinct (f a) b))",
        ] {
            let sheet = Sheet::read(rule);
            let rule = &sheet.description.rules[0];
            let size = Size::of_rule(rule);
            let made = alternatives(rule);
            assert_eq!(size.cases, made.len());
            let in_case = |case: &Vec<Simple>| -> usize { case.iter().map(simple_words).sum() };
            let head = Size::of_sentence(&rule.head).words;
            let all: usize = made.iter().map(|case| head + in_case(case)).sum();
            assert_eq!(size.words, all);
        }
    }

    fn simple_words(simple: &Simple) -> usize {
        match simple {
            Simple::Holds(s) | Simple::Fails(s) => Size::of_sentence(s).words,
            Simple::Distinct(a, b) | Simple::Equal(a, b) => 1 + words(a) + words(b),
        }
    }
}

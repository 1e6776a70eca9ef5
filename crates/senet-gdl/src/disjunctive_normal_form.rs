//! Disjunctive normal form: turns a rule body with `or`, `and` and nested `not` into alternative conjunctions.

use crate::description::{Literal, Rule, Sentence, Term};

/// A literal without connectives. It borrows its sentence or terms from the rule.
#[derive(Clone, Copy)]
pub(crate) enum Simple<'a> {
    Holds(&'a Sentence),
    Fails(&'a Sentence),
    Distinct(&'a Term, &'a Term),
    Equal(&'a Term, &'a Term),
}

/// Returns the alternative conjunctions of a rule body. Check [`Size::of_rule`] first: the number can be exponential.
pub(crate) fn alternatives(rule: &Rule) -> Vec<Vec<Simple<'_>>> {
    conjunction(&rule.body, false)
}

fn literal_alternatives(literal: &Literal, negated: bool) -> Vec<Vec<Simple<'_>>> {
    match (literal, negated) {
        (Literal::Holds(s), false) => vec![vec![Simple::Holds(s)]],
        (Literal::Holds(s), true) => vec![vec![Simple::Fails(s)]],
        (Literal::Distinct(a, b, _), false) => vec![vec![Simple::Distinct(a, b)]],
        (Literal::Distinct(a, b, _), true) => vec![vec![Simple::Equal(a, b)]],
        (Literal::Not(inner, _), _) => literal_alternatives(inner, !negated),
        (Literal::And(parts, _), false) | (Literal::Or(parts, _), true) => {
            conjunction(parts, negated)
        }
        (Literal::Or(parts, _), false) | (Literal::And(parts, _), true) => parts
            .iter()
            .flat_map(|part| literal_alternatives(part, negated))
            .collect(),
    }
}

/// The alternatives in which all parts hold. Parts that never hold are found first: [`Size`] counts their products as empty, so
/// nothing may be multiplied before them.
fn conjunction(parts: &[Literal], negated: bool) -> Vec<Vec<Simple<'_>>> {
    if parts.iter().any(|part| never_holds(part, negated)) {
        return Vec::new();
    }
    let parts = parts.iter().map(|part| literal_alternatives(part, negated));
    parts.fold(vec![Vec::new()], product)
}

fn product<'a>(
    mut before: Vec<Vec<Simple<'a>>>,
    part: Vec<Vec<Simple<'a>>>,
) -> Vec<Vec<Simple<'a>>> {
    // Most literals have one alternative. Copying the product for them would make long bodies quadratic.
    if let [only] = &part[..] {
        before.iter_mut().for_each(|before| before.extend(only));
        return before;
    }
    let combine = |before: &Vec<Simple<'a>>| -> Vec<Vec<Simple<'a>>> {
        let join = |more: &Vec<Simple<'a>>| before.iter().chain(more).copied().collect();
        part.iter().map(join).collect()
    };
    before.iter().flat_map(combine).collect()
}

/// Whether the literal has no alternatives, as `(or)` has none.
fn never_holds(literal: &Literal, negated: bool) -> bool {
    match (literal, negated) {
        (Literal::Holds(_) | Literal::Distinct(..), _) => false,
        (Literal::Not(inner, _), _) => never_holds(inner, !negated),
        (Literal::And(parts, _), false) | (Literal::Or(parts, _), true) => {
            parts.iter().any(|part| never_holds(part, negated))
        }
        (Literal::Or(parts, _), false) | (Literal::And(parts, _), true) => {
            parts.iter().all(|part| never_holds(part, negated))
        }
    }
}

/// The size of a disjunctive normal form, computed without building it.
#[derive(Clone, Copy)]
pub(crate) struct Size {
    /// The number of alternatives.
    pub alternatives: usize,
    /// The number of words in all alternatives together.
    pub words: usize,
}

impl Size {
    /// The size of a whole rule. The head counts once per alternative.
    pub fn of_rule(rule: &Rule) -> Size {
        let head = Size::of_sentence(&rule.head);
        let body = rule.body.iter().map(|literal| Size::of(literal, false));
        Size::of_all([head].into_iter().chain(body))
    }

    fn of(literal: &Literal, negated: bool) -> Size {
        match (literal, negated) {
            (Literal::Holds(sentence), _) => Size::of_sentence(sentence),
            (Literal::Distinct(a, b, _), _) => Size {
                alternatives: 1,
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

    /// The size of one sentence.
    pub fn of_sentence(sentence: &Sentence) -> Size {
        Size {
            alternatives: 1,
            words: 1 + sentence.args.iter().map(words).sum::<usize>(),
        }
    }

    fn of_all(parts: impl Iterator<Item = Size>) -> Size {
        let nothing = Size {
            alternatives: 1,
            words: 0,
        };
        parts.fold(nothing, |product, part| Size {
            alternatives: product.alternatives.saturating_mul(part.alternatives),
            words: (product.words.saturating_mul(part.alternatives))
                .saturating_add(part.words.saturating_mul(product.alternatives)),
        })
    }

    fn of_any(parts: impl Iterator<Item = Size>) -> Size {
        let nothing = Size {
            alternatives: 0,
            words: 0,
        };
        parts.fold(nothing, |sum, part| Size {
            alternatives: sum.alternatives.saturating_add(part.alternatives),
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
    fn size_equals_that_of_the_built_alternatives() {
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
            assert_eq!(size.alternatives, made.len());
            let words_in =
                |alternative: &Vec<Simple>| -> usize { alternative.iter().map(simple_words).sum() };
            let head = Size::of_sentence(&rule.head).words;
            let all: usize = made
                .iter()
                .map(|alternative| head + words_in(alternative))
                .sum();
            assert_eq!(size.words, all);
        }
    }

    #[test]
    fn nothing_is_multiplied_with_an_empty_or() {
        let many = "(or a b)".repeat(40);
        for body in [
            format!("{many} (or)"),
            format!("{many} (not (and))"),
            format!("(or (and {many} (or)) (not (or (and) {many})))"),
        ] {
            let sheet = Sheet::read(format!("(<= p {body})"));
            assert!(alternatives(&sheet.description.rules[0]).is_empty());
        }
    }

    fn simple_words(simple: &Simple) -> usize {
        match simple {
            Simple::Holds(s) | Simple::Fails(s) => Size::of_sentence(s).words,
            Simple::Distinct(a, b) | Simple::Equal(a, b) => 1 + words(a) + words(b),
        }
    }
}

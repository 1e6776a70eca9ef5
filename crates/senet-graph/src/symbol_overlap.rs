//! The share of common names of two games: a measure that renaming destroys, for comparison with other measures.

use rustc_hash::FxHashSet;
use senet_gdl::{Description, Literal, Rule, Symbol, Term};

/// Tests whether a name is a number, or one letter followed by a number.
pub fn is_numeric(name: &str) -> bool {
    let digits = name
        .strip_prefix(|c: char| c.is_ascii_lowercase())
        .unwrap_or(name);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The Dice coefficient of the names of two games: twice the number of common names, divided by the sum of both
/// numbers. It is 1 if there are no names. Numbers do not count.
pub fn symbol_overlap(one: &Description, other: &Description) -> f64 {
    let (one, other) = (symbol_names(one), symbol_names(other));
    match one.len() + other.len() {
        0 => 1.0,
        all => 2.0 * one.intersection(&other).count() as f64 / all as f64,
    }
}

fn symbol_names(description: &Description) -> FxHashSet<&str> {
    let mut names = FxHashSet::default();
    let mut add = |symbol: Symbol| {
        let name = description.symbols.key(symbol);
        if !symbol.is_keyword() && !is_numeric(name) {
            names.insert(name);
        }
    };
    description
        .rules
        .iter()
        .for_each(|rule| visit_rule(rule, &mut add));
    names
}

fn visit_rule(rule: &Rule, add: &mut impl FnMut(Symbol)) {
    let body = rule
        .body_sentences()
        .into_iter()
        .map(|(sentence, _)| sentence);
    for sentence in body.chain([&rule.head]) {
        add(sentence.relation);
        sentence.args.iter().for_each(|term| visit_term(term, add));
    }
    for literal in &rule.body {
        Literal::visit_distincts(literal, &mut |left: &Term, right: &Term| {
            visit_term(left, add);
            visit_term(right, add);
        });
    }
}

fn visit_term(term: &Term, add: &mut impl FnMut(Symbol)) {
    term.visit(&mut |term| match term {
        Term::Variable(..) => {}
        Term::Constant(symbol, _) | Term::Function(symbol, ..) => add(*symbol),
    });
}

#[cfg(test)]
mod tests {
    use super::is_numeric;

    #[test]
    fn numeric_names_may_start_with_one_letter() {
        for name in ["12", "m3", "c40"] {
            assert!(is_numeric(name), "{name}");
        }
        for name in ["file1", "a", "", "1a", "b-2"] {
            assert!(!is_numeric(name), "{name}");
        }
    }
}

//! Makes rows of successor relations longer or shorter.

use super::axis::{AxisDirection, pairs};
use super::rule_edits::{constant, fact};
use crate::{Chain, End, Structure};
use senet_gdl::{Description, Rule, Symbol, Symbols, Term};

/// Returns the next constants after a row. They come from a longer chain of another relation if there is one, and are
/// new otherwise.
pub(super) fn continuation(
    symbols: &mut Symbols,
    structure: &Structure,
    row: &[Symbol],
    count: usize,
) -> Vec<Symbol> {
    let chains = structure.successors.iter().flat_map(|s| &s.chains);
    let rest = chains.filter_map(|chain| after(chain, row));
    let known = rest.max_by_key(|rest| rest.len()).unwrap_or_default();
    let mut found: Vec<Symbol> = known.iter().copied().take(count).collect();
    while found.len() < count {
        let last = *found.last().unwrap_or(&row[row.len() - 1]);
        found.push(new_word(symbols, last));
    }
    found
}

/// Returns the constants that follow a row inside a longer chain.
fn after<'a>(chain: &'a Chain, row: &[Symbol]) -> Option<&'a [Symbol]> {
    let start = chain.place(*row.first()?)?;
    let rest = chain.elements[start..].strip_prefix(row)?;
    (chain.end != End::Cyclic && !rest.is_empty()).then_some(rest)
}

/// Makes a new symbol. It is the next number or letter if that is free, for readability.
fn new_word(symbols: &mut Symbols, last: Symbol) -> Symbol {
    let word = symbols.spelling(last).to_owned();
    let split = word.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let next = match (word[split..].parse::<u32>(), word.as_bytes()) {
        (Ok(number), _) => format!("{}{}", &word[..split], number.saturating_add(1)),
        (_, &[letter]) if letter.is_ascii_alphabetic() && !letter.eq_ignore_ascii_case(&b'z') => {
            char::from(letter + 1).to_string()
        }
        _ => format!("{word}+"),
    };
    symbols.fresh(&next)
}

/// Replaces the facts of an old row by those of a new one.
pub(super) fn replace_row(
    description: &mut Description,
    relation: Symbol,
    way: AxisDirection,
    old: &Chain,
    new: &[Symbol],
    end: End,
) {
    let is_old = |rule: &Rule| {
        rule.head.relation == relation
            && match &rule.head.args[..] {
                [Term::Constant(a, _), Term::Constant(b, _)] => {
                    old.place(*a).is_some() && old.place(*b).is_some()
                }
                _ => false,
            }
    };
    let rules = &mut description.rules;
    let at = rules.iter().position(is_old).unwrap_or(rules.len());
    rules.retain(|rule| !is_old(rule));
    let facts = pairs(new, end, way)
        .into_iter()
        .map(|(a, b)| fact(relation, vec![constant(a), constant(b)]));
    rules.splice(at..at, facts);
}

//! Finds amounts: ordered values of a role or of the whole game, such as scores, rounds and purses.

use senet_gdl::{Description, Symbol};
use senet_structure::{ArgumentPosition, Structure, fluents};
use std::collections::BTreeMap;

/// Returns the ordered values of fluents with one argument, or with a role and one argument, by name. A name with two
/// such forms is left out.
pub fn of(description: &Description, structure: &Structure) -> BTreeMap<String, Vec<String>> {
    let roles = structure
        .positions
        .class(ArgumentPosition::new(Symbol::ROLE, 1, 0));
    let mut found: BTreeMap<Symbol, Vec<Vec<Symbol>>> = BTreeMap::new();
    for (name, arity) in fluents(description) {
        let class = |index| {
            structure
                .positions
                .class(ArgumentPosition::new(name, arity, index))
        };
        let of_role = |index: &usize| roles.is_some() && class(*index) == roles;
        let others: Vec<usize> = (0..arity).filter(|index| !of_role(index)).collect();
        if let (&[index], 1..=2) = (&others[..], arity) {
            let values = structure.ordered_coordinate(ArgumentPosition::new(name, arity, index));
            let values = values.map(|coordinate| within_limits(structure, name, coordinate.values));
            found.entry(name).or_default().extend(values);
        }
    }
    let word = |symbol: Symbol| description.symbols.key(symbol).to_string();
    let single = found.into_iter().filter_map(|(name, mut orders)| {
        let only = orders.pop().filter(|_| orders.is_empty())?;
        Some((word(name), only.into_iter().map(word).collect()))
    });
    single.collect()
}

/// Restricts the values of a step counter to the range from its start to its limits.
fn within_limits(structure: &Structure, name: Symbol, values: Vec<Symbol>) -> Vec<Symbol> {
    let mut counters = structure.counters.iter();
    let Some(counter) = counters.find(|counter| counter.fluent == name) else {
        return values;
    };
    let ends = std::iter::once(&counter.start).chain(&counter.limits);
    let places = ends.filter_map(|end| values.iter().position(|value| value == end));
    let places: Vec<usize> = places.collect();
    match (places.iter().min(), places.iter().max()) {
        (Some(&first), Some(&last)) if first < last => values[first..=last].to_vec(),
        _ => values,
    }
}

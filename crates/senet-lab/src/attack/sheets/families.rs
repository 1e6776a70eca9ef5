//! The families of hostile sheets. Each writes a sheet from random numbers.

use super::{broken, growth, odd};
use fastrand::Rng;

/// A kind of hostile sheet.
pub struct Family {
    /// The name in findings.
    pub name: &'static str,
    /// Writes a sheet.
    pub write: fn(&mut Rng) -> Vec<u8>,
}

/// Makes families of functions that write text or bytes.
macro_rules! families {
    ($($module:ident::$name:ident),* $(,)?) => {
        [$(Family { name: stringify!($name), write: |rng| Vec::from($module::$name(rng)) }),*]
    };
}

/// All families. The large ones come first in each round, and every round uses each once.
pub const FAMILIES: [Family; 32] = families![
    growth::flat_ors,
    growth::nested_ors,
    growth::cross_product,
    growth::exponential_fluents,
    growth::deep_terms,
    growth::long_terms,
    growth::huge_arity,
    growth::endless_recursion,
    growth::endless_match,
    growth::empty_endless_match,
    growth::huge_numbers,
    growth::many_rules,
    growth::many_relations,
    growth::random_joins,
    growth::many_roles,
    odd::odd_names,
    odd::long_names,
    odd::markup_names,
    odd::roles_by_rule,
    odd::missing_parts,
    odd::odd_goals,
    odd::variables_in_facts,
    odd::unstratified_negation,
    odd::keywords_everywhere,
    odd::wrong_arities,
    odd::stuck_roles,
    broken::unbalanced,
    broken::huge_comment,
    broken::mutated_game,
    broken::shuffled_characters,
    broken::damaged_bytes,
    broken::random_bytes,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seed_decides_the_sheet() {
        for family in FAMILIES {
            let sheet = |seed| (family.write)(&mut Rng::with_seed(seed));
            assert_eq!(sheet(1), sheet(1), "{}", family.name);
            let sheets: Vec<_> = (0..20).map(sheet).collect();
            let first = &sheets[0];
            assert!(sheets.iter().any(|other| other != first), "{}", family.name);
            // A sheet above the size limit would test only that limit.
            let longest = sheets.iter().map(Vec::len).max();
            assert!(longest < Some(3 << 20), "{}: {longest:?}", family.name);
        }
    }
}

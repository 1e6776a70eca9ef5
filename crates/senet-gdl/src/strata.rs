//! Strata: an order of evaluation in which every negated relation is complete before it is used.

use crate::dependencies::Dependencies;
use crate::description::Description;

/// The rules of a description in order of evaluation.
///
/// All rules of a relation are in one stratum. This suffices for a playable description (see [`crate::playable`]), which
/// splits relations that negate themselves with other arguments.
#[derive(Clone, Debug)]
pub struct Strata {
    /// The strata. Each uses only itself and earlier ones.
    pub strata: Vec<Stratum>,
}

/// The rules of mutually recursive relations, or of a single relation.
#[derive(Clone, Debug, Default)]
pub struct Stratum {
    /// The rules, as indices into the description, in its order.
    pub rules: Vec<usize>,
    /// `true` if a rule of the stratum uses a relation of the stratum.
    pub recursive: bool,
}

/// Sorts the rules of a description into strata.
///
/// ```
/// use senet_gdl::{Sheet, strata};
/// let description = Sheet::read("(<= a (not b)) b").description;
/// let order: Vec<usize> = strata(&description).strata.into_iter().flat_map(|s| s.rules).collect();
/// assert_eq!(order, [1, 0]);
/// ```
pub fn strata(description: &Description) -> Strata {
    let graph = Dependencies::of(description);
    let mut strata = Vec::new();
    for (number, rule) in description.rules.iter().enumerate() {
        let head = rule.head.signature();
        // The graph contains every head.
        let component = graph.component(head).unwrap_or_default();
        if strata.len() <= component {
            strata.resize_with(component + 1, Stratum::default);
        }
        let stratum = &mut strata[component];
        stratum.rules.push(number);
        let is_recursive = |used| graph.component(used) == Some(component);
        stratum.recursive |=
            (rule.body_sentences().iter()).any(|(s, _)| is_recursive(s.signature()));
    }
    strata.retain(|stratum| !stratum.rules.is_empty());
    Strata { strata }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sheet, playable_by_force};

    fn check(description: &Description, expected: &[(&[usize], bool)]) {
        let sorted = strata(description).strata;
        let found: Vec<_> = sorted.iter().map(|s| (&s.rules[..], s.recursive)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn used_relations_come_first() {
        let sheet = Sheet::read("(<= a b) (<= b (not c)) c");
        check(
            &sheet.description,
            &[(&[2], false), (&[1], false), (&[0], false)],
        );
    }

    #[test]
    fn playable_splits_relations_that_negate_themselves() {
        let sheet =
            Sheet::read("(role r) (<= (goal r 100) (not (goal r 0))) (<= (goal r 0) (true x))");
        let rules = playable_by_force(&sheet).expect("a playable sheet");
        // The last two rules define `goal` as the union of its parts.
        let apart: [(&[usize], bool); 4] = [
            (&[0], false),
            (&[2], false),
            (&[1], false),
            (&[3, 4], false),
        ];
        check(&rules, &apart);
    }

    #[test]
    fn mutually_recursive_relations_share_a_stratum() {
        let sheet = Sheet::read("(<= a b) (<= b a) (<= b (not c)) c");
        check(&sheet.description, &[(&[3], false), (&[0, 1, 2], true)]);
    }
}

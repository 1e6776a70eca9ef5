//! The order in which rules can be applied such that nothing negated is asked for before it is settled.

use crate::dependencies::Dependencies;
use crate::description::Description;

/// The rules of a description, sorted by what they use.
///
/// Whole relations are sorted. For a playable description (see [`crate::playable`]) this suffices: where a relation negates
/// itself harmlessly, its rules have been given to several relations.
#[derive(Clone, Debug)]
pub struct Strata {
    /// Each stratum uses only itself and earlier ones.
    pub strata: Vec<Stratum>,
}

/// The rules of relations that use each other, or of a single relation. By position in the description.
#[derive(Clone, Debug, Default)]
pub struct Stratum {
    /// The rules, in the order of the description.
    pub rules: Vec<usize>,
    /// Whether a rule of the stratum uses what the stratum concludes.
    pub recursive: bool,
}

/// Sorts the rules of a description.
pub fn strata(description: &Description) -> Strata {
    let graph = Dependencies::of(description);
    let mut strata = Vec::new();
    for (number, rule) in description.rules.iter().enumerate() {
        let head = rule.head.signature();
        // Every head is in the graph.
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
    use crate::{Sheet, playable};

    fn check(description: &Description, expected: &[(&[usize], bool)]) {
        let sorted = strata(description).strata;
        let found: Vec<_> = sorted.iter().map(|s| (&s.rules[..], s.recursive)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn what_is_used_comes_first() {
        let sheet = Sheet::read("(<= a b) (<= b (not c)) c");
        check(
            &sheet.description,
            &[(&[2], false), (&[1], false), (&[0], false)],
        );
    }

    #[test]
    fn rules_of_one_relation_can_be_apart() {
        let sheet =
            Sheet::read("(role r) (<= (goal r 100) (not (goal r 0))) (<= (goal r 0) (true x))");
        let rules = playable(&sheet).expect("a playable sheet");
        // The last two rules make `goal` the union of its parts.
        let apart: [(&[usize], bool); 4] = [
            (&[0], false),
            (&[2], false),
            (&[1], false),
            (&[3, 4], false),
        ];
        check(&rules, &apart);
    }

    #[test]
    fn cycles_stay_together() {
        let sheet = Sheet::read("(<= a b) (<= b a) (<= b (not c)) c");
        check(&sheet.description, &[(&[3], false), (&[0, 1, 2], true)]);
    }
}

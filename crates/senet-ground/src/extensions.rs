//! The tuples of relations that depend on neither state nor moves.

use crate::ground::{GroundOptions, Kept, derive};
use crate::limits::{GroundError, Limits};
use crate::program::{Pred, Program};
use crate::queries::Queries;
use crate::terms::{TermId, Terms};
use crate::world::World;
use rustc_hash::FxHashSet;
use senet_gdl::{Dependencies, Description, Relation, Symbols, clauses_of};

/// The tuples of some relations.
#[derive(Clone, Debug)]
pub struct Extensions {
    /// The terms of the tuples.
    pub terms: Terms,
    /// The tuples of each relation, sorted by text.
    pub tuples: Vec<Vec<Vec<TermId>>>,
}

/// Derives the tuples of relations. It evaluates only the rules that they need, without a state and without moves.
/// Conditions on `true` and `does` therefore fail.
///
/// ```
/// use senet_gdl::{Sheet, Symbol};
/// use senet_ground::{Limits, extensions};
///
/// let rules = Sheet::read("(p a) (p b) (<= (init (q ?x)) (p ?x))").description;
/// let found = extensions(&rules, &[(Symbol::INIT, 1)], &Limits::default())?;
/// assert_eq!(found.tuples[0].len(), 2);
/// # Ok::<(), senet_ground::GroundError>(())
/// ```
pub fn extensions(
    description: &Description,
    relations: &[Relation],
    limits: &Limits,
) -> Result<Extensions, GroundError> {
    let asked: FxHashSet<Relation> = relations.iter().copied().collect();
    let needed = Dependencies::of(description).closure(|relation| asked.contains(&relation));
    let needed: FxHashSet<Relation> = needed.into_iter().collect();
    let clauses = clauses_of(description, |rule| needed.contains(&rule.head.signature()));
    let mut program = Program::of(clauses.map_err(GroundError::Rule)?);
    let queries = Queries::asking(&mut program, relations);
    let options = GroundOptions {
        limits: limits.clone(),
        ..GroundOptions::default()
    };
    let (world, _) = derive(
        &program,
        &queries,
        &description.symbols,
        &options,
        Kept::Instances,
    )?;
    let sorted = |&pred: &Pred| sorted_tuples(&world, pred, &description.symbols);
    Ok(Extensions {
        tuples: queries.asked.iter().map(sorted).collect(),
        terms: world.terms,
    })
}

fn sorted_tuples(world: &World, pred: Pred, symbols: &Symbols) -> Vec<Vec<TermId>> {
    let relation = &world.relations[pred];
    let rows = (0..relation.len() as u32).map(|number| relation.row(number).to_vec());
    let mut tuples: Vec<Vec<TermId>> = rows.collect();
    tuples.sort_by_cached_key(|tuple| {
        let mut text = String::new();
        for &term in tuple {
            world.terms.write(term, symbols, &mut text);
            text.push(' ');
        }
        text
    });
    tuples
}

#[cfg(test)]
mod tests {
    use super::*;
    use senet_gdl::{Sheet, Symbol};

    /// Derives the relation `p` with one argument.
    fn check(rules: &str, expected: &[&str]) {
        let mut description = Sheet::read(rules).description;
        let asked = (description.symbols.intern("p"), 1);
        let found = extensions(&description, &[asked], &Limits::default()).unwrap();
        let text = |tuple: &Vec<TermId>| found.terms.text(tuple[0], &description.symbols);
        let texts: Vec<String> = found.tuples[0].iter().map(text).collect();
        assert_eq!(texts, expected, "{rules}");
    }

    #[test]
    fn lists_tuples_in_text_order() {
        check(
            "(q b) (q (f a)) (q a) (<= (p ?x) (q ?x))",
            &["(f a)", "a", "b"],
        );
        check("(r a)", &[]);
    }

    #[test]
    fn state_and_moves_are_empty() {
        check(
            "(q a) (<= (p ?x) (true ?x)) (<= (p ?x) (q ?x) (not (true ?x)))",
            &["a"],
        );
        check("(q a) (p b) (<= (p ?x) (q ?x) (does ?x go))", &["b"]);
    }

    #[test]
    fn skips_rules_that_the_relation_does_not_need() {
        check("(p a) (n z) (<= (n (s ?x)) (n ?x))", &["a"]);
    }

    #[test]
    fn endless_relation_is_an_error() {
        let description = Sheet::read("(init z) (<= (init (s ?x)) (init ?x))").description;
        let outcome = extensions(&description, &[(Symbol::INIT, 1)], &Limits::default());
        assert!(
            outcome
                .unwrap_err()
                .to_string()
                .contains("terms nest deeper")
        );
    }
}

//! The rules that the published test needs.

use rustc_hash::FxHashSet;
use senet_gdl::{
    Dependencies, Description, Relation, Symbol, clause_bytes, clauses_of, split_disjunctions,
};
use senet_ground::{GroundError, GroundOptions, Grounded, ground_clauses};

/// The relations that define declared facts and moves, the initial state and the steps of a match.
const ROOTS: [Symbol; 6] = [
    Symbol::ROLE,
    Symbol::BASE,
    Symbol::INPUT,
    Symbol::INIT,
    Symbol::LEGAL,
    Symbol::NEXT,
];

/// Grounds the rules on which steps depend. The test starts from any state of declared facts, so every declared fact
/// becomes a fluent. Rules used only by `goal` or `terminal` are skipped.
pub fn ground_step_rules(
    description: &Description,
    options: &GroundOptions,
) -> Result<Grounded, GroundError> {
    let description = &*split_disjunctions(description);
    let needed = Dependencies::of(description).closure(|(name, _)| ROOTS.contains(&name));
    let needed: FxHashSet<Relation> = needed.into_iter().collect();
    let mut charge = options.limits.memory.charge("making clauses");
    charge.set(clause_bytes(description))?;
    let clauses = clauses_of(description, |rule| needed.contains(&rule.head.signature()));
    let clauses = clauses.map_err(GroundError::Rule)?;
    let options = GroundOptions {
        all_declared: true,
        ..options.clone()
    };
    ground_clauses(clauses, &description.symbols, &options)
}

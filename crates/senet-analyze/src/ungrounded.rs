//! The report for a game that could not be grounded within the limits.

use crate::report::{Boards, DecidedBy, NamedProjection, ProjectionReport, Verdict};
use senet_gdl::Description;
use senet_ground::GroundError;
use senet_structure::fluents;

/// Reports each single argument of each relation of the state as undecided.
pub fn undecided(description: &Description, error: &GroundError, total_ms: f64) -> Boards {
    let mut projections = Vec::new();
    for (name, arity) in fluents(description) {
        for position in 1..=arity {
            projections.push(ProjectionReport {
                named: NamedProjection {
                    relation: description.symbols.key(name).to_string(),
                    arity,
                    positions: vec![position],
                },
                verdict: Verdict::Undecided,
                by: DecidedBy::Limit,
                ms: 0.0,
                calls: 0,
                witness: None,
            });
        }
    }
    Boards {
        projections,
        maximal: Vec::new(),
        occupied: Vec::new(),
        lemmas: Vec::new(),
        calls: 0,
        lemma_calls: 0,
        steps: 0,
        ground_ms: total_ms,
        total_ms,
        max_ms: 0.0,
        stopped: Some(format!("the rules were not grounded: {error}")),
    }
}

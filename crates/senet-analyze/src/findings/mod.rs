//! What the rules of a game contain, as data and in words: who moves when, what counts, what stays, where things stand, what looks alike.
//!
//! Each kind of find has a file. Where a find is a property of all states or steps, the solver is asked; what it cannot settle within the
//! limits is told as something that was seen in random matches.
//!
//! Invariant: names never help. A sheet under other words has the same findings under those words.

mod amounts;
mod boards;
mod cone;
mod context;
mod counters;
mod finding;
mod grid;
mod hands;
mod latches;
mod markers;
mod necessary;
mod patterns;
mod seen;
mod symmetry;
mod turns;

pub use finding::{Amount, Basis, BoardSymmetry, Finding, Placed, What};

pub(crate) use context::{Context, Known};
pub(crate) use seen::Seen;
pub(crate) use turns::holders;

use crate::solver::SolverError;

/// Everything found out about a game besides its projections.
pub(crate) fn findings(context: &mut Context) -> Result<Vec<Finding>, SolverError> {
    let mut found = Vec::new();
    found.extend(turns::find(context)?);
    found.extend(boards::find(context));
    found.extend(markers::find(context));
    found.extend(counters::find(context)?);
    found.extend(amounts::find(context));
    found.extend(hands::find(context));
    let latches = latches::find(context, &found)?;
    found.extend(latches);
    found.extend(symmetry::find(context));
    Ok(found)
}

//! Findings about the rules of a game, as data and as text: turns, counters, latches, boards, symmetries.
//!
//! Each kind of finding has a file. If a finding is a property of all states or steps, the solver tries to prove it.
//! Otherwise it counts as seen in random matches.
//!
//! Invariant: names do not matter. A renamed sheet has the same findings, renamed.

mod boards;
mod cone;
mod context;
mod counters;
mod finding;
mod grid;
mod hands;
mod latches;
mod markers;
mod numbers;
mod observations;
mod patterns;
mod symmetry;
mod turns;

pub use finding::{Amount, Basis, BoardSymmetry, Finding, FindingKind, RelationArguments};

pub(crate) use context::{Context, Known};
pub(crate) use observations::Observations;

/// All findings about a game besides its projections.
pub(crate) fn findings(context: &mut Context) -> Vec<Finding> {
    let mut found = Vec::new();
    found.extend(turns::find(context));
    found.extend(boards::find(context));
    found.extend(markers::find(context));
    found.extend(counters::find(context));
    found.extend(numbers::find(context));
    found.extend(hands::find(context));
    let latches = latches::find(context, &found);
    found.extend(latches);
    found.extend(symmetry::find(context));
    found
}

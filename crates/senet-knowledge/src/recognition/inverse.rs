//! Inverts transformations.

use super::RuleChange;
use senet_gdl::Renaming;
use senet_structure::variants::{AxisSize, Transformation};

/// Returns the inverse of a transformation of the queried game. The result uses the words of the known game if the
/// inverse is itself a transformation. Otherwise it is marked as reversed.
pub fn inverse(made_by: &Transformation, words: &Renaming) -> RuleChange {
    let known = |word: &String| words.get(word).unwrap_or(word).to_string();
    let axis = |axis: &AxisSize| AxisSize {
        relation: known(&axis.relation),
        first: known(&axis.first),
        from: axis.to,
        to: axis.from,
    };
    match made_by {
        Transformation::InvertedGoal => RuleChange::forward(Transformation::InvertedGoal),
        Transformation::StepLimit { counter, from, to } => {
            RuleChange::forward(Transformation::StepLimit {
                counter: known(counter),
                from: *to,
                to: *from,
            })
        }
        Transformation::BoardSize { board, axes } => {
            RuleChange::forward(Transformation::BoardSize {
                board: known(board),
                axes: axes.iter().map(axis).collect(),
            })
        }
        other => RuleChange {
            transformation: other.clone(),
            reversed: true,
        },
    }
}

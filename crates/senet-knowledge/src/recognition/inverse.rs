//! Ways back.

use super::Change;
use senet_gdl::Renaming;
use senet_structure::variants::{AxisSize, Transformation};

/// The step back from what a transformation of the asked-for game makes. Where it can be told as a transformation in the words of the known
/// game it is, by the mapping of words from the asked-for game to the known one.
pub fn inverse(made_by: &Transformation, words: &Renaming) -> Change {
    let known = |word: &String| words.get(word).unwrap_or(word).to_string();
    let axis = |axis: &AxisSize| AxisSize {
        relation: known(&axis.relation),
        first: known(&axis.first),
        from: axis.to,
        to: axis.from,
    };
    match made_by {
        Transformation::InvertedGoal => Change::forward(Transformation::InvertedGoal),
        Transformation::StepLimit { counter, from, to } => {
            Change::forward(Transformation::StepLimit {
                counter: known(counter),
                from: *to,
                to: *from,
            })
        }
        Transformation::BoardSize { board, axes } => Change::forward(Transformation::BoardSize {
            board: known(board),
            axes: axes.iter().map(axis).collect(),
        }),
        other => Change {
            transformation: other.clone(),
            reversed: true,
        },
    }
}

//! Cylindrical and toroidal boards: the first coordinate follows the last one, along one axis or all of them.

use super::board_size::find_axis;
use super::successor_rows::replace_row;
use super::{AxisSize, NotApplicable};
use crate::{End, Structure};
use senet_gdl::{Deadline, Description};

/// Returns the description with cyclic axes.
pub(super) fn apply(
    description: &Description,
    axes: &[AxisSize],
    deadline: &Deadline,
) -> Result<Description, NotApplicable> {
    let structure = Structure::of(description, deadline)?;
    let mut changed = description.clone();
    for size in axes {
        let axis = find_axis(description, &structure, size)?;
        let shared = |other: &str| NotApplicable::Shared {
            relation: size.relation.clone(),
            other: other.into(),
        };
        if axis.chain.end == End::Cyclic {
            return Err(NotApplicable::Already {
                what: format!("`{}` is cyclic", size.relation),
            });
        }
        if !axis.is_whole() || axis.chain.end == End::Stays {
            return Err(shared("values that are not coordinates"));
        }
        if axis.len() < 3 {
            return Err(NotApplicable::range(
                "the length of a cyclic axis",
                axis.len(),
            ));
        }
        let counts = |c: &crate::StepCounter| axis.relations.iter().any(|r| r.0 == c.relation);
        if structure.counters.iter().any(counts) {
            return Err(shared("the steps of a match"));
        }
        for &(relation, way) in &axis.relations {
            let row = &axis.chain.elements;
            replace_row(&mut changed, relation, way, &axis.chain, row, End::Cyclic);
        }
    }
    Ok(changed)
}

//! Cylindrical and toroidal boards: the last coordinate is followed by the first, along one axis or all.

use super::board_size::find_axis;
use super::rows::replace_row;
use super::{AxisSize, NotApplicable};
use crate::{End, Structure};
use senet_gdl::Description;

/// The sheet with these axes made circles.
pub(super) fn apply(
    description: &Description,
    axes: &[AxisSize],
) -> Result<Description, NotApplicable> {
    let structure = Structure::of(description);
    let mut changed = description.clone();
    for size in axes {
        let axis = find_axis(description, &structure, size)?;
        let shared = |other: &str| NotApplicable::Shared {
            relation: size.relation.clone(),
            other: other.into(),
        };
        if axis.chain.end == End::Cyclic {
            return Err(NotApplicable::Already {
                what: format!("`{}` goes in a circle", size.relation),
            });
        }
        if !axis.is_whole() || axis.chain.end == End::Stays {
            return Err(shared("things that are no coordinates"));
        }
        if axis.len() < 3 {
            return Err(NotApplicable::range("the length of a circle", axis.len()));
        }
        let counts = |c: &crate::Counter| axis.relations.iter().any(|r| r.0 == c.relation);
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

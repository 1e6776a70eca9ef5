//! The values of a source game as values of a target game.

use super::StateCorrespondence;
use crate::td::ValueTable;
use rustc_hash::FxHashMap;
use senet_engine::State;
use std::sync::Arc;

/// A value table of the source, seen from the target.
#[derive(Clone)]
pub struct TransferredValues {
    correspondence: Arc<StateCorrespondence>,
    values: SourceValues,
    inverse: bool,
}

#[derive(Clone)]
enum SourceValues {
    /// The table itself, if the source is mapped by the identity.
    Identity(Arc<ValueTable>),
    /// By image: the sum and number of the values of all states with this image.
    ByImage(Arc<FxHashMap<State, (f64, u32)>>),
}

impl TransferredValues {
    /// Transfers a table of the source. `inverse` means that good states of the source are bad in the target.
    pub fn new(
        values: Arc<ValueTable>,
        correspondence: Arc<StateCorrespondence>,
        inverse: bool,
    ) -> TransferredValues {
        let values = match correspondence.is_identity() {
            true => SourceValues::Identity(values),
            false => SourceValues::ByImage(Arc::new(by_image(&values, &correspondence))),
        };
        TransferredValues {
            correspondence,
            values,
            inverse,
        }
    }

    /// The published name of the method.
    pub fn name(&self) -> &'static str {
        match (self.correspondence.is_single(), self.inverse) {
            (true, false) => "direct",
            (true, true) => "inverse",
            (false, false) => "average",
            (false, true) => "average of inverse",
        }
    }

    /// The mean value of the corresponding source states, if there are any.
    pub fn of(&self, state: &State) -> Option<f32> {
        let (mut sum, mut count) = (0.0, 0);
        for image in self.correspondence.images_of_target(state) {
            let (more, number) = self.values.matching(&image);
            sum += more;
            count += number;
        }
        let mean = (count > 0).then(|| (sum / f64::from(count)) as f32)?;
        Some(if self.inverse { 100.0 - mean } else { mean })
    }
}

impl SourceValues {
    /// The sum and number of the values of states with this image.
    fn matching(&self, image: &State) -> (f64, u32) {
        match self {
            SourceValues::Identity(values) => values
                .get(image)
                .map_or((0.0, 0), |value| (f64::from(value), 1)),
            SourceValues::ByImage(sums) => sums.get(image).copied().unwrap_or((0.0, 0)),
        }
    }
}

fn by_image(
    values: &ValueTable,
    correspondence: &StateCorrespondence,
) -> FxHashMap<State, (f64, u32)> {
    let mut sums = FxHashMap::default();
    for (state, value) in values.iter() {
        for image in correspondence.images_of_source(state) {
            let sum = sums.entry(image).or_insert((0.0, 0));
            sum.0 += f64::from(value);
            sum.1 += 1;
        }
    }
    sums
}

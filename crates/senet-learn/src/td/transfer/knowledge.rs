//! The values of a source game as values of a target game.

use super::Correspondence;
use crate::td::Values;
use rustc_hash::FxHashMap;
use senet_engine::State;
use std::sync::Arc;

/// A table of the source, seen from the target.
#[derive(Clone)]
pub struct Knowledge {
    correspondence: Arc<Correspondence>,
    values: Source,
    inverse: bool,
}

#[derive(Clone)]
enum Source {
    /// The table as it is.
    Plain(Arc<Values>),
    /// By looks: the sum and number of values of the states that look so.
    ByLook(Arc<FxHashMap<State, (f64, u32)>>),
}

impl Knowledge {
    /// From a table of the source; `inverse` if what is good there is bad here.
    pub fn new(
        values: Arc<Values>,
        correspondence: Arc<Correspondence>,
        inverse: bool,
    ) -> Knowledge {
        let values = match correspondence.is_plain() {
            true => Source::Plain(values),
            false => Source::ByLook(Arc::new(by_look(&values, &correspondence))),
        };
        Knowledge {
            correspondence,
            values,
            inverse,
        }
    }

    /// The published name of what is done.
    pub fn name(&self) -> &'static str {
        match (self.correspondence.is_single(), self.inverse) {
            (true, false) => "direct",
            (true, true) => "inverse",
            (false, false) => "average",
            (false, true) => "average of inverse",
        }
    }

    /// The mean value of the states of the source that match, if there are any.
    pub fn of(&self, state: &State) -> Option<f32> {
        let (mut sum, mut count) = (0.0, 0);
        for look in self.correspondence.looks_of_target(state) {
            let (more, number) = self.values.matching(&look);
            sum += more;
            count += number;
        }
        let mean = (count > 0).then(|| (sum / f64::from(count)) as f32)?;
        Some(if self.inverse { 100.0 - mean } else { mean })
    }
}

impl Source {
    /// The sum and number of the values of states that look so.
    fn matching(&self, look: &State) -> (f64, u32) {
        match self {
            Source::Plain(values) => values
                .get(look)
                .map_or((0.0, 0), |value| (f64::from(value), 1)),
            Source::ByLook(sums) => sums.get(look).copied().unwrap_or((0.0, 0)),
        }
    }
}

fn by_look(values: &Values, correspondence: &Correspondence) -> FxHashMap<State, (f64, u32)> {
    let mut sums = FxHashMap::default();
    for (state, value) in values.iter() {
        for look in correspondence.looks_of_source(state) {
            let sum = sums.entry(look).or_insert((0.0, 0));
            sum.0 += f64::from(value);
            sum.1 += 1;
        }
    }
    sums
}

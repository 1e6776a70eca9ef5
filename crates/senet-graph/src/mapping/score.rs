//! How desirable it is to map a pair: by its distance first, then by how much was compared, then by how much of that is mapped already.

use super::Parameters;

/// The largest distance. Distances are whole numbers, so that sums do not depend on the order of their terms.
pub const ONE: u64 = 1 << 40;

/// What a comparison of two symbols comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SymbolComparison {
    /// How much their surroundings differ, from 0 to [`ONE`].
    pub distance: u64,
    /// How many nodes found a partner of the same colour.
    pub matched: u64,
    /// How many of these are symbols that were mapped to each other before.
    pub assigned: u64,
}

impl SymbolComparison {
    /// Of nodes of different colours.
    pub const DIFFERENT: SymbolComparison = SymbolComparison {
        distance: ONE,
        matched: 0,
        assigned: 0,
    };

    /// The distance from 0 to 1.
    pub fn normalised_distance(&self) -> f64 {
        self.distance as f64 / ONE as f64
    }

    /// The largest of each part.
    pub fn max(&self, other: &SymbolComparison) -> SymbolComparison {
        SymbolComparison {
            distance: self.distance.max(other.distance),
            matched: self.matched.max(other.matched),
            assigned: self.assigned.max(other.assigned),
        }
    }
}

/// How desirable a pair is, in billionths: less is better. As whole numbers, scores that should be equal are.
pub type Score = i64;

const UNIT: f64 = 1e9;

/// Scores pairs among others.
///
/// The score grows with the distance and falls with the rest, under rounding too, so that bounds of these give bounds of it.
#[derive(Clone, Copy)]
pub struct Scorer {
    distance: f64,
    matched: f64,
    assigned: f64,
    start: f64,
    /// What is added for a tie.
    pub penalty: Score,
}

impl Scorer {
    /// For pairs whose largest parts are given. What is zero for all counts for nothing.
    pub fn new(parameters: &Parameters, most: &SymbolComparison) -> Scorer {
        let by = |weight: f64, most: u64| match most {
            0 => 0.0,
            _ => weight * UNIT / most as f64,
        };
        let weight = |weight: f64, most: u64| if most == 0 { 0.0 } else { weight * UNIT };
        Scorer {
            distance: by(parameters.distance, most.distance),
            matched: by(parameters.matched, most.matched),
            assigned: by(parameters.assigned, most.assigned),
            // Half a unit more, so that cutting off the rest rounds.
            start: 0.5
                + weight(parameters.matched, most.matched)
                + weight(parameters.assigned, most.assigned),
            penalty: (parameters.tie_penalty * UNIT).round() as Score,
        }
    }

    /// The score of a pair.
    pub fn score(&self, pair: &SymbolComparison) -> Score {
        let certain = self.certain(pair);
        (self.distance * pair.distance as f64 + certain) as Score
    }

    /// The part of the score that says how much there is to go by, for choosing a symbol before there is a pair.
    pub fn prominence(&self, symbol: &SymbolComparison) -> Score {
        self.certain(symbol) as Score
    }

    fn certain(&self, pair: &SymbolComparison) -> f64 {
        self.start - self.matched * pair.matched as f64 - self.assigned * pair.assigned as f64
    }
}

impl Parameters {
    /// Whether a pair is too different to be mapped.
    pub fn too_far(&self, pair: &SymbolComparison) -> bool {
        pair.normalised_distance() > self.threshold
    }
}

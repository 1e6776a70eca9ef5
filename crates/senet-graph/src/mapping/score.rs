//! The score of a pair: its distance, then the number of matched nodes, then the number of assigned symbols.

use super::Parameters;

/// The largest distance. Distances are integers, so sums do not depend on the order of summation.
pub const ONE: u64 = 1 << 40;

/// The result of comparing two symbols.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SymbolComparison {
    /// The distance of the neighbourhoods of both symbols, from 0 to [`ONE`].
    pub distance: u64,
    /// The number of nodes matched with a node of the same colour.
    pub matched: u64,
    /// The number of assigned symbols among the matched nodes.
    pub assigned: u64,
}

impl SymbolComparison {
    /// The comparison of nodes of different colours.
    pub const DIFFERENT: SymbolComparison = SymbolComparison {
        distance: ONE,
        matched: 0,
        assigned: 0,
    };

    /// The distance scaled to the range from 0 to 1.
    pub fn normalised_distance(&self) -> f64 {
        self.distance as f64 / ONE as f64
    }

    /// The component-wise maximum.
    pub fn max(&self, other: &SymbolComparison) -> SymbolComparison {
        SymbolComparison {
            distance: self.distance.max(other.distance),
            matched: self.matched.max(other.matched),
            assigned: self.assigned.max(other.assigned),
        }
    }
}

/// The score of a pair in billionths; lower is better. Integers make equal scores exactly equal.
pub type Score = i64;

const UNIT: f64 = 1e9;

/// Scores pairs relative to the maxima of all pairs.
///
/// The score is monotonic, even under rounding: it grows with the distance and falls with both counts. Bounds on these
/// components therefore give bounds on the score.
#[derive(Clone, Copy)]
pub struct Scorer {
    distance: f64,
    matched: f64,
    assigned: f64,
    start: f64,
    /// The penalty for a tie.
    pub penalty: Score,
}

impl Scorer {
    /// Creates a scorer for these maxima. Components that are zero for all pairs have no weight.
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
            // Half a unit makes the later truncation round to nearest.
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

    /// The score without the distance. It ranks symbols before they have a partner.
    pub fn prominence(&self, symbol: &SymbolComparison) -> Score {
        self.certain(symbol) as Score
    }

    fn certain(&self, pair: &SymbolComparison) -> f64 {
        self.start - self.matched * pair.matched as f64 - self.assigned * pair.assigned as f64
    }
}

impl Parameters {
    /// Tests whether the distance exceeds the threshold.
    pub fn too_far(&self, pair: &SymbolComparison) -> bool {
        pair.normalised_distance() > self.threshold
    }
}

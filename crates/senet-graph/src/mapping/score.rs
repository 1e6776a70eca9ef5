//! How desirable it is to map a pair: by its distance first, then by how much was compared, then by how much of that is mapped already.

use super::Parameters;

/// The largest distance. Distances are whole numbers, so that sums do not depend on the order of their terms.
pub const ONE: u64 = 1 << 40;

/// What a comparison of two symbols comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Likeness {
    /// How much their surroundings differ, from 0 to [`ONE`].
    pub distance: u64,
    /// How many nodes found a partner of the same colour.
    pub matched: u64,
    /// How many of these are symbols that were mapped to each other before.
    pub assigned: u64,
}

impl Likeness {
    /// Of nodes of different colours.
    pub const NONE: Likeness = Likeness {
        distance: ONE,
        matched: 0,
        assigned: 0,
    };

    /// The distance from 0 to 1.
    pub fn share(&self) -> f64 {
        self.distance as f64 / ONE as f64
    }

    /// The largest of each part.
    pub fn most(&self, other: &Likeness) -> Likeness {
        Likeness {
            distance: self.distance.max(other.distance),
            matched: self.matched.max(other.matched),
            assigned: self.assigned.max(other.assigned),
        }
    }
}

/// How desirable a pair is, in billionths: less is better. As whole numbers, scores that should be equal are.
pub type Score = i64;

const UNIT: f64 = 1e9;

impl Parameters {
    /// The score of a pair among others whose largest parts are given.
    pub fn score(&self, pair: &Likeness, most: &Likeness) -> Score {
        let distance = self.distance * share(pair.distance, most.distance);
        in_billionths(distance + self.certainty(pair, most))
    }

    /// The part of the score that says how much there is to go by, for choosing a symbol before there is a pair.
    pub fn prominence(&self, symbol: &Likeness, most: &Likeness) -> Score {
        in_billionths(self.certainty(symbol, most))
    }

    /// What is added for a tie.
    pub fn penalty(&self) -> Score {
        in_billionths(self.tie_penalty)
    }

    fn certainty(&self, pair: &Likeness, most: &Likeness) -> f64 {
        let missing = |part, most| {
            if most == 0 {
                0.0
            } else {
                1.0 - share(part, most)
            }
        };
        self.matched * missing(pair.matched, most.matched)
            + self.assigned * missing(pair.assigned, most.assigned)
    }

    /// Whether a pair is too different to be mapped.
    pub fn too_far(&self, pair: &Likeness) -> bool {
        pair.share() > self.threshold
    }
}

fn in_billionths(number: f64) -> Score {
    (number * UNIT).round() as Score
}

fn share(part: u64, whole: u64) -> f64 {
    match whole {
        0 => 0.0,
        _ => part as f64 / whole as f64,
    }
}

//! How a mapping is chosen.

/// The ways to choose a mapping.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MappingMethod {
    /// Compares all pairs and takes the best, again and again (Matrix Mapper).
    Mmap,
    /// Compares one symbol with all, and its best partner with all (Line Mapper).
    Lmap,
    /// As [`MappingMethod::Lmap`], looking no further than the direct neighbours.
    Myopic,
    /// Our own: certain pairs first, by refinement of looks (see [`senet`](super::senet)).
    Senet,
}

impl MappingMethod {
    /// All methods.
    pub const ALL: [MappingMethod; 4] = [
        MappingMethod::Mmap,
        MappingMethod::Lmap,
        MappingMethod::Myopic,
        MappingMethod::Senet,
    ];

    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            MappingMethod::Mmap => "mmap",
            MappingMethod::Lmap => "lmap",
            MappingMethod::Myopic => "myopic",
            MappingMethod::Senet => "senet",
        }
    }

    /// The published parameters; our own method has none.
    pub fn parameters(self) -> Parameters {
        Parameters {
            max_depth: if self == MappingMethod::Myopic { 1 } else { 5 },
            ..Parameters::default()
        }
    }
}

/// What a mapper goes by.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameters {
    /// How far from a symbol the search goes.
    pub max_depth: u8,
    /// The weight of the distance in the score of a pair.
    pub distance: f64,
    /// The weight of how much was matched.
    pub matched: f64,
    /// The weight of how much of it was mapped before.
    pub assigned: f64,
    /// What is added to the score of pairs that exclude each other and score the same.
    pub tie_penalty: f64,
    /// Pairs of a larger distance are not mapped.
    pub threshold: f64,
}

impl Default for Parameters {
    fn default() -> Parameters {
        Parameters {
            max_depth: 5,
            distance: 0.8,
            matched: 0.18,
            assigned: 0.02,
            tie_penalty: 0.1,
            threshold: 0.5,
        }
    }
}

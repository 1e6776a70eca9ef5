//! Mapping methods and their parameters.

/// The methods that choose a mapping.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MappingMethod {
    /// Compares all pairs and assigns the best one, repeatedly (Matrix Mapper).
    Mmap,
    /// Compares one symbol with all others, then its best partner with all others (Line Mapper).
    Lmap,
    /// [`MappingMethod::Lmap`] limited to direct neighbours.
    Myopic,
    /// Our own method: colour refinement, clearest pairs first (see [`senet`](super::senet)).
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

    /// The published parameters. The Senet method uses none of them.
    pub fn parameters(self) -> Parameters {
        Parameters {
            max_depth: if self == MappingMethod::Myopic { 1 } else { 5 },
            ..Parameters::default()
        }
    }
}

/// The parameters of a published method.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameters {
    /// The depth of the search from a symbol.
    pub max_depth: u8,
    /// The weight of the distance in the score of a pair.
    pub distance: f64,
    /// The weight of the number of matched nodes.
    pub matched: f64,
    /// The weight of the number of assigned symbols among the matched nodes.
    pub assigned: f64,
    /// The penalty for pairs of one row or column with equal scores.
    pub tie_penalty: f64,
    /// The largest distance of an assigned pair.
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

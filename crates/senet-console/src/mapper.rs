//! The option that selects a symbol mapper.

use clap::ValueEnum;
use senet_graph::mapping::MappingMethod;

/// The mapping methods.
#[derive(Clone, Copy, ValueEnum)]
pub enum MapperArg {
    /// Maps the certain pairs first, by refinement (accurate and fast)
    Senet,
    /// Compares one symbol with all, then its best partner with all (fast)
    Lmap,
    /// Picks the best of all pairs (thorough)
    Mmap,
    /// Like lmap, but compares direct neighbours only (a baseline)
    Myopic,
}

impl MapperArg {
    /// Returns the method that the option selects.
    pub fn meant(self) -> MappingMethod {
        match self {
            MapperArg::Lmap => MappingMethod::Lmap,
            MapperArg::Mmap => MappingMethod::Mmap,
            MapperArg::Myopic => MappingMethod::Myopic,
            MapperArg::Senet => MappingMethod::Senet,
        }
    }
}

//! The option that names a mapper of symbols.

use clap::ValueEnum;
use senet_graph::mapping::MappingMethod;

/// The methods.
#[derive(Clone, Copy, ValueEnum)]
pub enum MapperArg {
    /// What is certain first, by refinement (accurate and fast)
    Senet,
    /// One symbol against all, and its best partner against all (fast)
    Lmap,
    /// The best of all pairs (thorough)
    Mmap,
    /// As lmap, by direct neighbours alone (a baseline)
    Myopic,
}

impl MapperArg {
    /// The method itself.
    pub fn meant(self) -> MappingMethod {
        match self {
            MapperArg::Lmap => MappingMethod::Lmap,
            MapperArg::Mmap => MappingMethod::Mmap,
            MapperArg::Myopic => MappingMethod::Myopic,
            MapperArg::Senet => MappingMethod::Senet,
        }
    }
}

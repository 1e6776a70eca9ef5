//! The option that names a mapper of symbols.

use clap::ValueEnum;
use senet_graph::mapping::Method;

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
    pub fn meant(self) -> Method {
        match self {
            MapperArg::Lmap => Method::Lmap,
            MapperArg::Mmap => Method::Mmap,
            MapperArg::Myopic => Method::Myopic,
            MapperArg::Senet => Method::Senet,
        }
    }
}

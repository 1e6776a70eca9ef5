//! A model file of either architecture.

use crate::file::{self, ReasonerFileError};
use crate::gat::{GAT_ARCHITECTURE, GatReasoner};
use crate::network::ReasonerNetwork;
use std::path::Path;

/// A reasoner of one of the two architectures.
#[derive(Clone, Debug)]
pub enum AnyReasoner {
    /// The small cell over shared atoms, which can be proved.
    Senet(ReasonerNetwork),
    /// The attention network over instantiated rule graphs.
    Gat(Box<GatReasoner>),
}

impl AnyReasoner {
    /// Reads a model file. Its header names the architecture.
    pub fn open(path: &Path) -> Result<AnyReasoner, ReasonerFileError> {
        let bytes = file::contents(path)?;
        match file::architecture(&bytes)?.as_str() {
            GAT_ARCHITECTURE => Ok(AnyReasoner::Gat(Box::new(GatReasoner::from_bytes(&bytes)?))),
            _ => Ok(AnyReasoner::Senet(file::read(&bytes)?)),
        }
    }
}

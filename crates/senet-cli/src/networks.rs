//! The networks that learning players keep between matches.

use crate::commands::knowledge::base;
use clap::Args;
use senet_console::{Failure, message};
use senet_knowledge::NetworksInFile;
use std::path::PathBuf;
use std::sync::Arc;

/// Options for the networks of learning players.
#[derive(Args, Clone, Debug)]
pub struct NetworkArgs {
    /// Knowledge base in which learning players keep their networks [default: that of `senet knowledge`]
    #[arg(long, value_name = "FILE")]
    base: Option<PathBuf>,
    /// Learning players start anew and keep nothing
    #[arg(long, conflicts_with = "base")]
    no_knowledge: bool,
}

impl NetworkArgs {
    /// The networks of earlier matches; `None` with --no-knowledge or without a data folder.
    pub fn networks(&self) -> Result<Option<Arc<NetworksInFile>>, Failure> {
        if self.no_knowledge {
            return Ok(None);
        }
        let file = base::file(self.base.as_deref());
        match (file, &self.base) {
            (Ok(file), _) => Ok(Some(Arc::new(NetworksInFile::new(&file)))),
            // Without a data folder, networks are kept only if --base names a file.
            (Err(_), None) => Ok(None),
            (Err(error), Some(_)) => Err(error),
        }
    }
}

/// Waits until all networks are written, and warns on standard error if one could not be.
pub fn finish(networks: Option<&NetworksInFile>) {
    if let Some(Err(error)) = networks.map(NetworksInFile::finish) {
        message!("warning: a network was not saved: {error}");
    }
}

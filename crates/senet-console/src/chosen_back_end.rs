//! The value of `--back-end`.

use senet_engine::{BackEnd, BuildFromGrounded};
use senet_neural::{NeuralBackEnd, ReasonerNetwork};
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

/// The back end that the user chose. `neural` comes with its network.
#[derive(Clone, Debug)]
pub struct ChosenBackEnd {
    /// The back end.
    pub back_end: BackEnd,
    /// Builds the games of `neural`.
    pub neural: Option<Arc<dyn BuildFromGrounded>>,
}

impl From<BackEnd> for ChosenBackEnd {
    fn from(back_end: BackEnd) -> ChosenBackEnd {
        let embedded =
            || Arc::new(NeuralBackEnd(ReasonerNetwork::embedded())) as Arc<dyn BuildFromGrounded>;
        ChosenBackEnd {
            neural: (back_end == BackEnd::Neural).then(embedded),
            back_end,
        }
    }
}

impl FromStr for ChosenBackEnd {
    type Err = String;

    /// Parses a name, or `neural:model=FILE`. Reads the file at once, so that a wrong one is reported before any work.
    fn from_str(text: &str) -> Result<ChosenBackEnd, String> {
        match text.strip_prefix("neural:model=") {
            Some(file) => {
                let network = ReasonerNetwork::open(Path::new(file));
                let network = network.map_err(|error| format!("{file}: {error}"))?;
                Ok(ChosenBackEnd {
                    back_end: BackEnd::Neural,
                    neural: Some(Arc::new(NeuralBackEnd(Arc::new(network)))),
                })
            }
            None => Ok(ChosenBackEnd::from(text.parse::<BackEnd>()?)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_names_and_model_files() {
        let chosen = |text: &str| text.parse::<ChosenBackEnd>();
        assert_eq!(chosen("circuit").unwrap().back_end, BackEnd::Circuit);
        assert!(chosen("neural").unwrap().neural.is_some());
        let missing = chosen("neural:model=no-such-file").unwrap_err();
        assert!(
            missing.starts_with("no-such-file: the model file could not be read"),
            "{missing}"
        );
        assert!(chosen("abacus").unwrap_err().contains("neural"));
    }
}

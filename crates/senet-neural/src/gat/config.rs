//! The parts of the network that the thesis varies in its ablation studies.

use std::fmt;
use std::str::FromStr;

/// How a node gathers the vectors of its neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gather {
    /// Weights by attention (Veličković and others, 2018).
    Attention,
    /// Fixed weights by degree (GCN; Kipf and Welling, 2017).
    Degree,
    /// The mean of the neighbours, and separately the node itself (GraphSAGE; Hamilton and others, 2017).
    Mean,
    /// The largest number of any neighbour, and separately the node itself. Not in the thesis; the playing network uses it.
    Largest,
}

impl Gather {
    /// True if a layer has weights for the input of the node itself.
    pub(super) fn adds_own_input(self) -> bool {
        matches!(self, Gather::Mean | Gather::Largest)
    }
}

/// Which edges carry messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// A layer for each direction.
    Both,
    /// Only along the edges.
    Forward,
    /// A layer for each direction, on a graph whose edges all lead both ways.
    Undirected,
}

/// The network without its weights.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct GatConfig {
    /// The number of blocks.
    pub blocks: usize,
    /// How nodes gather.
    pub gather: Gather,
    /// Which edges carry messages.
    pub direction: Direction,
    /// True if outputs see a weighted mean of all nodes.
    pub has_pool: bool,
    /// True if outputs see the vectors after every block, not only the last.
    pub has_jumps: bool,
    /// True if two dense layers come before the blocks.
    pub has_input_layers: bool,
}

impl Default for GatConfig {
    /// The network of the thesis.
    fn default() -> GatConfig {
        GatConfig {
            blocks: 3,
            gather: Gather::Attention,
            direction: Direction::Both,
            has_pool: true,
            has_jumps: true,
            has_input_layers: true,
        }
    }
}

impl GatConfig {
    /// The networks of Table 5.6, by their names there.
    pub const NAMES: [&'static str; 11] = [
        "default",
        "1-layer",
        "5-layer",
        "gcn",
        "sage",
        "no-pool",
        "no-jk",
        "no-jk-pool",
        "no-input-fc",
        "unidirectional",
        "undirected",
    ];

    /// The number of layers in a pair: one for each direction in use.
    pub(super) fn directions(&self) -> usize {
        match self.direction {
            Direction::Forward => 1,
            Direction::Both | Direction::Undirected => 2,
        }
    }

    /// The number of vectors of a node that outputs see.
    pub(super) fn jumps(&self) -> usize {
        if self.has_jumps { self.blocks + 1 } else { 1 }
    }
}

/// There is no network of this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no network `{0}`; choose one of: {names}", names = GatConfig::NAMES.join(", "))]
pub struct UnknownConfig(String);

impl FromStr for GatConfig {
    type Err = UnknownConfig;

    fn from_str(name: &str) -> Result<GatConfig, UnknownConfig> {
        let mut config = GatConfig::default();
        match name {
            "default" => {}
            "1-layer" => config.blocks = 1,
            "5-layer" => config.blocks = 5,
            "gcn" => config.gather = Gather::Degree,
            "sage" => config.gather = Gather::Mean,
            "no-pool" => config.has_pool = false,
            "no-jk" => config.has_jumps = false,
            "no-jk-pool" => (config.has_jumps, config.has_pool) = (false, false),
            "no-input-fc" => config.has_input_layers = false,
            "unidirectional" => config.direction = Direction::Forward,
            "undirected" => config.direction = Direction::Undirected,
            _ => return Err(UnknownConfig(name.to_string())),
        }
        Ok(config)
    }
}

impl fmt::Display for GatConfig {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let named = GatConfig::NAMES
            .into_iter()
            .find(|name| name.parse().as_ref() == Ok(self));
        f.write_str(named.unwrap_or("custom"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_gives_another_network() {
        for name in GatConfig::NAMES {
            assert_eq!(name.parse::<GatConfig>().unwrap().to_string(), name);
        }
        assert!(
            "gru"
                .parse::<GatConfig>()
                .unwrap_err()
                .to_string()
                .contains("no-jk-pool")
        );
    }
}

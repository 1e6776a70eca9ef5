//! The nearest game, where nothing is proven.

use senet_console::Failure;
use senet_console::in_parallel;
use senet_gdl::{Description, Sheet};
use senet_graph::mapping::{self, KnownGame};
use senet_graph::{Graph, NodeId, occurrence};
use senet_knowledge::recognition::{Index, Known};

/// The game that is most like the asked-for one.
pub struct Near {
    /// Its number in the index.
    pub game: usize,
    /// How far it is, from 0 to 1.
    pub distance: f64,
    /// Words of the asked-for game and what plays their part.
    pub mapping: Vec<(String, String)>,
}

/// Finds it; `None` if no game is known.
pub fn nearest(index: &Index, asked: &Description, seed: u64) -> Result<Option<Near>, Failure> {
    let known = in_parallel(index.games(), "games", |known| {
        KnownGame::new(&occurrence(&description(known)))
    })?;
    let graph = occurrence(asked);
    let Some(found) = mapping::nearest(&graph, &known, seed) else {
        return Ok(None);
    };
    let other = description(&index.games()[found.position]);
    let other_graph = occurrence(&other);
    let pairs = found.mapping.pairs.iter().map(|pair| {
        (
            word(&graph, pair.from, asked),
            word(&other_graph, pair.to, &other),
        )
    });
    Ok(Some(Near {
        game: found.position,
        distance: found.mapping.distance,
        mapping: pairs.collect(),
    }))
}

fn description(known: &Known) -> Description {
    Sheet::read(&known.rules[..]).description
}

fn word(graph: &Graph, node: NodeId, description: &Description) -> String {
    let symbol = graph.nodes()[node as usize].symbol;
    symbol.map_or_else(String::new, |symbol| {
        description.symbols.spelling(symbol).to_string()
    })
}

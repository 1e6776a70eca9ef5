//! Finds the nearest game if nothing is proven.

use senet_console::Failure;
use senet_console::in_parallel;
use senet_gdl::{Deadline, Description, OutOfTime, Sheet};
use senet_graph::mapping::{self, KnownGame};
use senet_graph::{Graph, GraphNodeId, occurrence};
use senet_knowledge::recognition::{GameIndex, IndexedGame};

/// The known game that is most similar to the sheet.
pub struct ClosestGame {
    /// The index in the list of known games.
    pub game: usize,
    /// The distance of the game from the sheet, from 0 to 1.
    pub distance: f64,
    /// Words of the sheet with their counterparts in the known game.
    pub mapping: Vec<(String, String)>,
}

/// Finds the nearest game; `None` if no game is known.
pub fn nearest(
    index: &GameIndex,
    asked: &Description,
    seed: u64,
    deadline: &Deadline,
) -> Result<Option<ClosestGame>, Failure> {
    let known = in_parallel(index.games(), "games", |known| {
        KnownGame::new(&occurrence(&description(known)), deadline)
    })?;
    let late = |OutOfTime| Failure::out_of_time("the search for the nearest game");
    let known = known.into_iter().collect::<Result<Vec<KnownGame>, _>>();
    let known = known.map_err(late)?;
    let known: Vec<&KnownGame> = known.iter().collect();
    let graph = occurrence(asked);
    let mut found = mapping::nearest_games(&graph, &known, 1, seed, deadline);
    let Some(found) = found.games.pop() else {
        return match found.stopped {
            true => Err(late(OutOfTime)),
            false => Ok(None),
        };
    };
    let other = description(&index.games()[found.position]);
    let other_graph = occurrence(&other);
    let pairs = found.mapping.pairs.iter().map(|pair| {
        (
            word(&graph, pair.from, asked),
            word(&other_graph, pair.to, &other),
        )
    });
    Ok(Some(ClosestGame {
        game: found.position,
        distance: found.mapping.distance,
        mapping: pairs.collect(),
    }))
}

fn description(known: &IndexedGame) -> Description {
    Sheet::read(&known.rules[..]).description
}

fn word(graph: &Graph, node: GraphNodeId, description: &Description) -> String {
    let symbol = graph.nodes()[node as usize].symbol;
    symbol.map_or_else(String::new, |symbol| {
        description.symbols.spelling(symbol).to_string()
    })
}

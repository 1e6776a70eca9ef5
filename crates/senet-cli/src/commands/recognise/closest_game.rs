//! Finds the nearest game if nothing is proven.

use senet_console::Failure;
use senet_console::in_parallel;
use senet_gdl::{Deadline, Description, OutOfTime, Sheet};
use senet_graph::mapping::{self, KnownGame, MapStop};
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
    let graph = occurrence(asked);
    if let Err(stop) = mapping::check_size(&graph) {
        return Err(Failure::new(stop.to_string()));
    }
    // Games that are too large to compare are never the nearest.
    let known = known
        .into_iter()
        .enumerate()
        .filter_map(|(at, game)| match game {
            Ok(game) => Some(Ok((at, game))),
            Err(MapStop::OutOfTime(out)) => Some(Err(out)),
            Err(MapStop::TooLarge { .. }) => None,
        });
    let known = known.collect::<Result<Vec<(usize, KnownGame)>, _>>();
    let known = known.map_err(late)?;
    let (places, known): (Vec<usize>, Vec<&KnownGame>) =
        known.iter().map(|(at, game)| (*at, game)).unzip();
    let mut found = mapping::nearest_games(&graph, &known, 1, seed, deadline);
    let Some(found) = found.games.pop() else {
        return match found.stopped {
            true => Err(late(OutOfTime)),
            false => Ok(None),
        };
    };
    let position = places[found.position];
    let other = description(&index.games()[position]);
    let other_graph = occurrence(&other);
    let pairs = found.mapping.pairs.iter().map(|pair| {
        (
            word(&graph, pair.from, asked),
            word(&other_graph, pair.to, &other),
        )
    });
    Ok(Some(ClosestGame {
        game: position,
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
